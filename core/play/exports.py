"""A journal for people, as a side may see it or as both do: its entries in chapters by turn, as text, and which of its states
make pictures. `reports.py` makes an HTML page of it.

Everything comes from a `View`, so that nothing is in an export that its reader may not know.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.base.errors import WrongUse, did_you_mean
from core.model.state import GameState, Moment
from core.play.events import Did, Entry, Event, Went
from core.play.record import Record
from core.play.session import Session
from core.play.told import Teller, line_text
from core.play.views import Seen, Unseen, View
from core.rules.kernel.play_rules import PlayRules

if TYPE_CHECKING:
    from core.play.keys import Keys

Each = Literal["turn", "phase", "entry"]
"""After what a picture is made: the end of each turn, of each phase, or each entry that changes the map."""

EACH: tuple[Each, ...] = ("turn", "phase", "entry")


EVERYTHING = "all"
"""The reader for whom nothing is left out, where a side could be named."""

KEY_WORD = "key:"
"""So begins a line of the input that gives the key of a side in the place of its pass phrase."""


def opener(keys: "Keys") -> bytes:
    """What a window gives on the input of an export for a side whose keys it has open."""
    return f"{KEY_WORD}{keys.signing.hex()}{keys.content.hex()}\n".encode()


class Closed:
    """Entries of a session that is looked at and not played."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, the first with the number 1."""
        return self._entries

    def append(self, event: Event, by: str) -> Entry:
        """Nothing is added. Raises WrongUse."""
        raise WrongUse("This session is looked at, and not played.")


def view_for(session: Session, side: str, rules: PlayRules, keys: "Iterable[Keys]" = ()) -> View:
    """What a side may see under its rules of play, "" for both players together. The side is named by its id or its title.
    `keys` are those that are open.

    Raises WrongUse for a side that there is not.
    """
    every = [player.side for player in session.players]
    if not side:
        return View(session, every, keys=keys)
    folded = side.casefold()
    known = {name.casefold(): player.side for player in session.players for name in (player.title, player.side)}
    if folded not in known:
        raise WrongUse(f'There is no side "{side}" in this session.{did_you_mean(side, every)}')
    return View(session, [known[folded]], rules.stacks, rules.are_secret, keys)


def common_view(session: Session, rules: PlayRules) -> View:
    """What all players know under their rules of play: what is hidden from anybody is not in it. A player alone knows all."""
    every = [player.side for player in session.players]
    return View(session, every if session.record.began.kind == "solitaire" else (), rules.stacks, rules.are_secret)


def not_shown(record: Record) -> tuple[str, ...]:
    """What a session by mail keeps from everybody who has nothing but the file, as sentences; none at one table."""
    if record.began.kind != "mail":
        return ()
    told = []
    named = dict.fromkeys(each.what for each in record.began.scenario.allotments)
    points = [what for what in named if what.casefold() in record.began.sealed_points]
    if points:
        named_so = ", ".join(f'"{what}"' for what in points)
        told.append(f"By mail each side keeps what it has left of {named_so} sealed; it is not shown.")
    shut = sum(id_ not in record.opened for id_ in record.sealed)
    if shut:
        told.append(f"{shut} sealed {'thing is' if shut == 1 else 'things are'} not opened yet, and not shown.")
    parts = sum(len(record.unshown(player.side)) for player in record.began.players)
    if parts:
        changes = "1 change of op sheets is" if parts == 1 else f"{parts} changes of op sheets are"
        told.append(f"{changes} sealed, and shown to their side alone.")
    return tuple(told)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it is told. `left` says that it lies on a way that was gone back on."""

    seen: Seen
    sentence: str
    left: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """Entries that follow each other in one turn; `moment` is that of the first of them, `state` what is seen at its end."""

    moment: Moment
    lines: tuple[Line, ...]
    state: GameState


def lines(session: Session, view: View, teller: Teller) -> Iterator[Line]:
    """All entries as sentences, in the order in which they were written."""
    way = frozenset(session.way())
    for number in range(1, session.number + 1):
        seen = view.entry(number)
        before = view.state(session.parent(number)).state if number > 1 and isinstance(seen.event, Did) else None
        # What was gone back to lies beside the way, but the going itself is told as it happened.
        left = number not in way and not isinstance(seen.event, Went) and not session.stays(number)
        yield Line(seen, teller.told(seen, before), left)


def chapters(session: Session, view: View, teller: Teller) -> Iterator[Chapter]:
    """The entries by turns; a turn that was gone back to begins a chapter again."""
    held: list[Line] = []
    moment = Moment()
    for line in lines(session, view, teller):
        now = session.state_at(view.seen_at(line.seen.number)).moment
        if held and now.turn != moment.turn:
            yield Chapter(moment, tuple(held), view.state(held[-1].seen.number).state)
            held = []
        if not held:
            moment = now
        held.append(line)
    if held:
        yield Chapter(moment, tuple(held), view.state(held[-1].seen.number).state)


def pictured(session: Session, view: View, each: Each) -> tuple[int, ...]:
    """The entries after which a picture is made, on the way that play has gone: the last of each turn or phase, or every one
    that changes what is seen on the map; the first and the last always."""
    way = session.way()
    if each == "entry":
        return tuple(at for at in way if at in (1, way[-1]) or not _leaves_map(view.entry(at).event))
    found: list[int] = []
    last: object = None
    for at in way:
        moment = session.state_at(at).moment
        key = moment.turn if each == "turn" else (moment.turn, moment.phase, moment.side, moment.round, moment.of)
        if found and key == last:
            found[-1] = at
        else:
            found.append(at)
        last = key
    return tuple(found)


def _leaves_map(event: Event | Unseen) -> bool:
    return not isinstance(event, Did | Went)


def text(session: Session, view: View, teller: Teller) -> Iterator[str]:
    """The entries as lines of text, each with its number and its time (UTC)."""
    for line in lines(session, view, teller):
        yield line_text(line.seen.number, line.seen.at, line.sentence)
