"""The window Counters, used by its keys alone: typing, filling, pasting, wrong cells, undoing, finding, and closing."""

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QMessageBox, QPushButton

from app.counters.symbol_picker import SymbolPicker
from app.dialogs.units.model import MARK_ROLE
from app.dialogs.units.window import UnitsWindow
from app.documents.document import Document
from app.workers.jobs import start
from core.base.errors import CoreError, Place
from core.base.steps import finish
from core.files.ruleset_files import load_ruleset
from core.model.issues import OOB_UNREAD, Issue
from core.model.items import Items
from core.model.new_map import NewMap
from core.model.oob import Counter, Formation, Oob, Side, Values
from tests.app.conftest import press

TCS, SCS = load_ruleset("tcs-4.01"), load_ruleset("scs-1.6")
Key = Qt.Key
Ctrl, Shift, Alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


def infantry(id_, name, strength=4, steps=3, side="de", formation="1-bn", kind="infantry"):
    values = {"piece.kind": kind, "piece.name": name, "fire.class": "area", "fire.strength": strength, "steps": steps}
    return Counter(id_, side, Values(values), None, formation)


def the_oob():
    return Oob(
        Items([Side("de", "German", "#8a9a7b"), Side("us", "American", "#7a8f5a")]),
        Items([Formation("1-bn", "1st Battalion", "de"), Formation("2-bn", "2nd Battalion", "us")]),
        Items(
            [
                infantry("a", "A/1", 10),
                infantry("b", "B/1", 9),
                infantry("c", "C/2", 7, 5, "us", "2-bn"),
                Counter("s", "de", Values({"piece.kind": "sortie", "piece.name": "Stuka", "sortie.kill_number": 8})),
            ]
        ),
    )


class Worker:
    """Answers at once, in this process, what the worker would answer."""

    def __init__(self, ruleset):
        self.game = type("Game", (), {"ruleset": ruleset})() if ruleset is not None else None

    def run(self, job, parameters, on_result, on_progress=None, on_refused=None, **rest):
        try:
            result = finish(start(job, self.game, **parameters))
        except CoreError as problem:
            assert on_refused is not None, problem
            on_refused(str(problem))
        else:
            on_result(result)
        return 1


@pytest.fixture
def opened(qtbot):
    made = []

    def open_window(oob=None, ruleset=TCS, issues=()):
        box = NewMap("t", columns=3, rows=3).box().with_oob(the_oob() if oob is None else oob)
        document = Document(box, ruleset, issues=issues)
        window = UnitsWindow(None, document, Worker(ruleset))
        window.kept = document
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        made.append(window)
        return window

    yield open_window
    for window in made:
        window._leaving = True
        window.close()


@pytest.fixture
def window(opened):
    made = opened()
    made.view.setFocus()
    return made


def go(window, row, heading):
    column = window.model.column_of(heading)
    assert column >= 0, heading
    window.view.go_to(row, column)


def choose(window, heading, first, last):
    """Chooses cells of a column."""
    go(window, first, heading)
    column = window.model.column_of(heading)
    area = QItemSelection(window.model.index(first, column), window.model.index(last, column))
    window.view.selectionModel().select(area, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def value(window, id_, value_id):
    return window.model.oob.counter(id_).values.get(value_id)


def mark(window, row, heading):
    return window.model.index(row, window.model.column_of(heading)).data(MARK_ROLE)


def named(window):
    return [window.model.counter(row).id for row in range(window.model.rowCount())]


def at(window):
    index = window.view.currentIndex()
    return index.row(), window.model.columns[index.column()].heading


def button(part, words):
    return next(each for each in part.findChildren(QPushButton) if each.text().replace("&", "") == words)


def clip(text):
    QGuiApplication.clipboard().setText(text)


def test_what_is_typed_is_in_the_box_at_once_and_enter_goes_down(window, qtbot):
    go(window, 0, "steps")
    press(qtbot, window, "6", Key.Key_Return, "7", Key.Key_Return)
    assert (value(window, "a", "steps"), value(window, "b", "steps")) == (6, 7)
    assert at(window) == (2, "steps")
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert (value(window, "a", "steps"), value(window, "b", "steps")) == (6, 3)
    press(qtbot, window, (Key.Key_Y, Ctrl))
    assert value(window, "b", "steps") == 7


def test_a_wrong_text_stays_red_with_its_reason_and_never_goes_into_the_box(window, qtbot):
    go(window, 0, "steps")
    press(qtbot, window, "99", Key.Key_Return)
    index = window.model.index(0, window.model.column_of("steps"))
    assert (index.data(), index.data(MARK_ROLE)) == ("99", "error")
    assert "99" in index.data(Qt.ItemDataRole.ToolTipRole) and "In the box: 3" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert "Steps must be" in window.message.text()
    assert value(window, "a", "steps") == 3 and not window.kept.undo_stack.count()
    assert window.not_taken.count() == 1 and "not in the box: 1" in window.counts.text()
    go(window, 0, "steps")
    press(qtbot, window, "4", Key.Key_Return)
    assert value(window, "a", "steps") == 4 and not window.model.wrong and not window.not_taken.isVisible()


def test_undo_takes_back_a_wrong_text_before_older_steps(window, qtbot):
    go(window, 0, "steps")
    press(qtbot, window, "5", Key.Key_Return, "x", Key.Key_Return)
    assert window.model.wrong
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert not window.model.wrong and value(window, "a", "steps") == 5
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert value(window, "a", "steps") == 3


def test_undoing_a_paste_takes_back_its_wrong_cells_and_redo_brings_them_again(window, qtbot):
    clip("5\n99\n6")
    go(window, 0, "steps")
    press(qtbot, window, (Key.Key_V, Ctrl))
    assert [value(window, each, "steps") for each in "abc"] == [5, 3, 6]
    assert [held.text for held in window.model.wrong.values()] == ["99"] and window.kept.undo_stack.count() == 1
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert not window.model.wrong and value(window, "a", "steps") == 3
    press(qtbot, window, (Key.Key_Z, Ctrl | Shift))
    assert [held.text for held in window.model.wrong.values()] == ["99"] and value(window, "c", "steps") == 6


def test_one_text_is_typed_into_all_chosen_cells_of_a_column_as_one_step(window, qtbot):
    choose(window, "steps", 0, 2)
    press(qtbot, window, "8", Key.Key_Return)
    assert [value(window, each, "steps") for each in "abc"] == [8, 8, 8]
    assert window.kept.undo_stack.count() == 1


def test_fill_down_repeats_the_uppermost_cell_and_skips_those_that_print_nothing(window, qtbot):
    choose(window, "steps", 0, 3)
    press(qtbot, window, (Key.Key_D, Ctrl))
    assert [value(window, each, "steps") for each in "abcs"] == [3, 3, 3, None] and not window.model.wrong
    go(window, 2, "fire.strength")
    press(qtbot, window, (Key.Key_D, Ctrl))
    assert value(window, "c", "fire.strength") == 9


def test_columns_that_a_kind_does_not_print_are_grey_and_tab_skips_them(window, qtbot):
    assert mark(window, 3, "steps") == "grey" and mark(window, 0, "sortie.kill_number") == "grey"
    assert not window.model.flags(window.model.index(3, window.model.column_of("steps"))) & Qt.ItemFlag.ItemIsEditable
    go(window, 3, "piece.name")
    press(qtbot, window, Key.Key_Tab)
    assert at(window)[1].startswith("sortie.")


def test_a_required_value_that_is_missing_is_hatched(window, qtbot):
    assert mark(window, 0, "morale") == "missing"


@pytest.mark.qt_log_ignore("does not support")
def test_a_choice_is_typed_by_its_first_letters_or_picked(window, qtbot):
    go(window, 0, "fire.class")
    press(qtbot, window, "point", Key.Key_Return)
    assert value(window, "a", "fire.class") == "point"
    go(window, 0, "fire.class")
    press(qtbot, window, Key.Key_F2)
    assert isinstance(window.focusWidget(), QComboBox)


@pytest.mark.qt_log_ignore("does not support")
def test_a_choice_that_begins_so_is_taken_by_one_enter_in_the_list_of_what_fits(window, qtbot):
    go(window, 0, "piece.kind")
    press(qtbot, window, "machine")
    popup = window.focusWidget().completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Key.Key_Return)
    qtbot.waitUntil(lambda: at(window) == (1, "piece.kind"))
    assert value(window, "a", "piece.kind") == "machine_guns" and not window.model.wrong


def test_the_symbol_chooser_begins_at_what_the_look_draws(window, qtbot):
    go(window, 0, "sidc")
    press(qtbot, window, Key.Key_F4)
    assert window.findChild(SymbolPicker).sidc[10:16] == "121100"


def test_flags_are_ticked_by_the_space_key_for_all_chosen(window, qtbot):
    choose(window, "carrier.integrated", 0, 1)
    press(qtbot, window, Key.Key_Space)
    assert value(window, "a", "carrier.integrated") is True and value(window, "b", "carrier.integrated") is True
    press(qtbot, window, Key.Key_Space)
    assert value(window, "a", "carrier.integrated") is None


def test_rows_pasted_below_the_last_one_are_new_counters(window, qtbot):
    clip("Ju 87\t8\nHs 129\t7")
    go(window, 3, "piece.name")
    columns = [window.model.columns[window.model.column_of("piece.name") + 1].heading]
    press(qtbot, window, (Key.Key_V, Ctrl))
    assert window.model.rowCount() == 5 and columns
    assert named(window)[-1] == "hs-129" and window.model.oob.counter("hs-129").side == "de"


def test_a_pasted_table_with_headings_changes_counters_and_makes_new_ones(window, qtbot):
    clip("id\tside\tpiece.kind\tpiece.name\tsteps\na\tde\tinfantry\tA/1\t5\n\tus\tinfantry\tD/2\t4\n\tus\tmortar\tM/2\t40")
    press(qtbot, window, (Key.Key_V, Ctrl))
    assert value(window, "a", "steps") == 5 and value(window, "d-2", "steps") == 4
    assert window.kept.undo_stack.count() == 1
    new = window.model.oob.counter("m-2")
    assert "steps" not in new.values
    assert [(held.counter, held.text) for held in window.model.wrong.values()] == [("m-2", "40")]
    assert "New counters: 2. Changed: 1." in window.message.text()


def test_a_table_whose_file_cannot_be_read_says_so(opened):
    cause = Issue(Place("counters.yaml", 39, 3), "This is not YAML.", code=OOB_UNREAD)
    window = opened(Oob(), issues=(cause,))
    words = " ".join(each.text() for each in window.empty.findChildren(QLabel))
    assert "cannot be read" in words and "counters.yaml:39:3: This is not YAML." in words and "no counters yet" not in words


def test_an_empty_box_says_what_to_do_and_takes_a_pasted_table(opened, qtbot):
    window = opened(Oob())
    assert window.pages.currentWidget() is window.empty
    clip("side,piece.kind,piece.name\nRed,infantry,1\nRed,infantry,2\nBlue,infantry,3rd Company")
    window.empty.setFocus()
    press(qtbot, window, (Key.Key_V, Ctrl))
    assert window.model.rowCount() == 3 and window.pages.currentWidget() is window.view
    assert len(window.model.wrong) == 3 and "Red" in window.notices.texts["names"]
    button(window.notices, "Make them").click()
    assert [side.name for side in window.model.oob.sides] == ["Red", "Blue"] and not window.model.wrong
    assert {each.side for each in window.model.oob.counters} == {"red", "blue"}
    assert "names" not in window.notices.texts
    # The table was empty when it was first shown.
    ids = window.model.column_of("id")
    widest = max(window.fontMetrics().horizontalAdvance(each.id) for each in window.model.oob.counters)
    assert window.view.columnWidth(ids) > widest


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_kind_that_brings_other_columns_leaves_the_keyboard_in_the_table(opened, qtbot):
    window = opened(Oob())
    clip("side,kind,name\nRed,Unit,1\nRed,Unit,2")
    window.empty.setFocus()
    press(qtbot, window, (Key.Key_V, Ctrl))
    columns = [column.heading for column in window.model.columns]
    choose(window, "piece.kind", 0, 1)
    press(qtbot, window, "infantry", Key.Key_Return)
    assert [column.heading for column in window.model.columns] != columns
    assert window.view.hasFocus()
    press(qtbot, window, (Key.Key_Home, Ctrl), Key.Key_Right)
    assert at(window) == (0, "side")


def test_headings_that_mean_nothing_are_listed_first_and_go_with_the_paste(opened, qtbot):
    window = opened(Oob())
    clip("side,kind,comment\nRed,infantry,x\nRed,tank,y")
    window.empty.setFocus()
    press(qtbot, window, (Key.Key_V, Ctrl))
    first = window.not_taken.item(0)
    assert 'no column "comment"' in first.text() and window.not_taken.count() == 4
    bar = window.not_taken.horizontalScrollBar()
    assert window.not_taken.height() >= 4 * window.not_taken.sizeHintForRow(0) + bar.sizeHint().height()
    window.view.setFocus()
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert not window.model.rowCount() and not window.not_taken.count()


def test_a_block_without_headings_in_an_empty_box_asks_for_them(opened, qtbot):
    window = opened(Oob())
    clip("A/1\t4\nB/1\t5")
    window.empty.setFocus()
    press(qtbot, window, (Key.Key_V, Ctrl))
    assert not window.model.rowCount() and "first line" in window.message.text()


def test_copied_cells_come_back_as_they_were(window, qtbot):
    choose(window, "steps", 0, 2)
    press(qtbot, window, (Key.Key_C, Ctrl))
    assert QGuiApplication.clipboard().text() == "3\n3\n5"
    press(qtbot, window, (Key.Key_C, Ctrl | Shift))
    assert QGuiApplication.clipboard().text().splitlines()[:2] == ["id\tsteps", "a\t3"]
    press(qtbot, window, (Key.Key_X, Ctrl))
    assert value(window, "a", "steps") is None
    go(window, 0, "steps")
    clip("3\n3\n5")
    press(qtbot, window, (Key.Key_V, Ctrl))
    assert [value(window, each, "steps") for each in "abc"] == [3, 3, 5]


def test_rows_are_added_duplicated_and_removed_by_keys(window, qtbot):
    go(window, 1, "steps")
    press(qtbot, window, (Key.Key_Insert, Ctrl))
    assert named(window)[-1] == "de-infantry" and at(window) == (4, "piece.name")
    press(qtbot, window, "X/1", Key.Key_Return)
    assert value(window, "de-infantry", "piece.name") == "X/1"
    window.view.select_rows([0, 1])
    press(qtbot, window, (Key.Key_D, Ctrl | Shift))
    assert named(window)[-2:] == ["a-2", "b-2"]
    window.view.select_rows([0, 2])
    press(qtbot, window, (Key.Key_Delete, Ctrl))
    assert named(window) == ["b", "s", "de-infantry", "a-2", "b-2"]
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert named(window)[:4] == ["a", "b", "c", "s"]


def test_sorting_is_by_what_cells_are_worth_and_goes_back_to_the_order_of_the_box(window, qtbot):
    go(window, 0, "fire.strength")
    press(qtbot, window, (Key.Key_Down, Alt))
    assert named(window) == ["c", "b", "a", "s"]
    press(qtbot, window, (Key.Key_Up, Alt))
    assert named(window) == ["a", "b", "c", "s"]
    press(qtbot, window, (Key.Key_Home, Alt))
    assert named(window) == ["a", "b", "c", "s"] and window.model.rows.sorted_by is None


def test_words_and_words_of_columns_find_counters(window, qtbot):
    press(qtbot, window, (Key.Key_F, Ctrl))
    assert window.filter.hasFocus()
    press(qtbot, window, "side:de steps:>2")
    assert named(window) == ["a", "b"] and "2 of 4" in window.counts.text()
    window.filter.setText("stuka")
    assert named(window) == ["s"] and window.model.column_of("steps") < 0
    window.filter.setText("kind:infantry formation:2nd")
    assert named(window) == ["c"]
    window.filter.setText("strangth:3")
    assert "no column" in window.message.text() and window.pages.currentWidget() is window.nothing_fits
    button(window.nothing_fits, "Show all counters").click()
    assert window.model.rowCount() == 4


def test_escape_empties_the_filter_before_it_leaves_it(window, qtbot):
    press(qtbot, window, (Key.Key_F, Ctrl))
    press(qtbot, window, "stuka", Key.Key_Escape)
    assert not window.filter.text() and window.isVisible() and window.filter.hasFocus()
    press(qtbot, window, Key.Key_Escape)
    assert window.view.hasFocus() and window.isVisible()


def test_a_long_column_is_filled_between_frames_as_one_step(opened, qtbot):
    oob = the_oob()
    window = opened(Oob(oob.sides, oob.formations, Items([infantry(f"c{n}", f"{n}/1", n % 9) for n in range(900)])))
    window.view.setFocus()
    choose(window, "fire.strength", 0, 899)
    press(qtbot, window, "5", Key.Key_Return)
    qtbot.waitUntil(lambda: not window.kept.making.busy)
    assert {each.values["fire.strength"] for each in window.model.oob.counters} == {5}
    assert window.kept.undo_stack.count() == 1
    press(qtbot, window, (Key.Key_Z, Ctrl))
    assert value(window, "c8", "fire.strength") == 8


def test_find_without_hiding_goes_from_one_to_the_next(window, qtbot):
    window.only.setChecked(False)
    window.filter.setText("us")
    assert window.model.rowCount() == 4
    press(qtbot, window, Key.Key_F3)
    assert window.view.currentIndex().row() == 2


def test_escape_in_the_table_closes_the_window_and_leaves_the_filter_alone(window, qtbot):
    window.filter.setText("a")
    window.view.setFocus()
    press(qtbot, window, Key.Key_Escape)
    assert window.filter.text() == "a"
    assert not window.isVisible()


def test_the_preview_follows_the_row_and_what_is_being_typed(window, qtbot):
    go(window, 0, "fire.strength")
    before = window.preview.front.face
    assert before is not None and window.preview.title.text() == "A/1"
    press(qtbot, window, "3")
    assert window.preview.front.face != before
    press(qtbot, window, Key.Key_Escape)
    assert window.preview.front.face == before and value(window, "a", "fire.strength") == 10


def test_looks_are_chosen_for_all_chosen_counters(window, qtbot):
    window.view.select_rows([0, 1])
    look = window.preview.look
    look.setCurrentIndex(look.findData("vehicle"))
    look.activated.emit(look.currentIndex())
    assert [window.model.oob.counter(each).look for each in "abc"] == ["vehicle", "vehicle", ""]


def test_a_symbol_is_found_by_words_and_keeps_the_size_and_identity_of_the_formation(opened, qtbot):
    oob = the_oob()
    held = oob.counters.with_changes({2: Counter("b", "de", oob.counter("b").values, None, "1-bn", "10061000151211000000")})
    window = opened(Oob(oob.sides, oob.formations, held))
    go(window, 0, "sidc")
    press(qtbot, window, Key.Key_F4)
    picker = window.findChild(SymbolPicker)
    assert picker is not None and picker.echelon.currentText() == "company" and picker.identity.currentText() == "hostile"
    qtbot.keyClicks(picker.words, "engineer")
    picker.accept()
    made = window.model.oob.counter("a").sidc
    assert made[:10] == "1006100015"[:10] and made[10:16] != "000000"


def test_the_back_has_columns_of_its_own(opened, qtbot):
    front = Values({"piece.kind": "combat", "piece.name": "A", "attack": 4, "defence": 5, "movement": 6})
    box = Oob(Items([Side("de", "German")]), Items(), Items([Counter("a", "de", front)]))
    window = opened(box, SCS)
    window.backs.setChecked(True)
    go(window, 0, "back:attack")
    press(qtbot, window, "2", Key.Key_Return)
    counter = window.model.oob.counter("a")
    assert dict(counter.back) == {"attack": 2}
    shown = window.model.index(0, window.model.column_of("back:movement"))
    assert shown.data() == "6" and shown.data(Qt.ItemDataRole.EditRole) == ""
    window.fronts.setChecked(True)
    assert window.model.column_of("back:attack") < 0


def test_the_selection_is_that_of_the_map(window, qtbot):
    window.kept.units.set(["c"])
    assert window.view.currentIndex().row() == 2 and window.preview.title.text() == "C/2"
    press(qtbot, window, Key.Key_Up)
    assert window.kept.units.ids == ("b",)


def test_a_unit_that_is_sought_is_shown_whatever_is_filtered(window):
    window.filter.setText("stuka")
    window.kept.units.seek(["c"])
    assert not window.filter.text() and window.view.currentIndex().row() == 2


def test_closing_with_wrong_cells_says_so(window, qtbot):
    go(window, 0, "steps")
    press(qtbot, window, "99", Key.Key_Return)
    window.close()
    asked = window.findChild(QMessageBox)
    assert asked is not None and window.isVisible() and "“99”" in asked.informativeText()
    button(asked, "Mend them").click()
    assert at(window) == (0, "steps") and window.isVisible()
    assert window.leave() == ["A/1, Steps: Steps must be a whole number from 1 to 12, not “99”."]
    assert not window.isVisible()


def test_f8_goes_to_wrong_cells_wherever_they_are(window, qtbot):
    go(window, 2, "steps")
    press(qtbot, window, "99", Key.Key_Return)
    window.filter.setText("stuka")
    window.view.setFocus()
    press(qtbot, window, Key.Key_F8)
    assert at(window) == (2, "steps") and not window.filter.text()


def test_f8_goes_on_from_the_current_cell_and_not_from_the_last_one_shown(window, qtbot):
    for row in (0, 1, 2):
        go(window, row, "steps")
        press(qtbot, window, "99", Key.Key_Return)
    go(window, 1, "id")
    for key, modifier, row in ((Key.Key_F8, None, 1), (Key.Key_F8, None, 2), (Key.Key_F8, None, 0), (Key.Key_F8, Shift, 2)):
        qtbot.keyClick(window.view, key, modifier or Qt.KeyboardModifier.NoModifier)
        assert at(window) == (row, "steps")


def test_a_change_elsewhere_ends_a_wrong_text_of_that_cell_only(window, qtbot):
    go(window, 0, "steps")
    press(qtbot, window, "99", Key.Key_Return, "98", Key.Key_Return)
    window.model.write("other", {(1, "fire.strength"): "5"})
    assert len(window.model.wrong) == 2
    window.kept.undo_stack.undo()
    assert len(window.model.wrong) == 2


def test_without_rules_values_are_texts(opened, qtbot):
    window = opened(ruleset=None)
    assert "ruleset" in window.notices.texts
    go(window, 0, "steps")
    press(qtbot, window, "many", Key.Key_Return)
    assert value(window, "a", "steps") == "many"


def test_a_table_goes_out_and_comes_back(window, qtbot, tmp_path):
    for format_ in ("csv", "countersheet"):
        before = window.model.oob
        window.export_table(format_, tmp_path / f"{format_}.csv")
        assert "were written" in window.message.text()
        window.import_table(format_, tmp_path / f"{format_}.csv")
        assert window.model.oob == before
        assert "New counters: 0. Changed: 0." in window.message.text()


def test_a_file_that_is_not_there_is_said(window, tmp_path):
    window.import_table("csv", tmp_path / "none.csv")
    assert "cannot be read" in window.message.text()


@pytest.mark.qt_log_ignore("does not support")
def test_sides_and_formations_are_shown_and_chosen_by_their_names(opened, qtbot):
    oob = the_oob()
    twins = oob.formations.with_changes({3: Formation("3-bn", "3rd Battalion", "de"), 4: Formation("x", "3rd battalion", "de")})
    window = opened(Oob(oob.sides, twins, oob.counters))
    window.view.setFocus()
    cell = window.model.index(2, window.model.column_of("side"))
    assert (cell.data(), cell.data(Qt.ItemDataRole.EditRole)) == ("American", "us")
    go(window, 2, "side")
    press(qtbot, window, "German", Key.Key_Return)
    assert window.model.oob.counter("c").side == "de"
    go(window, 0, "formation")
    press(qtbot, window, Key.Key_F2)
    field = window.focusWidget()
    # Two of one name are told apart by their ids.
    assert [field.itemText(n) for n in range(field.count())] == ["", "1st Battalion", "3-bn", "x"]
    field.setCurrentIndex(2)
    field.activated.emit(2)
    assert window.model.oob.counter("a").formation == "3-bn"


def test_the_reason_of_a_wrong_cell_goes_once_others_are_looked_at(window, qtbot):
    go(window, 0, "steps")
    press(qtbot, window, "99", Key.Key_Return)
    assert "Steps must be" in window.message.text()
    press(qtbot, window, Key.Key_Down)
    assert window.message.text() == ""
    go(window, 0, "steps")
    assert "Steps must be" in window.message.text()
    press(qtbot, window, Key.Key_Right)
    assert window.message.text() == ""


def test_menus_show_the_keys(window):
    actions = [each for some in window.view.groups.values() for each in some if each is not None]
    assert actions and all(each.isShortcutVisibleInContextMenu() and each.shortcut().toString() for each in actions)


def test_sorting_keeps_the_chosen_cells_of_a_column_and_the_columns_beside_it_unchosen(window):
    choose(window, "fire.strength", 0, 1)
    window.view.sort_column(window.model.column_of("piece.name"), Qt.SortOrder.DescendingOrder)
    picked = window.view.selectionModel().selection().indexes()
    ids = {window.model.counter(index.row()).id for index in picked}
    assert ids == {"a", "b"} and {window.model.columns[index.column()].heading for index in picked} == {"fire.strength"}
    window.view.select_rows([0, 1, 3])
    window.view.sort_column(-1, Qt.SortOrder.AscendingOrder)
    assert len(window.view.chosen_rows()) == 3 and len(window.view.chosen_columns()) == window.model.columnCount()


def test_a_whole_table_that_is_sorted_stays_chosen_in_one_piece(opened):
    made = opened(Oob(the_oob().sides, the_oob().formations, Items(infantry(f"u{n}", f"{n}/1") for n in range(300))))
    made.view.selectAll()
    made.view.sort_column(made.model.column_of("piece.name"), Qt.SortOrder.DescendingOrder)
    assert made.view.selectionModel().selection().count() == 1 and len(made.view.chosen_rows()) == 300


def test_of_two_counters_with_one_id_the_chosen_one_is_removed(opened):
    oob = the_oob()
    made = opened(Oob(oob.sides, oob.formations, Items([infantry("a", "First"), infantry("a", "Second")])))
    made.view.select_rows([1])
    made.view.remove_rows()
    assert [each.values["piece.name"] for each in made.model.oob.counters] == ["First"]
