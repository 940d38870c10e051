from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.canvas.scans import Pyramid
from app.export.outcome import PROGRESS
from app.export.scan_command import main


@pytest.fixture
def picture(qapp: object, tmp_path: Path) -> Path:
    image = QImage(600, 40, QImage.Format.Format_RGB32)
    image.fill(0xFF808080)
    assert image.save(str(tmp_path / "n.png"))
    return tmp_path / "n.png"


def test_the_last_line_names_the_prepared_picture(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(picture), "--cache", str(tmp_path / "cache")]) == 0
    *told, last = capsys.readouterr().out.splitlines()
    assert told and all(line.startswith(PROGRESS) for line in told)
    assert Pyramid(Path(last)).size == (600, 40)


def test_a_picture_is_copied_before_it_is_prepared(picture: Path, tmp_path: Path) -> None:
    target = tmp_path / "box" / "scans" / "n.png"
    assert main([str(picture), "--cache", str(tmp_path / "cache"), "--copy", str(target)]) == 0
    assert target.read_bytes() == picture.read_bytes()
    assert [each.name for each in target.parent.iterdir()] == ["n.png"]


def test_what_cannot_be_read_is_told_in_a_sentence(qapp: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "n.tif").write_bytes(b"no picture")
    assert main([str(tmp_path / "n.tif"), "--cache", str(tmp_path / "cache")]) == 1
    assert "n.tif cannot be read as a picture" in capsys.readouterr().err
    assert main([str(tmp_path / "gone.png"), "--cache", str(tmp_path / "cache")]) == 1
    assert "gone.png could not be prepared" in capsys.readouterr().err
    assert main([]) == 2
