"""The sentences in which entries of a journal are told, in the user's language."""

from PySide6.QtCore import QCoreApplication

TOLD = "Told"
"""The context in which translations hold the sentences of `core.play.told` and `core.questions.headlines`."""


def told_said(text: str) -> str:
    """A sentence with its gaps as it is shown."""
    return QCoreApplication.translate(TOLD, text) if text else ""
