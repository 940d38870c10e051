"""What a document holds and edits change: the box and the state of play."""

from dataclasses import dataclass, field

from core.model.box import GameBox
from core.model.state import GameState


@dataclass(frozen=True, slots=True)
class Work:
    """A box and the state of play upon it, both frozen."""

    box: GameBox
    state: GameState = field(default_factory=GameState)
