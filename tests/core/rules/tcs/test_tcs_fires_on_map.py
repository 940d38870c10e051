"""Fires on the map: who may, against a naive judge; chances, against all rolls; laws of columns; what is asked then."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given as supposing
from hypothesis import strategies as st
from oracles import plain_fires
from oracles.laws import law
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.model.state import Declared
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.dice import DICE
from core.rules.kernel.rulings import Ruling
from core.rules.tcs.fires.volleys import binomial, together

INFANTRY = {"steps": 5, "fire__strength": 4, "fire__range": 4, "fire__class": "area", "target__class": "area", "morale": 4}
GUNS = {"steps": 2, "fire__strength": 2, "fire__range": 7, "fire__class": "area", "target__class": "area", "morale": 4}
AT_GUN = {"steps": 1, "fire__strength": 4, "fire__range": 7, "fire__class": "point", "target__class": "both", "morale": 3}
TANK = {"steps": 3, "fire__strength": 4, "fire__range": 7, "fire__class": "point", "target__class": "point"}
TANK |= {"target__defence": 3}
SQUARE = ("{0}+{0}+{1}", "{0}+{0}+{2}", "{0}+{0}+{3}", "{0}+{0}+{4}", "{0}+{0}+{5}", "{0}+{0}+{6}", "{0}+{0}+{1}")
WOODS = " ".join(each.format("05.05", "05.04", "06.04", "06.05", "05.06", "04.05", "04.04") for each in SQUARE)
"""An outline around the middle of 05.05, away from its hexsides."""


def battle(**more: Any) -> Game:
    """Red men, a gun and tanks in 05.05, and blue ones that fire at them from two hexes away and from beside."""
    units = [
        unit("men", "infantry", **INFANTRY),
        unit("gun", "at_gun", **AT_GUN),
        unit("tanks", "vehicle", **TANK),
        unit("squad", "infantry", "blue", **INFANTRY),
        unit("section", "machine_guns", "blue", **GUNS),
        unit("hunter", "vehicle", "blue", **TANK),
        unit("close", "infantry", "blue", **INFANTRY),
        unit("breaker", "at_gun", "blue", **AT_GUN),
    ]
    at: dict[str, str | Piece] = {
        **{id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("men", "gun", "tanks"))},
        **{id_: Piece("05.07", n, mode="Fire") for n, id_ in enumerate(("squad", "section", "hunter"))},
        **{id_: Piece("05.06", n, mode="Fire") for n, id_ in enumerate(("close", "breaker"))},
    }
    return board("tcs-4.01", units, at, contours=plain_fires.FLAT, **more)


def fire(game: Game, question: str = "fire.at", to: str = "05.05", **asked: Any) -> Ruling:
    return ask(question, game, to=game.box.hex(to), **asked)


def able(ruling: Ruling) -> set[str]:
    return {part.unit for part in ruling.detail.parts if part.able}


def group(ruling: Ruling, name: str) -> dict[str, Fraction]:
    return {each.name: each.chance for each in ruling.detail.outcomes if each.group == name}


# Who may fire -------------------------------------------------------------------------------------------------------------


def spotted_to(battle: plain_fires.Skirmish) -> int | None:
    """How far the target is spotted, as the question about units in words has it."""
    pieces = battle.game.forces.deployment.pieces
    kinds = {"red-0": "infantry 4 steps 5", "red-1": "vehicle 4 P-3 steps 3", "red-2": "AT gun 4"}
    told = [f"{kinds[id_]} {piece.mode.lower()}" for id_, piece in pieces.items() if id_ in kinds]
    found = ask("spotting", battle.game, targets=told, terrain=["Open"]).value
    return None if found == "unlimited" else int(found)


@pytest.mark.parametrize("seed", range(40))
def test_who_may_fire_is_as_a_naive_judge_has_it(seed: int) -> None:
    battle = plain_fires.skirmish(seed)
    spotted = spotted_to(battle)
    assert able(fire(battle.game, to=battle.target)) == plain_fires.suppressive(battle)
    assert able(fire(battle.game, to=battle.target, fire="rolls")) == plain_fires.rolls(battle)
    assert able(fire(battle.game, to=battle.target, fire="point")) == plain_fires.point(battle, spotted)
    for trigger, recovering in (("fire", False), ("recovery", True)):
        found = fire(battle.game, "overwatch.fire", battle.target, trigger=trigger)
        assert able(found) == plain_fires.answering(battle, spotted, recovering=recovering), trigger


# Chances ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", [["squad"], ["section", "close"], ["squad", "section", "hunter", "breaker"]])
def test_chances_are_those_of_all_rolls(units: list[str]) -> None:
    game = battle()
    told, lost, checks = fire(game, units=units), Counter[str](), Counter[str]()
    for roll, chance in DICE["11..66"].chances.items():
        ruling = fire(game, units=units, roll=roll)
        lost[str(ruling.detail.facts["steps_lost"])] += chance
        checks[str(ruling.detail.facts["morale_check"])] += chance
        (proposal,) = ruling.detail.proposals
        asked = [each.question for each in proposal.then]
        assert asked[-1] == "fire.after" and len(asked) == 1 + (ruling.detail.facts["morale_check"] == "yes")
    assert group(told, "Steps lost") == lost
    assert group(told, "Morale check") == checks
    assert told.detail.facts["expected_losses"] == sum(int(name) * chance for name, chance in lost.items())


def test_chances_of_losses_end_with_what_can_be_hurt() -> None:
    units = [
        unit("few", "infantry", **{**INFANTRY, "steps": 1}),
        unit("tanks", "vehicle", **TANK),
        unit("many", "infantry", "blue", **{**INFANTRY, "fire__strength": 60}),
    ]
    at = {
        id_: Piece(label, n, mode="Fire")
        for n, (id_, label) in enumerate({"few": "05.05", "tanks": "05.05", "many": "05.06"}.items())
    }
    game = board("tcs-4.01", units, at, contours=plain_fires.FLAT)
    lost = Counter[str]()
    for roll, chance in DICE["11..66"].chances.items():
        lost[str(fire(game, roll=roll).detail.facts["steps_lost"])] += chance
    assert group(fire(game), "Steps lost") == lost and lost.keys() == {"0", "1"}


@pytest.mark.parametrize("seed", range(12))
def test_the_best_shots_at_who_goes_a_way_are_those_that_can_be_fired(seed: int) -> None:
    luck = Random(seed)
    mortar = {**GUNS, "fire__range": 16, "fire__strength": 4, "fire__trajectory": "high"}
    kinds = [("infantry", INFANTRY), ("machine_guns", GUNS), ("vehicle", {**TANK, "fire__area_rating": 6}), ("mortar", mortar)]
    movers = {"movement__class": "foot", "movement__allowance": 6} | INFANTRY
    units, at = [unit("movers", "infantry", **movers)], {"movers": Piece("05.05", mode="Move")}
    for n in range(5):
        kind, prints = luck.choice(kinds)
        units.append(unit(f"foe-{n}", kind, "blue", "co", **prints))
        marks = frozenset(luck.choice([(), (), ("fired",), ("suppressed",)]))
        at[f"foe-{n}"] = Piece(f"{luck.randint(3, 8):02}.{luck.randint(7, 9):02}", n, mode="Fire", marks=marks)
    company = [Formation("co", "Company", "blue")]
    made = board(
        "tcs-4.01",
        units,
        at,
        contours=plain_fires.FLAT,
        formations=company,
        ways={"trail": ["05.04 05.05 05.06"]},
        terrain={"05.06": "woods"},
    )
    game = in_play(made, "red")
    spent = Declared("blue", ("foe-0", "foe-1"), (game.box.hex("02.02"),), "overwatch")
    game = game.with_state(replace(game.state, fought=(spent,)))
    for into, way in (("05.06", ["05.05", "05.06"]), ("06.05", ["05.05", "06.05"])):
        (watched,) = ask("overwatch", game, units=["movers"], path=way).detail.way
        (step,) = [each for each in ask("movement", game, units=["movers"], path=way).detail.way if each.into == watched.into]
        for shot in watched.shots:
            asked: dict[str, Any] = {"source": game.box.hex("05.05"), "moving": ["movers"], "units": list(shot.units)}
            asked |= {"fire": "area", "hexside": "yes" if shot.between else "no", "road": "yes" if step.along else "no"}
            found = fire(game, "overwatch.fire", into, **asked)
            assert (found.detail.facts["column"], found.detail.facts["expected_losses"]) == (shot.column, shot.expected)


def test_chances_of_an_answer_in_two_parts_are_those_of_all_pairs_of_rolls() -> None:
    game = battle()
    units = ["section", "hunter"]
    told = fire(game, "overwatch.fire", trigger="recovery", units=units)
    assert [each.parameter for each in told.detail.wanted] == ["roll", "point_roll"]
    asked = {"trigger": "recovery", "units": units}
    area = {roll: _lost(fire(game, "overwatch.fire", roll=roll, **asked)) for roll in DICE["11..66"].rolls}
    whole = Fraction(1, 36 * 36)
    at_points = {
        roll: fire(game, "overwatch.fire", trigger="recovery", units=units, roll=11, point_roll=roll).detail.facts
        for roll in DICE["11..66"].rolls
    }
    summed = Counter[str]()
    for one, other in product(area, at_points):
        summed[str(area[one] + min(int(at_points[other]["point_steps_lost"]), 4))] += whole
    assert group(told, "Steps lost") == summed


def _lost(ruling: Ruling) -> int:
    return int(ruling.detail.facts["steps_lost"])


def test_chances_of_at_rolls_are_those_of_all_sums() -> None:
    game = battle()
    asked = {"fire": "rolls", "units": ["close"], "at_targets": ["gun", "tanks"]}
    told = fire(game, **asked)
    (wanted,) = told.detail.wanted
    assert (wanted.parameter, wanted.count) == ("at_rolls", 4)
    two = fire(game, "fire.at", fire="rolls", units=["close"], at_targets=["gun"])
    kills, losses = Counter[str](), Counter[str]()
    for roll, chance in DICE["2d6"].chances.items():
        ruling = fire(game, fire="rolls", units=["close"], at_targets=["gun"], at_rolls=[Fraction(roll)])
        kills[str(ruling.detail.facts["kills"])] += chance
        losses[str(ruling.detail.facts["losses"])] += chance
    assert group(two, "Steps lost") == kills and group(two, "Own steps lost") == losses
    assert sum(group(told, "Steps lost").values()) == 1


@law(60)
@supposing(st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=6), max_size=4), st.integers(0, 9))
def test_sums_of_what_falls_apart_from_each_other_are_those_of_all_pairs(parts: list[list[int]], most: int) -> None:
    each = [{n: Fraction(part.count(n), len(part)) for n in part} for part in parts]
    expected = Counter[int]()
    for some in product(*parts):
        expected[min(sum(some), most)] += 1
    whole = sum(expected.values())
    assert dict(together(each, most)) == {n: Fraction(count, whole) for n, count in expected.items()}


@pytest.mark.parametrize("count", range(5))
def test_successes_are_counted_as_all_rolls_have_them(count: int) -> None:
    faces = [sum(each <= 2 for each in rolls) for rolls in product(range(1, 7), repeat=count)]
    assert {n: chance for n, chance in binomial(count, Fraction(1, 3)).items() if chance} == {
        n: Fraction(many, len(faces)) for n, many in Counter(faces).items()
    }


# Laws ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", [["squad"], ["section"], ["squad", "hunter", "breaker"], ["close", "section"]])
@pytest.mark.parametrize("how", ["suppressive", "point"])
def test_more_cover_lowers_the_column(units: list[str], how: str) -> None:
    if how == "point":
        units = [each for each in units if each in ("hunter", "breaker")] or ["hunter"]
    bare, wooded = battle(), battle(outlines={"woods": [WOODS]})
    shifts = [fire(game, units=units, fire=how).detail.facts["shift"] for game in (bare, wooded)]
    assert shifts[1] < shifts[0]


@pytest.mark.parametrize("steps", [1, 3, 5, 8])
def test_a_column_to_the_right_never_loses_less(steps: int) -> None:
    game = battle()
    found = []
    for strength in (0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 17, 21, 26, 32, 41, 51, 64, 80, 101):
        told = ask("fire.area", game, firers=["MG at 0"], strength=strength, steps=steps, posture="Fire", terrain=["Open"])
        found.append(told.detail.facts["expected_losses"])
    assert found == sorted(found)


@law(25)
@supposing(st.sets(st.sampled_from(["squad", "section", "hunter", "close", "breaker"]), min_size=1))
def test_whoever_joins_at_the_same_range_does_no_harm_and_chances_sum_to_one(units: set[str]) -> None:
    told = fire(GAME, units=sorted(units))
    for name in ("Steps lost", "Morale check"):
        assert sum(group(told, name).values(), Fraction(0)) == 1
    assert {part.unit for part in told.detail.parts if part.chosen} == units


GAME = battle()


# What is told and refused -------------------------------------------------------------------------------------------------


def test_at_rolls_are_no_part_of_point_fire() -> None:
    with pytest.raises(WrongUse, match="at: AT rolls are part of Suppressive Fire Actions"):
        fire(GAME, fire="point", units=["hunter"], at=["close"])


def test_the_answer_that_hurts_most_is_taken_and_another_stack_may_be_named() -> None:
    best = fire(GAME, "overwatch.fire", trigger="recovery")
    chosen = {part.unit for part in best.detail.parts if part.chosen}
    expected = sum(int(name) * chance for name, chance in group(best, "Steps lost").items())
    for stack in (["squad", "section", "hunter"], ["close", "breaker"], ["hunter"], ["breaker"], ["section"]):
        other = fire(GAME, "overwatch.fire", trigger="recovery", units=stack)
        assert sum(int(name) * chance for name, chance in group(other, "Steps lost").items()) <= expected
        assert {part.unit for part in other.detail.parts if part.chosen} == set(stack)
    assert chosen


def test_nobody_answers_through_smoke_and_that_is_said() -> None:
    round_about = ("05.04", "05.06", "04.04", "04.05", "06.04", "06.05")
    marks = {label: (Mark("smoke-mortar", "red"),) for label in round_about if label != "05.06"}
    game = battle(marks={**marks, "05.06": (Mark("smoke-mortar", "red"),)})
    told = fire(game, "overwatch.fire", trigger="recovery", units=["hunter"])
    assert told.verdict == "prohibited"
    assert [str(each.rule) for each in told.reasons if "HUNTER" in str(each.values)] == ["TCS 4.01 9.1b"]


def test_an_answer_says_in_words_what_is_asked_then() -> None:
    text = as_text(fire(GAME, units=["hunter"], roll=66), GAME.box)
    assert "then: ask losses.at to=05.05" in text and "then: ask fire.after" in text
    wanted = as_text(fire(GAME, units=["section"]), GAME.box)
    assert "to be rolled: 11..66, fire at 05.05 (roll=…)" in wanted and "Morale check: yes" in wanted


def test_each_question_that_follows_is_known_with_what_it_is_given() -> None:
    """Of the questions of this part of the rules; those of losses, morale and retreats are told of by their names."""
    rulings = [
        fire(GAME, units=["section"], roll=66),
        ask("fire.after", GAME, to=GAME.box.hex("05.05"), units=["section", "close"]),
        fire(GAME, "overwatch.fire", trigger="movement", units=["section"], source=GAME.box.hex("05.04"), roll=66),
    ]
    seen = set()
    for each in (follow for ruling in rulings for proposal in ruling.detail.proposals for follow in proposal.then):
        question = GAME.system.questions.get(each.question)
        if question is not None:
            seen.add(each.question)
            assert set(each.given) <= {parameter.name for parameter in question.parameters}
    assert seen >= {"fire.after", "overwatch.fire"}


def test_json_tells_the_step_of_the_procedure() -> None:
    answer = as_json(fire(GAME, units=["hunter"], roll=66), GAME.box)
    (proposal,) = answer["proposals"]
    assert [each["question"] for each in proposal["then"]] == ["losses.at", "fire.after"]
    assert "attempt" not in proposal


# Spotting -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_spotting_on_flat_ground_is_that_of_the_same_units_in_words(seed: int) -> None:
    battle = plain_fires.skirmish(seed)
    reach = spotted_to(battle)
    near = {each.id for each in battle.blue if reach is None or battle.distance(each.place) <= reach}
    assert able(fire(battle.game, "spotting.at", battle.target)) == near
    for place in {each.place for each in battle.blue}:
        found = fire(battle.game, "spotting.at", battle.target, **{"from": place})
        assert found.detail.facts["spotting_range"] == ("unlimited" if reach is None else reach)
        assert (found.verdict == "spotted") == (reach is None or battle.distance(place) <= reach)
        back = fire(battle.game, "spotting.at", place, **{"from": battle.target})
        assert (back.verdict, back.value) == (found.detail.facts["back"], found.detail.facts["back_range"])


def test_of_those_who_answer_it_is_said_that_they_are_one_stack() -> None:
    game = battle()
    assert fire(game, "overwatch.fire", trigger="recovery").detail.one_stack
    assert fire(game, "overwatch.fire", to="05.05", trigger="fire", units="squad").detail.one_stack
    assert not fire(game).detail.one_stack


def test_where_nobody_of_those_is_who_gave_a_trigger_that_is_said() -> None:
    with pytest.raises(WrongUse, match=r"^to: nobody of Red stands in 11\.11, and so there is no trigger\.$"):
        fire(battle(), "overwatch.fire", to="11.11", trigger="recovery", moving=["men"])


def alone(prints: dict[str, Any]) -> Game:
    """Red men alone, with blue ones beside and two hexes away."""
    units = [unit("men", "infantry", **prints), *(unit(id_, "infantry", "blue", **INFANTRY) for id_ in ("squad", "close"))]
    at: dict[str, str | Piece] = {"men": "05.05", "squad": "05.07", "close": "05.06"}
    placed: dict[str, str | Piece] = {id_: Piece(str(place), mode="Fire") for id_, place in at.items()}
    return in_play(board("tcs-4.01", units, placed, contours=plain_fires.FLAT), "blue")


@pytest.mark.parametrize("steps", [1, 4])
def test_what_morale_makes_of_the_stack_is_seen_with_a_fire_as_all_rolls_and_checks_have_it(steps: int) -> None:
    game, rolls = alone({**INFANTRY, "steps": steps}), DICE["11..66"].rolls
    found: dict[str, Fraction] = {}

    def add(name: str, chance: Fraction) -> None:
        found[name] = found.get(name, Fraction(0)) + chance / len(rolls)

    for first in rolls:
        led = Led(game)
        led.take(led.ask("fire.at", to="05.05", roll=first))
        if led.open[-1].question == "losses.at":
            led.take(led.next("losses.at"))
        if led.open[-1].question == "morale.at":
            for each in led.next("morale.at").detail.outcomes:
                add(each.name, each.chance)
        else:
            add("nothing" if "men" in led.game.state.deployment.pieces else "nobody is left", Fraction(1))
    assert group(fire(game), "Morale") == found and sum(found.values()) == 1 and len(found) > 2


def test_nothing_is_said_of_the_morale_of_whom_none_is_known() -> None:
    without = {name: value for name, value in INFANTRY.items() if name != "morale"}
    ruling = fire(alone(without))
    assert ruling.verdict == "read" and group(ruling, "Steps lost") and not group(ruling, "Morale")
