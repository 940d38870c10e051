"""What is wrong with a box, for `phaseline check` and the window's list of issues."""

from pathlib import Path

from core.files.box_files import load_box
from core.model.issues import Issue


def check_box(path: Path) -> tuple[Issue, ...]:
    """Everything that reading a box finds wrong, file by file, from top to bottom; empty when all is well. Never raises."""
    return load_box(path).issues
