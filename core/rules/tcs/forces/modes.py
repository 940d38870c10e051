"""How a counter lies in a mode, and what its piece becomes by entering it [TCS 4.01 4.0, 4.1, 6.16c, 24.2c]."""

from dataclasses import replace

from core.model.deployment import Piece
from core.rules.kernel.forces import Unit
from core.rules.kernel.looks import has_back
from core.rules.kernel.ruleset import Ruleset
from core.rules.tcs.forces.counters import DUG_IN_MARK, ON_FOOT
from core.rules.tcs.forces.units import MOVE


def lying(ruleset: Ruleset, unit: Unit, mode: str, *, on_foot: bool = False) -> tuple[int, str]:
    """The face that is up in a mode and the word of the mode, "" where the counter prints values of its own for the other side,
    so that the face says it; `on_foot` for who leaves its own carrier out. [TCS 4.01 4.0, 24.2c]"""
    assert unit.piece is not None
    # A look may draw two sides of what the counter prints once.
    face = (0 if mode == MOVE else 1) if has_back(ruleset, unit.counter) else unit.piece.face
    two_sided = unit.counter.back is not None
    if mode == MOVE and on_foot and unit.flag("carrier.integrated"):
        return face, f"{MOVE.casefold()} {ON_FOOT}"
    return face, "" if two_sided else mode.casefold()


def in_mode(ruleset: Ruleset, unit: Unit, mode: str, *, on_foot: bool = False) -> Piece:
    """The piece of a unit once it is in a mode; who moves is not Dug In. [TCS 4.01 4.0, 6.16c]"""
    assert unit.piece is not None
    face, word = lying(ruleset, unit, mode, on_foot=on_foot)
    marks = unit.piece.marks - {DUG_IN_MARK} if mode == MOVE else unit.piece.marks
    return replace(unit.piece, face=face, mode=word, marks=marks)
