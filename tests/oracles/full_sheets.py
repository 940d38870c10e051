"""Sheets with something of everything, for files of other programs to carry."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import DIRECTIONS
from core.geometry.labels import Numbering
from core.interop.hex_cells import own_frame
from core.model.edits.map_edits import settled
from core.model.maps import (
    Area,
    Contour,
    Georeference,
    Grid,
    HexContent,
    Low,
    MapSheet,
    Name,
    Path,
    SideFeature,
    Spot,
    Zone,
)

TERRAIN = load_ruleset("tcs-4.01").terrain

coordinates = st.integers(-5_000, 120_000).map(lambda n: n / 10_000)
points = st.tuples(coordinates, coordinates)
lines = st.lists(points, min_size=2, max_size=6, unique=True).map(tuple)
rings = st.lists(points, min_size=3, max_size=5, unique=True).map(lambda ring: (*ring, ring[0]))
heights = st.integers(-120_000, 120_000).map(lambda n: Fraction(n, 100))
words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Cn"]), max_size=8).map(str.strip)
notes = words
kinds = st.sampled_from(["solid", "broken"])
sources = st.sampled_from(["", "elevation"])
highs = st.sampled_from([None, "left", "right"])
sizes = st.integers(1, 30).map(lambda n: n / 10)
angles = st.integers(-90, 90).map(float)
zone_kinds = st.sampled_from(["setup", "entry", "exit", "sea", "other"])


@st.composite
def full_sheets(draw: st.DrawFn, places: bool = True) -> MapSheet:
    """Sheets of any grid with items of every section."""
    columns, rows = draw(st.integers(2, 9)), draw(st.integers(2, 9))
    numbering = Numbering("{column:02}.{row:02}", columns, rows, draw(st.sampled_from(["bottom-left", "top-right"])))
    orientation, raised = draw(st.sampled_from(["columns", "rows"])), draw(st.sampled_from(["odd", "even"]))
    hex_m = draw(st.integers(50, 500)) + draw(st.sampled_from([0.0, 0.3]))
    grid = Grid(columns, rows, numbering, orientation, raised, hex_m)
    cells = st.tuples(st.integers(1, columns), st.integers(1, rows))
    frame = own_frame(grid)

    def side(cell: tuple[int, int], way: int) -> SideFeature | None:
        other = frame.cell(frame.hex(*cell).plus(*DIRECTIONS[way]))
        inside = 1 <= other[0] <= columns and 1 <= other[1] <= rows
        return SideFeature(draw(st.sampled_from(["hedgerow", "stream"])), (cell, other), draw(notes)) if inside else None

    sides = [side(draw(cells), draw(st.integers(0, 5))) for _ in range(3)]
    place = st.none() | st.builds(
        Georeference,
        st.tuples(st.floats(-170, 170), st.floats(-60, 60)),
        points,
        st.sampled_from(["degrees", "metres"]),
        st.floats(-180, 180),
    ).map(lambda each: each.settled)
    hexes = draw(st.dictionaries(cells, st.builds(HexContent, st.sampled_from(["village", "town"]), words, notes), max_size=3))
    sheet = MapSheet(
        id="A",
        grid=grid,
        title=draw(words),
        contour_interval=Fraction(20),
        contours=draw(st.lists(st.builds(Contour, heights, lines, kinds, highs, notes, source=sources), max_size=3)),
        areas=draw(st.lists(st.builds(Area, st.sampled_from(["woods", "lake"]), st.tuples(rings), words, notes), max_size=2)),
        paths=draw(st.lists(st.builds(Path, st.sampled_from(["trail", "river"]), lines, words, notes), max_size=2)),
        sides=[each for each in sides if each],
        spots=draw(st.lists(st.builds(Spot, heights, points, words, notes, source=sources), max_size=2)),
        lows=draw(st.lists(st.builds(Low, points, notes, source=sources), max_size=2)),
        names=draw(st.lists(st.builds(Name, words.filter(bool), points, sizes, angles, notes), max_size=2)),
        zones=draw(st.lists(st.builds(Zone, zone_kinds, st.frozensets(cells, min_size=1), words, words, notes), max_size=2)),
        georeference=draw(place) if places else None,
    )
    return sheet.with_items("hexes", dict(hexes))


def turned_alike(sheet: MapSheet) -> MapSheet:
    """The sheet with every ring running the same way from the same point, as files may turn rings."""

    def ring(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        inner = list(points[:-1])
        start = inner.index(min(inner))
        forward = inner[start:] + inner[:start]
        backward = [forward[0], *forward[:0:-1]]
        best = min(forward, backward)
        return (*best, best[0])

    areas = [settled(replace(each, shape=tuple(ring(part) for part in each.shape))) for each in sheet.areas]
    return replace(sheet, areas=areas)
