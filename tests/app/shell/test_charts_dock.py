"""Charts in the window: opened by a key, from a ruling that names them, and told which questions read them."""

from PySide6.QtWidgets import QApplication

from app.dialogs.terrain.table import TerrainTable


def test_the_key_of_the_charts_gives_the_search_field_the_keyboard(window, qtbot):
    window.activateWindow()
    docks = window.workbench.docks
    docks.front("ruling")
    window.actions_["panel.charts"].trigger()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is docks.charts.list.search)
    docks.front("ruling")


def test_a_ruling_leads_to_the_charts_that_it_used(window, qtbot):
    bench = window.workbench
    ruling = bench.docks.ruling
    window.actions_["tool.los"].trigger()
    start, end = (window.document.box.hex(label) for label in ("1.11", "2.06"))
    bench.tools.current.press(start)
    bench.tools.current.release(end)
    qtbot.waitUntil(lambda: ruling.shown is not None and bool(ruling.shown.charts))
    ruling._charts.buttons[0].click()
    charts = bench.docks.charts
    qtbot.waitUntil(lambda: not charts.visibleRegion().isEmpty() and charts.page.title.text() == "Terrain")
    charts.page._button.click()
    (table,) = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, TerrainTable) and widget.isVisible()]
    table.close()
    bench.docks.front("ruling")


def test_charts_know_the_questions_that_read_them(window, qtbot):
    charts = window.workbench.docks.charts
    window.workbench.docks.front("charts")
    charts.show_chart("tcs.fire")
    qtbot.waitUntil(lambda: "fire.area" in charts.page.about.text())
    window.workbench.docks.front("ruling")


def test_a_chart_that_is_no_longer_in_force_is_said_so(window):
    window.workbench.show_chart("tcs.lost")
    assert "“tcs.lost”" in window.status.hint
    window.workbench.docks.front("ruling")
