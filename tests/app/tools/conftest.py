"""A worker that answers when a test says so, and a canvas that remembers what it was told to show."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from app.documents.document import Document
from app.tools.context import ToolContext
from app.tools.tool_box import ToolBox
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Grid, MapSheet
from core.rules.kernel.rulings import Ruling


@dataclass
class Asked:
    """One question under way."""

    ticket: int
    question: str
    parameters: Mapping[str, Any]
    on_ruling: Callable[[Ruling], None]
    on_progress: Callable[[int, int, object], None] | None
    on_refused: Callable[[str], None] | None
    slot: str


@dataclass
class FakeAnswers:
    """Keeps the rules of `Answers`: a later question in a slot supersedes the earlier one; a cancelled one is never heard."""

    under_way: list[Asked] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)

    def ask(self, question, parameters, on_ruling, on_progress=None, on_refused=None, slot="", background=False) -> int:
        new = Asked(len(self.asked) + 1, question, dict(parameters), on_ruling, on_progress, on_refused, slot)
        self.under_way = [each for each in self.under_way if not slot or each.slot != slot]
        self.under_way.append(new)
        self.asked.append(new)
        return new.ticket

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, slot="", background=False) -> int:
        return self.ask(job, parameters, on_result, on_progress, on_refused, slot, background)

    def cancel(self, ticket: int) -> None:
        self.under_way = [each for each in self.under_way if each.ticket != ticket]

    def set_state(self, state: Any) -> None:
        self.states.append(state)

    def waiting(self, question: str) -> list[Asked]:
        return [each for each in self.under_way if each.question == question]

    def answer(self, asked: Asked, ruling: Ruling) -> None:
        assert asked in self.under_way, "nobody waits for this any more"
        self.under_way.remove(asked)
        asked.on_ruling(ruling)


class FakeCanvas:
    """What is on the map now, by kind, and everything that was ever shown."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.history: list[tuple[str, Any]] = []
        self.cursor: Hex | None = None
        self.sketches: dict[str, tuple[Any, ...]] = {}
        self.locked: set[str] = set()
        self.moved: Callable[[Hex | None], None] = lambda place: None

    def _note(self, kind: str, *what: Any) -> None:
        self.shown[kind] = what
        self.history.append((kind, what))

    def sight_line(self, start, end, verdict, blockers=()) -> None:
        self._note("line", start, end, verdict, tuple(blockers))

    def field(self, viewer, seen, undecided, whole) -> None:
        self._note("field", viewer, seen, undecided, whole)

    def cross_fire(self, target, firers, counted, pair) -> None:
        self._note("cross fire", target, tuple(firers), tuple(counted), tuple(pair))

    def candidates(self, places, seeing) -> None:
        self._note("candidates", places, seeing)

    def numbers(self, words) -> None:
        self._note("numbers", dict(words))

    def chord(self, low, high, at, heights) -> None:
        self._note("chord", low, high, at, heights)

    def smoke(self, state) -> None:
        self._note("smoke", state)

    def sketch(self, part, shapes) -> None:
        self.sketches[part] = tuple(shapes)

    def wash(self, part, shapes) -> None:
        self.sketches[f"wash {part}"] = tuple(shapes)

    def write(self, part, shapes) -> None:
        self.sketches[f"write {part}"] = tuple(shapes)

    def is_editable(self, section, terrain="") -> bool:
        return section not in self.locked

    def allows(self, layer) -> bool:
        return layer not in self.locked

    def layer(self, section, terrain="") -> str:
        return "water" if terrain in {"river", "stream"} else section

    def layer_title(self, section, terrain="") -> str:
        return section.title()

    def selected(self, place) -> None:
        self._note("selected", place)

    def light(self, places) -> None:
        self._note("light", tuple(places))

    def set_cursor(self, place) -> None:
        if place != self.cursor:
            self.cursor = place
            self.moved(place)

    def middle(self) -> Hex | None:
        return Hex(5, 3)


class FakeHeights(QObject):
    """Heights that become known when a test says so."""

    arrived = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.heights: dict[str, dict[Hex, Fraction | None]] = {}
        self.watched: list[tuple[str, Hex]] = []

    def known(self, method: str) -> Mapping[Hex, Fraction | None]:
        return self.heights.get(method, {})

    def watch(self, method: str, near: Hex) -> None:
        self.watched.append((method, near))

    def tell(self, method: str, heights: dict[Hex, Fraction | None]) -> None:
        self.heights.setdefault(method, {}).update(heights)
        self.arrived.emit(method, frozenset(heights))


@dataclass
class Bench:
    """A tool box on fakes."""

    box: ToolBox
    canvas: FakeCanvas
    answers: FakeAnswers
    heights: FakeHeights
    document: Document
    published: list[tuple[tuple[Ruling, ...], dict[str, tuple[int, int]]]]
    inspected: list[tuple[Hex | None, tuple[Ruling, ...]]]
    said: list[str]
    context: ToolContext

    def los(self, asked: Asked, verdict: str = "clear", blockers: tuple[Hex, ...] = ()) -> Ruling:
        start, end = asked.parameters["from"], asked.parameters["to"]
        rows = tuple(SimpleNamespace(hex=place, feature="village", feature_name="Village") for place in blockers)
        detail = SimpleNamespace(
            start=start,
            end=end,
            method=asked.parameters["method"],
            distance=start.distance(end),
            profile=rows,
            blockers=blockers,
        )
        return Ruling("los", "demo-1.0", verdict, None, (), detail)

    def elevation(self, asked: Asked, height: int | None = 65, chord: Any = None) -> Ruling:
        tall = None if height is None else Fraction(height)
        place = asked.parameters["hex"]
        detail = SimpleNamespace(
            hex=place, method=asked.parameters["method"], how="between", height=tall, at=(1.0, 2.0), chord=chord
        )
        return Ruling("elevation", "demo-1.0", "decided", tall, (), detail)

    def field(self, asked: Asked, seen: set[Hex], undecided: set[Hex] | None = None) -> Ruling:
        detail = SimpleNamespace(
            start=asked.parameters["from"],
            method=asked.parameters["method"],
            visibility=None,
            seen=frozenset(seen),
            undecidable=frozenset(undecided or ()),
        )
        return Ruling("field", "demo-1.0", "seen", len(seen), (), detail)


@pytest.fixture
def bench(qapp) -> Bench:
    grid = Grid(12, 10, Numbering("{column:02}.{row:02}", 12, 10), raised="even")
    box = GameBox("Plain", "demo-1.0", (PlacedSheet(MapSheet("A", grid), SheetFrame.place("even")),))
    document = Document(box)
    canvas, answers, heights = FakeCanvas(), FakeAnswers(), FakeHeights()
    published: list[Any] = []
    inspected: list[Any] = []
    said: list[str] = []
    context = ToolContext(
        canvas,
        document,
        answers,
        heights,
        lambda rulings, pending: published.append((tuple(rulings), dict(pending))),
        lambda place, rulings: inspected.append((place, tuple(rulings))),
        said.append,
        ("standard", "simplified"),
    )
    tools = ToolBox(context)
    canvas.moved = tools.cursor_moved
    return Bench(tools, canvas, answers, heights, document, published, inspected, said, context)
