"""Opens game boxes: `load_box` reads what can be read and says everything that is wrong; `write_box` saves.

Nothing is ever written on open.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from core.base.errors import Place, did_you_mean, nearest
from core.files.canonical import GAME_FILE, game_text, sheet_text, write_box
from core.files.chart_files import fault_issue, read_charts
from core.files.look_files import read_look_book
from core.files.names import LOOKS_FILE, OOB_FILE, bad_file_name
from core.files.oob_files import read_oob
from core.files.own_charts import rules_in_force
from core.files.ruleset_files import BrokenRuleset, UnknownRuleset
from core.files.scenario_files import read_scenario
from core.files.schemas import VERSION, GameFile, SheetEntry, shown
from core.files.sheet_files import read_sheet
from core.files.strict_yaml import Document, MissingFile, Route, Unreadable, read_document
from core.files.terrain_items import read_terrain
from core.files.validation import Reader
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.charts import Chart
from core.model.issues import OOB_UNREAD, Issue, Severity
from core.model.looks import LookBook
from core.model.maps import MapSheet
from core.model.oob import Oob
from core.model.scenario import Scenario
from core.model.terrain import Terrain
from core.rules.kernel.chart_checks import misfits
from core.rules.kernel.ruleset import Ruleset

__all__ = ["LoadedBox", "game_text", "load_box", "sheet_text", "write_box"]


@dataclass(frozen=True, slots=True)
class LoadedBox:
    """What could be read of a box, and everything wrong with it.

    `box` is None only when nothing can be shown, `ruleset` when the box names none that is known; it has the looks of the box.
    """

    box: GameBox | None
    ruleset: Ruleset | None
    issues: tuple[Issue, ...]


def load_box(path: Path) -> LoadedBox:
    """Reads the box in a folder (or the box whose `game.yaml` this is). Never raises for bad input, never writes.

    Places in issues name files by their path inside the folder.
    """
    try:
        folder = path.parent if path.name == GAME_FILE and not path.is_dir() else path
        wrong = "" if folder.is_dir() else _no_folder(folder)
    except OSError as error:
        folder, wrong = path, f"The folder cannot be read: {error.strerror}."
    if wrong:
        return LoadedBox(None, None, (Issue(Place(str(path)), wrong),))
    try:
        document = read_document(folder / GAME_FILE, GAME_FILE)
    except MissingFile:
        boxes = ", ".join(_boxes_in(folder))
        said = f'This folder is no box, for it holds no "{GAME_FILE}".{f" Boxes in it: {boxes}." if boxes else ""}'
        return LoadedBox(None, None, (Issue(Place(str(folder)), said),))
    except Unreadable as error:
        return LoadedBox(None, None, (error.issue,))
    reader = Reader(document)
    if not reader.accepts("game", "box"):
        return LoadedBox(None, None, reader.issues)
    presets = {"version": VERSION, "title": folder.resolve().name or "box", "ruleset": ""}
    head = reader.head(GameFile, presets=presets)
    if head is None:
        return LoadedBox(None, None, reader.issues)
    return _Opened(folder, reader, head).box()


def _no_folder(path: Path) -> str:
    """What to say when there is no folder of this name."""
    if path.exists():
        return f'A box is opened by its folder or its "{GAME_FILE}".'
    match = nearest(path.name, _boxes_in(path.parent))
    return "There is no such folder." + (f' Did you mean "{match}"?' if match else "")


def _boxes_in(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob(f"*/{GAME_FILE}"))


@dataclass(frozen=True, slots=True)
class _Listed:
    """A sheet of the game file's list whose own file could be read."""

    route: Route
    entry: SheetEntry
    document: Document


class _Opened:
    """A box whose game file could be read."""

    def __init__(self, folder: Path, reader: Reader, head: GameFile) -> None:
        self._folder, self._reader, self._head = folder, reader, head
        self._sheet_issues: list[Issue] = []
        self._oob_unread = False

    def box(self) -> LoadedBox:
        """The box with all its good sheets."""
        reader, head = self._reader, self._head
        ruleset = self._ruleset()
        known = None if ruleset is None else ruleset.chart(head.palette)
        if ruleset is not None and head.palette and head.palette not in ruleset.palettes:
            near = did_you_mean(head.palette, ruleset.palettes)
            reader.report(("palette",), f'There is no palette "{head.palette}" of terrain.{near}')
        terrain = read_terrain(reader, head.terrain, known, head.title, GAME_FILE)
        sheets = self._sheets(known, terrain)
        options = self._options(ruleset)
        charts = {chart.id: chart for chart in read_charts(reader, ("charts",), head.charts)}
        self._check_charts(ruleset, charts)
        if not head.maps:
            reader.report(("maps",), "A box needs at least one map.")
        issues = (*reader.issues, *self._sheet_issues)
        if not sheets:
            return LoadedBox(None, ruleset, issues)
        box = GameBox(
            *(head.title, head.ruleset, sheets, MappingProxyType(options), MappingProxyType(terrain), head.note, head.palette),
            *(MappingProxyType(charts), head.chart_set, self._oob(ruleset)),
            looks=self._looks(),
        )
        ruleset = ruleset.dressed(box.looks) if ruleset is not None else None
        box = box.with_scenarios(dict(self._scenarios(box)))
        return LoadedBox(box, ruleset, (*reader.issues, *self._sheet_issues))

    def _ruleset(self) -> Ruleset | None:
        if self._head.ruleset != self._reader.document.value.get("ruleset"):
            # The preset stands in for what is missing or no text, and that has been reported.
            return None
        try:
            ruleset, issues = rules_in_force(self._head.ruleset)
        except UnknownRuleset as error:
            self._reader.report(("ruleset",), str(error))
        except BrokenRuleset as error:
            self._reader.report(("ruleset",), f"The ruleset cannot be used: {error.issues[0]}")
        else:
            self._sheet_issues += issues
            return ruleset
        return None

    def _options(self, ruleset: Ruleset | None) -> dict[str, str]:
        """The options that the box chooses. `los` stands for `los.method` where the ruleset has no option `los`."""
        chosen: dict[str, str] = {}
        written_as: dict[str, str] = {}
        for key, choice in self._head.options.items():
            route: Route = ("options", key)
            if ruleset is None:
                if isinstance(choice, str):
                    chosen[key] = choice
                continue
            id_ = key if key in ruleset.options else f"{key}.method"
            option = ruleset.options.get(id_)
            if option is None:
                hint = did_you_mean(key, ruleset.options)
                self._reader.report(route, f'{ruleset.title} has no option "{key}".{hint}', at_key=True)
            elif isinstance(choice, bool | list | dict) or choice is None or option.refusal(str(choice)):
                written = self._reader.document.text(route) or shown(choice)
                self._reader.report(route, option.refusal(written, key) or f'"{key}" cannot be {written}; write it in quotes.')
            elif id_ in chosen:
                self._reader.report(route, f'"{id_}" is chosen twice; the first choice counts.', at_key=True)
            else:
                chosen[id_], written_as[id_] = str(choice), key
        for pair in ruleset.clashes(chosen) if ruleset is not None else ():
            first, second = (f'"{each.replace("=", ": ")}"' for each in pair)
            key = next(written_as[id_] for id_, _, _ in (each.partition("=") for each in reversed(pair)) if id_ in written_as)
            place = self._reader.document.place(("options", key))
            self._reader.add(Issue(place, f"{first} and {second} exclude each other.", Severity.WARNING, code="options-clash"))
        return chosen

    def _check_charts(self, ruleset: Ruleset | None, charts: dict[str, Chart]) -> None:
        """Says what is wrong with the charts of the box beside those that they stand in for; such a chart is not used."""
        if ruleset is None:
            return
        set_ = self._head.chart_set
        if set_ and set_ not in ruleset.sets:
            self._reader.report(("chart_set",), f'There is no set of charts "{set_}".{did_you_mean(set_, ruleset.sets)}')
        for number, held in enumerate(self._head.charts):
            chart = charts.get(str(held.get("id"))) if isinstance(held, dict) else None
            if chart is None:
                continue
            found = tuple(misfits(chart, ruleset.charts))
            for fault in found:
                self._reader.add(fault_issue(fault, self._reader.document, ("charts", number), chart))
            if found:
                del charts[chart.id]

    def _sheets(self, ruleset_terrain: Mapping[str, Terrain] | None, terrain: dict[str, Terrain]) -> tuple[PlacedSheet, ...]:
        """The good sheets in their common frame; adds what they define to the box's terrain."""
        placed: list[PlacedSheet] = []
        base: tuple[SheetEntry, SheetFrame] | None = None
        for listed in self._listed():
            known = None if ruleset_terrain is None else {**ruleset_terrain, **terrain}
            loaded = read_sheet(listed.document, known, terrain, self._head.title)
            self._sheet_issues += loaded.issues
            terrain.update(loaded.terrain)
            if loaded.sheet is None:
                continue
            self._look_for_scan(listed.document, loaded.sheet)
            frame = self._frame(listed, loaded.sheet, base)
            if frame is None:
                continue
            base = base or (listed.entry, frame)
            letter = self._letter(listed, placed)
            placed.append(PlacedSheet(loaded.sheet, frame, letter, listed.entry.file))
        return tuple(placed)

    def _look_for_scan(self, document: Document, sheet: MapSheet) -> None:
        if sheet.underlay is not None and not (self._folder / sheet.underlay.file).is_file():
            said = f'There is no picture "{sheet.underlay.file}" in the folder of the box; the map is shown without it.'
            place = document.place(("underlay", "file"))
            self._sheet_issues.append(Issue(place, said, Severity.WARNING, code="underlay-missing"))

    def _oob(self, ruleset: Ruleset | None) -> Oob:
        """The order of battle, empty when the game file names none or nothing of it can be read."""
        document = self._document(("oob",), self._head.oob, OOB_UNREAD) if self._head.oob else None
        if document is None:
            self._oob_unread = bool(self._head.oob)
            return Oob()
        oob, issues = read_oob(document, ruleset)
        self._sheet_issues += issues
        return oob

    def _looks(self) -> LookBook:
        """The looks of the box, none when the game file names none or nothing of them can be read."""
        document = self._document(("looks",), self._head.looks) if self._head.looks else None
        if document is None:
            return LookBook()
        looks, issues = read_look_book(document)
        self._sheet_issues += issues
        return looks

    def _scenarios(self, box: GameBox) -> Iterator[tuple[str, Scenario]]:
        """The scenarios that the game file lists and that can be read, by the names of their files."""
        taken = {name.casefold() for name in (GAME_FILE, LOOKS_FILE, OOB_FILE, *(placed.file for placed in box.sheets))}
        for number, name in enumerate(self._head.scenarios):
            route: Route = ("scenarios", number)
            if not isinstance(name, str):
                self._reader.report(route, f'Item {number + 1} of "scenarios" must be the name of a file, not {shown(name)}.')
            elif name.casefold() in taken:
                self._reader.report(route, f'"{name}" is a file of this box already; each scenario has one of its own.')
            elif (document := self._document(route, name)) is not None:
                taken.add(name.casefold())
                scenario, issues = read_scenario(document, box, oob_unread=self._oob_unread)
                self._sheet_issues += issues
                if scenario is not None:
                    yield name, scenario

    def _document(self, route: Route, name: str, code: str = "") -> Document | None:
        """What a file beside the game file holds, None (and an issue of a kind) when it cannot be read."""
        path = self._path(route, name)
        if path is None:
            return None
        try:
            return read_document(path, name)
        except MissingFile:
            near = did_you_mean(name, (each.name for each in self._folder.glob("*.yaml") if each.name != GAME_FILE))
            said = f'There is no file "{name}" in the folder of the box.{near}'
            self._reader.add(Issue(self._reader.document.place(route), said, code=code))
        except Unreadable as error:
            self._sheet_issues.append(replace(error.issue, code=code))
        return None

    def _listed(self) -> list[_Listed]:
        """The sheets that the game file lists and that can be read, each file once."""
        found: list[_Listed] = []
        seen: dict[Path, int] = {}
        for route, entry in self._reader.items("maps", self._head.maps, SheetEntry):
            file_route = (*route, "file")
            path = self._path(file_route, entry.file, "map")
            if path is None:
                continue
            line = self._reader.document.place(file_route).line
            if path in seen:
                self._reader.report(
                    file_route, f'"{entry.file}" is already listed in line {seen[path]}; a sheet lies in one place.'
                )
                continue
            seen[path] = line
            try:
                found.append(_Listed(route, entry, read_document(path, entry.file)))
            except MissingFile:
                near = did_you_mean(entry.file, (each.name for each in self._folder.glob("*.map.yaml")))
                self._reader.report(file_route, f'There is no file "{entry.file}" in the folder of the box.{near}')
            except Unreadable as error:
                self._sheet_issues.append(error.issue)
        return found

    def _path(self, route: Route, name: str, what: str = "file") -> Path | None:
        """The file that a name means, None (and an issue) when it lies outside the folder of the box."""
        bad = bad_file_name(name)
        path = self._folder
        if not bad:
            try:
                path = (self._folder / name).resolve()
            except (OSError, RuntimeError):
                bad = "is a link that leads round in a circle"
        if not bad and not path.is_relative_to(self._folder.resolve()):
            bad = "is a link that leads out of the box's folder"
        if bad:
            self._reader.report(route, f'"{name}" cannot be a {what} of this box: the name {bad}.')
            return None
        return path

    def _frame(self, listed: _Listed, sheet: MapSheet, base: tuple[SheetEntry, SheetFrame] | None) -> SheetFrame | None:
        grid = sheet.grid
        if base is None:
            return SheetFrame.place(grid.raised, grid.orientation)
        entry, frame = base
        columns = listed.entry.offset.columns - entry.offset.columns
        half_rows = listed.entry.offset.half_rows - entry.offset.half_rows
        try:
            return SheetFrame.place(grid.raised, grid.orientation, frame, columns, half_rows)
        except ValueError as error:
            said = str(error)
            self._reader.report(
                (*listed.route, "offset"),
                f"This map does not fit beside {entry.file}: {said}. Add or take away one half row, or look at "
                '"raised" and "orientation" of both grids.',
            )
            return None

    def _letter(self, listed: _Listed, placed: list[PlacedSheet]) -> str:
        """The sheet's letter; without one of its own a box with several sheets cannot tell their hexes apart."""
        letter = listed.entry.letter
        taken = [each.letter.upper() for each in placed]
        if letter.upper() in taken:
            said = f'The letter "{letter}" is already taken' if letter else "This map has no letter"
            self._reader.report(listed.route, f"{said}; each of several maps needs one of its own.")
        return letter
