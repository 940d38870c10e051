"""Batteries: which fire a mission, what they print, their ammunition, and guns on the map [TCS 4.01 18.1, 18.2, 24.6]."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import ForceTables
from core.rules.operations.board import Board
from core.rules.tcs.forces.counters import FIRED_MARK, unit_of
from core.rules.tcs.forces.units import MOVE, PARALYZED, SUPPRESSED
from core.rules.tcs.procedures.ammunition import is_counted, store_of
from core.rules.tcs.procedures.artillery import BAD, GOOD
from core.rules.tcs.procedures.artillery import ROCKETS as ROCKET_CHART
from core.rules.tcs.procedures.artillery import mission as ruling_of
from core.rules.tcs.procedures.missions import (
    BATTALION,
    BATTERY,
    CONTINUOUS,
    FAST,
    ILLUM,
    ROCKET,
    Lying,
    Mission,
    lit_by,
    lying,
)
from core.rules.tcs.reckoning import YES, has_row, step

MARKER, GUNS = "barrage", "artillery"
"""Kinds of counters that stand for batteries: off the map, and on it."""

ROCKETS = "rockets"
LEAST = "on_map.guns"
"""The number of the rules that says how many steps a battery on the map fires missions with. [TCS 4.01 24.6e]"""


@dataclass(frozen=True, slots=True)
class Batteries:
    """What fires a mission together: markers of the game, guns on the map; neither for a battery that is told of in numbers."""

    side: str
    markers: tuple[Unit, ...] = ()
    guns: tuple[Unit, ...] = ()

    @property
    def all(self) -> tuple[Unit, ...]:
        """All its counters."""
        return (*self.markers, *self.guns)

    @property
    def size(self) -> str:
        """What its marker says that it is, "" where it says nothing: battery, battalion, rockets. [TCS 4.01 18.5b]"""
        return next((each.word("barrage.size") for each in self.markers), "")

    @property
    def calibres(self) -> tuple[int, ...]:
        """The calibres that its counters print, in millimetres, the smallest first."""
        return tuple(sorted(found for each in self.all if (found := each.whole("fire.calibre"))))

    @property
    def called(self) -> str:
        """What it is called in sentences."""
        return names(self.all) if self.all else "the battery"


def batteries_named(board: Board, given: Iterable[str], side: str) -> Batteries:
    """The batteries that are meant: counters by id or name, or a formation for all of its guns on the map, else its markers.
    Guns of the formation of a marker belong to it. Raises WrongUse."""
    found: dict[str, Unit] = {}
    for name in given:
        if board.forces.oob.formation(name) is not None:
            found |= {unit.id: unit for unit in _of_formation(board, name)}
        else:
            unit = board.forces.named("battery", name)
            found[unit.id] = unit
    strange = [unit for unit in found.values() if unit.kind not in (MARKER, GUNS)]
    if strange:
        raise WrongUse(f"battery: {names(strange)} is no battery; markers of missions and artillery on the map are.")
    sides = {unit.side for unit in found.values()} | ({side} if side else set())
    if len(sides) > 1:
        raise WrongUse("battery: batteries of one side fire a mission together.")
    if not sides:
        raise WrongUse("side: it is not known whose mission that is; name its battery, or a side.")
    markers = tuple(unit for unit in found.values() if unit.kind == MARKER)
    guns = {unit.id: unit for unit in found.values() if unit.kind == GUNS}
    for marker in markers:
        guns |= {unit.id: unit for unit in _of_formation(board, marker.counter.formation) if unit.kind == GUNS}
    gone = [unit for unit in guns.values() if unit.piece is None]
    if gone:
        raise WrongUse(f"battery: {names(gone)} stands nowhere on the map.")
    return Batteries(next(iter(sides)), markers, tuple(guns.values()))


def _of_formation(board: Board, formation: str) -> tuple[Unit, ...]:
    """The guns of a formation that stand on the map, else the markers of its batteries."""
    if not formation:
        return ()
    members = [unit for each in board.forces.oob.members(formation) if (unit := board.forces.unit(each.id)) is not None]
    guns = tuple(unit for unit in members if unit.kind == GUNS and unit.piece is not None)
    return guns or tuple(unit for unit in members if unit.kind == MARKER and unit.word("barrage.size") == BATTERY)


def of_mission(board: Board, mission: Mission, side: str) -> Batteries:
    """The batteries that a mission on the map says that it is of; what no counter is called is passed over, as
    the rockets of the first games."""
    named = (_called(board.forces, name) for name in mission.batteries)
    return batteries_named(board, [unit.id for unit in named if unit is not None and unit.side == side], side)


def lights(board: Board) -> Iterator[Batteries]:
    """The batteries whose illumination lies on the map. [TCS 4.01 18.1b, 18.5d]"""
    for marks in board.forces.deployment.marks.values():
        for name in (name for mark in marks for name in lit_by(mark)):
            unit = _called(board.forces, name)
            if unit is not None:
                yield batteries_named(board, (unit.id,), unit.side)


def called_on_markers(board: Board, batteries: Batteries) -> tuple[str, ...]:
    """What its counters are called on a marker: by name where only one has it, so that it can be found again."""
    shown = batteries.markers or batteries.guns
    known = [unit.name.casefold() for unit in board.forces.all_units()]
    return tuple(unit.name if known.count(unit.name.casefold()) == 1 else unit.id for unit in shown)


def as_ruled(board: Board, batteries: Batteries, mission: Mission) -> Ruling:
    """What the rules make of a mission by itself: strength, zone and ammunition, or why there is no such one.

    [TCS 4.01 18.2c, 18.5, 18.6, 24.6e]
    """
    printed, told = _strength(batteries, mission), () if mission.calibre is None else (mission.calibre,)
    calibres = batteries.calibres or told
    rocket = next((each for each in mission.batteries if has_row(board.consulted, ROCKET_CHART, each)), "")
    given: dict[str, Any] = {"mission": mission.kind, "size": mission.size, "shoot": BAD if mission.is_bad else GOOD}
    given |= {name: YES for name, is_so in ((FAST, mission.fast), (CONTINUOUS, mission.continuous)) if is_so}
    given |= {"calibre": tuple(map(Fraction, calibres))} if calibres else {}
    given |= {"printed": printed} if printed is not None else {}
    given |= {"rocket": rocket} if rocket else {}
    given |= {"unit": tuple(unit.id for unit in batteries.guns)} if batteries.guns else {}
    if mission.size == BATTALION and (count := _count(board, batteries)):
        given["batteries"] = count
    found = ruling_of(board.case, given)
    board.consulted.add(found.charts)
    return found


def _strength(batteries: Batteries, mission: Mission) -> int | None:
    """The strength that a marker prints on the side that is up, or that was told. [TCS 4.01 18.7d, 18.7e]"""
    if mission.good is not None:
        return mission.bad if mission.is_bad and mission.bad is not None else mission.good
    side = "barrage.bad_shoot" if mission.is_bad else "barrage.good_shoot"
    printed = [found for each in batteries.markers if isinstance(found := each.value(side), int)]
    return sum(printed) if printed else None


def _count(board: Board, batteries: Batteries) -> int:
    """How many batteries fire in a mission of a battalion, 0 where nobody knows. [TCS 4.01 18.6b]"""
    single = [each for each in batteries.markers if each.word("barrage.size") == BATTERY]
    if single:
        return len(single)
    return sum(len(_of_formation(board, each.counter.formation)) for each in batteries.markers)


# What bars a mission ------------------------------------------------------------------------------------------------------


def sizes(board: Board, batteries: Batteries, kind: str, size: str) -> Iterator[Reason]:
    """That what is named fires no mission of such a size. [TCS 4.01 18.1b, 18.5b, 18.6c]"""
    case, said = board.case, batteries.size
    if (said == ROCKETS) != (kind == ROCKET) and batteries.markers and kind != ILLUM:
        template = "{battery}: rockets fire rocket missions alone" if said == ROCKETS else "{battery} fires no rockets"
        yield step(case, "18.6c", template, battery=batteries.called)
    elif said == BATTALION and size == BATTERY:
        yield step(case, "18.5b", "{battery} is the marker of a battalion; name one battery of it", battery=batteries.called)
    elif size == BATTERY and len(batteries.markers) > 1:
        template = "{battery}: more than one battery fires together as a battalion alone"
        yield step(case, "18.5b", template, battery=batteries.called)


def spent_already(board: Board, batteries: Batteries, kind: str) -> Iterator[Reason]:
    """That a battery has its mission already: one in a turn, and light beside it. [TCS 4.01 18.1b, 18.3, 18.5b]"""
    case, own = board.case, _tubes(board, batteries)
    if kind == ILLUM:
        for spot, marks in board.forces.deployment.marks.items():
            for mark in marks:
                light = of_mission(board, Mission(ILLUM, batteries=lit_by(mark)), batteries.side)
                if own & _tubes(board, light):
                    where = board.forces.box.label(spot) if not isinstance(spot, str) else spot
                    yield step(case, "18.1b", "{battery} has lit up {hex} already", battery=light.called, hex=where)
        return
    for each in lying(board.forces.deployment):
        other = of_mission(board, each.mission, each.side)
        if each.side == batteries.side and own & _tubes(board, other):
            told = {"battery": other.called, "hex": board.forces.box.label(each.hex)}
            if each.mission.continuous and not each.mission.placed:
                template = "{battery} still fires on {hex}; its side removes that first"
                yield step(case, "18.3", template, **told)
            else:
                yield step(case, "18.1b", "{battery} has its mission in {hex} already", **told)


def _tubes(board: Board, batteries: Batteries) -> frozenset[str]:
    """The counters whose guns fire in a mission: those of a battalion are all its batteries. [TCS 4.01 18.5b]"""
    found = {unit.id for unit in batteries.all}
    for marker in batteries.markers:
        if marker.word("barrage.size") == BATTALION:
            found |= {unit.id for unit in _of_formation(board, marker.counter.formation)}
    return frozenset(found)


def able_guns(board: Board, guns: Iterable[Unit]) -> tuple[tuple[Unit, int], ...]:
    """The guns on the map that can fire a mission, each with its steps. [TCS 4.01 24.6e]"""
    found = []
    for unit in guns:
        counted = unit_of(board.case.ruleset, unit)
        shaken = counted.condition in (SUPPRESSED, PARALYZED)
        if not (counted.fired or shaken or counted.posture == MOVE or counted.carried):
            found.append((unit, counted.steps))
    return tuple(found)


def guns_told(board: Board, batteries: Batteries) -> Iterator[tuple[bool, Reason]]:
    """How many guns of a battery on the map can fire, with whether they are enough. [TCS 4.01 24.6e]"""
    if not batteries.guns:
        return
    least, steps = board.case.ruleset.whole(LEAST), sum(count for _, count in able_guns(board, batteries.guns))
    told = {"battery": batteries.called, "least": least, "steps": steps}
    template = "{battery}: {steps} steps can fire; a mission needs {least}"
    if steps < least:
        template = "{battery}: a mission needs {least} steps in Fire Mode that are neither Fired nor shaken, and has {steps}"
    yield steps >= least, step(board.case, "24.6e", template, **told)


def broken_fires(case: ForceTables) -> Iterator[tuple[Lying, int]]:
    """Continuous fires of batteries on the map that have too few steps left which are neither suppressed nor paralyzed, each
    with those that it has. [TCS 4.01 18.10b, 24.6f]"""
    for each in lying(case.forces.deployment):
        guns = tuple(_guns_named(case.forces, each.mission.batteries))
        fit = [unit for unit in guns if unit.piece is not None and not unit.piece.marks & {SUPPRESSED, PARALYZED}]
        steps = sum(unit.left for unit in fit)
        if each.mission.continuous and guns and steps < case.ruleset.whole(LEAST):
            yield each, steps


def continuous_of(forces: Forces, guns: Iterable[Unit]) -> Iterator[Lying]:
    """The continuous fires on the map that some guns have a part in. [TCS 4.01 18.6b, 18.10b]"""
    ids = {unit.id for unit in guns}
    for each in lying(forces.deployment):
        if each.mission.continuous and any(gun.id in ids for gun in _guns_named(forces, each.mission.batteries)):
            yield each


def _guns_named(forces: Forces, batteries: Iterable[str]) -> Iterator[Unit]:
    """All guns of batteries that a marker names, those that are lost among them."""
    found: dict[str, Unit] = {}
    for name in batteries:
        unit = _called(forces, name)
        formation = unit.counter.formation if unit is not None else ""
        members = (each.id for each in forces.oob.members(formation)) if formation else () if unit is None else (unit.id,)
        found |= {id_: gun for id_ in members if (gun := forces.unit(id_)) is not None and gun.kind == GUNS}
    yield from found.values()


def _called(forces: Forces, name: str) -> Unit | None:
    """The counter that a marker names, None for what is none."""
    try:
        return forces.named("battery", name)
    except WrongUse:
        return None


def not_fired(guns: Iterable[Unit]) -> tuple[Unit, ...]:
    """Guns that bear no Fired marker yet. [TCS 4.01 24.6f]"""
    return tuple(unit for unit in guns if unit.piece is not None and FIRED_MARK not in unit.piece.marks)


# Ammunition ---------------------------------------------------------------------------------------------------------------


def spending(board: Board, batteries: Batteries, kind: str, calibre: int | None, cost: int) -> Mapping[str | None, int]:
    """What a mission takes from each store: a battalion of mixed calibres fires what each of its batteries has.
    [TCS 4.01 18.2a-c]"""
    printed = batteries.calibres or ((calibre,) if calibre is not None else ())
    found: dict[str | None, int] = {}
    for number in range(cost):
        of = printed[number % len(printed)] if printed else None
        key = store_of(board, batteries.side, kind, of)
        found[key] = found.get(key, 0) + 1
    return found


def ammunition(board: Board, side: str, taken: Mapping[str | None, int]) -> Iterator[tuple[bool, Reason]]:
    """What a mission spends and what is left, with whether there is enough; where nobody counts it, that is for the players.

    [TCS 4.01 18.2a]
    """
    case, points = board.case, board.forces.state.points
    for what, count in taken.items():
        if what is not None:
            left = points[side, what]
            template = "{what}: {count} of {left} are spent" if count <= left else "{what}: {count} needed, and {left} left"
            yield count <= left, step(case, "18.2a", template, what=what, count=count, left=left)
        elif is_counted(board, side):
            whose = board.forces.side_name(side)
            template = "{side} has no ammunition of that type and calibre; battery fires needed: {count}"
            yield False, step(case, "18.2a", template, side=whose, count=count)
        else:
            template = "Nobody counts ammunition here; battery fires to be struck off by hand: {count}"
            yield True, step(case, "18.2a", template, count=count)


def unlike(board: Board, mission: Mission, side: str) -> Mission:
    """A mission that no other of its side on the map is written like, so that each can be told of."""
    taken = {
        replace(each.mission, is_bad=False, placed=False, observer="")
        for each in lying(board.forces.deployment)
        if each.side == side
    }
    number = 1
    while replace(mission, number=number, is_bad=False, placed=False, observer="") in taken:
        number += 1
    return replace(mission, number=number)
