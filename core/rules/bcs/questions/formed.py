"""The questions on formations at the table."""

from dataclasses import replace

from core.rules.bcs.formed.activating import activation_at, draw_at, smoothing_at
from core.rules.bcs.formed.board import formations_at
from core.rules.bcs.formed.coordinating import coordination_at
from core.rules.bcs.formed.isolating import isolation_at, tigers_at
from core.rules.bcs.formed.orders import orders_at
from core.rules.bcs.formed.paying import fatigue_at, march_at, objectives_at
from core.rules.bcs.formed.preparing import KEEP_OFF, MARK, prepared_at
from core.rules.bcs.formed.recovering import recovery_at
from core.rules.bcs.formed.rolling import second_at, snafu_at
from core.rules.bcs.meant import FORMATION, ROLL, SIDE, flag
from core.rules.bcs.on_the_map import OPERATIONS
from core.rules.bcs.stacking import RULES
from core.rules.kernel.formations_detail import FORMATIONS
from core.rules.kernel.parameters import COUNTERS, Parameter
from core.rules.operations.questions import OverBoard

_ASKED = OverBoard(OPERATIONS, RULES)
_UNITS = Parameter("units", "texts", "units by their ids or names, or formations; those of the active formation without it")

ON_THE_MAP = (
    _ASKED(
        FORMATIONS,
        "how formations stand, what they roll for next with its chances, and what can be begun with them",
        "4.3d, 4.4a, 2, 3, 5, 6, 9",
        (SIDE,),
        formations_at,
        title="Formations",
        also=("bcs.formations",),
    ),
    _ASKED(
        "activation.at",
        "who is activated next, and what an activation begins with",
        "2, 3, 6, 9",
        (replace(FORMATION, help="a formation, by its id or name: whether it can be activated"), SIDE),
        activation_at,
        title="Activation",
        also=("activation", "bcs.activation"),
        leads=True,
    ),
    _ASKED(
        "draw.at",
        "which chits are drawn, and who is activated by them",
        "2",
        (Parameter("drawn", "texts", "what the chits say that were drawn: sides, or a formation"),),
        draw_at,
        title="Draw of chits",
        leads=True,
    ),
    _ASKED(
        "smoothing.at",
        "the chits of activation smoothing by the formations in play, and who is next by the one that is drawn",
        "9",
        (Parameter("chit", "whole", "what the chit says that was drawn", least=1),),
        smoothing_at,
        title="Activation smoothing",
        also=("smoothing",),
        leads=True,
    ),
    _ASKED(
        "snafu.at",
        "the SNAFU roll of a formation with all that the map adds to it, and what it allows",
        "SNAFU Table; 3, 5, 6",
        (FORMATION, ROLL),
        snafu_at,
        title="SNAFU roll of a formation",
        also=("snafu", "bcs.snafu"),
        leads=True,
    ),
    _ASKED(
        "recovery.at",
        "whether a formation may recover from fatigue, must, or may not",
        "3, 6",
        (FORMATION,),
        recovery_at,
        title="Fatigue recovery",
        also=("recovery",),
        leads=True,
    ),
    _ASKED(
        "prepared.at",
        "whether a formation may go into prepared defence, or out of it",
        "3, 6",
        (FORMATION, Parameter("do", "choice", "into it or out of it; what it is not without it", choices=(MARK, KEEP_OFF))),
        prepared_at,
        title="Prepared defence",
        leads=True,
    ),
    _ASKED(
        "march.at",
        "whether a formation may make a forced march, what it costs and how far its units go",
        "3",
        (FORMATION,),
        march_at,
        title="Forced march of a formation",
        leads=True,
    ),
    _ASKED(
        "objectives.at",
        "how many objectives a formation may place, where, and what each costs",
        "4.3d, 3",
        (
            FORMATION,
            Parameter("to", "hex", "the hex in which one is placed"),
            Parameter("by", "text", "the recon unit that places one of its own, by its id or name", words=COUNTERS),
        ),
        objectives_at,
        title="Objectives of a formation",
        leads=True,
    ),
    _ASKED(
        "fatigue.at",
        "how the fatigue of a formation rises by a roll, or what it can pay for, and traffic that is removed so",
        "3",
        (FORMATION, Parameter("to", "hex", "the hex of a traffic marker; all without it"), ROLL),
        fatigue_at,
        title="Fatigue of a formation",
        leads=True,
    ),
    _ASKED(
        "coordination.at",
        "the coordination markers that mixed stacks, headquarters near each other and traffic bring",
        "4.4a, 5",
        (
            FORMATION,
            Parameter("mixed", "texts", "formations with which it was stacked for a moment, once for each stack"),
            flag("lasting", "whether stacks and headquarters count that stand on the map; yes without it"),
            Parameter("traffic", "whole", "results of traffic", least=0),
        ),
        coordination_at,
        title="Coordination of formations",
        leads=True,
    ),
    _ASKED(
        "isolation.at",
        "which units are subject to isolation, and what a roll costs one",
        "4",
        (_UNITS, FORMATION, ROLL),
        isolation_at,
        title="Isolation on the map",
        leads=True,
    ),
    _ASKED(
        "tigers.at",
        "which Tiger units roll for a breakdown now, and what a roll does",
        "4",
        (_UNITS, FORMATION, ROLL),
        tigers_at,
        title="Breakdowns on the map",
        leads=True,
    ),
    _ASKED(
        "second.at",
        "whether a formation is activated once more, with which chance, and what a roll does",
        "Second Activation; 3, 6",
        (FORMATION, flag("paid", "whether fatigue is paid for it (3)"), ROLL),
        second_at,
        title="Second activation of a formation",
        leads=True,
    ),
    _ASKED(
        "orders.at",
        "the order of a formation: whether it may be written now, and whether a way keeps to it",
        "6",
        (
            FORMATION,
            Parameter("destination", "hex", "where its headquarters goes", at_hand=True, private=True),
            Parameter("via", "hexes", "by way of which hexes, in order", at_hand=True, private=True),
            Parameter("path", "hexes", "a way of its headquarters, to be held against the order", private=True),
        ),
        orders_at,
        title="Orders of a formation",
        leads=True,
    ),
)
"""Each is asked about a formation, or about those whose turn it is."""
