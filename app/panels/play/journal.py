"""The panel Journal: every entry of a session as a sentence, found by words, kind and side; a film of them on the map."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QStackedLayout,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.panels.flow import FlowBox
from app.panels.play.film import FilmBar
from app.panels.play.journal_model import ALL, NUMBER, SIDE, TEXT, WHEN, JournalModel, Wanted, kind_words
from app.widgets.dressing import dress_soon
from core.play.events import Noted, Player, Ruled
from core.play.session import Branch, Session

PAUSE_MS = 120
"""So long nothing may be typed before a search begins."""

CHOICES_SHARE = 5
"""How much wider what narrows the list is than the words that are sought; it stands in more lines in a narrow window."""

CHOICE_LETTERS = 7
"""So many letters of what narrows the list are seen at least."""

LEAST_LETTERS = 16
"""So many letters of what is sought are seen at least."""

LEAST_LINES = 9
"""How many lines of text high the panel is at least."""

MOST_COPIED = 5000
"""So many entries are copied at once at most."""

_ONE_ROW = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class JournalPanel(QWidget):
    """Shows the entries of a session. `look_wanted` carries the entry whose state the map is to show, `bookmark_wanted`,
    `comment_wanted` and `again_wanted` (a ruling) the entry that they are about, `take_up_wanted` the entry to play on from.
    """

    look_wanted = Signal(int)
    take_up_wanted = Signal(int)
    bookmark_wanted = Signal(int)
    comment_wanted = Signal(int)
    again_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("journal-panel")
        self.setWindowTitle(self.tr("Journal"))
        self.model = JournalModel()
        self.film = FilmBar()
        self.table = _Table()
        self._session: Session | None = None
        self._shown = 0
        self._latest = True
        self._at_end = True
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._filter)
        hint = QLabel(self.tr("While a session is played, this tells all that has happened in it."))
        hint.setWordWrap(True)
        hint.setMargin(12)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        for page in (hint, self._build()):
            self._stack.addWidget(page)
        self.setFocusProxy(self.table)

    # What is shown -------------------------------------------------------------------------------------------------------

    def use(self, session: Session | None, tell: Callable[[int], str] = str) -> None:
        """Shows another session, or the same through other eyes; `tell` tells an entry by its number."""
        other = session is not self._session
        self._session = session
        self.film.stop()
        if other:
            self._reset_filter(session.players if session is not None else ())
        self.model.use(session, tell)
        self._stack.setCurrentIndex(0 if session is None else 1)
        if session is not None:
            self.show_branches(session.branches(), session.present())
            self._to_end()

    def follow(self) -> None:
        """Shows entries that were added; who reads further up stays there."""
        at_end = self._at_end
        self.model.follow()
        if at_end:
            self._to_end()

    def show_place(self, way: Sequence[int], turns: Sequence[tuple[int, int]], shown: int, latest: bool, told: str) -> None:
        """Shows which state the map shows: the one after the entry `shown`, on a way of entries."""
        self._shown = shown
        self.model.show_entry(shown)
        self.film.show_way(way, turns, shown, told)
        came_back, self._latest = latest and not self._latest, latest
        row = self.model.row_at(shown)
        if row >= 0 and (came_back or not latest):
            self._choose(row)
        if came_back:
            self._to_end()
        elif not latest:
            self._at_end = False

    def show_branches(self, branches: Sequence[Branch], present: Branch | None = None) -> None:
        """Offers the ways that were left, and the one that play is on, which may have a name, too."""
        self._branches_menu.clear()
        for branch in branches:
            name = branch.name or self.tr("Without a name")
            steps = self.tr("1 change") if branch.steps == 1 else self.tr("%d changes") % branch.steps
            words = (
                self.tr("{name}: entries {root} to {tip}, {steps}")
                .replace("{root}", str(branch.root))
                .replace("{tip}", str(branch.tip))
                .replace("{steps}", steps)
                .replace("{name}", name.replace("&", "&&"))
            )
            action = self._branches_menu.addAction(words)
            action.triggered.connect(lambda _=False, tip=branch.tip: self.look_wanted.emit(tip))
        if present is not None and branches:
            self._branches_menu.addSeparator()
            words = self.tr("The present, “{name}”: from entry {root} on") if present.name else self.tr("The present")
            words = words.replace("{root}", str(present.root)).replace("{name}", present.name.replace("&", "&&"))
            self._branches_menu.addAction(words).triggered.connect(lambda _=False: self._look_at_present())
        self._branches.setText(self.tr("Branches (%d)") % len(branches) if branches else self.tr("Branches"))
        self._branches.setEnabled(bool(branches))

    def _look_at_present(self) -> None:
        if self._session is not None:
            self.look_wanted.emit(self._session.number)

    @property
    def current(self) -> int:
        """The entry that is chosen in the list, else the one whose state is shown; 0 for none."""
        return self.model.number(self.table.currentIndex().row()) or self._shown

    def chosen(self) -> list[int]:
        """The entries that are selected."""
        return [self.model.number(index.row()) for index in self.table.selectionModel().selectedRows()]

    def copy(self) -> None:
        """Puts the selected entries on the clipboard as text, all that are shown when none is selected."""
        numbers = self.chosen() or [self.model.number(row) for row in range(self.model.rowCount())]
        QGuiApplication.clipboard().setText("\n".join(self.model.line(number) for number in sorted(numbers)[:MOST_COPIED]))

    def seek(self) -> None:
        """Gives the keyboard to the line in which words are sought."""
        self._words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._words.selectAll()

    def changeEvent(self, event: QEvent) -> None:
        """Draws its icons in the colours of another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            dress_soon(self, self.film.paint_icons)

    # Filtering -----------------------------------------------------------------------------------------------------------

    def _filter(self) -> None:
        side = self._side.currentData()
        self.model.want(
            Wanted(
                self._words.text().strip(),
                str(self._kind.currentData() or ALL),
                None if side is None else str(side),
                self._marked.isChecked(),
                self._way.isChecked(),
            )
        )

    def _reset_filter(self, players: Sequence[Player]) -> None:
        parts = (self._words, self._kind, self._side, self._marked, self._way)
        blockers = [QSignalBlocker(part) for part in parts]
        self._words.clear()
        self._kind.setCurrentIndex(0)
        self._side.clear()
        self._side.addItem(self.tr("All sides"), None)
        for player in players:
            self._side.addItem(player.title, player.side)
        self._side.addItem(self.tr("The table"), "")
        for box in (self._marked, self._way):
            box.setChecked(False)
        for blocker in blockers:
            blocker.unblock()
        self._filter()

    def _searched(self, ended: bool) -> None:
        if self._session is None:
            return
        found, whole = self.model.rowCount(), self._session.number
        if found == whole:
            words = ""
        elif ended:
            words = self.tr("{found} of {whole} entries").replace("{found}", str(found)).replace("{whole}", str(whole))
        else:
            words = self.tr("{found} so far …").replace("{found}", str(found))
        self._found.setText(words)
        self._found.setVisible(bool(words))

    # The list ------------------------------------------------------------------------------------------------------------

    def _to_end(self) -> None:
        """Shows the newest entry, and keeps it in view until somebody scrolls away from it."""
        self._at_end = True
        self.table.scrollToBottom()

    def _stay_at_end(self) -> None:
        """Rows that come, and a list that gets its size only when it is shown, leave the newest entry in view."""
        if self._at_end:
            bar = self.table.verticalScrollBar()
            bar.setValue(bar.maximum())

    def _scrolled(self, value: int) -> None:
        self._at_end = value >= self.table.verticalScrollBar().maximum() - 1

    def _choose(self, row: int) -> None:
        index = self.model.index(row, TEXT)
        with QSignalBlocker(self.table.selectionModel()):
            # The table itself would keep what was chosen before while Shift or Ctrl is held, and hears nothing of it here.
            self.table.selectionModel().setCurrentIndex(index, _ONE_ROW)
        self.table.viewport().update()
        self.table.scrollTo(index)
        self._show_whole()

    def _show_whole(self) -> None:
        """Writes the chosen entry out below the list, with its comments."""
        number = self.model.number(self.table.currentIndex().row())
        if not number or self._session is None:
            self._whole.clear()
            return
        lines = [self.model.text(number)]
        for at in self._session.record.comments.get(number, ()):
            event = self._session.entries[at - 1].event
            if isinstance(event, Noted):
                lines.append(f"{at}: {self.model.text(at)}")
        self._whole.setText("\n".join(lines))

    def _menu(self, at: QPoint) -> None:
        number = self.current
        if not number or self._session is None:
            return
        menu = QMenu(self)
        for words, signal, there in (
            (self.tr("&Show on the map"), self.look_wanted, True),
            (self.tr("&Take play up from here…"), self.take_up_wanted, number != self._session.number),
            (self.tr("&Bookmark…"), self.bookmark_wanted, True),
            (self.tr("C&omment…"), self.comment_wanted, True),
            (self.tr("&Ask this again"), self.again_wanted, isinstance(self._session.entries[number - 1].event, Ruled)),
        ):
            action = menu.addAction(words)
            action.setEnabled(there)
            action.triggered.connect(lambda _=False, signal=signal: signal.emit(number))
        menu.addSeparator()
        menu.addAction(self.tr("&Copy as text")).triggered.connect(lambda: self.copy())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.viewport().mapToGlobal(at))

    # Building ------------------------------------------------------------------------------------------------------------

    def _build(self) -> QWidget:
        self._words = QLineEdit()
        self._words.setPlaceholderText(self.tr("Find in the journal"))
        self._words.setAccessibleName(self.tr("Words that are sought in the journal"))
        self._words.setClearButtonEnabled(True)
        self._words.textChanged.connect(lambda _: self._pause.start())
        self._kind, self._side = QComboBox(), QComboBox()
        self._kind.setAccessibleName(self.tr("Kind of entries"))
        for kind, words in kind_words():
            self._kind.addItem(words, kind)
        self._side.setAccessibleName(self.tr("Side whose entries are shown"))
        self._marked = QCheckBox(self.tr("Boo&kmarks"))
        self._way = QCheckBox(self.tr("Without branches"))
        self._way.setToolTip(self.tr("Only entries on the way to the present, without branches that were gone back from"))
        for box in (self._kind, self._side):
            # All in one line, if it can be: entries are what the room is for.
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(CHOICE_LETTERS)
            box.currentIndexChanged.connect(lambda _: self._filter())
        for check in (self._marked, self._way):
            check.toggled.connect(lambda _: self._filter())
        self._found = QLabel()
        self._branches = QToolButton()
        self._branches.setToolTip(self.tr("Ways that were left; each can be looked at, and play taken up from it"))
        self._branches.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._branches_menu = QMenu(self._branches)
        self._branches.setMenu(self._branches_menu)
        choices = FlowBox()
        for part in (self._kind, self._side, self._marked, self._way, self._found, self._branches):
            choices.flow.addWidget(part)
        self._words.setMinimumWidth(LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        head = QHBoxLayout()
        head.addWidget(self._words, 1, Qt.AlignmentFlag.AlignTop)
        head.addWidget(choices, CHOICES_SHARE)
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("Entries of the journal"))
        self.table.setToolTip(self.tr("Enter or a double click shows the state after an entry on the map"))
        letter = self.fontMetrics().averageCharWidth()
        header = self.table.horizontalHeader()
        for column, letters in ((NUMBER, 9), (WHEN, 21), (SIDE, 14)):
            header.resizeSection(column, letters * letter)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        self.table.entered_on.connect(lambda: self.look_wanted.emit(self.current) if self.current else None)
        self.table.copied.connect(self.copy)
        self.table.doubleClicked.connect(lambda index: self.look_wanted.emit(self.model.number(index.row())))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_whole())
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.verticalScrollBar().rangeChanged.connect(lambda *_: self._stay_at_end())
        self.table.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.model.searched.connect(self._searched)
        self._whole = QLabel()
        self._whole.setWordWrap(True)
        self._whole.setTextFormat(Qt.TextFormat.PlainText)
        self._whole.setAccessibleName(self.tr("The chosen entry"))
        self._whole.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._whole.setMaximumHeight(3 * self.fontMetrics().lineSpacing())
        self.film.wanted.connect(self.look_wanted)
        page = QWidget()
        # Else it would be as high as if the choices stood below each other.
        page.setMinimumHeight(LEAST_LINES * self.fontMetrics().lineSpacing())
        column_ = QVBoxLayout(page)
        column_.setContentsMargins(6, 4, 6, 4)
        column_.setSpacing(4)
        column_.addLayout(head)
        column_.addWidget(self.table, 1)
        column_.addWidget(self._whole)
        column_.addWidget(self.film)
        return page


class _Table(QTableView):
    """A table of lines. `entered_on` comes with Enter, `copied` with the keys that copy."""

    entered_on = Signal()
    copied = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().lineSpacing() + 6)
        self.setMinimumHeight(3 * self.fontMetrics().lineSpacing())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the state after an entry; the keys that copy copy lines."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_on.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        else:
            super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Left and right do not hide the place in wide lines."""
        if action in (QAbstractItemView.CursorAction.MoveLeft, QAbstractItemView.CursorAction.MoveRight):
            return self.currentIndex()
        return super().moveCursor(action, modifiers)
