"""What is imported when. Each case is a process of its own, because this one has imported everything already."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HEAVY = ("numpy", "shapely", "pydantic", "yaml", "contourpy")

PAINTED = """
import json, sys
from app.shell import application, first_paint
def tell():
    print(json.dumps(sorted(sys.modules)))
    first_paint.QApplication.instance().exit(0)
application.tell_time_and_end = tell
application.run_window(None)
"""

OPENED = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QSettings, QTimer
from app.shell import application

def watch(window):
    def look():
        workbench, document = window.workbench, window.document
        if document is None or workbench is None or len(workbench.heights.known(document.method)) < len(document.box.cells):
            return
        clock.stop()
        print(json.dumps(sorted(sys.modules)))
        window.close()
    clock = QTimer(window)
    clock.timeout.connect(look)
    clock.start(50)

if __name__ == "__main__":
    begin = application._begin
    def begin_and_watch(window, box):
        begin(window, box)
        watch(window)
    application._begin = begin_and_watch
    application.run_window(Path(sys.argv[1]))
"""


def _modules(tmp_path: Path, program: str, *arguments: str, **environment: str) -> set[str]:
    script = tmp_path / "program.py"
    script.write_text(program, encoding="utf-8")
    homes = {name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    environment = {**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT), **environment}
    ended = subprocess.run(
        [sys.executable, str(script), *arguments], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    return {name.partition(".")[0] for name in json.loads(ended.stdout)} | set(json.loads(ended.stdout))


def test_the_window_paints_before_anything_heavy_is_imported(tmp_path):
    modules = _modules(tmp_path, PAINTED, PHASELINE_EXIT_AFTER_FIRST_PAINT="1")
    assert "app.shell.main_window" in modules
    assert not modules & {*HEAVY, "multiprocessing", "socket", "PySide6.QtSvg", "app.canvas", "app.panels", "app.tools"}


def test_the_window_process_computes_nothing_even_with_a_box_open(tmp_path):
    modules = _modules(tmp_path, OPENED, str(ROOT / "scenarios" / "tcs-example"))
    assert "app.shell.workbench" in modules
    assert not modules & {"numpy", "shapely", "pydantic", "contourpy"}


def test_both_windows_are_timed_from_the_start_of_their_process():
    from app.shell.timing import measure

    timing = measure(rounds=1)
    assert 0 < timing.bare_s < 60
    assert 0 < timing.ours_s < 60
    assert timing.ratio == pytest.approx(timing.ours_s / timing.bare_s)
