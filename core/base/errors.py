"""The root of all errors that a user may see: where, what, what was allowed, the nearest match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

NO_IDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a file as an editor counts it; line and column start at 1, 0 means the whole file.

    >>> str(Place("a.map.yaml", 12, 5))
    'a.map.yaml:12:5'
    >>> str(Place("a.map.yaml"))
    'a.map.yaml'
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class CoreError(Exception):
    """Root of Phaseline's own errors. Its text is a whole English sentence for the user."""


class WrongUse(CoreError):
    """A request that cannot be answered because it was put wrongly: an unknown question, a hex off the map."""


NEAR = 2, 5
"""A word is near another if at most so many letters in so many of the longer one have to change."""


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """The allowed word that is the fewest changes away from `word`, if one is near enough to have been meant.

    A change is a letter more, less or other, or two that have changed places. Upper and lower case are alike; of words that are
    equally near they tell which one is meant, else the first by the alphabet is.

    >>> nearest("contuors", ["contours", "areas"])
    'contours'
    >>> nearest("Wods", ["words", "woods"])
    'woods'
    >>> nearest("village", ["vineyard", "marsh"]) is None
    True
    """
    folded = word.casefold()
    letters = frozenset(folded)
    found: list[str] = []
    most = len(folded)
    for each in sorted(set(allowed)):
        other = each.casefold()
        bound = min(most, max(len(folded), len(other)) * NEAR[0] // NEAR[1])
        # Most words are told apart by their lengths and letters; only the others are gone through.
        if abs(len(folded) - len(other)) > bound or len(letters.difference(other)) > bound:
            continue
        away = changes(folded, other, bound)
        if away <= bound:
            found = [*found, each] if away == most and found else [each]
            most = away
    return min(found, key=lambda each: changes(word, each, len(word) + len(each)), default=None)


def changes(one: str, other: str, most: int) -> int:
    """How many letters must be put in, taken out, exchanged, or swapped with the next one, to make one text of another; some
    number above `most` where it is more than that. No letter is touched twice.

    >>> changes("wods", "woods", 9), changes("contuors", "contours", 9), changes("ca", "abc", 9), changes("marsh", "hill", 2)
    (1, 1, 3, 3)
    """
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, sign in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            best = min(last[column] + 1, now[column - 1] + 1, last[column - 1] + (sign != against))
            if row > 1 and column > 1 and sign == other[column - 2] and one[row - 2] == against:
                best = min(best, before[column - 2] + 1)
            now.append(best)
        if min(now) > most and min(last) > most:
            return most + 1
        before, last = last, now
    return last[-1]


def did_you_mean(word: str, allowed: Iterable[str], most: int = 12, ids: Mapping[str, str] = NO_IDS) -> str:
    """The end of an error message: the nearest match, else what was allowed; empty when nothing is allowed.

    `ids` can be written, too; each has the allowed word that is shown in its place.

    >>> did_you_mean("wods", ["woods", "village"])
    ' Did you mean "woods"?'
    >>> did_you_mean("q", ["woods", "village"])
    ' Allowed: village, woods.'
    >>> did_you_mean("q", ["woods", "village", "hill"], most=2)
    ' Allowed: hill, village, …'
    >>> did_you_mean("2-bde", ["First Brigade"], ids={"1-bde": "First Brigade"})
    ' Did you mean "First Brigade"?'
    """
    words = sorted(set(allowed))
    if not words:
        return ""
    match = nearest(word, (*words, *ids))
    if match is not None:
        return f' Did you mean "{ids.get(match, match)}"?'
    shown = ", ".join(words[:most])
    return f" Allowed: {shown}{', …' if len(words) > most else '.'}"


class Hints:
    """`did_you_mean` for messages that may be thousands: it is asked for the first of them only.

    To look through thousands of words takes milliseconds, so that a file in which every name is wrong would take minutes.

    >>> near = Hints(most=1)
    >>> near("wods", ["woods"]), near("wods", ["woods"])
    (' Did you mean "woods"?', '')
    """

    def __init__(self, most: int = 40) -> None:
        self._left = most

    def __call__(self, word: str, allowed: Iterable[str], ids: Mapping[str, str] = NO_IDS) -> str:
        """The end of a message, empty when there were too many before."""
        self._left -= 1
        return did_you_mean(word, allowed, ids=ids) if self._left >= 0 else ""
