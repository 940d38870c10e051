"""What a session never takes back, wherever its players go back to: who has keys, what is sealed and opened, bookmarks and
comments, pledges of dice, and what of cups is out."""

from dataclasses import dataclass, field, replace

import immutables

from core.base.errors import WrongUse
from core.play.events import (
    Answered,
    Began,
    Bookmarked,
    Disclosed,
    Drew,
    Entry,
    HandedOver,
    Joined,
    Noted,
    Opened,
    Pledged,
    PutBack,
    Rolled,
    Sealed,
    Shuffled,
)


@dataclass(frozen=True, slots=True)
class Pledge:
    """A batch of rolls that was declared, as far as it has come; `fallen` are the places of its rolls that were rolled."""

    by: str
    pledged: Pledged
    answer: bytes = b""
    half: bytes = b""
    fallen: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Cup:
    """What happened to a cup, in order: all that `core.play.cups` needs to know where its chits are."""

    events: tuple[tuple[str, Shuffled | Drew | PutBack], ...] = ()


@dataclass(frozen=True)
class Record:
    """The record after an entry.

    `keys` are by side. `sealed` holds all versions of each thing that was sealed, with the side and the entry of each,
    `opened` what was shown of them. `bookmarks` are names by entry, `comments` the entries that comment on one. `rolls` are all
    dice that fell by their entries, each with the side that rolled. `holder` is the side that has the file, "" where nobody has
    handed it over.
    """

    began: Began
    keys: "immutables.Map[str, Joined]" = field(default_factory=immutables.Map)
    sealed: "immutables.Map[str, tuple[tuple[str, int, Sealed], ...]]" = field(default_factory=immutables.Map)
    opened: "immutables.Map[str, Opened]" = field(default_factory=immutables.Map)
    bookmarks: "immutables.Map[int, str]" = field(default_factory=immutables.Map)
    comments: "immutables.Map[int, tuple[int, ...]]" = field(default_factory=immutables.Map)
    rolls: "immutables.Map[int, tuple[str, Rolled]]" = field(default_factory=immutables.Map)
    pledges: "immutables.Map[int, Pledge]" = field(default_factory=immutables.Map)
    cups: "immutables.Map[str, Cup]" = field(default_factory=immutables.Map)
    holder: str = ""

    def after(self, entry: Entry) -> "Record":
        """The record after one more entry. Raises WrongUse for one that answers rolls which nobody declared."""
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
                cup = self.cups.get(event.cup, Cup())
                return replace(self, cups=self.cups.set(event.cup, Cup((*cup.events, (entry.by, event)))))
            case _:
                return self

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
