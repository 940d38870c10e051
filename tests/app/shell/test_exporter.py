from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.shell.exporter import Exporter

EXAMPLE = Path(__file__).resolve().parents[3] / "scenarios" / "tcs-example"


@pytest.fixture
def exporter(qapp):
    exporter = Exporter()
    yield exporter
    exporter.cancel()


def test_a_map_is_written_while_the_window_goes_on(exporter, qtbot, tmp_path):
    file = tmp_path / "a.png"
    with qtbot.waitSignal(exporter.finished, timeout=30_000) as finished:
        exporter.start(EXAMPLE, "A", file, 40, ["shading", "tint"])
        assert exporter.busy
    assert finished.args == [file]
    assert not exporter.busy
    assert not QImage(str(file)).isNull()


def test_what_went_wrong_is_told_in_a_sentence(exporter, qtbot, tmp_path):
    with qtbot.waitSignal(exporter.failed, timeout=30_000) as failed:
        exporter.start(EXAMPLE, "Q", tmp_path / "a.png", 40)
    assert 'no map "Q"' in failed.args[0]


def test_an_export_given_up_says_nothing_and_leaves_no_file(exporter, qtbot, tmp_path):
    file = tmp_path / "a.png"
    with qtbot.assertNotEmitted(exporter.finished, wait=50), qtbot.assertNotEmitted(exporter.failed, wait=50):
        exporter.start(EXAMPLE, "A", file, 40)
        exporter.cancel()
    assert not file.exists()
    assert not exporter.busy
