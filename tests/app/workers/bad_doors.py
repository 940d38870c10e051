"""Doors at which a worker process comes to grief, as modules that a test writes: whoever imports one comes to grief as well."""

DOOR = "PHASELINE_TEST_DOOR"
"""What says in the environment of the process whether the stuck door is still "shut"."""

STUCK = f"""
import os, time
while os.environ["{DOOR}"] == "shut":
    time.sleep(0.02)
from fake_door import *
"""

DOORS = {
    "missing": """raise ImportError("No module named 'shapely'")""",
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "stuck": STUCK,
}
"""A part is missing, the system ends the process, a disk does not answer for now."""


def write_door(kind, tmp_path, monkeypatch):
    """Writes a door where the worker process, which inherits the path, finds it by the name that is returned."""
    (tmp_path / f"door_{kind}.py").write_text(DOORS[kind])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(DOOR, "shut")
    return f"door_{kind}"
