"""Shapes as text: what is read, what is refused and how it is said, and that reading undoes writing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.files.wkt import BadShape, line_text, point_text, polygon_text, read_line, read_point, read_polygon

coordinates = st.integers(-99_990_000, 99_990_000).map(lambda n: n / 10_000)
points = st.tuples(coordinates, coordinates)
lines = st.lists(points, min_size=2, max_size=8, unique=True).map(tuple)
rings = st.lists(points, min_size=3, max_size=6, unique=True).map(lambda ring: (*ring, ring[0]))


@given(lines)
def test_reading_a_written_line_gives_the_line(line: tuple[tuple[float, float], ...]) -> None:
    assert read_line(line_text(line)) == line


@given(st.lists(rings, min_size=1, max_size=3).map(tuple))
def test_reading_a_written_outline_gives_the_outline(outline: tuple[tuple[tuple[float, float], ...], ...]) -> None:
    assert read_polygon(polygon_text(outline)) == outline


@given(points)
def test_reading_a_written_point_gives_the_point(point: tuple[float, float]) -> None:
    assert read_point(point_text(point)) == point


def test_zeros_are_trimmed() -> None:
    assert line_text(((10.0, -0.0), (0.5, 100.1200))) == "LINESTRING (10 0, 0.5 100.12)"


def test_spacing_and_letter_case_are_free() -> None:
    assert read_line(" linestring(1  2,3\n4 )") == ((1.0, 2.0), (3.0, 4.0))


def test_more_than_four_decimals_are_rounded_so_that_saving_changes_nothing() -> None:
    line = read_line("LINESTRING (0.12345678 1e-3, 1 1)")
    assert line == ((0.1235, 0.001), (1.0, 1.0))
    assert read_line(line_text(line)) == line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LINESTRING (1 2)", "has 1 point; a line needs 2 or more"),
        ("LINESTRING (1 2, 1 2)", "has no length: all its points are 1 2"),
        ("LINESTRING (1 2, 3)", 'is broken: point 2 is "3"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, 3 4 5)", 'is broken: point 2 is "3 4 5"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, 3 x)", 'is broken: point 2 is "3 x"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, nan 4)", 'is broken: point 2 is "nan 4"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, inf 4)", 'is broken: point 2 is "inf 4"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, 1_0 4)", 'is broken: point 2 is "1_0 4"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, ٣ 4)", 'is broken: point 2 is "٣ 4"; two numbers are wanted, such as 3.5 12'),
        ("LINESTRING (1 2, 3 4,)", "is broken: point 3 is missing; two numbers are wanted, such as 3.5 12"),
        ("LINESTRING (1 2, 1e300 4)", "is broken: point 2, 1e+300 4, lies more than 10,000 hexes away"),
        ("LINESTRING (1 2, 3 -10001)", "is broken: point 2, 3 -10001, lies more than 10,000 hexes away"),
        ("LINESTRING ()", "has no points"),
        ("LINESTRING EMPTY", "has no points"),
        ("LINESTRING (1 2, 3 4", "is broken: wanted is LINESTRING (x y, x y), with both brackets"),
        ("LINESTRING Z (1 2 3, 3 4 5)", "is a LINESTRING Z; points have two numbers here: LINESTRING (x y, x y)"),
        ("MULTILINESTRING ((1 2, 3 4))", "is a MULTILINESTRING; write each part as an item of its own: LINESTRING (x y, x y)"),
        ("LINESTRNG (1 2, 3 4)", 'begins with "LINESTRNG (1 2, 3 4)"; wanted is LINESTRING (x y, x y)'),
        ("", "is empty; wanted is LINESTRING (x y, x y)"),
    ],
)
def test_a_broken_line_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(BadShape) as caught:
        read_line(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "POLYGON ((0 0, 1 0, 1 1))",
            "has a ring that is not closed: it begins at 0 0 and ends at 1 1; repeat the first point at the end",
        ),
        ("POLYGON ((0 0, 1 0, 0 0))", "has too few points: a ring needs 3 or more that differ"),
        (
            "POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 x, 1 1))",
            'is broken: point 2 of hole 1 is "2 x"; two numbers are wanted, such as 3.5 12',
        ),
        ("POLYGON (0 0, 1 0, 1 1, 0 0)", "is broken: wanted is POLYGON ((x y, …)), each ring in brackets of its own"),
    ],
)
def test_a_broken_outline_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(BadShape) as caught:
        read_polygon(text)
    assert str(caught.value) == said


def test_a_point_is_one_point() -> None:
    with pytest.raises(BadShape, match="has 2 points; one is wanted"):
        read_point("POINT (1 2, 3 4)")
