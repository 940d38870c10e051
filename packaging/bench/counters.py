"""What counters on a map cost in the window: frames while it is moved and zoomed, and one counter carried across it."""

import gc
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

import immutables
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPixmap, QRegion
from PySide6.QtWidgets import QApplication

from app.canvas.counters.layer import CounterLayer
from app.canvas.layers import COUNTERS
from app.canvas.scene_map import SceneMap
from app.canvas.view import MapView
from app.documents.document import Document
from core.geometry.layout import plane_centre
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.edits.piece_edits import moved
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.model.scenario import Scenario
from core.model.state import GameState
from core.rules.kernel.ruleset import Ruleset

FILE = "bench.scenario.yaml"

WIDTH, HEIGHT = 1400, 900

PAN_PX = 37
"""Pixels that the map is moved between two frames."""


def with_counters(box: GameBox, count: int, seed: int = 1) -> GameBox:
    """A box with so many different counters of two sides in stacks of one to four, one in three of them with a marker."""
    dice = random.Random(seed)
    kinds = ("infantry", "machine_guns", "mortar", "vehicle", "carrier", "at_gun")
    counters: list[Counter] = []
    pieces: dict[str, Piece] = {}
    marks: dict[Spot, tuple[Mark, ...]] = {}
    places = sorted(box.cells)
    dice.shuffle(places)
    at, room = places.pop(), 2
    for n in range(count):
        if not room:
            at, room = places.pop(), dice.randint(1, 4)
            if n % 20 == 0:
                marks[at] = (Mark("smoke-1"),)
        room -= 1
        kind = dice.choice(kinds)
        values = {
            "piece.kind": kind,
            "piece.name": f"{n % 9 + 1}/{n // 9}",
            "fire.class": dice.choice(("area", "point")),
            "fire.strength": dice.randint(1, 20),
            "fire.range": dice.randint(1, 30),
            "movement.class": dice.choice(("foot", "wheeled", "tracked")),
            "movement.allowance": dice.randint(4, 18),
            "steps": 5,
        }
        sidc = f"100{3 + 3 * (n % 2)}1000001211{n % 5:02}0000"
        counters.append(Counter(f"c{n}", f"s{n % 2}", immutables.Map(values), None, f"f{n % 2}", sidc))
        pieces[f"c{n}"] = Piece(at, room, marks=frozenset({"suppressed"}) if n % 3 == 0 else frozenset())
    oob = Oob(
        Items([Side("s0", "Blue", "#7a94b8", "#000000"), Side("s1", "Red", "#b87a6a", "#000000")]),
        Items([Formation("f0", "First", "s0", stripe="#f0c53c"), Formation("f1", "Second", "s1", stripe="#3c7ab0")]),
        Items(counters),
    )
    start = Deployment().with_pieces(pieces).with_marks(marks)
    return box.with_oob(oob).with_scenarios({FILE: Scenario("Bench", start=start)})


@dataclass(frozen=True)
class Frames:
    """Seconds of the frames of a gesture."""

    seconds: tuple[float, ...]

    def share(self, part: float) -> float:
        """The frame than which that part of all is shorter."""
        ordered = sorted(self.seconds)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


class Bench:
    """A view of a map with counters, all of it painted."""

    def __init__(self, box: GameBox, ruleset: Ruleset, hex_px: float) -> None:
        self.view = MapView()
        self.view.resize(WIDTH, HEIGHT)
        self.view.show_map(SceneMap.whole(box, terrain=ruleset.terrain_of(box)))
        self.view.set_hex_px(hex_px)
        self.document = Document(box, ruleset, state=GameState(scenario=FILE))
        self.layer = CounterLayer(self.view)
        self.layer.use(self.document)
        self._target = QPixmap(WIDTH, HEIGHT)
        gc.freeze()
        self.rest()

    def frame(self, region: QRect | None = None) -> float:
        """Paints a frame, or only a part of it; seconds of the processor, which other programs do not lengthen."""
        begin = time.thread_time()
        if region is None:
            self.view.viewport().render(self._target, QPoint())
        else:
            self.view.viewport().render(self._target, region.topLeft(), QRegion(region))
        return time.thread_time() - begin

    def rest(self) -> int:
        """Paints frames until nothing is missing; how many."""
        for count in range(1, 2000):
            self.frame()
            QApplication.processEvents()
            if not self.view.allowance.wanting:
                return count
        raise AssertionError("the map is never painted whole")

    def pan(self, frames: int = 160) -> Frames:
        """Moves the map back and forth over ground that has been painted before."""
        across, down = self.view.horizontalScrollBar(), self.view.verticalScrollBar()

        def moved() -> Iterator[float]:
            for n in range(frames):
                way = 1 if (n // 8) % 2 else -1
                across.setValue(across.value() + way * PAN_PX)
                down.setValue(down.value() + way * PAN_PX // 2)
                yield self.frame()
                QApplication.processEvents()

        tuple(moved())
        self.rest()
        return Frames(tuple(moved()))

    def zoom(self, rounds: int = 4) -> Frames:
        """Zooms in and out step by step, without waiting for what is still to be painted."""
        found = []
        for n in range(rounds * 32):
            self.view.zoom(1 if (n // 16) % 2 else -1)
            found.append(self.frame())
            QApplication.processEvents()
        return Frames(tuple(found))

    def show_counters(self, shown: bool) -> None:
        """Shows the map with its counters, or the map alone."""
        self.view.set_layers(self.view.layers.with_shown(COUNTERS, shown))
        self.rest()

    def carry(self, frames: int = 60) -> float:
        """Median seconds of a frame in which one counter is carried on."""
        place = self.view.visible_hexes()[0]
        found = []
        x, y = plane_centre(place)
        id_ = next(iter(self.document.work.deployment.pieces))
        for n in range(frames):
            self.layer.carry((id_,), (x + 0.05 * n, y + 0.02 * n))
            found.append(self.frame(self.layer.spoiled))
        self.layer.carry((), None)
        return statistics.median(found)

    def whole(self) -> float:
        """Median seconds of a frame in which all of the view is painted anew, though nothing has changed."""
        return statistics.median(self.frame() for _ in range(60))

    def one_moved(self) -> float:
        """Seconds from the edit that moves one stack to the picture that shows it."""
        stack = next(iter(self.document.work.deployment.stacks.values()))
        found = []
        for place in self.view.visible_hexes()[:9]:
            begin = time.thread_time()
            self.document.do(moved(self.document.work, stack, place))
            self.frame()
            found.append(time.thread_time() - begin)
        return statistics.median(found)
