"""Lays what tools show over the map, as shapes of `app.canvas.shapes`."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from PySide6.QtCore import QCoreApplication

from app.canvas.layers import LAYERS
from app.canvas.overlays import OverlayLayer
from app.canvas.shapes import (
    BlockMark,
    ChordMark,
    HexFill,
    HexTexts,
    LineState,
    Rays,
    Shape,
    SightLine,
    SmokeMark,
    field_of_view,
    parted,
)
from app.canvas.view import MapView
from app.tools.context import Blocker
from core.geometry.hexes import Hex
from core.geometry.layout import Point, corners, to_plane
from core.model.box import GameBox, sheet_edge
from core.model.maps import Points, Section
from core.model.state import GameState

QUARTERS = (0.25, 0.5, 0.75)
LEAST_REACH = 3.0
"""Rays of a cross fire are at least so many hexes long."""

_SPECK = 1e-3
"""The length in hexes of a chord too short to be seen; its ticks stay."""


ABOVE_CURSOR = 1100.0
"""The order of what is about to be drawn: a hexside that the keyboard aims at lies along the outline of the hex cursor."""


_PARTED = ("live", "sketches")
"""The layers over the counters of which washes lie under them."""


class MapMarks:
    """The canvas of `app.tools.context` on a `MapView`. From the bottom: fields, smoke, washes of what moves and of sketches;
    over the counters: numbers, what moves, sketches."""

    def __init__(self, view: MapView, box: GameBox | Callable[[], GameBox]) -> None:
        """`box` is the box, or what tells the present one while it is edited."""
        self._view = view
        self._tell_box = box if callable(box) else lambda: box
        self._cells: Mapping[Hex, object] = {}
        self._paper: tuple[tuple[float, float, float, float], ...] = ()
        self._shown: frozenset[Hex] = frozenset()
        self._layers: dict[str, OverlayLayer] = {
            "fills": view.overlay("tools: fills", 10.0),
            "smoke": view.overlay("tools: smoke", 11.0),
            "ground": view.overlay("tools: ground", 12.0, live=True),
            "numbers": view.overlay("tools: numbers", 20.0),
            "live": view.overlay("tools: live", 40.0, live=True),
            "sketches": view.overlay("tools: sketches", ABOVE_CURSOR, live=True),
        }
        self._parts: dict[str, dict[str, tuple[Shape, ...]]] = {layer: {} for layer in self._layers}
        self._washes: dict[str, tuple[Shape, ...]] = {}
        # The view keeps its layers from one box to the next.
        for each in self._layers.values():
            each.clear()

    def sight_line(self, start: Hex | None, end: Hex | None, verdict: str, blockers: Sequence[Blocker] = ()) -> None:
        """A line between centre dots, and marks on what blocks it."""
        if start is None:
            self._show("live", "line", ())
            return
        state = cast("LineState", "undecided" if verdict == "undecidable" else verdict)
        first = blockers[0].place if blockers else None
        marks = [BlockMark(each.place, self._outlines(each)) for each in blockers]
        self._show("live", "line", (*marks, SightLine(start, end or start, state, first)))

    def field(self, viewer: Hex | None, seen: frozenset[Hex], undecided: frozenset[Hex], whole: bool) -> None:
        """The viewer, what it sees, what cannot be told; once `whole` the rest is dimmed, up to the edge of the paper."""
        self._measure_paper()
        shown = self._shown if whole else seen | undecided
        lit = field_of_view(seen, undecided, shown, self._paper) if seen or undecided else ()
        self._show("fills", "field", lit)
        self._show("live", "viewer", (HexFill(frozenset({viewer}), "firer"),) if viewer is not None else ())

    def cross_fire(self, target: Hex | None, firers: Sequence[Hex], counted: Sequence[int], pair: Sequence[Hex]) -> None:
        """Rays, target, firers, and the best pair among them."""
        if target is None:
            self._show("live", "cross fire", ())
            return
        reach = max((float(target.distance(each)) for each in firers), default=0.0) + 1
        best = frozenset(pair)
        shapes: list[Shape] = [
            Rays(target, tuple(counted), max(LEAST_REACH, reach)),
            HexFill(frozenset({target}), "target"),
            HexFill(frozenset(firers), "firer"),
            HexFill(best, "selected"),
        ]
        self._show("live", "cross fire", [each for each in shapes if not isinstance(each, HexFill) or each.hexes])

    def candidates(self, places: frozenset[Hex], seeing: frozenset[Hex]) -> None:
        """Hexes for one more firer."""
        fills = (HexFill(places - seeing, "candidate"), HexFill(seeing, "candidate-seen"))
        self._show("fills", "candidates", [each for each in fills if each.hexes])

    def numbers(self, words: Mapping[Hex, str]) -> None:
        """A number in each hex."""
        self._show("numbers", "numbers", (HexTexts(MappingProxyType(dict(words))),) if words else ())

    def chord(self, low: Point | None, high: Point | None, at: Point | None, heights: tuple[str, str]) -> None:
        """The chord of a height with its quarter marks and the heights of its ends."""
        if low is None or high is None:
            self._show("live", "chord", ())
            return
        ticks = []
        for part in QUARTERS:
            x, y = low[0] + part * (high[0] - low[0]), low[1] + part * (high[1] - low[1])
            ticks.append(ChordMark((x, y), (x + _SPECK * (high[0] - low[0]), y + _SPECK * (high[1] - low[1]))))
        self._show("live", "chord", (*ticks, ChordMark(low, high, at, heights)))

    def smoke(self, state: GameState) -> None:
        """The smoke markers of the state of play."""
        marks = [SmokeMark(place) for place in sorted(state.smoke)]
        marks += [SmokeMark(place, "B", spread=True) for place in sorted(state.smoke_barrage)]
        marks += [SmokeMark(place, "CF") for place in sorted(state.continuous_fire)]
        self._show("smoke", "smoke", marks)

    def sketch(self, part: str, shapes: Sequence[Shape]) -> None:
        """What a tool is about to draw, or has hold of."""
        self._show("sketches", part, shapes)

    def wash(self, part: str, shapes: Sequence[Shape]) -> None:
        """What an answer lays over the ground and under counters."""
        self._show("fills", part, shapes)

    def write(self, part: str, shapes: Sequence[Shape]) -> None:
        """What an answer writes over counters."""
        self._show("numbers", part, shapes)

    def is_editable(self, section: Section, terrain: str = "") -> bool:
        """Whether the layer that shows items of a section (and terrain) is seen and not locked."""
        return self._view.layers.allows(self.layer(section, terrain))

    def allows(self, layer: str) -> bool:
        """Whether a layer, by its id, is seen and not locked."""
        return self._view.layers.allows(layer)

    def layer(self, section: Section, terrain: str = "") -> str:
        """The id of the layer that shows items of a section (and terrain); empty while no map is shown."""
        scene = self._view.map
        return scene.layer_of(section, terrain) if scene is not None else ""

    def layer_title(self, section: Section, terrain: str = "") -> str:
        """What the layer that shows items of a section (and terrain) is called on the screen."""
        id_ = self.layer(section, terrain)
        title = next((layer.title for layer in LAYERS if layer.id == id_), "")
        return QCoreApplication.translate("LayersPanel", title)

    def selected(self, place: Hex | None) -> None:
        """The selected hex."""
        self._show("live", "selected", (HexFill(frozenset({place}), "selected"),) if place is not None else ())

    def light(self, places: Sequence[Hex]) -> None:
        """Hexes that a row of a panel names."""
        self._show("live", "named", (HexFill(frozenset(places), "selected"),) if places else ())

    @property
    def cursor(self) -> Hex | None:
        """Where the hex cursor of the keyboard is."""
        return self._view.cursor_hex

    def set_cursor(self, place: Hex | None) -> None:
        """Moves the hex cursor, or takes it away."""
        self._view.set_cursor_hex(place)

    def middle(self) -> Hex | None:
        """The playable hex nearest to the middle of the view."""
        return self._view.middle_hex()

    def _show(self, layer: str, part: str, shapes: Sequence[Shape]) -> None:
        parts = self._parts[layer]
        if shapes:
            parts[part] = tuple(shapes)
        elif parts.pop(part, None) is None:
            return
        if layer not in _PARTED:
            self._layers[layer].set_shapes(shape for each in parts.values() for shape in each)
            return
        ground, above = parted(shape for each in parts.values() for shape in each)
        self._layers[layer].set_shapes(above)
        self._washes[layer] = ground
        self._layers["ground"].set_shapes(shape for each in _PARTED for shape in self._washes.get(each, ()))

    def _measure_paper(self) -> None:
        """Takes over the sheets of the present box, where they are others than at the last time."""
        box = self._tell_box()
        if box.cells is not self._cells:
            self._cells = box.cells
            self._paper = tuple(sheet_edge(placed) for placed in box.sheets)
            self._shown = frozenset(box.cells).union(*(place.neighbours() for place in box.cells))

    def _outlines(self, blocker: Blocker) -> tuple[Points, ...]:
        """What of the areas and hexside features of a kind lies in a hex, as lines in the shared plane; none for terrain that
        fills hexes."""
        around = [to_plane(corner) for corner in corners(blocker.place)]
        found: list[Points] = []
        # An area may be kept by the sheet beside it, and so may a hexside on a seam.
        for placed in self._tell_box().sheets:
            for area in placed.sheet.areas:
                if area.terrain == blocker.terrain:
                    ring = _clipped([placed.frame.to_plane(point) for point in area.shape[0][:-1]], around)
                    if ring:
                        found.append((*ring, ring[0]))
            for side in placed.sheet.sides:
                cells = [placed.frame.hex(*cell) for cell in side.between]
                if side.feature == blocker.terrain and blocker.place in cells:
                    other = cells[1 - cells.index(blocker.place)]
                    # The hexside towards the k-th neighbour, clockwise from north, lies between corners 4 + k and 5 + k.
                    k = blocker.place.neighbours().index(other)
                    found.append((around[(4 + k) % 6], around[(5 + k) % 6]))
        return tuple(found)


def _clipped(ring: list[Point], around: list[Point]) -> list[Point]:
    """The part of a ring inside a convex ring that turns clockwise."""
    for a, b in zip(around, around[1:] + around[:1], strict=True):
        sides = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in ring]
        kept: list[Point] = []
        for n, point in enumerate(ring):
            before, here, was = ring[n - 1], sides[n], sides[n - 1]
            if (here <= 0) != (was <= 0):
                part = was / (was - here)
                kept.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
            if here <= 0:
                kept.append(point)
        ring = kept
        if not ring:
            break
    return ring
