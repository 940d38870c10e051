import pytest

from app.shell.files.samples import SCENARIOS, about, shipped, title_of


def test_the_boxes_that_ship_are_found_by_title():
    entries = shipped()
    assert {"tcs-example", "cove-creek", "sable-river", "sable-raid", "cape-lorne", "amber-road"} <= {
        entry.path.name for entry in entries
    }
    assert all(entry.about.endswith(".") and len(entry.about) < 90 for entry in entries)
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


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("note: A battle for a river. Made up.", "A battle for a river."),
        ('note: "TCS: a battle for a river. Made up."', "TCS: a battle for a river."),
        ("note: A battle for a river.", "A battle for a river."),
        ("note: not a sentence", ""),
        ("ruleset: scs-1.6", ""),
    ],
)
def test_a_box_is_told_by_the_first_sentence_of_its_note(tmp_path, line, sentence):
    (tmp_path / "game.yaml").write_text(f"phaseline: game\ntitle: A river\n{line}\n", encoding="utf-8")
    assert about(tmp_path) == sentence
