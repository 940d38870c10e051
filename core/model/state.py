"""The state of play: where the pieces are, what hangs in the air, how far one can see, whose turn it is, what is left."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import immutables

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Piece, Spot, hex_of
from core.model.orders import OpSheet
from core.model.scenario import ARRIVING, Light


@dataclass(frozen=True, slots=True)
class Moment:
    """Where play stands in the sequence. `turn` counts from 1, 0 is before the start; `phase` is an id of the sequence.

    `side` is the one whose phase it is, "" where it is both's. `round` counts from 1 how often a phase that is repeated has
    been begun in this turn, `of` names what it is repeated for, such as the formation that is activated.
    """

    turn: int = 0
    phase: str = ""
    side: str = ""
    round: int = 1
    of: str = ""


SUPPORT = "support"
"""What units declare that support those of their side in places that are attacked."""

BRIDGE_DEMOLITION, ROAD_DEMOLITION = "bridge-demolition", "road-demolition"
AIR_SUPPLY, SEA_SUPPLY = "air-supply", "sea-supply"
SUPPLIES = frozenset({AIR_SUPPLY, SEA_SUPPLY})
"""What is declared for one unit where it lies: that supply is to reach it from elsewhere."""

SMOKE_SHOT = "smoke"
"""What guns fire into a hex in the place of a fire at those in it: smoke, or light."""

BREACH = "breach"
"""What is declared for a place with mines: that units clear a way through them."""

RETREAT, RECOVERY = "retreat", "recovery"
READIED, STIRRED, LOADING = "readied", "stirred", "loading"
"""What units have done of their own will where they stood: left it in the place of a move, recovered, made ready to fire or to
move, or mounted and left what carries them."""

ISOLATION, BREAKDOWN, SHIFTED = "isolation", "breakdown", "shifted"
"""What was settled for units in the places in which they lie: a roll for isolation or for a breakdown, or that they had been
there all along and were thought to be elsewhere."""

WHERE_THEY_LIE = SUPPLIES | {ISOLATION, BREAKDOWN, SHIFTED}
"""What is of the places in which the units themselves lie."""

OF_PLACES = WHERE_THEY_LIE | {
    *(BRIDGE_DEMOLITION, ROAD_DEMOLITION, SMOKE_SHOT, BREACH, RETREAT, RECOVERY, READIED, STIRRED, LOADING),
}
"""What units declare to do to a place itself, or to get there, whoever lies in it: nobody fights in it."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a side has said that it will do and may not take back until it is resolved: an attack of units on hexes or boxes.

    `what` is a kind of the series, such as an attack, an overrun or a bombardment, one of `OF_PLACES`, or `SUPPORT`: units,
    mostly artillery, that do no more than support own ones where these are attacked. `shown` are the counters of others that
    lay there when it was said, which whoever attacks may look at.
    """

    by: str
    units: tuple[str, ...]
    against: tuple[Spot, ...]
    what: str = "attack"
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """A question that the rules want asked after what was done: its name, what is known for it (parameters with what a form
    would say), the side that answers it, "" for whoever acts, and whether it may be left out.

    `section` and `title` say by which rule and what it is about; the fields of the title, which can be translated, stand in
    `told`.
    """

    question: str
    given: tuple[tuple[str, str], ...] = ()
    side: str = ""
    may: bool = False
    section: str = ""
    title: str = ""
    told: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """A chit that lies under a unit: the cup that it came from, the number under which its value is sealed, and whether its
    reduced side is up."""

    cup: str
    seal: str
    reduced: bool = False


@dataclass(frozen=True, slots=True)
class Trek:
    """Units that have gone into another hex together, from where they lay together before; None for who came onto the map."""

    units: tuple[str, ...]
    source: Hex | None
    into: Hex


NO_POINTS: "immutables.Map[tuple[str, str], int]" = immutables.Map()
NO_CHITS: "immutables.Map[str, Held]" = immutables.Map()
NO_ORDERS: "immutables.Map[str, OpSheet]" = immutables.Map()
NO_CONDITIONS: "immutables.Map[tuple[str, str], str]" = immutables.Map()
NOWHERE: "immutables.Map[Hex, str]" = immutables.Map()


@dataclass(frozen=True, slots=True)
class GameState:
    """What holds at this moment of play, or what a what-if supposes.

    `smoke` are hexes with a smoke marker that fills its own hex, `smoke_barrage` those with a smoke barrage marker, which
    also fills the adjacent hexes, `continuous_fire` those with a continuous fire marker. `visibility` is in hexes, None for
    unlimited. `without` names kinds of terrain to be treated as absent. `scenario` is the file of the scenario that is shown,
    "" for none; `deployment` is where its pieces are in play, None before play, when they are where they start.

    What follows holds in play alone. `order` are the sides in the order in which they act. `points` are what a side has left of
    something, by the side and by what it is. `ticked` are tasks of the phase that are done. `declared` is what is to be done,
    `fought` what was declared and is resolved: in this phase, or since what is said to count for longer began, the oldest
    first. `owed` is what is still to be asked after what was done, the next first. `held` are chits by the unit.
    `conditions` are the words for what formations are, such as done or tired, by the formation (a side that is activated as a
    whole stands for itself) and by the kind of condition. `orders` are the op sheets by their ids. `alone` says that one player
    has all sides: nothing is hidden from him. `arrived` are the units that have come onto the map in this turn, whenever they
    were due; `treks` are the ways that units have gone into other hexes since the side whose moment it is began its turn, or
    what is activated its activation, the first one first, and `turned` those whose counters were turned over or put into
    another mode since then; `vacated` says of hexes which unit was the last to leave them: nobody says so, it follows from how
    pieces are put.
    """

    smoke: frozenset[Hex] = frozenset()
    smoke_barrage: frozenset[Hex] = frozenset()
    continuous_fire: frozenset[Hex] = frozenset()
    visibility: int | None = None
    without: frozenset[str] = frozenset()
    scenario: str = ""
    deployment: Deployment | None = None
    moment: Moment = Moment()
    order: tuple[str, ...] = ()
    light: Light = "day"
    weather: str = ""
    points: "immutables.Map[tuple[str, str], int]" = field(default=NO_POINTS)
    ticked: frozenset[str] = frozenset()
    declared: tuple[Declared, ...] = ()
    fought: tuple[Declared, ...] = ()
    owed: tuple[Owed, ...] = ()
    held: "immutables.Map[str, Held]" = field(default=NO_CHITS)
    conditions: "immutables.Map[tuple[str, str], str]" = field(default=NO_CONDITIONS)
    orders: "immutables.Map[str, OpSheet]" = field(default=NO_ORDERS)
    alone: bool = False
    arrived: frozenset[str] = frozenset()
    treks: tuple[Trek, ...] = ()
    turned: frozenset[str] = frozenset()
    vacated: "immutables.Map[Hex, str]" = field(default=NOWHERE)

    @property
    def in_play(self) -> bool:
        """Whether a session is being played, and not a scenario written."""
        return self.deployment is not None

    @property
    def moved(self) -> frozenset[str]:
        """Those that have gone into another hex since the side whose moment it is began its turn, or what is activated its
        activation."""
        return frozenset(unit for trek in self.treks for unit in trek.units)

    def laid_out(self, deployment: Deployment, changed: Iterable[str]) -> "GameState":
        """The state with pieces elsewhere, of which some are `changed`. Who goes into a hex in a turn of play and was nowhere
        or waited for it has come in; who is put back to wait, or taken off, has not. Who goes into another hex has moved, and
        is the last that was in the one that it leaves; whose counter lies otherwise was turned."""
        arrived, treks, turned, vacated = self.arrived, self.treks, self.turned, self.vacated
        if self.deployment is not None and self.moment.turn:
            was, now = self.deployment.pieces, deployment.pieces
            gone = {unit for unit in changed if not _is_placed(now.get(unit))}
            come = {unit for unit in changed if unit not in gone and not _is_placed(was.get(unit))}
            come = {unit for unit in come if isinstance(now[unit].at, Hex)}
            if come - arrived or gone & arrived:
                arrived = arrived - gone | come
            places = ((unit, hex_of(was.get(unit)), hex_of(now.get(unit))) for unit in changed)
            went = [(unit, old, new) for unit, old, new in places if old != new]
            together: dict[tuple[Hex | None, Hex], list[str]] = {}
            for unit, old, new in went:
                if new is not None:
                    together.setdefault((old, new), []).append(unit)
            treks += tuple(Trek(tuple(units), old, new) for (old, new), units in together.items())
            turned = turned.union(unit for unit in changed if _is_turned(was.get(unit), now.get(unit)))
            for unit, old, _ in went:
                vacated = vacated.set(old, unit) if old is not None else vacated
        return replace(self, deployment=deployment, arrived=arrived, treks=treks, turned=turned, vacated=vacated)


def _is_turned(before: Piece | None, after: Piece | None) -> bool:
    """Whether a piece lies in the same or another hex with its other side up, or in another mode."""
    if before is None or after is None or hex_of(before) is None or hex_of(after) is None:
        return False
    return (before.face, before.mode.casefold()) != (after.face, after.mode.casefold())


def _is_placed(piece: Piece | None) -> bool:
    """Whether a piece is in play and waits for nothing."""
    return piece is not None and piece.at != ARRIVING


def around(hexes: Iterable[Hex], radius: int) -> frozenset[Hex]:
    """The hexes themselves and all at most `radius` hexes from one of them."""
    return frozenset(near for each in hexes for near in each.within(radius))
