"""The line of a form in which a file is named, by typing or by looking for it."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton


def add_file_row(
    form: QFormLayout, words: str, file: QLineEdit, browse: Callable[[], object], browse_words: str = ""
) -> QLabel:
    """Adds a labelled line for the name of a file, with a button that calls `browse`; returns the label.

    `browse_words` are those of the button where its usual letter leads somewhere else.
    """
    button = QPushButton(browse_words or QCoreApplication.translate("FileRow", "&Browse…"))
    # Enter in a field means the whole dialog, not the button that happens to come first.
    button.setAutoDefault(False)
    button.clicked.connect(lambda _=False: browse())
    row = QHBoxLayout()
    row.addWidget(file, 1)
    row.addWidget(button)
    label = QLabel(words)
    label.setBuddy(file)
    form.addRow(label, row)
    return label
