"""Jobs on op sheets: what control measures there are, and the names that are suggested for them."""

from collections.abc import Generator
from typing import Any

from core.files.measure_files import load_measures, load_motifs
from core.model.graphics import MeasureKinds, Motif
from core.rules.kernel.progress import Progress


def measure_kinds(game: Any) -> Generator[Progress, None, tuple[MeasureKinds, tuple[Motif, ...]]]:
    """Every kind of control measures, and the motifs of their names."""
    yield Progress(0, 1)
    return load_measures(), tuple(load_motifs().values())
