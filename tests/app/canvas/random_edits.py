"""Made-up edits of maps for tests: items put in, moved, turned into something else and taken out, on any sheet."""

import random
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeItems
from core.model.maps import (
    SECTIONS,
    Area,
    Contour,
    HexContent,
    ItemRef,
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

AREAS = ("woods", "orchard", "lake", "building", "marsh", "never-heard-of")
PATHS = ("primary-road", "secondary-road", "trail", "railway", "river", "stream", "never-heard-of")
SIDES = ("hedgerow", "embankment", "stream", "river", "bridge", "ford", "wall", "never-heard-of")
HEXES = ("village", "town", "city", "never-heard-of")
WORDS = ("", "", "Larkfield", "Mill", "Old Mill")


def with_files(box: GameBox) -> GameBox:
    """The box with a file name for each of its sheets."""
    named = tuple(replace(placed, file=f"{number}.map.yaml") for number, placed in enumerate(box.sheets))
    return replace(box, sheets=named)


def random_edit(box: GameBox, dice: random.Random) -> ChangeItems:
    """A change of one to six items."""
    items: dict[ItemRef, Any] = {}
    for _ in range(dice.choice((1, 1, 1, 2, 6))):
        placed = dice.choice(box.sheets)
        section = dice.choice(SECTIONS)
        key = _key(placed.sheet, section, dice)
        old = placed.sheet.item(section, key)
        if old is None:
            new: Any = _new(placed, section, dice)
        else:
            new = dice.choice((None, _new(placed, section, dice), _moved(old, placed, dice), _moved(old, placed, dice)))
        items[ItemRef(placed.file, section, key)] = new
    return ChangeItems("Try", MappingProxyType(items))


def _key(sheet: MapSheet, section: Section, dice: random.Random) -> Key:
    if section == "hexes":
        return dice.randint(1, sheet.grid.columns), dice.randint(1, sheet.grid.rows)
    held = sheet.items(section)
    return dice.choice((*held.keys, held.next_key, held.next_key + 2))


def _point(sheet: MapSheet, dice: random.Random) -> tuple[float, float]:
    return dice.uniform(-0.5, sheet.grid.columns), dice.uniform(-0.5, sheet.grid.rows + 1.0)


def _line(sheet: MapSheet, dice: random.Random) -> Points:
    x, y = _point(sheet, dice)
    points = [(x, y)]
    for _ in range(dice.randint(1, 30)):
        x, y = x + dice.uniform(-0.2, 0.7), y + dice.uniform(-0.5, 0.5)
        points.append((x, y))
    return tuple(points)


def _ring(sheet: MapSheet, dice: random.Random) -> Points:
    (x, y), size = _point(sheet, dice), dice.uniform(0.2, 2.0)
    points = [(x + size * dx, y + size * dy) for dx, dy in ((0, 0), (1, 0.1), (1.3, 0.8), (0.6, 1.2), (-0.2, 0.7))]
    return (*points, points[0])


def _new(placed: PlacedSheet, section: Section, dice: random.Random) -> Any:
    sheet = placed.sheet
    match section:
        case "contours":
            line = _ring(sheet, dice) if dice.random() < 0.4 else _line(sheet, dice)
            return Contour(Fraction(dice.randrange(0, 200, 10)), line, dice.choice(("solid", "solid", "broken")))
        case "areas":
            return Area(dice.choice(AREAS), (_ring(sheet, dice),))
        case "paths":
            return Path(dice.choice(PATHS), _line(sheet, dice))
        case "sides":
            column, row = dice.randint(2, sheet.grid.columns - 1), dice.randint(2, sheet.grid.rows - 1)
            near = dice.choice(placed.frame.hex(column, row).neighbours())
            return SideFeature(dice.choice(SIDES), ((column, row), placed.frame.cell(near)))
        case "hexes":
            return HexContent(dice.choice(HEXES), dice.choice(WORDS))
        case "spots":
            return Spot(Fraction(dice.randrange(0, 300)), _point(sheet, dice), dice.choice(WORDS))
        case "lows":
            return Low(_point(sheet, dice))
        case "names":
            return Name(dice.choice(WORDS[2:]), _point(sheet, dice), dice.uniform(0.2, 0.6), dice.choice((0.0, 40.0)))
        case "zones":
            column, row = dice.randint(1, sheet.grid.columns - 2), dice.randint(1, sheet.grid.rows - 2)
            cells = frozenset((column + x, row + y) for x in range(3) for y in range(3) if dice.random() < 0.7)
            kind = dice.choice(("setup", "entry", "exit", "sea", "other"))
            return Zone(kind, cells or frozenset({(column, row)}), dice.choice(WORDS), dice.choice(("", "Red")))


def _moved(item: Any, placed: PlacedSheet, dice: random.Random) -> Any:
    """The item with one of its points moved, or with one point more."""
    dx, dy = dice.uniform(-0.6, 0.6), dice.uniform(-0.6, 0.6)

    def bent(line: Points) -> Points:
        k = dice.randrange(len(line))
        moved = [*line]
        moved[k] = (line[k][0] + dx, line[k][1] + dy)
        if line[0] == line[-1] and k in (0, len(line) - 1):
            moved[0] = moved[-1] = moved[k]
        if dice.random() < 0.2 and k:
            moved.insert(k, ((moved[k - 1][0] + moved[k][0]) / 2, moved[k][1]))
        return tuple(moved)

    match item:
        case Contour() | Path():
            return replace(item, line=bent(item.line))
        case Area():
            return replace(item, shape=tuple(bent(ring) for ring in item.shape))
        case Spot() | Low() | Name():
            return replace(item, at=(item.at[0] + dx, item.at[1] + dy))
        case Zone():
            some = dice.choice(sorted(item.cells))
            near = placed.frame.cell(dice.choice(placed.frame.hex(*some).neighbours()))
            return replace(item, cells=item.cells ^ {near} or item.cells)
        case SideFeature():
            return replace(item, feature=dice.choice(SIDES))
        case _:
            return replace(item, note="seen")
