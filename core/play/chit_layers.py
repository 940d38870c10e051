"""Locks that can be put on and taken off in any order: the arithmetic of cups by mail, after Pohlig and Hellman, and Shamir,
Rivest and Adleman.

A chit is an element of a group (`core.play.ristretto`), a lock is a number. To lock is to multiply by the number, to unlock to
multiply by its inverse, and locks of two sides commute: whoever puts on the first one need not take it off last.

What it rests on. Without the number of a lock nobody can tell which locked chit is which open one, as long as nobody can tell
triples g^a, g^b, g^ab from chance in this group (the decisional Diffie-Hellman assumption): 126 bits, since the best way known
takes 2 to the power of 126 steps. The group of 2048 bits that stands in older protocols of this kind gives about 112, with
eight times the bytes. Chits are digests stretched to elements, hence nobody knows how one of them is a multiple of another.

`prove` shows that two elements were multiplied by one and the same number, without showing it (Chaum and Pedersen, made into a
signature as Fiat and Shamir did). It asks 128 bits: whoever does not know the number is believed once in 2 to the power of 128
tries, each of which takes a digest.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache

from core.play.binding import bound, framed
from core.play.ristretto import (
    ORDER,
    UNIFORM,
    WIDTH,
    from_uniform,
    is_element,
    multiple,
    multiples,
    total,
)

FACTOR = 32
"""The bytes of what a lock is made from, and of its number."""

ASKED = 16
"""The bytes that a proof asks."""

PROOF = ASKED + WIDTH

BASE = from_uniform(hashlib.shake_256(framed("base of locks")).digest(UNIFORM))
"""The element on which the locks of the sides are shown: no chit, and no known multiple of one."""


def power(code: bytes, factor: int) -> bytes:
    """An element under a lock."""
    return multiple(code, factor)


def product(codes: Iterable[bytes]) -> bytes:
    """Several elements as one: a lock on all of them is the lock on it."""
    return total(codes)


def inverse(factor: int) -> int:
    """The number that takes a lock off."""
    return pow(factor, -1, ORDER)


def whole(factors: Iterable[int]) -> int:
    """The one number of several locks."""
    found = 1
    for each in factors:
        found = found * each % ORDER
    return found


def factor_of(secret: bytes) -> int:
    """The number of a secret, each from 1 on alike likely."""
    return 1 + int.from_bytes(hashlib.sha512(secret).digest()) % (ORDER - 1)


@lru_cache(maxsize=64)
def encoded(session: str, cup: str, count: int) -> tuple[bytes, ...]:
    """The elements of the chits of a cup, by their places in its contents."""
    stretched = (hashlib.shake_256(framed("chit", session, cup, place)).digest(UNIFORM) for place in range(count))
    return tuple(map(from_uniform, stretched))


def are_elements(codes: Iterable[bytes]) -> bool:
    """Whether all of them stand for elements other than the neutral one."""
    return all(map(is_element, codes))


def unpacked(data: bytes) -> list[bytes]:
    """Elements that stand one after the other; what is left over at the end is none."""
    return [data[start : start + WIDTH] for start in range(0, len(data) - WIDTH + 1, WIDTH)]


def prove(factor: int, about: bytes, bases: tuple[bytes, bytes]) -> bytes:
    """The proof that two bases were both multiplied by a number that only its maker knows; `about` binds what it is for."""
    blind = secrets.randbelow(ORDER - 1) + 1
    results = power(bases[0], factor), power(bases[1], factor)
    seen = power(bases[0], blind), power(bases[1], blind)
    asked = _challenge(about, bases, results, seen)
    return asked + ((blind + int.from_bytes(asked) * factor) % ORDER).to_bytes(WIDTH)


def is_proved(proof: bytes, about: bytes, bases: tuple[bytes, bytes], results: tuple[bytes, bytes]) -> bool:
    """Whether a proof shows that the results are the bases, multiplied by one and the same number."""
    if len(proof) != PROOF or not are_elements((*bases, *results)):
        return False
    asked, told = proof[:ASKED], int.from_bytes(proof[ASKED:])
    if told >= ORDER:
        return False
    back = -int.from_bytes(asked)
    one, other = (multiples([(base, told), (result, back)]) for base, result in zip(bases, results, strict=True))
    return _challenge(about, bases, results, (one, other)) == asked


def weighed(about: bytes, codes: Sequence[bytes]) -> bytes:
    """A sum in which each element has a weight of its own that nobody can choose: when one lock leads from the sum of a list to
    that of another, it leads from each element of the one to that of the other. The weights have 128 bits."""
    weights = (int.from_bytes(bound("weight", about, place)[:ASKED]) for place in range(len(codes)))
    return multiples(list(zip(codes, weights, strict=True)))


def _challenge(about: bytes, bases: tuple[bytes, bytes], results: tuple[bytes, bytes], seen: tuple[bytes, bytes]) -> bytes:
    return bound("proof", about, b"".join((*bases, *results, *seen)))[:ASKED]
