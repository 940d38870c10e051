"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.bcs import activation, combat, fatigue, formations
from core.rules.bcs.acting import ON_THE_MAP as ACTING
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.questions.fights import ON_THE_MAP as FIGHTS
from core.rules.bcs.questions.formed import ON_THE_MAP as FORMED
from core.rules.bcs.questions.ground import ON_THE_MAP as GROUND
from core.rules.bcs.stacking import RULES
from core.rules.kernel.parameters import Words
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableSystem, at_once
from core.rules.operations.questions import operation_questions

YES_NO = ("yes", "no")
RETREATS = (formations.SITUATIONAL, formations.AUTOMATIC, formations.VOLUNTARY, formations.OTHER)


def _yes(name: str, help_: str) -> Parameter:
    return Parameter(name, "choice", help_, choices=YES_NO)


def _number(name: str, help_: str, *, required: bool = False, least: int | None = 0, title: str = "") -> Parameter:
    return Parameter(name, "whole", help_, required=required, least=least, title=title)


_ROLL = _number("roll", "the natural roll", least=None)
_CLASS = Parameter("class", "choice", "class of movement", required=True, choices=fatigue.CLASSES)
_OF_COMBAT = Words(("bcs.combat_modifiers",))
_COMBAT = (
    _number("attack", "action rating of the attackers, 0 to 5", required=True),
    _number("defence", "action rating of the defenders, 0 to 5", required=True),
    Parameter("modifiers", "texts", "modifiers of the attackers, as on the chart bcs.combat_modifiers", words=_OF_COMBAT),
    Parameter("defence_modifiers", "texts", "modifiers of the defenders, as on the same chart", words=_OF_COMBAT),
    _yes("key_terrain", "whether the defenders hold key terrain"),
    _yes("prepared", "whether the defenders have a prepared defence"),
    _yes("screen", "whether the defender is a recon screen (variant 8)"),
    _ROLL,
)
_ENGAGEMENT = (
    _number("firer_av", "armour value of the firer", required=True, title="Firer's armour value"),
    _number("firer_ar", "action rating of the firer", required=True, title="Firer's action rating"),
    _number("target_av", "armour value of the target", required=True, title="Target's armour value"),
    _number("target_ar", "action rating of the target", required=True, title="Target's action rating"),
    _yes("support", "whether support units are involved"),
    _number("range", "hexes to the target; 1 without it (variant 1)", least=1),
    _yes("out_of_reach", "whether the firer is out of the target's own range"),
    _yes("screen", "whether the target is a recon screen (variant 8)"),
    _ROLL,
)
_SNAFU = (
    Parameter("fatigue", "choice", "the formation's fatigue", required=True, choices=activation.LEVELS),
    _number("coordination", "coordination markers of the formation"),
    Parameter(
        "modifiers",
        "texts",
        "further modifiers, as on the chart bcs.snafu_modifiers",
        words=Words(("bcs.snafu_modifiers",)),
    ),
    _number("trains", "hexes from the headquarters to the combat trains", least=0),
    _yes("prepared", "whether the formation has a prepared defence"),
    Parameter("activation", "choice", "whether it is its first or its second activation", choices=("first", "second")),
    _yes("cut_off", "whether the formation has no supply route or isolated units (6)"),
    _ROLL,
)
_RETREAT = (
    _CLASS,
    Parameter("result", "choice", "what makes the unit retreat", required=True, choices=RETREATS),
    _yes("safe_path", "whether units on foot or on wheels have a safe path"),
    _yes("bracketed", "whether they are bracketed, under the Rod Miller package"),
    _yes("key_terrain", "whether the unit holds key terrain"),
    _yes("prepared", "whether it has a prepared defence"),
    _number("headquarters", "hexes to its headquarters", least=0),
    _yes("overstacked", "whether it would overstack there"),
    _yes("independent", "whether it is an unassigned independent unit"),
)
_SCREEN = (
    Parameter(
        "game",
        "text",
        "the game, as on the chart bcs.screens; else the options of the box say the radius",
        words=Words(("bcs.screens",)),
    ),
    _number("distance", "hexes from the screen to an enemy", least=0),
    _number("hexes", "hexes of the zone that an enemy enters"),
    Parameter("side", "choice", "the side on which the enemy moves; move without it", choices=("move", "deployed")),
)


class Bcs(TableSystem):
    """The Battalion Combat Series."""

    series = "bcs"
    force_rules = RULES
    reads = frozenset(
        {
            "activation.order",
            "activation.smoothing",
            "activation.three_chits",
            "coordination.middle_ground",
            "engagement.ranged_fires",
            "fatigue.planned",
            "formations.arriving",
            "formations.begin_done",
            "jumps.soft_hard",
            "jumps.triggers",
            "orders.written",
            "package.rod_miller",
            "recon.screen_radius",
            "recon.screens",
            "recon.setup_screens",
            "recon.types",
            "recovery.cut_off",
            "recovery.timing",
            "safe_path.retreat",
            "screen.both_lose",
            "smoothing.large_difference",
            "traffic.alone",
            "traffic.coordination",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = (
        Question(
            "combat",
            "the chance of every result of an attack, and what a roll does",
            "Combat Table; variants 3, 5, 8",
            _COMBAT,
            at_once(combat.combat),
            also=("attack", "bcs.attack"),
        ),
        Question(
            "engagement",
            "the chance of every result of an engagement, and what a roll does",
            "Engagement Table; variants 1, 8",
            _ENGAGEMENT,
            at_once(combat.engagement),
            also=("bcs.engagement",),
        ),
        Question(
            "barrage",
            "the chance that a barrage costs a step",
            "Barrage Table; variant 8",
            (
                Parameter("target", "choice", "the target", required=True, choices=combat.TARGETS),
                _yes("screen", "whether the target is a recon screen (variant 8)"),
                _ROLL,
            ),
            at_once(combat.barrage),
            also=("bcs.barrage",),
        ),
        Question(
            "isolation",
            "losses by isolation",
            "Isolation; variant 4",
            (
                _yes("safe_path", "whether the unit has a safe path"),
                _yes("bracketed", "whether it is bracketed, under the Rod Miller package"),
                _ROLL,
            ),
            at_once(combat.isolation),
        ),
        Question(
            "tiger",
            "whether a Tiger unit breaks down, and when it rolls",
            "variant 4",
            (_ROLL,),
            at_once(combat.tiger),
            title="Breakdown of Tigers",
        ),
        Question(
            "activation.chits",
            "the chits of activation smoothing",
            "variant 9",
            (
                _number("first", "formations of the first side", required=True),
                _number("second", "formations of the second side", required=True),
                _number("first_done", "those of the first side that begin Done"),
                _number("second_done", "those of the second side that begin Done"),
            ),
            at_once(activation.smoothing),
            title="Chits of activation smoothing",
        ),
        Question(
            "activation.draw",
            "which side picks the formation when three chits are drawn",
            "variant 2",
            (
                _number("first", "chits of the first side in the cup", required=True),
                _number("second", "chits of the second side in the cup", required=True),
                _number("drawn_first", "chits of the first side among those drawn"),
            ),
            at_once(activation.draw),
            title="Draw of three chits",
        ),
        Question(
            "snafu",
            "the chance of every SNAFU result, and what a roll allows",
            "SNAFU Table; variants 3, 5, 6",
            _SNAFU,
            at_once(activation.snafu),
            title="SNAFU roll",
            also=("bcs.snafu",),
        ),
        Question(
            "activation.second",
            "whether a formation gets a second activation",
            "Second Activation; variants 3, 6",
            (
                _yes("paid", "whether fatigue is paid for it (variant 3)"),
                _yes("marched", "whether the formation made a forced march"),
                _yes("prepared", "whether it has a prepared defence"),
                _yes("recovered", "whether it recovered from fatigue"),
                _ROLL,
            ),
            at_once(activation.second),
            title="Second activation",
        ),
        Question(
            "fatigue",
            "how fatigue rises by a roll",
            "Fatigue Table; variant 3",
            (
                Parameter("activation", "choice", "which activation", required=True, choices=("first", "second")),
                Parameter("level", "choice", "the fatigue before", choices=activation.LEVELS),
                _ROLL,
            ),
            at_once(fatigue.fatigue),
        ),
        Question(
            "fatigue.costs",
            "what is paid in fatigue",
            "variant 3",
            (
                _number("distant", "objectives beyond 15 hexes of the headquarters"),
                _number("additional", "additional objectives, but those of recon units"),
                _number("additional_distant", "additional objectives that are also further than 15 hexes"),
                _number("traffic", "traffic markers removed"),
                _number("forced_march", "1 for a forced march"),
                _number("second_activation", "1 for a better second activation"),
                Parameter("level", "choice", "the fatigue before", choices=activation.LEVELS),
            ),
            at_once(fatigue.costs),
            title="What is paid in fatigue",
        ),
        Question(
            "forced_march",
            "the movement allowance of a forced march",
            "variant 3",
            (
                _number("allowance", "the printed movement allowance", required=True),
                _CLASS,
                Parameter("snafu", "choice", "the SNAFU result; Full without it", choices=("Full", "Partial", "Fail")),
            ),
            at_once(fatigue.forced_march),
        ),
        Question(
            "jump",
            "whether headquarters and trains jump, softly or hard",
            "9.1f, 10.3d; variant 7",
            (
                Parameter("trigger", "choice", "what happened; entered without it", choices=tuple(formations.TRIGGERS)),
                _ROLL,
            ),
            at_once(formations.jump),
            also=("bcs.jump",),
        ),
        Question(
            "retreat",
            "how a unit retreats",
            "Retreat Answer Key; variant 4",
            _RETREAT,
            at_once(formations.retreat),
            also=("bcs.retreat",),
        ),
        Question(
            "screen",
            "the zone of a recon screen and what it costs",
            "variant 8",
            _SCREEN,
            at_once(formations.screen),
            also=("bcs.screen",),
        ),
        Question(
            "coordination",
            "the coordination markers of a formation",
            "4.4a; variant 5",
            (
                _number("markers", "markers that it has"),
                _number("mixed", "stacks in which formations are mixed"),
                _number("near", "other formations with a headquarters near its own"),
                _number("traffic", "traffic results"),
            ),
            at_once(formations.coordination),
        ),
        Question(
            "zone", "what enemy zones do to a class of movement", "published summaries", (_CLASS,), at_once(formations.zones)
        ),
        *operation_questions(OPERATIONS, RULES),
        *FORMED,
        *GROUND,
        *FIGHTS,
        *ACTING,
    )
