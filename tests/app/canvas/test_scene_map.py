from dataclasses import replace
from fractions import Fraction

import immutables
import numpy as np
import pytest

from app.canvas.layers import LAYER_IDS, LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.style import load_style
from app.canvas.transform import HEX
from core.analysis.relief_raster import relief_raster
from core.base.steps import finish
from core.model.box import GameBox
from core.model.maps import Area, Contour, HexContent, MapSheet, Path, SideFeature, Zone
from tests.app.canvas.pictures import Pixels, changed, paint
from tests.app.conftest import box_of, made_up_sheet

DRAWN = [layer for layer in LAYER_IDS if layer not in ("paper", "underlay", "counters")]
"""The layers of which the made-up map has something; it has no scan."""


@pytest.fixture(scope="module")
def scene(qapp: object, made_up_box: GameBox) -> SceneMap:
    placed = made_up_box.sheets[0]
    zones = (
        Zone("setup", frozenset({(2, 5), (2, 6), (3, 5), (3, 6)}), "North", "Blue"),
        Zone("entry", frozenset({(15, 4), (15, 5), (16, 5)}), "Entry A", "Red"),
    )
    box = replace(made_up_box, sheets=(replace(placed, sheet=replace(placed.sheet, zones=zones)),))
    scene = SceneMap.whole(box)
    scene.show_relief(finish(relief_raster(box)))
    return scene


@pytest.fixture(scope="module")
def whole(scene: SceneMap) -> Pixels:
    return paint(scene, 100)


def bare_sheet() -> MapSheet:
    sheet = made_up_sheet(6, 5)
    return replace(sheet, contours=(), areas=(), paths=(), sides=(), hexes=immutables.Map(), spots=(), lows=(), names=())


def picture_of(sheet: MapSheet, *layers: str, hex_px: float = 60) -> Pixels:
    return paint(SceneMap.whole(box_of(sheet)), hex_px, LayerState.only(*layers))


@pytest.mark.parametrize("layer", DRAWN)
def test_switching_a_layer_off_changes_its_own_pixels_and_no_others(scene: SceneMap, whole: Pixels, layer: str) -> None:
    without = paint(scene, 100, LayerState().with_shown(layer, False))
    alone = paint(scene, 100, LayerState.only(layer))
    differs = changed(whole, without)
    assert differs.any()
    assert not (differs & (alone[..., 3] == 0)).any()


def test_a_layer_with_half_its_opacity_covers_half(qapp: object) -> None:
    sheet = replace(bare_sheet(), paths=(Path("primary-road", ((0.5, 3.0), (5.0, 3.0))),))
    scene = SceneMap.whole(box_of(sheet))
    full = paint(scene, 60, LayerState.only("roads"))
    half = paint(scene, 60, LayerState.only("roads").with_opacity("roads", 0.5))
    inside = full[..., 3] == 255
    assert inside.sum() > 500
    # Casing and core overlap; painted one by one the core would cover three quarters.
    assert set(half[..., 3][inside]) <= {127, 128}


def test_tint_goes_on_over_a_map_without_contours_if_its_ground_has_heights(qapp: object) -> None:
    hill = replace(bare_sheet(), contour_interval=Fraction(20), contours=made_up_sheet(6, 5).contours)
    tinted = []
    for interval in (Fraction(20), None):
        scene = SceneMap.whole(box_of(hill, replace(bare_sheet(), contour_interval=interval)))
        scene.show_relief(finish(relief_raster(scene.box)))
        there = paint(scene, 20, LayerState.only("tint"))[..., 3] > 0
        west, east = np.array_split(there, 2, axis=1)
        assert west.any()
        tinted.append(bool(east[:, 20:].any()))
    assert tinted == [True, False]


def test_painting_a_map_twice_or_preparing_it_anew_gives_the_same_picture(scene: SceneMap, whole: Pixels) -> None:
    again = SceneMap.whole(scene.box)
    again.show_relief(scene.relief)
    assert not changed(whole, paint(again, 100)).any()


def test_a_map_is_prepared_in_many_steps_and_its_picture_grows(qapp: object, made_up_box: GameBox) -> None:
    scene = SceneMap(made_up_box)
    shares = list(scene.build())
    assert len(shares) > 100
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert scene.ready


def test_north_is_at_the_top_of_the_picture(qapp: object) -> None:
    north = replace(bare_sheet(), areas=(Area("woods", (((2, 4), (3, 4), (3, 5), (2, 5), (2, 4)),)),))
    rows = np.nonzero(picture_of(north, "areas")[..., 3].any(axis=1))[0]
    height = picture_of(north, "areas").shape[0]
    assert rows.max() < height / 2


def test_a_contour_has_its_label_in_a_gap_when_close_and_runs_through_from_afar(qapp: object) -> None:
    line = tuple((x / 4, 2.5) for x in range(24))
    scene = SceneMap.whole(box_of(replace(bare_sheet(), contours=(Contour(Fraction(40), line),))))
    assert scene.contours.labels == 1
    near, far = paint(scene, 100, LayerState.only("contours")), paint(scene, 20, LayerState.only("contours"))
    assert height_of_ink(near) > 8
    assert height_of_ink(far) <= 3
    assert longest_gap(near, 5) >= 3
    assert longest_gap(far, 2) == 0


def longest_gap(picture: Pixels, ink: int) -> int:
    """Dots with little ink along the row that has the most of it, between the first and the last that have more."""
    solid = picture[..., 3] > 20 * ink
    row = solid[solid.sum(axis=1).argmax()]
    return int(np.diff(np.nonzero(row)[0]).max()) - 1


def height_of_ink(picture: Pixels) -> int:
    rows = np.nonzero(picture[..., 3].any(axis=1))[0]
    return int(rows.max() - rows.min() + 1)


def test_every_fifth_contour_looks_stronger(qapp: object) -> None:
    def ink(height: int) -> float:
        line = tuple((x / 4, 2.5) for x in range(24))
        sheet = replace(bare_sheet(), contours=(Contour(Fraction(height), line),))
        return float(picture_of(sheet, "contours", hex_px=30)[..., 3].sum())

    assert ink(100) > 1.4 * ink(80)
    assert ink(80) == ink(60)


def test_a_broken_contour_has_gaps(qapp: object) -> None:
    line = ((0.4, 2.5), (5.0, 2.5))
    plain = replace(bare_sheet(), contours=(Contour(Fraction(80), line),))
    broken = replace(bare_sheet(), contours=(Contour(Fraction(80), line, kind="broken"),))
    covered = [picture_of(each, "contours", hex_px=30)[..., 3].max(axis=0) for each in (plain, broken)]
    assert (covered[1] < 40).sum() > (covered[0] < 40).sum() + 20


def test_woods_and_orchards_tell_themselves_apart_without_colour(qapp: object) -> None:
    shape = (((1, 1), (4, 1), (4, 4), (1, 4), (1, 1)),)
    greys = []
    for terrain in ("woods", "orchard", "lake"):
        picture = picture_of(replace(bare_sheet(), areas=(Area(terrain, shape),)), "areas", "water", hex_px=70)
        grey = picture[..., :3].mean(axis=2)
        greys.append(grey - grey[picture[..., 3] > 0].mean())
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.abs(greys[a] - greys[b])[120:200, 120:200].mean() > 2


def test_nothing_of_a_sheet_is_painted_over_its_margin(qapp: object) -> None:
    sheet = replace(
        bare_sheet(),
        paths=(Path("river", ((-3.0, 2.0), (9.0, 3.0))),),
        areas=(Area("woods", (((-2, 3), (9, 3), (9, 4), (-2, 4), (-2, 3)),)),),
    )
    with_them, without = (SceneMap.whole(box_of(each)) for each in (sheet, bare_sheet()))
    a, b = paint(with_them, 60), paint(without, 60)
    margin = round(load_style().paper.margin * 60 / HEX) - 2
    differs = changed(a, b)
    assert differs.any()
    assert not differs[:, :margin].any() and not differs[:, -margin:].any()


def test_numbers_are_on_some_rows_at_first_on_all_when_close_and_on_none_from_afar(qapp: object) -> None:
    scene = SceneMap.whole(box_of(bare_sheet()))

    def hexes_with_ink(hex_px: float) -> int:
        picture = paint(scene, hex_px, LayerState.only("numbers"))
        count = 0
        for place in scene.box.cells:
            x, y = scene.transform.centre(place)
            px, py = ((c - o) * hex_px / HEX for c, o in zip((x, y), scene.bounds, strict=False))
            reach = hex_px * 0.3
            above = picture[max(round(py - hex_px / 2), 0) : round(py), round(px - reach) : round(px + reach), 3]
            count += bool(above.any())
        return count

    assert hexes_with_ink(20) == 0
    assert 0 < hexes_with_ink(40) <= 6
    assert hexes_with_ink(44) > 25


def test_pointy_top_hexes_stand_on_their_tips(qapp: object, pointy_box: GameBox) -> None:
    scene = SceneMap.whole(pointy_box)
    place = pointy_box.hex("06.07")
    xs, ys = zip(*scene.transform.corners(place), strict=True)
    assert max(ys) - min(ys) > max(xs) - min(xs)
    assert paint(scene, 40, LayerState.only("grid"))[..., 3].any()


def test_buildings_of_a_village_keep_off_its_road(qapp: object) -> None:
    road = (Path("primary-road", ((0.0, 3.0), (6.0, 3.0))),)
    sheet = replace(bare_sheet(), hexes=immutables.Map({(3, 3): HexContent("town"), (2, 3): HexContent("town")}), paths=road)
    roofs = picture_of(sheet, "buildings")[..., 3] > 0
    way = picture_of(sheet, "roads")[..., 3] > 128
    assert roofs.sum() > 500
    assert not (roofs & way).any()


@pytest.mark.parametrize("feature", ["hedgerow", "embankment", "bridge", "ford", "wall", "never-heard-of"])
def test_every_hexside_feature_leaves_ink_near_its_hexside(qapp: object, feature: str) -> None:
    sheet = replace(bare_sheet(), sides=(SideFeature(feature, ((3, 3), (3, 2))),))
    picture = picture_of(sheet, "sides", "water")
    assert 40 < (picture[..., 3] > 0).sum() < 60 * 60


def test_a_side_between_hexes_that_do_not_touch_is_refused(qapp: object) -> None:
    with pytest.raises(ValueError, match="share no hexside"):
        SceneMap.whole(box_of(replace(bare_sheet(), sides=(SideFeature("wall", ((1, 1), (4, 4))),))))


def test_one_sheet_of_several_is_drawn_alone(qapp: object) -> None:
    box = box_of(made_up_sheet(6, 5), made_up_sheet(6, 5, name="B"))
    both, second = SceneMap.whole(box), SceneMap.whole(box, sheets=box.sheets[1:])
    assert second.bounds[2] == both.bounds[2]
    assert second.bounds[0] > both.bounds[0] + 4 * HEX
