"""Ambush and surprise: how likely each is, and what it makes of a result."""

from dataclasses import dataclass, replace
from fractions import Fraction

from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Losses
from core.rules.kernel.dice import FACES
from core.rules.kernel.modifiers import Item, Total
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables

CHART = "new_scs.ambush"
RULE = "Ambush and surprise"
AMBUSH, SURPRISE, NORMAL = "ambush", "surprise", "normal"


@dataclass(frozen=True, slots=True)
class Odds:
    """So many faces of the white die, from 1 up, are an ambush; so many of the red one, from 6 down, a surprise."""

    ambush: int
    surprise: int

    def event(self, white: int, red: int) -> str:
        """What two dice bring; an ambush leaves no room for surprise."""
        if white <= self.ambush:
            return AMBUSH
        return SURPRISE if red > FACES[-1] - self.surprise else NORMAL

    @property
    def chance_of_ambush(self) -> Fraction:
        """The chance of an ambush."""
        return Fraction(self.ambush, len(FACES))


def likelihood(
    case: Tables, consulted: Consulted, better: str, dg: str, hazardous: bool, intelligence: str
) -> tuple[Odds, tuple[Reason, ...]]:
    """How likely ambush and surprise are, and why. [New SCS Ambush and surprise]

    `better` is the side whose units are better, `dg` the side whose units are all DG ("attackers", "defenders", "both" or
    "none"), `intelligence` the side that it favours.
    """
    ref = case.ruleset.ref(RULE)
    helped = intelligence == "attacker" and case.choices.get("surprise.intelligence") == "ambush"
    likelier = case.ruleset.numbers["ambush.likelier"].value
    for_ambush = (
        ("Better defenders", better == "defenders"),
        ("All attackers in hazardous terrain", hazardous),
        ("Intelligence", intelligence == "defender" or helped),
    )
    for_surprise = (("Better attackers", better == "attackers"), ("Intelligence", intelligence == "attacker" and not helped))
    said: list[Reason] = []
    faces = {}
    for event, helps, barred, who in (
        (AMBUSH, for_ambush, dg in ("defenders", "both"), "defenders"),
        (SURPRISE, for_surprise, dg in ("attackers", "both"), "attackers"),
    ):
        if barred:
            faces[event] = 0
            said.append(Reason(ref, "All {who} are DG: no {event}", {"who": who, "event": event}))
            continue
        base, most = (consulted.number(CHART, event, column) for column in ("base", "most"))
        items = Total((Item("Base", base, ref), *(Item(name, likelier, ref) for name, holds in helps if holds)), most=int(most))
        faces[event] = int(items.net)
        span = [1, items.net] if event == AMBUSH else [FACES[-1] + 1 - items.net, FACES[-1]]
        die = str(span[0]) if span[0] == span[1] else f"{span[0]}-{span[1]}"
        told = {"event": event, "die": "white" if event == AMBUSH else "red", "faces": die}
        said += [*items.reasons()[1:], Reason(ref, "{event}: {die} die {faces}", told, numbers={"faces": items.net})]
    return Odds(faces[AMBUSH], faces[SURPRISE]), tuple(said)


def changed(case: Tables, losses: Losses, event: str) -> Losses:
    """A result as ambush or surprise leaves it. [New SCS Ambush and surprise]"""
    attacker, defender = losses.attacker, losses.defender
    hexes, steps = case.ruleset.whole("ambush.hexes"), case.ruleset.whole("ambush.steps")
    if event == AMBUSH:
        less = max(0, defender.retreat - hexes)
        if defender.steps:
            return Losses(attacker, replace(defender, steps=defender.steps - steps, retreat=less))
        return Losses(replace(attacker, steps=attacker.steps + steps), replace(defender, retreat=less))
    if event == SURPRISE:
        further = defender.retreat + hexes
        if attacker.steps:
            return Losses(replace(attacker, steps=attacker.steps - steps), replace(defender, retreat=further))
        return Losses(attacker, replace(defender, steps=defender.steps + steps, retreat=further))
    return losses
