"""What is wrong with lines about cups by mail: every stage, every lock that is taken off, and every value comes with a proof.

What was found right stays known for as long as the program runs, by its digest (`marks`), so that no proof is looked at twice;
what one process has found right can be told to another (`vouch`).
"""

from collections.abc import Callable, Iterable

from core.play.chit_layers import BASE, FACTOR, PROOF, are_elements, is_proved, power, unpacked, weighed
from core.play.chits import DISCLOSURE, SALT, contents_of
from core.play.cups_locked import (
    INDEX,
    LockedCup,
    about_bares,
    about_lock,
    about_stage,
    by_rounds,
    disclosure,
    folded,
    products,
)
from core.play.events import Drew, Entry, Event, Opened, Settled, Shuffled, Unlocked
from core.play.pledges import other_side
from core.play.record import Record
from core.play.ristretto import WIDTH

_PARTS = 5
_MOST_MARKS = 1 << 14

_right: dict[bytes, None] = {}
"""The marks of what was found right."""


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with an entry, as a sentence; "" for nothing. `record` is the one before the entry."""
    event = entry.event
    match event:
        case Shuffled():
            return _fault_of_stage(record, entry.by, event)
        case Settled():
            return _fault_of_settled(record, entry.by, event)
        case Drew():
            return _fault_of_draw(record, event)
        case Opened() if event.id.startswith(DISCLOSURE):
            return _fault_of_disclosure(record, entry.by, event)
        case Opened():
            return _fault_of_reveal(record, entry.by, event)
        case _:
            return ""


def marks(record: Record, by: str, event: Event) -> tuple[bytes, ...]:
    """The marks of an event of a cup that was found right; `record` is the one before it. None for other events."""
    match event:
        case Shuffled(cup):
            found = folded(record, cup) if cup in record.cups else LockedCup(record.began.session, cup)
            return (found.mark(by, event),)
        case Settled(shuffled, unlocked):
            given = []
            for stage in shuffled:
                given.append(folded(record, stage.cup).mark(by, stage))
                record = record.after(Entry(0, 0, by, stage))
            for each in unlocked:
                given.append(folded(record, each.cup).mark(by, each))
                record = record.after(Entry(0, 0, by, Settled((), (each,))))
            return tuple(given)
        case Opened(id_) if id_ in record.chits:
            return (folded(record, record.chits[id_].cup).mark(by, event),)
        case _:
            return ()


def vouch(given: Iterable[bytes]) -> None:
    """What these marks stand for was found right by a process of this program, and is not asked again."""
    for mark in given:
        if len(_right) >= _MOST_MARKS:
            _right.clear()
        _right[mark] = None


def _judged(mark: bytes, judge: Callable[[], str]) -> str:
    """What is wrong with something that has a mark; what was found right once is so for ever."""
    wrong = "" if mark in _right else judge()
    if not wrong:
        vouch((mark,))
    return wrong


def _fault_of_stage(record: Record, by: str, event: Shuffled) -> str:
    cup = event.cup
    found = folded(record, cup) if cup in record.cups else LockedCup(record.began.session, cup)
    if len(event.parts) != _PARTS or len(event.parts[1]) != SALT:
        return "A stage of a shuffle has what lies in the cup, fresh bytes, a lock, a proof and the chits."
    if event.stage != len(found.stages) + 1:
        return f'Stage {event.stage} of the cup "{cup}" is given, and {len(found.stages) + 1} is the next one.'
    if found.half == by:
        return f'The second stage of a round of the cup "{cup}" is for the other side.'
    if found.stages and not found.half and not found.back:
        return f'Nothing came back to the cup "{cup}" that were to be shuffled in.'
    mark = found.mark(by, event)
    if not found.stages:
        contents = contents_of(event.parts[0])
        if contents is None:
            return f'The cup "{cup}" is filled first, with chits that are listed.'
        found = LockedCup(found.session, cup, contents)
    elif event.parts[0]:
        return f'The cup "{cup}" is filled already.'
    return _judged(mark, lambda: _fault_of_codes(found, by, event))


def _fault_of_codes(found: LockedCup, by: str, event: Shuffled) -> str:
    _, salt, public, proof, given = event.parts
    inside, kept = found.moved()
    codes, count = unpacked(given), len(inside) + len(kept)
    if len(given) != count * WIDTH or len(set(codes)) != count or not are_elements(codes):
        return f'A stage of the cup "{found.name}" has {count} chits, no two alike.'
    about = about_stage(found, by, salt, public, codes)
    before, after = products(about, inside, [each.code for each in kept], codes)
    if not is_proved(proof, about, (found.public.get(by, BASE), before), (public, after)):
        return f'The chits that side "{by}" gives back to the cup "{found.name}" are not those that it got.'
    return ""


def _fault_of_settled(record: Record, by: str, event: Settled) -> str:
    if not event.shuffled and not event.unlocked:
        return "What a side owes to cups is a stage of a shuffle, or locks that it takes off."
    for stage in event.shuffled:
        wrong = _fault_of_stage(record, by, stage)
        if wrong:
            return wrong
        record = record.after(Entry(0, 0, by, stage))
    for each in event.unlocked:
        wrong = _fault_of_unlocked(record, by, each)
        if wrong:
            return wrong
        record = record.after(Entry(0, 0, by, Settled((), (each,))))
    return ""


def _fault_of_unlocked(record: Record, by: str, event: Unlocked) -> str:
    found = folded(record, event.cup)
    for seal in event.seals:
        chit = found.chits.get(seal)
        if chit is None:
            return f'No chit "{seal}" was drawn from the cup "{event.cup}".'
        if not chit.drawn:
            return f'"{seal}" comes out of the cup when both sides have shuffled; no lock can be taken off before.'
        if by in chit.bare:
            return f'Side "{by}" has taken its lock off "{seal}" already.'
    rounds = by_rounds(found, event.seals)
    bares = event.parts[0] if len(event.parts) == 2 else b""
    wrong = not event.seals or len(set(event.seals)) != len(event.seals) or len(bares) != len(event.seals) * WIDTH
    if wrong or len(event.parts[1]) != len(rounds) * PROOF:
        return "Locks are taken off with what is left of each chit, once, and a proof for each round that they came out of."
    return _judged(found.mark(by, event), lambda: _fault_of_bares(found, by, event, rounds))


def _fault_of_bares(found: LockedCup, by: str, event: Unlocked, rounds: dict[int, list[str]]) -> str:
    bares = dict(zip(event.seals, unpacked(event.parts[0]), strict=True))
    for place, (number, seals) in enumerate(rounds.items()):
        codes, locked = [bares[seal] for seal in seals], [found.chits[seal].drawn for seal in seals]
        about, proof = about_bares(found, by, number, seals, codes), event.parts[1][place * PROOF : (place + 1) * PROOF]
        public = found.chits[seals[0]].public.get(by, b"")
        sums = (weighed(about, codes), weighed(about, locked)) if are_elements(codes) else (b"", b"")
        if not is_proved(proof, about, (BASE, sums[0]), (public, sums[1])):
            listed = ", ".join(f'"{seal}"' for seal in seals)
            return f'What side "{by}" has taken off {listed} is not its lock.'
    return ""


def _fault_of_draw(record: Record, event: Drew) -> str:
    found = folded(record, event.cup)
    if event.parts:
        return "Nothing but its place goes with a chit that is drawn."
    if event.seal in found.chits:
        return f'"{event.seal}" is drawn already.'
    return "" if found.inside > 0 else f'The cup "{event.cup}" is empty.'


def _fault_of_reveal(record: Record, by: str, event: Opened) -> str:
    found = folded(record, record.chits[event.id].cup)
    bare = found.chits[event.id].bare.get(other_side(record, by))
    if bare is None:
        return f'Side "{by}" tells what "{event.id}" says before the other side has taken its lock off.'
    if len(event.contents) != 1 or len(event.salts) != 1 or len(event.salts[0]) != INDEX + PROOF:
        return "A chit is told with its value and a proof."
    return _judged(found.mark(by, event), lambda: _fault_of_value(found, by, event, bare))


def _fault_of_value(found: LockedCup, by: str, event: Opened, bare: bytes) -> str:
    index, proof = int.from_bytes(event.salts[0][:INDEX]), event.salts[0][INDEX:]
    public, about = found.chits[event.id].public.get(by, b""), about_lock(found, event.id, by)
    known = index < len(found.contents) and found.contents[index] == event.contents[0]
    if not known or not is_proved(proof, about, (BASE, found.codes[index]), (public, bare)):
        return f'"{event.id}" does not say "{event.contents[0]}".'
    return ""


def _fault_of_disclosure(record: Record, by: str, event: Opened) -> str:
    cup = next((name for name in record.cups if event.id == disclosure(name, by)), "")
    if not cup:
        return "A side discloses its own locks, of a cup that is filled."
    stages = sum(stage.by == by for stage in folded(record, cup).stages)
    if len(event.contents) != stages or event.salts or not all(map(_is_factor, event.contents)):
        return f'Side "{by}" has {stages} locks on the cup "{cup}", each of {2 * FACTOR} digits from 0 to f.'
    return ""


def _is_factor(text: str) -> bool:
    return len(text) == 2 * FACTOR and all(sign in "0123456789abcdef" for sign in text)


def verdict(record: Record, cup: str) -> list[str] | None:
    """What is wrong with the stages of the sides that have disclosed their locks, as sentences; None as long as none has."""
    found = folded(record, cup)
    shown = {player.side: record.opened.get(disclosure(cup, player.side)) for player in record.began.players}
    wrong = []
    for side, opened in shown.items():
        if opened is None:
            continue
        stages = [(number, stage) for number, stage in enumerate(found.stages) if stage.by == side]
        for text, (number, stage) in zip(opened.contents, stages, strict=False):
            inside, kept = stage.before if number else (list(found.codes), [])
            if not _is_locked((inside, kept), stage.after, int(text, 16)):
                which = "second" if number % 2 else "first"
                stage_of = f'the {which} stage of round {number // 2 + 1} of the cup "{cup}"'
                wrong.append(f'Side "{side}" did not do {stage_of} as it had to: chits were exchanged.')
    return wrong if any(shown.values()) else None


def _is_locked(before: tuple[list[bytes], list[bytes]], after: tuple[list[bytes], list[bytes]], factor: int) -> bool:
    (inside, kept), (given, places) = before, after
    return sorted(power(code, factor) for code in inside) == sorted(given) and [power(code, factor) for code in kept] == places
