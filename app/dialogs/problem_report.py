"""A report of what went wrong, to be read and copied. Nothing is sent anywhere."""

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.widgets.buttons import button_row


class ProblemReport(QDialog):
    """Shows a sentence and a report; "Copy report" puts it on the clipboard. The program goes on when it is closed."""

    def __init__(self, parent: QWidget | None, sentence: str, report: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Problem report"))
        self._head = QLabel(sentence, self)
        self._head.setWordWrap(True)
        self.text = QPlainTextEdit(report, self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(self.tr("Report"))
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.copy = QPushButton(self.tr("&Copy report"), self)
        self.copy.clicked.connect(self._copy)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (self._head, self.text, buttons):
            layout.addWidget(part)
        letter = self.fontMetrics().averageCharWidth()
        self.resize(100 * letter, 60 * letter)

    def add(self, report: str) -> None:
        """Adds a further report below the first."""
        self.text.appendPlainText(f"\n{report}")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(self.tr("Copied"))
