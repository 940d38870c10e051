"""A sheet as a board of MegaMek: the level of every hex is the contour interval that its centre lies in."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import shapely
from shapely import Polygon as Shape

from core.analysis.ground import compile_ground
from core.base.errors import WrongUse
from core.geometry.hexes import DIRECTIONS
from core.geometry.layout import SheetFrame, hex_at, plane_centre
from core.interop.hex_cells import cell_at, cell_centre, cell_ring, own_frame
from core.interop.imported import Dropped, Drops, Imported, new_box
from core.interop.megamek import level_of
from core.model.maps import Cell, MapSheet, Path
from core.model.terrain import Terrain
from core.model.translation import Translation

LINE_END = "\r\n"


def board_text(sheet: MapSheet, terrain: Mapping[str, Terrain], translation: Translation) -> tuple[str, tuple[Dropped, ...]]:
    """The text of a board, and what of the sheet it cannot carry.

    Raises WrongUse for pointed hexes, which no board has.
    """
    grid = sheet.grid
    if grid.orientation != "columns":
        raise WrongUse(f"The hexes of a board have flat tops, those of map {sheet.id} pointed ones.")
    drops = Drops()
    # Where the second column stands higher, a column of nothing at the left makes it one that does.
    first = 0 if grid.raised == "odd" else 1
    width = grid.columns + first
    if first:
        drops.add("column", "boards have their first column half a hex higher, so an empty one was put before it")
    levels = _levels(sheet, terrain, drops)
    words = _Words(sheet, translation, drops).by_cell
    digits = 2 if max(width, grid.rows) < 100 else 3
    lines = [f"size {width} {grid.rows}"]
    for y in range(1, grid.rows + 1):
        for x in range(1, width + 1):
            cell = x - first, grid.rows + 1 - y
            level = levels.get((max(cell[0], 1), cell[1]), 0)
            lines.append(f'hex {x:0{digits}}{y:0{digits}} {level} "{";".join(words.get(cell, ()))}" ""')
    _list_rest(sheet, drops)
    return LINE_END.join([*lines, "end", ""]), drops.listed


def _levels(sheet: MapSheet, terrain: Mapping[str, Terrain], drops: Drops) -> dict[Cell, int]:
    """The level of every hex; all 0 where the map has no contours."""
    interval = sheet.contour_interval
    if interval is None or not sheet.contours:
        return {}
    box = new_box("board", "", Imported(sheet))
    ground = compile_ground(box, terrain)
    relief = ground.relief
    if relief is None:
        return {}
    frame = box.sheets[0].frame
    levels: dict[Cell, int] = {}
    for column in range(1, sheet.grid.columns + 1):
        for row in range(1, sheet.grid.rows + 1):
            point = plane_centre(frame.hex(column, row))
            line = relief.on_line(point, 1e-9)
            face = relief.face_at(point)
            if line is not None:
                levels[column, row] = level_of(line.height, interval)
            elif face is None or not (face.has_low or face.has_high):
                drops.add("height", "no contour says how high this hex lies", sheet.grid.numbering.text(column, row))
            elif face.has_low:
                levels[column, row] = level_of(max(face.heights_of(1)), interval)
            else:
                levels[column, row] = level_of(min(face.heights_of(2)) - interval, interval)
    drops.add("height within a contour interval", f"a level is one interval of {float(interval):g} m", "", len(levels))
    return levels


class _Words:
    """The terrain of every hex in the words of boards."""

    def __init__(self, sheet: MapSheet, translation: Translation, drops: Drops) -> None:
        self._sheet, self._translation, self._drops = sheet, translation, drops
        self._found: dict[Cell, dict[str, tuple[int, int]]] = {}
        self._areas()
        self._hexes()
        self._paths()
        self._bridges()

    @property
    def by_cell(self) -> dict[Cell, list[str]]:
        """The words of every hex that has any."""
        return {cell: list(self._texts(words)) for cell, words in self._found.items()}

    def _texts(self, words: Mapping[str, tuple[int, int]]) -> Iterator[str]:
        for word, (grade, exits) in sorted(words.items()):
            yield f"{word}:{grade}:{exits}" if exits else f"{word}:{grade}"
            if word == "building":
                yield f"bldg_elev:{grade}"
                yield f"bldg_cf:{int(self._translation.numbers[f'building_{grade}'])}"
            if word == "bridge":
                yield f"bridge_cf:{int(self._translation.numbers['bridge'])}"
                yield "bridge_elev:1"

    def _put(self, cell: Cell, text: str, exits: int = 0) -> None:
        word, _, grade = text.partition(":")
        old = self._found.setdefault(cell, {}).get(word, (0, 0))
        self._found[cell][word] = max(old[0], int(grade)), old[1] | exits

    def _areas(self) -> None:
        """Areas fill the hexes of which they cover half, buildings the one that holds their middle."""
        grid = self._sheet.grid
        for area in self._sheet.areas:
            word = self._translation.boards.get(area.terrain)
            if word is None:
                self._drops.add(f'area of "{area.terrain}"', "boards do not hold this")
                continue
            shape = Shape(area.shape[0], area.shape[1:]).buffer(0)
            if word.startswith("building"):
                cell = cell_at(grid, (shape.centroid.x, shape.centroid.y)) if not shape.is_empty else None
                if cell is not None:
                    self._put(cell, word)
                continue
            covered = 0
            for column in range(1, grid.columns + 1):
                for row in range(1, grid.rows + 1):
                    x, y = cell_centre(grid, (column, row))
                    if shape.bounds[0] - 1 < x < shape.bounds[2] + 1 and shape.bounds[1] - 1 < y < shape.bounds[3] + 1:
                        hex_ = Shape(cell_ring(grid, (column, row)))
                        if 2 * shapely.intersection(hex_, shape).area >= hex_.area:
                            self._put((column, row), word)
                            covered += 1
            if not covered:
                self._drops.add(f'area of "{area.terrain}"', "it covers half of no hex")

    def _hexes(self) -> None:
        for cell, content in sorted(self._sheet.hexes.items()):
            word = self._translation.boards.get(content.terrain)
            if word is None:
                self._drops.add(
                    f'hex of "{content.terrain}"', "boards do not hold this", self._sheet.grid.numbering.text(*cell)
                )
            else:
                self._put(cell, word)

    def _paths(self) -> None:
        for path in self._sheet.paths:
            word = self._translation.boards.get(path.feature)
            if word is None:
                self._drops.add(f'path of "{path.feature}"', "boards do not hold this")
                continue
            cells = self._along(path)
            for number, cell in enumerate(cells):
                near = [each for each in cells[max(number - 1, 0) : number + 2] if each != cell]
                exits = sum({self._bit(cell, each) for each in near}) if not word.startswith("water") else 0
                if self._on(cell):
                    self._put(cell, word, exits)

    def _bridges(self) -> None:
        for side in self._sheet.sides:
            if side.feature == "bridge":
                # Of a side on a seam only one hex is this map's.
                here, there = side.between if self._on(side.between[0]) else side.between[::-1]
                self._put(here, "bridge:2", self._bit(here, there))
            else:
                self._drops.add(f'hexside of "{side.feature}"', "boards know hexes, not hexsides")

    def _along(self, path: Path) -> list[Cell]:
        """The hexes that a path runs through, each beside the one before; the map's own and those just beyond it."""
        frame = own_frame(self._sheet.grid)
        cells: list[Cell] = []
        for (ax, ay), (bx, by) in pairwise(path.line):
            steps = max(1, round(8 * max(abs(bx - ax), abs(by - ay))))
            for step in range(steps + 1):
                point = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
                cell = frame.cell(hex_at(frame.to_lattice(point)))
                if not cells or cells[-1] != cell:
                    beside = not cells or frame.hex(*cells[-1]).distance(frame.hex(*cell)) == 1
                    cells += [cell] if beside else [*_between(frame, cells[-1], cell), cell]
        return cells

    def _bit(self, cell: Cell, other: Cell) -> int:
        frame = own_frame(self._sheet.grid)
        start, end = frame.hex(*cell), frame.hex(*other)
        return next((1 << way for way, step in enumerate(DIRECTIONS) if start.plus(*step) == end), 0)

    def _on(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self._sheet.grid.columns and 1 <= cell[1] <= self._sheet.grid.rows


def _between(frame: SheetFrame, start: Cell, end: Cell) -> list[Cell]:
    """The cells of a shortest way between two that do not touch, both left out."""
    way, goal = [frame.hex(*start)], frame.hex(*end)
    while way[-1].distance(goal) > 1:
        way.append(min(way[-1].neighbours(), key=lambda each: (each.distance(goal), each)))
    return [frame.cell(each) for each in way[1:]]


def _list_rest(sheet: MapSheet, drops: Drops) -> None:
    for section, what in (("spots", "spot elevation"), ("lows", "low point"), ("names", "name"), ("zones", "zone")):
        count = len(getattr(sheet, section))
        if count:
            drops.add(what, "boards do not hold this", "", count)
    if sheet.underlay is not None:
        drops.add("scanned sheet", "boards hold no pictures", sheet.underlay.file)
