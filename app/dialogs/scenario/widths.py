"""How wide the columns of the tables of a scenario are: by what stands in them, or as the user has drawn them."""

from collections.abc import Mapping

MOST_KEPT = 200
"""Widths that are read back; a text with more was not written here."""

LEAST, MOST = 3, 200
"""The narrowest and the widest column, in letters."""


class Widths:
    """The widths that the user has given to columns, in letters of the system's font, by the word of a table and a column."""

    def __init__(self, text: str = "") -> None:
        self._letters: dict[str, int] = dict(_read(text))

    def __str__(self) -> str:
        return " ".join(f"{key}:{letters}" for key, letters in sorted(self._letters.items()))

    def get(self, table: str, column: str) -> int | None:
        """The width of a column, None where the user has said nothing."""
        return self._letters.get(f"{table}.{column}")

    def keep(self, table: str, column: str, letters: int) -> None:
        """Keeps what the user has drawn."""
        self._letters[f"{table}.{column}"] = min(max(letters, LEAST), MOST)

    def forget(self, table: str, column: str) -> None:
        """The column is as wide again as what stands in it."""
        self._letters.pop(f"{table}.{column}", None)


def _read(text: str) -> Mapping[str, int]:
    """What was kept; parts that mean nothing are left out.

    >>> dict(_read("set_ups.units:40 turns.title:x nonsense turns.note:9999"))
    {'set_ups.units': 40}
    """
    found: dict[str, int] = {}
    for part in text.split()[:MOST_KEPT]:
        key, colon, letters = part.rpartition(":")
        if colon and "." in key and letters.isascii() and letters.isdecimal() and LEAST <= int(letters[:4]) <= MOST:
            found[key] = int(letters[:4])
    return found
