"""The window Scenario over a made-up box."""

import pytest

from app.dialogs.scenario.window import ScenarioWindow
from app.documents.document import Document
from core.model.state import GameState
from tests.app.dialogs.scenario.scenario_bench import (
    FILE,
    TCS,
    Worker,
    the_box,
)


@pytest.fixture
def opened(qtbot):
    def open_window(scenario=None, tab="", ruleset=TCS):
        document = Document(the_box(scenario), ruleset, state=GameState(scenario=FILE if scenario is not None else ""))
        window = ScenarioWindow(None, document, Worker())
        window.kept = document
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        if tab:
            window.tabs.setCurrentWidget(getattr(window, tab))
        return window

    return open_window
