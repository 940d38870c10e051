"""What a map is drawn with: colours, widths, letters and patterns, read from a file in `resources/styles`.

The classes here say what a style file holds and nothing about its values. Lengths are in hundredths of the distance between
two hex centres (scene units); fields whose name ends in `_px` are pixels of the screen at normal density.
"""

import dataclasses
import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from PySide6.QtGui import QColor

from core.base.errors import CoreError, did_you_mean

STYLES = Path(__file__).resolve().parents[2] / "resources" / "styles"
PRINTED = "printed"
"""The style that is used unless another is asked for."""

T = TypeVar("T")


class BadStyle(CoreError):
    """A style file that cannot be used."""


@dataclass(frozen=True)
class Stroke:
    """A pen. `least_px` keeps it visible from far away; `dash` is in widths of the pen, as on and off lengths."""

    colour: QColor
    width: float
    least_px: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Lettering:
    """How letters look. The first family that is installed is taken; `halo` is the width of the paper around them.

    What tools write is never smaller than `least_px` on the screen, and left out where hexes have no room for that. It stands
    on a `plate` where it has one, so that it is read over counters.
    """

    families: tuple[str, ...]
    size: float
    colour: QColor
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    halo: float = 0.0
    halo_colour: QColor | None = None
    least_px: float = 0.0
    plate: QColor | None = None
    plate_frame: Stroke | None = None


@dataclass(frozen=True)
class PaperStyle:
    """The sheet itself, its margin and what lies around it under a light and a dark window; `seam` parts sheets that meet."""

    colour: QColor
    margin_colour: QColor
    margin: float
    frame: Stroke
    seam: Stroke
    light_surround: QColor
    dark_surround: QColor


@dataclass(frozen=True)
class TintStyle:
    """Elevation bands from the lowest to the highest; a map with fewer than `full_bands` uses the first part of them."""

    bands: tuple[QColor, ...]
    full_bands: int
    opacity: float


@dataclass(frozen=True)
class ShadingStyle:
    """Hill shading: what is laid over slopes away from and towards the light, at its strongest."""

    shadow: QColor
    light: QColor


@dataclass(frozen=True)
class ContourStyle:
    """Contour lines and their labels. Every `index_every`-th line has the index look.

    Over a scanned sheet lines are `scan_factor` times as wide, on `scan_casing`, so that they are told from those of the sheet.
    """

    plain: Stroke
    index: Stroke
    broken: Stroke
    scan_casing: Stroke
    scan_factor: float
    index_every: int
    label: Lettering
    index_label: Lettering
    label_every: float
    index_label_every: float
    label_clear: float
    labels_from_px: float


@dataclass(frozen=True)
class ScatterStyle:
    """Small shapes strewn over an area: `shape` is one of crown, dot, ripple, tuft, cross, slash, dash, pair, block, tooth.

    `rows` sets them in straight rows turned by `angle` degrees; otherwise they stand irregularly.
    """

    shape: str
    spacing: float
    size: float
    fill: QColor | None = None
    line: Stroke | None = None
    shadow: QColor | None = None
    shadow_step: float = 0.0
    inset: float = 0.0
    rows: bool = False
    angle: float = 0.0
    from_px: float = 0.0


@dataclass(frozen=True)
class AreaStyle:
    """An outline of terrain, in one of the layers areas, water and buildings."""

    layer: str
    fill: QColor
    outline: Stroke | None = None
    shore: Stroke | None = None
    scatter: ScatterStyle | None = None
    shadow: QColor | None = None
    shadow_step: float = 0.0


@dataclass(frozen=True)
class BlocksStyle:
    """The buildings strewn over a hex of village or town: how many places are tried and how big the blocks are."""

    spacing: float
    share: float
    length: tuple[float, ...]
    depth: tuple[float, ...]
    fill: QColor
    outline: Stroke
    shadow: QColor
    shadow_step: float
    from_px: float


@dataclass(frozen=True)
class HexStyle:
    """Terrain that fills whole hexes."""

    fill: QColor
    outline: Stroke
    blocks: BlocksStyle | None = None
    scatter: ScatterStyle | None = None


@dataclass(frozen=True)
class PathStyle:
    """A road, railway, river or stream: a casing with a core upon it; `ties` are ticks across it.

    Paths with a higher `order` are drawn over those with a lower one.
    """

    layer: str
    order: int
    core: Stroke
    casing: Stroke | None = None
    ties: Stroke | None = None
    tie_every: float = 0.0
    tie_length: float = 0.0


@dataclass(frozen=True)
class SideStyle:
    """A feature along hexsides: `symbol` is one of line, hedge, bank, bridge, ford."""

    layer: str
    symbol: str
    line: Stroke
    casing: Stroke | None = None
    tick: float = 0.0
    every: float = 0.0
    smooth: bool = False


@dataclass(frozen=True)
class PatternStyle:
    """How terrain is drawn that brings its own colour: as areas and whole hexes, as paths, along hexsides.

    Black stands for lines upon the colour, white for a pale tone of it, grey for the colour itself.
    """

    path: PathStyle
    side: SideStyle
    scatter: ScatterStyle | None = None


@dataclass(frozen=True)
class ZoneStyle:
    """Hexes with a purpose: a hatch of `hatch_every` scene units at `angle` degrees, crossed or not, and an outline inside."""

    line: Stroke
    hatch: Stroke
    hatch_every: float
    angle: float
    casing: Stroke | None = None
    crossed: bool = False


@dataclass(frozen=True)
class ZonesStyle:
    """Set-up zones by kind, how far inside their hexes the outline runs, and the words upon them."""

    kinds: Mapping[str, ZoneStyle]
    inset: float
    letters: Lettering
    least_letter_px: float


@dataclass(frozen=True)
class GridStyle:
    """Hexsides and centre dots."""

    line: Stroke
    from_px: float
    dot: float
    dot_colour: QColor
    dots_from_px: float


@dataclass(frozen=True)
class NumbersStyle:
    """Printed hex numbers; `height` is where they stand above the centre dot."""

    letters: Lettering
    height: float
    from_px: float
    all_from_px: float
    least_letter_px: float


@dataclass(frozen=True)
class SpotsStyle:
    """Spot elevations and the marked low points of bottoms."""

    dot: float
    letters: Lettering
    gap: float
    from_px: float
    low: Stroke
    low_size: float
    name: Lettering
    name_from_px: float


@dataclass(frozen=True)
class NamesStyle:
    """Place names."""

    letters: Lettering
    least_letter_px: float


@dataclass(frozen=True)
class HexLook:
    """How tools fill hexes: a wash, a hatch of lines `hatch_px` apart at `angle` degrees, and an outline around them all.

    A line `inner` runs upon the outline, so that it is seen on dark and on light ground.
    """

    fill: QColor
    hatch: Stroke | None = None
    hatch_px: float = 0.0
    angle: float = 45.0
    outline: Stroke | None = None
    inner: Stroke | None = None


@dataclass(frozen=True)
class LineLook:
    """A line between two hex centres and the mark at its far end: ring, cross, query or dot."""

    line: Stroke
    casing: Stroke
    end: str
    end_px: float
    beyond: Stroke | None = None


@dataclass(frozen=True)
class SketchLook:
    """How a tool draws the line or area that it has in hand; areas may be hatched by lines `hatch_px` apart."""

    line: Stroke
    casing: Stroke
    fill: QColor
    hatch: Stroke | None = None
    hatch_px: float = 0.0


@dataclass(frozen=True)
class HandleLook:
    """A point to take hold of: `symbol` is square, ring, diamond or triangle; `active` fills those that are held."""

    symbol: str
    size_px: float
    line: Stroke
    fill: QColor
    active: QColor


@dataclass(frozen=True)
class GraphicLook:
    """How control measures look that are in force, planned or in hand: pens and letters, whose ink is that of their side.
    Strokes that a measure itself breaks have the dashes `broken`, in widths of the pen. A letter that stands alone in a line is
    of the families `signs`, in which an I is no stroke."""

    line: Stroke
    casing: Stroke
    letters: Lettering
    signs: tuple[str, ...]
    broken: tuple[float, ...]


@dataclass(frozen=True)
class OverlayStyle:
    """What tools draw over the map."""

    hexes: Mapping[str, HexLook]
    lines: Mapping[str, LineLook]
    mark_px: float
    mark_casing_px: float
    blocker: Stroke
    blocker_casing: Stroke
    blocker_fill: QColor
    ray: Stroke
    ray_counted: Stroke
    ray_sector: QColor
    chord: Stroke
    chord_casing: Stroke
    chord_tick_px: float
    chord_point_px: float
    smoke_fill: QColor
    smoke_line: Stroke
    smoke_spread: Stroke
    cursor: Stroke
    cursor_casing: Stroke
    flash: Stroke
    texts: Mapping[str, Lettering]
    text_least_px: float
    sketches: Mapping[str, SketchLook]
    graphics: Mapping[str, GraphicLook]
    handles: Mapping[str, HandleLook]
    caption_ink: QColor
    caption_plate: QColor
    caption_frame: Stroke
    handle_casing: Stroke


@dataclass(frozen=True)
class CountersStyle:
    """Counters on the map. Lengths are scene units, as everywhere; colours of badges are those of counters, as #rrggbb.

    `side` is that of a counter, `mark` that of a marker upon it, `lone_mark` that of markers in a hex without units. Of a stack
    the upper `most_cards` are seen, each `step` aside from the next, together no more than `spread`. Counters of fewer than
    `far_px` pixels are blocks, from `least_block` for one step to `side` for `full_steps`. Below `count_px` pixels every stack
    has its number. Titles of boxes beside the map are left out when they are smaller than `box_least_px`.
    """

    side: float
    step: float
    spread: float
    most_cards: int
    mark: float
    lone_mark: float
    most_marks: int
    badge: float
    badge_fill: str
    badge_ink: str
    far_px: float
    count_px: float
    least_block: float
    full_steps: int
    block_edge: QColor
    ring: Stroke
    ring_casing: Stroke
    plate: QColor
    plate_frame: Stroke
    ghost_share: float
    box_fill: QColor
    box_frame: Stroke
    box_title: Lettering
    box_least_px: float


@dataclass(frozen=True)
class PrintStyle:
    """The size of a map on paper."""

    hex_mm: float


@dataclass(frozen=True)
class Style:
    """Everything a map is drawn with. `areas`, `hexes`, `paths` and `sides` are by kind of terrain; the entry "other" is used
    for kinds that a style does not know. `app.canvas.looks` finds the look of a kind."""

    title: str
    paper: PaperStyle
    tint: TintStyle
    shading: ShadingStyle
    contours: ContourStyle
    areas: Mapping[str, AreaStyle]
    hexes: Mapping[str, HexStyle]
    paths: Mapping[str, PathStyle]
    sides: Mapping[str, SideStyle]
    patterns: Mapping[str, PatternStyle]
    zones: ZonesStyle
    grid: GridStyle
    numbers: NumbersStyle
    spots: SpotsStyle
    names: NamesStyle
    overlay: OverlayStyle
    counters: CountersStyle
    print: PrintStyle


def widest_line(style: object) -> float:
    """The width in scene units of the widest pen of a style, or of a part of one."""
    if isinstance(style, Stroke):
        return style.width
    if dataclasses.is_dataclass(style):
        return max((widest_line(getattr(style, each.name)) for each in dataclasses.fields(style)), default=0.0)
    if isinstance(style, Mapping):
        return max(map(widest_line, style.values()), default=0.0)
    return 0.0


def style_names() -> tuple[str, ...]:
    """The styles that ship with the program."""
    return tuple(sorted(path.stem for path in STYLES.glob("*.yaml")))


@lru_cache(maxsize=8)
def load_style(name: str = PRINTED) -> Style:
    """A style by its name. Raises BadStyle when there is none of that name or its file is wrong."""
    if name not in style_names():
        raise BadStyle(f'There is no map style "{name}".{did_you_mean(name, style_names())}')
    # The window is on the screen before the first map is drawn; it does not wait for YAML.
    import yaml

    path = STYLES / f"{name}.yaml"
    return read_style(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader), path.name)


def read_style(data: object, where: str) -> Style:
    """A style from what its file holds. Raises BadStyle, which names the entry that is wrong."""
    return cast(Style, _read(Style, data, where))


def _read(kind: Any, data: object, where: str) -> Any:
    if dataclasses.is_dataclass(kind):
        return _read_fields(cast(type, kind), data, where)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is types.UnionType:
        return None if data is None else _read(inner[0], data, where)
    if origin is tuple:
        return tuple(_read(inner[0], each, f"{where}[{n}]") for n, each in enumerate(_expect(list, data, where)))
    if origin is Mapping:
        return {str(key): _read(inner[1], each, f"{where}.{key}") for key, each in _expect(dict, data, where).items()}
    if kind is QColor:
        return _colour(data, where)
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    return _expect(kind, data, where)


def _read_fields(kind: type, data: object, where: str) -> object:
    entries = _expect(dict, data, where)
    hints = get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    for key in entries:
        if key not in fields:
            raise BadStyle(f'{where}: a style knows no "{key}" here.{did_you_mean(str(key), fields)}')
    missing = [n for n, f in fields.items() if n not in entries and f.default is dataclasses.MISSING]
    if missing:
        raise BadStyle(f"{where}: missing: {', '.join(missing)}.")
    return kind(**{key: _read(hints[key], value, f"{where}.{key}") for key, value in entries.items()})


def _expect(kind: type[T], data: object, where: str) -> T:
    if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
        raise BadStyle(f"{where}: {kind.__name__} expected, found {data!r}.")
    return data


def _colour(data: object, where: str) -> QColor:
    """A colour as "#rrggbb", or with a share of opacity behind it: "#rrggbb 40%"."""
    name, _, share = _expect(str, data, where).partition(" ")
    colour = QColor(name)
    if not colour.isValid():
        raise BadStyle(f'{where}: "{data}" is no colour; write "#rrggbb" or "#rrggbb 40%".')
    if share:
        colour.setAlphaF(float(share.rstrip("%")) / 100)
    return colour
