import json
import os

import numpy as np
import pypdfium2
import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter

from app.canvas import scan_cutter
from app.canvas.scan_cutter import SUFFIXES, UnreadableScan, cut, page_count
from app.canvas.scans import HEAD, TILE, Pyramid, drop_oldest, levels_of, pyramid_folder
from tests.app.canvas.pictures import pixels


def picture(width, height, alpha=False):
    """Slow waves of colour, which survive what JPEG does to a picture."""
    y, x = np.mgrid[0:height, 0:width]
    waves = [127 + 120 * np.sin(x / 61), 127 + 120 * np.sin(y / 83), 127 + 120 * np.sin((x + y) / 97), 255 * (x >= 0)]
    if alpha:
        waves[3] = np.where((x // 40 + y // 40) % 2 == 0, 255, 0)
    data = np.stack(waves, axis=-1).astype(np.uint8)
    return QImage(data.tobytes(), width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()


@pytest.fixture(scope="module")
def folder(qapp, tmp_path_factory):
    return tmp_path_factory.mktemp("scans")


@pytest.mark.parametrize(
    ("suffix", "size"), [(".png", (1300, 1111)), (".jpg", (1025, 512)), (".tif", (513, 700)), (".jpeg", (60, 40))]
)
def test_a_scan_cut_into_squares_and_joined_again_is_the_scan(folder, monkeypatch, suffix, size):
    # Bands of two squares: reading in parts joins, too.
    monkeypatch.setattr(scan_cutter, "BAND_PIXELS", size[0] * 2 * TILE)
    file = folder / f"scan{suffix}"
    assert picture(*size).convertToFormat(QImage.Format.Format_RGB32).save(str(file), quality=98)
    told = []
    found = Pyramid(cut(file, cache=folder / "cache", on_progress=told.append))
    assert found.size == size
    assert told == sorted(told) and told[-1] == 1.0
    joined = pixels(found.picture(0, QRect(0, 0, *size)))
    original = pixels(QImage(str(file)))
    assert np.abs(joined.astype(int) - original).mean() < 2.5
    part = pixels(found.picture(0, QRect(size[0] // 3, size[1] // 3, 20, 10)))
    assert np.array_equal(part, joined[size[1] // 3 :, size[0] // 3 :][:10, :20])


def test_every_level_is_the_scan_at_half_the_size_of_the_one_before(folder):
    file = folder / "levels.png"
    whole = picture(2100, 1537)
    whole.convertToFormat(QImage.Format.Format_RGB32).save(str(file))
    found = Pyramid(cut(file, cache=folder / "cache"))
    assert [(level.width, level.height) for level in found.levels] == [(2100, 1537), (1050, 769), (525, 385), (263, 193)]
    for number, level in enumerate(found.levels):
        shown = pixels(found.picture(number, QRect(0, 0, level.width, level.height))).astype(int)
        # The colour of a pixel is that of the middle of what it covers.
        for x, y in [(5, 7), (level.width // 2, level.height // 3), (level.width - 4, level.height - 4)]:
            at = whole.pixelColor(round((x + 0.5) * level.across - 0.5), round((y + 0.5) * level.down - 0.5))
            assert np.abs(shown[y, x, :3] - [at.blue(), at.green(), at.red()]).max() < 25


def test_transparency_of_a_scan_stays(folder):
    file = folder / "clear.png"
    picture(700, 90, alpha=True).save(str(file))
    found = pixels(Pyramid(cut(file, cache=folder / "cache")).picture(0, QRect(0, 0, 700, 90)))
    assert found[20, 20, 3] == 255 and found[20, 60, 3] == 0


def test_a_page_of_a_pdf_becomes_a_picture(folder, qapp):
    file = folder / "pages.pdf"
    writer = QPdfWriter(str(file))
    writer.setResolution(100)
    painter = QPainter(writer)
    for colour in ("red", "blue"):
        painter.fillRect(100, 100, 200, 200, QColor(colour))
        writer.newPage()
    painter.end()
    assert page_count(file) == 3 and page_count(folder / "scan.png") == 1
    found = Pyramid(cut(file, page=2, cache=folder / "cache"))
    document = pypdfium2.PdfDocument(file)
    width, height = document[1].get_size()
    document.close()
    assert found.size == (round(width * 300 / 72), round(height * 300 / 72))
    shown = pixels(found.picture(2, QRect(0, 0, found.levels[2].width, found.levels[2].height)))
    blue = (np.abs(shown[..., :3].astype(int) - [255, 0, 0]) < 30).all(axis=2)
    assert blue.mean() == pytest.approx((2 * 2) / (width / 72 * height / 72), rel=0.05)
    with pytest.raises(UnreadableScan, match=r"pages\.pdf has no page 9; it has 3\."):
        cut(file, page=9, cache=folder / "cache")


def test_a_scan_is_cut_once_whatever_it_is_called(folder, monkeypatch):
    file, copy = folder / "one.png", folder / "two.png"
    picture(30, 20).save(str(file))
    first = cut(file, cache=folder / "cache")
    copy.write_bytes(file.read_bytes())

    def fail(*_):
        raise AssertionError("cut again")

    monkeypatch.setattr(scan_cutter, "Picture", fail)
    assert cut(copy, cache=folder / "cache") == first == pyramid_folder(copy, 1, folder / "cache")


@pytest.mark.parametrize("name", [f"broken{suffix}" for suffix in SUFFIXES])
def test_a_file_that_is_no_picture_is_refused_and_leaves_nothing(folder, name):
    file = folder / name
    file.write_bytes(b"no picture at all")
    cache = folder / "empty cache"
    with pytest.raises(UnreadableScan, match=f"{name} cannot be read as"):
        cut(file, cache=cache)
    assert list(cache.iterdir()) == []


def test_a_scan_with_too_many_pixels_is_refused_before_it_is_unpacked(folder):
    with pytest.raises(UnreadableScan, match=r"30000 × 20000 pixels; the most .* is 400 million"):
        scan_cutter.check_size(folder / "huge.png", QSize(30_000, 20_000))
    with pytest.raises(UnreadableScan, match="empty picture"):
        scan_cutter.check_size(folder / "none.png", QSize(0, 20))


def test_a_pyramid_of_another_version_or_a_torn_one_is_not_read(folder):
    torn = folder / "torn"
    torn.mkdir()
    for text in ("", "{", "[]", json.dumps({"version": 99, "width": 5, "height": 5, "suffix": ".jpg"})):
        (torn / HEAD).write_text(text)
        with pytest.raises(UnreadableScan, match="cannot be read"):
            Pyramid(torn)


def test_pyramids_that_were_not_used_for_longest_go_first(tmp_path):
    for age, name in enumerate(("old", "middle", "new")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "0-0-0.jpg").write_bytes(b"x" * 1000)
        (tmp_path / name / HEAD).write_text("{}")
        os.utime(tmp_path / name / HEAD, (1_000_000 + age, 1_000_000 + age))
    drop_oldest(tmp_path, tmp_path / "old", most=1500)
    assert {each.name for each in tmp_path.iterdir()} == {"old", "new"}


def test_the_level_is_as_fine_as_the_device_needs():
    assert len(levels_of(4000, 3000)) == 4
    assert levels_of(100, 50) == levels_of(100, 50)[:1]
