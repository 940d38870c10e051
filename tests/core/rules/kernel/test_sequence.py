"""The sequence of play as an answer: options leave phases out, and with a phase all that is in it."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.answers import as_json
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.chart_detail import PhaseRow
from core.rules.kernel.sequence import Phase


def rows(ruleset: str, options: Mapping[str, str]) -> dict[str, PhaseRow]:
    box = NewMap("Nowhere", ruleset=ruleset, columns=1, rows=1).box()
    game = Game.of(box.with_head(replace(box.head, options=options)), load_ruleset(ruleset))
    ruling = ask("sequence", game)
    assert ruling.value == sum(not row.left_out for row in ruling.detail)
    return {row.id: row for row in ruling.detail}


def kept(ruleset: str, **options: str) -> set[str]:
    chosen = {name.replace("__", "."): value for name, value in options.items()}
    return {id_ for id_, row in rows(ruleset, chosen).items() if not row.left_out}


def test_without_the_command_rules_morale_alone_is_left_of_the_command_phase() -> None:
    assert {id_ for id_ in kept("tcs-4.01", command__play="without") if id_.startswith("command")} == {
        "command",
        "command.morale",
    }
    assert len({id_ for id_ in kept("tcs-4.01") if id_.startswith("command")}) == 8


@pytest.mark.parametrize(("order", "there", "gone"), [("by_subphase", "common", "own_"), ("by_player", "own_", "common")])
def test_what_is_in_a_phase_left_out_is_left_out_too(order: str, there: str, gone: str) -> None:
    found = kept("tcs-4.01", artillery__order=order, artillery__pre_plotted="plotted", sorties__table="rolled")
    assert any(there in id_ for id_ in found)
    assert not any(gone in id_ for id_ in found)
    assert ("artillery.sorties_number" in found) == (order == "by_subphase")


@pytest.mark.parametrize(
    ("ruleset", "options", "phase"),
    [
        ("tcs-4.01", {"weather__table": "hourly"}, "command.weather"),
        ("scs-1.6", {"barrage__step": "before_combat"}, "barrage"),
        ("new-scs", {"activation__order": "chit_pull"}, "activation.draw"),
        ("bcs-1.1", {"activation__three_chits": "on"}, "activation.draw"),
        ("vcs", {"isolation__surrender": "on"}, "supply.surrender"),
    ],
)
def test_an_option_brings_its_phase(ruleset: str, options: dict[str, str], phase: str) -> None:
    assert kept(ruleset, **options) - kept(ruleset) == {phase}


def test_orders_move_fatigue_recovery_from_the_activation_to_the_assignment_phase() -> None:
    before, after = kept("bcs-1.1"), kept("bcs-1.1", orders__written="on")
    assert before - after == {"activation.recovery", "activation.prepared"}
    assert after - before == {"assignment.orders", "assignment.prepared", "assignment.recovery"}


@pytest.mark.parametrize("timing", ["assignment", "activation"])
@pytest.mark.parametrize("planned", ["off", "on"])
@pytest.mark.parametrize("orders", ["off", "on"])
def test_fatigue_is_recovered_in_one_phase_only_as_orders_and_the_reading_say(orders: str, planned: str, timing: str) -> None:
    found = kept("bcs-1.1", orders__written=orders, fatigue__planned=planned, recovery__timing=timing)
    marked = orders == "on" and not (planned == "on" and timing == "activation")
    recovery = {"assignment.recovery", "activation.recovery"}
    assert found & recovery == {"assignment.recovery" if marked else "activation.recovery"}


def test_tigers_roll_in_the_activation_or_with_the_weather() -> None:
    tigers = {"weather.tigers", "activation.tigers"}
    assert kept("bcs-1.1") & tigers == {"activation.tigers"}
    assert kept("bcs-1.1", package__rod_miller="on") & tigers == {"weather.tigers"}


def test_a_phase_may_need_several_options_or_one_of_several() -> None:
    phase = Phase("a", "A", "1", needs="x=on and y=off or z=on")
    choices = [{"x": x, "y": y, "z": z} for x in ("on", "off") for y in ("on", "off") for z in ("on", "off")]
    assert all(phase.exists(each) == ((each["x"], each["y"]) == ("on", "off") or each["z"] == "on") for each in choices)
    assert Phase("a", "A", "1").exists({})


def test_the_depth_of_a_row_is_that_of_its_phase_in_the_tree() -> None:
    found = rows("tcs-4.01", {})
    assert [found[id_].depth for id_ in ("artillery", "artillery.common", "artillery.sorties", "artillery.sorties_place")] == [
        0,
        1,
        2,
        3,
    ]


def test_the_json_says_what_each_phase_wants_done() -> None:
    game = Game.of(NewMap("Nowhere", ruleset="scs-1.6", columns=1, rows=1).box(), load_ruleset("scs-1.6"))
    phases = {phase["id"]: phase for phase in as_json(ask("sequence", game), game.box)["phases"]}
    assert phases["exploitation"]["tasks"][0] == {
        "section": "11.0b",
        "text": "Units in an enemy zone at the start of the phase stay there.",
    }
    assert (phases["exploitation"]["who"], phases["exploitation"]["left_out"]) == ("active", False)


@pytest.mark.parametrize(
    ("ruleset", "options", "told"),
    [
        ("tcs-4.01", {}, "(by player) it would be: Six subphases of one side, then of the other."),
        ("tcs-4.01", {"artillery.order": "by_player"}, "(by subphase) it would be: Subphases, each by both sides."),
        ("bcs-1.1", {}, None),
        ("scs-1.6", {}, None),
    ],
)
def test_a_sequence_says_which_reading_it_rests_on(ruleset: str, options: dict[str, str], told: str | None) -> None:
    box = NewMap("Nowhere", ruleset=ruleset, columns=1, rows=1).box()
    ruling = ask("sequence", Game.of(box.with_head(replace(box.head, options=options)), load_ruleset(ruleset)))
    found = [reason.template.format(**reason.values) for reason in ruling.reasons if "Decided" in reason.template]
    assert len(found) == (told is not None)
    assert all(text.endswith(told or "") for text in found)


def test_a_reading_is_named_in_the_sequence_only_under_the_options_that_make_it_matter() -> None:
    box = NewMap("Nowhere", ruleset="bcs-1.1", columns=1, rows=1).box()
    both = box.with_head(replace(box.head, options={"orders.written": "on", "fatigue.planned": "on"}))
    ruling = ask("sequence", Game.of(both, load_ruleset("bcs-1.1")))
    assert [reason.values["reading"] for reason in ruling.reasons if "reading" in reason.values] == ["recovery.timing"]
