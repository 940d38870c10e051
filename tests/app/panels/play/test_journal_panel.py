"""The journal as a list: what is told, found and marked, through the eyes of those who look."""

from types import SimpleNamespace

import pytest
from oracles.sessions import BLUE, RED, Folded, Kept, began, move, session
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut

from app.panels.play.journal import JournalPanel
from app.panels.play.journal_model import DICE, MOVES, PHASES, TEXT, JournalModel, Wanted, kind_of, sentence
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.play.events import Entry, Noted
from core.play.session import Session
from core.play.told import Teller
from core.play.views import View


def played():
    made = session()
    made.do(ChangeState("Go", {"moment": Moment(1, "movement", BLUE)}))
    made.do(move("b1", 4, 4), BLUE)
    made.roll("2d6", RED, "the attack", "1/6 for just 7")
    made.note("well rolled", BLUE, on=4)
    made.do(move("r1", 1, 1), RED)
    return made


def tell(made, eyes=(RED, BLUE), stacks="open"):
    view = View(made, eyes, stacks)
    teller = Teller(began().event)
    return lambda number: sentence(view, made, teller, number)


@pytest.fixture
def panel(qtbot):
    panel = JournalPanel()
    qtbot.addWidget(panel)
    panel.resize(1000, 400)
    made = played()
    panel.use(made, tell(made))
    panel.show_place(made.way(), ((1, 2),), made.number, True, "The present")
    panel.show()
    return SimpleNamespace(panel=panel, model=panel.model, session=made)


def shown(model):
    return [model.number(row) for row in range(model.rowCount())]


def texts(model):
    return [model.index(row, TEXT).data() for row in range(model.rowCount())]


def test_every_entry_is_a_row_with_a_sentence(panel):
    assert shown(panel.model) == [1, 2, 3, 4, 5, 6]
    assert "b1 goes from (5, 5) to (4, 4)" in texts(panel.model)[2]
    assert "rolls 2d6 for the attack" in texts(panel.model)[3] and "(1 comment)" in texts(panel.model)[3]


def test_the_entry_that_is_looked_at_bears_a_sign(panel):
    assert panel.model.index(5, 0).data() == "▶ 6"
    panel.panel.show_place(panel.session.way(), (), 3, False, "Entry 3 of 6")
    assert (panel.model.index(5, 0).data(), panel.model.index(2, 0).data()) == ("6", "▶ 3")
    assert panel.panel.current == 3


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(kind=MOVES), [3, 6]),
        (Wanted(kind=PHASES), [2]),
        (Wanted(kind=DICE), [4]),
        (Wanted(side=BLUE), [3, 5]),
        (Wanted(side="", kind=PHASES), [2]),
        (Wanted(words="r1 goes"), [6]),
        (Wanted(words="goes", side=BLUE), [3]),
        (Wanted(marked=True), []),
        (Wanted(words="nowhere to be found"), []),
    ],
)
def test_entries_are_found_by_kind_side_and_words(panel, qtbot, wanted, found):
    panel.model.want(wanted)
    qtbot.waitUntil(lambda: not panel.model._seeking.isActive())
    assert shown(panel.model) == found


def test_what_is_typed_is_sought_after_a_rest(panel, qtbot):
    panel.panel.seek()
    qtbot.keyClicks(panel.panel._words, "attack")
    qtbot.waitUntil(lambda: shown(panel.model) == [4])
    assert "1 of 6" in panel.panel._found.text()
    panel.panel._words.clear()
    qtbot.waitUntil(lambda: len(shown(panel.model)) == 6)
    assert panel.panel._found.isHidden()


def test_what_was_left_is_marked_and_can_be_left_out(panel, qtbot):
    panel.session.undo()
    panel.panel.follow()
    assert texts(panel.model)[5].startswith("Left: ") and shown(panel.model)[-1] == 7
    assert panel.model.index(5, TEXT).data(Qt.ItemDataRole.FontRole).italic()
    panel.panel._way.setChecked(True)
    assert shown(panel.model) == [1, 2, 3, 4, 5, 7]


@pytest.fixture
def long(qtbot):
    """A session that is opened before its panel has a size."""
    panel, made = JournalPanel(), session()
    qtbot.addWidget(panel)
    for number in range(60):
        made.note(f"note {number}", BLUE)
    panel.use(made, str)
    panel.show_place(made.way(), (), made.number, True, "The present")
    panel.resize(1000, 400)
    panel.show()
    return SimpleNamespace(panel=panel, session=made, bar=panel.table.verticalScrollBar())


def _add(long):
    long.session.note("another", BLUE)
    long.panel.follow()
    long.panel.show_place(long.session.way(), (), long.session.number, True, "The present")


def test_the_newest_entry_is_in_view_after_opening_and_while_entries_come(long, qtbot):
    qtbot.waitUntil(lambda: long.bar.value() == long.bar.maximum() > 0)
    _add(long)
    assert long.bar.value() == long.bar.maximum()
    long.panel.resize(1000, 300)
    qtbot.waitUntil(lambda: long.bar.value() == long.bar.maximum())


def test_who_reads_further_up_stays_there_when_entries_come(long, qtbot):
    qtbot.waitUntil(lambda: long.bar.maximum() > 0)
    long.bar.setValue(3)
    _add(long)
    assert long.bar.value() == 3


def test_back_in_the_present_its_entry_is_chosen_and_in_view(long, qtbot):
    qtbot.waitUntil(lambda: long.bar.maximum() > 0)
    long.panel.show_place(long.session.way(), (), 5, False, "Entry 5")
    assert long.panel.current == 5 and long.bar.value() < long.bar.maximum()
    long.panel.show_place(long.session.way(), (), long.session.number, True, "The present")
    assert long.panel.current == long.session.number == int(long.panel._whole.text())
    assert long.bar.value() == long.bar.maximum()


def test_branches_are_offered_with_their_names(panel, qtbot):
    panel.session.undo()
    panel.session.go(2, name="the other way", why="to try it")
    panel.session.do(move("b1", 3, 3))
    panel.panel.show_branches(panel.session.branches(), panel.session.present())
    actions = panel.panel._branches_menu.actions()
    assert "the other way" in actions[-1].text() and panel.panel._branches.isEnabled()
    with qtbot.waitSignal(panel.panel.look_wanted) as looked:
        actions[0].trigger()
    assert looked.args == [panel.session.branches()[0].tip]
    with qtbot.waitSignal(panel.panel.look_wanted) as looked:
        actions[-1].trigger()
    assert looked.args == [panel.session.number]


def test_enter_shows_a_state_and_the_slider_goes_over_the_way(panel, qtbot):
    panel.panel.table.setCurrentIndex(panel.model.index(2, TEXT))
    with qtbot.waitSignal(panel.panel.look_wanted) as looked:
        qtbot.keyClick(panel.panel.table, Qt.Key.Key_Return)
    assert looked.args == [3]
    with qtbot.waitSignal(panel.panel.look_wanted) as looked:
        panel.panel.film.slider.setValue(1)
    assert looked.args == [2]


def test_the_film_steps_and_plays_to_its_end(panel, qtbot):
    film, way = panel.panel.film, panel.session.way()
    film.wanted.connect(lambda number: film.show_way(way, (), number, ""))
    film.show_way(way, (), 4, "")
    film.step(-1)
    film.step(-1)
    assert film._place == 1
    film._pace.setCurrentIndex(3)
    film.toggle()
    assert film.running
    qtbot.waitUntil(lambda: film._place == len(way) - 1)
    assert not film.running


def test_back_in_the_present_its_entry_alone_is_chosen(panel, qtbot):
    table, way = panel.panel.table, panel.session.way()
    back = QShortcut(QKeySequence("Ctrl+Alt+End"), panel.panel)
    # Ctrl is held, with which a table adds to what is chosen.
    back.activated.connect(lambda: panel.panel.show_place(way, ((1, 1),), way[-1], True, "The present"))
    panel.panel.show_place(way, ((1, 1),), 2, False, "Entry 2")
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    assert panel.panel._latest
    assert [index.row() for index in table.selectionModel().selectedRows()] == [panel.model.row_at(way[-1])]


def test_chosen_entries_are_copied_as_lines(panel, qtbot):
    panel.panel.table.selectRow(3)
    panel.panel.copy()
    line = QGuiApplication.clipboard().text()
    assert line.startswith("4  ") and "Red" in line and "\n" not in line


def test_bookmarks_stand_before_their_entries(panel, qtbot):
    panel.session.bookmark(4, "the roll")
    panel.model.refresh(4)
    assert texts(panel.model)[3].startswith("★ the roll: ")
    panel.panel._marked.setChecked(True)
    assert shown(panel.model) == [4]


def test_nothing_is_told_of_what_a_side_may_not_see(qtbot):
    made = session()
    made.do(move("r1", 3, 3), RED)
    # r2 lies on r1 where both began; nobody has said whose they are, so that what lies below is nobody's to see.
    told = tell(made, [BLUE], "top")
    assert "r1" not in told(1)
    assert "r1" in tell(made)(2)


def test_thousands_of_entries_are_listed_at_once_and_searched_in_slices(qtbot):
    entries = [began(), *(Entry(number, 1_700_000_000, RED, Noted(f"note {number}")) for number in range(2, 10_001))]
    kept = Kept(entries)
    made, model, slices = Session(kept, Folded(kept.entries)), JournalModel(), []
    model.use(made, lambda number: f"sentence {number}")
    assert model.rowCount() == 10_000 and not model._texts
    model.searched.connect(slices.append)
    model.want(Wanted(words="sentence 9999"))
    qtbot.waitUntil(lambda: not model._seeking.isActive())
    assert shown(model) == [9999] and slices[-1] is True
    assert all(kind_of(entry.event) == "notes" for entry in entries[1:])


def test_it_fits_a_narrow_window(qtbot):
    panel = JournalPanel()
    qtbot.addWidget(panel)
    letter, line = panel.fontMetrics().averageCharWidth(), panel.fontMetrics().lineSpacing()
    assert panel.minimumSizeHint().width() < 60 * letter
    assert panel.minimumSizeHint().height() < 12 * line
