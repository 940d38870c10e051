"""Makes files of maps: PNG, SVG and PDF from one painter, at the size the style gives a hex on paper."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPaintDevice, QPdfWriter, QTransform
from PySide6.QtSvg import QSvgGenerator

from app.canvas.layers import Exposure, LayerState
from app.canvas.painters import painting
from app.canvas.scene_map import SceneMap
from app.canvas.style import Style, load_style
from app.canvas.transform import HEX, Span
from core.base.atomic import write_bytes
from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox, PlacedSheet
from core.model.relief import ReliefRaster

SCREEN_DPI = 96.0
"""Pixels to the inch of a screen at normal density; decides how much detail a map of a given size on paper shows."""

MM_PER_INCH = 25.4

STRIP = 512
"""Rows of a PNG that are painted at once."""

MOST_PIXELS = 200_000_000
LONGEST_SIDE = 32_000
"""What a picture may measure: the largest takes 800 MB while it is made, and Qt counts no further."""

LEAST_DPI, MOST_DPI = 20, 1200

OnProgress = Callable[[float], None]


class UnknownSheet(WrongUse):
    """A map sheet that the box does not have."""


class UnknownFormat(WrongUse):
    """A file name whose end names no kind of picture that can be written."""


class TooLarge(WrongUse):
    """A picture with more pixels than can be held."""


def find_sheet(box: GameBox, name: str = "") -> PlacedSheet:
    """The sheet with a letter or id, whatever its case; the only sheet of a box needs no name. Raises UnknownSheet."""
    if not name and len(box.sheets) == 1:
        return box.sheets[0]
    for alike in (str, str.casefold):
        for placed in box.sheets:
            if name and alike(name) in map(alike, _names(placed)):
                return placed
    allowed = [known for placed in box.sheets for known in dict.fromkeys(_names(placed)) if known]
    if not name:
        raise UnknownSheet(f"This box has {len(box.sheets)} maps; say which one: {', '.join(allowed)}.")
    raise UnknownSheet(f'This box has no map "{name}".{did_you_mean(name, allowed)}')


def _names(placed: PlacedSheet) -> tuple[str, ...]:
    return placed.letter, placed.sheet.id


def render_box(
    box: GameBox,
    sheet: str,
    out: Path,
    dpi: int = 150,
    layers: LayerState | None = None,
    raster: ReliefRaster | None = None,
    style: Style | None = None,
    on_progress: OnProgress | None = None,
) -> None:
    """Writes one map sheet to `out`; its suffix says what is written. The old file stays until the new one is whole.

    `raster` brings elevation tint and hill shading; without it there are none. `on_progress` hears the share done (0 to 1).
    Raises UnknownSheet, UnknownFormat, TooLarge, WrongUse for an odd resolution, and OSError.
    """
    make = FORMATS.get(out.suffix.lower())
    if make is None:
        given = f'"{out.suffix}" is no kind of picture' if out.suffix else f'"{out.name}" names no kind of picture'
        raise UnknownFormat(f"{given} that can be written. Allowed: {', '.join(FORMATS)}.")
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise WrongUse(f"A resolution of {dpi} dots per inch cannot be drawn. Allowed: {LEAST_DPI} to {MOST_DPI}.")
    placed = find_sheet(box, sheet)
    scene = SceneMap.whole(box, style or load_style(), (placed,))
    scene.show_relief(raster)
    page = Page(scene, layers or LayerState(), dpi, placed.sheet.title or placed.sheet.id)
    write_bytes(out, make(page, on_progress or (lambda share: None)))


class Page:
    """One prepared sheet and its size in dots."""

    def __init__(self, scene: SceneMap, layers: LayerState, dpi: int, title: str) -> None:
        self.scene, self.layers, self.dpi, self.title = scene, layers, dpi, title
        left, top, right, bottom = scene.bounds
        self.mm = QSizeF((right - left) / HEX, (bottom - top) / HEX) * scene.style.print.hex_mm
        self.scale = dpi / MM_PER_INCH * scene.style.print.hex_mm / HEX
        self.size = QSize(max(round((right - left) * self.scale), 1), max(round((bottom - top) * self.scale), 1))

    def transform(self, first_row: int = 0) -> QTransform:
        """From the scene to the dots of the page, or to those of a strip that begins at a row."""
        left, top = self.scene.bounds[:2]
        return QTransform(self.scale, 0, 0, self.scale, -left * self.scale, -top * self.scale - first_row)

    def exposure(self, first_row: int = 0, rows: int | None = None) -> Exposure:
        """The whole page, or a strip of it."""
        left, top, right, bottom = self.scene.bounds
        span: Span = (left, top, right, bottom)
        if rows is not None:
            span = (left, top + first_row / self.scale, right, top + (first_row + rows) / self.scale)
        return Exposure(span, self.scale, self.dpi / SCREEN_DPI)

    def paint(self, device: QPaintDevice) -> None:
        """Paints the whole page."""
        with painting(device, self.transform()) as painter:
            self.scene.paint(painter, self.layers, self.exposure())


def png_image(page: Page, on_progress: OnProgress) -> QImage:
    """The page as a picture, painted strip by strip; where no paper is shown it is transparent. Raises TooLarge."""
    width, height = page.size.width(), page.size.height()
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        raise TooLarge(
            f"At {page.dpi} dots per inch this map would have {width} × {height} pixels; the most is {LONGEST_SIDE} on a side "
            f"and {MOST_PIXELS // 1_000_000} million in all. Use fewer dots, or PDF or SVG."
        )
    opaque = page.layers.shows("paper")
    ground = page.scene.style.paper.margin_colour if opaque else QColor(0, 0, 0, 0)
    image = QImage(page.size, QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground)
    for first in range(0, height, STRIP):
        rows = min(STRIP, height - first)
        strip = QImage(width, rows, image.format())
        strip.fill(ground)
        with painting(strip, page.transform(first)) as painter:
            page.scene.paint(painter, page.layers, page.exposure(first, rows))
        with painting(image) as whole:
            whole.drawImage(0, first, strip)
        on_progress((first + rows) / height)
    dots_per_metre = round(page.dpi / MM_PER_INCH * 1000)
    image.setDotsPerMeterX(dots_per_metre)
    image.setDotsPerMeterY(dots_per_metre)
    image.setText("Title", page.title)
    return image


def _png(page: Page, on_progress: OnProgress) -> bytes:
    buffer = _open_buffer()
    image = png_image(page, on_progress)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError("Qt could not write the picture as PNG.")
    return _written(buffer)


def _svg(page: Page, on_progress: OnProgress) -> bytes:
    buffer = _open_buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(page.dpi)
    generator.setSize(page.size)
    generator.setViewBox(QRect(0, 0, page.size.width(), page.size.height()))
    generator.setTitle(page.title)
    generator.setDescription(page.scene.box.title)
    page.paint(generator)
    on_progress(1.0)
    return _written(buffer)


def _pdf(page: Page, on_progress: OnProgress) -> bytes:
    buffer = _open_buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(page.dpi)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(page.mm, QPageSize.Unit.Millimeter, page.title, QPageSize.SizeMatchPolicy.ExactMatch),
            QPageLayout.Orientation.Portrait,
            QMarginsF(),
        )
    )
    writer.setTitle(page.title)
    page.paint(writer)
    on_progress(1.0)
    return _written(buffer)


FORMATS: dict[str, Callable[[Page, OnProgress], bytes]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
"""What can be written, by the end of a file's name."""


def _open_buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _written(buffer: QBuffer) -> bytes:
    data: QByteArray = buffer.data()
    return bytes(data.data())
