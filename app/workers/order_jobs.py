"""Jobs on op sheets: what control measures there are, the names that are suggested for them, and sheets of copies of a box."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from core.files.measure_files import load_measures, load_motifs
from core.model.graphics import MeasureKinds, Motif
from core.model.orders import OpSheet
from core.play.sheet_copies import sheets_of_copy as read_copy
from core.rules.kernel.progress import Progress


def measure_kinds(game: Any) -> Generator[Progress, None, tuple[MeasureKinds, tuple[Motif, ...]]]:
    """Every kind of control measures, and the motifs of their names."""
    yield Progress(0, 1)
    return load_measures(), tuple(load_motifs().values())


def sheets_of_copy(game: Any, /, folder: Path, file: str) -> Generator[Progress, None, tuple[OpSheet, ...]]:
    """The op sheets of a copy of a box, out of which one is sealed."""
    yield Progress(0, 1)
    return read_copy(folder, file)
