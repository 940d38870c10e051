"""The task organization of the sheet in hand: a tree of its units, and what is said of those that are chosen in it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from app.documents.document import Document
from app.documents.orders import Orders
from app.panels.ask.fields import Choices
from app.panels.flow import FlowBox
from app.panels.orders.organization_tree import OrganizationTree
from app.panels.orders.part import SheetPart, labelled, set_text
from app.panels.orders.steps import StepsBox
from app.panels.orders.words import organization_lines
from app.panels.parts import bold_label, push_button
from core.base.errors import CoreError
from core.model.orders import OpSheet
from core.model.organization import (
    gathered_at,
    group_of,
    grouped,
    held_back,
    is_held_back,
    put_on,
    taken_off,
    with_alternate,
    with_group,
)


class OrganizationBox(SheetPart):
    """The tree, and below it what is said of the chosen lines. `chosen` tells that others are chosen, `sought` carries one that
    is to be seen, `join_wanted` units that are to be put on a sheet that time has worked on, `part_made` the number of a group
    and whether it is one (else an alternate) when one was made.
    """

    chosen = Signal()
    sought = Signal(str)
    join_wanted = Signal(object)
    group_made = Signal(int)
    alternate_made = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.place_in_hand: Callable[[], str] = str
        self.title = bold_label()
        self.tree = OrganizationTree()
        self.tree.itemSelectionChanged.connect(self._follow)
        self.tree.opened.connect(self._seek)
        self.tree.erased.connect(self._take)
        self.put_on = push_button(self.tr("Put on what is &selected"), self._put_selected)
        self.take_off = push_button(self.tr("Take &off"), self._take, self.tr("The chosen lines; Del does it too"))
        self.group = Choices(acts=True)
        self.group.setAccessibleName(self.tr("Group of the chosen units"))
        self.group.setPlaceholderText(self.tr("divided"))
        self.group.activated.connect(self._group)
        self.reserve = QCheckBox(self.tr("In reserve"))
        self.reserve.clicked.connect(self._hold)
        self.alternate = push_button(
            self.tr("New alternate"), self._alternate, self.tr("Another route or objective for the chosen units")
        )
        self.rally = QLineEdit()
        self.rally.setAccessibleName(self.tr("Rally point of the chosen units"))
        self.rally.setFixedWidth(8 * self.rally.fontMetrics().horizontalAdvance("0") + self.rally.fontMetrics().height())
        self.rally.editingFinished.connect(lambda: self._rally_at(self.rally.text().strip()))
        self.here = push_button(
            self.tr("Here"),
            self._rally_here,
            self.tr("The hex that was clicked last, or has the cursor"),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.tree)
        strip = FlowBox()
        for widget in (
            self.put_on,
            self.take_off,
            labelled(self.tr("&Group:"), self.group),
            self.reserve,
            self.alternate,
            labelled(self.tr("Rally point:"), self.rally, self.here),
        ):
            strip.flow.addWidget(widget)
        column.addWidget(strip)
        column.addWidget(self.warned)
        self.steps = StepsBox()
        column.addWidget(self.steps)

    @property
    def units(self) -> tuple[str, ...]:
        """The units and formations of the chosen lines."""
        return self.tree.chosen

    def show_sheet(self, orders: Orders, sheet: OpSheet) -> None:
        """Shows the units of a sheet; others than before if it is another one."""
        super().show_sheet(orders, sheet)
        lines = organization_lines(orders, sheet)
        self.title.setText(self.tr("Task organization (%n)", "", len(orders.units_on(sheet))))
        before = self.units
        self.tree.show_lines(lines)
        self.tree.setVisible(bool(lines))
        if self.units != before:
            self.chosen.emit()
        self.show_buttons()

    def show_buttons(self) -> None:
        """What can be done with the chosen lines, and what holds for all of them."""
        document, sheet = self.document, self.sheet
        if document is None or sheet is None:
            return
        oob, units = document.box.oob, self.units
        self.put_on.setEnabled(bool(self._missing()))
        for widget in (self.take_off, self.group, self.reserve, self.alternate, self.rally, self.here):
            widget.setEnabled(bool(units))
        self.take_off.setVisible(self._is_free(sheet))
        places = {place for name, place in sheet.rally if name in units}
        set_text(self.rally, document.box.label(places.pop()) if len(places) == 1 else "")
        held = {is_held_back(oob, sheet, unit) for unit in units}
        state = Qt.CheckState.PartiallyChecked if len(held) > 1 else Qt.CheckState.Checked
        with QSignalBlocker(self.reserve):
            self.reserve.setCheckState(state if True in held else Qt.CheckState.Unchecked)
        groups = {group_of(oob, sheet, each) for unit in units for each in oob.counters_meant((unit,))}
        with QSignalBlocker(self.group):
            self.group.clear()
            self.group.addItem(self.tr("none"), None)
            for number, group in enumerate(sheet.groups):
                self.group.addItem(group.name, number)
            self.group.addItem(self.tr("New group"), len(sheet.groups))
            if len(groups) > 1:
                self.group.setCurrentIndex(-1)
            else:
                only = next(iter(groups), None)
                self.group.setCurrentIndex(0 if only is None else only + 1)

    def put(self, names: Sequence[str]) -> None:
        """Puts units on the sheet in hand; one that time has worked on says first what that costs."""
        sheet, orders = self.sheet, self.orders
        if sheet is None or orders is None or not names:
            return
        meant = orders.box.oob.counters_meant(names)
        unknown = [each for each in meant if orders.box.oob.counter(each) is None]
        if unknown:
            # They were dragged here out of another box.
            self.warned.tell(self.tr("In the order of battle of this box there is no unit: %s") % ", ".join(unknown))
            return
        side = self._side_for(meant)
        strangers = [each for each in meant if self._side_of(each) != side]
        if strangers:
            told = self.tr("The op sheet is of another side: %s")
            self.warned.tell(told % ", ".join(orders.called(each) for each in orders.gathered(strangers)))
            return
        sheet = replace(sheet, side=side)
        new = orders.gathered(names)
        if self._is_free(sheet):
            self.write(self.tr("Put units on an op sheet"), put_on(orders.box.oob, sheet, new))
        else:
            self.join_wanted.emit(new)

    def _is_free(self, sheet: OpSheet) -> bool:
        """Whether a sheet can be written on at no cost: before play, and while it is drawn up [TCS 4.01 6.8]."""
        return self.orders is None or not self.orders.stands(sheet)

    def _put_selected(self) -> None:
        self.put(self._missing())

    def _missing(self) -> list[str]:
        """The units that are selected, and could be on the sheet in hand: of its side, and not on it yet."""
        document, sheet, orders = self.document, self.sheet, self.orders
        if document is None or sheet is None or orders is None:
            return []
        on, units = set(orders.units_on(sheet)), document.units.ids
        side = self._side_for(units)
        return [unit for unit in units if unit not in on and self._side_of(unit) == side]

    def _side_for(self, units: Sequence[str]) -> str:
        """The side whose units may be put on the sheet in hand: its own; while it is of nobody yet, that of the first of some,
        unless one side alone looks."""
        sheet, orders = self.sheet, self.orders
        if sheet is None or orders is None:
            return ""
        is_open = not sheet.units and not orders.looking and units
        return self._side_of(units[0]) if is_open else sheet.side

    def _side_of(self, unit: str) -> str:
        counter = self.orders.box.oob.counter(unit) if self.orders is not None else None
        return counter.side if counter is not None else ""

    def _take(self) -> None:
        sheet, orders = self.sheet, self.orders
        if sheet is not None and orders is not None and self.units and self._is_free(sheet):
            self.write(self.tr("Take units off an op sheet"), taken_off(orders.box.oob, sheet, self.units))

    def _group(self, row: int) -> None:
        sheet, orders, units = self.sheet, self.orders, self.units
        if sheet is None or orders is None or not units:
            return
        oob, number = orders.box.oob, self.group.itemData(row)
        if number == len(sheet.groups):
            if self.write(self.tr("Begin a group on an op sheet"), with_group(oob, sheet, units)):
                self.group_made.emit(number)
        else:
            self.write(self.tr("Change a group of an op sheet"), grouped(oob, sheet, units, number))

    def _hold(self) -> None:
        sheet, orders, units = self.sheet, self.orders, self.units
        if sheet is not None and orders is not None and units:
            held = any(not is_held_back(orders.box.oob, sheet, unit) for unit in units)
            self.write(self.tr("Change the reserve"), held_back(orders.box.oob, sheet, units, held))
            self.show_buttons()

    def _alternate(self) -> None:
        sheet, orders, units = self.sheet, self.orders, self.units
        if sheet is not None and orders is not None and units:
            made = with_alternate(orders.box.oob, sheet, units)
            if self.write(self.tr("Write an alternate"), made):
                self.alternate_made.emit(len(made.alternates) - 1)

    def _rally_here(self) -> None:
        place = self.place_in_hand()
        if place:
            self._rally_at(place)
        else:
            self.warned.tell(self.tr("No hex is in hand: click one on the map, or go to it with the keys, then press Here."))

    def _rally_at(self, text: str) -> None:
        """The chosen units gather at a hex, by its number; at none for no text."""
        document, sheet, units = self.document, self.sheet, self.units
        if document is None or sheet is None or not units:
            return
        try:
            place = document.box.hex(text) if text else None
        except CoreError as problem:
            self.warned.tell(str(problem))
            self.show_buttons()
            return
        self.write(self.tr("Set a rally point"), gathered_at(sheet, units, place))

    def _seek(self) -> None:
        if self.units:
            self.sought.emit(self.units[0])

    def _follow(self) -> None:
        self.show_buttons()
        self.chosen.emit()
