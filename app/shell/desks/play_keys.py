"""Keys of sides: made for those who join, opened with a pass phrase by those who have them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMainWindow

from app.dialogs.play.phrase import NewPhraseDialog, PhraseDialog
from app.documents.live_play import LivePlay
from app.shell.questions import Choice, ask, nothing
from app.workers.answers import Answers
from app.workers.play_answers import OpenKeys
from core.play.record import Record

if TYPE_CHECKING:
    from core.play.keys import Keys

SLOT = "play keys"

Then = Callable[[OpenKeys], object]
Otherwise = Callable[[], object]


class KeyRing(QObject):
    """Asks for pass phrases and has the worker make or open keys."""

    def __init__(self, window: QMainWindow, answers: Answers) -> None:
        super().__init__(window)
        self._window, self._answers = window, answers
        self.dialog: PhraseDialog | NewPhraseDialog | None = None

    def with_keys(self, live: LivePlay, side: str, why: str, then: "Callable[[Keys], object]") -> None:
        """Goes on with the keys of a side in the session that is played: at once where they are open, else when its pass phrase
        was given, and not at all for a side that has none."""
        keys, record = live.keys.get(side), live.session.record
        if keys is not None:
            then(keys)
            return

        def take(made: OpenKeys) -> None:
            if live.document.play is live:
                live.open_keys(made.keys)
                then(made.keys)

        if side in record.keys:
            self.unlock(record, side, why, take)

    def unlock(self, record: Record, side: str, why: str, then: Then, otherwise: Otherwise = nothing) -> None:
        """Asks for the pass phrase of a side until it is the right one, or the user would rather not."""
        dialog = PhraseDialog(self._window, title(record, side), why)

        def take(made: OpenKeys) -> None:
            if dialog is self.dialog:
                dialog.accept()
                then(made)

        def answer(result: int) -> None:
            self._forget()
            if result != QDialog.DialogCode.Accepted:
                otherwise()

        def refused(sentence: str) -> None:
            if dialog is self.dialog:
                dialog.refuse(sentence)

        dialog.tried.connect(lambda phrase: self.open(record, side, phrase, take, refused))
        dialog.finished.connect(answer)
        self.dialog = dialog
        dialog.open()

    def join(self, record: Record, side: str, then: Then, otherwise: Otherwise = nothing) -> None:
        """Asks for a new pass phrase, and makes keys."""
        dialog = NewPhraseDialog(self._window, title(record, side), record.began.game)

        def answer(result: int) -> None:
            phrase = dialog.phrase
            self._forget()
            if result != QDialog.DialogCode.Accepted:
                otherwise()
                return
            began = record.began

            def take(made: object) -> None:
                assert isinstance(made, OpenKeys)
                then(made)

            def refused(sentence: str) -> None:
                choices = [Choice(self.tr("Close"), otherwise, away=True)]
                ask(self._window, self.tr("Join"), self.tr("The keys could not be made."), sentence, choices)

            parameters = {"phrase": phrase, "side": side, "session": began.session, "kind": began.kind}
            self._answers.run("join_side", parameters, take, on_refused=refused, slot=SLOT)

        dialog.finished.connect(answer)
        self.dialog = dialog
        dialog.open()

    def open(self, record: Record, side: str, phrase: str, then: Then, refused: Callable[[str], None]) -> None:
        """Opens the keys of a side with a phrase that was typed."""

        def take(made: object) -> None:
            assert isinstance(made, OpenKeys)
            then(made)

        parameters = {"joined": record.keys[side], "phrase": phrase, "side": side, "session": record.began.session}
        self._answers.run("unlock_side", parameters, take, on_refused=refused, slot=f"{SLOT} {side}")

    def open_all(
        self, record: Record, phrases: Mapping[str, str], then: Callable[[Sequence[OpenKeys]], object], otherwise: Otherwise
    ) -> None:
        """Opens the keys of several sides; one that does not open stays shut."""
        left, made = list(phrases.items()), list[OpenKeys]()

        def next_one() -> None:
            if not left:
                then(made)
                return
            side, phrase = left.pop()
            self.open(record, side, phrase, take, lambda _: next_one())

        def take(found: OpenKeys) -> None:
            made.append(found)
            next_one()

        next_one()

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def title(record: Record, side: str) -> str:
    """What a side of a session is called."""
    return next((player.title for player in record.began.players if player.side == side), side)
