"""What all parts of the desk of live play do alike: entries are added, what is refused is said, the present is kept apart."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.documents.live_play import LivePlay
from app.shell.status_bar import StatusBar
from core.base.errors import CoreError
from core.play.events import Entry


class Hands(QObject):
    """Adds entries to the session that is played."""

    def __init__(self, parent: QObject, status: StatusBar) -> None:
        super().__init__(parent)
        self._status = status
        self._live: LivePlay | None = None

    def use(self, live: LivePlay | None) -> None:
        """Adds to another session; None for none."""
        self._live = live

    @property
    def why_not(self) -> str:
        """Why nothing can be done just now, as a sentence; "" when it can."""
        live = self._live
        if live is None:
            return self.tr("No session is played.")
        if not live.latest:
            return self.tr("The map shows how it was. Go back to the present, or take play up from here, to go on.")
        return live.session.may_act("") or ""

    def may(self) -> bool:
        """Whether something can be done just now; if not, it says why."""
        told = self.why_not
        if told:
            self.tell(told)
        return not told

    def add(self, do: Callable[[], Entry | None]) -> Entry | None:
        """Adds an entry and shows it; None when it was refused, which is said."""
        live = self._live
        if live is None or not self.may():
            return None
        try:
            entry = do()
        except (CoreError, OSError) as problem:
            self.tell(str(problem))
            return None
        if entry is not None:
            live.follow(entry)
        return entry

    def may_note(self) -> bool:
        """Whether notes, comments and bookmarks can be written just now, which the past can have, too; if not, it says why."""
        told = self._live.session.may_act("") if self._live is not None else self.why_not
        if told:
            self.tell(told)
        return not told

    def note(self, do: Callable[[], Entry | None]) -> Entry | None:
        """Adds an entry that changes no state; who looks at the past goes on looking at it. None when it was refused."""
        live = self._live
        if live is None or not self.may_note():
            return None
        shown, latest = live.shown, live.latest
        try:
            entry = do()
        except (CoreError, OSError) as problem:
            self.tell(str(problem))
            return None
        if entry is not None:
            live.follow(entry)
            if not latest:
                live.look_at(shown)
        return entry

    def tell(self, sentence: str) -> None:
        """Says something in the status bar."""
        self._status.show_passing(sentence)
