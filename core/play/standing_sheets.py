"""What stands against writing on an op sheet that is drawn up already [TCS 4.01 6.5a, 6.8].

A sheet is written whole in one phase. From then on it is held against the terms of what is sealed: its units grow, with their
part of the graphic and of the notes, and nothing else becomes other than it was when the phase began. Nothing is barred: who
writes all the same says why, once for a sheet in a phase.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from core.model.edits.edit import IN_PLAY, Edit, flat
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.model.state import Moment
from core.play.events import Did, Noted
from core.play.passage import begun_at, whole
from core.play.session import Barrier, Session
from core.play.sheet_texts import fields_refused, sheet_content
from core.play.terms import terms_of
from core.rules.kernel.play_rules import SecretKind, WhenWritten


class Reads(Protocol):
    """How the op sheets of a session are read."""

    def orders(self, number: int) -> Mapping[str, OpSheet]:
        """The sheets after an entry, by their ids."""
        ...

    def change(self, number: int) -> Did | None:
        """The change that an entry is, with what it does to sheets; None for another one."""
        ...


@dataclass(frozen=True, eq=False)
class _InTheOpen:
    """At one table sheets stand in the state."""

    session: Session

    def orders(self, number: int) -> Mapping[str, OpSheet]:
        return self.session.state_at(number).orders

    def change(self, number: int) -> Did | None:
        event = self.session.entries[number - 1].event
        return event if isinstance(event, Did) else None


@dataclass(frozen=True, eq=False)
class StandingSheets:
    """The op sheets of a session as they are drawn up. `kind` is what the rules say of them, with when they are `written`; they
    are looked at as they stand after the entry `at`, 0 for the last."""

    session: Session
    kind: SecretKind
    written: WhenWritten
    reads: Reads
    at: int = 0

    def stands(self, id_: str) -> bool:
        """Whether a sheet is drawn up already: it was there when the phase began, or the phase is none in which sheets are
        written. Before the first turn nothing is settled. [TCS 4.01 6.8, 27.1f]"""
        if not self._has_begun or id_ not in self._now:
            return False
        return not self._is_written_now or self._when_begun(id_) is not None

    def barriers(self, edit: Edit) -> tuple[Barrier, ...]:
        """What stands against a change; nothing where somebody has said why for the same sheet in this phase.
        [TCS 4.01 6.5a, 6.8, 6.10]"""
        if not self._has_begun:
            return ()
        return tuple(
            Barrier(self._number, sentence, section)
            for each in flat((edit,))
            if isinstance(each, ChangeOrders) and each.file == IN_PLAY
            for id_, sentence, section in self._against(each)
            if not self._was_explained(id_)
        )

    def _against(self, edit: ChangeOrders) -> Iterator[tuple[str, str, str]]:
        """The sheet, what stands against its change, and the section that says so."""
        rule, now, renamed = self.written, self._now, self._renamed(edit)
        for id_, sheet in edit.sheets.items():
            old = now.get(renamed.get(id_, id_))
            if sheet is None:
                if old is not None and old.implemented and id_ not in renamed.values():
                    told = f"The op sheet “{id_}” is in force, and binds its units until it is over [{rule.followed}]."
                    yield id_, told, rule.followed
            elif old is None:
                if not self._is_written_now:
                    told = f"This is not the phase in which op sheets are drawn up. {rule.about} [{rule.section}]"
                    yield id_, told, rule.section
            elif self.stands(old.id):
                words = self._changed(old, replace(sheet, id=old.id))
                if words:
                    told = f"This changes {_listed(words)} of the op sheet “{old.id}”, which is drawn up already."
                    yield old.id, f"{told} {rule.about} [{rule.section}]", rule.section

    def _changed(self, old: OpSheet, new: OpSheet) -> tuple[str, ...]:
        """What of a sheet becomes other than it was when the phase began, and was not so before, in words."""
        begun = self._when_begun(old.id) or old
        terms, first = terms_of(self.kind), sheet_content(replace(begun, id=old.id))
        known = fields_refused(first, sheet_content(old), terms)
        made = fields_refused(first, sheet_content(new), terms)
        return tuple(words for words, changes in made.items() if known.get(words) != changes)

    # How it was ---------------------------------------------------------------------------------------------------------------

    @property
    def _number(self) -> int:
        return self.at or self.session.number

    @property
    def _moment(self) -> Moment:
        return self.session.state_at(self._number).moment

    @property
    def _has_begun(self) -> bool:
        return self._moment.turn > 0

    @property
    def _is_written_now(self) -> bool:
        return whole(self._moment.phase) == self.written.phase

    @property
    def _now(self) -> Mapping[str, OpSheet]:
        return self.reads.orders(self._number)

    def _since(self, number: int) -> Iterator[tuple[int, Did]]:
        """The changes on the way from an entry to here, the latest first."""
        for at in reversed(self.session.way(self._number)):
            if at <= number:
                return
            if (did := self.reads.change(at)) is not None:
                yield at, did

    def _renamed(self, edit: ChangeOrders, number: int = 0) -> Mapping[str, str]:
        """The sheets to which an edit after an entry (0 for the last) gives another name, with the one that they had."""
        before = self.reads.orders(number or self._number)
        gone = [id_ for id_, sheet in edit.sheets.items() if sheet is None and id_ in before]
        come = [id_ for id_, sheet in edit.sheets.items() if sheet is not None and id_ not in before]
        return {come[0]: gone[0]} if len(gone) == len(come) == 1 else {}

    def _when_begun(self, id_: str) -> OpSheet | None:
        """A sheet as it was when the phase began, under whatever name; None for one that was not there yet."""
        began = begun_at(self.session, self._number, in_whole=True)
        for at, did in self._since(began):
            for edit in flat(did.edits):
                if isinstance(edit, ChangeOrders) and edit.sheets.get(id_) is not None:
                    id_ = self._renamed(edit, self.session.parent(at)).get(id_, id_)
        return self.reads.orders(began).get(id_)

    def _was_explained(self, id_: str) -> bool:
        """Whether somebody has said in this phase why a sheet is written on all the same."""
        for _, did in self._since(begun_at(self.session, self._number, in_whole=True)):
            because = self.session.entries[did.because - 1].event if did.because else None
            told = isinstance(because, Noted) and because.why
            if told and any(isinstance(edit, ChangeOrders) and id_ in edit.sheets for edit in flat(did.edits)):
                return True
        return False


def standing_sheets(session: Session, kinds: Sequence[SecretKind], sealed: Reads | None = None) -> StandingSheets | None:
    """The op sheets of a session, by the kinds of what sides keep to themselves under the options in force; None where none
    is of op sheets. By mail they stand under seals, and `sealed` reads them."""
    kind = next((each for each in kinds if each.written is not None), None)
    if kind is None or kind.written is None or (session.by_mail and sealed is None):
        return None
    return StandingSheets(
        session, kind, kind.written, sealed if session.by_mail and sealed is not None else _InTheOpen(session)
    )


def noted(why: str, against: Sequence[Barrier]) -> str:
    """What the journal keeps, for both sides to read: why, and the rules that are passed over. It names no sheet."""
    rules = ", ".join(dict.fromkeys(f"[{each.rule}]" for each in against if each.rule))
    return f"{why.strip()} ({rules})" if rules else why.strip()


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
