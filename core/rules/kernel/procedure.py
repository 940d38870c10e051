"""What answers carry that are a step of a procedure on the map: who takes part, the dice that are wanted, what follows.

A procedure is a line of questions. Each is asked with what is known, answers as soon as it can, says which dice it waits for,
and proposes what can be done by its answer; each proposal says what is asked then (`proposals.Next`)::

    fire at a hex ──dice──> losses ──> morale ──dice──> a retreat ──> overwatch on its way ──dice──> losses …

Nobody has to know the procedure to lead through it: a window or a command line keeps the questions that are still to be asked,
those asked last on top, as the rules interrupt one procedure by another.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from core.geometry.hexes import Hex
from core.rules.kernel.proposals import Proposed
from core.rules.kernel.rulings import Reason

TARGET: Final = "target"
ZONE: Final = "zone"
BESIDE: Final = "beside"
OPEN: Final = "open"
LIT: Final = "lit"
"""What hexes are in an answer: aimed at, inside an attack zone, beside one, able to be chosen, lit up by night."""


@dataclass(frozen=True, slots=True)
class Part:
    """A unit that could take part, by its id, and the hex that it stands in: whether it may, whether it does, and why not, or
    what is to be said of it."""

    unit: str
    hex: Hex
    able: bool
    chosen: bool
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Dice that an answer waits for: the parameter that takes them, which (as in `core.rules.kernel.dice`), how often they are
    rolled (more than one for parameters that are lists), what for, and the side that rolls, "" for whoever acts."""

    parameter: str
    dice: str
    what: str
    side: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """The chance of something that can come of it, in a group of such, as "Steps lost" or "Morale", in the order of the
    group."""

    group: str
    name: str
    chance: Fraction


@dataclass(frozen=True)
class ProcedureDetail(Proposed):
    """What the answer to a step of a procedure carries.

    `units` names the parameter that those who take part are listed in, `place` the one that a hex which is pointed at is
    written into, and `along` the one that lists hexes by way of which it goes there, all "" for none. `one_stack` says that all
    who take part stand in one hex, `one_unit` that one takes part alone, also where the parameter is a list. `hexes` are hexes
    by what they are in it. `ways` are ways on the map, one for each proposal in their order, and none where the proposals have
    none; `warned` are for each of them the hexes that cost something, `whys` for each proposal what is to be said of it alone.
    `drawn` is the way that was said by hand, from where it begins. `broken` is why what was said by hand may not be: what is
    proposed all the same somebody picks. `outcomes` are chances to be seen at one glance. `idle` names the parameters that mean
    nothing at this step. `cup` is what the chits say that lie in a cup by the answer, each as often as there are of it.
    """

    parts: tuple[Part, ...] = ()
    units: str = ""
    place: str = ""
    along: str = ""
    one_stack: bool = False
    one_unit: bool = False
    hexes: Mapping[str, frozenset[Hex]] = field(default_factory=lambda: MappingProxyType({}))
    ways: tuple[tuple[Hex, ...], ...] = ()
    warned: tuple[tuple[Hex, ...], ...] = ()
    whys: tuple[tuple[Reason, ...], ...] = ()
    drawn: tuple[Hex, ...] = ()
    broken: Reason | None = None
    wanted: tuple[Wanted, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    idle: frozenset[str] = frozenset()
    cup: tuple[str, ...] = ()
