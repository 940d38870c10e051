"""Carriers and modes: movement in proportion, the price of a mode, what is carried [TCS 4.01 4.1, 20.2, 24.1, 24.2]."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.rulings import Number, Ruling
from core.rules.kernel.system import Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.units import FIRE, MOVE
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, answer, least, step, whole

FOOT, VEHICLE, INTEGRATED, TOW_ONLY = "foot", "vehicle", "integrated", "tow only"


def movement(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a passenger has spent of its allowance when its carrier has spent so much. [TCS 4.01 24.1]"""
    carrier, spent, passenger = given["carrier"], given["spent"], given.get("passenger", _towed(case))
    if carrier <= 0 or passenger < 0 or spent < 0:
        raise WrongUse("carrier, spent, passenger: allowances are above 0, and what is spent is not below it.")
    if spent > carrier:
        raise WrongUse(f"spent: {spent} is more than the allowance of {carrier}.")
    share = spent / carrier
    template = "The carrier spends {share} of its allowance: {spent} of {carrier}"
    said = [step(case, "24.1", template, share=share, spent=spent, carrier=carrier)]
    own, left = passenger * share, passenger * (1 - share)
    said.append(
        step(
            case,
            "24.1",
            "The passenger has spent {own} of {passenger}, {left} are left",
            own=own,
            passenger=passenger,
            left=left,
        )
    )
    facts: dict[str, Number | str] = {"share": share, "spent": own, "left": left}
    return answer(case, Consulted(case.charts), "carrier.movement", READ, own, said, facts)


def mode_change(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The movement points that a change of mode costs. [TCS 4.01 4.1a, 4.1b, 24.2d]"""
    kind, to = given["kind"], given["to"]
    allowance = _towed(case) if kind == TOW_ONLY else given.get("allowance")
    if allowance is None or allowance < 0:
        raise WrongUse("allowance: the movement allowance is needed.")
    cost, section = mode_cost(case, allowance, to, vehicle=kind == VEHICLE, integrated=kind == INTEGRATED)
    if kind == INTEGRATED:
        template = "With integrated carriers, half of {allowance} for either mode: {cost}"
    elif kind == VEHICLE:
        template = (
            "Vehicles into Fire Mode: a third of {allowance}, {cost}" if to == FIRE else "Vehicles into Move Mode: nothing"
        )
    elif to == MOVE:
        template = "On foot into Move Mode: half of {allowance}, rounded at once, {cost}"
    else:
        template = "On foot into Fire Mode: nothing"
    said = [step(case, section, template, allowance=allowance, cost=cost)]
    if kind == VEHICLE and to == FIRE:
        said.append(step(case, "20.2d", "With impulses it takes one whole impulse"))
    return answer(case, Consulted(case.charts), "mode.change", READ, cost, said, {"cost": cost, "left": allowance - cost})


def mode_cost(case: Tables, allowance: Fraction, to: str, *, vehicle: bool, integrated: bool) -> tuple[Number, str]:
    """The movement points of a change to a mode, with the section. [TCS 4.01 4.1a, 4.1b, 24.2d]"""
    if integrated:
        return whole(case, allowance / 2, "movement.mode_change"), "24.2d"
    if vehicle:
        return (allowance / case.ruleset.whole("vehicle.impulses") if to == FIRE else Fraction(0)), "4.1b"
    return (whole(case, allowance / 2, "movement.mode_change") if to == MOVE else Fraction(0)), "4.1a"


@dataclass(frozen=True, slots=True)
class ImpulsePoints:
    """The movement points of vehicles in so many impulses: of each, of the last, which has the fractions of the others as well,
    and of two at once."""

    count: int
    each: Fraction
    last: Fraction
    two: int

    def used(self, spent: Fraction) -> int:
        """How many impulses it takes at least to spend so much; two at once may have more than two one by one."""
        if not spent:
            return 0
        if self.each < spent <= self.two:
            return 2
        return min(self.count, -int(-spent // self.each)) if self.each else self.count


def impulse_points(case: Tables, allowance: Fraction) -> ImpulsePoints:
    """What impulses have of an allowance. [TCS 4.01 20.2b, 20.2c]"""
    count = case.ruleset.whole("vehicle.impulses")
    each = Fraction(int(allowance / count))
    return ImpulsePoints(count, each, allowance - each * (count - 1), whole(case, allowance * 2 / count))


def impulses(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The movement points of each of a vehicle's impulses; fractions are kept for the last. [TCS 4.01 20.2b, 20.2c]"""
    allowance = given["allowance"]
    if allowance < 0:
        raise WrongUse(f"allowance: {allowance} is below 0.")
    points = impulse_points(case, allowance)
    count, each, last, two = points.count, points.each, points.last, points.two
    template = "A third of {allowance}: {each}, {last} in the last"
    said = [
        step(case, "20.2b", template, allowance=allowance, each=each, last=last),
        step(case, "20.2c", "Two movement impulses at once: {two}", two=two),
    ]
    facts: dict[str, Number | str] = {"impulses": count, "each": each, "last": last, "two_at_once": two}
    return answer(case, Consulted(case.charts), "vehicle.impulses", READ, each, said, facts)


def capacity(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """Whether carriers or vehicles can take so many steps or guns. [TCS 4.01 24.1a, 24.1e]"""
    steps, guns = (least(name, given.get(name, 0), 0) or 0 for name in ("steps", "guns"))
    carrier, vehicles = given.get("carrier"), least("vehicles", given.get("vehicles"), 1)
    if (carrier is None) == (vehicles is None):
        raise WrongUse("carrier, vehicles: give the steps of one carrier, or the steps of vehicles with their defence.")
    if carrier is not None:
        if f"carrier.{carrier}.carries" not in case.ruleset.numbers:
            raise WrongUse(f"carrier: {carrier} is not 1 or 2, the steps that carriers have.")
        most, tows = (case.ruleset.whole(f"carrier.{carrier}.{what}") for what in ("carries", "tows"))
        template = "A carrier of {carrier} carries {most} steps or tows {tows}, not both"
        said = [step(case, "24.1a", template, carrier=carrier, most=most, tows=tows)]
        fits = (steps <= most and not guns) or (guns <= tows and not steps)
    else:
        defence = least("defence", given.get("defence"), 0)
        if defence is None:
            raise WrongUse("defence: the defence strength of the vehicles is needed.")
        for_each = _riders(case, defence)
        most, tows = for_each * (vehicles or 0), 0
        template = "Vehicles of defence {defence} carry {each} for each step, {most} in all, and tow nothing"
        said = [step(case, "24.1e", template, defence=defence, each=for_each, most=most)]
        fits = steps <= most and not guns
    facts: dict[str, Number | str] = {"carries": most, "tows": tows}
    return answer(case, Consulted(case.charts), "carrier.capacity", ALLOWED if fits else PROHIBITED, most, said, facts)


def mounting(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What mounting or dismounting costs the carrier and the unit. [TCS 4.01 24.1b]"""
    del given
    template = "The carrier spends {carrier} movement points, the unit {unit}; tow-only units are taken to have {allowance}"
    cost, own = case.ruleset.whole("mounting.carrier"), case.ruleset.whole("mounting.unit")
    said = [step(case, "24.1b", template, carrier=cost, unit=own, allowance=_towed(case))]
    return answer(case, Consulted(case.charts), "carrier.mounting", READ, cost, said, {"carrier": cost, "unit": own})


def _riders(case: Tables, defence: int) -> int:
    """The steps that each step of vehicles carries as riders, by its defence. [TCS 4.01 24.1e]"""
    for name in ("riders.strong", "riders.weak"):
        if defence >= case.ruleset.whole(f"{name}.defence"):
            return case.ruleset.whole(f"{name}.carries")
    return 0


def _towed(case: Tables) -> Fraction:
    """The movement allowance that tow-only units are taken to have. [TCS 4.01 4.1a, 24.1b]"""
    return Fraction(case.ruleset.whole("towed.allowance"))


_ALLOWANCE = Parameter("allowance", "fraction", "movement allowance", least=0)

QUESTIONS: tuple[Question, ...] = (
    Question(
        "carrier.movement",
        "what a passenger spends of its movement allowance with its carrier",
        "24.1",
        (
            Parameter("carrier", "fraction", "movement allowance of the carrier", required=True, least=0),
            Parameter("spent", "fraction", "movement points that it has spent", required=True, least=0),
            Parameter(
                "passenger", "fraction", "movement allowance of the passenger; that of tow-only units without it", least=0
            ),
        ),
        at_once(movement),
        title="Movement with a carrier",
    ),
    Question(
        "carrier.capacity",
        "whether a carrier, or vehicles, can take so many steps or guns",
        "24.1a, 24.1e",
        (
            Parameter("carrier", "whole", "steps of the carrier", least=1),
            Parameter("vehicles", "whole", "steps of vehicles, in the place of a carrier", least=1),
            Parameter("defence", "whole", "their defence strength", least=0),
            Parameter("steps", "whole", "area target steps to carry", least=0),
            Parameter("guns", "whole", "guns to tow", least=0),
        ),
        at_once(capacity),
        title="What a carrier holds",
    ),
    Question(
        "carrier.mounting",
        "what mounting and dismounting cost",
        "24.1b",
        (),
        at_once(mounting),
        title="Mounting and dismounting",
    ),
    Question(
        "mode.change",
        "the movement points that a change of mode costs",
        "4.1a, 4.1b, 24.2d",
        (
            Parameter("kind", "choice", "how the unit moves", required=True, choices=(FOOT, VEHICLE, INTEGRATED, TOW_ONLY)),
            Parameter("to", "choice", "the mode that it changes to", required=True, choices=(MOVE, FIRE)),
            _ALLOWANCE,
        ),
        at_once(mode_change),
        title="Change of mode",
    ),
    Question(
        "vehicle.impulses",
        "the movement points of a vehicle's impulses",
        "20.2b, 20.2c",
        (Parameter("allowance", "fraction", "movement allowance", required=True, least=0),),
        at_once(impulses),
        title="Vehicle impulses",
    ),
)
