"""Combat under SCS: strengths stay exact, odds find their column, shifts move it, and results ask what the rules say."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.charts import Axis, Band, Chart
from core.model.new_map import NewMap
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game

RULES = load_ruleset("scs-1.6")
BOX = NewMap("Nowhere", ruleset="scs-1.6", columns=1, rows=1).box()
COLUMNS = RULES.charts["scs.crt"].columns.labels


@cache
def game(chart_set: str = "", **options: str) -> Game:
    return Game.of(replace(BOX, chart_set=chart_set, options=options), RULES)


def told(question: str, in_: Game | None = None, **parameters):
    in_ = in_ or game()
    ruling = ask(question, in_, **parameters)
    assert as_text(ruling, in_.box).startswith(question)
    return as_json(ruling, in_.box)


def odds_by_hand(attack: int, defence: int) -> str:
    """The other way round: decimal numbers, and the rule as a reader works it."""
    larger, smaller = max(attack, defence), min(attack, defence)
    whole = (Decimal(larger) / Decimal(smaller)).quantize(Decimal(1), ROUND_HALF_UP)
    return f"{whole}:1" if attack >= defence else f"1:{whole}"


@given(st.integers(1, 60), st.integers(1, 60), st.integers(-4, 4))
def test_odds_are_those_worked_by_hand_and_shifts_move_them_along_the_table(attack, defence, shift):
    found = told("combat", attackers=[attack], defenders=[defence], shifts=shift)
    assert found["odds"] == odds_by_hand(attack, defence)
    first, second = (int(each) for each in found["odds"].split(":"))
    place = first - second + shift + 2
    assert found["column"] == ("A1" if place < 0 else COLUMNS[min(place, len(COLUMNS) - 1)])


@given(st.integers(1, 60), st.integers(1, 60), st.integers(-9, 9))
def test_odds_held_at_the_end_shift_from_there_on_either_side(attack, defence, shift):
    found = told("combat", game(**{"odds.beyond_table": "end"}), attackers=[attack], defenders=[defence], shifts=shift)
    first, second = (int(each) for each in found["odds"].split(":"))
    place = max(-1, min(first - second + 2, len(COLUMNS) - 1)) + shift
    assert found["column"] == ("A1" if place < 0 else COLUMNS[min(place, len(COLUMNS) - 1)])


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "by_distance", "from_the_end"),
    [
        (9, 1, -3, "6:1", "3:1"),
        (1, 9, 6, "1:3", "4:1"),
        (9, 1, 2, "6:1", "6:1"),
        (1, 9, 0, "A1", "A1"),
        (3, 1, -1, "2:1", "2:1"),
    ],
)
def test_the_reading_of_odds_beyond_the_table_is_named_just_where_it_decides(attack, defence, shift, by_distance, from_the_end):
    columns = {"distance": by_distance, "end": from_the_end}
    for choice, column in columns.items():
        in_ = game(**{"odds.beyond_table": choice})
        found = told("combat", in_, attackers=[attack], defenders=[defence], shifts=shift)
        assert found["column"] == column
        named = [each for each in found["reasons"] if each["rule"] == "SCS 1.6 7.3, 7.4"]
        assert len(named) == (by_distance != from_the_end)
        assert all(columns["end" if choice == "distance" else "distance"] in each["text"] for each in named)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 20))
def test_a_stronger_attack_never_has_a_worse_column(attack, defence, more):
    order = ("A1", *COLUMNS)
    weak, strong = (told("combat", attackers=[n], defenders=[defence])["column"] for n in (attack, attack + more))
    assert order.index(weak) <= order.index(strong)


@given(st.integers(1, 40), st.integers(1, 40), st.sampled_from(["", "Woods", "City", "Village"]))
def test_the_chances_of_all_results_add_up_to_one(attack, defence, terrain):
    found = told("combat", attackers=[attack], defenders=[defence], terrain=terrain)
    assert sum(Fraction(chance) for chance in found["tables"][0]["chances"].values()) == 1


@given(st.lists(st.integers(1, 200), min_size=1, max_size=5), st.integers(0, 3))
def test_halves_of_halves_stay_exact(strengths, halves):
    found = ask("combat", game(), attackers=["*".join([str(n), *["1/2"] * halves]) for n in strengths], defenders=["7"])
    assert sum(force.strength for force in found.detail.attackers) == Fraction(sum(strengths), 2**halves)


def test_factors_of_terrain_hold_for_those_that_are_subject_to_it():
    found = told("combat", attackers="4*River,4*River*Out of supply,6", defenders="3,1*DG", terrain="Woods")
    assert (found["attack"], found["defence"]) == (9, 7)
    assert [chart["id"] for chart in found["charts"]] == ["scs.terrain", "scs.out_of_supply", "scs.modifiers", "scs.crt"]


def test_terrain_that_shifts_and_modifiers_of_the_game_are_added_up():
    found = told("combat", attackers="8", defenders="4", terrain="Village", modifiers="Air, Artillery", shifts=1)
    assert [(each["name"], each["value"]) for each in found["tables"][0]["shifts"]] == [
        *(("Village", -1), ("Air", 1), ("Artillery", 1)),
        ("Shifts given", 1),
    ]
    assert (found["odds"], found["column"]) == ("2:1", "4:1")


@pytest.mark.parametrize(
    ("choice", "defence", "column"), [("multiplier", 8, "1:1"), ("shift", 4, "1:1"), ("by_chart", 8, "1:2")]
)
def test_a_game_may_use_terrain_in_one_way_only(choice, defence, column):
    found = told("combat", game(**{"combat.terrain": choice}), attackers="8", defenders="4", terrain="Woods,Village")
    assert (found["defence"], found["column"]) == (defence, column)


@pytest.mark.parametrize(
    ("choice", "left_out"),
    [("multiplier", ["Village"]), ("shift", ["Woods"]), ("by_chart", [])],
)
def test_what_the_way_of_the_game_leaves_out_of_terrain_is_said(choice, left_out):
    found = told("combat", game(**{"combat.terrain": choice}), attackers="8", defenders="4", terrain="Woods,Village")
    said = [each["text"] for each in found["reasons"] if "by the options of the box" in each["text"]]
    assert [text.partition(":")[0] for text in said] == left_out
    assert all(each["rule"] == "SCS 1.6 7.3" for each in found["reasons"] if each["text"] in said)


def test_terrain_that_shifts_the_odds_multiplies_no_single_unit():
    with pytest.raises(WrongUse, match=r'terrain shifts the odds \(7.3\); "River" multiplies no strength'):
        told("combat", game(**{"combat.terrain": "shift"}), attackers="4*River", defenders="4")
    assert told("combat", game(**{"combat.terrain": "multiplier"}), attackers="4*River", defenders="4")["attack"] == 2


def test_the_defenders_do_first_what_a_result_asks():
    reasons = [each["text"] for each in told("combat.result", result="A1D2r2")["reasons"]]
    assert [text.partition(":")[0] for text in reasons] == [
        *("Defenders",) * 4,
        "Attackers",
        "Once the hex is empty, units that exploit advance up to 2 hexes, others one",
    ]


def test_the_first_step_is_lost_by_the_strongest_as_printed():
    found = told("combat", attackers="1,9*1/4,3", defenders="40", roll=7)
    assert "Attackers: the first step is lost by a unit of printed strength 9" in [each["text"] for each in found["reasons"]]


def test_a_table_of_11_to_66_is_chosen_by_the_options_or_comes_with_the_game():
    by_option = told("combat", game(**{"crt.dice": "11..66"}), attackers="3", defenders="1", roll=66)
    assert by_option["tables"][0]["chart"] == "scs.crt_1166"
    by_game = told("combat", game("ardennes"), attackers="3", defenders="1", roll=66)
    assert (by_game["result"], by_game["charts"][0]["provenance"]) == ("D2r2", "transcription")
    with pytest.raises(WrongUse, match="17 cannot be rolled with two dice read one after the other"):
        ask("combat", game("ardennes"), attackers="3", defenders="1", roll=17)
    with pytest.raises(WrongUse, match="nothing can be added to such a roll"):
        ask("combat", game("ardennes"), attackers="3", defenders="1", roll=16, roll_modifier=1)
    with pytest.raises(WrongUse, match='the options of the box say "2d6"'):
        ask("combat", game("ardennes", **{"crt.dice": "2d6"}), attackers="3", defenders="1")


@pytest.mark.parametrize(
    ("chart_set", "attack", "defence", "roll", "result"),
    [
        *(("afrika", 9, 1, 12, "D6r5"), ("afrika", 1, 4, 2, "A3r1"), ("crusader", 1, 1, 4, "A2D1")),
        *(("guadalajara", 2, 1, 12, "D2r3"), ("yom-kippur", 5, 1, 12, "D3r2"), ("bastogne", 5, 1, 12, "D2r6")),
    ],
)
def test_the_table_of_a_game_is_read_in_the_place_of_the_stand_in(chart_set, attack, defence, roll, result):
    found = told("combat", game(chart_set), attackers=[attack], defenders=[defence], roll=roll)
    assert found["verdict"] == result


def test_modifiers_take_rolls_beyond_the_dice_where_the_table_of_the_game_goes_on():
    given_ = {"attackers": "2", "defenders": "1", "roll": 12}
    assert told("combat", game("fallschirmjaeger"), **given_, modifiers="Assault Overrun Exclusive")["result"] == "D3r4"
    assert told("combat", game("guadalajara"), **{**given_, "roll": 2}, modifiers="Flame Defend")["result"] == "A1r2"


def test_a_column_that_was_left_out_decides_nothing():
    found = told("combat", game("stalingrad-pocket"), attackers="4", defenders="1", roll=9)
    assert found["verdict"] == "undecidable"
    assert "The table in force has no usable result in column 4:1" in [each["text"] for each in found["reasons"]]


def test_a_defence_of_nothing_decides_nothing():
    assert told("combat", attackers="4", defenders="0")["verdict"] == "undecidable"


def test_a_unit_without_strength_may_join_an_attack_unless_the_box_says_otherwise():
    assert told("combat", attackers="0,4", defenders="4")["odds"] == "1:1"
    with pytest.raises(WrongUse, match="takes part in no attack"):
        ask("combat", game(**{"attack.zero_strength": "never"}), attackers="0,4", defenders="4")
    with pytest.raises(WrongUse, match="at least one must have a strength above 0"):
        ask("combat", game(), attackers="0,0", defenders="4")


def test_a_printed_table_that_says_nothing_of_its_left_end_keeps_the_rule():
    printed = Chart(
        *("scs.crt", "Ours", "dice", "steps lost", "box", "the printed card", Axis("odds", ("1:1", "2:1"), "odds")),
        dice="2d6",
        bands=((Band(2, 12, "A1"),), (Band(2, 12, "D1r1"),)),
    )
    own = Game.of(replace(BOX, charts={"scs.crt": printed}), RULES)
    assert told("combat", own, attackers="1", defenders="3", roll=12)["column"] == "A1"
    found = told("combat", own, attackers="4", defenders="2", roll=12)
    assert (found["result"], found["charts"][0]["provenance"]) == ("D1r1", "box")


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"attackers": "4*Rivr"}, '"Rivr" stands in none of the charts'),
        ({"attackers": "4*Air"}, '"Air" shifts the odds, which no single unit has; give it as modifiers=Air.'),
        ({"attackers": "4*Village"}, "give it as terrain=Village."),
        ({"modifiers": "DG"}, '"DG" multiplies the strength of units; write it with each that it holds for, as in 4*DG.'),
        ({"terrain": "Wods"}, 'Did you mean "Woods"?'),
        ({"roll": 13}, "roll: 13 cannot be rolled with the sum of two dice (2 to 12)."),
        ({"attackers": "four"}, '"four" is no strength such as 4, 2.5, 4*1/2 or 4*River.'),
    ],
)
def test_what_cannot_be_is_told(parameters, said):
    with pytest.raises(WrongUse) as error:
        ask("combat", game(), **{"attackers": "4", "defenders": "2", **parameters})
    assert said in str(error.value)


# Barrages


def test_a_barrage_finds_its_column_by_the_rounded_sum():
    found = told("barrage", strengths="2*1/2,2*1/4", terrain="City", modifiers="Dense target", shifts=3, roll=12)
    assert [each["text"] for each in found["reasons"]][1] == "3/2 is rounded to 2"
    assert (found["column"], found["result"]) == ("5-7", "1")


def test_a_barrage_left_of_the_table_has_no_effect():
    assert told("barrage", strengths="1", shifts=-1, roll=12)["verdict"] == "NE"
    assert told("barrage", strengths="0", roll=12)["verdict"] == "NE"


@pytest.mark.parametrize(
    ("chart_set", "strength", "terrain", "roll", "result"),
    [
        *(("ardennes", 18, "", 12, "2"), ("ardennes", 24, "", 7, "DG"), ("rostov-41", 4, "", 1, "DG+Loss")),
        *(("rostov-41", 4, "City", 2, "DG"), ("fallschirmjaeger", 6, "City", 6, "NE"), ("fallschirmjaeger", 6, "", 6, "DG")),
        ("drive-on-paris", 19, "", 6, "undecidable"),
    ],
)
def test_the_barrage_table_of_a_game_is_read(chart_set, strength, terrain, roll, result):
    found = told("barrage", game(chart_set), strengths=[strength], terrain=terrain, roll=roll)
    assert found["verdict"] == result


# Results and overruns


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"result": "DG"}, '"DG" is no result such as A1r1, D2 or A1D1r2.'),
        ({"result": "D1", "zones": 1}, "just one side must retreat"),
        ({"result": "Dr2", "zones": 3}, "Defenders retreat 2 hexes; zones and blocked together cannot be more."),
        ({"result": "Dr2", "zones": -1}, "zones: -1 is too low; 0 is the least."),
    ],
)
def test_a_result_that_cannot_be_is_told(parameters, said):
    with pytest.raises(WrongUse) as error:
        ask("combat.result", game(), **parameters)
    assert said in str(error.value)


@given(st.integers(1, 6), st.data())
def test_zones_and_blocked_hexes_cost_one_step_each(hexes, data):
    blocked = data.draw(st.integers(0, hexes))
    zones = data.draw(st.integers(0, hexes - blocked))
    found = told("combat.result", result=f"D1r{hexes}", zones=zones, blocked=blocked)
    assert (found["defender"]["steps"], found["defender"]["retreat"]) == (1 + zones + blocked, hexes - blocked)


@given(st.integers(0, 8), st.integers(0, 4), st.booleans())
def test_an_overrun_costs_the_adjacent_hex_its_zone_and_two(target, adjacent, zone):
    found = told("overrun", target=target, adjacent=adjacent, zone="yes" if zone else "no")
    assert found["value"] == adjacent + 2 * zone + 2
    assert found["verdict"] == ("allowed" if target <= 2 else "prohibited")


def test_attackers_whose_factors_leave_nothing_are_refused():
    with pytest.raises(WrongUse, match="above 0"):
        ask("combat", game(), attackers="4*0", defenders="2")


def test_a_strength_has_no_endless_factors():
    with pytest.raises(WrongUse, match="more than 12 factors"):
        ask("combat", game(), attackers="4" + "*999999" * 900, defenders="2")


def test_odds_beyond_all_columns_are_read_at_the_ends():
    assert ask("combat", game(), attackers="5000", defenders="1").value == "6:1"
    assert ask("combat", game(), attackers="0.000001", defenders="999999").value == "A1"


def test_no_cost_of_an_overrun_is_below_nothing():
    with pytest.raises(WrongUse, match="target: -1 is too low; 0 is the least"):
        ask("overrun", game(), target=-1, adjacent=1)


def test_the_reading_of_units_without_a_strength_is_named_where_such_a_unit_attacks():
    def named(in_, attackers):
        return any(
            "strength of 0”" in each["text"] for each in told("combat", in_, attackers=attackers, defenders="4")["reasons"]
        )

    assert [named(game(), attackers) for attackers in ("0,4", "4")] == [True, False]
    never = game(**{"attack.zero_strength": "never"})
    assert not named(never, "4")
    with pytest.raises(WrongUse, match=r"With the other reading \(may join\)"):
        ask("combat", never, attackers="0,4", defenders="4")
