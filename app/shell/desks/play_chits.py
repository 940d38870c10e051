"""Joins cups and chits to the session: the worker works out what is added, the map shows under which units chits lie."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QMainWindow

from app.dialogs.play.chits import ChitRow, ChitsDialog, CupRow, FillDialog
from app.dialogs.play.line import LineDialog
from app.documents.live_play import LivePlay
from app.shell.actions import Actions
from app.shell.desks.units_menu import UnitsMenu
from app.shell.questions import Choice, ask, nothing
from app.workers.answers import Answers
from app.workers.play_answers import CupAnswer
from core.base.errors import CoreError
from core.model.edits.state_edits import ChangeState
from core.model.state import Held
from core.play import returning
from core.play.chits import Chit, cup_of, owner_of, told
from core.play.declaring import fault_of_draw
from core.play.events import Drew, Event, Opened, PutBack
from core.play.session import TABLE
from core.rules.kernel.play_rules import CupRule
from core.rules.kernel.rulings import Ruling

if TYPE_CHECKING:
    from core.play.cups import Secret

SLOT = "cups"
SLOT_OF_CONTENTS = "cups: contents"


class PlayChits(QObject):
    """Shows one dialog at a time; it goes when the session is left or somebody else looks at the screen. `told` carries what is
    to be said when no dialog is there to say it."""

    told = Signal(str)

    def __init__(self, window: QMainWindow, actions: Actions, answers: Answers) -> None:
        super().__init__(window)
        self._window, self._answers = window, answers
        self._live: LivePlay | None = None
        self.dialog: ChitsDialog | None = None
        self.filling: FillDialog | None = None
        self.line_dialog: LineDialog | None = None
        self._ticket = 0
        self._due: list[str] = []
        self._to_tell: list[str] = []
        actions["play.chits"].triggered.connect(lambda _=False: self.show())

    def use(self, live: LivePlay | None) -> None:
        """Another session is played, or none."""
        self._live = live
        self._due.clear()
        self._to_tell.clear()
        self._close()
        if live is not None:
            live.eyes_changed.connect(self._close)
            live.added.connect(lambda _: self._fill())
            live.keys_changed.connect(self._settle)
            self._settle()
        menu = self._window.findChild(UnitsMenu)
        if menu is not None:
            menu.chits = self.show if self.rules else None

    @property
    def live(self) -> LivePlay | None:
        """The session that is played; None for none."""
        return self._live

    @property
    def rules(self) -> Mapping[str, CupRule]:
        """The cups that there are under the rules in force."""
        live = self._live
        ruleset = live.document.ruleset if live is not None else None
        if live is None or ruleset is None:
            return {}
        choices = ruleset.choices(live.session.record.began.options)
        return {rule.id: rule for rule in ruleset.play.cups_in(choices, live.session.state.moment.turn)}

    def show(self) -> None:
        """Shows the cups and the chits that are out."""
        live = self._live
        if live is None or self.dialog is not None:
            return
        if not self.rules and not live.session.record.cups:
            none = self.tr("Under the rules of this session no chits are drawn.")
            ask(self._window, self.tr("Chits"), none, "", [Choice(self.tr("Close"), nothing, away=True)])
            return
        dialog = ChitsDialog(self._window)
        dialog.wanted.connect(self._do)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        self._fill()
        for chosen in live.document.units.ids[:1]:
            dialog.choose_unit(chosen)
        dialog.setModal(True)
        dialog.show()

    def _close(self) -> None:
        for each in (self.line_dialog, self.filling, self.dialog):
            if each is not None:
                each.reject()

    def _forget(self) -> None:
        # Who closes the dialog gives up what is still being worked out; nothing was added yet.
        self._answers.cancel(self._ticket)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    # What is shown ------------------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        live = self._live
        if live is None or self.dialog is None:
            return
        from core.play import cups

        record, rules = live.session.record, self.rules
        shown, out = [], []
        for name in dict.fromkeys((*rules, *sorted(record.cups))):
            rule = rules.get(name)
            title = rule.title if rule is not None else name
            if name not in record.cups:
                shown.append(CupRow(name, title))
                continue
            state = cups.state(record, name)
            for_units = rule is not None and bool(rule.prints)
            drawing = self.may_draw(rule) if rule is not None and for_units else ()
            in_combat = any(cup == name for cup, _ in record.began.combat_cups)
            shown.append(CupRow(name, title, state.inside, len(state.out), True, drawing, for_units, in_combat))
            out += [self._row(chit, title) for chit in state.out]
        self.dialog.show_rows(shown, out)

    def _row(self, chit: Chit, title: str) -> ChitRow:
        """A chit as who looks at the screen may know it: a unit that is out of sight is not named."""
        live = self._live
        assert live is not None
        units, seen = live.session.record.began.units, live.view.state().state
        own = not chit.owner or chit.owner in live.eyes
        visible = own or (seen.deployment is not None and chit.unit in seen.deployment.pieces)
        name = (units.get(chit.unit, ("", ""))[1] or chit.unit) if visible else self.tr("a unit out of sight")
        owner = live.session.title(chit.owner) if chit.owner else ""
        held = live.session.state.held.get(chit.unit)
        reduced = visible and held is not None and held.seal == chit.seal and held.reduced
        may_act = own and (not live.session.by_mail or chit.owner in live.session.mine)
        # A chit for both to see is put back by whoever has the file.
        may_act = may_act or (live.session.by_mail and not chit.unit)
        return ChitRow(chit.seal, title, name if chit.unit else "", owner, chit.value, reduced, may_act)

    def may_draw(self, rule: CupRule) -> tuple[tuple[str, str], ...]:
        """The units that may draw from a cup: those in play of who looks at the screen, that print it, have no chit, and
        fight where it is for combat."""
        live = self._live
        assert live is not None
        state, record = live.session.state, live.session.record
        units = record.began.units
        oob, pieces = live.document.box.oob, state.deployment.pieces if state.deployment is not None else {}
        found = []
        for id_ in pieces:
            counter = oob.counter(id_)
            word = str(counter.values.get(rule.prints, "")) if counter is not None else ""
            own = units.get(id_, ("", ""))[0] in live.eyes and id_ not in state.held
            if own and word.casefold() == rule.word.casefold() and not fault_of_draw(record, state, rule.id, id_):
                found.append((id_, units.get(id_, ("", id_))[1] or id_))
        return tuple(sorted(found, key=lambda each: each[1]))

    # What is done -------------------------------------------------------------------------------------------------------------

    def _do(self, do: str, what: str, unit: str) -> None:
        live = self._live
        if live is None or not what:
            return
        if do == "fill":
            self._ask_contents(what)
        elif do == "draw":
            rule = self.rules.get(what)
            for_unit = unit if rule is not None and rule.prints else ""
            more = {"draws": rule.drawn, "public": not rule.secret} if rule is not None else {}
            self.run({"do": do, "cup": what, "unit": for_unit, **more})
        elif do == "turn":
            self._turn(what)
        elif do == "back":
            self._put_back(what)
        else:
            self.run({"do": do, "seal": what})

    def _settle(self) -> None:
        """By mail this program adds what it needs of cups itself as soon as it has the file and the keys."""
        if self._may_pay:
            self.run({"do": "settle"})

    def pay(self, then: Callable[[], object]) -> None:
        """Adds what this side owes to cups, before it hands the file over, and goes on with `then`."""
        if self._may_pay:
            self.run({"do": "hand over"}, then)
        else:
            then()

    @property
    def _may_pay(self) -> bool:
        live = self._live
        if live is None or not live.session.by_mail or not live.session.record.cups:
            return False
        return live.acting in live.keys and not live.session.may_act(live.acting)

    def put_back(self, units: Iterable[str]) -> None:
        """Puts the chits of units back that have lost the steps for them, one after the other; by mail each side its own."""
        live = self._live
        if live is None:
            return
        record, held = live.session.record, live.session.state.held
        seals = [held[unit].seal for unit in units if unit in held]
        self._due += [seal for seal in seals if not live.session.by_mail or owner_of(record, seal) in live.session.mine]
        self._put_next_back()

    def _put_next_back(self) -> None:
        if self._due:
            self._put_back(self._due.pop(0), then=self._put_next_back)

    def fill_by_rules(self, rule: CupRule, then: Callable[[], object]) -> bool:
        """Fills a cup with what the chart of the rules lists, and goes on with `then`; False where none lists it."""
        contents = self._proposed(rule) if rule.chart else {}
        if contents:
            self.run({"do": "fill", "cup": rule.id, "contents": contents}, then)
        return bool(contents)

    def tell(self, units: Iterable[str]) -> None:
        """Tells everybody the chits of units, one after the other: those of who looks at the screen, by mail each side its own.

        Strengths are shown once all support is declared, right before the roll. [VCS 9.2]
        """
        live = self._live
        if live is None:
            return
        record, held = live.session.record, live.session.state.held
        own = live.session.mine & live.eyes
        seals = [held[unit].seal for unit in units if unit in held and not told(record, held[unit].seal)]
        self._to_tell = [seal for seal in seals if owner_of(record, seal) in ("", *own)]
        if not self._to_tell:
            self.say(self.tr("Each side tells its own chits: its player does it."))
        self._tell_next()

    def _tell_next(self) -> None:
        if self._to_tell:
            self.run({"do": "tell", "seal": self._to_tell.pop(0)}, self._tell_next)

    def _turn(self, seal: str) -> None:
        live = self._live
        assert live is not None
        held = live.session.state.held
        for unit, lying in held.items():
            if lying.seal == seal:
                turned = Held(lying.cup, lying.seal, not lying.reduced)
                live.do(ChangeState("Turn a chit", {"held": held.set(unit, turned)}))
                return

    def _put_back(self, seal: str, steps: int | None = None, then: Callable[[], object] | None = None) -> None:
        """Puts a chit back, and goes on with `then`: with a line of why where it stands for more steps than its unit has lost.
        How many it stands for is known by what it says."""
        live = self._live
        assert live is not None
        record, state = live.session.record, live.session.state
        chit = record.chits.get(seal)
        rule = self.rules.get(chit.cup) if chit is not None else None
        section = rule.returns if rule is not None else ""
        stands_for = steps if steps is not None else rule.steps if rule is not None else 0
        early = returning.barrier(record, state, seal, section, stands_for, live.session.number)
        if early is None or chit is None or rule is None:
            self.run({"do": "back", "seal": seal}, then)
        elif steps is None and returning.lost(state, chit.unit):
            unit, of = chit.unit, rule
            self._learn(seal, lambda value: self._put_back(seal, self._steps(of, unit, value), then))
        elif self.line_dialog is None:
            about = f"{early.sentence} {self.tr('Say in a line why; it stays in the journal.')}"

            def go(why: str) -> None:
                if live is self._live:
                    self.run({"do": "back", "seal": seal, "why": why}, then)

            title = self.tr("Put the chit back already?")
            self.line_dialog = LineDialog(self.dialog or self._window, title, about, self.tr("&Put it back"), go)
            self.line_dialog.finished.connect(self._forget_line)
            self.line_dialog.open()

    def _forget_line(self, _result: int = 0) -> None:
        self.line_dialog = None

    def _steps(self, rule: CupRule, unit: str, value: str) -> int:
        live = self._live
        ruleset = live.document.ruleset if live is not None else None
        counter = live.document.box.oob.counter(unit) if live is not None else None
        if live is None or ruleset is None or counter is None:
            return rule.steps
        return returning.steps_of(rule, ruleset.book(live.document.box), counter.values, value)

    def _learn(self, seal: str, then: Callable[[str], object]) -> None:
        """Has the worker look at a chit, and goes on with what it says."""
        live = self._live
        if live is None:
            return
        if value := told(live.session.record, seal):
            then(value)
            return
        try:
            secret = self._secret(live, live.acting)
        except CoreError as problem:
            self.say(str(problem))
            return

        def take(found: object) -> None:
            if live is self._live and isinstance(found, CupAnswer):
                then(found.value)

        wish = {"record": live.session.record, "number": live.session.number, "by": live.acting, "secret": secret}
        wish |= {"do": "look", "seal": seal}
        self._ticket = self._answers.run("cup_events", wish, take, on_refused=self.say, slot=SLOT)

    def _ask_contents(self, cup: str) -> None:
        rule = self.rules.get(cup)
        if rule is None or self.filling is not None:
            return
        if not rule.asks:
            self._offer(rule, self._proposed(rule))
            return
        live = self._live

        def arrived(ruling: Ruling) -> None:
            from core.play.cups import contents_asked

            if live is self._live and self.dialog is not None and self.filling is None:
                self._offer(rule, contents_asked(ruling))

        self._answers.ask(rule.asks, {}, arrived, on_refused=self.say, slot=SLOT_OF_CONTENTS)

    def _offer(self, rule: CupRule, proposed: Mapping[str, int]) -> None:
        """Shows what the rules put into a cup, which players may change before it is filled."""
        dialog = FillDialog(self.dialog, rule.title, rule.about, proposed)

        def answer(result: int) -> None:
            self.filling = None
            if result == QDialog.DialogCode.Accepted:
                self.run({"do": "fill", "cup": rule.id, "contents": dialog.contents})
            dialog.deleteLater()

        dialog.finished.connect(answer)
        self.filling = dialog
        dialog.setModal(True)
        dialog.show()

    def _proposed(self, rule: CupRule) -> Mapping[str, int]:
        """What lies in a cup by the rules: what its chart lists, a chit for each side or formation."""
        live = self._live
        ruleset = live.document.ruleset if live is not None else None
        if live is None or ruleset is None:
            return {}
        from core.play import cups

        box = live.document.box
        try:
            return cups.contents_by_rules(rule, live.session.record, box, ruleset.book(box))
        except CoreError as problem:
            self.say(str(problem))
            return {}

    def run(
        self,
        wish: Mapping[str, object],
        then: Callable[[], object] | None = None,
        keep: dict[str, Held] | None = None,
        stopped: Callable[[], object] | None = None,
    ) -> None:
        """Has the worker work out what is added, and adds it; then goes on with `then`, or with `stopped` where nothing could
        be added. What is drawn lies under its unit at once, or is put into `keep`."""
        live = self._live
        if live is None:
            return
        side = live.acting

        def refused(sentence: str) -> None:
            if stopped is not None:
                stopped()
            self.say(sentence)

        try:
            secret = self._secret(live, side)
        except CoreError as problem:
            refused(str(problem))
            return
        number = live.session.number

        def take(found: object) -> None:
            assert isinstance(found, CupAnswer)
            if live is not self._live:
                return
            if live.session.number != number:
                refused(self.tr("Something else was done meanwhile; try it again."))
            elif not self._add(live, side, str(wish.get("unit", "")), found, keep):
                if stopped is not None:
                    stopped()
            elif then is not None:
                then()

        def advance(done: int, total: int, _: object) -> None:
            if self.dialog is not None and total > 1:
                words = self.tr("Chits are being shuffled: {done} of {total} …")
                self.dialog.tell(words.replace("{done}", str(done)).replace("{total}", str(total)))

        parameters = {"record": live.session.record, "number": number, "by": side, "secret": secret, **wish}
        self._ticket = self._answers.run("cup_events", parameters, take, advance, refused, slot=SLOT)

    def _secret(self, live: LivePlay, side: str) -> "Secret":
        """What opens cups: the keys of a side by mail, else the key of the table. Raises WrongUse."""
        from core.base.errors import WrongUse
        from core.play import cups
        from core.play.memories import Memory

        if not live.session.by_mail:
            return cups.table_key(live.session.record, live.memory or Memory(live.session.record.began.session))
        if side not in live.keys:
            raise WrongUse(self.tr("The keys of this side are shut; open the session again with the pass phrase."))
        return live.keys[side]

    @staticmethod
    def _doer(live: LivePlay, event: Event, by: str) -> str:
        """Who tells a chit and puts it back: its owner, where both sit at the screen."""
        seal = event.id if isinstance(event, Opened) else event.seal if isinstance(event, PutBack) else ""
        own = owner_of(live.session.record, seal)
        return own if own in live.eyes and not live.session.by_mail else by

    def _add(self, live: LivePlay, side: str, unit: str, found: CupAnswer, keep: dict[str, Held] | None = None) -> bool:
        """Adds what the worker has found; whether all of it was added. What is drawn is put into `keep`, where there is one."""
        from core.play import cups

        by = side or TABLE
        cups.vouch(found.marks)
        try:
            for event in found.events:
                live.follow(live.session.add(event, self._doer(live, event, by)))
                held = live.session.state.held
                if isinstance(event, Drew) and unit and event.unit == unit and unit not in held:
                    if keep is not None:
                        keep[unit] = Held(event.cup, event.seal)
                        continue
                    live.do(ChangeState("Draw a chit", {"held": held.set(unit, Held(event.cup, event.seal))}), by)
                elif isinstance(event, PutBack):
                    for id_ in [id_ for id_, lying in held.items() if lying.seal == event.seal]:
                        live.do(ChangeState("Put a chit back", {"held": held.delete(id_)}), by)
                elif isinstance(event, Opened):
                    self._lead_on(live, event, by)
        except (CoreError, OSError) as problem:
            self.say(str(problem))
            return False
        said = self.tr("It says: %s") % found.value if found.value else ""
        if live.session.by_mail and any(isinstance(event, Drew) for event in found.events):
            said = self.tr("It is drawn. What it says is known when the file has gone to the other side and come back.")
        self.say(said)
        return True

    def _lead_on(self, live: LivePlay, event: Opened, by: str) -> None:
        """What was drawn last is told to the question that it answers, once all of it is known."""
        from core.play.cup_leads import led_on

        session = live.session
        rule = self.rules.get(cup_of(session.record, event.id))
        edit = led_on(session.record, session.state, rule) if rule is not None else None
        if edit is not None:
            live.do(edit, by)

    def say(self, sentence: str) -> None:
        """Says something in the dialog, or passingly without one."""
        if self.dialog is not None:
            self.dialog.tell(sentence)
        elif sentence:
            self.told.emit(sentence)
