"""A session without files, over a scenario of four pieces: for tests of everything that is played."""

from collections.abc import Iterable, Sequence

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece
from core.model.edits.edit import IN_PLAY, Edit
from core.model.edits.force_edits import ChangePieces
from core.model.scenario import Allotment, Scenario, Turn
from core.play import keys
from core.play.events import Began, Entry, Event, Kind, Player
from core.play.session import Session
from core.play.table import Table, begun

RED, BLUE = "red", "blue"
START = Deployment().with_pieces(
    {"r1": Piece(Hex(0, 0)), "r2": Piece(Hex(0, 0), 1), "b1": Piece(Hex(5, 5)), "b2": Piece(Hex(6, 5))}
)
SCENARIO = Scenario(
    "A battle",
    moves_first=BLUE,
    turns=(Turn("Dawn", light="twilight", visibility=4), Turn("Morning", weather="rain")),
    allotments=(Allotment(RED, "ammunition", 12), Allotment(RED, "ammunition", 3, turn=2)),
    start=START,
)


class Kept:
    """Entries in a list."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = list(entries)

    @property
    def entries(self) -> Sequence[Entry]:
        return self._entries

    def append(self, event: Event, by: str) -> Entry:
        entry = Entry(len(self._entries) + 1, 1_700_000_000 + len(self._entries), by, event)
        self._entries.append(entry)
        return entry


class Folded:
    """Tables folded from the first entry on, all of them kept."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._tables = [begun(entries[0])]
        for entry in entries[1:]:
            self.follow(entry)

    def at(self, number: int) -> Table:
        return self._tables[number - 1]

    def follow(self, entry: Entry) -> Table:
        self._tables.append(self._tables[-1].after(entry, lambda number: self.at(number).state))
        return self._tables[-1]


def began(kind: Kind = "hot_seat") -> Entry:
    """The first entry of a session of red against blue."""
    players = (Player(RED, "Red", "Ann"), Player(BLUE, "Blue", "Bob"))
    event = Began("s-1", kind, "A game", b"box", "a.scenario.yaml", SCENARIO, players, "scs-1.6", b"rules")
    return Entry(1, 1_700_000_000, "", event)


def session(entries: Iterable[Entry] = (), kind: Kind = "hot_seat", mine: Iterable[str] = ()) -> Session:
    """A session over the entries, or a new one."""
    kept = Kept(list(entries) or [began(kind)])
    return Session(kept, Folded(kept.entries), mine)


SOFT = 10
"""The least hardness of pass phrases, so that tests take no time."""


def by_mail() -> tuple[Session, keys.Keys]:
    """A session by mail as the program of red has it, which has just taken its keys."""
    played = session(kind="mail", mine=[RED])
    joined = keys.join("red phrase", RED, "s-1", "mail", SOFT)
    played.add(joined, RED)
    return played, keys.unlock(joined, "red phrase", RED, "s-1")


def move(unit: str, q: int, r: int, label: str = "Move") -> Edit:
    """A piece put into a hex."""
    return ChangePieces(label, IN_PLAY, {unit: Piece(Hex(q, r))})
