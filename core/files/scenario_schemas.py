"""What the keys of a scenario's file may hold (pydantic)."""

from typing import Annotated, ClassVar, get_args

from pydantic import Field

from core.files.schemas import Item, Section, Text, Version, Word, one_of
from core.model.orders import Left, Status
from core.model.scenario import Light

MOST_TURNS = 10_000
MOST_POINTS = 1_000_000

Units = list[Word]
Labels = list[Word]
TurnNumber = Annotated[int, Field(ge=0, le=MOST_TURNS)]
Count = Annotated[int, Field(ge=0, le=1000)]
SheetStatus = Annotated[Status, one_of(*get_args(Status))]


class ScenarioFile(Item):
    """The keys of a scenario's file; its sections are read item by item."""

    noun: ClassVar[str] = "scenario"
    phaseline: str
    version: Version
    title: Text
    sets_up_first: Text = ""
    moves_first: Text = ""
    off_map: list[Word] = []
    turns: Section = []
    set_ups: Section = []
    arrivals: Section = []
    allotments: Section = []
    victory: Section = []
    sheets: Section = []
    graphics: Section = []
    start: Section = []
    marks: Section = []
    note: Text = ""


class TurnItem(Item):
    """A turn of the track."""

    noun: ClassVar[str] = "turn"
    title: Text = ""
    date: Text = ""
    light: Annotated[Light, one_of(*get_args(Light))] = "day"
    visibility: Annotated[int, Field(ge=0, le=MOST_TURNS)] | None = None
    weather: Text = ""
    note: Text = ""


class SetUpItem(Item):
    """Where some units may be set up."""

    noun: ClassVar[str] = "set-up"
    units: Units = []
    code: Text = ""
    hexes: Labels = []
    within: Count = 0
    zone: Text = ""
    box: Text = ""
    losses: Count = 0
    note: Text = ""


class ArrivalItem(Item):
    """Reinforcements."""

    noun: ClassVar[str] = "arrival"
    units: Units = []
    turn: TurnNumber = 0
    hexes: Labels = []
    area: Text = ""
    edge: bool = True
    sea: bool = False
    condition: Text = ""
    price: dict[Word, Annotated[int, Field(ge=0, le=MOST_POINTS)]] = {}
    note: Text = ""


class AllotmentItem(Item):
    """What a side gets."""

    noun: ClassVar[str] = "allotment"
    side: Text
    what: Text
    amount: Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
    turn: TurnNumber = 0
    note: Text = ""


class VictoryItem(Item):
    """A condition of victory."""

    noun: ClassVar[str] = "condition of victory"
    text: Text
    side: Text = ""
    points: Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None
    hexes: Labels = []


class LeftItem(Item):
    """A counter that an op sheet lists and that is not on it any more."""

    noun: ClassVar[str] = "counter that has left"
    unit: Word
    why: Annotated[Left, one_of(*get_args(Left))]


class GroupItem(Item):
    """Units of an op sheet with a task of their own."""

    noun: ClassVar[str] = "task group"
    name: Text
    units: Units = []
    type: Text = ""
    note: Text = ""


class AlternateItem(Item):
    """Another route or objective for units of an op sheet."""

    noun: ClassVar[str] = "alternate"
    units: Units
    note: Text = ""
    tried: bool = False
    taken: bool = False


class AdditionItem(Item):
    """Units that were added to an op sheet in force."""

    noun: ClassVar[str] = "addition"
    units: Units
    type: Text
    note: Text = ""
    elements: Count = 0
    turns: Count = 0
    status: SheetStatus = "waiting"
    turn: TurnNumber = 0
    gained: TurnNumber = 0
    begun: Count = 0


class CommitmentItem(Item):
    """Units of a reserve that are sent in."""

    noun: ClassVar[str] = "commitment"
    units: Units
    type: Text
    note: Text = ""
    turn: TurnNumber = 0
    holds: bool = False


class SheetItem(Item):
    """An op sheet that exists before play. `implemented: false` is an older way to say that it waits."""

    noun: ClassVar[str] = "op sheet"
    id: Text
    side: Text
    type: Text
    units: Units = []
    rally: list[Annotated[list[Word], Field(min_length=2, max_length=2)]] = []
    status: SheetStatus = "implemented"
    implemented: bool = True
    note: Text = ""
    time: Text = ""
    groups: list[GroupItem] = []
    reserve: Units = []
    alternates: list[AlternateItem] = []
    failure: Text = ""
    preliminary: Text = ""
    line: bool = False
    turn: TurnNumber = 0
    turns: Count = 0
    gained: TurnNumber = 0
    elements: Count | None = None
    staff: bool | None = None
    left: list[LeftItem] = []
    added: list[AdditionItem] = []
    committed: list[CommitmentItem] = []
    mines: Labels = []
    begun: Count = 0
    joined: Units = []
    set: Text = ""


class PieceItem(Item):
    """A counter that is somewhere at the start."""

    noun: ClassVar[str] = "piece"
    unit: Word
    at: Word | None = None
    box: Word | None = None
    rank: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] = 0
    face: Annotated[int, Field(ge=0, le=1)] = 0
    lost: Count = 0
    mode: Text = ""
    marks: list[Word] = []
    on: Text = ""


class MarkItem(Item):
    """A marker of a hex, or of a box beside the map."""

    noun: ClassVar[str] = "marker"
    kind: Word
    at: Word | None = None
    box: Word | None = None
    side: Text = ""
    text: Text = ""
