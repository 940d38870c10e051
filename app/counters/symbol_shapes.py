"""What symbols are drawn with: marks, frames and letters from `resources/symbols`, put together for one code.

Unit: the height of a friendly land unit's frame; x to the right, y down, (0, 0) in the middle of the frame. The painting is
done by `symbols.py`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from core.base.errors import CoreError, did_you_mean
from core.model.sidc import Affiliation, Sidc
from core.model.symbol_table import Strokes, read_symbols, symbol_sets

Point = tuple[float, float]
Kind = Literal["area", "stroke", "fill"]
"""What is done with a part: `area` is filled with the colour of the frame, `stroke` is drawn and `fill` filled with ink."""

_SMOOTH = 48
"""Into how many lines a circle is cut where it has to be clipped."""


@dataclass(frozen=True)
class Part:
    """One path of a symbol and what is done with it. `weight` is the thickness of its stroke as a multiple of the usual one.

    What stands `outside` the frame lies on whatever the symbol lies on, not on the colour of the frame.
    """

    kind: Kind
    path: QPainterPath
    weight: float = 1.0
    dashed: bool = False
    outside: bool = False


@dataclass(frozen=True)
class Drawing:
    """A symbol in symbol units: its parts from the lowest to the topmost, and the room that they take without their strokes.

    `frame` is the room of the frame alone.
    """

    parts: tuple[Part, ...]
    extent: QRectF
    frame: QRectF


@dataclass(frozen=True)
class Pens:
    """How thick strokes are: `width` in symbol units, `least_px` on a screen; `dash` are lengths in widths of the pen."""

    width: float
    least_px: float
    dash: tuple[float, ...]


@dataclass(frozen=True)
class _Frame:
    """A frame: its outline as points and as a path, half of its inner box, whether its foot is open, where staffs begin."""

    outline: tuple[Point, ...]
    path: QPainterPath
    box: Point
    is_open: bool
    staff: Point

    def crossing(self, word: str) -> float:
        """Where the middle lines of the frame meet its outline."""
        along = 0 if word in ("left", "right") else 1
        values = [
            a[along] + (b[along] - a[along]) * (a[1 - along] / (a[1 - along] - b[1 - along]))
            for a, b in _sides(self.outline)
            if (a[1 - along] <= 0) != (b[1 - along] <= 0)
        ]
        return min(values) if word in ("left", "top") else max(values)

    def holds(self, point: Point) -> bool:
        """Whether a point lies within the outline."""
        x, y = point
        inside = False
        for (ax, ay), (bx, by) in _sides(self.outline):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
        return inside

    def clipped(self, points: Sequence[Point]) -> list[list[Point]]:
        """The pieces of a line of points that lie within the outline."""
        pieces: list[list[Point]] = []
        for a, b in pairwise(points):
            shares = sorted({0.0, 1.0, *(t for side in _sides(self.outline) for t in _meet(a, b, *side))})
            for low, high in pairwise(shares):
                if not self.holds(_between(a, b, (low + high) / 2)):
                    continue
                start, end = _between(a, b, low), _between(a, b, high)
                if pieces and math.dist(pieces[-1][-1], start) < 1e-9:
                    pieces[-1].append(end)
                else:
                    pieces.append([start, end])
        return pieces


def draw_symbol(sidc: Sidc, strength: str = "") -> Drawing:
    """What a code is drawn as. `strength` is "" or "+" for reinforced, "-" for reduced, "±" for both.

    What the tables do not know is drawn as a question mark in a frame; `core.model.symbol_table.findings` says so in words.
    """
    return _draw(sidc, strength)


@lru_cache(maxsize=4096)
def _draw(sidc: Sidc, strength: str) -> Drawing:
    found = symbol_sets().get(sidc.symbol_set)
    frame = _frames()[found.frames if found else "land"][sidc.affiliation]
    room = frame.path.boundingRect()
    border = _border(frame)
    parts = [Part("area", frame.path), *_marks(_entity_strokes(sidc), frame)]
    parts.append(Part("stroke", border, dashed=sidc.is_planned))
    around = [*_above(sidc, frame, room), *_below(sidc, frame, room)]
    if strength:
        around.append(_strength(strength, room))
    parts += (replace(part, outside=True) for part in around)
    parts += _damage(sidc, room)
    extent = QRectF(room)
    for part in parts:
        extent = extent.united(part.path.boundingRect())
    return Drawing(_joined(parts), extent, room)


def _joined(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same parts with all strokes of one pen in one path: what lies over what does not matter in one ink, but pens cost."""
    strokes: dict[tuple[float, bool, bool], QPainterPath] = {}
    for part in parts:
        if part.kind == "stroke":
            strokes.setdefault((part.weight, part.dashed, part.outside), QPainterPath()).addPath(part.path)
    rest = [part for part in parts if part.kind != "stroke"]
    return (*rest, *(Part("stroke", path, *pen) for pen, path in strokes.items()))


def pens() -> Pens:
    """How thick strokes are."""
    data = _frame_data()
    return Pens(float(data["stroke"]), float(data["least_px"]), tuple(float(each) for each in data["dash"]))


def echelon_room() -> float:
    """How much of the room above a frame an echelon takes, in symbol units."""
    sizes = _frame_data()["echelons"]
    return float(sizes["gap"] + sizes["high"])


@lru_cache(maxsize=64)
def symbol_colours(preset: str, affiliation: Affiliation) -> tuple[QColor, QColor]:
    """Ink and fill of symbols by a set of colours that comes with the program.

    Raises CoreError with the nearest match for a set that is not there.
    """
    presets = read_symbols("colours")["presets"]
    if preset not in presets:
        raise CoreError(f'There are no colours of symbols called "{preset}".{did_you_mean(preset, presets)}')
    return QColor(presets[preset]["ink"][affiliation]), QColor(presets[preset]["fill"][affiliation])


def colour_presets() -> Mapping[str, str]:
    """The sets of colours that come with the program: their titles by name."""
    return {name: str(entry["title"]) for name, entry in read_symbols("colours")["presets"].items()}


def _entity_strokes(sidc: Sidc) -> Strokes:
    """What stands in the frame: the function as a whole, or its entity with its modifiers."""
    found = symbol_sets().get(sidc.symbol_set)
    entity = found.entity(sidc) if found else None
    if found is None or entity is None or entity.draw is None:
        return ("unknown",)
    whole = found.functions.get(sidc.function)
    if whole is not None and whole.draw is not None:
        return whole.draw
    first, second = found.first.get(sidc.first), found.second.get(sidc.second)
    # Some marks of functions with a modifier in them are drawn by an entry that has the first modifier alone.
    base = found.functions.get(sidc.entity + sidc.first + "00")
    if base is not None and base.draw is not None:
        return (*base.draw, *(second.draw if second else ()))
    return (*entity.draw, *(first.draw if first else ()), *(second.draw if second else ()))


def _above(sidc: Sidc, frame: _Frame, room: QRectF) -> list[Part]:
    """Echelon, bracket of a task force, roof of a dummy."""
    data, parts = _frame_data(), []
    around, sizes = data["around"], data["echelons"]
    top = room.top()
    if sidc.echelon:
        parts += _echelon(sizes, sidc.echelon, top)
    if sidc.is_task_force:
        half, high = around["bracket"]
        marks = sizes["marks"].get(sidc.echelon)
        wide = _width(sizes, *marks) / 2 + 0.1 if marks else 0.0
        half, low = max(half, wide), frame.crossing("top")
        parts.append(Part("stroke", _polyline([(-half, low), (-half, top - high), (half, top - high), (half, low)])))
    if sidc.is_dummy:
        high = top - (around["bracket"][1] if sidc.is_task_force else sizes["gap"] + sizes["high"] if sidc.echelon else 0.0)
        roof = _polyline([(room.left(), high), (0.0, high - around["roof"]), (room.right(), high)])
        parts.append(Part("stroke", roof, dashed=True))
    return parts


def _echelon(sizes: Mapping[str, Any], echelon: str, top: float) -> list[Part]:
    mark, count = sizes["marks"][echelon]
    step, high = sizes["step"][mark], sizes["high"]
    middle = top - sizes["gap"] - high / 2
    strokes, fills = QPainterPath(), QPainterPath()
    for n in range(count):
        x = (n - (count - 1) / 2) * step
        half = high / 2
        if mark == "dot":
            fills.addEllipse(QRectF(x - sizes["dot"] / 2, middle - sizes["dot"] / 2, sizes["dot"], sizes["dot"]))
        elif mark == "ring":
            strokes.addEllipse(QRectF(x - half, middle - half, high, high))
            strokes.addPath(_polyline([(x - half * 1.2, middle + half * 1.2), (x + half * 1.2, middle - half * 1.2)]))
        elif mark == "bar":
            strokes.addPath(_polyline([(x, middle - half), (x, middle + half)]))
        else:
            slant = half * 0.9
            ends = ((-slant, -half, slant, half), (-slant, half, slant, -half))
            if mark == "plus":
                ends = ((-half, 0.0, half, 0.0), (0.0, -half, 0.0, half))
            for ax, ay, bx, by in ends:
                strokes.addPath(_polyline([(x + ax, middle + ay), (x + bx, middle + by)]))
    return [Part("fill", fills)] if mark == "dot" else [Part("stroke", strokes, 1.1)]


def _width(sizes: Mapping[str, Any], mark: str, count: int) -> float:
    return float((count - 1) * sizes["step"][mark] + sizes["high"])


def _below(sidc: Sidc, frame: _Frame, room: QRectF) -> list[Part]:
    """Mobility, the staff of a headquarters, the bar of the condition."""
    data, parts = _frame_data(), []
    around = data["around"]
    if sidc.mobility:
        parts += _marks(tuple(data["mobility"][sidc.mobility]), frame, (0.0, room.bottom() + float(around["mobility"])))
    if sidc.is_headquarters:
        x, y = frame.staff
        foot = room.bottom() + float(around["staff"])
        parts.append(Part("stroke", _polyline([(x, y), (x, foot)])))
    if sidc.status in ("2", "5"):
        high = float(around["condition"])
        low = max([room.bottom(), *(part.path.boundingRect().bottom() for part in parts)]) + high
        parts.append(Part("fill" if sidc.status == "2" else "stroke", _box(room.left(), low, room.width(), high)))
    return parts


def _damage(sidc: Sidc, room: QRectF) -> list[Part]:
    """The stroke through what is damaged, the two through what is destroyed."""
    half, beyond = _frame_data()["around"]["damage"]
    top, bottom = room.top() - beyond, room.bottom() + beyond
    parts = []
    if sidc.status in ("3", "4"):
        parts.append(Part("stroke", _polyline([(-half, bottom), (half, top)]), 1.4))
    if sidc.status == "4":
        parts.append(Part("stroke", _polyline([(-half, top), (half, bottom)]), 1.4))
    return parts


def _strength(strength: str, room: QRectF) -> Part:
    """The sign of a reinforced or reduced unit in brackets, to the right of the frame."""
    high = float(_frame_data()["around"]["strength"])
    path = _text(f"({strength})", high)
    width = path.boundingRect().width()
    path.translate(room.right() + width / 2 + 0.12, room.top() + high / 2)
    return Part("stroke", path, _letter_weight(high))


def _marks(strokes: Sequence[Mapping[str, Any] | str], frame: _Frame, at: Point = (0.0, 0.0), scale: float = 1.0) -> list[Part]:
    """The parts of marks by name or as data, `scale` as large and moved to `at`."""
    parts: list[Part] = []
    for each in strokes:
        if isinstance(each, str):
            parts += _marks(_mark_data()[each], frame, at, scale)
        elif "mark" in each:
            x, y = each.get("at", (0.0, 0.0))
            inner = scale * each.get("scale", 1.0)
            parts += _marks(_mark_data()[each["mark"]], frame, (at[0] + x * scale, at[1] + y * scale), inner)
        else:
            path = _shape(each, frame)
            if scale != 1.0 or at != (0.0, 0.0):
                path = _moved(path, at, scale)
            weight = each.get("weight") or (_letter_weight(each["high"] * scale) if "text" in each else 1.0)
            parts.append(Part("fill" if each.get("fill") else "stroke", path, float(weight)))
    return parts


def _shape(entry: Mapping[str, Any], frame: _Frame) -> QPainterPath:
    """The path of one entry of a mark."""
    if "text" in entry:
        path = _text(entry["text"], float(entry["high"]))
        path.translate(*entry.get("at", (0.0, 0.0)))
        return path
    if "capsule" in entry:
        x, y, half_width, half_height = entry["capsule"]
        path = QPainterPath()
        box = QRectF(x - half_width, y - half_height, 2 * half_width, 2 * half_height)
        path.addRoundedRect(box, half_height, half_height)
        return path
    if "circle" in entry:
        x, y, r = entry["circle"]
        path = QPainterPath()
        path.addEllipse(QRectF(x - r, y - r, 2 * r, 2 * r))
        return path
    if "arc" in entry:
        return _arc(*entry["arc"])
    points = _wave(*entry["wave"]) if "wave" in entry else _points(entry, frame)
    if not entry.get("clip"):
        return _polyline(points, closed=bool(entry.get("closed")), smooth=bool(entry.get("smooth")))
    path = QPainterPath()
    for piece in frame.clipped(points):
        path.addPath(_polyline(piece))
    return path


def _points(entry: Mapping[str, Any], frame: _Frame) -> list[Point]:
    """The points of a line; words are where the frame's middle lines meet its outline."""
    wide, high = frame.box if entry.get("box") else (1.0, 1.0)
    return [
        (
            frame.crossing(x) if isinstance(x, str) else x * wide,
            frame.crossing(y) if isinstance(y, str) else y * high,
        )
        for x, y in entry["line"]
    ]


def _wave(start: float, end: float, y: float, high: float, period: float) -> list[Point]:
    """A wave along a level line, so fine that it looks round."""
    count = max(2, round((end - start) / period * _SMOOTH / 2))
    steps = [start + (end - start) * n / count for n in range(count + 1)]
    return [(x, y + high * math.sin(2 * math.pi * x / period)) for x in steps]


def _arc(x: float, y: float, rx: float, ry: float, start: float, sweep: float) -> QPainterPath:
    path = QPainterPath()
    box = QRectF(x - rx, y - ry, 2 * rx, 2 * ry)
    path.arcMoveTo(box, start)
    path.arcTo(box, start, sweep)
    return path


def _polyline(points: Sequence[Point], *, closed: bool = False, smooth: bool = False) -> QPainterPath:
    path = QPainterPath()
    path.moveTo(*points[0])
    if smooth:
        # A curve through the points: of each side the control points lie along the way from neighbour to neighbour.
        for n in range(len(points) - 1):
            before, a, b, after = points[max(n - 1, 0)], points[n], points[n + 1], points[min(n + 2, len(points) - 1)]
            path.cubicTo(
                a[0] + (b[0] - before[0]) / 6,
                a[1] + (b[1] - before[1]) / 6,
                b[0] - (after[0] - a[0]) / 6,
                b[1] - (after[1] - a[1]) / 6,
                *b,
            )
    else:
        for point in points[1:]:
            path.lineTo(*point)
    if closed:
        path.closeSubpath()
    return path


def _box(left: float, top: float, width: float, height: float) -> QPainterPath:
    return _polyline([(left, top), (left + width, top), (left + width, top + height), (left, top + height)], closed=True)


def _text(text: str, high: float) -> QPainterPath:
    """Letters as strokes around (0, 0), `high` symbol units high."""
    data = _letter_data()
    wide, full, gap = float(data["wide"]), float(data["high"]), float(data["gap"])
    scale = high / full
    path = QPainterPath()
    left = -(len(text) * wide + (len(text) - 1) * gap) / 2
    for n, letter in enumerate(text):
        start = left + n * (wide + gap)
        for points in data["letters"][letter]:
            path.addPath(_polyline([((start + x) * scale, (y - full / 2) * scale) for x, y in points]))
    return path


def _letter_weight(high: float) -> float:
    """How thick the strokes of letters of a height are: small letters have thin ones, so that they stay open."""
    return min(1.25, max(0.5, high / float(_letter_data()["weight_high"])))


def _moved(path: QPainterPath, at: Point, scale: float) -> QPainterPath:
    moved = QPainterPath(path)
    for n in range(moved.elementCount()):
        element = moved.elementAt(n)
        moved.setElementPositionAt(n, element.x * scale + at[0], element.y * scale + at[1])
    return moved


def _border(frame: _Frame) -> QPainterPath:
    """The outline as it is drawn: those of aircraft are open at their foot."""
    border = QPainterPath(frame.path)
    if not frame.is_open:
        border.closeSubpath()
    return border


@lru_cache(maxsize=1)
def _frames() -> Mapping[str, Mapping[str, _Frame]]:
    return {
        kind: {affiliation: _read_frame(entry) for affiliation, entry in frames.items()}
        for kind, frames in _frame_data()["frames"].items()
    }


def _read_frame(entry: Mapping[str, Any]) -> _Frame:
    path = QPainterPath()
    for piece in entry["outline"]:
        if "arc" in piece:
            x, y, rx, ry, start, sweep = piece["arc"]
            box = QRectF(x - rx, y - ry, 2 * rx, 2 * ry)
            if path.elementCount():
                path.arcTo(box, start, sweep)
            else:
                path.arcMoveTo(box, start)
                path.arcTo(box, start, sweep)
            continue
        for n, point in enumerate(piece["line"]):
            (path.lineTo if n or path.elementCount() else path.moveTo)(*point)
    fine = QPolygonF(_moved(path, (0.0, 0.0), 1000.0).toFillPolygon())
    points = tuple((p.x() / 1000.0, p.y() / 1000.0) for p in fine.toList())
    x, y = entry["box"]
    return _Frame(points, path, (x, y), bool(entry.get("open")), tuple(entry["staff"]))


def _sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _meet(a: Point, b: Point, c: Point, d: Point) -> list[float]:
    """How far along a-b it meets c-d, nothing when it does not."""
    (rx, ry), (sx, sy) = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    across = rx * sy - ry * sx
    if abs(across) < 1e-12:
        return []
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    return [t] if 0 < t < 1 and 0 <= u <= 1 else []


@lru_cache(maxsize=1)
def _mark_data() -> Mapping[str, Any]:
    marks: Mapping[str, Any] = read_symbols("marks")["marks"]
    return marks


@lru_cache(maxsize=1)
def _frame_data() -> Mapping[str, Any]:
    return read_symbols("frames")


@lru_cache(maxsize=1)
def _letter_data() -> Mapping[str, Any]:
    return read_symbols("letters")
