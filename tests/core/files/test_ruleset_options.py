"""The switches, readings, roundings, sequences of play and counter values of every ruleset that ships: all there, and sound."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import yaml

import core.rules
from core.files.canonical import game_text
from core.files.resources import resources_folder, rulesets_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.files.strict_yaml import parse_document
from core.model.new_map import NewMap
from core.rules.kernel.rounding import Rounding
from core.rules.kernel.ruleset import KINDS, Option
from core.rules.kernel.sequence import WHO, Phase

RULESETS = {id_: load_ruleset(id_) for id_ in ruleset_ids()}
SWITCHES = {"tcs-4.01": 49, "scs-1.6": 12, "new-scs": 9, "bcs-1.1": 12, "vcs": 16}
READINGS = {"tcs-4.01": 15, "scs-1.6": 5, "new-scs": 11, "bcs-1.1": 7, "vcs": 11}
OVERRIDES = {"tcs-4.01": 7, "scs-1.6": 1, "new-scs": 1, "bcs-1.1": 0, "vcs": 2}
"""What the texts themselves mention, counted by hand."""

OURS = {
    "tcs-4.01": {
        *("alternates.trying", "preliminary.added", "range_zero.mixed"),
        *("syr.cover", "syr.first_hex", "syr.rear", "syr.straight"),
    },
    "scs-1.6": {"odds.beyond_table", "overrun.target_cost", "retreat.map_edge", "zones.fixed_units"},
    "new-scs": {"advance.eliminated", "armour.factors", "retreat.map_edge", "supply.movement"},
    "bcs-1.1": {"formations.arriving", "traffic.alone"},
    "vcs": {
        *("advance.eliminated", "air_sea.whose", "attack.several_hexes", "isolation.movement", "lines.level"),
        *("entry.first_hex", "support.marked", "supply.attempts"),
        "works.first_phase",
    },
}
"""Readings that are ours, of places that the list of those texts does not count."""

TWO_IN_ONE = {"tcs-4.01": 1}
"""The method of finding heights covers two switches: the simple one, and the contour heads with their parts."""

APART = {
    "tcs-4.01": [("setup.overstacked", "setup.strength", "setup.losses"), ("reinforcements.allowance", "reinforcements.late")],
    "scs-1.6": [("zones.barrage_units", "barrage.step"), ("stacking.measure", "stacking.limit")],
    "bcs-1.1": [("recon.screen_radius", "recon.types"), ("activation.three_chits", "activation.order")],
}
"""Switches of the texts that are several options here."""

OF_THE_GROUND = ("los.", "elevation.", "heads.", "crossfire.")
"""Readings that are ours, of how a printed map is measured."""

ASKED = re.compile(r'choices(?:\.get\(|\[)"([^"]+)"[^\])]*[\])](?: [=!]= "([^"]+)")?')
"""How code reads an option, and the choice that it compares it with."""

ID = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*(\.[a-z0-9]+(_[a-z0-9]+)*)*")
SENTENCE = re.compile(r"[A-Z0-9][^\n]*[^.]\.")
TITLE = re.compile(r"\S([^\n]*[^.\s])?")


def _phases(id_: str) -> Iterator[Phase]:
    for top in RULESETS[id_].sequence:
        for _, phase in top.walk():
            yield phase


def _held(id_: str, file: str) -> dict[str, object]:
    ruleset = RULESETS[id_]
    path = rulesets_folder() / ruleset.series / ruleset.edition / file
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    held: dict[str, object] = document["readings" if file == "ruleset.yaml" else "options"]
    return held


OPTIONS = [pytest.param(id_, option, id=f"{id_} {option.id}") for id_ in RULESETS for option in RULESETS[id_].options.values()]


@pytest.mark.parametrize("id_", RULESETS)
def test_every_switch_of_the_texts_is_an_option(id_: str) -> None:
    switches = [option for option in RULESETS[id_].options.values() if option.kind != "reading"]
    groups = APART.get(id_, [])
    assert all(part in RULESETS[id_].options for group in groups for part in group)
    assert len(switches) - sum(len(group) - 1 for group in groups) + TWO_IN_ONE.get(id_, 0) == SWITCHES[id_]


@pytest.mark.parametrize("id_", RULESETS)
def test_every_place_where_the_texts_leave_a_choice_is_a_reading(id_: str) -> None:
    readings = [option.id for option in RULESETS[id_].options.values() if option.kind == "reading"]
    ours = OURS.get(id_, set())
    assert ours <= set(readings)
    assert len([each for each in readings if not each.startswith(OF_THE_GROUND) and each not in ours]) == READINGS[id_]
    assert set(_held(id_, "ruleset.yaml")) == set(readings)


def test_together_they_are_those_that_the_texts_have() -> None:
    assert set(SWITCHES) == set(READINGS) == set(OVERRIDES) == set(RULESETS)
    assert (sum(SWITCHES.values()), sum(READINGS.values())) == (98, 49)


@pytest.mark.parametrize("id_", RULESETS)
def test_no_id_is_both_a_switch_and_a_reading(id_: str) -> None:
    assert not set(_held(id_, "options.yaml")) & set(_held(id_, "ruleset.yaml"))


@pytest.mark.parametrize("id_", RULESETS)
def test_the_manual_lists_every_reading_with_its_rule_and_choices(id_: str) -> None:
    page = (resources_folder() / "manual" / "readings.md").read_text(encoding="utf-8")
    for option in RULESETS[id_].options.values():
        if option.kind == "reading":
            assert f"| `{option.id}` | {option.section} | {', '.join(f'`{value}`' for value in option.values)}: " in page


@pytest.mark.parametrize(("id_", "option"), OPTIONS)
def test_an_option_has_its_rule_its_words_and_a_preset_that_can_be_chosen(id_: str, option: Option) -> None:
    assert ID.fullmatch(option.id)
    assert option.kind in KINDS
    assert option.section
    assert TITLE.fullmatch(option.title)
    assert not option.about or SENTENCE.fullmatch(option.about)
    assert all(TITLE.fullmatch(value) and SENTENCE.fullmatch(said) for value, said in option.values.items())
    assert option.refusal(option.preset) == ""
    if option.kind == "reading":
        assert option.values, "a reading has named choices"
        assert next(iter(option.values)) == option.preset
    if option.values:
        assert option.preset in option.values
        assert (option.least, option.most, option.unit) == (None, None, "")
    elif option.least is not None:
        assert option.unit
        assert option.most is not None
        assert option.least < option.most


@pytest.mark.parametrize(("id_", "option"), OPTIONS)
def test_an_option_says_in_a_sentence_what_it_is_or_what_each_choice_does(id_: str, option: Option) -> None:
    assert option.values or option.about
    assert option.called.keys() <= option.values.keys()
    assert len({option.name_of(value) for value in option.values}) == len(option.values)


def test_the_ways_to_find_heights_are_an_optional_rule_and_called_by_their_rules() -> None:
    method = RULESETS["tcs-4.01"].options["los.method"]
    assert method.kind == "optional"
    rules = {value: re.findall(r"8[.][0-9][a-c]?", method.name_of(value)) for value in method.values}
    assert rules == {
        "standard": ["8.2"],
        "simplified": ["8.4"],
        "heads_a": ["8.5a"],
        "heads_ab": ["8.5a", "8.5b"],
        "heads_ac": ["8.5a", "8.5c"],
        "heads_abc": ["8.5a", "8.5b", "8.5c"],
    }
    assert not any("_" in text for text in (method.about, *method.values.values())), "no choice is called by its id"


@pytest.mark.parametrize(("id_", "option"), OPTIONS)
def test_what_an_option_excludes_is_there_and_excludes_it_in_turn(id_: str, option: Option) -> None:
    options = RULESETS[id_].options
    for value, others in option.excludes.items():
        assert value in option.values
        for other in others:
            name, _, choice = other.partition("=")
            assert name != option.id
            assert choice in options[name].values
            assert f"{option.id}={value}" in options[name].excludes[choice]
            assert RULESETS[id_].clashes({option.id: value, name: choice}) == (tuple(sorted((f"{option.id}={value}", other))),)


@pytest.mark.parametrize(("id_", "option"), OPTIONS)
def test_every_choice_is_kept_in_the_file_of_a_box(id_: str, option: Option) -> None:
    box = NewMap("Nowhere", ruleset=id_, columns=1, rows=1).box()
    for choice in (*option.values, option.preset or 'Blue: 3, "Red" # 5'):
        chosen = box.with_head(replace(box.head, options={option.id: choice}))
        document = parse_document(game_text(chosen), "game.yaml")
        assert document.value["options"] == {option.id: choice}
        assert yaml.safe_load(game_text(chosen))["options"] == {option.id: choice}


@pytest.mark.parametrize("id_", RULESETS)
def test_presets_do_not_clash(id_: str) -> None:
    assert RULESETS[id_].clashes({}) == ()


@pytest.mark.parametrize("id_", RULESETS)
def test_code_asks_only_for_options_and_choices_that_there_are(id_: str) -> None:
    ruleset = RULESETS[id_]
    for path in Path(core.rules.__file__).parent.glob(f"{ruleset.series.replace('-', '_')}/*.py"):
        for name, choice in ASKED.findall(path.read_text(encoding="utf-8")):
            assert name in ruleset.options, path.name
            assert not choice or choice in ruleset.options[name].values, path.name


@pytest.mark.parametrize("id_", RULESETS)
def test_every_case_of_rounding_says_how_and_by_which_rule(id_: str) -> None:
    rounding = RULESETS[id_].rounding
    assert "general" in rounding
    assert len(rounding) - 1 == OVERRIDES[id_]
    for name, each in rounding.items():
        assert ID.fullmatch(name)
        assert each.section
        assert TITLE.fullmatch(each.title)
        assert each.how is not Rounding.FOR_DEFENDER or name == "odds"


@pytest.mark.parametrize("id_", RULESETS)
def test_a_sequence_of_play_names_each_phase_once_with_its_rule(id_: str) -> None:
    phases = list(_phases(id_))
    assert len({phase.id for phase in phases}) == len(phases) > 5
    for phase in phases:
        assert ID.fullmatch(phase.id)
        assert TITLE.fullmatch(phase.title)
        assert phase.section
        assert phase.who in WHO
        assert not phase.repeats or TITLE.fullmatch(phase.repeats)
        assert all(task.section and SENTENCE.fullmatch(task.text) for task in phase.tasks)


@pytest.mark.parametrize("id_", RULESETS)
def test_a_phase_needs_only_options_and_choices_that_there_are(id_: str) -> None:
    for phase in _phases(id_):
        for name, choice in (each for way in phase.conditions for each in way):
            assert choice in RULESETS[id_].options[name].values, phase.id


def test_each_way_to_order_the_artillery_phase_leaves_one_set_of_subphases() -> None:
    needs = [phase.needs for phase in _phases("tcs-4.01") if phase.needs.startswith("artillery.order=")]
    assert sorted(needs) == [
        f"artillery.order={value}" for value in sorted(RULESETS["tcs-4.01"].options["artillery.order"].values)
    ]


@pytest.mark.parametrize("id_", RULESETS)
def test_counter_values_have_a_rule_a_unit_and_pieces_that_carry_them(id_: str) -> None:
    values = {value.id: value for value in RULESETS[id_].values}
    pieces = dict(values["piece.kind"].choices)
    assert values["piece.kind"].required
    for value in values.values():
        assert ID.fullmatch(value.id)
        assert TITLE.fullmatch(value.title)
        assert SENTENCE.fullmatch(value.about)
        assert value.section
        assert value.unit
        assert set(value.of) <= set(pieces)
        assert bool(value.choices) == (value.type == "choice")
        assert all(TITLE.fullmatch(choice) and SENTENCE.fullmatch(said) for choice, said in value.choices)
        counted = value.type in ("whole", "number")
        assert counted == (value.least is not None) == (value.most is not None)
        assert value.least is None or value.most is None or value.least < value.most


@pytest.mark.parametrize("id_", RULESETS)
def test_values_of_formations_and_sides_have_a_rule_a_unit_and_sound_limits(id_: str) -> None:
    ruleset = RULESETS[id_]
    for value in (*ruleset.formation_values, *ruleset.side_values):
        assert ID.fullmatch(value.id)
        assert TITLE.fullmatch(value.title)
        assert SENTENCE.fullmatch(value.about)
        assert value.section
        assert value.unit
        assert bool(value.choices) == (value.type == "choice")
        assert all(SENTENCE.fullmatch(said) for _, said in value.choices)
        assert (value.type in ("whole", "number")) == (value.least is not None and value.most is not None)
        assert not (value.required or value.of or value.total or value.role)


@pytest.mark.parametrize("id_", RULESETS)
def test_what_is_added_up_is_a_number_and_by_step_only_of_kinds_that_carry_it(id_: str) -> None:
    for value in RULESETS[id_].values:
        assert not value.total or value.type in ("whole", "number")
        assert set(value.by_step) <= set(value.of)
        assert not value.by_step or value.total


def test_numbers_that_a_game_decides_are_refused_outside_their_limits() -> None:
    night = RULESETS["tcs-4.01"].options["night.visibility"]
    assert (night.preset, night.refusal("4"), night.least) == ("2", "", Fraction(0))
    assert night.refusal("-1") == '"night.visibility" must be a number from 0 to 100 hexes, not "-1".'
    assert "two" in night.refusal("two")


def test_what_is_counted_is_a_whole_number() -> None:
    limit = RULESETS["scs-1.6"].options["stacking.limit"]
    assert limit.refusal("3.5") == (
        '"stacking.limit" must be a whole number from 1 to 99 units, steps or points in a hex, not "3.5".'
    )
    assert [limit.refusal(text) for text in ("3", "03", "6/2")] == ["", "", ""]


def test_a_game_that_has_not_said_a_number_yet_may_leave_it_open() -> None:
    limit = RULESETS["scs-1.6"].options["stacking.limit"]
    assert (limit.preset, limit.refusal(""), limit.refusal("4")) == ("", "", "")
    assert limit.refusal("0")
