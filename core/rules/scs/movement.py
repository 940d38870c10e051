"""Movement and exploitation on the map [SCS 1.6 2.1a-b, 3.0-3.3c, 11.0-11.0c, 12.2]."""

from collections.abc import Iterator
from fractions import Fraction

from core.analysis.hex_net import Crossing
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import marker_title
from core.rules.kernel.modifiers import Item
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.costs import EntryCosts, entry_tolls
from core.rules.operations.fought import OVERRUN, fought, labels
from core.rules.operations.layers import Layer
from core.rules.operations.rules import Asked, Mode, Mover
from core.rules.operations.tolls import Tolls

CHART, RULES_CHART, WAYS = "scs.movement", "scs.movement_rules", "scs.ways"
STATES_CHART, FACTOR = "scs.supply_movement", "movement factor"
COSTS = EntryCosts(chart=CHART, ways=WAYS, hex_section="3.2a", side_section="3.2c", road_section="3.2b", closed_section="3.2d")
MOVEMENT, EXPLOITATION = "movement", "exploitation"
# Stacking is enforced at the end of the phase: nobody moves in that step any more [4.0a].
MODES = (
    Mode(MOVEMENT, "Movement", "3.0", ("movement.reinforcements", "movement.move")),
    Mode(EXPLOITATION, "Exploitation", "11.0", (EXPLOITATION,)),
)
ZONE_ROW = "Enemy zone of control"
MINIMUM, HELD, FREE = "movement.minimum_hex", "zone_wins", "minimum_wins"
OFF_MAP = "map.off_map_movement"
WHO, BY_GAME = "exploitation.who", "game"


def class_of(unit: Unit) -> str:
    """The class of movement of a unit; on foot where none is printed. [SCS 1.6 3.1c]"""
    return unit.word("movement.class") or COSTS.preset


def entered(board: Board, class_: str, whole: Fraction, crossing: Crossing) -> Tolls:
    """What a step costs a class of movement by the chart of the game: hex and hexside, or the road. [SCS 1.6 3.2a-d]"""
    return entry_tolls(board, COSTS, class_, whole, crossing)


def tolls(board: Board, mover: Mover, crossing: Crossing) -> Tolls:
    """What a unit pays for a step before zones. [SCS 1.6 3.2a-d]"""
    return entered(board, mover.class_, mover.printed, crossing)


def layers(board: Board, mover: Mover, asked: Asked) -> Iterator[Layer]:
    """Hexes with enemies are closed, enemy zones cost 2 more, once. [SCS 1.6 2.1a, 2.1g, 3.3a]"""
    yield from board.kept(("layers", mover.side), lambda: _layers(board, mover.side))


def _layers(board: Board, side: str) -> tuple[Layer, ...]:
    ref = board.ref
    points = board.consulted.number(RULES_CHART, ZONE_ROW, "points")
    origin = board.consulted.origin(RULES_CHART, ZONE_ROW, "points")
    zone = Item("Enemy zone", points, ref("2.1a"), origin)
    said = Reason(ref("2.1a"), "{hex} lies in an enemy zone; however many there are, they count once (2.1g)")
    return (
        Layer("enemies", board.enemies(side), Reason(ref("3.3a"), "Enemy units stand in {hex}"), closed=True),
        Layer("zones", board.enemy_zones(side).hexes, said, zone, zone=True),
    )


def mover(board: Board, unit: Unit, asked: Asked) -> Mover:
    """A unit that moves or exploits: its allowance, and why it may not. [SCS 1.6 2.1b, 3.1b, 3.1e, 3.3b, 11.0a-c, 12.2]"""
    ref, start = board.ref, board.place(unit)
    began = asked.began.get(unit.id, start)
    printed = Fraction(unit.whole("movement"))
    items = [Item("Movement allowance", printed, ref("3.1b")), *_by_states(board, unit, printed)]
    if asked.spent:
        items.append(Item("Spent before", -asked.spent, ref("3.1c")))
    barred, said = list(_barred(board, unit, asked)), list(_said(board, unit, asked))
    minimum = None
    if printed > 0 and not asked.spent and began == start:
        minimum = Reason(ref("3.1e"), "{unit} may always move one hex that is not prohibited", {"unit": unit.name})
    if asked.mode == EXPLOITATION and not barred and began in board.enemy_zones(unit.side).hexes:
        label = {"unit": unit.name, "hex": board.net.hexes[began]}
        held = Reason(ref("11.0b"), "{unit} begins the Exploitation Phase in an enemy zone, in {hex}, and cannot move", label)
        if board.case.choices.get(MINIMUM) == FREE and minimum is not None:
            items.append(Item("Held by an enemy zone", -sum((item.value for item in items), Fraction(0)), ref("11.0b")))
            said.append(reading_reason(board.case, MINIMUM, HELD, "no move at all", (board.net.hexes[began],)))
        else:
            barred.append(held)
            if minimum is not None:
                said.append(reading_reason(board.case, MINIMUM, FREE, "one hex may be moved", (board.net.hexes[began],)))
    if barred or (asked.mode == EXPLOITATION and not unit.flag("exploitation")):
        minimum = None
    allowance = max(Fraction(0), sum((item.value for item in items), Fraction(0)))
    return Mover(
        *(unit, unit.side, start, asked.mode, class_of(unit), printed, allowance),
        *(tuple(items), tuple(said), tuple(barred), minimum),
    )


def _by_states(board: Board, unit: Unit, printed: Fraction) -> Iterator[Item]:
    """What markers on a unit take from its allowance: those of which the chart of the game has a row. [SCS 1.6 3.1e, 12.2]"""
    rows, left = board.consulted.book.chart(STATES_CHART).rows, printed
    for mark in sorted(unit.piece.marks) if unit.piece is not None else ():
        row = rows.index(marker_title(board.case.ruleset, mark))
        if row is None:
            continue
        state = rows.labels[row]
        now = left * board.consulted.number(STATES_CHART, state, FACTOR)
        if now != left:
            yield Item(state, now - left, board.ref("12.2"), board.consulted.origin(STATES_CHART, state, FACTOR))
        left = now


def _barred(board: Board, unit: Unit, asked: Asked) -> Iterator[Reason]:
    """Why a unit does not move at all, zones aside. [SCS 1.6 3.1b, 3.1e, 6.2a, 11.0a]"""
    told: dict[str, object] = {"unit": unit.name}
    for each in fought(board, OVERRUN):
        if unit.id in each.units:
            said = {**told, "others": labels(board, each.against)}
            yield Reason(board.ref("6.2a"), "{unit} has overrun {others} in this phase, which ended its movement", said)
    if "movement" not in unit.values:
        yield Reason(board.ref("3.1b"), "{unit} prints no movement allowance and never moves", told)
    elif unit.whole("movement") <= 0:
        yield Reason(board.ref("3.1e"), "{unit} has a movement allowance of 0 and never moves", told)
    if asked.mode == EXPLOITATION and not unit.flag("exploitation") and board.case.choices.get(WHO) != BY_GAME:
        yield Reason(board.ref("11.0a"), "{unit} does not exploit: its values have no coloured box", told)


def _said(board: Board, unit: Unit, asked: Asked) -> Iterator[Reason]:
    """What else there is to know of a unit that moves. [SCS 1.6 3.1c, 3.3b, 3.3c, 11.0a, 11.0c]"""
    if asked.mode == EXPLOITATION and not unit.flag("exploitation") and board.case.choices.get(WHO) == BY_GAME:
        template = "{unit} has no coloured box: it exploits only if the game lets it, and never by the one-hex minimum (11.0c)"
        yield Reason(board.ref("11.0a"), template, {"unit": unit.name})
    moment = board.forces.state.moment
    if moment.side and moment.side != unit.side:
        told = {"unit": unit.name, "side": board.forces.side_name(moment.side)}
        yield Reason(board.ref("3.3b"), "The phase is that of {side}; {unit} moves in those of its own side", told)
    if board.place(unit) in board.net.edge:
        told = {"unit": unit.name}
        leaves = board.case.choices.get(OFF_MAP) == "allowed"
        template = "{unit} stands at the edge of the map: units that cross it are destroyed"
        template = "{unit} stands at the edge of the map; the game says who may leave it" if leaves else template
        yield Reason(board.ref("Components C" if leaves else "3.3c"), template, told, (board.net.hexes[board.place(unit)],))
    if not unit.word("movement.class"):
        told = {"unit": unit.name, "class": COSTS.preset}
        yield Reason(board.ref("3.1c"), "{unit} prints no class of movement and counts as {class}", told)
