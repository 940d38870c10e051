"""Op sheets: what units are told to do, and how far that has come [TCS 4.01 6.5-6.14].

A sheet lists its units by the ids of counters and formations; a formation stands for all in it. What it says when it is written
stays as it is, but for what the rules let change: its status, weighted turns, who has left, who was added, reserves that are
committed and alternates that are taken.
"""

from dataclasses import dataclass, field
from typing import Literal

from core.base.errors import Place
from core.geometry.hexes import Hex
from core.model.graphics import Measure
from core.model.maps import NOWHERE

Status = Literal["waiting", "preliminary", "implemented", "succeeded", "failed"]
"""How far orders have come: in preparation, with their preliminary instructions in force, in force, or over with."""

Left = Literal["scratched", "recalled", "reassigned", "succeeded", "failed"]
"""Why units are not on a sheet any more that lists them: struck off before anything of it bound them, or from its preliminary
instructions; on a newer one; over with it alone."""


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Units of a sheet that have one task of their own; `type` is a type of sheets, "" for that of the whole sheet."""

    name: str
    units: tuple[str, ...] = ()
    type: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Alternate:
    """Another route or objective that a sheet has for some units from the start. `tried` says that they switch to it and roll
    for that until it is `taken`."""

    units: tuple[str, ...]
    note: str = ""
    tried: bool = False
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Commitment:
    """Units of the reserve that are sent in, with the one type of operation that they get; they roll for it until it `holds`.

    `turn` is the one in which they were named.
    """

    units: tuple[str, ...]
    type: str
    note: str = ""
    turn: int = 0
    holds: bool = False


@dataclass(frozen=True, slots=True)
class Addition:
    """Units that were added to a sheet in force, and prepare by themselves: by the type and the staff of the sheet, their own
    elements and weighted turns. `turn` is the one in which they were added, `gained` that in which they gained the last of
    their weighted turns; `begun` is as that of `OpSheet`."""

    units: tuple[str, ...]
    type: str
    note: str = ""
    elements: int = 0
    turns: int = 0
    status: Status = "waiting"
    turn: int = 0
    gained: int = 0
    begun: int = 0

    @property
    def in_preparation(self) -> bool:
        """Whether they are still to come under the orders of the sheet."""
        return self.status in ("waiting", "preliminary")


@dataclass(frozen=True, slots=True)
class OpSheet:
    """A sheet of orders.

    `units` is the whole task organization, which `groups` divide; `reserve` are those of them held back. `rally` are the rally
    points, by the formation or unit that each is for. `note`, `failure` and `preliminary` are the written notes, the failure
    instructions and the preliminary instructions, the last "" for none. `time` is when it was drawn up, in words; `turn` the
    turn of it, 0 before play. `measures` are its graphic; a sheet of `line` entry has none. `set` is the set of sheets that it
    belongs to where a side has several, of which one is played; "" for all of them.

    `turns` are its weighted turns, and `gained` is the turn in which it gained the last of them, or came into force. `elements`
    and `staff` are the elements that it had when units were last put on it, and whether a whole battalion was among them; None
    before play, where nothing is prepared, and while it is drawn up. `left` are the counters that are not on it any more, with
    why. `mines` are the hexes in which it has laid minefields. `begun` is the number of its preliminary instructions among
    those of its side, as they began; 0 for none. `joined` are the units that were put on it since, and wait for a roll of their
    own before they follow these.
    """

    id: str
    side: str
    type: str
    units: tuple[str, ...] = ()
    rally: tuple[tuple[str, Hex], ...] = ()
    status: Status = "implemented"
    note: str = ""
    place: Place = field(default=NOWHERE, compare=False)
    time: str = ""
    groups: tuple[TaskGroup, ...] = ()
    reserve: tuple[str, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    failure: str = ""
    preliminary: str = ""
    line: bool = False
    turn: int = 0
    turns: int = 0
    gained: int = 0
    elements: int | None = None
    staff: bool | None = None
    left: tuple[tuple[str, Left], ...] = ()
    added: tuple[Addition, ...] = ()
    committed: tuple[Commitment, ...] = ()
    measures: tuple[Measure, ...] = ()
    mines: tuple[Hex, ...] = ()
    begun: int = 0
    joined: tuple[str, ...] = ()
    set: str = ""

    @property
    def implemented(self) -> bool:
        """Whether the sheet is in force and not over."""
        return self.status == "implemented"

    @property
    def is_over(self) -> bool:
        """Whether it was declared a success or a failure."""
        return self.status in ("succeeded", "failed")

    @property
    def in_preparation(self) -> bool:
        """Whether it is still to come into force, with or without preliminary instructions."""
        return self.status in ("waiting", "preliminary")

    @property
    def is_drafted(self) -> bool:
        """Whether it has gained nothing yet: it is being drawn up, and what is written on it has cost no time."""
        return self.status == "waiting" and self.elements is None and not self.turns

    @property
    def gone(self) -> frozenset[str]:
        """The counters of its task organization that have left it. Who was added to it in force may have left it before; who
        leaves it then is no longer among those that were added."""
        return frozenset(unit for unit, _ in self.left)


def begun_sheet(id_: str, side: str, type_: str, units: tuple[str, ...], turn: int, line: bool = False) -> OpSheet:
    """A new sheet, or a line: in preparation from the turn in which it is drawn up; in force where that is before play (0),
    as those that a scenario begins with are. [TCS 4.01 6.8, 6.15, 27.1f]"""
    return OpSheet(id_, side, type_, units, status="waiting" if turn else "implemented", turn=turn, line=line)
