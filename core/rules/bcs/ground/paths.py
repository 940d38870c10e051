"""Safe paths, and who is bracketed [BCS 1.1 variant 4, Retreat Answer Key, published summaries]."""

from dataclasses import dataclass

from core.rules.bcs.formations import ZONES
from core.rules.bcs.ground.routes import headquarters_of, trains_of
from core.rules.bcs.ground.zones import IN_ENGAGEMENT_ZONES, IN_ZONES, YES, class_of, enemy_engagement_zones, is_open
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.rules import Said
from core.rules.operations.sources import sources_of
from core.rules.operations.supply import Fallen, search_on
from core.rules.operations.zones import SIDES

SAFE_PATH, PATH = "bcs.safe_path", "path"
OF_FORMATION, INDEPENDENT, LIFTED = "Units of a formation", "Independent units", "Own units lift zones"
HEADQUARTERS, TRAINS, SOURCE = "headquarters", "trains", "source"


@dataclass(frozen=True, slots=True)
class SafePath:
    """The safe path of a unit: hexes by their numbers from its own to where it must lead, none where there is no safe path, and
    why. `is_known` says whether it can be judged."""

    way: tuple[int, ...]
    why: tuple[Reason, ...]
    is_known: bool = True

    @property
    def exists(self) -> bool:
        """Whether there is one."""
        return bool(self.way)


def barring(board: Board, unit: Unit, fallen: Fallen | None = None) -> frozenset[int]:
    """The hexes that a safe path of a unit does not enter: with enemies, and in zones that stop its class of movement; perhaps
    as if a hex had fallen. [BCS 1.1 variant 4, published summaries]"""
    class_ = class_of(unit)
    return board.kept(("barring", unit.side, class_, fallen), lambda: _barring(board, unit.side, class_, fallen))


def _barring(board: Board, side: str, class_: str, fallen: Fallen | None) -> frozenset[int]:
    effect, zones = board.consulted.cell(ZONES, class_, "effect"), frozenset[int]()
    if effect == IN_ZONES:
        zones = board.enemy_zones(side).hexes
    elif effect == IN_ENGAGEMENT_ZONES:
        zones = enemy_engagement_zones(board, side).hexes
    enemies, own = board.enemies(side), board.held(side)
    if fallen is not None:
        enemies, own = enemies | {fallen.number}, own - {fallen.number}
        zones |= fallen.zone if effect in (IN_ZONES, IN_ENGAGEMENT_ZONES) else frozenset()
    if board.consulted.cell(SAFE_PATH, LIFTED, PATH) == YES:
        zones -= own
    return enemies | zones


def safe_path(board: Board, unit: Unit, fallen: Fallen | None = None) -> SafePath:
    """The safe path of a unit, or that there is none, perhaps as if a hex had fallen.

    [BCS 1.1 Retreat Answer Key, published summaries]
    """
    return board.kept(("safe path", unit.id, fallen), lambda: _safe_path(board, unit, fallen))


def _safe_path(board: Board, unit: Unit, fallen: Fallen | None) -> SafePath:
    ref, told = board.ref(PUBLISHED), {"unit": unit.name}
    formation = unit.counter.formation
    kind = str(board.consulted.cell(SAFE_PATH, OF_FORMATION if formation else INDEPENDENT, PATH))
    goals = frozenset[int]()
    if kind == SOURCE:
        sources = sources_of(board, unit.side)
        if sources.unclear:
            return SafePath((), tuple(Reason(ref, "{text}", {"text": text}) for text in sources.unclear), is_known=False)
        goals = sources.hexes
    else:
        piece = headquarters_of(board, formation) if kind == HEADQUARTERS else trains_of(board, formation)
        goals = frozenset({piece[0]}) if piece is not None else goals
    number, class_ = board.place(unit), class_of(unit)
    passes = board.for_map(("open to", class_), lambda: tuple(is_open(board, class_, each) for each in board.net.crossings))
    barred = barring(board, unit, fallen)
    found = board.kept(
        ("safe paths", unit.side, class_, goals, fallen),
        lambda: search_on(board, ("safe path", unit.side, class_, goals, fallen is not None), goals, barred, passes),
    )
    # Pieces may stand where the terrain is closed to them; a path begins there all the same.
    if found.far[number] < 0:
        called = "source of supply" if kind == SOURCE else kind
        text = "{unit} has no safe path: no {goal} of its own is on the map"
        if goals:
            text = "{unit} has no safe path to a {goal}" if kind == SOURCE else "{unit} has no safe path to its {goal}"
        return SafePath((), (Reason(ref, text, {**told, "goal": called}, (board.net.hexes[number],)),))
    way = found.line(number)
    hexes = tuple(board.net.hexes[each] for each in way)
    text = "{unit} has a safe path of {length} hexes to {hex}"
    return SafePath(way, (Reason(ref, text, {**told, "length": len(way) - 1, "hex": hexes[-1]}, hexes),))


def is_bracketed(board: Board, unit: Unit, fallen: Fallen | None = None) -> Said:
    """Whether each hex that a unit could go into has enemies, or lies in a zone that stops its class. [BCS 1.1 variant 4]"""
    number, class_, net = board.place(unit), class_of(unit), board.net
    barred, told = barring(board, unit, fallen), {"unit": unit.name, "class_": class_}
    edges = range(SIDES * number, SIDES * number + SIDES)
    open_ = [
        net.near[edge] for edge in edges if net.near[edge] >= 0 and is_open(board, class_, net.crossings[net.crossing[edge]])
    ]
    out = next((each for each in open_ if each not in barred), None)
    beside = frozenset(net.near[edge] for edge in edges)
    if out is not None:
        template = "{unit} is not bracketed: {hex} has no enemies and no zone that stops class {class_}"
        return Said(False, board.told(Reason(board.ref("4"), template, told), out))
    if beside.isdisjoint(barred):
        return Said(False, Reason(board.ref("4"), "{unit} is not bracketed: no enemies are around it", told))
    template = "{unit} is bracketed: each hex that it could go into has enemies or lies in a zone that stops class {class_}"
    return Said(True, Reason(board.ref("4"), template, told, (net.hexes[number],)))
