"""Plays the program on a real X server: real mouse and key events, sent by xdotool, and questions about where things are."""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
DRIVEN = Path(__file__).with_name("driven.py")

LONGEST_S = 180
"""How long something is waited for that does not come, on a machine with much else to do."""


def can_play() -> bool:
    """Whether there is an X server and the tool that sends events to it."""
    return bool(os.environ.get("DISPLAY")) and os.environ.get("QT_QPA_PLATFORM") == "xcb" and bool(shutil.which("xdotool"))


COPYING = """
import sys
from PySide6.QtGui import QGuiApplication
program = QGuiApplication([])
program.clipboard().setText(sys.stdin.read())
print("copied", flush=True)
program.exec()
"""
"""Another program, in which something was copied. X keeps no copy: it must still run when the text is pasted."""


@contextmanager
def copied(text: str) -> Iterator[None]:
    """A text that was copied in another program."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", COPYING], stdin=pipe, stdout=pipe, text=True) as other:
        try:
            assert other.stdin is not None and other.stdout is not None
            other.stdin.write(text)
            other.stdin.close()
            assert other.stdout.readline() == "copied\n"
            yield
        finally:
            other.kill()


class Player:
    """One run of the program. `home` holds everything that it keeps for its user."""

    def __init__(self, home: Path, *arguments: str) -> None:
        environment = {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT)}
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
            environment[name] = str(home / name.lower())
        self.process = subprocess.Popen(
            [sys.executable, str(DRIVEN), *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=home,
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """The program's answer to one request of `driven`."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        heard, _, _ = select.select([self.process.stdout], [], [], LONGEST_S)
        assert heard, f"waited in vain for {request}"
        line = self.process.stdout.readline()
        assert line, "the program has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def until(self, **wanted: Any) -> dict[str, Any]:
        """The state, as soon as all that is named is so."""
        return self.ask(until=wanted)

    @property
    def state(self) -> dict[str, Any]:
        """What the program shows now."""
        return self.ask(state=True)

    def focus(self, window: str = "MainWindow") -> None:
        """Gives the keyboard to the window of that class once it is the active one; there is no window manager to do so."""
        state = self.state
        self._xdotool("windowfocus", "--sync", str(state["active_id"] or state["window_id"]))
        self.until(active=window)

    def turn_to(self, window: str) -> None:
        """Gives the keyboard to a window of that class that stands open beside others, as soon as it is there."""
        windows = self.wait_for(lambda state: window in state["windows"])["windows"]
        self._xdotool("windowfocus", "--sync", str(windows[window]))
        self.until(active=window)

    def keys(self, *keys: str) -> None:
        """Presses keys, one after the other, as xdotool calls them."""
        self._xdotool("key", "--clearmodifiers", "--delay", "12", *keys)

    def type(self, text: str) -> None:
        """Types a text."""
        self._xdotool("type", "--clearmodifiers", "--delay", "12", "--", text)

    def click(self, x: float, y: float, times: int = 1, button: int = 1) -> None:
        """Clicks on a point of the sheet."""
        self._move(x, y)
        self._xdotool("click", "--repeat", str(times), "--delay", "30", str(button))

    def wait_for(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The state, as soon as something holds of it that is not only that values are equal. Fails with the last state."""
        end = time.monotonic() + LONGEST_S
        while not is_so(state := self.state):
            assert time.monotonic() < end, f"still {state}"
        return state

    def click_hex(self, label: str) -> None:
        """Clicks on a hex's centre dot."""
        there = self.ask(where={"hex": label})
        self._xdotool("mousemove", "--sync", str(there["x"]), str(there["y"]), "click", "1")

    def press(self, button: str) -> None:
        """Clicks on a button of the active window, as soon as it is there."""
        self._point(button=button)
        self._xdotool("click", "1")

    def click_line(self, name: str) -> None:
        """Clicks into a line to type in, as soon as it is there."""
        self._point(line=name)
        self._xdotool("click", "1")

    def click_row(self, words: str, times: int = 1) -> None:
        """Clicks on the first row of a list with these words, as soon as it is there."""
        self._point(row=words)
        self._xdotool("click", "--repeat", str(times), "--delay", "30", "1")

    def click_unit(self, name: str, *held: str) -> None:
        """Clicks on a line of the order of battle, with keys held down."""
        self._point(unit=name)
        for key in held:
            self._xdotool("keydown", key)
        self._xdotool("click", "1")
        for key in held:
            self._xdotool("keyup", key)

    def drag_unit(self, name: str, label: str) -> None:
        """Drags a line of the order of battle, with all that are selected, onto a hex of the map."""
        self._point(unit=name)
        self._xdotool("mousedown", "1")
        there = self.ask(where={"hex": label})
        # A drag begins with a first small movement; the next ones tell the map that it is over it.
        self._xdotool("mousemove_relative", "--sync", "--", "-30", "8")
        self._xdotool("mousemove", "--sync", str(there["x"] + 6), str(there["y"]))
        self._point(hex=label)
        self.ask(state=True)
        self._xdotool("mouseup", "1")

    def drag(self, points: Sequence[tuple[float, float]]) -> None:
        """Presses on the first point of the sheet, moves along the others, and lets go on the last."""
        self._move(*points[0])
        self._xdotool("mousedown", "1")
        for point in points[1:]:
            self._move(*point)
        self._xdotool("mouseup", "1")

    def shot(self, path: Path) -> None:
        """A picture of the whole screen, for a person to look at."""
        if shutil.which("import"):
            subprocess.run(["import", "-window", "root", str(path)], check=True)

    def kill(self) -> None:
        """Ends the program without a word, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Ends the program if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    def _move(self, x: float, y: float) -> None:
        self._point(at=[x, y])

    def _point(self, **what: Any) -> None:
        there = self.ask(where=what)
        assert there["inside"], f"{what} is out of view"
        self._xdotool("mousemove", "--sync", str(there["x"]), str(there["y"]))

    @staticmethod
    def _xdotool(*words: str) -> None:
        subprocess.run(["xdotool", *words], check=True, timeout=30)
