"""What a side keeps to itself: encrypted in the file, its digest published, verified when it is opened.

A content is the text of a JSON value in its one canonical form (`content_text`). Encrypted are a random salt and the content,
filled up so that the length of what is sent tells little; the cipher binds session, side, id, kind and version, so that no box
can be put in the place of another. The digest, which stands in the open, binds the same and salt and content: it tells nothing
as long as the salt is secret, and nobody can open anything else under it.

What is changed is sealed anew as the next version. All versions are opened together, none is left out, so that the other side
sees each change and whether the rules allow it (`core.play.terms`) [TCS 4.01 6.5a].
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from core.base.errors import WrongUse
from core.base.whole_text import whole_text
from core.play.binding import DIGEST, bound, content_text, framed
from core.play.chits import owns
from core.play.events import MOST_OPENED_BYTES, Entry, Opened, Sealed
from core.play.keys import NONCE, TAG, Keys
from core.play.record import Record
from core.play.terms import NONE, Terms, changes, sentence, value_of

SALT = 32
FILLED = 64
"""The length of what is encrypted is a multiple of this."""

MOST_CONTENT = 256 * 1024
"""The bytes of the longest content."""

MOST_WORDS = 500
"""The letters of the longest id and title."""

_LENGTH = 4
_MOST_BOX = NONCE + TAG + SALT + _LENGTH + MOST_CONTENT + FILLED
_SALT_SIGNS = 64
_HEAD_BYTES = 2**14


class NotOurs(WrongUse):
    """A seal that these keys do not open, or that is damaged."""


def seal(keys: Keys, id_: str, kind: str, content: str, version: int = 1, title: str = "") -> Sealed:
    """A content, sealed. Raises WrongUse for a text that is not in its canonical form, or too long."""
    data = content.encode("utf-8", "surrogatepass")
    if len(data) > MOST_CONTENT:
        raise WrongUse(f"What is sealed has at most {MOST_CONTENT // 1024} KiB; this has {len(data) // 1024 + 1}.")
    if any(whole_text(word) != word for word in (id_, kind, title)):
        raise WrongUse("What is sealed has an id, a kind and a title that a file can hold.")
    if value_of(content) is NONE or content_text(value_of(content)) != content:
        raise WrongUse("What is to be sealed is not in its canonical form.")
    salt = secrets.token_bytes(SALT)
    box = boxed(_key(keys), _about(keys.session, keys.side, id_, kind, version), salt, data)
    return Sealed(id_, kind, version, _digest(keys.session, keys.side, id_, kind, version, salt, content), box, title)


def boxed(key: bytes, about: bytes, salt: bytes, data: bytes, filled: int = 0) -> bytes:
    """A salt and a content, encrypted and bound to what they are about; as long as `filled` says, or as is the next multiple
    of `FILLED`."""
    nonce = secrets.token_bytes(NONCE)
    inside = salt + len(data).to_bytes(_LENGTH) + data
    inside += bytes(max(filled - len(inside), -len(inside) % FILLED))
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, inside, about)


def unboxed(key: bytes, about: bytes, box: bytes) -> tuple[str, bytes] | None:
    """The content and the salt of such a box; None where the key does not open it."""
    try:
        inside = ChaCha20Poly1305(key).decrypt(box[:NONCE], box[NONCE:], about)
        salt, length = inside[:SALT], int.from_bytes(inside[SALT : SALT + _LENGTH])
        return inside[SALT + _LENGTH : SALT + _LENGTH + length].decode("utf-8", "surrogatepass"), salt
    except (InvalidTag, ValueError):
        return None


def read(keys: Keys, sealed: Sealed) -> str:
    """The content of a seal of one's own. Raises NotOurs."""
    return _opened(keys, sealed)[0]


def opened(keys: Keys, versions: Sequence[Sealed]) -> Opened:
    """The entry that shows all versions of something to everybody. Raises WrongUse when they are not all, NotOurs."""
    if not versions or [each.version for each in versions] != list(range(1, len(versions) + 1)):
        raise WrongUse("What is sealed is opened with all its versions, from the first to the last.")
    found = [_opened(keys, each) for each in versions]
    return Opened(versions[0].id, tuple(content for content, _ in found), tuple(salt for _, salt in found))


def versions_of(record: Record, id_: str) -> tuple[Sealed, ...]:
    """All versions of something that was sealed, the first first; none for an unknown id."""
    return tuple(sealed for _, _, sealed in record.sealed.get(id_, ()))


def owner(record: Record, id_: str) -> str:
    """The side that sealed something, "" for an unknown id."""
    kept = record.sealed.get(id_, ())
    return kept[0][0] if kept else ""


def unopened(record: Record, side: str) -> tuple[Sealed, ...]:
    """The latest version of all that a side has sealed and not opened since."""
    latest = (kept[-1] for kept in record.sealed.values() if kept[0][0] == side)
    found = (each[2] for each in latest if not _is_open(record, each[2]))
    return tuple(sorted(found, key=lambda sealed: sealed.id))


def check_opened(record: Record, shown: Opened, by: str = "") -> list[str]:
    """What is wrong with contents that were opened, as sentences; none when they are just what was sealed. `by` is who opens
    them, where that is to be looked at."""
    kept = record.sealed.get(shown.id, ())
    if not kept:
        return [f'Nothing was sealed as "{shown.id}".']
    if by and by != kept[0][0]:
        return [f'"{shown.id}" is opened by the side that sealed it, and not by "{by}".']
    if len(shown.contents) != len(kept) or len(shown.salts) != len(kept):
        told = f'"{shown.id}" has {len(kept)} {"versions" if len(kept) > 1 else "version"}'
        return [f"{told}; {len(shown.contents)} contents with {len(shown.salts)} salts are shown."]
    found = []
    for (side, number, sealed), content, salt in zip(kept, shown.contents, shown.salts, strict=True):
        given = _digest(record.began.session, side, sealed.id, sealed.kind, sealed.version, salt, content)
        if not hmac.compare_digest(given, sealed.digest):
            found.append(f'Version {sealed.version} of "{shown.id}" is not what was sealed in entry {number}.')
        elif (value := value_of(content)) is NONE or content_text(value) != content:
            # A name that stands in it twice would be read in two ways.
            found.append(f'Version {sealed.version} of "{shown.id}" is no content that can be read.')
    return found


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with an entry that seals or opens something, as a sentence; "" for nothing. `record` is the one before."""
    event = entry.event
    if isinstance(event, Opened):
        return " ".join(check_opened(record, event, entry.by))
    if not isinstance(event, Sealed):
        return ""
    kept = record.sealed.get(event.id, ())
    if not 1 <= len(event.id) <= MOST_WORDS or len(event.title) > MOST_WORDS:
        return f"The id of what is sealed has 1 to {MOST_WORDS} letters, its title no more."
    if owns(record, event.id):
        return f'Nothing is sealed as "{event.id}", which is a name of chits.'
    if kept and kept[0][0] != entry.by:
        return f'"{event.id}" was sealed by another side in entry {kept[0][1]}.'
    if event.version != len(kept) + 1:
        return f'Version {event.version} of "{event.id}" is sealed, and {len(kept) + 1} is the next one.'
    if kept and kept[0][2].kind != event.kind:
        return f'"{event.id}" was sealed as "{kept[0][2].kind}", and does not become "{event.kind}".'
    if len(event.digest) != DIGEST:
        return f"The digest of what is sealed has {len(event.digest)} bytes; {DIGEST} are needed."
    if not NONCE + TAG + FILLED <= len(event.box) <= _MOST_BOX:
        return f"What is sealed has {len(event.box)} bytes; allowed are {NONCE + TAG + FILLED} to {_MOST_BOX}."
    if _most_opened(event, [each[2] for each in kept], entry.by) > MOST_OPENED_BYTES:
        return f'"{event.id}" has too many versions: with one more they could not be opened together. Seal another one.'
    return ""


def _most_opened(sealed: Sealed, kept: Sequence[Sealed], by: str) -> int:
    """How long the line is at most that opens a version and all before it. Each sign of a content may need a second one before
    it; how long the contents are at most is seen by their boxes."""
    overhead = NONCE + TAG + SALT + _LENGTH
    contents = sum(2 * (len(each.box) - overhead) + _SALT_SIGNS for each in (*kept, sealed))
    return contents + 6 * (len(by) + len(sealed.id)) + _HEAD_BYTES


def verdicts(record: Record, shown: Opened, terms: Mapping[str, Terms]) -> list[str]:
    """What a reveal says, as sentences: whether it is what was sealed, and of each change whether the rules allow it. `terms`
    are by kind; of a kind that has none nothing may be changed.
    """
    found = check_opened(record, shown)
    if found:
        return found
    versions = versions_of(record, shown.id)
    of_kind = terms.get(versions[0].kind, Terms(""))
    told = []
    for sealed, before, after in zip(versions[1:], shown.contents, shown.contents[1:], strict=False):
        told += [sentence(sealed.version, change, of_kind) for change in changes(before, after, of_kind)]
    return told or ["It is what was sealed, and was never changed."]


def _is_open(record: Record, sealed: Sealed) -> bool:
    shown = record.opened.get(sealed.id)
    return shown is not None and len(shown.contents) >= sealed.version


def _opened(keys: Keys, sealed: Sealed) -> tuple[str, bytes]:
    about = _about(keys.session, keys.side, sealed.id, sealed.kind, sealed.version)
    told = f'"{sealed.id}" was not sealed with the keys of this side, or it is damaged.'
    found = unboxed(_key(keys), about, sealed.box) if len(sealed.box) <= _MOST_BOX else None
    if found is None:
        raise NotOurs(told)
    content, salt = found
    given = _digest(keys.session, keys.side, sealed.id, sealed.kind, sealed.version, salt, content)
    if not hmac.compare_digest(given, sealed.digest):
        raise NotOurs(told)
    return content, salt


def _key(keys: Keys) -> bytes:
    return keys.secret("sealed contents")


def _about(session: str, side: str, id_: str, kind: str, version: int) -> bytes:
    return framed("sealed", session, side, id_, kind, version)


def _digest(session: str, side: str, id_: str, kind: str, version: int, salt: bytes, content: str) -> bytes:
    return bound("seal", session, side, id_, kind, version, salt, content)
