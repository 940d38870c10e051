"""The chart editor in a window of its own, over a box and a home of the test."""

import pytest

from app.dialogs.charts.editor import ChartEditor
from app.documents.document import Document
from core.files.chart_drafts import own_folder
from core.model.new_map import NewMap
from tests.app.dialogs.charts.editor_bench import PREP, RULES, Worker


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert own_folder().is_relative_to(tmp_path)
    return own_folder()


@pytest.fixture
def document(qapp, home):
    return Document(NewMap("t", columns=3, rows=3).box(), RULES)


@pytest.fixture
def opened(qtbot, document):
    made = []

    def open_editor(chart=PREP):
        editor = ChartEditor(None, document, Worker(), chart)
        qtbot.addWidget(editor)
        editor.show()
        editor.activateWindow()
        qtbot.waitUntil(editor.isActiveWindow)
        editor.view.setFocus()
        made.append(editor)
        return editor

    yield open_editor
    for editor in made:
        editor._leaving = True
        editor.close()


@pytest.fixture
def editor(opened):
    return opened()
