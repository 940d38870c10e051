"""The charts of VCS: nothing in them is wrong, the rules' examples come out, stand-ins meet their constraints."""

from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from core.files.ruleset_files import load_ruleset
from core.model.charts import read_odds
from core.rules.kernel.charts import chances, find
from core.rules.vcs.results import read_result

ROOT = Path(__file__).resolve().parents[4]
SCRIPTS = ROOT / "packaging" / "calibrate"
RULES = load_ruleset("vcs")
CRT, LINES, CHITS = (RULES.charts[id_] for id_ in ("vcs.crt", "vcs.crt_lines", "vcs.chits"))
NAMED = (
    *("vcs.air", "vcs.air_supply", "vcs.chits", "vcs.crt", "vcs.crt_lines", "vcs.demolition", "vcs.depots", "vcs.distances"),
    *(
        "vcs.engineering",
        "vcs.limits",
        "vcs.modes",
        "vcs.naval",
        "vcs.shifts",
        "vcs.stacking",
        "vcs.strengths",
        "vcs.supply",
        "vcs.supply_effects",
    ),
    *("vcs.support", "vcs.surrender", "vcs.terrain", "vcs.ways", "vcs.weather", "vcs.zones"),
)


def side(text: str) -> str:
    """Who a result hits: A, D, or B."""
    return text[0]


def share(column: str, wanted: str) -> Fraction:
    found = chances(CRT, find(CRT.columns, column)).items()
    return sum((chance for text, chance in found if side(text) == wanted), Fraction(0))


def test_every_chart_that_the_rules_name_has_a_file():
    assert tuple(sorted(RULES.charts)) == NAMED


# Combat Results Table


def test_results_are_those_that_the_rules_name():
    results = {band.result for bands in CRT.bands for band in bands}
    assert "B1-(1)" in results
    assert {text[:2] for text in results} == {"A1", "A2", "A3", "B1", "D1", "D2", "D3"}
    assert all(read_result(text) is not None for text in (*results, *CRT.order))
    assert any(text.endswith("b") for text in results)


@pytest.mark.parametrize(("wanted", "grows"), [("A", False), ("D", True)])
def test_better_odds_help_the_attackers(wanted, grows):
    shares = [share(column, wanted) for column in CRT.columns.labels]
    assert all((after >= before) if grows else (after <= before) for before, after in pairwise(shares))


def test_at_even_odds_on_the_lowest_level_attacks_fail_more_often_than_they_succeed():
    even = next(column for column in LINES.columns.labels if LINES.cells["Level 1", column] == "1-1")
    assert [share(even, wanted) for wanted in "ABD"] == [Fraction(15, 36), Fraction(11, 36), Fraction(10, 36)]
    three = next(column for column in LINES.columns.labels if LINES.cells["Level 1", column] == "3-1")
    assert [share(three, wanted) for wanted in "ABD"] == [Fraction(6, 36), Fraction(9, 36), Fraction(21, 36)]


@pytest.mark.parametrize("terrain", LINES.rows.labels)
def test_odds_rise_by_one_along_every_line_which_none_has_it_easier_than_the_lowest_level(terrain):
    steps = [read_odds(str(LINES.cells[terrain, column])) for column in LINES.columns.labels]
    level = [read_odds(str(LINES.cells["Level 1", column])) for column in LINES.columns.labels]
    assert all(after == before + 1 for before, after in pairwise(steps))
    assert all(here >= there for here, there in zip(steps, level, strict=True))


def test_lines_and_table_have_the_same_columns():
    assert LINES.columns.labels == CRT.columns.labels == tuple(str(n) for n in range(1, len(CRT.columns.labels) + 1))


# Chits


def number(row: str, column: str) -> Fraction:
    found = CHITS.cells[row, column]
    assert isinstance(found, Fraction)
    return found


@pytest.mark.parametrize("row", CHITS.rows.labels)
def test_a_better_rating_is_stronger_and_a_reduced_chit_weaker(row):
    full = [number(row, rating) for rating in "ABC"]
    reduced = [number(row, f"{rating} reduced") for rating in "ABC"]
    assert full == sorted(set(full), reverse=True)
    assert reduced == sorted(reduced, reverse=True)
    assert all(back < front for back, front in zip(reduced, full, strict=True))
    assert len({back == 0 for back in reduced}) == 1, "a chit has two steps or three, whatever the rating"


def test_red_chits_are_stronger_than_blue_ones_and_both_cups_hold_the_same_shares():
    red, blue = ([row for row in CHITS.rows.labels if row.startswith(name)] for name in ("Red", "Blue"))
    for one, other in zip(red, blue, strict=True):
        assert number(one, "chits") == number(other, "chits")
        assert all(number(one, rating) > number(other, rating) for rating in "ABC")
    assert sum(number(row, "chits") for row in red) == 27
    assert any(number(row, "A reduced") == 0 for row in red)


def test_the_shares_of_chits_are_those_of_the_older_game_as_nearly_as_whole_chits_allow(monkeypatch):
    monkeypatch.syspath_prepend(SCRIPTS)
    script = import_module("vcs")
    whole = sum(script.ANCESTOR.values())
    found = script.shared_out(script.ANCESTOR, script.CHITS)
    assert sum(found.values()) == script.CHITS
    for strength, count in script.ANCESTOR.items():
        assert abs(found[strength] - Fraction(count * script.CHITS, whole)) < 1
