"""The boxes that ship with battles: made again they are the same, they check clean, and what they hold can be played."""

import os
import subprocess
import sys
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from core.analysis.hex_terrain import HexTerrain
from core.files.box_files import load_box
from core.files.canonical import box_texts
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.scenario import Scenario
from core.questions.catalogue import ask
from core.questions.game import Game, open_game
from core.rules.kernel.chart_checks import STAND_INS

ROOT = Path(__file__).resolve().parents[3]
MADE = {
    "cove-creek": "make_cove_creek.py",
    "sable-river": "make_sable_river.py",
    "sable-raid": "make_sable_raid.py",
    "cape-lorne": "make_cape_lorne.py",
    "amber-road": "make_amber_road.py",
}
OF_OUR_OWN = [name for name in MADE if name != "cove-creek"]


@lru_cache(maxsize=8)
def opened(name: str) -> Game:
    game = open_game(ROOT / "scenarios" / name).game
    assert game is not None
    return game


def box_of(name: str) -> GameBox:
    return opened(name).box


def scenario_of(name: str) -> tuple[str, Scenario]:
    return next(iter(box_of(name).scenarios.items()))


@pytest.mark.parametrize("name", MADE)
def test_a_shipped_box_has_no_issue_and_is_written_as_it_was_read(name):
    folder = ROOT / "scenarios" / name
    game = opened(name)
    # But the advice that charts of ours stand in for printed ones.
    assert [issue.code for issue in game.issues] == [STAND_INS]
    loaded = load_box(folder).box
    assert loaded is not None
    assert box_texts(loaded) == {file.name: file.read_text("utf-8") for file in folder.iterdir()}


@pytest.mark.parametrize("name", OF_OUR_OWN)
@pytest.mark.slow
def test_made_again_a_box_is_the_same_byte_for_byte(name, tmp_path):
    program = ROOT / "packaging" / "samples" / MADE[name]
    subprocess.run([sys.executable, str(program), "--out", str(tmp_path)], cwd=ROOT, check=True, timeout=300)
    shipped = {file.name: file.read_bytes() for file in (ROOT / "scenarios" / name).iterdir()}
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == shipped


@pytest.mark.slow
def test_a_processor_with_other_instructions_draws_the_same_map(tmp_path):
    program = ROOT / "packaging" / "samples" / MADE["amber-road"]
    older = {**os.environ, "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL", "OPENBLAS_CORETYPE": "Nehalem"}
    subprocess.run([sys.executable, str(program), "--out", str(tmp_path)], cwd=ROOT, env=older, check=True, timeout=300)
    shipped = ROOT / "scenarios" / "amber-road" / "a.map.yaml"
    assert (tmp_path / "a.map.yaml").read_bytes() == shipped.read_bytes()


def test_the_boxes_that_ship_are_of_every_series():
    assert {opened(name).ruleset.series for name in MADE} == {"tcs", "scs", "new-scs", "vcs", "bcs"}


@pytest.mark.parametrize("name", MADE)
def test_a_box_has_a_map_to_play_on_two_sides_and_formations_with_units(name):
    box = box_of(name)
    assert box.sheets[0].sheet.grid.columns >= 25
    assert box.sheets[0].sheet.grid.rows >= 20
    fighting = {counter.side for counter in box.oob.counters if counter.formation}
    assert len(fighting) == 2
    for side in fighting:
        assert len([each for each in box.oob.formations if each.side == side]) >= 2
        assert len([each for each in box.oob.counters if each.side == side]) >= 12
    assert all(counter.sidc or counter.side == "cups" for counter in box.oob.counters)


@pytest.mark.parametrize("name", MADE)
def test_a_battle_has_turns_set_ups_reinforcements_roads_to_supply_and_conditions_of_victory(name):
    box = box_of(name)
    _, scenario = scenario_of(name)
    assert len(scenario.turns) >= 6
    assert scenario.sets_up_first != scenario.moves_first
    assert scenario.arrivals
    assert scenario.victory
    assert scenario.allotments
    sides = {counter.side for counter in box.oob.counters if counter.id in scenario.start.pieces}
    assert len(sides) == 2
    entries = {zone.side for zone in box.sheets[0].sheet.zones if zone.kind == "entry"}
    assert entries


@pytest.mark.parametrize("name", MADE)
def test_reinforcements_come_in_where_a_way_leads_off_the_map(name):
    game = opened(name)
    _, scenario = scenario_of(name)
    ground = HexTerrain(game.box, game.ruleset.terrain)
    for arrival in scenario.arrivals:
        if arrival.edge:
            assert all(ground.ways(place) for place in arrival.hexes)


@pytest.mark.parametrize("name", MADE)
def test_the_rules_answer_where_units_are_set_up_and_come_in(name):
    game = opened(name)
    file, scenario = scenario_of(name)
    start = scenario.start
    stacked = Counter(piece.at for piece in start.pieces.values() if isinstance(piece.at, Hex)).most_common(1)[0][0]
    assert ask("stacking", game, hex=game.box.label(stacked), scenario=file).verdict == "fits"
    assert ask("entry", game, scenario=file).verdict in ("read", "open")


@pytest.mark.parametrize("name", OF_OUR_OWN)
def test_woods_hills_marshes_and_the_sea_hold_whole_hexes_by_their_centres(name):
    """What a maker means to be a wood is one to the rules; outlines only look grown."""
    game = opened(name)
    ground = HexTerrain(game.box, game.box.terrain)
    counted = Counter(kind for place in game.box.cells for kind in ground.kinds(place))
    outlined = {area.terrain for area in game.box.sheets[0].sheet.areas}
    assert outlined
    assert all(counted[kind] >= 8 for kind in outlined)
    assert max(len(ground.kinds(place)) for place in game.box.cells) == 1


def test_the_battle_on_real_ground_has_units_of_all_categories_and_rally_points_for_every_battalion():
    box = box_of("cove-creek")
    _, scenario = scenario_of("cove-creek")
    kinds = {str(counter.values["piece.kind"]) for counter in box.oob.counters}
    assert kinds >= {"infantry", "machine_guns", "mortar", "at_gun", "infantry_gun", "vehicle", "carrier", "barrage", "sortie"}
    assert any(counter.values.get("carrier.integrated") for counter in box.oob.counters)
    assert {sheet.side for sheet in scenario.sheets} == {"blue", "red"}
    assert all(sheet.rally and sheet.implemented for sheet in scenario.sheets)
