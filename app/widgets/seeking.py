"""What fits words that somebody types to find something, and how well."""

import re

TITLE_START, WORD_START, IN_TITLE, ELSEWHERE = range(4)
"""How well something fits, the best first."""


def sought(word: str) -> re.Pattern[str]:
    """What finds a word in folded text: letters anywhere, a rule number only at its start, so that 6.1 does not find 16.1.

    >>> [bool(sought("6.1").search(text)) for text in ("6.1", "6.15", "8.4, 6.16e", "16.1", "26.1", "2.6.1")]
    [True, True, True, False, False, False]
    >>> bool(sought("ire").search("fire table"))
    True
    """
    start = r"(?<![\d.])" if word[:1].isdigit() else ""
    return re.compile(start + re.escape(word))


def finds(wanted: str, text: str) -> bool:
    """Whether every word that is sought stands somewhere in a text."""
    folded = text.casefold()
    return all(sought(word).search(folded) for word in wanted.casefold().split())


def fit(wanted: str, title: str) -> int:
    """How well a title fits: it begins so, all words sought begin words of it, they stand in it, or they stand elsewhere.

    >>> [fit("fire", title) for title in ("Fire Table", "Area fire: range", "Misfired", "Morale")]
    [0, 1, 2, 3]
    """
    folded, words = title.casefold(), wanted.casefold().split()
    if folded.startswith(" ".join(words)):
        return TITLE_START
    if all(re.search(rf"(?<![\w.]){re.escape(word)}", folded) for word in words):
        return WORD_START
    return IN_TITLE if all(word in folded for word in words) else ELSEWHERE
