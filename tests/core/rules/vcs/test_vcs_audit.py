"""What the audit of VCS finds of bridges, roads and support points, and what depots and rubble leave to be done."""

from dataclasses import replace
from typing import Any

import immutables
import pytest
from oracles.sessions import began, session
from oracles.stacks import FILE, board, unit

from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece
from core.model.state import AIR_SUPPLY, BRIDGE_DEMOLITION, Declared, GameState, Moment, Trek
from core.model.work import Work
from core.play.audit import Finding, audit
from core.play.events import Began
from core.play.session import Session
from core.play.views import View
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


def session_of(game: Game) -> Session:
    """A session of the battle of a game."""
    first = began()
    assert isinstance(first.event, Began)
    units = {each.id: (each.side, each.id) for each in game.box.oob.counters}
    return session([replace(first, event=replace(first.event, scenario=game.box.scenarios[FILE], units=units))])


def after(game: Game, state: GameState, found: list[Finding]) -> Work:
    """The work once everything that is found is mended."""
    work = Work(game.box, state)
    for finding in found:
        work = applied(work, finding.edits)
    return work


@pytest.mark.parametrize(
    ("others", "weights"),
    [({}, ["look", "may", "may"]), ({"second": "05.05"}, ["may", "may"]), ({"second": "10.10"}, ["look", "may", "may"])],
)
def test_who_builds_is_not_at_two_places_in_one_turn(others: dict[str, str], weights: list[str]) -> None:
    units = [unit(id_, "subordinate", **{**SMALL, "unit__type": "engineers"}) for id_ in ("eng", *others)]
    marks = {spot: (Mark("bridge-destroyed"), Mark("building 1")) for spot in ("05.06", "05.04")}
    game = board("vcs", units, {"eng": "05.05", **others}, marks=marks)
    state = playing(game, "engineering")
    found = [each for each in audit(game, state, state) if each.code == "building"]
    assert sorted(each.weight for each in found) == weights
    for each in found:
        if each.weight == "look":
            assert "eng cannot work in 05.04 and 05.06 at once" in each.text and each.units == ("eng",)


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
    ("options", "lying", "left"),
    [
        ({}, ("bridge-destroyed", "building 2"), ["bridge-destroyed", "building 1"]),
        ({}, ("road-destroyed", "building 1"), []),
        ({"works.first_phase": "next"}, ("bridge-destroyed", "building 2"), None),
        ({"works.first_phase": "next"}, ("road-destroyed", "building 1"), None),
    ],
)
def test_the_phase_in_which_markers_are_laid_counts_by_the_reading(
    options: dict[str, str], lying: tuple[str, ...], left: list[str] | None
) -> None:
    units = [unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers"})]
    game = board("vcs", units, {"eng": "05.05"}, options=options)
    start, place = playing(game, "engineering"), game.box.hex("05.06")
    laid = replace(start, deployment=start.deployment.with_marks({place: tuple(Mark(kind) for kind in lying)}))
    found = [each for each in audit(game, start, laid) if each.code == "building"]
    assert bool(found) == (left is not None)
    if left is None:
        return
    work = after(game, laid, found)
    assert [mark.kind for mark in work.deployment.marks.get(place, ())] == left
    assert not [each for each in audit(game, start, work.state) if each.code == "building"], "once in a phase"


def test_who_builds_and_has_moved_or_fought_in_the_turn_builds_nothing_in_its_phase() -> None:
    units = [unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers"})]
    marks = {"05.06": (Mark("bridge-destroyed"), Mark("building 2"))}
    game = board("vcs", units, {"eng": "05.05"}, marks=marks)
    state = playing(game, "engineering")
    attack = Declared("red", ("eng",), (game.box.hex("05.04"),))
    assert [each.weight for each in audit(game, state, state) if each.code == "building"] == ["may"]
    for busy in (replace(state, treks=(Trek(("eng",), None, Hex(5, 0)),)), replace(state, fought=(attack,))):
        assert not [each for each in audit(game, busy, busy) if each.code == "building"]


@pytest.mark.parametrize(
    ("phase", "lying", "said", "words"),
    [
        ("movement", ("bridge-destroyed", "building 2"), {}, ""),
        ("movement", ("bridge-destroyed", "building 2"), {"goes": "07.07"}, "eng has left"),
        ("movement", ("bridge-destroyed", "building 2"), {"moved": {"eng"}}, "eng has moved in this turn"),
        ("combat", ("bridge-destroyed", "building 1"), {"fought": "attack"}, "eng has attacked"),
        ("combat", ("road-destroyed", "building 1"), {"fought": "attack"}, "foot has attacked"),
        ("combat", ("building 2",), {"fought": "attack"}, ""),
        ("combat", ("building 2",), {"goes": "07.07"}, "eng has left"),
        ("reserves", ("building 1",), {"enemy": "05.08"}, "foe was in 05.08, within 3 hexes of it"),
        ("reserves", ("building 1",), {"enemy": "05.09"}, ""),
        ("reserves", ("building 1",), {"way": ("05.10", "05.08", "05.10")}, "foe was in 05.08, within 3 hexes of it"),
        ("reserves", ("bridge-destroyed", "building 1"), {"enemy": "05.08"}, ""),
    ],
)
def test_works_are_interrupted_by_what_their_builders_do_and_entrenchments_by_enemies_that_come_near(
    phase: str, lying: tuple[str, ...], said: dict[str, Any], words: str
) -> None:
    units = [
        unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers"}),
        unit("foot", "parent", unit__size="regiment", unit__type="infantry", movement=5, steps=3),
        unit("foe", "subordinate", "blue", **SMALL),
    ]
    if "road-destroyed" in lying:
        units = units[1:]
    at = {each.id: "05.10" if each.id == "foe" else "05.05" for each in units}
    game = board("vcs", units, at, marks={"05.05": tuple(Mark(kind) for kind in lying)})
    start, place = playing(game, phase), game.box.hex("05.05")
    end, hex_ = start, game.box.hex
    for unit_id, where in (("eng", said.get("goes")), ("foe", said.get("enemy"))):
        if where:
            end = replace(end, deployment=end.deployment.with_pieces({unit_id: Piece(hex_(where))}))
    if "fought" in said:
        end = replace(end, fought=(Declared("red", tuple(each.id for each in units), (hex_("01.01"),), said["fought"]),))
    end = replace(end, treks=tuple(Trek((each,), None, hex_("01.01")) for each in said.get("moved", ())))
    trails = {"foe": tuple(map(hex_, said["way"]))} if "way" in said else {}
    found = [each for each in audit(game, start, end, trails=trails) if each.code == "building"]
    assert [each.weight for each in found] == (["mend"] if words else [])
    assert all(words in each.text for each in found)
    left = after(game, end, found).deployment.marks.get(place, ())
    assert [mark.kind for mark in left if mark.kind.startswith("building")] == ([] if words else [lying[-1]])
    # What was laid in this very phase is not yet begun when it ends.
    bare = replace(start, deployment=start.deployment.with_marks({place: ()}))
    assert not [each for each in audit(game, bare, end, trails=trails) if each.code == "building"]


@pytest.mark.parametrize(
    ("time", "first"), [("engineering_phases", "laid"), ("game_turns", "laid"), ("engineering_phases", "next")]
)
def test_works_name_the_readings_of_how_long_they_take(time: str, first: str) -> None:
    units = [
        unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers"}),
        unit("foot", "parent", unit__size="regiment", unit__type="infantry", movement=5, steps=3),
    ]
    options = {"entrenchment.time": time, "works.first_phase": first}
    game = board("vcs", units, {"eng": "05.05", "foot": "05.05"}, options=options)
    ruling = ask("engineering", game, units="eng, foot", work="entrenchment")
    said = {reason.values["reading"]: str(reason.values["outcome"]) for reason in ruling.reasons if "reading" in reason.values}
    assert set(said) == {"entrenchment.time"} | ({"works.first_phase"} if time == "engineering_phases" else set())
    assert said["entrenchment.time"] == ("2 game turns" if time == "engineering_phases" else "2 engineering phases")
    if "works.first_phase" in said:
        assert said["works.first_phase"] == (
            "2 more phases after this one" if first == "laid" else "1 more phase after this one"
        )


@pytest.mark.parametrize(("time", "in_phase", "at_the_end"), [("engineering_phases", 1, 0), ("game_turns", 0, 1)])
def test_entrenchments_take_phases_or_whole_game_turns_by_the_reading(time: str, in_phase: int, at_the_end: int) -> None:
    units = [
        unit("eng", "subordinate", **{**SMALL, "unit__type": "engineers"}),
        unit("foot", "parent", unit__size="regiment", unit__type="infantry", movement=5, steps=3),
    ]
    place = {"eng": "05.05", "foot": "05.05"}
    for number, left in ((2, "building 1"), (1, "entrenchment")):
        marks = {"05.05": (Mark(f"building {number}"),)}
        game = board("vcs", units, place, options={"entrenchment.time": time}, marks=marks)
        own, end = playing(game, "engineering"), replace(playing(game, "turn_end"), moment=Moment(1, "turn_end"))
        found = [[each for each in audit(game, state, state) if each.code == "building"] for state in (own, end)]
        assert [len(each) for each in found] == [in_phase, at_the_end]
        for state, some in zip((own, end), found, strict=True):
            if some:
                assert [mark.kind for mark in after(game, state, some).deployment.marks[game.box.hex("05.05")]] == [left]


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


@pytest.mark.parametrize(
    ("eyes", "said"),
    [("red", ["The depots of Red bring 5 of support points: Dump 3, Store 2."]), ("blue", [])],
)
def test_of_depots_out_of_sight_nobody_is_told_that_they_are_lost_or_bring_less(eyes: str, said: list[str]) -> None:
    dump = {"strength__fixed": 1}
    units = [unit("dump", "depot", depot__rating="A", **dump), unit("store", "depot", depot__rating="B", **dump)]
    units.append(unit("a", "subordinate", **SMALL))
    for lying, phase, wanted in (("05.06", "preparation.tracks", said), ("05.05", "supply.judge", [])):
        game = board("vcs", units, {"dump": "05.05", "store": lying, "a": Piece("05.05", 2)})
        state = playing(game, phase, points=immutables.Map({("red", "support points"): 4}))
        view = View(session_of(game), (eyes,), "top")
        seen = replace(state, deployment=view.state().state.deployment)
        assert ("dump" in seen.deployment.pieces) == (eyes == "red")
        told = view.findings(audit(game, seen, seen), state)
        assert [each.text for each in told if each.code == "support"] == wanted


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
    before = played.with_state(playing(game, "preparation.rubble", points=points))
    (cleared,) = ask("engineering", before, units="eng", work="rubble").detail.proposals
    work = applied(Work(before.box, before.state), cleared.edits)
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


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (BRIDGE_DEMOLITION, "Red has declared a bridge demolition by a against 05.06, and it is not resolved."),
        (AIR_SUPPLY, "Red has declared air supply for a in 05.06, and it is not resolved."),
    ],
)
def test_what_is_declared_is_told_in_words(what: str, said: str) -> None:
    game = board("vcs", [unit("a", "subordinate", **SMALL)], {"a": "05.05"})
    state = playing(game, "engineering", declared=(Declared("red", ("a",), (game.box.hex("05.06"),), what),))
    assert [each.text for each in audit(game, state, state) if each.code == "declared"] == [said]


@pytest.mark.parametrize(
    ("marks", "tried", "wanted"),
    [
        ((), (), ["isolated"]),
        ((), ("a",), ["out-of-supply"]),
        (("out-of-supply",), ("a",), ["out-of-supply"]),
        (("isolated 1",), ("a",), ["isolated 1"]),
        (("out-of-supply",), ("b",), ["isolated"]),
    ],
)
def test_what_came_by_air_is_not_taken_back_at_the_end_of_the_supply_phase(
    marks: tuple[str, ...], tried: tuple[str, ...], wanted: list[str]
) -> None:
    units = [unit(id_, "subordinate", **SMALL) for id_ in ("a", "b")] + [unit("dump", "depot", strength__fixed=1)]
    game = board("vcs", units, {"a": "05.05", "b": "08.08", "dump": "01.01"})
    start = game.box.scenarios[FILE].start
    pieces = {"a": replace(start.pieces["a"], marks=frozenset(marks)), "dump": None}
    supplied = tuple(Declared("red", (id_,), (game.box.hex("05.05"),), AIR_SUPPLY) for id_ in tried)
    state = replace(playing(game, "supply.judge", fought=supplied), deployment=start.with_pieces(pieces))
    found = [each for each in audit(game, state, state) if each.code == "supply"]
    left = after(game, state, found).deployment.pieces["a"].marks
    assert [word.removesuffix(" 1") for word in left] == [word.removesuffix(" 1") for word in wanted]
    again = after(game, state, found).state
    assert not [each for each in audit(game, again, again) if each.code == "supply"]


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


def test_rubble_may_be_cleared_by_who_holds_it_or_was_there_last_and_demolished_ports_are_told_of() -> None:
    units = [unit("a", "subordinate", **SMALL), unit("b", "subordinate", "blue", **SMALL)]
    kinds = {"05.05": "rubble", "06.05": "rubble", "07.05": "rubble", "08.05": "port-destroyed", "09.05": "entrenchment"}
    marks = {label: (Mark(kind),) for label, kind in kinds.items()}
    game = board("vcs", units, {"a": "05.05", "b": "10.10"}, marks=marks)
    left = immutables.Map({game.box.hex("05.05"): "b", game.box.hex("06.05"): "b"})
    state = replace(playing(game, "preparation.rubble"), vacated=left)
    found = [each for each in audit(game, state, state) if each.code == "rubble"]
    assert [(each.section, each.weight) for each in found] == [("13.5", "may"), ("13.5", "may"), ("4.22", "may")]
    assert "Red may clear the rubble in 05.05: a holds it." in found[0].text
    assert "Blue may clear the rubble in 06.05: b was there last." in found[1].text
    assert "is stated nowhere" in found[2].text
    work = after(game, state, found)
    assert {game.box.label(spot) for spot, some in work.deployment.marks.items() if some} == {"07.05", "09.05"}
