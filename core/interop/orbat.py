"""Sides, formations and counters from a scenario of ORBAT Mapper (JSON).

A unit without units of its own becomes a counter; everything above it, the groups of a side among them, becomes a formation.
What comes along are names, notes, symbols and the tree; the side's identity is put into every symbol. What the box has already
under the same name in the same place is used again, so that a file can be read twice: of several with one name the first is
the first, the second the second. Everything else is listed as dropped.
"""

from collections import Counter as Counts
from dataclasses import dataclass
from typing import Any, Literal

from core.base.errors import Place
from core.interop.imported import BadFile, Dropped, Drops
from core.interop.safe_json import read_json
from core.interop.unit_ids import NewIds
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import NO_VALUES, Counter, Formation, Oob, OobItem, OobRef, Side, Values
from core.model.side_colours import colour_for
from core.rules.kernel.cells import in_role
from core.rules.kernel.ruleset import Ruleset

LABEL = "Import an order of battle"

KIND = "orbat-mapper"
"""How such a file calls itself, in small letters."""

MOST_BYTES = 64 * 1024 * 1024
MOST_UNITS = 50_000
MOST_LEVELS = 60

_TAKEN = frozenset({"id", "name", "shortName", "sidc", "subUnits", "groups", "description", "standardIdentity"})
_OF_FILE = frozenset({"id", "type", "version", "meta", "name", "sides", "description", "symbologyStandard"})
_PLAIN_OF_FILE = frozenset({"startTime", "endTime", "timeZone", "settings", "symbolFillColors"})

_WHY = {
    "state": "units are placed in scenarios here, by hex",
    "location": "units are placed in scenarios here, by hex",
    "equipment": "counters print steps and strengths, no lists",
    "personnel": "counters print steps and strengths, no lists",
    "supplies": "supply is a matter of scenarios here",
}
_EMPTY: tuple[object, ...] = (None, "", "None", [], {}, False)
"""Values of keys that say nothing."""

_OTHERWISE = "counters and formations have no place for it"

Section = Literal["sides", "formations", "counters"]

Key = tuple[str, str, str]
"""Where something is and what it is called: its side, the formation above it, its name in small letters."""


@dataclass(frozen=True)
class ReadOrbat:
    """What a file holds for a box: one edit, how many of each it makes, and what was dropped."""

    edit: ChangeUnits
    sides: int
    formations: int
    counters: int
    dropped: tuple[Dropped, ...]


def from_orbat(data: bytes, name: str, box: GameBox, ruleset: Ruleset | None) -> ReadOrbat:
    """What a file brings to the order of battle of a box. `name` is what messages call the file.

    The name of a counter becomes the value that the ruleset has for it. Raises BadFile for a file that is none of this kind,
    or too large.
    """
    if len(data) > MOST_BYTES:
        raise BadFile(Place(name), f"The file has more than {MOST_BYTES // 1024**2} MB, which is more than is read.")
    held = read_json(data, name)
    kind = held.get("type")
    sides = held.get("sides")
    if not isinstance(sides, list) or not (kind is None or (isinstance(kind, str) and kind.casefold() == KIND)):
        raise BadFile(Place(name), 'This is no scenario of ORBAT Mapper, which says "type": "ORBAT-mapper" and lists "sides".')
    reading = _Reading(name, box.oob, ruleset)
    reading.take(sides)
    reading.drop_rest(held)
    return reading.result()


class _Reading:
    """Makes one edit of the sides of a file."""

    def __init__(self, file: str, oob: Oob, ruleset: Ruleset | None) -> None:
        self._file, self._oob = file, oob
        name = in_role(ruleset.values, "name") if ruleset is not None else None
        self._name_id = name.id if name is not None else ""
        self._drops = Drops()
        self._ids = {section: NewIds(section, oob.ids(section)) for section in ("sides", "formations", "counters")}
        self._next = {section: oob.items(section).next_key for section in ("sides", "formations", "counters")}
        self._changes: dict[OobRef, OobItem | None] = {}
        self._counts = {"sides": 0, "formations": 0, "counters": 0}
        self._units = 0
        # What is there already, by where it is and what it is called.
        self._sides = {each.name.casefold(): each for each in oob.sides}
        self._formations: dict[Key, list[Formation]] = {}
        for each in oob.formations:
            self._formations.setdefault((each.side, each.parent, each.name.casefold()), []).append(each)
        self._counters = Counts(
            (each.side, each.formation, str(each.values.get(self._name_id, "")).casefold()) for each in oob.counters
        )
        # How many of that place and name the file has brought: its second one is the second one of the box.
        self._met: Counts[tuple[Section, Key]] = Counts()

    def result(self) -> ReadOrbat:
        """The edit and what was dropped."""
        return ReadOrbat(
            ChangeUnits(LABEL, self._changes),
            *(self._counts["sides"], self._counts["formations"], self._counts["counters"]),
            self._drops.listed,
        )

    def drop_rest(self, held: dict[str, Any]) -> None:
        """Lists what a file holds beside its sides."""
        for key, value in held.items():
            if key not in _OF_FILE | _PLAIN_OF_FILE and value not in _EMPTY:
                count = len(value) if isinstance(value, list | dict) else 1
                self._drops.add(f"{key} of the file", "it is no part of an order of battle", count=count)

    def take(self, sides: list[Any]) -> None:
        """Reads all sides. Units are met in their order, without recursion: a file may nest as deep as it likes."""
        for number, held in enumerate(sides, 1):
            if not isinstance(held, dict):
                self._drops.add("side", "it is no object of JSON", f"side {number}")
                continue
            name = _text(held, "name") or f"Side {number}"
            side = self._sides.get(name.casefold())
            if side is None:
                colour = colour_for(name, (each.colour for each in self._sides.values()))
                side = Side(self._ids["sides"].made_of(name), name, colour, note=_text(held, "description"))
                self._sides[name.casefold()] = side
                self._put("sides", side)
            self._drop_keys(held, "side", name)
            identity = _text(held, "standardIdentity")
            identity = identity if len(identity) == 1 and identity in "0123456" else ""
            # What is waiting is taken from the end, so it is put there in reverse.
            waiting = [(child, "", 1, False) for child in _children(held, "subUnits")[::-1]]
            waiting += [(child, "", 1, True) for child in _children(held, "groups")[::-1]]
            while waiting:
                unit, parent, level, is_group = waiting.pop()
                inner = self._unit(unit, side, parent, identity, is_group)
                if inner is None:
                    continue
                below = [(child, inner.id, level + 1, False) for child in _children(unit, "subUnits")[::-1]]
                below += [(child, inner.id, level + 1, True) for child in _children(unit, "groups")[::-1]]
                if level < MOST_LEVELS:
                    waiting += below
                elif below:
                    why = f"they lie more than {MOST_LEVELS} levels deep"
                    self._drops.add("units below a unit", why, inner.name, count=len(below))

    def _unit(self, held: Any, side: Side, parent: str, identity: str, is_group: bool) -> Formation | None:
        """Makes a formation of a group or of a unit that has units, and gives it; a counter of any other."""
        self._units += 1
        if self._units > MOST_UNITS:
            raise BadFile(Place(self._file), f"The file has more than {MOST_UNITS:,} units, which is more than is read.")
        if not isinstance(held, dict):
            self._drops.add("unit", "it is no object of JSON", side.name)
            return None
        long = _text(held, "name") or _text(held, "shortName") or ("Group" if is_group else "Unit")
        self._drop_keys(held, "group" if is_group else "unit", long)
        sidc = self._symbol(held, identity, long)
        if is_group or _children(held, "subUnits") or _children(held, "groups"):
            return self._formation(held, side, parent, long, sidc)
        self._counter(held, side, parent, long, sidc)
        return None

    def _formation(self, held: dict[str, Any], side: Side, parent: str, name: str, sidc: str) -> Formation:
        key = side.id, parent, name.casefold()
        there, number = self._formations.get(key, []), self._met["formations", key]
        self._met["formations", key] += 1
        if number < len(there):
            return there[number]
        id_ = self._ids["formations"].made_of(_text(held, "shortName") or name)
        found = Formation(id_, name, side.id, parent, sidc, note=_note(held, name))
        self._put("formations", found)
        return found

    def _counter(self, held: dict[str, Any], side: Side, formation: str, long: str, sidc: str) -> None:
        name = _text(held, "shortName") or long
        key = side.id, formation, name.casefold()
        self._met["counters", key] += 1
        if self._name_id and self._met["counters", key] <= self._counters[key]:
            self._drops.add("unit", "a counter of this name is in its formation already", long)
            return
        values = Values({self._name_id: name}) if self._name_id else NO_VALUES
        note = _note(held, name)
        if name != long or not self._name_id:
            note = ": ".join(filter(None, (long, note)))
        self._put("counters", Counter(self._ids["counters"].made_of(name), side.id, values, None, formation, sidc, note=note))

    def _symbol(self, held: dict[str, Any], identity: str, name: str) -> str:
        """The symbol of a unit with the identity of its side."""
        sidc = held.get("sidc")
        if sidc is None or sidc == "":
            return ""
        if not isinstance(sidc, str) or len(sidc) > 40:
            self._drops.add("symbol", "its code is no text", name)
            return ""
        sidc = sidc.strip()
        if len(sidc) in (20, 30) and sidc.isdecimal() and identity:
            return f"{sidc[:3]}{identity}{sidc[4:]}"
        return sidc

    def _drop_keys(self, held: dict[str, Any], what: str, name: str) -> None:
        for key, value in held.items():
            if key not in _TAKEN and value not in _EMPTY:
                self._drops.add(f"{key} of a {what}", _WHY.get(key, _OTHERWISE), name)

    def _put(self, section: Section, item: OobItem) -> None:
        self._changes[OobRef(section, self._next[section])] = item
        self._next[section] += 1
        self._counts[section] += 1


def _children(held: Any, key: str) -> list[Any]:
    found = held.get(key) if isinstance(held, dict) else None
    return found if isinstance(found, list) else []


def _text(held: dict[str, Any], key: str) -> str:
    """A text of the file, "" for none; line ends and blanks at its ends do not count."""
    found = held.get(key)
    return " ".join(found.split()) if isinstance(found, str) else ""


def _note(held: dict[str, Any], name: str) -> str:
    """The description of a unit, where it says more than its name."""
    description = held.get("description")
    text = description.strip() if isinstance(description, str) else ""
    return text if text != name else ""
