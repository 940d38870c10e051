"""What TCS wants looked after at the end of phases [TCS 4.01 6.3c, 6.11c, 6.16c, 6.16d, 17.7, 27.2b]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece, Spot
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.piece_edits import hexes_marked, moved, unmarked
from core.model.edits.state_edits import RemoveSmoke
from core.rules.kernel.charts import Consulted
from core.rules.kernel.findings import LOOK, MAY, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.phase_checks import SLICE, Check, PhaseEnd
from core.rules.tcs.artillery.batteries import broken_fires
from core.rules.tcs.forces.counters import DUG_IN_MARK, in_move_mode, unit_of
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.entering import late
from core.rules.tcs.orders.permissions import ASSIGNED, UNASSIGNED, move_end, words_of
from core.rules.tcs.orders.sheet_sets import undrawn
from core.rules.tcs.orders.standing import OrdersInForce, Standing
from core.rules.tcs.procedures.dangers import attack_zones
from core.rules.tcs.reckoning import PROHIBITED
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.los import sees
from core.rules.tcs.sight.spotting import TERRAIN, spotted_at

SUPPRESSED, PARALYZED = "suppressed", "paralyzed"
LIGHTS = ("illum", "illum-mortar")


def unassigned(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units without orders that have ended closer to enemies that they spot, or further from their rally point. [6.3c]"""
    if end.case.choices.get("command.play") == "without":
        return
    went = list(end.moved(end.side))
    if not went:
        return
    if not end.sheets:
        text = "No op sheets are known here, so that players must look which of the units that moved were Unassigned."
        yield Finding("orders-unknown", "6.3c", text, LOOK, tuple(unit.id for unit, _, _ in went))
        return
    orders = _orders(end)
    together: dict[tuple[Hex, Hex, Standing], list[Unit]] = {}
    for unit, start, place in went:
        standing = orders.of(unit)
        if standing.orders != ASSIGNED:
            together.setdefault((start, place, Standing(standing.orders, rally=standing.rally)), []).append(unit)
    for (start, place, standing), some in together.items():
        finding = _ended(end, some, start, place, standing)
        if finding is not None:
            yield finding
        yield None


def _ended(end: PhaseEnd, some: Sequence[Unit], start: Hex, place: Hex, standing: Standing) -> Finding | None:
    """What is wrong with where units without orders have ended."""
    ids, rally = tuple(unit.id for unit in some), standing.rally
    trail = dict.fromkeys((start, *(step for id_ in ids for step in end.trails.get(id_, ())), place))
    closer, unsure = _closer(end, tuple(trail), start, place)
    given: dict[str, object] = {**words_of(standing), "closer": "yes" if closer else "no"}
    if rally is not None:
        given |= {"start": start.distance(rally), "end": place.distance(rally)}
    else:
        # Beyond every radius: what is then wrong is wrong unless the rally point is near.
        given["start"] = end.case.ruleset.whole("rally.radius") + 1
    ruling = move_end(end.case, given)
    if ruling.detail.facts["bound"] == "no":
        return None
    went = f"{names(some)} went from {end.label(start)} to {end.label(place)} without orders"
    spots: tuple[Spot, ...] = (start, place)
    back = (moved(end.work, ids, start, "Take the move back"),)
    if ruling.verdict == PROHIBITED:
        why = []
        if closer:
            why.append(f"closer to an enemy that they spot, in {end.label(closer[0])}")
            spots = (*spots, closer[0])
        if rally is not None and place.distance(rally) > start.distance(rally):
            why.append(
                f"further from their rally point {end.label(rally)} ({place.distance(rally)} hexes after "
                f"{start.distance(rally)}), which preliminary instructions alone allow"
            )
        if rally is None:
            text = f"{went}, {' and '.join(why)}; their rally point is not known here, within five hexes of it they may."
            return Finding("unassigned-move", "6.3c", text, LOOK, ids, spots, back)
        text = f"{went}, {' and '.join(why)}; only a retreat that they had to make may end so."
        return Finding("unassigned-move", "6.3c", text, MEND, ids, spots, back)
    if unsure and not closer:
        where = ", ".join(end.label(spot) for spot in unsure[:4])
        text = f"{went}; whether they spot the enemies that they ended closer to, in {where}, cannot be decided here."
        return Finding("unassigned-move", "6.3c", text, LOOK, ids, (*spots, *unsure))
    if rally is None and not closer:
        text = f"{went}, and their rally point is not known here; they may not have ended further from it."
        return Finding("unassigned-move", "6.12a", text, LOOK, ids, spots)
    return None


def failing(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units that carry out failure instructions and have not come nearer to their rally point. [6.11b, 6.11c]"""
    if end.case.choices.get("command.play") == "without" or not end.sheets:
        return
    orders, was = _orders(end), end.before.deployment.pieces
    together: dict[tuple[Hex, Hex, Hex], list[Unit]] = {}
    for place, unit in end.standing(end.side):
        standing, began = orders.of(unit), was.get(unit.id)
        start = began.at if began is not None else None
        if not standing.fails or standing.rally is None or not isinstance(start, Hex):
            continue
        if start != standing.rally and place.distance(standing.rally) >= start.distance(standing.rally):
            together.setdefault((start, place, standing.rally), []).append(unit)
    yield None
    for (start, place, rally), some in together.items():
        gone = f"{place.distance(rally)} hexes from it after {start.distance(rally)}"
        text = (
            f"{names(some)} in {end.label(place)} carries out failure instructions and has not come nearer to its rally point "
            f"{end.label(rally)} ({gone}); only enemies in its way, or a failure after its move, excuse that."
        )
        yield Finding("failing", "6.11c", text, LOOK, tuple(unit.id for unit in some), (place, rally))


def entered(end: PhaseEnd) -> Iterator[Finding | None]:
    """Reinforcements that have entered the map without orders. [27.2b]"""
    if end.case.choices.get("command.play") == "without":
        return
    was = end.before.deployment.pieces
    came = [unit for _, unit in end.standing(end.side) if unit.id not in was or not isinstance(was[unit.id].at, Hex)]
    yield None
    if not came:
        return
    if not end.sheets:
        text = f"No op sheets are known here, so that players must look whether {names(came)} had orders to enter."
        yield Finding("entered", "27.2b", text, LOOK, tuple(unit.id for unit in came), _where(came))
        return
    orders = _orders(end)
    bare = {unit.id: standing for unit in came if (standing := orders.of(unit)).orders == UNASSIGNED}
    waiting = [unit for unit in came if unit.id in bare and bare[unit.id].listed]
    without = [unit for unit in came if unit.id in bare and not bare[unit.id].listed]
    if without:
        text = f"{names(without)} has entered the map on no op sheet; reinforcements stay off it until they are on one."
        ids = tuple(unit.id for unit in without)
        boxes = {id_: was[id_].at for id_ in ids if id_ in was}
        edits = tuple(
            moved(end.work, tuple(id_ for id_, at in boxes.items() if at == box), box, "Take reinforcements back")
            for box in dict.fromkeys(boxes.values())
        )
        yield Finding("entered", "27.2b", text, MEND, ids, _where(without), edits)
    if waiting:
        text = (
            f"{names(waiting)} has entered the map on an op sheet that is not in force; only preliminary instructions allow it."
        )
        yield Finding("entered", "27.2b", text, LOOK, tuple(unit.id for unit in waiting), _where(waiting))


def _closer(end: PhaseEnd, trail: tuple[Hex, ...], start: Hex, place: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Hexes of enemies that a move has ended closer to: those that were spotted on the way, and those of which nobody knows."""
    spotted, unsure = [], []
    for spot in end.hexes:
        if place.distance(spot) >= start.distance(spot):
            continue
        enemies = tuple(unit for unit in end.forces.units(spot) if unit.side != end.side and end.rules.is_unit(unit))
        if not enemies:
            continue
        seen = [_spots(end, each, spot, enemies) for each in trail]
        if True in seen:
            spotted.append(spot)
        elif None in seen:
            unsure.append(spot)
    return tuple(spotted), tuple(unsure)


def _spots(end: PhaseEnd, here: Hex, there: Hex, enemies: tuple[Unit, ...]) -> bool | None:
    """Whether a moving unit in one hex spots the units in another; None where that cannot be decided. [7.1, 26.2d]"""
    case = cast(Case, end.case)
    if here == there:
        return True
    marks = end.forces.deployment.marks.values()
    if case.state.light == "night" and any(mark.kind in LIGHTS for some in marks for mark in some):
        return None
    consulted = Consulted(case.charts)
    targets = tuple(unit_of(case.ruleset, unit, enemies) for unit in enemies)
    given = {"smoke": "yes" if there in case.smoke else "no"}
    classes = _classes(end, there)
    try:
        # Where the class of the terrain is not known, both ends of the scale must say the same.
        found = {_within(case, consulted, targets, each, given, here.distance(there)) for each in classes}
    except WrongUse:
        return None
    if True not in found:
        return False
    seen = sees(case, here, there, case.choices["los.method"])
    return seen if seen is not True or len(found) == 1 else None


def _within(
    case: Case,
    consulted: Consulted,
    targets: tuple[Counted, ...],
    classes: tuple[str, ...],
    given: Mapping[str, str],
    away: int,
) -> bool:
    _, _, reach = spotted_at(case, consulted, targets, classes, given)
    return reach is None or away <= reach


def _classes(end: PhaseEnd, place: Hex) -> tuple[tuple[str, ...], ...]:
    """The classes of terrain in a hex, in each way that it may be: one, or both ends of the scale where none is known."""
    ground, terrain = end.forces.ground, end.forces.terrain
    kinds = sorted(ground.kinds(place)) if ground is not None else []
    words = [terrain[kind].combat_class for kind in kinds if kind in terrain]
    if ground is not None and not kinds:
        return (("Open",),)
    known = {each.casefold(): each for each in TERRAIN}
    if words and all(word.casefold() in known for word in words):
        return (tuple(known[word.casefold()] for word in words),)
    return ((TERRAIN[0],), (TERRAIN[-1],))


def _orders(end: PhaseEnd) -> OrdersInForce:
    """What the op sheets of the side make of its units."""
    return OrdersInForce(end.case, end.forces, tuple(sheet for sheet in end.sheets or () if sheet.side == end.side))


def dug_in(end: PhaseEnd) -> Iterator[Finding | None]:
    """Units marked as Dug In that move, or that have no orders to defend. [6.16c, 6.16d]"""
    marked = [(place, unit) for place, unit in end.standing(end.side) if unit.piece and DUG_IN_MARK in unit.piece.marks]
    going = tuple(unit for _, unit in marked if in_move_mode(unit))
    if going:
        ids = tuple(unit.id for unit in going)
        text = f"{names(going)} is in Move Mode and marked as Dug In; who moves loses that."
        edit = unmarked(end.work, ids, DUG_IN_MARK, "Remove Dug In")
        yield Finding("dug-in", "6.16c", text, MEND, ids, _where(going), (edit,))
    yield None
    if end.case.choices.get("command.play") == "without":
        return
    orders = _orders(end)
    others = tuple(
        unit for _, unit in marked if orders.knows_of(unit) and unit not in going and not orders.may_be_dug_in(orders.of(unit))
    )
    if others:
        ids = tuple(unit.id for unit in others)
        text = f"{names(others)} is Dug In without a Prepared Defense in force; only units that the scenario dug in may be."
        edit = unmarked(end.work, ids, DUG_IN_MARK, "Remove Dug In")
        yield Finding("dug-in", "6.16d", text, LOOK, ids, _where(others), (edit,))


def recovery(end: PhaseEnd) -> Iterator[Finding | None]:
    """Stacks that may recover still, and units that have recovered where or as often as none may. [17.7, 17.7b, 17.7d]"""
    zones = attack_zones(end.forces)
    was = end.before.deployment.pieces
    first = end.around.deployment.pieces if end.around is not None else was
    for number, place in enumerate(end.hexes):
        if number % SLICE == SLICE - 1:
            yield None
        units = [unit for unit in end.forces.units(place) if unit.side == end.side and end.rules.is_unit(unit) and unit.piece]
        same = [unit for unit in units if unit.id in was and _morale(was[unit.id]) == _morale(unit.piece) > 0]
        better = [unit for unit in units if unit.id in was and _morale(unit.piece) < _morale(was[unit.id])]
        early = [unit for unit in units if unit.id in was and _morale(first.get(unit.id)) > _morale(was[unit.id])]
        twice = [unit for unit in better if unit in early or _morale(was[unit.id]) - _morale(unit.piece) > 1]
        if twice:
            yield _undone(end, twice, place, "17.7d", "has recovered twice; a stack recovers once in an Action Phase")
        if better and place in zones:
            yield _undone(end, better, place, "17.7b", "has recovered in an attack zone, where none does")
        if same and place not in zones and not better and not early:
            pieces: dict[str, Piece | None] = {}
            for unit in same:
                piece = was[unit.id] if unit.piece is None else unit.piece
                left = piece.marks - {SUPPRESSED, PARALYZED}
                pieces[unit.id] = replace(piece, marks=left | {SUPPRESSED} if PARALYZED in piece.marks else left)
            text = f"{names(same)} in {end.label(place)} may recover; the other side may then fire overwatch at the stack."
            edit = ChangePieces("Recover", IN_PLAY, MappingProxyType(pieces))
            yield Finding("recovery", "17.7a, 17.7c", text, MAY, tuple(unit.id for unit in same), (place,), (edit,))


def _undone(end: PhaseEnd, units: Sequence[Unit], place: Hex, section: str, what: str) -> Finding:
    """That units have recovered as they may not, with the markers that they should have."""
    was = end.before.deployment.pieces
    pieces: dict[str, Piece | None] = {}
    for unit in units:
        if unit.piece is not None:
            held = SUPPRESSED if section == "17.7d" else PARALYZED if PARALYZED in was[unit.id].marks else SUPPRESSED
            pieces[unit.id] = replace(unit.piece, marks=unit.piece.marks - {SUPPRESSED, PARALYZED} | {held})
    edit = ChangePieces("Put markers back", IN_PLAY, MappingProxyType(pieces))
    text = f"{names(units)} in {end.label(place)} {what}."
    return Finding("recovery", section, text, MEND, tuple(unit.id for unit in units), (place,), (edit,))


def _morale(piece: Piece | None) -> int:
    """How bad the morale of a piece is: 2 for Paralyzed, 1 for Suppressed."""
    marks = piece.marks if piece is not None else frozenset()
    return 2 if PARALYZED in marks else 1 if SUPPRESSED in marks else 0


def smoke(end: PhaseEnd) -> Iterator[Finding | None]:
    """Smoke that somebody has put on the map without a marker that says whose it is, or of which level. [18.3, 19.2]"""
    state, was = end.forces.state, end.before.state
    off = {word for removal in end.phase.removes for word in removal.markers}
    for word, title, held, section in (
        ("smoke-1", "Smoke barrage of no level", state.smoke_barrage & was.smoke_barrage, "19.2"),
        ("smoke-mortar", "Smoke of nobody", state.smoke & was.smoke, "19.2"),
        ("continuous-barrage", "Continuous fire of nobody", state.continuous_fire & was.continuous_fire, "18.3"),
    ):
        if word in off and held:
            places = tuple(sorted(held))
            where = ", ".join(end.label(place) for place in places[:6]) + (" and more" if len(places) > 6 else "")
            text = f"{title} lies in {where}; if it is old enough and of the right side, it comes off now."
            edits = tuple(RemoveSmoke(place) for place in places)
            yield Finding("smoke", section, text, LOOK, (), places, edits)
    yield None


def continuous(end: PhaseEnd) -> Iterator[Finding | None]:
    """Continuous fires of batteries on the map that have too few guns left which are fit. [18.10b, 24.6f]"""
    for each, steps in broken_fires(end.case):
        marks = list(end.forces.deployment.marks[each.hex])
        marks.remove(each.mark)
        edit = hexes_marked(end.work, {each.hex: tuple(marks)}, "Remove a barrage marker")
        text = f"The continuous fire in {end.label(each.hex)} ends: its battery has {steps} steps left that are fit."
        yield Finding("continuous", "18.10b, 24.6f", text, MEND, (), (each.hex,), (edit,))
    yield None


def _where(units: Sequence[Unit]) -> tuple[Spot, ...]:
    return tuple(dict.fromkeys(unit.piece.at for unit in units if unit.piece is not None))


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "unassigned": unassigned,
        "failing": failing,
        "entered": entered,
        "late": late,
        "sets": undrawn,
        "dug_in": dug_in,
        "recovery": recovery,
        "smoke": smoke,
        "continuous": continuous,
    }
)
"""The checks of the series, by their names in its sequence of play."""
