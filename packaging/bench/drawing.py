"""What an edit of a map costs in the window, from the edit to the last pixel of the picture that follows it; and zooming."""

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QImage, QPixmap

from app.canvas.painters import painting
from app.canvas.scan_cutter import cut
from app.canvas.scans import Pyramid
from app.canvas.scene_map import SceneMap
from app.canvas.view import NOTCH, MapView
from core.analysis.relief_raster import relief_raster
from core.base.steps import finish
from core.geometry.layout import plane_centre
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Contour, ControlPoint, HexContent, ItemRef, Underlay
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


def zooming(box: GameBox, folder: Path, width: int = 1400, height: int = 900) -> list[float]:
    """Seconds of the frames while the mouse zooms in and out over a map with relief and a scanned sheet of 50 megapixels, and
    until all is painted after each turn."""
    scanned, pyramid = _with_scan(box, folder)
    view = MapView()
    view.resize(width, height)
    view.show_map(SceneMap.whole(scanned))
    view.show_scans({scanned.sheets[0].file: pyramid})
    view.show_relief(finish(relief_raster(scanned)))
    target = QPixmap(width, height)

    def frame() -> float:
        begin = time.perf_counter()
        view.viewport().render(target, QPoint())
        return time.perf_counter() - begin

    def rest() -> Iterator[float]:
        yield frame()
        while view.allowance.wanting:
            yield frame()

    found = list(rest())
    for step in (NOTCH, -NOTCH):
        for _ in range(26):
            begin = time.perf_counter()
            view.zoom(step, QPointF(width / 2, height / 2))
            zoomed = time.perf_counter() - begin
            found += [zoomed + frame(), frame()]
        found += rest()
    view.close()
    return found


def _with_scan(box: GameBox, folder: Path) -> tuple[GameBox, Pyramid]:
    """A box with a made-up scan under its first sheet, which lies in pieces between nine points."""
    wide, high, placed = 6000, 8400, box.sheets[0]
    picture = QImage(wide, high, QImage.Format.Format_RGB32)
    picture.fill(0xE8E2D0)
    with painting(picture) as painter:
        for k in range(0, wide + high, 40):
            painter.drawLine(k, 0, k - high, high)
    assert picture.save(str(folder / "scan.png"))
    grid = placed.sheet.grid
    points = []
    for column in (5, grid.columns // 2, grid.columns - 4):
        for row in (5, grid.rows // 2, grid.rows - 4):
            bend = 20 * math.sin(column + row)
            points.append(
                ControlPoint((column / grid.columns * wide + bend, (1 - row / grid.rows) * high - bend), (column, row))
            )
    sheet = replace(placed.sheet, underlay=Underlay("scan.png", (wide, high), tuple(points)))
    return box.with_sheet(placed.file, sheet), Pyramid(cut(folder / "scan.png", cache=folder / "cache"))


def median(passes: list[Pass], of: Callable[[Pass], float]) -> float:
    """The median of one figure."""
    return statistics.median(map(of, passes))
