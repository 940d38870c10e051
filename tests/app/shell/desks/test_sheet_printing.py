"""Pages on a printer, which here writes a PDF file: the same sheets, in slices, some or all of them."""

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtGui import QPageLayout
from PySide6.QtPrintSupport import QPrinter

from app.dialogs.printing.counters import PrintOrder
from app.export.counter_layout import SheetWish, lay_out
from app.export.counter_pieces import Choice, PieceFaces, gathered, numbered
from app.export.counter_sheets import Job
from app.shell.desks.sheet_printing import SheetPrinting, duplex_of, pages_of, printer_for
from core.files.box_files import load_box

RIVER = Path(__file__).resolve().parents[4] / "scenarios" / "sable-river"


def order_of(wish, sets=8):
    loaded = load_box(RIVER)
    oob, rules = loaded.box.oob, loaded.ruleset
    choice = Choice(sets=sets)
    groups = gathered(oob, rules, choice, wish.group)
    plan = lay_out([group.group for group in groups], wish)
    return PrintOrder(wish, choice, Path(), Job("River", plan, numbered(groups), PieceFaces(oob, rules)))


def into(order, file):
    printer = printer_for(order)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(file))
    return printer


@pytest.fixture
def printing(qapp):
    printing = SheetPrinting()
    yield printing
    printing.cancel()


def sizes(file):
    document = pypdfium2.PdfDocument(file)
    try:
        return [page.get_size() for page in document]
    finally:
        document.close()


@pytest.mark.parametrize(("turn", "size"), [("portrait", (612, 792)), ("landscape", (792, 612))])
def test_all_pages_go_to_the_printer_in_their_size(printing, qtbot, tmp_path, turn, size):
    order = order_of(SheetWish(paper="letter", turn=turn))
    told = []
    printing.advanced.connect(told.append)
    with qtbot.waitSignal(printing.finished):
        printing.start(into(order, tmp_path / "a.pdf"), order)
        assert printing.busy
    assert not printing.busy
    found = sizes(tmp_path / "a.pdf")
    assert len(found) == len(order.job.plan.pages) > 2
    assert all(each == pytest.approx(size, abs=1.5) for each in found)
    assert told == sorted(told)


def test_counters_lie_where_the_plan_says_on_the_paper_of_the_printer(printing, qtbot, tmp_path):
    order = order_of(
        SheetWish(turn="portrait", backs="none", gutter=4.0, bleed=0.0, group="none", marks=False, labels=False), 1
    )
    with qtbot.waitSignal(printing.finished):
        printing.start(into(order, tmp_path / "a.pdf"), order)
    document = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    high = document[0].get_size()[1]
    squares = [cell.front.square for cell in order.job.plan.leaves[0].cells]
    lefts, bottoms = zip(*(each.get_bounds()[:2] for each in document[0].get_objects()), strict=True)
    document.close()
    assert min(lefts) * 25.4 / 72 == pytest.approx(min(each.left for each in squares), abs=0.3)
    lowest = max(each.bottom for each in squares)
    assert (high - min(bottoms)) * 25.4 / 72 == pytest.approx(lowest, abs=0.3)


def test_some_pages_are_printed_when_the_user_wants_no_more(printing, qtbot, tmp_path):
    order = order_of(SheetWish())
    printer = into(order, tmp_path / "a.pdf")
    printer.setFromTo(2, 3)
    count = len(order.job.plan.pages)
    assert pages_of(printer, count) == (1, 2)
    assert pages_of(into(order, tmp_path / "b.pdf"), count) == ()
    with qtbot.waitSignal(printing.finished):
        printing.start(printer, order, pages_of(printer, count))
    assert len(sizes(tmp_path / "a.pdf")) == 2


@pytest.mark.parametrize(
    ("backs", "duplex"),
    [
        ("long", QPrinter.DuplexMode.DuplexLongSide),
        ("short", QPrinter.DuplexMode.DuplexShortSide),
        ("fold", QPrinter.DuplexMode.DuplexNone),
        ("none", QPrinter.DuplexMode.DuplexNone),
    ],
)
def test_a_printer_turns_paper_over_as_the_backs_need(qapp, backs, duplex):
    order = order_of(SheetWish(backs=backs, turn="landscape"), 1)
    printer = printer_for(order)
    assert duplex_of(order.wish) == duplex
    assert printer.pageLayout().orientation() == QPageLayout.Orientation.Landscape
    assert printer.fullPage()


def test_the_test_page_is_printed_on_both_sides(printing, qtbot, tmp_path):
    order = PrintOrder(SheetWish(), Choice(), Path(), None)
    with qtbot.waitSignal(printing.finished):
        printing.start(into(order, tmp_path / "a.pdf"), order)
    assert len(sizes(tmp_path / "a.pdf")) == 2


def test_printing_that_is_given_up_says_nothing(printing, qtbot, tmp_path):
    order = order_of(SheetWish())
    with qtbot.assertNotEmitted(printing.finished, wait=50), qtbot.assertNotEmitted(printing.failed, wait=50):
        printing.start(into(order, tmp_path / "a.pdf"), order)
        printing.cancel()
    assert not printing.busy


@pytest.mark.qt_log_ignore(r"QPainter::begin\(\): Returned false")
def test_a_printer_that_takes_nothing_is_told(printing, qtbot, tmp_path):
    order = order_of(SheetWish())
    with qtbot.waitSignal(printing.failed) as failed:
        printing.start(into(order, tmp_path / "no folder" / "a.pdf"), order)
    assert "did not take the pages" in failed.args[0]
    assert not printing.busy
