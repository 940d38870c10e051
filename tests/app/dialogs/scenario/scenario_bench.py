"""What tests of the window Scenario share: a box, how cells are typed into, and a worker that knows the rules at once."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit

from core.files.ruleset_files import load_ruleset
from core.model.items import Items
from core.model.maps import Zone
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason
from core.rules.kernel.scenario_rules import ScenarioRules

TCS = load_ruleset("tcs-4.01")
FILE = "first.scenario.yaml"
Key = Qt.Key
Ctrl, Alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
OOB = Oob(
    Items([Side("de", "German"), Side("us", "American")]),
    Items([Formation("bn", "1st Battalion", "de"), Formation("bn2", "2nd Battalion", "us")]),
    Items(
        [
            Counter("a", "de", Values({"piece.name": "A/1"}), formation="bn"),
            Counter("b", "de", Values({"piece.name": "B/1"}), formation="bn"),
            Counter("c", "us", Values({"piece.name": "C/2"}), formation="bn2"),
        ]
    ),
)
RULES = ScenarioRules(
    ("Prepared Defense", "Attack"),
    (Reason(RuleRef("tcs", "4.01", "27.2a"), "They may come in by any hex within {edge} along the edge", {"edge": 10}),),
)


class Worker:
    """Knows the rules at once."""

    def __init__(self):
        self.jobs = []

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, **rest):
        self.jobs.append(job)
        on_result(RULES)
        return 1


def the_box(scenario, oob=OOB):
    box = NewMap("t", columns=6, rows=6).box().with_oob(oob)
    zones = Items([Zone("setup", frozenset({(1, 1), (1, 2)}), "West bank"), Zone("entry", frozenset({(6, 6)}), "East road")])
    box = box.with_sheet(box.sheets[0].file, replace(box.sheets[0].sheet, zones=zones))
    return box.with_scenarios({FILE: scenario}) if scenario is not None else box


def scenario_of(window):
    return window.kept.box.scenarios[FILE]


def at(window, column, row):
    return window.kept.box.sheets[0].frame.hex(column, row)


def label(window, column, row):
    return window.kept.box.label(at(window, column, row))


def type_into(qtbot, page, row, column, text, key=Key.Key_Return):
    """Types a text over a cell, as at a keyboard, and takes it."""
    view = page.view
    view.go_to(row, column)
    view.setFocus()
    view.edit(view.currentIndex())
    # What was typed into before goes when the event loop runs next.
    boxes = [each for each in view.viewport().findChildren(QComboBox) if each.isVisible()]
    lines = [each for each in view.viewport().findChildren(QLineEdit) if each.isVisible()]
    editor = (boxes or lines)[0]
    line = editor.lineEdit() if isinstance(editor, QComboBox) else editor
    # Letter by letter would open lists of proposals, which the offscreen platform cannot show.
    line.setText(text)
    qtbot.keyClick(editor, key)


def cell(page, row, column, role=Qt.ItemDataRole.DisplayRole):
    return page.table.index(row, column).data(role)
