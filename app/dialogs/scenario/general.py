"""What is said of a scenario as a whole: its title, who sets up and moves first, boxes beside the map, a note."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.scenario.model import ScenarioFacts, with_rule
from core.model.edits.scenario_edits import renamed_box


class _Note(QPlainTextEdit):
    """A note; `left` comes when the keyboard goes elsewhere, for then it is kept."""

    left = Signal()

    def focusOutEvent(self, event: object) -> None:
        """The keyboard goes elsewhere."""
        super().focusOutEvent(event)  # type: ignore[arg-type]  # Qt hands over the event that it made
        self.left.emit()


class GeneralPage(QWidget):
    """The first tab. Every change is a step of the history; `told` carries why one was not made."""

    told = Signal(str)

    def __init__(self, facts: ScenarioFacts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts, self._noted = facts, ""
        self.title, self.file = QLineEdit(), QLabel()
        self.first, self.mover = QComboBox(), QComboBox()
        self.boxes, self.note, self.findings = QListWidget(), _Note(), QLabel()
        self.file.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.boxes.setAccessibleName(self.tr("Boxes off the map"))
        self.note.setTabChangesFocus(True)
        self.findings.setWordWrap(True)
        self.findings.setTextFormat(Qt.TextFormat.PlainText)
        self.findings.setAccessibleName(self.tr("What is wrong with the scenario as a whole"))
        add, remove = QPushButton(self.tr("&Add box…")), QPushButton(self.tr("Remo&ve box"))
        self.add_box, self.remove_box = add, remove
        column = QVBoxLayout()
        column.addWidget(add)
        column.addWidget(remove)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        beside = QHBoxLayout()
        beside.addWidget(self.boxes, 1)
        beside.addLayout(column)
        form = QFormLayout(self)
        form.addRow(self.tr("&Title:"), self.title)
        form.addRow(self.tr("File:"), self.file)
        form.addRow(self.tr("Sets &up first:"), self.first)
        form.addRow(self.tr("Moves &first:"), self.mover)
        of_boxes = QLabel(self.tr("&Boxes off the map:"))
        of_boxes.setBuddy(self.boxes)
        form.addRow(of_boxes, beside)
        form.addRow(self.tr("&Note:"), self.note)
        form.addRow(self.findings)
        lines = self.fontMetrics().lineSpacing()
        self.boxes.setFixedHeight(5 * lines)
        self.note.setMinimumHeight(4 * lines)
        self.title.editingFinished.connect(self._keep_title)
        self.note.left.connect(self.keep)
        self.first.activated.connect(lambda _: self._keep("sets_up_first", self.first))
        self.mover.activated.connect(lambda _: self._keep("moves_first", self.mover))
        self.boxes.itemChanged.connect(self._rename_box)
        add.clicked.connect(lambda _=False: self.ask_box())
        remove.clicked.connect(lambda _=False: self.take_box_out())
        facts.changed.connect(self.show_scenario)
        facts.judged.connect(self._show_findings)
        self.show_scenario()

    def show_scenario(self) -> None:
        """Shows the scenario as it is now."""
        scenario = self._facts.scenario
        self.setEnabled(scenario is not None)
        if scenario is None:
            return
        if self.title.text() != scenario.title:
            self.title.setText(scenario.title)
        self.file.setText(self._facts.file)
        for box, side in ((self.first, scenario.sets_up_first), (self.mover, scenario.moves_first)):
            self._fill(box, side)
        being_typed = self.note.hasFocus() and self.note.document().isModified() and self._noted == self._facts.file
        if self.note.toPlainText() != scenario.note and not being_typed:
            self.note.setPlainText(scenario.note)
        self._noted = self._facts.file
        with QSignalBlocker(self.boxes):
            row = self.boxes.currentRow()
            self.boxes.clear()
            for name in scenario.off_map:
                item = QListWidgetItem(name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                self.boxes.addItem(item)
            self.boxes.setCurrentRow(min(row, self.boxes.count() - 1))
        self._show_findings()

    def keep(self) -> None:
        """Keeps a note that is being typed."""
        scenario = self._facts.scenario
        if scenario is not None and self.note.toPlainText() != scenario.note:
            self._facts.do(self.tr("Change note"), replace(scenario, note=self.note.toPlainText()))

    def showEvent(self, event: QShowEvent) -> None:
        """Tells what is wrong; while another tab is shown, nobody reads it."""
        super().showEvent(event)
        self._show_findings()

    def _show_findings(self) -> None:
        if not self.isVisible():
            return
        words = "\n".join(f"⚠ {with_rule(issue)}" for issue in self._facts.whole_issues)
        self.findings.setText(words)
        self.findings.setVisible(bool(words))

    def _fill(self, box: QComboBox, chosen: str) -> None:
        with QSignalBlocker(box):
            box.clear()
            box.addItem(self.tr("as the rules or dice say"), "")
            for id_, name in self._facts.sides():
                box.addItem(name, id_)
            if box.findData(chosen) < 0:
                box.addItem(self.tr("⚠ “%s”, and there is no such side") % chosen, chosen)
            box.setCurrentIndex(box.findData(chosen))

    def _keep_title(self) -> None:
        scenario, title = self._facts.scenario, self.title.text().strip()
        if scenario is None or title == scenario.title:
            return
        if not title:
            self.told.emit(self.tr("A scenario has a title."))
            self.title.setText(scenario.title)
            return
        self._facts.do(self.tr("Rename scenario"), replace(scenario, title=title))

    def _keep(self, key: str, box: QComboBox) -> None:
        scenario = self._facts.scenario
        if scenario is not None:
            chosen = str(box.currentData() or "")
            if key == "sets_up_first":
                self._facts.do(self.tr("Change who sets up first"), replace(scenario, sets_up_first=chosen))
            else:
                self._facts.do(self.tr("Change who moves first"), replace(scenario, moves_first=chosen))

    def ask_box(self) -> None:
        """Asks for the name of another box."""
        asking = QInputDialog(self)
        asking.setWindowTitle(self.tr("Box off the map"))
        asking.setLabelText(self.tr("What the box is called:"))
        asking.textValueSelected.connect(self.put_box_in)
        asking.finished.connect(asking.deleteLater)
        asking.open()

    def put_box_in(self, name: str) -> None:
        """Adds a box."""
        scenario, name = self._facts.scenario, name.strip()
        if scenario is None or not name:
            return
        if name in scenario.off_map:
            self.told.emit(self.tr("There is a box “%s” already.") % name)
            return
        self._facts.do(self.tr("Add box: %s") % name, replace(scenario, off_map=(*scenario.off_map, name)))

    def take_box_out(self) -> None:
        """Removes the chosen box, unless something is in it or is set up there."""
        scenario, item = self._facts.scenario, self.boxes.currentItem()
        if scenario is None or item is None:
            return
        name = item.text()
        if scenario.start.stack(name) or any(each.box == name for each in scenario.set_ups):
            self.told.emit(self.tr("Units stand in the box “%s” or are set up there; put them elsewhere first.") % name)
            return
        boxes = tuple(each for each in scenario.off_map if each != name)
        self._facts.do(self.tr("Remove box: %s") % name, replace(scenario, off_map=boxes))

    def _rename_box(self, item: QListWidgetItem) -> None:
        scenario, row, name = self._facts.scenario, self.boxes.row(item), item.text().strip()
        if scenario is None or row >= len(scenario.off_map) or name == scenario.off_map[row]:
            return
        if not name or name in scenario.off_map:
            said = self.tr("There is a box “%s” already.") % name if name else self.tr("A box has a name.")
            self.told.emit(said)
            self.show_scenario()
            return
        self._facts.do(self.tr("Rename box: %s") % name, renamed_box(scenario, scenario.off_map[row], name))
