"""A whole op sheet is made with mouse and keyboard in the real window, from an empty one, in less than three minutes."""

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from app.export.command import main as render
from core.files.saving import save
from core.files.tour_files import copy_for_tour
from tests.app.shell.desks.keystrokes import CTRL, CountedUser

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

MOST_S = 180

OPENING_MS = 60_000

TASKS = {"rg": ("Main", "Along Hawk; take Falcon."), "rs": ("Support", "Fire from Robin until Main is in.")}
RALLY = {"rg": "46.24", "rs": "46.23"}
NOTE, FAILURE = "Main crosses Crow when Support fires.", "Back to the rally points."

MEASURES = (
    ("objective", "obj", ("27.18", "29.18", "29.20", "27.20", "27.18")),
    ("axis-main", "axis", ("30.19", "33.20", "36.20")),
    ("support-by-fire", "support b", ("32.18", "32.16")),
    ("phase-line", "phase", ("32.15", "32.22")),
    ("line-of-departure", "depart", ("36.18", "36.22")),
)
"""The kind, what is typed to find it, and the hexes that are clicked; the last click closes an area,
all else is ended with Enter, which finds the points that were not set."""

ENDS_BY_ITSELF = ("objective",)


@pytest.fixture(scope="module")
def window(window_of, tmp_path_factory):
    yield from window_of(copy_for_tour("op-sheets", tmp_path_factory.mktemp("box") / "cove"))


@pytest.fixture(scope="module")
def made(window, qtbot_of_module):
    """The sheet that was made, and who made it."""
    return make_sheet(window, qtbot_of_module)


@pytest.fixture(scope="module")
def qtbot_of_module(qapp, request):
    from pytestqt.qtbot import QtBot

    return QtBot(request)


def make_sheet(window, qtbot):
    qtbot.waitUntil(lambda: window.document is not None and window.workbench.tools is not None, timeout=OPENING_MS)
    bench = window.workbench
    docks, panel, view = bench.docks, bench.docks.orders, bench.view
    qtbot.waitUntil(
        lambda: bool(bench.orders.orders.kinds.kinds) and view.map is not None and view.map.ready, timeout=OPENING_MS
    )
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    form, units = panel.form, panel.form.organization
    user = CountedUser(window)
    area = panel.findChild(QScrollArea)

    # Who: two formations of the order of battle.
    user.think()
    user.press(Qt.Key.Key_9, CTRL)
    tree = docks.oob.tree
    qtbot.waitUntil(lambda: not tree.viewport().visibleRegion().isEmpty() and tree.model().rowCount() > 0)
    for n, name in enumerate(("Kampfgruppe Vogt", "Sturmgeschütze 228")):
        line = line_of(tree, name)
        user.scroll_line(tree, line)
        user.click(tree.viewport(), tree.visualRect(line).center(), CTRL if n else Qt.KeyboardModifier.NoModifier)
    user.think()
    user.to_panel(docks, "orders")
    user.click(panel.new)
    assert bench.orders.orders.sheet.units == ("rg", "rs")

    # What it is called, when, and of which type.
    user.think()
    user.click(form.name)
    user.press(Qt.Key.Key_A, CTRL)
    user.type("Millbrook")
    user.press(Qt.Key.Key_Tab)
    user.type("Att")
    user.press(Qt.Key.Key_Tab)
    user.type("0200")
    user.press(Qt.Key.Key_Return)

    # What each of them does, and where they gather.
    for id_, (name, task) in TASKS.items():
        user.think()
        item = next(each for each in units.tree._all() if each.data(0, Qt.ItemDataRole.UserRole) == id_)
        user.scroll_to(units.tree.viewport(), area, units.tree.visualItemRect(item).center())
        user.click(units.tree.viewport(), units.tree.visualItemRect(item).center())
        user.scroll_to(units.group, area)
        user.choose(units.group, units.group.count() - 1)
        user.type(name)
        user.press(Qt.Key.Key_Tab)
        user.press(Qt.Key.Key_Tab)
        user.type(task)
        user.think()
        user.scroll_to(units.rally, area)
        user.click(units.rally)
        user.type(RALLY[id_])
        user.press(Qt.Key.Key_Return)

    # Words.
    for field, text in ((form.note, NOTE), (form.failure, FAILURE)):
        user.think()
        user.scroll_to(field.viewport(), area)
        user.click(field.viewport())
        user.type(text)

    # The graphic.
    user.think()
    user.scroll_to(panel.draw, area)
    user.click(panel.draw)
    for n, (kind, sought, hexes) in enumerate(MEASURES):
        user.think()
        field = bench.options_bar.widget_of("kind")
        if n:
            user.click(field.lineEdit())
            qtbot.waitUntil(lambda field=field: field.lineEdit().selectedText() == field.currentText())
        else:
            qtbot.waitUntil(field.hasFocus)
            qtbot.waitUntil(lambda field=field: field.lineEdit().selectedText() == field.currentText())
        user.type(sought)
        user.press(Qt.Key.Key_Return)
        assert bench.tools.current.kind.id == kind and view.hasFocus()
        user.think()
        user.on_map(view, *hexes)
        if kind not in ENDS_BY_ITSELF:
            user.press(Qt.Key.Key_Return)
        assert [each.kind for each in bench.orders.orders.sheet.measures] == [each for each, *_ in MEASURES[: n + 1]]
    return bench.orders.orders.sheet, user


def line_of(tree, name):
    model = tree.model()
    waiting = [model.index(row, 0) for row in range(model.rowCount())]
    while waiting:
        index = waiting.pop()
        if index.data() == name:
            return index
        waiting += [model.index(row, 0, index) for row in range(model.rowCount(index))]
    raise AssertionError(f"{name} is not in the order of battle")


def test_the_sheet_is_whole(made, window):
    sheet, _ = made
    box = window.document.box
    assert (sheet.id, sheet.side, sheet.type, sheet.time) == ("Millbrook", "red", "Attack", "0200")
    assert {group.name: (group.units, group.note) for group in sheet.groups} == {
        name: ((id_,), task) for id_, (name, task) in TASKS.items()
    }
    assert {name: box.label(place) for name, place in sheet.rally} == RALLY
    assert (sheet.note, sheet.failure) == (NOTE, FAILURE)
    assert [measure.kind for measure in sheet.measures] == [kind for kind, *_ in MEASURES]
    assert [measure.text for measure in sheet.measures][-1] == "", "a line of departure has no name of its own"
    assert len({measure.text for measure in sheet.measures}) == len(MEASURES), "each other measure has one"


def test_the_rules_find_nothing_wrong_with_it(made, window, qtbot):
    chance = window.workbench.docks.orders.form.chance
    qtbot.waitUntil(lambda: not chance.sound.isHidden())
    assert chance.faults.isHidden()


def test_it_takes_less_than_three_minutes_as_people_are_counted(made):
    _, user = made
    assert user.seconds < MOST_S, f"{float(user.seconds):.1f} s: {user.counts}"
    assert user.counts["P"] > 25 and user.counts["K"] > 150 and user.counts["M"] >= 15, "a sheet is not made with less"


def test_every_part_of_it_can_be_undone(made, window):
    stack = window.document.undo_stack
    assert stack.index() >= 15
    stack.setIndex(0)
    assert window.document.work.orders == ()
    stack.setIndex(stack.count())
    assert [sheet.id for sheet in window.document.work.orders] == ["Millbrook"]


def test_it_is_printed_as_it_stands(made, window, tmp_path):
    """Out of a saved copy of the box, by the command line: a page of PDF that says what was written."""
    folder, file = tmp_path / "box", tmp_path / "sheet.pdf"
    assert save(folder, window.document.box, None).outcome == "saved"
    assert render([str(folder), "--opsheet", "Millbrook", "-o", str(file)]) == 0
    paper = pypdfium2.PdfDocument(file)
    pages = [" ".join(page.get_textpage().get_text_range().split()) for page in paper]
    paper.close()
    (text,) = pages
    for words in ("Millbrook", "Attack", "0200", NOTE, FAILURE, *(task for _, task in TASKS.values())):
        assert words in text, words
