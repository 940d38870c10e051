"""Chooses the symbol of counters and formations by words and pictures."""

from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.counters.symbols import counter_room, paint_symbol
from app.widgets.buttons import button_row
from core.model.oob import Counter, Formation, Oob
from core.model.sidc import ECHELONS, IDENTITIES, BadSidc, Sidc
from core.model.symbol_table import Function, describe, read_sidc, search

MOST = 60
"""Functions that are offered at a time."""


def proposed(oob: Oob, item: Counter | Formation, drawn: str = "") -> Sidc:
    """The symbol that a counter or formation has; where it has none, one that agrees with others of its side and formation.

    It begins as the code that is `drawn` in its place. The identity is that of most counters of its side; the size of a
    counter is that of most of its formation.
    """
    own = _code(item.sidc)
    if own is not None:
        return own
    home = item.formation if isinstance(item, Counter) else item.id
    identities: Tally[str] = Tally()
    sizes: Tally[str] = Tally()
    for each in oob.counters:
        code = _code(each.sidc) if each.side == item.side and each.sidc else None
        if code is not None:
            identities[code.identity] += 1
            if isinstance(item, Counter) and each.formation == home and code.echelon:
                sizes[code.amplifier] += 1
    formation = next((found for each in oob.above(home) if (found := _code(each.sidc)) is not None), None)
    if formation is not None and not identities:
        identities[formation.identity] += 1
    made = _code(drawn) or Sidc()
    if identities:
        made = replace(made, identity=identities.most_common(1)[0][0])
    return replace(made, amplifier=sizes.most_common(1)[0][0]) if sizes else made


def _code(text: str) -> Sidc | None:
    try:
        return read_sidc(text).sidc if text else None
    except BadSidc:
        return None


def with_function(sidc: Sidc, function: Function) -> Sidc:
    """The symbol of another function, with identity, size and marks as they were."""
    code = function.code
    return replace(sidc, symbol_set=function.symbol_set, entity=code[:6], first=code[6:8], second=code[8:10])


class SymbolPicture(QWidget):
    """One symbol, as large as there is room."""

    def __init__(self) -> None:
        super().__init__()
        self._sidc: Sidc | None = None
        height = self.fontMetrics().height()
        self.setMinimumSize(9 * height, 6 * height)

    def show_symbol(self, sidc: Sidc) -> None:
        """Shows a symbol."""
        self._sidc = sidc
        self.setAccessibleName(describe(sidc))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The symbol in the inks of the window."""
        if self._sidc is not None:
            painter = QPainter(self)
            colours = self.palette()
            paint_symbol(
                painter,
                QRectF(self.rect()).adjusted(4, 4, -4, -4),
                self._sidc,
                colours.color(QPalette.ColorRole.Text),
                colours.color(QPalette.ColorRole.Base),
            )
            painter.end()


class SymbolPicker(QDialog):
    """Finds a function by words; identity, size and marks follow the side and formation unless they are chosen.

    `tried` carries the code that is shown, so that whoever has opened the dialog can show it on the counter at once.
    """

    tried = Signal(str)

    def __init__(self, parent: QWidget, sidc: Sidc) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Choose symbol"))
        self._sidc = sidc
        self.words = QLineEdit()
        self.words.setPlaceholderText(self.tr("A few letters, such as: inf mot"))
        self.words.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Symbols that fit"))
        self.list.setUniformItemSizes(True)
        line = self.fontMetrics().height()
        self.list.setIconSize(QSize(line * 3, line * 2))
        self.identity, self.echelon = QComboBox(), QComboBox()
        for digits, name in IDENTITIES.items():
            self.identity.addItem(name, digits)
        self.echelon.addItem(self.tr("none"), "00")
        for digits, name in ECHELONS.items():
            self.echelon.addItem(name, digits)
        self.headquarters, self.task_force = QCheckBox(self.tr("&Headquarters")), QCheckBox(self.tr("&Task force"))
        self.dummy = QCheckBox(self.tr("&Dummy"))
        self.code = QLineEdit()
        self.picture, self.said = SymbolPicture(), QLabel()
        self.said.setWordWrap(True)
        self.said.setAccessibleName(self.tr("The symbol in words"))
        self._lay_out()
        self._show_parts()
        self.words.textChanged.connect(self._search)
        self.words.installEventFilter(self)
        self.list.currentItemChanged.connect(lambda now, _: self._take_function(now))
        self.list.itemActivated.connect(lambda _: self.accept())
        for choice in (self.identity, self.echelon):
            choice.activated.connect(lambda _: self._take_parts())
        for check in (self.headquarters, self.task_force, self.dummy):
            check.toggled.connect(lambda _: self._take_parts())
        self.code.textEdited.connect(self._take_code)
        self._search("")
        self.words.setFocus()

    @property
    def sidc(self) -> str:
        """The code that is chosen."""
        return str(self._sidc)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows in the line of words move in the list."""
        if watched is self.words and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            down = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if down and self.list.count():
                row = min(max(self.list.currentRow() + down, 0), self.list.count() - 1)
                self.list.setCurrentRow(row)
                return True
        return super().eventFilter(watched, event)

    def _search(self, typed: str) -> None:
        """Lists the functions that fit; the first is shown at once when something is sought."""
        self.list.blockSignals(True)
        self.list.clear()
        found: Iterable[Function] = search(typed, most=MOST)
        for function in found:
            item = QListWidgetItem(self._icon(function), function.name)
            item.setData(Qt.ItemDataRole.UserRole, function)
            self.list.addItem(item)
        own = [n for n, function in enumerate(found) if function.code == self._sidc.function]
        self.list.setCurrentRow(own[0] if own and not typed else -1)
        self.list.blockSignals(False)
        if typed and self.list.count():
            self.list.setCurrentRow(0)
        elif typed:
            self.said.setText(self.tr("No symbol fits “%s”.") % typed)

    def _icon(self, function: Function) -> QIcon:
        size, ratio = self.list.iconSize(), self.devicePixelRatioF()
        picture = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        colours, sidc = self.palette(), function.sidc.with_identity(IDENTITIES[self._sidc.identity])
        area = QRectF(1, 1, size.width() - 2, size.height() - 2)
        ink, paper = colours.color(QPalette.ColorRole.Text), colours.color(QPalette.ColorRole.Base)
        paint_symbol(painter, area, sidc, ink, paper, room=counter_room(sidc))
        painter.end()
        made = QIcon()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
            made.addPixmap(picture, mode)
        return made

    def _take_function(self, item: QListWidgetItem | None) -> None:
        function = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if isinstance(function, Function):
            self._show(with_function(self._sidc, function))

    def _take_parts(self) -> None:
        sidc = replace(
            self._sidc,
            identity=str(self.identity.currentData()),
            amplifier=str(self.echelon.currentData()),
        )
        self._show(
            sidc.with_command(
                headquarters=self.headquarters.isChecked(), task_force=self.task_force.isChecked(), dummy=self.dummy.isChecked()
            )
        )

    def _take_code(self, text: str) -> None:
        try:
            self._sidc = read_sidc(text).sidc
        except BadSidc as fault:
            self.said.setText(str(fault))
            self._allow(False)
            return
        self._show(self._sidc, typed=True)

    def _show(self, sidc: Sidc, *, typed: bool = False) -> None:
        self._sidc = sidc
        self._show_parts(typed=typed)
        self.tried.emit(str(sidc))

    def _show_parts(self, *, typed: bool = False) -> None:
        sidc = self._sidc
        if not typed:
            self.code.setText(str(sidc))
        self.identity.setCurrentIndex(max(self.identity.findData(sidc.identity), 0))
        self.echelon.setCurrentIndex(max(self.echelon.findData(sidc.amplifier), 0))
        checks = (self.headquarters, sidc.is_headquarters), (self.task_force, sidc.is_task_force), (self.dummy, sidc.is_dummy)
        for check, on in checks:
            check.blockSignals(True)
            check.setChecked(on)
            check.blockSignals(False)
        self.picture.show_symbol(sidc)
        self.said.setText(describe(sidc))
        self._allow(True)

    def _allow(self, usable: bool) -> None:
        button = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        button.setEnabled(usable)
        button.setToolTip("" if usable else self.said.text())

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&Identity:"), self.identity)
        form.addRow(self.tr("&Size:"), self.echelon)
        form.addRow("", self.headquarters)
        form.addRow("", self.task_force)
        form.addRow("", self.dummy)
        form.addRow(self.tr("&Code:"), self.code)
        right = QVBoxLayout()
        right.addWidget(self.picture, 1)
        right.addWidget(self.said)
        right.addLayout(form)
        self.code.setMinimumWidth(24 * self.fontMetrics().averageCharWidth())
        left = QVBoxLayout()
        words = QLabel(self.tr("&Find:"))
        words.setBuddy(self.words)
        left.addWidget(words)
        left.addWidget(self.words)
        left.addWidget(self.list, 1)
        both = QHBoxLayout()
        both.addLayout(left, 3)
        both.addLayout(right, 2)
        self.buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(both, 1)
        column.addWidget(self.buttons)
        line, room = self.fontMetrics().height(), self.screen().availableSize()
        self.resize(min(48 * line, room.width() * 9 // 10), min(30 * line, room.height() * 9 // 10))
