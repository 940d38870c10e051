"""What the tools have in common that begin a procedure on the map: they show what is in hand, and tell it what is pressed."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Shape
from app.documents.procedures import Procedures
from app.tools.answer_keys import DIGITS, ROLL_KEY, TAKE_KEYS, is_key, is_take
from app.tools.context import ToolContext
from app.tools.procedure_marks import procedure_marks
from app.tools.tool import NO_MODIFIER, Modifiers, Tool, is_plain
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.questions.answers import reason_text


class LeadingTool(Tool):
    """Shows the procedure in hand on the map, and tells it what is pressed there. The panel Resolve shows the same.

    `part` is the part of the map that it marks. `roll_wanted` is called by its key; the window says who rolls.
    """

    asks = True
    own_keys: tuple[str, ...] = (ROLL_KEY, *TAKE_KEYS)
    part = ""

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._in_hand = False
        self._hinted: tuple[object, ...] = ()
        self.procedures: Procedures = context.procedures
        self.procedures.changed.connect(self._show)
        self.roll_wanted: Callable[[], object] = lambda: None

    @property
    def _hint_in_hand(self) -> str:
        """How the procedure in hand is gone on with."""
        asked = self.procedures.asked
        what, by_way = asked.help_of(asked.place), asked.help_of(asked.detail.along)
        if what and by_way:
            words = self.tr("Click on the map: {what}. Ctrl and a click: {by_way}. Shift and a click begin at another hex.")
            return words.replace("{what}", said(what)).replace("{by_way}", said(by_way))
        if what and (asked.waits_for_place or asked.waits_for_hex):
            return self.tr("Click on the map: {what}. Shift and a click begin at another hex.").replace("{what}", said(what))
        if by_way:
            words = self.tr(
                "Clicks pick the end of a way, digits pick what is proposed; Ctrl and a click: {by_way}. Ctrl+Enter does it, "
                "Backspace goes back. Shift and a click begin at another hex."
            )
            return words.replace("{by_way}", said(by_way))
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

    def _press_in_hand(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Tells the procedure in hand what is pressed; with Ctrl the hex is one by way of which something goes."""
        procedures = self.procedures
        if not procedures.is_ours:
            self.context.status(self.tr("The other side answers first; it looks at the screen then."))
        elif not (procedures.pass_by(place) if modifiers & Qt.KeyboardModifier.ControlModifier else procedures.press(place)):
            words = self.tr("There is nothing to choose in {hex} for this. Shift and a click begin at another hex.")
            label = self.context.document.box.label(place)
            self.context.status(procedures.told or words.replace("{hex}", label))

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
                self.context.status(procedures.told or self._broken or self.tr("There is nothing to be done yet."))
            return True
        key = Qt.Key(event.key())
        if key in DIGITS and is_plain(event):
            procedures.pick(DIGITS.index(key))
            return True
        return False

    @property
    def _broken(self) -> str:
        """The rule that what was said by hand breaks; "" for none."""
        broken = self.procedures.asked.detail.broken
        return f"{reason_text(broken, self.context.document.box)} [{broken.rule.section}]" if broken is not None else ""

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

    # What is shown ------------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        self._say_how()
        self.context.canvas.sketch(self.part, tuple(self._shapes()) if self._in_hand else ())

    def _shapes(self) -> Iterator[Shape]:
        """What is drawn of the procedure in hand."""
        procedures = self.procedures
        asked = procedures.asked
        if procedures.hand is not None and asked.ruling is not None:
            yield from procedure_marks(asked.detail, asked.chosen, procedures.picked, self.tr("{count} of {able}"))

    def _say_how(self) -> None:
        """The status bar says how to go on as soon as something else is asked, or dice have fallen: what was in the way of what
        was before stands there no longer."""
        hinted = self._hinted_for
        if hinted != self._hinted and self._in_hand:
            self.context.status(self.hint)
        self._hinted = hinted

    @property
    def _hinted_for(self) -> tuple[object, ...]:
        """What the hint depends on."""
        step, asked = self.procedures.step, self.procedures.asked
        waits = asked.waits_for_place
        return (step.question, step.title, waits, asked.detail.along, step.rolled) if step is not None else ()
