"""Chits of a cup as both ways to play see them: those that lie in it, and those that were drawn."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.base.errors import WrongUse
from core.base.whole_text import whole_text
from core.play.binding import content_text
from core.play.events import Drew, Opened
from core.play.record import Record

MOST_CHITS = 400
"""No cup holds more chits."""

MOST_WORDS = 200
"""The letters of the longest value of a chit and of the longest name of a cup."""

SALT = 16
"""The fresh bytes of a shuffle."""

DISCLOSURE = "cup:"
"""So begin the ids under which the keys of a cup are disclosed; no chit is called so."""


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit that was drawn: by which name it goes, under which unit it lies ("" for none), whose it is.

    `value` is what it says where that was told, else "". `back` says that it lies in the cup again.
    """

    seal: str
    unit: str
    owner: str
    value: str = ""
    back: bool = False


def contents_text(contents: Iterable[str] | Mapping[str, int]) -> str:
    """The values of all chits of a cup, or how many there are of each, as a text. Raises WrongUse for what is no cup."""
    if isinstance(contents, Mapping):
        contents = (value for value, count in contents.items() for _ in range(count))
    values = sorted(contents)
    text = content_text(values)
    if contents_of(text) is None:
        raise WrongUse(f"A cup holds 1 to {MOST_CHITS} chits, each with a value of 1 to {MOST_WORDS} letters.")
    return text


def contents_of(text: str | bytes) -> tuple[str, ...] | None:
    """The values of all chits of a cup from the text of a shuffle; None for a text that does not say them."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, list) or not 1 <= len(values) <= MOST_CHITS:
        return None
    if not all(isinstance(each, str) and 1 <= len(each) <= MOST_WORDS for each in values):
        return None
    return tuple(values)


def owner(record: Record, by: str, drew: Drew) -> str:
    """Whose a chit is: that of the side of its unit, of whoever drew it where the unit is of no side."""
    return record.began.units.get(drew.unit, ("", ""))[0] or by


def cup_of(record: Record, seal: str) -> str:
    """The cup that a chit was drawn from, "" for what is no chit."""
    chit = record.chits.get(seal)
    return chit.cup if chit is not None else ""


def owns(record: Record, id_: str) -> bool:
    """Whether an id is that of a chit, or one under which the keys of a cup are disclosed."""
    return id_.startswith(DISCLOSURE) or bool(cup_of(record, id_))


def owner_of(record: Record, seal: str) -> str:
    """Whose a chit is that was drawn, "" for what is no chit."""
    chit = record.chits.get(seal)
    return record.began.units.get(chit.unit, ("", ""))[0] or chit.by if chit is not None else ""


def next_seal(record: Record, cup: str) -> str:
    """The name of the next chit that is drawn from a cup."""
    number = record.cups[cup].drawn + 1
    # Something else may have been sealed under the name.
    while (name := f"{cup} {number}") in record.sealed or name in record.chits:
        number += 1
    return name


def told(record: Record, seal: str) -> str:
    """What a chit says, where that was told, else ""."""
    shown = record.opened.get(seal)
    return shown.contents[0] if shown is not None and shown.contents else ""


def is_value(opened: Opened) -> bool:
    """Whether what was opened looks like a chit, for who knows the entry alone: one value in plain words, where everything else
    that is sealed is a text of JSON."""
    if len(opened.contents) != 1 or len(opened.salts) != 1:
        return False
    try:
        json.loads(opened.contents[0])
    except (ValueError, RecursionError):
        return True
    # Values may be numbers; what is sealed never is.
    return opened.contents[0][:1] not in ("{", "[", '"')


def fault_of_name(name: str) -> str:
    """What is wrong with the name of a cup or a chit, as a sentence; "" for nothing."""
    if not 1 <= len(name) <= MOST_WORDS or name.startswith(DISCLOSURE) or whole_text(name) != name:
        return f'A cup or a chit has a name of 1 to {MOST_WORDS} letters that does not begin with "{DISCLOSURE}".'
    return ""
