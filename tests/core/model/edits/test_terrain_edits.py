"""The table of terrain: what may be typed, where a kind is used, and how the box's own chart changes."""

from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.model.box import GameBox
from core.model.edits.edit import Aspect
from core.model.edits.terrain_edits import (
    COLUMNS,
    Column,
    add_terrain,
    check_kind,
    choose_palette,
    put_terrain,
    reset_terrain,
    shown,
    used,
    where_used,
    with_value,
)
from core.model.maps import Area, HexContent, SideFeature
from core.model.new_map import NewMap
from core.model.terrain import PATTERNS, Terrain, TerrainKind
from core.model.work import Work

FOOT = Column("foot", "Foot", cost=True)
BY_ID = {column.id: column for column in COLUMNS}
WOODS = Terrain("woods", "Woods", TerrainKind.AREA, Fraction(20))
ROAD = Terrain("road", "Road", TerrainKind.PATH)
CHART = {"woods": WOODS, "road": ROAD, "river": Terrain("river", "River", TerrainKind.PATH)}


def a_box() -> GameBox:
    (placed,) = NewMap("A box", columns=5, rows=5).box().sheets
    sheet = placed.sheet.with_items("areas", {1: Area("woods", (((1, 1), (2, 1), (1, 2), (1, 1)),))})
    sheet = sheet.with_items("sides", {1: SideFeature("river", ((1, 1), (1, 2))), 2: SideFeature("river", ((2, 1), (2, 2)))})
    sheet = sheet.with_items("hexes", {(3, 3): HexContent("village")})
    return GameBox("A box", "tcs-4.01", (placed,)).with_sheet(placed.file, sheet)


def done(box: GameBox, edit) -> GameBox:
    return edit.apply(Work(box)).box


terrains = st.builds(
    Terrain,
    st.just("bog"),
    st.sampled_from(["Bog", "Fen"]),
    st.sampled_from([TerrainKind.AREA, TerrainKind.HEX, TerrainKind.SIDE]),
    st.none() | st.integers(0, 4_000).map(lambda n: Fraction(n, 4)),
    st.booleans(),
    colour=st.sampled_from(["", "#12ab3f"]),
    pattern=st.sampled_from(["", *PATTERNS]),
    combat_class=st.sampled_from(["", "Partly Protective"]),
    costs=st.dictionaries(st.just("foot"), st.sampled_from(["1", "1/2", "+2", "P", "all", "ot"]).map(str)).map(
        MappingProxyType
    ),
)


@given(terrains)
def test_what_a_cell_shows_can_be_typed_again(terrain: Terrain):
    for column in (*COLUMNS, FOOT):
        assert with_value(terrain, column, shown(terrain, column)) == terrain


@pytest.mark.parametrize(
    ("column", "typed", "value"),
    [
        ("los_height", " 12,5 ", Fraction(25, 2)),
        ("los_height", "", None),
        ("whole_hex", "Yes", True),
        ("whole_hex", "", False),
        ("colour", "#ABCDEF", "#abcdef"),
        ("kind", "hex", TerrainKind.HEX),
    ],
)
def test_cells_are_read_as_people_write(column: str, typed: str, value: object):
    assert getattr(with_value(WOODS, BY_ID[column], typed), column) == value


@pytest.mark.parametrize(
    ("terrain", "column", "typed", "said"),
    [
        (WOODS, "los_height", "tall", 'Woods: LOS height (m) must be a number from 0 to 1,000 m, not "tall".'),
        (WOODS, "los_height", "1001", "from 0 to 1,000 m"),
        (WOODS, "los_height", "-1", "from 0 to 1,000 m"),
        (ROAD, "los_height", "5", "cannot be given to a path"),
        (WOODS, "kind", "path", "while there is a LOS height"),
        (WOODS, "kind", "aera", 'Did you mean "area"?'),
        (WOODS, "pattern", "tree", 'Did you mean "trees"?'),
        (WOODS, "colour", "red", "must be a colour such as"),
        (WOODS, "whole_hex", "maybe", "must be yes or no"),
        (WOODS, "name", " ", "must not be empty"),
    ],
)
def test_a_wrong_cell_says_what_is_allowed(terrain: Terrain, column: str, typed: str, said: str):
    with pytest.raises(WrongUse) as caught:
        with_value(terrain, BY_ID[column], typed)
    assert said in str(caught.value)


def test_costs_are_put_in_and_taken_out_by_column():
    costly = with_value(WOODS, FOOT, "1/2")
    assert dict(costly.costs) == {"foot": "1/2"}
    assert with_value(costly, FOOT, "") == WOODS
    with pytest.raises(WrongUse, match="Woods: Foot must be a number such as 2, 1/2 or"):
        with_value(WOODS, FOOT, "half")


def test_where_terrain_is_used_is_counted_and_said():
    box = a_box()
    assert sum(used(box, "river").values()) == 2
    assert where_used(box, "river") == "2 hexsides on map A"
    assert where_used(box, "woods") == "1 area on map A"
    assert where_used(box, "road") == ""


def test_a_change_makes_the_kind_the_boxs_own_and_reset_takes_it_back():
    box = a_box()
    edit = put_terrain(box, [with_value(WOODS, BY_ID["los_height"], "30")])
    after = done(box, edit)
    assert (edit.label, after.terrain["woods"].los_height) == ("Change terrain Woods", 30)
    assert after.terrain["woods"].provenance.status == "box"
    assert edit.touched(Work(box)).aspects == {Aspect.TERRAIN}
    assert done(after, reset_terrain(after, CHART, "woods")).terrain == box.terrain
    with pytest.raises(WrongUse, match="nothing to take back"):
        reset_terrain(box, CHART, "woods")


def test_terrain_on_the_maps_is_neither_deleted_nor_drawn_otherwise():
    box = a_box()
    with pytest.raises(WrongUse, match=r"Woods is drawn as area on the maps \(1 area on map A\) and stays so\."):
        check_kind(box, WOODS, Terrain("woods", "Woods", TerrainKind.HEX))
    own = done(box, put_terrain(box, [Terrain("village", "Village", TerrainKind.HEX)]))
    with pytest.raises(WrongUse, match="Village is on the maps and cannot go: 1 hex on map A"):
        reset_terrain(own, CHART, "village")


def test_new_kinds_get_a_name_and_an_id_of_their_own():
    box = a_box()
    id_, edit = add_terrain(box, CHART, "Élite woods!", TerrainKind.AREA)
    assert id_ == "lite-woods"
    after = done(box, edit)
    again, _ = add_terrain(after, CHART, "lite woods", TerrainKind.AREA)
    assert again == "lite-woods-2"
    with pytest.raises(WrongUse, match='already a kind of terrain called "woods"'):
        add_terrain(box, CHART, "woods", TerrainKind.AREA)
    assert done(after, reset_terrain(after, CHART, id_)).terrain == box.terrain


def test_another_palette_loses_nothing_that_is_on_the_maps():
    box = a_box()
    after = done(box, choose_palette(box, CHART, {"woods": WOODS}, "other"))
    assert after.palette == "other"
    assert set(after.terrain) == {"river"}
