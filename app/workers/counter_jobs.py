"""Jobs on the table of counters: tables of text and countersheet files, in and out."""

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from core.base.atomic import write_bytes
from core.base.errors import WrongUse
from core.interop.chart_csv import table_file
from core.interop.counter_csv import MOST_CHARACTERS, Finding, from_csv, to_csv
from core.interop.countersheet import from_countersheet, to_countersheet
from core.interop.imported import Dropped
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import Oob
from core.rules.kernel.progress import Progress

TableFormat = Literal["csv", "countersheet"]


@dataclass(frozen=True)
class CountersRead:
    """What a table makes of the counters, every cell that was not taken, and what only a template is for."""

    edit: ChangeUnits
    findings: tuple[Finding, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def read_counters(
    game: Any,
    *,
    oob: Oob,
    text: str = "",
    file: Path | None = None,
    format: TableFormat = "csv",
) -> Generator[Progress, None, CountersRead]:
    """Reads counters from a text or a file, for the order of battle that the window shows; nothing is changed."""
    yield Progress(0, 1)
    name = ""
    if file is not None:
        name, text = file.name, _text_of(file)
    ruleset = game.ruleset if game is not None else None
    box = GameBox("", "", (), oob=oob)
    if format == "countersheet":
        return CountersRead(*from_countersheet(text, box, ruleset, name))
    return CountersRead(*from_csv(text, box, ruleset, name))


def write_counters(game: Any, *, oob: Oob, file: Path, format: TableFormat = "csv") -> Generator[Progress, None, Path]:
    """Writes all counters into a file, and gives it."""
    yield Progress(0, 1)
    ruleset = game.ruleset if game is not None else None
    text = to_countersheet(oob, ruleset) if format == "countersheet" else to_csv(oob, ruleset)
    try:
        # Without this mark spreadsheets take the file for one of another script.
        write_bytes(file, text.encode("utf-8-sig"))
    except OSError as problem:
        raise WrongUse(f"{file} cannot be written: {problem.strerror or problem}.") from problem
    return file


def _text_of(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            data = stream.read(4 * MOST_CHARACTERS + 1)
    except OSError as problem:
        raise WrongUse(f"{file} cannot be read: {problem.strerror or problem}.") from problem
    return table_file(data, file.name)
