"""Point fire: the column of its steps, range bands, differential and other shifts [TCS 4.01 12.0-12.2]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import at_once
from core.rules.tcs.forces.forms import POINT_OTHERS, TERRAIN_WORDS, UNIT
from core.rules.tcs.forces.units import HELP, SUPPRESSED, Unit, read_units, refuse_mixed
from core.rules.tcs.orders.by_orders import TARGETS, UNITS, as_dug_in, by_orders
from core.rules.tcs.procedures.area_shifts import FIRER_SUPPRESSED, circumstances, weather_items
from core.rules.tcs.procedures.fire import (
    ACTION,
    OVERWATCH,
    after_firing,
    on_the_fire_table,
    prohibitions,
    refuse_crossfire_of_one_stack,
)
from core.rules.tcs.reckoning import HEXSIDE, PROHIBITED, answer, has_row, item, least, step, terrain_of, whole

STEPS, TERRAIN, RANGE = "tcs.point.steps", "tcs.point.terrain", "tcs.point.range"
DIFFERENTIAL, OTHER = "tcs.point.differential", "tcs.point.other"
CLOSE, NOMINAL, LONG = "close", "nominal", "long"


def bands(case: Tables, reach: int) -> Mapping[str, tuple[int, int]]:
    """The first and last hex of each band of a printed range. [TCS 4.01 12.1b]"""
    close, times = whole(case, Fraction(reach, 2), "range.close"), case.ruleset.whole("point_fire.reach")
    return {CLOSE: (0, close), NOMINAL: (close + 1, reach), LONG: (reach + 1, times * reach)}


def band_of(case: Tables, reach: int, distance: int) -> str | None:
    """The band that a distance lies in, None beyond long range. [TCS 4.01 12.1b]"""
    return next((name for name, (first, last) in bands(case, reach).items() if first <= distance <= last), None)


def point_fire(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """The column of a point fire by units that are told of, and what a roll destroys. [TCS 4.01 12.0]"""
    consulted = Consulted(case.charts)
    firers = read_units(consulted, "firers", given["firers"])
    targets = read_units(consulted, "targets", given["targets"])
    return point_fire_of(case, consulted, firers, targets, given)


def point_fire_of(
    case: ForceTables, consulted: Consulted, firers: Sequence[Unit], targets: Sequence[Unit], given: Mapping[str, Any]
) -> Ruling:
    """The column of a point fire, its chances and expected losses, and what a roll destroys. [TCS 4.01 12.0]"""
    if not firers or not targets:
        raise WrongUse("firers, targets: at least one unit of each is needed.")
    refuse_mixed(
        "firers",
        firers,
        "it is no point firer; AA guns that are say point, vehicles that are not say area",
        (unit.point for unit in firers),
    )
    for unit in (*firers, *targets):
        if unit in targets and not unit.target:
            raise WrongUse(f"targets: {unit.kind.name} needs its type of target, such as P-3 or B-1.")
    refuse_mixed(
        "targets", targets, "point fire hits point targets and B-targets", (unit.target[:1] != "A" for unit in targets)
    )
    occasion = given.get("occasion", ACTION)
    refuse_crossfire_of_one_stack(given.get("others", ()), occasion)
    barred, said = by_orders(case, given.get("unit", ()), "overwatch" if occasion == OVERWATCH else "point")
    forbidden = prohibitions(case, firers, occasion) + barred
    if forbidden:
        return answer(case, consulted, "fire.point", PROHIBITED, None, forbidden)
    targets, above_ground = as_dug_in(case, given.get("target_unit", ()), targets)
    said += above_ground
    terrain, chosen = terrain_of(case, given, consulted.book.chart(TERRAIN).columns)
    found = shifted(case, consulted, firers, targets, terrain, given.get("others", ()))
    said += [*found.entering, *after_firing(case, firers, occasion), *chosen, *found.said]
    return resolved(case, consulted, said, found, found.items, targets, given.get("roll"))


@dataclass(frozen=True)
class Shifted:
    """A point fire before its shifts are added up: the steps that fire and the column that they enter, the band of its range,
    the shift of terrain apart from the others, and what is said of entering and of the shifts."""

    steps: int
    entered: int
    band: str
    terrain: Item | None
    others: tuple[Item, ...]
    entering: tuple[Reason, ...]
    said: tuple[Reason, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """All shifts."""
        return (*((self.terrain,) if self.terrain is not None else ()), *self.others)


def shifted(
    case: Tables,
    consulted: Consulted,
    firers: Sequence[Unit],
    targets: Sequence[Unit],
    terrain: Sequence[str],
    others: Sequence[str],
) -> Shifted:
    """The column that firing steps enter, and every shift, by classes of terrain and other circumstances. [TCS 4.01 12.1]"""
    steps = sum(unit.steps for unit in firers)
    entered = int(consulted.number(STEPS, "column", steps))
    entering = step(case, "12.0", "Firing steps {steps}: they enter at {entered}", steps=steps, entered=entered)
    covered = terrain_item(case, consulted, targets, terrain) if terrain else None
    range_shift, band = _range(case, consulted, firers)
    shifts, said = [range_shift, _differential(case, consulted, firers, targets)], []
    words = circumstances(consulted, OTHER, firers, others)
    for word in words:
        for part in weather_items(case, consulted, OTHER, word, words, "12.1d"):
            if isinstance(part, Item):
                shifts.append(part)
            else:
                said.append(part)
    if any(unit.condition == SUPPRESSED for unit in firers) and has_row(consulted, OTHER, FIRER_SUPPRESSED):
        shifts.append(item(case, consulted, "A firer is suppressed", OTHER, FIRER_SUPPRESSED, "shift", "12.1d"))
    return Shifted(steps, entered, band, covered, tuple(shifts), (entering,), tuple(said))


def resolved(
    case: Tables,
    consulted: Consulted,
    said: Sequence[Reason],
    found: Shifted,
    items: tuple[Item, ...],
    targets: Sequence[Unit],
    roll: int | None,
) -> Ruling:
    """A point fire on the Fire Table with the shifts that count of it. [TCS 4.01 12.0, 12.2]"""
    facts: dict[str, Number | str] = {"steps": found.steps, "band": found.band}
    exposed = sum(unit.steps for unit in targets)
    return on_the_fire_table(case, consulted, "fire.point", said, found.entered, items, roll, facts, exposed, point=True)


def terrain_item(case: Tables, consulted: Consulted, targets: Sequence[Unit], terrain: Sequence[str]) -> Item:
    """The shift of terrain and posture of those fired at: the best terrain, of postures the worst. [TCS 4.01 12.1a]"""
    found = []
    for posture in dict.fromkeys(unit.posture for unit in targets):
        items = [item(case, consulted, f"{kind}, {posture}", TERRAIN, posture, kind, "12.1a") for kind in terrain]
        found.append(min(items, key=lambda each: each.value))
    return max(found, key=lambda each: each.value)


def _range(case: Tables, consulted: Consulted, firers: Sequence[Unit]) -> tuple[Item, str]:
    """The shift of the firer whose range is the worst. Raises WrongUse. [TCS 4.01 12.1b]"""
    found: list[tuple[Item, str]] = []
    for unit in firers:
        if unit.range is None or unit.reach is None:
            raise WrongUse(
                f"firers: {unit.kind.name} needs its range and its printed range, as in {unit.kind.name} 5 at 8 reach 7."
            )
        band = band_of(case, unit.reach, unit.range) or LONG
        name = f"Range {unit.range} of {unit.reach}, {band}"
        found.append((item(case, consulted, name, RANGE, "shift", band, "12.1b"), band))
    return min(found, key=lambda each: each[0].value)


def _differential(case: Tables, consulted: Consulted, firers: Sequence[Unit], targets: Sequence[Unit]) -> Item:
    """The shift of the lowest attack less the best defence. Raises WrongUse. [TCS 4.01 12.1c, 12.2d]"""
    if any(unit.strength is None for unit in firers):
        raise WrongUse("firers: each needs its printed fire strength, as in vehicle 5.")
    attack = min(unit.strength or 0 for unit in firers)
    defence = max(unit.defence for unit in targets)
    return item(case, consulted, f"Attack {attack} less defence {defence}", DIFFERENTIAL, "shift", attack - defence, "12.1c")


def range_bands(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The bands of a printed range, and the one that a distance lies in. [TCS 4.01 12.1b]"""
    consulted = Consulted(case.charts)
    reach, distance = given["reach"], least("distance", given.get("distance"), 0)
    if reach < 1:
        raise WrongUse(f"reach: {reach} is too low; 1 is the least.")
    found = bands(case, reach)
    said = [
        step(case, "12.1b", "{band}: {first} to {last}", band=name.capitalize(), first=first, last=last)
        for name, (first, last) in found.items()
        if first <= last
    ]
    facts: dict[str, Number | str] = {name: last for name, (_, last) in found.items()}
    band = "" if distance is None else band_of(case, reach, distance) or "out of range"
    if distance is not None:
        said.append(step(case, "12.1b", "Range {distance}: {band}", distance=distance, band=band))
    return answer(case, consulted, "fire.bands", band or "read", band or None, said, facts)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "fire.point",
        "the column of a point fire, the chance of each result, expected losses, and what a roll destroys",
        "6.3a, 12.0-12.2, 14.1i, 26.1f",
        (
            Parameter("firers", "texts", f"all units that fire: {HELP}", required=True, form=UNIT),
            Parameter(
                "targets",
                "texts",
                "the units fired at, and no others of the hex (12.2a), in the same way",
                required=True,
                form=UNIT,
            ),
            Parameter(
                "terrain",
                "texts",
                "combat classes of the hex fired at and of hexsides crossed; the most protective counts",
                words=TERRAIN_WORDS,
            ),
            HEXSIDE,
            Parameter(
                "others",
                "texts",
                "other circumstances, as on the chart tcs.point.other, such as crossfire, night",
                words=POINT_OTHERS,
            ),
            Parameter("occasion", "choice", "what fire it is; an action without it", choices=(ACTION, OVERWATCH)),
            UNITS,
            TARGETS,
            Parameter("roll", "whole", "the roll, 11 to 66"),
        ),
        at_once(point_fire),
        title="Point fire",
        also=("point fire",),
    ),
    Question(
        "fire.bands",
        "the close, nominal and long range of a point firer, and the band of a distance",
        "12.1b",
        (
            Parameter("reach", "whole", "the printed range, in hexes", required=True, least=0),
            Parameter("distance", "whole", "the distance, in hexes", least=0),
        ),
        at_once(range_bands),
        title="Range bands of point fire",
    ),
)
