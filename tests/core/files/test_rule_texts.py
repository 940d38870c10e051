"""The texts of the shipped rulesets and control measures: nothing that a file says to people is missing."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from core.base.whole_text import whole_text
from core.files.resources import resources_folder, rulesets_folder
from core.files.rule_texts import rule_texts
from core.files.ruleset_files import load_ruleset, ruleset_ids

TEXTS = {each.text for each in rule_texts()}
FILES = [file for file in sorted(rulesets_folder().glob("**/*.yaml")) if file.name not in ("terrain.yaml", "looks.yaml")]
"""Names of terrain belong to maps, whose owners choose them; looks say where printed values stand."""


def said(held: Any, key: str = "") -> Iterator[str]:
    """What a file says under keys that are shown, read without any of our own code."""
    if isinstance(held, dict):
        for name, each in held.items():
            yield from said(each, str(name))
            if name == "values" and isinstance(each, dict) and all(isinstance(value, str) for value in each.values()):
                yield from each.values()
    elif isinstance(held, list):
        for each in held:
            yield from said(each, key)
    elif isinstance(held, str) and key in {"title", "about", "note", "doubts"}:
        yield held


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(rulesets_folder())))
def test_every_title_and_sentence_of_a_file_is_found(file):
    with file.open(encoding="utf-8") as stream:
        read = yaml.safe_load(stream)
    known = {" ".join(text.split()) for text in TEXTS}
    assert {text for text in said(read) if whole_text(" ".join(text.split())) not in known} == set()


@pytest.mark.parametrize("name", ["measures.yaml", "motifs.yaml"])
def test_what_control_measures_are_called_is_found(name):
    read = yaml.safe_load((resources_folder() / name).read_text(encoding="utf-8"))
    wanted = {*said(read), *read.get("groups", {}).values()}
    assert len(wanted) > 5 and wanted <= TEXTS


def test_the_handles_of_control_measures_are_found():
    assert {"tip", "rear", "width", "bend", "left end", "opening"} <= TEXTS


def test_every_shipped_ruleset_is_walked():
    assert {load_ruleset(id_).title for id_ in ruleset_ids()} <= TEXTS


def test_each_text_comes_once_with_its_place():
    found = list(rule_texts())
    assert len({each.text for each in found}) == len(found)
    assert all(each.text.strip() and each.place for each in found)
    places = {each.text: each.place for each in found}
    assert places["Fire Table"] == "tcs-4.01 tcs.fire"
