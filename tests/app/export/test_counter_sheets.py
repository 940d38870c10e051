"""Counter sheets as PDF, read back: pages, sizes, lines and no pictures, ink where counters are, backs behind fronts."""

import ctypes
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from pypdfium2 import raw

from app.export.counter_layout import SheetWish, lay_out, turning_of
from app.export.counter_pieces import Choice, PieceFaces, gathered, numbered
from app.export.counter_sheets import Job, cross_points, crosses_page, write_sheets, write_test
from core.files.box_files import load_box

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
BOXES = ("sable-river", "cove-creek", "amber-road")
DPI = 150.0
PLAIN = SheetWish(group="none", labels=False, marks=False)

pytestmark = pytest.mark.usefixtures("qapp")


def job_of(name, wish, choice=None):
    loaded = load_box(SCENARIOS / name)
    oob, rules = loaded.box.oob, loaded.ruleset
    groups = gathered(oob, rules, choice or Choice(), wish.group)
    return Job(loaded.box.title, lay_out([group.group for group in groups], wish), numbered(groups), PieceFaces(oob, rules))


@pytest.fixture
def written(tmp_path):
    opened = []

    def write(job):
        out = tmp_path / f"{len(opened)}.pdf"
        write_sheets(job, out, lambda share: None)
        opened.append(pypdfium2.PdfDocument(out))
        return opened[-1]

    yield write
    for document in opened:
        document.close()


def painted(page, dpi=DPI):
    """A page as (rows, columns, red green blue)."""
    bitmap = page.render(scale=dpi / 72)
    rows = np.ctypeslib.as_array(bitmap.buffer, shape=(bitmap.height * bitmap.stride,))
    return (
        rows.reshape(bitmap.height, bitmap.stride)[:, : bitmap.width * 3]
        .reshape(bitmap.height, bitmap.width, 3)[..., ::-1]
        .copy()
    )


def cut_out(picture, square, dpi=DPI):
    dots = dpi / 25.4
    rows = slice(round(square.top * dots), round(square.bottom * dots))
    return picture[rows, round(square.left * dots) : round(square.right * dots)]


def colour(text):
    return np.array([int(text[at : at + 2], 16) for at in (1, 3, 5)])


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize(("backs", "sides"), [("long", 2), ("fold", 1), ("none", 1)])
def test_pages_have_the_size_of_the_paper_and_hold_lines_and_no_pictures(written, name, backs, sides):
    job = job_of(name, SheetWish(paper="letter", turn="landscape", backs=backs))
    document = written(job)
    assert len(document) == len(job.plan.pages) == sides * len(job.plan.leaves)
    for page in document:
        assert page.get_size() == pytest.approx((279.4 / 25.4 * 72, 215.9 / 25.4 * 72), abs=0.8)
        kinds = {each.type for each in page.get_objects()}
        assert raw.FPDF_PAGEOBJ_PATH in kinds
        assert raw.FPDF_PAGEOBJ_IMAGE not in kinds and raw.FPDF_PAGEOBJ_SHADING not in kinds


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("backs", ["long", "short", "fold"])
def test_ink_lies_where_counters_are_and_nowhere_else(written, name, backs):
    job = job_of(name, replace(PLAIN, gutter=2.0, bleed=0.0, backs=backs))
    document = written(job)
    for number, page in enumerate(job.plan.pages):
        picture = painted(document[number])
        blank = np.ones(picture.shape[:2], bool)
        dots = DPI / 25.4
        for piece, place, back in job.plan.places(page):
            square = place.square
            face = job.faces.face(job.pieces[piece], back)
            shown = cut_out(picture, square)
            # The ground of the face fills the card, seen in at least some share of it.
            same = (np.abs(shown.astype(int) - colour(face.fill)) <= 3).all(axis=2)
            assert same.mean() > 0.1, job.faces.name(job.pieces[piece])
            top, left = int(square.top * dots) - 1, int(square.left * dots) - 1
            blank[max(top, 0) : int(square.bottom * dots) + 3, max(left, 0) : int(square.right * dots) + 3] = False
        if backs == "fold":
            middle = picture.shape[0] // 2 if job.plan.page[1] > job.plan.page[0] else picture.shape[1] // 2
            (blank if job.plan.page[1] > job.plan.page[0] else blank.T)[middle - 3 : middle + 4] = False
        assert (picture[blank] > 250).all()


@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize("turn", ["portrait", "landscape"])
def test_a_sheet_held_against_the_light_has_every_back_behind_its_front(written, backs, turn):
    wish = replace(PLAIN, turn=turn, backs=backs, bleed=0.0, gutter=3.0)
    # A few counters in a corner, so that no other turn of the sheet brings them together.
    few = Choice((next(iter(load_box(SCENARIOS / "amber-road").box.oob.formations)).id,))
    job = job_of("amber-road", wish, few)
    document = written(job)
    front, back = (painted(document[number]) for number in (0, 1))
    upright = (backs == "long") == (turn == "portrait")
    # Turned over in the hand: seen from the front through the paper, the back is mirrored.
    through = back[:, ::-1] if upright else back[::-1]
    edges = 2 * (job.plan.columns + job.plan.rows)
    assert strays(front, through) <= edges
    assert strays(front, back) > 2 * edges
    moved = job_of("amber-road", replace(wish, offset=(2.0, -1.0)), few)
    x, y = round(2.0 * DPI / 25.4), round(1.0 * DPI / 25.4)
    other = np.roll(painted(written(moved)[1]), (y, -x), axis=(0, 1))
    assert strays(other, back) <= edges


def strays(one, other):
    """How many lines of dots of two pictures hold ink in one of them alone, across and down."""
    inks = [(each < 245).any(axis=2) for each in (one, other)]
    return sum(int((inks[0].any(axis=axis) != inks[1].any(axis=axis)).sum()) for axis in (0, 1))


def test_bands_and_grounds_go_on_in_the_bleed(written):
    job = job_of("cove-creek", replace(PLAIN, gutter=6.0, bleed=2.0, backs="none"))
    picture = painted(written(job)[0])
    dots = DPI / 25.4
    for _, place, _ in job.plan.places(job.plan.pages[0]):
        square = place.square
        for x in np.linspace(square.left + 1, square.right - 1, 5):
            column = round(x * dots)
            inside = picture[round((square.top + 0.15) * dots), column].astype(int)
            outside = picture[round((square.top - 1.0) * dots), column].astype(int)
            assert np.abs(inside - outside).max() < 12
            # A finger's breadth further there is white paper.
            assert (picture[round((square.top - 2.6) * dots), column] > 250).all()


def test_a_counter_has_its_size_on_paper_to_a_hundredth_of_a_millimetre(written):
    job = job_of("cove-creek", replace(PLAIN, side=12.7, gutter=4.0, bleed=0.0, backs="none"))
    page = written(job)[0]
    high = page.get_size()[1]
    bounds = []
    for each in page.get_objects():
        edges = [ctypes.c_float() for _ in range(4)]
        raw.FPDFPageObj_GetBounds(each.raw, *edges)
        left, bottom, right, top = (edge.value for edge in edges)
        bounds.append(tuple(value * 25.4 / 72 for value in (left, high - top, right - left, top - bottom)))
    sizes = [(width, height) for _, _, width, height in bounds]
    squares = [size for size in sizes if size == pytest.approx((12.7, 12.7), abs=0.01)]
    assert len(squares) >= len(job.plan.leaves[0].cells)
    first = job.plan.leaves[0].cells[0].front.square
    assert any((left, top) == pytest.approx((first.left, first.top), abs=0.06) for left, top, _, _ in bounds)


def test_marks_names_and_words_are_there_when_they_are_wanted(written):
    job = job_of("sable-river", SheetWish(group="side"))
    document = written(job)
    text = document[0].get_textpage().get_text_range()
    assert "sheet 1 of" in text and "fronts" in text and "Veldany" in text
    assert "backs" in document[1].get_textpage().get_text_range()
    picture = painted(document[0])
    dots = DPI / 25.4
    for mark in job.plan.marks(job.plan.pages[0]):
        x, y = round((mark.x0 + mark.x1) / 2 * dots), round((mark.y0 + mark.y1) / 2 * dots)
        assert picture[y - 1 : y + 2, x - 1 : x + 2].min() < 120
    bare = written(job_of("sable-river", replace(PLAIN, group="none")))
    assert not bare[0].get_textpage().get_text_range().strip()


def test_lines_run_around_counters_when_they_are_wanted(written):
    wish = replace(PLAIN, gutter=3.0, bleed=0.0)
    plain, lined = (painted(written(job_of("sable-river", replace(wish, lines=on)))[0]) for on in (False, True))
    changed = (np.abs(plain.astype(int) - lined).max(axis=2) > 20).mean()
    assert 0.002 < changed < 0.06


@pytest.mark.parametrize("turn", ["portrait", "landscape"])
@pytest.mark.parametrize("backs", ["long", "short"])
def test_crosses_of_the_test_page_meet_through_the_paper_but_for_the_offset(tmp_path, backs, turn):
    wish = SheetWish(turn=turn, backs=backs, offset=(1.5, -0.5))
    out = tmp_path / "test.pdf"
    write_test(wish, "Test", out)
    document = pypdfium2.PdfDocument(out)
    assert len(document) == 2
    page = crosses_page(wish)
    turning = turning_of(wish, page)
    fine = 300.0
    for number, picture in enumerate(painted(each, fine) for each in document):
        dots = fine / 25.4
        for x, y in cross_points(page).values():
            at = turning.point(x, y) if number else (x, y)
            column, row = (round(each * dots) for each in at)
            # Both arms of the cross, beside its middle.
            assert picture[row - 1 : row + 2, column + 12 : column + 24].min(axis=(0, 2)).max() < 140
            assert picture[row + 12 : row + 24, column - 1 : column + 2].min(axis=(1, 2)).max() < 140
    assert "1.5 mm to the right and −0.5 mm down" in document[1].get_textpage().get_text_range()
    document.close()


def test_the_old_file_stays_when_the_new_one_cannot_be_written(tmp_path, monkeypatch):
    out = tmp_path / "counters.pdf"
    out.write_bytes(b"old")
    job = job_of("sable-river", SheetWish())

    def stop(share):
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        write_sheets(job, out, stop)
    assert out.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["counters.pdf"]
