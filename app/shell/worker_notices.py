"""Tells the user that the calculating process is missing, for as long as it is, with a way to try once more."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.widgets.notices import Notices
from app.workers.answers import Answers

KEY = "worker"


class WorkerNotices(QObject):
    """Follows the worker process. `again` is asked for another try; what needs no process goes on meanwhile."""

    def __init__(self, answers: Answers, notices: Notices, again: Callable[[], object]) -> None:
        super().__init__(answers)
        self._answers, self._notices, self._again = answers, notices, again
        answers.stopped.connect(self._show)
        answers.late.connect(self._show)
        answers.began.connect(lambda: notices.withdraw(KEY))

    def tell(self) -> None:
        """Says once more why there is no process, if there is none."""
        if self._answers.given_up:
            self._show(self._answers.given_up)

    def _show(self, text: str) -> None:
        self._notices.tell(KEY, text, [(self.tr("Try again"), self._again)])
