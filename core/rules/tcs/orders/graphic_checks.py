"""What a graphic must not ask for, such as moves through the enemy, and what it must say of the night [TCS 4.01 6.6d-e, 26.1b].

Both hold when a sheet is drawn up; what the enemy does afterwards makes nothing wrong of it. What is "behind friendly lines"
the rules leave to common sense: here a place is not when the enemy is in it, or nearer to it than anybody of one's own.
"""

import itertools
import math
from collections.abc import Collection, Iterator

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.geometry.layout import Point, hex_at, plane_centre, to_lattice
from core.geometry.lines import inside
from core.model.graphics import Measure
from core.model.issues import Issue, Severity
from core.model.orders import OpSheet
from core.rules.kernel.forces import Forces
from core.rules.tcs.orders.command import ATTACK, HASTY_DEFENSE, MOVE, PREPARED_DEFENSE

WAYS = frozenset(
    {"route", "axis-main", "axis-supporting", "direction-main", "direction-supporting", "direction-feint", "withdraw"}
)
"""Kinds of control measures along which units are to move."""

CONTROLS = frozenset(
    {"phase-line", "line-of-departure", "probable-line-of-deployment", "final-coordination-line", "limit-of-advance"}
    | {"check-point", "start-point", "release-point", "passage-point", "point-of-departure", "coordination-point"}
)
"""Kinds of lines and points by which a move is led."""

PLACES = frozenset({"objective", "assembly-area"})
"""Kinds that units are to move to."""

POSITIONS = frozenset({"battle-position", "strong-point", "support-by-fire", "attack-by-fire", "ambush", "assembly-area"})
"""Kinds that units are to hold."""

OUTLINES = frozenset({"objective", "assembly-area", "battle-position", "strong-point"})
"""Kinds whose control points go round an area."""

STEP = 0.2
"""How far apart the points of a way are looked at, in hexes: shorter than the shortest way through any hex that matters."""


def graphic_checks(forces: Forces, sheet: OpSheet, place: Place) -> Iterator[Issue]:
    """What a graphic asks of units that the type of their mission cannot ask; of a sheet that is being drawn up.

    [TCS 4.01 6.6d, 6.6e, 26.1b]
    """
    if sheet.line or (forces.state.in_play and not sheet.is_drafted):
        return
    if _is_night(forces):
        yield from _at_night(sheet, place)
    own, enemies = _standing(forces, sheet.side)
    if not enemies:
        return
    for measure in sheet.measures:
        mission = _mission(forces, sheet, measure)
        if mission == MOVE and measure.kind in WAYS | PLACES:
            yield from _through_enemies(forces, sheet, measure, enemies, place)
        elif mission in (PREPARED_DEFENSE, HASTY_DEFENSE) and measure.kind in POSITIONS:
            yield from _not_behind(forces, sheet, measure, own, enemies, place)


def _is_night(forces: Forces) -> bool:
    """Whether a sheet that is drawn up now begins at night: in this turn of play, before it in the first of the scenario."""
    if forces.state.in_play and forces.state.moment.turn:
        return forces.state.light == "night"
    return forces.scenario is not None and bool(forces.scenario.turns) and forces.scenario.turns[0].light == "night"


def _at_night(sheet: OpSheet, place: Place) -> Iterator[Issue]:
    """A mission at night that moves without a way, or without lines and points along it. [TCS 4.01 26.1b]"""
    missions = {sheet.type, *(group.type for group in sheet.groups)}
    if missions.isdisjoint((ATTACK, MOVE)):
        return
    kinds = {measure.kind for measure in sheet.measures}
    missing = []
    if kinds.isdisjoint(WAYS):
        missing.append("no route, axis or direction")
    if kinds.isdisjoint(CONTROLS):
        missing.append("no line or point that controls it")
    if missing:
        text = (
            f"The op sheet {sheet.id} is drawn up for the night, with {' and '.join(missing)}; night missions are led tightly."
        )
        yield Issue(place, text, Severity.WARNING, "26.1b", "sheet-night")


def _standing(forces: Forces, side: str) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes where units of a side stand, and those where their enemies do."""
    own, enemies = set[Hex](), set[Hex]()
    for spot, ids in forces.deployment.stacks.items():
        if not isinstance(spot, Hex):
            continue
        for id_ in ids:
            unit = forces.unit(id_)
            if unit is not None:
                (own if unit.side == side else enemies).add(spot)
    return frozenset(own), frozenset(enemies)


def _mission(forces: Forces, sheet: OpSheet, measure: Measure) -> str:
    """The mission that a measure belongs to: that of the group of its units, else that of the sheet. [TCS 4.01 6.6]"""
    units = {unit.id for unit in forces.units_named(measure.units)}
    for group in sheet.groups:
        if units and units <= {unit.id for unit in forces.units_named(group.units)}:
            return group.type or sheet.type
    return sheet.type


def _through_enemies(
    forces: Forces, sheet: OpSheet, measure: Measure, enemies: Collection[Hex], place: Place
) -> Iterator[Issue]:
    """A Move that leads through hexes of the enemy. [TCS 4.01 6.6d]"""
    met = sorted(covered(measure).intersection(enemies))
    if met:
        text = (
            f"The op sheet {sheet.id} is to move, but {_named(measure)} of it leads through the enemy: {_labels(forces, met)}."
        )
        yield Issue(place, text, Severity.ERROR, "6.6d", "sheet-graphic", at=plane_centre(met[0]))


def _not_behind(
    forces: Forces, sheet: OpSheet, measure: Measure, own: Collection[Hex], enemies: Collection[Hex], place: Place
) -> Iterator[Issue]:
    """A defence where the enemy stands, or is nearer than anybody of one's own. [TCS 4.01 6.6e]"""
    hexes = covered(measure)
    met = sorted(hexes.intersection(enemies))
    if met:
        text = f"The op sheet {sheet.id} is to defend, but the enemy is in {_named(measure)} of it: {_labels(forces, met)}."
        yield Issue(place, text, Severity.ERROR, "6.6e", "sheet-graphic", at=plane_centre(met[0]))
        return
    middle = hex_at(to_lattice(_middle(measure)))
    nearest = min((middle.distance(each) for each in enemies), default=None)
    friends = min((middle.distance(each) for each in own), default=None)
    if nearest is not None and (friends is None or nearest < friends):
        text = (
            f"The op sheet {sheet.id} is to defend, but the enemy is nearer to {_named(measure)} of it than its own side is; "
            "it is to lie behind one's own lines."
        )
        yield Issue(place, text, Severity.WARNING, "6.6e", "sheet-graphic", at=plane_centre(middle))


def covered(measure: Measure) -> frozenset[Hex]:
    """The hexes that a measure leads through or lies in: its lines, and what an outline goes round."""
    points = measure.points
    if not points:
        return frozenset()
    is_outline = measure.kind in OUTLINES and len(points) > 2
    line = (*points, points[0]) if is_outline else points
    found = {hex_at(to_lattice(points[0]))}
    for start, end in itertools.pairwise(line):
        found.update(hex_at(to_lattice(point)) for point in _along(start, end))
    if is_outline:
        waiting = [each for place in found for each in place.neighbours() if each not in found]
        while waiting:
            place = waiting.pop()
            if place not in found and inside(points, plane_centre(place)):
                found.add(place)
                waiting += [each for each in place.neighbours() if each not in found]
    return frozenset(found)


def _along(start: Point, end: Point) -> Iterator[Point]:
    steps = max(math.ceil(math.dist(start, end) / STEP), 1)
    for n in range(steps + 1):
        part = n / steps
        yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _middle(measure: Measure) -> Point:
    count = len(measure.points)
    return sum(x for x, _ in measure.points) / count, sum(y for _, y in measure.points) / count


def _named(measure: Measure) -> str:
    """A measure as a sentence names it."""
    return f"{measure.kind.replace('-', ' ')} {measure.text}".strip()


def _labels(forces: Forces, hexes: Collection[Hex]) -> str:
    return ", ".join(forces.box.label(each) for each in hexes)
