"""BCS: attacks, engagements, SNAFU, activations, fatigue, jumps, retreats and screens, each with and without its variants."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.bcs.activation import LEVELS, chit_numbers, majority
from core.rules.kernel.charts import find, result

RULES = load_ruleset("bcs-1.1")
BOX = NewMap("Nowhere", ruleset="bcs-1.1", columns=1, rows=1).box()


@cache
def game(**options: str) -> Game:
    return Game.of(replace(BOX, options=options), RULES)


def played(*variants: str, **options: str) -> Game:
    return game(**dict.fromkeys(variants, "on"), **options)


def told(question: str, in_: Game | None = None, **parameters):
    in_ = in_ or game()
    ruling = ask(question, in_, **parameters)
    assert as_text(ruling, in_.box).startswith(question)
    return as_json(ruling, in_.box)


def said(answer) -> str:
    return "; ".join(reason["text"] for reason in answer["reasons"])


def on_two_dice(chart_id: str, net: int) -> dict[str, Fraction]:
    """The chances of a table, counted over all pairs of dice."""
    chart = RULES.charts[chart_id]
    place = find(chart.columns, "result")
    found = Counter(result(chart, place, red + white + net) for red, white in product(range(1, 7), repeat=2))
    return {text: Fraction(n, 36) for text, n in found.items()}


def listed(answer) -> dict[str, Fraction]:
    (table,) = answer["tables"]
    return {text: Fraction(chance) for text, chance in table["chances"].items()}


ratings = st.integers(0, 5)


# Attacks and engagements


@given(ratings, ratings)
def test_an_attack_adds_the_attackers_rating_less_the_defenders(attack, defence):
    answer = told("combat", attack=attack, defence=defence)
    assert answer["net"] == attack - defence
    assert listed(answer) == on_two_dice("bcs.combat", attack - defence)


def test_modifiers_help_their_own_side_and_of_some_only_one_counts():
    assert told("combat", attack=3, defence=3, modifiers="Breakthrough AV, Supported")["net"] == 3
    assert told("combat", attack=3, defence=3, defence_modifiers="Mountain")["net"] == -1
    assert told("combat", attack=3, defence=3, defence_modifiers="MSR Blocked")["net"] == 1
    with pytest.raises(WrongUse, match="Only one"):
        told("combat", attack=3, defence=3, modifiers="Breakthrough AV, Hard red AV")
    with pytest.raises(WrongUse, match="no modifier of the attack"):
        told("combat", attack=3, defence=3, modifiers="Mountain")
    with pytest.raises(WrongUse, match="from 0 to 5"):
        told("combat", attack=6, defence=3)


def test_what_key_terrain_and_prepared_defences_change():
    plain = told("combat", attack=4, defence=4, roll=11)
    assert (plain["verdict"], plain["retreat"]) == ("D1S", "retreats")
    assert told("combat", attack=4, defence=4, roll=11, key_terrain="yes")["retreat"] == "stays"
    assert told("combat", attack=4, defence=3, roll=12, key_terrain="yes")["retreat"] == "retreats"
    assert told("combat", attack=4, defence=4, roll=9)["attacker"]["steps"] == 0
    assert told("combat", attack=4, defence=4, roll=9, prepared="yes")["attacker"]["steps"] == 1


@given(ratings, ratings, st.integers(2, 12))
def test_under_planned_fatigue_there_is_traffic_on_modified_rolls_below_thirteen(attack, defence, roll):
    answer = told("combat", played("fatigue.planned"), attack=attack, defence=defence, roll=roll)
    assert answer["traffic"] == ("yes" if roll + attack - defence < 13 else "no")
    below = sum(red + white + attack - defence < 13 for red, white in product(range(1, 7), repeat=2))
    assert Fraction(answer["traffic_chance"]) == Fraction(below, 36)
    assert "traffic" not in told("combat", attack=attack, defence=defence, roll=roll)


def test_traffic_brings_markers_or_coordination_as_the_reading_says():
    both = ("fatigue.planned", "coordination.middle_ground")
    alone = told("combat", played(*both), attack=3, defence=3, roll=7)
    assert (alone["coordination"], "traffic_marker" in alone) == (1, False)
    two = told("combat", played(*both, **{"traffic.coordination": "both"}), attack=3, defence=3, roll=7)
    assert (two["coordination"], two["traffic_marker"]) == (1, "yes")
    assert told("combat", played("fatigue.planned"), attack=3, defence=3, roll=7)["traffic_marker"] == "yes"


@given(*(st.integers(0, 5) for _ in range(4)))
def test_an_engagement_adds_both_ratings(firer_av, firer_ar, target_av, target_ar):
    answer = told("engagement", firer_av=firer_av, firer_ar=firer_ar, target_av=target_av, target_ar=target_ar)
    net = firer_av + firer_ar - target_av - target_ar
    assert answer["net"] == net
    assert listed(answer) == on_two_dice("bcs.engagement", net)


EVEN = {"firer_av": 3, "firer_ar": 3, "target_av": 3, "target_ar": 3}


def test_variants_change_losses_to_both():
    far = played("engagement.ranged_fires")
    screens = played("recon.screens")
    both = played("engagement.ranged_fires", "recon.screens")
    other = played("engagement.ranged_fires", "recon.screens", **{"screen.both_lose": "nothing"})
    for in_, given_, wanted in (
        (game(), {"range": 3}, "both lose"),
        (far, {}, "both lose"),
        (far, {"range": 2}, "no effect"),
        (screens, {"screen": "yes"}, "target retreats"),
        (both, {"screen": "yes", "range": 2}, "target retreats"),
        (other, {"screen": "yes", "range": 2}, "no effect"),
        (other, {"screen": "yes"}, "target retreats"),
        (game(), {"out_of_reach": "yes"}, "target loses"),
        (far, {"out_of_reach": "yes", "range": 2}, "no effect"),
        (game(), {"screen": "yes"}, "not_played"),
    ):
        assert told("engagement", in_, **EVEN, roll=7, **given_)["verdict"] == wanted, given_
    assert told("engagement", **EVEN, roll=3, out_of_reach="yes")["verdict"] == "no effect"
    assert told("engagement", **EVEN, roll=7, support="yes")["verdict"] == "no effect"


@given(st.sampled_from([{}, {"range": 4}, {"screen": "yes"}, {"out_of_reach": "yes"}]))
def test_the_chances_of_what_variants_leave_add_up_to_one(given_):
    answer = told("engagement", played("engagement.ranged_fires", "recon.screens"), **EVEN, **given_)
    assert sum(listed(answer).values()) == 1


def test_screens_are_not_attacked():
    assert told("combat", played("recon.screens"), attack=3, defence=3, screen="yes")["verdict"] == "prohibited"
    assert told("combat", attack=3, defence=3, screen="yes")["verdict"] == "not_played"


# SNAFU


@given(st.sampled_from(LEVELS), st.integers(0, 5), st.booleans(), st.booleans())
def test_markers_count_up_to_the_most_that_the_variant_allows(level, markers, planned, middle):
    variants = [v for v, on in (("fatigue.planned", planned), ("coordination.middle_ground", middle)) if on]
    answer = told("snafu", played(*variants), fatigue=level, coordination=markers)
    place = LEVELS.index(level)
    of_level = (1 if place == 0 else -1 if place == 5 else 0) if planned else 1 - place
    assert answer["value"] == of_level - min(markers, 3 if middle else 1)
    assert {text: Fraction(chance) for text, chance in answer["chances"].items()} == on_two_dice("bcs.snafu", answer["value"])


def test_trains_help_at_the_best_distance():
    for distance, wanted in ((4, 0), (5, 1), (15, 1), (16, 0)):
        assert told("snafu", fatigue="Fat-0", trains=distance)["value"] == wanted


def test_a_prepared_defence_allows_a_partial_result_at_best():
    assert set(told("snafu", fatigue="Fresh", prepared="yes")["chances"]) == {"Fail", "Partial"}
    assert told("snafu", fatigue="Fresh", prepared="yes", roll=12)["verdict"] == "Partial"


def test_planned_fatigue_allows_less():
    full = told("snafu", played("fatigue.planned"), fatigue="Fat-0", roll=12)
    assert "Objectives 1; fire events of a unit 2" in said(full)
    partial = told("snafu", played("fatigue.planned"), fatigue="Fat-0", roll=6)
    assert "Objectives 0; fire events of a unit 1" in said(partial)
    fail = told("snafu", played("fatigue.planned"), fatigue="Fat-0", roll=2)
    assert "1 hex or 1 movement point" in said(fail)
    assert "1 hex or 1 movement point" not in said(told("snafu", fatigue="Fat-0", roll=2))


def test_the_worst_fatigue_forces_recovery_where_it_is_allowed():
    both = ("fatigue.planned", "orders.written")
    worst = {"fatigue": "Fat-4", "activation": "first"}
    assert told("snafu", played("fatigue.planned"), **worst)["verdict"] == "recovery"
    assert told("snafu", played("fatigue.planned"), fatigue="Fat-4", activation="second")["verdict"] == "read"
    assert told("snafu", **worst)["verdict"] == "read"
    assert told("snafu", played(*both), **worst, cut_off="yes")["verdict"] == "Fail"
    assert told("snafu", played(*both, **{"recovery.cut_off": "recovers"}), **worst, cut_off="yes")["verdict"] == "recovery"
    marked = "It is marked in the Assignment Phase;"
    assert marked in said(told("snafu", played(*both), **worst))
    assert marked not in said(told("snafu", played(*both, **{"recovery.timing": "activation"}), **worst))


def test_modifiers_that_have_a_parameter_of_their_own_are_refused():
    with pytest.raises(WrongUse, match="fatigue="):
        told("snafu", fatigue="Fat-0", modifiers="Fat-2")
    assert told("snafu", fatigue="Fat-0", modifiers="MSR Blocked 2")["value"] == -2


# Activations


@given(st.integers(0, 30), st.integers(0, 30))
def test_chits_let_every_formation_be_activated_or_say_how_many_are_left(first, second):
    answer = told("activation.chits", played("activation.smoothing"), first=first, second=second)
    fewest, most = sorted((first, second))
    numbers = [int(each) for each in answer["chits"].split(", ")] if fewest else []
    assert len(numbers) == fewest == answer["value"]
    assert sum(numbers) + answer["left_over"] == most
    assert numbers.count(2) == answer["twos"] == min(fewest, most - fewest)
    spread, left = chit_numbers(fewest, most - fewest, spread=True)
    assert sum(spread) + left == most
    assert max(spread, default=0) - min(spread, default=0) <= 1


def test_larger_numbers_leave_nobody_over():
    in_ = played("activation.smoothing", **{"smoothing.large_difference": "larger_numbers"})
    answer = told("activation.chits", in_, first=2, second=7)
    assert (answer["chits"], answer["left_over"]) == ("4, 3", 0)


def test_formations_that_begin_done_count_where_the_game_says_so():
    given_ = {"first": 9, "first_done": 1, "second": 5}
    assert told("activation.chits", played("activation.smoothing"), **given_)["twos"] == 3
    counted = played("activation.smoothing", **{"formations.begin_done": "counted"})
    assert told("activation.chits", counted, **given_)["twos"] == 4
    with pytest.raises(WrongUse, match="first_done"):
        told("activation.chits", played("activation.smoothing"), first=1, first_done=2, second=1)
    assert told("activation.chits", first=8, second=5)["verdict"] == "not_played"


@given(st.integers(0, 7), st.integers(0, 7))
def test_the_chances_of_a_draw_are_those_of_all_draws_counted(first, second):
    if not first + second:
        return
    drawn = min(3, first + second)
    cup = ["first"] * first + ["second"] * second
    found: Counter[str] = Counter()
    for hand in combinations(range(len(cup)), drawn):
        mine = sum(cup[n] == "first" for n in hand)
        found["first" if 2 * mine > drawn else "second" if 2 * mine < drawn else "tie"] += 1
    counted = {side: Fraction(found[side], sum(found.values())) for side in ("first", "second", "tie")}
    assert dict(majority(first, second, drawn)) == counted
    answer = told("activation.draw", played("activation.three_chits"), first=first, second=second)
    assert {side: Fraction(chance) for side, chance in answer["chances"].items()} == {k: v for k, v in counted.items() if v}


def test_a_draw_without_majority_is_left_open():
    in_ = played("activation.three_chits")
    assert told("activation.draw", in_, first=1, second=1, drawn_first=1)["verdict"] == "undecidable"
    with pytest.raises(WrongUse, match="cannot be among"):
        told("activation.draw", in_, first=1, second=5, drawn_first=2)
    with pytest.raises(WrongUse, match="chits in the cup"):
        told("activation.draw", in_, first=0, second=0)
    assert told("activation.draw", first=1, second=1)["verdict"] == "not_played"


@pytest.mark.parametrize("roll", range(1, 7))
def test_fatigue_buys_two_on_the_die_of_a_second_activation(roll):
    planned = played("fatigue.planned")
    plain, paid = told("activation.second", planned, roll=roll), told("activation.second", planned, roll=roll, paid="yes")
    assert paid["needed"] == plain["needed"] - 2
    for answer in (plain, paid):
        assert answer["verdict"] == ("yes" if roll >= answer["needed"] else "no")
        assert Fraction(answer["chance"]) == Fraction(7 - answer["needed"], 6)


def test_what_bars_a_second_activation():
    assert told("activation.second", recovered="yes")["verdict"] == "prohibited"
    assert told("activation.second", played("fatigue.planned"), marched="yes")["verdict"] == "prohibited"
    assert told("activation.second", played("orders.written"), prepared="yes")["verdict"] == "prohibited"
    assert told("activation.second", prepared="yes")["verdict"] == "read"
    assert told("activation.second", paid="yes")["verdict"] == "not_played"


# Fatigue


@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.booleans(), st.sampled_from(LEVELS))
def test_what_is_paid_adds_up_and_is_never_more_than_there_is(distant, additional, both, traffic, second, level):
    answer = told(
        "fatigue.costs",
        played("fatigue.planned"),
        distant=distant,
        additional=additional,
        additional_distant=both,
        traffic=traffic,
        second_activation=int(second),
        level=level,
    )
    paid = distant + additional + both + traffic + second
    assert answer["value"] == paid
    after = LEVELS.index(level) + paid
    assert answer["verdict"] == ("paid" if after < len(LEVELS) else "prohibited")
    if after < len(LEVELS):
        assert answer["level"] == LEVELS[after]


def test_what_cannot_be_bought_together_or_twice():
    planned = played("fatigue.planned")
    with pytest.raises(WrongUse, match="once"):
        told("fatigue.costs", planned, forced_march=2)
    with pytest.raises(WrongUse, match="no objectives"):
        told("fatigue.costs", planned, forced_march=1, distant=1)
    assert told("fatigue.costs", planned, forced_march=1, traffic=1)["value"] == 3
    assert told("fatigue.costs", traffic=1)["verdict"] == "not_played"


def test_fatigue_is_rolled_for_or_planned():
    assert told("fatigue", activation="second", roll=6, level="Fat-1")["value"] == "Fat-2"
    assert told("fatigue", activation="second", roll=6, level="Fat-4")["value"] == "Fat-4"
    assert told("fatigue", activation="first", roll=1, level="Fat-1")["value"] == "Fat-1"
    assert told("fatigue", played("fatigue.planned"), activation="first")["verdict"] == "prohibited"


@given(st.integers(0, 20), st.sampled_from(["leg", "truck", "tactical"]), st.sampled_from(["Full", "Partial", "Fail"]))
def test_forced_marches_multiply_what_the_snafu_roll_leaves(allowance, class_, result_):
    answer = told("forced_march", played("fatigue.planned"), allowance=allowance, snafu=result_, **{"class": class_})
    left = {"Full": 2, "Partial": 1, "Fail": 0}[result_] * allowance * (2 if class_ == "tactical" else 3)
    assert answer["value"] == (left + 1) // 2


# Formations


def test_what_makes_headquarters_jump():
    on = played("jumps.soft_hard")
    assert told("jump", on, trigger="last_step", roll=2)["verdict"] == "soft"
    assert told("jump", on)["chances"] == {"soft": "2/3", "hard": "1/3"}
    assert (
        told("jump", played("jumps.soft_hard", **{"jumps.triggers": "entry"}), trigger="retreat", roll=6)["verdict"] == "none"
    )
    assert told("jump")["verdict"] == "hard"
    assert told("jump", trigger="retreat")["verdict"] == "none"


def answer_by_hand(class_, result_, path, key, prepared):
    """The key as a reader goes through it."""
    if result_ == "voluntary":
        return 1
    if class_ in ("leg", "truck"):
        if not path:
            return 3
        if result_ == "automatic":
            return 2
    return 3 if result_ == "situational" and (key or prepared) else 1


@given(
    st.sampled_from(["leg", "truck", "tactical"]),
    st.sampled_from(["situational", "automatic", "voluntary", "other"]),
    *(st.booleans() for _ in range(3)),
)
def test_the_retreat_key_answers_as_a_reader_does(class_, result_, path, key, prepared):
    def yes(value: bool) -> str:
        return "yes" if value else "no"

    given_ = {"class": class_, "result": result_, "key_terrain": yes(key), "prepared": yes(prepared)}
    wanted = answer_by_hand(class_, result_, path, key, prepared)
    assert told("retreat", safe_path=yes(path), **given_)["value"] == wanted
    package = played("package.rod_miller")
    assert told("retreat", package, bracketed=yes(not path), **given_)["value"] == wanted
    kept = played("package.rod_miller", **{"safe_path.retreat": "kept"})
    assert told("retreat", kept, safe_path=yes(path), **given_)["value"] == wanted


def test_a_retreat_on_foot_needs_the_word_on_its_path():
    with pytest.raises(WrongUse, match="safe_path"):
        told("retreat", result="other", **{"class": "leg"})
    with pytest.raises(WrongUse, match="bracketed"):
        told("retreat", played("package.rod_miller"), result="other", **{"class": "leg"})


@given(st.integers(0, 6), st.integers(1, 10))
def test_a_screen_zone_reaches_as_far_as_the_box_says(distance, radius):
    in_ = played("recon.screens", **{"recon.screen_radius": str(radius)})
    assert told("screen", in_, distance=distance)["verdict"] == ("inside" if distance <= radius else "outside")


def test_screens_are_a_variant_and_their_games_are_known():
    assert told("screen")["verdict"] == "not_played"
    with pytest.raises(WrongUse, match="Last Blitzkrieg"):
        told("screen", played("recon.screens"), game="Last Blitz")


@given(*(st.integers(0, 4) for _ in range(3)))
def test_coordination_adds_up_to_its_most(markers, mixed, traffic):
    plain = told("coordination", markers=markers, mixed=mixed, traffic=traffic)
    assert plain["markers"] == min(1, markers + mixed)
    middle = told("coordination", played("coordination.middle_ground"), markers=markers, mixed=mixed, traffic=traffic)
    assert middle["markers"] == min(3, markers + 2 * mixed + traffic)


def test_losses_by_isolation_and_breakdown():
    assert told("isolation", safe_path="yes")["verdict"] == "none"
    assert told("isolation", safe_path="no", roll=6)["verdict"] == "2"
    package = played("package.rod_miller")
    assert told("isolation", package, bracketed="no")["verdict"] == "none"
    with pytest.raises(WrongUse, match="bracketed"):
        told("isolation", package, safe_path="no")
    assert [told("tiger", roll=roll)["verdict"] for roll in (1, 2, 6)] == ["lost", "none", "none"]
    assert "Weather" in told("tiger", package)["when"]


def test_barrages_and_zones():
    assert told("barrage", target="all other")["chances"] == {"none": "2/3", "1": "1/3"}
    assert told("barrage", target="hard unit", roll=6)["verdict"] == "1"
    assert told("zone", **{"class": "leg"})["value"].startswith("stops")


@pytest.mark.parametrize(
    ("question", "given_", "text"),
    [
        ("combat", {"attack": 4, "defence": 3, "modifiers": "Supported, supported"}, "counts once"),
        ("snafu", {"fatigue": "Fresh", "modifiers": "MSR Blocked 1, MSR Blocked 2"}, "only one of"),
        ("snafu", {"fatigue": "Fresh", "modifiers": "Trains at the best distance", "trains": 10}, "trains="),
        ("snafu", {"fatigue": "Fresh", "trains": -1}, "too low"),
        ("retreat", {"class": "truck", "result": "automatic", "safe_path": "yes", "headquarters": -1}, "too low"),
    ],
)
def test_nothing_counts_twice_and_no_distance_is_below_nothing(question, given_, text):
    with pytest.raises(WrongUse, match=text):
        told(question, **given_)


def test_a_side_has_no_more_formations_than_a_game_can_have():
    with pytest.raises(WrongUse, match="at most"):
        told("activation.chits", played("activation.smoothing"), first=10**12, second=10**12)


def test_screens_are_not_barraged():
    assert told("barrage", target="all other", screen="yes")["verdict"] == "not_played"
    assert told("barrage", played("recon.screens"), target="all other", screen="yes")["verdict"] == "prohibited"


@given(ratings, ratings, st.none() | st.integers(2, 12))
def test_middle_ground_coordination_alone_has_traffic_as_the_reading_says(attack, defence, roll):
    given_ = {"attack": attack, "defence": defence} | ({} if roll is None else {"roll": roll})
    below, printed = (
        told("combat", played("coordination.middle_ground", **{"traffic.alone": choice}), **given_)
        for choice in RULES.options["traffic.alone"].values
    )
    rolls = range(2, 13) if roll is None else (roll,)
    traffic = any(each + attack - defence < 13 for each in rolls)
    assert "traffic_marker" not in below
    assert below.get("coordination", 0) == (1 if traffic and roll is not None else 0)
    assert "coordination" not in printed
    assert "printed table gives Traffic, the active formation" in said(printed)
    title = RULES.options["traffic.alone"].title
    assert [title in said(each) for each in (below, printed)] == [traffic] * 2
    assert "Traffic" not in said(told("combat", **given_))


def test_two_ways_to_say_who_is_next_are_told_to_exclude_each_other():
    both = played("activation.three_chits", "activation.smoothing")
    for question, alone in (("activation.draw", "activation.three_chits"), ("activation.chits", "activation.smoothing")):
        clash = [reason["rule"] for reason in told(question, both, first=4, second=3)["reasons"] if "exclude" in reason["text"]]
        assert clash == ["BCS 1.1 2, 9"]
        assert "exclude" not in said(told(question, played(alone), first=4, second=3))


def test_the_least_movement_is_a_number_of_the_rules():
    least = replace(RULES.numbers["movement.minimal"], value=Fraction(2))
    box = replace(BOX, options={"fatigue.planned": "on"})
    other = Game.of(box, replace(RULES, numbers={**RULES.numbers, "movement.minimal": least}))
    assert "2 hexes or 2 movement points" in said(told("snafu", other, fatigue="Fat-0", roll=2))
    assert "2 hexes or 2" in said(told("forced_march", other, allowance=6, snafu="Fail", **{"class": "leg"}))


def test_markers_beyond_the_most_name_the_rule_that_is_played():
    standard, middle = (
        told("snafu", in_, fatigue="Fresh", coordination=4) for in_ in (game(), played("coordination.middle_ground"))
    )
    assert [next(r["rule"] for r in each["reasons"] if "of which" in r["text"]) for each in (standard, middle)] == [
        "BCS 1.1 4.4a",
        "BCS 1.1 5",
    ]


RATINGS = {"firer_av": 3, "firer_ar": 3, "target_av": 3, "target_ar": 3}


@pytest.mark.parametrize(
    ("question", "variants", "given_", "reading"),
    [
        (
            "engagement",
            ("engagement.ranged_fires", "recon.screens"),
            {**RATINGS, "range": 2, "screen": "yes"},
            "screen.both_lose",
        ),
        (
            "snafu",
            ("fatigue.planned", "orders.written"),
            {"fatigue": "Fat-4", "activation": "first", "cut_off": "yes"},
            "recovery.cut_off",
        ),
        ("snafu", ("fatigue.planned", "orders.written"), {"fatigue": "Fat-4", "activation": "first"}, "recovery.timing"),
        (
            "combat",
            ("fatigue.planned", "coordination.middle_ground"),
            {"attack": 4, "defence": 3, "roll": 7},
            "traffic.coordination",
        ),
        ("activation.chits", ("activation.smoothing",), {"first": 9, "second": 2}, "smoothing.large_difference"),
        (
            "retreat",
            ("package.rod_miller",),
            {"class": "leg", "result": "situational", "bracketed": "no", "safe_path": "yes"},
            "safe_path.retreat",
        ),
        ("jump", ("jumps.soft_hard",), {"trigger": "retreat", "roll": 4}, "jumps.triggers"),
    ],
)
def test_a_reading_is_named_where_it_decides_whichever_is_chosen(question, variants, given_, reading):
    for choice in RULES.options[reading].values:
        assert RULES.options[reading].title in said(told(question, played(*variants, **{reading: choice}), **given_))
    assert "Decided by" not in said(told("combat", played(*variants), attack=4, defence=3))


def test_no_ruling_cites_a_variant_that_the_box_does_not_play_for_traffic():
    for variants, cited in ((("coordination.middle_ground",), "5"), (("fatigue.planned",), "3")):
        answer = told("combat", played(*variants), attack=3, defence=3, roll=7)
        (traffic,) = (each for each in answer["reasons"] if each["text"].startswith("Traffic on modified rolls"))
        assert traffic["rule"].endswith(f" {cited}")
