"""Shows on the map where units went: in this turn, in the one before too, or in all; all units, or the selected ones."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from app.canvas.trails import shapes_of
from app.canvas.view import MapView
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.shell.actions import Actions
from app.shell.session import Session as Settings
from core.play.session import Leg

SHOWN, SELECTED, TURNS = "play.trails", "play.trails_selected", "play.trails_turns"
"""The names of the choices, with which they are kept."""

ORDER = 15.0
"""Above the washes of fields, below the numbers and lines of tools."""

RANGES = {"play.trails_now": 0, "play.trails_two": 1, "play.trails_all": None}
"""How many turns back the actions show; None for all."""

MOST_LEGS = 1000
"""So many moves are drawn at most, the latest: more hide the map and take long to paint."""

REST_MS = 40
"""How long nothing may happen before the trails are drawn anew, so that the film is not held up."""


class TrailDesk(QObject):
    """Draws the trails of the session that is played. `changed` tells that they may be others now, drawn or not."""

    changed = Signal()

    def __init__(self, parent: QObject, actions: Actions, view: MapView, settings: Settings) -> None:
        super().__init__(parent)
        self._actions, self._settings = actions, settings
        self._layer = view.overlay("play: trails", ORDER, live=True)
        self._document: Document | None = None
        self._live: LivePlay | None = None
        self._legs: tuple[int, tuple[Leg, ...]] = (0, ())
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._draw)
        for name in (SHOWN, SELECTED):
            actions[name].setChecked(settings.text(name) == "on")
            actions[name].toggled.connect(lambda on, name=name: self._choose(name, "on" if on else ""))
        kept = settings.text(TURNS)
        for name in RANGES:
            actions[name].setChecked(name == (kept if kept in RANGES else next(iter(RANGES))))
            actions[name].triggered.connect(lambda _=False, name=name: self._choose(TURNS, name))

    def use(self, document: Document | None, live: LivePlay | None) -> None:
        """Draws the trails of another session; None for none."""
        if self._document is not None:
            self._document.units.changed.disconnect(self._select)
        self._document, self._live, self._legs = document, live, (0, ())
        if document is not None:
            document.units.changed.connect(self._select)
        self._draw()
        self.changed.emit()

    def follow(self) -> None:
        """Something has happened, or another state is looked at."""
        self.changed.emit()
        if self._actions[SHOWN].isChecked():
            self._resting.start()

    def _select(self) -> None:
        if self._actions[SHOWN].isChecked() and self._actions[SELECTED].isChecked():
            self._resting.start()

    def _choose(self, name: str, words: str) -> None:
        self._settings.keep_text(name, words)
        self._draw()

    def _draw(self) -> None:
        live, document = self._live, self._document
        if live is None or document is None or not self._actions[SHOWN].isChecked():
            self._layer.clear()
            return
        legs: Iterable[Leg] = self.visible()
        turn = document.state.moment.turn
        back = next((back for name, back in RANGES.items() if self._actions[name].isChecked()), 0)
        if back is not None:
            legs = (leg for leg in legs if leg.turn >= turn - back)
        if self._actions[SELECTED].isChecked():
            chosen = frozenset(document.units.ids)
            legs = (leg for leg in legs if leg.unit in chosen)
        self._layer.set_shapes(shapes_of(tuple(legs)[-MOST_LEGS:]))

    def visible(self) -> tuple[Leg, ...]:
        """The legs up to the state that is looked at whose ends those who look may see; none without a session."""
        live = self._live
        if live is None:
            return ()
        session, view = live.session, live.view
        if self._legs[0] != session.number:
            self._legs = session.number, session.trails()
        way = frozenset(session.way(live.shown))
        hidden: dict[int, frozenset[str]] = {}

        def unseen(number: int) -> frozenset[str]:
            if number not in hidden:
                hidden[number] = view.hidden(session.state_at(number))
            return hidden[number]

        return tuple(
            leg
            for leg in self._legs[1]
            if leg.number in way and leg.unit not in unseen(leg.number) and leg.unit not in unseen(session.parent(leg.number))
        )
