"""Joins the panels of live play to the session of the open box: Turn, Journal and Dice, and the trails on the map."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.canvas.view import MapView
from app.documents.combat_kinds import ASKED
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.shell.actions import Actions, keys_of
from app.shell.desks.play_attacks import PlayAttacks
from app.shell.desks.play_dice import DiceDesk
from app.shell.desks.play_hands import Hands
from app.shell.desks.play_journal import JournalDesk
from app.shell.desks.play_keys import KeyRing
from app.shell.desks.play_trails import TrailDesk
from app.shell.desks.play_turn import TurnDesk
from app.shell.docks import Docks
from app.shell.session import Session as Settings
from app.shell.status_bar import StatusBar
from app.workers.answers import Answers
from core.geometry.hexes import Hex
from core.model.edits.edit import Touched
from core.play.events import Entry, OrdersOpened

ASK = "ask."
"""What the names of actions begin with that ask a question."""

DESKS = {"dice": "dice", "markers": "stack"}
"""The panels with which tasks are done."""

ACTIONS = {"chits": "play.chits", "sealed": "play.secrets"}
"""The actions with which tasks are done."""

COMBATS = {f"ask.{asked.roll}": f"ask.{asked.near}" for asked in ASKED.values()}
"""The actions that ask for a kind of combat, with those that ask who takes part: where the series answers these, it is led on
the map."""


class PlayPanels(QObject):
    """Follows the session of one document after the other."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        docks: Docks,
        view: MapView,
        status: StatusBar,
        settings: Settings,
        show_box: Callable[[str], object],
    ) -> None:
        """`show_box` brings a box beside the map into view."""
        super().__init__(window)
        self._actions, self._docks, self._view, self._show_box = actions, docks, view, show_box
        self._document: Document | None = None
        self._live: LivePlay | None = None
        self.lead: Callable[[str], bool] = lambda question: False
        """Begins a question that is led through; False for one that is not."""
        self.hands = Hands(self, status)
        self.ring = KeyRing(window, answers)
        told = (self._show_spot, self._open_task, docks.front)
        self.turn = TurnDesk(window, actions, answers, docks.turn, self.hands, *told)
        self.journal = JournalDesk(window, actions, answers, docks, docks.journal, self.hands)
        self.dice = DiceDesk(window, actions, docks.dice, self.hands, self.ring, lambda: self.turn.course, docks.front)
        self.attacks = PlayAttacks(window, actions, answers, docks, view, self.hands, self._show_spot, lambda: self.turn.course)
        self.trails = TrailDesk(self, actions, view, settings)
        self._name_keys()
        actions.keys_changed.connect(self._name_keys)

    def use(self, document: Document | None) -> None:
        """Follows the sessions of another document; None for none."""
        if self._document is not None:
            self._document.play_changed.disconnect(self._change)
            self._document.changed.disconnect(self._follow_state)
        self._document = document
        if document is not None:
            document.play_changed.connect(self._change)
            document.changed.connect(self._follow_state)
        self._change()

    def _change(self) -> None:
        """A session begins or ends."""
        document = self._document
        played = document.play if document is not None else None
        live = played if isinstance(played, LivePlay) else None
        if live is self._live:
            return
        self._live = live
        shown = document if live is not None else None
        self.hands.use(live)
        self.turn.use(shown, live)
        self.journal.use(shown, live)
        self.dice.use(shown, live)
        self.attacks.use(shown, live)
        self.trails.use(shown, live)
        if live is not None:
            live.added.connect(self._follow)
            live.looked.connect(self._look)
            live.eyes_changed.connect(self._change_eyes)
            live.keys_changed.connect(self._tell_anew)

    def _follow(self, entry: Entry) -> None:
        if self.sender() not in (None, self._live):
            return
        self.turn.refresh()
        if isinstance(entry.event, OrdersOpened):
            self._tell_anew()
        self.journal.follow(entry)
        self.dice.refresh()
        self.attacks.refresh()
        self.trails.follow()

    def _look(self, _number: int) -> None:
        self.turn.refresh()
        self.journal.show_place()
        self.dice.refresh()
        self.attacks.refresh()
        self.trails.follow()

    def _tell_anew(self) -> None:
        """What was sealed by mail can be read from now on, or no longer: entries are told otherwise."""
        if self._live is not None and self._live.session.by_mail:
            self.journal.use(self._document, self._live)

    def _change_eyes(self) -> None:
        """Somebody else looks at the screen: nothing that was told to the one before is kept."""
        self.turn.stay()
        self.attacks.close()
        self._docks.ask.forget()
        self._docks.ruling.clear()
        self.turn.refresh()
        self.journal.use(self._document, self._live)
        self.dice.refresh()
        self.attacks.refresh()
        self.trails.follow()

    def _follow_state(self, touched: Touched) -> None:
        """What is taken as absent, and the like, changes the state without an entry; so does a session that is opened."""
        if self._live is not None and touched.aspects:
            self.turn.refresh()
            self.attacks.refresh()

    def _show_spot(self, spot: Hex | str) -> None:
        if isinstance(spot, Hex):
            self._view.go_to(spot)
        else:
            self._show_box(spot)

    def _open_task(self, what: str) -> None:
        """Starts what a task is done with: a panel, an action, or a question."""
        name = ACTIONS.get(what, what)
        if self.lead(what.removeprefix(ASK)):
            return
        if self._may(COMBATS.get(name, "")):
            name = "tool.combat"
        if what in DESKS:
            self._docks.front(DESKS[what])
        elif self._may(name):
            self._actions[name].trigger()
        else:
            self.hands.tell(self.tr("There is nothing here to do this with; do it as on a table, and tick it off."))

    def _may(self, name: str) -> bool:
        """Whether there is an action that can be taken now."""
        return name in self._actions and self._actions[name].isEnabled()

    def _name_keys(self) -> None:
        """Buttons tell the keys of the actions behind them."""

        def keys(name: str) -> str:
            return next(iter(keys_of(self._actions[name])), "") if name in self._actions else ""

        self._docks.turn.name_keys(keys)
        self._docks.journal.film.name_keys(keys)
        self._docks.dice.name_keys(keys)
