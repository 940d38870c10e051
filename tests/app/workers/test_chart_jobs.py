"""The worker keeps, drops, sends and reads charts of the user, and gives the rules that are then in force."""

from dataclasses import replace
from fractions import Fraction

import pytest

from app.workers.jobs import start
from core.base.errors import CoreError, WrongUse
from core.base.steps import finish
from core.files.chart_drafts import own_folder
from core.files.parcels import Parcel, RulesNow
from core.files.ruleset_files import load_ruleset
from core.rules.kernel.chart_grid import grid_of

RULES = load_ruleset("tcs-4.01")
PREP = RULES.charts["tcs.command_prep"]
MINE = replace(PREP, cells={**PREP.cells, ("5", "6"): Fraction(53)}, source="my copy")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return own_folder()


def do(job, **parameters):
    return finish(start(job, None, **parameters))


def test_a_chart_is_kept_and_taken_out_again(home):
    now = do("own_charts", ruleset="tcs-4.01", keep=(MINE,))
    assert isinstance(now, RulesNow)
    assert (list(now.ruleset.own[""]), now.issues, now.folder) == ([PREP.id], (), str(home))
    now = do("own_charts", ruleset="tcs-4.01", drop=(PREP.id,))
    assert now.ruleset.own == {}


def test_a_chart_that_fits_none_is_refused_and_those_before_it_are_kept(home):
    with pytest.raises(WrongUse, match="There is no chart"):
        do("own_charts", ruleset="tcs-4.01", keep=(MINE, replace(MINE, id="tcs.prep")))
    assert list(do("own_charts", ruleset="tcs-4.01").ruleset.own[""]) == [PREP.id]


def test_what_is_sent_is_taken_in(tmp_path):
    file = tmp_path / "a.charts.yaml"
    assert do("send_charts", ruleset="tcs-4.01", file=file, charts=(MINE,), note="for you") == file
    parcel = do("take_in_charts", ruleset="tcs-4.01", file=file)
    assert isinstance(parcel, Parcel)
    assert [chart.cells[("5", "6")] for chart in parcel.charts] == [53]
    with pytest.raises(CoreError, match="There is no chart to send"):
        do("send_charts", ruleset="tcs-4.01", file=file, charts=())


def test_charts_are_kept_for_the_sets_that_they_belong_to(tmp_path):
    scs = load_ruleset("scs-1.6")
    table = next(each for each in scs.sets["ardennes"].charts if each.id == "scs.crt").owned("yours", "my copy")
    stacking = scs.charts["scs.stacking"].owned("yours", "my copy")
    file = tmp_path / "a.charts.yaml"
    sets = {table.id: "ardennes", stacking.id: ""}
    do("send_charts", ruleset="scs-1.6", file=file, charts=(table, stacking), sets=sets)
    parcel = do("take_in_charts", ruleset="scs-1.6", file=file)
    assert parcel.sets == sets
    now = do("own_charts", ruleset="scs-1.6", chart_set="gazala", keep=parcel.charts, sets=parcel.sets)
    assert now.ruleset.own == {"ardennes": {table.id: table}, "": {stacking.id: stacking}}
    now = do("own_charts", ruleset="scs-1.6", chart_set="gazala", keep=(stacking,))
    assert set(now.ruleset.own) == {"ardennes", "", "gazala"}


def test_a_draft_is_read_and_put_away():
    assert do("chart_draft", ruleset="tcs-4.01", chart=PREP.id) is None
    assert do("keep_chart_draft", ruleset="tcs-4.01", grid=grid_of(PREP)).is_file()
    assert do("chart_draft", ruleset="tcs-4.01", chart=PREP.id).grid == grid_of(PREP)
    assert do("drop_chart_draft", ruleset="tcs-4.01", chart=PREP.id)
    assert not do("drop_chart_draft", ruleset="tcs-4.01", chart=PREP.id)
