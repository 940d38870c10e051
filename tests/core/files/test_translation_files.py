"""The table that turns other people's words into ours: what ships is whole, and a faulty one says where."""

from pathlib import Path

import pytest

from core.files.palette_files import load_palettes
from core.files.resources import resources_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.files.translation_files import NUMBERS, BrokenTranslation, read_translation, shipped_translation
from core.model.terrain import FITTING

TEXT = (resources_folder() / "imports" / "features.yaml").read_text(encoding="utf-8")


def test_what_ships_has_every_number_and_translates_a_wood() -> None:
    table = shipped_translation()
    assert set(table.numbers) == set(NUMBERS)
    row = table.row({"natural": "wood"}, "area")
    assert row is not None
    assert (row.section, row.terrain[0]) == ("areas", "woods")
    assert table.row({"highway": "primary", "tunnel": "yes"}, "line") is None
    assert table.row({"natural": "wood"}, "line") is None
    assert table.is_nothing("Desert floor")


def test_every_row_names_terrain_that_some_chart_has() -> None:
    charts = [load_ruleset(id_).terrain for id_ in ruleset_ids()] + [each.terrain for each in load_palettes().values()]
    known = {(id_, kind.kind) for chart in charts for id_, kind in chart.items()}
    for row in shipped_translation().rows:
        if row.section in ("areas", "paths"):
            assert any((id_, kind) in known for id_ in row.terrain for kind in FITTING[row.section]), row


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  overrun:", "  overran:", 'There is no number "overrun"'),
        ("shape: line, section: contours", "shape: curve, section: contours", "features.yaml:"),
        ("version: 1", "version: 99", "version 99"),
        ("nothing: [clear", "nothing: {clear", "features.yaml"),
    ],
)
def test_a_faulty_table_says_where(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in TEXT
    file = tmp_path / "features.yaml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Exception, match=r"features\.yaml") as refusal:
        read_translation(file)
    assert said in str(refusal.value)


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "features.yaml"
    file.write_text("phaseline: map\nversion: 1\n", encoding="utf-8")
    with pytest.raises(BrokenTranslation, match="wanted is phaseline: translation"):
        read_translation(file)
