"""Where lines of supply must lead, as people write it, and the hexes that are meant by it.

A side says it in a few words, joined with commas::

    0112, 0113                  printed numbers of hexes
    west edge, any edge         hexes on an edge of the map
    roads of the west edge      those of them that a road leads into
    White Beach                 a zone of the maps by its name
    depots, headquarters        where its own pieces of that kind lie now
    Castel for Korrin           any of these, for units of one nationality alone

What is not understood is told with the nearest match, and never guessed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.geometry.rim import EDGES, closed_in, edges_of
from core.model.scenario_places import zone_hexes
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board
from core.rules.operations.zones import SIDES

VALUE = "supply.source"
"""What is kept of a side: where its lines must lead."""

DEPOT, HEADQUARTERS = "depot", "headquarters"
PIECES = {"depot": DEPOT, "depots": DEPOT, "headquarters": HEADQUARTERS}
"""Words for kinds of pieces."""

_EDGE = re.compile(
    r"(?:(?P<road>(?:any |all |the )?(?:roads?|road hex|road hexes))\s+(?:of|on|at)\s+)?(?:the\s+)?"
    r"(?P<edge>any|north|east|south|west)(?:ern)?\s+edge(?:\s+of\s+the\s+map)?"
)
_NATION = re.compile(r"(?P<what>.+?)\s+for\s+(?P<nation>\S.*)")


@dataclass(frozen=True, slots=True)
class Source:
    """One source in its words, and the hexes that it means now, none where no such piece lies on the map.

    `nation` is the one whose units it is for, "" for all of the side; `depot` says that it is a piece that may be an ally's.
    """

    words: str
    hexes: frozenset[int]
    nation: str = ""
    depot: bool = False


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of a side: those that are understood, and sentences about words that are not."""

    known: tuple[Source, ...] = ()
    unclear: tuple[str, ...] = ()

    @property
    def hexes(self) -> frozenset[int]:
        """The hexes of all that are understood."""
        return frozenset(number for each in self.known for number in each.hexes)

    def own(self, nation: str) -> frozenset[int]:
        """The hexes of those that are a nation's own, or everybody's."""
        return frozenset(number for each in self.known if each.nation in ("", nation) for number in each.hexes)

    def allied(self, nation: str) -> frozenset[int]:
        """The hexes of depots that are an ally's."""
        mine = (each for each in self.known if each.depot and each.nation not in ("", nation))
        return frozenset(number for each in mine for number in each.hexes)

    @property
    def words(self) -> str:
        """What is understood, in words."""
        said = (f"{each.words} for {each.nation}" if each.nation else each.words for each in self.known)
        return ", ".join(dict.fromkeys(said)) or "nothing"


def words_of(board: Board, side: str) -> str:
    """What a side says of its sources, "" for nothing."""
    found = board.forces.oob.side(side)
    value = found.values.get(VALUE) if found is not None else None
    return value.strip() if isinstance(value, str) else ""


def sources_of(board: Board, side: str, *, always: str = "") -> Sources:
    """The sources of a side by its words; `always` are words that hold for every side, whatever it says."""

    def read() -> Sources:
        words = words_of(board, side)
        terms = comma_parts(words)
        more = comma_parts(always)
        known: list[Source] = []
        unclear: list[str] = []
        for term in dict.fromkeys((*terms, *more)):
            found = tuple(_read(board, side, term))
            known += found
            if not found:
                unclear.append(_unclear(board, side, term))
        if not terms and not any(each.hexes for each in known) and not (more and has_lost(board, side, DEPOT)):
            unclear.append(f"{board.forces.side_name(side)} does not say where its lines of supply must lead.")
        return Sources(tuple(known), tuple(unclear))

    return board.kept(("sources", side, always), read)


def has_lost(board: Board, side: str, kind: str) -> bool:
    """Whether a side in play has none left of a kind of pieces that it began with on the map."""
    forces = board.forces
    if not forces.state.in_play or forces.scenario is None:
        return False
    began = (forces.oob.counter(id_) for id_ in forces.scenario.start.pieces)
    had = any(each is not None and each.side == side and each.values.get("piece.kind") == kind for each in began)
    return had and next(pieces(board, side, kind), None) is None


def _read(board: Board, side: str, term: str) -> Iterator[Source]:
    """What one term means; nothing where it is not understood."""
    found = tuple(_meant(board, side, term, ""))
    if found:
        yield from found
        return
    of_nation = _NATION.fullmatch(term)
    if of_nation is not None and (nation := _nation(board, side, of_nation["nation"])):
        yield from _meant(board, side, of_nation["what"], nation)


def _meant(board: Board, side: str, term: str, nation: str) -> Iterator[Source]:
    folded = term.casefold()
    if folded in PIECES:
        yield from _pieces(board, side, PIECES[folded], term, nation)
        return
    edge = _EDGE.fullmatch(folded)
    if edge is not None:
        yield Source(term, on_edge(board, edge["edge"], roads=bool(edge["road"])), nation)
        return
    zone = zone_hexes(board.forces.box, term)
    if zone:
        yield Source(term, frozenset(board.net.index[place] for place in zone if place in board.net.index), nation)
        return
    try:
        place = board.forces.box.hex(term)
    except WrongUse:
        return
    yield Source(term, frozenset({board.net.index[place]}), nation)


def _pieces(board: Board, side: str, kind: str, term: str, nation: str) -> Iterator[Source]:
    """Where pieces of a kind lie, by their nationality where one is printed."""
    by_nation: dict[str, set[int]] = {}
    for number, unit in pieces(board, side, kind):
        printed = unit.word("nationality")
        if nation in ("", printed):
            by_nation.setdefault(printed, set()).add(number)
    for printed, hexes in by_nation.items():
        yield Source(term, frozenset(hexes), nation or printed, kind == DEPOT)
    if not by_nation:
        yield Source(term, frozenset(), nation, kind == DEPOT)


def pieces(board: Board, side: str, kind: str) -> Iterator[tuple[int, Unit]]:
    """The pieces of a kind that a side has on the map, units or not, with the numbers of their hexes; "" for any side's."""
    for spot in board.forces.deployment.stacks:
        number = board.net.index.get(spot) if isinstance(spot, Hex) else None
        if number is not None:
            for unit in board.forces.units(spot):
                if unit.kind == kind and side in ("", unit.side):
                    yield number, unit


def on_edge(board: Board, edge: str, *, roads: bool = False) -> frozenset[int]:
    """The hexes on an edge of the map, on "any" of them, or only those that a road leads into."""

    def found() -> frozenset[int]:
        cells, rim = board.net.index.keys(), [board.net.hexes[number] for number in board.net.edge]
        gaps = closed_in(cells, [place for place in cells if any(near not in cells for near in place.neighbours())])
        whole = cells | gaps if gaps else cells
        return frozenset(board.number(place) for place in rim if edge == "any" or edge in edges_of(whole, place))

    on_it = board.for_map(("edge", edge), found)
    return on_it & road_hexes(board) if roads else on_it


def road_hexes(board: Board) -> frozenset[int]:
    """The hexes that a road leads into."""

    def found() -> frozenset[int]:
        net, road = board.net, road_crossings(board)
        return frozenset(edge // SIDES for edge, kind in enumerate(net.crossing) if kind >= 0 and road[kind])

    return board.for_map(("road hexes",), found)


def road_crossings(board: Board) -> tuple[bool, ...]:
    """Along which crossings of the net a road leads, by their numbers."""

    return board.for_map(("roads",), lambda: tuple(bool(each.ways & road_kinds(board)) for each in board.net.crossings))


def road_kinds(board: Board) -> frozenset[str]:
    """The kinds of lines on the map that are roads, by their ids."""

    def found() -> frozenset[str]:
        kinds = {kind for each in board.net.crossings for kind in each.ways}
        return frozenset(kind for kind in kinds if board.force_rules.is_road(board.case, board.consulted, kind))

    return board.for_map(("road kinds",), found)


def _nation(board: Board, side: str, word: str) -> str:
    """A nationality that counters of a side print, "" for none of that name."""
    known = _nations(board, side)
    return next((each for each in known if each.casefold() == word.casefold()), "")


def _nations(board: Board, side: str) -> tuple[str, ...]:
    printed = (unit.word("nationality") for unit in board.forces.all_units() if unit.side == side)
    return tuple(dict.fromkeys(each for each in printed if each))


def _unclear(board: Board, side: str, term: str) -> str:
    """That a term is not understood, and what is the nearest to it."""
    of_nation = _NATION.fullmatch(term)
    if of_nation is not None and tuple(_meant(board, side, of_nation["what"], "")):
        near = did_you_mean(of_nation["nation"], _nations(board, side))
        return f"“{term}”: {board.forces.side_name(side)} has no units of {of_nation['nation']}.{near}"
    zones = (zone.name for placed in board.forces.box.sheets for zone in placed.sheet.zones if zone.name)
    edges = [f"{edge} edge" for edge in (*EDGES, "any")]
    known = (*zones, *PIECES, *edges, *(f"roads of the {edge}" for edge in edges))
    return f"“{term}” is no hex, edge, zone or kind of piece on these maps.{did_you_mean(term, known)}"
