"""Numbering schemes as people think of them, and the patterns that files keep of them."""

import re
from dataclasses import dataclass
from typing import Literal

from core.base.errors import did_you_mean
from core.geometry.labels import BadPattern, First, Numbering

Order = Literal["column-row", "row-column"]
Letters = Literal["none", "column", "row"]

MOST_DIGITS = 6

_SCHEME = re.compile(r"([^{}]*)\{(column|row)(?::(0[1-9]|A))?\}([^{}]*)\{(column|row)(?::(0[1-9]|A))?\}")

_NAMED = re.compile(r"\{([^{}:]*)(?::[^{}]*)?\}")

_MAP_WORDS = frozenset({"sheet", "map", "letter", "title", "name", "id"})
"""Words that mean the map of a hex."""


@dataclass(frozen=True, slots=True)
class NumberScheme:
    """How hex numbers are put together: which comes first, what stands between, before and in front of both.

    `digits` is the least number of digits, filled with zeros; 1 prints no leading zeros. `letters` names what is counted A, B,
    …, Z, AA. `prefix` stands before every number.

    >>> NumberScheme().pattern, NumberScheme(order="row-column", separator="", letters="row").pattern
    ('{column:02}.{row:02}', '{row:A}{column:02}')
    """

    order: Order = "column-row"
    separator: str = "."
    digits: int = 2
    letters: Letters = "none"
    prefix: str = ""

    @property
    def pattern(self) -> str:
        """The pattern of a `Numbering`."""
        first, second = (self._field(name) for name in self.order.split("-"))
        return f"{self.prefix}{first}{self.separator}{second}"

    def _field(self, name: str) -> str:
        if name == self.letters:
            return f"{{{name}:A}}"
        return f"{{{name}:0{self.digits}}}" if self.digits > 1 else f"{{{name}}}"

    @classmethod
    def of(cls, pattern: str) -> "NumberScheme | None":
        """The scheme of a pattern; None for one that no scheme gives.

        >>> NumberScheme.of("{column:A}{row}")
        NumberScheme(order='column-row', separator='', digits=1, letters='column', prefix='')
        >>> NumberScheme.of("{column:02}.{row:03}") is None
        True
        """
        found = _SCHEME.fullmatch(pattern)
        if found is None:
            return None
        prefix, one, one_style, separator, other, other_style = found.groups()
        letters = one if one_style == "A" else other if other_style == "A" else "none"
        plain = [style for style in (one_style, other_style) if style != "A"]
        digits = int(plain[0]) if plain and plain[0] else 1
        scheme = cls(
            "column-row" if one == "column" else "row-column",
            separator,
            digits,
            "column" if letters == "column" else "row" if letters == "row" else "none",
            prefix,
        )
        return scheme if scheme.pattern == pattern else None


def numbering_fault(
    pattern: str, columns: int, rows: int, first: First = "bottom-left", first_column: int = 1, first_row: int = 1
) -> str:
    """Why a sheet cannot be numbered like this, as a sentence; empty when it can.

    >>> numbering_fault("{column}{row}", 12, 12)
    'The number "110" can be read as more than one hex; put a sign between column and row, or leading zeros before each.'
    >>> numbering_fault("{colum}.{row}", 12, 12)
    'A pattern of numbers knows no "{colum}", only {column} and {row}. Did you mean "column"?'
    """
    try:
        numbering = Numbering(pattern, columns, rows, first, first_column, first_row)
    except BadPattern:
        unknown = next((word for word in _NAMED.findall(pattern) if word.strip() not in ("column", "row")), None)
        if unknown is not None:
            return _unknown_word(unknown)
        return (
            "A pattern of numbers names {column} and {row} once each: plain, with leading zeros as {column:02}, "
            "or in letters as {column:A}."
        )
    mistaken = _mistaken(numbering)
    if mistaken is None:
        return ""
    text = f'The number "{mistaken[0]}" can be read as more than one hex' if mistaken[1] else f'"{mistaken[0]}" is no number'
    if "A}" in pattern and 0 in (first_column, first_row):
        return f"{text}; letters count from 1."
    return f"{text}; put a sign between column and row, or leading zeros before each."


def _unknown_word(word: str) -> str:
    """That a pattern knows no such word, and what stands in its place."""
    said = f'A pattern of numbers knows no "{{{word}}}", only {{column}} and {{row}}.'
    if word.strip().casefold() in _MAP_WORDS:
        return f"{said} The letter of a map goes in front of its numbers by itself where a box has several maps."
    return said + did_you_mean(word.strip(), ("column", "row"))


def _mistaken(numbering: Numbering) -> tuple[str, tuple[int, int] | None] | None:
    """What `Numbering.mistaken` finds, faster: whether a number can be read otherwise depends on how many signs its parts have,
    so the least and the most of each length stand for all."""
    for column in _tellers(numbering.columns, numbering.first_column):
        for row in _tellers(numbering.rows, numbering.first_row):
            printed = numbering.text(column, row)
            read = numbering.cell(printed)
            if read != (column, row):
                return printed, read
    return None


def _tellers(count: int, first: int) -> list[int]:
    """Positions, counted from either end, at which printed numbers from `first` on become longer, and the outermost ones."""
    steps = [0, 1, 2, *(10**digits for digits in range(1, 7)), 27, 27 * 26 + 1]
    ends = {first, first + count - 1, *(number + more for number in steps for more in (-1, 0))}
    inside = {number - first + 1 for number in ends if first <= number < first + count}
    return sorted(inside | {count + 1 - position for position in inside})


def corner_numbers(numbering: Numbering) -> tuple[str, str, str, str]:
    """The numbers in the corners of a sheet: column and row least, column most, row most, both most.

    >>> corner_numbers(Numbering("{column:02}.{row:02}", 40, 30))
    ('01.01', '40.01', '01.30', '40.30')
    """
    columns, rows = numbering.columns, numbering.rows
    return (
        numbering.text(1, 1),
        numbering.text(columns, 1),
        numbering.text(1, rows),
        numbering.text(columns, rows),
    )
