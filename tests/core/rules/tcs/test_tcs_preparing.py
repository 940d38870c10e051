"""Op sheets in preparation: size, weighted turns and rolls, from the units that are on them."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import immutables
import pytest
from oracles.stacks import board, hexes, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.oob import Formation, Values
from core.model.orders import OpSheet, TaskGroup
from core.model.scenario import Arrival, Turn
from core.model.state import GameState, Moment
from core.rules.tcs.orders.command import highest
from core.rules.tcs.orders.preparing import Preparation
from core.rules.tcs.orders.standing import OrdersInForce

BATTALION, TRACK = Values({"morale.kind": "battalion"}), Values({"morale.kind": "vehicles"})
AS_BATTALION, AS_COMPANY = "10031000161211000000", "10031000151205000000"
FORMATIONS = (
    Formation("rgt", "123 Infantry", "red"),
    *(Formation(f"{n}-bn", f"{n}-123", "red", "rgt", values=BATTALION) for n in (1, 2, 3)),
    Formation("tanks", "A-58", "red", sidc=AS_BATTALION),
    *(Formation(f"{name}-tk", f"{name}/58", "red", "tanks", sidc=AS_COMPANY, values=TRACK) for name in "ab"),
)
UNITS = [
    *(unit(f"{n}-{name}", "infantry", formation=f"{n}-bn", steps=5) for n in (1, 2, 3) for name in "abc"),
    *(unit(f"t-{name}-{n}", "vehicle", formation=f"{name}-tk", steps=4) for name in "ab" for n in (1, 2)),
    unit("truck", "carrier", formation="a-tk", steps=2),
    unit("at", "at_gun", formation="rgt", steps=1),
    unit("battery", "artillery", formation="3-bn", steps=4),
]
TANKS = ("t-a-1", "t-a-2", "t-b-1", "t-b-2")
WHERE: dict[str, Any] = {each.id: "05.05" for each in UNITS} | {"battery": Piece("Off map")}


def sheet(*units: str, **said: Any) -> OpSheet:
    return OpSheet("Oak", "red", **{"type": "Attack", "units": units, "status": "waiting", **said})


def prepared(
    drawn: OpSheet, *others: OpSheet, at: dict[str, Any] | None = None, light: str = "day", rating: int | None = 3, **more: Any
) -> Preparation:
    options = {"command.rating": str(rating)} if rating is not None else {}
    game = board("tcs-4.01", UNITS, WHERE if at is None else at, formations=FORMATIONS, options=options, **more)
    plan = game.box.scenarios[game.forces.file]
    orders = immutables.Map({each.id: each for each in (drawn, *others)})
    state = GameState(scenario=game.forces.file, deployment=plan.start, moment=Moment(1), light=light, orders=orders)  # type: ignore[arg-type]
    game = game.with_state(state)
    return Preparation(game.case, OrdersInForce(game.case, game.forces, (*others, drawn)), drawn)


def facts(ruling: Any) -> dict[str, Any]:
    return dict(ruling.detail.facts)


@pytest.mark.parametrize(
    ("units", "elements", "size"),
    [
        (("1-a", "2-a", "3-a"), 3, 3),
        (("1-a", "1-b", "1-c"), 1, 0),
        (("1-bn",), 1, 0),
        # Guns off the map are on no sheet, and a battalion is whole without those that it has (6.7b, 6.9c).
        (("3-bn",), 1, 0),
        (("1-a", "1-b"), 1, 1),
        (("1-bn", "t-a-1", "t-a-2", "at"), 2, 1),
        (("rgt",), 3, 2),
        (("at",), 0, 0),
        (("tanks",), 2, 1),
        (("a-tk",), 1, 1),
        (TANKS, 2, 2),
    ],
)
def test_the_size_counts_formations_with_a_morale_and_a_whole_battalion_takes_one_off(units, elements, size) -> None:
    found = facts(prepared(sheet(*units)).size())
    assert (found["elements"], found["size"]) == (elements, size)


def test_a_battalion_is_whole_without_those_that_are_eliminated_but_not_without_those_to_come() -> None:
    gone = {id_: place for id_, place in WHERE.items() if id_ != "1-c"}
    assert facts(prepared(sheet("1-a", "1-b"), at=gone).size())["size"] == 0
    (here,) = hexes(board("tcs-4.01", []), "01.01")
    later = (Arrival(("1-c",), 4, (here,)),)
    assert facts(prepared(sheet("1-a", "1-b"), at=gone, arrivals=later).size())["size"] == 1


def test_the_size_stays_when_units_are_struck_off() -> None:
    struck = sheet("rgt", elements=3, staff=True, left=tuple((f"1-{name}", "scratched") for name in "abc"))
    prep = prepared(struck)
    assert prep.effective_size == 2 and facts(prep.size())["elements"] == 2
    assert {each.id for each in prep.units} == {f"{n}-{name}" for n in (2, 3) for name in "abc"} | {"at"}


def test_a_sheet_has_the_highest_type_on_it() -> None:
    groups = (TaskGroup("Hold", ("1-bn",), "Prepared Defense"), TaskGroup("Go", ("2-bn",), "Move"))
    assert prepared(sheet("rgt", groups=groups)).type == "Prepared Defense"
    assert highest(["Move", "", "Hasty Defense"]) == "Hasty Defense" and highest([]) == ""


FORCE = OpSheet("Elm", "red", "Attack", ("1-a",))


@pytest.mark.parametrize(
    ("units", "others", "more", "gain"),
    [
        (("1-bn",), (), {}, 3),
        (("1-bn",), (FORCE,), {}, 2),
        (("1-bn",), (replace(FORCE, type="Move"),), {}, 3),
        (("1-bn",), (replace(FORCE, status="preliminary"),), {}, 2),
        (("1-bn",), (), {"light": "night"}, 2),
        (("1-bn",), (), {"fired": True}, 1),
        (("tanks",), (), {}, 3),
        (TANKS, (), {}, 9),
        (TANKS, (), {"light": "night"}, 6),
        (TANKS, (), {"fired": True}, 3),
        (TANKS, (), {"type": "Prepared Defense"}, 3),
    ],
)
def test_weighted_turns_follow_the_worst_condition_of_the_units(units, others, more, gain) -> None:
    said = {"type": more["type"]} if "type" in more else {}
    prep = prepared(sheet(*units, **said), *others, light=more.get("light", "day"))
    assert facts(prep.gain(more.get("fired")))["each_turn"] == gain


def test_markers_tell_who_has_fired() -> None:
    fired = {**WHERE, "1-b": Piece("05.05", marks=frozenset({"fired"}))}
    prep = prepared(sheet("1-bn"), at=fired)
    assert [each.id for each in prep.have_fired()] == ["1-b"]
    assert facts(prep.gain())["each_turn"] == 1 and facts(prep.gain(fired=False))["each_turn"] == 3


def test_a_regiment_with_27_weighted_turns_needs_52_and_with_30_it_needs_45() -> None:
    prep = prepared(sheet("rgt", turns=27))
    assert (facts(prep.roll())["row"], facts(prep.roll())["needed"]) == (5, 52)
    assert prep.roll(43).verdict == "fails"
    assert facts(prep.gain())["weighted_turns"] == 30
    later = prepared(sheet("rgt", turns=30))
    assert facts(later.roll())["needed"] == 45 and later.roll(61).verdict == "implemented"


def test_one_roll_brings_preliminary_instructions_into_force_where_the_attack_waits() -> None:
    tanks = Formation("tanks", "58", "red", sidc=AS_BATTALION, values=TRACK)
    game = board(
        "tcs-4.01",
        [unit("t", "vehicle", formation="tanks")],
        {"t": "05.05"},
        formations=(tanks,),
        options={"command.rating": "3"},
    )
    drawn = sheet("tanks", preliminary="To the wood.", turns=9)
    prep = Preparation(game.case, OrdersInForce(game.case, game.forces, (drawn,)), drawn)
    found = facts(prep.roll())
    assert (prep.effective_size, found["needed"], found["preliminary_needed"]) == (0, 55, 44)
    assert prep.roll(46).verdict == "preliminary"
    begun = replace(drawn, status="preliminary")
    going = Preparation(game.case, OrdersInForce(game.case, game.forces, (begun,)), begun)
    assert "preliminary_needed" not in facts(going.roll()) and going.roll(46).verdict == "fails"


def test_the_rating_is_that_of_the_side_else_that_of_the_box() -> None:
    assert prepared(sheet("rgt"), rating=4).rating == 4
    with pytest.raises(WrongUse, match="Red has no Command Prep Rating"):
        _ = prepared(sheet("rgt"), rating=None).rating


@pytest.mark.parametrize(("said", "to_gain"), [({}, True), ({"gained": 1}, False), ({"turn": 1}, False)])
def test_a_forecast_is_what_a_recount_turn_by_turn_gives(said: dict[str, int], to_gain: bool) -> None:
    track = tuple(Turn(light="night" if n in (3, 4) else "day") for n in range(1, 7))
    drawn = sheet("rgt", turns=20, **said)
    prep = prepared(drawn, turns=track)
    turns, waits = 20, Fraction(1)
    for step in prep.forecast(9):
        if step.ahead or to_gain:
            turns += 2 if 1 + step.ahead in (3, 4) else 3
        alone = prepared(replace(drawn, turns=turns), turns=track)
        chance = Fraction(facts(alone.roll()).get("chance", 0))
        waits *= 1 - chance
        assert (step.turns, step.chance, step.by_then) == (turns, chance, 1 - waits)
    assert step.ahead == 9
