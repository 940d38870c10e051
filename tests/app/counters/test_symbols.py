"""Symbols as pixels: ink stands where a hand would draw it, at 24 pixels and at 200, and files hold lines instead of pixels."""

import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from app.counters.symbols import counter_room, paint_symbol, symbol_extent
from core.model.sidc import ECHELONS, IDENTITIES, MOBILITIES, STATUSES, Sidc
from core.model.symbol_table import functions

pytestmark = pytest.mark.usefixtures("qapp")

INK, FILL = QColor("#000000"), QColor("#ffffff")
Ink = NDArray[np.float64]


def picture(sidc: Sidc | str, size: int, strength: str = "", even: bool = True, ratio: float = 1.0) -> QImage:
    image = QImage(round(size * ratio), round(size * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    room = counter_room(sidc) if even else None
    paint_symbol(painter, QRectF(0, 0, size, size), sidc, INK, FILL, strength=strength, room=room)
    painter.end()
    return image


def darkness(image: QImage) -> Ink:
    """How much ink every pixel has, 0 to 1, by rows."""
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4).astype(float)
    alpha, light = flat[..., 3], flat[..., :3].mean(axis=2)
    return np.asarray((alpha - light) / 255.0)


def at(ink: Ink, sidc: Sidc, x: float, y: float, reach: int = 1) -> float:
    """The most ink near a point in symbol units: within so many pixels."""
    size = ink.shape[0]
    room = counter_room(sidc)
    scale = min(size / room.width(), size / room.height())
    column = math.floor(size / 2 + (x - room.center().x()) * scale)
    row = math.floor(size / 2 + (y - room.center().y()) * scale)
    near = ink[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
    return float(near.max(initial=0.0))


def inside(ink: Ink) -> Ink:
    """The pixels within the frame of a symbol that has nothing around it."""
    rows, columns = np.nonzero(ink > 0.5)
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


# Where ink must be and where none may be, in shares of the half width and half height of a friendly frame, as drawn by hand.
HAND_DRAWN = {
    "1211000000": ([(0, 0), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5)], [(0, 0.6), (0, -0.6), (0.6, 0), (-0.6, 0)]),
    "1213000000": ([(0, 0), (0.5, -0.5), (-0.5, 0.5)], [(0.5, 0.5), (-0.5, -0.5), (0, 0.6)]),
    "1205000000": ([(0, 0.4), (0, -0.4), (0.58, 0), (-0.58, 0)], [(0, 0), (0, 0.75), (0, -0.75), (0.8, 0.7)]),
    "1211020000": ([(0, 0), (0, 0.4), (0.58, 0), (0.8, 0.8), (-0.8, 0.8)], [(0, 0.75), (0, -0.75), (0.8, 0)]),
    "1211040000": ([(0, 0), (0, 0.7), (0, -0.7), (0.5, 0.5)], [(0.75, 0), (-0.75, 0), (0.3, -0.75)]),
    "1204000000": ([(0, -0.9), (0.5, 0), (-0.5, 0), (0.75, 0.5)], [(0, 0), (0, 0.7), (0.8, -0.6), (-0.8, -0.6)]),
    "1303000000": ([(0, 0), (0.1, 0), (-0.1, 0.1)], [(0.5, 0), (-0.5, 0), (0, 0.7), (0, -0.7), (0.7, 0.7)]),
    "1303010000": ([(0, 0), (0, 0.4), (0.58, 0)], [(0.35, 0), (-0.35, 0), (0, 0.75)]),
    "1407000000": ([(0, 0), (0, -0.36), (0.5, 0), (-0.5, 0)], [(0.25, 0.1), (-0.25, 0.1), (0, 0.7), (0.8, 0)]),
    "1613000000": ([(0, 0), (0, 0.7), (0, -0.7), (0.7, 0), (-0.7, 0)], [(0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)]),
    "1634000000": ([(0, 0.5), (0.8, 0.5), (-0.8, 0.5)], [(0, 0), (0.5, -0.5), (0, 0.8), (0.8, 0)]),
    "1301000000": ([(0, 0), (0.5, 0.16), (-0.5, 0.16), (0.86, 0.52)], [(0, 0.6), (0, -0.5), (0.8, -0.3), (-0.8, -0.3)]),
    "1308000000": ([(0, -0.3), (0, -0.55), (0, 0.42)], [(0.4, 0), (-0.4, 0), (0, 0.75)]),
    "1211000027": ([(0, 0), (0, 0.75), (0.5, 0.5)], [(0, -0.6), (0.6, 0), (-0.6, 0)]),
    "1110000000": ([(0, 0), (-0.7, -0.55), (0.7, 0.55)], [(0.5, -0.5), (-0.5, 0.5), (0.7, 0)]),
}


@pytest.mark.parametrize("size", [24, 200])
@pytest.mark.parametrize("code", HAND_DRAWN)
def test_ink_stands_where_a_hand_would_draw_it(code: str, size: int) -> None:
    sidc = Sidc.of(code)
    ink = darkness(picture(sidc, size))
    marked, bare = HAND_DRAWN[code]
    frame = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    for x, y in (*marked, *frame):
        assert at(ink, sidc, x * 0.75, y * 0.5) > 0.5, ("no ink at", x, y)
    for x, y in bare:
        assert at(ink, sidc, x * 0.75, y * 0.5, reach=0) < 0.3, ("ink at", x, y)


MIRRORED = [
    "1211000000",
    "1205000000",
    "1204000000",
    "1303000000",
    "1301000000",
    "1613000000",
    "1211020000",
    "1407000000",
    "1211000001",
    "1308000000",
    "1211009900",
]


@pytest.mark.parametrize("size", [24, 48, 200])
@pytest.mark.parametrize("identity", ["friend", "hostile", "neutral", "unknown"])
@pytest.mark.parametrize("code", MIRRORED)
def test_what_is_even_is_painted_evenly(code: str, identity: str, size: int) -> None:
    sidc = Sidc.of(code, identity=identity)
    ink = inside(darkness(picture(sidc, size)))
    apart = np.abs(ink - ink[:, ::-1]) > 0.3
    assert apart.mean() < 0.012


@pytest.mark.parametrize("size", [24, 31, 48, 200])
def test_the_sides_of_a_frame_fill_whole_pixels(size: int) -> None:
    ink = inside(darkness(picture(Sidc.of("000000"), size)))
    thick = max(1, round(0.05 * size / 1.55))
    sides = (ink[:thick, 1:-1], ink[-thick:, 1:-1], ink[1:-1, :thick], ink[1:-1, -thick:])
    assert all((side == 1).all() for side in sides)
    assert (ink[thick:-thick, thick:-thick] == 0).all()


@pytest.mark.parametrize("size", [24, 29, 33, 38, 48, 57])
@pytest.mark.parametrize("code", ["163400", "161300"])
def test_level_and_upright_strokes_are_never_grey(code: str, size: int) -> None:
    ink = inside(darkness(picture(Sidc.of(code), size)))[1:-1, 1:-1]
    assert set(np.unique(ink)) == {0.0, 1.0}


def pictures_apart(all_of: list[Sidc], size: int) -> list[tuple[int, Sidc, Sidc]]:
    """Of every two symbols how many pixels differ, the nearest first."""
    inks = [darkness(picture(sidc, size)) for sidc in all_of]
    apart = []
    for n, ink in enumerate(inks):
        differ = (np.abs(np.array(inks[:n]) - ink) > 0.25).sum(axis=(1, 2)) if n else []
        apart += [(int(count), all_of[n], all_of[k]) for k, count in enumerate(differ)]
    return sorted(apart)


@pytest.mark.parametrize(("size", "least"), [(24, 3), (48, 8)])
@pytest.mark.parametrize("symbol_set", ["10", "15", "01", "30"])
def test_no_two_functions_look_alike(symbol_set: str, size: int, least: int) -> None:
    count, one, other = pictures_apart([function.sidc for function in functions(symbol_set)], size)[0]
    assert count >= least, (one, other)


@pytest.mark.parametrize("identity", ["friend", "hostile", "neutral", "unknown"])
@pytest.mark.parametrize("symbol_set", ["10", "15", "01", "30"])
def test_every_function_draws_something_in_its_frame(symbol_set: str, identity: str) -> None:
    empty = darkness(picture(Sidc.of("000000", symbol_set=symbol_set, identity=identity), 48))
    for function in functions(symbol_set):
        if function.code == "0000000000":
            continue
        ink = darkness(picture(function.sidc.with_identity(identity), 48))
        assert (ink - empty > 0.5).sum() >= 6, function
        # What lies outside the frame in the empty picture stays empty: marks do not stick out.
        framed = empty > 0.2
        outside = (np.cumsum(framed, axis=1) == 0) | (np.cumsum(framed[:, ::-1], axis=1)[:, ::-1] == 0)
        if symbol_set != "01":
            assert (ink[outside] < 0.35).all(), function


def test_sizes_and_identities_and_mobilities_are_told_apart() -> None:
    sizes = [Sidc.of("121100", echelon=echelon) for echelon in ("", *ECHELONS.values())]
    assert pictures_apart(sizes, 24)[0][0] >= 2
    assert pictures_apart(sizes, 48)[0][0] >= 8
    tanks = [Sidc.of("120200", symbol_set="15", mobility=mobility) for mobility in ("", *MOBILITIES.values())]
    inks = [darkness(picture(sidc, 64, even=False)) for sidc in tanks]
    assert all((np.abs(a - b) > 0.3).sum() > 20 for n, a in enumerate(inks) for b in inks[:n])
    frames = [Sidc.of("121100", identity=identity) for identity in IDENTITIES.values()]
    assert pictures_apart(frames, 48)[0][0] >= 8


def test_commands_and_conditions_are_told_apart() -> None:
    commands = [
        Sidc.of("120500", echelon="corps", headquarters=hq, task_force=force, dummy=dummy)
        for hq in (False, True)
        for force in (False, True)
        for dummy in (False, True)
    ]
    states = [Sidc.of("121100", status=status) for status in STATUSES.values()]
    for group in (commands, states):
        inks = [darkness(picture(sidc, 64, even=False)) for sidc in group]
        assert all((np.abs(a - b) > 0.3).sum() > 20 for n, a in enumerate(inks) for b in inks[:n])


def test_a_reinforced_unit_bears_its_sign() -> None:
    sidc = Sidc.of("121100", echelon="division")
    inks = [darkness(picture(sidc, 96, strength, even=False)) for strength in ("", "+", "-", "±")]
    assert all((np.abs(a - b) > 0.3).sum() >= 4 for n, a in enumerate(inks) for b in inks[:n])
    assert symbol_extent(sidc, "+").right() > symbol_extent(sidc).right()


@pytest.mark.parametrize("identity", ["friend", "hostile"])
def test_a_symbol_stays_in_its_rectangle(identity: str) -> None:
    sidc = Sidc.of("121100", identity=identity, echelon="army group", headquarters=True, task_force=True, dummy=True)
    image = QImage(140, 140, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    paint_symbol(painter, QRectF(20, 30, 100, 80), sidc, INK, FILL, strength="±")
    painter.end()
    rows, columns = np.nonzero(darkness(image) > 0.1)
    assert columns.min() >= 19 and columns.max() <= 120 and rows.min() >= 29 and rows.max() <= 110
    assert rows.max() - rows.min() > 70 or columns.max() - columns.min() > 90


@pytest.mark.parametrize("text", ["10031000161299000000", "10033500161100000000", "nonsense", "", "10031000169999999999"])
def test_what_is_not_known_is_a_question_mark_in_a_frame_never_nothing(text: str) -> None:
    ink = darkness(picture(text, 48))
    known = Sidc.of("999999", echelon="battalion") if text.startswith("1003") else Sidc.of("999999", identity="unknown")
    asked = darkness(picture(known, 48))
    assert (ink > 0.5).sum() > 60
    assert (np.abs(ink - asked) > 0.3).sum() == 0


def test_a_dense_screen_shows_the_same_symbol_in_more_pixels() -> None:
    sidc = Sidc.of("121102", echelon="battalion")
    assert np.array_equal(darkness(picture(sidc, 48, ratio=2.0)), darkness(picture(sidc, 96)))


def test_colours_are_those_that_are_given() -> None:
    image = QImage(48, 48, QImage.Format.Format_RGB32)
    image.fill(QColor("#336633"))
    painter = QPainter(image)
    paint_symbol(painter, QRectF(0, 0, 48, 48), Sidc.of("120500"), QColor("#aa0000"), QColor("#ffee00"))
    painter.end()
    seen = {image.pixelColor(x, y).name() for x in range(48) for y in range(48)}
    assert {"#336633", "#aa0000", "#ffee00"} <= seen


def test_what_stands_around_the_frame_may_have_an_ink_of_its_own() -> None:
    image = QImage(96, 96, QImage.Format.Format_RGB32)
    image.fill(QColor("#202124"))
    painter = QPainter(image)
    sidc = Sidc.of("121100", echelon="battalion", headquarters=True)
    paint_symbol(painter, QRectF(0, 0, 96, 96), sidc, QColor("#000000"), QColor("#ffee00"), around=QColor("#ffffff"))
    painter.end()
    white = [(x, y) for x in range(96) for y in range(96) if image.pixelColor(x, y).name() == "#ffffff"]
    yellow = [y for x in range(96) for y in range(96) if image.pixelColor(x, y).name() == "#ffee00"]
    assert min(y for _, y in white) < min(yellow) and max(y for _, y in white) > max(yellow)
    assert not [y for x, y in white if min(yellow) <= y <= max(yellow) and x > 12]


def test_an_empty_rectangle_is_no_fault_and_the_painter_comes_back_as_it_was() -> None:
    image = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.translate(3, 4)
    before = painter.transform()
    paint_symbol(painter, QRectF(0, 0, 0, 5), Sidc.of("121100"), INK, FILL)
    paint_symbol(painter, QRectF(0, 0, 5, 5), Sidc.of("121100"), INK, FILL)
    assert painter.transform() == before
    painter.end()


def test_a_turned_symbol_is_drawn_and_not_moved_onto_pixels() -> None:
    image = QImage(80, 80, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.translate(40, 40)
    painter.rotate(90)
    paint_symbol(painter, QRectF(-30, -30, 60, 60), Sidc.of("121100"), INK, FILL)
    painter.end()
    rows, columns = np.nonzero(darkness(image) > 0.5)
    assert rows.max() - rows.min() > columns.max() - columns.min() > 30


def test_an_svg_holds_lines_and_no_pixels(tmp_path: Path) -> None:
    out = tmp_path / "symbol.svg"
    generator = QSvgGenerator()
    generator.setFileName(str(out))
    generator.setViewBox(QRectF(0, 0, 100, 100))
    painter = QPainter(generator)
    sidc = Sidc.of("121102", identity="hostile", echelon="battalion", headquarters=True)
    paint_symbol(painter, QRectF(0, 0, 100, 100), sidc, INK, QColor("#ff8080"))
    painter.end()
    text = out.read_text("utf-8")
    assert "<path" in text and "<image" not in text and "#ff8080" in text
    assert QSvgRenderer(str(out)).isValid()


def test_a_pdf_holds_lines_and_no_pixels(tmp_path: Path) -> None:
    out = tmp_path / "symbol.pdf"
    writer = QPdfWriter(str(out))
    writer.setResolution(1200)
    size = QPageSize(QSizeF(20, 20), QPageSize.Unit.Millimeter)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    for n, function in enumerate(functions("10")[:40]):
        paint_symbol(painter, QRectF(n % 8 * 110, n // 8 * 110, 100, 100), function.sidc, INK, FILL)
    painter.end()
    data = out.read_bytes()
    assert data.startswith(b"%PDF") and b"/Subtype /Image" not in data


def test_in_print_strokes_keep_their_proportion(tmp_path: Path) -> None:
    """A file is not moved onto pixels: a small and a large symbol are the same drawing."""
    drawn = []
    for side in (10.0, 400.0):
        out = tmp_path / f"{side}.svg"
        generator = QSvgGenerator()
        generator.setFileName(str(out))
        generator.setViewBox(QRectF(0, 0, side, side))
        painter = QPainter(generator)
        paint_symbol(painter, QRectF(0, 0, side, side), Sidc.of("121102", echelon="company"), INK, FILL)
        painter.end()
        image = QImage(300, 300, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(0, 0, 0, 0))
        painter = QPainter(image)
        QSvgRenderer(str(out)).render(painter, QRectF(0, 0, 300, 300))
        painter.end()
        drawn.append(darkness(image))
    assert (np.abs(drawn[0] - drawn[1]) > 0.4).mean() < 0.01
