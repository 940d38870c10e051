"""Every entry is a sentence that says who did what, and, where it is known, from what it was before."""

from dataclasses import replace
from functools import partial

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.play_events import EVENTS, entries
from oracles.sessions import BLUE, RED, SCENARIO, began

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece
from core.model.edits.edit import IN_PLAY, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import (
    Become,
    ChangeState,
    ClearSmoke,
    Count,
    PlaceSmoke,
    RemoveSmoke,
    SetVisibility,
    SetWithout,
)
from core.model.orders import Addition, Alternate, Commitment, OpSheet
from core.model.state import NO_CHITS, NO_ORDERS, NO_POINTS, Declared, GameState, Held, Moment
from core.play.events import (
    Answered,
    Began,
    Bookmarked,
    Did,
    Disclosed,
    Drew,
    Entry,
    HandedOver,
    Joined,
    Noted,
    Opened,
    Overruled,
    Player,
    Pledged,
    PutBack,
    Rolled,
    Ruled,
    Sealed,
    Settled,
    Shuffled,
    Unlocked,
    Went,
)
from core.play.secret_kinds import Written
from core.play.told import Teller
from core.play.views import Seen, Unseen
from core.rules.kernel.markers import marker_title

PLAYED = Began(
    *("s", "hot_seat", "A game", b"", "a", SCENARIO, (Player(RED, "Red", "Ann"), Player(BLUE, "Blue")), "scs-1.6", b""),
    units={"r1": (RED, "1st Rifle"), "b1": (BLUE, "Guard")},
)
TELLER = Teller(PLAYED, phase=lambda id_: {"move": "Movement"}.get(id_, id_))
HILL = OpSheet("Hill", RED, "Attack", ("r1",), status="waiting", turns=6)
BEFORE = GameState(
    deployment=SCENARIO.start,
    points=NO_POINTS.set((RED, "ammunition"), 12),
    visibility=4,
    orders=NO_ORDERS.set("Hill", HILL),
)


def _told(event, before=None, by=RED):
    return TELLER.told(Entry(7, 1_760_000_000, by, event), before)


def _did(*edits):
    return Did("Change", edits)


def _moved(**pieces):
    return _did(ChangePieces("Change", IN_PLAY, pieces))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (PLAYED, 'The session begins: "A battle" of A game, under scs-1.6, at one table; Red (Ann) against Blue.'),
        (Went(3), "Red goes to entry 3; play stands there now."),
        (Went(3, "left", "A mistake."), 'Red goes to entry 3, as the branch "left"; play stands there now. Why: A mistake.'),
        (Rolled("2d6", (3, 4), "Fire", b"x", chance="5/18"), "Red rolls 2d6 for Fire: 3 and 4. The chance was 5/18."),
        (Rolled("d6", (3,)), "Red rolls d6: 3, with real dice."),
        (Rolled("d6", (3,), pledge=5), "Red rolls d6: 3, as declared in entry 5."),
        (Ruled("los", {"from": "1.04"}, "clear", b"", b""), "Red asks for los (from 1.04): clear."),
        (Overruled("6.3c", "too near", "we agree"), 'Red overrules 6.3c, "too near". Why: we agree.'),
        (Noted("Left flank"), "Red notes: Left flank"),
        (Noted("Bold", 4), "Red comments on entry 4: Bold"),
        (Bookmarked(4, "dawn"), 'Red calls entry 4 "dawn".'),
        (Bookmarked(4, ""), "Red takes the bookmark of entry 4 away."),
        (Joined(b"", b"", b"", 1), "Red has keys now, which a pass phrase opens."),
        (HandedOver(BLUE, b""), "Red hands the file over to Blue, and signs all lines before."),
        (Sealed("s-1", "op_sheet", 2, b"", b"", "First"), 'Red seals op sheet s-1, "First", version 2.'),
        (Opened("s-1", ("a", "b"), ()), "Red opens s-1, 2 versions. The last says: b"),
        (Opened("s-1", (Written("Hold.").content,), ()), "Red opens s-1, 1 version. The last says: Hold."),
        (
            Opened("s-1", ("a", Written("Go.", (("6.14c", "listed"), ("", "late"))).content), ()),
            "Red opens s-1, 2 versions. The last says: Go. It was changed: under 6.14c, because: listed; late",
        ),
        (Pledged((("d6", "Fire"), ("2d6", "")), b""), "Red declares rolls before they fall: d6 for Fire; 2d6."),
        (Answered(5, b""), "Red answers the rolls of entry 5."),
        (Disclosed(5, b""), "Red discloses its half of the rolls of entry 5."),
        (Shuffled("strength", ()), "Red shuffles the cup strength."),
        (Shuffled("red", (b'["6-2","9-4","9-4"]',), 1), "Red fills the cup red: 1 × 6-2, 2 × 9-4."),
        (Drew("strength", "r1", "7"), "Red draws a chit from the cup strength for 1st Rifle."),
        (Drew("strength", "", "7"), "Red draws a chit from the cup strength and sets it aside."),
        (Opened("red 1", ("9-4",), (bytes(50),)), "Red tells what the chit red 1 says: 9-4."),
        (Opened("red 1", ("9",), (bytes(32),)), "Red tells what the chit red 1 says: 9."),
        (Opened("s-1", (Written("Hold.").content,), (bytes(32),)), "Red opens s-1, 1 version. The last says: Hold."),
        (Opened("cup:red:korrin", ("00",), ()), "Red discloses how the cup red was shuffled."),
        (Settled((Shuffled("red", (), 2),)), "Red shuffles the cup red."),
        (Settled((), (Unlocked("red", ("red 1",)),)), "Red takes its lock off one chit of the cup red."),
        (
            Settled((Shuffled("blue", (), 3), Shuffled("red", (), 2)), (Unlocked("red", ("red 1", "red 2")),)),
            "Red shuffles the cups blue and red and takes its lock off 2 chits of the cup red.",
        ),
        (PutBack("strength", "7"), "Red puts a chit back into the cup strength."),
        (Did("Nothing", (), 5), "Red: Nothing (because of entry 5)."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_each_kind_of_event_has_its_sentence(event, sentence):
    assert _told(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (_moved(r1=Piece(Hex(2, 3))), "Red: Change: 1st Rifle goes from (0, 0) to (2, 3)."),
        (_moved(r1=Piece("reserve", on="b1")), "Red: Change: 1st Rifle goes from (0, 0) to reserve, is carried by Guard."),
        (_moved(r1=None), "Red: Change: 1st Rifle is taken off from (0, 0)."),
        (_moved(r3=Piece(Hex(1, 1), face=1)), "Red: Change: r3 appears at (1, 1), shows its back."),
        (_moved(r1=Piece(Hex(0, 0), 4)), "Red: Change: 1st Rifle lies at another height in its stack."),
        (
            _moved(b1=Piece(Hex(5, 5), lost=1, mode="dug_in", marks=frozenset({"suppressed"}))),
            "Red: Change: Guard has lost 1 step, is in mode dug in, gets suppressed.",
        ),
        (_moved(b1=Piece(Hex(5, 5))), "Red: Change."),
        (
            _did(ChangePieces("x", IN_PLAY, {}, {Hex(1, 1): (Mark("mine", RED, "AT"), Mark("wire"))})),
            'Red: Change: at (1, 1) lies mine of Red "AT" and wire.',
        ),
        (_did(ChangePieces("x", IN_PLAY, {}, {Hex(1, 1): ()})), "Red: Change: at (1, 1) lies no marker."),
        (
            _did(ChangeState("x", {"moment": Moment(3, "move", BLUE, 2, "r1"), "light": "night", "visibility": 4})),
            "Red: Change: it is turn 3, Movement, time 2, for 1st Rifle, Blue; it is night.",
        ),
        (
            _did(ChangeState("x", {"points": NO_POINTS.set((RED, "ammunition"), 9)})),
            "Red: Change: Red has 9 ammunition left.",
        ),
        (_did(ChangeState("x", {"points": NO_POINTS})), "Red: Change: Red has 0 ammunition left."),
        (
            _did(ChangeState("x", {"points": NO_POINTS.set((RED, "105 mm"), 4)})),
            "Red: Change: Red has 4 of 105 mm left; Red has 0 ammunition left.",
        ),
        (
            Did("Go to turn 3: Movement", (ChangeState("x", {"moment": Moment(3, "move", BLUE), "ticked": frozenset()}),)),
            "Red: turn 3, Movement, Blue.",
        ),
        (
            Did("Go to turn 3", (ChangeState("x", {"moment": Moment(3), "light": "night"}),)),
            "Red: turn 3; it is night.",
        ),
        (_did(ChangeState("x", {"order": (BLUE, RED)})), "Red: Change: Blue, then Red act in this order."),
        (_did(ChangeState("x", {"weather": "rain"})), "Red: Change: the weather is rain."),
        (_did(ChangeState("x", {"ticked": frozenset({"supply"})})), "Red: done: supply."),
        (
            _did(ChangeState("x", {"declared": (Declared(RED, ("r1",), (Hex(5, 5),)),)})),
            "Red declares attack: 1st Rifle against (5, 5).",
        ),
        (
            _did(ChangeState("x", {"held": NO_CHITS.set("r1", Held("strength", "7"))})),
            "Red: Change: a chit of the cup strength lies under 1st Rifle.",
        ),
        (
            _did(PlaceSmoke(Hex(1, 1), "smoke_barrage"), RemoveSmoke(Hex(2, 2)), ClearSmoke()),
            "Red: Change: a smoke barrage is placed at (1, 1); the smoke at (2, 2) is removed; all smoke is removed.",
        ),
        (
            _did(Several("x", (SetVisibility(1), SetVisibility(None), SetWithout(frozenset({"woods"}))))),
            "Red: Change: one sees 1 hex far; one sees without limit; terrain that is treated as absent: woods.",
        ),
        (
            _did(ChangeOrders("Draw up an op sheet", {"Fish": OpSheet("Fish", RED, "Attack")})),
            "Red: Change: Red draws up the op sheet Fish.",
        ),
        (
            _did(ChangeOrders("x", {"Hill": replace(HILL, status="implemented", turns=9, left=(("r1", "failed"),))})),
            "Red: Change: the op sheet Hill is in force; the op sheet Hill has 9 weighted turns; "
            "no longer on the op sheet Hill: 1st Rifle.",
        ),
        (
            _did(ChangeOrders("x", {"Hill": replace(HILL, turns=1)})),
            "Red: Change: the op sheet Hill has 1 weighted turn.",
        ),
        (
            _did(ChangeOrders("x", {"Hill": replace(HILL, note="Go.")})),
            "Red: Change: changed on the op sheet Hill: the written notes.",
        ),
        (
            _did(ChangeOrders("x", {"Hill": replace(HILL, added=(Addition(("r1",), "Attack"),))})),
            "Red: Change: added to the op sheet Hill: 1st Rifle.",
        ),
        (
            _did(ChangeOrders("x", {"Hill": replace(HILL, committed=(Commitment(("r1",), "Move"),))})),
            "Red: Change: sent in from the reserve of the op sheet Hill (Move): 1st Rifle.",
        ),
        (_did(ChangeOrders("x", {"Hill": None})), "Red: Change: the op sheet Hill is thrown away."),
        (
            _did(ChangeOrders("x", {"Hill": None, "Fish": replace(HILL, id="Fish")})),
            "Red: Change: the op sheet Hill is called Fish now.",
        ),
        (
            _did(ChangeOrders("x", {"Hill": None, "Fish": replace(HILL, id="Fish", note="Go.")})),
            "Red: Change: the op sheet Hill is thrown away; Red draws up the op sheet Fish.",
        ),
    ],
    ids=range(31),
)
def test_a_change_says_from_what(event, sentence):
    assert _told(event, BEFORE) == sentence


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("change", "Red changes something that is out of sight."),
        ("question", "Red asks a question."),
        ("chit", "Red draws a chit for a unit that is out of sight."),
    ],
)
def test_what_a_side_does_not_see_is_told_as_just_that(what, sentence):
    assert TELLER.told(Seen(7, 0, RED, Unseen(what))) == sentence


def test_sentences_can_be_said_in_another_language():
    german = {"{who} rolls {dice}: {pips}": "{who} würfelt {dice}: {pips}", "{some} and {last}": "{some} und {last}"}
    teller = Teller(PLAYED, said=lambda text: german.get(text, text))
    assert teller.told(Entry(7, 0, RED, Rolled("2d6", (3, 4), seed=b"x"))) == "Red würfelt 2d6: 3 und 4."


def test_what_players_write_may_hold_braces():
    assert _told(Noted("{who} {0} {")) == "Red notes: {who} {0} {"
    assert _told(Did("{x}", ())) == "Red: {x}."


def test_what_is_resolved_and_taken_back_is_told():
    before = GameState(
        deployment=Deployment(),
        declared=(Declared(RED, ("r1",), (Hex(5, 5),)),),
        ticked=frozenset({"supply"}),
        held=NO_CHITS.set("r1", Held("strength", "7")),
    )
    said = {"declared": (), "ticked": frozenset(), "held": NO_CHITS}
    assert _told(_did(ChangeState("x", said)), before, "") == (
        "Change: the attack of Red on (5, 5) is resolved; not done: supply; 1st Rifle has no chit any more."
    )


def test_hexes_have_the_numbers_that_the_map_prints_where_they_are_known():
    teller = Teller(PLAYED, place=lambda hex_: f"{hex_.q:02}.{hex_.r:02}")
    entry = Entry(7, 0, RED, _moved(r1=Piece(Hex(2, 3))))
    assert teller.told(entry, BEFORE) == "Red: Change: 1st Rifle goes from 00.00 to 02.03."
    assert teller.told(entry) == "Red: Change: 1st Rifle is at 02.03."


def test_a_line_is_one_line_and_does_nothing_to_a_terminal():
    line = TELLER.line(Entry(7, 1_760_000_000, RED, Noted("two\nlines\x1b[2J")))
    assert line == "    7  2025-10-09 08:53:20  Red notes: two lines [2J"
    assert "1" + "0" * 20 in TELLER.line(Entry(7, 10**20, RED, Noted("x")))


@given(entries, st.sampled_from([None, BEFORE]))
def test_whatever_happens_is_told(entry, before):
    line = Teller(began().event).line(entry, before)
    assert line.isprintable()
    assert TELLER.told(entry, before)


@pytest.mark.parametrize("kind", sorted(EVENTS, key=str))
def test_no_kind_of_event_is_forgotten(kind):
    @given(EVENTS[kind])
    def check(event):
        assert "does something" not in _told(event)

    check()


def test_in_another_phase_nothing_is_said_of_tasks_of_the_last_one():
    before = GameState(moment=Moment(1, "fire", "red"), ticked=frozenset({"supply"}))
    going = ChangeState("Begin an activation", {"moment": Moment(1, "move", "red")})
    event = Did("Begin an activation", (going, ChangeState("x", {"ticked": frozenset()})))
    assert "supply" not in _told(event, before)
    assert "it is turn 1, Movement" in _told(event, before)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (
            {"added": (Addition(("r1",), "Attack"),)},
            {"added": (Addition(("r1",), "Attack", status="implemented"),)},
            "under the op sheet Hill now: 1st Rifle",
        ),
        (
            {"added": (Addition(("r1",), "Attack"),)},
            {"added": (Addition(("r1",), "Attack", status="preliminary"),)},
            "on the preliminary instructions of the op sheet Hill now: 1st Rifle",
        ),
        (
            {"committed": (Commitment(("r1",), "Move"),)},
            {"committed": (Commitment(("r1",), "Move", holds=True),)},
            "their orders hold by the op sheet Hill: 1st Rifle",
        ),
        (
            {"alternates": (Alternate(("r1",)),)},
            {"alternates": (Alternate(("r1",), tried=True),)},
            "they try for their alternate of the op sheet Hill: 1st Rifle",
        ),
        (
            {"alternates": (Alternate(("r1",), tried=True),)},
            {"alternates": (Alternate(("r1",), taken=True),)},
            "on their alternate of the op sheet Hill now: 1st Rifle",
        ),
    ],
)
def test_what_becomes_of_units_of_a_sheet_is_told(before, after, sentence):
    was = replace(BEFORE, orders=NO_ORDERS.set("Hill", replace(HILL, **before)))
    event = _did(ChangeOrders("x", {"Hill": replace(HILL, **after)}))
    assert _told(event, was) == f"Red: Change: {sentence}."


def test_markers_are_told_by_their_titles_where_somebody_knows_them() -> None:
    teller = replace(TELLER, marker=partial(marker_title, load_ruleset("vcs")))
    marked = _moved(r1=Piece(Hex(0, 0), marks=frozenset({"out-of-supply", "isolated 2", "unheard-of"})))
    told = teller.told(Entry(2, 0, "red", marked))
    assert told.endswith("gets Isolated 2, gets Out of supply, gets unheard-of.")


def test_what_is_counted_is_told_by_its_title_with_how_many_there_are_then() -> None:
    teller = Teller(PLAYED, group={"bn": "1-123"}.get, condition=load_ruleset("tcs-4.01").play.condition_title)
    entry = Entry(2, 0, "red", Did("Lose a step", (Count("Count what is lost", {("bn", "platoons"): 1, ("bn", "others"): 0}),)))
    held = immutables.Map({("bn", "platoons"): "2"})
    assert "1-123, Infantry platoons destroyed: 3 (+1)" in teller.told(entry, GameState(conditions=held))
    assert "1-123, Infantry platoons destroyed: +1" in teller.told(entry)
    said = Entry(3, 0, "red", Did("Say", (ChangeState("Say what formations are", {"conditions": immutables.Map()}),)))
    assert "1-123, Infantry platoons destroyed: 0" in teller.told(said, GameState(conditions=held))


def test_what_a_formation_becomes_is_told_and_nothing_of_others() -> None:
    teller = Teller(PLAYED, group={"16": "16th Division"}.get, condition=load_ruleset("bcs-1.1").play.condition_title)
    words = {("16", "fatigue"): "Fat-3", ("16", "snafu"): "", ("16", "objectives"): "2"}
    entry = Entry(2, 0, "red", Did("Pay", (Become("Pay", words),)))
    held = immutables.Map({("16", "snafu"): "SNAFU Full", ("5", "fatigue"): "Fat-1"})
    told = teller.told(entry, GameState(conditions=held))
    assert told.endswith(
        "Pay: 16th Division is Fat-3; 16th Division, Objectives placed: 2; 16th Division is no longer SNAFU Full."
    )
    assert "is no longer" not in teller.told(entry)
