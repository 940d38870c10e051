"""A made-up box with everything a map can show, for tests of the window."""

import math
import os
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Literal

import contourpy
import immutables
import numpy as np
import pytest
from PySide6.QtCore import QDeadlineTimer, QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QFileDialog, QInputDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Contour, Grid, HexContent, Low, MapSheet, Name, Path, Points, SideFeature, Spot

# Tests of the window need no screen, however they are started.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def move_pointer(widget: QWidget, at: QPointF) -> None:
    """Sends a mouse move. Moving the pointer of the platform says nothing when an earlier test left it in that place."""
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, at, widget.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, move)


LONGEST_MS = 180_000
"""How long something is waited for that does not come, on a machine with much else to do. What comes is taken at once."""


@pytest.fixture
def qtbot(qtbot: QtBot) -> QtBot:
    """Waits as long as any machine may need; a test names a time only where the time itself is what it is about."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitActive", "waitExposed"):
        setattr(qtbot, name, partial(getattr(qtbot, name), timeout=LONGEST_MS))
    return qtbot


def to_front(qtbot: QtBot, window: QWidget) -> None:
    """Shows a window and gives it the keyboard."""
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


@pytest.fixture(scope="session")
def _window_of_nobody(qapp: QApplication) -> Iterator[QWidget]:
    window = QWidget()
    window.resize(1, 1)
    yield window
    delete(window)


@pytest.fixture(autouse=True)
def _keyboard_is_nobodys(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test no key is held, and windows that outlive it give the keyboard up: keys that the window of the next does not
    take would be shortcuts of theirs."""
    nobody = request.getfixturevalue("_window_of_nobody") if "qapp" in request.fixturenames else None
    yield
    if nobody is None:
        return
    if QApplication.activeWindow() not in (None, nobody):
        nobody.show()
        nobody.activateWindow()
        longest = QDeadlineTimer(LONGEST_MS)
        while not nobody.isActiveWindow() and not longest.hasExpired():
            QApplication.processEvents()
    # Qt takes the keys of the last event for those that are held.
    QTest.keyRelease(nobody, Qt.Key.Key_unknown)


ASKING = {
    QFileDialog: ("getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory"),
    QMessageBox: ("question", "information", "warning", "critical"),
    QInputDialog: ("getText", "getItem", "getInt"),
    QColorDialog: ("getColor",),
}
"""What waits for an answer of the user, for ever where there is none."""


@pytest.fixture(autouse=True)
def _nobody_is_asked_who_cannot_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dialog that a test has not answered beforehand fails it, where it would wait for the user for ever."""

    def unanswered(name: str) -> Callable[..., None]:
        def ask(*_: object, **__: object) -> None:
            raise AssertionError(f"{name} waits for an answer of the user")

        return ask

    for dialog, names in ASKING.items():
        for name in names:
            monkeypatch.setattr(dialog, name, unanswered(f"{dialog.__name__}.{name}"))


@pytest.fixture(autouse=True, scope="session")
def _nothing_stays_on_the_clipboard() -> Iterator[None]:
    """Without a screen Qt keeps what was copied until after Python has ended, and fails over what Python made of it."""
    yield
    if QApplication.instance() is not None:
        QApplication.clipboard().clear()


@pytest.fixture(autouse=True)
def _histories_go_with_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python may collect a command before the history that holds it, which would delete it once more and end the process."""
    from app.documents.document import Document

    made: list[weakref.ref[Document]] = []
    begin = Document.__init__

    def counted(self: Document, *args: Any, **named: Any) -> None:
        begin(self, *args, **named)
        made.append(weakref.ref(self))

    monkeypatch.setattr(Document, "__init__", counted)
    yield
    for known in made:
        document = known()
        if document is not None and isValid(document) and document.parent() is None:
            document.undo_stack.blockSignals(True)
            document.undo_stack.clear()


@pytest.fixture(autouse=True)
def _widgets_go_with_their_test() -> Iterator[None]:
    """Qt deletes what is put away when its event loop runs next; the pictures of all tests until then would fill the memory."""
    yield
    if QApplication.instance() is not None:
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


HILLS = ((0.22, 0.70, 96, 3.2), (0.62, 0.32, 118, 3.8), (0.90, 0.85, 70, 2.6), (0.45, 0.95, 50, 2.0), (0.75, 0.62, 40, 1.6))
"""Place as shares of the map's width and height, height in metres, radius in hexes."""


def press(qtbot: QtBot, window: Any, *keys: Any) -> None:
    """Presses keys wherever the keyboard is in a window with a `view`: letters, a key, or a pair of key and modifiers."""
    for key in keys:
        part = window.focusWidget() or window.view
        if isinstance(key, str):
            for letter in key:
                qtbot.keyClicks(window.focusWidget() or window.view, letter)
        elif isinstance(key, tuple):
            qtbot.keyClick(part, key[0], key[1])
        else:
            qtbot.keyClick(part, key)
        QApplication.processEvents()


def ring(x: float, y: float, size: float, seed: int = 0, points: int = 28) -> Points:
    """A closed, somewhat irregular outline around a point."""
    turns = [k / points * math.tau for k in range(points)]
    line = [
        (x + size * r * math.cos(t), y + size * 0.8 * r * math.sin(t))
        for t in turns
        for r in (1 + 0.18 * math.sin(3 * t + seed) + 0.1 * math.sin(5 * t + 2 * seed) + 0.05 * math.sin(9 * t),)
    ]
    return (*line, line[0])


def square(x: float, y: float, width: float, height: float) -> Points:
    """A closed rectangle with its lower left corner at a point."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def ground_height(x: np.ndarray, y: np.ndarray, width: float, height: float) -> np.ndarray:
    """The made-up ground: some hills on a slope, and a valley."""
    ground = 30 + 2.2 * (x - width / 2) + 8 * np.sin(x / 2.7) * np.cos(y / 2.3)
    for at_x, at_y, metres, radius in HILLS:
        scale = max(width, height) / 16
        ground = ground + metres * np.exp(-((x - at_x * width) ** 2 + (y - at_y * height) ** 2) / (radius * scale) ** 2)
    return ground


def contours_of(width: float, height: float, interval: int = 20) -> Iterator[Contour]:
    """Contour lines of the made-up ground."""
    x, y = np.meshgrid(np.arange(0, width + 1.01, 0.125), np.arange(0, height + 1.51, 0.125))
    ground = ground_height(x, y, width, height)
    lines = contourpy.contour_generator(x, y, ground)
    for level in range(math.floor(ground.min() / interval) * interval, math.ceil(ground.max()) + 1, interval):
        for line in lines.lines(level):
            if len(line) > 5:
                yield Contour(Fraction(level), tuple((float(a), float(b)) for a, b in line))
    for line in lines.lines(interval // 2 * 3):
        if len(line) > 5:
            yield Contour(Fraction(interval // 2 * 3), tuple((float(a), float(b)) for a, b in line), kind="broken")


def wave(x: float, y: float, dx: float, dy: float, length: int, sway: float, seed: float) -> Points:
    """A winding line from a point, `length` steps of (dx, dy)."""
    aside = [sway * math.sin(k / 3 + seed) for k in range(length)]
    return tuple((x + k * dx - off * dy, y + k * dy + off * dx) for k, off in enumerate(aside))


def made_up_sheet(
    columns: int = 16, rows: int = 12, orientation: Literal["columns", "rows"] = "columns", name: str = "A"
) -> MapSheet:
    """A sheet with hills, woods, an orchard, a lake, a river, roads, a railway, villages, hexside features and names."""
    across, up = columns * math.sqrt(3) / 2, float(rows)
    width, height = (across, up) if orientation == "columns" else (up, across)
    spots = []
    for at_x, at_y, _, _ in HILLS[:3]:
        x, y = at_x * width, at_y * height
        metres = round(float(ground_height(np.array(x), np.array(y), width, height)))
        spots.append(Spot(Fraction(metres), (x, y)))
    villages = {(7, 7): "village", (7, 8): "village", (8, 7): "village", (12, 4): "town", (13, 4): "town", (3, 3): "village"}
    return MapSheet(
        id=name,
        title="Made-up hills",
        grid=Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows), orientation=orientation, raised="even"),
        contour_interval=Fraction(20),
        contours=tuple(contours_of(width, height)),
        areas=(
            Area("woods", (ring(width * 0.30, height * 0.34, 2.3, 1), ring(width * 0.31, height * 0.36, 0.6, 2))),
            Area("woods", (ring(width * 0.68, height * 0.80, 1.9, 3),)),
            Area("woods", (ring(width * 0.97, height * 0.50, 1.6, 5),)),
            Area("orchard", (ring(width * 0.52, height * 0.44, 0.9, 4),)),
            Area("lake", (ring(width * 0.12, height * 0.12, 1.2, 6),)),
            Area("building", (square(width * 0.43, height * 0.70, 0.22, 0.13),)),
            Area("building", (square(width * 0.36, height * 0.80, 0.13, 0.2),)),
            Area("gravel-pit", (ring(width * 0.84, height * 0.17, 0.6, 8),)),
        ),
        paths=(
            Path("river", wave(width * 0.5, -0.2, 0, 0.3, 60, 0.8, 0.3)),
            Path("stream", wave(width * 0.12, height * 0.18, 0.28, 0.12, 20, 0.3, 1.0)),
            Path("primary-road", wave(0, height * 0.56, 0.3, 0.02, 60, 0.5, 2.0)),
            Path("secondary-road", wave(width * 0.78, 0, -0.02, 0.3, 60, 0.4, 0.7)),
            Path("trail", wave(width * 0.1, height, 0.16, -0.22, 50, 0.4, 1.6)),
            Path("railway", wave(0, height * 0.9, 0.3, -0.06, 60, 0.2, 0.2)),
        ),
        sides=(
            SideFeature("hedgerow", ((4, 9), (4, 8))),
            SideFeature("hedgerow", ((4, 9), (5, 10))),
            SideFeature("hedgerow", ((4, 9), (5, 9))),
            SideFeature("embankment", ((10, 9), (10, 8))),
            SideFeature("embankment", ((10, 9), (11, 10))),
            SideFeature("stream", ((12, 9), (12, 8))),
            SideFeature("stream", ((13, 9), (12, 8))),
            SideFeature("stream", ((13, 8), (12, 8))),
            SideFeature("bridge", ((7, 7), (8, 6))),
            SideFeature("wall", ((14, 6), (14, 7))),
        ),
        hexes=immutables.Map({cell: HexContent(terrain) for cell, terrain in villages.items()}),
        spots=tuple(spots),
        lows=(Low((width * 0.08, height * 0.45)),),
        names=(
            Name("Larkfield", (width * 0.46, height * 0.66), 0.36),
            Name("Old Mill", (width * 0.74, height * 0.40), 0.42),
            Name("River Wend", (width * 0.50, height * 0.20), 0.28, 78),
        ),
    )


def box_of(*sheets: MapSheet) -> GameBox:
    """A box of sheets laid side by side from west to east."""
    first = SheetFrame.place(sheets[0].grid.raised, sheets[0].grid.orientation)
    placed = [PlacedSheet(sheets[0], first, "A")]
    columns = 0
    for number, sheet in enumerate(sheets[1:], start=1):
        columns += placed[-1].sheet.grid.columns
        frame = SheetFrame.place(sheet.grid.raised, sheet.grid.orientation, first, columns)
        placed.append(PlacedSheet(sheet, frame, "ABCDEFG"[number]))
    return GameBox("Made-up hills", "demo-1.0", tuple(placed))


@pytest.fixture(scope="session")
def made_up_box() -> GameBox:
    """One sheet of flat-top hexes."""
    return box_of(made_up_sheet())


@pytest.fixture(scope="session")
def pointy_box() -> GameBox:
    """One sheet of pointy-top hexes."""
    return box_of(made_up_sheet(12, 14, "rows"))
