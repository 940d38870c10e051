"""The turns of every series against the order of its rule text, and the laws of going through them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import Edit
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.model.scenario import ARRIVING, Allotment, Arrival, Scenario, Turn
from core.model.state import AIR_SUPPLY, Declared, GameState, Moment
from core.model.work import Work
from core.play.event_text import entry_text, read_entry
from core.play.events import Did, Entry
from core.play.turns import Course, Step, steps, winner
from core.rules.kernel.sequence import Phase

FILE = "a.scenario.yaml"
RULESETS = {id_: load_ruleset(id_) for id_ in ruleset_ids()}


def course(
    ruleset: str, scenario: Scenario, options: Mapping[str, str] = MappingProxyType({}), oob: Oob | None = None
) -> Course:
    rules = RULESETS[ruleset]
    box = GameBox("A game", ruleset, (), options=options, oob=oob or Oob(), scenarios=MappingProxyType({FILE: scenario}))
    return Course.of(box, rules, FILE)


def turns(count: int) -> Scenario:
    return Scenario("A battle", turns=tuple(Turn(title=f"{7 + n}:00") for n in range(count)))


def start(order: tuple[str, ...] = ("red", "blue"), **said: object) -> GameState:
    return GameState(scenario=FILE, deployment=Deployment(), order=order, **said)  # type: ignore[arg-type]


def after(box: GameBox, state: GameState, edits: Iterable[Edit]) -> GameState:
    work = Work(box, state)
    for edit in edits:
        work = edit.apply(work)
    return work.state


def walked(way: Course, state: GameState) -> list[GameState]:
    states = [state]
    while (moment := way.next(states[-1])) is not None:
        states.append(after(way.box, states[-1], way.edits_to(states[-1], moment)))
    return states


def line(ruleset: str, turn: Turn | None = None, number: int = 2, **options: str) -> list[tuple[str, str]]:
    rules = RULESETS[ruleset]
    chosen = rules.choices({name.replace("__", "."): value for name, value in options.items()})
    return [(step.id, step.side) for step in steps(rules.sequence, chosen, ("red", "blue"), turn, number)]


def both(*ids: str) -> list[tuple[str, str]]:
    return [(id_, "") for id_ in ids]


def each(*ids: str) -> list[tuple[str, str]]:
    return [(id_, side) for id_ in ids for side in ("red", "blue")]


def after_one_another(*ids: str) -> list[tuple[str, str]]:
    return [(id_, side) for side in ("red", "blue") for id_ in ids]


COMMAND = both(
    *("command.review", "command.accrue", "command.implement", "command.checks", "command.add", "command.create"),
    "command.morale",
)
ACTION = after_one_another(
    *("action.fired", "action.markers", "action.reinforcements", "action.actions", "action.recovery", "action.stacking")
)
CLEAN_UP = both("clean_up.illumination", "clean_up.smoke_one", "clean_up.smoke_two")
ACTIVATION = (
    *("ready", "air", "reinforcements", "road", "movement", "bombardment"),
    *("combat", "reaction", "exploitation", "supply", "rally"),
)
PLAYER_TURN = ("supply.judge", "replacements", "movement", "combat", "reserves", "engineering")


def test_a_turn_of_tcs_goes_as_2_0_lists_it() -> None:
    assert line("tcs-4.01", Turn("0800")) == [
        *COMMAND,
        ("artillery.initiative", ""),
        *each("artillery.sorties_place", "artillery.sorties_resolve"),
        *each("artillery.place", "artillery.adjust", "artillery.react"),
        *both("artillery.execute", "artillery.remove"),
        ("action.initiative", ""),
        *ACTION,
        *CLEAN_UP,
    ]


def test_by_the_other_reading_a_side_of_tcs_does_all_its_artillery_first() -> None:
    found = [each for each in line("tcs-4.01", artillery__order="by_player") if each[0].startswith("artillery.own")]
    assert found == after_one_another(
        *("artillery.own_sorties", "artillery.own_place", "artillery.own_adjust"),
        *("artillery.own_react", "artillery.own_execute", "artillery.own_remove"),
    )


def test_turns_of_tcs_leave_out_what_their_hour_or_their_light_forbids() -> None:
    assert "command.morale" not in dict(line("tcs-4.01", Turn("08:20")))
    assert "command.morale" in dict(line("tcs-4.01", Turn("22 June 1944, third turn")))
    assert "command.morale" in dict(line("tcs-4.01", Turn("21:30", light="night")))
    dark = dict(line("tcs-4.01", Turn("0800", light="twilight")))
    assert not any("sorties" in id_ for id_ in dark)


def test_a_turn_of_scs_goes_as_1_1_lists_it() -> None:
    played = after_one_another(
        *("movement.reinforcements", "movement.move", "movement.stacking", "combat", "exploitation", "supply")
    )
    assert line("scs-1.6") == [*played, ("turn_end", "")]


@pytest.mark.parametrize(
    ("order", "before", "lead"),
    [
        ("first_player", [], ()),
        ("initiative", [("initiative", "")], ()),
        ("chit_pull", [], ("activation.draw",)),
        ("limited_formations", [], ("activation.choose",)),
    ],
)
def test_an_activation_of_new_scs_goes_through_the_unified_sequence(
    order: str, before: list[tuple[str, str]], lead: tuple[str, ...]
) -> None:
    inside = after_one_another(*ACTIVATION) if not lead else both(*lead, *ACTIVATION)
    assert line("new-scs", activation__order=order) == [*before, *inside]


def test_a_turn_of_vcs_goes_as_4_lists_it() -> None:
    preparation = both(*("preparation.tracks", "preparation.rubble", "preparation.variable"))
    found = line("vcs", weather__tables="none", air_sea__missions="none")
    assert found == [*preparation, *after_one_another(*PLAYER_TURN), ("turn_end", "")]
    whole = [id_ for id_, _ in line("vcs", weather__tables="rolled", air_sea__missions="played", isolation__surrender="on")]
    assert whole[:5] == [
        *("preparation.weather", "preparation.tracks", "preparation.missions"),
        *("preparation.rubble", "preparation.variable"),
    ]
    assert whole[5:8] == ["preparation.jumps", "preparation.ships", "preparation.port_assault"]
    assert whole[8:10] == ["supply.judge", "supply.surrender"]


def test_the_air_and_sea_stage_of_vcs_is_of_the_phasing_side_or_of_each_in_its_turn() -> None:
    def jumping(**options: str) -> list[tuple[str, tuple[str, ...]]]:
        rules = RULESETS["vcs"]
        chosen = rules.choices({"air_sea.missions": "played", **options})
        found = steps(rules.sequence, chosen, ("red", "blue"), None, 2)
        return [(step.id, step.acting(("red", "blue"))) for step in found if step.id.endswith(".jumps")]

    assert jumping() == [("preparation.jumps", ("red",))]
    assert jumping(**{"air_sea.whose": "each"}) == [("player_turn.jumps", ("red",)), ("player_turn.jumps", ("blue",))]


def test_the_first_turn_of_bcs_has_an_assignment_phase_for_orders_alone() -> None:
    assert not any(id_.startswith("assignment") for id_, _ in line("bcs-1.1", number=1))
    assert [id_ for id_, _ in line("bcs-1.1", number=1, orders__written="on") if "assignment" in id_] == ["assignment.orders"]
    assert [id_ for id_, _ in line("bcs-1.1", number=2, orders__written="on") if "assignment" in id_] == [
        *("assignment.units", "assignment.orders", "assignment.prepared", "assignment.recovery")
    ]


def test_an_activation_of_bcs_goes_as_the_summaries_list_it() -> None:
    found = [id_.removeprefix("activation.") for id_, _ in line("bcs-1.1", activation__smoothing="on") if "activation." in id_]
    assert found == [
        *("pick", "recovery", "supply_route", "prepared", "mixed", "snafu", "objectives", "activities", "tigers"),
        *("clean_up", "fatigue", "isolation", "second", "smoothing"),
    ]


@pytest.mark.parametrize("choice", ["on", "off"])
def test_what_is_to_be_done_is_said_for_the_options_in_force(choice: str) -> None:
    rules = RULESETS["bcs-1.1"]
    choices = {name: option.preset for name, option in rules.options.items()} | {"package.rod_miller": choice}
    (isolation,) = (step for step in steps(rules.sequence, choices, ("red", "blue")) if step.id == "activation.isolation")
    (task,) = isolation.phase.tasks
    assert ("Bracketed" in task.text) == (choice == "on")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_turn_names_each_step_once(ruleset: str) -> None:
    found = line(ruleset)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("ruleset", RULESETS)
@given(data=st.data())
def test_play_goes_through_each_step_of_each_turn_once_under_any_options(ruleset: str, data: st.DataObject) -> None:
    rules = RULESETS[ruleset]
    asked = {name for top in rules.sequence for _, phase in top.walk() for way in phase.conditions for name, _ in way}
    options = {name: data.draw(st.sampled_from(sorted(rules.options[name].values)), label=name) for name in sorted(asked)}
    order = data.draw(st.sampled_from([("red", "blue"), ("blue", "red"), ("red",), ()]))
    way = course(ruleset, turns(3), options)
    states = walked(way, start(order))
    moments = [state.moment for state in states[1:]]
    assert [moment.turn for moment in moments] == sorted(moment.turn for moment in moments)
    for number in (1, 2, 3):
        gone = [(moment.phase, moment.side) for moment in moments if moment.turn == number]
        assert gone == [(step.id, step.side) for step in way.steps(number, order)]
        assert len(set(gone)) == len(gone) > 0
    for before, now in pairwise(states):
        assert way.previous(now, [state.moment for state in states]) == before.moment


@given(st.lists(st.tuples(st.sampled_from(["again", "next"]), st.sampled_from(["red", "blue"])), max_size=40))
def test_activations_come_as_often_as_the_players_want_and_are_gone_back_through_by_name(acts: list[tuple[str, str]]) -> None:
    way = course("bcs-1.1", turns(3))
    state, passed = start(), [Moment()]
    for act, side in acts:
        moment: Moment | None
        try:
            moment = way.again(state, side, f"{side} {len(passed)}") if act == "again" else way.next(state)
        except WrongUse:
            moment = way.next(state)
        if moment is None:
            break
        if act == "again" and moment.phase == state.moment.phase and moment.round == state.moment.round:
            passed.pop()
        state = after(way.box, state, way.edits_to(state, moment))
        passed.append(moment)
    here = way.step(state)
    for n in range(len(passed) - 1, 0, -1):
        state = replace(state, moment=passed[n])
        before = way.previous(state, passed[:n])
        # A round that was broken off is gone back into at its end.
        assert before is not None
        if passed[n - 1].phase != "" and not _broken_off(way, passed[n - 1], passed[n]):
            assert before == passed[n - 1], here


def _broken_off(way: Course, one: Moment, other: Moment) -> bool:
    """Whether an activation was left before its last step."""
    return other.round == one.round + 1 and one.phase != "activation.second"


def test_an_activation_is_named_at_its_first_step_and_keeps_its_name() -> None:
    way = course("bcs-1.1", turns(2))
    state = start()
    state = after(way.box, state, way.edits_to(state, way.at(state, 1, "first")))
    first = way.again(state, "red", "1st Division")
    assert first == Moment(1, "activation.pick", "red", 1, "1st Division")
    state = after(way.box, state, way.edits_to(state, first))
    onward = way.next(state)
    assert onward is not None and (onward.side, onward.of, onward.round) == ("red", "1st Division", 1)
    assert way.likely(state) == "blue"
    state = after(way.box, state, way.edits_to(state, onward))
    assert way.again(state, "blue", "7th") == Moment(1, "activation.pick", "blue", 2, "7th")
    last = after(way.box, state, way.edits_to(state, way.at(state, 1, "activation.second", "red")))
    left = way.next(last)
    assert left == Moment(1, "admin", "", 1, "")


def test_nothing_is_activated_where_phases_are_played_once() -> None:
    way = course("scs-1.6", turns(2))
    state = start()
    state = after(way.box, state, way.edits_to(state, way.at(state, 1)))
    with pytest.raises(WrongUse, match="Nothing is activated here"):
        way.again(state, "red")


def test_the_order_that_initiative_decides_holds_for_what_comes_after_it() -> None:
    way = course("tcs-4.01", turns(2))
    state = start()
    state = after(way.box, state, way.edits_to(state, way.at(state, 1, "action.initiative")))
    assert (winner({"red": 2, "blue": 2}), winner({"red": 2, "blue": 6})) == ("", "blue")
    state = after(way.box, state, way.decided(state, "blue"))
    assert state.order == ("blue", "red")
    assert way.next(state) == Moment(1, "action.fired", "blue")
    with pytest.raises(WrongUse, match="no side"):
        way.decided(state, "green")


def test_an_order_that_is_decided_late_leaves_no_side_out() -> None:
    way = course("tcs-4.01", turns(2))
    for phase in ("action.fired", "action.actions"):
        state = start(moment=Moment(1, phase, "red"), ticked=frozenset({"a"}))
        state = after(way.box, state, way.decided(state, "blue"))
        assert (state.moment, state.ticked) == (Moment(1, "action.fired", "blue"), frozenset())
        sides = [each.moment.side for each in walked(way, state) if each.moment.turn == 1 and each.moment.side]
        assert sides == ["blue"] * 6 + ["red"] * 6
    leaf = start(moment=Moment(1, "artillery.adjust", "red"))
    assert after(way.box, leaf, way.decided(leaf, "blue")).moment == Moment(1, "artillery.adjust", "blue")
    late = start(moment=Moment(1, "action.fired", "blue"))
    with pytest.raises(WrongUse, match="has acted already"):
        way.decided(late, "blue")
    assert way.decided(late, "red") == ()


def test_all_that_a_side_does_in_its_turn_is_played_as_one() -> None:
    tcs = course("tcs-4.01", turns(2))
    action = {id_ for id_, _ in ACTION}
    assert tcs.around(start(moment=Moment(1, "action.recovery", "red"))) & action == action
    assert tcs.around(start(moment=Moment(1, "clean_up.smoke_one"))) == {"clean_up.smoke_one"}
    assert "rally" in course("new-scs", turns(2)).around(start(moment=Moment(1, "ready", "red")))


def test_what_was_fought_counts_for_its_phase_or_for_its_activation() -> None:
    fought = tuple(Declared("red", ("r",), ("Box",), what) for what in ("attack", "bombardment", "overrun", "unknown"))
    way = course("new-scs", turns(2), {"activation.order": "chit_pull"})
    now = start(moment=Moment(1, "bombardment", "red"), fought=fought)

    def left(then: Moment) -> list[str]:
        state = after(way.box, now, way.edits_to(now, then))
        return [each.what for each in state.fought]

    assert way.declares(now) == ("bombardment",)
    assert left(replace(now.moment, phase="combat")) == ["bombardment"]
    assert left(now.moment) == [each.what for each in fought]
    for then in (Moment(1, "ready", "red", 2), Moment(1, "combat", "blue"), Moment(2, "bombardment", "red")):
        assert not left(then)
    # Where no phase is known all kinds of the series may be declared.
    assert way.declares(start()) == ("attack", "overrun", "bombardment", "support")


def test_no_round_of_a_turn_is_given_twice() -> None:
    way = course("new-scs", turns(2), {"activation.order": "chit_pull"})
    state = start()
    state = after(way.box, state, way.edits_to(state, way.at(state, 1)))
    passed = [Moment(), state.moment]
    for side, more in (("red", 3), ("blue", 2)):
        moment: Moment | None = way.again(state, side, f"{side} 1", passed)
        for _ in range(more):
            assert moment is not None
            state = after(way.box, state, way.edits_to(state, moment))
            passed.append(state.moment)
            moment = way.next(state)
    assert state.moment == Moment(1, "air", "blue", 2, "blue 1")
    # From the turn after it play goes back to the end of the activation that was left, by its name.
    later = replace(state, moment=Moment(2, "activation.draw"))
    assert way.previous(later, passed) == Moment(1, "rally", "blue", 2, "blue 1")
    # Whoever jumps back within the turn goes on counting.
    early = replace(state, moment=Moment(1, "ready", "red"))
    assert way.again(early, "red", "red 2", passed) == Moment(1, "ready", "red", 3, "red 2")
    assert way.at(state, 1, "combat") == Moment(1, "combat", "blue", 2, "blue 1") == way.at(state, 1, "combat", "blue")
    assert way.at(state, 1, "combat", "red") == Moment(1, "combat", "red")


@pytest.mark.parametrize(
    ("ruleset", "options", "draw", "begins"),
    [
        ("bcs-1.1", {"activation.order": "chits", "activation.three_chits": "on"}, "activation.draw", "activation.pick"),
        ("bcs-1.1", {"activation.order": "chits"}, "activation.chit", "activation.pick"),
        ("new-scs", {"activation.order": "chit_pull"}, "activation.draw", "ready"),
    ],
)
def test_the_activation_of_whose_chit_was_drawn_begins_behind_the_draw(
    ruleset: str, options: dict[str, str], draw: str, begins: str
) -> None:
    way = course(ruleset, turns(2), options)
    state = start()
    state = after(way.box, state, way.edits_to(state, way.at(state, 1, draw)))
    assert (state.moment.phase, state.moment.side) == (draw, "")
    first = way.again(state, "red", "red 1", [state.moment])
    assert (first.phase, first.side, first.of, first.round) == (begins, "red", "red 1", 1)
    state = after(way.box, state, way.edits_to(state, first))
    # The next one begins there as well, and who is not known yet is drawn for.
    assert way.again(state, "blue", "blue 1", [state.moment]) == Moment(1, begins, "blue", 2, "blue 1")
    assert way.again(state, passed=[state.moment]) == Moment(1, draw, "", 2)
    assert way.previous(state) == replace(first, phase=draw)


@pytest.mark.parametrize(
    ("who", "acting"), [("both", "rb"), ("each", "rb"), ("first", "r"), ("second", "b"), ("active", "b"), ("other", "r")]
)
def test_a_step_says_who_acts_in_it(who: str, acting: str) -> None:
    assert "".join(Step(Phase("a", "A", "1", who), side="b").acting(("r", "b"))) == acting


def test_each_side_acts_by_itself_in_a_phase_that_is_played_for_each() -> None:
    way = course("tcs-4.01", turns(1))
    found = {step.id + step.side: step.acting(("red", "blue")) for step in way.steps(1, ("red", "blue"))}
    assert found["artillery.placered"] == ("red",)
    assert found["artillery.placeblue"] == ("blue",)
    assert found["artillery.execute"] == ("red", "blue")


def test_a_step_says_what_it_lies_in_and_what_is_said_there() -> None:
    way = course("tcs-4.01", turns(1))
    placed = next(step for step in way.steps(1, ("red",)) if step.id == "artillery.sorties_place")
    assert placed.path == ("Aircraft & Artillery Phase", "Subphases, each by both sides", "Sorties")
    assert any("26.1g" in task.section for task in placed.notes)


# What turns bring ----------------------------------------------------------------------------------------------------------

OOB = Oob(
    sides=Items((Side("red", "Red"), Side("blue", "Blue"))),
    formations=Items((Formation("bn", "Battalion", "red"),)),
    counters=Items((Counter("r1", "red", formation="bn"), Counter("r2", "red", formation="bn"), Counter("b1", "blue"))),
)
BATTLE = Scenario(
    "A battle",
    turns=(
        Turn("06:00", light="night"),
        Turn("07:00", light="twilight", visibility=4, weather="fog"),
        Turn("08:00"),
    ),
    arrivals=(Arrival(("bn",), 2), Arrival(("b1",), 3), Arrival(("b1",), condition="the bridge falls")),
    allotments=(
        Allotment("red", "105 mm HE", 3),
        Allotment("red", "105 mm HE", 2, 2),
        Allotment("blue", "Sorties", 4, 2),
        Allotment("blue", "Sorties", 1, 3),
    ),
)


def test_a_turn_brings_its_light_its_points_and_its_reinforcements_with_it() -> None:
    way = course("tcs-4.01", BATTLE, oob=OOB)
    state = start(points=immutables.Map({("red", "105 mm HE"): 3}))
    one = after(way.box, state, way.edits_to(state, way.at(state, 1)))
    # A night without a visibility of its own has that of the options [26.1c].
    assert (one.light, one.visibility, one.moment.turn) == ("night", 2, 1)
    two = after(way.box, one, way.edits_to(one, way.at(one, 2)))
    assert (two.light, two.visibility, two.weather) == ("twilight", 4, "fog")
    assert (two.points["red", "105 mm HE"], two.points["blue", "Sorties"]) == (5, 4)
    assert two.deployment is not None and two.deployment.stack(ARRIVING) == ("r1", "r2")
    three = after(way.box, two, way.edits_to(two, way.at(two, 3)))
    # Ammunition lasts until it is fired, sorties for their turn.
    assert (three.points["red", "105 mm HE"], three.points["blue", "Sorties"]) == (5, 1)
    assert three.deployment is not None and three.deployment.stack(ARRIVING) == ("r1", "r2", "b1")
    assert (three.light, three.visibility) == ("day", None)


@pytest.mark.parametrize("allotted", [True, False])
def test_where_a_scenario_allots_no_air_points_for_a_turn_a_side_has_its_own(allotted: bool) -> None:
    sides = (Side("red", "Red", values=Values({"air.points": 3})), Side("blue", "Blue"))
    allotments = (Allotment("red", "air", 1, 2), Allotment("red", "air", 0, 3)) if allotted else ()
    battle = Scenario("Raids", turns=(Turn("1"), Turn("2"), Turn("3"), Turn("4")), allotments=allotments)
    way = course("new-scs", battle, oob=replace(OOB, sides=Items(sides)))
    state, left = start(), []
    for number in (1, 2, 3, 4):
        state = after(way.box, state, way.edits_to(state, way.at(state, number)))
        left.append(dict(state.points))
    word = "air" if allotted else "Air points"
    assert left == [{("red", word): count} for count in ((3, 1, 0, 3) if allotted else (3, 3, 3, 3))]


def test_what_was_rolled_for_an_hour_holds_until_the_scenario_foresees_something_else() -> None:
    battle = replace(BATTLE, turns=(Turn("06:00"), Turn("06:20"), Turn("06:40", visibility=9), Turn("07:00", visibility=9)))
    way = course("tcs-4.01", battle, oob=OOB)
    one = after(way.box, start(), way.edits_to(start(), way.at(start(), 1)))
    fog = replace(one, visibility=4)
    two = after(way.box, fog, way.edits_to(fog, way.at(fog, 2)))
    assert two.visibility == 4
    three = after(way.box, two, way.edits_to(two, way.at(two, 3)))
    assert three.visibility == 9


def test_no_edit_leads_back_over_the_beginning_of_a_turn() -> None:
    way = course("tcs-4.01", BATTLE, oob=OOB)
    state = start(moment=Moment(2, "command.review"))
    for moment in (way.at(state, 1), Moment()):
        with pytest.raises(WrongUse, match=r"Turn 2 has begun"):
            way.edits_to(state, moment)


def test_reinforcements_that_were_brought_in_stay_where_they_are() -> None:
    way = course("tcs-4.01", BATTLE, oob=OOB)
    state = start()
    entered = Deployment(immutables.Map({"r1": Piece(Hex(1, 1))}))
    early = GameState(scenario=FILE, deployment=entered, order=state.order, moment=Moment(1, "command.review"))
    two = after(way.box, early, way.edits_to(early, way.at(early, 2)))
    assert two.deployment is not None
    assert two.deployment.pieces["r1"].at == Hex(1, 1)
    assert two.deployment.stack(ARRIVING) == ("r2",)
    assert [each.condition for each in way.on_conditions()] == ["the bridge falls"]


def test_ticks_go_with_their_phase_and_what_is_declared_stays() -> None:
    way = course("scs-1.6", turns(2))
    state = start(moment=Moment(1, "combat", "red"), ticked=frozenset({"a"}))
    moment = way.next(state)
    assert moment == Moment(1, "exploitation", "red")
    assert after(way.box, state, way.edits_to(state, moment)).ticked == frozenset()


def test_a_scenario_without_turns_goes_on_for_ever() -> None:
    way = course("scs-1.6", Scenario("A battle"))
    state = start(moment=Moment(40, "turn_end"))
    moment = way.next(state)
    assert moment == Moment(41, "movement.reinforcements", "red")


def test_the_last_turn_ends_the_game() -> None:
    way = course("scs-1.6", turns(2))
    assert way.next(start(moment=Moment(2, "turn_end"))) is None


# Jumps ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "phase", "side", "said"),
    [
        (9, "", "", "There is no turn 9. Turns are numbered from 1 to 2."),
        (-1, "", "", "There is no turn -1"),
        (1, "combt", "", 'no phase "combt" under the options of this game. Did you mean "combat"?'),
        (1, "combat", "green", 'There is no side "green". Allowed: blue, red.'),
    ],
)
def test_a_jump_to_what_there_is_not_says_what_there_is(turn: int, phase: str, side: str, said: str) -> None:
    with pytest.raises(WrongUse) as caught:
        course("scs-1.6", turns(2)).at(start(), turn, phase, side)
    assert said in str(caught.value)


def test_a_jump_to_a_group_of_phases_is_one_to_its_first_step() -> None:
    way = course("scs-1.6", turns(2))
    assert way.at(start(), 2, "movement", "blue") == Moment(2, "movement.reinforcements", "blue")
    assert way.at(start(), 1) == Moment(1, "movement.reinforcements", "red")
    assert way.at(start(), 0) == Moment()


def test_a_scenario_that_the_box_does_not_have_is_named() -> None:
    box = course("scs-1.6", turns(1)).box
    with pytest.raises(WrongUse, match=r"There is no scenario .b\.scenario\.yaml."):
        Course.of(box, RULESETS["scs-1.6"], "b.scenario.yaml")


def test_a_phase_that_options_took_away_meanwhile_leads_to_the_next_one_of_its_turn() -> None:
    way = course("scs-1.6", turns(2))
    state = start(moment=Moment(1, "barrage", "red"))
    found = way.step(state)
    assert found is not None and found.id == "movement.reinforcements"


def test_going_to_a_turn_is_written_to_the_journal_and_read_back() -> None:
    way = course("tcs-4.01", BATTLE, oob=OOB)
    state = start(points=immutables.Map({("red", "105 mm HE"): 3}))
    edits = (*way.edits_to(state, way.at(state, 2, "action.fired", "red")), *way.decided(state, "blue"))
    entry = Entry(2, 1_700_000_000, "red", Did("Go on", edits))
    read = read_entry(entry_text(entry)).event
    assert isinstance(read, Did)
    assert after(way.box, state, read.edits) == after(way.box, state, edits)


@pytest.mark.parametrize("turn", [10**9, -(10**9)])
def test_a_turn_that_somebody_else_made_up_is_gone_back_from_at_once(turn: int) -> None:
    way = course("tcs-4.01", BATTLE, oob=OOB)
    state = start(moment=Moment(turn, "no.such.phase", "green", -3, "x" * 1000))
    if turn > 0:
        with pytest.raises(WrongUse, match="has begun"):
            way.edits_to(state, way.at(state, 1))
    else:
        assert after(way.box, state, way.edits_to(state, way.at(state, 1))).moment == Moment(1, "command.review")
    assert way.step(state) is None or way.previous(state) is not None


@pytest.mark.parametrize(("turn", "counts_on"), [("player_turn", False), ("game_turn", True)])
def test_an_attempt_at_supply_from_elsewhere_counts_for_the_turn_of_a_side_or_the_game_turn(turn: str, counts_on: bool) -> None:
    played = course("vcs", Scenario("Two", turns=(Turn("1"), Turn("2"))), options={"supply.attempts": turn})
    tried = Declared("red", ("a",), (Hex(1, 1),), AIR_SUPPLY)
    state = GameState(order=("red", "blue"), deployment=Deployment())

    def at(state: GameState, phase: str, side: str, turn: int = 1) -> GameState:
        for edit in played.edits_to(state, played.at(state, turn, phase, side)):
            state = edit.apply(Work(played.box, state)).state
        return state

    state = replace(at(state, "supply.judge", "red"), fought=(tried,))
    later = at(state, "engineering", "red")
    assert later.fought == (tried,)
    assert bool(at(later, "supply.judge", "blue").fought) == counts_on
    assert not at(state, "supply.judge", "red", 2).fought
