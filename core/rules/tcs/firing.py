"""Fire at a hex of the map: who may take part and who may not, what it comes to, chances and a roll [TCS 4.01 7.1, 9-14].

Where data flows::

    hex ──> targets, as the procedures count them ─┐
    each unit of the other side ──> may it fire ───┼──> lines of sight, observers ──> firers ──> area or point fire
    ground ──> combat classes, hexsides passed ────┘            └──> spotted, cross fire, smoke, light
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail, Wanted
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.tcs.area_shifts import CROSSFIRE, is_low
from core.rules.tcs.by_orders import Act, consequences, is_barred, orders_of_units
from core.rules.tcs.counters import unit_of
from core.rules.tcs.cover import classes_under_fire
from core.rules.tcs.crossfire import pair
from core.rules.tcs.fire import ACTION, SUPPRESSIVE, area_fire_of, prohibitions
from core.rules.tcs.going import MARCH
from core.rules.tcs.point_fire import point_fire_of
from core.rules.tcs.reckoning import NO, PROHIBITED, YES, step
from core.rules.tcs.spotting import TERRAIN
from core.rules.tcs.strength import MORTAR
from core.rules.tcs.units import VEHICLE
from core.rules.tcs.units import Unit as Counted
from core.rules.tcs.watching import Ground, Step, Watch, in_sight, observed, ranged, spotted_to, watch_on

NOBODY = "nobody"
SUPPRESSIVE_FIRE, POINT_FIRE = "suppressive", "point"
FIRES = (SUPPRESSIVE_FIRE, POINT_FIRE)
_ACTS: Mapping[str, Act] = {SUPPRESSIVE_FIRE: "suppressive", POINT_FIRE: "point"}
_OCCASIONS = {SUPPRESSIVE_FIRE: SUPPRESSIVE, POINT_FIRE: ACTION}


@dataclass(frozen=True)
class _Firer:
    """A unit that might take part: where it stands, as the procedures count it with its range, and why it may not."""

    number: int
    unit: Unit
    counted: Counted
    why: tuple[Reason, ...]
    spots: bool = False


def fire_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who may fire at a hex, and what that comes to: all who may, or those who are named. Raises WrongUse.

    [TCS 4.01 7.1, 9.1, 11.0, 12.0, 13.1, 14.1]
    """
    place, fire = given["to"], given.get("fire") or SUPPRESSIVE_FIRE
    number = board.number(place)
    there = board.at.get(number, ())
    if not there:
        raise WrongUse(f"to: nobody stands in {board.forces.box.label(place)}.")
    watch = watch_on(board, there[0].side, MARCH)
    targets = tuple(unit_of(watch.case.ruleset, unit, there) for unit in there if unit.side == watch.side)
    aimed = Step(number, number, along=False, targets=targets)
    every = tuple(_firers(watch, aimed, fire))
    chosen = board.units(given["units"]) if given.get("units") else ()
    firers = _those(board, every, chosen)
    said = list(_told(board, place, firers, every, chosen))
    barred = [reason for each in firers for reason in each.why[:1]]
    taking = {each.unit.id for each in firers if not each.why}
    parts = tuple(_part(board, each, each.unit.id in taking) for each in every)
    if chosen and barred:
        return _ruling(board, PROHIBITED, said, place, parts)
    if not firers:
        return _ruling(board, NOBODY, said, place, parts)
    ruling = _resolved(watch, aimed, fire, firers, given)
    return _told_as_step(board, ruling, said, place, parts, given)


def _part(board: Board, firer: _Firer, takes: bool) -> Part:
    why = firer.why[0] if firer.why else None
    return Part(firer.unit.id, board.net.hexes[firer.number], not firer.why, takes, why)


def _ruling(board: Board, verdict: str, said: Sequence[Reason], place: Hex, parts: tuple[Part, ...]) -> Ruling:
    detail = ProcedureDetail(parts=parts, facts={}, units="units", place="to", hexes={TARGET: frozenset({place})})
    return Ruling("fire.at", board.case.ruleset.id, verdict, 0, tuple(said), detail, board.consulted.charts)


def _told_as_step(
    board: Board, ruling: Ruling, said: Sequence[Reason], place: Hex, parts: tuple[Part, ...], given: Mapping[str, Any]
) -> Ruling:
    """A fire as a step of its procedure: the roll that it waits for, or what comes of it. [TCS 4.01 10.0, 13.1, 17.0b]"""
    found = ruling.detail if isinstance(ruling.detail, Facts) else Facts({})
    rolls = found.tables and given.get("roll") is None and ruling.verdict == READ
    wanted = (Wanted("roll", "11..66", f"fire at {board.forces.box.label(place)}"),) if rolls else ()
    detail = ProcedureDetail(
        facts=found.facts,
        tables=found.tables,
        parts=parts,
        units="units",
        place="to",
        hexes={TARGET: frozenset({place})},
        wanted=wanted,
    )
    return replace(ruling, question="fire.at", reasons=(*said, *ruling.reasons), detail=detail)


def _those(board: Board, every: Sequence[_Firer], chosen: Sequence[Unit]) -> tuple[_Firer, ...]:
    """The firers that are meant: those named, else all who may. Raises WrongUse for one who is none of the other side."""
    if not chosen:
        return tuple(each for each in every if not each.why)
    known = {each.unit.id: each for each in every}
    strange = [unit for unit in chosen if unit.id not in known]
    if strange:
        raise WrongUse(f"units: {names(strange)} cannot fire there at all; firers are armed enemies of those in the hex.")
    return tuple(known[unit.id] for unit in chosen)


# Who may fire -------------------------------------------------------------------------------------------------------------


def _firers(watch: Watch, aimed: Step, fire: str) -> Iterator[_Firer]:
    """Every armed unit of the other side, with why it may not fire, as far as there is a reason."""
    units = [unit for stack in watch.stacks for unit, _ in stack.units]
    orders = {each.unit.id: each for each in orders_of_units(watch.case, watch.board.forces, units)}
    for stack in watch.stacks:
        for unit, counted in ranged(watch, stack, aimed):
            why = list(_own_reasons(watch, unit, counted, fire))
            ordered = orders.get(unit.id)
            if ordered is not None and is_barred(ordered, _ACTS[fire]):
                why += consequences(watch.case, ordered, _ACTS[fire])
            spots = False
            if not why:
                spots, unseen = _sight(watch, stack.number, unit, counted, aimed, fire)
                why += unseen
            yield _Firer(stack.number, unit, counted, tuple(why), spots)


def _own_reasons(watch: Watch, unit: Unit, counted: Counted, fire: str) -> Iterator[Reason]:
    """Why a unit fires nowhere so, whatever it sees. [TCS 4.01 9.1c-e, 12.0, 13.1b, 14.1c, 14.1i, 20.0a]"""
    case, state = watch.case, watch.board.forces.state
    if fire == POINT_FIRE and not counted.point:
        yield step(case, "12.0", "{unit}: no point firer", unit=unit.name)
        return
    for each in prohibitions(case, (counted,), _OCCASIONS[fire]):
        yield Reason(each.rule, each.template, {**each.values, "unit": unit.name}, numbers=each.numbers)
    has_moved = state.moment.side == unit.side and unit.id in state.moved
    if has_moved and not (fire == POINT_FIRE and counted.kind.category == VEHICLE):
        section = "14.1c" if fire == POINT_FIRE else "20.0a"
        yield step(case, section, "{unit}: it has moved in this phase", unit=unit.name)


def _sight(watch: Watch, number: int, unit: Unit, counted: Counted, aimed: Step, fire: str) -> tuple[bool, list[Reason]]:
    """Whether a unit, or who observes for it, spots the hex; and why it cannot fire there. [TCS 4.01 7.1b-d, 9.1b, 24.3a]"""
    case, ground = watch.case, Ground(classes_under_fire(watch.board, aimed.into, number))
    if counted.kind.name == MORTAR:
        seen = [watch.sees(here, aimed.into) for here, _ in watch.observers(unit)]
        if True in seen:
            return observed(watch, unit, aimed, ground) is True, []
        unsure = "{unit}: whether anybody who observes for it sees the hex cannot be decided here"
        template = unsure if None in seen else "{unit}: nobody who observes for it sees the hex"
        return False, [step(case, "24.3a", template, unit=unit.name)]
    sees = watch.sees(number, aimed.into)
    if sees is not True:
        unsure = "{unit}: whether it sees the hex cannot be decided here"
        return False, [step(case, "9.1b", "{unit}: it does not see the hex" if sees is False else unsure, unit=unit.name)]
    spotted = in_sight(watch, number, aimed, ground, spotted_to(watch, aimed, ground, (counted,))) is True
    if fire == POINT_FIRE and not spotted:
        return False, [step(case, "14.1a", "{unit}: it does not spot the target", unit=unit.name)]
    return spotted, []


# What it comes to ---------------------------------------------------------------------------------------------------------


def _resolved(watch: Watch, aimed: Step, fire: str, firers: Sequence[_Firer], given: Mapping[str, Any]) -> Ruling:
    """The fire of some units, by the procedure that it has. [TCS 4.01 11.0, 12.0]"""
    board, case = watch.board, watch.case
    hexes = tuple(dict.fromkeys(each.number for each in firers))
    classes = {found for number in hexes for found in classes_under_fire(board, aimed.into, number)}
    others = dict.fromkeys(word for number in hexes for word in watch.others(number, aimed.into))
    asked: dict[str, Any] = {"occasion": _OCCASIONS[fire], "terrain": tuple(sorted(classes, key=TERRAIN.index))}
    low = [each for each in firers if is_low(each.counted)]
    if _crosses(watch, aimed, low):
        others[CROSSFIRE] = None
    asked |= {"others": tuple(others)} | ({"roll": given["roll"]} if given.get("roll") is not None else {})
    counted = [each.counted for each in firers]
    if fire == SUPPRESSIVE_FIRE:
        asked["spotted"] = YES if any(each.spots for each in firers) else NO
        return area_fire_of(case, board.consulted, counted, aimed.targets, asked)
    points = [each for each in aimed.targets if each.target[:1] != "A"]
    if not points:
        why = step(case, "14.1a", "Only men are in the hex: point fire needs a point target or a B-target")
        return Ruling("fire.at", case.ruleset.id, PROHIBITED, 0, (why,), Facts({}), board.consulted.charts)
    return point_fire_of(case, board.consulted, counted, points, asked)


def _crosses(watch: Watch, aimed: Step, low: Sequence[_Firer]) -> bool:
    """Whether two firers at low trajectory make a cross fire. [TCS 4.01 11.4]"""
    hexes = watch.board.net.hexes
    places = dict.fromkeys(hexes[each.number] for each in low if each.number != aimed.into)
    return any(pair(watch.case, hexes[aimed.into], one, other).qualifies for one, other in combinations(places, 2))


def _told(
    board: Board, place: Any, firers: Sequence[_Firer], every: Sequence[_Firer], chosen: Sequence[Unit]
) -> Iterator[Reason]:
    """Who takes part, hex by hex, and why others do not."""
    hexes = board.net.hexes
    stacks: dict[int, list[_Firer]] = {}
    for each in firers:
        if not each.why:
            stacks.setdefault(each.number, []).append(each)
    for number, some in stacks.items():
        told = {"from": hexes[number], "away": hexes[number].distance(place), "units": names(each.unit for each in some)}
        yield Reason(board.ref("13.1e"), "{from}, {away} hexes away: {units}", told, (hexes[number],))
    meant = {unit.id for unit in chosen}
    for each in every:
        if each.why and (not meant or each.unit.id in meant):
            yield replace(each.why[0], hexes=(hexes[each.number],))
