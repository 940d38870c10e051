"""Lines of another player: whatever they say, the answer is a sentence; ciphers are loaded with the first that needs them."""

import subprocess
import sys
from dataclasses import fields, replace
from typing import get_args

import immutables
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles import sessions
from play_sessions import SOFT, Table, began

from core.base.errors import CoreError, WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.edit import Several
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Scenario
from core.model.state import Declared, GameState, Held, Moment
from core.play import cups, keys, pledges, sealed_orders, seals, trust
from core.play import record as record_module
from core.play.events import (
    Answered,
    Did,
    Disclosed,
    Drew,
    Entry,
    Event,
    HandedOver,
    Joined,
    Noted,
    Opened,
    OrdersOpened,
    Pledged,
    PutBack,
    Rolled,
    Sealed,
    SealedPart,
    Settled,
    Shuffled,
    Unlocked,
    Went,
)
from core.play.record import Record
from core.play.table import Table as TableAfter
from core.play.table import begun

UNITS = {"r1": ("red", ""), "r2": ("red", ""), "b1": ("blue", "")}
KEY = bytes(32)


def by_mail():
    table = Table(units=UNITS)
    table.add("red", seals.seal(table.keys["red"], "op-1", "op_sheet", "1"))
    number = table.add("red", pledges.declare(table.keys["red"], table.record, [("2d6", "Attack")]))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    table.add("blue", pledges.declare(table.keys["blue"], table.record, [("d6", "Attack")]))
    table.add("red", cups.fill(table.record, "Red", {"a": 1, "b": 1, "c": 1}, table.keys["red"]))
    table.add("blue", cups.due(table.record, table.keys["blue"]))
    table.add("blue", cups.draw(table.record, "Red", "b1", table.keys["blue"]))
    table.add("red", cups.draw(table.record, "Red", "r1", table.keys["red"]))
    did = Did("Write", (ChangeOrders("Write", {"Oak": OpSheet("Oak", "red", "Attack")}),))
    table.add("red", sealed_orders.sealed(table.keys["red"], table.record, did))
    return table


def at_table():
    table = Table("hot_seat", units=UNITS)
    table.add("red", seals.seal(table.keys["red"], "op-1", "op_sheet", "1"))
    table.add("", cups.fill(table.record, "Red", {"a": 1, "b": 1, "c": 1}, KEY))
    table.add("red", cups.draw(table.record, "Red", "r1", KEY))
    table.add("red", cups.reveal(table.record, "Red 1", KEY))
    return table


TABLES = {"mail": by_mail(), "hot_seat": at_table()}

NUMBERS = st.integers(-2, 14) | st.sampled_from([1 << 63, 1 << 64, -(1 << 70)])
NAMES = st.sampled_from(
    ["", "red", "blue", "green", "op-1", "op-2", "Red", "Blue", "Red 1", "Red 2", "cup:", "cup:Red", "\ud800"]
)
WORDS = (
    NAMES
    | st.sampled_from(["r1", "b1", "cup:Red:red", "cup:Red:blue", "2d6", "0" * 64, '["a"]', "[" * 5000])
    | st.text(max_size=3)
)
BYTES = st.binary(max_size=4) | st.sampled_from(
    [bytes(size) for size in (16, 32, 48, 64, 256, 288, 290, 512, 768)] + [b'["a","b","c"]']
)
MANY = st.lists(BYTES, max_size=5).map(tuple)

EVENTS = st.one_of(
    st.builds(Rolled, WORDS, st.lists(NUMBERS, max_size=3).map(tuple), WORDS, BYTES, NUMBERS, NUMBERS),
    st.builds(Joined, BYTES, BYTES, BYTES, NUMBERS),
    st.builds(HandedOver, NAMES, BYTES),
    st.builds(Sealed, WORDS, WORDS, NUMBERS, BYTES, BYTES, WORDS),
    st.builds(Opened, WORDS, st.lists(WORDS, max_size=2).map(tuple), MANY),
    st.builds(OrdersOpened, BYTES, NUMBERS),
    st.builds(Did, WORDS, st.just(()), st.just(0), st.builds(SealedPart, NUMBERS, BYTES, BYTES)),
    st.builds(Pledged, st.lists(st.tuples(WORDS, WORDS), max_size=2).map(tuple), BYTES),
    st.builds(Answered, NUMBERS, BYTES),
    st.builds(Disclosed, NUMBERS, BYTES),
    st.builds(Shuffled, WORDS, MANY, NUMBERS),
    st.builds(Drew, WORDS, WORDS, WORDS, MANY),
    st.builds(PutBack, WORDS, WORDS, MANY),
    st.builds(
        Settled,
        st.lists(st.builds(Shuffled, WORDS, MANY, NUMBERS), max_size=2).map(tuple),
        st.lists(st.builds(Unlocked, WORDS, st.lists(WORDS, max_size=2).map(tuple), MANY), max_size=2).map(tuple),
    ),
)


def nearly_right(kind):
    """Lines that were right where they stood, or would be the next one, each with some fields of another line of its kind or of
    any value."""
    table = TABLES[kind]
    secret = table.keys["red"] if kind == "mail" else KEY
    nexts = [("red", cups.draw(table.record, "Red", "r2", secret)), ("red", cups.disclose(table.record, "Red", secret))]
    if kind == "mail":
        nexts += [
            ("red", pledges.disclose(table.keys["red"], table.record, 5)),
            ("blue", pledges.answer(table.record, 7, "red")),
            ("red", sealed_orders.opened(table.keys["red"], table.record)),
        ]
        nexts += [("blue", cups.due(table.record, table.keys["blue"]))]
    lines = [(entry.by, entry.event) for entry in table.entries[1:]] + nexts

    @st.composite
    def line(draw):
        by, event = draw(st.sampled_from(lines))
        for name in draw(st.lists(st.sampled_from([field.name for field in fields(event)]), max_size=2)):
            like = [getattr(other, name) for _, other in lines if type(other) is type(event)]
            value = getattr(event, name)
            any_value = NUMBERS if isinstance(value, int) else BYTES if isinstance(value, bytes) else WORDS
            if not isinstance(value, tuple):
                event = replace(event, **{name: draw(st.sampled_from(like) | any_value)})
            elif value and isinstance(value[0], bytes):
                place = draw(st.integers(0, len(value) - 1))
                event = replace(event, **{name: (*value[:place], draw(BYTES), *value[place + 1 :])})
            else:
                event = replace(event, **{name: draw(st.sampled_from(like))})
        return draw(st.sampled_from([by, "red", "blue"])), event

    return line()


LINES = {kind: st.tuples(NAMES, EVENTS) | nearly_right(kind) for kind in TABLES}


def test_every_event_that_is_to_be_trusted_is_tried_below():
    assert len(get_args(Event)) == 20


@pytest.mark.parametrize("kind", TABLES)
@settings(max_examples=400, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_a_line_says_the_answer_is_a_sentence(kind, data):
    record = TABLES[kind].record
    events = data.draw(st.lists(LINES[kind], min_size=1, max_size=4))
    for by, event in events:
        entry = Entry(20, 0, by, event)
        told = trust.fault_of_event(record, entry, bytes(32))
        assert told == "" or told.endswith((".", "?")), told
        assert isinstance(trust.fault(record, entry, bytes(32)), str)
        if not told:
            record = record.after(entry)
    # What was let through can be looked at.
    for cup in record.cups:
        cups.state(record, cup)
        cups.verdict(record, cup)
        for chit in cups.state(record, cup).chits:
            try:
                cups.value(record, chit.seal, TABLES[kind].keys["red"] if kind == "mail" else KEY)
            except CoreError as problem:
                assert str(problem).endswith(".")
    pledges.open_pledges(record)
    for side in ("red", "blue"):
        seals.unopened(record, side)


def test_a_session_of_two_by_mail_goes_to_and_fro_under_every_check():
    record, link, number = Record(began(units=UNITS)), b"1", 1
    found = {}

    def add(by, event):
        nonlocal record, link, number
        entry = Entry(number + 1, 0, by, event)
        told = trust.fault(record, entry, link)
        assert told == "", told
        record, link, number = record.after(entry), link + b"x", number + 1
        return number

    for side, other in (("red", "blue"), ("blue", "red")):
        joined = keys.join(side, side, "session-1", hardness=SOFT)
        found[side] = keys.unlock(joined, side, side, "session-1")
        add(side, joined)
        add(side, seals.seal(found[side], f"op {side}", "op_sheet", '{"type":"attack"}'))
        add(side, keys.hand_over(found[side], other, link))
    pledged = add("red", pledges.declare(found["red"], record, [("2d6", "Attack"), ("2d6", "Attack")]))
    add("red", keys.hand_over(found["red"], "blue", link))
    add("blue", pledges.answer(record, pledged, "blue"))
    add("blue", keys.hand_over(found["blue"], "red", link))
    add("red", pledges.disclose(found["red"], record, pledged))
    for rolled in pledges.rolls_due(record, "red"):
        add("red", rolled)
    add("red", seals.opened(found["red"], seals.versions_of(record, "op red")))
    assert trust.fault(record, Entry(number + 1, 0, "red", keys.hand_over(found["red"], "blue", b"another")), link)
    assert trust.fault(record, Entry(number + 1, 0, "blue", keys.hand_over(found["blue"], "red", link)), link)


LIGHT = """
import sys
import core.play.session, core.play.trust, core.play.luck, core.play.pledges, core.play.cups, core.play.views
print(sorted({"cryptography", "numpy", "shapely", "pydantic", "contourpy"} & set(sys.modules)))
from core.play import keys, seals
print(sorted({"cryptography", "numpy", "shapely", "pydantic", "contourpy"} & set(sys.modules)))
"""


def test_ciphers_are_loaded_with_keys_alone_and_nothing_heavy_ever():
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['cryptography']"]


# What the adversary tried by mail --------------------------------------------------------------------------------------------


def declare(by="blue", units=("b1",)):
    return ChangeState("Declare", {"declared": (Declared(by, units, (Hex(0, 0),)),)})


@pytest.mark.parametrize(
    ("by", "event"),
    [
        ("red", HandedOver("blue", b"")),
        ("blue", Did("Declare", (declare(),))),
        ("blue", Did("Declare", (Several("Both", (Several("One", (declare(),)),)),))),
        ("red", Shuffled("Red", ())),
        ("red", Drew("Red", "r1", "Red 1")),
        ("red", PutBack("Red", "Red 1")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_by_mail_no_line_goes_back_to_before_what_the_other_side_has_seen(by, event):
    for kind, said in (("mail", "By mail nobody goes back to before entry 7:"), ("hot_seat", "")):
        record = Record(began(kind)).after(Entry(7, 0, by, event)).after(Entry(8, 0, by, Noted("on")))
        assert record.fixed == 7
        assert trust.fault_of_event(record, Entry(9, 0, "red", Went(6)), b"").startswith(said)
        assert trust.fault_of_event(record, Entry(9, 0, "red", Went(7)), b"") == ""


def test_rolls_that_were_opened_are_not_gone_back_over_by_mail():
    table = Table()
    number = table.add("red", pledges.declare(table.keys["red"], table.record, [("2d6", "Attack")]))
    table.add("blue", pledges.answer(table.record, number, "blue"))
    opened = table.add("red", pledges.disclose(table.keys["red"], table.record, number))
    assert table.record.fixed == opened
    assert "nobody goes back" in table.fault("red", Went(number))


def test_a_session_by_mail_refuses_to_go_back_to_before_what_was_opened():
    played, keys_ = sessions.by_mail()
    start = played.number
    number = played.add(pledges.declare(keys_, played.record, [("2d6", "Attack")]), "red").number
    played._table = replace(
        played._table, record=played.record.after(Entry(number + 1, 0, "blue", Answered(number, bytes(32))))
    )
    disclosed = pledges.disclose(keys_, played.record, number)
    assert record_module.is_firm(disclosed)
    played.add(disclosed, "red")
    for rolled in pledges.rolls_due(played.record, "red"):
        played.add(rolled, "red")
    with pytest.raises(WrongUse, match=r"Rolls were opened in entry 4, .* By mail it cannot be taken back"):
        played.go(start, "red", why="I do not like them")


def test_by_mail_nobody_declares_in_the_name_of_the_other():
    played, _ = sessions.by_mail()
    with pytest.raises(WrongUse, match='Side "red" declares something in the name of side "blue"'):
        played.add(Did("Declare", (declare(),)), "red")
    played.add(Did("Declare", (declare("red", ("r1",)),)), "red")
    assert played.state.declared[0].by == "red"
    # What the other side has declared stays as it is.
    before = replace(played.state, declared=(Declared("blue", ("b1",), (Hex(0, 0),)),))
    after = replace(before, declared=(*before.declared, *played.state.declared))
    assert trust.fault_of_change(played.record, Entry(9, 0, "red", Did("Declare", ())), before, after) == ""


def test_by_mail_no_chit_lies_under_a_unit_for_which_it_was_not_drawn():
    played, _ = sessions.by_mail()
    held = immutables.Map({"b1": Held("Red", "Red 77")})
    with pytest.raises(WrongUse, match='The chit "Red 77" was not drawn for "b1"'):
        played.add(Did("Put", (ChangeState("Put", {"held": held}),)), "red")
    record = Record(began(units=UNITS)).after(Entry(2, 0, "red", Drew("Red", "r1", "Red 1")))
    before, event = GameState(), Did("Draw a chit", ())
    good = replace(before, held=immutables.Map({"r1": Held("Red", "Red 1", True)}))
    assert trust.fault_of_change(record, Entry(3, 0, "red", event), before, good) == ""
    for unit, chit in (("b1", Held("Red", "Red 1")), ("r1", Held("Blue", "Red 1"))):
        assert trust.fault_of_change(
            record, Entry(3, 0, "red", event), before, replace(before, held=immutables.Map({unit: chit}))
        )
    back = record.after(Entry(3, 0, "red", PutBack("Red", "Red 1")))
    assert trust.fault_of_change(back, Entry(4, 0, "red", event), before, good)
    # Until it is taken away from under its unit, it lies there.
    assert trust.fault_of_change(back, Entry(4, 0, "red", event), good, replace(good, moment=Moment(2))) == ""


@pytest.mark.parametrize("kind", ["hot_seat", "solitaire", "mail"])
def test_chits_stay_with_their_units_in_every_kind_of_session(kind):
    record = Record(began(kind, units=UNITS))
    for number, unit in enumerate(("r1", "r2", "b1"), 1):
        record = record.after(Entry(number + 1, 0, "red", Drew("Red", unit, f"Red {number}")))
    lying = immutables.Map({"r1": Held("Red", "Red 1"), "r2": Held("Red", "Red 2")})
    before = replace(GameState(), held=lying)

    def told(held, record=record):
        return trust.fault_of_change(record, Entry(9, 0, "red", Did("Chit", ())), before, replace(before, held=held))

    # Laid down as it was drawn, and turned over with a step that is lost or comes back.
    assert told(lying.set("b1", Held("Red", "Red 3"))) == "" == told(lying.set("r1", Held("Red", "Red 1", True)))
    # Two units do not change them, none is taken away, none comes from nowhere.
    assert told(immutables.Map({"r1": lying["r2"], "r2": lying["r1"]})) == 'The chit "Red 2" was not drawn for "r1".'
    assert told(lying.delete("r1")) == 'The chit "Red 1" stays with "r1" until it goes back into its cup.'
    assert told(lying.set("r1", Held("Red", "Red 3"))) == 'The chit "Red 3" was not drawn for "r1".'
    assert told(lying.set("b1", Held("Red", "Red 9"))) == 'The chit "Red 9" was not drawn for "b1".'
    back = record.after(Entry(5, 0, "red", PutBack("Red", "Red 1")))
    assert told(lying.delete("r1"), back) == ""
    again = back.after(Entry(6, 0, "red", Drew("Red", "r1", "Red 4")))
    assert told(lying.set("r1", Held("Red", "Red 4")), again) == ""
    assert told(lying.delete("r2"), again) == 'The chit "Red 2" stays with "r2" until it goes back into its cup.'


def test_at_one_table_the_chits_of_two_units_do_not_change_places():
    played = sessions.session()
    played.add(cups.fill(played.record, "strength", {"9-4": 1, "2-0": 1}, KEY))
    for unit in ("r1", "r2"):
        drew = cups.draw(played.record, "strength", unit, KEY)
        played.add(drew, "red")
        played.do(ChangeState("Draw a chit", {"held": played.state.held.set(unit, Held("strength", drew.seal))}), "red")
    held, last = played.state.held, played.number
    with pytest.raises(WrongUse, match='was not drawn for "r1"'):
        played.do(ChangeState("Chit", {"held": immutables.Map({"r1": held["r2"], "r2": held["r1"]})}), "red")
    assert played.number == last and played.state.held == held


def test_what_a_side_has_left_of_secret_points_is_not_in_a_file_by_mail():
    scenario = Scenario("Made up", allotments=(Allotment("red", "105 mm HE", 12), Allotment("red", "Victory", 3)))
    left = immutables.Map({("red", "105 MM HE"): 11})
    for kind, known in (("mail", {("red", "Victory"): 3}), ("hot_seat", {("red", "105 mm HE"): 12, ("red", "Victory"): 3})):
        first = replace(began(kind, secret=("105 mm he",)), scenario=scenario)
        table = begun(Entry(1, 0, "", first))
        assert dict(table.state.points) == known
        did = Did("Fire", (Several("Fire", (ChangeState("Fire", {"points": left}),)),))
        told = trust.fault_of_event(table.record, Entry(2, 0, "red", did), b"")
        assert told == ("" if kind == "hot_seat" else told)
        assert ("sealed" in told) is (kind == "mail")


STRENGTH = (("strength", "9.1"),)


def fighting_session(kind="hot_seat", marks=frozenset()):
    """A session with a cup that units draw from when they fight; the scenario prints marks on red's second unit."""
    first = sessions.began(kind)
    start = sessions.START.with_pieces({"r2": replace(sessions.START.pieces["r2"], marks=marks)})
    scenario = replace(first.event.scenario, start=start)
    units = {unit: ("red" if unit[0] == "r" else "blue", f"unit {unit}") for unit in start.pieces}
    event = replace(first.event, units=units, scenario=scenario, combat_cups=STRENGTH)
    played = sessions.session([replace(first, event=event)])
    for cup in ("strength", "activation"):
        played.add(cups.fill(played.record, cup, {"a": 3, "b": 3}, KEY))
    return played


def drawn(played, unit, by="red", cup="strength"):
    return played.add(cups.draw(played.record, cup, unit, KEY), by)


def test_a_strength_chit_is_drawn_for_a_unit_that_is_in_an_attack_alone():
    played = fighting_session()
    for unit, what in (("r1", '"unit r1" is in none'), ("", "no unit is named")):
        with pytest.raises(WrongUse, match=rf"an attack declared and not resolved; {what} \[9\.1\]"):
            drawn(played, unit)
    played.declare(["r1"], [Hex(5, 5)], "red")
    drawn(played, "r1")
    drawn(played, "b1", "blue")
    for unit in ("r2", "b2"):
        with pytest.raises(WrongUse, match="is in none"):
            drawn(played, unit)
    with pytest.raises(WrongUse, match='A chit lies under "r1" already'):
        drawn(played, "r1")
    played.roll("2d6", "red")
    played.resolve(played.state.declared, "red")
    with pytest.raises(WrongUse, match="is in none"):
        drawn(played, "b1x")


def test_a_unit_whose_chit_went_back_draws_no_other_in_the_same_attack():
    played = fighting_session(marks=frozenset({"chit"}))
    drawn(played, "r2")
    played.add(cups.reveal(played.record, "strength 1", KEY), "red")
    played.add(cups.put_back(played.record, "strength 1", "by mistake"), "red")
    assert played.entries[-1].event.why == "by mistake"
    played.add(cups.due(played.record, KEY))
    with pytest.raises(WrongUse, match="is in none"):
        # Its scenario prints one chit for it.
        drawn(played, "r2")
    played.declare(["r1"], [Hex(5, 5)], "red")
    drawn(played, "r1")
    played.add(cups.reveal(played.record, "strength 2", KEY), "red")
    played.add(cups.put_back(played.record, "strength 2"), "red")
    played.add(cups.due(played.record, KEY))
    with pytest.raises(WrongUse, match=r'chit of "unit r1" went back into its cup in this attack; .* \[9\.1\]'):
        drawn(played, "r1")
    drawn(played, "b1", "blue")
    played.roll("2d6", "red")
    played.resolve(played.state.declared, "red")
    played.declare(["r1"], [Hex(5, 5)], "red")
    drawn(played, "r1")


@pytest.mark.parametrize("kind", ["hot_seat", "mail"])
def test_a_unit_draws_from_the_cup_whose_class_it_prints(kind):
    first = fighting_session().record.began
    began = replace(first, kind=kind, combat_cups=(("red", "9.1"), ("blue", "9.1")), drawing={"r1": "red"})
    record = Record(began)
    state = GameState(deployment=began.scenario.start, declared=(Declared("red", ("r1", "r2"), (Hex(5, 5),)),))
    table = TableAfter(1, state, record, GameBox("Made up", "", ()))
    for unit, cup, wrong in (("r1", "blue", 'from the cup "red", whose'), ("r2", "red", "prints no class"), ("r1", "red", "")):
        entry = Entry(2, 0, "red", Drew(cup, unit, f"{cup} 1"))
        if not wrong:
            assert dict(table.after(entry, lambda number: state).record.under) == {"r1": "red 1"}
            continue
        with pytest.raises(WrongUse, match=wrong):
            table.after(entry, lambda number: state)


def test_chits_that_a_scenario_prints_and_those_that_are_not_for_combat_are_drawn_without_an_attack():
    played = fighting_session(marks=frozenset({"chit"}))
    drawn(played, "r2")
    drawn(played, "", cup="activation")
    drawn(played, "", cup="activation")
    with pytest.raises(WrongUse, match="is in none"):
        drawn(played, "r1")
