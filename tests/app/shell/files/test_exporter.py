from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.canvas.layers import LayerState
from app.dialogs.exchange.export_map import ExportWish
from app.export.paper import PageWish
from app.shell.files.exporter import Errand, Exporter
from core.files.box_files import load_box

EXAMPLE = Path(__file__).resolve().parents[4] / "scenarios" / "tcs-example"
LIGHT = LayerState(frozenset({"shading", "tint"}))


@pytest.fixture
def exporter(qapp):
    exporter = Exporter()
    yield exporter
    exporter.cancel()


def wish(file, sheet="A", **more):
    return ExportWish(sheet, file, 40, True, **more)


def test_a_map_is_written_while_the_window_goes_on(exporter, qtbot, tmp_path):
    file, told = tmp_path / "a.png", []
    exporter.advanced.connect(told.append)
    with qtbot.waitSignal(exporter.finished) as finished:
        exporter.start(EXAMPLE, wish(file), LIGHT)
        assert exporter.busy
    assert finished.args == [file]
    assert not exporter.busy
    assert not QImage(str(file)).isNull()
    assert told and told[-1] == 1.0


def test_what_is_written_is_the_map_as_the_window_has_it(exporter, qtbot, tmp_path):
    box = load_box(EXAMPLE).box
    bare = box.with_sheet(box.sheets[0].file, replace(box.sheets[0].sheet, contours=(), names=()))
    files = []
    for name, held in (("saved", None), ("same", box), ("changed", bare)):
        files.append(tmp_path / f"{name}.png")
        with qtbot.waitSignal(exporter.finished):
            exporter.start(EXAMPLE, wish(files[-1]), LIGHT, held)
    saved, same, changed = (QImage(str(file)) for file in files)
    assert saved == same != changed


def test_a_map_goes_over_pages_at_the_size_asked_for(exporter, qtbot, tmp_path):
    file = tmp_path / "pages.pdf"
    with qtbot.waitSignal(exporter.finished):
        exporter.start(EXAMPLE, wish(file, hex_mm=30.0, pages=PageWish("a4", overview=False)), LIGHT)
    data = file.read_bytes()
    assert data.startswith(b"%PDF-") and data.count(b"/MediaBox") > 1


def test_what_went_wrong_is_told_in_a_sentence(exporter, qtbot, tmp_path):
    with qtbot.waitSignal(exporter.failed) as failed:
        exporter.start(EXAMPLE, wish(tmp_path / "a.png", "Q"), LIGHT)
    assert 'no map "Q"' in failed.args[0]
    assert not exporter.busy


def test_an_export_given_up_says_nothing_and_leaves_no_file(exporter, qtbot, tmp_path):
    file = tmp_path / "a.png"
    left = tmp_path / ".a.png.half.part"
    with qtbot.assertNotEmitted(exporter.finished, wait=50), qtbot.assertNotEmitted(exporter.failed, wait=50):
        exporter.start(EXAMPLE, wish(file), LIGHT)
        # What the process has begun to write when it is ended.
        left.write_bytes(b"half")
        exporter.cancel()
    assert list(tmp_path.iterdir()) == []
    assert not exporter.busy


def test_what_an_errand_could_not_do_is_told_once(qtbot, qapp, tmp_path):
    errand = Errand("It could not be done.", qapp)
    with qtbot.waitSignal(errand.failed) as failed:
        errand.start(["scan", str(tmp_path / "gone.png")])
    assert "gone.png" in failed.args[0]
    assert not errand.busy
    errand.cancel()
    errand.deleteLater()


def test_what_a_command_reads_is_packed_only_after_it_was_started_and_never_once_it_is_given_up(qapp, qtbot):
    packed = []

    def pack():
        packed.append(True)
        return b"no box"

    errand = Errand("It did not work.")
    errand.start(["render", str(EXAMPLE), "--box-on-stdin"], pack)
    assert errand.busy and not packed
    errand.cancel()
    qapp.processEvents()
    assert not packed
    with qtbot.waitSignal(errand.failed):
        errand.start(["render", str(EXAMPLE), "--box-on-stdin", "-o", "nowhere/a.png"], pack)
    assert packed == [True]
