"""A combat from its roll on: its result and all that follows are led through as a procedure, and followed here.

Nothing here knows a series, nor what a result asks for: that say the answers.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from app.documents.combat_kinds import ASKED, OVERRUN, title_of
from app.documents.document import Document
from app.documents.procedures import NO_RULE, Procedures
from app.documents.spending import Spending
from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import hex_of
from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.play.procedures import Procedure, Step
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.aftermath_detail import QUESTION
from core.rules.operations.battle_detail import FoughtDetail
from core.rules.operations.movement_detail import combat_in

OF_COMBATS = frozenset({QUESTION, *(each.roll for each in ASKED.values())})
"""The questions that a combat is led through by."""

NO_ROLLS: Mapping[str, str] = MappingProxyType({})


class RolledCombat(QObject):
    """The combat on some hexes, `targets`, as far as it is under way in `procedures`. `changed` tells that something else is to
    be shown, `failed` why there is no result, with the answer, None for none; `taken_back` that it is as it was before the
    roll, `over` that nothing of it is left to be answered.
    """

    changed = Signal()
    failed = Signal(str, object)
    taken_back = Signal()
    over = Signal()

    def __init__(
        self,
        document: Document,
        procedures: Procedures,
        spent: Spending,
        targets: Callable[[], tuple[Hex, ...]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._procedures, self._spent, self._targets = document, procedures, spent, targets
        self._overran: dict[tuple[Hex, ...], tuple[frozenset[str], Fraction]] = {}
        self._chits: dict[tuple[Hex, ...], str] = {}
        self.forget()
        procedures.changed.connect(self._follow)
        procedures.doing.connect(self._pay)

    def forget(self) -> None:
        """Other hexes are attacked, or none."""
        self.is_under_way = False
        self.result: Ruling | None = None
        self.rolls: Mapping[str, str] = NO_ROLLS
        self.because = 0

    @property
    def is_rolling(self) -> bool:
        """Whether the result is being read."""
        step = self._procedures.step
        return self.is_under_way and self.result is None and step is not None and step.is_result and self._is_own(step)

    # The roll -----------------------------------------------------------------------------------------------------------------

    def begin(
        self, kind: str, side: str, asked: Mapping[str, str], rolls: Mapping[str, str], because: int, cost: Fraction
    ) -> None:
        """Dice have fallen for a kind of combat, by a side; none for what is settled without. `asked` is all that is known for
        it, `because` the entry of the roll, and `cost` what an overrun costs its units in points."""
        targets, box = self._targets(), self._document.box
        place: Hex | str = targets[0] if len(targets) == 1 else ", ".join(map(box.label, targets))
        title = Reason(NO_RULE, title_of(kind), {"hex": place}, targets)
        if kind == OVERRUN:
            self._overran[targets] = frozenset(comma_parts(asked.get("units", ""))), cost
        self.forget()
        self._procedures.read_result(Next(ASKED[kind].roll, title, asked, side), rolls, because)
        if not self._procedures.is_present:
            self.failed.emit(self._procedures.told, None)

    def _take(self, ruling: Ruling, step: Step) -> None:
        fought = combat_in(ruling)
        detail = fought.detail if fought is not None else None
        proposes = isinstance(detail, FoughtDetail) and bool(detail.proposals)
        if fought is not None and isinstance(detail, CombatDetail) and (detail.losses is not None or proposes):
            self.result, self.because = fought, step.because
            self.rolls = MappingProxyType({name: step.said[name] for name in step.rolled})
        else:
            self._fail("" if fought is None else self.tr("The chart has no result for this roll."), ruling)

    def _fail(self, sentence: str, ruling: Ruling | None = None) -> None:
        self.forget()
        self._procedures.back()
        self.failed.emit(sentence, ruling)

    # What follows -------------------------------------------------------------------------------------------------------------

    @property
    def left(self) -> int | None:
        """The number of the procedure that was left in which this combat waits; None where none does."""
        return self.left_at(self._targets())

    @property
    def is_any_left(self) -> bool:
        """Whether any combat was left with something to be answered."""
        return any(self.places_of(step) for each in self._procedures.left for step in each.steps)

    def left_at(self, places: Iterable[Hex]) -> int | None:
        """The same of the combat on any of some hexes."""
        wanted = frozenset(places)
        left = enumerate(self._procedures.left)
        return next((number for number, each in left if self._is_about(each, wanted)), None)

    def is_in_hand_at(self, place: Hex) -> bool:
        """Whether what is in hand is about a combat on a hex."""
        hand = self._procedures.hand
        return hand is not None and self._is_about(hand, frozenset({place}))

    def _is_about(self, procedure: Procedure, places: frozenset[Hex]) -> bool:
        return any(not places.isdisjoint(self.places_of(step)) for step in procedure.steps)

    def places_of(self, step: Step) -> tuple[Hex, ...]:
        """The hexes that the combat of a step is about; none for what is no combat."""
        words = comma_parts(step.given.get("to", "")) if step.question in OF_COMBATS else ()
        try:
            return tuple(map(self._document.box.hex, words))
        except WrongUse:
            return ()

    def _is_own(self, step: Step) -> bool:
        return not set(self._targets()).isdisjoint(self.places_of(step))

    def _follow(self) -> None:
        """What is under way has changed."""
        procedures, was = self._procedures, self.is_under_way
        under_way = (*procedures.left, *((procedures.hand,) if procedures.hand is not None else ()))
        self.is_under_way = any(self._is_own(step) for each in under_way for step in each.steps)
        step, ruling = procedures.step, procedures.ruling
        if was and not self.is_under_way:
            self.forget()
            (self.taken_back if procedures.went_back else self.over).emit()
        elif self.is_rolling and step is not None and (ruling is not None or procedures.told):
            if ruling is not None:
                self._take(ruling, step)
            else:
                self._fail(procedures.told)
        self.changed.emit()

    def _pay(self, step: Step, proposal: Proposal) -> None:
        """Those who enter a hex that they have overrun have spent what that costs."""
        targets = self.places_of(step)
        units, cost = self._overran.get(targets, (frozenset(), Fraction(0)))
        if step.question != QUESTION or step.given.get("kind") != OVERRUN:
            return
        changes = (edit for edit in flat(proposal.edits) if isinstance(edit, ChangePieces))
        coming = {unit: piece for edit in changes for unit, piece in edit.pieces.items() if piece is not None}
        for unit, piece in coming.items():
            if unit in units and piece.at in targets and piece.at != self._at(unit):
                spent, place = self._spent.of(unit) or Fraction(0), hex_of(piece)
                if place is not None:
                    self._spent.note(unit, spent, place, spent + cost)

    def _at(self, unit: str) -> Hex | None:
        return hex_of(self._document.work.deployment.pieces.get(unit))

    # Chits --------------------------------------------------------------------------------------------------------------------

    def keep_chits(self, said: str) -> None:
        """What is known of strengths when dice fall counts for all that follows."""
        self._chits[self._targets()] = said

    def chits_of(self, step: Step) -> str:
        """What was known of strengths when the dice of the combat of a step fell."""
        return self._chits.get(self.places_of(step), "")


def texts_of(asked: Mapping[str, object], label: Callable[[Hex], str]) -> dict[str, str]:
    """What a question is asked, as forms write it: hexes by their printed numbers, lists with commas."""

    def text(value: object) -> str:
        if isinstance(value, list | tuple) and not isinstance(value, Hex):
            return ", ".join(map(text, value))
        return label(value) if isinstance(value, Hex) else str(value)

    return {name: text(value) for name, value in asked.items()}
