"""Combat under New SCS: both sides of the table, modifiers, armour, ambush and surprise; beside a second working by hand."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.charts import find, result

RULES = load_ruleset("new-scs")
BOX = NewMap("Nowhere", ruleset="new-scs", columns=1, rows=1).box()
COLUMNS = RULES.charts["new_scs.crt_defender"].columns.labels
FACES = range(1, 7)


@cache
def game(**options: str) -> Game:
    return Game.of(replace(BOX, options=options), RULES)


def told(question: str, in_: Game | None = None, **parameters):
    in_ = in_ or game()
    ruling = ask(question, in_, **parameters)
    assert as_text(ruling, in_.box).startswith(question)
    return as_json(ruling, in_.box)


def digits(text: str) -> tuple[int, int]:
    """Steps and hexes of one side's result, read letter by letter."""
    steps, _, hexes = text.lstrip("AD").partition("r")
    return (0, 0) if text == "none" else (int(steps or 0), int(hexes or 0))


def by_hand(column: str, attackers_column: str, left: int, right: int, ambush: int, surprise: int, white: int, red: int):
    """Both sides' steps and hexes, worked without the procedures: (attackers, defenders, event)."""
    charts = RULES.charts
    roll = white + red
    lost, back = digits(_at("new_scs.crt_defender", column, roll + right, charts))
    mine, away = digits(_at("new_scs.crt_attacker", attackers_column, roll + left, charts))
    event = "ambush" if white <= ambush else "surprise" if red >= 7 - surprise else "normal"
    if event == "ambush":
        back = back - 1 if back else 0
        lost, mine = (lost - 1, mine) if lost else (lost, mine + 1)
    if event == "surprise":
        back += 1
        lost, mine = (lost, mine - 1) if mine else (lost + 1, mine)
    if mine and not lost and not back:
        away = 1
    return (mine, away), (lost, back), event


def _at(id_: str, label: str, roll: int, charts) -> str:
    return result(charts[id_], find(charts[id_].columns, label), roll)


FLAGS = st.sampled_from(["no", "yes"])
SIDES = st.sampled_from(["none", "attackers", "defenders"])


@settings(max_examples=60)
@given(
    st.fixed_dictionaries(
        {
            "attackers": st.integers(4, 40).map(str),
            "defenders": st.integers(1, 12).map(str),
            "shift": st.integers(0, 2),
            "engineers": FLAGS,
            "support": FLAGS,
            "hazardous": FLAGS,
            "defending_units": st.integers(0, 4),
            "stack": st.integers(0, 4),
            "soft_stack": st.integers(0, 4),
            "better": SIDES,
            "dg": st.sampled_from(["none", "attackers", "defenders", "both"]),
            "intelligence": st.sampled_from(["none", "attacker", "defender"]),
            "white": st.integers(1, 6),
            "red": st.integers(1, 6),
        }
    )
)
def test_a_combat_comes_out_as_worked_by_hand(asked):
    found = told("combat", **asked)
    attack, defence = int(asked["attackers"]), int(asked["defenders"])
    if attack >= defence:
        place = min(4, (2 * attack + defence) // (2 * defence) - 1)
    else:
        place = 1 - (2 * defence + attack) // (2 * attack)
    place -= max(0, asked["shift"] - (asked["engineers"] == "yes"))
    left = -(asked["support"] == "yes") - (max(asked["stack"], asked["soft_stack"]) >= 3) - (asked["soft_stack"] >= 3)
    left -= asked["better"] == "defenders"
    right = -(asked["support"] == "yes") + (asked["defending_units"] >= 3) + (asked["better"] == "attackers")
    ambush = min(
        3, 1 + (asked["better"] == "defenders") + (asked["hazardous"] == "yes") + (asked["intelligence"] == "defender")
    )
    surprise = min(3, 1 + (asked["better"] == "attackers") + (asked["intelligence"] == "attacker"))
    ambush *= asked["dg"] not in ("defenders", "both")
    surprise *= asked["dg"] not in ("attackers", "both")
    assert (found["attackers_modifier"], found["defenders_modifier"]) == (max(-3, left), right)
    assert (found["ambush_faces"], found["surprise_faces"]) == (ambush, surprise)
    if place < -2:
        assert (found["verdict"], found["column"]) == ("A1r1", "none")
        return
    column = COLUMNS[place + 2]
    assert found["column"] == column
    mine, theirs, event = by_hand(
        column, found["attackers_column"], max(-3, left), right, ambush, surprise, asked["white"], asked["red"]
    )
    assert found["verdict"] == event
    assert (found["attacker"]["steps"], found["attacker"]["retreat"]) == mine
    assert (found["defender"]["steps"], found["defender"]["retreat"]) == theirs


@pytest.mark.parametrize("terrain", ["Clear", "Forest", "City"])
def test_the_chances_of_both_sides_together_are_those_of_all_36_rolls(terrain):
    given_ = {"attackers": "20", "defenders": "6", "terrain": terrain, "better": "defenders"}
    both = told("combat", **given_)["tables"][2]
    counted: dict[str, Fraction] = {}
    for white in FACES:
        for red in FACES:
            name = told("combat", **given_, white=white, red=red)["result"]
            counted[name] = counted.get(name, Fraction(0)) + Fraction(1, 36)
    assert {name: Fraction(chance) for name, chance in both["chances"].items()} == counted
    assert sum(counted.values()) == 1


@given(st.integers(5, 60), st.integers(1, 12), st.integers(0, 2))
def test_no_shift_starts_right_of_5_to_1(attack, defence, shift):
    found = told("combat", attackers=[attack], defenders=[defence], shift=shift)
    if attack >= 5 * defence:
        assert found["column"] == COLUMNS[-1 - shift]


def test_engineers_take_one_column_from_terrain_that_shifts_and_nothing_from_other():
    given_ = {"attackers": "40", "defenders": "4", "engineers": "yes"}
    assert [told("combat", **given_, terrain=each)["column"] for each in ("City", "Forest", "Clear")] == ["4-1", "5-1", "5-1"]


def test_armour_has_no_advantage_where_terrain_shifts_even_beside_engineers():
    given_ = {"attackers": "12", "defenders": "6", "tanks": "8", "engineers": "yes", "terrain": "Forest"}
    assert told("combat", **given_)["armour"] == "nobody"


@pytest.mark.parametrize(
    ("parameters", "side"),
    [
        *(({"tanks": "8"}, "attacker"), ({}, "nobody"), ({"defending_tanks": "1"}, "defender")),
        *(({"tanks": "1", "guns": "1"}, "defender"), ({"tanks": "8*DG", "guns": "2"}, "attacker")),
        ({"tanks": "7", "defending_tanks": "1", "guns": "1"}, "attacker"),
    ],
)
def test_armour_counts_tanks_against_tanks_and_guns(parameters, side):
    assert told("combat", attackers="12", defenders="6", **parameters)["armour"] == side


def test_tanks_that_are_disorganized_count_half_for_armour_by_a_reading():
    given_ = {"attackers": "12", "defenders": "6", "tanks": "8*DG", "guns": "2"}
    assert told("combat", game(**{"armour.factors": "in_combat"}), **given_)["armour"] == "nobody"


def test_the_divisional_table_is_read_when_the_game_says_so():
    divisional = told("combat", game(**{"crt.scale": "divisional"}), attackers="12", defenders="6", white=3, red=3)
    assert [table["chart"] for table in divisional["tables"][:2]] == [
        "new_scs.crt_defender_divisional",
        "new_scs.crt_attacker_divisional",
    ]


def test_odds_left_of_the_table_are_a_reading():
    given_ = {"attackers": "1", "defenders": "9", "white": 6, "red": 5}
    assert told("combat", **given_)["attacker"]["steps"] == 1
    assert told("combat", **given_)["verdict"] == "A1r1", "they alone lost something, and fall back"
    first = told("combat", game(**{"odds.left_of_table": "first_column"}), **given_)
    assert (first["column"], first["verdict"]) == ("1-3", "normal")


def test_intelligence_of_the_attacker_is_a_reading_and_comes_from_the_box():
    given_ = {"attackers": "9", "defenders": "3"}
    own = {"ambush.intelligence": "attacker"}
    for options, faces in ((own, (1, 2)), ({**own, "surprise.intelligence": "ambush"}, (2, 1))):
        found = told("combat", game(**options), **given_)
        assert (found["ambush_faces"], found["surprise_faces"]) == faces


def test_a_retreat_of_one_hex_may_be_ignored_in_terrain_of_two_shifts():
    given_ = {"attackers": "30", "defenders": "6", "terrain": "City"}
    rolls = [(white, red) for white in FACES for red in FACES]
    one = next(r for r in rolls if told("combat", **given_, white=r[0], red=r[1])["defender"]["retreat"] == 1)
    asked = told("combat", **given_, white=one[0], red=one[1])
    assert "Terrain of two shifts: the defenders may stay" in [each["text"] for each in asked["reasons"]]
    stays = told("combat", game(**{"retreat.one_hex": "stay"}), **given_, white=one[0], red=one[1])
    assert (stays["defender"]["retreat"], stays["attacker"]["retreat"]) == (0, 0)


def test_ambush_after_the_forced_retreat_is_a_reading():
    given_ = {"attackers": "9", "defenders": "6"}
    later = game(**{"ambush.order": "last"})
    differing = [
        (white, red)
        for white in FACES
        for red in FACES
        if told("combat", **given_, white=white, red=red)["result"]
        != told("combat", later, **given_, white=white, red=red)["result"]
    ]
    assert differing
    assert all(told("combat", **given_, white=w, red=r)["verdict"] != "normal" for w, r in differing)


def test_steps_in_the_place_of_a_retreat_are_a_reading():
    given_ = {"attackers": "30", "defenders": "6", "white": 5, "red": 5}
    assert len(told("combat", **given_)["defender"]["ways"]) == 1
    found = told("combat", game(**{"retreat.conversion": "convertible"}), **given_)["defender"]
    assert len(found["ways"]) == found["retreat"] + 1 > 1


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"white": 3}, "Give both dice, white=… and red=…, or neither."),
        ({"white": 3, "red": 7}, "red: a die shows 1 to 6, not 7."),
        ({"overrun": "yes", "support": "yes"}, "no artillery supports the defenders against an overrun"),
        ({"shift": 3}, "terrain shifts 0 to 2 columns"),
        ({"shift": 1, "terrain": "City"}, "Give terrain=… or shift=…, not both."),
        ({"terrain": "Cty"}, 'Did you mean "City"?'),
        ({"attackers": "0"}, "their strength together must be above 0"),
        ({"defenders": "4*River"}, '"River" stands in none of the charts new_scs.factors.'),
    ],
)
def test_what_cannot_be_is_told(parameters, said):
    with pytest.raises(WrongUse) as error:
        ask("combat", game(), **{"attackers": "9", "defenders": "3", **parameters})
    assert said in str(error.value)


def test_a_defence_of_nothing_decides_nothing():
    assert told("combat", attackers="4", defenders="0")["verdict"] == "undecidable"


def test_odds_left_of_a_stand_in_say_that_it_is_one():
    charts = {each["id"]: each["provenance"] for each in told("combat", attackers="1", defenders="5")["charts"]}
    assert charts["new_scs.crt_defender"] == "stand-in"


@pytest.mark.parametrize("where", [{"terrain": "City"}, {"shift": 2}, {"terrain": "Swamp"}])
def test_an_overrun_into_terrain_that_bars_it_is_refused(where):
    with pytest.raises(WrongUse, match="overrun: none is allowed"):
        ask("combat", game(), attackers="3", defenders="1", overrun="yes", **where)


def test_an_overrun_into_two_shifts_is_a_reading():
    allowed = game(**{"overrun.two_shifts": "allowed"})
    assert told("combat", allowed, attackers="3", defenders="1", overrun="yes", terrain="City")["column"] == "1-1"


def decided(found) -> set[str]:
    """The readings that a ruling names."""
    return {
        id_ for id_, option in RULES.options.items() if any(f"“{option.title}”" in each["text"] for each in found["reasons"])
    }


READINGS = ("ambush.order", "odds.left_of_table", "retreat.conversion", "surprise.intelligence")


@settings(max_examples=40)
@given(
    st.integers(1, 30),
    st.integers(1, 12),
    st.sampled_from(["none", "attacker", "defender"]),
    st.sampled_from(["Clear", "City"]),
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from(READINGS),
)
def test_a_reading_is_named_just_where_the_other_choice_gives_something_else(
    attack, defence, who, terrain, white, red, reading
):
    given_ = {
        "attackers": [attack],
        "defenders": [defence],
        "intelligence": who,
        "terrain": terrain,
        "white": white,
        "red": red,
    }
    answers = [told("combat", game(**{reading: choice}), **given_) for choice in RULES.options[reading].values]
    kept = ("verdict", "value", "attacker", "defender")
    differ = [each[name] for name in kept for each in answers[:1]] != [each[name] for name in kept for each in answers[1:]]
    assert [reading in decided(each) for each in answers] == [differ] * 2


def test_without_dice_a_reading_is_named_where_it_changes_a_chance():
    assert "ambush.order" in decided(told("combat", attackers="9", defenders="6"))
    text = [each["text"] for each in told("combat", attackers="1", defenders="9")["reasons"]][-1]
    assert "(first column) it would be: column 1-3, ambush on 1 face, surprise on 1 face, A3r1 with a chance of 1/12," in text
    assert text.endswith(", and other chances.")


def test_a_refusal_that_a_reading_makes_names_it():
    city = {"attackers": "3", "defenders": "1", "overrun": "yes", "terrain": "City"}
    with pytest.raises(WrongUse, match=r"With the other reading \(allowed\)"):
        ask("combat", game(), **city)
    assert "overrun.two_shifts" in decided(told("combat", game(**{"overrun.two_shifts": "allowed"}), **city))
    with pytest.raises(WrongUse) as error:
        ask("combat", game(), **{**city, "terrain": "Swamp"})
    assert "reading" not in str(error.value)
