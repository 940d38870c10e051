"""Cups of BCS: filled by the rules, drawn without replacement, and what their chits make of a turn [BCS 1.1 variants 2, 9]."""

from collections import Counter
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Any

import immutables
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.activated import done
from oracles.sessions import Kept
from oracles.stacks import board, unit
from play_desks import desk_of

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.oob import Formation
from core.model.state import Moment
from core.play import cups
from core.play.events import Entry
from core.play.replaying import driven
from core.questions.catalogue import ask
from core.questions.game import Game
from core.questions.sentences import fill
from core.rules.bcs.activation import chit_numbers
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Proposal

SMOOTHING = {"activation.smoothing": "on"}
CUP_OF_SMOOTHING = ("jump 2 weather.smoothing", "ask smoothing.at", "take 1", "fill smoothing", "jump 2 first")
ORDER = ("red", "blue")


def test_eight_formations_against_five_are_three_chits_with_2_and_two_with_1() -> None:
    assert Counter(chit_numbers(5, 3)[0]) == {2: 3, 1: 2}


@given(st.integers(0, 30), st.integers(0, 60), st.booleans())
def test_chits_are_as_many_as_the_smaller_side_has_and_activate_all_of_the_larger(few: int, more: int, spread: bool) -> None:
    chits, left = chit_numbers(few, more, spread=spread)
    assert len(chits) == few and min(chits, default=1) >= 1
    # Each chit stands for so many formations of the larger side; what is left over comes last.
    assert sum(chits) + left == few + more
    assert left == 0 or (not spread and set(chits) <= {2}) or not few
    assert spread or set(chits) <= {1, 2}


# A turn -------------------------------------------------------------------------------------------------------------------


def game_of(red: int, blue: int, **options: str) -> Game:
    """Formations of both sides, each with a unit, far from each other and about to be activated."""
    sides = [*(("red", n) for n in range(red)), *(("blue", n) for n in range(blue))]
    formations = [Formation(f"{side}-{n}", f"{side} {n}", side) for side, n in sides]
    prints = {"action": 3, "movement": 6, "movement.class": "leg", "steps": 4}
    units = [unit(f"{each.id}-1", "combat", each.side, each.id, **prints) for each in formations]
    rows = {"red": "02", "blue": "11"}
    at = {f"{side}-{n}-1": Piece(f"{n + 1:02}.{rows[side]}") for side, n in sides}
    game = board("bcs-1.1", units, at, formations=formations, options=options)
    state = replace(game.state, deployment=game.forces.deployment, moment=Moment(1, "first"), order=ORDER)
    return game.with_state(replace(state, conditions=immutables.Map()))


@pytest.mark.parametrize(
    ("red", "blue", "said"),
    [
        (1, 0, ["1 formation against 0: 0 chits", "Difference 1: chits none", "No formation to activate: Blue. Nobody draws"]),
        (1, 1, ["1 formation against 1: 1 chit", "Difference 0: chits 1", "Both sides have as many formations: nobody draws"]),
        (
            *(3, 1),
            [
                *("3 formations against 1: 1 chit", "Difference 2: chits 2"),
                "Activated last, as no chits are left for them: 1 formation",
            ],
        ),
    ],
)
def test_smoothing_says_in_good_english_why_somebody_draws_or_nobody(red: int, blue: int, said: list[str]) -> None:
    game = game_of(red, blue, **SMOOTHING)
    ruling = ask("smoothing.at", game)
    told = [fill(each.template, each.values, game.box) for each in ruling.reasons]
    assert told[: len(said)] == said
    assert (ruling.verdict == "nobody draws") == (red == 1)


def test_one_result_of_traffic_is_told_as_one() -> None:
    game = game_of(1, 1, **{"coordination.middle_ground": "on"})
    told = [
        fill(each.template, each.values, game.box)
        for each in ask("coordination.at", game, formation="red-0", traffic=1).reasons
    ]
    assert "1 traffic result brings markers to red 0 alone, which is active" in told


def proposals(game: Game, question: str, **given: Any) -> tuple[Proposal, ...]:
    detail = ask(question, game, **given).detail
    assert isinstance(detail, ProcedureDetail)
    return detail.proposals


def first_activation(some: tuple[Proposal, ...]) -> Proposal:
    return next(each for each in some if each.activates is not None)


def activated(game: Game, proposal: Proposal) -> Game:
    """The game after a formation was activated and has rolled for SNAFU."""
    assert proposal.activates is not None
    game = done(game, proposal)
    conditions = game.state.conditions.set((proposal.activates.of, "snafu"), "SNAFU Full")
    return game.with_state(replace(game.state, conditions=conditions))


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10_000))
def test_a_smoothed_turn_activates_everybody_once_and_draws_each_chit_once(red: int, blue: int, seed: int) -> None:
    luck = Random(seed)
    game = game_of(red, blue, **SMOOTHING)
    chits = ask("smoothing.at", game)
    larger, number = chits.detail.facts["draws"], abs(red - blue)
    cup = list(chit_numbers(min(red, blue), number)[0])
    assert cups.contents_asked(chits) == Counter(map(str, cup))
    luck.shuffle(cup)
    if red != blue:
        game = done(game, proposals(game, "smoothing.at")[0])
    order: list[str] = []
    drawn: list[int] = []
    while (ruling := ask("activation.at", game)).verdict != "nobody":
        if ruling.verdict == "to draw":
            drawn.append(cup.pop())
            (chit,) = proposals(game, "smoothing.at", chit=drawn[-1])
            game = done(game, chit)
            continue
        begun = first_activation(proposals(game, "activation.at"))
        assert begun.activates is not None
        order.append(begun.activates.of)
        game = activated(game, begun)
    assert sorted(order) == sorted([*(f"red-{n}" for n in range(red)), *(f"blue-{n}" for n in range(blue))])
    sides = [each.partition("-")[0] for each in order]
    runs = [(side, len(list(some))) for side, some in groupby(sides)]
    if red == blue:
        assert not drawn and all(length == 1 for _, length in runs)
        return
    # As long as the smaller side has formations left, each chit says how many come in a row.
    assert all(length == 1 for side, length in runs if side != larger)
    own = [length for side, length in runs[:-1] if side == larger]
    # Nobody draws behind the last formation of the larger side: the other one alone has some left.
    assert own[: len(drawn)] == drawn[: len(own)] and len(own) - len(drawn) <= 1 and set(own) <= {1, 2}


def test_a_chit_that_is_not_in_the_cup_any_more_is_refused() -> None:
    game = game_of(3, 2, **SMOOTHING)
    game = done(game, proposals(game, "smoothing.at")[0])
    game = activated(game, first_activation(proposals(game, "activation.at")))
    (chit,) = proposals(game, "smoothing.at", chit=2)
    game = done(game, chit)
    for _ in range(2):
        game = activated(game, first_activation(proposals(game, "activation.at")))
    assert ask("smoothing.at", game).detail.facts["left"] == "1"
    # Blue is active; red is activated once more before it draws.
    game = activated(game, first_activation(proposals(game, "activation.at")))
    with pytest.raises(Exception, match="no chit with 2"):
        ask("smoothing.at", game, chit=2)


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 10_000))
def test_three_chits_never_give_a_side_more_formations_than_it_has(red: int, blue: int, seed: int) -> None:
    luck = Random(seed)
    game = game_of(red, blue, **{"activation.three_chits": "on"})
    order = []
    while (ruling := ask("activation.at", game)).verdict != "nobody":
        side = ruling.verdict
        if side == "to draw":
            inside = list(cups.contents_asked(ask("draw.at", game)).elements())
            left = Counter({"Red": red, "Blue": blue}) - Counter(each.partition("-")[0].capitalize() for each in order)
            assert Counter(inside) == left
            out = luck.sample(inside, min(3, len(inside)))
            every = [each for each in proposals(game, "draw.at", drawn=out) if each.label.endswith("back")]
            # Of as many chits of both the players say who picks; else the side with most of them does.
            most = Counter(out).most_common(1)[0][0]
            tied = len(every) == 2 and Counter(out)["Red"] == Counter(out)["Blue"]
            assert tied or [each.label.partition(" ")[0] for each in every] == [most]
            picks = luck.choice(every)
            # All chits but one of the side that picks go back.
            assert Counter(picks.back) + Counter((picks.label.partition(" ")[0],)) == Counter(out)
            assert not [each for each in proposals(game, "activation.at", side=ORDER[0]) if each.activates is not None]
            game, side = done(game, picks), picks.then[0].side
        begun = first_activation(proposals(game, "activation.at", side=side))
        assert begun.activates is not None
        order.append(begun.activates.of)
        game = activated(game, begun)
    assert len(set(order)) == len(order) == red + blue


@pytest.mark.parametrize("options", [{"activation.three_chits": "on"}, {"activation.order": "chits"}])
def test_a_chit_of_nobody_is_refused_after_the_draw_as_before_it(options: dict[str, str]) -> None:
    game = game_of(2, 2, **options)
    drawn = ["Red", "Red", "Blue"] if "activation.three_chits" in options else ["red-0"]
    for state in (game, done(game, proposals(game, "draw.at", drawn=drawn)[0])):
        with pytest.raises(WrongUse, match="Gren"):
            ask("draw.at", state, drawn=["Gren"])


# The cups of a session ------------------------------------------------------------------------------------------------------


def test_the_cup_of_a_turn_is_filled_by_the_rules_and_drawn_without_replacement() -> None:
    desk = desk_of("amber-road", options=SMOOTHING)
    said = list(
        driven(desk, ["jump 2 weather.smoothing", "fill smoothing", "draw smoothing", "draw smoothing", "draw smoothing"])
    )
    assert [each.error for each in said[:-1]] == [""] * 4
    # Korrin has three formations by then, Veldany two.
    assert sorted(cups.state(desk.session.record, "smoothing 2").contents) == ["1", "2"]
    assert sorted(chit.value for chit in cups.state(desk.session.record, "smoothing 2").chits) == ["1", "2"]
    assert "is empty" in said[-1].error
    later = list(driven(desk, ["jump 3 weather.smoothing", "fill smoothing", "cups"]))
    assert [each.error for each in later] == [""] * 3
    # Each side has three in turn 3.
    assert sorted(cups.state(desk.session.record, "smoothing 3").contents) == ["1", "1", "1"]


def test_three_chits_lead_on_to_the_side_that_picks_and_the_others_go_back() -> None:
    desk = desk_of("amber-road", options={"activation.three_chits": "on"})
    said = list(driven(desk, ["jump 2 activation.draw", "fill sides", "draw sides"]))
    assert [each.error for each in said] == [""] * 3
    values = [chit.value for chit in cups.state(desk.session.record, "sides 2").chits]
    most = max(("Korrin", "Veldany"), key=values.count)
    (asked,) = desk.session.state.owed
    assert (asked.question, dict(asked.given)) == ("draw.at", {"drawn": ", ".join(values)})
    assert driven_without_fault(desk, "follow", "take 1")
    # One chit of who picks stays out; the rest lies in the cup again.
    assert [chit.value for chit in cups.state(desk.session.record, "sides 2").out] == [most]
    assert cups.state(desk.session.record, "sides 2").inside == 4
    assert driven_without_fault(desk, "follow", "take 1")
    assert desk.session.state.moment.side == most.casefold()
    # The next activation is decided by another draw, whoever drew before.
    said = list(driven(desk, ["ask activation.at"]))
    assert said[0].said.lines[0].startswith("activation.at: to draw")


def test_the_formation_whose_chit_was_drawn_is_next_and_no_other() -> None:
    desk = desk_of("amber-road", options={"activation.order": "chits"})
    assert driven_without_fault(desk, "jump 2 activation.chit", "fill formations", "draw formations", "follow", "take 1")
    (chit,) = cups.state(desk.session.record, "formations 2").chits
    (asked,) = desk.session.state.owed
    assert asked.question == "activation.at"
    said = list(driven(desk, ["ask activation.at", "ask activation.at formation=k17", "ask activation.at formation=v61"]))
    assert f"may activate {chit.value}" in "\n".join(said[0].said.lines)
    refused = [each.said.lines[0].partition(" (")[0].rpartition(": ")[2] for each in said[1:]]
    drawn = {"17th Rifle Regiment": ["allowed", "prohibited"], "61st Infantry Regiment": ["prohibited", "allowed"]}
    assert refused == drawn.get(chit.value, ["prohibited", "prohibited"])
    assert driven_without_fault(desk, "follow", "take 1")
    assert desk.box.oob.formation(desk.session.state.moment.of).name == chit.value
    # It stays out of the cup, and the next one is drawn from the others.
    assert cups.state(desk.session.record, "formations 2").inside == 4


def test_a_chit_of_smoothing_leads_on_to_who_is_next() -> None:
    desk = desk_of("amber-road", options=SMOOTHING)
    before = (
        *CUP_OF_SMOOTHING,
        "activate korrin k17",
        "condition k17 snafu SNAFU Full",
    )
    assert driven_without_fault(desk, *before, "draw smoothing")
    (chit,) = cups.state(desk.session.record, "smoothing 2").chits
    (asked,) = desk.session.state.owed
    assert (asked.question, dict(asked.given)) == ("smoothing.at", {"chit": chit.value})
    assert driven_without_fault(desk, "follow", "take 1")
    (asked,) = desk.session.state.owed
    assert dict(asked.given) == {"side": "korrin" if chit.value == "2" else "veldany"}


def test_no_chit_of_smoothing_is_drawn_before_the_snafu_roll_of_the_activation() -> None:
    desk = desk_of("amber-road", options=SMOOTHING)
    before = (
        *CUP_OF_SMOOTHING,
        "ask activation.at formation=k17",
    )
    assert driven_without_fault(desk, *before, "take 1", "draw smoothing")
    (chit,) = cups.state(desk.session.record, "smoothing 2").chits
    assert [each.question for each in desk.session.state.owed] == ["smoothing.at", "snafu.at"]
    (answer,) = driven(desk, ["follow"])
    lines = "\n".join(answer.said.lines)
    assert lines.startswith("smoothing.at: no draw") and "something waits" in lines and "is drawn" not in lines
    # What waits comes to the front once, and the chit that was drawn is not lost behind it.
    assert driven_without_fault(desk, "take 1")
    assert [each.question for each in desk.session.state.owed] == ["snafu.at", "smoothing.at"]
    assert driven_without_fault(desk, "follow roll=9", "take 1", "leave", "follow", "take 1")
    (asked,) = desk.session.state.owed
    assert dict(asked.given) == {"side": "korrin" if chit.value == "2" else "veldany"}


def test_who_waits_in_reinforcements_counts_and_is_activated_or_neither() -> None:
    for reading, left, verdict in (("counted", "2, 1", "allowed"), ("on_the_map", "", "prohibited")):
        desk = desk_of("amber-road", options={**SMOOTHING, "formations.arriving": reading})
        said = list(
            driven(desk, ["jump 2 weather.smoothing", "ask smoothing.at", "jump 2 first", "ask activation.at formation=k3"])
        )
        assert [each.error for each in said] == [""] * 4
        chits, one = ("\n".join(said[n].said.lines) for n in (1, 3))
        # Korrin has three formations with the one that waits, and as many as Veldany without it.
        assert chits.startswith(f"smoothing.at: to fill ({left})" if left else "smoothing.at: nobody draws")
        assert one.startswith(f"activation.at: {verdict}")
        assert all("Decided by the reading" in each and "3rd Guards Tank Brigade" in each for each in (chits, one))


def test_who_comes_in_with_its_activation_rolls_for_snafu_without_what_is_not_on_the_map_yet() -> None:
    desk = desk_of("amber-road")
    said = list(
        driven(
            desk, ["jump 2 activation.pick", "ask activation.at formation=k3", "take 1", "follow", "follow roll=9", "take 1"]
        )
    )
    assert [each.error for each in said] == [""] * 6
    lines = "\n".join(said[3].said.lines)
    # At Fat-0 nothing is added, and no route counts as blocked that begins nowhere yet.
    assert lines.startswith("snafu.at: read (0)") and "Nothing of 3rd Guards Tank Brigade stands on the map yet" in lines
    assert desk.session.state.conditions["k3", "snafu"].startswith("SNAFU")
    # It enters in its activation, and then stands where it may be.
    assert driven_without_fault(desk, "jump 2 activation.activities", "move 1-3-guards 1426")


def test_by_mail_what_was_drawn_leads_on_once_the_other_program_has_told_it() -> None:
    options, lines = {"activation.three_chits": "on"}, list[Entry]()
    keys: dict[str, Any] = {}

    def at(side: str, *words: str) -> Any:
        desk = desk_of("amber-road", side, "mail", Kept(lines) if lines else None, options)
        desk.keys.update(keys.get(side, {}))
        assert driven_without_fault(desk, *words)
        keys[side], lines[:] = dict(desk.keys), list(desk.session.entries)
        return desk.session

    at("korrin", "join open sesame", "hand-over veldany")
    at("veldany", "join shut sesame", "hand-over korrin")
    at("korrin", "jump 2 activation.draw", "fill sides", "hand-over veldany")
    at("veldany", "unlock shut sesame", "hand-over korrin")
    assert not at("korrin", "unlock open sesame", "draw sides", "hand-over veldany").state.owed
    drawn = at("veldany", "unlock shut sesame", "hand-over korrin")
    (asked,) = drawn.state.owed
    values = [chit.value for chit in cups.state(drawn.record, "sides 2").chits]
    assert dict(asked.given) == {"drawn": ", ".join(values)} and len(values) == 3
    picked = at("korrin", "unlock open sesame", "follow", "take 1")
    assert [each.question for each in picked.state.owed] == ["activation.at"]
    assert cups.state(picked.record, "sides 2").inside == 4


def driven_without_fault(desk: Any, *words: str) -> bool:
    """Whether commands were all done."""
    faults = [each.error for each in driven(desk, words) if each.error]
    assert not faults
    return True
