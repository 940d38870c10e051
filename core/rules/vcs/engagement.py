"""Who fights in a combat on the map, where the defenders stand, and what the arithmetic is given [VCS 8.1, 8.2, 10.1-10.8].

Of several hexes that are attacked at once the defenders are added up; each hex keeps its ground, and the river that lies before
it. What counts for the combat as a whole is there once any of the hexes brings it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.state import SUPPORT
from core.rules.kernel.force_rules import names, whole_cell
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.battle import Battle, hexes_told
from core.rules.operations.battle_detail import Offered
from core.rules.operations.board import Board
from core.rules.operations.fought import ATTACK as DECLARED
from core.rules.operations.fought import declared
from core.rules.operations.fought import fought as resolved
from core.rules.operations.zones import SIDES
from core.rules.vcs.assets import Key, air_support, gunfire, is_ship, ship_bar
from core.rules.vcs.assets import ships as ships_of
from core.rules.vcs.candidates import PHASE, in_combat, is_parent, no_support
from core.rules.vcs.combat import Ground
from core.rules.vcs.counters import ARTILLERY, ENGINEERS, unit_of
from core.rules.vcs.drawn import Known, cups_of, drawer_of, mean_of, strength_of
from core.rules.vcs.going import is_river, marked_hexes
from core.rules.vcs.obligation import ENTRENCHMENT, ENTRENCHMENT_MARK, level
from core.rules.vcs.parents import STACKING, Fighters, beside, defending_teams, fighters, heavy, integrity, teams
from core.rules.vcs.states import support_of
from core.rules.vcs.strengths import OF_MOVEMENT, RIVER, TERRAIN

RUBBLE, RUBBLE_MARK = "Rubble", "rubble"
LINES = "vcs.crt_lines"


@dataclass(frozen=True, slots=True)
class Field:
    """A hex that is attacked, by its number: the rows of charts that its terrain has, its level, and whether all who stand
    beside it attack across rivers."""

    number: int
    kinds: tuple[str, ...]
    level: Fraction
    across: bool


@dataclass(frozen=True, slots=True)
class Engagement:
    """A battle with those who fight in it, the hexes that are attacked, and what the arithmetic is given by numbers. `spent`
    are the air and naval points that support in it costs, `covering` the guns and ships that support the defence, and `able`
    those that could."""

    battle: Battle
    attackers: Fighters
    supporting: tuple[Unit, ...]
    defenders: Fighters
    fields: tuple[Field, ...]
    across: bool
    given: Mapping[str, Any]
    said: tuple[Reason, ...]
    spent: tuple[tuple[Key, int], ...] = ()
    covering: tuple[Unit, ...] = ()
    able: tuple[Unit, ...] = ()

    def field(self, number: int) -> Field:
        """One of the hexes that are attacked."""
        return next(each for each in self.fields if each.number == number)

    @property
    def held(self) -> frozenset[str]:
        """All the ground that defenders hold."""
        return frozenset(kind for each in self.fields for kind in each.kinds)

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The ground of each hex, for the lines of the table."""
        return tuple(Ground(each.kinds, (int(each.level),)) for each in self.fields)


def engaged(board: Board, battle: Battle, known: Known, given: Mapping[str, Any]) -> Engagement:
    """Who fights, who supports, and what the arithmetic asks for. Raises WrongUse. [VCS 8.1, 8.2, 10.1-10.7]

    Somebody attacks from beside the hexes: guns and ships alone never do.
    """
    targets, cups = battle.targets, cups_of(board, known)

    def mean(unit: Unit) -> Fraction:
        found = strength_of(board, unit, known)
        return found.printed if found.printed is not None else mean_of(drawer_of(found), cups)

    chosen = frozenset(unit.id for unit in board.units(given.get("fighting") or (), "fighting"))
    ships = tuple(unit for unit in battle.attackers if is_ship(unit))
    near = [unit for unit in battle.attackers if unit not in ships and beside_any(board, unit, targets)]
    firing = tuple(unit for unit in battle.attackers if unit not in near and unit not in ships)
    attackers = fighters(board, (*near, *_stacked(board, battle, near)), mean, chosen, limited=False)
    fresh, spent = _fresh(board, battle)
    defenders = _above_limit(board, fighters(board, fresh, mean, chosen, limited=True), fresh, spent)
    firing, too_many = _of_hexes(board, firing)
    helping = _covering(board, battle, given)
    afloat = tuple(unit for unit in helping if is_ship(unit))
    covering, more = _of_hexes(board, tuple(unit for unit in helping if unit not in afloat))
    lent = {
        "air": air_support(board, near[0], given, ""),
        "defence_air": air_support(board, battle.defenders[0], given, "defence_"),
        "naval": gunfire(board, ships, given, "naval"),
        "defence_naval": gunfire(board, afloat, given, "defence_naval"),
    }
    fields, missing = [], []
    for target in targets:
        field, lacking = _field(board, battle, attackers.units, target)
        fields.append(field)
        missing += lacking
    across = all(each.across for each in fields)
    dug = [each.number for each in fields if ENTRENCHMENT in each.kinds]
    whole = integrity(board, _members(attackers), _members(defenders), targets)
    with_teams = teams(board, attackers.units)
    asked: dict[str, Any] = {
        **given,
        "terrain": tuple(dict.fromkeys(kind for each in fields for kind in each.kinds)),
        "river": "yes" if across else "no",
        "attacker_levels": tuple(level(board, board.place(unit)) for unit in attackers.units),
        "defender_levels": tuple(each.level for each in fields),
        "integrity": whole.attack,
        "pairs": whole.pairs,
        "defence_integrity": whole.defence,
        "combined_arms": len(with_teams),
        "defence_combined_arms": defending_teams(board, defenders.units),
        "attackers_heavy": "yes" if heavy(attackers.units) else "no",
        "artillery": len(firing),
        "defence_artillery": len(covering),
        **{name: each.count for name, each in lent.items()},
    }
    if any(unit_of(unit).type in ENGINEERS and beside_any(board, unit, dug) for unit in attackers.units):
        asked["engineers"] = "yes"
    for name, some in (("attacker_support", near), ("defender_support", battle.defenders)):
        points = given.get(name)
        if points is None:
            points = support_of(board, some[0].side, some[0].word("nationality"))
        if points is not None:
            asked[name] = points
    said = [
        *(_together(board, battle) if battle.others else ()),
        *(why for _, why in (*attackers.idle, *defenders.idle, *too_many, *more)),
        *_spent(board, spent),
        *_others_first(board, attackers.units, targets),
        *whole.reasons,
        *_rivers(board, attackers.units, fields),
    ]
    for number in with_teams:
        there = board.net.hexes[number]
        said.append(Reason(board.ref("10.41"), "The stack in {hex} attacks with combined arms", {"hex": there}, (there,)))
    able = _could_cover(board, battle, (*covering, *afloat))
    said += [*missing, *_named_to_cover(board, able)]
    said += [why for each in lent.values() for why in each.said]
    costs = tuple(cost for each in lent.values() for cost in each.spent)
    fields_of = tuple(fields)
    return Engagement(
        *(battle, attackers, firing, defenders, fields_of, across, asked, tuple(said), costs), (*covering, *afloat), able
    )


def beside_any(board: Board, unit: Unit, targets: Iterable[int]) -> bool:
    """Whether a unit stands beside one of some hexes."""
    return any(beside(board, unit, target) for target in targets)


def _together(board: Board, battle: Battle) -> Iterator[Reason]:
    """How one attack on several hexes is put together. [VCS 10.1, 10.2, 10.8]"""
    places, ref = tuple(board.net.hexes[target] for target in battle.targets), board.ref(PHASE)
    told = {"hex": hexes_told(board, battle.targets), "units": names(battle.defenders)}
    yield Reason(ref, "One attack on {hex}: all their defenders are added up, {units}", told, places)
    for target in battle.targets:
        place, near = board.net.hexes[target], [unit for unit in battle.attackers if beside(board, unit, target)]
        yield Reason(ref, "{units} attack {hex}", {"units": names(near), "hex": place}, (place,))
    template = "Each stack that has to retreat does so by itself, and each hex that becomes empty is entered from beside it"
    yield Reason(board.ref("10.9"), template)


def idle_of(fight: Engagement) -> tuple[Unit, ...]:
    """Attackers that do not fight, named or not, and suffer what those do who fight from their hex. [VCS 8.2]"""
    return tuple(unit for unit, _ in fight.attackers.idle)


# Who fights ---------------------------------------------------------------------------------------------------------------


def _stacked(board: Board, battle: Battle, near: Sequence[Unit]) -> Iterator[Unit]:
    """Parents that are not named, in hexes from which another parent attacks: they bring integrity and suffer the results, as
    long as they have no attack of their own. [VCS 8.2]"""
    named = {unit.id for unit in battle.attackers}
    busy = {id_ for each in (*declared(board, DECLARED), *resolved(board, DECLARED)) for id_ in each.units}
    for number in dict.fromkeys(board.place(unit) for unit in near if is_parent(unit)):
        for unit in board.at.get(number, ()):
            if unit.id not in named and unit.id not in busy and is_parent(unit):
                yield unit


def _fresh(board: Board, battle: Battle) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """The defenders that fight, and those who came out of another combat of the phase into a stack that is attacked; where
    there is nobody else in a hex, they fight. [VCS 8.1, 10.2]"""
    fresh: list[Unit] = []
    spent: list[Unit] = []
    for target in battle.targets:
        here = [unit for unit in battle.defenders if board.place(unit) == target]
        able = [unit for unit in here if unit.id not in in_combat(board)]
        fresh += able or here
        spent += [unit for unit in here if able and unit not in able]
    return tuple(fresh), tuple(spent)


def _above_limit(board: Board, some: Fighters, fresh: Sequence[Unit], spent: Sequence[Unit]) -> Fighters:
    """Defenders with those above the stacking limit of their hex who came into it in a retreat. [VCS 8.1, 10.9]"""
    limit, _ = whole_cell(board.consulted, STACKING, "Units", "limit")
    over: list[Unit] = []
    for number in dict.fromkeys(board.place(unit) for unit in spent):
        here, came = (sum(board.place(unit) == number for unit in units) for units in (fresh, spent))
        excess = max(0, here + came - limit) if limit is not None else 0
        if excess:
            over += [unit for unit in spent if board.place(unit) == number][-excess:]
    return replace(some, over=(*some.over, *over))


def _members(some: Fighters) -> tuple[Unit, ...]:
    """The units whose parents act together: those that fight, and parents beside them in a hex that do not. [VCS 8.2, 10.3]"""
    return (*some.units, *(unit for unit, _ in some.idle if unit not in some.over))


def _spent(board: Board, units: Sequence[Unit]) -> Iterator[Reason]:
    """That units have come out of another combat of the phase into a stack that is attacked. [VCS 8.1, 10.2]"""
    for number in dict.fromkeys(board.place(unit) for unit in units):
        place = board.net.hexes[number]
        told = {"units": names(unit for unit in units if board.place(unit) == number), "hex": place}
        template = "In combat already in this phase, these take no part in {hex} and suffer the results all the same: {units}"
        yield Reason(board.ref(PHASE), template, told, (place,))


def _others_first(board: Board, attackers: Sequence[Unit], targets: Sequence[int]) -> Iterator[Reason]:
    """That units of an attacking hex are declared for another attack as well. [VCS 10.8]"""
    places = {board.place(unit) for unit in attackers}
    mine = {unit.id for number in places for unit in board.at.get(number, ())}
    here = {board.net.hexes[target] for target in targets}
    if any(here.isdisjoint(each.against) and not mine.isdisjoint(each.units) for each in declared(board, DECLARED)):
        template = "Units of the same hexes attack elsewhere too: all is rolled before anybody retreats or advances"
        yield Reason(board.ref("10.8"), template)


# Artillery ----------------------------------------------------------------------------------------------------------------


def _covering(board: Board, battle: Battle, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """Artillery and ships that support the defence, as named, else as declared. Raises WrongUse. [VCS 10.5, 10.7]"""
    units = board.units(given.get("supporting") or _named(board, battle.targets), "supporting")
    for unit in units:
        if not (is_ship(unit) or unit_of(unit).kind == ARTILLERY) or unit.side == battle.side:
            raise WrongUse(
                f"supporting: {unit.name} is no artillery or ship of the defenders; those of the attackers stand in units=…."
            )
        why = ship_bar(board, unit, battle.targets) if is_ship(unit) else no_support(board, unit, battle.targets)
        if why is not None:
            told = {name: board.forces.box.label(each) if isinstance(each, Hex) else each for name, each in why.values.items()}
            raise WrongUse(f"supporting: {why.template.format(**told)} ({why.rule}).")
    return units


def _named(board: Board, targets: Sequence[int]) -> tuple[str, ...]:
    """The units that are declared to support those in some hexes, and are in play still."""
    places, pieces = {board.net.hexes[target] for target in targets}, board.forces.deployment.pieces
    held = (each.units for each in declared(board, SUPPORT) if not places.isdisjoint(each.against))
    return tuple(dict.fromkeys(unit for units in held for unit in units if unit in pieces))


def _could_cover(board: Board, battle: Battle, covering: Sequence[Unit]) -> tuple[Unit, ...]:
    """Ships and artillery of the defenders that could support them and are not named. [VCS 10.5, 10.7]"""
    defending = {unit.side for unit in battle.defenders}
    able = [
        unit
        for each in defending
        for _, unit in board.of(each)
        if unit_of(unit).kind == ARTILLERY and unit not in covering and unit not in battle.defenders
    ]
    able = [unit for unit in able if no_support(board, unit, battle.targets) is None]
    afloat = (unit for each in defending for unit in ships_of(board, battle.targets, each) if unit not in covering)
    return (*(unit for unit in afloat if ship_bar(board, unit, battle.targets) is None), *able)


def _named_to_cover(board: Board, able: Sequence[Unit]) -> Iterator[Reason]:
    """That artillery and ships of the defenders could support them. [VCS 10.5, 10.7]"""
    if helpful := [unit for unit in able if is_ship(unit)]:
        yield Reason(board.ref("10.7"), "Ships that may support the defence: {units}", {"units": names(helpful)})
    if guns := [unit for unit in able if not is_ship(unit)]:
        yield Reason(board.ref("10.5"), "Artillery that may support the defence: {units}", {"units": names(guns)})


def covers(board: Board, fight: Engagement) -> Iterator[Offered]:
    """Every gun and ship that may support the defenders, and whether it does. [VCS 10.5, 10.7]"""
    for unit in sorted((*fight.covering, *fight.able), key=lambda each: each.name):
        place, ref = board.net.hexes[board.place(unit)], board.ref("10.7" if is_ship(unit) else "10.5")
        reason = Reason(ref, "{unit} ({hex}) supports the defenders", {"unit": unit.name, "hex": place}, (place,))
        yield Offered("supporting", unit.id, unit.side, "", 1, reason, unit in fight.covering)


def _of_hexes(board: Board, guns: Sequence[Unit]) -> tuple[tuple[Unit, ...], tuple[tuple[Unit, Reason], ...]]:
    """Artillery that supports, no more of one hex than may. [VCS 8.2]"""
    most, _ = whole_cell(board.consulted, STACKING, "Artillery that supports", "limit")
    counted: dict[int, int] = {}
    firing, idle = [], []
    for unit in guns:
        number = board.place(unit)
        counted[number] = counted.get(number, 0) + 1
        if most is None or counted[number] <= most:
            firing.append(unit)
        else:
            told = {"unit": unit.name, "hex": board.net.hexes[number], "most": most}
            idle.append((unit, Reason(board.ref("8.2"), "{most} artillery units support from {hex}; {unit} does not", told)))
    return tuple(firing), tuple(idle)


# The ground ---------------------------------------------------------------------------------------------------------------


def _field(board: Board, battle: Battle, attackers: Sequence[Unit], target: int) -> tuple[Field, list[Reason]]:
    """A hex that is attacked, and what of its terrain counts for nothing. [VCS 10.1, 13.4, 13.5]"""
    terrain, missing = _terrain(board, target)
    digs = target in marked_hexes(board, ENTRENCHMENT_MARK, next(iter(battle.defenders)).side)
    rubble = target in marked_hexes(board, RUBBLE_MARK)
    kinds = (*terrain, *((ENTRENCHMENT,) if digs else ()), *((RUBBLE,) if rubble else ()))
    near = [unit for unit in attackers if beside(board, unit, target)]
    across = bool(near) and all(crosses_river(board, unit, target) for unit in near)
    place = board.net.hexes[target]
    template = "{terrain} is on no chart and counts for nothing in {hex}"
    lacking = [Reason(board.ref("10.1"), template, {"terrain": kind, "hex": place}, (place,)) for kind in missing]
    return Field(target, kinds, level(board, target), across), lacking


def _rivers(board: Board, attackers: Sequence[Unit], fields: Sequence[Field]) -> Iterator[Reason]:
    """Which hexes are attacked across rivers, by all or by some. [VCS 10.1]"""
    for each in fields:
        near = [unit for unit in attackers if beside(board, unit, each.number)]
        wet, place = [unit for unit in near if crosses_river(board, unit, each.number)], board.net.hexes[each.number]
        if not wet:
            continue
        told: dict[str, object] = {"units": names(wet), "hex": place}
        if len(fields) > 1:
            template = "{hex} is attacked across rivers alone" if each.across else "{hex} is not solely behind a river: {units}"
            template += "" if each.across else " attack across one"
        else:
            across = "All attackers attack across rivers"
            template = across if each.across else "Not solely behind a river: {units} attack across one"
        yield Reason(board.ref("10.1"), template, told, (place,))


def crosses_river(board: Board, unit: Unit, target: int) -> bool:
    """Whether a unit attacks across a river, with a bridge or without. [VCS 10.1, 10.41]"""
    number = board.place(unit)
    edge = next(e for e in range(SIDES * number, SIDES * number + SIDES) if board.net.near[e] == target)
    return is_river(board, board.net.crossings[board.net.crossing[edge]])


def _terrain(board: Board, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows of charts that the terrain of a hex has beside its level, and the names of what has none. [VCS 10.1]"""
    book = board.consulted.book
    found, missing = [], []
    for kind in sorted(board.net.kinds[number]):
        terrain = board.forces.terrain.get(kind)
        name = terrain.name if terrain is not None else kind
        if name.startswith("Level ") or name in (*OF_MOVEMENT, RIVER):
            continue
        rows = [book.chart(id_).rows for id_ in (TERRAIN, LINES)]
        row = next((each.labels[at] for each in rows if (at := each.index(name)) is not None), None)
        if row is not None:
            found.append(row)
        elif terrain is None or not terrain.sea:
            missing.append(name)
    return tuple(found), tuple(missing)
