import subprocess
import sys
from pathlib import Path

import pytest

from app import main as front_door

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "scenarios" / "tcs-example"


@pytest.fixture
def opened(monkeypatch):
    boxes: list[Path | None] = []
    monkeypatch.setattr(front_door, "open_window", lambda box: boxes.append(box) or 0)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return boxes


@pytest.mark.parametrize(
    ("argv", "box"), [([], None), (["some/box"], Path("some/box")), (["x/game.yaml"], Path("x/game.yaml"))]
)
def test_without_arguments_or_with_a_box_the_window_opens(opened, argv, box):
    assert front_door.main(argv) == 0
    assert opened == [box]


@pytest.mark.parametrize("argv", [["questions"], ["--version"], ["--help"], ["check", str(EXAMPLE)]])
def test_everything_else_is_the_command_line(opened, capsys, argv):
    try:
        code = front_door.main(argv)
    except SystemExit as end:
        code = end.code
    assert not code
    assert opened == []


def test_a_wrong_word_with_arguments_is_wrong_use(opened, capsys):
    try:
        code = front_door.main(["unknown", "thing"])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert opened == []


def test_without_a_display_one_sentence_says_what_to_do(monkeypatch, capsys):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert front_door.main([str(EXAMPLE)]) == 2
    said = capsys.readouterr().err
    assert "there is no display" in said
    assert "xvfb-run" in said


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"])
def test_any_kind_of_display_will_do(name):
    assert front_door.no_display("linux", {name: "something"}) == ""


def test_other_systems_always_have_a_display():
    assert front_door.no_display("win32", {}) == ""
    assert front_door.no_display("darwin", {}) == ""


def test_the_command_line_imports_no_qt():
    program = "import sys\nfrom app.main import main\nmain(['questions'])\nprint('PySide6' in sys.modules, file=sys.stderr)"
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert ended.stderr.strip() == "False"
