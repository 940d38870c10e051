"""The question of who may overrun a hex, which every operational series with overruns answers."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Question
from core.rules.kernel.tables import TableCase, at_once
from core.rules.operations.overruns import WHO, OverrunRules, overrunners
from core.rules.operations.questions import BEFORE, SCENARIO, SIDE, board_of, mode_parameter
from core.rules.operations.rules import OperationsRules


def who_may_overrun(
    rules: OperationsRules, overruns: OverrunRules, force_rules: ForceRules, modes: Iterable[str], sections: str
) -> Question:
    """The question of a series with these rules, for units that move in one of some modes."""

    def answer(case: TableCase, given: Mapping[str, Any]) -> Ruling:
        return overrunners(board_of(case, given, rules, force_rules), overruns, given)

    return Question(
        WHO,
        "every unit that may overrun a hex, with what it costs, and those near it that may not, with why",
        sections,
        (
            Parameter("to", "hex", "the hex", required=True),
            replace(SIDE, help="the side that overruns, by its id or name; the enemies of those in the hex without it"),
            Parameter("units", "texts", "units that are told of wherever they stand, by their ids or names"),
            mode_parameter(modes),
            BEFORE,
            SCENARIO,
        ),
        at_once(answer),
        title="Who may overrun",
    )
