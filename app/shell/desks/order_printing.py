"""Prints op sheets: asks the rules what they say of them, then how they lie on paper, and writes or prints them."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMainWindow

from app.dialogs.printing.op_sheets import PrintOpSheetsDialog
from app.documents.document import Document
from app.documents.orders import Orders
from app.export.counter_layout import SheetWish
from app.export.counter_wish import wish_from, wish_text
from app.export.op_sheets.files import FormJob, form_job
from app.export.op_sheets.picture import MapPart
from app.export.op_sheets.words import SheetFacts, facts_of, sheet_form
from app.export.paper import PAPERS, PageWish
from app.shell.desks.paper_desk import OpenBox, PaperDesk
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from app.widgets.one_dialog import OneDialog
from app.workers.answers import Answers
from app.workers.messages import Reset, encode
from core.model.orders import OpSheet
from core.rules.kernel.rulings import Ruling

TICKET = -6
"""Stands for printing op sheets where answers of the worker have their tickets."""

WISH, FOLDER = "print/op sheets", "print/folder"

SIZE, CHANCE = "opsheet.size", "opsheet.chance"
"""What is asked of each sheet that is printed."""


class OrderPrinting(PaperDesk):
    """Opens one dialog at a time; it goes when the box does, and so does what is being written or printed.

    `orders` gives the op sheets of the open document.
    """

    def __init__(
        self,
        window: QMainWindow,
        answers: Answers,
        open_box: OpenBox,
        status: StatusBar,
        session: Session,
        orders: Callable[[], Orders | None],
    ) -> None:
        super().__init__(window, status, TICKET, QCoreApplication.translate("OrderPrinting", "Print op sheets"))
        self._answers, self._open_box, self._session, self._orders = answers, open_box, session, orders
        self._one = OneDialog()
        self._tickets: list[int] = []
        self.dialog: PrintOpSheetsDialog | None = None

    def leave_box(self) -> None:
        """The open box is being closed; the dialog about it goes with it, and what is under way is given up."""
        self._forget_questions()
        self._one.reject()
        self._cancel(TICKET)

    def show_in_hand(self, all_of_side: bool) -> None:
        """Prints the sheet in hand, or all sheets of its side that may be seen."""
        orders = self._orders()
        sheet = orders.sheet if orders is not None else None
        if orders is not None and sheet is not None:
            self.show([each for each in orders.sheets if each.side == sheet.side] if all_of_side else [sheet])

    def show(self, sheets: Sequence[OpSheet]) -> None:
        """Asks how some sheets are to be printed, once it is known what the rules say of them. They are of one side."""
        document, orders = self._open_box.document, self._orders()
        if document is None or orders is None or not sheets or self._one.is_open:
            return
        self._forget_questions()
        found: dict[tuple[str, str], Ruling | None] = {}
        wanted = [(each, question) for each in sheets for question in (SIZE, CHANCE) if question == SIZE or each.in_preparation]

        def take(sheet: str, question: str, ruling: Ruling | None) -> None:
            found[sheet, question] = ruling
            if len(found) == len(wanted):
                self._tickets.clear()
                facts = {each.id: facts_of(found[each.id, SIZE], found.get((each.id, CHANCE))) for each in sheets}
                self._open(document, orders, tuple(sheets), facts)

        scenario = {} if document.state.in_play else {"scenario": document.state.scenario}
        for each, question in wanted:
            given = {"sheet": each.id, **scenario, **({"ahead": 0} if question == CHANCE else {})}
            taking = partial(take, each.id, question)
            # Where the rules say nothing of it the sheet is printed all the same.
            refused = partial(lambda taking, _why: taking(None), taking)
            self._tickets.append(self._answers.ask(question, given, taking, on_refused=refused, background=True))

    def _forget_questions(self) -> None:
        for ticket in self._tickets:
            self._answers.cancel(ticket)
        self._tickets.clear()

    def _open(self, document: Document, orders: Orders, sheets: tuple[OpSheet, ...], facts: dict[str, SheetFacts]) -> None:
        if document is not self._open_box.document or self._one.is_open:
            return
        box, ruleset = document.box, document.ruleset
        scenario = document.work.scenario
        title = scenario.title if scenario is not None else ""
        forms = [sheet_form(box, ruleset, each, facts[each.id], title) for each in sheets]
        terrain = ruleset.terrain_of(box) if ruleset is not None else None
        places = {each.id: orders.places_of(each) for each in sheets}
        part = MapPart(box, terrain, orders.kinds, orders.unit_names(), places)

        def make(wish: SheetWish) -> FormJob:
            return form_job(self._named(document, sheets), forms, sheets, part, PageWish(wish.paper, wish.turn, wish.margin))

        wish = wish_from(self._session.text(WISH))
        wish = wish if wish.paper in {paper.id for paper in PAPERS} else SheetWish()
        kept = Path(self._session.text(FOLDER) or Path.home())
        folder = kept if kept.is_dir() else Path.home()
        name = sheets[0].id if len(sheets) == 1 else self.tr("op sheets")
        file = folder / f"{''.join(sign if sign.isalnum() or sign in ' -' else '-' for sign in name).strip() or 'op sheet'}.pdf"
        dialog = PrintOpSheetsDialog(self._window, make, wish, file, len(sheets))
        dialog.written.connect(lambda: self._write(document, sheets, dialog))
        dialog.printed.connect(lambda: self._ask_printer(dialog, dialog.say, dialog.order))
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        self._one.show(dialog)

    @staticmethod
    def _named(document: Document, sheets: Sequence[OpSheet]) -> str:
        return f"{document.box.title} · {sheets[0].id}" if len(sheets) == 1 else document.box.title

    def _forget(self) -> None:
        if self.dialog is not None:
            self._session.keep_text(WISH, wish_text(self.dialog.wish))
            self.dialog = None

    def _write(self, document: Document, sheets: tuple[OpSheet, ...], dialog: PrintOpSheetsDialog) -> None:
        """Has a process of its own write the file."""
        order = dialog.order
        self._session.keep_text(FOLDER, str(order.file.parent))
        path = document.path if document.path is not None else Path()
        which = [f"--opsheet={sheets[0].id}"] if len(sheets) == 1 else ["--opsheet=all", f"--side={sheets[0].side}"]
        words = ["render", str(path), *which, "-o", str(order.file)]
        words += ["--paper", order.wish.paper, "--turn", order.wish.turn, "--margin", f"{order.wish.margin:g}"]
        given = partial(encode, Reset(0, document.work, document.ruleset))
        self._start([*words, "--progress", "--box-on-stdin"], order.file, given)
