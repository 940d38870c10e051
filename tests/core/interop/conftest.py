"""Where files of other programs are brought to in these tests."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from oracles.full_sheets import TERRAIN

from core.files.translation_files import shipped_translation
from core.geometry.labels import Numbering
from core.interop.imported import Target
from core.model.maps import Georeference, Grid, MapSheet
from core.model.translation import Translation


@pytest.fixture
def translation() -> Translation:
    return shipped_translation()


@pytest.fixture
def target() -> Callable[..., Target]:
    """A target: an empty sheet of so many hexes of 100 m, lying around 8 degrees east, 50 degrees north."""

    def make(columns: int = 12, rows: int = 10, interval: int | None = 20, place: bool = True, **more: object) -> Target:
        grid = Grid(columns, rows, Numbering("{column:02}.{row:02}", columns, rows), hex_m=100.0)
        lies = Georeference((8.0, 50.0), (5.0, 5.0)) if place else None
        return Target(
            MapSheet("A", grid, "", None if interval is None else Fraction(interval), georeference=lies), TERRAIN, **more
        )

    return make
