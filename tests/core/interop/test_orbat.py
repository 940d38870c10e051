"""Orders of battle of ORBAT Mapper: the tree, names and symbols come along, and everything else is listed."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, a_map_of_two

from core.interop import orbat
from core.interop.imported import BadFile
from core.interop.orbat import ReadOrbat, from_orbat
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import Formation, Oob, Side
from core.model.side_colours import colour_for
from core.model.work import Work

SCS = RULESETS["scs-1.6"]
INFANTRY = "10031000161211000000"


def unit(name: str, *inner: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, "sidc": INFANTRY, "subUnits": list(inner), **more}


def scenario(*sides: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "ORBAT-mapper", "version": "3.4.0", "name": "Test", "sides": list(sides), **more}


def side(name: str, *units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, "standardIdentity": "6", "groups": [{"name": "Land", "subUnits": list(units)}], **more}


def a_box(oob: Oob = Oob()) -> GameBox:  # noqa: B008 - an order of battle never changes
    return GameBox("A box", "scs-1.6", a_map_of_two(), oob=oob)


def read(held: Any, oob: Oob = Oob()) -> tuple[Oob, ReadOrbat]:  # noqa: B008
    found = from_orbat(json.dumps(held).encode(), "o.json", a_box(oob), SCS)
    return found.edit.apply(Work(a_box(oob))).box.oob, found


def test_units_without_units_become_counters_and_all_above_become_formations() -> None:
    company = unit("1st Company", shortName="1/I", description="The first.")
    oob, found = read(scenario(side("Red", unit("I Battalion", company, unit("2nd Company")), unit("Band"))))
    assert [(each.id, each.name) for each in oob.sides] == [("red", "Red")]
    assert [(each.id, each.name, each.side, each.parent) for each in oob.formations] == [
        ("land", "Land", "red", ""),
        ("i-battalion", "I Battalion", "red", "land"),
    ]
    assert [(each.id, each.side, each.formation, each.values["piece.name"], each.note) for each in oob.counters] == [
        ("1-i", "red", "i-battalion", "1/I", "1st Company: The first."),
        ("2nd-company", "red", "i-battalion", "2nd Company", ""),
        ("band", "red", "land", "Band", ""),
    ]
    assert (found.sides, found.formations, found.counters, found.dropped) == (1, 2, 3, ())


def test_symbols_get_the_identity_of_their_side_and_what_is_no_code_stays_to_be_told() -> None:
    odd = unit("B", sidc="SFGP-----------")
    oob, found = read(scenario(side("Red", unit("A"), odd, unit("C", sidc=7), unit("D", sidc=INFANTRY + "0000000000"))))
    assert [each.sidc for each in oob.counters] == [
        "10061000161211000000",
        "SFGP-----------",
        "",
        "100610001612110000000000000000",
    ]
    assert [str(each) for each in found.dropped] == ["symbol (C): its code is no text"]


def test_what_has_no_place_is_listed_with_the_reason_and_how_often() -> None:
    moved = unit("A", state=[{"t": "1982-04-02", "location": [1, 2]}], equipment=[{"name": "Gun"}], reinforcedStatus="None")
    other = unit("B", state=[{"t": "1982-04-02"}], rangeRings=[{"range": 3}])
    _, found = read(scenario(side("Red", moved, other, 7), events=[{}, {}], layers=[], settings={"x": 1}))
    assert [str(each) for each in found.dropped] == [
        "2 × state of a unit (A, B): units are placed in scenarios here, by hex",
        "equipment of a unit (A): counters print steps and strengths, no lists",
        "rangeRings of a unit (B): counters and formations have no place for it",
        "unit (Red): it is no object of JSON",
        "2 × events of the file: it is no part of an order of battle",
    ]


def test_a_file_that_is_read_twice_brings_nothing_new() -> None:
    held = scenario(side("Red", unit("I Battalion", unit("A"))), side("Blue", unit("A")))
    once, _ = read(held)
    twice, found = read(held, once)
    assert twice == once
    assert (found.sides, found.formations, found.counters) == (0, 0, 0)
    assert [str(each) for each in found.dropped] == ["2 × unit (A): a counter of this name is in its formation already"]


def test_what_the_box_has_is_built_upon() -> None:
    there = Oob(Items([Side("r", "red", "#aa0000")]), Items([Formation("l", "LAND", "r")]))
    oob, _ = read(scenario(side("Red", unit("A"))), there)
    assert oob.sides == there.sides
    assert oob.formations == there.formations
    assert [(each.side, each.formation) for each in oob.counters] == [("r", "l")]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "o.json: There is nothing in the file"),
        (b"[]", "o.json: This JSON holds no object"),
        (b'{"type": "ORBAT-mapper"', "o.json:1:24: This is no JSON"),
        (b'{"type": "FeatureCollection", "sides": []}', "This is no scenario of ORBAT Mapper"),
        (b'{"type": "ORBAT-mapper"}', "This is no scenario of ORBAT Mapper"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"sides": ' + b"9" * 6_000 + b"}", "a number in it has thousands of digits"),
        (b"\xff", "This is not text in UTF-8"),
    ],
)
def test_other_files_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        from_orbat(data, "o.json", a_box(), SCS)


def test_files_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orbat, "MOST_UNITS", 3)
    with pytest.raises(BadFile, match="more than 3 units"):
        read(scenario(side("Red", unit("A"), unit("B"), unit("C"))))
    monkeypatch.setattr(orbat, "MOST_BYTES", 10)
    with pytest.raises(BadFile, match="0 MB"):
        read(scenario())


def test_units_that_lie_too_deep_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orbat, "MOST_LEVELS", 2)
    oob, found = read(scenario(side("Red", unit("A", unit("B", unit("C"))))))
    assert [each.name for each in oob.formations] == ["Land", "A"]
    assert len(oob.counters) == 0
    assert [str(each) for each in found.dropped] == ["units below a unit (A): they lie more than 2 levels deep"]


def test_what_has_the_same_name_in_the_same_place_is_all_there_and_is_known_again() -> None:
    platoons = [unit("Platoon", unit("Squad"), unit("Squad")), unit("Platoon", unit("Squad"))]
    held = scenario(side("Red", *platoons, unit("Gun"), unit("Gun"), unit("Gun")))
    once, found = read(held)
    assert (found.sides, found.formations, found.counters, found.dropped) == (1, 3, 6, ())
    assert [each.formation for each in once.counters] == ["platoon", "platoon", "platoon-2", "land", "land", "land"]
    twice, found = read(held, once)
    assert twice == once and found.counters == 0
    more, found = read(scenario(side("Red", *platoons, *[unit("Gun")] * 5)), once)
    assert found.counters == 2 and len(more.counters) == 8


def test_groups_in_groups_and_in_units_come_along() -> None:
    inner = {"name": "Rear", "subUnits": [unit("B")]}
    groups = [{"name": "Land", "groups": [inner], "subUnits": [unit("Regiment", groups=[inner])]}]
    oob, found = read(scenario({"name": "Red", "groups": groups}))
    assert [(each.name, each.parent) for each in oob.formations] == [
        ("Land", ""),
        ("Rear", "land"),
        ("Regiment", "land"),
        ("Rear", "regiment"),
    ]
    assert [each.formation for each in oob.counters] == ["rear", "rear-2"]
    assert found.dropped == ()


def test_without_a_ruleset_names_are_kept_as_notes() -> None:
    found = from_orbat(json.dumps(scenario(side("Red", unit("A")))).encode(), "o.json", a_box(), None)
    assert [(each.note, dict(each.values)) for each in found.edit.apply(Work(a_box())).box.oob.counters] == [("A", {})]


PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(["6", INFANTRY])
KEYS = st.sampled_from(["name", "shortName", "sidc", "subUnits", "groups", "standardIdentity", "description", "state", "x"])
TREES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=20)


@given(st.lists(TREES, max_size=3))
def test_any_json_is_read_or_refused(sides: list[Any]) -> None:
    oob, found = read({"type": "ORBAT-mapper", "sides": sides})
    assert len(oob.counters) == found.counters
    assert all(each.why for each in found.dropped)
    assert all(oob.side(each.side) is not None for each in (*oob.formations, *oob.counters))


def test_sides_that_come_in_have_colours_of_their_own() -> None:
    there = Oob(Items([Side("blue", "Blue", colour_for("Blue"))]))
    oob, _ = read(scenario(side("Veldany", unit("A")), side("Korrin", unit("B"))), there)
    assert len({each.colour for each in oob.sides}) == 3 and all(each.colour for each in oob.sides)
