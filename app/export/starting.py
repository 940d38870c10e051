"""What every command that draws files shares: the box, from a folder or as the window has it, Qt, and how far it has come."""

import sys
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from app.export.outcome import PROGRESS
from core.model.box import GameBox
from core.model.issues import Issue
from core.model.work import Work
from core.rules.kernel.ruleset import Ruleset


def read_box(folder: Path) -> tuple[GameBox | None, Ruleset | None, tuple[Issue, ...]]:
    """The box in a folder as far as it can be read, its ruleset, and what is wrong with it."""
    # Neither pydantic nor numpy is needed to say what was wrong with the call.
    from core.files.box_files import load_box

    loaded = load_box(folder)
    return loaded.box, loaded.ruleset, loaded.issues


def held_box() -> tuple[GameBox | None, Ruleset | None, tuple[Issue, ...]]:
    """The box as the window has it, with changes that are not saved; only the window calls the command like this."""
    work, ruleset = held_work()
    return work.box, ruleset, ()


def held_work() -> tuple[Work, Ruleset | None]:
    """The same with the state of play that the window shows."""
    from app.workers.messages import Reset, decode_request

    held = decode_request(sys.stdin.buffer.read())
    assert isinstance(held, Reset)
    return held.work, held.ruleset


def say_progress(share: float) -> None:
    """Tells the window how far the work has come."""
    print(f"{PROGRESS}{share:.4f}", file=sys.stderr, flush=True)


def start_qt(environment: Mapping[str, str], platform: str) -> QCoreApplication:
    """Makes fonts and pictures available; without a display Qt would end the program, so it draws off the screen then."""
    running = QGuiApplication.instance()
    if running is not None:
        return running
    offscreen = platform_for(environment, platform)
    return QGuiApplication(["phaseline", *(["-platform", offscreen] if offscreen else [])])


def platform_for(environment: Mapping[str, str], platform: str) -> str:
    """Qt's platform for drawing files: "offscreen" where there is no display, empty where Qt may choose.

    >>> platform_for({}, "linux"), platform_for({"DISPLAY": ":0"}, "linux"), platform_for({}, "win32")
    ('offscreen', '', '')
    """
    if platform != "linux" or "QT_QPA_PLATFORM" in environment:
        return ""
    return "" if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") else "offscreen"
