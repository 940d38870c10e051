"""The order of battle as a chart: boxes with symbols and counters, lines between them, sides beside each other or a page each.

It is laid out in millimetres by `core.geometry.tidy_tree`. Letters are outlines, so that a file looks the same everywhere.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPolygonF,
)
from PySide6.QtSvg import QSvgGenerator

from app.canvas.painters import painting
from app.counters.painter import paint_face
from app.counters.symbols import counter_room, paint_symbol, symbol_extent
from app.counters.unit_pictures import FORMATION, side_colours
from app.counters.unit_words import called
from app.export.limits import LEAST_DPI, LONGEST_SIDE, MM_PER_INCH, MOST_DPI
from app.export.paper import PAPERS, Paper, find_paper
from core.base.atomic import replaced
from core.base.colours import is_colour
from core.base.errors import WrongUse, did_you_mean
from core.geometry.tidy_tree import PlacedBox, TreeBox, TreeLook, connectors, extent, tidy_tree
from core.model.box import GameBox
from core.model.oob import Counter, Formation, Oob, Side
from core.rules.kernel.looks import face_of
from core.rules.kernel.ruleset import Ruleset

Show = Literal["counters", "symbols", "formations"]
SHOWS: tuple[Show, ...] = get_args(Show)
"""What a chart shows: counters as they are printed, as symbols with their names, or formations alone."""

Turn = Literal["portrait", "landscape", "fewest"]

LOOK = TreeLook(across=4.0, down=8.0, indent=6.0, hang_from=4)
FACE_MM, FACE_GAP_MM = 10.0, 1.0
SYMBOL_MM = 8.0
NAME_MM, SMALL_MM = 3.0, 2.1
PAD_MM = 1.5
TITLE_MM = 6.0
STRIPE_MM = 1.6
LINE_MM = 0.3
LEAST_NAME_MM, MOST_NAME_MM = 18.0, 46.0
IN_A_ROW, FEW = 6, 4
"""Counters in a row at most; as many as a few stand in one row."""

BESIDE_MM = 12.0
"""Between sides."""

LEAST_LETTERS_MM = 1.2
"""Letters below this height are hard to read on paper."""

MOST_PIXELS = 120_000_000
"""Pixels of a picture; it takes four bytes each while it is drawn."""

INK, QUIET, PAPER_COLOUR = QColor("#1a1a1a"), QColor("#6a6a6a"), QColor("#ffffff")

_MEASURE = 100
"""The size at which letters are measured."""


@dataclass(frozen=True, slots=True)
class ChartWish:
    """What a chart is to be. `sides` are ids, none for all; `paper` is "" for a sheet as large as the chart.

    `per_side` gives each side a page of its own, which only PDF has.
    """

    file: Path
    show: Show = "counters"
    sides: tuple[str, ...] = ()
    per_side: bool = False
    paper: str = ""
    turn: Turn = "fewest"
    margin: float = 10.0
    dpi: float = 150.0

    def arguments(self) -> list[str]:
        """The wish as `phaseline render` reads it, all but the box."""
        found = ["--oob", str(self.file), "--oob-show", self.show, "--dpi", f"{self.dpi:g}"]
        for side in self.sides:
            found += ["--oob-side", side]
        if self.per_side:
            found.append("--oob-page-a-side")
        if self.paper:
            found += ["--pages", self.paper, "--turn", self.turn, "--margin", f"{self.margin:g}"]
        return found


@dataclass(frozen=True)
class Card:
    """What stands in one box: a side or a formation with its counters, or counters that are in none.

    `rows` are lines of its name. The grid of its counters has `columns`.
    """

    item: Side | Formation | None
    name: tuple[str, ...]
    counters: tuple[Counter, ...] = ()
    columns: int = 1


@dataclass(frozen=True)
class Sheet:
    """One page: trees beside each other, each with its left upper corner, and the size of all in millimetres."""

    title: str
    trees: tuple[tuple[tuple[PlacedBox, ...], float], ...] = ()
    size: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Chart:
    """All pages of a chart, and what the reader should know of them."""

    sheets: tuple[Sheet, ...]
    notes: tuple[str, ...] = field(default=())


def lay_out(box: GameBox, ruleset: Ruleset | None, wish: ChartWish) -> Chart:
    """The pages of a chart. Raises WrongUse for a side that there is not, and for a box without any."""
    oob = box.oob
    for id_ in wish.sides:
        if oob.side(id_) is None:
            raise WrongUse(f'There is no side "{id_}" in this box.{did_you_mean(id_, oob.ids("sides"))}')
    chosen = [side for side in oob.sides if not wish.sides or side.id in wish.sides]
    if not chosen:
        raise WrongUse("This box has no side whose order of battle could be drawn.")
    trees = [(side, tidy_tree(_tree(oob, ruleset, side, wish.show), LOOK)) for side in chosen]
    groups = [[each] for each in trees] if wish.per_side else [trees]
    sheets = []
    for group in groups:
        x, placed = 0.0, []
        for _, tree in group:
            placed.append((tree, x))
            x += extent(tree)[0] + BESIDE_MM
        title = f"{box.title}: {group[0][0].name}" if len(group) == 1 else box.title
        # The title has its own line, and may be wider than what it is the title of.
        width = max(x - BESIDE_MM, _width(title, TITLE_MM, bold=True))
        height = max(extent(tree)[1] for tree, _ in placed)
        sheets.append(Sheet(title, tuple(placed), (width, height + 2 * TITLE_MM)))
    return Chart(tuple(sheets), tuple(_strays(oob, chosen, whole=not wish.sides)))


def _strays(oob: Oob, sides: list[Side], *, whole: bool) -> Iterator[str]:
    """What belongs to no side, and so is on no chart."""
    known = {side.id for side in sides}
    count = sum(counter.side not in known for counter in oob.counters) if whole else 0
    if count:
        yield f"{count} counters name no side that there is, and are not on the chart."


def _tree(oob: Oob, ruleset: Ruleset | None, side: Side, show: Show) -> TreeBox:
    """The boxes of a side. Children come first: no file is too deep for it."""
    tops = oob.children("", side.id)
    boxes: dict[str, TreeBox] = {}
    order = [each for top in tops for each in oob.below(top.id)]
    for each in reversed(order):
        inner = tuple(boxes[child.id] for child in oob.children(each.id) if child.id in boxes)
        boxes[each.id] = _box(_card(ruleset, each, oob.members(each.id), show), show, inner)
    inner = tuple(boxes[top.id] for top in tops if top.id in boxes)
    return _box(_card(ruleset, side, oob.members("", side.id), show), show, inner)


def _card(ruleset: Ruleset | None, item: Side | Formation, counters: tuple[Counter, ...], show: Show) -> Card:
    shown = counters if show != "formations" else ()
    card = Card(item, tuple(_wrapped(called(ruleset, item), MOST_NAME_MM, NAME_MM)), shown)
    beside = int((_head_width(card) + FACE_GAP_MM) // (FACE_MM + FACE_GAP_MM))
    columns = max(beside, math.ceil(math.sqrt(len(shown) * 1.5)), min(len(shown), FEW))
    return replace(card, columns=max(min(columns, IN_A_ROW, len(shown)), 1))


def _box(card: Card, show: Show, inner: tuple[TreeBox, ...]) -> TreeBox:
    width = max(_head_width(card), _grid_width(card)) + 2 * PAD_MM
    return TreeBox(card, width, _head_height(card) + _grid_height(card, show) + PAD_MM, inner)


def _head_width(card: Card) -> float:
    wide = max((_width(line, NAME_MM, bold=True) for line in card.name), default=0.0)
    symbol = SYMBOL_MM * 1.5 + PAD_MM if isinstance(card.item, Formation) else 0.0
    return symbol + min(max(wide, LEAST_NAME_MM), MOST_NAME_MM)


def _head_height(card: Card) -> float:
    words = len(card.name) * NAME_MM * 1.35
    symbol = SYMBOL_MM if isinstance(card.item, Formation) else 0.0
    return PAD_MM + max(words, symbol) + (STRIPE_MM if isinstance(card.item, Formation) else 0.0)


def _grid_width(card: Card) -> float:
    return card.columns * (FACE_MM + FACE_GAP_MM) - FACE_GAP_MM if card.counters else 0.0


def _cell_height(show: Show) -> float:
    return FACE_MM + FACE_GAP_MM + (SMALL_MM * 1.2 if show == "symbols" else 0.0)


def _grid_height(card: Card, show: Show) -> float:
    rows = math.ceil(len(card.counters) / card.columns) if card.counters else 0
    return rows * _cell_height(show) + (PAD_MM if rows else 0.0)


# Files ---------------------------------------------------------------------------------------------------------------------


def write_chart(box: GameBox, ruleset: Ruleset | None, wish: ChartWish) -> tuple[str, ...]:
    """Writes a chart, and gives sentences on what the reader should know. The old file stays until the new one is whole.

    Raises WrongUse for a kind of file that cannot be written, for pages that only PDF has, and what is too large; OSError.
    """
    suffix = wish.file.suffix.lower()
    if suffix not in _WRITERS:
        raise WrongUse(f'"{wish.file.name}" names no kind of picture that can be written. Allowed: {", ".join(_WRITERS)}.')
    if not LEAST_DPI <= wish.dpi <= MOST_DPI:
        raise WrongUse(f"A resolution of {wish.dpi:g} dots per inch cannot be drawn. Allowed: {LEAST_DPI} to {MOST_DPI}.")
    if wish.show not in SHOWS:
        raise WrongUse(f'A chart cannot show "{wish.show}".{did_you_mean(wish.show, SHOWS)}')
    chart = lay_out(box, ruleset, wish)
    if len(chart.sheets) > 1 and suffix != ".pdf":
        raise WrongUse(f'"{wish.file.name}" cannot hold a page for each side; only a .pdf file can. Or name one side.')
    brush = _Brush(box.oob, ruleset, wish.show, screen=suffix == ".png")
    pages = [page_of(sheet, wish) for sheet in chart.sheets]
    notes = [*chart.notes]
    smallest = min(page.scale for page in pages) * SMALL_MM
    if wish.paper and smallest < LEAST_LETTERS_MM:
        notes.append(
            f"The smallest letters are {smallest:.2g} mm high on this paper, which is hard to read; "
            "take larger paper, a page for each side, or fewer counters."
        )
    with replaced(wish.file) as temporary:
        _WRITERS[suffix](pages, brush, wish, temporary)
    return tuple(notes)


@dataclass(frozen=True)
class ChartPage:
    """A sheet on paper: the size of the paper, where the sheet begins on it, and how large a millimetre of it is drawn."""

    sheet: Sheet
    size: tuple[float, float]
    at: tuple[float, float]
    scale: float


def page_of(sheet: Sheet, wish: ChartWish) -> ChartPage:
    """How a sheet lies on the paper that is wished: in its middle, as large as fits, never larger than it is.

    Raises WrongUse for margins that leave nothing of the paper.
    """
    width, height = sheet.size
    margin = max(wish.margin, 0.0)
    if not wish.paper:
        return ChartPage(sheet, (width + 2 * margin, height + 2 * margin), (margin, margin), 1.0)
    paper = find_paper(wish.paper)
    found = [_on_paper(sheet, paper, turned, margin) for turned in (False, True) if _may_lie(wish.turn, turned=turned)]
    return max(found, key=lambda page: page.scale)


def _may_lie(turn: str, *, turned: bool) -> bool:
    return turn == "fewest" or (turn == "landscape") == turned


def _on_paper(sheet: Sheet, paper: Paper, turned: bool, margin: float) -> ChartPage:
    across, down = (paper.height, paper.width) if turned else (paper.width, paper.height)
    room = across - 2 * margin, down - 2 * margin
    if min(room) <= 0:
        raise WrongUse(f"Margins of {margin:g} mm leave nothing of {paper.title} paper. Make them smaller.")
    scale = min(room[0] / sheet.size[0], room[1] / sheet.size[1], 1.0)
    return ChartPage(sheet, (across, down), ((across - sheet.size[0] * scale) / 2, margin), scale)


def _paint(painter: QPainter, page: ChartPage, brush: "_Brush", dots: float) -> None:
    """Paints a page where `dots` are those of a millimetre."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(dots, dots)
    painter.translate(*page.at)
    painter.scale(page.scale, page.scale)
    brush.sheet(painter, page.sheet)
    painter.restore()


def _png(pages: list[ChartPage], brush: "_Brush", wish: ChartWish, out: Path) -> None:
    (page,) = pages
    dots = wish.dpi / MM_PER_INCH
    size = QSize(math.ceil(page.size[0] * dots), math.ceil(page.size[1] * dots))
    if max(size.width(), size.height()) > LONGEST_SIDE or size.width() * size.height() > MOST_PIXELS:
        raise WrongUse(
            f"At {wish.dpi:g} dots per inch this chart would have {size.width():,} × {size.height():,} pixels. "
            "That is too many: use fewer dots, or PDF or SVG."
        )
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(PAPER_COLOUR)
    image.setDotsPerMeterX(round(dots * 1000))
    image.setDotsPerMeterY(round(dots * 1000))
    image.setText("Title", page.sheet.title)
    with painting(image) as painter:
        _paint(painter, page, brush, dots)
    writer = QImageWriter(str(out), QByteArray(b"PNG"))
    if not writer.write(image):
        raise OSError(f"Qt could not write the picture: {writer.errorString()}.")


def _svg(pages: list[ChartPage], brush: "_Brush", wish: ChartWish, out: Path) -> None:
    (page,) = pages
    dots = wish.dpi / MM_PER_INCH
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(max(round(wish.dpi), 1))
    size = QSize(math.ceil(page.size[0] * dots), math.ceil(page.size[1] * dots))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(page.sheet.title)
    with painting(generator) as painter:
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), PAPER_COLOUR)
        _paint(painter, page, brush, dots)
    out.write_bytes(bytes(buffer.data().data()))


def _pdf(pages: list[ChartPage], brush: "_Brush", wish: ChartWish, out: Path) -> None:
    writer = QPdfWriter(str(out))
    writer.setResolution(max(round(wish.dpi), 300))
    writer.setTitle(pages[0].sheet.title)
    writer.setCreator("Phaseline")
    writer.setPageLayout(_layout(pages[0]))
    with painting(writer) as painter:
        for number, page in enumerate(pages):
            if number:
                writer.setPageLayout(_layout(page))
                if not writer.newPage():
                    raise OSError("Qt could not begin the next page of the PDF file.")
            _paint(painter, page, brush, writer.resolution() / MM_PER_INCH)
    # The file is whole when its writer has gone.
    del writer


def _layout(page: ChartPage) -> QPageLayout:
    size = QPageSize(QSizeF(*page.size), QPageSize.Unit.Millimeter, page.sheet.title, QPageSize.SizeMatchPolicy.ExactMatch)
    return QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF())


_WRITERS: dict[str, Callable[[list[ChartPage], "_Brush", ChartWish, Path], None]] = {".svg": _svg, ".pdf": _pdf, ".png": _png}

KINDS = tuple(_WRITERS)
"""The ends of the names of files that can be written."""

PAPER_IDS = tuple(paper.id for paper in PAPERS)


# Painting ------------------------------------------------------------------------------------------------------------------


class _Brush:
    """Paints sheets of one order of battle, in millimetres."""

    def __init__(self, oob: Oob, ruleset: Ruleset | None, show: Show, *, screen: bool) -> None:
        self._oob, self._ruleset, self._show = oob, ruleset, show
        self._screen = screen

    def sheet(self, painter: QPainter, sheet: Sheet) -> None:
        """The title, the lines, then the boxes upon them."""
        _write(painter, sheet.title, QPointF(0, TITLE_MM), TITLE_MM, INK, bold=True)
        for tree, x in sheet.trees:
            painter.save()
            painter.translate(x, 2 * TITLE_MM)
            painter.setPen(QPen(INK, LINE_MM * 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
            for line in connectors(tree, LOOK):
                painter.drawPolyline(QPolygonF([QPointF(*point) for point in line]))
            for placed in tree:
                self._card(painter, placed)
            painter.restore()

    def _card(self, painter: QPainter, placed: PlacedBox) -> None:
        card = placed.box.key
        assert isinstance(card, Card)
        area = QRectF(placed.x, placed.y, placed.box.width, placed.box.height)
        side = card.item if isinstance(card.item, Side) else self._oob.side(card.item.side) if card.item is not None else None
        ground, ink = side_colours(side)
        painter.setPen(QPen(INK, LINE_MM))
        painter.setBrush(PAPER_COLOUR)
        painter.drawRect(area)
        words_at = area.left() + PAD_MM
        head = _head_height(card)
        top = area.top() + PAD_MM
        letters = INK
        if isinstance(card.item, Side):
            painter.fillRect(area.adjusted(0, 0, 0, head - area.height()), QColor(ground))
            letters = QColor(ink)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area)
        elif card.item is not None:
            sidc = card.item.sidc or FORMATION
            room = QRectF(words_at, top, SYMBOL_MM * 1.5, SYMBOL_MM)
            paint_symbol(painter, room, sidc, QColor(ink), QColor(ground), room=counter_room(sidc), around=INK)
            words_at = room.right() + PAD_MM
            self._stripe(
                painter, card.item, QRectF(area.left(), area.top() + head - STRIPE_MM / 2, area.width(), STRIPE_MM / 2)
            )
        for number, line in enumerate(card.name):
            at = QPointF(words_at, top + NAME_MM * (1.0 + 1.35 * number))
            _write(painter, line, at, NAME_MM, letters, bold=True, room=area.right() - PAD_MM - words_at)
        self._grid(painter, card, QPointF(area.left() + PAD_MM, area.top() + head + PAD_MM))

    def _stripe(self, painter: QPainter, formation: Formation, area: QRectF) -> None:
        """The band of a formation: of its own colour, else of the one above it."""
        colour = next((each.stripe for each in self._oob.above(formation.id) if is_colour(each.stripe)), "")
        if colour:
            painter.fillRect(area.adjusted(LINE_MM / 2, 0, -LINE_MM / 2, 0), QColor(colour))

    def _grid(self, painter: QPainter, card: Card, at: QPointF) -> None:
        for number, counter in enumerate(card.counters):
            row, column = divmod(number, card.columns)
            cell = QRectF(at.x() + column * (FACE_MM + FACE_GAP_MM), at.y() + row * _cell_height(self._show), FACE_MM, FACE_MM)
            if self._show == "counters":
                face = face_of(self._ruleset, self._oob, counter)
                paint_face(painter, cell, face, px=None if self._screen else math.inf)
            else:
                self._symbol(painter, counter, cell)
            if counter.copies > 1:
                _write(painter, f"×{counter.copies}", QPointF(cell.right() - 3, cell.top() + SMALL_MM), SMALL_MM, QUIET)

    def _symbol(self, painter: QPainter, counter: Counter, cell: QRectF) -> None:
        ground, ink = side_colours(self._oob.side(counter.side))
        sidc = counter.sidc or FORMATION
        room = cell.adjusted(0, 0, 0, -SMALL_MM * 0.3)
        whole = counter_room(sidc).united(symbol_extent(sidc))
        paint_symbol(painter, room, sidc, QColor(ink), QColor(ground), room=whole, around=INK)
        name = called(self._ruleset, counter)
        width = min(_width(name, SMALL_MM), FACE_MM)
        at = QPointF(cell.center().x() - width / 2, cell.bottom() + SMALL_MM)
        _write(painter, name, at, SMALL_MM, INK, room=FACE_MM)


def _font(bold: bool) -> QFont:
    font = QFont()
    font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(_MEASURE)
    font.setBold(bold)
    return font


def _width(text: str, mm: float, *, bold: bool = False) -> float:
    """How wide a line of letters is."""
    return QFontMetricsF(_font(bold)).horizontalAdvance(text) / _MEASURE * mm * 1.3


def _wrapped(text: str, most: float, mm: float) -> Iterator[str]:
    """A text in lines of at most so many millimetres; a word by itself may be longer, and is written narrower."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and _width(longer, mm, bold=True) > most - SYMBOL_MM * 1.5:
            yield line
            line = word
        else:
            line = longer
    yield line


def _write(
    painter: QPainter, text: str, at: QPointF, mm: float, ink: QColor, *, bold: bool = False, room: float = math.inf
) -> None:
    """Letters as outlines, with their foot at a point; what has no room becomes narrower."""
    path = QPainterPath()
    path.addText(0, 0, _font(bold), text)
    scale = mm * 1.3 / _MEASURE
    wide = _width(text, mm, bold=bold)
    painter.save()
    painter.translate(at)
    painter.scale(scale * min(1.0, room / wide if wide > 0 else 1.0), scale)
    painter.fillPath(path, ink)
    painter.restore()
