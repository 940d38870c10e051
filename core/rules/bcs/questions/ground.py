"""The questions about routes, trains, screens and traffic on the map."""

from core.rules.bcs.ground.screening import PARAMETERS as SCREEN_PARAMETERS
from core.rules.bcs.ground.screening import screen_at
from core.rules.bcs.ground.tracing import PARAMETERS as ROUTE_PARAMETERS
from core.rules.bcs.ground.tracing import msr_at
from core.rules.bcs.ground.traffic import PARAMETERS as TRAFFIC_PARAMETERS
from core.rules.bcs.ground.traffic import traffic_at
from core.rules.bcs.ground.trains import PARAMETERS as TRAINS_PARAMETERS
from core.rules.bcs.ground.trains import trains_at
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.stacking import RULES
from core.rules.operations.questions import OverBoard

_ASKED = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _ASKED(
        "msr.at",
        "the supply route of a formation from its trains to a source, what blocks it, how much, and who shares it",
        "6, 7, 8, published summaries",
        ROUTE_PARAMETERS,
        msr_at,
        title="Supply route",
        also=("msr", "bcs.msr"),
        leads=True,
    ),
    _ASKED(
        "trains.at",
        "how the combat trains of a formation stand, where they may, and where they are ghosts",
        "7, published summaries",
        TRAINS_PARAMETERS,
        trains_at,
        title="Combat trains",
        also=("trains", "bcs.trains"),
        leads=True,
    ),
    _ASKED(
        "screen.at",
        "whether units may be marked as screens or lose the marker now, and the zone that they have",
        "4.3d, 8",
        SCREEN_PARAMETERS,
        screen_at,
        title="Screens on the map",
        also=("screen", "bcs.screen"),
        leads=True,
    ),
    _ASKED(
        "traffic.at",
        "the hexes that a traffic marker fills, what it costs, and placing or removing it",
        "3, 5",
        TRAFFIC_PARAMETERS,
        traffic_at,
        title="Traffic in a hex",
        also=("traffic", "bcs.traffic"),
        leads=True,
    ),
)
