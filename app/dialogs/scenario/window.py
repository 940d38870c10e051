"""The window Scenario: set-up, turns, reinforcements, allotments, victory and op sheets of the scenario that is shown."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QIcon, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.dialogs.scenario.general import GeneralPage
from app.dialogs.scenario.heads import heads
from app.dialogs.scenario.matrix import AllotmentsModel
from app.dialogs.scenario.model import ScenarioFacts
from app.dialogs.scenario.pages import (
    AllotmentsPage,
    ArrivalsPage,
    SetUpPage,
    SheetsPage,
    TablePage,
    TurnsPage,
    VictoryPage,
)
from app.dialogs.scenario.rows import RowsModel
from app.dialogs.scenario.widths import Widths
from app.documents.document import Document
from app.widgets.dressing import dress_soon
from app.widgets.icons import icon
from app.workers.answers import Answers
from core.geometry.hexes import Hex
from core.model.edits.force_edits import ChangeScenario
from core.model.edits.scenario_edits import Section, changed, copied_scenario, new_scenario
from core.model.issues import Severity
from core.questions.sentences import fill
from core.rules.kernel.rulings import Reason
from core.rules.kernel.scenario_rules import ScenarioRules


class ScenarioWindow(QDialog):
    """Shows and changes the scenario that is shown on the map. It stays open beside it; its steps are those of the history.

    `lit` carries hexes to light up on the map, and those where the units stand that are spoken of. `picking` says whether
    clicks on the map are for this window, and what it then wants, as a sentence; they come to `pick`.
    """

    lit = Signal(object, object)
    picking = Signal(bool, str)

    def __init__(self, parent: QWidget | None, document: Document, answers: Answers, widths: str = "") -> None:
        """`widths` are those of the columns, as `widths` gave them before."""
        super().__init__(parent)
        self._document, self._answers = document, answers
        self._widths = Widths(widths)
        self._asking: QDialog | None = None
        self._room: tuple[QRect, Qt.WindowState] | None = None
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.facts = ScenarioFacts(document, self)
        self.chooser = QComboBox()
        self.chooser.setAccessibleName(self.tr("Scenario that is shown"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(24)
        self.chooser.activated.connect(lambda _: self._choose())
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(self.tr("What has happened"))
        self.general = GeneralPage(self.facts)
        kept = self._widths
        self.set_ups = SetUpPage(self.facts, self._rows("set_ups"), self.tr("Set-up"), kept)
        self.turns = TurnsPage(self.facts, self._rows("turns"), self.tr("Turn track"), kept)
        self.arrivals = ArrivalsPage(self.facts, self._rows("arrivals"), self.tr("Reinforcements"), kept)
        self.allotments = AllotmentsPage(self.facts, AllotmentsModel(self.facts, self), self.tr("Ammunition and points"), kept)
        self.victory = VictoryPage(self.facts, self._rows("victory"), self.tr("Victory"), kept)
        self.sheets = SheetsPage(self.facts, self._rows("sheets"), self.tr("Op sheets"), kept)
        self.pages: tuple[TablePage, ...] = (
            *(self.set_ups, self.turns, self.arrivals, self.allotments, self.victory, self.sheets),
        )
        self.tabs = QTabWidget()
        self.tabs.setUsesScrollButtons(True)
        self.tabs.addTab(self.general, self.tr("General"))
        for page in self.pages:
            self.tabs.addTab(page, page.title)
            page.told.connect(self.tell)
            page.lit.connect(self.lit)
            page.picking.connect(self._pick_for)
            page.table.judged.connect(self._mark_soon)
            page.table.modelReset.connect(self._mark_soon)
        self.general.told.connect(self.tell)
        self.tabs.currentChanged.connect(self._turn_to)
        self._lay_out()
        self.facts.changed.connect(self._follow)
        self.facts.judged.connect(self._mark_soon)
        self.facts.typed.taken_back = self._go_to
        self._follow()
        document.turns.wish(self, "mark", self._mark_tabs, len(document.issues))
        self._ask_rules()
        for button in self.findChildren(QPushButton):
            # Return belongs to the table.
            button.setAutoDefault(False)
        room, metrics = self.screen().availableSize(), self.fontMetrics()
        self.resize(
            min(190 * metrics.averageCharWidth(), room.width() * 19 // 20), min(40 * metrics.height(), room.height() * 9 // 10)
        )

    def _rows(self, section: Section) -> RowsModel:
        return RowsModel(self.facts, section, heads(section), self)

    def _lay_out(self) -> None:
        label = QLabel(self.tr("S&cenario:"))
        label.setBuddy(self.chooser)
        self.more = QToolButton()
        self.more.setText(self.tr("&More"))
        self.more.setToolTip(self.tr("New, copy, rename and remove scenarios"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        self.actions_: dict[str, QAction] = {}
        for name, text, run in (
            ("new", self.tr("&New scenario…"), self.ask_new),
            ("copy", self.tr("&Copy scenario…"), self.ask_copy),
            ("rename", self.tr("&Rename scenario…"), self.ask_rename),
            ("remove", self.tr("Re&move scenario…"), self.ask_remove),
        ):
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, run=run: run())
            self.actions_[name] = action
        self.more.setMenu(menu)
        self._head = QWidget()
        top = QHBoxLayout(self._head)
        top.setContentsMargins(0, 0, 0, 0)
        top.addWidget(label)
        top.addWidget(self.chooser, 1)
        top.addWidget(self.more)
        top.addStretch(1)
        nothing = QWidget()
        column = QVBoxLayout(nothing)
        said = self.tr("No scenario is shown. A scenario says who sets up where, when the others come, and how it is won.")
        words = QLabel(said)
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.first_button = QPushButton(self.tr("&New scenario…"))
        self.first_button.clicked.connect(lambda _=False: self.ask_new())
        column.addStretch()
        column.addWidget(words)
        column.addWidget(self.first_button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.tabs)
        self.stack.addWidget(nothing)
        whole = QVBoxLayout(self)
        whole.addWidget(self._head)
        whole.addWidget(self.stack, 1)
        whole.addWidget(self.message)
        self.done_button = QPushButton(self.tr("&Done"))
        self.done_button.setToolTip(self.tr("No more hexes are picked; the whole window comes back (Esc)"))
        self.done_button.clicked.connect(lambda _=False: self.stop_picking())
        self.done_button.hide()
        whole.addWidget(self.done_button, 0, Qt.AlignmentFlag.AlignRight)

    @property
    def widths(self) -> str:
        """The widths that the user has given to columns, as one word to be kept."""
        return str(self._widths)

    # What is shown ---------------------------------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """Says what has happened, or why it has not."""
        self.message.setText(words)

    def show_section(self, section: str) -> None:
        """Turns to the tab of a section."""
        page = {"set_ups": self.set_ups, "turns": self.turns, "arrivals": self.arrivals, "victory": self.victory}.get(section)
        if page is not None:
            self.tabs.setCurrentWidget(page)

    def pick(self, place: Hex) -> None:
        """Takes a hex that was picked on the map."""
        page = self.tabs.currentWidget()
        if isinstance(page, TablePage):
            page.pick(place)

    def _go_to(self, table: object, at: tuple[int, int]) -> None:
        """Shows where undo has taken a text back."""
        for page in self.pages:
            if page.table is table:
                self.tabs.setCurrentWidget(page)
                page.view.go_to(*at)

    def stop_picking(self) -> None:
        """Nothing is picked any more."""
        for page in self.pages:
            page.stop_picking()

    def _follow(self) -> None:
        box, file = self._document.box, self.facts.file
        scenario = self.facts.scenario
        title = scenario.title if scenario is not None else self.tr("none")
        self.setWindowTitle(self.tr("Scenario: %s") % title)
        with QSignalBlocker(self.chooser):
            self.chooser.clear()
            for name, each in box.scenarios.items():
                self.chooser.addItem(each.title or name, name)
                self.chooser.setItemData(self.chooser.count() - 1, name, Qt.ItemDataRole.ToolTipRole)
            if scenario is None and box.scenarios:
                self.chooser.insertItem(0, self.tr("none is shown"), "")
            self.chooser.setCurrentIndex(max(self.chooser.findData(file if scenario is not None else ""), 0))
        self.chooser.setEnabled(bool(box.scenarios))
        for name in ("copy", "rename", "remove"):
            self.actions_[name].setEnabled(scenario is not None)
        self.stack.setCurrentIndex(0 if scenario is not None else 1)
        if scenario is None:
            self.stop_picking()
        self._show_sheets()

    def _show_sheets(self) -> None:
        scenario = self.facts.scenario
        wanted = bool(self.facts.sheet_types) or (scenario is not None and bool(scenario.sheets))
        self.tabs.setTabVisible(self.tabs.indexOf(self.sheets), wanted)

    def _mark_soon(self) -> None:
        """All tables tell of one change; the tabs are marked once for all of them."""
        self._document.turns.wish(self, "mark", self._mark_tabs)

    def _mark_tabs(self) -> Iterator[None]:
        """A sign on each tab in which something is wrong."""
        whole = self.facts.whole_issues
        severe = any(issue.severity is Severity.ERROR for issue in whole)
        self.tabs.setTabIcon(0, icon("error" if severe else "issues") if whole else QIcon())
        self.tabs.setTabToolTip(0, self.tr("Of the scenario as a whole: %n", "", len(whole)) if whole else "")
        for page in self.pages:
            yield from page.table.look_through()
            rows, number = page.wrong_rows, self.tabs.indexOf(page)
            signs = {page.table.row_sign(row) for row in rows}
            self.tabs.setTabIcon(number, icon("error" if "error" in signs else "issues") if rows else QIcon())
            self.tabs.setTabToolTip(number, self.tr("Rows with something wrong: %n", "", len(rows)) if rows else "")

    def _choose(self) -> None:
        file = str(self.chooser.currentData() or "")
        self.general.keep()
        self._document.show_scenario(file)

    def _turn_to(self) -> None:
        self.stop_picking()
        self.tell("")
        page = self.tabs.currentWidget()
        if isinstance(page, TablePage):
            page.light()
        else:
            self.lit.emit(frozenset(), frozenset())

    def _pick_for(self, on: bool, words: str) -> None:
        self.tell(words if on else "")
        if on != self.stack.isHidden():
            self._step_aside(on)
        self.picking.emit(on, words)

    def _step_aside(self, on: bool) -> None:
        """Leaves the map free while hexes are picked there: what is wanted and a button stay, which its desk puts beside it."""
        if on:
            self._room = self.geometry(), self.windowState()
            self.setWindowState(Qt.WindowState.WindowNoState)
        for part in (self._head, self.stack):
            part.setVisible(not on)
        self.done_button.setVisible(on)
        layout = self.layout()
        assert layout is not None
        layout.activate()
        if on:
            wide = 60 * self.fontMetrics().averageCharWidth()
            self.resize(wide, max(layout.totalHeightForWidth(wide), layout.minimumSize().height()))
        elif self._room is not None:
            self.setGeometry(self._room[0])
            self.setWindowState(self._room[1])
            self._room = None

    # Rules -----------------------------------------------------------------------------------------------------------------

    def _ask_rules(self) -> None:
        def arrived(rules: object) -> None:
            # The window may have been closed in the meantime.
            if isValid(self) and isinstance(rules, ScenarioRules):
                self.show_rules(rules)

        self._answers.run("scenario_rules", {}, arrived, on_refused=lambda _: None, slot="scenario_rules", background=True)

    def show_rules(self, rules: ScenarioRules) -> None:
        """Offers the types of op sheets of the series, and says its rule of blocked entries."""
        self.facts.sheet_types = rules.sheet_types
        self._show_sheets()
        parts = []
        for words, reasons in ((self.tr("Over the edge"), rules.over_edge), (self.tr("Inside the map"), rules.inside)):
            if reasons:
                said = ". ".join(self._sentence(reason) for reason in reasons)
                parts.append(f"{words}: {said} [{reasons[0].rule}].")
        head = self.tr("Where the entry is blocked.")
        self.arrivals.show_rule(f"{head} {' '.join(parts)}" if parts else "")

    def _sentence(self, reason: Reason) -> str:
        return fill(QCoreApplication.translate("Words", reason.template), reason.values, self._document.box)

    # Scenarios of the box --------------------------------------------------------------------------------------------------

    def ask_new(self) -> None:
        """Asks for the title of a new scenario."""
        self._ask_title(self.tr("New scenario"), "", self.make_new)

    def make_new(self, title: str) -> None:
        """Makes a scenario, and shows it."""
        self._put(new_scenario(self._document.box, title, self.tr("New scenario: %s") % title))

    def ask_copy(self) -> None:
        """Asks for the title of a copy."""
        scenario = self.facts.scenario
        if scenario is not None:
            self._ask_title(self.tr("Copy scenario"), self.tr("%s (copy)") % scenario.title, self.make_copy)

    def make_copy(self, title: str) -> None:
        """Copies the scenario that is shown, with where its units start, and shows the copy."""
        if self.facts.scenario is not None:
            label = self.tr("Copy scenario: %s") % title
            self._put(copied_scenario(self._document.box, self.facts.file, title, label))

    def ask_rename(self) -> None:
        """Asks for another title."""
        scenario = self.facts.scenario
        if scenario is not None:
            self._ask_title(self.tr("Rename scenario"), scenario.title, self.rename)

    def rename(self, title: str) -> None:
        """Gives the scenario that is shown another title; its file keeps its name."""
        if self.facts.scenario is not None:
            self._document.do(changed(self._document.box, self.facts.file, self.tr("Rename scenario"), title=title))

    def ask_remove(self) -> None:
        """Asks whether the scenario that is shown is to go."""
        scenario = self.facts.scenario
        if scenario is None:
            return
        words = self.tr("Remove the scenario “%s” with all that is said in it? Undo brings it back.") % scenario.title
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Remove scenario"), words, buttons, self)
        box.button(QMessageBox.StandardButton.Yes).setText(self.tr("&Remove"))
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.accepted.connect(self.remove)
        box.finished.connect(box.deleteLater)
        box.open()

    def remove(self) -> None:
        """Takes the scenario that is shown out of the box, and shows the one before it."""
        scenario, file = self.facts.scenario, self.facts.file
        if scenario is None:
            return
        files = list(self._document.box.scenarios)
        at = files.index(file)
        rest = [each for each in files if each != file]
        self._document.do(ChangeScenario(self.tr("Remove scenario: %s") % scenario.title, file, None))
        self._document.show_scenario(rest[max(at - 1, 0)] if rest else "")

    def _put(self, edit: ChangeScenario) -> None:
        self._document.do(edit)
        self._document.show_scenario(edit.file)
        self.tabs.setCurrentWidget(self.general)

    def _ask_title(self, title: str, now: str, then: Callable[[str], object]) -> None:
        asking = QInputDialog(self)
        asking.setWindowTitle(title)
        asking.setLabelText(self.tr("Title:"))
        asking.setTextValue(now)

        def chosen(words: str) -> None:
            if words.strip():
                then(words.strip())

        asking.textValueSelected.connect(chosen)
        asking.finished.connect(asking.deleteLater)
        asking.open()

    # Leaving ---------------------------------------------------------------------------------------------------------------

    @property
    def wrong_texts(self) -> int:
        """How many texts are in no scenario, because they mean nothing."""
        return sum(len(page.table.held_wrong(file)) for page in self.pages for file in page.table.wrong_files)

    def leave(self) -> None:
        """Closes without a question: the box goes, too."""
        self._put_away()
        self.done(0)

    def reject(self) -> None:
        """Closes; texts that mean nothing are told first, for they would be gone."""
        self.general.keep()
        self.stop_picking()
        if not self.wrong_texts:
            self._put_away()
            super().reject()
            return
        words = self.tr("Texts that mean nothing are in no scenario and would be lost: %n.", "", self.wrong_texts)
        buttons = QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Scenario"), words, buttons, self)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.button(QMessageBox.StandardButton.Discard).clicked.connect(lambda _=False: self.leave())
        box.button(QMessageBox.StandardButton.Cancel).clicked.connect(lambda _=False: self._show_wrong())
        box.finished.connect(box.deleteLater)
        box.open()

    def _show_wrong(self) -> None:
        """Goes to the first text that means nothing."""
        for page in self.pages:
            for file in page.table.wrong_files:
                self._document.show_scenario(file)
                self.tabs.setCurrentWidget(page)
                page.view.go_to(*min(page.table.held_wrong(file)))
                page.view.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _put_away(self) -> None:
        self.stop_picking()
        self.lit.emit(frozenset(), frozenset())

    def changeEvent(self, event: QEvent) -> None:
        """Signs follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "pages"):
            dress_soon(self, self._paint_icons)

    def _paint_icons(self) -> Iterator[None]:
        for page in self.pages:
            page.paint_icons()
            yield
        self._mark_soon()

    def event(self, event: QEvent) -> bool:
        """The keys of undo are for texts that mean nothing while these came last."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.facts.typed.is_undo(event):
            event.accept()
            return True
        return super().event(event)

    def _next_tab(self, step: int) -> None:
        """Turns to the next tab that is there, or the one before."""
        seen = [n for n in range(self.tabs.count()) if self.tabs.isTabVisible(n)]
        self.tabs.setCurrentIndex(seen[(seen.index(self.tabs.currentIndex()) + step) % len(seen)])

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing by the frame is the same as Escape."""
        event.ignore()
        self.reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends picking before it closes the window; Return closes nothing; undo takes back texts that mean nothing."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self.facts.typed.is_undo(event):
            self.facts.typed.undo()
        elif control and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            # The tabs hear it from what is in them only, and the window opens with the keyboard above them.
            self._next_tab(1 if event.key() == Qt.Key.Key_Tab else -1)
        elif event.key() == Qt.Key.Key_Escape and any(
            page.pick_button is not None and page.pick_button.isChecked() for page in self.pages
        ):
            self.stop_picking()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
