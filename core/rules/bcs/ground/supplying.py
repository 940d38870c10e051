"""The supply of units on the map: the route of their formation, and whether they are isolated.

[BCS 1.1 variants 4, 8, published summaries]
"""

from dataclasses import dataclass

from core.rules.bcs.ground.paths import is_bracketed, safe_path
from core.rules.bcs.ground.routes import Route, route_of
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.rules import Said
from core.rules.operations.sources import sources_of
from core.rules.operations.supply import Fallen, SupplyRules, Told

SUPPLIED, BLOCKED, ISOLATED = "In supply", "Supply route blocked", "Isolated"
ISOLATED_MARK = "isolated"


@dataclass(frozen=True, eq=False)
class Supplied:
    """The supply of all units, as things stand or as if a hex had fallen."""

    board: Board
    fallen: Fallen | None = None

    def state(self, unit: Unit, number: int) -> str:
        """Isolated where it is subject to that, else as the route of its formation is. [BCS 1.1 variant 4]"""
        if is_combat(unit) and is_isolated(self.board, unit, self.fallen).yes:
            return ISOLATED
        route = self._route(unit)
        return SUPPLIED if route is None or route.is_complete else BLOCKED

    def told(self, unit: Unit, number: int) -> Told:
        """The safe path of a combat unit, and the route of its formation or what blocks it. [BCS 1.1 variant 4]"""
        route, reasons = self._route(unit), list[Reason]()
        line = route.way if route is not None and route.is_complete else ()
        if is_combat(unit):
            path = safe_path(self.board, unit, self.fallen)
            line = path.way
            reasons += path.why
            if bracketing(self.board):
                reasons.append(is_isolated(self.board, unit, self.fallen).reason)
        if route is None:
            return Told(line, reasons=tuple(reasons))
        return Told(line, route.cut, route.way if route.cut else (), (*reasons, *route.why))

    def _route(self, unit: Unit) -> Route | None:
        """The route of its formation, None for an independent unit."""
        formation = unit.counter.formation
        return route_of(self.board, formation, self.fallen) if formation else None


def bracketing(board: Board) -> bool:
    """Whether units are isolated that are bracketed, in the place of those without a safe path. [BCS 1.1 variant 4]"""
    return board.case.choices["package.rod_miller"] == ON


def is_isolated(board: Board, unit: Unit, fallen: Fallen | None = None) -> Said:
    """Whether a combat unit is subject to isolation: it has no safe path, or is bracketed. [BCS 1.1 variant 4]"""
    if bracketing(board):
        return is_bracketed(board, unit, fallen)
    path = safe_path(board, unit, fallen)
    return Said(path.is_known and not path.exists, path.why[0])


def needs(board: Board, unit: Unit) -> Said:
    """Whether a unit is looked at for supply: each one is. [BCS 1.1 published summaries]"""
    template = "A formation has one supply route; each of its units is looked at for isolation"
    return Said(True, Reason(board.ref(PUBLISHED), template))


def lines(board: Board, side: str, unit: Unit, fallen: Fallen | None) -> Supplied:
    """The supply of all units of a side at once. [BCS 1.1 published summaries]"""
    found = Supplied(board, fallen)
    # Lines are kept for later answers, which name the charts that are read here and now.
    for number, each in board.of(side):
        found.state(each, number)
    return found


SUPPLY_RULES = SupplyRules(
    section=PUBLISHED,
    states=(SUPPLIED, BLOCKED, ISOLATED),
    marks={ISOLATED_MARK: ISOLATED},
    lasts="",
    needs=needs,
    group=lambda unit: "",
    sources=sources_of,
    lines=lines,
    rules="4, 8, published summaries",
)
"""What BCS says of supply on the map, as far as it is known."""
