"""Pips from seeds, so that anybody can check them, and dice that were typed in.

A seed gives a stream of bytes: the SHA-256 digests of the seed, the place of the roll and a counter. A byte below 252 gives a
die, its rest by 6 and one more, so that each face has just 42 of 252 bytes; the four others are passed over. Nothing is
rounded, hence no face is likelier than another as long as the digests are like chance.
"""

import secrets
from collections.abc import Iterator

from core.base.errors import WrongUse
from core.play.binding import bound
from core.play.events import Rolled
from core.rules.kernel.dice import DICE, FACES, dice

SEED = 16
"""The bytes of a fresh seed."""

MOST_SEED = 64
"""No seed of a file is longer."""

_FAIR = 256 - 256 % len(FACES)


def fall(seed: bytes, way: str, place: int = 0) -> tuple[int, ...]:
    """The pips that a seed gives for a way to read dice, from left to right; `place` tells rolls of one seed apart.

    Raises WrongUse for dice that there are not.

    >>> fall(b"the same seed", "2d6") == fall(b"the same seed", "2d6"), len(fall(b"the same seed", "3d6"))
    (True, 3)
    """
    stream = _faces(seed, place)
    return tuple(next(stream) for _ in range(dice(way).count))


def _faces(seed: bytes, place: int) -> Iterator[int]:
    counter = 0
    while True:
        for byte in bound("dice", seed, place, counter):
            if byte < _FAIR:
                yield FACES[byte % len(FACES)]
        counter += 1


def roll(way: str, purpose: str = "", chance: str = "") -> Rolled:
    """Dice that the program rolls with a fresh seed. Raises WrongUse for dice that there are not."""
    seed = secrets.token_bytes(SEED)
    return Rolled(way, fall(seed, way), purpose, seed, chance=chance)


def typed(way: str, pips: tuple[int, ...], purpose: str = "", chance: str = "") -> Rolled:
    """Dice that were rolled on a table and typed in. Raises WrongUse for pips that these dice cannot show."""
    rolled = Rolled(way, pips, purpose, chance=chance)
    found = fault(rolled)
    if found:
        raise WrongUse(found)
    return rolled


def typed_value(way: str, text: str, purpose: str = "", chance: str = "") -> Rolled:
    """Dice typed in as digits, one for each die, with or without spaces: "34", "3 4". Raises WrongUse.

    >>> typed_value("11..66", "3 4").pips
    (3, 4)
    """
    digits = "".join(text.replace(",", " ").replace("+", " ").split())
    known = dice(way)
    if len(digits) != known.count or not (digits.isascii() and digits.isdigit()):
        faces = f"{known.count} digits from 1 to 6, one for each die" if known.count > 1 else "one digit from 1 to 6"
        raise WrongUse(f'"{text}" is no roll of {known.title}: write {faces}.')
    return typed(way, tuple(int(digit) for digit in digits), purpose, chance)


def value(rolled: Rolled) -> int:
    """What dice say that fell: their sum, or what is read one after the other. Raises WrongUse for dice that there are not.

    >>> value(Rolled("11..66", (3, 4))), value(Rolled("2d6", (3, 4)))
    (34, 7)
    """
    return dice(rolled.dice).read(rolled.pips)


def check(rolled: Rolled) -> bool:
    """Whether dice can have fallen so, and those of a seed did. What a pledge gives is checked in `core.play.pledges`."""
    return not fault(rolled)


def fault(rolled: Rolled) -> str:
    """What is wrong with dice that fell, as a sentence; "" for nothing."""
    told = fault_of_pips(rolled)
    if told:
        return told
    if rolled.seed and rolled.pledge:
        return "Dice of a pledge follow from both its halves, and have no seed of their own."
    if len(rolled.seed) > MOST_SEED:
        return f"A seed has at most {MOST_SEED} bytes; this one has {len(rolled.seed)}."
    if rolled.place < 0 or rolled.place >= 1 << 32:
        return f"{rolled.place} is no place of a roll; places count from 0."
    if rolled.seed and rolled.pips != (given := fall(rolled.seed, rolled.dice, rolled.place)):
        shown = (" ".join(map(str, pips)) for pips in (given, rolled.pips))
        return "The seed of this roll gives {}, and not {}.".format(*shown)
    return ""


def fault_of_pips(rolled: Rolled) -> str:
    """Why no such dice can show this, as a sentence; "" when they can. Where pips come from is not looked at."""
    if rolled.dice not in DICE:
        return f'There are no dice "{rolled.dice}". Allowed: {", ".join(DICE)}.'
    known = dice(rolled.dice)
    if len(rolled.pips) != known.count:
        needed = f"{known.count} dice" if known.count > 1 else "one die"
        return f"A roll of {known.title} needs {needed}; {len(rolled.pips)} are given."
    wrong = next((pips for pips in rolled.pips if pips not in FACES), None)
    if wrong is not None:
        return f"No die shows {wrong}; a die shows 1 to {FACES[-1]}."
    return ""
