from itertools import pairwise

from PySide6.QtCore import Qt

from app.panels.short_list import Row, ShortList


def test_a_current_row_that_says_more_is_seen_whole(qtbot):
    shown = ShortList("Sheets", most=4)
    qtbot.addWidget(shown)
    shown.resize(160, 80)
    shown.show()
    rows = [Row(f"Sheet {number}", str(number)) for number in range(8)]
    shown.show_rows(rows, 7)
    long = Row("Sheet 7 says a great deal more than it did, in so many words that it breaks into lines", "7")
    shown.show_rows([*rows[:7], long], 7)
    seen, row = shown.viewport().rect(), shown.visualItemRect(shown.item(7))
    assert row.height() > shown.visualItemRect(shown.item(0)).height() and row.bottom() <= seen.bottom() + 1


def test_a_list_that_says_the_same_of_its_current_row_stays_where_it_was_scrolled_to(qtbot):
    shown = ShortList("Sheets", most=4)
    qtbot.addWidget(shown)
    shown.show()
    rows = [Row(f"Sheet {number}", str(number)) for number in range(20)]
    shown.show_rows(rows, 19)
    shown.verticalScrollBar().setValue(0)
    shown.show_rows([Row("Another", "0"), *rows[1:]], 19)
    assert shown.verticalScrollBar().value() == 0


def test_rows_break_beside_the_scroll_bar_that_many_of_them_bring(qtbot):
    # A bar that comes with the rows takes from their width after they were broken: they would lie over each other.
    shown = ShortList("Ways", most=4)
    qtbot.addWidget(shown)
    shown.resize(200, 80)
    shown.show()
    shown.show_rows([Row("To 1511 – 1411, nothing lost, nearer to supply")] * 2)
    assert not shown.verticalScrollBar().isVisible() and shown.visualItemRect(shown.item(0)).width() == shown.viewport().width()
    shown.show_rows([Row("To 1511 – 1411, nothing lost, nearer to supply")] * 6)
    bar = shown.verticalScrollBar()
    assert shown.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOn and bar.isVisible()
    assert shown.visualItemRect(shown.item(0)).width() == shown.viewport().width() <= shown.width() - bar.width()
    tops = [shown.visualItemRect(shown.item(number)) for number in range(6)]
    assert all(one.bottom() < two.top() for one, two in pairwise(tops))


def test_it_is_seen_which_lines_make_a_row(qtbot):
    shown = ShortList("Sheets")
    qtbot.addWidget(shown)
    shown.resize(400, 200)
    shown.show()
    shown.show_rows([Row("Alone"), Row("Hold the valley\nBlue"), Row("Down the road\nRed")])
    lone, *pairs = (shown.visualItemRect(shown.item(n)).height() for n in range(3))
    line = shown.fontMetrics().lineSpacing()
    assert all(high >= lone + line + line // 4 for high in pairs)


def test_of_more_rows_than_fit_none_is_seen_in_part(qtbot):
    shown = ShortList("Sheets", most=7)
    qtbot.addWidget(shown)
    shown.resize(400, 200)
    shown.show()
    shown.show_rows([Row(f"Sheet {number}\nBlue") for number in range(6)])
    rows = [shown.visualItemRect(shown.item(number)) for number in range(6)]
    bottom = shown.viewport().height() - 1
    whole = [each for each in rows if each.bottom() <= bottom]
    assert 1 < len(whole) < 6 and all(each.top() > bottom for each in rows[len(whole) :])
    shown.show_rows([Row("Words that need more room than there is. " * 40)])
    assert shown.viewport().height() == 7 * shown.fontMetrics().lineSpacing()
