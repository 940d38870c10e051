"""What follows the roll of a combat, clause by clause: who answers for a step, who pays for whom, and who is asked no more."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.oob import Counter
from core.model.state import Declared
from core.questions.answers import reason_text
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.aftermath import QUESTION

MIDDLE, WEST, EAST = "05.05", "04.05", "06.05"
PRINTS: Mapping[str, Any] = {"attack": 4, "defence": 3, "movement": 6, "movement__class": "leg", "steps": 2}
SMALL: Mapping[str, Any] = {
    "unit__size": "battalion",
    "unit__type": "infantry",
    "movement": 5,
    "steps": 2,
    "strength__fixed": 2,
}
GROUPING = {"scale.grouping": "regiment_or_brigade"}
MOST = 30


class Field:
    """A combat that blue has made on red in the middle, with what its question is told."""

    def __init__(self, ruleset: str, units: list[Counter], at: Mapping[str, str], fought: str, **more: Any) -> None:
        """`fought` are the units that took part, of both sides; all others only stand there."""
        placed = {id_: Piece(place, n) for n, (id_, place) in enumerate(at.items())}
        side = {each.id: each.side for each in units}
        made = in_play(board(ruleset, units, placed, **more), "blue", "combat")
        ids = fought.split()
        self.sides = {"attackers": [each for each in ids if side[each] == "blue"]}
        self.sides["defenders"] = [each for each in ids if side[each] == "red"]
        targets = dict.fromkeys(at[each] for each in self.sides["defenders"])
        self.words = {name: ", ".join(f"{each}@{at[each]}" for each in those) for name, those in self.sides.items()}
        self.words["to"] = ", ".join(targets)
        against = tuple(made.box.hex(each) for each in targets)
        self.game: Game = made.with_state(
            replace(made.state, declared=(Declared("blue", tuple(self.sides["attackers"]), against),))
        )

    def led(self, asks: str, **more: Any) -> tuple[Led, Any]:
        """The first step after a result, as it is answered."""
        led = Led(self.game)
        return led, led.ask(QUESTION, **self.words, asks=asks, **more)


def following(led: Led, **more: Any) -> Any:
    return led.next(QUESTION, **more)


def labels(ruling: Any) -> list[str]:
    return [each.label for each in ruling.detail.proposals]


def about(ruling: Any) -> set[str]:
    return {each.unit for each in ruling.detail.parts}


def scs(at: Mapping[str, str], fought: str, more: Mapping[str, Mapping[str, Any]] | None = None, **options: str) -> Field:
    units = [
        unit(id_, "combat", "blue" if id_[0] in "ab" else "red", **{**PRINTS, **((more or {}).get(id_) or {})}) for id_ in at
    ]
    return Field("scs-1.6", units, at, fought, options={"stacking.limit": "6", **options})


TWO_STACKS = {"a0": WEST, "a1": WEST, "a2": EAST, "d0": MIDDLE, "d1": MIDDLE}


# Hexes that are paid for [SCS 1.6 9.2] -----------------------------------------------------------------------------------


def test_a_hex_that_is_paid_for_is_so_for_the_whole_force_and_any_of_it_may_pay() -> None:
    led, ruling = scs(TWO_STACKS, "a0 a1 a2 d0 d1").led("Ar2")
    assert [each for each in labels(ruling) if each.startswith("Stay")] == [
        "Stay; lose A0 1 step, A1 1 step",
        "Stay; lose A0 1 step, A2 1 step",
        "Stay; lose A1 1 step, A2 1 step",
    ]
    led.take(ruling, "Retreat to 03.06; lose A2 1 step")
    ruling = following(led)
    assert about(ruling) == {"a2"} and ruling.value == 1, "one hex of two is paid for"
    assert not [each for each in labels(ruling) if "lose" in each], "the force has chosen"
    assert reason_text(led.open[-1].title, led.game.box) == "A2 retreats 1 hex from 06.05"
    led.take(ruling, "Retreat to 07.06")
    assert not led.open and led.game.state.fought


def test_a_force_that_has_paid_for_all_hexes_is_asked_no_more() -> None:
    led, ruling = scs(TWO_STACKS, "a0 a1 a2 d0 d1").led("Ar1")
    led.take(ruling, "Stay; lose A2 1 step")
    assert not led.open and [led.at(each) for each in ("a0", "a1", "a2")] == [WEST, WEST, EAST]


def test_the_rest_of_a_stack_goes_as_far_as_those_who_went_first() -> None:
    led, _ = scs(TWO_STACKS, "a0 a1 a2 d0 d1").led("Dr2")
    words = {**scs(TWO_STACKS, "a0 a1 a2 d0 d1").words, "asks": "Dr2", "units": "d0"}
    led.take(led.ask(QUESTION, **words), "Retreat to 04.03")
    ruling = following(led)
    assert about(ruling) == {"d1"} and ruling.value == 2
    assert not [each for each in labels(ruling) if each.startswith("Stay")]
    assert following(led, path="05.04").detail.proposals[0].label.startswith("Go on"), "it is too short"


def test_nobody_pays_a_second_step_before_others_of_the_force_have_lost_one() -> None:
    led, ruling = scs(TWO_STACKS, "a0 a1 a2 d0 d1").led("A1r1")
    led.take(ruling, "Lose 1 step of A0")
    ruling = following(led, units="a0")
    assert [each for each in labels(ruling) if each.startswith("Stay")] == ["Stay; lose A1 1 step", "Stay; lose A2 1 step"]
    assert labels(following(led, units="a0", choice="a0"))[:-1] == []


def test_however_many_could_pay_some_are_offered_and_any_choice_can_be_said() -> None:
    at = {f"a{n}": WEST for n in range(6)} | {"d0": MIDDLE}
    led, ruling = scs(at, " ".join(at)).led("Ar2")
    stays = [each for each in labels(ruling) if each.startswith("Stay")]
    assert len(stays) == 6, "so many are written out of fifteen"
    said = "Stay; lose A4 1 step, A5 1 step"
    assert said not in stays
    words = scs(at, " ".join(at)).words
    ruling = led.ask(QUESTION, **words, asks="Ar2", choice="a4, a5")
    assert labels(ruling)[:-1] == [said]
    led.take(ruling, said)
    assert not led.open
    refused = led.ask("retreat", units="a0, a1", hexes=2, choice="a0*2")
    assert "No way costs just these steps: 2 steps of A0" in [reason_text(each, led.game.box) for each in refused.reasons]


@law(60)
@given(st.integers(1, 3), st.lists(st.integers(1, 3), min_size=1, max_size=5), st.booleans(), st.integers(0, 10**6))
def test_on_open_ground_hexes_and_steps_of_a_force_add_up_to_its_retreat(
    hexes: int, steps: list[int], attacking: bool, seed: int
) -> None:
    luck = Random(seed)
    places = luck.sample(["04.05", "04.04", "05.04", "06.04", "06.05"], min(3, len(steps)))
    at = {f"a{n}": luck.choice(places) for n in range(len(steps))} if attacking else {"a": WEST}
    at |= {"d0": MIDDLE} if attacking else {f"d{n}": MIDDLE for n in range(len(steps))}
    mine = [each for each in at if (each[0] == "a") == attacking]
    more = {id_: {"steps": left, "attack": 0} for id_, left in zip(mine, steps, strict=True)}
    others = {id_: {"attack": 0} for id_ in at if id_ not in mine}
    field = scs(at, " ".join(at), {**more, **others})
    led, ruling = field.led(f"{'A' if attacking else 'D'}r{hexes}")
    for _ in range(MOST):
        ways = [each for each in labels(ruling) if not each.startswith("Go on")]
        led.take(ruling, luck.choice(ways or labels(ruling)))
        if not led.open or led.open[-1].title.template.endswith("may advance into {hex}"):
            break
        ruling = following(led)
    box = led.game.box
    gone = {box.hex(led.at(each)).distance(box.hex(at[each])) for each in mine if led.at(each)}
    pieces = led.game.state.deployment.pieces
    lost = sum(left - (left - pieces[id_].lost if id_ in pieces else 0) for id_, left in zip(mine, steps, strict=True))
    assert len(gone) <= 1, "all of a force go equally far"
    assert not gone or gone.pop() + lost == hexes


# Who answers -------------------------------------------------------------------------------------------------------------


def new_scs(at: Mapping[str, str], fought: str, more: Mapping[str, Any] | None = None, **parts: Any) -> Field:
    units = [
        unit(id_, "combat", "blue" if id_[0] == "a" else "red", **{**PRINTS, "armour": "soft", **((more or {}).get(id_) or {})})
        for id_ in at
    ]
    return Field("new-scs", units, at, fought, **parts)


def test_the_enemy_answers_who_loses_the_first_step_and_the_owner_for_all_others() -> None:
    field = new_scs(TWO_STACKS, "a0 a1 a2 d0 d1")
    led, ruling = field.led("A1D2")
    assert labels(ruling)[:-1] == ["Lose 1 step of D0", "Lose 1 step of D1"]
    led.take(ruling, "Lose 1 step of D0")
    assert led.open[-1].side == "red"
    ruling = following(led)
    assert about(ruling) == {"d0", "d1"} and labels(ruling)[:-1] == ["Lose 1 step of D1", "Lose 1 step of D0"]
    assert "The enemy has picked who lost the first step" in reason_text(ruling.reasons[1], led.game.box)
    led.take(ruling, "Lose 1 step of D0")
    # The single step of the attackers is the defenders' to pick.
    assert led.open[-1].side == "red" and about(following(led)) == {"a0", "a1", "a2"}


def test_nobody_picks_where_the_first_step_can_be_lost_by_one_alone_or_all_is_lost() -> None:
    at = {"a0": WEST, "d0": MIDDLE, "d1": MIDDLE}
    _, ruling = new_scs(at, "a0 d0 d1", {"d0": {"armour": "tank"}}).led("D2")
    assert labels(ruling)[:-1] == ["Lose 2 steps of D1", "Lose 1 step of D1, 1 step of D0"], "armour is no first loss here"
    _, ruling = new_scs(at, "a0 d0 d1").led("D4")
    assert labels(ruling)[:-1] == ["Lose 2 steps of D0, 2 steps of D1"]
    # A roll says whose the step is.
    rolled = new_scs(at, "a0 d0 d1", {"a0": {"attack": 40}})
    sides = set()
    for red in range(1, 7):
        for each in ask("combat", rolled.game, units="a0", to=MIDDLE, white=5, red=red).detail.proposals:
            sides |= {(then.given["asks"][:2], then.side) for then in each.then if then.given["asks"][1].isdigit()}
    assert ("D1", "blue") in sides or ("D2", "blue") in sides


def test_the_winner_answers_for_the_way_of_a_breakthrough_and_resolves_the_attack() -> None:
    units = [unit("a", "subordinate", "blue", **{**SMALL, "strength__fixed": 40}), unit("d", "subordinate", **SMALL)]
    field = Field("vcs", units, {"a": WEST, "d": MIDDLE}, "a d", options=GROUPING)
    led, ruling = field.led("D1r2", result="D2-(1)b", breakthrough="yes")
    led.take(ruling, "Lose")
    assert led.open[-1].side == "blue"
    ruling = following(led)
    assert ruling.verdict == "retreat" and not [each for each in labels(ruling) if each.startswith("Stay")]
    # Where it is the last step nothing is left for the winners to say.
    led, ruling = field.led("Dr1", result="D1b", breakthrough="yes", holds=MIDDLE)
    led.take(ruling, "Retreat")
    assert not led.open and led.game.state.fought


# Who is in it ------------------------------------------------------------------------------------------------------------


def test_parents_beside_those_who_attack_may_advance_with_them() -> None:
    parent = {**SMALL, "unit__size": "regiment", "steps": 3, "strength__class": "red", "strength__rating": "A"}
    parent.pop("strength__fixed")
    units = [unit("a", "parent", "blue", **parent), unit("b", "parent", "blue", **parent), unit("d", "subordinate", **SMALL)]
    field = Field("vcs", units, {"a": WEST, "b": WEST, "d": MIDDLE}, "a d", options=GROUPING)
    led, ruling = field.led("Dr1", result="D1", beside=f"b@{WEST}")
    led.take(ruling, "Retreat")
    ruling = following(led)
    assert about(ruling) == {"a", "b"}
    led.take(ruling, "Advance b into 05.05")
    assert about(following(led)) == {"a"}


def test_who_has_retreated_into_another_hex_of_the_combat_is_not_driven_on_from_there() -> None:
    at = {"a": MIDDLE, "d": "05.04", "e": "06.04"}
    near = ("04.04", "04.03", "05.03", "06.03")
    at |= {f"b{n}": place for n, place in enumerate(near)}
    units = [unit(id_, "subordinate", "blue" if id_[0] in "ab" else "red", **SMALL) for id_ in at]
    led, ruling = Field("vcs", units, at, "a d e", options=GROUPING).led("Dr1", result="D1")
    led.take(ruling, "Retreat to 06.04")
    ruling = following(led)
    assert about(ruling) == {"e"}
    led.take(ruling, "Retreat to 07.04")
    assert (led.at("d"), led.at("e")) == ("06.04", "07.04")
    # The hex that it left is empty, and the one that it came into is not.
    assert led.open[-1].given["done"] == "2" and about(following(led)) == {"a"}
    led.take(following(led), "Nobody else advances")
    assert not led.open


# Hexes that fall ---------------------------------------------------------------------------------------------------------


def test_a_hex_is_advanced_into_as_it_lies_and_not_as_it_was_reckoned() -> None:
    # One of the defenders never moves, and its last step is lost for that; the other goes.
    at = {"a0": WEST, "d0": MIDDLE, "d1": MIDDLE}
    field = scs(at, "a0 d0 d1", {"a0": {"attack": 14}, "d0": {"movement": 0, "steps": 1}, "d1": {"steps": 3, "defence": 4}})
    rolls = (ask("combat", field.game, units="a0", to=MIDDLE, roll=roll) for roll in range(2, 13))
    rolled = next(each for each in rolls if each.value == "D1r1")
    assert rolled.detail.facts["hex_falls"] == "holds"
    (question,) = rolled.detail.proposals[0].then
    led = Led(field.game)
    led.take(led.ask(question.question, **question.given), "Lose 1 step of D1")
    ruling = following(led, units="d0")
    # That is no hex that is paid for.
    assert labels(ruling)[0] == "Stay, 1 hex short; lose D0 1 step" and "Stay; lose D0 1 step" in labels(ruling)
    led.take(ruling, "Stay, 1 hex short; lose D0 1 step")
    assert labels(following(led))[0].startswith("Retreat to")
    led.take(following(led), "Retreat")
    assert about(following(led)) == {"a0"}


@pytest.mark.parametrize("result", ["Dr1", "D1r1"])
def test_nobody_is_asked_to_advance_into_a_hex_that_is_held(result: str) -> None:
    led, ruling = scs(TWO_STACKS, "a0 a1 a2 d0 d1").led(result)
    if ruling.verdict == "losses":
        led.take(ruling)
        ruling = following(led)
    led.take(ruling, "Stay")
    assert [(each.title.template, each.side) for each in led.open] == [("The combat in {hex} is over", "blue")]


@pytest.mark.parametrize(("reading", "asked"), [("remaining", False), ("emptied_hex", True)])
def test_whom_the_rules_let_not_advance_nobody_asks_to(reading: str, asked: bool) -> None:
    at, more = {"a0": WEST, "d0": MIDDLE}, {"a0": {"attack": 40}, "d0": {"steps": 1}}
    field = new_scs(at, "a0 d0", more, options={"advance.eliminated": reading})
    dice = [(white, red) for white in range(1, 7) for red in range(1, 7)]
    rolls = (ask("combat", field.game, units="a0", to=MIDDLE, white=white, red=red) for white, red in dice)
    (question,) = next(each for each in rolls if each.value == "D1").detail.proposals[0].then
    led = Led(field.game)
    led.take(led.ask(question.question, **question.given), "Lose")
    assert bool([each for each in led.open if "advance" in each.title.template]) == asked


def test_who_must_enter_is_not_told_that_nobody_does() -> None:
    led, ruling = scs(TWO_STACKS, "a0 a1 d0 d1").led("Dr1", kind="overrun")
    led.take(ruling, "Retreat")
    assert labels(following(led))[-1] == "Go on: they have entered by hand"
    led, ruling = scs(TWO_STACKS, "a0 a1 d0 d1").led("Dr1")
    led.take(ruling, "Retreat")
    assert labels(following(led))[-1] == "Nobody else advances"


def test_nobody_advances_to_where_it_stands() -> None:
    led, ruling = scs(TWO_STACKS, "a0 a1 a2 d0 d1", {"a2": {"exploitation": True}}).led("Dr3")
    led.take(ruling, "Retreat")
    ends = [each.split()[-1] for each in labels(following(led)) if each.startswith("Advance A2")]
    assert len(ends) > 7 and EAST not in ends


# Terrain, limits, and a second roll --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "terrain", "reading", "stays"),
    [
        ("Dr1", "city", "ask", True),
        ("Dr2", "city", "ask", False),
        ("Dr1", "village", "ask", False),
        ("Dr1", "city", "retreat", False),
        ("Ar1", "city", "ask", False),
    ],
)
def test_defenders_in_terrain_of_two_shifts_may_ignore_one_hex(result: str, terrain: str, reading: str, stays: bool) -> None:
    at = {"a0": WEST, "d0": MIDDLE}
    field = new_scs(at, "a0 d0", terrain={MIDDLE: terrain, WEST: "city"}, options={"retreat.one_hex": reading})
    led, ruling = field.led(result)
    assert ("Stay" in labels(ruling)) == stays
    if stays:
        led.take(ruling, "Stay")
        assert led.at("d0") == MIDDLE and "advance" not in led.open[-1].title.template
        plain = ask("retreat", field.game, units="d0", hexes=1, defended="yes", path=MIDDLE)
        assert plain.verdict == "legal" and "may ignore a retreat of 1 hex" in str(
            [reason_text(each, field.game.box) for each in plain.reasons]
        )


def test_a_retreat_into_a_full_hex_says_how_much_it_is_above_the_limit() -> None:
    at = {"a0": WEST, "a1": EAST, "d0": MIDDLE, "d1": MIDDLE, "r0": "05.04", "r1": "05.04", "r2": "05.06"}
    field = scs(at, "a0 a1 d0 d1", {each: {"attack": 9} for each in ("a0", "a1")}, **{"stacking.limit": "3"})
    _, ruling = field.led("Dr1")
    assert labels(ruling)[:2] == ["Retreat to 05.06", "Retreat to 05.04, 1 above the stacking limit"] or (
        "Retreat to 05.04, 1 above the stacking limit" in labels(ruling)
    )


def test_what_another_roll_of_the_same_combat_has_asked_falls_away_with_a_new_one() -> None:
    from core.play.owing import owed_after

    field = scs({"a0": WEST, "d0": MIDDLE}, "a0 d0")
    first = ask("combat", field.game, units="a0", to=MIDDLE, roll=9).detail.proposals[0]
    owed = owed_after(field.game.state, field.game.box, first)
    assert len(owed) == 1
    again = field.game.with_state(replace(field.game.state, owed=owed))
    second = ask("combat", again, units="a0", to=MIDDLE, roll=8).detail.proposals[0]
    assert [each.given for each in owed_after(again.state, again.box, second)] == [
        tuple(then.given.items()) for then in second.then
    ]


@pytest.mark.parametrize("declared", [False, True])
@pytest.mark.parametrize("roll", [3, 12])
def test_a_barrage_is_done_with_its_roll_whatever_follows(declared: bool, roll: int) -> None:
    gun = unit("g", "artillery", "blue", **{**PRINTS, "barrage": 14, "barrage__range": 3})
    field = Field("scs-1.6", [gun, unit("d", "combat", **PRINTS)], {"g": WEST, "d": MIDDLE}, "g d")
    made = Declared("blue", ("g",), (field.game.box.hex(MIDDLE),), "barrage")
    game = field.game.with_state(replace(field.game.state, declared=(made,) if declared else ()))
    led = Led(game)
    proposal = led.ask("barrage", units="g", to=MIDDLE, roll=roll).detail.proposals[0]
    assert proposal.attempt == made, "it counts, and is resolved"
    led.open += reversed(proposal.then)
    assert bool(led.open) == (roll == 12)
    if led.open:
        led.take(following(led), "Lose 2 steps of D")
        assert not led.open
    outside = game.with_state(replace(game.state, deployment=None, declared=()))
    assert all(
        each.attempt is None
        for each in getattr(ask("barrage", outside, units="g", to=MIDDLE, roll=roll).detail, "proposals", ())
    )


@pytest.mark.parametrize("declared", [False, True])
def test_an_overrun_in_exploitation_counts_and_is_resolved_with_what_it_marks(declared: bool) -> None:
    at = {"a0": WEST, "d0": MIDDLE}
    field = new_scs(at, "a0 d0", {"a0": {"attack": 40, "exploitation": True, "movement__class": "mechanized"}})
    made = Declared("blue", ("a0",), (field.game.box.hex(MIDDLE),), "overrun")
    moment = replace(field.game.state.moment, phase="exploitation")
    game = field.game.with_state(replace(field.game.state, declared=(made,) if declared else (), moment=moment, alone=True))
    for dice in ({"white": 6, "red": 5}, {"white": 1, "red": 1}):
        ruling = ask("overrun", game, units="a0", to=MIDDLE, mode="exploitation", **dice)
        assert ruling.verdict == "allowed"
        for each in ruling.detail.proposals:
            assert each.label.startswith("Mark A0 unready") and each.edits
            assert bool(each.then) or each.attempt == made
            assert declared or each.attempt == made


@pytest.mark.parametrize("declared", [False, True])
def test_a_bombardment_counts_with_its_roll(declared: bool) -> None:
    gun = unit("g", "artillery", "blue", **{**PRINTS, "armour": "soft", "bombardment__rating": 3, "bombardment__range": 3})
    field = Field("new-scs", [gun, unit("d", "combat", armour="soft", **PRINTS)], {"g": WEST, "d": MIDDLE}, "g d")
    made = Declared("blue", ("g",), (field.game.box.hex(MIDDLE),), "bombardment")
    moment = replace(field.game.state.moment, phase="bombardment")
    game = field.game.with_state(replace(field.game.state, declared=(made,) if declared else (), moment=moment))
    assert {each.attempt for each in ask("bombardment", game, units="g", to=MIDDLE).detail.proposals} == {None}, "not before it"
    for white in (1, 6):
        rolled = ask("bombardment", game, units="g", to=MIDDLE, white=white, red=6).detail.proposals
        assert {each.attempt for each in rolled} == {made}
