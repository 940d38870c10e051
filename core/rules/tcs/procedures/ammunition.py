"""Ammunition: under which words sides count it, by type and calibre, and how it is struck off [TCS 4.01 18.2, 24.6c]."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from core.model.edits.state_edits import ChangeState
from core.rules.operations.board import Board
from core.rules.tcs.procedures.missions import HE, ILLUM, ROCKET, SMOKE

_POINTS: Mapping[str, str] = MappingProxyType({HE: "he", ROCKET: "he", SMOKE: "smoke", ILLUM: "illum"})
"""The kind of points that is spent, as the ruleset calls it (`play.yaml`). [TCS 4.01 18.2]"""
_CALIBRE = re.compile(r"(\d+)\s*mm\b", re.IGNORECASE)


def store_of(board: Board, side: str, kind: str, calibre: int | None) -> str | None:
    """Under which words the state of play counts what is fired of a type: of its calibre, else of its type without one; of
    rockets first what is said to be theirs. None where it counts none. [TCS 4.01 18.2a, 18.2b]"""
    play, ranked = board.case.ruleset.play, []
    for whose, what in board.forces.state.points:
        known = play.kind_of(what)
        if whose != side or known is None or known.id != _POINTS[kind]:
            continue
        of_rockets = "rocket" in what.casefold()
        found = _CALIBRE.search(what)
        printed = int(found[1]) if found is not None else None
        if of_rockets != (kind == ROCKET) and kind in (HE, ROCKET) and (of_rockets or printed != calibre):
            continue
        if printed not in (None, calibre):
            continue
        ranked.append((not of_rockets and kind == ROCKET, printed is None, what))
    return min(ranked)[2] if ranked else None


def is_counted(board: Board, side: str) -> bool:
    """Whether the state of play counts any ammunition of a side. [TCS 4.01 18.2a]"""
    play, kinds = board.case.ruleset.play, frozenset(_POINTS.values())
    known = (play.kind_of(what) for whose, what in board.forces.state.points if whose == side)
    return any(kind is not None and kind.id in kinds for kind in known)


def changed_ammunition(board: Board, side: str, taken: Mapping[str | None, int], label: str) -> tuple[ChangeState, ...]:
    """The edit by which ammunition is struck off, or (with numbers below 0) comes back. [TCS 4.01 18.2a, 18.7b]"""
    points = board.forces.state.points
    for what, count in taken.items():
        if what is not None:
            points = points.set((side, what), points.get((side, what), 0) - count)
    return (ChangeState(label, {"points": points}),) if points != board.forces.state.points else ()
