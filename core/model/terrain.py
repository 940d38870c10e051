"""Kinds of terrain: what a ruleset and a box know of the things that maps are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from core.model.maps import Section


class TerrainKind(Enum):
    """What a kind of terrain is drawn as."""

    AREA = "area"
    HEX = "hex"
    PATH = "path"
    SIDE = "side"


FITTING: Mapping[Section, tuple[TerrainKind, ...]] = MappingProxyType(
    {
        "areas": (TerrainKind.AREA,),
        "paths": (TerrainKind.PATH,),
        # A stream or a road may follow hexsides instead of a centre line of its own.
        "sides": (TerrainKind.SIDE, TerrainKind.PATH),
        "hexes": (TerrainKind.HEX,),
    }
)
"""The kinds of terrain that items of a section can be of; items of other sections are of none."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where numbers come from: `status` is one of published, rules text, stand-in, box, yours."""

    chart: str
    title: str
    status: str
    source: str


@dataclass(frozen=True, slots=True)
class Terrain:
    """One kind of terrain.

    `los_height` in metres adds to the ground under a line of sight, None when the terrain has no height. `whole_hex` terrain
    blocks anywhere in its hex, other terrain only where its drawn outline is touched. `sea` terrain lies at 0 m.
    """

    id: str
    name: str
    kind: TerrainKind
    los_height: Fraction | None = None
    whole_hex: bool = False
    sea: bool = False
    provenance: Provenance | None = None
