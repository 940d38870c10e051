"""Control measures on the map: where ink lies, what is told apart without colour, and letters that stay upright."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.canvas.graphic_painter import graphic_span
from app.canvas.layers import Exposure
from app.canvas.shape_painter import ShapePainter
from app.canvas.shapes import Graphic
from app.canvas.style import load_style
from app.canvas.transform import HEX, MapTransform
from core.files.measure_files import load_measures
from core.geometry.measures.points import leans
from core.model.graphics import Measure, drawing

KINDS = load_measures().kinds
SIDE = 400
INK = "#7a1020"


def painted(graphic, per_hex=100.0, middle=(2.0, 2.0)):
    """A picture of four hexes around a point, white where nothing is."""
    scale = per_hex / HEX
    image = QImage(round(4 * per_hex), round(4 * per_hex), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    left, top = HEX * (middle[0] - 2), -HEX * (middle[1] + 2)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-left, -top)
    shapes = ShapePainter(MapTransform(), load_style().overlay)
    shapes.paint(graphic, painter, Exposure((left, top, left + 4 * HEX, top + 4 * HEX), scale))
    painter.end()
    return image


def inked(image):
    """How many dots are rather of the ink than of paper."""
    return sum(
        QColor(image.pixel(x, y)).red() < 190 and QColor(image.pixel(x, y)).green() < 140
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )


def graphic(kind, points, look="in-force", text=""):
    return Graphic(drawing(KINDS[kind], Measure(kind, points, text)), INK, look)


def test_a_line_lies_where_its_points_are_and_its_name_at_its_end(qapp):
    image = painted(graphic("phase-line", ((0.5, 2.0), (3.0, 2.0)), text="Trout"))
    ink = QColor(image.pixel(150, 200))
    assert (ink.red(), ink.green()) == (QColor(INK).red(), QColor(INK).green())
    assert QColor(image.pixel(150, 300)) == QColor("#ffffff")


@pytest.mark.parametrize("kind", ["axis-main", "objective", "boundary", "ambush", "minefield", "rally-point"])
def test_what_is_planned_is_thinner_than_what_is_in_force_and_broken(qapp, kind):
    points = ((1.0, 2.0), (3.0, 2.2), (2.0, 3.2))
    points = points[: KINDS[kind].most] if KINDS[kind].most else points
    force, planned = (inked(painted(graphic(kind, points, look))) for look in ("in-force", "planned"))
    assert 0 < planned < 0.9 * force


def test_the_span_holds_all_ink_and_letters(qapp):
    for kind, count in (("phase-line", 2), ("objective", 3), ("check-point", 1)):
        points = ((1.0, 2.0), (3.0, 2.2), (2.0, 3.2))[:count]
        shape = graphic(kind, points, text="Long name")
        left, top, right, bottom = graphic_span(shape)
        for x, y in shape.drawn.ink():
            assert left <= HEX * x <= right and top <= -HEX * y <= bottom
        for each in shape.drawn.letters:
            assert left <= HEX * each.seat.at[0] <= right


def test_letters_too_small_to_be_read_are_left_out(qapp):
    named, bare = (graphic("phase-line", ((0.5, 2.0), (3.0, 2.0)), text=text) for text in ("Trout", ""))
    near = inked(painted(named)) - inked(painted(bare))
    assert near > 0
    small = inked(painted(named, 12.0)) - inked(painted(bare, 12.0))
    assert small <= 0


def test_nothing_has_no_span(qapp):
    from core.geometry.measures.parts import Drawn

    assert graphic_span(Graphic(Drawn(), INK)) is None


def test_letters_of_a_sign_are_read_at_a_scale_at_which_names_are_left_out(qapp):
    def dots(kind, text, per_hex):
        """How many more dots are of the ink than without any letters."""
        points = ((2.0, 2.0), (0.4, 2.0), (3.6, 2.0))[: KINDS[kind].most or 2]
        shown = graphic(kind, points, text=text)
        bare = Graphic(replace(shown.drawn, letters=()), INK, "in-force")
        fixed = Graphic(
            replace(shown.drawn, letters=tuple(each for each in shown.drawn.letters if each.slot == "letters")), INK
        )
        return tuple(inked(painted(each, per_hex)) - inked(painted(bare, per_hex)) for each in (shown, fixed))

    assert dots("guard", "", 22.0)[1] > 0, "screen, guard and cover are told apart by a letter alone"
    assert dots("guard", "", 5.0)[1] == 0, "where it would be larger than its sign it is left out"
    shown, fixed = dots("check-point", "1", 12.0)
    assert shown == fixed == 0


def test_an_i_that_stands_alone_in_a_line_is_no_stroke(qapp):
    """The letter of isolate has bars at its head and foot; those of other signs are as they were."""
    shown = graphic("isolate", ((2.0, 2.0), (3.2, 2.0)))
    (letter,) = shown.drawn.letters
    image = painted(Graphic(replace(shown.drawn, strokes=(), rings=()), INK), 100.0, letter.seat.at)
    wide = [sum(QColor(image.pixel(x, y)).red() < 190 for x in range(400)) for y in range(400)]
    rows = [count for count in wide if count]
    assert rows[2] > 1.8 * rows[len(rows) // 2] < rows[-3]


def test_a_letter_for_which_a_line_is_too_short_stands_beside_it_and_is_no_smaller(qapp):
    def letters(half):
        return drawing(KINDS["guard"], Measure("guard", ((2.0, 2.0), (2.0 - half, 2.0), (2.0 + half, 2.0)))).letters

    roomy, tight = letters(2.0), letters(0.7)
    assert all(each.seat.at[1] == pytest.approx(2.0, abs=0.1) and each.fixed for each in roomy)
    assert all(each.seat.at[1] > 2.15 and not each.fixed for each in tight)
    assert tight[0].height >= 0.6 * roomy[0].height


def test_boxes_on_neighbouring_points_lean_apart_and_keep_their_places(qapp):
    places = ((2.0, 2.0), (2.4, 2.1), (5.0, 2.0))
    found = leans(places, 1.0, 1.0, 2.0)
    assert found[2] == 0 and places[1][0] + found[1] - places[0][0] - found[0] == pytest.approx(1.0, abs=0.02)
    kind = KINDS["rally-point"]
    leaning = replace(kind, shape=replace(kind.shape, sizes={"lean": found[0]}))
    upright, aside = (drawing(each, Measure("rally-point", places[:1], "18.33")) for each in (kind, leaning))
    assert aside.strokes[0].points[0] == upright.strokes[0].points[0] == places[0]
    for before, after in zip(upright.letters, aside.letters, strict=True):
        assert after.seat.at[0] - before.seat.at[0] == pytest.approx(found[0])
