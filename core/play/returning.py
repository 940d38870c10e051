"""When a chit goes back into its cup: with the step whose loss turns its unit to a cadre, or off the map [VCS 9.2]. Who puts it
back before, and so would draw anew, says why; the line stays in the journal.

The first step turns a chit over, the second gives it back; where its other side says 0, the first one does.
"""

import re
from collections.abc import Mapping

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.state import GameState
from core.play.record import Record
from core.play.session import Barrier
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.play_rules import CupRule

ASKS = "Say in a line why it goes back all the same."

_PRINTED = re.compile(r"\{([\w.]+)\}")


def lost(state: GameState, unit: str) -> int | None:
    """How many steps of those that its chit stands for a unit has lost; None for one that is not in play."""
    piece = state.deployment.pieces.get(unit) if state.deployment is not None else None
    if piece is None:
        return None
    held = state.held.get(unit)
    return max(piece.lost, int(held is not None and held.reduced))


def steps_of(rule: CupRule, charts: ChartBook, prints: Mapping[str, object], value: str) -> int:
    """How many steps a chit stands for that says `value`, under a unit that `prints` what it does: one where the other side of
    the chit is 0, as many as the rule says where the chart does not say it."""
    column = _PRINTED.sub(lambda found: str(prints.get(found[1], "")), rule.reduced)
    if not rule.reduced or not rule.chart:
        return rule.steps
    try:
        chart = charts.chart(rule.chart)
    except WrongUse:
        return rule.steps
    at, row = chart.columns.index(column), chart.rows.index(value)
    other = chart.cells.get((chart.rows.labels[row], chart.columns.labels[at])) if at is not None and row is not None else None
    return 1 if other == 0 else rule.steps


def barrier(record: Record, state: GameState, seal: str, section: str, steps: int, number: int = 0) -> Barrier | None:
    """What stands against putting a chit back that stands for so many steps; None where it is due. `section` is the rule,
    `number` the last entry."""
    chit = record.chits.get(seal)
    if chit is None or not chit.unit or not section:
        return None
    gone = lost(state, chit.unit)
    if gone is None or gone >= steps:
        return None
    has = f"has lost {counted(gone, 'step')}" if gone else "has lost no step"
    when = "the first step" if steps == 1 else f"{steps} steps, or with the first where its other side is 0"
    told = f'"{seal}" goes back into its cup with the loss of {when}, and its unit {has} [{section}].'
    return Barrier(number, told, section)
