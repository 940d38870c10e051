"""The layers of a map from the paper up, what of them is shown, and what a renderer is told when it paints."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from app.canvas.painters import painting
from app.canvas.style import Stroke
from app.canvas.transform import HEX, Span, widened
from core.base.errors import WrongUse, did_you_mean

if TYPE_CHECKING:
    from app.canvas.ground import Change


class UnknownLayer(WrongUse):
    """A layer that no map has."""


class Layer(NamedTuple):
    """One layer: its lasting name and what it is called on the screen."""

    id: str
    title: str


LAYERS = (
    Layer("paper", "Paper"),
    Layer("underlay", "Scanned sheet"),
    Layer("tint", "Elevation tint"),
    Layer("shading", "Hill shading"),
    Layer("areas", "Woods and fields"),
    Layer("hexes", "Villages and towns"),
    Layer("water", "Water"),
    Layer("contours", "Contour lines"),
    Layer("roads", "Roads and railways"),
    Layer("buildings", "Buildings"),
    Layer("sides", "Hexsides"),
    Layer("grid", "Hex grid"),
    Layer("numbers", "Hex numbers"),
    Layer("spots", "Spot elevations"),
    Layer("zones", "Set-up zones"),
    Layer("names", "Names"),
    Layer("counters", "Counters"),
)
"""From the bottom up."""

LAYER_IDS = tuple(layer.id for layer in LAYERS)

PAPER = "paper"
"""The layer that everything lies on."""

COUNTERS = "counters"
"""The layer that lies on everything: units and markers."""

_FIXED = frozenset({PAPER, COUNTERS})


@dataclass(frozen=True)
class LayerState:
    """What is shown of a map, as a value. A layer that is not named is shown whole. What is `locked` no tool may change.

    `order` names all layers from the bottom up; the paper is always the lowest, counters are the highest.
    """

    hidden: frozenset[str] = frozenset()
    opacities: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    locked: frozenset[str] = frozenset()
    order: tuple[str, ...] = LAYER_IDS

    @classmethod
    def only(cls, *shown: str) -> "LayerState":
        """Only these layers. Raises UnknownLayer."""
        for layer in shown:
            _known(layer)
        return cls(frozenset(LAYER_IDS) - frozenset(shown))

    def shows(self, layer: str) -> bool:
        """Whether anything of a layer is seen."""
        return layer not in self.hidden and self.opacity(layer) > 0

    def opacity(self, layer: str) -> float:
        """The share (0 to 1) with which a layer covers what lies under it."""
        return self.opacities.get(layer, 1.0)

    def allows(self, layer: str) -> bool:
        """Whether what a layer shows may be changed: it is seen and not locked."""
        return self.shows(layer) and layer not in self.locked

    def with_locked(self, layer: str, locked: bool) -> "LayerState":
        """The state with one layer locked or unlocked. Raises UnknownLayer."""
        _known(layer)
        return replace(self, locked=self.locked | {layer} if locked else self.locked - {layer})

    def with_shown(self, layer: str, shown: bool) -> "LayerState":
        """The state with one layer switched on or off. Raises UnknownLayer."""
        _known(layer)
        return replace(self, hidden=self.hidden - {layer} if shown else self.hidden | {layer})

    def with_opacity(self, layer: str, opacity: float) -> "LayerState":
        """The state with one layer's opacity changed, kept between 0 and 1. Raises UnknownLayer."""
        _known(layer)
        return replace(self, opacities=MappingProxyType({**self.opacities, layer: min(max(opacity, 0.0), 1.0)}))

    def with_order(self, order: Iterable[str]) -> "LayerState":
        """The state with its layers in another order. Names of no layer are left out, layers that are not named stand where
        they stand at first; the paper stays at the bottom and counters on top.

        >>> LayerState().with_order(("contours", "water", "no such layer")).order[4:9]
        ('areas', 'hexes', 'contours', 'water', 'roads')
        """
        wanted = list(dict.fromkeys(layer for layer in order if layer in LAYER_IDS and layer not in _FIXED))
        for number, layer in enumerate(LAYER_IDS):
            if layer not in wanted and layer not in _FIXED:
                below = [wanted.index(each) for each in LAYER_IDS[:number] if each in wanted]
                wanted.insert(max(below, default=-1) + 1, layer)
        return replace(self, order=(PAPER, *wanted, COUNTERS))

    def written(self) -> dict[str, str]:
        """The state as words under the names by which settings keep them; `read` makes it again."""
        return {
            "hidden_layers": " ".join(sorted(self.hidden)),
            "locked_layers": " ".join(sorted(self.locked)),
            "layer_order": " ".join(self.order) if self.order != LAYER_IDS else "",
            "layer_opacities": " ".join(f"{layer}={round(100 * part)}" for layer, part in sorted(self.opacities.items())),
        }

    @classmethod
    def read(cls, words: Callable[[str], str]) -> "LayerState":
        """A state from what settings keep under a name; what they say of layers that no map has is left out.

        >>> state = LayerState().with_opacity("tint", 0.4).with_locked("contours", True).moved("names", -3)
        >>> LayerState.read(lambda name: state.written()[name]) == state
        True
        """
        hidden, locked = (frozenset(words(name).split()) & set(LAYER_IDS) for name in ("hidden_layers", "locked_layers"))
        shares = dict(each.partition("=")[::2] for each in words("layer_opacities").split())
        opacities = {layer: min(int(part), 100) / 100 for layer, part in shares.items() if part.isdecimal()}
        known = MappingProxyType({layer: part for layer, part in opacities.items() if layer in LAYER_IDS})
        return cls(hidden, known, locked).with_order(words("layer_order").split())

    def moved(self, layer: str, up: int) -> "LayerState":
        """The state with one layer moved up (or down) past so many others, as far as it goes. Raises UnknownLayer."""
        _known(layer)
        if layer in _FIXED:
            return self
        order = [each for each in self.order if each != layer]
        order.insert(min(max(self.order.index(layer) + up, 1), len(order) - 1), layer)
        return replace(self, order=tuple(order))


def _known(layer: str) -> None:
    if layer not in LAYER_IDS:
        raise UnknownLayer(f'There is no map layer "{layer}".{did_you_mean(layer, LAYER_IDS, most=len(LAYER_IDS))}')


_THIN_PX = 2.0
"""Lines thinner than this many device pixels are drawn without round ends, which nobody would see and which cost most."""

# Thousands of pens are made for a picture, and to look up a member of an enumeration takes as long as to make one.
_SOLID, _ROUND, _FLAT = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenCapStyle.FlatCap
_ROUND_JOIN, _BEVEL = Qt.PenJoinStyle.RoundJoin, Qt.PenJoinStyle.BevelJoin


@dataclass(frozen=True, slots=True)
class Exposure:
    """What is to be painted and how large: `span` in the scene, `scale` in device pixels per scene unit, `density` in device
    pixels per pixel of a screen at normal density. `scans` tells that scanned sheets are seen under what is painted."""

    span: Span
    scale: float
    density: float = 1.0
    scans: bool = False

    @property
    def hex_px(self) -> float:
        """The distance between hex centres in pixels of a screen at normal density; decides how much detail is drawn."""
        return HEX * self.scale / self.density

    def units(self, px: float) -> float:
        """Pixels of a screen at normal density in scene units."""
        return px * self.density / self.scale

    def width(self, stroke: Stroke) -> float:
        """The width of a pen in scene units, never thinner than it may be on the screen."""
        return max(stroke.width, self.units(stroke.least_px))

    def around(self, stroke: Stroke) -> Span:
        """What is to be painted with what lies so near to it that lines of that pen reach into it."""
        return widened(self.span, self.width(stroke))

    def pen(self, stroke: Stroke, start: float = 0.0) -> QPen:
        """A pen; `start` is the length of the line before the piece to be drawn, so that dashes run on."""
        width = self.width(stroke)
        pen = QPen(stroke.colour, width, _SOLID, _ROUND, _ROUND_JOIN)
        if width * self.scale < _THIN_PX:
            pen.setCapStyle(_FLAT)
            pen.setJoinStyle(_BEVEL)
        if stroke.dash:
            pen.setCapStyle(_FLAT)
            pen.setDashPattern(stroke.dash)
            pen.setDashOffset(start / width)
        return pen

    def pens(self, stroke: Stroke) -> Callable[[float], QPen]:
        """The pens of a stroke by the length of the line before the piece to be drawn; only dashes make them differ."""
        if stroke.dash:
            return lambda start: self.pen(stroke, start)
        pen = self.pen(stroke)
        return lambda start: pen


class Renderer(ABC):
    """What prepares and paints one layer, or a part of it."""

    layer: str

    def prepare(self) -> Iterator[None]:
        """Builds what painting needs, in steps of a few milliseconds each."""
        yield from ()

    def change(self, change: "Change") -> list[Span]:
        """Prepares anew what depends on the items that an edit has changed, so that painting shows what it would show after
        `prepare` on the edited map. Returns the rectangles of the scene in which that is something else than before; lines
        may reach out of them by half their width.
        """
        return []

    def catch_up(self) -> Iterator[list[Span]]:
        """Does what `change` has put off because it takes long, in steps of less than a millisecond; each yields rectangles to
        be painted anew."""
        yield from ()

    def dismantle(self) -> Iterator[None]:
        """Lets go of what has been prepared, in steps of less than a millisecond, where a large map has much of it. Nothing
        is painted after that."""
        yield from ()

    @abstractmethod
    def paint(self, painter: QPainter, exposure: Exposure) -> None:
        """Paints what of the layer touches the exposure; the painter's transform is the scene's."""


Grouping = Callable[[QPainter, float], AbstractContextManager[None]]
"""Holds what is painted meanwhile together as one translucent thing, on a device that keeps lines and not pixels."""


def paint_layer(
    painter: QPainter, renderers: Sequence[Renderer], exposure: Exposure, opacity: float, grouping: Grouping | None = None
) -> None:
    """Paints one layer; a translucent one is painted whole first, so that its lines do not shine through each other.

    On what is no picture of pixels that takes a `grouping`; without one every line is translucent by itself.
    """

    def paint(onto: QPainter) -> None:
        for renderer in renderers:
            renderer.paint(onto, exposure)

    device = painter.device()
    if opacity >= 1:
        paint(painter)
    elif isinstance(device, QImage):
        sheet = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
        sheet.fill(QColor(0, 0, 0, 0))
        with painting(sheet, painter.transform()) as inner:
            inner.setRenderHints(painter.renderHints())
            paint(inner)
        painter.save()
        painter.resetTransform()
        painter.setOpacity(opacity)
        painter.drawImage(0, 0, sheet)
        painter.restore()
    elif grouping is not None:
        with grouping(painter, opacity):
            paint(painter)
    else:
        painter.setOpacity(opacity)
        paint(painter)
        painter.setOpacity(1.0)
