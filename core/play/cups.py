"""Chits drawn from cups that both sides share: strength chits of units, whose values are their owner's secret until combat
[VCS 9.1, 9.2], and whatever else a series draws.

A cup is filled once, with chits whose values everybody knows. A chit that is drawn goes by a name, its *seal*, lies under a
unit and belongs to the side of the unit; in the journal stands that it was drawn, never what it says, until somebody tells it
(`Opened`). A chit that was told can be put back; it is shuffled in with the rest before the next one is drawn.

    at one table, alone   the program shuffles, and nobody knows the order    `core.play.cups_at_table`
    by mail               both programs shuffle what neither can read         `core.play.cups_by_mail`

This is the door to both. `Secret` is what a program needs to act: the keys of a side by mail, else the key of the table.
Functions give events; whoever asks adds them. By mail a program asks `due` when a file has come and, with `leaving`, before
it is handed over, and adds what it is told until there is nothing more. Arithmetic by mail takes tenths of a second, and is not
for the thread that draws a window: `filling` and `owing` do it in steps.

`fault` is asked of lines that are new: the proofs of those that a program has seen before need no second look.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Union

from core.base.errors import WrongUse, did_you_mean
from core.base.steps import finish
from core.model.box import GameBox
from core.play import cups_at_table, cups_by_mail, cups_judged, cups_locked
from core.play.chits import Chit, contents_of, contents_text, cup_of, fault_of_name, next_seal, owner_of, owns, told
from core.play.events import Drew, Entry, Event, Opened, PutBack, Settled, Shuffled
from core.play.memories import Memory
from core.play.record import Record
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.play_rules import CupRule
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.rulings import Ruling

if TYPE_CHECKING:
    from core.play.keys import Keys

Secret = Union["Keys", bytes]
"""The keys of a side by mail, the key of the table else."""


MOST_TOLD = 5
"""So many values are told of a cup that is filled with others than it should be."""


@dataclass(frozen=True, slots=True)
class CupState:
    """A cup as everybody may see it: all chits that it was filled with, how many lie in it, those that were drawn, in order."""

    contents: tuple[str, ...]
    inside: int
    chits: tuple[Chit, ...]

    @property
    def out(self) -> tuple[Chit, ...]:
        """The chits that are out of the cup."""
        return tuple(chit for chit in self.chits if not chit.back)


def table_key(record: Record, memory: Memory) -> bytes:
    """The key of the table, from what a program remembers; in solitaire it is no secret. Raises WrongUse without it."""
    if record.began.kind == "solitaire":
        return cups_at_table.open_key(record.began.session)
    if len(memory.table) != cups_at_table.KEY:
        raise WrongUse(
            "The order of the cups of this session is secret to everybody, and its key was kept by the program with which the "
            "session began. Go on there, or copy what it remembers of sessions from its user's state folder."
        )
    return memory.table


def state(record: Record, cup: str) -> CupState:
    """A cup. Raises WrongUse for one that is not filled."""
    if _by_mail(record):
        found = cups_locked.folded(record, cup)
        return CupState(found.contents, found.inside, cups_locked.drawn(record, cup))
    table = cups_at_table.folded(record, cup)
    return CupState(table.contents, table.inside, table.drawn(record))


def fill(record: Record, cup: str, contents: Iterable[str] | Mapping[str, int], secret: Secret) -> Shuffled:
    """Fills a cup with chits, given by their values, or by how many there are of each. Raises WrongUse."""
    return finish(filling(record, cup, contents, secret))


def filling(
    record: Record, cup: str, contents: Iterable[str] | Mapping[str, int], secret: Secret
) -> Generator[tuple[int, int], None, Shuffled]:
    """`fill` in steps; each says how many chits are locked, of how many. Raises WrongUse with the first."""
    if cup in record.cups:
        raise WrongUse(f'The cup "{cup}" is filled already.')
    _refuse(fault_of_name(cup))
    text = contents_text(contents)
    if isinstance(secret, bytes):
        return cups_at_table.fill(record, cup, text, secret)
    return (yield from cups_by_mail.filling(record, cup, text, secret))


def contents_asked(ruling: Ruling) -> Mapping[str, int]:
    """What lies in a cup by the answer of the rules that names its chits; none where it names none."""
    return Counter(ruling.detail.cup if isinstance(ruling.detail, ProcedureDetail) else ())


def contents_by_rules(rule: CupRule, record: Record, box: GameBox, charts: ChartBook) -> Mapping[str, int]:
    """What lies in a cup by the rules: what its chart lists, a chit for each side or for each formation that is part of no
    other. What an answer names is found by `contents_asked`. Raises WrongUse for a chart that does not say it."""
    if rule.of == "sides":
        return {player.title: 1 for player in record.began.players}
    if rule.of == "formations":
        return {formation.name: 1 for formation in box.oob.formations if not formation.parent}
    return rule.chits(charts)


def due(record: Record, secret: Secret, leaving: bool = True) -> Event | None:
    """The next entry that this program owes to cups; None for nothing. By mail the other side waits for some of it, which is
    added before the file is handed over (`leaving`). Raises WrongUse for a key of another table."""
    return finish(owing(record, secret, leaving))


def owing(record: Record, secret: Secret, leaving: bool = True) -> Generator[tuple[int, int], None, Event | None]:
    """`due` in steps; each says how many chits are locked, of how many."""
    if not isinstance(secret, bytes):
        return (yield from cups_by_mail.owing(record, secret, leaving))
    shuffles = (cups_at_table.shuffle(record, cup, secret) for cup in sorted(record.cups))
    return next((shuffle for shuffle in shuffles if shuffle is not None), None)


def draw(record: Record, cup: str, unit: str, secret: Secret) -> Drew:
    """Draws a chit for a unit, "" for none. Raises WrongUse: for an empty cup, for a unit that has a chit, at one table as long
    as something is due, and by mail for what is no unit of the side."""
    _known(record, cup)
    by = "" if isinstance(secret, bytes) else secret.side
    _refuse(_fault_of_unit(record, by, Drew(cup, unit, next_seal(record, cup))))
    if isinstance(secret, bytes):
        if cups_at_table.folded(record, cup).back:
            raise WrongUse(f'Chits that came back to the cup "{cup}" are shuffled in before the next one is drawn.')
        return cups_at_table.draw(record, cup, unit)
    return cups_by_mail.draw(record, cup, unit)


def value(record: Record, seal: str, secret: Secret) -> str:
    """What a chit says. Who may be told is for the caller to know at one table; by mail the keys decide. Raises WrongUse."""
    cup = _drawn(record, seal)
    if isinstance(secret, bytes):
        return cups_at_table.value(record, cup, seal, secret)
    return cups_by_mail.value(record, cup, seal, secret)


def reveal(record: Record, seal: str, secret: Secret) -> Opened:
    """The entry that tells everybody what a chit says, and proves it. Raises WrongUse."""
    cup = _drawn(record, seal)
    if isinstance(secret, bytes):
        return cups_at_table.reveal(record, cup, seal, secret)
    return cups_by_mail.reveal(record, cup, seal, secret)


def share(record: Record, seal: str, secret: Secret) -> Settled | None:
    """By mail, the entry with which the owner of a chit lets the other side tell it; None at one table, where there is no need.
    Raises WrongUse."""
    cup = _drawn(record, seal)
    return None if isinstance(secret, bytes) else cups_by_mail.share(record, cup, seal, secret)


def put_back(record: Record, seal: str, why: str = "") -> PutBack:
    """The entry that puts a chit back into its cup; `why` where it is not due (`core.play.returning`). Raises WrongUse for one
    that was not told."""
    put = PutBack(_drawn(record, seal), seal, why=why.strip())
    _refuse(_fault_of_return(record, put, owner_of(record, seal)))
    return put


def disclose(record: Record, cup: str, secret: Secret) -> Opened:
    """The entry that opens everything about a cup, when no chit is drawn any more. Raises WrongUse."""
    _known(record, cup)
    if isinstance(secret, bytes):
        return cups_at_table.disclose(record, cup, secret)
    return cups_by_mail.disclose(record, cup, secret)


def verdict(record: Record, cup: str) -> list[str] | None:
    """What is wrong with a cup that was opened, as sentences; None as long as nobody has opened it."""
    _known(record, cup)
    return cups_judged.verdict(record, cup) if _by_mail(record) else cups_at_table.verdict(record, cup)


def unlike_rules(record: Record, rules: Iterable[CupRule], charts: ChartBook) -> list[str]:
    """Cups that hold other chits than the charts of the rules list, as sentences: one side alone fills a cup. Charts that do
    not say it are passed over."""
    found = []
    for rule in rules:
        if rule.id not in record.cups:
            continue
        if _by_mail(record) and (is_open := rule.id in record.began.open_cups) == rule.secret:
            how = "open to both sides" if is_open else "secret to the side that draws"
            told = f'The chits of the cup "{rule.id}" are {how} in this session'
            found.append(f"{told}, and not as the rules say [{rule.section}].")
        if not rule.chart:
            continue
        try:
            listed = Counter(rule.chits(charts))
        except WrongUse:
            continue
        _, first = record.cups[rule.id].kept[0]
        # What lay in it at first stands in the open: no arithmetic is needed.
        filled = Counter(contents_of(first.parts[0]) or () if isinstance(first, Shuffled) else ())
        if filled != listed:
            other = sorted(value for value in {*filled, *listed} if filled[value] != listed[value])
            differ = ", ".join(f"{filled[value]} × {value} and not {listed[value]}" for value in other[:MOST_TOLD])
            more = f", and {len(other) - MOST_TOLD} others" if len(other) > MOST_TOLD else ""
            told = f'The cup "{rule.id}" was filled with other chits than the rules list [{rule.section}]'
            found.append(f"{told}: {differ}{more}.")
    return found


def marks(record: Record, entry: Entry) -> tuple[bytes, ...]:
    """By mail, the digests under which it stays known that an entry was found right; none at one table. `record` is the one
    before the entry."""
    return cups_judged.marks(record, entry.by, entry.event) if _by_mail(record) else ()


def vouch(given: Iterable[bytes]) -> None:
    """What these marks stand for was found right by another process of this program, and is not asked again."""
    cups_judged.vouch(given)


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with an entry of a cup, as a sentence; "" for nothing. `record` is the one before the entry."""
    event = entry.event
    match event:
        case Shuffled():
            found = fault_of_name(event.cup)
        case Drew():
            found = _fault_of_cup(record, event.cup) or fault_of_name(event.seal) or _fault_of_unit(record, entry.by, event)
        case Settled(shuffled, unlocked):
            named = [*(each.cup for each in shuffled), *(each.cup for each in unlocked)]
            faults = (_fault_of_cup(record, cup) for cup in named)
            found = next(filter(None, faults), "") if _by_mail(record) else "At one table nobody owes anything to cups."
        case PutBack():
            found = _fault_of_cup(record, event.cup) or _fault_of_return(record, event, entry.by)
        case Opened():
            found = "" if owns(record, event.id) else f'No chit is called "{event.id}".'
        case _:
            return ""
    return found or (cups_judged if _by_mail(record) else cups_at_table).fault(record, entry)


def _by_mail(record: Record) -> bool:
    return record.began.kind == "mail"


def _fault_of_cup(record: Record, cup: str) -> str:
    return "" if cup in record.cups else f'The cup "{cup}" is not filled yet.{did_you_mean(cup, record.cups)}'


def _fault_of_unit(record: Record, by: str, drew: Drew) -> str:
    seal, unit = drew.seal, drew.unit
    holds = cup_of(record, seal)
    if seal in record.sealed or (holds and (holds != drew.cup or not _by_mail(record))):
        return f'Something is called "{seal}" already.'
    if _by_mail(record) and drew.cup in record.began.open_cups:
        return f'The chits of the cup "{drew.cup}" are for both sides, and lie under no unit.' if unit else ""
    if _by_mail(record) and not holds and (not by or record.began.units.get(unit, ("", ""))[0] != by):
        # Who could draw for the other side, or for nobody, would learn the rest by what is left.
        return f'By mail a side draws chits for units of its own, one for each; "{unit}" is none of side "{by}".'
    lies = record.under.get(unit, seal) if unit else seal
    return f'A chit lies under "{unit}" already.' if lies != seal else ""


def _fault_of_return(record: Record, put: PutBack, by: str) -> str:
    chit = record.chits.get(put.seal)
    if chit is None or chit.cup != put.cup:
        return f'No chit "{put.seal}" was drawn from the cup "{put.cup}".'
    if chit.back:
        return f'"{put.seal}" lies in its cup again already.'
    if _by_mail(record) and chit.unit and by != (own := owner_of(record, put.seal)):
        return f'"{put.seal}" is put back by side "{own}", whose chit it is, and not by "{by}".'
    if put.parts:
        return "Nothing goes with a chit that is put back."
    return "" if told(record, put.seal) else f'"{put.seal}" is told before it goes back into its cup.'


def _known(record: Record, cup: str) -> None:
    _refuse(_fault_of_cup(record, cup))


def _drawn(record: Record, seal: str) -> str:
    cup = cup_of(record, seal)
    if not cup:
        raise WrongUse(f'No chit is called "{seal}".')
    return cup


def _refuse(fault: str) -> None:
    if fault:
        raise WrongUse(fault)
