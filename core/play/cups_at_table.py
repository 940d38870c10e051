"""Cups of a session at one table: the program shuffles, and the order stays secret to everybody.

The order of a shuffle follows from the key of the table and fresh bytes that stand in the journal; so does the salt of each
place. What stands in the journal are the digests of all places, so that no other chit can be shown for one that was drawn. Who
has the key knows the order: it lies in the user's state folder (`core.play.memories`), and in solitaire, where there is
nobody to keep it from, it follows from the name of the session. When it is disclosed in the end, every shuffle and every draw
can be checked.

A spent chit goes back and is shuffled with the rest before the next one is drawn.
"""

import hmac
import secrets
from dataclasses import dataclass, field, replace

import immutables

from core.base.errors import WrongUse
from core.play.binding import DIGEST, bound, framed
from core.play.chits import DISCLOSURE, SALT, Chit, contents_of, next_seal, owner, owner_of, told
from core.play.events import Drew, Entry, Opened, PutBack, Shuffled, Unlocked
from core.play.record import CupEvent, Record

KEY = 32
"""The bytes of the key of a table."""


@dataclass(frozen=True, eq=False)
class _Shuffle:
    """A shuffle of `count` chits: of those that `before` had left when `taken` of them were drawn, and of those that came back,
    each as the shuffle that it was drawn from and its place in it. `orders` are those that were worked out, by their keys."""

    stage: int
    salt: bytes
    digests: bytes
    count: int
    before: "_Shuffle | None" = field(repr=False)
    taken: int
    back: "tuple[tuple[_Shuffle, int], ...]" = field(repr=False)
    orders: dict[bytes, list[int]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class _Cup:
    """A cup as the record tells of it. `last` is the latest shuffle, `taken` how many chits were drawn since. `chits` are those
    drawn, by their seals, `places` where they were drawn from, `back` those to be shuffled in."""

    contents: tuple[str, ...] = ()
    last: _Shuffle | None = None
    taken: int = 0
    chits: "immutables.Map[str, Chit]" = field(default_factory=immutables.Map)
    places: "immutables.Map[str, tuple[_Shuffle, int]]" = field(default_factory=immutables.Map)
    seals: "immutables.Map[int, str]" = field(default_factory=immutables.Map)
    back: tuple[str, ...] = ()

    @property
    def inside(self) -> int:
        """How many chits lie in the cup, those that came back among them."""
        return (self.last.count - self.taken if self.last is not None else 0) + len(self.back)

    @property
    def shuffles(self) -> list[_Shuffle]:
        """All shuffles, the first first."""
        found, each = [], self.last
        while each is not None:
            found.append(each)
            each = each.before
        return found[::-1]

    def drawn(self, record: Record) -> tuple[Chit, ...]:
        """All chits that were drawn, in order, each with what was told of it."""
        chits = (self.chits[self.seals[number]] for number in range(len(self.seals)))
        return tuple(replace(chit, value=told(record, chit.seal)) for chit in chits)

    def after(self, record: Record, by: str, event: CupEvent) -> "_Cup":
        """The cup after one more thing that happened to it."""
        match event:
            case Shuffled(_, parts, stage):
                contents = contents_of(parts[0]) or () if stage == 1 else self.contents
                back = tuple(self.places[seal] for seal in self.back)
                last = _Shuffle(stage, parts[1], parts[2], len(parts[2]) // DIGEST, self.last, self.taken, back)
                return replace(self, contents=contents, last=last, taken=0, back=())
            case Drew(_, unit, seal):
                assert self.last is not None
                return replace(
                    self,
                    taken=self.taken + 1,
                    chits=self.chits.set(seal, Chit(seal, unit, owner(record, by, event))),
                    places=self.places.set(seal, (self.last, self.taken)),
                    seals=self.seals.set(len(self.seals), seal),
                )
            case PutBack(_, seal):
                chits = self.chits.set(seal, replace(self.chits[seal], back=True))
                return replace(self, chits=chits, back=(*self.back, seal))
            case Unlocked():
                # By mail alone there are locks.
                return self


_MOST_RECENT = 64

_recent: dict[tuple[str, str], tuple[object, int, object, _Cup]] = {}
"""Cups as they were folded last: the first event, how many there were, the last, and the cup. What the record of a later
entry tells of the same cup is folded from there on, so that each entry takes as long as the first."""


def fresh_key() -> bytes:
    """A key for a table."""
    return secrets.token_bytes(KEY)


def open_key(session: str) -> bytes:
    """The key of a session that one player plays alone: from its name."""
    return bound("solitaire", session)


def folded(record: Record, cup: str) -> _Cup:
    """A cup after all that happened to it. Raises WrongUse for one that is not filled."""
    if cup not in record.cups:
        raise WrongUse(f'The cup "{cup}" is not filled yet.')
    name, kept = (record.began.session, cup), record.cups[cup].kept
    first, count, last, found = _recent.get(name, (None, 0, None, _Cup()))
    known = count if first is kept[0] else 0
    # Every event of a record is a tuple of its own: where it is the same, all before it are.
    if not 0 < count <= len(kept) or kept[count - 1] is not last:
        count, found = 0, _Cup()
    for number in range(count, len(kept)):
        found = found.after(record, *kept[number])
    if len(kept) >= known:
        if len(_recent) >= _MOST_RECENT and name not in _recent:
            _recent.clear()
        _recent[name] = kept[0], len(kept), kept[len(kept) - 1], found
    return found


def fill(record: Record, cup: str, contents: str, key: bytes) -> Shuffled:
    """The first shuffle."""
    values = contents_of(contents) or ()
    salt = secrets.token_bytes(SALT)
    order = _shuffled(key, record.began.session, cup, 1, salt, range(len(values)))
    return _event(record, cup, 1, salt, [values[each] for each in order], key, contents.encode())


def shuffle(record: Record, cup: str, key: bytes) -> Shuffled | None:
    """The shuffle of what came back with the rest; None when nothing did."""
    found = folded(record, cup)
    if not found.back:
        return None
    assert found.last is not None
    stage, salt = found.last.stage + 1, secrets.token_bytes(SALT)
    last = _order(record, cup, found, found.last, key)
    inside = [*last[found.taken :], *(_index(record, cup, found, seal, key) for seal in found.back)]
    order = _shuffled(key, record.began.session, cup, stage, salt, inside)
    return _event(record, cup, stage, salt, [found.contents[each] for each in order], key)


def draw(record: Record, cup: str, unit: str) -> Drew:
    """The next chit, for a unit. Raises WrongUse when there is none."""
    if not folded(record, cup).inside:
        raise WrongUse(f'The cup "{cup}" is empty.')
    return Drew(cup, unit, next_seal(record, cup))


def value(record: Record, cup: str, seal: str, key: bytes) -> str:
    """What a chit says. Raises WrongUse for a key that is not that of the table."""
    return _value(record, cup, folded(record, cup), seal, key)[0]


def reveal(record: Record, cup: str, seal: str, key: bytes) -> Opened:
    """The entry that tells everybody what a chit says. Raises WrongUse like `value`."""
    said, salt = _value(record, cup, folded(record, cup), seal, key)
    return Opened(seal, (said,), (salt,))


def disclose(record: Record, cup: str, key: bytes) -> Opened:
    """The entry that tells everybody the key of the table, when no chit is drawn any more."""
    return Opened(f"{DISCLOSURE}{cup}", (key.hex(),), ())


def verdict(record: Record, cup: str) -> list[str] | None:
    """What is wrong with the shuffles and draws of a cup, as sentences; None as long as its key is not disclosed."""
    shown = record.opened.get(f"{DISCLOSURE}{cup}")
    if shown is None:
        return None
    key, found = bytes.fromhex(shown.contents[0]), folded(record, cup)
    wrong = []
    for each in found.shuffles:
        values = [found.contents[index] for index in _order(record, cup, found, each, key)]
        if _digests(record, cup, each.stage, each.salt, values, key) != each.digests:
            wrong.append(f'Shuffle {each.stage} of the cup "{cup}" does not hold the chits that it has to.')
    return wrong


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with an entry, as a sentence; "" for nothing. `record` is the one before the entry."""
    event = entry.event
    match event:
        case Shuffled():
            return _fault_of_shuffle(record, event)
        case Drew():
            found = folded(record, event.cup)
            if event.parts:
                return "At one table nothing but its place goes with a chit."
            if found.back:
                return f'Chits that came back to the cup "{event.cup}" are shuffled in before the next one is drawn.'
            return "" if found.inside else f'The cup "{event.cup}" is empty.'
        case Opened() if event.id.startswith(DISCLOSURE):
            if event.id.removeprefix(DISCLOSURE) not in record.cups:
                return "A key is disclosed for a cup that is not filled."
            text = event.contents[0] if len(event.contents) == 1 and not event.salts else ""
            return "" if _is_key(text) else f"The key of a table is {2 * KEY} digits from 0 to f."
        case Opened():
            return _fault_of_owner(record, entry.by, event.id) or _fault_of_reveal(record, event)
        case PutBack():
            return _fault_of_owner(record, entry.by, event.seal)
        case _:
            return ""


def _fault_of_shuffle(record: Record, event: Shuffled) -> str:
    if len(event.parts) != 3 or len(event.parts[1]) != SALT:
        return "A shuffle has what lies in the cup, fresh bytes, and the digests of all places."
    if event.cup not in record.cups:
        values = contents_of(event.parts[0])
        if event.stage != 1 or values is None:
            return f'The cup "{event.cup}" is filled first, with chits that are listed.'
        inside = len(values)
    else:
        found = folded(record, event.cup)
        stage = found.last.stage + 1 if found.last is not None else 1
        if event.stage != stage or event.parts[0] or not found.back:
            return f'The cup "{event.cup}" is shuffled anew when chits came back, as shuffle {stage}.'
        inside = found.inside
    if len(event.parts[2]) != inside * DIGEST:
        return f'{inside} chits lie in the cup "{event.cup}"; the shuffle has digests of {len(event.parts[2]) // DIGEST}.'
    return ""


def _fault_of_owner(record: Record, by: str, seal: str) -> str:
    """Before it is told a chit is its owner's; of the table are lines at which both sit."""
    own = owner_of(record, seal)
    if record.began.kind != "hot_seat" or by in ("", own) or not own:
        return ""
    return f'"{seal}" is told and put back by side "{own}", whose chit it is, and not by "{by}".'


def _fault_of_reveal(record: Record, event: Opened) -> str:
    cup = record.chits[event.id].cup
    if len(event.contents) != 1 or len(event.salts) != 1:
        return "A chit is told with its value and the salt of its place."
    at, place = folded(record, cup).places[event.id]
    given = _digest(record.began.session, cup, at.stage, place, event.salts[0], event.contents[0])
    return "" if given == _at(at.digests, place) else f'"{event.id}" does not say "{event.contents[0]}".'


def _is_key(text: str) -> bool:
    return len(text) == 2 * KEY and all(sign in "0123456789abcdef" for sign in text)


def _event(record: Record, cup: str, stage: int, salt: bytes, values: list[str], key: bytes, contents: bytes = b"") -> Shuffled:
    return Shuffled(cup, (contents, salt, _digests(record, cup, stage, salt, values, key)), stage)


def _digests(record: Record, cup: str, stage: int, salt: bytes, values: list[str], key: bytes) -> bytes:
    session = record.began.session
    return b"".join(
        _digest(session, cup, stage, place, _salt(key, session, cup, stage, salt, place), each)
        for place, each in enumerate(values)
    )


def _digest(session: str, cup: str, stage: int, place: int, salt: bytes, said: str) -> bytes:
    return bound("chit", session, cup, stage, place, salt, said)


def _at(digests: bytes, place: int) -> bytes:
    return digests[place * DIGEST : (place + 1) * DIGEST]


def _salt(key: bytes, session: str, cup: str, stage: int, salt: bytes, place: int) -> bytes:
    return hmac.digest(key, framed("place", session, cup, stage, salt, place), "sha256")


def _shuffled(key: bytes, session: str, cup: str, stage: int, salt: bytes, indices: "range | list[int]") -> list[int]:
    """Indices in an order that follows from the key: by random numbers of 32 bytes, of which no two are alike."""
    return sorted(indices, key=lambda index: hmac.digest(key, framed("order", session, cup, stage, salt, index), "sha256"))


def _order(record: Record, cup: str, found: _Cup, at: _Shuffle, key: bytes) -> list[int]:
    """The chits of a shuffle in their order, by their places in the contents."""
    unknown: list[_Shuffle] = []
    each: _Shuffle | None = at
    while each is not None and key not in each.orders:
        unknown.append(each)
        each = each.before
    for each in reversed(unknown):
        inside = list(each.before.orders[key][each.taken :] if each.before is not None else range(len(found.contents)))
        inside += [shuffle.orders[key][place] for shuffle, place in each.back]
        each.orders[key] = _shuffled(key, record.began.session, cup, each.stage, each.salt, inside)
    return at.orders[key]


def _index(record: Record, cup: str, found: _Cup, seal: str, key: bytes) -> int:
    at, place = found.places[seal]
    return _order(record, cup, found, at, key)[place]


def _value(record: Record, cup: str, found: _Cup, seal: str, key: bytes) -> tuple[str, bytes]:
    at, place = found.places[seal]
    said = found.contents[_index(record, cup, found, seal, key)]
    salt = _salt(key, record.began.session, cup, at.stage, at.salt, place)
    if _digest(record.began.session, cup, at.stage, place, salt, said) != _at(at.digests, place):
        raise WrongUse(f'The key of this table does not belong to the cup "{cup}".')
    return said, salt
