"""Supply: who can trace a line, which line that is, what cuts it, and what would be lost with a hex.

A series fills in `SupplyRules`. All units of a group, such as those of one class of movement, share their lines, so that one
search backwards from the sources judges all of them.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, cast

from core.analysis.traces import NOTHING, Cut, Element, Traced, least_cut, traced
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.operations.rules import SUPPLY, Said
from core.rules.operations.sources import Sources, road_crossings
from core.rules.operations.supply_detail import SupplyDetail, UnitSupply
from core.rules.operations.zones import SIDES, one_side, reaching

if TYPE_CHECKING:
    from core.rules.operations.board import Board

ENEMY, ZONE, SIDE, ROAD = "enemy", "zone", "side", "road"
"""What may block a line: enemy units in a hex, enemy zones over it, terrain along a hexside, a road that is destroyed."""

NO_SECTIONS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fallen:
    """A hex that enemies are supposed to have taken, by its number, and the hexes that their zone would reach from it."""

    number: int
    zone: frozenset[int]


@dataclass(frozen=True, slots=True)
class Told:
    """What is found of one unit: the hexes of its line from it to the source, none where there is no line; the least that
    would have to go for one to exist, and the line that existed then; and why."""

    line: tuple[int, ...] = ()
    cut: tuple[Element, ...] = ()
    instead: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


class Lines(Protocol):
    """The lines of all units of one group of a side, searched at once."""

    def state(self, unit: Unit, number: int) -> str:
        """The state that a Supply Phase would find a unit in, in the words of the series. `number` is that of its hex."""

    def told(self, unit: Unit, number: int) -> Told:
        """The line of a unit, or what cuts it, with reasons."""


@dataclass(frozen=True)
class SupplyRules:
    """A series' rules of supply.

    `states` are its words, from the best to the worst; `marks` the states that kinds of markers tell of. `needs` says whether a
    unit needs supply. `group` is that of units which share their lines, such as a class of movement or a nationality. `sources`
    are those of a side; `lines` are searched for a group of a side, perhaps as if a hex had fallen. `lasts` is the section that
    says how long a state lasts, "" where it is what is found at any moment. `sections` say where the book speaks of what blocks
    a line, by `ENEMY` and so on; `rules` are all sections that the question rests on.
    """

    section: str
    states: tuple[str, ...]
    marks: Mapping[str, str]
    lasts: str
    needs: Callable[["Board", Unit], Said]
    group: Callable[[Unit], str]
    sources: Callable[["Board", str], Sources]
    lines: Callable[["Board", str, Unit, Fallen | None], Lines]
    sections: Mapping[str, str] = field(default_factory=lambda: NO_SECTIONS)
    rules: str = ""

    def marked(self, unit: Unit) -> str:
        """The state that a unit is in by its markers, the best without one."""
        marks = unit.piece.marks if unit.piece is not None else frozenset()
        found = {self.marks[kind] for word in marks if (kind := parted(word)[0]) in self.marks}
        return max(found, key=self.states.index, default=self.states[0])

    def worse(self, state: str, other: str) -> bool:
        """Whether a state is worse than another."""
        return self.states.index(state) > self.states.index(other)


@dataclass(frozen=True, eq=False)
class Blocks:
    """What stands in the way of a side's lines: hexes with enemies, and hexes in enemy zones that count for supply."""

    enemies: frozenset[int]
    zones: frozenset[int]

    @property
    def closed(self) -> frozenset[int]:
        """The hexes that no line may enter."""
        return self.enemies | self.zones

    def by_hex(self) -> dict[int, tuple[str, ...]]:
        """The words of what blocks each hex that is not open."""
        found: dict[int, tuple[str, ...]] = dict.fromkeys(self.enemies, (ENEMY,))
        for number in self.zones:
            found[number] = (*found.get(number, ()), ZONE)
        return found


def blocks_of(board: "Board", side: str, fallen: Fallen | None = None, more: frozenset[int] = frozenset()) -> Blocks:
    """What stands in the way of a side's lines; `more` are hexes that enemies hold without units in them."""

    def found() -> Blocks:
        enemies, zones = board.enemies(side) | more, board.enemy_zones(side).hexes
        own = board.held(side)
        if fallen is not None:
            enemies, zones, own = enemies | {fallen.number}, zones | fallen.zone, own - {fallen.number}
        return Blocks(enemies, zones - own if SUPPLY in board.rules.negated else zones)

    return board.kept(("blocks", side, fallen, more), found)


def search_on(
    board: "Board",
    key: tuple[Hashable, ...],
    sources: frozenset[int],
    closed: frozenset[int],
    passes: Sequence[bool],
    *,
    most: int | None = None,
    over: Mapping[int, bool] = NOTHING,
) -> Traced:
    """Lines back to sources. The search before under the same key is gone on with where only hexes have opened or closed, so
    that a move on a large map costs next to nothing.
    """
    kept, whole = board.case.kept, ("supply search", *key)
    terms = (board.net, sources, passes, most, over)
    if whole in kept:
        before, was, found = kept[whole]
        if before[0] is terms[0] and before[1:] == terms[1:]:
            changed = {number: number in was for number in was ^ closed}
            found = found.after(changed) if changed else found
            kept[whole] = (terms, closed, found)
            return cast(Traced, found)
    open_ = bytearray(b"\x01") * len(board.net.hexes)
    for number in closed:
        open_[number] = 0
    found = traced(board.net, sources, open_, passes, most=most, over=over)
    kept[whole] = (terms, closed, found)
    return found


@dataclass(frozen=True, eq=False)
class FreeLines:
    """Lines of any length along open hexes, as one search finds them."""

    board: "Board"
    rules: SupplyRules
    side: str
    blocks: Blocks
    passes: Sequence[bool]
    sources: frozenset[int]
    found: Traced

    def state(self, unit: Unit, number: int) -> str:
        """The best state with a line, the worst without one."""
        return self.rules.states[0 if self.found.far[number] >= 0 else -1]

    def told(self, unit: Unit, number: int) -> Told:
        """The shortest line, or the least that cuts the units of this hex off."""
        line = self.found.line(number)
        if line:
            return Told(line, reasons=(led(self.board, self.rules.section, unit, line),))
        cut = least_cut(self.board.net, number, self.sources, self.blocks.by_hex(), self.passes)
        return told_cut(self.board, self.rules, unit, number, cut)


def free_lines(
    board: "Board", rules: SupplyRules, side: str, group: str, passes: Callable[[], Sequence[bool]], fallen: Fallen | None
) -> FreeLines:
    """The lines of a group for which only enemies, their zones and closed terrain count."""

    def found() -> FreeLines:
        blocks, sources = blocks_of(board, side, fallen), rules.sources(board, side).hexes
        lets = board.for_map(("supply passes", group), passes)
        search = search_on(board, ("free", side, group), sources, blocks.closed, lets)
        return FreeLines(board, rules, side, blocks, lets, sources, search)

    return board.kept(("supply lines", side, group, fallen), found)


def led(board: "Board", section: str, unit: Unit, line: Sequence[int]) -> Reason:
    """That a line leads to a source."""
    hexes = tuple(board.net.hexes[number] for number in line)
    told = {"unit": unit.name, "hex": hexes[0], "source": hexes[-1], "length": len(line) - 1}
    text = "{unit}: a line of {length} hexes leads from {hex} to {source}"
    if len(line) == 1:
        text = "{unit} stands on a source, {hex}"
    return Reason(board.ref(section), text, told, hexes, {"length": len(line) - 1})


def told_cut(board: "Board", rules: SupplyRules, unit: Unit, number: int, cut: Cut | None, lead: str = "") -> Told:
    """The least that cuts a unit off, as reasons; None where no line is thinkable. `lead` stands first."""
    place = board.net.hexes[number]
    ref = board.ref(rules.section)
    if cut is None:
        nothing = Reason(
            ref, "{unit}: no way on the map leads from {hex} to a source", {"unit": unit.name, "hex": place}, (place,)
        )
        return Told(reasons=(nothing,))
    told = {"unit": unit.name, "count": len(cut.elements), "hex": place, "source": board.net.hexes[cut.line[-1]]}
    text = lead or "{unit}: no line leads from {hex}; the nearest to one is that to {source}, with {count} blocks on it"
    reasons = [Reason(ref, text, told, (place,), {"count": len(cut.elements)})]
    reasons += [of_element(board, rules, unit, each) for each in cut.elements]
    return Told((), cut.elements, cut.line, tuple(reasons))


def of_element(board: "Board", rules: SupplyRules, unit: Unit, element: Element) -> Reason:
    """One thing that cuts a line."""
    word, places = element[0], tuple(board.net.hexes[number] for number in element[1:])
    ref = board.ref(rules.sections.get(word, rules.section))
    if word == SIDE:
        told: dict[str, object] = {"hex": places[0], "near": places[1], "what": _between(board, unit, element[1], element[-1])}
        return Reason(ref, "From {hex} to {near} no line passes: {what}", told, places)
    if word == ROAD:
        return Reason(ref, "The road in {hex} is destroyed", {"hex": places[0]}, places)
    number = element[1]
    here = [each for each in board.at.get(number, ()) if each.side != unit.side]
    if word == ENEMY:
        told = {"hex": places[0], "units": names(here) if here else "enemies"}
        return Reason(ref, "{units} stand in {hex}", told, places)
    by = [each for id_ in board.enemy_zones(unit.side).into(number) if (each := board.forces.unit(id_)) is not None]
    told = {"hex": places[0], "units": names(by) if by else "enemies"}
    return Reason(ref, "{hex} lies in the zone of {units}", told, places)


def _between(board: "Board", unit: Unit, number: int, near: int) -> str:
    """The terrain between two adjacent hexes that is closed to a unit, else what lies along their hexside."""
    met, terrain = board.net.crossings[crossing_between(board, number, near)], board.forces.terrain
    kinds = [kind for kind in (*sorted(met.sides), *sorted(met.into)) if kind in terrain]
    closed = [kind for kind in kinds if board.force_rules.closed(board.case, board.consulted, unit, kind) is not None]
    titles = [terrain[kind].name for kind in closed or [kind for kind in kinds if kind in met.sides]]
    return ", ".join(dict.fromkeys(titles)) or "terrain"


def crossing_between(board: "Board", number: int, near: int) -> int:
    """The kind of crossing between two adjacent hexes."""
    net = board.net
    return next(net.crossing[edge] for edge in range(SIDES * number, SIDES * number + SIDES) if net.near[edge] == near)


# The question ----------------------------------------


def supply(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """The state of supply of a side's units, or of some with their lines and what cuts them. Raises WrongUse."""
    rules = rules_of(board)
    named = tuple(given.get("units") or ())
    units = _asked(board, given)
    side = units[0].side
    sources = rules.sources(board, side)
    ref = board.ref(rules.section)
    fallen = fallen_at(board, side, board.number(given["falls"])) if given.get("falls") is not None else None
    if sources.unclear:
        said = tuple(Reason(ref, "{text}", {"text": text}) for text in sources.unclear)
        known = Reason(ref, "Understood of the sources of {side}: {words}", _of_side(board, side, sources))
        detail = SupplyDetail(side, (), _hexes(board, sources.hexes), sources.unclear, states=rules.states)
        return Ruling("supply", board.case.ruleset.id, UNDECIDABLE, None, (*said, known), detail, board.consulted.charts)
    needing = [unit for unit in units if rules.needs(board, unit).yes]
    states = judged(board, needing)
    told = {unit.id: lines_of(board, unit).told(unit, board.place(unit)) for unit in needing} if named else {}
    rows = tuple(_row(board, rules, unit, states[unit.id], told.get(unit.id, Told())) for unit in needing)
    reasons = [Reason(ref, "Sources of {side}: {words}", _of_side(board, side, sources), _hexes(board, sources.hexes))]
    reasons += [reason for each in told.values() for reason in each.reasons]
    if not named:
        reasons += _counted(board, rules, needing, states)
    reasons += _unneeded(board, rules, units)
    reasons += _frozen(board, rules, needing, states)
    losing, inside = _losing(board, needing, states, fallen)
    if fallen is not None:
        reasons += _said_of_fall(board, rules, fallen, needing, losing, inside)
    worst = max(states.values(), key=rules.states.index, default=rules.states[0])
    detail = SupplyDetail(
        *(side, rows, _hexes(board, sources.hexes), (), board.net.hexes[fallen.number] if fallen is not None else None),
        *(tuple(losing.items()), inside, rules.states),
    )
    lacking = sum(state != rules.states[0] for state in states.values())
    value = len(losing) if fallen is not None else lacking
    return Ruling("supply", board.case.ruleset.id, worst, value, tuple(reasons), detail, board.consulted.charts)


def rules_of(board: "Board") -> SupplyRules:
    """What the series says of supply. Raises WrongUse where it says nothing."""
    rules = board.rules.supply
    if rules is None:
        raise WrongUse(f"{board.case.ruleset.title} has no rules of supply on the map here.")
    return rules


def lines_of(board: "Board", unit: Unit, fallen: Fallen | None = None) -> Lines:
    """The lines that a unit shares with its group."""
    rules = rules_of(board)
    return board.kept(
        ("lines", unit.side, rules.group(unit), fallen), lambda: rules.lines(board, unit.side, unit, fallen)
    )  # fmt: skip


def judged(board: "Board", units: Iterable[Unit], fallen: Fallen | None = None) -> dict[str, str]:
    """The state that a Supply Phase would find each unit in, by its id."""
    rules = rules_of(board)
    known: dict[tuple[str, str], Lines] = {}
    found = {}
    for unit in units:
        key = (unit.side, rules.group(unit))
        if key not in known:
            known[key] = lines_of(board, unit, fallen)
        found[unit.id] = known[key].state(unit, board.place(unit))
    return found


def fallen_at(board: "Board", side: str, number: int) -> Fallen:
    """A hex as if an enemy of a side had taken it whose zone reaches as far as any of its enemies' does."""
    net, near = board.net, set[int]()
    enemies = [unit for other in board.sides if other != side for _, unit in board.of(other)]
    for class_ in {board.rules.zone_class(unit) for unit in enemies if board.rules.zone(board, unit).yes}:
        lets = reaching(board, class_)
        for edge in range(SIDES * number, SIDES * number + SIDES):
            if net.near[edge] >= 0 and lets[net.crossing[edge]]:
                near.add(net.near[edge])
    return Fallen(number, frozenset(near))


def _asked(board: "Board", given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The units that are meant: those that are named, else all of a side. Raises WrongUse."""
    if given.get("units"):
        units = board.units(given["units"])
        if len({unit.side for unit in units}) != 1:
            raise WrongUse("units: supply is asked about for units of one side.")
        for unit in units:
            board.place(unit)
        return units
    side = one_side(board, given.get("side") or "")
    units = tuple(unit for _, unit in sorted(board.of(side), key=lambda each: each[0]))
    if not units:
        raise WrongUse(f"side: {board.forces.side_name(side)} has no units on the map.{board.unset}")
    return units


def _row(board: "Board", rules: SupplyRules, unit: Unit, state: str, told: Told) -> UnitSupply:
    cut = tuple((each[0], _in_order(board, each[1:])) for each in told.cut)
    place = board.net.hexes[board.place(unit)]
    return UnitSupply(unit.id, place, state, rules.marked(unit), _in_order(board, told.line), cut)


def _in_order(board: "Board", numbers: Iterable[int]) -> tuple[Hex, ...]:
    return tuple(board.net.hexes[number] for number in numbers)


def _hexes(board: "Board", numbers: Iterable[int]) -> tuple[Hex, ...]:
    return _in_order(board, sorted(numbers))


def _of_side(board: "Board", side: str, sources: Sources) -> dict[str, object]:
    return {"side": board.forces.side_name(side), "words": sources.words}


def _counted(board: "Board", rules: SupplyRules, units: Iterable[Unit], states: Mapping[str, str]) -> Iterator[Reason]:
    """How many are in each state, and who is in the worse ones."""
    by_state: dict[str, list[Unit]] = {state: [] for state in rules.states}
    for unit in units:
        by_state[states[unit.id]].append(unit)
    for state, some in by_state.items():
        if some:
            text = "{state}: {count} units" if state == rules.states[0] else "{state}: {count} units, {units}"
            told = {"state": state, "count": len(some), "units": names(some)}
            yield Reason(board.ref(rules.section), text, told, numbers={"count": len(some)})


def _unneeded(board: "Board", rules: SupplyRules, units: Iterable[Unit]) -> Iterator[Reason]:
    said = {id_: each.reason for id_, each in ((unit.id, rules.needs(board, unit)) for unit in units) if not each.yes}
    yield from list(said.values())[:1]


def _frozen(board: "Board", rules: SupplyRules, units: Iterable[Unit], states: Mapping[str, str]) -> Iterator[Reason]:
    """Units whose markers tell another state than a Supply Phase would find: the marker holds until there is one."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in units if rules.lasts else ():
        marked = rules.marked(unit)
        if marked != states[unit.id]:
            found.setdefault((marked, states[unit.id]), []).append(unit)
    for (marked, state), some in found.items():
        told = {"units": names(some), "marked": marked, "state": state}
        text = "{units}: {marked} by the markers until the next Supply Phase, which would now find: {state}"
        yield Reason(board.ref(rules.lasts), text, told)


def _losing(
    board: "Board", units: Sequence[Unit], states: Mapping[str, str], fallen: Fallen | None
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Who would be worse off with a hex lost, with the state then; and who stands in it."""
    if fallen is None:
        return {}, ()
    rules = rules_of(board)
    others = [unit for unit in units if board.place(unit) != fallen.number]
    then = judged(board, others, fallen)
    losing = {id_: state for id_, state in then.items() if rules.worse(state, states[id_])}
    return losing, tuple(unit.id for unit in units if board.place(unit) == fallen.number)


def _said_of_fall(
    board: "Board",
    rules: SupplyRules,
    fallen: Fallen,
    units: Sequence[Unit],
    losing: Mapping[str, str],
    inside: tuple[str, ...],
) -> Iterator[Reason]:
    place, ref = board.net.hexes[fallen.number], board.ref(rules.section)
    zone = _hexes(board, fallen.zone)
    told: dict[str, object] = {"hex": place, "count": len(zone)}
    yield Reason(ref, "Supposed: enemies hold {hex}, and their zone reaches {count} hexes around it", told, (place, *zone))
    for state in rules.states:
        some = [unit for unit in units if losing.get(unit.id) == state]
        if some:
            yield Reason(ref, "Would then be {state}: {units}", {"state": state.lower(), "units": names(some)})
    if not losing:
        yield Reason(ref, "Nobody would be worse supplied for it", {})
    if inside:
        standing = [unit for unit in units if unit.id in inside]
        yield Reason(ref, "Standing in {hex} and left out: {units}", {"hex": place, "units": names(standing)}, (place,))


def lets_pass(board: "Board", unit: Unit) -> tuple[bool, ...]:
    """Across which crossings a line of a unit's class goes: not where terrain is closed to it, unless a road leads there."""
    closed_to, roads = board.force_rules.closed, road_crossings(board)
    kinds = {kind for each in board.net.crossings for kind in each.into | each.sides}
    closed = {kind for kind in kinds if closed_to(board.case, board.consulted, unit, kind) is not None}
    return tuple(
        road or not closed & (each.into | each.sides) for road, each in zip(roads, board.net.crossings, strict=True)
    )  # fmt: skip
