"""What a palette says counts in answers, and one that is chosen later counts from then on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from core.base.errors import WrongUse
from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from core.model.edits.map_edits import ChangeBox, ChangeItems
from core.model.edits.terrain_edits import choose_palette
from core.model.maps import Contour, ItemRef
from core.model.new_map import NewMap
from core.questions.catalogue import ask
from core.questions.game import Game


def test_a_palette_counts_from_when_it_is_chosen():
    rules = load_ruleset("tcs-4.01")
    game = Game.of(NewMap("t", columns=6, rows=6).box(), rules)
    assert game.compiled.terrain["orchard"].los_height == 20
    edit = choose_palette(game.box, rules.chart(""), rules.chart("canadian-crucible"), "canadian-crucible")
    after = game.with_edits([edit])
    assert after.compiled.terrain["orchard"].los_height == 10
    back = after.with_edits([ChangeBox("Back", replace(after.box.head, palette=""))])
    assert back.compiled.terrain["orchard"].los_height == 20


@pytest.mark.parametrize("id_", ["scs-1.6", "new-scs", "vcs", "bcs-1.1"])
def test_a_question_that_a_series_does_not_know_is_said_to_be_none_of_its_rules(id_: str):
    rules = load_ruleset(id_)
    game = Game.of(NewMap("t", ruleset=id_, columns=6, rows=6).box(), rules)
    with pytest.raises(WrongUse, match=f'The rules of {rules.title} have no question "los"') as refused:
        ask("los", game, **{"from": "1.1", "to": "2.2"})
    assert " Did you mean " in str(refused.value) or " Allowed: " in str(refused.value)
    game.compiled.keep_heights()


@pytest.mark.parametrize(("id_", "missed"), [("scs-1.6", False), ("vcs", False), ("tcs-4.01", True)])
def test_contours_are_missed_only_where_rules_read_them(id_: str, missed: bool):
    game = Game.of(NewMap("t", ruleset=id_, columns=6, rows=6).box(), load_ruleset(id_))
    game = game.with_check(finish(game.check()))
    assert ("no-contours" in {issue.code for issue in game.issues}) == missed


def test_findings_under_other_series_name_no_rule_of_this_one():
    game = Game.of(NewMap("t", ruleset="scs-1.6", columns=6, rows=6).box(), load_ruleset("scs-1.6"))
    line = ((1.0, 1.0), (1.0, 1.0), (2.0, 2.0))
    contour = ItemRef(game.box.sheets[0].file, "contours", 1)
    game = game.with_edits([ChangeItems("Draw", {contour: Contour(Fraction(20), line)})])
    game = game.with_check(finish(game.check()))
    assert game.issues
    assert {issue.rule for issue in game.issues} == {""}
