"""Joins the panel Journal to the session: the film on the map, bookmarks and comments, rulings noted and asked again."""

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.dialogs.play.line import LineDialog
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.panels.play.journal import JournalPanel
from app.panels.play.journal_model import sentence
from app.panels.play.words import teller_of
from app.shell.actions import Actions
from app.shell.desks.play_hands import Hands
from app.shell.docks import Docks
from app.workers.answers import Answers
from core.play.events import Bookmarked, Entry, Noted, Ruled, Went
from core.play.passage import moment_of, turns

SLOT = "noted ruling"

OF_THE_PROGRAM = ("card ", "carriers ", "stack panel", "stacking drag")
"""How the slots begin of what nobody has asked for, and that is asked all the time."""

KEPT = 24
"""So many of the latest rulings can be noted."""


class JournalDesk(QObject):
    """Shows the entries of the session, and leads the map through them."""

    def __init__(
        self, window: QMainWindow, actions: Actions, answers: Answers, docks: Docks, panel: JournalPanel, hands: Hands
    ) -> None:
        super().__init__(window)
        self._window, self._actions, self._answers, self._docks = window, actions, answers, docks
        self._panel, self._hands = panel, hands
        self._document: Document | None = None
        self._live: LivePlay | None = None
        self._turns: tuple[tuple[int, int], ...] = ()
        self._asked: deque[tuple[str, Mapping[str, object], object]] = deque(maxlen=KEPT)
        self.dialog: LineDialog | None = None
        answers.ruled.connect(self._remember)
        for name, do in (
            ("play.film_back", partial(self.step, -1)),
            ("play.film_forward", partial(self.step, 1)),
            ("play.film_play", panel.film.toggle),
            ("play.find", self.find),
            ("play.bookmark", self.bookmark),
            ("play.comment", self.comment),
            ("play.note", self.note),
            ("play.note_ruling", self.note_ruling),
        ):
            actions[name].triggered.connect(lambda _=False, do=do: do())
        panel.look_wanted.connect(self.look)
        panel.take_up_wanted.connect(self._take_up)
        panel.bookmark_wanted.connect(self.bookmark)
        panel.comment_wanted.connect(self.comment)
        panel.again_wanted.connect(self.ask_again)

    def use(self, document: Document | None, live: LivePlay | None) -> None:
        """Shows another session, or the same through other eyes; None for none."""
        other = live is not self._live
        self._document, self._live = document, live
        if other:
            self._asked.clear()
        if document is None or live is None:
            self._panel.use(None)
            return
        phases = document.ruleset.sequence if document.ruleset is not None else ()
        view, session = live.view, live.session
        teller = teller_of(view, document.box, phases, document.ruleset)
        self._panel.use(session, lambda number: sentence(view, session, teller, number))
        self._turns = turns(session)
        self.show_place()

    def follow(self, entry: Entry) -> None:
        """Shows an entry that was added."""
        live = self._live
        if live is None:
            return
        self._panel.follow()
        event = entry.event
        if isinstance(event, Bookmarked | Noted) and event.on:
            self._panel.model.refresh(event.on)
        if isinstance(event, Went):
            self._panel.show_branches(live.session.branches(), live.session.present())
        if isinstance(event, Went) or moment_of(event) is not None:
            self._turns = turns(live.session)
        self.show_place()

    def show_place(self) -> None:
        """Shows which state the map shows."""
        live = self._live
        if live is None:
            return
        session, shown = live.session, live.shown
        way, marks = session.way(), self._turns
        if shown != session.number and not session.stands_on(session.number, shown):
            way, marks = session.way(shown), turns(session, shown)
        if live.latest:
            told = self.tr("The present")
        else:
            told = self.tr("Entry {entry} of {whole}")
            told = told.replace("{entry}", str(shown)).replace("{whole}", str(session.number))
        self._panel.show_place(way, marks, shown, live.latest, told)

    # The film ------------------------------------------------------------------------------------------------------------

    def look(self, number: int) -> None:
        """Has the map show the state after an entry."""
        live = self._live
        if live is not None and number and number != live.shown:
            live.look_at(number)

    def step(self, by: int) -> None:
        """Steps through the film."""
        if self._live is not None:
            self._panel.film.step(by)

    def find(self) -> None:
        """Brings the journal to the front, and the keyboard to where words are sought."""
        if self._live is not None:
            self._docks.front("journal")
            self._panel.seek()

    def _take_up(self, number: int) -> None:
        self._panel.film.stop()
        self.look(number)
        self._actions["play.take_up"].trigger()

    # Notes ---------------------------------------------------------------------------------------------------------------

    def bookmark(self, number: int = 0) -> None:
        """Asks for the name of an entry: of the one that is given, or is chosen in the journal, or looked at."""
        live, on = self._live, number or self._chosen()
        if live is None or not on or not self._hands.may_note():
            return
        before = live.session.record.bookmarks.get(on, "")

        def take(name: str) -> None:
            if name != before and live is self._live:
                self._hands.note(lambda: live.session.bookmark(on, name, live.acting))

        about = self.tr("A name to find entry %d by; none takes its bookmark away:") % on
        self._open(LineDialog(self._window, self.tr("Bookmark"), about, self.tr("&Keep"), take, before, empty=True))

    def comment(self, number: int = 0) -> None:
        """Asks for a comment on an entry: on the one that is given, or is chosen in the journal, or looked at."""
        live, on = self._live, number or self._chosen()
        if live is None or not on or not self._hands.may_note():
            return

        def take(text: str) -> None:
            if live is self._live:
                self._hands.note(lambda: live.session.note(text, live.acting, on))

        about = self.tr("A comment on entry {entry}: {words}")
        about = about.replace("{entry}", str(on)).replace("{words}", self._panel.model.text(on))
        self._open(LineDialog(self._window, self.tr("Comment"), about, self.tr("&Write"), take))

    def note(self) -> None:
        """Asks for a note."""
        live = self._live
        if live is None or not self._hands.may_note():
            return

        def take(text: str) -> None:
            if live is self._live:
                self._hands.note(lambda: live.session.note(text, live.acting))

        about = self.tr("A note for the journal, which both sides can read:")
        self._open(LineDialog(self._window, self.tr("Note"), about, self.tr("&Write"), take))

    def _chosen(self) -> int:
        """The entry that is chosen in the journal while it has the keyboard, else the one that is looked at."""
        live = self._live
        held = self._window.focusWidget()
        if live is not None and held is not None and self._panel.isAncestorOf(held):
            return self._panel.current or live.shown
        return live.shown if live is not None else 0

    def _open(self, dialog: LineDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(lambda _: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: LineDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    # Rulings -------------------------------------------------------------------------------------------------------------

    def _remember(self, slot: str, question: str, parameters: Mapping[str, object], ruling: object) -> None:
        if self._live is not None and not slot.startswith(OF_THE_PROGRAM):
            self._asked.append((question, parameters, ruling))

    def note_ruling(self) -> None:
        """Writes the ruling that is shown into the journal: what was asked, the verdict, and what it rests on."""
        live, document, shown = self._live, self._document, self._docks.ruling.shown
        found = next(((name, given) for name, given, ruling in reversed(self._asked) if ruling is shown), None)
        if live is None or document is None or not self._hands.may():
            return
        if shown is None or found is None:
            self._hands.tell(self.tr("No ruling is shown that was made in this session. Ask something first."))
            return
        question, parameters = found
        if told := self._answers.closed(question, parameters):
            self._hands.tell(told)
            return

        def arrived(ruled: object) -> None:
            if live is not self._live or not isinstance(ruled, Ruled):
                return
            if self._hands.add(lambda: live.session.rule(ruled, live.acting)) is not None:
                self._hands.tell(self.tr("Noted: %s") % f"{ruled.question}: {ruled.verdict}")

        def refused(sentence: str) -> None:
            told = self.tr("What stands under seal is not noted in the open. %s") if live.session.by_mail else "%s"
            self._hands.tell(told % sentence)

        state = document.state
        if live.session.by_mail:
            state = replace(live.view.without_keys().state(live.shown).state, without=state.without)
        given = {"question": question, "parameters": dict(parameters), "state": state, "by_mail": live.session.by_mail}
        self._answers.run("note_ruling", given, arrived, on_refused=refused, slot=SLOT)

    def ask_again(self, number: int) -> None:
        """Asks what a ruling was about once more, under the state of then, and says whether the same is ruled; its form shows
        what is ruled now."""
        live = self._live
        event = live.view.entry(number).event if live is not None else None
        if live is None or not isinstance(event, Ruled):
            return
        if told := self._answers.closed(event.question, dict(event.parameters)):
            # What adds up strengths stays shut, whoever has asked it before.
            self._hands.tell(told)
            return

        def arrived(ruled: object) -> None:
            if live is self._live and isinstance(ruled, Ruled):
                self._hands.tell(self._compared(event, ruled))

        state = live.view.without_keys().state(live.session.parent(number)).state
        given = {"question": event.question, "parameters": dict(event.parameters), "state": state}
        self._answers.run("note_ruling", given, arrived, on_refused=self._hands.tell, slot=SLOT)
        self._docks.front("ask")
        self._docks.ask.open(event.question)
        form = self._docks.ask.form
        if form is not None and form.heading.name == event.question:
            form.set_values(dict(event.parameters))
            self._docks.ask.ask()

    def _compared(self, then: Ruled, now: Ruled) -> str:
        """What has become of a ruling that was asked again."""
        if now.digest == then.digest:
            return self.tr("Asked again: the same ruling, %s.") % then.verdict
        told = self.tr("Asked again: {now}, where the journal says {then}.")
        told = told.replace("{now}", now.verdict).replace("{then}", then.verdict)
        if now.verdict == then.verdict:
            told = self.tr("Asked again: %s as before, but for other reasons or with other numbers.") % now.verdict
        return told + " " + self.tr("The data of the ruleset have changed since.") if now.rules != then.rules else told
