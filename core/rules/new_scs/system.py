"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.parameters import Part, Words
from core.rules.kernel.readings import by_readings
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableSystem, at_once
from core.rules.new_scs import bombardment, combat, movement
from core.rules.new_scs.movement import hazard, interdiction, obstacle, road
from core.rules.new_scs.stacking import RULES
from core.rules.new_scs.strengths import FACTORS, TERRAIN

YES_NO = ("no", "yes")
_WHITE = Parameter("white", "whole", "the white die")
_RED = Parameter("red", "whole", "the red die")
_TERRAIN = Words((TERRAIN,))


def _flag(name: str, help_: str) -> Parameter:
    return Parameter(name, "choice", f"{help_}; no without it", choices=YES_NO)


def _strength(*charts: str) -> tuple[Part, ...]:
    """A strength as it is typed, with what multiplies it."""
    return (
        Part("Strength", "fraction", before="", required=True),
        Part("States and terrain", "words", before="*", words=Words(charts)),
        Part("Other factor", "fraction", before="*"),
    )


COMBAT = (
    Parameter(
        "attackers",
        "texts",
        "strength of each attacker, with factors where it has some: 4, 2.5, 4*1/2, 4*River, 4*DG*Out of supply",
        required=True,
        form=_strength(FACTORS, TERRAIN),
    ),
    Parameter(
        "defenders",
        "texts",
        "strength of each defender, written in the same way",
        required=True,
        form=_strength(FACTORS),
    ),
    Parameter("terrain", "text", "terrain of the defenders' hex, as on the chart new_scs.terrain", words=_TERRAIN),
    Parameter("shift", "whole", "columns that it shifts to the left, in the place of terrain: 0, 1 or 2", least=0),
    _flag("engineers", "whether an attacking engineer is not DG"),
    Parameter("tanks", "texts", "attack strengths of the attackers' tanks, for the advantage in armour"),
    Parameter("defending_tanks", "texts", "defence strengths of the defenders' tanks"),
    Parameter("guns", "texts", "defence strengths of their anti-tank units and tube artillery"),
    _flag("armoured", "whether any attacker is armoured, lightly or not"),
    _flag("support", "whether artillery supports the defenders"),
    _flag("overrun", "whether it is an overrun"),
    Parameter("defending_units", "whole", "units in the defenders' hex", least=0),
    Parameter("stack", "whole", "the most units in one attacking hex", least=0),
    Parameter("soft_stack", "whole", "the most units without armour in one attacking hex", least=0),
    Parameter("better", "choice", "the side with the better units", choices=("none", "attackers", "defenders")),
    Parameter(
        "dg", "choice", "the side whose units are all DG", choices=("none", "attackers", "defenders", "both"), title="DG"
    ),
    _flag("hazardous", "whether all attackers are in hazardous terrain"),
    Parameter(
        "intelligence",
        "choice",
        "whom intelligence favours; without it, the box's own",
        choices=("none", "defender", "attacker"),
    ),
    _WHITE,
    _RED,
)


OF_COMBAT = ("ambush.order", "odds.left_of_table", "overrun.two_shifts", "retreat.conversion", "surprise.intelligence")
"""Readings that can decide a combat."""


class NewScs(TableSystem):
    """The new house rules of the Standard Combat Series."""

    series = "new-scs"
    force_rules = RULES
    reads = frozenset(
        {
            "ambush.intelligence",
            "ambush.order",
            "bombardment.step_chart",
            "bombardment.two_ratings",
            "crt.scale",
            "odds.left_of_table",
            "overrun.cost",
            "overrun.two_shifts",
            "retreat.conversion",
            "retreat.one_hex",
            "surprise.intelligence",
            "zones.mixed_stack",
            "zones.retreat_loss",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = (
        Question(
            "combat",
            "the odds of an attack, both columns, all modifiers, the chance of every result, and what two dice do",
            "Basic combat procedure, Factor effects, Armor advantage, Die roll modifiers, Ambush and surprise",
            COMBAT,
            at_once(by_readings(combat.combat, combat.told, *OF_COMBAT)),
        ),
        Question(
            "bombardment",
            "the rating of a bombardment against soft and armoured units, its chances, and what two dice do",
            "Bombardment, Air phase",
            (
                Parameter("ratings", "fractions", "the rating of one gun, or of three with the same rating", least=0),
                Parameter("air", "whole", "air points in their place: one or three", least=0),
                _flag("flak", "whether flak within one hex of the target lowers the rating of air points"),
                _flag("moved", "whether a gun moved before"),
                Parameter("terrain", "text", "terrain of the target hex, as on the chart new_scs.terrain", words=_TERRAIN),
                Parameter("soft", "whole", "units without armour in the target hex", least=0),
                Parameter("armoured", "whole", "armoured units in the target hex", least=0),
                Parameter("steps", "whole", "steps in the target hex, the last of which is safe", least=1),
                _WHITE,
                _RED,
            ),
            at_once(by_readings(bombardment.bombardment, bombardment.told, "bombardment.step_chart")),
        ),
        Question(
            "hazard",
            "whether all attackers are in hazardous terrain",
            "Ambush and surprise",
            (
                Parameter(
                    "hexes",
                    "texts",
                    "terrain of each attacking hex and of what it attacks across, as River*Forest",
                    required=True,
                    form=(Part("Terrain", "words", before="*", words=_TERRAIN, required=True),),
                ),
            ),
            at_once(hazard),
        ),
        Question(
            "retreat.losses",
            "the steps that a stack loses on its retreat",
            "Applying combat results, Unit types and special abilities",
            (
                Parameter("soft", "whole", "units without armour that retreat", least=0),
                Parameter("armoured", "whole", "armoured units that retreat", least=0),
                Parameter("zones", "whole", "hexes on the way that lie in enemy zones", least=0),
                Parameter("gun_zones", "whole", "those among them in a zone of a unit that can fight armour", least=0),
                Parameter("blocked", "whole", "hexes that cannot be retreated", least=0),
            ),
            at_once(by_readings(movement.retreat_losses, movement.of_retreat, "zones.mixed_stack", "zones.retreat_loss")),
            title="Losses of a retreat",
        ),
        Question(
            "overrun",
            "what an overrun costs, and whether the terrain lets it",
            "Movement phase, Overruns",
            (
                Parameter("target", "fraction", "movement points of the terrain of the target hex", required=True, least=0),
                Parameter(
                    "terrain",
                    "texts",
                    "terrain of the target hex and of the hexside, as on the chart new_scs.terrain",
                    words=_TERRAIN,
                ),
            ),
            at_once(by_readings(movement.overrun, movement.of_overrun, "overrun.cost", "overrun.two_shifts")),
        ),
        Question(
            "movement.road",
            "the points of road movement, and how far they reach",
            "Road movement phase",
            (
                Parameter("allowance", "fraction", "the movement allowance of the unit", required=True, least=0),
                _flag("interdicted", "whether every hex is interdicted"),
            ),
            at_once(road),
            title="Road movement",
        ),
        Question(
            "movement.obstacle",
            "what crossing a hexside costs beside engineers that have not moved",
            "Unit types and special abilities",
            (Parameter("cost", "fraction", "movement points that the hexside costs", required=True, least=0),),
            at_once(obstacle),
            title="Crossing a hexside",
        ),
        Question(
            "movement.interdiction",
            "what a hex costs that enemy air points interdict",
            "Air phase",
            (
                Parameter("cost", "fraction", "movement points that the hex costs", required=True, least=0),
                _flag("road", "whether it is entered along a road"),
                _flag("zone", "whether it lies in an enemy zone"),
            ),
            at_once(interdiction),
            title="Interdicted hexes",
        ),
    )
