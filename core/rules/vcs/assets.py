"""Air points and ships that support combats, and the points that this spends [VCS 10.6, 10.7].

Both are data of the box: a scenario allots air and naval points by the turn, ships are pieces that stand at sea. A side whose
points nobody counts spends none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import find
from core.rules.kernel.combat import Facts, checked_roll
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle import hexes_told
from core.rules.operations.battle_detail import BARRED, SUPPORTS, Offered
from core.rules.operations.board import Board
from core.rules.operations.fought import attacks_elsewhere, has_attacked, has_supported
from core.rules.operations.movement import once
from core.rules.operations.near import Candidate
from core.rules.operations.sources import pieces
from core.rules.vcs.counters import WARSHIP
from core.rules.vcs.lines import NO_LEVEL, levels_of
from core.rules.vcs.shifts import ATTACKING, DEFENDING, SHIFTS
from core.rules.vcs.states import points_key

AIR, NAVAL = "air", "naval"
SEA, UNDER_WAY = "sea", "under-way"
"""The kind of zones within which ships fire, and the marker of those that move from one to another."""
AIR_CHART, NAVAL_CHART = "vcs.air", "vcs.naval"
AIR_ROW, RANGE, COLUMNS = "Air support", "range", "shifts"
ARRIVES, CLEAR = "arrives", "clear"
SHIP_TYPE = "ship.type"

Key = tuple[str, str]
"""A side and the words under which the state of play counts points of it."""


@dataclass(frozen=True, slots=True)
class Lent:
    """What supports one side of a combat: columns or points that count, the points that it spends, and what is to be said."""

    count: int
    spent: tuple[tuple[Key, int], ...] = ()
    said: tuple[Reason, ...] = ()


# Air points ---------------------------------------------------------------------------------------------------------------


def air_support(board: Board, unit: Unit, given: Mapping[str, Any], prefix: str) -> Lent:
    """The air points that support the side of a unit, and what they spend; `prefix` is that of its parameters. A point whose
    roll fails is lost for the turn all the same. Raises WrongUse for one that is not there. [VCS 10.6]"""
    tried, roll = given.get(f"{prefix}air") or 0, given.get(f"{prefix}air_roll")
    if roll is not None and not tried:
        tried = 1
    if not tried:
        return Lent(0)
    name = f"{prefix}air"
    most = board.consulted.cell(SHIFTS, AIR_ROW, DEFENDING if prefix else ATTACKING)
    if isinstance(most, Fraction) and tried > most:
        raise WrongUse(f"{name}: {tried} air points; at most {most} is tried in a combat (VCS 10.6).")
    key = points_key(board, unit.side, unit.word("nationality"), AIR)
    if key is not None and board.forces.state.points[key] < tried:
        whose, left = board.forces.side_name(unit.side), board.forces.state.points[key]
        raise WrongUse(f"{name}: {whose} has {left} of {key[1]} left in this turn (VCS 10.6).")
    spent = ((key, tried),) if key is not None else ()
    if roll is None:
        template = "{side}: no roll is said for the air point, which is taken to arrive"
        return Lent(tried, spent, (Reason(board.ref("10.6"), template, {"side": board.forces.side_name(unit.side)}),))
    result, said = _arrival(board, roll, unit)
    return Lent(tried if result == ARRIVES else 0, spent, said)


def _arrival(board: Board, roll: int, unit: Unit) -> tuple[str, tuple[Reason, ...]]:
    """Whether an air point arrives in the weather of the turn. Raises WrongUse. [VCS 10.6]"""
    chart = board.consulted.book.chart(AIR_CHART)
    weather = board.forces.state.weather.casefold()
    column = weather if chart.columns.index(weather) is not None else CLEAR
    checked_roll(chart, roll, 0)
    result = board.consulted.result(chart, find(chart.columns, column), roll)
    told = {"side": board.forces.side_name(unit.side), "weather": column, "roll": roll, "result": result}
    template = "{side}: an air point in {weather} weather, a roll of {roll}: it {result}"
    template = template if result == ARRIVES else "{side}: an air point in {weather} weather, a roll of {roll}: it is {result}"
    return result, (Reason(board.ref("10.6"), template, told, numbers={"roll": roll}),)


def offers(board: Board, side: str, defenders: Sequence[Unit]) -> Iterator[Offered]:
    """The air points that both sides may add to a combat, as far as the state of play counts them, with the die that says
    whether they arrive. [VCS 10.6]"""
    theirs, dice = next((unit.side for unit in defenders), ""), board.consulted.book.chart(AIR_CHART).dice
    for whose, parameter in ((side, AIR), (theirs, f"defence_{AIR}")):
        key = points_key(board, whose, "", AIR) if whose else None
        if key is not None:
            left = board.forces.state.points[key]
            told = {"side": board.forces.side_name(whose), "what": key[1], "left": left}
            why = Reason(board.ref("10.6"), "{side}: {what}, {left} left", told)
            yield Offered(parameter, "1", whose, key[1], left, why, roll=f"{parameter}_roll", dice=dice)


# Ships --------------------------------------------------------------------------------------------------------------------


def is_ship(unit: Unit) -> bool:
    """Whether a piece is a warship. [VCS 10.7]"""
    return unit.kind == WARSHIP


def ships(board: Board, targets: Sequence[int], side: str) -> Iterator[Unit]:
    """The ships of a side on the map, nearer ones first. [VCS 10.7]"""
    found = ((distance_to(board, number, targets), unit.name, unit) for number, unit in pieces(board, side, WARSHIP))
    yield from (unit for _, _, unit in sorted(found, key=lambda each: each[:2]))


def distance_to(board: Board, number: int, targets: Sequence[int]) -> int:
    """How many hexes it is from one to the nearest of some others."""
    return min(board.net.hexes[number].distance(board.net.hexes[target]) for target in targets)


def columns_of(board: Board, unit: Unit) -> int:
    """The columns that the guns of a ship shift, by its type. [VCS 10.7]"""
    found = board.consulted.cell(NAVAL_CHART, unit.word(SHIP_TYPE), COLUMNS) if _is_listed(board, unit) else Fraction(0)
    return int(found) if isinstance(found, Fraction) else 0


def _is_listed(board: Board, unit: Unit) -> bool:
    return board.consulted.book.chart(NAVAL_CHART).rows.index(unit.word(SHIP_TYPE)) is not None


def reach_of(board: Board, unit: Unit) -> int:
    """How many hexes the guns of a ship reach: what it prints, else by its type. [VCS 10.7]"""
    return unit.whole("range", int(board.consulted.number(NAVAL_CHART, unit.word(SHIP_TYPE), RANGE)))


def sea_zones(board: Board) -> Mapping[int, tuple[str, ...]]:
    """The sea zones that hexes lie in, by their names, as the maps of the box draw them. [VCS 10.7]"""

    def found() -> Mapping[int, tuple[str, ...]]:
        zones: dict[int, tuple[str, ...]] = {}
        drawn = ((sheet, zone) for sheet in board.forces.box.sheets for zone in sheet.sheet.zones if zone.kind == SEA)
        for count, (placed, zone) in enumerate(drawn, 1):
            for cell in zone.cells:
                number = board.net.index.get(placed.frame.hex(*cell))
                if number is not None:
                    zones[number] = (*zones.get(number, ()), zone.name or f"sea zone {count}")
        return zones

    return board.for_map(("sea zones",), found)


def shares_zone(board: Board, number: int, target: int) -> bool:
    """Whether a hex lies in a sea zone with another one; on maps without such zones all do. [VCS 10.7]"""
    zones = sea_zones(board)
    return not zones or not set(zones.get(number, ())).isdisjoint(zones.get(target, ()))


def fire(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Where ships can fire: every hex of land within range and in their sea zone. Raises WrongUse. [VCS 10.7]"""
    units = board.units(given.get("units") or ()) or tuple(unit for _, unit in pieces(board, given.get("side") or "", WARSHIP))
    said, reached = [], set[int]()
    for unit in units:
        if not is_ship(unit):
            raise WrongUse(f"units: {unit.name} is no warship.")
        land = [number for number, level in enumerate(levels_of(board)) if level != NO_LEVEL]
        own = {number for number in land if not tuple(_bars(board, unit, (number,), ()))}
        reached |= own
        hexes = tuple(sorted(board.net.hexes[number] for number in own))
        told: dict[str, object] = {"unit": unit.name, "number": len(own)}
        template = "{unit} can fire at {number} hexes of land"
        if own:
            told |= {"most": reach_of(board, unit), "columns": columns_of(board, unit)}
            template += ", at most {most} away; columns: {columns}"
        else:
            said += list(_bars(board, unit, (board.place(unit),), ()))
        said.append(Reason(board.ref("10.7"), template, told, hexes, {"hexes": len(own)}))
    if not units:
        said.append(Reason(board.ref("10.7"), "No ships are on the map"))
    facts = Facts({"hexes": " ".join(board.label(number) for number in sorted(reached)) or "none"})
    verdict = "can fire" if reached else "cannot fire"
    return Ruling("naval", board.case.ruleset.id, verdict, len(reached), tuple(said), facts, board.consulted.charts)


def ship_candidate(board: Board, unit: Unit, targets: Sequence[int]) -> Candidate:
    """Whether a ship supports an attack on some hexes, or why it does not. [VCS 10.7]"""
    bars = tuple(once(_bars(board, unit, targets, ())))
    if bars:
        return Candidate(unit, BARRED, bars)
    told = {"unit": unit.name, "columns": columns_of(board, unit), "distance": distance_to(board, board.place(unit), targets)}
    template = "{unit} supports at a distance of {distance}; columns: {columns}"
    places = tuple(board.net.hexes[target] for target in targets)
    return Candidate(unit, SUPPORTS, (Reason(board.ref("10.7"), template, told, places),))


def ship_bar(board: Board, unit: Unit, targets: Sequence[int]) -> Reason | None:
    """Why a ship does not support those who are attacked in some hexes; None where it may. [VCS 10.7]"""
    return next(_bars(board, unit, targets, targets), None)


def _bars(board: Board, unit: Unit, targets: Sequence[int], defended: Sequence[int]) -> Iterator[Reason]:
    """What keeps a ship from supporting in a combat: its type, its place, its range, other combats, and points."""
    ref, place = board.ref("10.7"), board.net.hexes[board.place(unit)]
    told: dict[str, object] = {"unit": unit.name, "hex": hexes_told(board, targets), "type": unit.word(SHIP_TYPE) or "none"}
    if not _is_listed(board, unit):
        known = ", ".join(board.consulted.book.chart(NAVAL_CHART).rows.labels)
        template = "Of the type of {unit}, {type}, the chart says nothing; it lists {known}"
        yield Reason(ref, template, {**told, "known": known})
        return
    if levels_of(board)[board.place(unit)] != NO_LEVEL:
        yield Reason(ref, "{unit} is not at sea, in {hex}", {**told, "hex": place}, (place,))
    if unit.piece is not None and UNDER_WAY in unit.piece.marks:
        yield Reason(ref, "{unit} moves from one sea zone to another and does not fire", told)
    if not any(shares_zone(board, board.place(unit), target) for target in targets):
        own = ", ".join(sea_zones(board).get(board.place(unit), ())) or "no sea zone"
        template = "{hex} lies in another sea zone than {unit}, which is in {zone}"
        yield Reason(ref, template, {**told, "zone": own}, (place,))
    distance, most = distance_to(board, board.place(unit), targets), reach_of(board, unit)
    if distance > most:
        template = "{hex} is {distance} hexes from {unit}, at most {most} are in range"
        yield Reason(ref, template, {**told, "distance": distance, "most": most})
    key = points_key(board, unit.side, unit.word("nationality"), NAVAL)
    if key is not None and board.forces.state.points[key] < board.case.ruleset.whole("naval.points"):
        template = "{side} has no {what} left in this turn, so that {unit} does not fire"
        yield Reason(ref, template, {**told, "side": board.forces.side_name(unit.side), "what": key[1]})
    if defended:
        others = [next(has_supported(board, unit, target, "10.7"), None) for target in defended]
        if others[0] is not None and None not in others:
            yield others[0]
        return
    for target in targets:
        yield from attacks_elsewhere(board, unit, target, "10.7")
    if key is None:
        # Where points are counted these are what limits a ship.
        yield from has_attacked(board, unit, "10.7")


def gunfire(board: Board, some: Sequence[Unit], given: Mapping[str, Any], name: str) -> Lent:
    """The columns of ships that support one side, with those that are typed beside them, and the points that they spend. Raises
    WrongUse where there are fewer points than ships. [VCS 10.7]"""
    typed, spent, said = given.get(name) or 0, dict[Key, int](), []
    count = typed
    for unit in some:
        columns = columns_of(board, unit)
        count += columns
        key = points_key(board, unit.side, unit.word("nationality"), NAVAL)
        if key is not None:
            spent[key] = spent.get(key, 0) + board.case.ruleset.whole("naval.points")
        told = {"unit": unit.name, "columns": columns}
        said.append(Reason(board.ref("10.7"), "Naval gunfire of {unit}: {columns}", told, numbers={"shifts": columns}))
    for key, number in spent.items():
        left = board.forces.state.points[key]
        if number > left:
            whose = board.forces.side_name(key[0])
            raise WrongUse(f"{len(some)} ships fire, and {whose} has {left} of {key[1]} left in this turn (VCS 10.7).")
    return Lent(count, tuple(spent.items()), tuple(said))
