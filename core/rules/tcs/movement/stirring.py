"""What changes of mode, mounting and dismounting have cost units in the phase, as the state of play remembers them.

[TCS 4.01 4.1, 20.2d, 24.1b, 24.2d]

They are declared and done at once (`core.rules.kernel.proposals.Proposal.attempt`); what a move costs that begins with a change
of mode counts it already. Outside play nothing is remembered.
"""

from fractions import Fraction

from core.model.state import LOADING, READIED, STIRRED
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board
from core.rules.operations.fought import fought
from core.rules.tcs.forces.counters import kind_of
from core.rules.tcs.forces.units import CARRIER, FIRE, INFANTRY, MOVE, VEHICLE, WEAPONS
from core.rules.tcs.forces.walking import TOW, Way, way_of
from core.rules.tcs.procedures.carriers import mode_cost

_MODES = {READIED: FIRE, STIRRED: MOVE}


def counted_by(board: Board, way: Way) -> Fraction:
    """The allowance by which a change of mode is counted. [TCS 4.01 4.1a, 20.0f]"""
    return Fraction(board.case.ruleset.whole("towed.allowance") if way.class_ == TOW else way.allowance)


def changing_costs(board: Board, unit: Unit, way: Way, to: str) -> tuple[Fraction, str]:
    """The points that a change to a mode costs a unit, with the section. [TCS 4.01 4.1a, 4.1b, 24.2d]"""
    drives = kind_of(board.case.ruleset, unit).category not in (INFANTRY, WEAPONS)
    own = unit.flag("carrier.integrated")
    cost, section = mode_cost(board.case, counted_by(board, way), to, vehicle=drives, integrated=own)
    return Fraction(cost), section


def loading_costs(board: Board, unit: Unit) -> Fraction:
    """The points that it costs a unit to mount or dismount, or to be mounted. [TCS 4.01 24.1b]"""
    carries = kind_of(board.case.ruleset, unit).category in (CARRIER, VEHICLE)
    return Fraction(board.case.ruleset.whole("mounting.carrier" if carries else "mounting.unit"))


def spent_on_changes(board: Board, unit: Unit, mode: str) -> Fraction:
    """The points that a unit has spent in the phase on changes of mode and on carriers. [TCS 4.01 4.1, 20.0d, 24.1b]"""
    way = way_of(board.case.ruleset, unit, mode)
    changes = [changing_costs(board, unit, way, to)[0] for what, to in _MODES.items() for _ in _of(board, unit, what)]
    return sum((*changes, *(loading_costs(board, unit) for _ in _of(board, unit, LOADING))), Fraction(0))


def _of(board: Board, unit: Unit, what: str) -> list[object]:
    return [each for each in fought(board, what) if unit.id in each.units]
