"""The board: who stands where on the net of hexes in one state of play, and what is kept while questions are asked of it."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from core.analysis.hex_net import HexNet
from core.base.counted import agreeing
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.terrain import Provenance
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables
from core.rules.operations.rules import OperationsRules, Said
from core.rules.operations.zones import Zones, together, zones_of

if TYPE_CHECKING:
    from core.rules.operations.battle import BattleRules

T = TypeVar("T")

_STANDING = "who stands where"
"""The key of who stood where when that was asked last."""


class NetTables(ForceTables, Protocol):
    """A case over a map that is measured as a net. `kept` was worked out of the map and holds in every state of play."""

    @property
    def net(self) -> HexNet:
        """The map as a graph."""

    @property
    def kept(self) -> dict[Any, Any]:
        """What was worked out before, by keys of those who keep it."""

    def ref(self, section: str) -> RuleRef:
        """A reference into the rule book."""


@dataclass(frozen=True, eq=False)
class Board:
    """The units of one state of play on the net. `consulted` remembers which charts were read for the answer in hand."""

    case: NetTables
    force_rules: ForceRules
    rules: OperationsRules
    forces: Forces
    _cache: dict[Any, Any] = field(default_factory=dict, repr=False)
    consulted: Consulted = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "consulted", Consulted(self.case.charts))

    def under(self, case: NetTables) -> "Board":
        """The same board for another answer, under options that change nothing of what was worked out: no chart is read yet."""
        return Board(case, self.force_rules, self.rules, self.forces, self._cache)

    def with_units(self, places: Mapping[str, int]) -> "Board":
        """The board with units, by their ids, in other hexes, by their numbers."""
        forces, hexes, known = self.forces, self.net.hexes, self.forces.deployment.pieces
        pieces = {id_: replace(known[id_], at=hexes[number]) for id_, number in places.items() if id_ in known}
        moved = replace(forces, state=replace(forces.state, deployment=forces.deployment.with_pieces(pieces)))
        return Board(self.case, self.force_rules, self.rules, moved)

    @property
    def net(self) -> HexNet:
        """The map as a graph."""
        return self.case.net

    def ref(self, section: str) -> RuleRef:
        """A reference into the rule book."""
        return self.case.ref(section)

    @property
    def battle(self) -> "BattleRules":
        """What the series says of combat on the map. Raises WrongUse where it says nothing."""
        if self.rules.battle is None:
            raise WrongUse("These rules say nothing of combat between units on the map.")
        return self.rules.battle

    @property
    def at(self) -> Mapping[int, tuple[Unit, ...]]:
        """The units in hexes, from the bottom to the top, by the numbers of hexes; pieces that are no units are left out."""
        return self.kept("at", self._standing)

    def _standing(self) -> Mapping[int, tuple[Unit, ...]]:
        """Who stands where. Where the state of play before was asked about, only what has changed since is looked at."""
        forces, kept = self.forces, self.case.kept
        before: tuple[Forces, dict[int, tuple[Unit, ...]]] | None = kept.get(_STANDING)
        deployment = forces.deployment
        if before is not None and before[0].oob is forces.oob and before[0].values is forces.values:
            found, was = dict(before[1]), before[0].deployment
            pieces = (each.pieces.get(id_) for id_ in deployment.unlike(was) for each in (was, deployment))
            spots: Iterable[Spot] = {piece.at for piece in pieces if piece is not None}
        else:
            found, spots = {}, deployment.stacks
        for spot in spots:
            number = self.net.index.get(spot) if isinstance(spot, Hex) else None
            if number is not None:
                if units := tuple(filter(self.force_rules.is_unit, forces.units(spot))):
                    found[number] = units
                else:
                    found.pop(number, None)
        kept[_STANDING] = (forces, found)
        return found

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that have units in hexes, in the order of the box."""
        standing = {unit.side for units in self.at.values() for unit in units}
        return tuple(side.id for side in self.forces.oob.sides if side.id in standing)

    def of(self, side: str) -> Iterator[tuple[int, Unit]]:
        """The units of a side with the numbers of their hexes, in the order of these."""
        return iter(self.kept("by side", self._by_side).get(side, ()))

    def _by_side(self) -> Mapping[str, tuple[tuple[int, Unit], ...]]:
        at = self.at
        found: dict[str, list[tuple[int, Unit]]] = {}
        for number in sorted(at):
            for unit in at[number]:
                found.setdefault(unit.side, []).append((number, unit))
        return {side: tuple(some) for side, some in found.items()}

    def held(self, side: str) -> frozenset[int]:
        """The hexes in which a side has units."""
        return self.kept(("held", side), lambda: frozenset(number for number, _ in self.of(side)))

    def enemies(self, side: str) -> frozenset[int]:
        """The hexes in which others than a side have units."""
        others = [other for other in self.sides if other != side]
        return self.kept(("enemies", side), lambda: frozenset(n for other in others for n in self.held(other)))

    def zone(self, unit: Unit) -> Said:
        """Whether a unit has a zone of control, and why."""
        if not self.rules.zone_of_unit_alone:
            return self.kept(("zone", unit.id), lambda: self.rules.zone(self, unit))
        # A unit that has not changed is the same value in the next state of play.
        known = self._zones_said.get(unit.id)
        if known is None or known[0] is not unit:
            known = self._zones_said[unit.id] = (unit, *self.heard(lambda: self.rules.zone(self, unit)))
        self.consulted.add(known[2])
        return known[1]

    @cached_property
    def _zones_said(self) -> dict[str, tuple[Unit, Said, tuple[Provenance, ...]]]:
        return self.for_map(("zone of units",), dict)

    def zones(self, side: str) -> Zones:
        """The zones of control of a side."""

        def found() -> Zones:
            if not self.rules.zone_of_unit_alone:
                return zones_of(self, side)
            return self.again(("zones", side), tuple(self.of(side)), lambda: zones_of(self, side))

        return self.kept(("zones", side), found)

    def enemy_zones(self, side: str) -> Zones:
        """The zones of control of all others than a side."""
        others = [other for other in self.sides if other != side]
        return self.kept(("enemy zones", side), lambda: together(self.zones(other) for other in others))

    def number(self, place: Hex) -> int:
        """The number of a hex on the net."""
        return self.net.index[place]

    def place(self, unit: Unit, parameter: str = "units") -> int:
        """The hex of a unit as its number. Raises WrongUse for one that stands in none."""
        at = unit.piece.at if unit.piece is not None else None
        number = self.net.index.get(at) if isinstance(at, Hex) else None
        if number is None:
            raise WrongUse(f"{parameter}: {unit.name} stands in no hex of the map.{self.unset}")
        return number

    @property
    def unset(self) -> str:
        """Why nobody may stand on the map, as the end of a message: no scenario, or several of which none is named."""
        known = self.forces.box.scenarios
        if self.forces.state.in_play or self.forces.scenario is not None:
            return ""
        if not known:
            return " The box has no scenario that puts units onto the map."
        return f" Say with scenario=… which is meant: {', '.join(each.title or file for file, each in known.items())}."

    def label(self, number: int) -> str:
        """The printed number of a hex."""
        return self.forces.box.label(self.net.hexes[number])

    def told(self, reason: Reason, number: int) -> Reason:
        """A reason about one hex."""
        place = self.net.hexes[number]
        return Reason(reason.rule, reason.template, {**reason.values, "hex": place}, (place,), reason.numbers)

    def sentence(self, reason: Reason) -> str:
        """A reason as a sentence without its stop."""
        told = {
            name: self.forces.box.label(value) if isinstance(value, Hex) else value for name, value in reason.values.items()
        }
        return agreeing(reason.template, told).format_map(told)

    def units(self, names: Iterable[str], parameter: str = "units") -> tuple[Unit, ...]:
        """Units by their ids, names, or the formations that they are in, each once. Raises WrongUse."""
        found: dict[str, Unit] = {}
        for name in names:
            if self.forces.oob.formation(name) is not None:
                standing = (unit for unit in self.forces.units_named((name,)) if unit.piece is not None)
                found |= {unit.id: unit for unit in standing if isinstance(unit.piece and unit.piece.at, Hex)}
            else:
                unit = self.forces.named(parameter, name)
                found[unit.id] = unit
        return tuple(found.values())

    def kept(self, key: Hashable, made: Callable[[], T]) -> T:
        """What holds in this state of play: worked out once for all questions about it."""
        return self._remembered(self._cache, key, made)

    def last(self, name: str, key: Hashable, made: Callable[[], T]) -> T:
        """What was worked out last under a name in this state of play, and anew for another key: what is too much to be kept
        for all of them."""
        if self._cache.get(name, (None,))[0] != key:
            self._cache[name] = key, {}
        return self._remembered(self._cache[name][1], key, made)

    def for_map(self, key: tuple[Hashable, ...], made: Callable[[], T]) -> T:
        """What depends on the map, the charts and the options alone: worked out once for all states of play."""
        return self._remembered(self.case.kept, (self._options, *key), made)

    def again(self, key: Hashable, terms: object, made: Callable[[], T]) -> T:
        """What was worked out last under a key in any state of play, while the terms that it hangs on equal those of then: all
        that is read for it but the map, the charts and the options."""
        whole = ("again", self._options, key)
        known = self.case.kept.get(whole)
        if known is None or known[0] != terms:
            known = self.case.kept[whole] = (terms, *self.heard(made))
        self.consulted.add(known[2])
        return cast(T, known[1])

    def _remembered(self, cache: dict[Any, Any], key: Hashable, made: Callable[[], T]) -> T:
        """What is kept under a key, with the charts that were read for it: they are those of every answer that rests on it."""
        known = cache.get(key)
        if known is None:
            known = cache[key] = self.heard(made)
        if known[1]:
            self.consulted.add(known[1])
        return cast(T, known[0])

    def heard(self, made: Callable[[], T]) -> tuple[T, tuple[Provenance, ...]]:
        """What is worked out, and the charts that are read for it, which are none of the answer in hand so far."""
        outer = self.consulted
        object.__setattr__(self, "consulted", Consulted(self.case.charts))
        try:
            value, charts = made(), self.consulted.charts
        finally:
            object.__setattr__(self, "consulted", outer)
        # Much rests on the same charts, which are one value then.
        known = self.case.kept
        if charts and known.get(("charts", id(charts))) is not charts:
            charts = known.setdefault(("charts", charts), charts)
            known["charts", id(charts)] = charts
        return value, charts

    @cached_property
    def _options(self) -> frozenset[tuple[str, str]]:
        return self.rules.heeded_of(self.case.choices)
