"""Who may receive replacements, and what they restore [VCS 2.33, 15.0].

One point restores one step: the text states no price. An eliminated unit comes back as a cadre where a member of its parent
stands, for the text only says that such a member must be on the map.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import flipped, moved, reduced
from core.model.edits.state_edits import ChangeState
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.battle_detail import Proposal, proposing
from core.rules.operations.board import Board
from core.rules.operations.passage import overstack
from core.rules.operations.proposals import applied, work_of
from core.rules.vcs.counters import ARTILLERY, PARENT, unit_of
from core.rules.vcs.parents import was_there
from core.rules.vcs.states import points_key, relieved, state_of
from core.rules.vcs.strengths import SUPPLIED

ALLOWED, PROHIBITED = "allowed", "prohibited"
POINTS = "replacements"


def replacements(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which units may receive replacement points, and why others may not. Raises WrongUse. [VCS 2.33, 15.0]"""
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that are to receive replacements.")
    raised = {unit.id for unit in board.units(given.get("raised") or (), "raised")}
    raised |= {id_ for side in {unit.side for unit in units} for each in relieved(board, side) for id_ in each.units}
    able: list[Unit] = []
    said: list[Reason] = []
    proposals: list[Proposal] = []
    for unit in units:
        why_not = (*_barred(board, unit, raised), *_no_points(board, unit))
        said += why_not
        if not why_not:
            able.append(unit)
            said.append(_lacks(board, unit))
            proposals += _proposals(board, unit)
    said += list(_points(board, units))
    facts: dict[str, Number | str] = {"eligible": len(able), "units": names(able) if able else "none"}
    verdict = ALLOWED if able else PROHIBITED
    charts = board.consulted.charts
    detail = proposing(Facts(facts), *proposals)
    return Ruling("replacements", board.case.ruleset.id, verdict, len(able), tuple(said), detail, charts)


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


def _key(board: Board, unit: Unit) -> tuple[str, str] | None:
    """Under which words the replacement points of a unit's nation are counted; None where nobody counts them. [VCS 15.0]"""
    return points_key(board, unit.side, unit.word("nationality"), POINTS)


def _price(board: Board) -> int:
    """How many points a step costs. [VCS 15.0]"""
    return board.case.ruleset.whole("replacements.points")


def _no_points(board: Board, unit: Unit) -> Iterator[Reason]:
    """That the nation of a unit has no points left. [VCS 15.0]"""
    key = _key(board, unit)
    if key is not None and board.forces.state.points[key] < _price(board):
        told = {"unit": unit.name, "what": key[1], "left": board.forces.state.points[key]}
        yield Reason(board.ref("15.0"), "{unit} waits for points: {left} of {what} are left", told)


def _proposals(board: Board, unit: Unit) -> Iterator[Proposal]:
    """The step that a unit regains, or the hexes in which it comes back, each with its price. [VCS 4.3, 10.3, 15.0]"""
    work = work_of(board)
    if not _is_on_map(board, unit):
        for number in _beside_mates(board, unit):
            yield _paid(board, unit, f"{unit.name} comes back in {board.label(number)} as a cadre", _back(board, unit, number))
        return
    left, edits = unit.left + 1 if unit.left < unit.full else unit.left, list[Edit]()
    if unit.left < unit.full:
        edits.append(reduced(work, [unit.id], {unit.id: unit.full}, -1))
    was_cadre = unit_of(unit).is_cadre
    if was_cadre and unit.piece is not None and unit.piece.face:
        edits.append(flipped(applied(work, edits), [unit.id]))
    chit = board.forces.state.held.get(unit.id)
    if chit is not None and chit.reduced and left == unit.full:
        edits.append(ChangeState("Turn a chit", {"held": board.forces.state.held.set(unit.id, replace(chit, reduced=False))}))
    label = f"{unit.name} is no cadre any more" if was_cadre else f"{unit.name} regains a step"
    yield _paid(board, unit, label, tuple(edits))


def _beside_mates(board: Board, unit: Unit) -> Iterator[int]:
    """The hexes of supplied members of a unit's parent outside enemy zones, in which there is room for it. [VCS 8.0, 15.0]"""
    id_ = unit.counter.formation
    mates = (board.forces.unit(each.id) for each in board.forces.oob.members(id_)) if id_ else ()
    for mate in mates:
        if mate is None or mate.id == unit.id or not _survives(board, mate):
            continue
        number = board.place(mate)
        zoned = number in board.enemy_zones(unit.side).hexes
        if not zoned and state_of(board, mate)[0] == SUPPLIED and not overstack(board, number, (unit,)):
            yield number


def _back(board: Board, unit: Unit, number: int) -> tuple[Edit, ...]:
    """The edits by which a unit comes back with its last step, its cadre up. [VCS 2.33, 15.0]"""
    before, label = work_of(board), "Come back"
    edits: tuple[Edit, ...] = (moved(before, [unit.id], board.net.hexes[number], label),)
    edits = (*edits, reduced(applied(before, edits), [unit.id], {unit.id: unit.full}, unit.full - 1))
    return (*edits, flipped(applied(before, edits), [unit.id]))


def _paid(board: Board, unit: Unit, label: str, edits: tuple[Edit, ...]) -> Proposal:
    """A proposal with its price, where points are counted. [VCS 15.0]"""
    key, points, label = _key(board, unit), board.forces.state.points, f"{label[:1].upper()}{label[1:]}"
    if key is None:
        return Proposal(label, edits)
    left = points[key] - _price(board)
    paid = ChangeState("Spend replacement points", {"points": points.set(key, left)})
    return Proposal(f"{label}; spend {_price(board)} of {key[1]}, {left} left", (*edits, paid))


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
