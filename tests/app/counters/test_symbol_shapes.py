"""What symbols are put together from: every mark of the files is used, lines end on the frame, colours are there for all."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from app.counters.symbol_shapes import colour_presets, draw_symbol, pens, symbol_colours
from core.base.errors import CoreError
from core.model.sidc import IDENTITIES, Affiliation, Sidc
from core.model.symbol_table import SET_FILES, functions, read_symbols, symbol_sets

pytestmark = pytest.mark.usefixtures("qapp")

AFFILIATIONS: tuple[Affiliation, ...] = ("friend", "hostile", "neutral", "unknown")


def named_marks() -> set[str]:
    entries = [read_symbols(name) for name in SET_FILES.values()]
    draws = [e.get("draw", ()) for data in entries for kind in ("functions", "first", "second") for e in data[kind].values()]
    return {each if isinstance(each, str) else each.get("mark", "") for draw in draws for each in draw} - {""}


def test_every_mark_is_used_and_every_used_mark_is_there() -> None:
    assert named_marks() | {"unknown"} == set(read_symbols("marks")["marks"])


def test_every_file_says_where_its_forms_come_from() -> None:
    for name in (*SET_FILES.values(), "marks", "frames"):
        assert read_symbols(name)["source"]
    assert all(preset["source"] for preset in read_symbols("colours")["presets"].values())


@pytest.mark.parametrize("identity", IDENTITIES.values())
@pytest.mark.parametrize("symbol_set", SET_FILES)
def test_every_function_is_put_together_in_every_frame_and_stays_in_it(symbol_set: str, identity: str) -> None:
    for function in functions(symbol_set):
        drawing = draw_symbol(function.sidc.with_identity(identity))
        assert drawing.parts[0].kind == "area"
        assert not any(part.path.isEmpty() for part in drawing.parts)
        assert drawing.frame.adjusted(-0.001, -0.001, 0.001, 0.001).contains(drawing.extent), function


@pytest.mark.parametrize("affiliation", AFFILIATIONS)
@pytest.mark.parametrize("code", ["121100", "121300", "120400", "163400", "161300", "121101", "130100", "111000"])
def test_marks_that_fill_the_frame_end_on_it(code: str, affiliation: Affiliation) -> None:
    sidc = Sidc.of(code, identity=affiliation)
    frame = draw_symbol(Sidc.of("000000", identity=affiliation)).parts[0].path
    marks = draw_symbol(sidc).parts[1].path
    ends = []
    for n in range(marks.elementCount()):
        element = marks.elementAt(n)
        last = n + 1 == marks.elementCount() or marks.elementAt(n + 1).isMoveTo()
        if element.isMoveTo() or last:
            ends.append(QPointF(element.x, element.y))
    assert ends
    for end in ends:
        assert on_outline(frame, end), (code, affiliation, end)


def on_outline(frame: QPainterPath, point: QPointF) -> bool:
    """Whether a point lies within a hundredth of the outline: a little cross around it is partly in, partly out."""
    near = QRectF(point.x() - 0.01, point.y() - 0.01, 0.02, 0.02)
    return frame.intersects(near) and not frame.contains(near)


def test_a_function_with_modifiers_that_the_tables_do_not_list_bears_both() -> None:
    plain, marine, both = (len_of(code) for code in ("1407000000", "1407004600", "1407004627"))
    assert plain < marine < both


def len_of(code: str) -> int:
    return sum(part.path.elementCount() for part in draw_symbol(Sidc.of(code)).parts)


def test_a_modifier_joins_a_drawing_of_its_own() -> None:
    gun, heavy = draw_symbol(Sidc.of("1205008400")), draw_symbol(Sidc.of("1205008415"))
    assert sum(p.path.elementCount() for p in gun.parts) < sum(p.path.elementCount() for p in heavy.parts)
    assert any(part.weight == 1.5 for part in heavy.parts)


def test_only_what_is_not_certain_is_dashed() -> None:
    assert any(part.dashed for part in draw_symbol(Sidc.of("121100", status="planned")).parts)
    assert any(part.dashed for part in draw_symbol(Sidc.of("121100", identity="assumed friend")).parts)
    assert not any(part.dashed for part in draw_symbol(Sidc.of("121100")).parts)


def test_a_staff_reaches_below_and_a_bracket_above_the_frame() -> None:
    plain = draw_symbol(Sidc.of("121100", echelon="brigade"))
    staff = draw_symbol(Sidc.of("121100", echelon="brigade", headquarters=True))
    bracket = draw_symbol(Sidc.of("121100", echelon="brigade", task_force=True))
    dummy = draw_symbol(Sidc.of("121100", echelon="brigade", task_force=True, dummy=True))
    assert staff.extent.bottom() > plain.frame.bottom() + 0.3
    assert dummy.extent.top() < bracket.extent.top() < plain.extent.top() < plain.frame.top()


def contrast(a: QColor, b: QColor) -> float:
    def light(colour: QColor) -> float:
        shares = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in colour.getRgbF()[:3]]
        return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("preset", colour_presets())
def test_ink_is_read_on_every_fill(preset: str) -> None:
    for affiliation in AFFILIATIONS:
        assert contrast(*symbol_colours(preset, affiliation)) > 4.5


def test_colours_for_all_eyes_differ_in_lightness_between_the_sides() -> None:
    fills = [symbol_colours("colour-blind", affiliation)[1] for affiliation in ("friend", "hostile", "neutral")]
    greys = sorted(0.299 * c.redF() + 0.587 * c.greenF() + 0.114 * c.blueF() for c in fills)
    assert all(b - a > 0.1 for a, b in pairwise(greys))


def test_colours_that_are_not_there_are_refused_with_the_nearest() -> None:
    with pytest.raises(CoreError, match='Did you mean "standard"'):
        symbol_colours("standart", "friend")
    assert colour_presets()["colour-blind"] == "For all eyes"


def test_all_sets_have_frames_for_all_four() -> None:
    for each in symbol_sets().values():
        assert set(read_symbols("frames")["frames"][each.frames]) == set(AFFILIATIONS)
    assert pens().least_px == 1.0 and pens().width > 0
