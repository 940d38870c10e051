"""Assaults and overruns on the map, stage by stage: the questions [TCS 4.01 22.0, 23.0].

The stages of an assault are `STAGES`; each answer proposes what can be done at its own, and every proposal leads to the next::

    announce ──> answer ──overwatch or retreat──> enter ──barrage, mines──> inside ──> fire …
    fire … ──> settle, morale (fires at once) ──> modes ──both sides there──> fire …
                                                        └─overrun──> leave

Without a stage it is told from the words of the fight that is under way, else from who is in the hex.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question
from core.rules.operations.board import Board
from core.rules.operations.questions import BEFORE, BEGAN, SPENT, OverBoard, mode_parameter
from core.rules.tcs.assaults.assault_fires import KINDS, fires, settle
from core.rules.tcs.assaults.assault_rounds import leaving, modes, morale_after
from core.rules.tcs.assaults.assault_start import announce, answer_of, entering, inside
from core.rules.tcs.assaults.close_combat import Scene
from core.rules.tcs.assaults.under_way import (
    ANNOUNCE,
    ANSWER,
    ENTER,
    FIRE,
    INSIDE,
    LEAVE,
    MODES,
    MORALE,
    SETTLE,
    STAGES,
    UnderWay,
    kept,
    read,
)
from core.rules.tcs.movement.going import MODES as WAYS
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.procedures.assault import ATTACKERS, DEFENDERS
from core.rules.tcs.set_up import RULES
from core.rules.tcs.watch.already import ASSAULT, OVERRUN

_ANSWERS: Mapping[str, Callable[[Scene], Ruling]] = MappingProxyType(
    {
        ANSWER: answer_of,
        ENTER: entering,
        INSIDE: inside,
        FIRE: fires,
        SETTLE: settle,
        MORALE: morale_after,
        MODES: modes,
        LEAVE: leaving,
    }
)


def assault_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """An assault on a hex at the stage that it has come to. Raises WrongUse. [TCS 4.01 22.0]"""
    return _at(board, given, ASSAULT)


def overrun_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """An overrun of a hex at the stage that it has come to. Raises WrongUse. [TCS 4.01 23.0]"""
    return _at(board, given, OVERRUN)


def _at(board: Board, given: Mapping[str, Any], what: str) -> Ruling:
    target = board.number(given["to"])
    stage = given.get("stage") or ""
    fight = None if stage == ANNOUNCE else _fight(board, target, what, stage, given)
    if fight is None:
        if stage not in ("", ANNOUNCE):
            raise WrongUse(f"stage: no {what} of that hex is under way; it is announced first, stage={ANNOUNCE}.")
        return announce(board, target, what, given)
    units = [unit for id_ in fight.units if (unit := board.forces.unit(id_)) is not None]
    if not units or len({unit.side for unit in units}) > 1:
        raise WrongUse("units: name the attackers, all of one side.")
    return _ANSWERS[fight.stage](Scene(board, given, fight, units[0].side))


def _fight(board: Board, target: int, what: str, stage: str, given: Mapping[str, Any]) -> UnderWay | None:
    """The fight for a hex that has begun: as it is given, as the state of play knows it, or as it is seen from both sides
    being there; None where there is none. [TCS 4.01 5.2b, 20.0g]"""
    place = board.net.hexes[target]
    if given.get("so_far"):
        ids = [unit.id for unit in board.units(given.get("units") or ())] or _gone(given)
        return read(board, what, place, ids, stage or FIRE, given["so_far"])
    known = kept(board, what)
    if known is not None and known.target == place:
        return replace(known, stage=stage or known.stage)
    return _together(board, target, what, stage, given)


def _gone(given: Mapping[str, Any]) -> list[str]:
    """Units that are named by their ids alone."""
    return list(given.get("units") or ())


def _together(board: Board, target: int, what: str, stage: str, given: Mapping[str, Any]) -> UnderWay | None:
    """A fight of both sides that are in a hex, of which nothing else is known: its first round. [TCS 4.01 5.2b]"""
    there = board.at.get(target, ())
    sides = {unit.side for unit in there}
    if len(sides) < 2:
        return None
    named = board.units(given["units"]) if given.get("units") else ()
    moment = board.forces.state.moment
    side = named[0].side if named else moment.side
    if side not in sides:
        raise WrongUse("units: both sides are in the hex; name the attackers.")
    place = board.net.hexes[target]
    attackers = tuple(unit.id for unit in there if unit.side == side)
    against = tuple(unit.id for unit in there if unit.side != side)
    return UnderWay(what, place, place, attackers, stage or FIRE, against=against)


_ASSAULT_FIRES = Parameter(
    "fire", "choice", "how the side fires: with all area firers, at points, or with AT rolls", choices=KINDS, at_hand=True
)


def _parameters(what: str) -> tuple[Parameter, ...]:
    """What is asked of both kinds of close combat."""
    return (
        Parameter("to", "hex", f"the hex that is to be {what}", required=True),
        Parameter("units", "texts", "the attackers, one stack beside the hex, by their ids or names; all who can without it"),
        Parameter(
            "stage", "choice", "how far it has come; as the state of play and the map show it without it", choices=STAGES
        ),
        Parameter("so_far", "texts", "what the question before gave: where they come from, the round, what was fired in it"),
        Parameter(
            "who", "choice", "which side it is up to; the one whose turn it is without it", choices=(ATTACKERS, DEFENDERS)
        ),
        _ASSAULT_FIRES,
        Parameter("acting", "texts", "who fires, gets off or changes mode, by ids or names; all who can without it"),
        Parameter("targets", "texts", "the points fired at, by ids or names, in the order of AT rolls; all without it"),
        Parameter("roll", "whole", "the roll of an area or a point fire, 11 to 66"),
        Parameter("rolls", "fractions", "the sums of two dice of AT rolls, in the order of the steps that roll"),
    )


_ASKED = OverBoard(OPERATIONS, RULES)
_MOVES = (mode_parameter(each.id for each in WAYS), SPENT, BEGAN, BEFORE)

ON_THE_MAP: tuple[Question, ...] = (
    _ASKED(
        "assault.at",
        "an assault on the map, stage by stage: who may, final overwatch, entry, fires of each round, morale, modes",
        "5.2b, 6.3a, 10.0f, 15.2f, 16.0-16.1, 17.4, 20.0g-h, 21.2, 22.0",
        (*_parameters("assaulted"), *_MOVES),
        assault_at,
        title="Assault on the map",
        also=("assault",),
    ),
    _ASKED(
        "overrun.at",
        "an overrun on the map, stage by stage: who may, final overwatch, entry, one round of fires, going on",
        "5.2b, 6.3a, 10.0f, 15.2f, 16.0-16.1, 20.0g-h, 20.2, 21.2, 23.0",
        (*_parameters("overrun"), Parameter("into", "hex", "the hex that they go on to"), *_MOVES),
        overrun_at,
        title="Overrun on the map",
        also=("overrun",),
    ),
)
"""Close combat between units on the map."""
