"""The shifts of area fires, each from its chart [TCS 4.01 7.1d, 9.3, 11.3]."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables
from core.rules.tcs.forces.units import INFANTRY, READY, RIDING, SUPPORT, SUPPRESSED, Unit
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import OF_VEHICLES, has_row, item, step, word_of

TERRAIN, TERRAIN_BOLD = "tcs.area.terrain", "tcs.area.terrain_unspotted"
STACKING, STACKING_STARRED = "tcs.area.stacking", "tcs.area.stacking_unspotted"
RANGE, OTHER = "tcs.area.range", "tcs.area.other"
SORTIE = "sortie"
BILLIARD_TABLE = "Billiard Table"
NIGHT, TWILIGHT, SMOKE, ILLUMINATION, ZONE = "night", "twilight", "smoke", "illumination", "attack zone"
CROSSFIRE, RANGE_ZERO, ARMOUR, FIRER_SUPPRESSED = "crossfire", "range zero", "armoured vehicle in hex", "firer suppressed"
NOT_FOR_ARTILLERY = (NIGHT, TWILIGHT, SMOKE, ILLUMINATION, ZONE)
"""Circumstances that do nothing to artillery. [TCS 4.01 11.3f]"""
BY_ITSELF = (RANGE_ZERO, FIRER_SUPPRESSED)
"""Rows that follow from the units and are never given."""


@dataclass(frozen=True)
class Target:
    """What is fired at: its hex, and the units in it that this fire can hurt. `steps` and `posture` stand in for units."""

    terrain: tuple[str, ...]
    units: tuple[Unit, ...] = ()
    everybody: tuple[Unit, ...] = ()
    posture: str = ""
    steps: int | None = None

    @property
    def stacked(self) -> int:
        """The steps that count for stacking. [TCS 4.01 11.3e]"""
        return sum(unit.steps for unit in self.units) if self.steps is None else self.steps


def is_low(unit: Unit) -> bool:
    """Whether it fires at low trajectory. [TCS 4.01 11.2]"""
    return not unit.high


def exposed(case: Tables, firers: Sequence[Unit], targets: Sequence[Unit]) -> tuple[tuple[Unit, ...], list[Reason]]:
    """The units that an area fire can hurt, and why others are left out. [TCS 4.01 9.2a, 11.1a, 11.1b, 11.3e]"""
    by_infantry = any(unit.kind.category == INFANTRY for unit in firers)
    riders_safe = case.choices.get("riders.on_vehicles") == "in_carriers"
    left: list[Unit] = []
    said: list[Reason] = []
    for unit in targets:
        if not unit.target:
            raise WrongUse(f"targets: {unit.kind.name} needs its type of target, such as P-3 or B-1.")
        if unit.is_point_target:
            said.append(step(case, "11.1a", "{unit}: a point target, which area fire does not hurt", unit=unit))
        elif unit.in_carrier:
            said.append(step(case, "11.3e", "{unit}: inside a carrier, neither counted nor hit", unit=unit))
        elif unit.target == "B-1" and by_infantry:
            said.append(step(case, "11.1b", "{unit}: a B-1 target, safe because infantry fires too", unit=unit))
        elif unit.carried == RIDING and riders_safe:
            said.append(reading_reason(case, "riders.on_vehicles", "on_foot", f"{unit.steps} more steps stacked"))
        else:
            if unit.carried == RIDING:
                said.append(reading_reason(case, "riders.on_vehicles", "in_carriers", f"{unit.steps} fewer steps stacked"))
            left.append(unit)
    return tuple(left), said


def terrain_item(case: Tables, consulted: Consulted, target: Target, bold: bool) -> Item | None:
    """The shift of terrain and posture: the best terrain for the target, of its postures the worst. [TCS 4.01 9.3, 11.3a-b]"""
    chart = TERRAIN_BOLD if bold else TERRAIN
    postures: dict[tuple[str, bool], None] = dict.fromkeys((unit.posture, unit.is_vehicle) for unit in target.units)
    if target.posture:
        postures = {(target.posture, False): None}
    if not target.terrain or not postures:
        return None
    found = []
    for posture, vehicle in postures:
        columns = [_column(consulted, chart, kind, vehicle) for kind in target.terrain]
        items = [item(case, consulted, f"{column}, {posture}", chart, posture, column, "11.3a") for column in columns]
        found.append(min(items, key=lambda each: each.value))
    best = max(found, key=lambda each: each.value)
    return replace(best, name=f"{best.name}{', not spotted' if bold else ''}")


def _column(consulted: Consulted, chart: str, kind: str, vehicle: bool) -> str:
    own = f"{kind}{OF_VEHICLES}"
    has_own = consulted.book.chart(chart).columns.index(own) is not None
    return own if vehicle and has_own else kind


def range_item(case: Tables, consulted: Consulted, firers: Sequence[Unit]) -> Item | None:
    """The shift of range: that of the firer whom it hurts most. [TCS 4.01 11.3c]"""
    found = []
    for unit in firers:
        if unit.kind.category == SUPPORT:
            continue
        row = "infantry" if unit.kind.category == INFANTRY else "low trajectory" if is_low(unit) else "high trajectory"
        if unit.range is None:
            raise WrongUse(f"firers: {unit.kind.name} needs its range in hexes, as in {unit.kind.name} 4 at 3.")
        name = f"Range {unit.range}, {row}"
        found.append(item(case, consulted, name, RANGE, row, unit.range, "11.3c"))
    return min(found, key=lambda each: each.value) if found else None


def stacking_item(case: Tables, consulted: Consulted, target: Target, starred: bool) -> Item:
    """The shift of the steps that stand in the hex. [TCS 4.01 7.1d, 11.3e]"""
    chart = STACKING_STARRED if starred else STACKING
    name = f"Stacking, steps {target.stacked}{', not spotted' if starred else ''}"
    return item(case, consulted, name, chart, "shift", target.stacked, "11.3e")


def other_items(
    case: Tables, consulted: Consulted, firers: Sequence[Unit], target: Target, given: Sequence[str]
) -> Iterator[Item | Reason]:
    """Other shifts: those given, and those that follow from the units. [TCS 4.01 11.3f, 11.4, 24.3e, 25.1b, 26.1f, 26.2b]"""
    words = circumstances(consulted, OTHER, firers, given)
    artillery = bool(firers) and all(unit.kind.category == SUPPORT for unit in firers)
    sortie = any(unit.kind.name == SORTIE for unit in firers)
    low = any(is_low(unit) for unit in firers)
    for word in words:
        if sortie:
            yield step(case, "25.1b", "{word}: nothing to a sortie", word=word.capitalize())
        elif artillery and word in NOT_FOR_ARTILLERY:
            yield step(case, "11.3f", "{word}: nothing to artillery", word=word.capitalize())
        elif word == ARMOUR and not low:
            yield step(case, "11.3f", "Armoured vehicle in the hex: nothing to high trajectories")
        elif word == ARMOUR and any(_is_armour(case, unit) for unit in target.everybody):
            continue
        else:
            yield from weather_items(case, consulted, OTHER, word, words, "11.3f")
    if low and any(_is_armour(case, unit) for unit in target.everybody):
        yield item(case, consulted, "Armoured vehicle in the hex", OTHER, ARMOUR, "shift", "11.3f")
    if any(unit.condition == SUPPRESSED for unit in firers) and has_row(consulted, OTHER, FIRER_SUPPRESSED):
        yield item(case, consulted, "A firer is suppressed", OTHER, FIRER_SUPPRESSED, "shift", "11.3f")
    if any(unit.range == 0 for unit in firers) and has_row(consulted, OTHER, RANGE_ZERO):
        yield from _range_zero(case, consulted, target)


def _range_zero(case: Tables, consulted: Consulted, target: Target) -> Iterator[Item | Reason]:
    """The shift of range 0, and what it does where only some of the targets are shaken: a reading. [TCS 4.01 11.3b, 11.3f]"""
    shift = item(case, consulted, "Range 0", OTHER, RANGE_ZERO, "shift", "11.3f")
    shaken = [unit.condition != READY for unit in target.units]
    if shaken and all(shaken):
        yield step(case, "11.3f", "Range 0: nothing where all targets are suppressed or paralyzed")
        return
    if not any(shaken):
        yield shift
        return
    counts = case.choices.get("range_zero.mixed") != "all_ready"
    if counts:
        yield shift
    else:
        yield step(case, "11.3f", "Range 0: nothing, for some targets are suppressed or paralyzed")
    if shift.value:
        other, value = ("all_ready", Fraction(0)) if counts else ("any_ready", shift.value)
        yield reading_reason(case, "range_zero.mixed", other, f"shift {value}")


def weather_items(
    case: Tables, consulted: Consulted, chart: str, word: str, words: Sequence[str], section: str
) -> Iterator[Item | Reason]:
    """One circumstance; what twilight does is a reading, and light counts only at night. [TCS 4.01 11.3f, 26.0, 26.2b]"""
    name = word[0].upper() + word[1:]
    if word == ILLUMINATION and NIGHT not in words:
        yield step(case, "26.2b", "Illumination: nothing, for it is not night")
        return
    if word != TWILIGHT:
        yield item(case, consulted, name, chart, word, "shift", section)
        return
    own = item(case, consulted, name, chart, word, "shift", section) if has_row(consulted, chart, TWILIGHT) else None
    night = item(case, consulted, "Twilight, as night", chart, NIGHT, "shift", "26.0")
    as_night = chart == OTHER and case.choices.get("twilight.area_fire") == "night"
    if as_night:
        yield night
    elif own is not None:
        yield own
    shift = Fraction(0) if own is None else own.value
    if chart == OTHER and night.value != shift:
        other, value = ("chart", shift) if as_night else ("night", night.value)
        yield reading_reason(case, "twilight.area_fire", other, f"shift {value}")


def circumstances(consulted: Consulted, chart: str, firers: Sequence[Unit], given: Sequence[str]) -> list[str]:
    """The circumstances given, each once. Raises WrongUse for what cannot be. [TCS 4.01 11.2, 11.4, 26.0]"""
    words = list(dict.fromkeys(word_of(consulted, "others", word, chart, BY_ITSELF) for word in given))
    if CROSSFIRE in words and sum(is_low(unit) for unit in firers) < 2:
        raise WrongUse("others: a cross fire takes two firers at low trajectory (11.4).")
    if NIGHT in words and TWILIGHT in words:
        raise WrongUse("others: a turn of twilight is none of night (26.0).")
    return words


def _is_armour(case: Tables, unit: Unit) -> bool:
    least_defence = case.ruleset.whole("armour.least_defence")
    return unit.is_vehicle and unit.is_point_target and unit.defence >= least_defence
