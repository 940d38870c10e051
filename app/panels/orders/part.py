"""What the parts of the panel Op sheets have in common: the sheet in hand, and how something else is written on it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from app.documents.orders import Orders
from app.panels.parts import Warned
from core.model.orders import OpSheet

NOTE_LINES = 3


class SheetPart(QWidget):
    """A part of the form of the sheet in hand. `warned` says beside its fields why something was not done: a place farther up
    may be scrolled out of sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.orders: Orders | None = None
        self.warned = Warned(self)

    @property
    def sheet(self) -> OpSheet | None:
        """The sheet in hand."""
        return self.orders.sheet if self.orders is not None else None

    def show_sheet(self, orders: Orders, sheet: OpSheet) -> None:
        """Shows a sheet as it is now."""
        self.orders = orders
        self.warned.tell("")

    def write(self, label: str, made: OpSheet) -> bool:
        """Writes a sheet as one step of the history; what cannot be, or waits for a line of why, is shown as it was."""
        orders = self.orders
        if orders is None or made == orders.sheet:
            return False
        done = orders.write(label, made)
        if not done:
            if orders.sheet is not None:
                self.show_sheet(orders, orders.sheet)
            self.warned.tell("" if orders.waits else self.tr("The op sheet could not be changed."))
        return done


class Words(QPlainTextEdit):
    """A few lines of text; `left` comes when the keyboard goes elsewhere."""

    left = Signal()

    def __init__(self, name: str, lines: int = NOTE_LINES) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * self.frameWidth() + self.fontMetrics().height() // 2)

    @property
    def words(self) -> str:
        """What is written, without the empty lines around it."""
        return self.toPlainText().strip()

    def show_words(self, text: str) -> None:
        """Shows something else, unless somebody is writing here."""
        if self.toPlainText() != text and not self.hasFocus():
            self.setPlainText(text)

    def focusOutEvent(self, event: object) -> None:
        """What was written counts now."""
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.left.emit()


def set_text(field: QLineEdit, text: str) -> None:
    """Writes into a field that nobody is writing in."""
    if field.text() != text and not (field.hasFocus() and field.isModified()):
        field.setText(text)


def labelled(words: str, field: QWidget, *others: QWidget) -> QWidget:
    """A field with what it is called before it, and what belongs to it behind it."""
    whole, label = QWidget(), QLabel(words)
    label.setBuddy(field)
    line = QHBoxLayout(whole)
    line.setContentsMargins(0, 0, 0, 0)
    for widget in (label, field, *others):
        line.addWidget(widget)
    return whole
