"""Jobs on new boxes: what rulesets and palettes there are to choose from, and writing one."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from core.files.new_box import create_box
from core.files.palette_files import load_palettes
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.box import GameBox
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Charts


def charts(game: Any) -> Generator[Progress, None, Charts]:
    """Every ruleset and palette that comes with the program."""
    ids = ruleset_ids()
    rulesets = {}
    for done, id_ in enumerate(ids):
        yield Progress(done, len(ids))
        rulesets[id_] = load_ruleset(id_).title
    return Charts(rulesets, {id_: palette.title for id_, palette in load_palettes().items()})


def new_box(game: Any, *, folder: Path, box: GameBox) -> Generator[Progress, None, Path]:
    """Writes a new box and gives its folder."""
    yield Progress(0, 1)
    create_box(folder, box)
    return folder
