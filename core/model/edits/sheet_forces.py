"""What is said of hexes in scenarios when sheets are moved, cut or taken out: it follows the hexes, or goes with them."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace

import immutables

from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.edits.edit import Edit, Several
from core.model.edits.force_edits import ChangeScenario
from core.model.edits.map_edits import ChangeSheets
from core.model.scenario import Scenario, SetUp

Way = Callable[[Hex], Hex | None]
"""Where a hex is now, None where it is no longer on the map."""


@dataclass(frozen=True, slots=True)
class Left:
    """What goes with hexes that are taken away, of all scenarios: counters that stood in them, by their ids; markers; set-ups
    that named no other hex; and the hexes that were taken out of what is left.
    """

    counters: tuple[str, ...] = ()
    markers: int = 0
    set_ups: int = 0
    hexes: int = 0

    def __bool__(self) -> bool:
        return bool(self.counters or self.markers or self.set_ups or self.hexes)

    @property
    def words(self) -> str:
        """It in words, "" for nothing.

        >>> Left(("a", "b"), 1, 0, 2).words
        '2 units, 1 marker and 2 hexes of scenarios'
        """
        counts = (
            (len(self.counters), "unit"),
            (self.markers, "marker"),
            (self.set_ups, "set-up"),
            (self.hexes, "hex of scenarios" if self.hexes == 1 else "hexes of scenarios"),
        )
        said = [f"{count} {word}{'s' if count > 1 and word[:3] != 'hex' else ''}" for count, word in counts if count]
        return " and ".join((", ".join(said[:-1]), said[-1])) if len(said) > 1 else "".join(said)


NOTHING_LEFT = Left()


def with_forces(box: GameBox, edit: ChangeSheets, moved: Collection[str] = ()) -> tuple[Edit, Left]:
    """An edit of sheets with all that scenarios say of their hexes, and what of that is no longer on the map.

    `moved` are the files of the sheets that lie elsewhere afterwards and take their hexes along. What was off the map before
    stays as it is. A set-up without any of its hexes would let its units be anywhere, so it goes.
    """
    if not box.scenarios:
        return edit, NOTHING_LEFT
    following = _Following(_way(box, edit.sheets, frozenset(moved)))
    edits = [
        ChangeScenario("", file, made)
        for file, scenario in box.scenarios.items()
        if (made := following.scenario(scenario)) != scenario
    ]
    left = following.left
    if not edits:
        return edit, left
    label = f"{edit.label} and what stands there: {left.words}" if left else edit.label
    return Several(label, (edit, *edits)), left


def _way(box: GameBox, sheets: tuple[PlacedSheet, ...], moved: frozenset[str]) -> Way:
    after = replace(box, sheets=sheets)
    frames = {placed.file: placed.frame for placed in sheets}

    def way(place: Hex) -> Hex | None:
        printed = box.prints(place)
        if not printed:
            return place
        if any(placed.file not in moved for placed, _ in printed) and any(
            placed.file not in moved for placed, _ in after.prints(place)
        ):
            return place
        there = (frames[placed.file].hex(*cell) for placed, cell in printed if placed.file in moved)
        return next((each for each in there if each in after.cells), None)

    return way


class _Following:
    """Scenarios whose hexes go a way, and what is left behind."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._counters: dict[str, None] = {}
        self._markers = self._set_ups = self._hexes = 0

    @property
    def left(self) -> Left:
        """What has gone so far."""
        return Left(tuple(sorted(self._counters)), self._markers, self._set_ups, self._hexes)

    def scenario(self, scenario: Scenario) -> Scenario:
        """A scenario as it is said of the new places."""
        return replace(
            scenario,
            set_ups=tuple(made for each in scenario.set_ups if (made := self._set_up(each)) is not None),
            arrivals=tuple(replace(each, hexes=self._places(each.hexes)) for each in scenario.arrivals),
            victory=tuple(replace(each, hexes=self._places(each.hexes)) for each in scenario.victory),
            sheets=tuple(
                replace(each, rally=self._rally(each.rally), mines=self._places(each.mines)) for each in scenario.sheets
            ),
            start=self._start(scenario.start),
        )

    def _places(self, places: Iterable[Hex]) -> tuple[Hex, ...]:
        before = tuple(places)
        made = tuple(there for place in before if (there := self._way(place)) is not None)
        self._hexes += len(before) - len(made)
        return made

    def _set_up(self, each: SetUp) -> SetUp | None:
        hexes = tuple(there for place in each.hexes if (there := self._way(place)) is not None)
        if each.hexes and not hexes and not each.zone and not each.box:
            self._set_ups += 1
            return None
        self._hexes += len(each.hexes) - len(hexes)
        return replace(each, hexes=hexes)

    def _rally(self, rally: Iterable[tuple[str, Hex]]) -> tuple[tuple[str, Hex], ...]:
        before = tuple(rally)
        made = tuple((name, there) for name, place in before if (there := self._way(place)) is not None)
        self._hexes += len(before) - len(made)
        return made

    def _spot(self, spot: Spot) -> Spot | None:
        return spot if isinstance(spot, str) else self._way(spot)

    def _start(self, start: Deployment) -> Deployment:
        changed: dict[str, Piece | None] = {}
        for id_, piece in start.pieces.items():
            at = self._spot(piece.at)
            if at is None:
                self._counters[id_] = None
                changed[id_] = None
            elif at != piece.at:
                changed[id_] = replace(piece, at=at)
        for id_, piece in start.pieces.items():
            # Whoever is carried by one that goes, and does not lie where it lies, stands on its own.
            if piece.on and id_ not in changed and changed.get(piece.on, piece) is None:
                changed[id_] = replace(piece, on="")
        made = start.with_pieces(changed) if changed else start
        marks: dict[Spot, tuple[Mark, ...]] = {}
        for spot, lying in start.marks.items():
            there = self._spot(spot)
            if there is None:
                self._markers += len(lying)
            else:
                marks[there] = (*marks.get(there, ()), *lying)
        lies = immutables.Map(marks)
        return made if lies == start.marks else replace(made, marks=lies)
