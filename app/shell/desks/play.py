"""Joins live play to the window: sessions that begin, are opened and left, undo, the title, what is looked at, calm panels."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog, QMainWindow, QVBoxLayout

from app.canvas.view import MapView
from app.dialogs.play.hand_over import called
from app.dialogs.play.reasons import ReasonDialog
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.panels.play.words import titles_of
from app.shell.actions import Actions
from app.shell.allowing import allow_history
from app.shell.desks.play_chits import PlayChits
from app.shell.desks.play_draw_all import DrawAll
from app.shell.desks.play_export import PlayExport
from app.shell.desks.play_keys import KeyRing
from app.shell.desks.play_open import Opening, own_key
from app.shell.desks.play_rescue import PlayRescue
from app.shell.desks.play_seats import Seats, numbers_to_compare, unanswered, waiting_for
from app.shell.desks.play_secrets import PlaySecrets
from app.shell.desks.play_start import Starting, shipped_sessions
from app.shell.desks.play_table import OpenBox, Seated, hides, odd_cups
from app.shell.layouts import Layouts
from app.shell.menus import Menus
from app.shell.session import Session as Settings
from app.shell.status_bar import StatusBar
from app.tools.tool_box import ToolBox
from app.widgets.look_bar import LookBar
from app.widgets.notices import Notices
from app.workers.answers import Answers
from core.base.errors import CoreError, WrongUse
from core.base.lock import in_use
from core.play.events import Entry
from core.play.session import Barrier, NeedsReason, Session
from core.play.turns import Course
from core.rules.kernel.play_rules import Stacks

if TYPE_CHECKING:
    from core.play.keys import Keys

OPEN_BEFORE, WARNING, WAITING = "session open before", "session", "rolls that wait"
"""The keys of notices about sessions."""

COVERS = "play.cover"
"""Under which it is kept whether the map is covered when sides change."""


class PlayDesk(QObject):
    """Plays one session at a time over the open box."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        open_box: OpenBox,
        status: StatusBar,
        menus: Menus,
        notices: Notices,
        settings: Settings,
        layouts: Layouts,
        view: MapView,
        tools: Callable[[], ToolBox | None],
        course: Callable[[], Course | None],
    ) -> None:
        super().__init__(window)
        self._window, self._actions, self._open_box, self._status = window, actions, open_box, status
        self._menus, self._notices, self._settings, self._layouts = menus, notices, settings, layouts
        self._view, self._tools, self._course = view, tools, course
        self._live: LivePlay | None = None
        self._document: Document | None = None
        self._whose = ""
        self._coming: Seated | None = None
        self.ring = KeyRing(window, answers)
        self.starting = Starting(window, answers, open_box, self.begin)
        self.opening = Opening(window, answers, open_box, status, settings, self.ring, self.begin, self._leave_keeping)
        self.opening.begun.connect(self._withdraw_offer)
        self.opening.given_up.connect(self.offer_last)
        self.seats = Seats(window, status, self.ring, view.setFocus, self.leave, self._front_dice)
        self.exporting = PlayExport(window, actions, status, settings)
        self.secrets = PlaySecrets(window, actions, self.ring, answers)
        self.chits = PlayChits(window, actions, answers)
        self.chits.told.connect(status.show_passing)
        self.draw_all = DrawAll(self, actions, self.chits)
        self.seats.pay = self.chits.pay
        self.rescue = PlayRescue(window, notices, status, self.opening.open)
        self.reason_dialog: ReasonDialog | None = None
        self.bar = LookBar()
        self.bar.back.connect(self.show_present)
        self.bar.onward.connect(self.take_up)
        centre = window.centralWidget()
        middle = centre.layout() if centre is not None else None
        assert isinstance(middle, QVBoxLayout)
        middle.insertWidget(middle.count() - 1, self.bar)
        for name, do in {
            "play.start": self.starting.start,
            "play.open": self.opening.ask_and_open,
            "play.leave": self.leave,
            "play.hand_over": self.seats.hand_over,
            "play.present": self.show_present,
            "play.take_up": self.take_up,
        }.items():
            actions[name].triggered.connect(lambda _=False, do=do: do())
        cover = actions["play.cover"]
        cover.setChecked(settings.text(COVERS, "on") == "on")
        cover.toggled.connect(lambda on: settings.keep_text(COVERS, "on" if on else "off"))
        menus.session_chosen.connect(self.opening.open)
        settings.played_changed.connect(self._show_played)
        self._show_played()

    @property
    def live(self) -> LivePlay | None:
        """The session that is played, None for none."""
        return self._live

    @property
    def title(self) -> str:
        """What the title of the window says of the session."""
        live = self._live
        if live is None or live.path is None:
            return ""
        moment = live.session.state_at(live.shown).moment
        when = self.tr("turn %d") % moment.turn if moment.turn else self.tr("before the start")
        ruleset = live.document.ruleset
        phase = titles_of(ruleset.sequence).get(moment.phase, "") if ruleset is not None else ""
        side = live.session.title(moment.side) if moment.side else ""
        parts = [live.path.stem, when, *(part for part in (phase, side) if part)]
        waiting = waiting_for(live)
        if waiting is not None:
            parts.append(self.tr("waiting for %s") % called(waiting))
        return ", ".join(parts)

    # Beginning and leaving ----------------------------------------------------------------------------------------------------

    def begin(self, seated: Seated) -> None:
        """Shows a session over the open box, soon; one that was played is left."""
        self.leave()
        self._give_up_coming()
        self._coming = seated
        self._settle()
        # What leaves and what comes would hold the window up together.
        QTimer.singleShot(0, self, self._show_coming)

    def _give_up_coming(self) -> None:
        """A session that was about to be shown is not."""
        coming, self._coming = self._coming, None
        if coming is not None:
            coming.journal.close()

    def _show_coming(self) -> None:
        document, seated = self._open_box.document, self._coming
        if seated is None:
            return
        if document is None:
            self._give_up_coming()
            return
        self._coming = None
        session = Session(seated.journal, seated.history, seated.mine)
        hidden = hides(document, session.record)
        stacks = document.ruleset.play.stacks if document.ruleset is not None else Stacks()
        session.binding = document.ruleset is None or stacks.binding
        covered = hidden and session.record.began.kind == "hot_seat"
        asked = session.state.owed[0].side if session.state.owed else ""
        first = asked or session.state.moment.side or next(iter(session.state.order), "")
        live = LivePlay(
            document,
            session,
            stacks,
            self,
            journal=seated.journal,
            memory=seated.memory,
            hides=hidden,
            eyes=frozenset((first,)) if covered and first else None,
            secret_points=document.ruleset.play.are_secret if document.ruleset is not None else lambda what: False,
        )
        self._live, self._document, self._whose = live, document, session.state.moment.side
        for keys in seated.keys:
            live.open_keys(keys)
        live.added.connect(self._follow)
        live.looked.connect(lambda _: self._show_look())
        live.eyes_changed.connect(self._take_answers_away)
        live.refused.connect(self._status.show_passing)
        live.unwritten.connect(partial(self._notices.tell, WARNING))
        self._keep(live)
        for desk in (self.seats, self.exporting, self.secrets, self.chits, self.draw_all, self.rescue):
            desk.use(live)
        if (tools := self._tools()) is not None:
            combat = tools.combat.combat
            combat.tell_drawn, tools.context.procedures.give_back = self.chits.tell, self.chits.put_back
            self.draw_all.fighting = lambda: tuple(each.unit for each in combat.drawing if not each.told)
        self._open_box.show_play()
        self._show_look()
        self._calm_soon()
        self._notices.withdraw(OPEN_BEFORE)
        warnings = [*((seated.warning,) if seated.warning else ()), *odd_cups(document, session.record)]
        warnings += numbers_to_compare(session.record, seated.memory)
        if warnings:
            self._notices.tell(WARNING, " ".join(warnings))
        if waits := unanswered(live):
            self._notices.tell(WAITING, waits, [(self.tr("To the &dice"), self._front_dice)])
        self._view.setFocus()
        if covered:
            self.seats.change(first)

    def _front_dice(self) -> None:
        """Shows the panel of dice, which is made after this."""
        self._actions["panel.dice"].trigger()

    def _keep(self, live: LivePlay) -> None:
        """Notes which session is played, so that it can be found again, whatever happens."""
        assert live.path is not None and live.memory is not None
        self._settings.add_played(live.path)
        self._settings.playing = live.path
        self._settings.keep_text(own_key(live.session.record.began.session, live.memory.side), str(live.path))
        try:
            live.remember()
        except (CoreError, OSError) as problem:
            self._notices.tell(WARNING, self.tr("What is seen of this session cannot be remembered. %s") % problem)

    def _settle(self) -> None:
        """Puts away what writes the game: windows beside the map, and tools that draw."""
        for dialog in self._window.findChildren(QDialog):
            if dialog.isVisible() and not dialog.isModal():
                dialog.close()
        tools = self._tools()
        if tools is not None and tools.current.group == "draw":
            tools.choose(tools.units.id)

    def leave(self) -> None:
        """Leaves the session; the window shows the scenario again."""
        live = self._live
        if live is None:
            return
        told = self._end(live)
        self._settings.playing = None
        self._calm_soon()
        self._open_box.show_play()
        self._status.show_passing(told or self.tr("The session was left; its journal keeps everything."))

    def _leave_keeping(self) -> "Mapping[str, Keys]":
        """Leaves the session for a file that goes on with it; gives the keys that were open, so that nobody is asked again."""
        kept = dict(self._live.keys) if self._live is not None else {}
        self.leave()
        return kept

    def _calm_soon(self) -> None:
        # In a turn of its own: all panels at once would hold the window up.
        QTimer.singleShot(0, self, lambda: self._calm(self._live is not None))

    def _calm(self, playing: bool) -> None:
        """While a session is played the window shows what playing needs; menus that make a game are not there."""
        for menu in (self._menus.draw, self._menus.arrange):
            menu.menuAction().setVisible(not playing)
        self._layouts.play(playing)

    def leave_box(self) -> None:
        """The open box is being closed, and its session with it; one that waits for a box goes on waiting."""
        self._give_up_coming()
        if self._live is not None:
            self._end(self._live)
            self._calm(False)
            self._settings.playing = None

    def shut_down(self) -> None:
        """The program ends: the session is offered again at the next start."""
        self.opening.drop()
        self._give_up_coming()
        if self._live is not None:
            path = self._live.path
            self._end(self._live)
            self._settings.playing = path

    def _end(self, live: LivePlay) -> str:
        self._live = self._document = None
        for desk in (self.seats, self.exporting, self.secrets, self.chits, self.draw_all, self.rescue):
            desk.use(None)
        if self.reason_dialog is not None:
            self.reason_dialog.reject()
        self._notices.withdraw(WARNING)
        self._notices.withdraw(WAITING)
        told = live.end()
        self.bar.tell("")
        live.deleteLater()
        return told

    def offer_last(self) -> None:
        """Offers the session that was played when the program last ended, however it did."""
        path = self._settings.playing
        if path is None:
            return
        if not path.is_file():
            self._settings.playing = None
            return
        if in_use(path):
            # Another window plays it now; it is offered when that one has ended.
            return
        text = self.tr("The session “%s” was being played when Phaseline last ended.") % path.stem
        go_on = self.tr("Go on with it"), partial(self.opening.open, path)
        not_now = self.tr("Not now"), lambda: setattr(self._settings, "playing", None)
        self._notices.tell(OPEN_BEFORE, text, [go_on, not_now])

    def _withdraw_offer(self, path: Path) -> None:
        """The session that is offered is being opened."""
        if path == self._settings.playing:
            self._notices.withdraw(OPEN_BEFORE)

    def _show_played(self) -> None:
        self._menus.show_played([*self._settings.played(), *shipped_sessions()])

    # What follows it ----------------------------------------------------------------------------------------------------------

    def _follow(self, entry: Entry) -> None:
        live = self._live
        if live is None:
            return
        self._show_look()
        if WAITING in self._notices.texts and not unanswered(live):
            self._notices.withdraw(WAITING)
        side = self._acts(live)
        if side != self._whose:
            self._whose = side
            covers = live.kind == "hot_seat" and live.hides and self._actions["play.cover"].isChecked()
            if covers and side and side not in live.eyes:
                self.seats.change(side)

    def _acts(self, live: LivePlay) -> str:
        """The side that acts in the phase, which under some rules is not the one that is activated."""
        state, course = live.session.state, self._course()
        step = course.step(state) if course is not None else None
        acting = step.acting(state.order, state.moment.side) if step is not None else ()
        return acting[0] if len(acting) == 1 else state.moment.side

    def _show_look(self) -> None:
        """Says above the map what is looked at, unless it is the present."""
        live = self._live
        words = ""
        if live is not None and not live.latest:
            moment = live.session.state_at(live.shown).moment
            when = self.tr("turn %d") % moment.turn if moment.turn else self.tr("before the start")
            words = self.tr("You look at entry {entry} of {all}, {when}. Nothing can be changed here.")
            words = words.replace("{entry}", str(live.shown)).replace("{all}", str(live.session.number)).replace("{when}", when)
        self.bar.tell(words)
        if live is not None:
            allow_history(self._actions, live.document)
            self._open_box.show_play_title()

    def _take_answers_away(self) -> None:
        """What one side has asked and taken in hand is not left lying for the next one."""
        tools = self._tools()
        if tools is not None and self._live is not None:
            for tool in tools.tools.values():
                tool.clear_for_others()
            # Whoever is to answer what the rules ask finds it in front.
            answers = tools.context.procedures.is_ours
            tools.choose(tools.leading.id if answers else tools.units.id)
            self._live.document.units.set()
            # The hex that somebody had the cursor on looks like one of his counters that is selected.
            self._view.set_cursor_hex(None)
        self._open_box.show_play()

    def show_present(self) -> None:
        """The map shows the session as it is now."""
        if self._live is not None:
            self._live.look_at_present()
            self._view.setFocus()

    # Undo and branches --------------------------------------------------------------------------------------------------------

    def undo(self, why: str = "") -> None:
        """Goes back to before the last change; asks why where something stands against it."""
        live = self._live
        if live is None:
            return
        try:
            live.undo(why)
        except NeedsReason as needed:
            # What was drawn is passed over (`core.play.session`), so that the change meant may lie further back than the last.
            about = self.tr("This takes back “%s”.") % live.undone_next if live.undone_next else ""
            self._ask_why(needed.barriers, self.tr("&Undo"), lambda dialog: self.undo(dialog.why), about=about)
        except (WrongUse, OSError) as problem:
            self._status.show_passing(str(problem))

    def redo(self, why: str = "") -> None:
        """Does again what was undone last; asks why where something stands against it."""
        if self._live is None:
            return
        try:
            self._live.redo(why)
        except NeedsReason as needed:
            self._ask_why(needed.barriers, self.tr("&Redo"), lambda dialog: self.redo(dialog.why))
        except (WrongUse, OSError) as problem:
            self._status.show_passing(str(problem))

    def take_up(self) -> None:
        """Asks what the branch is called that grows from what is looked at, and plays on from there."""
        live = self._live
        if live is None or live.latest:
            return
        number = live.shown
        branch = self.tr("Play goes on from entry %d. What came after it stays in the journal as a branch.") % number
        barriers = live.session.barriers(number)
        if live.session.by_mail and any(barrier.firm for barrier in barriers):
            told = " ".join(barrier.sentence for barrier in barriers if barrier.firm)
            self._status.show_passing(self.tr("%s By mail it cannot be taken back.") % told)
            return

        def go(dialog: ReasonDialog) -> None:
            try:
                live.take_up(number, dialog.name, dialog.why)
            except (WrongUse, OSError) as problem:
                self._status.show_passing(str(problem))

        self._ask_why(barriers, self.tr("&Take up"), go, branch)

    def _ask_why(
        self,
        barriers: tuple[Barrier, ...],
        doing: str,
        then: Callable[[ReasonDialog], object],
        branch: str | None = None,
        about: str = "",
    ) -> None:
        if self.reason_dialog is not None:
            return
        dialog = ReasonDialog(self._window, barriers, doing, branch, about)
        live = self._live

        def answer(result: int) -> None:
            self.reason_dialog = None
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted and live is self._live:
                then(dialog)

        dialog.finished.connect(answer)
        self.reason_dialog = dialog
        dialog.open()
