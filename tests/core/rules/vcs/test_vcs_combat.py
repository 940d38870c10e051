"""Combat under VCS: strengths by supply and ground, odds for the defenders, lines, shifts with caps, and results."""

from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.charts import read_odds
from core.model.new_map import NewMap
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.vcs.combat import column_on_line
from core.rules.vcs.results import read_result

RULES = load_ruleset("vcs")
BOX = NewMap("Nowhere", ruleset="vcs", columns=1, rows=1).box()
LINES = RULES.charts["vcs.crt_lines"]
LAST = len(LINES.columns.labels)


@cache
def game(**options: str) -> Game:
    return Game.of(replace(BOX, options=options), RULES)


def told(question: str, in_: Game | None = None, **parameters):
    in_ = in_ or game()
    ruling = ask(question, in_, **parameters)
    assert as_text(ruling, in_.box).startswith(question)
    return as_json(ruling, in_.box)


def odds_by_hand(attack: int, defence: int) -> str:
    """The other way round: decimal numbers, and the rule as a reader works it."""
    if attack >= defence:
        return f"{(Decimal(attack) / Decimal(defence)).to_integral_value(ROUND_FLOOR)}:1"
    return f"1:{(Decimal(defence) / Decimal(attack)).to_integral_value(ROUND_CEILING)}"


@given(st.integers(1, 80), st.integers(1, 80))
def test_odds_are_rounded_for_the_defenders(attack, defence):
    found = told("combat", attackers=[attack], defenders=[defence])
    assert found["odds"] == odds_by_hand(attack, defence)


@given(st.integers(1, 200), st.integers(1, 20), st.integers(-9, 9), st.sampled_from(LINES.rows.labels))
def test_only_the_final_column_is_held_by_the_ends_of_the_table(attack, defence, shift, terrain):
    found = told("combat", attackers=[attack], defenders=[defence], shifts=shift, terrain=[terrain])
    first, second = (int(each) for each in odds_by_hand(attack, defence).split(":"))
    # Every line of the program rises by one from column to column.
    start = read_odds(str(LINES.cells[terrain, "1"]))
    entered = first - second - start + 1
    assert found["entered"] == entered
    assert found["column"] == str(max(1, min(LAST, entered + shift)))


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 20))
def test_a_stronger_attack_never_has_a_worse_column(attack, defence, more):
    weak, strong = (int(told("combat", attackers=[n], defenders=[defence])["column"]) for n in (attack, attack + more))
    assert weak <= strong


@given(st.lists(st.sampled_from(LINES.rows.labels), min_size=1, max_size=3))
def test_the_line_that_is_best_for_the_defenders_counts(terrain):
    columns = {kind: column_on_line(LINES, kind, 2) for kind in terrain}
    found = told("combat", attackers="9", defenders="3", terrain=terrain)
    assert found["entered"] == min(columns.values())


def test_a_line_may_leave_columns_out():
    holey = replace(LINES, cells={**LINES.cells, ("Town", "2"): "-", ("Town", "3"): "-"})
    assert column_on_line(holey, "Town", read_odds("1-3")) == 1
    assert column_on_line(holey, "Town", read_odds("1-2")) == 1
    assert column_on_line(holey, "Town", read_odds("2-1")) == 4
    with pytest.raises(WrongUse, match="has no odds"):
        column_on_line(replace(LINES, cells={}), "Town", 0)


def test_without_terrain_the_level_of_the_defenders_is_the_line():
    assert told("combat", attackers="5", defenders="5", attacker_levels="5", defender_levels="5")["line"] == "Level 5"
    assert told("combat", attackers="5", defenders="5")["line"] == "Level 1"


STATES = ("Supplied", "Out of supply", "Isolated")


@given(st.integers(1, 40), st.sampled_from(STATES))
def test_supply_halves_downwards_and_leaves_at_least_one(printed, state):
    attack = told("combat", attackers=[f"{printed}*{state}"], defenders=["1"])["attack"]
    defence = told("combat", attackers=["1"], defenders=[f"{printed}*{state}"])["defence"]
    wanted = {"Supplied": (printed, printed), "Out of supply": (printed // 2, printed), "Isolated": (1, printed // 2)}[state]
    assert (attack, defence) == tuple(max(1, each) for each in wanted)


@given(st.integers(1, 20), st.sampled_from(STATES))
def test_without_support_points_every_unit_is_a_level_lower(printed, state):
    lower = STATES[min(2, STATES.index(state) + 1)]
    one = told("combat", attackers=[f"{printed}*{state}"], defenders=["5"], attacker_support=0)["attack"]
    assert one == told("combat", attackers=[f"{printed}*{lower}"], defenders=["5"])["attack"]


def test_ground_may_be_that_of_one_unit():
    found = told("combat", attackers="10", defenders="4*Entrenchment, 4*River, 4*Entrenchment*River, 4")
    assert found["defence"] == 8 + 8 + 12 + 4
    with pytest.raises(WrongUse, match="defenders only"):
        told("combat", attackers="4*River", defenders="4")
    assert told("combat", attackers="9", defenders="4*Entrenchment", combined_arms=2)["shift"] == 0


@given(*(st.integers(0, 6) for _ in range(4)))
def test_caps_hold_every_kind_of_shift_and_the_rest_adds_up(integrity, artillery, against, arms):
    found = told(
        "combat",
        attackers="5",
        defenders="5",
        integrity=integrity,
        artillery=artillery,
        defence_artillery=against,
        combined_arms=arms,
    )
    assert found["shift"] == min(2, integrity) + min(2, artillery) - min(1, against) + arms


def test_two_members_attacking_together_count_by_one_reading_only():
    assert told("combat", attackers="5", defenders="5", pairs=1)["shift"] == 0
    assert told("combat", game(**{"integrity.left_shift": "both"}), attackers="5", defenders="5", pairs=1)["shift"] == -1


def test_rubble_and_engineers():
    assert told("combat", attackers="5", defenders="5", terrain="Town, Rubble")["shift"] == -1
    assert told("combat", attackers="5", defenders="5", terrain="Entrenchment", engineers="yes")["shift"] == 1
    with pytest.raises(WrongUse, match=r"13\.6"):
        told("combat", attackers="5", defenders="5", engineers="yes")


def test_rubble_is_placed_as_the_reading_says():
    def rubble(in_, **given_):
        found = told("combat", in_, attackers="9", defenders="3", terrain="Town", roll=7, **given_)
        return [reason["text"] for reason in found["reasons"] if "Rubble" in reason["text"]]

    assert rubble(game(), air=1) == ["Rubble is placed once the combat is resolved"]
    assert rubble(game(), defence_air=1) == []
    assert rubble(game(**{"rubble.placed": "success"}), defence_air=1) == ["Rubble is placed at once"]


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        ({"attackers": "x"}, "is no strength"),
        ({"attackers": "5*Isolatd"}, "Isolated"),
        ({"attacker_levels": "2"}, "given together"),
        ({"attacker_levels": "2.5", "defender_levels": "1"}, "whole numbers"),
        ({"attacker_levels": "2", "defender_levels": "0"}, "levels are whole numbers from 1 to 6"),
        ({"terrain": "Woods"}, "stands in none"),
        ({"artillery": -1}, "too low"),
        ({"roll": 13}, "cannot be rolled"),
        ({"defence_combined_arms": "armour"}, "attackers_heavy"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(given_, text):
    with pytest.raises(WrongUse, match=text):
        told("combat", **{"attackers": "5", "defenders": "5", **given_})


# Results


@pytest.mark.parametrize("text", [band.result for bands in RULES.charts["vcs.crt"].bands for band in bands])
def test_every_result_of_the_table_is_read(text):
    found = read_result(text)
    assert found is not None
    assert found.breakthrough == text.endswith("b")
    assert bool(found.losses.attacker.retreat) == (text[0] in "AB")


@given(st.sampled_from("AD"), st.integers(1, 3), st.integers(0, 2), st.integers(0, 3))
def test_each_step_beyond_those_that_must_be_lost_saves_a_hex(side, retreat, steps, more):
    text = f"{side}{retreat}" + (f"-({steps})" if steps else "")
    name, other = ("attacker", "defender") if side == "A" else ("defender", "attacker")
    if more > retreat:
        with pytest.raises(WrongUse, match="steps"):
            told("combat.result", result=text, **{f"{name}_steps": steps + more})
        return
    found = told("combat.result", result=text, **{f"{name}_steps": steps + more})
    assert found[f"{name}_retreat"] == retreat - more == found[f"{other}_advance"]
    assert found[f"{name}_advance"] == 0


def test_breakthroughs_cannot_be_bought_off():
    with pytest.raises(WrongUse, match="defenders 1 step, not 2"):
        told("combat.result", result="D2-(1)b", defender_steps=2)


def test_zones_on_the_way_cost_a_step_of_each_stack():
    found = told("combat.result", result="D2", zones=2, stacks=2)
    assert found["zone_steps"] == 4
    assert found["defender"]["steps"] == 4
    with pytest.raises(WrongUse, match="zones"):
        told("combat.result", result="D2", zones=3)
    with pytest.raises(WrongUse, match="zones"):
        told("combat.result", result="B1-(1)", zones=1)


def test_defenders_may_follow_attackers_who_alone_retreat():
    found = [told("combat", attackers=["1"], defenders=["2"], terrain=["Level 1"], roll=roll) for roll in range(2, 13)]
    assert {each["result"][:1]: each.get("defenders_advance") for each in found} == {"A": "yes", "B": None, "D": None}


def test_eliminated_attackers_do_not_advance():
    found = told("combat.result", result="B1-(1)", attacker_steps=2, eliminated="attackers")
    assert (found["attacker_advance"], found["defender_advance"]) == (0, 0)


def test_defenders_who_are_all_behind_rivers_are_attacked_across_rivers_only():
    assert told("combat", attackers="5", defenders="5*River, 3*River", combined_arms=3)["shift"] == 1
    assert told("combat", attackers="5", defenders="5*River, 3", combined_arms=3)["shift"] == 3


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        ({"terrain": "River"}, "river=yes"),
        ({"terrain": "Road"}, "movement only"),
        ({"defenders": "5*Leaving an enemy zone"}, "no state of supply"),
        ({"combined_arms": 1, "attackers_heavy": "no"}, "attackers_heavy"),
        ({"pairs": -1}, "too low"),
    ],
)
def test_what_would_count_for_nothing_is_refused(given_, text):
    with pytest.raises(WrongUse, match=text):
        told("combat", **{"attackers": "5", "defenders": "5", **given_})


def test_a_stack_that_retreats_is_one_at_least():
    with pytest.raises(WrongUse, match="stacks: 0"):
        told("combat.result", result="D2", zones=1, stacks=0)


def reasons(found) -> str:
    return "; ".join(reason["text"] for reason in found["reasons"])


@pytest.mark.parametrize(
    ("given_", "shift", "success"),
    [
        ({"terrain": "Town", "air": 1}, True, True),
        ({"terrain": "City", "air": 1}, True, False),
        ({"terrain": "Town", "defence_naval": 1}, False, True),
        ({"terrain": "Town, Rubble", "air": 1}, False, False),
        ({"terrain": "Level 2", "air": 1}, False, False),
    ],
)
def test_the_reading_of_rubble_is_named_where_it_decides(given_, shift, success):
    for choice, wanted in (("shift", shift), ("success", success)):
        found = reasons(told("combat", game(**{"rubble.placed": choice}), attackers="9", defenders="3", roll=7, **given_))
        assert ("Rubble is placed" in found) == wanted
        assert ("What makes rubble" in found) == (shift != success)


def test_the_reading_of_members_that_attack_together_is_named():
    for choice in ("defence", "both"):
        found = told("combat", game(**{"integrity.left_shift": choice}), attackers="5", defenders="5", pairs=1)
        assert "Two members of a parent together" in reasons(found)


def advances_by_hand(side_retreat: int, side_steps: int, lost: int) -> tuple[int, int]:
    """An advance against eliminated enemies by either reading: what is left of their retreat, or one hex at least."""
    rest = side_retreat - (lost - side_steps)
    return rest, max(rest, 1)


@given(st.integers(1, 3), st.integers(0, 2), st.integers(0, 3))
def test_steps_that_eliminated_defenders_paid_shorten_the_advance(retreat, steps, more):
    lost = steps + min(more, retreat)
    given_ = {"result": f"D{retreat}" + (f"-({steps})" if steps else ""), "defender_steps": lost, "eliminated": "defenders"}
    letter, entered = (
        told("combat.result", game(**{"advance.eliminated": choice}), **given_) for choice in ("remaining", "emptied_hex")
    )
    wanted = advances_by_hand(retreat, steps, lost)
    assert (letter["attacker_advance"], entered["attacker_advance"]) == wanted
    title = RULES.options["advance.eliminated"].title
    assert [title in reasons(each) for each in (letter, entered)] == [wanted[0] != wanted[1]] * 2


def test_only_the_note_on_its_result_lets_attackers_enter_a_vacant_hex_besides():
    given_ = {"attacker_steps": 2, "defender_steps": 2, "eliminated": "defenders"}
    noted = told("combat.result", result="B1-(1)", **given_)
    assert (noted["attacker_advance"], "Decided by" in reasons(noted)) == (1, False)
    assert "VCS 10.8" in [each["rule"] for each in noted["reasons"] if "may advance" in each["text"]]
    other = told("combat.result", result="B1", **{**given_, "attacker_steps": 1, "defender_steps": 1})
    assert (other["attacker_advance"], "Decided by" in reasons(other)) == (0, True)
    theirs = told("combat.result", result="B1-(1)", **{**given_, "eliminated": "attackers"})
    assert (theirs["defender_advance"], "Decided by" in reasons(theirs)) == (0, True)


def test_hexes_beyond_the_usual_and_steps_in_zones_are_numbers_of_the_rules():
    numbers = {
        **RULES.numbers,
        "breakthrough.mechanised": replace(RULES.numbers["breakthrough.mechanised"], value=Fraction(2)),
        "retreat.zone_loss": replace(RULES.numbers["retreat.zone_loss"], value=Fraction(3)),
    }
    other = Game.of(BOX, replace(RULES, numbers=numbers))
    assert told("combat.result", other, result="D2-(1)b")["attacker_advance_mechanised"] == 4
    assert told("combat.result", other, result="D2", zones=2)["zone_steps"] == 6


LEVELS = st.lists(st.integers(1, 6), min_size=1, max_size=2)


@given(st.sampled_from(["Town", "City", "Swamp"]), LEVELS, st.integers(1, 30))
def test_of_terrain_and_level_the_line_that_is_best_for_the_defenders_counts_or_the_terrains_alone(terrain, held, attack):
    given_ = {"attackers": [attack], "defenders": "6", "terrain": terrain, "attacker_levels": "1", "defender_levels": held}
    best, alone = (told("combat", game(**{"lines.level": choice}), **given_) for choice in ("best", "terrain"))
    step = read_odds(best["odds"])
    kinds = [terrain, *(f"Level {level}" for level in held)]
    assert best["entered"] == min(column_on_line(LINES, kind, step) for kind in kinds)
    assert (alone["line"], alone["entered"]) == (terrain, column_on_line(LINES, terrain, step))
    title = RULES.options["lines.level"].title
    assert [title in reasons(each) for each in (best, alone)] == [best["column"] != alone["column"]] * 2


def test_a_town_on_level_four_is_no_worse_for_its_defenders_than_level_four():
    found = told("combat", attackers="18", defenders="6", terrain="Town", attacker_levels="4", defender_levels="4")
    assert (found["line"], found["column"]) == ("Level 4", "4")
