"""What formations are, asked in a dialog."""

import pytest
from shiboken6 import isValid

from app.dialogs.play.formations import FormationRow, FormationsDialog
from core.rules.kernel.play_rules import ConditionKind

KINDS = (
    ConditionKind("activation", "Activation", "1", ("Active", "Done"), "turn", "Active", "Done"),
    ConditionKind("fatigue", "Fatigue", "3", ("Fresh", "Fat-1")),
)
ROWS = [FormationRow("f1", "17th Rifle Regiment", "Red"), FormationRow("f2", "5th Tank Brigade", "Red")]


@pytest.fixture
def dialog(qtbot):
    made = FormationsDialog(None, KINDS, ROWS, {("f1", "fatigue"): "Fat-1", ("theirs", "fatigue"): "Fresh"}, HEARD.append)
    # It deletes itself when it is closed.
    HEARD.clear()
    made.show()
    yield made
    if isValid(made):
        made.reject()


HEARD: list = []


def test_each_formation_stands_there_with_what_it_is(dialog):
    rows = [dialog.list.topLevelItem(row) for row in range(2)]
    assert [[row.text(column) for column in range(4)] for row in rows] == [
        ["17th Rifle Regiment", "Red", "", "Fat-1"],
        ["5th Tank Brigade", "Red", "", ""],
    ]
    assert dialog.current == "f1" and dialog.boxes["fatigue"].currentData() == "Fat-1"


def test_what_is_chosen_is_heard_once_it_is_taken_over(dialog):
    dialog.boxes["fatigue"].setCurrentIndex(0)
    dialog.choose("f2")
    assert dialog.boxes["activation"].currentData() == ""
    dialog.boxes["activation"].setCurrentIndex(2)
    assert dialog.list.topLevelItem(1).text(2) == "Done" and HEARD == []
    dialog.accept()
    assert HEARD == [{("f2", "activation"): "Done"}]


def test_nothing_is_heard_of_what_is_given_up(dialog):
    dialog.boxes["activation"].setCurrentIndex(1)
    dialog.reject()
    assert HEARD == []


def test_what_is_counted_is_a_number(qtbot):
    heard = []
    kinds = (ConditionKind("platoons", "Infantry platoons destroyed", "17.1a", (), counted=True),)
    made = FormationsDialog(None, kinds, ROWS, {("f1", "platoons"): "12"}, heard.append)
    made.show()
    box = made.boxes["platoons"]
    assert box.value() == 12 and made.list.topLevelItem(0).text(2) == "12"
    box.setValue(0)
    made.choose("f2")
    assert box.value() == 0
    box.setValue(3)
    made.accept()
    assert heard == [{("f2", "platoons"): "3"}]
