"""The questions about fights on the map, each a step of a procedure [BCS 1.1 variants 1, 3-5, 7, 8, Retreat Answer Key]."""

from core.rules.bcs.fights.attacking import PARAMETERS as ATTACK_PARAMETERS
from core.rules.bcs.fights.attacking import attack_at
from core.rules.bcs.fights.barraging import PARAMETERS as BARRAGE_PARAMETERS
from core.rules.bcs.fights.barraging import barrage_at
from core.rules.bcs.fights.engaging import PARAMETERS as ENGAGEMENT_PARAMETERS
from core.rules.bcs.fights.engaging import engagement_at
from core.rules.bcs.fights.jumping import PARAMETERS as JUMP_PARAMETERS
from core.rules.bcs.fights.jumping import jump_at
from core.rules.bcs.fights.losing import PARAMETERS as LOSSES_PARAMETERS
from core.rules.bcs.fights.losing import losses_at
from core.rules.bcs.fights.opening import PARAMETERS as FIRE_PARAMETERS
from core.rules.bcs.fights.opening import fire_at
from core.rules.bcs.fights.placing import PARAMETERS as PLACE_PARAMETERS
from core.rules.bcs.fights.placing import jump_place
from core.rules.bcs.fights.retreating import PARAMETERS as RETREAT_PARAMETERS
from core.rules.bcs.fights.retreating import retreat_at
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.stacking import RULES
from core.rules.operations.questions import OverBoard

_OVER_BOARD = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _OVER_BOARD(
        "fire.at",
        "what can be done against a hex of the map: engagements, attacks and barrages, with their chances",
        "Engagement Table, Combat Table, Barrage Table",
        FIRE_PARAMETERS,
        fire_at,
        title="Fights against a hex of the map",
        at_hex="Fight against {hex}",
        leads=True,
    ),
    _OVER_BOARD(
        "engagement.at",
        "who can engage a unit in a hex of the map and who cannot, chances, and what a roll does",
        "Engagement Table; variants 1, 3, 8",
        ENGAGEMENT_PARAMETERS,
        engagement_at,
        title="Engagement on the map",
        also=("engagement", "bcs.engagement"),
        leads=True,
    ),
    _OVER_BOARD(
        "attack.at",
        "who may attack a hex of the map and who may not, with which modifiers, chances, and what a roll does",
        "4.3d; Combat Table; variants 3, 5, 8",
        ATTACK_PARAMETERS,
        attack_at,
        title="Attack on the map",
        also=("attack", "bcs.attack"),
        leads=True,
    ),
    _OVER_BOARD(
        "barrage.at",
        "whose artillery can fire at a hex of the map, the chance of a step, and what a roll does",
        "Barrage Table; variants 3, 8",
        BARRAGE_PARAMETERS,
        barrage_at,
        title="Barrage on the map",
        also=("barrage", "bcs.barrage"),
        leads=True,
    ),
    _OVER_BOARD(
        "losses.at",
        "which units lose the steps that a combat asks of a side: every legal way to share them out",
        "Combat Table; variant 7",
        LOSSES_PARAMETERS,
        losses_at,
        title="Losses on the map",
        also=("losses", "bcs.losses"),
        leads=True,
    ),
    _OVER_BOARD(
        "retreat.at",
        "how units in a hex retreat by the key, with every legal hex and what it costs",
        "Retreat Answer Key; variants 4, 8",
        RETREAT_PARAMETERS,
        retreat_at,
        title="Retreat on the map",
        also=("retreat", "bcs.retreat"),
        leads=True,
    ),
    _OVER_BOARD(
        "jump.at",
        "whether headquarters and trains in a hex jump, and how, formation by formation",
        "9.1f, 10.3d; variants 7, 8",
        JUMP_PARAMETERS,
        jump_at,
        title="Jump on the map",
        also=("jump", "bcs.jump"),
        leads=True,
    ),
    _OVER_BOARD(
        "jump.place",
        "every legal hex for the headquarters and the trains of a formation after a jump",
        "9.1f, 10.3d; variant 7",
        PLACE_PARAMETERS,
        jump_place,
        title="Shift after a jump",
        leads=True,
    ),
)
