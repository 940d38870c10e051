"""Where units can go, what a way costs hex by hex, and which enemies reach a hex."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from core.analysis.reach import Reach, Terms, reach, step
from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Item
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.stacking import side_stacks
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.board import Board
from core.rules.operations.layers import Layer
from core.rules.operations.movement_detail import AS_RULED, IGNORED, UNCOUNTED, OwnPoints, RangeDetail, Reached, StepCost
from core.rules.operations.rules import Asked, Gone, Mode, Mover
from core.rules.operations.tolls import CLOSED, Toll, Tolls, in_parts, in_points
from core.rules.operations.zones import SIDES

YES = "yes"
REACHED, MINIMUM, NOT_REACHED = "reached", "minimum", "not_reached"
"""Whether units get to the end of a way: with their points, because they may always go one hex, or not."""


@dataclass(frozen=True)
class Journey:
    """What a mover pays on the board: the tolls of crossings, the layers over hexes, and hexsides of their own; and the same
    as whole numbers for searches. `terms` and `parts_of` are made of one another's values, so that they agree.
    """

    board: Board
    mover: Mover
    layers: tuple[Layer, ...]
    over: Mapping[int, Tolls]
    table: Sequence[Tolls]
    terms: Terms

    def reached(self) -> Reach:
        """Where the mover can go."""
        if self.mover.barred:
            return reach(self.board.net, self.terms, self.mover.start, CLOSED)
        return reach(
            *(self.board.net, self.terms, self.mover.start, in_parts(self.mover.allowance)),
            minimum=self.mover.minimum is not None,
        )

    def ends(self, number: int) -> Reason | None:
        """Why no move ends in a hex that can be gone through; None where one may."""
        found = next((layer for layer in self.layers if layer.passing and number in layer.hexes), None)
        return self.board.told(found.reason, number) if found is not None and number != self.mover.start else None

    def stopped(self, numbers: Sequence[int]) -> Reason | None:
        """Why a way that goes through these hexes ends before its last one; None where it does not."""
        for number in numbers[1:-1]:
            found = next((layer for layer in self.layers if layer.stops and number in layer.hexes), None)
            if found is not None:
                return self.board.told(found.reason, number)
        return None

    def tolls(self, edge: int) -> Tolls:
        """What the step over a hexside costs before layers, by 6 × hex + direction."""
        return self.over.get(edge) or self.table[self.board.net.crossing[edge]]

    def step(self, number: int, near: int, first: bool) -> "StepCost":
        """What a step into an adjacent hex costs, part by part, or why it cannot be made."""
        net = self.board.net
        direction = next((d for d in range(SIDES) if net.near[SIDES * number + d] == near), None)
        if direction is None:
            raise WrongUse(f"path: {self.board.label(near)} is not adjacent to {self.board.label(number)}.")
        places = (net.hexes[number], net.hexes[near])
        tolls = self.tolls(SIDES * number + direction)
        on_it = tuple(layer for layer in self.layers if near in layer.hexes)
        closed = next((layer for layer in on_it if layer.closed), None)
        cost, along = step(net, self.terms, number, direction)
        if cost == CLOSED:
            why = closed.reason if closed is not None else tolls.off.barred
            return StepCost(*places, (), None, False, (self.board.told(why, near),) if why is not None else ())
        toll = tolls.road if along and tolls.road is not None else tolls.off
        items = [*self._least(toll, on_it, along), *(each.item for each in on_it if each.item and each.counts(along))]
        if first and self.mover.leaving is not None:
            items.append(self.mover.leaving)
        telling = (each for each in on_it if each.counts(along) and (each.item or each.stops or each.warns))
        said = tuple(self.board.told(each.reason, near) for each in telling)
        return StepCost(*places, tuple(items), sum((item.value for item in items), Fraction(0)), along, said)

    def steps(self, numbers: Sequence[int]) -> Iterator["StepCost"]:
        """What each step of a way costs that goes through these hexes. Raises WrongUse where two are not adjacent."""
        return (self.step(one, other, first=n == 0) for n, (one, other) in enumerate(pairwise(numbers)))

    def _least(self, toll: Toll, on_it: Iterable[Layer], along: bool) -> tuple[Item, ...]:
        """The parts of a toll, raised to what a layer has steps along a way cost at least."""
        least = max((each.least for each in on_it if each.least is not None and along), default=Fraction(0))
        if toll.points >= least:
            return toll.items
        by = next(each for each in on_it if each.least == least)
        return (*toll.items, Item(by.name, least - toll.points, by.reason.rule))


def journey(board: Board, mover: Mover, asked: Asked, zones: str = AS_RULED) -> Journey:
    """Everything that a mover pays, for the search and for the telling. Movers that pay alike share their terms."""
    if zones == IGNORED and mover.leaving is not None:
        mover = replace(mover, leaving=None)
    found = board.rules.layers(board, mover, asked)
    layers = tuple(each for each in found if not (each.spared if zones == AS_RULED else each.zone))
    over = board.rules.over(board, mover, asked)
    if zones == AS_RULED and (by_zones := board.rules.zone_over(board, mover, asked)):
        over = {**over, **by_zones}
    key = ("tolls", mover.mode, mover.class_, mover.printed, mover.allowance)
    table = board.for_map(key, lambda: tuple(board.rules.tolls(board, mover, each) for each in board.net.crossings))
    own = {edge: tolls.parts for edge, tolls in over.items()}
    leaving = in_parts(mover.leaving.value) if mover.leaving is not None else 0
    # Layers that are the same value need not be laid again; they are kept beside the terms, so that an id stays theirs.
    alike = (*key, tuple(map(id, layers)), tuple(sorted(own.items())), leaving)
    (added, added_road, least, closed, stops), _ = board.kept(
        ("laid", *map(id, layers)), lambda: (_laid(board, layers), layers)
    )
    off, road = _parts(board, key, table)
    terms = board.kept(alike, lambda: Terms(off, road, added, added_road, least, closed, stops, own, leaving))
    return Journey(board, mover, layers, over, table, terms)


def _parts(board: Board, key: tuple[Hashable, ...], table: Sequence[Tolls]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the crossings of the map cost across country, and along a way."""
    return board.for_map(
        (*key, "parts"), lambda: (tuple(each.parts[0] for each in table), tuple(each.parts[1] for each in table))
    )


def _laid(board: Board, layers: Iterable[Layer]) -> tuple[list[int], list[int], list[int] | None, bytearray, bytearray]:
    """What layers add to each hex across country and along a way, the least along a way, which they close, where moves stop."""
    count = len(board.net.hexes)
    off, road = [0] * count, [0] * count
    least: list[int] | None = None
    closed, stops = bytearray(count), bytearray(count)
    for layer in layers:
        added = in_parts(layer.item.value) if layer.item is not None else 0
        added_off, added_road = added if layer.counts(False) else 0, added if layer.counts(True) else 0
        for number in layer.hexes:
            off[number] += added_off
            road[number] += added_road
        if layer.closed or layer.stops:
            for number in layer.hexes:
                closed[number] |= layer.closed
                stops[number] |= layer.stops
        if layer.least is not None:
            least = least if least is not None else [0] * count
            for number in layer.hexes:
                least[number] = max(least[number], in_parts(layer.least))
    return off, road, least, closed, stops


def movement(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Where units can go together, and what a way costs. Raises WrongUse."""
    named = board.units(given["units"])
    units = board.rules.along(board, named)
    mode = mode_of(board, given.get("mode") or "")
    before = before_of(board, given, mode, units)
    together = replace(asked_of(board, named, mode, given), together=frozenset(unit.id for unit in units))
    each_asked = asked_before(together, units, before)
    zones = given.get("zones") or AS_RULED
    start = _start(board, units, given)
    movers = tuple(board.rules.mover(board, unit, asked) for unit, asked in zip(units, each_asked, strict=True))
    journeys = tuple(journey(board, mover, asked, zones) for mover, asked in zip(movers, each_asked, strict=True))
    idle = "" if given.get("mode") else idle_phase(board)
    said = [_idle_reason(board, mode, idle)] if idle else []
    said += [reason for mover in movers for reason in (*mover.barred, *mover.reasons)]
    least = min(movers, key=lambda mover: mover.allowance)
    said += [item.reason if n else item.plain for n, item in enumerate(least.items)]
    said += [each.reason for each in before.values() if each.reason is not None]
    # Units that pay alike reach the same hexes; where they do not, each hex counts as far as all of them reach it.
    found = board.last("common", _alike(journeys, units), lambda: _common(board, journeys, units))
    way: tuple[StepCost, ...] = ()
    verdict, value = "reaches", Fraction(max(0, len(found) - 1))
    if given.get("to") is not None and board.number(given["to"]) == start and not given.get("path"):
        template = "{units} stand in {hex} already"
        told = {"units": names(units), "hex": given["to"]}
        said.append(Reason(board.ref(board.rules.movement_section), template, told, (given["to"],)))
        verdict, value = REACHED, Fraction(0)
    elif given.get("path") or given.get("to") is not None:
        slowest, way, why = _way_of_all(journeys, start, given)
        said += why
        spent = sum((each.points or Fraction(0) for each in way), Fraction(0))
        numbers = (start, *(board.number(each.into) for each in way))
        ends = (slowest.stopped(numbers) or slowest.ends(numbers[-1])) if way else None
        possible = bool(way) and all(each.points is not None for each in way)
        verdict, value = _verdict(slowest, way, spent, possible and ends is None), spent
        said += told_way(board, slowest, way, spent, possible)
        said += [ends] if ends is not None else []
        said += board.rules.afterwards(board, slowest.mover, spent) if verdict in (REACHED, MINIMUM) else ()
    elif any(mover.barred for mover in movers):
        verdict = "may_not_move"
    ids = tuple(unit.id for unit in units)
    spent_before, barred = max(each.spent for each in each_asked), tuple(each.unit.id for each in movers if each.barred)
    steps = [each for each in way if each.points is not None]
    watched, why_watched = _watched(board, units, steps, mode.id, given)
    said += (*why_watched, *(board.rules.told_of_way(board, units, steps) if steps else ()))
    detail = RangeDetail(
        *(ids, board.net.hexes[start], mode.id, least.allowance, found, way, zones, idle),
        spent_before=spent_before,
        barred=barred,
        watched=watched,
        own=tuple(own for own in map(_own_points, movers) if own != OwnPoints(own.unit)),
        met=tuple(board.rules.met(board, units, steps, mode.id, watched)),
    )
    said.append(_range_reason(board, mode, units, detail))
    return Ruling("movement", board.case.ruleset.id, verdict, value, tuple(once(said)), detail, board.consulted.charts)


def _own_points(mover: Mover) -> OwnPoints:
    """What a mover spends of its own."""
    found = OwnPoints(mover.unit.id, mover.share)
    turned = mover.turned
    return found if turned is None else replace(found, first=turned.points, face=turned.face, mode=turned.mode)


def _watched(
    board: Board, units: Sequence[Unit], steps: Sequence[StepCost], mode: str, given: Mapping[str, Any]
) -> tuple[tuple[Watched, ...], tuple[Reason, ...]]:
    """Who could fire at the steps of a way that can be made, and why, where that is asked."""
    if board.rules.watched is None or given.get("watch") != YES or not steps:
        return (), ()
    watched, said = board.rules.watched(board, units, steps, mode)
    return tuple(watched), tuple(said)


def once(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Reasons in their order, each once."""
    seen = set()
    for reason in reasons:
        key = (reason.rule, reason.template, tuple(reason.values.items()))
        if key not in seen:
            seen.add(key)
            yield reason


def mode_of(board: Board, name: str) -> Mode:
    """The mode that is named, else that of the phase in which play stands, else the usual one. Raises WrongUse."""
    modes = board.rules.modes
    if name:
        found = next((each for each in modes if each.id == name), None)
        if found is None:
            raise WrongUse(f'mode: there is no "{name}". There are: {", ".join(each.id for each in modes)}.')
        return found
    phase = board.forces.state.moment.phase
    return next((each for each in modes if each.is_of(phase)), modes[0])


def idle_phase(board: Board) -> str:
    """The title of the phase in which a session stands, where nobody moves in it by the modes of the series; "" else."""
    state = board.forces.state
    id_ = state.moment.phase
    if not state.in_play or not id_ or any(mode.is_of(id_) for mode in board.rules.modes):
        return ""
    phases = (each for top in board.case.ruleset.sequence for _, each in top.walk())
    return next((each.title for each in phases if each.id == id_), id_)


def _idle_reason(board: Board, mode: Mode, phase: str) -> Reason:
    told = {"phase": phase, "mode": mode.title}
    return Reason(board.ref(mode.section), "{phase}: nobody moves now; told is what would hold for {mode}", told)


def asked_of(board: Board, units: Sequence[Unit], mode: Mode, given: Mapping[str, Any]) -> Asked:
    """What is asked of units on their way, from the parameters of a question. Raises WrongUse."""
    began: tuple[Hex, ...] = given.get("began") or ()
    if len(began) not in (0, 1, len(units)):
        raise WrongUse("began: name one hex for all units, or one for each of them.")
    each = began * len(units) if len(began) == 1 else began
    where = {unit.id: board.number(place) for unit, place in zip(units, each, strict=False)}
    moved = frozenset(unit.id for unit in (*units, *board.units(given.get("moved") or (), "moved")))
    return Asked(mode.id, given.get("spent") or Fraction(0), where, moved)


@dataclass(frozen=True, slots=True)
class Before:
    """What a unit has spent in the phase before, the number of the hex where it began it, and how that was counted where
    nobody did it."""

    points: Fraction
    began: int
    reason: Reason | None = None


def before_of(board: Board, given: Mapping[str, Any], mode: Mode, units: Iterable[Unit] = ()) -> dict[str, Before]:
    """What units have spent in the phase before, by their ids: as it is told, else of those of some `units` that have moved by
    what the state of play knows of their ways. Raises WrongUse."""
    found: dict[str, Before] = {}
    uncounted: dict[str, int] = {}
    for text in given.get("before") or ():
        unit, spent, began = (part.strip() for part in f"{text}**".split("*")[:3])
        if not (unit and spent and began):
            raise WrongUse(f'before: "{text}" is not a unit, its points and its hex; write them as 6-mech*4*1203.')
        ids = [each.id for each in board.units((unit,), "before")]
        place = board.number(board.forces.box.hex(began))
        if spent == UNCOUNTED:
            uncounted |= dict.fromkeys(ids, place)
            continue
        try:
            points = Fraction(spent)
        except (ValueError, ZeroDivisionError):
            raise WrongUse(f'before: "{spent}" is no number of points.') from None
        found |= {id_: Before(points, place) for id_ in ids}
    if given.get("spent") is None and not given.get("began"):
        for each in units:
            if each.id not in found and each.id not in uncounted and (ways := board.rules.gone(board, each, Asked(mode.id))):
                uncounted[each.id] = ways[0].into if ways[0].source is None else ways[0].source
    if uncounted:
        key = ("uncounted", mode.id, frozenset(uncounted.items()))
        found |= board.kept((*key, frozenset(found)), lambda: _fewest(board, mode, uncounted, frozenset(found)))
    return found


def _fewest(board: Board, mode: Mode, began: Mapping[str, int], counted: frozenset[str]) -> dict[str, Before]:
    """The fewest points that units have spent since they began the phase; all that they have where no way leads here. `counted`
    are the others that have moved in it."""
    then, hexes = board.with_units(began), board.net.hexes
    asked, found = Asked(mode.id, moved=frozenset(began), together=frozenset(began) | counted), {}
    for id_, number in began.items():
        unit = then.forces.unit(id_)
        assert unit is not None
        here, mover = board.place(board.units((id_,))[0]), board.rules.mover(then, unit, asked)
        known = [each for each in board.rules.gone(board, unit, asked) if each.points is not None]
        fewest = _on_ways(then, mover, here, asked, known)
        points = fewest if fewest is not None else mover.share * mover.allowance
        told = {"unit": unit.name, "start": hexes[number], "hex": hexes[here], "points": amount(points)}
        paid = sum((each.points or Fraction(0) for each in known), Fraction(0))
        if known and fewest is not None:
            template = "{unit} has spent {points} points on its way to {hex}: {paid} are known, the cheapest ways are the rest"
            told["paid"] = amount(paid)
        elif fewest is not None:
            template = "{unit} came from {start} by hand: the cheapest way to {hex} takes {points} points"
        else:
            template = "{unit} came from {start} by hand: no move of this phase leads to {hex}, so all its points are spent"
        why = Reason(board.ref(board.rules.movement_section), template, told, (hexes[number], hexes[here]), {"points": points})
        found[id_] = Before(points, number, why)
    board.consulted.add(then.consulted.charts)
    return found


def _on_ways(board: Board, mover: Mover, goal: int, asked: Asked, known: Iterable[Gone]) -> Fraction | None:
    """The points of its own that a mover has spent at least who has gone to a hex by ways of which the points are known; None
    where no move leads along them, which is told of what lies between."""
    spent, place = Fraction(0), mover.start
    legs = [*((each.source, each.into, each.points) for each in known), (goal, goal, Fraction(0))]
    for source, into, points in legs:
        if source is not None and source != place:
            there = board.with_units({mover.unit.id: place})
            unit = there.forces.unit(mover.unit.id)
            assert unit is not None
            fewest = _cheapest(there, there.rules.mover(there, unit, asked), source, asked)
            if fewest is None:
                return None
            spent += mover.share * fewest
        spent += points or Fraction(0)
        place = into
    return spent


def _cheapest(board: Board, mover: Mover, goal: int, asked: Asked) -> Fraction | None:
    """The points that a mover has spent at least who has gone to a hex, whatever keeps it from going there now; None where no
    move leads there."""
    reached = journey(board, replace(mover, barred=()), asked).reached().spent
    return min(in_points(reached[goal]), mover.allowance) if goal in reached else None


def fewest_points(board: Board, unit: Unit, start: Hex, goal: Hex) -> Fraction | None:
    """The points that a unit has spent at least which has gone from one hex to another in the usual way; None where no move
    leads there."""
    mode, number, to = board.rules.modes[0], board.number(start), board.number(goal)
    ways = board.rules.gone(board, unit, Asked(mode.id))
    known = next((each.points for each in ways if (each.source, each.into) == (number, to)), None)
    if known is not None:
        return known
    then, ids = board.with_units({unit.id: number}), frozenset({unit.id})
    there = then.forces.unit(unit.id)
    assert there is not None
    asked = Asked(mode.id, began={unit.id: number}, moved=ids, together=ids)
    return _cheapest(then, then.rules.mover(then, there, asked), to, asked)


def asked_before(asked: Asked, units: Sequence[Unit], before: Mapping[str, Before]) -> tuple[Asked, ...]:
    """What is asked of each of some units, with what each has spent before, where that is told of it by itself."""
    began = {**asked.began, **{id_: each.began for id_, each in before.items()}}
    common = replace(asked, began=began, moved=asked.moved | before.keys())
    return tuple(replace(common, spent=before[unit.id].points) if unit.id in before else common for unit in units)


def _start(board: Board, units: Sequence[Unit], given: Mapping[str, Any]) -> int:
    if not units:
        raise WrongUse("units: name the units that move.")
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: those that move together are of one side.")
    places = {board.place(unit) for unit in units}
    if len(places) > 1:
        raise WrongUse("units: those that move together stand in one hex.")
    return places.pop()


def _alike(journeys: Sequence[Journey], units: Sequence[Unit]) -> Hashable:
    """What the hexes depend on that several units reach together."""
    ways = tuple(
        (id(each.terms), each.mover.allowance, bool(each.mover.barred), each.mover.minimum is not None, each.mover.start)
        for each in journeys
    )
    return ways, tuple(tuple(map(id, each.layers)) for each in journeys), tuple(unit.id for unit in units)


def _common(board: Board, journeys: Sequence[Journey], units: Sequence[Unit]) -> tuple[Reached, ...]:
    """The hexes that all of them reach, with what the dearest way of one costs and what is left to the one with the least."""
    ranges: dict[tuple[object, ...], tuple[int, Reach]] = {}
    for each in journeys:
        key = (id(each.terms), each.mover.allowance, bool(each.mover.barred), each.mover.minimum is not None)
        if key not in ranges:
            ranges[key] = (in_parts(each.mover.allowance), each.reached())
    several = list(ranges.values())
    common = set.intersection(*(set(found.spent) for _, found in several))
    for each in journeys:
        common -= {number for layer in each.layers if layer.passing for number in layer.hexes if number != each.mover.start}
    moving = {unit.id for unit in units}
    alone = over_limit(board, units, ())
    reached = []
    for number in sorted(common):
        by_minimum = any(number in found.minimum for _, found in several)
        spent = max(found.spent[number] for _, found in several)
        left = min(max(0, allowance - found.spent[number]) for allowance, found in several)
        others = tuple(unit for unit in board.at.get(number, ()) if unit.id not in moving and unit.side == units[0].side)
        over = over_limit(board, units, others) if others else alone
        points = Fraction(0) if by_minimum else in_points(left)
        reached.append(Reached(board.net.hexes[number], in_points(spent), points, by_minimum, over))
    return tuple(reached)


def over_limit(board: Board, units: Sequence[Unit], others: Sequence[Unit]) -> int:
    """How much a hex would be above its stacking limit with units in it beside others."""
    stacks = side_stacks(board.case, board.consulted, board.forces, (*others, *units), board.force_rules)
    return sum(stack.over for stack in stacks)


NO_WAY = Fraction(-1_000_000)
"""What is left to whoever cannot go a way at all: less than to anybody who can."""


def _way_of_all(
    journeys: Sequence[Journey], start: int, given: Mapping[str, Any]
) -> tuple[Journey, tuple[StepCost, ...], tuple[Reason, ...]]:
    """The way that is asked about, for that of several movers to which it leaves the least; and what else is to be said.

    To a hex it is the cheapest way of one of them that all of them can go; where there is none they go by several.
    """
    unlike = list({(id(each.terms), each.mover.allowance, bool(each.mover.barred)): each for each in journeys}.values())
    own = [(each, *_way(each, start, given)) for each in unlike]
    if len(own) == 1:
        return own[0]
    shared: list[tuple[Fraction, int, Journey, tuple[int, ...]]] = []
    for _, way, _ in own:
        numbers = (start, *(journeys[0].board.number(step.into) for step in way))
        left, slowest = min(((_left(each, numbers), n) for n, each in enumerate(unlike)), default=(NO_WAY, 0))
        shared.append((left if way else NO_WAY, -len(shared), unlike[slowest], numbers))
    left, _, slowest_of_all, numbers = max(shared, key=lambda each: each[:2])
    if left >= 0:
        return slowest_of_all, tuple(slowest_of_all.steps(numbers)), ()
    found, way, why = min(own, key=lambda each: (_left_of(each[0], each[1]), each[0].mover.allowance))
    if way and not given.get("path") and all(_left_of(one, its) >= 0 for one, its, _ in own):
        units = names(each.mover.unit for each in journeys if id(each.terms) == id(found.terms))
        template = "No way to {hex} is open to all of them; this is that of {units}, the others go another"
        told = {"hex": given["to"], "units": units}
        why = (*why, Reason(found.board.ref(found.board.rules.movement_section), template, told, (given["to"],)))
    return found, way, why


def _left(each: Journey, numbers: Sequence[int]) -> Fraction:
    """What a way through these hexes leaves to a mover."""
    return NO_WAY if each.stopped(numbers) is not None else _left_of(each, tuple(each.steps(numbers)))


def _left_of(each: Journey, way: Sequence[StepCost]) -> Fraction:
    """What a way leaves to a mover; the one hex that it may always move leaves nothing."""
    points = [step.points for step in way if step.points is not None]
    if not way or len(points) < len(way) or each.mover.barred:
        return NO_WAY
    left = each.mover.allowance - sum(points, Fraction(0))
    return max(Fraction(0), left) if len(way) == 1 and each.mover.minimum is not None else left


def _way(journey: Journey, start: int, given: Mapping[str, Any]) -> tuple[tuple[StepCost, ...], tuple[Reason, ...]]:
    """The way that is asked about: as it is drawn, or the cheapest to a hex; empty where none leads there, with why."""
    board = journey.board
    path: tuple[Hex, ...] = given.get("path") or ()
    if path:
        if given.get("to") is not None and given["to"] != path[-1]:
            raise WrongUse("Give a hex, to=…, or a way, path=…; this way leads elsewhere.")
        numbers = [board.number(place) for place in path]
        numbers = numbers if numbers[0] == start else [start, *numbers]
    else:
        goal = board.number(given["to"])
        found = journey.reached()
        if goal not in found.spent:
            return (), tuple(_unreached(journey, goal))
        numbers = list(found.path(goal))
    return tuple(journey.steps(numbers)), ()


def _unreached(slowest: Journey, goal: int) -> Iterator[Reason]:
    """Why a hex is not reached: it is closed, or the points do not last."""
    board, mover = slowest.board, slowest.mover
    place = board.net.hexes[goal]
    closed = [layer for layer in slowest.layers if layer.closed and goal in layer.hexes]
    for layer in closed:
        yield board.told(layer.reason, goal)
    if closed or mover.barred:
        return
    far = reach(board.net, slowest.terms, mover.start, in_parts(Fraction(10_000)))
    ref = board.ref(board.rules.movement_section)
    if goal in far.spent:
        told = {"hex": place, "points": amount(in_points(far.spent[goal])), "allowance": amount(mover.allowance)}
        yield Reason(ref, "{hex} is {points} points away, of {allowance}", told, (place,))
    else:
        yield Reason(ref, "No way leads to {hex}", {"hex": place}, (place,))
        yield from once(_shut(slowest, goal))


def _shut(slowest: Journey, goal: int) -> Iterator[Reason]:
    """Why a hex cannot be entered from any that is beside it; nothing where it can from one."""
    net = slowest.board.net
    beside = (other for other in net.near[SIDES * goal : SIDES * goal + SIDES] if other >= 0)
    steps = [slowest.step(other, goal, first=False) for other in beside]
    if all(each.points is None for each in steps):
        yield from (reason for each in steps for reason in each.said)


def _verdict(slowest: Journey, way: Sequence[StepCost], spent: Fraction, possible: bool) -> str:
    if not possible or slowest.mover.barred:
        return NOT_REACHED
    if spent <= slowest.mover.allowance:
        return REACHED
    return MINIMUM if len(way) == 1 and slowest.mover.minimum is not None else NOT_REACHED


def told_way(board: Board, slowest: Journey, way: Sequence[StepCost], spent: Fraction, possible: bool) -> Iterator[Reason]:
    """A way, one reason a step, and what it comes to."""
    for each in way:
        if each.points is None:
            yield from each.said or (
                Reason(board.ref(board.rules.movement_section), "{hex} cannot be entered", {"hex": each.into}, (each.into,)),
            )
            continue
        parts = ", ".join(f"{item.name} {amount(item.value)}" for item in each.items) or "nothing"
        rule = each.items[0].rule if each.items else board.ref(board.rules.movement_section)
        told = {"hex": each.into, "points": amount(each.points), "parts": parts}
        yield Reason(rule, "Into {hex}: {points} ({parts})", told, (each.into,), {"points": each.points})
        yield from each.said
    if not way or not possible:
        return
    allowance = slowest.mover.allowance
    told = {"spent": amount(spent), "allowance": amount(allowance)}
    numbers = {"spent": spent, "allowance": allowance}
    if spent > allowance and len(way) == 1 and slowest.mover.minimum is not None:
        yield slowest.mover.minimum
    yield Reason(board.ref(board.rules.movement_section), "Together {spent} of {allowance} points", told, (), numbers)


def _range_reason(board: Board, mode: Mode, units: Sequence[Unit], detail: RangeDetail) -> Reason:
    told = {
        "units": names(units), "mode": mode.title, "points": amount(detail.allowance), "hexes": max(0, len(detail.reached) - 1)
    }  # fmt: skip
    return Reason(board.ref(mode.section), "{mode}: {units} reach {hexes} hexes with {points} points", told, (detail.start,))
