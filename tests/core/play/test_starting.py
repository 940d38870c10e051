from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.scenario import Allotment, Scenario
from core.play.events import Entry
from core.play.starting import beginning, fighting
from core.play.table import begun
from core.rules.kernel.play_rules import PlayRules, PointKind

DIGESTS = {"of_box": b"box", "of_rules": b"rules", "program": "0"}


@pytest.fixture(scope="module")
def river() -> GameBox:
    box = load_box(Path(scenarios_folder() / "sable-river")).box
    assert box is not None
    return box


def test_a_session_begins_with_the_scenario_and_the_names_of_all(river: GameBox) -> None:
    file = next(iter(river.scenarios))
    sides = [side.id for side in river.oob.sides]
    began = beginning(river, (), file, "hot_seat", {sides[0]: " Ann "}, **DIGESTS)  # type: ignore[arg-type]
    assert [(player.side, player.name) for player in began.players] == [(sides[0], "Ann"), (sides[1], "")]
    assert set(began.units) == {counter.id for counter in river.oob.counters}
    table = begun(Entry(1, 0, "", began))
    assert table.state.deployment == river.scenarios[file].start
    again = beginning(river, (), file, "hot_seat", {}, **DIGESTS)  # type: ignore[arg-type]
    assert began.session != again.session


def test_an_unknown_scenario_is_refused_with_the_nearest(river: GameBox) -> None:
    file = next(iter(river.scenarios))
    with pytest.raises(WrongUse, match=f'Did you mean "{file}"'):
        beginning(river, (), file.replace("s", "z", 1), "hot_seat", {}, **DIGESTS)  # type: ignore[arg-type]


def test_a_side_that_only_owns_chits_does_not_fight() -> None:
    box = load_box(Path(scenarios_folder() / "cape-lorne")).box
    assert box is not None
    file, scenario = next(iter(box.scenarios.items()))
    assert [side.id for side in box.oob.sides] == ["alliance", "korrin", "cups"]
    assert [side.id for side in fighting(box, scenario)] == ["alliance", "korrin"]
    began = beginning(box, (), file, "mail", {}, **DIGESTS)  # type: ignore[arg-type]
    assert [player.side for player in began.players] == ["alliance", "korrin"]
    assert len(fighting(box, Scenario("Nothing is placed yet"))) == 3


def test_one_side_alone_plays_no_session() -> None:
    box = GameBox("Box", "", (), scenarios={"a": Scenario("A")})
    with pytest.raises(WrongUse, match="two sides"):
        beginning(box, (), "a", "solitaire", {}, **DIGESTS)  # type: ignore[arg-type]


def test_the_first_entry_names_the_points_that_are_secret(river: GameBox) -> None:
    file, scenario = next(iter(river.scenarios.items()))
    side = river.oob.sides[0].id
    allotments = (Allotment(side, "105 mm HE", 12), Allotment(side, "Victory", 3))
    box = replace(river, scenarios={file: replace(scenario, allotments=allotments)})
    he = PointKind("he", "HE", "18.2", "fires", secret=True, words=("high explosive",))
    play = PlayRules(points={"he": he, "victory": PointKind("victory", "Victory", "1", "points")})
    for kind in ("hot_seat", "mail"):
        began = beginning(box, (), file, kind, {}, **DIGESTS, play=play)  # type: ignore[arg-type]
        assert began.binding == play.stacks.binding
        assert began.secret == ("105 mm he", "he", "high explosive")
        state = begun(Entry(1, 0, "", began)).state
        assert (side, "Victory") in state.points
        assert ((side, "105 mm HE") in state.points) is (kind == "hot_seat")
        # What a turn brings of them comes to nobody in the open, either.
        assert [each.what for each in began.in_the_open.allotments][-1] == "Victory"
        assert len(began.in_the_open.allotments) == (2 if kind == "hot_seat" else 1)


@pytest.mark.parametrize(
    ("ruleset", "cups"), [("vcs", {"red", "blue"}), ("bcs-1.1", set()), ("new-scs", set()), ("scs-1.6", set())]
)
def test_the_first_entry_names_the_cups_that_are_drawn_from_in_combat(river: GameBox, ruleset: str, cups: set[str]) -> None:
    play = load_ruleset(ruleset).play
    began = beginning(river, (), next(iter(river.scenarios)), "hot_seat", {}, **DIGESTS, play=play)  # type: ignore[arg-type]
    assert dict(began.combat_cups) == dict.fromkeys(cups, "9.1")


def test_the_first_entry_names_the_cup_from_which_each_unit_draws_by_what_it_prints(river: GameBox) -> None:
    play, counters = load_ruleset("vcs").play, tuple(river.oob.counters)
    printed = {counters[0].id: "Red", counters[1].id: "blue", counters[2].id: "none"}
    changed = {
        key: replace(each, values={**each.values, "strength.class": printed[each.id]})
        for key, each in river.oob.counters.keyed()
        if each.id in printed
    }
    box = replace(river, oob=replace(river.oob, counters=river.oob.counters.with_changes(changed)))
    file = next(iter(river.scenarios))
    began = beginning(box, (), file, "hot_seat", {}, **DIGESTS, play=play)  # type: ignore[arg-type]
    assert dict(began.drawing) == {counters[0].id: "red", counters[1].id: "blue"}
    assert dict(beginning(river, (), file, "hot_seat", {}, **DIGESTS, play=play).drawing) == {}  # type: ignore[arg-type]


def test_a_session_that_allots_beyond_all_numbers_never_begins(river: GameBox) -> None:
    file, scenario = next(iter(river.scenarios.items()))
    allotments = (Allotment(river.oob.sides[0].id, "Victory", 2**53 - 1),) * 2
    box = replace(river, scenarios={file: replace(scenario, allotments=allotments)})
    with pytest.raises(WrongUse, match="of Victory before the start"):
        beginning(box, (), file, "hot_seat", {}, **DIGESTS)  # type: ignore[arg-type]
