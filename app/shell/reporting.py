"""Faults of the program: written to a log file, shown in a dialog whose report can be copied; the program goes on."""

import faulthandler
import logging
import logging.handlers
import platform
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import TextIO

import platformdirs
from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler, qVersion

from app.shell.version import version

log = logging.getLogger("phaseline")

LOG_FILE = "phaseline.log"
CRASH_FILE = "crash.log"
LOG_BYTES = 512 * 1024
OLD_LOGS = 3

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def state_folder() -> Path:
    """Where the user's logs live."""
    return Path(platformdirs.user_state_dir("phaseline", appauthor=False))


class Reporter(QObject):
    """Catches what nobody else has caught. `fault` carries a report as text, in the GUI thread, whatever thread failed."""

    fault = Signal(str)
    _caught = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._handler: logging.Handler | None = None
        self._crash_file: TextIO | None = None
        self._caught.connect(self.fault, Qt.ConnectionType.QueuedConnection)

    @property
    def log_path(self) -> Path:
        """The log file."""
        return self._folder / LOG_FILE

    def install(self) -> None:
        """Starts to catch and to log. A folder that cannot be written leaves logging on the standard error stream."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._handler = logging.handlers.RotatingFileHandler(
                self.log_path, maxBytes=LOG_BYTES, backupCount=OLD_LOGS, encoding="utf-8"
            )
            # A crash inside Qt leaves the Python stack here; nothing else can be written at that moment.
            self._crash_file = (self._folder / CRASH_FILE).open("a", encoding="utf-8")
            faulthandler.enable(self._crash_file)
        except OSError as problem:
            self._handler = logging.StreamHandler()
            self._handler.setLevel(logging.WARNING)
            log.warning("no log file: %s", problem)
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root = logging.getLogger()
        root.addHandler(self._handler)
        root.setLevel(logging.INFO)
        sys.excepthook = self._catch
        threading.excepthook = self._catch_in_thread
        qInstallMessageHandler(_log_qt)

    def uninstall(self) -> None:
        """Gives everything back as it was."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None
        if self._crash_file is not None:
            faulthandler.disable()
            self._crash_file.close()
            self._crash_file = None

    def report(self, text: str) -> str:
        """A fault with what is needed to find it: versions and system, nothing about the user."""
        head = [
            f"Phaseline {version()}",
            f"Python {platform.python_version()}, PySide6 {pyside_version}, Qt {qVersion()}",
            f"{platform.system()} {platform.release()} {platform.machine()}",
        ]
        return "\n".join([*head, "", text.strip(), ""])

    def _catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        log.error("not caught:\n%s", text)
        print(text, file=sys.stderr)
        self._caught.emit(self.report(text))

    def _catch_in_thread(self, caught: threading.ExceptHookArgs) -> None:
        if caught.exc_value is not None:
            self._catch(caught.exc_type, caught.exc_value, caught.exc_traceback)


def _log_qt(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    level = _LEVELS.get(kind, logging.WARNING)
    log.log(level, "Qt: %s", text)
    if level >= logging.ERROR:
        print(f"Qt: {text}", file=sys.stderr)
