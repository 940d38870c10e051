"""Who chooses which steps are lost [TCS 4.01 10.0e-h, 17.4, 24.1d]."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import UNIT
from core.rules.tcs.forces.units import HELP, Unit, read_units
from core.rules.tcs.procedures.area_shifts import exposed
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import answer, least, step, whole

AREA, POINT = "area", "point"
OF_THE_REST, OF_ALL = "of_the_rest", "of_all"


@dataclass(frozen=True, slots=True)
class Split:
    """Who chooses how many steps. `first` is the one that the largest unit loses, if there is one."""

    first: int
    defender: int
    attacker: int

    @property
    def total(self) -> int:
        """All steps lost."""
        return self.first + self.defender + self.attacker

    def __str__(self) -> str:
        return f"{self.first} + {self.defender} + {self.attacker}"


def split_area(case: Tables, losses: int, reading: str) -> Split:
    """The losses of an area fire: the first, those the defender chooses, those the attacker chooses. [TCS 4.01 10.0f]"""
    first = min(losses, 1)
    if reading == OF_ALL:
        half = whole(case, Fraction(losses, 2), "losses.defender_half")
        return Split(first, half - first, losses - half)
    rest = losses - first
    half = whole(case, Fraction(rest, 2), "losses.defender_half")
    return Split(first, half, rest - half)


def split_point(losses: int) -> Split:
    """The losses of a point fire: both choose in turn, the firer first. [TCS 4.01 10.0h]"""
    return Split(0, losses // 2, losses - losses // 2)


def losses(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """How the steps of a result are shared out. [TCS 4.01 10.0e, 10.0f, 10.0h]"""
    consulted = Consulted(case.charts)
    wanted = least("losses", given["losses"], 0) or 0
    firers = read_units(consulted, "firers", given.get("firers", ()))
    everybody = read_units(consulted, "targets", given.get("targets", ()))
    point = given.get("kind") == POINT
    if point and given.get("assaulting"):
        raise WrongUse("assaulting: of point fires both sides choose in turn, whoever assaults (10.0h).")
    said: list[Reason] = []
    targets = everybody
    if not point:
        targets, said = exposed(case, firers, everybody)
    steps = sum(unit.steps for unit in targets)
    lost = min(wanted, steps) if everybody else wanted
    if lost < wanted:
        said.append(step(case, "10.0e", "Only {steps} steps can be lost; the rest is ignored", steps=steps))
    facts: dict[str, Number | str] = {"lost": lost, "ignored": wanted - lost}
    if point:
        shares = split_point(lost)
        said.append(
            step(
                case,
                "10.0h",
                "In turn, the firer first: firer {firer}, defender {defender}",
                firer=shares.attacker,
                defender=shares.defender,
            )
        )
        facts |= {"attacker": shares.attacker, "defender": shares.defender}
        return answer(case, consulted, "losses", READ, lost, said, facts)
    reading = case.choices.get("losses.halves", OF_THE_REST)
    shares = split_area(case, lost, reading)
    stack, why = _assaulting(case, consulted, given, everybody, targets)
    said += why
    largest = [unit for unit in stack if unit.steps == max(each.steps for each in stack)]
    if lost and largest:
        names = ", ".join(dict.fromkeys(str(unit) for unit in largest))
        template = "The first step is lost by the largest unit: {names}"
        if len(largest) > 1:
            template = "The first step is lost by one of the largest units, as the defender chooses: {names}"
        said.append(step(case, "10.0f", template, names=names))
        facts["first_from"] = names
    said.append(
        step(
            case,
            "10.0f",
            "After it {rest}: the defender chooses {defender}, the attacker {attacker}",
            rest=lost - shares.first,
            defender=shares.defender,
            attacker=shares.attacker,
        )
    )
    said += other_halves(case, lost, reading, shares)
    facts |= {"first": shares.first, "defender": shares.defender, "attacker": shares.attacker}
    return answer(case, consulted, "losses", READ, lost, said, facts)


def _assaulting(
    case: Tables, consulted: Consulted, given: Mapping[str, Any], everybody: Sequence[Unit], hurt: Sequence[Unit]
) -> tuple[Sequence[Unit], list[Reason]]:
    """The units of which the largest is hit first: those that assault, where they are fired at. [TCS 4.01 10.0f, 22.0]

    Raises WrongUse for units that are not in the hex.
    """
    assaulting = Counter(read_units(consulted, "assaulting", given.get("assaulting", ())))
    if not assaulting:
        return hurt, []
    if strangers := assaulting - Counter(everybody):
        raise WrongUse(f"assaulting: {next(iter(strangers))} is not among the targets, which are all units in the hex.")
    stack = tuple((assaulting & Counter(hurt)).elements())
    if not stack:
        return hurt, [step(case, "10.0f", "Nothing of the assaulting stack can be hurt; the largest unit of the hex counts")]
    return stack, [step(case, "10.0f", "The first step is lost by the assaulting stack, all others by any unit of the hex")]


def other_halves(case: Tables, lost: int, reading: str, shares: Split) -> list[Reason]:
    """What the other reading of the halves would make of losses, where it makes anything else. [TCS 4.01 10.0f]"""
    other = OF_ALL if reading == OF_THE_REST else OF_THE_REST
    swapped = split_area(case, lost, other)
    if swapped == shares:
        return []
    outcome = f"{swapped.defender} by the defender after the first, {swapped.attacker} by the attacker"
    return [reading_reason(case, "losses.halves", other, outcome)]


def carried_losses(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The steps that carried units lose with their carrier: in the same proportion, rounded up. [TCS 4.01 10.0g, 24.1d]"""
    steps, lost, carried = given["carrier"], given["lost"], given["carried"]
    least("carrier", steps, 1)
    least("carried", carried, 0)
    if not 0 <= lost <= steps:
        raise WrongUse(f"lost: {lost} is not from 0 to the {steps} steps of the carrier.")
    share = Fraction(lost, steps)
    gone = whole(case, carried * share, "losses.carried")
    template = "Carrier loses {lost} of {steps}: {carried} carried steps lose {exact}, rounded up {gone}"
    said = [step(case, "10.0g", template, lost=lost, steps=steps, carried=carried, exact=carried * share, gone=gone)]
    if share == 1:
        said.append(step(case, "24.1d", "The carrier is destroyed, and with it all that it carries"))
    elif 0 < gone < carried:
        owner = case.choices.get("losses.carried") == "owner"
        other = "area_order" if owner else "owner"
        outcome = "the largest unit first, then half by each side" if owner else "all chosen by the owner"
        said.append(reading_reason(case, "losses.carried", other, outcome))
        if not owner:
            halves = case.choices.get("losses.halves", OF_THE_REST)
            shares = split_area(case, gone, halves)
            template = "Largest unit {first}, then the defender {defender}, the attacker {attacker}"
            said.append(step(case, "10.0f", template, first=shares.first, defender=shares.defender, attacker=shares.attacker))
            said += other_halves(case, gone, halves, shares)
    said.append(step(case, "24.1d", "These losses cause no morale check"))
    return answer(case, Consulted(case.charts), "losses.carried", READ, gone, said, {"lost": gone, "left": carried - gone})


def paralyzed_losses(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What paralyzed units lose that retreat out of an assault: half of each, rounded up. [TCS 4.01 17.4, 22.0c]"""
    consulted = Consulted(case.charts)
    units = read_units(consulted, "units", given["units"])
    gone = [whole(case, Fraction(unit.steps, 2), "losses.paralyzed") for unit in units]
    said = [step(case, "17.4", "{unit}: loses {gone}", unit=unit, gone=lost) for unit, lost in zip(units, gone, strict=True)]
    said.append(step(case, "17.4k", "Units eliminated so count for battalion morale"))
    facts: dict[str, Number | str] = {"lost": sum(gone), "left": sum(unit.steps for unit in units) - sum(gone)}
    return answer(case, consulted, "losses.paralyzed", READ, sum(gone), said, facts)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "losses",
        "who chooses which steps of a result are lost, and which unit is hit first",
        "10.0e, 10.0f, 10.0h",
        (
            Parameter("losses", "whole", "steps lost by the result", required=True, least=0),
            Parameter("targets", "texts", f"all units in the hex: {HELP}", form=UNIT),
            Parameter(
                "firers", "texts", "the units that fired, in the same way; infantry spares B-1 targets (11.1b)", form=UNIT
            ),
            Parameter(
                "assaulting",
                "texts",
                "those of the targets that assault, in the same way; the largest of them is hit first (10.0f)",
                form=UNIT,
            ),
            Parameter("kind", "choice", "area fire or point fire; area without it", choices=(AREA, POINT)),
        ),
        at_once(losses),
    ),
    Question(
        "losses.carried",
        "the steps that carried units lose with their carrier",
        "10.0g, 24.1d",
        (
            Parameter("carrier", "whole", "steps that the carrier had", required=True, least=1),
            Parameter("lost", "whole", "steps that it loses", required=True, least=0),
            Parameter("carried", "whole", "steps that it carries", required=True, least=0),
        ),
        at_once(carried_losses),
        title="Losses of carried units",
    ),
    Question(
        "losses.paralyzed",
        "the steps that paralyzed units lose when they retreat out of an assault",
        "17.4, 22.0c",
        (Parameter("units", "texts", f"the paralyzed units: {HELP}", required=True, form=UNIT),),
        at_once(paralyzed_losses),
        title="Losses of paralyzed units",
    ),
)
