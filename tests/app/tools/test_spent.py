"""The points of a phase: kept while a session is played, taken back with an undone move, unknown for what was moved by hand."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from oracles.sessions import Folded, Kept

from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.tools.spent import Spent
from core.files.box_files import load_box
from core.files.own_charts import rules_in_force
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.play.events import Entry
from core.play.session import Session
from core.play.starting import beginning

ROOT = Path(__file__).parents[3]
ONE, TWO = Fraction(1), Fraction(2)


@pytest.fixture
def played(qapp):
    box = load_box(ROOT / "scenarios" / "sable-river").box
    assert box is not None
    ruleset, _ = rules_in_force(box.ruleset)
    document = Document(box, ruleset)
    begun = beginning(box, ruleset.values, next(iter(box.scenarios)), "hot_seat", {}, of_box=b"b", of_rules=b"r", program="x")
    kept = Kept([Entry(1, 1_700_000_000, "", begun)])
    live = LivePlay(document, Session(kept, Folded(kept.entries)))
    yield document, live
    document.end_play()


def on_map(document):
    return next(id_ for id_, piece in sorted(document.work.deployment.pieces.items()) if isinstance(piece.at, Hex))


def go(document, unit, place):
    document.play.do(moved(document.work, (unit,), place), ruled=True)
    assert document.work.deployment.pieces[unit].at == place


def test_what_moves_have_cost_adds_up_and_is_taken_back_with_them(played):
    document, live = played
    unit, spent = on_map(document), Spent(document)
    start = document.work.deployment.pieces[unit].at
    near, far = (place for place in start.neighbours()[:2])
    assert spent.of(unit) == 0 and spent.began(unit) is None
    spent.note(unit, Fraction(0), near, ONE)
    go(document, unit, near)
    assert (spent.of(unit), spent.began(unit)) == (ONE, start)
    spent.note(unit, ONE, start, ONE + TWO)
    go(document, unit, start)
    assert (spent.of(unit), spent.began(unit)) == (ONE + TWO, start), "back where it began, with its points gone"
    live.undo()
    assert spent.of(unit) == ONE
    spent.note(unit, ONE, far, TWO)
    go(document, unit, far)
    assert spent.of(unit) == TWO
    live.undo()
    live.undo()
    assert spent.of(unit) == 0


def test_what_was_moved_by_hand_has_spent_what_nobody_knows(played):
    document, _ = played
    unit, spent = on_map(document), Spent(document)
    start = document.work.deployment.pieces[unit].at
    go(document, unit, start.neighbours()[0])
    assert spent.of(unit) is None
    assert spent.began(unit) == start
    spent.note(unit, TWO, start.neighbours()[0], TWO)
    assert spent.of(unit) == TWO, "until somebody says it"


def test_questions_are_told_what_was_counted_and_what_nobody_has(played):
    document, _ = played
    unit, spent = on_map(document), Spent(document)
    start = document.work.deployment.pieces[unit].at
    label = document.box.label(start)
    assert spent.before((unit,)) == () and spent.moved == ()
    spent.note(unit, ONE, start, ONE)
    assert spent.before((unit,)) == (f"{unit}*1*{label}",), "typed before it moves"
    go(document, unit, start.neighbours()[0])
    assert spent.before((unit,)) == (f"{unit}*?*{label}",) and spent.moved == (unit,)
    spent.note(unit, TWO / 4, start.neighbours()[0], TWO / 4)
    assert spent.before((unit,)) == (f"{unit}*1/2*{label}",)


def test_another_phase_begins_with_nothing(played):
    document, live = played
    unit, spent = on_map(document), Spent(document)
    start = document.work.deployment.pieces[unit].at
    spent.note(unit, Fraction(0), start.neighbours()[0], ONE)
    go(document, unit, start.neighbours()[0])
    moment = document.state.moment
    live.do(ChangeState("Next phase", {"moment": replace(moment, turn=moment.turn + 1)}))
    assert document.state.moment.turn == moment.turn + 1
    assert spent.of(unit) == 0 and spent.began(unit) is None


def test_who_has_gone_is_known_through_the_phases_of_an_activation_and_no_longer(played):
    document, live = played
    unit, spent = on_map(document), Spent(document)
    other = next(id_ for id_ in sorted(document.work.deployment.pieces) if id_ != unit)
    start, moment = document.work.deployment.pieces[unit].at, Moment(1, "movement", "red")
    live.do(ChangeState("Go to a phase", {"moment": moment}))
    assert spent.went((unit,)) is False
    go(document, unit, start.neighbours()[0])
    live.do(ChangeState("Next phase", {"moment": replace(moment, phase="combat")}))
    assert spent.of(unit) == 0 and spent.went((other, unit)) is True and spent.went((other,)) is False
    for later in (replace(moment, side="blue"), replace(moment, turn=2), replace(moment, round=2), replace(moment, of="6")):
        live.do(ChangeState("Next phase", {"moment": later}))
        assert spent.went((unit,)) is False, later


def test_outside_play_nothing_is_kept(qapp):
    box = load_box(ROOT / "scenarios" / "sable-river").box
    assert box is not None
    document = Document(box)
    document.show_scenario(next(iter(box.scenarios)))
    unit, spent = on_map(document), Spent(document)
    place = document.work.deployment.pieces[unit].at.neighbours()[0]
    spent.note(unit, Fraction(0), place, ONE)
    document.do(moved(document.work, (unit,), place))
    assert spent.of(unit) == 0 and spent.went((unit,)) is None


def test_what_is_spent_in_one_step_of_a_phase_is_spent_in_the_next_and_in_another_phase_no_more(played):
    document, live = played
    unit, spent = on_map(document), Spent(document)
    start = document.work.deployment.pieces[unit].at
    near = start.neighbours()[0]

    def go_on(phase):
        live.do(ChangeState("Go on", {"moment": Moment(1, phase, "korrin")}))

    go_on("movement.move")
    spent.note(unit, Fraction(0), near, TWO)
    go(document, unit, near)
    go_on("movement.stacking")
    assert (spent.of(unit), spent.began(unit)) == (TWO, start)
    go_on("exploitation")
    assert (spent.of(unit), spent.began(unit)) == (0, None)
