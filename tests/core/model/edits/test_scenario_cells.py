"""Rows of scenarios as texts: what is shown is read back as it was, and what means nothing is refused."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import boxes

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.scenario_cells import (
    CELLS,
    Cell,
    Names,
    cell_text,
    doubts,
    hexes_of,
    joined,
    shown_text,
    whole_number,
    with_cell,
    words_of,
)
from core.model.edits.scenario_edits import Section, rows_of
from core.model.items import Items
from core.model.maps import Zone
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side
from core.model.orders import OpSheet
from core.model.scenario import Arrival, Scenario, SetUp, Turn, Victory

OOB = Oob(
    Items([Side("de", "German"), Side("us", "American")]),
    Items([Formation("1-bn", "1st Battalion", "de")]),
    Items([Counter("a", "de", formation="1-bn"), Counter("b", "de"), Counter("c", "us"), Counter("d, e", "us")]),
)
NAMES = Names({"1-bn": "1st Battalion", "a": "A/1", "b": "Pak", "c": "Pak", "d, e": "Old guns"})
SCENARIO = Scenario("First", off_map=("Airfields",))


def a_box() -> GameBox:
    box = NewMap("t", columns=4, rows=4).box().with_oob(OOB)
    sheet = box.sheets[0].sheet
    zones = Items([Zone("setup", frozenset({(1, 1)}), "West bank"), Zone("entry", frozenset({(4, 4)}), "East road")])
    return box.with_sheet(box.sheets[0].file, type(sheet)(**{**_parts(sheet), "zones": zones}))


def _parts(sheet: object) -> dict[str, object]:
    return {name: getattr(sheet, name) for name in sheet.__dataclass_fields__}  # type: ignore[attr-defined]


BOX = a_box()


def cell(section: Section, id_: str) -> Cell:
    return next(each for each in CELLS[section] if each.id == id_)


@given(st.data())
def test_what_stands_in_a_cell_is_read_back_as_it_was(data: st.DataObject) -> None:
    box = data.draw(boxes())
    known = Names({id_: id_ for id_ in (*box.oob.ids("formations"), *box.oob.ids("counters"))})
    for scenario in box.scenarios.values():
        for section, cells in CELLS.items():
            for row in rows_of(scenario, section):
                for each in cells:
                    text = cell_text(box, row, each, known)
                    try:
                        made = with_cell(box, scenario, row, each, text, known)
                    except WrongUse as problem:
                        # Only names that are not there are refused, and the cell says so by itself.
                        assert each.kind in ("units", "rally", "side", "zone", "box", "whole", "turn")
                        assert doubts(box, scenario, row, each, known) or "quotation" in str(problem)
                        continue
                    held = getattr(row, each.id)
                    wanted = held.strip() if isinstance(held, str) else held
                    if each.kind == "units":
                        wanted = tuple(dict.fromkeys(held))
                    if each.kind == "hexes":
                        wanted = tuple(dict.fromkeys(held))
                    assert getattr(made, each.id) == wanted


@given(st.lists(st.text(max_size=6).filter(bool), max_size=4))
def test_words_between_commas_are_read_back(words: list[str]) -> None:
    assert words_of(joined(words)) == tuple(words)


def test_units_are_named_by_ids_or_by_what_they_are_called() -> None:
    units = cell("set_ups", "units")
    made = with_cell(BOX, SCENARIO, SetUp(), units, "1st battalion, b, Old Guns", NAMES)
    assert made == SetUp(("1-bn", "b", "d, e"))
    assert cell_text(BOX, made, units, NAMES) == "1st Battalion, b, Old guns"
    assert shown_text(BOX, made, units, NAMES) == "1st Battalion, Pak, Old guns"


def test_what_the_program_calls_something_can_be_typed_as_it_stands() -> None:
    units, side = cell("set_ups", "units"), cell("victory", "side")
    made = with_cell(BOX, SCENARIO, SetUp(), units, "1st battalion (1-bn), Pak (c)", NAMES)
    assert made == SetUp(("1-bn", "c"))
    assert with_cell(BOX, SCENARIO, Victory(""), side, "german (de)", NAMES) == Victory("", "de")
    for text in ("Pak (a)", "1st Battalion (", "1st Battalion (1-bn"):
        with pytest.raises(WrongUse):
            with_cell(BOX, SCENARIO, SetUp(), units, text, NAMES)


COMMAS = Names(
    {
        "b1": "1st Battalion, 71st Infantry",
        "b2": "2nd Battalion, 71st Infantry",
        "b3": "2nd Battalion, 71st Infantry, rear",
        "hq": "71st Infantry",
        "a": "Guns",
    }
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("2nd Battalion, 71st Infantry (b2)", ("b2",)),
        ("Guns, 2nd Battalion, 71st Infantry; 1ST BATTALION, 71st infantry", ("a", "b2", "b1")),
        ("2nd Battalion, 71st Infantry, rear, hq", ("b3", "hq")),
        ('"2nd Battalion, 71st Infantry", 71st Infantry', ("b2", "hq")),
        ("71st Infantry, Guns", ("hq", "a")),
    ],
)
def test_a_name_with_commas_is_understood_as_it_stands_where_its_parts_mean_nothing(text: str, ids: tuple[str, ...]) -> None:
    row = with_cell(BOX, SCENARIO, SetUp(("a",)), cell("set_ups", "units"), text, COMMAS)
    assert isinstance(row, SetUp) and row.units == ids


def test_a_name_with_commas_that_is_nobodys_is_refused_as_it_was_typed() -> None:
    for text in ("3rd Battalion, 71st Infantry", '"3rd Battalion", 71st Infantry', '"2nd Battalion", 71st Infantry'):
        with pytest.raises(WrongUse, match=f'no formation "{text[:13].strip(chr(34))}'):
            with_cell(BOX, SCENARIO, SetUp(("a",)), cell("set_ups", "units"), text, COMMAS)


def test_a_rally_point_is_of_a_formation_with_commas_in_its_name() -> None:
    text = f"2nd Battalion, 71st Infantry: {BOX.label(BOX.sheets[0].frame.hex(2, 2))}"
    row = with_cell(BOX, SCENARIO, OpSheet("1", "de", "Attack"), cell("sheets", "rally"), text, COMMAS)
    assert isinstance(row, OpSheet) and [id_ for id_, _ in row.rally] == ["b2"]


@given(st.lists(st.sampled_from(sorted(COMMAS.called)), min_size=1, unique=True))
def test_names_with_commas_between_commas_are_read_as_who_they_are_of(ids: list[str]) -> None:
    # With the id behind each name nothing else can be meant.
    text = ", ".join(f"{COMMAS.called[id_]} ({id_})" for id_ in ids)
    row = with_cell(BOX, SCENARIO, SetUp(("a",)), cell("set_ups", "units"), text, COMMAS)
    assert isinstance(row, SetUp) and row.units == tuple(ids)


def test_hexes_are_printed_numbers() -> None:
    hexes = cell("arrivals", "hexes")
    place = BOX.hex(BOX.label(next(iter(BOX.cells))))
    made = with_cell(BOX, SCENARIO, Arrival(()), hexes, f"{BOX.label(place)}; {BOX.label(place)}", NAMES)
    assert isinstance(made, Arrival) and made.hexes == (place,)


def test_hexes_may_be_four_digits_as_tables_print_them() -> None:
    box = NewMap("t", columns=4, rows=4).box()
    sheet = box.sheets[0].sheet
    dotted = replace(sheet.grid, numbering=replace(sheet.grid.numbering, pattern="{column:02}.{row:02}"))
    box = box.with_sheet(box.sheets[0].file, replace(sheet, grid=dotted))
    assert hexes_of(box, "0203, 02.03") == (box.hex("02.03"),)
    with pytest.raises(WrongUse, match='no hex "9999"'):
        hexes_of(box, "9999")


def test_rally_points_are_a_formation_a_colon_and_a_hex() -> None:
    place = next(iter(BOX.cells))
    rally = cell("sheets", "rally")
    made = with_cell(BOX, SCENARIO, OpSheet("x", "de", "Attack"), rally, f"1st Battalion: {BOX.label(place)}", NAMES)
    assert isinstance(made, OpSheet) and made.rally == (("1-bn", place),)
    assert shown_text(BOX, made, rally, NAMES) == f"1st Battalion: {BOX.label(place)}"


def test_var_and_nothing_are_arrivals_on_a_condition() -> None:
    turn = cell("arrivals", "turn")
    assert with_cell(BOX, SCENARIO, Arrival((), 3), turn, "var", NAMES) == Arrival((), 0)
    assert cell_text(BOX, Arrival(()), turn, NAMES) == "VAR"


def test_light_flags_zones_boxes_and_sides_whatever_the_case() -> None:
    assert with_cell(BOX, SCENARIO, Turn(), cell("turns", "light"), "Night", NAMES) == Turn(light="night")
    assert with_cell(BOX, SCENARIO, Turn(light="night"), cell("turns", "light"), "", NAMES) == Turn()
    assert with_cell(BOX, SCENARIO, Arrival(()), cell("arrivals", "edge"), "no", NAMES) == Arrival((), edge=False)
    assert with_cell(BOX, SCENARIO, SetUp(), cell("set_ups", "zone"), "west BANK", NAMES) == SetUp(zone="West bank")
    assert with_cell(BOX, SCENARIO, SetUp(), cell("set_ups", "box"), "airfields", NAMES) == SetUp(box="Airfields")
    assert with_cell(BOX, SCENARIO, Victory(""), cell("victory", "side"), "german", NAMES) == Victory("", "de")


@pytest.mark.parametrize(
    ("section", "id_", "text", "said"),
    [
        ("set_ups", "units", "1st Batalion", 'Did you mean "1st Battalion (1-bn)"'),
        (
            "set_ups",
            "units",
            "guns",
            'There is no counter and no formation "guns" in the order of battle. Allowed: Old guns (d, e).',
        ),
        ("set_ups", "units", "Pak", 'Several are called "Pak"; name one of them by its id: "b", "c"'),
        ("set_ups", "units", 'a, "b', "quotation mark is missing"),
        ("set_ups", "hexes", "99.99", "There is no hex"),
        ("set_ups", "within", "two", "no whole number"),
        ("set_ups", "within", "-1", "from 0 to 1,000"),
        ("set_ups", "zone", "West bonk", 'Did you mean "West bank"'),
        ("set_ups", "box", "Airfeilds", 'Did you mean "Airfields"'),
        ("turns", "light", "dusk", "no light. Allowed: day, night, twilight"),
        ("arrivals", "turn", "soon", "write its number on the track, or VAR"),
        ("arrivals", "edge", "perhaps", "yes or no"),
        ("victory", "side", "Germain", 'Did you mean "German (de)"'),
        ("victory", "side", "xyz", 'There is no side "xyz". Allowed: American (us), German (de)'),
        ("victory", "points", "9999999", "cannot be"),
        ("sheets", "rally", "1-bn 01.01", "a colon and the hex"),
    ],
)
def test_what_means_nothing_is_refused_with_the_nearest_match(section: Section, id_: str, text: str, said: str) -> None:
    blank = {"set_ups": SetUp(), "turns": Turn(), "arrivals": Arrival(()), "victory": Victory("")}
    row = blank.get(section, OpSheet("x", "de", "Attack"))
    with pytest.raises(WrongUse, match=re.escape(said)):
        with_cell(BOX, SCENARIO, row, cell(section, id_), text, NAMES)


def test_names_that_have_gone_are_doubted() -> None:
    assert "There is no counter" in doubts(BOX, SCENARIO, SetUp(("gone",)), cell("set_ups", "units"), NAMES)
    assert "no zone" in doubts(BOX, SCENARIO, SetUp(zone="gone"), cell("set_ups", "zone"), NAMES)
    sheet = OpSheet("x", "xx", "Attack", rally=(("gone", Hex(0, 0)),))
    assert "no counter and no formation" in doubts(BOX, SCENARIO, sheet, cell("sheets", "rally"), NAMES)
    assert "no side" in doubts(BOX, SCENARIO, sheet, cell("sheets", "side"), NAMES)
    # The name of an entry area may be any name.
    assert doubts(BOX, SCENARIO, Arrival((), area="By rail"), cell("arrivals", "area"), NAMES) == ""


@given(st.integers(-(10**6), 10**6))
def test_whole_numbers_are_read_with_either_minus(number: int) -> None:
    points = cell("victory", "points")
    assert whole_number(points, str(number)) == whole_number(points, str(number).replace("-", "\u2212")) == number
