"""OpenStreetMap extracts in XML (.osm): nodes, ways, and multipolygons of relations, as features on the ground.

What a tag is on a map stands in the translation table. Nothing is fetched; the file is all there is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from core.base.errors import Place
from core.geometry.layout import Point
from core.interop.features import GroundFeature, ToSheet, place_features
from core.interop.imported import BadFile, Drops, Imported, Progress, Target, part_of
from core.interop.safe_xml import Attributes, walk_xml
from core.model.maps import Points
from core.model.translation import Translation

IDLE_KEYS = frozenset({"created_by", "source", "note", "fixme", "odbl", "attribution", "import_uuid"})
"""Keys that say nothing of the ground."""

AREA_KEYS = frozenset({"building", "landuse", "natural", "water", "leisure", "amenity", "landcover", "place"})
"""Closed ways with one of these are areas; others only where they say so with area=yes."""


@dataclass(slots=True)
class Thing:
    """A node, way or relation while it is read."""

    kind: str
    id: str
    tags: dict[str, str] = field(default_factory=dict)
    refs: list[str] = field(default_factory=list)
    members: list[tuple[str, str, str]] = field(default_factory=list)


def read(
    data: bytes,
    name: str,
    target: Target,
    translation: Translation,
    to_sheet: ToSheet,
    progress: Progress | None = None,
) -> Imported:
    """The items that an extract gives on a sheet; `to_sheet` leads from longitude and latitude to sheet units.

    Raises BadFile for what is no such file.
    """
    drops = Drops()
    features = read_features(data, name, drops, part_of(progress, 0.0, 0.6))
    return place_features(features, target, translation, to_sheet, drops, part_of(progress, 0.6, 0.4))


def middle_of(data: bytes, name: str) -> list[Point]:
    """The corners of the ground that an extract covers: its stated bounds, else all its nodes. Raises BadFile."""
    nodes: list[Point] = []
    bounds: list[Point] = []

    def begin(tag: str, given: Attributes, line: int) -> None:
        if tag == "node":
            at = _position(given)
            if at is not None:
                nodes.append(at)
        elif tag == "bounds":
            low = _position({"lon": given.get("minlon", ""), "lat": given.get("minlat", "")})
            high = _position({"lon": given.get("maxlon", ""), "lat": given.get("maxlat", "")})
            if low is not None and high is not None:
                bounds.extend((low, high))

    walk_xml(data, name, begin, lambda tag: None)
    if not nodes and not bounds:
        raise BadFile(Place(name), "The file holds nothing that lies anywhere.")
    return bounds or nodes


def read_features(data: bytes, name: str, drops: Drops, progress: Progress | None = None) -> list[GroundFeature]:
    """The features of an extract: tagged nodes, tagged ways, and the areas that relations put together of ways."""
    nodes: dict[str, Point] = {}
    ways: dict[str, Points] = {}
    things: list[Thing] = []
    current: Thing | None = None
    top = ""

    def begin(tag: str, given: Attributes, line: int) -> None:
        nonlocal current, top
        if not top:
            top = tag
            if tag != "osm":
                raise BadFile(Place(name, line), f'This is XML of another kind: it begins with "{tag[:40]}", not with "osm".')
        if tag in ("node", "way", "relation"):
            current = Thing(tag, given.get("id", ""))
            if tag == "node":
                at = _position(given)
                if at is None:
                    drops.add("node", "it needs lon and lat as degrees of a place on earth", f"node {current.id}, line {line}")
                    current = None
                else:
                    nodes[current.id] = at
        elif current is None:
            return
        elif tag == "tag" and given.get("k", "") not in IDLE_KEYS and "k" in given:
            current.tags[given["k"]] = given.get("v", "")
        elif tag == "nd":
            current.refs.append(given.get("ref", ""))
        elif tag == "member":
            current.members.append((given.get("type", ""), given.get("ref", ""), given.get("role", "")))

    def end(tag: str) -> None:
        nonlocal current
        if current is None or tag != current.kind:
            return
        if tag == "way":
            # The nodes of a way stand before it in every extract.
            ways[current.id] = tuple(nodes[ref] for ref in current.refs if ref in nodes)
            if len(ways[current.id]) < len(current.refs):
                drops.add("node of a way", "the extract does not say where it lies", f"way {current.id}")
        if current.tags or tag == "relation":
            things.append(current)
        current = None

    walk_xml(data, name, begin, end, tick=None if progress is None else lambda done: progress(done, "reading the extract"))
    return [feature for thing in things for feature in features_of(thing, nodes, ways, drops)]


def _position(given: Attributes) -> Point | None:
    """Longitude and latitude, None where they are missing, no numbers, or not on earth."""
    try:
        lon, lat = float(given["lon"]), float(given["lat"])
    except (KeyError, ValueError):
        return None
    return (lon, lat) if -360 <= lon <= 360 and -90 <= lat <= 90 else None


def features_of(thing: Thing, nodes: Mapping[str, Point], ways: Mapping[str, Points], drops: Drops) -> list[GroundFeature]:
    """What a node, a way or a relation is on the ground, from the places of nodes and the points of ways by their numbers."""
    what = f"{thing.kind} {thing.id}"
    if thing.kind == "node":
        return [GroundFeature(what, "point", nodes[thing.id], thing.tags)]
    if thing.kind == "way":
        line = ways[thing.id]
        if len(set(line)) < 2:
            drops.add("way", "the extract holds less than two of its nodes", what)
            return []
        closed = len(line) > 3 and line[0] == line[-1]
        if closed and (thing.tags.get("area") == "yes" or (AREA_KEYS & thing.tags.keys() and thing.tags.get("area") != "no")):
            return [GroundFeature(what, "area", (line,), thing.tags)]
        return [GroundFeature(what, "line", line, thing.tags)]
    return _areas(thing, what, ways, drops)


def _areas(thing: Thing, what: str, ways: Mapping[str, Points], drops: Drops) -> list[GroundFeature]:
    kind = thing.tags.get("type", "")
    if kind not in ("multipolygon", "boundary"):
        if set(thing.tags) - {"type"}:
            drops.add(f"relation of type {kind or 'unknown'}", "only multipolygons become areas", what)
        return []
    tags = {key: value for key, value in thing.tags.items() if key != "type"}
    if not tags:
        return []
    outer = _rings([ways.get(ref, ()) for type_, ref, role in thing.members if type_ == "way" and role != "inner"])
    inner = _rings([ways.get(ref, ()) for type_, ref, role in thing.members if type_ == "way" and role == "inner"])
    missing = sum(1 for type_, ref, _ in thing.members if type_ == "way" and ref not in ways)
    if missing:
        drops.add("part of a multipolygon", "the extract does not hold it", what, missing)
    if not outer.closed:
        drops.add("multipolygon", "no outer ring of it is whole in this extract", what)
        return []
    if outer.open or inner.open:
        drops.add("open ring of a multipolygon", "the extract does not hold all of it", what, outer.open + inner.open)
    return [
        GroundFeature(what, "area", (ring, *(hole for hole in inner.closed if _holds(ring, hole))), tags)
        for ring in outer.closed
    ]


@dataclass(frozen=True, slots=True)
class _Rings:
    closed: tuple[Points, ...]
    open: int


def _rings(lines: list[Points]) -> _Rings:
    """Lines put together end to end into rings, and how many stay open."""
    left = [list(line) for line in lines if len(line) > 1]
    closed: list[Points] = []
    open_ = 0
    while left:
        ring = left.pop()
        while ring[0] != ring[-1]:
            follower = next((line for line in left if ring[-1] in (line[0], line[-1])), None)
            if follower is None:
                break
            left.remove(follower)
            ring += follower[1:] if follower[0] == ring[-1] else follower[-2::-1]
        if ring[0] == ring[-1] and len(ring) > 3:
            closed.append(tuple(ring))
        else:
            open_ += 1
    return _Rings(tuple(closed), open_)


def _holds(ring: Points, hole: Points) -> bool:
    """Whether the middle of a hole's first side lies inside a ring (by crossings of a ray)."""
    x, y = (hole[0][0] + hole[1][0]) / 2, (hole[0][1] + hole[1][1]) / 2
    inside = False
    for (ax, ay), (bx, by) in pairwise(ring):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
