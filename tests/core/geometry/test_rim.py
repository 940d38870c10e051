from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law

from core.geometry.hexes import Hex
from core.geometry.rim import EDGES, along_rim, closed_in, edges_of, rim
from core.model.new_map import NewMap

CELLS = frozenset(NewMap("Rim", columns=9, rows=7).box().cells)
shapes = st.frozensets(st.builds(Hex, st.integers(0, 5), st.integers(0, 5)), max_size=24)


def test_a_hex_within_the_map_lies_on_no_edge_and_a_corner_on_two() -> None:
    assert {len(edges_of(CELLS, cell)) for cell in CELLS - rim(CELLS)} == {0}
    assert sum(len(edges_of(CELLS, cell)) == 2 for cell in CELLS) == 4
    assert {edge for cell in CELLS for edge in edges_of(CELLS, cell)} == set(EDGES)


def test_every_column_and_every_row_ends_on_its_edges() -> None:
    for edge, number in (("north", 9), ("south", 9), ("east", 7), ("west", 7)):
        assert sum(edge in edges_of(CELLS, cell) for cell in CELLS) == number


def around(cells: frozenset[Hex]) -> set[Hex]:
    """What is not of some hexes, walked from a corner far from all of them."""
    span = {Hex(q, r) for q in range(-2, 9) for r in range(-2, 9)}
    found = last = {Hex(-2, -2)}
    while last:
        last = {near for each in last for near in each.neighbours() if near in span and near not in cells} - found
        found = found | last
    return found


def test_a_gap_that_the_map_goes_around_is_no_edge_of_it() -> None:
    middle = max(CELLS - rim(CELLS), key=lambda cell: min(cell.distance(edge) for edge in rim(CELLS)))
    holed = CELLS - {middle}
    assert rim(holed) == rim(CELLS)
    assert closed_in(holed, holed) == {middle}
    # A gap that opens to the outside is an inlet, whose shores are edge.
    edge = next(cell for cell in rim(CELLS) if len(edges_of(CELLS, cell)) == 1)
    assert rim(CELLS - {edge}) > rim(CELLS) - {edge}
    assert not closed_in(CELLS - {edge}, CELLS - {edge})


@law(60)
@given(shapes, st.lists(st.builds(Hex, st.integers(0, 5), st.integers(0, 5)), max_size=3), st.integers(0, 6))
def test_hexes_along_the_edge_are_those_that_a_walk_along_it_reaches(cells, starts, reach) -> None:
    outside = around(cells)
    edge = {cell for cell in cells if any(near in outside for near in cell.neighbours())}
    steps = {start: 0 for start in starts if start in edge}
    for _ in range(len(edge)):
        for cell in edge:
            near = [steps[each] + 1 for each in cell.neighbours() if each in steps]
            if near and min(near) < steps.get(cell, 99):
                steps[cell] = min(near)
    assert rim(cells) == edge
    assert along_rim(cells, starts, reach) == {cell for cell, walked in steps.items() if walked <= reach}
