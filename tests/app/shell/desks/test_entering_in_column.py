"""In the real window: reinforcements come in by a road one stack behind the other, and pay for the road off it [VCS 14.0]."""

from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from app.shell.desks.play import PlayDesk
from app.tools import unit_commands
from core.model.scenario import ARRIVING
from core.play.coming_in import came_in

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
FIRST, SECOND = ("41-tank", "8-mech", "4-aufkl"), ("4-sp-art", "4-div-hq")


@pytest.fixture(scope="module")
def landing(window_of):
    yield from window_of(SCENARIOS / "cape-lorne")


@pytest.fixture
def due(landing, newly_opened, qtbot, folders_of_play):
    """A session of somebody who plays alone, in the second turn, in which the 4th Division of Korrin is due."""
    bench = newly_opened(landing, SCENARIOS / "cape-lorne").workbench
    desk = next(each for each in landing._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["solitaire"].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    qtbot.waitUntil(lambda: bench.tools.context.headings is not None)
    live, turn = desk.live, bench.play.turn
    turn._attempt(lambda: turn.course.at(live.session.state, 2, "movement", "korrin"))
    yield desk, bench, live
    for each in landing.findChildren(QDialog):
        if each.isVisible():
            each.close()
    desk.leave()


def test_a_column_pays_for_the_road_off_the_map_and_undoing_takes_it_back(landing, due, qtbot):
    desk, bench, live = due
    spent = bench.tools.context.spent
    bench.tools.choose("movement")
    tool, entry = bench.tools.current, landing.document.box.hex("3410")

    def bring(units):
        tool._take_waiting(units)
        qtbot.waitUntil(lambda: tool._entering.units == units and tool._entering.hexes is not None)
        bench.tools.pressed(entry, None, LEFT, PLAIN)
        bench.tools.released(entry, None, LEFT, PLAIN)
        qtbot.waitUntil(lambda: tool._range is not None and tool.units == units)

    bring(FIRST)
    assert {spent.of(unit) for unit in FIRST} == {Fraction(1, 2)}
    assert tool._range.detail.spent_before == Fraction(1, 2)
    assert came_in(live.session) == tuple((unit, entry) for unit in FIRST)
    bring(SECOND)
    assert {spent.of(unit) for unit in SECOND} == {Fraction(1)}, "a hex of road off the map more"
    assert tool._range.detail.spent_before == 1
    desk.undo()
    assert all(live.session.state.deployment.pieces[unit].at == ARRIVING for unit in SECOND)
    assert {unit for unit, _ in came_in(live.session)} == set(FIRST)
    bring(SECOND[:1])
    assert spent.of(SECOND[0]) == 1


def test_who_is_dragged_in_by_hand_pays_as_much_and_is_told_so(landing, due, qtbot, monkeypatch):
    desk, bench, live = due
    context, commands, heard = bench.tools.context, bench.tools.units.commands, []
    monkeypatch.setattr(context, "status", heard.append)
    entry, off_road = (landing.document.box.hex(label) for label in ("3410", "3412"))

    def drag(units, to, told):
        heard.clear()
        commands.put_down(dict.fromkeys(units, to), to)
        qtbot.waitUntil(lambda: any(told in said for said in heard))

    drag(FIRST, entry, "3410 is open to them: coming in costs ½ points [VCS 14.0]")
    assert {context.spent.of(unit) for unit in FIRST} == {Fraction(1, 2)}
    assert live.session.state.arrived == set(FIRST)
    drag(SECOND[:1], entry, "3410 is open to them: coming in costs 1 point [VCS 14.0]")
    assert context.spent.of(SECOND[0]) == 1, "a hex of road off the map more, behind those that came before"
    drag(SECOND[1:], off_road, "They do not come in by 3412")
    assert context.spent.of(SECOND[1]) == 0 and live.session.state.arrived == {*FIRST, *SECOND}
    desk.undo()
    assert live.session.state.deployment.pieces[SECOND[1]].at == ARRIVING
    assert live.session.state.arrived == {*FIRST, SECOND[0]}


def test_who_has_gone_on_before_the_rules_answer_is_not_said_to_have_paid_for_the_entry_alone(landing, due, qtbot, monkeypatch):
    _, bench, _ = due
    context, commands, heard = bench.tools.context, bench.tools.units.commands, []
    monkeypatch.setattr(context, "status", heard.append)
    box, unit = landing.document.box, FIRST[0]
    commands.put_down({unit: box.hex("3410")}, box.hex("3410"))
    commands.put([unit], box.hex("3310"))
    qtbot.waitUntil(lambda: any("3410 is open to them" in said for said in heard))
    assert context.spent.of(unit) is None


def test_of_some_that_come_in_and_some_that_move_both_are_judged(landing, due, qtbot, monkeypatch):
    _, bench, _ = due
    asked = []
    monkeypatch.setattr(unit_commands, "tell_entry", lambda _, units, place: asked.append(("entry", tuple(units))) or True)
    monkeypatch.setattr(unit_commands, "tell_moving", lambda _, units: asked.append(("moving", tuple(units))))
    place = landing.document.box.hex("3410")
    bench.tools.units.commands.put_down({FIRST[0]: place, "14-pio": place}, place)
    assert asked == [("entry", FIRST[:1]), ("moving", ("14-pio",))]
