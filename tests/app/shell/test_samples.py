import pytest

from app.shell.samples import SCENARIOS, shipped, title_of


def test_the_boxes_that_ship_are_found_by_title():
    entries = shipped()
    assert {"tcs-example", "cove-creek"} <= {entry.path.name for entry in entries}
    assert [entry.title for entry in entries] == sorted((entry.title for entry in entries), key=str.casefold)
    assert all(entry.path.parent == SCENARIOS for entry in entries)


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("title: Two hills", "Two hills"),
        ('title: "Two hills: a start"', "Two hills: a start"),
        ("title: 'Two hills'", "Two hills"),
        ("title: Two hills   # a remark", "Two hills"),
    ],
)
def test_a_title_is_read_from_the_top_of_the_file(tmp_path, line, title):
    (tmp_path / "game.yaml").write_text(f"phaseline: game\n{line}\nmaps: []\n", encoding="utf-8")
    assert title_of(tmp_path) == title
    assert title_of(tmp_path / "game.yaml") == title


def test_a_box_without_a_title_is_called_by_its_folder(tmp_path):
    (tmp_path / "game.yaml").write_bytes(b"\xff\xfe\x00 not yaml")
    assert title_of(tmp_path) == tmp_path.name
    assert title_of(tmp_path / "game.yaml") == tmp_path.name
    assert title_of(tmp_path / "missing") == "missing"
