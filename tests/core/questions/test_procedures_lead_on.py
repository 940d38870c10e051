"""What TCS asks after what it proposes, over every golden case: each such question is known and is given just what it takes; in
the state that the proposal makes it is answered, and the answer waits for dice or a hex, or can be done."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from oracles.golden_cases import GoldenCase, golden_cases
from oracles.led import Led

from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.procedure import OPEN, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal

KNOWN = QUESTIONS["tcs"]
CASES = [
    case
    for case in golden_cases()
    if case.file.startswith("tcs/") and not case.refused and case.question in KNOWN and KNOWN[case.question].leads
]
FILES = sorted({case.file for case in CASES})


def game_of(case: GoldenCase) -> Game:
    """The game of a case in play, so that what is proposed can be done."""
    game = case.game
    return game if game.state.in_play else game.with_state(replace(game.state, deployment=game.forces.deployment))


@cache
def led_on(number: int) -> tuple[tuple[Proposal, Next, Game], ...]:
    """What each proposal of a case leads to, in the state that it makes."""
    return tuple(_led_on(CASES[number]))


def _led_on(case: GoldenCase) -> Iterator[tuple[Proposal, Next, Game]]:
    game = game_of(case)
    ruling = ask(case.question, game, **case.given)
    assert isinstance(ruling.detail, ProcedureDetail)
    for proposal in ruling.detail.proposals:
        led = Led(game)
        led.take(replace(ruling, detail=replace(ruling.detail, proposals=(proposal,))))
        for asked in proposal.then:
            yield proposal, asked, led.game


@pytest.mark.parametrize("file", FILES)
def test_what_a_proposal_leads_to_can_be_asked_and_answered_as_things_stand_then(file: str) -> None:
    for number, case in enumerate(CASES):
        for proposal, asked, game in led_on(number) if case.file == file else ():
            where = f"{case}: {proposal.label}: {asked.question} {dict(asked.given)}"
            known = KNOWN[asked.question]
            assert set(asked.given) <= {each.name for each in known.parameters}, where
            assert {each.name for each in known.parameters if each.required} <= set(asked.given), where
            assert known.leads, where
            assert asked.side in ("", *(side.id for side in game.box.oob.sides)), where
            assert all(isinstance(text, str) and text for text in asked.given.values()), where
            ruling = ask(asked.question, game, **asked.given)
            assert as_text(ruling, game.box, game.ruleset).startswith(asked.question), where
            assert as_json(ruling, game.box)["question"] == asked.question, where
            detail = ruling.detail
            assert isinstance(detail, ProcedureDetail), where
            assert asked.may or detail.wanted or detail.proposals or OPEN in detail.hexes, f"{where}: nothing answers it"


def test_the_cases_lead_from_every_kind_of_step_to_others() -> None:
    pairs = {(case.question, asked.question) for number, case in enumerate(CASES) for _, asked, _ in led_on(number)}
    assert {before for before, _ in pairs} >= {
        *("fire.at", "fire.after", "overwatch.fire", "losses.at", "morale.at", "syr.at", "recovery.at", "vehicle_morale.at"),
        *("battalion_morale.at", "artillery.adjust", "artillery.execute", "barrage.at", "sortie.at", "aa.at"),
        *("assault.at", "overrun.at", "mines.at", "breach.at"),
    }
    assert {after for _, after in pairs} >= {
        *("fire.after", "overwatch.fire", "losses.at", "morale.at", "syr.at", "vehicle_morale.at", "barrage.at", "mines.at"),
        *("artillery.adjust", "artillery.execute", "sortie.at", "aa.at", "assault.at", "overrun.at", "breach.at"),
    }
