"""What orders make of units, as letters over their hexes: who is without orders, and who counts so for a while."""

from collections.abc import Collection
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from app.canvas.shapes import HexTexts, Shape
from app.tools.supply_marks import CORNER
from core.geometry.hexes import Hex
from core.rules.kernel.orders_detail import OrdersDetail

MARKED = ("reserve", "committing", "preliminary", "moving to defend", "move sheet", "unassigned")
"""The states that are marked, the worst last; who has orders bears no letter."""


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
    worst: dict[Hex, tuple[int, str]] = {}
    for each in detail.units:
        if each.unit in units and each.state in MARKED and isinstance(each.at, Hex):
            here = MARKED.index(each.state), each.letter
            worst[each.at] = max(worst.get(each.at, here), here)
    texts = {place: letter for place, (_, letter) in worst.items()}
    return (HexTexts(MappingProxyType(texts), "standing", CORNER),) if texts else ()


def legend(detail: OrdersDetail, units: Collection[str]) -> str:
    """The letters that are shown with what they mean and how many units have them; "" for none."""
    counted: dict[tuple[str, str], int] = {}
    for each in detail.units:
        if each.unit in units and each.state in MARKED and isinstance(each.at, Hex):
            counted[each.state, each.letter] = counted.get((each.state, each.letter), 0) + 1
    ranked = sorted(counted.items(), key=lambda item: MARKED.index(item[0][0]), reverse=True)
    return " · ".join(f"{letter} {state_words(state)} {count}" for (state, letter), count in ranked)
