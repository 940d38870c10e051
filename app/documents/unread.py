"""What is said where nothing is shown of a box because its file could not be read."""

from PySide6.QtCore import QCoreApplication

from app.documents.document import Document
from core.model.issues import OOB_UNREAD


def unread_words(document: Document | None) -> str:
    """Why a box shows no counters although a file should hold them; "" where there are some, or no file holds any."""
    if document is None or document.box.oob:
        return ""
    issue = next((each for each in document.issues if each.code == OOB_UNREAD), None)
    if issue is None:
        return ""
    words = QCoreApplication.translate(
        "Unread", "The order of battle of this box cannot be read, and so no counters are shown: {place}: {text}"
    )
    return words.format(place=issue.place, text=issue.text)
