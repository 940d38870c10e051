"""Artillery that supports the defenders of a hex [New SCS Combat phase, Notable points]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.errors import WrongUse
from core.model.edits.piece_edits import marked
from core.model.state import SUPPORT
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.new_scs.going import DG, OUT, UNREADY, is_marked
from core.rules.operations.battle import Battle
from core.rules.operations.battle_detail import Offered, Proposal
from core.rules.operations.board import Board
from core.rules.operations.fought import declared, has_supported
from core.rules.operations.proposals import work_of

SECTION = "Combat phase"
ARTILLERY, RANGE = "artillery", "bombardment.range"
CHOICE, ALWAYS, NEVER = "artillery.defensive", "always", "never"
YES, NO = "yes", "no"
KEPT_FROM = ((UNREADY, "unready"), (DG, "DG"), (OUT, "out of supply"))
"""Markers with which no gun supports, and what they are called."""


@dataclass(frozen=True, slots=True)
class Support:
    """The gun that supports the defenders, None for none; why it, or who could; what becomes of it; and the guns to choose
    from."""

    unit: Unit | None
    reasons: tuple[Reason, ...]
    proposals: tuple[Proposal, ...] = ()
    offers: tuple[Offered, ...] = ()


def supporting(board: Board, battle: Battle, given: Mapping[str, Any]) -> Support:
    """The gun that supports the defenders: the one that is named, the first where one is wished for. Raises WrongUse.

    [New SCS Combat phase]
    """
    ref, wish = board.ref(SECTION), given.get("support") or ""
    named = given.get("supporter") or (_declared(board, battle) if not wish and given.get("overrun") != YES else "")
    if given.get("overrun") == YES:
        if named or wish == YES:
            raise WrongUse("support: no artillery supports the defenders against an overrun.")
        return Support(None, (Reason(ref, "No artillery supports the defenders against an overrun", {}),))
    able, unable = list(supporters(board, battle)), list[Reason]()
    if named:
        unit = board.forces.named("supporter", named)
        unable = list(bars(board, battle, unit))
        able = able if unable else [unit]
    choice = board.case.choices.get(CHOICE)
    wanted = bool(named) or wish == YES or (not wish and choice == ALWAYS)
    gun = able[0] if wanted and able and not unable else None
    offers = tuple(_offers(board, battle, gun)) if not wish and choice not in (ALWAYS, NEVER) else ()
    if gun is None:
        return Support(None, (*unable, *_could(board, able, wish or (NO if choice == NEVER else ""))), offers=offers)
    told = {"unit": gun.name}
    said = Reason(ref, "{unit} supports the defenders, and becomes unready", told)
    edit = marked(work_of(board), (gun.id,), UNREADY)
    return Support(gun, (said,), (Proposal(f"Mark {gun.name} unready", (edit,)),), offers)


def _offers(board: Board, battle: Battle, gun: Unit | None) -> Iterator[Offered]:
    """Every gun that may support the defenders, and whether it is the one that does. [New SCS Combat phase]"""
    for unit in supporters(board, battle):
        place = board.net.hexes[board.place(unit)]
        reason = Reason(
            board.ref(SECTION), "{unit} ({hex}) supports the defenders", {"unit": unit.name, "hex": place}, (place,)
        )
        yield Offered("supporter", unit.id, unit.side, "", 1, reason, unit is gun)


def _declared(board: Board, battle: Battle) -> str:
    """The gun that is declared to support the defenders, the first of several that may; "" for none."""
    place = board.net.hexes[battle.target]
    ids = [id_ for each in declared(board, SUPPORT) if place in each.against for id_ in each.units]
    held = [unit for id_ in ids if (unit := board.forces.unit(id_)) is not None and unit.piece is not None]
    fit = (unit.id for unit in held if next(bars(board, battle, unit), None) is None)
    return next(fit, held[0].id if held else "")


def _could(board: Board, able: list[Unit], wish: str) -> Iterator[Reason]:
    """Who could support the defenders where nobody does."""
    if able and wish != NO:
        template = "One of these may support the defenders, at the will of their owner: {units}"
        yield Reason(board.ref(SECTION), template, {"units": names(able)})
    elif not able:
        yield Reason(board.ref(SECTION), "No ready gun is in range to support the defenders", {})


def supporters(board: Board, battle: Battle) -> Iterator[Unit]:
    """The guns that may support the defenders, attacked ones among them, nearest first. [New SCS Combat phase]"""
    near = board.net.hexes[battle.target]
    guns = [unit for side in board.sides if side != battle.side for _, unit in board.of(side) if unit.kind == ARTILLERY]
    for unit in sorted(guns, key=lambda each: (board.net.hexes[board.place(each)].distance(near), each.id)):
        if next(bars(board, battle, unit), None) is None:
            yield unit


def bars(board: Board, battle: Battle, unit: Unit) -> Iterator[Reason]:
    """Why a unit does not support the defenders; nothing where it may. [New SCS Combat phase]"""
    ref, told = board.ref(SECTION), {"unit": unit.name}
    if unit.side == battle.side or unit.kind != ARTILLERY:
        yield Reason(ref, "{unit} is no artillery of the defenders", told)
        return
    for mark, what in KEPT_FROM:
        if is_marked(unit, mark):
            yield Reason(ref, "{unit} is {what} and does not support", {**told, "what": what})
    yield from has_supported(board, unit, battle.target, SECTION)
    start = board.net.hexes[board.place(unit)]
    reach = unit.value(RANGE)
    places = sorted({board.net.hexes[board.place(each)] for each in battle.attackers})
    nearest = min(places, key=lambda place: place.distance(start))
    if not isinstance(reach, int):
        yield Reason(ref, "{unit} prints no range, and the text states none", told)
    elif nearest.distance(start) > reach:
        more = {**told, "hex": nearest, "distance": nearest.distance(start), "range": reach}
        yield Reason(ref, "{unit} reaches {range} hexes; the nearest attacking hex {hex} is {distance} away", more, (nearest,))
