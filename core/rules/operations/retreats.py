"""Legal ways of a retreat, ranked by the priorities of the series, with what each of them costs.

Every way is tried: a retreat is a few hexes long. Of all that can be gone those count that go farthest, then those that keep
the first clause best, then the second, and so on; what is left is at the owner's choice, cheapest first.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

from core.analysis.traces import traced
from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import taken_off
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import PROHIBITED, Alone, Proposal, RetreatDetail, RetreatOption, RetreatWay
from core.rules.operations.losses import Bounds, Remaining, bounds_of, choice_text, steps_told
from core.rules.operations.passage import Passage, direction_to, overstack
from core.rules.operations.proposals import applied, going, work_of
from core.rules.operations.zones import SIDES

if TYPE_CHECKING:
    from core.rules.operations.board import Board

MOST_HEXES = 12
"""So many hexes a retreat may be long; no table comes near."""

MOST_WAYS = 60
"""So many ways are written out; of more the first ones."""

MOST_SPLITS = 6
"""So many ways to share out steps lost on one way are proposed; any other can be said."""

UNKNOWN = -1
WINNER = "winner"
"""Who chooses the way where it is not the owner."""
LIMIT = "limit"
"""The name of a clause that asks how much the end of a way would be above its limit."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way that units can go: the numbers of its hexes, that where it begins among them; how many hexes it is too short; those
    of its hexes in enemy zones that cost steps, and those in which friends stand; how far its end is from a source of supply,
    and how far its start, `UNKNOWN` where nobody knows; how much its end would be above its limit, where a clause asks."""

    hexes: tuple[int, ...]
    short: int
    zones: tuple[int, ...]
    friends: tuple[int, ...]
    far: int = UNKNOWN
    far_before: int = UNKNOWN
    over: int = 0


@dataclass(frozen=True, slots=True)
class Clause:
    """One priority of ways, earlier ones before later ones: what is as small as it can be, its section, what to say where it is
    kept, where it cannot be kept, and of a way that breaks it though others keep it better."""

    section: str
    name: str
    measure: Callable[[Path], int]
    kept: str
    broken: str
    against: str


def not_nearer(path: Path) -> int:
    """Whether a way ends no nearer to a source of supply."""
    return int(UNKNOWN not in (path.far, path.far_before) and path.far >= path.far_before)


def toward_supply(section: str) -> Clause:
    """Ways that lead nearer to a source of supply before others."""
    return Clause(
        section=section,
        name="supply",
        measure=not_nearer,
        kept="Only ways that end nearer to a source of supply are legal",
        broken="No way ends nearer to a source of supply",
        against="The way ends no nearer to a source of supply, though others do",
    )


def out_of_zones(section: str) -> Clause:
    """Ways through fewer enemy zones before others."""
    return Clause(
        section=section,
        name="zones",
        measure=lambda path: len(path.zones),
        kept="Only ways through no enemy zone are legal",
        broken="{hexes} hexes in enemy zones cannot be avoided",
        against="The way enters more hexes in enemy zones than the {hexes} that cannot be avoided",
    )


@dataclass(frozen=True)
class RetreatRules:
    """A series' rules of retreats.

    `section` says how far units retreat, `path_section` into which hexes. `away` is the section by which each hex is farther
    from the first than the one before, "" where none is entered twice instead. `clauses` are the priorities of ways. `zone` is
    what a hex in enemy zones costs, with why; `blocked` what a number of hexes cost that cannot be retreated. `pays` is the
    section by which hexes may be paid with steps, "" where they may not, for a retreat that is a breakthrough or not; a series
    that knows these `breaks_through`. `picks` says who chooses the way. `apart` is the section by which units may go by
    separate ways, `paid_once` says whether a hex that others of them have paid for costs no more. `abandons` are pieces that
    are eliminated where units leave a hex, by their ids, with why. `most_zones` is the most that zones cost on one way, None
    where each hex counts. `leaves_map` is the section by which units are destroyed that can only go on over the edge of the
    map, "" where the edge is closed to them. `any_source` says that ways lead toward any source that the owner likes, and not
    toward the nearest of all. `whole` is the section by which all units of a hex go together, "" where some may stay. `shares`
    says how the steps of a way may be shared out, in the order of the units and with so many left of each, where those at some
    places have lost one in the combat before.
    """

    section: str
    path_section: str
    away: str
    clauses: tuple[Clause, ...]
    zone: Callable[["Board", Sequence[Unit], int], tuple[int, Reason]]
    blocked: Callable[["Board", Sequence[Unit], int], tuple[int, Reason]]
    pays: Callable[["Board", bool], str]
    apart: str
    paid_once: Callable[["Board"], bool]
    abandons: Callable[["Board", Sequence[Unit], int], tuple[tuple[str, ...], Reason | None]] = field(
        default=lambda board, units, start: ((), None)
    )
    picks: Callable[[bool], str] = field(default=lambda breakthrough: "owner")
    breaks_through: bool = False
    most_zones: Callable[["Board"], int | None] = field(default=lambda board: None)
    leaves_map: Callable[["Board"], str] = field(default=lambda board: "")
    any_source: bool = False
    whole: str = ""
    as_one: bool = False
    ignored: Callable[["Board", int, int], Reason | None] | None = None
    shares: Callable[["Board", Sequence[Unit], Sequence[int], "RetreatWay", Collection[int]], Bounds] = field(
        default=lambda board, units, lefts, way, hurt: by_owner(board, lefts, way, hurt)
    )


@dataclass(frozen=True, eq=False)
class _Group:
    """Units that retreat together from a hex, and what they meet. `payers` are others of their side who may lose steps for
    hexes that are paid for, `staying` those in their hex who have nothing to do with the retreat; `told` is who shall lose how
    many steps on a way, where that is said."""

    board: "Board"
    passage: Passage
    start: int
    zones: frozenset[int]
    far: tuple[Sequence[int], ...]
    paid: frozenset[int]
    remaining: Remaining
    hurt: frozenset[str] = frozenset()
    payers: tuple[Unit, ...] = ()
    staying: frozenset[str] = frozenset()
    told: Mapping[str, int] = field(default_factory=dict)

    @property
    def units(self) -> tuple[Unit, ...]:
        return self.passage.units

    @property
    def steps(self) -> int:
        """All steps that they have left."""
        return sum(map(self.remaining.left, self.units))


@dataclass(frozen=True, slots=True)
class Taken:
    """A way that is proposed, with one way to share out its steps, and how many hexes of the retreat are paid for."""

    proposal: Proposal
    way: RetreatWay
    paid: int


def retreat(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """The legal ways of units that retreat, with what each costs; or what is wrong with one. Raises WrongUse."""
    ruling, _ = retreat_by_ways(board, given)
    return ruling


def retreat_by_ways(board: "Board", given: Mapping[str, Any]) -> tuple[Ruling, tuple[Taken, ...]]:
    """The same with the way of everything that it proposes. Raises WrongUse."""
    rules, hexes = board.battle.retreats, given["hexes"]
    if hexes > MOST_HEXES:
        raise WrongUse(f"hexes: {hexes} is too far; {MOST_HEXES} is the most.")
    breakthrough = given.get("breakthrough") == "yes"
    group = _group(board, given)
    lacking = _lacking(group) if rules.whole else ()
    if lacking:
        return _in_parts(group, hexes, lacking), ()
    pays = "" if given.get("settled") == "yes" else rules.pays(board, breakthrough)
    picks, options = rules.picks(breakthrough), tuple(_options(group, hexes, bool(pays)))
    full = options[0]
    may = rules.ignored if given.get("defended") == "yes" else None
    ignored = may(board, group.start, hexes) if may is not None else None
    if ignored is not None:
        options = (*options, RetreatOption(0, 0, 0, 1, (RetreatWay((), (), 0, 0, None, 0, (ignored,)),)))
    said = list(_said(group, full, hexes, pays, picks, options))
    _, abandoned = rules.abandons(board, group.units, group.start)
    said += [abandoned] if abandoned is not None and hexes else []
    said += [ignored] if ignored is not None else []
    alone = tuple(_alone(group, hexes)) if len(group.units) > 1 and rules.apart else ()
    if alone:
        said.append(_apart_reason(group, alone, full))
    ways = [(way, option.paid) for option in options for way in option.ways]
    verdict = "stays" if not hexes else "blocked" if full.ways[0].short else "losses" if full.steps else "free"
    if given.get("path"):
        path = _drawn(group, given["path"])
        stays = ignored is not None and len(path) == 1
        broken = () if stays else tuple(broken_clauses(group, path, hexes, bool(pays)))
        said += broken or (Reason(board.ref(rules.path_section), "The way that is drawn breaks no rule"),)
        verdict = PROHIBITED if broken else "legal"
        ways = [each for each in ways if each[0].hexes == tuple(board.net.hexes[n] for n in path[1:])]
    by_label: dict[str, Taken] = {}
    for each in _taken(group, ways):
        by_label.setdefault(each.proposal.label, each)
    taken = tuple(islice(by_label.values(), MOST_WAYS))
    if group.told and not taken:
        told = {"choice": choice_text((*group.units, *group.payers), group.told)}
        said.append(Reason(board.ref(rules.path_section), "No way costs just these steps: {choice}", told))
    detail = RetreatDetail(
        *(tuple(unit.id for unit in group.units), board.net.hexes[group.start], hexes, picks),
        *(bool(group.far), options, alone, tuple(each.proposal for each in taken if each.proposal.edits)),
        whole=bool(rules.whole),
    )
    ruling = Ruling("retreat", board.case.ruleset.id, verdict, full.count, tuple(said), detail, board.consulted.charts)
    return ruling, taken


def _lacking(group: _Group) -> tuple[Unit, ...]:
    """The units of the stack that are not among those that retreat; none of units that are supposed to stand elsewhere."""
    named = {unit.id for unit in group.units}
    here = group.board.at.get(group.start, ()) if all(group.board.place(unit) == group.start for unit in group.units) else ()
    named |= group.staying
    return tuple(unit for unit in here if unit.side == group.units[0].side and unit.id not in named)


def _in_parts(group: _Group, hexes: int, lacking: tuple[Unit, ...]) -> Ruling:
    """That a stack does not retreat in parts: nothing is proposed."""
    board, place = group.board, group.board.net.hexes[group.start]
    template = "The whole stack retreats from {hex} together, and these are left out: {units}"
    why = Reason(board.ref(board.battle.retreats.whole), template, {"units": names(lacking), "hex": place}, (place,))
    ids, others = (tuple(unit.id for unit in some) for some in (group.units, lacking))
    detail = RetreatDetail(ids, place, hexes, "", bool(group.far), (), whole=True, lacking=others)
    return Ruling("retreat", board.case.ruleset.id, PROHIBITED, None, (why,), detail, board.consulted.charts)


def can_leave(board: "Board", units: Sequence[Unit]) -> bool:
    """Whether each of some units can retreat one hex at least, be it off the map."""
    over_edge = bool(board.battle.retreats.leaves_map(board))
    for unit in units:
        passage, start = Passage(board, (unit,)), board.place(unit)
        goes = any(passage.opens(start, direction) for direction in range(SIDES))
        if passage.fixed is not None or not (goes or (over_edge and start in board.net.edge)):
            return False
    return True


def _group(board: "Board", given: Mapping[str, Any]) -> _Group:
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that retreat.")
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: those that retreat together are of one side.")
    places = {board.place(unit) for unit in units}
    if len(places) > 1:
        raise WrongUse("units: those that retreat together stand in one hex; ask for each hex by itself.")
    start = places.pop()
    if given.get("from") is not None:
        start = board.number(given["from"])
    paid = frozenset(board.number(place) for place in given.get("entered") or ())
    group = group_of(board, units, start, tuple(given.get("toward") or ()), paid, Remaining.of(board, given))
    payers = tuple(unit for unit in board.units(given.get("payers") or ()) if unit not in units)
    hurt = frozenset(steps_told(board, (*units, *payers), given.get("lost") or (), "lost"))
    told = steps_told(board, (*units, *payers), given.get("choice") or ())
    return replace(group, hurt=hurt, payers=payers, staying=frozenset(given.get("staying") or ()), told=told)


def group_of(
    board: "Board",
    units: Sequence[Unit],
    start: int,
    toward: Iterable[Hex] = (),
    paid: Iterable[int] = (),
    remaining: Remaining | None = None,
) -> _Group:
    """Units that retreat together from a hex; `toward` are sources of supply in the place of those that the box states."""
    from core.rules.operations.rules import RETREAT
    from core.rules.operations.zones import effective

    some, side = tuple(units), units[0].side
    zones = effective(board, side, RETREAT).hexes
    far, left = _far(board, side, toward), remaining or Remaining(board)
    return _Group(board, Passage(board, some), start, zones, far, frozenset(paid), left)


def _far(board: "Board", side: str, toward: Iterable[Hex]) -> tuple[Sequence[int], ...]:
    """How many hexes it is from each to a source of a side, whatever stands between, for each source or for all together; none
    where no source is known."""
    sources = tuple(frozenset({board.number(place)}) for place in toward) or known_sources(board, side)
    if sources and not board.battle.retreats.any_source:
        sources = (frozenset().union(*sources),)
    everywhere, passes = bytearray(b"\x01") * len(board.net.hexes), (True,) * len(board.net.crossings)

    def to(hexes: frozenset[int]) -> Sequence[int]:
        return board.kept(("far from", hexes), lambda: traced(board.net, hexes, everywhere, passes).far)

    return tuple(to(hexes) for hexes in sources)


def known_sources(board: "Board", side: str) -> tuple[frozenset[int], ...]:
    """The hexes of each source of supply of a side; none where the box does not state all of them clearly."""
    if board.rules.supply is None:
        return ()
    found = board.rules.supply.sources(board, side)
    return () if found.unclear else tuple(each.hexes for each in found.known if each.hexes)


def by_owner(board: "Board", lefts: Sequence[int], way: RetreatWay, hurt: Collection[int] = ()) -> Bounds:
    """The steps of a way as its owner shares them out, as those of a combat."""
    return bounds_of(lefts, tuple(range(len(lefts))), way.steps, spread=bool(board.battle.losses.spread), hurt=hurt)


def _options(group: _Group, hexes: int, pays: bool) -> Iterator[RetreatOption]:
    """Every way to meet a retreat: all of it, then less and less of it where steps may be paid."""
    for length in range(hexes, -1, -1) if pays else (hexes,):
        paths = legal_paths(group, length)
        ways = sorted((_way(group, path, hexes - length) for path in paths), key=_rank)
        yield RetreatOption(length, hexes - length, min(way.steps for way in ways), len(ways), tuple(ways[:MOST_WAYS]))


def _rank(way: RetreatWay) -> tuple[object, ...]:
    return way.steps, way.over, -(way.nearer or 0), way.hexes


def legal_paths(group: _Group, length: int) -> tuple[Path, ...]:
    """The ways of a length that no clause forbids, those too short where none is long enough."""
    found = _farthest(group, length)
    kept = list(_paths(group, found, length))
    for clause in group.board.battle.retreats.clauses:
        best = min(clause.measure(path) for path in kept)
        kept = [path for path in kept if clause.measure(path) == best]
    return tuple(kept)


def _farthest(group: _Group, length: int) -> list[tuple[int, ...]]:
    """The longest ways up to a length."""
    ways: list[tuple[int, ...]] = [(group.start,)]
    if group.passage.fixed is not None:
        return ways
    for _ in range(length):
        farther = [(*way, near) for way in ways for near in _next(group, way)]
        if not farther:
            break
        ways = farther
    return ways


def _next(group: _Group, way: tuple[int, ...]) -> Iterator[int]:
    """The hexes into which a way may go on."""
    net, away = group.board.net, group.board.battle.retreats.away
    middle = net.hexes[group.start]
    for direction in range(SIDES):
        near = net.near[SIDES * way[-1] + direction]
        if near < 0 or (net.hexes[near].distance(middle) < len(way) if away else near in way):
            continue
        if group.passage.opens(way[-1], direction):
            yield near


def _paths(group: _Group, ways: Iterable[tuple[int, ...]], length: int) -> Iterator[Path]:
    board, over = group.board, dict[int, int]()
    own, limited = board.held(group.units[0].side), any(each.name == LIMIT for each in board.battle.retreats.clauses)
    for way in ways:
        entered, end = way[1:], way[-1]
        if limited and end in own and end not in over:
            over[end] = overstack(board, end, group.units) if entered else 0
        known = ((far[end], far[group.start]) for far in group.far if UNKNOWN not in (far[end], far[group.start]))
        far = max(known, key=lambda each: each[1] - each[0], default=(UNKNOWN, UNKNOWN))
        yield Path(
            *(way, length - len(entered)),
            tuple(n for n in entered if n in group.zones),
            tuple(n for n in entered if n in own),
            *far,
            over.get(end, 0),
        )


def _way(group: _Group, path: Path, paid: int) -> RetreatWay:
    """A way with what it costs, hexes paid with steps included."""
    board, rules, units = group.board, group.board.battle.retreats, group.units
    reasons, lost = [], 0
    once, most = rules.paid_once(board), rules.most_zones(board)
    for number in path.zones:
        cost, why = rules.zone(board, units, number)
        if once and number in group.paid:
            continue
        lost += cost
        reasons.append(board.told(why, number))
    steps = paid + (lost if most is None else min(lost, most))
    edge = rules.leaves_map(board) if path.short and over_edge(group, path) else ""
    if edge:
        steps = group.steps
        template = "From {hex} the way leads over the edge of the map: who is forced off it is destroyed"
        reasons.append(board.told(Reason(board.ref(edge), template), path.hexes[-1]))
    elif path.short:
        cost, why = rules.blocked(board, units, path.short)
        steps += cost
        reasons.append(why)
    net = board.net
    over = overstack(board, path.hexes[-1], units) if len(path.hexes) > 1 else 0
    nearer = path.far_before - path.far if UNKNOWN not in (path.far, path.far_before) else None
    return RetreatWay(
        tuple(net.hexes[n] for n in path.hexes[1:]),
        tuple(net.hexes[n] for n in path.zones),
        *(path.short, steps, nearer, over, tuple(reasons), bool(edge)),
    )


def over_edge(group: _Group, path: Path) -> bool:
    """Whether the next hex of a way, no nearer to its first one, would lie off the map."""
    net = group.board.net
    last, middle = net.hexes[path.hexes[-1]], net.hexes[group.start]
    if group.passage.fixed is not None or path.hexes[-1] not in group.board.net.edge:
        return False
    beyond = [place for place in last.neighbours() if place not in net.index]
    return any(place.distance(middle) >= len(path.hexes) for place in beyond)


def broken_clauses(group: _Group, path: Sequence[int], length: int, pays: bool) -> Iterator[Reason]:
    """What is wrong with a way that is drawn; it begins with the first hex. Steps may have been paid for what it lacks."""
    board, rules = group.board, group.board.battle.retreats
    net, ref = board.net, board.ref
    middle = net.hexes[group.start]
    if group.passage.fixed is not None and len(path) > 1:
        yield group.passage.fixed
        return
    barred: list[Reason] = []
    for n, (one, other) in enumerate(pairwise(path), 1):
        place = net.hexes[other]
        direction = direction_to(board, one, other)
        if direction is None:
            apart: dict[str, object] = {"hex": place, "before": net.hexes[one]}
            yield Reason(
                ref(rules.path_section), "{hex} is not adjacent to {before}, from which it is entered", apart, (place,)
            )
            return
        why = group.passage.bar(one, direction)
        if why is not None:
            barred.append(why)
        if rules.away and place.distance(middle) < n:
            back: dict[str, object] = {"hex": place, "start": middle}
            barred.append(Reason(ref(rules.away), "{hex} is no farther from {start} than the hex before", back, (place,)))
        if not rules.away and other in path[:n]:
            barred.append(Reason(ref(rules.path_section), "{hex} is entered twice", {"hex": place}, (place,)))
    if barred:
        # What nobody can go is not ranked among what can be gone.
        yield from barred
        return
    entered = len(path) - 1
    farthest = len(_farthest(group, length)[0]) - 1
    if entered > length or (entered < farthest and not pays):
        told = {"hexes": entered, "asked": length}
        yield Reason(ref(rules.section), "The way is {hexes} hexes long, and the retreat {asked}", told)
        return
    # A way may be shorter because nothing is open beyond it, or because its last hexes are paid with steps.
    drawn = next(_paths(group, (tuple(path),), entered))
    best = legal_paths(group, entered)[0]
    for clause in rules.clauses:
        if clause.measure(drawn) > clause.measure(best):
            yield Reason(ref(clause.section), clause.against, {"hexes": clause.measure(best)})
            return


def _drawn(group: _Group, places: Sequence[Hex]) -> tuple[int, ...]:
    path = tuple(group.board.number(place) for place in places)
    return path if path and path[0] == group.start else (group.start, *path)


def _alone(group: _Group, hexes: int) -> Iterator[Alone]:
    """What each unit would find by itself."""
    for unit in group.units:
        single = replace(group, passage=Passage(group.board, (unit,)))
        option = next(_options(single, hexes, pays=False))
        yield Alone(unit.id, option.count, option.steps)


def _said(
    group: _Group, full: RetreatOption, hexes: int, pays: str, picks: str, options: Sequence[RetreatOption]
) -> Iterator[Reason]:
    board, rules = group.board, group.board.battle.retreats
    ref, place = board.ref, board.net.hexes[group.start]
    told: dict[str, object] = {"units": names(group.units), "hex": place, "hexes": hexes, "count": full.count}
    template = "{units} retreat {hexes} hexes from {hex}"
    yield Reason(ref(rules.section), template, told, (place,), {"retreat": hexes})
    if not hexes:
        return
    if full.ways[0].short:
        if group.passage.fixed is not None:
            yield group.passage.fixed
        yield from _closed(group, full)
    paths = legal_paths(group, hexes)
    for clause in rules.clauses:
        measured = clause.measure(paths[0])
        if not group.far and clause.name == "supply":
            yield Reason(ref(clause.section), "No source of supply is known, so that ways are not judged by it", {})
        elif paths[0].short < hexes:
            yield Reason(ref(clause.section), clause.broken if measured else clause.kept, {"hexes": measured})
    if len(full.ways[0].hexes):
        ways = {"count": full.count, "picks": picks, "end": full.ways[0].hexes[-1]}
        template = "{count} legal ways; the cheapest leads to {end}" if full.count > 1 else "One legal way leads to {end}"
        template += ", at the choice of the winner" if picks == WINNER and full.count > 1 else ""
        yield Reason(ref(rules.path_section), template, ways, full.ways[0].hexes)
    yield from full.ways[0].reasons
    lost = min(full.steps, group.steps)
    if full.steps:
        more = {"steps": full.steps, "left": group.steps}
        template = "Steps lost on the way, all together: {steps}"
        template += "; all that they have, and they are eliminated" if lost == group.steps else ""
        yield Reason(ref(rules.path_section), template, more, numbers={"steps": full.steps})
    if pays:
        texts = "; ".join(f"{counted(o.hexes, 'hex', 'hexes')}: {counted(o.steps, 'step')} lost" for o in options)
        yield Reason(ref(pays), "Each hex may be paid with a step: {ways}", {"ways": texts})
        paying = (*group.units, *group.payers)
        hurt = [unit for unit in paying if unit.id in group.hurt]
        if hurt and len(hurt) < len(paying):
            template = "These lost a step in the combat before; all others pay one before they pay: {units}"
            yield Reason(ref(board.battle.losses.spread), template, {"units": names(hurt)})


def _closed(group: _Group, full: RetreatOption) -> Iterator[Reason]:
    """Why the longest way goes no further."""
    board = group.board
    last = board.number(full.ways[0].hexes[-1]) if full.ways[0].hexes else group.start
    if group.passage.fixed is not None:
        return
    middle = board.net.hexes[group.start]
    length = len(full.ways[0].hexes)
    for direction in range(SIDES):
        near = board.net.near[SIDES * last + direction]
        farther = near < 0 or board.net.hexes[near].distance(middle) > length
        why = group.passage.bar(last, direction) if farther or not board.battle.retreats.away else None
        if why is not None:
            yield why


def _apart_reason(group: _Group, alone: Sequence[Alone], full: RetreatOption) -> Reason:
    # Where each unit loses steps of its own, one that goes alone loses fewer without finding anything.
    cheaper = not full.ways[0].short or sum(each.steps for each in alone) < full.steps
    better = [
        unit
        for unit, each in zip(group.units, alone, strict=True)
        if (cheaper and each.steps < full.steps) or each.count > full.count
    ]
    ref = group.board.ref(group.board.battle.retreats.apart)
    if not better:
        return Reason(ref, "The units may go by separate ways; none of them would find more", {})
    return Reason(ref, "The units may go by separate ways; these would find others: {units}", {"units": names(better)})


def _taken(group: _Group, ways: Iterable[tuple[RetreatWay, int]]) -> Iterator[Taken]:
    """Ways as edits, each with its steps shared out in every way, if these are few."""
    board, units = group.board, group.units
    remaining, before = group.remaining, work_of(board)
    left, _ = board.battle.retreats.abandons(board, units, group.start)
    gone = taken_off(before, left, "Eliminate what is left behind") if left else None
    for way, paid in ways:
        end = f"Retreat to {board.forces.box.label(way.hexes[-1])}" if way.hexes else "Stay"
        end = "Retreat off the map" if way.off_map else end
        if way.short and group.payers and not way.off_map:
            # What cannot be gone is no hex that is paid for: the others go all the same.
            end += f", {counted(way.short, 'hex', 'hexes')} short"
        end += f", {way.over} above the stacking limit" if way.over else ""
        # What is paid for hexes alone may be lost by any of the side; zones and closed hexes cost those who meet them.
        losing = (*units, *group.payers) if paid == way.steps else units
        lefts, hurt = tuple(map(remaining.left, losing)), frozenset(n for n, unit in enumerate(losing) if unit.id in group.hurt)
        bounds = board.battle.retreats.shares(board, losing, lefts, way, hurt)
        shares: Iterable[tuple[int, ...]] = bounds.choices() if way.steps else [(0,) * len(losing)]
        if group.told:
            said = tuple(group.told.get(unit.id, 0) for unit in losing)
            shares = [said] if sum(said) == sum(group.told.values()) and bounds.allows(said) else []
        for share in islice(shares, MOST_SPLITS):
            steps = {unit.id: number for unit, number in zip(losing, share, strict=True) if number}
            lost = remaining.losing(before, losing, steps)
            moves = going(applied(before, lost), units, way.hexes[-1], end) if way.hexes else ()
            moves = (*moves, gone) if moves and gone is not None else moves
            who = ", ".join(f"{unit.name} {counted(steps[unit.id], 'step')}" for unit in losing if unit.id in steps)
            back = remaining.returning(losing, steps)
            label = f"{end}; lose {who}" if who else end
            label += f"; back into the cup: the chit of {names(back)}" if back else ""
            if lost or moves or not way.steps:
                yield Taken(Proposal(label, (*lost, *moves), tuple(unit.id for unit in back)), way, paid)
