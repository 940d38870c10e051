"""Joins cups and chits to the session: the worker works out what is added, the map shows under which units chits lie."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMainWindow

from app.dialogs.play.chits import ChitRow, ChitsDialog, CupRow, FillDialog
from app.documents.live_play import LivePlay
from app.shell.actions import Actions
from app.shell.desks.units_menu import UnitsMenu
from app.shell.questions import Choice, ask, nothing
from app.workers.answers import Answers
from app.workers.play_answers import CupAnswer
from core.base.errors import CoreError
from core.model.edits.state_edits import ChangeState
from core.model.state import Held
from core.play.chits import Chit
from core.play.events import Drew, PutBack
from core.play.session import TABLE
from core.rules.kernel.play_rules import CupRule

if TYPE_CHECKING:
    from core.play.cups import Secret

SLOT = "cups"


class PlayChits(QObject):
    """Shows one dialog at a time; it goes when the session is left or somebody else looks at the screen."""

    def __init__(self, window: QMainWindow, actions: Actions, answers: Answers) -> None:
        super().__init__(window)
        self._window, self._answers = window, answers
        self._live: LivePlay | None = None
        self.dialog: ChitsDialog | None = None
        self.filling: FillDialog | None = None
        actions["play.chits"].triggered.connect(lambda _=False: self.show())

    def use(self, live: LivePlay | None) -> None:
        """Another session is played, or none."""
        self._live = live
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
    def rules(self) -> Mapping[str, CupRule]:
        """The cups that there are under the rules in force."""
        live = self._live
        ruleset = live.document.ruleset if live is not None else None
        if live is None or ruleset is None:
            return {}
        choices = ruleset.choices(live.session.record.began.options)
        return {rule.id: rule for rule in ruleset.play.cups_in(choices)}

    def show(self) -> None:
        """Shows the cups and the chits that are out."""
        live = self._live
        if live is None or self.dialog is not None:
            return
        if not self.rules and not live.session.record.cups:
            told = self.tr("Under the rules of this session no chits are drawn.")
            ask(self._window, self.tr("Chits"), told, "", [Choice(self.tr("Close"), nothing, away=True)])
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
        for each in (self.filling, self.dialog):
            if each is not None:
                each.reject()

    def _forget(self) -> None:
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
            drawing = self._drawing(rule) if rule is not None and for_units else ()
            shown.append(CupRow(name, title, state.inside, len(state.out), True, drawing, for_units))
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
        return ChitRow(chit.seal, title, name if chit.unit else "", owner, chit.value, reduced, may_act)

    def _drawing(self, rule: CupRule) -> tuple[tuple[str, str], ...]:
        """The units that may draw from a cup: those in play of who looks at the screen, that print it and have no chit."""
        live = self._live
        assert live is not None
        state, units = live.session.state, live.session.record.began.units
        oob, pieces = live.document.box.oob, state.deployment.pieces if state.deployment is not None else {}
        found = []
        for id_ in pieces:
            counter = oob.counter(id_)
            word = str(counter.values.get(rule.prints, "")) if counter is not None else ""
            if word.casefold() == rule.word.casefold() and id_ not in state.held and units.get(id_, ("", ""))[0] in live.eyes:
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
            self._run({"do": do, "cup": what, "unit": for_unit, **more})
        elif do == "turn":
            self._turn(what)
        else:
            self._run({"do": do, "seal": what})

    def _settle(self) -> None:
        """By mail this program adds what it owes to cups as soon as it has the file and the keys."""
        live = self._live
        if live is None or not live.session.by_mail or not live.session.record.cups:
            return
        side = live.acting
        if side in live.keys and not live.session.may_act(side):
            self._run({"do": "settle"})

    def _turn(self, seal: str) -> None:
        live = self._live
        assert live is not None
        held = live.session.state.held
        for unit, lying in held.items():
            if lying.seal == seal:
                turned = Held(lying.cup, lying.seal, not lying.reduced)
                live.do(ChangeState("Turn a chit", {"held": held.set(unit, turned)}))
                return

    def _ask_contents(self, cup: str) -> None:
        rule = self.rules.get(cup)
        if rule is None or self.filling is not None:
            return
        dialog = FillDialog(self.dialog, rule.title, rule.about, self._proposed(rule))

        def answer(result: int) -> None:
            self.filling = None
            if result == QDialog.DialogCode.Accepted:
                self._run({"do": "fill", "cup": cup, "contents": dialog.contents})
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
        box = live.document.box
        if rule.of == "sides":
            return {player.title: 1 for player in live.session.players}
        if rule.of == "formations":
            return {formation.name: 1 for formation in box.oob.formations if not formation.parent}
        try:
            return rule.chits(ruleset.book(box))
        except CoreError as problem:
            self._say(str(problem))
            return {}

    def _run(self, wish: Mapping[str, object]) -> None:
        """Has the worker work out what is added, and adds it."""
        live = self._live
        if live is None:
            return
        side = live.acting
        try:
            secret = self._secret(live, side)
        except CoreError as problem:
            self._say(str(problem))
            return
        number = live.session.number

        def take(found: object) -> None:
            assert isinstance(found, CupAnswer)
            if live is not self._live:
                return
            if live.session.number == number:
                self._add(live, side, str(wish.get("unit", "")), found)
            else:
                self._say(self.tr("Something else was done meanwhile; try it again."))

        parameters = {"record": live.session.record, "number": number, "by": side, "secret": secret, **wish}
        self._answers.run("cup_events", parameters, take, on_refused=self._say, slot=SLOT)

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

    def _add(self, live: LivePlay, side: str, unit: str, found: CupAnswer) -> None:
        by = side or TABLE
        try:
            for event in found.events:
                live.follow(live.session.add(event, by))
                held = live.session.state.held
                if isinstance(event, Drew) and unit and event.unit == unit and unit not in held:
                    live.do(ChangeState("Draw a chit", {"held": held.set(unit, Held(event.cup, event.seal))}), by)
                elif isinstance(event, PutBack):
                    for id_ in [id_ for id_, lying in held.items() if lying.seal == event.seal]:
                        live.do(ChangeState("Put a chit back", {"held": held.delete(id_)}), by)
        except (CoreError, OSError) as problem:
            self._say(str(problem))
            return
        self._say(self.tr("It says: %s") % found.value if found.value else "")

    def _say(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.tell(sentence)
