"""Saying that a verdict rests on a reading of the rules."""

from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables


def reading_reason(case: Tables, name: str, choice: str, outcome: str, hexes: tuple[Hex, ...] = ()) -> Reason:
    """That a verdict rests on a reading, and what another choice would have made of it."""
    reading = case.ruleset.options[name]
    return Reason(
        case.ruleset.ref(reading.section),
        "Decided by the reading “{title}”: {chosen} With the other reading ({other}) it would be: {outcome}.",
        {
            "title": reading.title,
            "chosen": reading.values[case.choices[name]],
            "other": choice.replace("_", " "),
            "outcome": outcome,
            "reading": name,
        },
        hexes,
    )
