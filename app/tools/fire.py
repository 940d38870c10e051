"""Fights, and all that follows from them: the hex that is fought against is clicked, then who takes part, ways and hexes of
whatever is asked."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.documents.procedures import Procedures
from app.tools.answer_keys import DIGITS, ROLL_KEY, TAKE_KEYS, is_key, is_take
from app.tools.context import ToolContext
from app.tools.procedure_marks import hex_marks, part_marks, way_marks
from app.tools.tool import NO_MODIFIER, Modifiers, Tool, is_plain
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.questions.answers import reason_text
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

PART = "procedure"

FIRE, TO = "fire.at", "to"
"""The question that a click on the map begins, and its parameter for the hex."""

NO_RULE = RuleRef("", "", "")
"""Of what a player begins by hand no rule is named before it is answered."""


class FireTool(Tool):
    """Shows the procedure in hand on the map, and tells it what is pressed there. The panel of that name shows the same.

    `roll_wanted` is called by its key; the window says who rolls.
    """

    id = "fire"
    icon = "fire"
    keys = "Shift+A"
    asks = True
    question = FIRE
    own_keys = (ROLL_KEY, *TAKE_KEYS)

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._in_hand = False
        self._hinted: tuple[object, ...] = ()
        self.procedures: Procedures = context.procedures
        self.procedures.changed.connect(self._show)
        self.roll_wanted: Callable[[], object] = lambda: None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Fire")

    @property
    def hint(self) -> str:
        """How it is used."""
        procedures = self.procedures
        if procedures.step is None or (procedures.step.question == FIRE and procedures.asked.place):
            return self.tr(
                "Click the enemies’ hex; clicks on those who take part tick them, R rolls, Ctrl+Enter does the result. "
                "Shift and a click begin at another hex."
            )
        asked = procedures.asked
        what, by_way = asked.help_of(asked.place), asked.help_of(asked.detail.along)
        if what and by_way:
            words = self.tr("Click on the map: {what}. Ctrl and a click: {by_way}. Shift and a click begin at another hex.")
            return words.replace("{what}", said(what)).replace("{by_way}", said(by_way))
        if what and (asked.waits_for_place or asked.waits_for_hex):
            return self.tr("Click on the map: {what}. Shift and a click begin at another hex.").replace("{what}", said(what))
        return self.tr(
            "Clicks tick units or pick the end of a way, digits pick what is proposed; R rolls, Ctrl+Enter does it, "
            "Backspace goes back. Shift and a click begin at another hex."
        )

    def start(self) -> None:
        """Its marks come back."""
        self._in_hand = True
        self._show()

    def stop(self) -> None:
        """Another tool is chosen; what is under way is kept, its marks go."""
        self._in_hand = False
        self._show()

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Begins at a hex, or tells the procedure in hand what is pressed; with Shift it begins in any case, and with Ctrl the
        hex is one by way of which something goes."""
        procedures = self.procedures
        if procedures.hand is None or modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.fire_at(place)
        elif not procedures.is_ours:
            self.context.status(self.tr("The other side answers first; it looks at the screen then."))
        elif not (procedures.pass_by(place) if modifiers & Qt.KeyboardModifier.ControlModifier else procedures.press(place)):
            words = self.tr("There is nothing to choose in {hex} for this. Shift and a click begin at another hex.")
            label = self.context.document.box.label(place)
            self.context.status(procedures.told or words.replace("{hex}", label))

    def fire_at(self, place: Hex) -> None:
        """Fire at a hex is begun, or whatever the series calls it."""
        heading = self.procedures.headings.get(FIRE)
        called = said(heading.at_hex) if heading is not None and heading.at_hex else self.tr("Fire at {hex}")
        title = Reason(NO_RULE, called, {"hex": place}, (place,))
        self.procedures.begin(Next(FIRE, title, {}))
        self.procedures.say({TO: self.context.document.box.label(place)})

    def point_at(self, place: Hex | None) -> None:
        """Says why units there do not take part, or what is to be said of them."""
        procedures = self.procedures
        if place is None or not procedures.is_ours:
            return
        box = self.context.document.box
        there = [each for each in procedures.asked.parts if each.hex == place]
        why = [f"{reason_text(each.reason, box)} [{each.reason.rule.section}]" for each in there if each.reason is not None]
        if why:
            self.context.status(" · ".join(dict.fromkeys(why)))
        elif there:
            self.context.status(self.hint)

    def wants(self, event: QKeyEvent) -> bool:
        """R rolls and Ctrl+Enter does what is picked, whatever they do elsewhere."""
        return is_key(event, Qt.Key.Key_R) or is_take(event)

    def key(self, event: QKeyEvent) -> bool:
        """R, Ctrl+Enter and digits."""
        procedures = self.procedures
        if is_key(event, Qt.Key.Key_R):
            self.roll_wanted()
            return True
        if procedures.hand is None:
            return False
        if is_take(event):
            if not procedures.take():
                self.context.status(procedures.told or self.tr("There is nothing to be done yet."))
            return True
        key = Qt.Key(event.key())
        if key in DIGITS and is_plain(event):
            procedures.pick(DIGITS.index(key))
            return True
        return False

    def take_back(self) -> bool:
        """Goes back to before the dice, or to what was asked before."""
        if self.procedures.hand is None:
            return False
        if not self.procedures.back():
            self.context.status(self.procedures.told)
        return True

    def clear_result(self) -> bool:
        """The procedure in hand is left; one that something has come of can be taken up again. It stays in hand while other
        tools ask something."""
        if self.procedures.hand is None or not self._in_hand:
            return False
        self.procedures.leave()
        return True

    def clear_for_others(self) -> None:
        """What the rules still ask stays in hand: whoever comes to the screen may be the one who answers it."""
        self.cancel_gesture()

    def _show(self) -> None:
        procedures = self.procedures
        self._say_how()
        if procedures.hand is None or not self._in_hand or procedures.ruling is None:
            self.context.canvas.sketch(PART, ())
            return
        asked = procedures.asked
        detail, parts = asked.detail, part_marks(asked.parts, asked.chosen, self.tr("{count} of {able}"))
        ways = way_marks(detail.ways, procedures.picked)
        self.context.canvas.sketch(PART, (*hex_marks(detail.hexes), *parts, *ways))

    def _say_how(self) -> None:
        """The status bar says how to go on as soon as something else is asked, or dice have fallen: what was in the way of what
        was before stands there no longer."""
        step, asked = self.procedures.step, self.procedures.asked
        hinted = (step.question, step.title, asked.waits_for_place, asked.detail.along, step.rolled) if step is not None else ()
        if hinted != self._hinted and self._in_hand:
            self.context.status(self.hint)
        self._hinted = hinted
