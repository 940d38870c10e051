"""Procedures under way: what is still to be asked, one question on top of the other, as the rules interrupt one by another.

    begun ──> Step ──answered, done──> what is asked then, on top, in its order ──> … ──> nothing is left

All are values, so that what is asked at a point of a history is known again when play goes back to it. In a session the state
of play says what is still to be asked (`core.play.owing`), so that it stands in the journal; what was said for it so far is
known here alone. Nobody here knows what follows what: that say the answers (`core.rules.kernel.proposals.Next`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.state import Owed
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

NOTHING_SAID: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Title:
    """What a step is about, as a sentence with its rule; its values are hexes and words."""

    rule: RuleRef
    template: str
    values: Mapping[str, Hex | str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def reason(self) -> Reason:
        """The same as a reason, which sentences are made of."""
        hexes = tuple(each for each in self.values.values() if isinstance(each, Hex))
        return Reason(self.rule, self.template, dict(self.values), hexes)


def titled(reason: Reason) -> Title:
    """The sentence of a reason as a title."""

    def plain(value: object) -> Hex | str:
        return value if isinstance(value, Hex) else amount(value) if isinstance(value, Fraction) else str(value)

    values = {name: plain(value) for name, value in reason.values.items()}
    return Title(reason.rule, reason.template, MappingProxyType(values))


@dataclass(frozen=True, slots=True)
class Step:
    """A question of a procedure that is still to be answered.

    `given` is what the procedure knows for it, `said` what was said beyond, rolls and who takes part among it, both by the
    names of its parameters as forms write them. `side` answers it, "" for whoever acts; `may` says that it can be left out.
    `rolled` are the parameters that dice were read into, the last one last, `because` the entry of the last roll, 0 for none;
    `fallen` says that any have, also where it was gone back to before them.
    Steps of one `batch` were asked for together. `owed` is what it answers of the state of play, None for what is begun by hand
    or lies outside a session. One that `is_result` was begun with all that is known for it, its dice among that: before them
    lies nothing of it.
    """

    question: str
    title: Title
    given: Mapping[str, str] = field(default_factory=lambda: NOTHING_SAID)
    side: str = ""
    may: bool = False
    batch: int = 0
    said: Mapping[str, str] = field(default_factory=lambda: NOTHING_SAID)
    rolled: tuple[str, ...] = ()
    because: int = 0
    owed: Owed | None = None
    fallen: bool = False
    is_result: bool = False

    @property
    def parameters(self) -> dict[str, str]:
        """All that is known for it; what was said counts before what was given, and "" for nothing."""
        return {name: text for name, text in {**self.given, **self.said}.items() if text}

    @property
    def can_be_left(self) -> bool:
        """Whether it can be left out: the rules let it, and no dice have fallen for it, which would be known otherwise."""
        return self.may and not self.fallen

    @property
    def is_fresh(self) -> bool:
        """Whether it was begun by hand, and nothing has come of it yet."""
        return self.owed is None and not self.rolled and not self.is_result

    def saying(self, said: Mapping[str, str]) -> "Step":
        """The same step, with more said or something said otherwise."""
        return replace(self, said=MappingProxyType({**self.said, **said}))

    def reading(self, parameter: str, text: str, because: int = 0) -> "Step":
        """The same step after dice have fallen for a parameter."""
        rolled = (*(each for each in self.rolled if each != parameter), parameter)
        return replace(self.saying({parameter: text}), rolled=rolled, because=because or self.because, fallen=True)

    def unrolled(self) -> "Step":
        """The same step as it was before any dice fell for it."""
        said = {name: text for name, text in self.said.items() if name not in self.rolled}
        return replace(self, said=MappingProxyType(said), rolled=(), because=0)


def step_of(asked: Next, side: str = "", owed: Owed | None = None, batch: int = 0) -> Step:
    """What is asked next as a step, for a side where it names none."""
    given = MappingProxyType(dict(asked.given))
    return Step(asked.question, titled(asked.title), given, asked.side or side, asked.may, batch, owed=owed)


def result_of(step: Step, rolls: Mapping[str, str], because: int = 0) -> Step:
    """A step that is begun with what dice have said for it, by the parameters that take them; none for what is settled without.

    >>> step = result_of(Step("a", Title(RuleRef("demo", "", ""), "")), {"roll": "9"}, 17)
    >>> step.parameters, step.rolled, step.because, step.is_fresh
    ({'roll': '9'}, ('roll',), 17, False)
    """
    for parameter, text in rolls.items():
        step = step.reading(parameter, text, because)
    return replace(step, is_result=True)


def saying_of(step: Step, said: Mapping[str, str], box: GameBox) -> Step:
    """A step with more said. Where it is asked of another hex than the one that its title names, the title names the other."""

    def hex_of(text: str) -> Hex | None:
        try:
            return box.hex(text)
        except WrongUse:
            return None

    changed = {hex_of(step.parameters.get(name, "")): hex_of(text) for name, text in said.items()}
    named = {
        name: changed.get(value) or value if isinstance(value, Hex) else value for name, value in step.title.values.items()
    }
    return replace(step.saying(said), title=replace(step.title, values=MappingProxyType(named)))


def owed_step(owed: Owed, ref: Callable[[str], RuleRef]) -> Step:
    """What is to be asked by the state of play as a step; `ref` makes references of sections."""
    title = Title(ref(owed.section), owed.title, MappingProxyType(dict(owed.told)))
    return Step(owed.question, title, MappingProxyType(dict(owed.given)), owed.side, owed.may, owed=owed)


@dataclass(frozen=True, slots=True)
class Done:
    """What was done in a procedure, in words, and by which side, "" where nobody knows; `left` for what was left out or done by
    hand."""

    label: str
    side: str = ""
    left: bool = False


@dataclass(frozen=True, slots=True)
class Procedure:
    """One procedure: the steps that are still to be answered, the one in hand last, and what was done so far."""

    steps: tuple[Step, ...]
    done: tuple[Done, ...] = ()

    @property
    def step(self) -> Step:
        """The step in hand."""
        return self.steps[-1]

    @property
    def is_fresh(self) -> bool:
        """Whether nothing has come of it yet: nothing was done, no dice fell, nothing is asked but what it begins with."""
        return len(self.steps) == 1 and not self.done and self.step.is_fresh

    def level(self, number: int) -> int:
        """How often a step, by its number, interrupts others: the batches that lie beneath it.

        >>> title = Title(RuleRef("demo", "", ""), "")
        >>> steps = tuple(Step("a", title, batch=batch) for batch in (1, 1, 2, 3))
        >>> [Procedure(steps).level(number) for number in range(4)]
        [0, 0, 1, 2]
        """
        return len({each.batch for each in self.steps[:number]} - {self.steps[number].batch})

    def with_step(self, step: Step) -> "Procedure":
        """The same procedure with another step in the place of that in hand."""
        return replace(self, steps=(*self.steps[:-1], step))

    def interrupted(self, step: Step) -> "Procedure":
        """The same procedure with a step on top, which comes first."""
        return replace(self, steps=(*self.steps, replace(step, batch=self._fresh)))

    def after(self, done: Done, then: Iterable[Step] = ()) -> "Procedure":
        """The procedure once the step in hand is done with: what is asked `then` lies on top, the first of it first."""
        asked = [replace(each, batch=self._fresh) for each in then]
        return Procedure((*self.steps[:-1], *reversed(asked)), (*self.done, done))

    @property
    def _fresh(self) -> int:
        return 1 + max((each.batch for each in self.steps), default=0)


@dataclass(frozen=True, slots=True)
class Standing:
    """The procedure in hand, None for none, and those that were left with something to be asked, the latest last."""

    hand: Procedure | None = None
    left: tuple[Procedure, ...] = ()

    def begin(self, step: Step) -> "Standing":
        """Another procedure is begun; one of which something has come is left."""
        return Standing(Procedure((step,)), self._leaving)

    def begin_over(self, step: Step, *, on_top: bool = False) -> "Standing":
        """Something is begun over what waits in a session, in the place of what was begun before and nothing has come of,
        unless it lies `on_top` of that, too."""
        under_way = self.hand or (self.left[-1] if self.left else None)
        if under_way is None:
            return self.begin(step)
        steps = under_way.steps if on_top or not under_way.step.is_fresh else under_way.steps[:-1]
        return Standing(replace(under_way, steps=steps).interrupted(step))

    def leave(self) -> "Standing":
        """The procedure in hand is left; of one of which nothing has come nothing is kept."""
        return Standing(None, self._leaving)

    def take_up(self, number: int) -> "Standing":
        """A procedure that was left, by its number, is gone on with."""
        rest = Standing(self.hand, tuple(each for at, each in enumerate(self.left) if at != number))
        return Standing(self.left[number], rest._leaving)

    def go_on(self, procedure: Procedure) -> "Standing":
        """The procedure in hand as it is now; None is in hand once nothing of it is left to be asked."""
        return replace(self, hand=procedure if procedure.steps else None)

    @property
    def _leaving(self) -> tuple[Procedure, ...]:
        kept = self.hand is not None and not self.hand.is_fresh
        return (*self.left, self.hand) if kept and self.hand is not None else self.left


NOTHING_UNDER_WAY = Standing()


def over_owed(standing: Standing, owed: Sequence[Owed], ref: Callable[[str], RuleRef]) -> Standing:
    """What is under way in a session, where all that is `owed` waits, the first first: each with what was said for it, where
    that is known, and on top what is begun by hand. It is one procedure, in hand unless it was left and nothing has been added.
    """
    under_way = tuple(each for each in (*standing.left, standing.hand) if each is not None)
    known = [step for each in under_way for step in each.steps]
    waiting, is_new = list[Step](), False
    for each in reversed(owed):
        found = next((step for step in known if step.owed == each), None)
        if found is None:
            is_new, found = True, owed_step(each, ref)
        else:
            known.remove(found)
        waiting.append(found)
    steps = (*waiting, *(step for step in known if step.owed is None))
    if not steps:
        return NOTHING_UNDER_WAY
    procedure = Procedure(steps, under_way[-1].done if under_way else ())
    return Standing(procedure) if standing.hand is not None or is_new or not standing.left else Standing(None, (procedure,))


def kept_at(kept: Mapping[int, Standing], at: int, before: Callable[[int], int]) -> Standing:
    """What was under way at a point of a history: as it was kept there, or at the nearest point before; `before` gives the
    number of the point before one, and something below all that are kept where there is none.

    >>> late, early = Standing(None, ()), Standing(Procedure(()))
    >>> kept_at({3: early, 6: late}, 5, lambda at: at - 1) is early, kept_at({3: early}, 2, lambda at: at - 1).hand
    (True, None)
    """
    least = min(kept, default=at + 1)
    while at >= least:
        if at in kept:
            return kept[at]
        at = before(at)
    return NOTHING_UNDER_WAY
