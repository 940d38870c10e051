"""Filling: terrain in all hexes that are like the one under the pointer and lie together with it."""

from collections.abc import Iterator
from functools import partial

from app.canvas.shapes import HexFill
from app.tools.brush import section_of
from app.tools.context import ToolContext
from app.tools.drawing import InSlices
from app.tools.options import Choice, Option
from app.tools.terrain_picks import CROSSINGS, TerrainPicks, TerrainTool
from app.tools.tool import Pointer
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.barriers import Barriers
from core.model.edits.flood import HexLooks, spread
from core.model.edits.hex_edits import HexAreas, paint_terrain
from core.model.edits.map_edits import ChangeItems
from core.model.maps import Section

MOST_AT_ONCE = 2500
"""Hexes that are painted at once; more are painted by the worker, so that the window does not stand still."""

WATER = "water"
"""The layer that shows rivers and streams."""

TERRAIN, SIDES, ROADS = "terrain", "sides", "roads"
"""What a filling stops at: other terrain alone; rivers and hexside features, too; roads and railways, too."""


class FillTool(TerrainTool):
    """Shows what would be filled, spread in slices between frames; a click fills it.

    Rivers, whether they follow hexsides or have a course of their own, and features along hexsides bound it if wished, roads
    as well; a bridge or a ford does not let it through.
    """

    id = "fill"
    icon = "fill"
    keys = "G"

    def __init__(self, context: ToolContext, picks: TerrainPicks, areas: HexAreas) -> None:
        super().__init__(context, picks)
        self._areas = areas
        self._looks: HexLooks | None = None
        self._stop_at = SIDES
        self._barriers = {name: Barriers(partial(self._bounds, name)) for name in (SIDES, ROADS)}
        self._looked_at: GameBox | None = None
        self._found: frozenset[Hex] = frozenset()
        self._pressed = False
        self._place: Hex | None = None
        self._filled: tuple[GameBox, frozenset[Hex]] | None = None
        self._slices = InSlices(self)

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Fill")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click to fill all hexes alike that lie together; 1–9 or T chooses the terrain; or Enter at the cursor.")

    @property
    def options(self) -> tuple[Option, ...]:
        """The terrain, and what bounds it."""
        stops = (
            (TERRAIN, self.tr("Other terrain")),
            (SIDES, self.tr("Rivers and hexsides")),
            (ROADS, self.tr("Rivers, hexsides, roads")),
        )
        return (
            self.terrain_option(self.tr("Terrain")),
            Choice("stop_at", self.tr("Stop at"), self._stop_at, stops, self._set_stop),
        )

    def _set_stop(self, name: str) -> None:
        self._stop_at, self._filled = name, None
        place = self._place
        self._forget()
        self.point_at(place)
        self.options_changed.emit()

    def _bounds(self, stop_at: str, section: Section, terrain: str) -> bool:
        """Whether a feature bounds a filling that stops at something."""
        if terrain in CROSSINGS:
            return False
        return section == "sides" or stop_at == ROADS or self.context.canvas.layer(section, terrain) == WATER

    def terrain_taken(self) -> None:
        """What has just been filled may be filled with another kind."""
        self._filled = None
        super().terrain_taken()

    def pointer_moved(self, pointer: Pointer) -> None:
        """Shows what would be filled from here."""
        self.point_at(pointer.place)

    def point_at(self, place: Hex | None) -> None:
        """Begins to spread from another hex."""
        if place is None or place not in self.box.cells:
            self._forget()
        elif self._is_filled(place):
            # What has just been filled is not offered again while the hand rests on it.
            self._forget()
        elif place not in self._found or self._looked_at is not self.box:
            self._begin(place)

    def pointer_pressed(self, pointer: Pointer) -> None:
        """Fills, as soon as it is known what."""
        current = self._picks.current
        if pointer.place is None or current is None or not self.may_change(section_of(current.kind), current.id):
            return
        if self._is_filled(pointer.place):
            self.context.status(self._nothing_to_fill)
            return
        self.point_at(pointer.place)
        self._pressed = True
        if self._found:
            self._fill()

    def cancel_gesture(self) -> bool:
        """Fills nothing."""
        waiting = self._pressed
        self._forget()
        return waiting

    def refresh(self) -> None:
        """Spreads again over the map as it is now."""
        if self._place is not None and self._looked_at is not self.box:
            self.point_at(self._place)

    def _begin(self, place: Hex) -> None:
        self._forget()
        if self._looks is None or self._looked_at is not self.box:
            self._looks, self._looked_at = HexLooks(self.box), self.box
        self._place = place
        self._slices.begin(self._spread(self._looks, place))

    def _spread(self, looks: HexLooks, place: Hex) -> Iterator[None]:
        for found in spread(looks, self.box, place, self._barriers.get(self._stop_at)):
            if found:
                self._show(found)
            yield

    def _show(self, found: frozenset[Hex]) -> None:
        self._found = found
        self.preview(HexFill(found, "brush"))
        words = self.tr("A click fills {count} hexes.") if len(found) > 1 else self.tr("A click fills this hex.")
        self.context.status(words.replace("{count}", str(len(found))))
        if self._pressed:
            self._fill()

    def _fill(self) -> None:
        current, found = self._picks.current, self._found
        self._forget()
        if current is None or not found:
            return
        self._picks.choose(current.id)
        if len(found) <= MOST_AT_ONCE:
            self._finish(paint_terrain(self.box, current, found, self._areas), found)
            return
        box = self.box

        def take(edit: ChangeItems) -> None:
            if self.box is box:
                self._finish(edit, found)
            else:
                self.context.status(self.tr("The map has been changed in the meantime; click again to fill."))

        parameters = {"terrain": current, "hexes": found}
        self.context.answers.run("paint_terrain", parameters, take, on_refused=self.context.status)

    def _finish(self, edit: ChangeItems, found: frozenset[Hex]) -> None:
        done = self.do(edit)
        self._filled = self.box, found
        words = self.tr("{count} hexes filled.") if len(found) > 1 else self.tr("1 hex filled.")
        self.context.status(words.replace("{count}", str(len(found))) if done else self._nothing_to_fill)

    @property
    def _nothing_to_fill(self) -> str:
        return self.tr("These hexes are filled with it already.")

    def _is_filled(self, place: Hex) -> bool:
        """Whether a hex is one of those that were filled last, and nothing has changed since."""
        return self._filled is not None and self._filled[0] is self.box and place in self._filled[1]

    def _forget(self) -> None:
        self._slices.stop()
        self._found, self._pressed, self._place = frozenset(), False, None
        self.preview()
