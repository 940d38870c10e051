"""The terrain brush: kinds that fill hexes, and areas along hexsides that grow and merge."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.tools.context import ToolContext
from app.tools.drawing import InSlices
from app.tools.options import Flag, Option
from app.tools.strokes import ALT, StrokeTool
from app.tools.terrain_picks import TerrainPicks, TerrainTool
from app.tools.tool import Pointer, is_plain
from core.geometry.hex_clip import hex_under
from core.geometry.hexes import Hex
from core.model.edits.flood import terrain_at
from core.model.edits.hex_edits import HexAreas, paint_terrain, unpaint_terrain
from core.model.maps import Section
from core.model.terrain import Terrain, TerrainKind


def is_ground(terrain: Terrain) -> bool:
    """Whether terrain can be painted hex by hex."""
    return terrain.kind in (TerrainKind.HEX, TerrainKind.AREA)


def section_of(kind: TerrainKind) -> Section:
    """The section of a sheet that holds what the brush paints of a kind."""
    return "hexes" if kind is TerrainKind.HEX else "areas"


class BrushTool(TerrainTool, StrokeTool):
    """Paints terrain hex by hex. Alt and a click, or K, picks the terrain under the pointer."""

    id = "brush"
    icon = "brush"
    keys = "B"
    own_keys = (*StrokeTool.own_keys, "K")

    def __init__(self, context: ToolContext, picks: TerrainPicks, areas: HexAreas) -> None:
        super().__init__(context, picks)
        self._areas = areas
        self._replacing = True
        self._warming = InSlices(self)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Terrain brush")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Drag to paint; Shift goes straight on, Ctrl takes away, Alt or K picks; [ and ] size, 1–9 or T terrain; or Enter."
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Terrain, size, and whether other areas give way."""
        terrain = self.terrain_option(self.tr("Terrain"))
        current = self._picks.current
        if current is None or current.kind is TerrainKind.HEX:
            return terrain, self.size_option
        return terrain, self.size_option, Flag("replacing", self.tr("Other areas give way"), self._replacing, self._replace)

    def start(self) -> None:
        """Measures the areas of the map between frames, so that the first stroke need not."""
        super().start()
        self._warming.begin(self._areas.warm(self.box))

    def stop(self) -> None:
        """Leaves the rest unmeasured."""
        super().stop()
        self._warming.stop()

    def ready(self, removing: bool) -> bool:
        """Whether there is terrain to paint and its layer may be changed."""
        current = self._picks.current
        if current is None:
            self.context.status(self.tr("This box knows no terrain that fills hexes or areas."))
            return False
        return self.may_change(section_of(current.kind), current.id)

    def paint(self, hexes: frozenset[Hex], removing: bool) -> None:
        """Paints the hexes."""
        current = self._picks.current
        if current is None:
            return
        if removing:
            self.do(unpaint_terrain(self.box, current, hexes, self._areas))
        else:
            self._picks.choose(current.id)
            self.do(paint_terrain(self.box, current, hexes, self._areas, self._replacing))

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Begins a stroke, or picks."""
        if pointer.modifiers & ALT:
            self._pick(hex_under(pointer.point))
        else:
            super().pointer_pressed(pointer)

    def wants(self, event: QKeyEvent) -> bool:
        """The key that picks."""
        return self._picks_by(event) or super().wants(event)

    @staticmethod
    def _picks_by(event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_K and is_plain(event)

    def key(self, event: QKeyEvent) -> bool:
        """Picks what is under the pointer."""
        if not self._picks_by(event):
            return super().key(event)
        self._pick(self._over)
        return True

    def _replace(self, replacing: bool) -> None:
        self._replacing = replacing

    def _pick(self, place: Hex | None) -> None:
        found = terrain_at(self.box, place) if place in self.box.cells and place is not None else ""
        if found in self.terrains:
            self.take_terrain(found)
            self.context.status(self.tr("Painting {terrain}.").replace("{terrain}", self.chart[found].name.lower()))
        else:
            self.context.status(self.tr("There is nothing here that the brush can paint."))
