"""The limits of files, for what has not come from one: whatever an importer or the command line makes is read back once.

A value is within the limits when its canonical text reads as that value again. So the one statement of what a file may hold
stays in `schemas` and `sheet_files`, and what is made new can be opened again.
"""

from core.base.errors import WrongUse
from core.files.canonical import GAME_FILE, file_names, game_text, sheet_text
from core.files.look_files import read_look_book
from core.files.look_texts import look_book_text
from core.files.names import LOOKS_FILE, OOB_FILE
from core.files.oob_files import oob_text, read_oob
from core.files.scenario_files import read_scenario, scenario_text
from core.files.schemas import GameFile, SheetEntry
from core.files.sheet_files import NO_INTERVAL, LoadedSheet, read_sheet
from core.files.strict_yaml import Document, Unreadable, parse_document
from core.files.terrain_items import read_terrain
from core.files.validation import Reader
from core.model.box import GameBox
from core.model.maps import SECTIONS, ItemRef, Key, MapSheet, Section

LeftOut = tuple[ItemRef, str]
"""An item that no file can hold, and why, as a phrase; its sheet is not named."""


def within_limits(sheet: MapSheet) -> tuple[MapSheet, tuple[LeftOut, ...]]:
    """What files can hold of a sheet: without the items that they cannot, which are listed, and its head with their decimals.

    Raises WrongUse for a head that no file can hold.
    """
    text = sheet_text(sheet)
    loaded = _read_back(sheet, text)
    places = _items_by_line(sheet, text)
    why: dict[ItemRef, str] = {}
    for issue in loaded.issues:
        ref = places.get(issue.place.line)
        if ref is not None:
            why.setdefault(ref, issue.text.removesuffix("."))
        elif issue.text != NO_INTERVAL:
            raise WrongUse(f"Map {sheet.id} cannot be kept like this: {issue.text}")
    if loaded.sheet is None:
        raise WrongUse(f"Map {sheet.id} cannot be kept like this: no file holds what it says of itself.")
    kept = sheet.with_head(loaded.sheet.head)
    for section in SECTIONS:
        out: dict[Key, None] = {ref.key: None for ref in why if ref.section == section}
        if out:
            kept = kept.with_items(section, {**out})
    return kept, tuple(why.items())


def check_box(box: GameBox) -> None:
    """Raises WrongUse when the files of a box could not be read again as it is, with the first reason."""
    file_names(box)
    reader = Reader(parse_document(game_text(box), GAME_FILE))
    head = reader.head(GameFile)
    if head is not None:
        read_terrain(reader, head.terrain, None, head.title, GAME_FILE)
        list(reader.items("maps", head.maps, SheetEntry))
    for issue in reader.issues:
        raise WrongUse(f"The box cannot be kept like this: {issue.text}")
    for placed in box.sheets:
        _, left_out = within_limits(placed.sheet)
        for ref, why in left_out:
            raise WrongUse(f"Map {placed.sheet.id} cannot be kept like this, for one of its {ref.section}: {why}.")
    _, issues = read_oob(_parsed(oob_text(box.oob), OOB_FILE), None)
    issues += read_look_book(_parsed(look_book_text(box.looks), LOOKS_FILE))[1]
    for file, scenario in box.scenarios.items():
        issues += read_scenario(_parsed(scenario_text(scenario, box), file), box)[1]
    for issue in issues:
        raise WrongUse(f"{issue.place.file} cannot be kept like this: {issue.text}")


def _parsed(text: str, file: str) -> Document:
    try:
        return parse_document(text, file)
    except Unreadable as error:
        raise WrongUse(f"{file} cannot be kept like this: {error.issue.text}") from error


def _read_back(sheet: MapSheet, text: str) -> LoadedSheet:
    try:
        # Whatever terrain it names is accepted: whether a box has it is no matter of limits.
        return read_sheet(parse_document(text, f"{sheet.id}.map.yaml"), None)
    except Unreadable as error:
        raise WrongUse(f"Map {sheet.id} cannot be kept like this: {error.issue.text}") from error


def _items_by_line(sheet: MapSheet, text: str) -> dict[int, ItemRef]:
    """Which item stands on which line of the canonical text of a sheet, counted from 1; each stands on one line."""
    keys: dict[Section, list[Key]] = {
        section: sorted(sheet.hexes) if section == "hexes" else list(sheet.items(section).keys) for section in SECTIONS
    }
    found: dict[int, ItemRef] = {}
    section, count = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if line[:2] not in ("- ", "  "):
            section, count = line.partition(":")[0], 0
        elif section in keys:
            found[number] = ItemRef("", section, keys[section][count])
            count += 1
    return found
