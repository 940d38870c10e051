"""Losses on the map: who in a hex can be hurt, who chooses which steps, and what becomes of units [TCS 4.01 10.0, 24.1d-e].

Where data flows::

    hex ──> bearers of steps: units on foot, on vehicles, carriers, notional ones ──> legal ways to share steps out, ranked
    one way ──> steps of units, with those of what is carried ──> `toll_of` ──> edits ──> carried, vehicle morale, morale

Of an area fire the defender chooses the first step and his half, then the attacker the rest: two questions, of which the second
is told what was chosen (`choice`). Of a point fire both choose in turn, so that `choice` grows by a step each time. Nothing is
changed before all is chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse, did_you_mean
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.questions import OverBoard
from core.rules.tcs.effects.allocating import Bearer, Share, count, ranked
from core.rules.tcs.effects.checking import checks_morale
from core.rules.tcs.effects.suffering import (
    AREA,
    ASSAULT,
    AT,
    CARRIED,
    FIRE,
    MISSIONS,
    OVERRUN,
    POINT,
    Suffering,
    has_gone,
    suffering_of,
)
from core.rules.tcs.forces.limits import EXCESS
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.procedures.destroyed import Toll, box_edit, is_platoon, toll_of
from core.rules.tcs.procedures.losses import OF_THE_REST, Split, other_halves, split_area
from core.rules.tcs.reckoning import NO, YES, least, step, whole
from core.rules.tcs.set_up import RULES

FIRES = (AREA, POINT, AT, CARRIED, ASSAULT, EXCESS)
DEFENDER, ATTACKER = "defender", "attacker"
BECAUSE = (FIRE, MISSIONS, ASSAULT, OVERRUN, "mines")
LOST, OPEN, NOTHING = "lost", "to choose", "nothing"
MOST_OFFERED = 40

DRIVEN_BY = ("away", "back")
"""What says where an enemy action came from that drives units off. [TCS 4.01 17.4b]"""

PASSED_ON = ("crossfire", "between", *DRIVEN_BY, "because", "retreating")
"""What a loss does not need and the morale check after it does."""
_HEXES = ("between", *DRIVEN_BY)


def losses_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who in a hex loses the steps of a result, as those choose whose choice it is. Raises WrongUse.

    [TCS 4.01 10.0c-h, 11.1b, 12.2e, 24.1d-e, 24.2a]
    """
    if _is_nobody_left(board, given):
        return _nobody_left(board, given)
    here = suffering_of(board, given)
    wanted = least("steps", given["steps"], 0) or 0
    lost = min(wanted, here.most)
    facts: dict[str, Number | str] = {"lost": lost, "ignored": wanted - lost}
    if lost < wanted:
        section, template = "10.0e", "Only {steps} steps can be lost; the rest is ignored"
        if here.fire == EXCESS:
            section, template = "5.0", "{steps} steps are above the limit now; no more are destroyed"
        here.said.append(step(board.case, section, template, steps=here.most))
    if not lost:
        here.said.append(step(board.case, "10.0e", "Nobody loses a step"))
        proposals = (Proposal("Nobody loses a step", (), then=_left(here, Toll())),) if wanted else ()
        return _ruling(here, NOTHING, 0, facts, proposals)
    if here.fire == POINT:
        return _in_turn(here, lost, facts)
    return _by_halves(here, lost, facts)


def _is_nobody_left(board: Board, given: Mapping[str, Any]) -> bool:
    """Whether all that were to lose steps are lost already, or gone, by what was settled before. [TCS 4.01 10.0e]"""
    side, there = given.get("side"), board.at.get(board.number(given["to"]), ())
    if side and board.forces.oob.side(side) is not None and all(unit.side != side for unit in there):
        return True
    if given.get("firers") and not there:
        return True
    named = board.units(given.get("targets") or (), "targets")
    return bool(named) and all(has_gone(unit, given["to"]) for unit in named)


def _nobody_left(board: Board, given: Mapping[str, Any]) -> Ruling:
    place = given["to"]
    label = board.forces.box.label(place)
    said = step(board.case, "10.0e", "Nobody who could lose the steps is left in {hex}", hex=label)
    facts: dict[str, Number | str] = {"lost": 0, "ignored": given["steps"]}
    proposals = (Proposal("Nobody loses a step", ()),)
    detail = ProcedureDetail(facts=facts, proposals=proposals, place="to", hexes={TARGET: frozenset({place})})
    return Ruling("losses.at", board.case.ruleset.id, NOTHING, 0, (said,), detail, board.consulted.charts)


# Who can be hurt ------------------------------------------------------------------------------------------------------------


# Who chooses what -----------------------------------------------------------------------------------------------------------


def _by_halves(here: Suffering, lost: int, facts: dict[str, Number | str]) -> Ruling:
    """The first step and the defender's half, then the attacker's rest; AT rolls and such name their steps. [TCS 4.01 10.0f]"""
    case = here.board.case
    split = _split(here, lost)
    facts |= {"first": split.first, DEFENDER: split.defender, ATTACKER: split.attacker}
    own, rest = split.first + split.defender, split.attacker
    chosen = _chosen(here, "choice")
    if chosen is None and own:
        return _offered(here, DEFENDER, own, rest, None, facts)
    before = chosen or (0,) * len(here.bearers)
    _check(here, "choice", before, own, bool(split.first))
    if own:
        here.said.append(step(case, "10.0f", "Chosen by the defender: {steps}", steps=_told(here, before)))
    last = _chosen(here, "rest")
    if last is None and rest:
        return _offered(here, ATTACKER, rest, 0, before, facts)
    last = last or (0,) * len(here.bearers)
    _check(here, "rest", last, rest, first=False, before=before)
    return _done(here, _sum(before, last), facts)


def _split(here: Suffering, lost: int) -> Split:
    """Who chooses how many steps. [TCS 4.01 10.0f, 10.0g, 16.1c]"""
    case = here.board.case
    if here.fire == AT:
        here.said.append(step(case, "16.1c", "Each roll is against a step that the attacker names: {steps}", steps=lost))
        return Split(0, 0, lost)
    if here.fire == EXCESS:
        here.said.append(step(case, "5.0", "The owner chooses which of them are destroyed: {steps}", steps=lost))
        return Split(0, lost, 0)
    reading = case.choices.get("losses.halves", OF_THE_REST)
    if here.fire == CARRIED and case.choices.get("losses.carried") == "owner":
        here.said.append(step(case, "24.1d", "The owner chooses all {steps}", steps=lost))
        return Split(0, lost, 0)
    split = split_area(case, lost, reading)
    largest = [each.name for each in here.bearers if each.largest]
    template = "The first step is lost by the largest unit: {names}"
    if len(largest) > 1:
        template = "The first step is lost by one of the largest units, as the defender chooses: {names}"
    here.said.append(step(case, "10.0f", template, names=", ".join(largest)))
    if rest := lost - split.first:
        template = "After it {rest}: the defender chooses {defender}, the attacker {attacker}"
        here.said.append(step(case, "10.0f", template, rest=rest, defender=split.defender, attacker=split.attacker))
    here.said.extend(other_halves(case, lost, reading, split))
    return split


def _offered(here: Suffering, who: str, steps: int, rest: int, before: Share | None, facts: dict[str, Number | str]) -> Ruling:
    """The choices of one side, the best for it first; each leads to the other side where that has a choice left."""
    left = here.bearers if before is None else tuple(map(_less, here.bearers, before))
    first = who == DEFENDER and here.fire != AT and not _owner_chooses(here)
    number = count(left, steps, first)
    shares = ranked(here.bearers, steps, first, who == ATTACKER, MOST_OFFERED, before)
    proposals = []
    for share in shares:
        whole_share = share if before is None else _sum(before, share)
        others = tuple(map(_less, here.bearers, whole_share))
        if rest and count(others, rest) > 1:
            label = f"{_told(here, share)}; the attacker chooses {rest}"
            proposals.append(Proposal(label, (), then=(_on(here, choice=_written(here, share)),)))
            continue
        forced = ranked(here.bearers, rest, False, True, 1, whole_share)[0] if rest else (0,) * len(share)
        proposal, toll = _suffered(here, _sum(whole_share, forced))
        proposals.append(proposal)
        if len(shares) == 1:
            here.said.extend(toll.said)
    facts |= {"choices": number, "chooses": here.side if who == DEFENDER else here.enemy}
    template = "{side} chooses {steps}: {number} ways" + (
        ", of which the first {shown} are offered" if number > len(shares) else ""
    )
    told = {"side": here.board.forces.side_name(str(facts["chooses"])), "steps": steps, "number": number, "shown": len(shares)}
    section = {EXCESS: "5.0", AT: "16.1c"}.get(here.fire, "24.1d" if _owner_chooses(here) else "10.0f")
    here.said.append(step(here.board.case, section, template, **told))
    return _ruling(here, OPEN if len(proposals) > 1 else LOST, steps, facts, tuple(proposals))


def _owner_chooses(here: Suffering) -> bool:
    """Whether the owner chooses all steps. [TCS 4.01 5.0, 24.1d]"""
    return here.fire == EXCESS or (here.fire == CARRIED and here.board.case.choices.get("losses.carried") == "owner")


def _in_turn(here: Suffering, lost: int, facts: dict[str, Number | str]) -> Ruling:
    """A point fire: a step each in turn, the firer first. [TCS 4.01 10.0h, 12.2e]"""
    case = here.board.case
    picks = _picks(here, lost)
    taken = _tally(here, picks)
    while len(picks) < lost:
        left = [n for n, each in enumerate(here.bearers) if taken[n] < each.steps]
        if len(left) > 1:
            break
        picks.append(left[0])
        taken = _tally(here, picks)
    facts |= {ATTACKER: lost - lost // 2, DEFENDER: lost // 2}
    template = "In turn, the firer first: firer {firer}, defender {defender}"
    here.said.append(step(case, "10.0h", template, firer=lost - lost // 2, defender=lost // 2))
    if len(picks) == lost:
        return _done(here, taken, facts)
    firer = len(picks) % 2 == 0
    side = here.enemy if firer else here.side
    facts |= {"choices": len(left), "chooses": side}
    told = {"side": here.board.forces.side_name(side), "number": len(picks) + 1, "lost": lost}
    here.said.append(step(case, "10.0h", "{side} chooses step {number} of {lost}", **told))
    order = sorted(left, key=lambda n: here.bearers[n].worth - here.bearers[n].steps + taken[n], reverse=firer)
    proposals = []
    for n in order:
        so_far = [*picks, n]
        if len(so_far) == lost:
            proposals.append(_suffered(here, _tally(here, so_far))[0])
        else:
            after = _on(here, choice=", ".join(here.bearers[each].id for each in so_far))
            proposals.append(Proposal(f"{here.bearers[n].name} loses a step", (), then=(after,)))
    return _ruling(here, OPEN, lost, facts, tuple(proposals))


def _picks(here: Suffering, lost: int) -> list[int]:
    """The steps chosen so far, as the numbers of bearers in turn. Raises WrongUse."""
    found: list[int] = []
    for word in here.given.get("choice") or ():
        n, number = _read(here, "choice", word)
        found += [n] * number
    if len(found) > lost:
        raise WrongUse(f"choice: {len(found)} steps are chosen, but only {lost} are lost.")
    for n, each in enumerate(here.bearers):
        if found.count(n) > each.steps:
            raise WrongUse(f"choice: {each.name} has no more than {each.steps} steps to lose.")
    return found


def _tally(here: Suffering, picks: Sequence[int]) -> Share:
    return tuple(picks.count(n) for n in range(len(here.bearers)))


# Choices as texts -----------------------------------------------------------------------------------------------------------


def _chosen(here: Suffering, parameter: str) -> Share | None:
    """Steps as they are chosen, None where nobody has. Raises WrongUse for what cannot lose any."""
    if not here.given.get(parameter):
        return None
    share = [0] * len(here.bearers)
    for word in here.given[parameter]:
        n, number = _read(here, parameter, word)
        share[n] += number
    return tuple(share)


def _read(here: Suffering, parameter: str, word: str) -> tuple[int, int]:
    name, star, text = word.rpartition("*") if "*" in word else (word, "", "1")
    name = name.strip()
    ids = [each.id for each in here.bearers]
    if not text.strip().isdecimal() or (star and not name):
        raise WrongUse(f'{parameter}: "{word}" is no unit with the steps that it loses, such as {ids[0]}*2.')
    found = [n for n, each in enumerate(here.bearers) if name in (each.id, each.name)]
    if len(found) != 1:
        raise WrongUse(f'{parameter}: "{name}" cannot lose steps here.{did_you_mean(name, ids, 20)}')
    return found[0], int(text)


def _check(here: Suffering, parameter: str, share: Share, steps: int, first: bool, before: Share | None = None) -> None:
    """Raises WrongUse for steps that may not be lost so. [TCS 4.01 10.0e, 10.0f]"""
    if sum(share) != steps:
        raise WrongUse(f"{parameter}: {sum(share)} steps are named; it is for {steps}.")
    for each, own, had in zip(here.bearers, share, before or (0,) * len(share), strict=True):
        if own + had > each.steps:
            raise WrongUse(f"{parameter}: {each.name} has {each.steps - had} steps to lose, not {own}.")
    if first and not any(own and each.largest for each, own in zip(here.bearers, share, strict=True)):
        largest = ", ".join(each.name for each in here.bearers if each.largest)
        raise WrongUse(f"{parameter}: the first step is lost by the largest unit (10.0f): {largest}.")


def _written(here: Suffering, share: Share) -> str:
    return ", ".join(f"{each.id}*{lost}" for each, lost in zip(here.bearers, share, strict=True) if lost)


def _told(here: Suffering, share: Share) -> str:
    parts = []
    for each, lost in zip(here.bearers, share, strict=True):
        if lost and lost == each.steps:
            parts.append(f"{each.name} is destroyed")
        elif lost:
            parts.append(f"{each.name} loses {lost} {'step' if lost == 1 else 'steps'}")
    return ", ".join(parts)


def _sum(one: Share, other: Share) -> Share:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _less(bearer: Bearer, lost: int) -> Bearer:
    return replace(bearer, steps=bearer.steps - lost)


def _on(here: Suffering, **more: str) -> Next:
    """The same question for the side that chooses next."""
    board, given = here.board, here.given
    told = {"to": board.forces.box.label(here.place), "steps": str(given["steps"])}
    for name in ("fire", "check", "side", "crossfire", "because"):
        if given.get(name):
            told[name] = str(given[name])
    for name in ("firers", "targets", "assaulting", "checking", "stood", "retreating", "choice"):
        if given.get(name):
            told[name] = ", ".join(given[name])
    told |= {name: board.forces.box.label(given[name]) for name in _HEXES if given.get(name) is not None}
    told |= more
    chooser = here.enemy
    if here.fire == POINT and len(told["choice"].split(",")) % 2:
        chooser = here.side
    section = "10.0h" if here.fire == POINT else "10.0f"
    title = Reason(
        board.ref(section), "Losses in {hex}: {side} chooses", {"hex": here.place, "side": board.forces.side_name(chooser)}
    )
    return Next("losses.at", title, told, side=chooser)


# What becomes of it ---------------------------------------------------------------------------------------------------------


def _done(here: Suffering, share: Share, facts: dict[str, Number | str]) -> Ruling:
    proposal, toll = _suffered(here, share)
    here.said.extend(toll.said)
    facts |= {"destroyed": ", ".join(unit.id for unit in toll.destroyed)}
    return _ruling(here, LOST, sum(share), facts, (proposal,))


def _suffered(here: Suffering, share: Share) -> tuple[Proposal, Toll]:
    """What becomes of a way to lose steps: what is carried goes with its carrier, what is left is asked. [TCS 4.01 10.0g]"""
    board = here.board
    steps, asked = steps_of(here, share)
    toll = toll_of(board, steps, _because(here), driven_by(board, here.given))
    also = _also(here, share, steps, toll)
    label = f"{_told(here, share)}; with it {also}" if also else _told(here, share)
    return Proposal(label, toll.edits, then=(*asked, *_at_once(here, toll), *_left(here, toll))), toll


def driven_by(board: Board, given: Mapping[str, Any]) -> dict[str, str]:
    """Where an enemy action came from, as far as it is told, for those that are asked next. [TCS 4.01 17.4b]"""
    return {name: board.forces.box.label(given[name]) for name in DRIVEN_BY if given.get(name) is not None}


def _at_once(here: Suffering, toll: Toll) -> tuple[Next, ...]:
    """What a toll asks now. The vehicle morale of what missions of artillery destroy waits for the end of all their attacks, as
    does the morale that is left out here. [TCS 4.01 18.3]"""
    waits = here.given.get("check") == NO and here.given.get("because") == MISSIONS
    return tuple(each for each in toll.then if not (waits and each.question == "vehicle_morale.at"))


def steps_of(here: Suffering, share: Share) -> tuple[dict[str, int], list[Next]]:
    """The steps that units lose by a share, by their ids, with those of what is carried; and what is asked of carried units
    that have a choice. [TCS 4.01 10.0g, 24.1d, 24.2a]"""
    board = here.board
    steps: dict[str, int] = {}
    for each, lost in zip(here.bearers, share, strict=True):
        if lost and each.id in here.of and here.of[each.id].id == each.id:
            steps[each.id] = lost
    asked: list[Next] = []
    for each, lost in zip(here.bearers, share, strict=True):
        unit = here.of[each.id]
        if not lost:
            continue
        if each.id != unit.id:
            left = unit.left - steps.get(unit.id, 0)
            steps[unit.id] = steps.get(unit.id, 0) + carried_share(board, lost, each.steps, left)
        elif lost < each.steps:
            asked += _of_carried(here, unit, lost, steps)
    return steps, asked


def likely(here: Suffering, lost: int) -> Share:
    """The share of so many steps that both sides would choose, each what is best for it on its turn. [TCS 4.01 10.0f]"""
    return here.board.kept(("likely", here.bearers, lost), lambda: _likely(here, lost))


def _likely(here: Suffering, lost: int) -> Share:
    split = split_area(here.board.case, lost, here.board.case.choices.get("losses.halves", OF_THE_REST))
    own = split.first + split.defender
    shares = ranked(here.bearers, own, bool(split.first), False, 1)
    share = shares[0] if shares else (0,) * len(here.bearers)
    return _sum(share, ranked(here.bearers, split.attacker, False, True, 1, share)[0]) if split.attacker else share


def _also(here: Suffering, share: Share, steps: Mapping[str, int], toll: Toll) -> str:
    """What carried units lose with their carriers, in words. [TCS 4.01 10.0g, 24.1d]"""
    own = {each.id: lost for each, lost in zip(here.bearers, share, strict=True)}
    gone = {unit.id: unit for unit in toll.destroyed}
    parts = [f"{unit.name} is destroyed" for id_, unit in gone.items() if own.get(id_, 0) < unit.left]
    for id_, lost in steps.items():
        unit = here.board.forces.unit(id_)
        if unit is not None and id_ not in gone and (more := lost - own.get(id_, 0)):
            parts.append(f"{unit.name} loses {more} {'step' if more == 1 else 'steps'}")
    return ", ".join(parts)


def carried_share(board: Board, lost: int, of: int, carried: int) -> int:
    """The steps that what is carried loses where its carrier loses some of its own. [TCS 4.01 10.0g, 24.1d]"""
    return whole(board.case, carried * Fraction(lost, of), "losses.carried")


def _of_carried(here: Suffering, carrier: Unit, lost: int, steps: dict[str, int]) -> Iterator[Next]:
    """The steps of what a carrier has with it: put among those lost where there is no choice, else asked about."""
    board = here.board
    riders = [unit for id_ in board.forces.deployment.carried(carrier.id) if (unit := board.forces.unit(id_)) is not None]
    left = {unit.id: unit.left - steps.get(unit.id, 0) for unit in riders}
    whole_ = sum(left.values())
    gone = carried_share(board, lost, carrier.left, whole_)
    if not gone:
        return
    alone = [id_ for id_, number in left.items() if number]
    if len(alone) == 1 or gone == whole_:
        for id_ in alone:
            steps[id_] = steps.get(id_, 0) + min(gone, left[id_])
        return
    told = {"hex": here.place, "carrier": carrier.name, "steps": gone}
    title = Reason(board.ref("10.0g"), "What {carrier} carries loses {steps} steps", told)
    given = {"to": board.forces.box.label(here.place), "steps": str(gone), "fire": CARRIED}
    given |= {"targets": ", ".join(alone), "check": NO, "side": here.side}
    yield Next("losses.at", title, given, side=here.side)


def _because(here: Suffering) -> str:
    return str(here.given.get("because") or ("assault" if here.fire == ASSAULT else ""))


def _left(here: Suffering, toll: Toll) -> tuple[Next, ...]:
    """What is asked of those who are left: a morale check, where the fire asks for one, in which those count as well whom other
    parts of the same action have eliminated. [TCS 4.01 12.2f, 17.0b, 17.2a, 24.1d]"""
    board, given = here.board, here.given
    wanted = given.get("check") or (YES if here.fire in (AREA, ASSAULT) else NO)
    gone = {unit.id for unit in toll.destroyed}
    left = [unit for unit in here.units if unit.id not in gone]
    if checking := {unit.id for unit in board.units(given.get("checking") or (), "checking")}:
        left = [unit for unit in left if unit.id in checking]
    earlier = (unit for unit in board.units(given.get("stood") or (), "stood") if unit.piece is None)
    lost = [unit.id for unit in (*earlier, *toll.destroyed) if checks_morale(board, unit)]
    if wanted == NO or not left or not (lost or any(checks_morale(board, unit) for unit in left)):
        return ()
    told = {"to": board.forces.box.label(here.place), "side": here.side} | ({"lost": ", ".join(lost)} if lost else {})
    told |= {"units": ", ".join(unit.id for unit in left)} if checking else {}
    for name in PASSED_ON:
        value = given.get(name)
        if value:
            told[name] = board.forces.box.label(value) if name in _HEXES else _text(value)
    if _because(here):
        told["because"] = _because(here)
    title = Reason(board.ref("17.0b"), "Morale in {hex}", {"hex": here.place})
    return (Next("morale.at", title, told, side=here.side),)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _ruling(
    here: Suffering, verdict: str, value: int, facts: Mapping[str, Number | str], proposals: tuple[Proposal, ...]
) -> Ruling:
    board = here.board
    spared = {unit.id: reason for unit, reason in here.spared}
    hurt = {unit.id for unit in here.of.values()}
    parts = tuple(Part(unit.id, here.place, unit.id in hurt, unit.id in hurt, spared.get(unit.id)) for unit in here.units)
    said = (*here.said, *(reason for _, reason in here.spared))
    detail = ProcedureDetail(facts=facts, proposals=proposals, parts=parts, place="to", hexes={TARGET: frozenset({here.place})})
    return Ruling("losses.at", board.case.ruleset.id, verdict, value, said, detail, board.consulted.charts)


def losses_box(board: Board, given: Mapping[str, Any]) -> Ruling:
    """For which of several battalions a destroyed unit counts that belongs to none, as the other side picks. Raises WrongUse.

    [TCS 4.01 17.1c]
    """
    unit = board.forces.named("unit", given["unit"])
    among = [board.forces.formation_named("among", name) for name in given["among"]]
    platoon = is_platoon(board, unit)
    template = "{unit} belongs to no battalion: it counts for one of the nearest, as the other side picks"
    said = (step(board.case, "17.1c", template, unit=unit.name),)
    proposals = tuple(Proposal(f"{unit.name} counts for {each.name}", (box_edit(each.id, platoon),)) for each in among)
    detail = ProcedureDetail(facts={"choices": len(proposals)}, proposals=proposals)
    return Ruling("losses.box", board.case.ruleset.id, OPEN, len(proposals), said, detail, board.consulted.charts)


TO = Parameter("to", "hex", "the hex in which steps are lost", required=True)
SIDE = Parameter("side", "text", "the side that loses steps, where both stand in the hex")
DRIVEN = (
    Parameter("away", "hex", "the hex of the enemy action, from which a retreat leads away (17.4b)"),
    Parameter("back", "hex", "the hex that they came from into a fight, to which a retreat leads back (17.4b)"),
)
CHECKED = (
    Parameter("crossfire", "choice", "whether the fire was a cross fire (11.4)", choices=(YES, NO)),
    Parameter("between", "hex", "the hex that a trigger left, where the terrain of the hexside counts (15.2c)"),
    *DRIVEN,
    Parameter("because", "choice", "what caused it; fire without it", choices=BECAUSE),
    Parameter("retreating", "texts", "units in a retreat, which ignore all but surrender (17.4i)"),
)
"""What a loss hands on to the morale check that follows it."""

_CHECKING = Parameter("checking", "texts", "those who alone check morale after it, as who enters mines or an attack zone does")
_STOOD = Parameter(
    "stood",
    "texts",
    "those who were under the same action; whom other parts of it have eliminated may check morale after it (17.2a)",
)

_ASKED = OverBoard(OPERATIONS, RULES)
_UNIT_STEPS = "as its id and its steps, such as a-platoon*2; the notional carrier of a unit is its id and /carrier"

ON_THE_MAP = (
    _ASKED(
        "losses.at",
        "who in a hex of the map loses the steps of a result: the choices of the defender, then those of the attacker",
        "5.0, 10.0c-h, 11.1b, 12.2e, 16.1c, 24.1d-e, 24.2a",
        (
            TO,
            Parameter("steps", "whole", "steps lost by the result", required=True, least=0),
            Parameter(
                "fire",
                "choice",
                "area fire, as without it, point fire, AT rolls, what is carried, assault, what is above the limit of the hex",
                choices=FIRES,
            ),
            Parameter("firers", "texts", "the units that fired; infantry spares B-1 targets (11.1b)"),
            Parameter("targets", "texts", "units that alone were fired at, or the carried ones that lose steps"),
            Parameter("assaulting", "texts", "those who assault: the largest of them loses the first step"),
            Parameter("choice", "texts", f"what the defender chose, of point fire each step in turn, {_UNIT_STEPS}"),
            Parameter("rest", "texts", f"what the attacker chose, {_UNIT_STEPS}"),
            Parameter(
                "check", "choice", "whether morale is checked after it; only after area fire without it", choices=(YES, NO)
            ),
            SIDE,
            _CHECKING,
            _STOOD,
            *CHECKED,
        ),
        losses_at,
        title="Losses in a hex of the map",
        also=("losses",),
    ),
    _ASKED(
        "losses.box",
        "for which of several battalions a destroyed unit counts that belongs to none",
        "17.1c",
        (
            Parameter("unit", "text", "the destroyed unit, by its id or name", required=True),
            Parameter("among", "texts", "the battalions that are equally near", required=True),
        ),
        losses_box,
        title="The battalion of a destroyed unit",
    ),
)
"""Questions about losses on the map."""
