"""Choosing the terrain that is drawn next, by a few letters."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from app.dialogs.command_palette import score
from app.dialogs.popup import Match, Popup
from core.base.errors import did_you_mean
from core.model.terrain import Terrain, TerrainKind

Swatch = Callable[[str, int, float], QIcon]
"""Gives the picture of a kind of terrain: its id, the size in pixels, the density of the screen."""


class TerrainPalette(Popup):
    """Every kind of terrain, those drawn last first, then by kind as in the chart. `chosen` carries the id of one.

    `keys` are the kinds that number keys choose in the tool in hand.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, self.tr("Terrain to draw"), self.tr("Type a few letters of woods, stream, trail …"))
        self._terrain: Mapping[str, Terrain] = {}
        self._recent: Sequence[str] = ()
        self._keys: Sequence[str] = ()
        self._swatch: Swatch | None = None

    def offer(self, terrain: Mapping[str, Terrain], recent: Sequence[str], keys: Sequence[str], swatch: Swatch) -> None:
        """Sets what can be chosen, and shows it."""
        self._terrain, self._recent, self._keys, self._swatch = terrain, recent, keys, swatch
        self.popup()

    def matches(self, text: str) -> Sequence[Match]:
        """Kinds whose names hold the letters, those that fit best first."""
        order = list(TerrainKind)
        recent = [each for each in self._recent if each in self._terrain]
        rest = sorted(
            (each for each in self._terrain if each not in recent), key=lambda id_: order.index(self._terrain[id_].kind)
        )
        wanted = text.strip()
        found = [(score(wanted, self._terrain[id_].name) if wanted else 0, id_) for id_ in (*recent, *rest)]
        fitting = [(points, id_) for points, id_ in found if points is not None]
        return [self._match(id_) for _, id_ in sorted(fitting, key=lambda each: each[0])]

    def complaint(self, text: str) -> str:
        """Which name is near, when none has the letters."""
        names = [each.name for each in self._terrain.values()]
        return self.tr("No kind of terrain is called “%s”.") % text.strip() + did_you_mean(text.strip(), names)

    def _match(self, id_: str) -> Match:
        terrain = self._terrain[id_]
        kinds = {
            TerrainKind.AREA: self.tr("area"),
            TerrainKind.HEX: self.tr("whole hexes"),
            TerrainKind.PATH: self.tr("line"),
            TerrainKind.SIDE: self.tr("hexsides"),
        }
        note = kinds[terrain.kind]
        if id_ in self._keys[:9]:
            note = f"{note}   {self._keys.index(id_) + 1}"
        size = self.fontMetrics().height()
        icon = self._swatch(id_, size, self.devicePixelRatioF()) if self._swatch is not None else None
        return Match(terrain.name, note, id_, icon)
