"""Orders of battle and scenarios, unit by unit: values typed as the ruleset says, ids made of names, places of the start."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import immutables

from core.files.ruleset_files import load_ruleset
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.items import Items
from core.model.maps import Cell, Zone
from core.model.oob import Counter, Formation, Oob, Side, Value, Values
from core.model.sidc import Sidc
from core.rules.kernel.counter_values import CounterValue

Printed = Mapping[str, Value]


class Roster:
    """The order of battle of a box in the making. Values are checked for their names and typed by the ruleset."""

    def __init__(self, ruleset: str) -> None:
        rules = load_ruleset(ruleset)
        self._values = {value.id: value for value in rules.values}
        self._of_formations = {value.id: value for value in rules.formation_values}
        self._of_sides = {value.id: value for value in rules.side_values}
        self._sides: list[Side] = []
        self._formations: list[Formation] = []
        self._counters: list[Counter] = []
        self._name = next(value.id for value in rules.values if value.role == "name")

    @property
    def oob(self) -> Oob:
        """All that was added, in order."""
        return Oob(Items(self._sides), Items(self._formations), Items(self._counters))

    def side(self, id_: str, name: str, colour: str, ink: str, note: str = "", **printed: Value) -> str:
        """Adds a side; names of values are written with _ for their dots."""
        self._sides.append(Side(id_, name, colour, ink, _typed(self._of_sides, _dotted(printed)), note))
        return id_

    def formation(
        self, id_: str, name: str, side: str, parent: str = "", sidc: str = "", stripe: str = "", **printed: Value
    ) -> str:
        """Adds a formation."""
        values = _typed(self._of_formations, _dotted(printed))
        self._formations.append(Formation(id_, name, side, parent, sidc, stripe, values))
        return id_

    def unit(
        self,
        name: str,
        side: str,
        formation: str,
        sidc: str,
        front: Printed,
        back: Printed | None = None,
        *,
        id_: str = "",
        copies: int = 1,
        named: bool = True,
    ) -> str:
        """Adds a counter, and gives its id, which is made of its name."""
        made = id_ or Oob(counters=Items(self._counters)).new_id("counters", name)
        values = _typed(self._values, {**front, self._name: name} if named else front)
        other = _typed(self._values, back) if back is not None else None
        self._counters.append(Counter(made, side, values, other, formation, sidc, copies=copies))
        return made


def symbol(function: str, echelon: str = "", **more: str | bool) -> str:
    """The code of a symbol of a land unit from its function and echelon."""
    return str(Sidc.of(function, echelon=echelon, **more))  # type: ignore[arg-type]


def _dotted(printed: Printed) -> dict[str, Value]:
    return {id_.replace("_", "."): value for id_, value in printed.items()}


def _typed(known: Mapping[str, CounterValue], printed: Printed) -> Values:
    """Values as the ruleset types them. Raises KeyError for one that it does not know."""
    return Values({id_: Fraction(value) if known[id_].type == "number" else value for id_, value in printed.items()})


class SetOut:
    """Where units start: stacks in the order in which they were put there."""

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}
        self._marks: dict[Spot, tuple[Mark, ...]] = {}
        self._height: dict[Spot, int] = {}

    def put(
        self,
        at: Spot,
        *units: str,
        face: int = 0,
        lost: int = 0,
        mode: str = "",
        marks: Iterable[str] = (),
        on: str = "",
    ) -> None:
        """Puts units into a hex or a box, each on top of those before."""
        for unit in units:
            rank = self._height.get(at, 0)
            self._height[at] = rank + 1
            self._pieces[unit] = Piece(at, rank, face, lost, mode, frozenset(marks), on)

    def mark(self, at: Spot, kind: str, side: str = "", text: str = "") -> None:
        """Lays a marker into a hex."""
        self._marks[at] = (*self._marks.get(at, ()), Mark(kind, side, text))

    @property
    def deployment(self) -> Deployment:
        """All pieces and markers."""
        return Deployment(immutables.Map(self._pieces), immutables.Map(self._marks))


def block(columns: Sequence[int], rows: Sequence[int]) -> frozenset[Cell]:
    """The cells of a rectangle of hexes, from the first to the last column and row."""
    return frozenset((column, row) for column in range(columns[0], columns[1] + 1) for row in range(rows[0], rows[1] + 1))


def zone_of(kind: str, name: str, side: str, cells: Iterable[Cell], note: str = "") -> Zone:
    """A zone of a map."""
    return Zone(kind, frozenset(cells), name, side, note)  # type: ignore[arg-type]


def listed(hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """Hexes in order, each once."""
    return tuple(sorted(set(hexes)))
