"""Bombardment of a hex on the map [New SCS Air phase, Bombardment, Unit types and special abilities].

The numbers are those of bombardment as it is typed; here they are counted from units. The text says that guns have a range and
need spotting and states neither: the range is that of the counter, and a friend near the target spots it, which is a stand-in
and bars nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from core.base.errors import WrongUse
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked, mark_kind, marked
from core.model.work import Work
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.new_scs.air import POINTS, spending, too_few, without_mission
from core.rules.new_scs.battle import is_armoured
from core.rules.new_scs.bombardment import AIR, RULE, bombardment
from core.rules.new_scs.counters import unit_of
from core.rules.new_scs.going import DG, ON, OUT, UNREADY, inactive, is_marked, out_of_turn
from core.rules.new_scs.strengths import TERRAIN
from core.rules.operations.battle import PROHIBITED
from core.rules.operations.battle_detail import FoughtDetail, Proposal, with_proposals
from core.rules.operations.board import Board
from core.rules.operations.effects import rows_of
from core.rules.operations.fought import BOMBARDMENT, fought, rolled_for
from core.rules.operations.from_afar import FireRules, fired_at, firers, fires_once, out_of_reach
from core.rules.operations.losses import Bounds, choice_text
from core.rules.operations.near import attacking_side
from core.rules.operations.proposals import applied, losing, work_of

FLAK, NOTABLE, SUPPLY = "Unit types and special abilities", "Unified sequence of play", "Supply phase"
HIT, ARTILLERY, RANGE = "air-bombardment", "artillery", "bombardment.range"
GAME_RANGE, TWO_RATINGS = "bombardment.range", "bombardment.two_ratings"
BY_NUMBERS = ("ratings", "flak", "terrain", "soft", "armoured", "steps")
"""What is counted from the map, and typed without one."""
MOST_CHOICES = 12
"""So many ways to lose the steps of a hit are proposed."""


def bombarding(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The bombardment of a hex by guns or air points: who may, the rating, and what two dice do. Raises WrongUse.

    [New SCS Air phase, Bombardment]
    """
    if given.get("to") is None:
        raise WrongUse("Give the hex that is bombarded, to=…")
    target = board.number(given["to"])
    guns = board.units(given.get("units") or ())
    flying = tuple(unit for unit in guns if unit.kind == POINTS)
    if flying:
        if len(flying) < len(guns) or given.get("air"):
            raise WrongUse("units: air points bombard by themselves, without guns and without air=…")
        guns, given = (), {**given, "air": len(flying), "side": flying[0].side}
    if bool(guns) == bool(given.get("air")):
        raise WrongUse("Say what bombards: units=… for guns, or air=… points, not both.")
    side = guns[0].side if guns else attacking_side(board, (target,), given.get("side") or "")
    there = fired_at(board, guns, target, side)
    barred = tuple(_bars(board, (*flying, *guns), side, target, given.get("air") or 0))
    if barred:
        return Ruling("bombardment", board.case.ruleset.id, PROHIBITED, None, barred, FoughtDetail(), board.consulted.charts)
    asked, said = _asked(board, guns, side, target, there, given)
    ruling = bombardment(board.case, asked)
    board.consulted.add(ruling.charts)
    detail = ruling.detail
    if isinstance(detail, CombatDetail):
        counted = {name: asked[name] for name in ("soft", "armoured") if asked[name]}
        facts = {**counted, "steps_present": asked["steps"], "spotted": _spotted(board, guns, side, target)}
        detail = replace(detail, facts={**detail.facts, **facts})
        flights = 0 if guns else given.get("air") or 0
        made = tuple(_proposals(board, guns, flights, side, target, there, detail))
        if given.get("white") is not None and (fired := (*flying, *guns)):
            done = rolled_for(board, BOMBARDMENT, side, fired, board.net.hexes[target])
            made = tuple(replace(each, attempt=done) for each in made)
        detail = with_proposals(detail, made)
    return replace(ruling, reasons=(*said, *ruling.reasons), detail=detail, charts=board.consulted.charts)


def bombarders(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Every gun and air point of a side that bombards a hex, and every one that does not, each with why. Raises WrongUse.

    [New SCS Air phase, Bombardment]
    """
    return firers(board, FIRE_RULES, given)


def _fires(board: Board, unit: Unit, target: int) -> Reason:
    """Why a gun or an air point bombards a hex. [New SCS Air phase, Bombardment]"""
    place = board.net.hexes[target]
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    if unit.kind == POINTS:
        return Reason(board.ref(AIR), "{unit} bombards {hex} from the air, wherever it lies", told, (place,))
    told |= {"rating": unit_of(unit).rating, "distance": place.distance(board.net.hexes[board.place(unit)])}
    template = "{unit} bombards {hex} with {rating} over {distance} hexes"
    if have_moved(board, (unit,)) and board.case.choices.get(TWO_RATINGS) != ON:
        template = "{unit} has moved, and bombards {hex} with 1 less than {rating} over {distance} hexes"
    return Reason(board.ref(RULE), template, told, (place,))


def _bars(board: Board, units: Sequence[Unit], side: str, target: int, flights: int = 0) -> Iterator[Reason]:
    """Why a hex is not bombarded so by guns or by so many air points. [New SCS Air phase, Bombardment, Supply phase]"""
    place, ref = board.net.hexes[target], board.ref(RULE)
    # What the other side has hit was in another activation.
    lying = board.forces.deployment.marks.get(place, ())
    if any(mark_kind(each.kind) == HIT and each.side in ("", side) for each in lying):
        template = "{hex} was bombarded from the air; no hex is bombarded twice in an activation"
        yield Reason(ref, template, {"hex": place}, (place,))
    if place in {spot for each in fought(board, BOMBARDMENT) for spot in each.against}:
        yield Reason(ref, "{hex} was bombarded already in this activation", {"hex": place}, (place,))
    for unit in units:
        told: dict[str, object] = {"unit": unit.name, "hex": place}
        yield from fires_once(board, BOMBARDMENT, unit, target, NOTABLE)
        if unit.kind == POINTS:
            continue
        if unit.kind != ARTILLERY or unit_of(unit).rating < 1:
            yield Reason(ref, "{unit} is no artillery that bombards", told)
            continue
        yield from inactive(board, unit, "bombard")
        if is_marked(unit, OUT):
            yield Reason(board.ref(SUPPLY), "{unit} is out of supply and does not bombard", told)
        if is_marked(unit, UNREADY):
            template = "{unit} is unready: it has bombarded, or moved by road, and does not bombard"
            yield Reason(board.ref(NOTABLE), template, told)
        yield from out_of_reach(board, unit, target, unit.value(RANGE), RULE)
    yield from too_few(board, side, flights) if flights else ()
    yield from _in_other_phases(board, flights)


def _in_other_phases(board: Board, flights: int) -> Iterator[Reason]:
    """That air points bombard in one phase and guns in another; in phases of neither nothing is said. [New SCS Air phase]"""
    phase = board.forces.state.moment.phase if board.forces.state.in_play else ""
    if flights and phase == BOMBARDMENT:
        yield Reason(board.ref(AIR), "Air points bombard in the Air Phase, and not together with guns in theirs")
    elif not flights and phase == POINTS:
        yield Reason(board.ref(NOTABLE), "Guns bombard in the Bombardment Phase, after movement")


def _asked(
    board: Board, guns: Sequence[Unit], side: str, target: int, there: Sequence[Unit], given: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    """What the bombardment by numbers is asked, counted from units, and what is to be said of it."""
    flak = list(flak_near(board, side, target))
    rows, _ = rows_of(board, TERRAIN, sorted(board.net.kinds[target]))
    row = min(rows, key=lambda each: (board.consulted.number(TERRAIN, each, "bombardment"), each), default=None)
    armoured = sum(map(is_armoured, there))
    asked: dict[str, Any] = {
        "ratings": tuple(Fraction(unit_of(unit).rating) for unit in guns),
        "air": given.get("air"),
        "flak": "yes" if flak else "no",
        "moved": (given.get("moved") or ("yes" if have_moved(board, guns) else "no")) if guns else "no",
        "terrain": row,
        "soft": len(there) - armoured,
        "armoured": armoured,
        "steps": max(1, sum(unit.left for unit in there)),
        "white": given.get("white"),
        "red": given.get("red"),
    }
    return asked, tuple(_said(board, guns, side, target, there, flak, given))


def have_moved(board: Board, guns: Sequence[Unit]) -> tuple[Unit, ...]:
    """The guns that have moved in their activation, as far as the state of play keeps it; none outside play. Being placed as a
    reinforcement is no move. [New SCS Bombardment; SCS 1.6 5.0b]
    """
    state = board.forces.state
    left = frozenset(state.vacated.values())
    return tuple(gun for gun in guns if gun.id in state.moved and (gun.id not in state.arrived or gun.id in left))


def flak_near(board: Board, side: str, target: int) -> Iterator[Unit]:
    """Enemy flak around a target that is in supply and not DG. [New SCS Air phase]"""
    place, reach = board.net.hexes[target], board.case.ruleset.whole("flak.reach")
    for other in board.sides:
        for number, unit in board.of(other) if other != side else ():
            near = board.net.hexes[number].distance(place) <= reach
            if near and unit.flag("flak") and not is_marked(unit, DG) and not is_marked(unit, OUT):
                yield unit


def _said(
    board: Board,
    guns: Sequence[Unit],
    side: str,
    target: int,
    there: Sequence[Unit],
    flak: Sequence[Unit],
    given: Mapping[str, Any],
) -> Iterator[Reason]:
    """What was counted, and what the text leaves open."""
    place, ref = board.net.hexes[target], board.ref(RULE)
    yield Reason(ref, "In {hex}: {units}", {"hex": place, "units": names(there)}, (place,))
    if not guns:
        if flak:
            yield Reason(board.ref(AIR), "Flak is near the target, in supply and not DG: {units}", {"units": names(flak)})
        yield Reason(board.ref(AIR), "Air points reach everywhere and need no spotting")
        yield from without_mission(board, side, given.get("air") or 0)
        return
    unranged = [unit for unit in guns if not isinstance(unit.value(RANGE), int)]
    template = "The range is that of the counter; the text states none"
    template = "These print no range, and the text states none: {units}" if unranged else template
    yield Reason(ref, template, {"units": names(unranged)})
    for unit in guns:
        yield from out_of_turn(board, unit, "bombards", "bombard")
    reach, side_name = board.case.ruleset.whole("bombardment.spotting"), board.forces.side_name(side)
    told = {"hex": place, "reach": reach, "side": side_name}
    seen = _spotted(board, guns, side, target) == "yes"
    template = (
        "A unit of {side} within {reach} hexes of {hex} spots it"
        if seen
        else ("No unit of {side} is within {reach} hexes of {hex} to spot it")
    )
    yield Reason(board.ref(AIR), f"{template}; how guns spot is a stand-in of ours, for the text does not say", told, (place,))
    if board.case.choices.get(GAME_RANGE):
        yield Reason(ref, "The game says of range and spotting: {words}", {"words": board.case.choices[GAME_RANGE]})
    if given.get("moved") is None and board.case.choices.get(TWO_RATINGS) != ON:
        moved = have_moved(board, guns)
        known = "Moved in this activation: {units}" if moved else "No gun among them has moved in this activation"
        template = known if board.forces.state.in_play else "Outside play nobody has moved: guns that have bombard with 1 less"
        yield Reason(ref, template, {"units": names(moved)} if moved else {})


def _spotted(board: Board, guns: Sequence[Unit], side: str, target: int) -> str:
    """Whether a friend is near a target, by the stand-in. [New SCS Air phase]"""
    if not guns:
        return "not needed"
    place, reach = board.net.hexes[target], board.case.ruleset.whole("bombardment.spotting")
    return "yes" if any(board.net.hexes[number].distance(place) <= reach for number in board.held(side)) else "no"


def _proposals(
    board: Board, guns: Sequence[Unit], flights: int, side: str, target: int, there: Sequence[Unit], detail: CombatDetail
) -> Iterator[Proposal]:
    """What becomes of guns or air points, of the hex and of the units in it after a roll. [New SCS Bombardment, Air phase]"""
    work, label, edits = work_of(board), [], list[Edit]()
    if guns:
        edits.append(marked(work, [unit.id for unit in guns], UNREADY))
        label.append(f"Mark {names(guns)} unready")
    else:
        place = board.net.hexes[target]
        edits.append(hex_marked(work, (place,), Mark(HIT, side)))
        label.append(f"Mark {board.label(target)} as hit from the air")
        spent, phrase = spending(board, side, flights)
        edits += spent
        label += [phrase] if phrase else []
    hurt = [unit for unit in there if detail.facts.get("dg_armour" if is_armoured(unit) else "dg_soft") == "yes"]
    if hurt:
        edits.append(marked(applied(work, edits), [unit.id for unit in hurt], DG))
        label.append(f"DG: {names(hurt)}")
    steps = int(detail.facts.get("steps") or 0)
    if not steps:
        yield Proposal("; ".join(label), tuple(edits))
        return
    yield from _with_losses(applied(work, edits), there, steps, label, edits)


def _with_losses(
    work: Work, there: Sequence[Unit], steps: int, label: Sequence[str], edits: Sequence[Edit]
) -> Iterator[Proposal]:
    """The same with each way to lose the steps: the enemy picks the first, no armour while softer units are there.

    [New SCS Unit types and special abilities]
    """
    soft = frozenset(n for n, unit in enumerate(there) if not is_armoured(unit))
    lefts = tuple(unit.left for unit in there)
    bounds = Bounds((0,) * len(there), lefts, steps, soft or frozenset(range(len(there))))
    for share in islice(bounds.choices(), MOST_CHOICES):
        choice = {unit.id: number for unit, number in zip(there, share, strict=True) if number}
        lost = losing(work, there, choice)
        yield Proposal("; ".join((*label, f"lose {choice_text(there, choice)}")), (*edits, *lost))


FIRE_RULES = FireRules(
    question="bombardment.guns",
    section=RULE,
    may="{units} may bombard {hex}",
    nobody="No gun and no air point of {side} may bombard {hex}",
    guns=lambda unit: unit.kind == ARTILLERY,
    flying=frozenset({POINTS}),
    bars=lambda board, unit, side, target: _bars(board, (unit,), side, target, 1 if unit.kind == POINTS else 0),
    fires=_fires,
)
"""What New SCS says of who bombards."""
