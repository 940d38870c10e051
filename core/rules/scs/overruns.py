"""Overruns on the map [SCS 1.6 4.0a, 6.0-6.2b]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import overruns_once
from core.rules.operations.movement import asked_of, journey, mode_of, once, told_way
from core.rules.operations.movement_detail import Condition, OverrunDetail
from core.rules.operations.overruns import Source, chosen, fought_from, shows_odds, slowest, sources, stack_of, told_of
from core.rules.operations.rules import Asked, Mover
from core.rules.operations.tolls import Toll
from core.rules.scs.movement import EXPLOITATION, RULES_CHART, class_of, entered

ALLOWED, PROHIBITED = "allowed", "prohibited"
OVERRUN, MOST = "Overrun", "Most for the terrain of an overrun"
ENTRY, MUST, BY_CHOICE = "overrun.entry", "must_enter", "by_choice"


def overrun(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether units may overrun a hex, every condition with its reason; from where, and with what odds. [SCS 1.6 6.0-6.2b]"""
    units, target, _ = stack_of(board, given)
    asked = asked_of(board, units, mode_of(board, given.get("mode") or ""), given)
    movers = tuple(board.rules.mover(board, unit, asked) for unit in units)
    cost = board.consulted.number(RULES_CHART, OVERRUN, "points")
    conditions = [*_before(board, movers, asked), *overruns_once(board, units, target, "6.1b", "6.1b")]
    source, journeys = None, tuple(journey(board, mover, asked) for mover in movers)
    if len({mover.start for mover in movers}) == 1:
        found = sources(board, journeys, units, target)
        source = chosen(
            board, found, target, given, lambda each: sum(not met.met for met in _from(board, units, target, each, cost))
        )
        conditions += _from(board, units, target, source, cost)
    detail = told_of(board, units, target, asked.mode, conditions, journeys, source, cost)
    said = [reason for mover in movers for reason in mover.reasons]
    said += told_way(board, slowest(journeys, source), detail.way, detail.spent, True) if source is not None else ()
    said += [each.reason for each in conditions]
    possible = all(each.met is not False for each in conditions)
    if source is not None:
        said.append(_sum(board, detail))
    if source is not None and possible and shows_odds(board, target):
        odds = fought_from(board, units, source.number, given)
        detail, possible = replace(detail, odds=odds), odds.verdict != PROHIBITED
        said += odds.reasons
        board.consulted.add(odds.charts)
    elif possible:
        said.append(Reason(board.ref("Fog of War"), "Strengths are added up when the overrun is declared"))
    if possible:
        said += _afterwards(board, target)
    verdict = ALLOWED if possible else PROHIBITED
    value = detail.spent + cost if source is not None else None
    return Ruling("overrun", board.case.ruleset.id, verdict, value, tuple(once(said)), detail, board.consulted.charts)


def _before(board: Board, movers: Sequence[Mover], asked: Asked) -> Iterator[Condition]:
    """What must hold when the phase begins: one stack, in no enemy zone, that moves in this phase. [SCS 1.6 6.0, 6.0b, 6.1a]"""
    units = tuple(mover.unit for mover in movers)
    told: dict[str, object] = {"units": names(units)}
    together = len({mover.start for mover in movers}) == 1
    template = "{units} began their movement together" if len(units) > 1 else "{units} overruns alone"
    template = template if together else "{units} did not begin their movement in one stack"
    yield Condition("together", together, Reason(board.ref("6.0"), template, told))
    began = sorted({asked.began.get(mover.unit.id, mover.start) for mover in movers})
    zone = [number for number in began if number in board.enemy_zones(movers[0].side).hexes]
    places = tuple(board.net.hexes[number] for number in zone or began)
    template = "{units} began the phase in an enemy zone, in {hex}" if zone else "{units} began the phase in no enemy zone"
    yield Condition("zone", not zone, Reason(board.ref("6.0"), template, {**told, "hex": places[0]}, places))
    barred = [reason for mover in movers for reason in mover.barred]
    for reason in barred:
        yield Condition("moves", False, reason)
    if not barred:
        section = "6.1a" if asked.mode == EXPLOITATION else "6.0"
        yield Condition("moves", True, Reason(board.ref(section), "{units} may move in this phase", told))


def _from(board: Board, units: Sequence[Unit], target: int, source: Source | None, cost: Fraction) -> Iterator[Condition]:
    """What must hold of the hex beside the target, and of the target from there. [SCS 1.6 4.0a, 6.0, 6.0c, 6.1d, 6.1e]"""
    goal = board.net.hexes[target]
    if source is None:
        reason = Reason(board.ref("6.0"), "The units come to no hex beside {hex}", {"hex": goal}, (goal,))
        yield Condition("points", False, reason)
        return
    place = board.net.hexes[source.number]
    told: dict[str, object] = {"hex": place, "left": amount(source.left), "cost": amount(cost)}
    template = "In {hex} {left} points are left; the overrun costs {cost}"
    yield Condition("points", source.left >= cost, Reason(board.ref("6.0"), template, told, (place,)))
    yield _target(board, units, target, source)
    told = {"hex": place, "over": source.over}
    template = (
        "{hex} keeps to the stacking limit with the units" if not source.over else "{hex} would be {over} above its limit"
    )
    yield Condition("stacking", not source.over, Reason(board.ref("6.1e"), template, told, (place,)))


def _target(board: Board, units: Sequence[Unit], target: int, source: Source) -> Condition:
    """What the target would cost the slowest of the units to enter, without roads and zones. [SCS 1.6 6.0c, 6.1d]"""
    most = board.consulted.number(RULES_CHART, MOST, "points")
    crossing = board.net.crossings[board.net.crossing[source.edge]]
    goal = board.net.hexes[target]
    tolls = [entered(board, class_of(unit), Fraction(unit.whole("movement")), crossing).off for unit in units]
    closed = next((toll for toll in tolls if toll.barred is not None), None)
    if closed is not None and closed.barred is not None:
        return Condition("target", False, board.told(closed.barred, target))
    dearest: Toll = max(tolls, key=lambda toll: toll.points)
    parts = ", ".join(f"{item.name} {amount(item.value)}" for item in dearest.items)
    told = {"hex": goal, "parts": parts, "points": amount(dearest.points), "most": amount(most)}
    template = "{hex} would cost {points} to enter without roads and zones ({parts}); {most} is the most for an overrun"
    reason = Reason(board.ref("6.0c"), template, told, (goal,), {"points": dearest.points, "most": most})
    return Condition("target", dearest.points <= most, reason)


def _sum(board: Board, detail: OverrunDetail) -> Reason:
    points = detail.spent + detail.cost
    told = {"hex": detail.source, "spent": amount(detail.spent), "cost": amount(detail.cost), "points": amount(points)}
    hexes = (detail.source,) if detail.source is not None else ()
    return Reason(board.ref("6.0"), "From {hex}: {spent} and {cost} for the overrun, together {points}", told, hexes)


def _afterwards(board: Board, target: int) -> Iterator[Reason]:
    """What an overrun obliges to, and ends. [SCS 1.6 6.0a, 6.2a, 10.0d]"""
    goal = board.net.hexes[target]
    yield Reason(board.ref("6.2a"), "Whatever comes of it, the overrun ends the regular movement of the units")
    must = board.case.choices.get(ENTRY) == MUST
    template = "If {hex} becomes empty, the units enter it" if must else "If {hex} becomes empty, the units may enter it"
    yield Reason(board.ref("6.2a"), template, {"hex": goal}, (goal,))
    other = BY_CHOICE if must else MUST
    yield reading_reason(board.case, ENTRY, other, "entering it is by choice" if must else "they must enter it", (goal,))
