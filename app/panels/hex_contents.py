"""What is printed in a hex, for people to read. Rulings never ask this module."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from app.panels.near_items import Bounds, NearSheets, bounds_of, squares
from app.panels.words import plain, tr
from core.geometry.hex_ground import belongs_to
from core.geometry.hexes import Hex
from core.geometry.layout import Point, SheetFrame, corners, to_plane
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Polygon, Zone
from core.model.state import GameState
from core.model.terrain import Terrain
from core.rules.kernel.rulings import metres

_NO_STATE = GameState()
_NEAR = NearSheets()


@dataclass(frozen=True, slots=True)
class HexContents:
    """What a hex holds, as words: its terrain, names printed in it, what crosses it, its hexsides, smoke, its zones."""

    terrain: tuple[str, ...]
    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    smoke: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()


def contents(place: Hex, box: GameBox, terrain: Mapping[str, Terrain], state: GameState = _NO_STATE) -> HexContents:
    """The contents of a hex on every sheet that prints it, and what reaches in from others. `terrain` gives kinds names."""
    printed = [placed for placed, _ in box.prints(place)]
    found = [_on_sheet(place, placed, terrain) for placed in printed]
    if printed:
        beside = [placed for placed in box.sheets if all(placed is not each for each in printed)]
        found += [_from_beside(place, placed, terrain) for placed in beside]
    smoke = [
        words
        for words, hexes in (
            (tr("smoke"), state.smoke),
            (tr("smoke barrage"), state.smoke_barrage),
            (tr("continuous fire"), state.continuous_fire),
        )
        if place in hexes
    ]
    if place not in state.smoke_barrage and any(near in state.smoke_barrage for near in place.neighbours()):
        smoke.append(tr("smoke of an adjacent barrage"))
    return HexContents(
        _once(word for each in found for word in each.terrain) or (tr("open"),),
        _once(word for each in found for word in each.names),
        _once(word for each in found for word in each.paths),
        _once(word for each in found for word in each.sides),
        _once(word for each in found for word in each.spots),
        tuple(smoke),
        _once(word for each in found for word in each.zones),
    )


def made_ready(box: GameBox) -> Iterator[None]:
    """Files what lies where on the sheets of a box, in steps of a few items, so that the first hex needs not wait for it."""
    return _NEAR.steps((placed.file, placed.sheet) for placed in box.sheets)


def _on_sheet(place: Hex, placed: PlacedSheet, terrain: Mapping[str, Terrain]) -> HexContents:
    sheet, frame, near = placed.sheet, placed.frame, _NEAR.of(placed.file)
    ring = [frame.to_sheet(to_plane(corner)) for corner in corners(place)]
    bounds, cell = bounds_of(ring), frame.cell(place)
    around = tuple(squares(bounds))
    content = sheet.hexes.get(cell)
    beside = _from_beside(place, placed, terrain)
    kinds = [*([_name(content.terrain, terrain)] if content is not None else []), *beside.terrain]
    names = [*([content.name] if content is not None and content.name else []), *beside.names]
    near.paths.follow(sheet.items("paths"))
    paths = []
    for path, stretches in near.paths.at(around):
        pairs = (pair for stretch in stretches for pair in pairwise(stretch))
        if any(_overlap(bounds_of(pair), bounds) and _crosses(pair, ring) for pair in pairs):
            word = _name(path.feature, terrain)
            paths.append(f"{word} ({path.name})" if path.name else word)
    near.names.follow(sheet.items("names"))
    names += [name.text for name, _ in near.names.at(around) if _inside(name.at, ring)]
    near.spots.follow(sheet.items("spots"))
    spots = [
        f"{metres(spot.height)} m" + (f" ({spot.name})" if spot.name else "")
        for spot, _ in near.spots.at(around)
        if _inside(spot.at, ring)
    ]
    near.zones.follow(sheet.items("zones"))
    zones = [_zone_words(zone) for zone, _ in near.zones.at((cell,))]
    return HexContents(tuple(kinds), tuple(names), tuple(paths), beside.sides, tuple(spots), zones=tuple(zones))


def _from_beside(place: Hex, placed: PlacedSheet, terrain: Mapping[str, Terrain]) -> HexContents:
    """What a sheet may hold of a hex that it need not print: its areas and its hexsides."""
    sheet, frame, near = placed.sheet, placed.frame, _NEAR.of(placed.file)
    ring = [frame.to_sheet(to_plane(corner)) for corner in corners(place)]
    bounds, cell = bounds_of(ring), frame.cell(place)
    near.areas.follow(sheet.items("areas"))
    areas = [
        area
        for area, reaches in near.areas.at(squares(bounds))
        if _overlap(reaches[0], bounds) and _has_ground(area.shape, place, frame)
    ]
    near.sides.follow(sheet.items("sides"))
    sides = []
    for side, _ in near.sides.at((cell,)):
        other = frame.hex(*side.between[1 - side.between.index(cell)])
        sides.append(
            tr("{feature} ({side})").format(feature=_name(side.feature, terrain), side=_side_word(place, other, frame))
        )
    kinds = tuple(_name(area.terrain, terrain) for area in areas)
    return HexContents(kinds, tuple(area.name for area in areas if area.name), sides=tuple(sides))


def _zone_words(zone: Zone) -> str:
    kinds = {
        "setup": tr("set-up zone"),
        "entry": tr("entry area"),
        "exit": tr("exit area"),
        "sea": tr("sea zone"),
        "other": tr("zone"),
    }
    said = [each for each in (zone.name, zone.side) if each]
    return f"{kinds[zone.kind]} ({', '.join(said)})" if said else kinds[zone.kind]


def _name(kind: str, terrain: Mapping[str, Terrain]) -> str:
    return terrain[kind].name if kind in terrain else plain(kind)


def _side_word(place: Hex, other: Hex, frame: SheetFrame) -> str:
    if frame.orientation == "columns":
        words = (tr("north"), tr("north-east"), tr("south-east"), tr("south"), tr("south-west"), tr("north-west"))
    else:
        # The shared plane is the sheet's mirror at the diagonal: its north is the sheet's east.
        words = (tr("east"), tr("north-east"), tr("north-west"), tr("west"), tr("south-west"), tr("south-east"))
    return words[place.neighbours().index(other)]


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _overlap(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _has_ground(shape: Polygon, place: Hex, frame: SheetFrame) -> bool:
    """Whether an area lies in a hex, as the rules see it: one that only touches it from outside does not."""
    return belongs_to([[frame.to_lattice(point) for point in ring] for ring in shape], place)


def _crosses(pair: tuple[Point, Point], ring: list[Point]) -> bool:
    """Whether a segment touches a hex."""
    return _inside(pair[0], ring) or any(_meet(pair, side) for side in zip(ring, ring[1:] + ring[:1], strict=True))


def _inside(point: Point, ring: Iterable[Point]) -> bool:
    """Whether a point lies in a ring, by counting crossings to its east."""
    corners_ = list(ring)
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners_, corners_[1:] + corners_[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside


def _meet(a: tuple[Point, Point], b: tuple[Point, Point]) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    across_a = turn(*a, b[0]) * turn(*a, b[1])
    across_b = turn(*b, a[0]) * turn(*b, a[1])
    return across_a < 0 and across_b < 0
