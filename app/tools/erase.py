"""The eraser: a brush that takes things off the map."""

from collections.abc import Sequence
from types import MappingProxyType

from app.canvas.shapes import HexFill, Shape, Sketch
from app.tools.context import ToolContext
from app.tools.options import Choice, Option
from app.tools.strokes import StrokeTool
from core.geometry.hexes import Hex
from core.geometry.layout import to_plane
from core.geometry.outlines import ends_of, hexside
from core.model.box import GameBox
from core.model.edits.edit import Several
from core.model.edits.erasing import Erased, erase
from core.model.edits.hex_edits import HexAreas
from core.model.edits.map_edits import ChangeItems
from core.model.maps import SECTIONS, Area, Item, ItemRef, Section, SideFeature

TAKES: MappingProxyType[str, Sequence[Section]] = MappingProxyType(
    {
        "everything": SECTIONS,
        "terrain": ("hexes", "areas"),
        "hexes": ("hexes",),
        "areas": ("areas",),
        "paths": ("paths",),
        "sides": ("sides",),
        "contours": ("contours",),
        "words": ("spots", "lows", "names"),
        "zones": ("zones",),
    }
)
"""What the eraser takes, by the choices of its option."""

MOST_SKETCHES = 200
"""Items whose outlines are shown before they go; beyond that the hexes alone say it."""


class EraseTool(StrokeTool):
    """Shows what would go. Areas of free outline that lie only partly under the brush are cut by the worker."""

    id = "erase"
    icon = "erase"
    keys = "E"

    def __init__(self, context: ToolContext, areas: HexAreas) -> None:
        super().__init__(context)
        self._areas = areas
        self._takes = "everything"
        self._told: tuple[frozenset[Hex], GameBox | None] = frozenset(), None
        self._going: tuple[Shape, ...] = ()

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Erase")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Drag over what is to go; Shift goes straight on; [ and ] size; with the keyboard, arrows and Enter.")

    @property
    def options(self) -> tuple[Option, ...]:
        """What is taken, and the size."""
        words = {
            "everything": self.tr("Everything"),
            "terrain": self.tr("Terrain"),
            "hexes": self.tr("Whole-hex terrain"),
            "areas": self.tr("Areas"),
            "paths": self.tr("Roads, railways and rivers"),
            "sides": self.tr("Hexside features"),
            "contours": self.tr("Contours"),
            "words": self.tr("Spot elevations and names"),
            "zones": self.tr("Set-up zones"),
        }
        takes = Choice("takes", self.tr("Takes"), self._takes, tuple((each, words[each]) for each in TAKES), self._take)
        return takes, self.size_option

    def paint(self, hexes: frozenset[Hex], removing: bool) -> None:
        """Takes things off the map, cut areas as soon as the worker has cut them."""
        erased = self._erased(hexes)
        if not erased.crossing:
            if not self.do(erased.edit):
                self._say_what_is_locked(hexes)
            return
        box = self.box
        parameters = {"refs": erased.crossing, "hexes": hexes}

        def take(cut: ChangeItems) -> None:
            # Whatever has been changed in the meantime is left alone.
            kept = {ref: item for ref, item in cut.items.items() if self.box.item(ref) is box.item(ref)}
            rest = self._erased(hexes).edit if self.box is not box else erased.edit
            self.do(Several(erased.edit.label, (rest, ChangeItems(cut.label, MappingProxyType(kept)))))

        self.context.answers.run("cut_areas", parameters, take, on_refused=self.context.status)

    def show_stroke(self, hexes: frozenset[Hex], removing: bool) -> None:
        """Shows the brush, and what of the map would go."""
        if not hexes:
            self.preview()
            return
        if self._told != (hexes, self.box):
            self._told = hexes, self.box
            self._going = self._sketches(self._erased(hexes))
        self.preview(HexFill(hexes, "erase"), *self._going)

    def _erased(self, hexes: frozenset[Hex]) -> Erased:
        return erase(self.box, hexes, TAKES[self._takes], self._areas, self.context.canvas.is_editable)

    def _sketches(self, erased: Erased) -> tuple[Shape, ...]:
        shapes: list[Shape] = []
        for ref, new in erased.edit.items.items():
            old = self.box.item(ref)
            if new is None and old is not None and len(shapes) < MOST_SKETCHES:
                shapes += self._outline(ref, old)
        return tuple(shapes)

    def _outline(self, ref: ItemRef, item: Item) -> list[Shape]:
        frame = self.box.sheet(ref.sheet).frame
        match item:
            case Area():
                return [Sketch(tuple(frame.to_plane(point) for point in item.shape[0]), "erase", filled=True)]
            case SideFeature():
                first, second = (frame.hex(*cell) for cell in item.between)
                return [Sketch(tuple(to_plane(end) for end in ends_of(hexside(first, second))), "erase")]
            case _:
                line = getattr(item, "line", ())
                return [Sketch(tuple(frame.to_plane(point) for point in line), "erase")] if line else []

    def _say_what_is_locked(self, hexes: frozenset[Hex]) -> None:
        """Nothing has gone; if that is for a locked layer, the status bar says so."""
        free = erase(self.box, hexes, TAKES[self._takes], self._areas, lambda section, terrain: True)
        refs = [*free.edit.items, *free.crossing]
        for ref in refs:
            if not self.may_change(ref.section, terrain_of(self.box.item(ref))):
                return

    def _take(self, takes: str) -> None:
        self._takes = takes
        self._told = frozenset(), None
        self.options_changed.emit()


def terrain_of(item: Item | None) -> str:
    """The kind of terrain that an item is of, empty for items that are of none."""
    return str(getattr(item, "terrain", "") or getattr(item, "feature", ""))
