"""Follower: the worker hears of every change of the open box, and the document of what the worker finds wrong with it."""

from PySide6.QtCore import QObject

from app.documents.document import Document
from app.workers.answers import Answers
from core.model.edits.edit import Touched
from core.model.follow_ons import folded
from core.model.issues import Issue


class Follower(QObject):
    """Keeps the worker's box that of one document. It is made before all others that listen to the document, so that what
    they ask about a change is asked after the worker has heard of it."""

    def __init__(self, answers: Answers, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers, self._document = answers, document
        if answers.box is not document.box:
            answers.reset(document.work, document.ruleset)
        document.changed.connect(self._follow)
        document.ruleset_changed.connect(self._begin_anew)
        answers.found.connect(self._take)

    def close(self) -> None:
        """The document is being closed."""
        self._document.changed.disconnect(self._follow)
        self._document.ruleset_changed.disconnect(self._begin_anew)
        self._answers.found.disconnect(self._take)

    def _follow(self, touched: Touched) -> None:
        if touched.box:
            self._answers.change(self._document.restated(touched), self._document.box)

    def _begin_anew(self) -> None:
        self._answers.reset(self._document.work, self._document.ruleset)

    def _take(self, serial: int, issues: tuple[Issue, ...]) -> None:
        if serial == self._answers.serial:
            # The map is checked without what was wrong with the files when they were read.
            read = (issue for issue in self._document.issues if issue.is_of_reading)
            self._document.checked = self._document.box
            self._document.show_issues(folded((*read, *issues), self._document.box.scenarios))
