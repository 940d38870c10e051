"""How the units of an op sheet are divided: put on it and taken off, held back, grouped by task [TCS 4.01 6.6-6.7, 6.12, 6.14].

A sheet names counters and formations, a formation for all in it. Taking a part of a formation away leaves the other parts named
one by one, so that nobody is ever lost or meant twice.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TypeVar

from core.geometry.hexes import Hex
from core.model.oob import Counter, Formation, Oob
from core.model.orders import Alternate, OpSheet, TaskGroup

Part = TypeVar("Part", TaskGroup, Alternate)

FIRST_GROUP = "Group {number}"
"""What a group is called that was not named yet."""


def parts_of(oob: Oob, name: str) -> tuple[str, ...]:
    """The ids of the formations and counters right below a formation; none for a counter."""
    if oob.formation(name) is None:
        return ()
    below: tuple[Formation | Counter, ...] = (*oob.children(name), *oob.members(name))
    return tuple(each.id for each in below)


def without(oob: Oob, names: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Names less those of some counters and formations; a formation that loses some of its counters is named by its parts from
    then on."""
    lost = set(gone)
    counters = set(oob.counters_meant(lost))
    left: dict[str, None] = {}
    waiting, divided = [*names][::-1], set[str]()
    while waiting:
        name = waiting.pop()
        meant = set(oob.counters_meant((name,)))
        if name in lost or (meant and meant <= counters):
            continue
        if meant.isdisjoint(counters):
            left[name] = None
        elif name not in divided:
            # Formations in a ring stand below themselves.
            divided.add(name)
            waiting += parts_of(oob, name)[::-1]
    return tuple(left)


def put_on(oob: Oob, sheet: OpSheet, names: Iterable[str]) -> OpSheet:
    """A sheet with more units on it; who is on it already, or came off it, is not named twice."""
    on, wanted = set(oob.counters_meant(sheet.units)), dict.fromkeys(names)
    new = [name for name in wanted if not on.issuperset(oob.counters_meant((name,)) or (name,)) and name not in sheet.units]
    coming = set(oob.counters_meant(wanted))
    kept = without(oob, sheet.units, new)
    left = tuple(each for each in sheet.left if each[0] not in coming)
    return replace(sheet, units=(*kept, *new), left=left)


def taken_off(oob: Oob, sheet: OpSheet, names: Iterable[str]) -> OpSheet:
    """A sheet without some units, wherever it named them; groups and alternates that nobody is left in are gone."""
    gone = {*names}
    gone |= set(oob.counters_meant(gone))
    return replace(
        sheet,
        units=without(oob, sheet.units, gone),
        reserve=without(oob, sheet.reserve, gone),
        rally=tuple(each for each in sheet.rally if without(oob, each[:1], gone)),
        groups=_divided(oob, sheet.groups, gone),
        alternates=_divided(oob, sheet.alternates, gone),
    )


def _divided(oob: Oob, parts: Iterable[Part], gone: Collection[str]) -> tuple[Part, ...]:
    """Groups or alternates less some counters; those that lost all of theirs are left out."""
    made = ((part, replace(part, units=without(oob, part.units, gone))) for part in parts)
    return tuple(new for old, new in made if new.units or not old.units)


def held_back(oob: Oob, sheet: OpSheet, names: Iterable[str], held: bool) -> OpSheet:
    """A sheet with some units in the reserve, or out of it. [TCS 4.01 6.14b]"""
    wanted = tuple(names)
    others = without(oob, sheet.reserve, wanted)
    return replace(sheet, reserve=(*others, *wanted) if held else others)


def gathered_at(sheet: OpSheet, names: Iterable[str], place: Hex | None) -> OpSheet:
    """A sheet with a rally point for each of some units or formations, None to take theirs away. [TCS 4.01 6.12a]"""
    wanted = tuple(names)
    others = tuple(each for each in sheet.rally if each[0] not in wanted)
    return replace(sheet, rally=others if place is None else (*others, *((name, place) for name in wanted)))


def grouped(oob: Oob, sheet: OpSheet, names: Iterable[str], group: int | None) -> OpSheet:
    """A sheet with some units in one of its groups, by number, and in no other; None for no group. [TCS 4.01 6.6]"""
    wanted = tuple(names)
    left = (replace(each, units=without(oob, each.units, wanted)) for each in sheet.groups)
    groups = tuple(replace(each, units=(*each.units, *wanted)) if number == group else each for number, each in enumerate(left))
    return replace(sheet, groups=groups)


def with_group(oob: Oob, sheet: OpSheet, names: Iterable[str]) -> OpSheet:
    """A sheet with one more group, the last of them, that some units are in. [TCS 4.01 6.6, 6.7]"""
    taken = {each.name.casefold() for each in sheet.groups}
    name = next(
        made
        for number in range(len(taken) + 1, 2 * len(taken) + 2)
        if (made := FIRST_GROUP.format(number=number)).casefold() not in taken
    )
    return grouped(oob, replace(sheet, groups=(*sheet.groups, TaskGroup(name))), names, len(sheet.groups))


def group_of(oob: Oob, sheet: OpSheet, name: str) -> int | None:
    """The number of the group that all of a unit or formation is in; None where it is in none, or divided among several."""
    meant = set(oob.counters_meant((name,)))
    if not meant:
        return None
    return next((n for n, each in enumerate(sheet.groups) if meant <= set(oob.counters_meant(each.units))), None)


def is_held_back(oob: Oob, sheet: OpSheet, name: str) -> bool:
    """Whether all of a unit or formation is in the reserve."""
    meant = set(oob.counters_meant((name,)))
    return bool(meant) and meant <= set(oob.counters_meant(sheet.reserve))


def with_alternate(oob: Oob, sheet: OpSheet, names: Iterable[str]) -> OpSheet:
    """A sheet with one more alternate, for some units that lose any other that they had. [TCS 4.01 6.14c]"""
    wanted = tuple(names)
    others = _divided(oob, sheet.alternates, wanted)
    return replace(sheet, alternates=(*others, Alternate(wanted)))
