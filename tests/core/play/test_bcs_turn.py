"""A turn of BCS 1.1 from the box that ships, as far as formations go: every answer as the variants have it, and replayed."""

from pathlib import Path

import pytest
from play_desks import desk_of
from whole_turns import played, script

from core.base.errors import CoreError
from core.model.deployment import Mark
from core.play.event_text import entry_text
from core.play.replaying import driven

SCRIPT = Path(__file__).with_name("bcs_turn.txt")
PLAYERS = {"veldany": "Ann", "korrin": "Bob"}
PLAYED = (
    *("activation.smoothing", "coordination.middle_ground", "fatigue.planned", "orders.written", "package.rod_miller"),
    "recon.screens",
)
OPTIONS = dict.fromkeys(PLAYED, "on")


def test_a_turn_is_played_as_the_variants_have_it_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("amber-road", "seven-days-in-october.scenario.yaml", PLAYERS, SCRIPT, tmp_path, OPTIONS)
    end = turn.end
    assert (end.moment.turn, end.moment.phase, end.owed) == (2, "admin", ())
    done = {formation for (formation, kind), word in end.conditions.items() if (kind, word) == ("activation", "Done")}
    assert done == {"k17", "k40", "k3", "v61", "v62"}
    said = {key: word for key, word in end.conditions.items() if key[1] not in ("activation", "route", "smoothing.chits")}
    assert said == {
        ("k17", "fatigue"): "Fat-2",
        ("k40", "fatigue"): "Fat-1",
        ("v62", "fatigue"): "Fat-0",
        ("v62", "recovery"): "recovering",
        ("k17", "orders"): "with orders written",
        ("k3", "orders"): "with orders written",
        ("v62", "orders"): "with orders written",
    }
    assert {id_: sheet.note for id_, sheet in end.orders.items()} == {
        "Order of 17th Rifle Regiment": "1617 via 1419",
        "Order of 3rd Guards Tank Brigade": "2014",
        "Order of 62nd Infantry Regiment": "1311",
    }
    assert end.deployment is not None
    own = {turn.label(spot): marks for spot, marks in end.deployment.marks.items() if marks}
    assert own["1617"] == own["2007"] == (Mark("objective", "korrin", "17th Rifle Regiment"),)
    assert not any(mark.kind == "traffic" for marks in own.values() for mark in marks)


def test_each_step_of_the_turn_is_taken_back_as_one_to_where_it_began() -> None:
    desk = desk_of("amber-road", options=OPTIONS)
    session = desk.session
    states = [session.state]
    for line, answer in zip(script(SCRIPT), driven(desk, [each.command for each in script(SCRIPT)]), strict=True):
        assert bool(answer.error) == bool(line.refused)
        if session.state != states[-1]:
            states.append(session.state)
    back = [session.state]
    while back[-1] != states[0]:
        session.undo(desk.by, "The dice are known.")
        back.append(session.state)
    taken = iter(back)
    assert all(any(each == state for each in taken) for state in reversed(states))
    assert len(states) > 40
    with pytest.raises(CoreError, match="nothing to undo"):
        session.undo(desk.by)


def test_an_activation_is_one_step_with_all_that_it_brings() -> None:
    desk = desk_of("amber-road", options=OPTIONS)
    said = list(driven(desk, ["jump 1 first", "ask activation.at formation=k17"]))
    before, entries = desk.session.state, desk.session.number
    said += driven(desk, ["take 1"])
    assert [each.error for each in said] == ["", "", ""]
    state = desk.session.state
    assert desk.session.number == entries + 1
    assert (state.moment.side, state.moment.of, state.conditions["k17", "activation"]) == ("korrin", "k17", "Active")
    assert [each.question for each in state.owed] == ["snafu.at"]
    desk.session.undo(desk.by)
    assert desk.session.state == before


def test_nobody_is_activated_where_the_sequence_activates_nobody() -> None:
    desk = desk_of("amber-road", options=OPTIONS)
    *said, refused = driven(desk, ["jump 1 first", "ask activation.at formation=k17", "jump 1 weather.roll", "take 1"])
    assert [each.error for each in said] == ["", "", ""]
    assert refused.error and desk.session.state.moment.phase == "weather.roll"


def test_by_mail_nobody_reads_what_an_order_says_and_everybody_that_there_is_one() -> None:
    desk = desk_of("amber-road", "korrin", "mail", options=OPTIONS)
    words = ["join open sesame", "jump 1 assignment.orders", "ask orders.at formation=k17 destination=1617 via=1419", "take 1"]
    said = list(driven(desk, [*words, "ask orders.at formation=k17"]))
    assert [each.error for each in said] == [""] * 5
    assert "is to go to 1617 via 1419" in "\n".join(said[-1].said.lines)
    state = desk.session.state
    assert state.conditions["k17", "orders"] == "with orders written" and not state.orders
    lines = "\n".join(entry_text(entry) for entry in desk.session.entries)
    assert "with orders written" in lines and "1617" not in lines and "Order of" not in lines.replace("Orders", "")
