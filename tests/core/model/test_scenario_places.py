"""The hexes that a set-up or an arrival means."""

from dataclasses import replace

from core.geometry.hexes import Hex
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


def test_without_a_place_it_is_everywhere_and_in_a_box_nowhere_on_the_map() -> None:
    assert set_up_hexes(BOX, SetUp()) == frozenset(BOX.cells)
    assert set_up_hexes(BOX, SetUp(box="Off")) == frozenset()


def test_entry_hexes_go_before_the_zone_of_the_area() -> None:
    assert entry_hexes(BOX, Arrival((), hexes=(place(3, 1),), area="East road")) == (place(3, 1),)
    assert set(entry_hexes(BOX, Arrival((), area="East road"))) == {place(5, 5), place(5, 4)}
