"""A procedure led over units on the map as a window leads it: the questions that are open, those asked last on top."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.model.edits.edit import flat
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.model.work import Work
from core.play.declaring import declared
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Ruling


def in_play(game: Game, side: str, phase: str = "action.actions") -> Game:
    """A game in its first turn, in a phase of a side."""
    return game.with_state(replace(game.state, deployment=game.forces.deployment, moment=Moment(1, phase, side)))


def fits(game: Game, each: Next) -> bool:
    """Whether a question that an answer leads to is one of the series, with just such parameters and choices."""
    known = QUESTIONS[game.system.series].get(each.question)
    if known is None:
        return False
    parameters = {parameter.name: parameter for parameter in known.parameters}
    choices = {name: parameters[name].choices for name in each.given if name in parameters}
    return set(each.given) <= parameters.keys() and all(not some or each.given[name] in some for name, some in choices.items())


class Led:
    """What has become of a game, and the questions that are open. Every question that an answer leads to is checked: it is one
    of the series with just such parameters, or one of `others`."""

    def __init__(self, game: Game, *others: str) -> None:
        self.game = game
        self.open: list[Next] = []
        self.labels: list[str] = []
        self._others = others

    def ask(self, question: str, **given: Any) -> Ruling:
        """An answer as things stand now."""
        return ask(question, self.game, **given)

    def next(self, question: str, **more: Any) -> Ruling:
        """The answer to the question on top, which is this one, with dice and choices."""
        top = self.open[-1]
        assert top.question == question, f"{top.question} is asked, with {dict(top.given)}"
        return self.ask(question, **{**top.given, **more})

    def skip(self, question: str) -> Mapping[str, str]:
        """What is given for the question on top, which is this one; it is left out, or settled by other means."""
        top = self.open.pop()
        assert top.question == question, f"{top.question} is asked, with {dict(top.given)}"
        return top.given

    def take(self, ruling: Ruling, label: str = "") -> Proposal:
        """Does the first thing that an answer proposes, or the one that is called so; what it leads to comes on top."""
        detail = ruling.detail
        assert isinstance(detail, ProcedureDetail), ruling
        proposal = next(each for each in detail.proposals if label in each.label)
        if self.open and self.open[-1].question == ruling.question:
            self.open.pop()
        state = self.game.state
        if (attempt := proposal.attempt) is not None:
            known = {each.id: (each.side, each.id) for each in self.game.box.oob.counters}
            made = attempt
            if attempt not in state.declared:
                made = declared(known, state, attempt.by, attempt.units, attempt.against, attempt.what)
            waiting = tuple(each for each in state.declared if each != made)
            self.game = self.game.with_state(replace(state, declared=waiting, fought=(*state.fought, made)))
        work = Work(self.game.box, self.game.state)
        for edit in proposal.edits:
            for each in flat((edit,)):
                assert not isinstance(each, ChangeState) or not {"declared", "fought"} & set(each.said)
            work = edit.apply(work)
        self.game = self.game.with_state(work.state)
        for each in proposal.then:
            self._check(each)
        self.open += reversed(proposal.then)
        self.labels.append(proposal.label)
        return proposal

    def at(self, id_: str) -> str:
        """Where a unit stands, "" for one that is gone."""
        assert self.game.state.deployment is not None
        piece = self.game.state.deployment.pieces.get(id_)
        return "" if piece is None or isinstance(piece.at, str) else self.game.box.label(piece.at)

    def marks(self, id_: str) -> frozenset[str]:
        """The markers on a unit."""
        assert self.game.state.deployment is not None
        return self.game.state.deployment.pieces[id_].marks

    def _check(self, each: Next) -> None:
        if each.question not in QUESTIONS[self.game.system.series]:
            assert each.question in self._others, each.question
            return
        assert fits(self.game, each), each
