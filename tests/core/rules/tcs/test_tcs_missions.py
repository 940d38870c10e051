"""Missions of artillery on the map: what their markers say, their zones and strengths, and a phase of them from end to end."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import immutables
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.oob import Formation, Values
from core.model.state import Moment
from core.model.work import Work
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.procedure import BESIDE, OPEN, ZONE
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Ruling
from core.rules.tcs.procedures.missions import BATTALION, BATTERY, HE, ROCKET, SMOKE, Lying, Mission, is_told, mission_of

HILL = {20: ["11.01 12.01 12.02 11.02 11.01"], 40: ["11.01+12.01 11.01+12.02 11.02+12.01+12.01 11.01+12.01"]}
"""Heights far from everybody, so that lines of sight can be decided."""
MEN = {"steps": 5, "fire.strength": 4, "fire.range": 4, "fire.class": "area", "target.class": "area", "morale": 4}
TANK = {"steps": 4, "fire.strength": 4, "fire.range": 7, "fire.class": "point", "target.class": "point", "target.defence": 3}
GUN = {"steps": 1, "fire.strength": 6, "fire.range": 24, "fire.calibre": 105, "target.class": "both", "morale": 6}
BATTERY_MARK = {"barrage.size": "battery", "barrage.good_shoot": 12, "barrage.bad_shoot": 6, "fire.calibre": 105}


def made(id_: str, kind: str, side: str, formation: str = "", **printed: Any):
    return unit(id_, kind, side, formation, **{name.replace(".", "__"): value for name, value in printed.items()})


UNITS = [
    made("fo", "infantry", "blue", **MEN),
    made("men", "infantry", "red", "bn", **MEN),
    made("more", "infantry", "red", "bn", **MEN),
    made("tanks", "vehicle", "red", "armour", **TANK),
    made("gun-1", "artillery", "blue", "guns", **GUN),
    made("gun-2", "artillery", "blue", "guns", **GUN),
    made("a", "barrage", "blue", "fa", **BATTERY_MARK),
    made("b", "barrage", "blue", "fa", **BATTERY_MARK),
    made("r", "barrage", "red", **BATTERY_MARK),
]
AT = {"fo": "02.06", "men": "06.06", "tanks": "06.06", "more": "06.08", "gun-1": "01.10", "gun-2": "01.10"}
FORMATIONS = [
    Formation("bn", "Bn", "red", values=Values({"morale.kind": "battalion"})),
    Formation("armour", "Armour", "red", values=Values({"morale.kind": "vehicles", "vehicle.track": "o 1 2 3"})),
    Formation("guns", "Guns", "blue"),
    Formation("fa", "FA", "blue"),
]
POINTS = {("blue", "105 mm, missions"): 9, ("blue", "105 mm smoke, missions"): 2}


def field(marks: dict[str, tuple[Mark, ...]] | None = None, options: dict[str, str] | None = None, light: Any = "day") -> Game:
    """A game in play, all in Fire Mode, with markers in hexes."""
    at = {id_: Piece(label, rank, mode="Fire") for rank, (id_, label) in enumerate(AT.items())}
    game = board("tcs-4.01", UNITS, at, formations=FORMATIONS, contours=HILL, marks=marks, options=options)
    state = replace(game.state, deployment=game.forces.deployment, points=immutables.Map(POINTS), order=("blue", "red"))
    return game.with_state(replace(state, moment=Moment(1, "artillery.place", "blue"), light=light))


def proposals(ruling: Ruling) -> tuple[Proposal, ...]:
    found: tuple[Proposal, ...] = ruling.detail.proposals
    return found


def done(game: Game, ruling: Ruling, number: int = 0) -> tuple[Game, tuple[Next, ...]]:
    """The game after a proposal, and what is asked then."""
    proposal = proposals(ruling)[number]
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    for each in proposal.then:
        known = QUESTIONS["tcs"].get(each.question)
        assert known is None or set(each.given) <= {parameter.name for parameter in known.parameters}, each
    return game.with_state(work.state), proposal.then


def marks_of(game: Game, label: str) -> tuple[Mark, ...]:
    assert game.state.deployment is not None
    return game.state.deployment.marks.get(game.box.hex(label), ())


def piece(game: Game, unit_: str) -> Piece:
    assert game.state.deployment is not None
    return game.state.deployment.pieces[unit_]


# What markers say ---------------------------------------------------------------------------------------------------------

NAMES = st.sampled_from(["A/907 FA", "4/AR 146", "907 FA Bn", "2/Werfer 84", "Nebelwerfer, Bloody 110"])
NUMBERS = st.none() | st.integers(1, 240)


@st.composite
def missions(draw: Any) -> Mission:
    kind = draw(st.sampled_from([HE, SMOKE, ROCKET]))
    size = draw(st.sampled_from([BATTERY, BATTALION])) if kind == HE else BATTERY
    good = draw(NUMBERS)
    placed = draw(st.booleans())
    return Mission(
        kind,
        size,
        fast=kind == HE and draw(st.booleans()),
        continuous=kind == HE and draw(st.booleans()),
        calibre=draw(NUMBERS),
        batteries=tuple(draw(st.lists(NAMES, max_size=3, unique=True))),
        good=good,
        bad=draw(NUMBERS) if good is not None else None,
        radius=draw(st.none() | st.integers(0, 9)),
        number=draw(st.integers(1, 4)),
        is_bad=not placed and draw(st.booleans()),
        placed=placed,
        observer=draw(st.sampled_from(["", "1/E/2", "MG, 2/5"])) if placed else "",
    )


@given(missions(), st.sampled_from(["red", "blue"]))
def test_a_marker_says_its_mission_and_nothing_else_has_to(mission, side):
    mark = mission.mark(side)
    assert mark.side == side
    assert is_told(mark)
    assert mission_of(mark) == mission


@pytest.mark.parametrize("text", ["", "call Bob", "HE,", "105 HE", "smoke of"])
def test_markers_with_other_words_are_what_their_kind_says(text):
    assert mission_of(Mark("barrage-bad", "red", text)) == Mission(is_bad=True)
    assert mission_of(Mark("battalion-barrage", "red", text)) == Mission(size=BATTALION)
    assert mission_of(Mark("continuous-barrage", "red", text)) == Mission(continuous=True)
    assert mission_of(Mark("smoke-2", "", text)) is None
    assert not is_told(Mark("barrage-bad", "red", text))


@given(missions(), st.integers(-4, 4), st.integers(-4, 4))
def test_zones_are_distances(mission, q, r):
    here, there = Hex(20, 20), Hex(20 + q, 20 + r)
    lying = Lying(replace(mission, placed=False), here, mission.mark("red"))
    away = here.distance(there)
    reach = {HE: 1 if mission.size == BATTALION else 0, ROCKET: mission.radius or 0}.get(mission.kind, -1)
    assert (there in lying.zone) == (away <= reach)
    assert (there in lying.beside) == (mission.kind == HE and away == reach + 1)


# Strengths ----------------------------------------------------------------------------------------------------------------

PLACES = ["06.06", "06.07", "05.06", "07.08", "06.09", "01.01"]
SHOOTS = st.tuples(
    st.sampled_from(PLACES),
    st.integers(1, 40),
    st.sampled_from(["", " battalion"]),
    st.sampled_from(["", " fast", " continuous"]),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(SHOOTS, min_size=1, max_size=6))
def test_strengths_of_all_barrages_add_up_and_are_rounded_once(shoots):
    marks: dict[str, tuple[Mark, ...]] = {}
    for n, (place, strength, size, how) in enumerate(shoots, 1):
        kind = "continuous-barrage" if "continuous" in how else "battalion-barrage" if size else "barrage-good"
        text = f"105 mm HE{size}{how}, strength {strength}" + (f", number {n}" if n > 1 else "")
        marks[place] = (*marks.get(place, ()), Mark(kind, "red" if n % 2 else "blue", text))
    game = field(marks)
    target = game.box.hex("06.06")
    total = Fraction(0)
    for place, strength, size, how in shoots:
        away = game.box.hex(place).distance(target)
        times = {"": 2, " fast": 4, " continuous": 1}[how]
        reach = 1 if size else 0
        total += strength * times * (1 if away <= reach else Fraction(1, 2) if away == reach + 1 else 0)
    found = ask("artillery.execute", game, to="06.06")
    if not total:
        assert found.verdict == "nobody"
        return
    assert found.detail.facts["strength"] == int(total + Fraction(1, 2))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(2, 12), min_size=8, max_size=8))
def test_a_step_is_destroyed_by_the_first_roll_that_is_enough(rolls):
    marks = {"06.06": (Mark("barrage-good", "blue", "105 mm HE"), Mark("barrage-good", "red", "155 mm HE fast"))}
    marks = {"06.06": (marks["06.06"][0], Mark("barrage-good", "red", "155 mm HE"))}
    found = ask("artillery.execute", field(marks), to="06.06", roll=11, rolls=rolls)
    kills = sum(rolls[n] >= 11 or rolls[4 + n] >= 10 for n in range(4))
    assert found.detail.facts["kills"] == kills


# A phase ------------------------------------------------------------------------------------------------------------------


def test_a_phase_from_the_first_mission_to_morale_in_the_order_of_initiative():
    game = field()
    game, _ = done(game, ask("artillery.place", game, to="06.06", battery="a", fast="yes"))
    assert marks_of(game, "06.06") == (Mark("barrage-good", "blue", "105 mm HE fast of A, seen by FO"),)
    assert game.state.points["blue", "105 mm, missions"] == 6
    game, _ = done(game, ask("artillery.place", game, to="06.09", battery="b"))
    assert ask("artillery.execute", game).verdict == "to be adjusted"
    assert ask("artillery.react", game, side="red").verdict == "nobody"

    game, then = done(game, ask("artillery.adjust", game, to="06.06", value=5, roll=66))
    assert [(each.question, each.given["to"], each.may) for each in then] == [("artillery.adjust", "06.09", True)]
    game, then = done(game, ask("artillery.adjust", game, to="06.09", value=5, roll=21, die=1, direction=4))
    assert not then
    assert marks_of(game, "06.09") == ()
    assert marks_of(game, "06.08") == (Mark("barrage-bad", "blue", "105 mm HE of B"),)

    reaction = ask("artillery.react", game, side="red")
    assert [each.label for each in proposals(reaction)] == [
        "06.06: MEN suppressed by choice",
        "06.06: TANKS to Move Mode",
        "06.08: MORE suppressed by choice",
    ]
    game, _ = done(game, reaction, 1)
    assert piece(game, "tanks").mode == "move"

    first = ask("artillery.execute", game)
    hexes = first.detail.hexes
    assert {game.box.label(each) for each in hexes[OPEN]} == {"06.06", "06.08"}
    assert {game.box.label(each) for each in hexes[ZONE]} == {"06.06", "06.08"}
    assert game.box.hex("06.07") in hexes[BESIDE]
    attack = ask("artillery.execute", game, **proposals(first)[0].then[0].given)
    assert {each.parameter: each.count for each in attack.detail.wanted} == {"roll": 1, "rolls": 4}
    assert {each.side for each in attack.detail.wanted} == {"blue"}
    assert {each.group for each in attack.detail.outcomes} == {"Steps lost", "Morale", "Each step"}

    attack = ask("artillery.execute", game, **proposals(first)[0].then[0].given, roll=51, rolls=[12, 2, 12, 2])
    game, then = done(game, attack)
    assert [each.question for each in then] == ["losses.at", "losses.at", "artillery.execute"]
    for each in then[:2]:
        game, after = done(game, ask(each.question, game, **each.given))
        assert not after, "nobody checks morale before all attacks are made"
    assert piece(game, "tanks").lost == 2
    second = ask("artillery.execute", game, **then[-1].given)
    assert [each.label for each in proposals(second)] == ["Attack 06.08"]
    # Begun anew, with nothing told, it goes on where it stood.
    assert ask("artillery.execute", game) == second
    assert ask("artillery.execute", game, to="06.06").verdict == "prohibited"
    attack = ask("artillery.execute", game, **proposals(second)[0].then[0].given, roll=66)
    game, then = done(game, attack)
    game, _ = done(game, ask("losses.at", game, **then[0].given))
    last = ask("artillery.execute", game, **then[-1].given)
    assert ask("artillery.execute", game) == last
    over, then = done(game, last)
    again = ask("artillery.execute", over)
    assert (
        again.verdict == "executed"
        and not proposals(again)
        and ask("artillery.execute", over, to="06.08").verdict == "executed"
    )
    later = over.with_state(replace(over.state, moment=replace(over.state.moment, turn=over.state.moment.turn + 1)))
    assert [each.label for each in proposals(ask("artillery.execute", later))] == ["Attack 06.06", "Attack 06.08"]
    asked = [(each.question, each.given.get("to") or each.given.get("formation"), each.side) for each in then]
    assert asked[-1] == ("vehicle_morale.at", "armour", "red")
    assert ("morale.at", "06.06", "red") in asked
    assert then[-1].given["losses"] == "2"
    for each in then:
        assert ask(each.question, game, **each.given).verdict


def test_who_is_eliminated_counts_in_the_check_of_the_hex_and_an_empty_hex_has_none():
    marks = {"06.06": (Mark("barrage-good", "blue", "155 mm HE, strength 60"),)}
    game = field(marks)
    game = game.with_state(
        replace(game.state, deployment=game.state.deployment.with_pieces({"more": replace(piece(game, "men"), rank=9)}))
    )
    gone = game.with_state(replace(game.state, deployment=game.state.deployment.with_pieces({"more": None})))
    then = proposals(ask("artillery.execute", gone, attacked=["06.06"], checks=["06.06*men*more*tanks"]))[0].then
    assert [(each.question, each.given) for each in then] == [
        ("morale.at", {"to": "06.06", "side": "red", "units": "men, tanks", "because": "artillery", "lost": "more"})
    ]
    both = gone.with_state(replace(gone.state, deployment=gone.state.deployment.with_pieces({"men": None, "tanks": None})))
    (nothing,) = proposals(ask("artillery.execute", both, attacked=["06.06"], checks=["06.06*men*more*tanks"]))
    assert (nothing.label, [each.label for each in nothing.edits], nothing.then) == (
        "All attacks are made",
        ["Note the attacks"],
        (),
    )


def test_smoke_comes_as_a_marker_of_level_two_and_attacks_nobody():
    game = field()
    game, _ = done(game, ask("artillery.place", game, to="06.06", battery="a", mission="smoke"))
    assert game.state.points["blue", "105 mm smoke, missions"] == 1
    game, _ = done(game, ask("artillery.adjust", game, to="06.06", value=5, roll=31))
    game, then = done(game, ask("artillery.execute", game))
    assert marks_of(game, "06.06") == (Mark("smoke-2"),)
    assert [each.question for each in then] == ["artillery.execute"]
    last = ask("artillery.execute", game, **then[0].given)
    assert (last.verdict, last.value, [each.label for each in proposals(last)]) == ("executed", 0, ["All attacks are made"])


def test_two_batteries_that_scatter_into_one_hex_stay_two():
    marks = {"06.05": (Mark("barrage-good", "blue", "105 mm HE, seen by FO"),)}
    game = field(marks)
    game, _ = done(game, ask("artillery.place", game, to="06.07", side="blue", calibre=105))
    assert marks_of(game, "06.07") == (Mark("barrage-good", "blue", "105 mm HE, number 2, seen by FO"),)
    game, _ = done(game, ask("artillery.adjust", game, to="06.05", value=5, roll=21, die=1, direction=1))
    game, _ = done(game, ask("artillery.adjust", game, to="06.07", value=5, roll=21, die=1, direction=4))
    assert [each.text for each in marks_of(game, "06.06")] == ["105 mm HE", "105 mm HE, number 2"]
    assert ask("artillery.execute", game, to="06.06").detail.facts["strength"] == 24


def test_the_chances_of_an_adjustment_are_told_until_it_is_rolled():
    game = field({"06.05": (Mark("barrage-good", "blue", "105 mm HE, seen by FO"),)})
    before = ask("artillery.adjust", game, to="06.05", value=5).detail
    assert sum(each.chance for each in before.outcomes) == 1 and [each.parameter for each in before.wanted] == ["roll"]
    scattered = ask("artillery.adjust", game, to="06.05", value=5, roll=21).detail
    assert not scattered.outcomes and [each.parameter for each in scattered.wanted] == ["die"]


@pytest.mark.parametrize(("more", "spent"), [({}, 1), ({"fast": "yes"}, 3), ({"size": "battalion", "battery": "a, b"}, 3)])
def test_no_shoot_gives_back_what_was_spent(more, spent):
    game = field()
    game, _ = done(game, ask("artillery.place", game, **{"to": "06.06", "battery": "a", **more}))
    assert game.state.points["blue", "105 mm, missions"] == 9 - spent
    game, _ = done(game, ask("artillery.adjust", game, to="06.06", value=5, roll=11))
    assert game.state.points["blue", "105 mm, missions"] == 9
    assert marks_of(game, "06.06") == ()


def test_continuous_fire_becomes_what_blocks_sight_when_it_has_been_adjusted():
    game = field()
    game, _ = done(game, ask("artillery.place", game, to="05.06", battery="a", continuous="yes"))
    assert marks_of(game, "05.06")[0].kind == "barrage-good"
    assert ask("los", game, **{"from": "02.06", "to": "08.06"}).verdict == "clear"
    game, _ = done(game, ask("artillery.adjust", game, to="05.06", value=5, roll=31))
    assert marks_of(game, "05.06") == (Mark("continuous-barrage", "blue", "105 mm HE continuous of A, bad shoot"),)
    assert ask("los", game, **{"from": "02.06", "to": "08.06"}).verdict == "blocked"


def test_illumination_works_at_once_and_lets_others_be_observed():
    game = field(light="night")
    game = game.with_state(replace(game.state, points=game.state.points.set(("blue", "105 mm illumination, missions"), 1)))
    assert ask("artillery.place", game, to="06.06", battery="a").verdict == "prohibited"
    game, _ = done(game, ask("artillery.place", game, to="06.07", battery="a", mission="illumination"))
    assert marks_of(game, "06.07") == (Mark("illum", "", "105 mm illumination of A"),)
    assert ask("artillery.place", game, to="06.06", battery="a").verdict == "allowed"
    assert ask("artillery.place", game, to="06.06", battery="a", mission="illumination").verdict == "prohibited"


# Guns on the map ----------------------------------------------------------------------------------------------------------


def test_guns_on_the_map_are_fired_after_the_attacks_and_offer_one_trigger():
    game = field()
    game, _ = done(game, ask("artillery.place", game, to="06.06", battery="guns"))
    assert marks_of(game, "06.06")[0].text == "105 mm HE of GUN-1 + GUN-2, seen by FO"
    game, _ = done(game, ask("artillery.adjust", game, to="06.06", value=5, roll=66))
    assert not piece(game, "gun-1").marks
    game, then = done(game, ask("artillery.execute", game, attacked=["06.06"]))
    assert {"fired"} == piece(game, "gun-1").marks == piece(game, "gun-2").marks
    triggers = [(each.question, dict(each.given), each.side, each.may) for each in then]
    mission = {"to": "01.10", "trigger": "fire", "by": "mission"}
    assert triggers == [("overwatch.fire", mission, "red", True)]
    assert {part.unit for part in ask("overwatch.fire", game, **mission).detail.parts} >= {"men", "tanks"}


def test_guns_on_the_map_are_fired_after_no_shoot_as_well():
    game = field()
    game, _ = done(game, ask("artillery.place", game, to="06.06", battery="guns"))
    game, then = done(game, ask("artillery.adjust", game, to="06.06", value=5, roll=11))
    assert piece(game, "gun-1").marks == {"fired"}
    assert [each.question for each in then] == ["overwatch.fire"]
    assert ask("artillery.place", game, to="06.06", battery="guns").verdict == "prohibited"


def test_a_barrage_at_movers_leads_to_their_losses_and_their_morale_alone():
    game = field({"06.06": (Mark("continuous-barrage", "blue", "105 mm HE continuous"),)})
    more = replace(piece(game, "more"), at=game.box.hex("06.06"))
    game = game.with_state(replace(game.state, deployment=game.state.deployment.with_pieces({"more": more})))
    for roll, lost, checking in ((66, "5", []), (51, "1", ["men"])):
        after, then = done(game, ask("barrage.at", game, to="06.06", units="men", roll=roll))
        asked = [(each.question, each.given["targets"], each.given["steps"], each.given["check"]) for each in then]
        assert asked == [("losses.at", "men", lost, "yes")]
        _, then = done(after, ask("losses.at", after, **then[0].given))
        assert [each.given["units"] for each in then if each.question == "morale.at"] == checking


def test_what_is_not_said_is_asked_for():
    game = field({"06.06": (Mark("barrage-good", "blue"),)})
    with pytest.raises(WrongUse, match=r"The barrage marker in 06\.06 does not say how strong it is"):
        ask("artillery.execute", game, to="06.06")
    game = field({"06.06": (Mark("barrage-good", "blue", "HE, strength 12"),)})
    with pytest.raises(WrongUse, match="does not say its calibre"):
        ask("artillery.execute", game, to="06.06")
    with pytest.raises(WrongUse, match="gone: "):
        ask("artillery.execute", game, attacked=["06.08"], gone="tanks")
    with pytest.raises(WrongUse, match="battery: batteries of one side"):
        ask("artillery.place", game, to="06.06", battery="a, r")
    with pytest.raises(WrongUse, match="the marker of the game prints its strength"):
        ask("artillery.place", game, to="06.06", battery="a", printed=12)
