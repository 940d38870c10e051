"""The game box: what a boxed game holds, with its sheets laid out in one frame."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.geometry.labels import lettered
from core.geometry.layout import LATTICE_Y, SheetFrame, corners, to_plane
from core.model.charts import Chart
from core.model.looks import LookBook
from core.model.maps import Cell, Item, ItemRef, MapSheet
from core.model.oob import Oob
from core.model.scenario import Scenario
from core.model.terrain import Terrain


class UnknownHex(WrongUse):
    """A printed hex number that no sheet of the box has."""


class UnknownSheet(WrongUse):
    """A map sheet that the box does not have."""


@dataclass(frozen=True, slots=True)
class PlacedSheet:
    """A map sheet in the frame that all sheets of its box share. `letter` prefixes its hex numbers; `file` is its file name."""

    sheet: MapSheet
    frame: SheetFrame
    letter: str = ""
    file: str = ""


@dataclass(frozen=True)
class BoxHead:
    """All that a box says of itself beside its sheets."""

    title: str
    ruleset: str
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    terrain: Mapping[str, Terrain] = field(default_factory=lambda: MappingProxyType({}))
    palette: str = ""
    note: str = ""
    charts: Mapping[str, Chart] = field(default_factory=lambda: MappingProxyType({}))
    chart_set: str = ""


SCENARIO_ENDING = ".scenario.yaml"


@dataclass(frozen=True)
class GameBox:
    """Everything that ships in one box.

    `terrain` holds what the game's own chart says, over the ruleset's. `palette` names a published or operational terrain
    chart of `resources/palettes` that stands between the two, empty for none. `charts` are the box's own, over those of its
    ruleset, of the set of charts that `chart_set` names (empty for none), and of the user. `scenarios` are known by the names
    of their files. `looks` are what counters and markers look like in this game, over what the ruleset says.
    """

    title: str
    ruleset: str
    sheets: tuple[PlacedSheet, ...]
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    terrain: Mapping[str, Terrain] = field(default_factory=lambda: MappingProxyType({}))
    note: str = ""
    palette: str = ""
    charts: Mapping[str, Chart] = field(default_factory=lambda: MappingProxyType({}))
    chart_set: str = ""
    oob: Oob = field(default_factory=Oob)
    scenarios: Mapping[str, Scenario] = field(default_factory=lambda: MappingProxyType({}))
    looks: LookBook = field(default_factory=LookBook)

    @cached_property
    def cells(self) -> Mapping[Hex, tuple[tuple[int, Cell], ...]]:
        """Every playable hex, with the positions in `sheets` and the cells that print it; one on a seam has two."""
        found: dict[Hex, tuple[tuple[int, Cell], ...]] = {}
        for number, placed in enumerate(self.sheets):
            grid, frame = placed.sheet.grid, placed.frame
            for column in range(1, grid.columns + 1):
                for row in range(1, grid.rows + 1):
                    place = frame.hex(column, row)
                    if _shows_half(place, placed):
                        found[place] = (*found.get(place, ()), (number, (column, row)))
        return MappingProxyType(found)

    def prints(self, place: Hex) -> tuple[tuple[PlacedSheet, Cell], ...]:
        """The sheets and cells that print a hex; none for a hex off the map."""
        return tuple((self.sheets[number], cell) for number, cell in self.cells.get(place, ()))

    def sheet(self, file: str) -> PlacedSheet:
        """The sheet with a file name. Raises WrongUse, which says what sheets there are."""
        for placed in self.sheets:
            if placed.file == file:
                return placed
        raise WrongUse(f'There is no map "{file}" in this box.{did_you_mean(file, [each.file for each in self.sheets])}')

    def sheet_called(self, name: str = "") -> PlacedSheet:
        """The sheet with a letter or id, whatever its case; the only sheet of a box needs no name. Raises UnknownSheet."""
        if not name and len(self.sheets) == 1:
            return self.sheets[0]
        for alike in (str, str.casefold):
            for placed in self.sheets:
                if name and alike(name) in (alike(placed.letter), alike(placed.sheet.id)):
                    return placed
        known = [each for placed in self.sheets for each in dict.fromkeys((placed.letter, placed.sheet.id)) if each]
        if name and known:
            raise UnknownSheet(f'This box has no map "{name}".{did_you_mean(name, known)}')
        if not known:
            raise UnknownSheet("This box has no map.")
        raise UnknownSheet(f"This box has {len(self.sheets)} maps; say which one: {', '.join(known)}.")

    def scenario_called(self, name: str) -> str:
        """The file of a scenario by that name, with its ending or without, or by its title; "" for none."""
        wanted = name.strip().casefold()
        for file, scenario in self.scenarios.items():
            if wanted in (file.casefold(), file.casefold().removesuffix(SCENARIO_ENDING), scenario.title.casefold()):
                return file
        return ""

    def item(self, ref: ItemRef) -> Item | None:
        """The item that is meant, None when there is none any more."""
        for placed in self.sheets:
            if placed.file == ref.sheet:
                return placed.sheet.item(ref.section, ref.key)
        return None

    def with_sheet(self, file: str, sheet: MapSheet) -> "GameBox":
        """The box with another value of one sheet, which keeps its place beside the others."""
        placed = self.sheet(file)
        sheets = tuple(replace(each, sheet=sheet) if each is placed else each for each in self.sheets)
        return self._keeping_cells(replace(self, sheets=sheets))

    def with_oob(self, oob: Oob) -> "GameBox":
        """The box with another order of battle."""
        return self._keeping_cells(replace(self, oob=oob))

    def with_looks(self, looks: LookBook) -> "GameBox":
        """The box with other looks of its own."""
        return self._keeping_cells(replace(self, looks=looks))

    def is_keyed_like(self, other: "GameBox") -> bool:
        """Whether items of equal maps have the same keys, so that an edit of one means the same of the other."""
        return all(one.sheet.is_keyed_like(two.sheet) for one, two in zip(self.sheets, other.sheets, strict=True))

    def with_scenarios(self, changes: Mapping[str, Scenario | None]) -> "GameBox":
        """The box with scenarios put in, replaced, or (None) taken out, by the names of their files."""
        scenarios = {file: each for file, each in {**self.scenarios, **changes}.items() if each is not None}
        return self._keeping_cells(replace(self, scenarios=MappingProxyType(scenarios)))

    def _keeping_cells(self, other: "GameBox") -> "GameBox":
        """The other box; which hexes are playable is not counted anew where the grids have stayed as they were."""
        if "cells" in self.__dict__ and [(p.frame, p.sheet.grid) for p in self.sheets] == [
            (p.frame, p.sheet.grid) for p in other.sheets
        ]:
            other.__dict__["cells"] = self.cells
        return other

    @property
    def head(self) -> BoxHead:
        """All that the box says of itself beside its sheets."""
        return BoxHead(
            *(self.title, self.ruleset, self.options, self.terrain, self.palette, self.note, self.charts, self.chart_set)
        )

    def with_head(self, head: BoxHead) -> "GameBox":
        """The box with other words about itself."""
        made = replace(
            self,
            title=head.title,
            ruleset=head.ruleset,
            options=head.options,
            terrain=head.terrain,
            palette=head.palette,
            note=head.note,
            charts=head.charts,
            chart_set=head.chart_set,
        )
        return self._keeping_cells(made)

    def label(self, place: Hex) -> str:
        """The printed number of a hex, with its sheet's letter when the box has several sheets.

        A hex off the map is called by column and row as the first sheet would count on.
        """
        printed = self.prints(place)
        if printed:
            placed, cell = printed[0]
        else:
            placed = self.sheets[0]
            cell = placed.frame.cell(place)
        number = placed.sheet.grid.numbering.text(*cell)
        return lettered(placed.letter, number) if len(self.sheets) > 1 else number

    def hex(self, label: str) -> Hex:
        """The playable hex with a printed number ("29.17", "B29.17", leading zeros as you like).

        Raises UnknownHex, which says what numbers there are, or that the text means a hex of more than one map.
        """
        text = label.strip()
        found: dict[str, Hex] = {}
        for placed in self.sheets:
            readings = [text] if len(self.sheets) == 1 else []
            if placed.letter and text.upper().startswith(placed.letter.upper()):
                readings.append(text[len(placed.letter) :].lstrip())
            for reading in readings:
                cell = placed.sheet.grid.numbering.cell(reading)
                if cell is not None and placed.frame.hex(*cell) in self.cells and _on_grid(placed, cell):
                    number = placed.sheet.grid.numbering.text(*cell)
                    found.setdefault(lettered(placed.letter, number), placed.frame.hex(*cell))
                    break
        if len(set(found.values())) > 1:
            said = f'"{label}" can be read as {" and as ".join(found)}'
            raise UnknownHex(f"{said}; write a gap after the letter of the map.")
        for place in found.values():
            return place
        raise UnknownHex(f'There is no hex "{label}" on this map. {self._numbers()}')

    def _numbers(self) -> str:
        spans = []
        for placed in self.sheets:
            grid = placed.sheet.grid
            letter = placed.letter if len(self.sheets) > 1 else ""
            first, last = grid.numbering.text(1, 1), grid.numbering.text(grid.columns, grid.rows)
            spans.append(f"{lettered(letter, first)} to {lettered(letter, last)}")
        return f"Hexes run from {', and from '.join(spans)}."


def _on_grid(placed: PlacedSheet, cell: Cell) -> bool:
    return 1 <= cell[0] <= placed.sheet.grid.columns and 1 <= cell[1] <= placed.sheet.grid.rows


def _shows_half(place: Hex, placed: PlacedSheet) -> bool:
    """Whether at least half of a hex lies inside the printed edge of its sheet [TCS 4.01 1.1b].

    The area is computed exactly on the lattice; a hex cut in half by the edge counts.
    """
    edge = placed.sheet.grid.edge
    if edge is None:
        return True
    low, high = placed.frame.to_lattice(edge[:2]), placed.frame.to_lattice(edge[2:])
    # Decimals of a file stop at four places; a cut through a centre dot must not lose its hex to that rounding.
    slack = LATTICE_Y // 1024
    bounds = [(min(low[axis], high[axis]) - slack, max(low[axis], high[axis]) + slack) for axis in (0, 1)]
    whole = corners(place)
    if all(least <= corner[axis] <= most for axis, (least, most) in enumerate(bounds) for corner in whole):
        # All but the hexes on the rim; exact areas of them all would take seconds.
        return True
    ring = full = [(Fraction(x), Fraction(y)) for x, y in whole]
    for axis, (least, most) in enumerate(bounds):
        ring = _clip(_clip(ring, axis, least, 1), axis, most, -1)
    return 2 * _twice_area(ring) >= _twice_area(full)


def _clip(ring: list[tuple[Fraction, Fraction]], axis: int, bound: int, keep: int) -> list[tuple[Fraction, Fraction]]:
    """The part of a convex ring on one side of an axis-parallel line."""
    kept: list[tuple[Fraction, Fraction]] = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        da, db = keep * (a[axis] - bound), keep * (b[axis] - bound)
        if da >= 0:
            kept.append(a)
        if (da < 0 < db) or (db < 0 < da):
            part = da / (da - db)
            kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
    return kept


def _twice_area(ring: list[tuple[Fraction, Fraction]]) -> Fraction:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum((a[0] * b[1] - b[0] * a[1] for a, b in pairs), Fraction(0)))


def sheet_edge(placed: PlacedSheet) -> tuple[float, float, float, float]:
    """The printed edge of a sheet in the shared plane: as stated, else the bounding box of its hexes."""
    edge = placed.sheet.grid.edge
    if edge is not None:
        (x0, y0), (x1, y1) = placed.frame.to_plane(edge[:2]), placed.frame.to_plane(edge[2:])
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    grid = placed.sheet.grid
    rim = [placed.frame.hex(column, row) for column in range(1, grid.columns + 1) for row in {1, grid.rows}]
    points = [to_plane(corner) for place in rim for corner in corners(place)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)
