"""One attack on several hexes of VCS, judged by a naive reader of 10.1 and 10.2, and what a combat leaves to be done."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.model.deployment import Mark, Piece
from core.model.state import SUPPORT, Declared, Moment
from core.model.work import Work
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.proposals import applied

GROUPING = {"scale.grouping": "regiment_or_brigade"}
SMALL = {"unit__size": "battalion", "unit__type": "infantry", "movement": 5, "steps": 1}
MIDDLE = "05.05"
RING = ("05.04", "06.04", "06.05", "05.06", "04.05", "04.04")
"""The hexes around the middle, in their order."""


def small(id_: str, side: str, strength: int, **more: Any) -> Any:
    return unit(id_, "subordinate", side, **{**SMALL, "strength__fixed": strength, **more})


def told(ruling: Any, game: Game) -> dict[str, Any]:
    return as_json(ruling, game.box)


def in_play(game: Game, **more: Any) -> Game:
    """The same game while it is played."""
    held = game.box.scenarios[FILE].start
    return game.with_state(replace(game.state, scenario=FILE, deployment=held, moment=Moment(1, "combat", "red"), **more))


@law(60)
@given(
    st.lists(st.sampled_from(["", "town", "level-2", "level-3", "level-5"]), min_size=6, max_size=6),
    st.lists(st.integers(0, 2), min_size=6, max_size=6),
    st.frozensets(st.integers(0, 5)),
    st.frozensets(st.integers(0, 5)),
    st.frozensets(st.integers(0, 5)),
)
def test_defenders_of_all_hexes_are_added_up_and_each_hex_keeps_its_river_and_its_works(
    ground: list[str], held: list[int], wet: frozenset[int], dug: frozenset[int], rubble: frozenset[int]
) -> None:
    # Two attackers stand in the middle; whoever is around is attacked at once.
    targets = [n for n in range(6) if held[n]]
    if not targets:
        return
    units, at = [small("a", "red", 7), small("b", "red", 8)], {"a": Piece(MIDDLE, 0), "b": Piece(MIDDLE, 1)}
    for n in targets:
        for rank in range(held[n]):
            units.append(small(f"d{n}{rank}", "blue", n + 2))
            at[f"d{n}{rank}"] = Piece(RING[n], rank)
    game = board(
        "vcs",
        units,
        at,
        terrain={RING[n]: kind for n, kind in enumerate(ground) if kind},
        sides={"river": [f"{MIDDLE} {RING[n]}" for n in wet]} if wet else {},
        marks={
            RING[n]: tuple(Mark(kind) for kind, some in (("entrenchment", dug), ("rubble", rubble)) if n in some)
            for n in targets
        },
        options=GROUPING,
    )
    found = told(ask("combat", game, units="a,b", to=",".join(RING[n] for n in targets)), game)
    factors = {(False, False): 1, (True, False): 2, (False, True): 2, (True, True): 3}
    assert found["attack"] == 15
    assert found["defence"] == sum(held[n] * (n + 2) * factors[n in wet, n in dug] for n in targets)
    levels = [int(ground[n][-1]) if ground[n].startswith("level") else 1 for n in targets]
    assert found["shift"] == 1 - max(levels) - any(n in rubble for n in targets)
    # The line is that of the hex that helps the defenders most: what it asks of the odds for a column.
    worth = {"": 0, "town": 1, "level-2": 1, "level-3": 1, "level-5": 2}
    lines = {"Level 1": 0, "Town": 1, "Level 2": 1, "Level 3": 1, "Level 5": 2}
    assert lines[found["line"]] == max(worth[ground[n]] for n in targets)


@law(40)
@given(st.sets(st.sampled_from(RING), min_size=2, max_size=4), st.sets(st.sampled_from(RING), min_size=1, max_size=2))
def test_who_takes_part_is_beside_every_hex_or_by_the_other_reading_beside_one(around: set[str], attacked: set[str]) -> None:
    units, at = [small("middle", "red", 3)], {"middle": MIDDLE}
    for label in around - attacked:
        units.append(small(f"r{label}", "red", 3))
        at[f"r{label}"] = label
    for label in attacked:
        units.append(small(f"b{label}", "blue", 3))
        at[f"b{label}"] = label
    for reading in ("every", "any"):
        game = board("vcs", units, at, options={**GROUPING, "attack.several_hexes": reading})
        near = {id_: game.box.hex(label) for id_, label in at.items() if not id_.startswith("b")}
        goals = [game.box.hex(label) for label in attacked]
        beside = {id_: [place.distance(goal) == 1 for goal in goals] for id_, place in near.items()}
        found = told(ask("combat.attackers", game, to=sorted(attacked)), game)
        roles = {each["unit"]: each["role"] for each in found["units"]}
        test = all if reading == "every" else any
        assert {id_ for id_, role in roles.items() if role == "attacks"} == {id_ for id_, some in beside.items() if test(some)}


def beside_each_other(*more: Any, **parts: Any) -> Game:
    """Two stacks beside one attacker, of which the first stands in a town."""
    units = [small("a", "red", 9, nationality="Reds"), small("t", "blue", 2), small("f", "blue", 2), *more]
    at = {"a": MIDDLE, "t": Piece(RING[0]), "f": Piece(RING[1], marks=frozenset({"isolated 1"})), **parts.pop("at", {})}
    options = {**GROUPING, **parts.pop("options", {})}
    return board("vcs", units, at, terrain={RING[0]: "town"}, options=options, **parts)


def test_one_hex_of_an_attack_that_is_declared_on_several_stands_for_all_of_them() -> None:
    game = beside_each_other()
    both = tuple(game.box.hex(label) for label in RING[:2])
    played = in_play(game, declared=(Declared("red", ("a",), both),))
    for asked in (RING[0], RING[1], f"{RING[0]}, {RING[1]}"):
        assert told(ask("combat", played, units="a", to=asked), played)["defence"] == 3, "one of them is isolated and halved"
        assert set(told(ask("combat.attackers", played, to=asked), played)["defenders"]) == {"t", "f"}
    assert told(ask("combat", in_play(game), units="a", to=RING[0]), game)["defence"] == 2
    # What is declared elsewhere is no part of it.
    other = in_play(game, declared=(Declared("red", ("a",), both[1:]),))
    assert ask("combat", other, units="a", to=RING[0]).verdict == "prohibited"


def test_artillery_declared_for_one_of_the_hexes_supports_the_combat() -> None:
    guns = unit("g", "artillery", "blue", **{**SMALL, "unit__type": "artillery", "strength__fixed": 1, "range": 3})
    game = beside_each_other(guns, at={"g": "05.02"})
    both = tuple(game.box.hex(label) for label in RING[:2])
    support = Declared("blue", ("g",), both[1:], SUPPORT)
    played = in_play(game, declared=(Declared("red", ("a",), both), support))
    texts = [item["name"] for item in told(ask("combat", played, units="a", to=RING[0]), played)["tables"][-1]["shifts"]]
    assert any("Artillery, defence" in text for text in texts)


@pytest.mark.parametrize(("support", "paid"), [(8, 7), (0, -1)])
def test_what_a_combat_leaves_is_one_step_that_can_be_undone(support: int, paid: int) -> None:
    game = beside_each_other(options={"isolation.surrender": "on"})
    points = immutables.Map({("red", "support points of the Reds"): support})
    played = in_play(game, points=points)
    ruling = ask("combat", played, units="a", to=f"{RING[0]},{RING[1]}", air=1, roll=7)
    (proposal,) = ruling.detail.proposals
    before = Work(played.box, played.state)
    after = applied(before, proposal.edits)
    assert [mark.kind for mark in after.deployment.marks[game.box.hex(RING[0])]] == ["rubble"]
    assert game.box.hex(RING[1]) not in after.deployment.marks, "no town"
    assert after.deployment.pieces["f"].marks == {"isolated 2"}
    assert after.state.points["red", "support points of the Reds"] == (
        paid if ruling.detail.facts["support_points"] else support
    )
    assert before.deployment.pieces["f"].marks == {"isolated 1"}


def test_the_fifth_attack_of_a_game_turn_costs_two_points_more() -> None:
    game = beside_each_other()
    points = immutables.Map({("red", "support points"): 9})
    place = game.box.hex("12.12")
    left = []
    for before in range(6):
        fought = tuple(Declared("red", (f"x{n}",), (place,)) for n in range(before))
        played = in_play(game, points=points, fought=(*fought, Declared("blue", ("y",), (place,))))
        ruling = ask("combat", played, units="a", to=RING[0], roll=7)
        cost = int(ruling.detail.facts["support_points"])
        (proposal,) = ruling.detail.proposals or (None,)
        state = applied(Work(played.box, played.state), proposal.edits).state if proposal else played.state
        left.append(9 - cost - state.points["red", "support points"])
    assert left == [0, 0, 0, 0, 2, 0]


def test_units_above_the_limit_that_came_in_a_retreat_are_gone_with_any_adverse_result() -> None:
    stack = [small(f"s{n}", "blue", 1) for n in range(4)]
    game = board("vcs", [small("a", "red", 12), *stack], {"a": MIDDLE, **{f"s{n}": Piece(RING[0], n) for n in range(4)}})
    # The one at the bottom fought before and came in a retreat: it is the one too many.
    came = Declared("red", ("x",), (game.box.hex("12.12"),), shown=("s0",))
    played = in_play(game, fought=(came,))
    rolled = (ask("combat", played, units="a", to=RING[0], roll=roll) for roll in range(2, 13))
    ruling = next(each for each in rolled if each.detail.losses is not None and each.detail.losses.defender.retreat)
    assert told(ruling, played)["defence"] == 3
    (proposal,) = ruling.detail.proposals
    assert {"s1", "s2", "s3"} == set(applied(Work(played.box, played.state), proposal.edits).deployment.pieces) - {"a"}


def test_every_hex_that_is_attacked_falls_by_itself() -> None:
    # One stack may pay for its retreat with the step of another unit; who has one step alone may not.
    game = board(
        "vcs",
        [small("a", "red", 30), small("one", "blue", 2), small("two", "blue", 2, steps=3)],
        {"a": MIDDLE, "one": RING[0], "two": RING[1]},
    )
    ruling = ask("combat", game, units="a", to=f"{RING[0]},{RING[1]}")
    chances = [each.numbers for each in ruling.reasons if "falls with a chance" in each.template]
    assert len(chances) == 2
    assert chances[0]["falls_surely"] > chances[1]["falls_surely"] >= Fraction(0)
    for label, chance in zip(RING, chances, strict=False):
        assert ruling.detail.facts[f"falls {label}"] == chance["falls"]
        assert ruling.detail.facts[f"falls_surely {label}"] == chance["falls_surely"]


def test_hexes_are_named_once_and_at_least_one() -> None:
    game = beside_each_other()
    assert told(ask("combat", game, units="a", to=f"{RING[0]},{RING[0]}"), game)["defence"] == 2
    with pytest.raises(WrongUse, match="units that attack"):
        ask("combat", game, units="a", to=())
