"""The plan against what happened: where the units of the op sheet in hand went while it bound them, over its graphic."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

from app.canvas.trails import shapes_of
from app.canvas.view import MapView
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.documents.orders import Orders
from app.panels.orders.panel import OrdersPanel
from app.shell.desks.play_trails import MOST_LEGS, TrailDesk
from core.base.counted import counted
from core.play.session import Leg

ORDER = 14.5
"""Over the graphics, below what tools write."""

REST_MS = 120
"""How long nothing may happen before the ways are drawn anew."""


class OrderWays(QObject):
    """Draws the ways of the units of the sheet in hand, while that is wanted and the panel Op sheets is seen."""

    def __init__(
        self, parent: QObject, panel: OrdersPanel, view: MapView, trails: TrailDesk, orders: Callable[[], Orders | None]
    ) -> None:
        super().__init__(parent)
        self._panel, self._form, self._trails, self._orders = panel, panel.form, trails, orders
        self._layer = view.overlay("orders: ways", ORDER, live=True)
        self._document: Document | None = None
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self.draw)
        self._form.ways.toggled.connect(lambda _: self.draw())
        panel.seen.connect(self._resting.start)
        trails.changed.connect(self.follow)

    def use(self, document: Document | None) -> None:
        """Draws the ways in another document; None for none."""
        self._document = document
        self._form.ways.setChecked(False)
        self.draw()

    def follow(self) -> None:
        """Another sheet is in hand, units have moved, or somebody else looks."""
        self._form.ways.setVisible(self.live is not None)
        if self._form.ways.isChecked():
            self._resting.start()

    @property
    def live(self) -> LivePlay | None:
        """The session that is played; None for none."""
        played = self._document.play if self._document is not None else None
        return played if isinstance(played, LivePlay) else None

    def draw(self) -> None:
        """Draws the ways, and says how many there are since when."""
        live = self.live
        self._form.ways.setVisible(live is not None)
        wanted = live is not None and self._form.ways.isChecked()
        legs = tuple(self._legs(live)) if live is not None and wanted else ()
        self._layer.set_shapes(shapes_of(legs[-MOST_LEGS:]) if self._panel.is_seen else ())
        self._form.went.setVisible(wanted)
        self._form.went.setText(self._words(legs))

    def _legs(self, live: LivePlay) -> Iterator[Leg]:
        """The moves of units while the sheet in hand was in force for them, or its preliminary instructions were."""
        orders = self._orders()
        sheet = orders.sheet if orders is not None else None
        if orders is None or sheet is None:
            return
        bound: dict[int, frozenset[str]] = {}
        view = live.view
        for leg in self._trails.visible():
            before = live.session.parent(leg.number)
            if before not in bound:
                then = view.orders(before).get(sheet.id)
                binds = then is not None and not then.is_over and then.status != "waiting"
                bound[before] = frozenset(orders.units_on(then)) if then is not None and binds else frozenset()
            if leg.unit in bound[before]:
                yield leg

    def _words(self, legs: tuple[Leg, ...]) -> str:
        if not legs:
            return self.tr("None of its units has moved under these orders.")
        words = self.tr("{moves} by {units} since turn {turn}")
        words = words.replace("{moves}", counted(len(legs), self.tr("move")))
        words = words.replace("{units}", counted(len({leg.unit for leg in legs}), self.tr("unit")))
        return words.replace("{turn}", str(min(leg.turn for leg in legs)))
