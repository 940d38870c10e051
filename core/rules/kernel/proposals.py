"""What a ruling proposes: edits that can be made or left, each as one step of the history, and what is asked after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.state import Declared
from core.rules.kernel.combat import Facts
from core.rules.kernel.rulings import Reason


@dataclass(frozen=True, slots=True)
class Next:
    """A question that the rules want asked after something was done: its name, what is known for it, as forms write it, the
    sentence that says what it is about and by which rule, and the side that answers it, "" for whoever acts. `may` says that it
    can be left out, such as fire on overwatch."""

    question: str
    title: Reason
    given: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    side: str = ""
    may: bool = False


@dataclass(frozen=True, slots=True)
class Activation:
    """Who is activated: a formation of a side, by its id."""

    side: str
    of: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """What could be done, as one step of the history: its label, and edits to be made one after the other. `chits` are units
    whose chits go back into their cups then: that is no edit, for they are told before. `attempt` is what it belongs to: it
    is resolved with it, declared before where nobody has, so that it counts, even where there is nothing else to do; `undiced`
    is why without dice, "" where they have fallen.
    `activates` is who is active from then on: play goes to the beginning of its activation, behind the edits. `then` is what is
    asked afterwards, one after the other; a proposal without edits only leads there. `moot` are questions, by their names and
    all that is known for them, that fall away where they wait. `back` is what those of the chits that were drawn last say that
    go back into their cup. `side` alone does it, "" for whoever acts."""

    label: str
    edits: tuple[Edit, ...]
    chits: tuple[str, ...] = ()
    attempt: Declared | None = None
    activates: Activation | None = None
    then: tuple[Next, ...] = ()
    moot: tuple[tuple[str, Mapping[str, str]], ...] = ()
    back: tuple[str, ...] = ()
    undiced: str = ""
    side: str = ""


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
