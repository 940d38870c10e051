"""Recovery on the map: who may, once a phase and not under a barrage, and what is asked then."""

from dataclasses import replace
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Mark, Piece
from core.model.state import Declared, Moment
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game

INFANTRY = {"movement__class": "foot", "movement__allowance": 5, "fire__strength": 4, "fire__range": 4, "steps": 5}


def game(*, at: str = "05.05", fought: tuple[Declared, ...] = (), side: str = "red", **more: Any) -> Game:
    """Two platoons and a tank of red in a hex, all marked, one more that is ready, and an enemy."""
    made = [unit(id_, "infantry", **INFANTRY) for id_ in ("one", "two", "ready")]
    made += [unit("tank", "vehicle", steps=3), unit("enemy", "infantry", "blue", **INFANTRY)]
    places: dict[str, str | Piece] = {
        "one": Piece(at, mode="Fire", marks=frozenset({"suppressed", "fired"})),
        "two": Piece(at, 1, mode="Fire", marks=frozenset({"paralyzed"})),
        "ready": Piece(at, 2, mode="Fire"),
        "tank": Piece(at, 3, mode="Fire", marks=frozenset({"suppressed"})),
        "enemy": Piece("05.09", mode="Fire", marks=frozenset({"suppressed"})),
    }
    made_up = board("tcs-4.01", made, places, **more)
    moment = Moment(turn=1, side=side)
    return made_up.with_state(replace(made_up.state, deployment=made_up.forces.deployment, moment=moment, fought=fought))


def sections(ruling: Any) -> list[str]:
    return [reason.rule.section for reason in ruling.reasons]


def test_paralyzed_becomes_suppressed_and_suppressed_comes_off_once() -> None:
    played = game()
    (proposal,) = ask("recovery.at", played, to="05.05").detail.proposals
    work = Work(played.box, played.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    marks = {id_: set(work.deployment.pieces[id_].marks) for id_ in ("one", "two", "ready", "tank")}
    assert marks == {"one": {"fired"}, "two": {"suppressed"}, "ready": set(), "tank": {"suppressed"}}
    assert proposal.attempt == Declared("red", ("one", "two"), (played.box.hex("05.05"),), "recovery")


def test_the_other_side_may_fire_at_who_recovers() -> None:
    (proposal,) = ask("recovery.at", game(), to="05.05").detail.proposals
    (overwatch,) = proposal.then
    assert (overwatch.question, overwatch.side, overwatch.may) == ("overwatch.fire", "blue", True)
    assert dict(overwatch.given) == {"to": "05.05", "trigger": "recovery", "moving": "one, two"}


def test_recovery_goes_on_while_another_stack_can_recover() -> None:
    played = game()
    far = replace(played.forces.deployment.pieces["two"], at=played.box.hex("07.07"))
    apart = played.with_state(replace(played.state, deployment=played.forces.deployment.with_pieces({"two": far})))
    (proposal,) = ask("recovery.at", apart, to="05.05").detail.proposals
    _, others = proposal.then
    assert (others.question, dict(others.given), others.side, others.may) == ("recovery.at", {"side": "red"}, "red", True)
    done = Declared("red", ("two",), (apart.box.hex("07.07"),), "recovery")
    over = apart.with_state(replace(apart.state, fought=(done,)))
    (proposal,) = ask("recovery.at", over, to="05.05").detail.proposals
    assert [each.question for each in proposal.then] == ["overwatch.fire"]


def test_of_all_stacks_the_hex_is_chosen_first_and_nobody_is_ticked() -> None:
    found = ask("recovery.at", game()).detail
    assert [part.unit for part in found.parts] == ["one", "two"]
    assert (found.units, found.place, [each.label for each in found.proposals]) == ("", "to", ["Recover in 05.05: ONE, TWO"])


def test_the_owner_says_who_of_a_stack_recovers() -> None:
    found = ask("recovery.at", game(), to="05.05", units=["two"])
    assert (found.verdict, found.value) == ("allowed", 1)
    assert {part.unit: (part.able, part.chosen) for part in found.detail.parts} == {
        "one": (True, False),
        "two": (True, True),
        "ready": (False, False),
        "tank": (False, False),
    }


@pytest.mark.parametrize(("who", "section"), [("ready", "17.7"), ("tank", "17.0a")])
def test_who_has_nothing_to_recover_from_does_not(who: str, section: str) -> None:
    found = ask("recovery.at", game(), to="05.05", units=[who])
    assert found.verdict == "prohibited" and section in sections(found) and not found.detail.proposals


@pytest.mark.parametrize(
    ("mark", "barred"),
    [(Mark("barrage-good", "blue"), False), (Mark("battalion-barrage", "blue"), True)],
)
def test_in_an_attack_zone_nobody_recovers_but_beside_one(mark: Mark, barred: bool) -> None:
    beside = ask("recovery.at", game(marks={"05.06": (mark,)}), to="05.05")
    assert (beside.verdict == "prohibited") == barred and ("17.7b" in sections(beside)) == barred
    assert ask("recovery.at", game(marks={"05.05": (mark,)}), to="05.05").verdict == "prohibited"


def test_a_stack_recovers_once_in_a_phase() -> None:
    here = board("tcs-4.01", []).box.hex("05.05")
    once = Declared("red", ("one",), (here,), "recovery")
    found = ask("recovery.at", game(fought=(once,)), to="05.05")
    assert found.verdict == "prohibited" and set(sections(found)) == {"17.7d", "17.0a"}
    # Who recovered elsewhere has done so all the same.
    elsewhere = replace(once, against=(board("tcs-4.01", []).box.hex("01.01"),))
    assert ask("recovery.at", game(fought=(elsewhere,)), to="05.05").value == 1


def test_all_stacks_that_may_recover_are_told_with_what_leads_to_each() -> None:
    found = ask("recovery.at", game())
    (proposal,) = found.detail.proposals
    assert not proposal.edits and proposal.then[0].question == "recovery.at"
    assert ask("recovery.at", game(), **dict(proposal.then[0].given)).value == 2
    assert found.value == 1 and [part.unit for part in found.detail.parts] == ["one", "two"]
    others = ask("recovery.at", game(), side="blue")
    assert others.value == 1 and [part.unit for part in others.detail.parts] == ["enemy"]
    none = ask("recovery.at", game(marks={"05.05": (Mark("barrage-good", "blue"),)}))
    assert none.verdict == "prohibited" and not none.detail.proposals


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"to": "01.01"}, "to: nobody stands in 01.01."),
        ({"to": "05.05", "units": ["enemy"]}, "units: ENEMY do not stand in 05.05."),
        ({"side": "green"}, 'side: there is no side "green".'),
    ],
)
def test_what_cannot_be_asked_is_told(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongUse, match=message):
        ask("recovery.at", game(), **asked)


def test_before_play_the_side_is_to_be_said() -> None:
    with pytest.raises(WrongUse, match="side: say whose stacks are meant"):
        ask("recovery.at", board("tcs-4.01", []))
