"""What the audit of VCS finds of depots: support points that they bring, and their coming back."""

from dataclasses import replace
from typing import Any

import immutables
from oracles.stacks import FILE, board, unit

from core.model.deployment import Piece
from core.model.scenario import ARRIVING, Arrival, SetUp
from core.model.state import GameState, Moment
from core.model.work import Work
from core.play.audit import Finding, audit
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.proposals import applied

SMALL = {"unit__size": "battalion", "unit__type": "infantry", "movement": 5, "steps": 1, "strength__fixed": 2}
DUMP = {"strength__fixed": 1, "nationality": "Red"}


def playing(game: Game, phase: str, turn: int = 1, **said: Any) -> GameState:
    return GameState(
        scenario=FILE,
        deployment=game.box.scenarios[FILE].start,
        moment=Moment(turn, phase, "red"),
        order=("red", "blue"),
        **said,
    )


def after(game: Game, state: GameState, found: list[Finding]) -> GameState:
    work = Work(game.box, state)
    for finding in found:
        work = applied(work, finding.edits)
    return work.state


def of(found: list[Finding], code: str) -> list[Finding]:
    return [each for each in found if each.code == code]


def test_an_eliminated_depot_is_a_reinforcement_two_turns_later() -> None:
    units = [unit("dump", "depot", **DUMP), unit("foot", "subordinate", **SMALL)]
    game = board("vcs", units, {"dump": "05.05", "foot": "05.06"}, set_ups=(SetUp(("dump",), "", ()),))
    began = playing(game, "combat", 3)
    assert not of(audit(game, began, began), "depot")
    gone = replace(began, deployment=began.deployment.with_pieces({"dump": None, "foot": None}))
    (found,) = of(audit(game, began, gone), "depot")
    assert found.section == "11.3" and "turn 5" in found.text and found.units == ("dump",)
    waits = after(game, gone, [found])
    assert waits.deployment.pieces["dump"] == Piece(ARRIVING, marks=frozenset({"returns 5"}))
    assert not of(audit(game, began, waits), "depot")
    for turn, verdict in ((4, "waits"), (5, "open")):
        later = game.with_state(replace(waits, moment=Moment(turn, "movement", "red")))
        assert ask("entry", later, unit="dump").verdict == verdict
    # Back on the map it bears its marker no longer.
    piece = Piece(game.box.hex("05.05"), marks=frozenset({"returns 5"}))
    back = replace(waits, moment=Moment(5, "movement", "red"), deployment=waits.deployment.with_pieces({"dump": piece}))
    (found,) = of(audit(game, back, back), "depot")
    assert after(game, back, [found]).deployment.pieces["dump"].marks == frozenset()


def test_depots_bring_support_points_by_their_rating_once_in_a_turn() -> None:
    dumps = [unit("a", "depot", depot__rating="A", **DUMP), unit("c", "depot", depot__rating="c", **DUMP)]
    dumps += [unit("plain", "depot", **DUMP), unit("theirs", "depot", "blue", depot__rating="Z", **DUMP)]
    game = board("vcs", dumps, {"a": "05.05", "c": "05.06", "plain": "05.07", "theirs": "09.09"})
    points = immutables.Map({("red", "support points"): -1, ("blue", "support points"): 2})
    state = playing(game, "preparation.tracks", points=points)
    found = audit(game, state, state)
    (brought,) = of(found, "support")
    assert brought.section == "12.0" and "bring 4 of support points" in brought.text
    (unknown,) = of(found, "depot")
    assert 'rating "Z"' in unknown.text and "A, B, C" in unknown.text
    added = after(game, state, [brought])
    assert added.points[("red", "support points")] == 3
    assert not of(audit(game, state, added), "support"), "what was added is not added again"
    fixed = Game.of(replace(game.box, options={"support.points": "fixed"}), game.ruleset)
    assert not of(audit(fixed, state, state), "support")


def test_who_may_not_come_late_is_found_at_the_end_of_the_last_phase_to_come_in() -> None:
    arrivals = (Arrival(("foot",), 1),)
    for choice, number in (("allowed", 0), ("forbidden", 1)):
        game = board("vcs", [unit("foot", "subordinate", **SMALL)], {"foot": Piece(ARRIVING)}, arrivals=arrivals)
        hexes = (game.box.hex("01.02"),)
        scenario = replace(game.box.scenarios[FILE], arrivals=(replace(arrivals[0], hexes=hexes),))
        box = replace(game.box, scenarios={FILE: scenario}, options={"reinforcements.late": choice})
        game = Game.of(box, game.ruleset)
        state = playing(game, "reserves")
        assert len(of(audit(game, state, state), "arrivals")) == number
