"""The questions of the Aircraft & Artillery Phase on the map [TCS 4.01 2.0, 18.0, 19.0, 24.6, 25.0, 26.2].

Where one leads to the next::

    artillery.place ... ──> artillery.adjust ... ──> artillery.react ──> artillery.execute, hex by hex ──> morale, triggers
    sortie.at (placed) ... ──> sortie.at ──> aa.at ──> sortie.at with the gun ──> losses, morale
    a move or a retreat into a zone ──> barrage.at ──> losses, morale
"""

from core.rules.operations.questions import OverBoard
from core.rules.tcs.artillery import adjusting, continuing, executing, flying, placing, reacting
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.set_up import RULES

_ASKED = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _ASKED(
        "artillery.place",
        "whether a mission may be placed in a hex, who may observe for it, and what it spends",
        "18.1-18.6, 19.1b, 24.6e, 26.0, 26.2",
        placing.PARAMETERS,
        placing.place_mission,
        title="Place a mission of artillery",
        also=("artillery",),
    ),
    _ASKED(
        "artillery.adjust",
        "what becomes of a mission that was placed: no shoot, scattered, a bad shoot or a good one, and where it lands",
        "18.3, 18.5c, 18.6c, 18.7, 19.1b, 24.6f",
        adjusting.PARAMETERS,
        adjusting.adjust,
        title="Adjust a mission of artillery",
    ),
    _ASKED(
        "artillery.react",
        "which units may suppress themselves before missions are executed, and which vehicles may change to Move Mode",
        "18.8a, 18.9d",
        reacting.PARAMETERS,
        reacting.react,
        title="React to missions of artillery",
    ),
    _ASKED(
        "artillery.execute",
        "what missions on the map do: smoke first, then hex by hex all barrages together, then morale",
        "18.0, 18.3, 18.8, 18.9, 18.10b, 19.3a, 24.6f",
        executing.EXECUTING,
        executing.execute,
        title="Execute missions of artillery",
        also=("artillery",),
    ),
    _ASKED(
        "artillery.continues",
        "whether the continuous fire of guns on the map goes on after overwatch at them",
        "18.10b, 24.6f",
        continuing.PARAMETERS,
        continuing.continuing,
        title="Continuous fire after overwatch",
    ),
    _ASKED(
        "barrage.at",
        "what barrages on the map do to units that move into a hex",
        "17.4g, 17.4i, 18.8c, 18.9b",
        executing.MOVING,
        executing.barrage_at,
        title="Barrages at those who move",
    ),
    _ASKED(
        "sortie.at",
        "a sortie at a hex: whether it may be placed, whether it comes through, and what it does there",
        "25.1, 25.2, 26.0, 26.1g",
        flying.ATTACKING,
        flying.sortie_at,
        title="A sortie at a hex",
        also=("sortie",),
    ),
    _ASKED(
        "aa.at",
        "which AA guns may fire at a sortie over a hex",
        "18.10c, 25.1e",
        flying.DEFENDING,
        flying.aa_at,
        title="AA guns at a sortie",
    ),
)
"""Questions about artillery and aircraft on the map."""
