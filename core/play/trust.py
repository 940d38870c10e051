"""What must hold of an entry so that both players can trust the session: asked of each line that is read and of each that is
added, before it reaches the record; and of what it makes of the state of play.

Libraries of ciphers are loaded with the first line that needs them: a session at one table without pass phrases never does.
"""

from collections.abc import Callable, Mapping

from core.model.edits.edit import flat
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.state import GameState, Held
from core.play import declaring
from core.play.chits import owns
from core.play.events import (
    Answered,
    Did,
    Disclosed,
    Drew,
    Entry,
    HandedOver,
    Joined,
    Opened,
    OrdersOpened,
    Pledged,
    PutBack,
    Rolled,
    Sealed,
    SealedPart,
    Settled,
    Shuffled,
    Went,
)
from core.play.memories import Memory, fault_of_line
from core.play.record import Record


def fault(record: Record, entry: Entry, link: bytes) -> str:
    """What is wrong with an entry, as a sentence; "" for nothing. `record` and `link` are those of the entry before it."""
    if record.began.kind == "mail":
        from core.play.keys import fault_of_author

        told = fault_of_author(record, entry)
        if told:
            return told
    return fault_of_event(record, entry, link)


def since(memory: Memory) -> Callable[[Record, Entry, bytes], str]:
    """`fault` for a journal of which a program has seen the first lines before: these have to be the same, which takes no time,
    and only what is new is asked everything."""

    def check(record: Record, entry: Entry, link: bytes) -> str:
        if entry.number > memory.number:
            return fault(record, entry, link)
        # The first line is no entry to ask about; its link is that before the second.
        first = fault_of_line(memory, 1, link) if entry.number == 2 else ""
        return first or fault_of_line(memory, entry.number, entry.link)

    return check


def fault_of_event(record: Record, entry: Entry, link: bytes) -> str:
    """What is wrong with what an entry says, whoever may write at this moment, as a sentence; "" for nothing."""
    event = entry.event
    match event:
        case Joined():
            from core.play.keys import fault_of_join

            return fault_of_join(record, entry)
        case HandedOver():
            from core.play import pledges
            from core.play.keys import fault_of_hand_over

            if pledges.rolls_due(record, entry.by):
                return f'Side "{entry.by}" hands the file over before all rolls that it has opened have fallen.'
            return fault_of_hand_over(record, entry, link)
        case Rolled() | Pledged() | Answered() | Disclosed():
            from core.play import pledges

            return pledges.fault(record, entry)
        case Shuffled() | Drew() | PutBack() | Settled():
            return _fault_of_chit(record, entry)
        case Opened() if owns(record, event.id):
            return _fault_of_chit(record, entry)
        case Sealed() | Opened():
            from core.play import seals

            return seals.fault(record, entry)
        case Went(to) if record.began.kind == "mail" and to < record.fixed:
            what = "what was handed over, announced, drawn or opened is not taken back"
            return f"By mail nobody goes back to before entry {record.fixed}: {what}."
        case Did(sealed=SealedPart()) | OrdersOpened():
            from core.play import sealed_orders

            public = _fault_in_the_open(record, event) if isinstance(event, Did) else ""
            return public or sealed_orders.fault(record, entry)
        case Did():
            return _fault_in_the_open(record, event)
        case _:
            return ""


def fault_of_change(record: Record, entry: Entry, before: GameState, after: GameState) -> str:
    """What is wrong with what an entry makes of the state, as a sentence; "" for nothing. `record` is the one before it."""
    event = entry.event
    if isinstance(event, Drew) and event.seal not in record.chits:
        return declaring.fault_of_draw(record, before, event.cup, event.unit)
    if not isinstance(event, Did):
        return ""
    if after.held is not before.held and (told := _fault_of_held(record, before.held, after.held)):
        return told
    began = record.began
    announced = began.kind == "mail" and began.binding
    if after.fought is not before.fought and (
        told := declaring.fault_of_fought(began.units, before, after, announced=announced)
    ):
        return told
    return _fault_of_declared(record, entry.by, before, after) if record.began.kind == "mail" else ""


def _fault_of_declared(record: Record, by: str, before: GameState, after: GameState) -> str:
    for declared in after.declared:
        if declared.by != by and declared not in before.declared:
            return f'Side "{by}" declares something in the name of side "{declared.by}".'
        if declared not in before.declared and (told := declaring.fault(record.began.units, before, declared)):
            return told
    if record.began.binding:
        for declared in before.declared:
            at = record.announced.get(declared, 0)
            if declared not in after.declared and not any(number > at for number in record.rolls):
                return f"What entry {at} announces is done with, and no dice have fallen since; by mail it is not taken back."
    return ""


def _fault_of_held(record: Record, before: Mapping[str, Held], after: Mapping[str, Held]) -> str:
    """A chit is laid under the unit for which it was drawn, turned over with its steps, and taken away when it is back in its
    cup: it stays with its unit until then [VCS 9.1, 9.2]."""
    for unit in sorted({*before, *after}):
        was, now = before.get(unit), after.get(unit)
        if now is not None:
            if was is not None and (was.cup, was.seal) == (now.cup, now.seal):
                continue
            chit = record.chits.get(now.seal)
            if chit is None or (chit.cup, chit.unit, chit.back) != (now.cup, unit, False):
                return f'The chit "{now.seal}" was not drawn for "{unit}".'
        elif was is not None:
            chit = record.chits.get(was.seal)
            if chit is not None and not chit.back:
                return f'The chit "{was.seal}" stays with "{unit}" until it goes back into its cup.'
    return ""


def _fault_in_the_open(record: Record, did: Did) -> str:
    """What a change says in the open by mail that stays with its side, as a sentence."""
    if record.began.kind != "mail":
        return ""
    return _fault_of_points(record, did) or _fault_of_orders(did)


def _fault_of_points(record: Record, did: Did) -> str:
    untold = record.began.sealed_points
    for edit in flat(did.edits) if untold else ():
        points = edit.said.get("points", ()) if isinstance(edit, ChangeState) else ()
        told = next((what for _, what in points if what.casefold() in untold), None)
        if told is not None:
            return f'What a side has left of "{told}" is not told to the other; by mail it is written down and sealed.'
    return ""


def _fault_of_orders(did: Did) -> str:
    if any(isinstance(edit, ChangeOrders) for edit in flat(did.edits)):
        return "Op sheets are not told to the other side; by mail they are sealed as they are written."
    return ""


def _fault_of_chit(record: Record, entry: Entry) -> str:
    from core.play import cups

    return cups.fault(record, entry)
