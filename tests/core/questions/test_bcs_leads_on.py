"""What BCS asks of formations after what it proposes, over every golden case: each such question is known and is given just
what it takes; in the state that the proposal makes it is answered, and the answer waits for dice or can be done."""

from dataclasses import replace

import pytest
from oracles.activated import done
from oracles.golden_cases import GoldenCase, golden_cases
from oracles.led import fits

from core.base.errors import WrongUse
from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.bcs.questions.formed import ON_THE_MAP
from core.rules.kernel.formations_detail import FORMATIONS, FormationsDetail
from core.rules.kernel.procedure import ProcedureDetail

ASKED = {each.name for each in ON_THE_MAP} - {FORMATIONS}
CASES = [each for each in golden_cases() if each.question in ASKED and each.file.startswith("bcs/") and not each.refused]


def in_play(case: GoldenCase) -> Game:
    game = case.game
    return game if game.state.in_play else game.with_state(replace(game.state, deployment=game.forces.deployment))


@pytest.mark.parametrize("file", sorted({case.file for case in CASES}))
def test_what_a_proposal_leads_to_can_be_asked_and_answered_as_things_stand_then(file: str) -> None:
    for case in CASES:
        if case.file != file:
            continue
        game = in_play(case)
        detail = ask(case.question, game, **case.given).detail
        assert isinstance(detail, ProcedureDetail)
        for proposal in detail.proposals:
            try:
                after = done(game, proposal)
            except WrongUse:
                # Play stands where nobody is activated yet.
                assert proposal.activates is not None
                continue
            for asked in proposal.then:
                where = f"{case}: {proposal.label}: {asked.question} {dict(asked.given)}"
                assert fits(after, asked), where
                ruling = ask(asked.question, after, **asked.given)
                assert as_text(ruling, after.box, after.ruleset).startswith(asked.question), where
                assert as_json(ruling, after.box)["question"] == asked.question, where
                assert isinstance(ruling.detail, ProcedureDetail), where
                answers = ruling.detail.wanted or ruling.detail.proposals
                assert asked.may or answers or ruling.detail.place, f"{where}: nothing answers it"


@pytest.mark.parametrize("file", sorted({case.file for case in CASES}))
def test_what_the_board_offers_can_be_asked(file: str) -> None:
    game = in_play(next(case for case in CASES if case.file == file))
    board = ask(FORMATIONS, game)
    assert isinstance(board.detail, FormationsDetail)
    assert as_text(board, game.box, game.ruleset).startswith(FORMATIONS) and as_json(board, game.box)["formations"]
    for row in board.detail.rows:
        assert len(row.cells) == len(board.detail.columns)
        assert sum(each.chance for each in row.outcomes) in (0, 1, 2)
        for asked in row.asked:
            assert fits(game, asked) and QUESTIONS["bcs"][asked.question].leads
            assert ask(asked.question, game, **asked.given).verdict != "not_played"
