"""The turns of a session: the sequence of a series as steps, and the edits that lead from one to another.

A turn is a line of `Step`s. Phases that are played once for each side stand in it once for each, in the order of the sides; a
cycle of activations stands in it once, and is gone through as often as the players want. Nobody is held to the line: any step
may be gone to, and every way is an edit that the journal keeps.

What a turn brings comes with the edit that begins it: its light, visibility and weather, the points that the scenario allots,
and its reinforcements, which lie in the box `ARRIVING` until they are brought in. What formations were for one turn ends with
it, and what they are while they are activated comes and goes with their activation. No edit goes back over the beginning of a
turn: what was spent and lost since could not be told from what it brought. Play goes back to where it stood instead
(`core.play.passage.go_to`). The order of the sides is what was decided last; to stand where it was another one, players undo.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.model.box import GameBox
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState
from core.model.scenario import ARRIVING, Arrival, Scenario, Turn
from core.model.state import GameState, Moment
from core.model.work import Work
from core.play.conditions import Conditions, Kinds, over_turn, passed_on
from core.rules.kernel.play_rules import PlayRules
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.sequence import Phase, Task

GOING = "Go to turn "
"""So begin the labels of changes that go along the sequence of play."""

NIGHT = "night"

_CLOCK = re.compile(r"(?:^|\D)(?:[01]?\d|2[0-4]):([0-5]\d)(?:\D|$)|^\s*(?:[01]\d|2[0-4])([0-5]\d)\s*(?:h|hrs|hours)?\s*$")
"""A time of day: with a colon anywhere, or four digits by themselves."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn. `path` are the titles of the phases that it lies in, the outermost first; `notes` is what they say.

    `side` is the one whose step it is, "" where it is both's or an activation says it. `cycle` is the id of the phase that is
    repeated for activations, "" outside of such a phase; `opens_cycle` says that it is the first step there, `asks` is the
    question that says who is activated, "" for none.
    """

    phase: Phase
    path: tuple[str, ...] = ()
    side: str = ""
    cycle: str = ""
    opens_cycle: bool = False
    asks: str = ""
    notes: tuple[Task, ...] = ()

    @property
    def id(self) -> str:
        """The id of its phase."""
        return self.phase.id

    @property
    def title(self) -> str:
        """What it is called, without what it lies in."""
        return self.phase.title

    def acting(self, order: Sequence[str], side: str = "") -> tuple[str, ...]:
        """The sides that act in it, in their order. `side` is the one that is activated."""
        whose, who = self.side or side, self.phase.who
        if whose and who == "active":
            return (whose,)
        if whose and who == "other":
            return tuple(each for each in order if each != whose)
        if self.side and not self.cycle and who == "each" and self.phase.cycle == "sides":
            return (self.side,)
        if who == "first":
            return tuple(order[:1])
        return tuple(order[1:2]) if who == "second" else tuple(order)


def steps(
    phases: Iterable[Phase],
    choices: Mapping[str, str],
    order: Sequence[str],
    turn: Turn | None = None,
    number: int = 0,
) -> tuple[Step, ...]:
    """The steps of a turn: every phase without phases in it that is played under the options in force, in the order of play.

    `order` are the sides in the order in which they act. Phases that only some turns have are left out of a `turn` that is
    known not to have them; `number` counts turns from 1, 0 leaves none out for its number.
    """
    wanted = _Wanted(choices, tuple(order), turn, number)
    return tuple(step for phase in phases for step in wanted.within(phase, Step(phase)))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What decides which steps a turn has."""

    choices: Mapping[str, str]
    order: tuple[str, ...]
    turn: Turn | None
    number: int

    def within(self, phase: Phase, around: Step) -> Iterable[Step]:
        """The steps of a phase; `around` holds what is known from the phases that it lies in."""
        if not phase.exists(self.choices) or not happens(phase.when, self.turn, self.number):
            return
        phase = phase.under(self.choices)
        how = phase.cycles(self.choices)
        for side in (self.order or ("",)) if how == "sides" else (around.side,):
            step = replace(around, phase=phase, side=side)
            if how == "activation":
                whole = replace(step, cycle=phase.id, asks=phase.asks)
                first, *rest = self._inside(phase, whole) or (whole,)
                yield replace(first, opens_cycle=True)
                yield from rest
            else:
                yield from self._inside(phase, step) or (() if phase.phases else (step,))

    def _inside(self, phase: Phase, step: Step) -> tuple[Step, ...]:
        inner = replace(step, path=(*step.path, phase.title), notes=(*step.notes, *phase.tasks))
        return tuple(each for one in phase.phases for each in self.within(one, inner))


def happens(when: str, turn: Turn | None, number: int = 0) -> bool:
    """Whether a turn has a phase that only some turns have; `when` is one of `core.rules.kernel.sequence.WHEN`.

    A turn that does not say what time it is may be any.

    >>> happens("full_hour", Turn("08:20")), happens("full_hour", Turn("0900")), happens("full_hour", Turn("Turn 3"))
    (False, True, True)
    """
    if when == "full_hour" and turn is not None and turn.light != NIGHT:
        found = _CLOCK.search(turn.title)
        return found is None or (found[1] or found[2]) == "00"
    if when == "day":
        return turn is None or turn.light == "day"
    return when != "later" or number != 1


def winner(rolls: Mapping[str, int]) -> str:
    """The side with the highest roll, "" for a tie, which is rolled again.

    >>> winner({"de": 3, "us": 5}), winner({"de": 4, "us": 4})
    ('us', '')
    """
    most = max(rolls.values(), default=0)
    best = [side for side, roll in rolls.items() if roll == most]
    return best[0] if len(best) == 1 else ""


@dataclass(frozen=True)
class Course:
    """The course of a game: its sequence of play, its turns and what they bring."""

    phases: tuple[Phase, ...]
    choices: Mapping[str, str]
    scenario: Scenario
    box: GameBox = field(repr=False)
    rules: PlayRules = field(default_factory=PlayRules, repr=False)

    @classmethod
    def of(cls, box: GameBox, ruleset: Ruleset, file: str) -> "Course":
        """The course of a scenario of a box. Raises WrongUse for one that the box does not have."""
        scenario = box.scenarios.get(file)
        if scenario is None:
            raise WrongUse(f'There is no scenario "{file}" in this box.{did_you_mean(file, box.scenarios)}')
        return cls(ruleset.sequence, ruleset.choices(box.options), scenario, box, ruleset.play)

    # Turns -----------------------------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The number of the last turn, 0 where the scenario does not say how many there are."""
        return len(self.scenario.turns)

    def turn(self, number: int) -> Turn:
        """A turn by its number from 1; one of which the scenario says nothing is a day without limits."""
        return self.scenario.turns[number - 1] if 1 <= number <= self.last else Turn()

    def due(self, number: int) -> tuple[Arrival, ...]:
        """The reinforcements of a turn."""
        return tuple(each for each in self.scenario.arrivals if number and each.turn == number)

    def on_conditions(self) -> tuple[Arrival, ...]:
        """The reinforcements that come whenever something holds; players bring them in themselves."""
        return tuple(each for each in self.scenario.arrivals if not each.turn)

    def steps(self, number: int, order: Sequence[str]) -> tuple[Step, ...]:
        """The steps of a turn, for an order of the sides."""
        key = number, tuple(order)
        if key not in self._lines:
            turn = self.turn(number) if self.last else None
            self._lines[key] = steps(self.phases, self.choices, order, turn, number)
        return self._lines[key]

    @cached_property
    def _lines(self) -> dict[tuple[int, tuple[str, ...]], tuple[Step, ...]]:
        """The steps of turns that were asked for before."""
        return {}

    def declares(self, state: GameState) -> tuple[str, ...]:
        """The kinds of what is declared where play stands; all of the series where nothing is said of the phase."""
        here = self.step(state)
        return here.phase.declares if here is not None and here.phase.declares else tuple(self.rules.declared)

    def declaring(self, state: GameState, what: str) -> tuple[Phase, ...]:
        """The phases of the turn in which something is declared, each once; none for what is declared in none of this game."""
        line = self.steps(max(1, state.moment.turn), state.order)
        return tuple({step.id: step.phase for step in line if what in step.phase.declares}.values())

    def conditions(self, order: Sequence[str]) -> Kinds:
        """The kinds of conditions that formations can be in; what activations bring only where something is activated."""
        cycles = any(step.cycle for step in self.steps(1, order))
        return {id_: kind for id_, kind in self.rules.conditions.items() if cycles or not kind.begins}

    # Where play stands -----------------------------------------------------------------------------------------------------

    def step(self, state: GameState) -> Step | None:
        """The step that play stands at, None before the first turn."""
        found = self._place(state, state.moment)
        return None if found is None else found[0][found[1]]

    def around(self, state: GameState) -> frozenset[str]:
        """The phases that are played as one with that at which play stands: all of a side's turn or of an activation."""
        every = (phase for top in self.phases for _, phase in top.walk())
        repeated = (self._inner[phase.id] for phase in every if phase.cycles(self.choices))
        return next((inner for inner in repeated if state.moment.phase in inner), frozenset((state.moment.phase,)))

    def _place(self, state: GameState, moment: Moment) -> tuple[tuple[Step, ...], int] | None:
        """The steps of the turn of a moment, and which of them it is; the first where the options no longer have its phase."""
        if moment.turn < 1:
            return None
        line = self.steps(moment.turn, state.order)
        same = [n for n, step in enumerate(line) if step.id == moment.phase]
        own = [n for n in same if line[n].side == moment.side]
        return (line, (own or same or [0])[0]) if line else None

    # Where it can go -------------------------------------------------------------------------------------------------------

    def next(self, state: GameState) -> Moment | None:
        """The moment after this one, None after the end of the last turn. Behind an activation comes what follows them all."""
        now = state.moment
        found = self._place(state, now)
        if found is None:
            return self._first(max(now.turn, 0) + 1, state)
        line, place = found
        if place + 1 < len(line):
            return _moment(now.turn, line[place + 1], now if _goes_on(line, place) else None)
        return None if self.last and now.turn >= self.last else self._first(now.turn + 1, state)

    def _first(self, number: int, state: GameState) -> Moment | None:
        line = self.steps(number, state.order)
        return _moment(number, line[0]) if line else None

    def previous(self, state: GameState, passed: Iterable[Moment] = ()) -> Moment | None:
        """The moment before this one, None before the start.

        `passed` are moments that play has stood at, the oldest first: they alone know who was activated in an earlier round. A
        round of which they know nothing is gone back into without a name.
        """
        now = state.moment
        found = self._place(state, now)
        if found is None:
            return None
        line, place = found
        if line[place].opens_cycle and now.round > 1:
            end = place + sum(step.cycle == line[place].cycle for step in line) - 1
            return _known(now.turn, line, end, passed, now.round - 1)
        if place > 0:
            goes_on = _goes_on(line, place - 1)
            before = line[place - 1]
            return _moment(now.turn, before, now) if goes_on else _known(now.turn, line, place - 1, passed)
        if now.turn == 1:
            return Moment()
        earlier = self.steps(now.turn - 1, state.order)
        return _known(now.turn - 1, earlier, len(earlier) - 1, passed) if earlier else None

    def again(self, state: GameState, side: str = "", of: str = "", passed: Iterable[Moment] = ()) -> Moment:
        """The moment at which something is activated: at the first step of a cycle of activations that has no name yet this
        one, within a cycle the beginning of the next round, and before it the beginning of the first. Where it is known whose
        activation it is, the steps that find that out, such as a draw of chits, lie behind.

        `of` names what is activated, such as a formation. `passed` are moments that play has stood at: no round of the turn is
        given twice. Raises WrongUse where nothing is activated.
        """
        if side and side not in state.order:
            raise WrongUse(f'There is no side "{side}".{did_you_mean(side, state.order)}')
        now = state.moment
        found = self._place(state, now)
        if found is not None:
            line, place = found
            here = line[place]
            if here.cycle and not here.side:
                unnamed = here.opens_cycle and not now.side and not now.of
                first = _begins(line, here.cycle, side)
                number = now.round if unnamed else max(now.round, _rounds(now.turn, line, here, passed)) + 1
                return Moment(now.turn, first.id, side, number, of)
            after = line[place + 1] if place + 1 < len(line) else None
            if after is not None and after.opens_cycle:
                first = _begins(line, after.cycle, side)
                return Moment(now.turn, first.id, side, _rounds(now.turn, line, after, passed) + 1, of)
        raise WrongUse("Nothing is activated here: this phase and the next one are played once.")

    def asks(self, state: GameState) -> str:
        """The question that says who is activated next where play stands; "" for none, and where nothing is activated."""
        found = self._place(state, state.moment)
        if found is None:
            return ""
        line, place = found
        after = line[place + 1] if place + 1 < len(line) else None
        return line[place].asks or (after.asks if after is not None and after.opens_cycle else "")

    def named(self, state: GameState, side: str, of: str = "") -> Moment:
        """The same moment for another activation than the one that it names. Raises WrongUse as `again` does."""
        here = self.step(state)
        if here is None or not here.cycle or here.side:
            raise WrongUse("Nothing is activated here.")
        if side and side not in state.order:
            raise WrongUse(f'There is no side "{side}".{did_you_mean(side, state.order)}')
        return replace(state.moment, side=side, of=of)

    def edit_named(self, state: GameState, side: str, of: str = "") -> Edit:
        """The edit that says it is another one that is active now; who was named before was not. Raises WrongUse."""
        moment = self.named(state, side, of)
        said: dict[str, Any] = {"moment": moment}
        was, now = self._active(state, state.moment), self._active(state, moment)
        conditions = passed_on(state.conditions, self.rules.conditions, was, now, False)
        if conditions != state.conditions:
            said["conditions"] = conditions
        return ChangeState("Say who is active", said)

    def likely(self, state: GameState) -> str:
        """The side that would be activated next if the sides took turns, "" where there are none."""
        order, now = state.order, state.moment.side
        if not order:
            return ""
        return order[(order.index(now) + 1) % len(order)] if now in order else order[0]

    def at(self, state: GameState, turn: int, phase: str = "", side: str = "") -> Moment:
        """A moment to jump to: a phase of a turn, its first one without `phase`; a group of phases stands for its first step.
        Within an activation it is a step of the same one, unless another side is named.

        Turn 0 is before the start. Raises WrongUse, which says what is allowed.
        """
        if turn == 0 and not phase:
            return Moment()
        if turn < 1 or (self.last and turn > self.last):
            allowed = f" Turns are numbered from 1 to {self.last}." if self.last else " Turns are numbered from 1."
            raise WrongUse(f"There is no turn {turn}.{allowed}")
        line = self.steps(turn, state.order)
        ids = self._inner.get(phase, frozenset((phase,)))
        fitting = [step for step in line if not phase or step.id in ids]
        if not fitting:
            known = sorted({step.id for step in line} | {id_ for id_, inner in self._inner.items() if inner})
            hint = did_you_mean(phase, [each for each in known if each != phase])
            raise WrongUse(f'Turn {turn} has no phase "{phase}" under the options of this game.{hint}')
        if side and side not in state.order:
            raise WrongUse(f'There is no side "{side}".{did_you_mean(side, state.order)}')
        meant = next((step for step in fitting if side and step.side in (side, "") and (step.side or step.cycle)), fitting[0])
        named = side if meant.cycle and not meant.side else ""
        now, here = state.moment, self.step(state)
        if here is not None and here.cycle and here.cycle == meant.cycle and turn == now.turn and side in ("", now.side):
            return _moment(turn, meant, now)
        return replace(_moment(turn, meant), side=meant.side or named)

    @cached_property
    def _inner(self) -> Mapping[str, frozenset[str]]:
        """The phases that lie in each phase, itself among them."""
        every = (phase for top in self.phases for _, phase in top.walk())
        return MappingProxyType({phase.id: frozenset(each.id for _, each in phase.walk()) for phase in every})

    # Edits -----------------------------------------------------------------------------------------------------------------

    def edits_to(self, state: GameState, moment: Moment, label: str = "") -> tuple[Edit, ...]:
        """The edits that bring play to a moment, in their order, with what turns bring that begin on the way.

        What is declared stays until it is resolved. Raises WrongUse for an earlier turn, which no edit leads back to.
        """
        now, then = state.moment.turn, moment.turn
        if then < now:
            raise WrongUse(f"Turn {now} has begun; play goes back to where it stood in an earlier turn, and not on to one.")
        said: dict[str, Any] = {"moment": moment, "ticked": frozenset()}
        if now != then:
            said |= self._sky(state, then)
            points = self._points(state, now, then)
            if points != state.points:
                said["points"] = points
        conditions = self._conditions(state, moment)
        if conditions != state.conditions:
            said["conditions"] = conditions
        said |= self._fought(state, moment)
        label = label or self.label(moment)
        return (ChangeState(label, said), *self._pieces(state, now, then, label))

    def label(self, moment: Moment) -> str:
        """The phrase for the history of going to a moment."""
        if moment.turn < 1:
            return "Go back to before the start"
        every = (phase for top in self.phases for _, phase in top.walk())
        title = next((phase.title for phase in every if phase.id == moment.phase), moment.phase)
        return f"{GOING}{moment.turn}: {title}" if title else f"{GOING}{moment.turn}"

    def decided(self, state: GameState, first: str) -> tuple[Edit, ...]:
        """The edits that say which side is first from now on; the others keep their order behind it.

        Where the first side has begun with its steps already, play goes on with those of the side that is first now, so that
        none of either is left out. Raises WrongUse for a side that does not take part, and where another one has acted already
        and would come once more.
        """
        if first not in state.order:
            raise WrongUse(f'There is no side "{first}".{did_you_mean(first, state.order)}')
        order = (first, *(each for each in state.order if each != first))
        if order == state.order:
            return ()
        said: dict[str, Any] = {"order": order}
        here = self.step(state)
        if here is not None and here.side:
            if here.side != state.order[0]:
                raise WrongUse("A side has acted already in this turn; who is first is decided before that.")
            found = self._place(replace(state, order=order), state.moment)
            if found is not None:
                line, place = found
                for side in (here.side, first):
                    while place and line[place - 1].side == side:
                        place -= 1
                said |= {"moment": _moment(state.moment.turn, line[place]), "ticked": frozenset()}
                said |= self._fought(state, said["moment"])
        return (ChangeState("Decide who is first", said),)

    def _sky(self, state: GameState, number: int) -> dict[str, Any]:
        """Light, visibility and weather of a turn. What the scenario does not foresee to change stays as it is: what was rolled
        for an hour holds for all of its turns [TCS 4.01 7.0a]."""
        if not self.last:
            return {}
        turn, before = self.turn(max(number, 1)), self.turn(max(state.moment.turn, 1))
        said: dict[str, Any] = {"light": turn.light}
        sight = self._sight(turn)
        if sight != self._sight(before) or not state.moment.turn or not number:
            said["visibility"] = sight
        if any(each.weather for each in self.scenario.turns):
            said["weather"] = turn.weather
        return said

    def _sight(self, turn: Turn) -> int | None:
        """How far one can see in a turn as the scenario says, by night as the rules in force say."""
        if turn.visibility is None and turn.light == NIGHT and self.rules.night is not None:
            chosen = self.choices.get(self.rules.night.option, "")
            return int(chosen) if chosen.isdecimal() else None
        return turn.visibility

    def _points(self, state: GameState, now: int, then: int) -> Any:
        """What sides have left in a later turn: those points that last are added, others are as it says."""
        points = state.points
        passing = {key for key in points if self._passes(key[1])}
        for each in self.scenario.allotments:
            key = each.side, each.what
            if self._passes(each.what):
                passing.add(key)
            elif now < each.turn <= then:
                points = points.set(key, points.get(key, 0) + each.amount)
        for key in (*passing, *self._of_sides(passing)):
            got = [each.amount for each in self.scenario.allotments if (each.side, each.what, each.turn) == (*key, then)]
            points = points.set(key, sum(got) if got else self._preset(*key))
        return points

    def _preset(self, side: str, what: str) -> int:
        """How many points a side gets in a turn for which the scenario allots none."""
        kind, sides = self.rules.kind_of(what), self.box.oob.sides
        held = next((each.values.get(kind.of_side) for each in sides if each.id == side), None) if kind is not None else None
        return held if isinstance(held, int) else 0

    def _of_sides(self, passing: Collection[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Points that sides get in each turn and of which the scenario says nothing, called as it calls those of others."""
        for kind in self.rules.points.values():
            called = [what for _, what in sorted(passing) if self.rules.kind_of(what) == kind]
            told = {side for side, what in passing if what in called}
            for side in self.box.oob.sides if kind.of_side and kind.lasts == "turn" else ():
                if side.id not in told and self._preset(side.id, kind.id):
                    yield side.id, next(iter(called), kind.title)

    def _conditions(self, state: GameState, then: Moment) -> Conditions:
        """What formations are at a moment that play goes to: who is activated there, who was, and what a new turn ends."""
        now, kinds = state.moment, self.rules.conditions
        was, active = self._active(state, now), self._active(state, then)
        onward = self._stands(state, then) > self._stands(state, now)
        conditions = passed_on(state.conditions, kinds, was, active, onward)
        return over_turn(conditions, kinds, active) if 0 < now.turn < then.turn else conditions

    def _fought(self, state: GameState, then: Moment) -> dict[str, Any]:
        """What still counts as fought at a moment that play goes to, where some of it no longer does."""
        now = state.moment
        if then == now or not state.fought:
            return {}
        again = (then.turn, then.side, then.round) == (now.turn, now.side, now.round)
        counting = {"phase": False, "activation": again and then.phase in self.around(state), "turn": then.turn == now.turn}
        kinds = self.rules.declared
        lasts = {id_: kind.counts_for(self.choices) for id_, kind in kinds.items()}
        left = tuple(each for each in state.fought if each.what in kinds and counting[lasts[each.what]])
        return {"fought": left} if left != state.fought else {}

    def _active(self, state: GameState, moment: Moment) -> str:
        """The formation that is activated at a moment, or the side that is as a whole; "" for none."""
        found = self._place(state, moment)
        if found is None:
            return ""
        step = found[0][found[1]]
        return (moment.of or moment.side) if step.cycle and not step.side else ""

    def _stands(self, state: GameState, moment: Moment) -> tuple[int, int, int, int]:
        """Where a moment stands in the course of the game; of two the later one is the larger one."""
        found = self._place(state, moment)
        if found is None:
            return (moment.turn, 0, 0, 0)
        line, place = found
        start = next(n for n, step in enumerate(line) if step.cycle == line[place].cycle) if line[place].cycle else place
        return (moment.turn, start, moment.round, place)

    def _passes(self, what: str) -> bool:
        kind = self.rules.kind_of(what)
        return kind is not None and kind.lasts == "turn"

    def _pieces(self, state: GameState, now: int, then: int, label: str) -> tuple[Edit, ...]:
        """Reinforcements that are due from now on."""
        if state.deployment is None or now >= then:
            return ()
        coming = [id_ for id_ in self._units(now, then) if id_ not in state.deployment.pieces]
        return (moved(Work(self.box, state), coming, ARRIVING, label),) if coming else ()

    def _units(self, after: int, until: int) -> tuple[str, ...]:
        """The counters that are due in the turns after one until another, in their order; a formation stands for all in it."""
        oob, found = self.box.oob, dict[str, None]()
        due = sorted(
            (each for each in self.scenario.arrivals if max(after, 0) < each.turn <= until), key=lambda each: each.turn
        )
        for name in (name for each in due for name in each.units):
            if oob.formation(name) is not None:
                found |= dict.fromkeys(each.id for each in oob.all_members(name))
            elif oob.counter(name) is not None:
                found[name] = None
        return tuple(found)


def _moment(turn: int, step: Step, now: Moment | None = None) -> Moment:
    """The moment at a step; `now` is one of the same activation."""
    if now is not None and step.cycle:
        return Moment(turn, step.id, step.side or now.side, now.round, now.of)
    return Moment(turn, step.id, step.side)


def _goes_on(line: Sequence[Step], place: int) -> bool:
    """Whether the step after a place belongs to the same activation."""
    return bool(line[place].cycle) and line[place].cycle == line[place + 1].cycle and not line[place + 1].opens_cycle


def _inside(line: Sequence[Step], step: Step) -> frozenset[str]:
    """The phases of the activation that a step belongs to."""
    return frozenset(each.id for each in line if each.cycle == step.cycle)


def _begins(line: Sequence[Step], cycle: str, side: str) -> Step:
    """The first step of a cycle of activations; for the side that is activated the first one of its own."""
    some = [step for step in line if step.cycle == cycle]
    return next((step for step in some if side and step.phase.who == "active"), some[0])


def _rounds(turn: int, line: Sequence[Step], step: Step, passed: Iterable[Moment]) -> int:
    """How many activations there were in a turn."""
    inside = _inside(line, step)
    return max((each.round for each in passed if each.turn == turn and each.phase in inside), default=0)


def _known(turn: int, line: Sequence[Step], place: int, passed: Iterable[Moment], number: int = 0) -> Moment:
    """The moment at a step of a line that play has stood at last, in the round that is meant, 0 for the last one.

    Of an activation that was left before this step its name is known all the same.
    """
    step = line[place]
    if not step.cycle:
        return Moment(turn, step.id, step.side)
    passed = tuple(passed)
    number = number or max(_rounds(turn, line, step, passed), 1)
    inside = _inside(line, step)
    known = [each for each in passed if (each.turn, each.round) == (turn, number) and each.phase in inside]
    own = [each for each in known if not step.side or each.side == step.side]
    there = next((each for each in reversed(own) if each.phase == step.id), None)
    if there is not None:
        return there
    named = next((each for each in reversed(own) if each.side or each.of), Moment())
    return Moment(turn, step.id, step.side or named.side, number, named.of)
