from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QColor

from app.canvas.layers import LayerState
from app.canvas.looks import Looks
from app.canvas.scene_map import SceneMap
from app.canvas.style import load_style
from core.model.box import GameBox
from core.model.maps import Area, HexContent, MapSheet, Path, SideFeature
from core.model.terrain import PATTERNS, Terrain, TerrainKind
from tests.app.canvas.pictures import Pixels, paint
from tests.app.canvas.test_scene_map import bare_sheet
from tests.app.conftest import box_of


def terrain(name: str, kind: TerrainKind, colour: str = "#c08040", pattern: str = "") -> MappingProxyType[str, Terrain]:
    return MappingProxyType({name: Terrain(name, name, kind, colour=colour, pattern=pattern)})


def picture(sheet: MapSheet, kinds: MappingProxyType[str, Terrain], layers: LayerState) -> Pixels:
    return paint(SceneMap.whole(box_of(sheet), terrain=kinds), 70, layers)


def sheet_with(kind: TerrainKind, name: str) -> MapSheet:
    from dataclasses import replace

    import immutables

    match kind:
        case TerrainKind.AREA:
            return replace(bare_sheet(), areas=(Area(name, (((1, 1), (4, 1), (4, 4), (1, 4), (1, 1)),)),))
        case TerrainKind.HEX:
            return replace(bare_sheet(), hexes=immutables.Map({(3, 3): HexContent(name), (2, 3): HexContent(name)}))
        case TerrainKind.PATH:
            return replace(bare_sheet(), paths=(Path(name, ((0.5, 3.0), (5.0, 3.0))),))
        case TerrainKind.SIDE:
            return replace(bare_sheet(), sides=tuple(SideFeature(name, ((c, 3), (c, 2))) for c in (2, 3, 4)))


def test_every_pattern_has_a_form_in_the_style() -> None:
    assert set(load_style().patterns) == set(PATTERNS)


KNOWN = {TerrainKind.AREA: "woods", TerrainKind.HEX: "village", TerrainKind.PATH: "primary-road", TerrainKind.SIDE: "hedgerow"}


def looks_of(kind: TerrainKind, colour: str, pattern: str) -> tuple[Any, Any]:
    """What a kind that the style knows looks like when the terrain brings something, and what the style alone says."""
    name, style = KNOWN[kind], load_style()
    looks = Looks(style, terrain(name, kind, colour, pattern))
    return getattr(looks, kind.value)(name), getattr(Looks(style), kind.value)(name)


def test_what_brings_nothing_looks_as_the_style_says(qapp: object) -> None:
    style = load_style()
    looks = Looks(style, terrain("woods", TerrainKind.AREA, "", ""))
    assert looks.area("woods") is style.areas["woods"]
    assert looks.area("never heard of") is style.areas["other"]


@pytest.mark.parametrize("kind", list(TerrainKind))
def test_a_colour_alone_keeps_the_form_that_the_style_gives(qapp: object, kind: TerrainKind) -> None:
    pink, before = looks_of(kind, "#cc4488", "")
    assert Looks(load_style(), terrain(KNOWN[kind], kind, "#cc4488")).colour(Terrain(KNOWN[kind], "", kind)).name() == "#cc4488"
    assert pink != before
    assert getattr(pink, "layer", "") == getattr(before, "layer", "")
    assert getattr(pink, "scatter", None) is None or pink.scatter.shape == before.scatter.shape
    assert getattr(pink, "symbol", "") == getattr(before, "symbol", "")


@pytest.mark.parametrize("kind", list(TerrainKind))
def test_a_pattern_alone_keeps_the_colour_and_the_layer_that_the_style_gives(qapp: object, kind: TerrainKind) -> None:
    crossed, before = looks_of(kind, "", "cross")
    assert crossed != before
    assert getattr(crossed, "layer", "") == getattr(before, "layer", "")
    assert getattr(crossed, "order", 0) == getattr(before, "order", 0)
    if kind in (TerrainKind.AREA, TerrainKind.HEX):
        assert crossed.fill.rgb() == before.fill.rgb()


def test_a_kind_along_hexsides_leaves_paths_of_the_same_name_alone(qapp: object) -> None:
    style = load_style()
    looks = Looks(style, terrain("river", TerrainKind.SIDE, "#cc4488", "double"))
    assert looks.path("river") == style.paths["river"]
    assert looks.side("river") != style.sides["river"]


@pytest.mark.parametrize("kind", list(TerrainKind))
def test_terrain_unknown_to_the_style_is_drawn_in_its_own_colour(qapp: object, kind: TerrainKind) -> None:
    sheet, layers = sheet_with(kind, "moor"), LayerState.only("areas", "hexes", "roads", "sides")
    blue = picture(sheet, terrain("moor", kind, "#3050e0", "plain"), layers)
    none = picture(sheet, MappingProxyType({}), layers)
    seen = blue[blue[..., 3] > 200].astype(int)
    assert (seen[:, 0] > seen[:, 2] + 60).mean() > 0.3
    plain = none[none[..., 3] > 200].astype(int)
    assert not len(plain) or (plain[:, 0] > plain[:, 2] + 60).mean() < 0.05


@pytest.mark.parametrize("kind", list(TerrainKind))
def test_patterns_tell_themselves_apart_without_colour(qapp: object, kind: TerrainKind) -> None:
    layers = LayerState.only("areas", "hexes", "roads", "sides")
    sheet = sheet_with(kind, "moor")
    greys = [picture(sheet, terrain("moor", kind, "#909090", each), layers)[..., :3].mean(axis=2) for each in PATTERNS]
    for k, one in enumerate(greys):
        for other in greys[k + 1 :]:
            drawn = (one > 0) | (other > 0)
            assert (np.abs(one - other)[drawn] > 12).mean() > 0.01


@pytest.mark.parametrize("colour", ["#000000", "#101820", "#808080", "#ffffff", ""])
def test_lines_upon_any_colour_can_be_seen(qapp: object, colour: str) -> None:
    look = Looks(load_style(), terrain("moor", TerrainKind.AREA, colour, "cross")).area("moor")
    assert look.scatter is not None and look.scatter.line is not None
    assert abs(QColor(look.scatter.line.colour.rgb()).lightnessF() - look.fill.lightnessF()) > 0.1


def test_the_layer_of_an_item_follows_from_its_look(made_up_box: GameBox) -> None:
    scene = SceneMap(made_up_box)
    found = [scene.layer_of("areas", "lake"), scene.layer_of("paths", "river"), scene.layer_of("lows"), scene.layer_of("zones")]
    assert found == ["water", "water", "spots", "zones"]
