"""Overruns on the map: who may overrun a hex and who may not, condition by condition, and from where it is done."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.readings import Told
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle import PROHIBITED, barred_from, battle_of, combat
from core.rules.operations.battle_detail import ATTACKS, BARRED, AttackersDetail, FoughtDetail, NearUnit, Proposal
from core.rules.operations.board import Board
from core.rules.operations.fought import OVERRUN, declared, overruns_once
from core.rules.operations.movement import (
    Journey,
    asked_before,
    asked_of,
    before_of,
    journey,
    mode_of,
    once,
    over_limit,
    told_way,
)
from core.rules.operations.movement_detail import Condition, OverrunDetail
from core.rules.operations.near import attacking_side, judged_of
from core.rules.operations.proposals import going, work_of
from core.rules.operations.rules import Asked, Mover
from core.rules.operations.tolls import in_parts, in_points
from core.rules.operations.zones import SIDES

ALLOWED = "allowed"
WHO = "overrun.units"
"""The question of who may overrun a hex."""

COMBAT = ("modifiers", "shifts", "roll_modifier", "roll")
"""What is asked of the combat of an overrun beside who fights."""


@dataclass(frozen=True, slots=True)
class Source:
    """A hex beside a target that all units of a stack can come to, with what the dearest way costs, what is left to the one
    with the least, and how much would be above the stacking limit there. `edge` is the hexside to the target, 6 × hex +
    direction."""

    number: int
    edge: int
    spent: Fraction
    left: Fraction
    over: int


@dataclass(frozen=True)
class OverrunRules:
    """A series' rules of overruns.

    `section` says what an overrun is, `units_once` and `hexes_once` that units overrun and hexes are overrun once in a phase,
    `hidden` that strengths are added up when it is declared. `before` are the conditions that movers meet where they stand,
    `beside` those of the hex that they come to (None for none), and of the target from there; `cost` is what the overrun itself
    costs from it. `afterwards` tells what becomes of them, `proposes` it as edits. `takes` are parameters of the combat that
    are asked of an overrun as well, `gives` those that every overrun has.
    """

    section: str
    units_once: str
    hexes_once: str
    hidden: str
    before: Callable[[Board, Sequence[Mover], Asked], Iterable[Condition]]
    beside: Callable[[Board, Sequence[Unit], int, Source | None], Iterable[Condition]]
    cost: Callable[[Board, Sequence[Unit], Source | None], Fraction]
    afterwards: Callable[[Board, Sequence[Unit], OverrunDetail], Iterable[Reason]]
    proposes: Callable[[Board, Sequence[Unit], OverrunDetail], Iterable[Proposal]] = field(
        default=lambda board, units, detail: ()
    )
    takes: tuple[str, ...] = COMBAT
    gives: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class _Weighed:
    """Units that would overrun a hex: how each moves, every condition, and the best hex beside it with what it costs there."""

    journeys: tuple[Journey, ...]
    conditions: tuple[Condition, ...]
    source: Source | None
    cost: Fraction

    @property
    def possible(self) -> bool:
        """Whether no condition is known to fail."""
        return all(each.met is not False for each in self.conditions)

    def but(self, reasons: Iterable[Reason]) -> "_Weighed":
        """The same where units do not attack from there, for these reasons."""
        return replace(self, conditions=(*self.conditions, *(Condition("attack", False, why) for why in reasons)))


def overrun(board: Board, rules: OverrunRules, given: Mapping[str, Any]) -> Ruling:
    """Whether units may overrun a hex, every condition with its reason; from where, and with what odds. Raises WrongUse."""
    units, target, _ = stack_of(board, given)
    mode = mode_of(board, given.get("mode") or "")
    before = before_of(board, given, mode)
    asked = asked_before(asked_of(board, units, mode, given), units, before)
    weighed = _weigh(board, rules, units, target, asked, given)
    weighed = weighed.but(_unfit(board, units, weighed.source, target)) if weighed.possible else weighed
    source, journeys, possible = weighed.source, weighed.journeys, weighed.possible
    detail = told_of(board, units, target, mode.id, weighed)
    detail = replace(detail, spent_before=max(each.spent for each in asked))
    said = [reason for each in journeys for reason in each.mover.reasons]
    said += [each.reason for each in before.values() if each.reason is not None]
    said += told_way(board, slowest(journeys, source), detail.way, detail.spent, True) if source is not None else ()
    said += [each.reason for each in weighed.conditions]
    if source is not None:
        said.append(_sum(board, rules, detail))
    if source is not None and possible and shows_odds(board, target):
        odds = fought_from(board, units, source.number, given, rules.takes, **rules.gives)
        detail, possible = replace(detail, odds=odds), odds.verdict != PROHIBITED
        said += odds.reasons
        board.consulted.add(odds.charts)
    elif possible:
        said.append(Reason(board.ref(rules.hidden), "Strengths are added up when the overrun is declared"))
    if possible:
        said += rules.afterwards(board, units, detail)
        detail = replace(detail, proposals=_leading(detail, tuple(rules.proposes(board, units, detail))))
    verdict = ALLOWED if possible else PROHIBITED
    value = detail.spent + detail.cost if source is not None else None
    return Ruling("overrun", board.case.ruleset.id, verdict, value, tuple(once(said)), detail, board.consulted.charts)


def _leading(detail: OverrunDetail, proposals: tuple[Proposal, ...]) -> tuple[Proposal, ...]:
    """What is proposed after an overrun, with what follows from the roll of its combat; they have to stand beside the hex."""
    fought = detail.odds.detail if detail.odds is not None else None
    leads = fought.proposals if isinstance(fought, FoughtDetail) and fought.losses is not None else ()
    if not leads or detail.approach is not None:
        return proposals
    if not proposals:
        return leads
    return tuple(replace(lead, label=each.label, edits=(*each.edits, *lead.edits)) for each in proposals for lead in leads)


def overrunners(board: Board, rules: OverrunRules, given: Mapping[str, Any]) -> Ruling:
    """Every unit that may overrun a hex, from wherever it comes, and those near it that may not, each with why. Raises
    WrongUse."""
    target = board.number(given["to"])
    place, ref = board.net.hexes[target], board.ref(rules.section)
    side = attacking_side(board, (target,), given.get("side") or "")
    there = tuple(unit for unit in board.at.get(target, ()) if unit.side != side)
    told: dict[str, object] = {"side": board.forces.side_name(side), "hex": place}
    if not there:
        why = Reason(ref, "No enemy of {side} is in {hex}", told, (place,))
        return Ruling(WHO, board.case.ruleset.id, "empty", 0, (why,), AttackersDetail(place, (), ()), board.consulted.charts)
    mode = mode_of(board, given.get("mode") or "")
    before = before_of(board, given, mode)
    named = {unit.id for unit in board.units(given.get("units") or ())}
    units, fit = list[NearUnit](), list[Unit]()
    held = [(board.net.hexes[number].distance(place), unit.id, unit) for number, unit in board.of(side)]
    for far, id_, unit in sorted(held, key=lambda each: each[:2]):
        asked = asked_before(Asked(mode.id, moved=frozenset((id_,))), (unit,), before)
        weighed = _weigh(board, rules, (unit,), target, asked, {}, _declared_with(board, unit, target))
        weighed = weighed.but(_unfit(board, (unit,), weighed.source, target, True)) if weighed.possible else weighed
        if weighed.possible:
            fit.append(unit)
            units.append(NearUnit(id_, ATTACKS, (_may(board, rules, unit, target, weighed),)))
        elif far <= board.battle.near(board) or id_ in named:
            failed = tuple(each.reason for each in weighed.conditions if each.met is False)
            units.append(NearUnit(id_, BARRED, failed))
    units.sort(key=lambda each: each.role == BARRED)
    template = "{units} may overrun {hex}" if fit else "No unit of {side} may overrun {hex}"
    said = [Reason(ref, template, {**told, "units": names(fit, 12)}, (place,), {"units": len(fit)})]
    said += [reason for each in units for reason in each.reasons]
    detail = AttackersDetail(place, tuple(unit.id for unit in there), tuple(units))
    verdict = "attackers" if fit else "none"
    return Ruling(WHO, board.case.ruleset.id, verdict, len(fit), tuple(once(said)), detail, board.consulted.charts)


def _declared_with(board: Board, unit: Unit, target: int) -> tuple[Unit, ...]:
    """The stack of a unit that is declared to overrun a hex, the unit among it; none where it is not."""
    place = board.net.hexes[target]
    stacks = (each.units for each in declared(board, OVERRUN) if place in each.against and unit.id in each.units)
    return tuple(found for id_ in next(stacks, ()) if (found := board.forces.unit(id_)) is not None)


def _may(board: Board, rules: OverrunRules, unit: Unit, target: int, weighed: _Weighed) -> Reason:
    """That a unit may overrun a hex, and what that leaves to it."""
    assert weighed.source is not None
    source, goal = board.net.hexes[weighed.source.number], board.net.hexes[target]
    points = {"spent": amount(weighed.source.spent), "cost": amount(weighed.cost)}
    left = amount(weighed.source.left - weighed.cost)
    told: dict[str, object] = {"unit": unit.name, "hex": goal, "source": source, **points, "left": left}
    template = "{unit} overruns {hex} from {source}: {spent} to come there and {cost} for the overrun leave {left}"
    return Reason(board.ref(rules.section), template, told, (source, goal))


def _weigh(
    board: Board,
    rules: OverrunRules,
    units: Sequence[Unit],
    target: int,
    asked: Sequence[Asked],
    given: Mapping[str, Any],
    stack: Sequence[Unit] = (),
) -> _Weighed:
    """Every condition of an overrun, from the hex that is named or the one that fails the fewest; something is asked of each
    unit. `stack` are those with which they overrun, where they are judged by themselves."""
    movers = tuple(board.rules.mover(board, unit, each) for unit, each in zip(units, asked, strict=True))
    conditions = [*rules.before(board, movers, asked[0])]
    conditions += overruns_once(board, stack or units, target, rules.units_once, rules.hexes_once)
    source, journeys = None, tuple(journey(board, mover, each) for mover, each in zip(movers, asked, strict=True))
    if len({mover.start for mover in movers}) == 1:

        def failing(each: Source) -> int:
            return sum(not condition.met for condition in rules.beside(board, units, target, each))

        source = chosen(board, sources(board, journeys, units, target), target, given, failing)
        conditions += rules.beside(board, units, target, source)
    return _Weighed(journeys, tuple(conditions), source, rules.cost(board, units, source))


def _unfit(
    board: Board, units: Sequence[Unit], source: Source | None, target: int, joining: bool = False
) -> tuple[Reason, ...]:
    """Why units do not attack a hex from where they overrun it, whatever strengths there are; none where they may. `joining`
    says that others may attack with them."""
    if source is None:
        return ()
    ids = tuple(unit.id for unit in units)
    # Attacks of the phase are counted by themselves, and overruns are no such attacks.
    forces = board.forces
    idle = replace(forces, state=replace(forces.state, declared=(), fought=()))
    unfought = Board(board.case, board.force_rules, board.rules, idle)
    there = unfought.with_units(dict.fromkeys(ids, source.number))
    if joining:
        judged = (judged_of(there, unit, (target,)) for unit in there.units(ids))
        return tuple(once(why for each in judged if each.role == BARRED for why in each.reasons))
    return tuple(once(barred_from(there, battle_of(there, {"units": ids, "to": (board.net.hexes[target],)}))))


def sources(board: Board, journeys: Sequence[Journey], units: Sequence[Unit], target: int) -> Iterator[Source]:
    """The hexes beside a target that units can come to with the points that they have, the hex where they stand included."""
    net, found = board.net, [each.reached() for each in journeys]
    moving = {unit.id for unit in units}
    for direction in range(SIDES):
        number = net.near[SIDES * target + direction]
        if number < 0 or any(number not in each.spent or number in each.minimum for each in found):
            continue
        spent = max(in_points(each.spent[number]) for each in found)
        left = min(one.mover.allowance - in_points(each.spent[number]) for one, each in zip(journeys, found, strict=True))
        others = [unit for unit in board.at.get(number, ()) if unit.id not in moving and unit.side == units[0].side]
        edge = SIDES * number + (direction + 3) % SIDES
        yield Source(number, edge, spent, left, over_limit(board, units, others))


def chosen(
    board: Board, found: Iterable[Source], target: int, given: Mapping[str, Any], failing: Callable[[Source], int]
) -> Source | None:
    """The hex to overrun from: the named one, else that which fails the fewest conditions, of these the cheapest. Raises
    WrongUse for one that is not beside the target."""
    some = list(found)
    if given.get("from") is not None:
        wanted = board.number(given["from"])
        if board.net.hexes[wanted].distance(board.net.hexes[target]) != 1:
            raise WrongUse(f"from: {board.label(wanted)} is not adjacent to {board.label(target)}.")
        some = [each for each in some if each.number == wanted]
    return min(some, key=lambda each: (failing(each), each.spent, each.number), default=None)


def slowest(journeys: Sequence[Journey], source: Source | None) -> Journey:
    """That of several movers to which the way to a hex leaves the least."""
    if source is None:
        return journeys[0]
    return min(journeys, key=lambda each: in_parts(each.mover.allowance) - each.reached().spent[source.number])


def told_of(board: Board, units: Sequence[Unit], target: int, mode: str, weighed: _Weighed) -> OverrunDetail:
    """What a ruling on an overrun carries, without the combat."""
    ids, goal, source = tuple(unit.id for unit in units), board.net.hexes[target], weighed.source
    if source is None:
        return OverrunDetail(ids, goal, None, mode, weighed.conditions, cost=weighed.cost)
    theirs = slowest(weighed.journeys, source)
    way = tuple(theirs.steps(theirs.reached().path(source.number)))
    place, left = board.net.hexes[source.number], source.left - weighed.cost
    detail = OverrunDetail(ids, goal, place, mode, weighed.conditions, way, source.spent, weighed.cost, left)
    return replace(detail, approach=_approach(board, units, source)) if way else detail


def _approach(board: Board, units: Sequence[Unit], source: Source) -> Proposal:
    """That units go to the hex that they overrun from."""
    label = f"Move {names(units)} to {board.label(source.number)}"
    return Proposal(label, going(work_of(board), units, board.net.hexes[source.number], label))


def _sum(board: Board, rules: OverrunRules, detail: OverrunDetail) -> Reason:
    """What the way and the overrun come to."""
    points = detail.spent + detail.cost
    told = {"hex": detail.source, "spent": amount(detail.spent), "cost": amount(detail.cost), "points": amount(points)}
    hexes = (detail.source,) if detail.source is not None else ()
    return Reason(board.ref(rules.section), "From {hex}: {spent} and {cost} for the overrun, together {points}", told, hexes)


def fought_from(
    board: Board, units: Sequence[Unit], number: int, given: Mapping[str, Any], takes: Iterable[str] = COMBAT, **gives: Any
) -> Ruling:
    """The combat of units as if they stood in a hex, by its number: that of the series, as any other. Raises WrongUse.

    `takes` are parameters that it takes over, `gives` are those that every overrun has.
    """
    ids = tuple(unit.id for unit in units)
    asked = {name: given[name] for name in takes if given.get(name) is not None} | gives
    return combat(_standing(board, units, number), {"units": ids, "to": (given["to"],), **asked}, OVERRUN)


def _standing(board: Board, units: Sequence[Unit], number: int) -> Board:
    """The board with units in a hex, by its number."""
    ids = tuple(unit.id for unit in units)
    there = board.kept(("standing in", ids, number), lambda: board.with_units(dict.fromkeys(ids, number)))
    return there.under(board.case)


def of_combat(ruling: Ruling, told: Told) -> tuple[str, ...]:
    """What the combat of an overrun comes to, by what `told` makes of a combat; nothing where strengths are not added up."""
    fought = ruling.detail.odds if isinstance(ruling.detail, OverrunDetail) else None
    return told(fought) if fought is not None else ()


def shows_odds(board: Board, target: int) -> bool:
    """Whether strengths in the target may be added up: always, but in play with others only where something is declared on
    it."""
    state, place = board.forces.state, board.net.hexes[target]
    return not state.in_play or state.alone or any(place in each.against for each in state.declared)


def stack_of(board: Board, given: Mapping[str, Any]) -> tuple[tuple[Unit, ...], int, tuple[Unit, ...]]:
    """The units that overrun, the number of their target, and the enemies in it. Raises WrongUse."""
    if not given.get("units") or given.get("to") is None:
        raise WrongUse("Give the units that overrun and their target, units=… to=…, or the points target=… adjacent=… alone.")
    units = board.units(given["units"])
    if not units or len({unit.side for unit in units}) > 1:
        raise WrongUse("units: name units of one side.")
    target = board.number(given["to"])
    defenders = tuple(unit for unit in board.at.get(target, ()) if unit.side != units[0].side)
    if not defenders:
        raise WrongUse(f"to: no enemy of {board.forces.side_name(units[0].side)} is in {board.label(target)}.")
    return units, target, defenders
