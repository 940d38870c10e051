"""The questions about units in hexes that every series answers by rules of its own."""

from collections.abc import Mapping
from typing import Any

from core.rules.kernel.entry import entry
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.set_up import set_up
from core.rules.kernel.stacking import stacking
from core.rules.kernel.system import ForceTables, Question, Steps

_SCENARIO = Parameter(
    "scenario", "text", "the scenario, by its file or title; the one that is shown, or the only one, without it"
)


def force_questions(rules: ForceRules) -> tuple[Question, ...]:
    """The questions of a series with these rules."""
    sections = rules.sections

    def stack(case: ForceTables, given: Mapping[str, Any]) -> Steps:
        yield from ()
        return stacking(case, given, rules)

    def place(case: ForceTables, given: Mapping[str, Any]) -> Steps:
        return (yield from set_up(case, given, rules))

    def come(case: ForceTables, given: Mapping[str, Any]) -> Steps:
        yield from ()
        return entry(case, given, rules)

    return (
        Question(
            "stacking",
            "what counts in a hex against the limits, what is over, and who may lie on top",
            _cited(sections.stacking, sections.enemies, rules.top_section),
            (
                Parameter("hex", "hex", "the hex", required=True),
                Parameter("with", "texts", "units that would join those in the hex, by their ids or names"),
                _SCENARIO,
            ),
            stack,
        ),
        Question(
            "set_up",
            "where a unit may be set up, and who sets up first",
            _cited(sections.within, sections.zone, sections.terrain, sections.first),
            (
                Parameter("unit", "text", "the unit, by its id or name; all set-ups without it"),
                Parameter("hex", "hex", "a hex: whether the unit may be set up there; without a unit, who may"),
                _SCENARIO,
            ),
            place,
            title="Set-up",
        ),
        Question(
            "entry",
            "where reinforcements come in, and where instead when their entry is blocked",
            _cited(sections.entry),
            (
                Parameter("unit", "text", "the unit, by its id or name; all reinforcements without it"),
                Parameter("ahead", "texts", "units that have come in before it in this turn, each with its hex: 41-tank*3410"),
                Parameter("behind", "whole", "so many units come in ahead of it in the same move, wherever that is", least=0),
                _SCENARIO,
            ),
            come,
            title="Entry of reinforcements",
        ),
    )


def _cited(*sections: str) -> str:
    """Sections in one line, each once."""
    parts = (part.strip() for section in sections for part in section.split(","))
    return ", ".join(dict.fromkeys(part for part in parts if part))
