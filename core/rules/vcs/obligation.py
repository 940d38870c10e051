"""Whom units that attack must attack besides, or see attacked by others [VCS 10.0, 10.1]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import targets as targets_of
from core.rules.operations.zones import SIDES
from core.rules.vcs.going import marked_hexes
from core.rules.vcs.ground import STRONG, targets
from core.rules.vcs.lines import LOWEST, levels_of

ENTRENCHMENT = "Entrenchment"
ENTRENCHMENT_MARK = "entrenchment"
FREE, OBLIGED = "free", "obliged"


@dataclass(frozen=True, slots=True)
class Obligation:
    """The hexes, by their numbers, that have to be attacked as well in the phase, and why."""

    hexes: tuple[int, ...]
    reasons: tuple[Reason, ...]


def level(board: Board, number: int) -> Fraction:
    """The level of a hex; the lowest where the map states none, and at sea. [VCS 10.1]"""
    return Fraction(levels_of(board)[number] or LOWEST)


def strong_terrain(board: Board, number: int, side: str) -> tuple[str, ...]:
    """What of a hex gives a choice of targets to units of a side in it. [VCS 10.1]"""
    named = {board.forces.terrain[kind].name for kind in board.net.kinds[number] if kind in board.forces.terrain}
    dug = {ENTRENCHMENT} if number in marked_hexes(board, ENTRENCHMENT_MARK, side) else set()
    return tuple(sorted((named | dug) & set(STRONG)))


def obliged(board: Board, attackers: Sequence[Unit], at: Sequence[int] = ()) -> Obligation:
    """The enemies beside attacking stacks that must be attacked in the same phase, by whomever. [VCS 10.0, 10.1]

    They attack those in the hexes `at`, without any whatever is beside them. Enemies that are declared as targets already, or
    were attacked in the phase, are left out.
    """
    side, net, said = attackers[0].side, board.net, []
    attacked = {net.index.get(spot) for spot in targets_of(board) if not isinstance(spot, str)}
    found: dict[int, None] = {}
    for number in dict.fromkeys(board.place(unit) for unit in attackers):
        around = [near for near in net.near[SIDES * number : SIDES * number + SIDES] if near >= 0]
        enemies = [near for near in around if near in board.enemies(side)]
        if at and not set(at) & set(around):
            continue
        others = [near for near in enemies if near not in at and near not in attacked]
        if not others:
            continue
        own = level(board, number)
        asked = {
            "levels": (own,),
            "enemy_levels": tuple(level(board, near) for near in enemies),
            "terrain": strong_terrain(board, number, side),
        }
        ruling = targets(board.case, asked)
        board.consulted.add(ruling.charts)
        must = {"all": others, "higher_ones": [n for n in others if level(board, n) > own]}.get(ruling.verdict, [])
        place = net.hexes[number]
        stack = names(unit for unit in attackers if board.place(unit) == number)
        for near in must:
            told = {"units": stack, "hex": net.hexes[near], "enemies": names(board.at[near])}
            template = "{units} attack, so {hex} must be attacked as well in this phase, by whomever: {enemies}"
            section = "10.0" if ruling.verdict == "all" else "10.1"
            said.append(Reason(board.ref(section), template, told, (net.hexes[near],)))
        if len(must) < len(others):
            told = {"units": stack, "hex": place}
            template = "{units} in {hex} choose which of the adjacent hexes they attack"
            template += ", but for those on higher ground" if must else ""
            said.append(Reason(board.ref("10.1"), template, told, (place,)))
        said += [reason for reason in ruling.reasons if "reading" in reason.values]
        found |= dict.fromkeys(must)
    return Obligation(tuple(found), tuple(said))


def obligation(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What units oblige to that attack, by where they stand. Raises WrongUse. [VCS 10.0, 10.1]"""
    units = board.units(given["units"])
    if not units or len({unit.side for unit in units}) > 1:
        raise WrongUse("units: name units of one side that attack.")
    found = obliged(board, units, tuple(board.number(place) for place in given.get("to") or ()))
    said = found.reasons
    if not said:
        said = (Reason(board.ref("10.0"), "No other enemies are adjacent to {units}", {"units": names(units)}),)
    facts = Facts({"must": len(found.hexes), "hexes": " ".join(board.label(number) for number in found.hexes) or "none"})
    verdict = OBLIGED if found.hexes else FREE
    return Ruling("targets", board.case.ruleset.id, verdict, len(found.hexes), said, facts, board.consulted.charts)
