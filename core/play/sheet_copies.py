"""Op sheets that are written outside a session: by mail none stands in the file but under a seal."""

from pathlib import Path

from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.model.orders import OpSheet


def sheets_of_copy(folder: Path, file: str) -> tuple[OpSheet, ...]:
    """The op sheets of a copy of a box: of the scenario that is played, if it has it, else of all. Raises WrongUse."""
    loaded = load_box(folder)
    if loaded.box is None:
        raise WrongUse(f"{folder} holds no box that can be read: {'; '.join(map(str, loaded.issues))}")
    scenarios = loaded.box.scenarios
    chosen = [scenarios[file]] if file in scenarios else list(scenarios.values())
    return tuple(sheet for scenario in chosen for sheet in scenario.sheets)
