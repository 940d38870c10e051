"""Where units may be set up, and where reinforcements come in, against brute force and the rules of every series."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, hexes, unit

from core.base.steps import finish
from core.files.ruleset_files import ruleset_ids
from core.geometry.layout import plane_centre
from core.geometry.rim import along_rim, rim
from core.model.deployment import Mark
from core.model.maps import Path, Zone
from core.model.oob import Formation
from core.model.scenario import Arrival, SetUp
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask, steps
from core.questions.game import Game
from core.rules.kernel.set_up import SetUps
from core.rules.kernel.whereabouts import Whence

EMPTY = board("scs-1.6", [])
CELLS = sorted(EMPTY.box.cells)
LABELS = [EMPTY.box.label(cell) for cell in CELLS]
BATTALION = Formation("bn", "1-123", "red", "regt")
REGIMENT = Formation("regt", "123", "red")


def at(*labels: str):
    return hexes(EMPTY, *labels)


def labels(found) -> set[str]:
    return {EMPTY.box.label(place) for place in found}


def foot(id_: str, side: str = "red", formation: str = "", **values):
    return unit(id_, "infantry", side, formation, steps=5, movement__class="foot", **values)


@law(50)
@given(
    st.sampled_from(ruleset_ids()), st.lists(st.sampled_from(LABELS), min_size=1, max_size=3, unique=True), st.integers(0, 9)
)
def test_within_n_hexes_is_what_counting_every_hex_gives(ruleset, around, reach) -> None:
    game = board(ruleset, [unit("u", "combat")], set_ups=(SetUp(("u",), hexes=at(*around), within=reach),))
    ruling = ask("set_up", game, unit="u")
    expected = {cell for cell in CELLS if any(cell.distance(each) <= reach for each in at(*around))}
    assert ruling.detail.hexes == expected
    assert ruling.value == len(expected)
    for label in LABELS[::17]:
        allowed = ask("set_up", game, unit="u", hex=label).verdict == "allowed"
        assert allowed == (game.box.hex(label) in expected)


def with_zone(game: Game, name: str, *inside: str) -> Game:
    placed = game.box.sheets[0]
    cells = frozenset(placed.frame.cell(place) for place in at(*inside))
    sheet = placed.sheet.with_items("zones", {1: Zone("setup", cells, name)})
    return Game.of(game.box.with_sheet(placed.file, sheet), game.ruleset)


def test_a_zone_holds_its_rim_and_is_found_whatever_the_case_of_its_name() -> None:
    game = board("scs-1.6", [unit("u", "combat")], set_ups=(SetUp(("u",), zone="north bank"),))
    ruling = ask("set_up", with_zone(game, "North Bank", "03.03", "03.04"), unit="u")
    assert labels(ruling.detail.hexes) == {"03.03", "03.04"}
    assert "SCS 1.6 Set Up Notes 4" in {str(reason.rule) for reason in ruling.reasons}


def test_what_is_said_of_a_unit_goes_before_its_code_and_that_before_its_formation() -> None:
    units = [
        unit("named", "combat", formation="bn", arrival="S1"),
        unit("coded", "combat", formation="bn", arrival="s1"),
        unit("other", "combat", formation="bn"),
    ]
    set_ups = (SetUp(("regt",), hexes=at("01.01")), SetUp(code="S1", hexes=at("02.02")), SetUp(("named",), hexes=at("03.03")))
    game = board("scs-1.6", units, formations=(BATTALION, REGIMENT), set_ups=set_ups)
    found = {id_: labels(ask("set_up", game, unit=id_).detail.hexes) for id_ in ("named", "coded", "other")}
    assert found == {"named": {"03.03"}, "coded": {"02.02"}, "other": {"01.01"}}


def test_a_unit_is_set_up_or_comes_in_by_what_is_nearest_to_it_in_every_answer_alike() -> None:
    units = [
        unit("late", "combat", formation="bn"),
        unit("coded", "combat", formation="bn", arrival="S1"),
        unit("early", "combat", formation="bn"),
        unit("other", "combat", formation="bn"),
    ]
    where = at("02.02")
    game = board(
        "scs-1.6",
        units,
        formations=(BATTALION, REGIMENT),
        set_ups=(SetUp(("regt", "early"), hexes=where), SetUp(code="s1", hexes=where)),
        arrivals=(Arrival(("late",), 1, at("01.05")), Arrival(("bn",), 2, at("01.06"))),
    )
    for id_, comes in (("late", "01.05"), ("coded", ""), ("early", ""), ("other", "01.06")):
        assert ask("set_up", game, unit=id_).verdict == ("arrives" if comes else "read")
        assert ask("set_up", game, unit=id_, hex="02.02").verdict == ("prohibited" if comes else "allowed")
        entry = ask("entry", game, unit=id_)
        assert (entry.verdict, labels(entry.detail.hexes)) == (("open", {comes}) if comes else ("none_coming", set()))
    assert set(ask("set_up", game, hex="02.02").detail.units) == {"coded", "early"}
    whence = Whence(game.box.oob, game.ruleset.values, game.box.scenarios[FILE])
    told = {each.id: whence.of(each.counter).standing for each in game.forces.all_units()}
    assert told == {"late": "arrives", "coded": "to set up", "early": "to set up", "other": "arrives"}


def test_closed_terrain_is_left_out_unless_a_road_leads_into_it() -> None:
    tank = unit("tank", "vehicle", steps=3, movement__class="tracked")
    set_up = SetUp(("tank", "men"), hexes=at("05.05"), within=1)
    game = board("tcs-4.01", [tank, foot("men")], terrain={"05.06": "marsh", "05.04": "lake"}, set_ups=(set_up,))
    near = labels(at("05.05")) | labels(at("05.05")[0].neighbours())
    assert labels(ask("set_up", game, unit="tank").detail.hexes) == near - {"05.04", "05.06"}
    assert labels(ask("set_up", game, unit="men").detail.hexes) == near - {"05.04"}
    placed = game.box.sheets[0]
    line = tuple(placed.frame.to_sheet(plane_centre(each)) for each in at("05.05", "05.06"))
    sheet = placed.sheet.with_items("paths", {1: Path("trail", line)})
    game = Game.of(game.box.with_sheet(placed.file, sheet), game.ruleset)
    ruling = ask("set_up", game, unit="tank")
    assert labels(ruling.detail.hexes) == near - {"05.04"}
    assert ruling.charts[0].chart == "tcs.terrain_effects"


def test_a_unit_in_a_hex_hears_every_reason_why_it_cannot_be_set_up_there() -> None:
    enemy = unit("enemy", "combat", "blue")
    game = board(
        "scs-1.6", [unit("u", "combat"), enemy], {"enemy": "09.09"}, set_ups=(SetUp(("u",), hexes=at("05.05"), within=2),)
    )
    ruling = ask("set_up", game, unit="u", hex="09.09")
    assert ruling.verdict == "prohibited"
    assert [str(reason.rule) for reason in ruling.reasons[2:]] == ["SCS 1.6 Set Up Notes 1", "SCS 1.6 3.3a"]
    assert ask("set_up", game, hex="05.06").detail.units == ("u",)


def test_a_unit_of_no_set_up_comes_in_later_or_is_nowhere() -> None:
    game = board("scs-1.6", [unit("a", "combat"), unit("b", "combat")], arrivals=(Arrival(("a",), 2, at("01.05")),))
    assert ask("set_up", game, unit="a").verdict == "arrives"
    assert ask("set_up", game, unit="b").verdict == "nowhere"
    assert ask("set_up", game, unit="b", hex="01.05").verdict == "prohibited"


@pytest.mark.parametrize(
    ("ruleset", "said", "first"),
    [
        ("scs-1.6", {"moves_first": "red"}, "blue"),
        ("scs-1.6", {"sets_up_first": "red"}, "red"),
        ("scs-1.6", {}, ""),
        ("tcs-4.01", {"sets_up_first": "blue"}, "blue"),
        ("tcs-4.01", {"moves_first": "red"}, ""),
        ("vcs", {"sets_up_first": "blue"}, "blue"),
        ("new-scs", {}, ""),
        ("bcs-1.1", {"sets_up_first": "red"}, "red"),
    ],
)
def test_the_side_that_sets_up_first_is_said_or_follows_where_the_book_lets_it(ruleset, said, first) -> None:
    assert ask("set_up", board(ruleset, [], **said)).detail.first == first


def test_a_large_area_is_answered_in_slices() -> None:
    game = board("tcs-4.01", [foot("u")], set_ups=(SetUp(("u",)),))
    assert ask("set_up", game, unit="u").value == 144
    assert finish(steps("set_up", game, unit="u")).value == 144


# Entry


def entering(ruleset: str, arrival: Arrival, enemies: dict[str, str], kind: str, **more):
    units = [unit("new", kind), *(unit(id_, kind, "blue") for id_ in enemies)]
    game = board(ruleset, units, enemies, arrivals=(arrival,), **more)
    return ask("entry", game, unit="new")


def test_a_free_entry_hex_of_several_is_used_in_scs_and_zones_do_not_matter() -> None:
    arrival = Arrival(("new",), 2, at("01.05", "01.06"))
    ruling = entering("scs-1.6", arrival, {"foe": "01.05", "near": "02.06"}, "combat")
    assert (ruling.verdict, labels(ruling.detail.hexes)) == ("open", {"01.06"})


def test_a_blocked_edge_entry_of_scs_shifts_10_hexes_along_the_edge_and_never_onto_enemies() -> None:
    ruling = entering("scs-1.6", Arrival(("new",), 2, at("01.01")), {"foe": "01.01", "other": "01.03"}, "combat")
    assert ruling.verdict == "blocked"
    found = labels(ruling.detail.hexes)
    assert {"01.02", "01.11", "11.01"} <= found
    assert not found & {"01.01", "01.03", "01.12", "02.05"}


def test_a_blocked_entry_never_shifts_to_what_is_closed_to_all_who_come() -> None:
    units = [unit("u", "combat"), unit("enemy", "combat", "blue")]
    game = board("scs-1.6", units, {"enemy": "01.05"}, terrain={"01.06": "sea"}, arrivals=(Arrival(("u",), 1, at("01.05")),))
    assert {"01.04", "01.06", "01.07"} - labels(ask("entry", game).detail.hexes) == {"01.06"}


def test_a_blocked_entry_on_the_map_shifts_5_hexes_around_it() -> None:
    (place,) = at("06.06")
    ruling = entering("new-scs", Arrival(("new",), 2, (place,), edge=False), {"foe": "06.06"}, "combat")
    assert ruling.detail.hexes == {cell for cell in CELLS if 0 < cell.distance(place) <= 5}


@pytest.mark.parametrize(
    ("enemies", "marks"),
    [
        ({"foe": "02.05"}, {}),
        ({}, {"01.06": (Mark("minefield"),)}),
        ({}, {"01.05": (Mark("barrage-good"),)}),
        ({}, {"03.05": (Mark("battalion-barrage"),)}),
    ],
)
def test_enemies_mines_and_barrages_beside_one_entry_hex_of_tcs_let_the_whole_entry_shift(enemies, marks) -> None:
    arrival = Arrival(("new",), 2, at("01.05", "01.10"))
    ruling = entering("tcs-4.01", arrival, enemies, "infantry", marks=marks)
    assert ruling.verdict == "blocked"
    assert {"01.01", "01.12"} <= labels(ruling.detail.hexes)


def test_what_is_two_hexes_from_an_entry_of_tcs_does_not_let_it_shift() -> None:
    marks = {"03.05": (Mark("barrage-good"),)}
    assert entering("tcs-4.01", Arrival(("new",), 2, at("01.05")), {"foe": "03.07"}, "infantry", marks=marks).verdict == "open"


def test_a_closed_entry_of_vcs_waits_a_turn_and_then_has_the_whole_edge_outside_enemy_zones() -> None:
    ruling = entering("vcs", Arrival(("new",), 2, at("01.05")), {"foe": "02.05"}, "parent")
    assert ruling.detail.entries[0].delay == 1
    found = labels(ruling.detail.hexes)
    assert {"01.01", "01.12"} <= found
    assert "01.05" not in found
    assert all(label.startswith("01.") for label in found)
    assert entering("vcs", Arrival(("new",), 2, at("01.05")), {"foe": "02.05"}, "subordinate").verdict == "open"


def test_the_nearest_depot_of_their_own_takes_them_in_too() -> None:
    units = [unit("new", "parent"), unit("foe", "parent", "blue"), *(unit(each, "depot") for each in ("near", "far"))]
    at_ = {"foe": "02.05", "near": "05.05", "far": "09.09"}
    game = board(
        "vcs",
        [*units, unit("theirs", "depot", "blue")],
        {**at_, "theirs": "04.04"},
        arrivals=(Arrival(("new",), 2, at("01.05")),),
    )
    found = labels(ask("entry", game, unit="new").detail.hexes)
    assert "05.05" in found
    assert not found & {"09.09", "04.04"}


def entering_bcs(arrival: Arrival, **numbers: object):
    """The same in BCS, with numbers that the box states in the chart of entries."""
    units, foes = [unit("new", "combat"), unit("foe", "combat", "blue")], {"foe": EMPTY.box.label(arrival.hexes[0])}
    game = board("bcs-1.1", units, foes, arrivals=(arrival,))
    chart = game.ruleset.charts["bcs.entry"]
    rows = dict(zip(("edge", "inside", "delay"), chart.rows.labels, strict=True))
    cells = {(rows[name], "number"): Fraction(value) if isinstance(value, int) else value for name, value in numbers.items()}
    own = replace(chart, cells={**chart.cells, **cells}, status="box", source="the game")
    return ask("entry", Game.of(replace(game.box, charts={chart.id: own} if numbers else {}), game.ruleset), unit="new")


def test_where_a_blocked_entry_of_bcs_shifts_is_a_stand_in_that_says_so() -> None:
    ruling = entering_bcs(Arrival(("new",), 2, at("01.05")))
    assert (ruling.verdict, [(each.chart, each.status) for each in ruling.charts]) == ("blocked", [("bcs.entry", "stand-in")])
    assert ruling.detail.hexes == {
        each for each in rim(EMPTY.box.cells) if each in along_rim(EMPTY.box.cells, at("01.05"), 10)
    } - {*at("01.05")}
    assert "stand-in" in as_text(ruling, EMPTY.box)


@pytest.mark.parametrize(
    ("edge", "numbers", "count", "delay"),
    [
        (True, {"edge": 2}, 4, 0),
        (True, {"edge": 0, "delay": 1}, 0, 1),
        (True, {"edge": "no limit"}, 11, 0),
        (False, {"inside": 1}, 4, 0),
        (False, {"inside": 0}, 0, 0),
    ],
)
def test_a_box_of_bcs_says_how_far_blocked_entries_shift(edge, numbers, count, delay) -> None:
    ruling = entering_bcs(Arrival(("new",), 2, at("01.05"), edge=edge), **numbers)
    assert (len(ruling.detail.hexes), ruling.detail.entries[0].delay) == (count, delay)
    said = as_text(ruling, EMPTY.box)
    assert "stand-in" not in said
    assert ("nowhere else" in said) == (count == 0)


def test_an_entry_area_is_a_zone_and_all_reinforcements_are_listed() -> None:
    arrivals = (Arrival(("bn",), 3, area="East road"), Arrival(("b",), condition="on a roll of 6"))
    units = [unit("a", "combat", formation="bn"), unit("b", "combat")]
    game = with_zone(board("scs-1.6", units, formations=(BATTALION,), arrivals=arrivals), "East Road", "12.04", "12.05")
    ruling = ask("entry", game)
    assert [labels(entry.hexes) for entry in ruling.detail.entries] == [{"12.04", "12.05"}, set()]
    assert labels(ask("entry", game, unit="a").detail.hexes) == {"12.04", "12.05"}
    answer = as_json(ruling, game.box)
    assert [(each["turn"], each["blocked"]) for each in answer["entries"]] == [(3, []), (0, [])]
    assert ask("entry", game, unit="b").verdict == "open"


def test_without_a_scenario_nothing_can_be_said() -> None:
    game = Game.of(board("scs-1.6", []).box.with_scenarios({"battle.scenario.yaml": None}), EMPTY.ruleset)
    assert ask("set_up", game).verdict == ask("entry", game).verdict == "undecidable"


def test_units_below_thousands_of_formations_are_found_by_the_nearest_that_is_named() -> None:
    chain = [Formation(f"f{n}", "", "red", f"f{n + 1}") for n in range(5_000)]
    units = [unit(f"u{n}", "combat", formation=f"f{n}") for n in range(0, 5_000, 10)]
    set_ups = (SetUp(("f1000",), hexes=at("02.02")), SetUp(("f4000",), hexes=at("03.03")))
    game = board("scs-1.6", units, formations=chain, set_ups=set_ups, arrivals=(Arrival(("f3000",), 1, at("01.05")),))
    known = SetUps(game.forces, game.box.scenarios[FILE])
    for each in game.forces.all_units():
        number = int(each.id[1:])
        assert known.comes_in(each) == (1_000 < number <= 3_000)
        named = set_ups[:1] if number <= 1_000 else () if number <= 3_000 else set_ups[1:] if number <= 4_000 else ()
        assert known.of(each) == named
