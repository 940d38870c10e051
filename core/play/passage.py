"""What lies behind the present of a session: moments gone through, where the phase began, the ways of units in it."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.model.edits.edit import IN_PLAY, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import Moment
from core.play.events import Did, Entry, Event, Rolled
from core.play.session import TABLE, Session
from core.play.turns import Course


def moment_of(event: Event) -> Moment | None:
    """The moment that a change goes to, None for what leaves the moment as it is."""
    if isinstance(event, Did):
        for edit in reversed(event.edits):
            if isinstance(edit, ChangeState) and "moment" in edit.said:
                moment = edit.said["moment"]
                assert isinstance(moment, Moment)
                return moment
    return None


def passed(session: Session, to: int = 0) -> tuple[Moment, ...]:
    """The moments that play has stood at on its way to an entry (0 for the last), the oldest first."""
    return tuple(moment for at in session.way(to) if (moment := moment_of(session.entries[at - 1].event)) is not None)


def whole(phase: str) -> str:
    """The phase of the rules that a step of the sequence is part of, by their ids.

    >>> whole("movement.stacking")
    'movement'
    """
    return phase.partition(".")[0]


def begun_at(session: Session, to: int = 0, within: Collection[str] = (), in_whole: bool = False) -> int:
    """The entry after which the phase began that play stands in at an entry (0 for the last), 1 before the first phase.

    `within` are further phases that belong to it; `in_whole` counts all steps of one phase of the rules as one.
    Who is activated may be said after the phase has begun: it is the same phase. It has begun when it was first gone to in its
    turn, also where players have gone on and back since.
    """
    began, now = 1, None
    for at in reversed(session.way(to)):
        moment = moment_of(session.entries[at - 1].event)
        if moment is None:
            continue
        now = now or moment
        if moment.turn != now.turn:
            break
        own = moment.phase == now.phase or (now.phase in within and moment.phase in within)
        own = own or (in_whole and whole(moment.phase) == whole(now.phase))
        if own and moment.round == now.round and (moment.side == now.side or not moment.side or not now.side):
            began = at
    return began


def has_rolled(session: Session) -> bool:
    """Whether dice have fallen since the state of play last changed: what they were for is known then, and not done yet."""
    for at in reversed(session.way()):
        event = session.entries[at - 1].event
        if isinstance(event, Rolled | Did):
            return isinstance(event, Rolled)
    return False


def back_to(session: Session, turn: int) -> int:
    """The last entry on the way at which play stood in a turn, or before it: nothing is there that later turns have brought."""
    last = session.number
    for at in reversed(session.way()):
        moment = moment_of(session.entries[at - 1].event)
        if moment is not None and moment.turn <= turn:
            break
        if moment is not None:
            last = session.parent(at)
    return last


def go_to(session: Session, course: Course, moment: Moment, by: str = TABLE, why: str = "") -> tuple[Entry, ...]:
    """Goes to a moment, with what turns bring that begin on the way; gives what is added for it.

    To an earlier turn play goes back to where it stood in it last, so that everything is as it was there. Raises NeedsReason
    and WrongUse as `Session.go` does.
    """
    added = []
    if moment.turn < session.state.moment.turn:
        added.append(session.go(back_to(session, moment.turn), by, why=why))
    if session.state.moment != moment:
        label = course.label(moment)
        done = session.do(Several(label, course.edits_to(session.state, moment, label)), by)
        added += [done] if done is not None else []
    return tuple(added)


def turns(session: Session, to: int = 0) -> tuple[tuple[int, int], ...]:
    """The turns on the way to an entry (0 for the last), each with the entry at which it was gone to, in order."""
    found: list[tuple[int, int]] = []
    for at in session.way(to):
        moment = moment_of(session.entries[at - 1].event)
        if moment is not None and moment.turn and (not found or found[-1][0] != moment.turn):
            found.append((moment.turn, at))
    return tuple(found)


def trails(session: Session, since: int) -> Mapping[str, tuple[Hex, ...]]:
    """The hexes that units were put into one after the other since an entry, from the one in which they stood then."""
    state = session.state_at(since)
    if state.deployment is None:
        return MappingProxyType({})
    start = state.deployment.pieces
    found: dict[str, list[Hex]] = {}
    for _, unit, place in _steps(session, since):
        if unit not in found:
            old = start[unit].at if unit in start else None
            found[unit] = [old] if isinstance(old, Hex) else []
        if not found[unit] or found[unit][-1] != place:
            found[unit].append(place)
    return MappingProxyType({unit: tuple(way) for unit, way in found.items() if len(way) > 1})


def forced(session: Session, since: int) -> frozenset[str]:
    """The units that have gone elsewhere since an entry by results of dice alone, such as those of a combat."""
    deployment = session.state_at(since).deployment
    places = {unit: piece.at for unit, piece in deployment.pieces.items()} if deployment is not None else {}
    by_dice: dict[str, bool] = {}
    for did, unit, place in _steps(session, since):
        if places.get(unit) != place:
            places[unit] = place
            rolled = bool(did.because) and isinstance(session.entries[did.because - 1].event, Rolled)
            by_dice[unit] = rolled and by_dice.get(unit, True)
    return frozenset(unit for unit, alone in by_dice.items() if alone)


def _steps(session: Session, since: int) -> Iterator[tuple[Did, str, Hex]]:
    for at in session.way():
        event = session.entries[at - 1].event
        if at <= since or not isinstance(event, Did):
            continue
        for edit in event.edits:
            if isinstance(edit, ChangePieces) and edit.file == IN_PLAY:
                for unit, piece in edit.pieces.items():
                    if piece is not None and isinstance(piece.at, Hex):
                        yield event, unit, piece.at
