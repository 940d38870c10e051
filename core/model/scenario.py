"""One battle of a box: who sets up where, turns, arrivals, what each side gets, op sheets before play, and how it is won.

Where a unit may be set up (`SetUp`) is one thing, where it is at the start (`Scenario.start`) another: the first binds, the
second is what the players or the designer have made of it. Units are named by the ids of counters; the id of a formation
stands for all counters in it.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.model.deployment import Deployment
from core.model.maps import NOWHERE
from core.model.orders import OpSheet

Light = Literal["day", "twilight", "night"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the track. `visibility` is in hexes, None for unlimited."""

    title: str = ""
    date: str = ""
    light: Light = "day"
    visibility: int | None = None
    weather: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Where some units may be set up: in hexes, within so many hexes of them, in a zone with its rim, or in a box off the map.

    `code` stands for all units that print it as theirs, beside those in `units`. `zone` is the name of one of the maps' zones.
    Without hexes, zone and box the units may be set up anywhere. `losses` are steps lost before the start, spread over them.
    """

    units: tuple[str, ...] = ()
    code: str = ""
    hexes: tuple[Hex, ...] = ()
    within: int = 0
    zone: str = ""
    box: str = ""
    losses: int = 0
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


ARRIVING = "Reinforcements"
"""The box beside the map in which reinforcements lie from their turn on until they are brought in."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements. `turn` counts from 1, 0 for those that come on a condition (VAR) whenever it holds.

    `hexes` are the entry hexes; those of an `area` have it as their name. `edge` says that they enter over the map's edge and
    not in its middle, which decides how far they may be displaced. `sea` says that they come by sea, `price` what their coming
    costs: points of a kind, in the words of the allotments.
    """

    units: tuple[str, ...]
    turn: int = 0
    hexes: tuple[Hex, ...] = ()
    area: str = ""
    edge: bool = True
    condition: str = ""
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)
    sea: bool = False
    price: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Allotment:
    """What a side gets: ammunition, sorties, support or replacement points. `turn` counts from 1, 0 for before the start."""

    side: str
    what: str
    amount: int
    turn: int = 0
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Victory:
    """A condition of victory in words. `points` are what it brings, None where it decides by itself."""

    text: str
    side: str = ""
    points: int | None = None
    hexes: tuple[Hex, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Scenario:
    """One battle. `sets_up_first` and `moves_first` are sides, "" where the rules or dice decide; `off_map` names boxes."""

    title: str
    sets_up_first: str = ""
    moves_first: str = ""
    turns: tuple[Turn, ...] = ()
    set_ups: tuple[SetUp, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    allotments: tuple[Allotment, ...] = ()
    victory: tuple[Victory, ...] = ()
    sheets: tuple[OpSheet, ...] = ()
    off_map: tuple[str, ...] = ()
    note: str = ""
    start: Deployment = field(default_factory=Deployment)

    @property
    def plan(self) -> "Scenario":
        """The scenario without its start: all that is said of it, and nothing of where units are."""
        return replace(self, start=Deployment()) if self.start else self
