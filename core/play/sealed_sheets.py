"""Op sheets as they are sealed: all that is written on one (`core.play.sheet_texts`), and what is said of it [TCS 4.01 6.5].

OpSheet --sheet_content--> text --seal--> file ... --open--> text --sheet_of--> OpSheet
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.orders import OpSheet
from core.play.events import Sealed
from core.play.keys import Keys
from core.play.record import Record
from core.play.seals import owner, read, seal, versions_of
from core.play.sheet_texts import FIELD_WORDS, HEX, sheet_content, sheet_of
from core.play.terms import Change, Terms, changes, sentence

KIND = "op_sheet"
"""The kind of secrets that op sheets are."""

_OF_UNITS = ("units", "reserve", "rally")
"""Fields whose words are units and formations by their ids."""

_SHORT = 60
"""Letters of a value that is told whole."""


def seal_sheet(keys: Keys, record: Record, kind: str, sheet: OpSheet) -> Sealed:
    """A sheet as it is written, sealed: the first version under its name, or the next. Raises WrongUse where it says what the
    last one says."""
    content, versions = sheet_content(sheet), versions_of(record, sheet.id)
    if versions and owner(record, sheet.id) == keys.side and read(keys, versions[-1]) == content:
        raise WrongUse(f'"{sheet.id}" says what is sealed of it in version {len(versions)}.')
    return seal(keys, sheet.id, kind, content, len(versions) + 1)


def sheets_sealed(record: Record, keys: Iterable[Keys] = ()) -> tuple[OpSheet, ...]:
    """The op sheets of a session that lie under seals: those that were opened to all, and those of the sides whose keys are
    given, each as its last version says it, by their names."""
    own = {each.side: each for each in keys}
    found = []
    for id_, kept in sorted(record.sealed.items()):
        side, _, last = kept[-1]
        shown = record.opened.get(id_)
        content = ""
        if side in own:
            content = read(own[side], last)
        elif shown is not None:
            content = shown.contents[-1]
        sheet = sheet_of(content) if content else None
        # Nobody writes sheets for the other side.
        if sheet is not None and sheet.side == side:
            found.append(sheet)
    return tuple(found)


# In words -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Naming:
    """What units and formations are called, and what is printed in a hex; ids and columns with rows where nobody knows."""

    unit: Callable[[str], str] = str
    place: Callable[[Hex], str] = lambda place: f"{place.q},{place.r}"


PLAIN = Naming()


def naming_in(box: GameBox, units: Mapping[str, tuple[str, str]]) -> Naming:
    """What units and hexes are called in a game; `units` are side and name of each by its id."""

    def called(id_: str) -> str:
        formation = box.oob.formation(id_)
        return (formation.name if formation is not None else units.get(id_, ("", ""))[1]) or id_

    return Naming(called, lambda place: box.label(place) if place in box.cells else PLAIN.place(place))


def sheet_text(content: str, naming: Naming = PLAIN) -> str:
    """A content of a sheet for people, a line for each thing that it says; "" for one of another make."""
    if sheet_of(content) is None:
        return ""
    plain = json.loads(content)
    lines = []
    for name, words in FIELD_WORDS.items():
        if name in plain:
            lines.append(f"{_capital(words)}: {_told(name, plain[name], naming)}")
    return "\n".join(lines)


def _capital(words: str) -> str:
    return (words.removeprefix("the ")[:1].upper() + words.removeprefix("the ")[1:]) if words.startswith("the ") else words


def _told(name: str, value: Any, naming: Naming) -> str:
    """What a field says; points of measures are left out, which mean nothing to a reader."""
    if isinstance(value, dict):
        listed = []
        for key, each in value.items():
            inside = _inside(name, each, naming)
            thing = naming.unit(key) if name in _OF_UNITS else _thing(name, key, each, naming)
            listed.append(f"{thing} ({inside})" if inside else thing)
        return "; ".join(listed)
    if isinstance(value, list):
        return ", ".join(naming.unit(each) if name in _OF_UNITS else str(each) for each in value)
    return "yes" if value is True else str(value)


def _thing(name: str, key: str, value: Any, naming: Naming) -> str:
    """What a thing is called; those that are known by their units have these names."""
    if name in ("alternates", "added", "committed") and isinstance(value, dict):
        return ", ".join(map(naming.unit, value.get("units", ()))) or key
    return key


def _inside(name: str, value: Any, naming: Naming) -> str:
    if name == "rally":
        return naming.place(HEX.read(value))
    if not isinstance(value, dict):
        return str(value)
    left_out = ("points", "kind", "text", "name", *(("units",) if name not in ("groups", "measures") else ()))
    said = ((key, each) for key, each in value.items() if key not in left_out)
    return ", ".join(f"{key}: {_told(key, each, naming)}" for key, each in said)


def differences(before: str, after: str, version: int, terms: Terms, naming: Naming = PLAIN) -> tuple[str, ...]:
    """What differs between two contents of a sheet as sentences, and of each whether the rules allow it."""
    return tuple(sentence(version, change, terms, words) for words, change in content_changes(before, after, terms, naming))


def content_changes(before: str, after: str, terms: Terms, naming: Naming = PLAIN) -> tuple[tuple[str, Change], ...]:
    """What differs between two contents of a sheet, each in words and with what the rules say of it."""
    return tuple((words, change) for change in changes(before, after, terms) for words in _words_of(change, naming))


def differs_from(content: str, sheet: OpSheet, naming: Naming = PLAIN) -> tuple[str, ...]:
    """What a sheet in play says otherwise than a content that was sealed, as words; nothing where they are the same."""
    found = changes(content, sheet_content(sheet), Terms(""))
    return tuple(dict.fromkeys(words for change in found for words in _words_of(change, naming)))


def _words_of(change: Change, naming: Naming) -> Sequence[str]:
    """What a change does, thing by thing."""
    parts = change.field.split(".")
    name = FIELD_WORDS.get(parts[0], f'"{parts[0]}"')
    before, after = _value(change.before), _value(change.after)

    def called(key: str) -> str:
        return naming.unit(key) if parts[0] in _OF_UNITS else key

    if len(parts) > 1:
        thing = called(parts[1].replace("\\", ""))
        return (_of_thing(name, thing, parts[2:], change),)
    if isinstance(before, dict | None) and isinstance(after, dict | None):
        return _of_group(name, before or {}, after or {}, called)
    if isinstance(before, list | None) and isinstance(after, list | None):
        return _of_list(name, list(map(called, before or [])), list(map(called, after or [])))
    return (_of_value(name, change.before, change.after),)


def _of_thing(name: str, thing: str, inner: Sequence[str], change: Change) -> str:
    if inner:
        return f'changes "{thing}" in {name}: its {inner[0].replace("_", " ")}'
    if not change.before:
        return f'adds "{thing}" to {name}'
    return f'takes "{thing}" away from {name}' if not change.after else f'changes "{thing}" in {name}'


def _of_group(name: str, before: Mapping[str, Any], after: Mapping[str, Any], called: Callable[[str], str]) -> tuple[str, ...]:
    added = [f'adds "{called(key)}" to {name}' for key in after if key not in before]
    gone = [f'takes "{called(key)}" away from {name}' for key in before if key not in after]
    other = [
        f'changes "{called(key)}" in {name}: {_which(before[key], after[key])}'
        for key in before
        if key in after and before[key] != after[key]
    ]
    return (*added, *gone, *other) or (f"changes {name}",)


def _which(before: Any, after: Any) -> str:
    """Which of its properties differ; a place is told as one."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return "its place"
    keys = sorted(key for key in {*before, *after} if before.get(key) != after.get(key))
    return ", ".join("its points" if key == "points" else f"its {key}" for key in keys)


def _of_list(name: str, before: Sequence[Any], after: Sequence[Any]) -> tuple[str, ...]:
    added = [f"adds “{each}” to {name}" for each in after if each not in before]
    gone = [f"takes “{each}” away from {name}" for each in before if each not in after]
    return (*added, *gone) or (f"changes {name}",)


def _of_value(name: str, before: str, after: str) -> str:
    if not before or not after:
        return f"adds {name}" if not before else f"takes {name} away"
    return f"changes {name} from {before} to {after}" if len(before) + len(after) <= _SHORT else f"changes {name}"


def _value(text: str) -> Any:
    return json.loads(text) if text else None
