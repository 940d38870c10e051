"""A real window on a box, played to where a picture of the manual is taken."""

import re
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.shell.desks.play import PlayDesk
from app.shell.main_window import MainWindow
from app.shell.session import Session
from app.widgets.themes import Theme, Themes
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.play.turns import Course

ROOT = Path(__file__).resolve().parents[2]
BOXES, PICTURES = ROOT / "scenarios", ROOT / "resources" / "manual" / "pictures"

WIDTH, HEIGHT = 1500, 900

QUIET_S = 0.8
"""So long nothing may be under way before the next thing is done, or a picture taken."""


def copied(name: str, home: Path, options: Mapping[str, str]) -> Path:
    """A copy of a sample box that plays these options besides its own."""
    made = home / name
    shutil.copytree(BOXES / name, made)
    file = made / "game.yaml"
    more = "".join(f', {option}: "{choice}"' for option, choice in options.items())
    text, count = re.subn(r"^options: \{(.*)\}$", rf"options: {{\1{more}}}", file.read_text("utf-8"), flags=re.MULTILINE)
    if count != 1:
        raise ValueError(f"{file}: no line says its options")
    file.write_text(text, "utf-8")
    return made


class Studio:
    """The window, played by one player for both sides."""

    def __init__(self, box: Path, home: Path) -> None:
        application = QApplication.instance() or QApplication([])
        assert isinstance(application, QApplication)
        self.application = application
        themes = Themes(application)
        themes.choose(Theme.LIGHT)
        self.window = MainWindow(Session(QSettings(str(home / "settings.ini"), QSettings.Format.IniFormat)), themes)
        self.window.resize(WIDTH, HEIGHT)
        self.window.show()
        self.window.begin()
        self.wait(lambda: bool(vars(self.window)["_built"]) and self.window.answers is not None and self.window.answers.ready)
        self.window.open_path(box)
        self.wait(lambda: self.window.document is not None)
        self.settle()
        bench, document = self.window.workbench, self.window.document
        assert bench is not None and bench.tools is not None and document is not None
        self.bench, self.tools, self.document = bench, bench.tools, document
        self.procedures = bench.tools.context.procedures
        self._home = home

    def wait(self, until: Callable[[], bool], most_s: float = 240.0) -> None:
        """Turns the event loop until something is so."""
        end = time.perf_counter() + most_s
        while not until():
            if time.perf_counter() > end:
                raise TimeoutError("what is waited for does not come")
            self.application.processEvents()
            time.sleep(0.001)

    def settle(self) -> None:
        """Turns the event loop until nothing has been under way for a while."""
        quiet = time.perf_counter()

        def is_quiet() -> bool:
            nonlocal quiet
            if self._is_busy():
                quiet = time.perf_counter()
            return time.perf_counter() - quiet > QUIET_S

        self.wait(is_quiet)

    def _is_busy(self) -> bool:
        assert self.window.answers is not None
        bench = self.window.workbench
        if vars(self.window.answers)["_waiting"] or bench is None or bench.view.map is None:
            return True
        return not bench.view.map.ready or bench.view.allowance.wanting or bench.view.catching_up

    def play(self, turn: int, phase: str) -> None:
        """Begins a session, and goes on to a phase."""
        desk = next(each for each in vars(self.window)["_desks"] if isinstance(each, PlayDesk))
        desk.starting.start()
        dialog = desk.starting.dialog
        assert dialog is not None
        dialog.kinds["solitaire"].setChecked(True)
        dialog.file.setText(str(self._home / "picture.journal"))
        self.settle()
        dialog.go.click()
        self.wait(lambda: desk.live is not None)
        live, ruleset = desk.live, self.document.ruleset
        assert live is not None and ruleset is not None
        course = Course.of(self.document.box, ruleset, live.session.record.began.file)
        for edit in course.edits_to(live.session.state, course.at(live.session.state, turn, phase)):
            live.do(edit)
        self.settle()

    def do(self, edit: Edit) -> None:
        """Does something on the map."""
        if not self.document.do(edit):
            raise ValueError(f"{edit.label}: that changes nothing")
        self.settle()

    def hex(self, label: str) -> Hex:
        """A hex by its printed number."""
        return self.document.box.hex(label)

    def press(self, label: str) -> None:
        """Clicks a hex with the tool in hand."""
        left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        self.tools.pressed(self.hex(label), None, left, plain)
        self.tools.released(self.hex(label), None, left, plain)
        self.settle()

    def take(self, number: int = 0) -> None:
        """Does what the procedure in hand proposes under a number."""
        self.procedures.pick(number)
        if not self.procedures.take():
            raise ValueError(self.procedures.told or "nothing is proposed")
        self.settle()

    def roll(self, dice: str) -> None:
        """Reads what real dice show for the procedure in hand."""
        self.bench.docks.procedure.read_wanted.emit(self.procedures.asked.wanted[0], dice)
        self.settle()

    def look(self, label: str, hex_px: float) -> None:
        """Shows the map around a hex, with hexes of this width."""
        self.bench.view.set_hex_px(hex_px)
        self.bench.view.centre_on(self.hex(label))
        self.settle()

    def shoot(self, name: str) -> None:
        """Takes the picture of the window."""
        self.settle()
        picture = self.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        if not picture.save(str(PICTURES / f"{name}.png")):
            raise OSError(f"{name}: the picture could not be written")

    def close(self) -> None:
        """Closes the window and ends its worker."""
        self.window.end_session()
        self.window.shut_down()
