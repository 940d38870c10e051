"""In the real window: reinforcements come in by a road one stack behind the other, and pay for the road off it [VCS 14.0]."""

from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from app.shell.desks.play import PlayDesk
from core.model.scenario import ARRIVING
from core.play.coming_in import came_in

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"
LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
FIRST, SECOND = ("41-tank", "8-mech", "4-aufkl"), ("4-sp-art", "4-div-hq")


@pytest.fixture(scope="module")
def landing(window_of):
    yield from window_of(SCENARIOS / "cape-lorne")


def test_a_column_pays_for_the_road_off_the_map_and_undoing_takes_it_back(landing, newly_opened, qtbot, folders_of_play):
    bench = newly_opened(landing, SCENARIOS / "cape-lorne").workbench
    desk = next(each for each in landing._desks if isinstance(each, PlayDesk))
    desk.starting.start()
    dialog = desk.starting.dialog
    dialog.kinds["solitaire"].setChecked(True)
    dialog.go.click()
    qtbot.waitUntil(lambda: desk.live is not None)
    qtbot.waitUntil(lambda: bench.tools.context.headings is not None)
    live, turn, box, spent = desk.live, bench.play.turn, landing.document.box, bench.tools.context.spent
    turn._attempt(lambda: turn.course.at(live.session.state, 2, "movement", "korrin"))
    bench.tools.choose("movement")
    tool, entry = bench.tools.current, box.hex("3410")

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
    for each in landing.findChildren(QDialog):
        if each.isVisible():
            each.close()
    desk.leave()
