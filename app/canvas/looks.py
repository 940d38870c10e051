"""How kinds of terrain look: in the colour and pattern that the terrain itself brings, else as the style says.

The one place where a look is found for a kind of terrain. A kind that the style knows and that brings a colour alone keeps its
form, and one that brings a pattern alone keeps its colour. What neither the style nor the terrain describes takes the style's
entry "other". Patterns differ in form and not in colour alone.
"""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from PySide6.QtGui import QColor

from app.canvas.style import AreaStyle, HexStyle, PathStyle, PatternStyle, SideStyle, Stroke, Style
from core.model.maps import Section
from core.model.terrain import Terrain, TerrainKind

T = TypeVar("T")
L = TypeVar("L", AreaStyle, HexStyle, PathStyle, SideStyle)

OTHER = "other"
PLAIN = "plain"

NO_TERRAIN: Mapping[str, Terrain] = MappingProxyType({})

_PALE = 0.9
"""The lightness (0 to 1) of light cores."""

_DARK, _GLOW, _INK = 0.32, 0.4, 0.45
"""Upon colours darker than the first, lines are so much lighter; upon all others they have such a share of their lightness."""


class _Dye(NamedTuple):
    """The colour of a kind of terrain, one for lines upon it and one for the light core of double lines."""

    colour: QColor
    ink: QColor
    pale: QColor


class Looks:
    """The looks of a style together with those that a box's own kinds of terrain bring."""

    def __init__(self, style: Style, terrain: Mapping[str, Terrain] = NO_TERRAIN) -> None:
        self.style = style
        self._own = {name: each for name, each in sorted(terrain.items()) if each.colour or each.pattern}

    def are_like(self, others: "Looks") -> bool:
        """Whether all terrain looks as it does with others."""
        return (self.style, self._own) == (others.style, others._own)

    @cached_property
    def areas(self) -> Mapping[str, AreaStyle]:
        """Looks of areas by kind of terrain, in the order in which they are painted; "other" stands for all others."""
        return self._with(self.style.areas, TerrainKind.AREA, self._area)

    @cached_property
    def hexes(self) -> Mapping[str, HexStyle]:
        """Looks of terrain that fills whole hexes, in the same way."""
        return self._with(self.style.hexes, TerrainKind.HEX, self._hex)

    @cached_property
    def paths(self) -> Mapping[str, PathStyle]:
        """Looks of paths, in the same way, the least important first."""
        return dict(sorted(self._with(self.style.paths, TerrainKind.PATH, self._path).items(), key=lambda each: each[1].order))

    @cached_property
    def sides(self) -> Mapping[str, SideStyle]:
        """Looks of hexside features, in the same way."""
        return self._with(self.style.sides, TerrainKind.SIDE, self._side)

    def area(self, terrain: str) -> AreaStyle:
        """The look of an area."""
        return self.areas.get(terrain) or self.areas[OTHER]

    def hex(self, terrain: str) -> HexStyle:
        """The look of a hex that terrain fills."""
        return self.hexes.get(terrain) or self.hexes[OTHER]

    def path(self, feature: str) -> PathStyle:
        """The look of a road, railway, river or stream."""
        return self.paths.get(feature) or self.paths[OTHER]

    def side(self, feature: str) -> SideStyle:
        """The look of a feature along hexsides."""
        return self.sides.get(feature) or self.sides[OTHER]

    def layer_of(self, section: Section, terrain: str = "") -> str:
        """The layer that shows items of a section of a sheet's file, and of a kind of terrain where that matters."""
        match section:
            case "areas":
                return self.area(terrain).layer
            case "paths":
                return self.path(terrain).layer
            case "sides":
                return self.side(terrain).layer
            case "lows":
                return "spots"
            case _:
                return section

    def colour(self, terrain: Terrain) -> QColor:
        """The colour in which a kind of terrain is drawn for the most part, without how far it covers."""
        known: AreaStyle | HexStyle | PathStyle | SideStyle
        match terrain.kind:
            case TerrainKind.AREA:
                known = self.area(terrain.id)
            case TerrainKind.HEX:
                known = self.hex(terrain.id)
            case TerrainKind.PATH:
                known = self.path(terrain.id)
            case TerrainKind.SIDE:
                known = self.side(terrain.id)
        return QColor(_main(known).rgb())

    def _with(
        self, known: Mapping[str, L], kind: TerrainKind, make: Callable[[_Dye, PatternStyle, L | None], L]
    ) -> Mapping[str, L]:
        own: dict[str, L] = {}
        for name, terrain in self._own.items():
            before = known.get(name)
            if before is None or (terrain.kind is kind and terrain.pattern):
                own[name] = make(self._dye(terrain, before), self._pattern(terrain), before)
            elif terrain.kind is kind:
                own[name] = _tinted(before, _main(before), QColor(terrain.colour))
        return {**known, **own}

    def _dye(self, terrain: Terrain, known: AreaStyle | HexStyle | PathStyle | SideStyle | None) -> _Dye:
        plain = self.style.areas[OTHER] if known is None else known
        colour = QColor(terrain.colour) if terrain.colour else QColor(_main(plain).rgb())
        light = colour.lightnessF()
        ink = light + _GLOW if light < _DARK else light * _INK
        return _Dye(colour, _lit(colour, ink), _lit(colour, max(light, _PALE)))

    def _pattern(self, terrain: Terrain) -> PatternStyle:
        return self.style.patterns.get(terrain.pattern) or self.style.patterns[PLAIN]

    def _area(self, dye: _Dye, pattern: PatternStyle, known: AreaStyle | None) -> AreaStyle:
        plain = known or self.style.areas[OTHER]
        fill, outline = _filled(plain.fill, dye), _outlined(plain.outline, dye)
        return dataclasses.replace(plain, fill=fill, outline=outline, shore=None, scatter=_dyed(pattern.scatter, dye))

    def _hex(self, dye: _Dye, pattern: PatternStyle, known: HexStyle | None) -> HexStyle:
        plain = known or self.style.hexes[OTHER]
        outline = dataclasses.replace(plain.outline, colour=dye.ink)
        return HexStyle(_filled(plain.fill, dye), outline, scatter=_dyed(pattern.scatter, dye))

    def _path(self, dye: _Dye, pattern: PatternStyle, known: PathStyle | None) -> PathStyle:
        made = _dyed(pattern.path, dye)
        return made if known is None else dataclasses.replace(made, layer=known.layer, order=known.order)

    def _side(self, dye: _Dye, pattern: PatternStyle, known: SideStyle | None) -> SideStyle:
        made = _dyed(pattern.side, dye)
        return made if known is None else dataclasses.replace(made, layer=known.layer)


def _main(look: AreaStyle | HexStyle | PathStyle | SideStyle) -> QColor:
    """The colour that a look has for the most part."""
    match look:
        case AreaStyle() | HexStyle():
            return look.fill
        case PathStyle():
            return look.core.colour
        case SideStyle():
            return look.line.colour


def _tinted(look: T, before: QColor, after: QColor) -> T:
    """A look of the same form whose main colour turns into another; other colours keep their distance in lightness."""
    if isinstance(look, QColor):
        light = after.lightnessF() + look.lightnessF() - before.lightnessF()
        made = QColor(after) if look.rgb() == before.rgb() else _lit(after, min(max(light, 0.0), 1.0))
        made.setAlphaF(look.alphaF())
        return cast(T, made)
    return _by_field(look, lambda value: _tinted(value, before, after))


def _lit(colour: QColor, lightness: float) -> QColor:
    """A colour of the same hue with another lightness."""
    return QColor.fromHslF(max(colour.hslHueF(), 0.0), colour.hslSaturationF(), lightness)


def _filled(like: QColor, dye: _Dye) -> QColor:
    """The terrain's colour, as translucent as another fill."""
    made = QColor(dye.colour)
    made.setAlphaF(like.alphaF())
    return made


def _outlined(like: Stroke | None, dye: _Dye) -> Stroke | None:
    return None if like is None else dataclasses.replace(like, colour=dye.ink, dash=())


def _dyed(pattern: T, dye: _Dye) -> T:
    """A part of a pattern with black turned into ink, white into the pale colour and all between into the terrain's own."""
    if isinstance(pattern, QColor):
        light = pattern.lightnessF()
        made = QColor(dye.ink if light < 0.25 else dye.pale if light > 0.75 else dye.colour)
        made.setAlphaF(pattern.alphaF())
        return cast(T, made)
    return _by_field(pattern, lambda value: _dyed(value, dye))


def _by_field(look: T, change: Callable[[Any], Any]) -> T:
    """A part of a look with each of its fields changed; what has none stays as it is."""
    if dataclasses.is_dataclass(look) and not isinstance(look, type):
        return cast(T, type(look)(**{each.name: change(getattr(look, each.name)) for each in dataclasses.fields(look)}))
    return look
