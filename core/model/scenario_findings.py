"""What was found wrong with a scenario, by the rows of it that it is about."""

from collections.abc import Iterable, Mapping

from core.model.edits.scenario_edits import SECTIONS, Row, Section, rows_of
from core.model.issues import Issue
from core.model.oob import Oob
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Victory

At = tuple[Section, int]
"""A row: its section and its number from 0."""

ABOUT: Mapping[str, frozenset[Section]] = {
    "outside-set-up": frozenset({"set_ups"}),
    "closed-terrain": frozenset({"set_ups"}),
    "off-the-map": frozenset({"set_ups"}),
    "overstacked": frozenset({"set_ups"}),
    "enemies-together": frozenset({"set_ups"}),
    "not-placed": frozenset({"set_ups"}),
    "losses-differ": frozenset({"set_ups"}),
    "losses-uneven": frozenset({"set_ups"}),
    "losses-unsaid": frozenset({"set_ups"}),
    "cannot-carry": frozenset({"set_ups"}),
    "unit-twice": frozenset({"set_ups", "arrivals"}),
    "no-entry": frozenset({"arrivals"}),
    "entry-inside": frozenset({"arrivals"}),
    "arrives-late": frozenset({"arrivals"}),
    "no-condition": frozenset({"arrivals"}),
    "price-unknown": frozenset({"arrivals"}),
    "sheet-waits": frozenset({"sheets"}),
    "sheet-type": frozenset({"sheets"}),
    "sheet-empty": frozenset({"sheets"}),
    "sheet-side": frozenset({"sheets"}),
    "rally-points": frozenset({"sheets"}),
    "sheet-artillery": frozenset({"sheets"}),
    "sheet-groups": frozenset({"sheets"}),
    "sheet-reserve": frozenset({"sheets"}),
    "sheet-alternates": frozenset({"sheets"}),
    "rally-forward": frozenset({"sheets"}),
    "sheet-graphic": frozenset({"sheets"}),
    "sheet-line": frozenset({"sheets"}),
    "sheet-night": frozenset({"sheets"}),
    "sheets-of-unit": frozenset({"sheets"}),
}
"""The sections that findings are about, by their lasting names."""


def findings_by_row(
    oob: Oob, file: str, scenario: Scenario, issues: Iterable[Issue]
) -> tuple[Mapping[At, tuple[Issue, ...]], tuple[Issue, ...]]:
    """The findings on each row of a scenario, and those on the scenario as a whole.

    A row that stands in the file is found by its line; one that does not yet, by the units that the finding is about,
    and a finding about no unit goes to the rows without units.
    """
    lines: dict[int, At] = {}
    for section in SECTIONS:
        for number, row in enumerate(rows_of(scenario, section)):
            if (line := _line(row, file)) and line not in lines:
                lines[line] = (section, number)
    named: dict[Section, tuple[Mapping[str, tuple[int, ...]], tuple[int, ...]]] = {}
    found: dict[At, tuple[Issue, ...]] = {}
    rest: list[Issue] = []
    for issue in issues:
        if issue.place.file != file:
            continue
        at = lines.get(issue.place.line)
        rows = [at] if at is not None else []
        for section in ABOUT.get(issue.code, frozenset()) if at is None else ():
            if section not in named:
                named[section] = _by_unit(_named(oob, scenario, section, lines))
            by_unit, nameless = named[section]
            about = sorted({n for unit in issue.units for n in by_unit.get(unit, ())})
            # What names no unit is about rows that name none either.
            rows += [(section, n) for n in about or (() if issue.units else nameless)]
        for row_at in sorted(rows, key=lambda each: SECTIONS.index(each[0])):
            found[row_at] = (*found.get(row_at, ()), issue)
        if not rows:
            rest.append(issue)
    return found, tuple(rest)


def _line(row: Row, file: str) -> int:
    if isinstance(row, SetUp | Arrival | Allotment | Victory | OpSheet) and row.place.file == file:
        return row.place.line
    return 0


def _named(oob: Oob, scenario: Scenario, section: Section, lines: Mapping[int, At]) -> Iterable[tuple[int, frozenset[str]]]:
    """The counters that each row names, by themselves or with their formation; rows with none that stand in a line, where
    findings would find them, are left out."""
    placed = set(lines.values())
    for number, row in enumerate(rows_of(scenario, section)):
        if isinstance(row, SetUp | Arrival | OpSheet):
            units = counters_of(oob, row.units)
            if units or (section, number) not in placed:
                yield number, units


def _by_unit(rows: Iterable[tuple[int, frozenset[str]]]) -> tuple[Mapping[str, tuple[int, ...]], tuple[int, ...]]:
    """The rows that name each counter, and those that name none: thousands of findings ask for them."""
    by_unit: dict[str, tuple[int, ...]] = {}
    nameless: list[int] = []
    for number, units in rows:
        for unit in units:
            by_unit[unit] = (*by_unit.get(unit, ()), number)
        if not units:
            nameless.append(number)
    return by_unit, tuple(nameless)


def counters_of(oob: Oob, names: Iterable[str]) -> frozenset[str]:
    """The ids of the counters that are named, by themselves or with their formation."""
    found: set[str] = set()
    for name in names:
        if oob.formation(name) is not None:
            found.update(each.id for each in oob.all_members(name))
        elif oob.counter(name) is not None:
            found.add(name)
    return frozenset(found)
