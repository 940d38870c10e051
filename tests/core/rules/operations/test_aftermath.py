"""What follows the roll of a combat, led through by luck: the steps of a result, in their order, each by its owner."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.state import Declared
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.combat import read_result
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.operations.aftermath import QUESTION

MIDDLE, WEST, EAST = "05.05", "04.05", "06.05"
ATTACKERS, DEFENDERS = {"a0": WEST, "a1": WEST, "a2": EAST}, {"d0": MIDDLE, "d1": MIDDLE}
RESULTS = ("A1", "A1r1", "A2D1", "A1D1r1", "A1r1D1r2", "D1", "D2", "D1r1", "D1r2", "D3r3", "D9", "Dr2", "Ar2")
MOST = 40


@cache
def game() -> Game:
    """Two units in the middle, three beside them that have declared to attack."""
    prints = {"attack": 4, "defence": 3, "movement": 6, "movement__class": "leg", "steps": 2}
    units = [unit(id_, "combat", "blue", exploitation=id_ == "a2", **prints) for id_ in ATTACKERS]
    units += [unit(id_, "combat", **prints) for id_ in DEFENDERS]
    at = {id_: Piece(place, n) for n, (id_, place) in enumerate({**ATTACKERS, **DEFENDERS}.items())}
    made = in_play(board("scs-1.6", units, at, options={"stacking.limit": "6"}), "blue", "combat")
    attack = Declared("blue", ("a2", "a0", "a1"), (made.box.hex(MIDDLE),))
    return made.with_state(replace(made.state, declared=(attack,)))


def words(result: str) -> dict[str, str]:
    """What is known of the combat after a roll."""
    told = {name: ", ".join(f"{id_}@{place}" for id_, place in those.items()) for name, those in _SIDES.items()}
    return {"to": MIDDLE, "asks": result, **told}


_SIDES = {"attackers": ATTACKERS, "defenders": DEFENDERS}


def wanted(result: str) -> list[tuple[str, str]]:
    """The steps that a result asks for, with whose each is, where everybody lives through all of them."""
    asked = read_result(result)
    assert asked is not None
    found = []
    for loss, side, stacks in ((asked.defender, "defender", 1), (asked.attacker, "attacker", 2)):
        found += [("losses", side)] * bool(loss.steps) + [("retreat", side)] * (stacks * bool(loss.retreat))
    return [*found, ("advance", "attacker")]


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("seed", range(4))
def test_a_result_is_carried_out_step_by_step_and_then_the_attack_is_over(result: str, seed: int) -> None:
    luck, led, asked = Random(f"{result} {seed}"), Led(game()), read_result(result)
    assert asked is not None
    steps, by_hand, paid, stood = list[tuple[str, str]](), set[tuple[str, str]](), set[str](), set[str]()
    before = left(led)
    ruling = led.ask(QUESTION, **words(result))
    for _ in range(MOST):
        detail = ruling.detail
        assert isinstance(detail, ProcedureDetail) and len(detail.ways) in (0, len(detail.proposals))
        units = {part.unit for part in detail.parts}
        now = ruling.verdict, "attacker" if units & ATTACKERS.keys() else "defender"
        # Who has paid for standing fast is asked for no retreat any more.
        assert now[0] != "retreat" or units.isdisjoint(paid)
        if led.open and units:
            assert led.open[-1].side == {"attacker": "blue", "defender": "red"}[now[1]]
        taken = led.take(ruling, luck.choice(detail.proposals).label)
        by_hand |= {now} if taken.label.startswith("Go on") else set()
        # What is paid for is so for all of the side [9.2].
        paid |= set(_SIDES[f"{now[1]}s"]) if taken.label.startswith("Stay") else set()
        stood |= paid | (units if taken.label.startswith("Go on") else set())
        if units and (not steps or steps[-1] != now or now[0] == "losses"):
            steps.append(now)
        if not led.open:
            break
        ruling = led.ask(led.open[-1].question, **led.open[-1].given)
    assert not led.open
    # Stacks retreat one after the other, and whoever is eliminated is asked no more.
    order = list(dict.fromkeys(wanted(result)))
    assert steps == [each for each in order if each in steps]
    lost = {side: sum(before[id_] - left(led).get(id_, 0) for id_ in those) for side, those in _SIDES.items()}
    for side, loss in (("attackers", asked.attacker), ("defenders", asked.defender)):
        all_of_it = sum(before[id_] for id_ in _SIDES[side])
        if (("losses", side[:-1])) not in by_hand:
            assert lost[side] >= min(loss.steps, all_of_it)
        if not loss.retreat:
            assert lost[side] <= loss.steps
        else:
            assert all(led.at(id_) != place or id_ in stood for id_, place in _SIDES[side].items())
    fought = led.game.state.fought
    assert [set(each.units) for each in fought] == [set(ATTACKERS)]


def left(led: Led) -> dict[str, int]:
    """The steps that units have left."""
    pieces = led.game.state.deployment.pieces
    return {id_: 2 - piece.lost for id_, piece in pieces.items()}


def test_a_roll_leads_on_with_what_it_knows_and_an_empty_result_only_ends_the_attack() -> None:
    def rolled(roll: int) -> list[tuple[str, list[str]]]:
        ruling = ask("combat", game(), units=[*ATTACKERS], to=MIDDLE, roll=roll)
        return [(each.label, [then.given["asks"] for then in each.then]) for each in ruling.detail.proposals]

    assert rolled(9) == [("Go on with the result D1r1", ["D1r1"])]
    assert not getattr(ask("combat", game(), units=[*ATTACKERS], to=MIDDLE).detail, "proposals", ())


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"asks": "DG"}, "asks"),
        ({"attackers": "a9@04.05"}, "attackers"),
        ({"fled": "05.05>05.06*x"}, "fled"),
        ({"stood": "nobody"}, "stood"),
        ({"lost": "a0*x"}, "lost"),
    ],
)
def test_words_that_say_nothing_are_refused_with_their_place(more: dict[str, str], told: str) -> None:
    with pytest.raises(WrongUse, match=told):
        ask(QUESTION, game(), **{**words("D1r1"), **more})
