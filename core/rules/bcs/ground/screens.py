"""Recon screens on the map: who screens, their zones, who may, and marking them [BCS 1.1 variant 8]."""

from core.rules.bcs.formations import screen_radius
from core.rules.bcs.ground.zones import around, is_marked
from core.rules.kernel.forces import Unit
from core.rules.operations.board import Board

STACKED = "stacked"
"""What is done with the marker of a screen that has ended stacked."""


def is_screen(board: Board, unit: Unit) -> bool:
    """Whether a unit screens: it bears the marker and stands with none of its own, whatever enemy is in its hex.

    [BCS 1.1 variant 8]
    """
    own = (each for each in board.at.get(board.place(unit), ()) if each.side == unit.side)
    return is_marked(board, unit) and len(tuple(own)) == 1


def screens_of(board: Board, side: str) -> tuple[tuple[int, Unit], ...]:
    """The screens of a side with the numbers of their hexes. [BCS 1.1 variant 8]"""
    return board.kept(
        ("screens", side), lambda: tuple((number, unit) for number, unit in board.of(side) if is_screen(board, unit))
    )


def screen_zone(board: Board, unit: Unit) -> frozenset[int]:
    """The hexes of the zone of a screen, whoever and whatever lies in them. [BCS 1.1 variant 8]"""
    return frozenset(around(board, board.place(unit), int(screen_radius(board.case))))


def screen_zones(board: Board, side: str) -> frozenset[int]:
    """The hexes in zones of screens of a side. [BCS 1.1 variant 8]"""
    return board.kept(
        ("screen zones", side),
        lambda: frozenset(each for _, unit in screens_of(board, side) for each in screen_zone(board, unit)),
    )


def enemy_screens(board: Board, side: str) -> tuple[tuple[int, Unit], ...]:
    """The screens of all others than a side. [BCS 1.1 variant 8]"""
    return tuple(each for other in board.sides if other != side for each in screens_of(board, other))
