"""Verdicts of the operational series in words: the same for the window and the command line, and none without words of its own.

What is asked, and how its answer begins; of every question of the three series that the worked examples ask, the verdicts are
in the second table, so that a new one is given words.
"""

import re
from functools import cache

import pytest
from oracles.golden_cases import golden_cases

from core.files.resources import scenarios_folder
from core.questions.answers import as_text
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game, open_game
from core.questions.headlines import Headlines

SERIES = ("scs", "new-scs", "vcs")
RAW = re.compile(
    r"[A-Za-z]_[A-Za-z]|\bNone\b(?! of)|Fraction|Hex\(|[{}]|\b1 (?:units|steps|hexes|points|legal ways|legal choices)\b"
)

TOLD: tuple[tuple[str, str, str], ...] = (
    ("sable-river zoc", "side=Korrin", "60 hexes in zones of Korrin (6 units without one)"),
    ("sable-river zoc", "units=20-art", "No hex in zones of 20 Art (1 unit without one)"),
    ("sable-river zoc", "side=Korrin hex=1912", "In a zone of Korrin (zones of control; by 4 units)"),
    ("sable-raid zoc", "side=Korrin hex=1712", "In a zone of Korrin (zones of control; by 1 unit)"),
    ("sable-river zoc", "side=Korrin hex=0101", "In no zone of Korrin (zones of control)"),
    ("sable-river movement", "units=6-mech", "265 hexes in range (6 Mech; movement; 9 points)"),
    ("sable-river movement", "units=6-mech to=2011", "Reached: 4 of 9 points (2214 → 2011; 6 Mech; movement)"),
    ("sable-river movement", "units=6-mech to=2214", "The units stand there already (6 Mech; movement)"),
    ("sable-river movement", "units=6-mech to=0612", "Not reached (6 Mech; movement)"),
    (
        "sable-river movement",
        "units=6-mech path=2113,2013,2012,2011 spent=7½",
        "Not reached: 7 of 1½ points (2214 → 2011; 6 Mech; movement)",
    ),
    (
        "sable-raid movement",
        "units=2-mot mode=reaction zones=ignored",
        "108 hexes in range (2 Mot; reaction; without enemy zones; 5 points)",
    ),
    ("cape-lorne movement", "units=2-1 mode=rail", "May not move (2/1; rail)"),
    ("sable-raid movement.onto", "to=1813", "1813 or a hex beside it: reached by 8 units (Veldany; movement)"),
    ("sable-raid movement.onto", "to=1712 side=Veldany beside=no", "1712: reached by 1 unit (Veldany; movement)"),
    ("sable-river movement.onto", "to=0101 side=Korrin", "Nobody reaches 0101 (Korrin; movement)"),
    ("sable-river movement.onto", "to=2012 side=Veldany", "Nobody reaches 2012 or a hex beside it (Veldany; movement)"),
    ("sable-river supply", "side=Korrin", "All units are in supply (Korrin; 20 units)"),
    ("sable-river supply", "units=6-mech", "In supply (6 Mech; 2214)"),
    ("cape-lorne supply", "units=1-1", "Supplied (1/1; 1410)"),
    ("sable-river supply", "side=Korrin falls=2214", "If 2214 falls, nobody is worse supplied (Korrin)"),
    ("cape-lorne supply", "side=korrin falls=1511", "If 1511 falls, worse supplied: 1 unit (Korrin)"),
    ("sable-river stacking", "hex=2012", "Within the limits (stacking in 2012)"),
    ("sable-river stacking", "hex=2012 with=6-mech,35-rifle", "Overstacked: 1 unit too many (stacking in 2012)"),
    ("sable-river stacking", "hex=0101", "No unit is there (stacking in 0101)"),
    ("sable-river odds", "attackers=4,5*½ defenders=3 terrain=Village", "Odds 2:1"),
    ("sable-river combat", "attackers=4,5*½ defenders=3 terrain=Village", "Odds 2:1, column 1:1"),
    ("sable-river combat", "attackers=2½ defenders=3 roll=7", "Result: A1D1 (odds 1:1, column 1:1)"),
    ("sable-river combat", "units=6-mech to=1612", "This attack is not allowed (6 Mech is not adjacent to 1612)"),
    ("sable-raid combat", "attackers=10 defenders=3 white=3 red=4", "Result: D1r1 (odds 3:1, column 3-1)"),
    ("sable-raid odds", "units=17-mtn to=1804", "This attack is not allowed (17 Mtn is not adjacent to 1804)"),
    ("cape-lorne odds", "units=2-1 to=1511", "Odds 1:4 to 1:2 (the hex falls with a chance of 16.7 %)"),
    ("cape-lorne combat", "attackers=21,6 defenders=5 roll=6", "Result: D1 (odds 5:1, column 8)"),
    ("cape-lorne combat.attackers", "to=1511", "4 units may take part (attack on 1511; 3 units near may not)"),
    ("sable-raid combat.attackers", "to=1804", "Nobody may attack (attack on 1804; 1 unit near may not)"),
    ("sable-river combat.attackers", "to=0101", "Nobody is there to be attacked (attack on 0101)"),
    ("sable-river losses", "units=41-rifle,42-rifle side=attacker result=A1r1", "1 step is lost (attackers; 2 legal choices)"),
    ("sable-river losses", "units=41-rifle side=attacker steps=1", "1 step is lost (attackers; 1 legal choice)"),
    (
        "sable-river losses",
        "units=41-rifle,42-rifle side=attacker steps=9",
        "4 steps are lost (attackers; 1 legal choice; nothing is left)",
    ),
    ("sable-river losses", "units=41-rifle side=defender steps=0", "No step is lost (defenders)"),
    ("sable-river losses", "units=41-rifle side=attacker steps=1 choice=41-rifle", "This choice is legal (attackers)"),
    ("sable-river losses", "units=41-rifle side=attacker steps=1 choice=41-rifle*2", "This choice breaks a rule (attackers)"),
    ("sable-raid retreat", "units=59-rifle hexes=2", "A way is free (from 1804; 8 legal ways)"),
    ("sable-raid retreat", "units=59-rifle hexes=0", "Nobody has to retreat (from 1804)"),
    ("sable-raid retreat", "units=59-rifle hexes=1 path=1904", "This way is legal (from 1804)"),
    ("sable-raid retreat", "units=59-rifle hexes=1 path=1704", "This way breaks a rule (from 1804)"),
    ("sable-raid advance", "units=17-mtn target=1704 hexes=2", "1 unit may advance (into 1704; 6 hexes in all)"),
    ("sable-river advance", "units=41-rifle,42-rifle target=1712", "2 units may advance (into 1712; 1 hex in all)"),
    ("sable-river advance", "units=41-rifle target=1612", "The hex is not empty yet (into 1612)"),
    ("sable-river overrun", "units=6-mech to=1612", "This overrun is allowed (6½ points; odds 1:2)"),
    ("sable-river overrun", "target=2 adjacent=1", "This overrun is allowed (5 points)"),
    ("sable-raid bombardment", "ratings=5 soft=2 armoured=1", "Rating 5, against armour 4 (a hit with a chance of 83.3 %)"),
    ("sable-raid bombardment", "ratings=5 soft=2 white=3 red=5", "A hit: 1 step is lost (rating 5)"),
    ("sable-raid bombardment", "ratings=5 soft=2 white=3 red=1", "A hit: no step is lost (rating 5)"),
    ("sable-raid bombardment", "ratings=5 soft=2 white=6 red=1", "It misses (rating 5)"),
    (
        "sable-raid bombardment",
        "units=9-art to=1813",
        "This bombardment is not allowed (9 Art reaches 3 hexes, and 1813 is 4 away)",
    ),
    ("sable-raid bombardment.guns", "to=1813", "2 units may bombard (bombardment of 1813; 3 units near may not)"),
    ("sable-raid movement.obstacle", "cost=3", "It costs 1 point"),
    (
        "cape-lorne demolition",
        "target=Bridge units=14-pio to=1516",
        "This demolition is not allowed (There is no bridge in 1516)",
    ),
    ("cape-lorne demolition", "target=Bridge line=2 enemy=2 attempts=1", "It succeeds with a chance of 50 % (4 or more)"),
    ("cape-lorne demolition", "target=Bridge line=2 enemy=2 attempts=1 roll=4", "It is destroyed"),
    ("cape-lorne demolition", "target=Bridge line=2 enemy=2 attempts=1 roll=3", "The demolition fails"),
    (
        "cape-lorne demolition",
        "target=Bridge line=2 enemy=4",
        "This demolition is not allowed (The nearest enemy is 4 hexes away, at most 3: not allowed)",
    ),
    (
        "cape-lorne engineering",
        "units=14-pio work=entrenchment",
        "This work is not allowed (No parent units of infantry in the hex among 14 Pio)",
    ),
    ("cape-lorne targets", "units=2-1", "1 more hex must be attacked (1511)"),
    ("cape-lorne targets", "units=2-1 to=1511", "No other hex must be attacked"),
    ("cape-lorne targets", "levels=2 enemy_levels=1,3", "Every adjacent enemy must be attacked"),
    ("cape-lorne replacements", "units=2-1", "Nobody may receive replacements (2/1 has lost nothing)"),
)


@cache
def game_of(box: str) -> Game:
    """A sample box."""
    game = open_game(scenarios_folder() / box).game
    assert game is not None
    return game


@pytest.mark.parametrize(("asked", "given_", "told"), TOLD, ids=[f"{asked} {given}" for asked, given, _ in TOLD])
def test_a_question_is_answered_in_its_first_line(asked: str, given_: str, told: str) -> None:
    box, question = asked.split()
    game = game_of(box)
    text = as_text(ask(question, game, **dict(each.split("=", 1) for each in given_.split())), game.box, game.ruleset)
    assert text.splitlines()[0] == f"{question}: {told}"


OF_THE_MAP = frozenset({question for asked, _, _ in TOLD for question in asked.split()[1:]} | {"overrun.units"})


@cache
def judged() -> dict[str, tuple[str, str]]:
    """One headline, and the text below it, of each question and verdict that the worked examples of the series have."""
    found: dict[str, tuple[str, str]] = {}
    for case in golden_cases():
        game = case.game
        if game.ruleset.series not in SERIES or case.question not in OF_THE_MAP or case.refused:
            continue
        ruling = case.ruling
        kind = f"{game.ruleset.series} {case.question} {ruling.verdict} {type(ruling.detail).__name__}"
        if kind not in found:
            told = Headlines(game.box, game.ruleset).of(ruling)
            found[kind] = (str(told or ""), as_text(ruling, game.box, game.ruleset))
    return found


def test_every_verdict_of_the_worked_examples_has_words_of_its_own() -> None:
    found = judged()
    assert len(found) > 60
    wordless = [kind for kind, (told, _) in found.items() if not told and " undecidable " not in kind]
    assert wordless == []
    assert [(kind, told) for kind, (told, _) in found.items() if RAW.search(told) or told[:1] != told[:1].upper()] == []


def test_no_answer_of_the_worked_examples_shows_a_name_of_the_program_or_one_thing_as_several() -> None:
    raw = {
        kind: line for kind, (_, text) in judged().items() for line in text.splitlines() if RAW.search(_without_charts(line))
    }
    assert raw == {}


def _without_charts(line: str) -> str:
    """A line without the ids of charts and sources, which are what they are."""
    return "" if line.startswith("  chart ") else line


def test_no_rule_is_cited_by_the_names_of_two_books() -> None:
    for question, given in (("zoc", {"side": "Veldany"}), ("movement", {"units": "5-tank", "to": "1612"})):
        game = game_of("sable-raid")
        rules = [str(reason.rule) for reason in ask(question, game, **given).reasons]
        assert any(rule.startswith("SCS 1.6 ") for rule in rules)
        assert not [rule for rule in rules if "NEW SCS SCS" in rule or "builds on" in rule]


def test_sentences_go_through_a_translation_and_units_without_rules_have_their_ids() -> None:
    game = game_of("sable-river")
    ruling = ask("movement", game, units="6-mech")
    turned = Headlines(game.box, None, lambda text: text.upper().replace("COUNT", "count"), str.upper).of(ruling)
    assert turned is not None
    assert (turned.title, turned.particulars) == ("265 HEXES IN RANGE", ("6-mech", "movement", "9 POINTS"))


def test_every_question_of_the_tables_is_one_of_the_series() -> None:
    assert {question for series in SERIES for question in QUESTIONS[series]} >= OF_THE_MAP
