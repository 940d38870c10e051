"""Names in orders of battle and scenarios that mean nothing, or twice something: what is wrong whatever the rules are.

Nothing is taken out for it: a side that is missing may come yet. Of a thing that is there twice, the first is meant.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from core.base.errors import Hints, Place
from core.model.box import GameBox
from core.model.issues import Issue, Severity
from core.model.oob import OOB_SECTIONS, Counter, Formation, Oob
from core.model.scenario import Scenario

MOST_NAMED = 4
"""Names that one sentence lists."""


def oob_issues(oob: Oob, file: str) -> Iterator[Issue]:
    """Ids that stand twice, sides and formations that are not there, rings of parents, members of another side.

    `file` is where items are that do not know their place.
    """
    for section in OOB_SECTIONS:
        first: dict[str, int] = {}
        for item in oob.items(section):
            if item.id in first:
                where = f", after line {first[item.id]}" if first[item.id] else ""
                said = f'The {section[:-1]} "{item.id}" stands here again{where}; the first one counts.'
                units = (item.id,) if isinstance(item, Counter) else ()
                yield Issue(_place(item.place, file), said, code="id-twice", units=units)
            else:
                first[item.id] = item.place.line
    rings, near = in_ring(oob.ids("formations"), lambda id_: _parent(oob, id_)), Hints()
    for formation in oob.formations:
        yield from _formation_issues(oob, formation, file, rings, near)
    for counter in oob.counters:
        yield from _counter_issues(oob, counter, file, near)


def _formation_issues(oob: Oob, formation: Formation, file: str, rings: frozenset[str], near: Hints) -> Iterator[Issue]:
    place = _place(formation.place, file)
    called = f'The formation "{formation.id}"'
    if oob.side(formation.side) is None:
        yield Issue(place, f"{called} {_no_side(oob, formation.side, near)}", code="no-side")
    if not formation.parent:
        return
    parent = oob.formation(formation.parent)
    if parent is None:
        allowed = near(formation.parent, oob.ids("formations"))
        said = f'{called} belongs to "{formation.parent}", and there is no such formation.{allowed}'
        yield Issue(place, said, code="no-formation")
        return
    if formation.id in rings:
        above = [each.id for each in islice(oob.above(formation.id), MOST_NAMED + 1)]
        way = (*above[:MOST_NAMED], "…") if len(above) > MOST_NAMED else tuple(above)
        yield Issue(place, f"{called} belongs to itself: {' in '.join((*way, formation.id))}.", code="formation-ring")
    elif parent.side != formation.side:
        said = f'{called} is of the side "{formation.side}" and belongs to "{parent.id}" of the side "{parent.side}".'
        yield Issue(place, said, code="other-side")


def in_ring(ids: Iterable[str], above: Callable[[str], str]) -> frozenset[str]:
    """Those of some ids that lead to themselves when one goes from each to what is above it; each is gone through once.

    >>> sorted(in_ring("abcd", {"a": "b", "b": "c", "c": "b", "d": ""}.get))
    ['b', 'c']
    """
    known = dict.fromkeys(ids)
    seen: set[str] = set()
    rings: set[str] = set()
    for each in known:
        path: dict[str, int] = {}
        found = each
        while found in known and found not in seen and found not in path:
            path[found] = len(path)
            found = above(found)
        if found in path:
            rings.update(list(path)[path[found] :])
        seen.update(path)
    return frozenset(rings)


def _parent(oob: Oob, id_: str) -> str:
    found = oob.formation(id_)
    return found.parent if found is not None else ""


def _counter_issues(oob: Oob, counter: Counter, file: str, near: Hints) -> Iterator[Issue]:
    place, units = _place(counter.place, file), (counter.id,)
    called = f'The counter "{counter.id}"'
    if oob.side(counter.side) is None:
        yield Issue(place, f"{called} {_no_side(oob, counter.side, near)}", code="no-side", units=units)
    if not counter.formation:
        return
    formation = oob.formation(counter.formation)
    if formation is None:
        allowed = near(counter.formation, oob.ids("formations"))
        said = f'{called} belongs to "{counter.formation}", and there is no such formation.{allowed}'
        yield Issue(place, said, code="no-formation", units=units)
    elif formation.side != counter.side:
        said = f'{called} is of the side "{counter.side}" and belongs to "{formation.id}" of the side "{formation.side}".'
        yield Issue(place, said, code="other-side", units=units)


def _no_side(oob: Oob, side: str, near: Hints) -> str:
    if not side:
        return f"belongs to no side.{near('', oob.ids('sides'))}"
    return f'is of the side "{side}", and there is no such side.{near(side, oob.ids("sides"))}'


def scenario_name_issues(box: GameBox, file: str) -> Iterator[Issue]:
    """Units, formations, sides, zones and boxes that a scenario names and that the box has not."""
    scenario = box.scenarios.get(file)
    if scenario is not None:
        yield from _Names(box, file, scenario).issues()


@dataclass(frozen=True)
class _Names:
    """The names of one scenario, and what they may mean."""

    box: GameBox
    file: str
    scenario: Scenario
    near: Hints = field(default_factory=Hints)

    def issues(self) -> Iterator[Issue]:
        """Everything that means nothing, from the top of the file to its bottom."""
        scenario, whole = self.scenario, Place(self.file)
        for key, side in (("sets up first", scenario.sets_up_first), ("moves first", scenario.moves_first)):
            yield from self._side(side, whole, f"The side that {key}")
        for set_up in scenario.set_ups:
            yield from self._units(set_up.units, set_up.place)
            yield from self._zone(set_up.zone, set_up.place)
            yield from self._box(set_up.box, set_up.place)
        for arrival in scenario.arrivals:
            yield from self._units(arrival.units, arrival.place)
        for allotment in scenario.allotments:
            yield from self._side(allotment.side, allotment.place, "This allotment", needed=True)
        for victory in scenario.victory:
            yield from self._side(victory.side, victory.place, "This condition")
        ids: set[str] = set()
        for sheet in scenario.sheets:
            if sheet.id in ids:
                said = f'There is an op sheet "{sheet.id}" already; nobody could tell the two apart.'
                yield Issue(_place(sheet.place, self.file), said, code="id-twice")
            ids.add(sheet.id)
            yield from self._side(sheet.side, sheet.place, f'The op sheet "{sheet.id}"', needed=True)
            yield from self._units(sheet.units, sheet.place)
            for name, _ in sheet.rally:
                if self.box.oob.formation(name) is None and self.box.oob.counter(name) is None:
                    near = self.near(name, (*self.box.oob.ids("formations"), *self.box.oob.ids("counters")))
                    said = f'There is no formation "{name}" for a rally point.{near}'
                    yield Issue(_place(sheet.place, self.file), said, code="no-formation")
        yield from self._start()

    def _start(self) -> Iterator[Issue]:
        oob, start = self.box.oob, self.scenario.start
        boxes: set[str] = set()
        in_rings = in_ring(start.pieces, lambda id_: start.pieces[id_].on)
        for id_, piece in sorted(start.pieces.items()):
            if oob.counter(id_) is None:
                said = f'There is no counter "{id_}" in the order of battle.{self.near(id_, oob.ids("counters"))}'
                yield Issue(Place(self.file), said, code="no-unit")
            if piece.on and piece.on not in start.pieces:
                near = self.near(piece.on, start.pieces)
                said = f'"{id_}" is carried by "{piece.on}", which is nowhere at the start.{near}'
                yield Issue(Place(self.file), said, code="no-unit", units=(id_,))
            elif piece.on and start.pieces[piece.on].at != piece.at:
                said = f'"{id_}" is carried by "{piece.on}", which does not begin where it begins; it stands on its own there.'
                yield Issue(Place(self.file), said, Severity.WARNING, code="carried-apart", units=(id_,))
            elif piece.on and id_ in in_rings:
                said = f'"{id_}" is carried by "{piece.on}", and so by itself.'
                yield Issue(Place(self.file), said, code="carried-by-itself", units=(id_,))
            if isinstance(piece.at, str) and piece.at not in boxes:
                boxes.add(piece.at)
                yield from self._box(piece.at, Place(self.file))
        owners = {mark.side for marks in start.marks.values() for mark in marks if mark.side}
        for side in sorted(owners):
            yield from self._side(side, Place(self.file), "A marker")

    def _units(self, units: Iterable[str], place: Place) -> Iterator[Issue]:
        oob = self.box.oob
        for name in units:
            if oob.counter(name) is None and oob.formation(name) is None:
                near = self.near(name, (*oob.ids("counters"), *oob.ids("formations")))
                said = f'There is no counter and no formation "{name}" in the order of battle.{near}'
                yield Issue(_place(place, self.file), said, code="no-unit")

    def _side(self, side: str, place: Place, what: str, *, needed: bool = False) -> Iterator[Issue]:
        if (side or needed) and self.box.oob.side(side) is None:
            near = self.near(side, self.box.oob.ids("sides"))
            named = f'is of the side "{side}", and there is no such side' if side else "names no side"
            yield Issue(_place(place, self.file), f"{what} {named}.{near}", code="no-side")

    def _zone(self, zone: str, place: Place) -> Iterator[Issue]:
        names = {each.name for placed in self.box.sheets for each in placed.sheet.zones if each.name}
        if zone and zone.casefold() not in map(str.casefold, names):
            said = f'There is no zone "{zone}" on the maps.{self.near(zone, names)}'
            yield Issue(_place(place, self.file), said, code="no-zone")

    def _box(self, box: str, place: Place) -> Iterator[Issue]:
        if box and box not in self.scenario.off_map:
            near = self.near(box, self.scenario.off_map)
            said = f'"{box}" is none of the boxes off the map that the scenario names.{near}'
            yield Issue(_place(place, self.file), said, Severity.WARNING, code="no-box")


def listed(names: Iterable[str], most: int = MOST_NAMED) -> str:
    """The first of some names, and how many there are besides.

    >>> listed(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return f"{', '.join(every[:most])}{more}"


def _place(place: Place, file: str) -> Place:
    return place if place.file else Place(file)
