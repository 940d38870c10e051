"""What any chart is asked: its rule, and what it can be given."""

from dataclasses import replace

import pytest

from core.base.errors import WrongUse
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game

RULES = load_ruleset("tcs-4.01")
BOX = NewMap("Nowhere", ruleset="tcs-4.01", columns=1, rows=1).box()


def test_a_chart_of_a_box_is_read_by_the_rule_of_the_one_that_it_replaces():
    own = {id_: replace(RULES.charts[id_], rules=(), title="Mine") for id_ in ("tcs.fire", "tcs.stacking")}
    game = Game.of(replace(BOX, charts=own), RULES)
    fire = ask("chart.lookup", game, chart="tcs.fire", column="18", shifts=-2, roll=65)
    assert {str(reason.rule) for reason in fire.reasons} == {"TCS 4.01 9.0"}
    stacking = ask("chart.lookup", game, chart="tcs.stacking", row="infantry and weapons", column="limit")
    assert {str(reason.rule) for reason in stacking.reasons} == {"TCS 4.01 5.1"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"chart": "tcs.fire", "column": "4", "row": "1"}, '"tcs.fire" has no rows'),
        ({"chart": "tcs.stacking", "column": "limit", "row": "infantry and weapons", "roll": 4}, "is read without dice"),
        ({"chart": "tcs.area.terrain", "column": "Swamp", "row": "Fire"}, 'column: "Swamp" is no terrain'),
        ({"chart": "tcs.area.terrain", "column": "Open", "row": "Fier"}, 'row: "Fier" is no posture'),
    ],
)
def test_what_a_chart_does_not_have_is_refused(given, said):
    with pytest.raises(WrongUse, match=said):
        ask("chart.lookup", Game.of(BOX, RULES), **given)
