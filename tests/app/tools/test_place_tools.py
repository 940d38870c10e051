"""Tools that put single things: spot elevations, marked lows, names, buildings."""

import math
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.canvas.shapes import Caption
from core.geometry.layout import plane_centre
from core.model.edits.map_edits import ChangeBox
from core.model.maps import Low, Spot
from core.model.terrain import Terrain, TerrainKind

LEFT, PLAIN, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
BUILDING = Terrain("building", "Building", TerrainKind.AREA)


def at(bench, column, row):
    return bench.document.box.sheets[0].frame.hex(column, row)


def sheet(bench):
    return bench.document.box.sheets[0].sheet


def click(bench, place, off=(0.0, 0.0)):
    x, y = plane_centre(place)
    point = (x + off[0], y + off[1])
    bench.box.pointed(place, point)
    bench.box.pressed(place, point, LEFT, PLAIN)
    bench.box.released(place, point, LEFT, PLAIN)


def press(bench, which, text="", held=PLAIN):
    return bench.box.key(QKeyEvent(QKeyEvent.Type.KeyPress, which, held, text))


def write(bench, text):
    for letter in text:
        assert press(bench, Qt.Key(ord(letter.upper())), letter)


def captions(bench, tool):
    return [shape.text for shape in bench.canvas.sketches[tool] if isinstance(shape, Caption)]


def option(bench, name):
    return next(each for each in bench.box.current.options if each.id == name)


def test_a_spot_is_as_high_as_the_ground_is_known_to_be(bench):
    place = at(bench, 4, 4)
    bench.heights.tell("standard", {place: Fraction(265, 4)})
    bench.box.choose("spot")
    click(bench, place)
    assert captions(bench, "spot") == ["66 m"]
    assert sheet(bench).spots[0].height == 66


def test_the_option_shows_the_height_of_the_ground_while_that_holds(bench):
    place = at(bench, 4, 4)
    bench.heights.tell("standard", {place: Fraction(66)})
    bench.box.choose("spot")
    bench.box.pointed(place, plane_centre(place))
    assert option(bench, "height").value == 66
    option(bench, "height").change(Fraction(71))
    bench.box.pointed(place, plane_centre(place))
    assert option(bench, "height").value == 71
    assert option(bench, "ground").value is False
    option(bench, "ground").change(True)
    assert option(bench, "height").value == 66


def test_brackets_step_the_height_of_a_spot_to_multiples_of_the_interval(bench):
    place = at(bench, 4, 4)
    bench.heights.tell("standard", {place: Fraction(66)})
    bench.box.choose("spot")
    bench.box.pointed(place, plane_centre(place))
    press(bench, Qt.Key.Key_BracketRight)
    assert captions(bench, "spot") == ["70 m"]
    press(bench, Qt.Key.Key_BracketLeft)
    press(bench, Qt.Key.Key_BracketLeft)
    click(bench, place, (0.25, 0.125))
    (spot,) = sheet(bench).spots
    x, y = bench.document.box.sheets[0].frame.to_sheet(plane_centre(place))
    assert spot == Spot(Fraction(50), (round(x + 0.25, 4), round(y + 0.125, 4)))


def test_a_spot_can_be_kept_on_the_centre_dot(bench):
    bench.box.choose("spot")
    option(bench, "dots").change(True)
    click(bench, at(bench, 4, 4), (0.2, 0.2))
    x, y = bench.document.box.sheets[0].frame.to_sheet(plane_centre(at(bench, 4, 4)))
    assert sheet(bench).spots[0].at == (round(x, 4), round(y, 4))


def test_a_low_is_marked_where_the_fine_cursor_is(bench):
    bench.box.choose("low")
    bench.canvas.set_cursor(at(bench, 3, 3))
    press(bench, Qt.Key.Key_Up, held=CTRL)
    press(bench, Qt.Key.Key_Return)
    x, y = bench.document.box.sheets[0].frame.to_sheet(plane_centre(at(bench, 3, 3)))
    assert list(sheet(bench).lows) == [Low((round(x, 4), round(y + 0.125, 4)))]


def test_a_name_is_typed_in_place(bench):
    bench.box.choose("names")
    click(bench, at(bench, 3, 3))
    write(bench, "Larkk")
    press(bench, Qt.Key.Key_Backspace)
    assert captions(bench, "names") == ["Lark│"]
    press(bench, Qt.Key.Key_Return)
    assert [name.text for name in sheet(bench).names] == ["Lark"]
    assert bench.document.undo_stack.count() == 1


def test_an_accent_that_waits_for_its_letter_is_shown_and_written_with_it(bench):
    bench.box.choose("names")
    click(bench, at(bench, 3, 3))
    write(bench, "M")
    bench.box.current.write("", "´")
    assert captions(bench, "names") == ["M´│"]
    bench.box.current.write("é")
    bench.box.current.write("o", start=-1, length=1)
    assert captions(bench, "names") == ["Mo│"]
    press(bench, Qt.Key.Key_Return)
    assert bench.box.current.writing is None
    bench.box.current.write("z")
    assert [name.text for name in sheet(bench).names] == ["Mo"]


def test_a_copied_text_is_written_as_one_line(bench):
    QGuiApplication.clipboard().setText("Lark\n  Hill ")
    bench.box.choose("names")
    click(bench, at(bench, 3, 3))
    assert press(bench, Qt.Key.Key_V, held=CTRL)
    assert captions(bench, "names") == ["Lark Hill│"]


def test_keys_of_other_tools_are_letters_while_a_name_is_typed(bench):
    bench.box.choose("names")
    event = QKeyEvent(QKeyEvent.Type.ShortcutOverride, Qt.Key.Key_B, PLAIN, "b")
    event.ignore()
    bench.box.eventFilter(bench.box, event)
    assert not event.isAccepted()
    click(bench, at(bench, 3, 3))
    bench.box.eventFilter(bench.box, event)
    assert event.isAccepted()


def test_escape_gives_up_a_name_and_an_empty_one_is_not_put(bench):
    bench.box.choose("names")
    click(bench, at(bench, 3, 3))
    write(bench, "Lark")
    press(bench, Qt.Key.Key_Escape)
    click(bench, at(bench, 3, 3))
    press(bench, Qt.Key.Key_Return)
    assert not len(sheet(bench).names)
    assert bench.box.current.id == "names"


def test_a_text_from_the_bar_is_put_by_the_click_with_size_and_angle(bench):
    bench.box.choose("names")
    option(bench, "text").change("River Wend")
    option(bench, "size").change(Fraction(1, 2))
    assert bench.box.current.turned(2)
    click(bench, at(bench, 3, 3))
    (name,) = sheet(bench).names
    assert (name.text, name.size, name.angle) == ("River Wend", 0.5, 10.0)


@pytest.fixture
def building(bench):
    head = replace(bench.document.box.head, terrain=MappingProxyType({"building": BUILDING}))
    bench.document.do(ChangeBox("Chart", head))
    bench.box.choose("building")
    return bench


def test_a_building_is_stamped_turned_by_comma_and_period(building):
    press(building, Qt.Key.Key_Comma, ",")
    press(building, Qt.Key.Key_Comma, ",")
    assert option(building, "angle").value == 30
    click(building, at(building, 4, 4))
    ring = sheet(building).areas[0].shape[0]
    assert ring[0] == ring[-1]
    along = ring[1][0] - ring[0][0], ring[1][1] - ring[0][1]
    assert math.hypot(*along) == pytest.approx(0.22, abs=1e-3)
    assert math.degrees(math.atan2(along[1], along[0])) == pytest.approx(30, abs=0.1)
    press(building, Qt.Key.Key_Period, ".")
    assert option(building, "angle").value == 15


def test_turning_by_half_a_turn_is_where_it_was(building):
    for _ in range(12):
        building.box.current.turned(-1)
    assert option(building, "angle").value == 0


def test_a_locked_layer_takes_nothing(building):
    building.canvas.locked |= {"areas", "spots"}
    click(building, at(building, 4, 4))
    building.box.choose("spot")
    click(building, at(building, 4, 4))
    assert not len(sheet(building).areas)
    assert not len(sheet(building).spots)
    assert "Spots" in building.said[-1]


def test_the_preview_goes_with_the_mouse(building):
    place = at(building, 4, 4)
    building.box.pointed(place, plane_centre(place))
    assert building.canvas.sketches["building"]
    building.box.left()
    assert building.canvas.sketches["building"] == ()
