"""What a document holds and edits change: the box and the state of play."""

from dataclasses import dataclass, field

from core.model.box import GameBox
from core.model.deployment import Deployment
from core.model.orders import OpSheet
from core.model.scenario import Scenario
from core.model.state import GameState


@dataclass(frozen=True, slots=True)
class Work:
    """A box and the state of play upon it, both frozen."""

    box: GameBox
    state: GameState = field(default_factory=GameState)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is shown, None for none."""
        return self.box.scenarios.get(self.state.scenario)

    @property
    def deployment(self) -> Deployment:
        """Where the pieces are: in play, or before it where the scenario that is shown has them start."""
        if self.state.deployment is not None:
            return self.state.deployment
        return self.scenario.start if self.scenario is not None else Deployment()

    @property
    def orders(self) -> tuple[OpSheet, ...]:
        """The op sheets: those in play, or before it those that the scenario that is shown begins with."""
        if self.state.in_play:
            return tuple(sorted(self.state.orders.values(), key=lambda sheet: (sheet.turn, sheet.id)))
        return self.scenario.sheets if self.scenario is not None else ()

    @property
    def moved(self) -> str:
        """For `ChangePieces`: the file of the scenario whose pieces are shown, or "" for those in play."""
        return "" if self.state.in_play else self.state.scenario
