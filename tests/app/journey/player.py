"""Plays the program on a real X server: real mouse and key events, sent by xdotool, and questions about where things are."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
DRIVEN = Path(__file__).with_name("driven.py")


def can_play() -> bool:
    """Whether there is an X server and the tool that sends events to it."""
    return bool(os.environ.get("DISPLAY")) and os.environ.get("QT_QPA_PLATFORM") == "xcb" and bool(shutil.which("xdotool"))


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
        line = self.process.stdout.readline()
        assert line, "the program has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def until(self, **wanted: Any) -> dict[str, Any]:
        """The state, as soon as all that is named is so. The time limit of the test ends a wait that is in vain."""
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
        while window not in (windows := self.state["windows"]):
            pass
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

    def click_hex(self, label: str) -> None:
        """Clicks on a hex's centre dot."""
        there = self.ask(where={"hex": label})
        self._xdotool("mousemove", "--sync", str(there["x"]), str(there["y"]), "click", "1")

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
        there = self.ask(where={"at": [x, y]})
        assert there["inside"], f"{x}, {y} is out of view"
        self._xdotool("mousemove", "--sync", str(there["x"]), str(there["y"]))

    @staticmethod
    def _xdotool(*words: str) -> None:
        subprocess.run(["xdotool", *words], check=True, timeout=30)
