"""In the real window: op sheets are printed from their panel, with a look at every page before."""

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtPrintSupport import QPrinter

from app.shell.desks import sheet_printing
from app.shell.desks.order_printing import TICKET, WISH, OrderPrinting

SCENARIOS = Path(__file__).resolve().parents[4] / "scenarios"


@pytest.fixture(scope="module")
def window(window_of):
    yield from window_of(SCENARIOS / "cove-creek")


@pytest.fixture
def desk(window, newly_opened, qtbot):
    newly_opened(window, SCENARIOS / "cove-creek")
    panel, orders = window.workbench.docks.orders, window.workbench.orders
    qtbot.waitUntil(lambda: len(panel.board.rows) == 6 and bool(orders.orders.kinds.kinds))
    found = next(desk for desk in window._desks if isinstance(desk, OrderPrinting))
    yield found
    found.leave_box()


def opened(desk, button, qtbot, file):
    button.click()
    qtbot.waitUntil(lambda: desk.dialog is not None)
    desk.dialog.file.setText(str(file))
    qtbot.waitUntil(lambda: desk.dialog.whole)
    return desk.dialog


def said(file):
    document = pypdfium2.PdfDocument(file)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def colours(image):
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}


def test_the_sheet_in_hand_is_written_as_it_is_now(window, desk, qtbot, tmp_path):
    panel, orders = window.workbench.docks.orders, window.workbench.orders.orders
    panel.board.setCurrentRow(2)
    orders.write("Change an op sheet", replace(orders.sheet, note="Not saved yet.", status="waiting"))
    dialog = opened(desk, panel.print, qtbot, tmp_path / "a.pdf")
    assert dialog.windowTitle() == "Print this op sheet" and dialog.note.text() == "1 page."
    assert len(colours(dialog.preview.page.picture)) > 20, "the map is seen"
    dialog.turn.setCurrentIndex(dialog.turn.findData("landscape"))
    dialog.write.click()
    assert desk.dialog is None and desk.busy
    qtbot.waitUntil(lambda: not desk.busy)
    (page,) = said(tmp_path / "a.pdf")
    assert "Not saved yet." in page and "Weighted turns" in page and "Size" in page
    assert str(tmp_path / "a.pdf") in window.status.hint
    assert '"landscape"' in window._session.text(WISH)


def test_all_sheets_of_the_side_are_written_and_no_other(window, desk, qtbot, tmp_path):
    panel = window.workbench.docks.orders
    panel.board.setCurrentRow(0)
    dialog = opened(desk, panel.print_all, qtbot, tmp_path / "a.svg")
    assert not dialog.write.isEnabled() and "must end in .pdf" in dialog._file_note.text()
    dialog.file.setText(str(tmp_path / "a.pdf"))
    dialog.preview.turn(1)
    qtbot.waitUntil(lambda: dialog.whole)
    assert dialog.preview.page.accessibleDescription() == "Outpost at Northend"
    dialog.write.click()
    qtbot.waitUntil(lambda: not desk.busy)
    pages = said(tmp_path / "a.pdf")
    assert len(pages) == 3 and all("Op sheet of Blue" in page for page in pages)


def test_writing_can_be_cancelled_and_leaves_nothing(window, desk, qtbot, tmp_path):
    dialog = opened(desk, window.workbench.docks.orders.print, qtbot, tmp_path / "a.pdf")
    dialog.write.click()
    window.status.cancelled.emit(TICKET)
    assert not desk.busy and not list(tmp_path.iterdir())


@pytest.mark.parametrize(("paper", "size_mm"), [("a4", (210, 297)), ("letter", (216, 279))])
def test_pages_go_to_a_printer(window, desk, qtbot, tmp_path, paper, size_mm):
    dialog = opened(desk, window.workbench.docks.orders.print, qtbot, tmp_path / "a.pdf")
    dialog.paper.setCurrentIndex(dialog.paper.findData(paper))
    qtbot.waitUntil(lambda: dialog.whole)
    order = dialog.order
    dialog.reject()
    printer = sheet_printing.printer_for(order)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    desk.print(printer, order)
    qtbot.waitUntil(lambda: not desk.busy)
    assert "Op sheet of Blue" in said(tmp_path / "printed.pdf")[0]
    document = pypdfium2.PdfDocument(tmp_path / "printed.pdf")
    assert sorted(round(side / 72 * 25.4) for side in document[0].get_size()) == list(size_mm)
    document.close()


def test_margins_that_leave_nothing_are_told_and_nothing_can_be_written(window, desk, qtbot, tmp_path):
    dialog = opened(desk, window.workbench.docks.orders.print, qtbot, tmp_path / "a.pdf")
    dialog.paper.setCurrentIndex(dialog.paper.findData("a4"))
    dialog.margin.setValue(90.0)
    qtbot.waitUntil(lambda: dialog.whole)
    assert "too little of A4 paper" in dialog.note.text()
    assert not dialog.write.isEnabled() and not dialog.print_.isEnabled()
    dialog.margin.setValue(10.0)
    qtbot.waitUntil(lambda: dialog.whole and dialog.write.isEnabled())
