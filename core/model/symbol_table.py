"""What the functions of symbol codes mean: names for people, words to look for, older codes, and how each is put together.

The tables are `resources/symbols/*.yaml`, one for each symbol set; `app.counters.symbol_shapes` draws from the same entries.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from unicodedata import combining, normalize

from core.base.errors import did_you_mean
from core.model.sidc import ECHELONS, IDENTITIES, MOBILITIES, BadSidc, Sidc

SYMBOLS: Final = Path(__file__).resolve().parents[2] / "resources" / "symbols"
SET_FILES: Final = {"10": "land-units", "15": "land-equipment", "01": "air", "30": "sea"}
"""The file of each symbol set that can be drawn."""

Strokes = tuple[Mapping[str, Any] | str, ...]
"""What is drawn: names of marks, or marks with a size and a place, as the files say it."""

_LETTER_IDENTITIES: Final = dict(zip("PUAFNSHGWMDLJK", "01234560123456", strict=True))
_LETTER_CONTEXTS: Final = dict.fromkeys("GWMDLJK", "1")
_LETTER_STATUSES: Final = {"A": "1", "P": "0", "C": "2", "D": "3", "X": "4", "F": "5", "-": "0", "*": "0"}
_LETTER_COMMANDS: Final = {"A": "2", "B": "6", "C": "3", "D": "7", "E": "4", "F": "1", "G": "5"}
_LETTER_ECHELONS: Final = dict(zip("ABCDEFGHIJKLMN", ECHELONS, strict=True))
_LETTER_MOBILITIES: Final = dict(zip("OPQRSTWUVXY", MOBILITIES, strict=True))
_LETTER_SETS: Final = {"A": "01", "S": "30", "GE": "15", "G": "10"}
_LETTERS = re.compile(r"[A-Z*-]{10,15}")
_WORDS = re.compile(r"[a-z0-9./]+")


@dataclass(frozen=True, slots=True)
class Function:
    """What a unit is. `code` are the ten digits after the echelon: entity, first modifier, second modifier.

    `draw` is None when the function is drawn from those of its entity and its modifiers. `instead` is the nearest function of
    the standards for one that is our own, else empty.
    """

    symbol_set: str
    code: str
    name: str
    words: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    draw: Strokes | None = field(default=None, compare=False)
    instead: str = ""

    @property
    def sidc(self) -> Sidc:
        """The plain symbol of the function: friendly, present, without a size."""
        return Sidc.of(self.code, symbol_set=self.symbol_set)


@dataclass(frozen=True, slots=True)
class Modifier:
    """What stands above (`first`) or below the middle of a symbol; `name` goes before that of the entity."""

    name: str
    draw: Strokes
    instead: str = ""


@dataclass(frozen=True, slots=True)
class SymbolSet:
    """The functions and modifiers of one symbol set. `frames` names its kind of frames."""

    code: str
    title: str
    frames: str
    functions: Mapping[str, Function]
    first: Mapping[str, Modifier]
    second: Mapping[str, Modifier]

    def entity(self, sidc: Sidc) -> Function | None:
        """The entity of a code without its modifiers, None when it is not known."""
        return self.functions.get(sidc.entity + "0000")


@dataclass(frozen=True, slots=True)
class Reading:
    """A code that was read. `finding` is a sentence when something of it could not be kept, else empty."""

    sidc: Sidc
    finding: str = ""


@lru_cache(maxsize=1)
def symbol_sets() -> Mapping[str, SymbolSet]:
    """All symbol sets that can be drawn, by their two digits."""
    return {code: _read_set(code, name) for code, name in SET_FILES.items()}


def functions(symbol_set: str = "") -> tuple[Function, ...]:
    """All functions in the order of their codes, of one set or of all."""
    sets = [s for s in symbol_sets().values() if symbol_set in ("", s.code)]
    return tuple(function for each in sets for function in each.functions.values())


def function_of(sidc: Sidc) -> Function | None:
    """The function of a code, modifiers included; None when the tables have no entry for it as a whole."""
    found = symbol_sets().get(sidc.symbol_set)
    return found.functions.get(sidc.function) if found else None


def function_words(sidc: Sidc) -> str:
    """What the unit is in words; "unknown unit" when the tables do not know.

    >>> function_words(Sidc.of("1211020000"))
    'armoured infantry'
    >>> function_words(Sidc.of("1407020027"))
    'mountain motorised engineers'
    """
    whole = function_of(sidc)
    if whole is not None:
        return whole.name
    found = symbol_sets().get(sidc.symbol_set)
    if found is None:
        return "unknown symbol"
    entity = found.entity(sidc)
    modifiers = (found.second.get(sidc.second), found.first.get(sidc.first))
    return " ".join([*(m.name for m in modifiers if m), entity.name if entity else f"unknown {found.title}"])


def describe(sidc: Sidc) -> str:
    """A symbol for those who do not see it.

    >>> describe(Sidc.of("121102", echelon="company"))
    'armoured infantry company'
    >>> describe(Sidc.of("120500", identity="hostile", echelon="division", headquarters=True, status="planned"))
    'hostile armour division, headquarters, planned'
    """
    identity = "" if sidc.identity == "3" else IDENTITIES[sidc.identity]
    words = " ".join(word for word in (identity, function_words(sidc), sidc.echelon) if word)
    more = [sidc.mobility]
    more += ["task force"] if sidc.is_task_force else []
    more += ["headquarters"] if sidc.is_headquarters else []
    more += ["dummy"] if sidc.is_dummy else []
    more += {"1": ["planned"], "3": ["damaged"], "4": ["destroyed"]}.get(sidc.status, [])
    return ", ".join([words, *(word for word in more if word)])


def findings(sidc: Sidc) -> tuple[str, ...]:
    """What of a code cannot be drawn, as sentences."""
    found = symbol_sets().get(sidc.symbol_set)
    if found is None:
        known = ", ".join(f"{s.code} {s.title}" for s in symbol_sets().values())
        return (f"The symbol {sidc} is of set {sidc.symbol_set}, which is not drawn; drawn are: {known}.",)
    if sidc.extension and sidc.extension[:2] != "00":
        return (f"The symbol {sidc} has modifiers of APP-6E, which are not drawn.",)
    if function_of(sidc) is not None:
        return ()
    said = []
    if found.entity(sidc) is None:
        said.append(f'The symbol {sidc} has the function {sidc.entity}, which is not known; it is drawn as "?".')
    for digits, modifiers, which in ((sidc.first, found.first, "first"), (sidc.second, found.second, "second")):
        if digits != "00" and digits not in modifiers:
            said.append(f"The symbol {sidc} has the {which} modifier {digits}, which is not known and not drawn.")
    return tuple(said)


def search(text: str, symbol_set: str = "", most: int = 50) -> tuple[Function, ...]:
    """Functions for what somebody types, the best first: every word of it begins a word of the function, in any order.

    >>> [function.name for function in search("mech inf")][:1]
    ['armoured infantry']
    """
    asked = _WORDS.findall(_folded(text))
    if not asked:
        return functions(symbol_set)[:most]
    ranked = []
    for order, function in enumerate(functions(symbol_set)):
        named, further = _words(function)
        # Whole words count before beginnings, words of the name before further words, short names before long ones.
        ranks = [min(_match(word, named), _match(word, further) + 1) for word in asked]
        if max(ranks) < _NO_MATCH:
            ranked.append((sum(ranks), len(named), order, function))
    return tuple(function for *_, function in sorted(ranked, key=lambda each: each[:3])[:most])


def sidc_of(words: str, *, identity: str = "friend", echelon: str = "", symbol_set: str = "") -> Sidc:
    """The code of a unit in words; the echelon may stand at their end.

    Raises BadSidc with the nearest match when the words name no function.

    >>> print(sidc_of("armoured infantry company"))
    10031000151211020000
    """
    plain = " ".join(_folded(words).split())
    by_name = {function.name: function for function in reversed(functions(symbol_set))}
    if plain not in by_name and not echelon:
        size = max((e for e in ECHELONS.values() if plain.endswith(" " + e)), key=len, default="")
        if size:
            plain, echelon = plain.removesuffix(" " + size), size
    function = by_name.get(plain)
    if function is None:
        exact = [f for f in search(plain, symbol_set) if plain in f.words]
        if len(exact) != 1:
            raise BadSidc(f'There is no symbol for "{words}".{did_you_mean(plain, by_name)}')
        function = exact[0]
    return function.sidc.with_identity(identity).with_echelon(echelon)


_STATUS_WORDS: Final = {"planned": "1", "damaged": "3", "destroyed": "4"}
_COMMAND_WORDS: Final = ("headquarters", "task force", "dummy")


def read_words(words: str) -> Sidc:
    """The code of what `describe` says, or of what somebody types so: whose it is in front, marks behind commas.

    Raises BadSidc with the nearest match for words that name no function, or no mark.

    >>> sidc = Sidc.of("120500", identity="hostile", echelon="division", headquarters=True, status="planned")
    >>> read_words("hostile armour division, headquarters, planned") == sidc
    True
    """
    head, *marks = (" ".join(part.split()) for part in _folded(words).split(","))
    identity = max((name for name in IDENTITIES.values() if head.startswith(f"{name} ")), key=len, default="")
    sidc = sidc_of(head.removeprefix(f"{identity} "), identity=identity or "friend")
    mobilities = {name: digits for digits, name in MOBILITIES.items()}
    for mark in marks:
        if mark in mobilities:
            sidc = replace(sidc, amplifier=mobilities[mark])
        elif mark in _STATUS_WORDS:
            sidc = replace(sidc, status=_STATUS_WORDS[mark])
        elif mark not in _COMMAND_WORDS:
            allowed = (*_COMMAND_WORDS, *_STATUS_WORDS, *mobilities)
            raise BadSidc(f'There is no mark "{mark}" of symbols.{did_you_mean(mark, allowed, len(allowed))}')
    headquarters, task_force, dummy = (word in marks for word in _COMMAND_WORDS)
    return sidc.with_command(headquarters=headquarters, task_force=task_force, dummy=dummy)


def symbol_text(text: str) -> str:
    """A symbol as a field shows it: in the words that `read_words` reads as the very same code, else as it is written.

    >>> symbol_text("10061000151211020000"), symbol_text("12")
    ('hostile armoured infantry company', '12')
    """
    try:
        words = describe(Sidc.parse(text))
        return words if str(read_words(words)) == text else text
    except BadSidc:
        return text


def read_sidc(text: str) -> Reading:
    """A code of 20 or 30 digits, or one of fifteen letters, which becomes digits.

    Of letters that name a function the tables do not know, the nearest wider function is taken, and the finding says so.
    Raises BadSidc when the text is neither.
    """
    plain = text.strip().upper()
    if not _LETTERS.fullmatch(plain):
        return Reading(Sidc.parse(text))
    return _read_letters(plain.ljust(15, "-"))


def nearest_of_standards(sidc: Sidc) -> Sidc:
    """The code that other programs know: our own functions and modifiers replaced by the nearest of the standards."""
    function = function_of(sidc)
    if function is not None and function.instead:
        code = function.instead
        return replace(sidc, entity=code[:6], first=code[6:8], second=code[8:])
    found = symbol_sets().get(sidc.symbol_set)
    if found is None:
        return sidc
    entity, first, second = found.entity(sidc), found.first.get(sidc.first), found.second.get(sidc.second)
    return replace(
        sidc,
        entity=entity.instead[:6] if entity and entity.instead else sidc.entity,
        first=first.instead if first and first.instead else sidc.first,
        second=second.instead if second and second.instead else sidc.second,
    )


def _read_letters(text: str) -> Reading:
    """A code of fifteen letters: scheme, identity, dimension, status, six of the function, two of the size, country."""
    scheme, identity, dimension, status = text[0], text[1], text[2], text[3]
    if scheme != "S" or identity not in _LETTER_IDENTITIES or status not in _LETTER_STATUSES or dimension not in "AGS":
        raise BadSidc(
            f'"{text}" is no symbol code that is known; codes of letters begin with S, the identity (F friend, H hostile, …), '
            "the dimension (A air, G ground, S sea) and the status (P present, A planned)."
        )
    letters = dimension + text[4:10].rstrip("-*")
    by_letters = _by_letters()
    short = letters
    while short and short not in by_letters:
        short = short[:-1]
    if short in ("", "G") and len(letters) > 1:
        raise BadSidc(f'"{text}" names the function {letters[1:]}, which is not known.{did_you_mean(letters, by_letters)}')
    function = by_letters.get(short)
    code = function.sidc if function else Sidc(symbol_set=_LETTER_SETS[dimension])
    command, size = text[10], text[11]
    amplifier = (_LETTER_MOBILITIES if command == "M" else _LETTER_ECHELONS).get(size, "00")
    sidc = replace(
        code,
        context=_LETTER_CONTEXTS.get(identity, "0"),
        identity=_LETTER_IDENTITIES[identity],
        status=_LETTER_STATUSES[status],
        command=_LETTER_COMMANDS.get(command, "0"),
        amplifier=amplifier,
    )
    if short == letters or function is None:
        return Reading(sidc)
    return Reading(sidc, f'"{text}" names the function {letters[1:]}, which is not known; taken as {function.name}.')


@lru_cache(maxsize=1)
def _by_letters() -> Mapping[str, Function]:
    return {letters: function for function in functions() for letters in function.letters}


def _folded(text: str) -> str:
    """A text in small letters without accents: whoever types "Jäger" finds "jager"."""
    return "".join(c for c in normalize("NFKD", text.casefold()) if not combining(c))


_NO_MATCH = 100


def _match(asked: str, words: Iterable[str]) -> int:
    """How well a word is met: 0 by a whole word, 2 by the beginning of one, else no match."""
    return min((0 if word == asked else 2 for word in words if word.startswith(asked)), default=_NO_MATCH)


@lru_cache(maxsize=1024)
def _words(function: Function) -> tuple[frozenset[str], frozenset[str]]:
    named = frozenset(_WORDS.findall(_folded(function.name)))
    further = frozenset(word for words in function.words for word in (words, *_WORDS.findall(_folded(words))))
    return named, further


def read_symbols(name: str) -> dict[str, Any]:
    """What a file of `resources/symbols` holds."""
    # The window is on the screen before the first symbol is drawn; it does not wait for YAML.
    import yaml

    data: dict[str, Any] = yaml.load((SYMBOLS / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return data


def _read_set(code: str, name: str) -> SymbolSet:
    data = read_symbols(name)
    return SymbolSet(
        code,
        data["title"],
        data["frames"],
        {digits: _read_function(code, digits, entry) for digits, entry in data["functions"].items()},
        {digits: _read_modifier(entry) for digits, entry in data["first"].items()},
        {digits: _read_modifier(entry) for digits, entry in data["second"].items()},
    )


def _read_function(symbol_set: str, digits: str, entry: Mapping[str, Any]) -> Function:
    draw = entry.get("draw")
    return Function(
        symbol_set,
        digits,
        entry["name"],
        tuple(entry.get("words", ())),
        tuple(entry.get("letters", ())),
        None if draw is None else tuple(draw),
        entry.get("instead", ""),
    )


def _read_modifier(entry: Mapping[str, Any]) -> Modifier:
    return Modifier(entry["name"], tuple(entry["draw"]), entry.get("instead", ""))
