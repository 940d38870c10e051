"""What all parts of the desk of live play do alike: entries are added, what is refused is said, the present is kept apart."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.dialogs.play.line import LineDialog
from app.documents.live_play import LivePlay
from app.shell.status_bar import StatusBar
from core.base.errors import CoreError
from core.model.edits.edit import Edit
from core.play.events import Entry
from core.play.others import barriers
from core.play.session import NeedsReason


class Hands(QObject):
    """Adds entries to the session that is played."""

    def __init__(self, parent: QObject, status: StatusBar) -> None:
        super().__init__(parent)
        self._status = status
        self._window = next((each for each in (parent, parent.parent()) if isinstance(each, QWidget)), None)
        self._live: LivePlay | None = None
        self.dialog: LineDialog | None = None

    def use(self, live: LivePlay | None) -> None:
        """Adds to another session; None for none."""
        self._live = live
        if self.dialog is not None:
            self.dialog.reject()
        if live is not None:
            live.reason_wanted.connect(lambda edit, needed: self._ask_why(live, edit, needed))
            live.eyes_changed.connect(lambda: self.dialog.reject() if self.dialog is not None else None)

    def _ask_why(self, live: LivePlay, edit: Edit, needed: NeedsReason) -> None:
        """Something is to be done with what is another side's, or against the rules: it is, when somebody says why."""
        if self.dialog is not None or live is not self._live:
            return
        title, doing = self.tr("Against the rules?"), self.tr("&Do it all the same")
        if len(live.eyes) == 1 and barriers(live.session, edit, live.acting):
            title = self.tr("Not yours")
        about = " ".join((*(each.sentence for each in needed.barriers), self.tr("Say in a line why; it stays in the journal.")))

        def go(why: str) -> None:
            if live is self._live:
                live.do(edit, why=why)

        self.dialog = LineDialog(self._window, title, about, doing, go)
        self.dialog.finished.connect(self._forget)
        self.dialog.open()

    def _forget(self, _result: int = 0) -> None:
        self.dialog = None

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
