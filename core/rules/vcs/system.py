"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.parameters import Part, Words
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableSystem, at_once
from core.rules.vcs import chits, combat, ground, movement, results, supply, support
from core.rules.vcs.shifts import ANTI_TANK, ARMOUR, NONE
from core.rules.vcs.stacking import RULES
from core.rules.vcs.strengths import RIVER, STATES, TERRAIN

YES_NO = ("yes", "no")


def _yes(name: str, help_: str) -> Parameter:
    return Parameter(name, "choice", help_, choices=YES_NO)


def _number(name: str, help_: str, *, required: bool = False, least: int | None = 0) -> Parameter:
    return Parameter(name, "whole", help_, required=required, least=least)


def _strength(words: tuple[str, ...]) -> tuple[Part, ...]:
    """A strength as it is typed, with what changes it."""
    return (
        Part("Strength", "fraction", before="", required=True),
        Part("Supply and ground", "words", words, before="*"),
        Part("Other factor", "fraction", before="*"),
    )


_ROLL = _number("roll", "the roll", least=None)
_COMBAT = (
    Parameter(
        "attackers",
        "texts",
        "strength of each attacker, with its supply: 21, 6*Out of supply, 8*Isolated",
        required=True,
        form=_strength(STATES),
    ),
    Parameter(
        "defenders",
        "texts",
        "strength of each defender, written alike; Entrenchment and River may stand with it",
        required=True,
        form=_strength((*STATES, "Entrenchment", RIVER)),
    ),
    Parameter(
        "terrain",
        "texts",
        "terrain of the defenders' hexes; the line that is best for them counts (10.1)",
        words=Words((TERRAIN, "vcs.crt_lines")),
    ),
    _yes("river", "whether all attackers attack across rivers, so that the defenders stand solely behind them (10.1)"),
    Parameter("attacker_levels", "fractions", "levels that attackers stand on; the highest counts (10.1)", least=0),
    Parameter("defender_levels", "fractions", "levels that defenders stand on; the highest counts (10.1)", least=0),
    _number("integrity", "parents of which all members are adjacent to the defenders (10.3)"),
    _number("pairs", "parents of which two members attack together, for the reading of 10.3 that counts them", least=0),
    _number("defence_integrity", "parents of which two members defend together (10.3)"),
    _number("combined_arms", "attacking stacks with combined arms (10.41)"),
    Parameter(
        "defence_combined_arms",
        "choice",
        "what the defenders' combined arms include (10.42)",
        choices=(NONE, ARMOUR, ANTI_TANK),
    ),
    _yes("attackers_heavy", "whether any attacker is armour or anti-tank (10.42)"),
    _number("artillery", "artillery units that support the attack (10.5)"),
    _number("defence_artillery", "artillery units that support the defence (10.5)"),
    _number("air", "air points that arrived for the attack (10.6)"),
    _number("defence_air", "air points that arrived for the defence (10.6)"),
    _number("naval", "columns of naval gunfire for the attack (10.7)"),
    _number("defence_naval", "columns of naval gunfire for the defence (10.7)"),
    _yes("engineers", "whether engineers attack an entrenchment (13.6)"),
    _number("attacker_support", "the attackers' support points; at 0 or less 12.2 holds", least=None),
    _number("defender_support", "the defenders' support points; at 0 or less 12.2 holds", least=None),
    _number("shifts", "further columns to the right, or to the left where negative", least=None),
    _ROLL,
)
_RESULT = (
    Parameter("result", "text", "the result as the table prints it, such as D2-(1), B1-(1) or D2b", required=True),
    _number("attacker_steps", "steps that the attackers lose in all, those in the place of a retreat included"),
    _number("defender_steps", "steps that the defenders lose in all"),
    Parameter("eliminated", "choice", "the side of which nothing is left", choices=("attackers", "defenders")),
    _number("zones", "hexes of the retreat that lie in enemy zones (10.9)"),
    _number("stacks", "stacks that retreat through them; 1 without it", least=1),
)
_TRACE = (
    _number("level", "the level of the unit's hex"),
    Parameter("path", "fractions", "the levels of the hexes on the way", least=0),
    _number("road_level", "the level of the road hex or source that is reached"),
    _number("distance", "hexes from the unit to the road or source; 0 on it, 1 adjacent"),
    _yes("connected", "whether the road leads to a source of the nation; yes without it"),
    Parameter("line", "choice", "blocked where enemies leave no way at all; open without it", choices=("open", "blocked")),
    _yes("friend", "whether a supplied friend stands within 3 hexes of a unit without a line (11.2)"),
    Parameter("sources", "choice", "whether the nation still holds a source; held without it", choices=("held", "captured")),
    _yes("ally", "whether the only source is a depot of an ally (11.3)"),
    _number("support", "the nation's support points; at 0 or less 12.2 holds", least=None),
    _yes("arrived", "whether the unit arrived in this turn"),
)


class Vcs(TableSystem):
    """The Variable Combat System."""

    series = "vcs"
    force_rules = RULES
    reads = frozenset(
        {
            "advance.eliminated",
            "demolition.limits",
            "integrity.left_shift",
            "isolation.movement",
            "isolation.surrender",
            "lines.level",
            "retreat.exception",
            "rivers.mechanised_infantry",
            "rubble.placed",
            "scale.grouping",
            "supply.enemy_near",
            "supply.friend_nearby",
            "supply.level",
            "targets.higher_ground",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = (
        Question(
            "combat",
            "the odds of an attack, its line and column, the chance of every result, and what a result asks of both sides",
            "10.1-10.11, 11.1.5, 11.2.5, 12.0, 12.2, 13.5, 13.6",
            _COMBAT,
            at_once(combat.combat),
        ),
        Question(
            "combat.result",
            "what a result asks of both sides, and how far each may advance",
            "10.8-10.11",
            _RESULT,
            at_once(results.result),
            title="What a result asks",
        ),
        Question(
            "chits",
            "the chances of a strength chit, or what losses leave of a unit with a known one",
            "9.1, 9.2, 10.8",
            (
                Parameter("class", "choice", "the colour of the box on the unit", choices=chits.CLASSES),
                Parameter("rating", "choice", "the letter in the box", required=True, choices=chits.RATINGS),
                Parameter("chit", "text", "the chit, a row of the chart vcs.chits", words=Words(("vcs.chits",))),
                _number("lost", "steps lost"),
            ),
            at_once(chits.chits),
        ),
        Question(
            "supply.trace",
            "the state of supply of a unit",
            "11.0-11.3, 12.2",
            _TRACE,
            at_once(supply.trace),
            title="State of supply",
        ),
        Question(
            "supply.effects",
            "what a state of supply leaves of strengths and movement",
            "11.1.5, 11.2.5",
            (
                Parameter("state", "choice", "the state of supply", required=True, choices=STATES),
                _number("attack", "the printed strength, attacking", least=0),
                _number("defence", "the printed strength, defending", least=0),
                _number("movement", "the printed movement allowance", least=0),
                _yes("mechanised", "whether the unit is mechanised"),
            ),
            at_once(supply.effects),
            title="Effects of supply",
        ),
        Question(
            "supply.air",
            "the chance of supply by air or sea, and what it does",
            "11.4",
            (
                Parameter("enemies", "choice", "enemies near the unit", required=True, choices=("zone", "adjacent", "none")),
                Parameter("by", "choice", "by air or by sea", choices=("air", "sea")),
                _yes("coastal", "whether the unit is in a coastal hex"),
                Parameter("weather", "choice", "the weather", choices=("clear", "rain", "storm")),
                Parameter("state", "choice", "the unit's state of supply before", choices=STATES),
                _ROLL,
            ),
            at_once(supply.by_air),
            title="Supply by air or sea",
        ),
        Question(
            "surrender",
            "what an isolated unit may lose in the supply phase",
            "11.2.6",
            (
                _number("markers", "isolation markers on the unit", required=True),
                _yes("attacked", "whether it was attacked while isolated"),
                _ROLL,
            ),
            at_once(supply.surrender),
        ),
        Question(
            "support",
            "the support points spent in a game turn, and what is left",
            "12.0-12.2",
            (
                _number("attacks", "all attacks of the side in the game turn"),
                _number("breakthroughs", "those of them that were breakthroughs"),
                _number("airborne", "those of them by airborne units alone in their first assault"),
                _number("air_sea", "attempts of supply by air or sea"),
                _number("bridges", "bridges begun"),
                _number("roads", "repairs of roads begun"),
                _number("entrenchments", "entrenchments begun"),
                _number("points", "support points at the start", least=None),
            ),
            at_once(support.support),
        ),
        Question(
            "movement",
            "what supply, zones, rivers and the road leave of a movement allowance",
            "5.1, 5.4, 7.1, 11.1.5, 11.2.5, 13.5",
            (
                _number("allowance", "the printed movement factor", required=True),
                Parameter("class", "choice", "how the unit moves", required=True, choices=movement.CLASSES),
                Parameter("state", "choice", "its state of supply; Supplied without it", choices=STATES),
                _number("support", "the nation's support points; at 0 or less 12.2 holds", least=None),
                _yes("leaving", "whether it leaves an enemy zone (7.1)"),
                _yes("river", "whether it crosses a river without a bridge (5.1)"),
                _number("rubble", "hexes with rubble that it enters (13.5)"),
                _number("friends", "hexes with friends on the road that it passes (5.1)"),
            ),
            at_once(movement.movement),
        ),
        Question(
            "zone",
            "whether a unit has a zone of control",
            "2.33, 7.0",
            (Parameter("size", "choice", "the size or kind of the unit", required=True, choices=ground.SIZES),),
            at_once(ground.zone),
        ),
        Question(
            "targets",
            "whether units that attack must attack every adjacent enemy",
            "10.0, 10.1",
            (
                Parameter("levels", "fractions", "levels of the attackers' hex", required=True, least=0),
                Parameter("enemy_levels", "fractions", "levels of the adjacent enemies' hexes", required=True, least=0),
                Parameter(
                    "terrain", "texts", "terrain of the attackers' hex: Town, City, Entrenchment", words=Words((TERRAIN,))
                ),
            ),
            at_once(ground.targets),
        ),
        Question(
            "demolition",
            "whether a bridge or road may be destroyed, and the chance of it",
            "13.1, 13.3",
            (
                Parameter("target", "choice", "what is to be destroyed", required=True, choices=ground.TARGETS),
                _number("line", "hexes from the unit to the target, along a line of supply", least=0),
                _number("enemy", "hexes to the nearest enemy", least=0),
                _number("level", "the level of the road hex"),
                _number("attempts", "attempts of the unit in the game turn, this one included", least=1),
                _number("side_attempts", "attempts of the side in the player turn, this one included", least=1),
                _ROLL,
            ),
            at_once(ground.demolition),
        ),
    )
