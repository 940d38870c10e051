"""The entries of a session as rows: told when they are seen, found in slices, as those who look may see them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QGuiApplication, QPalette

from app.panels.play.words import side_word
from app.widgets.seeking import finds
from core.model.state import GameState
from core.play.events import (
    Answered,
    Bookmarked,
    Did,
    Disclosed,
    Drew,
    Entry,
    Event,
    Noted,
    Opened,
    OrdersOpened,
    Overruled,
    Pledged,
    PutBack,
    Rolled,
    Ruled,
    Sealed,
    Settled,
    Shuffled,
)
from core.play.passage import moment_of
from core.play.session import Session
from core.play.told import Teller, printable
from core.play.views import Seen, Unseen, View

NUMBER, WHEN, SIDE, TEXT = range(4)

SLICE_S = 0.006
"""So long entries are looked through before the window has its turn."""

ALL, MOVES, PHASES, DICE, RULINGS, NOTES, SECRETS, TABLE = "", "moves", "phases", "dice", "rulings", "notes", "secrets", "table"

_KINDS: tuple[tuple[tuple[type, ...], str], ...] = (
    ((Rolled, Pledged, Answered, Disclosed), DICE),
    ((Ruled, Overruled), RULINGS),
    ((Noted, Bookmarked), NOTES),
    ((Sealed, Opened, OrdersOpened, Shuffled, Drew, PutBack, Settled), SECRETS),
)

Index = QModelIndex | QPersistentModelIndex


def kind_of(event: Event) -> str:
    """What kind of entry an event is, one of those that can be filtered for."""
    if isinstance(event, Did) and event.sealed is not None and not event.edits:
        return SECRETS
    if isinstance(event, Did):
        return PHASES if moment_of(event) is not None else MOVES
    return next((kind for types, kind in _KINDS if isinstance(event, types)), TABLE)


def kind_words() -> Sequence[tuple[str, str]]:
    """Every kind of entry with what it is called."""
    tr = QCoreApplication.translate
    return (
        (ALL, tr("JournalModel", "Everything")),
        (MOVES, tr("JournalModel", "Moves and markers")),
        (PHASES, tr("JournalModel", "Phases")),
        (DICE, tr("JournalModel", "Dice")),
        (RULINGS, tr("JournalModel", "Rulings")),
        (NOTES, tr("JournalModel", "Notes and bookmarks")),
        (SECRETS, tr("JournalModel", "Secrets and chits")),
        (TABLE, tr("JournalModel", "The session itself")),
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries are wanted: those with some `words`, of a `kind`, of a `side` (None for any), and of these only those that
    have a bookmark (`marked`), or that lie on the way to the present (`way`)."""

    words: str = ""
    kind: str = ALL
    side: str | None = None
    marked: bool = False
    way: bool = False


def sentence(view: View, session: Session, teller: Teller, number: int) -> str:
    """An entry as a sentence, as it is seen."""
    seen = view.entry(number)
    if isinstance(seen.event, Unseen):
        return _unseen(seen, teller)
    before: GameState | None = None
    if isinstance(seen.event, Did):
        before = view.state(session.parent(number)).state
    return printable(teller.told(Entry(seen.number, seen.at, seen.by, seen.event), before))


def _unseen(seen: Seen, teller: Teller) -> str:
    tr = QCoreApplication.translate
    who = teller.side(seen.by)
    if isinstance(seen.event, Unseen) and seen.event.what == "question":
        return tr("JournalModel", "%s asks the rules something.") % who
    if isinstance(seen.event, Unseen) and seen.event.what == "sealed":
        return tr("JournalModel", "%s writes something down and seals it.") % who
    return tr("JournalModel", "%s does something out of sight.") % who


class JournalModel(QAbstractTableModel):
    """The entries that are wanted, the oldest first. `searched` comes with every slice of a search, and says whether it is at
    its end.

    Sentences are told when they are looked at, and kept. Only a search for words goes through all of them, in slices.
    """

    searched = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._session: Session | None = None
        self._tell: Callable[[int], str] = str
        self._texts: dict[int, str] = {}
        self._rows: list[int] = []
        self._wanted = Wanted()
        self._way: frozenset[int] = frozenset()
        self._shown = 0
        self._next = 1
        self._seeking = QTimer(self)
        self._seeking.setInterval(0)
        self._seeking.timeout.connect(self._seek)

    def use(self, session: Session | None, tell: Callable[[int], str] = str) -> None:
        """Shows another session, or the same through other eyes; `tell` tells an entry by its number."""
        self._session, self._tell = session, tell
        self._texts.clear()
        self._begin()

    def want(self, wanted: Wanted) -> None:
        """Shows other entries."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._begin()

    def show_entry(self, number: int) -> None:
        """Marks the entry whose state is looked at."""
        if number != self._shown:
            before, self._shown = self._shown, number
            for each in (before, number):
                row = self.row_of(each)
                if row is not None:
                    self.dataChanged.emit(self.index(row, 0), self.index(row, TEXT))

    def follow(self) -> None:
        """Shows entries that were added."""
        session = self._session
        if session is None:
            return
        was = self._way
        self._way = frozenset(session.way())
        if not was <= self._way and self._rows:
            # What was gone back over lies beside the way from now on.
            if self._wanted.way:
                self._begin()
                return
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, TEXT))
        if not self._seeking.isActive():
            self._seek()

    def refresh(self, number: int) -> None:
        """Shows an entry anew whose bookmark or comments have changed."""
        if self._wanted.marked:
            self._begin()
            return
        row = self.row_of(number)
        if row is not None:
            self.dataChanged.emit(self.index(row, 0), self.index(row, TEXT))

    def number(self, row: int) -> int:
        """The entry in a row, 0 for no row."""
        return self._rows[row] if 0 <= row < len(self._rows) else 0

    def row_of(self, number: int) -> int | None:
        """The row of an entry, None where it is not shown."""
        low, high = 0, len(self._rows)
        while low < high:
            middle = (low + high) // 2
            if self._rows[middle] < number:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self._rows) and self._rows[low] == number else None

    def row_at(self, number: int) -> int:
        """The row of the last entry that is shown up to one, -1 for none."""
        return sum(each <= number for each in self._rows) - 1

    def text(self, number: int) -> str:
        """An entry as a sentence."""
        if number not in self._texts:
            self._texts[number] = self._tell(number)
        return self._texts[number]

    def line(self, number: int) -> str:
        """An entry as a line of text, with its number, time and side."""
        cells = (self._cell(number, column) for column in range(TEXT + 1))
        return "  ".join(cells)

    # Asked by the view ---------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        """How many entries are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        """Number, time, side, sentence."""
        return 0 if parent.isValid() else TEXT + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What columns are called."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Entry"), self.tr("Time"), self.tr("Side"), self.tr("What happened"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What stands in a cell and how."""
        if self._session is None or not 0 <= index.row() < len(self._rows):
            return None
        number = self._rows[index.row()]
        left = self._left(number)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(number, index.column())
            case Qt.ItemDataRole.ToolTipRole if index.column() == TEXT:
                return self.text(number)
            case Qt.ItemDataRole.AccessibleTextRole if index.column() == TEXT:
                return self._cell(number, TEXT)
            case Qt.ItemDataRole.FontRole if left or number == self._shown:
                font = QFont(QGuiApplication.font())
                font.setItalic(left)
                font.setBold(number == self._shown)
                return font
            case Qt.ItemDataRole.ForegroundRole if left:
                return QGuiApplication.palette().brush(QPalette.ColorRole.PlaceholderText)
            case Qt.ItemDataRole.TextAlignmentRole if index.column() == NUMBER:
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _cell(self, number: int, column: int) -> str:
        session = self._session
        assert session is not None
        entry = session.entries[number - 1]
        if column == NUMBER:
            return f"▶ {number}" if number == self._shown else str(number)
        if column == WHEN:
            return clock(entry.at)
        if column == SIDE:
            return side_word(session.players, entry.by) if entry.by else self.tr("Table")
        marks = session.record.bookmarks.get(number, "")
        words = self.text(number)
        comments = len(session.record.comments.get(number, ()))
        if comments:
            words += " " + (self.tr("(1 comment)") if comments == 1 else self.tr("(%d comments)") % comments)
        if marks:
            words = f"★ {marks}: {words}"
        return self.tr("Left: %s") % words if self._left(number) else words

    def _left(self, number: int) -> bool:
        """Whether an entry lies on a way that was gone back on; what was drawn from cups stays for all that."""
        return number not in self._way and self._session is not None and not self._session.stays(number)

    # Searching -----------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Looks through all entries anew; without words to be found that takes no time."""
        self.beginResetModel()
        self._rows, self._next = [], 1
        session = self._session
        self._way = frozenset(session.way()) if session is not None else frozenset()
        if session is not None and not self._wanted.words:
            self._rows = [number for number in range(1, session.number + 1) if self._fits(session, number)]
            self._next = session.number + 1
        self.endResetModel()
        if session is not None and self._next <= session.number:
            self._seeking.start()
        else:
            self._seeking.stop()
        self.searched.emit(not self._seeking.isActive())

    def _seek(self) -> None:
        """Looks through as many entries as there is time for."""
        session = self._session
        if session is None:
            self._seeking.stop()
            return
        found, until = [], time.perf_counter() + SLICE_S
        while self._next <= session.number and time.perf_counter() < until:
            if self._fits(session, self._next) and finds(self._wanted.words, self._cell(self._next, TEXT)):
                found.append(self._next)
            self._next += 1
        if found:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(found) - 1)
            self._rows += found
            self.endInsertRows()
        if self._next > session.number:
            self._seeking.stop()
        elif not self._seeking.isActive():
            self._seeking.start()
        self.searched.emit(not self._seeking.isActive())

    def _fits(self, session: Session, number: int) -> bool:
        """Whether an entry is wanted, its words left aside. What kind it is and whose is no secret."""
        wanted = self._wanted
        entry = session.entries[number - 1]
        return (
            (not wanted.kind or kind_of(entry.event) == wanted.kind)
            and (wanted.side is None or entry.by == wanted.side)
            and (not wanted.marked or number in session.record.bookmarks)
            and (not wanted.way or not self._left(number))
        )


def clock(at: int) -> str:
    """A time of day on the user's clock; "" for a number that is none."""
    try:
        return datetime.fromtimestamp(at).astimezone().strftime("%d %b %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return ""
