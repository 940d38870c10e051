"""What an edit of a map costs in the window: from the edit to the last pixel of the picture that follows it."""

import gc
import math
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPixmap

from app.canvas.scene_map import SceneMap
from app.canvas.view import MapView
from core.geometry.layout import plane_centre
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Contour, HexContent, ItemRef
from core.model.work import Work


@dataclass(frozen=True)
class Pass:
    """Seconds of one edit: to apply it, to take it over in the prepared map, to paint all that it spoiled, and the longest
    stretch in which the window did nothing else."""

    apply_s: float
    follow_s: float
    paint_s: float
    longest_s: float

    @property
    def whole_s(self) -> float:
        """From the edit to the last pixel."""
        return self.apply_s + self.follow_s + self.paint_s


class Bench:
    """A view of a map with all its tiles painted, at one zoom."""

    def __init__(self, box: GameBox, hex_px: float | None, width: int = 1400, height: int = 900) -> None:
        self.view = MapView()
        self.view.resize(width, height)
        self.view.show_map(SceneMap.whole(box))
        if hex_px is not None:
            self.view.set_hex_px(hex_px)
        self._target = QPixmap(width, height)
        # As the window does when a map is prepared.
        gc.freeze()
        self.frames()

    @property
    def box(self) -> GameBox:
        """The box as it is shown."""
        assert self.view.map is not None
        return self.view.map.box

    def frames(self) -> list[float]:
        """Paints frames and prepares what is left until neither is wanted; the seconds of each step up to the last one that
        painted something."""
        found, needed, painted = [], 0, self.view.allowance.painted
        while True:
            begin = time.perf_counter()
            self.view.viewport().render(self._target, QPoint())
            found.append(time.perf_counter() - begin)
            if self.view.allowance.painted != painted:
                needed, painted = len(found), self.view.allowance.painted
            if not self.view.allowance.wanting and not self.view.catching_up:
                return found[: max(needed, 1)]
            begin = time.perf_counter()
            self.view.catch_up()
            found.append(time.perf_counter() - begin)

    def full_repaint(self) -> list[float]:
        """Seconds of the frames that paint all tiles in view anew."""
        self.view._sheet.spoil()
        return self.frames()

    def edit(self, items: Mapping[ItemRef, Any]) -> Pass:
        """Changes items and paints what follows."""
        edit, work = ChangeItems("Bench", MappingProxyType(dict(items))), Work(self.box)
        begin = time.perf_counter()
        touched, after = edit.touched(work), edit.apply(work).box
        applied = time.perf_counter()
        self.view.follow(after, touched)
        followed = time.perf_counter()
        frames = self.frames()
        return Pass(applied - begin, followed - applied, sum(frames), max(followed - begin, *frames))

    def drag(self, steps: int = 15) -> list[Pass]:
        """Drags the vertex of a contour that is nearest to the middle of the view."""
        placed = self.box.sheets[0]
        middle = placed.frame.to_sheet(plane_centre(self.view.visible_hexes()[0]))
        vertices = (
            (math.dist(point, middle), key, number)
            for key, contour in placed.sheet.items("contours").keyed()
            for number, point in enumerate(contour.line[1:-1], start=1)
        )
        _, key, number = min(vertices)
        ref, found = ItemRef(placed.file, "contours", key), []
        for step in range(steps):
            contour = self.box.item(ref)
            assert isinstance(contour, Contour)
            line = list(contour.line)
            line[number] = (line[number][0] + 0.03, line[number][1] + 0.02 * (-1) ** step)
            found.append(self.edit({ref: replace(contour, line=tuple(line))}))
        return found

    def stroke(self, terrain: str, hexes: int = 200) -> tuple[Pass, Pass]:
        """Paints terrain over so many hexes in the middle of the view, and takes it back."""
        placed = self.box.sheets[0]
        cells = [placed.frame.cell(place) for place in self.view.visible_hexes()[:hexes]]
        refs = {cell: ItemRef(placed.file, "hexes", cell) for cell in cells}
        before = {ref: placed.sheet.hexes.get(cell) for cell, ref in refs.items()}
        return self.edit({ref: HexContent(terrain) for ref in refs.values()}), self.edit(before)


def median(passes: list[Pass], of: Callable[[Pass], float]) -> float:
    """The median of one figure."""
    return statistics.median(map(of, passes))
