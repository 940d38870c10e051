"""What units fire at a hex of the map, part by part: at the area, at points, guns at points, AT rolls; each with its dice.

[TCS 4.01 10.0e, 11.0, 12.0, 15.2g, 16.0, 16.1, 24.4-24.6]

Where data flows::

    firers, targets ──> volleys, each judged by its own procedure ──> chances of all together, the dice that are wanted
                                                                 ──> with all dice: what is lost by whom, what is asked then

Suppressive and Point Fire Actions (`firing.py`) and overwatch (`answering.py`) are made of the same volleys.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Outcome, Wanted
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.tables import READ
from core.rules.tcs.forces.counters import at_the_area
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.procedures.area_shifts import CROSSFIRE, exposed, is_low
from core.rules.tcs.procedures.artillery import point_fire as gun_fire
from core.rules.tcs.procedures.fire import area_fire_of
from core.rules.tcs.procedures.point_fire import point_fire_of
from core.rules.tcs.reckoning import YES
from core.rules.tcs.sight.crossfire import pair
from core.rules.tcs.watch.lookout import Step, Watch
from core.rules.tcs.watch.watching import ROAD, rolls_at

AREA, POINT, GUNS, ROLLS = "area", "point", "guns", "at"
STEPS_LOST, OWN_STEPS_LOST, MORALE_CHECK = "Steps lost", "Own steps lost", "Morale check"
"""Groups of chances that are to be seen at one glance."""
CHECK, NO_CHECK = "yes", "no"
Target = tuple[Unit, Counted]
"""A unit in the hex that is fired at, and what it counts as; the carrier of its own counts beside it."""


@dataclass(frozen=True)
class Firer:
    """A unit that might take part: where it stands, as the procedures count it with its range, and why it may not. `spots` says
    whether it, or who observes for it, spots the hex; `others` are the circumstances of its fire, with those of its
    observer."""

    number: int
    unit: Unit
    counted: Counted
    why: tuple[Reason, ...] = ()
    spots: bool = False
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Aim:
    """What is fired at: the step that is made there, or the hex alone, and who stands in it."""

    step: Step
    targets: tuple[Target, ...]

    @property
    def points(self) -> tuple[Target, ...]:
        """The point targets and B-targets. [TCS 4.01 9.2]"""
        return tuple(each for each in self.targets if each[1].target[:1] != "A")

    def chosen(self, units: Sequence[Unit], parameter: str) -> tuple[Target, ...]:
        """Those of the points that are some units, in the order of these. Raises WrongUse for units that are none.
        [TCS 4.01 12.2a, 12.2c]"""
        found = tuple(each for unit in units for each in self.points if each[0].id == unit.id)
        strange = [unit.name for unit in units if all(each[0].id != unit.id for each in found)]
        if strange:
            raise WrongUse(f"{parameter}: {', '.join(strange)}: no point target or B-target in the hex that is fired at.")
        return found


@dataclass(frozen=True)
class Volley:
    """One part of a fire: how it is fired, by whom at whom, what its procedure says, and the parameter of its dice. `count` is
    how often they are rolled."""

    how: str
    firers: tuple[Firer, ...]
    targets: tuple[Target, ...]
    ruling: Ruling
    parameter: str
    dice: str
    count: int = 1
    rolls: tuple[Fraction, ...] = ()

    @property
    def facts(self) -> Mapping[str, Number | str]:
        """The numbers and words of its answer."""
        return self.ruling.detail.facts if isinstance(self.ruling.detail, Facts) else {}

    @property
    def is_open(self) -> bool:
        """Whether its dice are still to be rolled."""
        return self.ruling.verdict == READ

    @property
    def by_dice(self) -> bool:
        """Whether each of its dice destroys a step or not, without the Fire Table."""
        return self.how in (GUNS, ROLLS)

    @property
    def lost(self) -> int:
        """The steps that its dice have destroyed. [TCS 4.01 10.0e]"""
        return min(int(self.facts.get("kills" if self.by_dice else "steps_lost", 0)), self.most)

    @property
    def checks(self) -> bool:
        """Whether its roll makes the stack check morale. [TCS 4.01 17.0b]"""
        return self.facts.get("morale_check") == YES

    @property
    def most(self) -> int:
        """The steps that it can destroy at most. [TCS 4.01 10.0e]"""
        return sum(counted.steps for _, counted in self.targets)

    def chances(self) -> Mapping[int, Fraction]:
        """The chance of each number of steps that it destroys; what its dice have done, where they fell."""
        if not self.is_open:
            return {self.lost: Fraction(1)}
        if self.by_dice:
            kill = Fraction(self.facts.get("kill_chance", self.facts.get("chance", 0)))
            return _capped(binomial(self.count, kill), self.most)
        found = {0: Fraction(1)}
        for table in self.ruling.detail.tables:
            found = {}
            for result, chance in table.chances:
                number = int(result) if result.isdecimal() else 0
                found[number] = found.get(number, Fraction(0)) + chance
        return _capped(found, self.most)

    def expected(self) -> Fraction:
        """The steps that it destroys on the average."""
        return sum((number * chance for number, chance in self.chances().items()), Fraction(0))


def binomial(count: int, chance: Fraction) -> Mapping[int, Fraction]:
    """The chance of each number of successes of so many rolls with a chance each."""
    return {n: comb(count, n) * chance**n * (1 - chance) ** (count - n) for n in range(count + 1)}


def together(parts: Iterable[Mapping[int, Fraction]], most: int) -> Mapping[int, Fraction]:
    """The chance of each sum of numbers that fall apart from each other; more than the most there is counts as that."""
    found = {0: Fraction(1)}
    for part in parts:
        summed: dict[int, Fraction] = {}
        for one, chance in found.items():
            for other, own in part.items():
                summed[one + other] = summed.get(one + other, Fraction(0)) + chance * own
        found = summed
    return _capped(found, most)


def _capped(chances: Mapping[int, Fraction], most: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for number, chance in chances.items():
        if chance:
            found[min(number, most)] = found.get(min(number, most), Fraction(0)) + chance
    return dict(sorted(found.items()))


# Each part by its own procedure -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Circumstances:
    """What a fire is made in: the occasion as its procedure calls it, the classes of terrain, whether its target is spotted,
    and whether two firers may make a cross fire, which one stack never does."""

    occasion: str
    classes: tuple[str, ...]
    spotted: str = YES
    crossing: bool = False


def at_area(
    watch: Watch, aim: Aim, firers: Sequence[Firer], around: Circumstances, roll: int | None, parameter: str = "roll"
) -> Volley:
    """The area fire of some units; along a road those who move are fired at with a shift of its own. Of what stands in the hex
    it hurts some alone. [TCS 4.01 11.0, 11.1-11.1b, 11.1f, 11.3f, 15.3e]"""
    counted = [at_the_area(each.unit, each.counted) for each in firers]
    others = (*_others(watch, aim, firers, around), *((ROAD,) if aim.step.along else ()))
    given: dict[str, Any] = {"occasion": around.occasion, "terrain": around.classes, "others": others}
    given |= {"spotted": around.spotted} | ({} if roll is None else {"roll": roll})
    ruling = area_fire_of(watch.case, watch.board.consulted, counted, aim.step.targets, given)
    hurt = tuple(each for each in aim.targets if exposed(watch.case, counted, (each[1],))[0])
    return Volley(AREA, tuple(firers), hurt, ruling, parameter, "11..66")


def at_points(
    watch: Watch,
    aim: Aim,
    firers: Sequence[Firer],
    targets: Sequence[Target],
    around: Circumstances,
    roll: int | None,
    parameter: str = "roll",
) -> Volley:
    """The point fire of some units at some targets. [TCS 4.01 12.0]"""
    counted = [each.counted for each in firers]
    given: dict[str, Any] = {"occasion": around.occasion, "terrain": around.classes}
    given |= {"others": _others(watch, aim, firers, around)} | ({} if roll is None else {"roll": roll})
    ruling = point_fire_of(watch.case, watch.board.consulted, counted, [each for _, each in targets], given)
    return Volley(POINT, tuple(firers), tuple(targets), ruling, parameter, "11..66")


def best_points(watch: Watch, aim: Aim, firers: Sequence[Firer], around: Circumstances) -> tuple[Target, ...]:
    """The points that some units fire at best together: those that are armoured no better than one of them. [TCS 4.01 12.2a]"""
    best: tuple[Fraction, tuple[Target, ...]] | None = None
    for defence in sorted({counted.defence for _, counted in aim.points}, reverse=True):
        some = tuple(each for each in aim.points if each[1].defence <= defence)
        expected = at_points(watch, aim, firers, some, around, None).expected()
        if best is None or expected > best[0]:
            best = expected, some
    return best[1] if best is not None else ()


def by_guns(
    watch: Watch, aim: Aim, guns: Sequence[Firer], targets: Sequence[Target], rolls: Sequence[Fraction]
) -> list[Volley]:
    """The fire of guns at point targets, a roll for each gun; `rolls` are those of all in their order. Raises WrongUse.
    [TCS 4.01 18.9b, 24.5b, 24.6b]"""
    found, left = [], list(rolls)
    for each in guns:
        count = each.counted.steps
        own, left = left[:count], left[count:]
        given = {"calibre": each.unit.whole("fire.calibre"), "infantry_gun": each.counted.range, "targets": count, "rolls": own}
        ruling = gun_fire(watch.case, given)
        watch.board.consulted.add(ruling.charts)
        found.append(Volley(GUNS, (each,), tuple(targets), ruling, "gun_rolls", "2d6", count, tuple(own)))
    if left:
        raise WrongUse(f"gun_rolls: {len(rolls)} are given, but {len(rolls) - len(left)} are rolled.")
    return found


def by_rolls(
    watch: Watch,
    aim: Aim,
    rolling: Sequence[Firer],
    targets: Sequence[Target],
    occasion: str,
    rolls: Sequence[Fraction],
) -> Volley:
    """AT rolls of some units, a roll for each step that is attacked. [TCS 4.01 16.0, 16.1]"""
    attackers, steps = sum(each.counted.steps for each in rolling), sum(counted.steps for _, counted in targets)
    ruling = rolls_at(watch, rolling[0].number, aim.step.into, attackers, steps, occasion, rolls)
    count = int(_facts(ruling).get("attacks", 0))
    if rolls and len(rolls) < count:
        # Who rolls for fewer steps than could be attacked attacks no others.
        count = len(rolls)
    return Volley(ROLLS, tuple(rolling), tuple(targets), ruling, "at_rolls", "2d6", count, tuple(rolls))


def _facts(ruling: Ruling) -> Mapping[str, Number | str]:
    return ruling.detail.facts if isinstance(ruling.detail, Facts) else {}


def _others(watch: Watch, aim: Aim, firers: Sequence[Firer], around: Circumstances) -> tuple[str, ...]:
    """The circumstances of a fire, a cross fire among them. [TCS 4.01 11.3f, 11.4, 12.1d]"""
    others = dict.fromkeys(word for each in firers for word in each.others)
    if around.crossing and crosses(watch, aim, firers):
        others[CROSSFIRE] = None
    return tuple(others)


def crosses(watch: Watch, aim: Aim, firers: Sequence[Firer]) -> bool:
    """Whether two firers at low trajectory make a cross fire. [TCS 4.01 11.4]"""
    hexes, into = watch.board.net.hexes, aim.step.into
    places = dict.fromkeys(hexes[each.number] for each in firers if is_low(each.counted) and each.number != into)
    return any(pair(watch.case, hexes[into], one, other).qualifies for one, other in combinations(places, 2))


# All together -------------------------------------------------------------------------------------------------------------


def wanted(volleys: Sequence[Volley], what: str, side: str) -> tuple[Wanted, ...]:
    """The dice that are still to be rolled, those of one parameter together."""
    counts: dict[tuple[str, str, str], int] = {}
    for each in volleys:
        if each.is_open and each.count:
            key = each.parameter, each.dice, each.how
            counts[key] = counts.get(key, 0) + each.count
    told = {AREA: "{what}, area", POINT: "{what}, points", GUNS: "{what}, guns at points", ROLLS: "{what}, AT rolls"}
    alone = len(counts) == 1
    return tuple(
        Wanted(parameter, dice, what if alone and how in (AREA, POINT) else told[how].format(what=what), side, count)
        for (parameter, dice, how), count in counts.items()
    )


def outcomes(volleys: Sequence[Volley], aim: Aim, most_own: int = 0) -> Iterator[Outcome]:
    """The chances of each number of steps lost, of a morale check, of own steps lost by AT rolls. [TCS 4.01 10.0e, 16.1e]"""
    steps = sum(counted.steps for _, counted in aim.targets)
    lost = together((each.chances() for each in volleys), steps)
    yield from (Outcome(STEPS_LOST, str(number), chance) for number, chance in lost.items())
    area = next((each for each in volleys if each.how == AREA), None)
    if area is not None:
        check = Fraction(area.facts.get("check_chance", 0)) if area.is_open else Fraction(area.checks)
        yield from (Outcome(MORALE_CHECK, name, chance) for name, chance in ((CHECK, check), (NO_CHECK, 1 - check)) if chance)
    for each in volleys:
        if each.how == ROLLS:
            own = binomial(each.count, Fraction(each.facts.get("loss_chance", 0)))
            own = own if each.is_open else {sum(backfired(each).values()): Fraction(1)}
            yield from (Outcome(OWN_STEPS_LOST, str(n), chance) for n, chance in _capped(own, most_own or each.count).items())


def facts_of(volleys: Sequence[Volley]) -> dict[str, Number | str]:
    """The numbers and words of all parts: those of the first by their names, of others with how they are fired before."""
    found: dict[str, Number | str] = {}
    for n, each in enumerate(volleys):
        own = {name if n == 0 else f"{each.how}_{name}": value for name, value in each.facts.items()}
        found |= {name: value for name, value in own.items() if name not in found}
    if len(volleys) > 1:
        found["all_expected_losses"] = sum((each.expected() for each in volleys), Fraction(0))
    return found


def backfired(volley: Volley) -> Mapping[str, int]:
    """The steps that units lose by their own AT rolls: each roll is made by one step, those of the first unit first.
    [TCS 4.01 16.1e]"""
    steps = [each.unit.id for each in volley.firers for _ in range(each.counted.steps)]
    losses = int(volley.facts.get("losses", 0))
    if not losses:
        return {}
    # Which rolls were the low ones: as many as the procedure has counted.
    low = sorted(range(len(volley.rolls)), key=lambda n: volley.rolls[n])[:losses]
    found: dict[str, int] = {}
    for n in low:
        found[steps[n]] = found.get(steps[n], 0) + 1
    return found


def destroyed(volley: Volley) -> Mapping[str, int]:
    """The steps of each target that AT rolls destroy: each roll is made at one step, those of the first target first.
    [TCS 4.01 16.0, 16.1c]"""
    steps = [unit.id for unit, counted in volley.targets for _ in range(counted.steps)]
    kills = int(volley.facts.get("kills", 0))
    high = sorted(range(len(volley.rolls)), key=lambda n: -volley.rolls[n])[:kills]
    found: dict[str, int] = {}
    for n in sorted(high):
        found[steps[n]] = found.get(steps[n], 0) + 1
    return found
