"""The window Counters: all counters of the box in a grid, with the one that is current as it will be printed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QMenu,
    QMessageBox,
    QRadioButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.counters.symbol_picker import SymbolPicker, proposed
from app.dialogs.units.columns import title_of
from app.dialogs.units.model import UnitsModel
from app.dialogs.units.pages import NotTaken, WordsPage, menu_button, table_menu
from app.dialogs.units.preview import UnitPreview
from app.dialogs.units.view import UnitsView
from app.dialogs.units.writing import Cell, told_of
from app.documents.document import Document
from app.documents.unread import unread_words
from app.widgets.buttons import button_row
from app.widgets.dressing import dress_soon
from app.widgets.notices import Notices
from app.workers.answers import Answers
from core.interop.counter_csv import Finding
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import Counter
from core.rules.kernel.looks import face_of

MOST_LISTED = 200
"""Cells that are not in the box and are listed by name."""

MOST_NAMED = 5
WARM_ROWS = 200
"""Counters whose texts are put together between two frames, for the filter."""


class UnitsWindow(QDialog):
    """Shows and changes the counters of the open box. It stays open beside the map; its steps are those of the box's history.

    A text that is no value of its cell stays in the grid and never goes into the box; closing says so.
    """

    def __init__(self, parent: QWidget | None, document: Document, answers: Answers) -> None:
        super().__init__(parent)
        self._document, self._answers = document, answers
        self.setWindowTitle(self.tr("Counters"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.model = UnitsModel(document, self)
        self.view = UnitsView(self.model)
        self.preview = UnitPreview()
        self.notices = Notices()
        self.filter = QLineEdit()
        self.only = QCheckBox(self.tr("&Only those"))
        self.not_taken = NotTaken()
        self.counts, self.message = QLabel(), QLabel()
        self.pages = QStackedWidget()
        self._others: list[Finding] = []
        self._others_from = 0
        self._reason, self._fresh = "", False
        self._leaving = self._following = False
        self._taken: tuple[str, ...] | None = None
        self._asking: QMessageBox | None = None
        self._lay_out()
        self._connect()
        self.preview.use_looks(document.ruleset)
        self._show_all()
        if document.ruleset is None:
            words = self.tr("The ruleset of this box is not known: values are kept as they are typed, and nothing is checked.")
            self.notices.tell("ruleset", words)
        room, metrics = self.screen().availableSize(), self.fontMetrics()
        self.resize(
            min(190 * metrics.averageCharWidth(), room.width() * 19 // 20), min(50 * metrics.height(), room.height() * 9 // 10)
        )
        self._take_selection()
        self._page.setFocus()
        self._warming = QTimer(self)
        self._warming.timeout.connect(self._warm)
        self._warming.start(0)

    # Tables ----------------------------------------------------------------------------------------------------------------

    def import_table(self, format_: str = "csv", file: Path | None = None) -> None:
        """Reads counters from a file: those that are there already by their ids, the others are new."""
        if file is None:
            wanted = f"{self.tr('Tables')} (*.csv *.tsv *.txt);;{self.tr('All files')} (*)"
            chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Import counters"), str(Path.home()), wanted)
            if not chosen:
                return
            file = Path(chosen)
        self._read({"file": file, "format": format_}, file.name)

    def export_table(self, format_: str = "csv", file: Path | None = None) -> None:
        """Writes all counters into a file, whatever is shown of them."""
        if file is None:
            name = "counters.csv" if format_ == "csv" else "countersheet.csv"
            wanted = f"{self.tr('Tables')} (*.csv)"
            chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Export counters"), str(Path.home() / name), wanted)
            if not chosen:
                return
            file = Path(chosen)
        wrong = len(self.model.wrong_cells)
        words = self.tr("The counters were written to %s.") % file
        if wrong:
            words += " " + self.tr("Cells that are wrong are not in it: %d.") % wrong
        parameters = {"oob": self.model.oob, "file": file, "format": format_}
        self._answers.run("write_counters", parameters, lambda _: self._tell_if_there(words), on_refused=self._tell_if_there)

    def take_text(self, text: str) -> None:
        """Takes a table whose first line names columns, as it was pasted."""
        self._read({"text": text}, "")

    def _read(self, parameters: dict[str, object], name: str) -> None:
        oob = self.model.oob
        self.tell(self.tr("Reading %s …") % (name or self.tr("what was pasted")))

        def arrived(read: object) -> None:
            if not isValid(self):
                return
            edit, findings = getattr(read, "edit", None), getattr(read, "findings", ())
            if not isinstance(edit, ChangeUnits):
                return
            if self.model.oob is not oob:
                self.tell(self.tr("The counters have changed meanwhile; nothing was taken. Please do it again."))
                return
            dropped = [str(each) for each in getattr(read, "dropped", ())]
            self._take_table(edit, findings, dropped, name)

        self._answers.run(
            "read_counters", {"oob": oob, **parameters}, arrived, on_refused=self._tell_if_there, slot="read_counters"
        )

    def _take_table(self, edit: ChangeUnits, findings: Sequence[Finding], dropped: Sequence[str], name: str) -> None:
        before = self.model.oob.counters
        new = [item.id for ref, item in edit.items.items() if isinstance(item, Counter) and before.get(ref.key) is None]
        others = sum(isinstance(item, Counter) for item in edit.items.values()) - len(new)
        label = self.tr("Import %s") % name if name else self.tr("Paste counters")
        self._others = self.model.take_table(replace(edit, label=label), findings)
        self._others_from = self.model.document.undo_stack.index()
        self._list_wrong()
        words = self.tr("New counters: {new}. Changed: {others}.").format(new=len(new), others=others)
        if findings:
            words += " " + self.tr("Not taken, and listed below the table: %d.") % len(findings)
        self.tell("\n".join([words, *dropped[:MOST_NAMED]]))
        rows = [self.model.row_of(id_) for id_ in new[:1]]
        if rows and rows[0] >= 0:
            self.view.go_to(rows[0], max(self.view.currentIndex().column(), 0))

    # Keeping ---------------------------------------------------------------------------------------------------------------

    def leave(self) -> list[str]:
        """The box is being closed: nothing is asked. Gives what was typed and is not in the box, as sentences."""
        self._leaving = True
        lost = [self._sentence(at) for at in self.model.wrong_cells]
        self.close()
        return lost

    def reject(self) -> None:
        """Closes, once it is settled what becomes of texts that are not in the box."""
        if self._leaving or not self.model.wrong_cells:
            super().reject()
        else:
            self._ask()

    def changeEvent(self, event: QEvent) -> None:
        """Draws the signs of the list in the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.not_taken.count():
            dress_soon(self, self._list_wrong)

    def closeEvent(self, event: QCloseEvent) -> None:
        """As `reject`: the cross of the window asks, too."""
        if self._leaving or not self.model.wrong_cells:
            super().closeEvent(event)
        else:
            event.ignore()
            self._ask()

    def _ask(self) -> None:
        if self._asking is not None:
            return
        wrong = self.model.wrong_cells
        words = self.tr("Cells hold texts that are wrong and not in the box: %d.") % len(wrong)
        box = QMessageBox(QMessageBox.Icon.Question, self.windowTitle(), words, parent=self)
        some = [self._sentence(at) for at in list(wrong)[:MOST_NAMED]]
        more = len(wrong) - len(some)
        box.setInformativeText("\n".join([*some, self.tr("And %d more.") % more] if more > 0 else some))
        mend = box.addButton(self.tr("&Mend them"), QMessageBox.ButtonRole.RejectRole)
        away = box.addButton(self.tr("Close and &lose them"), QMessageBox.ButtonRole.DestructiveRole)
        box.setEscapeButton(mend)
        box.setDefaultButton(mend)
        self._asking = box

        def answered() -> None:
            self._asking = None
            if box.clickedButton() is away:
                self._leaving = True
                super(UnitsWindow, self).reject()
            else:
                self.next_wrong(1)
            box.deleteLater()

        box.finished.connect(answered)
        box.open()

    # Showing ---------------------------------------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """Says what has happened, or why not."""
        self.message.setText(words)

    def _hear(self, words: str) -> None:
        """Says what the table has to say, until another cell is looked at."""
        self.tell(words)
        self._reason, self._fresh = words, bool(words)

    def show_cell(self, at: Cell) -> None:
        """Goes to a cell, whatever is shown just now."""
        if self.model.row(at[0]) < 0:
            self.filter.clear()
        if at[1].startswith("back") != self.model.back and self.model.column_of(at[1]) < 0:
            self.show_side(at[1].startswith("back"))
        if self.view.go_to_cell(at):
            self.tell(self.model.wrong[at].reason if at in self.model.wrong else "")

    def show_side(self, back: bool) -> None:
        """Shows what is printed on fronts, or on backs."""
        (self.backs if back else self.fronts).setChecked(True)

    def next_wrong(self, step: int) -> None:
        """Goes on from the current cell to the next one whose text is wrong, or to the one before."""
        ranked = sorted(((self.model.place_of(at), at) for at in self.model.wrong_cells), reverse=step < 0)
        if not ranked:
            self.tell(self.tr("No cell is wrong."))
            return
        now = (False, self.view.currentIndex().row(), self.view.currentIndex().column())
        ahead = (at for place, at in ranked if (place > now if step > 0 else place < now))
        self.show_cell(next(ahead, ranked[0][1]))

    def next_fitting(self, step: int) -> None:
        """Goes to the next counter that fits what is sought, or the one before."""
        wanted, rows = self.model.rows.read_filter(self.filter.text()), self.model.rowCount()
        now = max(self.view.currentIndex().row(), 0)
        for away in range(1, rows + 1):
            row = (now + step * away) % rows
            if self.model.fits(row, wanted):
                self.view.go_to(row, max(self.view.currentIndex().column(), 0))
                return
        self.tell(self.tr("No counter fits “%s”.") % self.filter.text())

    def choose_symbol(self) -> None:
        """Asks for the symbol of the chosen counters."""
        rows = self.view.chosen_rows()
        counter = self.model.counter(rows[0]) if rows else None
        if counter is None:
            return
        keys = [self.model.keys[row] for row in rows]
        face = face_of(self.model.ruleset, self.model.oob, counter)
        drawn = next((part.text for part in face.parts if part.form == "symbol"), "")
        picker = SymbolPicker(self, proposed(self.model.oob, counter, drawn))
        picker.tried.connect(lambda sidc: self._preview(replace(counter, sidc=sidc)))

        def done(result: int) -> None:
            if result == QDialog.DialogCode.Accepted:
                self.model.write(self.tr("Choose symbol"), {(key, "sidc"): picker.sidc for key in keys})
            self._preview(None)
            picker.deleteLater()

        picker.finished.connect(done)
        picker.open()

    def _choose_look(self, look: str) -> None:
        keys = [self.model.keys[row] for row in self.view.chosen_rows()]
        self.model.write(self.tr("Choose look"), {(key, "look"): look for key in keys})

    def _try_look(self, look: object) -> None:
        counter = self.model.counter(self.view.currentIndex().row())
        if counter is not None and isinstance(look, str):
            self._preview(replace(counter, look=look))

    def _preview(self, tried: object = None) -> None:
        """Shows the current counter, or one as it would be."""
        row = self.view.currentIndex().row()
        counter = tried if isinstance(tried, Counter) else self.model.counter(row)
        called = self.model.called(counter) if counter is not None else ""
        chosen = len(self.view.chosen_rows())
        self.preview.show_counter(counter, self.model.oob, self.model.ruleset, chosen, called)

    def _show_all(self) -> None:
        """Shows what there is: the table, or why it is empty."""
        whole, shown = len(self.model.oob.counters), self.model.rowCount()
        page = self.view if shown else self.nothing_fits if whole else self.empty
        if self._page is not page:
            focused = self._page.hasFocus()
            self.pages.setCurrentWidget(page)
            if focused:
                page.setFocus()
        self.nothing_fits.words.setText(self.tr("No counter fits “%s”.") % self.filter.text())
        self.preview.setVisible(bool(whole))
        self._count()
        self._preview()

    def _count(self) -> None:
        whole, shown, wrong = len(self.model.oob.counters), self.model.rowCount(), len(self.model.wrong_cells)
        words = self.tr("Counters: {shown} of {whole}").format(shown=shown, whole=whole)
        if shown == whole:
            words = self.tr("Counters: %d") % whole
        if wrong:
            words += " · " + self.tr("Wrong cells, not in the box: %d") % wrong
        self.counts.setText(words)

    def _list_wrong(self) -> None:
        """Lists what is not in the box, and offers to make sides and formations that are named."""
        wrong = self.model.wrong_cells
        # A column that is missing goes before single cells.
        lines: list[tuple[str, Cell | None]] = [(str(each), None) for each in self._others]
        lines += [(self._sentence(at), at) for at in list(wrong)[:MOST_LISTED]]
        if len(wrong) > MOST_LISTED:
            lines.append((self.tr("And %d cells more.") % (len(wrong) - MOST_LISTED), None))
        self.not_taken.show_lines(lines)
        names = self.model.missing_names if wrong else []
        if names:
            shown = ", ".join(f"“{name}”" for name in names[:MOST_NAMED])
            more = self.tr(" and %d more") % (len(names) - MOST_NAMED) if len(names) > MOST_NAMED else ""
            words = self.tr("Cells name sides or formations that are not there: %s.") % f"{shown}{more}"
            if self.notices.texts.get("names") != words:
                self.notices.tell("names", words, [(self.tr("&Make them"), self.make_names)])
        else:
            self.notices.withdraw("names")
        self._count()

    def make_names(self) -> None:
        """Makes the sides and formations that cells name."""
        self.model.make_names()
        self.view.setFocus()

    def _follow_undo(self, index: int) -> None:
        """Tells no longer what was not taken of a table that is taken back."""
        if self._others and index < self._others_from:
            self._others = []
            self._list_wrong()

    def _sentence(self, at: Cell) -> str:
        held, column = self.model.wrong[at], self.model.rows.columns[at[1]]
        counter = self.model.oob.counters.get(at[0])
        called = self.model.called(counter) if counter is not None else held.counter
        return f"{called}, {title_of(column)}: {told_of(held.text, held.reason)}"

    def _tell_if_there(self, sentence: str) -> None:
        if isValid(self):
            self.tell(sentence)

    # The selection of the map ------------------------------------------------------------------------------------------------

    def _give_selection(self) -> None:
        """What is chosen here is chosen everywhere."""
        self._preview()
        if self._following or self.view.restoring or not self.view.hasFocus():
            return
        counters = [self.model.counter(row) for row in self.view.chosen_rows()]
        self._following = True
        self._document.units.set(each.id for each in counters if each is not None)
        self._following = False

    def _take_selection(self) -> None:
        """What is chosen elsewhere is chosen here, too."""
        ids = self._document.units.ids
        # What is chosen tells also that it has changed: thousands are not compared for that.
        same, self._taken = ids is self._taken, ids
        if not (self._following or same):
            chosen = (self.model.counter(row) for row in self.view.chosen_rows())
            same = ids == tuple(each.id for each in chosen if each is not None)
        if self._following or (same and self.view.currentIndex().isValid()):
            return
        rows = [row for id_ in ids if (row := self.model.row_of(id_)) >= 0]
        self._following = True
        if rows:
            self.view.select_rows(rows)
        elif not self.view.currentIndex().isValid() and self.model.rowCount():
            name = self.model.index(0, max(self.model.column_of(self.model.name_column), 0))
            self.view.selectionModel().setCurrentIndex(name, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._following = False
        self._preview()

    def _seek(self, ids: Sequence[str]) -> None:
        """Counters that somebody wants to see are shown, whatever is sought here."""
        self._taken = None
        if any(self.model.row_of(id_) < 0 for id_ in ids):
            self.filter.clear()
        self._take_selection()
        if ids and (row := self.model.row_of(ids[0])) >= 0:
            self.view.scrollTo(self.model.index(row, max(self.view.currentIndex().column(), 0)))

    def _warm(self) -> None:
        if not self.model.rows.warm(WARM_ROWS):
            self._warming.stop()

    # Making ----------------------------------------------------------------------------------------------------------------

    def _search(self) -> None:
        self.model.set_filter(self.filter.text() if self.only.isChecked() else "")

    def _leave_filter(self) -> None:
        """Enter goes on from the filter to the table."""
        if not self.only.isChecked():
            self.next_fitting(1)
        self._page.setFocus()

    def _rules_changed(self) -> None:
        self.preview.use_looks(self._document.ruleset)
        self._preview()
        self.view.verticalHeader().viewport().update()

    def _connect(self) -> None:
        model, view, preview = self.model, self.view, self.preview
        self.filter.textChanged.connect(lambda _: self._search())
        self.filter.returnPressed.connect(self._leave_filter)
        self.only.toggled.connect(lambda _: self._search())
        self.backs.toggled.connect(model.show_back)
        model.told.connect(self._hear)
        model.tried.connect(self._preview)
        model.wrong_changed.connect(self._list_wrong)
        model.document.undo_stack.indexChanged.connect(self._follow_undo)
        model.shown_changed.connect(self._show_all)
        model.looks_changed.connect(self._rules_changed)
        model.dataChanged.connect(lambda *_: self._preview())
        view.table_pasted.connect(self.take_text)
        view.picker_wanted.connect(self.choose_symbol)
        preview.picker_wanted.connect(self.choose_symbol)
        preview.look_chosen.connect(self._choose_look)
        preview.look_tried.connect(self._try_look)
        view.selectionModel().selectionChanged.connect(lambda *_: self._give_selection())
        view.selectionModel().currentChanged.connect(self._show_reason)
        self.not_taken.itemActivated.connect(self._jump)
        self.not_taken.itemClicked.connect(self._jump)
        self._document.units.changed.connect(self._take_selection)
        self._document.units.sought.connect(self._seek)
        self._document.ruleset_changed.connect(self._rules_changed)

    def _show_reason(self) -> None:
        """The reason of a wrong cell stands in the line below as soon as one comes to it."""
        index = self.view.currentIndex()
        held = self.model.wrong.get(self.model.at(index)) if index.isValid() and index.row() < self.model.rowCount() else None
        if held is not None:
            self.tell(held.reason)
            self._reason, self._fresh = held.reason, False
        elif self._fresh:
            # Enter goes on to the next cell; what was just typed is read there.
            self._fresh = False
        elif self._reason and self.message.text() == self._reason:
            self.tell("")

    def _jump(self, item: QListWidgetItem) -> None:
        at = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(at, tuple):
            self.show_cell((int(at[0]), str(at[1])))

    def _lay_out(self) -> None:
        words = QLabel(self.tr("Fi&nd:"))
        words.setBuddy(self.filter)
        self.filter.setPlaceholderText(self.tr("Words, or side:… kind:… steps:>2"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Find counters"))
        # Connected by itself: a shortcut that is made with its slot forgets the context and is heard in the whole window.
        leaving = QShortcut(QKeySequence("Esc"), self.filter, context=Qt.ShortcutContext.WidgetShortcut)
        leaving.activated.connect(self._escape)
        self.only.setChecked(True)
        self.only.setToolTip(self.tr("Hide all other counters; without, F3 goes from one that fits to the next"))
        self.fronts, self.backs = QRadioButton(self.tr("F&ront")), QRadioButton(self.tr("&Back"))
        sides = QButtonGroup(self)
        for button in (self.fronts, self.backs):
            button.setToolTip(self.tr("Which side of the counters the columns are about"))
            sides.addButton(button)
        self.fronts.setChecked(True)
        top = QHBoxLayout()
        top.addWidget(words)
        top.addWidget(self.filter, 1)
        top.addWidget(self.only)
        top.addSpacing(self.fontMetrics().height())
        top.addWidget(self.fronts)
        top.addWidget(self.backs)
        top.addSpacing(self.fontMetrics().height())
        top.addWidget(menu_button(self.tr("&Counters"), self._menu_of("rows")))
        top.addWidget(menu_button(self.tr("C&ells"), self._cells_menu()))
        top.addWidget(menu_button(self.tr("&Table"), table_menu(self, self.import_table, self.export_table)))
        self._make_pages()
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.pages)
        split.addWidget(self.preview)
        split.setStretchFactor(0, 1)
        letter = self.fontMetrics().averageCharWidth()
        split.setSizes([140 * letter, 34 * letter])
        split.setChildrenCollapsible(False)
        self.not_taken.setAccessibleName(self.tr("What is not in the box"))
        self.not_taken.setVisible(False)
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAccessibleName(self.tr("What has happened"))
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        # Enter belongs to the table.
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        bottom = QHBoxLayout()
        bottom.addWidget(self.counts)
        bottom.addStretch(1)
        bottom.addWidget(buttons)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.notices)
        column.addWidget(split, 1)
        column.addWidget(self.not_taken)
        column.addWidget(self.message)
        column.addLayout(bottom)
        for keys, do in (
            (QKeySequence(QKeySequence.StandardKey.Find), self._go_find),
            (QKeySequence("F3"), lambda: self.next_fitting(1)),
            (QKeySequence("Shift+F3"), lambda: self.next_fitting(-1)),
            (QKeySequence("F6"), self._next_part),
        ):
            QShortcut(keys, self, do)

    def _escape(self) -> None:
        """Escape in the line of words empties it, then goes to the table."""
        if self.filter.text():
            self.filter.clear()
        else:
            self._page.setFocus()

    def _go_find(self) -> None:
        self.filter.setFocus()
        self.filter.selectAll()

    def _next_part(self) -> None:
        """Takes the keyboard from the table to the preview, the list of what is not taken, the filter, and back."""
        parts: list[QWidget] = [self._page, self.preview.look, self.not_taken, self.filter]
        seen = [part for part in parts if part.isVisible() and part.isEnabled()]
        now = next((n for n, part in enumerate(seen) if part.hasFocus() or part.isAncestorOf(self.focusWidget() or self)), -1)
        seen[(now + 1) % len(seen)].setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def _page(self) -> QWidget:
        """The table, or what is shown in its place."""
        page = self.pages.currentWidget()
        assert page is not None
        return page

    def _make_pages(self) -> None:
        words = unread_words(self._document) or self.tr(
            "There are no counters yet.\n\nPaste rows from a spreadsheet whose first line names the columns, such as side, "
            "formation, kind and name; import a table; or add a counter and type."
        )
        self.empty = WordsPage(
            words,
            [
                (self.tr("&Paste rows"), self.view.paste, "Ctrl+V"),
                (self.tr("&Import a table…"), self.import_table, ""),
                (self.tr("&Add a counter"), self._add_first, "Ctrl+Ins"),
            ],
        )
        self.nothing_fits = WordsPage("", [(self.tr("&Show all counters"), self.filter.clear, "")])
        for page in (self.view, self.empty, self.nothing_fits):
            self.pages.addWidget(page)

    def _add_first(self) -> None:
        self.view.add_row()
        self.view.setFocus()

    def _cells_menu(self) -> QMenu:
        menu = self._menu_of("cells")
        menu.addSeparator()
        for words, keys, step in ((self.tr("&Next wrong cell"), "F8", 1), (self.tr("Wrong cell befo&re"), "Shift+F8", -1)):
            leading = menu.addAction(words)
            leading.setShortcut(QKeySequence(keys))
            leading.setShortcutVisibleInContextMenu(True)
            leading.triggered.connect(lambda _=False, step=step: self.next_wrong(step))
            self.addAction(leading)
        return menu

    def _menu_of(self, group: str) -> QMenu:
        menu = QMenu(self)
        for action in self.view.groups[group]:
            menu.addAction(action) if action is not None else menu.addSeparator()
        return menu
