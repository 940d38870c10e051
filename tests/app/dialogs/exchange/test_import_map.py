"""The import dialog: it reads again what changes, lets nothing through unseen, and shows what is dropped."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from app.canvas.looks import Looks
from app.canvas.style import load_style
from app.dialogs.exchange.import_map import NEW_MAP, ImportDialog
from app.dialogs.exchange.send_map import SendDialog, SendWish
from core.interop.imported import Dropped
from core.interop.preview import ImportPreview, Stroke
from core.model.edits.map_edits import ChangeItems


class FakeRunner:
    """Keeps what is asked for, for the test to answer."""

    def __init__(self):
        self.asked = {}
        self.cancelled = []

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, slot="", background=False):
        ticket = len(self.asked) + 1
        self.asked[ticket] = (job, parameters, on_result, on_progress, on_refused)
        return ticket

    def cancel(self, ticket):
        self.cancelled.append(ticket)

    def answer(self, preview):
        self.asked[len(self.asked)][2](preview)

    def refuse(self, sentence):
        self.asked[len(self.asked)][4](sentence)


EDIT = ChangeItems("Import a.osm", {})
PREVIEW = ImportPreview(
    EDIT,
    {"paths": 2},
    3,
    (Dropped("power=line", "way 3", "nobody has said what this is on a map", 7),),
    (0.0, 0.0, 10.0, 8.0),
    (
        Stroke("areas", "woods", ((1, 1), (4, 1), (4, 5), (1, 1)), True),
        Stroke("contours", "", ((0, 0), (10, 8)), False),
        Stroke("paths", "river", ((0, 8), (10, 0)), True),
        Stroke("hexes", "village", ((5, 5),), True),
        Stroke("spots", "", ((2, 2),), True),
    ),
    "latitude 50.00000, longitude 8.00000",
)


@pytest.fixture
def runner():
    return FakeRunner()


@pytest.fixture
def dialog(qtbot, two_sheets, runner):
    dialog = ImportDialog(None, two_sheets, Looks(load_style()), runner)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    yield dialog


def test_a_file_is_read_when_the_user_pauses_and_its_format_is_guessed(dialog, runner, qtbot):
    dialog.file.setText("/x/roads.osm")
    assert dialog.format.currentData() == "osm"
    assert not runner.asked
    qtbot.waitUntil(lambda: bool(runner.asked))
    job, parameters, *_ = runner.asked[1]
    assert job == "preview_import"
    assert (parameters["wish"].file, parameters["wish"].format) == (Path("/x/roads.osm"), "osm")
    assert not dialog.do_import.isEnabled()


def test_the_preview_shows_what_comes_what_goes_and_what_is_dropped(dialog, runner):
    dialog.file.setText("/x/a.osm")
    dialog.read_now()
    runner.answer(PREVIEW)
    assert dialog.do_import.isEnabled()
    assert dialog.edit is EDIT
    assert dialog.counts.text().splitlines() == [
        "Roads, rails and waters: 2.",
        "3 items of the map are replaced.",
        "The map will lie at latitude 50.00000, longitude 8.00000.",
    ]
    rows = [dialog.dropped.item(row).text() for row in range(dialog.dropped.count())]
    assert rows == ["7 × power=line (way 3): nobody has said what this is on a map"]
    picture = dialog.picture.grab().toImage()
    assert (
        len({picture.pixelColor(x, y).rgb() for x in range(0, picture.width(), 3) for y in range(0, picture.height(), 3)}) > 3
    )


def test_a_long_reason_is_wrapped_and_needs_no_scrolling_sideways(dialog, runner):
    dialog.resize(900, 600)
    QApplication.processEvents()
    reason = "nobody has said what this is on a map, " * 12
    dialog.file.setText("/x/a.osm")
    dialog.read_now()
    runner.answer(replace(PREVIEW, dropped=(Dropped("power=line", "way 3", reason, 7),)))
    QApplication.processEvents()
    item = dialog.dropped.visualItemRect(dialog.dropped.item(0))
    assert item.height() > 3 * dialog.dropped.fontMetrics().height()
    assert item.width() <= dialog.dropped.viewport().width()
    assert dialog.dropped.horizontalScrollBar().maximum() == 0


def test_maps_are_chosen_by_letter_and_title(dialog, two_sheets, qtbot, tmp_path):
    assert [dialog.sheet.itemText(row) for row in range(2)] == ["A", "B"]
    titled = replace(two_sheets.sheets[0], sheet=replace(two_sheets.sheets[0].sheet, title="North"))
    sending = SendDialog(None, (titled, two_sheets.sheets[1]), tmp_path)
    qtbot.addWidget(sending)
    assert [sending.sheet.itemText(row) for row in range(2)] == ["A: North", "B"]


def test_whatever_is_changed_must_be_seen_again_before_it_can_be_imported(dialog, runner):
    dialog.file.setText("/x/a.osm")
    for change in (
        lambda: dialog.replacing.toggle(),
        lambda: dialog.kinds["areas"].toggle(),
        lambda: dialog.sheet.setCurrentIndex(1),
        lambda: dialog.place.setText("50, 8"),
        lambda: dialog.interval.setValue(10),
    ):
        dialog.read_now()
        runner.answer(PREVIEW)
        assert dialog.do_import.isEnabled()
        change()
        assert not dialog.do_import.isEnabled()
        assert dialog.edit is None


def test_the_wish_says_what_was_set(dialog):
    dialog.file.setText("/x/a.npy")
    dialog.where.setCurrentIndex(dialog.where.findData("origin"))
    dialog.place.setText("100, 200")
    dialog.bearing.setValue(30)
    dialog.interval.setValue(2.5)
    dialog.cell.setValue(25)
    dialog.fill.setChecked(True)
    dialog.kinds["lows"].setChecked(False)
    wish = dialog.wish
    assert (wish.format, wish.centre, wish.origin, wish.bearing) == ("dem", None, "100, 200", 30)
    assert (float(wish.interval), wish.cell, wish.fill_holes) == (2.5, 25, True)
    assert wish.sections == {"contours", "spots"}
    dialog.kinds["lows"].setChecked(True)
    assert dialog.wish.sections is None
    dialog.file.setText("/x/a.board")
    assert (dialog.wish.origin, dialog.wish.cell, dialog.wish.fill_holes) == (None, None, False)


def test_a_refusal_is_shown_and_nothing_can_be_imported(dialog, runner):
    dialog.file.setText("/x/a.osm")
    dialog.read_now()
    runner.refuse("a.osm:3: This is no XML.")
    assert dialog.state.text() == "⚠ a.osm:3: This is no XML."
    assert not dialog.do_import.isEnabled()


def test_going_away_gives_up_what_is_being_read(dialog, runner, qtbot):
    dialog.file.setText("/x/a.osm")
    dialog.read_now()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert runner.cancelled == [1]
    assert not dialog.isVisible()


def test_progress_is_shown_while_a_file_is_read(dialog, runner):
    dialog.file.setText("/x/a.osm")
    dialog.read_now()
    assert dialog.progress.isVisible()
    runner.asked[1][3](250, 1000, None)
    assert dialog.progress.value() == 250
    runner.answer(PREVIEW)
    assert not dialog.progress.isVisible()


@pytest.fixture
def send(qtbot, two_sheets, tmp_path):
    dialog = SendDialog(None, two_sheets.sheets, tmp_path)
    qtbot.addWidget(dialog)
    return dialog


def test_the_kind_of_file_follows_its_name_and_the_other_way_round(send, tmp_path):
    assert send.wish == SendWish("", "geojson", tmp_path / "map.geojson")
    send.kind.setCurrentIndex(send.kind.findData(".board"))
    assert send.file.text().endswith("map.board")
    send.file.setText(str(tmp_path / "b.tmj"))
    assert send.kind.currentData() == ".tmj"
    assert send.wish.format == "tmx"


@pytest.mark.parametrize("name", ["", "b.xml", "nowhere/b.tmx"])
def test_a_name_that_cannot_be_is_not_accepted(send, tmp_path, name):
    send.file.setText(str(tmp_path / name) if name else "")
    assert not send.send.isEnabled()
    assert send.findChild(QDialogButtonBox) is not None


def test_several_tiles_are_named_in_quotation_marks_and_read_together(qtbot, runner, dialog):
    dialog.file.setText('"/a/N36W085.hgt" "/a/N36 W084.hgt"')
    assert dialog.format.currentData() == "dem"
    assert dialog.files == (Path("/a/N36W085.hgt"), Path("/a/N36 W084.hgt"))
    assert (dialog.wish.file, dialog.wish.more) == (Path("/a/N36W085.hgt"), (Path("/a/N36 W084.hgt"),))
    dialog.file.setText('"')
    assert dialog.files == ()


def test_elevation_can_replace_only_what_came_from_elevation(qtbot, runner, dialog):
    dialog.file.setText("/a/N36W085.hgt")
    assert dialog.wish.replacing is True
    dialog.generated.setChecked(True)
    assert dialog.wish.replacing == "generated"
    dialog.replacing.setChecked(False)
    assert dialog.wish.replacing is False and not dialog.generated.isEnabled()
    dialog.file.setText("/a/roads.osm")
    dialog.replacing.setChecked(True)
    assert dialog.wish.replacing is True and dialog.generated.isHidden()


def test_a_board_that_does_not_fit_can_become_a_map_of_its_own(qtbot, runner, dialog):
    dialog.file.setText("/a/roads.osm")
    assert dialog.sheet.findData(NEW_MAP) < 0, "roads know no shape"
    dialog.file.setText("/a/hills.board")
    dialog.read_now()
    runner.refuse("In hills.board the first column stands half a hex higher.")
    assert not dialog.make_new.isHidden()
    dialog.make_new.click()
    assert dialog.wish.new_sheet
    dialog.read_now()
    runner.answer(replace(PREVIEW, counts={}, removed=0, new_map="C, 16 × 17 hexes"))
    assert dialog.make_new.isHidden()
    assert "It becomes map C, 16 × 17 hexes." in dialog.counts.text()
    assert dialog.do_import.isEnabled()
    dialog.file.setText("/a/roads.osm")
    assert not dialog.wish.new_sheet
