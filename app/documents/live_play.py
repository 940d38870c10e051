"""LivePlay: the session that is played over the open box, and which of its states the window shows."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.documents.document import Document
from core.base.errors import CoreError, WrongUse
from core.model.deployment import Spot
from core.model.edits.edit import Edit
from core.model.edits.play_states import difference
from core.model.edits.state_edits import SetWithout
from core.model.state import Declared
from core.play.events import Did, Entry, Kind
from core.play.journal import Journal
from core.play.journal_writer import Displaced
from core.play.memories import Memory, remember, seen
from core.play.others import ASKS, barriers, writes_for
from core.play.own_orders import Writing
from core.play.session import TABLE, Barrier, NeedsReason, Session
from core.play.standing_sheets import StandingSheets, standing_sheets
from core.play.standing_sheets import noted as noted_why
from core.play.views import Stacks, View
from core.rules.kernel.play_rules import Stacks as StackRule

if TYPE_CHECKING:
    from core.play.keys import Keys


class LivePlay(QObject):
    """Joins a session to a document: what is done on the map becomes entries, and the map shows the state that is looked at.

    `added` carries every entry after the map has followed, `looked` the number of the entry whose state is shown from now on.
    `refused` carries a sentence when something cannot be done, `unwritten` one when the file cannot be written; `reason_wanted`
    an edit of what is another side's, or of an op sheet that stands, with the NeedsReason that says so: it is done with a line
    of why, and `waiting` until then. `eyes_changed` comes when somebody else is to see the screen, `keys_changed` when the keys
    of a side were opened or put away.

    `journal` is the file that is written, None in tests that have none. `memory` is what is remembered of the session between
    two runs. `hides` says that there is something that one side may know and the other may not, `secret_points` whether a side
    does not tell how many points of a kind it has left.
    """

    added = Signal(object)
    looked = Signal(int)
    refused = Signal(str)
    unwritten = Signal(str)
    reason_wanted = Signal(object, object)
    eyes_changed = Signal()
    keys_changed = Signal()

    def __init__(
        self,
        document: Document,
        session: Session,
        stacks: Stacks | StackRule = "open",
        parent: QObject | None = None,
        *,
        journal: Journal | None = None,
        memory: Memory | None = None,
        hides: bool = False,
        eyes: frozenset[str] | None = None,
        secret_points: Callable[[str], bool] = lambda what: False,
    ) -> None:
        super().__init__(parent)
        self.document, self.session, self._stacks = document, session, stacks
        self.journal, self.memory, self.hides = journal, memory, hides
        self._secret_points = secret_points
        self._before_play = document.state
        self._eyes = session.mine if eyes is None else eyes
        self._keys: dict[str, Keys] = {}
        self.shown = session.number
        self.waiting: Edit | None = None
        self.below: Mapping[Spot, int] = {}
        """How many counters lie out of sight in a hex or a box."""
        document.begin_play(self)
        self._show()

    @property
    def path(self) -> Path | None:
        """The file of the session."""
        return self.journal.path if self.journal is not None else None

    @property
    def kind(self) -> Kind:
        """How it is played: at one screen, alone, or by mail."""
        return self.session.record.began.kind

    @property
    def keys(self) -> "Mapping[str, Keys]":
        """The keys that are open, by their sides; nobody else's secrets can be read or written."""
        return self._keys

    def open_keys(self, keys: "Keys") -> None:
        """The player of a side has given its pass phrase."""
        self._keys[keys.side] = keys
        self._show_what_keys_open()

    def put_keys_away(self, side: str) -> None:
        """The player of a side has left the screen."""
        if self._keys.pop(side, None) is not None:
            self._show_what_keys_open()

    def _show_what_keys_open(self) -> None:
        if self.session.by_mail:
            # What a side has written there is read with its keys.
            self._show()
        self.keys_changed.emit()

    @property
    def writing(self) -> Writing | None:
        """How the side that acts writes its op sheets by mail; None at one table, where they stand in the state."""
        side = self.acting
        return Writing(self.session, side, self._keys.get(side)) if self.session.by_mail else None

    @property
    def eyes(self) -> frozenset[str]:
        """The sides that look at the screen."""
        return self._eyes

    @property
    def view(self) -> View:
        """The session through the eyes of those who look at the screen."""
        return View(self.session, self._eyes, self._stacks, self._secret_points, self._keys.values())

    @property
    def latest(self) -> bool:
        """Whether the map shows the present, and not a state that was."""
        return self.shown == self.session.number

    @property
    def acting(self) -> str:
        """The side in whose name things are done: the one that alone looks at the screen, or whose phase it is."""
        if len(self._eyes) == 1:
            return next(iter(self._eyes))
        side = self.session.state.moment.side
        return side if side in self.session.mine else TABLE

    def look_through(self, eyes: frozenset[str]) -> None:
        """Shows what some sides may see."""
        if eyes != self._eyes:
            self._eyes = eyes
            self._show()
            self.eyes_changed.emit()

    def look_at(self, number: int) -> None:
        """Shows the state after an entry; nothing is changed, and the present is one step away. Raises WrongUse."""
        self.session.entry(number)
        self.shown = number
        self._show()
        self.looked.emit(number)

    def look_at_present(self) -> None:
        """Shows the present again."""
        if not self.latest:
            self.look_at(self.session.number)

    def do(
        self,
        edit: Edit,
        by: str | None = None,
        because: int = 0,
        *,
        why: str = "",
        ruled: bool = False,
        counts: Declared | None = None,
    ) -> Entry | None:
        """Changes the state; None when nothing is changed, or when that cannot be, which `refused` or `unwritten` tells.
        `counts` is what it counts as without having been declared before.

        `ruled` says that the rules want it, whose pieces it may be; else `why` is asked for what is another side's. One that is
        given is noted before.

        What terrain is treated as absent is a what-if of the reader, and no entry.
        """
        if isinstance(edit, SetWithout):
            work = self.document.work
            self.document.show(edit.apply(work), edit.touched(work))
            return None
        if not self.latest:
            self.refused.emit(
                QCoreApplication.translate(
                    "LivePlay", "The map shows how it was. Go back to the present, or take play up from here, to change it."
                )
            )
            return None
        if self.view.brought_to_light(edit):
            self.refused.emit(
                QCoreApplication.translate(
                    "LivePlay",
                    "That would show what lies below a counter of the other side. Hand over first: its player does it.",
                )
            )
            return None
        if ruled and (strange := writes_for(edit, self._eyes)):
            told = QCoreApplication.translate("LivePlay", "What %s orders its own player writes. Hand over first.")
            self.refused.emit(told % self.session.title(strange))
            return None
        acting, writing = self.acting if by is None else by, self.writing
        if writing is not None and (told := writing.refusal((edit,))):
            self.refused.emit(told)
            return None
        found = () if ruled or because else self._barriers(edit, acting)
        self.waiting = edit if found and not why.strip() else None
        if self.waiting is not None:
            self.reason_wanted.emit(edit, NeedsReason(found, ASKS))
            return None
        try:
            if why.strip():
                noted = self.session.note(noted_why(why, found), acting, why=True)
                self.follow(noted)
                because = noted.number
            entry = self.session.do(edit, acting, because, writes=writing, counts=counts)
        except WrongUse as problem:
            self.refused.emit(str(problem))
            return None
        except OSError as problem:
            told = QCoreApplication.translate("LivePlay", "The journal could not be written, and nothing was changed. %s")
            self.unwritten.emit(told % problem)
            return None
        if entry is not None:
            self.follow(entry)
        return entry

    def _barriers(self, edit: Edit, acting: str) -> tuple[Barrier, ...]:
        """What stands against a change: that it is another side's to do, or that an op sheet is drawn up already."""
        others = () if len(self._eyes) > 1 else barriers(self.session, edit, acting)
        sheets = self._sheets
        return (*others, *(sheets.barriers(edit) if sheets is not None else ()))

    @property
    def _sheets(self) -> StandingSheets | None:
        """The op sheets that are drawn up; None under rules that have none."""
        ruleset = self.document.ruleset
        if ruleset is None:
            return None
        kinds = ruleset.play.secrets_in(ruleset.choices(self.session.record.began.options))
        return standing_sheets(self.session, kinds, self.writing)

    def sheet_stands(self, id_: str) -> bool:
        """Whether an op sheet is drawn up already, so that writing on it takes a word of why."""
        sheets = self._sheets
        return sheets is not None and sheets.stands(id_)

    def follow(self, entry: Entry) -> None:
        """Shows the present after an entry that was added in whatever way."""
        self.shown = entry.number
        self._show()
        self.added.emit(entry)

    def undo(self, why: str = "") -> None:
        """Goes back to before the last change. Raises NeedsReason, WrongUse, OSError."""
        self.follow(self.session.undo(self.acting, why))

    def redo(self, why: str = "") -> None:
        """Does again what was undone last. Raises NeedsReason, WrongUse, OSError."""
        self.follow(self.session.redo(self.acting, why))

    def take_up(self, number: int, name: str = "", why: str = "") -> None:
        """Plays on from an entry, on a branch that may have a name. Raises NeedsReason, WrongUse, OSError."""
        self.follow(self.session.go(number, self.acting, name, why))

    @property
    def undone_next(self) -> str | None:
        """What `undo` would take back, as a phrase, "" for what may not be seen; None for nothing."""
        return self._phrase(self.session.undo_to())

    @property
    def redone_next(self) -> str | None:
        """What `redo` would do again, as a phrase, "" for what may not be seen; None for nothing."""
        return self._phrase(self.session.redo_to())

    def _phrase(self, number: int) -> str | None:
        if not number:
            return None
        event = self.view.entry(number).event
        return event.label if isinstance(event, Did) else ""

    def remember(self) -> None:
        """Keeps what was seen of the session, so that nothing is put in its place. Raises CoreError, OSError."""
        if self.journal is not None and self.memory is not None:
            self.journal.sync()
            self.memory = seen(self.memory, self.session.record, [entry.link for entry in self.session.entries])
            remember(self.memory)

    def end(self) -> str:
        """The session is left, the document shows the scenario again; tells what went wrong with its file, "" for nothing."""
        told = ""
        try:
            self.remember()
        except (CoreError, OSError) as problem:
            told = str(problem)
        if self.journal is not None:
            told = self._closed(self.journal) or told
        document, state = self.document, self._before_play
        document.end_play()
        document.show(replace(document.work, state=state), difference(document.state, state))
        return told

    def _closed(self, journal: Journal) -> str:
        """Gives the file free; where it was put away, all lines go into a new one beside it. Tells what went wrong."""
        told = ""
        try:
            journal.sync()
        except Displaced as problem:
            if journal.rescued is None:
                told = self._rescued(journal, problem)
        except OSError as problem:
            told = str(problem)
        try:
            journal.close()
        except OSError as problem:
            told = told or str(problem)
        return told

    def _rescued(self, journal: Journal, problem: Displaced) -> str:
        try:
            journal.rescue(journal.free_beside())
        except (CoreError, OSError) as other:
            return f"{problem} {other}"
        told = QCoreApplication.translate("LivePlay", "{problem} All entries are written to {file}.")
        return told.replace("{file}", str(journal.rescued)).replace("{problem}", str(problem))

    def _show(self) -> None:
        """Has the map show the state that is looked at, as far as those who look may see it."""
        seen = self.view.state(self.shown)
        self.below = seen.below
        document = self.document
        shown = replace(seen.state, without=document.state.without)
        document.show(replace(document.work, state=shown), difference(document.state, shown))
