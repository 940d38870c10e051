"""What guns on the map that fire direct spend: one battery fire of their battery in a phase [TCS 4.01 18.2, 24.6c]."""

from collections.abc import Sequence

from core.model.edits.edit import Edit
from core.model.edits.state_edits import ChangeState
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.tcs.forces.counters import kind_of
from core.rules.tcs.forces.units import ON_MAP

HE = "he"
"""The kind of points that guns fire, as the ruleset calls it (`play.yaml`)."""


def spent_by(board: Board, units: Sequence[Unit]) -> tuple[tuple[Edit, ...], tuple[Reason, ...]]:
    """The edits by which batteries spend what they fire direct, and what is said of it: one for each battery that has not
    fired in this phase, of its calibre where the side has several kinds. [TCS 4.01 24.6c]"""
    guns: dict[str, Unit] = {}
    for unit in units:
        if kind_of(board.case.ruleset, unit).name == ON_MAP:
            guns.setdefault(_battery(unit), unit)
    points, said, spent = board.forces.state.points, [], False
    for battery, unit in guns.items():
        told: dict[str, object] = {"unit": unit.name}
        if battery in _fired_before(board):
            said.append(Reason(board.ref("24.6c"), "{unit}: its battery has spent its battery fire of this phase", told))
            continue
        known = [what for (side, what), left in points.items() if side == unit.side and left > 0 and _is_he(board, what)]
        calibre = str(unit.whole("fire.calibre"))
        meant = [what for what in known if calibre in what.split()] or known
        if len(meant) != 1:
            template = "{unit}: its battery spends one battery fire, whatever part of it fires"
            said.append(Reason(board.ref("24.6c"), template, told))
            continue
        points, spent = points.set((unit.side, meant[0]), points[unit.side, meant[0]] - 1), True
        template = "{unit}: its battery spends one battery fire of {what}, whatever part of it fires"
        said.append(Reason(board.ref("24.6c"), template, {**told, "what": meant[0]}))
    edits: tuple[Edit, ...] = (ChangeState("Spend a battery fire", {"points": points}),) if spent else ()
    return edits, tuple(said)


def _battery(unit: Unit) -> str:
    """What a gun belongs to: its formation, or itself where it is in none."""
    return unit.counter.formation or unit.id


def _is_he(board: Board, what: str) -> bool:
    kind = board.case.ruleset.play.kind_of(what)
    return kind is not None and kind.id == HE


def _fired_before(board: Board) -> frozenset[str]:
    """The batteries of which guns have fired direct in this phase."""
    fired = {id_ for each in board.forces.state.fought for id_ in each.units}
    known = (unit for id_ in fired if (unit := board.forces.unit(id_)) is not None)
    return frozenset(_battery(unit) for unit in known if kind_of(board.case.ruleset, unit).name == ON_MAP)
