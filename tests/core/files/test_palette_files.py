"""Palettes: what ships, how a box names one, and that a wrong file is refused with its place."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from core.files.box_files import game_text, load_box
from core.files.palette_files import BrokenPalette, load_palettes, read_palette
from core.files.resources import palettes_folder
from core.files.ruleset_files import load_ruleset
from core.model.terrain import PATTERNS

WriteBox = Callable[..., Path]

CHART = {
    "Open": ("Open", "1", "1", "2"), "Forest": ("Partly Protective", "1", "3", "5"),
    "Orchard": ("Partly Protective", "1", "2", "3"), "Buildings": ("Partly Protective", "ot", "ot", "ot"),
    "Village": ("Protective", "1", "2", "2"), "North Mue": ("Billiard Table", "all", "P", "P"),
    "South Mue": ("Billiard Table", "+1", "+2", "+4"), "Bridge": ("Billiard Table", "0", "0", "0"),
    "Hedgerow": ("Partly Protective", "+2", "P", "P"), "Contour Line": ("ot", "+1", "+1", "+1"),
    "Intermediate Contour": ("ot", "ot", "ot", "ot"), "Primary Road": ("ot", "1/2", "1/3", "1/3"),
    "Secondary Road": ("ot", "1", "1/2", "1/2"), "Tertiary Road": ("ot", "1", "1", "2"),
    "Tree-lined Road": ("ot", "ot", "ot", "ot"), "Railway Cutting": ("Partly Protective", "2", "P", "P"),
    "Railway Embankment": ("Open", "2", "2", "P"), "Railway": ("ot", "ot", "ot", "ot"),
    "Pond Hexside": ("ot", "P", "P", "P"), "Tunnel": ("Partly Protective", "ot", "ot", "ot"),
    "Entry Hex": ("ot", "ot", "ot", "ot"),
}  # fmt: skip
HEIGHTS = {"Forest": 20, "Orchard": 10, "Buildings": 5, "Village": 10, "Hedgerow": 5, "Railway Embankment": 5}


def test_the_chart_of_canadian_crucible_has_every_row_as_published() -> None:
    palette = load_palettes()["canadian-crucible"]
    rows = {each.name: each for each in (*palette.terrain.values(), *palette.others)}
    said = {name: (each.combat_class, *(each.costs[column] for column in palette.columns)) for name, each in rows.items()}
    assert said == CHART
    assert {each.name: each.los_height for each in palette.terrain.values() if each.los_height is not None} == HEIGHTS
    assert palette.provenance.status == "published"
    assert list(palette.columns) == ["foot", "tracked", "wheeled"]
    noted = {name for name, each in rows.items() if each.note}
    assert noted == {"Open", "Bridge", "Hedgerow", "Railway Cutting", "Railway Embankment", "Tunnel", "Tree-lined Road"}
    assert rows["Bridge"].note == "A bottleneck (TCS 20.1)."


def test_the_operational_palette_says_that_it_is_ours_and_speaks_of_what_the_rules_speak_of() -> None:
    palette = load_palettes()["operational"]
    assert palette.provenance.status == "stand-in"
    assert "ours" in palette.provenance.source
    levels = {f"level-{number}" for number in range(1, 7)}
    assert levels | {"town", "city", "swamp", "river", "bridge"} <= set(palette.terrain)
    assert all(each.los_height is None for each in palette.terrain.values())
    prohibited = {id_ for id_, each in palette.terrain.items() if each.costs.get("mechanized") == "P"}
    assert prohibited == {"level-4", "level-5", "level-6", "swamp", "river"}
    looks = [palette.terrain[level].pattern for level in sorted(levels)]
    assert len(set(looks)) == 6 and set(looks) <= set(PATTERNS)


def test_a_palette_stands_between_the_ruleset_and_what_the_box_says_itself(box_with: WriteBox) -> None:
    chosen = "palette: canadian-crucible\nterrain:\n  orchard: {los_height_m: 12}\nmaps:\n"
    loaded = load_box(box_with(game=("maps:\n", chosen)))
    assert loaded.issues == ()
    terrain = loaded.ruleset.terrain_of(loaded.box)
    assert (terrain["woods"].name, terrain["town"].los_height, terrain["orchard"].los_height) == ("Forest", 20, 12)
    assert (terrain["orchard"].combat_class, terrain["orchard"].provenance.status) == ("Partly Protective", "box")
    assert "palette: canadian-crucible\n" in game_text(loaded.box)


def test_maps_may_hold_what_only_the_palette_knows(box_with: WriteBox) -> None:
    folder = box_with(
        game=("maps:\n", "palette: canadian-crucible\nmaps:\n"), sheet=("feature: hedgerow", "feature: north-mue")
    )
    assert load_box(folder).issues == ()


def test_a_palette_that_there_is_not_is_an_issue_with_the_nearest_match(box_with: WriteBox) -> None:
    (issue,) = load_box(box_with(game=("maps:\n", "palette: canadian-crucibel\nmaps:\n"))).issues
    assert issue.text == 'There is no palette "canadian-crucibel" of terrain. Did you mean "canadian-crucible"?'
    assert issue.place.line == 5


@pytest.mark.parametrize("id_", ["scs-1.6", "new-scs", "vcs", "bcs-1.1"])
def test_a_box_of_any_series_opens_as_a_map(box_with: WriteBox, id_: str) -> None:
    sheet = 'phaseline: map\nversion: 1\nid: A\ngrid: {columns: 6, rows: 5}\nhexes:\n  "02.03": {terrain: level-5}\n'
    folder = box_with(game=("ruleset: tcs-4.01", f"ruleset: {id_}\npalette: operational"), sheet=sheet)
    loaded = load_box(folder)
    assert loaded.issues == ()
    assert loaded.ruleset == load_ruleset(id_)


BROKEN = {
    "a cost that cannot be counted": (
        "costs: {foot: 1, tracked: 3",
        "costs: {foot: 2/7, tracked: 3",
        "in halves, thirds, quarters or fifths",
    ),
    "a column that there is not": ("costs: {foot: 1, tracked: 3", "costs: {feet: 1, tracked: 3", 'no column "feet"'),
    "a note that there is not": ('note: "2"', 'note: "9"', 'There is no note "9".'),
    "terrain without kind": ("tunnel: {name: Tunnel, kind: path", "tunnel: {name: Tunnel", '"tunnel" needs a "kind".'),
    "a path with a height": (
        "name: Railway, kind: path",
        "name: Railway, kind: path, los_height_m: 3",
        "cannot have a LOS height",
    ),
    "another id": ("id: canadian-crucible", "id: crucible", '"id" must say the same.'),
    "no unit": ("  unit: movement points\n", "", 'This group of columns has no "unit".'),
    "a chart without source": ("  provenance: published", "  provenance: seen", '"provenance" cannot be "seen".'),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_palette_is_refused_whole_with_its_place(case: str, tmp_path: Path) -> None:
    old, new, said = BROKEN[case]
    text = (palettes_folder() / "canadian-crucible.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "canadian-crucible.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BrokenPalette) as caught:
        read_palette(path)
    assert said in str(caught.value)
    assert str(caught.value).startswith("canadian-crucible.yaml:")


@pytest.mark.parametrize("path", sorted(palettes_folder().glob("*.yaml")), ids=lambda path: path.stem)
def test_every_palette_that_ships_states_unit_and_source(path: Path) -> None:
    head = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert head["chart"]["unit"] and head["chart"]["source"] and head["costs"]["unit"]
    assert read_palette(path).id == path.stem
