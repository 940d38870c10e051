"""One cell of a table of counters, typed: what it may hold, what it becomes, how it sorts.

The columns are those of `counter_csv`; values are read by `core.rules.kernel.cells`. What is no value of its cell is a `Fault`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from core.base.errors import did_you_mean
from core.interop.counter_csv import MOST_COPIES, NOTHING, Column, cell_text, said_of_back
from core.model.oob import NO_VALUES, Counter, Formation, Oob, Side, Value, Values, names_by_id
from core.model.sidc import BadSidc
from core.model.symbol_table import describe, read_sidc, read_words
from core.rules.kernel.cells import Fault, fault_of, plain_value, read_value
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

COPIES = CounterValue("copies", "Copies", "whole", "", "counters", "How many of it are printed.", least=1, most=MOST_COPIES)
PRINTED = CounterValue("back", "Back", "flag", "", "yes or no", "Whether the other side is printed.")

SortKey = tuple[int, Fraction | int, tuple[str | int, ...]]
"""Numbers and words of choices first, other words behind them, empty cells at the end."""

Named = TypeVar("Named", Side, Formation)

_NUMBER = re.compile(r"(\d+)")


def is_carried(column: Column, kind: str) -> bool:
    """Whether counters of a kind print what stands in a column; a kind that nobody has said prints everything."""
    known = column.known
    return known is None or column.part not in ("value", "back-value") or not known.of or not kind or kind in known.of


def is_flag(column: Column) -> bool:
    """Whether the cells of a column say yes or no."""
    return column.part == "back" or (column.known is not None and column.known.type == "flag")


def choices_of(column: Column, counter: Counter, oob: Oob, ruleset: Ruleset | None) -> tuple[tuple[str, str], ...]:
    """The texts that a cell can be chosen from, each with what it means; none where anything can be typed."""
    match column.part:
        case "side":
            return tuple((side.id, side.name) for side in oob.sides)
        case "formation":
            found = [each for each in oob.formations if not counter.side or each.side == counter.side]
            return (("", ""), *((each.id, each.name) for each in found)) if found else ()
        case "look":
            looks = ruleset.looks.values() if ruleset is not None else ()
            return (("", ""), *((look.id, look.title) for look in looks)) if looks else ()
    known = column.known
    if known is None or known.type != "choice":
        return ()
    return known.choices if known.required else (("", ""), *known.choices)


def with_cell(column: Column, counter: Counter, text: str, oob: Oob, ruleset: Ruleset | None) -> Counter | Fault:
    """A counter with a text taken into one of its cells, or why that cannot be.

    Sides and formations may be named by their ids or names, symbols by codes or words. Of a counter without a side that gets a
    formation the side is that of the formation.
    """
    plain = text.strip()
    if text == cell_text(column, counter):
        return counter
    match column.part:
        case "id":
            said = "The id of a counter never changes, for scenarios name it by its id."
            return counter if plain == counter.id else Fault(said)
        case "side":
            side = _named(oob.sides, plain)
            if side is None and plain not in ("", counter.side):
                near = _near(plain, tuple(oob.sides)) or " The box has no sides yet."
                return Fault(f'There is no side "{plain[:40]}".{near}')
            return replace(counter, side=side.id if side is not None else plain)
        case "formation":
            return _with_formation(counter, plain, oob)
        case "copies":
            read = read_value(COPIES, plain or "1")
            return read if isinstance(read, Fault) else replace(counter, copies=int(read or 1))
        case "look":
            return _with_look(counter, plain, ruleset)
        case "sidc":
            return _with_symbol(counter, plain)
        case "note":
            return replace(counter, note=text)
        case "back":
            printed = read_value(PRINTED, plain)
            if isinstance(printed, Fault):
                return printed
            held = counter.back if counter.back is not None else NO_VALUES
            return replace(counter, back=held if printed else None)
        case _:
            return _with_value(column, counter, plain)


def _with_value(column: Column, counter: Counter, text: str) -> Counter | Fault:
    is_back = column.part == "back-value"
    if is_back and text == NOTHING:
        read: Value | Fault | None = ""
    else:
        said = said_of_back(text) if is_back else text
        read = read_value(column.known, said) if column.known is not None else plain_value(said)
    if isinstance(read, Fault):
        return read
    if not is_back:
        return replace(counter, values=_with(counter.values, column.value, read))
    if read is None and counter.back is None:
        return counter
    return replace(counter, back=_with(counter.back if counter.back is not None else NO_VALUES, column.value, read))


def _with(values: Values, id_: str, value: Value | None) -> Values:
    if value is None:
        return values.delete(id_) if id_ in values else values
    return values.set(id_, value)


def _with_formation(counter: Counter, text: str, oob: Oob) -> Counter | Fault:
    there = [each for each in oob.formations if not counter.side or each.side == counter.side]
    formation = _named(there, text) or oob.formation(text)
    if formation is None and text not in ("", counter.formation):
        near = _near(text, there) or " The side has no formations yet."
        return Fault(f'There is no formation "{text[:40]}".{near}')
    if formation is None:
        return replace(counter, formation=text)
    return replace(counter, formation=formation.id, side=counter.side or formation.side)


def _with_look(counter: Counter, text: str, ruleset: Ruleset | None) -> Counter | Fault:
    looks = ruleset.looks if ruleset is not None else {}
    if not looks or text in ("", counter.look) or text in looks:
        return replace(counter, look=text)
    found = next((look.id for look in looks.values() if look.title.casefold() == text.casefold()), None)
    return replace(counter, look=found) if found else Fault(f'There is no look "{text[:40]}".{did_you_mean(text, looks)}')


def _with_symbol(counter: Counter, text: str) -> Counter | Fault:
    read = read_symbol(text, counter.sidc)
    return read if isinstance(read, Fault) else replace(counter, sidc=read)


def read_symbol(text: str, was: str = "") -> str | Fault:
    """The code of a symbol that is written as a code or in words; what `was` there stays as it stands.

    >>> read_symbol(""), read_symbol("armoured infantry company")
    ('', '10031000151211020000')
    """
    if text in ("", was):
        return text
    try:
        reading = read_sidc(text)
    except BadSidc as fault:
        if any(sign.isdigit() for sign in text) or not any(sign.isalpha() for sign in text):
            return Fault(str(fault))
        try:
            return str(read_words(text))
        except BadSidc as worse:
            return Fault(str(worse))
    # Letters that could not be kept whole stay as they are, and what is wrong with them is told.
    return text if reading.finding else str(reading.sidc)


def _named(items: Sequence[Named], text: str) -> Named | None:
    """The item that a text means: by its id, else by its name where only one has it, else by its id in other letters, large
    and small."""
    found = next((each for each in items if each.id == text), None) if text else None
    if found is not None or not text:
        return found
    called = [each for each in items if each.name.casefold() == text.casefold()]
    called = called or [each for each in items if each.id.casefold() == text.casefold()]
    return called[0] if len(called) == 1 else None


def _near(text: str, items: Sequence[Named]) -> str:
    """Which of some items was meant, by its name or its id."""
    ids = names_by_id(items)
    return did_you_mean(text, ids.values(), ids=ids)


def symbol_words(text: str) -> str:
    """The symbol of a counter in words, what is wrong with it where it is none, "" for no symbol.

    >>> symbol_words("10031000151211020000")
    'armoured infantry company'
    """
    if not text:
        return ""
    try:
        return describe(read_sidc(text).sidc)
    except BadSidc as fault:
        return str(fault)


def held_fault(column: Column, counter: Counter) -> Fault | None:
    """What is wrong with a value that a counter has already, of another ruleset for instance; None when nothing is."""
    if column.known is None or column.part not in ("value", "back-value"):
        return None
    values = counter.values if column.part == "value" else counter.back
    held = values.get(column.value, "") if values is not None else ""
    return fault_of(column.known, held) if held != "" else None


def sort_key(column: Column, counter: Counter) -> SortKey:
    """Where the cell of a counter stands among those of its column: by number, by the order of choices, else by letters.

    >>> from core.model.oob import Values
    >>> steps = Column("value", "steps")
    >>> held = {"a": {"steps": 9}, "b": {"steps": 10}, "c": {}}
    >>> nine, ten, none = (Counter(id_, "de", Values(values)) for id_, values in held.items())
    >>> [each.id for each in sorted((none, ten, nine), key=lambda each: sort_key(steps, each))]
    ['a', 'b', 'c']
    """
    if column.part == "copies":
        return (0, counter.copies, ())
    if column.part in ("value", "back-value"):
        values = counter.values if column.part == "value" else counter.back
        held = values.get(column.value, "") if values is not None else ""
        if isinstance(held, bool):
            return (0, 0 if held else 1, ())
        if isinstance(held, int | Fraction):
            return (0, held, ())
        if column.known is not None and column.known.choices:
            for place, (word, _) in enumerate(column.known.choices):
                if word == held:
                    return (0, place, ())
    text = cell_text(column, counter)
    return (1, 0, natural(text)) if text else (2, 0, ())


def natural(text: str) -> tuple[str | int, ...]:
    """A text as it sorts among others: whole numbers in it by what they are worth. Words and numbers take turns.

    >>> sorted(["A/10", "a/9", "A/9b"], key=natural)
    ['a/9', 'A/9b', 'A/10']
    """
    parts: list[str | int] = list(_NUMBER.split(text.casefold()))
    parts[1::2] = [int(part) for part in parts[1::2]]
    return tuple(parts)
