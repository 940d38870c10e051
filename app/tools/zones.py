"""Set-up zones and entry areas, painted in hexes."""

from typing import cast

from app.canvas.shapes import HexFill
from app.tools.context import ToolContext
from app.tools.options import Choice, Option, Words
from app.tools.strokes import StrokeTool
from core.geometry.hexes import Hex
from core.model.edits.zone_edits import paint_zone, same_zone, unpaint_zone, zones_of
from core.model.maps import Zone, ZoneKind


class ZonesTool(StrokeTool):
    """Paints hexes into a zone. Kind, name and side say which zone; where there is none like that, one begins."""

    id = "zones"
    icon = "zones"
    keys = "Z"

    def __init__(self, context: ToolContext) -> None:
        super().__init__(context)
        self._zone = Zone("setup", frozenset())

    @property
    def name(self) -> str:
        """What the tool is called."""
        return self.tr("Zones")

    @property
    def hint(self) -> str:
        """How it is used."""
        return self.tr("Drag to paint hexes into the zone; Ctrl takes out, Shift goes straight on; [ and ] size; or Enter.")

    @property
    def options(self) -> tuple[Option, ...]:
        """The zones there are, and what is said of the one that is painted."""
        words = self._kind_words()
        kinds = tuple((kind, words[kind]) for kind in words)
        zones = zones_of(self.box)
        number = next((str(n) for n, zone in enumerate(zones) if same_zone(zone, self._zone)), "new")
        known = tuple((str(n), self._words(zone)) for n, zone in enumerate(zones))
        return (
            Choice("zone", self.tr("Zone"), number, (("new", self.tr("New zone")), *known), self._choose),
            Choice("kind", self.tr("Kind"), self._zone.kind, kinds, self._set_kind),
            Words("name", self.tr("Name"), self._zone.name, lambda name: self._set(name=name)),
            Words("side", self.tr("Whose"), self._zone.side, lambda side: self._set(side=side)),
            self.size_option,
        )

    def ready(self, removing: bool) -> bool:
        """Whether zones may be changed."""
        return self.may_change("zones")

    def paint(self, hexes: frozenset[Hex], removing: bool) -> None:
        """Paints the hexes into the zone, or takes them out."""
        self.do(unpaint_zone(self.box, self._zone, hexes) if removing else paint_zone(self.box, self._zone, hexes))
        self.options_changed.emit()

    def show_stroke(self, hexes: frozenset[Hex], removing: bool) -> None:
        """Shows the hexes that the zone has, and what a stroke would do."""
        own = frozenset(
            placed.frame.hex(*cell)
            for placed in self.box.sheets
            for zone in placed.sheet.zones
            if same_zone(zone, self._zone)
            for cell in zone.cells
        )
        fills = (HexFill(own, "selected"), HexFill(hexes, "erase" if removing else "brush"))
        self.preview(*(fill for fill in fills if fill.hexes))

    def start(self) -> None:
        """Shows the hexes that the zone has."""
        super().start()
        self.show_stroke(frozenset(), False)

    def _kind_words(self) -> dict[ZoneKind, str]:
        return {
            "setup": self.tr("Set-up"),
            "entry": self.tr("Entry"),
            "exit": self.tr("Exit"),
            "sea": self.tr("Sea zone"),
            "other": self.tr("Other"),
        }

    def _words(self, zone: Zone) -> str:
        said = [self._kind_words()[zone.kind], *(each for each in (zone.name, zone.side) if each)]
        return ", ".join(said)

    def _choose(self, number: str) -> None:
        zones = zones_of(self.box)
        if number.isdigit() and int(number) < len(zones):
            chosen = zones[int(number)]
            self._zone = Zone(chosen.kind, frozenset(), chosen.name, chosen.side)
        else:
            taken = {zone.name for zone in zones}
            free = (f"{self.tr('Zone')} {count}" for count in range(1, len(taken) + 2))
            self._zone = Zone(self._zone.kind, frozenset(), next(name for name in free if name not in taken), self._zone.side)
        self.start()
        self.options_changed.emit()

    def _set_kind(self, kind: str) -> None:
        self._zone = Zone(cast("ZoneKind", kind), frozenset(), self._zone.name, self._zone.side)
        self.start()
        self.options_changed.emit()

    def _set(self, name: str | None = None, side: str | None = None) -> None:
        zone = self._zone
        self._zone = Zone(zone.kind, frozenset(), zone.name if name is None else name, zone.side if side is None else side)
        self.start()
        self.options_changed.emit()
