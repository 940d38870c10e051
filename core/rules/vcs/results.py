"""Results of combat as the table prints them, and what they ask of both sides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.combat import CombatDetail, Loss, Losses
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.results import RETREAT_FIRST
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Tables

NAMES = {"defender": "Defenders", "attacker": "Attackers"}
SIDES = tuple(NAMES)
"""Both sides; of results for both, the defenders act first."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result: what each side retreats and must lose, and whether it is a breakthrough."""

    losses: Losses
    breakthrough: bool = False

    def of(self, side: str) -> Loss:
        """What it asks of a side."""
        return self.losses.defender if side == "defender" else self.losses.attacker

    @property
    def winner(self) -> str:
        """The side that wins, empty when both retreat."""
        hit = [side for side in SIDES if self.of(side) != Loss()]
        return "" if len(hit) != 1 else "attacker" if hit[0] == "defender" else "defender"


def read_result(text: str) -> Result | None:
    """A printed result such as D2-(1)b; None for what is none.

    >>> read_result("B1-(1)").losses.attacker
    Loss(steps=1, retreat=1, marks='')
    >>> read_result("D2b").losses, read_result("D2b").breakthrough
    (Losses(attacker=Loss(steps=0, retreat=0, marks=''), defender=Loss(steps=0, retreat=2, marks='')), True)
    >>> read_result("B1b"), read_result("DG")
    (None, None)
    """
    found = RETREAT_FIRST.fullmatch(text.strip().replace("–", "-"))
    if found is None:
        return None
    loss = Loss(int(found["steps"] or 0), int(found["retreat"]))
    hit = {"A": Losses(attacker=loss), "D": Losses(defender=loss), "B": Losses(loss, loss)}[found["side"]]
    return Result(hit, bool(found["breakthrough"]))


NOTED = read_result("B1-(1)")
"""The result whose note says that attackers enter the hex when it is vacant. [VCS 10.8]"""


def consequences(case: Tables, result: Result) -> Iterator[Reason]:
    """What both sides do, the defenders first where both are hit. [VCS 10.8, 10.9, 10.11]"""
    ref = case.ruleset.ref
    for side in SIDES:
        loss, who = result.of(side), NAMES[side]
        if loss.steps:
            yield Reason(ref("10.8"), "{who}: {n} must be lost", {"who": who, "n": counted(loss.steps, "step")})
            if side == "attacker":
                yield Reason(ref("10.8"), "{who}: the first step is lost by armour, where there is any", {"who": who})
        if not loss.retreat:
            continue
        hexes = {"who": who, "hexes": counted(loss.retreat, "hex", "hexes")}
        yield Reason(ref("10.9"), "{who}: all retreat {hexes}", hexes, numbers={"retreat": loss.retreat})
        if result.breakthrough:
            yield Reason(ref("10.11"), "{who}: no hex may be paid with a step, and the winners choose the way", {"who": who})
            yield Reason(ref("10.11"), "{who}: no zones of control during the advance", {"who": who})
        else:
            ways = "; ".join(f"{counted(r, 'hex', 'hexes')}, {counted(s, 'step')}" for r, s in loss.ways)
            yield Reason(ref("10.9"), "{who}: each hex may be paid with a step: {ways}", {"who": who, "ways": ways})
    if result == NOTED:
        yield Reason(ref("10.8"), "Attackers who pay their retreat with a step enter the defenders' hex if it is left vacant")
    if result.breakthrough:
        more = {"hexes": counted(further(case), "hex", "hexes")}
        yield Reason(ref("10.11"), "Mechanised units advance further by {hexes}", more, numbers={"hexes": further(case)})


def further(case: Tables) -> int:
    """The hexes that mechanised units advance further after a breakthrough. [VCS 10.11]"""
    return case.ruleset.whole("breakthrough.mechanised")


def result(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a result asks, what is left of the retreats, and how far each side may advance. [VCS 10.8-10.11]"""
    found = read_result(given["result"])
    if found is None:
        raise WrongUse(f'"{given["result"]}" is no result such as A1, D2-(1), B1-(1) or D2b.')
    ref = case.ruleset.ref
    said = list(consequences(case, found))
    left = {side: _left(case, found, side, given.get(f"{side}_steps")) for side in SIDES}
    facts: dict[str, Number | str] = {f"{side}_retreat": left[side] for side in SIDES}
    losses = found.losses
    zones = given.get("zones") or 0
    if zones:
        side = "attacker" if found.winner == "defender" else "defender"
        if not found.winner or not 0 < zones <= left[side]:
            raise WrongUse(f"zones: one side must retreat, and at least as many hexes; here {left[side]} hexes are left.")
        each = case.ruleset.whole("retreat.zone_loss")
        steps = zones * (given.get("stacks") or 1) * each
        told: dict[str, object] = {"who": NAMES[side], "zones": zones, "steps": steps, "each": counted(each, "step")}
        said.append(Reason(ref("10.9"), "{who}: {each} of each stack for each hex in enemy zones, {zones}: {steps}", told))
        loss = found.of(side)
        losses = replace(losses, **{side: replace(loss, steps=loss.steps + steps)})
        facts["zone_steps"] = steps
    choice = case.choices.get("advance.eliminated", "remaining")
    for side in ("attacker", "defender"):
        by_reading, section = _advances(found, given, side, left)
        length = by_reading[choice]
        facts[f"{side}_advance"] = length
        facts[f"{side}_advance_mechanised"] = length + (further(case) if length and found.breakthrough else 0)
        if length:
            told = {"who": NAMES[side], "hexes": counted(length, "hex", "hexes")}
            said.append(Reason(ref(section), "{who} may advance {hexes}", told, numbers={"advance": length}))
        other = next(each for each in by_reading if each != choice)
        if by_reading[other] != length:
            outcome = f"an advance of {counted(by_reading[other], 'hex', 'hexes')}" if by_reading[other] else "no advance"
            said.append(reading_reason(case, "advance.eliminated", other, outcome))
    detail = CombatDetail(losses=losses, convertible=not found.breakthrough, facts=facts)
    return Ruling("combat.result", case.ruleset.id, given["result"], given["result"], tuple(said), detail)


def _advances(found: Result, given: Mapping[str, Any], side: str, left: Mapping[str, int]) -> tuple[Mapping[str, int], str]:
    """How far a side may advance by each reading, and the section that says so. [VCS 10.8-10.10]

    An advance is as long as what is left of the enemies' retreat, also where they are eliminated (10.9). Only the note on
    B1-(1) lets attackers enter a vacant hex besides (10.8).
    """
    other = "defender" if side == "attacker" else "attacker"
    gone = given.get("eliminated") == f"{other}s"
    length = left[other]
    if left[side] or found.winner == other or given.get("eliminated") == f"{side}s":
        return {"remaining": 0, "emptied_hex": 0}, "10.10"
    entered = max(1, length) if gone else length
    if side == "attacker" and found == NOTED:
        return {"remaining": entered, "emptied_hex": entered}, "10.8"
    return {"remaining": length, "emptied_hex": entered}, "10.9" if gone else "10.10"


def _left(case: Tables, found: Result, side: str, steps: int | None) -> int:
    """The hexes that a side still retreats after it has lost so many steps. Raises WrongUse. [VCS 10.9]"""
    loss = found.of(side)
    if steps is None:
        return loss.retreat
    # The exception names 10.10; by the preset reading it means breakthroughs.
    bound = found.breakthrough and case.choices.get("retreat.exception", "breakthrough") == "breakthrough"
    most = loss.steps if bound else loss.steps + loss.retreat
    if not loss.steps <= steps <= most:
        allowed = counted(most, "step") if most == loss.steps else f"{loss.steps} to {most} steps"
        raise WrongUse(f"{side}_steps: this result costs the {side}s {allowed}, not {steps}.")
    return loss.retreat - (steps - loss.steps)
