"""What a ruling proposes: edits that can be made or left, each as one step of the history."""

from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.state import Declared
from core.rules.kernel.combat import Facts


@dataclass(frozen=True, slots=True)
class Proposal:
    """What could be done, as one step of the history: its label, and edits to be made one after the other. `chits` are units
    whose chits go back into their cups then: that is no edit, for they are told before. `attempt` is what it belongs to: it
    is resolved with it, declared before where nobody has, so that it counts, even where there is nothing else to do."""

    label: str
    edits: tuple[Edit, ...]
    chits: tuple[str, ...] = ()
    attempt: Declared | None = None


@dataclass(frozen=True)
class Proposed(Facts):
    """Facts of an answer that proposes something."""

    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True)
class Places(Proposed):
    """Facts of an answer that says in which hexes what it proposes could be done."""

    places: frozenset[Hex] = frozenset()


def proposing(facts: Facts, *proposals: Proposal) -> Proposed:
    """The same facts with proposals."""
    return Proposed(facts.facts, facts.tables, proposals)
