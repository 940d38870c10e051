"""What follows the roll of a combat on the map, step by step: losses, retreats and advances, until nothing is left to be done.

    a roll ──> markers ──> losses, then retreats of the defenders ──> the same of the attackers ──> advances

What is known of the combat goes along in the words of the question that asks for the next step; who is still there, and where,
says the state of play. So every step stands in the journal by itself and is undone by itself. Each is answered as `losses`,
`retreat` and `advance` answer it; what is added here is only which one comes next, for whom, and what was done before it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import Edit, flat
from core.model.edits.force_edits import ChangePieces
from core.model.state import Declared
from core.rules.kernel.combat import CombatDetail, read_result, result_text
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import BESIDE, OPEN, TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.advances import advance, asked_of
from core.rules.operations.aftermath_detail import (
    ADVANCE,
    LOSSES,
    NO,
    RETREAT,
    YES,
    Aftermath,
    Fighting,
    Flight,
    Step,
    Where,
    after_result,
)
from core.rules.operations.aftermath_detail import QUESTION as QUESTION
from core.rules.operations.battle_detail import AdvanceDetail, FoughtDetail, LossesDetail, with_proposals
from core.rules.operations.fought import ATTACK, OVERRUN, made_in_play, standing
from core.rules.operations.losses import ATTACKER, DEFENDER, ENEMY, WHO, losses, steps_told
from core.rules.operations.proposals import applied, work_of
from core.rules.operations.retreats import WINNER, retreat_by_ways

if TYPE_CHECKING:
    from core.rules.operations.board import Board

UNDICED: Final = "By its result no dice are rolled."
"""Why an attack is resolved without dice."""

AT, ON, PAID = "@", ">", "*"
"""How words tell where a unit stood, the hexes of a way, and how many of these were paid for with steps."""


# How a roll leads here ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fight:
    """What was fought: its kind, the numbers of the hexes that were attacked, by whom against whom. `done` is what is done with
    its roll already, whatever follows, such as fire from afar."""

    kind: str
    targets: Sequence[int]
    attackers: Sequence[Unit]
    defenders: Sequence[Unit]
    done: Declared | None = None


def led_on(board: "Board", fight: Fight, detail: CombatDetail) -> CombatDetail:
    """A combat whose proposals lead to what follows from its result; as it is before its roll, and where nothing follows."""
    if detail.losses is None:
        return detail
    hexes = tuple(board.net.hexes[target] for target in fight.targets)

    def places(units: Iterable[Unit]) -> Where:
        return {unit.id: unit.piece.at for unit in units if unit.piece is not None and isinstance(unit.piece.at, Hex)}

    fighting = places(fight.attackers)
    idle = detail.idle if isinstance(detail, FoughtDetail) else ()
    beside = places(unit for id_ in idle if id_ not in fighting and (unit := board.forces.unit(id_)) is not None)
    fought = Fighting(fight.kind, hexes, fighting, places(fight.defenders), beside)
    after = after_result(fought, detail, detail.losses, board.forces.box.label)
    after = replace(after, as_one=board.battle.retreats.as_one)
    marking = detail.proposals if isinstance(detail, FoughtDetail) else ()
    if not marking:
        marking = (Proposal(f"Go on with the result {after.printed or result_text(after.asked)}", ()),)
    leading = tuple(
        replace(led, attempt=led.attempt or fight.done) for each in marking for led in (led_from(board, after, each),)
    )
    if _made(board, after) is None and (made := _as_declared(board, after)) is not None:
        # Nobody has declared it; it counts from its roll on.
        leading = tuple(replace(each, attempt=each.attempt or made_in_play(board, made)) for each in leading)
    # What an earlier roll of the same combat would have asked is asked no more.
    moot = tuple(_rolled_before(board, after))
    leading = tuple(replace(each, moot=(*each.moot, *moot)) for each in leading)
    proposals = tuple(each for each in leading if each.edits or each.then or each.attempt is not None)
    return replace(detail, proposals=proposals) if isinstance(detail, FoughtDetail) else with_proposals(detail, proposals)


def _rolled_before(board: "Board", after: Aftermath) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The questions that wait after another roll of a combat."""
    words = words_of(board, after)
    for each in board.forces.state.owed:
        given = dict(each.given)
        if each.question == QUESTION and all(given.get(name) == words.get(name) for name in ("kind", "to")):
            yield each.question, given


def led_from(board: "Board", after: Aftermath, proposal: Proposal, side: str = ATTACKER) -> Proposal:
    """What is proposed to one who attacked or defended, with the question for the next step. Where nothing is left to be done
    the combat is over with it; those who attacked say so, for it is theirs to resolve."""
    then = _then(board, after, proposal.edits)
    made = None if then else _made(board, after)
    if made is not None and side == DEFENDER:
        then, made = (Next(QUESTION, _over_said(board, after), words_of(board, after), made.by),), None
    undiced = UNDICED if made is not None and not after.diced else ""
    return replace(proposal, attempt=proposal.attempt or made, then=(*proposal.then, *then), undiced=undiced)


def _made(board: "Board", after: Aftermath) -> Declared | None:
    """The attack as it stands declared, with those who only support; None where it does not, and where nobody attacked."""
    made = _as_declared(board, after)
    return standing(board, made) if made is not None else None


def _as_declared(board: "Board", after: Aftermath) -> Declared | None:
    """The attack as it would be declared."""
    first = next((unit for id_ in after.attackers if (unit := board.forces.unit(id_)) is not None), None)
    return Declared(first.side, tuple(after.attackers), after.targets, after.kind) if first is not None else None


def _then(board: "Board", after: Aftermath, edits: Sequence[Edit]) -> tuple[Next, ...]:
    """The question for the next step once some edits are made; none where nothing is left to be done."""
    pieces = applied(work_of(board), edits).deployment.pieces if edits else board.forces.deployment.pieces
    number = _now(board, after, pieces)
    if number is None:
        return ()
    step = after.steps[number]
    units = [unit for id_ in after.present(step, pieces) if (unit := board.forces.unit(id_)) is not None]
    count = _count(board, after, step, units)
    foes = after.those(DEFENDER if step.side == ATTACKER else ATTACKER)
    answering = units[0].side
    if _party(board, after, step, units) != step.side:
        answering = next((foe.side for id_ in foes if (foe := board.forces.unit(id_)) is not None), answering)
    return (Next(QUESTION, _title(board, step, units, count), words_of(board, replace(after, done=number)), answering),)


def _now(board: "Board", after: Aftermath, pieces: Mapping[str, Piece]) -> int | None:
    """The number of the step that comes next; an advance that the rules give to nobody, whoever is there, is none."""
    number = after.now(pieces)
    while number is not None and (step := after.steps[number]).kind == ADVANCE:
        if not board.battle.advances.nobody(board, asked_of(board, _of_advance(board, after, step))):
            break
        number = replace(after, done=number + 1).now(pieces)
    return number


def _party(board: "Board", after: Aftermath, step: Step, units: Sequence[Unit]) -> str:
    """Whether those who attacked or those who defended answer for a step: whose units it is about, but for what their enemy
    picks, such as who loses the first step, or the way of a retreat."""
    other = DEFENDER if step.side == ATTACKER else ATTACKER
    if step.kind == RETREAT and board.battle.retreats.picks(after.breakthrough) == WINNER:
        return other
    return other if _picked_by_enemy(board, after, step, units) else step.side


def _picked_by_enemy(board: "Board", after: Aftermath, step: Step, units: Sequence[Unit]) -> bool:
    """Whether the enemy has a choice who loses the first step of a result, which he has not made."""
    if step.kind != LOSSES or not board.battle.losses.enemy_first or after.left(step) < step.count:
        return False
    ruling = losses(board, _of_losses(board, after, step, [unit.id for unit in units], step.count))
    detail = ruling.detail
    assert isinstance(detail, LossesDetail)
    return detail.picks == ENEMY and len(detail.first) > 1 and ruling.verdict == "choices"


def _count(board: "Board", after: Aftermath, step: Step, units: Sequence[Unit]) -> int:
    """How many steps or hexes are asked for at once: one alone where the enemy picks who loses it and the owner all others."""
    if step.kind == ADVANCE:
        return step.count
    return 1 if _picked_by_enemy(board, after, step, units) else after.left(step)


def _title(board: "Board", step: Step, units: Sequence[Unit], count: int) -> Reason:
    """What a step is about, by its rule."""
    told: dict[str, object] = {"units": names(units), "count": count, "who": WHO[step.side]}
    if step.place is not None:
        told["hex"] = step.place
    hexes = (step.place,) if step.place is not None else ()
    section, template = {
        LOSSES: (board.battle.losses.section, "{who} lose {count} steps: {units}"),
        RETREAT: (board.battle.retreats.section, "{units} retreat {count} hexes from {hex}"),
        ADVANCE: (board.battle.advances.section, "{units} may advance into {hex}"),
    }[step.kind]
    return Reason(board.ref(section), template, told, hexes)


# What is known of it, in words --------------------------------------------------------------------------------------------


def words_of(board: "Board", after: Aftermath) -> dict[str, str]:
    """What is known of a combat, as forms and the command line take it."""
    label = board.forces.box.label
    asked = result_text(after.asked)
    found = {
        "kind": after.kind,
        "to": _listed(map(label, after.targets)),
        **{name: _listed(f"{unit}{AT}{label(place)}" for unit, place in those.items()) for name, those in _those(after)},
        "asks": asked,
        "result": after.printed if after.printed != asked else "",
        "holds": _listed(map(label, sorted(after.holds))),
        "followed": YES if after.followed else "",
        "breakthrough": YES if after.breakthrough else "",
        "dice": "" if after.diced else NO,
        "done": str(after.done) if after.done else "",
        "fled": _listed(
            ON.join(map(label, (start, *flight.way))) + (f"{PAID}{flight.paid}" if flight.paid else "")
            for start, flight in after.flights.items()
        ),
        "entered": _listed(
            f"{label(place)}{AT}{label(start)}" for start, flight in after.flights.items() for place in flight.entered
        ),
        "stood": _listed(sorted(unit for flight in after.flights.values() for unit in flight.stood)),
        "lost": _listed(f"{unit}{PAID}{steps}" for unit, steps in after.lost.items()),
    }
    return {name: text for name, text in found.items() if text}


def _those(after: Aftermath) -> tuple[tuple[str, Where], ...]:
    return ("attackers", after.attackers), ("defenders", after.defenders), ("beside", after.beside)


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts)


def aftermath_of(board: "Board", given: Mapping[str, Any]) -> Aftermath:
    """What the words of a question tell of a combat. Raises WrongUse."""
    result = str(given["asks"])
    asked = read_result(result)
    if asked is None:
        raise WrongUse(f'asks: "{result}" says of no side what it loses, as A1Dr2 does.')
    attackers, defenders, beside = (_where(board, name, given) for name in ("attackers", "defenders", "beside"))
    everybody = [unit for id_ in (*attackers, *defenders, *beside) if (unit := board.forces.unit(id_)) is not None]
    return Aftermath(
        *(given.get("kind") or ATTACK, tuple(given["to"]), attackers, defenders, beside, asked),
        printed=str(given.get("result") or result),
        holds=frozenset(given.get("holds") or ()),
        followed=given.get("followed") == YES,
        breakthrough=given.get("breakthrough") == YES,
        diced=given.get("dice") != NO,
        done=given.get("done") or 0,
        flights=_flights(board, given, defenders, {**attackers, **beside}),
        lost=steps_told(board, everybody, given.get("lost") or (), "lost"),
        as_one=board.battle.retreats.as_one,
    )


def _where(board: "Board", name: str, given: Mapping[str, Any]) -> Where:
    """Units with the hexes in which they stood when dice fell, or stand now where none is said. Raises WrongUse."""
    found: dict[str, Hex] = {}
    for text in given.get(name) or ():
        called, _, place = text.partition(AT)
        unit = board.forces.named(name, called)
        found[unit.id] = board.forces.box.hex(place) if place else board.net.hexes[board.place(unit, name)]
    return found


def _flights(board: "Board", given: Mapping[str, Any], defenders: Where, attackers: Where) -> Mapping[Hex, Flight]:
    """How stacks have retreated so far. Raises WrongUse."""
    to_hex, found = board.forces.box.hex, dict[Hex, Flight]()
    for text in given.get("fled") or ():
        way, _, paid = text.partition(PAID)
        if paid and not paid.isdecimal():
            raise WrongUse(f'fled: "{text}" is no way such as 05.06>05.07*1, the number behind it of hexes that are paid for.')
        start, *rest = map(to_hex, way.split(ON))
        found[start] = Flight(tuple(rest), int(paid or 0))
    for text in given.get("entered") or ():
        place, _, start = text.partition(AT)
        flight = found.setdefault(to_hex(start or place), Flight())
        found[to_hex(start or place)] = replace(flight, entered=(*flight.entered, to_hex(place)))
    for name in given.get("stood") or ():
        unit = board.forces.named("stood", name)
        origin = {**attackers, **defenders}.get(unit.id)
        if origin is None:
            raise WrongUse(f"stood: {unit.name} took no part in the combat.")
        flight = found.setdefault(origin, Flight())
        found[origin] = replace(flight, stood=flight.stood | {unit.id})
    return found


PARAMETERS = (
    Parameter("kind", "text", "what was fought, as it is called where it is declared; an attack without it"),
    Parameter("to", "hexes", "the hexes that were attacked", required=True),
    Parameter("attackers", "texts", "the units that attacked, with where they stood: 1-rgt@0506"),
    Parameter("defenders", "texts", "the units that were attacked, with where they stood", required=True),
    Parameter("asks", "text", "what is asked of both sides, such as A1Dr2", required=True),
    Parameter("result", "text", "the result as it is printed, where it is another text"),
    Parameter("beside", "texts", "units beside the attackers that did not fight and suffer with them, with where they stood"),
    Parameter("holds", "hexes", "those of the hexes that do not fall by the result"),
    Parameter("followed", "choice", "whether defenders may follow attackers that retreat; no without it", choices=(YES, NO)),
    Parameter("dice", "choice", "whether dice fell for it; yes without it", choices=(YES, NO)),
    Parameter("done", "whole", "how many steps are done", least=0),
    Parameter("fled", "texts", "ways of retreats so far, with the hex that was left: 0506>0507, behind a star what was paid"),
    Parameter("entered", "texts", "hexes in enemy zones that retreats have entered, with the hex that was left: 0507@0506"),
    Parameter("stood", "texts", "units that have paid for standing fast"),
    Parameter("lost", "texts", "steps lost since the roll: 1 Rgt, 2 Rgt*2"),
    Parameter("units", "texts", "those of a stack that retreat together; all of it without them", at_hand=True),
    Parameter("path", "hexes", "the hexes of a retreat, in order; with or without the first", at_hand=True),
    Parameter("choice", "texts", "who shall lose steps, a number behind a star for several: 1 Rgt, 2 Rgt*2", at_hand=True),
)
"""What the question about the next step takes; series add what is known of strengths."""


# The step that is next ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Done:
    """One way to take a step: what is proposed, how the combat stands after it, its hexes on the map, those of them in enemy
    zones, and why it costs what it does."""

    proposal: Proposal
    after: Aftermath
    way: tuple[Hex, ...] = ()
    zones: tuple[Hex, ...] = ()
    why: tuple[Reason, ...] = ()


def next_step(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """The next step after a combat: who loses what, retreats where or advances, and every legal way. Raises WrongUse."""
    after, pieces = aftermath_of(board, given), board.forces.deployment.pieces
    number = _now(board, after, pieces)
    if number is None:
        return _over(board, after)
    after = replace(after, done=number)
    step = after.steps[number]
    units = after.present(step, pieces)
    known = [board.forces.named("units", id_) for id_ in units]
    count, party = _count(board, after, step, known), _party(board, after, step, known)
    ruling, ways, parts = _TAKEN[step.kind](board, after, step, units, count, given)
    by_hand = _MUST if isinstance(ruling.detail, AdvanceDetail) and ruling.detail.must and ways else _BY_HAND[step.kind]
    # What is wrong with what was said by hand stands last.
    broken = ruling.reasons[-1] if not ways and _is_by_hand(step, given) else None
    ways = [*ways, Done(Proposal(by_hand, ()), replace(after, done=number + 1))]
    proposals = tuple(led_from(board, each.after, each.proposal, party) for each in ways)
    standing = frozenset(each.hex for each in parts)
    ends = frozenset(each.way[-1] for each in ways if each.way)
    retreats = step.kind == RETREAT
    may_part = retreats and not board.battle.retreats.whole and len(parts) > 1
    detail = ProcedureDetail(
        {},
        proposals=proposals,
        parts=parts,
        units="units" if may_part else "",
        along="path" if retreats else "",
        hexes={TARGET: frozenset(after.targets), BESIDE: standing, OPEN: ends - standing},
        ways=tuple(each.way for each in ways) if any(each.way for each in ways) else (),
        warned=tuple(each.zones for each in ways) if any(each.zones for each in ways) else (),
        whys=tuple(each.why for each in ways) if any(each.why for each in ways) else (),
        drawn=_drawn(step, given) if retreats else (),
        broken=broken,
        idle=_IDLE[step.kind] | _KNOWN | (frozenset() if may_part else {"units"}),
    )
    return replace(ruling, question=QUESTION, verdict=step.kind, value=count, detail=detail)


def _is_by_hand(step: Step, given: Mapping[str, Any]) -> bool:
    """Whether somebody says by hand how a step is taken."""
    said = {LOSSES: ("choice",), RETREAT: ("path", "choice")}.get(step.kind, ())
    return any(given.get(name) for name in said)


def _drawn(step: Step, given: Mapping[str, Any]) -> tuple[Hex, ...]:
    """The way of a retreat that is drawn, from the hex that is left; none where none is."""
    path = tuple(given.get("path") or ())
    return path if not path or step.place is None or path[0] == step.place else (step.place, *path)


def _over(board: "Board", after: Aftermath) -> Ruling:
    """That nothing is left to be done."""
    proposal = led_from(board, after, Proposal("Nothing is left to be done", ()))
    detail = ProcedureDetail({}, proposals=(proposal,), hexes={TARGET: frozenset(after.targets)})
    said = (_over_said(board, after),)
    return Ruling(QUESTION, board.case.ruleset.id, "none", 0, said, detail, board.consulted.charts)


def _over_said(board: "Board", after: Aftermath) -> Reason:
    place = after.targets[0]
    return Reason(board.ref(board.battle.section), "The combat in {hex} is over", {"hex": place}, (place,))


Taken = tuple[Ruling, list[Done], tuple[Part, ...]]


def _losses(
    board: "Board", after: Aftermath, step: Step, units: tuple[str, ...], count: int, given: Mapping[str, Any]
) -> Taken:
    """Who loses the steps; what is left of them is asked of the owner where the enemy picks the first."""
    ruling = losses(board, {**given, **_of_losses(board, after, step, units, count)})
    detail, done = ruling.detail, after.done + (count == after.left(step))
    assert isinstance(detail, LossesDetail)
    told = given.get("choice")
    some = [board.forces.named("units", id_) for id_ in units]
    choices = (steps_told(board, some, told),) if told else detail.choices
    ways = [
        Done(proposal, replace(after, done=done, lost=_added(after.lost, steps)))
        for proposal, steps in zip(detail.proposals, choices, strict=False)
    ]
    if not detail.steps:
        ways = [Done(Proposal("Nobody can lose a step", ()), replace(after, done=after.done + 1))]
    return ruling, ways, _parts(board, units, units)


def _of_losses(board: "Board", after: Aftermath, step: Step, units: Sequence[str], count: int) -> dict[str, Any]:
    """What the question about losses is asked of some units."""
    others = after.those(DEFENDER if step.side == ATTACKER else ATTACKER)
    there = [id_ for id_ in others if id_ not in after.beside and board.forces.unit(id_) is not None]
    asked: dict[str, Any] = {"result": None, "units": units, "side": step.side, "steps": count, "target": after.targets[0]}
    asked["further"] = YES if after.left(step) < step.count else NO
    return {**asked, **({"against": there} if there else {})}


def _added(lost: Mapping[str, int], more: Mapping[str, int]) -> Mapping[str, int]:
    return {unit: lost.get(unit, 0) + more.get(unit, 0) for unit in dict.fromkeys((*lost, *more))}


def _retreat(
    board: "Board", after: Aftermath, step: Step, units: tuple[str, ...], count: int, given: Mapping[str, Any]
) -> Taken:
    """Where those of a stack retreat to that go together; all of it where none are named."""
    flight, start = after.flight(step), step.place
    assert start is not None
    named = {unit.id for unit in board.units(given.get("units") or ())}
    going = tuple(unit for unit in units if unit in named) or units
    ours, settled = after.those(step.side), after.settled(step)
    asked: dict[str, Any] = {**given, "hexes": count, "entered": flight.entered, "path": given.get("path") or ()}
    asked["breakthrough"] = YES if after.breakthrough else NO
    asked["defended"] = YES if step.side == DEFENDER else NO
    asked["settled"] = NO if settled is None else YES
    # Who has come in from another hex of the combat has retreated.
    asked["staying"] = [unit for unit, place in ours.items() if place != start]
    there = [unit for unit in ours if after.as_one and _stands(board, unit)]

    def ruled(some: tuple[str, ...]) -> Any:
        payers = [unit for unit in there if unit not in some]
        lost = [f"{unit}{PAID}{after.lost[unit]}" for unit in (*some, *payers) if after.lost.get(unit)]
        return retreat_by_ways(board, {**asked, "units": some, "payers": payers, "lost": lost})

    ruling, taken = ruled(going)
    if lacking := ruling.detail.lacking:
        # The rules have others of the hex go along, such as those who did not fight.
        going = (*going, *lacking)
        ruling, taken = ruled(going)
    ways = []
    for each in taken:
        stood = flight.stood if each.way.hexes else flight.stood.union(going)
        fled = Flight(each.way.hexes, each.paid + (settled or 0), (*flight.entered, *each.way.zones), stood)
        way = (start, *each.way.hexes) if each.way.hexes else ()
        then = replace(after, flights={**after.flights, start: fled})
        ways.append(Done(each.proposal, then, way, each.way.zones, each.way.reasons))
    return ruling, ways, _parts(board, (*units, *(id_ for id_ in going if id_ not in units)), going)


def _stands(board: "Board", id_: str) -> bool:
    """Whether a unit is still on the map."""
    unit = board.forces.unit(id_)
    return unit is not None and unit.piece is not None and isinstance(unit.piece.at, Hex)


def _advance(
    board: "Board", after: Aftermath, step: Step, units: tuple[str, ...], count: int, given: Mapping[str, Any]
) -> Taken:
    """Who advances where to."""
    ruling = advance(board, {**_of_advance(board, after, step), "units": units})
    assert isinstance(ruling.detail, AdvanceDetail)
    stood, ways = after.those(step.side), list[Done]()
    for proposal in ruling.detail.proposals:
        ends = _ends(proposal)
        starts = dict.fromkeys(stood[unit] for unit in ends if unit in stood)
        ways.append(Done(proposal, after, (*list(starts)[:1], *dict.fromkeys(ends.values()))))
    return ruling, ways, _parts(board, units, ())


def _of_advance(board: "Board", after: Aftermath, step: Step) -> dict[str, Any]:
    """What the question about an advance is asked beside who advances."""
    flight, asked = after.flight(step), dict[str, Any](target=step.place, hexes=step.count)
    asked["overrun"] = YES if after.kind == OVERRUN else NO
    asked["breakthrough"] = YES if after.breakthrough else NO
    if board.battle.advances.follows:
        asked |= {"path": flight.way, "paid": flight.paid, "result": after.printed}
    return asked


def _ends(proposal: Proposal) -> dict[str, Hex]:
    """Where the units of a proposal stand afterwards."""
    changed = (edit for edit in flat(proposal.edits) if isinstance(edit, ChangePieces))
    pieces = {unit: piece for edit in changed for unit, piece in edit.pieces.items()}
    return {unit: piece.at for unit, piece in pieces.items() if piece is not None and isinstance(piece.at, Hex)}


def _parts(board: "Board", units: Iterable[str], chosen: Sequence[str]) -> tuple[Part, ...]:
    """The units that a step is about, and which of them are meant."""
    known = (unit for id_ in units if (unit := board.forces.unit(id_)) is not None)
    return tuple(Part(unit.id, board.net.hexes[board.place(unit)], True, unit.id in chosen) for unit in known)


_TAKEN: Mapping[str, Callable[..., Taken]] = {LOSSES: _losses, RETREAT: _retreat, ADVANCE: _advance}
_BY_HAND = {
    LOSSES: "Go on: steps were lost by hand",
    RETREAT: "Go on: they have retreated by hand",
    ADVANCE: "Nobody else advances",
}
_MUST = "Go on: they have entered by hand"
"""What is said in its place where they have to advance."""
_IDLE = {
    LOSSES: frozenset({"units", "path"}),
    RETREAT: frozenset(),
    ADVANCE: frozenset({"units", "path", "choice"}),
}
"""What means nothing at a step."""

_KNOWN = frozenset(each.name for each in PARAMETERS if not each.at_hand) | {"breakthrough"}
"""What the procedure knows itself, also where it has nothing to tell."""
