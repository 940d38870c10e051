"""The root of all errors that a user may see: where, what, what was allowed, the nearest match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
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


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """The allowed word that looks most like `word`, if one looks like it at all.

    >>> nearest("contuors", ["contours", "areas"])
    'contours'
    >>> nearest("xyz", ["contours", "areas"]) is None
    True
    """
    words = sorted(set(allowed))
    by_folded = {w.casefold(): w for w in words}
    found = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def did_you_mean(word: str, allowed: Iterable[str], most: int = 12, ids: Mapping[str, str] = NO_IDS) -> str:
    """The end of an error message: the nearest match, else what was allowed; empty when nothing is allowed.

    `ids` can be written, too; each has the allowed word that is shown in its place.

    >>> did_you_mean("wods", ["woods", "village"])
    ' Did you mean "woods"?'
    >>> did_you_mean("q", ["woods", "village"])
    ' Allowed: village, woods.'
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
    return f" Allowed: {shown}{', …' if len(words) > most else ''}."


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
