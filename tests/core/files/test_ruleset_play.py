"""Sequences of play and rules of play in their files: what they hold, and that a wrong one is refused with its place."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from core.files.resources import rulesets_folder
from core.files.ruleset_files import BrokenRuleset, load_ruleset, ruleset_ids
from core.model.box import GameBox
from core.model.charts import Axis, Chart
from core.questions.catalogue import QUESTIONS
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.dice import DICE
from core.rules.kernel.play_rules import CHITS, LASTS, SEEN, UNTIL, CupRule
from core.rules.kernel.sequence import CYCLES, ORDERS, WHEN, WHO, WHOSE
from core.rules.registry import SYSTEMS

ALL = {id_: load_ruleset(id_) for id_ in ruleset_ids()}
VCS = Path("vcs")
DECLARED = """declared:
  attack: {lasts: activation, title: Attack, section: "10.0"}
  support: {title: Support of the defenders, section: "10.5"}
"""


def broken(folder: Path, file: str, old: str, new: str) -> list[str]:
    """What is said of a ruleset of VCS in which a file says something else."""
    home = folder / VCS
    shutil.copytree(rulesets_folder() / VCS, home)
    text = (home / file).read_text(encoding="utf-8")
    assert old in text
    (home / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BrokenRuleset) as caught:
        load_ruleset("vcs", folder)
    return str(caught.value).split("\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("sequence.yaml", "cycle: sides", "cycle: side", '"cycle" cannot be "side". Did you mean "sides"?'),
        ("sequence.yaml", "dice: d6,", "dice: d8,", '"dice" cannot be "d8". Allowed: 11..66, 2d6, 3d6, d6.'),
        (
            "sequence.yaml",
            "markers: [reserve]",
            "markers: [resreve]",
            'There is no marker "resreve". Did you mean "reserve"?',
        ),
        ("sequence.yaml", "of: active}", "of: activ}", '"of" cannot be "activ". Did you mean "active"?'),
        ("sequence.yaml", "needs: weather.tables=rolled", "needs: weather.table=rolled", 'There is no option "weather.table".'),
        ("sequence.yaml", "opens: weather}", "opens: weather, needs: weather.table=on}", 'There is no option "weather.table".'),
        ("sequence.yaml", "=rolled", "=rolls", '"weather.tables" cannot be "rolls". Did you mean "rolled"?'),
        ("sequence.yaml", "id: engineering", "id: combat", 'There are two phases "combat".'),
        (
            "sequence.yaml",
            "  cycle: sides\n",
            "",
            'is done by one side, and nothing around it is repeated: it needs "cycle: sides".',
        ),
        (
            "sequence.yaml",
            "    title: Replacement Phase\n",
            "    title: Replacement Phase\n    cycle: sides\n",
            '"replacements" lies in "player_turn", which is repeated already; only one of them can be.',
        ),
        (
            "sequence.yaml",
            "cycle: sides",
            "cycle: sides\n  once_each: x=y",
            'Only "cycle: activation" can be once for each side',
        ),
        ("sequence.yaml", "opens: supply.air", "open: supply.air", 'A task has no key "open". Did you mean "opens"?'),
        (
            *("sequence.yaml", "declares: [attack, support]", "declares: [atack]"),
            'Nothing of the kind "atack" is declared by play.yaml. Did you mean "attack"?',
        ),
        (
            *("play.yaml", 'section: "10.5"}', 'section: "10.5", lasts: phases}'),
            '"lasts" cannot be "phases". Did you mean "phase"?',
        ),
        (
            *("play.yaml", 'section: "10.0"}', 'section: "10.0", prints: strength.clas}'),
            'Counters print no value "strength.clas". Did you mean "strength.class"?',
        ),
        ("play.yaml", "seen: top", "seen: topp", '"seen" cannot be "topp". Did you mean "top"?'),
        ("play.yaml", "until: resolved", "until: resolve", '"until" cannot be "resolve". Did you mean "resolved"?'),
        ("play.yaml", "lasts: turn", "lasts: turns", '"lasts" cannot be "turns". Did you mean "turn"?'),
        ("play.yaml", "chart: vcs.chits", "chart: vcs.chit", 'There is no chart "vcs.chit". Did you mean "vcs.chits"?'),
        ("play.yaml", "column: class", "column: clas", 'The chart "vcs.chits" has no column "clas". Did you mean "class"?'),
        ("play.yaml", "    count: chits\n", "", 'The chart "vcs.chits" has no column "".'),
        (
            *("play.yaml", '    steps: {value: 2, unit: steps that a chit stands for, source: "VCS 9.2, 10.8"}\n', ""),
            'Say with "steps" after how many lost steps a chit goes back.',
        ),
        ("play.yaml", "steps: {value: 2,", "steps: {value: 1.5,", "A chit stands for a whole number of steps from 1, not 3/2."),
        ("play.yaml", "of: chart", "of: formations", 'A cup has a "chart" just where its chits are those "of: chart".'),
        (
            "play.yaml",
            "prints: strength.class",
            "prints: strength.clas",
            'Counters print no value "strength.clas". Did you mean "strength.class"?',
        ),
        (
            "play.yaml",
            "    changes:\n",
            "    free: [words]\n    grows: [units, words]\n    changes:\n",
            '"words" is free, and may change in every way; leave it out here.',
        ),
        (
            "play.yaml",
            "    changes:\n",
            "    grows: [units]\n    follows: [words, units]\n    changes:\n",
            '"units" grows by itself; leave it out here.',
        ),
        (
            *("play.yaml", "supply.attempts=game_turn", "supply.attempts=game"),
            '"supply.attempts" cannot be "game". Allowed: game_turn, player_turn.',
        ),
        (
            *("play.yaml", DECLARED, ""),
            "Nothing is declared by this file, and so no declaration opens questions; leave it out.",
        ),
        (
            *("play.yaml", "stacks:\n", 'conditions: {odd: {title: Odd, section: "1"}}\nstacks:\n'),
            'A condition has "words", or is "counted: true".',
        ),
        ("play.yaml", "stacks:\n", "stack:\n", 'This file of rules of play has no "stacks".'),
    ],
)
def test_a_wrong_file_of_play_is_refused_with_its_place_and_what_is_allowed(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    found = broken(tmp_path, file, old, new)
    assert any(line.startswith(f"{file}:") and said in line for line in found), found


@pytest.mark.parametrize("id_", ALL)
def test_every_series_says_what_is_seen_of_its_stacks_with_its_section(id_: str) -> None:
    play = ALL[id_].play
    assert play.stacks.section and play.stacks.about.endswith(".")
    assert play.stacks.seen in SEEN and play.stacks.until in UNTIL
    for secret in play.secrets.values():
        assert secret.section and secret.about.endswith(".")
        assert all(section and text.endswith(".") for section, text in secret.changes)
    assert all(kind.section and kind.unit and kind.lasts in LASTS for kind in play.points.values())
    assert all(cup.section and cup.of in CHITS for cup in play.cups.values())


@pytest.mark.parametrize("id_", ALL)
def test_every_phase_uses_words_that_there_are(id_: str) -> None:
    for top in ALL[id_].sequence:
        for _, phase in top.walk():
            assert phase.who in WHO and phase.cycle in CYCLES and phase.order in ORDERS and phase.when in WHEN
            assert all(roll.dice in DICE and roll.who in WHO and roll.what for roll in phase.rolls)
            assert all(each.of in WHOSE and each.section and each.markers for each in phase.removes)


def test_tcs_hides_what_1_5_lists_and_leaves_stacks_open() -> None:
    play = ALL["tcs-4.01"].play
    assert play.stacks.seen == "open"
    assert set(play.secrets) == {
        *("op_sheet", "task_organisation", "rally_point", "plan", "battalion_morale", "artillery", "ammunition"),
    }
    assert all("1.5" in secret.section for secret in play.secrets.values())
    without = ALL["tcs-4.01"].choices({"command.play": "without"})
    assert {each.id for each in play.secrets_in(without)} == {"battalion_morale", "artillery", "ammunition"}
    # What may be changed of an op sheet after it was drawn [6.5a]: alternates, reserves, added units.
    changes = " ".join(section for section, _ in play.secrets["op_sheet"].changes)
    assert all(section in changes for section in ("6.14c", "6.14b", "6.13c", "6.13d"))
    # The graphic is neither free nor does it grow by itself: it gets the part of units that are added or sent in.
    sheet = play.secrets["op_sheet"]
    assert not sheet.free and set(sheet.grows) == {"units", "added", "committed"} and "measures" in sheet.follows


def test_scs_shows_the_top_counter_until_an_attack_is_declared_for_good() -> None:
    stacks = ALL["scs-1.6"].play.stacks
    assert (stacks.seen, stacks.until, stacks.binding, stacks.section) == ("top", "declared", True, "Fog of War")


@pytest.mark.parametrize(
    ("id_", "fog"), [("scs-1.6", True), ("new-scs", True), ("vcs", True), ("tcs-4.01", False), ("bcs-1.1", False)]
)
def test_questions_that_add_up_strengths_wait_for_a_declaration_where_fog_of_war_says_so(id_: str, fog: bool) -> None:
    stacks = ALL[id_].play.stacks
    adding = {"combat", "odds", "bombardment", *(("barrage",) if id_ == "scs-1.6" else ())} & QUESTIONS[ALL[id_].series].keys()
    assert set(stacks.shut) == (adding if fog else set())
    assert not fog or ALL[id_].play.declared


def test_vcs_draws_shared_chits_of_two_classes_and_forbids_notes() -> None:
    rules = ALL["vcs"]
    assert not rules.play.stacks.notes
    book = rules.book(GameBox("A game", "vcs", ()))
    red, blue = (rules.play.cups[id_].chits(book) for id_ in ("red", "blue"))
    assert sum(red.values()) == sum(blue.values()) == 27
    assert all(name.startswith("Red") for name in red) and all(name.startswith("Blue") for name in blue)


@pytest.mark.parametrize(
    ("option", "choice", "cup"),
    [
        ("activation.three_chits", "on", "sides"),
        ("activation.smoothing", "on", "smoothing"),
        ("activation.order", "chits", "formations"),
    ],
)
def test_bcs_has_cups_and_orders_only_under_its_options(option: str, choice: str, cup: str) -> None:
    rules = ALL["bcs-1.1"]
    assert rules.play.cups_in(rules.choices({})) == ()
    found = rules.play.cups_in(rules.choices({option: choice}), 4)
    assert [each.id for each in found] == [f"{cup} 4"], "there is a fresh one in each turn"
    assert [each.id for each in rules.play.cups_in(rules.choices({option: choice}))] == [f"{cup} 1"]
    assert all(each.asks in SYSTEMS["bcs"].questions for each in found)
    for each in found:
        question = SYSTEMS["bcs"].questions[each.asks]
        assert each.tells in {parameter.name for parameter in question.parameters}, "what was drawn is told to it"
    assert rules.play.secrets_in(rules.choices({})) == ()
    assert [each.id for each in rules.play.secrets_in(rules.choices({"orders.written": "on"}))] == ["order"]


@pytest.mark.parametrize(
    ("ruleset", "what", "kind"),
    [
        ("tcs-4.01", "105 mm HE", "he"),
        ("tcs-4.01", "105 mm, missions", "he"),
        ("tcs-4.01", "105 mm smoke, missions", "smoke"),
        ("tcs-4.01", "rockets, missions", "he"),
        ("tcs-4.01", "Smoke, 81 mm", "smoke"),
        ("tcs-4.01", "Ju 87 sorties", "sorties"),
        ("tcs-4.01", "sheets", None),
        ("vcs", "Support points", "support"),
        ("vcs", "VP", "victory"),
        ("scs-1.6", "Air points", "air"),
        ("bcs-1.1", "Replacement points", "replacements"),
    ],
)
def test_the_words_of_a_scenario_name_a_kind_of_points(ruleset: str, what: str, kind: str | None) -> None:
    found = ALL[ruleset].play.kind_of(what)
    assert (found.id if found is not None else None) == kind


def test_a_chart_that_does_not_say_how_many_chits_there_are_is_refused() -> None:
    cup = CupRule("red", "Red", "9.1", "", "chart", chart="c", column="class", word="Red", count="chits")
    labels = Axis("", ("class", "chits"))

    def chart(**cells: object) -> ChartBook:
        made = Chart(
            id="c",
            title="Chits",
            form="values",
            unit="chits",
            status="own",
            source="made up",
            columns=labels,
            rows=Axis("", ("one",)),
            cells={("one", name): cell for name, cell in cells.items()},  # type: ignore[misc]
        )
        return ChartBook.of((made,))

    assert cup.chits(chart(**{"class": "Red", "chits": Fraction(3)})) == {"one": 3}
    assert cup.chits(chart(**{"class": "Blue", "chits": Fraction(3)})) == {}
    with pytest.raises(Exception, match="no whole number"):
        cup.chits(chart(**{"class": "Red", "chits": Fraction(1, 2)}))
