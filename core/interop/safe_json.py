"""JSON of strangers, read without harm: limits on size and nesting, faults with their line."""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from core.base.errors import Place
from core.base.whole_text import whole_texts
from core.interop.imported import BadFile, decoded

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""How JSON writes half of a character; everything else in UTF-8 is whole."""


def read_json(data: bytes, name: str) -> dict[str, Any]:
    """The object that a file holds; decimal numbers come as Decimal, as they were written.

    Raises BadFile with the line for what is no JSON, and for JSON that is no object.
    """
    if not data.strip():
        raise BadFile(Place(name), "There is nothing in the file.")
    try:
        value = loaded(decoded(data, name))
    except json.JSONDecodeError as error:
        raise BadFile(Place(name, error.lineno, error.colno), f"This is no JSON: {error.msg}.") from error
    except RecursionError as error:
        raise BadFile(Place(name), "This JSON is nested too deeply.") from error
    except ValueError as error:
        # Python's own limit on digits speaks of how to program, not of the file.
        said = "a number in it has thousands of digits" if "digits" in str(error) else str(error)
        raise BadFile(Place(name), f"This is no JSON: {said}.") from error
    if not isinstance(value, dict):
        raise BadFile(Place(name), "This JSON holds no object at its top.")
    return value


def loaded(text: str) -> Any:
    """What JSON says, its texts whole. Raises ValueError for what is no JSON, RecursionError for what is nested too deeply."""
    value = json.loads(text, parse_float=_decimal, parse_constant=_refused)
    return whole_texts(value) if _HALF.search(text) else value


def _refused(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text} is too large or too small for a number") from None
