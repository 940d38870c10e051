"""Verdicts of calculators in plain words: no name of the program, no identifier, and stand-ins are said."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from oracles.golden_cases import golden_cases

from app.panels.rulings.headlines import headline
from app.panels.rulings.tables import RulingTables, fact_value, facts_of, sides_of, tables_of
from core.files.ruleset_files import load_ruleset
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Oob, Side
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.combat import Facts
from core.rules.kernel.rulings import Ruling

RAW = re.compile(r"[a-z]_[a-z]|\bsyr\b|None|Fraction")


def game_of(ruleset, options=None):
    box = NewMap("Nowhere", ruleset=ruleset, columns=1, rows=1).box()
    return Game.of(replace(box, options=options or {}), load_ruleset(ruleset))


ANY = "any verdict"


def examples():
    """The worked examples that need no map of their own by ruleset, question and the verdict that they expect: one where they
    name it, since their own test sees to it that it is theirs; all where they do not, since each may have another."""
    found = {}
    for case in golden_cases():
        if not case.on_map and not case.refused:
            wanted = case.expect.get("verdict", ANY)
            others = found.get((case.place, case.question, ANY), ()) if wanted == ANY else ()
            found[case.place, case.question, wanted] = (*others, case)
    return found


EXAMPLES = examples()


@pytest.mark.parametrize("kind", EXAMPLES, ids=" ".join)
def test_no_headline_and_no_table_shows_a_name_of_the_program(kind, qtbot):
    by_verdict = {case.ruling.verdict: case for case in EXAMPLES[kind]}
    for case in by_verdict.values():
        line = headline(case.ruling, case.game.box)
        shown = RulingTables()
        qtbot.addWidget(shown)
        shown.show_ruling(case.ruling)
        said = f"{line.title}\n{line.particulars}\n{shown.words}"
        assert line.title[:1] == line.title[:1].upper()
        assert line.title != "Read"
        assert not RAW.search(said), said


def asked(ruleset, question, **given):
    game = game_of(ruleset)
    return headline(ask(question, game, **given), game.box)


def test_what_a_fire_does_is_told_in_steps():
    line = asked("tcs-4.01", "fire.area", firers="infantry 8 at 2", posture="Move", steps="4", terrain="Open", roll="66")
    assert re.fullmatch(r"\d steps? lost(, morale check)?", line.title)
    assert "roll 66" in line.particulars
    assert "rests on stand-ins: “Area fire: range”, “" in line.particulars, "titles hold commas themselves"


def test_where_nothing_else_is_particular_what_it_rests_on_stands_alone():
    line = asked("vcs", "demolition", target="Bridge", line=2, enemy=2, attempts=1, roll=4)
    assert line.particulars == "rests on a stand-in: “Demolition Table”"


def test_without_a_roll_the_column_is_told():
    assert asked("scs-1.6", "combat", attackers="9", defenders="3").title.endswith("column 3:1")


def test_what_is_asked_at_a_hex_of_the_map_is_called_as_players_call_it():
    shown = Ruling("retreat.at", "bcs-1.1", "1", 1, (), Facts({"length": 3}))
    assert headline(shown, game_of("bcs-1.1").box).particulars == "Retreat"


def test_what_fights_do_is_told_in_words_with_the_code_of_the_chart_beside_them():
    box = game_of("bcs-1.1").box
    given = {"attack": "3", "defence": "3"}
    assert asked("bcs-1.1", "combat", **given, roll=9).title == "Attackers lose nothing (A1p)"
    assert asked("bcs-1.1", "combat", **given, roll=9, prepared="yes").title == "Attackers lose 1 step (A1p)"
    assert asked("bcs-1.1", "combat", **given, roll=12).title == "Defenders lose 1 step, situational retreat (D1S)"
    shifted = Ruling("jump.place", "bcs-1.1", "to place", 860, (), Facts({"headquarters_hexes": 860, "trains_hexes": 1}))
    assert headline(shifted, box).title == "To place · 860 hexes open to the headquarters"
    assert facts_of(shifted) == (("Hexes open to the headquarters", "860"), ("Hexes open to the trains", "1"))
    one = replace(shifted, value=1)
    assert headline(one, box).title == "To place · 1 hex open to the trains"
    retreats = Ruling("retreat.at", "bcs-1.1", "1", 1, (), Facts({"length": 3, "steps": 0, "legal": 4}))
    assert facts_of(retreats) == (("Hexes to retreat", "3"), ("Steps lost", "0"), ("Legal choices", "4"))


def test_what_charts_print_stays_as_it_is():
    assert asked("scs-1.6", "combat.result", result="A1Dr2").title == "Result: A1Dr2"


def test_a_ruling_on_published_charts_rests_on_nothing_of_ours():
    assert "stand-in" not in asked("tcs-4.01", "command.prep", type="Attack", turns="20", size="1", rating="3").particulars


def test_chances_are_told_exactly_and_in_percent():
    assert fact_value("loss_chance", Fraction(7, 12)) == "7/12 (58.3 %)"
    assert fact_value("expected_losses", Fraction(10, 9)) == "1 1/9"
    assert fact_value("odds 2:1", Fraction(28, 351)) == "28/351 (8 %)"
    assert fact_value("steps_lost", 3) == "3"


def test_every_result_has_its_part_of_the_bar(qtbot):
    ruling = ask("combat", game_of("scs-1.6"), attackers="9", defenders="3")
    (table,) = tables_of(ruling)
    shown = RulingTables()
    qtbot.addWidget(shown)
    shown.show_ruling(ruling)
    (bars,) = shown.bars
    assert dict(bars.bars[0].chances) == {result: chance for result, chance in table.chances if chance}
    assert ("Odds", "3:1") in facts_of(ruling)
    shown.show_ruling(None)
    assert shown.isHidden()


def test_shifts_are_told_one_by_one_with_their_rules(qtbot):
    ruling = ask("morale", game_of("tcs-4.01"), units="4+3+1", modifiers="night, unassigned", roll="46")
    shown = RulingTables()
    qtbot.addWidget(shown)
    shown.show_ruling(ruling)
    assert "<b>+1</b>" in shown.words
    assert "Night <small>[17.2]</small>" in shown.words


def test_ids_among_the_facts_are_called_what_they_mean_and_what_is_told_elsewhere_is_left_out():
    detail = Facts({"lost": 2, "chooses": "red", "b2": 1, "stage": "announce", "left_red": 3})
    ruling = Ruling("losses.at", "tcs-4.01", "offered", 2, (), detail)
    names = {"red": "The Reds", "b2": "2nd Battalion"}
    told = facts_of(ruling, lambda text: names.get(text, text), without=("stage",))
    assert told == (("Lost", "2"), ("Chooses", "The Reds"), ("2nd Battalion", "1"), ("Left: The Reds", "3"))
    assert ("Chooses", "red") in facts_of(ruling)


def test_a_headline_calls_the_fact_of_its_value_by_its_name():
    box = replace(game_of("bcs-1.1").box, oob=Oob(sides=Items((Side("red-1", "Reds"), Side("blue-1", "Blues")))))
    facts = {"side": "red-1", "left_blue-1": 2, "left_red-1": 2}
    line = headline(Ruling("activation.at", "bcs-1.1", "red-1", 2, (), Facts(facts)), box)
    assert line.title.endswith("left: Reds 2") and "blue" not in line.title.lower()


def test_tables_of_one_chart_say_whose_they_are(qtbot):
    ruling = ask("assault", game_of("tcs-4.01"), attackers="2x infantry 4", defenders="infantry 4", terrain="Open")
    assert sides_of(ruling) == ("attackers", "defenders")
    shown = RulingTables()
    qtbot.addWidget(shown)
    shown.show_ruling(ruling)
    assert "<b>Attackers</b>: <b>Fire Table</b>" in shown.words
    assert not {name for name, _ in facts_of(ruling)} & {"Attackers column", "Defenders shift"}
    assert sides_of(ask("combat", game_of("scs-1.6"), attackers="9", defenders="3")) == ("",)


def test_there_are_rulings_of_every_series():
    assert {load_ruleset(place).series for place, _, _ in EXAMPLES} == set(QUESTIONS)
