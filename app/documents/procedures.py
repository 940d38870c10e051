"""Procedures: questions that lead from one to the next over a document, from a fire to the last overwatch on the last retreat.

It holds what is asked, answered and picked; a tool shows it on the map, a panel in words. What is asked next the answers say;
nothing is done by asking. What is under way is kept by the points of the history, so that undo and redo find it as it was; in a
session the state of play says what is still to be asked, and so the journal and whoever else plays know it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.documents.asked import NOTHING_ASKED, Asked
from app.documents.asks import Asks, Slots
from app.documents.document import Document
from app.documents.proposals import do_for_side, leave_for_side
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit, Several
from core.model.edits.state_edits import ChangeState
from core.play.events import Went
from core.play.others import left_to_others
from core.play.owing import is_moot, owed_after, owed_of
from core.play.passage import has_rolled
from core.play.procedures import (
    NOTHING_UNDER_WAY,
    Done,
    Procedure,
    Standing,
    Step,
    kept_at,
    over_owed,
    result_of,
    saying_of,
    step_of,
)
from core.play.proposed import side_of
from core.questions.answers import reason_text
from core.rules.kernel.parameters import Heading
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.documents.live_play import LivePlay
    from core.model.work import Work
    from core.play.events import Entry

SLOT = "procedure"

NOTHING_PICKED = -1

NO_RULE = RuleRef("", "", "")
"""Of what a player begins by hand no rule is named before it is answered."""


class Procedures(QObject):
    """One procedure at a time, and those that were left. `changed` tells that something else is to be shown, `began` that a
    procedure is begun or taken up, `arrived` that a session wants something asked where nothing was in hand, `ended` that
    nothing of it is left to be asked.

    `headings` are the questions of the series by their names. `whose` says which sides look at the screen, none for all: a step
    is answered by the side whose it is. `known` gives what is known beside a step, by the parameters of its question. `doing`
    comes before something is done, with the `Step` and the `Proposal`; `give_back` puts the chits of units back into their cups
    behind it. `went_back` is whether the last change led back to what was before.
    """

    changed = Signal()
    doing = Signal(object, object)
    began = Signal()
    arrived = Signal()
    ended = Signal()

    def __init__(self, document: Document, asks: Asks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._slots = document, Slots(asks, SLOT)
        self.headings: Mapping[str, Heading] = MappingProxyType({})
        self.whose: Callable[[], frozenset[str]] = frozenset
        self.known: Callable[[Step], Mapping[str, str]] = lambda step: {}
        self.give_back: Callable[[tuple[str, ...]], object] = lambda units: None
        self.went_back = False
        self._now = NOTHING_UNDER_WAY
        self._kept: dict[int, Standing] = {}
        self._tried: dict[int, Work] = {}
        self._before: list[tuple[int, Standing]] = []
        self._last = 0
        self._doing = False
        self._rolled: dict[str, set[str]] = {}
        self._ticked: dict[str, str] = {}
        self.ruling: Ruling | None = None
        self.told = ""
        self.picked = 0
        document.play_changed.connect(self._change_play)
        document.undo_stack.indexChanged.connect(self._follow_tries)
        self._live: LivePlay | None = None
        self._change_play()

    def learn(self, headings: Iterable[Heading]) -> None:
        """The questions of the series are known."""
        self.headings = MappingProxyType({heading.name: heading for heading in headings})
        self._ask()

    # What is under way --------------------------------------------------------------------------------------------------------

    @property
    def hand(self) -> Procedure | None:
        """The procedure in hand; None for none."""
        return self._now.hand

    @property
    def left(self) -> tuple[Procedure, ...]:
        """Procedures that were left with something to be asked."""
        return self._now.left

    @property
    def step(self) -> Step | None:
        """The step in hand; None for none."""
        return self._now.hand.step if self._now.hand is not None else None

    @property
    def is_ours(self) -> bool:
        """Whether those who look at the screen answer the step in hand."""
        return self.step is not None and self.is_for_us(self.step.side)

    def is_for_us(self, side: str) -> bool:
        """Whether those who look at the screen are a side, or all are."""
        eyes = self.whose()
        return not side or not eyes or side in eyes

    @property
    def is_present(self) -> bool:
        """Whether the map shows the present, in which alone something can be done."""
        play = self._document.play
        return play is None or play.latest

    @property
    def asked(self) -> Asked:
        """What the step in hand asks, and its answer."""
        step = self.step
        if step is None:
            return NOTHING_ASKED
        ticked = self._ticked.get(step.question, "")
        apart = frozenset({ticked, *self._rolled.get(step.question, ())})
        return Asked(step, self.headings.get(step.question), self.ruling, apart)

    @property
    def proposal(self) -> Proposal | None:
        """That of the proposals which is picked; None where none is."""
        proposals = self.asked.proposals
        return proposals[self.picked] if 0 <= self.picked < len(proposals) else None

    # Beginning, leaving, taking up --------------------------------------------------------------------------------------------

    def begin(self, asked: Next, *, on_top: bool = False) -> None:
        """A procedure is begun with a question; `on_top` it interrupts the one in hand. One that something has come of is left
        and can be taken up again."""
        self._begin(step_of(asked, self._acting), on_top=on_top)

    def read_result(self, asked: Next, rolls: Mapping[str, str], because: int = 0) -> None:
        """A procedure is begun with a result: a question with what dice have said for it already, by the parameters that take
        them. Going back leads to before it was begun."""
        self._begin(result_of(step_of(asked, self._acting), rolls, because))

    def _begin(self, step: Step, *, on_top: bool = False) -> None:
        if not self._may():
            return
        hand = self._now.hand
        self._forget_ruling()
        if self._document.play is not None:
            self._put(self._now.begin_over(step, on_top=on_top))
        elif on_top and hand is not None:
            self._put(self._now.go_on(hand.interrupted(step)))
        else:
            self._put(self._now.begin(step))
        self.began.emit()

    def do(self, edit: Edit, then: Sequence[Next]) -> bool:
        """Does something that questions follow from, as one step of the history, and goes on to them; False when that changes
        nothing, or could not be."""
        document, box = self._document, self._document.box
        if document.play is not None:
            owed = owed_after(document.work.state, box, Proposal(edit.label, (), then=tuple(then)))
            edit = Several(edit.label, (edit, ChangeState(edit.label, {"owed": owed})))
        with self._as_one_step():
            done = document.do(edit)
        if not done:
            return False
        if document.play is not None:
            self._put(self._over(self._now), forget=True)
        else:
            first, *others = [step_of(each, batch=1) for each in reversed(then)]
            begun = self._now.begin(first)
            self._put(replace(begun, hand=Procedure((first, *others))), forget=True)
        self.began.emit()
        return True

    @property
    def _acting(self) -> str:
        """The side in whose name things are done; "" outside a session, and for both."""
        play = self._document.play
        acting = play.acting if play is not None else ""
        return acting if self._document.box.oob.side(acting) is not None else ""

    def leave(self) -> None:
        """The procedure in hand is left; it can be taken up again."""
        if self._now.hand is not None and self._may():
            self._put(self._now.leave())

    def come_forward(self) -> None:
        """What is in hand is to be seen again."""
        if self._now.hand is not None:
            self.began.emit()

    def take_up(self, number: int) -> None:
        """Goes on with a procedure that was left, by its number."""
        if 0 <= number < len(self._now.left) and self._may():
            self._put(self._now.take_up(number))
            self.began.emit()

    def give_up(self) -> None:
        """What is still to be asked of the procedure in hand is not asked any more."""
        hand = self._now.hand
        if hand is None or not self._may() or not self._left_out(hand.steps, hand.step.side):
            return
        self._put(self._over(replace(self._now, hand=None)))

    def _left_out(self, steps: Iterable[Step], side: str) -> bool:
        """Leaves out what the state of play wants asked of some steps; False, and told, when that could not be."""
        owed = [step.owed for step in steps if step.owed is not None]
        if not owed:
            return True
        with self._as_one_step():
            done = leave_for_side(self._document, side, owed)
        if not done:
            self._tell(self.tr("That could not be done: something else has happened meanwhile."))
        return done

    def back(self) -> bool:
        """Goes back to before the dice of the step, which stay in the journal, else to what was asked before, where nothing was
        done since; False, and told, where undo takes back what was done."""
        step, hand = self.step, self._now.hand
        if not self._may():
            return False
        if step is not None and hand is not None and step.rolled and not step.is_result:
            self._put(self._now.go_on(hand.with_step(step.unrolled())), forget=True)
            return True
        while self._before and self._before[-1][0] >= self._at:
            at, standing = self._before.pop()
            # What lies behind was undone.
            if at == self._at and standing != self._now:
                self._put(standing, forget=True, back=True)
                return True
        self._tell(self.tr("Something was done since; undo takes it back."))
        return False

    # What is said -------------------------------------------------------------------------------------------------------------

    def say(self, said: Mapping[str, str]) -> bool:
        """Says something for the step in hand, by the names of parameters, or takes it back with ""; False, and told, where
        dice have fallen for it in a session."""
        step, hand = self.step, self._now.hand
        if (
            step is None
            or hand is None
            or step.is_result
            or not self._may()
            or all(step.parameters.get(name, "") == text for name, text in said.items())
        ):
            return False
        if step.rolled and self._document.play is not None:
            self._tell(self.tr("Dice have fallen for this. Go back to before them to say something else."))
            return False
        # Tries were of something else.
        self._put(self._now.go_on(hand.with_step(saying_of(step.unrolled(), said, self._document.box))), forget=True)
        return True

    def turn(self, unit: str) -> bool:
        """A unit takes part, or does not any more."""
        units = self.asked.turned(unit)
        return units is not None and self.choose(units)

    def turn_hex(self, place: Hex) -> bool:
        """All units of a hex take part that can, or none of them any more."""
        units = self.asked.turned_hex(place)
        return units is not None and self.choose(units)

    def choose(self, units: Iterable[str]) -> bool:
        """These units take part."""
        asked = self.asked
        chosen = asked.in_order(units)
        if not chosen:
            self._tell(self.tr("At least one unit takes part; leave the step instead, or tick another one first."))
            return False
        return self.say({asked.detail.units: ", ".join(chosen)})

    def aim(self, place: Hex) -> bool:
        """A hex of the map is the one that is asked about; of one that is not open it is told why, once that is known."""
        asked, box = self.asked, self._document.box
        if place not in box.cells:
            return False
        if asked.is_open(place):
            return self.say({asked.place: box.label(place)})
        if asked.place and asked.step is not None and asked.ruling is not None:
            said, question = {**asked.step.parameters, asked.place: box.label(place)}, asked.step.question
            self._slots.ask("why", question, said, self._tell_why, self._tell)
        return False

    def _tell_why(self, ruling: Ruling) -> None:
        """Tells what speaks against a hex that is not open: what is said of it besides what is said anyway."""
        known = self.asked.ruling.reasons if self.asked.ruling is not None else ()
        against = [reason_text(each, self._document.box) for each in ruling.reasons if each not in known]
        if against:
            self._tell("; ".join(against))

    def pass_by(self, place: Hex) -> bool:
        """A hex is one by way of which it goes, behind those that are, or is so no more; False where nothing goes by way of
        hexes."""
        asked, box = self.asked, self._document.box
        if not asked.detail.along or not self.is_ours or place not in box.cells:
            return False
        return self.say({asked.detail.along: ", ".join(asked.passed_by(box.label(place)))})

    def press(self, place: Hex) -> bool:
        """A hex is pressed on the map: the end of a way, who takes part, or what is asked about; False where it is none."""
        if self.step is None or not self.is_ours:
            return False
        way = self.asked.way_to(place, self.picked)
        if way is not None:
            self.pick(way)
            return True
        return self.turn_hex(place) or self.aim(place)

    def read(self, rolls: Mapping[str, str], because: int = 0) -> None:
        """Dice have fallen, or are tried: what they say, by the parameters that take them."""
        step, hand = self.step, self._now.hand
        if step is None or hand is None or not self._may():
            return
        for name, text in rolls.items():
            step = step.reading(name, text, because)
        self._put(self._now.go_on(hand.with_step(step)), forget=True)

    def pick(self, number: int) -> None:
        """Another of the proposals is picked."""
        if 0 <= number < len(self.asked.proposals) and number != self.picked:
            self.picked = number
            self.changed.emit()

    # What is done -------------------------------------------------------------------------------------------------------------

    def take(self) -> bool:
        """Does what is picked, as one step of the history, and goes on to what is asked then; False, and told, when that could
        not be."""
        step, proposal, hand = self.step, self.proposal, self._now.hand
        if step is None or proposal is None or hand is None or not self.is_ours or not self._may():
            return False
        at, box = self._at, self._document.box
        self.doing.emit(step, proposal)
        # Who names no side is of the side before.
        then = tuple(replace(each, side=each.side or step.side) for each in proposal.then)
        with self._as_one_step():
            done = self._do(replace(proposal, then=then), step)
        if not done:
            self._tell(self.tr("That could not be done: something else has happened meanwhile."))
            return False
        owed = [owed_of(each, box) if self._document.play is not None else None for each in then]
        asked = [replace(step_of(each, owed=one), because=step.because) for each, one in zip(then, owed, strict=True)]
        left = tuple(each for each in hand.steps if each is hand.step or not is_moot(proposal, each.question, each.given))
        standing = self._now.go_on(replace(hand, steps=left).after(Done(proposal.label, step.side), asked))
        # The next step may ask the same, and its answer is another one.
        self._forget_ruling()
        self._put(self._over(standing), forget=at != self._at)
        if proposal.chits:
            self.give_back(proposal.chits)
        return True

    def _do(self, proposal: Proposal, step: Step) -> bool:
        """Makes a proposal true. One that changes nothing only leads on; an attempt counts in a session alone."""
        document = self._document
        edit = Several(proposal.label, tuple(proposal.edits))
        changes = bool(proposal.edits) and bool(edit.touched(document.work))
        if document.play is None:
            return document.do(edit) if changes else True
        empty = proposal.attempt is None and proposal.activates is None and not proposal.then
        if not changes and empty and step.owed is None:
            return True
        side = proposal.side or step.side or side_of(document.box.oob, document.work.orders, proposal)
        return do_for_side(document, proposal, side, step.because, step.owed)

    @property
    def may_be_left(self) -> bool:
        """Whether the step in hand can be left out: the rules say so and no dice have fallen for it, nothing has come of it
        yet, or there is nothing to do."""
        step, hand = self.step, self._now.hand
        if step is None or hand is None:
            return False
        asked = self.asked
        idle = asked.is_idle and not asked.missing and not asked.waits_for_hex
        begun = step.is_fresh if self._document.play is not None else hand.is_fresh
        play = self._document.play
        # Whoever opens a session finds in its journal alone that dice have fallen.
        fallen = step.owed is not None and play is not None and has_rolled(play.session)
        return (step.can_be_left and not fallen) or begun or idle

    def skip(self, *, by_hand: bool = False) -> bool:
        """Leaves the step in hand out, where that may be, or says that it was done `by_hand`; what was asked with it goes
        on."""
        step, hand = self.step, self._now.hand
        if step is None or hand is None or not (by_hand or self.may_be_left) or not self._may():
            return False
        at, label = self._at, reason_text(step.title.reason, self._document.box)
        if not self._left_out((step,), step.side):
            return False
        standing = self._now.go_on(hand.after(Done(label, step.side, left=True)))
        self._forget_ruling()
        self._put(self._over(standing), forget=at != self._at)
        return True

    def _may(self) -> bool:
        """Whether anything can be said or done here; where the map shows how it was, it is told that nothing can."""
        if not self.is_present:
            self._tell(self.tr("The map shows how it was. Go back to the present to go on with it."))
        return self.is_present

    # Following ----------------------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """The state of play has changed, or somebody else looks: what is in hand is asked again."""
        if self._doing:
            return
        # A session that is opened has its state only then.
        standing = self._over(self._now) if self._at == self._last else self._here()
        if standing != self._now:
            self._arrive(standing)
        else:
            self._ask()

    def forget_answer(self) -> None:
        """Nothing of an answer stays on the screen for whoever comes to it."""
        self._slots.drop()
        self._forget_ruling()
        self.told = ""
        self.changed.emit()

    def _forget_ruling(self) -> None:
        self.ruling, self.picked = None, 0

    @contextmanager
    def _as_one_step(self) -> "Iterator[None]":
        self._doing = True
        try:
            yield
        finally:
            self._doing = False

    @property
    def _at(self) -> int:
        """The point of the history that is shown."""
        play = self._document.play
        return play.shown if play is not None else self._document.undo_stack.index()

    def _put(self, standing: Standing, *, forget: bool = False, back: bool = False) -> None:
        """Something else is under way from here on; `forget` where the way back does not lead over what was, `back` for what
        was so before."""
        had, self.went_back, self._last = self._now.hand is not None, back, self._at
        if not forget:
            self._before.append((self._at, self._now))
        self._now = self._kept[self._at] = standing
        self._ask()
        if had and standing.hand is None:
            self.ended.emit()

    def _over(self, standing: Standing) -> Standing:
        """What is under way where a session says what is still to be asked; outside one it is known here alone."""
        if self._document.play is None:
            return standing
        rules = self._document.ruleset
        book, edition = (rules.series, rules.edition) if rules is not None else ("", "")
        return over_owed(standing, self._document.work.state.owed, partial(RuleRef.of, book, edition))

    def _stand(self) -> None:
        """Another point of the history is shown: what was under way there is so again."""
        if self._doing:
            return
        standing = self._here()
        if standing != self._now:
            self._arrive(standing)

    def _here(self) -> Standing:
        """What is under way at the point of the history that is shown."""
        play = self._document.play
        before = (lambda number: number - 1) if play is None else play.session.parent
        self.went_back, self._last = self._leads_back, self._at
        return self._over(kept_at(self._kept, self._at, before))

    @property
    def _leads_back(self) -> bool:
        """Whether the point of the history that is shown lies before the one that was shown last."""
        play, at = self._document.play, self._at
        if play is None or at == self._last or not at:
            return at < self._last
        # Undoing is an entry of its own, and stands on the one that it goes back to.
        gone_to = play.session.parent(at) if isinstance(play.session.entry(at).event, Went) else at
        return play.session.stands_on(self._last, gone_to)

    def _arrive(self, standing: Standing) -> None:
        """Something else is under way without having been begun here."""
        had, self._now = self._now.hand is not None, standing
        self._forget_ruling()
        self._ask()
        if standing.hand is not None and not had:
            self.arrived.emit()

    def _follow_tries(self) -> None:
        """Outside a session the history is that of the document: what lies behind a new step of it was of another."""
        # The stack tells of its end, too, when the document goes.
        if self._document.play is not None or not isValid(self._document.undo_stack):
            return
        at, work = self._document.undo_stack.index(), self._document.work
        if self._tried.get(at, work) is not work:
            for kept in (self._kept, self._tried):
                for number in [each for each in kept if each >= at]:
                    kept.pop(number)
        self._tried[at] = work
        self._stand()

    def _change_play(self) -> None:
        """A session begins or ends: nothing is under way in it but what its state of play wants asked."""
        play = self._document.play
        if play is self._live:
            return
        self._live = play
        self._kept, self._before, self._last = {}, [], self._at
        self._tried.clear()
        if play is not None:
            play.added.connect(self._hear)
            play.looked.connect(lambda _: self._stand())
            play.eyes_changed.connect(self.follow)
        self._now = NOTHING_UNDER_WAY
        self._arrive(self._over(NOTHING_UNDER_WAY))

    def _hear(self, _entry: "Entry") -> None:
        self._stand()

    # Asking -------------------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks the question of the step in hand with what is known for it; those whose it is not are told nothing."""
        self._slots.drop()
        step, was = self.step, self.ruling
        self.told = ""
        if step is None or not self.is_ours:
            self._forget_ruling()
        elif self.asked.heading is None:
            self.ruling = None
            if self.headings:
                self.told = self.tr("These rules have no question “%s”; do it by hand, and say so.") % step.question
        elif self.asked.missing:
            self.ruling = None
        else:
            if was is not None and was.question != step.question:
                self._forget_ruling()
            parameters = {**step.parameters, **self.known(step)}
            self._slots.ask("step", step.question, parameters, self._take_ruling, self._refuse)
        self.changed.emit()

    def _take_ruling(self, ruling: Ruling) -> None:
        before = Asked(ruling=self.ruling) if self.ruling is not None else None
        self.ruling, self.told = ruling, ""
        if self._live is not None and (eyes := self.whose()):
            self.ruling, others = left_to_others(ruling, eyes)
            if others and not self.asked.proposals:
                sides = ", ".join(map(self._live.session.title, others))
                self.told = self.tr("This is for %s to do. Hand over first.") % sides
        # Known from then on, also while an answer is refused; who was ticked before others are can be said by hand again.
        asked = self.asked
        self._rolled.setdefault(ruling.question, set()).update(each.parameter for each in asked.wanted)
        self._ticked[ruling.question] = asked.detail.units
        same = before is not None and (before.is_left_open, before.detail.drawn) == (asked.is_left_open, asked.detail.drawn)
        if not same or len(asked.proposals) <= self.picked:
            # What is left open somebody picks, and nobody by a key too many.
            self.picked = NOTHING_PICKED if asked.is_left_open else 0
        self.changed.emit()

    def _refuse(self, sentence: str) -> None:
        self.ruling = None
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        """Says what is in the way, until something else is asked."""
        self.told = sentence
        self.changed.emit()
