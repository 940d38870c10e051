"""What any chart is asked: its rule, and what it can be given."""

from dataclasses import replace

import pytest

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.charts import reach

RULES = load_ruleset("tcs-4.01")
BOX = NewMap("Nowhere", ruleset="tcs-4.01", columns=1, rows=1).box()
SCS = load_ruleset("scs-1.6")
SCS_BOX = NewMap("Nowhere", ruleset="scs-1.6", columns=1, rows=1).box()


def test_a_chart_of_a_box_is_read_by_the_rule_of_the_one_that_it_replaces():
    own = {id_: replace(RULES.charts[id_], rules=(), title="Mine") for id_ in ("tcs.fire", "tcs.stacking")}
    game = Game.of(replace(BOX, charts=own), RULES)
    fire = ask("chart.lookup", game, chart="tcs.fire", column="18", shifts=-2, roll=65)
    assert {str(reason.rule) for reason in fire.reasons} == {"TCS 4.01 9.0"}
    stacking = ask("chart.lookup", game, chart="tcs.stacking", row="infantry and weapons", column="limit")
    assert {str(reason.rule) for reason in stacking.reasons} == {"TCS 4.01 5.1"}


@pytest.mark.parametrize(
    ("shifts", "said"),
    [
        (99, "Together +99: column 101+, where the table ends"),
        (-1, "Together −1: column 14-16"),
        (-99, "Together −99: column none"),
    ],
)
def test_shifts_that_the_end_of_a_table_stops_say_so(shifts, said):
    ruling = ask("chart.lookup", Game.of(BOX, RULES), chart="tcs.fire", column="18", shifts=shifts)
    texts = [reason.template.format(**reason.values) for reason in ruling.reasons]
    assert any(text.startswith(said) for text in texts), texts


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"chart": "tcs.fire", "column": "4", "row": "1"}, '"tcs.fire" has no rows'),
        ({"chart": "tcs.stacking", "column": "limit", "row": "infantry and weapons", "roll": 4}, "is read without dice"),
        (
            {"chart": "tcs.fire", "column": "4", "roll": 17},
            r"17 cannot be rolled with two dice read one after the other \(11 to 66",
        ),
        (
            {"chart": "tcs.artillery.scatter", "column": "hexes", "roll": 65},
            r"roll: 65 cannot be rolled with one die \(1 to 6\)",
        ),
        (
            {"chart": "tcs.at_roll", "row": "Open", "column": "in hex", "roll": 13},
            "roll: 13 cannot be rolled with the sum of two",
        ),
        ({"chart": "tcs.area.terrain", "column": "Swamp", "row": "Fire"}, 'column: "Swamp" is no terrain'),
        ({"chart": "tcs.area.terrain", "column": "Open", "row": "Fier"}, 'row: "Fier" is no posture'),
    ],
)
def test_what_a_chart_does_not_have_is_refused(given, said):
    with pytest.raises(WrongUse, match=said):
        ask("chart.lookup", Game.of(BOX, RULES), **given)


def test_modifiers_may_take_a_roll_as_far_as_its_chart_knows():
    game = Game.of(replace(SCS_BOX, chart_set="fallschirmjaeger"), SCS)
    barrage = game.case.charts.chart("scs.barrage")
    least, most = reach(barrage)
    column = barrage.columns.labels[0]
    for roll in range(least, most + 1):
        assert ask("chart.lookup", game, chart=barrage.id, column=column, roll=roll).verdict != "read"
    with pytest.raises(WrongUse, match=f"with modifiers this chart knows {least} to {most}"):
        ask("chart.lookup", game, chart=barrage.id, column=column, roll=most + 1)


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_chart_of_every_ruleset_names_the_rules_that_read_it(id_):
    ruleset = load_ruleset(id_)
    assert [chart.id for chart in ruleset.charts.values() if not chart.rules] == []
    assert {chart.id for held in ruleset.sets.values() for chart in held.charts} <= set(ruleset.charts)


@pytest.mark.parametrize(
    ("id_", "cited"),
    [
        ("tcs-4.01", "TCS 4.01 1.6"),
        ("scs-1.6", "SCS 1.6 7.0"),
        ("new-scs", "NEW SCS Basic combat procedure"),
        ("vcs", "VCS 10.8"),
        ("bcs-1.1", "BCS 1.1 published summaries"),
    ],
)
def test_chances_of_dice_cite_the_section_on_dice_or_say_that_none_was_seen(id_, cited):
    rules = load_ruleset(id_)
    without = Game.of(NewMap("Nowhere", ruleset=id_, columns=1, rows=1).box(), replace(rules, dice=""))
    (reason,) = ask("dice.chances", without, dice="2d6", least=9).reasons
    assert reason.rule.section == "none seen"
    game = Game.of(NewMap("Nowhere", ruleset=id_, columns=1, rows=1).box(), rules)
    assert [str(reason.rule) for reason in ask("dice.chances", game, dice="2d6", least=9).reasons] == [cited]
