"""What each side may see: states and entries made for its eyes from what has happened.

What a side may not see is not in its view: no id, no place, no value. Nothing is blanked out in a text that was written with
it. Where a series hides stacks, the top counter of each is seen, and how many lie below. Under Fog of War an attack that was
declared shows the units that take part in it, until it is resolved: those that attack, and what lay where they attack when it
was declared, but nobody who comes there later [SCS 1.6]; elsewhere a declaration shows nothing [VCS 1.0, 9.2]. What was fought
shows no more, and of what is out of sight again not that it took part. Seals show that they are there. What a side asked, what
was ruled, and which finding it overruled, is its own.

What a side tried and went back on while the other did not look, is not in the film of the other: an entry that a side has not
*seen* (`core.play.sights` says which these are) is told as no more than a change, and its state is the one that it was tried
from. So what one player moves about in a stack of his own and puts back shows nobody what lies in it.

A view of no side in particular shows what all of them know: what is hidden from one side is not in it.

By mail the op sheets of a side stand in the file under its seal. Who looks with its keys sees them as at one table, and so does
everybody once they are opened (`core.play.own_orders`); to others such a change is told as no more than that it is there.

Both players have the box with its scenarios: the set-ups, arrivals and op sheets that a scenario prints are known to both, and
stay in the first entry. Which counters lie below others, and how many secret points a side gets, are taken out of it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import immutables

from core.base.errors import WrongUse
from core.model.deployment import Deployment, Piece, Spot
from core.model.edits.edit import IN_PLAY, Edit, flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.model.state import Declared, GameState, Trek
from core.play.events import Began, Did, Drew, Entry, Event, Joined, Noted, Overruled, Rolled, Ruled, Sealed, Settled, Shuffled
from core.play.own_orders import Book, Orders, books, has_sealed, names, renamed, together
from core.play.session import Session
from core.play.sights import Sights
from core.rules.kernel.findings import Finding
from core.rules.kernel.play_rules import Stacks as StackRule

if TYPE_CHECKING:
    from core.play.keys import Keys

Stacks = Literal["open", "top"]
"""Whether a player may look through the other's stacks, or sees their top counters alone."""

DECLARED = "declared"
"""Stacks are hidden until an attack on them is declared; by another word a declaration shows nothing."""

Points = immutables.Map[tuple[str, str], int]

OUT_OF_SIGHT = "By orders that are out of sight"
"""What a change is called of which a part is out of sight, and that says by its name what."""

_SIFTED = ("held", "points", "declared", "fought")
"""What of the state of play may name what is out of sight."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something happened that the side does not see; `what` says as much as it may know: "change", "question", "chit", or
    "sealed" for what is written under seal.

    `because` is the entry that says why it was done all the same, which both sides read; 0 for none.
    """

    what: str
    because: int = 0


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
    """A session through the eyes of some sides: one of them, both for a table where everything is open, none for what everybody
    knows.

    `stacks` is what the rules say of stacks, or whether they are open in a word. `secret_points` says whether a side does not
    tell the other how many points of a kind it has left. `keys` are those of the sides that look, as far as they are open.
    """

    def __init__(
        self,
        session: Session,
        eyes: Iterable[str],
        stacks: Stacks | StackRule = "open",
        secret_points: Callable[[str], bool] = lambda what: False,
        keys: "Iterable[Keys]" = (),
    ) -> None:
        self._session, self._eyes = session, frozenset(eyes)
        self._keys = tuple(each for each in keys if each.side in self._eyes)
        sides = {player.side for player in session.players}
        self._all = sides <= self._eyes
        self._rule = stacks if isinstance(stacks, StackRule) else StackRule(stacks, until=DECLARED)
        self._open = self._all or self._rule.seen != "top"
        self._secret = secret_points
        self._units = session.record.began.units
        self._sights: Sights | None = None

    @property
    def _books(self) -> Mapping[str, Book]:
        """What can be read of op sheets under seal, by their sides."""
        return books(self._session, self._keys)

    @property
    def eyes(self) -> frozenset[str]:
        """The sides that look."""
        return self._eyes

    def without_keys(self) -> "View":
        """The same without what stands under seal by mail: what a side writes into the journal in the open, such as a ruling,
        is made from this."""
        return View(self._session, self._eyes, self._rule, self._secret) if self._keys else self

    def state(self, number: int = 0) -> SeenState:
        """The state after an entry (0 for the last) without what is out of sight. Raises WrongUse."""
        at = self.seen_at(number) if number else self._session.number
        state = self._session.state_at(at)
        if (orders := self._read(state.orders, at)) is not state.orders:
            state = replace(state, orders=orders)
        return self.of(state)

    def orders(self, number: int = 0) -> Orders:
        """The op sheets after an entry (0 for the last), as far as they are seen. Raises WrongUse."""
        at = self.seen_at(number) if number else self._session.number
        return self._orders(self._read(self._session.state_at(at).orders, at))

    def _read(self, orders: Orders, number: int) -> Orders:
        """Op sheets with those under seal that who looks can read."""
        read = {side: book.after(self._session, number) for side, book in self._books.items()}
        return together(orders, read, self._eyes) if read else orders

    def seen_at(self, number: int) -> int:
        """The entry whose state is seen in the place of that of an entry: itself but for what was tried unseen. Raises
        WrongUse."""
        self._session.entry(number)
        if self._all or number == self._session.number:
            return number
        if self._sights is None or self._sights.number != self._session.number:
            self._sights = Sights(self._session, self._eyes)
        return self._sights.stands_for(number)

    def of(self, state: GameState) -> SeenState:
        """A state without what is out of sight."""
        if (points := self._points(state.points)) is not state.points:
            state = replace(state, points=points)
        if (orders := self._orders(state.orders)) is not state.orders:
            state = replace(state, orders=orders)
        deployment = state.deployment
        hidden = self.hidden(state)
        if deployment is None or self._open:
            return SeenState(state, MappingProxyType({}))
        untold = self._untold(state, hidden)
        held = state.held
        for unit in untold:
            held = held.delete(unit) if unit in held else held
        declared, fought = self._declared(state.declared, untold), self._declared(state.fought, untold)
        if held is not state.held or (declared, fought) != (state.declared, state.fought):
            state = replace(state, held=held, declared=declared, fought=fought)
        if not state.arrived.isdisjoint(hidden):
            state = replace(state, arrived=state.arrived - hidden)
        if not state.moved.isdisjoint(untold):
            state = replace(state, treks=tuple(_told_of(state.treks, untold)))
        if not state.turned.isdisjoint(untold):
            state = replace(state, turned=state.turned - untold)
        if any(unit in untold for unit in state.vacated.values()):
            known = {place: unit for place, unit in state.vacated.items() if unit not in untold}
            state = replace(state, vacated=immutables.Map(known))
        if not hidden:
            return SeenState(state, MappingProxyType({}))
        below: dict[Spot, int] = {}
        for id_ in hidden:
            spot = deployment.pieces[id_].at
            below[spot] = below.get(spot, 0) + 1
        left = deployment.with_pieces(dict.fromkeys(hidden))
        freed = {id_: replace(piece, on="") for id_, piece in left.pieces.items() if piece.on in hidden}
        left = left.with_pieces(freed) if freed else left
        return SeenState(replace(state, deployment=left), MappingProxyType(below))

    def hidden(self, state: GameState) -> frozenset[str]:
        """The pieces in play that are out of sight."""
        deployment = state.deployment
        if self._open or deployment is None:
            return frozenset()
        shown = self._declared_units(state.declared, deployment)
        return frozenset(
            id_
            for ids in deployment.stacks.values()
            for id_ in self._covered(ids)
            if self._side(id_) not in self._eyes and id_ not in shown
        )

    def _covered(self, ids: Sequence[str]) -> Iterator[str]:
        """The pieces of a stack, told from the bottom up, that lie beneath one of their own side or of none. Where both sides
        share a spot, such as a box beside the map, each has a stack of its own there."""
        above: set[str] = set()
        for id_ in reversed(ids):
            side = self._side(id_)
            if side in above or "" in above or (not side and above):
                yield id_
            above.add(side)

    def brought_to_light(self, edit: Edit) -> frozenset[str]:
        """The counters that are out of sight and would be seen after an edit, such as one that takes off what covers them. A
        player does not do that to the other's stacks; what is declared shows them in its own way."""
        state = self._session.state
        hidden = self.hidden(state)
        if not hidden:
            return frozenset()
        after = self._session.after(edit)
        if after.deployment is None:
            return frozenset()
        return frozenset(unit for unit in hidden - self.hidden(after) if unit in after.deployment.pieces)

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
                whole = self._whole(entry, event)
                if self.seen_at(entry.number) != entry.number:
                    return self._unseen(whole)
                return self._change(entry.number, whole) if whole.edits or not has_sealed(whole) else self._unseen(whole)
            case Ruled() if not own:
                return Unseen("question")
            case Overruled() if not self._all and entry.by not in self._eyes:
                # What it says of counters and of numbers is for the side alone that looked the phase through.
                return Overruled(event.rule, "", "")
            case Rolled() if not own:
                return self._fallen(entry, event)
            case Sealed():
                return replace(event, box=b"")
            case Joined():
                return replace(event, wrapped=b"", salt=b"")
            case Drew() if event.unit and self._is_untold(event.unit, self._session.state_at(entry.number)):
                return Unseen("chit")
            case Shuffled():
                # What a cup is filled with is known to all.
                return replace(event, parts=event.parts[:1])
            case Drew():
                return replace(event, parts=())
            case Settled(shuffled, unlocked):
                bare = tuple(replace(each, parts=()) for each in unlocked)
                return Settled(tuple(replace(each, parts=()) for each in shuffled), bare)
            case _:
                return event

    def _whole(self, entry: Entry, did: Did) -> Did:
        """A change with its sealed part, where who looks can read that."""
        book = self._books.get(entry.by)
        leaf = book.leaf(self._session, entry.number) if book is not None and did.sealed is not None else None
        if leaf is None:
            return did
        try:
            whole = leaf.together(did)
            called = {id_: name for id_, name in self._called(entry).items() if id_ != name and id_ in leaf.ids}
            return renamed(whole, called) if called else whole
        except WrongUse:
            # A forger has put something else under the seal, which is told when it is judged.
            return did

    def _called(self, entry: Entry) -> Mapping[str, str]:
        """What the op sheets of the side of an entry are called in the states before and after it."""
        found: dict[str, str] = {}
        for at in (self._session.parent(entry.number), entry.number):
            read = {side: book.after(self._session, at) for side, book in self._books.items()}
            called = names(self._session.state_at(at).orders, read, self._eyes)
            found |= {id_: name for (side, id_), name in called.items() if side == entry.by}
        return found

    def _fallen(self, entry: Entry, rolled: Rolled) -> Rolled:
        """A roll of another side: all see what falls on a table, and not for which op sheet, where that is its own secret."""
        orders = self._session.state_at(entry.number).orders
        seen = self._orders(orders)
        tells = any(name not in seen and _said_in(rolled.purpose, name) for name in orders)
        return replace(rolled, purpose="") if tells else rolled

    def _beginning(self, began: Began) -> Began:
        """What is played, without counters that lie below others and without points that are secret."""
        plan = began.scenario
        told = tuple(each for each in plan.allotments if self._all or each.side in self._eyes or not self._secret(each.what))
        if told != plan.allotments:
            began = replace(began, scenario=replace(plan, allotments=told))
        hidden = self.hidden(GameState(deployment=plan.start))
        if not hidden:
            return began
        seen = plan.start.with_pieces(dict.fromkeys(hidden))
        freed = {id_: replace(piece, on="") for id_, piece in seen.pieces.items() if piece.on in hidden}
        units = {id_: unit for id_, unit in began.units.items() if id_ not in hidden}
        drawing = {id_: cup for id_, cup in began.drawing.items() if id_ not in hidden}
        plan = replace(began.scenario, start=seen.with_pieces(freed) if freed else seen)
        return replace(began, scenario=plan, units=MappingProxyType(units), drawing=MappingProxyType(drawing))

    def _change(self, number: int, did: Did) -> Did | Unseen:
        """A change without the pieces that are out of sight before and after it."""
        before = self._session.state_at(self._session.parent(number))
        after = self._session.state_at(number)
        unseen_before, unseen_after = self.hidden(before), self.hidden(after)
        some_points = self._points(before.points) is not before.points or self._points(after.points) is not after.points
        gone = self._untold(before, unseen_before) | self._untold(after, unseen_after)
        # By mail nothing of op sheets is here but what who looks has read.
        written = not self._all and not self._session.by_mail and any(isinstance(edit, ChangeOrders) for edit in did.edits)
        if not gone and not some_points and not written:
            return did
        # A carrier that was out of sight and is gone now was never seen.
        left = after.deployment.pieces if after.deployment is not None else {}
        carriers = unseen_after | {unit for unit in unseen_before if unit not in left}
        edits: list[Edit] = []
        for edit in did.edits:
            if isinstance(edit, ChangePieces) and edit.file == IN_PLAY:
                pieces = {id_: self._shown(id_, piece, carriers) for id_, piece in edit.pieces.items()}
                pieces = {
                    id_: piece
                    for id_, piece in pieces.items()
                    if id_ not in unseen_after and (id_ not in unseen_before or piece is not None)
                }
                if pieces or edit.marks:
                    edits.append(replace(edit, pieces=MappingProxyType(pieces)))
            elif isinstance(edit, ChangeState) and not edit.said.keys().isdisjoint(_SIFTED):
                said = self._said(edit.said, before, after)
                if said:
                    edits.append(ChangeState(edit.label, said))
            elif isinstance(edit, ChangeOrders) and written:
                if own := self._own_orders(edit, before):
                    edits.append(ChangeOrders(edit.label, own))
            else:
                edits.append(edit)
        if not edits:
            return self._unseen(did)
        untold = written and not any(isinstance(edit, ChangeOrders) for edit in edits)
        # Its name would say which sheet of the other side it was.
        return replace(did, label=OUT_OF_SIGHT if untold else did.label, edits=tuple(edits))

    def _unseen(self, did: Did) -> Unseen:
        """A change that is out of sight, with why it was done where both sides read that."""
        if has_sealed(did) and not did.edits:
            return Unseen("sealed")
        noted = self._session.entries[did.because - 1].event if 0 < did.because <= self._session.number else None
        return Unseen("change", did.because if isinstance(noted, Noted) and noted.why else 0)

    def _said(self, said: Mapping[str, Any], before: GameState, after: GameState) -> dict[str, Any]:
        """What is said of the state of play, without chits and points that are out of sight."""
        found = dict(said)
        if "held" in found:
            found["held"] = self.of(after).state.held
            if found["held"] == self.of(before).state.held:
                del found["held"]
        if "declared" in found:
            found["declared"] = self.of(after).state.declared
        if "fought" in found:
            found["fought"] = self.of(after).state.fought
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

    def _orders(self, orders: Orders) -> Orders:
        """Op sheets without those of others, but for what the scenario prints of them; the same where there are none."""
        if self._all or self._session.by_mail:
            # By mail the state in the open holds what the scenario prints, and the rest was read with a key.
            return orders
        printed = self._session.state_at(1).orders
        kept = orders
        for id_, sheet in orders.items():
            if sheet.side not in self._eyes and sheet is not printed.get(id_):
                kept = kept.set(id_, printed[id_]) if id_ in printed else kept.delete(id_)
        for id_, sheet in printed.items():
            if id_ not in orders and sheet.side not in self._eyes:
                kept = kept.set(id_, sheet)
        return kept

    def _own_orders(self, edit: ChangeOrders, before: GameState) -> dict[str, OpSheet | None]:
        """What an edit says of op sheets of those that look."""
        own = {}
        for id_, sheet in edit.sheets.items():
            known = sheet or before.orders.get(id_)
            if known is not None and known.side in self._eyes:
                own[id_] = sheet
        return own

    def _shown(self, id_: str, piece: Piece | None, unseen: frozenset[str]) -> Piece | None:
        return replace(piece, on="") if piece is not None and piece.on in unseen else piece

    def _untold(self, state: GameState, hidden: frozenset[str]) -> frozenset[str]:
        """Units of others of which nothing is told: those that are out of sight, and those with chits, in what is declared or
        was fought, or that have moved, were turned or left a hex, that are not on the map at all."""
        if self._open:
            return frozenset()
        pieces = state.deployment.pieces if state.deployment is not None else {}
        named = {*state.held, *(unit for each in (*state.declared, *state.fought) for unit in (*each.units, *each.shown))}
        named |= {*state.moved, *state.turned, *state.vacated.values()}
        return hidden | {unit for unit in named if unit not in pieces and self._side(unit) not in self._eyes}

    def _is_untold(self, unit: str, state: GameState) -> bool:
        if self._open or self._side(unit) in self._eyes:
            return False
        return state.deployment is None or unit not in state.deployment.pieces or unit in self.hidden(state)

    def _declared(self, declared: tuple[Declared, ...], untold: frozenset[str]) -> tuple[Declared, ...]:
        """What is declared or was fought, without the names of units that are out of sight."""
        return tuple(
            replace(
                each,
                units=tuple(unit for unit in each.units if unit not in untold),
                shown=tuple(unit for unit in each.shown if unit not in untold),
            )
            for each in declared
        )

    def _declared_units(self, declared: Iterable[Declared], deployment: Deployment) -> frozenset[str]:
        """The units that declared attacks show: those of the side that attack, and of the others those that lay where they
        attack when it was declared, and lie there still. Where nobody may take notes of what he has seen, what is over is not
        shown again."""
        shown: set[str] = set()
        if self._rule.until != DECLARED:
            return frozenset()
        now = self._session.state.declared
        for each in declared:
            if not self._rule.notes and each not in now:
                continue
            shown.update(unit for unit in each.units if self._side(unit) == each.by)
            for spot in each.against:
                lying = deployment.stack(spot)
                shown.update(unit for unit in each.shown if unit in lying and self._side(unit) != each.by)
        return frozenset(shown)

    def findings(self, found: Iterable[Finding], state: GameState) -> tuple[Finding, ...]:
        """What is found at the end of a phase as the sides that look may know it: without findings that name counters that are
        out of sight, or that count what lies where some are.

        The state that these sides see is looked through (`state`, `audit`): each side finds what is its own so, and what it
        sees of others.
        """
        if self._open:
            return tuple(found)
        hidden = self.hidden(state)
        pieces = state.deployment.pieces if state.deployment is not None else {}
        crowded = {pieces[unit].at for unit in hidden}
        seen = {self._name(unit) for unit in pieces if unit not in hidden}
        names = {self._name(unit) for unit in hidden} - seen
        return tuple(each for each in found if not self._tells(each, hidden, crowded, names))

    def _tells(self, finding: Finding, hidden: frozenset[str], crowded: Collection[Spot], names: Iterable[str]) -> bool:
        """Whether a finding tells of counters that are out of sight: by name, by what it would change, or by their number."""
        if not hidden.isdisjoint(finding.units) or any(_said_in(finding.text, name) for name in names):
            return True
        changed = (edit.pieces for edit in flat(finding.edits) if isinstance(edit, ChangePieces))
        if any(not hidden.isdisjoint(pieces) for pieces in changed):
            return True
        others = finding.units and all(self._side(unit) not in self._eyes for unit in finding.units)
        return bool(others) and not set(crowded).isdisjoint(finding.spots)

    def _name(self, unit: str) -> str:
        return self._units.get(unit, ("", ""))[1] or unit

    def _side(self, unit: str) -> str:
        return self._units.get(unit, ("", ""))[0]


def _said_in(text: str, name: str) -> bool:
    """Whether a text names something, as a word of its own."""
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _told_of(treks: Iterable[Trek], untold: Collection[str]) -> Iterator[Trek]:
    """Ways that units have gone, without those of which nothing is told."""
    for trek in treks:
        if units := tuple(unit for unit in trek.units if unit not in untold):
            yield replace(trek, units=units)
