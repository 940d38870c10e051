"""Joins the panel Dice to the session: rolls at one table, declared rolls by mail, and the luck of the sides."""

import heapq
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QMainWindow

from app.dialogs.play.luck import Lines, LuckDialog
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.panels.play.dice import MOST_SHOWN, DicePanel, DiceShown
from app.panels.play.dice_words import luck_title, spread_words, streak_words
from app.shell.actions import Actions
from app.shell.desks.play_hands import Hands
from app.shell.desks.play_keys import KeyRing
from app.widgets.rule_words import said
from core.play.dice import typed_value, value
from core.play.events import Player, Rolled
from core.play.luck import SideLuck, ledger
from core.play.pledges import answer, declare, disclose, open_pledges, rolls_due
from core.play.turns import Course

if TYPE_CHECKING:
    from core.play.keys import Keys


class DiceDesk(QObject):
    """Rolls dice for the session that is played. `course` tells its course, None without rules."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        panel: DicePanel,
        hands: Hands,
        ring: KeyRing,
        course: Callable[[], Course | None],
        front: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._window, self._panel, self._hands, self._course, self._front = window, panel, hands, course, front
        self._live: LivePlay | None = None
        self._document: Document | None = None
        self._ring = ring
        self.luck: LuckDialog | None = None
        actions["play.roll"].triggered.connect(lambda _=False: self.roll())
        actions["play.luck"].triggered.connect(lambda _=False: self.show_luck())
        panel.roll_wanted.connect(self._roll)
        panel.typed_wanted.connect(self._note)
        panel.declare_wanted.connect(self._declare)
        panel.answer_wanted.connect(self._answer)
        panel.disclose_wanted.connect(self._disclose)
        panel.luck_wanted.connect(self.show_luck)

    def use(self, document: Document | None, live: LivePlay | None) -> None:
        """Rolls for another session; None for none."""
        self._document, self._live = document, live
        self._panel.tell("")
        if live is None:
            self._panel.clear()
            if self.luck is not None:
                self.luck.reject()
        else:
            self.refresh()

    def refresh(self) -> None:
        """Shows the dice of the phase, what fell, and what is open."""
        live, document, course = self._live, self._document, self._course()
        if live is None or document is None:
            return
        session, record = live.session, live.session.record
        step = course.step(document.state) if course is not None else None
        planned = tuple((roll.dice, roll.what) for roll in step.phase.rolls) if step is not None else ()
        # Those that fell after the state that is looked at are known all the same: dice are never taken back.
        view = live.view
        last = [view.entry(number) for number in heapq.nlargest(MOST_SHOWN, record.rolls)]
        self._panel.show_dice(
            DiceShown(
                planned,
                tuple((each.by, each.event) for each in last if isinstance(each.event, Rolled)),
                session.players,
                session.by_mail,
                open_pledges(record) if session.by_mail else (),
                session.mine,
                self._hands.why_not,
            )
        )

    def roll(self) -> None:
        """Rolls what the panel has chosen; it is shown, so that nobody rolls without seeing what."""
        if self._live is not None:
            self._front("dice")
            self._panel.roll()

    def _roll(self, way: str, purpose: str, chance: str) -> None:
        live = self._live
        if live is not None:
            self._tell_roll(self._hands.add(lambda: live.session.roll(way, live.acting, purpose, chance)))

    def _note(self, way: str, text: str, purpose: str, chance: str) -> None:
        live = self._live
        if live is None:
            return
        entry = self._hands.add(lambda: live.session.add(typed_value(way, text, purpose, chance), live.acting))
        if entry is not None:
            self._panel.typed_taken()
        self._tell_roll(entry)

    def _tell_roll(self, entry: object) -> None:
        event = getattr(entry, "event", None)
        if isinstance(event, Rolled):
            what = event.purpose or said(event.dice)
            self._hands.tell(self.tr("{what}: {value}").replace("{what}", what).replace("{value}", str(value(event))))

    # By mail -------------------------------------------------------------------------------------------------------------

    def _declare(self, rolls: Sequence[tuple[str, str]]) -> None:
        live = self._live
        if live is None or not rolls:
            return

        def go(keys: "Keys") -> None:
            if self._hands.add(lambda: live.session.add(declare(keys, live.session.record, rolls), keys.side)) is not None:
                self._panel.declared()
                self._hands.tell(self.tr("Declared. Hand the file over; the other side answers."))

        self._with_keys(live, go)

    def _answer(self, to: int) -> None:
        live, side = self._live, self._own_side()
        if live is not None and side:
            done = self._hands.add(lambda: live.session.add(answer(live.session.record, to, side), side))
            if done is not None:
                self._hands.tell(self.tr("Answered. Hand the file over; the other side opens its rolls."))

    def _disclose(self, to: int) -> None:
        live = self._live
        if live is None:
            return

        def go(keys: "Keys") -> None:
            session = live.session
            pledge = session.record.pledges.get(to)
            if pledge is None:
                return
            opened = bool(pledge.half)
            if not opened and self._hands.add(lambda: session.add(disclose(keys, session.record, to), keys.side)) is None:
                return
            fallen = []
            for rolled in rolls_due(session.record, keys.side):
                if self._hands.add(lambda rolled=rolled: session.add(rolled, keys.side)) is None:  # type: ignore[misc]
                    return
                fallen.append(str(value(rolled)))
            self._hands.tell(self.tr("The rolls fell: %s.") % ", ".join(fallen))

        self._with_keys(live, go)

    def _own_side(self) -> str:
        """The side that this program acts for by mail."""
        return next(iter(sorted(self._live.session.mine)), "") if self._live is not None else ""

    def _with_keys(self, live: LivePlay, then: "Callable[[Keys], object]") -> None:
        """Does something with the keys of the own side; asks for the pass phrase where they are not open."""
        side = self._own_side()
        if not side or not self._hands.may():
            return
        if side not in live.session.record.keys:
            self._hands.tell(self.tr("Your side has no keys yet; it gets them when you join the session."))
            return
        self._ring.with_keys(live, side, self.tr("Rolls are declared and opened with the keys of your side."), then)

    # Luck ----------------------------------------------------------------------------------------------------------------

    def show_luck(self) -> None:
        """Shows what fell against what was to be expected."""
        live = self._live
        if live is None or self.luck is not None:
            return
        players = live.session.players
        dialog = LuckDialog(self._window, [_of_side(luck, players) for luck in ledger(live.session.record)])
        dialog.finished.connect(self._forget_luck)
        self.luck = dialog
        dialog.open()

    def _forget_luck(self) -> None:
        self.luck = None


def _of_side(luck: SideLuck, players: Sequence[Player]) -> tuple[str, Lines]:
    """The luck of a side as lines."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("DiceDesk", text)

    below: list[tuple[str, Lines]] = [(tr("Every die by itself: %s") % spread_words(luck.faces), ())]
    for way in luck.ways:
        inner: list[tuple[str, Lines]] = [(words, ()) for words in streak_words(way)]
        if len(way.each) > 1:
            inner += [
                (tr("Die {n}: {words}").replace("{n}", str(number)).replace("{words}", spread_words(each)), ())
                for number, each in enumerate(way.each, 1)
            ]
        below.append((f"{said(way.title)}: {spread_words(way.rolls)}", inner))
    return luck_title(luck, players), below
