"""The questions about fires on the map, each a step of a procedure [TCS 4.01 7.1, 9-16, 24.3-24.7, 26.2]."""

from core.rules.operations.questions import OverBoard
from core.rules.tcs.fires.aftermath import AFTER_PARAMETERS, AT_ROLLS, POINT, SUPPRESSIVE, fire_after
from core.rules.tcs.fires.answering import PARAMETERS as ANSWER_PARAMETERS
from core.rules.tcs.fires.answering import overwatch_fire
from core.rules.tcs.fires.firing import PARAMETERS as FIRE_PARAMETERS
from core.rules.tcs.fires.firing import fire_at
from core.rules.tcs.fires.smoking import PARAMETERS as SMOKE_PARAMETERS
from core.rules.tcs.fires.smoking import smoke_at
from core.rules.tcs.fires.who_spots import PARAMETERS as SPOTTING_PARAMETERS
from core.rules.tcs.fires.who_spots import spotting_at
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.set_up import RULES

_OVER_BOARD = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _OVER_BOARD(
        "spotting.at",
        "who is spotted in a hex of the map, from where and how far, with every shift, and whom they spot in turn",
        "7.0, 7.1, 26.1c, 26.2",
        SPOTTING_PARAMETERS,
        spotting_at,
        title="Spotting on the map",
        also=("spotting",),
    ),
    _OVER_BOARD(
        "fire.at",
        "who may fire at a hex of the map and who may not, what it comes to, chances, and what a roll does",
        "7.1, 9.0-9.3, 11.0-11.4, 12.0-12.2, 13.1, 14.1, 16.0-16.1, 24.3-24.7",
        FIRE_PARAMETERS,
        fire_at,
        title="Fire at a hex of the map",
        also=("area fire", "point fire", "at roll"),
        at_hex="Fire at {hex}",
        says={"area fire": {"fire": SUPPRESSIVE}, "point fire": {"fire": POINT}, "at roll": {"fire": AT_ROLLS}},
    ),
    _OVER_BOARD(
        "overwatch.fire",
        "who could answer a trigger with overwatch, what the fire of one stack comes to, chances, and what a roll does",
        "7.1, 9.1, 15.0-15.3, 16.1, 20.1d, 24.3",
        ANSWER_PARAMETERS,
        overwatch_fire,
        title="Overwatch at a trigger",
        also=("overwatch",),
    ),
    _OVER_BOARD(
        "fire.after",
        "what follows a fire that is executed: Fired markers, and who may answer it",
        "13.1d, 13.1i, 14.1d-e, 16.1g-h",
        AFTER_PARAMETERS,
        fire_after,
        title="After a fire",
    ),
    _OVER_BOARD(
        "smoke.at",
        "who may fire smoke or light into a hex of the map, what must be rolled, and what a roll does",
        "13.1b-c, 19.3c, 24.3a-c, 24.5a, 24.6d, 26.2",
        SMOKE_PARAMETERS,
        smoke_at,
        title="Smoke and light into a hex",
    ),
)
