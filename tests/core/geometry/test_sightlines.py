"""Which hexes a line meets, against exact rational clipping of the segment with every hexagon around it."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.plain_hexes import PlainGrid, meetings

from core.analysis.field import patterns
from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame, centre
from core.geometry.sightlines import Contact, hexes_met, met_offsets

FRAMES = {"even": SheetFrame.place("even"), "odd": SheetFrame.place("odd")}
NEAR = [h for h in Hex(0, 0).within(12) if h != Hex(0, 0)]

steps = st.integers(-60, 60)
displacements = st.tuples(steps, steps).filter(lambda d: d != (0, 0))


def _plain(raised: str, start: Hex, end: Hex) -> list[tuple[Hex, str]]:
    frame = FRAMES[raised]
    found = meetings(PlainGrid(raised), frame.cell(start), frame.cell(end))
    return [(frame.hex(*m.cell), m.how) for m in found]


def _core(start: Hex, end: Hex) -> list[tuple[Hex, str]]:
    return [(place, contact.value) for place, contact in hexes_met(start, end)]


@pytest.mark.parametrize("raised", FRAMES)
@pytest.mark.parametrize("column", [1, 2])
def test_all_lines_up_to_twelve_hexes_meet_what_clipping_finds_in_the_same_order(raised: str, column: int) -> None:
    start = FRAMES[raised].hex(column, 7)
    for end in (start.plus(h.q, h.r) for h in NEAR):
        assert _core(start, end) == _plain(raised, start, end), end


@law(60)
@given(displacement=displacements, raised=st.sampled_from(["even", "odd"]))
def test_long_lines_meet_what_clipping_finds(displacement: tuple[int, int], raised: str) -> None:
    start = Hex(3, -2)
    end = start.plus(*displacement)
    assert _core(start, end) == _plain(raised, start, end)


@law(200)
@given(displacement=displacements)
def test_the_way_back_meets_the_same_hexes_in_reverse(displacement: tuple[int, int]) -> None:
    start, end = Hex(0, 0), Hex(*displacement)
    assert hexes_met(end, start) == hexes_met(start, end)[::-1]


@law(200)
@given(displacement=displacements)
def test_turning_the_plane_by_sixty_degrees_turns_what_is_met(displacement: tuple[int, int]) -> None:
    def turned(q: int, r: int) -> tuple[int, int]:
        return -r, q + r

    here = {(*turned(m.dq, m.dr), m.contact) for m in met_offsets(*displacement)}
    assert here == {tuple(m) for m in met_offsets(*turned(*displacement))}


@law(200)
@given(displacement=displacements)
def test_between_neighbouring_interior_hexes_there_is_never_a_gap(displacement: tuple[int, int]) -> None:
    end = Hex(*displacement)
    inside = [Hex(m.dq, m.dr) for m in met_offsets(*displacement) if m.contact is Contact.INTERIOR]
    # On the way along hexsides two hexes share each step; everywhere else the walk goes from hex to adjacent hex or, along a
    # hexside, over it.
    walk = [Hex(0, 0), *inside, end]
    assert all(a.distance(b) <= 2 for a, b in pairwise(walk))
    assert len(met_offsets(*displacement)) >= end.distance(Hex(0, 0)) - 1


@pytest.mark.parametrize("steps_away", [2, 4, 6, 10])
def test_lines_along_hexsides_meet_pairs_and_single_hexes_in_turn(steps_away: int) -> None:
    half = steps_away // 2
    contacts = [m.contact for m in met_offsets(steps_away, -half)]
    assert contacts == [Contact.HEXSIDE, Contact.HEXSIDE, Contact.INTERIOR] * (half - 1) + [Contact.HEXSIDE] * 2


def test_a_line_to_the_same_or_an_adjacent_hex_meets_nothing() -> None:
    assert met_offsets(0, 0) == ()
    assert all(hexes_met(Hex(4, 4), near) == () for near in Hex(4, 4).neighbours())


def test_the_patterns_of_a_map_are_the_plain_lists_of_every_displacement() -> None:
    span = range(-24, 25)
    pairs = [(dq, dr) for dq in span for dr in span if (dq, dr) != (0, 0)]
    dq, dr = (np.array(x, dtype=np.int64) for x in zip(*pairs, strict=True))
    lists = patterns(dq, dr)
    for row, pair in enumerate(pairs):
        part = slice(int(lists.first[row]), int(lists.first[row + 1]))
        met = met_offsets(*pair)
        end, start = Hex(*pair), Hex(0, 0)
        steps_found = list(zip(lists.step_q[part].tolist(), lists.step_r[part].tolist(), strict=True))
        assert steps_found == [(m.dq, m.dr) for m in met]
        assert lists.corner[part].tolist() == [m.contact is Contact.CORNER for m in met]
        assert lists.from_start[part].tolist() == [start.distance(Hex(m.dq, m.dr)) for m in met]
        assert lists.to_end[part].tolist() == [end.distance(Hex(m.dq, m.dr)) for m in met]


@law(300)
@given(a=st.tuples(steps, steps), b=st.tuples(steps, steps), raised=st.sampled_from(["even", "odd"]))
def test_distance_is_the_one_of_the_readings(a: tuple[int, int], b: tuple[int, int], raised: str) -> None:
    frame = FRAMES[raised]
    assert frame.hex(*a).distance(frame.hex(*b)) == PlainGrid(raised).distance(a, b)


@law(100)
@given(cell=st.tuples(steps, steps), raised=st.sampled_from(["even", "odd"]))
def test_centres_stand_where_the_readings_put_them_but_for_one_shift(cell: tuple[int, int], raised: str) -> None:
    frame = FRAMES[raised]
    x, y = PlainGrid(raised).centre(cell)
    base_x, base_y = PlainGrid(raised).centre((1, 1))
    at, base = centre(frame.hex(*cell)), centre(frame.hex(1, 1))
    assert (at[0] - base[0], at[1] - base[1]) == (1024 * (x - base_x), 1024 * (y - base_y))
