"""Rolls on the tables of the series: modifiers are added to the roll, and variants change what some results mean."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from core.base.errors import WrongUse
from core.model.charts import NEVER
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted, succeeds
from core.rules.kernel.combat import Facts, chart_word, checked_roll
from core.rules.kernel.dice import DICE
from core.rules.kernel.modifiers import Item, Total, signed
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ

PUBLISHED = "published summaries"
LIMITS = "bcs.limits"
NOT_PLAYED = "not_played"
ACTION, ARMOUR = "action", "armour"
"""The values of counters that bound what can be given for them."""
ON = "on"
"""The value of a variant that is played."""


def not_played(case: Tables, question: str, variant: str) -> Ruling:
    """The answer of a question about a variant that the box does not play."""
    told = {"variant": variant}
    said = (Reason(case.ruleset.ref(variant), "The box does not play variant {variant}; its options can", told),)
    return Ruling(question, case.ruleset.id, NOT_PLAYED, None, said, Facts({}))


def limit(consulted: Consulted, name: str) -> int:
    """A limit of the series. Raises NotInChart."""
    return int(consulted.number(LIMITS, name, "number"))


def modifiers(case: Tables, consulted: Consulted, chart: str, words: Iterable[str], column: str, rule: str) -> tuple[Item, ...]:
    """What rows of a chart add to a roll. Raises WrongUse for a word that is no row of it, and for one that is given twice."""
    found: list[Item] = []
    for word in words:
        row = chart_word(consulted, word, (chart,))[1]
        if any(item.name == row for item in found):
            raise WrongUse(f'"{row}" counts once.')
        value = consulted.number(chart, row, column)
        found.append(Item(row, value, case.ruleset.ref(rule), consulted.origin(chart, row, column)))
    return tuple(found)


def rolled(
    case: Tables,
    consulted: Consulted,
    chart_id: str,
    column: str,
    modifier: Total,
    roll: int | None,
    rule: str,
    turned: Callable[[str], str] = str,
) -> tuple[ChartDetail, tuple[Reason, ...]]:
    """The chances of a column with a modifier on the roll, and what a roll gives; `turned` is what a variant makes of results.

    Raises WrongUse.
    """
    chart, place = consulted.column(chart_id, column)
    checked_roll(chart, roll, 0)
    net = int(modifier.net)
    chances: dict[str, Fraction] = {}
    for result, chance in consulted.chances(chart, place, net).items():
        chances[turned(result)] = chances.get(turned(result), Fraction(0)) + chance
    said = list(modifier.reasons())
    found = ""
    if roll is not None:
        found = turned(consulted.result(chart, place, roll + net))
        told = {"chart": chart.title, "roll": roll, "net": signed(net), "result": found}
        said.append(Reason(case.ruleset.ref(rule), "{chart}: a roll of {roll}, modified by {net}: {result}", told))
    entered = place.label
    detail = ChartDetail(
        chart.id, chart.title, chart.unit, entered, modifier.items, entered, tuple(chances.items()), "", roll, found
    )
    return detail, tuple(said)


def succeeded(
    consulted: Consulted, chart_id: str, row: str, modifier: int, roll: int | None
) -> tuple[Mapping[str, Fraction], str, int]:
    """The chances of a roll that must reach what a chart says, with a modifier on it; the verdict, and the least natural roll.

    Raises WrongUse.
    """
    chart = consulted.book.chart(chart_id)
    needed = consulted.cell(chart_id, row, chart.columns.labels[0])
    checked_roll(chart, roll, 0)
    if isinstance(needed, str):
        return {"yes": Fraction(0), "no": Fraction(1)}, READ if roll is None else "no", DICE[chart.dice].rolls[-1] + 1
    least = int(needed) - modifier
    chance = succeeds(chart, Fraction(least)) if needed != NEVER else Fraction(0)
    verdict = READ if roll is None else "yes" if roll >= least else "no"
    return {"yes": chance, "no": 1 - chance}, verdict, least


def rated(case: Tables, name: str, value: int, printed: str = ACTION) -> int:
    """A rating that counters print as one of their values. Raises WrongUse."""
    limits = next(each for each in case.ruleset.values if each.id == printed)
    least, most = limits.least or 0, limits.most
    if value < least or (most is not None and value > most):
        raise WrongUse(f"{name}: {value} is no rating from {least} to {most}.")
    return value


def counts(given: Mapping[str, object], *names: str) -> dict[str, int]:
    """Numbers that cannot be below 0; those that are not given are 0. Raises WrongUse."""
    found: dict[str, int] = {}
    for name in names:
        value = given.get(name) or 0
        if not isinstance(value, int) or value < 0:
            raise WrongUse(f"{name}: {value} is below 0.")
        found[name] = value
    return found
