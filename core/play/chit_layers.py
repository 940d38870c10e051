"""Locks that can be put on and taken off in any order: the arithmetic of cups by mail, after Pohlig and Hellman, and Shamir,
Rivest and Adleman.

A chit is a number of the group of squares modulo a prime; a lock is an exponent. To lock is to raise to the exponent, to unlock
to raise to its inverse, and locks of two sides commute: whoever puts on the first one need not take it off last. The prime is
the 2048-bit one of group 14 of RFC 3526, p = 2q + 1 with q prime, so that the squares have no smaller groups within. A number
and its opposite count as one and the smaller stands for both: then every number from 1 to q stands for just one square, and
nothing leaks through which numbers are squares.

Chits are digests stretched to the length of the prime, hence nobody knows how one of them is a power of another; without the
exponent of a lock nobody can tell which locked chit is which open one (the decisional Diffie-Hellman assumption).

`prove` shows that two numbers were raised to one and the same exponent, without showing it (Chaum and Pedersen, made into a
signature as Fiat and Shamir did).
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

from core.play.binding import bound, framed

P = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F"
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B"
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510"
    "15728E5A8AACAA68FFFFFFFFFFFFFFFF",
    16,
)
Q = (P - 1) // 2
"""How many squares there are."""

BASE = 4
"""A square that every other one is a power of, as any but 1 is."""

WIDTH = 256
"""The bytes of a number."""

FACTOR = 32
"""The bytes of a fresh exponent; RFC 7919 asks for 225 bits at this length of the prime."""

PROOF = 32 + WIDTH
_SMALL = 16


def power(number: int, exponent: int) -> int:
    """A number raised to an exponent."""
    return _least(pow(number, exponent, P))


def product(numbers: Iterable[int]) -> int:
    """The product of numbers."""
    found = 1
    for each in numbers:
        found = found * each % P
    return _least(found)


def inverse(exponent: int) -> int:
    """The exponent that takes a lock off."""
    return pow(exponent, -1, Q)


def whole(factors: Iterable[int]) -> int:
    """The one exponent of several locks."""
    return prod(factors) % Q


def factor_of(secret: bytes) -> int:
    """The exponent of a secret of 32 bytes; never one with an obvious inverse."""
    return int.from_bytes(secret) | 1 << 8 * FACTOR - 1


@lru_cache(maxsize=64)
def encoded(session: str, cup: str, count: int) -> tuple[int, ...]:
    """The numbers of the chits of a cup, by their places in its contents."""
    stretched = (hashlib.shake_256(framed("chit", session, cup, place)).digest(WIDTH + 16) for place in range(count))
    return tuple(_least(int.from_bytes(each) % P) for each in stretched)


def is_number(number: int) -> bool:
    """Whether a number stands for a square other than 1."""
    return 1 < number <= Q


def packed(numbers: Iterable[int]) -> bytes:
    """Numbers as bytes, one after the other."""
    return b"".join(each.to_bytes(WIDTH) for each in numbers)


def unpacked(data: bytes) -> list[int]:
    """The numbers of bytes; what is left over at the end is no number."""
    return [int.from_bytes(data[start : start + WIDTH]) for start in range(0, len(data) - WIDTH + 1, WIDTH)]


def prove(exponent: int, about: bytes, bases: tuple[int, int]) -> bytes:
    """The proof that two bases were both raised to an exponent that only its maker knows; `about` binds what it is for."""
    blind = secrets.randbelow(Q - 1) + 1
    results = power(bases[0], exponent), power(bases[1], exponent)
    seen = power(bases[0], blind), power(bases[1], blind)
    asked = _challenge(about, bases, results, seen)
    return asked + ((blind + int.from_bytes(asked) * exponent) % Q).to_bytes(WIDTH)


def is_proved(proof: bytes, about: bytes, bases: tuple[int, int], results: tuple[int, int]) -> bool:
    """Whether a proof shows that the results are the bases, raised to one and the same exponent."""
    if len(proof) != PROOF or not all(map(is_number, (*bases, *results))):
        return False
    asked, told = proof[:32], int.from_bytes(proof[32:])
    if told >= Q:
        return False
    back = -int.from_bytes(asked)
    one, other = (_least(pow(base, told, P) * pow(result, back, P) % P) for base, result in zip(bases, results, strict=True))
    return _challenge(about, bases, results, (one, other)) == asked


def weighed(about: bytes, numbers: Sequence[int]) -> int:
    """A product in which each number has a power of its own that nobody can choose: when one exponent leads from the product of
    a list to that of another, it leads from each number of the one to that of the other."""
    powers = (int.from_bytes(bound("weight", about, place)[:_SMALL]) for place in range(len(numbers)))
    return product(power(number, each) for number, each in zip(numbers, powers, strict=True))


def _least(number: int) -> int:
    return min(number, P - number)


def _challenge(about: bytes, bases: tuple[int, int], results: tuple[int, int], seen: tuple[int, int]) -> bytes:
    return bound("proof", about, packed((*bases, *results, *seen)))
