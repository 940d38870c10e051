"""Missions are executed: smoke comes, every hex is attacked once, then morale is checked [TCS 4.01 18.3, 18.8-18.10].

The attacks are a line of questions, one for each hex. Which hexes were attacked, and who stood in those that check morale in
the end, goes from one to the next (`execution.py`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Spot
from core.model.edits.piece_edits import hexes_marked
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter, Part
from core.rules.kernel.procedure import BESIDE, OPEN, TARGET, ZONE, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of
from core.rules.tcs.artillery.adjusting import fired_marks, triggers, waiting
from core.rules.tcs.artillery.barrages import (
    Attack,
    Hit,
    Struck,
    attacked,
    falling,
    hits_on,
    is_attacked,
    losses_after,
    other_side,
    struck,
    struck_movers,
    zones_of,
)
from core.rules.tcs.artillery.batteries import lights, not_fired, of_mission
from core.rules.tcs.artillery.execution import Execution, execution_of, tracks
from core.rules.tcs.effects.checking import checks_morale
from core.rules.tcs.effects.suffering import MISSIONS
from core.rules.tcs.procedures.missions import LEVEL_TWO, SMOKE, Lying, lying
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import PROHIBITED, YES, flag, is_on, step, whole

ORDER, BY_SUBPHASE, BY_PLAYER = "artillery.order", "by_subphase", "by_player"
WAITS, SMOKES, ATTACKS, DONE, NOBODY = "to be adjusted", "smoke comes", "attacks", "executed", "nobody"


def execute(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What missions on the map do: first smoke, then hex by hex what they attack, then morale and triggers. Raises WrongUse.

    [TCS 4.01 18.3, 18.8, 18.9, 18.10b, 24.6f]
    """
    case, side = board.case, given.get("side") or ""
    if case.choices[ORDER] == BY_PLAYER:
        side = side or board.forces.state.moment.side
        if not side:
            raise WrongUse("side: by the options of the box each side executes its own missions; say which.")
    else:
        side = ""
    state = execution_of(board, side, given)
    if state.over:
        said = [step(case, "18.3", "All attacks of this turn are made, and what follows them is asked")]
        return _answer(state, DONE, len(state.attacked), said, ())
    if given.get("to") is not None:
        return _hex(state, given["to"], given)
    if missions := waiting(board, side):
        return _waits(state, missions)
    if missions := tuple(each for each in lying(board.forces.deployment) if _is_smoke(each) and side in ("", each.side)):
        return _smoke(state, missions)
    return _attacks(state) if state.left else _done(state)


def _is_smoke(each: Lying) -> bool:
    return each.mission.kind == SMOKE and not each.mission.placed


# Before the attacks -------------------------------------------------------------------------------------------------------


def _waits(state: Execution, missions: Sequence[Lying]) -> Ruling:
    """Nothing is executed before all is adjusted. [TCS 4.01 18.3, 18.7]"""
    board, proposals = state.board, []
    said = []
    for each in missions:
        told = {"mission": each.mission.words, "hex": board.forces.box.label(each.hex)}
        said.append(step(board.case, "18.7", "{mission} in {hex} is still to be adjusted", **told))
        then = Next("artillery.adjust", said[-1], {"to": told["hex"], "side": each.side}, each.side)
        proposals.append(Proposal(f"Adjust {told['mission']} in {told['hex']}", (), then=(then,)))
    return _answer(state, WAITS, len(missions), said, proposals)


def _smoke(state: Execution, missions: Sequence[Lying]) -> Ruling:
    """Markers of smoke missions become smoke of level 2, before anything is attacked. [TCS 4.01 18.3, 18.8, 19.3a]"""
    board = state.board
    changed: dict[Spot, tuple[Mark, ...]] = {}
    for each in missions:
        marks = list(changed.get(each.hex, board.forces.deployment.marks[each.hex]))
        marks.remove(each.mark)
        # A second one in the same hex gives nothing more [19.1a], and both would come off together.
        smoke = Mark(LEVEL_TWO)
        changed[each.hex] = (*marks, *((smoke,) if smoke not in marks else ()))
    where = ", ".join(dict.fromkeys(board.forces.box.label(each.hex) for each in missions))
    said = [step(board.case, "19.3a", "Smoke of level 2 comes in {hexes}", hexes=where)]
    guns = not_fired({gun.id: gun for some in _firing(board, missions, state.side) for gun in some}.values())
    lay = hexes_marked(work_of(board), changed, "Smoke comes")
    then = Next("artillery.execute", step(board.case, "18.3", "Then the attacks are made"), state.given())
    edits = (lay, *fired_marks(board, guns, (lay,)))
    proposal = Proposal(f"Smoke comes in {where}", edits, then=(then, *triggers(board, guns)))
    return _answer(state, SMOKES, len(missions), said, (proposal,))


def _attacks(state: Execution) -> Ruling:
    """The hexes that are still to be attacked, each a question of its own, in any order. [TCS 4.01 18.0, 18.3]"""
    board, proposals, said = state.board, [], []
    for place in state.left:
        label, side = board.forces.box.label(place), board.at[board.number(place)][0].side
        told = {"hex": label, "units": names(board.at[board.number(place)])}
        said.append(step(board.case, "18.3", "{hex} is to be attacked: {units}", **told))
        then = Next("artillery.execute", said[-1], state.given(to=label), other_side(board, side))
        proposals.append(Proposal(f"Attack {label}", (), then=(then,)))
    return _answer(state, ATTACKS, len(proposals), said, proposals)


# A hex --------------------------------------------------------------------------------------------------------------------


def _hex(state: Execution, place: Hex, given: Mapping[str, Any]) -> Ruling:
    """The attacks on one hex. [TCS 4.01 18.3, 18.8, 18.9]"""
    board, number = state.board, state.board.number(place)
    targets, hits = struck(board, number), hits_on(board, place, state.missions)
    label = board.forces.box.label(place)
    if place in state.attacked:
        said = [step(board.case, "18.3", "{hex} has been attacked, and is so once", hex=label)]
        return _answer(state, PROHIBITED, 0, said, (), place)
    if not is_attacked(hits, targets):
        said = [step(board.case, "18.3", "No barrage attacks anybody in {hex}", hex=label)]
        return _answer(state, NOBODY, 0, said, (), place)
    attack = attacked(board, place, hits, targets, given, other_side(board, targets[0].unit.side))
    said = [*_other_order(state, place, hits), *attack.reasons]
    if not attack.is_done:
        return _answer(state, READ, attack.facts.get("column"), said, (), place, attack)
    proposal = _after(state, place, targets, attack)
    return _answer(state, DONE, attack.lost + sum((attack.kills or {}).values()), said, (proposal,), place, attack)


def _other_order(state: Execution, place: Hex, hits: Sequence[Hit]) -> Iterator[Reason]:
    """What the other reading of the order of the phase makes of the strength, where both sides' barrages have the hex.
    [TCS 4.01 2.0, 18.3]"""
    board = state.board
    everybody = hits_on(board, place, falling(board))
    if len({hit.lying.side for hit in everybody}) < 2:
        return
    together = whole(board.case, sum(hit.strength for hit in everybody))
    if state.side:
        yield reading_reason(board.case, ORDER, BY_SUBPHASE, f"strength {together} of both sides together")
        return
    sums = {side: sum(hit.strength for hit in hits if hit.lying.side == side) for side in sorted({h.lying.side for h in hits})}
    apart = " and ".join(f"{whole(board.case, total)} of {board.forces.side_name(side)}" for side, total in sums.items())
    yield reading_reason(board.case, ORDER, BY_PLAYER, f"strengths {apart}, each by itself")


def _after(state: Execution, place: Hex, targets: Sequence[Struck], attack: Attack) -> Proposal:
    """What follows the attacks on a hex: its losses, then the next hex; morale comes in the end. [TCS 4.01 18.3]"""
    board, label = state.board, state.board.forces.box.label(place)
    stood = tuple(dict.fromkeys(each.unit.id for each in targets))
    checks = {**state.checks, place: stood} if attack.checks else state.checks
    further = replace(state, attacked=(*state.attacked, place), checks=checks)
    next_ = Next("artillery.execute", step(board.case, "18.3", "Then the next hex is attacked"), further.given())
    parts = _parts(attack)
    parts += ["morale is checked after all attacks"] * attack.checks
    then = (*losses_after(board, place, attack, targets, check=False), next_)
    return Proposal(f"{label}: {', '.join(parts) or 'no effect'}", further.noted(), then=then)


def _parts(attack: Attack) -> list[str]:
    """What an attack has destroyed, in words."""
    kills = sum((attack.kills or {}).values())
    lost = [f"{counted(attack.lost, 'step')} lost"] if attack.lost else []
    return lost + ([f"{counted(kills, 'step')} of point targets destroyed"] if kills else [])


# After the attacks --------------------------------------------------------------------------------------------------------


def _done(state: Execution) -> Ruling:
    """Morale after all attacks, in the order of initiative; then guns on the map have fired and offer triggers.

    [TCS 4.01 18.3, 18.10b, 24.6f]
    """
    board, said = state.board, [step(state.board.case, "18.3", "All attacks are made")]
    order = [*board.forces.state.order, *(side.id for side in board.forces.oob.sides)]
    then = [each for side in dict.fromkeys(order) for each in (*_morale(state, side), *_vehicle_morale(state, side))]
    batteries = tuple(_firing(board, state.missions, state.side))
    guns = not_fired({gun.id: gun for some in batteries for gun in some}.values())
    if guns:
        said.append(step(board.case, "24.6f", "{guns} have fired a mission and are marked as Fired", guns=names(guns)))
    said += [each.title for each in then]
    edits = (*fired_marks(board, guns, ()), *(replace(state, over=True).noted() if state.attacked else ()))
    known = {gun.id for gun in guns}
    for some in batteries:
        then += triggers(board, [gun for gun in some if gun.id in known])
        known -= {gun.id for gun in some}
    label = "Check morale after all attacks" if then else "Mark as Fired" if guns else "All attacks are made"
    return _answer(state, DONE, len(state.attacked), said, (Proposal(label, edits, then=tuple(then)),))


def _morale(state: Execution, side: str) -> Iterator[Next]:
    """The checks of a side, hex by hex; who stood in one and is gone was eliminated. [TCS 4.01 17.0a, 17.1a, 17.2, 18.3]"""
    board = state.board
    for place, stood in state.checks.items():
        label, there = board.forces.box.label(place), board.at.get(board.number(place), ())
        own = [unit for id_ in stood if (unit := board.forces.unit(id_)) is not None and unit.side == side]
        left = [unit for unit in there if unit.side == side and unit.id in stood]
        lost = [unit.id for unit in own if unit.piece is None and checks_morale(board, unit)]
        # Of a stack that is lost whole nobody is left to check.
        if left and (lost or any(checks_morale(board, unit) for unit in left)):
            title = step(board.case, "18.3", "Those in {hex} check morale after all attacks", hex=label)
            # Who retreats into the hex before they check was under no attack there.
            given = {"to": label, "side": side, "units": ", ".join(unit.id for unit in left), "because": MISSIONS}
            yield Next("morale.at", title, given | ({"lost": ", ".join(lost)} if lost else {}), side)


def _vehicle_morale(state: Execution, side: str) -> Iterator[Next]:
    """The checks of a side's formations of vehicles that have lost steps since the attacks began. [TCS 4.01 17.8b, 18.3]"""
    board = state.board
    for id_, gone in tracks(board) if state.attacked else ():
        lost, formation = gone - state.gone.get(id_, 0), board.forces.oob.formation(id_)
        if lost > 0 and formation is not None and formation.side == side:
            title = step(board.case, "18.3", "{formation} checks vehicle morale after all attacks", formation=formation.name)
            yield Next(
                *("vehicle_morale.at", title),
                {"formation": id_, "losses": str(lost), "counted": YES, "because": MISSIONS},
                side,
            )


def _firing(board: Board, missions: Iterable[Lying], side: str) -> Iterator[tuple[Unit, ...]]:
    """The guns on the map of each battery that fires a mission, light among them. [TCS 4.01 24.6f]"""
    yield from (of_mission(board, each.mission, each.side).guns for each in missions)
    for light in lights(board):
        if side in ("", light.side):
            yield light.guns


def _answer(
    state: Execution,
    verdict: str,
    value: Number | str | None,
    said: Sequence[Reason],
    proposals: Sequence[Proposal],
    place: Hex | None = None,
    attack: Attack | None = None,
) -> Ruling:
    board = state.board
    inside, beside = zones_of(board, state.missions)
    hexes = {ZONE: inside, BESIDE: beside, OPEN: frozenset(state.left)}
    if place is not None:
        hexes[TARGET] = frozenset({place})
    detail = ProcedureDetail(
        facts=attack.facts if attack is not None else {},
        tables=attack.tables if attack is not None else (),
        proposals=tuple(proposals),
        place="to",
        hexes={what: some for what, some in hexes.items() if some},
        wanted=attack.wanted if attack is not None else (),
        outcomes=attack.outcomes if attack is not None else (),
    )
    rule, charts = board.case.ruleset.id, board.consulted.charts
    return Ruling("artillery.execute", rule, verdict, value, tuple(said), detail, charts)


# Those who move under fire ------------------------------------------------------------------------------------------------


def barrage_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What barrages on the map do to units that move into a hex, and to nobody else there. Raises WrongUse.

    [TCS 4.01 17.4g, 17.4i, 18.8c, 18.9b]
    """
    place, label = given["to"], board.forces.box.label(given["to"])
    entered = is_on(given, "entered")
    named = ((unit, unit.piece) for unit in board.units(given["units"]))
    on_map = board.net.index
    units = tuple(unit for unit, piece in named if piece is not None and (piece.at == place if entered else piece.at in on_map))
    hits = hits_on(board, place, falling(board)) if units else ()
    targets = struck_movers(board, units)
    inside, beside = zones_of(board, falling(board))
    hexes = {ZONE: inside, BESIDE: beside, TARGET: frozenset({place})}
    if not is_attacked(hits, targets):
        template = "No barrage attacks those who move into {hex}" if units else "Nobody who has moved into {hex} is left there"
        why = step(board.case, "18.8c", template, hex=label)
        nothing = (Proposal("Nothing happens", ()),)
        detail = ProcedureDetail(facts={}, proposals=nothing, units="units", place="to", hexes=hexes)
        return Ruling("barrage.at", board.case.ruleset.id, NOBODY, 0, (why,), detail, board.consulted.charts)
    template = "Barrages attack those who move into {hex} alone: {units}"
    said = [step(board.case, "18.8c", template, hex=label, units=names(units))]
    by = other_side(board, units[0].side)
    attack = attacked(board, place, hits, targets, given, by, road=is_on(given, "road"))
    proposals: tuple[Proposal, ...] = ()
    if attack.is_done:
        parts = _parts(attack)
        parts += ["morale is checked"] * attack.checks
        then = losses_after(board, place, attack, targets, check=True, retreating=is_on(given, "retreating"))
        proposals = (Proposal(f"{label}: {', '.join(parts) or 'no effect'}", (), then=then),)
    verdict = DONE if attack.is_done else READ
    detail = ProcedureDetail(
        facts=attack.facts,
        tables=attack.tables,
        proposals=proposals,
        units="units",
        place="to",
        hexes={what: some for what, some in hexes.items() if some},
        wanted=attack.wanted,
        outcomes=attack.outcomes,
    )
    value = attack.facts.get("column", attack.facts.get("point_steps"))
    reasons = (*said, *attack.reasons)
    return Ruling("barrage.at", board.case.ruleset.id, verdict, value, reasons, detail, board.consulted.charts)


_ROLLS = (
    Parameter("roll", "whole", "the roll of the area fire, 11 to 66"),
    Parameter("rolls", "fractions", "the sums of two dice at steps of point targets: barrage by barrage, for each all steps"),
)

EXECUTING = (
    Parameter("to", "hex", "the hex that is attacked; without it what is to be done next"),
    Parameter(
        "side", "text", "the side whose missions these are, where each side executes its own; whose phase it is without it"
    ),
    *_ROLLS,
    Parameter("attacked", "hexes", "the hexes that have been attacked in this execution"),
    Parameter(
        "checks",
        "texts",
        "hexes whose morale is checked after all attacks, with who stood in them: 12.07*1-e-2*mg-e-2",
        form=(Part("Hex", "text", before="", required=True), Part("Units", "text", before="*", required=True)),
    ),
    Parameter(
        "gone",
        "texts",
        "steps that formations of vehicles had lost before the first attack: tanks*3",
        form=(Part("Formation", "text", before="", required=True), Part("Steps", "text", before="*", required=True)),
    ),
)
MOVING = (
    Parameter("to", "hex", "the hex that they move into", required=True),
    Parameter("units", "texts", "those who move, by their ids or names", required=True),
    flag("entered", "whether they have moved in: who is lost or has left again is not attacked"),
    flag("road", "whether they move along a road"),
    flag("retreating", "whether they are on a retreat, in which they ignore all results but surrender (17.4i)"),
    *_ROLLS,
)
