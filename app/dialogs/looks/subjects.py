"""What can be shown and changed in the window of looks: a look of counters, or a kind of marker as if it were one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from core.model.box import GameBox
from core.model.looks import Look, LookBook, MarkerKind
from core.model.oob import Counter, Side, Value
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.dressing import colours_of
from core.rules.kernel.faces import Face
from core.rules.kernel.look_checks import LookFault, look_faults, marker_faults
from core.rules.kernel.look_names import Names
from core.rules.kernel.look_samples import sample_counter
from core.rules.kernel.looks import PLAIN, Paints, Said, face_of, look_of, name_of, resolved, said_of
from core.rules.kernel.markers import marker_face, marker_said, marker_title, parted
from core.rules.kernel.ruleset import Ruleset

MOST_UNITS = 100
"""Counters that can be chosen to be drawn."""


@dataclass(frozen=True, slots=True)
class _OneLook:
    """Rules that know one look: whatever kind a unit is, it is drawn by that."""

    values: tuple[CounterValue, ...]
    looks: Mapping[str, Look]


@dataclass(frozen=True, slots=True)
class Shown:
    """What one side says, and in which colours, for what is drawn."""

    said: Said
    paints: Paints
    sidc: str = ""


class Subject(Protocol):
    """A look, or a marker seen as one, under the rules as they stand. `unit` is what is drawn by it, "" for anything."""

    @property
    def look(self) -> Look:
        """The look as it is drawn."""
        ...

    @property
    def is_own(self) -> bool:
        """Whether it is one of the box."""
        ...

    @property
    def is_ruled(self) -> bool:
        """Whether the ruleset has one of that id."""
        ...

    @property
    def ruled_colours(self) -> dict[str, str]:
        """The colours by name that the ruleset has for it."""
        ...

    @property
    def names(self) -> Names:
        """What its elements can name."""
        ...

    def units(self) -> list[tuple[str, str]]:
        """What can be drawn by it, by id, each with what it is called."""
        ...

    def shown(self, unit: str, side: int) -> Shown:
        """What one side says."""
        ...

    def face(self, unit: str, side: int, look: Look) -> Face:
        """One side, drawn by another look than its own."""
        ...

    def faults(self) -> tuple[LookFault, ...]:
        """What it names and there is not."""
        ...

    def put(self, look: Look | None) -> LookBook:
        """The looks of the box with this one otherwise, None without it."""
        ...

    def copied(self) -> LookBook:
        """The looks of the box with a copy of what the ruleset has."""
        ...


class LookSubject:
    """A look of counters."""

    def __init__(self, box: GameBox, ruleset: Ruleset, id_: str) -> None:
        self._box, self._ruleset, self._id = box, ruleset, id_
        self._bare = ruleset.bare if ruleset.bare is not None else ruleset

    @property
    def look(self) -> Look:
        """The look as it is drawn."""
        return self._ruleset.looks.get(self._id, PLAIN)

    @property
    def is_own(self) -> bool:
        """Whether it is one of the box."""
        return self._id in self._box.looks.looks

    @property
    def is_ruled(self) -> bool:
        """Whether the ruleset has one of that id."""
        return self._id in self._bare.looks

    @property
    def ruled_colours(self) -> dict[str, str]:
        """The colours by name of the looks of the ruleset."""
        return colours_of(self._bare.looks.values())

    @property
    def names(self) -> Names:
        """What its elements can name."""
        return Names.of(self._ruleset.values, tuple({**self.ruled_colours, **self._box.looks.colours}))

    def units(self) -> list[tuple[str, str]]:
        """The first counters of the box that are drawn by the look, by id, each with what it is called."""
        rules, found = self._ruleset, list[tuple[str, str]]()
        kind = next((value.id for value in rules.values if value.role == "kind"), "")
        # There may be thousands of counters, of a few kinds.
        by_it: dict[tuple[str, Value], bool] = {}
        for each in self._box.oob.counters:
            key = each.look, each.values.get(kind, "")
            if key not in by_it:
                by_it[key] = look_of(rules, each).id == self._id
            if by_it[key]:
                found.append((each.id, name_of(rules, each)))
                if len(found) == MOST_UNITS:
                    break
        return found

    def _counter(self, unit: str) -> Counter:
        found = self._box.oob.counter(unit) if unit else None
        return found if found is not None else sample_counter(self._ruleset, self.look, self._box.oob)

    def shown(self, unit: str, side: int) -> Shown:
        """What one side of the unit says; of a made-up one where none is meant."""
        counter, oob = self._counter(unit), self._box.oob
        paints = Paints(oob.side(counter.side), self.look.colours, oob.stripe(counter))
        return Shown(said_of(self._ruleset, oob, counter, side), paints, counter.sidc)

    def face(self, unit: str, side: int, look: Look) -> Face:
        """One side of the unit."""
        rules = _OneLook(self._ruleset.values, {look.id: look})
        return face_of(rules, self._box.oob, replace(self._counter(unit), look=look.id), side)

    def faults(self) -> tuple[LookFault, ...]:
        """What it names and there is not."""
        return tuple(look_faults(self.look, self.names))

    def put(self, look: Look | None) -> LookBook:
        """The looks of the box with this one otherwise, None without it."""
        return self._box.looks.with_looks({self._id: replace(look, id=self._id) if look is not None else None})

    def copied(self) -> LookBook:
        """The looks of the box with a copy of what the ruleset has."""
        return self.put(self._bare.looks[self._id])


class MarkerSubject:
    """A kind of marker: its parts are the front of a look. Its back is that of the kind on its other side."""

    def __init__(self, box: GameBox, ruleset: Ruleset, id_: str) -> None:
        self._box, self._ruleset, self._id = box, ruleset, id_
        self._bare = ruleset.bare if ruleset.bare is not None else ruleset

    @property
    def kind(self) -> MarkerKind:
        """The kind of marker."""
        return self._ruleset.markers[self._id]

    @property
    def look(self) -> Look:
        """The marker as a look."""
        kind = self.kind
        return Look(kind.id, kind.title, (), kind.ground, kind.parts, full_px=kind.full_px, colours=kind.colours)

    @property
    def is_own(self) -> bool:
        """Whether it is one of the box."""
        return self._id in self._box.looks.markers

    @property
    def is_ruled(self) -> bool:
        """Whether the ruleset has one of that id."""
        return self._id in self._bare.markers

    @property
    def ruled_colours(self) -> dict[str, str]:
        """The colours by name of the markers of the ruleset."""
        return colours_of(self._bare.markers.values())

    @property
    def names(self) -> Names:
        """What its parts can name."""
        return Names({}, tuple({**self.ruled_colours, **self._box.looks.colours}))

    def units(self) -> list[tuple[str, str]]:
        """The words by which it is laid, one for each of its numbers."""
        words = self.kind.words()
        return [(word, marker_title(self._ruleset, word)) for word in words] if len(words) > 1 else []

    def _owner(self) -> Side | None:
        return next(iter(self._box.oob.sides), None) if self.kind.owned else None

    def shown(self, unit: str, side: int) -> Shown:
        """What the marker says, of the first side where it belongs to one."""
        owner = self._owner()
        return Shown(marker_said(self.kind, parted(unit)[1] if unit else None, owner), Paints(owner, self.kind.colours))

    def face(self, unit: str, side: int, look: Look) -> Face:
        """The marker; as its back the kind on its other side."""
        if side:
            other = self.kind.other
            return marker_face(self._ruleset, other, self._owner()) if other else Face("#ffffff", "#8c8c8c")
        shown = self.shown(unit, side)
        return resolved(look.front, look.ground, shown.said, shown.paints, full_px=look.full_px)

    def faults(self) -> tuple[LookFault, ...]:
        """What it names and there is not."""
        return tuple(marker_faults(self.kind, self.names, self._ruleset.markers))

    def put(self, look: Look | None) -> LookBook:
        """The looks of the box with this marker otherwise, None without it."""
        made = None
        if look is not None:
            kind = self._box.looks.markers.get(self._id, self.kind)
            made = replace(kind, title=look.title, ground=look.ground, parts=look.front, full_px=look.full_px)
        return self._box.looks.with_markers({self._id: made})

    def copied(self) -> LookBook:
        """The looks of the box with a copy of what the ruleset has."""
        return self._box.looks.with_markers({self._id: self._bare.markers[self._id]})
