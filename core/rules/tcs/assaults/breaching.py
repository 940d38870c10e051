"""Breaches of mines on the map, stage by stage [TCS 4.01 20.1d, 21.3].

The stages are `STAGES`; every proposal leads to the next::

    declare ──overwatch, barrage──> attack ──losses, morale──> done ──> a breach in the hex
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked, moved
from core.model.edits.state_edits import ChangeState
from core.model.state import BREACH, Declared
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import Outcome, Part, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Question
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.movement import journey
from core.rules.operations.proposals import work_of
from core.rules.operations.questions import OverBoard
from core.rules.operations.rules import Asked
from core.rules.tcs.assaults.crossing_mines import answer_at, losses_on_foot, other_side
from core.rules.tcs.forces.counters import FIRED_MARK, carried_how, integrated_steps, kind_of
from core.rules.tcs.forces.units import INFANTRY, PARALYZED, SUPPRESSED
from core.rules.tcs.movement.going import MARCH, OPERATIONS
from core.rules.tcs.procedures.dangers import breaches, minefields, under_barrage
from core.rules.tcs.procedures.minefields import ADJACENT, IN_HEX, breach
from core.rules.tcs.reckoning import ALLOWED, NO, PROHIBITED, YES, step
from core.rules.tcs.set_up import RULES
from core.rules.tcs.watch.already import is_spent

DECLARE, ATTACK, DONE = "declare", "attack", "done"
STAGES = (DECLARE, ATTACK, DONE)
"""How far a breach has come: it is declared, the mines attack, it is looked whether it is made."""
BREACHED, HELD = "breached", "not breached"
SHAKEN = frozenset({SUPPRESSED, PARALYZED})


def breach_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """A breach of mines at the stage that it has come to: who may, the attack of the mines, the breach. Raises WrongUse.

    [TCS 4.01 20.1d, 21.3, 21.3a-d]
    """
    place = given["to"]
    label = board.forces.box.label(place)
    if place not in minefields(board.forces):
        raise WrongUse(f"to: no mines lie in {label}.")
    named = board.units(given["units"]) if given.get("units") else ()
    if len(named) > 1:
        raise WrongUse("units: one unit breaches; name it alone.")
    known = _under_way(board, place)
    unit = named[0] if named else known[0] if known is not None else None
    stage = given.get("stage") or (known[1] if known is not None and (not named or named[0] == known[0]) else DECLARE)
    if stage == DECLARE or unit is None:
        return _declared(board, place, unit)
    return _mines_on_breach(board, place, unit, given) if stage == ATTACK else _done(board, place, unit)


def _candidates(board: Board, place: Hex) -> Iterator[tuple[Unit, tuple[Reason, ...]]]:
    """The infantry in a mined hex and beside it, each with why it does not breach. [TCS 4.01 21.3, 21.3a]"""
    number = board.number(place)
    side = board.forces.state.moment.side
    for near in (place, *place.neighbours()):
        for unit in board.at.get(board.net.index.get(near, -1), ()):
            if kind_of(board.case.ruleset, unit).category == INFANTRY and (not side or unit.side == side):
                yield unit, tuple(_why_not(board, unit, near, number))


def _why_not(board: Board, unit: Unit, here: Hex, number: int) -> Iterator[Reason]:
    """Why a unit does not breach the mines of a hex. [TCS 4.01 17.3a, 20.1f, 21.3, 21.3a]"""
    case, place = board.case, board.net.hexes[number]
    there = board.at.get(board.number(here), ())
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    told = {"unit": unit.name}
    held = next((each for each in (PARALYZED, SUPPRESSED) if each in marks), "")
    if held:
        yield step(case, "21.3a", "{unit} is {state}", **told, state=held)
    if carried_how(unit, {each.id: each for each in there}) or integrated_steps(case.ruleset, unit):
        yield step(case, "21.3a", "{unit} is mounted", **told)
    if FIRED_MARK in marks:
        yield step(case, "21.3a", "{unit} has fired in this phase", **told)
    yield from is_spent(board, unit)
    if board.forces.state.moment.side == unit.side and unit.id in board.forces.state.moved:
        yield step(case, "21.3a", "{unit} has moved in this phase: it begins it in or beside the mines", **told)
    if any(each.side != unit.side for each in board.at.get(number, ())):
        yield step(case, "21.3", "Enemies are in {hex}", hex=place)
    if here != place and (closed := _closed(board, unit, here, number)) is not None:
        yield closed


def _closed(board: Board, unit: Unit, here: Hex, number: int) -> Reason | None:
    """Why a unit cannot go into the mines from beside them, whatever that costs; None where it can. [TCS 4.01 20.1f]"""
    mover = board.rules.mover(board, unit, Asked(MARCH, moved=frozenset({unit.id})))
    found = journey(board, mover, Asked(MARCH)).step(board.number(here), number, first=True)
    return next(iter(found.said), None) if found.points is None else None


def _declared(board: Board, place: Hex, unit: Unit | None) -> Ruling:
    """Who may breach, and what declaring it leads to. [TCS 4.01 20.1d, 21.3a, 21.3b]"""
    case, label = board.case, board.forces.box.label(place)
    found = dict(_candidates(board, place))
    if unit is not None and unit not in found:
        raise WrongUse(f"units: {unit.name} is no infantry in {label} or beside it that could breach in this phase (21.3a).")
    able = [each for each, why in found.items() if not why]
    chosen = unit if unit is not None else able[0] if len(able) == 1 else None
    parts = tuple(
        Part(each.id, each.piece.at, not why, each == chosen, next(iter(why), None))
        for each, why in found.items()
        if each.piece is not None and isinstance(each.piece.at, Hex)
    )
    said = [each.reason for each in parts if each.reason is not None]
    if place in breaches(board.forces):
        said.insert(0, step(case, "21.3d", "A breach leads through the mines of {hex} already", hex=label))
        return answer_at(board, place, "breach.at", PROHIBITED, 0, said, parts=parts)
    if chosen is None:
        return answer_at(board, place, "breach.at", ALLOWED if able else PROHIBITED, len(able), said, parts=parts)
    if found[chosen]:
        return answer_at(board, place, "breach.at", PROHIBITED, 0, found[chosen], parts=parts)
    at = chosen.piece.at if chosen.piece is not None else place
    attack = breach(case, {"steps": chosen.left, "from": IN_HEX if at == place else ADJACENT})
    said += attack.reasons
    if attack.verdict == PROHIBITED:
        return answer_at(board, place, "breach.at", PROHIBITED, 0, said, parts=parts)
    proposal = _declaring(board, place, chosen, at if isinstance(at, Hex) else place)
    said.append(step(case, "21.3", "It neither moves, changes mode, fires actions nor makes AT rolls in this phase"))
    return answer_at(board, place, "breach.at", ALLOWED, 1, said, parts=parts, proposals=(proposal,))


def _declaring(board: Board, place: Hex, unit: Unit, at: Hex) -> Proposal:
    """That a unit declares a breach and goes into the mines in the mode that it has: a trigger, barrages, then the mines.
    [TCS 4.01 15.2c, 21.3b]"""
    case, label = board.case, board.forces.box.label(place)
    edits: tuple[Edit, ...] = ()
    then: list[Next] = []
    if at != place:
        edits = (moved(work_of(board), [unit.id], place, f"Into the mines of {label}"),)
        why = step(case, "21.3b", "Overwatch at {unit}, which goes into the mines", unit=unit.name)
        source = board.forces.box.label(at)
        given = {"to": label, "trigger": "movement", "source": source, "moving": unit.id, "road": NO}
        then.append(Next("overwatch.fire", why, given, other_side(board, unit.side), may=True))
        if place in under_barrage(board.forces):
            why = step(case, "18.8c", "The barrages in or beside {hex} attack those who enter it", hex=label)
            then.append(Next("barrage.at", why, {"to": label, "units": unit.id, "entered": YES}, other_side(board, unit.side)))
    then.append(_next_stage(board, place, unit, ATTACK))
    attempt = made_in_play(board, Declared(unit.side, (unit.id,), (place,), BREACH))
    noted = _noted(board, place, unit, ATTACK)
    return Proposal(f"{unit.name} breaches the mines in {label}", (*edits, *noted), attempt=attempt, then=tuple(then))


def _next_stage(board: Board, place: Hex, unit: Unit, stage: str) -> Next:
    template = "The mines attack {unit}" if stage == ATTACK else "Whether {unit} has made a breach"
    given = {"to": board.forces.box.label(place), "units": unit.id, "stage": stage}
    return Next("breach.at", step(board.case, "21.3c", template, unit=unit.name), given, unit.side)


def _mines_on_breach(board: Board, place: Hex, unit: Unit, given: Mapping[str, Any]) -> Ruling:
    """The attack of the mines on who breaches them, if it is still there. [TCS 4.01 21.3c]"""
    gone = _gone(board, place, unit)
    if gone is not None:
        over = Proposal("The breach is not made", _noted(board, place, unit, ""))
        return answer_at(board, place, "breach.at", HELD, 0, (gone,), proposals=(over,))
    roll = given.get("roll")
    ruling = breach(board.case, {"steps": unit.left, "roll": roll})
    board.consulted.add(ruling.charts)
    detail = ruling.detail
    assert isinstance(detail, Facts)
    outcomes = tuple(Outcome("Fire Table", result, chance) for table in detail.tables for result, chance in table.chances)
    wanted = (Wanted("roll", "11..66", f"mines against {unit.name}", other_side(board, unit.side)),) if roll is None else ()
    proposals: tuple[Proposal, ...] = ()
    if roll is not None:
        steps, check = int(detail.facts.get("steps_lost", 0)), detail.facts.get("morale_check") == YES
        then = (*losses_on_foot(board, place, (unit,), (unit,), steps, check, {}), _next_stage(board, place, unit, DONE))
        label = f"Mines: steps lost {steps}{', and a check of morale' if check else ''}"
        proposals = (Proposal(label, _noted(board, place, unit, DONE), then=then),)
    return answer_at(
        *(board, place, "breach.at", ruling.verdict, ruling.value, ruling.reasons),
        facts=detail,
        parts=(Part(unit.id, place, True, True),),
        wanted=wanted,
        outcomes=outcomes,
        proposals=proposals,
    )


def _done(board: Board, place: Hex, unit: Unit) -> Ruling:
    """Whether the breach is made: its unit is in the hex, neither suppressed nor paralyzed. [TCS 4.01 20.1d, 21.3c, 21.3d]"""
    case, label = board.case, board.forces.box.label(place)
    why = _gone(board, place, unit)
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    if why is None and marks & SHAKEN:
        state = next(iter(sorted(marks & SHAKEN)))
        why = step(case, "21.3c", "{unit} is {state}: no breach is made", unit=unit.name, state=state)
    if why is not None:
        over = Proposal("The breach is not made", _noted(board, place, unit, ""))
        return answer_at(board, place, "breach.at", HELD, 0, (why,), proposals=(over,))
    said = (
        step(case, "21.3c", "{unit} stays unshaken in {hex}: the breach is made", unit=unit.name, hex=label),
        step(case, "21.3d", "Units enter by it from every side without being attacked; it is a bottleneck (20.1d)"),
    )
    edit = hex_marked(work_of(board), (place,), Mark(BREACH, unit.side), f"Breach the mines in {label}")
    proposal = Proposal(f"A breach through the mines in {label}", (edit, *_noted(board, place, unit, "")))
    return answer_at(board, place, "breach.at", BREACHED, 1, said, proposals=(proposal,))


def _gone(board: Board, place: Hex, unit: Unit) -> Reason | None:
    """That who breaches is no longer in the hex."""
    if unit.piece is not None and unit.piece.at == place:
        return None
    return step(board.case, "21.3c", "{unit} is no longer in the hex: no breach is made", unit=unit.name)


# What is kept between the stages ------------------------------------------------------------------------------------------


def _noted(board: Board, place: Hex, unit: Unit, stage: str) -> tuple[Edit, ...]:
    """The edit by which the state of play knows how far a breach has come, "" once it is over; none outside play."""
    state = board.forces.state
    key = (unit.id, BREACH)
    if not state.in_play:
        return ()
    if stage:
        word = f"breaching {board.forces.box.label(place)}, {stage}"
        return (ChangeState("Note the breach", {"conditions": state.conditions.set(key, word)}),)
    if key not in state.conditions:
        return ()
    return (ChangeState("End the breach", {"conditions": state.conditions.delete(key)}),)


def _under_way(board: Board, place: Hex) -> tuple[Unit, str] | None:
    """Who breaches the mines of a hex just now, and how far that has come."""
    doing = f"breaching {board.forces.box.label(place)}, "
    for (id_, kind), word in board.forces.state.conditions.items():
        stage = word.removeprefix(doing)
        unit = board.forces.unit(id_) if kind == BREACH and stage != word else None
        if unit is not None and stage in STAGES:
            return unit, stage
    return None


_ASKED = OverBoard(OPERATIONS, RULES)

ON_THE_MAP: tuple[Question, ...] = (
    _ASKED(
        "breach.at",
        "a breach of mines on the map, stage by stage: who may, what the mines do to it, the breach",
        "9.3b, 15.2c, 17.3a, 20.1d, 21.3",
        (
            Parameter("to", "hex", "the mined hex", required=True),
            Parameter("units", "texts", "the unit that breaches, by its id or name; the one that can without it"),
            Parameter("stage", "choice", "how far it has come; as the state of play knows it without it", choices=STAGES),
            Parameter("roll", "whole", "the roll of the mines, 11 to 66"),
        ),
        breach_at,
        title="Breach of mines on the map",
        also=("breach",),
    ),
)
"""Breaches on the map."""
