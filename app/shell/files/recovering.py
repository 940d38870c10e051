"""Recovering: what windows that are gone have left behind is offered, brought back, or given up."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal
from PySide6.QtWidgets import QWidget

from app.documents.recovery_log import Claim, RecoveryLog, claim, left_behind
from app.shell.files.offers import Offer
from app.shell.files.saving import UNSAVED, Saving
from app.shell.questions import Choice, ask, nothing
from app.widgets.notices import Notices
from app.workers.answers import Answers
from app.workers.messages import RecoveredBox
from core.files.recovery import LogSummary

if TYPE_CHECKING:
    from app.shell.start_page import StartPage


class Recovering(QObject):
    """Offers unsaved work of earlier runs, and the previous version of a box.

    `wanted` carries an `OpenedBox` that is to be shown unsaved and a function to be called when it is; `failed` comes when a
    box could not be recovered after all.
    """

    wanted = Signal(object, object)
    failed = Signal()

    def __init__(self, window: QWidget, answers: Answers, notices: Notices, saving: Saving, page: "StartPage") -> None:
        super().__init__(window)
        self._window, self._answers, self._notices, self._saving, self._page = window, answers, notices, saving, page
        page.discard.connect(self.ask_discard)
        self.show_offers()

    def offers(self) -> list[LogSummary]:
        """What can be recovered, the latest first."""
        return left_behind(self._saving.recovery_folder)

    def show_offers(self) -> None:
        """Shows on the start page what can be recovered."""
        self._page.show_offers([Offer(each.head.title, self.described(each), each, not each.wrong) for each in self.offers()])

    def described(self, offer: LogSummary) -> str:
        """What an offer holds, in a phrase."""
        if offer.wrong:
            return offer.wrong
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(offer.last)), QLocale.FormatType.ShortFormat)
        if offer.changes == 1:
            return self.tr("%s: one change not saved") % when
        return self.tr("%s: %d changes not saved") % (when, offer.changes)

    def before_opening(self, path: Path, recover: Callable[[LogSummary], object], go_on: Callable[[], object]) -> None:
        """Goes on to open a box, unless unsaved work on it was left behind: then the user chooses."""
        offer = next((each for each in self.offers() if not each.wrong and Path(each.head.path) == path), None)
        if offer is None:
            go_on()
            return

        def discard() -> None:
            self._discard(offer)
            go_on()

        choices = [
            Choice(self.tr("&Recover"), lambda: recover(offer)),
            Choice(self.tr("&Keep for Later"), go_on, away=True),
            Choice(self.tr("&Discard"), discard, loses=True),
        ]
        text = self.tr("Phaseline ended before “%s” was saved.") % offer.head.title
        detail = self.tr("%s. Recovered work is shown unsaved; the files on disk stay as they are until you save.")
        ask(self._window, self.tr("Recover unsaved work?"), text, detail % self.described(offer), choices)

    def recover(self, offer: LogSummary) -> None:
        """Brings a box back; `wanted` or `failed` follows, unless the user would rather stay."""
        claimed = claim(offer.file)
        if claimed is None:
            self._refuse(offer, None, self.tr("Another window is recovering it."))
            return

        def take(result: object) -> None:
            assert isinstance(result, RecoveredBox)
            self._saving.leave(lambda: self.wanted.emit(result.opened, lambda: self._go_on(result, claimed)), claimed.release)

        def refused(text: str) -> None:
            self._refuse(offer, claimed, text)

        self._answers.run("recover_box", {"file": offer.file}, take, on_refused=refused, slot="recover")

    def _go_on(self, found: RecoveredBox, claimed: Claim) -> None:
        self._saving.go_on_with(lambda failed: RecoveryLog(claimed, failed, found.whole, found.changes))
        text = self.tr("This is what was not saved of “%s” when Phaseline last ended.") % found.opened.path
        if found.lost:
            text = f"{text} {self.tr('The very end of it could not be read.')}"
        self._notices.tell(UNSAVED, text, [(self.tr("Save"), self._saving.save)])

    def open_previous(self) -> None:
        """Shows the open box as it was before its last save, unsaved."""
        path = self._saving.path
        if path is None:
            return

        def take(opened: object) -> None:
            self._saving.leave(lambda: self.wanted.emit(opened, tell))

        def tell() -> None:
            text = self.tr("This is the box as it was before its last save. Nothing on disk changes until you save it.")
            self._notices.tell(UNSAVED, text, [(self.tr("Save"), self._saving.save)])

        def refused(text: str) -> None:
            self._notices.tell(UNSAVED, text)

        self._answers.run("previous_box", {"folder": path}, take, on_refused=refused, slot="previous")

    def ask_discard(self, offer: LogSummary) -> None:
        """Gives an offer up, after asking."""
        choices = [
            Choice(self.tr("&Keep"), nothing, away=True),
            Choice(self.tr("&Discard"), lambda: self._discard(offer), loses=True),
        ]
        text = self.tr("Discard what was not saved of “%s”?") % (offer.head.title or offer.file.name)
        ask(self._window, self.tr("Discard unsaved work?"), text, self.described(offer), choices)

    def _discard(self, offer: LogSummary) -> None:
        claimed = claim(offer.file)
        if claimed is not None:
            try:
                claimed.discard()
            except OSError as problem:
                claimed.release()
                self._refuse(offer, None, self.tr("The file cannot be taken away: %s.") % (problem.strerror or str(problem)))
        self.show_offers()

    def _refuse(self, offer: LogSummary, claimed: Claim | None, text: str) -> None:
        if claimed is not None:
            claimed.release()
        choices = [Choice(self.tr("Close"), nothing, away=True)]
        detail = self.tr("The file stays where it is: %s") % offer.file
        ask(self._window, self.tr("Recover"), text, detail, choices)
        self.failed.emit()
