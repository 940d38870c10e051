"""Jobs on units: what a file of another program would bring into the order of battle."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

from core.base.errors import WrongUse
from core.interop.bring_units import UnitFormat, UnitsPreview, bring_units, guessed_format
from core.rules.kernel.progress import Progress

HEAD = 4096
"""Bytes at the beginning of a file by which its kind is told."""


def preview_units(
    game: Any, /, file: Path, making: bool, format: UnitFormat | None = None
) -> Generator[Progress, None, tuple[UnitFormat, UnitsPreview]]:
    """What a file would bring, and its kind, which is told by the file where none is named; nothing is changed."""
    if game is None:
        raise WrongUse("Units can be imported only while a box is open.")
    yield Progress(0, 1)
    chosen = format if format is not None else guessed_format(file, _start(file))
    return chosen, bring_units(file, chosen, game.box, game.ruleset, making=making)


def _start(file: Path) -> str:
    """The beginning of a file as text; "" for one that cannot be read, which is refused later with the reason."""
    try:
        with file.open("rb") as stream:
            return stream.read(HEAD).decode("utf-8-sig", errors="replace")
    except OSError:
        return ""
