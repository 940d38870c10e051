"""Save Yourself Retreats on the map: who goes and who is lost, what is met on the way, how retreats end."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from oracles.led import Led
from oracles.retreating import FLAT, GUN, INFANTRY, OWN, PRINTS, fire, labels, move, stack, ways
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.orders import OpSheet
from core.model.state import Moment, Trek
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Ruling

# Who goes and who is lost -------------------------------------------------------------------------------------------------


def sections(ruling: Ruling) -> set[str]:
    return {reason.rule.section for reason in ruling.reasons}


def done(game: Game, proposal: Proposal) -> Game:
    """The game once a proposal is done, in play."""
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    return game.with_state(work.state)


def in_play(game: Game, side: str = "red", **more: Any) -> Game:
    moment = Moment(turn=1, side=side)
    return game.with_state(replace(game.state, deployment=game.forces.deployment, moment=moment, **more))


def gone(game: Game, ruling: Ruling, choose: int = 0) -> tuple[Game, tuple[str, ...]]:
    """A retreat gone to its end by what is proposed and asked then; the hexes, and what else was asked on the way."""
    asked: list[str] = []
    proposal = ruling.detail.proposals[choose]
    while True:
        game = done(game, proposal)
        rest = [each for each in proposal.then if each.question == "syr.at"]
        asked += [each.question for each in proposal.then if each.question != "syr.at"]
        if not rest:
            return game, tuple(asked)
        (each,) = rest
        found = ask("syr.at", game, **dict(each.given))
        assert found.verdict in ("legal", "ends"), found.reasons
        proposal = found.detail.proposals[0]


def test_a_retreat_is_gone_leg_by_leg_to_its_end() -> None:
    game = in_play(stack("06.06", ("one", "infantry", fire("suppressed")), enemies={"06.08": "Fire"}))
    ruling = ask("syr.at", game, to="06.06", kind="obligatory", away="06.08")
    end, asked = gone(game, ruling)
    piece = end.forces.deployment.pieces["one"]
    assert piece.at == ruling.detail.ways[0][-1] and piece.mode == "fire" and piece.marks == {"suppressed"}
    # The enemy spots units that move at 4 hexes in the open.
    near = [place for place in ruling.detail.ways[0][1:] if place.distance(game.box.hex("06.08")) <= 4]
    assert asked == ("overwatch.fire",) * len(near) and near


def test_what_is_asked_on_the_way_names_the_step() -> None:
    game = in_play(stack("06.06", ("one", "infantry", move()), enemies={"06.08": "Fire"}))
    proposal = ask("syr.at", game, to="06.06", kind="obligatory", away="06.08", because="fire").detail.proposals[0]
    overwatch, rest = proposal.then
    assert overwatch.question == "overwatch.fire" and overwatch.may and overwatch.side == "blue"
    assert dict(overwatch.given) == {
        "to": "06.05",
        "source": "06.06",
        "road": "no",
        "trigger": "movement",
        "moving": "one",
        "retreating": "yes",
    }
    assert rest.side == "red" and not rest.may
    assert {name: rest.given[name] for name in ("to", "units", "kind", "gone", "away", "because")} == {
        "to": "06.05",
        "units": "one",
        "kind": "obligatory",
        "gone": "1",
        "away": "06.08",
        "because": "fire",
    }
    assert rest.given["path"].startswith("06.06, 06.05, ")


def test_the_retreat_of_vehicles_is_one_impulse_of_which_each_stack_knows_what_was_entered_before() -> None:
    def overwatch(kind: str) -> Next:
        game = in_play(stack("06.06", ("one", kind, move()), enemies={"06.08": "Fire"}, enemy="vehicle"))
        first = ask("syr.at", game, to="06.06", kind="obligatory", away="06.08").detail.proposals[0]
        (rest,) = [each for each in first.then if each.question == "syr.at"]
        following = ask("syr.at", done(game, first), **dict(rest.given)).detail.proposals[0].then
        return next(each for each in following if each.question == "overwatch.fire")

    assert overwatch("vehicle").given["impulse"] == "06.05"
    assert "impulse" not in overwatch("infantry").given


def then_at(game: Game, place: str, **asked: Any) -> tuple[str, ...]:
    """What is asked when a retreat comes into a hex first."""
    for proposal in ask("syr.at", game, **asked).detail.proposals:
        if proposal.then and proposal.then[-1].given.get("to") == place:
            return tuple(each.question for each in proposal.then)
    raise AssertionError(place)


def test_barrages_and_mines_come_after_overwatch_even_through_a_breach() -> None:
    def made(marks: dict[str, tuple[Mark, ...]], enemies: dict[str, str]) -> Game:
        return in_play(stack("06.06", ("one", "infantry", move()), enemies=enemies, marks=marks))

    asked = {"to": "06.06", "kind": "obligatory", "away": "06.08"}
    mined = {"06.05": (Mark("minefield", "blue"), Mark("breach", "red"))}
    assert then_at(made(mined, {}), "06.05", **asked) == ("mines.at", "syr.at")
    shelled = {"06.04": (Mark("barrage-good", "blue"),)}
    assert then_at(made(shelled, {}), "06.05", **asked) == ("barrage.at", "syr.at")
    both = {**mined, **shelled}
    watched = made(both, {"06.08": "Fire"})
    # A breach is a bottleneck: whoever has answered the first trigger is asked about the second then.
    assert then_at(watched, "06.05", **asked) == ("overwatch.fire", "barrage.at", "mines.at", "syr.at")


def test_who_retreats_through_a_barrage_and_mines_ignores_what_they_do_to_morale() -> None:
    marks = {"06.05": (Mark("minefield", "blue"), Mark("continuous-barrage", "blue", "105 mm HE continuous"))}
    retreat = Led(in_play(stack("06.06", ("one", "infantry", move()), marks=marks)))
    retreat.take(retreat.ask("syr.at", to="06.06", kind="obligatory", away="06.08"))
    for attack, roll in (("barrage.at", 51), ("mines.at", 51)):
        retreat.take(retreat.next(attack, roll=roll))
        retreat.take(retreat.next("losses.at"))
        check = retreat.next("morale.at", roll=66)
        assert (check.verdict, [each.rule.section for each in check.reasons][-1]) == ("none", "17.4i")
        retreat.take(check)
    assert retreat.next("syr.at").verdict == "legal" and not retreat.marks("one")


@pytest.mark.parametrize("kind", ["infantry", "vehicle"])
def test_one_stack_answers_each_step_and_at_vehicles_each_but_once(kind: str) -> None:
    guns = {"06.08": 1, "08.07": 2}
    made = [unit("one", kind, **PRINTS[kind])]
    places = {"one": Piece("06.06", mode="Move")}
    for n, place in enumerate(guns):
        made.append(unit(f"gun-{n}", "at_gun", "blue", **{**GUN, "fire__class": "point", "fire__strength": 4 + n}))
        places[f"gun-{n}"] = Piece(place, mode="Fire")
    game = board("tcs-4.01", made, places, contours=FLAT)
    found = ask("syr.at", game, to="06.06", kind="obligatory", away="06.08")
    told = [reason.numbers["expected"] for reason in found.reasons if "expected" in reason.numbers]
    assert len(told) == len(found.detail.ways) and any(told)
    for way, expected in zip(found.detail.ways, told, strict=True):
        steps = ask("overwatch", game, units=["one"], path=list(labels(game, way))).detail.way
        worth = [{place: sum(s.expected for s in step.shots if s.hex == place) for place in step.stacks} for step in steps]
        if kind == "infantry":
            assert expected == sum(max(some.values(), default=0) for some in worth)
        else:
            # Two stacks fire once each, at different steps, which are chosen best first.
            pairs = sorted(((value, n, place) for n, some in enumerate(worth) for place, value in some.items()), reverse=True)
            first = pairs[0] if pairs else (0, -1, None)
            assert expected == first[0] + max((v for v, n, place in pairs if n != first[1] and place != first[2]), default=0)


@pytest.mark.parametrize(
    ("units", "hexes"),
    [
        ((("one", "infantry", fire()),), 3),
        ((("one", "vehicle", fire()),), 6),
        ((("truck", "carrier", move()), ("one", "infantry", move(on="truck"))), 6),
        ((("truck", "carrier", move()), ("gun", "at_gun", move(on="truck"))), 6),
        ((("truck", "carrier", move()), ("one", "infantry", move())), 3),
        # The gun is left behind, and what is left are vehicles.
        ((("tank", "vehicle", fire()), ("gun", "at_gun", fire())), 6),
    ],
)
def test_vehicles_with_all_they_carry_retreat_six_hexes_and_others_three(units: Any, hexes: int) -> None:
    assert ask("syr.at", stack("06.06", *units), to="06.06", kind="obligatory").detail.facts["length"] == hexes


def ready(game: Game, **asked: Any) -> dict[str, Piece | None]:
    """How the pieces lie once a retreat, which nobody watches, has come to its end."""
    game = in_play(game)
    end, asked_then = gone(game, ask("syr.at", game, to="06.06", **asked))
    assert not asked_then
    return {id_: end.forces.deployment.pieces.get(id_) for id_ in game.forces.deployment.pieces}


def test_guns_and_mortars_without_transport_are_lost_however_they_retreat() -> None:
    units = (
        ("one", "infantry", fire()),
        ("gun", "at_gun", fire()),
        ("tube", "mortar", move()),
        ("truck", "carrier", move()),
        ("towed", "at_gun", move(on="truck")),
    )
    for kind in ("obligatory", "voluntary"):
        pieces = ready(stack("06.06", *units), kind=kind)
        assert {id_ for id_, piece in pieces.items() if piece is None} == {"gun", "tube"}
    for mark in ("suppressed", "paralyzed"):
        held = (("one", "infantry", fire()), ("gun", "at_gun", fire(mark)))
        assert ready(stack("06.06", *held), kind="obligatory")["gun"] is None
        assert ready(stack("06.06", *held), kind="voluntary")["gun"] is not None


def test_who_carries_stays_in_move_mode_and_who_walks_is_suppressed() -> None:
    units = (
        ("one", "infantry", fire("paralyzed")),
        ("rider", "infantry", move(on="truck")),
        ("truck", "carrier", move()),
        ("tank", "vehicle", fire()),
    )
    pieces = ready(stack("06.06", *units), kind="obligatory")
    lying = {id_: (piece.mode, piece.marks, piece.on) for id_, piece in pieces.items() if piece is not None}
    assert lying == {
        "one": ("fire", {"suppressed"}, ""),
        "rider": ("Move", frozenset(), "truck"),
        "truck": ("Move", frozenset(), ""),
        "tank": ("move", frozenset(), ""),
    }


def test_who_is_dug_in_is_so_no_longer() -> None:
    pieces = ready(stack("06.06", ("one", "infantry", fire("dug-in"))), kind="voluntary")
    assert pieces["one"] is not None and pieces["one"].marks == {"suppressed"}


def with_own(kind: str, *, mode: str, on_foot: bool = False) -> Game:
    piece = Piece("06.06", mode="move foot" if on_foot else mode)
    return board("tcs-4.01", [unit("one", kind, **{**PRINTS[kind], **OWN})], {"one": piece}, contours=FLAT)


@pytest.mark.parametrize(
    ("kind", "mode", "on_foot", "verdict", "hexes"),
    [
        ("machine_guns", "Fire", False, "retreats", 6),
        ("machine_guns", "Move", True, "retreats", 3),
        ("mortar", "Move", False, "retreats", 6),
        ("mortar", "Move", True, "destroyed", None),
        ("mortar", "Fire", False, "destroyed", None),
    ],
)
def test_weapons_with_carriers_of_their_own_retreat_in_them_alone_but_machine_guns(
    kind: str, mode: str, on_foot: bool, verdict: str, hexes: int | None
) -> None:
    found = ask("syr.at", with_own(kind, mode=mode, on_foot=on_foot), to="06.06", kind="obligatory")
    assert (found.verdict, found.detail.facts.get("length")) == (verdict, hexes)
    assert ("24.2e" in sections(found)) == (verdict == "destroyed")


def test_who_enters_move_mode_may_leave_its_own_carrier() -> None:
    game = in_play(with_own("machine_guns", mode="Fire"))
    found = ask("syr.at", game, to="06.06", kind="voluntary", on_foot=["one"])
    assert found.detail.facts["length"] == 3
    end, _ = gone(game, found)
    assert end.forces.deployment.pieces["one"].marks == {"suppressed"}
    stays, _ = gone(game, ask("syr.at", game, to="06.06", kind="voluntary"))
    assert stays.forces.deployment.pieces["one"].marks == frozenset()
    with pytest.raises(WrongUse, match="on_foot: one cannot leave"):
        ask("syr.at", in_play(stack("06.06", ("one", "infantry", fire()))), to="06.06", on_foot=["one"])


def test_paralyzed_units_lose_half_their_steps_up_as_they_retreat_out_of_an_assault() -> None:
    units = (
        ("one", "infantry", fire("paralyzed")),
        ("two", "infantry", fire("suppressed")),
        ("gun", "at_gun", fire("paralyzed")),
    )
    game = stack("06.06", *units)
    assert {id_: piece.lost if piece else None for id_, piece in ready(game, kind="obligatory", because="assault").items()} == {
        "one": 3,
        "two": 0,
        "gun": None,
    }
    assert {id_: piece.lost if piece else None for id_, piece in ready(game, kind="obligatory", because="fire").items()}[
        "one"
    ] == 0


# Of their own will ----------------------------------------------------------------------------------------------------------


def test_all_go_by_choice_who_are_neither_suppressed_nor_paralyzed_and_no_others() -> None:
    units = (
        ("one", "infantry", fire()),
        ("two", "infantry", fire("suppressed")),
        ("three", "infantry", fire("fired")),
        ("truck", "carrier", move()),
        ("held", "infantry", move("paralyzed", on="truck")),
    )
    game = stack("06.06", *units)
    found = ask("syr.at", game, to="06.06")
    assert {part.unit for part in found.detail.parts if part.chosen} == {"one", "three", "truck", "held"}
    left_out = ask("syr.at", game, to="06.06", units=["one"])
    assert left_out.verdict == "prohibited" and not left_out.detail.proposals
    named = ask("syr.at", game, to="06.06", units=["one", "three", "truck"])
    assert named.verdict == "retreats"
    pieces = ready(game, kind="voluntary")
    assert pieces["two"] is not None and pieces["two"].at == game.box.hex("06.06")
    # What the carrier takes along keeps its marker.
    assert pieces["held"] is not None and pieces["held"].marks == {"paralyzed"}


def test_nobody_retreats_by_choice_who_has_moved_unless_in_the_place_of_final_overwatch() -> None:
    game = in_play(
        stack("06.06", ("one", "infantry", move()), ("two", "infantry", move())), treks=(Trek(("two",), None, Hex(5, 0)),)
    )
    found = ask("syr.at", game, to="06.06")
    assert found.verdict == "prohibited" and not found.detail.proposals and sections(found) == {"17.4"}
    assert ask("syr.at", game, to="06.06", because="assault").verdict == "retreats"
    assert ask("syr.at", game, to="06.06", kind="obligatory").verdict == "retreats"


def test_who_has_retreated_in_the_place_of_a_move_moves_no_more_in_the_phase() -> None:
    game = in_play(stack("06.06", ("tank", "vehicle", move())))
    proposal = ask("syr.at", game, to="06.06").detail.proposals[0]
    assert proposal.attempt is not None and proposal.attempt.what == "retreat"
    after = done(game, proposal)
    assert ask("movement", after, units=["tank"]).verdict != "may_not_move"
    after = after.with_state(replace(after.state, fought=(proposal.attempt,)))
    assert ask("movement", after, units=["tank"]).verdict == "may_not_move"
    (acts,) = ask("unit.acts", after, units=["tank"]).detail.units
    assert {act.name for act in acts.acts if not act.allowed} >= {"move", "retreat by choice"}
    overwatch = ask("syr.at", game, to="06.06", because="assault").detail.proposals[0]
    assert overwatch.attempt is None


def test_units_without_orders_end_no_closer_to_enemies_that_they_spot_on_the_way() -> None:
    # They spot nobody four hexes away in the open, and spot who is three away.
    rally = board("tcs-4.01", []).box.hex("12.12")
    sheet = OpSheet("old", "red", "Attack", ("one",), rally=(("one", rally),), status="failed")
    stands = (("one", "infantry", move()),)
    game = stack("02.02", *stands, enemies={"02.06": "Fire"})
    enemy = game.box.hex("02.06")
    free, near = ways(game, to="02.02"), game.box.hex("02.02").distance(enemy)
    bound = stack("02.02", *stands, enemies={"02.06": "Fire"}, sheets=(sheet,))
    held = ways(bound, to="02.02")
    assert held == {way for way in free if game.box.hex(way[-1]).distance(enemy) >= near} < free
    assert ways(bound, to="02.02", kind="obligatory") == free
    at_home = stack(
        "02.02", *stands, enemies={"02.06": "Fire"}, sheets=(replace(sheet, rally=(("one", game.box.hex("02.03")),)),)
    )
    assert ways(at_home, to="02.02") == free
    drawn = ask("syr.at", bound, to="02.02", path=["02.03", "02.04", "02.05"])
    assert drawn.verdict == "prohibited" and sections(drawn) >= {"6.3c"}


# Vehicles -----------------------------------------------------------------------------------------------------------------


def test_vehicles_that_are_picked_retreat_from_a_point_fire_action_with_their_riders() -> None:
    units = (
        ("one", "vehicle", fire()),
        ("rider", "infantry", move(on="one")),
        ("two", "vehicle", fire("fired")),
        ("three", "vehicle", move()),
        ("men", "infantry", fire()),
    )
    game = stack("06.06", *units)
    found = ask("syr.at", game, to="06.06", kind="vehicle")
    assert [part.unit for part in found.detail.parts if part.chosen] == ["one", "three", "rider"]
    assert {part.unit: part.reason.rule.section for part in found.detail.parts if part.reason is not None} == {
        "two": "17.4",
        "men": "15.2h",
    }
    one = ask("syr.at", game, to="06.06", kind="vehicle", units=["one"])
    assert [part.unit for part in one.detail.parts if part.chosen] == ["one", "rider"] and one.detail.facts["length"] == 6
    assert ask("syr.at", game, to="06.06", kind="vehicle", units=["two"]).verdict == "prohibited"


def test_other_point_fire_lets_vehicles_retreat_by_the_other_reading_alone() -> None:
    units = (("one", "vehicle", fire()),)
    other = {"to": "06.06", "kind": "vehicle", "trigger": "other point fire"}
    assert ask("syr.at", stack("06.06", *units), **other).verdict == "prohibited"
    wide = stack("06.06", *units, options={"vehicle_syr.trigger": "any_point_fire"})
    assert ask("syr.at", wide, **other).verdict == "retreats"


# Readings, and what cannot be asked ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "other"),
    [("syr.straight", "no_nearer"), ("syr.rear", "owner"), ("syr.cover", "required"), ("syr.first_hex", "blocked_way")],
)
def test_each_reading_decides_somewhere_and_says_so(reading: str, other: str) -> None:
    terrain = {"06.04": "woods", "06.03": "lake", "05.04": "lake", "05.03": "lake", "07.04": "lake"}
    away = {"syr.rear": "08.06"}.get(reading, "06.08")
    if reading == "syr.first_hex":
        terrain = dict.fromkeys(("06.04", "05.05", "07.05"), "lake")
    if reading == "syr.rear":
        terrain = {}
    asked = {"to": "06.06", "kind": "obligatory"} | ({} if reading == "syr.rear" else {"away": away})
    made = {"enemies": {"06.08": "Fire"}, "terrain": terrain}
    games = [stack("06.06", ("one", "infantry", move()), **made, options={reading: choice}) for choice in ("", other) if choice]
    preset = stack("06.06", ("one", "infantry", move()), **made)
    found = ask("syr.at", preset, **asked)
    named = [reason.values["reading"] for reason in found.reasons if "reading" in reason.values]
    assert reading in named
    assert set(found.detail.ways) != set(ask("syr.at", games[0], **asked).detail.ways)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"to": "01.01"}, "to: nobody stands in 01.01."),
        ({"to": "06.06", "units": ["enemy-0"]}, "units: ENEMY-0 do not stand in 06.06"),
        ({"to": "06.06", "path": ["06.05", "06.02"]}, "path: 06.02 is not adjacent to 06.05."),
        ({"to": "06.06", "gone": 1, "units": ["one"]}, "path: it begins with the hex that was left first"),
        ({"to": "06.06", "gone": 1, "path": ["06.07", "06.06"]}, "units: name those that retreat"),
        ({"to": "06.06", "side": "blue"}, "side: Blue is not the side of the units that are meant"),
    ],
)
def test_what_cannot_be_asked_is_told(asked: dict[str, Any], message: str) -> None:
    game = stack("06.06", ("one", "infantry", move()), enemies={"06.09": "Fire"})
    with pytest.raises(WrongUse, match=re.escape(message)):
        ask("syr.at", game, **asked)


def test_in_a_hex_of_both_sides_it_is_said_whose_retreat_is_meant() -> None:
    game = stack("06.06", ("one", "infantry", fire("suppressed")), enemies={"06.06": "Move"})
    with pytest.raises(WrongUse, match="side: units of several sides stand in"):
        ask("syr.at", game, to="06.06", kind="obligatory")
    found = ask("syr.at", game, to="06.06", kind="obligatory", side="red", because="assault", away="06.07")
    assert found.verdict == "retreats" and {way[1] for way in found.detail.ways} == {game.box.hex("06.05")}


def test_units_that_cannot_go_where_the_others_can_are_lost_and_the_others_go() -> None:
    ring = dict.fromkeys(("06.07", "06.05", "05.06", "05.07", "07.06", "07.07"), "marsh")
    game = in_play(stack("06.06", ("one", "infantry", fire()), ("truck", "carrier", move()), terrain=ring))
    found = ask("syr.at", game, to="06.06", kind="obligatory")
    assert found.verdict == "retreats" and found.detail.facts["lost"] == 1
    end, _ = gone(game, found)
    assert set(end.forces.deployment.pieces) == {"one"}


def test_nothing_is_left_to_go_on_where_all_were_lost_on_the_way() -> None:
    game = in_play(stack("06.05", ("other", "infantry", fire())))
    ghost = board("tcs-4.01", [unit("one", "infantry", **INFANTRY), *game.box.oob.counters], {"other": Piece("06.05")})
    found = ask("syr.at", ghost, to="06.05", gone=1, path=["06.06", "06.05", "06.04"], units=["one"])
    assert found.verdict == "gone"
    assert [(each.label, each.edits, each.then) for each in found.detail.proposals] == [("The retreat is over", (), ())]


def test_the_rest_of_a_way_that_is_closed_by_now_gives_the_others() -> None:
    game = stack("06.05", ("one", "infantry", move()), enemies={"06.04": "Move"})
    asked = {"to": "06.05", "gone": 1, "units": ["one"], "kind": "obligatory", "away": "06.08"}
    found = ask("syr.at", game, **asked, path=["06.06", "06.05", "06.04", "06.03"])
    assert found.verdict == "retreats" and "17.4c" in sections(found)
    assert all(labels(game, way)[:2] == ("06.06", "06.05") and "06.04" not in labels(game, way) for way in found.detail.ways)
    for way in found.detail.ways:
        assert all(one.distance(two) == 1 for one, two in pairwise(way))


def test_in_cover_the_retreat_may_end_or_go_on() -> None:
    game = stack("06.05", ("one", "infantry", move()), terrain={"06.05": "woods"})
    asked = {"to": "06.05", "gone": 1, "units": ["one"], "kind": "obligatory", "away": "06.08"}
    found = ask("syr.at", game, **asked, path=["06.06", "06.05"])
    assert found.detail.proposals[0].label == "End the retreat in 06.05" and len(found.detail.proposals) > 1


def test_what_is_proposed_says_what_fire_it_draws() -> None:
    asked = {"to": "06.06", "kind": "obligatory", "away": "06.08"}
    alone = ask("syr.at", in_play(stack("06.06", ("one", "infantry", move()))), **asked)
    assert all(each.label.endswith("(nobody could fire)") for each in alone.detail.proposals)
    watched = ask("syr.at", in_play(stack("06.06", ("one", "infantry", move()), enemies={"06.08": "Fire"})), **asked)
    told = [
        re.search(r"\(draws fire (once|twice|\d+ times), \d\.\d\d steps to be expected\)$", p.label)
        for p in watched.detail.proposals
    ]
    assert told and all(told)


def test_every_question_that_is_asked_then_is_written_as_forms_take_it() -> None:
    game = in_play(stack("06.06", ("one", "infantry", move()), enemies={"06.08": "Fire"}))
    for proposal in ask("syr.at", game, to="06.06", kind="obligatory", away="06.08").detail.proposals:
        for each in proposal.then:
            assert isinstance(each, Next) and all(isinstance(text, str) and text for text in each.given.values())
