"""A whole turn of TCS 4.01 from the box that ships, played by commands: every answer as the text has it, and replayed.

It is the turn of 0700: a full hour, so that morale recovers, and by day, so that sorties are flown.
"""

from pathlib import Path

import pytest
from play_desks import desk_of
from whole_turns import played, script

from core.base.errors import CoreError
from core.model.deployment import Mark
from core.play.replaying import driven

SCRIPT = Path(__file__).with_name("tcs_whole_turn.txt")
PLAYERS = {"blue": "Ann", "red": "Bob"}


def test_a_whole_turn_is_played_as_the_rules_have_it_and_replayed_from_its_journal(tmp_path: Path) -> None:
    turn = played("cove-creek", "bridges-of-the-alder.scenario.yaml", PLAYERS, SCRIPT, tmp_path)
    end = turn.end
    assert end.deployment is not None
    assert (end.moment.turn, end.moment.phase, end.owed, end.declared) == (5, "clean_up.smoke_two", (), ())
    assert {
        id_: turn.stand[id_]
        for id_ in (
            *("1-6-933", "mg-6-933", "2-5-933", "1-2-pz-116", "1-5-933", "3-e-71", "2-g-71"),
            *("3-2-pz-116", "1-stug-228", "pioniere-933"),
        )
    } == {
        "1-6-933": "17.19",
        "mg-6-933": "17.19",
        "2-5-933": "24.23",
        "1-2-pz-116": "24.23",
        "1-5-933": "18.24",
        "3-e-71": "18.17",
        "2-g-71": "23.18",
        "3-2-pz-116": "09.30",
        "1-stug-228": "44.24",
        "pioniere-933": "28.24",
    }
    pieces = end.deployment.pieces
    assert "fw-190" not in pieces
    assert {id_: piece.lost for id_, piece in pieces.items() if piece.lost} == {
        "1-5-933": 3,
        "mg-5-933": 1,
        "2-5-933": 1,
        "1-6-933": 2,
        "1-2-pz-116": 2,
        "2-2-pz-116": 2,
        "2-e-71": 1,
        "3-e-71": 2,
        "2-g-71": 2,
        "1-c-781": 1,
    }

    def marked(kind: str) -> set[str]:
        return {id_ for id_, piece in pieces.items() if kind in piece.marks}

    assert marked("suppressed") == {
        *("1-6-933", "mg-6-933", "1-5-933", "mg-5-933"),
        *("1-e-71", "mg-e-71", "57-1-71", "3-e-71"),
    }
    assert marked("fired") == {"2-6-933", "3-6-933", "smg-1-8-933", "1-e-71", "mg-e-71", "3-e-71"}
    assert not marked("paralyzed")
    assert {id_: pieces[id_].mode for id_ in ("1-6-933", "2-5-933", "3-e-71", "1-2-pz-116")} == {
        "1-6-933": "fire",
        "2-5-933": "fire",
        "3-e-71": "fire",
        "1-2-pz-116": "move",
    }
    lying = {turn.label(spot): marks for spot, marks in end.deployment.marks.items() if marks}
    assert lying.pop("18.25") == (Mark("continuous-barrage", "blue", "105 mm HE continuous of B/907 FA"),)
    assert lying.pop("15.27") == (Mark("smoke-1"),)
    assert lying.pop("28.24") == (Mark("minefield", "blue"), Mark("breach", "red"))
    assert {mark.kind for marks in lying.values() for mark in marks} == {"minefield"}
    assert {key: amount for key, amount in end.points.items() if key[0] == "blue"} == {
        ("blue", "105 mm, missions"): 16,
        ("blue", "105 mm smoke, missions"): 3,
        ("blue", "105 mm illumination, missions"): 2,
        ("blue", "sorties"): 0,
    }
    assert end.points["red", "rockets, missions"] == 1 and end.points["red", "150 mm, missions"] == 4
    assert dict(end.conditions) == {
        ("b2", "platoons"): "2",
        ("b2", "recovered"): "1",
        ("b2", "rolled"): "1",
        ("rp", "steps"): "4",
        ("bt", "steps"): "1",
        ("blue", "execution"): "through with the missions: turn 5",
    }
    assert end.orders["Second wave"].status == "implemented"
    down = end.orders["Down the road"]
    failed = dict.fromkeys(("1-2-pz-116", "2-2-pz-116", "3-2-pz-116"), "failed")
    assert dict(down.left) == failed | dict.fromkeys(("2-7-933", "3-7-933"), "reassigned")


def test_each_step_of_the_turn_can_be_taken_back_to_where_it_began() -> None:
    desk = desk_of("cove-creek")
    session = desk.session
    states = [session.state]
    for answer in driven(desk, [line.command for line in script(SCRIPT)]):
        assert not answer.error
        if session.state != states[-1]:
            states.append(session.state)
    back = [session.state]
    while back[-1] != states[0]:
        session.undo(desk.by, "The dice are known.")
        back.append(session.state)
    # A command may make several entries, each of which is taken back by itself.
    taken = iter(back)
    assert all(any(each == state for each in taken) for state in reversed(states))
    assert len(states) > 150
    with pytest.raises(CoreError, match="nothing to undo"):
        session.undo(desk.by)
