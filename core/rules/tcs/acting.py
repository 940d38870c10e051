"""What units can do now, and why not the rest: modes, moves, fires, assaults, observing, mines, carriers, recovery.

[TCS 4.01 4.0-4.2, 9.1, 13.1, 14.1, 15.3, 16.1, 17.3-17.7, 18.4, 20.0, 21.3, 22.0, 23.0, 24.1, 24.3]

Each act is judged by the rules of its own procedure; here they are only asked one after another. Whose phase it is bars
nothing: it is told once.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.geometry.hexes import Hex
from core.rules.kernel.acts_detail import Act, UnitActs
from core.rules.kernel.forces import Unit
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.acts import acts_answer, who_acts
from core.rules.operations.board import Board
from core.rules.operations.movement import asked_before, before_of, mode_of
from core.rules.operations.rules import Asked, Mover
from core.rules.tcs.forces.counters import DUG_IN_MARK, FIRED_MARK, carried_how, in_move_mode, unit_of
from core.rules.tcs.forces.units import CARRIER, INFANTRY, MG, PARALYZED, SUPPRESSED, VEHICLE
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.changing import OF_CARRIER, OF_MODE, mode_bars, mount_bars
from core.rules.tcs.movement.going import MARCH, mover
from core.rules.tcs.orders.by_orders import Act as ByOrders
from core.rules.tcs.orders.by_orders import Ordered, consequences, is_barred, orders_of_units
from core.rules.tcs.procedures.fire import ACTION, OVERWATCH, SUPPRESSIVE, prohibitions
from core.rules.tcs.reckoning import step
from core.rules.tcs.retreats.recovering import recovery_bars
from core.rules.tcs.retreats.retreat_party import in_place_of_a_move, is_left_behind
from core.rules.tcs.watch.acted import bars_any_fire, bars_point, bars_suppressive, has_moved
from core.rules.tcs.watch.already import has_breached, is_spent
from core.rules.tcs.watch.lookout import armed


@dataclass(frozen=True, slots=True)
class _Led:
    """How an act is led through: the question that begins it, its rule, what is known for it beside the unit, and the parameter
    that takes the hex of the unit itself, "" where another one is meant."""

    question: str
    section: str
    given: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    here: str = ""


LED: Mapping[str, _Led] = {
    "change mode": _Led("mode.at", "4.1", {"change": OF_MODE}, here="to"),
    "suppressive fire": _Led("fire.at", "13.1", {"fire": "suppressive"}),
    "point fire": _Led("fire.at", "14.1", {"fire": "point"}),
    "overwatch fire": _Led("overwatch.fire", "15.0"),
    "assault": _Led("assault.at", "22.0"),
    "overrun": _Led("overrun.at", "23.0"),
    "breach mines": _Led("breach.at", "21.3"),
    "mount or dismount": _Led("mode.at", "24.1", {"change": OF_CARRIER}, here="to"),
    "retreat by choice": _Led("syr.at", "17.4", {"kind": "voluntary"}, here="to"),
    "recover": _Led("recovery.at", "17.7", here="to"),
}
"""The questions that lead through acts, by the names of these.

[TCS 4.01 4.1, 13.0, 14.0, 15.0, 17.4, 17.7, 21.3, 22.0, 23.0, 24.1]
"""


@dataclass(frozen=True, eq=False)
class _Actor:
    """A unit as it stands: as the procedures count it, what carries it, and its orders where they are known."""

    board: Board
    unit: Unit
    counted: Counted
    carrier: Unit | None
    ordered: Ordered | None
    asked: Asked

    @property
    def marks(self) -> frozenset[str]:
        """The markers on it."""
        return self.unit.piece.marks if self.unit.piece is not None else frozenset()

    @property
    def moves(self) -> bool:
        """Whether it is in Move Mode."""
        return in_move_mode(self.unit)

    @property
    def category(self) -> str:
        """The category of units that it is of."""
        return self.counted.kind.category

    @cached_property
    def has_moved(self) -> bool:
        """Whether it has gone into another hex in the phase of its side."""
        return has_moved(self.board, self.unit)

    def why(self, section: str, template: str, **told: object) -> Reason:
        """A sentence about it."""
        return step(self.board.case, section, template, unit=self.unit.name, **told)

    def shaken(self, section: str) -> Iterator[Reason]:
        """That it is suppressed or paralyzed, where it is."""
        held = next((each for each in (PARALYZED, SUPPRESSED) if each in self.marks), "")
        if held:
            yield self.why(section, "{unit} is {state}", state=held)

    def spent(self) -> Iterator[Reason]:
        """What it has done in the phase that keeps it from moving and from actions."""
        return is_spent(self.board, self.unit)

    def by_orders(self, act: ByOrders) -> Iterator[Reason]:
        """That its orders forbid something."""
        if self.ordered is not None and is_barred(self.ordered, act):
            yield from consequences(self.board.case, self.ordered, act)


def actions(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What units can do now, and why not the rest. Raises WrongUse. [TCS 4.01 4.2, 9.1, 13.1, 14.1, 15.3, 17.3, 17.5]"""
    units = who_acts(board, given)
    known = {each.unit.id: each for each in orders_of_units(board.case, board.forces, units)}
    mode = mode_of(board, MARCH)
    asked = asked_before(Asked(MARCH), units, before_of(board, given, mode, units))
    actors = [_actor(board, unit, known.get(unit.id), each) for unit, each in zip(units, asked, strict=True)]
    template = "The phase is that of {side}: the others fire on overwatch and retreat, and act in their own"
    found = tuple(_acts_of(each) for each in actors)
    return acts_answer(board, units, found, "4.2", Reason(board.ref("2.0"), template))


def _actor(board: Board, unit: Unit, ordered: Ordered | None, asked: Asked) -> _Actor:
    place = unit.piece.at if unit.piece is not None else ""
    beside = board.forces.units(place) if isinstance(place, Hex) else ()
    carrier = board.forces.unit(unit.piece.on) if unit.piece is not None and unit.piece.on else None
    counted = armed(board, unit, unit_of(board.case.ruleset, unit, beside))
    return _Actor(board, unit, counted, carrier, ordered, replace(asked, moved=asked.moved | {unit.id}))


def _acts_of(actor: _Actor) -> UnitActs:
    acts = []
    for name, judged in ACTS.items():
        found = judged(actor)
        if found is not None:
            acts.append(replace(found, name=name, asked=_led(actor, name) if found.allowed else None))
    return UnitActs(actor.unit.id, actor.unit.name, tuple(_states(actor)), tuple(acts))


def _led(actor: _Actor, name: str) -> Next | None:
    """The question that leads a unit through an act, with what is known for it; None where it is done by hand."""
    led, piece = LED.get(name), actor.unit.piece
    if led is None or piece is None:
        return None
    given = {"units": actor.unit.id, **led.given}
    if led.here and isinstance(piece.at, Hex):
        given[led.here] = actor.board.forces.box.label(piece.at)
    title = Reason(actor.board.ref(led.section), "{act}", {"act": f"{name[:1].upper()}{name[1:]}"})
    return Next(led.question, title, given, actor.unit.side)


def _states(actor: _Actor) -> Iterator[str]:
    yield "Move Mode" if actor.moves else "Fire Mode"
    if actor.carrier is not None:
        yield f"{carried_how(actor.unit, {actor.carrier.id: actor.carrier})} on {actor.carrier.name}"
    words = {FIRED_MARK: "Fired", DUG_IN_MARK: "Dug In", SUPPRESSED: "Suppressed", PARALYZED: "Paralyzed"}
    yield from (word for mark, word in words.items() if mark in actor.marks)
    if actor.ordered is not None:
        yield "Unassigned" if actor.ordered.is_unassigned else "Assigned"


def _judged(*whys: Iterator[Reason], note: Reason | None = None) -> Act:
    """An act that the first of some reasons forbids; without any it is allowed, perhaps with a note."""
    first = next((reason for why in whys for reason in why), None)
    return Act("", first is None, first if first is not None else note)


# Acts, one after another --------------------------------------------------------------------------------------------------


def _move(actor: _Actor) -> Act:
    """To move. [TCS 4.01 4.1, 14.1c, 20.0]"""
    going = mover(actor.board, actor.unit, actor.asked)
    note, told = None, {"points": amount(going.allowance), "printed": amount(going.printed)}
    spent = [actor.why("20.0d", "{unit} has none of its {printed} points left", **told)] if _is_used_up(going) else []
    if not going.barred:
        left = "{unit} moves with {points} points"
        if any(item.rule.section == "20.0d" for item in going.items):
            left = "{unit} moves with {points} of {printed} points, the others are spent"
        note = actor.why("20.0c", left, **told)
        if not actor.moves:
            note = actor.why("4.1", "{unit} changes to Move Mode first, and moves with {points} points", **told)
    return _judged(iter(going.barred), iter(spent), note=note)


def _is_used_up(going: Mover) -> bool:
    """Whether a unit has spent all of its points, and may not even go the one hex that is always open. [TCS 4.01 20.0c]"""
    return going.allowance <= 0 and going.minimum is None and any(item.rule.section == "20.0d" for item in going.items)


def _change(actor: _Actor) -> Act:
    """To change its mode. [TCS 4.01 4.1c, 24.1b]"""
    return _judged(mode_bars(actor.board, actor.unit))


def _suppressive(actor: _Actor) -> Act | None:
    """To fire a Suppressive Fire Action. [TCS 4.01 9.1a, 13.1, 16.1g, 20.0a]"""
    if not actor.counted.strength:
        return None
    return _judged(_prohibited(actor, SUPPRESSIVE), bars_suppressive(actor.board, actor.unit), actor.by_orders("suppressive"))


def _point(actor: _Actor) -> Act | None:
    """To fire Point Fire Actions. [TCS 4.01 14.1]"""
    if not actor.counted.strength or not actor.counted.point:
        return None
    return _judged(_prohibited(actor, ACTION), bars_point(actor.board, actor.unit), actor.by_orders("point"))


def _overwatch(actor: _Actor) -> Act | None:
    """To fire on overwatch. [TCS 4.01 15.3a-c, 24.3b, 24.6c]"""
    if not actor.counted.strength:
        return None
    note = None
    if actor.counted.fired and actor.counted.kind.name != MG:
        template = "{unit} is marked Fired: beyond one hex it answers recoveries and attacks on its hex alone"
        note = actor.why("15.3b", template)
    return _judged(_prohibited(actor, OVERWATCH), bars_any_fire(actor.board, actor.unit), note=note)


def _prohibited(actor: _Actor, occasion: str) -> Iterator[Reason]:
    """Why it takes no part in fires of an occasion, told by its name."""
    for each in prohibitions(actor.board.case, (actor.counted,), occasion):
        yield Reason(each.rule, each.template, {**each.values, "unit": actor.unit.name}, numbers=each.numbers)


def _at_rolls(actor: _Actor) -> Act | None:
    """To make AT rolls. [TCS 4.01 16.1a]"""
    if actor.category != INFANTRY:
        return None
    why = []
    if actor.counted.carried:
        why.append(actor.why("16.1a", "{unit} is carried"))
    elif PARALYZED in actor.marks:
        why.append(actor.why("16.1a", "{unit} is paralyzed: it makes AT rolls in assaults alone"))
    elif actor.moves:
        why.append(actor.why("16.1a", "{unit} is in Move Mode: it makes AT rolls in assaults and overruns alone"))
    return _judged(iter(why), has_breached(actor.board, actor.unit))


def _assault(actor: _Actor) -> Act:
    """To assault. [TCS 4.01 22.0, 22.0a, 22.0i, 22.0j]"""
    return _judged(_in_move_mode(actor, "22.0a"), actor.spent(), actor.by_orders("assault"))


def _overrun(actor: _Actor) -> Act | None:
    """To overrun. [TCS 4.01 23.0a, 23.0b, 23.0l]"""
    if actor.category not in (VEHICLE, CARRIER) and not actor.unit.flag("carrier.integrated"):
        return None
    return _judged(_in_move_mode(actor, "23.0a"), actor.spent(), actor.by_orders("overrun"))


def _in_move_mode(actor: _Actor, section: str) -> Iterator[Reason]:
    if not actor.moves:
        yield actor.why(section, "{unit} is in Fire Mode")


def _observe(actor: _Actor) -> Act:
    """To observe for artillery. [TCS 4.01 4.2, 17.3a, 18.4b]"""
    why = [actor.why("18.4b", "{unit} is in Move Mode, and observes for mortars alone")] if actor.moves else []
    return _judged(actor.shaken("17.3a"), iter(why))


def _observe_for_mortars(actor: _Actor) -> Act:
    """To observe for mortars of its next higher formation. [TCS 4.01 15.3d, 24.3a]"""
    return _judged(actor.shaken("24.3a"))


def _breach(actor: _Actor) -> Act | None:
    """To breach mines. [TCS 4.01 17.3a, 21.3a]"""
    if actor.category != INFANTRY:
        return None
    why = [actor.why("21.3a", "{unit} is carried")] if actor.counted.carried else []
    moved = [actor.why("21.3", "{unit} has moved in this phase")] if actor.has_moved else []
    return _judged(actor.shaken("17.3a"), iter(why), actor.spent(), iter(moved))


def _mount(actor: _Actor) -> Act | None:
    """To mount what carries, or to get off it. [TCS 4.01 24.1a, 24.1b]"""
    if actor.category in (VEHICLE, CARRIER):
        return None
    return _judged(mount_bars(actor.board, actor.unit))


def _retreat(actor: _Actor) -> Act:
    """To retreat of its own will in the place of moving. [TCS 4.01 17.3a, 17.4, 17.5f]"""
    note = is_left_behind(actor.board, actor.unit)
    return _judged(actor.shaken("17.3a"), in_place_of_a_move(actor.board, actor.unit), note=note)


def _recover(actor: _Actor) -> Act | None:
    """To recover at the end of the phase. [TCS 4.01 17.7, 17.7b]"""
    if not actor.marks & {SUPPRESSED, PARALYZED}:
        return None
    note = actor.why("17.7", "{unit} recovers at the end of the phase, and offers a trigger by it")
    return _judged(recovery_bars(actor.board, actor.unit), note=note)


ACTS: Mapping[str, Callable[[_Actor], Act | None]] = {
    "move": _move,
    "change mode": _change,
    "suppressive fire": _suppressive,
    "point fire": _point,
    "overwatch fire": _overwatch,
    "AT rolls": _at_rolls,
    "assault": _assault,
    "overrun": _overrun,
    "observe for artillery": _observe,
    "observe for mortars": _observe_for_mortars,
    "breach mines": _breach,
    "mount or dismount": _mount,
    "retreat by choice": _retreat,
    "recover": _recover,
}
"""What units do, in our words, with the rules that say whether one may; none where that is nothing for its kind."""
