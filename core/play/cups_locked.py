"""A cup by mail as the record tells of it: its chits under their locks, stage after stage; and what proofs are bound to."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from core.base.errors import WrongUse
from core.play.binding import bound
from core.play.chit_layers import encoded, product, unpacked, weighed
from core.play.chits import DISCLOSURE, Chit, contents_of, owner, told
from core.play.events import Drew, Opened, PutBack, Shuffled, Unlocked
from core.play.record import CupEvent, Record

INDEX = 2
"""The bytes that say which chit of the contents is told."""

_MOST_RECENT = 64


@dataclass
class Locked:
    """A chit that was drawn. `code` is it under all locks now, `drawn` under those of the moment when it came out of the cup,
    after so many `rounds`; b"" and 0 while it waits for a round to end. `public` are the sides' locks of that moment on
    `BASE`, `bare` is what was left when a side took its own off."""

    chit: Chit
    code: bytes = b""
    drawn: bytes = b""
    rounds: int = 0
    public: dict[str, bytes] = field(default_factory=dict)
    bare: dict[str, bytes] = field(default_factory=dict)


@dataclass
class Stage:
    """A stage that is done: who did it, the chits in the cup and under units before and after."""

    by: str
    salt: bytes
    before: tuple[list[bytes], list[bytes]]
    after: tuple[list[bytes], list[bytes]]


@dataclass
class LockedCup:
    """A cup as the record tells of it. `pool` are the chits in it, in order; `half` is the side that has done the first stage
    of a round that waits for its second, "" for none. `public` are the sides' locks on `BASE`. `digest` binds all that happened
    to the cup."""

    session: str
    name: str
    contents: tuple[str, ...] = ()
    stages: list[Stage] = field(default_factory=list)
    pool: list[bytes] = field(default_factory=list)
    half: str = ""
    chits: dict[str, Locked] = field(default_factory=dict)
    public: dict[str, bytes] = field(default_factory=dict)
    digest: bytes = b""

    @property
    def codes(self) -> tuple[bytes, ...]:
        """The chits without locks, by their places in the contents."""
        return encoded(self.session, self.name, len(self.contents))

    @property
    def back(self) -> list[Locked]:
        """The chits that came back and wait to be shuffled in."""
        return [each for each in self.chits.values() if each.chit.back and each.code]

    @property
    def waiting(self) -> list[Locked]:
        """The chits that are allotted, and come out of the cup when a round has ended."""
        return [each for each in self.chits.values() if not each.rounds]

    @property
    def inside(self) -> int:
        """How many chits lie in the cup and are not allotted."""
        return len(self.pool) + len(self.back) - len(self.waiting)

    def moved(self) -> tuple[list[bytes], list[Locked]]:
        """What the next stage begins with: the chits that it shuffles, and those that keep their places."""
        # What comes back between the two stages of a round waits for the next one.
        joining = [] if self.half else [each.code for each in self.back]
        inside = [*self.pool, *joining] if self.stages else list(self.codes)
        return inside, [each for each in self.chits.values() if each.code and (self.half or not each.chit.back)]

    def mark(self, by: str, event: Shuffled | Unlocked | Opened) -> bytes:
        """The digest of something that is done to the cup, with all that was done before."""
        match event:
            case Shuffled(_, parts, stage):
                return bound("cup shuffled", self.session, self.name, self.digest, by, stage, *parts)
            case Unlocked(_, seals, parts):
                return bound("cup unlocked", self.session, self.name, self.digest, by, len(seals), *seals, *parts)
            case Opened(id_, contents, salts):
                return bound("cup opened", self.session, self.name, self.digest, by, id_, len(contents), *contents, *salts)

    def follow(self, record: Record, by: str, event: CupEvent) -> None:
        """One more thing that happened to the cup."""
        match event:
            case Shuffled(_, parts):
                self.digest = self.mark(by, event)
                self._shuffle(by, parts)
            case Unlocked(_, seals, parts):
                self.digest = self.mark(by, event)
                for seal, bare in zip(seals, unpacked(parts[0]), strict=True):
                    self.chits[seal].bare[by] = bare
            case Drew(_, unit, seal):
                self.digest = bound("cup drew", self.digest, by, unit, seal)
                self.chits[seal] = Locked(Chit(seal, unit, owner(record, by, event)))
                self._deal()
            case PutBack(_, seal):
                self.digest = bound("cup back", self.digest, by, seal)
                self.chits[seal].chit = replace(self.chits[seal].chit, back=True)

    def _shuffle(self, by: str, parts: tuple[bytes, ...]) -> None:
        if not self.stages:
            self.contents = contents_of(parts[0]) or ()
        codes = unpacked(parts[4])
        # The first stage begins with the chits themselves, which `verdict` works out when it is asked.
        inside, kept = self.moved() if self.stages else ([], [])
        count = len(inside) if self.stages else len(codes)
        before = inside, [each.code for each in kept]
        self.pool = codes[:count]
        if not self.half:
            for each in self.back:
                each.code = b""
        for each, code in zip(kept, codes[count:], strict=True):
            each.code = code
        self.stages.append(Stage(by, parts[1], before, (list(self.pool), codes[count:])))
        self.public[by] = parts[2]
        self.half = "" if self.half else by
        self._deal()

    def _deal(self) -> None:
        """Has chits come out of the cup for those who wait, when its order is settled and all that came back is in it."""
        if self.half or self.back or not self.stages:
            return
        for each in self.waiting:
            each.code = each.drawn = self.pool.pop(0)
            each.rounds, each.public = len(self.stages) // 2, dict(self.public)


_recent: dict[tuple[str, str], tuple[object, int, object, LockedCup]] = {}
"""Cups as they were folded last: the first event, how many there were, the last, and the cup, which goes on from there."""


def folded(record: Record, cup: str) -> LockedCup:
    """A cup after all that happened to it; it is changed when a later record is asked for it. Raises WrongUse for one that is
    not filled."""
    if cup not in record.cups:
        raise WrongUse(f'The cup "{cup}" is not filled yet.')
    name, kept = (record.began.session, cup), record.cups[cup].kept
    first, count, last, found = _recent.get(name, (None, 0, None, LockedCup(*name)))
    # Every event of a record is a tuple of its own: where it is the same, all before it are.
    if not 0 < count <= len(kept) or first is not kept[0] or kept[count - 1] is not last:
        count, found = 0, LockedCup(*name)
    if count < len(kept):
        _recent.pop(name, None)
        for number in range(count, len(kept)):
            found.follow(record, *kept[number])
        if len(_recent) >= _MOST_RECENT:
            _recent.clear()
        _recent[name] = kept[0], len(kept), kept[len(kept) - 1], found
    return found


def drawn(record: Record, cup: str) -> tuple[Chit, ...]:
    """All chits that were drawn, in order, each with what was told of it."""
    return tuple(replace(each.chit, value=told(record, each.chit.seal)) for each in folded(record, cup).chits.values())


def disclosure(cup: str, side: str) -> str:
    """The name under which a side discloses its locks."""
    return f"{DISCLOSURE}{cup}:{side}"


def products(about: bytes, inside: list[bytes], kept: list[bytes], codes: list[bytes]) -> tuple[bytes, bytes]:
    """What a stage began with and what it gave, each as one element that the lock of the stage leads between."""
    given, places = codes[: len(inside)], codes[len(inside) :]
    return product([*inside, weighed(about, kept)]), product([*given, weighed(about, places)])


def by_rounds(found: LockedCup, seals: Iterable[str]) -> dict[int, list[str]]:
    """Chits by the rounds after which they came out of the cup: those of one round have the same locks."""
    rounds: dict[int, list[str]] = {}
    for seal in seals:
        rounds.setdefault(found.chits[seal].rounds, []).append(seal)
    return rounds


def about_lock(found: LockedCup, seal: str, side: str) -> bytes:
    """What the proof of the value of a chit is bound to."""
    return bound("lock", found.session, found.name, seal, side)


def about_bares(found: LockedCup, side: str, rounds: int, seals: list[str], bares: list[bytes]) -> bytes:
    """What the proof that locks were taken off is bound to; weights follow from it."""
    locked = (found.chits[seal].drawn for seal in seals)
    return bound("locks off", found.session, found.name, side, rounds, len(seals), *seals, *bares, *locked)


def about_stage(found: LockedCup, side: str, salt: bytes, public: bytes, codes: list[bytes], number: int = 0) -> bytes:
    """What the proof of a stage is bound to; weights follow from it."""
    # The digest of the cup binds what the stage began with.
    what = bound("contents of a cup", *found.contents), found.digest
    return bound("stage", found.session, found.name, side, number or len(found.stages) + 1, salt, public, *what, *codes)
