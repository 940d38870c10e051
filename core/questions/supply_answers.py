"""Rulings on supply as JSON and as text."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.rules.operations.supply_detail import SupplyDetail


def supply_json(detail: SupplyDetail, box: GameBox) -> dict[str, Any]:
    """The state of supply of units, their lines, and what cuts them."""
    return {
        "side": detail.side,
        "sources": _labels(detail.sources, box),
        "unclear": list(detail.unclear),
        "units": [
            {
                "unit": each.unit,
                "hex": box.label(each.hex),
                "state": each.state,
                "marked": each.marked,
                "line": _labels(each.line, box),
                "cut": [{"what": word, "hexes": _labels(hexes, box)} for word, hexes in each.cut],
            }
            for each in detail.units
        ],
        "falls": box.label(detail.falls) if detail.falls is not None else None,
        "losing": [{"unit": unit, "state": state} for unit, state in detail.losing],
        "inside": list(detail.inside),
    }


def supply_lines(detail: SupplyDetail, box: GameBox, called: Callable[[str], str] = str) -> Iterator[str]:
    """Units by the state that a Supply Phase would find, and the lines of those that were asked about; `called` says what units
    are called."""
    by_state: dict[str, list[str]] = {}
    for each in detail.units:
        by_state.setdefault(each.state, []).append(f"{called(each.unit)} ({box.label(each.hex)})")
    for state, some in by_state.items():
        yield f"  {state}: {', '.join(some)}"
    for each in detail.units:
        if each.line:
            yield f"  line of {called(each.unit)}: {' '.join(_labels(each.line, box))}"


def _labels(hexes: Iterable[Hex], box: GameBox) -> list[str]:
    return [box.label(place) for place in hexes]
