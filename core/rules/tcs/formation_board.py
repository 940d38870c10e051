"""The board of formations: their morale, what is left of them, their state and orders [TCS 4.01 17.1, 17.8]."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.geometry.hexes import Hex
from core.model.oob import Formation
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.formations_detail import BAD, FORMATIONS, GOOD, WARNED, Cell, Column, FormationRow, FormationsDetail
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.questions import OverBoard
from core.rules.operations.zones import one_side
from core.rules.tcs.effects.formation_morale import recovery_asked, recovery_of_formations
from core.rules.tcs.forces.counters import FIRED_MARK, UNITS
from core.rules.tcs.forces.units import CONDITIONS
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.orders.by_orders import orders_of_units
from core.rules.tcs.procedures.destroyed import BATTALION, KIND, VEHICLES, box_of, marked_of
from core.rules.tcs.reckoning import step
from core.rules.tcs.set_up import RULES

COLUMNS = (
    ("Morale", "17.1b", "What is added to the morale of its units, or the morale of its vehicles"),
    ("Box or track", "17.1a", "What lies in the box of a battalion, or how many boxes of a track are marked"),
    ("Units", "3.1", "Units that stand in a hex, of all that it has"),
    ("Steps", "10.0", "Steps left, of all that it has"),
    ("State", "17.0c", "Who is suppressed, paralyzed, or has fired"),
    ("Orders", "6.3", "The op sheets that bind its units, and how many are unassigned"),
)


@dataclass(frozen=True)
class _Of:
    """A formation on the board: its units, and those of them that stand in a hex."""

    board: Board
    formation: Formation
    units: tuple[Unit, ...]

    @property
    def standing(self) -> Iterator[tuple[Unit, Hex]]:
        """Its units in hexes."""
        for unit in self.units:
            if unit.piece is not None and isinstance(unit.piece.at, Hex):
                yield unit, unit.piece.at

    def step(self, section: str, template: str, **told: object) -> Reason:
        """A sentence about it."""
        return step(self.board.case, section, template, formation=self.formation.name, **told)


def formations(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Every formation with a box or a track, and how it stands. Raises WrongUse. [TCS 4.01 17.1, 17.8]"""
    side = one_side(board, given["side"]) if given.get("side") else ""
    columns = tuple(Column(title, step(board.case, section, about)) for title, section, about in COLUMNS)
    rows = tuple(row for formation in _listed(board, side) if (row := _row(_of(board, formation))) is not None)
    said = []
    if not rows:
        said.append(step(board.case, "17.1", "No formation of the box says that it has a box or a track"))
    detail = FormationsDetail(columns, rows)
    return Ruling(FORMATIONS, board.case.ruleset.id, "read", len(rows), tuple(said), detail, board.consulted.charts)


def _listed(board: Board, side: str) -> Iterator[Formation]:
    """The formations whose morale is kept, those of each side together."""
    for each in board.forces.oob.sides:
        if side in ("", each.id):
            for formation in board.forces.oob.formations:
                if formation.side == each.id and formation.values.get(KIND) in (BATTALION, VEHICLES):
                    yield formation


def _of(board: Board, formation: Formation) -> _Of:
    members = {each.id for each in board.forces.oob.all_members(formation.id)}
    return _Of(board, formation, tuple(unit for unit in board.forces.all_units() if unit.id in members and unit.kind in UNITS))


def _row(of: _Of) -> FormationRow | None:
    """A formation's row; None for vehicles without a track. [TCS 4.01 17.8f]"""
    morale = _morale(of)
    if morale is None:
        return None
    found = recovery_of_formations(of.board, {"formation": of.formation.id})
    assert isinstance(found.detail, ProcedureDetail)
    asked = (recovery_asked(of.board, of.formation),) if found.detail.wanted else ()
    cells = (*morale, _standing(of), _steps(of), _states(of), _orders(of))
    return FormationRow(
        of.formation.id,
        of.formation.side,
        cells,
        outcomes=found.detail.outcomes,
        reasons=found.reasons,
        asked=asked,
    )


def _morale(of: _Of) -> tuple[Cell, Cell] | None:
    """Its morale and what that is made of. [TCS 4.01 17.1a, 17.1d, 17.8a]"""
    board = of.board
    if of.formation.values.get(KIND) == VEHICLES:
        marked = marked_of(board.case, board.consulted, board.forces, of.formation)
        if marked is None:
            return None
        track = marked.track
        template = "{marked} of {boxes} boxes are marked: {gone} of {steps} steps of vehicles are lost"
        told = {"marked": track.marked, "boxes": len(track.boxes), "gone": marked.gone, "steps": marked.steps}
        why = of.step("17.8a", template, **told)
        return _points(track.morale), Cell(f"{track.marked} of {len(track.boxes)}", reason=why)
    box = box_of(board.case, board.forces, of.formation)
    template = "It began with {start}; {platoons} platoons and {others} other units lie in the box, {recovered} recovered"
    told = {"start": box.start, "platoons": box.platoons, "others": box.others, "recovered": box.recovered}
    lies = f"{box.platoons} + {box.others}" if box.platoons or box.others else "empty"
    return _points(box.morale), Cell(lies, reason=of.step("17.1a", template, **told))


def _points(morale: int) -> Cell:
    return Cell(str(morale), GOOD if not morale else WARNED)


def _standing(of: _Of) -> Cell:
    """How many of its units stand in a hex. [TCS 4.01 3.1]"""
    there = tuple(of.standing)
    hexes = tuple(dict.fromkeys(place for _, place in there))
    return Cell(f"{len(there)} of {len(of.units)}", units=tuple(unit.id for unit, _ in there), hexes=hexes)


def _steps(of: _Of) -> Cell:
    """How many steps are left. [TCS 4.01 10.0]"""
    left = sum(unit.left for unit in of.units if unit.piece is not None)
    return Cell(f"{left} of {sum(unit.full for unit in of.units)}")


def _states(of: _Of) -> Cell:
    """Who is suppressed, paralyzed or has fired. [TCS 4.01 13.1i, 17.0c]"""
    who: dict[str, list[Unit]] = {}
    for unit, _ in of.standing:
        marks = unit.piece.marks if unit.piece is not None else frozenset()
        for mark in (*CONDITIONS[:0:-1], FIRED_MARK):
            if mark in marks:
                who.setdefault(mark, []).append(unit)
    if not who:
        return Cell("")
    text = ", ".join(f"{len(units)} {mark}" for mark, units in who.items())
    told = "; ".join(f"{mark}: {names(units)}" for mark, units in who.items())
    shaken = any(mark != FIRED_MARK for mark in who)
    units = tuple(unit.id for some in who.values() for unit in some)
    return Cell(text, BAD if shaken else "", of.step("17.0c", "{states}", states=told), units, _hexes(who.values()))


def _hexes(some: Iterable[Iterable[Unit]]) -> tuple[Hex, ...]:
    places = (unit.piece.at for units in some for unit in units if unit.piece is not None)
    return tuple(dict.fromkeys(place for place in places if isinstance(place, Hex)))


def _orders(of: _Of) -> Cell:
    """Which sheets bind its units, and who is on none. [TCS 4.01 6.3]"""
    known = orders_of_units(of.board.case, of.board.forces, (unit for unit, _ in of.standing))
    if not known:
        return Cell("")
    sheets = Tally(each.standing.sheet for each in known if not each.is_unassigned and each.standing.sheet)
    bare = [each.unit for each in known if each.is_unassigned]
    parts = [*sheets, *([f"{len(bare)} unassigned"] if bare else [])]
    told = [f"{sheet}: {count}" for sheet, count in sheets.items()]
    told += [f"unassigned: {names(bare)}"] if bare else []
    why = of.step("6.3", "{orders}", orders="; ".join(told)) if told else None
    return Cell(", ".join(parts), WARNED if bare else "", why, tuple(unit.id for unit in bare), _hexes((bare,)))


ON_THE_MAP = (
    OverBoard(OPERATIONS, RULES)(
        FORMATIONS,
        "every battalion and formation of vehicles: its morale, what is left of it, its state and its orders",
        "6.3, 10.0, 17.0-17.1, 17.8",
        (Parameter("side", "text", "the side whose formations are meant, by its id or name; all without it"),),
        formations,
        title="Formations",
    ),
)
"""The board, asked."""
