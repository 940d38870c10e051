"""The dialog that brings in units: it reads again what changes, counts what comes, and lists all that does not."""

from pathlib import Path

import pytest

from app.dialogs.exchange.export_oob import ExportOobDialog
from app.dialogs.exchange.import_units import ImportUnits
from core.interop.bring_units import UnitsPreview
from core.interop.counter_csv import Finding
from core.interop.imported import Dropped
from core.model.edits.force_edits import ChangeUnits
from core.model.items import Items
from core.model.oob import Oob, Side


class FakeRunner:
    """Keeps what is asked for, for the test to answer."""

    def __init__(self):
        self.asked = []
        self.cancelled = []

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, slot="", background=False):
        self.asked.append((job, parameters, on_result, on_refused))
        return len(self.asked)

    def cancel(self, ticket):
        self.cancelled.append(ticket)


EDIT = ChangeUnits("Import counters", {})


@pytest.fixture
def runner():
    return FakeRunner()


@pytest.fixture
def dialog(qtbot, runner):
    made = ImportUnits(None, runner, Path("units.csv"))
    qtbot.addWidget(made)
    made.read_now()
    return made


def test_what_is_typed_first_is_the_file(qtbot, runner):
    made = ImportUnits(None, runner)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    qtbot.keyClicks(made.focusWidget(), "units.csv")
    assert made.file.text() == "units.csv"


def test_what_comes_is_counted_and_what_does_not_is_listed(runner, dialog):
    job, parameters, on_result, _ = runner.asked[-1]
    assert (job, parameters["file"], parameters["format"], parameters["making"]) == (
        "preview_units",
        Path("units.csv"),
        None,
        True,
    )
    assert not dialog.do_import.isEnabled()
    findings = tuple(Finding(line, 2, "Attack must be a whole number.") for line in range(600))
    on_result(("counters", UnitsPreview(EDIT, {"counters": 3}, {"counters": 1}, findings, (Dropped("look", "", "why"),))))
    assert "Table of counters (CSV)." in dialog.state.text()
    assert "Counters: 3 new, 1 changed." in dialog.state.text()
    assert dialog.left_out.count() == 502
    assert dialog.do_import.isEnabled() and dialog.edit is EDIT


def test_another_choice_reads_again_and_what_was_seen_is_out_of_date(runner, dialog):
    runner.asked[-1][2](("counters", UnitsPreview(EDIT, {"counters": 3}, {})))
    dialog.making.setChecked(False)
    assert dialog.edit is None and not dialog.do_import.isEnabled()
    dialog.read_now()
    assert runner.asked[-1][1]["making"] is False
    dialog.reject()
    assert runner.cancelled == [2]


def test_a_file_that_changes_nothing_or_cannot_be_read_is_not_imported(runner, dialog):
    runner.asked[-1][2](("orbat", UnitsPreview(EDIT, {}, {})))
    assert "changes nothing" in dialog.state.text() and not dialog.do_import.isEnabled()
    assert not dialog.making.isEnabled()
    dialog.read_now()
    runner.asked[-1][3]("units.csv:3: This is no table.")
    assert dialog.state.text() == "⚠ units.csv:3: This is no table."


# Export ----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def exporting(qtbot, tmp_path):
    made = ExportOobDialog(None, Oob(Items([Side("red", "Red")])), tmp_path, "A/B: box")
    qtbot.addWidget(made)
    return made


def test_the_kind_and_the_end_of_the_name_follow_each_other(exporting, tmp_path):
    assert exporting.wish.file == tmp_path / "A-B- box - order of battle.pdf"
    exporting.kind.setCurrentIndex(exporting.kind.findData(".svg"))
    assert exporting.wish.file.suffix == ".svg" and not exporting.per_side.isEnabled()
    exporting.file.setText("/x/y.png")
    assert exporting.kind.currentData() == ".png" and exporting.dpi.isEnabled()
    exporting.file.setText("/x/y.bmp")
    assert "must end in" in exporting.problem.text() and not exporting.export.isEnabled()


def test_the_wish_is_what_was_chosen(exporting):
    exporting.per_side.setChecked(True)
    exporting.paper.setCurrentIndex(exporting.paper.findData("a3"))
    exporting.shown.setCurrentIndex(exporting.shown.findData("symbols"))
    wish = exporting.wish
    assert (wish.show, wish.per_side, wish.paper, wish.sides) == ("symbols", True, "a3", ())
    assert "--oob-page-a-side" in wish.arguments()
    exporting.side.setCurrentIndex(1)
    assert exporting.wish.sides == ("red",) and not exporting.wish.per_side
