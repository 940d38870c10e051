"""Dice by mail: declared by one side, answered by the other, opened by the first.

    red   Pledged    these rolls, for these purposes, and a commitment to a half that nobody else knows
    blue  Answered   a half of its own, while it cannot know that of red
    red   Disclosed  its half; the pips of all rolls follow from both halves, and fall at once, in the order declared

Why nobody can choose a roll. The half of red is 32 bytes that nobody can tell from chance, hence its digest says nothing of it,
and blue answers without knowing how anything will fall. Once blue has answered, red can give no other half: the commitment
binds the half, the session, the side and the rolls, and to find a second half with the same digest is beyond anybody. The pips
are digests of both halves, so that they are like chance as long as one of the sides has taken its half by chance; a side that
does not harms itself alone. A roll that no pledge binds is refused by mail.

Why nobody can repeat one. Pips also follow from the session, the entry that declared them and their place, so that no half
gives the same rolls again elsewhere. What a batch is for is declared with it, and it falls as a whole: no roll of it can be
left out or taken for something else. Red, which learns first how its rolls fall, may keep its half to itself; then the pledge
stays open for all to see: `open_pledges` lists it, and a side with an open pledge of its own declares no further one. To send
the file again with another pledge or another answer is refused by the other program, which remembers the lines that it has seen
(`core.play.memories`), and who wrote a line is signed (`core.play.keys`).

The half of red need not be kept anywhere: it follows from the keys of the side and fresh bytes that stand before the digest in
the commitment.
"""

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.base.errors import WrongUse
from core.base.whole_text import whole_text
from core.play import dice
from core.play.binding import DIGEST, bound
from core.play.events import Answered, Disclosed, Entry, Pledged, Rolled
from core.play.record import Pledge, Record
from core.rules.kernel.dice import DICE

if TYPE_CHECKING:
    from core.play.keys import Keys

HALF = 32
"""The bytes of a half."""

SALT = 16
MOST_ROLLS = 200
"""No batch has more rolls."""

MOST_WORDS = 500
"""The letters of the longest purpose."""

UNBOUND = "By mail dice are declared, answered by the other side, and opened, so that nobody can choose them."
"""What is said of a roll that no pledge binds: typed in, or from a seed that one side alone has taken."""

Waits = Literal["answer", "disclosure", "rolls"]


@dataclass(frozen=True, slots=True)
class OpenPledge:
    """A batch that is not done with: the entry that declared it, who did, and what it waits for, from which side."""

    number: int
    by: str
    waits_for: Waits
    waits_on: str
    rolls: tuple[tuple[str, str], ...]


def declare(keys: "Keys", record: Record, rolls: Iterable[tuple[str, str]]) -> Pledged:
    """The entry that declares rolls, each a way to read dice and what it is for. Raises WrongUse."""
    salt, batch = secrets.token_bytes(SALT), tuple((way, whole_text(purpose)) for way, purpose in rolls)
    digest = _commitment(keys.session, keys.side, salt, batch, _half(keys, salt, batch))
    pledged = Pledged(batch, salt + digest)
    _refuse(_fault_of_pledge(record, keys.side, pledged))
    return pledged


def answer(record: Record, to: int, by: str) -> Answered:
    """The entry with which a side answers the batch that an entry declared, with a fresh half. Raises WrongUse."""
    answered = Answered(to, secrets.token_bytes(HALF))
    _refuse(_fault_of_answer(record, by, answered))
    return answered


def disclose(keys: "Keys", record: Record, to: int) -> Disclosed:
    """The entry with which the side that declared a batch opens it. Raises WrongUse."""
    pledge = record.pledges.get(to)
    if pledge is None:
        raise WrongUse(_none(to))
    pledged = pledge.pledged
    disclosed = Disclosed(to, _half(keys, pledged.commitment[:SALT], pledged.rolls))
    _refuse(_fault_of_disclosure(record, keys.side, disclosed))
    return disclosed


def rolls_of(record: Record, to: int) -> tuple[Rolled, ...]:
    """All rolls of a batch, as they fell. Raises WrongUse before it is opened."""
    pledge = record.pledges.get(to)
    if pledge is None:
        raise WrongUse(_none(to))
    if not pledge.half:
        raise WrongUse(f"The rolls that entry {to} declares are not opened yet.")
    return tuple(_roll(record, to, pledge, place) for place in range(len(pledge.pledged.rolls)))


def rolls_due(record: Record, by: str) -> tuple[Rolled, ...]:
    """The rolls of a side that have fallen and do not stand in the journal yet, in their order: it adds them right after it has
    opened a batch, and cannot hand the file over before."""
    return tuple(
        rolled
        for number, pledge in sorted(record.pledges.items())
        if pledge.half and pledge.by == by and len(pledge.fallen) < len(pledge.pledged.rolls)
        for rolled in rolls_of(record, number)
        if rolled.place not in pledge.fallen
    )


def open_pledges(record: Record) -> tuple[OpenPledge, ...]:
    """All batches that are not done with, the earliest first."""
    found = []
    for number, pledge in sorted(record.pledges.items()):
        waits_for, waits_on = _waits(record, pledge)
        if waits_for is not None:
            found.append(OpenPledge(number, pledge.by, waits_for, waits_on, pledge.pledged.rolls))
    return tuple(found)


def _waits(record: Record, pledge: Pledge) -> tuple[Waits | None, str]:
    if not pledge.answer:
        return "answer", other_side(record, pledge.by)
    if not pledge.half:
        return "disclosure", pledge.by
    return ("rolls", pledge.by) if len(pledge.fallen) < len(pledge.pledged.rolls) else (None, "")


def verify(record: Record, to: int) -> str:
    """What is wrong with a batch that was opened, as a sentence; "" for nothing, or for one that is not opened yet."""
    pledge = record.pledges.get(to)
    if pledge is None:
        return _none(to)
    return "" if not pledge.half or _fits(record, pledge, pledge.half) else _other_half(to)


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with an entry of a pledge or a roll, as a sentence; "" for nothing. `record` is the one before it."""
    event = entry.event
    match event:
        case Pledged():
            return _fault_of_pledge(record, entry.by, event)
        case Answered():
            return _fault_of_answer(record, entry.by, event)
        case Disclosed():
            return _fault_of_disclosure(record, entry.by, event)
        case Rolled():
            if event.pledge:
                return dice.fault(event) or _fault_of_roll(record, entry.by, event)
            return UNBOUND if record.began.kind == "mail" else dice.fault(event)
        case _:
            return ""


def other_side(record: Record, side: str) -> str:
    """The side that plays against one: the next in the order of the box. "" where there is none."""
    sides = [player.side for player in record.began.players]
    if side not in sides or len(sides) < 2:
        return ""
    return sides[(sides.index(side) + 1) % len(sides)]


def _fault_of_pledge(record: Record, by: str, pledged: Pledged) -> str:
    if record.began.kind != "mail":
        return "Rolls are declared by mail alone; at one table the program rolls them."
    if not 1 <= len(pledged.rolls) <= MOST_ROLLS:
        return f"A batch has 1 to {MOST_ROLLS} rolls; this one has {len(pledged.rolls)}."
    for way, purpose in pledged.rolls:
        if way not in DICE:
            return f'There are no dice "{way}". Allowed: {", ".join(DICE)}.'
        if not purpose.strip():
            return f"Say of each roll what it is for, before it falls: the {way} of this batch has no purpose."
        if len(purpose) > MOST_WORDS:
            return f"What a roll is for is said in at most {MOST_WORDS} letters."
    if len(pledged.commitment) != SALT + DIGEST:
        return f"The commitment has {len(pledged.commitment)} bytes; {SALT + DIGEST} are needed."
    for each in open_pledges(record):
        if each.by == by:
            return f"The rolls that entry {each.number} declares are still open; they are done with before others are declared."
    return ""


def _fault_of_answer(record: Record, by: str, answered: Answered) -> str:
    pledge = record.pledges.get(answered.to)
    if pledge is None:
        return _none(answered.to)
    if by != other_side(record, pledge.by):
        return f'The rolls that entry {answered.to} declares are answered by the other side, and not by "{by}".'
    if pledge.answer:
        return f"The rolls that entry {answered.to} declares are answered already."
    if len(answered.half) != HALF:
        return f"A half has {HALF} bytes; this one has {len(answered.half)}."
    return ""


def _fault_of_disclosure(record: Record, by: str, disclosed: Disclosed) -> str:
    pledge = record.pledges.get(disclosed.to)
    if pledge is None:
        return _none(disclosed.to)
    if by != pledge.by:
        return f'The rolls that entry {disclosed.to} declares are opened by the side that declared them, and not by "{by}".'
    if not pledge.answer:
        return f"The rolls that entry {disclosed.to} declares are opened when the other side has answered."
    if pledge.half:
        return f"The rolls that entry {disclosed.to} declares are opened already."
    return "" if _fits(record, pledge, disclosed.half) else _other_half(disclosed.to)


def _fault_of_roll(record: Record, by: str, rolled: Rolled) -> str:
    pledge = record.pledges.get(rolled.pledge)
    if pledge is None:
        return _none(rolled.pledge)
    if not pledge.half:
        return f"The rolls that entry {rolled.pledge} declares are not opened yet."
    if by != pledge.by:
        return f'The rolls that entry {rolled.pledge} declares fall to the side that declared them, and not to "{by}".'
    batch = pledge.pledged.rolls
    if rolled.place != len(pledge.fallen) or rolled.place >= len(batch):
        told = f"{len(pledge.fallen)} of the {len(batch)} rolls that entry {rolled.pledge} declares have fallen"
        return f"{told}; roll {rolled.place + 1} is not the next one."
    given = _roll(record, rolled.pledge, pledge, rolled.place)
    if (rolled.dice, rolled.purpose) != (given.dice, given.purpose):
        return f'Roll {rolled.place + 1} of entry {rolled.pledge} was declared as {given.dice} for "{given.purpose}".'
    if rolled.pips != given.pips:
        shown = " ".join(map(str, given.pips)), " ".join(map(str, rolled.pips))
        return f"Roll {rolled.place + 1} of entry {rolled.pledge} fell as {shown[0]}, and not as {shown[1]}."
    return ""


def _roll(record: Record, number: int, pledge: Pledge, place: int) -> Rolled:
    way, purpose = pledge.pledged.rolls[place]
    seed = bound("rolls by mail", pledge.half, pledge.answer, record.began.session, number)
    return Rolled(way, dice.fall(seed, way, place), purpose, pledge=number, place=place)


def _fits(record: Record, pledge: Pledge, half: bytes) -> bool:
    salt, digest = pledge.pledged.commitment[:SALT], pledge.pledged.commitment[SALT:]
    given = _commitment(record.began.session, pledge.by, salt, pledge.pledged.rolls, half)
    return len(half) == HALF and hmac.compare_digest(given, digest)


def _half(keys: "Keys", salt: bytes, rolls: tuple[tuple[str, str], ...]) -> bytes:
    return keys.secret("half of a pledge", salt, *(word for roll in rolls for word in roll))


def _commitment(session: str, side: str, salt: bytes, rolls: tuple[tuple[str, str], ...], half: bytes) -> bytes:
    return bound("commitment", session, side, salt, half, *(word for roll in rolls for word in roll))


def _none(number: int) -> str:
    return f"Entry {number} declares no rolls."


def _other_half(number: int) -> str:
    return f"The half that was opened is not the one that entry {number} committed to."


def _refuse(told: str) -> None:
    if told:
        raise WrongUse(told)
