"""The map as a graph: compiled at once, after an edit, and by the plain way that asks every hex of every item."""

import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import immutables

from core.analysis.hex_net import HexNet, compile_net
from core.analysis.hex_terrain import HexTerrain
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Area, Grid, HexContent, Item, ItemRef, Key, MapSheet, Path, Section, SideFeature
from core.model.work import Work

SIDE = 200
AREAS = 300
PATHS = 200
TERRAIN = ("woods", "hills", "marsh", "sea")
WAYS = ("primary-road", "secondary-road", "trail", "railway", "stream")
FILE = "a.map.yaml"


def operational_box(side: int = SIDE, seed: int = 1) -> GameBox:
    """An operational map: large areas, roads from edge to edge, villages, and rivers along hexsides."""
    dice, frame = random.Random(seed), SheetFrame.place("odd")
    width = side * math.sqrt(3) / 2
    villages = {(dice.randint(1, side), dice.randint(1, side)): HexContent("village") for _ in range(side * side // 50)}
    sheet = MapSheet(
        "A",
        Grid(side, side, Numbering("{column:03}.{row:03}", side, side)),
        areas=tuple(_area(dice, width, side) for _ in range(AREAS)),
        paths=tuple(_way(dice, width, side) for _ in range(PATHS)),
        sides=tuple(
            SideFeature("river", ((column, row), (column, row + 1)))
            for column in range(1, side + 1)
            for row in range(1, side)
            if dice.random() < 0.05
        ),
        hexes=immutables.Map(villages),
    )
    return GameBox("Bench", "scs-1.6", (PlacedSheet(sheet, frame, "A", FILE),))


def _area(dice: random.Random, width: float, rows: int) -> Area:
    x, y, size = dice.uniform(0, width), dice.uniform(0, rows), dice.uniform(2, 12)
    ring = []
    for k in range(60):
        turn, far = math.tau * k / 60, size * dice.uniform(0.8, 1.2)
        ring.append((round(x + far * math.cos(turn), 4), round(y + far * math.sin(turn), 4)))
    return Area(dice.choice(TERRAIN), ((*ring, ring[0]),))


def _way(dice: random.Random, width: float, rows: int) -> Path:
    x, y, turn = dice.uniform(0, width), dice.uniform(0, rows), dice.uniform(0, math.tau)
    line = [(x, y)]
    while len(line) < 400 and 0 <= x <= width and 0 <= y <= rows:
        turn += dice.uniform(-0.3, 0.3)
        x, y = x + 0.3 * math.cos(turn), y + 0.3 * math.sin(turn)
        line.append((round(x, 4), round(y, 4)))
    return Path(dice.choice(WAYS), tuple(line))


@dataclass(frozen=True)
class Compiled:
    """Medians of seconds: the whole net, the net after an edit, and the plain way to the whole."""

    whole_s: float
    edit_s: float
    plain_s: float


def net_of_a_large_map(every: int = 100, rounds: int = 3) -> Compiled:
    """The net of a large map; the plain way asks only every so manieth hex, and is counted up from that."""
    box = operational_box()
    net = compile_net(box)
    plain = [_seconds(lambda: _ask_each(net, box, every)) * every for _ in range(rounds)]
    whole = [_seconds(lambda: compile_net(box)) for _ in range(rounds)]
    return Compiled(statistics.median(whole), statistics.median(_edits(net)), statistics.median(plain))


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _ask_each(net: HexNet, box: GameBox, every: int) -> None:
    """Asks hexes of every area, and which lines come into them; what the net says has to agree with it."""
    terrain = HexTerrain(box, {})
    for number in range(0, len(net.hexes), every):
        place = net.hexes[number]
        assert net.kinds[number] == terrain.kinds(place), "the net and the areas disagree"
        across = {way for side in net.crossing[6 * number : 6 * number + 6] if side >= 0 for way in net.crossings[side].ways}
        assert across <= terrain.ways(place), "the net and the lines disagree"


def _edits(net: HexNet) -> list[float]:
    """Seconds after edits of lines, areas, features along hexsides and villages, by turns."""
    assert net.said is not None
    work, dice, found = Work(net.said.box), random.Random(2), []
    sections: tuple[Section, ...] = ("paths", "areas", "sides", "hexes")
    for number in range(40):
        section = sections[number % 4]
        sheet = work.box.sheet(FILE).sheet
        keys: Sequence[Key] = sorted(sheet.hexes) if section == "hexes" else sheet.items(section).keys
        key = dice.choice(keys)
        item = sheet.item(section, key)
        edit = ChangeItems("Change", {ItemRef(FILE, section, key): _changed(item)})
        touched, work = edit.touched(work), edit.apply(work)
        begin = time.perf_counter()
        net = net.after(work.box, touched)
        found.append(time.perf_counter() - begin)
    anew = compile_net(work.box)
    assert (net.kinds, net.crossing, net.crossings) == (anew.kinds, anew.crossing, anew.crossings), "an edit was not followed"
    return found


def _changed(item: Item | None) -> Item | None:
    """A line shifted a little, a village grown to a town; anything else taken away."""
    match item:
        case Path():
            return replace(item, line=tuple((x + 0.1, y - 0.07) for x, y in item.line))
        case HexContent():
            return replace(item, terrain="town")
    return None
