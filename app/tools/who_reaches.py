"""Who reaches a hex: asked of the enemies of those in it, or of every side where nobody stands there, and shown on the map."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject

from app.canvas.shapes import HexFill, Shape
from app.tools.context import ToolContext
from app.tools.movement_marks import RANGE, WAY, onto_marks, onto_numbers, way_marks
from app.tools.operations import Together, names, side_name, sides_on_map, stack_in
from app.tools.spent import Spent
from core.base.amounts import amount
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling
from core.rules.operations.movement_detail import AS_RULED, OntoDetail

QUESTION = "movement.onto"


class WhoReaches(QObject):
    """Marks the units that reach a hex with the points that they have left there, less what they have spent in the phase.

    `place` is the hex that was asked about last, None for none.
    """

    def __init__(self, context: ToolContext, spending: Spent, on_refused: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._spending = context, spending
        self._answers = Together(context.answers, "movement onto", self._take, on_refused, self)
        self.place: Hex | None = None

    def ask(self, place: Hex, mode: str, zones: str, side: str) -> None:
        """Asks of a side, "" for the enemies of those in the hex, or for all sides where nobody stands there."""
        document = self._context.document
        known = sides_on_map(document)
        if not known:
            self._context.status(self.tr("No units stand on the map."))
            return
        self.place = place
        self._context.canvas.sketch(WAY, (HexFill(frozenset({place}), "target"),))
        asked: dict[str, object] = {"to": place}
        if zones != AS_RULED:
            asked["zones"] = zones
        if mode:
            asked["mode"] = mode
        before = self._spending.before(self._spending.moved)
        if before:
            asked["before"] = list(before)
        if side:
            of = [{**asked, "side": side}]
        elif stack_in(document, place):
            of = [asked]
        else:
            of = [{**asked, "side": each} for each in known]
        self._answers.want(QUESTION, of)

    def drop(self) -> None:
        """Nothing is asked any more."""
        self._answers.drop()
        self.place = None

    def _take(self, rulings: tuple[Ruling, ...]) -> None:
        if self.place is None:
            return
        # The side that comes with most points left is told first, and its way is drawn.
        told = sorted(rulings, key=lambda each: _first(each.detail))
        details = [each.detail for each in told]
        canvas = self._context.canvas
        canvas.wash(RANGE, onto_marks(details))
        canvas.write(RANGE, onto_numbers(details))
        shapes: list[Shape] = [HexFill(frozenset({self.place}), "target"), *way_marks(details[0], barred=False)]
        canvas.sketch(WAY, shapes)
        self._context.publish(told, {})
        self._context.status(self._words(details))

    def _words(self, details: Iterable[OntoDetail]) -> str:
        assert self.place is not None
        label = self._context.document.box.label(self.place)
        coming = [each for each in details if each.comers]
        if not coming:
            return self.tr("Nobody reaches {hex}.").format(hex=label)
        return f"{label}: {' · '.join(map(self._words_of, coming))}"

    def _words_of(self, detail: OntoDetail) -> str:
        """Who comes of some sides, and the first of them."""
        document, first, count = self._context.document, detail.comers[0], len(detail.comers)
        words = agreeing(
            self.tr("reached by {count} units of {side}; {unit} has {points} points left there"),
            {"count": count, "points": first.left},
        )
        if first.minimum:
            words = agreeing(
                self.tr("reached by {count} units of {side}, by the one-hex minimum alone; {unit} first"), {"count": count}
            )
        sides = ", ".join(side_name(document, each) for each in detail.sides)
        return words.format(count=count, side=sides, unit=names(document, (first.unit,)), points=amount(first.left))


def _first(detail: OntoDetail) -> tuple[bool, bool, float]:
    """What puts those who come with most points left before others, and those first of whom anybody comes."""
    if not detail.comers:
        return True, True, 0.0
    return False, detail.comers[0].minimum, -float(detail.comers[0].left)
