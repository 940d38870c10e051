"""Tools with the mouse and the keys on a real map view, with answers of the real example box."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from app.canvas.layers import Exposure
from app.canvas.scene_map import SceneMap
from app.canvas.shape_painter import ShapePainter
from app.canvas.shapes import BlockMark, ChordMark, HexFill, HexTexts, Rays, SightLine, SmokeMark
from app.canvas.transform import widened
from app.canvas.view import MapView
from app.documents.document import Document
from app.tools.context import Blocker, ToolContext
from app.tools.map_marks import MapMarks
from app.tools.tool_box import ToolBox
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, corners, to_lattice
from core.model.box import GameBox, PlacedSheet
from core.model.edits.state_edits import PlaceSmoke
from core.model.maps import Area, Grid, MapSheet
from core.model.state import GameState
from core.questions.catalogue import ask
from core.questions.game import open_game
from tests.app.canvas.pictures import pixels
from tests.app.conftest import move_pointer

BOX = Path(__file__).parents[3] / "scenarios" / "tcs-example"
LEFT = Qt.MouseButton.LeftButton


class AtOnce:
    """Answers every question on the spot."""

    def __init__(self, game):
        self.game = game

    def ask(self, question, parameters, on_ruling, on_progress=None, on_refused=None, slot="", background=False):
        on_ruling(ask(question, self.game, **parameters))
        return 1

    def cancel(self, ticket):
        raise AssertionError("nothing is ever under way")

    def set_state(self, state):
        self.game = self.game.with_state(state)


class AllHeights(QObject):
    arrived = Signal(str, object)

    def __init__(self, game):
        super().__init__()
        self.game = game

    def known(self, method):
        return ask("heights", self.game, method=method).detail.heights

    def watch(self, method, near):
        pass


class Table:
    """A view with its tools, and what they have published."""

    def __init__(self, game):
        self.game = game
        self.document = Document(game.box, game.ruleset)
        self.view = MapView()
        self.view.resize(500, 800)
        self.view.show_map(SceneMap.whole(game.box))
        self.published = []
        self.said = []
        answers, heights = AtOnce(game), AllHeights(game)
        context = ToolContext(
            MapMarks(self.view, game.box),
            self.document,
            answers,
            heights,
            lambda rulings, pending: self.published.append(tuple(rulings)),
            lambda place, rulings: None,
            self.said.append,
            ("standard", "heads_a"),
        )
        self.tools = ToolBox(context)
        self.tools.listen_to(self.view)

    def hex(self, label):
        return self.game.box.hex(label)

    def at(self, label) -> QPoint:
        x, y = self.view.map.transform.centre(self.hex(label))
        return self.view.mapFromScene(x, y)

    def drag(self, start, end):
        viewport = self.view.viewport()
        QTest.mousePress(viewport, LEFT, pos=self.at(start))
        self.hover(end)
        QTest.mouseRelease(viewport, LEFT, pos=self.at(end))

    def hover(self, label):
        move_pointer(self.view.viewport(), QPointF(self.at(label)))

    def click(self, label, held=Qt.KeyboardModifier.NoModifier):
        QTest.mouseClick(self.view.viewport(), LEFT, held, self.at(label))

    def shown(self, kind):
        layers = ("tools: fills", "tools: smoke", "tools: ground", "tools: numbers", "tools: live")
        return [shape for name in layers for shape in self.view.overlay(name).shapes if isinstance(shape, kind)]


@pytest.fixture(scope="module")
def game():
    opened = open_game(BOX)
    assert opened.game is not None
    return opened.game


@pytest.fixture
def table(game, qtbot) -> Iterator[Table]:
    made = Table(game)
    qtbot.addWidget(made.view)
    made.view.show()
    made.view.fit()
    yield made
    made.tools.close()


def test_a_drag_draws_the_line_marks_the_village_and_publishes_all_methods(table):
    table.tools.choose("los")
    table.drag("1.11", "2.06")
    (line,) = table.shown(SightLine)
    assert (line.start, line.end, line.state, line.blocker) == (
        table.hex("1.11"),
        table.hex("2.06"),
        "blocked",
        table.hex("2.09"),
    )
    assert [mark.hex for mark in table.shown(BlockMark)] == [table.hex("2.09")]
    assert [ruling.detail.method for ruling in table.published[-1]] == ["standard", "heads_a"]
    assert "blocked by 2.09 village" in table.said[-1]


def test_the_outline_of_the_building_that_blocks_is_marked(table):
    table.tools.choose("los")
    table.drag("4.03", "4.05")
    (mark,) = table.shown(BlockMark)
    assert mark.hex == table.hex("4.04")
    (outline,) = mark.outlines
    assert outline[0] == outline[-1]
    assert len(outline) == 5


def test_of_a_wood_only_what_lies_in_the_blocking_hex_is_marked(qapp):
    big = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0), (0.0, 0.0))
    far = tuple((x + 30, y) for x, y in big)
    grid = Grid(8, 8, Numbering("{column:02}.{row:02}", 8, 8))
    sheet = MapSheet("A", grid, areas=(Area("woods", (big,)), Area("woods", (far,)), Area("orchard", (big,))))
    box = GameBox("Woods", "demo-1.0", (PlacedSheet(sheet, SheetFrame.place("odd")),))
    place = box.hex("04.04")
    (outline,) = MapMarks(MapView(), box)._outlines(Blocker(place, "woods", "Woods"))
    assert {to_lattice(point) for point in outline} == set(corners(place))
    assert outline[0] == outline[-1]


def test_of_a_hedgerow_the_hexsides_of_the_blocking_hex_are_marked(made_up_box, qapp):
    frame = made_up_box.sheets[0].frame
    place, south = frame.hex(4, 9), frame.hex(4, 8)
    lines = MapMarks(MapView(), made_up_box)._outlines(Blocker(place, "hedgerow", "Hedgerow"))
    shared = {corner for corner in corners(place) if corner in corners(south)}
    assert len(lines) == 3
    assert shared in [{to_lattice(point) for point in line} for line in lines]


def test_smoke_by_click_turns_a_clear_line_and_undo_turns_it_back(table):
    table.tools.choose("los")
    table.drag("1.04", "4.05")
    assert table.shown(SightLine)[0].state == "clear"
    table.tools.choose("smoke")
    table.click("3.05")
    assert [mark.hex for mark in table.shown(SmokeMark)] == [table.hex("3.05")]
    assert table.shown(SightLine)[0].state == "blocked"
    table.document.undo_stack.undo()
    assert table.shown(SightLine)[0].state == "clear"
    assert table.shown(SmokeMark) == []


def test_shift_click_places_a_barrage_that_also_fills_adjacent_hexes(table):
    table.tools.choose("los")
    table.drag("1.04", "4.05")
    table.tools.choose("smoke")
    table.click("3.06", Qt.KeyboardModifier.ShiftModifier)
    assert table.shown(SmokeMark)[0].spread
    assert table.shown(SightLine)[0].state == "blocked", "3.05 lies beside the marker"


def test_keys_alone_draw_a_line(table, qtbot):
    table.tools.choose("los")
    table.view.set_cursor_hex(table.hex("4.03"))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(table.view, key)
    (line,) = table.shown(SightLine)
    assert (line.start, line.end) == (table.hex("4.03"), table.hex("4.05"))
    assert line.state == "blocked"
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert table.shown(SightLine) == []


def test_a_field_lights_what_is_seen_and_dims_the_rest(table):
    table.tools.choose("field")
    table.click("4.05")
    fills = {fill.look: fill.hexes for fill in table.shown(HexFill)}
    seen = table.published[-1][0].detail.seen
    assert fills["lit"] == seen
    playable = frozenset(table.game.box.cells)
    assert fills["unseen"] & playable == playable - seen
    cut_off = fills["unseen"] - playable
    assert cut_off
    assert all(playable.intersection(place.neighbours()) for place in cut_off)


def test_a_field_dims_the_hexes_cut_off_by_the_edge_and_nothing_beside_the_paper(table):
    table.tools.choose("field")
    table.click("4.05")
    fills = {fill.look: fill for fill in table.shown(HexFill)}
    dark = replace(fills["unseen"], hexes=fills["unseen"].hexes | fills["lit"].hexes)
    (edge,) = table.view.map.edges
    image = QImage(900, 900, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    whole = widened(edge, 100)
    scale = 900 / max(whole[2] - whole[0], whole[3] - whole[1])
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-whole[0], -whole[1])
    ShapePainter(table.view.map.transform, table.view.map.style.overlay).paint(dark, painter, Exposure(whole, scale))
    painter.end()
    painted = pixels(image)[..., 3] > 0
    left, top, right, bottom = (round((edge[k] - whole[k % 2]) * scale) for k in range(4))
    assert painted[top + 3 : bottom - 3, left + 3 : right - 3].all()
    outside = painted.copy()
    outside[top - 2 : bottom + 2, left - 2 : right + 2] = False
    assert not outside.any()


def test_a_cross_fire_shows_its_rays_and_where_one_more_firer_would_do(table):
    table.tools.choose("crossfire")
    for label in ("4.06", "4.09"):
        table.click(label)
    detail = table.published[-1][0].detail
    fills = {fill.look: fill.hexes for fill in table.shown(HexFill)}
    assert fills["candidate-seen"] == detail.completing_seen
    assert fills["candidate"] == detail.completing - detail.completing_seen

    table.click("6.05")
    (rays,) = table.shown(Rays)
    assert (rays.target, len(rays.counted)) == (table.hex("4.06"), 5)
    assert table.published[-1][0].verdict == "crossfire"
    fills = {fill.look: fill.hexes for fill in table.shown(HexFill)}
    assert not {"candidate", "candidate-seen"} & set(fills)
    assert fills["firer"] == {table.hex("4.09"), table.hex("6.05")}


def test_the_rules_see_numbers_and_a_chord_with_quarter_marks(table):
    table.tools.choose("rules_see")
    (numbers,) = table.shown(HexTexts)
    assert numbers.texts[table.hex("4.04")] == "65"
    assert len(numbers.texts) == len(table.game.box.cells)
    table.hover("4.04")
    *ticks, chord = table.shown(ChordMark)
    assert len(ticks) == 3
    assert chord.words == ("60", "80")
    assert table.said[-1] == "4.04: 65 m, between 60 and 80 m"


def test_escape_leaves_nothing_on_the_map(table):
    for tool, labels in (("los", ("1.04", "4.05")), ("field", ("4.05",)), ("crossfire", ("4.06", "4.09"))):
        table.tools.choose(tool)
        for label in labels:
            table.click(label)
        for _ in range(3):
            QTest.keyClick(table.view, Qt.Key.Key_Escape)
        assert table.tools.current.id == "select"
        assert table.shown(object) == []


def test_nothing_of_the_last_box_is_left_on_the_map_of_the_next(game, qtbot):
    first = Table(game)
    qtbot.addWidget(first.view)
    first.document.do(PlaceSmoke(first.hex("2.05")))
    assert first.shown(SmokeMark)
    first.tools.close()
    first.view.show_map(SceneMap.whole(game.box))
    MapMarks(first.view, game.box).smoke(GameState())
    assert not first.shown(SmokeMark)
