"""Values of classes as short JSON and back, by what the classes say of their fields.

Nothing is made but what a field is declared to be. Whatever else stands in a text is refused, and where it stands is said: a
text may be the work of another player's program, or of another player.
"""

from base64 import urlsafe_b64encode
from binascii import a2b_base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import immutables

from core.base.errors import did_you_mean
from core.base.whole_text import whole_text
from core.geometry.hexes import Hex

MOST_NUMBER = 2**53 - 1
"""No number is larger, or below its negative: every program reads such numbers exactly."""

PARTS = 10_000
"""Lengths in the plane are written as whole numbers of such parts of a hex, as exactly as a point of a map is kept."""

SHOWN = 40
"""Signs of a text that are shown in a message."""


class Unfit(ValueError):
    """What stands in a text is not what belongs there. `why` ends the sentence, `way` leads to it, outermost first."""

    def __init__(self, why: str, way: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why, self.way = why, way

    def within(self, step: object) -> "Unfit":
        """The same, told from one level further out."""
        return Unfit(self.why, (str(step), *self.way))

    def __str__(self) -> str:
        where = " in ".join(f'"{_cut(step)}"' for step in reversed(self.way))
        return f"What stands under {where} {self.why}" if where else f"It {self.why}"


@dataclass(frozen=True, slots=True)
class Form:
    """How values of one kind are written and read. `shape` tells it from every other form, to the last field."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    shape: str


class Forms:
    """The forms of kinds of values. `short` gives fields of classes other keys than their names.

    >>> form = Forms({}).of(tuple[Hex | str, ...])
    >>> form.write((Hex(3, -1), "reserve"))
    [[3, -1], 'reserve']
    >>> form.read([[3, -1], "reserve"])
    (Hex(q=3, r=-1), 'reserve')
    """

    def __init__(self, short: Mapping[type, Mapping[str, str]]) -> None:
        self._short = short
        self._known: dict[Any, Form] = {str: _TEXT, int: _NUMBER, float: _PART, bool: _FLAG, bytes: _DATA, Hex: _HEX}

    def of(self, hint: Any) -> Form:
        """The form of what a field is declared to be. Raises TypeError for what has none."""
        if hint not in self._known:
            self._known[hint] = self._made(hint)
        return self._known[hint]

    def fields_of(self, kind: type, but: Sequence[str] = ()) -> Form:
        """The form of a class as the dictionary of its fields, without some of them; it is read as arguments by their names.

        Fields that do not count when two values are compared are left out, and so are those that are what they are preset to.
        """
        hints, short = get_type_hints(kind), self._short.get(kind, {})
        written, read, needed = [], {}, []
        for each in fields(kind):
            if not each.compare or each.name in but:
                continue
            key, form = short.get(each.name, each.name), self.of(hints[each.name])
            preset = each.default if each.default_factory is MISSING else each.default_factory()
            written.append((each.name, key, preset, form.write))
            read[key] = each.name, form.read
            if preset is MISSING:
                needed.append((each.name, key))
        return Form(_fields_writer(written), _fields_reader(kind, read, needed), self._shape(kind, read, hints))

    def _shape(self, kind: type, read: Mapping[str, tuple[str, Any]], hints: Mapping[str, Any]) -> str:
        inner = ",".join(f"{key}={name}:{self.of(hints[name]).shape}" for key, (name, _) in read.items())
        return f"{kind.__name__}({inner})"

    def _made(self, hint: Any) -> Form:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self._either(inner)
        if origin is Literal:
            return _one_of(inner)
        if origin is tuple:
            return _row(self.of(inner[0])) if inner[1:] == (...,) else _together([self.of(each) for each in inner])
        if origin is frozenset:
            return _set(self.of(inner[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping | immutables.Map):
            if inner[0] is str:
                return _named(self.of(inner[1]), origin is immutables.Map)
            return _pairs(self.of(inner[0]), self.of(inner[1]), origin is immutables.Map)
        if isinstance(hint, type) and is_dataclass(hint):
            form = self.fields_of(hint)
            return Form(form.write, lambda plain: made_of(hint, form.read(plain)), form.shape)
        raise TypeError(f"{hint} has no form")

    def _either(self, kinds: tuple[Any, ...]) -> Form:
        if NoneType in kinds:
            form = self.of(Union[tuple(kind for kind in kinds if kind is not NoneType)])  # noqa: UP007 - made of a tuple
            return Form(
                lambda value: None if value is None else form.write(value),
                lambda plain: None if plain is None else form.read(plain),
                f"{form.shape}?",
            )
        if set(kinds) != {Hex, str}:
            raise TypeError(f"nothing tells {kinds} from each other")
        return Form(
            lambda value: whole_text(value) if isinstance(value, str) else [value.q, value.r],
            lambda plain: _read_text(plain) if isinstance(plain, str) else _read_hex(plain),
            "spot",
        )


def made_of(kind: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """A value of a class. Raises Unfit when the class refuses what it is given."""
    try:
        return kind(**given)
    except Unfit:
        raise
    except ValueError as error:
        raise Unfit(f"cannot be: {error}.") from None


def plain_data(data: bytes) -> str:
    """Bytes as text: base64 for addresses, without its padding.

    >>> plain_data(b"??>")
    'Pz8-'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def read_data(plain: Any) -> bytes:
    """The bytes of such a text. Raises Unfit; also for one that says the same bytes in another way than `plain_data`."""
    if type(plain) is str and plain.isascii() and "+" not in plain and "/" not in plain:
        text = plain.replace("-", "+").replace("_", "/")
        try:
            data = a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
        except ValueError:
            data = b""
        if plain_data(data) == plain:
            return data
    raise Unfit(f"is {shown(plain)}, which are no bytes in base64.")


def shown(plain: Any) -> str:
    """What a message shows of something in a text, however long it is."""
    match plain:
        case None:
            return "nothing"
        case bool():
            return "true" if plain else "false"
        case int() | float():
            return _cut(str(plain))
        case str():
            return f'"{_cut(plain)}"'
        case list() | tuple():
            return "a list"
        case _:
            return "a group of values"


def _cut(text: str) -> str:
    line = "".join(sign if sign.isprintable() else " " for sign in text[: SHOWN + 1])
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"


def _fields_writer(written: Iterable[tuple[str, str, Any, Callable[[Any], Any]]]) -> Callable[[Any], dict[str, Any]]:
    rows = tuple(written)

    def write(value: Any) -> dict[str, Any]:
        plain = {}
        for name, key, preset, form in rows:
            each = getattr(value, name)
            if each is not preset and each != preset:
                plain[key] = form(each)
        return plain

    return write


def _fields_reader(
    kind: type, known: Mapping[str, tuple[str, Callable[[Any], Any]]], needed: Sequence[tuple[str, str]]
) -> Callable[[Any], dict[str, Any]]:
    def read(plain: Any) -> dict[str, Any]:
        if type(plain) is not dict:
            raise Unfit(f"is {shown(plain)}, and no group of values.")
        made = {}
        for key, each in plain.items():
            if key not in known:
                raise Unfit(f'is not known: a {kind.__name__} has no "{_cut(key)}".{did_you_mean(key, known)}', (key,))
            name, form = known[key]
            try:
                made[name] = form(each)
            except Unfit as unfit:
                raise unfit.within(key) from None
        for name, key in needed:
            if name not in made:
                raise Unfit(f'lacks "{key}", without which there is no {kind.__name__}.')
        return made

    return read


def _read_text(plain: Any) -> str:
    if type(plain) is not str:
        raise Unfit(f"is {shown(plain)}, and no text.")
    return plain


def _read_number(plain: Any) -> int:
    if type(plain) is not int:
        raise Unfit(f"is {shown(plain)}, and no whole number.")
    if not -MOST_NUMBER <= plain <= MOST_NUMBER:
        raise Unfit(f"is {shown(plain)}; numbers go up to {MOST_NUMBER}.")
    return plain


def _write_number(value: int) -> int:
    return _read_number(int(value))


def _read_flag(plain: Any) -> bool:
    if type(plain) is not bool:
        raise Unfit(f"is {shown(plain)}, and neither true nor false.")
    return plain


def _read_hex(plain: Any) -> Hex:
    if type(plain) is not list or len(plain) != 2:
        raise Unfit(f"is {shown(plain)}, and no hex, which is a list of two numbers.")
    return Hex(_read_number(plain[0]), _read_number(plain[1]))


_TEXT = Form(whole_text, _read_text, "text")
_NUMBER = Form(_write_number, _read_number, "number")
_PART = Form(lambda value: _write_number(round(value * PARTS)), lambda plain: _read_number(plain) / PARTS + 0.0, "part")
_FLAG = Form(bool, _read_flag, "flag")
_DATA = Form(plain_data, read_data, "data")
_HEX = Form(lambda value: [value.q, value.r], _read_hex, "hex")


def _one_of(words: tuple[str, ...]) -> Form:
    def read(plain: Any) -> str:
        if plain not in words or type(plain) is not str:
            raise Unfit(f"is {shown(plain)}.{did_you_mean(str(plain)[:SHOWN], words)}")
        return plain

    return Form(str, read, "|".join(words))


def _list(plain: Any) -> list[Any]:
    if type(plain) is not list:
        raise Unfit(f"is {shown(plain)}, and no list.")
    return plain


def _each(form: Callable[[Any], Any], plain: Any) -> list[Any]:
    made = []
    for number, each in enumerate(_list(plain), 1):
        try:
            made.append(form(each))
        except Unfit as unfit:
            raise unfit.within(number) from None
    return made


def _row(form: Form) -> Form:
    return Form(
        lambda value: [form.write(each) for each in value], lambda plain: tuple(_each(form.read, plain)), f"[{form.shape}]"
    )


def _together(forms: Sequence[Form]) -> Form:
    def read(plain: Any) -> tuple[Any, ...]:
        if len(_list(plain)) != len(forms):
            raise Unfit(f"has {len(plain)} values where {len(forms)} belong.")
        return tuple(form.read(each) for form, each in zip(forms, plain, strict=True))

    def write(value: Any) -> list[Any]:
        return [form.write(each) for form, each in zip(forms, value, strict=True)]

    return Form(write, read, f"({','.join(form.shape for form in forms)})")


def _set(form: Form) -> Form:
    return Form(
        lambda value: [form.write(each) for each in sorted(value)],
        lambda plain: frozenset(_each(form.read, plain)),
        f"{{{form.shape}}}",
    )


def _kept(made: dict[Any, Any], persistent: bool) -> Any:
    return immutables.Map(made) if persistent else MappingProxyType(made)


def _named(form: Form, persistent: bool) -> Form:
    """Mappings from texts. Persistent ones have no order of their own, and are written by the alphabet."""

    def write(value: Any) -> dict[str, Any]:
        rows = sorted(value.items(), key=lambda pair: pair[0]) if persistent else value.items()
        return {whole_text(key): form.write(each) for key, each in rows}

    def read(plain: Any) -> Any:
        if type(plain) is not dict:
            raise Unfit(f"is {shown(plain)}, and no group of values by names.")
        made = {}
        for key, each in plain.items():
            try:
                made[key] = form.read(each)
            except Unfit as unfit:
                raise unfit.within(key) from None
        return _kept(made, persistent)

    return Form(write, read, f"{'map' if persistent else 'dict'}<{form.shape}>")


def _pairs(keys: Form, form: Form, persistent: bool) -> Form:
    """Mappings from anything else, as pairs."""

    def write(value: Any) -> list[Any]:
        rows = [[keys.write(key), form.write(each)] for key, each in value.items()]
        return sorted(rows, key=lambda row: str(row[0])) if persistent else rows

    def read(plain: Any) -> Any:
        both = _together((keys, form))
        rows = _each(both.read, plain)
        made = dict(rows)
        if len(made) != len(rows):
            raise Unfit("says something twice.")
        return _kept(made, persistent)

    return Form(write, read, f"{'map' if persistent else 'dict'}<{keys.shape},{form.shape}>")
