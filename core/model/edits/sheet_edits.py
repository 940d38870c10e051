"""Edits of which sheets a box has: another one beside, one taken out, another order, letter or size.

What lies on a sheet keeps its place on the ground. Functions give the edit and do nothing themselves.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, sqrt
from typing import Any

import immutables

from core.base.errors import WrongUse
from core.geometry.labels import First, Numbering
from core.geometry.layout import COLUMN_STEP, HALF_ROW, LATTICE_Y, Point, SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.edit import Edit, Several
from core.model.edits.map_edits import DECIMALS, ChangeSheet, ChangeSheets, settled_point
from core.model.edits.motions import can_name
from core.model.edits.sheet_forces import NOTHING_LEFT, Left, with_forces
from core.model.maps import (
    SECTIONS,
    Area,
    Cell,
    Contour,
    ControlPoint,
    Grid,
    Item,
    Key,
    Low,
    MapSheet,
    Name,
    Path,
    Points,
    Section,
    SideFeature,
    Spot,
    Zone,
)
from core.model.new_map import MOST_HEXES
from core.model.numberings import numbering_fault
from core.model.placing import EDGES, Edge, along, axis_words, frame_beside, overlapping, sheet_letter

COLUMN = sqrt(3) / 2
"""Sheet units from one column to the next."""

_SCALE = 10.0**DECIMALS
_HALF = 0.5 / _SCALE


@dataclass(frozen=True, slots=True)
class Lost:
    """An item that a smaller sheet has no room for."""

    section: Section
    item: Item
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Resized:
    """A sheet of another size, or none, what goes with the hexes taken away, and the letters of the maps that move along.

    `left` is what scenarios said of those hexes.
    """

    edit: Edit
    lost: tuple[Lost, ...]
    moved: tuple[str, ...] = ()
    left: Left = NOTHING_LEFT


def add_sheet(box: GameBox, beside: str, edge: Edge, columns: int, rows: int, letter: str, title: str = "") -> ChangeSheets:
    """The edit that lays an empty sheet at an edge of another, numbered and measured like that one.

    Raises WrongUse when there is no room or the letter is taken.
    """
    placed = box.sheet(beside)
    letter = sheet_letter(letter, box.sheets)
    if len(box.sheets) == 1 and not placed.letter:
        raise WrongUse("The first map needs a letter before another is laid beside it, so that their hexes can be told apart.")
    _check_size(placed.sheet.grid.orientation, columns, rows)
    frame = frame_beside(placed, edge, columns, rows)
    other = overlapping(frame, columns, rows, box.sheets)
    if other is not None:
        raise WrongUse(f"There is no room: map {other.letter} lies where the new map would.")
    old = placed.sheet.grid
    grid = replace(
        old,
        columns=columns,
        rows=rows,
        raised=frame.raised,
        numbering=replace(old.numbering, columns=columns, rows=rows),
        edge=None,
    )
    sheet = MapSheet(letter, grid, title, contour_interval=placed.sheet.contour_interval, half_lines=placed.sheet.half_lines)
    files = {each.file.casefold() for each in box.sheets}
    names = (f"{letter.lower()}{number or ''}.map.yaml" for number in range(len(files) + 1))
    file = next(name for name in names if name.casefold() not in files)
    return ChangeSheets(f"Add map {letter}", (*box.sheets, PlacedSheet(sheet, frame, letter, file)))


def remove_sheet(box: GameBox, file: str) -> Edit:
    """The edit that takes a sheet out of a box. Raises WrongUse for the last one."""
    return taken_out(box, file).edit


def taken_out(box: GameBox, file: str) -> Resized:
    """The edit that takes a sheet out of a box, what others keep along its hexsides, and what stands on it in scenarios.

    What lies on the sheet itself is not listed as lost. Raises WrongUse for the last one.
    """
    placed = box.sheet(file)
    if len(box.sheets) == 1:
        raise WrongUse("A box needs at least one map.")
    sheets, loose = without_loose_sides(box, tuple(each for each in box.sheets if each is not placed))
    edit, left = with_forces(box, ChangeSheets(f"Remove map {placed.letter}", sheets))
    return Resized(edit, loose, left=left)


def move_sheet(box: GameBox, file: str, steps: int) -> ChangeSheets:
    """The edit that moves a sheet up (below 0) or down in the list of maps, as far as it goes; none moves on the table."""
    placed = box.sheet(file)
    others = [each for each in box.sheets if each is not placed]
    at = max(0, min(len(others), box.sheets.index(placed) + steps))
    return ChangeSheets(f"Move map {placed.letter} in the list", (*others[:at], placed, *others[at:]))


def reletter_sheet(box: GameBox, file: str, letter: str) -> ChangeSheets:
    """The edit that gives a sheet another letter. Raises WrongUse when it is none or taken."""
    placed = box.sheet(file)
    others = tuple(each for each in box.sheets if each is not placed)
    given = sheet_letter(letter, others)
    sheets = tuple(replace(each, letter=given) if each is placed else each for each in box.sheets)
    return ChangeSheets(f"Letter map {given}", sheets)


def renumber_sheet(box: GameBox, file: str, numbering: Numbering) -> ChangeSheet:
    """The edit that prints other hex numbers on a sheet; every item stays in its hex. Raises WrongUse for a bad numbering."""
    placed = box.sheet(file)
    letter, grid = placed.letter or placed.sheet.id, placed.sheet.grid
    made = replace(numbering, columns=grid.columns, rows=grid.rows)
    fault = numbering_fault(made.pattern, grid.columns, grid.rows, made.first, made.first_column, made.first_row)
    if fault:
        raise WrongUse(fault)
    _check_names(placed.sheet, made, letter)
    head = replace(placed.sheet.head, grid=replace(grid, numbering=made))
    return ChangeSheet(f"Number map {letter}", file, head)


def measure_sheets(box: GameBox, hex_m: float, interval: Fraction | None, half_lines: bool) -> Several:
    """The edit that measures all maps of a box anew: metres from hex to hex, contour interval in metres, broken lines.

    They are the same on every map, for a height is worked out from contours of several. No contour moves.
    """
    edits = []
    for placed in box.sheets:
        head = placed.sheet.head
        grid = replace(head.grid, hex_m=round(hex_m, 4))
        made = replace(head, grid=grid, contour_interval=interval, half_lines=half_lines)
        edits.append(ChangeSheet("", placed.file, made))
    return Several("Change measures of the map", edits)


def resize_sheet(box: GameBox, file: str, edge: Edge, steps: int) -> Resized:
    """The edit that adds hexes along an edge of a sheet (or takes them away, below 0), and what is lost by it.

    Lines and outlines that still touch the map are kept whole. Maps that lie along that edge and beyond move with it, and with
    them what scenarios say of their hexes.
    Raises WrongUse when the sheet would be too large or too small, when its numbers cannot name its hexes, and when a map that
    would have to move touches it at another edge, too.
    """
    placed = box.sheet(file)
    by_columns, by_rows = along(placed.frame.orientation, edge)
    more_columns, more_rows = abs(by_columns) * steps, abs(by_rows) * steps
    before = _Shift(more_columns if by_columns < 0 else 0, more_rows if by_rows < 0 else 0)
    old = placed.sheet.grid
    columns, rows = old.columns + more_columns, old.rows + more_rows
    _check_size(old.orientation, columns, rows)
    frame = _moved_frame(placed.frame, before)
    others = tuple(each for each in box.sheets if each is not placed)
    letter = placed.letter or placed.sheet.id
    fault = numbering_fault(old.numbering.pattern, columns, rows, *_firsts(old.numbering)) if steps > 0 else ""
    if fault:
        raise WrongUse(f"The numbers of map {letter} cannot name the hexes of a map of that size. {fault}")
    sheet, lost = _resized(placed.sheet, frame, columns, rows, before, edge)
    made = replace(placed, sheet=sheet, frame=frame)
    _check_names(sheet, sheet.grid.numbering, letter)
    in_the_way = steps > 0 and overlapping(frame, columns, rows, others) is not None
    carried = {}
    if in_the_way or (steps < 0 and _torn(placed, made, edge, others) is not None):
        carried = _moved_along(placed, made, edge, steps, others)
    sheets = tuple(made if each is placed else carried.get(each.file, each) for each in box.sheets)
    sheets, loose = without_loose_sides(box, sheets)
    label = f"{'Enlarge' if steps > 0 else 'Cut'} map {letter}"
    moved = tuple(each.letter for each in carried.values())
    if moved:
        label += f", with {'map' if len(moved) == 1 else 'maps'} {', '.join(moved)} behind it"
    edit, left = with_forces(box, ChangeSheets(label, sheets), carried)
    return Resized(edit, (*lost, *loose), moved, left)


def _firsts(numbering: Numbering) -> tuple[First, int, int]:
    return numbering.first, numbering.first_column, numbering.first_row


def _check_names(sheet: MapSheet, numbering: Numbering, letter: str) -> None:
    """Raises WrongUse when numbers cannot name the hexes between which features of a sheet lie."""
    if not all(can_name(numbering, side.between) for side in sheet.sides):
        raise WrongUse(
            f"Map {letter} keeps features along a hexside between it and another map; counted on by one, these numbers cannot "
            "name the hex beyond. Begin with a higher number or at another corner, or take those features away first."
        )


def without_loose_sides(box: GameBox, sheets: tuple[PlacedSheet, ...]) -> tuple[tuple[PlacedSheet, ...], tuple[Lost, ...]]:
    """Sheets that a box is to have without the features along hexsides of hexes that were printed and are not any more, and
    those features. What lies between a hex and the outside of all maps already did so before; that is for the lint.
    """
    after = replace(box, sheets=sheets)
    before = {placed.file: placed for placed in box.sheets}
    lost: list[Lost] = []
    made: list[PlacedSheet] = []
    for placed in sheets:
        known = before[placed.file]
        were = {
            key: [known.frame.hex(*cell) in box.cells for cell in side.between]
            for key, side in known.sheet.items("sides").keyed()
        }
        gone: dict[Key, Item | None] = {}
        for key, side in placed.sheet.items("sides").keyed():
            are = [placed.frame.hex(*cell) in after.cells for cell in side.between]
            if sum(are) < sum(were.get(key, are)):
                gone[key] = None
                lost.append(Lost("sides", side))
        made.append(replace(placed, sheet=placed.sheet.with_items("sides", gone)) if gone else placed)
    return tuple(made), tuple(lost)


def _moved_along(
    placed: PlacedSheet, made: PlacedSheet, edge: Edge, steps: int, others: tuple[PlacedSheet, ...]
) -> dict[str, PlacedSheet]:
    """The sheets along an edge of one that grows or is cut there, and all that touch them, moved with the edge.

    A whole column further they follow the columns of that sheet, which stand high and low by turns. Raises WrongUse where a
    sheet that moves also touches the one that changes at an edge that stays, and would be torn off it or come to lie on it.
    """
    moving = [each for each in others if _meet(placed, each) and _along_edge(placed, edge, each)]
    for each in moving:
        moving += [other for other in others if other not in moving and _meet(each, other)]
    by_columns, by_rows = (part * steps for part in along(placed.frame.orientation, edge))
    last = placed.sheet.grid.columns if by_columns * steps > 0 else 1
    lift = placed.frame.is_raised(last + by_columns) - placed.frame.is_raised(last)
    carried: dict[str, PlacedSheet] = {}
    for each in moving:
        x, y = each.frame.origin
        origin = x + COLUMN_STEP * by_columns, y + LATTICE_Y * by_rows + HALF_ROW * lift
        carried[each.file] = replace(each, frame=replace(each.frame, origin=origin))
    resting = [each for each in others if each.file not in carried]
    for each in moving:
        there = carried[each.file]
        grid = there.sheet.grid
        on = overlapping(there.frame, grid.columns, grid.rows, tuple(resting))
        covers = _shared(made, there) and not _shared(placed, each)
        held = _meet(placed, each) and (not _along_edge(placed, edge, each) or not _meet(made, there))
        if on is not None or covers or held:
            beside = (on or placed).letter
            raise WrongUse(
                f"Map {each.letter} would have to move along, and cannot: it also touches map {beside} at another edge. "
                "Change the size at an outer edge of the maps, or take one of them out first."
            )
    return carried


def _along_edge(placed: PlacedSheet, edge: Edge, other: PlacedSheet) -> bool:
    """Whether another sheet lies along an edge of a sheet: beside it, or over its last hexes."""
    if _touches(placed, edge, other):
        return True
    grid = placed.sheet.grid
    by_columns, by_rows = along(placed.frame.orientation, edge)
    rim = [
        (column, row)
        for column in (range(1, grid.columns + 1) if by_rows else [grid.columns if by_columns > 0 else 1])
        for row in (range(1, grid.rows + 1) if by_columns else [grid.rows if by_rows > 0 else 1])
    ]
    return all(_has(other.sheet.grid, other.frame.cell(placed.frame.hex(*cell))) for cell in rim)


def _meet(one: PlacedSheet, other: PlacedSheet) -> bool:
    """Whether two sheets print the same hexes or neighbouring ones."""
    return any(_touches(one, edge, other) for edge in EDGES) or _shared(one, other) > 0


def _shared(one: PlacedSheet, other: PlacedSheet) -> bool:
    """Whether two sheets print a hex that is the same."""
    grid = one.sheet.grid
    return overlapping(one.frame, grid.columns, grid.rows, (other,)) is not None


def _torn(placed: PlacedSheet, cut: PlacedSheet, edge: Edge, others: tuple[PlacedSheet, ...]) -> PlacedSheet | None:
    """The first of the other sheets that a sheet touches along an edge and no longer does when it is cut; None when all do.

    A sheet that shares its hexes of the seam with the cut one may still touch it.
    """
    touching = [each for each in others if _touches(placed, edge, each)]
    return next((each for each in touching if not _touches(cut, edge, each)), None)


def _touches(placed: PlacedSheet, edge: Edge, other: PlacedSheet) -> bool:
    """Whether another sheet prints one of the hexes next to those along an edge of a sheet."""
    grid = placed.sheet.grid
    by_columns, by_rows = along(placed.frame.orientation, edge)
    columns, rows = (1 if by_columns else grid.columns), (1 if by_rows else grid.rows)
    return overlapping(frame_beside(placed, edge, columns, rows), columns, rows, (other,)) is not None


def _check_size(orientation: str, columns: int, rows: int) -> None:
    for count, what in zip((columns, rows), axis_words(orientation), strict=True):
        if not 1 <= count <= MOST_HEXES:
            raise WrongUse(f"A map has 1 to {MOST_HEXES} {what}, not {count}.")


@dataclass(frozen=True, slots=True)
class _Shift:
    """By how much the columns and rows of everything on a sheet grow when hexes are added before the first ones."""

    columns: int
    rows: int

    def cell(self, cell: Cell) -> Cell:
        return cell[0] + self.columns, cell[1] + self.rows

    def point(self, point: Point, orientation: str) -> Point:
        dx, dy = self.columns * COLUMN, float(self.rows)
        return (point[0] + dx, point[1] + dy) if orientation == "columns" else (point[0] + dy, point[1] + dx)

    def __bool__(self) -> bool:
        return (self.columns, self.rows) != (0, 0)


def _moved_frame(frame: SheetFrame, shift: _Shift) -> SheetFrame:
    """The frame in which every hex keeps its place on the shared lattice though its column and row have grown."""
    raised = frame.raised
    if shift.columns % 2:
        raised = "odd" if raised == "even" else "even"
    origin = frame.origin[0] - COLUMN_STEP * shift.columns, frame.origin[1] - LATTICE_Y * shift.rows
    return SheetFrame(raised, frame.orientation, origin)


class _Resizing:
    """One sheet that becomes another size."""

    def __init__(self, before: Grid, grid: Grid, shift: _Shift) -> None:
        self._before, self._grid, self._shift = before, grid, shift
        far = (grid.columns * COLUMN + 1 / sqrt(3), grid.rows + 1.0)
        near = (COLUMN - 1 / sqrt(3), 0.5)
        turned = grid.orientation == "rows"
        self._near, self._far = (near[::-1], far[::-1]) if turned else (near, far)

    def holds(self, cell: Cell) -> bool:
        return _has(self._grid, cell)

    def shifted(self, item: Item) -> Item | None:
        """The item where it now lies on the sheet; None when it lies off it."""
        match item:
            case Zone():
                cells = frozenset(cell for cell in map(self._shift.cell, item.cells) if self.holds(cell))
                return replace(item, cells=cells) if cells else None
            case SideFeature():
                one, other = (self._shift.cell(cell) for cell in item.between)
                # On a seam one of the two hexes is the neighbour's.
                wanted = sum(_has(self._before, cell) for cell in item.between)
                kept = self.holds(one) + self.holds(other)
                return replace(item, between=(one, other)) if kept and kept >= wanted else None
            case Contour() | Path():
                line = self._moved(item.line)
                return None if not self._reaches(line) else replace(item, line=line) if self._shift else item
            case Area():
                shape = tuple(map(self._moved, item.shape))
                return None if not self._reaches(shape[0]) else replace(item, shape=shape) if self._shift else item
            case Spot() | Low() | Name():
                (at,) = self._moved((item.at,))
                return None if not self._reaches((at,)) else replace(item, at=at) if self._shift else item
            case _:
                return item

    def point(self, point: Point) -> Point:
        return self._shift.point(point, self._grid.orientation)

    def _moved(self, points: Points) -> Points:
        if not self._shift:
            return points
        dx, dy = self.point((0.0, 0.0))
        # Not by `round`, which takes most of the time that a large map needs; nothing lies half-way between two decimals here.
        dx, dy = dx + _HALF, dy + _HALF
        return tuple([(floor((x + dx) * _SCALE) / _SCALE, floor((y + dy) * _SCALE) / _SCALE) for x, y in points])

    def _reaches(self, points: Points) -> bool:
        """Whether points reach into the sheet."""
        (x0, y0), (x1, y1) = self._near, self._far
        x, y = points[0]
        if x0 <= x <= x1 and y0 <= y <= y1:
            return True
        xs, ys = zip(*points, strict=True)
        return bool(max(xs) >= x0 and min(xs) <= x1 and max(ys) >= y0 and min(ys) <= y1)


def _has(grid: Grid, cell: Cell) -> bool:
    return 1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows


def _resized(
    sheet: MapSheet, frame: SheetFrame, columns: int, rows: int, shift: _Shift, edge: Edge
) -> tuple[MapSheet, tuple[Lost, ...]]:
    grid = replace(
        sheet.grid,
        columns=columns,
        rows=rows,
        raised=frame.raised,
        numbering=replace(sheet.grid.numbering, columns=columns, rows=rows),
    )
    resizing = _Resizing(sheet.grid, grid, shift)
    grid = replace(grid, edge=_moved_edge(sheet.grid, grid, resizing.point, edge))
    lost: list[Lost] = []
    sections: dict[str, Any] = {}
    for section in SECTIONS:
        if section == "hexes":
            continue
        changes: dict[int, Item | None] = {}
        for key, item in sheet.items(section).keyed():
            made = resizing.shifted(item)
            if made is None:
                lost.append(Lost(section, item))
            if made is not item:
                changes[key] = made
        sections[section] = sheet.items(section).with_changes(changes)
    hexes = {}
    for cell, content in sheet.hexes.items():
        if resizing.holds(shift.cell(cell)):
            hexes[shift.cell(cell)] = content
        else:
            lost.append(Lost("hexes", content, cell))
    underlay = sheet.underlay
    if underlay is not None:
        points = (ControlPoint(point.pixel, shift.cell(point.cell)) for point in underlay.points)
        underlay = replace(underlay, points=tuple(point for point in points if resizing.holds(point.cell)))
    georeference = sheet.georeference
    if georeference is not None:
        georeference = replace(georeference, pin=settled_point(resizing.point(georeference.pin)))
    made_sheet = replace(
        sheet, grid=grid, hexes=immutables.Map(hexes), underlay=underlay, georeference=georeference, **sections
    )
    return made_sheet, tuple(sorted(lost, key=lambda each: SECTIONS.index(each.section)))


def _moved_edge(old: Grid, new: Grid, point: Callable[[Point], Point], edge: Edge) -> tuple[float, float, float, float] | None:
    """The printed edge of a sheet after hexes were added or taken away at one of its edges."""
    if old.edge is None:
        return None
    (x0, y0), (x1, y1) = point(old.edge[:2]), point(old.edge[2:])
    grown = (new.columns - old.columns) * COLUMN + (new.rows - old.rows)
    match edge:
        case "right":
            x1 += grown
        case "left":
            x0 -= grown
        case "above":
            y1 += grown
        case "below":
            y0 -= grown
    (x0, y0), (x1, y1) = settled_point((x0, y0)), settled_point((x1, y1))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None
