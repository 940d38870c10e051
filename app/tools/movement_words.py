"""What of movement is said in the status bar and on the map: a range, the sum of a way, a way step by step, a move."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from PySide6.QtCore import QCoreApplication

from app.documents.document import Document
from app.tools.operations import names, unseen_beside
from app.tools.spent import NOTHING
from core.base.amounts import amount
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Ruling
from core.rules.operations.movement_detail import RangeDetail, StepCost

NOT_REACHED = "not_reached"
"""The verdict on a way that cannot be gone."""


def cost_of(way: Iterable[StepCost]) -> Fraction:
    """The points of a way."""
    return sum((step.points or NOTHING for step in way), NOTHING)


def range_words(document: Document, detail: RangeDetail, staying: Sequence[str], uncounted: Fraction | None) -> str:
    """How far units go, and who of their stack may not; `uncounted` are points that they must have spent by hand."""
    count = max(0, len(detail.reached) - 1)
    words = agreeing(_tr("{units}: {points} points, {count} hexes"), {"count": count, "points": detail.allowance})
    parts = [words.format(units=names(document, detail.units), points=amount(detail.allowance), count=count)]
    if staying:
        parts.append(_tr("{units} may not move").format(units=names(document, staying)))
    if uncounted is not None:
        told = _tr("moved by hand: {points} points count, the fewest; “Points spent before” changes them")
        parts.append(agreeing(told, {"points": uncounted}).format(points=amount(uncounted)))
    return " · ".join(parts)


def sum_words(ruling: Ruling, over: int) -> str:
    """What a way costs of the points that there are; `over` is what would be above the limit at its end."""
    if not ruling.detail.way:
        return _tr("out of reach")
    spent, allowance = amount(cost_of(ruling.detail.way)), amount(ruling.detail.allowance)
    if ruling.verdict == NOT_REACHED:
        return _tr("{spent} of {allowance}: not reached").format(spent=spent, allowance=allowance)
    if ruling.verdict == "minimum":
        return _tr("one hex, always").format(spent=spent)
    words = _tr("{spent} of {allowance}").format(spent=spent, allowance=allowance)
    return f"{words} · {_tr('overstacked')}" if over else words


def way_words(document: Document, start: Hex, end: Hex, ruling: Ruling, over: int) -> str:
    """A way with what each step costs, and what may have zones beside it that nobody sees."""
    box = document.box
    steps = [step.points for step in ruling.detail.way]
    parts = " + ".join("–" if points is None else amount(points) for points in steps)
    words = f"{box.label(start)} → {box.label(end)}: {parts} · {sum_words(ruling, over)}"
    hidden = unseen_beside(document, (step.source for step in ruling.detail.way))
    if hidden:
        # Zones are those of what is seen.
        told = _tr("what is out of sight in {hexes} may have zones there")
        words += f" · {told.format(hexes=', '.join(map(box.label, hidden)))}"
    return words


def onto_words(moves: bool) -> str:
    """What a click does at the end of a way where own units stand; whether it `moves` onto them."""
    if moves:
        return _tr("a click moves onto its stack")
    return _tr("a click takes its stack, Shift+click and a click move onto it")


def moved_words(document: Document, units: Sequence[str], start: Hex, end: Hex, cost: Fraction, *, over: bool) -> str:
    """That units have moved, for how many points; whether they are `over` a limit now."""
    told = agreeing(_tr("{units}: {start} → {hex}, {points} points"), {"points": cost})
    label = document.box.label
    words = told.format(units=names(document, units), start=label(start), hex=label(end), points=amount(cost))
    return f"{words} · {_tr('overstacked')}" if over else words


def _tr(text: str) -> str:
    return QCoreApplication.translate("MovementTool", text)
