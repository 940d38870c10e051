"""`phaseline render BOX --counters FILE` from a call to the pages."""

import io
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest

from app.export import command
from app.workers.messages import Reset, encode
from core.files.box_files import load_box
from core.model.oob import Oob
from core.model.state import GameState
from core.model.work import Work

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
RIVER = SCENARIOS / "sable-river"

pytestmark = pytest.mark.usefixtures("qapp")


def page_count(file: Path) -> int:
    document = pypdfium2.PdfDocument(file)
    try:
        return len(document)
    finally:
        document.close()


@pytest.mark.parametrize("name", sorted(path.parent.name for path in SCENARIOS.glob("*/counters.yaml")))
def test_every_sample_box_prints(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "counters.pdf"
    assert command.main([str(SCENARIOS / name), "--counters", str(out), "--markers", "all=1"]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert page_count(out) >= 2


def test_letters_that_are_too_small_are_told_and_are_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = [str(RIVER), "--counters", str(tmp_path / "small.pdf"), "--size", "8"]
    assert command.main(call) == 0
    assert "below 0.9 mm it is hard to read" in capsys.readouterr().err


def test_the_test_page_is_a_front_and_a_back(tmp_path: Path) -> None:
    out = tmp_path / "test.pdf"
    assert command.main([str(RIVER), f"--counters={out}", "--test-page", "--offset", "0.5", "-0.25"]) == 0
    assert page_count(out) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--counters", "a.png"], "only a .pdf file can"),
        (["--counters", "a.pdf", "--size", "big"], "no size of counters. Allowed: 1/2, 9/16, 5/8 inch"),
        (["--counters", "a.pdf", "--paper", "a44"], 'Did you mean "a4"?'),
        (["--counters", "a.pdf", "--margin", "100"], "do not fit"),
        (["--counters", "a.pdf", "--only", "veldani"], 'no side or formation "veldani". Did you mean "veldany"?'),
        (["--counters", "a.pdf", "--markers", "step-los=2"], 'Did you mean "step-loss"?'),
        (["--counters", "a.pdf", "--markers", "moved"], '"moved" must be a marker, = and how many'),
        (["--counters", "a.pdf", "--sets", "0"], "Allowed: 1 to 50"),
        (["--counters", "a.pdf", "--backs", "side"], "invalid choice"),
    ],
)
def test_a_wrong_call_is_explained(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command.main([str(RIVER), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_print_is_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(RIVER), "--counters", str(tmp_path / "a.pdf"), "--only", ""]) == 1
    assert "nothing to print" in capsys.readouterr().err


def test_a_box_that_cannot_be_read_is_a_problem_and_no_crash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(tmp_path / "nowhere"), "--counters", str(tmp_path / "a.pdf")]) == 1
    assert "nowhere" in capsys.readouterr().err


def test_help_needs_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--counters", "--help"]) == 0
    assert "--test-page" in capsys.readouterr().out


def test_what_is_printed_is_the_box_as_the_window_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load_box(RIVER)
    assert loaded.box is not None
    first = next(iter(loaded.box.oob.counters))
    one = replace(loaded.box.oob, counters=type(loaded.box.oob.counters)((replace(first, copies=500),)))
    assert isinstance(one, Oob)
    sent = encode(Reset(0, Work(replace(loaded.box, oob=one), GameState()), loaded.ruleset))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(sent)))
    out = tmp_path / "held.pdf"
    call = ["gone", "--counters", str(out), "--box-on-stdin", "--progress", "--backs", "none", "--turn", "portrait"]
    assert command.main(call) == 0
    assert page_count(out) == 3
    told = [float(line.split()[1]) for line in capsys.readouterr().err.splitlines() if line.startswith("progress ")]
    assert told == sorted(told) and told[-1] == 1.0
