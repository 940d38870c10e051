"""Jobs on new boxes: what rulesets and palettes there are to choose from, which options do something, and writing one."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from core.files.new_box import create_box
from core.files.palette_files import load_palettes
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.box import GameBox
from core.rules.kernel.progress import Progress
from core.rules.kernel.ruleset import Charts, PaletteChoice, RulesetChoice
from core.rules.registry import SYSTEMS


def charts(game: Any) -> Generator[Progress, None, Charts]:
    """Every ruleset and palette that comes with the program."""
    ids = ruleset_ids()
    rulesets = {}
    for done, id_ in enumerate(ids):
        yield Progress(done, len(ids))
        book = load_ruleset(id_)
        rulesets[id_] = RulesetChoice(book.title, book.series, book.numbers["map.hex"], book.numbers.get("map.contours"))
    palettes = {
        id_: PaletteChoice(palette.title, palette.series, palette.provenance.status == "stand-in")
        for id_, palette in load_palettes().items()
    }
    return Charts(rulesets, palettes)


def options_read(game: Any, *, series: str) -> Generator[Progress, None, frozenset[str]]:
    """The options that the procedures of a series ask for; none of a series that is not known."""
    yield Progress(0, 1)
    system = SYSTEMS.get(series)
    return system.reads if system is not None else frozenset()


def new_box(game: Any, *, folder: Path, box: GameBox) -> Generator[Progress, None, Path]:
    """Writes a new box and gives its folder."""
    yield Progress(0, 1)
    create_box(folder, box)
    return folder
