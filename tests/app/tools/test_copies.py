"""What is copied costs nothing until somebody asks for it, and is then the text that any program can have."""

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from app.tools.copies import CopiedItems, _leave_text, clipping_of, copy
from core.base.errors import WrongUse
from core.base.steps import finish
from core.model.edits.clipboard import MIME_TYPE, copied
from core.model.maps import ItemRef


@pytest.fixture
def refs(made_up_box):
    placed = made_up_box.sheets[0]
    return [ItemRef(placed.file, "areas", key) for key in placed.sheet.items("areas").keys]


def test_the_text_is_made_when_somebody_asks(qapp, made_up_box, refs, monkeypatch):
    made = []
    monkeypatch.setattr("app.tools.copies.text_of", lambda clipping: made.append(clipping) or "text")
    data = CopiedItems(made_up_box, refs)
    assert data.hasFormat(MIME_TYPE)
    assert data.hasText()
    assert not made
    assert (data.text(), data.data(MIME_TYPE).data()) == ("text", b"text")
    assert len(made) == 1


def test_our_own_copy_and_its_text_are_pasted_alike(qapp, made_up_box, refs):
    text = QMimeData()
    text.setText(copied(made_up_box, refs))
    assert finish(clipping_of(CopiedItems(made_up_box, refs))) == finish(clipping_of(text))


def test_what_lies_on_the_clipboard_stays_as_text_when_the_program_ends(qapp, made_up_box, refs):
    copy(made_up_box, refs)
    _leave_text()
    data = QGuiApplication.clipboard().mimeData()
    assert not isinstance(data, CopiedItems)
    assert data.text() == copied(made_up_box, refs) == data.data(MIME_TYPE).data().decode()


def test_an_empty_clipboard_is_no_copy(qapp):
    with pytest.raises(WrongUse):
        finish(clipping_of(None))
