import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QImage

from app.canvas.layers import LayerState, UnknownLayer
from app.export import command
from core.base.errors import Place, WrongUse
from core.files import box_files
from core.model.box import GameBox
from core.model.issues import Issue, Severity


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
        (["-o", "map.bmp"], '"map.bmp" must end in one of: .png, .svg, .pdf.'),
        (["-o", "map.png", "--map", "Q"], 'no map "Q". Allowed: A'),
        (["-o", "map.png", "--layers", "contour"], 'no map layer "contour". Did you mean "contours"?'),
        (["-o", "map.png", "--layers=grid,-tint"], "mixes layers"),
        (["-o", "map.png", "--dpi", "7"], "Allowed: 20 to 1200"),
        (["-o", "map.png", "--dpi", "many"], "invalid int value"),
        ([], "required: -o"),
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


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("all", LayerState()),
        ("contours, grid", LayerState.only("contours", "grid")),
        ("-tint,-shading", LayerState(frozenset({"tint", "shading"}))),
    ],
)
def test_layers_are_read_as_users_write_them(text: str, state: LayerState) -> None:
    assert command.parse_layers(text) == state


def test_a_layer_to_leave_out_must_be_one() -> None:
    with pytest.raises(UnknownLayer):
        command.parse_layers("-sky")
    with pytest.raises(WrongUse):
        command.parse_layers("grid,-tint")


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
