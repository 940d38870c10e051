"""Zones of control and engagement zones on the map [BCS 1.1 variants 1, 7, 8, published summaries].

The core book says who has them and was not at hand: the charts bcs.exerts and bcs.ground say it, a stand-in of ours that a box
replaces.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.analysis.hex_net import Crossing
from core.model.terrain import Provenance
from core.rules.bcs.counters import COMBAT, HEADQUARTERS, SCREEN, TRAINS
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.costs import EntryCosts, entry_tolls
from core.rules.operations.rules import Said
from core.rules.operations.zones import SIDES, Zones, together

EXERTS, GROUND, MOVEMENT, WAYS = "bcs.exerts", "bcs.ground", "bcs.movement", "bcs.ways"
CONTROL, ENGAGEMENT = "zone of control", "engagement zone"
MOVE_SIDE, DEPLOYED_SIDE = 0, 1
"""The faces of counters: the Move side is the front."""
YES, NUMBER = "yes", "number"
ROWS = {HEADQUARTERS: "Headquarters", TRAINS: "Combat trains"}
SIDE_ROWS = {MOVE_SIDE: "Combat unit, Move side", DEPLOYED_SIDE: "Combat unit, Deployed side"}
SCREEN_ROW, CLOSED_ROW, NO_RANGE = "Recon screen", "Into what is closed to it", "Engagement zone without a range"
COSTS = EntryCosts(
    *(MOVEMENT, WAYS),
    hex_section=PUBLISHED,
    side_section=PUBLISHED,
    road_section=PUBLISHED,
    closed_section=PUBLISHED,
)
LEG = "leg"
IN_ZONES, IN_ENGAGEMENT_ZONES = "stops in an enemy zone of control", "stops in an engagement zone"
"""What the chart bcs.zones says of classes of movement that zones stop."""


def class_of(unit: Unit) -> str:
    """The class of movement of the side that is up; on foot where none is printed. [BCS 1.1 published summaries]"""
    return unit.word("movement.class") or COSTS.preset


def is_combat(unit: Unit) -> bool:
    """Whether a piece is a combat unit; one that does not say its kind is taken for one. [BCS 1.1 variant 7]"""
    return unit.kind in ("", COMBAT)


def is_marked(board: Board, unit: Unit) -> bool:
    """Whether a unit bears the marker of a screen where screens are played. [BCS 1.1 variant 8]"""
    return board.case.choices["recon.screens"] == ON and unit.piece is not None and SCREEN in unit.piece.marks


def _row(board: Board, unit: Unit) -> str:
    """The row of the chart that speaks of a piece as it stands."""
    if not is_combat(unit):
        return ROWS[unit.kind]
    if is_marked(board, unit):
        return SCREEN_ROW
    return SIDE_ROWS[unit.piece.face if unit.piece is not None else MOVE_SIDE]


def _has(board: Board, unit: Unit, column: str) -> tuple[bool, Provenance]:
    """Whether a piece has a zone of a kind, and the chart that says so."""
    row = _row(board, unit)
    return board.consulted.cell(EXERTS, row, column) == YES, board.consulted.origin(EXERTS, row, column)


def zone(board: Board, unit: Unit) -> Said:
    """Whether a unit has a zone of control, and why. [BCS 1.1 variant 8, published summaries]"""
    yes, origin = _has(board, unit, CONTROL)
    section = "8" if is_marked(board, unit) else PUBLISHED
    template = "{unit} has a zone of control ({row}, {status})" if yes else "{unit} has no zone of control ({row}, {status})"
    told = {"unit": unit.name, "row": _row(board, unit), "status": origin.status}
    return Said(yes, Reason(board.ref(section), template, told))


def zone_class(unit: Unit) -> str:
    """Zones of control may end where the class of movement of a unit does. [BCS 1.1 published summaries]"""
    return class_of(unit)


def reaches(board: Board, class_: str, crossing: Crossing) -> bool:
    """Whether the zone of control of a class of units goes into the next hex. [BCS 1.1 published summaries]"""
    return board.consulted.cell(EXERTS, CLOSED_ROW, CONTROL) == YES or is_open(board, class_, crossing)


def is_open(board: Board, class_: str, crossing: Crossing) -> bool:
    """Whether terrain lets a class of units over a hexside, along a way or across country. [BCS 1.1 published summaries]"""
    tolls = entry_tolls(board, COSTS, class_, board.consulted.number(MOVEMENT, COSTS.open, class_), crossing)
    return tolls.off.barred is None or tolls.road is not None


def engagement_reach(board: Board, unit: Unit) -> int:
    """How many hexes the engagement zone of a unit reaches, 0 where it has none. [BCS 1.1 variants 1, 8, published summaries]

    It is the printed range of a unit with an armour value, and what the chart says of all others.
    """
    if not _has(board, unit, ENGAGEMENT)[0]:
        return 0
    least = int(board.consulted.number(GROUND, NO_RANGE, NUMBER))
    return max(least, unit.whole("range")) if "armour" in unit.values else least


def engagement_zones(board: Board, side: str) -> Zones:
    """The engagement zones of a side, hex by hex with the ids of the units. [BCS 1.1 variant 7, published summaries]"""
    units = tuple(board.of(side))
    key = "engagement zones", side
    return board.kept(key, lambda: board.again(key, units, lambda: _zones_of(board, units, side)))


def engagement_zones_by(board: Board, units: Iterable[Unit]) -> Zones:
    """The engagement zones of some units on the map. [BCS 1.1 variant 7, published summaries]"""
    return _zones(board, ((board.place(unit), unit) for unit in units))


def enemy_engagement_zones(board: Board, side: str) -> Zones:
    """The engagement zones of all others than a side. [BCS 1.1 variant 7, published summaries]"""
    others = [other for other in board.sides if other != side]
    return board.kept(("enemy engagement zones", side), lambda: together(engagement_zones(board, other) for other in others))


@dataclass(frozen=True, slots=True)
class _Engaged:
    """The hexes that a unit could engage where it stands, and the charts that say so."""

    unit: Unit
    hexes: frozenset[int]
    charts: tuple[Provenance, ...]


def _zones_of(board: Board, units: Iterable[tuple[int, Unit]], side: str) -> Zones:
    """The engagement zones of a side. Those of the state of play before are gone on with: who stands as then has the same."""
    before: dict[str, tuple[Mapping[str, _Engaged], Zones]] = board.for_map(("engagement zones before",), dict)
    had, zones = before.get(side, ({}, Zones({})))
    has: dict[str, _Engaged] = {}
    for number, unit in units:
        known = had.get(unit.id)
        has[unit.id] = known if known is not None and known.unit is unit else _engaged(board, number, unit)
    changed: set[int] = set()
    for id_ in had.keys() | has.keys():
        if (was := had.get(id_)) is not (now := has.get(id_)):
            changed.update(*(each.hexes for each in (was, now) if each is not None))
    by_hex, order = dict(zones.by_hex), {id_: place for place, id_ in enumerate(has)}
    come: dict[int, list[str]] = {number: [] for number in changed}
    for id_, each in has.items():
        if each is not had.get(id_):
            for number in each.hexes:
                come[number].append(id_)
    for number, ids in come.items():
        left = [id_ for id_ in by_hex.get(number, ()) if id_ in has and has[id_] is had.get(id_)]
        if left or ids:
            by_hex[number] = tuple(sorted((*left, *ids), key=order.__getitem__))
        else:
            by_hex.pop(number, None)
    for each in has.values():
        board.consulted.add(each.charts)
    found = Zones(by_hex)
    before[side] = has, found
    return found


def _engaged(board: Board, number: int, unit: Unit) -> _Engaged:
    return _Engaged(unit, *board.heard(lambda: engagement_hexes(board, number, unit)))


def _zones(board: Board, units: Iterable[tuple[int, Unit]]) -> Zones:
    found: dict[int, list[str]] = {}
    for number, unit in units:
        for near in engagement_hexes(board, number, unit):
            found.setdefault(near, []).append(unit.id)
    return Zones({number: tuple(ids) for number, ids in found.items()})


def engagement_hexes(board: Board, number: int, unit: Unit) -> frozenset[int]:
    """The hexes that a unit could engage from a hex by its range, without its own. [BCS 1.1 variant 1, published summaries]"""
    hexes = set(around(board, number, engagement_reach(board, unit))) - {number}
    if hexes and board.consulted.cell(EXERTS, CLOSED_ROW, ENGAGEMENT) != YES:
        class_ = class_of(unit)
        hexes = {each for each in hexes if _can_be_entered(board, class_, each)}
    return frozenset(hexes)


def _can_be_entered(board: Board, class_: str, number: int) -> bool:
    """Whether terrain lets a class of units into a hex from any that is beside it."""
    net = board.net
    for edge in range(SIDES * number, SIDES * number + SIDES):
        near = net.near[edge]
        if near >= 0 and is_open(board, class_, net.crossings[net.crossing[SIDES * near + (edge % SIDES + 3) % SIDES]]):
            return True
    return False


def around(board: Board, number: int, radius: int) -> Iterator[int]:
    """The hexes of the map at most so far from a hex, whatever lies between. [BCS 1.1 variants 3, 8, 4.3d]"""
    index = board.net.index
    return (index[place] for place in board.net.hexes[number].within(radius) if place in index)
