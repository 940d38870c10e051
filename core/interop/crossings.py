"""Bridges of roads where a map has its rivers along hexsides: the river's hexside that a bridge lies nearest to gets one."""

from shapely import LineString, STRtree

from core.geometry.layout import corners, to_plane
from core.interop.hex_cells import own_frame
from core.interop.imported import Drops, Target
from core.model.maps import Cell, SideFeature
from core.model.translation import Translation

NEAR = 0.5
"""Hexes that a bridge may lie from the hexside of a river: the hexside follows the river's bed within half a hex."""


class Crossings:
    """Collects the bridges of an import. Every bridge is told of, whether it finds a river or not."""

    def __init__(self, target: Target, translation: Translation, drops: Drops) -> None:
        grid = target.sheet.grid
        frame = own_frame(grid)
        waters = {id_ for row in translation.rows if "waterway" in row.tags for id_ in row.terrain}
        self._bridge = target.known(translation.candidates("bridge"), "sides")
        self._drops = drops
        self._text = grid.numbering.text
        self._taken = {frozenset(each.between) for each in target.sheet.sides if each.feature == self._bridge}
        self._between: list[tuple[Cell, Cell]] = []
        lines = []
        for each in target.sheet.sides if self._bridge is not None else ():
            if each.feature in waters:
                first, second = (frame.hex(*cell) for cell in each.between)
                ends = [corner for corner in corners(first) if corner in corners(second)]
                self._between.append(each.between)
                lines.append(LineString([frame.to_sheet(to_plane(corner)) for corner in ends]))
        self._lines = lines
        self._tree = STRtree(lines)
        self._found: list[SideFeature] = []

    @property
    def sides(self) -> tuple[SideFeature, ...]:
        """The bridges that were found, on hexsides of rivers of the map."""
        return tuple(self._found)

    def note(self, name: str, bridge: LineString) -> None:
        """A bridge as it runs in sheet units, and how its file calls it."""
        if not self._lines or self._bridge is None:
            return
        near = self._tree.query(bridge, predicate="dwithin", distance=NEAR)
        if not len(near):
            self._drops.add("bridge", "no river along hexsides of this map lies near it", name)
            return
        middle = bridge.interpolate(0.5, normalized=True)
        best = min(near, key=lambda each: (self._lines[each].distance(bridge), self._lines[each].distance(middle), each))
        between = self._between[best]
        words = " and ".join(self._text(*cell) for cell in between)
        if frozenset(between) in self._taken:
            self._drops.add("bridge", f"there is one already between {words}", name)
            return
        self._taken.add(frozenset(between))
        self._found.append(SideFeature(self._bridge, between))
        self._drops.add("bridge", f"it stands on the river's hexside between {words}", name)
