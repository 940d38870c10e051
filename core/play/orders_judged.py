"""What is to be said of op sheets that were written under seal, once their side has opened them: each change is looked at again
with the rules. It asks questions, and so runs beside the window, not in it.

That every box holds what was sealed is proved before its opening is taken into the file (`core.play.sealed_orders`). Here each
change along the way that play has gone is held against what the rules propose in the state that it found: what sheets gain,
what a roll brings into force, who is added. What is none of that is told with the rule that it breaks, and so is what was
written on a sheet that stood (`core.play.standing_sheets`), unless somebody has said why.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.base.counted import counted
from core.base.errors import CoreError
from core.base.steps import finish
from core.model.edits.edit import flat
from core.model.edits.order_edits import ChangeOrders
from core.model.oob import Oob
from core.model.orders import OpSheet
from core.play.dice import value
from core.play.events import Meant, Noted, Rolled
from core.play.own_orders import Book, Orders, Writing, book
from core.play.record import NOTHING_WRITTEN
from core.play.session import Session
from core.play.standing_sheets import StandingSheets
from core.play.views import View
from core.play.written_orders import against_order
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.play_rules import SecretKind

STEPS = "opsheet.steps"
"""The question that proposes what can be done with op sheets."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a roll is for, and the entry that has said so under seal."""

    entry: int
    meant: Meant


@dataclass(frozen=True)
class Judge:
    """Looks at the op sheets of one side of a session that were opened. `kind` is what the rules say of them as secrets."""

    session: Session
    side: str
    game: Game
    kind: SecretKind | None

    def said(self) -> Generator[tuple[int, int], None, list[str]]:
        """Everything that is to be said, as sentences; each step tells how many changes of how many were looked at."""
        session, read = self.session, book(self.session, self.side)
        written = session.record.written.get(self.side, NOTHING_WRITTEN)
        shown = [each for each in written.values() if each.epoch < len(session.record.shown.get(self.side, ()))]
        told = [f"{counted(len(shown), 'change')} of op sheets: every one is what was sealed."]
        found = [
            f"Entry {each.entry}: what was sealed is no change of op sheets, and changes nothing."
            for each in sorted(shown, key=lambda each: each.entry)
            if (leaf := read.leaf(session, each.entry)) is None or not leaf.is_sound
        ]
        way = [at for at in session.way() if (leaf := read.leaf(session, at)) is not None and leaf.is_sound]
        meant: dict[str, Named] = {}
        used: dict[int, int] = {}
        for done, at in enumerate(way):
            yield done, len(way)
            leaf = read.leaf(session, at)
            assert leaf is not None
            for each in leaf.meant:
                meant.setdefault(each.purpose, Named(at, each))
            found += [f"Entry {at}: {words}" for words in self._of_change(read, at, meant, used)]
        found += self._of_rolls(meant)
        on_way = frozenset(session.way())
        if beside := sum(each.entry not in on_way for each in shown):
            told.append(f"{counted(beside, 'change')} of them: on ways that were gone back on, and not looked at.")
        return told + (found or ["Nothing in them is against the rules, as far as the rules can tell."])

    # One change ---------------------------------------------------------------------------------------------------------------

    def _of_change(self, read: Book, at: int, meant: Mapping[str, Named], used: dict[int, int]) -> Iterator[str]:
        session = self.session
        leaf = read.leaf(session, at)
        assert leaf is not None
        before, after = read.after(session, session.parent(at)), read.after(session, at)
        if session.state_at(session.parent(at)).moment.turn == 0:
            # What is written before play is in force when it begins [TCS 4.01 27.1f].
            return
        because = leaf.did.because
        rolled = session.entries[because - 1].event if 0 < because < at else None
        roll = value(rolled) if isinstance(rolled, Rolled) and session.entries[because - 1].by == self.side else None
        touched = dict.fromkeys(leaf.ids)
        renamed = _renamed(before, after, touched)
        pairs = []
        for id_ in touched:
            old, new = before.get(renamed.get(id_, id_)), after.get(id_)
            if old == new or new is None or id_ in renamed.values():
                continue
            if not self._prepares:
                yield from against_order(session, self.game, self.side, new, at)
            elif old is None:
                yield from _begun(new)
            elif not (old.is_drafted and new.is_drafted):
                pairs.append((replace(old, id=id_), new))
        # What becomes of one sheet may be what another one does to it.
        proposed = [made for old, new in pairs for made in self._proposed(old, new, at, roll)]
        by_rule = {new.id for _, new in pairs if new in proposed}
        yield from self._against_writing({id_: after.get(id_) for id_ in touched if id_ not in by_rule}, at, because)
        for old, new in pairs:
            if new.id not in by_rule:
                yield from self._of_sheet(old, new, roll, [each for each in proposed if each.id == new.id])
        if roll is not None and isinstance(rolled, Rolled):
            # Sheets that merely lose units to another one were not rolled for.
            rolled_for = [new.id for old, new in pairs if _come(old) != _come(new)]
            yield from self._of_its_roll(rolled_for, because, rolled, meant, used)
            used[because] = at

    @property
    def _prepares(self) -> bool:
        """Whether sheets are prepared in the series, and do not simply hold from when they are written."""
        return STEPS in QUESTIONS.get(self.game.ruleset.series, {})

    def _against_writing(self, sheets: Mapping[str, OpSheet | None], at: int, because: int) -> Iterator[str]:
        """What stands against writing on sheets as a change does, unless somebody has said why."""
        noted = self.session.entries[because - 1].event if 0 < because < at else None
        if self.kind is None or self.kind.written is None or (isinstance(noted, Noted) and noted.why):
            return
        reads = Writing(self.session, self.side, None)
        standing = StandingSheets(self.session, self.kind, self.kind.written, reads, self.session.parent(at))
        for barrier in standing.barriers(ChangeOrders("", sheets)):
            yield barrier.sentence

    def _of_sheet(self, old: OpSheet, new: OpSheet, roll: int | None, proposed: Sequence[OpSheet]) -> Iterator[str]:
        """What is wrong with how far a sheet comes that is prepared, in force or over; `proposed` is what the rules make of
        it."""
        if new.turns != old.turns:
            right = sorted({each.turns for each in proposed if each.turns != old.turns})
            allowed = f"by the rules it has {_either(right)}" if right else f"by the rules it stays at {old.turns}"
            yield f"“{new.id}” has {counted(new.turns, 'weighted turn')} now; {allowed} [6.9d, 6.9e]."
        elif new.gained != old.gained:
            yield f"“{new.id}” is said to have gained weighted turns in turn {new.gained}, and has none more [6.9d]."
        if new.status != old.status:
            yield self._of_status(old, new, roll)
        elif (new.begun, new.joined) != (old.begun, old.joined):
            yield f"the preliminary instructions of “{new.id}” are said to have begun at another time [6.14a]."
        for old_, new_ in zip(old.added, new.added, strict=False):
            if (old_.status, old_.turns, old_.gained, old_.begun) != (new_.status, new_.turns, new_.gained, new_.begun):
                yield f"units that were added to “{new.id}” come further than the rules let them [6.13c]."
        if (new.elements, new.staff) != (old.elements, old.staff) and old.elements is not None:
            yield f"the size of “{new.id}” becomes another one [6.13b, 6.13d]."
        if new.left != old.left:
            yield f"units leave “{new.id}” otherwise than the rules let them [6.10a, 6.11d, 6.13b]."
        for was, now in zip(old.committed, new.committed, strict=False):
            if was.holds != now.holds:
                yield f"a reserve of “{new.id}” has its orders without a roll that is enough [6.14b, 6.14d]."
        if new.mines != old.mines:
            yield f"“{new.id}” lays mines where the rules let it lay none [21.1]."
        for one, other in zip(old.alternates, new.alternates, strict=False):
            if (one.taken, one.tried) != (other.taken, other.tried):
                yield f"units of “{new.id}” take an alternate without a roll that is enough [6.14c, 6.14d]."

    @staticmethod
    def _of_status(old: OpSheet, new: OpSheet, roll: int | None) -> str:
        words = {"implemented": "comes into force", "preliminary": "begins its preliminary instructions"}.get(new.status, "")
        if old.in_preparation and words:
            why = f"and the roll of {roll} is not enough" if roll is not None else "and no roll is named for it"
            return f"“{new.id}” {words}, {why} [6.9f, 6.14a]."
        return f"“{new.id}” goes from {old.status} to {new.status}, which no rule lets it [6.10, 6.11]."

    def _proposed(self, old: OpSheet, new: OpSheet, at: int, roll: int | None) -> Iterator[OpSheet]:
        """What the rules propose to make of a sheet, and of others with it, in the state that a change found."""
        session = self.session
        state = View(session, [self.side]).state(session.parent(at)).state
        asked = self.game.with_state(replace(state, orders=state.orders.set(old.id, old)))
        rolls: tuple[dict[str, Any], ...] = ({},) if roll is None else ({}, {"roll": roll})
        given: list[tuple[str, dict[str, Any]]] = [(STEPS, {"side": self.side})]
        given += [(STEPS, {"sheet": old.id, **each}) for each in rolls]
        given += [
            (STEPS, {"sheet": old.id, "units": units, **each})
            for units in _meant_units(self.game.box.oob, old, new)
            for each in rolls
        ]
        # What is laid on the map by a sheet has a question of its own.
        given += [
            (question, {"side": self.side, "to": place})
            for question in self.game.ruleset.play.laid.values()
            for place in new.mines
            if place not in old.mines
        ]
        for question, parameters in given:
            try:
                ruling = ask(question, asked, **parameters)
            except CoreError:
                # Such a step is not there for this sheet now.
                continue
            found = getattr(ruling.detail, "proposals", ())
            for edit in flat(edit for proposal in found for edit in proposal.edits):
                if isinstance(edit, ChangeOrders):
                    yield from (made for made in edit.sheets.values() if made is not None)

    # Rolls --------------------------------------------------------------------------------------------------------------------

    @staticmethod
    def _of_its_roll(
        sheets: Sequence[str], number: int, rolled: Rolled, meant: Mapping[str, Named], used: Mapping[int, int]
    ) -> Iterator[str]:
        """Whether the roll that a change of sheets names was meant for one of them before it fell, and for nothing else."""
        if number in used:
            yield f"the roll of entry {number} was used in entry {used[number]} already [6.9f, 6.14d]."
        said = meant.get(rolled.purpose)
        named = ", ".join(f"“{each}”" for each in sheets)
        if said is None or said.meant.sheet not in sheets:
            what = f"for “{said.meant.sheet}”" if said is not None else "for no sheet"
            yield f"the roll of entry {number} was declared {what}, and is used for {named}."
        elif said.entry > (rolled.pledge or number):
            yield f"what the roll of entry {number} is for was sealed in entry {said.entry} only, after it was declared."

    def _of_rolls(self, meant: Mapping[str, Named]) -> Iterator[str]:
        """Sheets and units for which dice fell more than once in a turn."""
        session, on_way = self.session, frozenset(self.session.way())
        fell: dict[tuple[int, str, tuple[str, ...]], list[int]] = {}
        for number, (side, rolled) in sorted(session.record.rolls.items()):
            named = meant.get(rolled.purpose)
            if side == self.side and named is not None and number in on_way:
                turn, said = session.state_at(number).moment.turn, named.meant
                fell.setdefault((turn, said.sheet, said.units), []).append(number)
        for (turn, sheet, _), numbers in fell.items():
            if len(numbers) > 1:
                entries = ", ".join(map(str, numbers))
                yield f"“{sheet}” was rolled for {len(numbers)} times in turn {turn} (entries {entries}) [6.9f, 6.14d]."


def judged(session: Session, side: str, game: Game, kind: SecretKind | None) -> list[str]:
    """What is to be said of the op sheets of a side that it has opened to all, as sentences."""
    return finish(Judge(session, side, game, kind).said())


def _come(sheet: OpSheet) -> object:
    """How far a sheet, and what parts of it wait for, has come by rolls."""
    return sheet.status, tuple(each.status for each in sheet.added), sheet.committed, sheet.alternates


def _begun(new: OpSheet) -> Iterator[str]:
    """What is wrong with a sheet that is new."""
    if new.status != "waiting":
        word = "in force" if new.implemented else new.status
        yield f"“{new.id}” is new and {word} at once; it has to be prepared [6.8, 6.9]."
    elif new.turns or any(getattr(new, name) for name in ("left", "added", "committed")):
        yield f"“{new.id}” is new and has {counted(new.turns, 'weighted turn')} at once [6.9d]."


def _renamed(before: Orders, after: Orders, touched: Iterable[str]) -> dict[str, str]:
    """New names of sheets that say the same as before under other ones."""
    gone = [id_ for id_ in touched if id_ in before and id_ not in after]
    found = {}
    for id_ in touched:
        new = after.get(id_)
        if new is not None and id_ not in before:
            old = next((each for each in gone if replace(before[each], id=id_) == new), None)
            if old is not None:
                found[id_] = old
    return found


def _meant_units(oob: Oob, old: OpSheet, new: OpSheet) -> Iterator[list[str]]:
    """The units with which alone something was done, as a change shows them."""
    gone, were = {unit for unit, _ in new.left}, {unit for unit, _ in old.left}
    parts: list[Iterable[str]] = [sorted(gone - were), [unit for unit in new.units if unit not in old.units]]
    for name in ("added", "committed", "alternates"):
        one, other = getattr(old, name), getattr(new, name)
        parts += [each.units for each in other if each not in one]
        parts += [each.units for each in one if each not in other]
    # What was struck off those that were added stands in no list of its own.
    joining, still = (set(oob.counters_meant(name for each in one.added for name in each.units)) for one in (old, new))
    parts.append(sorted(joining - still))
    seen = set()
    for part in parts:
        units = tuple(part)
        if units and units not in seen:
            seen.add(units)
            yield list(units)


def _either(numbers: list[int]) -> str:
    *some, last = map(str, numbers)
    return f"{', '.join(some)} or {last}" if some else last
