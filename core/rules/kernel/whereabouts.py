"""Where each counter is in a scenario, as far as that can be told without a map: in a hex, in a box, still to come, nowhere.

It measures nothing, so that the order of battle and the finding of units can tell it of thousands of counters at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from core.geometry.hexes import Hex
from core.model.deployment import Deployment
from core.model.oob import Counter, Oob
from core.model.scenario import Arrival, Scenario, SetUp
from core.rules.kernel.cells import in_role
from core.rules.kernel.counter_values import CounterValue

Standing = Literal["map", "box", "arrives", "condition", "to set up", "nowhere"]
"""In a hex; in a box beside the map; comes in on a turn; comes in on a condition; may be set up and is not; none of these."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where one counter is. `at` is the hex, `box` the box beside the map, `turn` that on which it comes in; `words` are those
    of the condition, or of the area that it comes in at. `hexes` are those where it comes in or may be set up.
    """

    standing: Standing
    at: Hex | None = None
    box: str = ""
    turn: int = 0
    words: str = ""
    hexes: tuple[Hex, ...] = ()


@dataclass(frozen=True, eq=False)
class Whence:
    """A scenario and an order of battle, asked where counters are. `values` are what counters of the series print."""

    oob: Oob
    values: tuple[CounterValue, ...] = ()
    scenario: Scenario | None = None
    deployment: Deployment = field(default_factory=Deployment)

    @cached_property
    def _code(self) -> str:
        arrival = in_role(self.values, "arrival")
        return arrival.id if arrival is not None else ""

    @cached_property
    def _arrivals(self) -> Mapping[str, Arrival]:
        found: dict[str, Arrival] = {}
        for each in self.scenario.arrivals if self.scenario is not None else ():
            for name in each.units:
                found.setdefault(name, each)
        return found

    @cached_property
    def _set_ups(self) -> Mapping[str, SetUp]:
        found: dict[str, SetUp] = {}
        for each in self.scenario.set_ups if self.scenario is not None else ():
            for name in each.units:
                found.setdefault(name, each)
        return found

    @cached_property
    def _codes(self) -> Mapping[str, SetUp]:
        found: dict[str, SetUp] = {}
        for each in self.scenario.set_ups if self.scenario is not None else ():
            if each.code:
                found.setdefault(each.code.casefold(), each)
        return found

    def of(self, counter: Counter) -> Whereabouts:
        """Where a counter is. Of what is said of it the nearest counts: of itself, then by its code, then of its formations.

        Of what is both set up and comes in under one name, as `set_up.SetUps` has it, the set-up counts.
        """
        piece = self.deployment.pieces.get(counter.id)
        if piece is not None:
            at = piece.at
            return Whereabouts("map", at) if isinstance(at, Hex) else Whereabouts("box", box=at)
        if self.scenario is None:
            return Whereabouts("nowhere")
        if counter.id in self._set_ups:
            return _to_set_up(self._set_ups[counter.id])
        if counter.id in self._arrivals:
            return _coming(self._arrivals[counter.id])
        printed = counter.values.get(self._code)
        if isinstance(printed, str) and printed.casefold() in self._codes:
            return _to_set_up(self._codes[printed.casefold()])
        for each in self.oob.above(counter.formation):
            if each.id in self._set_ups:
                return _to_set_up(self._set_ups[each.id])
            if each.id in self._arrivals:
                return _coming(self._arrivals[each.id])
        return Whereabouts("nowhere")


def _coming(arrival: Arrival) -> Whereabouts:
    if arrival.turn:
        return Whereabouts("arrives", turn=arrival.turn, words=arrival.area, hexes=arrival.hexes)
    return Whereabouts("condition", words=arrival.condition or arrival.area, hexes=arrival.hexes)


def _to_set_up(set_up: SetUp) -> Whereabouts:
    return Whereabouts("to set up", box=set_up.box, words=set_up.zone, hexes=set_up.hexes)
