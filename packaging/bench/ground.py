"""Synthetic ground for benchmarks: rolling hills, woods, villages, on any number of hexes; the same for the same seed."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import immutables

from core.analysis.elevation import Level
from core.analysis.ground import Ground
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, plane_centre
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Contour, Grid, HexContent, MapSheet, Path, Points

Height = Callable[[float, float], float]


def hills(seed: int, roughness: float = 1.0) -> Height:
    """A smooth height in metres over plane points, from a sum of waves."""
    dice = random.Random(seed)
    waves = []
    for octave in range(1, 6):
        for _ in range(4):
            turn, phase = dice.uniform(0, math.tau), dice.uniform(0, math.tau)
            length = 48 / 1.7**octave / roughness
            waves.append((math.cos(turn) / length, math.sin(turn) / length, phase, 40 / 1.5**octave))

    def height(x: float, y: float) -> float:
        return 200 + sum(size * math.sin(math.tau * (ax * x + ay * y) + phase) for ax, ay, phase, size in waves)

    return height


def make_box(columns: int, rows: int, seed: int = 1, interval: int = 20) -> GameBox:
    """A box with one sheet: contours by marching through `hills`, woods as rounded patches, villages on 1% of the hexes."""
    height, dice = hills(seed), random.Random(seed)
    frame = SheetFrame.place("odd")
    width = columns * math.sqrt(3) / 2
    areas = tuple(_wood(dice, width, rows) for _ in range(columns * rows // 4))
    villages = {(dice.randint(1, columns), dice.randint(1, rows)): HexContent("village") for _ in range(columns * rows // 100)}
    sheet = MapSheet(
        "A",
        Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows)),
        contour_interval=Fraction(interval),
        contours=tuple(_contours(height, width, rows, interval)),
        areas=areas,
        hexes=immutables.Map(villages),
    )
    return GameBox("Bench", "tcs-4.01", (PlacedSheet(sheet, frame, "A", "a.map.yaml"),))


def big_box(seed: int = 1) -> GameBox:
    """The largest map that the editor is meant for: 100 × 150 hexes, 10,000 vertices of contours, 5,000 areas, some roads."""
    box, dice = make_box(100, 150, seed), random.Random(seed)
    placed = box.sheets[0]
    width = 100 * math.sqrt(3) / 2
    contours = []
    for contour in placed.sheet.contours:
        line = contour.line[::10] if contour.line[::10][-1] == contour.line[-1] else (*contour.line[::10], contour.line[-1])
        if len(line) > 3:
            contours.append(replace(contour, line=line))
    roads = []
    for _ in range(200):
        x, y, turn = dice.uniform(1, width), dice.uniform(1, 149), dice.uniform(0, math.tau)
        run = [(round(x + k * math.cos(turn), 4), round(y + k * math.sin(turn), 4)) for k in range(10)]
        roads.append(Path("secondary-road", tuple(run)))
    areas = tuple(_wood(dice, width, 150) for _ in range(5000))
    sheet = replace(placed.sheet, contours=contours, areas=areas, paths=roads)
    return replace(box, sheets=(replace(placed, sheet=sheet),))


def warm_heights(ground: Ground, seed: int = 1) -> dict[Hex, Level]:
    """Centre heights on 5 m marks taken straight from the hills, for timing what uses heights rather than what finds them."""
    height = hills(seed)
    found = {}
    for place in ground.hexes:
        at = plane_centre(place)
        found[place] = Level(at, Fraction(5 * round(height(*at) / 5)), "between")
    return found


def _wood(dice: random.Random, width: float, rows: int) -> Area:
    x, y, size = dice.uniform(0.5, width), dice.uniform(0.5, rows), dice.uniform(0.2, 0.9)
    ring = []
    for k in range(12):
        turn, far = math.tau * k / 12, size * dice.uniform(0.7, 1.2)
        ring.append((round(x + far * math.cos(turn), 4), round(y + far * math.sin(turn), 4)))
    return Area("woods", ((*ring, ring[0]),))


def _contours(height: Height, width: float, rows: int, interval: int) -> list[Contour]:
    import contourpy
    import numpy as np

    xs, ys = np.arange(-0.6, width + 1.4, 0.2), np.arange(-0.6, rows + 1.4, 0.2)
    z = np.array([[height(float(x), float(y)) for x in xs] for y in ys])
    lines = contourpy.contour_generator(xs, ys, z)
    found = []
    for level in range(int(z.min() // interval) * interval, int(z.max()) + 1, interval):
        for line in lines.lines(level + 1e-6):
            points: Points = tuple((round(float(x), 4), round(float(y), 4)) for x, y in np.asarray(line))
            if len(points) > 2:
                found.append(Contour(Fraction(level), points, high="left"))
    return found
