"""What lies near a hex is found by squares and cells, edit after edit, as it would be by looking at everything."""

from dataclasses import replace
from itertools import islice, pairwise
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from app.panels import near_items
from app.panels.hex_contents import contents, made_ready
from app.panels.near_items import SQUARE, Near, NearSheet, bounds_of, squares
from core.geometry.layout import corners, to_plane
from core.model.items import Items
from core.model.maps import Path, SideFeature, Zone
from core.model.new_map import NewMap

NUMBERS = st.floats(-40, 40, allow_nan=False).map(lambda number: round(number, 4))
POINTS = st.tuples(NUMBERS, NUMBERS)
PATHS = st.lists(POINTS, min_size=2, max_size=40).map(lambda line: Path("road", tuple(line)))


def overlap(a, b):
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


@given(st.lists(PATHS, max_size=4), st.tuples(POINTS, POINTS).map(bounds_of))
def test_no_line_that_reaches_into_a_rectangle_is_missed(paths, bounds):
    near = NearSheet().paths
    near.follow(Items(paths))
    found = [(path, parts) for path, parts in near.at(squares(bounds))]
    for path in paths:
        meets = any(overlap(bounds_of(pair), bounds) for pair in pairwise(path.line))
        assert not meets or any(each is path for each, _ in found)
    for path, parts in found:
        ours = [pair for pair in pairwise(path.line) if overlap(bounds_of(pair), bounds)]
        told = {pair for part in parts for pair in pairwise(part)}
        assert set(ours) <= told


@given(st.lists(st.dictionaries(st.integers(1, 6), st.none() | st.lists(st.integers(0, 4), max_size=3)), max_size=6))
def test_after_any_edits_the_same_is_found_as_in_a_section_filed_afresh(edits):
    near, items = Near(lambda numbers: ((number, number) for number in numbers)), Items()
    for changes in edits:
        items = items.with_changes(changes)
        fresh = Near(lambda numbers: ((number, number) for number in numbers))
        near.follow(items)
        fresh.follow(items)
        assert list(near.at(range(5))) == list(fresh.at(range(5)))
        assert [item for item, _ in near.at(range(5))] == [item for item in items if item]


SECTIONS = st.lists(
    st.dictionaries(st.integers(1, 6), st.lists(st.integers(0, 4), min_size=1, max_size=3), min_size=2), min_size=3, max_size=3
)
DEEDS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=4, max_size=14)


@given(SECTIONS, DEEDS)
def test_whatever_is_followed_between_two_steps_the_same_is_found(sections, deeds):
    near, afresh = (Near(lambda numbers: ((number, number) for number in numbers)) for _ in range(2))
    states = [Items().with_changes(held) for held in sections]
    with patch.object(near_items, "FEW", 1):
        begun = [near.steps(items) for items in states]
        for number, steps in deeds:
            for _ in islice(begun[number], steps):
                pass
            if steps == 0:
                begun[number] = near.steps(states[number])
                near.follow(states[number])
                afresh.follow(states[number])
                assert list(near.at(range(5))) == list(afresh.at(range(5)))


def test_the_first_hex_of_a_box_that_was_made_ready_files_nothing(monkeypatch):
    box = NewMap("A", columns=20, rows=20).box()
    placed = box.sheets[0]
    place = placed.frame.hex(5, 5)
    middle = placed.frame.to_sheet(to_plane(corners(place)[0]))
    roads = Items([Path("road", ((0.0, 0.0), middle, (15.0, float(number)))) for number in range(100)])
    box = box.with_sheet(placed.file, replace(placed.sheet, paths=roads))
    assert sum(1 for _ in made_ready(box)) >= 3
    with monkeypatch.context() as patched:
        patched.setattr(Near, "_file", None)
        told = contents(place, box, {})
    assert told.paths and told == contents(place, box, {})


def test_an_edit_files_nothing_anew_but_what_has_changed():
    filed = []

    def parts(item):
        filed.append(item)
        return [(item, item)]

    near, items = Near(parts), Items(["a", "b", "c"])
    near.follow(items)
    near.follow(items.with_changes({2: "d", 3: None, 7: "e"}))
    assert filed == ["a", "b", "c", "d", "e"]


def test_what_is_looked_at_for_a_hex_does_not_grow_with_the_map():
    seen = []
    for length in (50, 1000):
        near = NearSheet().paths
        roads = [Path("road", tuple((float(x), float(y)) for x in range(length))) for y in range(0, length, 10)]
        near.follow(Items(roads))
        seen.append(sum(len(part) for _, parts in near.at(squares((20.0, 20.0, 21.0, 21.0))) for part in parts))
    assert seen[0] == seen[1] <= 6 * SQUARE


def test_a_hex_tells_what_the_edited_map_holds():
    box = NewMap("A", columns=20, rows=20).box()
    placed = box.sheets[0]
    place = placed.frame.hex(5, 5)
    middle = placed.frame.to_sheet(to_plane(corners(place)[0]))
    for number, feature in enumerate(("road", "trail", "stream")):
        sheet = replace(
            box.sheets[0].sheet,
            paths=Items([Path(feature, ((0.0, 0.0), middle, (15.0, 15.0)))]),
            sides=Items([SideFeature("river", ((5, 5), (5, 6)))] * number),
            zones=Items([Zone("exit", frozenset({(5, 5)}), "Gate")]) if number else Items(),
        )
        box = box.with_sheet(placed.file, sheet)
        held = contents(place, box, {})
        assert held.paths == (feature.capitalize(),)
        assert len(held.sides) == min(1, number)
        assert held.zones == (("exit area (Gate)",) if number else ())
