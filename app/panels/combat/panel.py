"""The panel Combat: an attack in words, from those who may attack to its roll."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QLabel, QStackedLayout, QVBoxLayout, QWidget

from app.counters.unit_words import called
from app.documents.combat import Combat
from app.documents.combat_kinds import BARRAGE, BOMBARDMENT, OVERRUN
from app.documents.document import Document
from app.panels.combat.attack_page import AttackPage
from app.panels.combat.result_page import ResultPage
from app.panels.combat.words import kind_word
from app.panels.room import Room
from app.panels.short_list import ROLLS, keeps_key
from app.widgets.rule_words import said
from core.rules.kernel.parameters import Heading, Parameter, reworded

_HINT, _ATTACK, _RESULT = range(3)


class CombatPanel(QWidget):
    """Shows the combat that the tool of that name works out on the map.

    `declared` says whether the attack stands declared in a session. `roll_wanted` asks for dice, `read_wanted` carries what was
    typed of real ones, by the names of parameters; `declare_wanted` and `resolve_wanted` are about the declaration in the
    session that is played, `draw_wanted` and `tell_wanted` about the chit of a unit there, `draw_all_wanted` and
    `tell_all_wanted` about all of them; `coming_wanted` asks for the die by which something comes: its parameter, which one,
    what comes, for whom. `hexes_hovered` carries the hexes of a line under the pointer, `told` why nothing happens at a key,
    `escaped` comes with Escape, which is for the map.
    """

    roll_wanted = Signal()
    read_wanted = Signal(object)
    declare_wanted = Signal()
    resolve_wanted = Signal()
    draw_wanted = Signal(str)
    draw_all_wanted = Signal()
    tell_wanted = Signal(str)
    tell_all_wanted = Signal()
    coming_wanted = Signal(str, str, str, str)
    hexes_hovered = Signal(object)
    told = Signal(str)
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("combat-panel")
        self.setWindowTitle(self.tr("Combat"))
        self._combat: Combat | None = None
        self._document: Document | None = None
        self._known = False
        self.declared: Callable[[], bool] = lambda: False
        self._how = self.tr("Open a box to work out combats.")
        self._hint = QLabel(self._how)
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.attack, self.result = AttackPage(self._called), ResultPage()
        self.attack.roll_wanted.connect(self.roll_wanted)
        self.attack.read_wanted.connect(self.read_wanted)
        self.attack.declare_wanted.connect(self.declare_wanted)
        self.attack.draw_wanted.connect(self.draw_wanted)
        self.attack.draw_all_wanted.connect(self.draw_all_wanted)
        self.attack.tell_wanted.connect(self.tell_wanted)
        self.attack.tell_all_wanted.connect(self.tell_all_wanted)
        self.attack.coming_wanted.connect(self.coming_wanted)
        self.result.resolve_wanted.connect(self.resolve_wanted)
        for page in (self.attack, self.result):
            page.hexes_named.connect(self.hexes_hovered)
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(self.tr("What is worked out"))
        self.kinds.setToolTip(
            self.tr("An attack, or another kind of combat; by the phase what is done in that which is played")
        )
        self.kinds.activated.connect(lambda _: self._wish())
        self.kinds.hide()
        shown = QWidget()
        self._stack = QStackedLayout(shown)
        self._stack.addWidget(self._hint)
        self._rooms = [Room(page) for page in (self.attack, self.result)]
        for room in self._rooms:
            self._stack.addWidget(room)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.kinds)
        whole.addWidget(shown, 1)

    def use(self, combat: Combat | None, document: Document | None) -> None:
        """Shows another combat; None for none."""
        if self._combat is not None:
            self._combat.changed.disconnect(self.refresh)
            self._combat.began.disconnect(self._begin)
        self._combat, self._document = combat, document
        if combat is not None and document is not None:
            self.attack.use(combat, document)
            self.result.use(combat, document)
            combat.changed.connect(self.refresh)
            combat.began.connect(self._begin)
            self._how = self.tr("The questions are being fetched.")
        else:
            self._how = self.tr("Open a box to work out combats.")
        self.refresh()

    def ask_for(self, odds: Heading | None, combat: Heading | None, keys: str) -> None:
        """What the series takes into its odds and its combat; None where it knows none on the map. `keys` are those of the
        tool."""
        self._known = odds is not None and combat is not None
        if odds is None or combat is None:
            self._how = self.tr("The rules of this series work out no combats on the map here.")
            self._show_hint()
            self.attack.ask_for((), ())
            return
        words = self.tr("Take the tool Combat ({keys}) and click the hex that is attacked.")
        if self._combat is not None and self._combat.wanted == BARRAGE:
            words = self.tr("Take the tool Combat ({keys}) and click the hex that is barraged.")
        if self._combat is not None and self._combat.wanted == BOMBARDMENT:
            words = self.tr("Take the tool Combat ({keys}) and click the hex that is bombarded.")
        if self._combat is not None and self._combat.wanted == OVERRUN:
            words = self.tr("Take the tool Combat ({keys}) and click the stack that overruns, then the hex that it overruns.")
        self._how = words.replace("{keys}", keys)
        self._show_hint()
        names = {each.name for each in odds.parameters}
        self.attack.ask_for(_free(reworded(odds, said).parameters), _free(reworded(combat, said).parameters, names))

    def refresh(self) -> None:
        """Shows what the combat says now."""
        combat = self._combat
        self._show_kinds()
        if combat is None or combat.target is None:
            self._show_hint()
            self._stack.setCurrentIndex(_HINT)
            # The line that was pointed at is not there any more.
            self.hexes_hovered.emit(())
        elif combat.rolled.is_under_way:
            self.result.refresh(self.declared())
            self._turn_to(_RESULT)
        else:
            self.attack.refresh(self.declared())
            self._turn_to(_ATTACK)

    def _show_hint(self) -> None:
        """How a combat is begun, and that others wait to be gone on with."""
        waits = self._combat is not None and self._combat.rolled.is_any_left
        left = self.tr("What was left with something to be answered is taken up again in the panel Resolve.") if waits else ""
        self._hint.setText("\n\n".join(part for part in (self._how, left) if part))

    def _begin(self) -> None:
        """Another hex is attacked: it is read from its first line on."""
        self.attack.forget_given()
        for room in self._rooms:
            room.verticalScrollBar().setValue(0)

    def _show_kinds(self) -> None:
        """The kinds of combat to choose from before a roll, where the series has several."""
        combat = self._combat
        kinds = combat.kinds if combat is not None and self._known else ()
        self.kinds.setVisible(len(kinds) > 1 and combat is not None and not combat.rolled.is_under_way)
        if combat is None or len(kinds) < 2:
            return
        choices = [(kind, kind_word(kind)) for kind in kinds]
        if self._document is not None and self._document.play is not None:
            choices.insert(0, ("", self.tr("By the phase: {kind}").replace("{kind}", kind_word(combat.due()))))
        if [(self.kinds.itemData(n), self.kinds.itemText(n)) for n in range(self.kinds.count())] != choices:
            self.kinds.clear()
            for kind, words in choices:
                self.kinds.addItem(words, kind)
        self.kinds.setCurrentIndex(max(0, self.kinds.findData(combat.wished)))

    def _wish(self) -> None:
        if self._combat is not None:
            self._combat.wish(self.kinds.currentData())

    def _turn_to(self, page: int) -> None:
        """Shows a page; who had the keyboard in the other one has it here."""
        if self._stack.currentIndex() == page:
            return
        held = self.window().focusWidget()
        inside = held is not None and self.isAncestorOf(held)
        self.hexes_hovered.emit(())
        self._stack.setCurrentIndex(page)
        shown = self.attack if page == _ATTACK else self.result
        self.setFocusProxy(shown)
        if inside:
            shown.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Letters that a list looks for choose no tool; with Shift, and from a button, they do, but for those that mean
        something in a combat."""
        return keeps_key(event, self.focusWidget(), self._is_under_way) or super().event(event)

    def _is_under_way(self) -> bool:
        return self._combat is not None and self._combat.target is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter does what is to be done and R rolls, as on the map; Escape is for the map."""
        combat = self._combat
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if combat is None or combat.target is None:
            super().keyPressEvent(event)
        elif enter and held == Qt.KeyboardModifier.ControlModifier:
            if not combat.take():
                self.told.emit(combat.in_the_way or self.tr("There is nothing to be done yet."))
        elif event.key() == ROLLS and not held:
            self.roll_wanted.emit()
        elif event.key() == Qt.Key.Key_Escape and not held:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def _called(self, unit: str) -> str:
        document = self._document
        if document is None:
            return unit
        return called(document.ruleset, document.box.oob.counter(unit)) or unit


def _free(parameters: Sequence[Parameter], but: Collection[str] = ()) -> tuple[Parameter, ...]:
    """Those that are said by hand for units on the map."""
    return tuple(each for each in parameters if not each.only and each.name not in but)


def without(heading: Heading, names: Collection[str]) -> Heading:
    """The same question without some of its parameters."""
    return replace(heading, parameters=tuple(each for each in heading.parameters if each.name not in names))
