"""Combat by odds: strengths with exact factors, results as charts print them, and what answers about combat carry.

Words of charts, such as a kind of terrain or a state of units, may stand in the place of numbers: `4*River` is a strength of 4
with the factor that the chart in force has for rivers.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from core.base.amounts import amount, read_amount
from core.base.errors import WrongUse, did_you_mean
from core.model.charts import Chart
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.charts import Consulted, Place
from core.rules.kernel.dice import DICE, check_roll
from core.rules.kernel.modifiers import Factor, Item, product
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Number, Reason

NO_RESULT = ("none", "NE", "NR", "-")
"""How charts print that nothing happens."""

UNKNOWN = "unknown"
"""The result of a roll that a chart has no usable result for."""

MOST_FACTORS = 12
"""So many factors one strength may have; no game comes near."""

_SIDE = re.compile(r"\[?(?P<side>[AD])(?P<steps>\d{0,2})(?P<mark>[*@]*)(?P<close>\]?)(?:r(?P<retreat>\d{1,2}))?(?P<more>[*@]*)")


@dataclass(frozen=True, slots=True)
class Loss:
    """What a result asks of one side: steps lost by all its units together, and hexes that all of them retreat.

    `marks` are signs such as * whose meaning is a rule of one game.
    """

    steps: int = 0
    retreat: int = 0
    marks: str = ""

    @property
    def ways(self) -> tuple[tuple[int, int], ...]:
        """Every way to meet it where a hex of retreat may be exchanged for a step: hexes retreated and steps lost.

        >>> Loss(0, 2).ways
        ((2, 0), (1, 1), (0, 2))
        """
        return tuple((self.retreat - n, self.steps + n) for n in range(self.retreat + 1))


NOTHING = Loss()


@dataclass(frozen=True, slots=True)
class Losses:
    """What a result asks of both sides."""

    attacker: Loss = NOTHING
    defender: Loss = NOTHING


def read_result(text: str) -> Losses | None:
    """A printed result such as A1D2r1; None for what is no result of combat.

    >>> read_result("A1r1")
    Losses(attacker=Loss(steps=1, retreat=1, marks=''), defender=Loss(steps=0, retreat=0, marks=''))
    >>> read_result("A1*Dr2*").defender, read_result("NR") == Losses(), read_result("DG")
    (Loss(steps=0, retreat=2, marks='*'), True, None)
    """
    if text in NO_RESULT:
        return Losses()
    found: dict[str, Loss] = {}
    at = 0
    while at < len(text):
        part = _SIDE.match(text, at)
        if part is None or part["side"] in found or text[at].startswith("[") != bool(part["close"]):
            return None
        marks = ("[]" if part["close"] else "") + part["mark"] + part["more"]
        found[part["side"]] = Loss(int(part["steps"] or 0), int(part["retreat"] or 0), marks)
        at = part.end()
    return Losses(found.get("A", NOTHING), found.get("D", NOTHING)) if found else None


def result_text(losses: Losses) -> str:
    """A result as charts print it, without signs of single games.

    >>> result_text(Losses(Loss(1), Loss(0, 2))), result_text(Losses())
    ('A1Dr2', 'none')
    """
    found = ""
    for letter, loss in (("A", losses.attacker), ("D", losses.defender)):
        if loss.steps or loss.retreat:
            found += f"{letter}{loss.steps or ''}{f'r{loss.retreat}' if loss.retreat else ''}"
    return found or NO_RESULT[0]


@dataclass(frozen=True, slots=True)
class Force:
    """The strength of one unit or stack as it is printed, and what multiplies it; of a unit on the map its id and name."""

    printed: Fraction
    factors: tuple[Factor, ...] = ()
    unit: str = ""
    name: str = ""

    @property
    def strength(self) -> Fraction:
        """What counts, exact."""
        return product(self.printed, self.factors)

    def __str__(self) -> str:
        factors = "".join(f" × {amount(factor.value)} ({factor.name})" for factor in self.factors)
        strength = f"{amount(self.printed)}{factors} = {amount(self.strength)}" if factors else amount(self.printed)
        return f"{self.name} {strength}" if self.name else strength


def read_force(text: str, factor: Callable[[str], Factor], rule: RuleRef) -> Force:
    """A strength as it is typed: a number, then factors, each a number or a word that `factor` knows.

    Raises WrongUse, and whatever `factor` raises for a word. `rule` is the one that lets factors be given as numbers.
    """
    strength, *rest = (part.strip() for part in text.replace("×", "*").split("*"))
    if len(rest) > MOST_FACTORS:
        raise WrongUse(f'"{text[:40]}…" has more than {MOST_FACTORS} factors.')
    printed = read_amount(strength)
    numbers = [(each, read_amount(each)) for each in rest]
    if printed is None or printed < 0 or any(not each or (number is not None and number < 0) for each, number in numbers):
        raise WrongUse(f'"{text}" is no strength such as 4, 2.5, 4*1/2 or 4*River.')
    factors = (Factor("as given", number, rule) if number is not None else factor(each) for each, number in numbers)
    return Force(printed, tuple(factors))


def chart_word(consulted: Consulted, word: str, charts: tuple[str, ...]) -> tuple[str, str]:
    """The chart and the row that a word names, of the first chart that has it. Raises WrongUse, which names the nearest."""
    known: list[str] = []
    for id_ in charts:
        chart = consulted.book.chart(id_)
        row = chart.rows.index(word)
        if row is not None:
            return id_, chart.rows.labels[row]
        known += chart.rows.labels
    raise WrongUse(f'"{word}" stands in none of the charts {", ".join(charts)}.{did_you_mean(word, known)}')


def checked_roll(chart: Chart, roll: int | None, modifier: int) -> None:
    """Raises WrongUse for a roll that its dice cannot give, and for a modifier of dice that are not added."""
    check_roll("roll", roll, DICE[chart.dice])
    if modifier and chart.dice == "11..66":
        raise WrongUse(f"{chart.title} is read with {DICE[chart.dice].title}; nothing can be added to such a roll.")


def read_table(
    consulted: Consulted, chart: Chart, start: Place, end: Place, items: tuple[Item, ...], roll: int | None, modifier: int = 0
) -> ChartDetail:
    """What a column gives: the chance of every result, and the result of a roll with its modifier. Raises NotInChart."""
    chances = tuple(consulted.chances(chart, end, modifier).items())
    result = "" if roll is None else consulted.result(chart, end, roll + modifier)
    return ChartDetail(chart.id, chart.title, chart.unit, start.label, items, end.label, chances, "", roll, result)


def total(forces: tuple[Force, ...]) -> Fraction:
    """The strength of all together, exact."""
    return sum((force.strength for force in forces), Fraction(0))


def sum_reason(rule: RuleRef, side: str, forces: tuple[Force, ...]) -> Reason:
    """The strengths of a side and their sum, as a step of an argument."""
    whole = total(forces)
    said = {"side": side, "parts": ", ".join(str(force) for force in forces), "total": amount(whole)}
    template = "{side}: {parts}" if len(forces) == 1 else "{side}: {parts}; together {total}"
    return Reason(rule, template, said, numbers={"strength": whole})


@dataclass(frozen=True)
class CombatDetail:
    """What an answer about combat carries: both sides, their odds, every chart read, what is asked of each side, and facts
    by their names. `convertible` says whether steps may be lost in the place of a retreat.
    """

    attackers: tuple[Force, ...] = ()
    defenders: tuple[Force, ...] = ()
    odds: str = ""
    tables: tuple[ChartDetail, ...] = ()
    losses: Losses | None = None
    convertible: bool = True
    facts: Mapping[str, Number | str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Facts:
    """What an answer carries that is numbers and words, by their names, and the charts that were read with dice."""

    facts: Mapping[str, Number | str]
    tables: tuple[ChartDetail, ...] = ()
