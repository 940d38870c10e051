"""Strengths of units: what supply makes of them, and rivers and entrenchments in defence."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from core.base.amounts import amount
from core.base.errors import WrongUse, did_you_mean
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Force, read_force
from core.rules.kernel.modifiers import Factor
from core.rules.kernel.rounding import Rounding, rounded
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables

SUPPLIED, OUT, ISOLATED = "Supplied", "Out of supply", "Isolated"
STATES = (SUPPLIED, OUT, ISOLATED)
"""States of supply, from best to worst."""
EFFECTS, TERRAIN, STRENGTHS = "vcs.supply_effects", "vcs.terrain", "vcs.strengths"
ATTACK, DEFENCE = "attack", "defence"
FACTOR, FACTOR_BEHIND = "defence factor", "defence factor behind river"
RIVER = "River"
OF_MOVEMENT = ("Road", "Units on the road", "Leaving an enemy zone")
"""Rows of the terrain chart that are about movement alone."""
SECTIONS = {SUPPLIED: "11.0", OUT: "11.1.5", ISOLATED: "11.2.5"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as it is typed: its printed strength, its state of supply and what it stands in or behind."""

    printed: Fraction
    state: str
    ground: tuple[str, ...]
    given: tuple[Factor, ...]


def halved(case: Tables) -> Rounding:
    """How halves for supply and for leaving a zone are rounded. [VCS 7.1, 11.1.5, 11.2.5]"""
    found = case.ruleset.rounding.get("supply.halves") or case.ruleset.rounding.get("general")
    return found.how if found is not None else Rounding.DOWN


def lowered(state: str, levels: int) -> str:
    """A state of supply so many levels worse, or better where negative; the ends hold it. [VCS 11.3, 11.4, 12.2]

    >>> lowered("Supplied", 1), lowered("Isolated", 1), lowered("Isolated", -1)
    ('Out of supply', 'Isolated', 'Out of supply')
    """
    return STATES[max(0, min(len(STATES) - 1, STATES.index(state) + levels))]


def read_unit(case: Tables, consulted: Consulted, text: str) -> Unit:
    """A unit such as 6, 6*Out of supply or 4*Entrenchment*River. Raises WrongUse."""
    state, ground = SUPPLIED, []
    terrain = consulted.book.chart(TERRAIN).rows

    def factor(word: str) -> Factor:
        nonlocal state
        known = next((each for each in STATES if each.casefold() == word.casefold()), None)
        row = terrain.index(word)
        if known is None and (row is None or terrain.labels[row] in OF_MOVEMENT):
            raise WrongUse(
                f'"{word}" is no state of supply and no terrain of the chart {TERRAIN}.'
                f"{did_you_mean(word, (*STATES, *terrain.labels))}"
            )
        if known is not None:
            state = known
        elif row is not None:
            ground.append(terrain.labels[row])
        return Factor(word, Fraction(0), case.ruleset.ref("10.1"))

    force = read_force(text, factor, case.ruleset.ref("10.8"))
    return Unit(force.printed, state, tuple(ground), tuple(each for each in force.factors if each.value))


def by_supply(case: Tables, consulted: Consulted, printed: Fraction, state: str, side: str) -> Fraction:
    """What supply leaves of a printed strength: halves are rounded down, and 1 is always left. [VCS 11.1.5, 11.2.5]"""
    whole = Fraction(rounded(printed * consulted.number(EFFECTS, state, f"{side} factor"), halved(case)))
    most = consulted.cell(EFFECTS, state, "attack most") if side == ATTACK else None
    if isinstance(most, Fraction):
        whole = min(whole, most)
    return max(whole, consulted.number(STRENGTHS, "Least of a unit", "strength"))


def attackers(
    case: Tables, consulted: Consulted, texts: Iterable[str], lower: int
) -> tuple[tuple[Force, ...], tuple[Reason, ...]]:
    """The attackers' strengths, and how supply changed them; `lower` is how many levels all stand lower. Raises WrongUse."""
    forces: list[Force] = []
    said: list[Reason] = []
    for text in texts:
        unit = read_unit(case, consulted, text)
        if unit.ground:
            raise WrongUse(f'"{text}": {unit.ground[0]} changes the strength of defenders only.')
        strength, reasons = _supplied(case, consulted, unit, lower, ATTACK)
        forces.append(Force(strength, unit.given))
        said += reasons
    return tuple(forces), tuple(said)


def defenders(
    case: Tables, consulted: Consulted, texts: Iterable[str], lower: int, ground: Iterable[str], river: bool
) -> tuple[tuple[Force, ...], tuple[Reason, ...], frozenset[str], bool]:
    """The defenders' strengths with rivers and entrenchments, how supply changed them, and all their ground. [VCS 10.1]

    `ground` is the terrain of all of them, `river` whether they are attacked across rivers only; a unit may have its own. Last
    comes whether every one of them is behind a river, so that all attackers attack across it. Raises WrongUse.
    """
    common = tuple(ground)
    held = set(common)
    forces: list[Force] = []
    said: list[Reason] = []
    across = True
    for text in texts:
        unit = read_unit(case, consulted, text)
        strength, reasons = _supplied(case, consulted, unit, lower, DEFENCE)
        behind = river or RIVER in unit.ground
        across = across and behind
        held |= set(unit.ground)
        factor = ground_factor(case, consulted, (*common, *unit.ground), behind)
        forces.append(Force(strength, (*unit.given, *factor)))
        said += reasons
    return tuple(forces), tuple(said), frozenset(held), across


def ground_factor(case: Tables, consulted: Consulted, ground: tuple[str, ...], behind: bool) -> tuple[Factor, ...]:
    """The greatest factor that terrain gives a defender; none where it is 1. [VCS 10.1]"""
    column = FACTOR_BEHIND if behind else FACTOR
    # Every hex has a level, whatever else lies in it, so that a river before it always doubles.
    kinds = [*(kind for kind in ground if kind != RIVER), consulted.book.chart(TERRAIN).rows.labels[0]]
    best = max(kinds, key=lambda kind: consulted.number(TERRAIN, kind, column))
    value = consulted.number(TERRAIN, best, column)
    if value == 1:
        return ()
    alone = consulted.number(TERRAIN, best, FACTOR) == 1
    name = best if not behind else "behind a river" if alone else f"{best} behind a river"
    return (Factor(name, value, case.ruleset.ref("10.1")),)


def _supplied(case: Tables, consulted: Consulted, unit: Unit, lower: int, side: str) -> tuple[Fraction, tuple[Reason, ...]]:
    state = lowered(unit.state, lower)
    strength = by_supply(case, consulted, unit.printed, state, side)
    return strength, tuple(_reasons(case, unit, state, strength))


def _reasons(case: Tables, unit: Unit, state: str, strength: Fraction) -> Iterator[Reason]:
    ref = case.ruleset.ref
    if state != unit.state:
        said = {"printed": amount(unit.printed), "before": unit.state, "state": state}
        yield Reason(ref("12.2"), "{printed}, {before}: one level lower without support points, {state}", said)
    if strength != unit.printed:
        told = {"printed": amount(unit.printed), "state": state, "strength": amount(strength)}
        section = SECTIONS[state] if state != SUPPLIED else SECTIONS[OUT]
        yield Reason(ref(section), "{printed}, {state}: {strength}", told, numbers={"strength": strength})
