"""The graphics of all op sheets on the map: drawings are kept while nothing in them changes, and so are places of their names.

Drawing and placing take longer than a window may wait. What is new is drawn with its names at their first places, at once or,
where it is much, between the events of the window; so are the places where names stay::

    Orders --> draw(): what is new --> shapes(): what is seen now --> layer
                                           ^
    settle(): names keep clear of each other, of counters and of place names; those that stood well stay
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.canvas.graphics import ink_of, look_of, span_of
from app.canvas.shapes import Graphic
from app.canvas.transform import MapTransform, Span
from app.documents.orders import Orders
from app.tools.graphic_marks import PICKED, drawn_on, seen_sheets
from core.geometry.lines import Line
from core.geometry.measures.parts import Drawn
from core.geometry.measures.placing import Placing, Texts, reach
from core.model.graphics import Measure, MeasureKinds
from core.model.orders import OpSheet


@dataclass(slots=True)
class _Kept:
    """A drawing, the names of the units on it, and its texts where they were found to stand, None until then."""

    drawn: Drawn | None
    units: tuple[str, ...]
    texts: Texts | None = None


_Key = tuple[str, Measure]
"""The id of a sheet and one of its measures: what is put on a sheet or taken off it leaves all others as they are."""


AT_ONCE = 8
"""So many measures are drawn in one turn of the event loop."""


def _ground_of(orders: Orders) -> tuple[MeasureKinds, MapTransform]:
    """What all drawings hang on."""
    return orders.kinds, MapTransform.of(orders.box)


class SheetGraphics:
    """The graphics of the op sheets of one document after the other."""

    def __init__(self) -> None:
        self._kept: dict[_Key, _Kept] = {}
        self._for: tuple[MeasureKinds, MapTransform] | None = None
        self._settled: tuple[list[_Key], Sequence[Line]] | None = None

    def shapes(self, orders: Orders) -> tuple[Graphic, ...]:
        """The measures of all sheets that are seen, the one in hand last, over the others."""
        found = []
        for key, sheet, number in self._follow(orders):
            kept = self._kept[key]
            if kept.drawn is not None:
                drawn = kept.drawn if kept.texts is None else replace(kept.drawn, letters=kept.texts)
                in_hand = sheet is orders.sheet and number == orders.picked
                look = PICKED if in_hand else look_of(sheet)
                found.append(Graphic(drawn, ink_of(orders.box.oob, sheet, key[1]), look))
        return tuple(sorted(found, key=lambda shape: shape.look == PICKED))

    def is_much(self, orders: Orders) -> bool:
        """Whether there is more to be drawn anew than a window may wait for."""
        ground = _ground_of(orders)
        new = (
            measure
            for sheet in seen_sheets(orders)
            for measure in sheet.measures
            if ground != self._for or (sheet.id, measure) not in self._kept
        )
        return sum(1 for _ in new) > AT_ONCE

    def draw(self, orders: Orders) -> Iterator[None]:
        """Draws what is new, a measure per step, so that `shapes` has it."""
        names = orders.unit_names()
        for sheet in seen_sheets(orders):
            for measure in sheet.measures:
                drawn_on(orders, measure, names)
                yield

    def reach(self, orders: Orders) -> Span | None:
        """The rectangle of the scene in which names may have to keep off something; None where there are no names."""
        drawn = (self._kept[key].drawn for key, _, _ in self._follow(orders))
        around = reach(each for each in drawn if each is not None)
        return span_of(around) if around is not None else None

    def settle(self, orders: Orders, obstacles: Sequence[Line]) -> Iterator[None]:
        """Finds the places of names that keep off obstacles, in short steps; `shapes` shows them when all are found."""
        keys = [key for key, _, _ in self._follow(orders) if self._kept[key].drawn is not None]
        if self._settled == (keys, obstacles):
            return
        kept = [self._kept[key] for key in keys]
        drawings = [each.drawn for each in kept if each.drawn is not None]
        placing = Placing(drawings, obstacles, before=[each.texts for each in kept])
        yield from placing.steps()
        for each, texts in zip(kept, placing.texts, strict=True):
            each.texts = texts
        self._settled = keys, obstacles

    def _follow(self, orders: Orders) -> list[tuple[_Key, OpSheet, int]]:
        """Draws what is new and forgets what is no more; all measures that are seen with their sheets and numbers."""
        now = _ground_of(orders)
        if now != self._for:
            self._kept, self._for, self._settled = {}, now, None
        seen = [
            ((sheet.id, measure), sheet, number)
            for sheet in seen_sheets(orders)
            for number, measure in enumerate(sheet.measures)
        ]
        names: Mapping[str, str] = orders.unit_names() if any(key[1].units for key, _, _ in seen) else {}
        kept: dict[_Key, _Kept] = {}
        for key, _, _ in seen:
            units = tuple(names.get(unit, unit) for unit in key[1].units)
            known = self._kept.get(key)
            if known is None or known.units != units:
                known, self._settled = _Kept(drawn_on(orders, key[1], names), units), None
            kept[key] = known
        # Those of other sheets are seen again when no sheet is seen alone any more.
        there = {(sheet.id, measure) for sheet in orders.sheets for measure in sheet.measures}
        self._kept = {key: each for key, each in self._kept.items() if key in there} | kept
        return seen
