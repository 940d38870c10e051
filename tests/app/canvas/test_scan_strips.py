"""Scans in strips are the same pictures as Qt reads whole; what the strips are not for goes to Qt."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from app.canvas.scan_cutter import Picture, cut
from app.canvas.scan_strips import Strips, strips_of
from app.canvas.scans import TILE, Pyramid, UnreadableScan

pyvips = pytest.importorskip("pyvips")
WIDE, HIGH = 700, 2 * TILE + 77


def drawn(kind: QImage.Format) -> QImage:
    """A picture whose pixels all differ, as far as its kind allows."""
    y, x = np.mgrid[0:HIGH, 0:WIDE]
    parts = [x % 256, y % 256, (x + y) % 256, 255 - (x // 8) % 200]
    image = QImage(np.dstack(parts).astype(np.uint8).tobytes(), WIDE, HIGH, 4 * WIDE, QImage.Format.Format_RGBA8888)
    return image.convertToFormat(kind)


def pixels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 4 * plain.width()].astype(int)


@pytest.mark.parametrize("suffix", ["png", "tif"])
@pytest.mark.parametrize("kind", ["RGB32", "ARGB32", "Grayscale8", "Mono", "Indexed8", "RGBX64"])
def test_strips_hold_what_qt_reads_whole(qapp: object, tmp_path: Path, suffix: str, kind: str) -> None:
    file = tmp_path / f"a.{suffix}"
    if not drawn(getattr(QImage.Format, f"Format_{kind}")).save(str(file)):
        pytest.skip("Qt does not write this")
    strips = strips_of(file)
    assert isinstance(strips, Strips)
    whole = Picture(file)
    assert strips.size == whole.size
    bands, others = list(strips.bands()), list(whole.bands())
    assert [band.height() for band in bands] == [TILE, TILE, 77]
    for band, other in zip(bands, others, strict=True):
        assert np.abs(pixels(band) - pixels(other)).max() <= 1


def test_without_the_library_and_for_other_kinds_qt_reads(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.png", "a.jpg"):
        drawn(QImage.Format.Format_RGB32).save(str(tmp_path / name))
    assert strips_of(tmp_path / "a.jpg") is None
    assert strips_of(tmp_path / "none.png") is None
    (tmp_path / "text.png").write_text("no picture", encoding="ascii")
    assert strips_of(tmp_path / "text.png") is None
    turned = pyvips.Image.black(30, 20).copy()
    turned.set_type(pyvips.GValue.gint_type, "orientation", 6)
    turned.tiffsave(str(tmp_path / "turned.tif"))
    assert strips_of(tmp_path / "turned.tif") is None
    monkeypatch.setitem(sys.modules, "pyvips", None)
    assert strips_of(tmp_path / "a.png") is None
    assert Pyramid(cut(tmp_path / "a.png", 1, tmp_path / "cache")).size == (WIDE, HIGH)


def test_a_damaged_file_is_refused_and_leaves_nothing(qapp: object, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    drawn(QImage.Format.Format_RGB32).save(str(file))
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(UnreadableScan, match=r"a\.png cannot be read as a picture"):
        cut(file, 1, tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []
