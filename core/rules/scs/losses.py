"""What a result of combat asks of both sides, in the order in which it is done."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.combat import CombatDetail, Force, Loss, Losses, read_result
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables

NAMES = {"defender": "Defenders", "attacker": "Attackers"}


def consequences(
    case: Tables, losses: Losses, attackers: tuple[Force, ...] = (), defenders: tuple[Force, ...] = ()
) -> Iterator[Reason]:
    """What both sides do, the defenders first. [SCS 1.6 7.1, 8.0, 9.2, 10.0]"""
    ref = case.ruleset.ref
    for side, loss, units in (("defender", losses.defender, defenders), ("attacker", losses.attacker, attackers)):
        who = NAMES[side]
        if loss.steps:
            said = {"who": who, "steps": counted(loss.steps, "step")}
            yield Reason(ref("7.1"), "{who}: {steps} lost by all together", said, numbers={"steps": loss.steps})
            if units:
                strongest = max(unit.printed for unit in units)
                told = {"who": who, "strength": str(strongest)}
                yield Reason(ref("8.0a"), "{who}: the first step is lost by a unit of printed strength {strength}", told)
            if loss.steps > 1:
                yield Reason(ref("8.0b"), "{who}: no unit loses a second step before each has lost one", {"who": who})
        if loss.retreat:
            hexes = {"who": who, "hexes": counted(loss.retreat, "hex", "hexes")}
            yield Reason(ref("9.0a"), "{who}: all retreat {hexes}", hexes, numbers={"retreat": loss.retreat})
            ways = "; ".join(f"{counted(r, 'hex', 'hexes')}, {counted(s, 'step')}" for r, s in loss.ways)
            yield Reason(ref("9.2"), "{who}: each hex may be paid with a step: {ways}", {"who": who, "ways": ways})
        if loss.marks:
            yield Reason(ref("7.1"), "{who}: the sign {marks} follows a rule of the game", {"who": who, "marks": loss.marks})
    if losses.defender.retreat > 1:
        said = {"hexes": counted(losses.defender.retreat, "hex", "hexes")}
        yield Reason(ref("10.0"), "Once the hex is empty, units that exploit advance up to {hexes}, others one", said)


def result(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a printed result asks, with what the way of the retreat adds. [SCS 1.6 2.1d, 7.1, 9.0b, 9.0d, 9.2]"""
    losses = read_result(given["result"])
    if losses is None:
        raise WrongUse(f'"{given["result"]}" is no result such as A1r1, D2 or A1D1r2.')
    zones, blocked = given.get("zones") or 0, given.get("blocked") or 0
    ref = case.ruleset.ref
    said = list(consequences(case, losses))
    facts = {}
    if zones or blocked:
        retreating = [side for side in NAMES if getattr(losses, side).retreat]
        if len(retreating) != 1:
            raise WrongUse(f'With zones=… or blocked=… just one side must retreat; "{given["result"]}" is not such a result.')
        side = retreating[0]
        loss: Loss = getattr(losses, side)
        if not 0 <= blocked <= loss.retreat or not 0 <= zones <= loss.retreat - blocked:
            raise WrongUse(f"{NAMES[side]} retreat {loss.retreat} hexes; zones and blocked together cannot be more.")
        numbers = case.ruleset.whole
        of_zones, of_blocked = zones * numbers("zones.retreat_steps"), blocked * numbers("retreat.blocked_steps")
        who = {"who": NAMES[side], "zones": of_zones, "blocked": of_blocked}
        if zones:
            said.append(Reason(ref("9.0d"), "{who}: steps lost in all for hexes with an enemy zone: {zones}", who))
        if blocked:
            said.append(Reason(ref("9.0b"), "{who}: steps lost in all for hexes that cannot be retreated: {blocked}", who))
        steps = loss.steps + of_zones + of_blocked
        losses = replace(losses, **{side: replace(loss, steps=steps, retreat=loss.retreat - blocked)})
        facts = {"zone_steps": of_zones, "blocked_steps": of_blocked}
    detail = CombatDetail(losses=losses, convertible=not facts, facts=facts)
    return Ruling("combat.result", case.ruleset.id, given["result"], given["result"], tuple(said), detail)
