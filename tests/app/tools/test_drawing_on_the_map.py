"""Tools that draw, on a real view of the made-up map: layers, the wheel, previews as shapes, keys before the view's own."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QInputMethodQueryEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.canvas.scene_map import SceneMap
from app.canvas.shapes import HexFill, Sketch
from app.canvas.view import MapView
from app.documents.document import Document
from app.tools.context import ToolContext
from app.tools.map_marks import MapMarks
from app.tools.tool_box import ToolBox
from core.model.terrain import Terrain, TerrainKind
from tests.app.conftest import move_pointer
from tests.app.tools.conftest import FakeAnswers, FakeHeights

LEFT = Qt.MouseButton.LeftButton
CHART = {
    each.id: each
    for each in (
        Terrain("woods", "Woods", TerrainKind.AREA),
        Terrain("building", "Building", TerrainKind.AREA),
        Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE),
    )
}


class Table:
    """A view with its tools."""

    def __init__(self, box):
        self.document = Document(box.with_head(type(box.head)(box.title, box.ruleset, terrain=CHART)))
        self.view = MapView()
        self.view.resize(900, 700)
        self.view.show_map(SceneMap.whole(self.document.box))
        self.said = []
        self.marks = MapMarks(self.view, self.document.box)
        context = ToolContext(
            self.marks,
            self.document,
            FakeAnswers(),
            FakeHeights(),
            lambda rulings, pending: None,
            lambda place, rulings: None,
            self.said.append,
        )
        self.tools = ToolBox(context)
        self.tools.listen_to(self.view)

    def at(self, column, row) -> QPoint:
        place = self.document.box.sheets[0].frame.hex(column, row)
        return self.view.mapFromScene(QPointF(*self.view.map.transform.centre(place)))

    def stroke(self, *cells):
        viewport = self.view.viewport()
        QTest.mousePress(viewport, LEFT, pos=self.at(*cells[0]))
        for cell in cells[1:]:
            move_pointer(viewport, QPointF(self.at(*cell)))
        QTest.mouseRelease(viewport, LEFT, pos=self.at(*cells[-1]))

    def shown(self, kind):
        layer = "tools: ground" if kind is HexFill else "tools: sketches"
        return [shape for shape in self.view.overlay(layer).shapes if isinstance(shape, kind)]


@pytest.fixture(params=["made_up_box", "pointy_box"])
def table(request, qtbot) -> Iterator[Table]:
    made = Table(request.getfixturevalue(request.param))
    qtbot.addWidget(made.view)
    made.view.show()
    made.view.fit()
    yield made
    made.tools.close()


def test_a_stroke_with_the_mouse_paints_the_hexes_that_it_passes(table):
    before = len(table.document.box.sheets[0].sheet.areas)
    table.tools.choose("brush")
    table.stroke((10, 3), (12, 3))
    assert len(table.document.box.sheets[0].sheet.areas) == before + 1
    assert table.document.undo_stack.count() == 1


def test_the_brush_is_seen_under_the_pointer_and_goes_when_it_leaves(table):
    table.tools.choose("brush")
    move_pointer(table.view.viewport(), QPointF(table.at(5, 5)))
    assert [fill.look for fill in table.shown(HexFill)] == ["brush"]
    table.view.mouse_left.emit()
    assert table.shown(HexFill) == []


def test_a_hidden_or_locked_layer_is_named_and_nothing_is_drawn(table):
    table.tools.choose("brush")
    for state in (table.view.layers.with_shown("areas", False), table.view.layers.with_locked("areas", True)):
        table.view.set_layers(state)
        table.stroke((10, 3), (12, 3))
        assert table.document.undo_stack.count() == 0
        assert "Woods and fields" in table.said[-1]


def test_alt_and_the_wheel_turn_a_stamp_and_do_not_zoom(table):
    table.tools.choose("building")
    move_pointer(table.view.viewport(), QPointF(table.at(5, 5)))
    (before,), zoom = table.shown(Sketch), table.view.hex_px
    at = QPointF(table.at(5, 5))
    wheel = QWheelEvent(
        at,
        table.view.viewport().mapToGlobal(at),
        QPoint(),
        QPoint(120, 0),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.AltModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(table.view.viewport(), wheel)
    (after,) = table.shown(Sketch)
    assert after.line != before.line
    assert table.view.hex_px == zoom


def test_keys_alone_draw_along_hexsides(table):
    table.tools.choose("sides")
    before = len(table.document.box.sheets[0].sheet.sides)
    table.view.set_cursor_hex(table.document.box.sheets[0].frame.hex(6, 4))
    for _ in range(3):
        QTest.keyClick(table.view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    sides = table.document.box.sheets[0].sheet.sides
    assert len(sides) == before + 1
    assert (6, 4) in sides[-1].between


def test_a_building_lies_as_it_was_shown(table):
    table.tools.choose("building")
    QTest.keyClick(table.view, Qt.Key.Key_Comma)
    move_pointer(table.view.viewport(), QPointF(table.at(5, 5)))
    (shown,) = table.shown(Sketch)
    QTest.mouseClick(table.view.viewport(), LEFT, pos=table.at(5, 5))
    placed = table.document.box.sheets[0]
    ring = [placed.frame.to_plane(point) for point in placed.sheet.areas[-1].shape[0]]
    assert all(abs(a - b) < 1e-3 for p, q in zip(ring, shown.line, strict=True) for a, b in zip(p, q, strict=True))


def test_input_methods_write_names_on_the_map_and_are_shut_out_else(table):
    def let_in() -> bool:
        return table.view.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)

    table.tools.choose("names")
    assert not let_in()
    QTest.mouseClick(table.view.viewport(), LEFT, pos=table.at(4, 4))
    assert let_in()
    written = QInputMethodEvent()
    written.setCommitString("Mé")
    QApplication.sendEvent(table.view, written)
    asked = QInputMethodQueryEvent(Qt.InputMethodQuery.ImEnabled | Qt.InputMethodQuery.ImQueryInput)
    QApplication.sendEvent(table.view, asked)
    assert asked.value(Qt.InputMethodQuery.ImEnabled)
    assert asked.value(Qt.InputMethodQuery.ImSurroundingText) == "Mé"
    spot = asked.value(Qt.InputMethodQuery.ImCursorRectangle).topLeft().toPoint()
    assert (spot - table.at(4, 4)).manhattanLength() <= 2
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert table.document.box.sheets[0].sheet.names[-1].text == "Mé"
    assert not let_in()
