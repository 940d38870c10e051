"""Joins the panel Turn to the session: how play goes from phase to phase, and what is looked after before it does."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMainWindow

from app.dialogs.play.conditions import PointsDialog, SkyDialog
from app.dialogs.play.formations import FormationRow, FormationsDialog
from app.dialogs.play.jump import JumpDialog, Stop
from app.dialogs.play.line import LineDialog
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.panels.play.turn import TurnPanel, TurnShown
from app.panels.play.words import condition_words, side_word, step_words, turn_words
from app.shell.actions import Actions
from app.shell.desks.play_hands import Hands
from app.workers.answers import Answers
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Several
from core.model.edits.state_edits import ChangeState
from core.model.oob import Formation
from core.model.scenario import ARRIVING
from core.model.state import GameState, Moment
from core.play.conditions import changed, put
from core.play.events import Overruled
from core.play.initiative import INITIATIVE, Initiative, barriers, initiative
from core.play.passage import back_to, begun_at, forced, passed, trails
from core.play.session import NeedsReason
from core.play.turns import Course, Step
from core.rules.kernel.findings import Finding
from core.rules.kernel.sequence import DESKS

SLOT = "audit"

QUICK_MS = 150
"""An audit that is quicker than this shows its findings at once, or none."""

SOME_TURNS = 3
"""So many turns ahead can be jumped to where the scenario does not say how many there are."""


class TurnDesk(QObject):
    """Shows where play stands and leads it on. `show_spot` brings a hex or a box beside the map into view, `open_task` starts
    what a task is done with, `front` shows a panel before those that share its place."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        panel: TurnPanel,
        hands: Hands,
        show_spot: Callable[[Hex | str], object],
        open_task: Callable[[str], object],
        front: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._window, self._answers, self._panel, self._hands = window, answers, panel, hands
        self._show_spot, self._open_task, self._front = show_spot, open_task, front
        self._document: Document | None = None
        self._live: LivePlay | None = None
        self._course: Course | None = None
        self._wanted: Moment | None = None
        self._ticket = self._seen = 0
        self._looking = QTimer(self, singleShot=True, interval=QUICK_MS)
        self._looking.timeout.connect(panel.show_findings)
        self.dialog: LineDialog | JumpDialog | SkyDialog | PointsDialog | FormationsDialog | None = None
        for name, do in (
            ("play.next_phase", self.next),
            ("play.previous_phase", self.back),
            ("play.jump", self.jump),
            ("play.sky", self.set_sky),
            ("play.points", self.set_points),
            ("play.formations", self.set_conditions),
        ):
            actions[name].triggered.connect(lambda _=False, do=do: do())
        panel.next_wanted.connect(self.next)
        panel.back_wanted.connect(self.back)
        panel.jump_wanted.connect(self.jump)
        panel.step_wanted.connect(self._go_to_step)
        panel.ticked.connect(self._tick)
        panel.opened.connect(self.open)
        panel.roll_wanted.connect(self._roll_for_initiative)
        panel.first_wanted.connect(self._decide)
        panel.activated.connect(self._activate)
        panel.named.connect(self._name)
        panel.findings.go_on.connect(self.go_on)
        panel.findings.stay.connect(self.stay)
        panel.findings.mend_wanted.connect(self._mend)
        panel.findings.show_wanted.connect(self._show)
        panel.findings.overrule_wanted.connect(self._overrule)

    @property
    def course(self) -> Course | None:
        """The course of the game that is played, None without rules."""
        return self._course

    def use(self, document: Document | None, live: LivePlay | None) -> None:
        """Shows another session; None for none."""
        self.stay()
        self._document, self._live, self._course = document, live, None
        if document is None or live is None or document.ruleset is None:
            self._panel.clear()
            return
        began = live.session.record.began
        ruleset = document.ruleset
        choices = ruleset.choices(began.options)
        self._course = Course(ruleset.sequence, choices, began.in_the_open, document.box, ruleset.play)
        self.refresh()

    def refresh(self) -> None:
        """Shows the state that the map shows."""
        live, course, document = self._live, self._course, self._document
        if live is None or course is None or document is None:
            return
        state, players = document.state, live.session.players
        rolled = initiative(live.session, course, state, live.shown)
        shown = TurnShown(
            course,
            state,
            players,
            tuple(document.box.oob.formations),
            self._points(course, live, state),
            self._initiative(live, rolled),
            self._hands.why_not,
            condition_words(course, state, players, document.box),
            rolled is not None and bool(rolled.best),
            bool(document.methods),
            _present(document) if course.asks(state) else frozenset(),
            _over(course, state),
        )
        if self._panel.at_end and self._hands.why_not:
            self.stay()
        elif self._panel.at_end and self._wanted is not None and not self._ticket and self._outdated(live):
            self._look_through()
        self._panel.show_turn(shown)

    # From phase to phase -------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """Ends the phase: it is looked through first. Asked once more when that is seen, it goes on whatever is found."""
        live, course = self._live, self._course
        if live is None or course is None:
            return
        if self._wanted is not None:
            if self._panel.at_end:
                self.go_on()
            return
        moment = course.next(live.session.state)
        if moment is None:
            self._hands.tell(self.tr("This is the end of the last turn; the scenario has no further one."))
            return
        self._leave_for(moment)

    def back(self) -> None:
        """Goes back to the phase before."""
        live, course = self._live, self._course
        if live is None or course is None:
            return
        moment = course.previous(live.session.state, passed(live.session))
        if moment is None:
            self._hands.tell(self.tr("There is nothing before this: play has not begun."))
        else:
            self._go(moment)

    def jump(self) -> None:
        """Asks for a phase of any turn, and goes there."""
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        dialog = JumpDialog(self._window, self._stops(course, live))

        def answer() -> None:
            stop = dialog.chosen
            if stop is not None:
                self._attempt(lambda: course.at(live.session.state, stop.turn, stop.phase, stop.side))

        dialog.accepted.connect(answer)
        self._open(dialog)

    def go_on(self) -> None:
        """Leaves the phase for the moment that is wanted, whatever was found."""
        moment = self._wanted
        self.stay()
        if moment is not None:
            self._go(moment)

    def stay(self) -> None:
        """Stays in the phase; what looks it through is given up."""
        self._looking.stop()
        if self._ticket:
            self._answers.cancel(self._ticket)
        self._ticket, self._wanted = 0, None
        self._panel.show_phase()

    def _leave_for(self, moment: Moment) -> None:
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        step = course.step(live.session.state)
        if step is None or not (step.phase.checks or step.phase.removes):
            self._go(moment)
            return
        self._wanted = moment
        self._look_through()
        self._looking.start()

    def _look_through(self) -> None:
        """Has the worker look the phase through, as those who look at the screen may see it."""
        live, document, course = self._live, self._document, self._course
        if live is None or document is None or course is None:
            return
        session, view, findings = live.session, live.view, self._panel.findings
        began, number = begun_at(session), session.number
        hidden = view.hidden(session.state)
        parameters = {
            "start": view.state(began).state,
            "state": document.state,
            "sheets": tuple(sheet for sheet in document.state.orders.values() if sheet.side in live.eyes),
            "around": view.state(begun_at(session, within=course.around(session.state))).state,
            "trails": {unit: way for unit, way in trails(session, began).items() if unit not in hidden},
            "forced": forced(session, began),
        }
        findings.show_looking(0, 1)

        def arrived(found: object) -> None:
            self._ticket = 0
            if live is not self._live or self._wanted is None or not isinstance(found, tuple):
                return
            if session.number != number:
                # Something was done meanwhile.
                self._look_through()
                return
            found = view.findings(found, session.state)
            if not found and not self._panel.at_end:
                self.go_on()
                return
            self._looking.stop()
            self._seen = number
            findings.show_findings(found)
            self._panel.show_findings()
            if found:
                self._front("turn")
                told = self.tr("Before the phase ends, %d findings are to be looked after.") % len(found)
                self._hands.tell(self.tr("Before the phase ends, look after one finding.") if len(found) == 1 else told)

        def refused(sentence: str) -> None:
            self._ticket = 0
            self._looking.stop()
            findings.show_fault(sentence)
            self._panel.show_findings()
            self._front("turn")

        self._ticket = self._answers.run(
            "audit_phase", parameters, arrived, lambda done, total, _: findings.show_looking(done, total), refused, slot=SLOT
        )

    def _outdated(self, live: LivePlay) -> bool:
        """Whether anything was done since what is found was looked for; that it is overruled changes nothing of it."""
        since = live.session.entries[self._seen :]
        return any(not isinstance(each.event, Overruled) for each in since)

    def _attempt(self, moment: Callable[[], Moment]) -> None:
        """Goes to a moment, or says why there is none."""
        try:
            self._go(moment())
        except WrongUse as problem:
            self._hands.tell(str(problem))

    def _go(self, moment: Moment, why: str = "") -> None:
        """Goes to a moment; back over the beginning of a turn play stands where it stood then."""
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        self.stay()
        session = live.session
        if moment.turn < session.state.moment.turn:
            try:
                live.take_up(back_to(session, moment.turn), why=why)
            except NeedsReason as needed:
                self._ask_why(str(needed), lambda given: self._go(moment, given))
                return
            except (WrongUse, OSError) as problem:
                self._hands.tell(str(problem))
                return
        if session.state.moment != moment:
            label = course.label(moment)
            live.do(Several(label, course.edits_to(session.state, moment, label)))

    def _ask_why(self, about: str, then: Callable[[str], object]) -> None:
        live = self._live

        def take(why: str) -> None:
            if live is self._live:
                then(why)

        self._open(LineDialog(self._window, self.tr("Go back to an earlier turn"), about, self.tr("&Go Back"), take))

    def _go_to_step(self, step: Step) -> None:
        live, course = self._live, self._course
        if live is not None and course is not None:
            state = live.session.state
            self._attempt(lambda: course.at(state, max(state.moment.turn, 1), step.id, step.side))

    def _activate(self, side: str, of: str) -> None:
        live, course = self._live, self._course
        if live is None or course is None:
            return
        try:
            self._leave_for(course.again(live.session.state, side, of, passed(live.session)))
        except WrongUse as problem:
            self._hands.tell(str(problem))

    def _name(self, side: str, of: str) -> None:
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        try:
            edit = course.edit_named(live.session.state, side, of)
        except WrongUse as problem:
            self._hands.tell(str(problem))
            return
        live.do(edit)

    # What is found -------------------------------------------------------------------------------------------------------

    def _mend(self, finding: Finding) -> None:
        live = self._live
        if live is None or not finding.edits or not self._hands.may():
            return
        label = next((edit.label for edit in finding.edits if edit.label), "") or "Mend what was found"
        live.do(Several(label, finding.edits), ruled=True)

    def _show(self, finding: Finding) -> None:
        document = self._document
        if document is None:
            return
        for spot in finding.spots[:1]:
            self._show_spot(spot)
        if finding.units and finding.spots:
            document.units.set(finding.units)
        elif finding.units:
            document.units.seek(finding.units)

    def _overrule(self, finding: Finding) -> None:
        live = self._live
        if live is None or not self._hands.may():
            return

        def take(why: str) -> None:
            if live is not self._live:
                return
            overrule = live.session.overrule
            if self._hands.add(lambda: overrule(finding.section, finding.text, why, live.acting)):
                self._panel.findings.settle(finding, self.tr("overruled"))

        about = self.tr("Why does it stay so? %s") % finding.text
        self._open(LineDialog(self._window, self.tr("Overrule [%s]") % finding.section, about, self.tr("&Overrule"), take))

    # What else there is --------------------------------------------------------------------------------------------------

    def open(self, what: str) -> None:
        """Starts what a task is done with: a question, or a desk."""
        if what == "weather":
            self.set_sky()
        elif what == "points":
            self.set_points()
        elif what == "arrivals":
            self._show_arrivals()
        elif what in DESKS:
            self._open_task(what)
        else:
            self._open_task(f"ask.{what}")

    def set_sky(self) -> None:
        """Asks for weather, light and sight of the turn."""
        live = self._live
        if live is None or not self._hands.may():
            return

        def take(said: Mapping[str, object]) -> None:
            now = live.session.state
            other = {name: value for name, value in said.items() if getattr(now, name) != value}
            if other and live is self._live:
                live.do(ChangeState("Set the weather, light and sight", other))

        self._open(SkyDialog(self._window, live.session.state, take))

    def set_points(self) -> None:
        """Asks what the sides have left, as far as those who look may know it."""
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        seen = {key: left for key, left in live.session.state.points.items() if _may_see(course, live, key)}
        sides = [(each.side, each.title) for each in live.session.players if each.side in live.session.mine]

        def take(amounts: Mapping[tuple[str, str], int]) -> None:
            points = live.session.state.points
            for key, amount in amounts.items():
                if points.get(key) != amount:
                    points = points.set(key, amount)
            if points != live.session.state.points and live is self._live:
                live.do(ChangeState("Say what is left", {"points": points}))

        self._open(PointsDialog(self._window, seen, sides, take))

    def set_conditions(self) -> None:
        """Asks what formations are, such as done or tired."""
        live, course, document = self._live, self._course, self._document
        if live is None or course is None or document is None or not self._hands.may():
            return
        kinds = course.conditions(live.session.state.order)
        if not kinds:
            self._hands.tell(self.tr("The rules of this game say nothing of conditions that formations are in."))
            return
        players, held = live.session.players, live.session.state.conditions
        known = [FormationRow(each.id, each.name or each.id, side_word(players, each.side)) for each in own_formations(live)]
        sides = [player for player in players if player.side in live.session.mine]
        whole = {formation for formation, _ in held}
        known += [FormationRow(each.side, self.tr("the whole side"), each.title) for each in sides if each.side in whole]

        def take(said: Mapping[tuple[str, str], str]) -> None:
            listed = {row.id for row in known}
            now = live.session.state.conditions
            for key in {key for key in now if key[0] in listed} | said.keys():
                now = put(now, *key, said.get(key, ""))
            if now != live.session.state.conditions and live is self._live:
                live.do(changed(now))

        dialog = FormationsDialog(self._window, tuple(kinds.values()), known, held, take)
        dialog.choose(live.session.state.moment.of)
        self._open(dialog)

    def _show_arrivals(self) -> None:
        """Selects the reinforcements that wait to be brought in, of the side whose phase it is where it is one's."""
        live, document = self._live, self._document
        lying = document.work.deployment.stack(ARRIVING) if document is not None else ()
        if document is not None and live is not None and (side := live.session.state.moment.side):
            counters = (document.box.oob.counter(id_) for id_ in lying)
            lying = tuple(each.id for each in counters if each is not None and each.side == side)
        if document is None or not lying:
            self._hands.tell(self.tr("No reinforcements wait to be brought in."))
            return
        document.units.seek(lying)

    def _tick(self, task: str, done: bool) -> None:
        live = self._live
        if live is None:
            return
        ticked = live.session.state.ticked
        ticked = ticked | {task} if done else ticked - {task}
        if live.do(ChangeState("Tick a task off" if done else "Take a tick back", {"ticked": ticked})) is None:
            self.refresh()

    def _roll_for_initiative(self) -> None:
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        step = course.step(live.session.state)
        way = next((roll.dice for roll in step.phase.rolls), "d6") if step is not None else "d6"
        for side in live.session.state.order:
            if not self._hands.add(lambda side=side: live.session.roll(way, side, INITIATIVE)):  # type: ignore[misc]
                return

    def _decide(self, first: str) -> None:
        live, course = self._live, self._course
        if live is None or course is None or not self._hands.may():
            return
        try:
            edits = course.decided(live.session.state, first)
        except WrongUse as problem:
            self._hands.tell(str(problem))
            return
        found = barriers(live.session, course, live.acting)
        if not found:
            for edit in edits:
                live.do(edit)
            return

        def go(why: str) -> None:
            noted = self._hands.add(lambda: live.session.note(why, live.acting, why=True)) if live is self._live else None
            if noted is not None:
                for edit in edits:
                    live.do(edit, because=noted.number)

        words = " ".join(each.sentence for each in found)
        asks = self.tr("%s Say why it is done all the same; the line stays in the journal.") % words
        self._open(LineDialog(self._window, self.tr("Who is first?"), asks, self.tr("&Go on"), go))

    def _initiative(self, live: LivePlay, found: Initiative | None) -> str:
        """What the dice for the order of the sides have said in this phase."""
        if found is None:
            return ""
        players = live.session.players
        told = ", ".join(f"{side_word(players, side)} {roll}" for side, roll in found.rolls.items())
        if found.tie:
            return self.tr("%s: a tie, roll again.") % told
        if not found.best:
            return told
        words = self.tr("{rolls}: {side} says who is first.")
        return words.replace("{rolls}", told).replace("{side}", side_word(players, found.best))

    def _points(self, course: Course, live: LivePlay, state: GameState) -> tuple[str, ...]:
        """What each side has left, as far as those who look may know it."""
        lines = []
        for player in live.session.players:
            kept = [
                f"{what}: {left}"
                for (side, what), left in sorted(state.points.items())
                if side == player.side and _may_see(course, live, (side, what))
            ]
            if kept:
                lines.append(f"{player.title} — {'; '.join(kept)}")
        return tuple(lines)

    def _stops(self, course: Course, live: LivePlay) -> Sequence[Stop]:
        """Everywhere that play can be jumped to."""
        state, players = live.session.state, live.session.players
        last = course.last or state.moment.turn + SOME_TURNS
        here = course.step(state)
        stops = [Stop(0, "", "", turn_words(course, 0), not state.moment.turn)]
        for turn in range(1, last + 1):
            for step in course.steps(turn, state.order):
                words = f"{turn_words(course, turn, whole=False)}: {step_words(step, players)}"
                at = turn == state.moment.turn and here is not None and step == here
                stops.append(Stop(turn, step.id, step.side, words, at))
        return stops

    def _open(self, dialog: LineDialog | JumpDialog | SkyDialog | PointsDialog | FormationsDialog) -> None:
        self.dialog = dialog
        dialog.finished.connect(lambda _: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: object) -> None:
        if self.dialog is dialog:
            self.dialog = None


def _present(document: Document) -> frozenset[str]:
    """The formations that have anything on the map, or about to come in."""
    pieces, oob = document.work.deployment.pieces, document.box.oob
    there = (id_ for id_, piece in pieces.items() if isinstance(piece.at, Hex) or piece.at == ARRIVING)
    return frozenset(counter.formation for id_ in there if (counter := oob.counter(id_)) is not None)


def _over(course: Course, state: GameState) -> frozenset[str]:
    """Those that have been active in the turn, as the words of their conditions say."""
    ends = {(id_, kind.ends) for id_, kind in course.rules.conditions.items() if kind.ends}
    return frozenset(of for (of, id_), word in state.conditions.items() if (id_, word) in ends)


def own_formations(live: LivePlay) -> tuple[Formation, ...]:
    """The formations of the sides that are played here."""
    return tuple(each for each in live.document.box.oob.formations if each.side in live.session.mine)


def _may_see(course: Course, live: LivePlay, key: tuple[str, str]) -> bool:
    """Whether those who look at the screen may know what a side has left of something."""
    kind = course.rules.kind_of(key[1])
    return kind is None or not kind.secret or key[0] in live.eyes
