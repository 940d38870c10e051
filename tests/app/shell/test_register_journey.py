"""The whole way in the real window: a scan is chosen, points are clicked on it and named, and it lies under the grid."""

import shutil

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtTest import QTest

from app.canvas.transform import HEX
from app.canvas.underlay import Lie
from core.geometry.layout import plane_centre
from core.model.scan import fit_of

SCENARIO = "tcs-example"
SCAN_PX = 40.0
CELLS = ((2, 3), (5, 4), (3, 14), (5, 12))


@pytest.fixture
def box_window(shared_window, qtbot, tmp_path, monkeypatch):
    from tests.app.shell.conftest import SCENARIOS

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "box"
    shutil.copytree(SCENARIOS / SCENARIO, folder)
    shared_window.open_path(folder)
    qtbot.waitUntil(lambda: shared_window.document is not None and shared_window.document.path == folder)
    qtbot.waitUntil(lambda: shared_window.workbench.view.map is not None and shared_window.workbench.view.map.ready)
    yield shared_window
    if shared_window.document is not None:
        shared_window.document.undo_stack.setIndex(0)
    shared_window.close_box()


def turned_scan(view, placed, file):
    """A picture of the map's own hex centres, turned a little; where each centre dot is seen."""
    scene = view.map
    left, top, right, bottom = scene.bounds
    scale = SCAN_PX / HEX
    way = QTransform(scale, 0, 0, scale, -left * scale, -top * scale) * QTransform().rotate(2.0).translate(60, 10)
    image = QImage(round((right - left) * scale * 1.3), round((bottom - top) * scale * 1.2), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    for column in range(1, placed.sheet.grid.columns + 1):
        for row in range(1, placed.sheet.grid.rows + 1):
            at = way.map(scene.transform.to_scene(plane_centre(placed.frame.hex(column, row))))
            painter.fillRect(round(at.x()) - 3, round(at.y()) - 3, 6, 6, Qt.GlobalColor.red)
    painter.end()
    file.parent.mkdir()
    assert image.save(str(file))

    def pixel(cell):
        at = way.map(scene.transform.to_scene(plane_centre(placed.frame.hex(*cell))))
        return at.x(), at.y()

    return pixel


def test_a_scan_is_registered_by_clicks_and_typed_numbers(box_window, qtbot):
    bench, document = box_window.workbench, box_window.document
    view, placed = bench.view, document.box.sheets[0]
    pixel = turned_scan(view, placed, document.path / "scans" / "sheet.png")
    box_window.actions_["map.scan"].trigger()
    dialog = bench.scans.dialog
    bench.scans.take_file(placed.file, document.path / "scans" / "sheet.png")
    qtbot.waitUntil(lambda: bool(view.map.scans.pyramids))
    assert not bench.docks.layers.state.shows("tint")
    dialog.set_points.click()
    assert bench.tools.current.id == "register"
    view.fit()
    steps = document.undo_stack.count()
    for cell in CELLS:
        now = document.box.sheets[0]
        lie = Lie(now, now.sheet.underlay, fit_of(now), view.map.transform)
        at = view.viewportTransform().map(lie.to_scene(pixel(cell)))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPointF(at).toPoint())
        prompt = bench.scans._prompt
        assert prompt is not None
        if prompt.cell is None:
            QTest.keyClicks(prompt.line, placed.sheet.grid.numbering.text(*cell))
        # Once three are set, the fit knows the fourth.
        assert prompt.cell == cell
        QTest.keyClick(prompt.line, Qt.Key.Key_Return)
    assert document.undo_stack.count() == steps + len(CELLS)
    fit = fit_of(document.box.sheets[0])
    assert fit.fitted and dialog.table.rowCount() == len(CELLS)
    # A click is as exact as a pixel of the screen.
    slack = 3.0 / view.hex_px
    for cell in ((1, 1), (4, 8), (6, 15)):
        x, y = document.box.sheets[0].frame.to_plane(fit.way.to_sheet(pixel(cell)))
        goal = plane_centre(placed.frame.hex(*cell))
        assert abs(x - goal[0]) < slack and abs(y - goal[1]) < slack
    dialog.close()
    assert bench.scans.dialog is None
