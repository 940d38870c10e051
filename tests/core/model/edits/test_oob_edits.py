"""What is done with an order of battle: nothing is lost, nothing belongs to itself, and scenarios name nothing that is gone."""

from dataclasses import replace

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import boxes

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.oob_edits import (
    added_counter,
    added_formation,
    added_side,
    christened,
    dissolved,
    going,
    reassigned,
    removed,
    renamed,
    striped,
    with_value,
)
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, OobRef, Side
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Victory
from core.model.side_colours import side_colours
from core.model.work import Work

OOB = Oob(
    Items([Side("red", "Red"), Side("blue", "Blue")]),
    Items(
        [
            Formation("corps", "Corps", "red"),
            Formation("first", "1st", "red", "corps"),
            Formation("second", "2nd", "red", "corps"),
            Formation("company", "A", "red", "first"),
            Formation("brigade", "Brigade", "blue"),
        ]
    ),
    Items(
        [
            Counter("a", "red", formation="first"),
            Counter("b", "red", formation="company"),
            Counter("c", "red", formation="corps"),
            Counter("d", "blue", formation="brigade"),
            Counter("e", "red"),
        ]
    ),
)


def ref(id_):
    found = (OOB.ref(section, id_) for section in ("sides", "formations", "counters"))
    return next(each for each in found if each is not None)


def after(edit, oob=OOB):
    return edit.apply(Work(GameBox("", "", ()).with_oob(oob))).box.oob


def test_a_counter_goes_to_another_formation():
    oob = after(reassigned(OOB, [ref("a")], ref("second")))
    assert oob.counter("a").formation == "second"
    assert [each.id for each in oob.members("second")] == ["a"]


def test_a_formation_takes_all_that_belongs_to_it_to_another_side():
    oob = after(reassigned(OOB, [ref("first")], ref("brigade")))
    assert oob.formation("first").parent == "brigade"
    assert {oob.formation("first").side, oob.formation("company").side, oob.counter("a").side, oob.counter("b").side} == {
        "blue"
    }
    assert oob.counter("b").formation == "company"


def test_to_a_side_means_out_of_every_formation():
    oob = after(reassigned(OOB, [ref("a"), ref("company")], ref("red")))
    assert oob.counter("a").formation == oob.formation("company").parent == ""


def test_what_belongs_to_something_that_is_moved_goes_along_and_keeps_its_place():
    oob = after(reassigned(OOB, [ref("first"), ref("company"), ref("b")], ref("second")))
    assert oob.formation("first").parent == "second"
    assert oob.formation("company").parent == "first"
    assert oob.counter("b").formation == "company"


@pytest.mark.parametrize(("moved", "to", "said"), [("corps", "company", "A, which belongs"), ("first", "first", "into itself")])
def test_nothing_comes_to_belong_to_itself(moved, to, said):
    with pytest.raises(WrongUse, match=said):
        reassigned(OOB, [ref(moved)], ref(to))


def test_sides_belong_to_nothing_and_counters_have_no_members():
    with pytest.raises(WrongUse, match="is a side"):
        reassigned(OOB, [ref("red")], ref("brigade"))
    with pytest.raises(WrongUse, match="into a formation, or to a side"):
        reassigned(OOB, [ref("a")], ref("b"))


def test_what_is_there_already_is_no_change():
    work = Work(GameBox("", "", ()).with_oob(OOB))
    assert not reassigned(OOB, [ref("a")], ref("first")).touched(work)


@given(st.data())
def test_no_move_makes_a_ring_and_none_loses_a_counter(data):
    oob = OOB
    for _ in range(6):
        everything = [*(OobRef("formations", key) for key in oob.formations.keys), *map(counter_ref, oob.counters.keys)]
        homes = [*(OobRef("sides", key) for key in oob.sides.keys), *(OobRef("formations", key) for key in oob.formations.keys)]
        moved = data.draw(st.lists(st.sampled_from(everything), min_size=1, max_size=4))
        try:
            oob = after(reassigned(oob, moved, data.draw(st.sampled_from(homes))), oob)
        except WrongUse:
            continue
        for each in oob.formations:
            chain = list(oob.above(each.id))
            assert chain[-1].parent == ""
            assert len({above.side for above in chain}) == 1
        by_side = [counter for side in ("red", "blue") for counter in of_side(oob, side)]
        assert sorted(counter.id for counter in by_side) == ["a", "b", "c", "d", "e"]
        assert all(counter.side == oob.formation(counter.formation).side for counter in oob.counters if counter.formation)


def counter_ref(key):
    return OobRef("counters", key)


def of_side(oob, side):
    return [*oob.members("", side), *(each for top in oob.children("", side) for each in oob.all_members(top.id))]


# What comes, and what is said ------------------------------------------------------------------------------------------------


def test_new_things_have_ids_of_their_own_and_stand_where_they_were_asked_for():
    oob = after(added_formation(OOB, ref("first"), "Corps"))
    made = list(oob.formations)[-1]
    assert (made.id, made.name, made.side, made.parent) == ("corps-2", "Corps", "red", "first")
    oob = after(added_side(oob, "Red"), oob)
    assert [each.id for each in oob.sides] == ["red", "blue", "red-2"]


def test_a_new_counter_is_like_the_one_beside_it_but_for_its_name():
    beside = replace(OOB.counter("a"), values=immutables.Map({"name": "1 Rgt", "attack": 3}), sidc="10031000171211000000")
    oob = after(added_counter(OOB, ref("a"), "2 Rgt", "name", beside))
    made = list(oob.counters)[-1]
    assert (made.id, made.formation, dict(made.values)) == ("2-rgt", "first", {"name": "2 Rgt", "attack": 3})
    assert made.sidc == beside.sidc


def test_nothing_can_be_added_where_nothing_is():
    with pytest.raises(WrongUse, match="There must be a side"):
        added_formation(Oob(), OobRef("sides", 1), "x")


def test_names_change_and_ids_do_not():
    assert after(renamed(OOB, ref("first"), " 3rd ", "")).formation("first").name == "3rd"
    assert after(renamed(OOB, ref("a"), "Guards", "name")).counter("a").values["name"] == "Guards"
    with pytest.raises(WrongUse, match="must have letters"):
        renamed(OOB, ref("first"), "  ", "")
    with pytest.raises(WrongUse, match="no value for the name"):
        renamed(OOB, ref("a"), "x", "")


def test_what_was_just_made_gets_the_id_and_the_colour_of_its_name_while_nothing_belongs_to_it():
    oob = after(added_side(OOB, "New side"))
    made = OobRef("sides", oob.sides.keys[-1])
    green = after(christened(oob, made, " Green ", ""), oob).item(made)
    assert (green.id, green.name, green.colour) == ("green", "Green", side_colours()["green"])
    assert after(christened(oob, made, "New side", ""), oob) == oob
    full = after(added_formation(oob, made, "Corps"), oob)
    kept = after(christened(full, made, "Green", ""), full).item(made)
    assert (kept.id, kept.name) == ("new-side", "Green")
    corps = OobRef("formations", full.formations.keys[-1])
    assert after(christened(full, corps, "7th Army", ""), full).item(corps).id == "7th-army"
    counter = OobRef("counters", full.counters.next_key)
    full = after(added_counter(full, corps, "New counter", "name"), full)
    assert after(christened(full, corps, "7th Army", ""), full).item(corps).id == "corps-2"
    assert after(christened(full, counter, "A", "name"), full).item(counter).id == "a-2"
    with pytest.raises(WrongUse, match="must have letters"):
        christened(full, counter, " ", "name")


def test_values_are_said_and_taken_back():
    oob = after(with_value(OOB, [ref("first"), ref("second")], "quality", 3, "Quality"))
    assert oob.formation("second").values["quality"] == 3
    assert "quality" not in after(with_value(oob, [ref("first")], "quality", None, "Quality"), oob).formation("first").values
    assert after(with_value(OOB, [ref("first")], "quality", None, "Quality")) == OOB


def test_stripes_go_round_the_colours_of_a_set():
    oob = after(striped(OOB, ref("corps"), ["#111111"]))
    assert [oob.formation(id_).stripe for id_ in ("first", "second", "company")] == ["#111111", "#111111", ""]
    oob = after(striped(OOB, ref("corps"), ["#111111", "#222222"]))
    assert oob.formation("second").stripe == "#222222"


# What goes -------------------------------------------------------------------------------------------------------------------

HERE = Hex(1, 1)
SCENARIO = Scenario(
    "Battle",
    sets_up_first="red",
    set_ups=(SetUp(("first",), hexes=(HERE,)), SetUp(("company", "second"))),
    arrivals=(Arrival(("b",), 2), Arrival(("d", "e"), 3)),
    allotments=(Allotment("red", "points", 3), Allotment("blue", "points", 4)),
    victory=(Victory("Take it", "blue"),),
    sheets=(OpSheet("s", "red", "attack", ("first",), (("company", HERE), ("second", HERE))),),
    start=Deployment()
    .with_pieces({"a": Piece(HERE), "e": Piece(HERE, on="a"), "d": Piece("Box")})
    .with_marks({HERE: (Mark("smoke", "red"),)}),
)
BOX = GameBox("", "", ()).with_oob(OOB).with_scenarios({"x.scenario.yaml": SCENARIO})


def test_a_formation_goes_with_all_that_is_in_it_and_scenarios_forget_it():
    box = removed(BOX, [ref("first")]).apply(Work(BOX)).box
    assert going(OOB, [ref("first")]).counters == {"a", "b"}
    assert box.oob.formation("company") is None and box.oob.counter("b") is None and box.oob.counter("c") is not None
    plan = box.scenarios["x.scenario.yaml"]
    assert [each.units for each in plan.set_ups] == [("second",)]
    assert [each.units for each in plan.arrivals] == [("d", "e")]
    assert plan.sheets[0].rally == (("second", HERE),)
    assert set(plan.start.pieces) == {"e", "d"}
    assert plan.start.pieces["e"].on == ""


def test_a_side_goes_with_what_scenarios_give_it():
    box = removed(BOX, [ref("red")]).apply(Work(BOX)).box
    assert [each.id for each in box.oob.sides] == ["blue"]
    assert [each.id for each in box.oob.counters] == ["d"]
    plan = box.scenarios["x.scenario.yaml"]
    assert plan.sets_up_first == "" and [each.side for each in plan.allotments] == ["blue"] and plan.sheets == ()
    assert plan.start.marks[HERE][0].side == ""


def test_what_shares_its_id_with_something_that_stays_is_still_named():
    twin = OOB.with_items({OobRef("counters", 9): Counter("first", "blue")})
    box = removed(BOX.with_oob(twin), [ref("first")]).apply(Work(BOX.with_oob(twin))).box
    assert box.scenarios["x.scenario.yaml"].set_ups[0].units == ("first",)


def test_of_two_with_one_id_the_one_that_is_meant_goes_and_the_id_is_still_named():
    twins = replace(
        OOB,
        formations=Items([*OOB.formations, Formation("first", "Again", "red")]),
        counters=Items([*OOB.counters, Counter("a", "blue")]),
    )
    scenario = Scenario("", set_ups=(SetUp(("a", "first")),), start=Deployment().with_pieces({"a": Piece(Hex(0, 0))}))
    box = GameBox("", "", ()).with_oob(twins).with_scenarios({"x": scenario})
    again = [OobRef("counters", twins.counters.next_key - 1), OobRef("formations", twins.formations.next_key - 1)]
    made = removed(box, again).apply(Work(box)).box
    assert made.oob.counters == OOB.counters and made.oob.formations == OOB.formations
    assert made.scenarios == box.scenarios
    first = removed(box, [twins.ref("counters", "a")]).apply(Work(box)).box
    assert first.oob.counter("a").side == "blue"
    assert removed(box, [twins.ref("formations", "first")]).apply(Work(box)).box.oob.formation("first").name == "Again"
    assert first.scenarios == box.scenarios


@given(st.data())
def test_whatever_is_taken_out_of_any_box_is_named_nowhere_and_nothing_else_is_forgotten(data):
    box = data.draw(boxes())
    every = [OobRef(section, key) for section in ("sides", "formations", "counters") for key in box.oob.items(section).keys]
    refs = data.draw(st.lists(st.sampled_from(every), max_size=3)) if every else []
    after = removed(box, refs).apply(Work(box)).box
    assert all(after.oob.item(each) is None for each in refs)
    ids = {section: ({*box.oob.ids(section)}, {*after.oob.ids(section)}) for section in ("formations", "counters")}
    units = set.union(*(was for was, _ in ids.values())) - set.union(*(left for _, left in ids.values()))
    counters = ids["counters"][0] - ids["counters"][1]
    for file, scenario in after.scenarios.items():
        named = {
            name for some in (scenario.set_ups, scenario.arrivals, scenario.sheets) for each in some for name in each.units
        }
        assert named.isdisjoint(units)
        assert counters.isdisjoint({*scenario.start.pieces} | {piece.on for piece in scenario.start.pieces.values()})
        assert {*scenario.start.pieces} == {*box.scenarios[file].start.pieces} - counters


def test_a_formation_that_is_dissolved_leaves_its_own_to_the_one_above_and_to_the_scenario():
    box = dissolved(BOX, ref("first")).apply(Work(BOX)).box
    assert box.oob.counter("a").formation == box.oob.formation("company").parent == "corps"
    assert box.scenarios["x.scenario.yaml"].set_ups[0].units == ("a", "company")
    with pytest.raises(WrongUse, match="Only a formation"):
        dissolved(BOX, ref("a"))
