"""What files say of kinds of terrain beside their heights: colours, patterns, classes, printed costs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from core.files.box_files import load_box
from core.model.terrain import PATTERNS

WriteBox = Callable[..., Path]

MAPS = "maps:\n"


def test_everything_that_a_chart_says_of_terrain_is_kept(box_with: WriteBox) -> None:
    said = '{kind: area, colour: "#9DBB6C", pattern: trees, combat_class: Partly, costs: {foot: 1, tracked: "1/2", wheeled: P}}'
    loaded = load_box(box_with(game=(MAPS, f"terrain:\n  grove: {said}\n{MAPS}")))
    assert loaded.issues == ()
    grove = loaded.box.terrain["grove"]
    assert (grove.colour, grove.pattern, grove.combat_class) == ("#9dbb6c", "trees", "Partly")
    assert dict(grove.costs) == {"foot": "1", "tracked": "1/2", "wheeled": "P"}


def test_a_cost_that_adds_keeps_its_sign_with_and_without_quotes(box_with: WriteBox) -> None:
    said = '{kind: side, costs: {foot: +2, tracked: "+2", wheeled: 2}}'
    loaded = load_box(box_with(game=(MAPS, f"terrain:\n  ditch: {said}\n{MAPS}")))
    assert loaded.issues == ()
    assert dict(loaded.box.terrain["ditch"].costs) == {"foot": "+2", "tracked": "+2", "wheeled": "2"}


def test_amended_terrain_keeps_what_is_not_said_anew_and_each_column_of_costs_counts_by_itself(box_with: WriteBox) -> None:
    said = "{los_height_m: 30, costs: {foot: 2}}"
    loaded = load_box(box_with(game=(MAPS, f"terrain:\n  woods: {said}\n{MAPS}")))
    woods, known = loaded.box.terrain["woods"], loaded.ruleset.terrain["woods"]
    assert (woods.name, woods.kind, woods.los_height) == (known.name, known.kind, 30)
    assert woods.colour == known.colour
    assert {**woods.costs} == {**known.costs, "foot": "2"}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("colour: green", '"colour" must be a colour such as "#9dbb6c", not "green".'),
        ("pattern: tres", '"pattern" cannot be "tres". Did you mean "trees"?'),
        ("costs: {foot: 1/0}", '"foot" must be a number such as 2, 1/2 or +1, or one of ot, P, all, not "1/0".'),
        ("costs: {foot: 0.5}", '"foot" must be a number such as 2, 1/2 or +1, or one of ot, P, all, not "0.5".'),
        ("costs: {foot: al}", 'not "al". Did you mean "all"?'),
        ("costs: {foot: true}", '"foot" must be text, not true.'),
        ("costs: 3", '"costs" must be a group of keys, not 3.'),
    ],
)
def test_what_terrain_cannot_be_is_said_at_its_place(box_with: WriteBox, said: str, sentence: str) -> None:
    (issue,) = load_box(box_with(game=(MAPS, f"terrain:\n  grove: {{kind: area, {said}}}\n{MAPS}"))).issues
    assert sentence in issue.text
    assert (issue.place.file, issue.place.line) == ("game.yaml", 6)


def test_every_pattern_can_be_named(box_with: WriteBox) -> None:
    kinds = "".join(f"  p-{pattern}: {{kind: area, pattern: {pattern}}}\n" for pattern in PATTERNS)
    loaded = load_box(box_with(game=(MAPS, f"terrain:\n{kinds}{MAPS}")))
    assert loaded.issues == ()
    assert {each.pattern for each in loaded.box.terrain.values()} == set(PATTERNS)
