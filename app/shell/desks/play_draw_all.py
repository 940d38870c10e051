"""Draws all chits that a combat needs at once: a line of the journal for each, and one step that lays them under units."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from app.documents.live_play import LivePlay
from app.shell.actions import Actions
from app.shell.desks.play_chits import PlayChits
from core.base.counted import counted
from core.base.errors import CoreError
from core.model.edits.state_edits import ChangeState
from core.model.state import Held
from core.play.session import TABLE


class DrawAll(QObject):
    """Draws for unit after unit. `fighting` says which units the combat in hand has draw, none without one; then those of
    everything that is declared draw."""

    def __init__(self, parent: QObject, actions: Actions, chits: PlayChits) -> None:
        super().__init__(parent)
        self._chits = chits
        self._waiting: list[tuple[str, str]] = []
        self.fighting: Callable[[], tuple[str, ...]] = tuple
        actions["play.draw_all"].triggered.connect(lambda _=False: self.draw())

    def use(self, live: LivePlay | None) -> None:
        """Another session is played, or none."""
        self._waiting.clear()

    def draw(self) -> None:
        """Draws for every unit that fights with a chit and has none."""
        live, chits = self._chits.live, self._chits
        if live is None or self._waiting:
            return
        needed, record = self.fighting() or _declared(live), live.session.record
        found = ((unit, rule) for rule in chits.rules.values() if rule.prints for unit, _ in chits.may_draw(rule))
        waiting = [(unit, rule) for unit, rule in found if unit in needed]
        empty = next((rule for _, rule in waiting if rule.id not in record.cups), None)
        if empty is not None:
            # By mail both programs shuffle, and what is in the cup is for both to agree on.
            if live.session.by_mail or not chits.fill_by_rules(empty, self.draw):
                chits.say(self.tr("Fill the cup “%s” first, in the window Chits of the menu Play.") % empty.title)
        elif not waiting:
            chits.say(self.tr("Nobody draws: whoever fights with a chit has one, or nothing is declared."))
        else:
            self._waiting = [(unit, rule.id) for unit, rule in waiting]
            self._next({})

    def _next(self, drawn: dict[str, Held]) -> None:
        """Draws for the next unit; all chits are laid after the last one, or once one cannot be drawn."""
        if not self._waiting:
            self._lay(drawn)
            return
        unit, cup = self._waiting.pop(0)
        rule = self._chits.rules[cup]

        def stopped() -> None:
            self._waiting.clear()
            self._lay(drawn)

        wish = {"do": "draw", "cup": cup, "unit": unit, "draws": rule.drawn, "public": not rule.secret}
        self._chits.run(wish, lambda: self._next(drawn), keep=drawn, stopped=stopped)

    def _lay(self, drawn: Mapping[str, Held]) -> None:
        """The chits lie under their units, as one step of the history."""
        live = self._chits.live
        if live is None or not drawn:
            return
        label = f"Draw {counted(len(drawn), 'chit')}"
        try:
            live.do(ChangeState(label, {"held": live.session.state.held.update(drawn)}), live.acting or TABLE)
        except (CoreError, OSError) as problem:
            self._chits.say(str(problem))
            return
        words = self.tr("{chits} drawn, for whoever fights with one and had none.")
        self._chits.say(words.replace("{chits}", counted(len(drawn), self.tr("chit"))))


def _declared(live: LivePlay) -> tuple[str, ...]:
    """The units of everything that is declared and not resolved."""
    return tuple(unit for each in live.session.state.declared for unit in (*each.units, *each.shown))
