"""Op sheets of a game in preparation: their size, what they gain in a turn, what must be rolled, and when [TCS 4.01 6.9, 6.13].

Everything is asked of the same functions that typed numbers are asked of (`core.rules.tcs.orders.command`); here the
numbers come from the units of the sheet, as they stand.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from core.base.errors import WrongUse
from core.model.oob import Formation
from core.model.orders import OpSheet
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables
from core.rules.tcs.forces.counters import FIRED_MARK
from core.rules.tcs.orders.command import (
    ASSIGNED,
    ATTACK,
    ON_MOVE,
    PRELIMINARY,
    PREPARED_DEFENSE,
    UNASSIGNED,
    columns_of,
    highest,
    preparation,
    rating_of,
    size_of,
    weighted_turns,
)
from core.rules.tcs.orders.op_sheets import BATTALION_SIZE, MORALE, OF_BATTALION, OF_VEHICLES, units_of
from core.rules.tcs.orders.standing import OrdersInForce
from core.rules.tcs.reckoning import step

VEHICLE = "vehicle"
MOST_AHEAD = 200
"""Turns that a forecast looks ahead at most."""


@dataclass(frozen=True, slots=True)
class Element:
    """A formation with a morale of its own that has units on a sheet. `whole` says that all that is left of a battalion, be it
    this one or the one that it belongs to, is on the sheet."""

    formation: Formation
    units: tuple[Unit, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of a forecast: how many turns from now, the weighted turns that there are as it is rolled for then, the least roll
    that is enough (None where none is), its chance, and the chance that the sheet is in force by then when it is rolled for in
    each turn."""

    ahead: int
    turns: int
    needed: Number | str | None
    chance: Fraction
    by_then: Fraction


@dataclass(frozen=True, eq=False)
class Preparation:
    """An op sheet that is in preparation, among all that are known."""

    case: ForceTables
    orders: OrdersInForce
    sheet: OpSheet

    @property
    def _forces(self) -> Forces:
        return self.orders.forces

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units on the sheet still, without artillery that is on no sheet. [TCS 4.01 6.7a-b, 6.13b]"""
        return tuple(unit for unit in self._listed if unit.id not in self.sheet.gone)

    @cached_property
    def _listed(self) -> tuple[Unit, ...]:
        """All units that the sheet lists, those that have left it among them. [TCS 4.01 6.7a-b]"""
        return self.named(self.sheet.units)

    def named(self, names: Sequence[str]) -> tuple[Unit, ...]:
        """The units that some names put on a sheet, a formation all in it but for artillery that is on no sheet.
        [TCS 4.01 6.7a-b]"""
        if self.orders.set_ups is None:
            return tuple(self._forces.units_named(names))
        return units_of(self.case, self._forces, self.orders.set_ups, replace(self.sheet, units=tuple(names)))

    @cached_property
    def living(self) -> tuple[Unit, ...]:
        """The units on the sheet that are not eliminated; what is lost has no condition any more, and counts for no size."""
        return tuple(unit for unit in self.units if not self.is_lost(unit))

    def elements(self, units: Sequence[Unit]) -> tuple[tuple[Element, ...], tuple[Unit, ...]]:
        """The formations with a morale of their own among some units, and the units of none. [TCS 4.01 6.9b]"""
        found: dict[str, tuple[Formation, list[Unit]]] = {}
        others = []
        for unit in units:
            element = self._element(unit)
            if element is None:
                others.append(unit)
            else:
                found.setdefault(element.id, (element, []))[1].append(unit)
        ids = frozenset(unit.id for unit in units)
        made = tuple(Element(each, tuple(some), self._is_whole(each, ids)) for each, some in found.values())
        return made, tuple(others)

    def _element(self, unit: Unit) -> Formation | None:
        above = self._forces.oob.above(unit.counter.formation)
        return next((each for each in above if each.values.get(MORALE) in (OF_BATTALION, OF_VEHICLES)), None)

    def _is_whole(self, element: Formation, units: frozenset[str]) -> bool:
        """Whether all that is left of a battalion is among some units, of this element or above it. [TCS 4.01 6.9c]"""
        oob = self._forces.oob
        battalions = (each for each in oob.above(element.id) if _is_battalion(each))
        return any(self._left_of(each.id) <= units for each in battalions)

    def _left_of(self, formation: str) -> frozenset[str]:
        """The counters of a formation that are not eliminated; those to come are among them, artillery that is on no sheet is
        not. [TCS 4.01 6.7b, 6.9c]"""
        return frozenset(unit.id for unit in self.named((formation,)) if not self.is_lost(unit))

    def is_lost(self, unit: Unit) -> bool:
        """Whether a unit is eliminated; one that is still to come is not."""
        return self.orders.is_lost(unit)

    def size(self, units: Sequence[Unit] | None = None) -> Ruling:
        """The size of the sheet, or of some units of it, as a sum. [TCS 4.01 6.9b, 6.9c]"""
        elements, others = self.elements(self.living if units is None else units)
        names = self._names(elements)
        parts = {names[each.formation.id]: each.whole for each in elements}
        return size_of(self.case, parts, tuple(unit.name for unit in others))

    @staticmethod
    def _names(elements: Iterable[Element]) -> dict[str, str]:
        """What formations are called; those that are called alike have their ids behind it."""
        named = {each.formation.id: each.formation.name or each.formation.id for each in elements}
        called = list(named.values())
        return {id_: name if called.count(name) == 1 else f"{name} ({id_})" for id_, name in named.items()}

    @cached_property
    def effective_size(self) -> int:
        """The size that counts for its preparation: as it was when units were last put on it. [TCS 4.01 6.9c, 6.13b]"""
        if self.sheet.elements is not None:
            return self.sheet.elements - bool(self.sheet.staff)
        return int(self.size().detail.facts["size"])

    @cached_property
    def type(self) -> str:
        """The highest type of a mission on the sheet. [TCS 4.01 6.6]"""
        return highest((self.sheet.type, *(group.type for group in self.sheet.groups)))

    @cached_property
    def rolled_as(self) -> str:
        """The type that it is rolled for by: its own, or Attack where that is higher and units of it are held back.
        [TCS 4.01 6.9f, 6.13c, 6.14b]"""
        held = self.orders.held(self.sheet)
        return highest((self.type, ATTACK)) if any(unit.id in held for unit in self.living) else self.type

    @property
    def rating(self) -> int:
        """The Command Prep Rating of the side: what the order of battle prints, else what the box gives to both. Raises
        WrongUse. [TCS 4.01 6.9a]"""
        rating = rating_of(self.case, self._forces, self.sheet.side)
        if rating is not None:
            return rating
        raise WrongUse(
            f"{self._forces.side_name(self.sheet.side)} has no Command Prep Rating; the order of battle says it (6.9a)."
        )

    def condition(self) -> str:
        """What the worst of its units is, as weighted turns count it. [TCS 4.01 6.6d-e, 6.9d]"""
        if self.sheet.status == "preliminary":
            return PRELIMINARY
        standings = [self.orders.of(unit) for unit in self.living]
        if any(not self.orders.counts_as_unassigned(each) for each in standings):
            return ASSIGNED
        if any(each.orders in ("preliminary", "reserve") for each in standings):
            return PRELIMINARY
        # Defenders on their way are treated as Unassigned as those on a Move sheet are, and one reading decides on both (6.6e).
        return ON_MOVE if any(each.orders in ("move sheet", "moving to defend") for each in standings) else UNASSIGNED

    def have_fired(self) -> tuple[Unit, ...]:
        """The units that are marked as having fired since their last Action Phase. Who was fired upon nobody marks."""
        return tuple(unit for unit in self.living if unit.piece is not None and FIRED_MARK in unit.piece.marks)

    @property
    def is_of_vehicles(self) -> bool:
        """Whether vehicles alone are on it; carriers are none. [TCS 4.01 6.9e]"""
        return bool(self.living) and all(unit.kind == VEHICLE for unit in self.living)

    @property
    def is_vehicle_sheet(self) -> bool:
        """Whether only vehicles may be added once it is in force: it came into force with vehicles alone, and as no Prepared
        Defense. Who has left it since, or is lost, changes nothing of that. [TCS 4.01 6.9e, 6.13c]"""
        scratched = {unit for unit, why in self.sheet.left if why in ("scratched", "recalled")}
        was_on = [unit for unit in self._listed if unit.id not in scratched]
        return bool(was_on) and self.type != PREPARED_DEFENSE and all(unit.kind == VEHICLE for unit in was_on)

    @property
    def gains(self) -> bool:
        """Whether it gains in this turn, and has not yet. Weighted turns come before new sheets and new units in the phase;
        before play each time is a turn. [TCS 4.01 2.0, 6.9d]"""
        return bool(self.living) and (self._now == 0 or self._now not in (self.sheet.gained, self.sheet.turn))

    @property
    def is_to_gain(self) -> bool:
        """Whether it is still to gain in this turn of play, which comes before any roll for it. [TCS 4.01 2.0, 6.9d]"""
        return self._now > 0 and self.sheet.in_preparation and self.gains

    def of_this_turn(self) -> Reason | None:
        """What is to be said of its weighted turns of this turn: that they are still to come, or why there are none any more.
        None before play, and where it is not in preparation. [TCS 4.01 2.0, 6.9d]"""
        if not self.sheet.in_preparation:
            return None
        if not self.living:
            # A sheet without a task organization is not drawn up yet (6.7, 6.8).
            template = "Nobody is on {sheet}: it gains no weighted turns"
        elif self._now == 0:
            return None
        elif self.gains:
            template = "{sheet} has not gained its weighted turns of this turn yet; that comes before the roll"
        elif self._now == self.sheet.gained:
            template = "{sheet} has gained its weighted turns of this turn already"
        else:
            template = "{sheet} is new in this turn: it gains weighted turns from the next one on"
        return step(self.case, "6.9d", template, sheet=self.sheet.id)

    @property
    def _now(self) -> int:
        return self._forces.state.moment.turn

    def after_this_turn(self, fired: bool | None = None) -> Ruling:
        """The weighted turns that it has once it has gained all of this turn; one that is in force, or over, as a new one like
        it would gain. [TCS 4.01 2.0, 6.9d]"""
        return self.gain(fired, turns=int(self.gains or not self.sheet.in_preparation))

    def gain(self, fired: bool | None = None, night: bool | None = None, before: int | None = None, turns: int = 1) -> Ruling:
        """The weighted turns that it has after some `turns` more, with those that it had `before`, by preset its own. Nobody
        prepares a sheet that nobody is on.

        `fired` says whether a unit of it fired or was fired upon in the turn before, `night` whether it is a night turn; None
        for what markers and the turn tell. [TCS 4.01 6.9d, 6.9e, 26.1a]
        """
        return weighted_turns(
            self.case,
            {
                "units": self.condition(),
                "fired": _word(bool(self.have_fired()) if fired is None else fired),
                "night": _word(self._forces.state.light == "night" if night is None else night),
                "vehicles": _word(self.is_of_vehicles),
                "type": self.type,
                "turns": turns if self.living else 0,
                "before": self.sheet.turns if before is None else before,
            },
        )

    def roll(self, roll: int | None = None, turns: int | None = None) -> Ruling:
        """What must be rolled for it, with the preliminary instructions that it has; `turns` for other weighted turns than its
        own. [TCS 4.01 6.9f, 6.14a]"""
        waits = self.sheet.status == "waiting" or bool(self.sheet.joined)
        ruling = preparation(
            self.case,
            {
                "type": self.rolled_as,
                "turns": self.sheet.turns if turns is None else turns,
                "size": max(self.effective_size, 0),
                "rating": self.rating,
                "preliminary": _word(bool(self.sheet.preliminary) and waits),
                "roll": roll,
            },
        )
        if self.rolled_as == self.type:
            return ruling
        template = "Those held back count as {attack} for the roll, which is higher than {type}"
        said = step(self.case, "6.14b", template, attack=self.rolled_as, type=self.type)
        return replace(ruling, reasons=(said, *ruling.reasons))

    def forecast(self, ahead: int, fired: bool | None = None) -> tuple[Step, ...]:
        """The chances in this turn, with all that is gained in it, and in the turns ahead, when nothing changes for the units
        and it is rolled for each time; turns that the scenario says are at night count as such.
        [TCS 4.01 2.0, 6.9d, 6.9f, 26.1a]"""
        turns, waiting, steps = self.sheet.turns, Fraction(1), []
        for number in range(min(ahead, MOST_AHEAD) + 1):
            if number or self.is_to_gain:
                night = self._is_night(number) if number else None
                turns = int(self.gain(fired, night, turns).detail.facts["weighted_turns"])
            facts = self.roll(turns=turns).detail.facts
            chance = Fraction(facts.get("chance", 0))
            waiting *= 1 - chance
            steps.append(Step(number, turns, facts.get("needed"), chance, 1 - waiting))
        return tuple(steps)

    def columns(self) -> tuple[tuple[int, int | None], ...]:
        """The weighted turns with which the sheet reaches each column of the table, and the least roll that is enough there
        (None where none is), for its type, size and rating. [TCS 4.01 6.9f]"""
        return columns_of(self.case, self.rolled_as, self.rating + max(self.effective_size, 0))

    def _is_night(self, ahead: int) -> bool:
        """Whether a turn to come is at night; beyond the track it is as now."""
        state, scenario = self._forces.state, self._forces.scenario
        at = state.moment.turn + ahead
        track = scenario.turns if scenario is not None else ()
        return (track[at - 1].light if 0 < at <= len(track) else state.light) == "night"


def _is_battalion(formation: Formation) -> bool:
    if formation.values.get(MORALE) == OF_BATTALION:
        return True
    return formation.sidc[8:10].isdecimal() and int(formation.sidc[8:10]) >= BATTALION_SIZE


def _word(flag: bool) -> str:
    return "yes" if flag else "no"
