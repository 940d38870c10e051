import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from app.export.png import PngWriter, pixels_of
from core.base.errors import WrongUse


def written(rows, cuts, alpha, dpi=300.0, title=""):
    stream = io.BytesIO()
    writer = PngWriter(stream, rows.shape[1], rows.shape[0], alpha, dpi, title)
    for part in np.split(rows, cuts):
        if len(part):
            writer.add(part)
    writer.end()
    return stream.getvalue()


@settings(deadline=None)
@given(st.integers(1, 40), st.integers(1, 40), st.booleans(), st.integers(0, 10_000), st.lists(st.integers(0, 40), max_size=4))
def test_what_is_written_is_read_back_pixel_by_pixel(width, height, alpha, seed, cuts):
    random = np.random.default_rng(seed)
    rows = random.integers(0, 4, (height, width, 4 if alpha else 3), dtype=np.uint8) * 80
    # Rows that repeat take the other way of writing.
    rows[1::2] = rows[::2][: len(rows[1::2])]
    if alpha:
        rows[..., 3] = 255
    image = QImage.fromData(written(rows, sorted(cut for cut in cuts if cut < height), alpha))
    assert (image.width(), image.height(), image.hasAlphaChannel()) == (width, height, alpha)
    assert np.array_equal(pixels_of(image, alpha), rows)


def test_the_file_says_how_fine_it_is_and_what_it_shows(qapp):
    image = QImage.fromData(written(np.zeros((3, 5, 3), np.uint8), [], False, 254.0, "Höhe 42"))
    assert image.dotsPerMeterX() == image.dotsPerMeterY() == 10_000
    assert image.text("Title") == "Höhe 42"


def test_pixels_of_a_picture_are_copied_without_what_fills_its_rows():
    image = QImage(3, 2, QImage.Format.Format_RGB32)
    image.fill(0xFF102030)
    found = pixels_of(image, alpha=False)
    del image
    assert found.tolist() == [[[16, 32, 48]] * 3] * 2


def test_rows_that_do_not_fit_or_are_missing_are_refused():
    writer = PngWriter(io.BytesIO(), 4, 2, False, 96.0)
    with pytest.raises(WrongUse, match="do not fit"):
        writer.add(np.zeros((1, 5, 3), np.uint8))
    with pytest.raises(WrongUse, match="do not fit"):
        writer.add(np.zeros((3, 4, 3), np.uint8))
    with pytest.raises(WrongUse, match="2 rows of the picture are missing"):
        writer.end()
    with pytest.raises(WrongUse, match="0 × 2 pixels"):
        PngWriter(io.BytesIO(), 0, 2, False, 96.0)
