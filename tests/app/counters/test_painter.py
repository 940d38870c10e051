"""The painter of faces: the colours and the symbol are where the look says, at two sizes, and nothing is drawn outside."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

import immutables
import pytest
from oracles.printed_counters import FORCES, OLIVE, full_counter, kinds
from PySide6.QtCore import QBuffer, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter, QTransform
from PySide6.QtSvg import QSvgGenerator

from app.counters.painter import letter_height, paint_face
from app.export.counter_pieces import LEAST_LETTERS_MM
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.looks import Area
from core.model.oob import Counter, Value
from core.rules.kernel.faces import Face, Part
from core.rules.kernel.looks import face_of
from core.rules.kernel.markers import marker_face
from core.rules.kernel.signs import SIGNS

MARGIN = 8
SIZES = (40, 120)

pytestmark = pytest.mark.usefixtures("qapp")


@dataclass(frozen=True)
class Printed:
    """A counter of a series, and for each colour that informs how often it is there on the front and on the back."""

    ruleset: str
    values: dict[str, Value]
    front: tuple[str, ...]
    back: tuple[str, ...]


COUNTERS = [
    Printed(
        "tcs-4.01",
        {
            "piece.kind": "vehicle",
            "piece.name": "A/745",
            "fire.class": "point",
            "fire.strength": 5,
            "fire.range": 15,
            "target.class": "both",
            "target.defence": 1,
            "movement.class": "tracked",
            "movement.allowance": 22,
            "steps": 5,
        },
        ("#ffd92e", "#c23b22", "#fbf7ea", "#000000"),
        ("#ffd92e", "#c23b22", "#fbf7ea", "#000000"),
    ),
    Printed(
        "scs-1.6",
        {
            "piece.kind": "combat",
            "piece.name": "2 Pz",
            "unit.type": "armour",
            "attack": Fraction(8),
            "defence": Fraction(6),
            "movement": 12,
            "exploitation": True,
            "exploitation.colour": "blue",
            "steps": 2,
        },
        ("#2a62b8", "#c23b22"),
        ("#2a62b8", "#c23b22", "#ffffff"),
    ),
    Printed(
        "new-scs",
        {
            "piece.kind": "artillery",
            "piece.name": "73 Art",
            "quality": 0,
            "attack": Fraction(0),
            "defence": Fraction(2),
            "movement": 10,
            "bombardment.rating": 4,
            "artillery.type": "rocket",
            "artillery.yellow_box": True,
        },
        ("#f5d92c", "#c23b22"),
        ("#f5d92c", "#c23b22", "#ffffff"),
    ),
    Printed(
        "vcs",
        {
            "piece.kind": "parent",
            "unit.number": "16",
            "unit.band": "green",
            "unit.size": "regiment",
            "unit.type": "infantry",
            "strength.class": "red",
            "strength.rating": "A",
            "movement": 6,
            "cadre": True,
        },
        ("#b82418", "#3f8f3a", "#fbf7ea"),
        ("#3f8f3a", "#fbf7ea", "#ffffff"),
    ),
    Printed(
        "bcs-1.1",
        {
            "piece.kind": "combat",
            "piece.name": "I/1 Pz",
            "unit.type": "armour",
            "action": 4,
            "movement": 16,
            "movement.class": "tactical",
            "steps": 4,
        },
        ("#c62f1f", "#c23b22", "#fbf7ea"),
        ("#c62f1f", "#c23b22", "#fbf7ea"),
    ),
]


def counter(printed: Printed) -> Counter:
    return Counter("a", "us", immutables.Map(printed.values), immutables.Map(), "3-16")


def faces(printed: Printed) -> tuple[Face, Face]:
    rules = load_ruleset(printed.ruleset)
    return face_of(rules, FORCES, counter(printed), 0), face_of(rules, FORCES, counter(printed), 1)


def painted(face: Face, px: int, *, trimmed: bool = False) -> QImage:
    image = QImage(px + 2 * MARGIN, px + 2 * MARGIN, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_face(painter, QRectF(MARGIN, MARGIN, px, px), face, trimmed=trimmed)
    painter.end()
    return image


def count(image: QImage, colour: str, area: Area = (0, 0, 1, 1)) -> int:
    """The pixels of a colour in an area of the counter."""
    px = image.width() - 2 * MARGIN
    left, top, width, height = (round(each * px) for each in area)
    wanted = QColor(colour).rgba()
    columns, rows = range(MARGIN + left, MARGIN + left + width), range(MARGIN + top, MARGIN + top + height)
    return sum(image.pixel(x, y) == wanted for x in columns for y in rows)


@pytest.mark.parametrize("px", SIZES)
@pytest.mark.parametrize("printed", COUNTERS, ids=lambda printed: printed.ruleset)
def test_the_colours_of_a_counter_are_seen_on_both_sides(printed: Printed, px: int) -> None:
    for face, colours in zip(faces(printed), (printed.front, printed.back), strict=True):
        image = painted(face, px)
        for colour in colours:
            assert count(image, colour) >= px / 10, (colour, px)


@pytest.mark.parametrize("px", SIZES)
@pytest.mark.parametrize("printed", COUNTERS, ids=lambda printed: printed.ruleset)
def test_the_symbol_is_where_the_look_says(printed: Printed, px: int) -> None:
    for face in faces(printed):
        symbol = next(part for part in face.seen(px) if part.form == "symbol")
        image = painted(face, px)
        assert count(image, symbol.fill, symbol.area) > 0.2 * symbol.area[2] * symbol.area[3] * px**2
        assert count(image, symbol.ink, symbol.area) > px / 4


@pytest.mark.parametrize("side", [17.3, 21.6, 24.0, 33.3])
@pytest.mark.parametrize("printed", COUNTERS, ids=lambda printed: printed.ruleset)
def test_a_symbol_has_one_size_wherever_its_counter_stands(printed: Printed, side: float) -> None:
    symbol = next(part for part in faces(printed)[0].parts if part.form == "symbol")
    alone = Face("#ffffff", "#ffffff", (replace(symbol, fill="#0000ff", ink="#0000ff", outer="", from_px=0.0),))
    sizes = set()
    for step in range(16):
        image = QImage(60, 60, QImage.Format.Format_RGB32)
        image.fill(QColor("#ffffff"))
        painter = QPainter(image)
        paint_face(painter, QRectF(8 + step / 16, 8 + step / 16, side, side), alone)
        painter.end()
        dark = [(x, y) for x in range(60) for y in range(60) if QColor(image.pixel(x, y)).red() < 128]
        sizes.add((max(x for x, _ in dark) - min(x for x, _ in dark), max(y for _, y in dark) - min(y for _, y in dark)))
    assert len(sizes) == 1, sizes


@pytest.mark.parametrize("px", SIZES)
@pytest.mark.parametrize("printed", COUNTERS, ids=lambda printed: printed.ruleset)
def test_every_text_leaves_its_ink_in_its_area(printed: Printed, px: int) -> None:
    for face in faces(printed):
        image = painted(face, px)
        for part in face.seen(px):
            if part.form == "text":
                bare = painted(Face(face.fill, face.edge, tuple(each for each in face.parts if each is not part)), px)
                assert difference(image, bare, part.area) > 0, part.text


@pytest.mark.parametrize("px", [24, *SIZES])
@pytest.mark.parametrize("id_", ruleset_ids())
def test_nothing_is_drawn_outside_of_the_square(id_: str, px: int) -> None:
    rules = load_ruleset(id_)
    for kind in kinds(rules):
        for side in (0, 1):
            image = painted(face_of(rules, FORCES, full_counter(rules, kind), side), px)
            inner = QRectF(MARGIN, MARGIN, px, px).toRect()
            outside = ((x, y) for x in range(image.width()) for y in range(image.height()) if not inner.contains(x, y))
            assert not any(image.pixelColor(x, y).alpha() for x, y in outside)


@pytest.mark.parametrize("px", [48, 76, 200])
@pytest.mark.parametrize("side", [0, 1])
def test_numbers_beside_each_other_are_told_apart(side: int, px: int) -> None:
    # The bars of point fire, a point target and tracks make one piece of each number.
    values = COUNTERS[0].values | {"target.class": "point", "target.defence": 3, "movement.allowance": 24}
    face = faces(replace(COUNTERS[0], values=values))[side]
    bare = Face(face.fill, face.edge, tuple(each for each in face.parts if each.form != "text" or each.area[1] < 0.65))
    with_, without = painted(face, px), painted(bare, px)
    rows = range(MARGIN + round(0.66 * px), MARGIN + px)
    inked = [any(with_.pixel(x, y) != without.pixel(x, y) for y in rows) for x in range(MARGIN, MARGIN + px)]
    runs = [len(list(run)) for _, run in groupby(inked)][1:-1]
    assert len(runs) == 5 and min(runs[1::2]) >= px / 13


@pytest.mark.parametrize("printed", [COUNTERS[1], COUNTERS[3]], ids=lambda printed: printed.ruleset)
def test_codes_of_set_up_can_be_read_beside_other_small_print(printed: Printed) -> None:
    face = faces(replace(printed, values=printed.values | {"arrival": "Bank 14"}))[0]
    code = next(part for part in face.parts if part.text == "Bank 14")
    # Six pixels where the whole counter has a hundred.
    assert letter_height(code) >= 0.06


@pytest.mark.parametrize("name", sorted(each.parent.name for each in scenarios_folder().glob("*/counters.yaml")))
def test_all_that_boxes_print_can_be_read_at_five_eighths_of_an_inch(name: str) -> None:
    box = load_box(scenarios_folder() / name).box
    rules = load_ruleset(box.ruleset)
    printed = {part for each in box.oob.counters for side in (0, 1) for part in face_of(rules, box.oob, each, side).seen(1000)}
    texts = [part for part in printed if part.form == "text" and part.text]
    assert texts and not [part.text for part in texts if letter_height(part) * 15.875 < LEAST_LETTERS_MM]


def difference(one: QImage, other: QImage, area: Area = (0, 0, 1, 1)) -> float:
    """How much two pictures differ in grey, from 0 to 255, in an area of the counter."""
    px = one.width() - 2 * MARGIN
    left, top, width, height = (round(each * px) for each in area)
    grey = [image.convertToFormat(QImage.Format.Format_Grayscale8) for image in (one, other)]
    columns, rows = range(MARGIN + left, MARGIN + left + width), range(MARGIN + top, MARGIN + top + height)
    found = [abs(grey[0].pixelColor(x, y).red() - grey[1].pixelColor(x, y).red()) for x in columns for y in rows]
    return sum(found) / len(found)


@pytest.mark.parametrize("px", [24, 60])
@pytest.mark.parametrize("id_", ruleset_ids())
def test_markers_are_told_from_each_other_without_their_colours(id_: str, px: int) -> None:
    rules = load_ruleset(id_)
    words = [word for kind in rules.markers.values() for word in kind.words()]
    images = [_edges(painted(marker_face(rules, word, OLIVE), px)) for word in words]
    for n, one in enumerate(images):
        for m in range(n):
            assert len(one ^ images[m]) > px**2 / 75, (words[n], words[m])


def _edges(image: QImage) -> frozenset[tuple[int, int]]:
    """Where a picture is darker or lighter than its card by much: its drawing without any of its colours."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    px = image.width() - 2 * MARGIN
    card = grey.pixelColor(MARGIN + round(px * 0.08), MARGIN + round(px * 0.5)).red()
    inside = range(MARGIN + 2, MARGIN + px - 2)
    return frozenset((x, y) for x in inside for y in inside if abs(grey.pixelColor(x, y).red() - card) > 40)


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_is_drawn_and_stays_in_its_place(sign: str) -> None:
    part = Part("sign", (0.25, 0.25, 0.5, 0.5), text=sign, ink="#000000")
    image = painted(Face("#ffffff", "#ffffff", (part,)), 120)
    black = count(image, "#000000")
    assert 120 < black < 3400
    assert count(image, "#ffffff", (0, 0, 1, 0.15)) + count(image, "#ffffff", (0, 0.85, 1, 0.15)) > 2 * 120 * 17


def test_signs_differ() -> None:
    found = {}
    for sign in SIGNS:
        part = Part("sign", (0.1, 0.1, 0.8, 0.8), text=sign, ink="#000000")
        found[sign] = _edges(painted(Face("#ffffff", "#ffffff", (part,)), 48))
    names = list(found)
    for n, one in enumerate(names):
        for other in names[:n]:
            assert len(found[one] ^ found[other]) > 30, (one, other)


def text_face(text: str, area: Area, **more: object) -> Face:
    return Face("#ffffff", "#ffffff", (Part("text", area, text=text, ink="#000000", **more),))  # type: ignore[arg-type]


def dark_box(image: QImage) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything dark, as shares of the counter."""
    px = image.width() - 2 * MARGIN
    inside = range(MARGIN + 2, MARGIN + px - 2)
    found = [(x, y) for x in inside for y in inside if image.pixelColor(x, y).lightness() < 100]
    columns, rows = [x for x, _ in found], [y for _, y in found]
    return tuple((each - MARGIN) / px for each in (min(columns), min(rows), max(columns) + 1, max(rows) + 1))  # type: ignore[return-value]


@pytest.mark.parametrize("text", ["8", "14", "12-10-16", "A-745 Sherman Tanks"])
@pytest.mark.parametrize("px", SIZES)
def test_letters_are_fitted_into_their_area(text: str, px: int) -> None:
    area = (0.2, 0.4, 0.6, 0.2)
    left, top, right, bottom = dark_box(painted(text_face(text, area), px))
    spare = 1.5 / px
    assert 0.2 - spare <= left < right <= 0.8 + spare
    assert 0.4 - spare <= top < bottom <= 0.6 + spare
    assert bottom - top > 0.05


def test_letters_stand_at_the_side_that_is_asked_for() -> None:
    area = (0.1, 0.4, 0.8, 0.2)
    at = {each: dark_box(painted(text_face("8", area, align=each), 120)) for each in ("left", "middle", "right")}
    assert at["left"][0] == pytest.approx(0.1, abs=0.02)
    assert at["right"][2] == pytest.approx(0.9, abs=0.02)
    assert (at["middle"][0] + at["middle"][2]) / 2 == pytest.approx(0.5, abs=0.02)


def test_an_outline_runs_around_letters() -> None:
    part = Part("text", (0.2, 0.2, 0.6, 0.6), text="8", ink="#ffffff", halo="#000000")
    image = painted(Face("#ffffff", "#ffffff", (part,)), 120)
    assert count(image, "#000000") > 100


def test_a_part_can_be_turned() -> None:
    line = Part("line", (0.1, 0.5, 0.8, 0.0), ink="#000000", width=0.05)
    flat = dark_box(painted(Face("#ffffff", "#ffffff", (line,)), 120))
    upright = dark_box(
        painted(Face("#ffffff", "#ffffff", (Part("line", line.area, ink="#000000", width=0.05, turn=90.0),)), 120)
    )
    assert flat[2] - flat[0] > 0.7 > 0.1 > flat[3] - flat[1]
    assert upright[3] - upright[1] > 0.7 > 0.1 > upright[2] - upright[0]


def test_a_trimmed_face_fills_its_corners() -> None:
    face = faces(COUNTERS[0])[0]
    assert painted(face, 120).pixelColor(MARGIN, MARGIN).alpha() < 255
    image = painted(face, 120, trimmed=True)
    corners = [(MARGIN + x, MARGIN + y) for x in (0, 119) for y in (0, 119)]
    assert all(image.pixelColor(x, y).alpha() == 255 for x, y in corners)


def test_the_painter_is_as_it_was() -> None:
    image = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setPen(QColor("#123456"))
    painter.setOpacity(0.5)
    painter.translate(7, 9)
    before = (painter.pen().color(), painter.opacity(), painter.transform(), painter.hasClipping(), painter.renderHints())
    paint_face(painter, QRectF(10, 10, 100, 100), faces(COUNTERS[0])[0])
    assert (
        painter.pen().color(),
        painter.opacity(),
        painter.transform(),
        painter.hasClipping(),
        painter.renderHints(),
    ) == before
    painter.end()


def test_what_cannot_be_read_is_left_out_by_the_size_on_the_screen() -> None:
    face = text_face("8", (0.2, 0.2, 0.6, 0.6), from_px=50.0)
    image = QImage(300, 300, QImage.Format.Format_ARGB32_Premultiplied)

    def dots(scale: float, px: float | None = None) -> int:
        image.fill(QColor("#ffffff"))
        painter = QPainter(image)
        painter.setTransform(QTransform.fromScale(scale, scale))
        paint_face(painter, QRectF(0, 0, 30, 30), face, px=px)
        painter.end()
        return sum(image.pixelColor(x, y).lightness() < 100 for x in range(0, 300, 2) for y in range(0, 300, 2))

    assert dots(1.0) == 0
    assert dots(3.0) > 0
    assert dots(1.0, px=float("inf")) > 0


def test_print_has_lines_and_no_dots() -> None:
    face, back = faces(COUNTERS[0])
    held = QBuffer()
    held.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(held)
    writer.setPageSize(QPageSize(QSizeF(40, 20), QPageSize.Unit.Millimeter))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(1200)
    painter = QPainter(writer)
    paint_face(painter, QRectF(0, 0, 600, 600), face, px=float("inf"), trimmed=True)
    paint_face(painter, QRectF(700, 0, 600, 600), back, px=float("inf"), trimmed=True)
    painter.end()
    assert b"/Subtype /Image" not in held.data().data()

    drawing = QBuffer()
    drawing.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(drawing)
    generator.setSize(QSize(600, 600))
    painter = QPainter(generator)
    paint_face(painter, QRectF(0, 0, 600, 600), face, px=float("inf"))
    painter.end()
    text = drawing.data().data().decode()
    assert "<path" in text
    assert "<image" not in text
    assert "<text" not in text


def test_nothing_is_drawn_into_nothing() -> None:
    image = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_face(painter, QRectF(0, 0, 0, 0), faces(COUNTERS[0])[0])
    painter.end()
    assert not image.pixelColor(0, 0).alpha()
