"""Jobs on charts: the user's own, kept, taken out of force, sent to somebody else and taken in; and drafts of them."""

from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from core.base.errors import CoreError
from core.files.chart_drafts import keep_draft, own_folder, own_home
from core.files.chart_salvage import read_broken
from core.files.own_charts import (
    drop_draft,
    drop_own,
    keep_own,
    lay_aside,
    open_parcel,
    read_draft,
    rules_in_force,
    send_parcel,
)
from core.files.parcels import Broken, Draft, Parcel, RulesNow
from core.files.ruleset_files import load_ruleset
from core.model.charts import Chart
from core.questions.readers import chart_readers
from core.rules.kernel.chart_grid import ChartGrid
from core.rules.kernel.progress import Progress


def readers(game: Any, *, series: str, charts: tuple[str, ...]) -> Generator[Progress, None, dict[str, tuple[str, ...]]]:
    """The questions of a series that read each of some charts."""
    yield Progress(0, 1)
    return dict(chart_readers(series, charts))


def own_charts(
    game: Any,
    *,
    ruleset: str,
    chart_set: str = "",
    keep: tuple[Chart, ...] = (),
    drop: tuple[str, ...] = (),
    aside: tuple[Chart, ...] = (),
    sets: Mapping[str, str] | None = None,
) -> Generator[Progress, None, RulesNow]:
    """Keeps and takes out own charts of a ruleset, or of one of its sets, and gives the rules that are then in force.

    Charts to set `aside` go out of force in the box; they are written beside the user's own first. `sets` says by id which set
    those to keep belong to that are not of `chart_set`.
    """
    rules, _ = rules_in_force(ruleset)
    whole = len(aside) + len(keep) + len(drop)
    held: list[Path | None] = []
    for chart in aside:
        yield Progress(len(held), whole)
        held.append(lay_aside(rules, chart, chart_set=chart_set))
    for chart in keep:
        yield Progress(len(held), whole)
        held.append(keep_own(rules, chart, chart_set=(sets or {}).get(chart.id, chart_set)).before)
    for id_ in drop:
        yield Progress(len(held), whole)
        held.append(drop_own(rules, id_, chart_set=chart_set))
    asides = tuple(dict.fromkeys(str(path) for path in held if path is not None))
    return RulesNow(*rules_in_force(ruleset), str(own_folder()), asides)


def take_in_charts(game: Any, *, ruleset: str, file: Path) -> Generator[Progress, None, Parcel]:
    """What a file of charts holds for a ruleset; nothing is kept yet."""
    yield Progress(0, 1)
    return open_parcel(file, rules_in_force(ruleset)[0])


def send_charts(
    game: Any,
    *,
    ruleset: str,
    file: Path,
    charts: tuple[Chart, ...],
    note: str = "",
    sets: Mapping[str, str] | None = None,
) -> Generator[Progress, None, Path]:
    """Writes charts into one file for somebody else; `sets` says by id which set each belongs to."""
    yield Progress(0, 1)
    if not charts:
        raise CoreError("There is no chart to send: choose one that is yours.")
    send_parcel(file, rules_in_force(ruleset)[0], charts, note, sets)
    return file


def chart_draft(game: Any, *, ruleset: str, chart: str, chart_set: str = "") -> Generator[Progress, None, Draft | None]:
    """What was typed of a chart and kept without being put in force, if anything was."""
    yield Progress(0, 1)
    return read_draft(load_ruleset(ruleset), chart, chart_set=chart_set)


def broken_chart(game: Any, *, ruleset: str, chart: str, chart_set: str = "") -> Generator[Progress, None, Broken | None]:
    """What can be read of the user's own chart when it cannot be used."""
    yield Progress(0, 1)
    return read_broken(load_ruleset(ruleset), chart, chart_set=chart_set)


def keep_chart_draft(game: Any, *, ruleset: str, grid: ChartGrid, chart_set: str = "") -> Generator[Progress, None, Path]:
    """Keeps what was typed of a chart without putting it in force."""
    yield Progress(0, 1)
    return keep_draft(own_home(ruleset, chart_set), grid)


def drop_chart_draft(game: Any, *, ruleset: str, chart: str, chart_set: str = "") -> Generator[Progress, None, Path | None]:
    """Puts the draft of a chart away, if there is one."""
    yield Progress(0, 1)
    return drop_draft(load_ruleset(ruleset), chart, chart_set=chart_set)
