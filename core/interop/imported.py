"""What reading another program's file gives: a map sheet, and the list of everything that could not be kept.

Every reader of this package is a function `(data or path, target, settings) -> Imported`. `brought` makes one undoable edit of
the result for a box that is open, `new_box` a box of its own. Nothing has changed before one of them is applied.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as File
from types import MappingProxyType
from typing import Any, Literal, cast

import immutables

from core.base.errors import CoreError, Place, WrongUse
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.edit import Edit, Several
from core.model.edits.map_edits import ChangeItems, ChangeSheet, ChangeSheets
from core.model.maps import SECTIONS, Area, Contour, Item, ItemRef, Key, MapSheet, Path, Points, Section
from core.model.terrain import FITTING, Terrain
from core.model.work import Work

MOST_BYTES = 256 * 1024 * 1024
"""Largest file that is read whole into memory."""

MANY_POINTS = 1_000
"""Points of new shapes from which an import is no longer shown at once."""

Limits = Callable[[MapSheet], tuple[MapSheet, Iterable[tuple[ItemRef, str]]]]
"""What files can hold of a sheet, and the items that they cannot, each with the reason; `core.files.limits` has it."""

Replacing = bool | Literal["generated"]
"""What an import takes off first: nothing, all that a sheet holds of what it brings, or of that what came from elevation."""

PLACES = 3
"""How many places one line of the list of what was dropped names."""

_SINGULAR: Mapping[Section, str] = MappingProxyType({each: "hex" if each == "hexes" else each[:-1] for each in SECTIONS})

Progress = Callable[[float, str], None]
"""Called with the part that is done (0 to 1) and with what is being done. What it raises ends the work and is passed on."""


class BadFile(CoreError):
    """A file of another program that cannot be read; the text starts with the place of the fault."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place


class OtherShape(WrongUse):
    """A file whose hexes are not those of the map that it was to come onto; it can make a map of its own."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something of a file that did not come along: `what` it is, `where` it stands, `why`, and how many of the kind."""

    what: str
    where: str
    why: str
    count: int = 1

    def __str__(self) -> str:
        many = f"{self.count} × " if self.count > 1 else ""
        where = f" ({self.where})" if self.where else ""
        return f"{many}{self.what}{where}: {self.why}"


class Drops:
    """Collects what is dropped; equal things for equal reasons become one line with their number and the first places."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[int, list[str]]] = {}

    def add(self, what: str, why: str, where: str = "", count: int = 1) -> None:
        """Notes that something was dropped."""
        number, places = self._found.setdefault((what, why), (0, []))
        if where and len(places) <= PLACES and where not in places:
            places.append(where)
        self._found[what, why] = number + count, places

    @property
    def listed(self) -> tuple[Dropped, ...]:
        """Everything so far, in the order in which it was first met."""
        return tuple(
            Dropped(what, ", ".join(places[:PLACES]) + (", …" if len(places) > PLACES else ""), why, number)
            for (what, why), (number, places) in self._found.items()
        )


@dataclass(frozen=True)
class Target:
    """Where a file is brought to: a sheet as it is, and the kinds of terrain that its box knows.

    `grid_is_open` says that the sheet is to be made new, so that a file which knows a grid of its own may bring it.
    """

    sheet: MapSheet
    terrain: Mapping[str, Terrain]
    grid_is_open: bool = False

    def known(self, candidates: Iterable[str], section: Section) -> str | None:
        """The first of some kinds of terrain that the box knows and that fits a section, None when none does."""
        for id_ in candidates:
            terrain = self.terrain.get(id_)
            if terrain is not None and terrain.kind in FITTING[section]:
                return id_
        return None


@dataclass(frozen=True)
class Imported:
    """A sheet that holds what was read, and nothing else, and what was dropped on the way.

    `brings` are the sections that the file speaks of; replacing replaces these and leaves the others alone.
    """

    sheet: MapSheet
    dropped: tuple[Dropped, ...] = ()
    brings: frozenset[Section] = field(default_factory=frozenset)

    def only(self, sections: Iterable[Section] | None) -> "Imported":
        """What was read of some sections; None stands for all."""
        if sections is None:
            return self
        wanted = frozenset(sections)
        sheet = self.sheet
        for section in SECTIONS:
            if section not in wanted and len(getattr(sheet, section)):
                empty: dict[Key, Item | None] = dict.fromkeys(keys_of(sheet, section))
                sheet = sheet.with_items(section, empty)
        return replace(self, sheet=sheet, brings=self.brings & wanted)

    def within(self, limits: Limits) -> "Imported":
        """What files can hold of it; what they cannot is listed as dropped. Raises WrongUse for a head that they cannot."""
        kept, left_out = limits(self.sheet)
        drops = Drops()
        for ref, why in left_out:
            item = self.sheet.item(ref.section, ref.key)
            drops.add(_SINGULAR[ref.section], why, getattr(item, "name", "") or getattr(item, "text", ""))
        return replace(self, sheet=kept, dropped=(*self.dropped, *drops.listed))

    @property
    def counts(self) -> Mapping[Section, int]:
        """How many items came along, by section; sections without any are left out."""
        return MappingProxyType({each: len(getattr(self.sheet, each)) for each in SECTIONS if len(getattr(self.sheet, each))})


def keys_of(sheet: MapSheet, section: Section) -> tuple[Key, ...]:
    """The keys of all items of a section."""
    return tuple(sheet.hexes) if section == "hexes" else sheet.items(section).keys


def items_of(sheet: MapSheet, section: Section) -> Iterable[tuple[Key, Item]]:
    """The items of a section with their keys."""
    return sorted(sheet.hexes.items()) if section == "hexes" else sheet.items(section).keyed()


def bare(sheet: MapSheet) -> MapSheet:
    """A sheet without its items, underlay and note."""
    empty: dict[str, Any] = {section: () for section in SECTIONS if section != "hexes"}
    return replace(sheet, hexes=immutables.Map(), underlay=None, note="", **empty)


def filled(sheet: MapSheet, found: Mapping[Any, list[tuple[Key | None, Item]]]) -> MapSheet:
    """A sheet with items put in, by section; those of hexes stand with their cell."""
    for section, items in found.items():
        numbered = {key if key is not None else number: item for number, (key, item) in enumerate(items, 1)}
        sheet = sheet.with_items(section, cast("dict[Key, Item | None]", numbered))
    return sheet


def leaving(sheet: MapSheet, imported: Imported, replacing: Replacing) -> Iterator[tuple[Section, Key]]:
    """The items of a sheet that go when something is brought onto it."""
    for section in SECTIONS:
        if replacing and section in imported.brings:
            for key, item in items_of(sheet, section):
                if replacing != "generated" or getattr(item, "source", "") == "elevation":
                    yield section, key


def brought(box: GameBox, file: str, imported: Imported, label: str, replacing: Replacing = False) -> Edit:
    """The one edit that brings what was read onto a sheet of a box: beside what is there, or in its place.

    The sheet's contour interval, its georeference and hex size become those of what was read, where that states any. Raises
    WrongUse for another interval than that of the other maps of the box: heights are worked out from contours of several.
    """
    sheet = box.sheet(file).sheet
    interval = imported.sheet.contour_interval
    others = [placed for placed in box.sheets if placed.file != file and placed.sheet.contour_interval != interval]
    if others and interval is not None and interval != sheet.contour_interval:
        other = others[0].sheet.contour_interval
        has = "none" if other is None else f"one of {float(other):g} m"
        said = f"All maps of a box have one contour interval, and map {others[0].letter} has {has}, not {float(interval):g} m"
        raise WrongUse(f"{said}; import without another interval, or change that of all maps first.")
    changes: dict[ItemRef, Item | None] = {
        ItemRef(file, section, key): None for section, key in leaving(sheet, imported, replacing)
    }
    for section in SECTIONS:
        next_key = 1 if section == "hexes" else sheet.items(section).next_key
        for number, (key, item) in enumerate(items_of(imported.sheet, section)):
            changes[ItemRef(file, section, key if section == "hexes" else next_key + number)] = item
    head = replace(
        sheet.head,
        grid=replace(sheet.grid, hex_m=imported.sheet.grid.hex_m),
        contour_interval=imported.sheet.contour_interval or sheet.contour_interval,
        georeference=imported.sheet.georeference or sheet.georeference,
    )
    edits: list[Edit] = [] if head == sheet.head else [ChangeSheet(label, file, head)]
    if changes:
        edits.append(ChangeItems(label, MappingProxyType(changes)))
    return edits[0] if len(edits) == 1 else Several(label, tuple(edits))


def in_pieces(work: Work, edit: Edit) -> Edit:
    """An edit of an import as the window does it: one of many points as one of whole sheets.

    Views follow single items at once, and whole sheets in pieces of time.
    """
    if _points(edit) <= MANY_POINTS:
        return edit
    return ChangeSheets(edit.label, edit.apply(work).box.sheets)


def _points(edit: Edit) -> int:
    match edit:
        case ChangeItems():
            return sum(len(ring) for item in edit.items.values() if item is not None for ring in _rings(item))
        case Several():
            return sum(_points(each) for each in edit.edits)
        case _:
            return 0


def _rings(item: Item) -> tuple[Points, ...]:
    match item:
        case Contour() | Path():
            return (item.line,)
        case Area():
            return item.shape
        case _:
            return ()


def new_box(title: str, ruleset: str, imported: Imported, letter: str = "A") -> GameBox:
    """A box of the one sheet that was read."""
    sheet = replace(imported.sheet, id=letter or "A")
    frame = SheetFrame.place(sheet.grid.raised, sheet.grid.orientation)
    return GameBox(title, ruleset, (PlacedSheet(sheet, frame, letter, f"{sheet.id.lower()}.map.yaml"),))


def read_bytes(file: File, most: int = MOST_BYTES) -> bytes:
    """The whole of a file. Raises BadFile for one that is missing, no ordinary file, or too large."""
    place = Place(str(file))
    try:
        if not file.is_file():
            other = "This is a folder, not a file." if file.is_dir() else "This is no ordinary file."
            raise BadFile(place, other if file.exists() else "There is no such file.")
        with file.open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise BadFile(place, f"The file cannot be read: {error.strerror}.") from error
    if len(data) > most:
        raise BadFile(place, f"The file has more than {most // 1024**2:,} MB, which is more than is read.")
    return data


def decoded(data: bytes, name: str) -> str:
    """The text of a file in UTF-8. Raises BadFile with the line of the first byte that is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadFile(Place(name, line), f"This is not text in UTF-8 (byte {data[error.start]:#04x}).") from error


def part_of(progress: Progress | None, start: float, share: float) -> Progress | None:
    """A callback for a piece of the work that takes `share` of the whole from `start` on."""
    if progress is None:
        return None
    whole = progress
    return lambda done, what: whole(start + share * done, what)
