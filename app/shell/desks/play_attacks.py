"""Joins attacks to the session: they are declared from the map, stand in the panel Turn, and are resolved.

Where the rules say so, the questions that add up strengths stay shut until one is declared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QMainWindow

from app.canvas.view import MapView
from app.dialogs.play.attack import AttackDialog, Target
from app.dialogs.play.line import LineDialog
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.panels.play.attacks import AttackRow
from app.shell.actions import Actions
from app.shell.desks.play_hands import Hands
from app.shell.desks.units_menu import UnitsMenu
from app.shell.docks import Docks
from app.widgets.rule_words import said
from app.workers.answers import Answers
from core.base.errors import CoreError, WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.state import LOADING, OF_PLACES, STIRRED, SUPPLIES, SUPPORT, WHERE_THEY_LIE, Declared
from core.play import attacking
from core.play.declaring import declared, is_fight
from core.play.odds import aimed_at, shut
from core.play.session import NeedsReason
from core.play.turns import Course
from core.questions.sentences import fill
from core.rules.kernel.play_rules import PlayRules, Stacks
from core.rules.kernel.rulings import Reason, Ruling

ATTACK = "attack"
"""What is declared where the rules name nothing."""


class PlayAttacks(QObject):
    """Declares and resolves attacks. `show_spot` brings a hex or a box beside the map into view, `course` tells the course of
    the game, None without rules. `fights` says of what is declared whether it is fought on the map; `fight_wanted` carries what
    is to be."""

    fight_wanted = Signal(object)

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        docks: Docks,
        view: MapView,
        hands: Hands,
        show_spot: Callable[[Spot], object],
        course: Callable[[], Course | None],
    ) -> None:
        super().__init__(window)
        self._course, self._answers = course, answers
        self._window, self._docks, self._view, self._hands, self._show_spot = window, docks, view, hands, show_spot
        self._document: Document | None = None
        self._live: LivePlay | None = None
        self._by, self._attackers, self._what = "", tuple[str, ...](), ATTACK
        self._menu: UnitsMenu | None = None
        self.dialog: AttackDialog | None = None
        self.line_dialog: LineDialog | None = None
        self.fights: Callable[[Declared], bool] = lambda attack: False
        answers.closed = self.closed
        actions["play.declare"].triggered.connect(lambda _=False: self.declare())
        docks.ask.declare_wanted.connect(actions["play.declare"].trigger)
        docks.turn.attacks.show_wanted.connect(self._show)
        docks.turn.attacks.fight_wanted.connect(self._fight)
        docks.turn.attacks.done_wanted.connect(self.resolve)
        view.pressed.connect(self._clicked)
        view.cursor_activated.connect(self._choose)

    def use(self, document: Document | None, live: LivePlay | None) -> None:
        """Follows another session; None for none."""
        self._document, self._live = document, live
        self.close()
        if self._menu is None:
            # All that the window holds is looked through for it.
            self._menu = self._window.findChild(UnitsMenu)
        if self._menu is not None:
            self._menu.attack = self.declare if live is not None else None
        self.refresh()

    def close(self) -> None:
        """Nothing is asked any more: the session is left, or somebody else looks at the screen."""
        for each in (self.line_dialog, self.dialog):
            if each is not None:
                each.reject()

    def refresh(self) -> None:
        """Shows the attacks that stand in the state that the map shows."""
        rows = [AttackRow(n, self._text(each), self.fights(each)) for n, each in enumerate(self._standing)]
        fought = self._document.state.fought if self._document is not None and self._live is not None else ()
        # What only costs points may be done again.
        over = [self._text(each) for each in fought if each.what not in (STIRRED, LOADING)]
        self._docks.turn.attacks.show_attacks(rows, not self._hands.why_not, over)

    def closed(self, question: str, given: Mapping[str, object]) -> str:
        """Why a question is not asked just now of what is given, as a sentence; "" when it is."""
        live, document = self._live, self._document
        if live is None or document is None:
            return ""
        try:
            targets = aimed_at(given, document.box.hex)
        except WrongUse:
            # The question itself says what is wrong with a hex.
            targets = ()
        return shut(live.session, self._rule, question, targets)

    @property
    def _rule(self) -> Stacks:
        ruleset = self._document.ruleset if self._document is not None else None
        return ruleset.play.stacks if ruleset is not None else Stacks()

    @property
    def _standing(self) -> tuple[Declared, ...]:
        """What is declared, as who looks at the screen may know it."""
        return self._document.state.declared if self._document is not None and self._live is not None else ()

    # Declaring ----------------------------------------------------------------------------------------------------------------

    def declare(self) -> None:
        """Asks which places the selected units attack."""
        live, document = self._live, self._document
        if live is None or document is None or not self._hands.may():
            return
        if self.dialog is not None:
            self.dialog.activateWindow()
            return
        units, pieces = live.session.record.began.units, document.state.deployment
        chosen = [id_ for id_ in document.units.ids if pieces is not None and id_ in pieces.pieces]
        sides = list(dict.fromkeys(side for id_ in chosen if (side := units.get(id_, ("", ""))[0]) in live.eyes))
        if not sides:
            self._hands.tell(self.tr("Select the units of yours that attack, and declare the attack then."))
            return
        if len(sides) > 1 and live.acting not in sides:
            self._hands.tell(self.tr("Units of several sides are selected; one side attacks. Select its units alone."))
            return
        self._by = live.acting if live.acting in sides else sides[0]
        self._attackers = tuple(id_ for id_ in chosen if units[id_][0] == self._by)
        names = ", ".join(self._name(id_) for id_ in self._attackers)
        kinds = self._kinds()
        self._what = self._usual(kinds)
        titles = [(kind, said(self._titles.title_of(kind))) for kind in kinds]
        offered = list(self._offered())
        dialog = AttackDialog(self._window, names, offered, self._find, self._warning(), titles, self._what)
        dialog.turned.connect(self._turn)
        dialog.declared.connect(self._declare)
        dialog.looked.connect(self._look)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        dialog.show()
        # Beside the map, on which places are clicked.
        room = self._window.geometry()
        dialog.move(room.right() - dialog.frameGeometry().width(), room.center().y() - dialog.height() // 2)

    def aim(self, place: Hex) -> None:
        """Takes a place into the declaration that is being made, or out of it."""
        self._choose(place)

    @property
    def _titles(self) -> PlayRules:
        ruleset = self._document.ruleset if self._document is not None else None
        return ruleset.play if ruleset is not None else PlayRules()

    def _kinds(self) -> tuple[str, ...]:
        """What may be declared where play stands."""
        course, document = self._course(), self._document
        return course.declares(document.state) if course is not None and document is not None else ()

    def _usual(self, kinds: tuple[str, ...]) -> str:
        """What is declared unless something else is chosen: whoever is attacked supports, where anybody does."""
        if SUPPORT in kinds and any(self._supported()):
            return SUPPORT
        return next((kind for kind in kinds if kind != SUPPORT), ATTACK)

    def _supported(self) -> Iterator[Spot]:
        """The places in which the side is attacked."""
        for each in self._standing:
            if each.by != self._by and is_fight(each):
                yield from each.against

    def _turn(self, kind: str) -> None:
        """Something else is to be declared."""
        self._what = kind
        if self.dialog is not None:
            self.dialog.offer(list(self._offered()))

    def _forget(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
            self._view.setFocus()

    def _declare(self) -> None:
        live, dialog = self._live, self.dialog
        if live is None or dialog is None:
            return
        if told := self._hands.why_not:
            dialog.tell(told)
            return
        session, targets, label = live.session, dialog.targets, self._label
        try:
            # What cannot be declared at all is told before the rules are asked.
            declared(session.record.began.units, session.state, self._by, self._attackers, targets, self._what)
        except CoreError as problem:
            dialog.tell(str(problem))
            return
        dialog.setEnabled(False)
        course, ruleset = self._course(), self._document.ruleset if self._document is not None else None
        against = list[Reason]()
        if course is not None and ruleset is not None:
            against += attacking.against_phase(course, ruleset, session.state, self._by, self._what)
        self._ask_rules(
            live, list(attacking.questions(session, self._by, self._attackers, targets, self._what, label)), against
        )

    def _ask_rules(self, live: LivePlay, left: list[attacking.Asked], against: list[Reason]) -> None:
        """Asks one question after the other what the rules say against the attack, and goes on when all are answered; what a
        series does not answer stands against nothing."""
        dialog = self.dialog
        if dialog is None or live is not self._live:
            return
        if not left:
            dialog.setEnabled(True)
            if against:
                self._ask_why_declared(dialog, tuple(dict.fromkeys(map(self._sentence, against))), against)
            else:
                self._declare_now()
            return
        (question, given), *others = left

        def take(ruling: Ruling) -> None:
            if dialog is self.dialog:
                found = attacking.against_it(ruling, live.session.record.began.units, self._attackers)
                self._ask_rules(live, others, [*against, *found])

        def refused(_: str) -> None:
            if dialog is self.dialog:
                self._ask_rules(live, others, against)

        # In the background: it is no ruling that a player has asked for, and none that he notes.
        self._answers.ask(question, given, take, on_refused=refused, slot="declare", background=True, before_declared=True)

    def _sentence(self, reason: Reason) -> str:
        box = self._document.box if self._document is not None else None
        return f"{fill(reason.template, reason.values, box)} [{reason.rule}]." if box is not None else f"[{reason.rule}]"

    def _ask_why_declared(self, dialog: AttackDialog, sentences: Sequence[str], against: Sequence[Reason]) -> None:
        """Asks why an attack is declared that the rules do not allow."""
        dialog.tell("\n".join(sentences))
        if self.line_dialog is not None:
            return
        asks = self.tr("Say why it is declared all the same; the line stays in the journal, and both sides read it.")

        def go(why: str) -> None:
            if dialog is self.dialog:
                self._declare_now(attacking.noted(why, said(self._titles.title_of(self._what)), against))

        title = self.tr("Declare against the rules?")
        line = LineDialog(dialog, title, "\n".join((*sentences, asks)), self.tr("&Declare"), go)
        line.finished.connect(self._forget_line)
        self.line_dialog = line
        line.open()

    def _declare_now(self, note: str = "") -> None:
        """Declares the attack; `note` says why in spite of the rules, and is written before."""
        live, dialog = self._live, self.dialog
        if live is None or dialog is None:
            return
        if told := self._hands.why_not:
            dialog.tell(told)
            return
        try:
            noted = live.session.note(note, self._by, why=True) if note else None
            if noted is not None:
                live.follow(noted)
            because = noted.number if noted is not None else 0
            entry = live.session.declare(self._attackers, dialog.targets, self._by, self._what, because)
        except (CoreError, OSError) as problem:
            dialog.tell(str(problem))
            return
        dialog.accept()
        live.follow(entry)
        self._docks.ask.ask_again()
        self._hands.tell(self.tr("It is declared, and stands in the panel Turn until it is resolved."))

    def _warning(self) -> str:
        """What is said before an attack is declared, by the rules of the series."""
        rule = self._rule
        words = self.tr("An attack that is declared is made; it cannot be taken back.")
        if not rule.binding:
            words = self.tr("The rules of this series do not bind anybody to an attack; it can be undone.")
        return f"{words} {said(rule.about)} [{rule.section}]" if rule.section else words

    def _offered(self) -> Iterator[Target]:
        """The places beside the attackers where others lie and nobody attacks yet, those beside most of them first; those in
        which the side is attacked where units are to support, and their own where they are to be supplied."""
        document = self._document
        deployment = document.state.deployment if document is not None else None
        if document is None or deployment is None:
            return
        if self._what == SUPPORT:
            yield from map(self._target, dict.fromkeys(self._supported()))
            return
        beside: dict[Hex, int] = {}
        for spot in dict.fromkeys(deployment.pieces[id_].at for id_ in self._attackers):
            if isinstance(spot, Hex):
                for place in (spot,) if self._what in SUPPLIES else (spot, *spot.neighbours()):
                    beside[place] = beside.get(place, 0) + 1
        attacked = {spot for each in self._standing for spot in each.against}
        near = [place for place in beside if place not in attacked and (self._what in OF_PLACES or self._others(place))]
        for place in sorted(near, key=lambda place: (-beside[place], document.box.label(place))):
            yield self._target(place)

    def _others(self, spot: Spot) -> list[str]:
        """The units that are seen in a place and that it is about, the top one first: those of other sides, or own ones that
        are to be supported."""
        live, document = self._live, self._document
        if live is None or document is None or document.state.deployment is None:
            return []
        units = live.session.record.began.units
        stack, own = reversed(document.state.deployment.stack(spot)), self._what == SUPPORT
        return [id_ for id_ in stack if (units.get(id_, (self._by, ""))[0] == self._by) == own]

    def _target(self, spot: Spot) -> Target:
        """A place with what is seen of it. Raises WrongUse where nobody lies who could be attacked."""
        live, others = self._live, self._others(spot)
        label = self._label(spot)
        if self._what in OF_PLACES:
            return Target(spot, label)
        if live is None or not others:
            own = self._what == SUPPORT
            told = self.tr("Nobody of this side lies in %s.") if own else self.tr("Nobody of another side lies in %s.")
            raise WrongUse(told % label)
        below = live.below.get(spot, 0)
        words = ", ".join(self._name(id_) for id_ in others)
        return Target(spot, f"{label}: {words}" + (self.tr(", and %d more out of sight") % below if below else ""))

    def _find(self, word: str) -> Target:
        """The place that is typed. Raises WrongUse."""
        document = self._document
        assert document is not None
        stacks = document.state.deployment.stacks if document.state.deployment is not None else {}
        boxes = {spot.casefold(): spot for spot in stacks if isinstance(spot, str)}
        if word.casefold() in boxes:
            return self._target(boxes[word.casefold()])
        try:
            place = document.box.hex(word)
        except WrongUse as problem:
            raise WrongUse(f"{problem}{did_you_mean(word, list(boxes.values()))}") from None
        return self._target(place)

    def _clicked(self, place: Hex | None, _point: object, button: object, _modifiers: object) -> None:
        if button == Qt.MouseButton.LeftButton:
            self._choose(place)

    def _choose(self, place: Hex | None) -> None:
        """A hex of the map is clicked, or Enter is pressed on it, while an attack is being declared."""
        aimed_at = place is not None and (self._what in OF_PLACES or bool(self._others(place)))
        if self.dialog is not None and place is not None and aimed_at:
            self.dialog.turn(self._target(place))

    def _look(self, spot: Spot) -> None:
        if isinstance(spot, Hex):
            self._view.flash(spot)

    # What stands --------------------------------------------------------------------------------------------------------------

    def resolve(self, number: int, why: str = "") -> None:
        """What is declared is done with; asks why where no dice have fallen for it."""
        live = self._live
        if live is None or not 0 <= number < len(self._standing) or not self._hands.may():
            return
        shown, session = self._standing[number], live.session
        # Names may be left out of what is shown; a place is attacked once.
        wanted = shown.by, shown.what, shown.against
        attacks = [each for each in session.state.declared if (each.by, each.what, each.against) == wanted]
        last = session.number
        try:
            session.resolve(attacks, live.acting, why)
        except NeedsReason as needed:
            self._ask_why(number, " ".join(each.sentence for each in needed.barriers))
        except (CoreError, OSError) as problem:
            self._hands.tell(str(problem))
        for at in range(last + 1, session.number + 1):
            live.follow(session.entry(at))
        if session.number > last:
            self._docks.ask.ask_again()

    def _ask_why(self, number: int, sentence: str) -> None:
        if self.line_dialog is not None:
            return
        about = self.tr("%s No dice have fallen since. Say why it is done with all the same; the line stays in the journal.")
        live, attack = self._live, self._standing[number]

        def go(why: str) -> None:
            if live is self._live and attack in self._standing:
                self.resolve(self._standing.index(attack), why)

        title = self.tr("Done with it without dice?")
        dialog = LineDialog(self._window, title, about % sentence, self.tr("&Done with it"), go)
        dialog.finished.connect(self._forget_line)
        self.line_dialog = dialog
        dialog.open()

    def _forget_line(self, _result: int = QDialog.DialogCode.Rejected) -> None:
        self.line_dialog = None

    def _show(self, number: int) -> None:
        """Selects the units of an attack, and brings into view where they attack."""
        document = self._document
        if document is None or not 0 <= number < len(self._standing):
            return
        attack = self._standing[number]
        pieces = document.state.deployment.pieces if document.state.deployment is not None else {}
        document.units.set(id_ for id_ in attack.units if id_ in pieces)
        for spot in attack.against[:1]:
            self._show_spot(spot)
        for spot in attack.against:
            self._look(spot)

    def _fight(self, number: int) -> None:
        """Has an attack fought on the map."""
        if 0 <= number < len(self._standing):
            self._show(number)
            self.fight_wanted.emit(self._standing[number])

    def _text(self, attack: Declared) -> str:
        live = self._live
        title = live.session.title(attack.by) if live is not None else attack.by
        who = ", ".join(self._name(id_) for id_ in attack.units) or self.tr("units out of sight")
        against = ", ".join(self._label(spot) for spot in attack.against)
        words = self.tr("{side}: {units} against {places}")
        if attack.what == SUPPORT:
            words = self.tr("{side}, support: {units} for those in {places}")
        elif attack.what != ATTACK:
            what = said(self._titles.title_of(attack.what))
            words = self.tr("{side}, {what}: {units} against {places}")
            if attack.what in WHERE_THEY_LIE:
                words = self.tr("{side}, {what}: {units} in {places}")
            words = words.replace("{what}", what)
        return words.replace("{side}", title).replace("{places}", against).replace("{units}", who)

    def _name(self, unit: str) -> str:
        units = self._live.session.record.began.units if self._live is not None else {}
        return units.get(unit, ("", ""))[1] or unit

    def _label(self, spot: Spot) -> str:
        return self._document.box.label(spot) if isinstance(spot, Hex) and self._document is not None else str(spot)
