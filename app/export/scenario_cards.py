"""Turn tracks and set-up cards on paper: where everything stands, in millimetres, and painting it.

Pages are pure data (`Sheet`); `paint_sheet` paints one with a painter whose unit is a millimetre, into a PDF file, on a printer
or for a preview alike.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from app.export.scenario_words import Card, CardLine, TurnBox
from core.model.scenario import Light

TITLE_MM, HEAD_MM, TEXT_MM, SMALL_MM = 5.0, 3.6, 3.0, 2.5
"""How high words are: of titles, of heads, of lines, and in the boxes of a track."""

LEADING = 1.3
"""From line to line, as a share of the height of words."""

GAP_MM = 1.6
LINE_MM = 0.18
BAND_MM = 3.0
"""The band in the colour of a side, at the top of its card."""

BOX_WIDTH_MM, BOX_HEIGHT_MM = 34.0, 30.0
"""The least size of a box of a track."""

SIGN_MM = 4.2
"""The sign of the light."""

LEAST_SCALE = 0.1
"""How small letters may become where a page is too full for what stands in one piece."""

WHO_SHARE = 0.42
"""How much of a line is for who."""

INK, PALE, SHADE = QColor(0, 0, 0), QColor(70, 70, 70), QColor(226, 226, 232)

_FONT_PX = 100
_WRAP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScenarioCards", text)


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle in millimetres from the left and from the top."""

    left: float
    top: float
    width: float
    height: float

    @property
    def rect(self) -> QRectF:
        """The same for Qt."""
        return QRectF(self.left, self.top, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Words:
    """A text that is wrapped in its room; `mm` is how high its letters are."""

    room: Room
    text: str
    mm: float = TEXT_MM
    bold: bool = False
    pale: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle with a line around it, shaded or not; `colour` fills it, "" for none."""

    room: Room
    shaded: bool = False
    colour: str = ""
    line: bool = True


@dataclass(frozen=True, slots=True)
class LightSign:
    """The sign of the light of a turn: a sun, half a one, or a moon."""

    room: Room
    light: Light


Mark = Words | Frame | LightSign


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page: its size in millimetres, and what stands on it, what lies below first."""

    width: float
    height: float
    marks: tuple[Mark, ...]


@lru_cache(maxsize=4)
def _metrics(bold: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(bold))


def _font(bold: bool) -> QFont:
    font = QFont("DejaVu Sans")
    font.setPixelSize(_FONT_PX)
    font.setBold(bold)
    return font


def height_of(text: str, width: float, mm: float = TEXT_MM, bold: bool = False) -> float:
    """How high a text is that is wrapped into a width, in millimetres; nothing for no text."""
    if not text:
        return 0.0
    scale = mm / _FONT_PX
    bounds = _metrics(bold).boundingRect(QRectF(0, 0, width / scale, 1e6), int(_WRAP), text)
    # A little more than is measured: printers round widths of letters otherwise.
    return bounds.height() * scale + 0.15 * mm


def width_of(text: str, mm: float = TEXT_MM, bold: bool = False) -> float:
    """How wide a text is in one line, in millimetres."""
    return _metrics(bold).horizontalAdvance(text) * mm / _FONT_PX


# Turn track ---------------------------------------------------------------------------------------------------------------


def track_sheets(title: str, boxes: Sequence[TurnBox], width: float, height: float, margin: float = 10.0) -> tuple[Sheet, ...]:
    """The turn track on as many pages as it needs, each with its title; every row is as high as its fullest box."""
    wide, high = width - 2 * margin, height - 2 * margin
    columns = max(1, int(wide // BOX_WIDTH_MM))
    across = wide / columns
    head = TITLE_MM * LEADING + GAP_MM
    pages: list[list[Mark]] = []
    top = high + 1
    for start in range(0, len(boxes), columns):
        row = boxes[start : start + columns]
        tall = min(max(BOX_HEIGHT_MM, *(_box_height(each, across) for each in row)), high - head)
        if top + tall > high:
            pages.append([Words(Room(margin, margin, wide, head), title, TITLE_MM, True)])
            top = head
        for n, each in enumerate(row):
            pages[-1] += _box_marks(each, Room(margin + n * across, margin + top, across, tall))
        top += tall
    return tuple(Sheet(width, height, tuple(marks)) for marks in pages)


def _box_texts(box: TurnBox) -> tuple[tuple[str, float, bool], ...]:
    """The texts of a box below its head: words, height, and whether they are bold."""
    light = {"day": "", "twilight": _tr("twilight"), "night": _tr("night")}[box.light]
    sky = ", ".join(part for part in (light, box.visibility, box.weather) if part)
    texts = [(box.date, SMALL_MM, False), (sky, SMALL_MM, True)]
    texts += [(each, SMALL_MM, False) for each in box.events]
    texts.append((box.note, SMALL_MM, False))
    return tuple(each for each in texts if each[0])


def _box_head(box: TurnBox) -> str:
    return box.title if box.title == str(box.number) or not box.number else f"{box.number}.  {box.title}"


def _box_height(box: TurnBox, across: float, scale: float = 1.0) -> float:
    inner = across - 2 * GAP_MM
    high = height_of(_box_head(box), inner - SIGN_MM - GAP_MM, HEAD_MM * scale, True)
    return 2 * GAP_MM + high + sum(height_of(text, inner, mm * scale, bold) for text, mm, bold in _box_texts(box))


def _box_marks(box: TurnBox, room: Room) -> list[Mark]:
    """A box; where it is fuller than the page is high, its letters are smaller."""
    scale = _fitting(lambda scale: _box_height(box, room.width, scale), room.height)
    marks: list[Mark] = [Frame(room, shaded=box.light == "night")]
    inner, left, top = room.width - 2 * GAP_MM, room.left + GAP_MM, room.top + GAP_MM
    if box.number:
        marks.append(LightSign(Room(room.left + room.width - GAP_MM - SIGN_MM, top, SIGN_MM, SIGN_MM), box.light))
    for n, (text, mm, bold) in enumerate(((_box_head(box), HEAD_MM, True), *_box_texts(box))):
        wide = inner - SIGN_MM - GAP_MM if n == 0 else inner
        tall = height_of(text, wide, mm * scale, bold)
        marks.append(Words(Room(left, top, wide, tall), text, mm * scale, bold))
        top += tall
    return marks


def _fitting(height: Callable[[float], float], room: float) -> float:
    """How much smaller letters must be for something to fit: 1 where it does as it is."""
    scale = 1.0
    while height(scale) > room and scale > LEAST_SCALE:
        scale *= 0.94
    return scale


# Set-up cards -------------------------------------------------------------------------------------------------------------


def card_sheets(card: Card, width: float, height: float, margin: float = 10.0) -> tuple[Sheet, ...]:
    """The card of a side on as many pages as it needs; a line never breaks over two of them."""
    return _Flow(card, width, height, margin).sheets()


class _Flow:
    """Sets lines one below the other, and begins a page where one is full."""

    def __init__(self, card: Card, width: float, height: float, margin: float) -> None:
        self._card, self._width, self._height, self._margin = card, width, height, margin
        self._wide = width - 2 * margin
        self._pages: list[list[Mark]] = []
        self._used = False
        self._top = 0.0

    def sheets(self) -> tuple[Sheet, ...]:
        """All pages."""
        self._begin()
        for part in self._card.parts:
            self._head(part.title, alone=not part.lines, first=part.lines[0] if part.lines else None)
            for line in part.lines:
                self._line(line)
        return tuple(Sheet(self._width, self._height, tuple(marks)) for marks in self._pages)

    @property
    def _bottom(self) -> float:
        return self._height - self._margin

    def _begin(self) -> None:
        """A page with the title of the card, which says from the second one on that it goes on."""
        left, top = self._margin, self._margin
        marks: list[Mark] = []
        if self._card.colour:
            marks.append(Frame(Room(left, top, self._wide, BAND_MM), colour=self._card.colour))
            top += BAND_MM + GAP_MM
        title = f"{self._card.side} · {self._card.title}" + (_tr(" (continued)") if self._pages else "")
        tall = height_of(title, self._wide, TITLE_MM, True)
        marks.append(Words(Room(left, top, self._wide, tall), title, TITLE_MM, True))
        self._pages.append(marks)
        self._used = False
        self._top = top + tall + GAP_MM

    def _head(self, title: str, alone: bool, first: CardLine | None) -> None:
        tall = height_of(title, self._wide, HEAD_MM, True)
        # A head does not stay behind alone at the foot of a page.
        after = self._height_of(first) if first is not None else 0.0
        if self._top + GAP_MM + tall + after > self._bottom and self._used:
            self._begin()
        if self._used:
            self._top += GAP_MM
        self._put(Words(Room(self._margin, self._top, self._wide, tall), title, HEAD_MM, True))
        self._top += tall + (GAP_MM / 2 if alone else GAP_MM)

    def _columns(self) -> tuple[float, float]:
        who = self._wide * WHO_SHARE - GAP_MM
        return who, self._wide - who - GAP_MM

    def _texts(self, line: CardLine) -> tuple[tuple[float, float, str, bool], ...]:
        """The texts of a line: from the left, width, words, and whether they are pale. A line of one text takes it all."""
        who, what = self._columns()
        if not line.what and not line.note:
            return ((0.0, self._wide, line.who, False),)
        right = who + GAP_MM
        return ((0.0, who, line.who, False), (right, what, line.what, False), (right, what, line.note, True))

    def _height_of(self, line: CardLine, scale: float = 1.0) -> float:
        texts, mm = self._texts(line), TEXT_MM * scale
        left = sum(height_of(text, wide, mm) for at, wide, text, _ in texts if at == 0)
        right = sum(height_of(text, wide, mm) for at, wide, text, _ in texts if at)
        return max(left, right) + GAP_MM

    def _line(self, line: CardLine) -> None:
        tall = self._height_of(line)
        if self._top + tall > self._bottom and self._used:
            self._begin()
        scale = _fitting(lambda scale: self._height_of(line, scale), self._bottom - self._top + GAP_MM)
        tops = {False: self._top, True: self._top}
        for at, wide, text, pale in self._texts(line):
            if text:
                high = height_of(text, wide, TEXT_MM * scale)
                self._put(Words(Room(self._margin + at, tops[at > 0], wide, high), text, TEXT_MM * scale, pale=pale))
                tops[at > 0] += high
        self._top += self._height_of(line, scale)

    def _put(self, mark: Mark) -> None:
        self._pages[-1].append(mark)
        self._used = True


# Painting -----------------------------------------------------------------------------------------------------------------


def paint_sheet(painter: QPainter, sheet: Sheet) -> None:
    """Paints a page; one unit of the painter is a millimetre."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for mark in sheet.marks:
        if isinstance(mark, Words):
            _paint_words(painter, mark)
        elif isinstance(mark, Frame):
            _paint_frame(painter, mark)
        else:
            _paint_light(painter, mark)
    painter.restore()


def paint_sheets(painter: QPainter, sheets: Iterable[Sheet], next_page: Callable[[], object] | None = None) -> None:
    """Paints pages one after the other; `next_page` is called between them, as with a printer."""
    for number, sheet in enumerate(sheets):
        if number and next_page is not None:
            next_page()
        paint_sheet(painter, sheet)


def _paint_words(painter: QPainter, mark: Words) -> None:
    scale = mark.mm / _FONT_PX
    painter.save()
    painter.setPen(PALE if mark.pale else INK)
    painter.setFont(_font(mark.bold))
    painter.translate(mark.room.left, mark.room.top)
    painter.scale(scale, scale)
    painter.drawText(QRectF(0, 0, mark.room.width / scale, mark.room.height / scale), int(_WRAP), mark.text)
    painter.restore()


def _paint_frame(painter: QPainter, mark: Frame) -> None:
    rect = mark.room.rect
    if mark.colour:
        painter.fillRect(rect, QColor(mark.colour))
    elif mark.shaded:
        painter.fillRect(rect, SHADE)
    if mark.line:
        painter.setPen(QPen(INK, LINE_MM))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect)


def _paint_light(painter: QPainter, mark: LightSign) -> None:
    """A ring for the day, half filled for twilight; a moon for the night. The words in the box say the same."""
    rect = mark.room.rect.adjusted(LINE_MM, LINE_MM, -LINE_MM, -LINE_MM)
    painter.setPen(QPen(INK, 1.5 * LINE_MM))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if mark.light != "night":
        painter.drawEllipse(rect)
        if mark.light == "twilight":
            painter.setBrush(INK)
            painter.drawChord(rect, 180 * 16, 180 * 16)
        return
    disc, bite = QPainterPath(), QPainterPath()
    disc.addEllipse(rect)
    bite.addEllipse(rect.translated(rect.width() * 0.34, -rect.height() * 0.12))
    painter.setBrush(INK)
    painter.drawPath(disc.subtracted(bite))
