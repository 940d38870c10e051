"""Fire events: how many a unit has left in its formation's activation, and the markers that keep them.

[BCS 1.1 variant 3, published summaries]
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.model.edits.edit import Edit
from core.model.edits.piece_edits import mark_kind, marked, unmarked
from core.model.work import Work
from core.rules.bcs.activation import EFFECTS, FULL, PLANNED
from core.rules.bcs.fights.taking_part import formation_name, standing
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board

FIRE_EVENT = "fire-event"
"""The marker of a unit that has used fire events; its number says how many."""


@dataclass(frozen=True, slots=True)
class FireEvents:
    """What a unit may use in an activation, what it has used, and why so."""

    most: int
    used: int
    why: Reason

    @property
    def left(self) -> int:
        """How many are left."""
        return max(0, self.most - self.used)


def fire_events(board: Board, unit: Unit) -> FireEvents:
    """The fire events of a unit by the SNAFU result of its formation; before the roll, and of units without a formation, as
    after a full result. [BCS 1.1 variant 3, published summaries]"""
    kept = standing(board, unit)
    result = kept.snafu or FULL
    planned = board.case.choices["fatigue.planned"] == ON
    most = int(board.consulted.number(EFFECTS, result, f"fire events{f', {PLANNED}' if planned else ''}"))
    used = used_by(unit)
    told: dict[str, object] = {"unit": unit.name, "most": most, "used": used, "result": result}
    told["formation"] = formation_name(board, unit.counter.formation)
    if not unit.counter.formation:
        template = "{unit} is of no formation: {most} fire events, as after {result}; {used} used"
    elif not kept.snafu:
        template = "{formation} has no SNAFU result yet: {most} fire events of {unit}, as after {result}; {used} used"
    else:
        template = "{formation} has the SNAFU result {result}: {most} fire events of {unit}; {used} used"
    return FireEvents(most, used, Reason(board.ref("3" if planned else PUBLISHED), template, told, numbers={"most": most}))


def used_by(unit: Unit) -> int:
    """How many a unit has used, as its marker says."""
    marks = (parted(mark) for mark in (unit.piece.marks if unit.piece is not None else ()))
    return max((number or 1 for kind, number in marks if kind == FIRE_EVENT), default=0)


def using(board: Board, work: Work, unit: Unit) -> Iterator[Edit]:
    """The edit by which a unit uses one more, as far as its marker has numbers."""
    kind = board.case.ruleset.markers[FIRE_EVENT]
    number = used_by(unit) + 1
    if kind.most is None or number <= kind.most:
        yield marked(work, [unit.id], f"{FIRE_EVENT} {number}", "Use a fire event")


def renewing(work: Work, ids: Iterable[str]) -> Iterator[Edit]:
    """The edits by which units have used none, as at the end of an activation."""
    pieces = work.deployment.pieces
    by_word: dict[str, list[str]] = {}
    for id_ in ids:
        for word in pieces[id_].marks if id_ in pieces else ():
            if mark_kind(word) == FIRE_EVENT:
                by_word.setdefault(word, []).append(id_)
    for word in sorted(by_word):
        edit = unmarked(work, by_word[word], word, "Remove fire events")
        work = edit.apply(work)
        yield edit
