"""What a session never takes back, wherever its players go back to: who has keys, what is sealed and opened, bookmarks and
comments, pledges of dice, and what of cups is out."""

from dataclasses import dataclass, field, replace

import immutables

from core.base.errors import WrongUse
from core.model.edits.edit import flat
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared
from core.play.events import (
    Answered,
    Began,
    Bookmarked,
    Did,
    Disclosed,
    Drew,
    Entry,
    Event,
    HandedOver,
    Joined,
    Noted,
    Opened,
    OrdersOpened,
    Pledged,
    PutBack,
    Rolled,
    Sealed,
    SealedPart,
    Settled,
    Shuffled,
    Unlocked,
)


@dataclass(frozen=True, slots=True)
class Pledge:
    """A batch of rolls that was declared, as far as it has come; `fallen` are the places of its rolls that were rolled."""

    by: str
    pledged: Pledged
    answer: bytes = b""
    half: bytes = b""
    fallen: frozenset[int] = frozenset()


CupEvent = Shuffled | Drew | PutBack | Unlocked

NO_CUP_EVENTS: "immutables.Map[int, tuple[str, CupEvent]]" = immutables.Map()


@dataclass(frozen=True, slots=True)
class Cup:
    """What happened to a cup, in order: all that `core.play.cups` needs to know where its chits are. `kept` are the events from
    0 on, each with the side that did it; `drawn` is how many chits were ever drawn."""

    kept: "immutables.Map[int, tuple[str, CupEvent]]" = NO_CUP_EVENTS
    drawn: int = 0

    @property
    def events(self) -> tuple[tuple[str, CupEvent], ...]:
        """All events in order."""
        return tuple(self.kept[number] for number in range(len(self.kept)))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chit that was drawn: from which cup, under which unit it was laid ("" for none), and by which side. `back` says that it
    lies in the cup again, since the entry `returned`."""

    cup: str
    unit: str
    by: str
    back: bool = False
    returned: int = 0


def is_firm(event: Event) -> bool:
    """Whether nobody goes back to before an event where the other side is not at the table: the file was handed over, something
    was announced, chits were handled, rolls opened."""
    if isinstance(event, Did):
        return any(isinstance(edit, ChangeState) and edit.said.get("declared") for edit in flat(event.edits))
    return isinstance(event, HandedOver | Shuffled | Drew | PutBack | Settled | Disclosed)


def said_of(did: Did) -> tuple[Declared, ...] | None:
    """What is declared after a change, None for one that says nothing of it."""
    said = (edit.said["declared"] for edit in reversed(did.edits) if isinstance(edit, ChangeState) and "declared" in edit.said)
    return next(said, None)


@dataclass(frozen=True, slots=True)
class Written:
    """The sealed part of a change: the entry that it stands in, and how often its side had opened all before it."""

    entry: int
    epoch: int
    sealed: SealedPart


NOTHING_WRITTEN: "immutables.Map[int, Written]" = immutables.Map()


@dataclass(frozen=True)
class Record:
    """The record after an entry.

    `keys` are by side. `sealed` holds all versions of each thing that was sealed, with the side and the entry of each,
    `opened` what was shown of them. `written` are the sealed parts of changes by their side and their number, `shown` the keys
    of them that a side has shown, in order. `bookmarks` are names by entry, `comments` the entries that comment on one. `rolls`
    are all dice that fell by their entries, each with the side that rolled. `chits` are all that were drawn by their seals,
    `under` those that lie under units now. `announced` is what was declared last, with the entries that did. `fixed` is the
    last entry that is firm, 0 for none. `holder` is the side that has the file, "" where nobody has handed it over.
    """

    began: Began
    keys: "immutables.Map[str, Joined]" = field(default_factory=immutables.Map)
    sealed: "immutables.Map[str, tuple[tuple[str, int, Sealed], ...]]" = field(default_factory=immutables.Map)
    opened: "immutables.Map[str, Opened]" = field(default_factory=immutables.Map)
    written: "immutables.Map[str, immutables.Map[int, Written]]" = field(default_factory=immutables.Map)
    shown: "immutables.Map[str, tuple[bytes, ...]]" = field(default_factory=immutables.Map)
    bookmarks: "immutables.Map[int, str]" = field(default_factory=immutables.Map)
    comments: "immutables.Map[int, tuple[int, ...]]" = field(default_factory=immutables.Map)
    rolls: "immutables.Map[int, tuple[str, Rolled]]" = field(default_factory=immutables.Map)
    pledges: "immutables.Map[int, Pledge]" = field(default_factory=immutables.Map)
    cups: "immutables.Map[str, Cup]" = field(default_factory=immutables.Map)
    chits: "immutables.Map[str, Drawn]" = field(default_factory=immutables.Map)
    under: "immutables.Map[str, str]" = field(default_factory=immutables.Map)
    announced: "immutables.Map[Declared, int]" = field(default_factory=immutables.Map)
    fixed: int = 0
    holder: str = ""

    def unshown(self, side: str) -> tuple[Written, ...]:
        """The sealed parts of changes of a side that it has not opened yet, in order."""
        epoch, held = len(self.shown.get(side, ())), self.written.get(side, NOTHING_WRITTEN)
        found: list[Written] = []
        for number in range(len(held), 0, -1):
            if held[number].epoch != epoch:
                break
            found.append(held[number])
        return tuple(reversed(found))

    def after(self, entry: Entry) -> "Record":
        """The record after one more entry. Raises WrongUse for one that answers rolls which nobody declared."""
        found = self._after(entry)
        if isinstance(entry.event, Did):
            said = said_of(entry.event)
            if said is None:
                return found
            announced = immutables.Map({each: self.announced.get(each, entry.number) for each in said})
            new = self.began.binding and entry.number in announced.values()
            return replace(found, announced=announced, fixed=entry.number if new else self.fixed)
        return replace(found, fixed=entry.number) if is_firm(entry.event) else found

    def _after(self, entry: Entry) -> "Record":
        number, event = entry.number, entry.event
        match event:
            case Joined():
                return replace(self, keys=self.keys.set(entry.by, event))
            case HandedOver():
                return replace(self, holder=event.to)
            case Sealed():
                versions = (*self.sealed.get(event.id, ()), (entry.by, number, event))
                return replace(self, sealed=self.sealed.set(event.id, versions))
            case Opened():
                return replace(self, opened=self.opened.set(event.id, event))
            case Did(sealed=SealedPart() as part):
                before = self.written.get(entry.by, NOTHING_WRITTEN)
                made = Written(number, len(self.shown.get(entry.by, ())), part)
                return replace(self, written=self.written.set(entry.by, before.set(part.number, made)))
            case OrdersOpened(key):
                return replace(self, shown=self.shown.set(entry.by, (*self.shown.get(entry.by, ()), key)))
            case Bookmarked(on, name):
                bare = self.bookmarks.delete(on) if on in self.bookmarks else self.bookmarks
                return replace(self, bookmarks=bare.set(on, name) if name else bare)
            case Noted(_, on) if on:
                return replace(self, comments=self.comments.set(on, (*self.comments.get(on, ()), number)))
            case Rolled():
                return replace(self, rolls=self.rolls.set(number, (entry.by, event)), pledges=self._fallen(event))
            case Pledged():
                return replace(self, pledges=self.pledges.set(number, Pledge(entry.by, event)))
            case Answered(to, half):
                return replace(self, pledges=self.pledges.set(to, replace(self._pledge(to), answer=half)))
            case Disclosed(to, half):
                return replace(self, pledges=self.pledges.set(to, replace(self._pledge(to), half=half)))
            case Shuffled() | Drew() | PutBack():
                return self._with_chit(entry.by, event, entry.number)
            case Settled(shuffled, unlocked):
                found = self
                for stage in shuffled:
                    found = found._with_chit(entry.by, stage)
                for each in unlocked:
                    found = found._with_chit(entry.by, each)
                return found
            case _:
                return self

    def _with_chit(self, by: str, event: CupEvent, number: int = 0) -> "Record":
        cup, chits, under = self.cups.get(event.cup, Cup()), self.chits, self.under
        drawn = cup.drawn
        if isinstance(event, Drew) and event.seal not in chits:
            drawn += 1
            chits = chits.set(event.seal, Drawn(event.cup, event.unit, by))
            under = under.set(event.unit, event.seal) if event.unit else under
        elif isinstance(event, PutBack) and event.seal in chits:
            chit = chits[event.seal]
            chits = chits.set(event.seal, replace(chit, back=True, returned=number))
            under = under.delete(chit.unit) if under.get(chit.unit) == event.seal else under
        cups = self.cups.set(event.cup, Cup(cup.kept.set(len(cup.kept), (by, event)), drawn))
        return replace(self, cups=cups, chits=chits, under=under)

    def _pledge(self, number: int) -> Pledge:
        pledge = self.pledges.get(number)
        if pledge is None:
            raise WrongUse(f"Entry {number} declares no rolls.")
        return pledge

    def _fallen(self, rolled: Rolled) -> "immutables.Map[int, Pledge]":
        if not rolled.pledge:
            return self.pledges
        pledge = self._pledge(rolled.pledge)
        return self.pledges.set(rolled.pledge, replace(pledge, fallen=pledge.fallen | {rolled.place}))
