"""A made-up unit that prints every value of its kind, so that all of a look can be seen before there are counters."""

from collections.abc import Iterator
from fractions import Fraction

from core.model.looks import Chosen, Look
from core.model.oob import Counter, Oob, Value, Values
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

SAMPLE = "a-made-up-unit"
"""The id of the made-up unit."""


def sample_counter(ruleset: Ruleset, look: Look, oob: Oob) -> Counter:
    """A unit of the first side, drawn by a look, of the first kind that the look is for; its back prints everything, too."""
    kind = next((value for value in ruleset.values if value.role == "kind"), None)
    types = {value.id: value.type for value in ruleset.values}
    words = tuple(word for word, _ in kind.choices) if kind is not None else ()
    of = next((each for each in look.of if each in words), words[0] if words else "")
    # A word that a look decides by, but no choice of the rules, is one of those that the look knows.
    told = {each.by: each.choices[0][0] for each in _chosen(look) if each.choices and types.get(each.by) == "word"}
    values: dict[str, Value] = {kind.id: of} if kind is not None and of else {}
    for value in ruleset.values:
        if value.role not in ("kind", "formation") and (not value.of or of in value.of):
            values[value.id] = told.get(value.id) or _some(value)
    side = next((each.id for each in oob.sides), "")
    formation = next((each.id for each in oob.formations if each.side == side), "")
    printed = Values(values)
    back = Values({value.id: values[value.id] for value in ruleset.values if value.sides == 2 and value.id in values})
    return Counter(SAMPLE, side, printed, back, formation, look=look.id)


def _chosen(look: Look) -> Iterator[Chosen]:
    for element in (*look.front, *look.back):
        yield from (element.text, element.fill, element.ink)


def _some(value: CounterValue) -> Value:
    """A value of a type as it might be printed."""
    least = value.least or 0
    most = value.most if value.most is not None else least + 9
    match value.type:
        case "whole":
            return min(least + 3, most)
        case "number":
            return Fraction(min(2 * least + 9, 2 * most), 2)
        case "flag":
            return True
        case "choice":
            return value.choices[0][0] if value.choices else ""
        case "boxes":
            return "o o o"
        case _:
            return "#c23b22" if "colour" in value.id else value.title if value.role != "name" else "1/23"
