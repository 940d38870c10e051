"""Changes of a box and its maps. Whatever a tool does to items of a map is one `ChangeItems`.

Points are settled to what files keep of them before they are put in, so that what is judged now is judged again after the
box has been saved and opened.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.geometry.layout import Point
from core.model.box import BoxHead, PlacedSheet
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.maps import Area, Contour, Item, ItemRef, Key, Low, Name, Path, Points, Section, SheetHead, Spot
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
        case Spot() | Low() | Name():
            return replace(item, at=settled_point(item.at))
        case _:
            return item


@dataclass(frozen=True, slots=True)
class ChangeItems:
    """Puts items on maps, replaces them, or (None) takes them off. `label` names what was done: "Draw contour".

    Items are settled once, when the edit is made.
    """

    label: str
    items: Mapping[ItemRef, Item | None]

    def __post_init__(self) -> None:
        """Settles the items."""
        made = {ref: None if item is None else settled(item) for ref, item in self.items.items()}
        object.__setattr__(self, "items", MappingProxyType(made))

    @classmethod
    def as_kept(cls, label: str, items: Mapping[ItemRef, Item | None]) -> "ChangeItems":
        """An edit of items that a box holds just so: nothing is to be settled."""
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
        changed = {ref for ref, item in self.items.items() if before.box.item(ref) != item}
        return Touched(items=frozenset(changed))


@dataclass(frozen=True, slots=True)
class ChangeSheet:
    """Says something else about a sheet: its title, its contour interval, its grid, its underlay."""

    label: str
    sheet: str
    head: SheetHead

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

    def apply(self, work: Work) -> Work:
        """The work with these sheets."""
        return replace(work, box=replace(work.box, sheets=self.sheets))

    def touched(self, before: Work) -> Touched:
        """All sheets, unless they stay the same."""
        return Touched() if self.sheets == before.box.sheets else Touched(frozenset({Aspect.SHEETS}))


@dataclass(frozen=True, slots=True)
class ChangeBox:
    """Says something else about a box: its title, its options, its terrain."""

    label: str
    head: BoxHead

    def apply(self, work: Work) -> Work:
        """The work with that head."""
        return replace(work, box=work.box.with_head(self.head))

    def touched(self, before: Work) -> Touched:
        """Terrain where that changes, else what is only said."""
        old, new = before.box.head, self.head
        aspects = set()
        if (old.terrain, old.palette, old.ruleset) != (new.terrain, new.palette, new.ruleset):
            aspects.add(Aspect.TERRAIN)
        if (old.title, old.options, old.note) != (new.title, new.options, new.note):
            aspects.add(Aspect.HEADS)
        return Touched(frozenset(aspects))


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
    if touched.items and Aspect.SHEETS not in touched.aspects:
        edits.append(ChangeItems.as_kept("", {ref: box.item(ref) for ref in touched.items}))
    return tuple(edits)
