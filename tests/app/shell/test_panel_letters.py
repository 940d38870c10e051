"""Letters with Alt in panels: a menu of the window has each of its own to itself, or neither would answer to it."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QLabel


def letters(panel):
    """The letters of all buttons and labels of a panel, shown or not, each with its words."""
    for button in panel.findChildren(QAbstractButton):
        yield QKeySequence.mnemonic(button.text()).toString(), button.text()
    for label in panel.findChildren(QLabel):
        if label.buddy() is not None:
            yield QKeySequence.mnemonic(label.text()).toString(), label.text()


def test_no_panel_has_a_letter_of_a_menu(window):
    menus = {QKeySequence.mnemonic(each.text()).toString() for each in window.menuBar().actions()} - {""}
    assert len(menus) >= 9, "they are there to be compared"
    shared = {
        f"{dock.windowTitle()}: {words}"
        for dock in window.findChildren(QDockWidget)
        for letter, words in letters(dock)
        if letter in menus
    }
    assert shared == set()


def test_the_journal_shares_no_letter_with_what_is_seen_beside_it(window):
    docks = {dock.objectName(): dock for dock in window.findChildren(QDockWidget)}
    (journal,) = (dock for dock in docks.values() if dock.windowTitle() == "Journal")
    own = {letter for letter, _ in letters(journal) if letter}
    assert own, "they are there to be compared"
    area = window.dockWidgetArea(journal)
    beside = [dock for dock in docks.values() if window.dockWidgetArea(dock) != area]
    shared = {f"{dock.windowTitle()}: {words}" for dock in beside for letter, words in letters(dock) if letter in own}
    assert shared == set()
