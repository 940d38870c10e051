"""What is typed to find counters: words anywhere, and words of one column such as `side:de` or `steps:>2`."""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from app.widgets.seeking import sought
from core.base.errors import did_you_mean
from core.interop.counter_csv import Column, cell_text
from core.model.oob import Counter

Fits = Callable[[Counter, str], bool]
"""Whether a counter fits, with all that is said of it in folded letters."""

_TERM = re.compile(r'([^\s:"]+):("[^"]*"?|\S*)|("[^"]*"?|\S+)')
_NUMBER = re.compile(r"(<=|>=|<|>|=)?\s*(-?\d+(?:[.,]\d+)?)")
_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "": operator.eq,
}


@dataclass(frozen=True)
class Filter:
    """What a counter must be to be shown; all of it. `faults` are sentences on words that name no column."""

    fits: tuple[Fits, ...] = ()
    faults: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fits)

    def shows(self, counter: Counter, text: str) -> bool:
        """Whether a counter fits; `text` is all that is said of it, in folded letters."""
        return all(fits(counter, text) for fits in self.fits)


def read_filter(typed: str, columns: Mapping[str, Column], names: Callable[[Column, Counter], str]) -> Filter:
    """What somebody has typed. `columns` are found by the folded words that may name them, `names` says what a side or a
    formation is called.

    A word that names no column is sought as it stands, colon and all.
    """
    fits: list[Fits] = []
    faults: list[str] = []
    for found in _TERM.finditer(typed):
        word, wanted = found[1] or "", (found[2] or found[3] or "").strip('"').casefold()
        column = columns.get(word.casefold())
        if word and column is None:
            faults.append(f'There is no column "{word}".{did_you_mean(word, columns, 6)}')
            fits.append(_anywhere(f"{word}:{wanted}".casefold()))
        elif column is None:
            if wanted:
                fits.append(_anywhere(wanted))
        elif wanted:
            fits.append(_in_column(column, wanted, names))
    return Filter(tuple(fits), tuple(faults))


def _anywhere(wanted: str) -> Fits:
    search = sought(wanted).search
    return lambda counter, text: search(text) is not None


def _in_column(column: Column, wanted: str, names: Callable[[Column, Counter], str]) -> Fits:
    """What finds a word in one column: numbers by their worth, other words where a word begins so; "-" empty cells."""
    if wanted == "-":
        return lambda counter, _: not cell_text(column, counter)
    number = _NUMBER.fullmatch(wanted)
    if number is not None and (column.part == "copies" or (column.known is not None and column.known.type in _NUMBERS)):
        compare, limit = _COMPARE[number[1] or ""], Fraction(number[2].replace(",", "."))
        return lambda counter, _: (worth := _worth(column, counter)) is not None and compare(worth, limit)
    begins = re.compile(rf"(?<![^\W_]){re.escape(wanted.replace(' ', '_'))}|(?<![^\W_]){re.escape(wanted)}").search
    if column.part in ("side", "formation"):
        return lambda counter, _: begins(f"{cell_text(column, counter)} {names(column, counter)}".casefold()) is not None
    return lambda counter, _: begins(cell_text(column, counter).casefold()) is not None


_NUMBERS = frozenset({"whole", "number"})


def _worth(column: Column, counter: Counter) -> Fraction | None:
    if column.part == "copies":
        return Fraction(counter.copies)
    values = counter.values if column.part == "value" else counter.back
    held = values.get(column.value, "") if values is not None else ""
    return Fraction(held) if isinstance(held, int | Fraction) and not isinstance(held, bool) else None


def column_words(columns: Iterable[Column], title: Callable[[Column], str]) -> dict[str, Column]:
    """The columns by all that may stand before a colon: their ids and the ends of these, their titles, `kind` and `name`.

    Of two columns that a word may mean, the first is meant.
    """
    every = tuple(columns)
    found = {column.heading.casefold(): column for column in every}
    for column in every:
        if column.part == "value" and column.known is not None and column.known.role:
            found.setdefault(column.known.role, column)
    for column in every:
        found.setdefault(title(column).casefold().replace(" ", "_"), column)
        found.setdefault(column.heading.casefold().rpartition(".")[2], column)
    return found
