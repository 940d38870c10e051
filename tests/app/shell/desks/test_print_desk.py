"""Counters are printed from the whole window."""

import pypdfium2
import pytest
from PySide6.QtPrintSupport import QPrinter

from app.dialogs.printing.counters import PrintCountersDialog
from app.export.counter_wish import counts_from, wish_from
from app.shell.desks import sheet_printing
from app.shell.desks.printing import MARKERS, WISH, PrintDesk


@pytest.fixture
def desk(window):
    desk = next(desk for desk in window._desks if isinstance(desk, PrintDesk))
    yield desk
    desk.leave_box()


def opened(desk, window, qtbot, tmp_path):
    window.actions_["file.print"].trigger()
    dialog = desk.dialog
    assert isinstance(dialog, PrintCountersDialog)
    dialog.file.setText(str(tmp_path / "counters.pdf"))
    dialog.pieces.count("fired", 30)
    dialog.paper.gutter.setValue(2.0)
    qtbot.waitUntil(lambda: dialog.whole)
    return dialog


def page_count(file):
    document = pypdfium2.PdfDocument(file)
    try:
        return len(document)
    finally:
        document.close()


def test_a_file_is_written_beside_the_window_and_the_choices_are_kept(window, desk, qtbot, tmp_path):
    dialog = opened(desk, window, qtbot, tmp_path)
    dialog.write.click()
    assert desk.dialog is None and desk.busy
    qtbot.waitUntil(lambda: not desk.busy)
    assert page_count(tmp_path / "counters.pdf") == 2
    assert str(tmp_path / "counters.pdf") in window.status.hint
    session = window._session
    assert wish_from(session.text(WISH)).gutter == 2.0
    assert counts_from(session.text(MARKERS + window.document.box.ruleset)) == {"fired": 30}
    window.actions_["file.print"].trigger()
    assert desk.dialog.wish.gutter == 2.0 and desk.dialog.pieces.choice.markers == {"fired": 30}
    desk.dialog.reject()


def test_the_test_page_is_written_at_once(window, desk, qtbot, tmp_path):
    dialog = opened(desk, window, qtbot, tmp_path)
    dialog.kinds.test.setChecked(True)
    qtbot.waitUntil(lambda: dialog.whole)
    dialog.write.click()
    assert not desk.busy
    assert page_count(tmp_path / "test-page.pdf") == 2


def test_a_computer_without_printers_says_so_in_the_dialog(window, desk, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(sheet_printing, "there_are_printers", lambda: False)
    dialog = opened(desk, window, qtbot, tmp_path)
    dialog.print_.click()
    assert "no printer" in dialog._file_note.text()
    assert dialog.isVisible()
    dialog.reject()


def test_pages_go_to_a_printer_while_the_window_goes_on(window, desk, qtbot, tmp_path):
    dialog = opened(desk, window, qtbot, tmp_path)
    order = dialog.order
    dialog.reject()
    printer = sheet_printing.printer_for(order)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    desk.print(printer, order)
    assert desk.busy
    qtbot.waitUntil(lambda: not desk.busy)
    assert page_count(tmp_path / "printed.pdf") == 2


def test_leaving_the_box_closes_the_dialog_and_gives_up_what_is_under_way(window, desk, qtbot, tmp_path):
    dialog = opened(desk, window, qtbot, tmp_path)
    dialog.write.click()
    qtbot.waitUntil(lambda: desk._errand is not None and desk._errand.busy)
    window.actions_["file.print"].trigger()
    again = desk.dialog
    desk.leave_box()
    assert not desk.busy and not again.isVisible() and desk.dialog is None
    assert list(tmp_path.iterdir()) == []
