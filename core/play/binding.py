"""Digests that bind several things at once, each with its length, so that no two lists of things have the same one by chance of
where one ends and the next begins; and the one text of a value, so that it has one digest."""

import hashlib
import json
from typing import Any

from core.base.errors import WrongUse
from core.base.whole_text import whole_texts

DIGEST = 32
"""The bytes of a digest (SHA-256)."""

PROGRAM = b"phaseline 1 "


def framed(tag: str, *parts: bytes | str | int) -> bytes:
    """What is bound, as bytes: what it is for, and each part behind its length. Texts are UTF-8, numbers 8 bytes.

    >>> framed("a", "bc", b"d") == framed("a", "b", b"cd")
    False
    """
    found = [PROGRAM + tag.encode(), *(_bytes(part) for part in parts)]
    return b"".join(len(part).to_bytes(8) + part for part in found)


def bound(tag: str, *parts: bytes | str | int) -> bytes:
    """The digest of all parts together; `tag` says what for, so that the digest of one thing is never that of another."""
    return hashlib.sha256(framed(tag, *parts)).digest()


def content_text(content: Any) -> str:
    """The one text of a JSON value: keys by the alphabet, no spaces. Raises WrongUse for what JSON does not hold.

    >>> content_text({"type": "attack", "at": [1, 2]})
    '{"at":[1,2],"type":"attack"}'
    """
    try:
        plain = whole_texts(content)
        return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        raise WrongUse("What is to be sealed is no content that a file can hold.") from None


def _bytes(part: bytes | str | int) -> bytes:
    if isinstance(part, int):
        return part.to_bytes(8)
    return part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
