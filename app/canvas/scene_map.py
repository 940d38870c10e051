"""What the maps of a box look like: prepared once in short steps, painted as often as wanted, at any scale, onto anything."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from PySide6.QtGui import QPainter

from app.canvas.areas import Areas
from app.canvas.cels import Part
from app.canvas.contours import Contours
from app.canvas.ground import Change, Ground, Margin, Paper, Relief, Shading, Tint
from app.canvas.hexes import HexGrid, HexNumbers, WholeHexes
from app.canvas.layers import Exposure, Grouping, LayerState, Renderer, paint_layer
from app.canvas.lettering import Names, Spots
from app.canvas.lines import Paths
from app.canvas.looks import Looks
from app.canvas.sides import Sides
from app.canvas.style import Style, load_style, widest_line
from app.canvas.transform import MapTransform, Polyline, Span, widened
from app.canvas.underlay import Scans
from app.canvas.villages import VillageBlocks
from app.canvas.zones import Zones
from core.model.box import GameBox, PlacedSheet
from core.model.edits.edit import Aspect, Touched
from core.model.maps import ItemRef, Key, Section
from core.model.relief import ReliefRaster
from core.model.terrain import Terrain

MOST_ITEMS = 400
"""Edits of more items are not followed one by one: preparing everything anew between frames is smoother."""

_BRUSHED = ("hexes", "buildings")
"""The layers that a brush changes by hundreds of hexes."""

Changes = dict[str, list[Span]]
"""Rectangles of the scene by the layer in which they have to be painted anew."""

_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing | QPainter.RenderHint.SmoothPixmapTransform

_Shown = tuple[str, Sequence[Renderer]]
"""A layer with what paints it."""


class SceneMap:
    """The prepared picture of a box, or of some of its sheets.

    A new one is empty: `build` prepares it, in steps so short that a window can take them between frames. Painting before the
    last step shows what is there. `change` then follows edits: only what belongs to the edited items is prepared anew.
    """

    def __init__(
        self,
        box: GameBox,
        style: Style | None = None,
        sheets: Sequence[PlacedSheet] | None = None,
        terrain: Mapping[str, Terrain] | None = None,
    ) -> None:
        """`terrain` holds every kind of terrain in force, for those that bring their own look; the box's own if None."""
        self.box = box
        self.style = style or load_style()
        self.transform = MapTransform.of(box)
        self._numbers = [
            number for number, placed in enumerate(box.sheets) if sheets is None or any(placed is each for each in sheets)
        ]
        looks = Looks(self.style, box.terrain if terrain is None else terrain)
        others = [placed for number, placed in enumerate(box.sheets) if number not in self._numbers]
        ground = Ground.of([box.sheets[number] for number in self._numbers], self.transform, looks, others)
        self._ground = ground
        self.edges = ground.edges
        self.bounds: Span = widened(ground.room, self.style.paper.margin)
        self.ready = False
        self._steps: Iterator[float] | None = None
        self._reach = widest_line(self.style) / 2
        self._relief = Relief(ground)
        self.contours = Contours(ground)
        self.scans = Scans(ground)
        spots, self._names = Spots(ground), Names(ground)
        self._renderers: tuple[Renderer, ...] = (
            Paper(ground),
            self.scans,
            Tint(self._relief),
            Shading(self._relief),
            Areas(ground, "areas"),
            WholeHexes(ground),
            Areas(ground, "water"),
            Sides(ground, "water"),
            Paths(ground, "water"),
            self.contours,
            Paths(ground, "roads"),
            VillageBlocks(ground),
            Areas(ground, "buildings"),
            Sides(ground, "sides"),
            HexGrid(ground, box),
            HexNumbers(ground, box),
            spots,
            self._names,
            Zones(ground, (self._names, spots)),
        )
        self._margin = Margin(ground)
        self._by_layer: dict[str, list[Renderer]] = {}
        for renderer in self._renderers:
            self._by_layer.setdefault(renderer.layer, []).append(renderer)

    @classmethod
    def whole(
        cls,
        box: GameBox,
        style: Style | None = None,
        sheets: Sequence[PlacedSheet] | None = None,
        terrain: Mapping[str, Terrain] | None = None,
    ) -> "SceneMap":
        """The prepared picture at once."""
        scene = cls(box, style, sheets, terrain)
        for _ in scene.build():
            pass
        return scene

    def build(self) -> Iterator[float]:
        """Prepares everything; yields the share that is done (0 to 1) after each step of a few milliseconds. Once begun it goes
        on where it was left."""
        if self._steps is None:
            self._steps = self._build()
        return self._steps

    def _build(self) -> Iterator[float]:
        renderers = (*self._renderers, self._margin)
        try:
            for count, renderer in enumerate(renderers):
                for _ in renderer.prepare():
                    yield count / len(renderers)
        except BaseException:
            # What could not be prepared, or was given up for good, is begun anew.
            self._steps = None
            raise
        self.ready, self._steps = True, None
        yield 1.0

    def names_in(self, span: Span) -> Iterator[Polyline]:
        """The corners of the place names that touch a rectangle of the scene, clockwise on the screen."""
        return self._names.corners_in(span)

    def is_laid_like(self, other: "SceneMap | None") -> bool:
        """Whether shapes over this map look as they do over another."""
        return other is not None and (self.transform, self.style) == (other.transform, other.style)

    def take_over(self, box: GameBox, terrain: Mapping[str, Terrain]) -> bool:
        """Whether the picture of one box, whole or not, is that of another as well, edits that are to come included; if so, it
        is the other's from now on. `terrain` holds every kind of terrain in force."""
        ground = self._ground
        if ground.guests or not ground.looks.are_like(Looks(self.style, terrain)):
            return False
        if ground.sheets != box.sheets:
            return False
        if not all(old.sheet.is_keyed_like(new.sheet) for old, new in zip(ground.sheets, box.sheets, strict=True)):
            return False
        if self.ready:
            for _ in self.catch_up():
                pass
        self.box = box
        return True

    def must_rebuild(self, touched: Touched) -> bool:
        """Whether an edit wants another `SceneMap`: other grids, sheets, looks, or more items than can be followed at once."""
        return bool(touched.aspects & {Aspect.SHEETS, Aspect.TERRAIN}) or len(touched.items) > MOST_ITEMS

    def can_follow(self, box: GameBox, touched: Touched) -> bool:
        """Whether `change` will do for an edit, which no other contour interval will either."""
        if not self.ready or self._ground.guests or self.must_rebuild(touched):
            return False
        return all(
            placed.sheet.contour_interval == box.sheets[number].sheet.contour_interval
            for number, placed in zip(self._numbers, self._ground.sheets, strict=True)
        )

    def change(self, box: GameBox, touched: Touched) -> Changes:
        """Takes over an edited box and prepares anew what depends on the items touched, for an edit that it can follow.

        Returns the rectangles of the scene that have to be painted anew, by layer; pens that are kept visible from afar reach
        out of them by half their `least_px`.
        """
        before = self._ground
        sheets = tuple(box.sheets[number] for number in self._numbers)
        self.box, self._ground = box, replace(before, sheets=sheets)
        change = Change(before, self._ground, _keys(sheets, touched.items))
        found = self._by_layers((renderer, renderer.change(change)) for renderer in self._renderers)
        if self.scans.layer in found:
            # Contours are drawn otherwise where a scanned sheet lies.
            found.setdefault(self.contours.layer, []).extend(found[self.scans.layer])
        return found

    def catch_up(self) -> Iterator[Changes]:
        """Does what `change` has put off, in short steps; each yields rectangles to be painted anew. Nothing has to be done
        when there is nothing left, and a later `change` may come between two steps."""
        for renderer in self._renderers:
            for spans in renderer.catch_up():
                yield self._by_layers([(renderer, spans)])

    def lay(self, renderer: Renderer) -> None:
        """Paints something more in its layer: counters, where the map is written to a file."""
        self._by_layer.setdefault(renderer.layer, []).append(renderer)

    def dismantle(self) -> Iterator[None]:
        """Lets go of all that has been prepared, in short steps. Nothing can be painted after that."""
        self._steps = None
        for renderer in self._renderers:
            yield from renderer.dismantle()

    def _by_layers(self, changes: Iterable[tuple[Renderer, Iterable[Span]]]) -> Changes:
        found: Changes = {}
        for renderer, spans in changes:
            wide = [widened(span, self._reach) for span in dict.fromkeys(spans)]
            if wide:
                found.setdefault(renderer.layer, []).extend(wide)
        return found

    def layer_of(self, section: Section, terrain: str = "") -> str:
        """The layer that shows items of a section of a sheet's file, and of a kind of terrain where that matters."""
        return self._ground.looks.layer_of(section, terrain)

    @property
    def relief(self) -> ReliefRaster | None:
        """The raster behind elevation tint and hill shading, None until one is shown."""
        return self._relief.raster

    def show_relief(self, raster: ReliefRaster | None) -> None:
        """Sets the raster behind elevation tint and hill shading."""
        self._relief.show(raster)

    def take_pictures(self, other: "SceneMap") -> None:
        """Shows the raster and the scanned sheets that another map shows, without preparing them again."""
        self._relief.show_that_of(other._relief)
        self.scans.show(other.scans.pyramids)

    def paint(self, painter: QPainter, layers: LayerState, exposure: Exposure, grouping: Grouping | None = None) -> None:
        """Paints the layers that are shown, in the order of the state; the painter's transform leads from the scene to the
        device. The margin comes last, so that nothing runs over the edge. `grouping` keeps translucent layers together on what
        is no picture of pixels.
        """
        painter.setRenderHints(_HINTS)
        exposure = replace(exposure, scans=layers.shows(self.scans.layer))
        for layer, renderers in self._stack(layers):
            paint_layer(painter, renderers, exposure, layers.opacity(layer), grouping)

    def parts(self, layers: LayerState) -> tuple[Part, ...]:
        """The layers that are shown in their order as parts of a picture, of which those that a brush changes are not kept."""
        stack = self._stack(layers)
        runs = [(kept, tuple(run)) for kept, run in groupby(stack, lambda each: each[0] not in _BRUSHED)]
        return tuple(
            Part(frozenset(layer for layer, _ in run), kept, partial(self._paint_some, run, layers)) for kept, run in runs
        )

    def _stack(self, layers: LayerState) -> list["_Shown"]:
        """The layers that are shown with their renderers, from the bottom up; the margin comes last. What has no renderer here,
        as counters in the window, is none."""
        stack: list[_Shown] = [(layer, self._by_layer[layer]) for layer in layers.order if layer in self._by_layer]
        return [each for each in (*stack, (self._margin.layer, (self._margin,))) if layers.shows(each[0])]

    def _paint_some(self, stack: Iterable["_Shown"], layers: LayerState, painter: QPainter, exposure: Exposure) -> None:
        painter.setRenderHints(_HINTS)
        exposure = replace(exposure, scans=layers.shows(self.scans.layer))
        for layer, renderers in stack:
            paint_layer(painter, renderers, exposure, layers.opacity(layer))


def _keys(sheets: Sequence[PlacedSheet], items: Iterable[ItemRef]) -> dict[tuple[int, Section], tuple[Key, ...]]:
    """The keys of items by the position of their sheet and by section, in order."""
    numbers: dict[str, list[int]] = {}
    for number, placed in enumerate(sheets):
        numbers.setdefault(placed.file, []).append(number)
    found: dict[tuple[int, Section], list[Key]] = {}
    for ref in items:
        for number in numbers.get(ref.sheet, ()):
            found.setdefault((number, ref.section), []).append(ref.key)
    return {place: tuple(sorted(keys)) for place, keys in found.items()}
