"""The state of supply of units by their markers, the support points of their nation, and who was to be supplied by air or sea.

[VCS 11.0, 11.1, 11.2, 11.4, 12.2]
"""

from collections.abc import Mapping
from types import MappingProxyType

from core.model.state import AIR_SUPPLY, SEA_SUPPLY, Declared
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.fought import declared, fought
from core.rules.vcs.strengths import ISOLATED, OUT, STATES, SUPPLIED, lowered
from core.rules.vcs.supply import ATTEMPT_TURNS, ATTEMPTS

OUT_MARK, ISOLATED_MARK, SUPPORT = "out-of-supply", "isolated", "support"
SUPPLY_KINDS: Mapping[str, str] = MappingProxyType({"air": AIR_SUPPLY, "sea": SEA_SUPPLY})
"""What a side declares that has a unit supplied by a way. [VCS 11.4]"""
MARKED, AS_MARKED, LOWERED = "support.marked", "as_marked", "lowered"


def marked_state(unit: Unit) -> str:
    """The state that was judged in the last Supply Phase, by the markers on a unit; supplied without one. [VCS 11.0]"""
    marks = {parted(word)[0] for word in unit.piece.marks} if unit.piece is not None else set()
    return ISOLATED if ISOLATED_MARK in marks else OUT if OUT_MARK in marks else SUPPLIED


def state_of(board: Board, unit: Unit, points: int | None = None) -> tuple[str, tuple[Reason, ...]]:
    """The state of supply that holds for a unit now, and why. [VCS 11.0, 12.2]

    `points` stand in the place of the support points of the state of play. Without a marker a unit is a level worse as soon as
    there are none left. Whether a marker was laid with none left in mind nobody keeps: that is a reading.
    """
    marked = marked_state(unit)
    told: dict[str, object] = {"unit": unit.name, "state": marked}
    section = "11.2" if marked == ISOLATED else "11.1"
    said = () if marked == SUPPLIED else (Reason(board.ref(section), "{unit} is marked: {state}", told),)
    left = points if points is not None else support_of(board, unit.side, unit.word("nationality"))
    if left is None or left > 0 or marked == ISOLATED:
        return marked, said
    state = lowered(marked, 1)
    worse = Reason(
        board.ref("12.2"),
        "{unit} is one level worse, with {points} support points: {state}",
        {"unit": unit.name, "points": left, "state": state},
    )
    if marked == SUPPLIED:
        return state, (worse,)
    if board.case.choices.get(MARKED, AS_MARKED) == AS_MARKED:
        return marked, (*said, reading_reason(board.case, MARKED, LOWERED, state))
    return state, (*said, worse, reading_reason(board.case, MARKED, AS_MARKED, marked))


def support_of(board: Board, side: str, nation: str) -> int | None:
    """The support points of a nation of a side, None where the state of play counts none. [VCS 12.0]"""
    key = support_key(board, side, nation)
    return board.forces.state.points[key] if key is not None else None


def support_key(board: Board, side: str, nation: str) -> tuple[str, str] | None:
    """Under which words the state of play counts the support points of a nation of a side; None where it counts none.

    [VCS 12.0]
    """
    return points_key(board, side, nation, SUPPORT)


def points_key(board: Board, side: str, nation: str, which: str) -> tuple[str, str] | None:
    """Under which words the state of play counts points of a kind for a nation of a side; None where it counts none.

    [VCS 4.22, 10.6, 10.7, 12.0, 15.0]
    """
    kind_of = board.case.ruleset.play.kind_of
    counted = [
        (whose, what)
        for whose, what in board.forces.state.points
        if whose == side and (kind := kind_of(what)) is not None and kind.id == which
    ]
    own = (key for key in counted if nation and nation.casefold() in key[1].casefold())
    return next(own, counted[0] if len(counted) == 1 else None)


def relieved(board: Board, side: str) -> tuple[Declared, ...]:
    """What a side has tried in this turn, or has declared, of supply by air or sea; outside play nobody knows of any.

    [VCS 11.4]
    """
    kinds = SUPPLY_KINDS.values()
    return tuple(each for kind in kinds for each in (*fought(board, kind), *declared(board, kind)) if each.by == side)


def raised(board: Board, unit: Unit, state: str) -> str:
    """The state of a unit that its line leaves in `state`: a level better where supply by air or sea was tried for it in this
    turn and its marker tells that it came. [VCS 11.4]

    Nobody keeps what an attempt came to but by the marker, so that one that says better is taken for it.
    """
    tried = any(unit.id in each.units for kind in SUPPLY_KINDS.values() for each in fought(board, kind))
    better = STATES.index(marked_state(unit)) < STATES.index(state)
    return lowered(state, -1) if tried and better else state


def no_attempt_left(board: Board, unit: Unit) -> Reason | None:
    """That the side of a unit has no attempt left in this turn, with whom it has tried to supply; one that is declared for the
    unit is this one. None where it has. [VCS 11.4]"""
    standing = board.forces.state.declared
    tried = [each for each in relieved(board, unit.side) if each not in standing or unit.id not in each.units]
    if len(tried) < board.case.ruleset.whole("relief.attempts"):
        return None
    found = (board.forces.unit(id_) for each in tried for id_ in each.units)
    turn = ATTEMPT_TURNS[board.case.choices.get(ATTEMPTS, next(iter(ATTEMPT_TURNS)))]
    told: dict[str, object] = {"side": board.forces.side_name(unit.side), "units": names(each for each in found if each)}
    return Reason(board.ref("11.4"), f"{{side}} has made its attempt of this {turn}, for {{units}}", told)
