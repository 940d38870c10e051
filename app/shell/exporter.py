"""Writes maps to files in a process of its own, so that the window goes on meanwhile."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

CANNOT_START = QProcess.ProcessError.FailedToStart


def command(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The program and its arguments that run Phaseline's command line, frozen or not."""
    if getattr(sys, "frozen", False):
        return sys.executable, list(arguments)
    return sys.executable, ["-m", "app.main", *arguments]


class Exporter(QObject):
    """Runs `phaseline render`, one at a time. `finished` carries the file, `failed` a sentence for the user."""

    finished = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._file = Path()

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._process is not None

    def start(self, box: Path, sheet: str, file: Path, dpi: int, hidden_layers: Sequence[str] = ()) -> None:
        """Begins to write a map; an export under way is given up."""
        self.cancel()
        arguments = ["render", str(box), "--map", sheet, "-o", str(file), "--dpi", str(dpi)]
        if hidden_layers:
            arguments.append(f"--layers={','.join(f'-{layer}' for layer in hidden_layers)}")
        self._file = file
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("QT_QPA_PLATFORM", "offscreen")
        process.setProcessEnvironment(environment)
        process.setWorkingDirectory(str(Path(__file__).resolve().parents[2]))
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._troubled)
        self._process = process
        process.start(*command(arguments))

    def cancel(self) -> None:
        """Gives up the export under way; the file keeps what it held before."""
        if self._process is not None:
            process, self._process = self._process, None
            process.finished.disconnect(self._ended)
            process.kill()
            process.waitForFinished()
            process.deleteLater()

    def _ended(self, code: int, status: QProcess.ExitStatus) -> None:
        assert self._process is not None
        process, self._process = self._process, None
        said = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
        wrote = bytes(process.readAllStandardOutput().data()).decode(errors="replace").strip()
        process.deleteLater()
        # A box with errors in it is drawn all the same and ends with 1; the file's name on the output says that it is there.
        if status is QProcess.ExitStatus.NormalExit and wrote:
            self.finished.emit(self._file)
        else:
            self.failed.emit(said.splitlines()[-1] if said else self.tr("The map could not be written."))

    def _troubled(self, error: QProcess.ProcessError) -> None:
        if error is CANNOT_START and self._process is not None:
            process, self._process = self._process, None
            process.deleteLater()
            self.failed.emit(self.tr("The map could not be written: %s") % process.errorString())
