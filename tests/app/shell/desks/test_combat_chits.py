"""In the real window: what units have drawn is asked for where it is needed, before a roll is read."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.app.shell.desks.following import go_on, procedures_of, take_all

LORNE = Path(__file__).resolve().parents[4] / "scenarios" / "cape-lorne"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def lorne(window_of):
    yield from window_of(LORNE)


@pytest.fixture
def bench(lorne, newly_opened):
    """The workbench with the tool Combat in hand."""
    newly_opened(lorne, LORNE).actions_["tool.combat"].trigger()
    return lorne.workbench


def test_a_roll_waits_for_the_chits_and_each_unit_has_a_field(lorne, bench, qtbot):
    place = lorne.document.box.hex("1511")
    bench.tools.pressed(place, None, LEFT, PLAIN)
    bench.tools.released(place, None, LEFT, PLAIN)
    combat, page = bench.tools.combat.combat, bench.docks.combat.attack
    qtbot.waitUntil(lambda: bool(combat.able))
    combat.choose(each.unit for each in combat.able if each.role == "attacks")
    qtbot.waitUntil(lambda: bool(combat.drawing))
    assert not page.chits.isHidden() and set(page.chits.boxes) == {each.unit for each in combat.drawing}
    order = [page.units]
    while order[-1] is not page._read and len(order) < 60:
        order.append(order[-1].nextInFocusChain())
    wanted = [page.units, page._none, *page.offered.boxes.values(), *page.chits.boxes.values(), page._roll, page._read]
    assert [each for each in order if each in wanted] == wanted, "Tab goes from field to field and on to the roll"
    page._roll.click()
    assert combat.result is None and "what each unit has drawn" in page.told
    line = page.chits.boxes[combat.drawing[0].unit].lineEdit()
    assert line.selectedText() == line.text() == "not known", "what is typed takes its place"
    assert not page.chits.buttons, "nothing is drawn outside a session"
    for drawing in combat.drawing:
        box = page.chits.boxes[drawing.unit]
        # A chit that cannot be short in its cup, or a strength.
        box.setEditText("5")
        box.lineEdit().editingFinished.emit()
        unit = drawing.unit
        qtbot.waitUntil(lambda unit=unit: any(each.unit == unit and each.told for each in combat.drawing))
    assert set(combat.chits.values()) == {"5"} and not page.chits.is_open
    page._roll.click()
    qtbot.waitUntil(lambda: combat.result is not None)
    assert procedures_of(bench).back()
    qtbot.waitUntil(lambda: combat.odds is not None)
    combat.read({"roll": 10})
    qtbot.waitUntil(lambda: combat.result is not None)
    # What was told goes with every question that follows, and each is answered.
    go_on(bench, qtbot)
    assert {verdict for verdict, _ in take_all(bench, qtbot)} >= {"losses", "retreat"}


def test_marks_of_a_combat_go_with_its_tool_and_come_back(lorne, bench, qtbot):
    place = lorne.document.box.hex("1511")
    bench.tools.combat.combat.attack(place)
    qtbot.waitUntil(lambda: bool(bench.tools.combat.combat.able))
    marks = []
    bench.tools.context.canvas.sketch = lambda part, shapes: marks.append((part, tuple(shapes)))
    try:
        bench.tools.choose("select")
        assert ("combat", ()) in marks
        bench.tools.choose("combat")
        assert marks[-1][0] == "combat" and marks[-1][1]
    finally:
        del bench.tools.context.canvas.sketch
