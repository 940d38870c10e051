"""Dividing the units of an op sheet: nobody is lost, nobody is meant twice."""

from hypothesis import given
from hypothesis import strategies as st

from core.geometry.hexes import Hex
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob
from core.model.orders import Alternate, OpSheet, TaskGroup
from core.model.organization import (
    gathered_at,
    group_of,
    grouped,
    held_back,
    is_held_back,
    parts_of,
    put_on,
    taken_off,
    with_alternate,
    with_group,
    without,
)

OOB = Oob(
    formations=Items(
        [
            Formation("rgt", "Rgt", "red"),
            Formation("1-bn", "1", "red", parent="rgt"),
            Formation("2-bn", "2", "red", parent="rgt"),
            Formation("hq", "HQ", "red", parent="rgt"),
        ]
    ),
    counters=Items(
        [
            *(Counter(f"{n}-{name}", "red", formation=f"{n}-bn") for n in (1, 2) for name in "abc"),
            Counter("guns", "red", formation="rgt"),
            Counter("tank", "red"),
        ]
    ),
)
NAMES = ("rgt", "1-bn", "2-bn", "hq", "1-a", "1-b", "2-c", "guns", "tank", "unknown")


def sheet(*units: str, **said: object) -> OpSheet:
    return OpSheet("Oak", "red", "Attack", units, **said)  # type: ignore[arg-type]


def test_a_formation_that_loses_a_part_is_named_by_its_other_parts() -> None:
    assert parts_of(OOB, "rgt") == ("1-bn", "2-bn", "hq", "guns") and parts_of(OOB, "tank") == ()
    assert without(OOB, ("rgt", "tank"), ("2-b",)) == ("1-bn", "2-a", "2-c", "hq", "guns", "tank")
    assert without(OOB, ("rgt",), ("1-bn",)) == ("2-bn", "hq", "guns")
    assert without(OOB, ("hq", "1-bn"), ("hq",)) == ("1-bn",), "a formation without counters goes by its name"


@given(st.lists(st.sampled_from(NAMES)), st.lists(st.sampled_from(NAMES)))
def test_what_is_left_means_whom_the_names_meant_but_for_who_is_gone(names: list[str], gone: list[str]) -> None:
    left = without(OOB, names, gone)
    assert set(OOB.counters_meant(left)) == set(OOB.counters_meant(names)) - set(OOB.counters_meant(gone))
    assert len(set(left)) == len(left)


def test_formations_in_a_ring_are_divided_without_end_to_it() -> None:
    ring = Oob(
        formations=Items([Formation("a", "A", "red", parent="b"), Formation("b", "B", "red", parent="a")]),
        counters=Items([Counter("x", "red", formation="a"), Counter("y", "red", formation="b")]),
    )
    assert without(ring, ("a",), ("x",)) == ("y",)


def test_units_are_put_on_once_and_a_formation_takes_the_place_of_its_parts() -> None:
    assert put_on(OOB, sheet("1-bn"), ("1-a", "tank", "tank")).units == ("1-bn", "tank")
    assert put_on(OOB, sheet("1-a", "tank"), ("1-bn",)).units == ("tank", "1-bn")
    back = put_on(OOB, sheet("1-bn", left=(("1-a", "scratched"),)), ("1-a",))
    assert back.units == ("1-bn",) and not back.left


def test_who_comes_off_a_sheet_is_nowhere_on_it() -> None:
    here = Hex(3, 3)
    drawn = sheet(
        "rgt",
        reserve=("1-bn",),
        rally=(("1-bn", here), ("2-bn", here)),
        groups=(TaskGroup("Go", ("1-bn",)), TaskGroup("Stay", ("2-bn",)), TaskGroup("Later")),
        alternates=(Alternate(("1-a",)), Alternate(("1-b", "2-a"))),
    )
    made = taken_off(OOB, drawn, ("1-bn",))
    assert made.units == ("2-bn", "hq", "guns") and made.reserve == () and made.rally == (("2-bn", here),)
    assert [each.name for each in made.groups] == ["Stay", "Later"]
    assert made.alternates == (Alternate(("2-a",)),)


def test_units_are_held_back_and_let_go_again() -> None:
    drawn = held_back(OOB, sheet("rgt"), ("1-bn",), held=True)
    assert drawn.reserve == ("1-bn",) and is_held_back(OOB, drawn, "1-a") and not is_held_back(OOB, drawn, "rgt")
    assert held_back(OOB, drawn, ("1-a",), held=False).reserve == ("1-b", "1-c")
    assert held_back(OOB, drawn, ("1-bn",), held=True).reserve == ("1-bn",)


def test_a_unit_is_in_one_group() -> None:
    drawn = with_group(OOB, sheet("rgt"), ("1-bn",))
    drawn = with_group(OOB, drawn, ("1-a", "2-a"))
    assert [(each.name, each.units) for each in drawn.groups] == [("Group 1", ("1-b", "1-c")), ("Group 2", ("1-a", "2-a"))]
    assert group_of(OOB, drawn, "1-a") == 1 and group_of(OOB, drawn, "1-bn") is None
    moved = grouped(OOB, drawn, ("1-a",), 0)
    assert group_of(OOB, moved, "1-bn") == 0 and moved.groups[1].units == ("2-a",)
    assert grouped(OOB, moved, ("1-bn",), None).groups[0].units == ()
    named = with_group(OOB, sheet("rgt", groups=(TaskGroup("group 2"),)), ())
    assert [each.name for each in named.groups] == ["group 2", "Group 3"]


def test_each_unit_has_one_alternate() -> None:
    drawn = with_alternate(OOB, sheet("rgt"), ("1-bn",))
    assert with_alternate(OOB, drawn, ("1-a",)).alternates == (Alternate(("1-b", "1-c")), Alternate(("1-a",)))


def test_a_rally_point_belongs_to_each_of_some_units() -> None:
    drawn = gathered_at(sheet("rgt"), ("1-bn", "2-bn"), Hex(1, 1))
    assert dict(drawn.rally) == {"1-bn": Hex(1, 1), "2-bn": Hex(1, 1)}
    assert gathered_at(drawn, ("1-bn",), None).rally == (("2-bn", Hex(1, 1)),)
