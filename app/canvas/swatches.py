"""Small pictures of kinds of terrain as the map draws them, for lists and buttons."""

import math
from collections.abc import Mapping
from types import MappingProxyType

import immutables
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap

from app.canvas.layers import Exposure, LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX, Span
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Grid, HexContent, MapSheet, Path, SideFeature
from core.model.terrain import Terrain, TerrainKind

SHOWN_HEXES = 1.4
SHOWN_SIDE = 0.9
"""The width of the ground that a picture shows, in hexes; of a hexside more closely."""

_COLUMNS = _ROWS = 3
_MIDDLE = (2, 2)
_CENTRE = (math.sqrt(3), 2.0)
_SIDE = (math.sqrt(3), 2.5)
"""The middle of the hex in the middle, and of its northern hexside."""

_LAYERS = LayerState.only("paper", "areas", "hexes", "water", "roads", "buildings", "sides")


class Swatches:
    """Pictures of terrain, each drawn once. `terrain` is what is known of the kinds that are asked for."""

    def __init__(self, terrain: Mapping[str, Terrain] = MappingProxyType({})) -> None:
        self._terrain = terrain
        self._drawn: dict[tuple[str, int, float], QPixmap] = {}

    def pixmap(self, kind: str, size: int, density: float = 1.0) -> QPixmap:
        """A square picture, `size` pixels wide at normal density; empty for a kind that is not known."""
        key = (kind, size, density)
        if key not in self._drawn:
            self._drawn[key] = self._draw(kind, round(size * density))
            self._drawn[key].setDevicePixelRatio(density)
        return self._drawn[key]

    def icon(self, kind: str, size: int, density: float = 1.0) -> QIcon:
        """The same as an icon."""
        return QIcon(self.pixmap(kind, size, density))

    def _draw(self, kind: str, pixels: int) -> QPixmap:
        terrain = self._terrain.get(kind)
        if terrain is None:
            empty = QPixmap(QSize(pixels, pixels))
            empty.fill(Qt.GlobalColor.transparent)
            return empty
        scene = SceneMap.whole(sample(terrain, self._terrain))
        x, y = scene.transform.xy(_SIDE if terrain.kind is TerrainKind.SIDE else _CENTRE)
        half = (SHOWN_SIDE if terrain.kind is TerrainKind.SIDE else SHOWN_HEXES) * HEX / 2
        span: Span = (x - half, y - half, x + half, y + half)
        scale = pixels / (2 * half)
        picture = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(scene.style.paper.colour)
        painter = QPainter(picture)
        painter.scale(scale, scale)
        painter.translate(-span[0], -span[1])
        scene.paint(painter, _LAYERS, Exposure(span, scale))
        painter.end()
        return QPixmap.fromImage(picture)


def sample(terrain: Terrain, chart: Mapping[str, Terrain]) -> GameBox:
    """A map of a few hexes that shows one kind of terrain in its middle."""
    x, y = _CENTRE
    grid = Grid(_COLUMNS, _ROWS, Numbering("{column:02}.{row:02}", _COLUMNS, _ROWS))
    match terrain.kind:
        case TerrainKind.AREA:
            ring = ((x - 0.6, y - 0.5), (x + 0.6, y - 0.5), (x + 0.6, y + 0.5), (x - 0.6, y + 0.5), (x - 0.6, y - 0.5))
            sheet = MapSheet("A", grid, areas=(Area(terrain.id, (ring,)),))
        case TerrainKind.HEX:
            sheet = MapSheet("A", grid, hexes=immutables.Map({_MIDDLE: HexContent(terrain.id)}))
        case TerrainKind.PATH:
            bend = ((x - 1.2, y - 0.35), (x - 0.3, y - 0.1), (x + 0.3, y + 0.1), (x + 1.2, y + 0.35))
            sheet = MapSheet("A", grid, paths=(Path(terrain.id, bend),))
        case TerrainKind.SIDE:
            sheet = MapSheet("A", grid, sides=(SideFeature(terrain.id, (_MIDDLE, (2, 3))),))
    return GameBox("", "", (PlacedSheet(sheet, SheetFrame.place("odd")),), terrain=chart)
