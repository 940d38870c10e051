"""The panel Formations: its board, what is told of the formation in hand, and what it begins; and the desk that asks for it."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest

from app.panels.formations.panel import FormationsPanel
from app.shell.desks.formations import FormationDesk
from core.model.edits.piece_edits import moved
from core.model.items import Items
from core.model.oob import Formation
from core.model.terrain import Provenance
from core.questions.answers import as_json, as_text
from core.rules.kernel.formations_detail import BAD, FORMATIONS, GOOD, Cell, Column, FormationRow, FormationsDetail
from core.rules.kernel.procedure import Outcome
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Ruling
from tests.app.documents.combat_bench import ASIDE, EAST, TARGET, WEST, Worker, made_up, why

COLUMNS = (Column("Fatigue", why("How tired it is")), Column("Route", why("Whether its supply route is open")))
CHANCES = tuple(Outcome("SNAFU", name, Fraction(part, 6)) for name, part in (("Full", 3), ("Partial", 2), ("Fail", 1)))
BEGIN = Next("activation.at", why("Activate 1st"), {"formation": "f1"})


def board(*, second="Fat-2"):
    rows = (
        FormationRow(
            *("f1", "red", (Cell("Fresh", GOOD), Cell("open", reason=why("It ends in {hex}", hex=EAST), hexes=(WEST,)))),
            ways=((WEST, TARGET, EAST),),
            outcomes=CHANCES,
            reasons=(why("Fresh adds {n}", n=1),),
            asked=(BEGIN, Next("unknown.at", why("Nothing"), {})),
        ),
        FormationRow("f2", "blue", (Cell(second, BAD), Cell(""))),
    )
    return Ruling(FORMATIONS, "demo-1.0", "read", 2, (), FormationsDetail(COLUMNS, rows))


@pytest.fixture
def document(qapp):
    made = made_up()
    formations = Formation("f1", side="red", name="1st"), Formation("f2", side="blue", name="2nd")
    oob = replace(made.work.box.oob, formations=Items(formations))
    made.work = made.work.__class__(made.work.box.with_oob(oob), made.work.state)
    return made


@pytest.fixture
def panel(qtbot, document):
    panel = FormationsPanel()
    qtbot.addWidget(panel)
    panel.leads = lambda question: question == "activation.at"
    panel.use(document, known=True)
    panel.resize(1000, 300)
    panel.show()
    return panel


def cells(panel):
    model = panel.table.model()
    return [[model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())]


def heard(signal):
    calls = []
    signal.connect(lambda *given: calls.append(given))
    return calls


def test_without_a_board_it_says_why(panel, document):
    assert panel._hint.isVisible() and panel._hint.text() == "The formations are looked at …"
    panel.show_board(replace(board(), detail=FormationsDetail(COLUMNS, ())))
    assert panel._hint.isVisible() and panel._hint.text() == "The box has no formations yet."
    panel.use(document, known=False)
    assert "keep nothing of formations" in panel._hint.text()
    panel.use(None, known=False)
    assert "Open a box" in panel._hint.text()
    panel.use(document, known=True)
    panel.show_refusal("There are no rules.")
    assert panel._hint.text() == "There are no rules."


def test_a_row_for_each_formation_has_what_the_columns_say(panel):
    panel.show_board(board())
    assert cells(panel) == [["1st", "Red army", "Fresh", "open"], ["2nd", "Blue army", "Fat-2", "–"]]
    model = panel.table.model()
    assert model.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == "How tired it is [7.1]"
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, 2).data(spoken) == "Fatigue Fresh, good" and model.index(1, 2).data(spoken) == "Fatigue Fat-2, bad"
    assert not model.index(0, 0).data(Qt.ItemDataRole.DecorationRole).isNull()


def test_the_formation_in_hand_says_its_chances_and_why_and_lights_up_its_hexes(panel, document):
    panel.show_board(board())
    lit = heard(panel.hexes_hovered)
    assert not lit, "nobody asked for it"
    panel.table.setFocus()
    panel.show_formation("f2")
    panel.show_formation("f1")
    assert panel.formation == "f1" and panel._title.text() == "1st · Red army"
    assert lit[-1] == ((WEST, TARGET, EAST),)
    assert panel.bars.isVisible() and "Full 50 %" in panel._chances.text()
    lines = [panel.reasons.model().index(row, 0).data() for row in range(panel.reasons.model().rowCount())]
    assert lines == [f"[7.1] Route: It ends in {document.box.label(EAST)}", "[7.1] Fresh adds 1"]
    panel.show_formation("f2")
    assert panel._title.text() == "2nd · Blue army" and not panel.bars.isVisible() and not panel.reasons.isVisible()


def test_what_the_board_has_no_room_for_is_told_beside_it(panel):
    panel.show_board(board())
    assert not panel.table.left_out and not panel._beside.isVisible()
    panel._splitter.setSizes([120, 880])
    assert panel.table.isColumnHidden(3) and panel._beside.isVisible()
    assert "Route: open" in panel._beside.text() and "Side" not in panel._beside.text()
    panel.show_formation("f2")
    assert "Route" not in panel._beside.text(), "its cell is empty"


def test_only_what_is_led_through_is_offered_and_enter_begins_it(panel):
    panel.show_board(board())
    begun = heard(panel.begin_wanted)
    assert [row.text for row in panel.acts.rows] == ["Activate 1st [7.1]"]
    panel.acts.setCurrentRow(0)
    QTest.keyClick(panel.acts, Qt.Key.Key_Return)
    assert begun == [(BEGIN,)]
    panel.show_formation("f2")
    assert not panel.acts.isVisible()


def test_the_formation_in_hand_stays_in_hand_when_the_board_changes(panel):
    panel.show_board(board())
    panel.show_formation("f2")
    panel.show_board(board(second="Fat-3"))
    assert panel.formation == "f2" and cells(panel)[1][2] == "Fat-3"
    one = board().detail
    panel.show_board(replace(board(), detail=replace(one, rows=one.rows[:1])))
    assert panel.formation == "f1"


def test_what_holds_for_the_whole_board_stands_above_it(panel):
    panel.show_board(replace(board(), reasons=(why("Red is next"), why("Nobody else is"))))
    assert panel._next.isVisible() and panel._next.text() == "Red is next · Nobody else is"
    panel.show_board(board())
    assert not panel._next.isVisible()


def test_a_board_that_differs_in_a_row_changes_that_row_alone(panel):
    panel.show_board(board())
    panel.show_formation("f2")
    before = panel._model.table.rows
    resets, changes = heard(panel._model.modelReset), heard(panel._model.dataChanged)
    panel.show_board(board(second="Fat-3"))
    assert not resets and [first.row() for first, *_ in changes] == [1]
    assert panel._model.table.rows[0] is before[0] and cells(panel)[1][2] == "Fat-3"
    panel.show_formation("f1")
    lines = panel.reasons.model().rowCount()
    one = board().detail
    (first, second), more = one.rows, why("A new reason")
    panel.show_board(replace(board(), detail=replace(one, rows=(replace(first, reasons=(*first.reasons, more)), second))))
    assert panel.formation == "f1" and panel.reasons.model().rowCount() == lines + 1


def test_the_formation_in_hand_is_seen_on_a_board_with_more_rows_than_there_is_room_for(panel, qtbot):
    one = board().detail
    many = tuple(replace(one.rows[0], formation=f"f{number}") for number in range(60))
    panel.resize(400, 360)
    panel.show_board(replace(board(), detail=replace(one, rows=many)))
    panel.table.setFocus()
    for _ in range(31):
        QTest.keyClick(panel.table, Qt.Key.Key_Down)
    index = panel.table.currentIndex()
    assert index.row() == 31 and panel.formation == "f31"
    assert panel.table.viewport().visibleRegion().contains(panel.table.visualRect(index).center())
    # The board scrolls in one place, and takes the room that there is.
    assert panel.table.visibleRegion().boundingRect().height() == panel.table.height()
    panel.resize(1000, 800)
    assert panel.table.height() > 20 * panel.table.rowHeight(0)


def test_five_rows_are_seen_in_a_low_dock_whatever_is_told_with_them(panel):
    one = board().detail
    many = tuple(replace(one.rows[0], formation=f"f{number}") for number in range(6))
    stand_in = Provenance("demo.chart", "A chart with a rather long title of its own", "stand-in", "ours")
    said = (why("Red is next, as its chit was drawn before that of any other side"),)
    panel.show_board(replace(board(), reasons=said, charts=(stand_in,), detail=replace(one, rows=many)))
    # The dock below the map in a window of 1024 by 700, beside panels on the right.
    panel.resize(600, 11 * panel.fontMetrics().lineSpacing())
    panel._splitter.grab()
    seen = [
        panel.table.viewport().visibleRegion().contains(panel.table.visualRect(panel.table.model().index(row, 0)))
        for row in range(6)
    ]
    assert sum(seen) >= 5 and panel._next.isVisible()
    assert panel._aside.widget().width() <= panel._aside.viewport().width()
    # The note is told at the end of what scrolls beside the board.
    assert panel._notes.text() and not panel.table.parentWidget().isAncestorOf(panel._notes)
    # Where there is room below, it stands there.
    panel.resize(600, 40 * panel.fontMetrics().lineSpacing())
    assert panel._splitter.orientation() == Qt.Orientation.Vertical


def test_columns_are_as_wide_as_their_words_need(panel):
    widths = []
    for second in ("Fat-2", "Fat-2 and very much more than that"):
        panel.show_board(board(second=second))
        widths.append([panel.table.columnWidth(column) for column in range(4)])
        panel.table.resizeColumnsToContents()
        assert widths[-1] == [panel.table.columnWidth(column) for column in range(4)]
    assert widths[0][2] < widths[1][2]
    font = panel.font()
    font.setPointSize(2 * font.pointSize())
    panel.table.setFont(font)
    panel.table.fit()
    assert panel.table.columnWidth(0) > widths[1][0]


def test_what_is_told_stands_below_where_the_panel_is_narrow(panel):
    panel.show_board(board())
    assert panel._splitter.orientation() == Qt.Orientation.Horizontal
    panel.resize(300, 700)
    assert panel._splitter.orientation() == Qt.Orientation.Vertical


def test_a_board_is_json_and_text(document):
    told = as_json(board(), document.box)
    first = told["formations"][0]
    assert told["columns"][0] == {"title": "Fatigue", "text": "How tired it is", "rule": "DEMO 1.0 7.1"}
    assert first["cells"]["Fatigue"] == {"text": "Fresh", "sign": "good"}
    assert first["cells"]["Route"]["why"] == f"It ends in {document.box.label(EAST)}"
    assert first["chances"] == {"SNAFU": {"Full": "1/2", "Partial": "1/3", "Fail": "1/6"}}
    assert first["asked"][0]["question"] == "activation.at" and first["ways"] == [
        [*map(document.box.label, (WEST, TARGET, EAST))]
    ]
    text = as_text(board(), document.box)
    assert "formations: Formations: 2" in text and "1st (Red army): Fatigue Fresh; Route open" in text
    assert "SNAFU: Full 1/2, Partial 1/3, Fail 1/6" in text


class Tools(QObject):
    """What a desk needs of tools: whether the questions of the series are known."""

    learned = Signal()

    def __init__(self, *, board):
        super().__init__()
        self.context = SimpleNamespace(headings=(), means=lambda question: board and question == FORMATIONS)


class Ruled(QObject):
    hexes_hovered = Signal(object)


@pytest.fixture
def desk(panel):
    fitted = []
    docks = SimpleNamespace(formations=panel, ruling=Ruled(panel), fit_board=fitted.append)
    begun = []
    procedures = SimpleNamespace(leads=lambda question: True, begin=begun.append)
    made = FormationDesk(panel, Worker(), docks, procedures)
    return SimpleNamespace(desk=made, worker=made._answers, fitted=fitted, begun=begun)


def test_the_board_is_asked_for_when_somebody_looks_and_again_when_something_changes(desk, panel, document, qtbot):
    panel.hide()
    desk.desk.use(document, Tools(board=True))
    assert desk.fitted == [True]
    panel.show()
    qtbot.waitUntil(lambda: bool(desk.worker.under_way))
    desk.worker.answer(FORMATIONS, board())
    assert cells(panel)[0][0] == "1st"
    document.do(moved(document.work, ["r1"], ASIDE))
    qtbot.waitUntil(lambda: bool(desk.worker.under_way))
    desk.worker.refuse(FORMATIONS, "No.")
    assert panel._hint.text() == "No."


def test_of_a_series_without_a_board_nothing_is_asked(desk, panel, document, qtbot):
    desk.desk.use(document, Tools(board=False))
    assert desk.fitted == [False] and not desk.desk._resting.isActive()
    panel.begin_wanted.emit(BEGIN)
    assert desk.begun == [(BEGIN,)]
