"""The tool Units on a made-up map: taking, carrying, putting down, stacks, rectangles, keys, commands."""

import math
from dataclasses import replace
from types import SimpleNamespace

import immutables
import pytest
from PySide6.QtCore import Qt

from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.piece_edits import SET_UP
from core.model.items import Items
from core.model.maps import ItemRef
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Scenario
from core.rules.kernel.carrying import CarryDetail
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling
from tests.app.tools.hand import CTRL, PLAIN, SHIFT, at, click, double_click, drag, key

FILE = "a.scenario.yaml"
HERE, THERE, FAR = Hex(2, 1), Hex(5, 3), Hex(8, 2)
IDS = ("truck", "gun", "platoon", "tank")


class Shown:
    """Counters on the map as a tool sees them: of a stack each lies a tenth of a hex over the one below."""

    def __init__(self, document):
        self.document, self.fanned, self.carried, self.fan_at = document, None, None, None

    boxes = ("Reserve", "Airfields")

    def box_at(self, point):
        return next((name for name in self.boxes if math.dist(point, self.middle(name)) < 1), "")

    def middle(self, name):
        return 3.0 + 4 * self.boxes.index(name), -30.0

    def box_outline(self, name):
        x, y = self.middle(name)
        return (x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1), (x - 1, y - 1)

    def show_box(self, name):
        self.brought = name

    def under(self, place, point):
        place = place or self.box_at(point) or None
        stack = self.document.work.deployment.stack(place) if place is not None else ()
        return stack[-1] if stack else ""

    def covers(self, place, point):
        return bool(self.under(place, point)) and math.dist(point, plane_centre(place)) < 0.3

    def within(self, a, b):
        found = []
        for spot, stack in self.document.work.deployment.stacks.items():
            x, y = plane_centre(spot)
            if min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(a[1], b[1]):
                found += stack
        return tuple(sorted(found))

    def fan_out(self, place, pointed=""):
        self.fanned = place
        return place is not None

    def point_in_fan(self, point):
        if self.fanned is None or self.fan_at is None:
            return None
        return self.fan_at if math.dist(point, plane_centre(self.fanned)) < 0.4 else None

    def carry(self, ids, at):
        self.carried = (tuple(ids), at) if at is not None else None

    def clear_hand(self):
        self.carried = self.fanned = None


@pytest.fixture
def units(bench):
    oob = Oob(Items([Side("us", "US")]), counters=Items([Counter(id_, "us") for id_ in IDS]))
    start = Deployment().with_pieces(
        {"truck": Piece(HERE, 1), "gun": Piece(HERE, 0, on="truck"), "platoon": Piece(HERE, 2), "tank": Piece(FAR)}
    )
    document = bench.document
    box = document.box.with_oob(oob).with_scenarios({FILE: Scenario("A", start=start)})
    document.work = document.work.__class__(box, document.state)
    document.show_scenario(FILE)
    bench.context.counters = Shown(document)
    bench.box.choose("units")
    tool = bench.box.current
    return SimpleNamespace(tool=tool, document=document, shown=bench.context.counters, bench=bench)


def pieces(units):
    return units.document.work.deployment.pieces


def middle(place):
    return plane_centre(place)


def test_a_click_takes_the_top_counter_and_another_one_the_stack(units):
    click(units.tool, *middle(HERE))
    assert units.document.units.ids == ("platoon",)
    click(units.tool, *middle(HERE))
    assert units.document.units.ids == ("gun", "truck", "platoon")
    click(units.tool, *middle(HERE))
    assert units.document.units.ids == ("platoon",)
    click(units.tool, *middle(THERE))
    assert units.document.units.ids == ()


def test_where_both_sides_lie_the_stack_is_that_of_one(units):
    document = units.document
    sides = Items([Side("us", "US"), Side("ge", "German")])
    counters = Items([Counter(id_, "ge" if id_ == "truck" else "us") for id_ in IDS])
    document.work = document.work.__class__(document.box.with_oob(Oob(sides, counters=counters)), document.state)
    for _ in range(2):
        click(units.tool, *middle(HERE))
    assert document.units.ids == ("gun", "platoon")


def test_a_double_click_takes_the_stack(units):
    double_click(units.tool, *middle(HERE))
    assert units.document.units.ids == ("gun", "truck", "platoon")


def test_shift_adds_and_takes_away(units):
    click(units.tool, *middle(HERE))
    click(units.tool, *middle(FAR), modifiers=SHIFT)
    assert units.document.units.ids == ("platoon", "tank")
    click(units.tool, *middle(HERE), modifiers=SHIFT)
    assert units.document.units.ids == ("tank",)


def test_a_drag_is_one_step_and_takes_along_what_is_carried(units):
    units.document.units.set(("truck",))
    units.shown.under = lambda place, point: "truck" if place == HERE else ""
    drag(units.tool, middle(HERE), middle(THERE))
    assert pieces(units)["truck"].at == pieces(units)["gun"].at == THERE
    assert pieces(units)["gun"].on == "truck" and pieces(units)["platoon"].at == HERE
    assert units.document.undo_stack.count() == 1
    units.document.undo_stack.undo()
    assert pieces(units)["truck"].at == HERE and units.document.work.deployment.stack(HERE)[-1] == "platoon"


def test_while_it_is_carried_the_hex_is_lit_and_the_rule_is_said(units):
    tool = units.tool
    tool.pointer_pressed(at(*middle(HERE), True))
    tool.pointer_moved(at(*middle(THERE), True))
    assert units.shown.carried[0] == ("platoon",)
    assert units.bench.canvas.sketches["units target"][0].hexes == {THERE}
    asked = units.bench.answers.waiting("stacking")[-1]
    assert asked.parameters == {"hex": THERE, "with": ["platoon"]}
    reason = Reason(
        RuleRef("tcs", "4.01", "5.1"), "{total} of {limit}", {"total": 9, "limit": 5}, numbers={"total": 9, "limit": 5}
    )
    units.bench.answers.answer(asked, Ruling("stacking", "tcs-4.01", "over", 4, (reason,)))
    # Who is counted may be long and is cut off; the rule stands before it.
    assert 0 < units.bench.said[-1].index("TCS 4.01 5.1") < units.bench.said[-1].index("9 of 5")
    assert units.bench.canvas.sketches["units target"][0].look == "erase"
    tool.pointer_released(at(*middle(THERE)))
    assert pieces(units)["platoon"].at == THERE and units.bench.canvas.sketches["units target"] == ()


def test_an_answer_that_comes_when_the_hand_is_elsewhere_says_nothing(units):
    units.tool.pointer_pressed(at(*middle(HERE), True))
    units.tool.pointer_moved(at(*middle(THERE), True))
    late = units.bench.answers.waiting("stacking")[-1]
    units.tool.cancel_gesture()
    late.on_ruling(Ruling("stacking", "tcs-4.01", "over", 1, ()))
    assert units.bench.canvas.sketches["units target"] == ()


def test_escape_the_right_button_and_a_place_beside_the_map_leave_everything(units):
    before = units.document.work
    for end in ("escape", "outside"):
        units.tool.pointer_pressed(at(*middle(HERE), True))
        units.tool.pointer_moved(at(*middle(THERE), True))
        if end == "escape":
            assert units.tool.cancel_gesture()
        else:
            outside = at(-20, -20)
            units.tool.pointer_released(outside.__class__(None, (-20, -20)))
        assert units.document.work is before and units.shown.carried is None
    assert units.document.undo_stack.count() == 0


def test_a_rectangle_takes_the_stacks_in_it(units):
    (ax, ay), (bx, by) = middle(HERE), middle(FAR)
    drag(units.tool, (ax - 0.8, ay - 3.9), (bx + 0.9, by + 0.9))
    assert set(units.document.units.ids) == set(IDS)
    assert units.bench.canvas.sketches["units frame"] == ()


def test_a_locked_layer_keeps_its_counters_and_says_so(units):
    units.bench.canvas.locked.add("counters")
    drag(units.tool, middle(HERE), middle(THERE))
    assert pieces(units)["platoon"].at == HERE and "locked" in units.bench.said[-1]


def test_enter_picks_up_arrows_carry_enter_puts_down(units):
    units.tool.enter(HERE)
    assert units.tool.holding == ("platoon",)
    units.tool.pointer_moved(at(*middle(THERE)))
    assert units.shown.carried == (("platoon",), middle(THERE))
    units.tool.enter(THERE)
    assert pieces(units)["platoon"].at == THERE and units.tool.holding == ()


def test_counters_of_the_order_of_battle_are_taken_in_the_hand_and_all_put_into_one_hex(units):
    units.tool.commands.run("off", ("platoon",))
    units.bench.canvas.cursor = HERE
    assert units.tool.take_in_hand(("platoon", "tank", "nobody"))
    assert units.tool.holding == ("platoon", "tank") and units.document.units.ids == ("platoon", "tank")
    assert units.shown.carried == (("platoon", "tank"), middle(HERE)) and "Enter puts down" in units.bench.said[-1]
    units.tool.pointer_moved(at(*middle(THERE)))
    units.tool.enter(THERE)
    assert pieces(units)["platoon"].at == pieces(units)["tank"].at == THERE and units.tool.holding == ()
    assert units.tool.take_in_hand(("gun",)) and units.tool.cancel_gesture() and pieces(units)["gun"].at == HERE
    units.bench.canvas.locked.add("counters")
    assert not units.tool.take_in_hand(("platoon",)) and units.tool.holding == ()


def test_tab_goes_through_the_stack_and_insert_fans_it_out(units):
    units.bench.canvas.cursor = HERE
    for wanted in ("platoon", "truck", "gun", "platoon"):
        assert units.tool.wants(key(Qt.Key.Key_Tab)) and units.tool.key(key(Qt.Key.Key_Tab))
        assert units.document.units.ids == (wanted,)
    units.tool.key(key(Qt.Key.Key_Backtab, SHIFT))
    assert units.document.units.ids == ("gun",)
    units.tool.key(key(Qt.Key.Key_Insert))
    assert units.shown.fanned == HERE
    units.tool.key(key(Qt.Key.Key_Insert))
    assert units.shown.fanned is None


def test_the_fan_folds_up_when_the_mouse_leaves_the_map(units):
    units.tool.pointer_moved(at(*middle(HERE)))
    units.tool._fan.open()
    assert units.shown.fanned == HERE
    units.tool.pointer_left()
    assert units.shown.fanned is None and not units.tool._fan.rest.isActive()


def test_a_counter_is_taken_out_of_the_fan(units):
    units.shown.fanned, units.shown.fan_at = HERE, "gun"
    drag(units.tool, middle(HERE), middle(THERE))
    assert pieces(units)["gun"] == Piece(THERE, 0)


def test_a_stack_fans_out_when_the_pointer_rests_on_it_and_folds_up_elsewhere(units, qtbot):
    units.tool.pointer_moved(at(*middle(HERE)))
    qtbot.waitUntil(lambda: units.shown.fanned == HERE)
    units.tool.pointer_moved(at(*middle(THERE)))
    assert units.shown.fanned is None


@pytest.mark.parametrize(
    ("which", "modifiers", "wanted"),
    [
        (Qt.Key.Key_PageDown, PLAIN, ("gun", "platoon", "truck")),
        (Qt.Key.Key_End, PLAIN, ("platoon", "gun", "truck")),
    ],
)
def test_keys_order_the_stack(units, which, modifiers, wanted):
    units.document.units.set(("platoon",))
    assert units.tool.wants(key(which, modifiers)) and units.tool.key(key(which, modifiers))
    assert units.document.work.deployment.stack(HERE) == wanted


def test_steps_are_lost_and_the_last_takes_the_counter_off(units):
    units.document.units.set(("tank",))
    units.tool.key(key(Qt.Key.Key_Minus))
    assert "tank" not in pieces(units)


def test_delete_takes_off_with_what_is_carried_and_a_grey_command_says_why(units):
    units.document.units.set(("truck",))
    units.tool.key(key(Qt.Key.Key_Delete))
    assert set(pieces(units)) == {"platoon", "tank"}
    units.document.units.set(("tank",))
    units.tool.key(key(Qt.Key.Key_PageUp))
    assert "lies with others" in units.bench.said[-1]


def test_dismounting_frees_who_is_carried(units):
    units.document.units.set(("gun",))
    units.tool.key(key(Qt.Key.Key_M, SHIFT))
    assert pieces(units)["gun"].on == ""


def test_the_rules_are_asked_who_may_carry(units):
    told = []
    units.tool.commands.ask_carriers("platoon", told.append)
    asked = units.bench.answers.waiting("carriers")[-1]
    detail = CarryDetail("platoon", ())
    units.bench.answers.answer(asked, Ruling("carriers", "tcs-4.01", "prohibited", 0, (), detail))
    assert told == [detail]
    assert units.tool.commands.mount(("platoon",), "truck") and pieces(units)["platoon"].on == "truck"


def test_markers_come_and_go_on_counters_and_in_hexes(units):
    commands = units.tool.commands
    assert commands.mark("step-loss 2", ("tank",)) and pieces(units)["tank"].marks == {"step-loss 2"}
    assert commands.unmark("step-loss 2", ("tank",)) and not pieces(units)["tank"].marks
    commands.mark_hex(THERE, "smoke-1", "us")
    assert units.document.work.deployment.marks[THERE] == (Mark("smoke-1", "us"),)
    commands.unmark_hex(THERE, Mark("smoke-1", "us"))
    assert THERE not in units.document.work.deployment.marks


def test_a_marker_in_a_hex_is_of_a_side_that_fights_and_not_of_one_that_only_owns_chits(units):
    document, scenario = units.document, units.document.work.scenario
    sides = Items([Side("us", "US"), Side("them", "Them"), Side("cups", "Cups")])
    counters = Items([*document.box.oob.counters, Counter("foe", "them"), Counter("chit", "cups")])
    start = scenario.start.with_pieces({"foe": Piece(THERE)})
    box = document.box.with_oob(Oob(sides, counters=counters)).with_scenarios({FILE: replace(scenario, start=start)})
    document.work = document.work.__class__(box, document.state)
    assert units.tool.commands.owners(("foe",)) == ("them", "us")


def test_the_first_counter_on_a_map_without_a_scenario_makes_one(units):
    document = units.document
    document.work = document.work.__class__(document.box.with_scenarios({FILE: None}), document.state)
    document.show_scenario("")
    assert units.tool.commands.put(("tank", "nobody"), THERE)
    assert document.work.scenario.title == SET_UP and pieces(units) == immutables.Map({"tank": Piece(THERE)})
    document.undo_stack.undo()
    assert not document.box.scenarios


def test_a_right_click_takes_the_counter_under_it_and_asks_for_the_menu(units, qtbot):
    with qtbot.waitSignal(units.tool.menu_wanted) as told:
        units.bench.box.pressed(HERE, middle(HERE), Qt.MouseButton.RightButton, PLAIN)
    assert told.args == [HERE, False] and units.document.units.ids == ("platoon",)


def test_what_is_dragged_off_the_map_is_told_and_stays_where_it_was(units):
    units.tool.pointer_pressed(at(*middle(HERE), True))
    units.tool.pointer_moved(at(*middle(THERE), True))
    assert units.tool.carry_off() == ("platoon",)
    assert units.shown.carried is None and pieces(units)["platoon"].at == HERE


def test_keys_go_on_in_the_hex_that_was_clicked(units):
    units.bench.canvas.set_cursor(FAR)
    click(units.tool, *middle(HERE))
    assert units.bench.canvas.cursor == HERE
    units.tool.enter(HERE)
    assert units.tool.holding == ("platoon",)


def test_what_is_told_of_a_counter_follows_what_happens_to_it_and_what_else_is_selected(units):
    click(units.tool, *middle(HERE))
    units.tool.commands.mark("fired")
    assert units.bench.said[-1] == "platoon, fired"
    units.document.undo_stack.undo()
    assert units.bench.said[-1] == "platoon"
    units.document.units.set(("tank",))
    assert units.bench.said[-1] == "tank"
    units.document.units.set()
    assert units.bench.said[-1] == units.tool.hint


def test_a_double_click_opens_the_stack_and_carries_nothing(units, qtbot):
    with qtbot.waitSignal(units.tool.stack_wanted):
        double_click(units.tool, *middle(HERE))
    assert units.shown.carried is None and units.tool.holding == ()


def test_a_click_on_a_counter_while_selecting_takes_the_counter_and_not_the_ground_under_it(units):
    box, (x, y) = units.bench.box, middle(HERE)
    units.document.selection.set({ItemRef("a.map.yaml", "zones", 1)})
    left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
    box.choose("select")
    box.pressed(HERE, (x + 0.45, y), left, PLAIN)
    box.released(HERE, (x + 0.45, y), left, PLAIN)
    assert box.current is box.select and units.document.units.ids == ()
    for button in (left, right):
        box.choose("select")
        units.document.units.set(())
        box.pressed(HERE, (x, y), button, PLAIN)
        box.released(HERE, (x, y), button, PLAIN)
        assert box.current is units.tool and units.document.units.ids == ("platoon",)
        assert not units.document.selection.refs


def test_counters_of_several_hexes_keep_their_places_to_each_other_and_ctrl_gathers_them(units):
    units.document.units.set(("platoon", "tank"))
    target = HERE.plus(1, 0)
    drag(units.tool, middle(HERE), middle(target))
    assert pieces(units)["platoon"].at == target and pieces(units)["tank"].at == FAR.plus(1, 0)
    assert units.document.undo_stack.count() == 1
    units.document.undo_stack.undo()
    drag(units.tool, middle(HERE), middle(target), modifiers=CTRL)
    assert pieces(units)["platoon"].at == pieces(units)["tank"].at == target


def test_nothing_is_moved_if_one_of_them_would_leave_the_map(units):
    units.document.units.set(("platoon", "tank"))
    cells = units.document.box.cells
    target = next(place for place in sorted(cells) if FAR.plus(place.q - HERE.q, place.r - HERE.r) not in cells)
    drag(units.tool, middle(HERE), middle(target))
    assert pieces(units)["platoon"].at == HERE and pieces(units)["tank"].at == FAR
    assert "off the map would be tank" in units.bench.said[-1]


def test_of_counters_that_go_into_several_hexes_those_under_the_pointer_are_seen_in_the_hand(units):
    units.document.units.set(("platoon", "tank"))
    units.tool.pointer_pressed(at(*middle(HERE), held=True))
    units.tool.pointer_moved(at(*middle(HERE.plus(1, 0)), held=True))
    assert units.shown.carried[0] == ("platoon",)
    units.tool.pointer_moved(at(*middle(HERE.plus(1, 0)), held=True, modifiers=CTRL))
    assert set(units.shown.carried[0]) == {"platoon", "tank"}
    units.tool.cancel_gesture()


def off_map(point, held=False):
    return replace(at(*point, held), place=None)


def test_counters_are_dragged_into_a_box_beside_the_map_and_out_of_it(units):
    box = units.shown.middle("Reserve")
    tool = units.tool
    tool.pointer_pressed(at(*middle(HERE), True))
    tool.pointer_moved(off_map(box, True))
    assert "Reserve" in units.bench.said[-1] and units.bench.canvas.sketches["box beside the map"]
    assert units.bench.canvas.sketches["units target"] == ()
    tool.pointer_released(off_map(box))
    assert pieces(units)["platoon"].at == "Reserve" and units.bench.canvas.sketches["box beside the map"] == ()
    assert units.document.undo_stack.count() == 1
    tool.pointer_pressed(off_map(box, True))
    tool.pointer_moved(at(*middle(THERE), True))
    tool.pointer_released(at(*middle(THERE)))
    assert pieces(units)["platoon"].at == THERE


def test_counters_of_several_hexes_all_go_into_a_box(units):
    units.document.units.set(("platoon", "tank"))
    units.tool.pointer_pressed(at(*middle(HERE), True))
    units.tool.pointer_moved(off_map(units.shown.middle("Airfields"), True))
    units.tool.pointer_released(off_map(units.shown.middle("Airfields")))
    assert pieces(units)["platoon"].at == pieces(units)["tank"].at == "Airfields"


def test_the_keyboard_goes_through_the_boxes_puts_into_them_and_takes_out_of_them(units, qtbot):
    units.bench.canvas.set_cursor(HERE)
    units.tool.enter(HERE)
    with qtbot.waitSignal(units.tool.spot_pointed) as told:
        assert units.tool.key(key(Qt.Key.Key_K))
    assert told.args == ["Reserve"] and units.shown.brought == "Reserve"
    units.tool.key(key(Qt.Key.Key_K))
    assert units.shown.brought == "Airfields" and units.shown.carried is not None
    assert units.tool.key(key(Qt.Key.Key_Return))
    assert pieces(units)["platoon"].at == "Airfields"

    units.document.units.set(())
    units.tool.key(key(Qt.Key.Key_Tab))
    assert units.document.units.ids == ("platoon",)
    units.tool.key(key(Qt.Key.Key_Return))
    assert units.tool.holding == ("platoon",)
    assert not units.tool.wants(key(Qt.Key.Key_Return))
    units.tool.enter(THERE)
    assert pieces(units)["platoon"].at == THERE


def test_without_boxes_the_key_says_so(units):
    units.shown.boxes = ()
    assert units.tool.key(key(Qt.Key.Key_K))
    assert "no boxes" in units.bench.said[-1]
