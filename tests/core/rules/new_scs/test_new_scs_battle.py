"""Combat of New SCS on the map: what is counted from units is what a player counts, and the rest is the combat by numbers."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.model.oob import Formation, Values
from core.model.state import SUPPORT, Declared
from core.questions.answers import as_json, as_text
from core.questions.catalogue import ask
from core.questions.game import Game

TARGET, AROUND = "05.05", ("05.04", "05.06", "04.04", "04.05", "06.04", "06.05")
SHELTER = {"village": 1, "forest": 1, "city": 2, "swamp": 0}
ARMOUR = ("tank", "light_armour", "anti_tank", "soft")


def fighter(id_: str, side: str, **more: Any):
    """A unit that fights, with what else it prints."""
    prints = {"attack": 4, "defence": 4, "movement": 5, "movement__class": "leg", "steps": 2, "quality": 2, "armour": "soft"}
    return unit(id_, more.pop("kind", "combat"), side, **{**prints, **more})


@st.composite
def battles(draw: st.DrawFn) -> tuple[Game, dict[str, Any]]:
    """A battle, with what stands where."""
    strength = st.integers(1, 9)
    marks = st.frozensets(st.sampled_from(["disorganized", "out-of-supply", "unready"]))
    units, at, ours, theirs = [], {}, [], []
    for n in range(draw(st.integers(1, 6))):
        values = {"attack": draw(strength), "quality": draw(st.integers(0, 3)), "armour": draw(st.sampled_from(ARMOUR))}
        each = {**values, "at": draw(st.sampled_from(AROUND)), "marks": draw(marks), "fights": draw(st.booleans()) or not n}
        ours.append(each)
        units.append(fighter(f"a{n}", "red", **values))
        at[f"a{n}"] = Piece(each["at"], rank=n, marks=each["marks"])
    for n in range(draw(st.integers(1, 4))):
        values = {"defence": draw(strength), "quality": draw(st.integers(0, 3)), "armour": draw(st.sampled_from(ARMOUR))}
        each = {**values, "marks": draw(marks)}
        theirs.append(each)
        units.append(fighter(f"d{n}", "blue", attack=1, **values))
        at[f"d{n}"] = Piece(TARGET, rank=n, marks=each["marks"])
    terrain = draw(st.dictionaries(st.sampled_from((TARGET, *AROUND)), st.sampled_from(sorted(SHELTER)), max_size=5))
    sides = draw(st.lists(st.sampled_from(AROUND), max_size=3, unique=True))
    game = board(
        "new-scs", units, at, terrain=terrain, sides={"river": [f"{TARGET} {place}" for place in sides]}, options={}
    )  # fmt: skip
    return game, {"ours": ours, "theirs": theirs, "terrain": terrain, "rivers": sides}


def factor(marks: frozenset[str]) -> Fraction:
    return Fraction(1, 2) ** len(marks & {"disorganized", "out-of-supply"})


@given(battles())
@law(60)
def test_what_is_counted_is_what_a_player_counts(drawn) -> None:
    game, told = drawn
    ours = [each for each in told["ours"] if each["fights"]]
    names = [f"a{n}" for n, each in enumerate(told["ours"]) if each["fights"]]
    answer = as_json(ask("odds", game, units=names, to=TARGET), game.box)

    def lowered(each: dict[str, Any]) -> int:
        return (each["at"] in told["rivers"]) + (told["terrain"].get(each["at"]) == "swamp")

    attack = sum(each["attack"] * factor(each["marks"]) * Fraction(1, 2) ** lowered(each) for each in ours)
    defence = sum(each["defence"] * factor(each["marks"]) for each in told["theirs"])
    assert Fraction(str(answer.get("attack_exact", answer["attack"]))) == attack
    assert Fraction(str(answer.get("defence_exact", answer["defence"]))) == defence
    larger, smaller = max(attack, defence), min(attack, defence)
    rounded = int(larger / smaller + Fraction(1, 2))
    assert answer["value"] == (f"{rounded}:1" if attack >= defence else f"1:{rounded}")

    least, best = min(each["quality"] for each in ours), max(each["quality"] for each in told["theirs"])
    most = max(each["quality"] for each in ours)
    better = "attackers" if least > best else "defenders" if best > most else "none"
    assert answer["better"] == better
    hexes = {each["at"] for each in ours}
    shelter = [told["terrain"].get(place) in ("village", "forest", "city") for place in sorted(hexes)]
    swamps = [told["terrain"].get(place) == "swamp" or place in told["rivers"] for place in sorted(hexes)]
    hazardous = all(wet and not dry for wet, dry in zip(swamps, shelter, strict=True))
    assert answer["hazardous"] == ("yes" if hazardous else "no")

    # Density counts all that stand in an attacking hex; armour counts where the terrain shifts nothing.
    stacks = [[each for each in told["ours"] if each["at"] == place] for place in hexes]
    soft = max(sum(each["armour"] not in ("tank", "light_armour") for each in stack) for stack in stacks)
    side = "nobody"
    if not SHELTER.get(told["terrain"].get(TARGET, "swamp")):
        # Armour counts with all that it prints, whatever lowers it in the combat.
        tanks = sum((Fraction(each["attack"]) for each in ours if each["armour"] == "tank"), Fraction(0))
        guns = sum(
            (Fraction(each["defence"]) for each in told["theirs"] if each["armour"] in ("tank", "anti_tank")), Fraction(0)
        )
        armoured = any(each["armour"] in ("tank", "light_armour") for each in ours)
        theirs = any(each["armour"] == "tank" for each in told["theirs"])
        if tanks and guns:
            odds = int(tanks / guns + Fraction(1, 2)) if tanks >= guns else 0
            side = "attacker" if odds >= 4 else "nobody" if odds >= 2 else "defender"
        elif tanks:
            side = "attacker"
        elif guns and (armoured or theirs):
            side = "defender"
    assert answer["armour"] == side
    both = {"attacker": 1, "defender": -1, "nobody": 0}[side]
    left = both - (max(map(len, stacks)) >= 3) - (soft >= 3) - (better == "defenders")
    right = both + (len(told["theirs"]) >= 3) + (better == "attackers")
    assert (answer["attackers_modifier"], answer["defenders_modifier"]) == (max(-3, left), min(3, right))


def guarded(*guns: Any, **more: Any) -> Game:
    """A rifleman who attacks a hex behind which guns stand."""
    units = [fighter("one", "red"), fighter("foe", "blue"), *(gun for gun, _ in guns)]
    at = {"one": "05.06", "foe": TARGET, **{gun.id: where for gun, where in guns}}
    return board("new-scs", units, at, **more)


def gun(id_: str, reach: int | None = 3, side: str = "blue", **more: Any):
    """A gun of a range."""
    printed = {"bombardment__range": reach} if reach is not None else {}
    rated = {"attack": 0, "defence": 1, "bombardment__rating": 3, "artillery__type": "tube", "armour": "anti_tank"}
    return fighter(id_, side, kind="artillery", **{**rated, "steps": 1, **printed, **more})


def test_a_gun_supports_by_the_will_of_its_owner_or_of_the_box() -> None:
    for wish, supports in (("ask", False), ("always", True), ("never", False)):
        game = guarded((gun("near"), "05.03"), (gun("nearer"), "05.04"), options={"artillery.defensive": wish})
        ruling = ask("combat", game, units="one", to=TARGET)
        assert ("support" in ruling.detail.facts) == supports
        assert ("One of these may support" in as_text(ruling, game.box)) == (wish == "ask")
        assert ask("combat", game, units="one", to=TARGET, support="yes").detail.facts["support"] == "nearer"
        assert ask("combat", game, units="one", to=TARGET, supporter="near").detail.facts["support"] == "near"
        assert "support" not in ask("combat", game, units="one", to=TARGET, support="no").detail.facts


@pytest.mark.parametrize("mark", ["unready", "disorganized", "out-of-supply"])
def test_guns_that_are_unready_dg_or_out_of_supply_support_nobody(mark: str) -> None:
    game = guarded((gun("g"), Piece("05.04", marks=frozenset({mark}))))
    ruling = ask("combat", game, units="one", to=TARGET, supporter="g")
    assert "support" not in ruling.detail.facts
    assert "does not support" in as_text(ruling, game.box)


def test_range_is_to_an_attacking_hex_and_a_gun_without_one_supports_nobody() -> None:
    for reach, row, able in ((3, "05.03", True), (2, "05.03", False), (None, "05.04", False), (1, TARGET, True)):
        game = guarded((gun("g", reach), Piece(row, rank=1)))
        ruling = ask("combat", game, units="one", to=TARGET, support="yes")
        assert ("support" in ruling.detail.facts) == able, (reach, row)


def test_support_is_refused_where_it_cannot_be() -> None:
    game = guarded((gun("g"), "05.04"))
    with pytest.raises(WrongUse, match="no artillery supports the defenders against an overrun"):
        ask("combat", game, units="one", to=TARGET, overrun="yes", support="yes")
    with pytest.raises(WrongUse, match="a gun is named for units on the map"):
        ask("combat", game, attackers="4", defenders="3", supporter="g")
    with pytest.raises(WrongUse, match="give one or the other"):
        ask("combat", game, attackers="4", units="one", to=TARGET)
    assert "one is no artillery" in as_text(ask("combat", game, units="one", to=TARGET, supporter="one"), game.box).lower()


def test_flak_mortars_and_infantry_guns_are_as_good_as_their_formation_and_rockets_green() -> None:
    formations = [Formation("div", "Division", "red", values=Values({"quality": 3}))]
    kinds = {
        "plain": fighter("plain", "red", formation="div", quality=1),
        "flak": fighter("flak", "red", formation="div", quality=1, flak=True, armour="anti_tank"),
        "mortar": gun("mortar", side="red", formation="div", quality=1, artillery__type="mortar", armour="soft"),
        "tube": gun("tube", side="red", formation="div", quality=1),
        "rocket": gun("rocket", side="red", formation="div", quality=1, artillery__type="rocket", armour="soft"),
        "yellow": gun("yellow", side="red", formation="div", quality=1, artillery__yellow_box=True),
    }
    wanted = {"plain": 1, "flak": 3, "mortar": 3, "tube": 1, "rocket": 0, "yellow": 0}
    helper = fighter("helper", "red")
    game = board(
        "new-scs", [*kinds.values(), helper, fighter("foe", "blue")],
        {"foe": TARGET, "helper": "05.06", **dict.fromkeys(kinds, "05.06")}, formations=formations,
    )  # fmt: skip
    for name, level in wanted.items():
        text = as_text(ask("odds", game, units=[name, "helper"], to=TARGET), game.box)
        assert f"{name.upper()} {level}, HELPER 2" in text


def test_mortars_and_rockets_count_in_no_armour_odds_and_guns_in_defence_alone() -> None:
    for type_, side in (("tube", "defender"), ("mortar", "attacker"), ("rocket", "attacker")):
        foe = gun("foe", defence=9, artillery__type=type_)
        game = board("new-scs", [fighter("tank", "red", attack=6, armour="tank"), foe], {"tank": "05.06", "foe": TARGET})
        assert ask("odds", game, units="tank", to=TARGET).detail.facts["armour"] == side
    game = board(
        "new-scs", [gun("pak", side="red", attack=9), fighter("foe", "blue", armour="tank")], {"pak": "05.06", "foe": TARGET}
    )
    assert ask("odds", game, units="pak", to=TARGET).detail.facts["armour"] == "defender"


# What follows -------------------------------------------------------------------------------------------------------------


def ringed(kinds: dict[str, str], **more: Any) -> Game:
    """A stack in 05.05 with an enemy two hexes away in each direction, so that each hex beside it lies in zones."""
    stack = [fighter(id_, "red", armour=armour) for id_, armour in kinds.items()]
    away = ("05.03", "03.04", "03.06", "05.07", "07.06", "07.04")
    foes = [fighter(f"e{n}", "blue", armour=more.get("foes", "soft")) for n in range(6)]
    at = {**{id_: Piece(TARGET, rank=n) for n, id_ in enumerate(kinds)}, **{f"e{n}": place for n, place in enumerate(away)}}
    return board("new-scs", [*stack, *foes], at, options=more.get("options", {}))


@pytest.mark.parametrize(
    ("kinds", "foes", "options", "hexes", "steps"),
    [
        ({"foot": "soft"}, "soft", {}, 2, 2),
        ({"foot": "soft", "car": "light_armour"}, "soft", {}, 2, 2),
        ({"car": "light_armour", "tank": "tank"}, "soft", {}, 2, 0),
        ({"car": "light_armour", "tank": "tank"}, "light_armour", {}, 2, 0),
        ({"car": "light_armour", "tank": "tank"}, "anti_tank", {}, 2, 2),
        ({"car": "light_armour", "tank": "tank"}, "tank", {}, 2, 2),
        ({"foot": "soft"}, "soft", {"zones.retreat_loss": "once"}, 2, 1),
        ({"car": "light_armour", "tank": "tank", "foot": "soft"}, "soft", {"zones.mixed_stack": "majority"}, 2, 0),
        ({"car": "light_armour", "foot": "soft"}, "soft", {"zones.mixed_stack": "majority"}, 2, 2),
    ],
)
def test_zones_cost_a_step_a_hex_by_what_can_fight_armour(
    kinds: dict[str, str], foes: str, options: dict[str, str], hexes: int, steps: int
) -> None:
    game = ringed(kinds, foes=foes, options=options)
    option = ask("retreat", game, units=list(kinds), hexes=hexes).detail.options[0]
    assert option.steps == steps


def lost_by(proposal: Any) -> dict[str, int]:
    """The steps that units lose by a proposal."""
    found: dict[str, int] = {}
    for edit in flat(proposal.edits):
        for id_, piece in edit.pieces.items() if isinstance(edit, ChangePieces) else ():
            lost = piece.lost if piece is not None else 2
            if lost:
                found[id_] = lost
    return found


def test_where_armour_is_spared_the_soft_units_of_the_stack_pay() -> None:
    game = ringed({"foot": "soft", "car": "light_armour"})
    proposals = ask("retreat", game, units="foot,car", hexes=1).detail.proposals
    assert proposals and all(lost_by(each) == {"foot": 1} for each in proposals)
    by_guns = ringed({"foot": "soft", "car": "light_armour"}, foes="anti_tank")
    paid = [lost_by(each) for each in ask("retreat", by_guns, units="foot,car", hexes=1).detail.proposals]
    assert {"car": 1} in paid and {"foot": 1} in paid


def test_each_unit_that_is_stuck_loses_a_step_for_each_hex() -> None:
    units = [fighter("one", "red", steps=3), fighter("two", "red"), fighter("b1", "blue"), fighter("b2", "blue")]
    at = {"one": "12.12", "two": Piece("12.12", rank=1), "b1": "12.11", "b2": "11.12"}
    game = board("new-scs", units, at)
    for hexes, lost in ((1, {"one": 1, "two": 1}), (2, {"one": 2, "two": 2}), (3, {"one": 3, "two": 2})):
        ruling = ask("retreat", game, units="one,two", hexes=hexes)
        assert ruling.verdict == "blocked"
        assert ruling.detail.options[0].steps == sum(lost.values())
        (proposal,) = ruling.detail.proposals
        assert {id_: 2 if id_ == "two" and lost[id_] == 2 else lost[id_] for id_ in lost}.keys() == lost_by(proposal).keys()
        assert proposal.label == "Stay; lose " + ", ".join(
            f"{id_.upper()} {number} step{'s' if number > 1 else ''}" for id_, number in lost.items()
        )


def test_a_retreat_must_be_made_unless_a_game_lets_it_be_paid() -> None:
    units = [fighter("one", "red"), fighter("foe", "blue")]
    must = board("new-scs", units, {"one": "05.05", "foe": "05.06"})
    may = board("new-scs", units, {"one": "05.05", "foe": "05.06"}, options={"retreat.conversion": "convertible"})
    assert [each.hexes for each in ask("retreat", must, units="one", hexes=2).detail.options] == [2]
    assert [each.hexes for each in ask("retreat", may, units="one", hexes=2).detail.options] == [2, 1, 0]
    short = ask("retreat", must, units="one", hexes=2, path=["05.04"])
    assert short.verdict == "prohibited"
    assert "Decided by the reading" in as_text(ask("retreat", must, units="one", hexes=2), must.box)


@pytest.mark.parametrize(("option", "outcome"), [("ask", "by_retreat"), ("stay", "holds"), ("retreat", "surely")])
def test_out_of_terrain_of_two_shifts_one_hex_may_be_ignored(option: str, outcome: str) -> None:
    units = [fighter("one", "red", attack=9), fighter("foe", "blue", defence=3, steps=6, quality=2)]
    game = board(
        "new-scs", units, {"one": "05.06", "foe": TARGET}, terrain={TARGET: "city"}, options={"retreat.one_hex": option}
    )
    rolls = [
        ask("combat", game, units="one", to=TARGET, white=white, red=red).detail
        for white, red in product(range(1, 7), repeat=2)
    ]
    by_hexes: dict[int, set[str]] = {}
    for each in rolls:
        by_hexes.setdefault(each.losses.defender.retreat, set()).add(each.facts["hex_falls"])
    assert by_hexes[0] == {"holds"}
    assert by_hexes.get(1, {outcome}) == {outcome}
    assert 1 in by_hexes or option == "stay"
    assert all(outcomes == {"surely"} for hexes, outcomes in by_hexes.items() if hexes > 1)
    # What is said of the chances is what all 36 rolls come to.
    facts = ask("combat", game, units="one", to=TARGET).detail.facts
    falls = [each.facts["hex_falls"] for each in rolls]
    assert facts["falls"] == Fraction(sum(each != "holds" for each in falls), 36)
    assert facts["falls_surely"] == Fraction(sum(each == "surely" for each in falls), 36)


def test_losses_ask_for_the_hex_that_was_attacked() -> None:
    units = [fighter("one", "red"), fighter("car", "red", armour="light_armour"), fighter("foe", "blue")]
    game = board("new-scs", units, {"one": "05.06", "car": "06.05", "foe": TARGET})
    with pytest.raises(WrongUse, match="target: name the hex that was attacked"):
        ask("losses", game, units="one,car", side="attacker", steps=1)
    ruling = ask("losses", game, units="one,car", side="attacker", steps=1, target=TARGET)
    assert ruling.detail.first == ("one",)
    assert "No enemy there can hurt armour" in as_text(ruling, game.box)


def test_guns_that_attack_let_armour_be_picked_by_the_other_reading() -> None:
    units = [fighter("foot", "red"), fighter("car", "red", armour="light_armour"), fighter("pak", "blue", armour="anti_tank")]
    at = {"foot": TARGET, "car": Piece(TARGET, rank=1), "pak": "05.06"}
    for choice, first in (("tank_or_gun", {"foot"}), ("any", {"foot", "car"})):
        game = board("new-scs", units, at, options={"losses.armour_first": choice})
        ruling = ask("losses", game, units="foot,car", side="defender", steps=1)
        assert set(ruling.detail.first) == first
        assert "Decided by the reading" not in as_text(ruling, game.box) or choice == "tank_or_gun"


def test_the_gun_that_is_declared_supports_and_none_supports_twice_in_a_phase() -> None:
    game = guarded((gun("near"), "05.03"), (gun("nearer"), "05.04"))
    here, there = game.box.hex(TARGET), game.box.hex("07.07")

    def ruled(**said: tuple[Declared, ...]) -> Any:
        playing = game.with_state(replace(game.state, deployment=game.forces.deployment, **said))
        ruling = ask("combat", playing, units="one", to=TARGET)
        return ruling, as_text(ruling, playing.box)

    ruling, _ = ruled(declared=(Declared("blue", ("near",), (here,), SUPPORT),))
    assert ruling.detail.facts["support"] == "near"
    _, text = ruled(fought=(Declared("blue", ("near",), (there,), SUPPORT),))
    assert "at the will of their owner: NEARER" in text
    playing = replace(game.state, deployment=game.forces.deployment, fought=(Declared("blue", ("near",), (there,), SUPPORT),))
    named = ask("combat", game.with_state(playing), units="one", to=TARGET, supporter="near")
    assert "NEAR has supported already in this phase, in 07.07" in as_text(named, game.box)
    _, text = ruled(fought=(Declared("red", ("one",), (there,)),))
    assert "[NEW SCS Basic combat procedure] ONE has attacked already in this phase" in text


PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 8) for row in range(3, 8) if (column, row) != (5, 5))
CAN_FIGHT_ARMOUR = ("tank", "anti_tank")


@st.composite
def retreats(draw: st.DrawFn) -> tuple[Game, list[str], list[str], dict[str, tuple[str, int]]]:
    """A mixed stack in the middle, and enemies around it: their places, their armour and what they attack with."""
    kinds = draw(st.lists(st.sampled_from(ARMOUR), min_size=1, max_size=3))
    foes = draw(st.dictionaries(st.sampled_from(PLACES), st.tuples(st.sampled_from(ARMOUR), st.integers(0, 2)), max_size=9))
    stack = [fighter(f"s{n}", "red", armour=kind) for n, kind in enumerate(kinds)]
    others = [fighter(f"e{n}", "blue", armour=kind, attack=attack) for n, (kind, attack) in enumerate(foes.values())]
    at = {f"s{n}": Piece(TARGET, rank=n) for n in range(len(kinds))} | {f"e{n}": place for n, place in enumerate(foes)}
    return board("new-scs", [*stack, *others], at), [f"s{n}" for n in range(len(kinds))], kinds, foes


@given(retreats(), st.integers(1, 3))
@law(40)
def test_every_proposed_retreat_costs_what_a_player_counts_and_is_legal_when_it_is_drawn(drawn, hexes: int) -> None:
    game, names, kinds, foes = drawn
    box, start = game.box, game.box.hex(TARGET)
    held = {box.hex(place) for place in foes}
    zones = {box.hex(place): kind for place, (kind, attack) in foes.items() if attack >= 1}
    soft = any(kind not in ("tank", "light_armour") for kind in kinds)

    def cost(place) -> int:
        near = [kind for at, kind in zones.items() if at.distance(place) == 1]
        bites = any(kind in CAN_FIGHT_ARMOUR for kind in near)
        return int(bool(near) and (soft or bites))

    def ways(way):
        if len(way) > hexes:
            yield way
            return
        on = [
            near for near in way[-1].neighbours()
            if near in box.cells and near not in held and near.distance(start) == len(way)
        ]  # fmt: skip
        if not on:
            yield way
        for near in on:
            yield from ways((*way, near))

    every = set(ways((start,)))
    longest = max(map(len, every))
    in_zones = {way: sum(any(at.distance(place) == 1 for at in zones) for place in way[1:]) for way in every}
    fewest = min(in_zones[way] for way in every if len(way) == longest)
    legal = {way[1:] for way in every if len(way) == longest and in_zones[way] == fewest}
    (option,) = ask("retreat", game, units=names, hexes=hexes).detail.options
    assert option.count == len(legal)
    short = hexes - (longest - 1)
    for way in option.ways:
        assert way.hexes in legal
        assert way.short == short
        assert way.steps == sum(map(cost, way.hexes)) + len(names) * min(short, 2)
        if way.hexes:
            assert ask("retreat", game, units=names, hexes=hexes, path=list(way.hexes)).verdict == "legal"


@given(retreats())
@law(20)
def test_advances_are_as_long_as_the_retreat_for_all_and_never_through_enemies(drawn) -> None:
    game, names, _, foes = drawn
    if "05.04" in foes:
        return
    held = {game.box.hex(place) for place in foes}
    target = game.box.hex("05.04")
    for hexes in (1, 2):
        for unit_ in ask("advance", game, units=names, target="05.04", hexes=hexes).detail.units:
            ends = {each.hex for each in unit_.hexes}
            wanted = {target} if hexes == 1 else {target, *(set(target.neighbours()) & set(game.box.cells)) - held}
            assert ends == wanted
