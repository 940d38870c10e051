"""What reading charts brings, for the window, which loads no schemas."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.model.charts import Chart
from core.model.issues import Issue
from core.rules.kernel.chart_grid import ChartGrid
from core.rules.kernel.ruleset import Ruleset


@dataclass(frozen=True)
class Parcel:
    """Charts that somebody else has sent: those that can be used, and what is wrong with the file or with others in it.

    `sets` says by id which set of charts each belongs to, "" for every box of the ruleset. Files of one chart, and old ones, do
    not say it. `note` is the line that the sender has written for whoever gets the file.
    """

    ruleset: str
    charts: tuple[Chart, ...]
    issues: tuple[Issue, ...]
    sets: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    note: str = ""


@dataclass(frozen=True)
class RulesNow:
    """The rules of a box with the user's own charts as they are now, and what is wrong with those. `folder` holds them.

    `aside` are the files that hold now what was there before: of charts that others took the place of, or that went out of
    force.
    """

    ruleset: Ruleset
    issues: tuple[Issue, ...]
    folder: str = ""
    aside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """What was typed of a chart and kept without being put in force, and when, such as "2026-01-31 17:05"."""

    grid: ChartGrid
    kept: str


@dataclass(frozen=True)
class Broken:
    """An own chart that cannot be used: what can be read of it, None when nothing can; its file, and what is wrong first."""

    grid: ChartGrid | None
    file: str
    said: str
