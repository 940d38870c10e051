"""Lines of supply on the map: over land to a connected road, down it to a source [VCS 7.1, 11.0-11.4, 12.2, 13.1-13.3].

The state of a unit is that of `core.rules.vcs.supply.trace`, which is given here what it asks for: levels, lengths, whether the
road is connected, whether a line is blocked. Lines of each limit of length are searched at once for all units of a nation: on
hexes no higher than the levels that the limit holds for.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from core.analysis.traces import Cut, Traced, least_cut
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.readings import other_choices, reading_reason
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.set_up import SetUps
from core.rules.kernel.tables import TableCase
from core.rules.operations.board import Board
from core.rules.operations.rules import Said
from core.rules.operations.sources import DEPOT, Sources, pieces, road_crossings, road_hexes, sources_of
from core.rules.operations.supply import (
    ENEMY,
    ROAD,
    SIDE,
    ZONE,
    Blocks,
    Fallen,
    SupplyRules,
    Told,
    blocks_of,
    lines_of,
    search_on,
    told_cut,
)
from core.rules.operations.zones import SIDES
from core.rules.vcs.cuts import RoadCuts, least_supplied
from core.rules.vcs.states import ISOLATED_MARK, OUT_MARK, no_attempt_left, support_of
from core.rules.vcs.strengths import ISOLATED, OUT, STATES, SUPPLIED
from core.rules.vcs.supply import DISTANCES, FRIEND, FRIEND_READING, LEVEL_READINGS, LINE, by_air, trace

BRIDGE_OUT, BRIDGE_BUILT, ROAD_OUT = "bridge-destroyed", "bridge-built", "road-destroyed"
LEVEL_READING = "supply.level"
READINGS = (LEVEL_READING, FRIEND_READING)
"""Readings that lines rest on."""
LEVEL, RIVER, BRIDGE = "Level ", "River", "Bridge"
LOWEST = 1
"""The level of land of which the map states none."""
NO_LEVEL = 0
"""What stands for the level of the sea, over which no line goes."""


@dataclass(frozen=True, slots=True)
class Band:
    """Lines of at most so many hexes, over hexes of this level at most."""

    top: int
    most: int
    found: Traced


@dataclass(frozen=True, eq=False)
class Tracing:
    """The lines of one nation to some of its sources: `down` leads along roads to them; `connected` are road hexes from which
    one does, and the sources themselves; `bands` are the lines over land that are short enough, `along` those of any length,
    `any_road` those to roads that lead nowhere. `over_land` leads over everything but the sea and enemies, `peace` over enemies
    too."""

    sources: frozenset[int]
    down: Traced
    roads: RoadCuts
    connected: frozenset[int]
    bands: tuple[Band, ...]
    along: Callable[[], Traced]
    any_road: Callable[[], tuple[Band, ...]]
    over_land: Callable[[], Traced]
    peace: Callable[[], Traced]

    def shortest(self, level: int, number: int) -> tuple[Band, tuple[int, ...]] | None:
        """The shortest line that is short enough for a unit of a level, None where there is none."""
        return _shortest(self.bands, level, number)

    def whole(self, land: tuple[int, ...]) -> tuple[int, ...]:
        """A line over land with what leads on from its end to the source."""
        return (*land, *self.down.line(land[-1])[1:]) if land[-1] not in self.sources else land


def _shortest(bands: Iterable[Band], level: int, number: int) -> tuple[Band, tuple[int, ...]] | None:
    fit = [each for each in bands if level <= each.top and each.found.far[number] >= 0]
    best = min(fit, key=lambda each: (each.found.far[number], each.top), default=None)
    return (best, best.found.line(number)) if best is not None else None


@dataclass(frozen=True, eq=False)
class NationLines:
    """The lines of all units of one nation of a side."""

    board: Board
    side: str
    nation: str
    blocks: Blocks
    fallen: Fallen | None
    own: Tracing
    allied: Tracing | None
    _given: dict[tuple[int, bool], dict[str, Any]] = field(default_factory=dict)
    _ruled: dict[tuple[tuple[str, Any], ...], Ruling] = field(default_factory=dict)

    def state(self, unit: Unit, number: int) -> str:
        """What `trace` makes of a unit's line. [VCS 11.0-11.3, 12.2]"""
        return self._best(unit, number)[1].verdict

    def source(self, unit: Unit, number: int) -> int | None:
        """The hex of the source that a line of supply of a unit leads to; None where it has no line that is short enough.

        [VCS 11.0, 11.3]
        """
        tracing, _ = self._best(unit, number)
        if self._as_good(unit, number) is not None and self.allied is not None:
            tracing = self.allied
        found = tracing.shortest(self._levels[number] or LOWEST, number)
        return tracing.down.line(found[1][-1])[-1] if found is not None else None

    def told(self, unit: Unit, number: int) -> Told:
        """The line of a unit with the levels that it leads over, or what cuts it off. [VCS 7.1, 11.0-11.3]"""
        tracing, ruling = self._best(unit, number)
        said = tuple(self._by_readings(unit, number, ruling))
        if ruling.verdict != SUPPLIED:
            # What decides against a unit comes before what was measured.
            said = tuple(sorted(said, key=lambda each: each.rule.section == "11.0"))
        ruling = replace(ruling, reasons=said)
        found = tracing.shortest(self._levels[number] or LOWEST, number)
        if found is not None:
            line = tracing.whole(found[1])
            return Told(line, reasons=(_led(self.board, unit, found[1], line), *ruling.reasons))
        other = self._as_good(unit, number)
        if other is not None:
            ruling = replace(ruling, reasons=(*ruling.reasons, *(each for each in other if each not in ruling.reasons)))
        cut, help_ = self._cut(tracing, number), tuple(from_elsewhere(self.board, unit, number, ruling.verdict))
        if cut is None:
            near = tracing.along().line(number)
            return Told(near, reasons=(*ruling.reasons, *help_))
        told = told_cut(self.board, SUPPLY_RULES, unit, number, cut)
        return Told((), told.cut, told.instead, (*ruling.reasons, *told.reasons, *help_))

    def _by_readings(self, unit: Unit, number: int, ruling: Ruling) -> Iterator[Reason]:
        """The reasons of a ruling, with the readings under which the best of all lines would make another state.

        That of levels is asked for every line; that of friends near only where it decides about one line. [VCS 11.0-11.3]
        """
        named = {each.values.get("reading") for each in ruling.reasons}
        yield from (each for each in ruling.reasons if each.values.get("reading") not in READINGS)
        board = self.board
        asked = (each for each in READINGS if each == LEVEL_READING or each in named)
        for reading, other in other_choices(board.case, asked):
            state = lines_of(self._under(reading, other), unit, self.fallen).state(unit, number)
            if state != ruling.verdict:
                yield reading_reason(board.case, reading, other, state, (board.net.hexes[number],))

    def _under(self, reading: str, choice: str) -> Board:
        """The board as it is under another choice of a reading."""
        board = self.board
        case = replace(cast(TableCase, board.case), choices={**board.case.choices, reading: choice})
        return board.kept(("under", reading, choice), lambda: Board(case, board.force_rules, board.rules, board.forces))

    def _best(self, unit: Unit, number: int) -> tuple[Tracing, Ruling]:
        """The better of the lines to own sources and to depots of allies. [VCS 11.3]"""
        arrived = self._has_arrived(unit)
        ruling = self._trace(self.own, number, arrived=arrived)
        if ruling.verdict == SUPPLIED or self.allied is None:
            return self.own, ruling
        other = self._trace(self.allied, number, arrived=arrived, ally=True)
        better = STATES.index(other.verdict) < STATES.index(ruling.verdict)
        return (self.allied, other) if better else (self.own, ruling)

    def _as_good(self, unit: Unit, number: int) -> tuple[Reason, ...] | None:
        """Why the depot of an ally leaves a unit in the state that it has without a line of its own; None where it does not.

        [VCS 11.2, 11.3]
        """
        tracing, ruling = self._best(unit, number)
        level = self._levels[number] or LOWEST
        if ruling.verdict == SUPPLIED or self.allied is None or tracing is self.allied:
            return None
        found = self.allied.shortest(level, number)
        if found is None or self.own.shortest(level, number) is not None:
            return None
        other = self._trace(self.allied, number, arrived=False, ally=True)
        if other.verdict != ruling.verdict:
            return None
        told: dict[str, object] = {"unit": unit.name, "state": ruling.verdict}
        template = "A line leads to the depot of an ally, which makes the same of {unit}: {state}"
        first = Reason(self.board.ref("11.3"), template, told, (self.board.net.hexes[number],))
        return (first, _led(self.board, unit, found[1], self.allied.whole(found[1])), *other.reasons)

    def _trace(self, tracing: Tracing, number: int, *, arrived: bool, ally: bool = False) -> Ruling:
        given = {"arrived": "yes"} if arrived else self._line_of(tracing, number, ally)
        key = tuple(given.items())
        if key not in self._ruled:
            self._ruled[key] = trace(self.board.case, given)
        ruling = self._ruled[key]
        self.board.consulted.add(ruling.charts)
        return ruling

    def _line_of(self, tracing: Tracing, number: int, ally: bool) -> dict[str, Any]:
        """What `trace` asks for of the units of a hex."""
        given = self._known_of(tracing, number)
        if given.get("line") == "blocked":
            given = {**given, "friend": "yes" if self._friend_near(number) else "no"}
        more = {"ally": "yes"} if ally else {}
        support = self._support
        return {**given, **more} if support is None else {**given, **more, "support": support}

    def _known_of(self, tracing: Tracing, number: int) -> dict[str, Any]:
        key = (number, tracing is self.own)
        if key not in self._given:
            self._given[key] = self._asked_of(tracing, number)
        return self._given[key]

    def _asked_of(self, tracing: Tracing, number: int) -> dict[str, Any]:
        if not tracing.sources - self.blocks.enemies:
            return {"sources": "captured"}
        level = self._levels[number] or LOWEST
        found = tracing.shortest(level, number)
        if found is not None:
            return self._measured(level, found[1])
        line = tracing.along().line(number)
        if line:
            near = _shortest(tracing.any_road(), level, number)
            if near is not None:
                return {**self._measured(level, near[1]), "connected": "no"}
            return self._measured(level, line)
        if tracing.over_land().far[number] >= 0 or tracing.peace().far[number] < 0:
            return {"line": "terrain"}
        return {"line": "blocked"}

    def _measured(self, level: int, line: tuple[int, ...]) -> dict[str, Any]:
        """Levels and length of a line; a unit on the road or source has a line of nothing. [VCS 11.0]"""
        levels = tuple(Fraction(self._levels[each] or LOWEST) for each in line[1:-1])
        given: dict[str, Any] = {"level": level, "distance": len(line) - 1}
        if levels:
            given["path"] = levels
        return {**given, "road_level": self._levels[line[-1]] or LOWEST}

    @cached_property
    def _levels(self) -> tuple[int, ...]:
        return levels_of(self.board)

    @cached_property
    def _support(self) -> int | None:
        """The support points of the nation, None where nobody counts them. [VCS 12.2]"""
        return support_of(self.board, self.side, self.nation)

    def _has_arrived(self, unit: Unit) -> bool:
        """Whether a unit comes in during this turn. [VCS 11.2]"""
        return unit.id in arrived(self.board)

    def _friend_near(self, number: int) -> bool:
        """Whether a supplied friend stands near, be it in the hex itself. [VCS 11.2]"""
        near = self.board.consulted.number(DISTANCES, FRIEND, "number")
        place, net = self.board.net.hexes[number], self.board.net
        return any(net.index.get(each) in self._supplied for each in place.within(int(near)))

    @cached_property
    def _supplied(self) -> frozenset[int]:
        """The hexes in which units of the side stand that are supplied by a line of their own."""
        return supplied_hexes(self.board, self.side, self.fallen)

    def has_line(self, unit: Unit, number: int) -> bool:
        """Whether a unit is supplied by its own line, whatever stands near it."""
        if self._has_arrived(unit):
            return self.state(unit, number) == SUPPLIED
        level = self._levels[number] or LOWEST
        # A blocked line asks who near is supplied, which is what is asked here: only lines that lead somewhere are judged.
        return any(
            each.shortest(level, number) is not None
            and self._trace(each, number, arrived=False, ally=each is self.allied).verdict == SUPPLIED
            for each in (self.own, self.allied)
            if each is not None
        )

    def _cut(self, tracing: Tracing, number: int) -> Cut | None:
        """The least that would have to go for a line that is short enough, else for any line."""
        limits = {each.top: each.most for each in tracing.bands}
        counted = highest(self.board)
        found = least_supplied(tracing.roads, number, self._levels, limits, terminal_counts=counted)
        if found is not None or tracing.along().far[number] >= 0:
            return found
        board, sea = self.board, ("sea",) * len(self.board.net.hexes)
        blocks = self.blocks.by_hex() | {each: sea for each, level in enumerate(self._levels) if level == NO_LEVEL}
        cut = least_cut(board.net, number, tracing.sources, blocks, dry(board))
        return cut if cut is not None and all(each[0] != "sea" for each in cut.elements) else None


def _led(board: Board, unit: Unit, land: tuple[int, ...], line: tuple[int, ...]) -> Reason:
    """That a line leads over land to a road, and down it to a source. [VCS 11.0]"""
    hexes = tuple(board.net.hexes[number] for number in line)
    told: dict[str, object] = {"unit": unit.name, "hex": hexes[0], "road": hexes[len(land) - 1], "source": hexes[-1]}
    told |= {"length": len(land) - 1, "down": len(line) - len(land)}
    if len(line) == 1:
        text = "{unit} stands on a source, {hex}"
    elif len(land) == len(line):
        text = "{unit}: a line of {length} hexes leads from {hex} to the source {source}"
    elif len(land) == 1:
        text = "{unit} stands on the road in {hex}, which leads over {down} hexes to {source}"
    else:
        text = "{unit}: {length} hexes from {hex} to the road in {road}, which leads over {down} hexes to {source}"
    return Reason(board.ref("11.0"), text, told, hexes, {"length": len(land) - 1})


def needs(board: Board, unit: Unit) -> Said:
    """Whether a unit is judged: combat units are; ships and depots are none. [VCS 4.3a, 11.0]"""
    return Said(True, Reason(board.ref("4.3a"), "Combat units of both sides are judged, twice in a game turn"))


def group(unit: Unit) -> str:
    """The nationality, for which sources are kept. [VCS 11.1, 11.3]"""
    return unit.word("nationality")


def sources(board: Board, side: str) -> Sources:
    """The designated sources of a side, and its depots. [VCS 11.3]"""
    return sources_of(board, side, always="depots")


def lines(board: Board, side: str, unit: Unit, fallen: Fallen | None) -> NationLines:
    """The lines of a nation to its own sources, and to the depots of its allies. [VCS 7.1, 11.0, 11.3]"""
    nation = group(unit)
    of_side = sources(board, side)
    blocks = blocks_of(board, side, fallen, enemy_depots(board, side))
    own, allied = of_side.own(nation), of_side.allied(nation) - of_side.own(nation)
    made = _tracing(board, side, nation, "own", own, blocks)
    other = _tracing(board, side, nation, "allied", allied, blocks) if allied else None
    return NationLines(board, side, nation, blocks, fallen, made, other)


def _tracing(board: Board, side: str, nation: str, whose: str, ends: frozenset[int], blocks: Blocks) -> Tracing:
    count, levels = len(board.net.hexes), levels_of(board)
    key = (side, nation, whose)
    held = frozenset(ends - blocks.closed)
    broken, bridges = broken_roads(board) - ends, broken_bridges(board)
    along_roads = search_on(
        *(board, ("roads", *key), ends, blocks.closed | broken, road_crossings(board)), over=dict.fromkeys(bridges, False)
    )
    barred = blocks.closed | broken
    connected = frozenset(n for n in road_hexes(board) if along_roads.far[n] >= 0 and n not in barred) | held
    sea = frozenset(number for number in range(count) if levels[number] == NO_LEVEL)
    wet = dict.fromkeys(bridges, False)

    def bands(name: str, goals: frozenset[int]) -> tuple[Band, ...]:
        found = []
        for top, most in limits(board):
            high = above(board, top)
            within = goals - high if highest(board) else goals
            closed = (blocks.closed | sea | high) - within
            search = search_on(board, (name, top, *key), within, closed, dry(board), most=most, over=wet)
            found.append(Band(top, most, search))
        return tuple(found)

    def along() -> Traced:
        return search_on(board, ("along", *key), connected, blocks.closed | sea, dry(board), over=wet)

    def over_land() -> Traced:
        return search_on(board, ("land", *key), held, blocks.closed | sea, land(board))

    def peace() -> Traced:
        return search_on(board, ("peace", *key), ends, sea, land(board))

    known: dict[str, Any] = {}

    def once(name: str, made: Callable[[], Any]) -> Callable[[], Any]:
        def kept() -> Any:
            if name not in known:
                known[name] = made()
            return known[name]

        return kept

    every = frozenset(n for n in road_hexes(board) if n not in blocks.closed)
    road_cuts = RoadCuts(board.net, road_crossings(board), bridges, broken, blocks, ends, dry(board))
    return Tracing(
        *(ends, along_roads, road_cuts, connected, bands("band", connected)),
        *(once("along", along), once("roads", lambda: bands("any road", every))),
        *(once("land", over_land), once("peace", peace)),
    )


def limits(board: Board) -> tuple[tuple[int, int], ...]:
    """The highest level of each length of a line, with the length. [VCS 11.0]"""
    most = {level: int(board.consulted.number(LINE, level, "hexes")) for level in range(1, _levels(board) + 1)}
    return tuple((top, most[top]) for top in most if most.get(top + 1) != most[top])


def highest(board: Board) -> bool:
    """Whether the level of the road hex counts as well, by the reading. [VCS 11.0]"""
    return board.case.choices.get(LEVEL_READING, LEVEL_READINGS[0]) == LEVEL_READINGS[0]


def _levels(board: Board) -> int:
    return board.case.ruleset.whole("terrain.levels")


def levels_of(board: Board) -> tuple[int, ...]:
    """The level of each hex: the highest that fills it, `NO_LEVEL` for the sea, the lowest where none is stated. [VCS 11.0]"""

    def found() -> tuple[int, ...]:
        terrain = board.forces.terrain
        names = {f"{LEVEL}{level}": level for level in range(1, _levels(board) + 1)}
        levels = []
        for kinds in board.net.kinds:
            known = [terrain[kind] for kind in kinds if kind in terrain]
            stated = max((names[each.name] for each in known if each.name in names), default=NO_LEVEL)
            levels.append(stated or (NO_LEVEL if any(each.sea for each in known) else LOWEST))
        return tuple(levels)

    return board.for_map(("levels",), found)


def above(board: Board, top: int) -> frozenset[int]:
    """The hexes above a level."""
    levels = levels_of(board)
    return board.for_map(("above", top), lambda: frozenset(n for n, level in enumerate(levels) if level > top))


def land(board: Board) -> tuple[bool, ...]:
    """Every crossing: what the sea closes are hexes."""
    return board.for_map(("land",), lambda: (True,) * len(board.net.crossings))


def dry(board: Board) -> tuple[bool, ...]:
    """Across which crossings no unbridged river lies; a road that leads over one has a bridge there. [VCS 11.0]"""

    def found() -> tuple[bool, ...]:
        terrain, roads = board.forces.terrain, road_crossings(board)
        called = {kind: terrain[kind].name for each in board.net.crossings for kind in each.sides if kind in terrain}
        names = ({called.get(kind, "") for kind in each.sides} for each in board.net.crossings)
        return tuple(road or RIVER not in some or BRIDGE in some for road, some in zip(roads, names, strict=True))

    return board.for_map(("dry",), found)


def broken_roads(board: Board) -> frozenset[int]:
    """The hexes in which the road is destroyed. [VCS 11.0, 13.3]"""
    return board.kept(("broken roads",), lambda: frozenset(n for n, marks in _marked(board) if ROAD_OUT in marks))


def broken_bridges(board: Board) -> frozenset[int]:
    """The hexsides with a river, by 6 × hex + direction, on either side of which a marker says that the bridge is destroyed.

    [VCS 11.0, 13.1, 13.2]
    """

    def found() -> frozenset[int]:
        net, terrain, edges = board.net, board.forces.terrain, set[int]()
        for number, marks in _marked(board):
            if BRIDGE_OUT not in marks or BRIDGE_BUILT in marks:
                continue
            for direction in range(SIDES):
                near = net.near[SIDES * number + direction]
                if near >= 0:
                    met = net.crossings[net.crossing[SIDES * number + direction]]
                    if any(kind in terrain and terrain[kind].name in (RIVER, BRIDGE) for kind in met.sides):
                        edges |= {SIDES * number + direction, SIDES * near + (direction + SIDES // 2) % SIDES}
        return frozenset(edges)

    return board.kept(("broken bridges",), found)


def _marked(board: Board) -> Iterator[tuple[int, frozenset[str]]]:
    """The hexes with markers in them, and their kinds."""
    some: Iterable[Mark]
    for spot, some in board.forces.deployment.marks.items():
        number = board.net.index.get(spot) if isinstance(spot, Hex) else None
        if number is not None:
            yield number, frozenset(parted(mark.kind)[0] for mark in some)


def enemy_depots(board: Board, side: str) -> frozenset[int]:
    """The hexes in which enemy depots lie, which defend themselves. [VCS 11.3]"""

    def found() -> frozenset[int]:
        return frozenset(number for number, piece in pieces(board, "", DEPOT) if piece.side != side)

    return board.kept(("enemy depots", side), found)


def arrived(board: Board) -> frozenset[str]:
    """The units that have come onto the map in this turn; outside play those that the scenario has come in on it.

    [VCS 11.2]
    """
    if board.forces.state.in_play:
        return board.forces.state.arrived

    def found() -> frozenset[str]:
        forces, turn = board.forces, board.forces.state.moment.turn
        if forces.scenario is None or not turn or not any(each.turn == turn for each in forces.scenario.arrivals):
            return frozenset()
        plan = SetUps(forces, forces.scenario)
        standing = (unit for units in board.at.values() for unit in units)
        return frozenset(unit.id for unit in standing if any(each.turn == turn for each in plan.arrivals_of(unit)))

    return board.kept(("arrived",), found)


def enemies_near(board: Board, unit: Unit, number: int) -> str:
    """Whether a hex lies in an enemy zone of a unit, or has enemies beside it, in the words of `by_air`. [VCS 11.4]"""
    if number in board.enemy_zones(unit.side).hexes:
        return "zone"
    around = board.net.near[SIDES * number : SIDES * number + SIDES]
    return "adjacent" if any(near in board.enemies(unit.side) for near in around) else "none"


def from_elsewhere(board: Board, unit: Unit, number: int, state: str) -> Iterator[Reason]:
    """Whether a unit without supply could be supplied by air or sea, and on which rolls. [VCS 11.4]"""
    if state == SUPPLIED or no_attempt_left(board, unit):
        return
    net, weather = board.net, board.forces.state.weather.casefold()
    around = [net.near[edge] for edge in range(SIDES * number, SIDES * number + SIDES) if net.near[edge] >= 0]
    given = {"enemies": enemies_near(board, unit, number)}
    if weather in ("rain", "storm"):
        given["weather"] = weather
    ruling = by_air(board.case, {**given, "by": "air", "state": state})
    board.consulted.add(ruling.charts)
    yield from ruling.reasons
    chances = {word: chance for word, chance in getattr(ruling.detail, "chances", ()) if word == "supplied"}
    if not chances:
        return
    coast = any(levels_of(board)[each] == NO_LEVEL for each in around)
    told = {"hex": net.hexes[number], "chance": str(chances["supplied"]), "how": "by air or sea" if coast else "by air"}
    text = "{hex} may be supplied {how}, with a chance of {chance}"
    yield Reason(board.ref("11.4"), text, told, (net.hexes[number],), {"chance": chances["supplied"]})


def supplied_hexes(board: Board, side: str, fallen: Fallen | None) -> frozenset[int]:
    """The hexes in which units of a side are supplied by lines of their own. [VCS 11.2]"""

    def found() -> frozenset[int]:
        known: dict[str, NationLines] = {}
        supplied = set()
        for number, unit in board.of(side):
            if fallen is not None and number == fallen.number:
                continue
            nation = group(unit)
            if nation not in known:
                known[nation] = cast(NationLines, lines_of(board, unit, fallen))
            if number not in supplied and known[nation].has_line(unit, number):
                supplied.add(number)
        return frozenset(supplied)

    return board.kept(("supplied hexes", side, fallen), found)


SUPPLY_RULES = SupplyRules(
    section="11.0",
    states=(SUPPLIED, OUT, ISOLATED),
    marks={OUT_MARK: OUT, ISOLATED_MARK: ISOLATED},
    lasts="11.0",
    needs=needs,
    group=group,
    sources=sources,
    lines=lines,
    sections={ENEMY: "7.1", ZONE: "7.1", SIDE: "11.0", ROAD: "13.3"},
    rules="4.3a, 7.1, 11.0-11.4, 12.2, 13.1-13.3",
)
"""What VCS says of supply on the map."""
