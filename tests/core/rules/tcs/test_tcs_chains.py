"""Procedures led to their end through what interrupts them: every question that is asked finds an answer as things stand then,
also where those whom it names are lost or have left, and what one step counts no later one forgets."""

from dataclasses import replace
from typing import Any

import immutables
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.questions.game import Game
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Proposal

FOOT = {"steps": 5, "movement__allowance": 5, "fire__strength": 4, "fire__range": 4, "target__class": "area", "morale": 4}
TANK = {"steps": 3, "movement__allowance": 12, "movement__class": "tracked", "fire__strength": 5, "fire__range": 8}
TANK |= {"fire__class": "point", "target__class": "point", "target__defence": 3}
TRUCK = {"steps": 2, "movement__allowance": 18, "movement__class": "wheeled", "target__class": "both", "target__defence": 0}
BATTERY = {"barrage__size": "battery", "barrage__good_shoot": 40, "barrage__bad_shoot": 20, "fire__calibre": 105}
HOWITZER = {"steps": 1, "fire__strength": 6, "fire__range": 24, "fire__calibre": 105, "fire__class": "area", "morale": 6}
HOWITZER |= {"target__class": "both", "target__defence": 0}
FLAT = {
    20: ["11.01 12.01 12.02 11.02 11.01"],
    40: ["11.01+12.01 11.01+12.02 11.02+12.01+12.01 11.01+12.01"],
}
"""Contour lines in a corner, so that all else lies at one known height."""
FORMATIONS = [
    Formation("bn", "Battalion", "red", values={"morale.kind": "battalion"}),
    Formation("tanks", "Tanks", "red", values={"morale.kind": "vehicles", "morale.track": "o 1 1"}),
]
CONTINUOUS = Mark("continuous-barrage", "blue", "105 mm HE continuous of A")
MINES = Mark("minefield", "blue")
HIGHEST = {"11..66": 66, "2d6": 12, "d6": 6}
"""The highest that dice show, by how rolls are written."""


def field(
    marks: dict[str, tuple[Mark, ...]] | None = None,
    ways: dict[str, list[str]] | None = None,
    contours: dict[int, list[str]] | None = None,
    **at: Piece,
) -> Game:
    """Men, tanks, a gun, a truck and its passengers of red, as far as they stand anywhere, and men and tanks of blue."""
    units = [
        unit("men", "infantry", formation="bn", **FOOT),
        unit("riders", "infantry", formation="bn", **FOOT),
        unit("tank", "vehicle", formation="tanks", **TANK),
        unit("truck", "carrier", formation="bn", **TRUCK),
        unit("foe", "infantry", "blue", **FOOT),
        unit("foe-tank", "vehicle", "blue", **TANK),
        unit("a", "barrage", "blue", **BATTERY),
        unit("gun", "artillery", **HOWITZER),
    ]
    return in_play(board("tcs-4.01", units, at, marks=marks, ways=ways, contours=contours, formations=FORMATIONS), "red")


def to_the_end(led: Led, until: str = "") -> None:
    """Answers all that is open, or up to a question, with the highest dice and the first that is proposed."""
    while led.open and led.open[-1].question != until:
        question = led.open[-1].question
        found = led.next(question)
        assert isinstance(found.detail, ProcedureDetail), found
        if found.detail.wanted:
            rolled = {each.parameter: [HIGHEST[each.dice]] * each.count for each in found.detail.wanted}
            found = led.next(question, **{name: some if name == "rolls" else some[0] for name, some in rolled.items()})
        assert isinstance(found.detail, ProcedureDetail), found
        if found.detail.proposals:
            led.take(found)
        else:
            led.skip(question)


def unanswered(led: Led, question: str) -> None:
    """The defenders do nothing before the attackers go in, which is proposed last."""
    found = led.next(question)
    assert isinstance(found.detail, ProcedureDetail)
    led.take(found, found.detail.proposals[-1].label)


def begun(led: Led, question: str, **given: Any) -> None:
    """A close combat up to where its attackers go in, unanswered."""
    led.take(led.ask(question, to="05.05", **given))
    unanswered(led, question)
    led.take(led.next(question))


def given_to(led: Led, question: str) -> dict[str, str]:
    return dict(next(each.given for each in led.open if each.question == question))


def then_of(proposal: Proposal, question: str) -> dict[str, str]:
    return dict(next(each.given for each in proposal.then if each.question == question))


# Retreats -----------------------------------------------------------------------------------------------------------------


def test_who_retreats_through_barrages_and_mines_ignores_their_morale() -> None:
    led = Led(
        field({"05.07": (MINES,), "05.08": (CONTINUOUS,)}, men=Piece("05.06", mode="Fire"), foe=Piece("05.01", mode="Fire"))
    )
    led.take(led.ask("syr.at", to="05.06", units=["men"], kind="obligatory", away="05.05"), "Retreat by 05.07")
    barrage = led.next("barrage.at", roll=66)
    proposal = led.take(barrage)
    assert then_of(proposal, "losses.at")["retreating"] == "men"
    while led.open[-1].question != "mines.at":
        led.skip(led.open[-1].question)
    mines = led.next("mines.at", roll=41)
    assert "17.4h" not in {each.rule.section for each in mines.reasons}
    to_the_end(led)


# Close combat -------------------------------------------------------------------------------------------------------------


def test_those_whom_barrages_destroy_are_attacked_by_no_mines_and_others_are() -> None:
    marks = {"05.05": (CONTINUOUS, MINES)}
    there = {"tank": Piece("05.06", mode="Move"), "truck": Piece("05.06", 1, mode="Move"), "foe": Piece("05.05", mode="Fire")}
    road = {"primary-road": ["05.07 05.06 05.05 05.04"]}
    led = Led(field(marks, road, riders=Piece("05.06", 2, on="truck", mode="Move"), **there))
    begun(led, "overrun.at")
    barrage = led.take(led.next("barrage.at", roll=11, rolls=[12, 12, 12]))
    # Both sides are in the hex: whose steps are lost is said.
    assert then_of(barrage, "losses.at")["side"] == "red"
    led.take(led.next("losses.at"))
    # Vehicles that move through a barrage check at once.
    led.skip("vehicle_morale.at")
    mines = led.next("mines.at")
    assert isinstance(mines.detail, ProcedureDetail)
    assert {each.unit for each in mines.detail.parts} == {"truck", "riders"}
    assert [each.count for each in mines.detail.wanted] == [2]
    to_the_end(led)
    assert (led.at("tank"), led.at("truck"), led.at("riders"), led.at("foe")) == ("", "", "", "05.05")


def test_what_dice_destroy_goes_before_a_check_that_may_take_the_stack_away() -> None:
    there = {"men": Piece("05.05", mode="Move"), "tank": Piece("05.05", 1, mode="Move")}
    led = Led(field({"05.05": (CONTINUOUS,)}, **there))
    proposal = led.take(led.ask("barrage.at", to="05.05", units=["men", "tank"], entered="yes", roll=66, rolls=[12, 2, 2]))
    assert [(each.given["fire"], each.given["check"]) for each in proposal.then] == [("rolls", "no"), ("area", "yes")]
    to_the_end(led)


def test_a_barrage_destroys_riders_with_their_tank_and_asks_no_more_of_them() -> None:
    there = {"riders": Piece("05.05", 1, on="tank", mode="Move"), "tank": Piece("05.05", mode="Move")}
    led = Led(field({"05.05": (CONTINUOUS,)}, **there))
    led.take(led.ask("barrage.at", to="05.05", units=["riders", "tank"], entered="yes", roll=66, rolls=[12, 12, 12]))
    to_the_end(led, "vehicle_morale.at")
    led.skip("vehicle_morale.at")
    assert led.next("losses.at").verdict == "nothing"
    to_the_end(led)
    assert (led.at("riders"), led.at("tank")) == ("", "")


def test_who_has_left_again_is_attacked_by_no_barrage() -> None:
    led = Led(field({"05.05": (CONTINUOUS,)}, men=Piece("05.09", mode="Move")))
    assert led.ask("barrage.at", to="05.05", units=["men"], entered="yes").verdict == "nobody"
    assert led.ask("barrage.at", to="05.05", units=["men"]).verdict == "read"


def test_who_goes_in_along_a_road_is_under_a_barrage_as_on_a_road() -> None:
    there = {"tank": Piece("05.06", mode="Move"), "foe": Piece("05.05", mode="Fire")}
    for ways, road in (({"primary-road": ["05.07 05.06 05.05 05.04"]}, "yes"), (None, "no")):
        led = Led(field({"05.05": (CONTINUOUS,)}, ways, **there))
        begun(led, "overrun.at")
        assert given_to(led, "barrage.at")["road"] == road
        while led.open[-1].question != "overrun.at":
            led.skip(led.open[-1].question)
        to_leaving(led)
        beyond = led.take(led.next("overrun.at", into="05.04"))
        assert then_of(beyond, "barrage.at")["road"] == road


def to_leaving(led: Led) -> None:
    """An overrun in which nobody fires, up to where its attackers go on."""
    while led.next("overrun.at").detail.facts["stage"] != "leave":
        led.take(led.next("overrun.at"))


def test_riders_who_are_suppressed_in_an_overrun_are_left_to_the_enemy() -> None:
    there = {"tank": Piece("05.06", mode="Move"), "riders": Piece("05.06", 1, on="tank", mode="Move")}
    led = Led(field(foe=Piece("05.05", mode="Fire"), **there))
    begun(led, "overrun.at")
    pieces = led.game.state.deployment.pieces
    down = replace(pieces["riders"], on="", mode="fire", marks=frozenset({"suppressed"}))
    led.game = led.game.with_state(replace(led.game.state, deployment=led.game.state.deployment.with_pieces({"riders": down})))
    to_leaving(led)
    leaves = led.next("overrun.at")
    assert "20.0a" in {each.rule.section for each in leaves.reasons}
    led.take(leaves, "05.04")
    assert (led.at("tank"), led.at("riders"), led.at("foe")) == ("05.04", "", "05.05")
    # Their loss counts for their battalion, and the overrun is over.
    assert dict(led.game.state.conditions) == {("bn", "platoons"): "1"}


def test_men_lost_by_their_own_rolls_in_an_assault_count_for_their_battalion() -> None:
    few = {"men": Piece("05.06", mode="Move", lost=4), "foe-tank": Piece("05.05", mode="Fire")}
    led = Led(field(**few))
    begun(led, "assault.at", units=["men"])
    led.take(led.next("assault.at", who="attackers", fire="rolls", rolls=[2]))
    while ("bn", "platoons") not in led.game.state.conditions:
        assert led.at("men"), "lost without being counted"
        led.take(led.next("assault.at"), "")
    assert led.game.state.conditions["bn", "platoons"] == "1"


# Fires --------------------------------------------------------------------------------------------------------------------


def test_men_lost_by_their_own_rolls_in_an_action_or_on_overwatch_count_for_their_battalion() -> None:
    there = {"men": Piece("05.06", mode="Fire", lost=4), "foe-tank": Piece("05.05", mode="Move")}
    for asked in (
        {"question": "fire.at"},
        {"question": "overwatch.fire", "trigger": "movement", "source": "05.04", "moving": ["foe-tank"]},
    ):
        led = Led(field(contours=FLAT, **there))
        led.take(led.ask(to="05.05", units=["men"], fire="rolls", at_rolls=[2], **asked))
        assert (led.at("men"), dict(led.game.state.conditions)) == ("", {("bn", "platoons"): "1"})


def test_a_battery_spends_of_its_calibre_once_in_a_phase_on_overwatch_as_well() -> None:
    points = immutables.Map({("red", "105mm HE"): 2, ("red", "155 mm HE"): 2})
    for asked in (
        {"question": "fire.at", "to": "05.06"},
        {"question": "overwatch.fire", "to": "05.06", "trigger": "recovery"},
    ):
        game = field(contours=FLAT, gun=Piece("05.08", mode="Fire"), foe=Piece("05.06", mode="Fire"))
        led = Led(game.with_state(replace(game.state, points=points)))
        led.take(led.ask(**asked, units=["gun"], roll=11))
        assert dict(led.game.state.points) == {("red", "105mm HE"): 1, ("red", "155 mm HE"): 2}
        led.open.clear()
        led.take(led.ask("overwatch.fire", to="05.06", trigger="recovery", units=["gun"], roll=11))
        assert led.game.state.points["red", "105mm HE"] == 1


# Missions of artillery ----------------------------------------------------------------------------------------------------


def test_who_retreats_into_a_hex_that_was_attacked_checks_no_morale_there() -> None:
    there = {"men": Piece("05.05", mode="Fire"), "riders": Piece("05.05", mode="Fire", rank=1)}
    game = field({"05.05": (Mark("barrage-good", "blue", "105 mm HE of A"),)}, contours=FLAT, **there)
    led = Led(game.with_state(replace(game.state, moment=replace(game.state.moment, phase="artillery.execute", side=""))))
    done = led.ask("artillery.execute", attacked=["05.05"], checks=["05.05*men"])
    assert isinstance(done.detail, ProcedureDetail)
    assert then_of(done.detail.proposals[0], "morale.at")["units"] == "men"
    # Of those who stood there one has gone, and nobody else checks in its place.
    led.take(done)
    pieces = led.game.state.deployment.pieces
    away = led.game.state.deployment.with_pieces({"men": replace(pieces["men"], at=led.game.box.hex("05.08"))})
    led.game = led.game.with_state(replace(led.game.state, deployment=away))
    assert led.next("morale.at").verdict == "nobody checks"


def test_vehicles_whose_formation_fails_in_an_overrun_retreat_as_in_an_assault() -> None:
    there = {"tank": Piece("05.05", mode="Move"), "foe": Piece("05.05", 1, mode="Fire")}
    for because, asked in (("assault", ["syr.at"]), ("overrun", ["syr.at"]), ("fire", [])):
        game = field(contours=FLAT, **there)
        led = Led(game.with_state(replace(game.state, conditions=immutables.Map({("tanks", "steps"): "2"}))))
        given = {"formation": "tanks", "losses": 2, "counted": "yes", "because": because}
        asked_first = led.ask("vehicle_morale.at", **given)
        assert isinstance(asked_first.detail, ProcedureDetail)
        found = led.take(led.ask("vehicle_morale.at", rolls=[1] * asked_first.detail.wanted[0].count, **given))
        assert [(each.question, each.given["because"]) for each in found.then] == [(name, because) for name in asked]


# What is left of those who are named --------------------------------------------------------------------------------------


def test_lost_vehicles_alone_check_no_morale() -> None:
    led = Led(field(truck=Piece("05.05", mode="Move")))
    assert led.ask("morale.at", to="05.05", side="red", lost=["tank"]).verdict == "nobody checks"


def test_what_one_part_of_a_fire_destroys_another_does_not() -> None:
    there = {"foe": Piece("05.05", mode="Fire"), "foe-tank": Piece("05.05", 1, mode="Fire")}
    led = Led(field(contours=FLAT, truck=Piece("05.06", mode="Move"), **there))
    given = {"to": "05.06", "trigger": "final", "source": "05.05", "moving": ["truck"], "units": ["foe", "foe-tank"]}
    led.take(led.ask("overwatch.fire", roll=66, point_roll=66, at=[], **given))
    assert [each.given["side"] for each in led.open if each.question == "losses.at"]
    to_the_end(led)
    assert led.at("truck") == ""


def test_who_is_lost_on_the_way_in_is_not_eliminated_by_the_fires_of_an_assault() -> None:
    there = {"men": Piece("05.06", mode="Move"), "truck": Piece("05.06", 1, mode="Move"), "foe": Piece("05.05", mode="Fire")}
    led = Led(field({"05.05": (MINES,)}, **there))
    begun(led, "assault.at", units=["men", "truck"])
    led.take(led.next("mines.at", roll=11, rolls=[12, 12]))
    to_the_end(led, "assault.at")
    led.take(led.next("assault.at"))
    assert given_to(led, "assault.at")["units"] == "men"


def test_no_overrun_is_offered_out_of_which_no_way_leads_on() -> None:
    there = {"tank": Piece("05.06", mode="Move"), "foe": Piece("05.05", mode="Fire"), "foe-tank": Piece("05.04", mode="Fire")}
    for spent, offered in ((0, True), (10, False)):
        led = Led(field(**there))
        led.take(led.ask("overrun.at", to="05.05", spent=spent))
        unanswered(led, "overrun.at")
        led.take(led.next("overrun.at"))
        to_leaving(led)
        leaves = led.next("overrun.at")
        assert isinstance(leaves.detail, ProcedureDetail)
        assert any(each.label == "Overrun 05.04" for each in leaves.detail.proposals) is offered
        assert leaves.detail.proposals


def test_who_is_stopped_before_a_second_overrun_leaves_the_enemies_of_the_first() -> None:
    there = {"tank": Piece("05.06", mode="Move"), "riders": Piece("05.06", 1, on="tank", mode="Move")}
    led = Led(field(foe=Piece("05.05", mode="Fire"), **there, **{"foe-tank": Piece("05.04", mode="Fire")}))
    begun(led, "overrun.at")
    to_leaving(led)
    led.take(led.next("overrun.at"), "Overrun 05.04")
    led.take(led.next("overrun.at"))
    unanswered(led, "overrun.at")
    pieces = led.game.state.deployment.pieces
    down = replace(pieces["riders"], on="", mode="fire", marks=frozenset({"suppressed"}))
    led.game = led.game.with_state(replace(led.game.state, deployment=led.game.state.deployment.with_pieces({"riders": down})))
    over = led.next("overrun.at")
    assert over.verdict == "over"
    led.take(over)
    led.take(led.next("overrun.at"), "06.05")
    assert (led.at("tank"), led.at("riders"), led.at("foe")) == ("06.05", "", "05.05")


def test_a_second_trigger_finds_nobody_of_those_whom_the_first_has_destroyed() -> None:
    there = {"men": Piece("05.06", mode="Move"), "foe": Piece("05.05", mode="Fire")}
    given = {"to": "05.06", "trigger": "movement", "source": "05.07", "moving": ["men"]}
    for more, verdict in (({}, "read"), ({"second": "yes"}, "read")):
        assert Led(field(contours=FLAT, **there)).ask("overwatch.fire", **given, **more).verdict == verdict
    gone = Led(field(contours=FLAT, foe=Piece("05.05", mode="Fire")))
    assert gone.ask("overwatch.fire", **given, second="yes").verdict == "nobody"
    away = Led(field(contours=FLAT, **{**there, "men": Piece("05.09", mode="Fire")}))
    assert away.ask("overwatch.fire", **given, second="yes").verdict == "nobody"
