"""A raster of heights for the eye: elevation tint and hill shading between contours. No ruling ever reads it.

Contours are drawn into a raster; between them heights follow Laplace's equation, solved from coarse to fine. Ground that one
height alone encloses (hilltops, bottoms, what lies beyond the last line) swells or sinks by half an interval, or up to its
spot elevation, after Poisson's equation. The kinks that remain along the lines are smoothed, with the lines held in place.
Light comes from the north-west of the map as it is printed, 45° high.
"""

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.model.box import GameBox, PlacedSheet, sheet_edge
from core.model.relief import ReliefRaster

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

RasterPieces = Generator[tuple[int, int], None, ReliefRaster | None]
"""Yields (steps done, steps in all) and returns the raster, None for a box without contours."""

_SLICE = 2_000_000
"""Pixels that are visited between two yields: under 20 ms."""

_ROUNDS = 30
"""Relaxations on each level of the pyramid; more change what is seen by less than one level of tint."""

_SMOOTH_HEXES = 0.22
_EVEN_HEXES = 0.09
"""Radii of the smoothing, in hexes: of the ground away from its contours, and of the whole."""

_MARGIN_HEXES = 1.5
"""How far ground is worked out beyond the printed edge. Nothing flows through the rim of the raster, so that heights level off
towards it however contours meet it; that shall not be seen."""

_NEAR_EDGE_HEXES = 0.3
_STRAIGHT_HEXES = 0.4
"""A contour that ends so near the edge, or beyond it, goes on straight as its last part of this length runs."""

_DETAIL = 4
"""How much finer bands are than shading."""

_STEEP_SHARE = 92.0
_STEEP = 0.85
_MOST_EXAGGERATED = 14.0
"""Heights are exaggerated until this percentile of slopes has this gradient, but never more than so many times."""


@dataclass(frozen=True)
class _Drawn:
    """Contours in the raster: which pixels they cross, at which mean height, and where only one height crosses."""

    on_line: Flags
    height: Floats
    single: Flags


@dataclass(frozen=True)
class _Window:
    """The raster's place: its corner at the upper left of the map as printed, pixels per hex, size."""

    left: float
    top: float
    resolution: int
    width: int
    height: int
    mirrored: bool

    @classmethod
    def around(cls, box: GameBox, resolution: int) -> "_Window":
        edges = [sheet_edge(placed) for placed in box.sheets]
        mirrored = box.sheets[0].frame.orientation == "rows"
        first = 1 if mirrored else 0
        left, right = min(edge[first] for edge in edges), max(edge[first + 2] for edge in edges)
        low, top = min(edge[1 - first] for edge in edges), max(edge[3 - first] for edge in edges)
        width, height = math.ceil((right - left) * resolution), math.ceil((top - low) * resolution)
        return cls(left, top, resolution, max(width, 2), max(height, 2), mirrored)

    def grown(self, margin: int) -> "_Window":
        """The window with so many pixels more on each side."""
        beyond = margin / self.resolution
        width, height = self.width + 2 * margin, self.height + 2 * margin
        return _Window(self.left - beyond, self.top + beyond, self.resolution, width, height, self.mirrored)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The rectangle in the shared plane."""
        right, low = self.left + self.width / self.resolution, self.top - self.height / self.resolution
        return (low, self.left, self.top, right) if self.mirrored else (self.left, low, right, self.top)

    def pixels(self, placed: PlacedSheet, points: tuple[tuple[float, float], ...]) -> NDArray[np.float64]:
        """Points of a sheet as (column, row) with fractions; not yet inside the raster."""
        plane = np.array([placed.frame.to_plane(point) for point in points], dtype=np.float64).reshape(-1, 2)
        east, north = (plane[:, 1], plane[:, 0]) if self.mirrored else (plane[:, 0], plane[:, 1])
        return np.column_stack(((east - self.left) * self.resolution, (self.top - north) * self.resolution))

    def inside(self, pixels: NDArray[np.float64]) -> Numbers:
        """The flat numbers of those pixels that lie in the raster."""
        cells = np.floor(pixels).astype(np.int64)
        kept = (cells[:, 0] >= 0) & (cells[:, 0] < self.width) & (cells[:, 1] >= 0) & (cells[:, 1] < self.height)
        numbers: Numbers = cells[kept, 1] * self.width + cells[kept, 0]
        return numbers


def relief_raster(box: GameBox, resolution: int = 8) -> RasterPieces:
    """The raster of a whole box in steps of at most about 20 ms; `resolution` is in pixels from hex centre to hex centre."""
    contours = [(placed, contour) for placed in box.sheets for contour in placed.sheet.contours if len(contour.line) > 1]
    if not contours:
        return None
    printed = _Window.around(box, resolution)
    margin = math.ceil(_MARGIN_HEXES * resolution)
    window = printed.grown(margin)
    shape, seen = (window.height, window.width), slice(margin, -margin)
    total = len(contours) // 50 + 3 * _slices(shape) + 6
    done = 0
    lines, heights = [], []
    for count, (placed, contour) in enumerate(contours):
        cells = window.inside(_along(_prolonged(window.pixels(placed, contour.line), window, margin)))
        lines.append(cells)
        heights.append(np.full(len(cells), float(contour.height), dtype=np.float32))
        if count % 50 == 49:
            done += 1
            yield done, total
    drawn = _draw(np.concatenate(lines), np.concatenate(heights), shape)
    if not drawn.on_line[seen, seen].any():
        return None
    done += 1
    yield done, total

    ground = np.empty(shape, dtype=np.float32)
    for _ in _relax(drawn.on_line, drawn.height, 0.0, ground):
        done += 1
        yield done, total
    swell = np.empty(shape, dtype=np.float32)
    for _ in _relax(drawn.on_line, np.zeros(shape, dtype=np.float32), 1.0, swell):
        done += 1
        yield done, total
    interval = _interval(box)
    faces = _faces(~drawn.on_line)
    done += 1
    yield done, total
    ground += _bulges(drawn, faces, ground, swell, interval / 2, _spots(box, window))
    done += 1
    yield done, total

    smooth = _blurred(ground, _SMOOTH_HEXES * resolution)
    residue = np.empty(shape, dtype=np.float32)
    done += 1
    yield done, total
    for _ in _relax(drawn.on_line, np.where(drawn.on_line, drawn.height - smooth, 0).astype(np.float32), 0.0, residue):
        done += 1
        yield done, total
    ground = smooth + residue
    metres = box.sheets[0].sheet.grid.hex_m / resolution
    # Lines are a pixel wide in the raster; without this last smoothing the edges of bands would show its squares.
    ground = _blurred(ground, _EVEN_HEXES * resolution)[seen, seen]
    shade = _shade(ground, metres)
    done += 1
    yield done, total
    least, most = float(ground.min()), float(ground.max())
    # One byte holds 256 bands; on higher ground several intervals share one.
    interval *= max(math.ceil((most - least) / interval / 255), 1)
    low = math.floor(least / interval) * interval
    strips = []
    for strip in _bands(ground, low, interval):
        strips.append(strip.tobytes())
        yield min(done, total), total
    return ReliefRaster(
        width=printed.width,
        height=printed.height,
        detail=_DETAIL,
        bounds=printed.bounds,
        low=low,
        interval=interval,
        least=least,
        most=most,
        bands=b"".join(strips),
        shade=shade.tobytes(),
    )


def _prolonged(pixels: NDArray[np.float64], window: _Window, margin: int) -> NDArray[np.float64]:
    """A line whose ends at the printed edge, `margin` pixels inside the window, go on straight through the margin."""
    if np.array_equal(pixels[0], pixels[-1]):
        return pixels
    low = np.array((margin, margin), dtype=np.float64)
    high = np.array((window.width - margin, window.height - margin), dtype=np.float64)
    near, straight = _NEAR_EDGE_HEXES * window.resolution, _STRAIGHT_HEXES * window.resolution
    ends = []
    for line in (pixels, pixels[::-1]):
        end = line[0]
        if np.all((end > low + near) & (end < high - near)):
            continue
        away = np.hypot(*(line - end).T)
        back = line[int(np.argmax(away >= straight))] if (away >= straight).any() else line[int(np.argmax(away))]
        length = float(np.hypot(*(end - back)))
        if not length:
            continue
        beyond = end + (end - back) / length * 2 * margin
        if np.any((beyond < low) | (beyond > high)):
            ends.append((line is pixels, beyond))
    for at_start, beyond in ends:
        pixels = np.vstack((beyond, pixels)) if at_start else np.vstack((pixels, beyond))
    return pixels


def _along(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points on a line so dense that no pixel it crosses is left out but at its corners."""
    steps = np.maximum(np.ceil(np.hypot(*np.diff(pixels, axis=0).T) * 2), 1).astype(np.int64)
    segment = np.repeat(np.arange(len(steps)), steps)
    within = np.arange(len(segment)) - np.repeat(np.cumsum(steps) - steps, steps)
    part = (within / steps[segment])[:, None]
    dense: NDArray[np.float64] = np.vstack((pixels[segment] * (1 - part) + pixels[segment + 1] * part, pixels[-1:]))
    return dense


def _draw(cells: Numbers, heights: Floats, shape: tuple[int, int]) -> _Drawn:
    size = shape[0] * shape[1]
    count = np.bincount(cells, minlength=size)
    mean = np.bincount(cells, weights=heights, minlength=size) / np.maximum(count, 1)
    least = np.full(size, np.inf, dtype=np.float32)
    most = np.full(size, -np.inf, dtype=np.float32)
    np.minimum.at(least, cells, heights)
    np.maximum.at(most, cells, heights)
    on_line = (count > 0).reshape(shape)
    return _Drawn(on_line, mean.astype(np.float32).reshape(shape), (least == most).reshape(shape))


def _pyramid(shape: tuple[int, int]) -> list[tuple[int, int]]:
    """Sizes from the coarsest level to the finest, halved each time."""
    sizes = [shape]
    while min(sizes[-1]) > 6:
        sizes.append(((sizes[-1][0] + 1) // 2, (sizes[-1][1] + 1) // 2))
    return sizes[::-1]


def _rounds(size: tuple[int, int]) -> int:
    """Relaxations at once before a yield."""
    return max(_SLICE // (4 * size[0] * size[1]), 1)


def _slices(shape: tuple[int, int]) -> int:
    return sum(math.ceil(_ROUNDS / _rounds(size)) for size in _pyramid(shape))


def _relax(fixed: Flags, values: Floats, source: float, result: Floats) -> Iterator[None]:
    """Solves -∇²u = source (pixel by pixel) with u = values on `fixed`; the map's edge lets nothing through."""
    levels = [(fixed, np.where(fixed, values, 0).astype(np.float32))]
    for _ in _pyramid(fixed.shape)[1:]:
        levels.append(_halved(*levels[-1]))
    levels.reverse()
    mask, known = levels[0]
    state = np.where(mask, known, known[mask].mean() if mask.any() else 0).astype(np.float32)
    for depth, (mask, known) in enumerate(levels):
        if depth:
            state = np.repeat(np.repeat(state, 2, axis=0), 2, axis=1)[: mask.shape[0], : mask.shape[1]]
        # A pixel of a coarse level spans several fine ones, and the source grows with its area.
        push = np.float32(source * 4.0 ** (len(levels) - 1 - depth) / 4)
        padded = np.pad(state, 1, mode="edge")
        np.copyto(padded[1:-1, 1:-1], known, where=mask)
        at_once = _rounds(mask.shape)
        for count in range(_ROUNDS):
            inner = padded[:-2, 1:-1] + padded[2:, 1:-1]
            inner += padded[1:-1, :-2]
            inner += padded[1:-1, 2:]
            inner *= np.float32(0.25)
            inner += push
            np.copyto(inner, known, where=mask)
            padded[1:-1, 1:-1] = inner
            padded[0], padded[-1], padded[:, 0], padded[:, -1] = padded[1], padded[-2], padded[:, 1], padded[:, -2]
            if count % at_once == at_once - 1:
                yield
        state = padded[1:-1, 1:-1]
        yield
    result[...] = state


def _halved(mask: Flags, known: Floats) -> tuple[Flags, Floats]:
    rows, columns = mask.shape
    even = ((0, rows % 2), (0, columns % 2))
    counts = np.pad(mask, even).astype(np.float32).reshape((rows + 1) // 2, 2, (columns + 1) // 2, 2).sum(axis=(1, 3))
    sums = np.pad(known * mask, even).reshape((rows + 1) // 2, 2, (columns + 1) // 2, 2).sum(axis=(1, 3))
    return counts > 0, (sums / np.maximum(counts, 1)).astype(np.float32)


def _faces(free: Flags) -> Numbers:
    """The number of the face between lines that each pixel lies in, -1 on lines."""
    starts = free.copy()
    starts[:, 1:] &= ~free[:, :-1]
    run = np.cumsum(starts.ravel()).reshape(free.shape) - 1
    both = free[1:] & free[:-1]
    pairs = np.unique(run[:-1][both] * (run.max() + 1) + run[1:][both])
    upper, lower = pairs // (run.max() + 1), pairs % (run.max() + 1)
    label = np.arange(run.max() + 1)
    while True:
        least = np.minimum(label[upper], label[lower])
        before = label.copy()
        np.minimum.at(label, label[upper], least)
        np.minimum.at(label, label[lower], least)
        label = label[label]
        if np.array_equal(label, before):
            break
    faces: Numbers = np.where(free, np.unique(label, return_inverse=True)[1][run] if len(label) else -1, -1)
    return faces


def _neighbours(size: int) -> list[tuple[tuple[slice, slice], tuple[slice, slice]]]:
    """Pairs of views of a raster in which each pixel meets the one `size` pixels away, in the four directions."""
    whole, near, far = slice(None), slice(None, -size), slice(size, None)
    return [
        ((near, whole), (far, whole)),
        ((far, whole), (near, whole)),
        ((whole, near), (whole, far)),
        ((whole, far), (whole, near)),
    ]


def _bulges(
    drawn: _Drawn, faces: Numbers, ground: Floats, swell: Floats, half_interval: float, spots: list[tuple[int, float]]
) -> Floats:
    """What is added to the ground where one height alone encloses it."""
    count = int(faces.max()) + 1
    if count <= 0:
        return np.zeros_like(ground)
    least, most = np.full(count, np.inf), np.full(count, -np.inf)
    for here, there in _neighbours(1):
        rim = (faces[here] >= 0) & drawn.on_line[there] & drawn.single[there]
        np.minimum.at(least, faces[here][rim], drawn.height[there][rim])
        np.maximum.at(most, faces[here][rim], drawn.height[there][rim])
    level = np.where(least == most, least, 0.0)
    beyond = np.zeros(count)
    for size in (2, 4):
        for here, there in _neighbours(size):
            out = (faces[here] >= 0) & (faces[there] != faces[here])
            face = faces[here][out]
            beyond += np.bincount(face, weights=ground[there][out] - level[face], minlength=count)
    sign = np.where(least == most, -np.sign(beyond), 0.0)
    height = np.full(count, half_interval)
    flat = faces.ravel()
    for cell, metres in spots:
        face = int(flat[cell])
        if face >= 0 and sign[face] * (metres - level[face]) > 0:
            height[face] = abs(metres - level[face])
    inside = faces >= 0
    top = np.zeros(count, dtype=np.float32)
    np.maximum.at(top, faces[inside], swell[inside])
    scale = np.append(sign * height / np.maximum(top, 1e-6), 0.0)
    bulges: Floats = (scale[faces] * swell).astype(np.float32)
    return bulges


def _spots(box: GameBox, window: _Window) -> list[tuple[int, float]]:
    found: list[tuple[int, float]] = []
    for placed in box.sheets:
        for spot in placed.sheet.spots:
            found.extend((int(cell), float(spot.height)) for cell in window.inside(window.pixels(placed, (spot.at,))))
    return found


def _interval(box: GameBox) -> float:
    """The contour interval, or else the least difference of two contours' heights."""
    for placed in box.sheets:
        if placed.sheet.contour_interval:
            return float(placed.sheet.contour_interval)
    heights = sorted({float(contour.height) for placed in box.sheets for contour in placed.sheet.contours})
    return min((b - a for a, b in pairwise(heights)), default=1.0)


def _blurred(ground: Floats, radius: float) -> Floats:
    """A Gaussian blur as three box blurs, rows and columns in turn; edges go on as they end."""
    half = max(round(radius), 1)
    result = ground
    for _ in range(3):
        for axis in (0, 1):
            margin = [(0, 0), (0, 0)]
            margin[axis] = (half + 1, half)
            sums = np.cumsum(np.pad(result, margin, mode="edge"), axis=axis, dtype=np.float64)
            size = result.shape[axis]
            wide, narrow = [slice(None)] * 2, [slice(None)] * 2
            wide[axis], narrow[axis] = slice(2 * half + 1, 2 * half + 1 + size), slice(0, size)
            result = ((sums[tuple(wide)] - sums[tuple(narrow)]) / (2 * half + 1)).astype(np.float32)
    return result


def _shade(ground: Floats, metres: float) -> NDArray[np.uint8]:
    """Light on the ground as bytes: 128 is level."""
    south, east = np.gradient(ground, metres)
    slope = np.hypot(south, east)
    steep = float(np.percentile(slope, _STEEP_SHARE))
    exaggeration = min(_STEEP / steep, _MOST_EXAGGERATED) if steep > 0 else 1.0
    # From the north-west at 45°: a normal that leans to the west and the north turns towards the light.
    towards = (east + south) * exaggeration * 0.5
    light = (math.sqrt(0.5) + towards) / np.sqrt(1 + (slope * exaggeration) ** 2)
    level = math.sqrt(0.5)
    bytes_ = np.where(light < level, 128 * light / level, 128 + 127 * (light - level) / (1 - level))
    shade: NDArray[np.uint8] = np.clip(np.rint(bytes_), 0, 255).astype(np.uint8)
    return shade


def _bands(ground: Floats, low: float, interval: float) -> Iterator[NDArray[np.uint8]]:
    """Which interval the ground lies in, finer by `_DETAIL`, in strips from the top: heights are interpolated linearly."""
    rows, columns = ground.shape
    at = np.clip((np.arange(columns * _DETAIL) + 0.5) / _DETAIL - 0.5, 0, columns - 1)
    left = np.minimum(at.astype(np.int64), columns - 2)
    part = (at - left).astype(np.float32)
    strip = max(_SLICE // (8 * columns * _DETAIL), _DETAIL)
    for first in range(0, rows * _DETAIL, strip):
        down = np.clip((np.arange(first, min(first + strip, rows * _DETAIL)) + 0.5) / _DETAIL - 0.5, 0, rows - 1)
        upper = np.minimum(down.astype(np.int64), rows - 2)
        share = (down - upper).astype(np.float32)[:, None]
        lines = ground[upper] * (1 - share) + ground[upper + 1] * share
        fine = lines[:, left] * (1 - part) + lines[:, left + 1] * part
        yield np.clip(np.floor((fine - low) / interval), 0, 255).astype(np.uint8)
