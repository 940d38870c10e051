"""Retreats by choice and recoveries in a session of TCS: each is one line of the journal with what it counts as, and is known
then."""

from dataclasses import replace
from pathlib import Path

import pytest
from oracles.sessions import Folded, Kept

from core.files.box_files import load_box
from core.files.ruleset_files import load_ruleset
from core.model.edits.piece_edits import marked
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.model.work import Work
from core.play.events import Entry
from core.play.proposed import do_proposed
from core.play.session import Session
from core.play.starting import beginning
from core.questions.catalogue import ask
from core.questions.game import Game

BOX = load_box(Path(__file__).resolve().parents[3] / "scenarios" / "cove-creek").box
RULES = load_ruleset("tcs-4.01")
GAME = Game.of(BOX, RULES)
FILE = next(iter(BOX.scenarios))
STACK = "17.32"


@pytest.fixture
def session() -> Session:
    """A session of Cove Creek in the Action Phase of the side that stands in the stack."""
    began = beginning(
        *(BOX, RULES.values, FILE, "hot_seat", {}), of_box=bytes(32), of_rules=bytes(32), program="1", play=RULES.play
    )
    entries = [Entry(1, 0, "", began)]
    played = Session(Kept(entries), Folded(entries), [])
    (side,) = {unit.side for unit in GAME.forces.in_scenario(FILE).units(BOX.hex(STACK))}
    played.do(ChangeState("Go to", {"moment": Moment(1, "action.actions", side)}), side)
    return played


def game(session: Session) -> Game:
    return GAME.with_state(replace(session.state, scenario=FILE))


def done(session: Session, question: str, **asked: str) -> str:
    """Does the first proposal of an answer as the program does; gives the side that has done it."""
    proposal = ask(question, game(session), **asked).detail.proposals[0]
    side = session.state.moment.side
    assert do_proposed(session, BOX, proposal, lambda edit, counts: session.do(edit, side, counts=counts), lambda entry: None)
    return side


def test_who_has_retreated_in_the_place_of_a_move_is_known_and_does_not_move(session: Session) -> None:
    ids = ask("syr.at", game(session), to=STACK).detail.proposals[0].attempt.units
    done(session, "syr.at", to=STACK)
    (fought,) = session.state.fought
    assert (fought.what, fought.units) == ("retreat", ids) and not session.state.declared
    movement = ask("movement", game(session), units=[ids[0]])
    assert "17.4" in {reason.rule.section for reason in movement.reasons}


def test_a_stack_that_has_recovered_is_known_through_the_phase_and_not_longer(session: Session) -> None:
    side = session.state.moment.side
    units = [unit.id for unit in game(session).forces.units(BOX.hex(STACK)) if unit.kind == "infantry"]
    session.do(marked(Work(BOX, session.state), units, "paralyzed"), side)
    done(session, "recovery.at", to=STACK)
    assert all("suppressed" in session.state.deployment.pieces[id_].marks for id_ in units)
    assert ask("recovery.at", game(session), to=STACK).verdict == "prohibited"
    assert {each.what for each in session.state.fought} == {"recovery"}
