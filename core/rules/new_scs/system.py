"""The series as a system: its questions and their parameters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from core.rules.kernel.parameters import Part, Words
from core.rules.kernel.readings import by_readings
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableCase, TableSystem, at_once
from core.rules.new_scs import combat, going, movement
from core.rules.new_scs.aftermath import BATTLE
from core.rules.new_scs.air import interdicting
from core.rules.new_scs.bombarding import BY_NUMBERS as BOMBARDED
from core.rules.new_scs.bombarding import bombarders, bombarding
from core.rules.new_scs.bombardment import bombardment
from core.rules.new_scs.bombardment import told as bombardment_told
from core.rules.new_scs.lines import SUPPLY_RULES
from core.rules.new_scs.movement import hazard, interdiction, obstacle, overrun, road
from core.rules.new_scs.overruns import COMBAT as ON_OVERRUN
from core.rules.new_scs.overruns import OVERRUN_RULES, of_overrun
from core.rules.new_scs.overruns import overrun as overrun_on_the_map
from core.rules.new_scs.stacking import RULES
from core.rules.new_scs.strengths import FACTORS, TERRAIN
from core.rules.new_scs.zones import AROUND, NEGATED, reaches, zone, zone_class
from core.rules.operations.battle_questions import ByNumbers, battle_questions
from core.rules.operations.either_way import MAP, NUMBERS, asked_about, needs, overrun_on_map, strengths
from core.rules.operations.overrun_questions import who_may_overrun
from core.rules.operations.questions import MOVED, SCENARIO, SIDE, board_of, operation_questions
from core.rules.operations.rules import OperationsRules

YES_NO = ("no", "yes")
_WHITE = Parameter("white", "whole", "the white die")
_RED = Parameter("red", "whole", "the red die")
_TERRAIN = Words((TERRAIN,))
_OF_OVERRUNS = "Movement phase, Overruns, Exploitation phase"


def _flag(name: str, help_: str) -> Parameter:
    return Parameter(name, "choice", f"{help_}; no without it", choices=YES_NO)


BY_NUMBERS = ByNumbers(
    answer=combat.combat,
    numbers=(
        *strengths((FACTORS, TERRAIN), (FACTORS,)),
        Parameter("terrain", "text", "terrain of the defenders' hex, as on the chart new_scs.terrain", words=_TERRAIN),
        Parameter("shift", "whole", "columns that it shifts to the left, in the place of terrain: 0, 1 or 2", least=0),
        _flag("engineers", "whether an attacking engineer is not DG"),
        Parameter("tanks", "texts", "attack strengths of the attackers' tanks, for the advantage in armour"),
        Parameter("defending_tanks", "texts", "defence strengths of the defenders' tanks"),
        Parameter("guns", "texts", "defence strengths of their anti-tank units and tube artillery"),
        _flag("armoured", "whether any attacker is armoured, lightly or not"),
        Parameter("defending_units", "whole", "units in the defenders' hex", least=0),
        Parameter("stack", "whole", "the most units in one attacking hex", least=0),
        Parameter("soft_stack", "whole", "the most units without armour in one attacking hex", least=0),
        Parameter("better", "choice", "the side with the better units", choices=("none", "attackers", "defenders")),
        Parameter(
            "dg", "choice", "the side whose units are all DG", choices=("none", "attackers", "defenders", "both"), title="DG"
        ),
        _flag("hazardous", "whether all attackers are in hazardous terrain"),
    ),
    needed=("attackers", "defenders"),
    both=(
        Parameter(
            "support",
            "choice",
            "whether artillery supports the defenders; on the map as the box wishes, by numbers not, without it",
            choices=YES_NO,
        ),
        Parameter("supporter", "text", "the gun on the map that supports them, by its id or name; the nearest without it"),
        _flag("overrun", "whether it is an overrun"),
        Parameter(
            "intelligence",
            "choice",
            "whom intelligence favours; without it, the box's own",
            choices=("none", "defender", "attacker"),
        ),
        _WHITE,
        _RED,
    ),
    rolls=("white", "red"),
    told=combat.told,
    rules="Basic combat procedure, Factor effects, Armor advantage, Die roll modifiers, Ambush and surprise",
)
"""Combat by strengths as they are typed."""


OPERATIONS = OperationsRules(
    modes=going.MODES,
    zone=zone,
    zone_class=zone_class,
    reaches=reaches,
    zone_section=AROUND,
    movement_section=going.PHASE,
    mover=going.mover,
    tolls=going.tolls,
    layers=going.layers,
    over=going.over,
    afterwards=going.afterwards,
    heeds_moved=True,
    zone_of_unit_alone=True,
    heeded=frozenset({going.HUNGRY}),
    zone_rules="SCS 1.6 2.0-2.0b, 2.1a, 2.1g, 2.1h, which it builds on",
    movement_rules=(
        "Road movement phase, Movement phase, Enemy reaction phase, Exploitation phase, Air phase, "
        "Unit types and special abilities"
    ),
    negated=NEGATED,
    supply=SUPPLY_RULES,
    battle=BATTLE,
)
"""What New SCS says of zones, movement, supply and combat on the map."""


def overrun_asked(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """An overrun on the map, or by numbers alone. Raises WrongUse. [New SCS Movement phase, Overruns]"""
    on_map = ("units", "to", "from", "mode", "spent", "began", "before", "moved", *ON_OVERRUN)
    if asked_about("An overrun", given, numbers=("target", "terrain"), on_map=on_map) != NUMBERS:
        return overrun_on_the_map(board_of(case, given, OPERATIONS, RULES), given)
    needs("overrun", given, "target")
    return overrun(case, given)


def bombardment_asked(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """A bombardment on the map, or by numbers alone. Raises WrongUse. [New SCS Bombardment, Air phase]"""
    if asked_about("Bombardment", given, numbers=BOMBARDED, on_map=("units", "to", "side", "scenario")) == MAP:
        return bombarding(board_of(case, given, OPERATIONS, RULES), given)
    return bombardment(case, given)


class NewScs(TableSystem):
    """The new house rules of the Standard Combat Series."""

    series = "new-scs"
    force_rules = RULES
    reads = frozenset(
        {
            "advance.eliminated",
            "ambush.intelligence",
            "ambush.order",
            "armour.factors",
            "artillery.defensive",
            "bombardment.range",
            "bombardment.step_chart",
            "bombardment.two_ratings",
            "crt.scale",
            "losses.armour_first",
            "odds.left_of_table",
            "overrun.cost",
            "overrun.two_shifts",
            "overrun.who",
            "retreat.conversion",
            "retreat.map_edge",
            "retreat.one_hex",
            "supply.movement",
            "surprise.intelligence",
            "zones.mixed_stack",
            "zones.retreat_loss",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = (
        Question(
            "bombardment",
            "the rating of a bombardment against soft and armoured units, its chances, and what two dice do",
            "Bombardment, Air phase",
            (
                Parameter("units", "texts", "the gun or air point on the map that bombards, or three, by their ids or names"),
                Parameter("to", "hex", "the hex that is bombarded"),
                SIDE,
                Parameter("ratings", "fractions", "the rating of one gun, or of three with the same, by numbers", least=0),
                Parameter("air", "whole", "air points in the place of guns: one or three", least=0),
                Parameter(
                    "flak",
                    "choice",
                    "whether flak within one hex of the target lowers the rating of air points",
                    choices=YES_NO,
                ),
                Parameter(
                    "moved",
                    "choice",
                    "whether a gun moved before; on the map as play has it, by numbers and outside play not, without it",
                    choices=YES_NO,
                ),
                Parameter("terrain", "text", "terrain of the target hex, as on the chart new_scs.terrain", words=_TERRAIN),
                Parameter("soft", "whole", "units without armour in the target hex", least=0),
                Parameter("armoured", "whole", "armoured units in the target hex", least=0),
                Parameter("steps", "whole", "steps in the target hex, the last of which is safe", least=1),
                _WHITE,
                _RED,
                SCENARIO,
            ),
            at_once(by_readings(bombardment_asked, bombardment_told, "bombardment.step_chart")),
        ),
        Question(
            "bombardment.guns",
            "every gun that may bombard a hex, with its rating, and every one that may not, with why",
            "Bombardment",
            (
                Parameter("to", "hex", "the hex", required=True),
                replace(SIDE, help="the side that bombards, by its id or name; the enemies of those in the hex without it"),
                SCENARIO,
            ),
            at_once(lambda case, given: bombarders(board_of(case, given, OPERATIONS, RULES), given)),
            title="Who may bombard",
        ),
        Question(
            "interdiction",
            "whether an air point interdicts a hex, and the marker and the point that it takes",
            "Air phase",
            (
                Parameter("to", "hex", "the hex that is interdicted", required=True),
                replace(SIDE, help="the side that interdicts, by its id or name; the one whose phase it is without it"),
                SCENARIO,
            ),
            at_once(lambda case, given: interdicting(board_of(case, given, OPERATIONS, RULES), given)),
            title="Air interdiction",
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
            "what an overrun costs, whether its target can be overrun, from where, and with what odds",
            _OF_OVERRUNS,
            (
                *overrun_on_map((going.MOVEMENT, going.EXPLOITATION)),
                *(each for each in BY_NUMBERS.both if each.name in ON_OVERRUN),
                Parameter("target", "fraction", "movement points of the terrain of the target hex, by numbers", least=0),
                Parameter(
                    "terrain",
                    "texts",
                    "terrain of the target hex and of the hexside, as on the chart new_scs.terrain",
                    words=_TERRAIN,
                ),
                MOVED,
                SCENARIO,
            ),
            at_once(by_readings(overrun_asked, of_overrun, "overrun.cost", "overrun.who", *combat.OF_COMBAT)),
        ),
        who_may_overrun(OPERATIONS, OVERRUN_RULES, RULES, (going.MOVEMENT, going.EXPLOITATION), _OF_OVERRUNS),
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
        *operation_questions(OPERATIONS, RULES),
        *battle_questions(OPERATIONS, BATTLE, RULES, BY_NUMBERS),
    )
