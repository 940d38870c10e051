"""Headings that people write above their columns where the ruleset says the same with more words, or in another order."""

import re
from collections.abc import Mapping

_WORD = re.compile(r"[^\W_]+")

_SAYS_NOTHING = frozenset(
    {
        *("a", "an", "at", "in", "of", "the"),
        *("counter", "piece", "printed", "unit", "units"),
        *("allowance", "factor", "rating", "strength", "value"),
    }
)
"""Words without which a heading still means the same column."""


def gist(heading: str) -> frozenset[str]:
    """The words of a heading that tell it from others, in small letters.

    >>> sorted(gist("Class of fire")), gist("Movement allowance") == gist("movement"), gist("Strength")
    (['class', 'fire'], True, frozenset())
    """
    return frozenset(word for found in _WORD.findall(heading) if (word := found.casefold()) not in _SAYS_NOTHING)


def meant_by(heading: str, titles: Mapping[str, str]) -> str:
    """The id of the only column whose title has the gist of a heading; "" where none has it, or several.

    >>> titles = {"unit.type": "Type of unit", "arty": "Type of artillery", "fire": "Fire class"}
    >>> [meant_by(heading, titles) for heading in ("type", "Class of fire", "artillery type", "artillery")]
    ['unit.type', 'fire', 'arty', '']
    """
    wanted = gist(heading)
    found = [id_ for id_, title in titles.items() if gist(title) == wanted] if wanted else []
    return found[0] if len(found) == 1 else ""
