"""What units can do now, and why not the rest: moves on both sides, forced marches, screens, fights, jumps that they cause.

[BCS 1.1 4.3d, 9.1f, variants 3, 7, 8, Retreat Answer Key]

Each act is judged by the rules of its own procedure; here they are only asked one after another. Whose activation it is bars
nothing: it is told once.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.counted import counted
from core.rules.bcs.counters import HEADQUARTERS, TRAINS, is_recon
from core.rules.bcs.fights.attacking import bars as attack_bars
from core.rules.bcs.fights.attacking import leading_bars
from core.rules.bcs.fights.barraging import guns_of
from core.rules.bcs.fights.engaging import bars as engagement_bars
from core.rules.bcs.fights.fire_events import fire_events, used_by
from core.rules.bcs.formations import ANSWER, RESULTS, VOLUNTARY
from core.rules.bcs.formed.paying import march_bars
from core.rules.bcs.ground.going import (
    AS_IT_LIES,
    DEPLOYED,
    FORCED_MARCH,
    MINIMAL,
    ON_MOVE_SIDE,
    STOPPED,
    jump_bar,
    lying,
    mover,
)
from core.rules.bcs.ground.screening import marking_bars, removing_bars
from core.rules.bcs.ground.supplying import ISOLATED_MARK
from core.rules.bcs.ground.trains import BEST, place_of
from core.rules.bcs.ground.zones import DEPLOYED_SIDE, is_combat, is_marked
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.stacking import RULES
from core.rules.bcs.standing import Standing, standing_of_unit
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.acts_detail import Act, UnitActs
from core.rules.kernel.forces import Unit
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.acts import acts_answer, who_acts
from core.rules.operations.board import Board
from core.rules.operations.questions import OverBoard
from core.rules.operations.rules import Asked


@dataclass(frozen=True, slots=True)
class Led:
    """How an act is led through: the question that begins it, its rule, the parameter that takes the unit, or its formation
    where it is called so, what else is known for it, and the parameter that takes the hex of the unit itself, "" for none."""

    question: str
    section: str
    takes: str = "units"
    given: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    here: str = ""


LED: Mapping[str, Led] = {
    "forced march": Led("march.at", "3", "formation"),
    "screen": Led("screen.at", "8", given={"change": "mark"}),
    "leave the screen": Led("screen.at", "8", given={"change": "remove"}),
    "engage": Led("engagement.at", "Engagement Table"),
    "attack": Led("attack.at", "Combat Table"),
    "barrage": Led("barrage.at", "Barrage Table"),
    "retreat by choice": Led("retreat.at", ANSWER, given={"result": VOLUNTARY}, here="to"),
    "stand as trains": Led("trains.at", PUBLISHED, "formation"),
}
"""The questions that lead through acts, by the names of these. [BCS 1.1 variants 3, 7, 8, Retreat Answer Key]"""


@dataclass(frozen=True, eq=False)
class Actor:
    """A unit as it stands, with what is kept of its formation; None for an independent one."""

    board: Board
    unit: Unit

    @cached_property
    def standing(self) -> Standing | None:
        """What is kept of its formation."""
        return standing_of_unit(self.board.forces, self.unit)

    @property
    def is_planned(self) -> bool:
        """Whether planned fatigue is played."""
        return self.board.case.choices["fatigue.planned"] == ON

    @property
    def is_deployed(self) -> bool:
        """Whether its Deployed side is up."""
        return self.unit.piece is not None and self.unit.piece.face == DEPLOYED_SIDE

    @property
    def marks(self) -> frozenset[str]:
        """The markers on it."""
        return self.unit.piece.marks if self.unit.piece is not None else frozenset()

    def why(self, section: str, template: str, **told: object) -> Reason:
        """A sentence about it."""
        return Reason(self.board.ref(section), template, {"unit": self.unit.name, **told})


Judge = Callable[[Actor], Act | None]
"""What says whether a unit may do something; None where that is nothing for its kind."""


def judged(*whys: Iterator[Reason], note: Reason | None = None) -> Act:
    """An act that the first of some reasons forbids; without any it is allowed, perhaps with a note."""
    first = next((reason for why in whys for reason in why), None)
    return Act("", first is None, first if first is not None else note)


def actions(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What units can do now, and why not the rest. Raises WrongUse. [BCS 1.1 4.3d, 9.1f, variants 3, 7, 8]"""
    units = who_acts(board, given)
    found = tuple(_acts_of(Actor(board, unit)) for unit in units)
    others = Reason(board.ref(PUBLISHED), "The phase is that of {side}; the others act in their own activations")
    return acts_answer(board, units, found, PUBLISHED, others)


def _acts_of(actor: Actor) -> UnitActs:
    acts = []
    for name, judge in ACTS.items():
        found = judge(actor)
        if found is not None:
            acts.append(replace(found, name=name, asked=_led(actor, name) if found.allowed else None))
    return UnitActs(actor.unit.id, actor.unit.name, tuple(_states(actor)), tuple(acts))


def _led(actor: Actor, name: str) -> Next | None:
    """The question that leads a unit through an act, with what is known for it; None where it is done by hand."""
    led, unit = LED.get(name), actor.unit
    if led is None:
        return None
    given = {led.takes: unit.counter.formation if led.takes == "formation" else unit.id, **led.given}
    if led.here:
        given[led.here] = actor.board.label(actor.board.place(unit))
    title = Reason(actor.board.ref(led.section), "{act}", {"act": f"{name[:1].upper()}{name[1:]}"})
    return Next(led.question, title, given, unit.side)


def _states(actor: Actor) -> Iterator[str]:
    """What a unit is, in words."""
    if actor.unit.kind != TRAINS:
        yield "Deployed side" if actor.is_deployed else "Move side"
    if is_marked(actor.board, actor.unit):
        yield "Screen"
    words = {STOPPED: "Stopped", ISOLATED_MARK: "Isolated"}
    yield from (word for mark, word in words.items() if mark in actor.marks)
    if used := used_by(actor.unit):
        yield f"{counted(used, 'fire event')} used"
    now = actor.standing
    if now is None:
        yield "Independent"
        return
    if actor.board.forces.state.in_play:
        yield "Active" if now.activation else "Done" if now.done else "Not active"
    if now.snafu:
        yield f"SNAFU {now.snafu}"
    if now.recovered:
        yield "Recovering"
    if actor.unit.kind == TRAINS and now.ghost:
        yield "Ghosts"


# Acts, one after another --------------------------------------------------------------------------------------------------


def _moves(actor: Actor, mode: str, template: str, *bars: Iterator[Reason]) -> Act:
    """To move in some way, with how many points, or at least one hex, where nothing else bars it.

    [BCS 1.1 variant 3, published summaries]
    """
    going = mover(actor.board, actor.unit, Asked(mode, moved=frozenset({actor.unit.id})))
    note = going.minimum or actor.why(PUBLISHED, template, points=amount(going.allowance))
    none = () if going.allowance or going.minimum else (actor.why(PUBLISHED, "{unit} has no movement points now"),)
    return judged(*bars, iter(going.barred), iter(none), note=note)


def _move(actor: Actor) -> Act:
    """To move on the side that is up. [BCS 1.1 variant 3, published summaries]"""
    return _moves(actor, AS_IT_LIES, "{unit} moves with {points} points on the side that is up")


def _turn_and_move(actor: Actor) -> Act | None:
    """To turn over and move. [BCS 1.1 published summaries]"""
    if actor.unit.kind == TRAINS:
        return None
    if actor.is_deployed:
        return _moves(actor, ON_MOVE_SIDE, "{unit} moves with {points} points on its Move side")
    return _moves(actor, DEPLOYED, "{unit} moves with {points} points on its Deployed side")


def _march(actor: Actor) -> Act | None:
    """To make a forced march with its formation. [BCS 1.1 variant 3]"""
    now, formation = actor.standing, actor.board.forces.oob.formation(actor.unit.counter.formation)
    if not actor.is_planned or now is None or formation is None or now.marched:
        return None
    bars = march_bars(actor.board, formation, now)
    return _moves(actor, FORCED_MARCH, "On a forced march {unit} would move with {points} points", bars)


def _minimal(actor: Actor) -> Act | None:
    """To move minimally after a failed roll. [BCS 1.1 variant 3]"""
    if not actor.is_planned or actor.standing is None or actor.standing.snafu:
        return None
    return _moves(actor, MINIMAL, "After a failed roll {unit} would move with {points} points")


def _screen(actor: Actor) -> Act | None:
    """To be marked as a screen. [BCS 1.1 variant 8]"""
    if actor.board.case.choices["recon.screens"] != ON or not is_recon(actor.board.case, actor.unit):
        return None
    return judged(marking_bars(actor.board, actor.unit)) if not is_marked(actor.board, actor.unit) else None


def _leave(actor: Actor) -> Act | None:
    """To lose the marker of a screen. [BCS 1.1 variant 8]"""
    if not is_marked(actor.board, actor.unit):
        return None
    return judged(removing_bars(actor.board, actor.unit))


def _engage(actor: Actor) -> Act | None:
    """To engage. [BCS 1.1 Engagement Table, variants 3, 8]"""
    if not is_combat(actor.unit) or "armour" not in actor.unit.values:
        return None
    return judged(engagement_bars(actor.board, actor.unit), note=fire_events(actor.board, actor.unit).why)


def _attack(actor: Actor) -> Act | None:
    """To lead an attack. [BCS 1.1 Combat Table, variants 3, 8]"""
    if not is_combat(actor.unit):
        return None
    leads = leading_bars(actor.board, actor.unit)
    return judged(attack_bars(actor.board, actor.unit), leads)


def _barrage(actor: Actor) -> Act | None:
    """To fire barrages, as the artillery of a headquarters. [BCS 1.1 Barrage Table, variant 3]"""
    if actor.unit.kind != HEADQUARTERS or not actor.unit.whole("artillery.points"):
        return None
    guns = guns_of(actor.board, actor.unit)
    return judged(iter(guns.why), note=guns.said)


def _retreat(actor: Actor) -> Act | None:
    """To retreat of its own will. [BCS 1.1 Retreat Answer Key]"""
    if not is_combat(actor.unit):
        return None
    hexes, steps = (int(actor.board.consulted.number(RESULTS, VOLUNTARY, column)) for column in ("hexes", "steps of each unit"))
    template = "{unit} goes {hexes} hexes away on its Move side, and loses {steps} steps"
    return judged(note=actor.why(ANSWER, template, hexes=hexes, steps=steps))


def _jump(actor: Actor) -> Act | None:
    """To make enemy headquarters and trains jump by entering their hex. [BCS 1.1 1.2d, 9.1f, variants 7, 8]"""
    if not is_combat(actor.unit):
        return None
    bar = jump_bar(actor.board, actor.unit, *lying(actor.unit, AS_IT_LIES))
    template = "{unit} enters the hex of those that stand without a combat unit"
    return judged(iter(() if bar is None else (bar,)), note=actor.why("9.1f", template))


def _trains(actor: Actor) -> Act | None:
    """To stand as combat trains. [BCS 1.1 variant 7, published summaries]"""
    unit = actor.unit
    if unit.kind != TRAINS or not unit.counter.formation:
        return None
    place = place_of(actor.board, unit.counter.formation, unit.side, actor.board.place(unit))
    wrong = next((each.reason for each in (*place.legal, *place.best) if not each.yes), None)
    return judged(note=wrong if place.verdict != BEST else None)


ACTS: Mapping[str, Judge] = {
    "move": _move,
    "turn over and move": _turn_and_move,
    "forced march": _march,
    "minimal movement": _minimal,
    "screen": _screen,
    "leave the screen": _leave,
    "engage": _engage,
    "attack": _attack,
    "barrage": _barrage,
    "retreat by choice": _retreat,
    "make headquarters jump": _jump,
    "stand as trains": _trains,
}
"""What units do, in our words, with the rules that say whether one may; none where that is nothing for its kind."""

ON_THE_MAP = (
    OverBoard(OPERATIONS, RULES)(
        "unit.acts",
        "what units can do now, and why not the rest",
        "4.3d, 9.1f, 3, 7, 8, published summaries",
        (
            Parameter("units", "texts", "units by their ids or names, or formations for all that stand in hexes"),
            Parameter("hex", "hex", "a hex, for all units in it"),
        ),
        actions,
        title="What units can do",
        also=("what can i do",),
    ),
)
"""The question about what units can do."""
