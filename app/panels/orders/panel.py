"""The panel Op sheets: a board of sheets, and the sheet in hand."""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from app.counters.piece_words import ids_in
from app.documents.document import Document
from app.documents.orders import Orders
from app.panels.flow import FlowBox
from app.panels.orders.form import SheetForm
from app.panels.orders.letters import LettersBox
from app.panels.orders.steps import StepsBox
from app.panels.orders.words import needed_words, sheet_words
from app.panels.parts import Warned, push_button, words_label
from app.panels.room import Room
from app.panels.short_list import Row, ShortList
from core.model.box import GameBox
from core.model.orders import OpSheet
from core.rules.kernel.rulings import Ruling

_HINT, _BOARD = range(2)

MOST_SHEETS = 14
"""So many lines the board shows before it scrolls."""


class OrdersPanel(QWidget):
    """Shows the op sheets of a document and writes on the one in hand.

    `seen` comes when the panel is shown or hidden. `new_wanted` asks for a new sheet, `draw_wanted` for the tool that draws its
    graphic, `print_wanted` asks for it on paper, or (True) for all of its side, `sought` carries the id of a unit that is to be
    seen. `about` tells that other units of the sheet are chosen, `join_wanted` carries units that are to be put on it,
    `gain_wanted` asks what all sheets gain, `keys_wanted` for the keys that open sheets by mail, `tour_wanted` for lessons. Why
    something was not done stands in the panel.
    """

    seen = Signal()
    new_wanted = Signal()
    print_wanted = Signal(bool)
    gain_wanted = Signal()
    keys_wanted = Signal()
    draw_wanted = Signal()
    sought = Signal(str)
    about = Signal()
    join_wanted = Signal(object)
    tour_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("orders-panel")
        self.setWindowTitle(self.tr("Op sheets"))
        self._orders: Orders | None = None
        self._document: Document | None = None
        self._types: tuple[str, ...] = ()
        self._needed: dict[str, str] = {}
        self._in_front = True
        self._build()
        self.setAcceptDrops(True)

    def use(self, orders: Orders | None, document: Document | None) -> None:
        """Shows the sheets of another document; None for none."""
        if self._orders is not None:
            self._orders.changed.disconnect(self.refresh)
        if self._document is not None:
            self._document.units.changed.disconnect(self.form.organization.show_buttons)
        self._orders, self._document, self._types = orders, document, ()
        self._needed.clear()
        self.form.organization.document = document
        if orders is not None and document is not None:
            orders.changed.connect(self.refresh)
            document.units.changed.connect(self.form.organization.show_buttons)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """What is in hand is marked on the map while the panel is seen."""
        super().showEvent(event)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """The map is left alone again."""
        super().hideEvent(event)
        self.seen.emit()

    @property
    def is_seen(self) -> bool:
        """Whether it is shown, and not behind another panel in the same place."""
        return self.isVisible() and self._in_front

    def come_to_front(self, on: bool) -> None:
        """It is in front of the panels that share its place, or behind one of them."""
        self._in_front = on
        self.seen.emit()

    def take_types(self, types: Sequence[str]) -> None:
        """The types that a sheet may have, by the rules; none where the series has no op sheets."""
        self._types = tuple(types)
        self.form.take_types(self._types)
        self.refresh()

    # What is shown ------------------------------------------------------------------------------------------------------------

    @property
    def _box(self) -> GameBox | None:
        return self._document.box if self._document is not None else None

    @property
    def _sides(self) -> dict[str, str]:
        """What the sides are called, by their ids."""
        return {side.id: side.name or side.id for side in self._box.oob.sides} if self._box is not None else {}

    @property
    def units(self) -> tuple[str, ...]:
        """The units and formations of the sheet in hand that are chosen."""
        return self.form.organization.units

    def refresh(self) -> None:
        """Shows the sheets as they are now."""
        orders, document = self._orders, self._document
        self._warned.tell("")
        if orders is None or document is None or not self._types:
            words = self.tr("The rules of this series know no op sheets.") if document is not None else ""
            self._hint.setText(words or self.tr("Open a box of TCS to write op sheets."))
            self._stack.setCurrentIndex(_HINT)
            return
        sheets, sheet = orders.sheets, orders.sheet
        sides = self._sides
        self._show_board(orders, sides)
        self.board.setVisible(bool(sheets))
        self._empty.setVisible(not sheets)
        self.tour.setVisible(not sheets)
        can = document.state.in_play or document.work.scenario is not None
        self.new.setEnabled(can)
        self._empty.setText(
            self.tr("There is no op sheet yet. Select units and write one: they are on it at once.")
            if can
            else self.tr("Op sheets stand in a scenario: show one first, or play a session.")
        )
        self.form.setVisible(sheet is not None)
        ours = sheet is not None and orders.is_ours(sheet)
        self.gain.setVisible(document.play is not None and any(_prepares(each) and orders.is_ours(each) for each in sheets))
        self.draw.setVisible(sheet is not None and not sheet.line and ours)
        self.remove.setVisible(ours)
        self.print.setVisible(sheet is not None)
        kept = self._kept(orders, ours)
        self.sealed.setText(kept)
        self.sealed.setVisible(bool(kept))
        self.unlock.setVisible(orders.are_shut)
        stands = self._stands(orders, sheet, ours)
        self._others.setText(stands)
        self._others.setVisible(bool(stands))
        self.print_all.setVisible(sheet is not None and sum(each.side == sheet.side for each in sheets) > 1)
        if sheet is not None:
            self.form.show_sheet(orders, sheet)
        self._stack.setCurrentIndex(_BOARD)

    def _kept(self, orders: Orders, ours: bool) -> str:
        """What is to be said of the seal by mail; "" at one table."""
        if orders.are_shut:
            return self.tr(
                "Your op sheets are sealed with the keys of your side. They are read and written once its pass phrase is given."
            )
        if orders.by_mail and ours:
            return self.tr("By mail it is sealed as it is written: the other side learns that something was written, no more.")
        return ""

    def _stands(self, orders: Orders, sheet: OpSheet | None, ours: bool) -> str:
        """Why a sheet is not written on any more, or by others; "" where it may be."""
        if sheet is None:
            return ""
        if not ours and orders.by_mail:
            words = self.tr("This sheet is of {side}. What its player makes of it is sealed, until that is opened to all.")
            return words.replace("{side}", self._sides.get(sheet.side, sheet.side))
        if not ours:
            words = self.tr("This sheet is of {side}, as the scenario prints it. Changing it takes a word of why.")
            return words.replace("{side}", self._sides.get(sheet.side, sheet.side))
        if orders.stands(sheet):
            return self.tr(
                "It is drawn up: what is drawn and written on it stays as it is. Units are added, and sent in, by what can be "
                "done, with their part of the graphic and of the notes; all else takes a word of why [6.5a, 6.8]."
            )
        return ""

    def _show_board(self, orders: Orders, sides: Mapping[str, str]) -> None:
        sheets, sheet = orders.sheets, orders.sheet
        rows = [
            Row(sheet_words(each, sides.get(each.side, each.side), self._needed.get(each.id, "")), each.id) for each in sheets
        ]
        self.board.show_rows(rows, sheets.index(sheet) if sheet is not None else -1)

    def keep_chances(self, ids: Iterable[str]) -> None:
        """What is needed is known of these sheets at most; others are in preparation no longer."""
        kept = set(ids)
        self._needed = {id_: words for id_, words in self._needed.items() if id_ in kept}

    def show_needed(self, id_: str, chance: Ruling) -> None:
        """What a sheet in preparation needs now stands on the board."""
        self._needed[id_] = needed_words(chance)
        if self._orders is not None and self._document is not None:
            self._show_board(self._orders, self._sides)

    def tell(self, words: str) -> None:
        """Why something was not done; it stands until something else is."""
        self._warned.tell(words)

    def show_check(self, ruling: Ruling | None, told: str = "") -> None:
        """What the rules say of the sheet as it is written; `told` why they say nothing."""
        self.form.chance.show_check(ruling, self._box, told)

    def show_chance(self, size: Ruling | None, chance: Ruling | None) -> None:
        """The size of the sheet as a sum, what must be rolled, and a bar for each of the turns ahead."""
        self.form.chance.show_chance(size, chance, self._box)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Units of the order of battle, or out of a stack, may be dropped on a sheet."""
        if self._orders is not None and self._orders.sheet is not None and ids_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Puts what is dropped on the sheet in hand."""
        self.form.organization.put(ids_in(event.mimeData()))
        event.acceptProposedAction()

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty, self._others, self._warned = words_label(), words_label(), Warned()
        self.sealed = words_label()
        self.board = ShortList(self.tr("Op sheets"), self, MOST_SHEETS)
        self.board.chosen.connect(self._choose)
        self.unlock = push_button(
            self.tr("Give the pass ph&rase…"), self.keys_wanted.emit, self.tr("Opens the op sheets of your side")
        )
        self.new = push_button(self.tr("&New op sheet"), self.new_wanted.emit, self.tr("With the units that are selected"))
        self.draw = push_button(
            self.tr("Draw its graphic"), self.draw_wanted.emit, self.tr("Takes the tool that draws control measures")
        )
        self.remove = push_button(self.tr("Throw away"), self._throw_away, self.tr("Can be undone"))
        self.gain = push_button(
            self.tr("Gain &weighted turns"),
            self.gain_wanted.emit,
            self.tr("Says what each sheet in preparation gains in this turn"),
        )
        self.print = push_button(
            self.tr("Print this sheet…"),
            lambda: self.print_wanted.emit(False),
            self.tr("On paper, or into a PDF, SVG or PNG file"),
        )
        self.print_all = push_button(
            self.tr("Print all sheets of the side…"), lambda: self.print_wanted.emit(True), self.tr("A page for each")
        )
        buttons = FlowBox()
        self.tour = push_button(
            self.tr("Learn it in a tour"), self.tour_wanted.emit, self.tr("Three lessons on a copy of the box Cove Creek")
        )
        for button in (self.unlock, self.new, self.tour, self.draw, self.remove, self.gain, self.print, self.print_all):
            buttons.flow.addWidget(button)
        self.steps, self.letters, self.form = StepsBox(), LettersBox(), SheetForm()
        self.form.organization.sought.connect(self.sought)
        self.form.organization.chosen.connect(self.about)
        self.form.organization.join_wanted.connect(self.join_wanted)
        self.form.measures.draw_wanted.connect(self.draw_wanted)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(6)
        for part in (
            self._empty,
            self.board,
            buttons,
            self.sealed,
            self._others,
            self._warned,
            self.steps,
            self.letters,
            self.form,
        ):
            column.addWidget(part)
        column.addStretch(1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(Room(page))
        self.setFocusProxy(self.board)

    def _choose(self, number: int) -> None:
        if self._orders is not None and 0 <= number < len(self.board.rows):
            self._orders.choose(self.board.rows[number].key)

    def _throw_away(self) -> None:
        sheet = self._orders.sheet if self._orders is not None else None
        if self._orders is not None and sheet is not None:
            self._orders.remove(sheet)


def _prepares(sheet: OpSheet) -> bool:
    """Whether a sheet, or units that were added to it, gain weighted turns."""
    return sheet.in_preparation or (sheet.implemented and any(each.in_preparation for each in sheet.added))
