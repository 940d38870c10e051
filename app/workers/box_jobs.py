"""Jobs on the files of a box: to save it, to look whether somebody else has changed it, to bring back what was lost."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from app.workers.messages import OpenedBox, RecoveredBox
from core.base.errors import CoreError
from core.files import saving
from core.files.box_files import load_box
from core.files.own_charts import rules_in_force
from core.files.recovery import read_log
from core.files.saves import BACKUP_FOLDER, Examined, Prints, SaveResult, Tally, tally
from core.model.box import GameBox
from core.model.state import GameState
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Ruleset

Slices = Generator[Progress, None, Any]


def save(
    game: Any, *, folder: Path, known: Prints | None, expected: Tally, box: GameBox | None = None, source: Path | None = None
) -> Slices:
    """Saves the box that the worker holds, or the one that is given; a `SaveResult`.

    `expected` is the tally of the window's box: what is not the same box is never written.
    """
    yield Progress(0, 2)
    box = box if box is not None else game.box if game is not None else None
    if box is None or tally(box) != expected:
        return SaveResult("refused", text="The calculating process holds another state of this box. Please save once more.")
    result = saving.save(folder, box, known, source)
    if result.outcome == "saved" and game is not None and box is game.box:
        game.compiled.tell_saved()
    yield Progress(1, 2)
    return result


def examine(game: Any, *, folder: Path, files: tuple[str, ...]) -> Generator[Progress, None, Examined]:
    """The files of a box as they are on disk."""
    yield Progress(0, 1)
    return saving.examine(folder, files)


def recover(game: Any, *, file: Path) -> Generator[Progress, None, RecoveredBox]:
    """The box that a recovery log leads to. Refused with the reason when it leads to none."""
    yield Progress(0, 1)
    try:
        found = read_log(file)
    except OSError as problem:
        raise CoreError(f"The recovery file {file} cannot be read: {problem.strerror or problem}.") from None
    # Which hexes are playable is counted here, so that the window need not.
    _ = found.box.cells
    opened = OpenedBox(Path(found.head.path), found.box, _ruleset(found.box), GameState(), ())
    return RecoveredBox(opened, found.changes, found.lost, found.whole)


def previous(game: Any, *, folder: Path) -> Generator[Progress, None, OpenedBox]:
    """The box as it was before the last save, as a version of the one in the folder. Refused when there is none."""
    yield Progress(0, 1)
    backup = folder / BACKUP_FOLDER
    if not backup.is_dir():
        raise CoreError("There is no previous version of this box: it has not been saved over yet.")
    loaded = load_box(backup)
    if loaded.box is None:
        reasons = "; ".join(str(issue) for issue in loaded.issues)
        raise CoreError(f"The previous version in {backup} cannot be read: {reasons}")
    _ = loaded.box.cells
    return OpenedBox(folder, loaded.box, loaded.ruleset, GameState(), loaded.issues)


def _ruleset(box: GameBox) -> Ruleset | None:
    try:
        return rules_in_force(box.ruleset)[0]
    except CoreError:
        return None
