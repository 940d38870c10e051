"""A journal as a page with maps and as a sequence of pictures of one size."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.export.session_command import main
from core.files.resources import scenarios_folder

BOX = str(scenarios_folder() / "sable-river")
SHIPPED = str(scenarios_folder() / "sessions" / "first-days.journal")


@pytest.mark.usefixtures("qapp")
def test_the_page_shows_the_map_after_each_turn(tmp_path, capsys):
    out = tmp_path / "a.html"
    assert main([SHIPPED, "--html", str(out), "--box", BOX, "--dpi", "20", "--progress", "--side", "all"]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{out}\n"
    assert shown.err.splitlines()[-1] == "progress 1.0000"
    page = out.read_text("utf-8")
    assert len(re.findall(r'<img src="data:image/png;base64,iVBOR', page)) == 4
    assert "[7.0-7.4, 8.0, 9.2, 10.0]" in page and "What both sides know." not in page
    assert main([SHIPPED, "--html", str(out), "--box", BOX, "--dpi", "20"]) == 0
    page = out.read_text("utf-8")
    assert "What both sides know." in page
    assert "[7.0-7.4, 8.0, 9.2, 10.0]" not in page, "what a side asked is its own"


@pytest.mark.usefixtures("qapp")
def test_pictures_follow_the_phases_and_have_one_size(tmp_path):
    folder = tmp_path / "pictures"
    assert main([SHIPPED, "--pictures", str(folder), "--box", BOX, "--dpi", "15", "--side", "Veldany"]) == 0
    files = sorted(folder.iterdir())
    assert files[0].name == "00001-entry-3.png" and len(files) > 20
    sizes = {QImage(str(file)).size().toTuple() for file in files}
    assert len(sizes) == 1
    assert QImage(str(files[0])).text("Description")
    assert files[0].read_bytes() != files[-1].read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["--pictures", "x"], 2, "give --box"),
        (["--pictures", "x", "--box", BOX, "--dpi", "0"], 2, "dots per inch cannot be drawn"),
        (["--pictures", "x", "--box", BOX, "--dpi", "1200"], 2, "too large for a sequence"),
        (["--pictures", "x", "--box", str(scenarios_folder() / "tcs-example")], 2, "was played over"),
        (["--html", "x", "--box", "no-such-folder"], 1, ""),
        (["--html", "x", "--box", BOX, "--side", "Nobody"], 2, "There is no side"),
        (["--picture"], 2, ""),
    ],
)
@pytest.mark.usefixtures("qapp")
def test_what_cannot_be_exported_is_told(words, code, error, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main([SHIPPED, *words]) == code
    assert error in capsys.readouterr().err
    assert not Path("x").is_file()
