"""The box that the window shows: all parts of the window take it, one per turn of the event loop, and give it up again."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

if TYPE_CHECKING:
    from app.documents.document import Document
    from app.shell.files.saving import Saving
    from app.shell.layouts import Layouts
    from app.shell.workbench import Workbench
    from app.workers.answers import Answers
    from app.workers.follower import Follower
    from app.workers.messages import OpenedBox


class ShownBox(QObject):
    """Holds the open document. `whole` comes when all of it is shown, `failed` when it cannot be; `history_moved` with what can
    be undone, `changed` with every change of the box."""

    whole = Signal()
    failed = Signal()
    history_moved = Signal()
    changed = Signal()

    def __init__(
        self, pages: QStackedWidget, workbench: "Workbench", answers: "Answers", saving: "Saving", layouts: "Layouts"
    ) -> None:
        super().__init__(pages)
        self._pages, self._workbench, self._answers = pages, workbench, answers
        self._saving, self._layouts = saving, layouts
        self._document: Document | None = None
        self._follower: Follower | None = None
        self._is_whole = False

    @property
    def document(self) -> "Document | None":
        """The open box, whether or not all of it is shown yet; None when there is none."""
        return self._document

    @property
    def is_whole(self) -> bool:
        """Whether all of the open box is shown."""
        return self._is_whole

    def show(self, opened: "OpenedBox", saved: bool = True, then: Callable[[], object] | None = None) -> None:
        """Shows a box that could be read; one that is not `saved` is unlike its files, and `then` looks after it."""
        assert opened.box is not None
        from app.documents.document import Document

        document = Document(opened.box, opened.ruleset, opened.path, opened.issues, opened.state, self)
        self._document = document
        document.turns.wish(document, "show", partial(self._showing, document, opened, saved, then))

    def leave(self) -> None:
        """The parts of the window give the box up."""
        if self._document is None:
            return
        self._workbench.clear()
        if self._follower is not None:
            self._follower.close()
            self._follower = None
        self._document.turns.close()
        self._document.deleteLater()
        self._document, self._is_whole = None, False

    def _showing(
        self, document: "Document", opened: "OpenedBox", saved: bool, then: Callable[[], object] | None
    ) -> Iterator[None]:
        """Shows a box, in steps of a few milliseconds; one that cannot be shown leaves the window as it is without a box."""
        try:
            yield from self._show_parts(document, opened, saved, then)
        except Exception:
            if document is self._document:
                # What was not saved is offered again.
                self._saving.drop(keep=True)
                self.failed.emit()
            raise

    def _show_parts(
        self, document: "Document", opened: "OpenedBox", saved: bool, then: Callable[[], object] | None
    ) -> Iterator[None]:
        from app.workers.follower import Follower

        self._follower = Follower(self._answers, document, document)
        stack = document.undo_stack
        for change in (stack.canUndoChanged, stack.canRedoChanged, stack.undoTextChanged, stack.redoTextChanged):
            change.connect(self.history_moved)
        self._saving.take(document, opened.issues, saved)
        document.changed.connect(self.changed)
        if then is not None:
            # What was not saved is in safe keeping before anybody can close the box again.
            self.changed.emit()
            then()
        yield
        yield from self._workbench.show_document(document)
        yield from self._layouts.use(self._workbench, document)
        self._workbench.show_health()
        yield
        self._pages.setCurrentWidget(self._workbench.view)
        self._workbench.view.setFocus()
        self._is_whole = True
        self.whole.emit()
