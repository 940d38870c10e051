"""The questions on what units on the map do without firing: they retreat, recover, change their mode, mount and dismount."""

from core.rules.kernel.parameters import Parameter
from core.rules.operations.questions import BEFORE, OverBoard, mode_parameter
from core.rules.tcs.effects.losing import DRIVEN
from core.rules.tcs.movement.changing import CHANGES, change_at
from core.rules.tcs.movement.going import MODES, OPERATIONS
from core.rules.tcs.orders.permissions import NO_POINT_FIRE, OTHER_POINT_FIRE, POINT_ACTION
from core.rules.tcs.retreats.recovering import recover_at
from core.rules.tcs.retreats.retreat_party import BECAUSE, KINDS
from core.rules.tcs.retreats.retreating import retreat_at
from core.rules.tcs.set_up import RULES

_OVER_BOARD = OverBoard(OPERATIONS, RULES)
_SIDE = Parameter("side", "text", "the side whose units are meant, by its id, where units of several stand in the hex")

ON_THE_MAP = (
    _OVER_BOARD(
        "syr.at",
        "the Save Yourself Retreat of a stack: who goes, who is lost, and the legal ways with the fire that each would draw",
        "15.2h, 15.3j, 17.4, 20.0f, 22.0, 24.2e",
        (
            Parameter("to", "hex", "the hex that they leave, or have come to on their way", required=True),
            Parameter("units", "texts", "those who retreat, by their ids or names: the vehicles that are picked, or the stack"),
            Parameter("kind", "choice", "by choice, as without it, after a morale check, or of vehicles", choices=KINDS),
            *DRIVEN,
            Parameter("because", "choice", "what has led to it; in an assault choice replaces overwatch", choices=BECAUSE),
            Parameter(
                "path", "hexes", "the hexes of a way, in order; once some of it is gone, from the hex on that was left first"
            ),
            Parameter("gone", "whole", "how many hexes of it are gone", least=0),
            Parameter(
                "trigger",
                "choice",
                "the fire that vehicles answer so: a Point Fire Action without it",
                choices=(POINT_ACTION, OTHER_POINT_FIRE, NO_POINT_FIRE),
            ),
            Parameter("on_foot", "texts", "units with carriers of their own that leave these, entering Move Mode (24.2c)"),
            _SIDE,
        ),
        retreat_at,
        title="Retreat of a stack",
        also=("syr",),
        leads=True,
    ),
    _OVER_BOARD(
        "recovery.at",
        "who recovers from being Suppressed or Paralyzed in a hex, or which stacks may",
        "15.1c, 17.7",
        (
            Parameter("to", "hex", "the hex; every stack that may recover without it"),
            Parameter("units", "texts", "those who recover, by their ids or names; all who may without it"),
            Parameter("side", "text", "the side that recovers, by its id; the one whose phase it is without it"),
        ),
        recover_at,
        title="Recovery of a stack",
        also=("recovery",),
        leads=True,
    ),
    _OVER_BOARD(
        "mode.at",
        "every change of mode, mounting and dismounting that the units of a hex may make, with its price and what is left",
        "4.1, 6.16c, 20.2d, 24.1a-b, 24.1e, 24.2c-d",
        (
            Parameter("to", "hex", "the hex in which they stand", required=True),
            Parameter("units", "texts", "units in it, by their ids or names; all of them without it"),
            Parameter("change", "choice", "what is to be changed, the mode or what carries; both without it", choices=CHANGES),
            mode_parameter(each.id for each in MODES),
            BEFORE,
        ),
        change_at,
        title="Changes of mode and carriers",
        leads=True,
    ),
)
"""Each is a step of a procedure, asked about a hex."""
