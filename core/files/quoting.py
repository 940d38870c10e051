"""How our files begin, and texts as YAML, in quotes where a reader of any YAML version could take them for something else."""

import re
from collections.abc import Iterable

from core.base.errors import WrongUse
from core.base.whole_text import HALVES, whole_text

VERSION = 1
"""The version of our files that this program reads and writes."""

Pair = tuple[str, str]
"""A key and its value as it is written."""

_PLAIN = re.compile(r"[^\W\d_](?:[\w '().;/+-]*[\w'().;/+-])?")
_TAKEN = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_TO_ESCAPE = re.compile('["\\\\]|[^ -\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def head_lines(kind: str) -> list[str]:
    """The first lines of a file of ours."""
    return [f"phaseline: {kind}", f"version: {VERSION}"]


def plain_text(text: str) -> str:
    """A text as YAML, in quotes where a reader of any YAML version could take it for something else.

    >>> plain_text("Hill's top"), plain_text("4.10"), plain_text("on"), plain_text("a: b")
    ("Hill's top", '"4.10"', '"on"', '"a: b"')
    """
    return text if _PLAIN.fullmatch(text) and text.casefold() not in _TAKEN else quoted(text)


def quoted(text: str) -> str:
    """A text in quotes. Raises WrongUse for one that holds half of a character."""
    return f'"{_TO_ESCAPE.sub(_escape, text)}"'


def optional(text: str) -> str:
    """A text as YAML, empty for an empty one."""
    return plain_text(text) if text else ""


def flow(pairs: Iterable[Pair]) -> str:
    """A mapping on one line; pairs without a value are left out."""
    return f"{{{', '.join(f'{key}: {value}' for key, value in pairs if value)}}}"


def row(values: Iterable[str]) -> str:
    """A list on one line."""
    return f"[{', '.join(values)}]"


def _escape(match: "re.Match[str]") -> str:
    sign = match[0]
    if HALVES.match(sign):
        raise WrongUse(
            f'The text "{whole_text(match.string)[:40]}" holds half of a character, which no file can; write it anew.'
        )
    return _ESCAPES.get(sign) or f"\\u{ord(sign):04x}"
