"""What the audit of VCS finds of bridges, roads and support points, and what depots and rubble leave to be done."""

from dataclasses import replace
from typing import Any

import immutables
import pytest
from oracles.stacks import FILE, board, unit

from core.model.deployment import Mark, Piece
from core.model.state import Declared, GameState, Moment
from core.model.work import Work
from core.play.audit import Finding, audit
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.operations.proposals import applied

SMALL = {"unit__size": "battalion", "unit__type": "infantry", "movement": 5, "steps": 1, "strength__fixed": 2}


def playing(game: Game, phase: str, **said: Any) -> GameState:
    """A state of play in which the pieces stand where the scenario has them start."""
    return GameState(
        scenario=FILE,
        deployment=game.box.scenarios[FILE].start,
        moment=Moment(1, phase, "red"),
        order=("red", "blue"),
        **said,
    )


def after(game: Game, state: GameState, found: list[Finding]) -> Work:
    """The work once everything that is found is mended."""
    work = Work(game.box, state)
    for finding in found:
        work = applied(work, finding.edits)
    return work


@pytest.mark.parametrize(
    ("lying", "left"),
    [
        (("bridge-destroyed", "building 2"), ["bridge-destroyed", "building 1"]),
        (("bridge-destroyed", "building 1"), ["bridge-built"]),
        (("road-destroyed", "building 1"), []),
    ],
)
def test_what_is_repaired_comes_off_phase_by_phase_and_can_be_used_again(lying: tuple[str, ...], left: list[str]) -> None:
    units = [unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers"}), unit("foe", "subordinate", "blue", **SMALL)]
    marks = {"05.06": tuple(Mark(kind) for kind in lying)}
    game = board("vcs", units, {"eng": "05.05", "foe": "10.10"}, marks=marks)
    state = playing(game, "engineering")
    found = [each for each in audit(game, state, state) if each.code == "building"]
    assert [each.weight for each in found] == ["may"]
    assert [mark.kind for mark in after(game, state, found).deployment.marks.get(game.box.hex("05.06"), ())] == left
    # Beside the works or beside those who do them an enemy stops them.
    for place in ("05.07", "05.04"):
        near = replace(state, deployment=state.deployment.with_pieces({"foe": Piece(game.box.hex(place))}))
        assert [each.weight for each in audit(game, near, near) if each.code == "building"] == ["look"]


def test_who_can_repair_a_road_need_not_be_able_to_build_a_bridge() -> None:
    for kinds, type_, found in (
        (("bridge-destroyed", "building 1"), "infantry", 0),
        (("road-destroyed", "building 1"), "infantry", 1),
        (("road-destroyed", "building 1"), "armour", 0),
        (("bridge-destroyed", "building 1"), "armoured_engineers", 1),
    ):
        marks = {"05.06": tuple(Mark(kind) for kind in kinds)}
        game = board("vcs", [unit("a", "subordinate", **{**SMALL, "unit__type": type_})], {"a": "05.06"}, marks=marks)
        state = playing(game, "engineering")
        assert sum(each.code == "building" for each in audit(game, state, state)) == found


@pytest.mark.parametrize(
    ("options", "on_map", "left"),
    [({}, True, 4), ({}, False, 0), ({"support.points": "fixed"}, False, 4)],
)
def test_a_nationality_without_depots_loses_its_positive_points(options: dict[str, str], on_map: bool, left: int) -> None:
    units = [unit("dump", "depot", nationality="Korrin", strength__fixed=1), unit("a", "subordinate", **SMALL)]
    game = board("vcs", units, {"dump": "01.01", "a": "05.05"}, options=options)
    points = immutables.Map({("red", "support points of Korrin"): 4, ("blue", "support points"): 3})
    state = playing(game, "supply.judge", points=points)
    if not on_map:
        state = replace(state, deployment=state.deployment.with_pieces({"dump": None}))
    found = [each for each in audit(game, state, state) if each.code == "support"]
    assert after(game, state, found).state.points["red", "support points of Korrin"] == left
    assert after(game, state, found).state.points["blue", "support points"] == 3


def test_depots_are_left_behind_and_eliminated_where_their_stack_was_attacked_and_retreats() -> None:
    units = [
        unit("x", "subordinate", "blue", **SMALL),
        unit("y", "subordinate", "blue", **SMALL),
        unit("dump", "depot", "blue", strength__fixed=1),
    ]
    game = board("vcs", units, {"x": "05.05", "y": "05.05", "dump": "05.05"})
    place = game.box.hex("05.05")

    def left(units: str, **said: Any) -> set[str]:
        played = game.with_state(playing(game, "combat", **said)) if said else game
        ruling = ask("retreat", played, units=units, hexes=1)
        proposal = next(each for each in ruling.detail.proposals if each.label.startswith("Retreat"))
        return set(applied(Work(played.box, replace(played.state, scenario=FILE)), proposal.edits).deployment.pieces)

    assert left("x,y") == {"x", "y"}
    assert ask("retreat", game, units="x", hexes=1).detail.proposals == (), "they go together or not at all"
    attacked = Declared("red", ("a",), (place,), shown=("x", "y", "dump"))
    assert left("x,y", fought=(attacked,)) == {"x", "y"}
    assert left("x,y", fought=(Declared("blue", ("x",), (game.box.hex("05.06"),)),)) == {"x", "y", "dump"}


def test_works_begin_with_their_markers_and_their_price_and_end_with_rubble_gone() -> None:
    units = [unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers", "nationality": "Korrin"})]
    marks = {"05.06": (Mark("bridge-destroyed"),), "05.05": (Mark("rubble"), Mark("entrenchment"))}
    game = board("vcs", units, {"eng": "05.05"}, marks=marks)
    points = immutables.Map({("red", "support points of Korrin"): 1})
    played = game.with_state(playing(game, "engineering", points=points))
    (begun,) = ask("engineering", played, units="eng", work="bridge", to="05.06").detail.proposals
    work = applied(Work(played.box, played.state), begun.edits)
    assert [mark.kind for mark in work.deployment.marks[game.box.hex("05.06")]] == ["bridge-destroyed", "building 2"]
    assert work.state.points["red", "support points of Korrin"] == 0
    # They are laid once.
    again = played.with_state(work.state)
    assert ask("engineering", again, units="eng", work="bridge", to="05.06").detail.proposals == ()
    (cleared,) = ask("engineering", played, units="eng", work="rubble").detail.proposals
    work = applied(Work(played.box, played.state), cleared.edits)
    assert [mark.kind for mark in work.deployment.marks[game.box.hex("05.05")]] == ["entrenchment"]
    assert ask("engineering", played, units="eng", work="road", to="05.06").detail.proposals == ()


def test_whose_depots_are_all_captured_is_isolated_and_not_undecided() -> None:
    units = [unit("a", "subordinate", **SMALL), unit("dump", "depot", strength__fixed=1)]
    game = board("vcs", units, {"a": "05.05", "dump": "01.01"})
    state = playing(game, "supply.judge")
    assert ask("supply", game.with_state(state), units="a").verdict != "undecidable"
    lost = replace(state, deployment=state.deployment.with_pieces({"dump": None}))
    assert ask("supply", game.with_state(lost), units="a").verdict == "Isolated"
    # Who never had a depot says where its lines lead, or nobody knows.
    bare = board("vcs", units, {"a": "05.05"})
    assert ask("supply", bare.with_state(playing(bare, "supply.judge")), units="a").verdict == "undecidable"


def test_the_marker_of_this_supply_phase_is_the_first_and_one_from_before_is_followed_by_the_second() -> None:
    units = [unit(id_, "subordinate", **SMALL) for id_ in ("before", "now", "twice")]
    at = {"before": "02.02", "now": "05.05", "twice": "08.08"}
    game = board("vcs", units, at, options={"isolation.surrender": "on"})
    start = playing(game, "supply.surrender")

    def marked(**marks: str) -> GameState:
        pieces = {id_: replace(start.deployment.pieces[id_], marks=frozenset({mark})) for id_, mark in marks.items()}
        return replace(start, deployment=start.deployment.with_pieces(pieces))

    turn = marked(before="isolated 1", twice="isolated 2")
    here = marked(before="isolated 1", now="isolated 1", twice="isolated 2")
    found = audit(game, here, here, around=turn)
    assert {each.units: each.weight for each in found} == {("before",): "mend", ("twice",): "look"}
    assert after(game, here, found).deployment.pieces["before"].marks == {"isolated 2"}
    assert after(game, here, found).deployment.pieces["now"].marks == {"isolated 1"}
