"""Dialogs that read a file in the worker process as soon as the user pauses, and show what it would bring before anything
changes."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from app.widgets.buttons import button_row


class Runner(Protocol):
    """Who runs jobs: the window's side of the worker process."""

    def run(
        self,
        job: str,
        parameters: Mapping[str, object],
        on_result: Callable[[object], None],
        on_progress: Callable[[int, int, Any], None] | None = None,
        on_refused: Callable[[str], None] | None = None,
        slot: str = "",
        background: bool = False,
    ) -> int:
        """Runs a job and returns its ticket."""
        ...

    def cancel(self, ticket: int) -> None:
        """Gives a job up."""
        ...


class FilePreviewDialog(QDialog):
    """Reads when the user pauses. What was seen is out of date, and cannot be imported, once something else is asked for."""

    pause_ms = 250
    """How long the user pauses before the file is read."""

    def __init__(self, parent: QWidget | None, runner: Runner) -> None:
        super().__init__(parent)
        self._runner = runner
        self._ticket = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(self.pause_ms)
        self._timer.timeout.connect(self.read_now)
        self._buttons = button_row(self, QDialogButtonBox.StandardButton.Cancel)
        self.do_import = self._buttons.addButton(self.tr("&Import"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def read_now(self) -> None:
        """Reads the file as asked for, in the worker process, and shows what it would bring. To be overridden."""
        raise NotImplementedError

    def done(self, result: int) -> None:
        """Gives up what is being read when the dialog goes."""
        self._stop_reading()
        super().done(result)

    def _forget(self) -> None:
        """Lets go of what was seen. To be overridden."""
        raise NotImplementedError

    def _soon(self) -> None:
        """What was seen is out of date; the file is read again when the user pauses."""
        self._give_up()
        self._forget()
        self.do_import.setEnabled(False)
        self._timer.start()

    def _stop_reading(self) -> None:
        self._timer.stop()
        self._give_up()

    def _give_up(self) -> None:
        if self._ticket:
            ticket, self._ticket = self._ticket, 0
            self._runner.cancel(ticket)
