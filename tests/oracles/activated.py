"""A game after something was done that activates a formation, as a session does it."""

from core.model.work import Work
from core.play.turns import Course
from core.questions.game import Game
from core.rules.kernel.proposals import Proposal


def course_of(game: Game) -> Course:
    """The course of the scenario that is meant."""
    return Course.of(game.box, game.ruleset, game.forces.file)


def done(game: Game, proposal: Proposal) -> Game:
    """The game after a proposal, with who is activated by it."""
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    if proposal.activates is not None:
        course = course_of(game)
        moment = course.again(work.state, proposal.activates.side, proposal.activates.of)
        for edit in course.edits_to(work.state, moment):
            work = edit.apply(work)
    return game.with_state(work.state)
