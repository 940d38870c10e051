"""Coordination markers: stacks in which formations are mixed, headquarters near each other, and traffic.

[BCS 1.1 4.4a, variant 5, published summaries]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from core.model.deployment import hex_of
from core.model.edits.edit import Edit
from core.model.oob import Formation
from core.rules.bcs.formations import coordination
from core.rules.bcs.formed.members import combat_units
from core.rules.bcs.ground.routes import headquarters_of
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.meant import NO, formations, meant, say, standing
from core.rules.bcs.standing import standing_edit
from core.rules.bcs.tables import ON, PUBLISHED, limit
from core.rules.kernel.combat import Facts
from core.rules.kernel.procedure import TARGET, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of

WITHIN = "Headquarters near each other within"
"""The row of the limits that says how far apart headquarters still mix their formations; 0 where none do."""


@dataclass(frozen=True, slots=True)
class Near:
    """A headquarters of another formation of the side that is near: the id of this one, its hex by its number, and how far."""

    formation: str
    number: int
    distance: int


def mixed_hexes(board: Board, formation: Formation) -> Mapping[int, tuple[str, ...]]:
    """The hexes in which combat units of a formation are stacked with those of others, with the ids of these. [BCS 1.1 4.4a]"""
    found: dict[int, tuple[str, ...]] = {}
    places = (hex_of(unit.piece) for unit in combat_units(board, formation.id))
    for number in sorted({board.number(place) for place in places if place is not None}):
        others = dict.fromkeys(
            unit.counter.formation
            for unit in board.at.get(number, ())
            if unit.side == formation.side and is_combat(unit) and unit.counter.formation not in ("", formation.id)
        )
        if others:
            found[number] = tuple(others)
    return found


def mixed_with(board: Board, formation: Formation) -> tuple[Formation, ...]:
    """The formations with which a formation is mixed in stacks. [BCS 1.1 4.4a]"""
    ids = dict.fromkeys(id_ for some in mixed_hexes(board, formation).values() for id_ in some)
    named = (board.forces.oob.formation(id_) for id_ in ids)
    return tuple(each for each in named if each is not None)


def near_headquarters(board: Board, formation: Formation) -> tuple[Near, ...]:
    """The headquarters of other formations of its side that are near that of a formation. [BCS 1.1 published summaries]"""
    return board.kept(("near headquarters", formation.side), lambda: _near(board, formation.side)).get(formation.id, ())


def _near(board: Board, side: str) -> Mapping[str, tuple[Near, ...]]:
    within = limit(board.consulted, WITHIN)
    some = tuple((each.id, piece[0]) for each in formations(board, side) if (piece := headquarters_of(board, each.id)))

    def found() -> Mapping[str, tuple[Near, ...]]:
        near: dict[str, list[Near]] = {}
        for (one, first), (other, second) in combinations(some, 2):
            distance = board.net.hexes[first].distance(board.net.hexes[second])
            if distance <= within:
                near.setdefault(one, []).append(Near(other, second, distance))
                near.setdefault(other, []).append(Near(one, first, distance))
        return {id_: tuple(each) for id_, each in near.items()}

    return board.again(("near headquarters", side), some, found) if within else {}


def is_mixed(board: Board, formation: Formation) -> bool:
    """Whether a formation is mixed with another one: in a stack, or by its headquarters. [BCS 1.1 4.4a, published summaries]"""
    return bool(mixed_hexes(board, formation) or near_headquarters(board, formation))


def told_near(board: Board, formation: Formation) -> Iterator[Reason]:
    """Which headquarters are near that of a formation, where they stand and how far from it. [BCS 1.1 published summaries]"""
    own = headquarters_of(board, formation.id)
    if own is None:
        return
    hexes, within = board.net.hexes, limit(board.consulted, WITHIN)
    template = (
        "{formation} has its headquarters in {hex}, {length} hexes from that of {other} in {near}; up to {within} mix them"
    )
    for each in near_headquarters(board, formation):
        told = {"formation": formation.name, "hex": hexes[own[0]], "other": _name(board, each.formation)}
        yield say(board, PUBLISHED, template, **told, length=each.distance, near=hexes[each.number], within=within)


def coordination_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The coordination markers that mixed stacks, headquarters near each other and traffic bring to a formation and to
    those that it is mixed with. Raises WrongUse. [BCS 1.1 4.4a, variant 5, published summaries]
    """
    formation, is_lasting = meant(board, given), given.get("lasting") != NO
    near = near_headquarters(board, formation) if is_lasting else ()
    hexes = mixed_hexes(board, formation) if is_lasting else {}
    stacks = {formation.id: len(hexes), **dict.fromkeys((each.formation for each in near), 0)}
    beside = {formation.id: len(near), **dict.fromkeys((each.formation for each in near), 1)}
    for some in hexes.values():
        for id_ in some:
            stacks[id_] = stacks.get(id_, 0) + 1
    for name in given.get("mixed") or ():
        other = board.forces.formation_named("mixed", name)
        # Stacks that were there for a moment count like those that last.
        stacks[formation.id] += 1
        stacks[other.id] = stacks.get(other.id, 0) + 1
    traffic = given.get("traffic") or 0
    said = [
        say(board, "4.4a", "{formation} is mixed with {others} in {hex}", **_named(board, formation, others, number))
        for number, others in hexes.items()
    ]
    said += told_near(board, formation) if near else ()
    said += _traffic(board, formation, traffic)
    facts: dict[str, Number | str] = {}
    work, labels = work_of(board), list[str]()
    edits: list[Edit] = []
    for id_, count in stacks.items():
        before = standing(board, id_).coordination
        asked = {
            "markers": before,
            "mixed": count,
            "near": beside.get(id_, 0),
            "traffic": traffic if id_ == formation.id else 0,
        }
        ruling = coordination(board.case, asked)
        board.consulted.add(ruling.charts)
        after = int(ruling.value) if isinstance(ruling.value, int) else before
        name = _name(board, id_)
        said += (_of(each, name) for each in ruling.reasons)
        facts[id_] = after
        ignored = ruling.detail.facts["ignored"] if isinstance(ruling.detail, Facts) else 0
        if ignored:
            said.append(say(board, ruling.reasons[0].rule.section, "{name}: what is more is ignored", name=name))
        if after != before:
            edits.append(standing_edit(applied(work, edits), id_, coordination=after))
            labels.append(f"{name} {after}")
    proposals = (Proposal(f"Coordination markers: {', '.join(labels)}", tuple(edits), side=formation.side),) if edits else ()
    places = frozenset(board.net.hexes[number] for number in (*hexes, *(each.number for each in near)))
    detail = ProcedureDetail(facts=facts, proposals=proposals, hexes={TARGET: places} if places else {})
    verdict = "markers" if edits else "none"
    value = facts[formation.id]
    return Ruling("coordination.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


def _traffic(board: Board, formation: Formation, traffic: int) -> Iterator[Reason]:
    """What results of traffic bring, and what planned fatigue adds to it. [BCS 1.1 variants 3, 5]"""
    choices = board.case.choices
    if not traffic:
        return
    if choices["coordination.middle_ground"] != ON:
        yield say(board, "5", "Results of traffic bring coordination markers under middle-ground coordination alone")
        return
    template = "{traffic} traffic results bring markers to {formation} alone, which is active"
    yield say(board, "5", template, traffic=traffic, formation=formation.name)
    if choices["fatigue.planned"] == ON:
        alone = choices.get("traffic.coordination") != "both"
        other, outcome = ("both", "traffic markers as well") if alone else ("coordination", "no traffic markers")
        yield reading_reason(board.case, "traffic.coordination", other, outcome)


def _named(board: Board, formation: Formation, others: tuple[str, ...], number: int) -> dict[str, object]:
    names = ", ".join(_name(board, each) for each in others)
    return {"formation": formation.name, "others": names, "hex": board.net.hexes[number]}


def _name(board: Board, id_: str) -> str:
    found = board.forces.oob.formation(id_)
    return found.name if found is not None else id_


def _of(reason: Reason, name: str) -> Reason:
    """The same reason, which says of which formation it is."""
    return Reason(reason.rule, f"{{formation}}: {reason.template}", {**reason.values, "formation": name}, (), reason.numbers)
