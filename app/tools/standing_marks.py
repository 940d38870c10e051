"""What orders make of units, as letters over their hexes: who is without orders, and who counts so for a while."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from app.canvas.shapes import Shape
from app.tools.supply_marks import state_marks
from core.geometry.hexes import Hex
from core.rules.kernel.orders_detail import OrdersDetail

MARKED: Mapping[str, int] = MappingProxyType(
    {"reserve": 1, "committing": 2, "preliminary": 2, "moving to defend": 2, "move sheet": 2, "unassigned": 3}
)
"""The states that are marked, each with the number of its look, the worst last; who has orders bears no letter."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Standing", text)


def state_words(state: str) -> str:
    """What orders make of a unit, in a word or two."""
    words = {
        "assigned": _tr("with orders"),
        "unassigned": _tr("unassigned"),
        "move sheet": _tr("on a Move sheet"),
        "moving to defend": _tr("on the way to defend"),
        "preliminary": _tr("on preliminary instructions"),
        "reserve": _tr("in reserve"),
        "committing": _tr("sent in"),
    }
    return words.get(state, state)


def standing_marks(detail: OrdersDetail, units: Collection[str]) -> tuple[Shape, ...]:
    """The letter of the worst state over each hex with units, of those units alone that may be told of."""
    order = list(MARKED)
    worst: dict[Hex, tuple[int, str]] = {}
    for each in detail.units:
        if each.unit in units and each.state in MARKED and isinstance(each.at, Hex):
            here = order.index(each.state), each.letter
            worst[each.at] = max(worst.get(each.at, here), here)
    return state_marks({place: (MARKED[order[rank]], letter) for place, (rank, letter) in worst.items()})


def legend(detail: OrdersDetail, units: Collection[str]) -> str:
    """The letters that are shown with what they mean and how many units have them; "" for none."""
    counted: dict[tuple[str, str], int] = {}
    for each in detail.units:
        if each.unit in units and each.state in MARKED and isinstance(each.at, Hex):
            counted[each.state, each.letter] = counted.get((each.state, each.letter), 0) + 1
    ranked = sorted(counted.items(), key=lambda item: list(MARKED).index(item[0][0]), reverse=True)
    return " · ".join(f"{letter} {state_words(state)} {count}" for (state, letter), count in ranked)
