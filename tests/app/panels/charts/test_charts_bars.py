"""Bars of chances: their parts are as long as the chances are great, told apart without colour, and read by keyboard."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from app.panels.charts.bars import ChanceBars, Legend, bar_of, look_of, paint_look, plate_of, shares
from app.panels.charts.grid import results_of
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.rules.kernel.charts import chances, find

TABLES = [
    chart
    for id_ in ruleset_ids()
    for chart in load_ruleset(id_).charts.values()
    if chart.form == "dice" and chart.columns.labels
]
RANKS = ("none", "1", "2", "3")
BARS = (
    bar_of("1-2", {"none": Fraction(1, 2), "1": Fraction(1, 2)}, RANKS),
    bar_of("3-5", {"1": Fraction(1, 3), "3": Fraction(1, 6), "none": Fraction(1, 2), "2": Fraction(0)}, RANKS),
)

weights = st.lists(st.integers(0, 36), min_size=1, max_size=24).filter(any)


@given(weights, st.integers(0, 2000))
def test_the_parts_of_a_bar_add_up_to_its_length_and_lie_where_the_chances_say(parts, width):
    whole = sum(parts)
    given_chances = [(str(n), Fraction(part, whole)) for n, part in enumerate(parts)]
    found = shares(given_chances, width)
    assert sum(share.width for share in found) == width
    assert [(share.result, share.chance) for share in found] == given_chances
    edge, exact = 0, Fraction(0)
    for share in found:
        assert share.left == edge
        assert abs(share.left - exact * width) <= Fraction(1, 2)
        edge, exact = edge + share.width, exact + share.chance


@given(st.sampled_from(TABLES), st.data(), st.integers(1, 900))
def test_the_bar_of_a_column_shows_the_chances_of_its_dice(chart, data, width):
    column = find(chart.columns, data.draw(st.sampled_from(chart.columns.labels)))
    wanted = chances(chart, column)
    bar = bar_of(column.label, wanted, results_of(chart))
    found = shares(bar.chances, width)
    assert {share.result: share.chance for share in found} == {name: chance for name, chance in wanted.items() if chance}
    assert sum(share.width for share in found) == width


def test_results_are_told_apart_without_colour(qapp, colours):
    count = 14
    pictures = []
    for number in range(count):
        image = QImage(28, 28, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        paint_look(painter, image.rect().toRectF(), look_of(number, count, colours))
        painter.end()
        grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
        pictures.append(bytes(grey.constBits()))
    assert len(set(pictures)) == count
    patterns = [look_of(number, count, colours).pattern for number in range(count)]
    assert all(before != after for before, after in pairwise(patterns))


@pytest.mark.parametrize("count", [2, 5, 24])
def test_names_stand_out_from_their_part_of_the_bar(qapp, colours, count):
    def light(colour: QColor) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour.getRgbF()[:3]]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    for number in range(count):
        look = look_of(number, count, colours)
        low, high = sorted((light(look.ground), light(look.ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5
        low, high = sorted((light(plate_of(look)), light(look.ink)))
        assert (high + 0.05) / (low + 0.05) >= 6.9, "on their plate they are read though they are small"


@pytest.fixture
def bars(qtbot):
    made = ChanceBars()
    qtbot.addWidget(made)
    made.show_bars(BARS, RANKS)
    made.resize(400, made.sizeHint().height())
    made.show()
    return made


def test_the_arrow_keys_read_every_result(bars, qtbot):
    heard = []
    bars.picked.connect(lambda number, result: heard.append((number, result)))
    bars.setFocus()
    for key in ("Right", "Down", "Right", "Right", "Right", "Up", "Home", "End"):
        QTest.keyClick(bars, getattr(Qt.Key, f"Key_{key}"))
    assert heard == [(0, "1"), (1, "1"), (1, "3"), (1, "3"), (1, "3"), (0, "1"), (0, "none"), (0, "1")]
    assert bars.accessibleDescription() == "1-2: 1, 1/2 (50 %)"


def test_a_click_picks_a_result_and_the_tooltip_tells_its_chance(bars, qtbot, monkeypatch):
    share = bars.segments(1)[2]
    at = bars.place_of(1, share).center().toPoint()
    with qtbot.waitSignal(bars.picked) as heard:
        QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=at)
    assert heard.args == [1, "3"]
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, widget: told.append(text))
    QApplication.sendEvent(bars, QHelpEvent(QEvent.Type.ToolTip, at, bars.mapToGlobal(at)))
    assert told == ["3-5: 3, 1/6 (16.7 %)"]


def test_the_last_part_ends_where_the_bar_ends(bars):
    for number in range(len(BARS)):
        last = bars.segments(number)[-1]
        assert bars.place_of(number, last).right() == bars.width() - 2


def test_a_click_beside_the_bars_picks_nothing_of_them(bars, qtbot):
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(1, 4))
    assert bars.accessibleDescription() == "1-2"


def test_the_legend_lists_the_results_in_the_order_of_the_chart(qtbot):
    legend = Legend()
    qtbot.addWidget(legend)
    legend.show_results(RANKS)
    legend.show_results(RANKS[1:])
    assert legend.results == RANKS[1:]
