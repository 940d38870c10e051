"""Reads rulesets: `resources/rulesets/<series>/<edition>/ruleset.yaml` and `terrain.yaml`.

A series that numbers no editions has its files in `resources/rulesets/<series>/` itself.
"""

from pathlib import Path
from types import MappingProxyType

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.files.palette_files import load_palettes
from core.files.resources import rulesets_folder
from core.files.schemas import (
    VERSION,
    ChartItem,
    QuantityItem,
    ReadingItem,
    RulesetFile,
    TerrainFile,
)
from core.files.strict_yaml import Unreadable, read_document
from core.files.terrain_items import terrain_items, whole_terrain
from core.files.validation import Reader
from core.model.issues import Issue
from core.model.terrain import Provenance, Terrain
from core.rules.kernel.ruleset import Quantity, Reading, Ruleset


class UnknownRuleset(WrongUse):
    """A ruleset id that no folder of the program's resources has."""

    def __init__(self, id_: str, known: tuple[str, ...]) -> None:
        editions = [each for each in known if each.startswith(f"{id_}-")]
        super().__init__(f'There is no ruleset "{id_}".{did_you_mean(id_, editions or known)}')
        self.id = id_


class BrokenRuleset(CoreError):
    """A ruleset whose files are wrong; a ruleset is used whole or not at all."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        super().__init__("\n".join(str(issue) for issue in issues))
        self.issues = issues


def ruleset_ids(folder: Path | None = None) -> tuple[str, ...]:
    """The ids of all rulesets, such as "tcs-4.01", in alphabetical order."""
    return tuple(sorted(_homes(folder or rulesets_folder())))


def _homes(root: Path) -> dict[str, tuple[str, str, Path]]:
    """Series, edition and folder of every ruleset by its id."""
    found = {path.parent.name: (path.parent.name, "", path.parent) for path in root.glob("*/ruleset.yaml")}
    for path in root.glob("*/*/ruleset.yaml"):
        series, edition = path.parent.parent.name, path.parent.name
        found[f"{series}-{edition}"] = (series, edition, path.parent)
    return found


def load_ruleset(id_: str, folder: Path | None = None) -> Ruleset:
    """Reads a ruleset; `folder` holds rulesets other than the program's own.

    Raises UnknownRuleset for an id that is not there, BrokenRuleset with everything that is wrong in its files.
    """
    homes = _homes(folder or rulesets_folder())
    if id_ not in homes:
        raise UnknownRuleset(id_, tuple(sorted(homes)))
    series, edition, home = homes[id_]
    try:
        book = Reader(read_document(home / "ruleset.yaml", "ruleset.yaml"))
        ground = Reader(read_document(home / "terrain.yaml", "terrain.yaml"))
    except Unreadable as error:
        raise BrokenRuleset((error.issue,)) from error
    ruleset = _ruleset(book, id_, series, edition)
    terrain = _terrain(ground)
    issues = (*book.issues, *ground.issues)
    if issues or ruleset is None:
        raise BrokenRuleset(issues)
    readings, numbers, head = ruleset
    return Ruleset(
        id_,
        series,
        edition,
        head.title,
        MappingProxyType(terrain),
        MappingProxyType(readings),
        MappingProxyType(numbers),
        load_palettes(),
    )


def _ruleset(
    reader: Reader, id_: str, series: str, edition: str
) -> tuple[dict[str, Reading], dict[str, Quantity], RulesetFile] | None:
    head = reader.head(RulesetFile, presets={"version": VERSION}) if reader.accepts("ruleset", "ruleset") else None
    if head is None:
        return None
    if (head.id, head.series, head.edition) != (id_, series, edition):
        reader.report(("id",), f'The folder says "{id_}"; "id", "series" and "edition" must say the same.')
    readings = {}
    for route, item in reader.items("readings", head.readings, ReadingItem):
        if item.preset not in item.values:
            text = f'"{item.preset}" is none of the values.{did_you_mean(item.preset, item.values)}'
            reader.report((*route, "preset"), text)
        name = str(route[-1])
        readings[name] = Reading(name, item.section, item.title, item.preset, MappingProxyType(dict(item.values)))
    numbers = {
        str(route[-1]): Quantity(item.value, item.unit, item.source)
        for route, item in reader.items("numbers", head.numbers, QuantityItem)
    }
    return readings, numbers, head


def _terrain(reader: Reader) -> dict[str, Terrain]:
    head = reader.head(TerrainFile, presets={"version": VERSION}) if reader.accepts("terrain", "ruleset") else None
    chart = reader.head(ChartItem, ("chart",)) if head else None
    if head is None or chart is None:
        return {}
    provenance = Provenance(chart.id, chart.title, chart.status, chart.source)
    found = {}
    for route, item in terrain_items(reader, head.terrain):
        id_ = str(route[-1])
        if item.kind is None:
            reader.report(route, f'"{id_}" needs a "kind".', at_key=True)
            continue
        # Terrain without a height has no number of the chart that a ruling could cite.
        found[id_] = whole_terrain(id_, item, provenance if item.los_height_m is not None else None)
    return found
