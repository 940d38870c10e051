"""Units from files of other programs into the order of battle of a box: one door to all kinds of files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from core.interop.chart_csv import table_file
from core.interop.counter_csv import Finding, from_csv
from core.interop.countersheet import from_countersheet
from core.interop.imported import Dropped, read_bytes
from core.interop.orbat import MOST_BYTES, from_orbat
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import OOB_SECTIONS, OobSection
from core.rules.kernel.ruleset import Ruleset

UnitFormat = Literal["counters", "countersheet", "orbat"]

FORMATS: Mapping[UnitFormat, str] = MappingProxyType(
    {
        "orbat": "an order of battle of ORBAT Mapper (JSON)",
        "counters": "a table of counters (CSV)",
        "countersheet": "counters for templates of Inkscape (CSV)",
    }
)
"""The kinds of files, in words."""


_FIRST_COLUMNS = frozenset({"id", "side", "formation", "kind", "name", "designation"})
"""What a table of counters begins with, where a template of Inkscape has the name of its background."""


@dataclass(frozen=True)
class UnitsPreview:
    """What a file of units would do: the edit, how many of each section are new and how many changed, the cells that are not
    taken, and what is dropped."""

    edit: ChangeUnits
    new: Mapping[OobSection, int]
    changed: Mapping[OobSection, int]
    findings: tuple[Finding, ...] = ()
    dropped: tuple[Dropped, ...] = ()


def guessed_format(file: Path, start: str = "") -> UnitFormat:
    """The kind of a file, by its name and, of a table, by how it begins.

    >>> guessed_format(Path("a.json")), guessed_format(Path("a.csv"), "ID,side"), guessed_format(Path("a.csv"), "inf,ID,BACK")
    ('orbat', 'counters', 'countersheet')
    """
    if file.suffix.casefold() == ".json":
        return "orbat"
    first = next((line for line in start.splitlines() if line.strip()), "")
    if re.split(r"[,;\t]", first)[0].strip(' "').casefold() in _FIRST_COLUMNS:
        return "counters"
    words = {word.strip(' "') for sign in ",;\t" for word in first.split(sign)}
    return "countersheet" if words & {"BACK", "ID"} or any(word.startswith("@") for word in words) else "counters"


def bring_units(file: Path, format: UnitFormat, box: GameBox, ruleset: Ruleset | None, *, making: bool) -> UnitsPreview:
    """What a file brings. With `making`, a table makes the sides and formations that are not there.

    Raises BadFile and WrongUse, whose texts name the file and the line.
    """
    data = read_bytes(file, MOST_BYTES)
    findings: tuple[Finding, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    if format == "orbat":
        found = from_orbat(data, file.name, box, ruleset)
        edit, dropped = found.edit, found.dropped
    elif format == "countersheet":
        edit, findings, dropped = from_countersheet(table_file(data, file.name), box, ruleset, file.name, making=making)
    else:
        edit, findings = from_csv(table_file(data, file.name), box, ruleset, file.name, making=making)
    new: dict[OobSection, int] = {}
    changed: dict[OobSection, int] = {}
    for ref, item in edit.items.items():
        was = box.oob.item(ref)
        if was != item:
            counts = new if was is None else changed
            counts[ref.section] = counts.get(ref.section, 0) + 1
    order = {section: number for number, section in enumerate(OOB_SECTIONS)}
    sorts = [dict(sorted(each.items(), key=lambda pair: order[pair[0]])) for each in (new, changed)]
    return UnitsPreview(edit, MappingProxyType(sorts[0]), MappingProxyType(sorts[1]), findings, dropped)
