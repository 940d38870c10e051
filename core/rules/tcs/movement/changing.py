"""Changes of mode, mounting and dismounting on the map, with what each costs [TCS 4.01 4.1, 6.16c, 20.2d, 24.1a-b, 24.2c-d].

Every unit of a stack is asked for all that it could change; what is legal is proposed with its price in movement points and
what is left then. What units have spent in the phase before is told with the question, as it is for moves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.model.edits.piece_edits import mounted, unloaded
from core.model.state import LOADING, READIED, STIRRED, Declared
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.movement import Before, before_of, mode_of
from core.rules.operations.proposals import work_of
from core.rules.tcs.forces.counters import DUG_IN_MARK, FIRED_MARK, ON_FOOT, in_move_mode, kind_of
from core.rules.tcs.forces.modes import in_mode
from core.rules.tcs.forces.mounting import carriers_beside, refusal
from core.rules.tcs.forces.units import CARRIER, FIRE, MOVE, PARALYZED, SUPPRESSED, VEHICLE
from core.rules.tcs.forces.walking import BY_FOOT, own_allowance, walks, way_of
from core.rules.tcs.movement.going import IN_IMPULSES, MARCH
from core.rules.tcs.movement.stirring import changing_costs, counted_by, loading_costs, spent_on_changes
from core.rules.tcs.procedures.carriers import impulse_points
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, step
from core.rules.tcs.watch.acted import bars_stirring
from core.rules.tcs.watch.already import has_breached

FREE = Fraction(0)
OF_MODE, OF_CARRIER = "mode", "carrier"
CHANGES = (OF_MODE, OF_CARRIER)
"""What can be meant: changes of mode, or of what carries."""


@dataclass(frozen=True, slots=True)
class Price:
    """The movement points that a change costs a unit: of how many that it prints, and how many it has spent before. A change
    `by_impulse` may take a whole impulse of its vehicles in their place."""

    unit: Unit
    points: Fraction
    printed: Fraction
    spent: Fraction = FREE
    by_impulse: bool = False

    @property
    def left(self) -> Fraction:
        """What is left after it; below 0 where it does not last."""
        return self.printed - self.spent - self.points


@dataclass(frozen=True, eq=False)
class Change:
    """Something that a unit could change: what it is called, what it costs whom by which rule, and the edit that does it; why
    it may not, or what else is to be said of it. `what` is how it is remembered, None for not at all."""

    name: str
    unit: Unit
    section: str
    prices: tuple[Price, ...]
    edit: Callable[[], Edit]
    bars: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    what: str | None = None


def change_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Every change of mode and of carrier that the units of a hex may make, with its price. Raises WrongUse.
    [TCS 4.01 4.1, 20.2d, 24.1a-b, 24.2c-d]"""
    place = given["to"]
    there = board.at.get(board.number(place), ())
    if not there:
        raise WrongUse(f"to: nobody stands in {board.forces.box.label(place)}.")
    named = board.units(given["units"]) if given.get("units") else there
    strange = [unit for unit in named if unit not in there]
    if strange:
        raise WrongUse(f"units: {names(strange)} do not stand in {board.forces.box.label(place)}.")
    mode = mode_of(board, given.get("mode") or "")
    before = before_of(board, given, mode, there)
    meant = given.get("change") or ""
    changes = [each for unit in named for each in changes_of(board, unit, mode.id, before, meant)]
    able = [each for each in changes if not each.bars]
    said = list(_phase(board, named))
    said += [reason for each in able for reason in (_told(board, each), *each.notes)]
    said += [reason for unit in named for reason in _why_none(unit, changes)]
    if not changes and meant == OF_CARRIER:
        said.append(step(board.case, "24.1b", "Nobody in {hex} could get onto or off what carries", hex=place))
    chosen = {unit.id for unit in named}
    parts = tuple(
        Part(unit.id, place, any(each.unit is unit for each in able), unit.id in chosen, next(_why_none(unit, changes), None))
        for unit in (named if given.get("units") else there)
    )
    proposals = (*_together(board, able), *(_proposed(board, each) for each in able))
    found = {TARGET: frozenset({place})}
    detail = ProcedureDetail({}, proposals=proposals, parts=parts, units="units", place="to", hexes=found)
    verdict = ALLOWED if able else PROHIBITED
    return Ruling("mode.at", board.case.ruleset.id, verdict, len(able), tuple(said), detail, board.consulted.charts)


def _proposed(board: Board, change: Change) -> Proposal:
    return Proposal(_label(change), (change.edit(),), attempt=_attempt(board, change, (change.unit,)))


def _attempt(board: Board, change: Change, units: Sequence[Unit]) -> Declared | None:
    """A change as it is remembered: what it has cost, and that nobody fires an action after one into Fire Mode.
    [TCS 4.01 4.1, 13.1b, 14.1g, 20.2d, 24.1b]"""
    if change.what is None or not board.forces.state.moment.side:
        return None
    ids = dict.fromkeys(unit.id for unit in (*units, *(each.unit for each in change.prices)))
    return made_in_play(board, Declared(units[0].side, tuple(ids), (board.net.hexes[board.place(units[0])],), change.what))


def changes_of(board: Board, unit: Unit, mode: str, before: Mapping[str, Before], meant: str = "") -> Iterator[Change]:
    """All that a unit could change, or those alone that are `meant`, with why not. [TCS 4.01 4.1, 24.1, 24.2c]"""
    modes = _modes(board, unit, mode, before) if meant != OF_CARRIER else ()
    carriers = _carriers(board, unit, before) if meant != OF_MODE else ()
    for each in (*modes, *carriers):
        yield replace(each, bars=(*each.bars, *(why for price in each.prices for why in _too_dear(board, each, price))))


def _too_dear(board: Board, change: Change, price: Price) -> Iterator[Reason]:
    """That a unit has not the points for a change. [TCS 4.01 20.0c, 20.2b, 20.2d]"""
    points = impulse_points(board.case, price.printed)
    if price.left >= 0 or (price.by_impulse and points.used(price.spent) < points.count):
        return
    told = {"unit": price.unit.name, "points": price.points, "left": max(price.printed - price.spent, FREE)}
    yield step(board.case, change.section, "{unit} has {left} points left, and it costs {points}", **told)


# Modes --------------------------------------------------------------------------------------------------------------------


def mode_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit does not change its mode, whatever it has left. [TCS 4.01 4.1c, 14.1c, 14.1g, 16.1g, 21.3, 24.1b]"""
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    held = next((each for each in (PARALYZED, SUPPRESSED, FIRED_MARK) if each in marks), "")
    if held:
        state = "marked Fired" if held == FIRED_MARK else held
        template = "{unit} is {state}, so that only a retreat lets it change its mode"
        yield step(board.case, "4.1c", template, unit=unit.name, state=state)
    if unit.piece is not None and unit.piece.on:
        yield step(board.case, "24.1b", "{unit} is carried and stays in Move Mode", unit=unit.name)
    yield from has_breached(board, unit)
    yield from bars_stirring(board, unit, int(kind_of(board.case.ruleset, unit).category == VEHICLE), anew=True)


def _modes(board: Board, unit: Unit, mode: str, before: Mapping[str, Before]) -> Iterator[Change]:
    """The changes of mode that there are for a unit as it lies. [TCS 4.01 4.1a-b, 20.2d, 24.2c-d]"""
    bars = tuple(mode_bars(board, unit))
    if in_move_mode(unit):
        yield _mode_change(board, unit, FIRE, mode, before, (*bars, *_with_passengers(board, unit)))
        yield from _other_way(board, unit, before, bars)
        return
    own = unit.flag("carrier.integrated")
    by_wheels = way_of(board.case.ruleset, unit, MARCH).own_carrier
    if not own or by_wheels:
        yield _mode_change(board, unit, MOVE, mode, before, bars)
    if own and walks(unit):
        yield _mode_change(board, unit, MOVE, BY_FOOT, before, bars)


def _mode_change(
    board: Board, unit: Unit, to: str, mode: str, before: Mapping[str, Before], bars: tuple[Reason, ...]
) -> Change:
    way = way_of(board.case.ruleset, unit, mode)
    on_foot = mode == BY_FOOT
    own = unit.flag("carrier.integrated")
    cost, section = changing_costs(board, unit, way, to)
    drives = kind_of(board.case.ruleset, unit).category == VEHICLE
    price = Price(unit, cost, counted_by(board, way), _spent(board, unit, before), by_impulse=drives and to == FIRE)
    name = f"into {to} Mode" + (" on foot" if own and on_foot else " with its carrier" if own and to == MOVE else "")
    notes = []
    if drives and to == FIRE and mode in IN_IMPULSES:
        notes.append(step(board.case, "20.2d", "{unit}: in impulses it takes a whole one", unit=unit.name))
    if to == MOVE and unit.piece is not None and DUG_IN_MARK in unit.piece.marks:
        notes.append(step(board.case, "6.16c", "{unit} is Dug In no longer once it is in Move Mode", unit=unit.name))
    if to == FIRE:
        template = "{unit} fires no Suppressive Fire Action in this phase, and none at points in this phase or impulse"
        notes.append(step(board.case, "14.1g", template, unit=unit.name))

    def edit() -> Edit:
        return _pieces(board, {unit.id: in_mode(board.case.ruleset, unit, to, on_foot=on_foot)}, f"Into {to} Mode")

    return Change(
        name, unit, section, (price,), edit, bars, tuple(notes), what=READIED if to == FIRE else STIRRED if cost else None
    )


def _with_passengers(board: Board, unit: Unit) -> Iterator[Reason]:
    """That a carrier has somebody with it: who is carried stays in Move Mode, and it with them. [TCS 4.01 24.1b]"""
    if kind_of(board.case.ruleset, unit).category != CARRIER:
        return
    has = [each for id_ in board.forces.deployment.carried(unit.id) if (each := board.forces.unit(id_)) is not None]
    if has:
        template = "{unit} has {others} with it, who stay in Move Mode as long as they are carried"
        yield step(board.case, "24.1b", template, unit=unit.name, others=names(has))


def _other_way(board: Board, unit: Unit, before: Mapping[str, Before], bars: tuple[Reason, ...]) -> Iterator[Change]:
    """That a unit in Move Mode goes on foot from now on, or with its own carrier; in one phase it goes one way alone.
    [TCS 4.01 24.2b, 24.2c]"""
    ruleset = board.case.ruleset
    if not unit.flag("carrier.integrated") or unit.piece is None or not walks(unit):
        return
    on_foot = unit.piece.mode.casefold().endswith(ON_FOOT)
    fresh = replace(unit, piece=replace(unit.piece, mode=""))
    if not on_foot and not way_of(ruleset, fresh, MARCH).own_carrier:
        return
    state = board.forces.state
    moved = state.moment.side == unit.side and unit.id in state.moved
    if moved or _spent(board, unit, before):
        template = "{unit} has gone in this phase, in which it goes either on foot or with its carrier"
        bars = (*bars, step(board.case, "24.2c", template, unit=unit.name))
    piece = in_mode(ruleset, unit, MOVE, on_foot=not on_foot)
    name = "with its carrier from now on" if on_foot else "on foot from now on"
    yield Change(name, unit, "24.2c", (), lambda: _pieces(board, {unit.id: piece}, "Another way to move"), bars)


def _pieces(board: Board, pieces: Mapping[str, Piece], label: str) -> Edit:
    return ChangePieces(label, work_of(board).moved, MappingProxyType(dict(pieces)))


# Carriers -----------------------------------------------------------------------------------------------------------------


def mount_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit neither mounts nor dismounts, whatever is beside it. [TCS 4.01 17.3a, 24.1a, 24.1b]"""
    found = refusal(unit)
    if found is not None and (unit.piece is None or not unit.piece.on):
        yield step(board.case, found[0], "{unit}: {why}", unit=unit.name, why=found[1])
        return
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    held = next((each for each in (PARALYZED, SUPPRESSED) if each in marks), "")
    if held:
        yield step(board.case, "24.1b", "{unit} is {state}", unit=unit.name, state=held)


def _carriers(board: Board, unit: Unit, before: Mapping[str, Before]) -> Iterator[Change]:
    """The carriers that a unit could mount, or hitch on, or the one that it could leave. [TCS 4.01 24.1a-b, 24.1e]"""
    if kind_of(board.case.ruleset, unit).category in (VEHICLE, CARRIER) or unit.flag("carrier.integrated"):
        return
    bars = tuple(mount_bars(board, unit))
    carrier = board.forces.unit(unit.piece.on) if unit.piece is not None and unit.piece.on else None
    if carrier is not None:
        name = f"off {carrier.name}"
        fares = _fares(board, unit, carrier, before)
        yield Change(name, unit, "24.1b", fares, lambda: _unloaded(board, unit), bars, what=LOADING)
        return
    if bars and not in_move_mode(unit):
        return
    for found, why in carriers_beside(board.case, board.forces, unit):
        by = board.forces.unit(found.id)
        assert by is not None
        verb = {"tow": "behind", "ride": "onto"}.get(found.how, "into")
        fares = _fares(board, unit, by, before)
        change = Change(f"{verb} {by.name}", unit, "24.1b", fares, _mounting(board, unit, by), what=LOADING)
        yield replace(change, bars=bars or (() if found.allowed else (why,)))


def _mounting(board: Board, unit: Unit, carrier: Unit) -> Callable[[], Edit]:
    return lambda: mounted(work_of(board), (unit.id,), carrier.id)


def _unloaded(board: Board, unit: Unit) -> Edit:
    return unloaded(work_of(board), (unit.id,))


def _fares(board: Board, unit: Unit, carrier: Unit, before: Mapping[str, Before]) -> tuple[Price, ...]:
    """What mounting and dismounting cost the unit and what carries it. [TCS 4.01 24.1b]"""
    of_carrier = Fraction(way_of(board.case.ruleset, carrier, MARCH).allowance)
    return (
        Price(unit, loading_costs(board, unit), Fraction(own_allowance(board.case.ruleset, unit)), _spent(board, unit, before)),
        Price(carrier, loading_costs(board, carrier), of_carrier, _spent(board, carrier, before)),
    )


def _spent(board: Board, unit: Unit, before: Mapping[str, Before]) -> Fraction:
    """What a unit has spent in the phase on moves, as it is told, and on changes, as it is remembered."""
    return (before[unit.id].points if unit.id in before else FREE) + spent_on_changes(board, unit, MARCH)


# What is said of it -------------------------------------------------------------------------------------------------------


def _phase(board: Board, some: Sequence[Unit]) -> Iterator[Reason]:
    moment = board.forces.state.moment
    if moment.side and any(unit.side != moment.side for unit in some):
        side = board.forces.side_name(moment.side)
        yield step(board.case, "4.1", "The phase is that of {side}: units change mode in that of their own side", side=side)


def _told(board: Board, change: Change) -> Reason:
    """A change with what it costs and leaves."""
    if not change.prices:
        return step(board.case, change.section, "{unit} {change}: free", unit=change.unit.name, change=change.name)
    parts = ", ".join(f"{each.unit.name} {_price(each)}" for each in change.prices)
    return step(board.case, change.section, "{unit} {change}: {parts}", unit=change.unit.name, change=change.name, parts=parts)


def _price(price: Price) -> str:
    if not price.points:
        return f"nothing of {amount(price.printed)} points"
    if price.left < 0:
        return f"a whole impulse of {amount(price.printed)} points"
    return f"{amount(price.points)} of {amount(price.printed)} points, {amount(price.left)} left"


def _points(points: Fraction) -> str:
    return f"{amount(points)} point{'' if points <= 1 else 's'}"


def _label(change: Change) -> str:
    priced = [each for each in change.prices if each.points and each.left >= 0]
    cost = ", ".join(f"{each.unit.name} {_points(each.points)}" for each in priced)
    if [each.unit for each in priced] == [change.unit]:
        cost = _points(priced[0].points)
    whole = " (an impulse)" if any(each.left < 0 for each in change.prices) else ""
    return f"{change.unit.name} {change.name}" + (f" ({cost})" if cost else whole)


def _why_none(unit: Unit, changes: Sequence[Change]) -> Iterator[Reason]:
    """Why a unit changes nothing: what bars each of its changes, where all of them are barred."""
    own = [each for each in changes if each.unit is unit]
    if own and all(each.bars for each in own):
        yield from {(why.rule, why.template, tuple(why.values.items())): why for each in own for why in each.bars[:1]}.values()


def _together(board: Board, able: Sequence[Change]) -> Iterator[Proposal]:
    """What all units of the stack that can may do at once: the same change of mode. [TCS 4.01 4.1]"""
    for mode in (MOVE, FIRE):
        alike = {each.unit.id: each for each in reversed(able) if each.name.startswith(f"into {mode} Mode")}
        if len(alike) > 1:
            pieces: dict[str, Piece] = {}
            for each in reversed(tuple(alike.values())):
                edit = each.edit()
                assert isinstance(edit, ChangePieces)
                pieces |= {id_: piece for id_, piece in edit.pieces.items() if piece is not None}
            units = [each.unit for each in reversed(tuple(alike.values()))]
            attempt = _attempt(board, next(iter(alike.values())), units)
            edits = (_pieces(board, pieces, f"Into {mode} Mode"),)
            yield Proposal(f"All into {mode} Mode: {names(units)}", edits, attempt=attempt)
