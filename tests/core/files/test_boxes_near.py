"""Boxes near a journal are found when both were copied or moved together."""

from core.files import boxes_near as near
from core.files.boxes_near import boxes_near


def box(folder):
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: A game\n", "utf-8")
    return folder


def test_the_folder_of_the_journal_comes_first_then_those_beside_it_then_those_one_up(tmp_path):
    there = tmp_path / "game"
    inside, beside, up = box(there / "played"), box(there / "played" / "copy"), box(there / "other")
    box(tmp_path / "far" / "away")
    (there / "empty").mkdir()
    assert boxes_near(inside / "a.journal") == (inside, beside, up)
    assert boxes_near(tmp_path / "nowhere" / "at" / "all" / "a.journal") == ()


def test_a_folder_with_very_many_others_is_looked_at_in_part(tmp_path, monkeypatch):
    for number in range(6):
        box(tmp_path / "many" / str(number))
    monkeypatch.setattr(near, "MOST_LOOKED_AT", 3)
    assert len([each for each in boxes_near(tmp_path / "many" / "a.journal") if each.parent.name == "many"]) == 3
