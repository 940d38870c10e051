"""Barrages on the map, in games with guns [SCS 1.6 2.0a, 6.1f, 8.0a-c].

The series knows that units barrage, and leaves to its games what that does: the table, its modifiers and the range are theirs.
What is counted from units are strengths, terrain and distance; which modifiers hold is said by who asks. A unit barrages once
in its phase, and steps that a barrage costs are lost as those of a combat: both are stand-ins where a game says nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.edits.piece_edits import marked
from core.rules.kernel.combat import NO_RESULT, CombatDetail, Force, Loss, Losses
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.aftermath import Fight, led_on
from core.rules.operations.battle import HOLDS, PROHIBITED
from core.rules.operations.battle_detail import FoughtDetail, Proposal, with_proposals
from core.rules.operations.board import Board
from core.rules.operations.effects import rows_of
from core.rules.operations.fought import rolled_for
from core.rules.operations.from_afar import FireRules, fired_at, firers, fires_once, out_of_reach
from core.rules.operations.proposals import work_of
from core.rules.scs.battle import NOTHING, states
from core.rules.scs.combat import barraged
from core.rules.scs.counters import unit_of
from core.rules.scs.strengths import ATTACK, BARRAGE_MODIFIERS, TERRAIN

WHAT, RANGE, AIR = "barrage", "barrage.range", "air"
LOSS = "Loss"
"""What tables print for one step."""


def barraging(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The barrage of a hex by guns and aircraft: who may, its column, and a roll. Raises WrongUse. [SCS 1.6 2.0a, 6.1f]"""
    if given.get("to") is None:
        raise WrongUse("Give the hex that is barraged, to=…")
    guns = board.units(given.get("units") or ())
    if not guns:
        raise WrongUse("units: name the guns that barrage.")
    target, side = board.number(given["to"]), guns[0].side
    there = fired_at(board, guns, target, side)
    barred = tuple(reason for unit in guns for reason in _bars(board, unit, side, target))
    if barred:
        return Ruling("barrage", board.case.ruleset.id, PROHIBITED, None, barred, FoughtDetail(), board.consulted.charts)
    terrain, missing = rows_of(board, TERRAIN, sorted(board.net.kinds[target]))
    forces = tuple(_force(board, unit) for unit in guns)
    ruling = barraged(board.case, board.consulted, forces, {**given, "terrain": terrain})
    said = (*_said(board, guns, target, given), *_unknown(board, missing, target), *ruling.reasons)
    if not isinstance(ruling.detail, CombatDetail):
        return replace(ruling, reasons=said)
    detail, why = _done(board, there, ruling.detail)
    # Nobody of those who fire from afar suffers or goes anywhere by it.
    done = rolled_for(board, WHAT, side, guns, board.net.hexes[target])
    detail = led_on(board, Fight(WHAT, (target,), (), there, done), detail)
    return replace(ruling, reasons=(*said, *why), detail=detail, charts=board.consulted.charts)


def barragers(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Every gun and aircraft of a side that barrages a hex, and every one that does not, each with why. Raises WrongUse.

    [SCS 1.6 2.0a]
    """
    return firers(board, FIRE_RULES, given)


def _bars(board: Board, unit: Unit, side: str, target: int) -> Iterator[Reason]:
    """Why a unit does not barrage a hex. [SCS 1.6 2.0a]"""
    if not unit_of(unit).barrage:
        yield Reason(board.ref("2.0a"), "{unit} prints no barrage strength", {"unit": unit.name})
        return
    yield from fires_once(board, WHAT, unit, target, "2.0a")
    if unit.kind != AIR:
        yield from out_of_reach(board, unit, target, unit.value(RANGE), "2.0a")


def _fires(board: Board, unit: Unit, target: int) -> Reason:
    """Why a unit barrages a hex. [SCS 1.6 2.0a]"""
    place = board.net.hexes[target]
    told: dict[str, object] = {"unit": unit.name, "hex": place, "barrage": str(unit_of(unit).barrage)}
    if unit.kind == AIR:
        return Reason(board.ref("2.0a"), "{unit} barrages {hex} with {barrage} from the air, wherever it lies", told, (place,))
    told["distance"] = place.distance(board.net.hexes[board.place(unit)])
    return Reason(board.ref("2.0a"), "{unit} barrages {hex} with {barrage} over {distance} hexes", told, (place,))


def _force(board: Board, unit: Unit) -> Force:
    """The barrage strength of a unit, with its states by its markers. [SCS 1.6 2.0a, 12.2, Cumulative Effects]"""
    return Force(unit_of(unit).barrage or NOTHING, tuple(states(board, unit, ATTACK)), unit.id, unit.name)


def _said(board: Board, guns: Sequence[Unit], target: int, given: Mapping[str, Any]) -> Iterator[Reason]:
    """What is left to the game, and whose phase it is. [SCS 1.6 2.0a, 3.3b, 6.1f]"""
    ref, place, moment = board.ref, board.net.hexes[target], board.forces.state.moment
    if moment.side and moment.side != guns[0].side:
        told: dict[str, object] = {"units": names(guns), "side": board.forces.side_name(moment.side)}
        yield Reason(ref("3.3b"), "The phase is that of {side}; these barrage in those of their own side: {units}", told)
    unranged = [unit for unit in guns if unit.kind != AIR and not isinstance(unit.value(RANGE), int)]
    if unranged:
        told = {"units": names(unranged), "hex": place}
        yield Reason(ref("2.0a"), "These print no range; the game says whether they reach {hex}: {units}", told, (place,))
    rows = board.consulted.book.chart(BARRAGE_MODIFIERS).rows.labels
    if rows and not given.get("modifiers"):
        template = "No modifier is counted; the game says when one is. The chart has: {rows}"
        yield Reason(ref("6.1f"), template, {"rows": ", ".join(rows)})


def _unknown(board: Board, missing: Sequence[str], target: int) -> Iterator[Reason]:
    """Terrain of which the chart says nothing. [SCS 1.6 7.3]"""
    place = board.net.hexes[target]
    for name in missing:
        told = {"terrain": name, "hex": place}
        yield Reason(board.ref("7.3"), "{terrain} is not on the chart and counts for nothing at {hex}", told, (place,))


def _done(board: Board, there: Sequence[Unit], detail: CombatDetail) -> tuple[CombatDetail, tuple[Reason, ...]]:
    """What a printed result does to those in the hex: markers that it names, steps that they lose together; nobody retreats.

    Words that are neither are left to the game. [SCS 1.6 6.1f, 8.0a]
    """
    result = str(detail.facts["result"])
    if not result:
        return detail, ()
    ref, marks, steps, said = board.ref("6.1f"), list[str](), 0, list[Reason]()
    titles = {kind.title: id_ for id_, kind in board.case.ruleset.markers.items()}
    for part in () if result in NO_RESULT else result.split("+"):
        if part in titles:
            marks.append(titles[part])
            said.append(Reason(ref, "{units} in the hex: {mark}", {"units": names(there), "mark": part}))
        elif part == LOSS or part.isdecimal():
            steps += 1 if part == LOSS else int(part)
        else:
            said.append(Reason(ref, "What the result {result} does is said by the game", {"result": part}))
    if steps:
        told = {"units": names(there), "steps": counted(steps, "step")}
        said.append(
            Reason(board.ref("8.0a"), "Those in the hex lose {steps} together: {units}", told, numbers={"steps": steps})
        )
    facts = {
        **detail.facts,
        "hex_falls": HOLDS,
        **({"steps": steps} if steps else {}),
        **({"marks": ", ".join(marks)} if marks else {}),
    }
    proposals = tuple(_marking(board, there, mark) for mark in marks)
    done = replace(detail, losses=Losses(defender=Loss(steps)), convertible=False, facts=facts)
    return with_proposals(done, proposals), tuple(said)


def _marking(board: Board, there: Sequence[Unit], mark: str) -> Proposal:
    """That those in the hex bear a marker."""
    title = board.case.ruleset.markers[mark].title
    return Proposal(f"{title}: {names(there)}", (marked(work_of(board), [unit.id for unit in there], mark),))


FIRE_RULES = FireRules(
    question="barrage.guns",
    section="2.0a",
    may="{units} may barrage {hex}",
    nobody="No gun and no aircraft of {side} may barrage {hex}",
    guns=lambda unit: bool(unit_of(unit).barrage),
    flying=frozenset({AIR}),
    bars=_bars,
    fires=_fires,
)
"""What SCS says of who barrages."""
