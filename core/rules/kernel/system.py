"""What a series offers: its questions, each with its parameters, and how a box becomes the case they are asked over."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from core.analysis.elevation import Heights
from core.analysis.ground import Ground
from core.model.state import GameState
from core.model.terrain import Terrain
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

ParameterKind = Literal["hex", "hexes", "choice", "number", "terrains"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a question. `help` says what it means and its unit; `choices` lists the words of a choice."""

    name: str
    kind: ParameterKind
    help: str
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `answer` takes the series' case and the parsed parameters, and works in slices."""

    name: str
    summary: str
    rules: str
    parameters: tuple[Parameter, ...]
    answer: Callable[[Any, Mapping[str, Any]], Generator[Progress, None, Ruling]]


class System(Protocol):
    """A series. Its `case` is opaque to everybody but its own questions."""

    series: str
    questions: Mapping[str, Question]

    def case(
        self,
        ruleset: Ruleset,
        ground: Ground,
        terrain: Mapping[str, Terrain],
        options: Mapping[str, str],
        on_new_heights: Callable[[Heights], object] | None = None,
    ) -> Any:
        """What questions are asked over; compiled once per box. `on_new_heights` may fill in heights computed earlier."""

    def take_over(self, case: Any, before: Any) -> None:
        """Gives a case everything that was computed for `before`, a case over an earlier state of its box, and still holds."""

    def heights(self, case: Any) -> Iterable[Heights]:
        """All sets of heights that were computed for a case, for storing them."""

    def in_state(self, case: Any, state: GameState) -> Any:
        """The same case in another state of play; shares everything that was computed."""
