"""What follows the fires of a round of assault: morale, modes, the next round; who has overrun goes on.

[TCS 4.01 17.2, 22.0, 22.0i, 22.0k, 23.0h-k, 24.1b]
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.model.edits.piece_edits import moved, unloaded
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Part
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.movement import asked_of, before_of, journey, mode_of
from core.rules.operations.movement_detail import StepCost
from core.rules.operations.proposals import applied, work_of
from core.rules.tcs.assaults.assault_fires import gone_in_round, morale_of, vehicles_fail
from core.rules.tcs.assaults.close_combat import SHAKEN, Scene, attacked_on_entering, ids_of, marks_of
from core.rules.tcs.assaults.closing_in import asked_each, closing, exits
from core.rules.tcs.assaults.under_way import ANNOUNCE, FIRE, LEAVE, MODES, Fired, UnderWay, at_stage
from core.rules.tcs.effects.stack_morale import in_fire_mode
from core.rules.tcs.forces.counters import FIRED_MARK, in_move_mode
from core.rules.tcs.movement.passing import cleared
from core.rules.tcs.procedures.assault import ATTACKERS, DEFENDERS
from core.rules.tcs.procedures.destroyed import destroying
from core.rules.tcs.retreats.retreat_party import board_after

CHECKED, CHANGED = "checked", "changed"
"""In the place of a kind of fire: the side has checked morale, or has changed modes, in the round."""


def morale_after(scene: Scene) -> Ruling:
    """Who checks morale after fires at once: the attackers first, the defenders only while attackers are in the hex.
    [TCS 4.01 17.0b, 22.0]"""
    fight = scene.fight
    who = scene.given.get("who") or (DEFENDERS if _has(fight, ATTACKERS, CHECKED) else ATTACKERS)
    hit = any(each.check for each in fight.by(DEFENDERS if who == ATTACKERS else ATTACKERS))
    checked = replace(fight, fires=(*fight.fires, Fired(who, CHECKED)))
    if who == ATTACKERS:
        on = scene.then(checked, scene.said("22.0", "The defenders check morale, if attackers are left"), DEFENDERS)
    else:
        checked = at_stage(checked, MODES)
        on = scene.then(checked, scene.said("22.0", "Modes are changed, the attackers first"))
    gone = who == DEFENDERS and not scene.of(ATTACKERS)
    nobody = not scene.of(who) and not gone_in_round(scene, who)
    if gone:
        said = [scene.said("22.0", "No attacker is left in the hex: the defenders check no morale but that of vehicles")]
    elif not hit:
        said = [scene.said("22.0", "No fire at the {who} calls for a check", who=who)]
    else:
        said = [scene.said("22.0", "The {who} check morale now, after all fires of the round", who=who)]
    needed = hit and not gone and not nobody
    then = (morale_of(scene, who), on) if needed else (on,)
    label = f"The {who} check morale" if needed else "Go on"
    proposals = [Proposal(label, scene.noted(checked), then=then), *vehicles_fail(scene, fight)]
    return scene.ruling("checks" if needed else "no check", who, said, proposals=proposals)


def _has(fight: UnderWay, who: str, kind: str) -> bool:
    return any(each.kind == kind for each in fight.by(who))


# Modes --------------------------------------------------------------------------------------------------------------------


def modes(scene: Scene) -> Ruling:
    """Who gets off and changes to Fire Mode between rounds, the attackers first, for nothing. Who overruns does so only where
    no enemy is left. [TCS 4.01 4.1, 17.3a, 22.0, 23.0h, 24.1b]"""
    fight = scene.fight
    who = scene.given.get("who") or (DEFENDERS if _has(fight, ATTACKERS, CHANGED) else ATTACKERS)
    said = []
    if fight.overrun and who == ATTACKERS and scene.of(DEFENDERS):
        who = DEFENDERS
        said.append(scene.said("23.0h", "Who overruns stays in Move Mode, to leave the hex again"))
    said.append(scene.said("22.0", "The {who} may get off carriers and change to Fire Mode", who=who))
    parts, off, change = [], [], []
    for unit in scene.of(who):
        why = _why_not(scene, unit)
        rides = unit.piece is not None and bool(unit.piece.on)
        if not rides and not in_move_mode(unit):
            continue
        parts.append(Part(unit.id, fight.target, why is None, why is None, why))
        if why is None:
            off += [unit] if rides else []
            change.append(unit)
    said += [each.reason for each in parts if each.reason is not None]
    if scene.given.get("acting"):
        wanted = {unit.id for unit in scene.board.units(scene.given["acting"], "acting")}
        off, change = ([unit for unit in some if unit.id in wanted] for some in (off, change))
    done = replace(fight, fires=(*fight.fires, Fired(who, CHANGED)))
    proposals = [_as_they_are(scene, who, done, "Nobody changes anything", ())]
    if change:
        proposals.insert(0, _as_they_are(scene, who, done, f"To Fire Mode: {names(change)}", _changes(scene, off, change)))
    if off:
        proposals.insert(
            1, _as_they_are(scene, who, done, f"Dismount: {names(off)}", (unloaded(work_of(scene.board), [u.id for u in off]),))
        )
    proposals += vehicles_fail(scene, fight)
    return scene.ruling("modes", who, said, parts=tuple(parts), units="acting", proposals=proposals)


def _why_not(scene: Scene, unit: Unit) -> Reason | None:
    """Why a unit neither gets off nor changes its mode. [TCS 4.01 4.1c, 17.3a, 17.5a, 24.1b]"""
    marks = marks_of(unit)
    held = next(iter(sorted(marks & SHAKEN)), "")
    if held:
        return scene.said("17.3a", "{unit}: {state}", unit=unit.name, state=held)
    return scene.said("4.1c", "{unit}: marked Fired", unit=unit.name) if FIRED_MARK in marks else None


def _changes(scene: Scene, off: Sequence[Unit], change: Sequence[Unit]) -> tuple[Edit, ...]:
    """Units that get off and lie in Fire Mode then. [TCS 4.01 4.0, 24.1b]"""
    work = work_of(scene.board)
    edits: tuple[Edit, ...] = (unloaded(work, [unit.id for unit in off]),) if off else ()
    work = applied(work, edits)
    pieces: dict[str, Piece | None] = {}
    for unit in change:
        pieces[unit.id] = in_fire_mode(scene.board.case.ruleset, unit, work.deployment.pieces[unit.id])
    return (*edits, ChangePieces("Change to Fire Mode", work.moved, pieces))


def _as_they_are(scene: Scene, who: str, done: UnderWay, label: str, edits: tuple[Edit, ...]) -> Proposal:
    """That a side is done with its modes, and what comes next: the other side, another round, or the end.
    [TCS 4.01 22.0, 22.0i]"""
    attackers, defenders = scene.of(ATTACKERS), scene.of(DEFENDERS)
    if who == ATTACKERS and defenders:
        then = (scene.then(done, scene.said("22.0", "The defenders may change modes"), DEFENDERS),)
        return Proposal(label, (*edits, *scene.noted(done)), then=then)
    if scene.fight.overrun and attackers:
        on = at_stage(done, LEAVE, fires=())
        return Proposal(label, (*edits, *scene.noted(on)), then=(scene.then(on, scene.said("23.0h", "The attackers go on")),))
    if attackers and defenders:
        on = at_stage(
            *(done, FIRE),
            round=done.round + 1,
            order="",
            fires=(),
            units=tuple(unit.id for unit in attackers),
            against=tuple(unit.id for unit in defenders),
        )
        why = scene.said("22.0", "Round {round}: both sides are in the hex", round=on.round)
        return Proposal(label, (*edits, *scene.noted(on)), then=(scene.then(on, why),))
    return Proposal(f"{label}; {_over(scene)}", (*edits, *scene.noted(None)))


def _over(scene: Scene) -> str:
    """How a fight has ended."""
    what = "the overrun" if scene.fight.overrun else "the assault"
    held = next((who for who in (ATTACKERS, DEFENDERS) if scene.of(who)), "")
    return f"{what} is over, the {held} hold the hex" if held else f"{what} is over, nobody is left"


# Going on after an overrun ------------------------------------------------------------------------------------------------


def leaving(scene: Scene) -> Ruling:
    """Where those who have overrun go on to, with the points that are left: each hex beside it that they can enter, an overrun
    of the next included. Who can no longer move stays, and is lost where enemies are. Raises WrongUse.
    [TCS 4.01 5.2b, 17.3c, 20.0a, 20.0g, 23.0h-k]"""
    board, fight = scene.board, scene.fight
    there, label = scene.of(ATTACKERS), board.forces.box.label(fight.target)
    stuck = scene.of(DEFENDERS)
    units = tuple(unit for unit in there if in_move_mode(unit) or (unit.piece is not None and unit.piece.on))
    behind = tuple(unit for unit in there if unit not in units)
    if not there:
        over = Proposal("End the overrun", scene.noted(None))
        return scene.ruling(
            "over", 0, [scene.said("23.0", "None of the attackers is left in {hex}", hex=label)], proposals=(over,)
        )
    found = list(_onward(scene, units)) if units else []
    wanted = scene.given.get("into")
    if wanted is not None:
        found = [each for each in found if each[0] == wanted]
        if not found:
            raise WrongUse(f"into: the units cannot go on to {board.forces.box.label(wanted)} with the points that are left.")
    proposals: list[Proposal] = []
    ways: list[tuple[Hex, ...]] = []
    said: list[Reason] = []
    if behind:
        template = "{units}: no longer in Move Mode, and left behind; with enemies in the hex they are destroyed (5.2b)"
        said.append(scene.said("20.0a", template, units=names(behind)))
    lost = behind if stuck else ()
    for place, cost in found:
        if any(unit.side != scene.side for unit in board.at.get(board.number(place), ())):
            if _may_overrun(scene, units, place):
                proposals.append(_next_overrun(scene, units, place, lost))
                ways.append((fight.target, place))
            continue
        proposals.append(_goes_on(scene, units, place, cost, lost))
        ways.append((fight.target, place))
        told = {"hex": place, "points": amount(cost.points or Fraction(0))}
        said.append(Reason(board.ref("23.0h"), "Into {hex}: {points}", told, (place,)))
    said.append(scene.said("23.0i", "Leaving the hex triggers overwatch; an overrun of the next hex does not (23.0k)"))
    if not stuck and wanted is None:
        stay = Proposal(f"Stay in {label}, where no enemy is left", scene.noted(None))
        proposals.append(stay)
        ways.append(())
    elif stuck and not proposals:
        said.append(scene.said("20.0g", "No hex can be entered, and they may not stay with enemies: they are destroyed"))
        proposals.append(_destroyed(scene, there))
        ways.append(())
    places = tuple(place for place, _ in found)
    return scene.ruling("leaves", len(places), said, proposals=proposals, place="into", ways=tuple(ways))


def _onward(scene: Scene, units: Sequence[Unit]) -> Iterator[tuple[Hex, StepCost]]:
    """The hexes beside that all of the stack can enter with what is left, with the step of whom it costs most."""
    board, given = scene.board, scene.given
    mode = mode_of(board, given.get("mode") or "")
    before = before_of(board, given, mode, units)
    asked = replace(
        asked_of(board, tuple(units), mode, {**given, "spent": _spent(scene)}), together=frozenset(u.id for u in units)
    )
    each_asked = asked_each(board, units, asked, before)
    open_board = board
    for near in board.net.hexes[scene.number].neighbours():
        if near in board.net.index:
            open_board = cleared(open_board, board.number(near), scene.side)
    movers = tuple(board.rules.mover(open_board, unit, each) for unit, each in zip(units, each_asked, strict=True))
    journeys = tuple(journey(open_board, mover, each) for mover, each in zip(movers, each_asked, strict=True))
    for number, steps in exits(journeys, Fraction(0), scene.number):
        yield board.net.hexes[number], max(steps, key=lambda each: each.points or Fraction(0))


def _may_overrun(scene: Scene, units: Sequence[Unit], place: Hex) -> bool:
    """Whether a stack can overrun the next hex with the points that are left, and leave that one as well.
    [TCS 4.01 23.0a, 23.0b, 23.0k]"""
    given = {**scene.given, "spent": _spent(scene)}
    return closing(scene.board, units, scene.board.number(place), given, overrun=True).possible


def _spent(scene: Scene) -> Fraction:
    """The points that the attackers have spent in the phase, as they are told or as the fight knows them."""
    given = scene.given.get("spent")
    return given if given is not None else scene.fight.spent


def _goes_on(scene: Scene, units: Sequence[Unit], place: Hex, cost: StepCost, lost: Sequence[Unit]) -> Proposal:
    """That a stack leaves the hex for one without enemies: a trigger of movement, then what attacks who enters.
    [TCS 4.01 5.2b, 15.2c, 23.0h, 23.0i]"""
    board = scene.board
    label, source = board.forces.box.label(place), board.forces.box.label(scene.fight.target)
    edit = moved(work_of(board), [unit.id for unit in units], place, f"Go on to {label}")
    edits, after, text = _left_behind(scene, (edit,), lost)
    why = scene.said("23.0i", "Overwatch at {units}, who leave the hex they have overrun", units=names(units))
    given = {"to": label, "trigger": "movement", "source": source, "moving": ids_of(units)}
    given |= {"road": "yes" if cost.along else "no"}
    fire = scene.asked("overwatch.fire", why, given, DEFENDERS, may=True)
    attacks: tuple[Next, ...] = tuple(attacked_on_entering(scene, units, place, "movement", by_road=cost.along))
    return Proposal(f"Go on to {label}{text}", (*scene.noted(None), *edits), then=(*after, fire, *attacks))


def _left_behind(scene: Scene, edits: tuple[Edit, ...], lost: Sequence[Unit]) -> tuple[tuple[Edit, ...], tuple[Next, ...], str]:
    """What is done as a stack goes on, with those destroyed whom it leaves to enemies; what is asked of these, and how it is
    told. [TCS 4.01 5.2b]"""
    if not lost:
        return edits, (), ""
    toll = destroying(board_after(scene.board, edits), lost, scene.fight.what)
    return (*edits, *toll.edits), toll.then, f"; destroyed: {names(lost)}"


def _next_overrun(scene: Scene, units: Sequence[Unit], place: Hex, lost: Sequence[Unit]) -> Proposal:
    """That a stack overruns the next hex straight from this one. [TCS 4.01 5.2b, 23.0k]"""
    label = scene.board.forces.box.label(place)
    given = {"to": label, "units": ids_of(units), "stage": ANNOUNCE, "spent": str(_spent(scene))}
    if scene.given.get("mode"):
        given["mode"] = scene.given["mode"]
    told = {"hex": label, "units": names(units)}
    then = Next(
        "overrun.at", scene.said("23.0k", "{units} overrun {hex}, without a trigger of movement", **told), given, scene.side
    )
    edits, after, text = _left_behind(scene, (), lost)
    return Proposal(f"Overrun {label}{text}", (*scene.noted(None), *edits), then=(*after, then))


def _destroyed(scene: Scene, units: Sequence[Unit]) -> Proposal:
    """That units are lost that would stay with enemies. [TCS 4.01 5.2b, 20.0g]"""
    toll = destroying(scene.board, units, scene.fight.what)
    return Proposal(f"Destroyed: {names(units)}", (*scene.noted(None), *toll.edits), then=toll.then)
