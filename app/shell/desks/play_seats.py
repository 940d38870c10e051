"""Who looks at the screen: the cover between two players at one table, and the file that goes to the other one by mail."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.dialogs.play.hand_over import SeatDialog, SendDialog, SentDialog, called
from app.documents.live_play import LivePlay
from app.shell.desks.play_keys import KeyRing
from app.shell.desks.play_start import free_file
from app.shell.questions import Choice, ask, nothing
from app.shell.status_bar import StatusBar
from app.widgets.cover import Cover
from app.workers.play_answers import OpenKeys
from core.base import atomic
from core.base.errors import CoreError
from core.play.events import Player
from core.play.memories import Memory
from core.play.record import Record


class Seats(QObject):
    """Changes the places of the players of one session after the other."""

    def __init__(
        self,
        window: QMainWindow,
        status: StatusBar,
        ring: KeyRing,
        back: Callable[[], object],
        leave: Callable[[], object],
        front_dice: Callable[[], object],
    ) -> None:
        """`back` gives the keyboard to the map, `leave` leaves the session, `front_dice` shows the dice."""
        super().__init__(window)
        self._window, self._status, self._ring, self._back, self._leave = window, status, ring, back, leave
        self._front_dice = front_dice
        self._cover = Cover(window)
        self._floating: list[QDockWidget] = []
        self._live: LivePlay | None = None
        self.pay: Callable[[Callable[[], object]], object] = lambda then: then()
        """Adds what this side owes before the file goes out of its hands, and goes on with what it is given."""
        self.seat_dialog: SeatDialog | None = None
        self.send_dialog: SendDialog | None = None
        self.sent_dialog: SentDialog | None = None

    def use(self, live: LivePlay | None) -> None:
        """Another session is played; None for none."""
        self._live = live
        if live is None:
            self._uncover()

    @property
    def covered(self) -> bool:
        """Whether the map is covered."""
        return self.seat_dialog is not None

    def hand_over(self) -> None:
        """The other player is to have the screen, or the file."""
        live = self._live
        if live is None or self.covered:
            return
        if live.kind == "mail":
            self._send(live)
        elif live.kind == "hot_seat" and live.hides:
            self.change(self._other(live))
        else:
            self._status.show_passing(self.tr("Nothing is hidden between the sides of this session: all look at the same map."))

    @staticmethod
    def _other(live: LivePlay) -> str:
        """The side that is likely to look next."""
        sides = [player.side for player in live.session.players]
        return next((side for side in sides if side not in live.eyes), sides[0])

    # At one table -------------------------------------------------------------------------------------------------------------

    def change(self, likely: str) -> None:
        """Covers the map until somebody says who looks at it."""
        live = self._live
        if live is None or self.covered:
            return
        self._cover.cover(self.tr("The map is covered while the players change places."))
        # Panels that are windows of their own would show what the map does not.
        self._floating = [dock for dock in self._window.findChildren(QDockWidget) if dock.isFloating() and dock.isVisible()]
        for dock in self._floating:
            dock.hide()
        guarded = frozenset(player.side for player in live.session.players if player.side in live.session.record.keys)
        dialog = SeatDialog(self._window, live.session.players, guarded, likely)
        dialog.taken.connect(lambda side, phrase: self._take_seat(live, side, phrase))
        dialog.left.connect(lambda: self._leave())
        dialog.setModal(True)
        self.seat_dialog = dialog
        dialog.show()

    def _take_seat(self, live: LivePlay, side: str, phrase: str) -> None:
        dialog = self.seat_dialog
        if dialog is None or live is not self._live:
            return

        def take(found: OpenKeys) -> None:
            if dialog is self.seat_dialog:
                self._sit(live, side)
                live.open_keys(found.keys)

        def refused(sentence: str) -> None:
            if dialog is self.seat_dialog:
                dialog.refuse(sentence)

        if side and side in live.session.record.keys:
            self._ring.open(live.session.record, side, phrase, take, refused)
        else:
            self._sit(live, side)

    def _sit(self, live: LivePlay, side: str) -> None:
        every = frozenset(player.side for player in live.session.players)
        for other in every - {side}:
            live.put_keys_away(other)
        # What the map shows changes under the cover.
        live.look_through(frozenset((side,)) if side else every)
        self._uncover()
        self._back()

    def _uncover(self) -> None:
        dialog, self.seat_dialog = self.seat_dialog, None
        if dialog is not None:
            dialog.accept()
            dialog.deleteLater()
        for dock in self._floating:
            dock.show()
        self._floating = []
        self._cover.hide()

    # By mail ------------------------------------------------------------------------------------------------------------------

    def _send(self, live: LivePlay, left_open: bool = False, paid: bool = False) -> None:
        """Asks for the file to send; what waits for this side is told first, unless it is `left_open`, and what it owes to cups
        is added, unless it is `paid`."""
        session = live.session
        mine = next(iter(session.mine), "")
        sent = bool(session.record.holder) and session.record.holder not in session.mine
        refusal = "" if sent else session.may_act(mine)
        if refusal or live.path is None:
            self._status.show_passing(refusal)
            return
        if not sent and mine not in live.keys:
            why = self.tr("To hand the file over, your lines are signed with your key.")
            self._ring.with_keys(live, mine, why, lambda _: self._send(live))
            return
        others = [player for player in session.players if player.side not in session.mine]
        if sent:
            others = [player for player in others if player.side == session.record.holder]
        if not sent and not left_open and (told := unanswered(live)):
            answer = Choice(self.tr("&To the dice"), self._front_dice)
            go_on = Choice(self.tr("&Hand over all the same"), lambda: self._send(live, left_open=True))
            detail = self.tr("The other side waits for it, and can only send the file back as it is.")
            cancel = Choice(self.tr("Cancel"), nothing, away=True)
            ask(self._window, self.tr("Hand over"), told, detail, [answer, go_on, cancel])
            return
        if not sent and not paid:
            self.pay(lambda: self._send(live, left_open, paid=True))
            return
        title = f"{live.path.stem} {session.number + (not sent)} – {others[0].title}"
        dialog = SendDialog(self._window, others, others[0].side, free_file(live.path.parent, title), sent)
        dialog.accepted.connect(lambda: self._write(live, mine, dialog.to, dialog.file, sent))
        dialog.finished.connect(self._forget_send)
        self.send_dialog = dialog
        dialog.open()

    def _forget_send(self) -> None:
        if self.send_dialog is not None:
            self.send_dialog.deleteLater()
            self.send_dialog = None

    def _write(self, live: LivePlay, mine: str, to: str, file: Path, sent: bool) -> None:
        from core.play.keys import fingerprint, hand_over

        session = live.session
        if live is not self._live or live.journal is None:
            return
        try:
            if not sent:
                live.look_at_present()
                entry = session.add(hand_over(live.keys[mine], to, session.entries[-1].link), mine)
                live.follow(entry)
            live.remember()
            atomic.write_bytes(file, live.journal.path.read_bytes())
        except (CoreError, OSError) as problem:
            text = self.tr("The file to send could not be written.")
            again = self.tr("%s Hand over once more to write it again.") % problem
            ask(self._window, self.tr("Hand over"), text, again, [Choice(self.tr("Close"), nothing, away=True)])
            return
        player = next(player for player in session.players if player.side == to)
        keys = session.record.keys
        other = fingerprint(keys[to].public) if to in keys else ""
        dialog = SentDialog(self._window, player, file, fingerprint(keys[mine].public), other)
        dialog.finished.connect(self._forget_sent)
        self.sent_dialog = dialog
        dialog.open()

    def _forget_sent(self) -> None:
        if self.sent_dialog is not None:
            self.sent_dialog.deleteLater()
            self.sent_dialog = None


def numbers_to_compare(record: Record, memory: Memory) -> list[str]:
    """By mail, the numbers of each player whose key this computer sees for the first time, beside one's own, as sentences."""
    own = record.keys.get(memory.side)
    if record.began.kind != "mail" or own is None:
        return []
    from core.play.keys import fingerprint

    theirs = QCoreApplication.translate("Seats", "The numbers of {player} in this file: {numbers}.")
    new = [
        theirs.format(player=called(player), numbers=fingerprint(record.keys[player.side].public))
        for player in record.began.players
        if player.side != memory.side and player.side in record.keys and player.side not in memory.publics
    ]
    if not new:
        return []
    yours = QCoreApplication.translate("Seats", "Your own: %s.") % fingerprint(own.public)
    why = QCoreApplication.translate("Seats", "Read them out to each other once: they must be the same on both sides.")
    return [*new, yours, why]


def unanswered(live: LivePlay) -> str:
    """By mail, what of declared rolls waits for the side that is played here, as a sentence; "" for nothing."""
    if not live.session.by_mail:
        return ""
    from core.play.pledges import open_pledges

    waiting = [each for each in open_pledges(live.session.record) if each.waits_on in live.session.mine]
    if not waiting:
        return ""
    titles = ", ".join(dict.fromkeys(live.session.title(each.by) for each in waiting if each.waits_for == "answer"))
    if titles:
        return QCoreApplication.translate("Seats", "%s has declared rolls, which wait for your answer.") % titles
    return QCoreApplication.translate("Seats", "Rolls that you have declared were answered, and wait to be opened.")


def waiting_for(live: LivePlay) -> Player | None:
    """The player who has the file of a session by mail, None where it is played here."""
    holder = live.session.record.holder
    if not live.session.by_mail or not holder or holder in live.session.mine:
        return None
    return next((player for player in live.session.players if player.side == holder), None)
