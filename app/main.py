"""The program's front door: without arguments or with a box the window opens, everything else is the command line.

Imports nothing heavy at its top: the command line must not wait for Qt, nor the window for numpy.
"""

import faulthandler
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

COMMANDS = frozenset(
    {"ask", "charts", "check", "counters", "export", "import", "journal", "new", "play", "questions", "replay"},
)
"""Words that `core.cli` understands; `render` and `scan` need a painter and go to `app.export`."""

WRONG_USE = 2


def run() -> None:
    """Console entry point."""
    # In a frozen program the worker process starts as a copy of it and is caught here.
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Runs the program and returns its exit code: 0 fine, 1 problems found, 2 wrong use."""
    arguments = list(argv)
    if arguments[:1] == ["render"]:
        from app.export.command import main as render

        return render(arguments[1:])
    if arguments[:1] == ["scan"]:
        from app.export.scan_command import main as scan

        return scan(arguments[1:])
    if arguments[:1] == ["journal"] and wants_pictures(arguments):
        from app.export.session_command import main as export_session

        return export_session(arguments[1:])
    if len(arguments) > 1 or (arguments and (arguments[0] in COMMANDS or arguments[0].startswith("-"))):
        from core.cli import main as command_line

        return command_line(arguments)
    problem = no_display(sys.platform, os.environ)
    if problem:
        print(problem, file=sys.stderr)
        return WRONG_USE
    return open_window(Path(arguments[0]) if arguments else None)


def wants_pictures(arguments: Sequence[str]) -> bool:
    """Whether a journal is to be exported with pictures of its map, which need a painter.

    >>> wants_pictures(["journal", "a", "--html=b", "--box", "c"]), wants_pictures(["journal", "a", "--html", "b"])
    (True, False)
    """
    asked = {word.partition("=")[0] for word in arguments}
    return "--pictures" in asked or {"--html", "--box"} <= asked


def no_display(platform: str, environment: Mapping[str, str]) -> str:
    """Why no window can be opened here, empty when one can. Qt itself would abort with a misleading hint.

    >>> no_display("linux", {"DISPLAY": ":0"})
    ''
    >>> no_display("linux", {}).split(":")[0]
    'Phaseline cannot open its window'
    """
    if not platform.startswith("linux") or any(environment.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return ""
    return (
        "Phaseline cannot open its window: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). "
        "Start it from a desktop, or through ssh -X, or run it under xvfb-run. "
        "Questions need no display: try phaseline questions."
    )


def open_window(box: Path | None) -> int:
    """Shows the window, with a box if one is named, and runs until it is closed."""
    faulthandler.enable()
    # What comes into being on the way to the first picture stays; from then on `GuiCollector` collects.
    gc.disable()
    from app.shell.application import run_window

    return run_window(box)


if __name__ == "__main__":
    run()
