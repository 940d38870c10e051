"""Combat: strengths, odds, the line of the defenders' terrain, shifts, and what a roll does."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.model.charts import Chart, read_odds
from core.rules.kernel.charts import Consulted, find
from core.rules.kernel.combat import CombatDetail, Force, chart_word, checked_roll, read_table, sum_reason, total
from core.rules.kernel.modifiers import Item, Total, signed
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rounding import Odds, Rounding, odds
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Tables
from core.rules.kernel.tables import READ, origins
from core.rules.vcs.results import consequences, read_result
from core.rules.vcs.shifts import levels, shifts
from core.rules.vcs.strengths import OF_MOVEMENT, RIVER, TERRAIN, attackers, defenders

CRT, LINES, SUPPORT = "vcs.crt", "vcs.crt_lines", "vcs.support"
NO_ODDS = "-"
TOWN, RUBBLE = "Town", "Rubble"
BUILT_UP = (TOWN, "City")


@dataclass(frozen=True, slots=True)
class Ground:
    """What a hex of the defenders may be read on: the rows that its terrain has, and its level; of hexes that nobody told
    apart, all of theirs."""

    kinds: tuple[str, ...]
    levels: tuple[int, ...]


@dataclass(frozen=True)
class Sides:
    """Both sides of a combat as they fight: strengths with all their factors, the ground that defenders hold, whether they are
    attacked across rivers only, and what is to be said of their strengths. `grounds` are the hexes of the defenders, each by
    itself, where they are known."""

    attack: tuple[Force, ...]
    defence: tuple[Force, ...]
    held: frozenset[str] = frozenset()
    across: bool = False
    said: tuple[Reason, ...] = ()
    grounds: tuple[Ground, ...] = ()


def combat(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """An attack by strengths as they are typed. [VCS 10.1-10.8, 10.11, 12.0, 12.2]"""
    consulted = Consulted(case.charts)
    terrain = tuple(_terrain(consulted, word) for word in given.get("terrain", ()))
    river = given.get("river") == "yes"
    lower_attack, lower_defence = (_lower(given.get(name)) for name in ("attacker_support", "defender_support"))
    ground = tuple(kind for kind in terrain if consulted.book.chart(TERRAIN).rows.index(kind) is not None)
    attack, attack_said = attackers(case, consulted, given["attackers"], lower_attack)
    defence, defence_said, held, across = defenders(case, consulted, given["defenders"], lower_defence, ground, river)
    sides = Sides(attack, defence, held, across, (*attack_said, *defence_said))
    return fought(case, consulted, sides, {**given, "terrain": terrain})


def fought(case: Tables, consulted: Consulted, sides: Sides, given: Mapping[str, Any]) -> Ruling:
    """The odds of an attack, the column that they find, and what a roll there does. [VCS 10.1-10.8, 10.11, 12.0, 12.2]

    `terrain` in what is given are rows of charts.
    """
    ref = case.ruleset.ref
    terrain, attack, defence = given.get("terrain", ()), sides.attack, sides.defence
    if not attack or not defence:
        raise WrongUse("attackers and defenders: each side needs at least one strength.")
    said = [*sides.said, sum_reason(ref("10.8"), "Attack", attack), sum_reason(ref("10.1"), "Defence", defence)]
    ratio = odds(total(attack), total(defence), rounding_of(case))
    exact = {"attack": amount(total(attack)), "defence": amount(total(defence)), "odds": str(ratio)}
    said.append(Reason(ref("10.8"), "{attack} to {defence}, rounded for the defenders: {odds}", exact))
    chart = consulted.book.chart(CRT)
    levels(case, given, "defender_levels")
    grounds = sides.grounds or (Ground(tuple(terrain), tuple(map(int, given.get("defender_levels", ())))),)
    lines = _lines(consulted, grounds, ratio)
    choice = case.choices.get("lines.level", "best")
    line, entered = lines[choice]
    consulted.cell(LINES, line, find(consulted.book.chart(LINES).columns, entered).label)
    at_line = {"odds": str(ratio), "line": line, "column": entered}
    said.append(Reason(ref("10.1"), "{odds} on the line of {line}: column {column}", at_line, numbers={"column": entered}))
    moved = shifts(case, consulted, given, sides.held, sides.across)
    extra = given.get("shifts") or 0
    items = Total((*moved.items, *((Item("Shifts given", Fraction(extra), ref("10.8")),) if extra else ())))
    said += [*moved.reasons, *items.reasons()]
    start, end = find(chart.columns, entered), find(chart.columns, int(entered + items.net))
    final = {"shift": signed(items.net), "column": end.label}
    said.append(Reason(ref("10.8"), "Together {shift}: column {column}", final, numbers={"shift": items.net}))
    if str(entered + items.net) != end.label:
        said.append(Reason(ref("10.8"), "Beyond an end of the table its end column counts"))
    other = next(each for each in lines if each != choice)
    otherwise = find(chart.columns, int(lines[other][1] + items.net)).label
    if otherwise != end.label:
        said.append(reading_reason(case, "lines.level", other, f"the line of {lines[other][0]}, column {otherwise}"))
    roll = given.get("roll")
    checked_roll(chart, roll, 0)
    table = read_table(consulted, chart, start, end, items.items, roll)
    found = read_result(table.result) if roll is not None else None
    facts: dict[str, Number | str] = {"line": line, "entered": entered, "shift": items.net, "column": end.label}
    if roll is not None:
        rolled = {"roll": roll, "result": table.result}
        said.append(Reason(ref("10.8"), "A roll of {roll}: {result}", rolled, numbers={"roll": roll}))
        if found is None:
            raise WrongUse(f'{chart.title}: "{table.result}" is no result such as A1, D2-(1), B1-(1) or D2b.')
        said += consequences(case, found)
        assault = "First airborne assault" if given.get("airborne") == "yes" else "Attack"
        paid = consulted.number(SUPPORT, "Attack with a breakthrough" if found.breakthrough else assault, "points")
        section = "10.11" if found.breakthrough else "12.0"
        said.append(Reason(ref(section), "Support points: {points}", {"points": str(paid)}, numbers={"points": paid}))
        facts |= {"result": table.result, "breakthrough": "yes" if found.breakthrough else "no", "support_points": paid}
        facts |= {"defenders_advance": "yes"} if found.winner == "defender" else {}
        said += rubble(case, given, sides.grounds or (Ground((*terrain, *sides.held), ()),))[1]
    detail = CombatDetail(
        attack,
        defence,
        str(ratio),
        (table,),
        found.losses if found is not None else None,
        convertible=found is None or not found.breakthrough,
        facts=facts,
    )
    verdict = table.result or READ
    return Ruling("combat", case.ruleset.id, verdict, table.result or end.label, tuple(said), detail, origins(consulted.charts))


def _terrain(consulted: Consulted, word: str) -> str:
    """A kind of terrain that defenders stand in. Raises WrongUse. [VCS 10.1]"""
    found = chart_word(consulted, word, (TERRAIN, LINES))[1]
    if found == RIVER:
        raise WrongUse(
            "terrain: rivers are hexsides; river=yes, or 4*River for a single defender, says who is behind one (10.1)."
        )
    if found in OF_MOVEMENT:
        raise WrongUse(f'terrain: "{found}" stands on the chart {TERRAIN} for movement only.')
    return found


def _lower(points: int | None) -> int:
    """How many levels of supply a side loses by its support points. [VCS 12.2]"""
    return 1 if points is not None and points <= 0 else 0


def rounding_of(case: Tables) -> Rounding:
    """How odds are rounded. [VCS 10.8]"""
    found = case.ruleset.rounding.get("odds")
    return found.how if found is not None else Rounding.FOR_DEFENDER


def _lines(consulted: Consulted, grounds: Iterable[Ground], ratio: Odds) -> Mapping[str, tuple[str, int]]:
    """By each reading the line that is best for the defenders, and the column that the odds find on it. [VCS 10.1]

    The column may lie beyond the table: only the last one, with all shifts, is held at its ends.
    """
    chart = consulted.book.chart(LINES)
    counted: dict[str, list[str]] = {"best": [], "terrain": []}
    for ground in grounds:
        named = [f"Level {level}" for level in ground.levels]
        on_levels = [kind for kind in named if chart.rows.index(kind) is not None]
        kinds = [kind for kind in ground.kinds if chart.rows.index(kind) is not None]
        alone = kinds or on_levels or [chart.rows.labels[0]]
        counted["best"] += [*kinds, *on_levels] or alone
        counted["terrain"] += alone
    found = {}
    for choice, kinds in counted.items():
        columns = {kind: column_on_line(chart, kind, ratio.step) for kind in kinds}
        best = min(columns, key=lambda kind: columns[kind])
        found[choice] = (best, columns[best])
    return found


def column_on_line(chart: Chart, terrain: str, step: int) -> int:
    """The column, counted from 1, whose odds on a line are the last that are not above these odds. [VCS 10.8]"""
    printed = [
        (n, read_odds(str(chart.cells.get((terrain, label), NO_ODDS)))) for n, label in enumerate(chart.columns.labels, 1)
    ]
    known = [(n, at) for n, at in printed if at is not None]
    if not known:
        raise WrongUse(f'{chart.title}: the line "{terrain}" has no odds.')
    (first, least), (last, most) = known[0], known[-1]
    if step < least:
        return first - (least - step)
    return last + step - most if step > most else max(n for n, at in known if at <= step)


def rubble(case: Tables, given: Mapping[str, Any], grounds: Sequence[Ground]) -> tuple[tuple[bool, ...], tuple[Reason, ...]]:
    """Whether the combat leaves rubble in each hex of the defenders, and the reading that decides it. [VCS 10.6, 10.7, 13.5]"""
    ref = case.ruleset.ref
    against = any(given.get(name) for name in ("air", "naval"))
    by_air = any(given.get(name) for name in ("air", "defence_air"))
    succeeds = by_air or any(given.get(name) for name in ("naval", "defence_naval"))
    bare = [() if RUBBLE in each.kinds else each.kinds for each in grounds]
    placed = {
        "shift": tuple(against and any(kind in kinds for kind in BUILT_UP) for kinds in bare),
        "success": tuple(TOWN in kinds and succeeds for kinds in bare),
    }
    choice = case.choices.get("rubble.placed", "shift")
    other = next(each for each in placed if each != choice)
    said = []
    if any(placed[choice]):
        section = "13.5" if choice == "shift" else "10.6" if by_air else "10.7"
        template = "Rubble is placed once the combat is resolved" if choice == "shift" else "Rubble is placed at once"
        said.append(Reason(ref(section), template))
    if placed[other] != placed[choice]:
        said.append(reading_reason(case, "rubble.placed", other, "rubble" if any(placed[other]) else "no rubble"))
    return placed[choice], tuple(said)
