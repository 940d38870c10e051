"""Cups of a session by mail: two programs share a cup without anybody in between whom both would have to trust.

Every chit is a number that both sides lock (`core.play.chit_layers`). A round of shuffling has two stages:

    first    one side puts a lock of its own on all chits that lie in the cup and gives them in an order of its own
    second   the other side does the same with what the first has given; from now on that order is that of the cup

Nobody knows the order then: each side has mixed what it cannot tell apart. Chits are drawn in this order. To draw one is to
allot the next place to a unit of one's own; the other side takes its lock off that chit, and the owner, who takes off its own
at home, alone sees the value. To tell the value the owner shows the chit and proves that its lock leads from the one to
the other. A spent chit, told before, goes back; the next round shuffles it in with the rest. Chits that lie under units pass
through every round at their places, so that all chits always have the same locks.

What rides on which file, as files go to and fro anyway:

    1  red   fills the cup: the first stage of round 1
    2  blue  the second stage; from now on chits can be drawn
    3  red   declares an attack: allots chits to its own units
    4  blue  takes its lock off the chits of red; allots chits to its own units
    5  red   takes its lock off the chits of blue; sees its own, tells them
    6  blue  sees its own, and tells them; spent chits go back; before it hands over, the first stage of the next round
    7  red   the second stage, and its lock off what blue has allotted meanwhile

Nobody draws for the other side or for nobody, and one chit alone lies under a unit: who could empty a cup would know what the
other has drawn.

`due` gives all that a side owes, so that a program adds it by itself when it gets the file or hands it over.

What a cheat can do. Each lock that is taken off, and each value that is told, comes with a proof, and is refused at once when
it is wrong. A stage proves that the product of all chits was locked with one exponent, and so was each chit under a unit; chits
must be numbers of the group, no two alike. A side could still exchange two chits for others of the same product; but it knows
no numbers that are chits with the locks of the other on them, except those that are there, hence what it puts in is no chit
at all, and the first that is drawn gives it away: its owner cannot tell a value. Then, and in the end of every session, both
sides disclose their locks, and `verdict` says which stage was wrong, and whose. An unlocked chit says nothing of the others.

The locks of a side follow from its keys and from fresh bytes in the journal, so that the file and the pass phrase are enough.
"""

import hashlib
import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.base.errors import WrongUse
from core.play.binding import bound
from core.play.chit_layers import (
    BASE,
    FACTOR,
    PROOF,
    WIDTH,
    encoded,
    factor_of,
    inverse,
    is_number,
    is_proved,
    packed,
    power,
    product,
    prove,
    unpacked,
    weighed,
    whole,
)
from core.play.chits import DISCLOSURE, SALT, Chit, contents_of, next_seal, owner, told
from core.play.events import Drew, Entry, Opened, PutBack, Shuffled
from core.play.pledges import other_side
from core.play.record import Record

if TYPE_CHECKING:
    from core.play.keys import Keys

_INDEX = 2
_PARTS = 5


@dataclass
class _Locked:
    """A chit that was drawn. `code` is it under all locks now, `drawn` under those of the moment when it came out of the cup,
    after so many `rounds`; 0 while it waits for a round to end. `public` are the sides' locks of that moment on `BASE`,
    `bare` is what was left when a side took its own off."""

    chit: Chit
    code: int = 0
    drawn: int = 0
    rounds: int = 0
    public: dict[str, int] = field(default_factory=dict)
    bare: dict[str, int] = field(default_factory=dict)


@dataclass
class _Stage:
    """A stage that is done: who did it, the chits in the cup and under units before and after."""

    by: str
    salt: bytes
    before: tuple[list[int], list[int]]
    after: tuple[list[int], list[int]]


@dataclass
class _Cup:
    """A cup as the record tells of it. `pool` are the chits in it, in order; `half` is the side that has done the first stage
    of a round that waits for its second, "" for none. `public` are the sides' locks on `BASE`."""

    name: str
    contents: tuple[str, ...] = ()
    codes: tuple[int, ...] = ()
    stages: list[_Stage] = field(default_factory=list)
    pool: list[int] = field(default_factory=list)
    half: str = ""
    chits: dict[str, _Locked] = field(default_factory=dict)
    public: dict[str, int] = field(default_factory=dict)

    @property
    def back(self) -> list[_Locked]:
        """The chits that came back and wait to be shuffled in."""
        return [each for each in self.chits.values() if each.chit.back and each.code]

    @property
    def waiting(self) -> list[_Locked]:
        """The chits that are allotted, and come out of the cup when a round has ended."""
        return [each for each in self.chits.values() if not each.rounds]

    @property
    def inside(self) -> int:
        """How many chits lie in the cup and are not allotted."""
        return len(self.pool) + len(self.back) - len(self.waiting)

    def moved(self) -> tuple[list[int], list[_Locked]]:
        """What the next stage begins with: the chits that it shuffles, and those that keep their places."""
        # What comes back between the two stages of a round waits for the next one.
        joining = [] if self.half else [each.code for each in self.back]
        inside = [*self.pool, *joining] if self.stages else list(self.codes)
        return inside, [each for each in self.chits.values() if each.code and (self.half or not each.chit.back)]

    def follow(self, record: Record, by: str, event: Shuffled | Drew | PutBack) -> None:
        """One more thing that happened to the cup."""
        match event:
            case Shuffled(_, parts):
                self._shuffle(record, by, parts)
            case Drew(_, unit, seal):
                if seal not in self.chits:
                    chit = Chit(seal, unit, owner(record, by, event), told(record, seal))
                    self.chits[seal] = _Locked(chit)
                    self._deal()
                if event.parts:
                    self.chits[seal].bare[by] = int.from_bytes(event.parts[0])
            case PutBack(_, seal):
                self.chits[seal].chit = replace(self.chits[seal].chit, back=True)

    def _shuffle(self, record: Record, by: str, parts: tuple[bytes, ...]) -> None:
        if not self.stages:
            self.contents = contents_of(parts[0]) or ()
            self.codes = encoded(record.began.session, self.name, len(self.contents))
        inside, kept = self.moved()
        codes = unpacked(parts[4])
        before = inside, [each.code for each in kept]
        self.pool = codes[: len(inside)]
        if not self.half:
            for each in self.back:
                each.code = 0
        for each, code in zip(kept, codes[len(inside) :], strict=True):
            each.code = code
        self.stages.append(_Stage(by, parts[1], before, (list(self.pool), codes[len(inside) :])))
        self.public[by] = int.from_bytes(parts[2])
        self.half = "" if self.half else by
        self._deal()

    def _deal(self) -> None:
        """Has chits come out of the cup for those who wait, when its order is settled and all that came back is in it."""
        if self.half or self.back or not self.stages:
            return
        for each in self.waiting:
            each.code = each.drawn = self.pool.pop(0)
            each.rounds, each.public = len(self.stages) // 2, dict(self.public)


def folded(record: Record, cup: str) -> _Cup:
    """A cup after all that happened to it. Raises WrongUse for one that is not filled."""
    if cup not in record.cups:
        raise WrongUse(f'The cup "{cup}" is not filled yet.')
    found = _Cup(cup)
    for by, event in record.cups[cup].events:
        found.follow(record, by, event)
    return found


def fill(record: Record, cup: str, contents: str, keys: "Keys") -> Shuffled:
    """The first stage of the first round."""
    found = _Cup(cup)
    found.codes = encoded(record.began.session, cup, len(contents_of(contents) or ()))
    return _stage(found, keys, contents.encode())


def due(record: Record, keys: "Keys") -> Shuffled | Drew | None:
    """The next thing that a side owes to any cup: the second stage of a round, its lock off a chit of the other side, the
    first stage of a round when chits came back. None for nothing."""
    for cup in sorted(record.cups):
        found = folded(record, cup)
        if found.half and found.half != keys.side:
            return _stage(found, keys)
        for each in found.chits.values():
            theirs = record.began.units.get(each.chit.unit, ("", ""))[0] == each.chit.owner != keys.side
            if each.drawn and theirs and keys.side not in each.bare:
                return _unlocked(found, each, keys)
        if found.back and not found.half:
            return _stage(found, keys)
    return None


def draw(record: Record, cup: str, unit: str) -> Drew:
    """The next chit, for a unit of the side that draws. Raises WrongUse when there is none."""
    if folded(record, cup).inside < 1:
        raise WrongUse(f'The cup "{cup}" is empty.')
    return Drew(cup, unit, next_seal(record, cup))


def share(record: Record, cup: str, seal: str, keys: "Keys") -> Drew:
    """The entry with which a side takes its lock off a chit of its own, so that the other can tell the value, too. Raises
    WrongUse for one that is still in the cup."""
    found = folded(record, cup)
    chit = found.chits[seal]
    if not chit.drawn:
        raise WrongUse(f'"{seal}" is allotted, and comes out of the cup when both sides have shuffled.')
    return _unlocked(found, chit, keys)


def value(record: Record, cup: str, seal: str, keys: "Keys") -> str:
    """What a chit says, to a side that may know. Raises WrongUse."""
    found = folded(record, cup)
    return found.contents[_index(record, found, found.chits[seal], keys)]


def reveal(record: Record, cup: str, seal: str, keys: "Keys") -> Opened:
    """The entry that tells everybody what a chit says, with its proof. Raises WrongUse like `value`."""
    found = folded(record, cup)
    chit = found.chits[seal]
    index = _index(record, found, chit, keys)
    proof = prove(_exponent(found, keys, chit.rounds), _about(found, seal, keys.side, keys.session), (BASE, found.codes[index]))
    return Opened(seal, (found.contents[index],), (index.to_bytes(_INDEX) + proof,))


def disclose(record: Record, cup: str, keys: "Keys") -> Opened:
    """The entry that tells everybody the locks of a side, when no chit is drawn any more."""
    factors = _factors(folded(record, cup), keys)
    return Opened(_disclosure(cup, keys.side), tuple(factor.to_bytes(FACTOR).hex() for factor in factors), ())


def verdict(record: Record, cup: str) -> list[str] | None:
    """What is wrong with the stages of the sides that have disclosed their locks, as sentences; None as long as none has."""
    found = folded(record, cup)
    shown = {player.side: record.opened.get(_disclosure(cup, player.side)) for player in record.began.players}
    wrong = []
    for side, opened in shown.items():
        if opened is None:
            continue
        stages = [(number, stage) for number, stage in enumerate(found.stages) if stage.by == side]
        for text, (number, stage) in zip(opened.contents, stages, strict=False):
            if not _is_locked(stage, int(text, 16)):
                which = "second" if number % 2 else "first"
                stage_of = f'the {which} stage of round {number // 2 + 1} of the cup "{cup}"'
                wrong.append(f'Side "{side}" did not do {stage_of} as it had to: chits were exchanged.')
    return wrong if any(shown.values()) else None


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with an entry, as a sentence; "" for nothing. `record` is the one before the entry."""
    event = entry.event
    match event:
        case Shuffled():
            return _fault_of_stage(record, entry.by, event)
        case Drew():
            return _fault_of_draw(record, entry.by, event)
        case Opened() if event.id.startswith(DISCLOSURE):
            return _fault_of_disclosure(record, entry.by, event)
        case Opened():
            return _fault_of_reveal(record, entry.by, event)
        case _:
            return ""


def _fault_of_stage(record: Record, by: str, event: Shuffled) -> str:
    cup = event.cup
    found = folded(record, cup) if cup in record.cups else _Cup(cup)
    if len(event.parts) != _PARTS or len(event.parts[1]) != SALT:
        return "A stage of a shuffle has what lies in the cup, fresh bytes, a lock, a proof and the chits."
    if event.stage != len(found.stages) + 1:
        return f'Stage {event.stage} of the cup "{cup}" is given, and {len(found.stages) + 1} is the next one.'
    if found.half == by:
        return f'The second stage of a round of the cup "{cup}" is for the other side.'
    if found.stages and not found.half and not found.back:
        return f'Nothing came back to the cup "{cup}" that were to be shuffled in.'
    if not found.stages:
        contents = contents_of(event.parts[0])
        if contents is None:
            return f'The cup "{cup}" is filled first, with chits that are listed.'
        found.codes = encoded(record.began.session, cup, len(contents))
    elif event.parts[0]:
        return f'The cup "{cup}" is filled already.'
    inside, kept = found.moved()
    codes, public = unpacked(event.parts[4]), int.from_bytes(event.parts[2][: WIDTH + 1])
    count = len(inside) + len(kept)
    if len(event.parts[4]) != count * WIDTH or len(set(codes)) != count or not all(map(is_number, codes)):
        return f'A stage of the cup "{cup}" has {count} chits, no two alike.'
    about = _about_stage(record.began.session, found, by, event.parts[1], public, codes)
    before, after = _products(about, inside, [each.code for each in kept], codes)
    if not is_proved(event.parts[3], about, (found.public.get(by, BASE), before), (public, after)):
        return f'The chits that side "{by}" gives back to the cup "{cup}" are not those that it got.'
    return ""


def _fault_of_draw(record: Record, by: str, event: Drew) -> str:
    found = folded(record, event.cup)
    if len(event.parts) not in (0, 2):
        return "A lock is taken off with what is left, and a proof."
    chit = found.chits.get(event.seal)
    if chit is None:
        if found.inside < 1:
            return f'The cup "{event.cup}" is empty.'
        found.follow(record, by, replace(event, parts=()))
        chit = found.chits[event.seal]
    elif event.unit != chit.chit.unit or not event.parts:
        return f'"{event.seal}" is drawn already.'
    if not event.parts:
        return ""
    if not chit.drawn:
        return f'"{event.seal}" comes out of the cup when both sides have shuffled; no lock can be taken off before.'
    if by in chit.bare:
        return f'Side "{by}" has taken its lock off "{event.seal}" already.'
    bare, public = int.from_bytes(event.parts[0][: WIDTH + 1]), chit.public.get(by, 0)
    about = _about(found, event.seal, by, record.began.session)
    if not is_proved(event.parts[1], about, (BASE, bare), (public, chit.drawn)):
        return f'What side "{by}" has taken off "{event.seal}" is not its lock.'
    return ""


def _fault_of_reveal(record: Record, by: str, event: Opened) -> str:
    found = next(cup for cup in (folded(record, name) for name in record.cups) if event.id in cup.chits)
    chit = found.chits[event.id]
    bare = chit.bare.get(other_side(record, by))
    if bare is None:
        return f'Side "{by}" tells what "{event.id}" says before the other side has taken its lock off.'
    if len(event.contents) != 1 or len(event.salts) != 1 or len(event.salts[0]) != _INDEX + PROOF:
        return "A chit is told with its value and a proof."
    index = int.from_bytes(event.salts[0][:_INDEX])
    about = _about(found, event.id, by, record.began.session)
    known = index < len(found.contents) and found.contents[index] == event.contents[0]
    if not known or not is_proved(event.salts[0][_INDEX:], about, (BASE, found.codes[index]), (chit.public.get(by, 0), bare)):
        return f'"{event.id}" does not say "{event.contents[0]}".'
    return ""


def _fault_of_disclosure(record: Record, by: str, event: Opened) -> str:
    cup = next((name for name in record.cups if event.id == _disclosure(name, by)), "")
    if not cup:
        return "A side discloses its own locks, of a cup that is filled."
    stages = sum(stage.by == by for stage in folded(record, cup).stages)
    if len(event.contents) != stages or event.salts or not all(map(_is_factor, event.contents)):
        return f'Side "{by}" has {stages} locks on the cup "{cup}", each of {2 * FACTOR} digits from 0 to f.'
    return ""


def _is_factor(text: str) -> bool:
    return len(text) == 2 * FACTOR and all(sign in "0123456789abcdef" for sign in text)


def _disclosure(cup: str, side: str) -> str:
    return f"{DISCLOSURE}{cup}:{side}"


def _stage(found: _Cup, keys: "Keys", contents: bytes = b"") -> Shuffled:
    number, salt = len(found.stages) + 1, secrets.token_bytes(SALT)
    factor = _factor(keys, found.name, number, salt)
    inside, kept = found.moved()
    shuffled = [power(code, factor) for code in inside]
    secrets.SystemRandom().shuffle(shuffled)
    codes = [*shuffled, *(power(each.code, factor) for each in kept)]
    base = found.public.get(keys.side, BASE)
    public = power(base, factor)
    about = _about_stage(keys.session, found, keys.side, salt, public, codes)
    before, _ = _products(about, inside, [each.code for each in kept], codes)
    proof = prove(factor, about, (base, before))
    return Shuffled(found.name, (contents, salt, packed([public]), proof, packed(codes)), number)


def _products(about: bytes, inside: list[int], kept: list[int], codes: list[int]) -> tuple[int, int]:
    """What a stage began with and what it gave, each as one number that the lock of the stage leads between."""
    given, places = codes[: len(inside)], codes[len(inside) :]
    return product([*inside, weighed(about, kept)]), product([*given, weighed(about, places)])


def _is_locked(stage: _Stage, factor: int) -> bool:
    (inside, kept), (given, places) = stage.before, stage.after
    return sorted(power(code, factor) for code in inside) == sorted(given) and [power(code, factor) for code in kept] == places


def _unlocked(found: _Cup, each: _Locked, keys: "Keys") -> Drew:
    exponent = _exponent(found, keys, each.rounds)
    bare = power(each.drawn, inverse(exponent))
    proof = prove(exponent, _about(found, each.chit.seal, keys.side, keys.session), (BASE, bare))
    return Drew(found.name, each.chit.unit, each.chit.seal, (packed([bare]), proof))


def _index(record: Record, found: _Cup, each: _Locked, keys: "Keys") -> int:
    """Which chit of the contents this is."""
    other = other_side(record, keys.side)
    if not each.drawn:
        raise WrongUse(f'"{each.chit.seal}" is allotted, and comes out of the cup when both sides have shuffled.')
    if other not in each.bare:
        told_off = "the other side has to take its lock off first"
        raise WrongUse(f'What "{each.chit.seal}" says cannot be known yet: {told_off}.')
    code = power(each.bare[other], inverse(_exponent(found, keys, each.rounds)))
    if code not in found.codes:
        raise WrongUse(
            f'"{each.chit.seal}" is none of the chits of the cup "{found.name}": somebody has put a false one in. When both '
            "sides disclose their locks, it is seen who."
        )
    return found.codes.index(code)


def _exponent(found: _Cup, keys: "Keys", rounds: int) -> int:
    return whole(_factors(found, keys)[:rounds])


def _factors(found: _Cup, keys: "Keys") -> list[int]:
    """The locks of a side, one for each round."""
    stages = enumerate(found.stages, 1)
    return [_factor(keys, found.name, number, stage.salt) for number, stage in stages if stage.by == keys.side]


def _factor(keys: "Keys", cup: str, number: int, salt: bytes) -> int:
    return factor_of(keys.secret("lock of a cup", cup, number, salt))


def _about(found: _Cup, seal: str, side: str, session: str) -> bytes:
    return bound("lock", session, found.name, seal, side)


def _about_stage(session: str, found: _Cup, side: str, salt: bytes, public: int, codes: list[int]) -> bytes:
    inside, kept = found.moved()
    before = packed([*inside, *(each.code for each in kept)])
    numbers = hashlib.sha256(before).digest() + hashlib.sha256(packed(codes)).digest()
    return bound("stage", session, found.name, side, len(found.stages) + 1, salt, packed([public]), numbers)
