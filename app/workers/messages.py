"""What the window and its worker process say to each other: frozen values in pickles.

Pickles are read only from the process that the window itself has started, or by that process from the window.
"""

import copyreg
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any

from core.base.errors import Place
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.issues import Issue
from core.model.maps import Area, Contour, HexContent, ItemRef, Low, Name, Path, SideFeature, Spot, Zone
from core.model.state import GameState
from core.model.work import Work
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling


@dataclass(frozen=True, slots=True)
class OpenedBox:
    """What opening a box has given: the box as far as it could be read, and everything that is wrong with it."""

    path: FilePath
    box: GameBox | None
    ruleset: Ruleset | None
    state: GameState
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class RecoveredBox:
    """What a recovery log has given: the box under the path of its original, from how many changes.

    `lost` lines at the end of the log could not be read; the first `whole` bytes could.
    """

    opened: OpenedBox
    changes: int
    lost: int
    whole: int


@dataclass(frozen=True, slots=True)
class Open:
    """To the worker: read and compile a box; every job under way is dropped."""

    ticket: int
    path: FilePath


@dataclass(frozen=True, slots=True)
class SetState:
    """To the worker: the state of play under which what follows is asked."""

    state: GameState


@dataclass(frozen=True, slots=True)
class Change:
    """To the worker: the window's box has become another, and these edits make its own the same (see `restated`).

    `serial` counts the boxes that one document has been, so that what is found out about one can be told from what is found
    out about the next.
    """

    serial: int
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Reset:
    """To the worker: the box and the state of play of the window, whole, whatever the worker held before.

    Without a ruleset the worker finds the one that the box names.
    """

    serial: int
    work: Work
    ruleset: Ruleset | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """To the worker: one question. Background jobs rest while any other is under way."""

    ticket: int
    question: str
    parameters: Mapping[str, object]
    background: bool = False


@dataclass(frozen=True, slots=True)
class Relief:
    """To the worker: the raster of heights for the eye, `resolution` cells to a hex."""

    ticket: int
    resolution: int


@dataclass(frozen=True, slots=True)
class Run:
    """To the worker: a job of `app.workers.jobs.JOBS`, which may run with no box open.

    A job that is meant for one box alone names its `serial`, and is refused over any other.
    """

    ticket: int
    job: str
    parameters: Mapping[str, object]
    background: bool = False
    serial: int = 0


@dataclass(frozen=True, slots=True)
class Cancel:
    """To the worker: nobody waits for this any more."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Stop:
    """To the worker: end."""


@dataclass(frozen=True, slots=True)
class Ready:
    """From the worker: it has loaded everything, and answers from now on."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """From the worker: what it could not load, and where; it ends after this."""

    text: str
    trace: str


@dataclass(frozen=True, slots=True)
class Opened:
    """From the worker: a box."""

    ticket: int
    result: OpenedBox


@dataclass(frozen=True, slots=True)
class Advanced:
    """From the worker: how far a job has come, and what is newly known of its answer."""

    ticket: int
    done: int
    total: int
    partial: object


@dataclass(frozen=True, slots=True)
class Answered:
    """From the worker: a ruling, the raster that was asked for, or what a job has made."""

    ticket: int
    answer: Ruling | object


@dataclass(frozen=True, slots=True)
class Found:
    """From the worker: everything that is wrong with the map of the window's box of that serial."""

    serial: int
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """From the worker: why there is no answer. `trace` is not empty when the fault is ours."""

    ticket: int
    text: str
    trace: str = ""


Request = Open | SetState | Change | Reset | Ask | Relief | Run | Cancel | Stop
Reply = Ready | Unfit | Opened | Advanced | Answered | Found | Refused


def encode(message: Request | Reply) -> bytes:
    """The message as bytes for a pipe."""
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def decode_request(data: bytes) -> Request:
    """The request that `encode` has written."""
    message: Request = pickle.loads(data)
    return message


def decode_reply(data: bytes) -> Reply:
    """The reply that `encode` has written."""
    message: Reply = pickle.loads(data)
    return message


def _view(mapping: dict[object, object]) -> "MappingProxyType[object, object]":
    return MappingProxyType(mapping)


def _reduce_view(view: "MappingProxyType[object, object]") -> tuple[object, tuple[dict[object, object]]]:
    return _view, (dict(view),)


def _by_fields(kind: type[Any]) -> None:
    """Values of a dataclass are written and read by their fields, in two thirds of the time that pickle takes by itself."""
    values = attrgetter(*(each.name for each in fields(kind)))

    def reduce(value: object) -> tuple[type[Any], tuple[object, ...]]:
        return kind, values(value)

    copyreg.pickle(kind, reduce)


# A whole map has ten thousand of these.
for _kind in (Place, ItemRef, Contour, Area, Path, SideFeature, HexContent, Spot, Low, Name, Zone):
    _by_fields(_kind)

# Frozen values of core hold read-only views of their mappings, which pickle does not know by itself.
copyreg.pickle(MappingProxyType, _reduce_view)  # type: ignore[arg-type]
