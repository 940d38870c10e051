"""How steps of a history look in their list: those that were taken back are paler and slanted."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QUndoView

Index = QModelIndex | QPersistentModelIndex


class HistoryLook(QStyledItemDelegate):
    """Paints the rows of a `QUndoView`; the row of a step stands behind that of the state before all of them."""

    def __init__(self, view: QUndoView) -> None:
        super().__init__(view)
        self._view = view

    def is_undone(self, row: int) -> bool:
        """Whether the step of a row has been taken back."""
        stack = self._view.stack()
        return stack is not None and row > stack.index()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Sets the letters and the colour of a row."""
        super().initStyleOption(option, index)
        if self.is_undone(index.row()):
            # The binding hands out copies of the option's parts: each is changed and put back.
            font, colours = option.font, option.palette
            font.setItalic(True)
            colours.setColor(QPalette.ColorRole.Text, colours.color(QPalette.ColorRole.PlaceholderText))
            option.font, option.palette = font, colours
