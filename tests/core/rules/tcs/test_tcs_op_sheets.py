"""Op sheets and mines before play, each way to break them with its rule."""

import pytest
from oracles.stacks import FILE, board, found, hexes, unit

from core.files.ruleset_files import load_ruleset
from core.model.deployment import Mark, Piece
from core.model.graphics import Measure
from core.model.oob import Formation, Values
from core.model.orders import OpSheet, begun_sheet
from core.model.scenario import Arrival, SetUp
from core.model.work import Work
from core.questions.game import Game
from core.rules.tcs.orders.op_sheets import battalion_of

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


def sheets(*some: OpSheet, **more):
    return board("tcs-4.01", UNITS, formations=FORMATIONS, sheets=some, **more)


def codes(game) -> list[tuple[str, str]]:
    kinds = ("sheet-waits", "sheet-type", "sheet-empty", "sheet-side", "rally-points", "sheets-of-unit", "mines-in-set-up")
    return [(issue.code, issue.rule) for issue in found(game, *kinds)]


def sheet(id_: str = "A", units: tuple[str, ...] = ("regt",), **said) -> OpSheet:
    return OpSheet(id_, "red", **{"type": "Attack", "units": units, "rally": BOTH, **said})


def test_a_sheet_with_one_rally_point_for_each_battalion_is_sound() -> None:
    assert codes(sheets(sheet())) == []
    assert codes(sheets(sheet(rally=(("regt", HERE),)))) == []
    assert codes(sheets(sheet(units=("a-co",), rally=(("a-co", HERE),)))) == []


def test_parts_of_a_battalion_that_gather_in_one_hex_have_one_rally_point() -> None:
    parts = ("a-co", "p2")
    assert codes(sheets(sheet(units=parts, rally=tuple((each, HERE) for each in parts)))) == []
    (issue,) = found(sheets(sheet(units=parts, rally=(("a-co", HERE), ("p2", THERE)))), "rally-points")
    assert "has 2 rally points" in issue.text


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


GUNS = [
    unit("mission", "barrage", formation="regt"),
    unit("battery", "artillery", formation="arty", steps=4),
    unit("second", "artillery", formation="arty", steps=4),
]
ARTILLERY = Formation("arty", "Artillery", "red")


def with_guns(*named: str, at=None, options=None, rally=BOTH, **more):
    """A sheet of a regiment and of what else is named, in a box with guns."""
    some = (OpSheet("A", "red", "Attack", (*named,), rally),)
    return board(
        *("tcs-4.01", [*UNITS, *GUNS], at), formations=(*FORMATIONS, ARTILLERY), sheets=some, options=options or {}, **more
    )


def told(game) -> list[tuple[str, ...]]:
    return [issue.units for issue in found(game, "sheet-artillery")]


@pytest.mark.parametrize(
    ("named", "guns"),
    [(("mission",), ("mission",)), (("battery",), ("battery",)), (("arty",), ("battery", "second"))],
)
def test_artillery_off_the_map_is_on_a_sheet_only_where_the_game_says_so(named, guns) -> None:
    game = with_guns("regt", *named)
    (issue,) = found(game, "sheet-artillery")
    assert (issue.rule, issue.units) == ("6.7b", guns)
    after = Game.of(issue.fix.apply(Work(game.box)).box, game.ruleset)
    assert after.box.scenarios[FILE].sheets[0].units == ("regt",)
    assert codes(after) == [] and told(after) == []
    assert told(with_guns("regt", *named, options={"artillery.on_sheets": "on"})) == []


def test_a_formation_that_has_guns_among_others_has_them_without_putting_them_on_its_sheet() -> None:
    game = with_guns("regt")
    assert told(game) == codes(game) == []
    # A battalion of its own: where guns are on sheets, it needs its rally point as any other.
    rally = (("1-bn", HERE), ("2-bn", THERE))
    on = with_guns("regt", "arty", rally=rally, options={"artillery.on_sheets": "on"})
    assert [issue.text.split(" has")[0] for issue in found(on, "rally-points")] == ["123", "Artillery"]


@pytest.mark.parametrize(
    ("said", "guns"),
    [
        ({"at": {"battery": "05.05"}}, ()),
        ({"at": {"battery": Piece("Off map")}}, ("battery",)),
        ({"arrivals": (Arrival(("battery",), 2, (HERE,)),)}, ()),
        ({"set_ups": (SetUp(("battery",), hexes=(HERE,)),)}, ()),
        ({"set_ups": (SetUp(("battery",), box="Off map"),)}, ("battery",)),
        ({"options": {"artillery.on_map": "on"}}, ()),
        ({"options": {"artillery.on_map": "on"}, "at": {"battery": Piece("Off map")}}, ("battery",)),
    ],
)
def test_guns_that_stand_on_the_map_or_come_onto_it_are_on_sheets_like_others(said, guns) -> None:
    assert told(with_guns("regt", "battery", **said)) == ([guns] if guns else [])


def test_no_sheet_begins_unimplemented() -> None:
    assert codes(sheets(sheet(status="waiting"))) == [("sheet-waits", "27.1f")]


def test_a_sheet_has_a_type_that_there_is_units_and_one_side() -> None:
    (issue,) = found(sheets(sheet(type="Hasty Defence")), "sheet-type")
    assert issue.text.endswith('Did you mean "Hasty Defense"?')
    assert codes(sheets(sheet(units=("nobody",), rally=()))) == [("sheet-empty", "6.7")]
    assert ("sheet-side", "6.7a") in codes(sheets(sheet(units=("regt", "foe"))))


def test_a_sheet_of_no_type_is_told_so() -> None:
    (issue,) = found(sheets(sheet(type="")), "sheet-type")
    assert str(issue.text).startswith("Nothing says of which type the op sheet") and "Allowed: Attack" in issue.text


@pytest.mark.parametrize(
    ("waiting", "why"),
    [
        ((False, False, False), "on 2 at most"),
        ((False, False), "may be implemented"),
        ((True, True), "different types"),
    ],
)
def test_a_unit_is_on_two_sheets_at_most_and_not_on_two_of_a_kind(waiting, why) -> None:
    some = tuple(
        sheet(f"S{n}", ("p3",), rally=(("2-bn", HERE),), status="waiting" if each else "implemented")
        for n, each in enumerate(waiting)
    )
    (issue,) = found(sheets(*some), "sheets-of-unit")
    assert (issue.rule, issue.units) == ("6.7c", ("p3",))
    assert why in issue.text


def test_an_implemented_and_a_waiting_sheet_may_share_units() -> None:
    some = (sheet("A", ("p3",), rally=(("2-bn", HERE),)), sheet("B", ("p3",), rally=(("2-bn", HERE),), status="waiting"))
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


@pytest.mark.parametrize(
    ("said", "choice", "wanted"),
    [
        ({"note": "Take the village"}, "on", []),
        ({"note": "Take the village"}, "off", ["6.15"]),
        ({}, "on", ["6.15a"]),
        ({"note": "Take it", "measures": (Measure("phase-line", ((1.0, 1.0), (2.0, 2.0))),)}, "on", ["6.15"]),
    ],
)
def test_a_line_entry_says_a_mission_and_has_no_graphic_where_players_have_agreed_on_it(
    said: dict[str, object], choice: str, wanted: list[str]
) -> None:
    options = {"command.line_entry": choice}
    assert [each.rule for each in found(sheets(sheet(line=True, **said), options=options), "sheet-line")] == wanted
    assert not found(sheets(sheet(**said), options=options), "sheet-line")


def test_sheets_are_begun_as_lines_where_players_have_agreed_on_it() -> None:
    rules = load_ruleset("tcs-4.01")
    assert [rules.play.as_lines(rules.choices({"command.line_entry": each})) for each in ("on", "off")] == [True, False]
    assert begun_sheet("A", "red", "Move", (), 2, line=True).line
    assert not any(load_ruleset(each).play.as_lines({"command.line_entry": "on"}) for each in ("scs-1.6", "bcs-1.1"))
