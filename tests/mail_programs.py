"""Two programs that share a cup by mail, for tests of `core.play`."""

from play_sessions import SOFT, began

from core.play import cups, keys, trust
from core.play.event_text import entry_text, read_entry
from core.play.events import Entry
from core.play.record import Record

CHITS = {"strong": 2, "average": 2, "weak": 2}
UNITS = {f"r{number}": ("red", "") for number in range(9)} | {f"b{number}": ("blue", "") for number in range(9)}
OTHER = {"red": "blue", "blue": "red"}
KEYS = {
    side: keys.unlock(keys.join(side, side, "session-1", hardness=SOFT), side, side, "session-1") for side in ("red", "blue")
}


class Program:
    """The program of one side: it has nothing but its own keys and the lines of the file."""

    def __init__(self, side):
        self.side, self.keys = side, KEYS[side]
        self.record, self.lines, self.read = Record(began(units=UNITS)), [], 0

    def fault(self, event, by=""):
        entry = Entry(len(self.lines) + 2, 0, by or self.side, event)
        return trust.fault_of_event(self.record, entry, bytes(32))

    def add(self, event, unchecked=False):
        assert unchecked or not self.fault(event), self.fault(event)
        self._take(entry_text(Entry(len(self.lines) + 2, 0, self.side, event)), unchecked=True)
        return event

    def get(self, file):
        """Reads the lines that the other has added."""
        for line in file[len(self.lines) :]:
            self._take(line)
        self.pay()

    def pay(self):
        """Adds all that is due."""
        while (event := cups.due(self.record, self.keys)) is not None:
            self.add(event)

    def draw(self, unit):
        return self.add(cups.draw(self.record, "Red", unit, self.keys)).seal

    def value(self, seal):
        return cups.value(self.record, seal, self.keys)

    def tell(self, seal):
        return self.add(cups.reveal(self.record, seal, self.keys))

    def _take(self, line, unchecked=False):
        entry = read_entry(line)
        told = "" if unchecked else trust.fault_of_event(self.record, entry, bytes(32))
        assert not told, told
        self.lines.append(line)
        self.record = self.record.after(entry)


def filled(contents=None):
    """Two programs with a cup that both have shuffled; red has the file."""
    red, blue = Program("red"), Program("blue")
    red.add(cups.fill(red.record, "Red", contents or CHITS, red.keys))
    blue.get(red.lines)
    red.get(blue.lines)
    return red, blue
