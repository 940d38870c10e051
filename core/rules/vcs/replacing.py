"""Who may receive replacements [VCS 2.33, 15.0]."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.vcs.counters import ARTILLERY, PARENT, unit_of
from core.rules.vcs.parents import was_there
from core.rules.vcs.states import state_of
from core.rules.vcs.strengths import SUPPLIED

ALLOWED, PROHIBITED = "allowed", "prohibited"
POINTS = "replacements"


def replacements(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which units may receive replacement points, and why others may not. Raises WrongUse. [VCS 2.33, 15.0]"""
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that are to receive replacements.")
    raised = {unit.id for unit in board.units(given.get("raised") or (), "raised")}
    able: list[Unit] = []
    said: list[Reason] = []
    for unit in units:
        why_not = tuple(_barred(board, unit, raised))
        said += why_not
        if not why_not:
            able.append(unit)
            said.append(_lacks(board, unit))
    said += list(_points(board, units))
    facts: dict[str, Number | str] = {"eligible": len(able), "units": names(able) if able else "none"}
    verdict = ALLOWED if able else PROHIBITED
    charts = board.consulted.charts
    return Ruling("replacements", board.case.ruleset.id, verdict, len(able), tuple(said), Facts(facts), charts)


def _is_on_map(board: Board, unit: Unit) -> bool:
    return unit.piece is not None and unit.piece.at in board.net.index


def _barred(board: Board, unit: Unit, raised: set[str]) -> Iterator[Reason]:
    """Why a unit receives none. [VCS 2.33, 4.3, 15.0]"""
    ref, held, told = board.ref, unit_of(unit), {"unit": unit.name}
    if held.kind == ARTILLERY:
        yield Reason(ref("15.0"), "{unit} is artillery, which receives no replacements", told)
        return
    if held.kind != PARENT:
        yield Reason(ref("2.33"), "{unit} is no parent unit and receives no replacements", told)
        return
    if not _is_on_map(board, unit):
        yield from _no_survivors(board, unit)
        return
    chit = board.forces.state.held.get(unit.id)
    if held.steps >= held.full and not (chit is not None and chit.reduced):
        yield Reason(ref("4.3"), "{unit} has lost nothing", told)
    number = board.place(unit)
    if number in board.enemy_zones(unit.side).hexes:
        place = board.net.hexes[number]
        yield Reason(ref("15.0"), "{unit} is in an enemy zone, in {hex}", {**told, "hex": place}, (place,))
    state, _ = state_of(board, unit)
    if state != SUPPLIED:
        yield Reason(ref("15.0"), "{unit} is not in supply: {state}", {**told, "state": state})
    if unit.id in raised:
        yield Reason(ref("15.0"), "{unit} has just been supplied by air or sea", told)


def _no_survivors(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit that is not on the map does not come back: it never was there, or none but cadres are left of its parent."""
    ref, told = board.ref("15.0"), {"unit": unit.name}
    if board.forces.state.in_play and not was_there(board, unit.counter):
        yield Reason(ref, "{unit} has not come in yet", told)
        return
    id_ = unit.counter.formation
    mates = (board.forces.unit(each.id) for each in board.forces.oob.members(id_)) if id_ else ()
    left = [each for each in mates if each is not None and each.id != unit.id and _survives(board, each)]
    if not left:
        yield Reason(ref, "{unit} is eliminated, and no member of its parent but cadres is left on the map", told)


def _survives(board: Board, unit: Unit) -> bool:
    held = unit_of(unit)
    return held.kind == PARENT and not held.is_cadre and _is_on_map(board, unit)


def _lacks(board: Board, unit: Unit) -> Reason:
    """What there is to replace. [VCS 15.0]"""
    ref, told = board.ref("15.0"), {"unit": unit.name}
    if not _is_on_map(board, unit):
        return Reason(
            ref, "{unit} is eliminated and may come back: members of its parent that are no cadres are on the map", told
        )
    lost = counted(max(1, unit.full - unit.left), "step")
    return Reason(ref, "{unit} may receive replacements; it has lost {lost}", {**told, "lost": lost})


def _points(board: Board, units: tuple[Unit, ...]) -> Iterator[Reason]:
    """How many points the sides of the units have. [VCS 15.0]"""
    kind_of = board.case.ruleset.play.kind_of
    for (side, what), left in sorted(board.forces.state.points.items()):
        kind = kind_of(what)
        if kind is not None and kind.id == POINTS and any(unit.side == side for unit in units):
            told = {"side": board.forces.side_name(side), "what": what, "left": left}
            yield Reason(board.ref("15.0"), "{side}: {what}, {left}", told)
