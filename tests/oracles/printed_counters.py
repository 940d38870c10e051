"""Counters of every series with every value that their kinds print, for tests of looks and of whatever shows counters."""

from collections.abc import Iterator
from fractions import Fraction

import immutables

from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side, Value, Values
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

OLIVE = Side("us", "US", "#7a8450", "#ffffff")

FORCES = Oob(
    sides=Items([OLIVE, Side("de", "German", "#8f9a9e", "#000000"), Side("fi", "Finnish", "")]),
    formations=Items(
        [
            Formation("3-16", "3/16 Infantry", "us", parent="1", stripe="#c23b22"),
            Formation("1", "1st Division", "us"),
            Formation("kg", "KG Peiper", "de"),
        ]
    ),
)
"""Three sides, one without a colour, and formations of which one has a stripe."""


def kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of pieces of a series."""
    return tuple(word for word, _ in kind_value(ruleset).choices)


def kind_value(ruleset: Ruleset) -> CounterValue:
    """The value that says which kind of piece a counter is."""
    return next(value for value in ruleset.values if value.role == "kind")


def carried(ruleset: Ruleset, kind: str) -> Iterator[CounterValue]:
    """The values that counters of a kind print."""
    return (value for value in ruleset.values if value.role not in ("kind", "formation") and (not value.of or kind in value.of))


def full_values(ruleset: Ruleset, kind: str) -> Values:
    """Every value that a kind prints, each with something; flags are on."""
    values = {value.id: some(value) for value in carried(ruleset, kind)}
    return immutables.Map({kind_value(ruleset).id: kind, **values})


def full_counter(ruleset: Ruleset, kind: str, side: str = "us") -> Counter:
    """A counter that prints every value of its kind on its front, and nothing else on its back."""
    return Counter(kind, side, full_values(ruleset, kind), None, "3-16" if side == "us" else "")


def some(value: CounterValue, n: int = 0) -> Value:
    """A value of a type; another `n` gives another one."""
    match value.type:
        case "whole":
            return (value.least or 0) + 1 + n
        case "number":
            return Fraction(2 * (value.least or 0) + 3 + 2 * n, 2)
        case "flag":
            return n == 0
        case "choice":
            return value.choices[n % len(value.choices)][0]
        case _:
            return ("#c62f1f", "#2a62b8")[n % 2] if "colour" in value.id else f"{value.id[:3]}{n}"
