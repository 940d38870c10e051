"""Which side has the advantage in armour."""

from dataclasses import replace
from fractions import Fraction

from core.rules.kernel.charts import Consulted, find
from core.rules.kernel.combat import Force, total
from core.rules.kernel.rounding import odds
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import Tables
from core.rules.new_scs.strengths import rounding

ARMOUR = "new_scs.armour"
NOBODY, ATTACKER, DEFENDER = "nobody", "attacker", "defender"
RULE = "Armor advantage"
FACTORS, FULL = "armour.factors", "full"


def advantage(
    case: Tables,
    consulted: Consulted,
    tanks: tuple[Force, ...],
    defending_tanks: tuple[Force, ...],
    guns: tuple[Force, ...],
    armoured: bool,
    shift: int,
) -> tuple[str, tuple[Reason, ...]]:
    """The side that has it, and why. `armoured` says whether any attacker is armoured, lightly or not; `guns` are anti-tank
    units and tube artillery that defend. [New SCS Armor advantage]
    """
    ref = case.ruleset.ref(RULE)
    attack, defence = (_counted(case, some) for some in (tanks, (*defending_tanks, *guns)))
    if shift:
        return NOBODY, (Reason(ref, "Terrain that shifts the odds: nobody has the advantage in armour"),)
    if not attack and not defence:
        return NOBODY, (Reason(ref, "No armour fights: nobody has the advantage"),)
    axis = consulted.book.chart(ARMOUR).columns
    if attack and defence:
        column = find(axis, str(odds(attack, defence, rounding(case, "odds")))).label
    else:
        # Against nothing the odds lie above every column, and of nothing below.
        column = axis.labels[-1 if attack else 0]
    side = str(consulted.cell(ARMOUR, "advantage", column))
    said = {"attack": str(attack), "defence": str(defence), "odds": column, "side": side}
    found = [
        Reason(
            ref,
            "Armour {attack} to {defence}, column {odds}: {side}",
            said,
            numbers={"attack": attack, "defence": defence},
        )
    ]
    if side == DEFENDER and not _counted(case, defending_tanks) and not (armoured or attack):
        found.append(Reason(ref, "Guns alone have no advantage over attackers without any armour: nobody"))
        side = NOBODY
    return side, tuple(found)


def _counted(case: Tables, units: tuple[Force, ...]) -> Fraction:
    """What units count in armour odds: all that they print, or what is left in the combat. [New SCS Armor advantage]"""
    return total(tuple(replace(each, factors=()) for each in units) if case.choices.get(FACTORS) == FULL else units)
