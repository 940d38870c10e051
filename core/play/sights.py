"""Which entries of a session a side has seen, from the events alone.

Whoever has the screen, or the file, may try something and go back before anybody else looks; the other side never saw it. A
side has the screen when an entry is its own, or of the table, where both sit: it sees the state that this entry found and the
one that it left. Dice, chits and what is declared fall before both, and a file that is handed over is looked at. The present is
seen, too. Of each state that a side sees it sees the whole way there, for that is what was done in the game.

What lies beside all these ways was left by going back while nobody of the side looked. In its place stands the last state
before it that lies on one of them: what was tried from there, was not done.
"""

from collections.abc import Collection
from weakref import WeakKeyDictionary

from core.play.events import HandedOver, Rolled
from core.play.record import is_firm
from core.play.session import TABLE, Session


class Sight:
    """What a side has seen of a session so far; it grows with the session, each entry is looked at once."""

    def __init__(self, side: str) -> None:
        self._side = side
        self._seen = {0}
        self._known = 0

    def follow(self, session: Session) -> None:
        """Takes up the entries that were added since."""
        for entry in session.entries[self._known :]:
            if entry.by in (self._side, TABLE):
                self._look(session, entry.number - 1)
                self._look(session, entry.number)
            elif isinstance(entry.event, HandedOver):
                if entry.event.to == self._side:
                    self._look(session, entry.number)
            elif isinstance(entry.event, Rolled) or is_firm(entry.event):
                self._look(session, entry.number)
        self._known = len(session.entries)

    def _look(self, session: Session, number: int) -> None:
        while number not in self._seen:
            self._seen.add(number)
            number = session.parent(number)

    def __contains__(self, number: int) -> bool:
        return number in self._seen


_sights: "WeakKeyDictionary[Session, dict[str, Sight]]" = WeakKeyDictionary()


def _sight(session: Session, side: str) -> Sight:
    held = _sights.setdefault(session, {})
    found = held.get(side)
    if found is None:
        found = held[side] = Sight(side)
    found.follow(session)
    return found


class Sights:
    """What some sides have seen of a session up to its present: each of what one of them has, or what all sides have, where
    nobody in particular looks."""

    def __init__(self, session: Session, eyes: Collection[str]) -> None:
        self._session = session
        self._each = [_sight(session, side) for side in eyes or [player.side for player in session.players]]
        self._together = not eyes
        self.number = session.number
        self._now: set[int] = set()
        at = session.number
        while at and at not in self._now and not self._past(at):
            self._now.add(at)
            at = session.parent(at)

    def _past(self, number: int) -> bool:
        seen = (number in sight for sight in self._each)
        return all(seen) if self._together else any(seen)

    def __contains__(self, number: int) -> bool:
        return number in self._now or self._past(number)

    def stands_for(self, number: int) -> int:
        """The entry whose state stands in the place of that of an entry: itself where it was seen."""
        while number > 1 and number not in self:
            number = self._session.parent(number)
        return number
