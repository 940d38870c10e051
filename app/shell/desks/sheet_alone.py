"""An op sheet by itself on the map: the ground is pale, and what is of no sheet is left out, as on the printed form."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QSignalBlocker

from app.canvas.layers import COUNTERS, PAPER, LayerState
from app.shell.actions import Actions
from app.shell.desks.orders import OrdersDesk

PALE = 0.4
"""So much of each layer of the ground is left to see."""

LEFT_OUT = (COUNTERS, "zones", "tint", "shading")


def pale(state: LayerState) -> LayerState:
    """The layers as they are drawn below one sheet; what the user has chosen is not changed."""
    for layer in state.order:
        if layer in LEFT_OUT:
            state = state.with_shown(layer, False)
        elif layer != PAPER:
            state = state.with_opacity(layer, PALE * state.opacity(layer))
    return state


class SheetAlone(QObject):
    """The action that shows the sheet in hand alone. `see` has the layers of the map drawn anew."""

    def __init__(self, actions: Actions, orders: OrdersDesk, see: Callable[[], None]) -> None:
        super().__init__(orders)
        self._actions, self._orders, self._see = actions, orders, see
        self._action = actions["view.sheet_alone"]
        self._action.toggled.connect(orders.show_alone)
        orders.sheet_changed.connect(self._follow)
        actions.allow("view.sheet_alone", self._why_not)

    def as_seen(self, state: LayerState) -> LayerState:
        """The layers as they are drawn now."""
        return pale(state) if self._orders.is_alone else state

    @property
    def _why_not(self) -> str:
        orders = self._orders.orders
        return "" if orders is not None and orders.sheet is not None else self.tr("there is no op sheet")

    def _follow(self) -> None:
        """Another sheet is in hand, or is seen alone or no longer."""
        self._actions.allow("view.sheet_alone", self._why_not)
        with QSignalBlocker(self._action):
            self._action.setChecked(self._orders.is_alone)
        self._see()
