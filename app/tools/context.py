"""What tools are given: the map to mark, the document to change, the worker to ask, and where answers go."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.canvas.shapes import Shape
from app.documents.asks import Asks
from app.documents.document import Document
from app.documents.orders import Orders
from app.documents.procedures import Procedures
from app.tools.spent import Spent
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.maps import Section
from core.model.state import GameState
from core.rules.kernel.parameters import Heading
from core.rules.kernel.rulings import Ruling

HEIGHT_QUESTIONS = frozenset({"los", "field", "crossfire", "elevation", "fire.at"})
"""Questions that only series answer which find heights."""

Progresses = Mapping[str, tuple[int, int]]
"""Methods whose answers are still to come, with (done, total)."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """A hex that blocks a line of sight, and the terrain in it that does, by id and name ("" for high ground)."""

    place: Hex
    terrain: str
    name: str


class Canvas(Protocol):
    """The map as tools see it. Each call replaces what the same call has shown before; empty or None shows nothing."""

    def sight_line(self, start: Hex | None, end: Hex | None, verdict: str, blockers: Sequence[Blocker] = ()) -> None:
        """A line between centre dots, and marks on what blocks it; `verdict` is clear, blocked, undecidable or pending."""

    def field(self, viewer: Hex | None, seen: frozenset[Hex], undecided: frozenset[Hex], whole: bool) -> None:
        """The viewer, the hexes it sees, and those for which that cannot be told; `whole` when all others are not seen."""

    def cross_fire(self, target: Hex | None, firers: Sequence[Hex], counted: Sequence[int], pair: Sequence[Hex]) -> None:
        """Twelve rays from the target, those counted strengthened; the firers, the two of the best pair among them."""

    def candidates(self, places: frozenset[Hex], seeing: frozenset[Hex]) -> None:
        """Hexes that would do for one more firer; those in `seeing` see the target."""

    def numbers(self, words: Mapping[Hex, str]) -> None:
        """A number in each hex."""

    def chord(self, low: Point | None, high: Point | None, at: Point | None, heights: tuple[str, str]) -> None:
        """The shortest line from the lower contour to the higher one through a point, in the shared plane, with quarter marks
        and the heights of both ends; None for all of them takes it away."""

    def smoke(self, state: GameState) -> None:
        """The smoke markers of the state of play."""

    def sketch(self, part: str, shapes: Sequence[Shape]) -> None:
        """What a tool is about to draw, or has hold of, part by part."""

    def wash(self, part: str, shapes: Sequence[Shape]) -> None:
        """What an answer lays over the ground and under counters, part by part; it may cover the whole map."""

    def write(self, part: str, shapes: Sequence[Shape]) -> None:
        """What an answer writes over counters, part by part; it may cover the whole map."""

    def is_editable(self, section: Section, terrain: str = "") -> bool:
        """Whether the layer that shows items of a section (and terrain) is seen and not locked."""

    def allows(self, layer: str) -> bool:
        """Whether a layer, by its id, is seen and not locked."""

    def layer(self, section: Section, terrain: str = "") -> str:
        """The id of the layer that shows items of a section (and terrain); empty while no map is shown."""

    def layer_title(self, section: Section, terrain: str = "") -> str:
        """What the layer that shows items of a section (and terrain) is called on the screen."""

    def selected(self, place: Hex | None) -> None:
        """The selected hex."""

    def light(self, places: Sequence[Hex]) -> None:
        """Hexes that a row of a panel names."""

    @property
    def cursor(self) -> Hex | None:
        """Where the hex cursor of the keyboard is."""

    def set_cursor(self, place: Hex | None) -> None:
        """Moves the hex cursor, or takes it away."""

    def middle(self) -> Hex | None:
        """The playable hex nearest to the middle of the view; None when no hex is in view."""


class ShownCounters(Protocol):
    """The counters on the map as tools see them (app.canvas.counters.layer.CounterLayer)."""

    @property
    def fanned(self) -> Hex | None:
        """The hex whose stack is fanned out."""

    @property
    def boxes(self) -> tuple[str, ...]:
        """The boxes beside the map."""

    def box_at(self, point: Point) -> str:
        """The box beside the map at a point; "" where there is none."""

    def box_outline(self, name: str) -> tuple[Point, ...]:
        """The frame of a box beside the map as a closed line."""

    def show_box(self, name: str) -> None:
        """Brings a box beside the map into view."""

    def under(self, place: Hex | None, point: Point) -> str:
        """The counter at a point, beside all counters of the hex the one on top; "" where there is none."""

    def covers(self, place: Hex | None, point: Point) -> bool:
        """Whether a counter is seen at a point of a hex."""

    def within(self, a: Point, b: Point) -> tuple[str, ...]:
        """The counters of the stacks in a rectangle."""

    def fan_out(self, place: Hex | None, pointed: str = "") -> bool:
        """Fans out the stack of a hex; None folds it up."""

    def point_in_fan(self, point: Point) -> str | None:
        """The counter of the fan at a point; "" beside them, None beside the fan."""

    def carry(self, ids: Sequence[str], at: Point | None) -> None:
        """Shows counters in the hand at a point; None lays them down."""

    def clear_hand(self) -> None:
        """Nothing is in the hand and nothing is fanned out."""


class KnownHeights(Protocol):
    """The heights known so far (app.workers.heights.Heights)."""

    arrived: Any

    def known(self, method: str) -> Mapping[Hex, Any]:
        """Heights under a method."""

    def watch(self, method: str, near: Hex) -> None:
        """Wants all heights, those around `near` first."""


@dataclass
class ToolContext:
    """Everything a tool may use.

    `publish` takes the rulings of one question, the most important first, and the methods still being computed; both empty
    when there is nothing to show any more. `inspect` takes the hex under the cursor (or None) and its rulings on elevation.
    `status` takes a sentence for the status bar. `chosen` are the methods that stand side by side. `counters` are those on
    the map, None where none can be shown; `headings` the questions of the series, None while they are not known. `spent` are
    the points that units have spent in the phase by what tools have moved, `orders` the op sheets, `procedures` what is led
    through question by question.
    """

    canvas: Canvas
    document: Document
    answers: Asks
    heights: KnownHeights
    publish: Callable[[Sequence[Ruling], Progresses], None]
    inspect: Callable[[Hex | None, Sequence[Ruling]], None]
    status: Callable[[str], None]
    chosen: tuple[str, ...] = field(default=())
    counters: ShownCounters | None = None
    headings: tuple[Heading, ...] | None = None
    spent: Spent = field(init=False)
    orders: Orders = field(init=False)
    procedures: Procedures = field(init=False)

    def __post_init__(self) -> None:
        self.spent = Spent(self.document)
        self.orders = Orders(self.document, self.document)
        self.procedures = Procedures(self.document, self.answers, self.document)

    def choices(self, question: str, parameter: str) -> tuple[str, ...]:
        """The words that a parameter of a question may have; none while they are not known."""
        asked = next((each for each in self.headings or () if each.name == question), None)
        found = next((each for each in asked.parameters if each.name == parameter), None) if asked is not None else None
        return found.choices if found is not None else ()

    def means(self, question: str) -> bool:
        """Whether the series of the box answers a question; until it is known, what can be guessed from its rules."""
        if not question:
            return True
        if self.headings is not None:
            return any(each.name == question for each in self.headings)
        return self.heights_known == (question in HEIGHT_QUESTIONS)

    @property
    def heights_known(self) -> bool:
        """Whether the series finds heights; where the rules are not known, asking tells it."""
        return self.document.ruleset is None or bool(self.document.methods)

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods to ask, the one in force first."""
        first = self.document.method
        return (first, *(each for each in self.chosen if each != first))
