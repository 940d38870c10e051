"""Texts without halves of characters: what JSON, a clipboard or a terminal may hand over, and no file can hold."""

import re
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar

HALVES = re.compile("[\ud800-\udfff]")

T = TypeVar("T")


def whole_text(text: str) -> str:
    """A text whose halves of characters (lone surrogates) are the sign for a character that cannot be shown; pairs are joined.

    >>> whole_text("Hill \\ud800"), whole_text("Hill \\ud83c\\udf32")
    ('Hill �', 'Hill 🌲')
    """
    if text.isascii() or not HALVES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def with_whole_texts(value: T) -> T:
    """A value of a dataclass whose own texts are whole; the very same where they are already."""
    mended: dict[str, Any] = {}
    kind: type = type(value)
    for name in _names(kind):
        text = getattr(value, name)
        if isinstance(text, str) and not text.isascii() and HALVES.search(text):
            mended[name] = whole_text(text)
    return replace(value, **mended) if mended else value  # type: ignore[type-var]


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass: thousands of values of few classes come here at once."""
    return tuple(each.name for each in fields(kind))


def whole_within(value: T) -> T:
    """A value of a dataclass whose texts are whole, in whatever tuples and other dataclasses they stand; the very same where
    they are already."""
    return _mended(value)  # type: ignore[no-any-return]


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, tuple):
        made = tuple(map(_mended, value))
        return value if all(new is old for new, old in zip(made, value, strict=True)) else made
    if is_dataclass(value) and not isinstance(value, type):
        texts = {name: (held := getattr(value, name), _mended(held)) for name in _names(type(value))}
        changed = {name: new for name, (old, new) in texts.items() if new is not old}
        return replace(value, **changed) if changed else value
    return value


def whole_texts(value: Any) -> Any:
    """What JSON has given, with whole texts at every depth."""
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, list):
        return [whole_texts(each) for each in value]
    if isinstance(value, dict):
        return {whole_text(key): whole_texts(each) for key, each in value.items()}
    return value
