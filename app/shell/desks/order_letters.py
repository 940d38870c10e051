"""Letters on the map for what orders make of units: asked whenever units or op sheets have become others."""

from PySide6.QtCore import QObject, QTimer

from app.canvas.view import MapView
from app.documents.asks import Slots
from app.documents.document import Document
from app.panels.orders.letters import LettersBox
from app.tools.standing_marks import legend, standing_marks
from app.tools.tool_box import ToolBox
from app.workers.answers import Answers
from core.model.edits.edit import Aspect, Touched
from core.rules.kernel.orders_detail import OrdersDetail
from core.rules.kernel.rulings import Ruling

ORDER = 18.0
"""Above the counters, of which letters tell, and below the numbers of tools."""

QUESTION = "opsheet.units"
"""What is asked of all units. A series that answers it has op sheets."""

REST_MS = 120
"""How long nothing may be done before it is asked again."""


class OrderLetters(QObject):
    """Draws the letters of the units of the open document whose orders those who look may know."""

    def __init__(self, parent: QObject, answers: Answers, box: LettersBox, view: MapView) -> None:
        super().__init__(parent)
        self._slots = Slots(answers, "letters")
        self._box = box
        self._layer = view.overlay("orders: letters", ORDER, lasting=True)
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._found: OrdersDetail | None = None
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._ask)
        box.ticked.toggled.connect(lambda _: self.draw())

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Tells of the units of another document; None for none."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.play_changed.disconnect(self.draw)
        self._slots.drop()
        self._resting.stop()
        self._document, self._tools, self._found = document, tools, None
        self.draw()
        if document is not None and tools is not None:
            document.changed.connect(self._follow)
            document.play_changed.connect(self.draw)
            tools.learned.connect(self._resting.start)
            self._resting.start()

    def draw(self) -> None:
        """Draws the letters of those units alone that may be told of, and says what they mean."""
        units = self._told_of()
        alone = self._tools is not None and self._tools.context.orders.alone
        shown = self._found is not None and self._box.are_wanted and not alone
        self._layer.set_shapes(standing_marks(self._found, units) if self._found is not None and shown else ())
        self._box.show_legend(self._words(self._found, units) if self._found is not None and units else "")

    def _words(self, found: OrdersDetail, units: frozenset[str]) -> str:
        # The box stays when the last letter goes: all that is written below it stays where it is.
        return legend(found, units) or self.tr("All units on the map are Assigned.")

    def _told_of(self) -> frozenset[str]:
        """The units whose orders those who look may know: in a session their own. [TCS 4.01 1.5]"""
        document = self._document
        if document is None or self._found is None:
            return frozenset()
        eyes = document.play.eyes if document.play is not None else None
        oob = document.box.oob
        sides = {each.unit: counter.side for each in self._found.units if (counter := oob.counter(each.unit)) is not None}
        return frozenset(unit for unit, side in sides.items() if eyes is None or side in eyes)

    def _follow(self, touched: Touched) -> None:
        if touched.forces or touched.units or touched.aspects & {Aspect.ORDERS, Aspect.SCENARIO, Aspect.HEADS}:
            self._resting.start()

    def _ask(self) -> None:
        document, tools = self._document, self._tools
        self._slots.drop()
        if document is None or tools is None or not tools.context.means(QUESTION) or not document.work.orders:
            self._take(None)
            return
        asked = {} if document.state.in_play else {"scenario": document.state.scenario}
        self._slots.ask("units", QUESTION, asked, self._take, lambda _: self._take(None))

    def _take(self, ruling: Ruling | None) -> None:
        detail = ruling.detail if ruling is not None else None
        self._found = detail if isinstance(detail, OrdersDetail) else None
        self.draw()
