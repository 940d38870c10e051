"""Strengths of units on the map: fixed ones, chits that are known, and the chances of those that are not [VCS 9.0-9.3].

Which chit lies under a unit its owner alone may know; the state of play does not tell. So what is known is given with a
question, and everything else is drawn from the cups: without the chits that are known, and each chit once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.base.errors import WrongUse, did_you_mean
from core.rules.kernel.forces import Unit
from core.rules.operations.battle_detail import Drawing
from core.rules.operations.board import Board
from core.rules.vcs.chits import CHITS, REDUCED
from core.rules.vcs.counters import DEPOT, unit_of
from core.rules.vcs.strengths import STRENGTHS

Known = Mapping[str, Fraction | str]
"""What is known of strengths, by the ids of units: a printed strength, or the name of a chit."""


@dataclass(frozen=True, slots=True)
class Drawer:
    """A unit whose chit is not known: its cup, its rating, and whether the reduced side is up. `values` is what it fights with
    by the name of each chit that it may have."""

    unit: Unit
    cup: str
    rating: str
    reduced: bool
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Strength:
    """The printed strength of a unit, or the chits that it may have where that is not known."""

    unit: Unit
    printed: Fraction | None
    drawer: Drawer | None = None


def known_of(board: Board, texts: Iterable[str]) -> Known:
    """What is known of strengths, as it is typed: 1-1*Blue strong, 2-1*5. Raises WrongUse."""
    chart = board.consulted.book.chart(CHITS)
    found: dict[str, Fraction | str] = {}
    for text in texts:
        name, star, value = (each.strip() for each in text.replace("×", "*").rpartition("*"))
        if not star or not name or not value:
            raise WrongUse(f'chits: "{text}" is no unit with what is known of it, such as 1-1*Blue strong or 1-1*5.')
        unit = board.forces.named("chits", name)
        if value.isdecimal() and len(value) <= 3:
            found[unit.id] = Fraction(int(value))
            continue
        index = chart.rows.index(value)
        if index is None:
            raise WrongUse(f'chits: there is no chit "{value}".{did_you_mean(value, chart.rows.labels)}')
        row, cup = chart.rows.labels[index], unit.word("strength.class")
        if str(board.consulted.cell(CHITS, row, "class")).casefold() != cup:
            raise WrongUse(f"chits: {unit.name} draws {cup or 'no'} chits; {row} is none of them.")
        found[unit.id] = row
    return found


def strength_of(board: Board, unit: Unit, known: Known) -> Strength:
    """The strength of a unit: fixed, by a known chit, or what it may draw. Raises WrongUse. [VCS 2.33, 9.1-9.3, 11.3]"""
    held, consulted = unit_of(unit), board.consulted
    told = known.get(unit.id)
    if isinstance(told, Fraction):
        return Strength(unit, told)
    if held.is_cadre:
        return Strength(unit, consulted.number(STRENGTHS, "Cadre", "strength"))
    if held.kind == DEPOT:
        return Strength(unit, consulted.number(STRENGTHS, "Depot alone", "strength"))
    if held.strength is not None:
        return Strength(unit, Fraction(held.strength))
    cup, rating = unit.word("strength.class"), unit.word("strength.rating")
    if not cup or not rating:
        raise WrongUse(f"{unit.name} prints neither a strength nor what it draws; give it, as in chits={unit.id}*5.")
    chit = board.forces.state.held.get(unit.id)
    reduced = unit.left < unit.full or (chit is not None and chit.reduced)
    column = rating + (REDUCED if reduced else "")
    chart = consulted.book.chart(CHITS)
    rows = [row for row in chart.rows.labels if str(consulted.cell(CHITS, row, "class")).casefold() == cup]
    values = {row: consulted.number(CHITS, row, column) for row in rows}
    if isinstance(told, str):
        if reduced and not values[told]:
            raise WrongUse(
                f"chits: the reduced side of {told} is 0, and {unit.name} has lost a step, which leaves a cadre. Lose its "
                f"steps down to the last, and put the chit back into its cup [VCS 9.2]."
            )
        return Strength(unit, values[told])
    # A chit of 0 leaves a cadre, so that whoever shows a reduced side has none of these.
    possible = {row: value for row, value in values.items() if value or not reduced}
    return Strength(unit, None, Drawer(unit, cup, rating, reduced, possible))


def drawer_of(strength: Strength) -> Drawer:
    """The unit of a strength that is not known. Raises WrongUse for one that is."""
    if strength.drawer is None:
        raise WrongUse(f"{strength.unit.name} has no strength.")
    return strength.drawer


def drawing_of(board: Board, units: Iterable[Unit], known: Known) -> tuple[Drawing, ...]:
    """Those of some units that fight with a chit, whether it is known or not. Raises WrongUse. [VCS 9.1]"""
    found = []
    for unit in units:
        if unit.word("strength.class") and unit.word("strength.rating"):
            drawer = strength_of(board, unit, {}).drawer
            if drawer is not None:
                found.append(Drawing(unit.id, drawer.cup, tuple(drawer.values.items()), unit.id in known))
    return tuple(found)


def cups_of(board: Board, known: Known) -> dict[str, dict[str, int]]:
    """How many of each chit, by cup and name, the cups hold beside those that are known. Raises WrongUse. [VCS 9.1]"""
    chart, consulted = board.consulted.book.chart(CHITS), board.consulted
    cups: dict[str, dict[str, int]] = {}
    for row in chart.rows.labels:
        cup = str(consulted.cell(CHITS, row, "class")).casefold()
        cups.setdefault(cup, {})[row] = int(consulted.number(CHITS, row, "chits"))
    for told in known.values():
        if isinstance(told, str):
            cup = next(each for each in cups if told in cups[each])
            cups[cup][told] -= 1
            if cups[cup][told] < 0:
                raise WrongUse(f"chits: there are not so many chits {told}.")
    return cups


def sums(
    fixed: tuple[Fraction, Fraction],
    drawers: Sequence[tuple[Drawer, int, Callable[[Fraction], Fraction]]],
    cups: Mapping[str, Mapping[str, int]],
) -> Mapping[tuple[Fraction, Fraction], Fraction]:
    """The chance of every pair of sums of two sides.

    `fixed` is what both sides have for certain. Each drawer comes with its side, 0 or 1, and what it counts with a strength. No
    chit is drawn twice.
    """
    found = {fixed: Fraction(1)}
    for cup in sorted({drawer.cup for drawer, _, _ in drawers}):
        some = [each for each in drawers if each[0].cup == cup]
        names = tuple(cups[cup])
        states = {(pair, tuple(cups[cup][name] for name in names)): chance for pair, chance in found.items()}
        for drawer, side, counted in some:
            farther: dict[tuple[tuple[Fraction, Fraction], tuple[int, ...]], Fraction] = {}
            worth = {name: counted(value) for name, value in drawer.values.items()}
            for (pair, left), chance in states.items():
                whole = sum(left)
                for n, name in enumerate(names):
                    if not left[n] or name not in worth:
                        continue
                    added = (pair[0] + worth[name], pair[1]) if side == 0 else (pair[0], pair[1] + worth[name])
                    key = (added, (*left[:n], left[n] - 1, *left[n + 1 :]))
                    farther[key] = farther.get(key, Fraction(0)) + chance * Fraction(left[n], whole)
            states = farther
        if not states:
            raise WrongUse("chits: there are not enough chits in the cups for all units that draw one.")
        found = {}
        for (pair, _), chance in states.items():
            found[pair] = found.get(pair, Fraction(0)) + chance
        # What reduced sides rule out leaves the other chances as they stand to each other.
        whole_chance = sum(found.values(), Fraction(0))
        found = {pair: chance / whole_chance for pair, chance in found.items()}
    return found


def mean_of(drawer: Drawer, cups: Mapping[str, Mapping[str, int]]) -> Fraction:
    """The mean strength of a unit whose chit is not known."""
    counts = {name: cups[drawer.cup][name] for name in drawer.values}
    whole = sum(counts.values())
    if not whole:
        raise WrongUse(f"chits: no chit is left for {drawer.unit.name}.")
    return sum((value * counts[name] for name, value in drawer.values.items()), Fraction(0)) / whole
