"""Reinforcements that wait beside the map: where the rules let them come in, shown on the map; what is said of those that are
put onto it by hand."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from PySide6.QtCore import QCoreApplication, QObject

from app.canvas.shapes import HexFill
from app.tools.context import ToolContext
from app.tools.movement_marks import RANGE
from app.tools.operations import Together, names
from core.base.amounts import amount
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.scenario import ARRIVING
from core.play.coming_in import came_in
from core.questions.answers import reason_text
from core.rules.kernel.entry_detail import NOBODY, EntryDetail
from core.rules.kernel.rulings import Ruling

ENTRY = "entry"
"""The question of where reinforcements come in."""


def open_to(ruling: Ruling) -> frozenset[Hex]:
    """The hexes that a ruling on one unit leaves open to it now; who has to wait a turn comes in nowhere but by his own."""
    detail = ruling.detail
    entries = detail.entries if isinstance(detail, EntryDetail) else ()
    return frozenset().union(
        *(each.open & (frozenset(each.hexes) - frozenset(each.blocked)) if each.delay else each.open for each in entries)
    )


def points_of(ruling: Ruling, place: Hex) -> Fraction:
    """What coming in by a hex costs the unit that was asked about: the fewest, where it comes in on several arrivals."""
    detail = ruling.detail
    entries = detail.entries if isinstance(detail, EntryDetail) else ()
    return min((dict(each.points).get(place, Fraction(0)) for each in entries if place in each.open), default=Fraction(0))


def asked_of(context: ToolContext, units: Sequence[str]) -> list[dict[str, object]]:
    """What is asked of units that come in together by one hex: each with who has come in before it in this turn. Of those in
    hand every one comes behind the others, wherever they come in."""
    play, label = context.document.play, context.document.box.label
    came = came_in(play.session) if play is not None else ()
    ahead = [f"{unit}*{label(place)}" for unit, place in came if unit not in units]
    more: dict[str, object] = {"ahead": ahead} if ahead else {}
    return [{"unit": id_, **more, **({"behind": number} if number else {})} for number, id_ in enumerate(units)]


def waiting(context: ToolContext, units: Sequence[str]) -> tuple[str, ...]:
    """Those of some units that wait in the box of reinforcements."""
    pieces = context.document.work.deployment.pieces
    return tuple(id_ for id_ in units if id_ in pieces and pieces[id_].at == ARRIVING)


class Entering(QObject):
    """Asks where units that wait may come in, all of them together; of those who come in by different hexes it takes the first
    and whoever comes in with it. `units` are those in hand, `hexes` where they may be placed; None while that is asked."""

    def __init__(self, context: ToolContext, on_refused: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._answers = Together(context.answers, "entering", self._take, on_refused, self)
        self.units: tuple[str, ...] = ()
        self.hexes: frozenset[Hex] | None = None
        self._rulings: tuple[Ruling, ...] = ()
        self._elsewhere: tuple[str, ...] = ()

    def ask(self, units: Sequence[str]) -> None:
        """Asks of units that wait."""
        self._elsewhere = ()
        self._ask(units)

    def _ask(self, units: Sequence[str]) -> None:
        self.units, self.hexes, self._rulings = tuple(units), None, ()
        self._answers.want(ENTRY, asked_of(self._context, units))

    def drop(self) -> None:
        """Nobody is in hand any more."""
        self._answers.drop()
        self.units, self.hexes, self._rulings = (), None, ()

    def points(self, place: Hex) -> Mapping[str, Fraction]:
        """What coming in by a hex costs each of the units in hand."""
        return {id_: points_of(ruling, place) for id_, ruling in zip(self.units, self._rulings, strict=False)}

    def why_not(self, place: Hex) -> str:
        """Why the units do not come in by a hex, as a sentence."""
        box = self._context.document.box
        told = [reason_text(each, box) for ruling in self._rulings for each in ruling.reasons if place in each.hexes]
        entries = [f"{reason_text(each, box)} [{each.rule}]" for ruling in self._rulings for each in ruling.reasons[:1]]
        words = self.tr("{units} do not come in by {hex}: {why}")
        why = "; ".join(dict.fromkeys((*told[-1:], *entries)))
        return words.format(units=names(self._context.document, self.units), hex=box.label(place), why=why)

    def _take(self, rulings: tuple[Ruling, ...]) -> None:
        if not self.units:
            return
        self._rulings = rulings
        # Who was refused an answer comes in nowhere.
        answered = len(rulings) == len(self.units)
        self.hexes = frozenset.intersection(*map(open_to, rulings)) if answered and rulings else frozenset()
        if answered and not self.hexes and self._leaves_others(rulings):
            return
        self._context.canvas.wash(RANGE, (HexFill(self.hexes, "range-5"), HexFill(self.hexes, "range")) if self.hexes else ())
        self._context.publish(rulings[:1], {})
        box, who = self._context.document.box, names(self._context.document, self.units)
        rule = f"[{rulings[0].reasons[0].rule}]" if rulings and rulings[0].reasons else ""
        if self.hexes:
            paid = any(points_of(each, place) for each in rulings for place in self.hexes)
            words = self.tr("{units}: click the hex by which they come in, which costs no movement points {rule}")
            words = self.tr("{units}: click the hex by which they come in {rule}: {why}") if paid else words
        else:
            words = self.tr("{units} do not come in now: {why}")
        why = "; ".join(dict.fromkeys(reason_text(each, box) for ruling in rulings for each in ruling.reasons[:2]))
        told = words.format(units=who, rule=rule, why=why)
        if self._elsewhere:
            others = self.tr("by other hexes: {units}").replace("{units}", names(self._context.document, self._elsewhere))
            told = f"{told} · {others}"
        self._context.status(told)

    def _leaves_others(self, rulings: tuple[Ruling, ...]) -> bool:
        """Goes on with the first unit and those who can come in by a hex with it, where others come in elsewhere."""
        together, kept = open_to(rulings[0]), list[str]()
        for id_, ruling in zip(self.units, rulings, strict=True):
            if common := together & open_to(ruling):
                together = common
                kept.append(id_)
        if not kept or len(kept) == len(self.units):
            return False
        self._elsewhere = tuple(id_ for id_ in self.units if id_ not in kept)
        self._context.document.units.set(kept)
        self._ask(kept)
        return True


def tell_entry(context: ToolContext, units: Sequence[str], place: Spot) -> bool:
    """Says in the status bar whether the rules let reinforcements in by the hex that they were put into by hand, where they
    stay, and keeps what that has cost them; False for those that do not come from the map's side."""
    if context.document.play is None or not units or not isinstance(place, Hex):
        return False

    def take(rulings: tuple[Ruling, ...]) -> None:
        box, pieces = context.document.box, context.document.work.deployment.pieces
        paid = [points_of(each, place) for each in rulings]
        # Who was refused an answer leaves no gap among the others, and whoever has gone on meanwhile has spent more than this.
        there = all(id_ in pieces and pieces[id_].at == place for id_ in units)
        for id_, points in zip(units, paid, strict=True) if there and len(paid) == len(units) else ():
            context.spent.note(id_, points, place, points)
        wrong = [each for each in rulings if each.verdict != NOBODY and place not in open_to(each)]
        if not wrong:
            rule = f"[{rulings[0].reasons[0].rule}]" if rulings[0].reasons else ""
            words = QCoreApplication.translate("Entering", "{hex} is open to them: placing costs no movement points {rule}")
            if most := max(paid, default=Fraction(0)):
                words = agreeing(
                    QCoreApplication.translate("Entering", "{hex} is open to them: coming in costs {points} points {rule}"),
                    {"points": most},
                )
            context.status(words.format(hex=box.label(place), rule=rule, points=amount(max(paid, default=Fraction(0)))))
            return
        why = f"{reason_text(wrong[0].reasons[0], box)} [{wrong[0].reasons[0].rule}]"
        words = QCoreApplication.translate("Entering", "They do not come in by {hex}: {why}. What was placed stays.")
        context.status(words.format(hex=box.label(place), why=why))

    asked = Together(context.answers, "placed by hand", take, lambda _: None)
    asked.want(ENTRY, asked_of(context, units))
    return True
