"""Reads rulesets, `resources/rulesets/<series>/<edition>/`; a series that numbers no editions has its files in
`resources/rulesets/<series>/` itself.

ruleset.yaml    its name, its readings, its single numbers, and how each case is rounded
terrain.yaml    kinds of terrain
options.yaml    switches: optional rules, what a game decides, older games, choices in play
charts/*.yaml   one chart each, called by its id
sets/*.yaml     the charts of one game each, which a box can choose
examples.yaml   worked examples that judge the charts
sequence.yaml   the sequence of play
play.yaml       live play: what is hidden and declared, points, conditions of formations, cups of chits
counters.yaml   what counters print
looks.yaml      what counters look like
markers.yaml    kinds of markers
"""

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from core.base.errors import CoreError, WrongUse, did_you_mean
from core.files.chart_files import read_chart, read_charts
from core.files.look_files import read_looks, read_markers
from core.files.look_schemas import LooksFile, MarkersFile
from core.files.palette_files import load_palettes
from core.files.resources import rulesets_folder
from core.files.ruleset_play import read_phases, read_play
from core.files.ruleset_schemas import (
    ChartItem,
    ChartSetFile,
    CountersFile,
    CounterValueItem,
    EntryItem,
    ExampleItem,
    ExamplesFile,
    OptionItem,
    OptionsFile,
    PlayFile,
    QuantityItem,
    RoundedItem,
    RulesetFile,
    SequenceFile,
    TerrainFile,
)
from core.files.schemas import VERSION, Item
from core.files.strict_yaml import Unreadable, parse_document, read_document
from core.files.terrain_items import terrain_items, whole_terrain
from core.files.validation import Reader
from core.model.charts import Chart
from core.model.issues import Issue, Severity
from core.model.looks import Look, MarkerKind
from core.model.terrain import Provenance, Terrain
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.examples import EXPECTED, Entry, Example
from core.rules.kernel.play_rules import PlayRules
from core.rules.kernel.rounding import Rounding
from core.rules.kernel.ruleset import ChartSet, Option, Quantity, Rounded, Ruleset
from core.rules.kernel.sequence import Phase

_M = TypeVar("_M", bound=Item)


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
    """Reads a ruleset; `folder` holds rulesets other than the program's own. What has been read is kept until a file changes.

    Raises UnknownRuleset for an id that is not there, BrokenRuleset with everything that is wrong in its files.
    """
    homes = _homes(folder or rulesets_folder())
    if id_ not in homes:
        raise UnknownRuleset(id_, tuple(sorted(homes)))
    series, edition, home = homes[id_]
    return _read(id_, series, edition, home, _state(home))


def _state(home: Path) -> tuple[tuple[str, int, int], ...]:
    """What tells that a file of a ruleset has changed, has come or has gone: each one's path, time of change and size."""
    found = []
    for each in _yaml_files(home):
        # A file that cannot even be looked at is told of when it is read.
        changed_ns, size = -1, -1
        with suppress(OSError):
            status = each.stat()
            changed_ns, size = status.st_mtime_ns, status.st_size
        found.append((each.path, changed_ns, size))
    return tuple(sorted(found))


def _yaml_files(folder: str | Path) -> Iterator[os.DirEntry[str]]:
    # Looked through for every game that is opened: a path as an object for each file takes three times as long.
    with suppress(OSError), os.scandir(folder) as held:
        for each in held:
            if each.is_dir(follow_symlinks=False):
                yield from _yaml_files(each.path)
            elif each.name.endswith(".yaml"):
                yield each


@lru_cache(maxsize=16)
def _read(id_: str, series: str, edition: str, home: Path, _: object) -> Ruleset:
    files = _Files(home)
    book, ground = files.reader("ruleset.yaml"), files.reader("terrain.yaml")
    head = _head(book, id_, series, edition)
    values, formation_values, side_values = files.values()
    options = {**_options(book, head), **files.options()}
    known = options if head is not None else {}
    charts, markers = files.charts(), files.markers()
    play = files.play(charts, known, values, side_values)
    ruleset = Ruleset(
        id_,
        series,
        edition,
        head.title if head is not None else id_,
        MappingProxyType(_terrain(ground)),
        MappingProxyType(options),
        MappingProxyType(_numbers(book, head)),
        load_palettes(),
        charts=MappingProxyType(charts),
        sets=MappingProxyType(files.sets()),
        examples=files.examples(),
        rounding=MappingProxyType(_rounding(book, head)),
        sequence=files.sequence(markers, known, play.declared),
        play=play,
        values=values,
        formation_values=formation_values,
        side_values=side_values,
        looks=MappingProxyType(files.looks(values)),
        markers=MappingProxyType(markers),
        dice=head.dice if head is not None else "",
    )
    issues = files.issues
    if head is None or any(issue.severity is Severity.ERROR for issue in issues):
        raise BrokenRuleset(issues)
    return ruleset


def _head(reader: Reader, id_: str, series: str, edition: str) -> RulesetFile | None:
    head = reader.head(RulesetFile, presets={"version": VERSION}) if reader.accepts("ruleset", "ruleset") else None
    if head is not None and (head.id, head.series, head.edition) != (id_, series, edition):
        reader.report(("id",), f'The folder says "{id_}"; "id", "series" and "edition" must say the same.')
    return head


def _options(reader: Reader, head: RulesetFile | None) -> dict[str, Option]:
    return dict(_read_options(reader, "readings", head.readings)) if head is not None else {}


def _read_options(reader: Reader, section: str, held: dict[str, Any]) -> Iterator[tuple[str, Option]]:
    for route, item in reader.items(section, held, OptionItem):
        name = str(route[-1])
        excludes = {}
        for choice, others in item.excludes.items():
            if isinstance(others, list) and all(isinstance(each, str) and "=" in each for each in others):
                excludes[choice] = tuple(others)
            else:
                text = f'"{choice}" must be a list of choices of other options, each as "option=value".'
                reader.report((*route, "excludes", choice), text)
        for choice in item.called.keys() - item.values.keys():
            text = f'There is no choice "{choice}" to be called anything.{did_you_mean(choice, item.values)}'
            reader.report((*route, "called", choice), text, at_key=True)
        option = Option(
            id=name,
            section=item.section,
            title=item.title,
            preset=item.preset,
            values=MappingProxyType(dict(item.values)),
            kind=item.kind,
            about=item.about,
            unit=item.unit,
            least=item.least,
            most=item.most,
            excludes=MappingProxyType(excludes),
            called=MappingProxyType(dict(item.called)),
        )
        refused = option.refusal(item.preset) if item.values or item.preset else ""
        if refused:
            reader.report((*route, "preset"), refused)
        yield name, option


def _numbers(reader: Reader, head: RulesetFile | None) -> dict[str, Quantity]:
    held = head.numbers if head is not None else {}
    return {
        str(route[-1]): Quantity(item.value, item.unit, item.source)
        for route, item in reader.items("numbers", held, QuantityItem)
    }


def _rounding(reader: Reader, head: RulesetFile | None) -> dict[str, Rounded]:
    held = head.rounding if head is not None else {}
    return {
        str(route[-1]): Rounded(item.section, item.title, Rounding(item.how))
        for route, item in reader.items("rounding", held, RoundedItem)
    }


class _Files:
    """The files of a ruleset's folder, and all that is wrong in them. What a series does not have, it has no file for."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._readers: list[Reader] = []
        self._unreadable: list[Issue] = []

    @property
    def issues(self) -> tuple[Issue, ...]:
        """Everything found so far."""
        return (*self._unreadable, *(issue for reader in self._readers for issue in reader.issues))

    def reader(self, name: str) -> Reader:
        """A file of the folder; one that cannot be read is an issue, and as good as empty."""
        try:
            reader = Reader(read_document(self._home / name, name))
        except Unreadable as error:
            self._unreadable.append(error.issue)
            reader = Reader(parse_document("{}", name))
        else:
            self._readers.append(reader)
        return reader

    def _head(self, name: str, kind: str, model: type[_M]) -> tuple[Reader, _M | None]:
        if not (self._home / name).is_file():
            return Reader(parse_document("{}", name)), None
        reader = self.reader(name)
        return reader, reader.head(model, presets={"version": VERSION}) if reader.accepts(kind, "ruleset") else None

    def options(self) -> dict[str, Option]:
        """The switches of the series."""
        reader, head = self._head("options.yaml", "options", OptionsFile)
        return dict(_read_options(reader, "options", head.options)) if head is not None else {}

    def charts(self) -> dict[str, Chart]:
        """Every chart of the series, by id; the file is called by it."""
        found = {}
        for path in sorted((self._home / "charts").glob("*.yaml")):
            reader = self.reader(f"charts/{path.name}")
            chart = read_chart(reader) if reader.accepts("chart", "chart") else None
            if chart is not None and chart.id != path.stem:
                reader.report(("id",), f'The file is called "{path.name}"; "id" must say the same.')
            if chart is not None:
                found[chart.id] = chart
        return found

    def sets(self) -> dict[str, ChartSet]:
        """Every set of charts that a box can choose, by id."""
        found = {}
        for path in sorted((self._home / "sets").glob("*.yaml")):
            reader, head = self._head(f"sets/{path.name}", "chart-set", ChartSetFile)
            if head is None:
                continue
            if head.id != path.stem:
                reader.report(("id",), f'The file is called "{path.name}"; "id" must say the same.')
            charts = tuple(read_charts(reader, ("charts",), head.charts))
            found[head.id] = ChartSet(head.id, head.title, charts, tuple(head.doubts))
        return found

    def examples(self) -> tuple[Example, ...]:
        """The worked examples that judge charts."""
        reader, head = self._head("examples.yaml", "examples", ExamplesFile)
        return tuple(read_examples(reader, head.examples)) if head is not None else ()

    def sequence(
        self, markers: Mapping[str, MarkerKind], options: Mapping[str, Option], declared: Collection[str]
    ) -> tuple[Phase, ...]:
        """The sequence of play, which names markers, options and kinds of what is declared."""
        reader, head = self._head("sequence.yaml", "sequence", SequenceFile)
        return read_phases(reader, head.phases, markers, options, declared) if head is not None else ()

    def play(
        self,
        charts: Mapping[str, Chart],
        options: Mapping[str, Option],
        values: tuple[CounterValue, ...],
        of_sides: tuple[CounterValue, ...],
    ) -> PlayRules:
        """What the series says of live play, which names charts, options, and values of counters and of sides."""
        reader, head = self._head("play.yaml", "play", PlayFile)
        if head is None:
            return PlayRules()
        return read_play(reader, head, charts, options, *([each.id for each in some] for some in (values, of_sides)))

    def values(self) -> tuple[tuple[CounterValue, ...], tuple[CounterValue, ...], tuple[CounterValue, ...]]:
        """What counters print, what is kept of formations, and what of sides."""
        reader, head = self._head("counters.yaml", "counter-values", CountersFile)
        if head is None:
            return (), (), ()

        def read(section: str, held: dict[str, Any]) -> tuple[CounterValue, ...]:
            return tuple(
                CounterValue(
                    *(str(route[-1]), item.title, item.type, item.section, item.unit, item.about, tuple(item.of)),
                    *(tuple(item.choices.items()), item.least, item.most, item.required, item.sides, item.role),
                    *(item.total, tuple(item.by_step), item.asked, item.marked, item.chart),
                )
                for route, item in reader.items(section, held, CounterValueItem)
            )

        return read("values", head.values), read("formations", head.formations), read("sides", head.sides)

    def looks(self, values: tuple[CounterValue, ...]) -> dict[str, Look]:
        """What counters look like."""
        reader, head = self._head("looks.yaml", "looks", LooksFile)
        return read_looks(reader, head, values) if head is not None else {}

    def markers(self) -> dict[str, MarkerKind]:
        """The kinds of markers."""
        reader, head = self._head("markers.yaml", "markers", MarkersFile)
        return read_markers(reader, head) if head is not None else {}


def read_examples(reader: Reader, held: list[Any]) -> Iterator[Example]:
    """The good ones of the worked examples of a file."""
    for route, item in reader.items("examples", held, ExampleItem):
        shifts: list[int | Entry] = []
        for n, shift in enumerate(item.shifts):
            at = (*route, "shifts", n)
            entry = None if isinstance(shift, int) and not isinstance(shift, bool) else reader.item(EntryItem, at)
            if entry is not None:
                shifts.append(Entry(entry.chart, entry.column, entry.row))
            elif isinstance(shift, int):
                shifts.append(shift)
        expect: dict[str, int | str | Fraction] = {}
        for key, value in item.expect.items():
            if key not in EXPECTED:
                text = f'An example cannot expect "{key}".{did_you_mean(key, EXPECTED)}'
                reader.report((*route, "expect", key), text, at_key=True)
            elif isinstance(value, int | Decimal) and not isinstance(value, bool):
                expect[key] = str(value) if key in ("column", "result") else Fraction(value)
            else:
                expect[key] = reader.document.text((*route, "expect", key))
        enter = item.enter
        entry_ = Entry(enter.chart, enter.column, enter.row) if enter is not None else None
        yield Example(item.id, item.rule, item.title, entry_, tuple(shifts), MappingProxyType(expect), item.roll)


def _terrain(reader: Reader) -> dict[str, Terrain]:
    head = reader.head(TerrainFile, presets={"version": VERSION}) if reader.accepts("terrain", "ruleset") else None
    chart = reader.head(ChartItem, ("chart",)) if head else None
    if head is None or chart is None:
        return {}
    provenance = Provenance(chart.id, chart.title, chart.provenance, chart.source)
    found = {}
    for route, item in terrain_items(reader, head.terrain):
        id_ = str(route[-1])
        if item.kind is None:
            reader.report(route, f'"{id_}" needs a "kind".', at_key=True)
            continue
        # Terrain without a height has no number of the chart that a ruling could cite.
        found[id_] = whole_terrain(id_, item, provenance if item.los_height_m is not None else None)
    return found
