"""What lies on the clipboard when items have been copied. Their text is made when somebody asks for it."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QByteArray, QMetaType, QMimeData

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


def clipping_of(data: QMimeData | None) -> ClippingSteps:
    """What lies on the clipboard as a clipping, in slices. Raises WrongUse when it is none."""
    if isinstance(data, CopiedItems):
        return data.steps()
    # Where no clipboard has ever been used there are no data at all.
    if data is None:
        return read_steps("")
    return read_steps(bytes(data.data(MIME_TYPE).data()).decode(errors="replace") if data.hasFormat(MIME_TYPE) else data.text())
