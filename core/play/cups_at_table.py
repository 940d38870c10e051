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
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from core.base.errors import WrongUse
from core.play.binding import DIGEST, bound, framed
from core.play.chits import DISCLOSURE, SALT, Chit, contents_of, next_seal, owner, told
from core.play.events import Drew, Entry, Opened, PutBack, Shuffled
from core.play.record import Record

KEY = 32
"""The bytes of the key of a table."""


@dataclass
class _Shuffle:
    """A shuffle: `count` chits lay in the cup, `drawn` of them were drawn since, `back` came back before it."""

    stage: int
    salt: bytes
    digests: bytes
    count: int
    back: tuple[str, ...]
    drawn: list[str] = field(default_factory=list)


@dataclass
class _Cup:
    """A cup as the record tells of it. `chits` are those drawn, by their seals, `back` those to be shuffled in."""

    contents: tuple[str, ...] = ()
    shuffles: list[_Shuffle] = field(default_factory=list)
    chits: dict[str, Chit] = field(default_factory=dict)
    back: list[str] = field(default_factory=list)

    @property
    def inside(self) -> int:
        """How many chits lie in the cup, those that came back among them."""
        return (self.shuffles[-1].count - len(self.shuffles[-1].drawn) if self.shuffles else 0) + len(self.back)

    def place(self, seal: str) -> tuple[_Shuffle, int]:
        """The shuffle that a chit was drawn from, and its place in it."""
        return next((each, each.drawn.index(seal)) for each in reversed(self.shuffles) if seal in each.drawn)


def fresh_key() -> bytes:
    """A key for a table."""
    return secrets.token_bytes(KEY)


def open_key(session: str) -> bytes:
    """The key of a session that one player plays alone: from its name."""
    return bound("solitaire", session)


def folded(record: Record, cup: str) -> _Cup:
    """A cup after all that happened to it. Raises WrongUse for one that is not filled."""
    found = _Cup()
    if cup not in record.cups:
        raise WrongUse(f'The cup "{cup}" is not filled yet.')
    for by, event in record.cups[cup].events:
        match event:
            case Shuffled(_, parts, stage):
                if stage == 1:
                    found.contents = contents_of(parts[0]) or ()
                shuffle = _Shuffle(stage, parts[1], parts[2], len(parts[2]) // DIGEST, tuple(found.back))
                found.shuffles.append(shuffle)
                found.back = []
            case Drew(_, unit, seal):
                found.shuffles[-1].drawn.append(seal)
                found.chits[seal] = Chit(seal, unit, owner(record, by, event), told(record, seal))
            case PutBack(_, seal):
                found.chits[seal] = replace(found.chits[seal], back=True)
                found.back.append(seal)
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
    stage, salt = found.shuffles[-1].stage + 1, secrets.token_bytes(SALT)
    last = _orders(record, cup, found, key)[-1]
    inside = [*last[len(found.shuffles[-1].drawn) :], *(_index(record, cup, found, seal, key) for seal in found.back)]
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
    orders = _orders(record, cup, found, key)
    wrong = []
    for each, order in zip(found.shuffles, orders, strict=True):
        values = [found.contents[index] for index in order]
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
            return _fault_of_reveal(record, event)
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
        if event.stage != found.shuffles[-1].stage + 1 or event.parts[0] or not found.back:
            return f'The cup "{event.cup}" is shuffled anew when chits came back, as shuffle {found.shuffles[-1].stage + 1}.'
        inside = found.inside
    if len(event.parts[2]) != inside * DIGEST:
        return f'{inside} chits lie in the cup "{event.cup}"; the shuffle has digests of {len(event.parts[2]) // DIGEST}.'
    return ""


def _fault_of_reveal(record: Record, event: Opened) -> str:
    cup = next(name for name in record.cups if event.id in folded(record, name).chits)
    if len(event.contents) != 1 or len(event.salts) != 1:
        return "A chit is told with its value and the salt of its place."
    at, place = folded(record, cup).place(event.id)
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


def _orders(record: Record, cup: str, found: _Cup, key: bytes) -> list[list[int]]:
    """The chits of each shuffle in their order, by their places in the contents."""
    return list(_each_order(record, cup, found, key))


def _each_order(record: Record, cup: str, found: _Cup, key: bytes) -> Iterator[list[int]]:
    drawn: dict[str, int] = {}
    order: list[int] = list(range(len(found.contents)))
    taken = 0
    for each in found.shuffles:
        inside = [*order[taken:], *(drawn[seal] for seal in each.back)]
        order = _shuffled(key, record.began.session, cup, each.stage, each.salt, inside)
        yield order
        drawn.update(zip(each.drawn, order, strict=False))
        taken = len(each.drawn)


def _index(record: Record, cup: str, found: _Cup, seal: str, key: bytes) -> int:
    at, place = found.place(seal)
    return _orders(record, cup, found, key)[found.shuffles.index(at)][place]


def _value(record: Record, cup: str, found: _Cup, seal: str, key: bytes) -> tuple[str, bytes]:
    at, place = found.place(seal)
    said = found.contents[_index(record, cup, found, seal, key)]
    salt = _salt(key, record.began.session, cup, at.stage, at.salt, place)
    if _digest(record.began.session, cup, at.stage, place, salt, said) != _at(at.digests, place):
        raise WrongUse(f'The key of this table does not belong to the cup "{cup}".')
    return said, salt
