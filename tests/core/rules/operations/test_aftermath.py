"""What follows the roll of a combat, led through by luck: the steps of a result, in their order, each by its owner."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.state import Declared
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.combat import CombatDetail, read_result
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Ruling
from core.rules.operations.aftermath import QUESTION, UNDICED
from core.rules.operations.battle_detail import with_proposals
from core.rules.operations.movement_detail import OverrunDetail
from core.rules.operations.overruns import _leading

MIDDLE, WEST, EAST = "05.05", "04.05", "06.05"
ATTACKERS, DEFENDERS = {"a0": WEST, "a1": WEST, "a2": EAST}, {"d0": MIDDLE, "d1": MIDDLE}
RESULTS = ("A1", "A1r1", "A2D1", "A1D1r1", "A1r1D1r2", "D1", "D2", "D1r1", "D1r2", "D3r3", "D9", "Dr2", "Ar2")
MOST = 40


@cache
def game(*others: str) -> Game:
    """Two units in the middle, three beside them that have declared to attack; friends of these stand in other hexes."""
    prints = {"attack": 4, "defence": 3, "movement": 6, "movement__class": "leg", "steps": 2}
    units = [unit(id_, "combat", "blue", exploitation=id_ == "a2", **prints) for id_ in ATTACKERS]
    units += [unit(id_, "combat", **prints) for id_ in DEFENDERS]
    near = {f"f{number}": place for number, place in enumerate(others)}
    units += [unit(id_, "combat", "blue", exploitation=True, **prints) for id_ in near]
    at = {id_: Piece(place, n) for n, (id_, place) in enumerate({**ATTACKERS, **DEFENDERS, **near}.items())}
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


# What is said by hand ----------------------------------------------------------------------------------------------------


def asked(result: str, *others: str, **more: str) -> ProcedureDetail:
    detail = ask(QUESTION, game(*others), **{**words(result), **more}).detail
    assert isinstance(detail, ProcedureDetail)
    return detail


def hexes(*labels: str) -> tuple[Hex, ...]:
    return tuple(map(game().box.hex, labels))


def test_a_retreat_goes_by_way_of_hexes_that_are_drawn_one_after_the_other() -> None:
    free = asked("Dr2")
    assert (free.along, free.drawn, free.broken) == ("path", (), None)
    way = next(each for each in free.ways if len(each) == 3)
    drawn = asked("Dr2", path=", ".join(map(game().box.label, way[1:])))
    assert drawn.drawn == way and drawn.broken is None
    assert all(each in (way, ()) for each in drawn.ways) and drawn.ways[0] == way
    assert asked("Dr2", path=", ".join(map(game().box.label, way))).drawn == way, "with the first hex, too"


@pytest.mark.parametrize(
    ("result", "said", "section"),
    [
        ("Dr2", {"path": "05.06, 05.05"}, "9.1b"),
        ("Dr2", {"path": "05.06, 09.09"}, "9.0b"),
        ("Dr2", {"path": "09.09"}, "9.0b"),
        ("Dr1", {"choice": "d0*2"}, "9.0b"),
        ("D1", {"choice": "d0*2"}, "8.0"),
        ("D2", {"choice": "d0*2"}, "8.0"),
    ],
)
def test_what_is_said_by_hand_and_breaks_a_rule_is_named_and_nothing_is_picked(
    result: str, said: dict[str, str], section: str
) -> None:
    detail = asked(result, **said)
    assert detail.broken is not None and detail.broken.rule.section.startswith(section)
    (only,) = detail.proposals
    assert only.label.startswith("Go on") and not only.edits, "it can still be done by hand"
    assert detail.drawn == (hexes(MIDDLE, *said["path"].split(", ")) if "path" in said else ())


def test_losses_that_are_chosen_by_hand_break_no_rule_where_they_are_legal() -> None:
    detail = asked("D1", choice="d1")
    assert detail.broken is None and detail.along == "" and detail.drawn == ()
    assert [each.label for each in detail.proposals] == ["Lose 1 step of D1", "Go on: steps were lost by hand"]


def test_hexes_of_a_way_in_enemy_zones_stand_with_it_and_so_does_why_it_costs_steps() -> None:
    detail = asked("Dr1", "05.03", "05.07")
    assert len(detail.warned) == len(detail.whys) == len(detail.ways) == len(detail.proposals)
    zones = [(way, warned, why) for way, warned, why in zip(detail.ways, detail.warned, detail.whys, strict=True) if warned]
    assert zones, "they are surrounded by zones"
    assert all(set(warned) <= set(way[1:]) and why for way, warned, why in zones)


def test_an_overrun_that_nothing_follows_counts_with_what_it_leaves() -> None:
    made = Declared("blue", ("a0",), hexes(MIDDLE), "overrun")
    (found,) = _leading(
        OverrunDetail((), hexes(MIDDLE)[0], None, "", (), odds=fought_with(Proposal("Over", (), attempt=made))),
        (Proposal("Mark them", ()),),
    )
    assert (found.label, found.attempt) == ("Mark them", made)


def fought_with(proposal: Proposal) -> Ruling:
    """A combat that was rolled, and only ends."""
    detail = with_proposals(CombatDetail(losses=read_result("A1")), (proposal,))
    return Ruling("combat", "", "A1", None, (), detail)


@pytest.mark.parametrize(("told", "why"), [({"dice": "no"}, UNDICED), ({}, "")])
def test_a_combat_that_no_dice_were_rolled_for_says_why_with_its_last_step(told: dict[str, str], why: str) -> None:
    detail = asked("A1", holds=MIDDLE, **told)
    assert detail.proposals and all(each.attempt is not None and not each.then for each in detail.proposals)
    assert {each.undiced for each in detail.proposals} == {why}
    assert {each.undiced for each in asked("A1D1", holds=MIDDLE, **told).proposals} == {""}, "it is not over with the first"
