"""Op sheets and mines before play, each way to break them with its rule."""

import pytest
from oracles.stacks import board, found, hexes, unit

from core.model.deployment import Mark
from core.model.oob import Formation, Values
from core.model.scenario import PlannedSheet, SetUp
from core.rules.tcs.op_sheets import battalion_of

EMPTY = board("tcs-4.01", [])
HERE, THERE = hexes(EMPTY, "05.05", "06.06")
HAS_MORALE = Values({"morale.kind": "battalion"})
FORMATIONS = (
    Formation("regt", "123", "red"),
    Formation("1-bn", "1-123", "red", "regt", values=HAS_MORALE),
    Formation("a-co", "A/1-123", "red", "1-bn"),
    Formation("2-bn", "2-123", "red", "regt", values=HAS_MORALE),
    Formation("lehr", "Lehr", "blue"),
)
UNITS = [
    unit("p1", "infantry", formation="a-co", steps=5),
    unit("p2", "infantry", formation="1-bn", steps=5),
    unit("p3", "infantry", formation="2-bn", steps=5),
    unit("hq", "infantry", steps=5),
    unit("foe", "infantry", "blue", "lehr", steps=5),
]
BOTH = (("1-bn", HERE), ("2-bn", THERE))


def sheets(*some: PlannedSheet, **more):
    return board("tcs-4.01", UNITS, formations=FORMATIONS, sheets=some, **more)


def codes(game) -> list[tuple[str, str]]:
    kinds = ("sheet-waits", "sheet-type", "sheet-empty", "sheet-side", "rally-points", "sheets-of-unit", "mines-in-set-up")
    return [(issue.code, issue.rule) for issue in found(game, *kinds)]


def sheet(id_: str = "A", units: tuple[str, ...] = ("regt",), **said) -> PlannedSheet:
    return PlannedSheet(id_, "red", **{"type": "Attack", "units": units, "rally": BOTH, **said})


def test_a_sheet_with_one_rally_point_for_each_battalion_is_sound() -> None:
    assert codes(sheets(sheet())) == []
    assert codes(sheets(sheet(rally=(("regt", HERE),)))) == []
    assert codes(sheets(sheet(units=("a-co",), rally=(("a-co", HERE),)))) == []


@pytest.mark.parametrize(
    ("rally", "name"),
    [
        ((("1-bn", HERE),), "2-123 has no"),
        ((*BOTH, ("a-co", THERE)), "1-123 has 2"),
        ((*BOTH, ("2-bn", HERE)), "2-123 has 2"),
        ((("1-bn", HERE), ("regt", HERE), ("regt", THERE)), "2-123 has 2"),
    ],
)
def test_a_battalion_has_exactly_one_rally_point(rally, name) -> None:
    (issue,) = found(sheets(sheet(rally=rally)), "rally-points")
    assert issue.rule == "6.12a"
    assert issue.text.startswith(f"{name} rally point")


def test_units_without_a_formation_need_a_rally_point_too() -> None:
    assert codes(sheets(sheet(units=("hq",), rally=()))) == [("rally-points", "6.12a")]
    own = sheets(sheet(units=("hq",), rally=(("hq", HERE),)))
    assert codes(own) == found(own, "no-formation") == []
    assert codes(sheets(sheet(units=("regt", "hq")))) == [("rally-points", "6.12a")]
    assert codes(sheets(sheet(units=("hq",), rally=(("hq", HERE), ("hq", THERE))))) == [("rally-points", "6.12a")]


def test_no_sheet_begins_unimplemented() -> None:
    assert codes(sheets(sheet(implemented=False))) == [("sheet-waits", "27.1f")]


def test_a_sheet_has_a_type_that_there_is_units_and_one_side() -> None:
    (issue,) = found(sheets(sheet(type="Hasty Defence")), "sheet-type")
    assert issue.text.endswith('Did you mean "Hasty Defense"?')
    assert codes(sheets(sheet(units=("nobody",), rally=()))) == [("sheet-empty", "6.7")]
    assert ("sheet-side", "6.7a") in codes(sheets(sheet(units=("regt", "foe"))))


@pytest.mark.parametrize(
    ("waiting", "why"),
    [
        ((False, False, False), "on 2 at most"),
        ((False, False), "may be implemented"),
        ((True, True), "different types"),
    ],
)
def test_a_unit_is_on_two_sheets_at_most_and_not_on_two_of_a_kind(waiting, why) -> None:
    some = tuple(sheet(f"S{n}", ("p3",), rally=(("2-bn", HERE),), implemented=not each) for n, each in enumerate(waiting))
    (issue,) = found(sheets(*some), "sheets-of-unit")
    assert (issue.rule, issue.units) == ("6.7c", ("p3",))
    assert why in issue.text


def test_an_implemented_and_a_waiting_sheet_may_share_units() -> None:
    some = (sheet("A", ("p3",), rally=(("2-bn", HERE),)), sheet("B", ("p3",), rally=(("2-bn", HERE),), implemented=False))
    assert not found(sheets(*some), "sheets-of-unit")


@pytest.mark.parametrize(
    ("label", "side", "told"), [("09.09", "red", 1), ("09.10", "", 1), ("01.01", "red", 0), ("09.09", "blue", 0)]
)
def test_who_sets_up_first_lays_no_mines_where_the_enemy_may_be_set_up(label, side, told) -> None:
    set_ups = (SetUp(("lehr",), hexes=hexes(EMPTY, "09.09"), within=1), SetUp(("regt",)))
    game = sheets(set_ups=set_ups, sets_up_first="red", marks={label: (Mark("minefield", side),)})
    issues = found(game, "mines-in-set-up")
    assert [issue.rule for issue in issues] == ["21.1"] * told
    assert all(label in issue.text and issue.at is not None for issue in issues)


def test_a_battalion_is_told_by_its_morale_else_by_its_size_else_it_is_the_highest() -> None:
    oob = sheets().box.oob
    assert [getattr(battalion_of(oob, each), "id", None) for each in ("a-co", "2-bn", "regt", "lehr", "")] == [
        *("1-bn", "2-bn", "regt", "lehr", None)
    ]
    sized = (
        Formation("x", "X", "red", sidc="10031000181211000000"),
        Formation("y", "Y", "red", "x", sidc="10031000161211000000"),
    )
    oob = board("tcs-4.01", [], formations=(*sized, Formation("z", "Z", "red", "y", sidc="10031000151211000000"))).box.oob
    assert getattr(battalion_of(oob, "z"), "id", None) == "y"
