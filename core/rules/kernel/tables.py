"""Questions that need no map: charts, dice, options, the sequence of play; and series that so far ask nothing else."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar

from core.analysis.elevation import Heights
from core.analysis.ground import Ground
from core.analysis.hex_net import HexNet
from core.base.errors import WrongUse
from core.model.charts import NEVER, Axis, Chart
from core.model.state import GameState
from core.model.terrain import Provenance, Terrain
from core.rules.kernel.chart_detail import ChartDetail, PhaseRow
from core.rules.kernel.charts import ChartBook, Consulted, NotInChart, Place, cell, find, reach, rolls_of, succeeds
from core.rules.kernel.dice import DICE, check_roll, dice
from core.rules.kernel.force_questions import force_questions
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.forces import Forces
from core.rules.kernel.modifiers import Item, signed
from core.rules.kernel.parameters import Words
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.sequence import Phase
from core.rules.kernel.system import Parameter, Question, Steps, Tables

READ, ROLLED = "read", "rolled"
CAPTION = "{chart}: column {column}"
UNSAID = "none seen"
"""In the place of a section: the texts at hand do not speak of it."""


@dataclass(frozen=True, eq=False)
class TableCase:
    """What questions of a series are asked over that needs no ground. `kept` is what was worked out of the map and holds in
    every state of play; whoever keeps something there sees to it that its key says all that it depends on.
    """

    ruleset: Ruleset
    charts: ChartBook
    choices: Mapping[str, str]
    terrain: Mapping[str, Terrain] = field(default_factory=lambda: MappingProxyType({}))
    state: GameState = field(default_factory=GameState)
    forces: Forces = field(default_factory=Forces)
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def net(self) -> HexNet:
        """The map as a graph."""
        return self.forces.net

    def ref(self, section: str) -> RuleRef:
        """A reference into the rule book."""
        return self.ruleset.ref(section)


class TableSystem:
    """A series whose questions need no map so far."""

    series: str
    questions: Mapping[str, Question]
    of_series: ClassVar[tuple[Question, ...]] = ()
    reads: frozenset[str] = frozenset()
    force_rules: ForceRules

    def __init__(self) -> None:
        self.questions = by_name((*self.of_series, *force_questions(self.force_rules), *COMMON))

    def case(
        self,
        ruleset: Ruleset,
        ground: Callable[[], Ground],
        terrain: Mapping[str, Terrain],
        options: Mapping[str, str],
        charts: ChartBook,
        on_new_heights: Callable[[Heights], object] | None = None,
    ) -> TableCase:
        """The case of a box."""
        return TableCase(ruleset, charts, ruleset.choices(options), terrain)

    def take_over(self, case: TableCase, before: TableCase) -> None:
        """Nothing is computed that would hold longer than a question."""

    def heights(self, case: TableCase) -> Iterable[Heights]:
        """There are none."""
        return ()

    def in_state(self, case: TableCase, state: GameState, forces: Forces) -> TableCase:
        """The same case in another state of play, with the units of the box."""
        return replace(case, state=state, forces=forces)


def by_name(questions: Iterable[Question]) -> Mapping[str, Question]:
    """Questions by their names. Raises ValueError for two of one name."""
    found: dict[str, Question] = {}
    for question in questions:
        if question.name in found:
            raise ValueError(f"two questions are called {question.name}")
        found[question.name] = question
    return MappingProxyType(found)


def at_once(answer: Callable[[Any, Mapping[str, Any]], Ruling]) -> Callable[[Any, Mapping[str, Any]], Steps]:
    """The answer of a question that needs no slices."""

    def steps(case: Any, given: Mapping[str, Any]) -> Steps:
        yield from ()
        return answer(case, given)

    return steps


def read_column(
    case: Tables,
    consulted: Consulted,
    question: str,
    chart_id: str,
    entered: int | Fraction | str,
    items: tuple[Item, ...] = (),
    roll: int | None = None,
    reasons: tuple[Reason, ...] = (),
    rule: str = "",
) -> Ruling:
    """Enters a chart of dice, shifts by the items, and gives the chances there, or what a roll gives.

    `reasons` come first in the ruling, such as how the number was found that one enters with. The verdict is the result of the
    roll, "read" without one. Raises NotInChart.
    """
    chart, start = consulted.column(chart_id, entered)
    shift = int(sum((item.value for item in items), Fraction(0)))
    end = start.shifted(shift)
    ref = case.ruleset.ref(rule or _section(case, chart))
    said = [*reasons, Reason(ref, CAPTION, {"chart": chart.title, "column": start.label})]
    said += [item.reason for item in items]
    if items:
        moved = {"shift": signed(shift), "column": end.label}
        held = end.off is None and end.index != start.index + shift
        template = "Together {shift}: column {column}" + (", where the table ends" if held else "")
        said.append(Reason(ref, template, moved, numbers={"shift": shift}))
    chances = tuple(consulted.chances(chart, end).items())
    result = consulted.result(chart, end, roll) if roll is not None else ""
    if roll is not None:
        said.append(Reason(ref, "A roll of {roll} gives {result}", {"roll": roll, "result": result}, numbers={"roll": roll}))
    detail = ChartDetail(chart.id, chart.title, chart.unit, start.label, items, end.label, chances, "", roll, result)
    used = {**dict.fromkeys(consulted.charts), **{item.chart: None for item in items if item.chart is not None}}
    value: Number | str = result if roll is not None else end.label
    return Ruling(question, case.ruleset.id, result or READ, value, tuple(said), detail, tuple(used))


def _section(case: Tables, chart: Chart) -> str:
    """The section that reads a chart; a chart in the place of another need not say it again."""
    original = case.ruleset.charts.get(chart.id, chart)
    rules = chart.rules or original.rules
    return rules[0] if rules else chart.title


def _lookup(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What stands in a chart, or what a roll in it gives, and how likely each result is."""
    chart = case.charts.chart(given["chart"])
    column, row, roll = given.get("column"), given.get("row"), given.get("roll")
    shifts = given.get("shifts") or 0
    rule = case.ruleset.ref(_section(case, chart))
    if not column:
        raise WrongUse(f'"{chart.id}" needs column=… Columns: {", ".join(chart.columns.labels)}.')
    if roll is not None and chart.dice and roll not in rolls_of(chart):
        least, most = reach(chart)
        beyond = f"; with modifiers this chart knows {least} to {most}" if (chart.least, chart.most) != (None, None) else ""
        check_roll("roll", roll, DICE[chart.dice], beyond)
    if row and chart.form == "dice":
        raise WrongUse(f'"{chart.id}" has no rows; leave row=… out.')
    if roll is not None and chart.form == "values":
        raise WrongUse(f'"{chart.id}" is read without dice; leave roll=… out.')
    consulted = Consulted(case.charts)
    start = _place("column", chart.columns, column)
    if chart.form == "dice":
        items = (Item("Shifts given", Fraction(shifts), rule),) if shifts else ()
        return read_column(case, consulted, "chart.lookup", chart.id, column, items, roll)
    if not row:
        raise WrongUse(f'"{chart.id}" needs row=… Rows: {", ".join(chart.rows.labels)}.')
    _place("row", chart.rows, row)
    end = start.shifted(shifts)
    value = cell(chart, row, end.label) if end.off is None else end.label
    row_label = find(chart.rows, row).label
    provenance = chart.provenance(row_label, end.label)
    caption = {"chart": chart.title, "row": row_label, "column": end.label, "value": value}
    said = [Reason(rule, "{chart}, row {row}, column {column}: {value}", caption)]
    chances, result = _needed(chart, value, roll) if chart.form == "needed" else ((), "")
    if result:
        said.append(Reason(rule, "A roll of {roll}: {result}", {"roll": roll, "result": result}))
    detail = ChartDetail(chart.id, chart.title, chart.unit, start.label, (), end.label, chances, row_label, roll, result)
    return Ruling("chart.lookup", case.ruleset.id, result or READ, value, tuple(said), detail, (provenance,))


def _place(parameter: str, axis: Axis, key: str) -> Place:
    """The column or row that a parameter names. Raises NotInChart, which names the parameter."""
    try:
        return find(axis, key)
    except NotInChart as error:
        raise NotInChart(f"{parameter}: {error}") from error


def _needed(chart: Chart, value: Fraction | str, roll: int | None) -> tuple[tuple[tuple[str, Fraction], ...], str]:
    success = succeeds(chart, value)
    chances = (("yes", success), ("no", 1 - success))
    if roll is None:
        return chances, ""
    return chances, "yes" if value != NEVER and not isinstance(value, str) and roll >= value else "no"


def _chances(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The exact chance of every roll, or of one roll or more."""
    read = dice(given["dice"])
    least = given.get("least")
    listed = tuple((str(roll), chance) for roll, chance in read.chances.items())
    detail = ChartDetail("", read.title, "chance", "", (), "", listed)
    if least is None:
        return Ruling("dice.chances", case.ruleset.id, READ, len(listed), (), detail)
    chance = read.at_least(least)
    told = {"least": least, "dice": read.title, "chance": str(chance)}
    said = Reason(case.ruleset.ref(case.ruleset.dice or UNSAID), "{least} or more with {dice}: {chance}", told)
    return Ruling("dice.chances", case.ruleset.id, READ, chance, (said,), detail)


def _sequence(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The sequence of play under the options in force."""
    rows = [row for top in case.ruleset.sequence for row in _phase_rows(top, case.choices)]
    ref = case.ruleset.ref
    said = tuple(
        Reason(ref(row.section), "{title}", {"title": f"{'  ' * row.depth}{row.title}"}) for row in rows if not row.left_out
    )
    said += tuple(_other_sequences(case, rows))
    return Ruling("sequence", case.ruleset.id, READ, sum(not row.left_out for row in rows), said, tuple(rows))


def _other_sequences(case: Tables, rows: Iterable[PhaseRow]) -> Iterator[Reason]:
    """The readings that the sequence rests on, each with the phases that another choice would bring about."""
    phases = [phase for top in case.ruleset.sequence for _, phase in top.walk()]
    asked = dict.fromkeys(name for phase in phases for way in phase.conditions for name, _ in way)
    held = {row.id for row in rows if not row.left_out}
    for name in asked:
        option = case.ruleset.options.get(name)
        if option is None or option.kind != "reading":
            continue
        for choice in option.values:
            choices = {**case.choices, name: choice}
            other = [row for top in case.ruleset.sequence for row in _phase_rows(top, choices) if not row.left_out]
            if {row.id for row in other} != held:
                new = [row for row in other if row.id not in held]
                shallowest = min((row.depth for row in new), default=0)
                titles = dict.fromkeys(row.title for row in new if row.depth == shallowest)
                yield reading_reason(case, name, choice, ", ".join(titles) or "fewer phases")


def _phase_rows(phase: Phase, choices: Mapping[str, str], depth: int = 0, out: bool = False) -> Iterator[PhaseRow]:
    """A phase and all within it; what the options leave out takes along what is in it."""
    out = out or not phase.exists(choices)
    tasks = tuple((task.section, task.text) for task in phase.under(choices).tasks)
    yield PhaseRow(depth, phase.id, phase.title, phase.section, phase.who, phase.repeats, out, tasks)
    for inner in phase.phases:
        yield from _phase_rows(inner, choices, depth + 1, out)


def origins(charts: Iterable[Provenance]) -> tuple[Provenance, ...]:
    """Each origin once, in order."""
    return tuple(dict.fromkeys(charts))


COMMON: tuple[Question, ...] = (
    Question(
        "chart.lookup",
        "what a chart says in a column, shifted, and what a roll gives there",
        "the charts of the series",
        (
            Parameter("chart", "text", "the chart, by its id", required=True, words=Words(axis="ids")),
            Parameter(
                "column", "text", "the column: its label, or a number that finds it", words=Words(axis="columns", of="chart")
            ),
            Parameter("row", "text", "the row, of charts that have rows", words=Words(axis="rows", of="chart")),
            Parameter("shifts", "whole", "columns to the right, or to the left where negative"),
            Parameter("roll", "whole", "the roll, read as the chart's dice are"),
        ),
        at_once(_lookup),
        title="Look up a chart",
    ),
    Question(
        "dice.chances",
        "the exact chance of every roll",
        "the dice of the series",
        (
            Parameter("dice", "choice", "how the dice are read", required=True, choices=tuple(DICE)),
            Parameter("least", "whole", "the least roll that counts: its chance or more", title="Least roll"),
        ),
        at_once(_chances),
        title="Chances of dice",
    ),
    Question(
        "sequence",
        "the sequence of play under the options in force",
        "the sequence of play",
        (),
        at_once(_sequence),
        title="Sequence of play",
    ),
)
"""Questions of every series."""
