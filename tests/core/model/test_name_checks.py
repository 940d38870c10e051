"""Names that mean nothing in orders of battle and scenarios are told, with their place and the nearest match."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import RULESETS, a_map_of_two, boxes, oobs

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece
from core.model.items import Items
from core.model.maps import Zone
from core.model.name_checks import oob_issues, scenario_name_issues
from core.model.oob import Counter, Formation, Oob, Side
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Victory

FILE = "dawn.scenario.yaml"

OOB = Oob(
    Items([Side("blue", "Blue"), Side("red", "Red")]),
    Items([Formation("div", "Division", "blue"), Formation("bde", "Brigade", "blue", "div"), Formation("rr", "RR", "red")]),
    Items([Counter("a", "blue", formation="bde"), Counter("r", "red", formation="rr")]),
)


def told(oob: Oob) -> list[str]:
    return [f"{issue.code} {issue.text}" for issue in oob_issues(oob, "counters.yaml")]


def test_a_good_order_of_battle_has_no_issue() -> None:
    assert told(OOB) == []
    assert told(Oob()) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Counter("a", "blue"), ['id-twice The counter "a" stands here again, after line 7; the first one counts.']),
        (
            Counter("b", "bleu", formation="bdee"),
            [
                'no-side The counter "b" is of the side "bleu", and there is no such side. Did you mean "blue"?',
                'no-formation The counter "b" belongs to "bdee", and there is no such formation. Did you mean "bde"?',
            ],
        ),
        (Counter("b", ""), ['no-side The counter "b" belongs to no side. Allowed: blue, red.']),
        (
            Counter("b", "red", formation="bde"),
            ['other-side The counter "b" is of the side "red" and belongs to "bde" of the side "blue".'],
        ),
        (
            Formation("x", "X", "red", "div"),
            ['other-side The formation "x" is of the side "red" and belongs to "div" of the side "blue".'],
        ),
        (
            Formation("x", "X", "blue", "dvi"),
            ['no-formation The formation "x" belongs to "dvi", and there is no such formation. Did you mean "div"?'],
        ),
        (Formation("x", "X", "blue", "x"), ['formation-ring The formation "x" belongs to itself: x in x.']),
    ],
)
def test_what_means_nothing_is_told(change: Counter | Formation, said: list[str]) -> None:
    first, *rest = OOB.counters
    oob = replace(OOB, counters=Items([replace(first, place=Place("counters.yaml", 7, 3)), *rest]))
    if isinstance(change, Counter):
        oob = replace(oob, counters=Items([*oob.counters, change]))
    else:
        oob = replace(oob, formations=Items([*oob.formations, change]))
    assert told(oob) == said


def test_a_ring_of_parents_is_told_of_each_in_it_and_of_nobody_below() -> None:
    oob = replace(
        OOB,
        formations=Items(
            [Formation("a", "A", "blue", "b"), Formation("b", "B", "blue", "a"), Formation("c", "C", "blue", "a")],
        ),
        counters=Items(),
    )
    assert told(oob) == [
        'formation-ring The formation "a" belongs to itself: a in b in a.',
        'formation-ring The formation "b" belongs to itself: b in a in b.',
    ]


def test_places_are_those_of_the_file_where_they_are_known() -> None:
    counter = Counter("b", "green", place=Place("counters.yaml", 9, 3))
    places = [str(issue.place) for issue in oob_issues(Oob(counters=Items([counter, Counter("c", "green")])), "counters.yaml")]
    assert places == ["counters.yaml:9:3", "counters.yaml"]


def test_issues_of_counters_name_them() -> None:
    assert [issue.units for issue in oob_issues(Oob(counters=Items([Counter("b", "green")])), "")] == [("b",)]


def test_names_in_a_scenario_that_mean_nothing_are_told() -> None:
    box = GameBox("A box", "scs-1.6", a_map_of_two(), oob=OOB)
    place = sorted(box.cells)[0]
    scenario = Scenario(
        "Dawn",
        sets_up_first="bleu",
        set_ups=(SetUp(("a", "aa"), zone="North", box="Poll", place=Place(FILE, 5, 3)), SetUp(("bde",))),
        arrivals=(Arrival(("bdee",), 1),),
        allotments=(Allotment("", "rounds", 3),),
        victory=(Victory("Win", "green"),),
        sheets=(OpSheet("1", "blue", "attack", ("a",), (("dvi", place),)),),
        off_map=("Pool",),
        start=Deployment(
            Deployment().pieces.set("z", Piece("Pool")).set("a", Piece("Poll", on="r")),
            Deployment().marks.set(place, (Mark("smoke", "gren"),)),
        ),
    )
    box = box.with_scenarios({FILE: scenario})
    assert [f"{issue.place} {issue.text}" for issue in scenario_name_issues(box, FILE)] == [
        f'{FILE} The side that sets up first is of the side "bleu", and there is no such side. Did you mean "blue"?',
        f'{FILE}:5:3 There is no counter and no formation "aa" in the order of battle. Allowed: a, bde, div, r, rr.',
        f'{FILE}:5:3 There is no zone "North" on the maps.',
        f'{FILE}:5:3 "Poll" is none of the boxes off the map that the scenario names. Did you mean "Pool"?',
        f'{FILE} There is no counter and no formation "bdee" in the order of battle. Did you mean "bde"?',
        f"{FILE} This allotment names no side. Allowed: blue, red.",
        f'{FILE} This condition is of the side "green", and there is no such side. Allowed: blue, red.',
        f'{FILE} There is no formation "dvi" for a rally point. Did you mean "div"?',
        f'{FILE} "a" is carried by "r", which is nowhere at the start. Allowed: a, z.',
        f'{FILE} "Poll" is none of the boxes off the map that the scenario names. Did you mean "Pool"?',
        f'{FILE} There is no counter "z" in the order of battle. Allowed: a, r.',
        f'{FILE} A marker is of the side "gren", and there is no such side. Allowed: blue, red.',
    ]


def test_what_is_carried_by_itself_or_by_something_elsewhere_is_told() -> None:
    here, there = Hex(0, 0), Hex(1, 1)
    pieces = {
        "a": Piece(here, on="a"),
        "b": Piece(here, on="c"),
        "c": Piece(here, on="b"),
        "d": Piece(here, on="b"),
        "e": Piece(there, on="d"),
    }
    oob = replace(OOB, counters=Items(Counter(id_, "blue") for id_ in pieces))
    box = GameBox("Box", "tcs-4.01", a_map_of_two(), oob=oob)
    box = box.with_scenarios({FILE: Scenario("Dawn", start=Deployment().with_pieces(pieces))})
    assert [f"{issue.code} {issue.text}" for issue in scenario_name_issues(box, FILE)] == [
        'carried-by-itself "a" is carried by "a", and so by itself.',
        'carried-by-itself "b" is carried by "c", and so by itself.',
        'carried-by-itself "c" is carried by "b", and so by itself.',
        'carried-apart "e" is carried by "d", which does not begin where it begins; it stands on its own there.',
    ]


def test_op_sheets_of_one_id_are_told() -> None:
    sheets = tuple(OpSheet(id_, "blue", "Attack", ("a",), place=Place(FILE, line, 3)) for line, id_ in enumerate("121", 5))
    box = GameBox("Box", "tcs-4.01", a_map_of_two(), oob=OOB).with_scenarios({FILE: Scenario("Dawn", sheets=sheets)})
    assert [f"{issue.code} {issue}" for issue in scenario_name_issues(box, FILE)] == [
        f'id-twice {FILE}:7:3: error: There is an op sheet "1" already; nobody could tell the two apart.'
    ]


def test_a_zone_is_found_whatever_the_case_of_its_name() -> None:
    first, second = a_map_of_two()
    zoned = replace(first, sheet=first.sheet.with_items("zones", {1: Zone("setup", frozenset({(1, 1)}), "North Bank")}))
    box = GameBox("Box", "tcs-4.01", (zoned, second), oob=OOB)
    box = box.with_scenarios({FILE: Scenario("Dawn", set_ups=(SetUp(("a",), zone="north bank"),))})
    assert list(scenario_name_issues(box, FILE)) == []


@given(st.data())
def test_any_order_of_battle_can_be_checked_and_every_finding_is_a_sentence(data: st.DataObject) -> None:
    oob = data.draw(oobs(RULESETS["tcs-4.01"]))
    for issue in oob_issues(oob, "counters.yaml"):
        assert issue.text[-1] in ".?"
        assert issue.code


@given(boxes())
def test_any_scenario_can_be_checked(box: GameBox) -> None:
    for file in box.scenarios:
        assert all(issue.text[-1] in ".?" for issue in scenario_name_issues(box, file))
    assert list(scenario_name_issues(box, "none.scenario.yaml")) == []


def test_a_ring_of_thousands_of_formations_and_a_chain_of_them_are_gone_through_once() -> None:
    def formations(last: str) -> Items[Formation]:
        return Items(Formation(f"f{n}", "", "red", f"f{n + 1}" if n < 19_999 else last) for n in range(20_000))

    sides = Items([Side("red", "Red")])
    assert list(oob_issues(Oob(sides, formations("")), "counters.yaml")) == []
    issues = list(oob_issues(Oob(sides, formations("f0")), "counters.yaml"))
    assert len(issues) == 20_000
    assert issues[7].text == 'The formation "f7" belongs to itself: f7 in f8 in f9 in f10 in … in f7.'
    # What leads into a ring is not in it.
    led = Oob(sides, Items([Formation("a", "", "red", "b"), Formation("b", "", "red", "c"), Formation("c", "", "red", "b")]))
    assert [issue.text.split('"')[1] for issue in oob_issues(led, "counters.yaml")] == ["b", "c"]
