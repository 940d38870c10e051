"""Rolls for op sheets, and for some of their units: what they are for, which of them fell, how they are declared by mail.

At one table the journal says in the open what a roll is for. By mail its words tell no sheet; which it is for is sealed before
it is declared. The window and the commands ask here, so that what one of them has rolled the other finds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.base.errors import WrongUse
from core.model.box import GameBox
from core.model.orders import OpSheet
from core.play.dice import value
from core.play.events import Did, Meant, Rolled
from core.play.own_orders import Writing
from core.play.pledges import open_pledges
from core.play.sealed_sheets import naming_in
from core.play.session import Session
from core.rules.kernel.orders_detail import TWO_DICE


@dataclass(frozen=True, slots=True)
class Fallen:
    """A roll that fell: the number of its entry, and what its dice say."""

    number: int
    roll: int


@dataclass(frozen=True, eq=False)
class OrderRolls:
    """The rolls of a session for a sheet, or for some `units` of it ("()" for the sheet). `writing` is how the side that rolls
    writes its sheets by mail, None at one table."""

    session: Session
    box: GameBox
    writing: Writing | None
    sheet: OpSheet
    units: tuple[str, ...] = ()

    @property
    def purpose(self) -> str:
        """What a roll is for, as it stands in the open at one table."""
        if not self.units:
            return f"command prep of {self.sheet.id}"
        naming = naming_in(self.box, self.session.record.began.units)
        return f"check of {', '.join(map(naming.unit, self.units))} on {self.sheet.id}"

    @property
    def _purposes(self) -> tuple[str, ...]:
        """The words under which such rolls of this turn stand in the journal, by mail the latest first."""
        return self.writing.named(self.sheet.id, self.units) if self.writing is not None else (self.purpose,)

    def fallen(self) -> Fallen | None:
        """The last roll for it in this turn, as long as the sheet is what it was then; None for none."""
        if self.writing is not None:
            found = self.writing.fallen(self.sheet, self.units)
            return Fallen(found[0], value(found[1])) if found is not None else None
        for number, rolled in self._rolled():
            if self.session.state_at(number).orders.get(self.sheet.id) == self.sheet:
                return Fallen(number, value(rolled))
        return None

    def times(self) -> int:
        """How often dice fell for it in this turn; it is rolled for once. [TCS 4.01 6.9f, 6.14d]"""
        return sum(1 for _ in self._rolled())

    def _rolled(self) -> Iterator[tuple[int, Rolled]]:
        """The rolls for it in this turn on the way that play has gone, with their entries, the latest first."""
        session, purposes = self.session, self._purposes
        on_way = frozenset(session.way()) if purposes else frozenset[int]()
        for number, (_, rolled) in sorted(session.record.rolls.items(), reverse=True):
            if number in on_way and rolled.purpose in purposes:
                if session.state_at(number).moment.turn != session.state.moment.turn:
                    return
                yield number, rolled

    def to_declare(self, dice: str, side: str) -> tuple[str, Did | None]:
        """By mail the words under which a side declares a roll, and the change that says before, under seal, what it is for;
        None where that is said already of one that is not declared yet. Raises WrongUse where one waits for its answer."""
        assert self.writing is not None
        record, names = self.session.record, self._purposes
        pledged = {purpose for each in open_pledges(record) for _, purpose in each.rolls}
        if waits := next((name for name in names if name in pledged), ""):
            raise WrongUse(
                f"The roll for it is declared as “{waits}” and is not open yet; the file goes to the other side and back."
            )
        fell = {rolled.purpose for _, rolled in record.rolls.values()}
        if unused := next((name for name in names if name not in fell), ""):
            return unused, None
        number = len(record.written.get(side, ())) + 1
        purpose = f"{'command prep' if dice == TWO_DICE else 'die roll check'} {number}"
        label = f"“{purpose}” is the roll for “{self.sheet.id}”"
        return purpose, self.writing.meant(label, Meant(purpose, self.sheet.id, self.units))
