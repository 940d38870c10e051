"""An own chart that cannot be used is read as far as it goes, so that nobody has to type it again."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.files.canonical import chart_text
from core.files.chart_drafts import chart_path, own_home
from core.files.chart_salvage import read_broken
from core.files.own_charts import keep_own
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.charts import Chart
from core.rules.kernel.chart_grid import chart_of, grid_of

RULES = load_ruleset("tcs-4.01")
PREP, FIRE = RULES.charts["tcs.command_prep"], RULES.charts["tcs.fire"]
EVERY = [pytest.param(id_, chart, id=chart.id) for id_ in ruleset_ids() for chart in load_ruleset(id_).charts.values()]


def _written(folder: Path, chart: Chart, text: str, ruleset: str = "tcs-4.01") -> Path:
    path = chart_path(own_home(ruleset), chart.id, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _damaged(folder: Path, chart: Chart, old: str, new: str) -> Path:
    text = chart_text(chart.owned("yours", "my copy"))
    assert old in text
    return _written(folder, chart, text.replace(old, new, 1))


def test_a_good_chart_and_none_are_not_broken(tmp_path: Path):
    assert read_broken(RULES, PREP.id, tmp_path) is None
    keep_own(RULES, PREP.owned("yours", "my copy"), tmp_path)
    assert read_broken(RULES, PREP.id, tmp_path) is None
    assert read_broken(RULES, "tcs.perp", tmp_path) is None


@pytest.mark.parametrize(("id_", "chart"), EVERY)
@pytest.mark.parametrize("slip", ["colour: red\n", "note: [not closed\n", "\tx: {\n"])
def test_whatever_is_wrong_elsewhere_every_cell_of_every_chart_is_read(id_: str, chart: Chart, slip: str, tmp_path: Path):
    mine = chart.owned("yours", 'my copy, "second" printing')
    _written(tmp_path, chart, f"{chart_text(mine)}{slip}", id_)
    broken = read_broken(load_ruleset(id_), chart.id, tmp_path)
    assert broken is not None and broken.grid is not None
    read = chart_of(broken.grid)
    assert read.slips == ()
    assert dict(read.chart.cells) == dict(mine.cells)
    if chart.form == "dice":
        assert read.chart.bands == chart_of(grid_of(mine, "results")).chart.bands
    assert (read.chart.columns.labels, broken.grid.source) == (mine.columns.labels, mine.source)


@pytest.mark.parametrize(
    ("old", "new", "at", "text"),
    [
        ('"5": [66, 65', '"5": [66, null', (4, 1), ""),
        ('"5": [66, 65', '"5": [66, 67', (4, 1), "67"),
        ('"5": [66, 65', '"5": [66, many', (4, 1), "many"),
        ('"5": [66, 65', '"5": [66, [65]', (4, 1), "?"),
        ('labels: ["1", "2", "3"', 'labels: ["one", "2", "3"', (4, 1), "65"),
        ('  "5": [66, 65', '  "5": 66, 65', (4, 1), "65"),
        ('  "5": [66, 65', '  "5: [66, 65', (5, 1), "65"),
    ],
)
def test_what_is_wrong_with_a_cell_stands_in_it(tmp_path: Path, old: str, new: str, at: tuple[int, int], text: str):
    path = _damaged(tmp_path, PREP, old, new)
    broken = read_broken(RULES, PREP.id, tmp_path)
    assert broken is not None and broken.grid is not None
    assert broken.said.startswith(f"{path}:")
    assert broken.grid.texts[at[0]][at[1]] == text
    wanted = grid_of(PREP)
    others = [row for row in range(len(wanted.rows)) if row not in (4, at[0])]
    assert [broken.grid.texts[row] for row in others] == [wanted.texts[row] for row in others]


@pytest.mark.parametrize(
    ("old", "new", "row", "text"),
    [
        ('"1": "11-62 none', '"1": "11-61 none', "none", "11-61"),
        ('"1": "11-62 none', '"1": "11-63 none', "none", "11-63"),
        ('"1": "11-62 none', '"1": "eleven none', "none", "eleven"),
        ('"1": "11-62 none', '"1": "11-62', "", "11-62"),
    ],
)
def test_holes_overlaps_and_words_among_rolls_stand_in_their_cells(tmp_path: Path, old: str, new: str, row: str, text: str):
    _damaged(tmp_path, FIRE, old, new)
    broken = read_broken(RULES, FIRE.id, tmp_path)
    assert broken is not None and broken.grid is not None
    grid = broken.grid
    assert grid.texts[grid.rows.index(row)][grid.columns.index("1")] == text


@pytest.mark.parametrize(
    "text", ["", "\x00", "phaseline: chart\nversion: 9\ncells: {}\n", "cells: 7\n", "- a\n- b\n", "cells:\n  : [\n"]
)
def test_what_holds_no_cell_is_said_with_its_place_alone(tmp_path: Path, text: str):
    path = _written(tmp_path, PREP, text)
    broken = read_broken(RULES, PREP.id, tmp_path)
    assert broken is not None and broken.grid is None
    assert str(path) in broken.said


def test_a_chart_of_a_newer_version_is_not_guessed_at(tmp_path: Path):
    _damaged(tmp_path, PREP, "version: 1", "version: 9")
    broken = read_broken(RULES, PREP.id, tmp_path)
    assert broken is not None and broken.grid is None
    assert "This chart is version 9; this Phaseline reads up to 1." in broken.said


def test_a_chart_in_the_file_of_another_is_broken(tmp_path: Path):
    _written(tmp_path, FIRE, chart_text(replace(PREP, cells={**PREP.cells, ("5", "6"): Fraction(53)}).owned("yours", "mine")))
    broken = read_broken(RULES, FIRE.id, tmp_path)
    assert broken is not None and broken.grid is None


@given(st.data())
@settings(max_examples=60)
def test_no_damage_makes_reading_fail(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject):
    folder = tmp_path_factory.mktemp("own")
    chart = data.draw(st.sampled_from([PREP, FIRE]))
    text = chart_text(chart.owned("yours", "my copy"))
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 200))
    put = data.draw(st.text(max_size=8))
    _written(folder, chart, text[:at] + put.encode("utf-8", "replace").decode() + text[at + length :])
    broken = read_broken(RULES, chart.id, folder)
    if broken is not None and broken.grid is not None:
        grid = broken.grid
        assert len(grid.texts) == len(grid.rows)
        assert all(len(row) == len(grid.columns) for row in grid.texts)
        chart_of(grid)
