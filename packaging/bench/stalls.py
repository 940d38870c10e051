"""How long the window of the largest game stands still: a real window, every gap between two turns of its event loop noted."""

import gc
import os
import random
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from app.shell.desks.play import PlayDesk
from app.shell.garbage import GuiCollector
from app.shell.main_window import MainWindow
from app.shell.session import Session
from app.widgets.themes import Themes
from core.files.box_files import write_box
from core.geometry.hexes import Hex
from core.model.edits.piece_edits import moved

WIDTH, HEIGHT = 1400, 900

TICK_MS = 2
"""How often the event loop is asked for a sign of life."""

LIMIT_S = 0.05
"""The longest that a window may stand still without being felt to."""

QUIET_S = 0.6
"""So long nothing may be under way before the next thing is done."""

WINDOWS = (
    "view.palette",
    "box.scenario",
    "box.counters",
    "box.options",
    "file.print",
    "file.export",
    "map.terrain",
    "help.manual",
)
"""What opens over the window, by the names of actions."""


@dataclass
class Gap:
    """A stretch in which the event loop did not turn: seconds of the clock, and of the processor in this thread."""

    wall_s: float
    busy_s: float
    stack: str = ""


@dataclass
class Meter:
    """Notes the gaps while something is done. With `telling` another thread looks where the window is in long ones."""

    telling: bool = False
    gaps: dict[str, list[Gap]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._what = ""
        self._wall = self._busy = 0.0
        self._stack = ""
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._main = threading.get_ident()
        if self.telling:
            threading.Thread(target=self._watch, daemon=True).start()

    @contextmanager
    def over(self, what: str) -> Iterator[None]:
        """Whatever happens within belongs to `what`."""
        self._what = what
        self._mark()
        self._timer.start(TICK_MS)
        yield
        self._tick()
        self._timer.stop()
        self._what = ""

    def _mark(self) -> None:
        self._wall, self._busy, self._stack = time.perf_counter(), time.thread_time(), ""

    def _tick(self) -> None:
        wall, busy = time.perf_counter() - self._wall, time.thread_time() - self._busy
        self.gaps.setdefault(self._what, []).append(Gap(wall, busy, self._stack))
        self._mark()

    def _watch(self) -> None:
        sys.setswitchinterval(0.001)
        while True:
            time.sleep(0.004)
            if self._what and time.perf_counter() - self._wall > 0.03:
                frame = sys._current_frames().get(self._main)
                if frame is not None:
                    lines = traceback.extract_stack(frame)[-7:]
                    where = " < ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in reversed(lines))
                    self._stack += f"\n      {1000 * (time.perf_counter() - self._wall):4.0f} ms {where}"

    def tell(self) -> None:
        """Prints the longest gaps of everything, and where the window was in them."""
        for what, gaps in self.gaps.items():
            for gap in sorted(gaps, key=lambda each: -each.busy_s)[:4]:
                print(f"{what:<40} {1000 * gap.wall_s:6.1f} ms, {1000 * gap.busy_s:6.1f} busy {gap.stack}", flush=True)

    def longest(self, what: str) -> Gap:
        """The gap in which the processor was busy longest."""
        return max(self.gaps[what], key=lambda gap: gap.busy_s)


class Driver:
    """The real window on a game, and what a user does in it."""

    def __init__(self, box: Path, meter: Meter, home: Path) -> None:
        self.application = QApplication.instance() or QApplication([])
        assert isinstance(self.application, QApplication)
        gc.disable()
        self._collector = GuiCollector(self.application)
        self.meter, self.home = meter, home
        settings = QSettings(str(home / "settings.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(Session(settings), Themes(self.application))
        self.window.resize(WIDTH, HEIGHT)
        self.window.show()
        self.window.begin()
        self.wait(lambda: bool(vars(self.window)["_built"]) and self.window.answers is not None and self.window.answers.ready)
        self.settle()
        with meter.over("opening"):
            self.window.open_path(box)
            self.wait(lambda: self.window.document is not None)
            self.settle()
        assert self.window.workbench is not None and self.window.document is not None
        assert self.window.workbench.tools is not None
        self.document, self.view, self.tools = self.window.document, self.window.workbench.view, self.window.workbench.tools

    def wait(self, until: Callable[[], bool], most_s: float = 240.0) -> None:
        """Turns the event loop until something is so."""
        end = time.perf_counter() + most_s
        while not until():
            assert time.perf_counter() < end, "what is waited for does not come"
            self.application.processEvents()
            time.sleep(0.0005)

    def settle(self) -> None:
        """Turns the event loop until nothing has been under way for a while."""
        quiet = time.perf_counter()

        def is_quiet() -> bool:
            nonlocal quiet
            if self.is_busy():
                quiet = time.perf_counter()
            return time.perf_counter() - quiet > QUIET_S

        self.wait(is_quiet)

    def is_busy(self) -> bool:
        """Whether the worker is asked something, or the map is still being prepared or painted."""
        assert self.window.answers is not None
        if vars(self.window.answers)["_waiting"]:
            return True
        bench = self.window.workbench
        if bench is None or bench.view.map is None:
            return False
        return not bench.view.map.ready or bench.view.allowance.wanting or bench.view.catching_up

    def do(self, what: str, *steps: Callable[[], object]) -> None:
        """Does steps, each after what the one before has brought."""
        for step in steps:
            with self.meter.over(what):
                step()
                self.settle()

    def turn_wheel(self, notches: int) -> None:
        """Turns the wheel over the middle of the map, notch by notch, without waiting for what is still to be painted."""
        middle = QPointF(self.view.viewport().rect().center())
        for _ in range(abs(notches)):
            turn = QPoint(0, 120 if notches > 0 else -120)
            none, plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
            wheel = QWheelEvent(
                middle, self.view.mapToGlobal(middle), QPoint(), turn, none, plain, Qt.ScrollPhase.NoScrollPhase, False
            )
            self.application.sendEvent(self.view.viewport(), wheel)
            for _ in range(6):
                self.application.processEvents()
                time.sleep(0.003)

    def pan(self, steps: int = 40, pixels: int = 60) -> None:
        """Moves the map to and fro."""
        for step in range(steps):
            way = 1 if (step // 10) % 2 else -1
            for bar in (self.view.horizontalScrollBar(), self.view.verticalScrollBar()):
                bar.setValue(bar.value() + way * pixels)
            for _ in range(3):
                self.application.processEvents()
                time.sleep(0.003)

    def press(self, place: Hex) -> None:
        """Clicks a hex with the tool in hand."""
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        self.tools.pointed(place, None)
        self.tools.pressed(place, None, left, plain)
        self.tools.released(place, None, left, plain)

    def close_windows(self) -> None:
        """Closes whatever stands over the window."""
        for each in QApplication.topLevelWidgets():
            if each is not self.window and each.isVisible():
                each.close()

    def close(self) -> None:
        """Closes the window and ends its worker."""
        self.window.end_session()
        self.window.shut_down()
        self._collector.close()


def a_move(driver: Driver, dice: random.Random) -> "partial[bool]":
    """Makes a unit go to a hex near by."""
    document = driver.document
    at = {id_: piece.at for id_, piece in document.work.deployment.pieces.items() if isinstance(piece.at, Hex)}
    id_ = dice.choice(sorted(at))
    near = [place for place in at[id_].within(5) if place in document.box.cells and place != at[id_]]
    return partial(document.do, moved(document.work, [id_], dice.choice(near)))


def some_stacks(driver: Driver, dice: random.Random, count: int) -> list[Hex]:
    """Hexes in which units stand."""
    return dice.sample(sorted(spot for spot in driver.document.work.deployment.stacks if isinstance(spot, Hex)), count)


def before_play(driver: Driver) -> None:
    """Zooming, moving about, every tool, moves and their undo."""
    actions, dice = driver.window.actions_, random.Random(5)
    driver.do("zooming", partial(driver.turn_wheel, 8), partial(driver.turn_wheel, -5))
    driver.do("moving the map", driver.pan)
    driver.do("zooming", partial(driver.turn_wheel, -8), partial(driver.turn_wheel, 7))
    for name, tool in driver.tools.tools.items():
        if not actions[f"tool.{name}"].isEnabled():
            continue
        driver.do("a tool taken in hand", actions[f"tool.{name}"].trigger)
        if tool.asks or name in ("select", "units"):
            driver.do("a click with a tool", *(partial(driver.press, place) for place in some_stacks(driver, dice, 3)))
    for shown in ("select", "control"):
        driver.do("a tool taken in hand", actions[f"tool.{shown}"].trigger)
        for _ in range(4):
            driver.do("a unit moved", a_move(driver, dice))
            driver.do("its undo", actions["edit.undo"].trigger)
    driver.document.undo_stack.setIndex(0)
    driver.do("a tool taken in hand", actions["tool.select"].trigger)


def looking_round(driver: Driver) -> None:
    """Every panel, the windows and dialogs, all units selected and moved, another theme, another size of the window."""
    actions, document = driver.window.actions_, driver.document
    for action in driver.window.actions_:
        if action.objectName().startswith("panel.") and action.isEnabled():
            driver.do("a panel opened", action.trigger)
    for name in WINDOWS:
        if actions[name].isEnabled():
            driver.do(f"{name} opened", actions[name].trigger)
            driver.do("a window closed", driver.close_windows)
    ids = [id_ for id_, piece in document.work.deployment.pieces.items() if isinstance(piece.at, Hex)]
    some = ids[: len(ids) // 4]
    driver.do("all units selected", partial(document.units.set, ids))
    driver.do("none selected", partial(document.units.set, ()))
    driver.do("500 units moved", lambda: document.do(moved(document.work, some, some_stacks(driver, random.Random(7), 1)[0])))
    driver.do("its undo", actions["edit.undo"].trigger)
    for theme in ("dark", "light"):
        driver.do("another theme", actions[f"theme.{theme}"].trigger)
    for width, height in ((WIDTH - 200, HEIGHT - 100), (WIDTH, HEIGHT)):
        driver.do("the window made larger or smaller", partial(driver.window.resize, width, height))
    driver.do("panels in their first places", actions["view.reset_layout"].trigger)


def in_play(driver: Driver, entries: int) -> None:
    """A session of many entries: begun, opened, moved in with a combat in hand, undone."""
    actions, dice = driver.window.actions_, random.Random(6)
    desk = next(each for each in vars(driver.window)["_desks"] if isinstance(each, PlayDesk))
    driver.do("a window opened", desk.starting.start)
    dialog = desk.starting.dialog
    assert dialog is not None
    dialog.kinds["solitaire"].setChecked(True)
    # Strewn units overstack hexes.
    dialog.overrule.setChecked(True)
    dialog.file.setText(str(driver.home / "bench.journal"))
    assert dialog.go.isEnabled(), dialog.fault()
    driver.settle()
    with driver.meter.over("a session begins"):
        dialog.go.click()
        driver.wait(lambda: desk.live is not None)
        driver.settle()
    live = desk.live
    assert live is not None
    while len(live.session.entries) < entries:
        live.session.do(a_move(driver, dice).args[0])
    driver.do("a session of many entries left", actions["play.leave"].trigger)
    with driver.meter.over("a session of many entries opened"):
        driver.window.open_path(driver.home / "bench.journal")
        driver.wait(lambda: desk.live is not None)
        driver.settle()
    driver.do("combat taken in hand in play", actions["tool.combat"].trigger)
    driver.do("a hex attacked in play", *(partial(driver.press, place) for place in some_stacks(driver, dice, 4)))
    for _ in range(5):
        driver.do("a unit moved in play", a_move(driver, dice))
        driver.do("its undo in play", actions["edit.undo"].trigger)
    driver.do("a session of many entries left", actions["play.leave"].trigger)


def stalls(telling: bool = False, entries: int = 10_000) -> dict[str, Gap]:
    """The longest gap of each thing that is done."""
    from supply import battle

    meter = Meter(telling)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        write_box(home / "bench", battle()[0])
        for each in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
            os.environ[each] = str(home / each)
        driver = Driver(home / "bench", meter, home)
        try:
            before_play(driver)
            looking_round(driver)
            in_play(driver, entries)
        finally:
            driver.close()
            if telling:
                meter.tell()
    return {what: meter.longest(what) for what in meter.gaps}
