"""The scanned sheet under a map: which picture it is, how well it fits, how it looks."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.documents.document import Document
from app.widgets.buttons import button_row
from app.widgets.icons import icon
from core.base.errors import WrongUse
from core.geometry.register import LEAST_POINTS, PIECES_FROM
from core.model.box import PlacedSheet
from core.model.edits.edit import Aspect, Touched
from core.model.maps import Cell, Underlay
from core.model.placing import sheet_words
from core.model.scan import ScanFit, cell_named, fit_of, with_points, with_scan

PER_CENT = 100
ROWS_SHOWN = 9

NOTE_LETTERS = 56
"""The least width of the question for a hex, in letters of the system's font."""


class PointPrompt(QDialog):
    """Asks which hex is seen at a point of the scan; `cell` is the answer."""

    def __init__(self, parent: QWidget | None, placed: PlacedSheet, guess: Cell | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Which hex is this?"))
        self._placed = placed
        self.cell: Cell | None = guess
        self.line = QLineEdit(self)
        self.line.setText(placed.sheet.grid.numbering.text(*guess) if guess is not None else "")
        self.line.selectAll()
        self.line.setAccessibleName(self.tr("Number of the hex"))
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.fine = buttons.button(QDialogButtonBox.StandardButton.Ok)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(self.tr("&Number printed in the hex:"), self.line)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.note)
        layout.addWidget(buttons)
        self.line.textChanged.connect(self._judge)
        self.setMinimumWidth(NOTE_LETTERS * self.fontMetrics().averageCharWidth())
        self._judge(self.line.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower dialog breaks its note into more lines."""
        super().resizeEvent(event)
        self._make_room()

    def _judge(self, text: str) -> None:
        self.cell, words = None, ""
        if text.strip():
            try:
                self.cell = cell_named(self._placed, text)
            except WrongUse as error:
                words = str(error)
            else:
                scan = self._placed.sheet.underlay
                if scan is not None and any(point.cell == self.cell for point in scan.points):
                    words = self.tr("This hex has a point already; the new one takes its place.")
        self.note.setText(f"⚠ {words}" if words else "")
        self.fine.setEnabled(self.cell is not None)
        self._make_room()

    def _make_room(self) -> None:
        """Grows as high as a note of several lines asks for; a dialog that shrank again would jump while one types."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        wanted = layout.totalHeightForWidth(self.width())
        if wanted > self.height():
            self.resize(self.width(), wanted)


class ScanDialog(QDialog):
    """Stays beside the map while points are set. Everything it changes is a step of the history.

    `wants_file` carries the sheet's file name when a picture is to be chosen, `wants_found` when a missing one is to be looked
    for, `wants_points` when the tool is to be taken, `wants_place` the cell to be shown, `point_taken` the position of the
    point that is chosen in the table (-1 for none), `wants_shown` whether the layer is to be seen.
    """

    wants_file = Signal(str)
    wants_found = Signal(str)
    wants_points = Signal(str)
    wants_place = Signal(str, object)
    wants_shown = Signal(bool)
    point_taken = Signal(str, int)

    def __init__(self, parent: QWidget | None, document: Document) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Scanned sheet"))
        self._document = document
        self._states: dict[str, tuple[str, float | None]] = {}
        self._stroke = document.new_stroke()
        self._listening = True
        self.sheet = QComboBox(self)
        self.sheet.setAccessibleName(self.tr("Map"))
        self.file = QLabel(self)
        self.file.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choose = QPushButton(self.tr("&Choose picture…"), self)
        self.find_it = QPushButton(self.tr("&Find it…"), self)
        self.remove = QPushButton(self.tr("&Remove"), self)
        self.page = QSpinBox(self)
        self.page.setRange(1, 10_000)
        self.page.setAccessibleName(self.tr("Page of the PDF file"))
        self.page_label = QLabel(self.tr("&Page:"), self)
        self.page_label.setBuddy(self.page)
        self.state = QLabel(self)
        self.state.setWordWrap(True)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, PER_CENT)
        self.progress.setAccessibleName(self.tr("Preparing the picture"))
        self.fit = QLabel(self)
        self.fit.setWordWrap(True)
        self.table = QTableWidget(0, 2, self)
        self.set_points = QPushButton(self.tr("&Set points on the map"), self)
        self.show_point = QPushButton(self.tr("S&how"), self)
        self.rename = QLineEdit(self)
        self.rename.setAccessibleName(self.tr("Number of the hex of the chosen point"))
        self.delete = QPushButton(self.tr("&Delete point"), self)
        self.shown = QCheckBox(self.tr("The scanned sheet is sho&wn"), self)
        self.opacity = self._slider(0, PER_CENT, self.tr("Opacity"))
        self.brightness = self._slider(-PER_CENT, PER_CENT, self.tr("Brightness"))
        self.opacity_value, self.brightness_value = QLabel(self), QLabel(self)
        self._make_table()
        self._lay_out()
        self._connect()
        self._fill_sheets()
        self._refresh()

    # What the shell tells ------------------------------------------------------------------------------------------------

    def show_state(self, sheet: str, words: str, share: float | None = None) -> None:
        """What is known of a sheet's picture: words ("" when it is there), and how far it is prepared (0 to 1)."""
        self._states[sheet] = words, share
        if sheet == self.current:
            self._show_state()

    def show_layer(self, shown: bool) -> None:
        """Whether the layer is seen."""
        with QSignalBlocker(self.shown):
            self.shown.setChecked(shown)

    def show_active(self, position: int | None) -> None:
        """Marks the row of the point in hand."""
        with QSignalBlocker(self.table):
            if position is None:
                self.table.clearSelection()
            else:
                self.table.selectRow(position)
        self._enable()

    @property
    def current(self) -> str:
        """The file of the sheet that is shown."""
        return str(self.sheet.currentData() or "")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Delete in the table deletes the point."""
        if watched is self.table and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
                self._delete()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._show_point()
                return True
        return super().eventFilter(watched, event)

    # How it is built -----------------------------------------------------------------------------------------------------

    def _slider(self, least: int, most: int, name: str) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(least, most)
        slider.setPageStep(10)
        slider.setAccessibleName(name)
        return slider

    def _make_table(self) -> None:
        table = self.table
        table.setHorizontalHeaderLabels([self.tr("Hex"), self.tr("Off the straight fit, in hexes")])
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setAccessibleName(self.tr("Points of the scan"))
        table.setMinimumHeight(ROWS_SHOWN * (table.verticalHeader().defaultSectionSize()))

    def _lay_out(self) -> None:
        head = QFormLayout()
        self._sheet_label = QLabel(self.tr("&Map:"), self)
        self._sheet_label.setBuddy(self.sheet)
        head.addRow(self._sheet_label, self.sheet)
        head.addRow(self.tr("Picture:"), self.file)
        row = QHBoxLayout()
        for each in (self.choose, self.find_it, self.remove, self.page_label, self.page):
            row.addWidget(each)
        row.addStretch(1)
        points = QHBoxLayout()
        rename_label = QLabel(self.tr("He&x:"), self)
        rename_label.setBuddy(self.rename)
        self.rename.setMaximumWidth(12 * self.fontMetrics().averageCharWidth())
        for control in (self.set_points, rename_label, self.rename, self.show_point, self.delete):
            points.addWidget(control)
        points.addStretch(1)
        looks = QGridLayout()
        for number, (words, slider, value) in enumerate(
            (
                (self.tr("&Opacity:"), self.opacity, self.opacity_value),
                (self.tr("&Brightness:"), self.brightness, self.brightness_value),
            )
        ):
            label = QLabel(words, self)
            label.setBuddy(slider)
            looks.addWidget(label, number, 0)
            looks.addWidget(slider, number, 1)
            looks.addWidget(value, number, 2)
            value.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
            value.setMinimumWidth(value.fontMetrics().horizontalAdvance("−100 %"))
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        buttons = button_row(self, QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(head)
        layout.addLayout(row)
        layout.addWidget(self.state)
        layout.addWidget(self.progress)
        layout.addWidget(self.fit)
        layout.addWidget(self.table, 1)
        layout.addLayout(points)
        layout.addLayout(looks)
        layout.addWidget(self.shown)
        layout.addWidget(buttons)

    def _connect(self) -> None:
        self.sheet.currentIndexChanged.connect(self._refresh)
        self.choose.clicked.connect(lambda: self.wants_file.emit(self.current))
        self.find_it.clicked.connect(lambda: self.wants_found.emit(self.current))
        self.remove.clicked.connect(self._remove)
        self.page.valueChanged.connect(self._set_page)
        self.set_points.clicked.connect(lambda: self.wants_points.emit(self.current))
        self.show_point.clicked.connect(self._show_point)
        self.delete.clicked.connect(self._delete)
        self.rename.returnPressed.connect(self._rename)
        self.shown.toggled.connect(self.wants_shown)
        self.table.itemSelectionChanged.connect(self._take_row)
        self.table.cellDoubleClicked.connect(lambda *_: self._show_point())
        self.table.installEventFilter(self)
        for slider in (self.opacity, self.brightness):
            # One drag is one step; so is each press of a key.
            slider.sliderPressed.connect(self._new_stroke)
            slider.sliderReleased.connect(self._new_stroke)
            slider.valueChanged.connect(self._set_look)
        # The window beside has these keys only while it is the active one itself.
        stack = self._document.undo_stack
        QShortcut(QKeySequence.StandardKey.Undo, self, stack.undo)
        QShortcut(QKeySequence.StandardKey.Redo, self, stack.redo)
        self._document.changed.connect(self._follow)
        self.finished.connect(self._stop)

    def _stop(self) -> None:
        """The dialog is closed; the tool stays as it is."""
        if self._listening:
            self._listening = False
            self._document.changed.disconnect(self._follow)

    # What it changes -----------------------------------------------------------------------------------------------------

    def _new_stroke(self) -> None:
        self._stroke = self._document.new_stroke()

    def _set_look(self) -> None:
        placed, scan = self._scan()
        if placed is None or scan is None:
            return
        dragged = self.opacity.isSliderDown() or self.brightness.isSliderDown()
        if not dragged:
            self._new_stroke()
        label = self.tr("Change opacity of scan") if self.sender() is self.opacity else self.tr("Change brightness of scan")
        look = replace(scan, opacity=self.opacity.value() / PER_CENT, brightness=self.brightness.value() / PER_CENT)
        self._document.do(with_scan(placed, label, look), self._stroke)

    def _set_page(self, page: int) -> None:
        placed, scan = self._scan()
        if placed is not None and scan is not None:
            self._document.do(with_scan(placed, self.tr("Choose page of scan"), replace(scan, page=page)))

    def _remove(self) -> None:
        placed, scan = self._scan()
        if placed is not None and scan is not None:
            self._document.do(with_scan(placed, self.tr("Remove scanned sheet"), None))

    def _delete(self) -> None:
        placed, scan = self._scan()
        row = self.table.currentRow()
        if placed is not None and scan is not None and 0 <= row < len(scan.points) and self.table.selectedItems():
            points = scan.points[:row] + scan.points[row + 1 :]
            self._document.do(with_points(placed, self.tr("Delete point of scan"), points))

    def _rename(self) -> None:
        placed, scan = self._scan()
        row = self.table.currentRow()
        if placed is None or scan is None or not 0 <= row < len(scan.points):
            return
        try:
            cell = cell_named(placed, self.rename.text())
        except WrongUse as error:
            self.fit.setText(str(error))
            return
        points = [replace(point, cell=cell) if n == row else point for n, point in enumerate(scan.points)]
        kept = tuple(point for n, point in enumerate(points) if n == row or point.cell != cell)
        self._document.do(with_points(placed, self.tr("Rename point of scan"), kept))

    # What it shows -------------------------------------------------------------------------------------------------------

    def _follow(self, touched: Touched) -> None:
        if touched.aspects & {Aspect.SHEETS, Aspect.HEADS}:
            self._fill_sheets()
        if touched.aspects & {Aspect.SHEETS, Aspect.UNDERLAY}:
            self._refresh()

    def _scan(self) -> tuple[PlacedSheet | None, Underlay | None]:
        for placed in self._document.box.sheets:
            if placed.file == self.current:
                return placed, placed.sheet.underlay
        return None, None

    def _fill_sheets(self) -> None:
        before = self.current
        with QSignalBlocker(self.sheet):
            self.sheet.clear()
            for placed in self._document.box.sheets:
                self.sheet.addItem(sheet_words(placed), placed.file)
            self.sheet.setCurrentIndex(max(self.sheet.findData(before), 0))
        several = self.sheet.count() > 1
        self.sheet.setVisible(several)
        self._sheet_label.setVisible(several)

    def _refresh(self) -> None:
        placed, scan = self._scan()
        fit = fit_of(placed) if placed is not None else None
        self.file.setText(scan.file if scan is not None else self.tr("none yet"))
        pdf = scan is not None and Path(scan.file).suffix.lower() == ".pdf"
        self.page.setVisible(pdf)
        self.page_label.setVisible(pdf)
        if scan is not None:
            for box, value in (
                (self.page, scan.page),
                (self.opacity, round(scan.opacity * PER_CENT)),
                (self.brightness, round(scan.brightness * PER_CENT)),
            ):
                with QSignalBlocker(box):
                    box.setValue(value)
            self.opacity_value.setText(self.tr("%d %%") % round(scan.opacity * PER_CENT))
            self.brightness_value.setText(self.tr("%d %%") % round(scan.brightness * PER_CENT))
        self._fill_table(placed, scan, fit)
        self.fit.setText(self._fit_words(scan, fit))
        self._show_state()
        self._enable()

    def _fit_words(self, scan: Underlay | None, fit: ScanFit | None) -> str:
        if scan is None or fit is None:
            return self.tr("Choose a PNG, JPEG or TIFF file, or a page of a PDF file, with the printed sheet.")
        count = len(scan.points)
        if not fit.fitted:
            return (
                self.tr("%s Click hex centres on the picture and name them; three are needed, nine are better.") % fit.complaint
            )
        if fit.piecewise:
            words = self.tr("Piecewise fit through %d points: the picture passes through each of them.") % count
        else:
            words = self.tr("Affine fit by least squares from %d points.") % count
            if count < PIECES_FROM:
                words += (
                    " " + self.tr("From %d points on the fit follows paper that has stretched here and there.") % PIECES_FROM
                )
        return f"{words} {fit.complaint}".strip()

    def _fill_table(self, placed: PlacedSheet | None, scan: Underlay | None, fit: ScanFit | None) -> None:
        points = scan.points if scan is not None else ()
        row = self.table.currentRow() if self.table.selectedItems() else -1
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(points))
            for number, point in enumerate(points):
                assert placed is not None and fit is not None
                label = placed.sheet.grid.numbering.text(*point.cell)
                self.table.setItem(number, 0, QTableWidgetItem(label))
                stray = f"{fit.strays[number]:.3f}" if number < len(fit.strays) else "–"
                worst = number == fit.worst and len(points) > LEAST_POINTS
                item = QTableWidgetItem(self.tr("%s   the worst: look here first") % stray if worst else stray)
                if worst:
                    item.setIcon(icon("error"))
                self.table.setItem(number, 1, item)
            if 0 <= row < len(points):
                self.table.selectRow(row)

    def _show_state(self) -> None:
        words, share = self._states.get(self.current, ("", None))
        scan = self._scan()[1]
        if scan is None and share is None:
            words = ""
        self.state.setText(words)
        self.state.setVisible(bool(words))
        self.progress.setVisible(share is not None)
        self.progress.setValue(round((share or 0.0) * PER_CENT))
        self.find_it.setVisible(bool(words) and share is None)

    def _take_row(self) -> None:
        row = self.table.currentRow() if self.table.selectedItems() else -1
        self._enable()
        self.point_taken.emit(self.current, row)

    def _show_point(self) -> None:
        scan, row = self._scan()[1], self.table.currentRow()
        if scan is not None and 0 <= row < len(scan.points):
            self.wants_place.emit(self.current, scan.points[row].cell)

    def _enable(self) -> None:
        placed, scan = self._scan()
        row = self.table.currentRow() if self.table.selectedItems() else -1
        chosen = scan is not None and 0 <= row < len(scan.points)
        widgets: Sequence[QWidget] = (self.remove, self.set_points, self.opacity, self.brightness, self.shown)
        for each in widgets:
            each.setEnabled(scan is not None)
        for each in (self.show_point, self.delete, self.rename):
            each.setEnabled(chosen)
        if chosen and placed is not None and scan is not None:
            self.rename.setText(placed.sheet.grid.numbering.text(*scan.points[row].cell))
        else:
            self.rename.clear()
