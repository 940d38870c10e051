"""Boards of MegaMek (.board): a level and some terrain for every hex, to plateaus, areas and paths of a sheet.

The text has one line per hex, row by row from the upper left; the numbers in these lines are not used. Columns 1, 3, 5 …
counted from 1 stand half a hex higher. Exits of roads and buildings are six bits, the lowest for north, then clockwise.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import immutables

from core.base.errors import Place
from core.geometry.hexes import DIRECTIONS
from core.geometry.labels import Numbering
from core.geometry.layout import Point
from core.interop.hex_cells import cell_centre, own_frame, plateaus, terrain_items
from core.interop.imported import BadFile, Drops, Imported, OtherShape, Progress, Target, bare
from core.model.maps import Area, Cell, Grid, HexContent, MapSheet, Path, Section, SideFeature
from core.model.translation import Translation

MOST_SIDE = 500
MOST_LEVEL = 200

LINE_WORDS = frozenset({"road", "rail", "bridge"})
"""Words whose exits draw a line from hex to hex."""

GROUND_WORDS = frozenset(
    {"woods", "water", "building", "fuel_tank", "swamp", "mud", "jungle", "planted_fields", "fields", "urban"}
)
"""Words for what fills a hex."""

OPEN_WORDS = frozenset({"pavement", "rough", "rubble", "sand", "snow", "ice", "tundra", "sky", "space", "bare"})
"""Words for ground that our maps leave open."""

_TERRAIN = re.compile(r"([A-Za-z_]+):(-?\d+)(?::(\d+))?")

_GRADES = {
    "woods": {1: "light-woods", 2: "heavy-woods", 3: "heavy-woods"},
    "road": {1: "highway", 2: "road", 3: "trail", 4: "trail"},
}


@dataclass(frozen=True, slots=True)
class Word:
    """One terrain of a hex: its word, its grade, and the sides (0 north, clockwise) that it leads to, None without any."""

    word: str
    grade: int
    exits: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class BoardHex:
    """One hex of a board."""

    level: int
    terrain: tuple[Word, ...] = ()
    theme: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its hexes by column and row, both from 1 at the upper left, and what else it says."""

    width: int
    height: int
    hexes: Mapping[tuple[int, int], BoardHex]
    others: tuple[tuple[int, str], ...] = field(default=())
    """Lines that are no hexes, with their numbers in the file."""


def read(data: bytes, name: str, target: Target, translation: Translation, progress: Progress | None = None) -> Imported:
    """The items that a board gives on a sheet: a level is one contour interval.

    Raises BadFile for what is no board, WrongUse for a sheet whose hexes are not those of a board.
    """
    board = read_board(data, name)
    drops = Drops()
    sheet = _sheet(board, target, name)
    target = replace(target, sheet=sheet)
    if progress is not None:
        progress(0.3, "placing hexes")
    return _Placer(board, target, translation, drops).imported()


def read_board(data: bytes, name: str) -> Board:
    """A board of the text form. Raises BadFile with the line of its first fault."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # Boards of before the change to Unicode.
        text = data.decode("latin-1")
    if "\0" in text:
        raise BadFile(Place(name), "This is no text, and a board is.")
    width = height = 0
    hexes: dict[tuple[int, int], BoardHex] = {}
    others: list[tuple[int, str]] = []
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        key, _, rest = line.strip().partition(" ")
        if not key or key.startswith("#"):
            continue
        place = Place(name, number)
        if key == "size":
            width, height = _size(rest, place)
        elif key == "hex":
            if not width:
                raise BadFile(place, 'A hex stands before the "size" of the board.')
            if count >= width * height:
                raise BadFile(place, f"There are more hexes than {width} × {height}.")
            hexes[count % width + 1, count // width + 1] = _hex(rest, place)
            count += 1
        elif key == "end":
            break
        else:
            others.append((number, line.strip()))
    if not width:
        raise BadFile(Place(name), 'This is no board: it has no line "size".')
    if count < width * height:
        raise BadFile(Place(name), f"The board holds {count} hexes; {width} × {height} are {width * height}.")
    return Board(width, height, hexes, tuple(others))


def _size(text: str, place: Place) -> tuple[int, int]:
    try:
        width, height = (int(word) for word in text.split())
    except ValueError as error:
        raise BadFile(place, f'The size must be two whole numbers, not "{text[:40]}".') from error
    if not (1 <= width <= MOST_SIDE and 1 <= height <= MOST_SIDE):
        raise BadFile(place, f"A board of {width} × {height} hexes cannot be read; at most {MOST_SIDE} × {MOST_SIDE}.")
    return width, height


def _hex(text: str, place: Place) -> BoardHex:
    try:
        words = shlex.split(text)
        _, level, terrain, *theme = words
        number = int(level)
    except ValueError as error:
        raise BadFile(place, f'A hex must be: hex 0101 LEVEL "terrain" "theme"; this is: hex {text[:60]}') from error
    if abs(number) > MOST_LEVEL:
        raise BadFile(place, f"A level lies between {-MOST_LEVEL} and {MOST_LEVEL}, not at {number}.")
    found = []
    for part in filter(None, (each.strip() for each in terrain.split(";"))):
        match = _TERRAIN.fullmatch(part)
        if match is None:
            raise BadFile(place, f'A terrain must be word:grade or word:grade:exits, not "{part[:40]}".')
        exits = None if match[3] is None else frozenset(way for way in range(6) if int(match[3]) >> way & 1)
        found.append(Word(match[1].lower(), int(match[2]), exits))
    return BoardHex(number, tuple(found), theme[0] if theme else "")


def _sheet(board: Board, target: Target, name: str) -> MapSheet:
    """The sheet that takes the board; a new one has its numbers."""
    sheet = target.sheet
    if target.grid_is_open:
        digits = 2 if max(board.width, board.height) < 100 else 3
        pattern = f"{{column:0{digits}}}{{row:0{digits}}}"
        numbering = Numbering(pattern, board.width, board.height, "top-left")
        grid = Grid(board.width, board.height, numbering, hex_m=sheet.grid.hex_m)
        return replace(bare(sheet), grid=grid)
    if sheet.grid.orientation != "columns":
        fault = f"The hexes of {name} have flat tops, those of map {sheet.id} pointed ones."
    elif sheet.grid.raised != "odd":
        fault = f"In {name} the first column stands half a hex higher, on map {sheet.id} the second."
    else:
        return sheet
    raise OtherShape(f"{fault} Import the board as a new map, which then has its shape.")


class _Placer:
    def __init__(self, board: Board, target: Target, translation: Translation, drops: Drops) -> None:
        self._board, self._target, self._translation, self._drops = board, target, translation, drops
        self._grid = target.sheet.grid
        self._frame = own_frame(self._grid)

    def imported(self) -> Imported:
        """The whole board on the sheet."""
        interval = self._target.sheet.contour_interval
        cells = {
            (x, self._grid.rows + 1 - y): each
            for (x, y), each in self._board.hexes.items()
            if x <= self._grid.columns and y <= self._grid.rows
        }
        lost = len(self._board.hexes) - len(cells)
        if lost:
            self._drops.add("hex", "it lies off the map", "", lost)
        levels = {cell: each.level for cell, each in cells.items()}
        contours = plateaus(self._grid, levels, interval) if interval is not None else ()
        if interval is None and len(set(levels.values())) > 1:
            self._drops.add("level", "this map has no contour interval", "", len(levels))
        hexes, areas = self._covers(cells)
        paths, bridges = self._lines(cells)
        self._rest(cells)
        sheet = replace(
            bare(self._target.sheet), contours=contours, areas=areas, paths=paths, sides=bridges, hexes=immutables.Map(hexes)
        )
        brings: frozenset[Section] = frozenset({"contours", "areas", "paths", "sides", "hexes"})
        return Imported(sheet, self._drops.listed, brings)

    def _covers(self, cells: Mapping[Cell, BoardHex]) -> tuple[dict[Cell, HexContent], list[Area]]:
        """Woods, water, buildings and the like, hex by hex; several in one hex stand one over the other."""
        hexes: dict[Cell, HexContent] = {}
        areas: list[Area] = []
        words = sorted({word.word for each in cells.values() for word in each.terrain})
        for name in words:
            if name in LINE_WORDS or name in OPEN_WORDS or not self._is_ground(name):
                continue
            by_cell: dict[Cell, tuple[str, tuple[str, ...]]] = {}
            for cell, each in cells.items():
                word = next((one for one in each.terrain if one.word == name and (one.grade > 0 or name == "water")), None)
                if word is not None:
                    graded = _GRADES.get(name, {}).get(word.grade, name)
                    by_cell[cell] = f"{name}:{word.grade}", (*self._candidates(graded), *self._candidates(name))
            more, outlined = terrain_items(self._target, self._grid, by_cell, self._drops)
            hexes |= more
            areas += outlined
        return hexes, areas

    def _is_ground(self, word: str) -> bool:
        """Whether a word names ground, and not what a building or a bridge is like, or what no map of ours holds."""
        return word in GROUND_WORDS

    def _candidates(self, word: str) -> tuple[str, ...]:
        return self._translation.candidates(word)

    def _lines(self, cells: Mapping[Cell, BoardHex]) -> tuple[list[Path], list[SideFeature]]:
        """Roads and rails from hex to hex by their exits, and bridges on the sides that a road leaves them by."""
        steps: dict[str, set[tuple[Cell, Cell]]] = {}
        bridges: list[SideFeature] = []
        bridge = self._target.known(self._candidates("bridge"), "sides")
        for cell, each in sorted(cells.items()):
            for word in each.terrain:
                if word.word not in LINE_WORDS or not word.exits:
                    continue
                for way in sorted(word.exits):
                    other = self._frame.cell(self._frame.hex(*cell).plus(*DIRECTIONS[way]))
                    if word.word == "bridge":
                        if bridge is not None and other in cells:
                            bridges.append(SideFeature(bridge, (cell, other)))
                        continue
                    graded = _GRADES.get(word.word, {}).get(word.grade, word.word)
                    candidates = (*self._candidates(graded), *self._candidates(word.word))
                    id_ = self._target.known(candidates, "paths")
                    if id_ is None:
                        self._drops.add(word.word, "this box has no such terrain", self._grid.numbering.text(*cell))
                    elif (other, cell) not in steps.setdefault(id_, set()):
                        steps[id_].add((cell, other))
        paths = [Path(id_, line) for id_, pairs in sorted(steps.items()) for line in _chains(pairs, self._middle)]
        return paths, bridges

    def _middle(self, cell: Cell) -> Point:
        x, y = cell_centre(self._grid, cell)
        return round(x, 4) + 0.0, round(y, 4) + 0.0

    def _rest(self, cells: Mapping[Cell, BoardHex]) -> None:
        """Lists everything that no map of ours carries."""
        depths = sum(1 for each in cells.values() for word in each.terrain if word.word == "water" and word.grade > 1)
        if depths:
            self._drops.add("depth of water", "a map of ours does not say how deep water is", "", depths)
        for cell, each in sorted(cells.items()):
            for word in each.terrain:
                if (
                    (word.word in LINE_WORDS and word.word != "water_fluff")
                    or self._is_ground(word.word)
                    or word.word == "bridge"
                ):
                    continue
                why = "our maps leave this ground open" if word.word in OPEN_WORDS else "our maps do not hold this"
                self._drops.add(word.word, why, self._grid.numbering.text(*cell))
        themes = sum(1 for each in cells.values() if each.theme)
        if themes:
            self._drops.add("theme", "it is a matter of pictures", "", themes)
        for number, line in self._board.others:
            self._drops.add(line.partition(" ")[0], "it says nothing of the ground", f"line {number}")


def _chains(pairs: set[tuple[Cell, Cell]], middle: Callable[[Cell], Point]) -> list[tuple[Point, ...]]:
    """Steps from hex to hex as the longest lines that they make, ending where lines meet or end."""
    near: dict[Cell, list[Cell]] = {}
    for a, b in sorted(pairs):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    left = {frozenset(pair) for pair in pairs}
    lines: list[tuple[Point, ...]] = []

    def follow(start: Cell, onward: Cell) -> None:
        line = [start, onward]
        left.discard(frozenset((start, onward)))
        while len(near[line[-1]]) == 2:
            following = next((each for each in near[line[-1]] if frozenset((line[-1], each)) in left), None)
            if following is None:
                break
            left.discard(frozenset((line[-1], following)))
            line.append(following)
        lines.append(tuple(middle(cell) for cell in line))

    for cells in (sorted(cell for cell in near if len(near[cell]) != 2), sorted(near)):
        for start in cells:
            for onward in near[start]:
                if frozenset((start, onward)) in left:
                    follow(start, onward)
    return lines


def level_of(height: Fraction, interval: Fraction) -> int:
    """The level of a height: the contour interval that it lies in, counted from 0 m."""
    return int(height // interval)
