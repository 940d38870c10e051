"""What a TCS question is asked over: the ground, the state of play, the ruleset and the readings in force."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

from core.analysis.close_net import CloseNet
from core.analysis.elevation import Heights, HeightSettings
from core.analysis.field import FieldTables, Reach
from core.analysis.ground import Ground
from core.analysis.hex_net import HexNet
from core.geometry.hexes import Hex
from core.model.state import GameState, around
from core.model.terrain import Provenance, Terrain
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.forces import Forces
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.ruleset import Option, Ruleset
from core.rules.tcs.sight.methods import Method, choose

SMOKE_BARRAGES = frozenset({"smoke-1", "smoke-2"})
"""Markers that fill their hex and those beside it with smoke. [TCS 4.01 19.3a, 19.3b]"""

SMOKE_ALONE = frozenset({"smoke-mortar"})
"""Markers that fill their own hex alone with smoke. [TCS 4.01 19.3c]"""

BLOCKS_ALIKE = frozenset({"continuous-barrage"})
"""Markers that block lines of sight in their hex as smoke does, and are none for anything else. [TCS 4.01 18.6b]"""

_NET = "net"


@dataclass(frozen=True, eq=False)
class Case:
    """One ground under one set of readings in one state of play.

    `on_new_heights` is called with every new set of heights before its first use, so that stored ones can be filled in.
    `choices` maps every option of the ruleset to the choice in force; `charts` are those in force. `book` keeps computed
    heights by their settings and is shared by all cases over the same ground. `terrain` is what the ruleset and the box
    together know of it. `kept` is what was worked out of the map and holds in every state of play.
    """

    ruleset: Ruleset
    ground: Ground
    terrain: Mapping[str, Terrain]
    choices: Mapping[str, str]
    charts: ChartBook = field(default_factory=ChartBook)
    state: GameState = field(default_factory=GameState)
    book: dict[HeightSettings, Heights] = field(default_factory=dict)
    arrays: "_Arrays" = field(default_factory=lambda: _Arrays())
    on_new_heights: Callable[[Heights], object] | None = None
    forces: Forces = field(default_factory=Forces)
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def net(self) -> HexNet:
        """The map as a graph, with parts of hexes and contour lines, which both count. [TCS 4.01 20.1b, 20.1c, 20.1g, 20.1i]"""
        plain, known = self.forces.net, self.kept.get(_NET)
        if known is None or known.plain is not plain:
            touch = float(self.ruleset.numbers["contour.touch"].value)
            known = self.kept[_NET] = CloseNet.of(plain, self.forces.box, self.ground, touch, known)
        net: HexNet = known.net
        return net

    def take_over_net(self, before: "Case") -> None:
        """Keeps what was seen of the areas and contour lines of an earlier state of the box."""
        if _NET in before.kept:
            self.kept[_NET] = before.kept[_NET]

    def ref(self, section: str) -> RuleRef:
        """A reference into the rule book."""
        return self.ruleset.ref(section)

    def method(self, name: str) -> Method:
        """A method of elevation under the readings in force."""
        return choose(name, self.ruleset, self.choices)

    def heights(self, method: Method) -> Heights:
        """The heights under a method, as far as they are known; more are computed when asked for."""
        if method.settings not in self.book:
            heights = self.book[method.settings] = Heights(self.ground, method.settings)
            if self.on_new_heights is not None:
                self.on_new_heights(heights)
        return self.book[method.settings]

    def tables(self, method: Method, heights: Callable[[], Mapping[Hex, Fraction | None]]) -> FieldTables:
        """The ground as arrays, for fields; `heights` gives those of all hexes when the arrays have to be made anew."""
        if self.arrays.reach is None:
            self.arrays.reach = Reach(self.ground)
        key = method.settings, self.state.without, self.own_ground
        if key not in self.arrays.tables:
            self.arrays.tables = {key: FieldTables(self.arrays.reach, self.ground, heights(), *key[1:])}
        return self.arrays.tables[key]

    @property
    def own_ground(self) -> bool:
        """Whether what stands in a hex counts only where it has ground in it [TCS 4.01 8.1h]."""
        return self.choices["los.hexside_contact"] == "own_ground"

    def with_choice(self, reading: str, choice: str) -> "Case":
        """The same case with one reading decided otherwise."""
        return replace(self, choices=MappingProxyType({**self.choices, reading: choice}))

    def alternatives(self, used: frozenset[str]) -> "list[tuple[Option, str, Case]]":
        """Every other way to decide the readings that a judgement rested on."""
        found = []
        for name in sorted(used):
            reading = self.ruleset.options[name]
            found += [
                (reading, choice, self.with_choice(name, choice)) for choice in reading.values if choice != self.choices[name]
            ]
        return found

    @cached_property
    def smoke(self) -> frozenset[Hex]:
        """All hexes that smoke fills: markers, barrages with the hexes around them [TCS 4.01 19.3].

        Those that lie on the map among the pieces count as well as those that the state of play or a what-if names.
        """
        state, radius = self.state, int(self.ruleset.numbers["smoke_barrage.radius"].value)
        return state.smoke | self._with(SMOKE_ALONE) | around(state.smoke_barrage | self._with(SMOKE_BARRAGES), radius)

    @cached_property
    def blocking(self) -> frozenset[Hex]:
        """All hexes that nothing is seen through, whatever the heights: smoke, and continuous fire [TCS 4.01 18.6b, 19.1a]."""
        return self.smoke | self.state.continuous_fire | self._with(BLOCKS_ALIKE)

    def _with(self, kinds: frozenset[str]) -> frozenset[Hex]:
        """The hexes of the map with a marker of some kinds."""
        marks = self.forces.deployment.marks.items()
        return frozenset(spot for spot, some in marks if isinstance(spot, Hex) and any(mark.kind in kinds for mark in some))

    def provenance(self, terrain: str) -> Provenance | None:
        """The chart that a terrain's height comes from."""
        kind = self.terrain.get(terrain)
        return kind.provenance if kind is not None else None

    def terrain_name(self, terrain: str) -> str:
        """What people call a kind of terrain."""
        kind = self.terrain.get(terrain)
        return kind.name if kind is not None else terrain


@dataclass(eq=False)
class _Arrays:
    """What fields keep between two questions: the patterns of the map, and the arrays for the settings used last."""

    reach: Reach | None = None
    tables: dict[tuple[HeightSettings, frozenset[str], bool], FieldTables] = field(default_factory=dict)
