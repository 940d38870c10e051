"""Overruns on the map [New SCS Movement phase, Overruns, Exploitation phase; else SCS 1.6 6.0-6.1e]."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.model.edits.piece_edits import marked
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.new_scs import combat
from core.rules.new_scs.battle import capable, closed_to_overruns
from core.rules.new_scs.going import EXPLOITATION, EXPLOITING, MOVEMENT, PHASE, UNREADY, class_of, entered
from core.rules.new_scs.movement import OVERRUNS, overrun_points
from core.rules.operations.battle import PROHIBITED
from core.rules.operations.battle_detail import Proposal
from core.rules.operations.board import Board
from core.rules.operations.movement_detail import Condition, OverrunDetail
from core.rules.operations.overruns import OverrunRules, Source, of_combat
from core.rules.operations.overruns import overrun as weighed
from core.rules.operations.proposals import work_of
from core.rules.operations.rules import Asked, Mover
from core.rules.operations.tolls import Toll

COMBAT = ("white", "red", "intelligence")
"""What is asked of its combat beside who fights."""
HEXES = "SCS 1.6 6.1b, which it builds on"
HIDDEN, STACKS = "SCS 1.6 Fog of War, which it builds on", "SCS 1.6 6.1e, which it builds on"


def overrun(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether units may overrun a hex, every condition with its reason; from where, and with what odds. [New SCS Overruns]"""
    return weighed(board, OVERRUN_RULES, given)


def before(board: Board, movers: Sequence[Mover], asked: Asked) -> Iterator[Condition]:
    """What must hold of the units: one stack, which may overrun, in a phase for it. [New SCS Movement phase, Overruns]"""
    units = tuple(mover.unit for mover in movers)
    ref, told = board.ref, {"units": names(units)}
    together = len({mover.start for mover in movers}) == 1
    template = "In one hex, as one stack: {units}" if together else "Not in one hex, and only one stack overruns: {units}"
    yield Condition("together", together, Reason(ref(OVERRUNS), template, told))
    in_phase = asked.mode in (MOVEMENT, EXPLOITATION)
    section = EXPLOITING if asked.mode == EXPLOITATION else PHASE
    template = "Units overrun in this phase" if in_phase else "Units overrun in the Movement and the Exploitation Phase alone"
    yield Condition("phase", in_phase, Reason(ref(section), template))
    unfit, who = capable(board, units)
    yield Condition("who", not unfit, who)
    barred = [reason for mover in movers for reason in mover.barred]
    for reason in barred:
        yield Condition("moves", False, reason)
    if not barred:
        yield Condition("moves", True, Reason(ref(PHASE), "{units} may move in this phase", told))


def beside(board: Board, units: Sequence[Unit], target: int, source: Source | None) -> Iterator[Condition]:
    """What must hold of the hex beside the target, and of the target from there. [New SCS Overruns; SCS 1.6 6.1e]"""
    goal, ref = board.net.hexes[target], board.ref
    if source is None:
        reason = Reason(ref(OVERRUNS), "The units come to no hex beside {hex}", {"hex": goal}, (goal,))
        yield Condition("points", False, reason)
        return
    place = board.net.hexes[source.number]
    points, toll = _cost(board, units, source)
    if toll.barred is not None:
        yield Condition("target", False, board.told(toll.barred, target))
    parts = ", ".join(f"{item.name} {amount(item.value)}" for item in toll.items)
    told: dict[str, object] = {"hex": place, "goal": goal, "left": amount(source.left), "cost": amount(points), "parts": parts}
    template = "In {hex} {left} points are left; the overrun costs {cost}, the terrain of {goal} among it ({parts})"
    template = template if parts and not _is_flat(board) else "In {hex} {left} points are left; the overrun costs {cost}"
    numbers = {"left": source.left, "cost": points}
    yield Condition("points", source.left >= points, Reason(ref(OVERRUNS), template, told, (place, goal), numbers))
    yield _terrain(board, target, source)
    over = {"hex": place, "over": source.over}
    template = "{hex} keeps to the stacking limit with the units"
    template = template if not source.over else "{hex} would be {over} above its limit"
    yield Condition("stacking", not source.over, Reason(ref(STACKS), template, over, (place,)))


def _is_flat(board: Board) -> bool:
    return overrun_points(board.case, board.consulted, Fraction(0)) == overrun_points(board.case, board.consulted, Fraction(1))


def cost(board: Board, units: Sequence[Unit], source: Source | None) -> Fraction:
    """What an overrun costs out of a hex; nothing out of none. [New SCS Movement phase, Overruns]"""
    return _cost(board, units, source)[0] if source is not None else Fraction(0)


def _cost(board: Board, units: Sequence[Unit], source: Source) -> tuple[Fraction, Toll]:
    """What the overrun costs the unit to which the target is dearest: its terrain, with the hexside before it, and 2 more.

    Roads and zones count for nothing. [New SCS Overruns]
    """
    crossing = board.net.crossings[board.net.crossing[source.edge]]
    found = [entered(board, class_of(unit), Fraction(unit.whole("movement")), crossing).off for unit in units]
    dearest = next((toll for toll in found if toll.barred is not None), None) or max(found, key=lambda toll: toll.points)
    return overrun_points(board.case, board.consulted, dearest.points), dearest


def _terrain(board: Board, target: int, source: Source) -> Condition:
    """Whether the terrain of the target, or the hexside before it, bars overruns. [New SCS Movement phase, Overruns]"""
    barred, why = closed_to_overruns(board, board.net.crossings[board.net.crossing[source.edge]], target)
    return Condition("terrain", not barred, why)


def afterwards(board: Board, units: Sequence[Unit], detail: OverrunDetail) -> Iterator[Reason]:
    """What an overrun obliges to and leads to. [New SCS Movement phase, Overruns, Exploitation phase]"""
    goal, ref = detail.target, board.ref
    told: dict[str, object] = {"hex": goal, "left": str(detail.left), "units": names(units)}
    template = "If {hex} becomes empty, the units enter it, go on with {left} points if they like, and do not overrun again"
    yield Reason(ref(PHASE), template, told, (goal,), {"left": detail.left})
    yield Reason(ref(OVERRUNS), "If {hex} does not become empty, their movement is over", told, (goal,))
    if detail.mode == EXPLOITATION:
        yield Reason(ref(EXPLOITING), "Having overrun in exploitation, they become unready: {units}", told)


def proposes(board: Board, units: Sequence[Unit], detail: OverrunDetail) -> Iterator[Proposal]:
    """That units which overrun in exploitation become unready. [New SCS Exploitation phase]"""
    if detail.mode == EXPLOITATION:
        edit = marked(work_of(board), tuple(unit.id for unit in units), UNREADY)
        yield Proposal(f"Mark {names(units)} unready", (edit,))


def of_overrun(ruling: Ruling) -> tuple[str, ...]:
    """What a ruling on an overrun comes to, its combat among it."""
    if ruling.verdict == PROHIBITED:
        return (ruling.verdict,)
    return (ruling.verdict, f"{ruling.value} points", *of_combat(ruling, combat.told))


OVERRUN_RULES = OverrunRules(
    section=OVERRUNS,
    units_once=OVERRUNS,
    hexes_once=HEXES,
    hidden=HIDDEN,
    before=before,
    beside=beside,
    cost=cost,
    afterwards=afterwards,
    proposes=proposes,
    takes=COMBAT,
    gives=MappingProxyType({"overrun": "yes"}),
)
"""What New SCS says of overruns."""
