"""Zones of control: which hexes units control, who takes that away, and why; and the question about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.analysis.hex_net import HexNet
from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.movement_detail import ZoneHex, ZonesDetail
from core.rules.operations.rules import FurtherZones

if TYPE_CHECKING:
    from core.rules.operations.board import Board

SIDES = 6
CONTROL = "control"
"""The kind of zones that is meant where none is named."""

CONTROLLED, FREE = "controlled", "free"
"""Whether one hex that is asked about lies in zones; the value is then how many units exert one into it."""


@dataclass(frozen=True, eq=False)
class Zones:
    """Zones of control: for each hex, by its number, the ids of the units that exert one into it."""

    by_hex: Mapping[int, tuple[str, ...]]

    @cached_property
    def hexes(self) -> frozenset[int]:
        """All hexes that lie in one."""
        return frozenset(self.by_hex)

    def into(self, number: int) -> tuple[str, ...]:
        """Who exerts one into a hex."""
        return self.by_hex.get(number, ())


def zones_of(board: "Board", side: str) -> Zones:
    """The zones of a side's units. Where a unit's zone hangs on that unit alone, those of the state of play before are gone on
    with: a move changes the hexes around where it began and ended."""
    if not board.rules.zone_of_unit_alone:
        return zones_by(board, board.of(side))
    at = board.at
    before: dict[str, tuple[Mapping[int, tuple[Unit, ...]], Zones]] = board.for_map(("zones before",), dict)
    if side in before:
        was, zones = before[side]
        found = _renewed(board, side, zones, [each for each in at.keys() | was.keys() if at.get(each) is not was.get(each)])
    else:
        found = zones_by(board, board.of(side))
    before[side] = (at, found)
    return found


def _renewed(board: "Board", side: str, zones: Zones, changed: Iterable[int]) -> Zones:
    """Zones in which other units stand in some hexes than before."""
    near = board.net.near
    lets: dict[str, Sequence[bool]] = {}
    for _, unit in board.of(side):
        if board.zone(unit).yes and (class_ := board.rules.zone_class(unit)) not in lets:
            lets[class_] = reaching(board, class_)
    beside = {near[edge] for each in changed for edge in range(SIDES * each, SIDES * each + SIDES)}
    found = dict(zones.by_hex)
    for number in beside:
        if number < 0:
            continue
        ids = tuple(_into(board, side, lets, number))
        if ids:
            found[number] = ids
        else:
            found.pop(number, None)
    return Zones(found)


def _into(board: "Board", side: str, lets: Mapping[str, Sequence[bool]], number: int) -> Iterator[str]:
    """The units of a side that exert a zone into a hex, in the order of their hexes."""
    at, net, first = board.at, board.net, SIDES * number
    outward = {net.near[first + at]: SIDES * net.near[first + at] + (at + 3) % SIDES for at in range(SIDES)}
    for place in sorted(outward.keys() & at.keys()):
        for unit in at[place]:
            if unit.side == side and board.zone(unit).yes and lets[board.rules.zone_class(unit)][net.crossing[outward[place]]]:
                yield unit.id


def zones_by(board: "Board", units: Iterable[tuple[int, Unit]]) -> Zones:
    """The zones of some units with their hexes."""
    found: dict[int, list[str]] = {}
    around: dict[str, dict[int, tuple[int, ...]]] = {}
    lets: dict[str, Sequence[bool]] = {}
    for number, unit in units:
        if not board.zone(unit).yes:
            continue
        class_ = board.rules.zone_class(unit)
        if class_ not in around:
            around[class_] = board.for_map(("around", class_), dict)
            lets[class_] = reaching(board, class_)
        if number not in around[class_]:
            around[class_][number] = _around(board.net, lets[class_], number)
        id_ = unit.id
        for near in around[class_][number]:
            if near in found:
                found[near].append(id_)
            else:
                found[near] = [id_]
    return Zones({number: tuple(ids) for number, ids in found.items()})


def _around(net: HexNet, lets: Sequence[bool], number: int) -> tuple[int, ...]:
    """The hexes that a unit controls from a hex; `lets` says across which crossings its zone goes."""
    edges = range(SIDES * number, SIDES * number + SIDES)
    return tuple(net.near[edge] for edge in edges if net.near[edge] >= 0 and lets[net.crossing[edge]])


def _reaching(board: "Board", units: Iterable[Unit], number: int) -> Iterator[Unit]:
    """Those of some units whose zones would go into a hex, have they one or not."""
    for unit in units:
        if number in _around(board.net, reaching(board, board.rules.zone_class(unit)), board.place(unit)):
            yield unit


def reaching(board: "Board", class_: str) -> tuple[bool, ...]:
    """Across which crossings of the net the zone of a class of units goes, by their numbers."""
    return board.for_map(
        ("reaching", class_), lambda: tuple(board.rules.reaches(board, class_, each) for each in board.net.crossings)
    )


def together(several: Iterable[Zones]) -> Zones:
    """Zones of several sides as one."""
    some = tuple(several)
    if len(some) == 1:
        return some[0]
    found: dict[int, tuple[str, ...]] = {}
    for zones in some:
        for number, ids in zones.by_hex.items():
            found[number] = (*found.get(number, ()), *ids)
    return Zones(found)


def effective(board: "Board", side: str, purpose: str) -> Zones:
    """The enemy zones that matter to a side for a purpose: without the hexes in which its own units take them away."""
    zones = board.enemy_zones(side)
    if purpose not in board.rules.negated:
        return zones
    own = board.held(side)
    return Zones({number: ids for number, ids in zones.by_hex.items() if number not in own})


def zoc(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """The hexes that a side or some units control, and who takes that away; or zones of another kind. Raises WrongUse."""
    units = _asked(board, given)
    further = board.rules.further_zones.get(given.get("kind") or CONTROL)
    if further is not None:
        return _further(board, further, units, given)
    side = units[0].side
    zones = zones_by(board, [(board.place(unit), unit) for unit in units])
    without = tuple(unit for unit in units if not board.zone(unit).yes)
    others = {number for number, some in board.at.items() if any(unit.side != side for unit in some)}
    purposes = tuple(board.rules.negated)
    hexes = tuple(
        ZoneHex(board.net.hexes[number], zones.into(number), purposes if number in others else ())
        for number in sorted(zones.hexes)
    )
    place: Hex | None = given.get("hex")
    reasons = list(_said(board, units, without, zones))
    if place is not None:
        reasons = list(_of_hex(board, zones, board.number(place), others, units if given.get("units") else ()))
    reasons += board.rules.zone_readings(board, units if place is None else _reaching(board, units, board.number(place)))
    named = tuple(unit.id for unit in units) if given.get("units") else ()
    detail = ZonesDetail(side, hexes, tuple(unit.id for unit in without), named)
    verdict, value = "zones" if hexes else "none", len(hexes)
    if place is not None:
        value = len(zones.into(board.number(place)))
        verdict = CONTROLLED if value else FREE
    return Ruling("zoc", board.case.ruleset.id, verdict, value, tuple(reasons), detail, board.consulted.charts)


def _further(board: "Board", rules: FurtherZones, units: tuple[Unit, ...], given: Mapping[str, Any]) -> Ruling:
    """The hexes in zones of another kind. Raises WrongUse."""
    side, named, ref = units[0].side, tuple(given.get("units") or ()), board.ref(rules.section)
    zones = rules.zones(board, side, units, not named)
    place: Hex | None = given.get("hex")
    held = {id_ for ids in zones.by_hex.values() for id_ in ids}
    told: dict[str, object] = {"kind": rules.title, "side": board.forces.side_name(side), "hexes": len(zones.hexes)}
    having = [unit for unit in units if unit.id in held]
    if place is None:
        template = "{kind} of {side}: {hexes} hexes" + (", by {units}" if having else "")
        said = Reason(ref, template, {**told, "units": names(having)}, numbers={"hexes": len(zones.hexes)})
        verdict, value = "zones" if zones.hexes else "none", len(zones.hexes)
    else:
        number = board.number(place)
        by = [unit for unit in units if unit.id in zones.into(number)]
        inside = number in zones.hexes
        template = "{hex} lies in {kind} of {side}" if inside else "{hex} lies in no {kind} of {side}"
        template += ": {units}" if by else ""
        said = Reason(ref, template, {**told, "kind": rules.title.lower(), "hex": place, "units": names(by)}, (place,))
        verdict, value = CONTROLLED if inside else FREE, len(zones.into(number))
    hexes = tuple(ZoneHex(board.net.hexes[number], zones.into(number)) for number in sorted(zones.hexes))
    without = tuple(unit.id for unit in units if unit.id not in held) if rules.of_units else ()
    detail = ZonesDetail(side, hexes, without, tuple(unit.id for unit in units) if named else (), rules.title)
    return Ruling("zoc", board.case.ruleset.id, verdict, value, (said,), detail, board.consulted.charts)


def _asked(board: "Board", given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The units that are meant: those that are named, else all of a side. Raises WrongUse for units of two sides."""
    if given.get("units"):
        units = board.units(given["units"])
        if len({unit.side for unit in units}) != 1:
            raise WrongUse("units: zones are asked about for units of one side.")
        if given.get("side") and one_side(board, given["side"]) != units[0].side:
            own, other = (board.forces.side_name(side) for side in (units[0].side, one_side(board, given["side"])))
            raise WrongUse(f"units: {names(units)} are of {own}, not of {other}; leave side=… out.")
        return units
    side = one_side(board, given.get("side") or "")
    units = tuple(unit for _, unit in board.of(side))
    if not units:
        raise WrongUse(f"side: {board.forces.side_name(side)} has no units on the map.{board.unset}")
    return units


def one_side(board: "Board", name: str) -> str:
    """A side by its id or name; without a name the one whose phase it is. Raises WrongUse, which names the sides."""
    sides = board.forces.oob.sides
    wanted = name or board.forces.state.moment.side
    folded = wanted.casefold()
    found = next((each.id for each in sides if wanted and folded in (each.id.casefold(), each.name.casefold())), "")
    if not sides:
        raise WrongUse("side: this box has no sides; they stand in its order of battle.")
    if not found and name:
        ids = {each.id: each.name for each in sides}
        raise WrongUse(f'side: there is no side "{name}".{did_you_mean(name, ids.values(), ids=ids)}')
    if not found:
        # A side that only owns chits or markers has no units.
        names = [each.name for each in sides if each.id in board.sides] or [each.name for each in sides]
        raise WrongUse(f"side: say which side. There are: {', '.join(names)}.")
    return found


def _said(board: "Board", units: tuple[Unit, ...], without: tuple[Unit, ...], zones: Zones) -> Iterator[Reason]:
    with_zone = [unit for unit in units if board.zone(unit).yes]
    for unit in (*with_zone[:1], *without[:1]):
        yield board.zone(unit).reason
    ref = board.ref(board.rules.zone_section)
    told = {"hexes": len(zones.hexes), "units": names(with_zone)}
    template = "In zones lie {hexes} hexes, by {units}" if with_zone else "None of them controls a hex"
    yield Reason(ref, template, told, numbers={"hexes": len(zones.hexes)})
    if without:
        yield Reason(ref, "Without a zone: {units}", {"units": names(without)})
    for negated in board.rules.negated.values():
        yield negated(board)


def _of_hex(board: "Board", zones: Zones, number: int, others: set[int], named: Iterable[Unit]) -> Iterator[Reason]:
    """Who controls a hex, of all units of a side or of those that are named."""
    place, ref = board.net.hexes[number], board.ref(board.rules.zone_section)
    into = [unit for id_ in zones.into(number) if (unit := board.forces.unit(id_)) is not None]
    if not into:
        template = "No zone of {units} reaches {hex}" if named else "No zone reaches {hex}"
        yield Reason(ref, template, {"hex": place, **({"units": names(named)} if named else {})}, (place,))
    for unit in into:
        said = board.zone(unit).reason
        at = board.net.hexes[board.place(unit)]
        yield Reason(said.rule, said.template, said.values, (at, place), said.numbers)
    if number in others:
        for negated in board.rules.negated.values():
            yield board.told(negated(board), number)
