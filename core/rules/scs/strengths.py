"""Strengths of attackers and defenders, with what terrain and states make of them."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Force, chart_word, read_force
from core.rules.kernel.modifiers import Factor, Item
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables

ATTACK, DEFENCE = "attack factor", "defence factor"
STRENGTH, COLUMNS, ROLL = "strength factor", "columns", "roll"
SUPPLY, TERRAIN, MODIFIERS = "scs.out_of_supply", "scs.terrain", "scs.modifiers"
BARRAGE_MODIFIERS = "scs.barrage_modifiers"
SECTIONS = {SUPPLY: "12.2", TERRAIN: "7.3", MODIFIERS: "6.1f", BARRAGE_MODIFIERS: "6.1f"}
GIVEN = "Cumulative Effects"
"""The section that lets every factor count."""


def forces(
    case: Tables, consulted: Consulted, texts: Iterable[str], side: str, common: tuple[Factor, ...]
) -> tuple[Force, ...]:
    """Units as they are typed, with their own factors and the common ones. Raises WrongUse. [SCS 1.6 Cumulative Effects]"""
    read = (read_force(text, _unit_factor(case, consulted, side), case.ruleset.ref(GIVEN)) for text in texts)
    return tuple(Force(force.printed, (*force.factors, *common)) for force in read)


def _unit_factor(case: Tables, consulted: Consulted, side: str) -> Callable[[str], Factor]:
    """What a word after a strength means: a state of the unit, or a hexside that it attacks across."""

    def factor(word: str) -> Factor:
        chart, row = chart_word(consulted, word, (SUPPLY, TERRAIN, MODIFIERS))
        if chart != SUPPLY and consulted.book.chart(chart).cells[row, COLUMNS] != 0:
            name = "terrain" if chart == TERRAIN else "modifiers"
            raise WrongUse(f'"{row}" shifts the odds, which no single unit has; give it as {name}={row}.')
        found = Factor(row, consulted.number(chart, row, side), case.ruleset.ref(SECTIONS[chart]))
        if chart == TERRAIN and found.value != 1 and case.choices.get("combat.terrain") == "shift":
            raise WrongUse(f'By the options of the box terrain shifts the odds (7.3); "{row}" multiplies no strength.')
        return found

    return factor


def gun_forces(case: Tables, consulted: Consulted, texts: Iterable[str]) -> tuple[Force, ...]:
    """Guns as they are typed, with the factors of their states and of the game. Raises WrongUse. [SCS 1.6 2.0a, 6.1f, 12.2]"""
    ref = case.ruleset.ref

    def factor(word: str) -> Factor:
        chart, row = chart_word(consulted, word, (SUPPLY, MODIFIERS, BARRAGE_MODIFIERS))
        axis = STRENGTH if chart == BARRAGE_MODIFIERS else ATTACK
        value = consulted.number(chart, row, axis)
        if value == 1:
            raise WrongUse(f'"{row}" multiplies no strength; if it shifts columns or the roll, give it as modifiers={row}.')
        return Factor(row, value, ref(SECTIONS[chart]))

    return tuple(read_force(text, factor, ref(GIVEN)) for text in texts)


def terrain_factors(case: Tables, consulted: Consulted, kinds: Iterable[str], side: str) -> tuple[Factor, ...]:
    """The factors that the terrain of the defenders' hex has for all units of a side. Raises WrongUse. [SCS 1.6 7.3]"""
    if case.choices.get("combat.terrain") == "shift":
        return ()
    rows = (chart_word(consulted, kind, (TERRAIN,))[1] for kind in kinds)
    found = (Factor(row, consulted.number(TERRAIN, row, side), case.ruleset.ref("7.3")) for row in rows)
    return tuple(factor for factor in found if factor.value != 1)


def terrain_shifts(case: Tables, consulted: Consulted, kinds: Iterable[str], column: str) -> tuple[Item, ...]:
    """The shifts that the terrain of the defenders' hex makes. Raises WrongUse. [SCS 1.6 7.3]"""
    if case.choices.get("combat.terrain") == "multiplier":
        return ()
    return _items(case, consulted, TERRAIN, kinds, column, "7.3")


def ignored_terrain(case: Tables, consulted: Consulted, kinds: Iterable[str]) -> Iterator[Reason]:
    """What the chart says of terrain and the options of the box leave out. Raises WrongUse. [SCS 1.6 7.3]"""
    chosen = case.choices.get("combat.terrain")
    left_out = {"shift": ((ATTACK, 1), (DEFENCE, 1)), "multiplier": ((COLUMNS, 0),)}.get(chosen or "", ())
    texts = {
        "shift": "{terrain}: by the options of the box terrain shifts the odds, and its factor does not count",
        "multiplier": "{terrain}: by the options of the box terrain multiplies strengths, and its shift does not count",
    }
    for kind in kinds:
        row = chart_word(consulted, kind, (TERRAIN,))[1]
        if any(consulted.number(TERRAIN, row, column) != neutral for column, neutral in left_out):
            yield Reason(case.ruleset.ref("7.3"), texts[chosen or ""], {"terrain": row})


def modifier_items(
    case: Tables, consulted: Consulted, words: Iterable[str], column: str, chart: str = MODIFIERS
) -> tuple[Item, ...]:
    """What modifiers of the game add to the columns or to the roll. Raises WrongUse. [SCS 1.6 6.1f]"""
    return _items(case, consulted, chart, words, column, "6.1f")


def _items(case: Tables, consulted: Consulted, chart: str, words: Iterable[str], column: str, section: str) -> tuple[Item, ...]:
    found = []
    for word in words:
        row = chart_word(consulted, word, (chart,))[1]
        value = consulted.number(chart, row, column)
        if value:
            found.append(Item(row, value, case.ruleset.ref(section), consulted.origin(chart, row, column)))
    return tuple(found)


def refuse_factors(consulted: Consulted, words: Iterable[str], chart: str, columns: tuple[str, ...]) -> None:
    """Raises WrongUse for a modifier that multiplies strengths: it belongs to the units that it holds for."""
    for word in words:
        row = chart_word(consulted, word, (chart,))[1]
        if any(consulted.book.chart(chart).cells[row, column] != Fraction(1) for column in columns):
            raise WrongUse(f'"{row}" multiplies the strength of units; write it with each that it holds for, as in 4*{row}.')
