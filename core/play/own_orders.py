"""The op sheets of a side after each entry of a session by mail, as far as who looks can read them; and how they are written.

They are folded from the sealed parts of changes along the way to an entry, as the state is from what stands in the open: what
was gone back over is not in them. A side's own keys open its parts, keys that were shown open those that it has shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import immutables

from core.base.errors import WrongUse
from core.model.edits.edit import Edit, flat
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.model.state import GameState
from core.play.events import Did, Meant, Noted, Rolled, SealedPart
from core.play.session import Session

if TYPE_CHECKING:
    from core.play.keys import Keys
    from core.play.sealed_orders import Leaf

Orders = immutables.Map[str, OpSheet]

_Found = immutables.Map[str, "OpSheet | Leaf"]

NOT_OPEN = "The op sheets of this side are sealed with its keys: give its pass phrase first, and they can be read and written."
"""What is said where keys are shut."""

NOT_YOURS = "By mail each side writes op sheets of its own; those that the scenario prints for the other one stay as they are."


class Book:
    """The op sheets of one side of a session by mail after each entry. Parts that nobody here can read change nothing."""

    def __init__(self, side: str, keys: "Keys | None" = None) -> None:
        self.side, self._own = side, keys
        self._leaves: dict[int, Leaf] = {}
        self._found: dict[int, _Found] = {}
        self._made: dict[int, Orders] = {}
        self._epochs = 0

    def after(self, session: Session, number: int) -> Orders:
        """The sheets after an entry, by their ids."""
        self._follow(session)
        if number not in self._made:
            found: Orders = immutables.Map()
            for id_, held in self._folded(session, number).items():
                sheet = held if isinstance(held, OpSheet) else _sheet(held, id_)
                found = found.set(id_, sheet) if sheet is not None else found
            self._made[number] = found
        return self._made[number]

    def leaf(self, session: Session, number: int) -> "Leaf | None":
        """What the sealed part of an entry says; None where there is none, or where it cannot be read."""
        self._follow(session)
        if number in self._leaves:
            return self._leaves[number]
        entry = session.entries[number - 1]
        part = entry.event.sealed if isinstance(entry.event, Did) else None
        if entry.by != self.side or part is None:
            return None
        from core.play.sealed_orders import Unreadable, read

        record = session.record
        epoch = record.written[self.side][part.number].epoch
        key = self._key(epoch, record.shown.get(self.side, ()))
        try:
            leaf = read(key, record.began.session, self.side, part) if key else None
        except Unreadable:
            return None
        if leaf is not None:
            self._leaves[number] = leaf
        return leaf

    def _key(self, epoch: int, shown: Sequence[bytes]) -> bytes:
        if self._own is not None:
            from core.play.sealed_orders import key_of

            return key_of(self._own, epoch)
        return shown[epoch] if epoch < len(shown) else b""

    def _follow(self, session: Session) -> None:
        """Forgets what was folded before more could be read."""
        epochs = len(session.record.shown.get(self.side, ()))
        if epochs != self._epochs:
            self._epochs = epochs
            self._found.clear()
            self._made.clear()

    def _folded(self, session: Session, number: int) -> _Found:
        way = []
        while number > 1 and number not in self._found:
            way.append(number)
            number = session.parent(number)
        if number not in self._found:
            printed = session.state_at(1).orders.items()
            self._found[1] = immutables.Map({id_: sheet for id_, sheet in printed if sheet.side == self.side})
        found = self._found[number]
        for at in reversed(way):
            leaf = self.leaf(session, at)
            for id_, is_written in leaf.ids.items() if leaf is not None else ():
                assert leaf is not None
                if is_written:
                    found = found.set(id_, leaf)
                elif id_ in found:
                    found = found.delete(id_)
            self._found[at] = found
        return found


def _sheet(leaf: "Leaf", id_: str) -> OpSheet | None:
    from core.play.sealed_orders import Unreadable

    try:
        return leaf.sheet(id_)
    except Unreadable:
        return None


_books: "WeakKeyDictionary[Session, dict[tuple[str, bytes], Book]]" = WeakKeyDictionary()


def book(session: Session, side: str, keys: "Keys | None" = None) -> Book:
    """The op sheets of a side as its keys open them, or without keys as they were opened to all; folded once for a session."""
    held = _books.setdefault(session, {})
    name = side, keys.content if keys is not None else b""
    if name not in held:
        held[name] = Book(side, keys)
    return held[name]


def books(session: Session, keys: Iterable["Keys"] = ()) -> Mapping[str, Book]:
    """What can be read of the op sheets of each side, with the keys of some; sides of which nothing can be are left out."""
    record, own = session.record, {each.side: each for each in keys}
    found = {}
    if session.by_mail:
        for player in session.players:
            if player.side in own or player.side in record.shown:
                found[player.side] = book(session, player.side, own.get(player.side))
    return MappingProxyType(found)


def names(orders: Orders, read: Mapping[str, Orders], first: Iterable[str] = ()) -> Mapping[tuple[str, str], str]:
    """What the op sheets that can be read of some sides are called beside each other, by their side and their id.

    Where two sides have called a sheet the same, as neither could know, a number stands behind that of the side that is not
    among the `first`. `orders` are those that are known to all.
    """
    taken = {id_ for id_, sheet in orders.items() if sheet.side not in read}
    ahead = frozenset(first)
    found: dict[tuple[str, str], str] = {}
    for side in sorted(read, key=lambda each: (each not in ahead, each)):
        own = set(read[side])
        for id_ in sorted(own):
            name, number = id_, 1
            while name in taken or (number > 1 and name in own):
                number += 1
                name = f"{id_} ({number})"
            taken.add(name)
            found[side, id_] = name
    return found


def together(orders: Orders, read: Mapping[str, Orders], first: Iterable[str] = ()) -> Orders:
    """The op sheets that are known to all with those that can be read of some sides, by their `names`; these take the place of
    what is known of the same side."""
    called = names(orders, read, first)
    for id_, sheet in orders.items():
        if sheet.side in read:
            orders = orders.delete(id_)
    for (side, id_), name in called.items():
        sheet = read[side][id_]
        orders = orders.set(name, sheet if name == id_ else replace(sheet, id=name))
    return orders


def renamed(did: Did, called: Mapping[str, str]) -> Did:
    """A change of op sheets with some of them called otherwise."""
    edits = tuple(
        ChangeOrders(edit.label, {called.get(id_, id_): _called(sheet, called) for id_, sheet in edit.sheets.items()})
        if isinstance(edit, ChangeOrders)
        else edit
        for edit in did.edits
    )
    return replace(did, edits=edits)


def _called(sheet: OpSheet | None, called: Mapping[str, str]) -> OpSheet | None:
    return replace(sheet, id=called[sheet.id]) if sheet is not None and sheet.id in called else sheet


class Writing:
    """How a side writes its op sheets by mail: with its keys, None where they are shut."""

    def __init__(self, session: Session, side: str, keys: "Keys | None") -> None:
        self._session, self._side, self._keys = session, side, keys

    def known(self, state: GameState) -> GameState:
        """The present with the op sheets of the side in it."""
        if self._keys is None:
            return state
        own = self.orders(self._session.number)
        return replace(state, orders=together(state.orders, {self._side: own}, (self._side,)))

    def orders(self, number: int) -> Orders:
        """The op sheets of the side after an entry, as far as they can be read."""
        return book(self._session, self._side, self._keys).after(self._session, number)

    def change(self, number: int) -> Did | None:
        """The change that an entry is, with its sealed part where that can be read; None for another one."""
        event = self._session.entries[number - 1].event
        if not isinstance(event, Did):
            return None
        leaf = book(self._session, self._side, self._keys).leaf(self._session, number)
        return leaf.together(event) if leaf is not None else event

    def refusal(self, edits: Iterable[Edit]) -> str:
        """Why edits cannot be made, as a sentence: sheets of another side, or keys that are shut; "" for nothing."""
        changed = _of_orders(edits)
        if not changed:
            return ""
        if self._keys is None:
            return NOT_OPEN
        known = self.known(self._session.state).orders
        named = (item for edit in changed for item in edit.sheets.items())
        sides = {each.side for id_, sheet in named for each in (sheet, known.get(id_)) if each is not None}
        return NOT_YOURS if sides - {self._side} else ""

    def sealed(self, did: Did) -> Did:
        """A change as it goes into the journal: what it does to op sheets is sealed. Raises WrongUse where it is refused."""
        if told := self.refusal(did.edits):
            raise WrongUse(told)
        return self._written(did, ()) if _of_orders(did.edits) else did

    def meant(self, label: str, meant: Meant) -> Did:
        """The change that says under seal what a roll is for which is declared in the open. Raises WrongUse."""
        if self._keys is None:
            raise WrongUse(NOT_OPEN)
        return self._written(Did(label, ()), (meant,))

    def named(self, sheet: str, units: Sequence[str] = ()) -> tuple[str, ...]:
        """The words under which rolls were to be declared for a sheet, or some units of it, in this turn, the latest first."""
        if self._keys is None:
            return ()
        return rolls_named(self._session, book(self._session, self._side, self._keys), sheet, units)

    def fallen(self, sheet: OpSheet, units: Sequence[str]) -> tuple[int, Rolled] | None:
        """The last roll of this turn that was declared for a sheet, or some units of it, with the number of its entry; None
        where there is none, or the sheet has become another one since."""
        names, rolls = self.named(sheet.id, units), self._session.record.rolls
        for number in sorted(rolls, reverse=True) if names else ():
            side, rolled = rolls[number]
            if side == self._side and rolled.purpose in names and self._then(number).get(sheet.id) == sheet:
                return number, rolled
        return None

    def _then(self, number: int) -> Orders:
        """All op sheets that the side knows of after an entry."""
        open_ = self._session.state_at(number).orders
        return together(open_, {self._side: self.orders(number)}, (self._side,))

    def _written(self, did: Did, meant: Sequence[Meant]) -> Did:
        from core.play import sealed_orders

        assert self._keys is not None
        noted = self._session.entry(did.because).event if did.because else None
        # Why somebody does what is not his to do stands in the open; what fell for which sheet does not.
        because = did.because if isinstance(noted, Noted) else 0
        return sealed_orders.sealed(self._keys, self._session.record, did, meant, because)


def _of_orders(edits: Iterable[Edit]) -> list[ChangeOrders]:
    return [edit for edit in flat(edits) if isinstance(edit, ChangeOrders)]


def rolls_named(session: Session, read: Book, sheet: str, units: Sequence[str] = ()) -> tuple[str, ...]:
    """The words under which rolls were to be declared for a sheet, or for some units of it, in this turn, the latest first."""
    turn, found = session.state.moment.turn, []
    for at in reversed(session.way()):
        if session.state_at(at).moment.turn != turn:
            break
        leaf = read.leaf(session, at)
        if leaf is not None:
            found += [each.purpose for each in leaf.meant if (each.sheet, each.units) == (sheet, tuple(units))]
    return tuple(found)


def has_sealed(event: object) -> bool:
    """Whether an event has a part that only its side can read."""
    return isinstance(event, Did) and isinstance(event.sealed, SealedPart)
