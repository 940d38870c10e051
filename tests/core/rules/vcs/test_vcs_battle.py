"""Combat, losses, retreats and advances of VCS on the map are those that a player finds who reads clause by clause."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.stacks import FILE, board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.items import Items
from core.model.oob import Formation, Values
from core.model.state import SUPPORT, Declared, Held, Moment
from core.model.work import Work
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.proposals import applied

GROUPING = {"scale.grouping": "regiment_or_brigade"}
EMPTY = board("vcs", ()).box
PLACES = tuple(f"{column:02}.{row:02}" for column in range(3, 9) for row in range(3, 9))
PARENT = {"unit__size": "regiment", "unit__type": "infantry", "movement": 5, "cadre": True, "steps": 3}
DRAWS = {"strength__class": "blue", "strength__rating": "B"}
SMALL = {"unit__size": "battalion", "unit__type": "infantry", "movement": 5, "steps": 1, "strength__fixed": 2}


def told(ruling: Any, game: Game) -> dict[str, Any]:
    """An answer as JSON."""
    return as_json(ruling, game.box)


def texts(ruling: Any) -> str:
    """The sentences of an answer, unfilled."""
    return " ".join(reason.template for reason in ruling.reasons)


def in_play(game: Game, **more: Any) -> Game:
    """The same game while it is played."""
    scenario = game.box.scenarios[FILE]
    held = more.pop("deployment", scenario.start)
    return game.with_state(replace(game.state, scenario=FILE, deployment=held, **more))


# Strengths and odds -------------------------------------------------------------------------------------------------------


@law(60)
@given(
    st.lists(st.tuples(st.integers(1, 12), st.sampled_from(["", "out-of-supply", "isolated 1"])), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(1, 12), st.sampled_from(["", "out-of-supply", "isolated 2"])), min_size=1, max_size=3),
    st.booleans(),
    st.booleans(),
)
def test_odds_are_those_of_exact_arithmetic(
    attack: list[tuple[int, str]], defence: list[tuple[int, str]], river: bool, dug: bool
) -> None:
    units, at = [], {}
    for side, some, place in (("red", attack, "05.05"), ("blue", defence, "05.06")):
        for n, (strength, mark) in enumerate(some):
            units.append(unit(f"{side}{n}", "subordinate", side, **{**SMALL, "strength__fixed": strength}))
            at[f"{side}{n}"] = Piece(place, n, marks=frozenset({mark} - {""}))
    sides = {"river": ["05.05 05.06"]} if river else {}
    marks = {"05.06": (Mark("entrenchment"),)} if dug else {}
    game = board("vcs", units, at, sides=sides, marks=marks, options=GROUPING)
    found = told(ask("combat", game, units=[f"red{n}" for n in range(len(attack))], to="05.06"), game)
    attacking = sum({"": each, "out-of-supply": max(1, each // 2)}.get(mark, 1) for each, mark in attack)
    factor = 3 if river and dug else 2 if river or dug else 1
    defending = factor * sum(max(1, each // 2) if mark.startswith("isolated") else each for each, mark in defence)
    assert (found["attack"], found["defence"]) == (attacking, defending)
    ratio = Fraction(attacking, defending)
    assert found["odds"] == (f"{floor(ratio)}:1" if ratio >= 1 else f"1:{ceil(1 / ratio)}")


def test_units_that_print_no_strength_are_refused_until_it_is_given() -> None:
    units = [unit("bare", "parent", **PARENT), unit("foe", "subordinate", "blue", **SMALL)]
    game = board("vcs", units, {"bare": "05.05", "foe": "05.06"})
    with pytest.raises(WrongUse, match="neither a strength nor"):
        ask("combat", game, units="bare", to="05.06")
    assert told(ask("combat", game, units="bare", to="05.06", chits="bare*7"), game)["attack"] == 7


def test_support_points_of_the_state_take_shifts_and_supply_away() -> None:
    gun = {**SMALL, "unit__type": "artillery"}
    units = [unit("foot", "subordinate", **{**SMALL, "strength__fixed": 5}), unit("gun", "artillery", **gun)]
    units.append(unit("foe", "subordinate", "blue", **SMALL))
    game = board("vcs", units, {"foot": "05.05", "gun": "05.03", "foe": "05.06"})
    for points, attack, shift in ((2, 5, 1), (0, 2, 0)):
        played = in_play(game, points=immutables.Map({("red", "support points"): points}))
        found = told(ask("combat", played, units="foot, gun", to="05.06"), played)
        assert (found["attack"], found["shift"]) == (attack, shift)


def test_an_adverse_result_eliminates_who_is_above_the_limit() -> None:
    units = [unit("foot", "subordinate", **{**SMALL, "strength__fixed": 20})]
    units += [unit(f"d{n}", "subordinate", "blue", **SMALL) for n in range(4)]
    game = board("vcs", units, {"foot": "05.05", **{f"d{n}": Piece("05.06", n) for n in range(4)}})
    adverse = [roll for roll in range(2, 13) if "eliminates who is above" in texts(_rolled(game, roll))]
    assert adverse == [roll for roll in range(2, 13) if _rolled(game, roll).detail.losses.defender.retreat]
    assert adverse


def _rolled(game: Game, roll: int) -> Any:
    return ask("combat", game, units="foot", to="05.06", roll=roll)


# Integrity and obligations ------------------------------------------------------------------------------------------------


def formation(*missing: str) -> Game:
    """A parent of three regiments beside an enemy, of which some were there and are no more."""
    units = [unit(name, "parent", formation="div", **PARENT, **DRAWS) for name in ("a", "b", "c")]
    units.append(unit("foe", "subordinate", "blue", **SMALL))
    at = {"a": "05.05", "b": "06.05", "c": "04.05", "foe": "05.06"}
    game = board("vcs", units, at, formations=[Formation("div", "1 Div", "red")], options=GROUPING)
    left = game.box.scenarios[FILE].start.with_pieces(dict.fromkeys(missing))
    return in_play(game, deployment=left, moment=Moment(2, "combat", "red"))


def test_all_members_bring_a_shift_and_a_member_that_is_lost_takes_it_away() -> None:
    whole, broken = formation(), formation("c")
    known = {"chits": "a*4, b*4, c*4"}
    assert told(ask("combat", whole, units="a, b", to="05.06", **known), whole)["shift"] == 1
    ruling = ask("combat", broken, units="a, b", to="05.06", **known)
    assert told(ruling, broken)["shift"] == 0
    assert "cadres or eliminated members" in texts(ruling)


def test_targets_that_are_declared_already_oblige_nobody() -> None:
    units = [unit("foot", "subordinate", **SMALL)]
    units += [unit(name, "subordinate", "blue", **SMALL) for name in ("one", "two")]
    game = board("vcs", units, {"foot": "05.05", "one": "05.06", "two": "06.05"})
    assert ask("targets", game, units="foot", to="05.06").verdict == "obliged"
    declared = (Declared("red", ("other",), (game.box.hex("06.05"),)),)
    assert ask("targets", in_play(game, declared=declared), units="foot", to="05.06").verdict == "free"
    busy = in_play(game, declared=(Declared("red", ("foot",), (game.box.hex("06.05"),)),))
    assert ask("combat", busy, units="foot", to="05.06").verdict == "prohibited"


def test_a_stack_is_attacked_without_those_who_were_in_combat_already() -> None:
    units = [unit("foot", "subordinate", **{**SMALL, "strength__fixed": 4})]
    units += [unit(name, "subordinate", "blue", **SMALL) for name in ("fresh", "beaten")]
    game = board("vcs", units, {"foot": "05.05", "fresh": "05.06", "beaten": Piece("05.06", 1)})
    before = (Declared("red", ("other",), (game.box.hex("06.05"),), shown=("beaten",)),)
    played = in_play(game, fought=before)
    ruling = ask("combat", played, units="foot", to="05.06")
    assert told(ruling, played)["defence"] == 2
    assert "take no part" in texts(ruling)
    both = in_play(game, fought=(replace(before[0], shown=("beaten", "fresh")),))
    assert ask("combat", both, units="foot", to="05.06").verdict == "prohibited"


def test_of_several_attacks_from_one_hex_all_are_rolled_first() -> None:
    units = [unit(name, "subordinate", **SMALL) for name in ("one", "two")]
    units += [unit(name, "subordinate", "blue", **SMALL) for name in ("left", "right")]
    game = board("vcs", units, {"one": "05.05", "two": Piece("05.05", 1), "left": "05.06", "right": "06.05"})
    played = in_play(game, declared=(Declared("red", ("two",), (game.box.hex("06.05"),)),))
    assert "all is rolled before" in texts(ask("combat", played, units="one", to="05.06"))
    assert "all is rolled before" not in texts(ask("combat", game, units="one", to="05.06"))


@pytest.mark.parametrize("choice", ["on", "off"])
def test_isolated_units_that_are_attacked_get_their_second_marker_where_surrender_is_played(choice: str) -> None:
    units = [unit("foot", "subordinate", **SMALL), unit("cut", "subordinate", "blue", **SMALL)]
    at = {"foot": "05.05", "cut": Piece("05.06", marks=frozenset({"isolated 1"}))}
    game = board("vcs", units, at, options={"isolation.surrender": choice})
    assert ("second marker" in texts(ask("combat", game, units="foot", to="05.06"))) == (choice == "on")


# Losses -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("steps", "lost", "face"), [(1, 1, 0), (2, 2, 1)])
def test_a_parent_is_turned_over_for_its_cadre_alone(steps: int, lost: int, face: int) -> None:
    units = [unit("reg", "parent", back={"movement": 4}, **PARENT, **DRAWS), unit("foe", "subordinate", "blue", **SMALL)]
    game = in_play(board("vcs", units, {"reg": "05.05", "foe": "05.06"}))
    proposal = ask("losses", game, units="reg", side="defender", steps=steps).detail.proposals[0]
    piece = applied(Work(game.box, game.state), proposal.edits).deployment.pieces["reg"]
    assert (piece.lost, piece.face) == (lost, face)


def test_a_chit_is_turned_with_its_unit() -> None:
    units = [unit("reg", "parent", **PARENT, **DRAWS), unit("foe", "subordinate", "blue", **SMALL)]
    chits = immutables.Map({"reg": Held("blue", "b1"), "other": Held("blue", "b2")})
    game = in_play(board("vcs", units, {"reg": "05.05", "foe": "05.06"}), held=chits)
    proposal = ask("losses", game, units="reg", side="defender", steps=1).detail.proposals[0]
    after = applied(Work(game.box, game.state), proposal.edits).state.held
    assert (after["reg"].reduced, after["other"].reduced) == (True, False)
    reduced = in_play(game, held=after)
    found = told(ask("odds", reduced, units="reg", to="05.06"), reduced)
    assert found["attackers"][0]["printed"] < told(ask("odds", game, units="reg", to="05.06"), game)["attackers"][0]["printed"]


# Retreats -----------------------------------------------------------------------------------------------------------------


def ways(start: Hex, length: int, closed: set[Hex]) -> Iterator[tuple[Hex, ...]]:
    """Every way of a length that enters no hex twice."""

    def on(way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        if len(way) == length + 1:
            yield way[1:]
            return
        for near in way[-1].neighbours():
            if near in EMPTY.cells and near not in closed and near not in way:
                yield from on((*way, near))

    return on((start,))


@law(50)
@given(
    st.sampled_from(PLACES),
    st.dictionaries(st.sampled_from(PLACES), st.booleans(), max_size=5),
    st.frozensets(st.sampled_from(PLACES), max_size=4),
    st.integers(1, 3),
)
def test_ways_of_a_retreat_keep_the_priorities(
    start: str, enemies: dict[str, bool], friends: frozenset[str], hexes: int
) -> None:
    if start in enemies or start in friends or friends & set(enemies):
        return
    units = [unit("mover", "subordinate", **SMALL)]
    units += [unit(f"f{n}", "subordinate", **SMALL) for n in range(len(friends))]
    for n, zone in enumerate(enemies.values()):
        units.append(unit(f"e{n}", "parent" if zone else "subordinate", "blue", **(PARENT if zone else SMALL)))
    at = {"mover": start, **{f"e{n}": place for n, place in enumerate(enemies)}}
    at |= {f"f{n}": place for n, place in enumerate(sorted(friends))}
    game = board("vcs", units, at, options=GROUPING)
    held = {EMPTY.hex(place) for place in enemies}
    zones = {near for place, zone in enemies.items() if zone for near in EMPTY.hex(place).neighbours()}
    own = {EMPTY.hex(place) for place in friends}
    full = ask("retreat", game, units="mover", hexes=hexes).detail.options[0]
    found = {way.hexes for way in full.ways}
    possible = list(ways(EMPTY.hex(start), hexes, held))
    if not possible:
        assert full.ways[0].short
        return
    best = min((sum(each in zones for each in way), sum(each in own for each in way)) for way in possible)
    expected = {way for way in possible if (sum(h in zones for h in way), sum(h in own for h in way)) == best}
    assert full.count == len(expected)
    assert found <= expected
    assert all(way.steps == best[0] for way in full.ways)


def test_a_breakthrough_leaves_no_choice_of_steps() -> None:
    game = board("vcs", [unit("mover", "subordinate", **SMALL)], {"mover": "05.05"})
    assert len(ask("retreat", game, units="mover", hexes=2).detail.options) == 3
    assert len(ask("retreat", game, units="mover", hexes=2, breakthrough="yes").detail.options) == 1


# Advances -----------------------------------------------------------------------------------------------------------------


def test_units_that_retreat_by_a_breakthrough_have_no_zones_meanwhile() -> None:
    tank = {**SMALL, "unit__type": "armour", "movement": 8}
    units = [unit("tank", "subordinate", **tank), unit("beaten", "parent", "blue", **PARENT)]
    game = board("vcs", units, {"tank": "05.05", "beaten": "05.08"}, options=GROUPING)
    given_ = {"units": "tank", "target": "05.06", "hexes": 2, "path": "05.07, 05.08"}
    bound = {each.hex for each in ask("advance", game, **given_).detail.units[0].hexes}
    free = {each.hex for each in ask("advance", game, **given_, breakthrough="yes").detail.units[0].hexes}
    assert bound < free
    assert EMPTY.hex("04.07") not in bound
    assert EMPTY.hex("04.07") in free


def test_units_that_have_still_to_retreat_have_their_zones_where_their_way_ends() -> None:
    tank = {**SMALL, "unit__type": "armour", "movement": 8}
    units = [unit("tank", "subordinate", **tank), unit("beaten", "parent", "blue", **PARENT)]
    given_ = {"units": "tank", "target": "05.06", "hexes": 4}
    before = board("vcs", units, {"tank": "05.05", "beaten": "05.06"}, options=GROUPING)
    after = board("vcs", units, {"tank": "05.05", "beaten": "05.08"}, options=GROUPING)
    for more in ({"path": "05.07, 05.08"}, {"path": "05.07, 05.08", "breakthrough": "yes"}):
        early, late = (ask("advance", game, **given_, **more).detail.units[0].hexes for game in (before, after))
        assert {each.hex for each in early} == {each.hex for each in late}
    nowhere = ask("advance", before, **given_).detail.units[0].hexes
    assert len(nowhere) > len(ask("advance", before, **given_, path="05.07, 05.08").detail.units[0].hexes)


@pytest.mark.parametrize(
    ("fled", "more"),
    [
        ("05.06>05.07*1", {"path": "05.07", "paid": 1}),
        ("05.06>05.07>05.08", {"path": "05.07, 05.08", "breakthrough": "yes"}),
    ],
)
def test_what_follows_a_combat_knows_the_way_of_the_retreat_and_what_of_it_was_paid_for(
    fled: str, more: dict[str, Any]
) -> None:
    tank = {**SMALL, "unit__type": "armour", "movement": 8}
    units = [unit("tank", "subordinate", **tank), unit("beaten", "parent", "blue", **PARENT)]
    end = str(more["path"]).rpartition(" ")[2]
    game = board("vcs", units, {"tank": "05.05", "beaten": end}, options=GROUPING)
    told_ = {
        "to": "05.06",
        "attackers": "tank@05.05",
        "defenders": "beaten@05.06",
        "asks": "Dr2",
        "fled": fled,
        "result": "D2-(1)",
    }
    given_ = {name: text for name, text in more.items() if name == "breakthrough"}
    led = [each.label for each in ask("combat.after", game, **told_, **given_).detail.proposals]
    alone = ask("advance", game, units="tank", target="05.06", hexes=2, result="D2-(1)", **more).detail.proposals
    assert led == [*(each.label for each in alone), "Nobody else advances"]
    other = ask("advance", game, units="tank", target="05.06", hexes=2, result="D2-(1)").detail.proposals
    assert [each.label for each in other] != [each.label for each in alone], "it makes a difference"


def test_the_whole_stack_retreats_after_a_combat_and_nobody_is_kept_back() -> None:
    units = [unit(id_, "subordinate", **SMALL) for id_ in ("one", "other")]
    game = board("vcs", units, {"one": "05.05", "other": "05.05"}, options=GROUPING)
    told_ = {"to": "05.05", "defenders": "one@05.05", "asks": "Dr1", "units": "one"}
    detail = ask("combat.after", game, **told_).detail
    assert {each.unit for each in detail.parts if each.chosen} == {"one", "other"} and detail.units == ""
    assert "units" in detail.idle, "nobody is asked for it, either"


def test_the_first_hex_may_lie_in_a_zone_and_be_left() -> None:
    tank = {**SMALL, "unit__type": "armour", "movement": 8}
    units = [unit("tank", "subordinate", **tank), unit("near", "parent", "blue", **PARENT)]
    game = board("vcs", units, {"tank": "05.05", "near": "06.06"}, options=GROUPING)
    reached = {each.hex for each in ask("advance", game, units="tank", target="05.06", hexes=2).detail.units[0].hexes}
    assert {EMPTY.hex("05.06"), EMPTY.hex("04.05")} <= reached


@pytest.mark.parametrize(("choice", "hexes"), [("remaining", 0), ("emptied_hex", 1)])
def test_the_hex_of_eliminated_enemies_is_entered_by_one_reading(choice: str, hexes: int) -> None:
    game = board("vcs", [unit("foot", "subordinate", **SMALL)], {"foot": "05.05"}, options={"advance.eliminated": choice})
    ruling = ask("advance", game, units="foot", target="05.06")
    assert ruling.value == hexes
    assert any("Decided by the reading" in reason.template for reason in ruling.reasons)


@pytest.mark.parametrize(
    ("given_", "said"),
    [
        ({"units": "a, b", "to": "05.06", "target": "Bridge"}, "the one unit"),
        ({"units": "a", "target": "Bridge"}, "units=… to=…"),
        ({"units": "a", "to": "05.06", "target": "Bridge", "line": 1}, "leave line=… out"),
    ],
)
def test_demolition_is_asked_of_one_unit_or_by_numbers(given_: dict[str, Any], said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        ask("demolition", formation(), **given_)


def test_artillery_that_is_declared_supports_the_defence_and_fires_once_in_a_phase() -> None:
    guns = {"unit__size": "battalion", "movement": 5, "steps": 1, "strength__fixed": 2}
    units = [unit("foot", "subordinate", **SMALL), unit("held", "subordinate", "blue", **SMALL)]
    units.append(unit("gun", "artillery", "blue", **guns))
    game = board("vcs", units, {"foot": "05.05", "held": "05.06", "gun": "05.08"})
    here, there = game.box.hex("05.06"), game.box.hex("08.08")
    quiet = ask("combat", in_play(game), units="foot", to="05.06")
    assert "Artillery that may support the defence" in texts(quiet)
    assert [(each.value, each.added, each.reason.rule.section) for each in quiet.detail.offers] == [("gun", False, "10.5")]
    covered = in_play(game, declared=(Declared("blue", ("gun",), (here,), SUPPORT),))
    named = ask("combat", covered, units="foot", to="05.06")
    assert "may support the defence" not in texts(named)
    assert [(each.value, each.added) for each in named.detail.offers] == [("gun", True)]
    tired = in_play(game, fought=(Declared("blue", ("gun",), (there,), SUPPORT),))
    rested = ask("combat", tired, units="foot", to="05.06")
    assert "may support the defence" not in texts(rested) and rested.detail.offers == ()
    with pytest.raises(WrongUse, match=r"has supported already in this phase, in 08\.08"):
        ask("combat", tired, units="foot", to="05.06", supporting="gun")


# Integrity as the game says it --------------------------------------------------------------------------------------------


def organisation(stated: dict[str, Any], nations: str, **options: str) -> Game:
    """Two of three members of a parent beside a defender; what the box states of the formation, and of nationalities."""
    ranks = [unit(id_, "parent", formation="div", **PARENT, **DRAWS, nationality="Veldany") for id_ in ("m1", "m2", "m3")]
    game = board(
        "vcs",
        [*ranks, unit("d", "subordinate", "blue", **SMALL)],
        {"m1": "05.05", "m2": "06.05", "m3": "01.01", "d": "05.06"},
        formations=[Formation("div", "1 Div", "red", values=Values(stated))],
        options={**GROUPING, **options},
    )
    sides = (replace(each, values=Values({"integrity.nations": nations} if nations else {})) for each in game.box.oob.sides)
    return Game.of(replace(game.box, oob=replace(game.box.oob, sides=Items(sides))), game.ruleset)


@pytest.mark.parametrize(
    ("stated", "nations", "shift"),
    [
        ({}, "", 0),
        ({"integrity.members": 2}, "", 1),
        ({"integrity.members": 3}, "", 0),
        ({}, "2 for veldany", 1),
        ({}, "none for Korrin, 2 for Veldany", 1),
        ({}, "2 for Korrin", 0),
        ({}, "none for Veldany", 0),
        ({"integrity.members": 3}, "2 for Veldany", 0),
        ({"integrity.none": True}, "2 for Veldany", 0),
    ],
)
def test_the_box_says_how_many_members_bring_integrity_by_formation_or_by_nation(
    stated: dict[str, Any], nations: str, shift: int
) -> None:
    game = organisation(stated, nations)
    asked = {"units": "m1,m2", "to": "05.06", "chits": "m1*4,m2*4"}
    assert told(ask("combat", game, **asked), game)["shift"] == shift


def test_where_the_game_differs_and_the_box_says_nothing_of_it_the_answer_says_so() -> None:
    asked = {"units": "m1,m2", "to": "05.06", "chits": "m1*4,m2*4"}
    by_game = {"integrity.differences": "by_game"}
    beside = {"at": "06.06"}
    for stated, said in (({}, True), ({"integrity.members": 3}, False)):
        game = organisation(stated, "", **by_game)
        start = game.box.scenarios[FILE].start
        near = start.with_pieces({"m3": replace(start.pieces["m3"], at=game.box.hex(beside["at"]))})
        played = in_play(game, deployment=near, moment=Moment(1, "combat", "red"))
        assert ("the box states nothing" in texts(ask("combat", played, **asked))) == said


def test_what_a_side_says_of_integrity_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(WrongUse, match="is not like none for Korrin"):
        ask("combat", organisation({}, "twice for Veldany"), units="m1,m2", to="05.06", chits="m1*4,m2*4")


# Chits that go back -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("steps", "back"), [(1, False), (2, True), (3, True)])
def test_with_the_step_that_leaves_a_cadre_the_chit_goes_back_into_its_cup(steps: int, back: bool) -> None:
    rank = unit("p", "parent", **PARENT, **DRAWS)
    game = board("vcs", [rank, unit("q", "subordinate", **SMALL)], {"p": "05.05", "q": "05.05"}, options=GROUPING)
    played = in_play(game, held=immutables.Map({"p": Held("blue", "seal")}))
    (proposal,) = ask("losses", played, units="p", side="defender", steps=steps).detail.proposals
    assert (proposal.chits, "back into the cup: the chit of p" in proposal.label) == ((("p",), True) if back else ((), False))
    # It lies there until it was told and put back.
    assert applied(Work(played.box, played.state), proposal.edits).state.held["p"].seal == "seal"
    other = ask("losses", played, units="q", side="defender", steps=1).detail.proposals[0]
    assert other.chits == ()


def test_a_retreat_that_is_paid_says_whose_chits_go_back() -> None:
    game = board("vcs", [unit("p", "parent", **PARENT, **DRAWS)], {"p": "05.05"}, options=GROUPING)
    played = in_play(game, held=immutables.Map({"p": Held("blue", "seal")}))
    proposals = ask("retreat", played, units="p", hexes=2).detail.proposals
    assert {each.label: each.chits for each in proposals if each.label.startswith("Stay")} == {
        "Stay; lose p 2 steps; back into the cup: the chit of p": ("p",)
    }
