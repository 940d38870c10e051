"""The chances of a chart as bars: one bar for each column, as long as the dice are certain to give something, cut into results.

Every result has a colour and a pattern of its own, and its name stands in its part of the bar wherever there is room.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.panels.charts.words import chance_words
from app.panels.flow import FlowBox
from app.panels.tints import tints
from app.panels.words import tr
from core.base.colours import BLACK, WHITE, contrast, mixed

_PATTERNS = (
    Qt.BrushStyle.NoBrush,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense6Pattern,
    Qt.BrushStyle.HorPattern,
    Qt.BrushStyle.FDiagPattern,
    Qt.BrushStyle.VerPattern,
    Qt.BrushStyle.DiagCrossPattern,
)
"""What lies over the colours in turn; neighbours in the order of results never have the same."""

_HATCH_STRENGTH = 0.4
_DARK = 0.179
"""Below this lightness white words stand out more than black ones."""

_PLATE_PAD = 2
PLATE_CONTRAST = 7.0
"""Small words on a hatch are read at that."""

LEAST_BAR_LETTERS = 22
"""Letters that the narrowest bar is as long as."""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a bar that belongs to one result: from `left`, `width` pixels long."""

    result: str
    chance: Fraction
    left: int
    width: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, and the chance of every result in the order in which they are drawn."""

    label: str
    chances: tuple[tuple[str, Fraction], ...]


def shares(chances: Sequence[tuple[str, Fraction]], width: int) -> tuple[Share, ...]:
    """Chances that add up to 1 as parts of a bar, without a gap, together exactly as long as it.

    The edges of the parts lie on whole pixels, no further than half a pixel from where they belong.
    """
    found, edge, whole = [], 0, Fraction(0)
    for result, chance in chances:
        whole += chance
        end = _rounded(whole * width)
        found.append(Share(result, chance, edge, end - edge))
        edge = end
    return tuple(found)


def _rounded(value: Fraction) -> int:
    """The nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def bar_of(label: str, chances: Mapping[str, Fraction], order: Sequence[str]) -> Bar:
    """The bar of a column: results in an order, those that cannot come left out, others last."""
    listed = [each for each in order if each in chances]
    rest = [each for each in chances if each not in order]
    return Bar(label, tuple((each, chances[each]) for each in (*listed, *rest) if chances[each]))


@dataclass(frozen=True, slots=True)
class Look:
    """How one result is drawn: its ground, what is hatched over it, and the colour of words on it."""

    ground: QColor
    pattern: Qt.BrushStyle
    ink: QColor


def look_of(number: int, count: int, palette: QPalette) -> Look:
    """The look of a result by its place among all: from pale to strong, each with a pattern unlike its neighbours'."""
    own = tints(palette)
    low, high = QColor(own.chip), QColor(own.accent)
    part = number / max(1, count - 1)
    ground = QColor.fromRgbF(*(a + (b - a) * part for a, b in zip(_rgb(low), _rgb(high), strict=True)))
    ink = QColor(Qt.GlobalColor.white if _light(ground) < _DARK else Qt.GlobalColor.black)
    return Look(ground, _PATTERNS[number % len(_PATTERNS)], ink)


def plate_of(look: Look) -> QColor:
    """The ground right under the words of a result: its own, made lighter or darker until they stand out well."""
    ground, ink = look.ground.name(), look.ink.name()
    away, share, found = (WHITE if ink == BLACK else BLACK), 0.0, ground
    while contrast(found, ink) < PLATE_CONTRAST:
        share += 0.05
        found = mixed(ground, away, share)
    return QColor(found)


def _light(colour: QColor) -> float:
    """How light a colour seems, from 0 to 1, as the guidelines for contrast measure it."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _rgb(colour))
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _rgb(colour: QColor) -> tuple[float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF()


def paint_look(painter: QPainter, rect: QRectF, look: Look) -> None:
    """Fills a rectangle with ground and pattern."""
    painter.fillRect(rect, look.ground)
    if look.pattern != Qt.BrushStyle.NoBrush:
        hatch = QColor(look.ink)
        hatch.setAlphaF(_HATCH_STRENGTH)
        painter.fillRect(rect, QBrush(hatch, look.pattern))


class ChanceBars(QWidget):
    """Bars below each other, with their labels at the left.

    The arrow keys move from bar to bar and from result to result, and say what is there; `picked` carries the number of a bar
    and a result when they, or a click, have chosen one. `show_pick` frames one without telling.
    """

    picked = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()
        self._order: tuple[str, ...] = ()
        self._picked: tuple[int, str] | None = None
        self._side = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Chances of results, one bar for each column"))

    @property
    def bars(self) -> tuple[Bar, ...]:
        """What is drawn."""
        return self._bars

    @property
    def picked_bar(self) -> int | None:
        """The number of the bar that is framed, or that has the framed result."""
        return self._picked[0] if self._picked is not None else None

    def show_bars(self, bars: Sequence[Bar], order: Sequence[str]) -> None:
        """Draws other bars; `order` are all their results, which decides their looks."""
        self._bars, self._order = tuple(bars), tuple(order)
        self._picked = None
        self._measure()

    def show_pick(self, number: int, result: str = "") -> None:
        """Frames a result of a bar, or the whole bar; a number of which there is no bar frames nothing."""
        self._picked = (number, result) if 0 <= number < len(self._bars) else None
        self._speak()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its labels and a short bar, as high as all bars."""
        letter = self.fontMetrics().averageCharWidth()
        return QSize(self._side + LEAST_BAR_LETTERS * letter, len(self._bars) * self._step() + 2)

    def minimumSizeHint(self) -> QSize:
        """It is never smaller."""
        return self.sizeHint()

    def segments(self, number: int) -> tuple[Share, ...]:
        """The parts of a bar, measured from its left end."""
        return shares(self._bars[number].chances, max(0, self.width() - self._side - 2))

    def place_of(self, number: int, share: Share) -> QRectF:
        """Where a part of a bar is drawn."""
        step = self._step()
        return QRectF(self._side + share.left, number * step + step * 0.1, share.width, step * 0.8)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the bars that are to be seen."""
        painter = QPainter(self)
        step = self._step()
        looks = {each: look_of(n, len(self._order), self.palette()) for n, each in enumerate(self._order)}
        for number in range(event.rect().top() // step, min(len(self._bars), event.rect().bottom() // step + 1)):
            self._paint_bar(painter, number, looks)
        self._paint_pick(painter)
        painter.end()

    def _paint_bar(self, painter: QPainter, number: int, looks: Mapping[str, Look]) -> None:
        step, metrics = self._step(), self.fontMetrics()
        chosen = self._picked is not None and self._picked[0] == number
        font = QFont(self.font())
        font.setBold(chosen)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        words = QRectF(0, number * step, self._side - metrics.averageCharWidth(), step)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._bars[number].label)
        painter.setFont(self.font())
        for share in self.segments(number):
            look = looks.get(share.result, look_of(0, 1, self.palette()))
            rect = self.place_of(number, share)
            paint_look(painter, rect, look)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Window), 1))
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
            width = metrics.horizontalAdvance(share.result)
            if width + 2 * _PLATE_PAD + 1 <= share.width:
                plate = QRectF(0, 0, width + 2 * _PLATE_PAD, metrics.height())
                plate.moveCenter(rect.center())
                painter.fillRect(plate, plate_of(look))
                painter.setPen(look.ink)
                painter.drawText(plate, int(Qt.AlignmentFlag.AlignCenter), share.result)

    def _paint_pick(self, painter: QPainter) -> None:
        if self._picked is None:
            return
        number, result = self._picked
        rects = [self.place_of(number, each) for each in self.segments(number) if result in ("", each.result)]
        if not rects:
            return
        frame = rects[0].united(rects[-1])
        for colour, width in ((QPalette.ColorRole.Window, 4), (QPalette.ColorRole.WindowText, 2)):
            painter.setPen(QPen(self.palette().color(colour), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Window), 1, Qt.PenStyle.DotLine))
            painter.drawRect(frame)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move; Home and End go to the first and the last result of a bar."""
        number, result = self._picked or (0, "")
        moves = {
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Home: (0, -len(self._order)),
            Qt.Key.Key_End: (0, len(self._order)),
        }
        move = moves.get(Qt.Key(event.key()))
        if move is None or not self._bars:
            super().keyPressEvent(event)
            return
        if self._picked is not None:
            number = min(max(number + move[0], 0), len(self._bars) - 1)
        results = [each for each, _ in self._bars[number].chances]
        at = results.index(result) if result in results else self._nearest(results, result)
        self._pick(number, results[min(max(at + move[1], 0), len(results) - 1)])

    def _nearest(self, results: Sequence[str], result: str) -> int:
        """The place of the result of a bar that comes nearest to one that it does not have."""
        if result not in self._order:
            return 0
        at = self._order.index(result)
        return min(range(len(results)), key=lambda n: abs(self._order.index(results[n]) - at))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses what is clicked."""
        found = self._at(event.position().toPoint())
        if found is not None:
            self._pick(found[0], found[1].result if found[1] is not None else "")

    def event(self, event: QEvent) -> bool:
        """Tells what is under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._at(event.pos())
            if found is not None and found[1] is not None:
                QToolTip.showText(event.globalPos(), self.words(found[0], found[1].result), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """A new font asks for other sizes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    def words(self, number: int, result: str) -> str:
        """What a part of a bar says."""
        bar = self._bars[number]
        if not result:
            return bar.label
        return f"{bar.label}: {result}, {chance_words(dict(bar.chances).get(result, Fraction(0)))}"

    def _pick(self, number: int, result: str) -> None:
        self.show_pick(number, result)
        self.picked.emit(number, result)

    def _speak(self) -> None:
        said = self.words(*self._picked) if self._picked is not None else ""
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def _at(self, point: QPoint) -> tuple[int, Share | None] | None:
        number = point.y() // self._step()
        if not 0 <= number < len(self._bars):
            return None
        x = point.x() - self._side
        return number, next((each for each in self.segments(number) if each.left <= x < each.left + each.width), None)

    def _step(self) -> int:
        return round(1.7 * self.fontMetrics().height())

    def _measure(self) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        widest = max((metrics.horizontalAdvance(bar.label) for bar in self._bars), default=0)
        self._side = widest + 2 * metrics.averageCharWidth()
        self.setFixedHeight(self.sizeHint().height())
        self.setMinimumWidth(self.sizeHint().width())
        self._speak()
        self.updateGeometry()
        self.update()


class Legend(FlowBox):
    """The looks of all results, each with its name, in the order of the chart."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, 8)
        self._swatches: list[_Swatch] = []
        self.setAccessibleName(tr("Legend"))

    def show_results(self, results: Sequence[str]) -> None:
        """Shows other results."""
        for swatch in self._swatches:
            self.flow.removeWidget(swatch)
            swatch.hide()
            swatch.deleteLater()
        self._swatches = [_Swatch(result, number, len(results), self) for number, result in enumerate(results)]
        for swatch in self._swatches:
            self.flow.addWidget(swatch)
        self.updateGeometry()

    @property
    def results(self) -> tuple[str, ...]:
        """What is shown."""
        return tuple(swatch.accessibleName() for swatch in self._swatches)


class _Swatch(QWidget):
    """A small piece of a bar and the name of its result."""

    def __init__(self, result: str, number: int, count: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._result, self._number, self._count = result, number, count
        self.setAccessibleName(result)

    def sizeHint(self) -> QSize:
        """Room for both."""
        metrics = self.fontMetrics()
        return QSize(round(1.8 * metrics.height()) + metrics.horizontalAdvance(self._result) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """It is never smaller."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints both."""
        painter = QPainter(self)
        height = self.fontMetrics().height()
        paint_look(painter, QRectF(0, 1, 1.5 * height, height), look_of(self._number, self._count, self.palette()))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        words = QRectF(1.8 * height, 0, self.width(), self.height())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self._result)
        painter.end()
