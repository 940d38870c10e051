"""The order of battle: sides, their formations as a tree, and the counters with what is printed on them.

Printed values are a mapping described by the ruleset (`core.rules.kernel.counter_values`); this module knows no value by its
meaning. Counters, formations and sides are named by texts (`id`) that never change, whatever they are called: scenarios and
journals speak of them by these. Edits name them by section and key, as items of maps.
"""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, KeysView, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, cast, get_args

import immutables

from core.base.errors import Place
from core.model.items import Items
from core.model.maps import NOWHERE

Value = bool | int | Fraction | str
"""A printed value: a flag, a whole number, an exact number, a word or one of the words of a choice."""

Values = immutables.Map[str, Value]
"""Printed values by the id that the ruleset gives them. What is not printed has no entry."""

NO_VALUES: Values = immutables.Map()


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the game. `colour` and `ink` are those of its counters, as #rrggbb; `values` hold for the side as a whole."""

    id: str
    name: str
    colour: str = ""
    ink: str = ""
    values: Values = NO_VALUES
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Formation:
    """A part of a side's order of battle, from a company to a corps. `parent` is the formation that it belongs to, "" for none.

    `stripe` is the colour that its counters show, "" for that of its parent. `values` are what the ruleset keeps of formations:
    morale boxes, ratings.
    """

    id: str
    name: str
    side: str
    parent: str = ""
    sidc: str = ""
    stripe: str = ""
    values: Values = NO_VALUES
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Counter:
    """A printed piece. `values` stand on its front, `back` holds those that its other side prints otherwise; None for a blank
    back.

    `sidc` is the code of its symbol (APP-6D, 20 digits), `look` the template that it is drawn by, "" for the one of its kind.
    `copies` are printed of it; only one of them is a unit on the map.
    """

    id: str
    side: str
    values: Values = NO_VALUES
    back: Values | None = None
    formation: str = ""
    sidc: str = ""
    look: str = ""
    copies: int = 1
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)

    def face(self, side: int) -> Values:
        """What one side prints: 0 the front, 1 the back, which repeats what it does not print otherwise."""
        if side == 0 or self.back is None:
            return self.values
        return self.values.update(self.back)


OobItem = Side | Formation | Counter


def names_by_id(items: Iterable[Side | Formation]) -> dict[str, str]:
    """What sides or formations are called by, so that each is told from the others: by its name, else by its id.

    >>> names_by_id([Side("de", "German"), Formation("a", "1 Co", "de"), Formation("b", "1 co", "de"), Side("x", "")])
    {'de': 'German', 'a': 'a', 'b': 'b', 'x': 'x'}
    """
    some = tuple(items)
    held = Tally(each.name.casefold() for each in some)
    return {each.id: each.name if each.name and held[each.name.casefold()] == 1 else each.id for each in some}


OobSection = Literal["sides", "formations", "counters"]
OOB_SECTIONS: tuple[OobSection, ...] = get_args(OobSection)


@dataclass(frozen=True, slots=True, order=True)
class OobRef:
    """Which side, formation or counter is meant, for as long as it is there."""

    section: OobSection
    key: int


@dataclass(frozen=True)
class Oob:
    """The order of battle of a box."""

    sides: Items[Side] = field(default_factory=Items)
    formations: Items[Formation] = field(default_factory=Items)
    counters: Items[Counter] = field(default_factory=Items)

    def __bool__(self) -> bool:
        return bool(self.sides or self.formations or self.counters)

    def items(self, section: OobSection) -> Items[Any]:
        """The items of a section."""
        return cast(Items[Any], getattr(self, section))

    def item(self, ref: OobRef) -> OobItem | None:
        """What is meant, None when it is there no more."""
        return cast(OobItem | None, self.items(ref.section).get(ref.key))

    def with_items(self, changes: Mapping[OobRef, OobItem | None]) -> "Oob":
        """The order of battle with items put in, replaced or (None) taken out."""
        by_section: dict[OobSection, dict[int, OobItem | None]] = {}
        for ref, item in changes.items():
            by_section.setdefault(ref.section, {})[ref.key] = item
        parts: dict[str, Any] = {section: self.items(section).with_changes(some) for section, some in by_section.items()}
        made = replace(self, **parts)
        if "_keys" in self.__dict__ and all(
            item is not None and (was := self.item(ref)) is not None and was.id == item.id for ref, item in changes.items()
        ):
            # Nothing has come, gone or got another id: thousands of ids need not be gathered anew.
            made.__dict__["_keys"] = self._keys
        return made

    # By id -----------------------------------------------------------------------------------------------------------------

    @cached_property
    def _keys(self) -> Mapping[OobSection, Mapping[str, int]]:
        found: dict[OobSection, dict[str, int]] = {}
        for section in OOB_SECTIONS:
            by_id = found.setdefault(section, {})
            for key, item in self.items(section).keyed():
                by_id.setdefault(item.id, key)
        return MappingProxyType(found)

    def ref(self, section: OobSection, id_: str) -> OobRef | None:
        """The ref of the item with an id, None when there is none. Of several with one id the first is meant."""
        key = self._keys[section].get(id_)
        return OobRef(section, key) if key is not None else None

    def _by_id(self, section: OobSection, id_: str) -> Any:
        key = self._keys[section].get(id_)
        return self.items(section).get(key) if key is not None else None

    @cached_property
    def printed(self) -> frozenset[str]:
        """The values that any counter prints, on either side."""
        return frozenset(id_ for counter in self.counters for face in (counter.values, counter.back or ()) for id_ in face)

    def side(self, id_: str) -> Side | None:
        """The side with an id."""
        return cast(Side | None, self._by_id("sides", id_))

    def formation(self, id_: str) -> Formation | None:
        """The formation with an id."""
        return cast(Formation | None, self._by_id("formations", id_))

    def counter(self, id_: str) -> Counter | None:
        """The counter with an id."""
        return cast(Counter | None, self._by_id("counters", id_))

    def ids(self, section: OobSection) -> KeysView[str]:
        """All ids of a section, in order."""
        return self._keys[section].keys()

    def new_id(self, section: OobSection, wanted: str, taken: Iterable[str] = ()) -> str:
        """An id that nothing has yet, made of what something is called.

        >>> Oob().new_id("counters", "A/1-123 Infantry"), Oob().new_id("sides", "Ü")
        ('a-1-123-infantry', 'ü')
        """
        words = "".join(sign if sign.isalnum() else " " for sign in wanted.casefold()).split()
        base = "-".join(words) or section[:-1]
        used = {*self._keys[section], *taken}
        number, id_ = 1, base
        while id_ in used:
            number += 1
            id_ = f"{base}-{number}"
        return id_

    # The tree --------------------------------------------------------------------------------------------------------------

    @cached_property
    def _children(self) -> Mapping[str, tuple[Formation, ...]]:
        found: dict[str, list[Formation]] = {}
        for each in self.formations:
            parent = each.parent if each.parent in self._keys["formations"] else ""
            found.setdefault(parent, []).append(each)
        return MappingProxyType({id_: tuple(some) for id_, some in found.items()})

    @cached_property
    def _members(self) -> Mapping[str, tuple[Counter, ...]]:
        found: dict[str, list[Counter]] = {}
        for each in self.counters:
            found.setdefault(each.formation if each.formation in self._keys["formations"] else "", []).append(each)
        return MappingProxyType({id_: tuple(some) for id_, some in found.items()})

    def children(self, formation: str, side: str = "") -> tuple[Formation, ...]:
        """The formations directly under one; under "" those at the top, of one side where it is named."""
        found = self._children.get(formation, ())
        return tuple(each for each in found if each.side == side) if side else found

    def members(self, formation: str, side: str = "") -> tuple[Counter, ...]:
        """The counters directly in a formation; in "" those in none, of one side where it is named."""
        found = self._members.get(formation, ())
        return tuple(each for each in found if each.side == side) if side else found

    def above(self, formation: str) -> Iterator[Formation]:
        """A formation and all that it belongs to, upwards; a ring of parents is gone round once."""
        seen: set[str] = set()
        while formation not in seen and (found := self.formation(formation)) is not None:
            seen.add(formation)
            yield found
            formation = found.parent

    def below(self, formation: str) -> Iterator[Formation]:
        """A formation and all that belong to it, each after its parent."""
        found = self.formation(formation)
        if found is None:
            return
        seen, waiting = {formation}, [found]
        while waiting:
            found = waiting.pop()
            yield found
            inner = [each for each in self.children(found.id) if each.id not in seen]
            seen.update(each.id for each in inner)
            waiting += reversed(inner)

    def counters_meant(self, names: Iterable[str]) -> tuple[str, ...]:
        """The ids of the counters that some names mean, each once: counters by their ids, formations with all in them. A name
        that nothing has stands for itself."""
        found: dict[str, None] = {}
        for name in names:
            is_formation = self.formation(name) is not None
            found |= dict.fromkeys((each.id for each in self.all_members(name)) if is_formation else (name,))
        return tuple(found)

    def all_members(self, formation: str) -> Iterator[Counter]:
        """The counters of a formation and of all that belong to it."""
        for each in self.below(formation):
            yield from self.members(each.id)

    def stripe(self, counter: Counter) -> str:
        """The colour of the band of a counter's formation, "" for none."""
        return next((each.stripe for each in self.above(counter.formation) if each.stripe), "")
