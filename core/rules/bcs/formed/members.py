"""Who is in formations, where their headquarters and trains stand, and which formations are in play [BCS 1.1 variants 2, 9]."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.oob import Formation
from core.model.scenario import ARRIVING as REINFORCEMENTS
from core.rules.bcs.formed.standing import Standing, standing_of
from core.rules.bcs.ground.routes import headquarters_of, trains_of, units_of
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.tables import not_played
from core.rules.kernel.forces import Unit
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
ARRIVING, COUNTED, ON_THE_MAP = "formations.arriving", "counted", "on_the_map"
"""The reading that says whether formations are activated of which nothing is on the map yet, and its choices."""
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


def in_play(board: Board, side: str) -> tuple[Formation, ...]:
    """The formations of a side that can be activated in the turn: something of them stands on the map, or waits in
    Reinforcements where the reading lets it. [BCS 1.1 variant 9]"""
    return tuple(each for each in formations(board, side) if is_there(board, each.id))


def is_there(board: Board, id_: str) -> bool:
    """Whether a formation is one to activate in the turn. [BCS 1.1 variant 9]"""
    if units_of(board, id_):
        return True
    return arriving_count(board) and id_ in coming(board)


def arriving_count(board: Board) -> bool:
    """Whether those are formations to activate of which all waits in Reinforcements. [BCS 1.1 variant 9]"""
    return board.case.choices.get("formations.arriving", COUNTED) == COUNTED


def waits(board: Board, id_: str) -> bool:
    """Whether a formation has nothing on the map, and something in Reinforcements. [BCS 1.1 variants 6, 9]"""
    return id_ in coming(board) and not units_of(board, id_)


def coming(board: Board) -> frozenset[str]:
    """The formations of which something waits in Reinforcements."""
    return board.kept("formations that come", lambda: _coming(board))


def _coming(board: Board) -> frozenset[str]:
    oob = board.forces.oob
    counters = (oob.counter(id_) for id_ in board.forces.deployment.stack(REINFORCEMENTS))
    return frozenset(each.formation for each in counters if each is not None)


def combat_units(board: Board, id_: str) -> tuple[Unit, ...]:
    """The combat units of a formation that stand in hexes."""
    return tuple(unit for unit in units_of(board, id_) if is_combat(unit))


def trains_distance(board: Board, id_: str) -> int | None:
    """How many hexes the trains of a formation are from its headquarters; None where either does not stand on the map."""
    pair = headquarters_of(board, id_), trains_of(board, id_)
    first, second = (board.net.hexes[each[0]] if each is not None else None for each in pair)
    return first.distance(second) if first is not None and second is not None else None


def hex_of(unit: Unit) -> Hex | None:
    """The hex in which a unit stands, None for none."""
    at = unit.piece.at if unit.piece is not None else None
    return at if isinstance(at, Hex) else None


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


# Who is meant ---------------------------------------------------------------------------------------------------------------


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
