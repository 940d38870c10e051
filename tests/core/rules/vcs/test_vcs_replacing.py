"""Replacements as edits: each is one step, a chit shows its full side again, and what is regained can be lost once more."""

from dataclasses import replace

import immutables
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.state import Held, Moment
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.proposals import applied

PRINTED = {
    "unit__size": "regiment", "unit__type": "infantry", "movement": 5, "cadre": True, "steps": 3,
    "strength__class": "blue", "strength__rating": "B",
}  # fmt: skip


def played(lost: int, face: int, *, held: bool, points: int = 2) -> Game:
    game = board("vcs", [unit("a", "parent", **PRINTED)], {"a": Piece("05.05", face=face, lost=lost)})
    chits = immutables.Map({"a": Held("blue", "blue 1", reduced=True)}) if held else immutables.Map()
    state = replace(
        game.state,
        deployment=game.forces.deployment,
        moment=Moment(turn=2, phase="replacements", side="red"),
        points=immutables.Map({("red", "replacement points"): points}),
        held=chits,
    )
    return game.with_state(state)


def test_a_step_regained_turns_the_chit_back_and_is_paid() -> None:
    game = played(1, 0, held=True)
    (proposal,) = ask("replacements", game, units="a").detail.proposals
    before = Work(game.box, game.state)
    after = applied(before, proposal.edits)
    assert after.deployment.pieces["a"].lost == 0 and not after.state.held["a"].reduced
    assert after.state.points["red", "replacement points"] == 1
    assert before.deployment.pieces["a"].lost == 1, "nothing is done by asking"


def test_a_chit_that_alone_is_reduced_is_turned_back_without_a_step() -> None:
    game = played(0, 0, held=True)
    (proposal,) = ask("replacements", game, units="a").detail.proposals
    after = applied(Work(game.box, game.state), proposal.edits)
    assert after.deployment.pieces["a"].lost == 0 and not after.state.held["a"].reduced


def test_a_cadre_is_turned_over_and_goes_on_from_there_until_the_points_are_gone() -> None:
    game = played(2, 1, held=False)
    for lost, left in ((1, 1), (0, 0)):
        (proposal,) = ask("replacements", game, units="a").detail.proposals
        after = applied(Work(game.box, game.state), proposal.edits)
        assert (after.deployment.pieces["a"].lost, after.deployment.pieces["a"].face) == (lost, 0)
        assert after.state.points["red", "replacement points"] == left
        game = game.with_state(after.state)
    assert ask("replacements", game, units="a").verdict == "prohibited"
