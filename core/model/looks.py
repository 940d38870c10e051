"""Looks as values: what counters and markers are drawn from, and the looks that a box brings of its own.

What is drawn of them for one counter is found by `core.rules.kernel.looks`. Areas lie in a unit square, x to the right and
y down.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, get_args

from core.base.colours import is_colour
from core.base.errors import Place
from core.base.whole_text import whole_text
from core.model.maps import NOWHERE

Area = tuple[float, float, float, float]
"""Left, top, width and height in the unit square."""

Form = Literal["box", "oval", "line", "text", "symbol", "sign"]
"""What a part of a face is. A line runs from the left top of its area to the right bottom; a sign is one of `signs.SIGNS`."""

Align = Literal["left", "middle", "right"]

BackWhen = Literal["always", "printed"]
"""When a counter has the back of its look: always, or where it prints values of its own there."""

MarkerPlace = Literal["unit", "hex", "formation", "side"]
"""What a marker lies with."""

MARKER_PLACES: tuple[MarkerPlace, ...] = get_args(MarkerPlace)

NO_LIMIT = math.inf
"""More pixels than any counter has, print among them."""

FULL_PX = 44.0
"""Pixels below which a counter counts as small, where a file does not say."""

DECIMALS = 4
"""Decimals that files keep of an area."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A text or colour that a value decides: `choices` by what the value says, `other` for all else and where it is missing.

    Without `by` it is always `other`. A value that is a colour itself, or the name of one, needs no entry.
    """

    other: str = ""
    by: str = ""
    choices: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.by or self.other)

    @property
    def words(self) -> tuple[str, ...]:
        """All that can be chosen."""
        return self.other, *(text for _, text in self.choices)


NOTHING = Chosen()


@dataclass(frozen=True, slots=True)
class Condition:
    """What a value must be: one of some words, or printed at all, or not. A flag that is off is not printed."""

    value: str
    among: tuple[str, ...] = ()
    printed: bool = True


@dataclass(frozen=True, slots=True)
class Element:
    """One thing that a look draws: see `faces.Part`. `small` is where it stands on a small counter, None for the same place.

    `text` is a template, or the code of a symbol where the counter has none of its own; `echelon` are the two digits that such
    a code says no size by. All of `when` must hold.
    """

    form: Form
    area: Area
    small: Area | None = None
    text: Chosen = NOTHING
    echelon: Chosen = NOTHING
    fill: Chosen = NOTHING
    ink: Chosen = NOTHING
    bar: Chosen = NOTHING
    when: tuple[Condition, ...] = ()
    width: float = 0.0
    dashed: bool = False
    round: float = 0.0
    align: Align = "middle"
    bold: bool = True
    turn: float = 0.0
    from_px: float = 0.0
    below_px: float = NO_LIMIT
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Look:
    """How counters of some kinds are drawn. `of` are kinds of pieces; none for a look that counters ask for by its id.

    `ground` and `back_ground` are the colours of the two sides. `back` is drawn where `back_when` says so. Below
    `full_px` pixels a counter counts as small. `colours` are those that it names; looks of a box have theirs in its book.
    """

    id: str
    title: str
    of: tuple[str, ...] = ()
    ground: Chosen = Chosen("side")
    front: tuple[Element, ...] = ()
    back_ground: Chosen = Chosen("side")
    back: tuple[Element, ...] = ()
    back_when: BackWhen | tuple[Condition, ...] = "printed"
    full_px: float = FULL_PX
    colours: tuple[tuple[str, str], ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


UNKNOWN_GROUND = Chosen("#ffffff")


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """One kind of marker. `section` is the rule that it comes from, `about` a sentence on what it says.

    `on` are the things that it lies with. It has a number from `least` to `most`, or none where those are None. `other` is the
    kind that its other side is, "" for a blank back. `owned` ones belong to a side and can show its colour.
    """

    id: str
    title: str
    section: str
    about: str
    on: tuple[MarkerPlace, ...]
    least: int | None = None
    most: int | None = None
    other: str = ""
    owned: bool = False
    ground: Chosen = UNKNOWN_GROUND
    parts: tuple[Element, ...] = ()
    full_px: float = FULL_PX
    colours: tuple[tuple[str, str], ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that it is printed with, none where it has no number."""
        return tuple(range(self.least, self.most + 1)) if self.least is not None and self.most is not None else ()

    def words(self) -> tuple[str, ...]:
        """The words by which pieces carry it."""
        return tuple(f"{self.id} {number}" for number in self.numbers) or (self.id,)


@dataclass(frozen=True)
class LookBook:
    """What a box brings of its own, over what its ruleset has: colours by name, looks and kinds of markers by id, in order.

    A colour takes the place of the one that looks of the ruleset call so, too. Of two looks for one kind of piece the first
    counts, and any of a box counts before those of the ruleset.
    """

    colours: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    looks: Mapping[str, Look] = field(default_factory=lambda: MappingProxyType({}))
    markers: Mapping[str, MarkerKind] = field(default_factory=lambda: MappingProxyType({}))

    def __bool__(self) -> bool:
        return bool(self.colours or self.looks or self.markers)

    def with_looks(self, changes: Mapping[str, Look | None]) -> "LookBook":
        """The book with looks put in at its end, replaced, or (None) taken out, by their ids."""
        looks = {id_: each for id_, each in {**self.looks, **changes}.items() if each is not None}
        return replace(self, looks=MappingProxyType(looks))

    def with_markers(self, changes: Mapping[str, MarkerKind | None]) -> "LookBook":
        """The book with kinds of markers put in at its end, replaced, or (None) taken out, by their ids."""
        markers = {id_: each for id_, each in {**self.markers, **changes}.items() if each is not None}
        return replace(self, markers=MappingProxyType(markers))

    def with_colours(self, changes: Mapping[str, str]) -> "LookBook":
        """The book with colours put in or replaced, by their names; "" takes one out."""
        colours = {name: each for name, each in {**self.colours, **changes}.items() if each}
        return replace(self, colours=MappingProxyType(colours))


# What files can keep --------------------------------------------------------------------------------------------------------


def kept_book(book: LookBook) -> LookBook:
    """A book as files keep it: areas with their decimals, inside the square; texts whole; colours by name in the book alone."""
    return LookBook(
        MappingProxyType({whole_text(name): colour.lower() for name, colour in book.colours.items() if is_colour(colour)}),
        MappingProxyType({id_: kept_look(look) for id_, look in book.looks.items()}),
        MappingProxyType({id_: _kept_marker(kind) for id_, kind in book.markers.items()}),
    )


def kept_look(look: Look) -> Look:
    """A look as the files of a box keep it."""
    return replace(
        look,
        title=whole_text(look.title),
        ground=_kept_chosen(look.ground),
        front=tuple(map(kept_element, look.front)),
        back_ground=_kept_chosen(look.back_ground),
        back=tuple(map(kept_element, look.back)),
        back_when=look.back_when if isinstance(look.back_when, str) else _kept_conditions(look.back_when),
        full_px=round(look.full_px, DECIMALS),
        colours=(),
    )


def _kept_marker(kind: MarkerKind) -> MarkerKind:
    return replace(
        kind,
        title=whole_text(kind.title),
        about=whole_text(kind.about),
        ground=_kept_chosen(kind.ground),
        parts=tuple(map(kept_element, kind.parts)),
        full_px=round(kind.full_px, DECIMALS),
        colours=(),
    )


def kept_element(element: Element) -> Element:
    """An element as the files of a box keep it."""
    return replace(
        element,
        area=kept_area(element.area),
        small=kept_area(element.small) if element.small is not None else None,
        text=_kept_chosen(element.text),
        echelon=_kept_chosen(element.echelon),
        fill=_kept_chosen(element.fill),
        ink=_kept_chosen(element.ink),
        bar=_kept_chosen(element.bar),
        when=_kept_conditions(element.when),
        width=round(element.width, DECIMALS),
        round=round(element.round, DECIMALS),
        turn=round(element.turn, DECIMALS),
        from_px=round(element.from_px, DECIMALS),
        below_px=round(element.below_px, DECIMALS) if element.below_px != NO_LIMIT else NO_LIMIT,
    )


def kept_area(area: Area) -> Area:
    """An area with the decimals that files keep, moved and made smaller until it lies in the square.

    >>> kept_area((0.9, -0.1, 0.25, 0.33333))
    (0.75, 0.0, 0.25, 0.3333)
    """
    width, height = (round(min(max(each, 0.0), 1.0), DECIMALS) for each in area[2:])
    left = round(min(max(area[0], 0.0), 1.0 - width), DECIMALS)
    top = round(min(max(area[1], 0.0), 1.0 - height), DECIMALS)
    return left, top, width, height


def _kept_chosen(chosen: Chosen) -> Chosen:
    if not chosen.by:
        return Chosen(whole_text(chosen.other)) if chosen.choices or whole_text(chosen.other) != chosen.other else chosen
    choices = tuple((whole_text(word), whole_text(text)) for word, text in dict(chosen.choices).items())
    return Chosen(whole_text(chosen.other), whole_text(chosen.by), choices)


def _kept_conditions(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return tuple(
        Condition(whole_text(each.value), tuple(map(whole_text, each.among)), each.printed or bool(each.among))
        for each in conditions
    )
