"""What a ruling proposes: edits with a label. Players take one or none; nothing is done by asking."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import flipped, moved, reduced
from core.model.edits.state_edits import ChangeState
from core.model.work import Work
from core.rules.kernel.forces import Unit

if TYPE_CHECKING:
    from core.rules.operations.board import Board

Face = Callable[[Unit, int], int]
"""Which side of a unit is up when so many of its steps are left."""


def work_of(board: "Board") -> Work:
    """What edits of the units on a board are made in: pieces in play, or those of the start of its scenario."""
    state = board.forces.state
    return Work(board.forces.box, state if state.in_play else replace(state, scenario=board.forces.file))


def reduced_face(unit: Unit, left: int) -> int:
    """The back where a unit has lost steps and prints one; else the side that is up."""
    up = unit.piece.face if unit.piece is not None else 0
    return 1 if left < unit.full and unit.counter.back is not None else up


def losing(work: Work, units: Iterable[Unit], steps: Mapping[str, int], face: Face = reduced_face) -> tuple[Edit, ...]:
    """Edits by which units lose steps: turned over or taken off, as what is left of them says; so are chits under them."""
    edits: list[Edit] = []
    some = [unit for unit in units if steps.get(unit.id, 0) > 0]
    for number in sorted({steps[unit.id] for unit in some}):
        alike = [unit for unit in some if steps[unit.id] == number]
        edits.append(reduced(work, [unit.id for unit in alike], {unit.id: unit.full for unit in alike}, number))
        work = edits[-1].apply(work)
    pieces = work.deployment.pieces
    turned = [unit.id for unit in some if unit.id in pieces and pieces[unit.id].face != face(unit, unit.left - steps[unit.id])]
    if turned:
        edits.append(flipped(work, turned))
    return (*edits, *_chits_turned(work, [unit.id for unit in some if unit.id in pieces]))


def _chits_turned(work: Work, ids: Iterable[str]) -> Iterator[Edit]:
    """The edit by which chits under units that have lost steps show their reduced side; those of others lie as before."""
    held = work.state.held
    turning = {id_: replace(held[id_], reduced=True) for id_ in ids if id_ in held and not held[id_].reduced}
    if turning:
        yield ChangeState("Turn chits", {"held": held.update(turning)})


def going(work: Work, units: Iterable[Unit], place: Hex, label: str) -> tuple[Edit, ...]:
    """Edits by which those of some units that are still there go into a hex."""
    ids = [unit.id for unit in units if unit.id in work.deployment.pieces]
    return (moved(work, ids, place, label),) if ids else ()


def applied(work: Work, edits: Iterable[Edit]) -> Work:
    """The work after some edits, one after the other."""
    for edit in edits:
        work = edit.apply(work)
    return work
