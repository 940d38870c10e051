"""How assaults and overruns begin: they are announced, the defenders answer, the attackers go in [TCS 4.01 22.0, 23.0]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import moved, unmarked
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Part
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of
from core.rules.tcs.assaults.close_combat import SHAKEN, Scene, attacked_on_entering, ids_of, in_zone, is_mined, marks_of
from core.rules.tcs.assaults.closing_in import Closing, beside, closing
from core.rules.tcs.assaults.under_way import ANNOUNCE, ANSWER, ENTER, FIRE, INSIDE, LEAVE, MODES, UnderWay, at_stage
from core.rules.tcs.forces.units import SUPPRESSED
from core.rules.tcs.procedures.assault import ATTACKERS, DEFENDERS
from core.rules.tcs.procedures.fire import OVERWATCH, prohibitions
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED
from core.rules.tcs.watch.already import ASSAULT

NOBODY, SEVERAL = "nobody", "several stacks"
OVER, GOES_ON = "over", "goes on"


def announce(board: Board, target: int, what: str, given: Mapping[str, Any]) -> Ruling:
    """Who may assault or overrun a hex, each unit beside it with why not, and what announcing it leads to. Raises WrongUse.
    [TCS 4.01 20.0h, 22.0, 22.0a, 22.0i-j, 23.0a-b, 23.0l]"""
    place = board.net.hexes[target]
    named = board.units(given["units"]) if given.get("units") else ()
    side = _attacking(board, target, named)
    defenders = tuple(unit for unit in board.at.get(target, ()) if unit.side != side)
    if not defenders:
        raise WrongUse(f"to: no enemy of {board.forces.side_name(side)} is in {board.forces.box.label(place)}.")
    overrun = what != ASSAULT
    judged: dict[int, Closing] = {}
    for number, units in beside(board, target, side):
        judged[number] = closing(board, units, target, given, overrun=overrun)
    chosen = _chosen(board, judged, named)
    found = closing(board, chosen, target, given, overrun=overrun) if chosen else None
    start = found.start if found is not None else target
    ids = tuple(unit.id for unit in found.units) if found is not None else ()
    against = tuple(unit.id for unit in defenders)
    fight = UnderWay(what, place, board.net.hexes[start], ids, ANNOUNCE, against=against)
    scene = Scene(board, given, fight, side)
    parts = tuple(_parts(board, judged, found))
    if found is None:
        able = sum(each.able for each in parts)
        template = "Nobody beside {hex} could go in"
        if able:
            template = "Several stacks could go into {hex}; one attacks at a time, and is named"
        said = [scene.said("22.0", template, hex=place)]
        said += [each.reason for each in parts if each.reason is not None]
        return scene.ruling(SEVERAL if able else NOBODY, able, said, parts=parts, units="units")
    barred = [*found.stack, *(reason for some in found.why.values() for reason in some)]
    said = [*found.said, *barred, *(_of_the_rest(scene) if not barred else ())]
    if barred:
        return scene.ruling(PROHIBITED, 0, said, parts=parts, units="units")
    proposal = _announced(scene, found)
    return scene.ruling(ALLOWED, len(ids), said, parts=parts, units="units", proposals=(proposal,))


def _attacking(board: Board, target: int, named: Sequence[Unit]) -> str:
    """The side that attacks: that of the units named, of the phase, else the one that is not in the hex. Raises WrongUse."""
    if named:
        return named[0].side
    there = board.at.get(target, ())
    if not there:
        raise WrongUse(f"to: nobody stands in {board.label(target)}.")
    moment = board.forces.state.moment
    if moment.side and any(unit.side != moment.side for unit in there):
        return moment.side
    return next((side for side in board.sides if side != there[0].side), there[0].side)


def _chosen(board: Board, judged: Mapping[int, Closing], named: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units that are meant: those named, else all who could, where they stand in one hex."""
    if named:
        return tuple(named)
    able = [tuple(unit for unit in each.units if not each.why[unit.id]) for each in judged.values()]
    able = [some for some in able if some]
    return able[0] if len(able) == 1 else ()


def _parts(board: Board, judged: Mapping[int, Closing], found: Closing | None) -> Iterator[Part]:
    """Every unit beside the hex, with the first reason why it does not go in."""
    takes = {unit.id for unit in found.units} if found is not None else set()
    for number, each in judged.items():
        for unit in each.units:
            # Whether it may is asked of it with the stack that goes, where it is of that.
            own = found.why[unit.id] if found is not None and unit.id in takes else each.why[unit.id]
            why = own[0] if own else None
            yield Part(unit.id, board.net.hexes[number], why is None, unit.id in takes, why)


def _of_the_rest(scene: Scene) -> Iterator[Reason]:
    """What comes of it that is known before. [TCS 4.01 22.0, 23.0d]"""
    fight = scene.fight
    if fight.overrun:
        yield scene.said(
            "23.0", "An overrun is one round of fire; then they go on, and their leaving triggers overwatch (23.0i)"
        )
    else:
        yield scene.said("22.0", "An assault lasts until one side is alone in the hex; then they do no more (22.0i)")
    if in_zone(scene.board, fight.target):
        yield scene.said(
            "22.0", "The hex is in or beside an attack zone: its barrages attack them as they go in, and nobody else"
        )
    if is_mined(scene.board, fight.target):
        yield scene.said("22.0", "The hex is mined: the mines attack them as they go in, through a breach as well")


def _announced(scene: Scene, found: Closing) -> Proposal:
    """That the fight is announced: it counts, and the defenders answer. [TCS 4.01 15.2f, 22.0]"""
    shaken = tuple(unit.id for unit in found.units if marks_of(unit) & SHAKEN)
    fight = at_stage(scene.fight, ANSWER, shaken=shaken, spent=found.spent, along=found.step.along)
    template = (
        "{side} answers: final overwatch" if fight.overrun else "{side} answers: final overwatch, or a retreat in its place"
    )
    told = {"side": scene.board.forces.side_name(scene.side_of(DEFENDERS))}
    label = (
        f"{'Overrun' if fight.overrun else 'Assault'} {scene.board.forces.box.label(fight.target)} with {names(found.units)}"
    )
    then = (scene.then(fight, scene.said("22.0", template, **told), DEFENDERS),)
    return Proposal(label, scene.noted(fight), attempt=scene.as_attempt(found.units), then=then)


# The defenders answer -----------------------------------------------------------------------------------------------------


def answer_of(scene: Scene) -> Ruling:
    """What the defenders do before the attackers go in: final overwatch, by who can, or in an assault a retreat by choice of
    all who are neither suppressed nor paralyzed. [TCS 4.01 15.2f, 15.3a-c, 17.4, 22.0, 23.0f]"""
    board, fight = scene.board, scene.fight
    defenders = scene.of(DEFENDERS)
    firing, parts = [], []
    for unit in defenders:
        counted = replace(scene.watch.counted(unit, defenders), range=1)
        barred = prohibitions(board.case, (counted,), OVERWATCH)
        if not counted.strength:
            barred = [scene.said("9.1", "{unit}: it has no fire strength", unit=unit.name)]
        told = replace(barred[0], values={**barred[0].values, "unit": unit.name}) if barred else None
        parts.append(Part(unit.id, fight.target, told is None, told is None, told))
        firing += [] if barred else [unit]
    leaving = [unit for unit in defenders if not marks_of(unit) & SHAKEN]
    on = at_stage(fight, ENTER)
    go_in = scene.then(on, scene.said("22.0", "{units} go in", units=names(scene.living)))
    here, there = (board.forces.box.label(place) for place in (fight.target, fight.start))
    attackers = ids_of(scene.living)
    proposals = []
    if firing:
        why = scene.said("15.2f", "Final overwatch of {units} at {hex}", units=names(firing), hex=there)
        asked = {"to": there, "trigger": "final", "source": here, "moving": attackers, "units": ids_of(firing), "road": "no"}
        final = scene.asked("overwatch.fire", why, asked, DEFENDERS)
        proposals.append(Proposal("Fire final overwatch", scene.noted(on), then=(final, go_in)))
    if leaving and not fight.overrun:
        why = scene.said("22.0", "{units} retreat by choice", units=names(leaving))
        asked = {"to": here, "units": ids_of(leaving), "kind": "voluntary", "away": there, "because": fight.what}
        retreat = scene.asked("syr.at", why, asked, DEFENDERS)
        proposals.append(Proposal(f"Retreat by choice: {names(leaving)}", scene.noted(on), then=(retreat, go_in)))
    declined = [what for what, can in (("fire", firing), ("retreat", leaving and not fight.overrun)) if can]
    proposals.append(Proposal(_declining(declined, overrun=fight.overrun), scene.noted(on), then=(go_in,)))
    said = [scene.said("15.2f", "Only units in {hex} answer; it counts as fire at one hex", hex=here)]
    said += [each.reason for each in parts if each.reason is not None]
    if fight.overrun:
        said.append(scene.said("23.0f", "Nobody retreats by choice before an overrun"))
    elif leaving:
        template = "In the place of it all may retreat who are neither suppressed nor paralyzed, all together: {units}"
        said.append(scene.said("22.0", template, units=names(leaving)))
    else:
        said.append(scene.said("17.5f", "All are suppressed or paralyzed, and nobody retreats by choice"))
    return scene.ruling("answers", len(firing), said, parts=tuple(parts), units="", proposals=proposals)


def _declining(could: Sequence[str], *, overrun: bool) -> str:
    """That the defenders do nothing of what they could, or that they could do nothing. [TCS 4.01 15.2f, 22.0, 23.0f]"""
    if len(could) > 1:
        return f"Neither {' nor '.join(could)}"
    return f"Do not {could[0]}" if could else "Nobody can fire" if overrun else "Nobody can fire or retreat"


# The attackers go in ------------------------------------------------------------------------------------------------------


def stopped(scene: Scene, where: Hex) -> tuple[Reason, ...]:
    """Why the fight ends before anybody fires in it: attackers that are lost, gone from where they are to be, or suppressed
    or paralyzed since it was announced. [TCS 4.01 22.0]"""
    found = []
    known = {unit.id: unit for unit in scene.living}
    here = [unit for unit in known.values() if unit.piece is not None and unit.piece.at == where]
    if not known:
        return (scene.said(scene.section, "None of the attackers is left"),)
    for unit in known.values():
        if unit not in here:
            found.append(scene.said("22.0", "{unit}: it has retreated", unit=unit.name))
        elif (marks_of(unit) & SHAKEN) and unit.id not in scene.fight.shaken:
            state = next(iter(marks_of(unit) & SHAKEN))
            found.append(scene.said("22.0", "{unit}: it has become {state} before the fight", unit=unit.name, state=state))
    return tuple(found)


def entering(scene: Scene) -> Ruling:
    """Whether the attackers go in, and what meets them there. [TCS 4.01 22.0, 23.0g]"""
    board, fight = scene.board, scene.fight
    label = board.forces.box.label(fight.target)
    why = stopped(scene, fight.start)
    if why:
        template = "{what} ends; the attackers stay where they are, in the modes that they have"
        told = (*why, scene.said("22.0", template, what=_called(scene)))
        return scene.ruling(OVER, 0, told, proposals=(_ended(scene, f"End {_called(scene)}", ()),))
    work = work_of(board)
    units = scene.living
    edits: list[Edit] = [moved(work, [unit.id for unit in units], fight.target, f"{_called(scene).capitalize()} {label}")]
    said = [scene.said("22.0", "{units} go into {hex}", units=names(units), hex=label)]
    freed = [unit for unit in scene.of(DEFENDERS) if SUPPRESSED in marks_of(unit)]
    if freed and fight.overrun:
        said.append(scene.said("23.0g", "{units} stay suppressed", units=names(freed)))
    elif freed:
        edits.append(unmarked(applied(work, edits), [unit.id for unit in freed], SUPPRESSED))
        said.append(scene.said("22.0", "{units} are suppressed no longer; who is paralyzed stays so", units=names(freed)))
    attacks = tuple(attacked_on_entering(scene, units, fight.target, fight.what, by_road=fight.along))
    if not scene.of(DEFENDERS):
        said.append(scene.said("22.0", "Nobody is left to fight with: modes are changed, and it is over"))
    on = at_stage(fight, INSIDE)
    if not attacks:
        on = _fought_next(scene, on)
    then = (*attacks, scene.then(on, scene.said("22.0", "What comes next in {hex}", hex=label)))
    proposal = Proposal(f"Go into {label}", (*edits, *scene.noted(on)), then=then)
    return scene.ruling(GOES_ON, len(units), said, proposals=(proposal,))


def _called(scene: Scene) -> str:
    return "the overrun" if scene.fight.overrun else "the assault"


def _fought_next(scene: Scene, fight: UnderWay) -> UnderWay:
    """The fight once the attackers are in: a round of fire, or without enemies what follows the rounds. Who was lost on the
    way in is none of those whom its fires eliminate. [TCS 4.01 17.2a, 22.0]"""
    defenders = tuple(unit.id for unit in scene.of(DEFENDERS))
    fight = replace(fight, units=tuple(unit.id for unit in scene.living))
    if defenders:
        return at_stage(fight, FIRE, against=defenders)
    return at_stage(fight, LEAVE if fight.overrun else MODES)


def inside(scene: Scene) -> Ruling:
    """What barrages and mines have done to the attackers: they go back, or the fight begins. [TCS 4.01 22.0]"""
    board, fight = scene.board, scene.fight
    back = board.forces.box.label(fight.start)
    why = stopped(scene, fight.target)
    if not why:
        on = _fought_next(scene, fight)
        next_one = scene.said("22.0", "What comes next in {hex}", hex=fight.target)
        then: tuple[Next, ...] = (scene.then(on, next_one),)
        said: tuple[Reason, ...] = (scene.said("22.0", "Neither barrages nor mines have stopped the attackers"),)
        return scene.ruling(GOES_ON, 0, said, proposals=(Proposal("Go on", scene.noted(on), then=then),))
    here = scene.of(ATTACKERS)
    template = "{what} ends; who of the attackers is in the hex returns to {hex}, in the modes that they have"
    said = (*why, scene.said("22.0", template, what=_called(scene), hex=back))
    edits: tuple[Edit, ...] = ()
    if here:
        label = f"Return to {back}"
        edits = (moved(work_of(board), [unit.id for unit in here], fight.start, label),)
    over = _ended(scene, f"Return to {back}" if here else f"End {_called(scene)}", edits)
    return scene.ruling(OVER, 0, said, proposals=(over,))


def _ended(scene: Scene, label: str, edits: tuple[Edit, ...]) -> Proposal:
    """That a fight ends before anybody fires in it. Whom one overrun led straight into the next is with the enemies of the
    first again, and leaves them at once. [TCS 4.01 5.2b, 22.0, 23.0, 23.0k]"""
    board, fight = scene.board, scene.fight
    there = board.at.get(board.number(fight.start), ())
    if not scene.living or all(unit.side == scene.side for unit in there):
        return Proposal(label, (*edits, *scene.noted(None)))
    ids = tuple(unit.id for unit in scene.living)
    first = UnderWay(fight.what, fight.start, fight.start, ids, LEAVE, spent=fight.spent)
    why = scene.said("5.2b", "They leave the enemies in {hex}", hex=board.forces.box.label(fight.start))
    return Proposal(label, (*edits, *scene.noted(first)), then=(scene.then(first, why),))
