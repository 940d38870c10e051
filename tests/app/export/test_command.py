import io
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import immutables
import pytest
from PySide6.QtGui import QImage

from app.export import command
from app.export.outcome import PROGRESS
from app.workers.messages import Reset, encode
from core.base.errors import Place
from core.files import box_files
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.issues import Issue, Severity
from core.model.maps import HexContent, Underlay
from core.model.state import GameState
from core.model.work import Work
from tests.app.canvas.pictures import changed, pixels


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch, made_up_box: GameBox, qapp: object) -> SimpleNamespace:
    loaded = SimpleNamespace(box=made_up_box, ruleset=None, issues=())
    monkeypatch.setattr(box_files, "load_box", lambda path: loaded)
    return loaded


def test_a_map_is_drawn_and_its_file_named(loads: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new folder" / "map.png"
    assert command.main(["box", "--map", "a", "-o", str(out), "--dpi", "50"]) == 0
    assert not QImage(str(out)).isNull()
    assert capsys.readouterr().out == f"{out}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "map.bmp"], '".bmp" is no kind of picture that can be written. Allowed: .png, .svg, .pdf.'),
        (["-o", "map.png", "--map", "Q"], 'no map "Q". Allowed: A'),
        (["-o", "map.png", "--layers", "contour"], 'no map layer "contour". Did you mean "contours"?'),
        (["-o", "map.png", "--layers=grid,-tint"], "mixes layers"),
        (["-o", "map.png", "--dpi", "7"], "Allowed: 10 to 2400"),
        (["-o", "map.png", "--dpi", "many"], "invalid float value"),
        ([], "Say which file is to be written: -o"),
        (["-o", "map.pdf", "--pages", "a44"], 'no paper "a44". Did you mean "a4"?'),
        (["-o", "map.pdf", "--overlap", "5"], "needs --pages"),
        (["-o", "map.png", "--pages", "a4"], "only a .pdf file can"),
        (["-o", "map.pdf", "--pages", "a4", "--margin", "100"], "leave nothing of A4 paper"),
        (["-o", "map.png", "--hex-mm", "900"], "Allowed: 2 to 200 mm"),
    ],
)
def test_a_wrong_call_is_explained(
    loads: SimpleNamespace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command.main(["box", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_wrong_with_a_box_is_said_and_its_map_drawn_all_the_same(
    loads: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "map.svg"
    loads.issues = (Issue(Place("a.map.yaml", 3, 4), "A contour has no height."),)
    assert command.main(["box", "-o", str(out)]) == 1
    assert "a.map.yaml:3:4: error: A contour has no height." in capsys.readouterr().err
    assert out.exists()


def test_warnings_alone_are_no_failure(loads: SimpleNamespace, tmp_path: Path) -> None:
    loads.issues = (Issue(Place("a.map.yaml", 3, 4), "It may be meant otherwise.", Severity.WARNING),)
    assert command.main(["box", "-o", str(tmp_path / "map.svg"), "--layers=grid"]) == 0


def test_a_box_that_cannot_be_read_is_a_problem_and_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "nowhere"), "-o", str(tmp_path / "map.png")]) == 1
    assert "nowhere" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_a_problem_and_no_crash(
    loads: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert command.main(["box", "-o", str(tmp_path / "file" / "map.png"), "--dpi", "30"]) == 1
    assert "could not be written" in capsys.readouterr().err


def test_without_a_display_the_command_draws_off_the_screen(tmp_path: Path) -> None:
    example = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    out = tmp_path / "map.pdf"
    call = "import sys; from app.export.command import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", call, str(example), "-o", str(out)],
        env=environment,
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes().startswith(b"%PDF-")


def test_the_window_hears_how_far_it_is_and_sends_the_box_that_it_shows(
    qapp: object,
    made_up_box: GameBox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    sent = encode(Reset(0, Work(made_up_box, GameState())))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(sent)))
    out = tmp_path / "map.pdf"
    arguments = ["--pages", "letter", "--hex-mm", "24", "--layers=-tint,-shading", "--progress", "--box-on-stdin"]
    assert command.main([str(tmp_path), "-o", str(out), *arguments]) == 0
    said = capsys.readouterr()
    assert said.out == f"{out}\n"
    shares = [float(line.removeprefix(PROGRESS)) for line in said.err.splitlines()]
    assert shares == sorted(shares) and shares[-1] == 1.0


def test_a_scan_that_is_missing_is_told_and_the_map_drawn_without_it(
    loads: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    placed = loads.box.sheets[0]
    scan = Underlay("scans/gone.png", (100, 100))
    loads.box = loads.box.with_sheet(placed.file, replace(placed.sheet, underlay=scan))
    assert command.main([str(tmp_path), "-o", str(tmp_path / "map.png"), "--dpi", "30"]) == 0
    assert "scans/gone.png is not in" in capsys.readouterr().err


def test_terrain_of_a_palette_is_drawn_in_its_own_colour(loads: SimpleNamespace, tmp_path: Path, made_up_box: GameBox) -> None:
    placed = made_up_box.sheets[0]
    hexes = dict.fromkeys(placed.sheet.hexes, HexContent("level-5"))
    sheet = replace(placed.sheet, hexes=immutables.Map(hexes))
    loads.box = replace(made_up_box, palette="operational", sheets=(replace(placed, sheet=sheet),))
    loads.ruleset = load_ruleset("scs-1.6")
    out = tmp_path / "map.png"
    assert command.main(["box", "-o", str(out), "--dpi", "60", "--layers", "hexes"]) == 0
    loads.ruleset = None
    plain = tmp_path / "plain.png"
    assert command.main(["box", "-o", str(plain), "--dpi", "60", "--layers", "hexes"]) == 0
    assert changed(pixels(QImage(str(out))), pixels(QImage(str(plain)))).any()
