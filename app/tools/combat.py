"""Combat: the defenders' hex is clicked, then those who attack it; after the roll the ways to take each step."""

from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from app.canvas.shapes import Caption, Handles, HexFill, Shape, Sketch
from app.documents.combat import BARRED, Combat
from app.documents.combat_steps import ATTACKERS, BARRAGE, BOMBARDMENT, OVERRUN, RETREAT, Offer
from app.tools.answer_keys import DIGITS, MOST_DRAWN, ROLL_KEY, TAKE_KEYS, is_key, is_take
from app.tools.context import ToolContext
from app.tools.movement_marks import way_marks
from app.tools.operations import names
from app.tools.tool import NO_MODIFIER, Modifiers, Tool, is_plain
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.questions.sentences import fill
from core.rules.operations.battle_detail import RetreatWay

PART = "combat"

DRAW_KEY = "D"

_CTRL = Qt.KeyboardModifier.ControlModifier


class CombatTool(Tool):
    """Shows a `Combat` on the map, and tells it what is pressed there. `combat` is shared with the panel of that name.

    `roll` is called by its key; the window says who rolls.
    """

    id = "combat"
    icon = "combat"
    keys = "Shift+A"
    asks = True
    question = ATTACKERS
    own_keys = (ROLL_KEY, DRAW_KEY, *TAKE_KEYS)

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._in_hand = False
        self._hinted = ""
        self.combat = Combat(context.document, context.answers, self, context.spent)
        self.combat.changed.connect(self._show)
        self.combat.refused.connect(context.status)
        self.roll_wanted: Callable[[], object] = lambda: None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Combat")

    @property
    def hint(self) -> str:
        """How it is used."""
        if self.combat.wanted == BARRAGE:
            return self.tr("Click the hex that is barraged, then the guns, or tick them; R rolls, Ctrl+Enter does the result.")
        if self.combat.wanted == BOMBARDMENT:
            return self.tr("Click the hex that is bombarded, then the guns, or tick them; R rolls, Ctrl+Enter does the result.")
        if self.combat.wanted == OVERRUN:
            return self.tr(
                "Click the stack that overruns, then the hex; Ctrl and a click beside it: from there. "
                "Ctrl+Enter goes there and takes steps, R rolls."
            )
        return self.tr(
            "Click the hex that is attacked, with Ctrl others at once, then the attackers; R rolls. "
            "Afterwards digits or clicks choose, Ctrl+Enter does it, Backspace goes back."
        )

    def start(self) -> None:
        """Its marks come back."""
        self._in_hand, self._hinted = True, self.combat.wanted
        self._show()

    def stop(self) -> None:
        """Another tool is chosen; what was worked out is kept, its marks go."""
        self._in_hand = False
        self._show()

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Chooses the hex that is attacked, attackers, or where a step leads; Shift begins another attack anywhere, Ctrl has a
        hex attacked together with others, draws the way of a retreat hex by hex, or says from where a hex is overrun."""
        combat, box = self.combat, self.context.document.box
        if combat.is_rolling:
            self.context.status(self.tr("The roll is being read."))
            return
        if modifiers & _CTRL:
            combat.draw(place)
            return
        owing, aimed = combat.target if combat.is_owed else None, combat.target
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            combat.attack(place)
        else:
            combat.press(place)
        if owing is None:
            if combat.wanted == OVERRUN and aimed is None:
                stack = names(self.context.document, self.context.document.units.ids)
                words = self.tr("{units}: now click the hex that they overrun.").replace("{units}", stack)
                self.context.status(words if combat.target is None else self.hint)
            return
        if combat.target != owing:
            words = self.tr(
                "Steps of the combat in {hex} are still owed; Shift and a click there, or the panel, takes it up again."
            )
            self.context.status(words.replace("{hex}", box.label(owing)))
        elif not any(place in offer.ends for offer in combat.after.offers):
            words = self.tr("No step leads to {place}: the combat in {hex} goes on. Shift and a click attack another hex.")
            self.context.status(words.replace("{place}", box.label(place)).replace("{hex}", box.label(owing)))

    def point_at(self, place: Hex | None) -> None:
        """Says why units there do not attack, or what they can do."""
        combat = self.combat
        detail = combat.detail
        if place is None or detail is None or combat.result is not None:
            return
        box = self.context.document.box
        units = [each for each in detail.units if combat.place_of(each.unit) == place]
        said = [fill(reason.template, reason.values, box) for each in units for reason in each.reasons[:1]]
        if said:
            self.context.status(" · ".join(said))

    def wants(self, event: QKeyEvent) -> bool:
        """R rolls, D draws a way and Ctrl+Enter does what is picked, whatever they do elsewhere."""
        return is_key(event, Qt.Key.Key_R) or is_key(event, Qt.Key.Key_D) or is_take(event)

    def key(self, event: QKeyEvent) -> bool:
        """R, D, Ctrl+Enter and digits."""
        combat = self.combat
        if is_key(event, Qt.Key.Key_R):
            # Also before there is a hex: turning a counter is nothing that who rolls too early has meant.
            self.roll_wanted()
            return True
        if combat.target is None:
            return False
        cursor = self.context.canvas.cursor
        if is_key(event, Qt.Key.Key_D) and cursor is not None:
            combat.draw(cursor)
            return True
        if is_take(event):
            if not combat.take():
                self.context.status(combat.in_the_way or self.tr("There is nothing to be done yet."))
            return True
        key = Qt.Key(event.key())
        if key in DIGITS and is_plain(event) and combat.result is not None:
            combat.after.pick(DIGITS.index(key))
            return True
        return False

    def take_back(self) -> bool:
        """Goes back to the attack before its roll."""
        return self.combat.back()

    def clear_result(self) -> bool:
        """Nothing is attacked any more."""
        if self.combat.target is None:
            return False
        self.combat.clear()
        return True

    def refresh(self) -> None:
        """The state of play has changed."""
        self.combat.follow()

    # What is shown ------------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        combat = self.combat
        if self._in_hand and combat.wanted != self._hinted:
            # Another kind of combat is worked out, and pressed in another way.
            self._hinted = combat.wanted
            self.context.status(self.hint)
        if combat.target is None or not self._in_hand:
            self.context.canvas.sketch(PART, ())
            return
        shapes = self._of_attack() if combat.result is None else self._of_step()
        target = HexFill(frozenset(combat.targets), "target")
        self.context.canvas.sketch(PART, (target, *shapes))

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

    def _of_step(self) -> Iterator[Shape]:
        """Whose step it is, and where it can lead."""
        combat, step = self.combat, self.combat.after.step
        if step is None:
            return
        units = (combat.place_of(unit) for unit in combat.after.present)
        standing = frozenset(place for place in units if place is not None)
        yield from _fills((standing.difference(combat.targets), "firer"))
        picked = combat.after.offers[combat.after.picked] if combat.after.picked < len(combat.after.offers) else None
        if step.kind == RETREAT and step.place is not None:
            yield from _ways(step.place, combat.after.offers, -1 if combat.after.drawn else combat.after.picked)
            if combat.after.drawn:
                yield Sketch(tuple(plane_centre(place) for place in (step.place, *combat.after.drawn)), "new")
                yield HexFill(frozenset(combat.after.drawn[-1:]), "selected")
            return
        ends = frozenset(place for offer in combat.after.offers for place in offer.ends)
        here = frozenset(picked.ends if picked is not None else ())
        yield from _fills((ends - here - standing, "candidate-seen"), (here - standing, "selected"))


def _fills(*fills: tuple[frozenset[Hex], str]) -> Iterator[HexFill]:
    for hexes, look in fills:
        if hexes:
            yield HexFill(hexes, look)


def _ways(start: Hex, offers: Iterable[Offer], picked: int) -> Iterator[Shape]:
    """The ways of a retreat as lines, numbered at their ends; that which is picked last, over the others, with a mark on hexes
    in enemy zones."""
    numbers: dict[Hex, list[str]] = {}
    chosen: RetreatWay | None = None
    for number, offer in enumerate(offers):
        way = offer.way
        if way is None or not way.hexes or (number >= MOST_DRAWN and number != picked):
            continue
        numbers.setdefault(way.hexes[-1], []).append(str(number + 1))
        if number == picked:
            chosen = way
        else:
            yield Sketch(_line(start, way), "guide")
    if chosen is not None:
        yield HexFill(frozenset(chosen.hexes[-1:]), "selected")
        yield Sketch(_line(start, chosen), "selected")
        if chosen.zones:
            yield Handles(tuple(plane_centre(place) for place in chosen.zones), look="warning", share=0.3)
    for place, some in numbers.items():
        yield Caption(plane_centre(place), ", ".join(some))


def _line(start: Hex, way: RetreatWay) -> tuple[tuple[float, float], ...]:
    return tuple(plane_centre(place) for place in (start, *way.hexes))
