"""Op sheets as files: PDF with a page for each, SVG and PNG with their pages one below the other; painted on paper as well."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QImage, QImageWriter, QPagedPaintDevice, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.canvas.painters import painting
from app.export.counter_sheets import DPI, in_millimetres, next_page
from app.export.fonts import font_face
from app.export.limits import LEAST_DPI, LONGEST_SIDE, MM_PER_INCH, MOST_DPI
from app.export.op_sheets.form import LEAST_ROOM_MM, FormPage, all_pages
from app.export.op_sheets.picture import BAR_TICK_MM, MapPart, paint_scale
from app.export.op_sheets.words import SheetForm
from app.export.paper import PageWish, Turn, find_paper
from app.export.pdf import pdf_file
from app.export.scenario_cards import GAP_MM, SMALL_MM, Frame, Room, Sheet, Words, paint_sheet, width_of
from core.base.atomic import replaced
from core.base.errors import WrongUse
from core.model.orders import OpSheet

SVG_DPI = 300
"""Dots to the inch by which the lines of an SVG are placed; its letters have whole sizes in them."""

SLACK_MM = 1.0
"""A file has whole dots, and may so be a little wider than its page."""

BOLD_FROM = 500
"""Weights above this are bold."""

MOST_PIXELS = 120_000_000
"""Pixels of a picture; it takes four bytes each while it is drawn."""


@dataclass(frozen=True)
class FormJob:
    """What is printed: a title, the paper as it lies, the pages, and what paints graphics of sheets, by their ids."""

    title: str
    page: tuple[float, float]
    sheets: tuple[FormPage, ...]
    part: MapPart
    orders: Mapping[str, OpSheet] = field(default_factory=lambda: MappingProxyType({}))


def form_job(title: str, forms: Sequence[SheetForm], orders: Sequence[OpSheet], part: MapPart, wish: PageWish) -> FormJob:
    """Sets forms on paper. Where it may lie either way it lies as needs fewer pages, else as the maps become larger.

    Raises WrongUse for paper that there is not, and for margins that leave too little of it.
    """
    paper = find_paper(wish.paper)
    by_id = {sheet.id: sheet for sheet in orders}
    pages: dict[Turn, tuple[float, float]] = {
        "portrait": (paper.width, paper.height),
        "landscape": (paper.height, paper.width),
    }
    wanted = list(pages.values()) if wish.turn == "fewest" else [pages[wish.turn]]
    if not math.isfinite(wish.margin) or wish.margin < 0 or paper.width - 2 * wish.margin < LEAST_ROOM_MM:
        raise WrongUse(
            f"Margins of {wish.margin:g} mm leave too little of {paper.title} paper for an op sheet. "
            f"Allowed: 0 to {(paper.width - LEAST_ROOM_MM) / 2:g} mm, or larger paper."
        )

    def shown(id_: str) -> bool:
        return part.shows(by_id[id_])

    jobs = [FormJob(title, page, all_pages(forms, *page, wish.margin, shown), part, by_id) for page in wanted]
    return min(jobs, key=lambda job: (len(job.sheets), -_scales(job)))


def _scales(job: FormJob) -> float:
    """How large hexes are on all graphics together."""
    found = 0.0
    for page in job.sheets:
        placing = job.part.placing(job.orders[page.sheet], page.graphic) if page.graphic is not None else None
        found += placing.hex_mm if placing is not None else 0.0
    return found


# Painting -------------------------------------------------------------------------------------------------------------------


def paint_form(painter: QPainter, job: FormJob, page: FormPage) -> None:
    """Paints a page; one unit of the painter is a millimetre. The map part must be built."""
    if page.graphic is not None:
        sheet = job.orders[page.sheet]
        job.part.paint(painter, sheet, page.graphic)
        _white_around(painter, page, page.graphic)
    paint_sheet(painter, Sheet(page.width, page.height, page.marks))
    if page.graphic is not None:
        _paint_bar(painter, job, page, page.graphic)


def _white_around(painter: QPainter, page: FormPage, room: Room) -> None:
    """Layers that clip for themselves may have painted beyond the room, and SVG keeps what is clipped."""
    right, bottom = room.left + room.width, room.top + room.height
    for rest in (
        QRectF(0, 0, page.width, room.top),
        QRectF(0, bottom, page.width, page.height - bottom),
        QRectF(0, 0, room.left, page.height),
        QRectF(right, 0, page.width - right + SLACK_MM, page.height),
    ):
        painter.fillRect(rest, Qt.GlobalColor.white)


def _paint_bar(painter: QPainter, job: FormJob, page: FormPage, room: Room) -> None:
    """The scale, in the lower left corner of the map."""
    placing = job.part.placing(job.orders[page.sheet], room)
    long, words = job.part.scale_words(placing)
    wide, tall = width_of(words, SMALL_MM), 1.4 * SMALL_MM
    plate = Room(room.left, room.top + room.height - tall - GAP_MM, 3 * GAP_MM + long + wide, tall + GAP_MM)
    inner = Room(plate.left + GAP_MM, plate.top + GAP_MM / 2, long, tall)
    text = Room(inner.left + long + GAP_MM, inner.top, wide + SMALL_MM, tall)
    paint_sheet(painter, Sheet(page.width, page.height, (Frame(plate, colour="#ffffff"), Words(text, words, SMALL_MM))))
    paint_scale(painter, Room(inner.left, inner.top, inner.width, max(inner.height, BAR_TICK_MM)), long)


def paint_forms(painter: QPainter, job: FormJob, device: QPagedPaintDevice, only: Sequence[int] = ()) -> Iterator[float]:
    """Paints pages one after the other, all of them or some; yields the share done. Raises OSError."""
    yield from (share / 2 for share in job.part.build())
    pages = [job.sheets[number] for number in only] if only else list(job.sheets)
    for number, page in enumerate(pages):
        if number:
            next_page(device)
        paint_form(painter, job, page)
        yield 0.5 + (number + 1) / len(pages) / 2


# Files ----------------------------------------------------------------------------------------------------------------------


def check_file(out: Path, dpi: float, many: bool) -> None:
    """Refuses a file that cannot be written so. Raises WrongUse. `many` says that several sheets are wanted."""
    suffix = out.suffix.lower()
    if suffix not in KINDS:
        raise WrongUse(f'"{out.name}" cannot hold an op sheet. Its name must end in one of: {", ".join(KINDS)}.')
    if many and suffix != ".pdf":
        raise WrongUse(f'"{out.name}" cannot hold a page for each op sheet; only a .pdf file can. Or name one sheet.')
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise WrongUse(f"A resolution of {dpi:g} dots per inch cannot be drawn. Allowed: {LEAST_DPI} to {MOST_DPI}.")


def write_forms(job: FormJob, out: Path, on_progress: Callable[[float], None], dpi: float = 150.0) -> None:
    """Writes all pages; the end of the name says what. The old file stays until the new one is whole. Raises WrongUse for a
    file that cannot be written so, OSError."""
    check_file(out, dpi, many=False)
    with replaced(out) as temporary:
        KINDS[out.suffix.lower()](job, temporary, on_progress, dpi)
    on_progress(1.0)


def _pdf(job: FormJob, out: Path, on_progress: Callable[[float], None], dpi: float) -> None:
    writer = pdf_file(out, job.title, DPI, QSizeF(*job.page))
    with painting(writer) as painter:
        in_millimetres(painter, DPI)
        for done in paint_forms(painter, job, writer):
            on_progress(done)
    # The file is whole when its writer has gone.
    del writer


def _stacked(painter: QPainter, job: FormJob, on_progress: Callable[[float], None]) -> None:
    """All pages, one below the other."""
    for share in job.part.build():
        on_progress(share / 2)
    for number, page in enumerate(job.sheets):
        painter.save()
        painter.translate(0.0, number * page.height)
        if page.graphic is None:
            # The map of the page above may reach into this one.
            painter.fillRect(QRectF(0, 0, page.width, page.height), Qt.GlobalColor.white)
        paint_form(painter, job, page)
        painter.restore()


def _svg(job: FormJob, out: Path, on_progress: Callable[[float], None], dpi: float) -> None:
    size = _dots(job, SVG_DPI)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(SVG_DPI)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(job.title)
    with painting(generator) as painter:
        in_millimetres(painter, SVG_DPI)
        _stacked(painter, job, on_progress)
    written: QByteArray = buffer.data()
    out.write_bytes(_with_fonts(bytes(written.data())))


def _with_fonts(svg: bytes) -> bytes:
    """The file with the fonts of its text inside, so that lines end where they were measured to end."""
    faces = dict.fromkeys(font_face(_font(family, weight, style)) for family, weight, style in _fonts(svg))
    style = f'<defs>\n<style type="text/css">{" ".join(filter(None, faces))}</style>'
    return svg.replace(b"<defs>", style.encode(), 1)


def _fonts(svg: bytes) -> Iterator[tuple[str, str, str]]:
    """The family, weight and style of each text of a file."""
    group = re.compile(rb'font-family="([^"]*)"[^>]*?font-weight="(\d+)"\s+font-style="(\w+)"')
    for part in svg.split(b"<g ")[1:]:
        found = group.search(part) if b"<text" in part else None
        if found is not None:
            yield found[1].decode(), found[2].decode(), found[3].decode()


def _font(family: str, weight: str, style: str) -> QFont:
    font = QFont(family)
    font.setBold(int(weight) > BOLD_FROM)
    font.setItalic(style == "italic")
    return font


def _png(job: FormJob, out: Path, on_progress: Callable[[float], None], dpi: float) -> None:
    size = _dots(job, dpi)
    if max(size.width(), size.height()) > LONGEST_SIDE or size.width() * size.height() > MOST_PIXELS:
        raise WrongUse(
            f"At {dpi:g} dots per inch this sheet would have {size.width():,} × {size.height():,} pixels. "
            "That is too many: use fewer dots, or PDF or SVG."
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    dots = round(dpi / MM_PER_INCH * 1000)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    image.setText("Title", job.title)
    with painting(image) as painter:
        in_millimetres(painter, dpi)
        _stacked(painter, job, on_progress)
    writer = QImageWriter(str(out), QByteArray(b"PNG"))
    if not writer.write(image):
        raise OSError(f"Qt could not write the picture: {writer.errorString()}.")


def _dots(job: FormJob, dpi: float) -> QSize:
    """The size of all pages one below the other."""
    wide, high = job.page
    return QSize(math.ceil(wide * dpi / MM_PER_INCH), math.ceil(high * len(job.sheets) * dpi / MM_PER_INCH))


KINDS: Mapping[str, Callable[[FormJob, Path, Callable[[float], None], float], None]] = MappingProxyType(
    {".pdf": _pdf, ".svg": _svg, ".png": _png}
)
"""What can be written, by the end of a file's name."""
