"""Changes of a box and its maps. Whatever a tool does to items of a map is one `ChangeItems`.

Points are settled to what files keep of them before they are put in, so that what is judged now is judged again after the
box has been saved and opened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.base.whole_text import with_whole_texts
from core.geometry.layout import Point
from core.model.box import BoxHead, GameBox, PlacedSheet
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.edits.force_edits import restated_forces
from core.model.edits.look_edits import ChangeLooks
from core.model.maps import (
    SECTIONS,
    Area,
    Contour,
    Item,
    ItemRef,
    Key,
    Low,
    Name,
    Path,
    Points,
    Polygon,
    Section,
    SheetHead,
    Spot,
)
from core.model.work import Work

DECIMALS = 4
"""What files keep of a coordinate."""


def settled_point(point: Point) -> Point:
    """A point as a file keeps it; never a negative zero.

    >>> settled_point((1.23456, -0.00001))
    (1.2346, 0.0)
    """
    return round(point[0], DECIMALS) + 0.0, round(point[1], DECIMALS) + 0.0


def settled_line(points: Iterable[Point]) -> Points:
    """A line as a file keeps it, without points that repeat the one before."""
    # Spelled out: commands for a whole map settle a hundred thousand points, and a call for each is what takes longest.
    line = [(round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0) for x, y in points]
    return tuple(point for before, point in zip([None, *line], line, strict=False) if point != before)


def settled(item: Item) -> Item:
    """An item whose points are what a file keeps of them."""
    match item:
        case Contour() | Path():
            return replace(item, line=settled_line(item.line))
        case Area():
            return replace(item, shape=tuple(settled_line(ring) for ring in item.shape))
        case Spot() | Low():
            return replace(item, at=settled_point(item.at))
        case Name():
            size, angle = round(item.size, DECIMALS), round(item.angle, DECIMALS) + 0.0
            return replace(item, at=settled_point(item.at), size=size, angle=angle)
        case _:
            return item


def fault_of(item: Item) -> str:
    """Why no file could keep a settled item, as a sentence; empty when it can: a line has two points that differ, a ring
    three, and it comes back to its first.
    """
    match item:
        case Contour() | Path() if not is_line(item.line):
            named = "contour" if isinstance(item, Contour) else "path"
            return f"A {named} needs at least two points that are not the same."
        case Area() if not item.shape or not all(map(is_ring, item.shape)):
            what = "An area" if not item.shape or not is_ring(item.shape[0]) else "A hole"
            return f"{what} needs a closed outline of at least three points that are not the same."
    return ""


def is_line(points: Points) -> bool:
    """Whether settled points differ, so that they make a line."""
    # No settled point repeats the one before.
    return len(points) > 1


def is_ring(points: Points) -> bool:
    """Whether settled points make a ring: closed, at least three of them different."""
    return len(points) > 3 and points[0] == points[-1] and any(point not in points[:2] for point in points)


def settled_shape(rings: Iterable[Iterable[Point]]) -> Polygon:
    """An outline with its holes as a file keeps them, without holes too small for it; empty where the outline itself is."""
    outer, *holes = map(settled_line, rings)
    return (outer, *filter(is_ring, holes)) if is_ring(outer) else ()


def kept(item: Item) -> Item:
    """An item as a box keeps it: its points settled, its texts whole. Raises WrongUse for one that no file could keep."""
    made = with_whole_texts(settled(item))
    fault = fault_of(made)
    if fault:
        raise WrongUse(fault)
    return made


@dataclass(frozen=True, slots=True)
class ChangeItems:
    """Puts items on maps, replaces them, or (None) takes them off. `label` names what was done: "Draw contour".

    Items are settled once, when the edit is made. Raises WrongUse for an item that no file could keep.
    """

    label: str
    items: Mapping[ItemRef, Item | None]

    def __post_init__(self) -> None:
        """Settles the items, and checks them."""
        made = {ref: None if item is None else kept(item) for ref, item in self.items.items()}
        object.__setattr__(self, "items", MappingProxyType(made))

    @classmethod
    def as_kept(cls, label: str, items: Mapping[ItemRef, Item | None]) -> "ChangeItems":
        """An edit of items that a box holds just so, or that `kept` has given: nothing is to be settled."""
        made = object.__new__(cls)
        object.__setattr__(made, "label", label)
        object.__setattr__(made, "items", MappingProxyType(dict(items)))
        return made

    def apply(self, work: Work) -> Work:
        """The work with the items changed. Items of sheets that are not there are left out."""
        by_section: dict[tuple[str, Section], dict[Key, Item | None]] = {}
        for ref, item in self.items.items():
            by_section.setdefault((ref.sheet, ref.section), {})[ref.key] = item
        box = work.box
        files = {placed.file for placed in box.sheets}
        for (file, section), changes in by_section.items():
            if file in files:
                box = box.with_sheet(file, box.sheet(file).sheet.with_items(section, changes))
        return replace(work, box=box)

    def touched(self, before: Work) -> Touched:
        """The items that become other than they were."""
        there = items_of(before.box, self.items)
        return Touched(items=frozenset(ref for (ref, old), item in zip(there, self.items.values(), strict=True) if old != item))


@dataclass(frozen=True, slots=True)
class ChangeSheet:
    """Says something else about a sheet: its title, its contour interval, its grid, its underlay."""

    label: str
    sheet: str
    head: SheetHead

    def __post_init__(self) -> None:
        """Makes the texts whole."""
        head = with_whole_texts(self.head)
        numbering = with_whole_texts(head.grid.numbering)
        if numbering is not head.grid.numbering:
            head = replace(head, grid=replace(head.grid, numbering=numbering))
        if head.underlay is not None and with_whole_texts(head.underlay) is not head.underlay:
            head = replace(head, underlay=with_whole_texts(head.underlay))
        object.__setattr__(self, "head", head)

    def apply(self, work: Work) -> Work:
        """The work with that sheet's head; the box stays as it is without that sheet."""
        if self.sheet not in {placed.file for placed in work.box.sheets}:
            return work
        return replace(work, box=work.box.with_sheet(self.sheet, work.box.sheet(self.sheet).sheet.with_head(self.head)))

    def touched(self, before: Work) -> Touched:
        """Sheets where the grid changes, else the underlay or what is only said."""
        old = next((placed.sheet.head for placed in before.box.sheets if placed.file == self.sheet), self.head)
        aspects = set()
        if old.grid != self.head.grid:
            aspects.add(Aspect.SHEETS)
        if old.underlay != self.head.underlay:
            aspects.add(Aspect.UNDERLAY)
        if replace(old, grid=self.head.grid, underlay=self.head.underlay) != self.head:
            aspects.add(Aspect.HEADS)
        return Touched(frozenset(aspects))


@dataclass(frozen=True, slots=True)
class ChangeSheets:
    """Replaces the sheets of a box: another one added, one taken out, laid elsewhere, resized."""

    label: str
    sheets: tuple[PlacedSheet, ...]

    def __post_init__(self) -> None:
        """Makes the texts whole; those of items are so already."""
        if any(with_whole_texts(each.sheet) is not each.sheet for each in self.sheets):
            sheets = tuple(replace(each, sheet=with_whole_texts(each.sheet)) for each in self.sheets)
            object.__setattr__(self, "sheets", sheets)

    def apply(self, work: Work) -> Work:
        """The work with these sheets."""
        return replace(work, box=replace(work.box, sheets=self.sheets))

    def touched(self, before: Work) -> Touched:
        """All sheets, unless they stay the same."""
        return Touched() if self.sheets == before.box.sheets else Touched(frozenset({Aspect.SHEETS}))


@dataclass(frozen=True, slots=True)
class ChangeBox:
    """Says something else about a box: its title, its options, its terrain, its charts."""

    label: str
    head: BoxHead

    def __post_init__(self) -> None:
        """Makes the texts whole."""
        head, terrain = with_whole_texts(self.head), {id_: with_whole_texts(each) for id_, each in self.head.terrain.items()}
        if any(terrain[id_] is not each for id_, each in head.terrain.items()):
            head = replace(head, terrain=MappingProxyType(terrain))
        object.__setattr__(self, "head", head)

    def apply(self, work: Work) -> Work:
        """The work with that head."""
        return replace(work, box=work.box.with_head(self.head))

    def touched(self, before: Work) -> Touched:
        """Terrain where that changes, else what is only said."""
        old, new = before.box.head, self.head
        aspects = set()
        if (old.terrain, old.palette, old.ruleset) != (new.terrain, new.palette, new.ruleset):
            aspects.add(Aspect.TERRAIN)
        said = (old.title, old.options, old.note, old.charts, old.chart_set)
        if said != (new.title, new.options, new.note, new.charts, new.chart_set):
            aspects.add(Aspect.HEADS)
        return Touched(frozenset(aspects))


def _nothing(key: object) -> None:
    """What a sheet that is not there holds."""


def items_of(box: GameBox, refs: Iterable[ItemRef]) -> Iterator[tuple[ItemRef, Item | None]]:
    """Each ref with its item, None where there is none any more."""
    # Spelled out: an edit may have touched ten thousand items.
    kept_by: dict[tuple[str, Section], Callable[[Any], Item | None]] = {}
    for placed in box.sheets:
        for section in SECTIONS:
            kept_by[placed.file, section] = getattr(placed.sheet, section).get
    return ((ref, kept_by.get((ref.sheet, ref.section), _nothing)(ref.key)) for ref in refs)


def restated(work: Work, touched: Touched) -> tuple[Edit, ...]:
    """Edits that bring any work that differs from this one only in what was touched to this one's box.

    The worker process and the recovery file hear of every change in this form, be it done, undone or redone.
    """
    box = work.box
    edits: list[Edit] = []
    if Aspect.SHEETS in touched.aspects:
        edits.append(ChangeSheets("", box.sheets))
    elif touched.aspects & {Aspect.UNDERLAY, Aspect.HEADS}:
        edits += [ChangeSheet("", placed.file, placed.sheet.head) for placed in box.sheets]
    if touched.aspects & {Aspect.TERRAIN, Aspect.HEADS}:
        edits.append(ChangeBox("", box.head))
    if Aspect.LOOKS in touched.aspects:
        edits.append(ChangeLooks("", box.looks))
    if touched.items and Aspect.SHEETS not in touched.aspects:
        edits.append(ChangeItems.as_kept("", dict(items_of(box, touched.items))))
    return (*edits, *restated_forces(work, touched))
