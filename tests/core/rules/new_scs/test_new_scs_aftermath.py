"""What follows a combat of New SCS, clause by clause: what ambush and surprise change, whose steps zones and closed hexes cost,
and whether hexes are paid with steps."""

from itertools import product

import pytest
from oracles.stacks import board, unit

from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.combat import Loss, Losses
from core.rules.new_scs.aftermath import shares
from core.rules.new_scs.ambush import AMBUSH, NORMAL, SURPRISE, Odds, changed
from core.rules.new_scs.stacking import RULES
from core.rules.new_scs.system import OPERATIONS
from core.rules.operations.battle_detail import RetreatWay
from core.rules.operations.questions import board_of

NEW_SCS = load_ruleset("new-scs")
NOWHERE = Game.of(NewMap("Nowhere", ruleset="new-scs", columns=1, rows=1).box(), NEW_SCS)
SPARED, BITTEN = "04.03", "08.09"
"""Hexes in the zone of riflemen, and of a tank."""


@pytest.mark.parametrize(
    ("event", "attacker", "defender", "left"),
    [
        (NORMAL, (1, 0), (2, 2), ((1, 0), (2, 2))),
        (AMBUSH, (1, 0), (2, 2), ((1, 0), (1, 1))),
        (AMBUSH, (0, 0), (3, 3), ((0, 0), (2, 2))),
        (AMBUSH, (0, 0), (1, 0), ((0, 0), (0, 0))),
        # Defenders who lose nothing cost the attackers a step more.
        (AMBUSH, (1, 0), (0, 2), ((2, 0), (0, 1))),
        (AMBUSH, (0, 0), (0, 0), ((1, 0), (0, 0))),
        (SURPRISE, (2, 0), (1, 1), ((1, 0), (1, 2))),
        (SURPRISE, (3, 0), (0, 0), ((2, 0), (0, 1))),
        (SURPRISE, (1, 0), (2, 0), ((0, 0), (2, 1))),
        # Attackers who lose nothing cost the defenders one more.
        (SURPRISE, (0, 0), (1, 2), ((0, 0), (2, 3))),
        (SURPRISE, (0, 0), (0, 0), ((0, 0), (1, 1))),
    ],
)
def test_ambush_and_surprise_change_steps_and_hexes_by_one(event, attacker, defender, left) -> None:
    found = changed(NOWHERE.case, Losses(Loss(*attacker), Loss(*defender)), event)
    assert ((found.attacker.steps, found.attacker.retreat), (found.defender.steps, found.defender.retreat)) == left


@pytest.mark.parametrize("better", ["none", "attackers", "defenders"])
@pytest.mark.parametrize("intelligence", ["none", "attacker", "defender"])
def test_the_faces_that_are_told_are_those_that_bring_it(better: str, intelligence: str) -> None:
    ruling = ask("combat", NOWHERE, attackers="12", defenders="6", better=better, intelligence=intelligence)
    likely = Odds(*(int(ruling.detail.facts[f"{event}_faces"]) for event in (AMBUSH, SURPRISE)))
    rolls = list(product(range(1, 7), range(1, 7)))
    dice = {
        AMBUSH: {white for white, red in rolls if likely.event(white, red) == AMBUSH},
        SURPRISE: {red for white, red in rolls if likely.event(white, red) == SURPRISE},
    }
    told = [reason.values for reason in ruling.reasons if reason.values.get("die") in ("white", "red")]
    assert [each["event"] for each in told] == [AMBUSH, SURPRISE]
    for each in told:
        faces = sorted(dice[each["event"]])
        assert each["faces"] == (str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}")


def in_the_field(**options: str) -> Game:
    """Riflemen and armoured cars in one hex, with enemies elsewhere whose zones they may come into."""
    prints = {"attack": 4, "defence": 4, "movement": 6}
    units = (
        unit("foot", "combat", **prints, movement__class="leg", steps=2),
        unit("weak", "combat", **prints, movement__class="leg", steps=1),
        unit("car", "combat", **prints, movement__class="mechanised", armour="light_armour", steps=3),
        unit("other-car", "combat", **prints, movement__class="mechanised", armour="tank", steps=3),
        unit("rifles", "combat", "blue", **prints, movement__class="leg", steps=2),
        unit("tank", "combat", "blue", **prints, movement__class="mechanised", armour="tank", steps=2),
    )
    here = dict.fromkeys(("foot", "weak", "car", "other-car"), "06.06")
    return board("new-scs", units, {**here, "rifles": "03.03", "tank": "09.09"}, options=options)


@pytest.mark.parametrize(
    ("who", "zones", "short", "steps", "choices"),
    [
        # A zone of riflemen costs a soft unit its step; one of tanks whom the owner likes.
        (("foot", "car"), (SPARED,), 0, 1, {(1, 0)}),
        (("foot", "car"), (BITTEN,), 0, 1, {(1, 0), (0, 1)}),
        (("car", "foot"), (SPARED, BITTEN), 0, 2, {(0, 2), (1, 1)}),
        # Where no soft unit can bear what riflemen cost, armour does not either.
        (("weak", "car"), (SPARED, SPARED), 0, 2, {(1, 0)}),
        (("weak", "car"), (SPARED, BITTEN), 0, 2, {(1, 1)}),
        # A step of each unit for a hex that they cannot go, besides.
        (("foot", "car"), (), 1, 2, {(1, 1)}),
        (("weak", "car"), (), 2, 3, {(1, 2)}),
        (("foot", "car"), (BITTEN,), 1, 3, {(2, 1), (1, 2)}),
        (("foot", "car"), (SPARED,), 1, 3, {(2, 1)}),
        # Armour among itself, and soft units.
        (("car", "other-car"), (BITTEN,), 0, 1, {(1, 0), (0, 1)}),
        (("foot", "weak"), (SPARED,), 0, 1, {(1, 0), (0, 1)}),
    ],
)
def test_zones_that_cannot_hurt_armour_cost_soft_units_alone(who, zones, short, steps, choices) -> None:
    game = in_the_field()
    field = board_of(game.case, {}, OPERATIONS, RULES)
    units, places = field.units(who), tuple(game.box.hex(label) for label in zones)
    way = RetreatWay(places, places, short, steps, None, 0, ())
    assert set(shares(field, units, [each.left for each in units], way, ()).choices()) == choices


def test_a_stack_with_more_armour_than_soft_units_is_bound_as_a_whole_by_the_other_reading() -> None:
    game = in_the_field(**{"zones.mixed_stack": "majority"})
    field = board_of(game.case, {}, OPERATIONS, RULES)
    units, places = field.units(("foot", "car", "other-car")), (game.box.hex(SPARED), game.box.hex(BITTEN))
    way = RetreatWay(places, places, 0, 1, None, 0, ())
    assert set(shares(field, units, [each.left for each in units], way, ()).choices()) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}


def test_who_is_forced_off_the_map_loses_all_that_is_left() -> None:
    game = in_the_field()
    field = board_of(game.case, {}, OPERATIONS, RULES)
    units = field.units(("foot", "car"))
    way = RetreatWay((), (game.box.hex(SPARED),), 1, 5, None, 0, (), off_map=True)
    assert set(shares(field, units, [each.left for each in units], way, ()).choices()) == {(2, 3)}


@pytest.mark.parametrize(("reading", "ways"), [("mandatory", [(2, 0)]), ("convertible", [(2, 0), (1, 1), (0, 2)])])
def test_hexes_are_paid_with_steps_where_the_game_reads_it_so(reading: str, ways: list[tuple[int, int]]) -> None:
    ruling = ask("retreat", in_the_field(**{"retreat.conversion": reading}), units="foot, car", hexes=2)
    assert [(each.hexes, each.paid) for each in ruling.detail.options] == ways


def test_defenders_who_may_stay_for_nothing_are_not_said_to_pay() -> None:
    units = [unit("attacker", "combat", attack=16, defence=4), unit("garrison", "combat", "blue", attack=1, defence=4, steps=3)]
    game = board("new-scs", units, {"attacker": "05.05", "garrison": "05.06"}, terrain={"05.06": "city"})
    ruling = ask("combat", game, units="attacker", to="05.06", white=3, red=4)
    said = [reason.template for reason in ruling.reasons if "{hex} falls" in reason.template]
    assert len(said) == 2
    assert all("stay" in text and "pay" not in text for text in said)
