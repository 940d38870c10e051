"""What a series offers: its questions, each with its parameters, and how a box becomes the case they are asked over."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from core.analysis.elevation import Heights
from core.analysis.ground import Ground
from core.model.state import GameState
from core.model.terrain import Terrain
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.forces import Forces
from core.rules.kernel.parameters import Heading, Parameter, in_words
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

__all__ = ["ForceTables", "Parameter", "Question", "Steps", "System", "Tables"]

Steps = Generator[Progress, None, Ruling]


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `answer` takes the series' case and the parsed parameters, and works in slices. `title` is what a list of
    questions calls it, its name in words where it is empty; `also` are other names that players may ask it by. Several
    questions may share such a name: what is given tells which is meant. `says` are parameters that a name of `also` speaks
    for, as “point fire” does. `leads` says that it is a step of a procedure; `at_hex` is what it is called once its `{hex}` is
    known.
    """

    name: str
    summary: str
    rules: str
    parameters: tuple[Parameter, ...]
    answer: Callable[[Any, Mapping[str, Any]], Steps]
    title: str = ""
    also: tuple[str, ...] = ()
    leads: bool = False
    says: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    at_hex: str = ""

    @property
    def heading(self) -> Heading:
        """All that is to be known of it without answering it."""
        title = self.title or in_words(self.name)
        return Heading(self.name, title, self.summary, self.rules, self.parameters, self.leads, self.at_hex)


class Tables(Protocol):
    """What every case of every series offers: its rules, its charts and the options in force."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""

    @property
    def charts(self) -> ChartBook:
        """The charts in force."""

    @property
    def choices(self) -> Mapping[str, str]:
        """What is in force of every option."""


class ForceTables(Tables, Protocol):
    """A case that knows of units, too."""

    @property
    def forces(self) -> Forces:
        """The units of the box, and where they are."""


class System(Protocol):
    """A series. Its `case` is opaque to everybody but its own questions.

    `reads` are the options that its procedures ask for; what the sequence of play asks for stands in the ruleset's phases.
    `force_rules` are what it says of units in hexes.
    """

    series: str
    force_rules: ForceRules
    questions: Mapping[str, Question]
    reads: frozenset[str]

    def case(
        self,
        ruleset: Ruleset,
        ground: Callable[[], Ground],
        terrain: Mapping[str, Terrain],
        options: Mapping[str, str],
        charts: ChartBook,
        on_new_heights: Callable[[Heights], object] | None = None,
    ) -> Any:
        """What questions are asked over; compiled once per box. `on_new_heights` may fill in heights computed earlier.

        `ground` is measured when a series first needs it.
        """

    def take_over(self, case: Any, before: Any) -> None:
        """Gives a case everything that was computed for `before`, a case over an earlier state of its box, and still holds."""

    def heights(self, case: Any) -> Iterable[Heights]:
        """All sets of heights that were computed for a case, for storing them."""

    def in_state(self, case: Any, state: GameState, forces: Forces) -> Any:
        """The same case in another state of play, with the units of the box; shares everything that was computed."""
