"""What guns on the map that fire direct spend: one battery fire of their battery in a phase [TCS 4.01 18.2, 24.6c]."""

from collections.abc import Sequence

from core.model.edits.edit import Edit
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.tcs.procedures.ammunition import changed_ammunition, store_of
from core.rules.tcs.procedures.missions import HE
from core.rules.tcs.watch.acted import battery_of, fired_direct, is_on_map


def spent_by(board: Board, units: Sequence[Unit]) -> tuple[tuple[Edit, ...], tuple[Reason, ...]]:
    """The edits by which batteries spend what they fire direct, and what is said of it: one for each battery that has not
    fired in this phase, of its calibre where the side counts that. [TCS 4.01 18.2a, 24.6c]"""
    guns: dict[str, Unit] = {}
    for unit in units:
        if is_on_map(board, unit):
            guns.setdefault(battery_of(unit), unit)
    said: list[Reason] = []
    taken: dict[str | None, int] = {}
    before = fired_direct(board)
    for battery, unit in guns.items():
        told: dict[str, object] = {"unit": unit.name}
        if battery in before:
            said.append(Reason(board.ref("24.6c"), "{unit}: its battery has spent its battery fire of this phase", told))
            continue
        what = store_of(board, unit.side, HE, unit.whole("fire.calibre") or None)
        taken[what] = taken.get(what, 0) + 1
        template = "{unit}: its battery spends one battery fire, whatever part of it fires"
        if what is not None:
            template = "{unit}: its battery spends one battery fire of {what}, whatever part of it fires"
        said.append(Reason(board.ref("24.6c"), template, {**told, "what": what or ""}))
    edits = changed_ammunition(board, units[0].side, taken, "Spend a battery fire") if units else ()
    return edits, tuple(said)
