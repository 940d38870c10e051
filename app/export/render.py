"""Makes files of maps: PNG, SVG and PDF from one painter, at the size the style or the user gives a hex on paper."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtSvg import QSvgGenerator

from app.canvas.counters.print import lay_counters
from app.canvas.letters import font_of
from app.canvas.painters import painting
from app.canvas.scene_map import SceneMap
from app.canvas.style import load_style
from app.export.fonts import font_face
from app.export.groups import PdfGroups, SvgGroups
from app.export.limits import LEAST_DPI, LEAST_HEX_MM, LONGEST_SIDE, MOST_DPI, MOST_HEX_MM
from app.export.page import Look, OnProgress, Page, keep_groups, pdf_writer
from app.export.pages import write_pages
from core.base.atomic import replaced
from core.base.errors import WrongUse
from core.model.box import GameBox

POINTS_DPI = 72
"""Points of a PDF to the inch: the fewest dots that Qt gives one."""

STRIP_PIXELS = 4_000_000
"""Pixels of a PNG that are painted before they are packed and forgotten: 16 MB of colours."""

BLOCK = 8192
"""Columns that are painted at once: Qt paints on nothing wider than 32,767 dots."""


class UnknownFormat(WrongUse):
    """A file name whose end names no kind of picture that can be written."""


class TooLarge(WrongUse):
    """A picture with more pixels than can be held."""


def render_box(box: GameBox, sheet: str, out: Path, look: Look | None = None, on_progress: OnProgress | None = None) -> None:
    """Writes one map sheet to `out`; its suffix says what is written. The old file stays until the new one is whole.

    `on_progress` hears the share done (0 to 1). Raises UnknownSheet, UnknownFormat, TooLarge, WrongUse for an odd resolution
    or scale or for pages that cannot be cut, and OSError.
    """
    look = look or Look()
    check_look(out, look)
    if out.suffix.lower() == ".pdf":
        # Qt counts the dots of a PDF in whole numbers, and not below those of its points.
        look = replace(look, dpi=float(max(math.ceil(look.dpi), POINTS_DPI)))
    placed = box.sheet_called(sheet)
    scene = SceneMap.whole(box, look.style or load_style(), (placed,), look.terrain)
    scene.show_relief(look.raster)
    scene.scans.show(look.scans)
    if look.deployment:
        # The boxes beside the map lie below the first of several sheets.
        boxes = look.boxes if placed is box.sheets[0] else None
        lay_counters(scene, look.ruleset, box.oob, look.deployment, boxes)
    page = Page(scene, look, placed.sheet.title or placed.sheet.id)
    told = on_progress or (lambda share: None)
    with replaced(out) as temporary:
        if look.pages is not None:
            write_pages(page, look.pages, temporary, told)
        else:
            FORMATS[out.suffix.lower()](page, temporary, told)
    told(1.0)


def check_look(out: Path, look: Look) -> None:
    """Raises UnknownFormat and WrongUse for what cannot be drawn, before anything is prepared."""
    suffix = out.suffix.lower()
    if suffix not in FORMATS:
        given = f'"{out.suffix}" is no kind of picture' if suffix else f'"{out.name}" names no kind of picture'
        raise UnknownFormat(f"{given} that can be written. Allowed: {', '.join(FORMATS)}.")
    if not LEAST_DPI <= look.dpi <= MOST_DPI:
        raise WrongUse(f"A resolution of {look.dpi:g} dots per inch cannot be drawn. Allowed: {LEAST_DPI} to {MOST_DPI}.")
    if look.hex_mm is not None and not LEAST_HEX_MM <= look.hex_mm <= MOST_HEX_MM:
        raise WrongUse(
            f"Hexes of {look.hex_mm:g} mm from centre to centre cannot be drawn. "
            f"Allowed: {LEAST_HEX_MM:g} to {MOST_HEX_MM:g} mm."
        )
    if look.pages is not None and suffix != ".pdf":
        raise UnknownFormat(f'"{out.name}" cannot hold pages; only a .pdf file can.')


def strips(page: Page) -> Iterator[list[QImage]]:
    """The page as pictures from the top: of each strip its parts from the left.

    Where no paper is shown the picture is transparent. Raises TooLarge.
    """
    width, height = page.size.width(), page.size.height()
    if max(width, height) > LONGEST_SIDE:
        raise TooLarge(
            f"At {page.dpi:g} dots per inch this map would have {width:,} × {height:,} pixels; the most is {LONGEST_SIDE:,} "
            "on a side. Use fewer dots or smaller hexes, or PDF or SVG."
        )
    opaque = page.layers.shows("paper")
    ground = page.scene.style.paper.margin_colour if opaque else QColor(0, 0, 0, 0)
    kind = QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied
    step = min(max(STRIP_PIXELS // width, 16), height)
    for row in range(0, height, step):
        parts = []
        for column in range(0, width, BLOCK):
            part = QRect(column, row, min(BLOCK, width - column), min(step, height - row))
            image = QImage(part.size(), kind)
            image.fill(ground)
            with painting(image, page.transform(column, row)) as painter:
                page.scene.paint(painter, page.layers, page.exposure(part))
            parts.append(image)
        yield parts


def _png(page: Page, out: Path, on_progress: OnProgress) -> None:
    import numpy as np

    from app.export.png import PngWriter, pixels_of

    alpha = not page.layers.shows("paper")
    height, done = page.size.height(), 0
    with out.open("wb") as stream:
        writer = PngWriter(stream, page.size.width(), height, alpha, page.dpi, page.title)
        for parts in strips(page):
            rows = np.concatenate([pixels_of(part, alpha) for part in parts], axis=1)
            writer.add(rows)
            done += rows.shape[0]
            on_progress(done / height)
        writer.end()


def _svg(page: Page, out: Path, on_progress: OnProgress) -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(max(round(page.dpi), 1))
    generator.setSize(page.size)
    generator.setViewBox(QRect(0, 0, page.size.width(), page.size.height()))
    generator.setTitle(page.title)
    generator.setDescription(page.scene.box.title)
    groups = SvgGroups()
    page.paint(generator, groups.group)
    written: QByteArray = buffer.data()
    out.write_bytes(_with_fonts(groups.grouped(bytes(written.data())), page))


def _with_fonts(svg: bytes, page: Page) -> bytes:
    """The file with the font of its text inside. Names and heights are outlines already; only hex numbers are text."""
    if b"<text" not in svg:
        return svg
    face = font_face(font_of(page.scene.style.numbers.letters))
    style = f'<defs>\n<style type="text/css">{face}</style>'.encode()
    return svg.replace(b"<defs>", style, 1) if face else svg


def _pdf(page: Page, out: Path, on_progress: OnProgress) -> None:
    groups = PdfGroups()
    writer = pdf_writer(out, page, page.mm)
    page.paint(writer, groups.group)
    # The file is whole when its writer has gone.
    del writer
    keep_groups(out, groups)


FORMATS: dict[str, Callable[[Page, Path, OnProgress], None]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
"""What can be written, by the end of a file's name."""
