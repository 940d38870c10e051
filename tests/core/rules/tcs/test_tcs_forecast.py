"""The forecast of a fire against all that it can come to: every roll of both tables, carried out through the questions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import immutables
import pytest
from oracles.stacks import board, unit

from core.model.deployment import Piece
from core.model.oob import Counter, Formation, Values
from core.model.state import Moment
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.charts import Consulted, find
from core.rules.kernel.dice import DICE
from core.rules.kernel.proposals import Next, Proposal
from core.rules.operations.questions import board_of
from core.rules.tcs.effects.forecast import NOBODY_LEFT, Forecast, forecast
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.set_up import RULES

FIRE = "tcs.fire"
ROLLS = DICE["11..66"]
FORMATIONS = [
    Formation("bn", "bn", "red", values=Values({"morale.kind": "battalion", "morale.others": 2})),
    Formation("tanks", "tanks", "red", values=Values({"morale.kind": "vehicles", "vehicle.track": "o 1 1"})),
]
FOE = unit("foe", "infantry", "blue", steps=5, target__class="area", morale=4)


def area(id_: str, kind: str, steps: int, morale: int) -> Counter:
    return unit(id_, kind, "red", "bn", steps=steps, target__class="area", morale=morale)


def gun(id_: str) -> Counter:
    return unit(id_, "at_gun", "red", "bn", steps=1, target__class="both", target__defence=0, morale=3)


def truck(id_: str) -> Counter:
    return unit(id_, "carrier", "red", "bn", steps=2, target__class="both", target__defence=0)


def tank(id_: str) -> Counter:
    return unit(id_, "vehicle", "red", "tanks", steps=3, target__class="point", target__defence=3)


def game(stack: dict[Counter, Piece]) -> Game:
    at: dict[str, Any] = {each.id: piece for each, piece in stack.items()}
    made = board("tcs-4.01", [*stack, FOE], {**at, "foe": "05.06"}, formations=FORMATIONS, terrain={"05.05": "woods"})
    start = made.box.scenarios[made.forces.file].start
    held = immutables.Map({("bn", "platoons"): "1"})
    return made.with_state(replace(made.state, scenario=made.forces.file, deployment=start, moment=Moment(1), conditions=held))


def chances(game: Game, strength: int) -> tuple[tuple[str, Fraction], ...]:
    consulted = Consulted(game.case.charts)
    chart = consulted.book.chart(FIRE)
    return tuple(consulted.chances(chart, find(chart.columns, strength), 0).items())


def foreseen(game: Game, strength: int, **given: Any) -> Forecast:
    over = board_of(game.case, {}, OPERATIONS, RULES)
    told = {"firers": ("foe",), **given}
    return forecast(over, game.box.hex("05.05"), "red", chances(game, strength), told)


def done(game: Game, proposal: Proposal) -> Game:
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    return game.with_state(work.state)


def carried_out(game: Game, result: str) -> tuple[Game, Next | None]:
    """A result of the Fire Table, by the first choice of both sides: the game then, and the check that follows."""
    if result == "none":
        return game, None
    if result == "check":
        ruling = ask("losses.at", game, to="05.05", steps="0", firers="foe")
        assert not ruling.detail.proposals
        return game, Next("morale.at", ruling.reasons[0], {"to": "05.05", "side": "red"})
    given = {"to": "05.05", "steps": result, "firers": "foe"}
    while True:
        (proposal, *_) = ask("losses.at", game, **given).detail.proposals
        (follow, *_) = (*(each for each in proposal.then if each.question in ("losses.at", "morale.at")), None)
        if follow is None or follow.question == "morale.at":
            return done(game, proposal), follow
        given = dict(follow.given)


def brute(game: Game, strength: int) -> dict[tuple[int, str], Fraction]:
    """Every pair of rolls, one after the other through the questions themselves."""
    consulted = Consulted(game.case.charts)
    chart = consulted.book.chart(FIRE)
    place = find(chart.columns, strength)
    found: dict[tuple[int, str], Fraction] = {}
    known: dict[str, list[tuple[int, str]]] = {}
    before = sum(each.left for each in game.forces.units(game.box.hex("05.05")))
    for roll in ROLLS.rolls:
        result = consulted.result(chart, place, roll)
        if result not in known:
            after, check = carried_out(game, result)
            there = after.forces.units(game.box.hex("05.05"))
            lost = before - sum(each.left for each in there)
            if check is None:
                word = "none" if there else NOBODY_LEFT
                known[result] = [(lost, word)] * len(ROLLS.rolls)
            else:
                asked = [ask("morale.at", after, **check.given, roll=str(second)) for second in ROLLS.rolls]
                known[result] = [(lost, each.verdict if each.verdict != "nobody checks" else "none") for each in asked]
        for pair in known[result]:
            found[pair] = found.get(pair, Fraction(0)) + Fraction(1, len(ROLLS.rolls) ** 2)
    return found


HERE = Piece("05.05", mode="fire")
STACKS: dict[str, dict[Counter, Piece]] = {
    "a platoon": {area("a", "infantry", 5, 4): HERE},
    "two platoons and a gun": {area("a", "infantry", 5, 3): HERE, area("b", "infantry", 5, 5): HERE, gun("g"): HERE},
    "some with losses, suppressed": {
        area("a", "infantry", 5, 4): replace(HERE, lost=2, marks=frozenset({"suppressed"})),
        area("m", "machine_guns", 2, 4): replace(HERE, marks=frozenset({"dug-in"})),
    },
    "tanks and men": {tank("t"): HERE, area("a", "infantry", 2, 5): HERE},
    "a gun beside the last steps": {area("a", "infantry", 5, 6): replace(HERE, lost=4), gun("g"): HERE, gun("h"): HERE},
}


@pytest.mark.parametrize("strength", [3, 20, 101])
@pytest.mark.parametrize("stack", STACKS)
def test_the_forecast_is_what_all_rolls_of_both_tables_come_to(stack: str, strength: int) -> None:
    played = game(STACKS[stack])
    assert dict(foreseen(played, strength).joint) == brute(played, strength)


def test_steps_of_carried_units_are_none_of_those_that_the_fire_takes() -> None:
    played = game({truck("t"): HERE, area("a", "infantry", 5, 4): replace(HERE, on="t")})
    assert max(foreseen(played, 101).steps) == 2


def test_its_parts_are_the_sums_of_the_whole_and_stand_in_their_order() -> None:
    found = foreseen(game(STACKS["two platoons and a gun"]), 40)
    assert sum(found.joint.values()) == sum(found.steps.values()) == sum(found.morale.values()) == 1
    assert list(found.steps) == sorted(found.steps)
    groups = [each.group for each in found.outcomes]
    assert groups == sorted(groups, key=["Steps lost", "Morale"].index)
    assert {each.name for each in found.outcomes if each.group == "Morale"} <= {
        *("nothing", "Suppressed", "retreat", "Paralyzed", "Surrender", "nobody is left")
    }


def test_vehicles_alone_lose_nothing_and_check_nothing() -> None:
    assert dict(foreseen(game({tank("t"): HERE}), 40).joint) == {(0, "none"): Fraction(1)}


def test_a_cross_fire_makes_morale_worse_and_losses_no_greater() -> None:
    played = game(STACKS["a platoon"])
    plain, crossed = foreseen(played, 20), foreseen(played, 20, crossfire="yes")
    assert plain.steps == crossed.steps and plain.morale["none"] > crossed.morale["none"]


def test_those_alone_that_are_named_are_hit() -> None:
    played = game(STACKS["two platoons and a gun"])
    assert max(foreseen(played, 101, units=("g",)).steps) == 1
