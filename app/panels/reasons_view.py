"""The reasons of a ruling in order, each with its rule as a chip."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.panels.tints import tints
from app.panels.words import tr
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.questions.sentences import fill
from core.rules.kernel.rulings import Reason, Ruling

HEXES = Qt.ItemDataRole.UserRole + 1
"""Role of the hexes that a line names."""
_LINE = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_GAP = 6
_BAR = 3
_SHARE = 4
"""Chips take at most one part in so many of the width; one that is wider stands above its sentence."""
_UNIT = re.compile(r"(\d) m\b")
_WRAP = Qt.TextFlag.TextWordWrap


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """One line: what stands in the chip, the sentence, a small note before it (a reading that decided), hexes, tooltip.

    `decides` marks what the verdict rests on.
    """

    chip: str
    text: str
    note: str = ""
    hexes: tuple[Hex, ...] = ()
    tip: str = ""
    decides: bool = False


def sentence(reason: Reason, box: GameBox) -> str:
    """A reason's sentence in the user's language, with hexes by their printed numbers and heights as people read them."""
    return _UNIT.sub("\\1\u00a0m", fill(tr(reason.template), reason.values, box))


def cited(reason: Reason, box: GameBox) -> str:
    """A reason's sentence with its section behind it."""
    section = reason.rule.section
    return f"{sentence(reason, box)} [{section}]" if section else sentence(reason, box)


def titled(reason: Reason, box: GameBox) -> str:
    """What is asked or can be begun, with its rule where that has a number; sources in words stand with the reasons."""
    return cited(reason, box) if any(map(str.isdigit, reason.rule.section)) else sentence(reason, box)


def is_reading(reason: Reason) -> bool:
    """Whether a reason names a choice of the ruleset that decided the verdict."""
    return "reading" in reason.values


def decides(reason: Reason, ruling: Ruling) -> bool:
    """Whether the verdict rests on this step: a reading, a total above the line, smoke, visibility, enough lines."""
    numbers = reason.numbers
    if is_reading(reason) or numbers.get("margin_m", 0) < 0:
        return True
    if "visibility" in numbers and "distance" in numbers:
        return numbers["distance"] > numbers["visibility"]
    if "lines" in numbers and "needed" in numbers:
        return numbers["lines"] >= numbers["needed"]
    # What is left names blocking hexes (smoke, the sum) or, on a clear line, none; heights come with numbers.
    blockers = getattr(ruling.detail, "blockers", None)
    return blockers is not None and not numbers and set(reason.hexes) <= set(blockers)


def reason_lines(ruling: Ruling, box: GameBox) -> tuple[ReasonLine, ...]:
    """The reasons in order."""
    reading = tr("Reading")
    return tuple(
        line_of(reason, box, reading if is_reading(reason) else "", decides=decides(reason, ruling))
        for reason in ruling.reasons
    )


def line_of(reason: Reason, box: GameBox, note: str = "", *, decides: bool = False) -> ReasonLine:
    """A reason as a line."""
    return ReasonLine(reason.rule.section, sentence(reason, box), note, reason.hexes, str(reason.rule), decides)


class ReasonsModel(QAbstractListModel):
    """Lines for the view; the whole line is one text for a screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[ReasonLine, ...] = ()
        self.chips: tuple[str, ...] = ()
        """What stands in the chips, each once."""

    def show_lines(self, lines: Sequence[ReasonLine]) -> None:
        """Replaces everything."""
        self.beginResetModel()
        self._lines = tuple(lines)
        self.chips = tuple(dict.fromkeys(line.chip for line in self._lines))
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        """How many lines there are."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What the view asks for."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        note = f"{line.note}: " if line.note else ""
        if role == Qt.ItemDataRole.DisplayRole:
            return f"[{line.chip}] {note}{line.text}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            weight = tr("decides") + ": " if line.decides else ""
            return f"{line.chip}: {weight}{note}{line.text}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.tip if line.chip in line.tip else "\n".join(part for part in (line.chip, line.tip) if part)
        if role == HEXES:
            return line.hexes
        return line if role == _LINE else None


class _ReasonDelegate(QStyledItemDelegate):
    """Chips in a column, sentences beside them; a chip too wide for the column stands on a line of its own above."""

    def __init__(self, view: "ReasonsView") -> None:
        super().__init__(view)
        self._view = view
        # Breaking a sentence into lines is slow, and the view asks for every height several times.
        self._heights: dict[tuple[ReasonLine, int, str], int] = {}

    def forget(self) -> None:
        """Other lines are shown from now on."""
        self._heights.clear()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(_LINE)
        palette: QPalette = option.palette
        rect: QRect = option.rect
        font: QFont = option.font
        state: QStyle.StateFlag = option.state
        colours = tints(palette)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.AlternateBase))
        chips, words = _fonts(font)
        measured = QFontMetrics(chips)
        room = chip_room(self._view.lines.chips, measured, rect.width())
        above = stands_above(line.chip, measured, room)
        height = QFontMetrics(words).height()
        wide = min(_chip_width(line.chip, measured), rect.width() - 2 * _GAP) if above else room
        chip = QRectF(rect.left() + _GAP, rect.top() + _GAP / 2 + 1, wide, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.chip))
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
        painter.setPen(QColor(colours.chip_text))
        painter.setFont(chips)
        shown = measured.elidedText(line.chip, Qt.TextElideMode.ElideRight, max(int(chip.width()) - _GAP, 0))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, shown)
        plain = palette.color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text)
        area = _text_area(rect, room, height if above else 0)
        if line.note:
            bold = QFont(words)
            bold.setBold(True)
            painter.setFont(bold)
            painter.setPen(plain if chosen else QColor(colours.undecided))
            painter.drawText(area, int(_WRAP), line.note)
            area.setTop(area.top() + QFontMetrics(bold).boundingRect(area, int(_WRAP), line.note).height())
        if line.decides:
            painter.fillRect(rect.left(), rect.top() + 2, _BAR, rect.height() - 3, QColor(colours.accent))
        painter.setFont(_weighted(words, line))
        painter.setPen(plain)
        painter.drawText(area, int(_WRAP), line.text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line, font = index.data(_LINE), self._view.font()
        width = self._view.viewport().width()
        key = line, width, font.key()
        if key not in self._heights:
            self._heights[key] = self._height(line, width, font)
        return QSize(width, self._heights[key])

    def _height(self, line: ReasonLine, width: int, font: QFont) -> int:
        chips, words = _fonts(font)
        measured = QFontMetrics(chips)
        room = chip_room(self._view.lines.chips, measured, width)
        above = QFontMetrics(words).height() if stands_above(line.chip, measured, room) else 0
        area = _text_area(QRect(0, 0, width, 1 << 16), room)
        height = above + QFontMetrics(_weighted(words, line)).boundingRect(area, int(_WRAP), line.text).height()
        if line.note:
            bold = QFont(words)
            bold.setBold(True)
            height += QFontMetrics(bold).boundingRect(area, int(_WRAP), line.note).height()
        return height + _GAP + 2


def chip_room(chips: Sequence[str], metrics: QFontMetrics, width: int) -> int:
    """One width for all chips that fit into their share of the view, so that the sentences begin below each other.

    Rules without numbers are called by their headings, of any length: the sentences keep most of the `width`, in pixels.
    """
    wide = (_chip_width(chip, metrics) for chip in chips)
    return max((each for each in wide if each <= width // _SHARE), default=0)


def stands_above(chip: str, metrics: QFontMetrics, room: int) -> bool:
    """Whether a chip is too wide for the `room` that all have, in pixels, and stands above its sentence."""
    return _chip_width(chip, metrics) > room


def _chip_width(chip: str, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(chip) + 2 * _GAP


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    chips = QFont(font)
    chips.setPointSizeF(font.pointSizeF() * 0.9)
    chips.setBold(True)
    return chips, font


def _weighted(font: QFont, line: ReasonLine) -> QFont:
    weighted = QFont(font)
    weighted.setBold(line.decides and not line.note)
    return weighted


def _text_area(rect: QRect, room: int, above: int = 0) -> QRect:
    """Where a sentence stands: beside the chips, and below its own when that is `above` it, as high as so many pixels."""
    return rect.adjusted(2 * _GAP + room, _GAP // 2 + 1 + above, -_GAP, 0)


class ReasonsView(QListView):
    """The list, as high as its lines; the panel around it scrolls.

    `named` carries the hexes of the line under the mouse or the cursor, empty when none is; `activated_hexes` those of a
    line that was opened.
    """

    named = Signal(object)
    activated_hexes = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = ReasonsModel()
        self.setModel(self.lines)
        self._delegate = _ReasonDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Reasons, each with its rule"))
        self.entered.connect(lambda index: self.named.emit(index.data(HEXES) or ()))
        self.activated.connect(lambda index: self.activated_hexes.emit(index.data(HEXES) or ()))

    def show_lines(self, lines: Sequence[ReasonLine]) -> None:
        """Replaces everything."""
        self._delegate.forget()
        self.lines.show_lines(lines)
        self._fit()

    def chosen_text(self) -> str:
        """The selected lines as text."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return "\n".join(str(self.lines.index(row, 0).data()) for row in rows)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """The keyboard names hexes as the mouse does."""
        super().currentChanged(current, previous)
        if self.hasFocus():
            self.named.emit(current.data(HEXES) or ())

    def viewportEvent(self, event: QEvent) -> bool:
        """Leaving the list names nothing."""
        if event.type() == QEvent.Type.Leave:
            self.named.emit(())
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences break anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """A new font asks for other heights."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        rows = range(self.lines.rowCount())
        option = QStyleOptionViewItem()
        self.setFixedHeight(sum(self.itemDelegate().sizeHint(option, self.lines.index(row, 0)).height() for row in rows) + 2)
