"""Packed extracts of OpenStreetMap (.osm.pbf), read in passes and only around the map: the usual ones hold whole countries.

One pass finds nodes with tags, one the ways around the map, one the relations of those, and a last one the ways of areas that
lie farther out. Only the places of nodes are kept meanwhile, for large files on disk.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.base.errors import Place, WrongUse
from core.geometry.layout import Point
from core.interop.elsewhere import WHOLE_FILE, Reach, elsewhere_words
from core.interop.features import OUTSIDE, GroundFeature
from core.interop.imported import BadFile, Drops, Progress, part_of
from core.interop.osm import IDLE_KEYS, Thing, features_of
from core.interop.raster_files import NeedsGis
from core.model.maps import Points

SUFFIX = ".pbf"

HINT = (
    "A packed extract (.osm.pbf) needs osmium (phaseline[gis]), which is not installed; "
    f"install it: {sys.executable} -m pip install osmium. Or unpack the ground of the map with osmium-tool, and import that: "
    "osmium extract --bbox WEST,SOUTH,EAST,NORTH FILE.osm.pbf -o map.osm"
)

TICK = 5_000
"""Ways between two looks at whether the work is still wanted."""

BYTES_PER_WAY = 60
"""About what a way takes in a packed file together with its nodes, by which the length of the first pass is guessed."""

LARGE = 150 * 1024**2
"""Bytes of a file from which the places of its nodes are kept on disk: in memory they would take three times as much."""

LONGEST = 1.0
"""Degrees that no way reaches from its first node: 2,000 nodes are the most that one has."""

MOST_KEPT = 500_000
"""Most ways around a map that are kept."""

Bounds = tuple[float, float, float, float]
"""West, south, east, north in degrees."""

Wanted = Callable[[Mapping[str, str]], bool]
"""Whether an area with such tags is anything on a map."""


def bounds_of(file: Path) -> Bounds:
    """The ground that an extract says that it covers. Raises NeedsGis, BadFile, and WrongUse for one that says nothing."""
    osmium = _library()
    _check_there(file)
    try:
        reader = osmium.io.Reader(_file(osmium, file), osmium.osm.osm_entity_bits.NOTHING)
        try:
            box = reader.header().box()
            if box.valid():
                low, high = box.bottom_left, box.top_right
                return low.lon, low.lat, high.lon, high.lat
        finally:
            reader.close()
    except RuntimeError as error:
        raise _bad(file, error) from error
    raise WrongUse(f"{file.name} does not say what ground it covers; give the middle of the map as LAT,LON.")


def read_pbf(file: Path, around: Bounds, wanted: Wanted, drops: Drops, progress: Progress | None = None) -> list[GroundFeature]:
    """The features of an extract that touch a rectangle, whole, as `osm.read_features` gives them.

    Relations of areas that are `wanted` are put together from all their ways, wherever those lie; others come without shape.
    Raises NeedsGis without osmium, BadFile for what is no such file, WrongUse for too much ground.
    """
    osmium = _library()
    _check_there(file)
    try:
        return _read(osmium, file, around, wanted, drops, progress)
    except RuntimeError as error:
        raise _bad(file, error) from error


def _read(
    osmium: Any, file: Path, around: Bounds, wanted: Wanted, drops: Drops, progress: Progress | None
) -> list[GroundFeature]:
    with TemporaryDirectory(prefix="phaseline-") as folder:
        large = file.stat().st_size > LARGE
        kind = f"sparse_file_array,{folder}/nodes" if large else "flex_mem"
        places = osmium.NodeLocationsForWays(osmium.index.create_map(kind))
        # A node that an extract does not hold is told of with its way.
        places.ignore_errors()
        passes = _Passes(osmium, file, places)
        return _features(passes, around, wanted, drops, progress)


def _features(
    passes: "_Passes", around: Bounds, wanted: Wanted, drops: Drops, progress: Progress | None
) -> list[GroundFeature]:
    ways: dict[str, Points] = {}
    short: set[str] = set()
    things = list(passes.nodes(around))
    lines: list[Thing] = []

    def keep(way: Any, line: Points) -> None:
        number = str(way.id)
        ways[number] = line
        if len(line) < len(way.nodes):
            short.add(number)

    for way, line in passes.ways(around, part_of(progress, 0.05, 0.75)):
        keep(way, line)
        tags = _tags(way)
        if tags:
            lines.append(Thing("way", str(way.id), tags))
        if len(ways) > MOST_KEPT:
            raise WrongUse(f"More than {MOST_KEPT:,} ways lie around the map; take a smaller map, or a thinner extract.")
    relations = list(passes.relations(ways.keys(), part_of(progress, 0.8, 0.1)))
    areas = [thing for thing in relations if wanted(thing.tags)]
    missing = {int(ref) for thing in areas for type_, ref, _ in thing.members if type_ == "way" and ref not in ways}
    for way, line in passes.chosen(missing, part_of(progress, 0.9, 0.1)):
        keep(way, line)
    for number in sorted(short, key=int):
        drops.add("node of a way", "the extract does not say where it lies", f"way {number}")
    found: list[GroundFeature] = list(things)
    found += [feature for thing in lines for feature in features_of(thing, {}, ways, drops)]
    for thing in relations:
        if wanted(thing.tags):
            found += features_of(thing, {}, ways, drops)
        else:
            # It only has to be told of; its ring may go around a whole country.
            found.append(GroundFeature(f"relation {thing.id}", "area", (), thing.tags))
    passes.left.tell(drops, around, nothing_found=not found)
    return found


class _Left:
    """What was passed over because it lies outside a rectangle: how many of each kind, and how far it reaches."""

    def __init__(self) -> None:
        self.counts = {"node": 0, "way": 0}
        self.reach = Reach()

    def note(self, kind: str, at: Point) -> None:
        """Counts one that lies at a place."""
        self.counts[kind] += 1
        self.reach.note((at,))

    def tell(self, drops: Drops, around: Bounds, nothing_found: bool) -> None:
        """Puts it on the list of what was dropped; of a file that holds nothing else, where it lies comes first."""
        middle = self.reach.middle
        if nothing_found and middle is not None:
            here = (around[0] + around[2]) / 2, (around[1] + around[3]) / 2
            drops.add(WHOLE_FILE, elsewhere_words(middle, here, geographic=True))
        for kind, count in self.counts.items():
            if count:
                drops.add(kind, OUTSIDE, "", count)


@dataclass(frozen=True)
class _Passes:
    """Goes through a file; what nobody wants is passed over outside of Python, many times faster."""

    osmium: Any
    file: Path
    places: Any
    """Where nodes lie: filled by the first pass over ways, and asked by later ones."""

    left: "_Left" = field(default_factory=lambda: _Left())

    def nodes(self, around: Bounds) -> Iterator[GroundFeature]:
        """The nodes of a rectangle that have tags."""
        for node in self._all(("NODE",), self.osmium.filter.EmptyTagFilter()):
            place = node.location
            if not place.valid():
                continue
            at = place.lon, place.lat
            if not _inside(at, around):
                self.left.note("node", at)
            elif tags := _tags(node):
                yield GroundFeature(f"node {node.id}", "point", at, tags)

    def ways(self, around: Bounds, progress: Progress | None) -> Iterator[tuple[Any, Points]]:
        """The ways that have a node in a rectangle, with the places of their nodes."""
        far = around[0] - LONGEST, around[1] - LONGEST, around[2] + LONGEST, around[3] + LONGEST
        guess = max(self.file.stat().st_size / BYTES_PER_WAY, 1.0)
        only_ways = self.osmium.filter.EntityFilter(self.osmium.osm.osm_entity_bits.WAY)
        for count, way in enumerate(self._all(("NODE", "WAY"), self.places, only_ways)):
            if progress is not None and count % TICK == 0:
                progress(count / (count + guess), "looking for the map")
            if not len(way.nodes):
                continue
            first = way.nodes[0].location
            if first.valid() and not _inside((first.lon, first.lat), far):
                self.left.note("way", (first.lon, first.lat))
                continue
            line = _line(way)
            if any(_inside(point, around) for point in line):
                yield way, line
            elif line:
                self.left.note("way", line[0])

    def relations(self, ways: Collection[str], progress: Progress | None) -> Iterator[Thing]:
        """The relations with tags that have one of some ways."""
        for count, each in enumerate(self._all(("RELATION",), self.osmium.filter.EmptyTagFilter())):
            if progress is not None and count % TICK == 0:
                progress(0.5, "reading relations")
            members = [(_KINDS.get(one.type, one.type), str(one.ref), one.role) for one in each.members]
            if any(kind == "way" and ref in ways for kind, ref, _ in members):
                tags = _tags(each)
                if tags:
                    yield Thing("relation", str(each.id), tags, members=members)

    def chosen(self, ways: Collection[int], progress: Progress | None) -> Iterator[tuple[Any, Points]]:
        """Ways by their numbers, with the places of their nodes."""
        if not ways:
            return
        for count, way in enumerate(self._all(("WAY",), self.places, self.osmium.filter.IdFilter(ways))):
            if progress is not None and count % 100 == 0:
                progress(count / len(ways), "reading ways farther out")
            yield way, _line(way)

    def _all(self, kinds: tuple[str, ...], *filters: Any) -> Iterator[Any]:
        bits = self.osmium.osm.osm_entity_bits
        wanted = bits.NOTHING
        for kind in kinds:
            wanted = wanted | getattr(bits, kind)
        processor = self.osmium.FileProcessor(_file(self.osmium, self.file), wanted)
        for each in filters:
            processor = processor.with_filter(each)
        return iter(processor)


def _inside(point: Point, bounds: Bounds) -> bool:
    return bounds[0] <= point[0] <= bounds[2] and bounds[1] <= point[1] <= bounds[3]


def _line(way: Any) -> Points:
    """The nodes of a way whose places are known."""
    places = [node.location for node in way.nodes]
    return tuple((place.lon, place.lat) for place in places if place.valid())


_KINDS = {"n": "node", "w": "way", "r": "relation"}


def _tags(each: Any) -> dict[str, str]:
    return {tag.k: tag.v for tag in each.tags if tag.k not in IDLE_KEYS}


def _file(osmium: Any, file: Path) -> Any:
    # The format is said, so that no other is taken, whatever the name: osmium reads more than this program has looked at.
    return osmium.io.File(str(file), "pbf")


def _library() -> Any:
    try:
        import osmium
        import osmium.filter
        import osmium.io
        import osmium.osm
    except ImportError as error:
        raise NeedsGis(HINT) from error
    return osmium


def _check_there(file: Path) -> None:
    if not file.is_file():
        raise BadFile(Place(str(file)), "There is no such file.")


def _bad(file: Path, error: RuntimeError) -> BadFile:
    return BadFile(Place(file.name), f"This is no extract of OpenStreetMap that can be read: {error}.")
