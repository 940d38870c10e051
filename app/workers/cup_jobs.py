"""Jobs on cups of chits: by mail their arithmetic takes tenths of a second, which no window has."""

from collections.abc import Generator, Mapping
from typing import Any, TypeVar

from app.workers.play_answers import CupAnswer
from core.base.errors import WrongUse
from core.play import cups
from core.play.chits import told
from core.play.cups import Secret
from core.play.events import Entry, Event
from core.play.record import Record
from core.rules.kernel.progress import Progress

Made = TypeVar("Made")


def cup_events(
    game: Any,
    *,
    record: Record,
    number: int,
    by: str,
    secret: Secret,
    do: str,
    cup: str = "",
    unit: str = "",
    seal: str = "",
    contents: Mapping[str, int] | None = None,
    draws: int = 1,
    public: bool = False,
    why: str = "",
) -> Generator[Progress, None, CupAnswer]:
    """The entries that something done with a cup needs, in their order; first comes what this program owes to cups and needs
    itself.

    `do` is "settle", "hand over", "fill", "draw", "look", "tell" or "back"; `number` is the last entry, `public` whether a
    chit that is drawn is told at once, `why` says why a chit goes back before it is due. Refused like the functions of
    `core.play.cups`. By mail each entry is judged here, and the window need not.
    """
    by_mail = record.began.kind == "mail"
    made: list[Event] = []
    marks: list[bytes] = []

    def add(event: Event) -> None:
        nonlocal record
        made.append(event)
        entry = Entry(number + len(made), 0, by, event)
        if by_mail:
            wrong = cups.fault(record, entry)
            if wrong:
                raise WrongUse(wrong)
            marks.extend(cups.marks(record, entry))
        record = record.after(entry)

    def settle(leaving: bool) -> Generator[Progress, None, None]:
        while record.cups and (owed := (yield from _told(cups.owing(record, secret, leaving)))) is not None:
            add(owed)
            yield Progress(0, 1)

    yield Progress(0, 1)
    value = ""
    match do:
        case "look":
            value = told(record, seal) or cups.value(record, seal, secret)
        case "tell":
            add(cups.reveal(record, seal, secret))
        case "back":
            if not told(record, seal):
                add(cups.reveal(record, seal, secret))
                yield Progress(0, 1)
            add(cups.put_back(record, seal, why))
            if not by_mail:
                yield from settle(leaving=False)
        case "settle" | "hand over":
            yield from settle(leaving=do == "hand over")
        case "fill":
            add((yield from _told(cups.filling(record, cup, contents or {}, secret))))
            yield from settle(leaving=False)
        case "draw":
            yield from settle(leaving=False)
            for _ in range(draws):
                drew = cups.draw(record, cup, unit, secret)
                add(drew)
                if public and not by_mail:
                    add(cups.reveal(record, drew.seal, secret))
                yield Progress(0, 1)
            # By mail the lock comes off a chit for both to see, and the other program tells it.
            yield from settle(leaving=False)
        case _:
            raise WrongUse(f'Nothing that is done with cups is called "{do}".')
    return CupAnswer(tuple(made), value, tuple(marks))


def _told(steps: Generator[tuple[int, int], None, Made]) -> Generator[Progress, None, Made]:
    """Steps of core as those of a job."""
    while True:
        try:
            done, total = next(steps)
        except StopIteration as end:
            made: Made = end.value
            return made
        yield Progress(done, total)
