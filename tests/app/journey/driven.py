"""The real program, which also tells a test where on the screen things are. It does nothing that a user does.

Reads one JSON request per line from standard input and writes one JSON answer per line to standard output:

    {"where": {"sheet": 0, "at": [x, y]}}   where a point of a sheet is on the screen: {"x": …, "y": …}
    {"where": {"hex": "03.04"}}             where a hex's centre dot is
    {"where": {"unit": "1/A"}}              where a line of the order of battle is, as soon as it is unfolded
    {"where": {"button": "Make them"}}      where a button of the active window is, as soon as it is there
    {"where": {"line": "What real dice"}}   where a line to type in is, by the beginning of what those who cannot see are told
    {"where": {"row": "1/G/71 loses"}}      where the first row of a list is that has these words in it, as soon as it is seen
    {"until": {"tool": "contour"}}          answers with the state as soon as all that is named is so
    {"state": true}                         the state now
"""

import json
import queue
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QLabel,
    QLineEdit,
    QListWidget,
    QTableView,
    QWidget,
)

from app.documents.document import Document
from app.panels.issues_panel import IssuesPanel
from app.panels.oob.model import COUNT, NAME, STEP, WHERE
from app.panels.oob.tree import OobTree
from app.panels.stack.panel import StackPanel
from app.shell.main_window import MainWindow
from core.geometry.layout import plane_centre

POLL_MS = 15


class Ear(QObject):
    """Answers requests between the events of the program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._waiting: dict[str, Any] | None = None
        self._catching_up = False
        threading.Thread(target=self._listen, daemon=True).start()
        timer = QTimer(self)
        timer.timeout.connect(self._answer)
        timer.start(POLL_MS)

    def _listen(self) -> None:
        for line in sys.stdin:
            self._asked.put(json.loads(line))

    def _answer(self) -> None:
        if self._catching_up:
            return
        if self._waiting is None and not self._asked.empty():
            # Keys and clicks that were sent before the question come before the answer, however late the screen brings them.
            self._catching_up = True
            QGuiApplication.sync()
            self._catching_up = False
            self._waiting = self._asked.get()
        if self._waiting is None:
            return
        reply = self._reply(self._waiting)
        if reply is not None:
            self._waiting = None
            print(json.dumps(reply), flush=True)

    def _reply(self, request: dict[str, Any]) -> dict[str, Any] | None:
        state = _state()
        if "where" in request:
            return _where(request["where"])
        wanted = request.get("until", {})
        return state if all(state.get(name) == value for name, value in wanted.items()) else None


def _window() -> MainWindow | None:
    return next((widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)), None)


def _state() -> dict[str, Any]:
    window = _window()
    active = QApplication.activeModalWidget() or QApplication.activeWindow() or window
    state: dict[str, Any] = {
        "active": type(active).__name__ if active is not None else "",
        "active_id": int(active.effectiveWinId()) if active is not None else 0,
        "checked": [
            each.text().replace("&", "")
            for each in (active.findChildren(QAbstractButton) if active is not None else ())
            if each.isChecked() and each.isVisible() and each.text()
        ],
        "windows": {
            type(each).__name__: int(each.effectiveWinId()) for each in QApplication.topLevelWidgets() if each.isVisible()
        },
    }
    if window is None:
        return state
    document, bench = window.document, window.workbench
    focus = QApplication.focusWidget()
    state |= {
        "panels": [dock.windowTitle() for dock in window.findChildren(QDockWidget) if not dock.visibleRegion().isEmpty()],
        "built": bool(vars(window).get("_built")),
        "title": window.windowTitle(),
        "modified": window.isWindowModified(),
        "window_id": int(window.effectiveWinId()),
        "focus": type(focus).__name__ if focus is not None else "",
        "open": document is not None and bench is not None and bench.view.map is not None and bench.view.map.ready,
    }
    if document is not None and bench is not None:
        state |= _of(document)
        state["tool"] = bench.tools.current.id if bench.tools is not None else ""
        state["hex_px"] = bench.view.hex_px
        state["verdicts"] = _verdicts(window)
        state["asked"] = _asked(window)
        state |= _panels(window)
    return state


def _panels(window: MainWindow) -> dict[str, Any]:
    """What stands in the panels Order of battle, Stack and Issues, of those that are seen."""
    tree, stack, issues = (window.findChild(kind) for kind in (OobTree, StackPanel, IssuesPanel))
    table = issues.findChild(QTableView) if issues is not None and not issues.visibleRegion().isEmpty() else None
    model = table.model() if table is not None else None
    rows = model.rowCount() if model is not None else 0
    return {
        "tree": _lines(tree) if tree is not None and not tree.visibleRegion().isEmpty() else [],
        "stack": _texts(stack) if stack is not None and not stack.visibleRegion().isEmpty() else {},
        "findings": [[str(model.index(row, column).data()) for column in range(3)] for row in range(rows)] if model else [],
    }


def _lines(tree: OobTree) -> list[list[str]]:
    """Every line of the order of battle: name, counters, steps, and where they are."""
    model = tree.model()
    return [
        [str(model.index(at.row(), column, at.parent()).data() or "") for column in (NAME, COUNT, STEP, WHERE)]
        for at in _indexes(tree, QModelIndex())
    ]


def _indexes(tree: OobTree, parent: QModelIndex) -> Iterator[QModelIndex]:
    for row in range(tree.model().rowCount(parent)):
        index = tree.model().index(row, NAME, parent)
        yield index
        yield from _indexes(tree, index)


def _texts(panel: QWidget) -> dict[str, str]:
    """The texts of a panel, by what they are called to those who cannot see them."""
    return {label.accessibleName(): label.text() for label in panel.findChildren(QLabel) if label.accessibleName()}


def _verdicts(window: MainWindow) -> dict[str, str]:
    """What the tool for lines of sight shows, by method."""
    bench = window.workbench
    if bench is None or bench.tools is None:
        return {}
    rulings: dict[str, Any] = vars(bench.tools.tools["los"])["_rulings"]
    return {method: ruling.verdict for method, ruling in rulings.items()}


def _asked(window: MainWindow) -> dict[str, Any]:
    """What the procedure in hand asks: its question, who answers it, what dice it waits for and what can be done; nothing
    while it has no answer, and the question "" while none is in hand."""
    bench = window.workbench
    if bench is None or bench.tools is None:
        return {}
    procedures = bench.tools.context.procedures
    if procedures.step is None:
        return {"question": ""}
    if procedures.ruling is None and procedures.is_ours and not procedures.asked.missing:
        return {}
    return {
        "question": procedures.step.question,
        "ours": procedures.is_ours,
        "side": procedures.step.side,
        "waits": [each.parameter for each in procedures.asked.wanted],
        "proposed": [each.label for each in procedures.asked.proposals],
        "taking": list(procedures.asked.chosen),
    }


def _of(document: Document) -> dict[str, Any]:
    sheets = [placed.sheet for placed in document.box.sheets]
    return {
        "steps": document.undo_stack.count(),
        "step": document.undo_stack.index(),
        "undo": document.undo_stack.undoText(),
        "clean": document.undo_stack.isClean(),
        "contours": [[int(line.height), line.closed, len(line.line)] for sheet in sheets for line in sheet.contours],
        "areas": [area.terrain for sheet in sheets for area in sheet.areas],
        "paths": [path.feature for sheet in sheets for path in sheet.paths],
        "lines": [line.line for sheet in sheets for line in (*sheet.contours, *sheet.paths)],
        "rings": [area.shape for sheet in sheets for area in sheet.areas],
        "grids": [[sheet.grid.columns, sheet.grid.rows] for sheet in sheets],
        "hexes": sum(len(sheet.hexes) for sheet in sheets),
        "spots": [int(spot.height) for sheet in sheets for spot in sheet.spots],
        "issues": sorted({issue.code for issue in document.issues}),
        "sides": [side.name for side in document.box.oob.sides],
        "formations": [[formation.name, formation.side] for formation in document.box.oob.formations],
        "counters": [[each.id, each.side, each.formation, len(each.values)] for each in document.box.oob.counters],
        "selected": list(document.units.ids),
        "pieces": {
            id_: piece.at if isinstance(piece.at, str) else document.box.label(piece.at)
            for id_, piece in document.work.deployment.pieces.items()
        },
        "entries": document.play.session.number if document.play is not None else 0,
        "journal": str(document.play.path) if document.play is not None else "",
        "own": {chart.id: chart.source for chart in document.charts.charts.values() if chart.status == "yours"},
    }


def _middle(widget: QWidget, part: QRect) -> dict[str, Any]:
    """Where the middle of a part of a widget is on the screen."""
    there: QPoint = widget.mapToGlobal(part.center())
    return {"x": there.x(), "y": there.y(), "inside": widget.rect().contains(part.center())}


def _where(asked: dict[str, Any]) -> dict[str, Any] | None:
    window = _window()
    assert window is not None
    if "button" in asked:
        active = QApplication.activeWindow() or window
        # Buttons for which a tool bar has no room are visible to Qt, and to nobody else.
        buttons = (each for each in active.findChildren(QAbstractButton) if not each.visibleRegion().isEmpty())
        button = next((each for each in buttons if each.text().replace("&", "") == asked["button"]), None)
        return _middle(button, button.rect()) if button is not None else None
    if "line" in asked:
        lines = (each for each in window.findChildren(QLineEdit) if not each.visibleRegion().isEmpty())
        line = next((each for each in lines if each.accessibleName().startswith(asked["line"])), None)
        return _middle(line, line.rect()) if line is not None else None
    if "row" in asked:
        for list_ in window.findChildren(QListWidget):
            rows = (list_.item(number) for number in range(list_.count()) if not list_.visibleRegion().isEmpty())
            row = next((each for each in rows if asked["row"] in each.text()), None)
            if row is not None:
                return _middle(list_.viewport(), list_.visualItemRect(row))
        return None
    assert window.document is not None and window.workbench is not None
    box, view = window.document.box, window.workbench.view
    if "unit" in asked:
        tree = window.findChild(OobTree)
        assert tree is not None
        lines = (tree.visualRect(at) for at in _indexes(tree, QModelIndex()) if at.data() == asked["unit"])
        line = next((rect for rect in lines if rect.isValid()), None)
        return _middle(tree.viewport(), line) if line is not None else None
    if "hex" in asked:
        point = plane_centre(box.hex(asked["hex"]))
    else:
        x, y = asked["at"]
        point = box.sheets[asked.get("sheet", 0)].frame.to_plane((x, y))
    assert view.map is not None
    spot = view.viewportTransform().map(view.map.transform.to_scene(point))
    there = view.viewport().mapToGlobal(spot.toPoint())
    return {"x": there.x(), "y": there.y(), "inside": view.viewport().rect().contains(spot.toPoint())}


def run(arguments: list[str]) -> int:
    """Runs the program as its own front door does."""
    from app import main as front_door
    from app.shell import application

    begin = application._begin

    def begin_and_listen(window: MainWindow, box: Path | None) -> None:
        begin(window, box)
        Ear(window)

    application._begin = begin_and_listen
    return front_door.main(arguments)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
