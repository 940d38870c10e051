"""Set-up zones are faint while a tool is in hand that draws zones of control and the like, which look much alike."""

from app.canvas.layers import LayerState
from app.tools.tool import Tool

FAINT = 0.2
"""So much of set-up zones is left to see beside such marks."""

LAYER = "zones"
OF_OPERATIONS = frozenset({"control", "movement", "supply", "combat"})
"""The tools whose marks are areas on the map."""


def as_seen(state: LayerState, tool: Tool | None) -> LayerState:
    """The layers as they are drawn while a tool is in hand; what the user has chosen is not changed."""
    if tool is None or tool.id not in OF_OPERATIONS or state.opacity(LAYER) <= FAINT:
        return state
    if not any(placed.sheet.zones for placed in tool.context.document.box.sheets):
        # Nothing would look otherwise, and all of the map would be drawn again.
        return state
    return state.with_opacity(LAYER, FAINT)
