from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPalette, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.canvas.layers import LayerState
from app.canvas.measure import warm_up
from app.canvas.scene_map import SceneMap
from app.canvas.shapes import HexFill, SightLine
from app.canvas.view import LEAST_HEX_PX, MOST_HEX_PX, MapView
from core.geometry.hexes import Hex
from core.model.box import GameBox
from tests.app.canvas.pictures import changed, pixels

Key = Qt.Key


@pytest.fixture
def view(qtbot: QtBot, made_up_box: GameBox) -> Iterator[MapView]:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show_map(SceneMap.whole(made_up_box))
    view.show()
    qtbot.waitExposed(view)
    yield view
    view.close()


def wheel(view: MapView, at: QPointF, notches: float, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    turn = QPoint(0, round(120 * notches))
    event = QWheelEvent(
        at,
        view.viewport().mapToGlobal(at),
        QPoint(),
        turn,
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    view.wheelEvent(event)


def mouse(view: MapView, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton | None = None) -> None:
    event = QMouseEvent(
        kind, at, view.viewport().mapToGlobal(at), button, button if held is None else held, Qt.KeyboardModifier.NoModifier
    )
    handlers = {
        QEvent.Type.MouseButtonPress: view.mousePressEvent,
        QEvent.Type.MouseMove: view.mouseMoveEvent,
        QEvent.Type.MouseButtonRelease: view.mouseReleaseEvent,
    }
    handlers[kind](event)


def scene_point(view: MapView, at: QPointF) -> QPointF:
    return view.viewportTransform().inverted()[0].map(at)


def on_screen(view: MapView, place: Hex) -> QPointF:
    assert view.map is not None
    return view.viewportTransform().map(QPointF(*view.map.transform.centre(place)))


@pytest.mark.parametrize("notches", [3, -2, 1])
@pytest.mark.parametrize("at", [QPointF(400, 300), QPointF(120, 480), QPointF(700, 90)])
def test_the_point_under_the_mouse_stays_there_while_zooming(view: MapView, at: QPointF, notches: int) -> None:
    before, zoom = scene_point(view, at), view.hex_px
    wheel(view, at, notches)
    after = view.viewportTransform().map(before)
    assert view.hex_px / zoom == pytest.approx(2 ** (notches / 4))
    # Scroll bars count whole pixels.
    assert (after - at).manhattanLength() <= 1.01


def test_with_ctrl_a_notch_zooms_a_quarter_as_far(view: MapView) -> None:
    zoom = view.hex_px
    wheel(view, QPointF(400, 300), 1, Qt.KeyboardModifier.ControlModifier)
    assert view.hex_px / zoom == pytest.approx(2 ** (1 / 16))


def test_parts_of_a_notch_add_up(view: MapView) -> None:
    zoom = view.hex_px
    for _ in range(8):
        wheel(view, QPointF(400, 300), 1 / 8)
    assert view.hex_px / zoom == pytest.approx(2 ** (1 / 4))


def test_with_shift_the_wheel_moves_sideways(view: MapView) -> None:
    view.set_hex_px(100)
    before, zoom = on_screen(view, Hex(5, 0)), view.hex_px
    wheel(view, QPointF(400, 300), 1, Qt.KeyboardModifier.ShiftModifier)
    step = on_screen(view, Hex(5, 0)) - before
    assert view.hex_px == zoom
    assert abs(step.x()) > 50 and step.y() == 0


def test_zoom_has_its_limits(view: MapView) -> None:
    view.zoom(1000)
    assert MOST_HEX_PX / 1.1 < view.hex_px <= MOST_HEX_PX
    view.zoom(-2000)
    assert LEAST_HEX_PX <= view.hex_px < LEAST_HEX_PX * 1.1


def test_fit_shows_the_whole_map_and_nearly_fills_the_view(view: MapView) -> None:
    view.set_hex_px(200)
    view.fit()
    assert view.map is not None
    left, top, right, bottom = view.map.bounds
    a, b = (view.viewportTransform().map(QPointF(x, y)) for x, y in ((left, top), (right, bottom)))
    assert a.x() >= -1 and a.y() >= -1 and b.x() <= 801 and b.y() <= 601
    assert (b.x() - a.x()) / 800 > 0.9 or (b.y() - a.y()) / 600 > 0.9


def test_a_hex_comes_to_the_middle_even_at_the_rim_of_the_map(view: MapView, made_up_box: GameBox) -> None:
    corner = made_up_box.hex("01.01")
    view.centre_on(corner)
    assert (on_screen(view, corner) - QPointF(400, 300)).manhattanLength() <= 2


def test_going_to_a_hex_zooms_in_until_numbers_can_be_read_and_sets_the_cursor(view: MapView, made_up_box: GameBox) -> None:
    assert view.map is not None
    view.set_hex_px(8)
    place = made_up_box.hex("12.04")
    view.go_to(place)
    assert view.hex_px >= view.map.style.numbers.from_px
    assert view.cursor_hex == place
    assert (on_screen(view, place) - QPointF(400, 300)).manhattanLength() <= 2


def test_every_frame_paints_at_most_one_cold_tile(view: MapView, qtbot: QtBot) -> None:
    view.show_relief(None)
    view.overlay("field").set_shapes([HexFill(frozenset(view.map.box.cells), "unseen")])  # type: ignore[union-attr]
    view.set_hex_px(140)
    # A slow machine paints a tile in several frames, and none in one that comes late; here no time goes by.
    view.allowance.clock = lambda: 0.0
    counts = []
    for _ in range(60):
        before = view.allowance.painted
        view.viewport().repaint()
        counts.append(view.allowance.painted - before)
    assert max(counts) == 1
    assert sum(counts) > 4 and counts[-1] == 0


def test_a_frame_right_after_a_zoom_shows_what_is_there_stretched_and_the_next_ones_paint_anew(view: MapView) -> None:
    view.show_relief(None)
    warm_up(view)
    painted, paper = view.allowance.painted, pixels(view.viewport().grab().toImage())
    for steps in (3, 5, -2):
        view.zoom(steps)
        stretched = pixels(view.viewport().grab().toImage())
        assert view.allowance.painted == painted and view.allowance.wanting
        assert changed(paper, stretched).any()
        # Not a hole but the map, drawn from what older tiles know of it.
        assert len(np.unique(stretched[200:400, 300:500].reshape(-1, stretched.shape[2]), axis=0)) > 20
    # A frame that comes late paints no tile either; here none does.
    view.allowance.clock = lambda: 0.0
    view.viewport().repaint()
    assert view.allowance.painted > painted


def test_a_frame_that_lacks_tiles_is_followed_by_another_until_none_is_missing(view: MapView, qtbot: QtBot) -> None:
    view.set_hex_px(90)
    view.viewport().repaint()
    assert view.allowance.wanting
    qtbot.waitUntil(lambda: not view.allowance.wanting)


def test_tools_hear_of_hexes_and_plane_points(view: MapView, made_up_box: GameBox) -> None:
    assert view.map is not None
    place = made_up_box.hex("06.07")
    heard: list[tuple[str, Any]] = []
    for name in ("pressed", "moved", "released"):
        getattr(view, name).connect(lambda *said, name=name: heard.append((name, said)))
    at = on_screen(view, place)
    mouse(view, QEvent.Type.MouseButtonPress, at, Qt.MouseButton.LeftButton)
    mouse(view, QEvent.Type.MouseMove, QPointF(-5000, at.y()), Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton)
    mouse(view, QEvent.Type.MouseButtonRelease, at, Qt.MouseButton.LeftButton)
    assert [name for name, _ in heard] == ["pressed", "moved", "released"]
    pressed = heard[0][1]
    assert pressed[0] == place and pressed[2] == Qt.MouseButton.LeftButton
    assert view.map.transform.xy(pressed[1]) == pytest.approx(view.map.transform.centre(place), abs=0.2)
    assert heard[1][1][0] is None


def test_hovering_tells_the_hex_under_the_mouse_and_nothing_beside_the_map(view: MapView, made_up_box: GameBox) -> None:
    heard: list[Hex | None] = []
    view.hovered.connect(lambda place, point: heard.append(place))
    place = made_up_box.hex("10.03")
    for at in (on_screen(view, place), QPointF(1, 1)):
        mouse(view, QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
    assert heard == [place, None]


@pytest.mark.parametrize("button", [Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton])
def test_the_middle_button_or_space_moves_the_map_and_tools_hear_nothing(
    view: MapView, made_up_box: GameBox, button: Qt.MouseButton
) -> None:
    view.set_hex_px(120)
    heard: list[object] = []
    view.pressed.connect(lambda *said: heard.append(said))
    if button is Qt.MouseButton.LeftButton:
        QTest.keyPress(view, Key.Key_Space)
    before = on_screen(view, Hex(5, 0))
    mouse(view, QEvent.Type.MouseButtonPress, QPointF(300, 300), button)
    mouse(view, QEvent.Type.MouseMove, QPointF(340, 270), Qt.MouseButton.NoButton, button)
    mouse(view, QEvent.Type.MouseButtonRelease, QPointF(340, 270), button)
    QTest.keyRelease(view, Key.Key_Space)
    assert on_screen(view, Hex(5, 0)) - before == QPointF(40, -30)
    assert heard == []
    mouse(view, QEvent.Type.MouseButtonPress, QPointF(300, 300), Qt.MouseButton.LeftButton)
    assert len(heard) == 1


@pytest.mark.parametrize(("key", "goes_to"), [(Key.Key_Left, "06.07"), (Key.Key_Right, "08.07"), (Key.Key_Up, "07.08")])
def test_arrow_keys_move_the_hex_cursor_by_column_and_row(
    view: MapView, made_up_box: GameBox, key: Qt.Key, goes_to: str
) -> None:
    heard: list[Hex] = []
    view.set_cursor_hex(made_up_box.hex("07.07"))
    view.cursor_moved.connect(heard.append)
    QTest.keyClick(view, key)
    assert heard == [made_up_box.hex(goes_to)]
    QTest.keyClick(view, Key.Key_Return)


def test_arrow_keys_go_where_they_point_on_pointy_top_hexes_too(qtbot: QtBot, pointy_box: GameBox) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(600, 500)
    view.show_map(SceneMap.whole(pointy_box))
    for key, way in ((Key.Key_Right, (1, 0)), (Key.Key_Up, (0, -1)), (Key.Key_Left, (-1, 0)), (Key.Key_Down, (0, 1))):
        view.set_cursor_hex(pointy_box.hex("06.07"))
        start = on_screen(view, pointy_box.hex("06.07"))
        QTest.keyClick(view, key)
        assert view.cursor_hex is not None
        step = on_screen(view, view.cursor_hex) - start
        assert step.x() * way[0] + step.y() * way[1] > view.hex_px * 0.8


def test_the_cursor_stays_on_the_map_and_in_view(view: MapView, made_up_box: GameBox) -> None:
    view.set_hex_px(200)
    view.set_cursor_hex(made_up_box.hex("03.07"))
    view.centre_on(made_up_box.hex("03.07"))
    for _ in range(12):
        QTest.keyClick(view, Key.Key_Left)
    assert view.cursor_hex == made_up_box.hex("01.07")
    assert view.viewport().rect().contains(on_screen(view, made_up_box.hex("01.07")).toPoint())


def test_return_tells_the_hex_under_the_cursor(view: MapView, made_up_box: GameBox) -> None:
    heard: list[Hex] = []
    view.cursor_activated.connect(heard.append)
    QTest.keyClick(view, Key.Key_Return)
    view.set_cursor_hex(made_up_box.hex("07.07"))
    QTest.keyClick(view, Key.Key_Return)
    assert heard == [made_up_box.hex("07.07")]


def test_switching_a_layer_is_seen_and_undone_exactly(view: MapView) -> None:
    def shown() -> Any:
        warm_up(view)
        return pixels(view.viewport().grab().toImage())

    before = shown()
    view.set_layers(LayerState().with_shown("areas", False))
    without = shown()
    view.set_layers(LayerState())
    assert changed(before, without).any()
    assert not changed(before, shown()).any()


def test_a_line_under_the_mouse_is_seen_at_once_and_paints_no_tile(view: MapView, made_up_box: GameBox) -> None:
    warm_up(view)
    before, painted = pixels(view.viewport().grab().toImage()), view.allowance.painted
    live = view.overlay("line", live=True)
    live.set_shapes([SightLine(made_up_box.hex("03.03"), made_up_box.hex("12.09"), "clear")])
    after = pixels(view.viewport().grab().toImage())
    assert changed(before, after).any()
    assert view.allowance.painted == painted
    live.clear()
    assert not changed(before, pixels(view.viewport().grab().toImage())).any()


def test_one_hex_more_in_an_overlay_repaints_only_the_tiles_it_touches(view: MapView, made_up_box: GameBox) -> None:
    view.set_hex_px(110)
    layer = view.overlay("field")
    hexes = frozenset(made_up_box.cells) - {made_up_box.hex("08.06")}
    layer.set_shapes([HexFill(hexes, "unseen")])
    warm_up(view)
    painted = view.allowance.painted
    layer.set_shapes([HexFill(hexes - {made_up_box.hex("07.06")}, "unseen")])
    warm_up(view)
    assert 1 <= view.allowance.painted - painted <= 4


@pytest.mark.parametrize("lasting", [True, False])
def test_what_lasts_is_seen_until_it_is_painted_anew_and_an_answer_is_gone_at_once(
    view: MapView, made_up_box: GameBox, lasting: bool
) -> None:
    view.set_hex_px(110)
    warm_up(view)
    paper = pixels(view.viewport().grab().toImage())
    layer, cells = view.overlay("made up", lasting=lasting), sorted(made_up_box.cells)
    layer.set_shapes([HexFill(frozenset(cells[::2]), "unseen")])
    warm_up(view)
    before = pixels(view.viewport().grab().toImage())
    layer.set_shapes([HexFill(frozenset(cells[1::2]), "unseen")])
    # One tile of many is painted in a frame.
    between = pixels(view.viewport().grab().toImage())
    warm_up(view)
    after = pixels(view.viewport().grab().toImage())
    was_filled = changed(paper, before) & changed(before, after)
    assert (changed(paper, between)[was_filled].mean() > 0.5) == lasting


def test_the_paper_stays_paper_in_a_dark_window_and_its_surroundings_darken(view: MapView) -> None:
    def corner_and_middle() -> tuple[Any, Any]:
        warm_up(view)
        picture = pixels(view.viewport().grab().toImage())
        return picture[2, 2, :3].astype(int), picture[300, 400, :3].astype(int)

    light_corner, light_middle = corner_and_middle()
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor("#202020"))
    view.setPalette(palette)
    dark_corner, dark_middle = corner_and_middle()
    assert (dark_middle == light_middle).all()
    assert dark_corner.mean() < 60 < light_corner.mean()


def test_a_map_is_prepared_between_frames_and_then_shown(qtbot: QtBot, made_up_box: GameBox) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.resize(500, 400)
    scene = SceneMap(made_up_box)
    with qtbot.waitSignal(view.prepared):
        view.show_map(scene)
        assert not scene.ready
    warm_up(view)
    assert len(np.unique(pixels(view.viewport().grab().toImage()).reshape(-1, 4), axis=0)) > 500


def test_a_new_picture_of_the_same_map_keeps_the_view_and_the_cursor(view: MapView, made_up_box: GameBox, qtbot: QtBot) -> None:
    place = made_up_box.hex("12.04")
    view.go_to(place)
    at, zoom = on_screen(view, place), view.hex_px
    with qtbot.waitSignal(view.prepared):
        view.show_map(SceneMap(made_up_box), keep_view=True)
    assert (on_screen(view, place), view.hex_px, view.cursor_hex) == (at, zoom, place)


def test_without_a_map_nothing_is_under_the_mouse_and_keys_do_no_harm(qtbot: QtBot) -> None:
    view = MapView()
    qtbot.addWidget(view)
    view.show()
    heard: list[object] = []
    view.hovered.connect(lambda place, point: heard.append((place, point)))
    mouse(view, QEvent.Type.MouseMove, QPointF(10, 10), Qt.MouseButton.NoButton)
    for key in (Key.Key_Left, Key.Key_Return, Key.Key_Space):
        QTest.keyClick(view, key)
    view.fit()
    view.show_map(None)
    assert heard == [(None, None)]
    assert view.visible_hexes() == ()


def test_hexes_in_view_come_from_the_middle_outwards(view: MapView, made_up_box: GameBox) -> None:
    place = made_up_box.hex("10.06")
    view.set_hex_px(150)
    view.centre_on(place)
    seen = view.visible_hexes()
    assert seen[0] == place
    assert place.distance(seen[-1]) > 2
    assert made_up_box.hex("01.01") not in seen


def test_the_hex_in_the_middle_is_the_first_of_those_in_view(view: MapView, made_up_box: GameBox) -> None:
    for label, hex_px in (("10.06", 150.0), ("03.03", 40.0), ("08.08", 9.0)):
        view.set_hex_px(hex_px)
        view.centre_on(made_up_box.hex(label))
        assert view.middle_hex() == view.visible_hexes()[0] == made_up_box.hex(label)
    view.set_hex_px(20)
    beside = QRectF(*view.map.bounds[:2], 1, 1)
    view.centerOn(beside.center())
    assert view.middle_hex() == view.visible_hexes()[0]
    view.show_map(None)
    assert view.middle_hex() is None


@pytest.mark.parametrize("shown", [True, False])
def test_every_frame_covers_the_whole_view(view: MapView, shown: bool) -> None:
    never = QColor(255, 0, 255)
    if not shown:
        view.show_map(None)
    for hex_px in (LEAST_HEX_PX, 40.0):
        view.set_hex_px(hex_px)
        view._sheet.spoil()
        while True:
            target = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
            target.fill(never)
            view.viewport().render(target, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
            assert not (pixels(target) == (255, 0, 255, 255)).all(axis=2).any()
            if not view.allowance.wanting:
                break
