"""A stack that moves is stopped by fire on overwatch: what is asked then, from the way that led into the hex."""

from PySide6.QtCore import QCoreApplication

from app.tools.context import ToolContext
from app.tools.operations import sides_on_map
from core.geometry.hexes import Hex
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.movement_detail import RangeDetail

OVERWATCH = "overwatch.fire"
"""The question of fire at those who trigger it."""

STOP_KEY = "O"


def overwatch_at_end(context: ToolContext, way: Ruling | None, end: Hex | None) -> Next | None:
    """What the other side is asked of units that stop at the end of a way for its fire; None where nobody could fire there,
    or nobody has been asked yet."""
    detail = way.detail if way is not None else None
    if not isinstance(detail, RangeDetail) or not detail.way or detail.way[-1].into != end:
        return None
    last = detail.way[-1]
    watched = next((each for each in detail.watched if each.into == end and each.source == last.source), None)
    if watched is None or not (watched.shots or watched.unsure):
        return None
    label, oob = context.document.box.label, context.document.box.oob
    given = {
        "to": label(last.into),
        "trigger": "movement",
        "source": label(last.source),
        "road": "yes" if last.along else "no",
        "moving": ", ".join(detail.units),
    }
    firing = (counter.side for shot in watched.shots for unit in shot.units if (counter := oob.counter(unit)) is not None)
    moving = {counter.side for unit in detail.units if (counter := oob.counter(unit)) is not None}
    others = (side for side in sides_on_map(context.document) if side not in moving)
    words = QCoreApplication.translate("OverwatchHere", "Fire on overwatch at {hex}")
    title = Reason(RuleRef("", "", ""), words, {"hex": last.into}, (last.into,))
    return Next(OVERWATCH, title, given, next(firing, next(others, "")), may=True)
