"""Smoke as a what-if: click puts a marker into a hex or takes it away, through the undo history."""

from PySide6.QtCore import Qt

from app.tools.tool import NO_MODIFIER, Modifiers, Tool
from core.geometry.hexes import Hex
from core.model.edits.state_edits import MARKERS, Marker, PlaceSmoke, RemoveSmoke, marked


def marker_for(modifiers: Modifiers) -> Marker:
    """The marker that a click with these keys held means."""
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        return "smoke_barrage"
    if modifiers & Qt.KeyboardModifier.ControlModifier:
        return "continuous_fire"
    return "smoke"


class SmokeTool(Tool):
    """A plain click on any marker takes it away; Shift or Ctrl puts the other kinds of marker in its place."""

    id = "smoke"
    question = "los"
    icon = "smoke"
    keys = "S"

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Smoke")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Click to place or remove smoke; Shift+click for a barrage, Ctrl+click for continuous fire; or Enter.")

    def press(self, place: Hex, modifiers: Modifiers = NO_MODIFIER) -> None:
        """Places or removes a marker."""
        document, marker = self.context.document, marker_for(modifiers)
        state = document.state
        held = [each for each in MARKERS if place in marked(state, each)]
        takes_away = marker in held or (marker == "smoke" and held)
        edit = RemoveSmoke(place) if takes_away else PlaceSmoke(place, marker)
        document.do(edit)
        self.context.status(f"{document.box.label(place)}: {self._now(place)}")

    def point_at(self, place: Hex | None) -> None:
        """Says what hangs over the hex."""
        if place is not None and place in self.context.document.box.cells:
            self.context.status(f"{self.context.document.box.label(place)}: {self._now(place)}")

    def _now(self, place: Hex) -> str:
        words: dict[Marker, str] = {
            "smoke": self.tr("smoke"),
            "smoke_barrage": self.tr("smoke barrage, also in the adjacent hexes"),
            "continuous_fire": self.tr("continuous fire"),
        }
        held = [words[each] for each in MARKERS if place in marked(self.context.document.state, each)]
        return ", ".join(held) if held else self.tr("no smoke marker")
