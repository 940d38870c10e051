"""What a case knows of units: the order of battle, the scenario, where pieces stand, and what is in the hexes under them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from core.analysis.hex_net import HexNet, compile_net
from core.analysis.hex_terrain import HexTerrain
from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece, Spot
from core.model.oob import NO_VALUES, Counter, Formation, Oob, Value, Values
from core.model.scenario import Scenario
from core.model.state import GameState
from core.model.terrain import Terrain
from core.rules.kernel.cells import called, kind_of
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.totals import steps_left

NOBODY = GameBox("", "", ())
"""A box without anything."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as it stands somewhere, or as it would stand at full strength: what the side that is up prints.

    `full` are its steps at full strength and `left` those that it still has. `piece` is None for one that is nowhere.
    """

    counter: Counter
    piece: Piece | None
    kind: str
    name: str
    full: int
    left: int
    values: Values = NO_VALUES

    @property
    def id(self) -> str:
        """The id of its counter."""
        return self.counter.id

    @property
    def side(self) -> str:
        """The side that it belongs to."""
        return self.counter.side

    def value(self, id_: str) -> Value | None:
        """A printed value, None where it is not printed."""
        return self.values.get(id_)

    def word(self, id_: str) -> str:
        """A printed word, "" where there is none."""
        found = self.values.get(id_)
        return found if isinstance(found, str) else ""

    def whole(self, id_: str, preset: int = 0) -> int:
        """A printed whole number, or what stands for none."""
        found = self.values.get(id_)
        return found if isinstance(found, int) and not isinstance(found, bool) else preset

    def flag(self, id_: str) -> bool:
        """Whether a printed flag is there."""
        return self.values.get(id_) is True


def unit_of(values: tuple[CounterValue, ...], counter: Counter, piece: Piece | None = None) -> Unit:
    """A counter as it stands; `values` are what counters of the series print. Nobody has fewer than no steps left."""
    shown = counter.face(piece.face if piece is not None else 0)
    name = called(values, counter.values, counter.id)
    full, left = steps_left(values, counter), steps_left(values, counter, piece)
    return Unit(counter, piece, kind_of(values, counter.values), name, full, left, shown)


@dataclass(frozen=True, eq=False)
class Forces:
    """The units of a box in a state of play.

    `ground` knows what is in the hexes, None where nobody has measured them; `terrain` is every kind of terrain of the box.
    `values` are what counters of the series print. `mapped` gives the map as a graph where somebody keeps it. `met` are units
    with the counter and the piece that they were made of, by their ids: states of play share them, most units being alike.
    """

    box: GameBox = NOBODY
    state: GameState = field(default_factory=GameState)
    values: tuple[CounterValue, ...] = ()
    ground: HexTerrain | None = None
    terrain: Mapping[str, Terrain] = field(default_factory=lambda: MappingProxyType({}))
    mapped: Callable[[], HexNet] | None = None
    met: dict[str, tuple[Counter, Piece | None, Unit]] = field(default_factory=dict, repr=False)

    @cached_property
    def net(self) -> HexNet:
        """The map as a graph, compiled when it is first asked for."""
        return self.mapped() if self.mapped is not None else compile_net(self.box)

    @property
    def oob(self) -> Oob:
        """The order of battle."""
        return self.box.oob

    @cached_property
    def file(self) -> str:
        """The file of the scenario that is meant: the one that is shown, else the only one that there is, else ""."""
        if self.state.scenario in self.box.scenarios:
            return self.state.scenario
        return next(iter(self.box.scenarios)) if len(self.box.scenarios) == 1 else ""

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that is meant, None for none."""
        return self.box.scenarios.get(self.file)

    @property
    def deployment(self) -> Deployment:
        """Where the pieces are: in play, or before it where the scenario has them start."""
        if self.state.deployment is not None:
            return self.state.deployment
        return self.scenario.start if self.scenario is not None else Deployment()

    def in_scenario(self, name: str) -> "Forces":
        """The same box with another scenario, before play; "" for the one that is meant anyhow.

        Raises WrongUse for a name that is neither the file nor the title of one.
        """
        if not name:
            return self
        file, known = self.box.scenario_called(name), self.box.scenarios
        if not file:
            titles = (each.title for each in known.values())
            raise WrongUse(f'scenario: there is no scenario "{name}" in this box.{did_you_mean(name, (*known, *titles))}')
        return replace(self, state=replace(self.state, scenario=file, deployment=None))

    def units(self, spot: Spot) -> tuple[Unit, ...]:
        """The units in a hex or a box beside the map, from the bottom to the top; pieces of no known counter are none."""
        return tuple(unit for id_ in self.deployment.stack(spot) if (unit := self.unit(id_)) is not None)

    def unit(self, id_: str) -> Unit | None:
        """A unit by the id of its counter, None where there is no such counter."""
        if id_ not in self._known:
            counter = self.oob.counter(id_)
            piece = self.deployment.pieces.get(id_)
            self._known[id_] = self._made(id_, counter, piece) if counter is not None else None
        return self._known[id_]

    def _made(self, id_: str, counter: Counter, piece: Piece | None) -> Unit:
        """A counter as it stands, the same unit as before where neither it nor its piece has changed."""
        met = self.met.get(id_)
        if met is None or met[0] is not counter or met[1] is not piece:
            met = self.met[id_] = (counter, piece, unit_of(self.values, counter, piece))
        return met[2]

    @cached_property
    def _known(self) -> dict[str, Unit | None]:
        """Units that were asked for before."""
        return {}

    def named(self, parameter: str, name: str) -> Unit:
        """A unit by its id or by what it is called, if only one is called so. Raises WrongUse, which names the nearest."""
        found = self.unit(name.strip())
        if found is not None:
            return found
        folded = name.strip().casefold()
        called = [unit for unit in self.all_units() if unit.name.casefold() == folded]
        if len(called) == 1:
            return called[0]
        if called:
            ids = " and ".join(unit.id for unit in called)
            raise WrongUse(f'{parameter}: "{name}" is what several units are called: {ids}.')
        names = [unit.name for unit in self.all_units()]
        known = {id_: id_ for id_ in self.oob.ids("counters")}
        raise WrongUse(f'{parameter}: there is no unit "{name}" in this box.{did_you_mean(name, names, ids=known)}')

    def formation_named(self, parameter: str, name: str) -> Formation:
        """A formation by its id or by what it is called, the first that is. Raises WrongUse, which names the nearest."""
        found = self.oob.formation(name.strip())
        folded = name.strip().casefold()
        found = found or next((each for each in self.oob.formations if each.name.casefold() == folded), None)
        if found is None:
            known = (*self.oob.ids("formations"), *(each.name for each in self.oob.formations))
            raise WrongUse(f'{parameter}: there is no formation "{name}" in this box.{did_you_mean(name, known)}')
        return found

    def all_units(self) -> Iterator[Unit]:
        """Every counter of the order of battle, wherever it is; of several with one id the first."""
        return (unit for id_ in self.oob.ids("counters") if (unit := self.unit(id_)) is not None)

    def units_named(self, names: Iterable[str]) -> Iterator[Unit]:
        """The units that some names mean, each once: counters by their ids, formations with all in them."""
        return (unit for id_ in self.oob.counters_meant(names) if (unit := self.unit(id_)) is not None)

    def side_name(self, id_: str) -> str:
        """What a side is called."""
        side = self.oob.side(id_)
        return side.name if side is not None else id_ or "no side"
