"""The hexes that a set-up or an arrival means."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.geometry.layout import SheetFrame
from core.model.items import Items
from core.model.maps import Zone
from core.model.new_map import NewMap
from core.model.scenario import Arrival, SetUp
from core.model.scenario_places import entry_hexes, set_up_hexes, zone_hexes

PLAIN = NewMap("t", columns=5, rows=5).box()
ZONES = Items([Zone("setup", frozenset({(1, 1), (1, 2)}), "West"), Zone("entry", frozenset({(5, 5), (5, 4)}), "East road")])
BOX = PLAIN.with_sheet(PLAIN.sheets[0].file, replace(PLAIN.sheets[0].sheet, zones=ZONES))


def place(column: int, row: int) -> Hex:
    return BOX.sheets[0].frame.hex(column, row)


def test_a_zone_is_found_whatever_the_case_of_its_letters() -> None:
    assert zone_hexes(BOX, "WEST") == {place(1, 1), place(1, 2)}
    assert zone_hexes(BOX, "") == zone_hexes(BOX, "nowhere") == frozenset()


def test_a_set_up_is_near_its_hexes_and_in_its_zone_and_never_off_the_map() -> None:
    made = set_up_hexes(BOX, SetUp(hexes=(place(5, 1),), within=1, zone="West"))
    near = {each for each in place(5, 1).within(1) if each in BOX.cells}
    assert made == near | {place(1, 1), place(1, 2)}


@given(st.lists(st.tuples(st.integers(-3, 20), st.integers(-3, 12)), min_size=1, max_size=6), st.integers(0, 40))
def test_within_any_number_of_hexes_is_what_measuring_every_hex_gives(at, reach) -> None:
    first = BOX.sheets[0]
    # A second map far to the right, beyond a gap.
    frame = SheetFrame.place(first.frame.raised, "columns", first.frame, 12, 6)
    box = replace(BOX, sheets=(replace(first, letter="A"), replace(first, frame=frame, letter="B", file="b.map.yaml")))
    hexes = tuple(place(*each) for each in at)
    near = {each for each in box.cells if min(each.distance(one) for one in hexes) <= reach}
    assert set_up_hexes(box, SetUp(hexes=hexes, within=reach)) == near


def test_within_a_thousand_hexes_of_hundreds_is_no_more_than_the_map() -> None:
    wide = NewMap("t", columns=60, rows=50).box()
    assert set_up_hexes(wide, SetUp(hexes=tuple(wide.cells)[:900], within=1_000)) == frozenset(wide.cells)


def test_without_a_place_it_is_everywhere_and_in_a_box_nowhere_on_the_map() -> None:
    assert set_up_hexes(BOX, SetUp()) == frozenset(BOX.cells)
    assert set_up_hexes(BOX, SetUp(box="Off")) == frozenset()


def test_entry_hexes_go_before_the_zone_of_the_area() -> None:
    assert entry_hexes(BOX, Arrival((), hexes=(place(3, 1),), area="East road")) == (place(3, 1),)
    assert set(entry_hexes(BOX, Arrival((), area="East road"))) == {place(5, 5), place(5, 4)}
