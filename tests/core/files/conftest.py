"""A small good box that tests break in one place each."""

from collections.abc import Callable
from pathlib import Path

import pytest

GAME = """\
phaseline: game
version: 1
title: A small box
ruleset: tcs-4.01
maps:
- {file: a.map.yaml, letter: A}
"""

MAP = """\
phaseline: map
version: 1
id: A
grid: {columns: 6, rows: 5, raised: even, numbering: "{column:02}.{row:02}"}
contour_interval_m: 20
contours:
- {height: 20, high: left, line: "LINESTRING (0 1, 6 1)"}
- {height: 40, high: left, line: "LINESTRING (0 2, 6 2)"}
areas:
- {terrain: woods, shape: "POLYGON ((1 1, 2 1, 2 2, 1 1))"}
paths:
- {feature: trail, line: "LINESTRING (0 3, 6 3)"}
sides:
- {feature: hedgerow, between: ["01.01", "02.01"]}
hexes:
  "02.03": {terrain: village}
spots:
- {height: 44.5, at: "POINT (3 3)"}
lows:
- {at: "POINT (1 4)"}
names:
- {text: Long hill, at: "POINT (2 4)"}
"""

WriteBox = Callable[..., Path]


@pytest.fixture
def box_with(tmp_path: Path) -> WriteBox:
    """Writes the small box with one text of a file replaced, or with a whole file of the test's own."""

    def write(*, game: tuple[str, str] | str = "", sheet: tuple[str, str] | str = "") -> Path:
        folder = tmp_path / "box"
        folder.mkdir(exist_ok=True)
        for name, text, change in (("game.yaml", GAME, game), ("a.map.yaml", MAP, sheet)):
            if isinstance(change, tuple):
                assert text.count(change[0]) == 1, change[0]
                text = text.replace(*change)
            elif change:
                text = change
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    return write
