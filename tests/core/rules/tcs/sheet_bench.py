"""What tests of the steps of op sheets share: how they are asked, told apart and done."""

from dataclasses import replace
from typing import Any

from core.questions.catalogue import ask
from core.rules.kernel.rulings import Ruling
from tests.core.rules.tcs.test_tcs_order_steps import Play, sheet

WITH = {"command.rating": "3"}


def asked(play: Play, **given: Any) -> Ruling:
    return ask("opsheet.steps", play.game, **given)


def labels(ruling: Ruling) -> list[str]:
    return [each.label for each in ruling.detail.proposals]


def do(play: Play, ruling: Ruling, number: int = 0) -> None:
    for edit in ruling.detail.proposals[number].edits:
        play.do(edit)


def waiting(name: str = "Oak", **said: Any) -> Any:
    return sheet(name, "1-bn", **{"status": "waiting", "turn": 1, "turns": 30, **said})


def stands_in(play: Play, phase: str, side: str = "") -> Play:
    play.show(replace(play.game.state, moment=replace(play.game.state.moment, phase=phase, side=side)))
    return play


def late(ruling: Ruling) -> list[str]:
    """The sections of what is said to belong to another phase."""
    return [each.rule.section for each in ruling.reasons if "play stands in" in each.template]
