"""A map as a file shows it: what is shown and how large, and the sheet in millimetres and dots."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QRect, QSize, QSizeF
from PySide6.QtGui import QPaintDevice, QPdfWriter, QTransform

from app.canvas.layers import Exposure, Grouping, LayerState
from app.canvas.painters import painting
from app.canvas.scans import Pyramid
from app.canvas.scene_map import SceneMap
from app.canvas.style import Style
from app.canvas.transform import HEX, Span
from app.export.groups import PdfGroups
from app.export.limits import MM_PER_INCH, SCREEN_DPI
from app.export.paper import PageWish
from app.export.pdf import pdf_file
from core.model.deployment import Deployment
from core.model.relief import ReliefRaster
from core.model.terrain import Terrain
from core.rules.kernel.ruleset import Ruleset

OnProgress = Callable[[float], None]


@dataclass(frozen=True)
class Look:
    """What a file shows and how large: dots per inch, the distance between hex centres on paper in millimetres (None as the
    style says), layers, the pages that the map is cut over (None for one as large as the map).

    `raster` brings elevation tint and hill shading, `scans` the scanned sheets by file name; without them there are none.
    `deployment` is what lies on the map and in the `boxes` beside it, drawn by the looks of the `ruleset`.
    """

    dpi: float = 150.0
    hex_mm: float | None = None
    layers: LayerState = field(default_factory=LayerState)
    pages: PageWish | None = None
    raster: ReliefRaster | None = None
    scans: Mapping[str, Pyramid] = field(default_factory=lambda: MappingProxyType({}))
    style: Style | None = None
    terrain: Mapping[str, Terrain] | None = None
    deployment: Deployment = field(default_factory=Deployment)
    boxes: tuple[str, ...] = ()
    ruleset: Ruleset | None = None


class Page:
    """One prepared sheet and its size in millimetres and in dots."""

    def __init__(self, scene: SceneMap, look: Look, title: str) -> None:
        self.scene, self.layers, self.dpi, self.title = scene, look.layers, look.dpi, title
        left, top, right, bottom = scene.bounds
        self.mm_per_unit = (look.hex_mm or scene.style.print.hex_mm) / HEX
        self.mm = QSizeF((right - left) * self.mm_per_unit, (bottom - top) * self.mm_per_unit)
        self.scale = look.dpi / MM_PER_INCH * self.mm_per_unit
        self.size = QSize(max(round((right - left) * self.scale), 1), max(round((bottom - top) * self.scale), 1))

    def transform(self, column: int = 0, row: int = 0) -> QTransform:
        """From the scene to the dots of the page, or to those of a part that begins at a column and row of dots."""
        left, top = self.scene.bounds[:2]
        return QTransform(self.scale, 0, 0, self.scale, -left * self.scale - column, -top * self.scale - row)

    def exposure(self, part: QRect | None = None) -> Exposure:
        """The whole page, or a part of its dots."""
        left, top, right, bottom = self.scene.bounds
        span: Span = (left, top, right, bottom)
        if part is not None:
            x, y = left + part.x() / self.scale, top + part.y() / self.scale
            span = (x, y, x + part.width() / self.scale, y + part.height() / self.scale)
        return Exposure(span, self.scale, self.dpi / SCREEN_DPI)

    def paint(self, device: QPaintDevice, grouping: Grouping | None = None) -> None:
        """Paints the whole page; `grouping` keeps translucent layers together where the device takes no pixels."""
        with painting(device, self.transform()) as painter:
            self.scene.paint(painter, self.layers, self.exposure(), grouping)


def keep_groups(out: Path, groups: PdfGroups) -> None:
    """Writes a PDF anew with the translucent layers that it has, each as one."""
    if groups.any:
        out.write_bytes(groups.grouped(out.read_bytes()))


def pdf_writer(out: Path, page: Page, mm: QSizeF) -> QPdfWriter:
    """A PDF file of pages of so many millimetres for a map."""
    return pdf_file(out, page.title, round(page.dpi), mm)
