"""The net seen closely: parts of hexes and contour lines, against plain exact ways to the same facts, and after edits."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.analysis.close_net import CloseNet
from core.analysis.ground import compile_ground
from core.analysis.hex_net import Crossing, compile_net
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.geometry.hex_ground import has_ground, holds_point, inner_corners
from core.geometry.layout import centre, plane_centre, to_plane
from core.model.box import GameBox
from core.model.items import Items
from core.model.maps import Area, Contour
from core.model.new_map import NewMap

TOUCH = 0.001
SMALL = NewMap("Net", columns=5, rows=5).box()
PLACED = SMALL.sheets[0]
DOTS = [plane_centre(place) for place in sorted(SMALL.cells)]

Exact = tuple[Fraction, Fraction]


def point(*dots: tuple[float, float]) -> tuple[float, float]:
    """The middle between dots, as a point of the sheet."""
    x, y = (sum(each[n] for each in dots) / len(dots) for n in (0, 1))
    return PLACED.frame.to_sheet((x, y))


POINTS = st.lists(st.sampled_from(DOTS), min_size=1, max_size=3).map(lambda dots: point(*dots))
LINES = st.builds(
    Contour,
    st.sampled_from([Fraction(20), Fraction(40)]),
    st.lists(POINTS, min_size=2, max_size=5, unique=True).map(tuple),
    st.sampled_from(["solid", "broken"]),
)
RINGS = st.lists(POINTS, min_size=3, max_size=6, unique=True).map(lambda ring: (*ring, ring[0]))
AREAS = st.builds(Area, st.sampled_from(["woods", "marsh"]), RINGS.map(lambda ring: (ring,)))


def box_with(contours: Iterable[Contour] = (), areas: Iterable[Area] = ()) -> GameBox:
    return SMALL.with_sheet(PLACED.file, replace(PLACED.sheet, contours=Items(contours), areas=Items(areas)))


def close(box: GameBox, before: CloseNet | None = None) -> CloseNet:
    return CloseNet.of(compile_net(box), box, compile_ground(box, {}), TOUCH, before)


def met(seen: CloseNet) -> dict[tuple[int, int], Crossing]:
    """What is met from each hex to each next one, by their numbers."""
    net = seen.net
    return {(side // 6, near): net.crossings[net.crossing[side]] for side, near in enumerate(net.near) if near >= 0}


def exact(at: tuple[float, float]) -> Exact:
    return Fraction(at[0]), Fraction(at[1])


def turn(a: Exact, b: Exact, c: Exact) -> int:
    found = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (found > 0) - (found < 0)


def cut(a: Exact, b: Exact, c: Exact, d: Exact) -> bool:
    """Whether two closed segments have a point in common."""
    if turn(a, b, c) * turn(a, b, d) > 0 or turn(c, d, a) * turn(c, d, b) > 0:
        return False
    return all(
        max(min(a[n], b[n]), min(c[n], d[n])) <= min(max(a[n], b[n]), max(c[n], d[n]))
        for n in (0, 1)
    )  # fmt: skip


def far(at: Exact, a: Exact, b: Exact) -> Fraction:
    """The square of the distance between a point and a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = max(Fraction(0), min(Fraction(1), ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / length)) if length else Fraction(0)
    x, y = at[0] - a[0] - part * dx, at[1] - a[1] - part * dy
    return x * x + y * y


def whole_lines(contours: Iterable[Contour]) -> list[list[list[tuple[Exact, Exact]]]]:
    """Solid contours as pieces of segments; those of one height that meet at their ends lie in one list."""
    found: list[tuple[Fraction, set[Exact], list[list[tuple[Exact, Exact]]]]] = []
    for each in contours:
        if each.kind != "solid":
            continue
        line = [exact(PLACED.frame.to_plane(at)) for at in each.line]
        ends, pieces = {line[0], line[-1]}, [list(pairwise(line))]
        for other in [one for one in found if one[0] == each.height and one[1] & ends]:
            found.remove(other)
            ends, pieces = ends | other[1], pieces + other[2]
        found.append((each.height, ends, pieces))
    return [pieces for _, _, pieces in found]


@law(60)
@given(st.lists(LINES, max_size=5))
def test_contour_lines_are_crossed_as_plain_segments_say(contours: list[Contour]) -> None:
    seen, lines, least = close(box_with(contours)), whole_lines(contours), Fraction(TOUCH) ** 2
    for (one, two), crossing in met(seen).items():
        here, there = (exact(plane_centre(seen.net.hexes[number])) for number in (one, two))
        crossed = 0
        for pieces in lines:
            # Each piece is judged by itself: a line that goes on beyond the dot where another piece ends is left all the same.
            crossed += any(
                min(far(here, a, b) for a, b in piece) > least
                and (any(cut(here, there, a, b) for a, b in piece) or min(far(there, a, b) for a, b in piece) <= least)
                for piece in pieces
            )
        assert crossing.climbs == crossed, (one, two)


@law(40)
@given(st.lists(LINES, max_size=5))
def test_contour_lines_run_through_hexes_as_plain_segments_say(contours: list[Contour]) -> None:
    seen, lines = close(box_with(contours)), whole_lines(contours)
    for (_, two), crossing in met(seen).items():
        corners = [exact(to_plane(at)) for at in inner_corners(seen.net.hexes[two])]
        rim = list(zip(corners, [*corners[1:], corners[0]], strict=True))

        def within(at: Exact, rim: list[tuple[Exact, Exact]] = rim) -> bool:
            return all(turn(a, b, at) <= 0 for a, b in rim)

        through = sum(
            any(within(a) or within(b) or any(cut(a, b, *side) for side in rim) for piece in pieces for a, b in piece)
            for pieces in lines
        )
        assert crossing.contours == through


@law(60)
@given(st.lists(AREAS, max_size=4))
def test_areas_cover_parts_of_hexes_as_each_by_itself_says(areas: list[Area]) -> None:
    box = box_with(areas=areas)
    seen = close(box)
    for (_, two), crossing in met(seen).items():
        place = seen.net.hexes[two]
        covering = {
            each.terrain for each in areas if has_ground([[PLACED.frame.to_lattice(at) for at in each.shape[0]]], place)
        }
        assert crossing.partly == frozenset(covering) - crossing.into


@law(60)
@given(st.lists(AREAS, max_size=4))
def test_areas_cover_the_middles_of_hexsides_that_lie_in_them(areas: list[Area]) -> None:
    seen = close(box_with(areas=areas))
    for (one, two), crossing in met(seen).items():
        (ax, ay), (bx, by) = (centre(seen.net.hexes[number]) for number in (one, two))
        middle = ((ax + bx) // 2, (ay + by) // 2)
        covering, touching = set(), set()
        for each in areas:
            ring = [PLACED.frame.to_lattice(at) for at in each.shape[0]]
            if any(far(exact(middle), exact(a), exact(b)) == 0 for a, b in pairwise(ring)):
                touching.add(each.terrain)
            elif holds_point([ring], middle):
                covering.add(each.terrain)
        assert covering <= crossing.between <= covering | touching


@law(30)
@given(st.lists(LINES, max_size=4), st.lists(AREAS, max_size=3), st.data())
def test_after_an_edit_it_is_what_it_would_be_anew(contours: list[Contour], areas: list[Area], data: st.DataObject) -> None:
    before = close(box_with(contours, areas))
    kept = data.draw(st.lists(st.sampled_from(contours), unique=True)) if contours else []
    box = box_with([*kept, *data.draw(st.lists(LINES, max_size=2))], areas[1:])
    after, anew = close(box, before), close(box)
    assert (after.net.crossing, after.net.crossings) == (anew.net.crossing, anew.net.crossings)


@pytest.mark.parametrize("name", ["cove-creek", "tcs-example"])
def test_a_shipped_map_is_the_plain_net_with_more_to_say(name: str) -> None:
    box = load_box(scenarios_folder() / name).box
    assert box is not None
    plain, seen = compile_net(box), close(box)
    assert (seen.net.hexes, seen.net.near, seen.net.kinds) == (plain.hexes, plain.near, plain.kinds)
    for side, near in enumerate(plain.near):
        if near < 0:
            assert seen.net.crossing[side] == -1
            continue
        crossing, bare = seen.net.crossings[seen.net.crossing[side]], plain.crossings[plain.crossing[side]]
        assert replace(crossing, partly=frozenset(), between=frozenset(), climbs=0, contours=0) == bare
    assert any(each.climbs for each in seen.net.crossings)
