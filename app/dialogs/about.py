"""What Phaseline is."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.widgets.buttons import button_row
from app.widgets.icons import emblem

EMBLEM = 64


class AboutDialog(QDialog):
    """Name, version, purpose, licence."""

    def __init__(self, parent: QWidget, version: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Phaseline"))
        picture = QLabel(self)
        picture.setPixmap(emblem().pixmap(EMBLEM))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = QLabel(self)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text.setText(
            self.tr(
                "<h2>Phaseline %s</h2>"
                "<p>Maps, lines of sight and rulings for hex-and-counter wargames. Every answer says which rule it follows"
                " and which numbers it compared.</p>"
                "<p>Free software under the MIT licence, without any warranty. The window is drawn with Qt through PySide6,"
                " which are used under the LGPL.</p>"
            )
            % version
        )
        text.setMinimumWidth(52 * self.fontMetrics().averageCharWidth())
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(picture)
        row.addWidget(text, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(row)
        layout.addWidget(buttons)
