import numpy as np
import pypdfium2
import pytest
from PySide6.QtGui import QImage

from app.canvas.layers import LayerState
from app.canvas.scene_map import SceneMap
from app.export.page import Look, Page
from app.export.paper import PageWish, tile
from app.export.render import render_box

LAYERS = LayerState.only("paper", "areas", "water", "grid")
DPI = 60.0


def painted(document, number):
    """A page of a PDF as (rows, columns, blue green red)."""
    bitmap = document[number].render(scale=DPI / 72)
    rows = np.ctypeslib.as_array(bitmap.buffer, shape=(bitmap.height * bitmap.stride,))
    return rows.reshape(bitmap.height, bitmap.stride)[:, : bitmap.width * 3].reshape(bitmap.height, bitmap.width, 3).copy()


@pytest.fixture(scope="module")
def wish():
    return PageWish("a4", "portrait", margin=12.0, overlap=9.0)


@pytest.fixture(scope="module")
def cut_map(qapp, made_up_box, wish, tmp_path_factory):
    out = tmp_path_factory.mktemp("pages") / "map.pdf"
    render_box(made_up_box, "A", out, Look(hex_mm=24.0, layers=LAYERS, pages=wish))
    document = pypdfium2.PdfDocument(out)
    yield document
    document.close()


@pytest.fixture(scope="module")
def page(qapp, made_up_box):
    return Page(SceneMap.whole(made_up_box), Look(dpi=DPI, hex_mm=24.0, layers=LAYERS), "A")


def test_an_overview_comes_first_and_then_every_page_on_its_paper(cut_map, page, wish):
    tiling = tile((page.mm.width(), page.mm.height()), wish)
    assert tiling.columns > 1 and tiling.rows > 1
    assert len(cut_map) == tiling.columns * tiling.rows + 1
    for number in range(len(cut_map)):
        assert cut_map[number].get_size() == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72), abs=1)


def test_pages_cut_at_their_marks_and_laid_edge_to_edge_are_the_map(cut_map, page, wish):
    once = QImage(page.size, QImage.Format.Format_RGB32)
    once.fill(page.scene.style.paper.margin_colour)
    page.paint(once)
    whole = np.frombuffer(once.constBits(), np.uint8).reshape(once.height(), once.width(), 4)[..., :3].astype(int)
    joined = np.zeros_like(whole)
    dots = DPI / 25.4
    tiling = tile((page.mm.width(), page.mm.height()), wish)
    for number, cut in enumerate(tiling.cuts(), start=1):
        picture = painted(cut_map, number)
        x, y = round(cut.kept.left * dots), round(cut.kept.top * dots)
        right, bottom = min(round(cut.kept.right * dots), whole.shape[1]), min(round(cut.kept.bottom * dots), whole.shape[0])
        from_x = round((wish.margin + cut.kept.left - cut.shown.left) * dots)
        from_y = round((wish.margin + cut.kept.top - cut.shown.top) * dots)
        joined[y:bottom, x:right] = picture[from_y : from_y + bottom - y, from_x : from_x + right - x]
    # Lines of the two programs differ by part of a dot; means of small squares do not.
    high, wide = whole.shape[0] // 12 * 12, whole.shape[1] // 12 * 12
    means = [each[:high, :wide].reshape(high // 12, 12, wide // 12, 12, 3).mean(axis=(1, 3)) for each in (whole, joined)]
    assert np.abs(means[0] - means[1]).mean() < 4


def test_nothing_but_marks_and_words_lies_in_the_margins(cut_map, wish):
    dots = DPI / 25.4
    edge = int(wish.margin * dots) - 1
    picture = painted(cut_map, 1)
    margins = np.concatenate([picture[:edge].reshape(-1, 3), picture[:, :edge].reshape(-1, 3)])
    dark = (margins < 128).all(axis=1).mean()
    assert 0.0002 < dark < 0.02
    assert (margins > 250).all(axis=1).mean() > 0.97


def test_words_marks_and_overview_can_be_left_out(qapp, made_up_box, tmp_path):
    out = tmp_path / "plain.pdf"
    plain = PageWish("a3", "landscape", cut_marks=False, labels=False, overview=False)
    render_box(made_up_box, "A", out, Look(layers=LAYERS, pages=plain))
    document = pypdfium2.PdfDocument(out)
    picture = painted(document, 0)
    edge = int(plain.margin * DPI / 25.4) - 1
    assert (picture[:edge] > 250).all()
    assert "page" not in document[0].get_textpage().get_text_range()
    document.close()


def test_pages_are_named_at_their_foot(cut_map):
    assert "page A1" in cut_map[1].get_textpage().get_text_range()
    assert "B1" in cut_map[0].get_textpage().get_text_range()
