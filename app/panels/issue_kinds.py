"""What people call each kind of finding; the kinds themselves are named where they are found."""

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "": "Files",
        "crossing": "Crossing contours",
        "self-crossing": "Outlines that cross themselves",
        "open-end": "Open ends of contours",
        "step": "Steps that are not one interval",
        "contradiction": "Contours that contradict each other",
        "high-sides": "High sides that do not fit",
        "ambiguous-ring": "Hilltop or bottom",
        "undecided-side": "Undecided high sides",
        "spot-band": "Spot elevations outside their band",
        "odd-height": "Heights off the interval",
        "solid-half": "Half intervals drawn solid",
        "intervals": "Different intervals",
        "no-contours": "Missing contours",
        "road-stub": "Roads that miss each other",
        "zero-length": "Items of no size",
        "doubled-vertex": "Doubled vertices",
        "duplicate": "Items drawn twice",
        "off-map": "Items off the map",
        "hex-off-grid": "Hexes off the grid",
        "side-off-grid": "Hexsides off the grid",
        "no-such-side": "Hexsides that are none",
        "zone-off-grid": "Zones off the grid",
        "no-hexes": "Maps without hexes",
        "id-twice": "Ids that stand twice",
        "no-side": "Unknown sides",
        "no-formation": "Unknown formations",
        "formation-ring": "Formations in themselves",
        "other-side": "Members of another side",
        "no-unit": "Unknown units",
        "no-zone": "Unknown zones",
        "no-box": "Unknown boxes off the map",
        "symbol": "Symbols that cannot be drawn",
        "no-look": "Unknown looks",
        "look-name": "Unknown names in looks",
        "no-marker": "Unknown markers",
        "wrong-value": "Wrong values",
        "missing-value": "Missing values",
        "strange-value": "Values that nobody reads",
        "value-of-another-kind": "Values of another kind",
        "overstacked": "Overstacked at the start",
        "enemies-together": "Both sides in one hex",
        "top-unit": "Wrong units on top",
        "outside-set-up": "Units outside their set-up",
        "closed-terrain": "Units on closed terrain",
        "off-the-map": "Units off the map",
        "losses-differ": "Losses at the start",
        "losses-uneven": "Losses spread unevenly",
        "losses-unsaid": "Losses of which no set-up speaks",
        "cannot-carry": "Carriers that cannot carry",
        "unit-twice": "Units named twice",
        "unit-nowhere": "Units without a place",
        "not-placed": "Units not placed yet",
        "no-entry": "Reinforcements without entry",
        "entry-inside": "Entry hexes off the edge",
        "arrives-late": "Reinforcements after the end",
        "no-condition": "Reinforcements on no condition",
        "gets-late": "Amounts after the end",
        "carried-apart": "Carried units apart from their carrier",
        "carried-by-itself": "Units carried by themselves",
        "no-steps": "Units without a step",
        "no-first": "Who sets up first",
        "set-up-order": "Order of set-up",
        "sheet-waits": "Unimplemented op sheets",
        "sheet-type": "Types of op sheets",
        "sheet-empty": "Op sheets without units",
        "sheet-side": "Op sheets of two sides",
        "rally-points": "Rally points",
        "sheet-artillery": "Off-map artillery on op sheets",
        "sheets-of-unit": "Units on too many op sheets",
        "mines-in-set-up": "Mines where enemies set up",
        "screen-stacked": "Screens that do not stand alone",
    }
)


def kind_title(code: str) -> str:
    """The heading of a kind of finding; its own name with spaces where it has no heading."""
    title = KINDS.get(code)
    return QCoreApplication.translate("IssueKinds", title) if title is not None else code.replace("-", " ").capitalize()
