"""Jobs on tours: the copy of a box that a tour works in, and the lessons for it."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from core.base.errors import WrongUse
from core.files.tour_files import copy_for_tour, load_tour
from core.model.tours import Tour
from core.rules.kernel.progress import Progress


def tour_box(game: Any, *, name: str, folder: Path) -> Generator[Progress, None, Path]:
    """The folder of the box of a tour, which is made unless it is there."""
    yield Progress(0, 1)
    return copy_for_tour(name, folder)


def tour(game: Any, *, name: str) -> Generator[Progress, None, Tour]:
    """A tour for the box that is open."""
    yield Progress(0, 1)
    if game is None:
        raise WrongUse("No box is open.")
    return load_tour(name, game.box)
