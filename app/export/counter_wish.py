"""What a user wants of counter sheets as a word that can be kept, and back, and as the command that writes them.

What cannot be read is as it is preset.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from app.export.cards import CardChoice
from app.export.counter_layout import SheetWish, check
from app.export.counter_pieces import MOST_MARKERS, Choice
from core.base.errors import WrongUse


def wish_text(wish: SheetWish) -> str:
    """A wish as a word.

    >>> wish_from(wish_text(SheetWish(gutter=2.0))).gutter
    2.0
    """
    return json.dumps(asdict(wish))


def wish_from(text: str) -> SheetWish:
    """A wish that was kept; each part of it that is no longer understood is preset."""
    wish = SheetWish()
    kept = _table(text)
    for field in fields(SheetWish):
        if field.name in kept:
            wish = _with(wish, field.name, kept[field.name])
    return wish


def counts_text(counts: Mapping[str, int]) -> str:
    """How many of each marker, as a word."""
    return json.dumps({kind: count for kind, count in counts.items() if count})


def counts_from(text: str) -> dict[str, int]:
    """How many of each marker were wanted last."""
    return {
        kind: count
        for kind, count in _table(text).items()
        if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= MOST_MARKERS
    }


def arguments(wish: SheetWish, choice: Choice, file: Path, cards: CardChoice | None = None) -> list[str]:
    """The command that writes what a dialog shows, all but `render` and the box."""
    if cards is not None:
        found = ["--cards", str(file), "--paper", wish.paper, "--turn", wish.turn, "--margin", f"{wish.margin:g}"]
        found += [f"--scenario={cards.scenario}"]
        return found + [flag for flag, on in {"--no-track": cards.track, "--no-set-up": cards.set_up}.items() if not on]
    found = ["--counters", str(file), "--size", f"{wish.side:.6g}", "--paper", wish.paper, "--turn", wish.turn]
    found += ["--margin", f"{wish.margin:g}", "--gutter", f"{wish.gutter:g}", "--bleed", f"{wish.bleed:g}"]
    found += ["--backs", wish.backs, "--group", wish.group, "--begin", wish.begin, "--sets", str(choice.sets)]
    found += ["--offset", *(f"{each:g}" for each in wish.offset)]
    if choice.only is not None:
        found.append(f"--only={','.join(choice.only)}")
    markers = ",".join(f"{kind}={count}" for kind, count in choice.markers.items() if count)
    found += [f"--markers={markers}"] if markers else []
    flags = {"--over": wish.over, "--lines": wish.lines, "--no-marks": not wish.marks, "--no-labels": not wish.labels}
    return found + [flag for flag, wanted in flags.items() if wanted]


def _table(text: str) -> dict[str, Any]:
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _with(wish: SheetWish, name: str, value: Any) -> SheetWish:
    preset = getattr(wish, name)
    if isinstance(preset, tuple):
        if not (isinstance(value, list) and len(value) == len(preset) and all(map(_is_number, value))):
            return wish
        value = tuple(map(float, value))
    elif isinstance(preset, float):
        if not _is_number(value):
            return wish
        value = float(value)
    elif type(value) is not type(preset):
        return wish
    found = replace(wish, **{name: value})
    try:
        check(found)
    except WrongUse:
        return wish
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
