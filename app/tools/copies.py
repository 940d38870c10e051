"""What lies on the clipboard when items have been copied. Their text is made when somebody asks for it."""

import atexit
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QByteArray, QMetaType, QMimeData
from PySide6.QtGui import QGuiApplication

from core.base.steps import finish
from core.model.box import GameBox
from core.model.edits.clipboard import MIME_TYPE, ClippingSteps, clipped_steps, read_steps, text_of
from core.model.maps import ItemRef

TEXT_TYPE = "text/plain"


class CopiedItems(QMimeData):
    """Items of a box as it was when they were copied. Copying takes no time however many they are; this program pastes them
    without their text ever being written.
    """

    def __init__(self, box: GameBox, refs: Iterable[ItemRef]) -> None:
        super().__init__()
        self._box, self._refs = box, frozenset(refs)
        self._text: str | None = None

    def formats(self) -> list[str]:
        """Our own kind of text, and text."""
        return [MIME_TYPE, TEXT_TYPE]

    def hasFormat(self, mimetype: str) -> bool:
        """Whether it can be had as that."""
        return mimetype in self.formats()

    def steps(self) -> ClippingSteps:
        """The items as a clipping, in slices."""
        return clipped_steps(self._box, self._refs)

    def retrieveData(self, mimetype: str, preferred: QMetaType | QMetaType.Type) -> Any:
        """The text for those who ask: another program, or a clipboard that outlives this one."""
        if mimetype not in self.formats():
            return None
        if self._text is None:
            self._text = text_of(finish(self.steps()))
        return QByteArray(self._text.encode()) if mimetype == MIME_TYPE else self._text


def copy(box: GameBox, refs: Iterable[ItemRef]) -> None:
    """Puts items on the clipboard."""
    atexit.unregister(_leave_text)
    # Qt lets go of the clipboard when Python is gone, and nobody could make the text any more.
    atexit.register(_leave_text)
    QGuiApplication.clipboard().setMimeData(CopiedItems(box, refs))


def _leave_text() -> None:
    """The program ends; what lies on the clipboard stays as text."""
    clipboard = QGuiApplication.clipboard() if QGuiApplication.instance() is not None else None
    ours = clipboard.mimeData() if clipboard is not None else None
    if clipboard is not None and isinstance(ours, CopiedItems):
        text = QMimeData()
        text.setData(MIME_TYPE, ours.data(MIME_TYPE))
        text.setText(ours.text())
        clipboard.setMimeData(text)


def clipping_of(data: QMimeData | None) -> ClippingSteps:
    """What lies on the clipboard as a clipping, in slices. Raises WrongUse when it is none."""
    if isinstance(data, CopiedItems):
        return data.steps()
    # Where no clipboard has ever been used there are no data at all.
    if data is None:
        return read_steps("")
    return read_steps(bytes(data.data(MIME_TYPE).data()).decode(errors="replace") if data.hasFormat(MIME_TYPE) else data.text())
