"""The dialog for a new map: what it proposes, shows, refuses and gives."""

from decimal import Decimal
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel

from app.dialogs.maps.new_map import NewMapDialog
from core.rules.kernel.ruleset import Charts, PaletteChoice, Quantity, RulesetChoice

CHARTS = Charts(
    {
        "scs-1.6": RulesetChoice("Standard Combat Series 1.6", "scs", Quantity(Fraction(1000), "m", "ours")),
        "tcs-4.01": RulesetChoice(
            "Tactical Combat Series 4.01",
            "tcs",
            Quantity(Fraction("114.3"), "m", "TCS 4.01 1.3"),
            Quantity(Fraction(20), "m", "TCS 4.01 1.3"),
        ),
        "vcs": RulesetChoice("Variable Combat System", "vcs", Quantity(Fraction(2000), "m", "ours")),
    },
    {
        "canadian-crucible": PaletteChoice("Chart of a game", ("tcs",)),
        "operational": PaletteChoice("Plain operational terrain", ("scs", "vcs"), stand_in=True),
        "plain": PaletteChoice("For any series"),
    },
)


@pytest.fixture
def dialog(qtbot, tmp_path):
    made = NewMapDialog(None, CHARTS, tmp_path)
    qtbot.addWidget(made)
    made.show()
    return made


def test_as_it_opens_it_makes_a_map(dialog, tmp_path):
    assert dialog.faults() == []
    assert dialog.create_box.isEnabled()
    wish = dialog.wish
    assert (wish.folder, wish.box.title, wish.box.ruleset) == (tmp_path / "new-map", "New map", "tcs-4.01")
    (placed,) = wish.box.sheets
    grid = placed.sheet.grid
    assert (grid.columns, grid.rows, grid.raised, grid.hex_m) == (40, 30, "even", 114.3)
    assert placed.sheet.contour_interval == 20


def test_the_folder_follows_the_title_until_it_is_typed(dialog, qtbot, tmp_path):
    dialog.title.clear()
    qtbot.keyClicks(dialog.title, "Hill 9!")
    assert dialog.folder.text() == str(tmp_path / "hill-9")
    dialog.folder.clear()
    qtbot.keyClicks(dialog.folder, str(tmp_path / "mine"))
    qtbot.keyClicks(dialog.title, " b")
    assert dialog.folder.text() == str(tmp_path / "mine")


def test_numbers_are_shown_as_they_are_set(dialog, qtbot):
    assert dialog.preview.shown[40, 30] == "40.30"
    numbers = dialog.numbers
    numbers.letters.setCurrentIndex(numbers.letters.findData("column"))
    numbers.first.setCurrentIndex(numbers.first.findData("top-left"))
    qtbot.keyClick(numbers.separator, Qt.Key.Key_Backspace)
    assert numbers.pattern.text() == "{column:A}{row:02}"
    assert dialog.preview.shown[1, 30] == "A01"
    assert "Lower left A30, lower right AN30, upper left A01, upper right AN01." in dialog.corners.text()
    assert dialog.wish.box.sheets[0].sheet.grid.numbering.text(40, 30) == "AN01"


def test_a_pattern_that_is_typed_moves_the_fields(dialog, qtbot):
    dialog.numbers.pattern.clear()
    qtbot.keyClicks(dialog.numbers.pattern, "M{row:03}/{column:03}")
    assert (dialog.numbers.order.currentData(), dialog.numbers.digits.value()) == ("row-column", 3)
    assert (dialog.numbers.prefix.text(), dialog.numbers.separator.text()) == ("M", "/")
    assert dialog.preview.shown[1, 2] == "M002/001"


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("title", "", "A box needs a title."),
        ("folder", "", "A box needs a folder."),
        ("folder", "here", "Name the folder from the top of the disk on"),
        ("letter", "7", "is no letter of a map"),
    ],
)
def test_what_is_wrong_is_said_at_once_and_nothing_can_be_created(dialog, field, text, said):
    line = getattr(dialog, field)
    line.setText(text)
    line.textEdited.emit(text)
    assert said in dialog.fault.text()
    assert dialog.fault.isVisible()
    assert not dialog.create_box.isEnabled()


def test_a_numbering_that_cannot_be_read_back_is_refused(dialog):
    dialog.numbers.digits.setValue(1)
    dialog.numbers.separator.clear()
    dialog.numbers.separator.textEdited.emit("")
    assert "can be read as more than one hex" in dialog.fault.text()
    assert not dialog.create_box.isEnabled()
    dialog.numbers.pattern.setText("{column}")
    dialog.numbers.pattern.textEdited.emit("{column}")
    assert "names {column} and {row} once each" in dialog.fault.text()
    assert dialog.preview.shown == {}


def test_the_letter_of_the_map_is_said_to_go_in_front_by_itself(dialog, qtbot):
    qtbot.keyClicks(dialog.numbers.prefix, "{sheet}-")
    assert dialog.numbers.pattern.text() == "{sheet}-{column:02}.{row:02}"
    assert dialog.fault.text() == (
        '⚠ A pattern of numbers knows no "{sheet}", only {column} and {row}. '
        "The letter of a map goes in front of its numbers by itself where a box has several maps."
    )
    dialog.numbers.prefix.clear()
    dialog.numbers.prefix.textEdited.emit("")
    assert dialog.create_box.isEnabled()


def test_a_folder_that_holds_a_box_is_refused(dialog, tmp_path):
    (tmp_path / "new-map").mkdir()
    (tmp_path / "new-map" / "game.yaml").write_text("")
    dialog.rows.setValue(12)
    assert "already holds a box" in dialog.fault.text()
    assert not dialog.create_box.isEnabled()


def test_contours_intervals_and_half_lines(dialog):
    dialog.half_lines.setChecked(True)
    dialog.interval.setValue(12.5)
    assert dialog.levels.text() == "Contours at 0, 12.5, 25 m …; broken ones at 6.25, 18.75 m …"
    sheet = dialog.wish.box.sheets[0].sheet
    assert (sheet.contour_interval, sheet.half_lines) == (Decimal("12.5"), True)
    dialog.contours.setChecked(False)
    sheet = dialog.wish.box.sheets[0].sheet
    assert (sheet.contour_interval, sheet.half_lines) == (None, False)
    assert not dialog.interval.isEnabled()


def test_several_maps_are_lettered_and_their_letters_shown(dialog):
    dialog.across.setValue(2)
    dialog.up.setValue(2)
    assert dialog.preview.shown[1, 1] == "A01.01"
    assert "Maps A to D" in dialog.corners.text()
    assert [placed.letter for placed in dialog.wish.box.sheets] == ["A", "B", "C", "D"]


def test_pointy_top_hexes_have_lines(dialog):
    dialog.hexes.setCurrentIndex(dialog.hexes.findData("rows"))
    assert "one above the other" in dialog.columns_label.text()
    assert "further right" in dialog.raised.currentText()
    assert dialog.wish.box.sheets[0].frame.orientation == "rows"
    dialog.preview.grab()


def test_the_numbers_of_pointy_top_hexes_speak_of_the_same_lines(dialog):
    numbers = dialog.numbers
    words = [numbers.letters.itemText(row) for row in range(3)]
    assert words == ["None", "Columns", "Rows"]
    dialog.hexes.setCurrentIndex(dialog.hexes.findData("rows"))
    said = [label.text() for label in numbers.findChildren(QLabel)]
    assert [numbers.letters.itemText(row) for row in range(3)] == ["None", "Lines", "Hexes in each line"]
    assert "Lines begin at:" in said
    assert "Hexes in each line begin at:" in said
    assert not any("olumn" in text for text in (*said, numbers.order.itemText(0), numbers.order.itemText(1)))
    assert "{column} counts the lines" in numbers.pattern.toolTip()
    dialog.hexes.setCurrentIndex(dialog.hexes.findData("columns"))
    assert "Columns begin at:" in [label.text() for label in numbers.findChildren(QLabel)]


def test_a_number_that_begins_with_a_letter_stands_apart_from_the_letter_of_its_map(dialog):
    dialog.numbers.letters.setCurrentIndex(dialog.numbers.letters.findData("column"))
    dialog.across.setValue(2)
    assert dialog.preview.shown[1, 1] == "A A.01"
    assert "Lower left A A.01" in dialog.corners.text()


@pytest.mark.parametrize("size", [(900, 560), (640, 400)])
def test_on_a_small_screen_the_fields_are_scrolled_and_the_buttons_stay_in_sight(dialog, size):
    dialog.resize(*size)
    QApplication.processEvents()
    assert (dialog.width(), dialog.height()) == size
    for part in (dialog.create_box, dialog.page):
        assert dialog.rect().contains(QRect(part.mapTo(dialog, QPoint(0, 0)), part.size()))
    last = dialog.numbers.pattern
    for field in (last, dialog.letter, dialog.title):
        field.setFocus()
        dialog.page.ensureWidgetVisible(field)
        QApplication.processEvents()
        assert field.visibleRegion().boundingRect().height() == field.height()


def test_as_it_opens_it_is_no_larger_than_the_screen(dialog):
    screen = dialog.screen().availableGeometry()
    assert dialog.width() <= screen.width()
    assert dialog.height() < screen.height()


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


def offered(box):
    return [box.itemData(row) for row in range(box.count())]


def test_scale_contours_and_palette_follow_the_ruleset(dialog):
    assert offered(dialog.chart) == ["", "canadian-crucible", "plain"]
    assert dialog.chart.currentData() == ""
    choose(dialog.ruleset, "vcs")
    assert offered(dialog.chart) == ["", "operational", "plain"]
    box = dialog.wish.box
    assert (box.palette, box.sheets[0].sheet.grid.hex_m, box.sheets[0].sheet.contour_interval) == ("operational", 2000, None)
    assert dialog.levels.text() == "A map without contours has no heights."
    choose(dialog.ruleset, "tcs-4.01")
    box = dialog.wish.box
    assert (box.palette, box.sheets[0].sheet.grid.hex_m, box.sheets[0].sheet.contour_interval) == ("", 114.3, 20)


def test_what_was_set_by_hand_stays_whatever_ruleset_is_chosen(dialog):
    dialog.hex_m.setValue(125)
    dialog.interval.setValue(10)
    choose(dialog.chart, "plain")
    for ruleset in ("vcs", "scs-1.6", "tcs-4.01"):
        choose(dialog.ruleset, ruleset)
        assert (dialog.hex_m.value(), dialog.chart.currentData()) == (125, "plain")
    assert dialog.wish.box.sheets[0].sheet.contour_interval == 10


def test_everything_is_reached_by_the_keyboard_and_has_a_name(dialog):
    from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QLineEdit

    named = {label.buddy() for label in dialog.findChildren(QLabel) if label.buddy() is not None}
    for kind in (QComboBox, QAbstractSpinBox, QLineEdit):
        for field in dialog.findChildren(kind):
            if isinstance(field.parent(), QAbstractSpinBox | QComboBox):
                continue
            assert field in named or field.accessibleName(), field
