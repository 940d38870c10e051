"""Rulesets: what TCS 4.01 holds, and that a wrong file is refused with its place."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from core.base.errors import CoreError
from core.files.resources import MissingResource, resources_folder, rulesets_folder, scenarios_folder
from core.files.ruleset_files import BrokenRuleset, UnknownRuleset, load_ruleset, ruleset_ids
from core.model.terrain import Provenance, TerrainKind
from core.rules.kernel.ruleset import Quantity

CHART = Provenance("tcs.los_heights", "Heights of terrain features", "rules text", "TCS 4.01 8.1h")


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_ruleset_that_ships_can_be_read(id_: str) -> None:
    ruleset = load_ruleset(id_)
    assert "-".join(filter(None, (ruleset.series, ruleset.edition))) == id_


def test_the_tcs_ruleset_ships() -> None:
    assert "tcs-4.01" in ruleset_ids()


@pytest.mark.parametrize(
    ("id_", "kind", "whole_hex"),
    [
        ("woods", TerrainKind.AREA, False),
        ("orchard", TerrainKind.AREA, False),
        ("hedgerow", TerrainKind.SIDE, False),
        ("building", TerrainKind.AREA, False),
        ("village", TerrainKind.HEX, True),
        ("town", TerrainKind.HEX, True),
        ("city", TerrainKind.HEX, True),
    ],
)
def test_trees_and_buildings_are_20_m_by_the_rules(id_: str, kind: TerrainKind, whole_hex: bool) -> None:
    terrain = load_ruleset("tcs-4.01").terrain[id_]
    assert (terrain.los_height, terrain.kind, terrain.whole_hex, terrain.provenance) == (20, kind, whole_hex, CHART)


def test_all_other_terrain_of_tcs_has_no_height_and_cites_no_chart() -> None:
    terrain = load_ruleset("tcs-4.01").terrain
    low = {id_ for id_, each in terrain.items() if each.los_height is None}
    assert low == {
        "field", "marsh", "embankment", "primary-road", "secondary-road", "tertiary-road", "trail", "railway", "bridge",
        "river", "stream", "lake", "pond", "sea",
    }  # fmt: skip
    assert all(terrain[id_].provenance is None for id_ in low)
    assert [id_ for id_, each in terrain.items() if each.sea] == ["sea"]


def test_the_readings_of_tcs_are_those_that_the_code_names() -> None:
    options = load_ruleset("tcs-4.01").options
    wanted = {
        "los.method": ("standard", {"standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc"}),
        "los.corner_contact": ("blocks", {"blocks", "passes"}),
        "los.end_hex_contact": ("ignored", {"ignored", "counts"}),
        "los.hexside_contact": ("own_ground", {"own_ground", "touched"}),
        "los.adjacent_beyond_visibility": ("seen", {"seen", "blocked"}),
        "elevation.mark_tie": ("up", {"up", "down"}),
        "elevation.no_straight_line": ("nearest", {"nearest", "undecidable"}),
        "heads.hilltop_rise": ("half_interval", {"half_interval", "ten_metres"}),
        "heads.bottom_fall": ("half_interval", {"half_interval", "quarter_interval"}),
        "crossfire.measure": ("lines", {"lines", "angle"}),
    }
    assert {id_: (options[id_].preset, set(options[id_].values)) for id_ in wanted} == wanted


def test_the_numbers_of_tcs_are_exact_and_name_their_source() -> None:
    numbers = load_ruleset("tcs-4.01").numbers
    assert numbers["contour.touch"].value == Fraction(1, 1000)
    assert numbers["elevation.fine_mark"] == Quantity(Fraction(5), "m", "TCS 4.01 8.2b")
    assert numbers["elevation.marks"].value == 4
    assert numbers["elevation.marks_at_10m"].value == 2
    assert numbers["crossfire.needed"].value == 5
    assert numbers["smoke_barrage.radius"] == Quantity(Fraction(1), "hex", "TCS 4.01 19.3b")
    assert all(each.unit and each.source for each in numbers.values())


@pytest.mark.parametrize("id_", ["tcs-4.1", "tcs", "", "../tcs-4.01", "tcs-4.01/"])
def test_an_unknown_ruleset_is_refused_with_the_nearest_match(id_: str) -> None:
    with pytest.raises(UnknownRuleset, match=r'(Did you mean "tcs-4.01"\?|Allowed: (.*, )?tcs-4.01(, vcs)?\.)$'):
        load_ruleset(id_)


BROKEN = {
    "a preset that is no value": (
        "ruleset.yaml",
        ("preset: up", "preset: upp"),
        'ruleset.yaml:{line}:13: error: "elevation.mark_tie" cannot be "upp". Did you mean "up"?',
    ),
    "a number without source": (
        "ruleset.yaml",
        ("crossfire.needed: {value: 5, unit: lines, source: TCS 4.01 11.4}", "crossfire.needed: {value: 5, unit: lines}"),
        'ruleset.yaml:{line}:21: error: This number has no "source".',
    ),
    "another edition than its folder": (
        "ruleset.yaml",
        ('edition: "4.01"', 'edition: "4.02"'),
        'ruleset.yaml:3:5: error: The folder says "tcs-4.01"; "id", "series" and "edition" must say the same.',
    ),
    "an edition without quotes": (
        "ruleset.yaml",
        ('edition: "4.01"', "edition: 4.01"),
        'ruleset.yaml:{line}:10: error: 4.01 without quotes is a number and not text; write it in quotes: "4.01".',
    ),
    "a terrain without kind": (
        "terrain.yaml",
        ("marsh: {name: Marsh, kind: area}", "marsh: {name: Marsh}"),
        'terrain.yaml:{line}:3: error: "marsh" needs a "kind".',
    ),
    "a terrain twice": (
        "terrain.yaml",
        ("marsh: {name: Marsh, kind: area}", "field: {name: Marsh, kind: area}"),
        'terrain.yaml:{line}:3: error: The key "field" stands here again; the first one, in line {before}, counts.',
    ),
    "no YAML": ("terrain.yaml", ("chart: {", "chart: {{"), "terrain.yaml:"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_ruleset_is_refused_whole_with_its_place(case: str, tmp_path: Path) -> None:
    file, change, said = BROKEN[case]
    shutil.copytree(rulesets_folder() / "tcs", tmp_path / "tcs")
    path = tmp_path / "tcs" / "4.01" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(change[0]) == 1
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(BrokenRuleset) as caught:
        load_ruleset("tcs-4.01", tmp_path)
    line = text[: text.index(change[0])].count("\n") + 1
    assert str(caught.value).startswith(said.replace("{line}", str(line)).replace("{before}", str(line - 1)))
    assert len(caught.value.issues) == 1


def test_a_ruleset_without_terrain_is_refused(tmp_path: Path) -> None:
    shutil.copytree(rulesets_folder() / "tcs", tmp_path / "tcs")
    (tmp_path / "tcs" / "4.01" / "terrain.yaml").unlink()
    with pytest.raises(BrokenRuleset, match=r"terrain\.yaml: error: There is no such file\."):
        load_ruleset("tcs-4.01", tmp_path)


def test_a_ruleset_is_read_once_and_again_when_a_file_of_it_changes(tmp_path: Path) -> None:
    shutil.copytree(rulesets_folder() / "tcs", tmp_path / "tcs")
    first = load_ruleset("tcs-4.01", tmp_path)
    assert load_ruleset("tcs-4.01", tmp_path) is first
    path = tmp_path / "tcs" / "4.01" / "ruleset.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(first.title, "Another title"), encoding="utf-8")
    assert load_ruleset("tcs-4.01", tmp_path).title == "Another title"
    (tmp_path / "tcs" / "4.01" / "terrain.yaml").unlink()
    with pytest.raises(BrokenRuleset):
        load_ruleset("tcs-4.01", tmp_path)


def test_resources_and_scenarios_lie_beside_the_packages() -> None:
    assert rulesets_folder().parent == resources_folder()
    assert scenarios_folder().parent == resources_folder().parent
    assert (resources_folder().parent / "core" / "files").is_dir()


def test_a_program_without_its_resources_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("core.files.resources.__file__", str(tmp_path / "core" / "files" / "resources.py"))
    with pytest.raises(MissingResource, match="not installed as a whole") as caught:
        resources_folder()
    assert isinstance(caught.value, CoreError)
