"""How a counter lies in a mode, and what its piece becomes by entering it [TCS 4.01 4.0, 4.1, 6.16c, 24.2c]."""

from dataclasses import replace

from core.model.deployment import Piece
from core.rules.kernel.forces import Unit
from core.rules.tcs.forces.counters import DUG_IN_MARK, ON_FOOT
from core.rules.tcs.forces.units import MOVE


def lying(unit: Unit, mode: str, *, on_foot: bool = False) -> tuple[int, str]:
    """The face that is up in a mode and the word of the mode, "" where the face says it; `on_foot` for who leaves its own
    carrier out. [TCS 4.01 4.0, 24.2c]"""
    assert unit.piece is not None
    two_sided = unit.counter.back is not None
    face = (0 if mode == MOVE else 1) if two_sided else unit.piece.face
    if mode == MOVE and on_foot and unit.flag("carrier.integrated"):
        return face, f"{MOVE.casefold()} {ON_FOOT}"
    return face, "" if two_sided else mode.casefold()


def in_mode(unit: Unit, mode: str, *, on_foot: bool = False) -> Piece:
    """The piece of a unit once it is in a mode; who moves is not Dug In. [TCS 4.01 4.0, 6.16c]"""
    assert unit.piece is not None
    face, word = lying(unit, mode, on_foot=on_foot)
    marks = unit.piece.marks - {DUG_IN_MARK} if mode == MOVE else unit.piece.marks
    return replace(unit.piece, face=face, mode=word, marks=marks)
