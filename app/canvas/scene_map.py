"""What the maps of a box look like: prepared once in short steps, painted as often as wanted, at any scale, onto anything."""

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QPainter

from app.canvas.areas import Areas
from app.canvas.contours import Contours
from app.canvas.ground import Ground, Margin, Paper, Relief, Shading, Tint
from app.canvas.hexes import HexGrid, HexNumbers, VillageBlocks, WholeHexes
from app.canvas.layers import Exposure, LayerState, Renderer, paint_layer
from app.canvas.lettering import Names, Spots
from app.canvas.lines import Paths
from app.canvas.sides import Sides
from app.canvas.style import Style, load_style
from app.canvas.transform import MapTransform, Span, united, widened
from app.canvas.underlay import Scans
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Section
from core.model.relief import ReliefRaster


class SceneMap:
    """The prepared picture of a box, or of some of its sheets.

    A new one is empty: `build` prepares it, in steps so short that a window can take them between frames. Painting before the
    last step shows what is there.
    """

    def __init__(self, box: GameBox, style: Style | None = None, sheets: Sequence[PlacedSheet] | None = None) -> None:
        self.box = box
        self.style = style or load_style()
        self.transform = MapTransform.of(box)
        ground = Ground.of(box.sheets if sheets is None else sheets, self.transform, self.style)
        self.edges = ground.edges
        self.bounds: Span = widened(united(ground.edges), self.style.paper.margin)
        self.ready = False
        self._relief = Relief(ground)
        self.contours = Contours(ground)
        self.scans = Scans(ground)
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
            Spots(ground),
            Names(ground),
            Margin(ground),
        )

    @classmethod
    def whole(cls, box: GameBox, style: Style | None = None, sheets: Sequence[PlacedSheet] | None = None) -> "SceneMap":
        """The prepared picture at once."""
        scene = cls(box, style, sheets)
        for _ in scene.build():
            pass
        return scene

    def build(self) -> Iterator[float]:
        """Prepares everything; yields the share that is done (0 to 1) after each step of a few milliseconds."""
        for count, renderer in enumerate(self._renderers):
            for _ in renderer.prepare():
                yield count / len(self._renderers)
        self.ready = True
        yield 1.0

    def layer_of(self, section: Section, terrain: str = "") -> str:
        """The layer that shows items of a section of a sheet's file, and of a kind of terrain where that matters."""
        match section:
            case "areas":
                return self.style.areas.get(terrain, self.style.areas["other"]).layer
            case "paths":
                return self.style.path(terrain).layer
            case "sides":
                return self.style.sides.get(terrain, self.style.sides["other"]).layer
            case "lows":
                return "spots"
            case _:
                return section

    @property
    def relief(self) -> ReliefRaster | None:
        """The raster behind elevation tint and hill shading, None until one is shown."""
        return self._relief.raster

    def show_relief(self, raster: ReliefRaster | None) -> None:
        """Sets the raster behind elevation tint and hill shading."""
        self._relief.show(raster)

    def paint(self, painter: QPainter, layers: LayerState, exposure: Exposure) -> None:
        """Paints the layers that are shown; the painter's transform leads from the scene to the device."""
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        for renderer in self._renderers:
            if layers.shows(renderer.layer):
                paint_layer(painter, renderer, exposure, layers.opacity(renderer.layer))
