"""Who loses the steps that a combat asks of a side: every legal way to share them out, as edits [BCS 1.1 Combat Table, 7]."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.work import Work
from core.rules.bcs.fights.jumping import LAST_STEP, jumps_asked
from core.rules.bcs.fights.taking_part import combat_units, held_by, in_hex
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import SIDES, Parameter
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.losses import Bounds
from core.rules.operations.proposals import losing, work_of
from core.rules.operations.zones import one_side

GONE, LOSSES = "gone", "losses"
MOST_CHOICES = 60
"""So many ways to share out steps are proposed; of more the first ones."""
YES, NO = "yes", "no"


def losses_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which steps a side loses: the first by the unit that gave the rating, the others as their owner likes. Raises WrongUse.

    [BCS 1.1 Combat Table]
    """
    number = board.number(given["to"])
    side = one_side(board, given["side"]) if given.get("side") else held_by(board, number)
    units = _sharing(board, given, number, side)
    asked: int = given["steps"]
    place = board.net.hexes[number]
    if not units:
        none = Reason(board.ref(PUBLISHED), "None of them is left to lose a step", {"hex": place}, (place,))
        return _ruling(board, GONE, 0, [none], (), number, (Proposal("Nobody is left to lose steps", ()),))
    first = _first(board, given, units)
    left = [unit.left for unit in units]
    total = min(asked, sum(left))
    told: dict[str, object] = {"units": names(units), "steps": total, "asked": asked, "first": first.name}
    said = [Reason(board.ref(PUBLISHED), "{units} lose {steps} steps, the first by {first}", told, numbers={"steps": total})]
    if total < asked:
        said.append(Reason(board.ref(PUBLISHED), "{asked} are asked: what nobody can bear is ignored", told))
    bounds = Bounds((0,) * len(units), tuple(left), total, frozenset({units.index(first)}))
    jumps = given.get("jumps") != NO
    proposals = [_proposed(board, number, units, each, jumps=jumps) for each in bounds.choices()]
    if len(proposals) > MOST_CHOICES:
        some = {"told": MOST_CHOICES, "count": len(proposals)}
        said.append(Reason(board.ref(PUBLISHED), "These are the first {told} of {count} ways to share them out", some))
    return _ruling(board, LOSSES, total, said, units, number, proposals[:MOST_CHOICES])


def _sharing(board: Board, given: Mapping[str, Any], number: int, side: str) -> tuple[Unit, ...]:
    """The units that share the losses: those that are named and still there, else the combat units of the side in the hex."""
    if not given.get("units"):
        return combat_units(in_hex(board, number, side))
    units = board.units(given["units"])
    wrong = [unit for unit in units if unit.side != side]
    if wrong:
        raise WrongUse(f"units: {names(wrong)} are not of {board.forces.side_name(side)}.")
    return combat_units(unit for unit in units if unit.piece is not None)


def _first(board: Board, given: Mapping[str, Any], units: Sequence[Unit]) -> Unit:
    """The unit that loses the first step: the one that gave the rating, or where it is gone the one that would."""
    if given.get("first"):
        named = board.forces.named("first", given["first"])
        if named in units:
            return named
        if named.piece is not None:
            raise WrongUse(f"first: {named.name} is not among those who lose steps: {names(units)}.")
    return max(units, key=lambda unit: unit.whole("action"))


def _proposed(board: Board, number: int, units: Sequence[Unit], steps: Sequence[int], *, jumps: bool) -> Proposal:
    lose = {unit.id: n for unit, n in zip(units, steps, strict=True) if n}
    words = (f"{unit.name} loses {counted(lose[unit.id], 'step')}" for unit in units if unit.id in lose)
    then: tuple[Next, ...] = ()
    here = combat_units(in_hex(board, number, units[0].side))
    if jumps and here and all(lose.get(unit.id, 0) >= unit.left for unit in here):
        then = jumps_asked(board, number, LAST_STEP)
    return Proposal("; ".join(words), lost(work_of(board), units, lose), then=then)


def lost(work: Work, units: Iterable[Unit], steps: Mapping[str, int]) -> tuple[Edit, ...]:
    """The edits by which units lose steps. The side that is up stays: both print units at any strength."""
    return losing(work, units, steps, lambda unit, left: unit.piece.face if unit.piece is not None else 0)


def losses_asked(
    board: Board, number: int, units: Sequence[Unit], steps: int, first: Unit, *, jumps: bool = True
) -> Iterator[Next]:
    """That units lose steps, as it is asked next; nothing where none are lost."""
    if not steps:
        return
    given = {
        "to": board.label(number),
        "side": units[0].side,
        "units": ", ".join(unit.id for unit in units),
        "steps": str(steps),
        "first": first.id,
        "jumps": YES if jumps else NO,
    }
    title = Reason(board.ref(PUBLISHED), "{units} lose {steps} steps", {"units": names(units), "steps": steps})
    yield Next("losses.at", title, given, units[0].side)


def _ruling(
    board: Board,
    verdict: str,
    value: Number,
    said: Sequence[Reason],
    units: Sequence[Unit],
    number: int,
    proposals: Sequence[Proposal],
) -> Ruling:
    parts = tuple(Part(unit.id, board.net.hexes[board.place(unit)], True, True) for unit in units)
    detail = ProcedureDetail(
        facts={"steps": value},
        proposals=tuple(proposals),
        parts=parts,
        hexes={TARGET: frozenset({board.net.hexes[number]})},
    )
    return Ruling("losses.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


PARAMETERS = (
    Parameter("to", "hex", "the hex that was attacked", required=True),
    Parameter("steps", "whole", "how many steps are lost", required=True, least=1),
    Parameter(
        "side", "text", "the side that loses them, by its id or name; the one that holds the hex without it", words=SIDES
    ),
    Parameter("units", "texts", "those who share them, by their ids or names; the combat units of the hex without it"),
    Parameter("first", "text", "the unit that gave the rating and loses the first; the one with the best rating without it"),
    Parameter(
        "jumps",
        "choice",
        "whether headquarters and trains may jump when the last step of the hex is lost; yes without it (7)",
        choices=(YES, NO),
    ),
)
