"""The group that locks of chits work in: ristretto255, as RFC 9496 has it, in plain whole numbers.

Its elements are classes of points of the curve edwards25519, and there are `ORDER` of them, a prime of 253 bits: no smaller
groups lie within, every element but the neutral one generates all, and each has one name of 32 bytes. To find out by which
number an element was multiplied takes about 2 to the power of 126 steps with the best way known (Pollard's rho).

Elements go by their names outside of this module. A product of an element and a number takes about a millisecond.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
"""How many elements there are."""

WIDTH = 32
"""The bytes of the name of an element."""

UNIFORM = 64
"""The bytes that an element is made from by chance."""

NEUTRAL = bytes(WIDTH)
"""The element that changes nothing."""

Point = tuple[int, int, int, int]
"""X, Y, Z and T of a point, with x = X / Z, y = Y / Z and x y = T / Z."""

_P = FIELD
_D = -121665 * pow(121666, -1, _P) % _P
_2D = 2 * _D % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_ONE_LESS_D_SQUARED = (1 - _D * _D) % _P
_D_LESS_ONE_SQUARED = (_D - 1) ** 2 % _P
_WINDOW = 5
_KNOWN = 4096
_STAY: Point = (0, 1, 1, 0)


def _root_of_ratio(above: int, below: int) -> tuple[bool, int]:
    """Whether above / below is a square, and the root of it that is not negative, else that of `_ROOT` times it."""
    cube = below * below * below % _P
    root = above * cube * pow(above * cube * cube * below, (_P - 5) // 8, _P) % _P
    check = below * root * root % _P
    above %= _P
    square = check == above
    if not square and check == -above % _P:
        square, root = True, root * _ROOT % _P
    elif not square and check == -above * _ROOT % _P:
        root = root * _ROOT % _P
    return square, _positive(root)


def _positive(number: int) -> int:
    return _P - number if number & 1 else number


_INVERSE_ROOT = _root_of_ratio(1, -1 - _D)[1]
_ROOT_OF_AD_LESS_ONE = _P - _root_of_ratio(-1 - _D, 1)[1]


@lru_cache(maxsize=_KNOWN)
def _point(name: bytes) -> Point | None:
    """The point of a name; None for bytes that no element is called."""
    s = int.from_bytes(name, "little")
    if len(name) != WIDTH or s >= _P or s & 1:
        return None
    ss = s * s % _P
    one, two = 1 - ss, 1 + ss
    squared = two * two % _P
    v = (-_D * one * one - squared) % _P
    square, inverse = _root_of_ratio(1, v * squared)
    under = inverse * two % _P
    x = _positive(2 * s * under % _P)
    y = one * inverse * under * v % _P
    t = x * y % _P
    return None if not square or t & 1 or not y else (x, y, 1, t)


def _name(point: Point) -> bytes:
    x, y, z, t = point
    one, two = (z + y) * (z - y) % _P, x * y % _P
    _, inverse = _root_of_ratio(1, one * two * two)
    first, second = inverse * one % _P, inverse * two % _P
    under = first * second * t % _P
    if t * under % _P & 1:
        x, y, second = y * _ROOT % _P, x * _ROOT % _P, first * _INVERSE_ROOT % _P
    if x * under % _P & 1:
        y = -y
    return _positive(second * (z - y) % _P).to_bytes(WIDTH, "little")


def is_element(name: bytes) -> bool:
    """Whether bytes name an element other than the neutral one."""
    return name != NEUTRAL and _point(name) is not None


def from_uniform(data: bytes) -> bytes:
    """The element of 64 bytes, each alike likely: nobody knows how it is a multiple of another one."""
    one, other = (_mapped(int.from_bytes(part, "little") % 2**255) for part in (data[:32], data[32:UNIFORM]))
    return _name(_sum(one, other))


def _mapped(number: int) -> Point:
    """Elligator 2 for this group [RFC 9496, 4.3.4]."""
    r = _ROOT * number * number % _P
    u = (r + 1) * _ONE_LESS_D_SQUARED % _P
    v = (-1 - r * _D) * (r + _D) % _P
    square, s = _root_of_ratio(u, v)
    c = -1
    if not square:
        s, c = -_positive(s * number % _P), r
    n = c * (r - 1) * _D_LESS_ONE_SQUARED - v
    ss = s * s
    w0, w1, w2, w3 = 2 * s * v % _P, n * _ROOT_OF_AD_LESS_ONE % _P, (1 - ss) % _P, (1 + ss) % _P
    return w0 * w3 % _P, w2 * w1 % _P, w1 * w3 % _P, w0 * w2 % _P


def _sum(one: Point, other: Point) -> Point:
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % _P, (y1 + x1) * (y2 + x2) % _P
    c, d = t1 * t2 % _P * _2D % _P, 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _twice(point: Point) -> Point:
    x, y, z, _ = point
    a, b, sum_ = x * x % _P, y * y % _P, x + y
    h, g = a + b, a - b
    e, f = h - sum_ * sum_ % _P, 2 * z * z % _P + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _turned(point: Point) -> Point:
    x, y, z, t = point
    return -x % _P, y, z, -t % _P


def total(names: Iterable[bytes]) -> bytes:
    """The sum of elements. Raises ValueError for bytes that name none."""
    found = _STAY
    for name in names:
        found = _sum(found, _known(name))
    return _name(found)


def multiple(name: bytes, number: int) -> bytes:
    """An element, added to itself so many times. Raises ValueError for bytes that name none."""
    return multiples([(name, number)])


def multiples(terms: Sequence[tuple[bytes, int]]) -> bytes:
    """The sum of multiples of elements, which takes less than each for itself. Raises ValueError for bytes that name none."""
    rows = [(_odd_multiples(_known(name)), _digits(number % ORDER)) for name, number in terms]
    found = _STAY
    for place in range(max((len(digits) for _, digits in rows), default=0) - 1, -1, -1):
        found = _twice(found)
        for odd, digits in rows:
            digit = digits[place] if place < len(digits) else 0
            if digit:
                found = _sum(found, odd[digit >> 1] if digit > 0 else _turned(odd[-digit >> 1]))
    return _name(found)


def _odd_multiples(point: Point) -> list[Point]:
    """1, 3, 5 … times a point."""
    double, found = _twice(point), [point]
    for _ in range((1 << _WINDOW - 2) - 1):
        found.append(_sum(found[-1], double))
    return found


def _digits(number: int) -> list[int]:
    """A number as odd digits between many zeros, the lowest first."""
    found = []
    while number:
        digit = 0
        if number & 1:
            digit = number & (1 << _WINDOW) - 1
            digit -= digit >> _WINDOW - 1 << _WINDOW
            number -= digit
        found.append(digit)
        number >>= 1
    return found


def _known(name: bytes) -> Point:
    point = _point(name)
    if point is None:
        raise ValueError("These bytes name no element of the group.")
    return point
