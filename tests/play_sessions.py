"""Made-up sessions for tests of `core.play`."""

import hashlib

from core.model.scenario import Scenario
from core.play import keys, trust
from core.play.events import Began, Entry, Player
from core.play.record import Record

SIDES = (Player("red", "Red side"), Player("blue", "Blue side"))
SOFT = 10
"""The least hardness of pass phrases, so that tests take no time."""


def began(kind="mail", session="session-1", **more):
    """The first entry of a made-up session."""
    scenario = Scenario("Made up")
    return Began(session, kind, "Made-up game", bytes(32), "a.scenario.yaml", scenario, SIDES, "vcs", bytes(32), **more)


class Table:
    """A session of two sides with keys, in which who holds the file is not looked at: entries, and the record after them."""

    def __init__(self, kind="mail", **more):
        self.entries = [Entry(1, 0, "", began(kind, **more), link=hashlib.sha256(b"1").digest())]
        self.record = Record(self.entries[0].event)
        self.keys = {}
        for side in ("red", "blue"):
            joined = keys.join(f"{side} phrase", side, self.record.began.session, kind, SOFT)
            self.keys[side] = keys.unlock(joined, f"{side} phrase", side, self.record.began.session)
            self.add(side, joined)

    def fault(self, by, event):
        """What is wrong with an event, as a sentence."""
        return trust.fault_of_event(self.record, self._entry(by, event), self.entries[-1].link)

    def add(self, by, event):
        """Adds an event that nothing is wrong with; gives the number of its entry."""
        told = self.fault(by, event)
        assert not told, told
        entry = self._entry(by, event)
        self.entries.append(entry)
        self.record = self.record.after(entry)
        return entry.number

    def _entry(self, by, event):
        link = hashlib.sha256(self.entries[-1].link + repr(event).encode()).digest()
        return Entry(len(self.entries) + 1, 0, by, event, link=link)
