"""The row of buttons below a dialog."""

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QWidget


def button_row(parent: QWidget, buttons: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """Standard buttons with words only: the pictures that Qt's style puts on them cannot be seen in the dark."""
    row = QDialogButtonBox(buttons, parent)
    for button in row.buttons():
        button.setIcon(QIcon())
    return row
