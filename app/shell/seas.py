"""Where the sea is: its shore decides heights."""

from app.documents.document import Document
from core.model.maps import ItemRef


def sea_areas(document: Document) -> frozenset[ItemRef]:
    """The areas of the map that lie at sea level."""
    wet = {id_ for id_, kind in document.terrain.items() if kind.sea}
    return frozenset(
        ItemRef(placed.file, "areas", key)
        for placed in document.box.sheets
        for key, area in placed.sheet.items("areas").keyed()
        if area.terrain in wet
    )
