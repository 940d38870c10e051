"""What is written on an op sheet, in one canonical form, and not how far it has come [TCS 4.01 6.5].

A content is a group of the fields of `OpSheet` with `form` saying what it is. Lists whose items have names are groups by these
(measures by their kinds and names, rally points by their units), so that what is added can be told from what is changed; the
lines of the notes are a list. What play changes is left out: status, weighted turns, who has left, what has been tried.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.graphics import Measure
from core.model.orders import Addition, Alternate, Commitment, OpSheet, TaskGroup
from core.play.binding import content_text
from core.play.event_text import FORMS
from core.play.forms import made_of
from core.play.terms import Change, Terms, refused

FORM = "op sheet"
"""What a content says of itself."""

_LEFT_OUT = ("status", "turns", "gained", "elements", "staff", "left", "mines", "begun", "joined", "place")
_GROUPS: Mapping[str, type] = {
    "groups": TaskGroup,
    "alternates": Alternate,
    "added": Addition,
    "committed": Commitment,
    "measures": Measure,
}
_SHEET = FORMS.fields_of(OpSheet, (*_LEFT_OUT, *_GROUPS, "rally", "note"))
HEX = FORMS.of(Hex)

FIELD_WORDS = {
    "id": "the name",
    "side": "the side",
    "type": "the type",
    "time": "the time",
    "turn": "the turn in which it was drawn up",
    "units": "the task organization",
    "groups": "the groups",
    "rally": "the rally points",
    "note": "the written notes",
    "failure": "the failure instructions",
    "preliminary": "the preliminary instructions",
    "reserve": "the reserve",
    "alternates": "the alternates",
    "added": "the units that were added",
    "committed": "the units sent in from the reserve",
    "measures": "the graphic",
    "line": "whether it is a line entry",
    "set": "the set that it belongs to",
}
"""What fields are called."""


def sheet_content(sheet: OpSheet) -> str:
    """What is sealed of a sheet: the same text for the same sheet, however far it has come."""
    groups: dict[str, Any] = {
        "groups": _by_names((each.name, each) for each in sheet.groups),
        "alternates": _by_names((" ".join(each.units), replace(each, tried=False, taken=False)) for each in sheet.alternates),
        "added": _by_names((" ".join(each.units), _as_written(each)) for each in sheet.added),
        "committed": _by_names((" ".join(each.units), replace(each, holds=False)) for each in sheet.committed),
        "measures": _by_names((f"{each.kind} {each.text}".strip(), each) for each in sheet.measures),
    }
    plain: dict[str, Any] = {
        name: {key: FORMS.of(_GROUPS[name]).write(each) for key, each in group.items()} for name, group in groups.items()
    }
    plain["rally"] = {key: HEX.write(place) for key, place in _by_names(sheet.rally).items()}
    plain["note"] = [line.strip() for line in sheet.note.splitlines() if line.strip()]
    written = {name: value for name, value in plain.items() if value}
    return content_text({"form": FORM, **_SHEET.write(sheet), **written})


def _as_written(added: Addition) -> Addition:
    return replace(added, elements=0, turns=0, status="waiting", gained=0, begun=0)


def _by_names(items: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Items by their names; those of one name are counted in their order."""
    found: dict[str, Any] = {}
    for name, item in items:
        key, number = name, 1
        while key in found:
            number += 1
            key = f"{name} #{number:03}"
        found[key] = item
    return found


def sheet_of(content: str) -> OpSheet | None:
    """The sheet that a content says, as one that waits; None for a content of another make."""
    try:
        plain = json.loads(content)
        if not isinstance(plain, dict) or plain.pop("form", "") != FORM:
            return None
        said: dict[str, Any] = {
            name: tuple(FORMS.of(kind).read(each) for _, each in sorted(plain.pop(name, {}).items()))
            for name, kind in _GROUPS.items()
        }
        rally = tuple((key.split(" #")[0], HEX.read(place)) for key, place in sorted(plain.pop("rally", {}).items()))
        note = plain.pop("note", [])
        if not all(isinstance(line, str) for line in note):
            return None
        said |= {"rally": rally, "note": "\n".join(note), "status": "waiting"}
        sheet = made_of(OpSheet, {**_SHEET.read(plain), **said})
        assert isinstance(sheet, OpSheet)
        return sheet if sheet_content(sheet) == content else None
    except (ValueError, TypeError, AttributeError, RecursionError, WrongUse):
        # Unfit is a ValueError.
        return None


def fields_refused(before: str, after: str, terms: Terms) -> Mapping[str, tuple[Change, ...]]:
    """What of a change of a sheet the rules do not allow, by what the fields are called."""
    found: dict[str, tuple[Change, ...]] = {}
    for change in refused(before, after, terms):
        field = change.field.partition(".")[0]
        words = FIELD_WORDS.get(field, f'"{field}"')
        found[words] = (*found.get(words, ()), change)
    return found
