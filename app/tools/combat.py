"""Combat: the defenders' hex is clicked, then those who attack it; from the roll on it is led through as any procedure."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles, HexFill, Shape
from app.documents.combat import Combat
from app.documents.combat_kinds import ATTACKERS, BARRAGE, BOMBARDMENT, OVERRUN
from app.tools.answer_keys import ROLL_KEY, TAKE_KEYS, is_key, is_take
from app.tools.context import ToolContext
from app.tools.leading import LeadingTool
from app.tools.movement_marks import way_marks
from app.tools.operations import names
from app.tools.tool import NO_MODIFIER, Modifiers
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.questions.sentences import fill
from core.rules.operations.battle_detail import BARRED

DRAW_KEY = "D"


class CombatTool(LeadingTool):
    """Shows a `Combat` on the map, and tells it what is pressed there; while a procedure is in hand, that. `combat` is shared
    with the panel of that name.
    """

    id = "combat"
    icon = "combat"
    keys = "Shift+A"
    question = ATTACKERS
    own_keys = (ROLL_KEY, DRAW_KEY, *TAKE_KEYS)
    part = "combat"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self.combat = Combat(context.document, context.answers, context.procedures, self, context.spent)
        self.combat.changed.connect(self._show)
        self.combat.refused.connect(context.status)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Combat")

    @property
    def hint(self) -> str:
        """How it is used."""
        if self.procedures.hand is not None:
            return self._hint_in_hand
        if self.combat.wanted == BARRAGE:
            return self.tr("Click the hex that is barraged, then the guns, or tick them; R rolls, Ctrl+Enter does the result.")
        if self.combat.wanted == BOMBARDMENT:
            return self.tr("Click the hex that is bombarded, then the guns, or tick them; R rolls, Ctrl+Enter does the result.")
        if self.combat.wanted == OVERRUN:
            return self.tr(
                "Click the stack that overruns, then the hex; Ctrl and a click beside it: from there. "
                "Ctrl+Enter goes there, R rolls."
            )
        return self.tr(
            "Click the hex that is attacked, with Ctrl others at once, then the attackers; R rolls. "
            "Afterwards digits or clicks choose, Ctrl+Enter does it."
        )

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Chooses the hex that is attacked or attackers; Shift begins another attack anywhere, Ctrl has a hex attacked together
        with others, or says from where a hex is overrun. The procedure in hand is told all but what Shift is held for."""
        combat = self.combat
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            combat.attack(place)
        elif combat.rolled.is_rolling:
            self.context.status(self.tr("The roll is being read."))
        elif self.procedures.hand is not None:
            self._press_in_hand(place, modifiers)
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            combat.draw(place)
        else:
            aimed = combat.target
            combat.press(place)
            if combat.wanted == OVERRUN and aimed is None:
                stack = names(self.context.document, self.context.document.units.ids)
                words = self.tr("{units}: now click the hex that they overrun.").replace("{units}", stack)
                self.context.status(words if combat.target is None else self.hint)

    def point_at(self, place: Hex | None) -> None:
        """Says why units there do not attack, or what they can do."""
        if self.procedures.hand is not None:
            super().point_at(place)
            return
        combat = self.combat
        detail = combat.detail
        if place is None or detail is None:
            return
        box = self.context.document.box
        units = [each for each in detail.units if combat.place_of(each.unit) == place]
        said = [fill(reason.template, reason.values, box) for each in units for reason in each.reasons[:1]]
        if said:
            self.context.status(" · ".join(said))

    def wants(self, event: QKeyEvent) -> bool:
        """R rolls, D draws a way and Ctrl+Enter does what is picked, whatever they do elsewhere."""
        return super().wants(event) or is_key(event, Qt.Key.Key_D)

    def key(self, event: QKeyEvent) -> bool:
        """R, D, Ctrl+Enter and digits."""
        combat, cursor, in_hand = self.combat, self.context.canvas.cursor, self.procedures.hand is not None
        if is_key(event, Qt.Key.Key_D) and cursor is not None and (in_hand or combat.target is not None):
            self.press(cursor, Qt.KeyboardModifier.ControlModifier)
            return True
        if is_take(event) and not in_hand and combat.target is not None:
            if not combat.take():
                self.context.status(combat.in_the_way or self.tr("There is nothing to be done yet."))
            return True
        return super().key(event)

    def clear_result(self) -> bool:
        """The procedure in hand is left; without one nothing is attacked any more."""
        if super().clear_result():
            return True
        if self.combat.target is None:
            return False
        self.combat.clear()
        return True

    def clear_for_others(self) -> None:
        """What was worked out goes; what the rules still ask stays in hand."""
        super().clear_for_others()
        self.combat.clear()

    def refresh(self) -> None:
        """The state of play has changed."""
        self.combat.follow()

    # What is shown ------------------------------------------------------------------------------------------------------------

    @property
    def _hinted_for(self) -> tuple[object, ...]:
        """The procedure in hand, else the kind of combat: each is pressed in another way."""
        return super()._hinted_for or (self.combat.wanted,)

    def _shapes(self) -> Iterator[Shape]:
        combat, in_hand = self.combat, self.procedures.hand is not None
        if combat.target is not None and (combat.rolled.is_under_way or not in_hand):
            yield HexFill(frozenset(combat.targets), "target")
        if in_hand:
            yield from super()._shapes()
        elif combat.target is not None:
            yield from self._of_attack()

    def _of_attack(self) -> Iterator[Shape]:
        """Who may attack, by where they stand, with how many of them do."""
        combat = self.combat
        able: dict[Hex, list[str]] = {}
        for each in combat.able:
            place = combat.place_of(each.unit)
            if place is not None:
                able.setdefault(place, []).append(each.unit)
        chosen = {place for place, units in able.items() if not set(units).isdisjoint(combat.chosen)}
        yield from _fills((frozenset(able) - chosen, "candidate"), (frozenset(chosen), "firer"))
        barred = {combat.place_of(each.unit) for each in (combat.detail.units if combat.detail else ()) if each.role == BARRED}
        for place in sorted(place for place in barred if place is not None and place not in able):
            yield Handles((plane_centre(place),), look="error", share=0.3)
        yield from self._of_move()
        for place, units in able.items():
            count = sum(unit in combat.chosen for unit in units)
            words = self.tr("{count} of {able}").replace("{count}", str(count)).replace("{able}", str(len(units)))
            yield Caption(plane_centre(place), words)

    def _of_move(self) -> Iterator[Shape]:
        """The way of a stack to the hex that it overruns from."""
        overrun = self.combat.overrun
        if overrun is None or overrun.source is None:
            return
        yield HexFill(frozenset({overrun.source}), "selected")
        yield from way_marks(overrun, barred=False)


def _fills(*fills: tuple[frozenset[Hex], str]) -> Iterator[HexFill]:
    for hexes, look in fills:
        if hexes:
            yield HexFill(hexes, look)
