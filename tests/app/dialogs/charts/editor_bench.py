"""What tests of the chart editor share: its words, what stands in it, and a worker that answers at once."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton

from app.workers.jobs import start
from core.base.errors import CoreError
from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from tests.app.conftest import press

RULES = load_ruleset("tcs-4.01")
PREP = "tcs.command_prep"
Key = Qt.Key
Ctrl, Shift, Alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class Worker:
    """Answers at once, in this process, what the worker would answer."""

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, **rest):
        try:
            result = finish(start(job, None, **parameters))
        except CoreError as problem:
            assert on_refused is not None, problem
            on_refused(str(problem))
        else:
            on_result(result)
        return 1


def texts(editor):
    return editor.model.grid.texts


def findings(editor):
    return [each.text for each in editor.model.judged.findings]


def listed(tree, column=0):
    return [tree.topLevelItem(n).text(column) for n in range(tree.topLevelItemCount())]


def complaints(editor):
    return [editor.findings.list.item(n).text() for n in range(editor.findings.list.count())]


def wanted_source(qtbot, editor, words="my copy"):
    editor.source.setFocus()
    press(qtbot, editor, words)
    editor.view.setFocus()


def asked(editor):
    box = editor.findChild(QMessageBox)
    assert box is not None
    return box


def button(box, words):
    return next(each for each in box.findChildren(QPushButton) if each.text().replace("&", "") == words)


PREP_TEXTS = tuple(
    tuple(str(RULES.charts[PREP].cells[(row, column)]) for column in RULES.charts[PREP].columns.labels)
    for row in RULES.charts[PREP].rows.labels
)
