"""The strength of area fires: every part exact, rounded once [TCS 4.01 1.4, 10.0b, 11.1f, 11.3d, 24.4]."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.base.errors import WrongUse
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables
from core.rules.tcs.forces.units import CARRIER, INFANTRY, Unit
from core.rules.tcs.reckoning import step, whole

AT_GUN, MORTAR = "AT gun", "mortar"
CLOSE = (0, 1)
"""The ranges at which steps of infantry add to its fire; a number of the ruleset says how much. [TCS 4.01 11.3d]"""


@dataclass(frozen=True)
class Strength:
    """The strength of all firers together: exact, and as it enters the table; with what it was made from."""

    exact: Fraction
    whole: int
    reasons: tuple[Reason, ...]


def area_strength(case: Tables, firers: Sequence[Unit]) -> Strength:
    """The strength of an area fire. Raises WrongUse for a firer without one. [TCS 4.01 10.0b, 11.1f, 11.3d, 24.4]

    Infantry adds its steps at range 0 and half of them at range 1; the halves of AT guns are added first and then rounded up,
    all others stay exact to the end.
    """
    said: list[Reason] = []
    exact = Fraction(0)
    for unit in firers:
        if unit.kind.name == AT_GUN:
            continue
        parts = _printed(unit)
        section = "10.0b" if _is_halved(unit) else "11.1f" if unit.kind.by_step and unit.steps > 1 else "11.1"
        said.append(step(case, section, "{unit}: {strength}", unit=unit, strength=parts))
        exact += parts
    guns = sum((_printed(unit) for unit in firers if unit.kind.name == AT_GUN), Fraction(0))
    if guns:
        half = whole(case, guns / 2, "fire.at_guns")
        said.append(step(case, "24.4", "AT guns: half of {sum}, rounded up: {half}", sum=guns, half=half))
        exact += half
    for distance in CLOSE:
        share = _share(case, distance)
        steps = sum(unit.steps for unit in firers if _is_infantry(unit) and unit.range == distance)
        if steps:
            template = "Infantry at range {distance}, steps {steps}: {added} added"
            said.append(step(case, "11.3d", template, distance=distance, steps=steps, added=steps * share))
            exact += steps * share
    rounded = whole(case, exact)
    template = "Together {exact}" if exact == rounded else "Together {exact}, rounded {whole}"
    said.append(step(case, "1.4" if exact != rounded else "11.0", template, exact=exact, whole=rounded))
    return Strength(exact, rounded, tuple(said))


def close_infantry(case: Tables, firers: Iterable[Unit]) -> Fraction:
    """What the steps of infantry add at range 0 and 1, not rounded. [TCS 4.01 11.3d]"""
    return sum(
        (unit.steps * _share(case, unit.range) for unit in firers if _is_infantry(unit) and unit.range in CLOSE),
        Fraction(0),
    )


def _share(case: Tables, distance: int) -> Fraction:
    """What each step of infantry adds at a range. [TCS 4.01 11.3d]"""
    return case.ruleset.numbers[f"close_infantry.{distance}"].value


def _printed(unit: Unit) -> Fraction:
    """The printed strength of a unit, times its steps or halved where the rules say so. [TCS 4.01 10.0b, 11.1f]"""
    if unit.strength is None:
        raise WrongUse(f"firers: {unit.kind.name} needs its printed fire strength, as in {unit.kind.name} 4.")
    found = Fraction(unit.strength * (unit.steps if unit.kind.by_step else 1))
    return found / 2 if _is_halved(unit) else found


def _is_infantry(unit: Unit) -> bool:
    return unit.kind.category == INFANTRY


def _is_halved(unit: Unit) -> bool:
    """Whether the loss of a step halves what it fires. [TCS 4.01 10.0b]"""
    return (unit.kind.name == MORTAR or unit.kind.category == CARRIER) and unit.steps < unit.full


def out_of_reach(case: Tables, unit: Unit) -> bool:
    """Whether a target lies beyond the greatest range of a firer; never where either is not said. [TCS 4.01 11.1a, 11.1e]"""
    if unit.range is None or unit.reach is None:
        return False
    return unit.range > greatest_range(case, unit)


def greatest_range(case: Tables, unit: Unit) -> int:
    """The farthest hex that a unit with a printed range fires at. [TCS 4.01 11.1a, 11.1e, 12.1b]"""
    return (unit.reach or 0) * (case.ruleset.whole("point_fire.reach") if unit.point else 1)
