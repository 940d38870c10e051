"""JSON of strangers, read without harm: limits on size and nesting, faults with their line."""

import json
from decimal import Decimal
from typing import Any

from core.base.errors import Place
from core.interop.imported import BadFile, decoded


def read_json(data: bytes, name: str) -> dict[str, Any]:
    """The object that a file holds; decimal numbers come as Decimal, as they were written.

    Raises BadFile with the line for what is no JSON, and for JSON that is no object.
    """
    text = decoded(data, name)
    try:
        value = json.loads(text, parse_float=Decimal, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise BadFile(Place(name, error.lineno, error.colno), f"This is no JSON: {error.msg}.") from error
    except RecursionError as error:
        raise BadFile(Place(name), "This JSON is nested too deeply.") from error
    except ValueError as error:
        raise BadFile(Place(name), f"This is no JSON: {error}.") from error
    if not isinstance(value, dict):
        raise BadFile(Place(name), "This JSON holds no object at its top.")
    return value


def _refused(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")
