"""Lines of supply on the map [New SCS Supply phase; else SCS 1.6 2.1f, 2.1h, 12.1]."""

from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.rules import Said
from core.rules.operations.sources import Sources, sources_of
from core.rules.operations.supply import ENEMY, SIDE, ZONE, Fallen, FreeLines, SupplyRules, free_lines, lets_pass

SUPPLIED, OUT = "In supply", "Out of supply"
OUT_MARK = "out-of-supply"
PHASE = "Supply phase"
TRACED = "SCS 1.6 12.1a, which it builds on"


def needs(board: Board, unit: Unit) -> Said:
    """Whether a unit needs supply: each one does, and is checked when it is active. [New SCS Supply phase]"""
    return Said(True, Reason(board.ref(PHASE), "Units are checked for supply when they are active"))


def group(unit: Unit) -> str:
    """The class of movement, for which terrain is closed or open. [SCS 1.6 12.1a]"""
    return unit.word("movement.class")


def sources(board: Board, side: str) -> Sources:
    """Where the lines of a side must lead, as the game says. [SCS 1.6 12.1a]"""
    return sources_of(board, side)


def lines(board: Board, side: str, unit: Unit, fallen: Fallen | None) -> FreeLines:
    """Lines of any length, free of enemies, of their zones where no own unit stands, and of closed terrain.

    [New SCS Supply phase; SCS 1.6 2.1f, 2.1h, 12.1a]
    """
    return free_lines(board, SUPPLY_RULES, side, group(unit), lambda: lets_pass(board, unit), fallen)


SUPPLY_RULES = SupplyRules(
    section=PHASE,
    states=(SUPPLIED, OUT),
    marks={OUT_MARK: OUT},
    lasts=PHASE,
    needs=needs,
    group=group,
    sources=sources,
    lines=lines,
    sections={ENEMY: TRACED, ZONE: "SCS 1.6 2.1f, which it builds on", SIDE: TRACED},
    rules="Supply phase",
)
"""What New SCS says of supply on the map."""
