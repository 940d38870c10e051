"""Where the user's own charts lie, and drafts of them: what was typed, faults and all, and is not in force.

Nothing here loads a schema, so that the window itself can keep a draft at the last moment. `own_charts` reads them.
"""

from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_data_path

from core.base.atomic import write_text
from core.base.errors import CoreError, WrongUse
from core.files.former import keep_before
from core.files.names import bad_file_name
from core.files.quoting import head_lines, plain_text, quoted
from core.rules.kernel.chart_grid import ChartGrid

DRAFT = ".draft"
"""The end of the name of a draft."""


def own_folder() -> Path:
    """Where the user's own charts lie, a folder for each ruleset."""
    return user_data_path("phaseline", appauthor=False) / "charts"


def own_home(ruleset: str, chart_set: str = "") -> str:
    """The folder inside that of the user for charts of a ruleset, or of one of its sets."""
    return f"{ruleset}/{chart_set}" if chart_set else ruleset


def chart_path(home: str, id_: str, folder: Path | None = None) -> Path:
    """The file of an own chart; `home` is one of `own_home`. Raises WrongUse for an id that can be no file's name."""
    name = f"{id_}.yaml"
    bad = bad_file_name(name)
    if bad:
        raise WrongUse(f'A chart cannot be kept as "{name}": the name {bad}.')
    return (folder or own_folder()) / home / name


def draft_path(home: str, id_: str, folder: Path | None = None) -> Path:
    """The file of the draft of a chart. Raises WrongUse for an id that can be no file's name."""
    path = chart_path(home, id_, folder)
    return path.with_name(path.name + DRAFT)


def keep_draft(home: str, grid: ChartGrid, folder: Path | None = None) -> Path:
    """Writes what somebody has typed of a chart beside their own charts; nothing of it is in force.

    A draft that was there stays beside it. Raises CoreError when it cannot be written.
    """
    path = draft_path(home, grid.shape.id, folder)
    try:
        keep_before(path)
        write_text(path, draft_text(grid))
    except OSError as problem:
        raise CoreError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
    return path


def draft_text(grid: ChartGrid) -> str:
    """The canonical text of what was typed of a chart; a row of its cells stands on one line."""
    lines = [*head_lines("chart-draft"), f"id: {plain_text(grid.shape.id)}", f"layout: {grid.layout}"]
    lines += [f"{key}: {plain_text(text)}" for key, text in (("source", grid.source), ("note", grid.note)) if text]
    lines += [f"columns: {_row(grid.columns)}", f"rows: {_row(grid.rows)}", "cells:"]
    return "\n".join([*lines, *(f"- {_row(texts)}" for texts in grid.texts)]) + "\n"


def _row(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(quoted, texts))}]"
