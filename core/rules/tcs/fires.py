"""The questions about fires on the map, each a step of a procedure [TCS 4.01 7.1, 9-16, 24.3-24.7, 26.2]."""

from core.rules.operations.questions import OverBoard
from core.rules.tcs.aftermath import AFTER_PARAMETERS, fire_after
from core.rules.tcs.firing import PARAMETERS as FIRE_PARAMETERS
from core.rules.tcs.firing import fire_at
from core.rules.tcs.going import OPERATIONS
from core.rules.tcs.set_up import RULES

_OVER_BOARD = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _OVER_BOARD(
        "fire.at",
        "who may fire at a hex of the map and who may not, what it comes to, chances, and what a roll does",
        "7.1, 9.0-9.3, 11.0-11.4, 12.0-12.2, 13.1, 14.1, 16.0-16.1, 24.3-24.7",
        FIRE_PARAMETERS,
        fire_at,
        title="Fire at a hex of the map",
    ),
    _OVER_BOARD(
        "fire.after",
        "what follows a fire that is executed: Fired markers, and who may answer it",
        "13.1d, 13.1i, 14.1d-e, 16.1g-h",
        AFTER_PARAMETERS,
        fire_after,
        title="After a fire",
    ),
)
