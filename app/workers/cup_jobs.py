"""Jobs on cups of chits: by mail their arithmetic takes tenths of a second, which no window has."""

from collections.abc import Generator, Mapping
from typing import Any

from app.workers.play_answers import CupAnswer
from core.base.errors import WrongUse
from core.play import cups
from core.play.chits import told
from core.play.cups import Secret
from core.play.events import Entry, Event
from core.play.record import Record
from core.rules.kernel.progress import Progress


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
) -> Generator[Progress, None, CupAnswer]:
    """The entries that something done with a cup needs, in their order; first comes what this program owes to cups.

    `do` is "settle", "fill", "draw", "look", "tell" or "back"; `number` is the last entry, `public` whether a chit that is
    drawn is told at once. Refused like the functions of `core.play.cups`.
    """
    made: list[Event] = []

    def add(event: Event) -> None:
        nonlocal record
        made.append(event)
        record = record.after(Entry(number + len(made), 0, by, event))

    def settle() -> Generator[Progress, None, None]:
        while record.cups and (owed := cups.due(record, secret)) is not None:
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
            add(cups.put_back(record, seal))
            if record.began.kind != "mail":
                yield from settle()
        case "settle":
            yield from settle()
        case "fill":
            add(cups.fill(record, cup, contents or {}, secret))
            yield from settle()
        case "draw":
            yield from settle()
            for _ in range(draws):
                drew = cups.draw(record, cup, unit, secret)
                add(drew)
                # By mail a chit of nobody is told when the other side has taken its lock off.
                if public and record.began.kind != "mail":
                    add(cups.reveal(record, drew.seal, secret))
                yield Progress(0, 1)
        case _:
            raise WrongUse(f'Nothing that is done with cups is called "{do}".')
    return CupAnswer(tuple(made), value)
