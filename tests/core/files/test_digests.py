from pathlib import Path
from shutil import copytree

from core.files.digests import box_digest, rules_digest
from core.files.resources import rulesets_folder, scenarios_folder


def test_a_copy_of_a_box_has_its_digest_whatever_system_it_went_through(tmp_path: Path) -> None:
    box = scenarios_folder() / "sable-river"
    copy = tmp_path / "copy"
    copytree(box, copy)
    for file in copy.rglob("*.yaml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    (copy / "notes.txt").write_text("mine", encoding="utf-8")
    (copy / ".former").mkdir()
    (copy / ".former" / "game.yaml").write_text("old", encoding="utf-8")
    assert box_digest(copy) == box_digest(box)


def test_a_letter_or_a_name_that_differs_is_another_digest(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: A", encoding="utf-8")
    first = box_digest(tmp_path)
    (tmp_path / "game.yaml").write_text("title: B", encoding="utf-8")
    assert box_digest(tmp_path) != first
    (tmp_path / "game.yaml").rename(tmp_path / "gama.yaml")
    assert box_digest(tmp_path) != first


def test_text_that_moves_from_one_file_to_the_next_is_another_digest(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one two", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("", encoding="utf-8")
    first = box_digest(tmp_path)
    (tmp_path / "a.yaml").write_text("one", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(" two", encoding="utf-8")
    assert box_digest(tmp_path) != first


IDS = ["tcs-4.01", "scs-1.6", "new-scs", "bcs-1.1", "vcs"]


def test_every_ruleset_that_comes_with_the_program_has_a_digest_of_its_own() -> None:
    assert len(list(rulesets_folder().glob("**/ruleset.yaml"))) == len(IDS)
    assert len({rules_digest(each) for each in [*IDS, "none"]}) == len(IDS) + 1
