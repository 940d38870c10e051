"""Supply, chits, support points, movement, zones and demolition under VCS."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.model.state import AIR_SUPPLY
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game

RULES = load_ruleset("vcs")
BOX = NewMap("Nowhere", ruleset="vcs", columns=1, rows=1).box()
STATES = ("Supplied", "Out of supply", "Isolated")
CHITS = RULES.charts["vcs.chits"]


@cache
def game(**options: str) -> Game:
    return Game.of(replace(BOX, options=options), RULES)


def told(question: str, in_: Game | None = None, **parameters):
    in_ = in_ or game()
    ruling = ask(question, in_, **parameters)
    assert as_text(ruling, in_.box).startswith(question)
    return as_json(ruling, in_.box)


def longest(level: int) -> int:
    """The table of 11.0, written another way."""
    return 4 if level == 1 else 3 if level < 4 else 1


levels = st.integers(1, 6)


@given(levels, st.lists(levels, max_size=3), st.none() | levels, st.integers(0, 6))
def test_the_highest_level_of_unit_way_and_road_sets_the_length_of_a_line(level, path, road, distance):
    found = told("supply.trace", level=level, path=path, road_level=road, distance=distance)
    highest = max(level, *path, road or 1)
    assert (found["level"], found["limit"]) == (highest, longest(highest))
    assert found["verdict"] == ("Supplied" if distance <= longest(highest) else "Out of supply")
    other = told("supply.trace", game(**{"supply.level": "unit_and_path"}), level=level, path=path, road_level=road, distance=0)
    assert other["level"] == max(level, *path, 1)


def test_what_cuts_a_unit_off():
    assert told("supply.trace", level=1, distance=1, connected="no")["verdict"] == "Out of supply"
    assert told("supply.trace", line="blocked")["verdict"] == "Isolated"
    assert told("supply.trace", sources="captured")["verdict"] == "Isolated"
    assert told("supply.trace", arrived="yes")["verdict"] == "Supplied"
    assert told("supply.trace", line="blocked", friend="yes")["verdict"] == "Out of supply"
    isolated = game(**{"supply.friend_nearby": "isolated"})
    assert told("supply.trace", isolated, line="blocked", friend="yes")["verdict"] == "Isolated"


@given(st.integers(0, 6), st.booleans(), st.integers(-2, 2))
def test_an_allied_source_and_no_support_points_each_cost_a_level(distance, ally, points):
    plain = STATES.index(told("supply.trace", level=1, distance=distance)["verdict"])
    found = told("supply.trace", level=1, distance=distance, ally="yes" if ally else "no", support=points)["verdict"]
    assert STATES.index(found) == min(2, plain + ally + (points <= 0))


@pytest.mark.parametrize("given_", [{"level": 7, "distance": 1}, {"level": 1, "distance": -1}, {"level": 1}, {"distance": 1}])
def test_lines_that_cannot_be_are_refused(given_):
    with pytest.raises(WrongUse, match=r"level|distance"):
        told("supply.trace", **given_)


@given(st.integers(0, 30), st.sampled_from(STATES), st.booleans())
def test_lack_of_supply_never_lengthens_a_move(printed, state, mechanised):
    found = told("supply.effects", state=state, movement=printed, mechanised="yes" if mechanised else "no")["movement"]
    wanted = {
        ("Out of supply", True): printed // 2,
        ("Isolated", True): min(6, printed // 2),
        ("Isolated", False): printed // 2,
    }.get((state, mechanised), printed)
    assert found == wanted


@given(st.integers(0, 30), st.booleans())
def test_isolation_never_leaves_more_movement_than_lack_of_supply_but_by_the_letter(printed, mechanised):
    given_ = {"movement": printed, "mechanised": "yes" if mechanised else "no"}
    out, isolated = (told("supply.effects", state=state, **given_) for state in STATES[1:])
    letter = told("supply.effects", game(**{"isolation.movement": "as_stated"}), state="Isolated", **given_)
    assert isolated["movement"] <= out["movement"]
    assert letter["movement"] == (min(6, printed) if mechanised else printed // 2)
    title = RULES.options["isolation.movement"].title
    named = [any(title in text for _, text in reasons(each)) for each in (out, isolated, letter)]
    assert named == [False] + [isolated["movement"] != letter["movement"]] * 2


def test_effects_need_something_to_work_on():
    with pytest.raises(WrongUse, match="attack"):
        told("supply.effects", state="Isolated")
    with pytest.raises(WrongUse, match="mechanised"):
        told("supply.effects", state="Isolated", movement=5)


def test_an_enemy_without_a_zone_counts_by_one_reading_only():
    assert told("supply.air", enemies="adjacent")["chances"]["supplied"] == "5/6"
    assert told("supply.air", game(**{"supply.enemy_near": "adjacent"}), enemies="adjacent")["chances"]["supplied"] == "1/2"


def test_no_supply_by_air_in_rain_nor_by_sea_inland():
    assert told("supply.air", enemies="none", weather="storm")["verdict"] == "prohibited"
    assert told("supply.air", enemies="none", by="sea", coastal="no")["verdict"] == "prohibited"
    assert told("supply.air", enemies="none", by="sea", coastal="yes")["verdict"] == "read"
    with pytest.raises(WrongUse, match="cannot be rolled"):
        told("supply.air", enemies="none", roll=7)


def test_the_dice_of_supply_by_air_are_those_of_its_phase():
    (phase,) = (each for top in RULES.sequence for _, each in top.walk() if AIR_SUPPLY in each.declares)
    assert [roll.dice for roll in phase.rolls] == [RULES.charts["vcs.air_supply"].dice]


def test_works_are_begun_where_their_markers_are_proposed():
    (phase,) = (each for top in RULES.sequence for _, each in top.walk() if each.id == "engineering")
    opened = {task.text.partition(":")[0]: task.opens for task in phase.tasks}
    assert opened["Bridges"] == opened["Entrenchments"] == "engineering"


def test_surrender_is_an_optional_rule():
    assert told("surrender", markers=2, roll=6)["verdict"] == "not_played"
    on = game(**{"isolation.surrender": "on"})
    assert told("surrender", on, markers=1, roll=6)["verdict"] == "none"
    assert told("surrender", on, markers=2)["chances"] == {"none": "1/3", "1": "1/3", "2": "1/3"}
    with pytest.raises(WrongUse, match="0 to 2"):
        told("surrender", on, markers=3)


# Chits


@pytest.mark.parametrize("class_", ["Red", "Blue"])
@pytest.mark.parametrize("rating", "ABC")
def test_the_chances_of_a_draw_are_the_shares_of_chits(class_, rating):
    found = told("chits", **{"class": class_, "rating": rating})
    cup = [
        int(CHITS.cells[row, rating])
        for row in CHITS.rows.labels
        if CHITS.cells[row, "class"] == class_
        for _ in range(int(CHITS.cells[row, "chits"]))
    ]
    assert found["chances"] == {str(n): str(Fraction(cup.count(n), len(cup))) for n in sorted(set(cup))}
    assert sum(map(Fraction, found["chances"].values())) == 1
    assert found["value"] == pytest.approx(sum(cup) / len(cup))


@given(st.sampled_from(CHITS.rows.labels), st.sampled_from("ABC"), st.integers(0, 4))
def test_a_unit_loses_its_reduced_side_then_its_cadre(row, rating, lost):
    found = told("chits", chit=row, rating=rating, lost=lost)
    two = CHITS.cells[row, f"{rating} reduced"] == 0
    chain = ["full", "cadre"] if two else ["full", "reduced", "cadre"]
    assert found["steps"] == len(chain)
    assert found["verdict"] == (chain[lost] if lost < len(chain) else "eliminated")


@pytest.mark.parametrize(
    ("given_", "text"),
    [
        ({"rating": "A"}, "class="),
        ({"rating": "A", "class": "Red", "lost": 1}, "needs chit"),
        ({"rating": "A", "chit": "Red stron"}, "Red strong"),
        ({"rating": "A", "chit": "Red strong", "class": "Blue"}, "not Blue"),
        ({"rating": "A", "chit": "Red strong", "lost": -1}, "too low"),
    ],
)
def test_chits_that_cannot_be_are_refused(given_, text):
    with pytest.raises(WrongUse, match=text):
        told("chits", **given_)


# Support points


@given(st.integers(0, 9), st.integers(0, 4), st.integers(0, 4), st.integers(0, 20))
def test_every_attack_counts_towards_depreciation_and_breakthroughs_cost_nothing(attacks, breakthroughs, supply, points):
    breakthroughs = min(breakthroughs, attacks)
    found = told("support", attacks=attacks, breakthroughs=breakthroughs, air_sea=supply, points=points)
    spent = attacks - breakthroughs + supply + (2 if attacks > 4 else 0)
    assert (found["value"], found["left"]) == (spent, points - spent)
    assert found["verdict"] == ("spent" if points > spent else "none_left")


def test_support_refuses_more_breakthroughs_than_attacks():
    with pytest.raises(WrongUse, match="every attack"):
        told("support", attacks=1, breakthroughs=2)
    with pytest.raises(WrongUse, match="too low"):
        told("support", attacks=-1)


# Movement


def test_rivers_by_class_and_reading():
    assert told("movement.allowance", allowance=7, river="yes", **{"class": "non-mechanised"})["value"] == 3.5
    assert told("movement.allowance", allowance=7, river="yes", **{"class": "mechanised infantry"})["value"] == 3.5
    assert told("movement.allowance", allowance=7, river="yes", **{"class": "mechanised"})["verdict"] == "prohibited"
    other = game(**{"rivers.mechanised_infantry": "prohibited"})
    assert (
        told("movement.allowance", other, allowance=7, river="yes", **{"class": "mechanised infantry"})["verdict"]
        == "prohibited"
    )


@given(st.integers(0, 20), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_what_is_left_of_an_allowance(allowance, rubble, friends, leaving):
    found = told(
        "movement.allowance",
        allowance=allowance,
        rubble=rubble,
        friends=friends,
        leaving="yes" if leaving else "no",
        **{"class": "mechanised"},
    )
    assert found["left"] == allowance - rubble - friends - (allowance // 2 if leaving else 0)
    assert found["verdict"] == ("enough" if found["left"] >= 0 else "too_little")


# Ground


def test_zones_wait_for_the_game_to_say_its_scale():
    assert told("zone", size="brigade")["verdict"] == "undecidable"
    scale = game(**{"scale.grouping": "regiment_or_brigade"})
    assert told("zone", scale, size="brigade")["verdict"] == "yes"
    assert told("zone", scale, size="battalion")["verdict"] == "no"
    assert told("zone", game(**{"scale.grouping": "battalion"}), size="battalion")["verdict"] == "yes"
    assert told("zone", game(**{"scale.grouping": "battalion"}), size="cadre")["verdict"] == "no"


def test_who_need_not_attack_everybody():
    other = game(**{"targets.higher_ground": "all"})
    for in_, terrain, own, enemy, wanted in (
        (game(), "Town", 1, 1, "free"),
        (other, "Town", 1, 1, "all"),
        (other, "Town", 2, 1, "free"),
        (game(), "", 4, 3, "free"),
        (game(), "", 4, 4, "all"),
        (game(), "", 3, 1, "all"),
        (game(), "City", 1, 2, "higher_ones"),
    ):
        found = told("targets", in_, levels=[own], enemy_levels=[enemy], terrain=terrain)
        assert found["verdict"] == wanted, (terrain, own, enemy)


def test_demolition_within_its_limits():
    assert told("demolition", target="Bridge", line=4, enemy=3, attempts=2)["verdict"] == "read"
    assert told("demolition", target="Bridge", line=5)["verdict"] == "prohibited"
    assert told("demolition", target="Bridge", enemy=4)["verdict"] == "prohibited"
    assert told("demolition", target="Bridge", attempts=3)["verdict"] == "prohibited"
    assert told("demolition", target="Bridge", side_attempts=3)["verdict"] == "read"
    assert told("demolition", target="Road", side_attempts=3)["verdict"] == "prohibited"
    assert told("demolition", target="Road", level=4)["verdict"] == "prohibited"
    side = game(**{"demolition.limits": "by_side"})
    assert told("demolition", side, target="Bridge", attempts=3)["verdict"] == "read"
    assert told("demolition", side, target="Bridge", side_attempts=3)["verdict"] == "prohibited"


@pytest.mark.parametrize(
    ("given_", "unchecked"),
    [
        ({"target": "Road"}, "line, enemy, level, attempts, side_attempts"),
        ({"target": "Road", "level": 5, "line": 2, "enemy": 1}, "attempts, side_attempts"),
        ({"target": "Bridge"}, "line, enemy, attempts"),
        ({"target": "Bridge", "line": 2, "enemy": 1, "attempts": 1}, "nothing"),
    ],
)
def test_a_demolition_says_which_limits_were_not_given(given_, unchecked):
    found = told("demolition", **given_)
    assert found["unchecked"] == unchecked
    assert any("not checked" in text for _, text in reasons(found)) == (unchecked != "nothing")
    assert "unchecked" not in told("demolition", target="Bridge", line=9)


@pytest.mark.parametrize("roll", range(1, 7))
def test_a_demolition_succeeds_as_often_as_it_says(roll):
    found = told("demolition", target="Bridge", roll=roll)
    assert found["verdict"] == ("destroyed" if roll >= found["needed"] else "failed")
    assert Fraction(found["chance"]) == Fraction(7 - found["needed"], 6)


def reasons(found) -> list[tuple[str, str]]:
    return [(reason["rule"], reason["text"]) for reason in found["reasons"]]


@pytest.mark.parametrize(
    ("state", "support", "rules"),
    [
        ("Supplied", 1, ["VCS 11.0"]),
        ("Out of supply", 1, ["VCS 11.1.5"]),
        ("Isolated", 1, ["VCS 11.2.5"]),
        ("Out of supply", 0, ["VCS 12.2", "VCS 11.2.5"]),
    ],
)
def test_a_move_names_the_rule_of_its_state_of_supply(state, support, rules):
    found = reasons(told("movement.allowance", allowance=12, state=state, support=support, **{"class": "mechanised"}))
    assert [rule for rule, _ in found][:-1] == rules


def test_the_repair_of_a_road_costs_what_a_bridge_does():
    assert told("support", roads=2)["value"] == told("support", bridges=2)["value"] == 2


@pytest.mark.parametrize(
    ("question", "given_", "reading", "decides"),
    [
        ("supply.trace", {"line": "blocked", "friend": "yes"}, "supply.friend_nearby", True),
        ("supply.trace", {"line": "blocked", "friend": "yes", "support": 0}, "supply.friend_nearby", False),
        ("supply.trace", {"level": 1, "distance": 3, "road_level": 4}, "supply.level", True),
        ("supply.trace", {"level": 1, "distance": 1, "road_level": 4}, "supply.level", False),
        ("supply.air", {"enemies": "adjacent"}, "supply.enemy_near", True),
        ("supply.air", {"enemies": "zone"}, "supply.enemy_near", False),
        ("supply.air", {"enemies": "zone"}, "supply.attempts", True),
        ("targets", {"levels": "2", "enemy_levels": "3", "terrain": "town"}, "targets.higher_ground", True),
        ("targets", {"levels": "4", "enemy_levels": "3"}, "targets.higher_ground", False),
        ("demolition", {"target": "Bridge", "side_attempts": 3}, "demolition.limits", True),
        ("demolition", {"target": "Bridge", "side_attempts": 2, "attempts": 2}, "demolition.limits", False),
        (
            "movement.allowance",
            {"allowance": 8, "class": "mechanised infantry", "river": "yes"},
            "rivers.mechanised_infantry",
            True,
        ),
        ("movement.allowance", {"allowance": 8, "class": "mechanised", "river": "yes"}, "rivers.mechanised_infantry", False),
        ("supply.effects", {"state": "Isolated", "movement": 8, "mechanised": "yes"}, "isolation.movement", True),
        ("supply.effects", {"state": "Isolated", "movement": 12, "mechanised": "yes"}, "isolation.movement", False),
        ("movement.allowance", {"allowance": 8, "class": "mechanised", "state": "Isolated"}, "isolation.movement", True),
        ("movement.allowance", {"allowance": 8, "class": "non-mechanised", "state": "Isolated"}, "isolation.movement", False),
    ],
)
def test_a_reading_is_named_where_it_decides_whichever_is_chosen(question, given_, reading, decides):
    answers = [told(question, game(**{reading: choice}), **given_) for choice in RULES.options[reading].values]
    for found in answers:
        assert any(RULES.options[reading].title in text for _, text in reasons(found)) == decides
    assert decides or len({found["verdict"] for found in answers}) == 1


@pytest.mark.parametrize(
    ("question", "given_", "text"),
    [
        ("targets", {"levels": "2", "enemy_levels": "2", "terrain": "Twon"}, "Town"),
        ("demolition", {"target": "Road", "level": 9}, "no level"),
        ("demolition", {"target": "Bridge", "line": -1}, "too low"),
        ("demolition", {"target": "Bridge", "attempts": 0}, "too low"),
        ("supply.effects", {"state": "Isolated", "attack": -3}, "too low"),
    ],
)
def test_words_and_numbers_that_cannot_be_are_refused(question, given_, text):
    with pytest.raises(WrongUse, match=text):
        told(question, **given_)


def test_the_sequence_counts_phases():
    assert "phases)" in as_text(ask("sequence", game()), BOX).splitlines()[0]
