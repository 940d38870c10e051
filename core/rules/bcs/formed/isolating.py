"""Losses by isolation, and breakdowns of Tigers, of units on the map [BCS 1.1 variant 4]."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from core.model.state import BREAKDOWN, ISOLATION, Declared
from core.rules.bcs.combat import isolation, tiger
from core.rules.bcs.formed.isolated import settled, suffers
from core.rules.bcs.formed.members import combat_units
from core.rules.bcs.ground.paths import is_bracketed, safe_path
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.meant import NO, PROHIBITED, YES, meant, say
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.proposals import losing, work_of

LOST = "lost"
"""What the question about Tigers says of one that breaks down."""

NOBODY = "nobody_isolated"
"""What the question about isolation says where nobody is to roll."""

WEATHER = "weather"
"""So begin the phases in which Tigers roll under the Rod Miller package."""


def isolation_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which units are subject to isolation, and what a roll costs one of them; of several one after the other, each once in an
    activation. Raises WrongUse. [BCS 1.1 variant 4]"""
    units = board.units(given["units"]) if given.get("units") else combat_units(board, meant(board, given).id)
    package = board.case.choices["package.rod_miller"] == ON
    some = tuple(unit for unit in units if is_combat(unit))
    rolled = settled(board.forces.state, ISOLATION)
    suffering = tuple(unit for unit in some if suffers(board, unit, package=package))
    left = tuple(unit for unit in suffering if unit.id not in rolled)
    section = "4" if package else PUBLISHED
    why = {unit.id: _why(board, unit, package=package) for unit in some}
    for unit in suffering:
        if unit not in left:
            why[unit.id] = say(board, section, "{unit} has rolled for isolation in this activation", unit=unit.name)
    parts = tuple(Part(unit.id, board.net.hexes[board.place(unit)], unit in left, unit in left, why[unit.id]) for unit in some)
    if len(left) == 1:
        others = [reason for id_, reason in why.items() if id_ != left[0].id]
        return _isolated(board, left[0], given.get("roll"), (why[left[0].id], *others), parts, package=package)
    said = tuple(why.values()) or (say(board, section, "No combat unit stands on the map that could be isolated"),)
    if not left:
        detail = ProcedureDetail(facts={})
        return Ruling("isolation.at", board.case.ruleset.id, NOBODY, None, said, detail, board.consulted.charts)
    proposal = _one_by_one(board, "isolation.at", section, "Isolation of {unit}", left)
    detail = ProcedureDetail(facts={"isolated": len(left)}, parts=parts, proposals=(proposal,))
    return Ruling("isolation.at", board.case.ruleset.id, "to roll", len(left), said, detail, board.consulted.charts)


def _why(board: Board, unit: Unit, *, package: bool) -> Reason:
    """Why a unit is subject to isolation, or is not. [BCS 1.1 variant 4]"""
    if package:
        return is_bracketed(board, unit).reason
    found = safe_path(board, unit)
    return found.why[0] if found.why else say(board, PUBLISHED, "{unit} has a safe path", unit=unit.name)


def _isolated(
    board: Board, unit: Unit, roll: int | None, why: Sequence[Reason], parts: tuple[Part, ...], *, package: bool
) -> Ruling:
    asked: dict[str, Any] = {"bracketed": YES} if package else {"safe_path": NO}
    ruling = isolation(board.case, {**asked, **({"roll": roll} if roll is not None else {})})
    board.consulted.add(ruling.charts)
    table = ruling.detail if isinstance(ruling.detail, ChartDetail) else None
    said = (*why, *ruling.reasons[1:])
    facts: dict[str, Number | str] = {"isolated": 1}
    if roll is None:
        outcomes = tuple(Outcome("Steps lost", name, chance) for name, chance in (table.chances if table is not None else ()))
        wanted = (Wanted("roll", "d6", f"isolation of {unit.name}", unit.side),)
        detail = ProcedureDetail(facts=facts, parts=parts, outcomes=outcomes, wanted=wanted)
        return Ruling("isolation.at", board.case.ruleset.id, ruling.verdict, 1, said, detail, board.consulted.charts)
    steps = int(ruling.verdict) if ruling.verdict.isdecimal() else 0
    proposal = _loses(board, unit, steps, ISOLATION)
    detail = ProcedureDetail(facts={**facts, "steps": steps}, parts=parts, proposals=(proposal,))
    return Ruling("isolation.at", board.case.ruleset.id, ruling.verdict, steps, said, detail, board.consulted.charts)


def _loses(board: Board, unit: Unit, steps: int, what: str) -> Proposal:
    """A unit loses steps and stays on the side that is up; that it has rolled counts in its activation."""
    rolled = Declared(unit.side, (unit.id,), (board.net.hexes[board.place(unit)],), what)
    attempt = made_in_play(board, rolled)
    if not steps:
        return Proposal(f"{unit.name} loses nothing", (), attempt=attempt)
    edits = losing(work_of(board), (unit,), {unit.id: min(steps, unit.left)}, _as_it_lies)
    return Proposal(f"{unit.name}: {'step' if steps == 1 else 'steps'} lost {steps}", edits, attempt=attempt)


def _as_it_lies(unit: Unit, left: int) -> int:
    return unit.piece.face if unit.piece is not None else 0


def _one_by_one(board: Board, question: str, section: str, template: str, units: Sequence[Unit]) -> Proposal:
    """Several units roll, one after the other."""
    then = (Next(question, say(board, section, template, unit=unit.name), {"units": unit.id}, unit.side) for unit in units)
    return Proposal(f"Roll for {names(units)}, one after the other", (), then=tuple(then))


# Tigers -------------------------------------------------------------------------------------------------------------------


def tigers_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which Tiger units roll for a breakdown now, each once, and what a roll does to one. Raises WrongUse.

    [BCS 1.1 variant 4]
    """
    package, state = board.case.choices["package.rod_miller"] == ON, board.forces.state
    if package and state.in_play and not state.moment.phase.startswith(WEATHER):
        not_now = say(board, "4", "Tigers roll in the Reinforcement & Weather Phase, and in no activation")
        return _tigers(board, PROHIBITED, None, (not_now,), ProcedureDetail(facts={}))
    named: Callable[[], Iterable[Unit]] = (lambda: _all(board)) if package else (lambda: _of_formation(board, given))
    tigers = tuple(unit for unit in (board.units(given["units"]) if given.get("units") else named()) if unit.flag("tiger"))
    rolled = settled(state, BREAKDOWN)
    units = tuple(unit for unit in tigers if unit.id not in rolled)
    roll = given.get("roll") if len(units) == 1 else None
    ruling = tiger(board.case, {"roll": roll} if roll is not None else {})
    board.consulted.add(ruling.charts)
    if not units:
        nobody = "Every Tiger unit has rolled" if tigers else "No Tiger unit rolls now"
        return _tigers(board, "none", 0, (ruling.reasons[0], say(board, "4", nobody)), ProcedureDetail(facts={"tigers": 0}))
    parts = tuple(Part(unit.id, board.net.hexes[board.place(unit)], True, True) for unit in units)
    said = (*ruling.reasons, say(board, "4", "Tigers: {units}", units=names(units)))
    if len(units) > 1:
        proposal = _one_by_one(board, "tigers.at", "4", "Breakdown of {unit}", units)
        detail = ProcedureDetail(facts={"tigers": len(units)}, parts=parts, proposals=(proposal,))
        return _tigers(board, "to roll", len(units), said, detail)
    (unit,) = units
    if roll is None:
        chance = Fraction(ruling.value or 0)
        outcomes = (Outcome("Breakdown", LOST, chance), Outcome("Breakdown", "none", 1 - chance))
        wanted = (Wanted("roll", "d6", f"breakdown of {unit.name}", unit.side),)
        detail = ProcedureDetail(facts={"tigers": 1}, parts=parts, outcomes=outcomes, wanted=wanted)
        return _tigers(board, ruling.verdict, 1, said, detail)
    steps = 1 if ruling.verdict == LOST else 0
    proposals = (_loses(board, unit, steps, BREAKDOWN),)
    detail = ProcedureDetail(facts={"tigers": 1, "steps": steps}, parts=parts, proposals=proposals)
    return _tigers(board, ruling.verdict, steps, said, detail)


def _tigers(board: Board, verdict: str, value: Number | None, said: tuple[Reason, ...], detail: ProcedureDetail) -> Ruling:
    return Ruling("tigers.at", board.case.ruleset.id, verdict, value, said, detail, board.consulted.charts)


def _all(board: Board) -> Iterable[Unit]:
    return (unit for number in sorted(board.at) for unit in board.at[number])


def _of_formation(board: Board, given: Mapping[str, Any]) -> Iterable[Unit]:
    return combat_units(board, meant(board, given).id)
