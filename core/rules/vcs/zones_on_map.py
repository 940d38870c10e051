"""Zones of control on the map [VCS 2.33, 7.0, 7.1]."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from core.analysis.hex_net import Crossing
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.rules import SUPPLY, Said
from core.rules.vcs.counters import ARTILLERY, PARENT, unit_of
from core.rules.vcs.ground import GROUPING, NEVER, NOT_SAID, YES, zone_by_size


def zone(board: Board, unit: Unit) -> Said:
    """Whether a unit has a zone of control, and why: parents of the largest grouping have, cadres never. [VCS 2.33, 7.0]"""
    held = unit_of(unit)
    told = {"unit": unit.name, "size": held.size or "unit"}
    ref = board.ref
    if held.kind == ARTILLERY:
        return Said(False, Reason(ref("7.0"), "{unit} has no zone: artillery never has", told))
    if held.kind != PARENT:
        return Said(False, Reason(ref("7.0"), "{unit} has no zone: it is no parent unit and controls its own hex alone", told))
    if held.is_cadre:
        return Said(False, Reason(ref("2.33"), "{unit} has no zone: it is a cadre", told))
    found = zone_by_size(board.case, board.consulted, held.size)
    told["grouping"] = board.case.choices.get(GROUPING, NOT_SAID).replace("_", " ")
    if found == NEVER:
        return Said(False, Reason(ref("7.0"), "{unit} has no zone: a {size} never has", told))
    if found == NOT_SAID:
        template = "{unit} has a zone: it is a parent unit; the box does not say what the largest grouping of its game is"
        return Said(True, Reason(ref("7.0"), template, told))
    if found == YES:
        return Said(True, Reason(ref("7.0"), "{unit} has a zone: a {size} is of the largest grouping, {grouping}", told))
    template = "{unit} has no zone: a {size} is not of the largest grouping, {grouping}"
    return Said(False, Reason(ref("7.0"), template, told))


def zone_class(unit: Unit) -> str:
    """All zones reach alike. [VCS 7.0]"""
    return ""


def reaches(board: Board, class_: str, crossing: Crossing) -> bool:
    """Whether a zone reaches into the next hex: into all six. [VCS 7.0]"""
    return True


def negated_for_supply(board: Board) -> Reason:
    """Only hexes without units are closed by zones to lines of supply. [VCS 7.1]"""
    return Reason(board.ref("7.1"), "Lines of supply lead through enemy zones where own units stand")


NEGATED: Mapping[str, Callable[[Board], Reason]] = MappingProxyType({SUPPLY: negated_for_supply})
"""What own units take enemy zones away for; in the first hex of an advance they do not count at all. [VCS 7.1, 10.10]"""
