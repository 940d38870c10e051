"""Which formation and which side a question means, what is kept of a formation, and how steps of an argument are said."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.oob import Formation
from core.rules.bcs.standing import Standing, standing_of
from core.rules.bcs.tables import not_played
from core.rules.kernel.parameters import FORMATIONS, SIDES, Parameter
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.zones import one_side

FORMATION = Parameter(
    "formation", "text", "the formation, by its id or name; the one that is active without it", words=FORMATIONS
)
SIDE = Parameter("side", "text", "the side, by its id or name", words=SIDES)
ROLL = Parameter("roll", "whole", "the natural roll; what it can come to without it")
YES, NO = "yes", "no"
ALLOWED, PROHIBITED = "allowed", "prohibited"


def say(board: Board, section: str, template: str, **values: object) -> Reason:
    """A step of an argument; the numbers among its values are those that it compares."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int | Fraction)}
    shown = {name: amount(value) if isinstance(value, Fraction) else value for name, value in values.items()}
    hexes = tuple(value for value in values.values() if isinstance(value, Hex))
    return Reason(board.ref(section), template, shown, hexes, numbers)


def unplayed(board: Board, question: str, variant: str) -> Ruling:
    """The answer of a step of a procedure of a variant that the box does not play."""
    return replace(not_played(board.case, question, variant), detail=ProcedureDetail(facts={}))


def flag(name: str, help_: str) -> Parameter:
    """A parameter that is yes or no."""
    return Parameter(name, "choice", help_, choices=(YES, NO))


# Formations -----------------------------------------------------------------------------------------------------------------


def formations(board: Board, side: str = "") -> tuple[Formation, ...]:
    """The formations that have counters of their own, those of each side together. [BCS 1.1 variant 9]"""
    every = board.kept("formations", lambda: _formations(board))
    return tuple(each for each in every if each.side == side) if side else every


def _formations(board: Board) -> tuple[Formation, ...]:
    oob = board.forces.oob
    sides = [side.id for side in oob.sides]
    some = (each for each in oob.formations if oob.members(each.id))
    return tuple(sorted(some, key=lambda each: sides.index(each.side) if each.side in sides else len(sides)))


def standing(board: Board, id_: str) -> Standing:
    """What is kept of a formation now."""
    known = board.kept("standings", lambda: _standings(board))
    if id_ not in known:
        known[id_] = standing_of(board.forces, id_)
    return known[id_]


def _standings(board: Board) -> dict[str, Standing]:
    """What was found of formations while neither they nor what is said of them have changed."""
    state, oob = board.forces.state, board.forces.oob
    return board.again(("standings",), (state.conditions, state.moment, oob.formations), dict)


def active(board: Board) -> Formation | None:
    """The formation whose activation it is, None for none."""
    return next((each for each in formations(board) if standing(board, each.id).activation), None)


def meant(board: Board, given: Mapping[str, Any]) -> Formation:
    """The formation that a question is about. Raises WrongUse where none is named and none is active."""
    if given.get("formation"):
        return board.forces.formation_named("formation", given["formation"])
    found = active(board)
    if found is None:
        raise WrongUse("formation: no formation is active; say which is meant.")
    return found


def side_meant(board: Board, given: Mapping[str, Any]) -> str:
    """The side that is named by its id or name, "" for none. Raises WrongUse."""
    return one_side(board, given["side"]) if given.get("side") else ""


def sides(board: Board) -> tuple[str, ...]:
    """The sides in the order in which they act: as play has decided, else as the scenario has it, else as in the box."""
    order = board.forces.state.order
    if order:
        return order
    every = [each.id for each in board.forces.oob.sides]
    first = board.forces.scenario.moves_first if board.forces.scenario is not None else ""
    return tuple(sorted(every, key=lambda each: each != first))
