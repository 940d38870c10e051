"""Numberings that do not tell hexes apart are found when the map is read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.files.box_files import load_box


@pytest.mark.parametrize(
    ("numbering", "printed"), [("{column}{row}", "110"), ("{column:A}{row:A}", "AAA"), ("{column:02}{row:02}", "")]
)
def test_a_number_that_two_hexes_could_carry_is_an_issue_at_the_numbering(
    box_with: Callable[..., Path], numbering: str, printed: str
) -> None:
    rows = {"{column}{row}": 12, "{column:A}{row:A}": 40}.get(numbering, 99)
    grid = 'columns: 6, rows: 5, raised: even, numbering: "{column:02}.{row:02}"'
    folder = box_with(sheet=(grid, f'columns: 30, rows: {rows}, raised: even, numbering: "{numbering}"'))
    issues = [str(issue) for issue in load_box(folder).issues if "numbering" in issue.text]
    assert len(issues) == bool(printed)
    if printed:
        assert f'prints "{printed}"' in issues[0]
        assert issues[0].startswith("a.map.yaml:4:")
