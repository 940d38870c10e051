"""The user's own charts: entered from printed ones, kept in the user's folder, over those of every installed version.

`<user's data folder>/phaseline/charts/<ruleset>/<chart>.yaml` is the file of one chart, `<ruleset>/<set>/<chart>.yaml` that of
one for the boxes of one game. Every version before it stays beside it; `….yaml.draft` is what was typed and not put in force.
A chart that cannot be used is said, and what is in force without it stays in force.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from core.base.atomic import write_text
from core.base.errors import CoreError, Place, WrongUse, did_you_mean
from core.files.canonical import chart_text, share_text
from core.files.chart_drafts import DRAFT, chart_path, draft_path, own_folder, own_home
from core.files.chart_files import chart_name, parse_parcel, read_chart_file, read_grid
from core.files.former import OLD, keep_before, set_aside
from core.files.parcels import Draft, Parcel
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.charts import Chart
from core.model.issues import Issue, Severity
from core.rules.kernel.chart_checks import faults, misfits
from core.rules.kernel.ruleset import Ruleset

YOURS = "yours"
"""The status of every cell of an own chart."""

_CHART = ".yaml"


def rules_in_force(id_: str, folder: Path | None = None) -> tuple[Ruleset, tuple[Issue, ...]]:
    """A ruleset with the user's own charts over its own, and what is wrong with those.

    Raises UnknownRuleset and BrokenRuleset as `load_ruleset` does.
    """
    ruleset = load_ruleset(id_)
    own, issues = read_own(ruleset, folder)
    return ruleset.with_own(own), (*misplaced(folder), *issues)


def read_own(ruleset: Ruleset, folder: Path | None = None) -> tuple[Mapping[str, Mapping[str, Chart]], tuple[Issue, ...]]:
    """The user's own charts for a ruleset, by set ("" for none) and id, and why others cannot be used. Never raises."""
    found: dict[str, Mapping[str, Chart]] = {}
    issues: list[Issue] = []
    for chart_set in ("", *ruleset.sets):
        charts, wrong = _read_folder(ruleset, chart_set, (folder or own_folder()) / own_home(ruleset.id, chart_set))
        # What is wrong with a chart of the user leaves every answer as it is without it.
        issues += [replace(issue, severity=Severity.WARNING) for issue in wrong]
        if charts:
            found[chart_set] = charts
    return MappingProxyType(found), tuple(issues)


def misplaced(folder: Path | None = None) -> tuple[Issue, ...]:
    """Files and folders among the user's own charts that belong to no ruleset, and hence are read by nobody. Never raises."""
    home = folder or own_folder()
    known = ruleset_ids()
    said = []
    for path in _listed(home):
        if path.is_dir() and path.name not in known:
            text = f'Nothing in this folder is read: there is no ruleset "{path.name}".{did_you_mean(path.name, known)}'
            said.append(Issue(Place(str(path)), text, Severity.WARNING))
        elif path.is_file():
            text = f"This file is not read: an own chart lies in the folder of its ruleset. Allowed: {', '.join(known)}."
            said.append(Issue(Place(str(path)), text, Severity.WARNING))
    return tuple(said)


def _unread(ruleset: Ruleset, chart_set: str, home: Path) -> Iterator[Issue]:
    """What lies in a folder of own charts and is none: files that are called otherwise, folders of no set."""
    for path in _listed(home):
        if path.is_dir():
            if chart_set or path.name not in ruleset.sets:
                sets = () if chart_set else tuple(ruleset.sets)
                text = f'Nothing in this folder is read: there is no set of charts "{path.name}" here.'
                yield Issue(Place(str(path)), text + did_you_mean(path.name, sets))
        elif not path.name.endswith((_CHART, f"{_CHART}{DRAFT}", OLD)):
            wanted = f"{path.stem}{_CHART}" if path.suffix.casefold() in (".yml", ".yaml", ".txt") else f"CHART{_CHART}"
            yield Issue(
                Place(str(path)), f'This file is not read: the file of a chart is called by its id, such as "{wanted}".'
            )


def _listed(home: Path) -> list[Path]:
    """What a folder holds but for hidden files, such as those that are still being written; nothing where there is none."""
    with suppress(OSError):
        return sorted(path for path in home.iterdir() if not path.name.startswith("."))
    return []


def _read_folder(ruleset: Ruleset, chart_set: str, home: Path) -> tuple[Mapping[str, Chart], list[Issue]]:
    found: dict[str, Chart] = {}
    issues: list[Issue] = []
    known = ruleset.known(chart_set)
    issues += _unread(ruleset, chart_set, home)
    with suppress(OSError):
        for path in sorted(home.glob(f"*{_CHART}")):
            chart, wrong = read_chart_file(path, str(path), known)
            title = known[path.stem].title if path.stem in known else ""
            issues += [replace(issue, text=f"{chart_name(path.stem, title)}: {issue.text}") for issue in wrong]
            if chart is None:
                continue
            if chart.id == path.stem:
                found[chart.id] = chart.owned(YOURS, chart.source)
            else:
                said = f'The file is called "{path.name}" and holds the chart "{chart.id}"; both must say the same.'
                issues.append(Issue(Place(str(path)), said))
    return MappingProxyType(found), issues


@dataclass(frozen=True, slots=True)
class Kept:
    """The file of an own chart that was kept, and the one that holds what was there before; None when nothing was."""

    file: Path
    before: Path | None


def keep_own(ruleset: Ruleset, chart: Chart, folder: Path | None = None, chart_set: str = "") -> Kept:
    """Writes an own chart in the user's folder, for one set of charts or for none; one that was there stays beside it.

    Raises WrongUse for a chart with a fault or one that cannot take the place of one of the ruleset, CoreError when it cannot
    be written.
    """
    wrong = [*misfits(chart, ruleset.known(chart_set)), *faults(chart)]
    unfit = [fault.text for fault in wrong if fault.severity is Severity.ERROR]
    if unfit:
        raise WrongUse(" ".join(unfit))
    path = chart_path(own_home(ruleset.id, chart_set), chart.id, folder)
    try:
        before = keep_before(path)
        write_text(path, chart_text(chart.owned(YOURS, chart.source)))
    except OSError as problem:
        raise CoreError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
    return Kept(path, before)


def lay_aside(ruleset: Ruleset, chart: Chart, folder: Path | None = None, chart_set: str = "") -> Path:
    """Writes a chart of a box that goes out of force there beside the user's own, in force nowhere. Returns its file.

    Raises CoreError when it cannot be written.
    """
    path = chart_path(own_home(ruleset.id, chart_set), chart.id, folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return set_aside(path, chart_text(chart).encode("utf-8"))
    except OSError as problem:
        raise CoreError(f"{path} cannot be written: {problem.strerror or problem}.") from problem


def read_draft(ruleset: Ruleset, id_: str, folder: Path | None = None, chart_set: str = "") -> Draft | None:
    """What was kept of a chart without being put in force, None when there is nothing.

    Raises CoreError, with the place, for a draft that cannot be read, WrongUse for a chart that the ruleset does not have.
    """
    shape = ruleset.known(chart_set).get(id_)
    if shape is None:
        raise WrongUse(f'There is no chart "{id_}" to take the place of.{did_you_mean(id_, ruleset.charts)}')
    path = draft_path(own_home(ruleset.id, chart_set), id_, folder)
    try:
        if not path.is_file():
            return None
        kept = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except OSError as problem:
        raise CoreError(f"{path} cannot be read: {problem.strerror or problem}.") from problem
    return Draft(read_grid(path, str(path), shape), kept.strftime("%Y-%m-%d %H:%M"))


def drop_draft(ruleset: Ruleset, id_: str, folder: Path | None = None, chart_set: str = "") -> Path | None:
    """Puts a draft away; what it held stays beside where it was, in the file that is returned. None when there is none."""
    return _put_away(draft_path(own_home(ruleset.id, chart_set), id_, folder))


def drop_own(ruleset: Ruleset, id_: str, folder: Path | None = None, chart_set: str = "") -> Path | None:
    """Takes an own chart out of force; it stays beside where it was, in the file that is returned. None when there is none."""
    return _put_away(chart_path(own_home(ruleset.id, chart_set), id_, folder))


def _put_away(path: Path) -> Path | None:
    try:
        kept = keep_before(path)
        if kept is not None:
            path.unlink()
    except OSError as problem:
        raise CoreError(f"{path} cannot be moved: {problem.strerror or problem}.") from problem
    return kept


def open_parcel(path: Path, ruleset: Ruleset) -> Parcel:
    """Reads a file of charts for a ruleset. What it has no place for is left out and said.

    Raises CoreError when the file cannot be read.
    """
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise CoreError(f"{path} cannot be read: {problem.strerror or problem}.") from problem
    except UnicodeDecodeError as problem:
        raise CoreError(f"{path} is no text in UTF-8: byte {problem.start}.") from problem
    return parse_parcel(text, path.name, ruleset)


def send_parcel(
    path: Path, ruleset: Ruleset, charts: Iterable[Chart], note: str = "", sets: Mapping[str, str] | None = None
) -> None:
    """Writes charts into one file for somebody else. Raises CoreError when it cannot be written.

    `sets` says by id which set of charts each belongs to, "" for every box of the ruleset.
    """
    held = tuple(charts)
    said = {chart.id: sets[chart.id] for chart in held if chart.id in sets} if sets else {}
    try:
        write_text(path, share_text(ruleset.id, held, note, said))
    except OSError as problem:
        raise CoreError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
