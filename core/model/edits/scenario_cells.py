"""Rows of a scenario as texts in the cells of a table, and what is typed there as rows again.

Units and sides are named by their ids, by what they are called where only one is, or by both, as "1st Battalion (1-bn)", which
is how the program names them itself; hexes by their printed numbers. Several stand between commas; a name with a comma in it
stands between quotation marks, or without them where its parts mean nothing by themselves. A text that means nothing is
refused with a whole sentence, and nothing near it is taken in its place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from types import MappingProxyType
from typing import Any, Literal, cast, get_args

from core.base.errors import WrongUse, did_you_mean, nearest
from core.base.whole_text import whole_text
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.scenario_edits import Row, Section
from core.model.orders import Status
from core.model.scenario import Light, Scenario

CellKind = Literal[
    "text", "whole", "light", "status", "flag", "units", "hexes", "rally", "side", "zone", "box", "turn", "price"
]

LIGHTS: tuple[Light, ...] = get_args(Light)
STATUSES: tuple[Status, ...] = get_args(Status)

VAR = "VAR"
"""What stands in the place of a turn for reinforcements that come on a condition."""

MOST_COMPARED = 60
"""Names that are compared letter by letter with one that is not there."""

_BETWEEN = ",;\n"
"""What stands between words."""

_TRUE = frozenset({"yes", "true", "1", "y", "x", "on"})
_FALSE = frozenset({"no", "false", "0", "n", "off", ""})


@dataclass(frozen=True, slots=True)
class Cell:
    """A column: the part of the row that it holds, and what may stand there. `empty` is what no number at all stands for."""

    id: str
    kind: CellKind = "text"
    least: int = 0
    most: int = 0
    empty: int | None = 0


MOST_TURNS, MOST_STEPS, MOST_POINTS = 10_000, 1000, 1_000_000
"""The largest numbers that files of scenarios hold."""

CELLS: Mapping[Section, tuple[Cell, ...]] = MappingProxyType(
    {
        "turns": (
            Cell("title"),
            Cell("date"),
            Cell("light", "light"),
            Cell("visibility", "whole", 0, MOST_TURNS, None),
            Cell("weather"),
            Cell("note"),
        ),
        "set_ups": (
            Cell("units", "units"),
            Cell("code"),
            Cell("hexes", "hexes"),
            Cell("within", "whole", 0, MOST_STEPS),
            Cell("zone", "zone"),
            Cell("box", "box"),
            Cell("losses", "whole", 0, MOST_STEPS),
            Cell("note"),
        ),
        "arrivals": (
            Cell("turn", "turn", 0, MOST_TURNS),
            Cell("units", "units"),
            Cell("area", "zone"),
            Cell("hexes", "hexes"),
            Cell("edge", "flag"),
            Cell("sea", "flag"),
            Cell("condition"),
            Cell("price", "price", 0, MOST_POINTS),
            Cell("note"),
        ),
        "victory": (
            Cell("side", "side"),
            Cell("points", "whole", -MOST_POINTS, MOST_POINTS, None),
            Cell("text"),
            Cell("hexes", "hexes"),
        ),
        "sheets": (
            Cell("id"),
            Cell("side", "side"),
            Cell("type"),
            Cell("units", "units"),
            Cell("rally", "rally"),
            Cell("status", "status"),
            Cell("note"),
        ),
    }
)
"""The columns of the tables, in their order. Allotments are a matrix and no such table."""


def spoken(id_: str, name: str) -> str:
    """How the program names something to choose from: by what it is called, with its id where that is something else.

    >>> spoken("1-bn", "1st Battalion"), spoken("b", "b"), spoken("b", "")
    ('1st Battalion (1-bn)', 'b', 'b')
    """
    return f"{name} ({id_})" if name not in ("", id_) else id_


def _of_spoken(word: str, called: Mapping[str, str]) -> str | None:
    """The id of something that is named as the program names it, None where it is not.

    >>> _of_spoken("1st Battalion (1-bn)", {"1-bn": "1st Battalion"}), _of_spoken("(ALT)", {})
    ('1-bn', None)
    """
    name, _, rest = word.rpartition(" (")
    id_ = rest.removesuffix(")")
    return id_ if rest != id_ and id_ in called and called[id_].casefold() == name.casefold() else None


def _near(word: str, called: Mapping[str, str], *, named_only: bool = False) -> str:
    """The end of a refusal: what may have been meant of some things, by what they are called; else, unless only what is near
    is to be named, all of them."""
    words = {id_: spoken(id_, name) for id_, name in called.items()}
    ids = {name: words[id_] for id_, name in called.items()} | words
    return "" if named_only and nearest(word, ids) is None else did_you_mean(word, words.values(), ids=ids)


@dataclass(frozen=True, eq=False)
class Names:
    """What counters and formations of a box are called, by their ids."""

    called: Mapping[str, str]

    @cached_property
    def _by_word(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for id_, name in self.called.items():
            word = name.casefold()
            found[word] = (*found.get(word, ()), id_)
        return found

    @cached_property
    def _pairs(self) -> tuple[tuple[str, frozenset[str]], ...]:
        return tuple((id_, _pairs_of(id_) | _pairs_of(name)) for id_, name in self.called.items())

    def _alike(self, word: str) -> dict[str, str]:
        """What shares most pairs of letters with a word: comparing thousands letter by letter would be felt."""
        wanted = _pairs_of(word)
        found = nlargest(MOST_COMPARED, self._pairs, key=lambda held: len(held[1] & wanted))
        return {id_: self.called[id_] for id_, _ in found}

    def name(self, id_: str) -> str:
        """What something is called, its id where it is not there."""
        return self.called.get(id_) or id_

    def word(self, id_: str) -> str:
        """What is typed for something: what it is called where that means nothing else, its id otherwise.

        >>> names = Names({"a": "Guards", "b": "Tanks", "c": "Tanks"})
        >>> names.word("a"), names.word("b")
        ('Guards', 'b')
        """
        name = self.name(id_)
        return name if name not in self.called and self._by_word.get(name.casefold()) == (id_,) else id_

    def find(self, word: str) -> str | None:
        """The id that a word means, None where it means nothing, or several things."""
        if word in self.called:
            return word
        found = self._by_word.get(word.casefold(), ())
        return found[0] if len(found) == 1 else _of_spoken(word, self.called)

    def id(self, word: str) -> str:
        """The id that a word means. Raises WrongUse."""
        found = self.find(word)
        if found is not None:
            return found
        if word not in self._refused:
            self._refused[word] = self._refusal(word, self._by_word.get(word.casefold(), ()))
        raise WrongUse(self._refused[word])

    @cached_property
    def most_parts(self) -> int:
        """The most parts between commas and the like that a name has."""
        return max((1 + sum(map(spoken(*each).count, _BETWEEN)) for each in self.called.items()), default=1)

    @cached_property
    def _refused(self) -> dict[str, str]:
        """Why words mean nothing: tables ask it of every row with a name that has gone, again and again."""
        return {}

    def _refusal(self, word: str, found: tuple[str, ...]) -> str:
        if found:
            shown = ", ".join(f'"{each}"' for each in found[:6])
            return f'Several are called "{word}"; name one of them by its id: {shown}.'
        folded = word.casefold()
        having = {id_: name for id_, name in self.called.items() if folded in id_.casefold() or folded in name.casefold()}
        # Of thousands of units a list of any dozen would tell nothing; those that have the word in them are what was begun.
        near = _near(word, having) if having else _near(word, self._alike(word), named_only=True)
        return f'There is no counter and no formation "{word}" in the order of battle.{near}'


def _pairs_of(word: str) -> frozenset[str]:
    folded = word.casefold()
    return frozenset(folded[n : n + 2] for n in range(len(folded) - 1))


def cell_text(box: GameBox, row: Row, cell: Cell, names: Names) -> str:
    """What stands in a cell, as it is typed: units by what they are called as far as that is clear."""
    held = getattr(row, cell.id)
    match cell.kind:
        case "whole":
            return "" if held == cell.empty else str(held)
        case "turn":
            return str(held) if held else VAR
        case "flag":
            return "yes" if held else "no"
        case "units":
            return joined(map(names.word, held))
        case "hexes":
            return joined(box.label(place) for place in held)
        case "price":
            return joined(f"{points} {what}" for what, points in held)
        case "rally":
            return joined(f"{names.word(formation)}: {box.label(place)}" for formation, place in held)
    return cast(str, held)


def shown_text(box: GameBox, row: Row, cell: Cell, names: Names) -> str:
    """What stands in a cell, as it is read: units by what they are called."""
    match cell.kind:
        case "units":
            return ", ".join(names.name(id_) for id_ in getattr(row, cell.id))
        case "rally":
            return ", ".join(f"{names.name(id_)}: {box.label(place)}" for id_, place in getattr(row, cell.id))
        case "flag":
            return ""
    return cell_text(box, row, cell, names)


def with_cell(box: GameBox, scenario: Scenario, row: Row, cell: Cell, text: str, names: Names) -> Row:
    """The row with what was typed into one of its cells. Raises WrongUse, with a whole sentence, for what means nothing."""
    given: dict[str, Any] = {cell.id: _read(box, scenario, cell, whole_text(text).strip(), names)}
    return replace(row, **given)


def doubts(box: GameBox, scenario: Scenario, row: Row, cell: Cell, names: Names) -> str:
    """Why what stands in a cell means nothing, "" where it does: names may have gone since they were typed."""
    held = getattr(row, cell.id)
    try:
        match cell.kind:
            case "units":
                for id_ in held:
                    if id_ not in names.called:
                        names.id(id_)
            case "rally":
                for id_, _ in held:
                    if id_ not in names.called:
                        names.id(id_)
            case "side" | "box":
                _read(box, scenario, cell, held, names)
            case "zone" if cell.id == "zone" and held:
                _read(box, scenario, cell, held, names)
    except WrongUse as problem:
        return str(problem)
    return ""


def joined(words: Iterable[str]) -> str:
    """Words between commas; such as have a comma or a quotation mark in them, or blanks at their ends, in quotation marks.

    >>> joined(["a", "b, c"]), words_of('a; "b, c",, d')
    ('a, "b, c"', ('a', 'b, c', 'd'))
    """
    return ", ".join(f'"{_doubled(each)}"' if _is_quoted(each) else each for each in words)


def _is_quoted(word: str) -> bool:
    return any(sign in word for sign in f'{_BETWEEN}"\r\t') or word != word.strip() or not word


def _doubled(word: str) -> str:
    return word.replace('"', '""')


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, between commas, semicolons or line ends. Raises WrongUse for a quotation that does not end."""
    return tuple(word.text for word in _words(text))


@dataclass(frozen=True, slots=True)
class _Word:
    """A word between commas, where its part of the text begins and ends, and whether it stands between quotation marks."""

    text: str
    start: int
    end: int
    quoted: bool


def _words(text: str) -> tuple[_Word, ...]:
    found: list[_Word] = []
    word, place, start, quoted, was_quoted = "", 0, 0, False, False
    while place <= len(text):
        sign = text[place] if place < len(text) else ","
        if quoted and place < len(text):
            if sign == '"' and text[place + 1 : place + 2] == '"':
                word += '"'
                place += 1
            elif sign == '"':
                quoted = False
            else:
                word += sign
        elif quoted:
            raise WrongUse(f"A quotation mark is missing at the end of: {text}")
        elif sign in _BETWEEN:
            if was_quoted or word.strip():
                found.append(_Word(word if was_quoted else word.strip(), start, place, was_quoted))
            word, was_quoted, start = "", False, place + 1
        elif sign == '"' and not word.strip() and not was_quoted:
            word, quoted, was_quoted = "", True, True
        elif not (was_quoted and sign.isspace()):
            word += sign
        place += 1
    return tuple(found)


def _named_words(text: str, names: Names, means: Callable[[str], bool]) -> tuple[str, ...]:
    """The words of a text of which each means something, if need be with commas in them; of several ways the one with the
    shortest words. Where there is none they are those between the commas. Raises WrongUse as `words_of` does."""
    words = _words(text)
    if all(means(word.text) for word in words) or names.most_parts == 1:
        return tuple(word.text for word in words)
    ways: list[tuple[str, ...] | None] = [*(None for _ in words), ()]
    for first in range(len(words) - 1, -1, -1):
        for last in range(first, min(first + names.most_parts, len(words))):
            rest = ways[last + 1]
            if last > first and any(word.quoted for word in words[first : last + 1]):
                break
            whole = words[first].text if last == first else text[words[first].start : words[last].end].strip()
            if rest is not None and means(whole):
                ways[first] = (whole, *rest)
                break
    return ways[0] if ways[0] is not None else tuple(word.text for word in words)


def _read(box: GameBox, scenario: Scenario, cell: Cell, text: str, names: Names) -> object:
    match cell.kind:
        case "whole":
            return whole_number(cell, text)
        case "turn":
            return 0 if text.casefold() in ("", VAR.casefold()) else _turn(cell, text)
        case "light":
            return _choice(text, LIGHTS, "day", "light")
        case "status":
            return _choice(text, STATUSES, "implemented", "status of op sheets")
        case "flag":
            return _flag(text)
        case "units":
            found = _named_words(text, names, lambda word: names.find(word) is not None)
            return tuple(dict.fromkeys(map(names.id, found)))
        case "hexes":
            return hexes_of(box, text)
        case "rally":
            points = _named_words(text, names, lambda word: names.find(word.rpartition(":")[0].strip()) is not None)
            return tuple(_rally(box, word, names) for word in points)
        case "price":
            return tuple(_price(cell, word) for word in words_of(text))
        case "side":
            return side_of(box, text)
        case "zone":
            return _zone(box, cell, text)
        case "box":
            return _named(text, scenario.off_map, "box beside the map; name it under General first")
    return text


def hexes_of(box: GameBox, text: str) -> tuple[Hex, ...]:
    """The hexes whose printed numbers stand in a text. Raises WrongUse."""
    return tuple(dict.fromkeys(_hex(box, word) for word in words_of(text)))


def _hex(box: GameBox, word: str) -> Hex:
    """A hex by its printed number, or by four digits as tables of games print them (1728 for 17.28). Raises WrongUse."""
    try:
        return box.hex(word)
    except WrongUse:
        if len(word) == 4 and word.isascii() and word.isdecimal():
            with suppress(WrongUse):
                return box.hex(f"{word[:2]}.{word[2:]}")
        raise


def whole_number(cell: Cell, text: str) -> int | None:
    """The whole number that a text stands for, what no number stands for when it is empty. Raises WrongUse."""
    if not text:
        return cell.empty
    sign, digits = (text[0], text[1:]) if text[0] in "+-\u2212" else ("", text)
    least = f"from {cell.least:,} to {cell.most:,}"
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 9:
        raise WrongUse(f'"{text}" is no whole number; here stands one {least}, or nothing.')
    number = -int(digits) if sign in ("-", "\u2212") else int(digits)
    if not cell.least <= number <= cell.most:
        raise WrongUse(f"{number} cannot be; here stands a whole number {least}, or nothing.")
    return number


def _turn(cell: Cell, text: str) -> int:
    try:
        return whole_number(cell, text) or 0
    except WrongUse:
        raise WrongUse(
            f'"{text}" is no turn; write its number on the track, or {VAR} for units that come on a condition.'
        ) from None


def _choice(text: str, words: Iterable[str], preset: str, what: str) -> str:
    """The word that a text is, the preset one where it is empty. Raises WrongUse."""
    folded = text.casefold()
    if not folded:
        return preset
    known = tuple(words)
    if folded in known:
        return folded
    raise WrongUse(f'"{text}" is no {what}.{did_you_mean(text, known)}')


def _flag(text: str) -> bool:
    if text.casefold() in _TRUE:
        return True
    if text.casefold() in _FALSE:
        return False
    raise WrongUse(f'Here stands yes or no, not "{text}".')


def _price(cell: Cell, word: str) -> tuple[str, int]:
    """Points of a kind, such as 2 support points. Raises WrongUse."""
    number, _, what = word.partition(" ")
    if not what.strip():
        raise WrongUse(f'"{word}" is no price; write a number and what is paid, such as 2 support points.')
    return what.strip(), whole_number(cell, number) or 0


def _rally(box: GameBox, word: str, names: Names) -> tuple[str, Hex]:
    name, colon, number = word.rpartition(":")
    if not colon or not name.strip():
        raise WrongUse(f'"{word}" is no rally point; write the formation, a colon and the hex, such as b2: 20.12.')
    return names.id(name.strip()), _hex(box, number.strip())


def side_of(box: GameBox, text: str) -> str:
    """The id of the side that a text means, "" for none. Raises WrongUse."""
    if not text or box.oob.side(text) is not None:
        return text
    called = {side.id: side.name or side.id for side in box.oob.sides}
    found = [id_ for id_, name in called.items() if name.casefold() == text.casefold()]
    if len(found) == 1:
        return found[0]
    if (both := _of_spoken(text, called)) is not None:
        return both
    if found:
        raise WrongUse(f'Several sides are called "{text}"; name one of them by its id: {joined(found)}.')
    raise WrongUse(f'There is no side "{text}".{_near(text, called)}')


def _zone(box: GameBox, cell: Cell, text: str) -> str:
    # The name of an entry area may be any name: it is a zone only where no hexes are given.
    return text if cell.id == "area" else _named(text, zone_names(box), "zone on the maps")


def _named(text: str, known: Sequence[str], what: str) -> str:
    if not text or text in known:
        return text
    found = [each for each in known if each.casefold() == text.casefold()]
    if found:
        return found[0]
    raise WrongUse(f'"{text}" is no {what}.{did_you_mean(text, known)}')


def zone_names(box: GameBox, kind: str = "") -> tuple[str, ...]:
    """The names of the zones of all maps, in order; those of one kind where it is named."""
    found = (each for placed in box.sheets for each in placed.sheet.zones if each.name and kind in ("", each.kind))
    return tuple(sorted({each.name for each in found}))
