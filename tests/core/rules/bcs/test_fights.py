"""Fights of BCS on the map: hexes of jumps and retreats against a naive judge, chances against all rolls, what is kept."""

from collections import Counter as Tally
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.laws import law
from oracles.led import Led, in_play
from oracles.plain_bcs import Lying, PlainGround
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Counter, Formation
from core.model.work import Work
from core.play.conditions import passed_on
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.bcs.standing import standing_edit, standing_of
from core.rules.kernel.procedure import OPEN

LABELS = [f"{column:02}.{row:02}" for column in range(1, 13) for row in range(1, 13)]
ROAD = [f"10.{row:02}" for row in range(1, 11)]
RED_ROAD = [f"02.{row:02}" for row in range(1, 13)]
SEA = {"06.06": "sea", "07.06": "sea", "05.09": "sea"}
FREE = [label for label in LABELS if label not in SEA]
ALONE = [Formation("red-1", "Red 1", "red"), Formation("blue-1", "Blue 1", "blue")]


@dataclass(frozen=True)
class Battle:
    """A game with counters on a small map, and the same as the naive judge sees it."""

    game: Game
    ground: PlainGround

    def open_to(self, question: str, **given: Any) -> frozenset[Any]:
        return frozenset(self.ask(question, **given).detail.hexes[OPEN])

    def ask(self, question: str, **given: Any):
        return ask(question, self.game, **given)


def kept_as(game: Game, formation: str, **changes: Any) -> Game:
    """The same game in which a formation stands otherwise."""
    work = Work(game.box, game.state)
    return game.with_state(standing_edit(work, formation, **changes).apply(work).state)


def fighting(id_: str, side: str, class_: str = "tactical", **values: Any) -> Counter:
    printed = {"action": 3, "movement": 7, "movement__class": class_, "steps": 3, **values}
    return unit(id_, "combat", side, f"{side}-1", **printed)


def battle(pieces: list[tuple[Counter, Piece]], **options: str) -> Battle:
    """Red stands to be jumped, or retreats; blue has its trains on its road, which leads to its source."""
    at: dict[str, str | Piece] = {counter.id: piece for counter, piece in pieces}
    game = board(
        *("bcs-1.1", [counter for counter, _ in pieces], at),
        formations=ALONE,
        terrain=SEA,
        ways={"secondary-road": [" ".join(ROAD), " ".join(RED_ROAD)]},
        sources={"blue": "10.01", "red": "02.01"},
        options={"recon.screens": "on", "jumps.soft_hard": "on", **options},
    )
    box = game.box
    lying = tuple(
        Lying(
            counter.side,
            str(counter.values["piece.kind"]),
            box.hex(str(piece.at)),
            max(1, int(counter.values.get("range", 1))) if "armour" in counter.values else 1,
            "screen" in piece.marks,
        )
        for counter, piece in pieces
    )
    routes: dict[str, tuple[Any, ...]] = {}
    for side, road in (("blue", ROAD), ("red", RED_ROAD)):
        for counter, piece in pieces:
            if counter.side == side and counter.values["piece.kind"] == "trains" and piece.at in road:
                routes[side] = tuple(box.hex(label) for label in road[: road.index(str(piece.at)) + 1])
    roads = frozenset(box.hex(label) for label in (*ROAD, *RED_ROAD))
    hexes = frozenset(box.hex(label) for label in LABELS)
    return Battle(game, PlainGround(hexes, frozenset(map(box.hex, SEA)), roads, routes, lying))


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """A few units of both sides, each in a hex of its own."""
    blue_trains = draw(st.sampled_from(ROAD[1:]))
    red_trains = draw(st.sampled_from(RED_ROAD[1:]))
    others = [label for label in FREE if label not in (blue_trains, red_trains)]
    places = draw(st.lists(st.sampled_from(others), min_size=3, max_size=10, unique=True))
    truck = {"movement": 9, "movement__class": "truck"}
    pieces = [
        (unit("b-trains", "trains", "blue", "blue-1", **truck), Piece(blue_trains)),
        (unit("r-trains", "trains", "red", "red-1", **truck), Piece(red_trains)),
        (unit("r-staff", "headquarters", "red", "red-1", **truck), Piece(places[0])),
        (unit("b-staff", "headquarters", "blue", "blue-1", **truck), Piece(places[1])),
    ]
    for number, place in enumerate(places[2:]):
        side = "red" if draw(st.integers(0, 3)) == 0 else "blue"
        armour = draw(st.sampled_from([None, (2, 1), (3, 2), (4, 3)]))
        values = {} if armour is None else {"armour": armour[0], "range": armour[1]}
        marks = frozenset({"screen"}) if draw(st.integers(0, 4)) == 0 else frozenset()
        piece = Piece(place, face=0 if marks else draw(st.integers(0, 1)), marks=marks)
        pieces.append((fighting(f"u{number}", side, draw(st.sampled_from(["leg", "truck", "tactical"])), **values), piece))
    return battle(pieces)


# Jumps --------------------------------------------------------------------------------------------------------------------


@given(battles())
@law(80)
def test_both_are_shifted_to_just_the_hexes_that_obey_every_clause(made: Battle) -> None:
    staff, trains = (made.ground.jumped_to("red", on_road=on_road) for on_road in (False, True))
    assert made.open_to("jump.place", formation="red-1") == staff
    if staff:
        assert made.open_to("jump.place", formation="red-1", hq=min(staff)) == trains
    # After a hard jump what was jumped does not stay where it was.
    own = next(each.at for each in made.ground.lying if (each.side, each.kind) == ("red", "headquarters"))
    assert made.open_to("jump.place", formation="red-1", kind="hard", jumped=["r-staff"]) == staff - {own}


@given(battles(), st.sampled_from(FREE), st.sampled_from(RED_ROAD))
@law(60)
def test_a_hex_is_refused_just_where_it_is_not_legal(made: Battle, hq: str, trains: str) -> None:
    box = made.game.box
    ruling = made.ask("jump.place", formation="red-1", hq=box.hex(hq), trains=box.hex(trains))
    legal = (made.ground.jumped_to("red", on_road=False), made.ground.jumped_to("red", on_road=True))
    fits = box.hex(hq) in legal[0] and box.hex(trains) in legal[1]
    assert (ruling.verdict, len(ruling.detail.proposals)) == (("placed", 1) if fits else ("prohibited", 0))


def test_a_block_of_an_enemy_route_is_one_only_where_it_makes_it_worse() -> None:
    truck = {"movement": 9, "movement__class": "truck"}
    pieces = [
        (unit("b-trains", "trains", "blue", "blue-1", **truck), Piece("10.08")),
        (unit("r-staff", "headquarters", "red", "red-1", **truck), Piece("03.03")),
    ]
    free = battle(pieces)
    on_route = free.game.box.hex("10.05")
    assert on_route not in free.open_to("jump.place", formation="red-1")
    blocked = battle([*pieces, (fighting("red-a", "red"), Piece("10.03"))])
    assert on_route in blocked.open_to("jump.place", formation="red-1")


def test_a_hard_jump_costs_the_prepared_defence_and_makes_ghosts_of_trains() -> None:
    truck = {"movement": 9, "movement__class": "truck"}
    pieces = [
        (unit("r-staff", "headquarters", "red", "red-1", **truck), Piece("05.05")),
        (unit("r-trains", "trains", "red", "red-1", **truck), Piece("02.05")),
    ]
    made = battle(pieces)
    game = made.game
    led = Led(kept_as(in_play(game, "blue", "activation.activities"), "red-1", prepared=True))
    soft = led.ask("jump.place", formation="red-1", hq=game.box.hex("05.03"))
    assert soft.verdict == "to place"
    led.take(soft)
    kept = standing_of(led.game.forces, "red-1")
    assert (led.at("r-staff"), kept.prepared, kept.coordination, kept.ghost) == ("05.03", True, 0, False)
    hard = led.ask("jump.place", formation="red-1", kind="hard", jumped=["r-staff"], hq=game.box.hex("05.02"))
    led.take(hard)
    kept = standing_of(led.game.forces, "red-1")
    assert (led.at("r-staff"), kept.prepared, kept.coordination, kept.ghost) == ("05.02", False, 1, False)
    hard = led.ask("jump.place", formation="red-1", kind="hard", jumped=["r-trains"], trains=game.box.hex("02.07"))
    led.take(hard)
    assert (led.at("r-trains"), standing_of(led.game.forces, "red-1").ghost) == ("02.07", True)


def test_whoever_has_no_legal_hex_leaves_the_map() -> None:
    pieces = [(unit("r-trains", "trains", "red", "red-1", movement=9, movement__class="truck"), Piece("02.02"))]
    pieces += [(fighting(f"b{row}", "blue"), Piece(f"03.{row:02}")) for row in range(1, 13)]
    pieces += [(fighting(f"c{row}", "blue", armour=3, range=2), Piece(f"09.{row:02}")) for row in range(1, 13)]
    made = battle(pieces)
    ruling = made.ask("jump.place", formation="red-1")
    assert not made.ground.jumped_to("red", on_road=True)
    assert [each.label for each in ruling.detail.proposals] == ["R-TRAINS off the map"]


# Retreats -----------------------------------------------------------------------------------------------------------------


@st.composite
def retreats(draw: st.DrawFn) -> tuple[Battle, str]:
    """A battle in which one or two tactical units of red stand to retreat."""
    places = draw(st.lists(st.sampled_from(FREE), min_size=3, max_size=14, unique=True))
    pieces = [(fighting("going", "red"), Piece(places[0]))]
    if draw(st.booleans()):
        pieces.append((fighting("with", "red"), Piece(places[0], rank=1)))
    pieces.append((unit("b-staff", "headquarters", "blue", "blue-1", movement=9, movement__class="truck"), Piece(places[1])))
    for number, place in enumerate(places[2:]):
        side = draw(st.sampled_from(["red", "blue"]))
        pieces.append((fighting(f"u{number}", side), Piece(place)))
        if side == "red" and draw(st.booleans()):
            pieces.append((fighting(f"v{number}", side), Piece(place, rank=1)))
    return battle(pieces), places[0]


@given(retreats())
@law(80)
def test_retreats_end_in_just_the_hexes_that_are_legal_and_every_way_is_one(drawn: tuple[Battle, str]) -> None:
    made, start = drawn
    place = made.game.box.hex(start)
    coming = sum(each.at == place for each in made.ground.lying)
    legal = made.ground.ways("red", place, coming)
    ruling = made.ask("retreat.at", to=place, result="other")
    assert frozenset(ruling.detail.hexes[OPEN]) == {way[-1] for way in legal}
    assert set(ruling.detail.ways) <= set(legal)
    assert ruling.verdict == ("1" if legal else "no way")
    assert len(ruling.detail.proposals) == (len(ruling.detail.ways) if legal else 1)


@given(retreats(), st.data())
@law(80)
def test_a_way_that_is_drawn_is_legal_just_where_the_judge_says_so(drawn: tuple[Battle, str], data: st.DataObject) -> None:
    made, start = drawn
    way = [made.game.box.hex(start)]
    for _ in range(data.draw(st.integers(1, 3))):
        around = [near for near in way[-1].neighbours() if near in made.ground.hexes]
        way.append(data.draw(st.sampled_from(around)))
    coming = sum(each.at == way[0] for each in made.ground.lying)
    legal = made.ground.ways("red", way[0], coming)
    ruling = made.ask("retreat.at", to=way[0], result="other", path=way)
    if legal:
        assert ruling.verdict == ("1" if tuple(way) in legal else "prohibited")


def test_who_finds_every_hex_at_the_headquarters_full_goes_off_the_map() -> None:
    around = ["01.01", "01.02", "02.01", "02.02"]
    pieces = [(unit("staff", "headquarters", "red", "red-1", movement=9, movement__class="truck"), Piece("01.01"))]
    pieces += [(fighting(f"{n}{place}", "red"), Piece(place)) for place in around for n in ("a", "b")]
    walker = (fighting("walker", "red", "leg"), Piece("01.08"))
    ruling = battle([*pieces, walker]).ask(
        "retreat.at", to=battle([walker]).game.box.hex("01.08"), result="automatic", safe_path="yes"
    )
    assert ruling.verdict == "off map"
    assert "overstack" in " ".join(str(each.values) for each in ruling.reasons)


# Chances ------------------------------------------------------------------------------------------------------------------

TWO_DICE = Tally(red + white for red, white in product(range(1, 7), repeat=2))
OPTIONS = st.fixed_dictionaries(
    {
        "engagement.ranged_fires": st.sampled_from(["on", "off"]),
        "fatigue.planned": st.sampled_from(["on", "off"]),
        "coordination.middle_ground": st.sampled_from(["on", "off"]),
        "screen.both_lose": st.sampled_from(["retreat", "nothing"]),
    }
)


def duel(attacker: int, defender: int, apart: int, options: dict[str, str], **values: Any) -> Game:
    """Two units so many hexes apart, the defender in an objective zone."""
    marks = frozenset({"screen"}) if values.pop("screens", False) else frozenset()
    units = [
        fighting("firer", "blue", action=attacker, armour=3, armour__class="red", range=2),
        fighting("target", "red", action=defender, armour=2, range=values.pop("reach", 1), **values),
    ]
    at: dict[str, str | Piece] = {"target": Piece("05.05", marks=marks), "firer": f"05.{5 + apart:02}"}
    return board(
        *("bcs-1.1", units, at),
        formations=ALONE,
        marks={"05.05": (Mark("objective", "blue"),)},
        options={"recon.screens": "on", **options},
    )


@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 2), OPTIONS, st.booleans(), st.booleans())
@law(30)
def test_chances_of_engagements_are_those_of_every_roll(
    own: int, other: int, apart: int, options: dict[str, str], screens: bool, support: bool
) -> None:
    game = duel(own, other, apart, options, screens=screens, support=support)
    place = game.box.hex("05.05")
    counted_: Tally[str] = Tally()
    for roll, ways in TWO_DICE.items():
        counted_[ask("engagement.at", game, to=place, roll=roll).verdict] += ways
    detail = ask("engagement.at", game, to=place).detail
    shown = dict(detail.tables[0].chances)
    assert sum(shown.values()) == 1
    for group in ("Target", "Firer"):
        assert sum(each.chance for each in detail.outcomes if each.group == group) == 1
    assert {name: chance for name, chance in shown.items() if chance} == {n: Fraction(w, 36) for n, w in counted_.items()}


@given(st.integers(0, 5), st.integers(0, 5), OPTIONS, st.sampled_from(["yes", "no"]), st.sampled_from(["yes", "no"]))
@law(30)
def test_chances_of_attacks_are_those_of_every_roll(
    own: int, other: int, options: dict[str, str], prepared: str, key: str
) -> None:
    game = duel(own, other, 1, options)
    asked: dict[str, Any] = {"to": game.box.hex("05.05"), "prepared": prepared, "key_terrain": key}
    detail = ask("attack.at", game, **asked).detail
    groups: dict[str, dict[str, Fraction]] = {}
    for each in detail.outcomes:
        groups.setdefault(each.group, {})[each.name] = each.chance
    assert all(sum(some.values()) == 1 for some in groups.values())
    results, steps, traffic = Tally[str](), Tally[str](), 0
    for roll, ways in TWO_DICE.items():
        rolled = ask("attack.at", game, roll=roll, **asked)
        results[rolled.verdict] += ways
        (proposal,) = rolled.detail.proposals
        lost = [each for each in proposal.then if each.question == "losses.at" and each.given["side"] == "blue"]
        count = int(lost[0].given["steps"]) if lost else 0
        steps[f"lose {count} step{'s' if count > 1 else ''}" if count else "lose nothing"] += ways
        traffic += ways * (rolled.detail.facts.get("traffic") == "yes")
    assert {name: chance for name, chance in detail.tables[0].chances if chance} == {
        name: Fraction(ways, 36) for name, ways in results.items()
    }
    assert {name: chance for name, chance in groups["Attackers"].items() if chance} == {
        name: Fraction(ways, 36) for name, ways in steps.items()
    }
    if "Traffic" in groups:
        assert groups["Traffic"]["traffic"] == Fraction(traffic, 36)


@given(st.integers(1, 6))
def test_a_barrage_takes_a_step_for_each_roll_in_its_range(roll: int) -> None:
    staff = unit("guns", "headquarters", "blue", "blue-1", artillery__points=3, movement=7, movement__class="truck")
    at: dict[str, str | Piece] = {"target": "05.05", "guns": "05.09"}
    game = board("bcs-1.1", [fighting("target", "red"), staff], at, formations=ALONE)
    ruling = ask("barrage.at", game, to=game.box.hex("05.05"), roll=roll)
    assert ruling.verdict == ("1" if roll >= 5 else "none")


@pytest.mark.parametrize(
    ("name", "numbers", "on_map"),
    [
        ("bcs.engagement", {"firer_av": 3, "firer_ar": 3, "target_av": 2, "target_ar": 3}, {}),
        ("bcs.attack", {"attack": 3, "defence": 3}, {}),
        ("bcs.barrage", {"target": "hard unit"}, {}),
        ("bcs.retreat", {"class": "leg", "result": "automatic", "safe_path": "yes"}, {"result": "other"}),
        ("bcs.jump", {"trigger": "entered", "roll": 3}, {}),
    ],
)
def test_a_name_with_the_series_before_it_means_numbers_or_a_hex(
    name: str, numbers: dict[str, Any], on_map: dict[str, Any]
) -> None:
    game = duel(3, 3, 1, {})
    assert "." not in ask(name, game, **numbers).question
    assert ask(name, game, to=game.box.hex("05.05"), **on_map).question.endswith(".at")


# What is kept -------------------------------------------------------------------------------------------------------------


def test_fire_events_are_used_up_one_by_one() -> None:
    led = Led(in_play(duel(3, 3, 1, {}), "blue", "activation.activities"))
    place = led.game.box.hex("05.05")
    for number in (1, 2):
        led.take(led.ask("engagement.at", to=place, roll=2, support="yes"), "engages")
        led.open.clear()
        assert led.marks("firer") == {f"fire-event {number}"}
    again = led.ask("engagement.at", to=place)
    assert again.verdict == "nobody"
    assert [each.what for each in led.game.state.fought] == ["engagement", "engagement"]


def test_artillery_points_are_used_up_one_by_one() -> None:
    staff = unit("guns", "headquarters", "blue", "blue-1", artillery__points=2, movement=7, movement__class="truck")
    at: dict[str, str | Piece] = {"target": "05.05", "guns": "05.09"}
    led = Led(in_play(board("bcs-1.1", [fighting("target", "red"), staff], at, formations=ALONE), "blue"))
    place = led.game.box.hex("05.05")
    for left in (2, 1):
        ruling = led.ask("barrage.at", to=place, roll=1)
        assert ruling.detail.facts["left"] == left
        led.take(ruling)
    assert led.ask("barrage.at", to=place).verdict == "nobody"
    assert standing_of(led.game.forces, "blue-1").artillery == 2


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 3)])
def test_a_traffic_result_brings_one_marker_up_to_three(before: int, after: int) -> None:
    game = duel(3, 3, 1, {"coordination.middle_ground": "on"})
    led = Led(kept_as(in_play(game, "blue", "activation.activities"), "blue-1", coordination=before))
    led.take(led.ask("attack.at", to=game.box.hex("05.05"), roll=7))
    assert standing_of(led.game.forces, "blue-1").coordination == after


def test_units_say_what_they_can_do_in_fights() -> None:
    staff = unit("guns", "headquarters", "blue", "blue-1", artillery__points=1, movement=7, movement__class="truck")
    units = [fighting("eyes", "blue", armour=1, range=1), fighting("tubes", "blue", armour=1, support=True), staff]
    at: dict[str, str | Piece] = {"eyes": Piece("03.03", marks=frozenset({"screen"})), "tubes": "05.05", "guns": "05.09"}
    game = board("bcs-1.1", units, at, formations=ALONE, options={"recon.screens": "on"})
    found = {each.unit: each for each in ask("unit.acts", game, units=list(at)).detail.units}
    acts = {id_: {act.name: act for act in each.acts} for id_, each in found.items()}
    barred = {id_: {name for name, act in some.items() if not act.allowed} for id_, some in acts.items()}
    assert {"engage", "attack"} <= barred["eyes"] and acts["eyes"]["engage"].reason.rule.section == "8"
    assert "attack" in barred["tubes"] and acts["tubes"]["engage"].asked.given == {"units": "tubes"}
    assert acts["tubes"]["retreat by choice"].asked.given == {"units": "tubes", "result": "voluntary", "to": "05.05"}
    assert acts["guns"]["barrage"].allowed and "engage" not in acts["guns"]


@pytest.mark.parametrize(("placed", "may"), [(0, True), (1, False)])
def test_a_forced_march_is_offered_only_while_the_formation_may_make_one(placed: int, may: bool) -> None:
    game = in_play(duel(3, 3, 1, {"fatigue.planned": "on"}), "blue", "activation.activities")
    active = passed_on(game.state.conditions, game.case.ruleset.play.conditions, "", "blue-1", True)
    game = game.with_state(replace(game.state, moment=replace(game.state.moment, of="blue-1"), conditions=active))
    game = kept_as(game, "blue-1", snafu="Full", objectives=placed)
    (unit_acts,) = ask("unit.acts", game, units=["firer"]).detail.units
    assert {act.name: act.allowed for act in unit_acts.acts}["forced march"] == may
    rows = {row.formation: [each.question for each in row.asked] for row in ask("formations", game).detail.rows}
    assert ("march.at" in rows["blue-1"]) == may


def test_who_has_attacked_is_remembered_and_told() -> None:
    led = Led(in_play(duel(3, 3, 1, {}), "blue", "activation.activities"))
    place = led.game.box.hex("05.05")
    led.take(led.ask("attack.at", to=place, roll=7))
    said = [each.template for each in led.ask("attack.at", to=place).reasons]
    assert any("have attacked already" in each for each in said)


@pytest.mark.parametrize("question", ["attack.at", "engagement.at"])
def test_chances_at_a_glance_are_told_until_the_dice_have_fallen(question: str) -> None:
    game = duel(3, 3, 1, {})
    place = game.box.hex("05.05")
    assert ask(question, game, to=place).detail.outcomes
    assert not ask(question, game, to=place, roll=7).detail.outcomes


def test_what_can_be_done_against_a_hex_is_offered_with_the_chances_of_each() -> None:
    game = duel(3, 3, 1, {})
    detail = ask("fire.at", game, to=game.box.hex("05.05")).detail
    groups: dict[str, Fraction] = {}
    for each in detail.outcomes:
        groups[each.group] = groups.get(each.group, Fraction(0)) + each.chance
    assert len(groups) > 1
    assert {f"{name} 05.05" for name in groups} == {each.label for each in detail.proposals} and set(groups.values()) == {1}


def test_an_attack_is_led_from_the_roll_to_the_last_step() -> None:
    game = duel(5, 0, 1, {"jumps.soft_hard": "on"}, steps=1)
    led = Led(in_play(game, "blue", "activation.activities"))
    led.take(led.ask("attack.at", to=game.box.hex("05.05"), roll=8))
    assert [each.question for each in reversed(led.open)] == ["losses.at", "retreat.at"]
    led.take(ask_as_given(led))
    assert led.at("target") == ""
    gone = ask_as_given(led)
    assert gone.verdict == "gone"
    led.take(gone)
    assert not led.open


def ask_as_given(led: Led):
    """The answer to the question on top, with what it is given as a form writes it."""
    top = led.open[-1]
    kinds = {each.name: each for each in led.game.system.questions[top.question].parameters}
    given: dict[str, Any] = {}
    for name, text in top.given.items():
        parameter = kinds[name]
        parts = [part.strip() for part in text.split(",")]
        if parameter.kind in ("hex", "hexes"):
            found = [led.game.box.hex(part) for part in parts]
            given[name] = found if parameter.is_list else found[0]
        elif parameter.is_list:
            given[name] = parts
        else:
            given[name] = int(text) if parameter.kind == "whole" else text
    return led.ask(top.question, **given)
