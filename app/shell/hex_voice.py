"""Says what lies under the hex cursor, for those who do not see it."""

from PySide6.QtCore import QObject

from app.canvas.view import MapView
from app.counters.piece_words import marker_words, piece_words
from app.documents.document import Document
from app.panels.hex_contents import contents
from app.panels.words import height
from app.shell.status_bar import StatusBar
from app.workers.heights import Heights
from core.geometry.hexes import Hex


class HexVoice(QObject):
    """Speaks when the keyboard has come to another hex: its number, terrain, height and features, counters from the top down.

    A height that is not known yet is told when it comes, if the cursor is still there.
    """

    def __init__(self, view: MapView, status: StatusBar, heights: Heights, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._status, self._heights = view, status, heights
        self._document: Document | None = None
        self._waiting: Hex | None = None
        view.cursor_moved.connect(self._moved)
        heights.arrived.connect(self._arrived)

    def use(self, document: Document | None) -> None:
        """Speaks of another box."""
        self._document, self._waiting = document, None
        self._view.setAccessibleDescription("")

    def words(self, place: Hex) -> str:
        """What is said of a hex."""
        assert self._document is not None
        document = self._document
        held = contents(place, document.box, document.terrain, document.state)
        said = [self.tr("Hex %s") % document.box.label(place), ", ".join(held.terrain).lower()]
        known = self._heights.known(document.method)
        if place in known:
            metres = known[place]
            said.append(height(metres) if metres is not None else self.tr("height not decidable"))
        features = (held.names, held.paths, held.sides, held.spots, held.smoke, held.zones)
        said += [", ".join(each) for each in features if each]
        deployment, oob, ruleset = document.work.deployment, document.box.oob, document.ruleset
        said += [piece_words(ruleset, oob, deployment, id_) for id_ in reversed(deployment.stack(place))]
        said += [marker_words(ruleset, mark.kind) for mark in deployment.marks.get(place, ())]
        return "; ".join(said) + "."

    def _moved(self, place: Hex | None) -> None:
        self._waiting = None
        if self._document is None or place is None or place not in self._document.box.cells:
            self._view.setAccessibleDescription("")
            return
        if place not in self._heights.known(self._document.method):
            self._waiting = place
            self._heights.request(self._document.method, place)
        self._say(place)

    def _arrived(self, method: str, places: frozenset[Hex]) -> None:
        place = self._waiting
        if self._document is not None and method == self._document.method and place is not None and place in places:
            self._waiting = None
            self._say(place)

    def _say(self, place: Hex) -> None:
        words = self.words(place)
        self._view.setAccessibleDescription(words)
        self._status.speak(words)
