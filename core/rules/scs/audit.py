"""What SCS wants looked after at the end of phases, beside stacks [SCS 1.6 2.0a, 2.1b, 2.1f, 2.1h, 3.3b, 6.1f, 11.0b,
12.0, 12.1]."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import cast

from core.base.counted import counted
from core.model.edits.state_edits import ChangeState
from core.rules.kernel.findings import LOOK, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.move_checks import strangers, told
from core.rules.kernel.phase_checks import Check, PhaseEnd
from core.rules.operations.board import Board, NetTables
from core.rules.operations.points import points_key
from core.rules.operations.supply_checks import supply_checked
from core.rules.scs.barraging import AIR, WHAT
from core.rules.scs.movement import BY_GAME, FREE, MINIMUM, WHO
from core.rules.scs.system import OPERATIONS


def supply(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units of the side whose phase it is, judged for supply. [SCS 1.6 12.0, 12.1a]"""
    units = [unit for _, unit in end.standing(end.side)]
    yield from supply_checked(end, OPERATIONS, "12.0, 12.1a", units)


def movers(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in a phase of the other side. [SCS 1.6 3.3b]"""
    yield from strangers(end, "3.3b")


def exploiters(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that have moved in the Exploitation Phase and do not exploit, or began it in an enemy zone.

    By the other reading of 3.1e those that exploit may have moved one hex out of a zone. [SCS 1.6 2.1b, 11.0a, 11.0b]
    """
    went = list(end.moved(end.side)) if end.side else []
    if not went:
        return
    board = Board(cast(NetTables, end.case), end.rules, OPERATIONS, end.before)
    zones, choices = board.enemy_zones(end.side), end.case.choices
    for each in went:
        yield None
        unit, start, place = each
        if not unit.flag("exploitation") and choices.get(WHO) != BY_GAME:
            yield told(end, [each], "11.0a", "in the Exploitation Phase and does not exploit")
        elif start in board.net.index and not (choices.get(MINIMUM) == FREE and start.distance(place) == 1):
            enemies = (end.before.unit(id_) for id_ in zones.into(board.number(start)))
            enemy = next((each for each in enemies if each is not None), None)
            if enemy is not None:
                yield told(end, [each], "2.1b, 11.0b", f"and began the phase in the zone of {enemy.name}")


def flights(end: PhaseEnd) -> Iterator[Finding | None]:
    """Air units that have barraged in the phase, and air points of their side that were not spent for them. Whether each takes
    one is a matter of the game. [SCS 1.6 2.0a, 6.1f]
    """
    yield None
    key = points_key(end.forces, end.case.ruleset.play, end.side, AIR)
    if key is None:
        return
    ids = dict.fromkeys(id_ for each in end.forces.state.fought if each.what == WHAT for id_ in each.units)
    flown = [unit for id_ in ids if (unit := end.forces.unit(id_)) is not None and unit.kind == AIR and unit.side == end.side]
    points = end.forces.state.points
    spent = end.before.state.points.get(key, points[key]) - points[key]
    owed = min(len(flown) - spent, points[key])
    if owed > 0:
        have, are = "have" if len(flown) > 1 else "has", "is" if spent == 1 else "are"
        paid = f"{counted(spent, 'air point')} {are} spent"
        text = f"{names(flown)} {have} barraged, and {paid}; the game says whether each takes one."
        edit = ChangeState("Spend air points", {"points": points.set(key, points[key] - owed)})
        yield Finding("flights", "6.1f", text, LOOK, tuple(unit.id for unit in flown), (), (edit,))


CHECKS: Mapping[str, Check] = MappingProxyType(
    {"supply": supply, "flights": flights, "movers": movers, "exploiters": exploiters}
)
"""The checks of the series, by their names in its sequence of play."""
