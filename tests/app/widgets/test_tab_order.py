"""The Tab key goes through a page as it is read, whenever its parts were added."""

import shiboken6
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLayoutItem, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.widgets.tab_order import tab_as_read


def test_what_is_added_later_is_reached_where_it_stands(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    whole, page, elsewhere = QHBoxLayout(window), QWidget(), QPushButton("Elsewhere")
    first, last, field, box = QPushButton("First"), QPushButton("Last"), QLineEdit(), QComboBox()
    box.setEditable(True)
    column = QVBoxLayout(page)
    for each in (first, last):
        column.addWidget(each)
    for each in (page, elsewhere):
        whole.addWidget(each)
    row = QHBoxLayout()
    for each in (QLabel("Field:"), field, box):
        row.addWidget(each)
    column.insertLayout(1, row)
    wanted = [first, field, box, last]

    def order():
        found = [first]
        while (after := found[-1].nextInFocusChain()) is not first:
            found.append(after)
        return [each for each in found if each in (*wanted, elsewhere)]

    assert order() != [*wanted, elsewhere], "what comes later stands last"
    tab_as_read(page)
    assert order() == [*wanted, elsewhere]


def test_a_page_without_a_layout_is_left_alone(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    tab_as_read(page)
    assert page.layout() is None


def test_items_of_layouts_are_not_held_that_go_with_their_widgets(qtbot):
    # A held item outlives its widget, and whatever comes to lie at its address is taken for it.
    def held():
        return [each for each in shiboken6.getAllValidWrappers() if type(each).__name__ == "QWidgetItem"]

    page, field = QWidget(), QLineEdit()
    qtbot.addWidget(page)
    column, row = QVBoxLayout(page), QHBoxLayout()
    # A row that is filled before it is added has its items held by that.
    column.addLayout(row)
    row.addWidget(field)
    column.addWidget(QPushButton("Button"))
    before = held()
    tab_as_read(page)
    assert held() == before
    item = row.itemAt(0)
    assert isinstance(item, QLayoutItem) and len(held()) == len(before) + 1, "one that is asked for is held"
