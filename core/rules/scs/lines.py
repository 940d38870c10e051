"""Lines of supply on the map [SCS 1.6 2.1f, 2.1h, 12.0-12.2]."""

from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.rules import Said
from core.rules.operations.sources import Sources, sources_of
from core.rules.operations.supply import ENEMY, SIDE, ZONE, Fallen, FreeLines, SupplyRules, free_lines, lets_pass

SUPPLIED, OUT = "In supply", "Out of supply"
OUT_MARK = "out-of-supply"


def needs(board: Board, unit: Unit) -> Said:
    """Whether a unit is checked for supply: each one is. [SCS 1.6 12.0]"""
    return Said(True, Reason(board.ref("12.0"), "Each unit is checked for a line of supply"))


def group(unit: Unit) -> str:
    """The class of movement, for which terrain is closed or open. [SCS 1.6 12.1a]"""
    return unit.word("movement.class")


def sources(board: Board, side: str) -> Sources:
    """Where the lines of a side must lead, as the game says. [SCS 1.6 12.1a]"""
    return sources_of(board, side)


def lines(board: Board, side: str, unit: Unit, fallen: Fallen | None) -> FreeLines:
    """Lines of any length, free of enemies, of their zones where no own unit stands, and of impassable terrain.

    [SCS 1.6 2.1f, 2.1h, 12.1a]
    """
    return free_lines(board, SUPPLY_RULES, side, group(unit), lambda: lets_pass(board, unit), fallen)


SUPPLY_RULES = SupplyRules(
    section="12.1a",
    states=(SUPPLIED, OUT),
    marks={OUT_MARK: OUT},
    lasts="12.1b",
    needs=needs,
    group=group,
    sources=sources,
    lines=lines,
    sections={ENEMY: "12.1a", ZONE: "2.1f", SIDE: "12.1a"},
    rules="2.1f, 2.1h, 12.0-12.2",
)
"""What SCS says of supply on the map."""
