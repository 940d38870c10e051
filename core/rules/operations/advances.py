"""The hexes that units may enter after a combat, and how far each may go."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import Advanced, AdvanceDetail, Proposal, UnitAdvance
from core.rules.operations.movement import once
from core.rules.operations.passage import Passage, crossing_to, direction_to, overstack
from core.rules.operations.proposals import going, work_of
from core.rules.operations.zones import SIDES

if TYPE_CHECKING:
    from core.rules.operations.board import Board

MOST_PROPOSALS = 40


@dataclass(frozen=True, slots=True)
class Advance:
    """What is asked of an advance: the hex that became empty, the hexes that the result had its units retreat, the way that
    they went (numbers of hexes, the first behind the target), whether it was an overrun or a breakthrough, and the result as it
    is printed, where that is told."""

    target: int
    hexes: int
    path: tuple[int, ...] = ()
    overrun: bool = False
    breakthrough: bool = False
    result: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """How many hexes a unit may advance, and why not more."""

    hexes: int
    reason: Reason


@dataclass(frozen=True)
class AdvanceRules:
    """A series' rules of advances.

    `bars` are reasons for which a unit does not advance at all; `length` says how far it may; `enters` why it may not go into a
    hex from the last of those that it has gone through, None where it may, `stops` why it goes no further. `must` says that
    units have to enter the hex, or by which reading they need not; None where nothing binds them. A series where the way
    of the retreat counts `follows` it. `nobody` says that a result lets nobody advance, whoever is gone.
    """

    section: str
    bars: Callable[["Board", Unit, Advance], Iterator[Reason]]
    length: Callable[["Board", Unit, Advance], Stretch]
    enters: Callable[["Board", Passage, tuple[int, ...], int, Advance], Reason | None]
    stops: Callable[["Board", Unit, tuple[int, ...], Advance], Reason | None]
    must: Callable[["Board", Advance], tuple[bool, Reason] | None]
    follows: bool = False
    nobody: Callable[["Board", Advance], bool] = field(default=lambda board, asked: False)


def advance(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """Who may advance how far, and where to. Raises WrongUse."""
    units, asked = _units(board, given), asked_of(board, given)
    rules, place = board.battle.advances, board.net.hexes[asked.target]
    staying = tuple(unit for unit in board.at.get(asked.target, ()) if unit.side != units[0].side)
    said = list(_held(board, staying, asked))
    each = tuple(advance_of(board, unit, asked) for unit in units)
    going_units = tuple(unit for unit, found in zip(units, each, strict=True) if found.hexes)
    over = overstack(board, asked.target, going_units) if going_units else 0
    said += [reason for found in each for reason in found.reasons]
    if over:
        told = {"hex": place, "over": over}
        stacking = board.ref(board.force_rules.sections.stacking)
        said.append(Reason(stacking, "With all of them {hex} would be over its limit by {over}", told, (place,)))
    must = rules.must(board, asked)
    if must is not None:
        said.append(must[1])
    verdict = "occupied" if staying else "advance" if going_units else "none"
    proposals = () if staying else tuple(_proposals(board, units, each, over))
    detail = AdvanceDetail(place, asked.hexes, each, over, must is not None and must[0], proposals)
    count = len({found.hex for one in each for found in one.hexes})
    said.insert(0, Reason(board.ref(rules.section), *_summary(board, going_units, asked, count)))
    return Ruling("advance", board.case.ruleset.id, verdict, count, tuple(once(said)), detail, board.consulted.charts)


def asked_of(board: "Board", given: Mapping[str, Any]) -> Advance:
    """What is asked of an advance, from the parameters of a question. Raises WrongUse."""
    path: tuple[Hex, ...] = given.get("path") or ()
    result, losses = given.get("result") or "", board.battle.losses
    if result and losses.read(result) is None:
        raise WrongUse(f'result: "{result}" is no result such as {losses.such_as}.')
    return Advance(
        board.number(given["target"]),
        max(0, (given.get("hexes") or 0) - (given.get("paid") or 0)),
        tuple(board.number(place) for place in path),
        given.get("overrun") == "yes",
        given.get("breakthrough") == "yes",
        result,
    )


def advance_of(board: "Board", unit: Unit, asked: Advance) -> UnitAdvance:
    """How far one unit may advance, and where to: every way of its length, hexes by the first way that leads there."""
    rules, start = board.battle.advances, board.place(unit)
    bars = tuple(rules.bars(board, unit, asked))
    if bars:
        return UnitAdvance(unit.id, 0, (), bars)
    stretch, passage = rules.length(board, unit, asked), Passage(board, (unit,))
    reasons = [stretch.reason]
    towards = direction_to(board, start, asked.target)
    why = rules.enters(board, passage, (start,), asked.target, asked) if towards is not None else _apart(board, unit, asked)
    if why is not None or stretch.hexes < 1:
        return UnitAdvance(unit.id, stretch.hexes, (), (why,) if why is not None else tuple(reasons))
    found: dict[int, tuple[int, ...]] = {}
    ways: list[tuple[int, ...]] = [(start, asked.target)]
    while ways:
        farther: dict[int, tuple[int, ...]] = {}
        for way in ways:
            found.setdefault(way[-1], way[1:])
            stop = rules.stops(board, unit, way, asked)
            if stop is not None or len(way) > stretch.hexes:
                reasons += [stop] if stop is not None and len(way) <= stretch.hexes else []
                continue
            for edge in range(SIDES * way[-1], SIDES * way[-1] + SIDES):
                near = board.net.near[edge]
                if near < 0 or near in way[1:] or near in found or near in farther:
                    continue
                if rules.enters(board, passage, way, near, asked) is None:
                    farther[near] = (*way, near)
        ways = list(farther.values())
    hexes = tuple(
        Advanced(board.net.hexes[number], tuple(board.net.hexes[n] for n in way), overstack(board, number, (unit,)))
        for number, way in found.items()
    )
    return UnitAdvance(unit.id, stretch.hexes, hexes, tuple(reasons))


def enters(board: "Board", passage: Passage, way: tuple[int, ...], near: int, asked: Advance) -> Reason | None:
    """Why a hex is not entered: enemies or terrain that is closed; the hex that was fought for is taken to be empty."""
    direction = direction_to(board, way[-1], near)
    if direction is None or passage.opens(way[-1], direction):
        return None
    crossing = crossing_to(board, way[-1], near)
    if near != asked.target or near not in passage.enemies or crossing is None:
        return passage.bar(way[-1], direction)
    if board.rules.reaches(board, board.rules.zone_class(passage.units[0]), crossing):
        return None
    return passage.journeys[0].tolls(SIDES * way[-1] + direction).off.barred


def _units(board: "Board", given: Mapping[str, Any]) -> tuple[Unit, ...]:
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that took part.")
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: those that advance are of one side.")
    return units


def _apart(board: "Board", unit: Unit, asked: Advance) -> Reason:
    place = board.net.hexes[asked.target]
    return Reason(
        board.ref(board.battle.advances.section), "{unit} is not adjacent to {hex}", {"unit": unit.name, "hex": place}, (place,)
    )


def _held(board: "Board", staying: Sequence[Unit], asked: Advance) -> Iterator[Reason]:
    if staying:
        place = board.net.hexes[asked.target]
        told = {"units": names(staying), "hex": place}
        template = "{hex} is not empty, and what follows holds once it is: {units}"
        yield Reason(board.ref(board.battle.advances.section), template, told, (place,))


def _summary(
    board: "Board", units: Sequence[Unit], asked: Advance, count: int
) -> tuple[str, dict[str, object], tuple[Hex, ...], dict[str, int]]:
    place = board.net.hexes[asked.target]
    told: dict[str, object] = {"units": names(units), "hex": place, "count": count}
    template = "{units} may advance into {hex}; in all {count} hexes are open" if units else "Nobody may advance into {hex}"
    return template, told, (place,), {"hexes": count}


def _proposals(board: "Board", units: Sequence[Unit], each: Sequence[UnitAdvance], over: int) -> Iterator[Proposal]:
    """All together into the hex where they fit, then each unit into each hex in which it fits, but for a way back to where it
    stands."""
    work, made = work_of(board), 0
    moving = [unit for unit, found in zip(units, each, strict=True) if found.hexes]
    target = next((found.hexes[0].hex for found in each if found.hexes), None)
    if target is not None and len(moving) > 1 and not over:
        label = f"Advance together into {board.forces.box.label(target)}"
        yield Proposal(label, going(work, moving, target, label))
    for unit, found in zip(units, each, strict=True):
        for place in found.hexes:
            if place.over or made >= MOST_PROPOSALS or place.hex == board.net.hexes[board.place(unit)]:
                continue
            label = f"Advance {unit.name} into {board.forces.box.label(place.hex)}"
            yield Proposal(label, going(work, (unit,), place.hex, label))
            made += 1
