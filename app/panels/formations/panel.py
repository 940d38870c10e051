"""The panel Formations: every formation on one board, and beside it what the one in hand rolls for and can begin."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.counters.unit_pictures import UnitPictures
from app.counters.unit_words import known_as
from app.documents.document import Document
from app.panels.charts.bars import ChanceBars
from app.panels.formations.words import BoardWords, beside_words, why_lines
from app.panels.parts import bold_label, headline, words_label
from app.panels.procedure.words import outcome_bars, outcome_words
from app.panels.reasons_view import ReasonsView, sentence, titled
from app.panels.room import Room
from app.panels.rows_table import RowsTable
from app.panels.rulings.told import stand_ins
from app.panels.short_list import Row, ShortList
from app.panels.tables import EMPTY, TableModel
from app.widgets.dressing import dress_soon
from core.rules.kernel.formations_detail import FormationRow, FormationsDetail
from core.rules.kernel.rulings import Ruling

_HINT, _BOARD = range(2)

WIDE_LETTERS = 110
"""So many letters wide, what is told of a formation has room beside the board; else it stands below."""

NARROW_LETTERS, LOW_LINES = 66, 20
"""So wide it stands beside the board all the same where fewer lines than these are no room for both, one below the other."""


class FormationsPanel(QWidget):
    """Shows the board that a ruling carries. `begin_wanted` carries a question (`Next`) of the formation in hand,
    `hexes_hovered` the hexes of a line under the pointer or the cursor. `seen` comes when the panel is brought into view.
    `leads` says whether the series leads through a question."""

    begin_wanted = Signal(object)
    hexes_hovered = Signal(object)
    seen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("formations-panel")
        self.setWindowTitle(self.tr("Formations"))
        self.leads: Callable[[str], bool] = lambda question: False
        self._document: Document | None = None
        self._pictures: UnitPictures | None = None
        self._detail = FormationsDetail((), ())
        self._shown = ""
        self._known = False
        self._told: BoardWords | None = None
        self._look: tuple[object, ...] = ()
        self._told_by: BoardWords | None = None
        self._told_of: FormationRow | None = None
        self._build()
        self.use(None, known=False)

    def use(self, document: Document | None, *, known: bool) -> None:
        """Shows another document's; `known` is whether its series has a board."""
        self._document, self._known = document, known
        self._pictures = UnitPictures(document.ruleset) if document is not None else None
        self._told = None
        self._detail, self._shown = FormationsDetail((), ()), ""
        self._hint.setText(self._hint_words(asked=False))
        self._fill()

    def _hint_words(self, *, asked: bool) -> str:
        if self._document is None:
            return self.tr("Open a box to see its formations here.")
        if not self._known:
            return self.tr("The rules of this series keep nothing of formations as a whole.")
        return self.tr("The box has no formations yet.") if asked else self.tr("The formations are looked at …")

    def show_board(self, ruling: Ruling) -> None:
        """Shows what the rules say of the formations now; the one in hand stays in hand."""
        if isinstance(ruling.detail, FormationsDetail):
            self._detail = ruling.detail
            self._say_next(ruling)
            words = stand_ins(ruling)
            self._notes.setText(f"{words[:1].upper()}{words[1:]}" if words else "")
            self._notes.setVisible(bool(words))
            self._hint.setText(self._hint_words(asked=True))
            self._fill()

    def _say_next(self, ruling: Ruling) -> None:
        """Above the board stands what holds for all of it, such as who is activated next."""
        document = self._document
        words = [] if document is None else [sentence(each, document.box) for each in ruling.reasons]
        self._next.setText(" · ".join(words))
        self._next.setVisible(bool(words))

    def show_refusal(self, sentence: str) -> None:
        """Says why there is no board."""
        self._detail = FormationsDetail((), ())
        self._hint.setText(sentence)
        self._fill()

    @property
    def formation(self) -> str:
        """The id of the formation in hand; "" for none."""
        return self._shown

    def show_formation(self, formation: str) -> None:
        """Takes another formation in hand, where the board has it."""
        number = next((n for n, row in enumerate(self._detail.rows) if row.formation == formation), -1)
        if number >= 0:
            index = self._model.index(number, 0)
            self.table.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            )

    # What is shown ------------------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        document, rows = self._document, self._detail.rows
        self._stack.setCurrentIndex(_BOARD if document is not None and rows else _HINT)
        if document is None or not rows:
            self._model.show_table(EMPTY, self.palette())
            self._shown = ""
            return
        before = self._shown
        self._model.show_table(self._words(document).table(self._detail), self.palette())
        self.table.fit()
        known = {row.formation for row in rows}
        self.show_formation(before if before in known else rows[0].formation)
        # What is told of the formation in hand is new, too, where it stands in the same row of the board.
        self._pick()

    def _words(self, document: Document) -> BoardWords:
        """What tells the board: the same as long as neither the box nor the look of the window changes."""
        look = (self.palette().cacheKey(), self.font().key(), self.devicePixelRatioF())
        if self._told is None or self._told.box is not document.box or self._look != look:
            self._told, self._look = BoardWords(document.box, self._picture, self._called, self.palette()), look
        return self._told

    def _called(self, id_: str) -> str:
        document = self._document
        return known_as(document.ruleset, document.box.oob, id_) if document is not None else id_

    def _picture(self, id_: str) -> QIcon | None:
        document, pictures = self._document, self._pictures
        found = document.box.oob.formation(id_) if document is not None else None
        if document is None or pictures is None or found is None:
            return None
        side, ink = self.fontMetrics().height(), self.palette().text().color()
        return QIcon(pictures.formation(document.box.oob, found, side, self.devicePixelRatioF(), ink))

    @property
    def _row(self) -> FormationRow | None:
        return next((row for row in self._detail.rows if row.formation == self._shown), None)

    def _pick(self) -> None:
        number = self.table.currentIndex().row()
        if not 0 <= number < len(self._detail.rows):
            return
        row = self._detail.rows[number]
        self._shown = row.formation
        if self._told is not self._told_by or row != self._told_of:
            self._told_by, self._told_of = self._told, row
            self._show_row(row)

    def _show_row(self, row: FormationRow) -> None:
        document = self._document
        assert document is not None
        side = self._called(row.side)
        self._title.setText(f"{self._called(row.formation)} · {side}" if side else self._called(row.formation))
        self._show_beside()
        acts = [each for each in row.asked if self.leads(each.question)]
        self.acts.show_rows([Row(titled(each.title, document.box)) for each in acts])
        self._acts_head.setVisible(bool(acts))
        self.acts.setVisible(bool(acts))
        bars, order = outcome_bars(row.outcomes)
        self.bars.show_bars(bars, order)
        self._chances.setText(outcome_words(row.outcomes))
        for part in (self.bars, self._chances):
            part.setVisible(bool(bars))
        lines = tuple(why_lines(row, self._detail, document.box))
        self.reasons.show_lines(lines)
        self._why.setVisible(bool(lines))
        self.reasons.setVisible(bool(lines))
        self._keep_whole()

    def _show_beside(self) -> None:
        """What stands in columns that the board has no room for is told beside it."""
        row = self._row
        words = beside_words(row, self._detail, self.table.left_out) if row is not None else ""
        self._beside.setText(words)
        self._beside.setVisible(bool(words))

    def _begin(self) -> None:
        row, number = self._row, self.acts.currentRow()
        acts = [each for each in row.asked if self.leads(each.question)] if row is not None else []
        if 0 <= number < len(acts):
            self.begin_wanted.emit(acts[number])

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._model = TableModel()
        self.table = RowsTable(self._model, fills=True)
        self.table.setAccessibleName(self.tr("Formations"))
        self.table.named.connect(self.hexes_hovered)
        self.table.fitted.connect(self._show_beside)
        # Rows are numbered anew with each board; the model of what is selected stays.
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._pick())
        self._next, self._notes = words_label(), words_label()
        self._title = headline(self.tr("Formation in hand"))
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._beside = words_label()
        self._acts_head, self._why = bold_label(), bold_label()
        self._acts_head.setText(self.tr("Begin, with Enter or a double click:"))
        self._why.setText(self.tr("Why"))
        self.acts = ShortList(self.tr("What can be begun with the formation"), self)
        self.acts.opened.connect(self._begin)
        self.bars, self._chances = ChanceBars(), words_label()
        self.bars.setAccessibleName(self.tr("Chances of what the formation rolls for"))
        self.reasons = ReasonsView()
        self.reasons.named.connect(self.hexes_hovered)
        board, told = QWidget(), QWidget()
        for page, parts in (
            (board, (self.table,)),
            (
                told,
                (
                    *(self._title, self._acts_head, self.acts, self._beside, self.bars, self._chances, self._why, self.reasons),
                    # What holds for the whole board takes no row of it.
                    self._notes,
                ),
            ),
        ):
            column = QVBoxLayout(page)
            column.setContentsMargins(6, 6, 6, 6)
            column.setSpacing(6)
            for part in parts:
                # Beside the table nothing takes more room than it needs.
                column.addWidget(part, 1 if part is self.table else 0)
            column.addStretch(0 if self.table in parts else 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._in_hand, self._aside = told, Room(told)
        for number, room in enumerate((Room(board), self._aside)):
            self._splitter.addWidget(room)
            self._splitter.setStretchFactor(number, 3 - number)
        self._hint = words_label()
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        whole = QWidget()
        above = QVBoxLayout(whole)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        self._next.setContentsMargins(6, 6, 6, 0)
        above.addWidget(self._next)
        above.addWidget(self._splitter, 1)
        self._stack = QStackedLayout(self)
        for page in (self._hint, whole):
            self._stack.addWidget(page)
        self.setFocusProxy(self.table)

    def changeEvent(self, event: QEvent) -> None:
        """Symbols and signs follow the colours and letters of the window."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            dress_soon(self, self._fill)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is told of a formation goes where there is room."""
        super().resizeEvent(event)
        metrics = self.fontMetrics()
        letters, lines = self.width() // metrics.averageCharWidth(), self.height() // metrics.lineSpacing()
        beside = letters >= WIDE_LETTERS or (letters >= NARROW_LETTERS and lines < LOW_LINES)
        self._splitter.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._keep_whole()

    def _keep_whole(self) -> None:
        """Beside the board nothing of what is told is cut off."""
        least = self._in_hand.minimumSizeHint().width() + self._aside.verticalScrollBar().sizeHint().width()
        self._aside.setMinimumWidth(least if self._splitter.orientation() == Qt.Orientation.Horizontal else 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Whoever looks sees how things stand now."""
        super().showEvent(event)
        self.seen.emit()
