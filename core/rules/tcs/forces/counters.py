"""Real counters as units: what TCS counters print, and what a piece has become of, as the procedures count them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from core.model.deployment import Piece
from core.rules.kernel.forces import Unit as Held
from core.rules.kernel.ruleset import Ruleset
from core.rules.tcs.forces.units import (
    AA_GUN,
    CONDITIONS,
    DUG_IN,
    FIRE,
    KINDS,
    MOUNTED,
    MOVE,
    READY,
    RIDING,
    TOWED,
    VEHICLE,
    Kind,
    Unit,
)

PIECES: Mapping[str, str] = MappingProxyType(
    {
        "infantry": "infantry",
        "machine_guns": "MG",
        "mortar": "mortar",
        "at_gun": "AT gun",
        "infantry_gun": "infantry gun",
        "aa_gun": "AA gun",
        "artillery": "on-map artillery",
        "vehicle": "vehicle",
        "carrier": "carrier",
        "barrage": "artillery",
        "sortie": "sortie",
    }
)
"""The kind of unit of each kind of piece."""

UNITS = frozenset(PIECES) - {"barrage", "sortie"}
"""Kinds of pieces that are units. [TCS 4.01 3.0]"""

MOUNTABLE = frozenset({"infantry", "machine_guns", "mortar", "aa_gun"})
"""Kinds of pieces that ride inside carriers; guns are towed. [TCS 4.01 24.1a]"""

DUG_IN_MARK, FIRED_MARK = "dug-in", "fired"
"""Markers on units, beside those of their morale, which are called by it."""

ON_FOOT = "foot"
"""The word of a mode that says Move Mode without the integrated carrier. [TCS 4.01 24.2c]"""


def kind_of(ruleset: Ruleset, held: Held) -> Kind:
    """The kind of a unit; a section is told from a platoon by its steps. [TCS 4.01 3.1, 10.0a]"""
    name = PIECES.get(held.kind, "infantry")
    is_section = name == "infantry" and held.full <= ruleset.whole("infantry.section")
    return KINDS["section"] if is_section else KINDS[name]


def is_area_target(held: Held) -> bool:
    """Whether a unit is an area target, as all are that prints nothing else. [TCS 4.01 3.2d]"""
    return held.word("target.class") in ("", "area") and held.kind not in ("vehicle", "carrier")


def in_move_mode(held: Held) -> bool:
    """Whether a unit is in Move Mode: the side that is up says it, of which the front is that of moving; its mode says it of a
    counter that prints one side alone.

    [TCS 4.01 4.0]
    """
    piece = held.piece
    if piece is None:
        return False
    if held.counter.back is not None or not piece.mode:
        return piece.face == 0
    return piece.mode.casefold().startswith(MOVE.casefold())


def integrated_steps(ruleset: Ruleset, held: Held) -> int:
    """The steps of the notional carrier that a unit has with it now; none where it has none. [TCS 4.01 24.2a]"""
    if not held.flag("carrier.integrated") or not in_move_mode(held) or held.left == 0:
        return 0
    on_foot = held.piece is not None and held.piece.mode.casefold().endswith(ON_FOOT)
    if on_foot:
        return 0
    large = is_area_target(held) and held.left >= ruleset.whole("carrier.own.many")
    return ruleset.whole("carrier.own.large" if large else "carrier.own.small")


def carried_how(held: Held, carriers: Mapping[str, Held]) -> str:
    """How a unit is carried by one of these: mounted inside, riding on a vehicle, towed; "" for not at all.

    [TCS 4.01 24.1a, 24.1e]
    """
    carrier = carriers.get(held.piece.on) if held.piece is not None and held.piece.on else None
    if carrier is None:
        return ""
    if KINDS[PIECES.get(carrier.kind, "carrier")].category == VEHICLE:
        return RIDING
    return MOUNTED if is_area_target(held) else TOWED


def unit_of(ruleset: Ruleset, held: Held, beside: Iterable[Held] = ()) -> Unit:
    """A counter as the procedures count units; `beside` are those in its hex, among them what carries it.

    The posture is that of a target: carried units move, and a unit that is not moving is dug in where a marker says so.
    """
    kind = kind_of(ruleset, held)
    piece = held.piece if held.piece is not None else Piece("")
    marks = piece.marks
    carried = carried_how(held, {each.id: each for each in beside})
    moves = in_move_mode(held) or bool(carried)
    strength = held.values.get("fire.strength")
    reach = held.values.get("fire.range")
    return Unit(
        kind,
        steps=held.left,
        full=held.full,
        strength=strength if isinstance(strength, int) else None,
        reach=reach if isinstance(reach, int) else None,
        target=target_of(held, kind),
        posture=MOVE if moves else DUG_IN if DUG_IN_MARK in marks else FIRE,
        fired=FIRED_MARK in marks,
        condition=next((each for each in CONDITIONS[:0:-1] if each in marks), READY),
        carried=carried,
        high=_is_high(held, kind),
        point=held.word("fire.class") == "point" if held.word("fire.class") else kind.point,
    )


def at_the_area(held: Held, counted: Unit) -> Unit:
    """A unit as it fires at the area, for which vehicles may print a rating of their own. [TCS 4.01 11.1f, 11.2a]"""
    rating = held.whole("fire.area_rating")
    return replace(counted, strength=rating) if rating else counted


def _is_high(held: Held, kind: Kind) -> bool:
    """Whether a unit fires at high trajectory, as it prints or as its kind does; AA guns never do. [TCS 4.01 11.2, 24.7]"""
    printed = held.word("fire.trajectory")
    return kind.name != AA_GUN and (printed == "high" if printed else kind.high)


def target_of(held: Held, kind: Kind) -> str:
    """The type of target that a counter prints, as A, B-0 or P-3; that of its kind where it prints none. [TCS 4.01 3.2, 3.4]"""
    letters = {"area": "A", "both": "B", "point": "P"}
    letter = letters.get(held.word("target.class"), "")
    if not letter:
        return kind.target
    return letter if letter == "A" else f"{letter}-{held.whole('target.defence')}"


def are_vehicles_alone(ruleset: Ruleset, units: Sequence[Held]) -> bool:
    """Whether these are vehicles with what they carry, and somebody at all. [TCS 4.01 15.3i, 20.2a]"""
    ids = {unit.id for unit in units}
    return bool(ids) and all(
        kind_of(ruleset, unit).category == VEHICLE or (unit.piece is not None and unit.piece.on in ids) for unit in units
    )
