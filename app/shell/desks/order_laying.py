"""Markers that an op sheet has laid on the map just now, such as mines: where they may lie is lit, and a hex is picked there.

steps: the marker --> button --> its question without a hex --> lit hexes --> a click --> its question with the hex --> laid
"""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.canvas.shapes import HexFill
from app.canvas.view import MapView
from app.documents.asks import Slots
from app.panels.orders.steps import StepsBox
from app.shell.desks.picking_map import PickingMap
from app.tools.context import ToolContext
from app.tools.laying import lay, question_of
from app.workers.answers import Answers
from core.geometry.hexes import Hex
from core.questions.answers import reason_text
from core.rules.kernel.proposals import Places
from core.rules.kernel.rulings import Ruling


class OrderLaying(QObject):
    """Has a marker laid for the op sheet in hand. `about` tells the tools of the open document, the marker and its side; None
    where nothing is laid."""

    def __init__(
        self,
        parent: QObject,
        box: StepsBox,
        view: MapView,
        answers: Answers,
        about: Callable[[], tuple[ToolContext, str, str] | None],
    ) -> None:
        super().__init__(parent)
        self._box, self._view, self._about = box, view, about
        self._slots = Slots(answers, "laying for an op sheet")
        self._map = PickingMap(view, "orders: laying")
        self.places: frozenset[Hex] = frozenset()
        self._pointed: Hex | None = None
        box.laying.connect(lambda _: self.follow())
        view.hovered.connect(lambda place, _: self._point_at(place))
        view.cursor_moved.connect(self._point_at)

    def follow(self) -> None:
        """Asks where it may be laid now, while that is wanted; otherwise nothing is lit."""
        self._slots.drop()
        about = self._about() if self._box.lay.isChecked() else None
        question = self._question(about)
        if about is None or not question:
            self._map.stop()
            self.places, self._pointed = frozenset(), None
            return
        context, _, side = about
        self._slots.ask("places", question, {"side": side}, self._light, context.status)

    def _question(self, about: tuple[ToolContext, str, str] | None) -> str:
        if about is None:
            return ""
        context, word, _ = about
        return next((found for place in context.document.box.cells if (found := question_of(context, word, place))), "")

    def _light(self, ruling: Ruling) -> None:
        about = self._about()
        if about is None or not isinstance(ruling.detail, Places):
            return
        self.places = ruling.detail.places
        self._map.show(HexFill(self.places, "range-5"), HexFill(self.places, "range"))
        self._map.picked, self._map.given_up = self._lay, lambda: self._box.lay.setChecked(False)
        self._map.picking = True
        self._view.setFocus()
        words = self.tr("Click one of the hexes that are lit, or press Return on it; Escape ends. {why}")
        why = " ".join(f"{reason_text(each, about[0].document.box)} [{each.rule}]." for each in ruling.reasons)
        about[0].status(words.replace("{why}", why))

    def _lay(self, place: Hex) -> None:
        about = self._about()
        if about is not None:
            context, word, side = about
            lay(context, question_of(context, word, place), place, word, side)

    def _point_at(self, place: Hex | None) -> None:
        """Says why nothing may be laid in the hex under the pointer, or under the hex cursor."""
        about = self._about() if self._map.picking else None
        if about is None or place is None or place == self._pointed:
            return
        self._pointed = place
        context, word, side = about
        question = question_of(context, word, place)
        if question and place not in self.places:
            self._slots.ask("why not", question, {"to": place, "side": side}, lambda ruling: self._say(context, ruling), _mute)
        else:
            context.status(self.tr("{hex}: it may be laid here.").replace("{hex}", context.document.box.label(place)))

    @staticmethod
    def _say(context: ToolContext, ruling: Ruling) -> None:
        context.status(" ".join(f"{reason_text(each, context.document.box)} [{each.rule}]." for each in ruling.reasons))


def _mute(_why: str) -> None:
    """Where the rules say nothing, nothing is said."""
