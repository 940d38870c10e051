"""The graphics of all op sheets on the map: places of names are kept while nothing in a measure changes, as its drawing is.

Drawing and placing take longer than a window may wait. What is new is drawn with its names at their first places, at once or,
where it is much, between the events of the window; so are the places where names stay::

    Orders --> draw(): what is new --> shapes(): what is seen now --> layer
                                           ^
    settle(): names keep clear of each other, of counters and of place names; those that stood well stay
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.canvas.graphics import ink_of, look_of, span_of
from app.canvas.shapes import Graphic
from app.canvas.transform import MapTransform, Span
from app.documents.orders import Orders
from app.tools.graphic_marks import PICKED, drawn_on, names_on, seen_sheets
from core.geometry.lines import Line
from core.geometry.measures.placing import Placing, Texts, reach
from core.model.graphics import Measure, MeasureKinds
from core.model.orders import OpSheet

_Key = tuple[str, Measure, tuple[str, ...]]
"""The id of a sheet, one of its measures, and what the units on that are called: what is put on a sheet or taken off it leaves
all others as they are."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A measure that is seen: its sheet, its number there, and its texts where they were found to stand, None until then."""

    key: _Key
    sheet: OpSheet
    number: int
    texts: Texts | None


AT_ONCE = 8
"""So many measures are drawn in one turn of the event loop."""


def _ground_of(orders: Orders) -> tuple[MeasureKinds, MapTransform]:
    """What all drawings hang on."""
    return orders.kinds, MapTransform.of(orders.box)


class SheetGraphics:
    """The graphics of the op sheets of one document after the other."""

    def __init__(self) -> None:
        self._texts: dict[_Key, Texts | None] = {}
        self._for: tuple[MeasureKinds, MapTransform] | None = None
        self._settled: tuple[list[_Key], Sequence[Line]] | None = None

    def shapes(self, orders: Orders) -> tuple[Graphic, ...]:
        """The measures of all sheets that are seen, the one in hand last, over the others."""
        found = []
        for each in self._follow(orders):
            measure, sheet, drawn = each.key[1], each.sheet, drawn_on(orders, each.key[1])
            if drawn is not None:
                in_hand = sheet is orders.sheet and each.number == orders.picked
                look = PICKED if in_hand else look_of(sheet)
                shown = drawn if each.texts is None else drawn.lettered(each.texts)
                found.append(Graphic(shown, ink_of(orders.box.oob, sheet, measure), look))
        return tuple(sorted(found, key=lambda shape: shape.look == PICKED))

    def is_much(self, orders: Orders) -> bool:
        """Whether there is more to be drawn anew than a window may wait for."""
        all_new = _ground_of(orders) != self._for
        new = (key for key, _, _ in _keys(orders, seen_sheets(orders)) if all_new or key not in self._texts)
        return sum(1 for _ in new) > AT_ONCE

    def draw(self, orders: Orders) -> Iterator[None]:
        """Draws what is new, a measure per step, so that `shapes` has it."""
        for sheet in seen_sheets(orders):
            for measure in sheet.measures:
                drawn_on(orders, measure)
                yield

    def reach(self, orders: Orders) -> Span | None:
        """The rectangle of the scene in which names may have to keep off something; None where there are no names."""
        drawings = (drawn_on(orders, each.key[1]) for each in self._follow(orders))
        around = reach(each for each in drawings if each is not None)
        return span_of(around) if around is not None else None

    def settle(self, orders: Orders, obstacles: Sequence[Line]) -> Iterator[None]:
        """Finds the places of names that keep off obstacles, in short steps; `shapes` shows them when all are found."""
        seen = {each.key: each for each in self._follow(orders)}
        drawings = {key: drawn for key in seen if (drawn := drawn_on(orders, key[1])) is not None}
        keys = list(drawings)
        if self._settled == (keys, obstacles) and all(seen[key].texts is not None for key in keys):
            return
        placing = Placing(list(drawings.values()), obstacles, before=[seen[key].texts for key in keys])
        yield from placing.steps()
        self._texts |= zip(keys, placing.texts, strict=True)
        self._settled = keys, obstacles

    def _follow(self, orders: Orders) -> list[_Seen]:
        """Takes in what is new and forgets what is no more; all measures that are seen."""
        now = _ground_of(orders)
        if now != self._for:
            self._texts, self._for, self._settled = {}, now, None
        before, self._texts = self._texts, {}
        seen = [
            _Seen(key, sheet, number, self._texts.setdefault(key, before.get(key)))
            for key, sheet, number in _keys(orders, seen_sheets(orders))
        ]
        if orders.alone:
            # Those of other sheets are seen again when no sheet is seen alone any more.
            others = (key for key, _, _ in _keys(orders, orders.sheets))
            self._texts = {key: before[key] for key in others if key in before} | self._texts
        return seen


def _keys(orders: Orders, sheets: Iterable[OpSheet]) -> Iterator[tuple[_Key, OpSheet, int]]:
    """All measures of some sheets, with these and their numbers."""
    for sheet in sheets:
        for number, measure in enumerate(sheet.measures):
            yield (sheet.id, measure, names_on(orders, measure)), sheet, number
