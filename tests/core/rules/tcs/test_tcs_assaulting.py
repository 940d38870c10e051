"""Assaults and overruns led over the map: what follows what, and that it goes on where it stood when nothing is passed on."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.led import Led, in_play
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.questions.answers import as_json
from core.questions.game import Game
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.rulings import Ruling
from core.rules.operations.questions import board_of
from core.rules.tcs.assaults.under_way import ASSAULT, STAGES, Fired, UnderWay, read, words_of
from core.rules.tcs.forces.units import CONDITIONS, KINDS, Unit
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.procedures.assault import ATTACKERS, DEFENDERS, first_to_fire
from core.rules.tcs.set_up import RULES

OTHERS = ("overwatch.fire", "syr.at", "barrage.at", "vehicle_morale.at")
FOOT = {"steps": 5, "movement__allowance": 5, "fire__strength": 4, "fire__range": 4, "target__class": "area", "morale": 4}
TANK = {
    "steps": 3,
    "movement__allowance": 12,
    "movement__class": "tracked",
    "fire__strength": 5,
    "fire__range": 8,
    "fire__class": "point",
    "target__class": "point",
    "target__defence": 3,
}
GUN = {
    "steps": 1,
    "fire__strength": 5,
    "fire__range": 7,
    "fire__class": "point",
    "target__class": "both",
    "target__defence": 0,
    "morale": 4,
}


WOODS = {"05.05": "woods"}


def game(marks: dict[str, tuple[Mark, ...]] | None = None, terrain: dict[str, str] = WOODS, **others: Piece) -> Game:
    """Infantry and tanks of red in 05.06, infantry and a gun of blue in a wood in 05.05, unless they stand elsewhere."""
    units = [
        unit("inf", "infantry", **FOOT),
        unit("tank", "vehicle", formation="tanks", **TANK),
        unit("foe", "infantry", "blue", **FOOT),
        unit("gun", "at_gun", "blue", **GUN),
    ]
    at = {
        "inf": Piece("05.06", mode="Move"),
        "tank": Piece("05.06", 1, mode="Move"),
        "foe": Piece("05.05", mode="Fire"),
        "gun": Piece("05.05", 1, mode="Fire"),
        **others,
    }
    groups = [Formation("tanks", "Tanks", "red")]
    return in_play(board("tcs-4.01", units, at, terrain=terrain, marks=marks, formations=groups), "red")


def led(marks: dict[str, tuple[Mark, ...]] | None = None, **others: Piece) -> Led:
    return Led(game(marks, **others), *OTHERS)


def go_in(fight: Led, answer: str = "", **given: Any) -> None:
    fight.take(fight.ask("assault.at", to="05.05", **given))
    found = fight.next("assault.at")
    fight.take(found, answer or found.detail.proposals[-1].label)
    fight.take(fight.next("assault.at"))


def suppress(fight: Led, *ids: str, word: str = "suppressed") -> None:
    """What some other procedure would have done to units."""
    assert fight.game.state.deployment is not None
    pieces = {id_: fight.game.state.deployment.pieces[id_] for id_ in ids}
    marked = {id_: replace(piece, marks=piece.marks | {word}) for id_, piece in pieces.items()}
    deployment = fight.game.state.deployment.with_pieces(marked)
    fight.game = fight.game.with_state(replace(fight.game.state, deployment=deployment))


def away(fight: Led, label: str, *ids: str) -> None:
    """Units that have retreated into some hex, or were lost."""
    assert fight.game.state.deployment is not None
    known = fight.game.state.deployment.pieces
    gone = {id_: replace(known[id_], at=fight.game.box.hex(label)) if label else None for id_ in ids}
    deployment = fight.game.state.deployment.with_pieces(gone)
    fight.game = fight.game.with_state(replace(fight.game.state, deployment=deployment))


def same(one: Ruling, other: Ruling, game: Game) -> bool:
    return as_json(one, game.box) == as_json(other, game.box)


def cited(ruling: Ruling) -> set[str]:
    return {reason.rule.section for reason in ruling.reasons}


def test_a_round_of_fires_at_once_is_settled_when_both_have_fired() -> None:
    fight = led()
    go_in(fight)
    assert {fight.at(id_) for id_ in ("inf", "tank", "foe", "gun")} == {"05.05"}
    fight.take(fight.next("assault.at", roll=66))
    # Whatever the attackers have hit still fires.
    assert fight.game.state.deployment is not None
    assert not any(piece.lost for piece in fight.game.state.deployment.pieces.values())
    fight.take(fight.next("assault.at"), "fire no more")
    fight.take(fight.next("assault.at", fire="rolls", rolls="9, 2, 7"))
    fight.take(fight.next("assault.at"), "fire no more")
    assert [each.question for each in fight.open] == ["assault.at"]
    settled = fight.take(fight.next("assault.at"))
    assert [each.question for each in settled.then] == ["losses.at", "assault.at"]
    losses = fight.next("losses.at")
    assert losses.verdict in ("lost", "to choose")
    while fight.open[-1].question == "losses.at":
        fight.take(fight.next("losses.at"))
    # The rolls of the defenders: two of three tanks, and a step of their own.
    fight.take(fight.next("assault.at"))
    while fight.open[-1].question != "assault.at":
        if fight.open[-1].question == "losses.at":
            fight.take(fight.next("losses.at"))
        else:
            fight.skip(fight.open[-1].question)
    pieces = fight.game.state.deployment.pieces
    assert pieces["tank"].lost == 2 and ("foe" not in pieces or pieces["foe"].lost >= 1)


def test_the_attackers_check_morale_first_and_the_defenders_only_while_they_are_there() -> None:
    so_far = ["from 05.06", "round 1", "first both_at_once", "against foe+gun"]
    so_far += ["attackers:area:inf:1:check:-:-", "defenders:area:foe:1:check:-:-"]
    inside = {id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("inf", "tank", "foe", "gun"))}
    for gone, asked in ((False, ["morale.at", "assault.at"]), (True, ["assault.at"])):
        fight = led(**inside)
        first = fight.take(fight.ask("assault.at", to="05.05", units="inf, tank", stage="morale", so_far=so_far))
        assert [(each.question, each.given.get("side")) for each in first.then] == [("morale.at", "red"), ("assault.at", None)]
        fight.skip("morale.at")
        if gone:
            away(fight, "05.07", "inf", "tank")
        second = fight.take(fight.next("assault.at"))
        assert [each.question for each in second.then] == asked


def test_one_after_the_other_each_fire_is_settled_and_checked_before_the_next() -> None:
    fight = led(foe=Piece("05.05", mode="Fire", marks=frozenset({"paralyzed"})))
    go_in(fight)
    # The defenders are paralyzed still, and fire second.
    fired = fight.take(fight.next("assault.at", acting="inf", fire="area", roll=66))
    assert [each.question for each in fired.then] == ["losses.at", "assault.at"]
    assert fired.then[0].given["check"] == "yes" and fired.then[0].given["fire"] == "assault"
    fight.skip("losses.at")
    fight.take(fight.next("assault.at"), "fire no more")
    fight.take(fight.next("assault.at", roll=11))
    ended = fight.take(fight.next("assault.at"), "fire no more")
    assert [each.given["stage"] for each in ended.then] == ["modes"]


@pytest.mark.parametrize("paths", [("Neither",), ("Fire final",), ("Retreat",)])
def test_it_goes_on_where_it_stood_when_nothing_is_passed_on(paths: tuple[str, ...]) -> None:
    fight = led()
    fight.take(fight.ask("assault.at", to="05.05"))
    stages = []
    for step in range(14):
        while fight.open and fight.open[-1].question != "assault.at":
            fight.skip(fight.open[-1].question)
        if not fight.open:
            break
        told, alone = fight.next("assault.at"), fight.ask("assault.at", to="05.05")
        assert same(told, alone, fight.game)
        assert isinstance(told.detail, ProcedureDetail)
        stages.append(told.detail.facts["stage"])
        fight.take(alone, paths[0] if step == 0 else "")
    assert stages[:3] == ["answer", "enter", "fire"]
    assert stages[3:7] == ["fire", "settle", "modes", "modes"]


def test_what_is_noted_is_gone_when_it_is_over() -> None:
    fight = led()
    go_in(fight)
    assert any(kind == ASSAULT for _, kind in fight.game.state.conditions)
    away(fight, "", "foe", "gun")
    fight.take(fight.next("assault.at"))
    modes = fight.next("assault.at")
    done = fight.take(modes)
    assert "is over, the attackers hold the hex" in done.label and not done.then
    assert not fight.game.state.conditions
    assert fight.game.state.deployment is not None and fight.game.state.deployment.pieces["inf"].mode == "fire"


def test_who_has_assaulted_moves_and_fires_no_more_in_the_phase() -> None:
    fight = led()
    go_in(fight)
    away(fight, "", "foe", "gun")
    acts = {act.name: act for act in fight.ask("unit.acts", units="inf").detail.units[0].acts}
    for name in ("move", "suppressive fire", "assault", "retreat by choice"):
        assert not acts[name].allowed, name
    assert acts["observe for mortars"].allowed
    assert "22.0i" in cited(fight.ask("movement", units="inf", to="05.04"))


@pytest.mark.parametrize("word", ["suppressed", "paralyzed"])
def test_final_overwatch_that_shakes_the_attackers_ends_it_where_they_are(word: str) -> None:
    fight = led()
    fight.take(fight.ask("assault.at", to="05.05"))
    fired = fight.take(fight.next("assault.at"), "Fire final")
    overwatch = dict(fired.then[0].given)
    assert overwatch == {
        "to": "05.06",
        "trigger": "final",
        "source": "05.05",
        "road": "no",
        "moving": "inf, tank",
        "units": "foe, gun",
    }
    fight.skip("overwatch.fire")
    suppress(fight, "inf", word=word)
    over = fight.next("assault.at")
    assert over.verdict == "over" and fight.at("inf") == "05.06"
    fight.take(over)
    assert not fight.game.state.conditions and not fight.open


def test_a_retreat_in_its_place_takes_all_who_are_not_shaken_along() -> None:
    fight = led(gun=Piece("05.05", 1, mode="Fire", marks=frozenset({"suppressed"})))
    fight.take(fight.ask("assault.at", to="05.05"))
    fight.take(fight.next("assault.at"), "Retreat by choice")
    retreat = fight.skip("syr.at")
    assert dict(retreat) == {"to": "05.05", "units": "foe", "kind": "voluntary", "away": "05.06", "because": "assault"}
    away(fight, "05.03", "foe")
    fight.take(fight.next("assault.at"))
    # The gun is left behind, suppressed no longer.
    assert not fight.marks("gun") and fight.next("assault.at").detail.facts["stage"] == "fire"


def test_when_all_have_retreated_the_attackers_take_the_hex_and_change_modes() -> None:
    fight = led()
    fight.take(fight.ask("assault.at", to="05.05"))
    fight.take(fight.next("assault.at"), "Retreat by choice")
    fight.skip("syr.at")
    away(fight, "05.03", "foe", "gun")
    fight.take(fight.next("assault.at"))
    modes = fight.next("assault.at")
    assert (fight.at("inf"), modes.verdict) == ("05.05", "modes")


def test_barrages_attack_first_and_then_mines_and_who_is_shaken_by_them_returns() -> None:
    marks = {"05.05": (Mark("minefield", "blue"), Mark("breach", "red")), "05.04": (Mark("barrage-good", "blue"),)}
    fight = led(marks)
    go_in(fight)
    assert [each.question for each in reversed(fight.open)] == ["barrage.at", "mines.at", "assault.at"]
    fight.skip("barrage.at")
    mines = fight.next("mines.at", roll=66, rolls="2, 8, 9")
    assert "22.0" in cited(mines)
    fight.take(mines)
    while fight.open[-1].question != "assault.at":
        fight.skip(fight.open[-1].question)
    suppress(fight, "inf")
    back = fight.next("assault.at")
    assert back.verdict == "over"
    fight.take(back)
    assert (fight.at("inf"), fight.at("tank"), fight.at("foe")) == ("05.06", "05.06", "05.05")


def test_a_barrage_in_the_hex_takes_its_steps_of_the_attackers_alone() -> None:
    fight = led({"05.05": (Mark("barrage-good", "blue", "105 mm HE"),)})
    go_in(fight)
    fight.take(fight.next("barrage.at", roll=66, rolls=[12, 2, 2]))
    losses = fight.next("losses.at")
    assert {part.unit for part in losses.detail.parts if part.able} == {"tank"}, "what dice destroy goes first"
    fight.take(losses)
    while fight.open[-1].question != "losses.at":
        fight.skip(fight.open[-1].question)
    assert {part.unit for part in fight.next("losses.at").detail.parts if part.able} == {"inf"}


def test_unshaken_by_mines_they_fight() -> None:
    fight = led({"05.05": (Mark("minefield", "blue"),)})
    go_in(fight)
    fight.take(fight.next("mines.at", roll=11, rolls="2, 3, 4"))
    fight.take(fight.next("assault.at"))
    assert fight.next("assault.at").detail.facts["stage"] == "fire"


def test_vehicles_that_fail_their_check_retreat_and_the_others_fight_on() -> None:
    inside = {id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("inf", "tank", "foe", "gun"))}
    fight = led(**inside)
    so_far = ["from 05.06", "first defenders", "defenders:rolls:foe:1:-:tank=1:-", "defenders:done:-:0:-:-:-"]
    ruling = fight.ask("assault.at", to="05.05", units="inf, tank", stage="fire", so_far=so_far)
    failing = fight.take(ruling, "Tanks has failed")
    assert [each.question for each in failing.then] == ["syr.at", "assault.at"]
    assert failing.then[0].given["units"] == "tank" and failing.then[0].title.rule.section == "22.0k"


def test_a_second_round_is_of_those_who_are_left() -> None:
    inside = {id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("inf", "tank", "foe", "gun"))}
    fight = led(**inside)
    away(fight, "", "gun")
    so_far = ["from 05.06", "against foe+gun", "attackers:changed:-:0:-:-:-"]
    fight.take(fight.ask("assault.at", to="05.05", units="inf, tank", stage="modes", so_far=so_far))
    asked = fight.open[-1].given
    assert asked["stage"] == "fire" and asked["so_far"] == "from 05.06, round 2, against foe"


def test_a_hex_of_two_sides_is_told_from_the_map_alone() -> None:
    inside = {id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("inf", "tank", "foe", "gun"))}
    fight = led(**inside)
    assert fight.ask("assault.at", to="05.05").detail.facts["stage"] == "fire"


# Overruns -----------------------------------------------------------------------------------------------------------------


def test_each_side_is_driven_off_from_where_the_other_is_and_the_attackers_back_the_way_they_came() -> None:
    so_far = ["from 05.06", "first both_at_once", "against foe+gun"]
    so_far += ["attackers:area:inf:1:check:-:-", "defenders:area:foe:1:check:-:-", "defenders:rolls:foe:1:-:tank=1:-"]
    inside = {id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("inf", "tank", "foe", "gun"))}
    fight = led(**{**inside, "inf": replace(inside["inf"], lost=4)})
    ruling = fight.ask("assault.at", to="05.05", units="inf, tank", stage="morale", so_far=so_far)
    failing = next(each for each in ruling.detail.proposals if "Tanks has failed" in each.label)
    assert (failing.then[0].given["to"], failing.then[0].given["back"]) == ("05.05", "05.06")
    fight.take(ruling)
    fight.take(fight.next("morale.at", roll=62), "Retreat")
    assert fight.open[-1].given["back"] == "05.06" and "away" not in fight.open[-1].given
    ways = fight.next("syr.at").detail.ways
    assert ways and {fight.game.box.label(way[1]) for way in ways} == {"05.06"}
    fight.skip("syr.at")
    fight.take(fight.next("assault.at"))
    assert fight.open[-1].given["away"] == "05.06" and "back" not in fight.open[-1].given


def overrun(**others: Piece) -> Led:
    """The same on open ground, the infantry on the tanks."""
    return Led(game(terrain={}, **{"inf": Piece("05.06", mode="Move", on="tank"), **others}), *OTHERS)


def test_an_overrun_is_one_round_and_goes_on_with_a_trigger() -> None:
    fight = overrun()
    fight.take(fight.ask("overrun.at", to="05.05", units="tank"))
    labels = [each.label for each in fight.next("overrun.at").detail.proposals]
    assert labels == ["Fire final overwatch", "Do not fire"]
    fight.take(fight.next("overrun.at"), "Do not fire")
    fight.take(fight.next("overrun.at"))
    assert (fight.at("tank"), fight.at("inf")) == ("05.05", "05.05")
    for _ in range(2):
        fight.take(fight.next("overrun.at"), "do not fire")
    fight.take(fight.next("overrun.at"))
    # The attackers stay in Move Mode, so that the defenders alone are asked.
    modes = fight.next("overrun.at")
    assert modes.value == "defenders" and [each.label for each in modes.detail.proposals] == ["Nobody changes anything"]
    fight.take(modes)
    leaving = fight.next("overrun.at")
    assert leaving.verdict == "leaves" and len(leaving.detail.proposals) == len(leaving.detail.ways) == 6
    fight.take(leaving, "Go on to 05.04")
    trigger = fight.skip("overwatch.fire")
    assert trigger["trigger"] == "movement" and trigger["source"] == "05.05" and trigger["moving"] == "inf, tank"
    assert (fight.at("tank"), fight.at("inf"), fight.open) == ("05.04", "05.04", [])
    assert not fight.game.state.conditions


def test_from_one_overrun_to_the_next_without_a_trigger_of_movement() -> None:
    fight = overrun(
        gun=Piece("05.04", mode="Fire"), tank=Piece("05.05", 1, mode="Move"), inf=Piece("05.05", mode="Move", on="tank")
    )
    ruling = fight.ask("overrun.at", to="05.05", units="tank, inf", stage="leave", so_far=["from 05.06", "spent 2"])
    fight.take(ruling, "Overrun 05.04")
    assert [each.question for each in fight.open] == ["overrun.at"]
    announced = fight.next("overrun.at")
    assert announced.verdict == "allowed"
    fight.take(announced)
    assert "spent 3" in fight.open[-1].given["so_far"]


# Laws ---------------------------------------------------------------------------------------------------------------------

_IDS = st.lists(st.sampled_from(["a", "b-2", "c_3"]), max_size=3, unique=True).map(tuple)
_COUNTED = st.lists(st.tuples(st.sampled_from(["a", "b-2/carrier"]), st.integers(0, 9)), max_size=2).map(tuple)
_FIRED = st.builds(
    Fired,
    *(st.sampled_from([ATTACKERS, DEFENDERS]), st.sampled_from(["area", "point", "rolls", "done"]), _IDS, st.integers(0, 30)),
    *(st.booleans(), _COUNTED, _COUNTED),
)
_BOARD = board_of(game().case, {}, OPERATIONS, RULES)
_PLACES = st.sampled_from([_BOARD.net.hexes[n] for n in (0, 5, 60)])


@settings(max_examples=150)
@given(
    st.builds(
        UnderWay,
        *(st.just(ASSAULT), _PLACES, _PLACES, _IDS, st.sampled_from(STAGES), st.integers(1, 20)),
        order=st.sampled_from(["", "attackers", "defenders", "both at once"]),
        against=_IDS,
        shaken=_IDS,
        spent=st.fractions(0, 20, max_denominator=6),
        fires=st.lists(_FIRED, max_size=4).map(tuple),
        settled=st.integers(0, 4),
    )
)
def test_a_fight_is_read_as_it_was_written(fight: UnderWay) -> None:
    words = words_of(_BOARD, fight).split(", ")
    assert read(_BOARD, ASSAULT, fight.target, fight.units, fight.stage, words) == fight


_CONDITIONS = st.lists(st.sampled_from(CONDITIONS), min_size=1, max_size=4)


@given(_CONDITIONS, _CONDITIONS)
def test_who_fires_first_is_the_same_from_both_sides(one: list[str], other: list[str]) -> None:
    def stack(conditions: list[str]) -> list[Unit]:
        return [Unit(KINDS["infantry"], 5, 5, condition=each) for each in conditions]

    there = first_to_fire({ATTACKERS: stack(one), DEFENDERS: stack(other)})
    back = first_to_fire({ATTACKERS: stack(other), DEFENDERS: stack(one)})
    swapped = {ATTACKERS: DEFENDERS, DEFENDERS: ATTACKERS}
    assert back == swapped.get(there, there)
    ready = {name: all(each == "ready" for each in some) for name, some in ((ATTACKERS, one), (DEFENDERS, other))}
    assert (there == ATTACKERS) == (ready[ATTACKERS] and not ready[DEFENDERS])


@pytest.mark.parametrize("who", [ATTACKERS, DEFENDERS])
def test_chances_of_at_rolls_add_up_and_agree_with_what_is_to_be_expected(who: str) -> None:
    inside = {id_: Piece("05.05", n, mode="Fire") for n, id_ in enumerate(("inf", "tank", "foe", "gun"))}
    detail = led(**inside).ask("assault.at", to="05.05", fire="rolls", who=who).detail
    assert isinstance(detail, ProcedureDetail)
    chances = [(int(each.name), each.chance) for each in detail.outcomes]
    assert sum(chance for _, chance in chances) == 1
    assert sum(kills * chance for kills, chance in chances) == Fraction(detail.facts["expected_kills"])
    assert detail.wanted[0].count == detail.facts["attacks"]


def test_the_order_in_which_a_side_fires_at_once_changes_nothing() -> None:
    found = []
    for fires in (("area", "rolls"), ("rolls", "area")):
        fight = led()
        go_in(fight)
        for kind in fires:
            more = {"roll": 66} if kind == "area" else {"rolls": "9"}
            fight.take(fight.next("assault.at", fire=kind, **more))
        fight.take(fight.next("assault.at"), "fire no more")
        fight.take(fight.next("assault.at"), "do not fire")
        settled = {}
        while fight.open[-1].given["stage"] == "settle":
            for each in fight.take(fight.next("assault.at")).then:
                if each.question == "losses.at":
                    settled[each.given["fire"]] = (each.given["steps"], each.given.get("rest"))
                    fight.skip("losses.at")
        found.append(settled)
    assert found[0] == found[1] and found[0]["rolls"] == ("1", "gun*1") and int(found[0]["assault"][0]) > 1


@pytest.mark.parametrize(
    ("marks", "label"),
    [
        ((), "Neither fire nor retreat"),
        (("fired",), "Neither fire nor retreat"),
        (("suppressed",), "Nobody can fire or retreat"),
    ],
)
def test_the_defenders_decline_what_they_could_do(marks: tuple[str, ...], label: str) -> None:
    others = {each: Piece("05.05", n, mode="Fire", marks=frozenset(marks)) for n, each in enumerate(("foe", "gun"))}
    fight = led(**others)
    fight.take(fight.ask("assault.at", to="05.05"))
    assert fight.next("assault.at").detail.proposals[-1].label == label


def test_what_means_nothing_at_a_stage_is_not_asked_for_there() -> None:
    stages = {"answer": {"fire", "targets", "roll", "rolls", "acting", "into"}, "fire": {"into"}}
    stages |= {"modes": {"fire", "targets", "roll", "rolls", "into"}, "leave": {"fire", "targets", "roll", "rolls", "acting"}}
    for stage, idle in stages.items():
        fight = overrun() if stage != "fire" else led(inf=Piece("05.05", mode="Move"))
        question = "overrun.at" if stage != "fire" else "assault.at"
        units = "tank" if stage != "fire" else "inf"
        found = fight.ask(question, to="05.05", units=units, stage=stage, so_far="from 05.06")
        assert set(found.detail.idle) == idle, stage
