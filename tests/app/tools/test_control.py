"""Zones of control on the map: of all sides, of one, of a stack; who controls the hex that is pointed at."""

import pytest
from PySide6.QtCore import Qt

from core.model.edits.piece_edits import taken_off
from core.rules.kernel.parameters import Heading, Parameter
from tests.app.tools.hand import key
from tests.app.tools.operations_bench import BLUE, EMPTY, FAR, NEAR, RED, placed, zones

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def field(bench):
    made = placed(bench)
    bench.box.choose("control")
    return made


def click(field, place):
    field.bench.box.pressed(place, None, LEFT, PLAIN)
    field.bench.box.released(place, None, LEFT, PLAIN)


def answer(field, question="zoc"):
    for asked in field.answers.waiting(question):
        side = asked.parameters.get("side") or ("red" if "r1" in asked.parameters["units"] else "blue")
        hexes = {EMPTY: (("r1", "r2"), ("supply",)), NEAR: (("r1",), ())} if side == "red" else {NEAR: (("b1",), ())}
        field.answers.answer(asked, zones(side, hexes))


def washes(field):
    return {shape.look: shape.hexes for shape in field.canvas.sketches.get("wash zones", ())}


def test_the_zones_of_all_sides_are_hatched_each_in_its_own_way(field):
    assert [asked.parameters for asked in field.answers.waiting("zoc")] == [{"side": "red"}, {"side": "blue"}]
    answer(field)
    assert washes(field) == {"zone-1": {EMPTY, NEAR}, "zone-2": {NEAR}}
    assert "Red army: 2 hexes" in field.bench.said[-1] and "Blue army: 1 hex" in field.bench.said[-1]
    assert [each.detail.side for each in field.bench.published[-1][0]] == ["red", "blue"]


def test_selected_units_without_zones_show_those_of_all_sides(bench):
    made = placed(bench)
    made.document.units.set(("r1", "r2"))
    bench.box.choose("control")
    (asked,) = made.answers.waiting("zoc")
    assert asked.parameters == {"units": ["r1", "r2"]}
    made.answers.answer(asked, zones("red", {}, ("r1", "r2")))
    assert [each.parameters for each in made.answers.waiting("zoc")] == [{"side": "red"}, {"side": "blue"}]
    click(made, RED)
    (asked,) = (each for each in made.answers.waiting("zoc") if "units" in each.parameters)
    made.answers.answer(asked, zones("red", {}, ("r1", "r2")))
    assert "r1, r2: 0 hexes" in bench.said[-1], "what is clicked is what is shown"


def test_nothing_is_shown_before_all_sides_have_answered(field):
    first, _ = field.answers.waiting("zoc")
    field.answers.answer(first, zones("red", {EMPTY: (("r1",), ())}))
    assert washes(field) == {}


def test_number_keys_choose_a_side_and_nought_all_of_them(field):
    field.bench.box.key(key(Qt.Key.Key_2))
    answer(field)
    assert washes(field) == {"zone-2": {NEAR}}
    field.bench.box.key(key(Qt.Key.Key_0))
    answer(field)
    assert set(washes(field)) == {"zone-1", "zone-2"}


def test_a_number_without_a_side_changes_nothing(field):
    answer(field)
    assert field.bench.box.key(key(Qt.Key.Key_7))
    assert field.answers.waiting("zoc") == []


def test_a_click_on_a_stack_shows_the_zones_of_its_units(field):
    answer(field)
    click(field, RED)
    assert [asked.parameters for asked in field.answers.waiting("zoc")] == [{"units": ["r1", "r2"]}]
    answer(field)
    assert washes(field) == {"zone-1": {EMPTY, NEAR}}
    assert "r1, r2: 2 hexes" in field.bench.said[-1]


def test_clicks_on_empty_ground_go_through_the_sides(field):
    for wanted in ([{"side": "red"}], [{"side": "blue"}], [{"side": "red"}, {"side": "blue"}]):
        answer(field)
        click(field, FAR)
        assert [asked.parameters for asked in field.answers.waiting("zoc")][-len(wanted) :] == wanted


def test_pointing_at_a_hex_tells_at_once_whose_zone_it_is_and_asks_why_after_a_rest(field, qtbot):
    answer(field)
    field.bench.box.pointed(EMPTY)
    assert field.bench.said[-1].endswith("zone of Red army (r1, r2), taken away by the enemy there for supply")
    qtbot.waitUntil(lambda: bool(field.answers.waiting("zoc")), timeout=2000)
    assert [asked.parameters for asked in field.answers.waiting("zoc")] == [
        {"side": "red", "hex": EMPTY},
        {"side": "blue", "hex": EMPTY},
    ]
    field.bench.box.pointed(FAR)
    assert "no zone" in field.bench.said[-1]


def test_what_is_moved_is_asked_about_anew_and_units_that_are_gone_are_let_go(field):
    answer(field)
    click(field, BLUE)
    answer(field)
    field.document.do(taken_off(field.document.work, ("b1",)))
    assert washes(field) == {}
    assert field.bench.published[-1] == ((), {})


def test_escape_takes_the_zones_away(field):
    answer(field)
    field.bench.box.escape()
    assert washes(field) == {}


def test_a_refusal_is_told_and_nothing_is_asked_for_ever(field):
    for asked in field.answers.waiting("zoc"):
        asked.on_refused("No such question.")
    assert field.bench.said[-1] == "No such question."
    field.answers.under_way.clear()
    field.bench.box.current.refresh()
    assert field.answers.waiting("zoc") == []


def test_a_series_with_several_kinds_of_zones_has_them_chosen(field):
    assert [option.id for option in field.bench.box.current.options] == ["side"]
    kind = Parameter("kind", "choice", "which zones", choices=("control", "engagement", "screen"))
    field.bench.box.learn((Heading("zoc", "", "", "", (kind,)),))
    _, which = field.bench.box.current.options
    assert (which.value, [id_ for id_, _ in which.choices]) == ("control", ["control", "engagement", "screen"])
    which.change("engagement")
    asked = [each.parameters for each in field.answers.waiting("zoc")]
    assert asked[-2:] == [{"side": "red", "kind": "engagement"}, {"side": "blue", "kind": "engagement"}]
    for each in field.answers.waiting("zoc")[-2:]:
        field.answers.answer(each, zones(each.parameters["side"], {NEAR: ((), ())}))
    assert field.bench.said[-1].startswith("Zones: engagement")
    click(field, RED)
    assert field.answers.waiting("zoc")[-1].parameters == {"units": ["r1", "r2"], "kind": "engagement"}
