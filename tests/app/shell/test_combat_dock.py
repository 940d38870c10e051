"""A series that has no combat on the map offers neither its tool nor a hint that leads nowhere."""


def test_the_panel_of_combats_says_that_the_series_has_none(window, qtbot):
    tools = window.workbench.tools
    qtbot.waitUntil(lambda: tools.context.headings is not None)
    assert not window.actions_["tool.combat"].isVisible()
    assert "no combats on the map" in window.workbench.docks.combat._hint.text()
