"""Strength chits: what a unit draws, and what is left of it after losses."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse, did_you_mean
from core.model.charts import Chart
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ
from core.rules.vcs.strengths import STRENGTHS

CHITS = "vcs.chits"
CLASSES, RATINGS = ("Red", "Blue"), ("A", "B", "C")
REDUCED = " reduced"


def chits(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a unit draws, or what is left of one with a known chit after losses. [VCS 9.1, 9.2, 10.8]"""
    consulted = Consulted(case.charts)
    chart = consulted.book.chart(CHITS)
    if given.get("chit"):
        return _left(case, consulted, chart, given)
    if not given.get("class"):
        raise WrongUse("Give class=…, Red or Blue, or chit=… of a chit that is known.")
    if given.get("lost"):
        raise WrongUse("lost=… needs chit=…: what is left depends on the chit.")
    drawn = draw(consulted, chart, given["class"], given["rating"])
    mean = sum((strength * chance for strength, chance in drawn.items()), Fraction(0))
    told = {"class": given["class"], "rating": given["rating"], "mean": str(mean)}
    said = (
        Reason(case.ruleset.ref("9.1"), "A {class} chit is drawn at random, at rating {rating}", told),
        Reason(case.ruleset.ref("9.2"), "Mean strength: {mean}", told, numbers={"strength": mean}),
    )
    chances = tuple((str(strength), drawn[strength]) for strength in sorted(drawn))
    detail = ChartDetail(chart.id, chart.title, "strength points", given["rating"], (), given["rating"], chances)
    return Ruling("chits", case.ruleset.id, READ, mean, said, detail, consulted.charts)


def draw(consulted: Consulted, chart: Chart, class_: str, rating: str) -> Mapping[Fraction, Fraction]:
    """The chance of every full strength that a chit of a class has at a rating, from a full cup. Raises WrongUse. [VCS 9.1]"""
    rows = [row for row in chart.rows.labels if consulted.cell(CHITS, row, "class") == class_]
    counts = {row: consulted.number(CHITS, row, "chits") for row in rows}
    whole = sum(counts.values(), Fraction(0))
    if not whole:
        raise WrongUse(f"{chart.title}: there is no chit of the class {class_}.")
    found: dict[Fraction, Fraction] = {}
    for row in rows:
        strength = consulted.number(CHITS, row, rating)
        found[strength] = found.get(strength, Fraction(0)) + counts[row] / whole
    return found


def _left(case: Tables, consulted: Consulted, chart: Chart, given: Mapping[str, Any]) -> Ruling:
    """What is left of a unit with a known chit. Raises WrongUse. [VCS 9.2, 10.8]"""
    index = chart.rows.index(given["chit"])
    if index is None:
        raise WrongUse(f'There is no chit "{given["chit"]}".{did_you_mean(given["chit"], chart.rows.labels)}')
    row, rating, lost = chart.rows.labels[index], given["rating"], given.get("lost") or 0
    class_ = consulted.cell(CHITS, row, "class")
    if given.get("class") and given["class"] != class_:
        raise WrongUse(f'The chit "{row}" is of the class {class_}, not {given["class"]}.')
    states = list(_states(consulted, row, rating))
    if lost < 0:
        raise WrongUse(f"lost: {lost} is below 0.")
    state, strength = states[lost] if lost < len(states) else ("eliminated", Fraction(0))
    ref = case.ruleset.ref
    steps = {"steps": len(states), "chain": ", ".join(f"{name} {amount(value)}" for name, value in states)}
    said = [Reason(ref("10.8"), "{steps} steps: {chain}", steps, numbers={"steps": len(states)})]
    if len(states) == 2:
        said.append(Reason(ref("9.2"), "The reduced side is 0, so the first step lost shows the cadre"))
    if lost:
        told = {"lost": lost, "state": state, "strength": amount(strength)}
        said.append(Reason(ref("10.8"), "{lost} lost: {state}, {strength}", told, numbers={"strength": strength}))
    facts = Facts({"steps": len(states), "lost": lost, "strength": strength})
    return Ruling("chits", case.ruleset.id, state, strength, tuple(said), facts, consulted.charts)


def _states(consulted: Consulted, row: str, rating: str) -> Iterable[tuple[str, Fraction]]:
    """The states of a parent unit with a chit, each with its strength. [VCS 2.33, 9.2]"""
    yield "full", consulted.number(CHITS, row, rating)
    reduced = consulted.number(CHITS, row, rating + REDUCED)
    if reduced:
        yield "reduced", reduced
    yield "cadre", consulted.number(STRENGTHS, "Cadre", "strength")
