"""The panel Stack: order, limits, what cannot be seen, and what it asks for."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.counters.piece_words import UNITS_MIME, ids_in, mime_of, piece_words
from app.documents.document import Document
from app.panels.stack.panel import StackPanel
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.piece_edits import moved, ordered
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.model.scenario import Scenario
from core.model.state import GameState
from core.model.terrain import Provenance
from core.rules.kernel.acts_detail import Act, ActsDetail, UnitActs
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling

FILE = "a.scenario.yaml"
IDS = ("gun", "truck", "platoon")


@pytest.fixture
def stack(qtbot, made_up_box):
    here, there = sorted(made_up_box.cells)[20:22]
    start = Deployment().with_pieces(
        {
            "gun": Piece(here, 0, on="truck", marks=frozenset({"fired"})),
            "truck": Piece(here, 1),
            "platoon": Piece(here, 2),
            "tank": Piece(there),
        }
    )
    start = start.with_marks({here: (Mark("mines", "us", "B-7"),)})
    oob = Oob(Items([Side("us", "US")]), counters=Items([Counter(id_, "us") for id_ in (*IDS, "tank")]))
    box = made_up_box.with_oob(oob).with_scenarios({FILE: Scenario("A", start=start)})
    document = Document(box, None, state=GameState(scenario=FILE))
    panel = StackPanel()
    qtbot.addWidget(panel)
    panel.use(document)
    panel.show_spot(here)
    return SimpleNamespace(panel=panel, document=document, here=here, there=there)


def test_the_list_goes_from_the_top_down_and_is_told_to_screen_readers(stack):
    assert stack.panel.list.ids == ("platoon", "truck", "gun")
    assert stack.panel.list.item(2).text() == "gun, fired, on truck"
    assert stack.panel.list.accessibleName() and not stack.panel.list.item(0).icon().isNull()


def test_what_cannot_be_seen_is_listed(stack):
    text = stack.panel._hidden.text()
    assert "gun, fired, on truck" in text and "mines, US, B-7" in text and "platoon" not in text


def test_selecting_goes_both_ways_and_the_stack_of_what_is_selected_is_shown(stack):
    stack.panel.list.item(1).setSelected(True)
    assert stack.document.units.ids == ("truck",)
    stack.document.units.set(("tank",))
    assert stack.panel.spot == stack.there and stack.panel.list.selected == ("tank",)


def test_an_edit_and_its_undo_are_followed(stack):
    stack.document.do(moved(stack.document.work, ["truck"], stack.there))
    assert stack.panel.list.ids == ("platoon",)
    stack.document.undo_stack.undo()
    assert stack.panel.list.ids == ("platoon", "truck", "gun")


def test_dragging_and_keys_ask_for_an_order_from_the_bottom_up(stack, qtbot):
    wanted = []
    stack.panel.order_wanted.connect(lambda spot, order: wanted.append((spot, order)))
    stack.panel.list.drop_at(("gun",), 0)
    assert wanted == [(stack.here, ("truck", "platoon", "gun"))]
    stack.panel.list.item(0).setSelected(True)
    QTest.keyClick(stack.panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert wanted[-1] == (stack.here, ("gun", "platoon", "truck"))
    assert stack.document.do(ordered(stack.document.work, *wanted[-1]))
    assert stack.panel.list.ids == ("truck", "platoon", "gun")


def test_a_drop_that_changes_nothing_asks_for_nothing(stack, qtbot):
    with qtbot.assertNotEmitted(stack.panel.order_wanted):
        stack.panel.list.drop_at(("platoon",), 0)
        stack.panel.list.drop_at(("platoon",), 1)
    assert stack.panel.list.ids == tuple(reversed(IDS))


def test_counters_travel_as_ids_from_the_bottom_up(stack):
    stack.panel.list.selectAll()
    mime = stack.panel.list.mimeData([stack.panel.list.item(row) for row in range(3)])
    assert mime.hasFormat(UNITS_MIME) and ids_in(mime) == IDS
    assert ids_in(mime_of(())) == ()


def test_the_rules_are_asked_once_it_rests_and_their_answer_is_shown_with_its_sections(stack, qtbot):
    with qtbot.waitSignal(stack.panel.stacking_wanted) as asked:
        stack.panel._refresh()
    assert asked.args == [stack.here]
    reasons = (
        Reason(RuleRef("tcs", "4.01", "5.1"), "{total} of {limit}", {"total": 9, "limit": 5}, numbers={"total": 9, "limit": 5}),
        Reason(RuleRef("scs", "1.6", "4.0c"), "On top may lie: {tops}", {"tops": "A"}),
    )
    stack.panel.show_ruling(stack.here, Ruling("stacking", "tcs-4.01", "over", 4, reasons))
    text = stack.panel._limits.text()
    assert "⚠ 9 of 5 [5.1]" in text and "On top may lie: A [4.0c]" in text
    stack.panel.show_ruling(Hex(0, 0), Ruling("stacking", "tcs-4.01", "fits", 0, ()))
    assert stack.panel._limits.text() == text


def test_what_units_can_do_is_told_of_the_selected_ones_with_why_not_the_rest(stack, qtbot):
    with qtbot.waitSignal(stack.panel.acts_wanted) as asked:
        stack.panel._refresh()
    assert asked.args == [stack.here]
    why = Reason(RuleRef("tcs", "4.01", "22.0a"), "{unit} is in Fire Mode", {"unit": "Gun"})
    note = Reason(RuleRef("tcs", "4.01", "20.0c"), "{unit} moves with {points} points", {"unit": "Truck", "points": 12})
    gun = UnitActs("gun", "Gun", ("Fire Mode", "Fired"), (Act("overwatch fire", True), Act("assault", False, why)))
    truck = UnitActs("truck", "Truck", ("Move Mode",), (Act("move", True, note),))
    stack.panel.show_acts(stack.here, ActsDetail((gun, truck)))
    text = stack.panel._acts.text()
    assert "Gun — Fire Mode, Fired\n✓ overwatch fire\n✗ assault: is in Fire Mode [22.0a]" in text
    assert "Truck — Move Mode\n✓ move\n• moves with 12 points [20.0c]" in text
    stack.document.units.set(("truck",))
    assert "Gun" not in stack.panel._acts.text() and "Truck" in stack.panel._acts.text()
    stack.panel.show_acts(Hex(0, 0), ActsDetail((gun,)))
    assert "Gun" not in stack.panel._acts.text()
    stack.panel.show_spot(stack.there)
    assert not stack.panel._acts.text()


def test_units_of_which_the_same_is_said_stand_together_and_so_do_acts_that_one_reason_bars(stack):
    def mode(unit: str) -> Reason:
        return Reason(RuleRef("tcs", "4.01", "9.1c"), "{unit} is in Move Mode", {"unit": unit})

    acts = {
        unit: (Act("move", True), Act("fire", False, mode(unit)), Act("overwatch fire", False, mode(unit)))
        for unit in ("A", "B", "AB")
    }
    same = [UnitActs(unit.lower(), unit, ("Move Mode",), acts[unit]) for unit in ("A", "AB")]
    dug_in = UnitActs("b", "B", ("Move Mode", "Dug In"), acts["B"])
    stack.panel.show_acts(stack.here, ActsDetail((*same, dug_in)))
    barred = "✗ fire, overwatch fire: is in Move Mode [9.1c]"
    assert stack.panel._acts.text().split("\n") == [
        *("A, AB — Move Mode", "✓ move", barred),
        *("", "B — Move Mode, Dug In", "✓ move", barred),
    ]


def test_an_act_that_is_led_through_names_its_units_where_not_all_of_them_may(stack):
    stack.panel.leads = lambda question: question == "mode.at"
    title = Reason(RuleRef("tcs", "4.01", "9.1"), "Change of mode")
    change, fire = (
        (Act("change mode", True, asked=Next("mode.at", title, {"units": unit})) for unit in ("a", "b")),
        Act("fire", True, asked=Next("fire.at", title, {"units": "a"})),
    )
    first, second = (UnitActs(unit, unit.upper(), (), (act,)) for unit, act in zip("ab", change, strict=True))
    stack.panel.show_acts(stack.here, ActsDetail((replace(first, acts=(*first.acts, fire)), second)))
    assert [row.text for row in stack.panel.acts.rows] == ["Change mode"]
    with_third = (first, second, UnitActs("c", "C", (), ()))
    stack.panel.show_acts(stack.here, ActsDetail(with_third))
    assert [row.text for row in stack.panel.acts.rows] == ["Change mode: A, B"]
    begun = []
    stack.panel.act_wanted.connect(begun.append)
    stack.panel.acts.setCurrentRow(0)
    stack.panel.acts.opened.emit()
    assert [asked.given["units"] for asked in begun[0]] == ["a", "b"]


def test_the_list_is_as_high_as_its_counters_and_what_units_can_do_has_the_rest(stack, qtbot):
    stack.panel.resize(400, 900)
    stack.panel.show()
    qtbot.waitUntil(lambda: stack.panel.list.height() == stack.panel.list.maximumHeight())
    rows = [stack.panel.list.visualItemRect(stack.panel.list.item(row)) for row in range(stack.panel.list.count())]
    assert rows and rows[-1].bottom() < stack.panel.list.viewport().height() < rows[-1].bottom() + rows[-1].height()


def test_of_a_stack_with_counters_out_of_sight_nothing_is_said_of_limits(stack, qtbot):
    stack.document.play = SimpleNamespace(below={stack.here: 2})
    stack.panel._refresh()
    assert "3 counters in sight, 2 more out of sight" in stack.panel._title.text()
    with qtbot.assertNotEmitted(stack.panel.stacking_wanted):
        stack.panel._ask()
    # An answer that was still on its way tells nothing either.
    stack.panel.show_ruling(stack.here, Ruling("stacking", "scs-1.6", "fits", 0, ()))
    stack.panel.show_refusal(stack.here, "There are no rules.")
    told = stack.panel._limits.text()
    assert "What lies under the top counter of the other side is not shown" in told and "Within" not in told
    stack.panel.show_spot(stack.there)
    assert "out of sight" not in stack.panel._title.text() and "not shown" not in stack.panel._limits.text()
    stack.document.play = None


def test_a_limit_that_is_a_stand_in_says_so(stack):
    ours = Provenance("scs.stacking", "Stacking limit", "stand-in", "ours")
    stack.panel.show_ruling(stack.here, Ruling("stacking", "scs-1.6", "fits", 0, (), charts=(ours,)))
    assert stack.panel._limits.text().endswith("• Rests on a stand-in: “Stacking limit”")
    stack.panel.show_ruling(stack.here, Ruling("stacking", "scs-1.6", "fits", 0, (), charts=(replace(ours, status="box"),)))
    assert "stand-in" not in stack.panel._limits.text()


def test_buttons_are_grey_while_nothing_is_selected_and_run_commands(stack, qtbot):
    assert not stack.panel._buttons["flip"].isEnabled() and stack.panel._buttons["marks"].isEnabled()
    stack.panel.fitting = lambda: frozenset({"flip", "lose", "off"})
    stack.panel.list.item(0).setSelected(True)
    assert stack.panel._buttons["lose"].isEnabled() and not stack.panel._buttons["regain"].isEnabled()
    with qtbot.waitSignal(stack.panel.command_wanted) as told:
        stack.panel._buttons["flip"].click()
    assert told.args == ["flip"]
    with qtbot.waitSignal(stack.panel.menu_wanted) as told:
        stack.panel._buttons["carriers"].click()
    assert told.args[0] == "carriers"


def test_without_a_document_it_says_what_to_do(stack):
    stack.panel.use(None)
    assert "Click a hex" in stack.panel._title.text() and stack.panel.list.count() == 0


def test_words_of_a_piece_name_steps_sides_and_carriers():
    oob = Oob(counters=Items([Counter("gun", "us")]))
    deployment = Deployment().with_pieces({"gun": Piece("Reserve", face=1, lost=1)})
    assert piece_words(None, oob, deployment, "gun") == "gun, 0 of 1 steps, other side up"
    assert piece_words(None, oob, deployment, "nobody") == "nobody"


def test_two_counters_of_one_name_are_told_by_their_formations():
    formations = Items([Formation(id_, title, "us") for id_, title in (("1", "1st Battalion"), ("2", "2nd Battalion"))])
    oob = Oob(
        Items([Side("us", "US")]), formations, Items([Counter("a", "us", formation="1"), Counter("b", "us", formation="2")])
    )
    deployment = Deployment().with_pieces({"a": Piece("Reserve"), "b": Piece("Reserve", 1)})
    assert piece_words(None, oob, deployment, "a") == "a, 1st Battalion"
    assert piece_words(None, oob, deployment, "b") == "b, 2nd Battalion"


def test_what_was_said_of_one_hex_is_not_said_of_another_or_of_a_box_beside_the_map(stack):
    assert stack.document.do(moved(stack.document.work, ["platoon"], "Reserve"))
    stack.panel.show_ruling(stack.here, Ruling("stacking", "tcs-4.01", "fits", 0, ()))
    assert "Within the limits" in stack.panel._limits.text()
    stack.panel.show_spot("Reserve")
    assert "Within the limits" not in stack.panel._limits.text() and "no limits" in stack.panel._limits.text()
    assert stack.panel._hidden.text() == ""
    stack.panel.show_spot(stack.there)
    assert stack.panel._limits.text() == ""


def test_one_counter_and_many_are_counted_in_plain_words(stack):
    assert stack.panel._title.text().endswith("— 3 counters")
    stack.panel.show_spot(stack.there)
    assert stack.panel._title.text().endswith("— one counter")


def test_keys_of_commands_work_in_the_panel_and_are_told_by_its_buttons(stack, qtbot):
    stack.panel.use_keys({"F": "flip", "-": "lose", "+": "regain", "Shift+M": "dismount"})
    assert stack.panel._buttons["flip"].toolTip().endswith("(F)")
    wanted = []
    stack.panel.command_wanted.connect(wanted.append)
    QTest.keyClick(stack.panel.list, Qt.Key.Key_F)
    QTest.keyClick(stack.panel.list, Qt.Key.Key_Minus)
    QTest.keyClick(stack.panel.list, Qt.Key.Key_Plus, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(stack.panel._buttons["flip"], Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(stack.panel.list, Qt.Key.Key_X)
    assert wanted == ["flip", "lose", "regain", "dismount"]
    over = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_F, Qt.KeyboardModifier.NoModifier)
    over.ignore()
    QApplication.sendEvent(stack.panel, over)
    assert over.isAccepted()


def test_the_counter_of_a_chosen_row_keeps_its_colours(stack):
    icon, size = stack.panel.list.item(0).icon(), stack.panel.list.iconSize()
    plain, chosen = (icon.pixmap(size, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected))
    assert plain == chosen


def test_in_a_low_panel_the_limits_are_seen_without_scrolling(stack, qtbot):
    limit = Reason(RuleRef("TCS", "4.01", "5.1"), "US: {total} steps of at most {limit}", {"total": 7, "limit": 30})
    stack.panel.show_ruling(stack.here, Ruling("stacking", "tcs-4.01", "fits", 0, (limit,)))
    stack.panel.resize(370, 260)
    stack.panel.show()
    qtbot.waitExposed(stack.panel)
    assert stack.panel._limits.visibleRegion().boundingRect().height() >= 2 * stack.panel.fontMetrics().height()
    buttons = stack.panel._buttons["flip"]
    assert stack.panel._limits.y() < buttons.mapTo(stack.panel._limits.parentWidget(), buttons.rect().topLeft()).y()
