"""Overruns on the map [SCS 1.6 4.0a, 6.0-6.2b]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.analysis.hex_net import NOTHING, Crossing
from core.base.amounts import amount
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.movement_detail import Condition, OverrunDetail
from core.rules.operations.overruns import OverrunRules, Source, of_combat
from core.rules.operations.overruns import overrun as weighed
from core.rules.operations.rules import Asked, Mover
from core.rules.operations.tolls import Toll
from core.rules.scs import combat
from core.rules.scs.movement import EXPLOITATION, RULES_CHART, class_of, entered

OVERRUN, MOST = "Overrun", "Most for the terrain of an overrun"
ENTRY, MUST, BY_CHOICE = "overrun.entry", "must_enter", "by_choice"
TARGET, HEX_ALONE = "overrun.target_cost", "hex_alone"


def overrun(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether units may overrun a hex, every condition with its reason; from where, and with what odds. [SCS 1.6 6.0-6.2b]"""
    return weighed(board, OVERRUN_RULES, given)


def before(board: Board, movers: Sequence[Mover], asked: Asked) -> Iterator[Condition]:
    """What must hold when the phase begins: one stack, in no enemy zone, that moves in this phase. [SCS 1.6 6.0, 6.0b, 6.1a]"""
    units = tuple(mover.unit for mover in movers)
    told: dict[str, object] = {"units": names(units)}
    together = len({(mover.start, asked.began.get(mover.unit.id, mover.start)) for mover in movers}) == 1
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


def beside(board: Board, units: Sequence[Unit], target: int, source: Source | None) -> Iterator[Condition]:
    """What must hold of the hex beside the target, and of the target from there. [SCS 1.6 4.0a, 6.0, 6.0c, 6.1d, 6.1e]"""
    goal = board.net.hexes[target]
    if source is None:
        reason = Reason(board.ref("6.0"), "The units come to no hex beside {hex}", {"hex": goal}, (goal,))
        yield Condition("points", False, reason)
        return
    place, points = board.net.hexes[source.number], cost(board, units, source)
    told: dict[str, object] = {"hex": place, "left": amount(source.left), "cost": amount(points)}
    template = "In {hex} {left} points are left; the overrun costs {cost}"
    yield Condition("points", source.left >= points, Reason(board.ref("6.0"), template, told, (place,)))
    yield _target(board, units, target, source)
    told = {"hex": place, "over": source.over}
    template = (
        "{hex} keeps to the stacking limit with the units" if not source.over else "{hex} would be {over} above its limit"
    )
    yield Condition("stacking", not source.over, Reason(board.ref("6.1e"), template, told, (place,)))


def cost(board: Board, units: Sequence[Unit], source: Source | None) -> Fraction:
    """What an overrun costs wherever it is made. [SCS 1.6 6.0]"""
    return board.consulted.number(RULES_CHART, OVERRUN, "points")


def _target(board: Board, units: Sequence[Unit], target: int, source: Source) -> Condition:
    """What the target would cost the slowest of the units to enter, without roads and zones. [SCS 1.6 6.0c, 6.1d]"""
    most = board.consulted.number(RULES_CHART, MOST, "points")
    crossing = board.net.crossings[board.net.crossing[source.edge]]
    goal = board.net.hexes[target]
    tolls = _tolls(board, units, crossing)
    closed = next((toll.barred for toll in tolls if toll.barred is not None), None)
    if closed is not None:
        return Condition("target", False, board.told(closed, target))
    if board.case.choices.get(TARGET) == HEX_ALONE:
        tolls = _tolls(board, units, replace(crossing, sides=NOTHING))
    dearest: Toll = max(tolls, key=lambda toll: toll.points)
    parts = ", ".join(f"{item.name} {amount(item.value)}" for item in dearest.items)
    told = {"hex": goal, "parts": parts, "points": amount(dearest.points), "most": amount(most)}
    template = "{hex} would cost {points} to enter without roads and zones ({parts}); {most} is the most for an overrun"
    reason = Reason(board.ref("6.0c"), template, told, (goal,), {"points": dearest.points, "most": most})
    return Condition("target", dearest.points <= most, reason)


def _tolls(board: Board, units: Sequence[Unit], crossing: Crossing) -> list[Toll]:
    """What a step costs each of some units across country."""
    return [entered(board, class_of(unit), Fraction(unit.whole("movement")), crossing).off for unit in units]


def of_overrun(ruling: Ruling) -> tuple[str, ...]:
    """What a ruling on an overrun comes to, its combat among it."""
    return (ruling.verdict, f"{ruling.value} points", *of_combat(ruling, combat.told))


def afterwards(board: Board, units: Sequence[Unit], detail: OverrunDetail) -> Iterator[Reason]:
    """What an overrun obliges to, and ends. [SCS 1.6 6.0a, 6.2a, 10.0d]"""
    goal = detail.target
    yield Reason(board.ref("6.2a"), "Whatever comes of it, the overrun ends the regular movement of the units")
    must = board.case.choices.get(ENTRY) == MUST
    template = "If {hex} becomes empty, the units enter it" if must else "If {hex} becomes empty, the units may enter it"
    yield Reason(board.ref("6.2a"), template, {"hex": goal}, (goal,))
    other = BY_CHOICE if must else MUST
    yield reading_reason(board.case, ENTRY, other, "entering it is by choice" if must else "they must enter it", (goal,))


OVERRUN_RULES = OverrunRules(
    section="6.0",
    units_once="6.1b",
    hexes_once="6.1b",
    hidden="Fog of War",
    before=before,
    beside=beside,
    cost=cost,
    afterwards=afterwards,
)
"""What SCS says of overruns."""
