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
