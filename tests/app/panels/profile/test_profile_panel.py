"""The side view says what the ruling says: drawn points lie above the drawn line exactly where they block."""

import itertools

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtTest import QTest

from app.panels.features import feature_kind
from app.panels.profile.geometry import Heights, line_y, outline, point_of, sight_line, slot_at, slots_of, ticks
from app.panels.profile.painter import ProfileDrawing
from app.panels.profile.panel import ProfilePanel, row_words
from app.widgets.themes import palette
from tests.app.conftest import move_pointer

SIZES = (QRectF(0, 0, 240, 150), QRectF(10, 5, 520, 260), QRectF(0, 0, 1900, 1000))
NEAR = 1e-6


def all_sights(examples):
    return {
        "A-G": examples.a_to_g(),
        "A-G simplified": examples.a_to_g("simplified"),
        "A-G heads": examples.a_to_g("heads_ab"),
        "B-C": examples.b_to_c(),
        "F-G": examples.f_to_g(),
        "E-I": examples.e_to_i(),
        "D-G": examples.d_to_g(),
        "D-G blocked": examples.d_to_g(bases={"4.06": 75}),
        "reversed": examples.los("4.05", "4.03", (80, 50), {"4.04": 65}, {"4.04": "building"}),
    }


def drawings(examples):
    font = QFont("DejaVu Sans", 9)
    for (name, ruling), room in itertools.product(all_sights(examples).items(), SIZES):
        yield name, ProfileDrawing(ruling, examples.box, room, font, palette(dark=False))


def test_every_drawn_point_lies_above_the_drawn_line_exactly_when_it_blocks(examples, qapp):
    checked = 0
    for name, drawing in drawings(examples):
        frame = drawing.frame()
        assert frame is not None
        line = sight_line(drawing.ruling.detail, frame)
        for slot in slots_of(drawing.ruling.detail):
            x, y = point_of(slot, frame)
            above = y < line_y(line, x) - NEAR
            assert above == slot.row.blocks, f"{name} at {drawing.rect.width():.0f}: {slot.row}"
            checked += 1
    assert checked > 60


def test_numbers_of_margins_stand_on_no_other_number_and_in_no_other_column(examples, qapp):
    shown = dropped = 0
    for name, drawing in drawings(examples):
        frame, slots = drawing.frame(), slots_of(drawing.ruling.detail)
        line = sight_line(drawing.ruling.detail, frame)
        rooms = drawing.margin_rooms(frame, slots, line)
        for (_, a), (_, b) in itertools.combinations(rooms, 2):
            assert not a.intersects(b), name
        for own, room in rooms:
            for other in slots:
                if other is not own and other.row.margin is not None:
                    assert not room.left() < point_of(other, frame)[0] + 2.5 * other.side < room.right(), name
        shown += len(rooms)
        dropped += len(slots) - len(rooms)
    assert shown > 40
    assert dropped


def test_labels_under_the_axis_stand_on_no_other_and_name_both_ends(examples, qapp):
    for name, drawing in drawings(examples):
        frame, slots = drawing.frame(), slots_of(drawing.ruling.detail)
        labels = drawing.label_rooms(frame, slots)
        for (_, _, a), (_, _, b) in itertools.combinations(labels, 2):
            assert not a.intersects(b), name
        words = {word for word, _, _ in labels}
        ends = {examples.box.label(place) for place in (drawing.ruling.detail.start, drawing.ruling.detail.end)}
        assert ends <= words, name


def test_a_long_line_names_hexes_at_even_distances(examples, qapp):
    bases = {f"3.{row:02}": 30 for row in range(2, 14)}
    ruling = examples.los("3.01", "3.14", (50, 50), bases)
    drawing = ProfileDrawing(ruling, examples.box, QRectF(0, 0, 330, 160), QFont("DejaVu Sans", 9), palette(dark=False))
    frame = drawing.frame()
    middles = [room.center().x() for _, _, room in drawing.label_rooms(frame, slots_of(ruling.detail))]
    columns = [round(frame.column_at(x), 3) for x in middles[:-2]]
    steps = {b - a for a, b in itertools.pairwise(columns)}
    assert len(middles) > 3
    assert len(steps) == 1


def test_heights_and_the_line_stand_where_the_numbers_of_the_ruling_say(examples, qapp):
    for _, drawing in drawings(examples):
        frame = drawing.frame()
        line = sight_line(drawing.ruling.detail, frame)
        for slot in slots_of(drawing.ruling.detail):
            x, y = point_of(slot, frame)
            assert frame.column_at(x) == pytest.approx(slot.row.column)
            assert y == pytest.approx(frame.y(float(slot.row.height)))
            assert line_y(line, x) == pytest.approx(frame.y(float(slot.row.sight)))


def test_no_feature_rises_above_the_line_unless_it_blocks(examples, qapp):
    seen = set()
    for name, drawing in drawings(examples):
        frame = drawing.frame()
        line = sight_line(drawing.ruling.detail, frame)
        for slot in slots_of(drawing.ruling.detail):
            if not slot.row.feature:
                continue
            points = outline(feature_kind(slot.row.feature).value, slot, frame, line)
            seen.add(slot.row.feature)
            above = any(y < line_y(line, x) - NEAR for x, y in points)
            assert above == slot.row.blocks, name
            assert min(y for _, y in points) == pytest.approx(point_of(slot, frame)[1])
    assert seen == {"village", "woods", "building"}


@pytest.mark.parametrize(("feature", "base"), [("building", 145), ("woods", 130), ("village", 130)])
def test_a_feature_that_just_touches_a_steep_line_does_not_stick_out_of_it(examples, qapp, feature, base):
    ruling = examples.los("4.03", "4.05", (0, 300), {"4.04": base}, {"4.04": feature})
    drawing = ProfileDrawing(ruling, examples.box, QRectF(0, 0, 900, 900), QFont("DejaVu Sans", 9), palette(dark=False))
    frame, (slot,) = drawing.frame(), slots_of(ruling.detail)
    line = sight_line(ruling.detail, frame)
    points = outline(feature, slot, frame, line)
    assert slot.row.margin == 0
    assert not any(y < line_y(line, x) - NEAR for x, y in points)


def test_both_hexes_along_a_hexside_stand_side_by_side(examples):
    first, second = slots_of(examples.e_to_i().detail)
    assert (first.column, first.side, second.column, second.side) == (1, -1, 1, 1)
    assert {first.row.hex, second.row.hex} == {examples.hex("3.12"), examples.hex("3.13")}


def test_the_lower_end_stands_at_the_left_whichever_way_one_looks(examples, qapp):
    there = examples.los("4.03", "4.05", (50, 80), {"4.04": 65}, {"4.04": "building"})
    back = examples.los("4.05", "4.03", (80, 50), {"4.04": 65}, {"4.04": "building"})
    frames = []
    for ruling in (there, back):
        drawing = ProfileDrawing(ruling, examples.box, SIZES[1], QFont("DejaVu Sans", 9), palette(dark=False))
        frames.append(sight_line(ruling.detail, drawing.frame()))
    assert frames[0] == frames[1]


def test_axis_ticks_are_round_and_apart():
    for low, high, pixels in itertools.product((-13.0, 0.0, 37.5), (61.0, 180.0, 990.0), (60.0, 300.0, 900.0)):
        marks = ticks(Heights(low, high), pixels, 24.0)
        assert all(low <= mark <= high for mark in marks)
        steps = {b - a for a, b in itertools.pairwise(marks)}
        assert len(steps) <= 1
        assert all(step * pixels / (high - low) >= 24.0 for step in steps)


def test_the_row_under_the_mouse_is_the_one_on_that_side_of_its_column(examples, qapp):
    ruling = examples.e_to_i()
    drawing = ProfileDrawing(ruling, examples.box, SIZES[1], QFont("DejaVu Sans", 9), palette(dark=False))
    frame, slots = drawing.frame(), slots_of(ruling.detail)
    assert slot_at(slots, frame, frame.x(1) - 20) is slots[0]
    assert slot_at(slots, frame, frame.x(1) + 20) is slots[1]
    assert slot_at(slots, frame, frame.x(0)) is None


@pytest.fixture
def panel(qtbot, examples):
    made = ProfilePanel()
    qtbot.addWidget(made)
    made.resize(520, 280)
    made.show_ruling(examples.b_to_c(), examples.box)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_hovering_names_the_hex_and_leaving_names_none(panel, examples, qtbot):
    frame = panel.view.drawing().frame()
    heard = []
    panel.hex_hovered.connect(heard.append)
    move_pointer(panel.view, QPointF(frame.x(1), frame.top + 20))
    move_pointer(panel.view, QPointF(frame.x(4), frame.top + 20))
    panel.view.name_slot(None)
    assert heard == [examples.hex("1.10"), examples.hex("2.07"), None]


def test_arrow_keys_walk_along_the_line_and_enter_opens(panel, examples, qtbot):
    heard, opened = [], []
    panel.hex_hovered.connect(heard.append)
    panel.hex_activated.connect(opened.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Return):
        QTest.keyClick(panel.view, key)
    order = [slot.row.hex for slot in slots_of(examples.b_to_c().detail)]
    assert heard == [order[0], order[1], order[0]]
    assert opened == [order[0]]


def test_a_screen_reader_hears_the_verdict_and_every_row(panel, examples):
    words = panel.view.accessibleDescription()
    assert words.startswith("Blocked by 2.09 village")
    for slot in slots_of(examples.b_to_c().detail):
        assert row_words(slot, examples.box) in words


def test_numbers_of_a_row_are_told_with_the_exact_fraction(examples):
    ruling = examples.los("1.11", "4.10", (40, 80), {"2.10": 40, "3.11": 70})
    told = [row_words(slot, examples.box) for slot in slots_of(ruling.detail)]
    assert any("exactly 160/3 m" in words for words in told)


def test_the_picture_shows_something_at_any_size_and_in_both_palettes(panel, examples, colours):
    for size in (QSize(240, 150), QSize(1600, 900)):
        image = panel.to_image(size, 1.0, colours)
        assert image.size() == size
        tints = {image.pixelColor(x, y).name() for x in range(0, size.width(), 7) for y in range(0, size.height(), 7)}
        assert len(tints) > 4


def test_the_picture_is_sharp_at_high_density(panel):
    image = panel.to_image(QSize(600, 300), 3.0)
    assert image.size() == QSize(1800, 900)
    assert image.devicePixelRatio() == 3.0


def test_saving_writes_a_png(panel, tmp_path):
    path = tmp_path / "line.png"
    panel.save_picture(path)
    assert not QImage(str(path)).isNull()


def test_an_undecided_base_leaves_a_gap_and_is_still_told(panel, examples, qtbot):
    ruling = examples.d_to_g(bases={"4.06": None})
    panel.show_ruling(ruling, examples.box)
    panel.grab()
    assert ruling.verdict == "undecidable"
    assert "not decidable" in panel.view.accessibleDescription()


def test_nothing_known_says_so_instead_of_drawing(examples, panel):
    ruling = examples.los("4.03", "4.05", (None, None), {"4.04": None})
    panel.show_ruling(ruling, examples.box)
    assert panel.view.drawing().frame() is None
    panel.grab()


def test_other_questions_and_clear_show_the_hint(panel, examples):
    panel.show_ruling(examples.elevation(), examples.box)
    assert panel.to_image().isNull()
    assert not panel.view.isVisible()


@pytest.mark.parametrize("visibility", [2, 9, None])
def test_a_limit_of_visibility_can_be_drawn(panel, examples, visibility):
    panel.show_ruling(examples.d_to_g(visibility=visibility, smoke=("4.06",)), examples.box)
    panel.grab()
    assert ("beyond" in panel.view.accessibleDescription()) is False


def test_a_line_over_adjacent_hexes_has_no_rows_and_is_drawn(panel, examples):
    panel.show_ruling(examples.los("3.12", "3.11", (80, 70), {}), examples.box)
    frame = panel.view.drawing().frame()
    assert frame.columns == 1
    panel.grab()
    assert panel.view._slot_at(QPointF(frame.x(1), frame.top + 5)) is None
