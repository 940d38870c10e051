"""The order of battle in the whole window: found by a key, sought on the map, stood in for, imported and written as a chart."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.dialogs.exchange.export_oob import ExportOobDialog
from app.dialogs.exchange.import_units import ImportUnits
from app.dialogs.find_unit import FindUnit
from app.panels.oob.fields import ValueField
from core.model.deployment import Piece
from core.model.edits.force_edits import ChangePieces, ChangeScenario, ChangeUnits
from core.model.oob import Counter, Formation, OobRef, Side, Values
from core.model.scenario import Arrival, Scenario

FILE = "x.scenario.yaml"


def shown(window, qtbot, kind):
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(kind)))
    return next(each for each in window.findChildren(kind) if each.isVisible())


@pytest.fixture
def with_units(window):
    """The example box with a battalion of tanks; what a test does is undone by the window's own fixture."""
    document = window.document
    tank = Values({"piece.name": "A/1 Tank", "piece.kind": "vehicle", "steps": 5})
    document.do(
        ChangeUnits(
            "",
            {
                OobRef("sides", 1): Side("us", "US", "#6b7f4f"),
                OobRef("formations", 1): Formation("1tank", "1st Tank Battalion", "us"),
                OobRef("counters", 1): Counter("a-1", "us", tank, formation="1tank"),
                OobRef("counters", 2): Counter("b-1", "us", tank.set("piece.name", "B/1 Tank"), formation="1tank"),
            },
        )
    )
    document.do(ChangeScenario("", FILE, Scenario("Battle", arrivals=(Arrival(("b-1",), 4),))))
    document.show_scenario(FILE)
    yield window
    document.show_scenario("")


def test_a_unit_is_found_and_lit_up_on_the_map(with_units, qtbot):
    window = with_units
    document = window.document
    place = document.box.hex("1.11")
    document.do(ChangePieces("", FILE, {"a-1": Piece(place)}))
    window.actions_["box.find_unit"].trigger()
    finding = shown(window, qtbot, FindUnit)
    qtbot.waitUntil(lambda: finding._finder.complete)
    qtbot.keyClicks(finding.line, "a/1")
    with qtbot.waitSignal(document.units.sought) as heard:
        qtbot.keyClick(finding.line, Qt.Key.Key_Return)
    assert heard.args == [("a-1",)]
    assert document.units.ids == ("a-1",)
    assert "is in hex" in window.status.hint
    panel = window.workbench.docks.oob
    qtbot.waitUntil(lambda: panel.tree.refs == (OobRef("counters", 1),))


def test_a_unit_that_is_not_on_the_map_is_told_when_it_comes(with_units, qtbot):
    window = with_units
    panel = window.workbench.docks.oob
    panel.sought.emit(("b-1",))
    assert "arrives on turn 4" in window.status.hint
    panel.sought.emit(("a-1", "b-1"))
    assert "0 of 2 counters are in play" in window.status.hint


def test_the_track_of_a_formation_that_states_none_is_a_stand_in_of_the_rules(with_units, qtbot):
    window = with_units
    docks = window.workbench.docks
    docks.front("oob")
    panel = docks.oob
    panel.tree.choose((OobRef("formations", 1),))
    qtbot.waitUntil(lambda: "vehicle.track" in panel.form.fields)
    field = panel.form.fields["vehicle.track"]
    assert isinstance(field, ValueField)
    qtbot.waitUntil(lambda: bool(field.track.boxes))
    assert field.badge.word == "stand-in"
    docks.front("ruling")


def test_units_of_a_file_are_seen_before_they_come_and_come_in_one_step(window, qtbot, tmp_path):
    units = [{"name": "1st Brigade", "subUnits": [{"name": "A Company"}, {"name": "B Company"}]}]
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"type": "ORBAT-mapper", "sides": [{"name": "Blue", "subUnits": units}], "events": [1]}))
    document = window.document
    window.actions_["file.import_units"].trigger()
    dialog = shown(window, qtbot, ImportUnits)
    dialog.file.setText(str(file))
    qtbot.waitUntil(dialog.do_import.isEnabled)
    assert "Counters: 2 new" in dialog.state.text()
    assert any("events" in dialog.left_out.item(row).text() for row in range(dialog.left_out.count()))
    assert not document.box.oob
    dialog.accept()
    assert [each.name for each in document.box.oob.formations] == ["1st Brigade"]
    assert document.undo_stack.count() == 1
    window.workbench.docks.front("ruling")


def test_the_chart_of_the_box_as_it_is_in_the_window_is_written(with_units, qtbot, tmp_path):
    window = with_units
    window.actions_["file.export_oob"].trigger()
    dialog = shown(window, qtbot, ExportOobDialog)
    file = tmp_path / "chart.svg"
    dialog.file.setText(str(file))
    dialog.accept()
    qtbot.waitUntil(file.is_file)
    qtbot.waitUntil(lambda: "was written" in window.status.hint)
    assert b"<svg" in file.read_bytes()


def test_without_units_nothing_is_asked(window):
    window.actions_["box.find_unit"].trigger()
    assert "no counters" in window.status.hint
    window.actions_["file.export_oob"].trigger()
    assert "no order of battle" in window.status.hint
    assert not any(each.isVisible() for each in QApplication.topLevelWidgets() if isinstance(each, ExportOobDialog))
