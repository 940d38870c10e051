"""What each side may see: states and entries made for its eyes from what has happened.

What a side may not see is not in its view: no id, no place, no value. Nothing is blanked out in a text that was written with
it. Where a series hides stacks, the top counter of each is seen, and how many lie below; an attack that was declared shows the
stacks that take part in it to the other side until it is resolved [SCS 1.6 Fog of War]. Seals show that they are there. What
a side asked, and what was ruled, is its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

import immutables

from core.model.deployment import Deployment, Piece, Spot
from core.model.edits.edit import IN_PLAY, Edit
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared, GameState
from core.play.events import Began, Did, Drew, Entry, Event, Joined, Ruled, Sealed, Shuffled
from core.play.session import Session

Stacks = Literal["open", "top"]
"""Whether a player may look through the other's stacks, or sees their top counters alone."""

Points = immutables.Map[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something happened that the side does not see; `what` says as much as it may know: "change", "question", "chit"."""

    what: str


@dataclass(frozen=True, slots=True)
class Seen:
    """An entry as a side sees it."""

    number: int
    at: int
    by: str
    event: Event | Unseen


@dataclass(frozen=True, slots=True)
class SeenState:
    """A state as a side sees it; `below` is how many counters lie out of sight in a hex or a box."""

    state: GameState
    below: Mapping[Spot, int]


class View:
    """A session through the eyes of some sides: one of them, or both for a table where everything is open.

    `secret_points` says whether a side does not tell the other how many points of a kind it has left.
    """

    def __init__(
        self,
        session: Session,
        eyes: Iterable[str],
        stacks: Stacks = "open",
        secret_points: Callable[[str], bool] = lambda what: False,
    ) -> None:
        self._session, self._eyes = session, frozenset(eyes)
        sides = {player.side for player in session.players}
        self._all = sides <= self._eyes
        self._stacks: Stacks = "open" if self._all else stacks
        self._secret = secret_points
        self._units = session.record.began.units

    @property
    def eyes(self) -> frozenset[str]:
        """The sides that look."""
        return self._eyes

    def state(self, number: int = 0) -> SeenState:
        """The state after an entry (0 for the last) without what is out of sight."""
        return self.of(self._session.state_at(number) if number else self._session.state)

    def of(self, state: GameState) -> SeenState:
        """A state without what is out of sight."""
        if (points := self._points(state.points)) is not state.points:
            state = replace(state, points=points)
        deployment = state.deployment
        hidden = self.hidden(state)
        if deployment is None or not hidden:
            return SeenState(state, MappingProxyType({}))
        below: dict[Spot, int] = {}
        for id_ in hidden:
            spot = deployment.pieces[id_].at
            below[spot] = below.get(spot, 0) + 1
        left = deployment.with_pieces(dict.fromkeys(hidden))
        freed = {id_: replace(piece, on="") for id_, piece in left.pieces.items() if piece.on in hidden}
        left = left.with_pieces(freed) if freed else left
        held = state.held
        for unit in hidden:
            held = held.delete(unit) if unit in held else held
        shown = replace(state, deployment=left, held=held)
        return SeenState(shown, MappingProxyType(below))

    def hidden(self, state: GameState) -> frozenset[str]:
        """The pieces in play that are out of sight."""
        deployment = state.deployment
        if self._stacks == "open" or deployment is None:
            return frozenset()
        shown = self._declared_units(state.declared, deployment)
        return frozenset(
            id_
            for ids in deployment.stacks.values()
            for id_ in ids[:-1]
            if self._side(id_) not in self._eyes and id_ not in shown
        )

    def entries(self, first: int = 1) -> list[Seen]:
        """All entries from one on, as they are seen."""
        return [self.entry(number) for number in range(first, self._session.number + 1)]

    def entry(self, number: int) -> Seen:
        """An entry as it is seen. Raises WrongUse."""
        entry = self._session.entry(number)
        return Seen(entry.number, entry.at, entry.by, self._event(entry))

    def _event(self, entry: Entry) -> Event | Unseen:
        event = entry.event
        own = self._all or not entry.by or entry.by in self._eyes
        match event:
            case Began():
                return self._beginning(event)
            case Did():
                return self._change(entry.number, event)
            case Ruled() if not own:
                return Unseen("question")
            case Sealed():
                return replace(event, box=b"")
            case Joined():
                return replace(event, wrapped=b"", salt=b"")
            case Drew() if event.unit in self.hidden(self._session.state_at(entry.number)):
                return Unseen("chit")
            case Shuffled() | Drew():
                return replace(event, parts=())
            case _:
                return event

    def _beginning(self, began: Began) -> Began:
        """What is played; where all counters begin is known to nobody who may not look through stacks."""
        start = began.scenario.start
        hidden = self.hidden(GameState(deployment=start))
        if not hidden:
            return began
        seen = start.with_pieces(dict.fromkeys(hidden))
        units = {id_: unit for id_, unit in began.units.items() if id_ not in hidden}
        plan = replace(began.scenario, start=seen, set_ups=(), arrivals=(), sheets=())
        return replace(began, scenario=plan, units=MappingProxyType(units))

    def _change(self, number: int, did: Did) -> Did | Unseen:
        """A change without the pieces that are out of sight before and after it."""
        before = self._session.state_at(self._session.parent(number))
        after = self._session.state_at(number)
        unseen_before, unseen_after = self.hidden(before), self.hidden(after)
        untold = self._points(before.points) is not before.points or self._points(after.points) is not after.points
        if not unseen_before and not unseen_after and not untold:
            return did
        edits: list[Edit] = []
        for edit in did.edits:
            if isinstance(edit, ChangePieces) and edit.file == IN_PLAY:
                pieces = {id_: self._shown(id_, piece, unseen_after) for id_, piece in edit.pieces.items()}
                pieces = {
                    id_: piece
                    for id_, piece in pieces.items()
                    if id_ not in unseen_after and (id_ not in unseen_before or piece is not None)
                }
                if pieces or edit.marks:
                    edits.append(replace(edit, pieces=MappingProxyType(pieces)))
            elif isinstance(edit, ChangeState) and not edit.said.keys().isdisjoint(("held", "points")):
                said = self._said(edit.said, before, after)
                if said:
                    edits.append(ChangeState(edit.label, said))
            else:
                edits.append(edit)
        return replace(did, edits=tuple(edits)) if edits else Unseen("change")

    def _said(self, said: Mapping[str, Any], before: GameState, after: GameState) -> dict[str, Any]:
        """What is said of the state of play, without chits and points that are out of sight."""
        found = dict(said)
        if "held" in found:
            found["held"] = self.of(after).state.held
        if "points" in found:
            found["points"] = self._points(found["points"])
            if found["points"] == self._points(before.points):
                del found["points"]
        return found

    def _points(self, points: Points) -> Points:
        """Points without those of others that are secret; the same where there are none."""
        if self._all:
            return points
        for key in [(side, what) for side, what in points if side not in self._eyes and self._secret(what)]:
            points = points.delete(key)
        return points

    def _shown(self, id_: str, piece: Piece | None, unseen: frozenset[str]) -> Piece | None:
        return replace(piece, on="") if piece is not None and piece.on in unseen else piece

    def _declared_units(self, declared: Iterable[Declared], deployment: Deployment) -> frozenset[str]:
        """The units that declared attacks show: those that attack, and whoever lies where they attack."""
        shown: set[str] = set()
        for each in declared:
            shown.update(each.units)
            for spot in each.against:
                shown.update(deployment.stack(spot))
        return frozenset(shown)

    def _side(self, unit: str) -> str:
        return self._units.get(unit, ("", ""))[0]
