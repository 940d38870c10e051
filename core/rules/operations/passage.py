"""Which hexsides units may go over and which not, whatever it costs: for retreats, advances and attacks."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from core.analysis.hex_net import Crossing
from core.analysis.reach import CLOSED, step
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.kernel.stacking import side_stacks
from core.rules.operations.board import Board
from core.rules.operations.movement import Journey, journey
from core.rules.operations.movement_detail import IGNORED
from core.rules.operations.rules import Asked
from core.rules.operations.zones import SIDES


@dataclass(frozen=True, eq=False)
class Passage:
    """What is open to units that go together, in their usual way to move and with no heed to zones of control."""

    board: Board
    units: tuple[Unit, ...]

    @cached_property
    def journeys(self) -> tuple[Journey, ...]:
        """What each of them pays, once for those that pay alike."""
        asked = Asked(self.board.rules.passage or self.board.rules.modes[0].id)
        found: dict[tuple[object, ...], Journey] = {}
        for unit in self.units:
            mover = self.board.rules.mover(self.board, unit, asked)
            key = (mover.side, mover.mode, mover.class_, mover.printed, mover.allowance)
            if key not in found:
                found[key] = journey(self.board, mover, asked, IGNORED)
        return tuple(found.values())

    @cached_property
    def fixed(self) -> Reason | None:
        """Why one of them never moves; None where all of them can."""
        rules = self.board.rules
        for each in self.journeys:
            if each.mover.printed <= 0:
                told = {"unit": each.mover.unit.name}
                said = Reason(self.board.ref(rules.movement_section), "{unit} never moves", told)
                return each.mover.barred[0] if each.mover.barred else said
        return None

    @cached_property
    def enemies(self) -> frozenset[int]:
        """The hexes that others hold."""
        return self.board.enemies(self.units[0].side) if self.units else frozenset()

    def opens(self, number: int, direction: int) -> bool:
        """Whether all of them may go from a hex into the next one in a direction."""
        near = self.board.net.near[SIDES * number + direction]
        if near < 0 or near in self.enemies:
            return False
        return all(step(self.board.net, each.terms, number, direction)[0] != CLOSED for each in self.journeys)

    def bar(self, number: int, direction: int) -> Reason | None:
        """Why they may not; None where they may."""
        board = self.board
        net, ref = board.net, board.ref(board.rules.movement_section)
        near, place = net.near[SIDES * number + direction], net.hexes[number]
        if near < 0:
            return Reason(ref, "The map ends at {hex}", {"hex": place}, (place,))
        into = net.hexes[near]
        if near in self.enemies:
            told = {"hex": into, "units": names(each for each in board.at[near] if each.side != self.units[0].side)}
            enemies = board.force_rules.sections.enemies or board.rules.movement_section
            return Reason(board.ref(enemies), "Enemies hold {hex}: {units}", told, (into,))
        for each in self.journeys:
            if step(net, each.terms, number, direction)[0] == CLOSED:
                said = each.step(number, near, first=False).said
                return said[0] if said else Reason(ref, "{hex} cannot be entered", {"hex": into}, (into,))
        return None


def overstack(board: Board, number: int, units: Iterable[Unit]) -> int:
    """How much a hex would be above its stacking limits with units in it that now stand there or elsewhere."""
    coming = tuple(units)
    ids = {unit.id for unit in coming}
    sides = {unit.side for unit in coming}
    lying = [unit for unit in board.at.get(number, ()) if unit.id not in ids and unit.side in sides]
    stacks = side_stacks(board.case, board.consulted, board.forces, (*lying, *coming), board.force_rules)
    return sum(stack.over for stack in stacks)


def crossing_to(board: Board, number: int, near: int) -> Crossing | None:
    """What is met between two hexes; None for hexes that are not adjacent."""
    direction = direction_to(board, number, near)
    return None if direction is None else board.net.crossings[board.net.crossing[SIDES * number + direction]]


def direction_to(board: Board, number: int, near: int) -> int | None:
    """The direction in which an adjacent hex lies; None for one that is not adjacent."""
    return next((d for d in range(SIDES) if board.net.near[SIDES * number + d] == near), None)
