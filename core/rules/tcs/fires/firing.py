"""Fire at a hex of the map: who may take part and who may not, what it comes to, what a roll does.

[TCS 4.01 7.1, 9-14, 16, 24.3-24.7]

Where data flows::

    hex ──> targets, as the procedures count them ─┐
    each unit of the other side ──> may it fire ───┼──> lines of sight, observers ──> firers ──> volleys (`volleys.py`)
    what was fired in the phase (`acted.py`) ──────┘                        dice ──> what is asked then (`aftermath.py`)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.state import Declared
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.movement import once
from core.rules.tcs.fires.aftermath import (
    AT_ROLLS,
    FIRES,
    POINT,
    SUPPRESSIVE,
    asked_then,
    listed,
    own_losses,
    result_words,
)
from core.rules.tcs.fires.battery_fires import spent_by
from core.rules.tcs.fires.picture import picture
from core.rules.tcs.fires.volleys import (
    Aim,
    Circumstances,
    Firer,
    Target,
    Volley,
    at_area,
    at_points,
    best_points,
    by_guns,
    by_rolls,
    crosses,
    facts_of,
    wanted,
)
from core.rules.tcs.forces.strength import MORTAR
from core.rules.tcs.forces.units import INFANTRY, MOVE, PARALYZED
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.orders.by_orders import Act, consequences, is_barred, orders_of_units
from core.rules.tcs.procedures.at_roll import TABLE as AT_TABLE
from core.rules.tcs.procedures.fire import ACTION, NO_EFFECT, prohibitions
from core.rules.tcs.procedures.fire import SUPPRESSIVE as OF_SUPPRESSION
from core.rules.tcs.reckoning import NO, PROHIBITED, YES, step
from core.rules.tcs.sight.cover import classes_under_fire
from core.rules.tcs.sight.spotting import TERRAIN
from core.rules.tcs.watch import acted
from core.rules.tcs.watch.gun_rolls import is_gun, no_gun
from core.rules.tcs.watch.lookout import Ground, Step, Watch, shown_lit, watch_on
from core.rules.tcs.watch.watching import as_targets, in_sight, ranged, spotted_to

NOBODY = "nobody"
_ACTS: Mapping[str, Act] = {SUPPRESSIVE: "suppressive", AT_ROLLS: "suppressive", POINT: "point"}
_OCCASIONS = {SUPPRESSIVE: OF_SUPPRESSION, AT_ROLLS: OF_SUPPRESSION, POINT: ACTION}
_CALLED = {SUPPRESSIVE: acted.SUPPRESSIVE, AT_ROLLS: acted.ROLLS, POINT: acted.POINT}


@dataclass(frozen=True)
class _Order:
    """A fire that is ordered: who fires, who rolls beside it, at which points, and what was rolled."""

    fire: str
    firers: tuple[Firer, ...]
    rolling: tuple[Firer, ...]
    points: tuple[Target, ...] | None
    at_points: tuple[Target, ...]
    roll: int | None
    at_rolls: tuple[Fraction, ...]
    gun_rolls: tuple[Fraction, ...]


def fire_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who may fire at a hex, and what that comes to: all who may, or those who are named. Raises WrongUse.

    [TCS 4.01 7.1, 9.1, 11.0, 12.0, 13.1, 14.1, 16.1]
    """
    place, fire = given["to"], given.get("fire") or SUPPRESSIVE
    number = board.number(place)
    there = board.at.get(number, ())
    if not there:
        raise WrongUse(f"to: nobody stands in {board.forces.box.label(place)}.")
    watch = watch_on(board, _fired_at(board, there), MARCH)
    # Whoever puts units into a fire, or out of it, asks the same again and again.
    aim = board.kept(("aim", number, watch.side), lambda: _aim(watch, number))
    every = _every(watch, aim, fire)
    chosen = board.units(given["units"]) if given.get("units") else ()
    alone = fire == SUPPRESSIVE and given.get("at") and not chosen
    if alone:
        fire, chosen, every = AT_ROLLS, board.units(given["at"], "at"), _every(watch, aim, AT_ROLLS)
    firers = _those(board, every, chosen)
    rolling = _beside(board, _every(watch, aim, AT_ROLLS), given, fire, alone=bool(alone))
    barred = [reason for each in (*firers, *rolling) for reason in each.why[:1]]
    said = list(once((*_phase(board, watch, fire), *_told(board, place, firers, every, chosen))))
    said += [replace(each.why[0], hexes=(board.net.hexes[each.number],)) for each in rolling if each.why]
    taking = {each.unit.id for each in (*firers, *rolling) if not each.why}
    parts = tuple(_part(board, each, each.unit.id in taking) for each in every)
    if chosen and barred:
        return _ruling(board, PROHIBITED, said, place, parts)
    if not firers:
        return _ruling(board, NOBODY, said, place, parts)
    points = aim.chosen(board.units(given["targets"], "targets"), "targets") if given.get("targets") else None
    at = aim.chosen(board.units(given["at_targets"], "at_targets"), "at_targets") if given.get("at_targets") else aim.points
    rolls = tuple(given.get("at_rolls") or ()), tuple(given.get("gun_rolls") or ())
    order = _Order(fire, firers, rolling, points, at, given.get("roll"), *rolls)
    if fire != SUPPRESSIVE and not aim.points:
        section = "14.1a" if fire == POINT else "16.0"
        why = step(watch.case, section, "Only men are in the hex: there is no point target and no B-target")
        return _ruling(board, PROHIBITED, [*said, why], place, parts)
    return _answered(watch, aim, order, said, parts, at_first=given.get("at_first") != NO)


def _fired_at(board: Board, there: Sequence[Unit]) -> str:
    """The side that is fired at in a hex: not that whose phase it is, where both stand there."""
    active = board.forces.state.moment.side
    return next((unit.side for unit in there if unit.side != active), there[0].side)


def _aim(watch: Watch, number: int) -> Aim:
    targets = as_targets(watch, number)
    return Aim(Step(number, number, along=False, targets=tuple(counted for _, counted in targets)), targets)


def _part(board: Board, firer: Firer, takes: bool) -> Part:
    why = firer.why[0] if firer.why else None
    return Part(firer.unit.id, board.net.hexes[firer.number], not firer.why, takes, why)


def _ruling(board: Board, verdict: str, said: Sequence[Reason], place: Hex, parts: tuple[Part, ...]) -> Ruling:
    hexes = {TARGET: frozenset({place}), **shown_lit(board)}
    detail = ProcedureDetail(parts=parts, facts={}, units="units", place="to", hexes=hexes)
    return Ruling("fire.at", board.case.ruleset.id, verdict, 0, tuple(said), detail, board.consulted.charts)


def _those(board: Board, every: Sequence[Firer], chosen: Sequence[Unit]) -> tuple[Firer, ...]:
    """The firers that are meant: those named, else all who may. Raises WrongUse for one who is none of the other side."""
    if not chosen:
        return tuple(each for each in every if not each.why)
    known = {each.unit.id: each for each in every}
    strange = [unit for unit in chosen if unit.id not in known]
    if strange:
        raise WrongUse(f"units: {names(strange)} cannot fire there at all; firers are armed enemies of those in the hex.")
    return tuple(known[unit.id] for unit in chosen)


def _beside(board: Board, every: Sequence[Firer], given: Mapping[str, Any], fire: str, *, alone: bool) -> tuple[Firer, ...]:
    """Those who make AT rolls beside what else they or others fire. Raises WrongUse. [TCS 4.01 16.1b, 16.1c]"""
    if not given.get("at") or alone:
        return ()
    if fire != SUPPRESSIVE:
        raise WrongUse("at: AT rolls are part of Suppressive Fire Actions; with fire=rolls those who roll are named as units.")
    return _those(board, every, board.units(given["at"], "at"))


def _phase(board: Board, watch: Watch, fire: str) -> Iterator[Reason]:
    """That the phase is that of those who are fired at, who alone fire actions in it. [TCS 4.01 13.1a, 14.1]"""
    active = board.forces.state.moment.side
    if active and active == watch.side:
        template = "The phase is that of {side}: the others fire on overwatch alone, and actions in their own"
        yield Reason(board.ref("14.1" if fire == POINT else "13.1a"), template, {"side": board.forces.side_name(active)})


# Who may fire -------------------------------------------------------------------------------------------------------------


def _every(watch: Watch, aim: Aim, fire: str) -> tuple[Firer, ...]:
    """Every armed unit of the other side, with why it may not fire, as far as there is a reason."""
    return watch.board.kept(("firers", aim.step.into, watch.side, fire), lambda: tuple(_firers(watch, aim, fire)))


def _firers(watch: Watch, aim: Aim, fire: str) -> Iterator[Firer]:
    board = watch.board
    units = [unit for stack in watch.stacks for unit, _ in stack.units]
    orders = {each.unit.id: each for each in orders_of_units(watch.case, board.forces, units)}
    place, sides = board.net.hexes[aim.step.into], dict.fromkeys(unit.side for unit in units)
    section = "14.1" if fire == POINT else "13.1a"
    out = {side: tuple(acted.bars_phase(board, side, section)) for side in sides}
    hit = {side: tuple(acted.bars_hex(board, place, side)) if fire == SUPPRESSIVE else () for side in sides}
    for stack in watch.stacks:
        for unit, counted in ranged(watch, stack, aim.step):
            why = [*out[unit.side], *_own_reasons(watch, unit, counted, fire, aim)]
            ordered = orders.get(unit.id)
            if ordered is not None and is_barred(ordered, _ACTS[fire]):
                why += consequences(watch.case, ordered, _ACTS[fire])
            why += hit[unit.side]
            if why:
                yield Firer(stack.number, unit, counted, tuple(why))
                continue
            yield sighted(watch, Firer(stack.number, unit, counted), aim.step, spotting=fire != SUPPRESSIVE)


def _own_reasons(watch: Watch, unit: Unit, counted: Counted, fire: str, aim: Aim) -> Iterator[Reason]:
    """Why a unit fires nowhere so, whatever it sees. [TCS 4.01 9.0, 9.1c-e, 12.0, 13.1b, 14.1c, 14.1i, 16.1a, 20.0a]"""
    case = watch.case
    if fire == AT_ROLLS:
        yield from no_rolls(watch, unit, counted)
    elif fire == POINT and not counted.point:
        section, template = "12.0", "{unit}: no point firer"
        if is_gun(counted):
            section, template = "9.0", "{unit}: an area firer, which rolls against point targets with suppressive fire (24.5b)"
        yield step(case, section, template, unit=unit.name)
    for each in prohibitions(case, (counted,), _OCCASIONS[fire]):
        if fire != AT_ROLLS or each.rule.section == "13.1b":
            yield Reason(each.rule, each.template, {**each.values, "unit": unit.name}, numbers=each.numbers)
    yield from acted.bars_point(watch.board, unit) if fire == POINT else acted.bars_suppressive(watch.board, unit)


def no_rolls(watch: Watch, unit: Unit, counted: Counted) -> Iterator[Reason]:
    """Why a unit makes no AT rolls, in the fires of actions or on overwatch. [TCS 4.01 16.1a, 16.1d]"""
    case, told = watch.case, {"unit": unit.name}
    if counted.kind.category != INFANTRY:
        yield step(case, "16.1a", "{unit}: only infantry makes AT rolls", **told)
    elif counted.carried:
        yield step(case, "16.1a", "{unit}: {carried}, and makes no AT rolls", **told, carried=counted.carried)
    elif counted.condition == PARALYZED:
        yield step(case, "16.1a", "{unit}: paralyzed, and makes AT rolls in assaults alone", **told)
    elif counted.posture == MOVE:
        yield step(case, "16.1a", "{unit}: in Move Mode, and makes AT rolls in assaults and overruns alone", **told)
    elif (counted.range or 0) > _farthest_roll(watch):
        yield step(case, "16.1d", "{unit}: AT rolls reach {most} hex, not {range}", **told, most=1, range=counted.range)


def _farthest_roll(watch: Watch) -> int:
    """How far AT rolls reach, in hexes: the columns of their table are the hex itself and the next. [TCS 4.01 16.1d]"""
    return len(watch.board.consulted.book.chart(AT_TABLE).columns.labels) - 1


def rolling_guns(watch: Watch, aim: Aim, firers: Iterable[Firer]) -> list[Firer]:
    """Those who fire at the area and roll against point targets beside, as artillery does. [TCS 4.01 24.5b, 24.6b]"""
    targets = [counted for _, counted in aim.targets]
    return [each for each in firers if not any(no_gun(watch.case, each.unit, each.counted, targets))]


def sighted(watch: Watch, firer: Firer, aimed: Step, *, spotting: bool, ground: Ground | None = None) -> Firer:
    """A unit with whether it, or who observes for it, spots the hex, and why it cannot fire there; `spotting` says that it has
    to. [TCS 4.01 7.1b-d, 9.1b, 24.3a, 24.3e]"""
    number, unit, counted = firer.number, firer.unit, firer.counted
    ground = ground or Ground(classes_under_fire(watch.board, aimed.into, number))
    case, others = watch.case, watch.others(number, aimed.into)
    if counted.kind.name == MORTAR:
        return with_observer(watch, firer, aimed, ground, spotting=spotting)
    sees = watch.sees(number, aimed.into)
    if sees is not True:
        unsure = "{unit}: whether it sees the hex cannot be decided here"
        template = "{unit}: it does not see the hex" if sees is False else unsure
        return replace(firer, why=(step(case, "9.1b", template, unit=unit.name),))
    spotted = in_sight(watch, number, aimed, ground, spotted_to(watch, aimed, ground, (counted,))) is True
    if spotting and not spotted:
        return replace(firer, why=(step(case, "14.1a", "{unit}: it does not spot the target", unit=unit.name),))
    return replace(firer, spots=spotted, others=others)


def with_observer(watch: Watch, firer: Firer, aimed: Step, ground: Ground, *, spotting: bool) -> Firer:
    """A mortar with who observes for it: one that spots before others, in circumstances that harm its fire least.
    [TCS 4.01 7.1c, 24.3a, 24.3e]"""
    case, own = watch.case, watch.others(firer.number, aimed.into)
    found: list[tuple[bool, int, tuple[str, ...]]] = []
    unsure = False
    for here, counted in watch.observers(firer.unit):
        sees = watch.sees(here, aimed.into)
        unsure = unsure or sees is None
        if not sees:
            continue
        spots = in_sight(watch, here, aimed, ground, spotted_to(watch, aimed, ground, (counted,))) is True
        others = tuple(dict.fromkeys((*own, *watch.others(here, aimed.into))))
        found.append((spots, -len(others), others))
    if found and (best := max(found))[0] >= spotting:
        return replace(firer, spots=best[0], others=best[2])
    template = "{unit}: nobody who observes for it sees the hex"
    if found:
        template = "{unit}: nobody who observes for it spots the hex"
    elif unsure:
        template = "{unit}: whether anybody who observes for it sees the hex cannot be decided here"
    return replace(firer, why=(step(case, "24.3a", template, unit=firer.unit.name),))


# What it comes to ---------------------------------------------------------------------------------------------------------


def _answered(
    watch: Watch, aim: Aim, order: _Order, said: Sequence[Reason], parts: tuple[Part, ...], *, at_first: bool
) -> Ruling:
    """A fire as a step of its procedure: the dice that it waits for, or what comes of them. [TCS 4.01 10.0, 13.1, 14.1]"""
    board, place = watch.board, watch.board.net.hexes[aim.step.into]
    volleys = _volleys(watch, aim, order)
    first = volleys[0].ruling
    proposals: tuple[Proposal, ...] = ()
    tables = tuple(table for each in volleys if isinstance(each.ruling.detail, Facts) for table in each.ruling.detail.tables)
    side = order.firers[0].unit.side
    if not any(each.is_open for each in volleys):
        proposals = (_proposed(watch, aim, order, volleys, at_first=at_first),)
    detail = ProcedureDetail(
        facts=facts_of(volleys),
        tables=tables,
        proposals=proposals,
        parts=parts,
        units="units",
        place="to",
        hexes={TARGET: frozenset({place}), **shown_lit(board)},
        wanted=wanted(volleys, f"fire at {board.forces.box.label(place)}", side),
        outcomes=picture(board, aim, volleys, crossfire=_crosses(watch, aim, order)) if first.verdict != PROHIBITED else (),
    )
    reasons = (*said, *(reason for each in volleys for reason in each.ruling.reasons), *_armed_by(watch, order))
    verdict = READ if any(each.is_open for each in volleys) else first.verdict
    return replace(first, question="fire.at", verdict=verdict, reasons=reasons, detail=detail, charts=board.consulted.charts)


def _volleys(watch: Watch, aim: Aim, order: _Order) -> tuple[Volley, ...]:
    """The parts of a fire that is ordered. [TCS 4.01 11.0, 12.0, 16.0, 24.5b]"""
    hexes = tuple(dict.fromkeys(each.number for each in order.firers))
    classes = {found for number in hexes for found in classes_under_fire(watch.board, aim.step.into, number)}
    spotted = YES if any(each.spots for each in order.firers) else NO
    terrain = tuple(sorted(classes, key=TERRAIN.index))
    around = Circumstances(_OCCASIONS[order.fire], terrain, spotted, crossing=True)
    found: list[Volley] = []
    if order.fire == SUPPRESSIVE:
        found.append(at_area(watch, aim, order.firers, around, order.roll))
        guns = rolling_guns(watch, aim, order.firers)
        hard = tuple(each for each in (order.points or aim.points) if each[1].is_point_target)
        if order.points and guns and not hard:
            raise WrongUse("targets: guns roll against point targets alone, and none is among them (24.5b).")
        found += by_guns(watch, aim, guns, hard, order.gun_rolls)
    elif order.fire == POINT:
        points = order.points or best_points(watch, aim, order.firers, around)
        found.append(at_points(watch, aim, order.firers, points, around, order.roll))
    rolling = order.firers if order.fire == AT_ROLLS else order.rolling
    if rolling:
        found.append(by_rolls(watch, aim, rolling, order.at_points, OF_SUPPRESSION, order.at_rolls))
    # What cannot do anything to anybody comes last, so that what can gives the answer.
    return tuple(sorted(found, key=lambda each: each.ruling.verdict == NO_EFFECT))


def _armed_by(watch: Watch, order: _Order) -> Iterator[Reason]:
    """What guns on the map that fire direct spend. [TCS 4.01 24.6c]"""
    return iter(spent_by(watch.board, [each.unit for each in order.firers])[1])


def _crosses(watch: Watch, aim: Aim, order: _Order) -> bool:
    """Whether the fire is a cross fire, which shakes morale as well. [TCS 4.01 11.4, 17.2]"""
    return order.fire == SUPPRESSIVE and crosses(watch, aim, order.firers)


def _proposed(watch: Watch, aim: Aim, order: _Order, volleys: Sequence[Volley], *, at_first: bool) -> Proposal:
    """What is done by a fire that is rolled: its losses are asked, then morale, then what follows the fire. [TCS 4.01 13.1i]"""
    board, place = watch.board, watch.board.net.hexes[aim.step.into]
    units = list(dict.fromkeys(each.unit.id for each in (*order.firers, *order.rolling)))
    own, counts, told = own_losses(board, volleys)
    spent, _ = spent_by(board, [each.unit for each in order.firers])
    label = f"Fire at {board.forces.box.label(place)}: {result_words(volleys)}"
    then = [*counts, *asked_then(board, aim, volleys, crossfire=_crosses(watch, aim, order), at_first=at_first)]
    if order.fire != AT_ROLLS:
        title = Reason(board.ref("13.1i" if order.fire == SUPPRESSIVE else "14.1e"), "After the fire at {hex}", {"hex": place})
        given = {"to": board.forces.box.label(place), "units": listed(units), "fire": order.fire}
        then.append(Next("fire.after", title, given, order.firers[0].unit.side))
    attempt = Declared(order.firers[0].unit.side, tuple(units), (place,), _CALLED[order.fire])
    label = f"{label}; lost by own rolls: {told}" if told else label
    return Proposal(label, (*own, *spent), attempt=made_in_play(board, attempt), then=tuple(then))


def _told(
    board: Board, place: Any, firers: Sequence[Firer], every: Sequence[Firer], chosen: Sequence[Unit]
) -> Iterator[Reason]:
    """Who takes part, hex by hex, and why others do not."""
    hexes = board.net.hexes
    stacks: dict[int, list[Firer]] = {}
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


PARAMETERS = (
    Parameter("to", "hex", "the hex that is fired at", required=True),
    Parameter("units", "texts", "those who fire, by their ids or names; all who may without it"),
    Parameter(
        "fire",
        "choice",
        "a Suppressive Fire Action, as without it, a Point Fire Action, or a Suppressive Fire Action of AT rolls alone",
        choices=FIRES,
        at_hand=True,
    ),
    Parameter(
        "targets",
        "texts",
        "the targets of point fire, by their ids or names, those that it hurts most without it (12.2a); with suppressive fire "
        "the point targets that guns roll against, all without it (24.5b)",
    ),
    Parameter(
        "at",
        "texts",
        "infantry that makes AT rolls, beside what is fired, or alone where nobody is named as units (16.1b, 16.1g)",
    ),
    Parameter(
        "at_targets", "texts", "the targets of AT rolls in the order of the rolls; all that there are without it (16.1c)"
    ),
    Parameter("roll", "whole", "the roll of two dice, 11 to 66"),
    Parameter("at_rolls", "fractions", "the sums of two dice of AT rolls, one for each attack, before modifiers"),
    Parameter(
        "gun_rolls", "fractions", "the sums of two dice of guns at point targets, one for each gun, before modifiers (24.5b)"
    ),
    Parameter(
        "at_first",
        "choice",
        "whether AT rolls are settled before area fire, as without it, or after (16.1f)",
        choices=(YES, NO),
    ),
)
