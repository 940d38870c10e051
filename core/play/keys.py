"""The keys of a side: pass phrase, signatures, and what a program remembers of a session between two runs.

Each side has a key that signs (Ed25519) and a random one that its secrets are encrypted under. Both lie in the journal, wrapped
with a key made from the pass phrase (scrypt), so that the file and the phrase are all that a player needs, on any computer.

What signatures give by mail. Between two hand-overs only the side that holds the file adds lines, and when it hands over it
signs the link of the last one, which binds all lines before. Hence no side can write lines in the name of the other, and
none can change lines that the other has signed. A side could still send two different continuations of one beginning, or begin
again: therefore each program remembers the links that it has seen and the public keys of all sides, and refuses a journal that
is shorter or says something else, with the line where it differs. What nobody can find out for himself is whether the very
first file came from the player it names: `fingerprint` is for reading it out to each other.

To make a key from a phrase takes more than 100 ms, and is not for the thread that draws a window.
"""

import hmac
import secrets
import unicodedata
from dataclasses import dataclass, field, replace

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from core.base.errors import WrongUse
from core.play.binding import bound, framed
from core.play.events import Entry, HandedOver, Joined, Kind
from core.play.record import Record

HARDNESS = 16
"""A key is made from a phrase in 2 to the power of this many steps of 1 KiB: 64 MiB and about 0.15 s on a computer of 2020."""

HARDNESS_ALLOWED = range(10, 19)
"""What a file may ask for: no more than 256 MiB."""

KEY = 32
"""The bytes of a key."""

SALT = 16
NONCE = 12
TAG = 16
SIGNATURE = 64
MOST_PHRASE = 1024
"""The letters of the longest pass phrase."""

_BLOCK, _LANES = 8, 1


class WrongPhrase(WrongUse):
    """A pass phrase that does not open the keys of a side."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a side in a session, open. They are never written and never shown."""

    session: str
    side: str
    public: bytes
    signing: bytes = field(repr=False)
    content: bytes = field(repr=False)

    def secret(self, what: str, *parts: bytes | str | int) -> bytes:
        """A secret of 32 bytes for one purpose, the same each time: nobody can tell it from chance who has not the keys."""
        return hmac.digest(self.content, framed(what, self.session, self.side, *parts), "sha256")


def fresh(pass_phrase: str, side: str, session: str, kind: Kind = "mail", hardness: int = HARDNESS) -> tuple[Keys, Joined]:
    """New keys for a side, open and as they are wrapped under its pass phrase. Raises WrongUse for an empty phrase, except in
    solitaire."""
    signing = secrets.token_bytes(KEY)
    public = Ed25519PrivateKey.from_private_bytes(signing).public_key().public_bytes_raw()
    keys = Keys(session, side, public, signing, secrets.token_bytes(KEY))
    return keys, _wrapped(keys, pass_phrase, kind, hardness)


def join(pass_phrase: str, side: str, session: str, kind: Kind = "mail", hardness: int = HARDNESS) -> Joined:
    """New keys for a side, wrapped under its pass phrase. Raises like `fresh`."""
    return fresh(pass_phrase, side, session, kind, hardness)[1]


def rewrap(keys: Keys, pass_phrase: str, kind: Kind = "mail", hardness: int = HARDNESS) -> Joined:
    """The same keys under another pass phrase. Raises WrongUse like `join`.

    Whoever has an older copy of the file can still open the keys there with the older phrase.
    """
    joined = _wrapped(keys, pass_phrase, kind, hardness)
    signature = Ed25519PrivateKey.from_private_bytes(keys.signing).sign(_anew(joined, keys.side, keys.session))
    return replace(joined, signature=signature)


def unlock(joined: Joined, pass_phrase: str, side: str, session: str) -> Keys:
    """The keys of a side, opened with its phrase. Raises WrongPhrase, and WrongUse for keys that cannot be right."""
    found = fault(joined)
    if found:
        raise WrongUse(found)
    box = ChaCha20Poly1305(_key(pass_phrase, joined.salt, joined.hardness))
    bound_to = _about(session, side, joined.public, joined.salt, joined.hardness)
    try:
        both = box.decrypt(joined.wrapped[:NONCE], joined.wrapped[NONCE:], bound_to)
    except InvalidTag:
        raise WrongPhrase("This is not the pass phrase of this side. Upper and lower case and spaces count.") from None
    signing, content = both[:KEY], both[KEY:]
    if Ed25519PrivateKey.from_private_bytes(signing).public_key().public_bytes_raw() != joined.public:
        raise WrongUse("The secret key of this side does not belong to its public key.")
    return Keys(session, side, joined.public, signing, content)


def fault(joined: Joined) -> str:
    """What is wrong with the keys of a side as a file gives them, as a sentence; "" for nothing."""
    if joined.hardness not in HARDNESS_ALLOWED:
        least, most = HARDNESS_ALLOWED[0], HARDNESS_ALLOWED[-1]
        return f"The keys ask for a hardness of {joined.hardness}; allowed is {least} to {most}."
    for what, given, needed in (
        ("public key", joined.public, KEY),
        ("salt of the keys", joined.salt, SALT),
        ("wrapped keys", joined.wrapped, NONCE + 2 * KEY + TAG),
    ):
        if len(given) != needed:
            be = "have" if what.endswith("s") and not what.startswith("salt") else "has"
            return f"The {what} {be} {len(given)} bytes; {needed} are needed."
    return ""


def fault_of_join(record: Record, entry: Entry) -> str:
    """Why a side may not have the keys that an entry gives it, as a sentence; "" when it may.

    A side that has keys keeps them; a further entry wraps the same ones under another phrase, and is signed with them: what
    another one has wrapped would shut the side out.
    """
    joined = entry.event
    assert isinstance(joined, Joined)
    before = record.keys.get(entry.by)
    if before is not None and before.public != joined.public:
        return f'Side "{entry.by}" has keys already, and these are others. A side keeps its keys through the whole session.'
    if told := fault(joined):
        return told
    if before is not None and not verify(before.public, _anew(joined, entry.by, record.began.session), joined.signature):
        return f'The keys of side "{entry.by}" are wrapped anew by somebody who does not have them.'
    if before is None and any(each.public == joined.public for each in record.keys.values()):
        return f'The keys of side "{entry.by}" are those of another side.'
    return ""


def sign(keys: Keys, link: bytes, to: str = "") -> bytes:
    """The signature of a side under all lines up to the one with this link, when the file goes to a side."""
    return Ed25519PrivateKey.from_private_bytes(keys.signing).sign(_message(keys.session, keys.side, to, link))


def given(joined: Joined, digits: str, side: str, session: str) -> Keys | None:
    """The keys of a side that somebody has open, as digits from 0 to f: the one that signs and the one that secrets are
    encrypted under; None where the first is not that of the side. Who has it, has given the pass phrase."""
    try:
        both = bytes.fromhex(digits)
        own = Ed25519PrivateKey.from_private_bytes(both[:KEY]).public_key().public_bytes_raw()
    except ValueError:
        return None
    if len(both) != 2 * KEY or not hmac.compare_digest(own, joined.public):
        return None
    return Keys(session, side, own, both[:KEY], both[KEY:])


def hand_over(keys: Keys, to: str, link: bytes) -> HandedOver:
    """The entry that hands the file over; `link` is that of the line before it."""
    return HandedOver(to, sign(keys, link, to))


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature under a message was made with the secret key that belongs to a public one."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fault_of_hand_over(record: Record, entry: Entry, link: bytes) -> str:
    """What is wrong with an entry that hands the file over, as a sentence; "" for nothing. `record` and `link` are those of the
    entry before it."""
    handed = entry.event
    assert isinstance(handed, HandedOver)
    joined = record.keys.get(entry.by)
    if joined is None:
        return f'Side "{entry.by}" hands the file over, and has no keys to sign with.'
    if handed.to == entry.by or handed.to not in {player.side for player in record.began.players}:
        return f'Side "{entry.by}" hands the file over to "{handed.to}", which is no other side of this session.'
    if not verify(joined.public, _message(record.began.session, entry.by, handed.to, link), handed.signature):
        return (
            f'The signature of side "{entry.by}" does not fit the lines before: one of them was changed after it was signed, '
            "or another key has signed."
        )
    return ""


def holder(record: Record) -> str:
    """The side that has the file by mail: whom it was handed over to last, before that the first that had keys, else ""."""
    if record.holder or len(record.keys) != 1:
        return record.holder
    return next(iter(record.keys))


def fault_of_author(record: Record, entry: Entry) -> str:
    """Why a line cannot be from the side that it names, as a sentence; "" when it can. By mail only the side that has the file
    adds lines, hence none can speak for the other."""
    if record.began.kind != "mail":
        return ""
    if not entry.by:
        return "By mail every line but the first is from a side; this one names none."
    if entry.by not in {player.side for player in record.began.players}:
        return f'There is no side "{entry.by}" in this session.'
    has = holder(record)
    if has and has != entry.by:
        return f'The line is in the name of side "{entry.by}", while side "{has}" had the file.'
    if not has and not isinstance(entry.event, Joined):
        return "By mail the side that begins takes its keys before anything else."
    if entry.by not in record.keys and not isinstance(entry.event, Joined):
        return f'Side "{entry.by}" acts before it has keys.'
    return ""


def fingerprint(public: bytes) -> str:
    """A public key as words of digits to read out to each other: 8 groups of 5 digits.

    >>> fingerprint(bytes(32))[:11]
    '06097 32340'
    """
    digits = str(int.from_bytes(bound("fingerprint", public)) % 10**40).rjust(40, "0")
    return " ".join(digits[start : start + 5] for start in range(0, 40, 5))


def _wrapped(keys: Keys, pass_phrase: str, kind: Kind, hardness: int) -> Joined:
    if not pass_phrase.strip() and kind != "solitaire":
        raise WrongUse("A side needs a pass phrase, else the other player can read what it keeps to itself.")
    if len(pass_phrase) > MOST_PHRASE:
        raise WrongUse(f"A pass phrase has at most {MOST_PHRASE} letters.")
    if hardness not in HARDNESS_ALLOWED:
        raise WrongUse(f"The hardness is {HARDNESS_ALLOWED[0]} to {HARDNESS_ALLOWED[-1]}, not {hardness}.")
    if not pass_phrase:
        # Everybody knows this phrase: long work over it would keep nobody out, and a player alone would wait for it.
        hardness = HARDNESS_ALLOWED[0]
    salt, nonce = secrets.token_bytes(SALT), secrets.token_bytes(NONCE)
    box = ChaCha20Poly1305(_key(pass_phrase, salt, hardness))
    about = _about(keys.session, keys.side, keys.public, salt, hardness)
    return Joined(keys.public, nonce + box.encrypt(nonce, keys.signing + keys.content, about), salt, hardness)


def _key(pass_phrase: str, salt: bytes, hardness: int) -> bytes:
    # The same letters typed on another system are the same phrase.
    phrase = unicodedata.normalize("NFKC", pass_phrase[: MOST_PHRASE + 1]).encode("utf-8", "surrogatepass")
    return Scrypt(salt=salt, length=KEY, n=1 << hardness, r=_BLOCK, p=_LANES).derive(phrase)


def _about(session: str, side: str, public: bytes, salt: bytes, hardness: int) -> bytes:
    return framed("keys", session, side, public, salt, hardness)


def _anew(joined: Joined, side: str, session: str) -> bytes:
    return framed("keys anew", session, side, joined.public, joined.salt, joined.hardness, joined.wrapped)


def _message(session: str, side: str, to: str, link: bytes) -> bytes:
    return framed("hand over", session, side, to, link)
