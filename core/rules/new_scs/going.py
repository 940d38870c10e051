"""Movement on the map: the Movement Phase, road movement, reaction and exploitation.

[New SCS Road movement phase, Movement phase, Enemy reaction phase, Exploitation phase, Air phase, Supply phase, Unit types and
special abilities; else SCS 1.6 2.1a, 2.1g, 3.0-3.3c]
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from core.analysis.hex_net import NOTHING, Crossing
from core.base.amounts import amount
from core.model.edits.piece_edits import mark_kind
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Item
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.new_scs.counters import unit_of
from core.rules.new_scs.movement import AIR, ENGINEERS, OVERRUNS, ROAD, beside_engineers
from core.rules.operations.board import Board
from core.rules.operations.costs import EntryCosts, entry_tolls
from core.rules.operations.fought import OVERRUN, fought, labels
from core.rules.operations.layers import Layer
from core.rules.operations.rules import Asked, Mode, Mover
from core.rules.operations.tolls import Toll, Tolls
from core.rules.operations.zones import SIDES

RULES_CHART, WAYS = "new_scs.movement", "new_scs.ways"
COSTS = EntryCosts(
    chart="new_scs.entry_costs",
    ways=WAYS,
    hex_section="SCS 1.6 3.2a, which it builds on",
    side_section="SCS 1.6 3.2c, which it builds on",
    road_section="SCS 1.6 3.2b, which it builds on",
    closed_section="SCS 1.6 3.2d, which it builds on",
    open="Clear",
)
ZONE, OCCUPIED = "SCS 1.6 2.1a, which it builds on", "SCS 1.6 3.3a, which it builds on"
ONE_HEX, OWN_PHASE = "SCS 1.6 3.1e, which it builds on", "SCS 1.6 3.3b, which it builds on"
PHASE, REACTING, EXPLOITING = "Movement phase", "Enemy reaction phase", "Exploitation phase"
SUPPLY, BOMBARDING, NOTABLE = "Supply phase", "Bombardment", "Unified sequence of play"
MOVEMENT, BY_ROAD, REACTION, EXPLOITATION = "movement", "road", "reaction", "exploitation"
MODES = (
    Mode(MOVEMENT, "Movement", PHASE, (MOVEMENT,)),
    Mode(BY_ROAD, "Road movement", ROAD, (BY_ROAD,)),
    Mode(REACTION, "Reaction", REACTING, (REACTION,)),
    Mode(EXPLOITATION, "Exploitation", EXPLOITING, (EXPLOITATION,)),
)
UNREADY, DG, OUT, INTERDICTS = "unready", "disorganized", "out-of-supply", "air-interdiction"
"""Words of markers."""
LEAST_ROAD, TRAIL, BRIDGE = "Interdicted road, at least", "Trail", "Bridge"
HUNGRY, FULL, HALVED = "supply.movement", "full", "halved"
TWO_RATINGS, ON = "bombardment.two_ratings", "on"
BUILDERS = "engineers"
"""Engineers that ease movement; flame tanks and the like do not."""
SPENT = "Spent before"
"""What an allowance has less where points were spent in the phase."""


def class_of(unit: Unit) -> str:
    """The class of movement of a unit; on foot where none is printed. [New SCS Movement phase]"""
    return unit_of(unit).movement_class or COSTS.preset


def is_marked(unit: Unit, word: str) -> bool:
    """Whether a unit bears a marker. [New SCS Unified sequence of play]"""
    return unit.piece is not None and word in unit.piece.marks


def is_builder(unit: Unit) -> bool:
    """Whether a unit is of the engineers that ease movement. [New SCS Unit types and special abilities]"""
    return unit.word("engineers") == BUILDERS


# Costs --------------------------------------------------------------------------------------------------------------------


def entered(board: Board, class_: str, whole: Fraction, crossing: Crossing) -> Tolls:
    """What a step costs a class of movement by the chart of the game; a bridge stands for what it spans. [SCS 1.6 3.2a-d]"""
    bridges = frozenset(kind for kind in crossing.sides if _is_bridge(board, kind))
    return entry_tolls(board, COSTS, class_, whole, replace(crossing, sides=bridges) if bridges else crossing)


def _is_bridge(board: Board, kind: str) -> bool:
    terrain = board.forces.terrain.get(kind)
    return terrain is not None and terrain.name == BRIDGE


def tolls(board: Board, mover: Mover, crossing: Crossing) -> Tolls:
    """What a unit pays for a step before zones. [New SCS Road movement phase; else SCS 1.6 3.2a-d]"""
    if mover.mode == BY_ROAD:
        return by_road(board, mover.class_, crossing)
    return entered(board, mover.class_, mover.printed, crossing)


def by_road(board: Board, class_: str, crossing: Crossing) -> Tolls:
    """1/2 for a hex of road and 1 for one of trail, and no step off them. [New SCS Road movement phase]"""
    found = [_of_way(board, way) for way in sorted(crossing.ways) if _is_open(board, class_, crossing, way)]
    return Tolls(_off_road(board), min(found, key=lambda toll: toll.points, default=None))


def _is_open(board: Board, class_: str, crossing: Crossing, way: str) -> bool:
    """Whether one of several ways is a road or trail for a class of units."""
    return entered(board, class_, Fraction(0), replace(crossing, ways=frozenset({way}))).road is not None


def _of_way(board: Board, way: str) -> Toll:
    """What a hex costs along a way; one that the text does not name counts as a trail."""
    terrain = board.forces.terrain.get(way)
    rows, row = board.consulted.book.chart(RULES_CHART).rows, _road_row(terrain.name if terrain is not None else way)
    row = row if rows.index(row) is not None else _road_row(TRAIL)
    return Toll((_item(board, terrain.name if terrain is not None else way, row, ROAD),))


def _road_row(name: str) -> str:
    return f"{name} hex, road movement"


def _off_road(board: Board) -> Toll:
    return Toll((), Reason(board.ref(ROAD), "Road movement goes along roads and trails alone; none leads into {hex}"))


def _item(board: Board, name: str, row: str, section: str) -> Item:
    """A cost that the text states."""
    points = board.consulted.number(RULES_CHART, row, "points")
    return Item(name, points, board.ref(section), board.consulted.origin(RULES_CHART, row, "points"))


def share(board: Board, row: str) -> Fraction:
    """A share of the allowance that the text states. [New SCS Enemy reaction phase, Exploitation phase, Supply phase]"""
    return board.consulted.number(RULES_CHART, row, "points")


# Engineers ----------------------------------------------------------------------------------------------------------------


def over(board: Board, mover: Mover, asked: Asked) -> Mapping[int, Tolls]:
    """What hexsides cost beside engineers that have not moved. [New SCS Unit types and special abilities]"""
    side, class_ = mover.side, mover.class_
    moved = asked.moved | {mover.unit.id}
    places = frozenset(number for number, unit in board.of(side) if is_builder(unit) and unit.id not in moved)
    if not places:
        return {}
    if mover.mode == BY_ROAD:
        return board.kept(("trails", class_, places), lambda: _trails(board, class_, places))
    whole = mover.printed
    return board.kept(("eased", class_, whole, places), lambda: _eased(board, class_, whole, places))


def _trails(board: Board, class_: str, places: frozenset[int]) -> Mapping[int, Tolls]:
    """Hexes with engineers as trails that join every way beside them."""
    net, found = board.net, dict[int, Tolls]()
    trail = _item(board, "Trail by engineers", _road_row(TRAIL), ENGINEERS)

    def road(edge: int) -> bool:
        return net.crossing[edge] >= 0 and by_road(board, class_, net.crossings[net.crossing[edge]]).road is not None

    def has_way(number: int) -> bool:
        # A hex with engineers is a way itself, so that what lies beside it decides.
        return number in places or any(road(SIDES * number + direction) for direction in range(SIDES))

    for edge, back in _hexsides(board, places):
        if has_way(edge // SIDES) and has_way(back // SIDES) and not road(edge):
            found[edge] = Tolls(_off_road(board), Toll((trail,)))
    return found


def _eased(board: Board, class_: str, whole: Fraction, places: frozenset[int]) -> Mapping[int, Tolls]:
    """Obstacles along hexsides of hexes with engineers, at half their cost or none."""
    net, found = board.net, dict[int, Tolls]()
    for edge, _ in _hexsides(board, places):
        crossing = net.crossings[net.crossing[edge]]
        if not crossing.sides or edge in found:
            continue
        usual = entered(board, class_, whole, crossing)
        hex_items = entered(board, class_, whole, replace(crossing, sides=NOTHING)).off.items
        if usual.off.barred is None and usual.off.items[: len(hex_items)] == hex_items:
            sides = tuple(_beside(board, item) for item in usual.off.items[len(hex_items) :])
            found[edge] = Tolls(Toll((*hex_items, *sides)), usual.road)
    return found


def _beside(board: Board, item: Item) -> Item:
    if item.value <= 0:
        return item
    now = beside_engineers(board.case, board.consulted, item.value)
    return Item(f"{item.name} beside engineers", now, board.ref(ENGINEERS), item.chart)


def _hexsides(board: Board, places: frozenset[int]) -> Iterator[tuple[int, int]]:
    """The hexsides of some hexes, as they are crossed out of them and into them, each with the way back."""
    for number in sorted(places):
        for direction in range(SIDES):
            edge = SIDES * number + direction
            near = board.net.near[edge]
            if near >= 0:
                back = SIDES * near + (direction + 3) % SIDES
                yield edge, back
                yield back, edge


# What lies over hexes -----------------------------------------------------------------------------------------------------


def layers(board: Board, mover: Mover, asked: Asked) -> Iterator[Layer]:
    """Enemies, their zones, interdiction, and by road what one may not come near. [New SCS Air phase; SCS 1.6 2.1a, 3.3a]"""
    by_road_ = mover.mode == BY_ROAD
    yield from board.kept(("layers", mover.side, by_road_), lambda: tuple(_layers(board, mover.side, by_road_)))


def _layers(board: Board, side: str, along: bool) -> Iterator[Layer]:
    ref, zones = board.ref, board.enemy_zones(side).hexes
    yield Layer("enemies", board.enemies(side), Reason(ref(OCCUPIED), "Enemy units stand in {hex}"), closed=True)
    if along:
        yield from _road_layers(board, side)
    zone = _item(board, "Enemy zone", "Enemy zone of control", ZONE)
    said = Reason(ref(ZONE), "{hex} lies in an enemy zone; zones count once, and no interdiction beside them")
    yield Layer("zones", zones, said, zone, zone=True)
    interdicted = interdicted_hexes(board, side)
    if interdicted:
        added = _item(board, "Interdiction", "Interdicted hex", AIR)
        least = board.consulted.number(RULES_CHART, LEAST_ROAD, "points")
        why = Reason(ref(AIR), "Air interdiction of the enemy covers {hex}")
        yield Layer(LEAST_ROAD, interdicted, why, by="road", least=least)
        yield Layer("interdiction", interdicted - zones, why, added)
        yield Layer("interdiction in zones", interdicted & zones, why, added, spared=True)


def interdicted_hexes(board: Board, side: str) -> frozenset[int]:
    """The hexes within one of air interdiction that is not the side's own. [New SCS Air phase]"""
    reach = board.case.ruleset.whole("interdiction.reach")
    return around(board, marked_hexes(board, INTERDICTS, side), reach)


def marked_hexes(board: Board, word: str, side: str) -> frozenset[int]:
    """The hexes in which a marker lies that is not the side's own. [New SCS Air phase]"""
    found = set()
    for spot, marks in board.forces.deployment.marks.items():
        number = board.net.index.get(spot) if not isinstance(spot, str) else None
        if number is not None and any(mark_kind(each.kind) == word and each.side != side for each in marks):
            found.add(number)
    return frozenset(found)


def around(board: Board, hexes: frozenset[int], reach: int) -> frozenset[int]:
    """The hexes of the map within a distance of some. [New SCS Air phase, Road movement phase]"""
    net = board.net
    return frozenset(
        number for each in hexes for place in net.hexes[each].within(reach) if (number := net.index.get(place)) is not None
    )


def near_enemies(board: Board, side: str) -> frozenset[int]:
    """The hexes that road movement keeps out of, around enemies of a side. [New SCS Road movement phase]"""
    reach = board.case.ruleset.whole("road.enemy_distance")
    return board.kept(("near enemies", side), lambda: around(board, board.enemies(side), reach))


def _road_layers(board: Board, side: str) -> Iterator[Layer]:
    """No hex near enemies, none with friends but engineers, and no end with these. [New SCS Road movement phase]"""
    ref, reach = board.ref(ROAD), board.case.ruleset.whole("road.enemy_distance")
    near = Reason(ref, "{hex} lies within {reach} hexes of enemy units", {"reach": reach})
    yield Layer("near enemies", near_enemies(board, side), near, closed=True)
    own = board.held(side)
    free = frozenset(n for n in own if all(is_builder(unit) for unit in board.at[n] if unit.side == side))
    yield Layer("friends", own - free, Reason(ref, "Friends stand in {hex}, and none but engineers are passed"), closed=True)
    builders = Reason(ref, "Engineers stand in {hex}; they are passed, but road movement does not end in a stack")
    yield Layer("engineers", free, builders, passing=True)


# Movers -------------------------------------------------------------------------------------------------------------------


def mover(board: Board, unit: Unit, asked: Asked) -> Mover:
    """A unit that moves in one of the modes: its allowance, and why it may not. [New SCS Unified sequence of play]"""
    start, printed = board.place(unit), Fraction(unit.whole("movement"))
    began = asked.began.get(unit.id, start)
    items = tuple(_allowance(board, unit, asked, printed))
    barred, said = tuple(_barred(board, unit, asked, began)), tuple(_said(board, unit, asked, began))
    minimum = None
    if printed > 0 and not asked.spent and began == start and asked.mode != BY_ROAD and not barred:
        minimum = Reason(board.ref(ONE_HEX), "{unit} may always move one hex that is not prohibited", {"unit": unit.name})
    allowance = max(Fraction(0), sum((item.value for item in items), Fraction(0)))
    return Mover(unit, unit.side, start, asked.mode, class_of(unit), printed, allowance, items, said, barred, minimum)


def _allowance(board: Board, unit: Unit, asked: Asked, printed: Fraction) -> Iterator[Item]:
    """What a unit may spend: its allowance, halved out of supply, twice of it by road, half in reaction."""
    section = next(each.section for each in MODES if each.id == asked.mode)
    yield Item("Movement allowance", printed, board.ref(section))
    left = printed
    if is_marked(unit, OUT) and board.case.choices.get(HUNGRY) != FULL:
        left = printed * share(board, "Share of the allowance, out of supply")
        yield Item("Out of supply", left - printed, board.ref(SUPPLY))
    if asked.mode == BY_ROAD:
        yield Item("Road movement", left * (share(board, "Allowances, road movement") - 1), board.ref(ROAD))
    if asked.mode == REACTION:
        yield Item("Reaction", left * (share(board, "Share of the allowance, reaction") - 1), board.ref(REACTING))
    if asked.spent:
        yield Item(SPENT, -asked.spent, board.ref("SCS 1.6 3.1c, which it builds on"))


def _barred(board: Board, unit: Unit, asked: Asked, began: int) -> Iterator[Reason]:
    """Why a unit does not move at all in a mode."""
    told: dict[str, object] = {"unit": unit.name}
    if unit.whole("movement") <= 0:
        yield Reason(board.ref(ONE_HEX), "{unit} has a movement allowance of 0 and never moves", told)
    if asked.mode == BY_ROAD:
        yield from _barred_by_road(board, unit, began)
    if asked.mode in (MOVEMENT, EXPLOITATION):
        yield from _stopped(board, unit)
    if asked.mode in (REACTION, EXPLOITATION):
        section = REACTING if asked.mode == REACTION else EXPLOITING
        if not unit_of(unit).exploits:
            yield Reason(board.ref(section), "{unit} is not capable of exploitation", told)
        if is_marked(unit, OUT):
            yield Reason(board.ref(SUPPLY), "{unit} is out of supply and neither exploits nor reacts", told)
    if asked.mode == REACTION:
        if is_marked(unit, UNREADY):
            yield Reason(board.ref(REACTING), "{unit} is unready and does not react", told)
        if is_marked(unit, DG):
            yield Reason(board.ref(REACTING), "{unit} is DG and does not react", told)
        if began in board.enemy_zones(unit.side).hexes:
            place = board.net.hexes[began]
            template = "{unit} begins in an enemy zone, in {hex}, and does not react"
            yield Reason(board.ref(REACTING), template, {**told, "hex": place}, (place,))
        if board.forces.state.moment.side == unit.side:
            yield Reason(board.ref(REACTING), "{unit} is of the active side; only its enemies react", told)


def _stopped(board: Board, unit: Unit) -> Iterator[Reason]:
    """That a unit has overrun a hex in the phase and not cleared it. [New SCS Overruns]"""
    for each in fought(board, OVERRUN):
        left = (other for spot in each.against for other in board.forces.units(spot) if other.side != unit.side)
        if unit.id in each.units and any(board.force_rules.is_unit(other) for other in left):
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(OVERRUNS), "{unit} has overrun {others} and not cleared it: its movement is over", told)


def _barred_by_road(board: Board, unit: Unit, began: int) -> Iterator[Reason]:
    """What keeps a unit from road movement where it stands; it may be there on its way. [New SCS Road movement phase]"""
    start, ref = board.place(unit), board.ref(ROAD)
    place = board.net.hexes[start]
    others = [each for each in board.at.get(start, ()) if each.side == unit.side and each.id != unit.id]
    if others and began == start:
        told = {"unit": unit.name, "units": names(others), "hex": place}
        yield Reason(ref, "{unit} is stacked with {units} in {hex}; nobody begins road movement in a stack", told, (place,))
    reach = board.case.ruleset.whole("road.enemy_distance")
    if start in near_enemies(board, unit.side):
        near: dict[str, object] = {"unit": unit.name, "hex": place, "reach": reach}
        yield Reason(ref, "{unit} stands in {hex}, within {reach} hexes of enemy units", near, (place,))


def is_active(board: Board, unit: Unit, active: str) -> bool:
    """Whether a unit is of what is activated: a formation by its id or name, or a unit. [New SCS Unified sequence of play]"""
    called = [each.id for each in board.forces.oob.formations if active in (each.id, each.name)]
    some = {each.id for each in board.forces.units_named(called or (active,))}
    return not some or unit.id in some


def inactive(board: Board, unit: Unit, do: str) -> Iterator[Reason]:
    """That a unit is not among those of its side that are active, which alone do something in the activation.

    [New SCS Unified sequence of play]
    """
    moment = board.forces.state.moment
    if moment.side == unit.side and moment.of and not is_active(board, unit, moment.of):
        told = {"unit": unit.name, "active": moment.of, "do": do}
        yield Reason(board.ref(NOTABLE), "Active are {active}, and {unit} is not of them; active units alone {do}", told)


def out_of_turn(board: Board, unit: Unit, does: str, do: str) -> Iterator[Reason]:
    """That the phase is that of others than a unit, or of other units of its side, which alone do in it what is asked about.

    [New SCS Unified sequence of play; SCS 1.6 3.3b]
    """
    moment = board.forces.state.moment
    if moment.side and moment.side != unit.side:
        owner = {"unit": unit.name, "does": does, "side": board.forces.side_name(moment.side)}
        yield Reason(board.ref(OWN_PHASE), "The phase is that of {side}; {unit} {does} in those of its own side", owner)
    yield from inactive(board, unit, do)


def _said(board: Board, unit: Unit, asked: Asked, began: int) -> Iterator[Reason]:
    """What else there is to know of a unit that moves."""
    told = {"unit": unit.name}
    if is_marked(unit, OUT):
        full = board.case.choices.get(HUNGRY) == FULL
        yield reading_reason(
            board.case, HUNGRY, HALVED if full else FULL, "half of the allowance" if full else "all of the allowance"
        )
    if asked.mode != REACTION:
        yield from out_of_turn(board, unit, "moves", "move")
    if asked.mode == EXPLOITATION and began in board.enemy_zones(unit.side).hexes:
        yield Reason(board.ref(EXPLOITING), "{unit} may exploit though it begins in an enemy zone", told)
    if asked.mode == EXPLOITATION and unit_of(unit).exploits:
        half = still_ready(board, unit)
        points = {**told, "half": amount(half)}
        template = "{unit} stays ready up to {half} points; beyond them, or when it overruns, it becomes unready"
        yield Reason(board.ref(EXPLOITING), template, points, (), {"half": half})
    if not unit_of(unit).movement_class:
        said = {**told, "class": COSTS.preset}
        template = "{unit} prints no class of movement and counts as {class}"
        yield Reason(board.ref("SCS 1.6 3.1c, which it builds on"), template, said)


def still_ready(board: Board, unit: Unit) -> Fraction:
    """The points after which a unit that exploits is still ready. [New SCS Exploitation phase]"""
    return share(board, "Share of the allowance, still ready") * unit.whole("movement")


def afterwards(board: Board, mover: Mover, spent: Fraction) -> Iterator[Reason]:
    """What becomes of a unit that has moved. [New SCS Exploitation phase, Road movement phase, Bombardment]"""
    if not spent:
        return
    told: dict[str, object] = {"unit": mover.unit.name, "spent": amount(spent)}
    if mover.mode == EXPLOITATION:
        half = still_ready(board, mover.unit)
        together = spent - sum((item.value for item in mover.items if item.name == SPENT), Fraction(0))
        told |= {"half": amount(half), "spent": amount(together)}
        template = "{unit} spends {spent}, more than {half}, and becomes unready"
        template = template if together > half else "{unit} spends {spent}, no more than {half}, and stays ready"
        if any(mover.unit.id in each.units for each in fought(board, OVERRUN)):
            template = "{unit} has overrun in exploitation, and becomes unready whatever it spends"
        yield Reason(board.ref(EXPLOITING), template, told, (), {"spent": together, "half": half})
    if unit_of(mover.unit).kind != "artillery":
        return
    if mover.mode == BY_ROAD:
        template = "{unit} is artillery: it becomes unready and does not bombard in this turn"
        yield Reason(board.ref(ROAD), template, told)
    elif mover.mode == MOVEMENT and board.case.choices.get(TWO_RATINGS) != ON:
        yield Reason(board.ref(BOMBARDING), "{unit} is artillery: having moved, it bombards with 1 less", told)
