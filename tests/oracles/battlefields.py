"""Random maps for lines of sight, each as a box for core and as a plain map for the naive judge."""

import math
import random
from dataclasses import dataclass
from fractions import Fraction

import immutables
import shapely
from oracles.plain_hexes import Cell, Place, PlainGrid
from oracles.plain_los import PlainMap, PlainSymbol, on_lattice

from core.analysis.elevation import Level
from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Grid, HexContent, MapSheet, SideFeature
from core.model.terrain import Terrain, TerrainKind
from core.questions.game import Game

HEIGHTS = {"woods": 20, "orchard": 10, "building": 5, "village": 15, "hedgerow": 10}

TERRAIN = {
    "woods": Terrain("woods", "Woods", TerrainKind.AREA, Fraction(20)),
    "orchard": Terrain("orchard", "Orchard", TerrainKind.AREA, Fraction(10)),
    "building": Terrain("building", "Building", TerrainKind.AREA, Fraction(5)),
    "village": Terrain("village", "Village", TerrainKind.HEX, Fraction(15), whole_hex=True),
    "hedgerow": Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE, Fraction(10)),
}

Shape = list[list[tuple[float, float]]]


@dataclass(frozen=True)
class Battlefield:
    """The same map twice."""

    game: Game
    plain: PlainMap
    frame: SheetFrame

    def hex(self, cell: Cell) -> Hex:
        return self.frame.hex(*cell)

    def cell(self, place: Hex) -> Cell:
        return self.frame.cell(place)


def battlefield(
    seed: int, columns: int = 20, rows: int = 20, *, raised: str = "even", areas: int = 60, unknown: float = 0.0
) -> Battlefield:
    """A random map: heights in steps of five metres, a part of them unknown, and all that can stand on the ground."""
    dice = random.Random(seed)
    plain_grid = PlainGrid(raised)
    cells = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    drawn = [(dice.choice(("woods", "woods", "orchard", "building")), _shape(dice, plain_grid, cells)) for _ in range(areas)]
    villages = dict.fromkeys(dice.sample(cells, len(cells) // 30), "village")
    hedges = [pair for pair in (_side(dice, plain_grid, cells) for _ in range(len(cells) // 15)) if pair]
    sheet = MapSheet(
        "A",
        Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows), raised="even" if raised == "even" else "odd"),
        areas=tuple(Area(kind, tuple((*ring, ring[0]) for ring in shape)) for kind, shape in drawn),
        sides=tuple(SideFeature("hedgerow", pair) for pair in hedges),
        hexes=immutables.Map({cell: HexContent(kind) for cell, kind in villages.items()}),
    )
    frame = SheetFrame.place("even" if raised == "even" else "odd")
    box = GameBox("A field", "tcs-4.01", (PlacedSheet(sheet, frame, "A"),), terrain=TERRAIN)
    game = Game.of(box, load_ruleset("tcs-4.01"))
    hill = dice.uniform(0, columns), dice.uniform(0, rows), dice.uniform(10, 60)
    heights: dict[Cell, Fraction | None] = {}
    for cell in cells:
        swell = hill[2] * math.exp(-((cell[0] - hill[0]) ** 2 + (cell[1] - hill[1]) ** 2) / 40)
        heights[cell] = None if dice.random() < unknown else Fraction(5 * round((swell + dice.choice((0, 0, 0, 5, 10))) / 5))
    symbols = [
        PlainSymbol(kind, Fraction(HEIGHTS[kind]), tuple(tuple(on_lattice(*p) for p in ring) for ring in shape))
        for kind, shape in drawn
    ]
    plain = PlainMap(
        plain_grid, frozenset(cells), heights, symbols, {c: (k, Fraction(HEIGHTS[k])) for c, k in villages.items()}
    )
    for one, two in hedges:
        shared = [p for p in plain.fine_corners(one) if p in plain.fine_corners(two)]
        symbols.append(PlainSymbol("hedgerow", Fraction(10), (tuple(shared),), frozenset({one, two})))
    field = Battlefield(game, plain, frame)
    set_heights(field, heights)
    return field


def set_heights(field: Battlefield, heights: dict[Cell, Fraction | None]) -> None:
    """Gives core the heights of the plain map, as if they had been computed."""
    case = field.game.case
    for name in ("standard", "simplified"):
        known = case.heights(case.method(name)).known
        for cell, height in heights.items():
            place = field.hex(cell)
            how = "between" if height is not None else "undecidable"
            known[place] = Level(plane_centre(place), height, how, missing="" if height is not None else "it is not known")


def _shape(dice: random.Random, grid: PlainGrid, cells: list[Cell]) -> Shape:
    kind = dice.choice(("blob", "blob", "blob", "hex", "hexes", "aligned", "aligned", "ring"))
    cell = dice.choice(cells)
    if kind == "hex":
        return [[_sheet(p) for p in grid.corners(cell)]]
    if kind == "hexes":
        group = [cell, *dice.sample(_beside(grid, cell), dice.randint(1, 3))]
        union = shapely.union_all([shapely.Polygon(grid.corners(c)) for c in group])
        if union.geom_type == "Polygon":
            rings = [union.exterior, *union.interiors]
            return [[_sheet((round(x), round(y))) for x, y in shapely.get_coordinates(ring)[:-1]] for ring in rings]
        return [[_sheet(p) for p in grid.corners(cell)]]
    if kind == "aligned":
        near = [p for c in [cell, *_beside(grid, cell)] for p in [*grid.corners(c), grid.centre(c)]]
        hull = shapely.MultiPoint(dice.sample(near, 5)).convex_hull
        if hull.geom_type == "Polygon":
            return [[_sheet((round(x), round(y))) for x, y in shapely.get_coordinates(hull)[:-1]]]
        return [[_sheet(p) for p in grid.corners(cell)]]
    x, y = _sheet(grid.centre(cell))
    while True:
        size = dice.uniform(0.15, 1.6)
        angles = sorted(dice.uniform(0, 2 * math.pi) for _ in range(dice.randint(3, 9)))
        at = x + dice.uniform(-0.6, 0.6), y + dice.uniform(-0.6, 0.6)
        sizes = [size * dice.uniform(0.4, 1) for _ in angles]
        ring = [
            (round(at[0] + s * math.cos(a), 4), round(at[1] + s * math.sin(a), 4)) for a, s in zip(angles, sizes, strict=True)
        ]
        lattice = shapely.Polygon([on_lattice(*p) for p in ring])
        if not lattice.is_valid or lattice.area < 1000:
            continue
        if kind == "ring":
            hole = [(round(at[0] + 0.3 * (p[0] - at[0]), 4), round(at[1] + 0.3 * (p[1] - at[1]), 4)) for p in ring]
            if shapely.Polygon([on_lattice(*p) for p in ring], [[on_lattice(*p) for p in hole]]).is_valid:
                return [ring, hole]
        return [ring]


def _beside(grid: PlainGrid, cell: Cell) -> list[Cell]:
    return [c for c in grid.cells_around(cell, cell) if grid.distance(cell, c) == 1]


def _side(dice: random.Random, grid: PlainGrid, cells: list[Cell]) -> tuple[Cell, Cell] | None:
    one = dice.choice(cells)
    two = dice.choice(_beside(grid, one))
    return (one, two) if two in cells else None


def _sheet(place: Place) -> tuple[float, float]:
    """A point of the coarse lattice in the sheet's own units, with the four decimals of a file."""
    return round(place[0] / (2 * math.sqrt(3)), 4), round(place[1] / 2, 4)
