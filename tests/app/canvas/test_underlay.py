from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from app.canvas.ground import Change
from app.canvas.layers import LayerState
from app.canvas.scan_cutter import cut
from app.canvas.scans import Pyramid
from app.canvas.scene_map import SceneMap
from app.canvas.transform import HEX
from core.geometry.layout import plane_centre
from core.model.maps import ControlPoint, Underlay
from tests.app.canvas.pictures import paint, pixels

SCAN_ONLY = LayerState.only("underlay")
SCAN_PX = 40.0
"""Pixels of the made-up scans from hex centre to hex centre."""

CORNERS = ((2, 2), (14, 3), (4, 11), (13, 10))
NINE = tuple((column, row) for column in (2, 8, 14) for row in (2, 6, 11))


def scanned(box, folder, name, cells, warp=None):
    """A box with a scan of its own map, turned and sheared, and `warp` applied to the pixels of its points."""
    placed = box.sheets[0]
    plain = SceneMap.whole(box)
    left, top, right, bottom = plain.bounds
    scale = SCAN_PX / HEX
    image = QImage(round((right - left) * scale), round((bottom - top) * scale), QImage.Format.Format_RGB32)
    image.fill(plain.style.paper.margin_colour)
    whole = paint(plain, SCAN_PX)
    picture = QImage(
        whole.tobytes(), whole.shape[1], whole.shape[0], 4 * whole.shape[1], QImage.Format.Format_ARGB32_Premultiplied
    )
    turn = QTransform().rotate(4.0).shear(0.03, 0.0).scale(1.1, 0.95)
    around = turn.mapRect(QRectF(image.rect()))
    turn = turn * QTransform.fromTranslate(-around.x(), -around.y())
    scan = QImage(around.size().toSize(), QImage.Format.Format_RGB32)
    scan.fill(plain.style.paper.margin_colour)
    painter = QPainter(scan)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setTransform(turn)
    painter.drawImage(0, 0, picture)
    painter.end()
    file = folder / f"{name}.png"
    assert scan.save(str(file))
    to_scan = QTransform(scale, 0, 0, scale, -left * scale, -top * scale) * turn
    points = []
    for cell in cells:
        x, y = plain.transform.xy(plane_centre(placed.frame.hex(*cell)))
        at = to_scan.map(QPointF(x, y))
        points.append(ControlPoint((at.x(), at.y()) if warp is None else warp(at.x(), at.y()), cell))
    underlay = Underlay(file.name, (scan.width(), scan.height()), tuple(points))
    return box.with_sheet(placed.file, replace(placed.sheet, underlay=underlay)), Pyramid(cut(file, cache=folder / "cache"))


def shown(box, pyramid, hex_px=30.0, layers=SCAN_ONLY, **changes):
    placed = box.sheets[0]
    underlay = replace(placed.sheet.underlay, **changes)
    scene = SceneMap.whole(box.with_sheet(placed.file, replace(placed.sheet, underlay=underlay)))
    scene.scans.show({placed.file: pyramid})
    return paint(scene, hex_px, layers).astype(int)


def inner(picture, by=60):
    return picture[by:-by, by:-by, :3]


@pytest.mark.parametrize("fixture", ["made_up_box", "pointy_box"])
@pytest.mark.parametrize("cells", [CORNERS[:3], CORNERS, NINE])
def test_a_turned_and_sheared_scan_of_a_map_lies_where_the_map_is(qapp, request, tmp_path, fixture, cells):
    box = request.getfixturevalue(fixture)
    cells = [(min(column, box.sheets[0].sheet.grid.columns), row) for column, row in cells]
    with_scan, pyramid = scanned(box, tmp_path, "scan", cells)
    map_itself = paint(SceneMap.whole(box), 30.0).astype(int)
    difference = np.abs(inner(shown(with_scan, pyramid)) - inner(map_itself))
    # A scan is sampled twice, so that thin lines are softer; shifted by a tenth of a hex it would differ by more.
    shifted = np.abs(inner(np.roll(shown(with_scan, pyramid), 3, axis=1)) - inner(map_itself))
    assert difference.mean() < 9 and difference.mean() < 0.5 * shifted.mean()


def test_pieces_of_a_scan_meet_without_a_seam(qapp, made_up_box, tmp_path):
    def warp(x, y):
        return x + 5 * np.sin(y / 90), y + 5 * np.cos(x / 110)

    with_scan, pyramid = scanned(made_up_box, tmp_path, "warped", NINE, warp)
    alone = shown(with_scan, pyramid, opacity=1.0)
    assert (inner(np.repeat(alone[..., 3:], 3, axis=2)) == 255).all()
    half = shown(with_scan, pyramid, opacity=0.5)
    # No line of double or missing cover where pieces and blocks meet.
    assert np.abs(inner(np.repeat(half[..., 3:], 3, axis=2)) - 128).max() <= 2


def test_brightness_mixes_white_or_black_into_the_scan_alone(qapp, made_up_box, tmp_path):
    with_scan, pyramid = scanned(made_up_box, tmp_path, "bright", CORNERS)
    plain, bright, dark = (inner(shown(with_scan, pyramid, brightness=b)) for b in (0.0, 0.5, -0.5))
    assert np.abs(bright - (plain + 255) / 2).max() <= 2
    assert np.abs(dark - plain / 2).max() <= 2
    assert (inner(shown(with_scan, pyramid, brightness=1.0)) == 255).all()


def test_any_part_of_the_map_is_the_part_of_the_whole(qapp, made_up_box, tmp_path):
    with_scan, pyramid = scanned(made_up_box, tmp_path, "parts", NINE)
    scene = SceneMap.whole(with_scan)
    scene.scans.show({with_scan.sheets[0].file: pyramid})
    left, top, _, _ = scene.bounds
    whole = paint(scene, 50.0, SCAN_ONLY).astype(int)
    part = paint(scene, 50.0, SCAN_ONLY, (left + 200, top + 300, left + 500, top + 500)).astype(int)
    assert np.abs(part - whole[150:250, 100:250]).mean() < 1


def test_a_scan_at_another_fineness_than_its_points_lies_in_the_same_place(qapp, made_up_box, tmp_path):
    with_scan, pyramid = scanned(made_up_box, tmp_path, "fine", CORNERS)
    scan = with_scan.sheets[0].sheet.underlay
    points = tuple(replace(point, pixel=(point.pixel[0] * 2, point.pixel[1] * 2)) for point in scan.points)
    double = shown(with_scan, pyramid, size=(scan.size[0] * 2, scan.size[1] * 2), points=points)
    assert np.abs(double - shown(with_scan, pyramid)).mean() < 1


def test_a_scan_whose_picture_is_not_there_is_an_outline(qapp, made_up_box, tmp_path):
    with_scan, _ = scanned(made_up_box, tmp_path, "missing", CORNERS)
    outline = paint(SceneMap.whole(with_scan), 30.0, SCAN_ONLY)
    covered = (outline[..., 3] > 0).mean()
    assert 0 < covered < 0.05


def test_an_edit_of_a_scan_names_where_it_lay_and_lies(qapp, made_up_box, tmp_path):
    with_scan, _ = scanned(made_up_box, tmp_path, "edited", CORNERS)
    scene = SceneMap.whole(made_up_box)
    other = SceneMap.whole(with_scan)
    before, after = scene.scans._ground, other.scans._ground
    (span,) = scene.scans.change(Change(before, after, {}))
    assert span[0] < span[2] and span[1] < span[3]
    assert scene.scans.change(Change(after, after, {})) == []


def test_files_of_lines_hold_the_scan_as_a_picture(qapp, made_up_box, tmp_path):
    with_scan, pyramid = scanned(made_up_box, tmp_path, "svg", CORNERS)
    scene = SceneMap.whole(with_scan)
    scene.scans.show({with_scan.sheets[0].file: pyramid})
    left, top, right, bottom = scene.bounds
    from app.canvas.layers import Exposure

    generator = QSvgGenerator()
    generator.setFileName(str(tmp_path / "map.svg"))
    scale = 0.3
    generator.setViewBox(QRectF(0, 0, (right - left) * scale, (bottom - top) * scale))
    painter = QPainter(generator)
    painter.setTransform(QTransform(scale, 0, 0, scale, -left * scale, -top * scale))
    scene.paint(painter, SCAN_ONLY, Exposure(scene.bounds, scale))
    painter.end()
    renderer = QSvgRenderer(str(tmp_path / "map.svg"))
    image = QImage(round((right - left) * scale), round((bottom - top) * scale), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    assert np.abs(inner(pixels(image).astype(int)) - inner(shown(with_scan, pyramid, 30.0))).mean() < 6
