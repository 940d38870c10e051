"""A field for a colour: typed, or chosen from sets that are told apart by all eyes."""

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QColorDialog, QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from app.counters.stripe_sets import colour_name, stripe_sets
from core.base.colours import is_colour


class ColourField(QWidget):
    """A line with #rrggbb and a button with the sets. `taken` carries a colour, "" for none; `refused` why it is none."""

    taken = Signal(str)
    refused = Signal(str)

    def __init__(self, title: str, none: str = "", none_words: str = "", parent: QWidget | None = None) -> None:
        """`none` is what an empty field stands for, in a word or two; `none_words` say it whole."""
        super().__init__(parent)
        self._shown = ""
        self._none, self._none_words = none, none_words or none
        self.line = QLineEdit()
        self.line.setAccessibleName(title)
        self.line.setPlaceholderText(none)
        self.line.editingFinished.connect(self._typed)
        self.button = QToolButton()
        self.button.setAccessibleName(self.tr("Choose: %s") % title)
        self.button.setToolTip(self.button.accessibleName())
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.button.setMenu(self._menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        self.setFocusProxy(self.line)
        self.show_colour("")

    def show_colour(self, colour: str) -> None:
        """Shows a colour; what is being typed stays."""
        self._shown = colour
        if not (self.line.hasFocus() and self.line.isModified()):
            with QSignalBlocker(self.line):
                self.line.setText(colour)
                self.line.setModified(False)
        named = colour_name(colour)
        self.line.setToolTip(named if colour else self._none_words)
        self.line.setAccessibleDescription(named if colour else self._none_words)
        self.button.setIcon(self._swatch(colour))

    def _typed(self) -> None:
        text = self.line.text().strip().casefold()
        if not self.line.isModified():
            return
        if text and not is_colour(text):
            known = {name: colour for each in stripe_sets() for name, colour in each.colours.items()}
            if text not in known:
                self.refused.emit(self.tr("“%s” is no colour. Write one such as #d8b23c, or choose one.") % self.line.text())
                return
            text = known[text]
        self.line.setModified(False)
        self._take(text)

    def _take(self, colour: str) -> None:
        self.refused.emit("")
        self.show_colour(colour)
        self.taken.emit(colour)

    def _fill(self) -> None:
        """The sets as menus: each colour with its name, so that nobody must tell it by its look."""
        self._menu.clear()
        for each in stripe_sets():
            inner = self._menu.addMenu(each.title)
            inner.setToolTip(each.source)
            for name, colour in each.colours.items():
                inner.addAction(self._action(f"{name} ({colour})", colour, inner))
        self._menu.addSeparator()
        if self._none:
            self._menu.addAction(self._action(self._none_words, "", self._menu))
        other = QAction(self.tr("&Other…"), self._menu)
        other.triggered.connect(self._ask)
        self._menu.addAction(other)

    def _action(self, text: str, colour: str, parent: QMenu) -> QAction:
        made = QAction(self._swatch(colour), text, parent)
        made.triggered.connect(lambda _=False: self._take(colour))
        return made

    def _ask(self) -> None:
        dialog = QColorDialog(QColor(self._shown or "#808080"), self.window())
        dialog.colorSelected.connect(lambda colour: self._take(colour.name()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _swatch(self, colour: str) -> QIcon:
        side = self.fontMetrics().height()
        made = QPixmap(QSize(side, side))
        made.fill(QColor(colour) if is_colour(colour) else Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawRect(0, 0, side - 1, side - 1)
        if not is_colour(colour):
            painter.drawLine(0, side - 1, side - 1, 0)
        painter.end()
        return QIcon(made)

    def changeEvent(self, event: QEvent) -> None:
        """The swatch follows the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "button"):
            self.button.setIcon(self._swatch(self._shown))
