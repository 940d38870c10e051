"""Hexside features: streams, hedges, walls, bridges and the like, painted along hexsides."""

from collections.abc import Iterable

from app.canvas.shapes import Handles, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.options import Flag, Option
from app.tools.strokes import CTRL, SHIFT
from app.tools.terrain_picks import CROSSINGS, TerrainPicks, TerrainTool
from app.tools.tool import Pointer
from core.geometry.hexes import Hex
from core.geometry.layout import LatticePoint, to_lattice, to_plane
from core.geometry.outlines import Hexside, chain, ends_of, nearest_corner, nearest_side
from core.model.edits.side_edits import paint_sides, remove_sides


class SidesTool(TerrainTool):
    """A click takes the nearest hexside, a drag the chain of hexsides from corner to corner; going back takes it back."""

    id = "sides"
    icon = "sides"
    keys = "D"

    def __init__(self, context: ToolContext, picks: TerrainPicks) -> None:
        super().__init__(context, picks)
        self._erasing = self._removing = False
        self._chain: list[Hexside] | None = None
        self._corner: LatticePoint | None = None
        self._end: LatticePoint | None = None

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Hexside features")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr(
            "Click a hexside or drag along several; Shift goes on from the last corner, Ctrl removes; Ctrl+arrows aim, Enter."
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """The feature, and whether it is removed."""
        return (
            self.terrain_option(self.tr("Feature")),
            Flag("erasing", self.tr("Remove"), self._erasing, self._erase),
        )

    def pointer_moved(self, pointer: Pointer) -> None:
        """Leads the chain on, or shows the nearest hexside."""
        if self._chain is None:
            self._aim(pointer)
            return
        if self.terrain in CROSSINGS:
            self._chain[:] = [self._nearest(pointer)]
        else:
            self._lead(nearest_corner(to_lattice(pointer.point)))
        self._show(self._chain, self._removing)

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Begins a chain, with Shift where the last one ended."""
        current = self._picks.current
        if current is None:
            self.context.status(self.tr("This box knows no features along hexsides."))
            return
        if not self.may_change("sides", current.id):
            return
        self._removing = self._erasing or bool(pointer.modifiers & CTRL)
        corner = nearest_corner(to_lattice(pointer.point))
        self._chain = list(self._straight(corner)) if pointer.modifiers & SHIFT else []
        self._corner = corner
        self._show(self._chain or [self._nearest(pointer)], self._removing)

    def pointer_released(self, pointer: Pointer) -> None:
        """Paints or removes along the chain, or along the one hexside of a click."""
        if self._chain is None:
            return
        sides, current = self._chain or [self._nearest(pointer)], self._picks.current
        self._end, self._chain = self._corner, None
        if current is not None and self._removing:
            self.do(remove_sides(self.box, sides, (current.id,)))
        elif current is not None:
            self._picks.choose(current.id)
            if not self.do(paint_sides(self.box, current, sides)):
                self._say_why(sides)
        self._aim(pointer)

    def point_at(self, place: Hex | None) -> None:
        """The pointer has left the map."""
        if place is None and self._chain is None:
            self.preview()

    def cancel_gesture(self) -> bool:
        """Forgets the chain."""
        if self._chain is None:
            return False
        self._chain = None
        self.preview()
        return True

    def _lead(self, corner: LatticePoint) -> None:
        assert self._chain is not None and self._corner is not None
        if corner == self._corner:
            return
        for side in chain(self._corner, corner):
            if self._chain and self._chain[-1] == side:
                self._chain.pop()
            else:
                self._chain.append(side)
        self._corner = corner

    def _straight(self, corner: LatticePoint) -> tuple[Hexside, ...]:
        return chain(self._end, corner) if self._end is not None else ()

    def _nearest(self, pointer: Pointer) -> Hexside:
        return nearest_side(to_lattice(pointer.point))

    def _aim(self, pointer: Pointer) -> None:
        sides: Iterable[Hexside] = (self._nearest(pointer),)
        if pointer.modifiers & SHIFT:
            sides = self._straight(nearest_corner(to_lattice(pointer.point))) or sides
        self._show(sides, self._erasing or bool(pointer.modifiers & CTRL))

    def _show(self, sides: Iterable[Hexside], removing: bool) -> None:
        cells = self.box.cells
        seen = [side for side in sides if side[0] in cells and side[1] in cells]
        look = "erase" if removing else "new"
        shapes: list[Shape] = [Sketch(tuple(to_plane(end) for end in ends_of(side)), look) for side in seen]
        if self._chain is not None and self._corner is not None and self.terrain not in CROSSINGS:
            # The corner from which the chain is led on.
            shapes.append(Handles((to_plane(self._corner),), frozenset({0})))
        self.preview(*shapes)

    def _say_why(self, sides: Iterable[Hexside]) -> None:
        cells = self.box.cells
        if any(first in cells and second in cells for first, second in sides):
            self.context.status(self.tr("It is there already."))
        else:
            self.context.status(self.tr("Features lie along hexsides between two hexes of the map, not along its edge."))

    def _erase(self, erasing: bool) -> None:
        self._erasing = erasing
        self.options_changed.emit()
