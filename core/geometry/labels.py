"""Printed hex numbers: how a sheet numbers its hexes, and how what a user types becomes a column and a row.

A pattern such as "{column:02}.{row:02}" is read by this module alone; it is never given to `str.format`.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

First = Literal["bottom-left", "top-left", "bottom-right", "top-right"]

_FIELD = re.compile(r"\{(column|row)(?::(0[1-9]|A))?\}")


def lettered(letter: str, number: str) -> str:
    """A printed number with the letter of its map in front; a gap tells it from a number that begins with a letter.

    >>> lettered("B", "29.17"), lettered("A", "A.01"), lettered("", "A.01")
    ('B29.17', 'A A.01', 'A.01')
    """
    return f"{letter} {number}" if letter and number[:1].isalpha() else f"{letter}{number}"


class BadPattern(ValueError):
    """A numbering pattern that does not name each of column and row once."""


@dataclass(frozen=True)
class Numbering:
    """How one sheet prints its hex numbers.

    `pattern` holds {column} and {row} once each, each plain, with leading zeros ({column:02}) or as letters ({column:A}: A to
    Z, AA, AB, …). `first` is the corner that holds the lowest numbers, `first_column` and `first_row` are those numbers.

    >>> numbers = Numbering("{column:02}.{row:02}", columns=40, rows=30)
    >>> numbers.text(29, 17), numbers.cell("29.17"), numbers.cell("3.7")
    ('29.17', (29, 17), (3, 7))
    >>> Numbering("{column:A}{row}", columns=40, rows=30, first="top-left").cell("AB3")
    (28, 28)
    """

    pattern: str
    columns: int
    rows: int
    first: First = "bottom-left"
    first_column: int = 1
    first_row: int = 1

    def __post_init__(self) -> None:
        names = [m.group(1) for m in _FIELD.finditer(self.pattern)]
        rest = _FIELD.sub("", self.pattern)
        if sorted(names) != ["column", "row"] or "{" in rest or "}" in rest:
            raise BadPattern(f'numbering "{self.pattern}" must name {{column}} and {{row}} once each')

    def text(self, column: int, row: int) -> str:
        """The printed number of the hex at a column and row of the sheet, both counted from 1 at its bottom left."""
        values = {"column": self._printed_column(column), "row": self._printed_row(row)}
        return _FIELD.sub(lambda m: _show(values[m.group(1)], m.group(2) or ""), self.pattern)

    def cell(self, text: str) -> tuple[int, int] | None:
        """Column and row of a printed number, with or without its leading zeros; None when the text is no such number.

        The cell may lie off the sheet.
        """
        found = self._reader.fullmatch(text.strip())
        if found is None:
            return None
        column = _read(found.group("column")) - self.first_column + 1
        row = _read(found.group("row")) - self.first_row + 1
        if self.first.endswith("right"):
            column = self.columns + 1 - column
        if self.first.startswith("top"):
            row = self.rows + 1 - row
        return column, row

    def mistaken(self) -> tuple[str, tuple[int, int] | None] | None:
        """A printed number that does not lead back to its hex, with the hex that it leads to; None when all do.

        >>> Numbering("{column}{row}", columns=12, rows=12).mistaken()
        ('110', (11, 0))
        >>> Numbering("{column:02}{row:02}", columns=12, rows=12).mistaken() is None
        True
        """
        first, second = _FIELD.finditer(self.pattern)
        between = self.pattern[first.end() : second.start()]
        lowest = self.first_column if "{column:A}" in self.pattern else self.first_row if "{row:A}" in self.pattern else 1
        if lowest > 0 and not between.isalnum() and between:
            return None
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                printed = self.text(column, row)
                read = self.cell(printed)
                if read != (column, row):
                    return printed, read
        return None

    @cached_property
    def _reader(self) -> re.Pattern[str]:
        parts, end = [], 0
        for m in _FIELD.finditer(self.pattern):
            between = self.pattern[end : m.start()]
            # Without a separator between two runs of digits only the leading zeros tell where one ends.
            touching = self.pattern[m.end() :].startswith("{") or (end and not between)
            parts.append(re.escape(between) + f"(?P<{m.group(1)}>{_shape(m.group(2) or '', bool(touching))})")
            end = m.end()
        return re.compile("".join(parts) + re.escape(self.pattern[end:]), re.IGNORECASE)

    def _printed_column(self, column: int) -> int:
        along = self.columns + 1 - column if self.first.endswith("right") else column
        return along - 1 + self.first_column

    def _printed_row(self, row: int) -> int:
        along = self.rows + 1 - row if self.first.startswith("top") else row
        return along - 1 + self.first_row


def _shape(style: str, touching: bool) -> str:
    if style == "A":
        return "[A-Za-z]{1,4}"
    return f"[0-9]{{{style[1:]}}}" if style and touching else "[0-9]{1,9}"


def _show(number: int, style: str) -> str:
    if style == "A":
        return _letters(number)
    return str(number).zfill(int(style[1:])) if style else str(number)


def _read(text: str) -> int:
    if text.isdigit():
        return int(text)
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
