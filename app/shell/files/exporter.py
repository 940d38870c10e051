"""Writes maps to files, and prepares scans, in processes of their own, so that the window goes on meanwhile."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.canvas.layers import LayerState
from app.dialogs.exchange.export_map import ExportWish
from app.export.layer_words import layer_arguments
from app.export.outcome import PROGRESS
from app.workers.messages import Reset, encode
from core.model.box import GameBox
from core.model.state import GameState
from core.model.work import Work
from core.rules.kernel.ruleset import Ruleset

CANNOT_START = QProcess.ProcessError.FailedToStart


def command(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The program and its arguments that run Phaseline's command line, frozen or not."""
    if getattr(sys, "frozen", False):
        return sys.executable, list(arguments)
    return sys.executable, ["-m", "app.main", *arguments]


class Errand(QObject):
    """Runs Phaseline's own command line once, without a window. `done` carries the last line that it wrote, `failed` a
    sentence for the user, `advanced` the share done (0 to 1)."""

    done = Signal(str)
    failed = Signal(str)
    advanced = Signal(float)

    def __init__(self, fallback: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fallback = fallback
        self._process: QProcess | None = None
        self._wrote: list[str] = []
        self._said: list[str] = []

    @property
    def busy(self) -> bool:
        """Whether it is under way."""
        return self._process is not None

    def start(self, arguments: Sequence[str], given: Callable[[], bytes] | None = None) -> None:
        """Begins; `given` makes what the command reads from its input, once the process is under way."""
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        environment.insert("PYTHONIOENCODING", "utf-8")
        process.setProcessEnvironment(environment)
        process.setWorkingDirectory(str(Path(__file__).resolve().parents[3]))
        process.readyReadStandardOutput.connect(self._hear_output)
        process.readyReadStandardError.connect(self._hear_error)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._troubled)
        self._process = process
        process.start(*command(arguments))
        if given is None:
            process.closeWriteChannel()
        else:
            # Starting and packing a large box take some 20 ms each: the window breathes in between.
            QTimer.singleShot(0, self, lambda: self._feed(given))

    def _feed(self, given: Callable[[], bytes]) -> None:
        if self._process is not None:
            self._process.write(given())
            self._process.closeWriteChannel()

    def cancel(self) -> None:
        """Gives it up; nothing more is heard of it."""
        if self._process is not None:
            process, self._process = self._process, None
            process.finished.disconnect(self._ended)
            process.kill()
            process.waitForFinished()
            process.deleteLater()

    def _hear_output(self) -> None:
        if self._process is not None:
            self._sort(bytes(self._process.readAllStandardOutput().data()), self._wrote)

    def _hear_error(self) -> None:
        if self._process is not None:
            self._sort(bytes(self._process.readAllStandardError().data()), self._said)

    def _sort(self, data: bytes, lines: list[str]) -> None:
        """Progress is passed on, all else is kept."""
        for line in data.decode("utf-8", errors="replace").splitlines():
            if line.startswith(PROGRESS):
                self._advance(line[len(PROGRESS) :])
            elif line.strip():
                lines.append(line.strip())

    def _advance(self, text: str) -> None:
        try:
            self.advanced.emit(float(text))
        except ValueError:
            # Half a line: the next one tells more.
            return

    def _ended(self, code: int, status: QProcess.ExitStatus) -> None:
        assert self._process is not None
        self._hear_output()
        self._hear_error()
        process, self._process = self._process, None
        process.deleteLater()
        # A box with errors in it is drawn all the same and ends with 1; the file's name on the output says that it is there.
        if status is QProcess.ExitStatus.NormalExit and self._wrote:
            self.done.emit(self._wrote[-1])
        else:
            self.failed.emit(self._said[-1] if self._said else self._fallback)

    def _troubled(self, error: QProcess.ProcessError) -> None:
        if error is CANNOT_START and self._process is not None:
            process, self._process = self._process, None
            process.deleteLater()
            self.failed.emit(f"{self._fallback} {process.errorString()}")


class Exporter(QObject):
    """Runs `phaseline render`, one at a time. `finished` carries the file, `failed` a sentence for the user, `advanced` the
    share done (0 to 1)."""

    finished = Signal(object)
    failed = Signal(str)
    advanced = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errand: Errand | None = None
        self._file = Path()

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._errand is not None

    def start(
        self,
        folder: Path,
        wish: ExportWish,
        layers: LayerState,
        box: GameBox | None = None,
        ruleset: Ruleset | None = None,
        scenario: str = "",
    ) -> None:
        """Begins to write a map; an export under way is given up. `layers` are those of the window, `box` is what it shows,
        under its ruleset; None for what the folder holds. The counters are those of a `scenario`, "" for none."""
        self.cancel()
        arguments = ["render", str(folder), *wish.arguments(), "--progress"]
        if scenario:
            arguments += ["--scenario", scenario]
        if wish.as_shown:
            arguments += layer_arguments(layers)
        given: Callable[[], bytes] | None = None
        if box is not None:
            arguments.append("--box-on-stdin")
            reset = Reset(0, Work(box, GameState()), ruleset)
            given = partial(encode, reset)
        self._file = wish.file
        errand = Errand(self.tr("The map could not be written."), self)
        errand.done.connect(self._ended)
        errand.failed.connect(self._failed)
        errand.advanced.connect(self.advanced)
        self._errand = errand
        errand.start(arguments, given)

    def cancel(self) -> None:
        """Gives up the export under way; the file keeps what it held before, and what was written beside it goes."""
        if self._errand is not None:
            errand, self._errand = self._errand, None
            errand.cancel()
            errand.deleteLater()
            for left in self._file.parent.glob(f".{self._file.name}.*.part"):
                left.unlink(missing_ok=True)

    def _ended(self, said: str) -> None:
        self._drop()
        self.finished.emit(self._file)

    def _failed(self, sentence: str) -> None:
        self._drop()
        self.failed.emit(sentence)

    def _drop(self) -> None:
        if self._errand is not None:
            self._errand.deleteLater()
            self._errand = None
