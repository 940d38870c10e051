"""A map that is cut into two sheets answers as the whole: nothing changes at the seam but the numbers of hexes."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import line_merge
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as rectangle

from core.files.ruleset_files import load_ruleset
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.edits.contour_edits import drawn_contour
from core.model.edits.sheet_edits import add_sheet, resize_sheet
from core.model.maps import Area, Contour, MapSheet
from core.model.new_map import NewMap
from core.model.placing import frame_beside
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game

COLUMNS, ROWS = 10, 7
FAR = 100.0

middles = st.tuples(st.integers(20, 65).map(lambda n: n / 10 + 0.0371), st.integers(28, 52).map(lambda n: n / 10 + 0.0113))


def ring(middle, reach):
    (x, y), r = middle, reach
    around = [(r, 0.4 * r), (0.4 * r, r), (-0.4 * r, r), (-r, 0.4 * r), (-r, -0.4 * r), (-0.4 * r, -r), (0.4 * r, -r)]
    points = [(x + dx, y + dy) for dx, dy in [*around, (r, -0.4 * r)]]
    return (*points, points[0])


def whole_box(hill, woods, raised: str) -> GameBox:
    (placed,) = NewMap("whole", columns=COLUMNS, rows=ROWS, raised=raised, letter="A").box().sheets
    x, y = hill
    contours = tuple(
        Contour(Fraction(height), ring((x, y), reach), high="left") for height, reach in ((20, 2.1), (40, 1.3), (60, 0.6))
    )
    areas = tuple(Area("woods", (ring(middle, 0.45),)) for middle in woods)
    sheet = MapSheet("A", placed.sheet.grid, contour_interval=Fraction(20), contours=contours, areas=areas)
    return GameBox("whole", "tcs-4.01", (PlacedSheet(sheet, placed.frame, "A", "a.map.yaml"),))


def cut_box(whole: GameBox, at: int) -> GameBox:
    """The same ground on two sheets, the first with so many columns; lines and outlines are cut at its printed edge."""
    old = whole.sheets[0]
    grid = old.sheet.grid
    (left,) = NewMap("cut", columns=at, rows=ROWS, raised=grid.raised).box().sheets
    frame = frame_beside(left, "right", COLUMNS - at, ROWS)
    (right,) = NewMap("cut", columns=COLUMNS - at, rows=ROWS, raised=frame.raised, letter="B").box().sheets
    seam = sheet_edge(left)[2]
    return GameBox(
        "cut",
        "tcs-4.01",
        (
            PlacedSheet(part(old, left.sheet, left.frame, (-FAR, seam)), left.frame, "A", "a.map.yaml"),
            PlacedSheet(part(old, right.sheet, frame, (seam, FAR)), frame, "B", "b.map.yaml"),
        ),
    )


def part(old: PlacedSheet, sheet: MapSheet, frame: SheetFrame, between: tuple[float, float]) -> MapSheet:
    side = rectangle(between[0], -FAR, between[1], FAR)

    def moved(coordinates):
        return tuple(frame.to_sheet((x, y)) for x, y, *_ in coordinates)

    contours, areas = [], []
    for contour in old.sheet.contours:
        line = LineString([old.frame.to_plane(point) for point in contour.line])
        pieces = joined(line.intersection(side))
        contours += [Contour(contour.height, moved(piece.coords), high=contour.high) for piece in pieces]
    for area in old.sheet.areas:
        shape = Polygon([old.frame.to_plane(point) for point in area.shape[0]]).intersection(side)
        pieces = [piece for piece in getattr(shape, "geoms", [shape]) if piece.area > 1e-9]
        areas += [Area(area.terrain, (moved(piece.exterior.coords),)) for piece in pieces]
    return MapSheet(
        sheet.id, sheet.grid, contour_interval=old.sheet.contour_interval, contours=tuple(contours), areas=tuple(areas)
    )


def joined(shape):
    """The pieces of a cut line, in its own direction; those that met at its first point are one again."""
    merged = line_merge(shape, directed=True) if shape.geom_type == "MultiLineString" else shape
    return [piece for piece in getattr(merged, "geoms", [merged]) if not piece.is_empty]


@pytest.fixture(scope="module")
def rules():
    return load_ruleset("tcs-4.01")


@settings(max_examples=12)
@given(
    middles,
    st.lists(middles, max_size=4),
    st.sampled_from(["odd", "even"]),
    st.integers(3, 7),
    st.lists(st.tuples(st.integers(1, COLUMNS), st.integers(1, ROWS)), min_size=3, max_size=3, unique=True),
)
def test_a_map_cut_into_two_sheets_answers_as_the_whole(rules, hill, woods, raised, at, cells):
    whole = whole_box(hill, woods, raised)
    cut = cut_box(whole, at)
    assert set(cut.cells) == set(whole.cells)
    one, other = Game.of(whole, rules), Game.of(cut, rules)
    places = [whole.sheets[0].frame.hex(*cell) for cell in cells]
    for method in ("standard", "simplified"):
        for place in places:
            asked = [ask("elevation", game, hex=game.box.label(place), method=method) for game in (one, other)]
            assert asked[0].value == asked[1].value
        for start, end in pairwise(places):
            words = [{"from": game.box.label(start), "to": game.box.label(end)} for game in (one, other)]
            asked = [ask("los", game, method=method, **word) for game, word in zip((one, other), words, strict=True)]
            assert asked[0].verdict == asked[1].verdict
            heights = [[(row.base, row.height) for row in ruling.detail.profile] for ruling in asked]
            assert heights[0] == heights[1]


NEAR = st.sampled_from([0.0, 0.0005, 0.002, 0.005, 0.011, 0.02, 0.03, 0.049, 0.051, 0.1])


@settings(max_examples=20)
@given(
    st.sampled_from(["odd", "even"]),
    st.integers(3, 7),
    st.sampled_from([2.1, 1.3, 0.6]),
    st.sampled_from([-1.0, -0.4, 0.0, 0.4, 1.0]),
    NEAR,
    NEAR,
    st.tuples(*[st.sampled_from([-1, 1])] * 3),
)
def test_lines_near_the_printed_edge_and_near_the_seam_measure_as_on_one_map(
    rules, raised, at, reach, turn, beside_seam, beside_edge, signs
):
    (left,) = NewMap("cut", columns=at, rows=ROWS, raised=raised).box().sheets
    low, seam, high = (sheet_edge(left)[n] for n in (1, 2, 3))
    x = seam + turn * reach + signs[0] * beside_seam
    y = low + reach + signs[2] * beside_edge if signs[1] > 0 else high - reach + signs[2] * beside_edge
    whole = whole_box((x, y), [], raised)
    cut = cut_box(whole, at)
    one, other = Game.of(whole, rules), Game.of(cut, rules)
    for place in whole.cells:
        heights = [ask("elevation", game, hex=place, method="simplified").value for game in (one, other)]
        assert heights[0] == heights[1]
    for start, end in (((1, 1), (COLUMNS, ROWS)), ((at, 1), (at + 1, ROWS)), ((1, ROWS), (COLUMNS, 1))):
        cells = [whole.sheets[0].frame.hex(*cell) for cell in (start, end)]
        words = [{"from": game.box.label(cells[0]), "to": game.box.label(cells[1])} for game in (one, other)]
        asked = [ask("los", game, **word) for game, word in zip((one, other), words, strict=True)]
        assert asked[0].verdict == asked[1].verdict


@settings(max_examples=12)
@given(
    middles,
    st.sampled_from(["columns", "rows"]),
    st.sampled_from(["odd", "even"]),
    st.sampled_from(["right", "left", "above", "below"]),
    st.integers(3, 5),
)
def test_contours_that_are_drawn_over_a_seam_measure_as_on_one_map(hill, orientation, raised, edge, size):
    start = NewMap("two", columns=6, rows=6, orientation=orientation, raised=raised).box()
    file = start.sheets[0].file
    two = add_sheet(start, file, edge, 6, 6, "B").apply(Work(start)).box
    one = resize_sheet(start, file, edge, 6).edit.apply(Work(start)).box
    assert set(one.cells) == set(two.cells)
    x0, y0, x1, y1 = sheet_edge(one.sheets[0])
    middle = ((x0 + x1) / 2 + (hill[0] - 4.2) / 3, (y0 + y1) / 2 + (hill[1] - 4.0) / 3)
    for height, reach in ((20, size / 2), (40, size / 4)):
        for box in (one, two):
            edit = drawn_contour(box, ring(middle, reach), Fraction(height), broken=False, high="left")
            box = edit.apply(Work(box)).box
            one, two = (box, two) if len(box.sheets) == 1 else (one, box)
    assert len(two.sheets[1].sheet.contours) > 0
    rules = load_ruleset("tcs-4.01")
    whole, cut = Game.of(one, rules), Game.of(two, rules)
    assert cut.ground.relief.open_ends == ()
    for place in list(two.cells)[::4]:
        alone = ask("elevation", whole, hex=place, method="simplified").value
        assert ask("elevation", cut, hex=place, method="simplified").value == alone
