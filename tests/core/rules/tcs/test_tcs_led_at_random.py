"""Procedures led over battles made by luck, with dice and choices by luck: what an answer leads to can be asked, and what comes
of it obeys the laws of losses and stacks."""

from random import Random
from typing import Any

import pytest
from oracles.led import Led
from oracles.random_battles import battle

from core.geometry.hexes import Hex
from core.questions.catalogue import QUESTIONS
from core.rules.kernel.dice import DICE
from core.rules.kernel.procedure import ProcedureDetail, Wanted
from core.rules.kernel.rulings import Ruling

MOST_STEPS = 60
"""An assault of those who hardly hurt each other goes on for many rounds."""


@pytest.mark.parametrize("seed", range(12))
def test_what_procedures_lead_to_can_be_asked_and_breaks_no_law(seed: int) -> None:
    luck = Random(seed)
    game, side = battle(luck)
    led = Led(game)
    for _ in range(4):
        own, others = _hexes(led, side, mine=True), _hexes(led, side, mine=False)
        if not own or not others:
            return
        begun = {
            "fire.at": {"to": luck.choice(others), "fire": luck.choice(("suppressive", "point", "rolls"))},
            "recovery.at": {"to": luck.choice(own)},
            "syr.at": {"to": luck.choice(own)},
            "assault.at": {"to": luck.choice(others)},
            "overrun.at": {"to": luck.choice(others)},
            "mode.at": {"to": luck.choice(own)},
        }
        question = luck.choice(tuple(begun))
        ruling = _rolled(led, luck, question, begun[question])
        for _ in range(MOST_STEPS):
            proposals = ruling.detail.proposals if isinstance(ruling.detail, ProcedureDetail) else ()
            left_out = not proposals or (led.open and led.open[-1].may and luck.random() < 0.4)
            if left_out and led.open:
                led.open.pop()
            elif proposals:
                led.take(ruling, luck.choice(proposals).label)
            _obeys(led)
            if not led.open:
                break
            top = led.open[-1]
            ruling = _rolled(led, luck, top.question, dict(top.given))
        led.open.clear()


def _hexes(led: Led, side: str, *, mine: bool) -> list[str]:
    pieces = led.game.state.deployment.pieces
    own = {id_ for id_ in pieces if (led.game.box.oob.counter(id_).side == side) == mine}
    return sorted({led.at(id_) for id_ in own} - {""})


def _rolled(led: Led, luck: Random, question: str, given: dict[str, Any]) -> Ruling:
    """An answer with all the dice that it waits for."""
    ruling = led.ask(question, **given)
    while wanted := ruling.detail.wanted if isinstance(ruling.detail, ProcedureDetail) else ():
        given |= {each.parameter: _dice(luck, question, each) for each in wanted}
        ruling = led.ask(question, **given)
    return ruling


def _dice(luck: Random, question: str, wanted: Wanted) -> Any:
    rolls = [luck.choice(DICE[wanted.dice].rolls) for _ in range(wanted.count)]
    kinds = {each.name: each.kind for each in QUESTIONS["tcs"][question].parameters}
    return rolls[0] if kinds[wanted.parameter] == "whole" else rolls


def _obeys(led: Led) -> None:
    """No unit has lost more than it has, and who is carried lies with what carries it."""
    pieces, oob = led.game.state.deployment.pieces, led.game.box.oob
    for id_, piece in pieces.items():
        assert 0 <= piece.lost < oob.counter(id_).values["steps"], id_
        assert not piece.on or (isinstance(piece.at, Hex) and pieces[piece.on].at == piece.at), id_
