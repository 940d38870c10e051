"""The tabs of a scenario that hold a table each: its buttons, the table, and what is wrong with the chosen row."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.dialogs.scenario.findings import FindingsList
from app.dialogs.scenario.matrix import START, AllotmentsModel
from app.dialogs.scenario.model import ScenarioFacts, ScenarioTable
from app.dialogs.scenario.rows import RowsModel
from app.dialogs.scenario.series import TurnSeries
from app.dialogs.scenario.units import UnitPicker
from app.dialogs.scenario.view import ScenarioView
from app.dialogs.scenario.widths import Widths
from app.widgets.icons import icon
from core.geometry.hexes import Hex
from core.model.edits.scenario_edits import (
    allotted,
    governed_by,
    place_of,
    set_up_now,
    set_ups_as_they_stand,
    with_rows,
)
from core.model.orders import OpSheet
from core.model.scenario import Arrival, SetUp, Turn, Victory
from core.model.scenario_findings import counters_of
from core.model.scenario_places import entry_hexes, set_up_hexes
from core.rules.kernel.cells import in_role

OfHexes = SetUp | Arrival | Victory


class TablePage(QWidget):
    """A tab with a table.

    `told` carries a sentence on what has happened. `lit` carries the hexes that the chosen rows are about, and those where
    their units stand. `picking` says whether hexes are to be picked on the map, with what for (True, words), or no longer
    (False, "").
    """

    told = Signal(str)
    lit = Signal(object, object)
    picking = Signal(bool, str)

    name = ""
    """The word of the table, under which the widths of its columns are kept."""

    def __init__(
        self, facts: ScenarioFacts, table: ScenarioTable, title: str, widths: Widths, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.facts, self.table, self.title = facts, table, title
        self.view = ScenarioView(table, self.name, title, widths)
        self.findings = FindingsList(table)
        self.findings.wanted.connect(self._go_to)
        self.buttons = QHBoxLayout()
        self.pick_button: QPushButton | None = None
        self._signs: list[tuple[QToolButton, str]] = []
        whole = QVBoxLayout(self)
        whole.addLayout(self.buttons)
        whole.addWidget(self.view, 1)
        self.below = QVBoxLayout()
        whole.addLayout(self.below)
        whole.addWidget(self.findings)
        table.told.connect(self.told)
        table.judged.connect(self._say_soon)
        self.view.rows_chosen.connect(self._follow_rows)
        self.view.remove_wanted.connect(self.remove)

    @property
    def wrong_rows(self) -> list[int]:
        """The rows with which something is wrong."""
        return [row for row in range(self.table.count()) if self.table.row_says(row)]

    def row(self) -> int:
        """The row that is chosen, the first of several; -1 for none."""
        rows = self.view.chosen_rows()
        return rows[0] if rows else -1

    def remove(self) -> None:
        """Takes the chosen rows out."""

    def pick(self, place: Hex) -> None:
        """Takes a hex that was picked on the map."""

    def paint_icons(self) -> None:
        """Draws icons in the colours of the palette in force."""
        for button, sign in self._signs:
            button.setIcon(icon(sign))
        self.findings.paint_signs()

    def stop_picking(self) -> None:
        """Nothing is picked any more."""
        if self.pick_button is not None and self.pick_button.isChecked():
            self.pick_button.setChecked(False)

    def light(self) -> None:
        """Tells what the chosen rows are about."""
        self.lit.emit(frozenset(), frozenset())

    def showEvent(self, event: QShowEvent) -> None:
        """Lists what is wrong; while another tab is shown, nobody reads it."""
        super().showEvent(event)
        self.facts.document.turns.wish(self, "say", self._say, self.table.count())

    def _follow_rows(self) -> None:
        if self.isVisible():
            self.findings.point_to(self.view.chosen_rows())
            self.light()

    def _say_soon(self) -> None:
        """All that is wrong is gathered in a turn of its own: a change of one cell is not to wait for it."""
        self.facts.document.turns.wish(self, "say", self._say)

    def _say(self) -> Iterator[None]:
        if self.isVisible():
            yield from self.table.look_through()
            self.findings.follow()
            self.findings.point_to(self.view.chosen_rows())

    def _go_to(self, row: int, column: int) -> None:
        """Shows the cell of a finding."""
        self.view.go_to(row, column)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def button(self, text: str, tip: str, run: Callable[[], object]) -> QPushButton:
        """A button above the table."""
        made = QPushButton(text)
        made.setToolTip(tip)
        made.clicked.connect(lambda _=False: self._do(run))
        self.buttons.addWidget(made)
        return made

    def _do(self, run: Callable[[], object]) -> None:
        # Keys of buttons leave the keyboard where it is: what is typed there would be lost with its cell.
        self.view.take_typed()
        run()

    def small_button(self, sign: str, text: str, keys: str, run: Callable[[], object]) -> QToolButton:
        """A button with a picture, and keys that work anywhere in the tab."""
        made = QToolButton()
        made.setIcon(icon(sign))
        self._signs.append((made, sign))
        made.setAccessibleName(text)
        made.setToolTip(f"{text} ({keys})")
        made.setShortcut(keys)
        made.clicked.connect(lambda _=False: self._do(run))
        self.buttons.addWidget(made)
        return made


class RowsPage(TablePage):
    """A tab whose rows stand one below the other: added, moved, removed."""

    def __init__(
        self, facts: ScenarioFacts, table: RowsModel, title: str, widths: Widths, parent: QWidget | None = None
    ) -> None:
        self.name = table.section
        super().__init__(facts, table, title, widths, parent)
        self.rows = table
        self.button(self.tr("A&dd row"), self.tr("Put a row behind the chosen one"), self.add)
        self.button(self.tr("&Remove"), self.tr("Take the chosen rows out (Ctrl+Del)"), self.remove)
        self.small_button("up", self.tr("Move up"), "Alt+Up", lambda: self.shift(-1))
        self.small_button("down", self.tr("Move down"), "Alt+Down", lambda: self.shift(1))
        self.more_buttons()
        self.buttons.addStretch()

    def more_buttons(self) -> None:
        """Puts in the buttons that only this tab has."""

    def add(self) -> None:
        """Puts a row behind the chosen one, and goes there."""
        chosen = self.view.chosen_rows()
        at = self.rows.add_blank(chosen[-1] + 1 if chosen else None)
        if at >= 0:
            self.view.go_to(at)
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def remove(self) -> None:
        """Takes the chosen rows out."""
        chosen = self.view.chosen_rows()
        if not chosen:
            self.told.emit(self.tr("Choose the rows first."))
            return
        self.rows.remove(chosen)
        words = self.tr("Removed: %n. Undo brings them back.", "", len(chosen))
        self.told.emit(" ".join(filter(None, (words, self.rows.said))))
        self.view.go_to(chosen[0])

    def shift(self, step: int) -> None:
        """Moves the chosen rows up or down."""
        self.view.choose_rows(self.rows.shift(self.view.chosen_rows(), step))

    # Units and hexes of a row -----------------------------------------------------------------------------------------------

    def unit_buttons(self) -> None:
        """The buttons that put units into rows."""
        self.button(self.tr("&Units…"), self.tr("Pick the units of the chosen row from the order of battle"), self.ask_units)
        self.button(
            self.tr("&Selected units"),
            self.tr("Put the units that are selected on the map into the chosen row"),
            self.take_units,
        )

    def pick_toggle(self, text: str, tip: str) -> None:
        """The button that has hexes picked on the map."""
        made = QPushButton(text)
        made.setToolTip(tip)
        made.setCheckable(True)
        made.toggled.connect(self._toggle_picking)
        self.buttons.addWidget(made)
        self.pick_button = made

    def pick_words(self) -> str:
        """What is being picked, as a sentence."""
        return self.tr("Click hexes of row %d on the map; once more takes one out. Escape ends it.") % (self.row() + 1)

    def _toggle_picking(self, on: bool) -> None:
        if on and self.row() < 0:
            self.add()
        self.picking.emit(on, self.pick_words() if on else "")

    def pick(self, place: Hex) -> None:
        """Puts a hex into the chosen row, or takes it out of it."""
        row = self.row()
        if row < 0:
            return
        old = self.rows.rows[row]
        if isinstance(old, SetUp | Arrival | Victory):
            hexes = tuple(each for each in old.hexes if each != place) if place in old.hexes else (*old.hexes, place)
            self.rows.change(self.tr("Pick hexes"), row, replace(old, hexes=hexes))
            self.light()

    def ask_units(self) -> None:
        """Has units of the chosen row ticked."""
        row = self.row()
        if row < 0:
            self.add()
            row = self.row()
        held = self.rows.rows[row] if row >= 0 else None
        if not isinstance(held, SetUp | Arrival | OpSheet):
            return
        words = self.tr("Units of row %d") % (row + 1)
        picker = UnitPicker(self, self.facts.document.box.oob, self.facts.names, held.units, words)
        picker.accepted.connect(lambda: self._put_units(row, picker.ids))
        picker.finished.connect(picker.deleteLater)
        picker.open()

    def take_units(self) -> None:
        """Puts the units that are selected into the chosen row, behind those that it names."""
        ids = self.facts.document.units.ids
        if not ids:
            self.told.emit(self.tr("No unit is selected on the map or in the order of battle."))
            return
        if self.row() < 0:
            self.add()
        row = self.row()
        held = self.rows.rows[row] if row >= 0 else None
        if isinstance(held, SetUp | Arrival | OpSheet):
            self._put_units(row, tuple(dict.fromkeys((*held.units, *ids))))

    def _put_units(self, row: int, ids: tuple[str, ...]) -> None:
        held = self.rows.rows[row] if row < len(self.rows.rows) else None
        if isinstance(held, SetUp | Arrival | OpSheet):
            self.rows.change(self.tr("Change units"), row, replace(held, units=ids))
            self.light()

    def light(self) -> None:
        """Tells the hexes of the chosen rows, and where their units stand."""
        box, pieces = self.facts.document.box, self.facts.document.work.deployment.pieces
        hexes, standing = set[Hex](), set[Hex]()
        for number in self.view.chosen_rows():
            row = self.rows.rows[number]
            if isinstance(row, SetUp) and (row.hexes or row.zone):
                hexes |= set_up_hexes(box, row)
            elif isinstance(row, Arrival):
                hexes |= set(entry_hexes(box, row))
            elif isinstance(row, Victory):
                hexes |= set(row.hexes)
            elif isinstance(row, OpSheet):
                hexes |= {place for _, place in row.rally}
            if isinstance(row, SetUp | Arrival | OpSheet):
                spots = (pieces[id_].at for id_ in counters_of(box.oob, row.units) if id_ in pieces)
                standing |= {spot for spot in spots if isinstance(spot, Hex)}
        self.lit.emit(frozenset(hexes), frozenset(standing))


class SetUpPage(RowsPage):
    """Where units may be set up."""

    def more_buttons(self) -> None:
        """Units, hexes, and the map as it is."""
        self.unit_buttons()
        self.pick_toggle(self.tr("Pick &hexes"), self.tr("Click the hexes of the chosen row on the map"))
        self.button(
            self.tr("&As they stand"),
            self.tr("Make rows of where units are now: of those selected on the map, else of all that no row speaks of"),
            self.as_they_stand,
        )
        self.button(
            self.tr("Set up &now"),
            self.tr("Put the units of the chosen rows on the map, where a row leaves no choice; without a choice, of all rows"),
            self.set_up,
        )

    def _governs(self) -> Callable[..., int]:
        document, scenario = self.facts.document, self.facts.scenario
        assert scenario is not None
        arrival = in_role(document.ruleset.values, "arrival") if document.ruleset is not None else None
        return governed_by(document.box.oob, scenario, arrival.id if arrival is not None else "")

    def as_they_stand(self) -> None:
        """Makes rows of where the selected units are; without a selection, of all units that no row speaks of yet."""
        document, scenario = self.facts.document, self.facts.scenario
        if scenario is None:
            return
        pieces = document.work.deployment.pieces
        ids = [id_ for id_ in document.units.ids if id_ in pieces]
        if not ids:
            governs, oob = self._governs(), document.box.oob
            ids = [id_ for id_ in pieces if (held := oob.counter(id_)) is None or governs(held) < 0]
        if not ids:
            self.told.emit(self.tr("Every unit on the map is in a row already; select those whose rows are to be made anew."))
            return
        made = set_ups_as_they_stand(scenario, document.work.deployment, ids)
        self.facts.do(self.tr("Set-ups as units stand"), made)
        self.told.emit(self.tr("Units set up where they stand: %n.", "", len(ids)))
        self.view.go_to(self.table.count() - 1)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_up(self) -> None:
        """Puts units on the map where their rows leave no choice."""
        document, scenario = self.facts.document, self.facts.scenario
        if scenario is None:
            return
        chosen = self.view.chosen_rows()
        numbers = [n for n in (chosen or range(len(scenario.set_ups))) if place_of(scenario.set_ups[n]) is not None]
        if not numbers:
            said = self.tr(
                "Nothing was put on the map: a row that leaves no choice names one hex, or one box, and nothing else."
            )
            self.told.emit(said)
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        edit = set_up_now(document.box, self.facts.file, numbers, self._governs(), self.tr("Set up"))
        done = document.do(edit)
        count = len(edit.pieces)
        self.told.emit(self.tr("Units put on the map: %n.", "", count) if done else self.tr("They stand there already."))
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)


class TurnsPage(RowsPage):
    """The turn track."""

    def more_buttons(self) -> None:
        """Many turns at once."""
        self.button(self.tr("&Fill…"), self.tr("Make many turns at once"), self.ask_series)

    def ask_series(self) -> None:
        """Asks for a series of turns."""
        scenario = self.facts.scenario
        if scenario is None:
            return
        date = next((turn.date for turn in reversed(scenario.turns) if turn.date), "")
        asking = TurnSeries(self, date, bool(scenario.turns))
        asking.accepted.connect(lambda: self.put_series(asking.turns, asking.replacing))
        asking.finished.connect(asking.deleteLater)
        asking.open()

    def put_series(self, turns: Iterable[Turn], replacing: bool) -> None:
        """Puts turns behind those that there are, or in their place."""
        scenario = self.facts.scenario
        if scenario is None:
            return
        before = () if replacing else scenario.turns
        self.facts.do(self.tr("Fill the turn track"), with_rows(scenario, "turns", (*before, *turns)))
        self.view.go_to(len(before))


class ArrivalsPage(RowsPage):
    """Reinforcements, and below them what the rules say of blocked entries."""

    def more_buttons(self) -> None:
        """Units, entry hexes, and the rule."""
        self.unit_buttons()
        self.pick_toggle(self.tr("Pick &hexes"), self.tr("Click the entry hexes of the chosen row on the map"))
        self.rule = QLabel()
        self.rule.setWordWrap(True)
        self.rule.setTextFormat(Qt.TextFormat.PlainText)
        self.rule.setAccessibleName(self.tr("What the rules say of blocked entries"))
        self.rule.hide()
        self.below.addWidget(self.rule)

    def show_rule(self, words: str) -> None:
        """Says what becomes of units whose entry is blocked."""
        self.rule.setText(words)
        self.rule.setVisible(bool(words))


class VictoryPage(RowsPage):
    """How the battle is won."""

    def more_buttons(self) -> None:
        """Hexes to be held."""
        self.pick_toggle(self.tr("Pick &hexes"), self.tr("Click the hexes that the chosen row is about on the map"))


class SheetsPage(RowsPage):
    """Op sheets that exist before play."""

    def more_buttons(self) -> None:
        """Units, and a rally point for each battalion."""
        self.unit_buttons()
        self.pick_toggle(self.tr("Pick rally &points"), self.tr("Click the rally point of the formation on the map"))
        self.rallying = QComboBox()
        self.rallying.setAccessibleName(self.tr("The formation whose rally point is picked"))
        self.rallying.setToolTip(self.rallying.accessibleName())
        self.rallying.activated.connect(lambda _: self._tell_picking())
        self.rallying.hide()
        self.buttons.addWidget(self.rallying)
        self.view.rows_chosen.connect(self._show_formations)
        self.table.judged.connect(self._show_formations)

    def formations(self) -> tuple[str, ...]:
        """The formations of the units on the chosen sheet, those without a rally point first."""
        row, oob = self.row(), self.facts.document.box.oob
        held = self.rows.rows[row] if 0 <= row < len(self.rows.rows) else None
        if not isinstance(held, OpSheet):
            return ()
        found: dict[str, None] = {}
        for name in held.units:
            counter = oob.counter(name) if oob.formation(name) is None else None
            id_ = counter.formation if counter is not None else name
            if oob.formation(id_) is not None:
                found[id_] = None
        pointed = {id_ for id_, _ in held.rally}
        return tuple(sorted(found, key=lambda id_: id_ in pointed))

    def _show_formations(self) -> None:
        ids = self.formations()
        if ids == tuple(self.rallying.itemData(n) for n in range(self.rallying.count())):
            return
        self.rallying.clear()
        for id_ in ids:
            self.rallying.addItem(self.facts.names.name(id_), id_)
        self.rallying.setVisible(bool(ids))

    def pick_words(self) -> str:
        """Whose rally point is being picked."""
        return self.tr("Click the rally point of %s on the map. Escape ends it.") % (self.rallying.currentText() or "…")

    def _tell_picking(self) -> None:
        if self.pick_button is not None and self.pick_button.isChecked():
            self.picking.emit(True, self.pick_words())

    def pick(self, place: Hex) -> None:
        """Makes a hex the rally point of the formation that is chosen; the next without one is chosen then."""
        row, id_ = self.row(), str(self.rallying.currentData() or "")
        held = self.rows.rows[row] if 0 <= row < len(self.rows.rows) else None
        if not isinstance(held, OpSheet):
            return
        if not id_:
            self.told.emit(self.tr("Put units of a formation on the op sheet first."))
            return
        rally = tuple((each, at) for each, at in held.rally if each != id_)
        self.rows.change(self.tr("Pick rally point"), row, replace(held, rally=(*rally, (id_, place))))
        self._show_formations()
        self.rallying.setCurrentIndex(0)
        self._tell_picking()
        self.light()


class AllotmentsPage(TablePage):
    """What sides get, turn by turn."""

    name = "allotments"

    def __init__(
        self, facts: ScenarioFacts, table: AllotmentsModel, title: str, widths: Widths, parent: QWidget | None = None
    ) -> None:
        super().__init__(facts, table, title, widths, parent)
        self.lines = table
        self.button(self.tr("A&dd line"), self.tr("Something else that a side gets"), self.add)
        self.button(self.tr("&Remove"), self.tr("Take the chosen lines out with all their amounts (Ctrl+Del)"), self.remove)
        self.buttons.addStretch()
        label = QLabel(self.tr("&Note of the amount:"))
        self.note = QLineEdit()
        label.setBuddy(self.note)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.note, 1)
        self.below.addLayout(row)
        self.note.editingFinished.connect(self._keep_note)
        self.view.selectionModel().currentChanged.connect(lambda *_: self._show_note())
        table.judged.connect(self._show_note)
        table.modelReset.connect(self._show_note)
        self._show_note()

    def add(self) -> None:
        """Puts a line in, and goes there."""
        self.view.go_to(self.lines.add_line())
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def remove(self) -> None:
        """Takes the chosen lines out."""
        chosen = self.view.chosen_rows()
        if not chosen:
            self.told.emit(self.tr("Choose the rows first."))
            return
        self.lines.remove(chosen)
        self.told.emit(self.tr("Removed: %n. Undo brings them back.", "", len(chosen)))

    def _at(self) -> tuple[int, int] | None:
        index, scenario = self.view.currentIndex(), self.facts.scenario
        if scenario is None or not index.isValid() or index.column() < START or index.row() >= len(self.lines.lines):
            return None
        at = (index.row(), index.column())
        return at if allotted(scenario, self.lines.lines[at[0]], at[1] - START) else None

    def _show_note(self) -> None:
        at = self._at()
        self.note.setEnabled(at is not None)
        words = self.lines.notes(at) if at is not None else ""
        if self.note.text() != words and not (self.note.hasFocus() and self.note.isModified()):
            self.note.setText(words)

    def _keep_note(self) -> None:
        at, scenario = self._at(), self.facts.scenario
        if at is None or scenario is None or self.note.text() == self.lines.notes(at):
            return
        ours = allotted(scenario, self.lines.lines[at[0]], at[1] - START)
        noted = replace(ours[0], note=self.note.text())
        rest = [replace(each, note="") for each in ours[1:]]
        new = dict(zip(map(id, ours), (noted, *rest), strict=True))
        rows = tuple(new.get(id(each), each) for each in scenario.allotments)
        self.note.setModified(False)
        self.facts.do(self.tr("Change note"), replace(scenario, allotments=rows))
