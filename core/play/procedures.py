"""Procedures under way: what is still to be asked, one question on top of the other, as the rules interrupt one by another.

    begun ──> Step ──answered, done──> what is asked then, on top, in its order ──> … ──> nothing is left

All are values, so that what is asked at an entry of a journal is known again when play goes back to it, and when the program is
started anew: a small file in the user's state folder keeps it by the links of the entries, beside the memory of the session.
Nobody here knows what follows what: that say the answers (`core.rules.kernel.proposals.Next`).
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from core.base.amounts import amount
from core.base.atomic import write_text
from core.geometry.hexes import Hex
from core.play.forms import Forms
from core.play.memories import memory_path
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason

NOTHING_SAID: Mapping[str, str] = MappingProxyType({})

HEAD, VERSION = "procedures under way", 1

MOST_KEPT = 200
"""So many points of a history are kept between two runs, the latest."""

MOST_BYTES = 4 * 1024 * 1024
"""No file of them is longer."""


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
    `rolled` are the parameters that dice were read into, the last one last, `because` the entry of the last roll, 0 for none.
    Steps of one `batch` were asked for together.
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

    @property
    def parameters(self) -> dict[str, str]:
        """All that is known for it; what was said counts before what was given, and "" for nothing."""
        return {name: text for name, text in {**self.given, **self.said}.items() if text}

    def saying(self, said: Mapping[str, str]) -> "Step":
        """The same step, with more said or something said otherwise."""
        return replace(self, said=MappingProxyType({**self.said, **said}))

    def reading(self, parameter: str, text: str, because: int = 0) -> "Step":
        """The same step after dice have fallen for a parameter."""
        rolled = (*(each for each in self.rolled if each != parameter), parameter)
        return replace(self.saying({parameter: text}), rolled=rolled, because=because or self.because)

    def unrolled(self) -> "Step":
        """The same step as it was before any dice fell for it."""
        said = {name: text for name, text in self.said.items() if name not in self.rolled}
        return replace(self, said=MappingProxyType(said), rolled=(), because=0)


def step_of(asked: Next, side: str = "", batch: int = 0) -> Step:
    """What is asked next as a step, for a side where it names none."""
    return Step(asked.question, titled(asked.title), MappingProxyType(dict(asked.given)), asked.side or side, asked.may, batch)


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
        return len(self.steps) == 1 and not self.done and not self.step.rolled

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

    def after(self, done: Done, then: Iterable[Next] = ()) -> "Procedure":
        """The procedure once the step in hand is done with: what is asked `then` lies on top, the first of it first. It is for
        the side that answered, where nobody else is named."""
        side, batch = self.step.side, self._fresh
        asked = [step_of(each, side, batch) for each in then]
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


# Between two runs ---------------------------------------------------------------------------------------------------------

_FORM = Forms({}).of(Standing)


def procedures_path(session: str, folder: Path | None = None) -> Path:
    """The file that keeps what is under way in a session."""
    return memory_path(session, "", folder).with_suffix(".asked.json")


def keep_procedures(session: str, kept: Mapping[int, Standing], links: Sequence[bytes], folder: Path | None = None) -> None:
    """Keeps what was under way at entries of a journal, by their numbers; `links` are those of all entries, the first first. A
    folder that cannot be written is passed over: what is asked can be begun by hand."""
    path, last = procedures_path(session, folder), sorted(kept)[-MOST_KEPT:]
    rows = [[number, links[number - 1].hex(), _FORM.write(kept[number])] for number in last if 1 <= number <= len(links)]
    with suppress(OSError):
        if not any(standing != NOTHING_UNDER_WAY for standing in kept.values()):
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.name != "nt":
            path.parent.chmod(0o700)
        plain = {"phaseline": HEAD, "version": VERSION, "session": session, "entries": rows}
        write_text(path, json.dumps(plain, ensure_ascii=False) + "\n")
        if os.name != "nt":
            path.chmod(0o600)


def kept_procedures(session: str, links: Sequence[bytes], folder: Path | None = None) -> dict[int, Standing]:
    """What was kept of a session, by the numbers of entries; without those of other lines than the journal has, and nothing of
    a file that is damaged."""
    path, found = procedures_path(session, folder), dict[int, Standing]()
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return {}
        plain = json.loads(path.read_text("utf-8"))
        if (plain["phaseline"], plain["version"], plain["session"]) != (HEAD, VERSION, session):
            return {}
        for number, link, standing in plain["entries"]:
            if 1 <= number <= len(links) and links[number - 1].hex() == link:
                found[number] = _FORM.read(standing)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        # `Unfit` is a ValueError.
        return {}
    return found
