"""In the real window: reinforcements come out of their box by the hexes that the rules leave open, and move on from there."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from app.shell.desks.play import PlayDesk
from core.model.edits.piece_edits import moved
from core.model.scenario import ARRIVING

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture(scope="module")
def river(window_of):
    yield from window_of(SCENARIOS / "sable-river")


@pytest.fixture
def played(river, newly_opened, qtbot, folders_of_play):
    """A session of somebody who plays alone, where the 4th Tank Division of Korrin is due."""
    bench = newly_opened(river, SCENARIOS / "sable-river").workbench
    desk = next(each for each in river._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["solitaire"].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    qtbot.waitUntil(lambda: bench.tools.context.headings is not None)
    go_to(bench, desk.live, 2, "movement.reinforcements")
    yield bench, desk.live
    for box in river.findChildren(QDialog):
        if box.isVisible():
            box.close()
    desk.leave()


def go_to(bench, live, turn, phase):
    bench.play.turn._attempt(lambda: bench.play.turn.course.at(live.session.state, turn, phase, "korrin"))


def movement_of(bench):
    bench.tools.choose("movement")
    return bench.tools.current


def press(bench, place):
    bench.tools.pressed(place, None, LEFT, PLAIN)
    bench.tools.released(place, None, LEFT, PLAIN)


def lying(live, unit):
    return live.session.state.deployment.pieces[unit].at


def test_reinforcements_in_hand_are_placed_by_their_entry_and_have_all_their_points_there(river, played, qtbot):
    bench, live = played
    tool, box = movement_of(bench), river.document.box
    waiting = ("41-tank", "43-tank")
    assert {lying(live, unit) for unit in waiting} == {ARRIVING}
    river.document.units.set(waiting)
    river.actions_["tool.movement"].trigger()
    entry = box.hex("3415")
    qtbot.waitUntil(lambda: tool._entering.hexes == {entry})
    before = live.session.number
    press(bench, box.hex("3114"))
    assert live.session.number == before and "do not come in by 3114" in river.workbench._status.hint
    assert "[SCS 1.6 5.0]" in river.workbench._status.hint
    press(bench, entry)
    assert {lying(live, unit) for unit in waiting} == {entry} and live.session.number == before + 1
    qtbot.waitUntil(lambda: tool._range is not None)
    assert tool.units == waiting and tool._range.detail.spent_before == 0
    assert bench.tools.context.spent.of("41-tank") == 0
    go_to(bench, live, 2, "movement.move")
    assert bench.tools.context.spent.before(waiting) == (), "placing costs no movement points"


def test_where_enemies_hold_the_entry_they_come_in_along_the_edge(river, played, qtbot):
    bench, live = played
    tool, box = movement_of(bench), river.document.box
    live.do(moved(river.document.work, ["40-rifle"], box.hex("3214")), "korrin")
    live.do(moved(river.document.work, ["9-rgt-3"], box.hex("3415")), "veldany")
    river.document.units.set(("8-mech",))
    river.actions_["tool.movement"].trigger()
    qtbot.waitUntil(lambda: bool(tool._entering.hexes))
    assert box.hex("3415") not in tool._entering.hexes
    far = {box.label(place) for place in tool._entering.hexes}
    assert {"3405", "3425"} & far and "3404" not in far, "within 10 hexes along the edge"
    press(bench, box.hex("3415"))
    assert lying(live, "8-mech") == ARRIVING and "stands in it" in river.workbench._status.hint


def test_of_reinforcements_that_are_put_down_by_hand_the_rule_is_told_and_they_stay(river, played, qtbot, monkeypatch):
    bench, live = played
    box, commands, heard = river.document.box, bench.tools.units.commands, []
    monkeypatch.setattr(bench.tools.context, "status", heard.append)
    for unit, label, told in (
        ("41-tank", "3415", "3415 is open to them: placing costs no movement points [SCS 1.6 5.0]"),
        ("43-tank", "3114", "They do not come in by 3114"),
    ):
        commands.put_down({unit: box.hex(label)}, box.hex(label))
        qtbot.waitUntil(lambda told=told: any(told in said for said in heard))
        assert lying(live, unit) == box.hex(label)
    assert heard[-1].endswith("What was placed stays.")


def test_a_click_into_the_box_takes_who_waits_there(river, played, qtbot):
    bench, live = played
    tool, shown = movement_of(bench), bench.tools.context.counters
    river.actions_["tool.movement"].trigger()
    outline = shown.box_outline(ARRIVING)
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    count = 24
    spots = (
        (min(xs) + (max(xs) - min(xs)) * i / count, min(ys) + (max(ys) - min(ys)) * j / count)
        for i in range(1, count)
        for j in range(1, count)
    )
    point = next(each for each in spots if shown.under(None, each))
    unit = shown.under(None, point)
    bench.tools.pressed(None, point, LEFT, PLAIN)
    bench.tools.released(None, point, LEFT, PLAIN)
    assert tool._entering.units == (unit,) and live.session.state.deployment.pieces[unit].at == ARRIVING
    qtbot.waitUntil(lambda: bool(tool._entering.hexes))
    bench.tools.escape()
    assert tool._entering.units == ()
