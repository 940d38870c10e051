"""Kinds of terrain: what a ruleset and a box know of the things that maps are made of."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from core.base.errors import WrongUse, did_you_mean
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


PATTERNS = ("plain", "hatch", "cross", "dots", "trees", "marsh", "grain", "blocks", "dashes", "double", "teeth")
"""How a kind of terrain can be drawn so that it can be told from others without its colour."""

COST_WORDS: Mapping[str, str] = MappingProxyType(
    {"ot": "as the other terrain in the hex", "P": "prohibited", "all": "the whole movement allowance"}
)
"""What a cell of a movement chart may say in the place of a number."""

COST_PARTS = 60
"""Costs are whole numbers of such parts of a point: halves, thirds, quarters and fifths, and what they divide into."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_COST = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,3})(?:/[1-9][0-9]?)?")


def read_colour(text: str) -> str:
    """A colour as files keep it, in small letters; empty for none. Raises WrongUse, whose text continues "… must be".

    >>> read_colour(" #9DBB6C")
    '#9dbb6c'
    """
    given = text.strip()
    if given and not _COLOUR.fullmatch(given):
        raise WrongUse(f'must be a colour such as "#9dbb6c", not "{given}"')
    return given.lower()


def read_cost(text: str) -> str:
    """A printed movement cost: a whole number, a fraction, either with a sign when it adds, or a word of `COST_WORDS`.

    Raises WrongUse, whose text continues "… must be".

    >>> [read_cost(each) for each in ("1", " 1/2", "+2", "p", "OT")]
    ['1', '1/2', '+2', 'P', 'ot']
    """
    given = text.strip().replace("−", "-")
    word = next((each for each in COST_WORDS if each.casefold() == given.casefold()), None)
    if word is not None:
        return word
    if not _COST.fullmatch(given):
        hint = did_you_mean(given, tuple(COST_WORDS))
        raise WrongUse(f'must be a number such as 2, 1/2 or +1, or one of ot, P, all, not "{text}".{hint}')
    if COST_PARTS % int(given.partition("/")[2] or 1):
        raise WrongUse(f'must be in halves, thirds, quarters or fifths of a point, or in {COST_PARTS}ths, not "{text}".')
    return given


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

    `colour` ("#rrggbb") and `pattern` (one of `PATTERNS`) are how it is drawn, each empty for what the style of the map says.
    `combat_class` is the word of the game's chart for fire and combat in it. `costs` are the printed movement costs by the
    chart's column ("foot", "tracked", …), each as `read_cost` reads it; nothing is computed from them. `note` is what the
    chart remarks.
    """

    id: str
    name: str
    kind: TerrainKind
    los_height: Fraction | None = None
    whole_hex: bool = False
    sea: bool = False
    provenance: Provenance | None = None
    colour: str = ""
    pattern: str = ""
    combat_class: str = ""
    costs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    note: str = ""


@dataclass(frozen=True)
class Palette:
    """A chart of terrain of its own, published or ours, that a box may put between its ruleset's terrain and its own.

    `columns` are the titles of the columns of movement costs, whose numbers are in `unit`; `legend` says what else can stand
    in them. `others` are rows of the chart for what is not drawn as terrain: open ground, a contour. A `note` of a row is a
    sentence. `series` are those that the chart was made for, none for any.
    """

    id: str
    title: str
    provenance: Provenance
    terrain: Mapping[str, Terrain]
    series: tuple[str, ...] = ()
    unit: str = ""
    columns: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    legend: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    others: "tuple[ChartRow, ...]" = ()


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of a chart for what is not drawn as terrain."""

    name: str
    combat_class: str = ""
    costs: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    note: str = ""
