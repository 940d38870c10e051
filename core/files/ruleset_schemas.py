"""What the keys of rulesets and charts may hold (pydantic). See `schemas`."""

from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field, PlainValidator, StringConstraints

from core.files.schemas import Cost, Group, Item, Section, Text, Version, Word, key_of, number, one_of, told
from core.model.charts import FORMS, STATUSES, Find, Form, Grammar
from core.rules.kernel.chart_grid import MOST_LABELS, Layout
from core.rules.kernel.counter_values import Role, Total, ValueType
from core.rules.kernel.dice import DICE
from core.rules.kernel.play_rules import CHITS, CONDITIONS_LAST, COUNTS, DRAWN_IN, LASTS, SEEN, UNTIL
from core.rules.kernel.rounding import Rounding
from core.rules.kernel.ruleset import KINDS
from core.rules.kernel.sequence import CYCLES, ORDERS, WHEN, WHO, WHOSE


class RulesetFile(Item):
    """The keys of `ruleset.yaml`."""

    noun: ClassVar[str] = "ruleset file"
    phaseline: str
    version: Version
    id: Word
    series: Word
    edition: Text
    title: Word
    dice: Text = ""
    readings: Group = {}
    numbers: dict[str, Any]
    rounding: Group = {}


class OptionItem(Item):
    """A switch of the rules, or a place where they leave a choice."""

    noun: ClassVar[str] = "option"
    section: Word
    title: Word
    preset: Annotated[str, told(str)] = ""
    values: dict[str, Word] = {}
    called: dict[str, Word] = {}
    kind: Annotated[str, one_of(*KINDS)] = "reading"
    about: Text = ""
    unit: Text = ""
    least: Annotated[Fraction, number(-1_000_000, 1_000_000)] | None = None
    most: Annotated[Fraction, number(-1_000_000, 1_000_000)] | None = None
    excludes: Group = {}


class OptionsFile(Item):
    """The keys of a ruleset's `options.yaml`."""

    noun: ClassVar[str] = "options file"
    phaseline: str
    version: Version
    options: dict[str, Any]


class RoundedItem(Item):
    """How one case is rounded."""

    noun: ClassVar[str] = "case of rounding"
    section: Word
    title: Word
    how: Annotated[str, one_of(*(how.value for how in Rounding))]


class QuantityItem(Item):
    """A number of a ruleset."""

    noun: ClassVar[str] = "number"
    value: Annotated[Fraction, number(-1_000_000, 1_000_000)]
    unit: Word
    source: Word


class TerrainFile(Item):
    """The keys of a ruleset's `terrain.yaml`."""

    noun: ClassVar[str] = "terrain file"
    phaseline: str
    version: Version
    chart: dict[str, Any]
    terrain: dict[str, Any]


class ChartItem(Item):
    """What a chart's numbers are and where they come from."""

    noun: ClassVar[str] = "chart"
    id: Word
    title: Word
    unit: Annotated[Literal["m"], one_of("m")]
    source: Word
    provenance: Annotated[str, one_of("published", "rules text", "stand-in")]


class PaletteFile(Item):
    """The keys of a palette's file."""

    noun: ClassVar[str] = "palette file"
    phaseline: str
    version: Version
    id: Word
    chart: dict[str, Any]
    series: list[Word] = []
    costs: dict[str, Any] | None = None
    notes: dict[Word, Word] = {}
    terrain: dict[str, Any]
    others: Group = {}


class CostsItem(Item):
    """What the columns of movement costs are."""

    noun: ClassVar[str] = "group of columns"
    unit: Word
    columns: Annotated[dict[Word, Word], Field(min_length=1)]
    legend: dict[Word, Word] = {}


class OtherItem(Item):
    """A row of a chart for what is not drawn as terrain."""

    noun: ClassVar[str] = "row of the chart"
    name: Word
    combat_class: Text = ""
    costs: dict[Word, Cost] = {}
    note: Text = ""


class AxisItem(Item):
    """The columns or rows of a chart."""

    noun: ClassVar[str] = "axis of a chart"
    by: Text = ""
    labels: Annotated[list[Any], Field(min_length=1, max_length=200)]
    find: Annotated[Find, one_of(*get_args(Find))] = "word"
    below: Word = "end"
    above: Word = "end"
    free: bool = False


class ChartBody(Item):
    """One chart; `results` belong to the form "dice", `rows` and `cells` to the others."""

    noun: ClassVar[str] = "chart"
    id: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    title: Word
    form: Annotated[Form, one_of(*FORMS)]
    dice: Text = ""
    least: Annotated[int, Field(ge=-999, le=999)] | None = None
    most: Annotated[int, Field(ge=-999, le=999)] | None = None
    unit: Text = ""
    provenance: Annotated[str, one_of(*STATUSES)]
    source: Text = ""
    rules: list[Word] = []
    order: list[Word] = []
    closed: bool = False
    words: list[Word] = []
    words_of: dict[Word, list[Word]] = {}
    grammar: Annotated[Grammar, one_of(*get_args(Grammar))] = ""
    whole: bool = False
    fractions: list[Word] = []
    columns: AxisItem
    rows: AxisItem | None = None
    results: Group = {}
    cells: Group = {}
    parts: Section = []
    note: Text = ""
    doubts: list[Word] = []


class ChartFileItem(ChartBody):
    """The file of one chart."""

    noun: ClassVar[str] = "chart file"
    phaseline: str
    version: Version


class PartItem(Item):
    """Cells of a chart with an origin of their own."""

    noun: ClassVar[str] = "part of a chart"
    rows: list[Word] = []
    columns: list[Word] = []
    rolls: list[int] = []
    provenance: Annotated[str, one_of(*STATUSES)]
    source: Word


class ChartsFile(Item):
    """A file of charts for somebody else."""

    noun: ClassVar[str] = "file of charts"
    phaseline: str
    version: Version
    ruleset: Word
    sets: dict[Word, Text] = {}
    charts: Section
    note: Text = ""


class ChartDraftFile(Item):
    """What was typed of a chart and is not in force: texts, whatever they say."""

    noun: ClassVar[str] = "draft of a chart"
    phaseline: str
    version: Version
    id: Word
    layout: Annotated[Layout, one_of(*get_args(Layout))]
    columns: Annotated[list[str], Field(min_length=1, max_length=MOST_LABELS)]
    rows: Annotated[list[str], Field(min_length=1, max_length=MOST_LABELS)]
    cells: list[list[str]]
    source: Text = ""
    note: Text = ""


class ChartSetFile(Item):
    """Charts of one game that a box can choose."""

    noun: ClassVar[str] = "set of charts"
    phaseline: str
    version: Version
    id: Word
    title: Word
    charts: Section
    doubts: list[Word] = []


class ExamplesFile(Item):
    """The keys of a ruleset's `examples.yaml`."""

    noun: ClassVar[str] = "file of examples"
    phaseline: str
    version: Version
    examples: Section


class EntryItem(Item):
    """Where an example looks."""

    noun: ClassVar[str] = "entry of an example"
    chart: Word
    column: Annotated[str | int, PlainValidator(key_of)]
    row: Annotated[str | int, PlainValidator(key_of)] = ""


class ExampleItem(Item):
    """One worked example of the rules."""

    noun: ClassVar[str] = "example"
    id: Word
    rule: Word
    title: Word
    enter: EntryItem | None = None
    shifts: list[Any] = []
    roll: int | None = None
    expect: Annotated[dict[str, Any], Field(min_length=1)]


class SequenceFile(Item):
    """The keys of a ruleset's `sequence.yaml`."""

    noun: ClassVar[str] = "sequence of play"
    phaseline: str
    version: Version
    phases: Section


class TaskItem(Item):
    """What the rules want done in a phase."""

    noun: ClassVar[str] = "task"
    section: Word
    text: Word
    opens: Text = ""
    needs: Text = ""


class RollItem(Item):
    """Dice that are rolled in a phase."""

    noun: ClassVar[str] = "roll"
    dice: Annotated[str, one_of(*DICE)]
    what: Word
    who: Annotated[str, one_of(*WHO)] = "active"


class RemovalItem(Item):
    """Markers that come off, or are turned, in a phase."""

    noun: ClassVar[str] = "removal of markers"
    markers: Annotated[list[Word], Field(min_length=1)]
    section: Word
    of: Annotated[str, one_of(*WHOSE)] = "both"
    to: Text = ""
    earlier: bool = False


class PhaseItem(Item):
    """One phase of the sequence of play."""

    noun: ClassVar[str] = "phase"
    id: Word
    title: Word
    section: Word
    who: Annotated[str, one_of(*WHO)] = "both"
    repeats: Text = ""
    needs: Text = ""
    cycle: Annotated[str, one_of(*CYCLES)] = ""
    once_each: Text = ""
    asks: Text = ""
    order: Annotated[str, one_of(*ORDERS)] = ""
    when: Annotated[str, one_of(*WHEN)] = ""
    rolls: list[RollItem] = []
    removes: list[RemovalItem] = []
    checks: list[Word] = []
    declares: list[Word] = []
    tasks: list[TaskItem] = []
    phases: Section = []


class PlayFile(Item):
    """The keys of a ruleset's `play.yaml`."""

    noun: ClassVar[str] = "file of rules of play"
    phaseline: str
    version: Version
    stacks: dict[str, Any]
    secrets: Group = {}
    points: Group = {}
    conditions: Group = {}
    cups: Group = {}
    declared: Group = {}
    night: dict[str, Any] | None = None
    laid: dict[str, Word] = {}


class StacksItem(Item):
    """What of a stack the other side may see."""

    noun: ClassVar[str] = "rule of what is seen of stacks"
    seen: Annotated[str, one_of(*SEEN)]
    section: Word
    about: Word
    until: Annotated[str, one_of(*UNTIL)] = ""
    binding: bool = False
    notes: bool = True
    shut: list[Word] = []


class DeclaredItem(Item):
    """A kind of what sides declare."""

    noun: ClassVar[str] = "kind of what is declared"
    title: Word
    section: Word
    lasts: Annotated[str, one_of(*COUNTS)] = "phase"
    prints: Word | None = None
    whole_turn: Text = ""


class ChangeItem(Item):
    """What may be changed of something secret after it was written."""

    noun: ClassVar[str] = "change of something secret"
    section: Word
    text: Word


class WrittenItem(Item):
    """When something secret is written, after which it stays as it is."""

    noun: ClassVar[str] = "rule of when something is written"
    phase: Word
    section: Word
    about: Word
    followed: Word
    lines: Text = ""
    sets: Text = ""


class SecretItem(Item):
    """A kind of thing that a side keeps to itself."""

    noun: ClassVar[str] = "kind of secret"
    title: Word
    section: Word
    about: Word
    needs: Text = ""
    changes: list[ChangeItem] = []
    free: list[Word] = []
    grows: list[Word] = []
    follows: list[Word] = []
    written: WrittenItem | None = None


class PointsItem(Item):
    """A kind of points that a side has."""

    noun: ClassVar[str] = "kind of points"
    title: Word
    section: Word
    unit: Word
    lasts: Annotated[str, one_of(*LASTS)] = "game"
    secret: bool = False
    below_zero: bool = False
    words: list[Word] = []
    of_side: Text = ""


class ConditionItem(Item):
    """A kind of condition that formations are in."""

    noun: ClassVar[str] = "kind of condition"
    title: Word
    section: Word
    words: list[Word] = []
    lasts: Annotated[str, one_of(*CONDITIONS_LAST)] = "game"
    begins: Text = ""
    ends: Text = ""
    counted: bool = False


class CupItem(Item):
    """A cup that chits are drawn from."""

    noun: ClassVar[str] = "cup of chits"
    title: Word
    section: Word
    about: Word
    of: Annotated[str, one_of(*CHITS)]
    needs: Text = ""
    chart: Text = ""
    column: Text = ""
    word: Text = ""
    count: Text = ""
    prints: Text = ""
    secret: bool = False
    drawn: Annotated[int, Field(ge=1, le=9)] = 1
    drawn_in: Annotated[str, one_of(*DRAWN_IN)] = ""
    returns: Text = ""
    reduced: Text = ""
    steps: QuantityItem | None = None
    asks: Text = ""
    each_turn: bool = False
    tells: Text = ""


class NightItem(Item):
    """How far one sees at night in turns that do not say it."""

    noun: ClassVar[str] = "rule of visibility at night"
    section: Word
    option: Word


class CountersFile(Item):
    """The keys of a ruleset's `counters.yaml`."""

    noun: ClassVar[str] = "file of counter values"
    phaseline: str
    version: Version
    values: dict[str, Any]
    formations: Group = {}
    sides: Group = {}


class CounterValueItem(Item):
    """One value that counters print, or that is kept of formations or sides."""

    noun: ClassVar[str] = "counter value"
    title: Word
    type: Annotated[ValueType, one_of(*get_args(ValueType))]
    section: Word
    unit: Word
    about: Word
    of: list[Word] = []
    choices: dict[str, Word] = {}
    least: int | None = None
    most: int | None = None
    required: bool = False
    sides: Annotated[int, Field(ge=1, le=2)] = 1
    role: Annotated[Role, one_of(*get_args(Role))] = ""
    total: Annotated[Total, one_of(*get_args(Total))] = ""
    by_step: list[Word] = []
    asked: str = ""
    marked: str = ""
    chart: str = ""
