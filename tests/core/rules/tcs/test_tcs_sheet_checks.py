"""What is wrong with tasks, reserves, alternates and rally points of op sheets, each with its rule."""

from typing import Any

import pytest
from oracles.stacks import board, found, hexes, unit

from core.model.oob import Formation, Values
from core.model.orders import Addition, Alternate, OpSheet, TaskGroup
from core.questions.catalogue import ask

BATTALION = Values({"morale.kind": "battalion"})
FORMATIONS = (Formation("1-bn", "1-123", "red", values=BATTALION), Formation("2-bn", "2-123", "red", values=BATTALION))
UNITS = [
    *(unit(f"{n}-{name}", "infantry", formation=f"{n}-bn", steps=5) for n in (1, 2) for name in "ab"),
    unit("foe", "infantry", "blue", steps=5),
]
BACK, FRONT, BESIDE = hexes(board("tcs-4.01", []), "02.05", "08.05", "05.07")
CODES = ("sheet-groups", "sheet-type", "sheet-reserve", "sheet-alternates", "rally-forward", "sheets-of-unit")


def made(*sheets: OpSheet, rating: int = 3, at: dict[str, str] | None = None):
    where = {each.id: "10.05" if each.side == "blue" else "05.05" for each in UNITS} if at is None else at
    options = {"command.rating": str(rating)}
    return board("tcs-4.01", UNITS, where, formations=FORMATIONS, sheets=sheets, options=options)


def sheet(*units: str, id_: str = "Oak", **said: Any) -> OpSheet:
    rally = tuple((each, BACK) for each in units)
    return OpSheet(id_, "red", **{"type": "Attack", "units": units, "rally": rally, **said})


def told(*sheets: OpSheet, **more: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(issue.code, issue.rule, issue.units) for issue in found(made(*sheets, **more), *CODES)]


def test_a_sheet_whose_groups_hold_every_unit_once_is_sound() -> None:
    groups = TaskGroup("Support", ("1-bn",), "Hasty Defense"), TaskGroup("Assault", ("2-a", "2-b"))
    assert told(sheet("1-bn", "2-bn", groups=groups)) == []


def test_a_unit_in_no_group_and_one_in_two_are_named() -> None:
    groups = TaskGroup("Support", ("1-bn",)), TaskGroup("Assault", ("1-a", "2-a"), "Attack")
    assert told(sheet("1-bn", "2-bn", groups=groups)) == [
        ("sheet-groups", "6.7", ("2-b",)),
        ("sheet-groups", "6.6", ("1-a",)),
    ]


def test_who_is_in_a_group_but_not_on_the_sheet_is_named() -> None:
    assert told(sheet("1-bn", groups=(TaskGroup("All", ("1-bn", "2-a")),))) == [("sheet-groups", "6.7", ("2-a",))]


def test_units_that_were_added_may_be_in_a_group() -> None:
    drawn = sheet(
        "1-bn", groups=(TaskGroup("All", ("1-bn", "2-a")),), added=(Addition(("2-a",), "Attack", status="implemented"),)
    )
    assert told(drawn) == []


def test_the_highest_type_of_a_group_is_the_type_of_the_sheet() -> None:
    groups = (TaskGroup("All", ("1-bn",), "Prepared Defense"),)
    assert told(sheet("1-bn", groups=groups)) == [("sheet-type", "6.6", ())]
    assert told(sheet("1-bn", type="Prepared Defense", groups=groups)) == []
    wrong = (TaskGroup("All", ("1-bn",), "Atack"),)
    (issue,) = found(made(sheet("1-bn", groups=wrong)), "sheet-type")
    assert 'Did you mean "Attack"?' in issue.text


@pytest.mark.parametrize(("held", "faults"), [((), 0), (("2-bn",), 0), (("2-bn", "1-a"), 1), (("1-a",), 0)])
def test_half_of_the_units_may_be_held_in_reserve(held: tuple[str, ...], faults: int) -> None:
    assert len(told(sheet("1-bn", "2-bn", reserve=held))) == faults


def test_a_reserve_is_on_its_sheet() -> None:
    assert told(sheet("1-bn", reserve=("2-a",))) == [("sheet-reserve", "6.14b", ("2-a",))]


@pytest.mark.parametrize(("rating", "codes"), [(6, []), (7, ["sheet-reserve", "sheet-alternates"])])
def test_a_rating_that_no_die_reaches_allows_neither_reserves_nor_alternates(rating: int, codes: list[str]) -> None:
    drawn = sheet("1-bn", "2-bn", reserve=("1-a",), alternates=(Alternate(("2-a",), "By the mill."),))
    assert [code for code, _, _ in told(drawn, rating=rating)] == codes


def test_a_unit_has_one_alternate() -> None:
    two = (Alternate(("1-bn",), "Left."), Alternate(("1-a",), "Right."))
    assert told(sheet("1-bn", alternates=two)) == [("sheet-alternates", "6.14c", ("1-a",))]


@pytest.mark.parametrize(("point", "faults"), [(BACK, []), (BESIDE, []), (FRONT, [("rally-forward", "6.12c", ("1-a", "1-b"))])])
def test_a_rally_point_does_not_lead_toward_the_enemy(point: Any, faults: list[Any]) -> None:
    assert told(sheet("1-bn", rally=(("1-bn", point),))) == faults


def test_without_enemies_on_the_map_every_rally_point_is_safe() -> None:
    assert told(sheet("1-bn", rally=(("1-bn", FRONT),)), at={"1-a": "05.05"}) == []


@pytest.mark.parametrize(
    ("states", "faults"),
    [(("implemented", "succeeded"), 0), (("implemented", "implemented"), 1), (("implemented", "failed"), 0)],
)
def test_a_sheet_that_has_succeeded_does_not_count(states: tuple[str, str], faults: int) -> None:
    some = [sheet("1-bn", id_=f"S{n}", status=state) for n, state in enumerate(states)]
    assert len([each for each in told(*some) if each[0] == "sheets-of-unit"]) == faults


def test_the_question_tells_every_fault_with_its_rule() -> None:
    drawn = sheet("1-bn", reserve=("1-bn",), groups=(TaskGroup("A", ("1-a",)),))
    ruling = ask("opsheet.check", made(drawn, sheet("1-bn", id_="Elm")), sheet="Oak")
    assert ruling.verdict == "faulty"
    assert [reason.rule.section for reason in ruling.reasons] == ["6.7", "6.14b", "6.7c"]
