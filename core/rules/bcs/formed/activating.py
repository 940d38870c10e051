"""Who is activated: `activation.at`, the draw of chits, and the chits of smoothing [BCS 1.1 variants 2, 3, 6, 9].

An activation that is proposed takes play to its beginning and says what is asked in it, one step after the other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse, did_you_mean
from core.geometry.hexes import Hex
from core.model.edits.state_edits import Become
from core.model.oob import Formation
from core.rules.bcs.activation import SIDES, WORST, draw
from core.rules.bcs.formed.alternating import (
    ONE_CHIT,
    SMOOTHING,
    THREE_CHITS,
    Due,
    are_activating,
    bars,
    chits_of_sides,
    chits_of_turn,
    counting,
    decided,
    drawing,
    due,
    laid,
    last_side,
    not_now,
    smoothed,
    way_of,
)
from core.rules.bcs.formed.completing import unfinished
from core.rules.bcs.formed.coordinating import is_mixed, mixed_with, told_near
from core.rules.bcs.formed.members import ARRIVING, COUNTED, ON_THE_MAP, arriving_count, in_play, is_there, waits
from core.rules.bcs.formed.recovering import in_activation, recovery_bars
from core.rules.bcs.ground.routes import headquarters_of
from core.rules.bcs.meant import ALLOWED, PROHIBITED, formations, say, side_meant, sides, standing, unplayed
from core.rules.bcs.tables import ON, PUBLISHED, limit
from core.rules.kernel.procedure import OPEN, Outcome, ProcedureDetail
from core.rules.kernel.proposals import Activation, Next, Proposal
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board


def activation_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who can be activated now, or whether one formation can, and what its activation begins with. Raises WrongUse.

    [BCS 1.1 variants 2, 3, 6, 9, published summaries]
    """
    if given.get("formation"):
        return _one(board, board.forces.formation_named("formation", given["formation"]))
    found, is_time = due(board), are_activating(board)
    side = side_meant(board, given) or found.side
    first, open_yet = _first(board)
    said = [*first, *found.said, *(() if is_time else (not_now(board),))]
    if found.draws and is_time:
        return _ruling(board, "to draw", "", said, (*open_yet, _to_draw(board, found.draws)), found)
    proposals = list(open_yet)
    hexes: list[Hex] = []
    some = tuple(each for each in found.left.get(side, ()) if found.formation in ("", each.id))
    for formation in some:
        why_not = bars(board, formation, found)
        said += (each for each in why_not if each not in said)
        if not why_not:
            proposals += _proposals(board, formation)
            piece = headquarters_of(board, formation.id)
            hexes += [board.net.hexes[piece[0]]] if piece is not None else []
    if len(proposals) > len(open_yet):
        names = ", ".join(each.name for each in some)
        template = "{side} may activate {formations}"
        said.append(say(board, PUBLISHED, template, side=board.forces.side_name(side), formations=names))
    said += (*_left_out(board, side), *_read(board, side))
    who = side if len(proposals) > len(open_yet) else ""
    return _ruling(board, who or "nobody", who, said, proposals, found, hexes)


def _first(board: Board) -> tuple[tuple[Reason, ...], tuple[Proposal, ...]]:
    """What the activation in hand still lacks, which comes first. [BCS 1.1 variants 3, 9]"""
    open_yet = unfinished(board)
    return ((), ()) if open_yet is None else ((open_yet.why,), (open_yet.first(),))


def _left_out(board: Board, side: str) -> Iterator[Reason]:
    """Why the other formations of a side are not activated. [BCS 1.1 variants 2, 9, published summaries]"""
    if not are_activating(board):
        return
    every = tuple((each, standing(board, each.id)) for each in formations(board, side))
    groups = (
        ("3, 6", "In recovery in this turn: {formations}", [each for each, now in every if now.recovered]),
        (PUBLISHED, "Done for this turn: {formations}", [each for each, now in every if now.done and not now.recovered]),
        (PUBLISHED, "Active already: {formations}", [each for each, now in every if now.activation and not now.recovered]),
        (PUBLISHED, "Not in play yet, or no more: {formations}", [each for each, _ in every if not is_there(board, each.id)]),
    )
    for section, template, some in groups:
        if some:
            yield say(board, section, template, formations=", ".join(each.name for each in some))


def _read(board: Board, side: str) -> Iterator[Reason]:
    """That a reading says whether those are activated that wait in Reinforcements. [BCS 1.1 variant 9]"""
    some = [each.name for each in formations(board, side) if waits(board, each.id) and not standing(board, each.id).done]
    if some:
        yield _by_reading(board, ", ".join(some), "activated")


def _by_reading(board: Board, some: str, what: str) -> Reason:
    """What the other reading would make of formations that wait in Reinforcements. [BCS 1.1 variant 9]"""
    counted = arriving_count(board)
    outcome = f"{some} not {what}" if counted else f"{some} {what}"
    return reading_reason(board.case, ARRIVING, ON_THE_MAP if counted else COUNTED, outcome)


def _ruling(
    board: Board,
    verdict: str,
    side: str,
    said: list[Reason],
    proposals: "list[Proposal] | tuple[Proposal, ...]",
    found: Due,
    hexes: "list[Hex] | tuple[Hex, ...]" = (),
) -> Ruling:
    facts: dict[str, Number | str] = {"way": way_of(board), "side": side or "nobody"}
    # The last fact that says the value is what it is called by.
    facts |= {f"left_{each}": len(found.left[each]) for each in sorted(found.left, key=lambda each: each == side)}
    detail = ProcedureDetail(facts=facts, proposals=tuple(proposals), hexes={OPEN: frozenset(hexes)} if hexes else {})
    value = len(found.left.get(side, ()))
    return Ruling("activation.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


def _to_draw(board: Board, question: str) -> Proposal:
    section, template = ("9", "A chit of smoothing is drawn") if question == "smoothing.at" else ("2", "Chits are drawn")
    return Proposal("Draw first", (), then=(Next(question, say(board, section, template)),))


def _one(board: Board, formation: Formation) -> Ruling:
    found = due(board)
    first, open_yet = _first(board)
    why_not = bars(board, formation, found)
    is_left = are_activating(board) and formation in found.left.get(formation.side, ())
    draws = (_to_draw(board, found.draws),) if found.draws and is_left else ()
    proposals = [*open_yet, *draws, *(() if why_not else _proposals(board, formation))]
    said = [*first, *found.said, *why_not, *_told(board, formation)]
    if waits(board, formation.id):
        said += _read(board, formation.side)
    return _ruling(board, PROHIBITED if why_not else ALLOWED, formation.side, said, proposals, found)


def _told(board: Board, formation: Formation) -> Iterator[Reason]:
    """What there is to know of a formation before it is activated. [BCS 1.1 variants 3, 5, 6, 9]"""
    now, told = standing(board, formation.id), {"formation": formation.name}
    if waits(board, formation.id) and is_there(board, formation.id):
        yield say(board, "9", "{formation} waits in Reinforcements, and comes in as it is activated", **told)
    if board.case.choices["orders.written"] == ON and now.prepared:
        yield say(board, "6", "{formation} is in prepared defence: it has no orders and no second activation", **told)
    for other in mixed_with(board, formation):
        yield say(board, "4.4a", "{formation} is mixed with {other} in a stack", **told, other=other.name)
    yield from told_near(board, formation)


def _proposals(board: Board, formation: Formation) -> Iterator[Proposal]:
    """A formation is activated, to act or to recover; at Fat-4, under planned fatigue, to recover. [BCS 1.1 variants 3, 6]"""
    edits = tuple(counting(board, formation.side))
    who, given = Activation(formation.side, formation.id), {"formation": formation.id}
    told = {"formation": formation.name}
    forced = board.case.choices["fatigue.planned"] == ON and standing(board, formation.id).fatigue == WORST
    if not forced:
        title = say(board, PUBLISHED, "SNAFU roll of {formation}", **told)
        then = (*_before(board, formation), Next("snafu.at", title, given, formation.side))
        yield Proposal(f"Activate {formation.name}", edits, activates=who, then=then)
    if forced or (in_activation(board) and not recovery_bars(board, formation, activating=True)):
        section = "3" if forced else PUBLISHED
        title = say(board, section, "{formation} recovers from fatigue", **told)
        then = (Next("recovery.at", title, given, formation.side),)
        yield Proposal(f"Activate {formation.name} to recover from fatigue", edits, activates=who, then=then)


def _before(board: Board, formation: Formation) -> Iterator[Next]:
    """What is looked at before the SNAFU roll: how formations are mixed. [BCS 1.1 4.4a, published summaries]"""
    if is_mixed(board, formation):
        title = say(board, "4.4a", "Coordination of {formation}, which is mixed with others", formation=formation.name)
        yield Next("coordination.at", title, {"formation": formation.id}, formation.side, may=True)


# Draws --------------------------------------------------------------------------------------------------------------------


def draw_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which side picks the next formation when three chits are drawn, or which formation one chit means. Raises WrongUse.

    [BCS 1.1 variant 2]
    """
    way = way_of(board)
    drawn = given.get("drawn") or ()
    if way in (THREE_CHITS, ONE_CHIT):
        return _waiting(board, drawn, _majority(board, drawn) if way == THREE_CHITS else _single(board, drawn))
    said = (say(board, "2", "Activations do not go by chits that are drawn here; the options of the box can say so"),)
    return Ruling("draw.at", board.case.ruleset.id, "not_played", None, said, ProcedureDetail(facts={}))


def _waiting(board: Board, drawn: "tuple[str, ...] | list[str]", ruling: Ruling) -> Ruling:
    """A draw, behind what the activation in hand still lacks. [BCS 1.1 variants 2, 3]"""
    open_yet = unfinished(board)
    if open_yet is None or not isinstance(ruling.detail, ProcedureDetail) or not ruling.detail.proposals:
        return ruling
    chits = ", ".join(drawn)
    again = (Next("draw.at", say(board, "2", "Drawn: {chits}", chits=chits), {"drawn": chits}),) if drawn else ()
    detail = replace(ruling.detail, proposals=(open_yet.first(*again), *ruling.detail.proposals))
    return replace(ruling, reasons=(open_yet.why, *ruling.reasons), detail=detail)


def _majority(board: Board, drawn: "tuple[str, ...] | list[str]") -> Ruling:
    found, chits = due(board), chits_of_sides(board)
    order, out = sides(board), Counter(_side_of(board, word) for word in drawn)
    if found.side or not chits:
        return _no_draw(board, found)
    held = Counter(chits)
    names = [board.forces.side_name(side) for side in order]
    asked: dict[str, Any] = {key: held[name] for key, name in zip(SIDES, names, strict=False)}
    called = dict(zip(SIDES, names, strict=False))
    number = min(limit(board.consulted, "Chits drawn"), len(chits))
    proposals: list[Proposal] = []
    if drawn:
        if sum(out.values()) != number:
            raise WrongUse(f"drawn: {number} chits are drawn, and not {sum(out.values())}.")
        _inside(out, held)
        asked["drawn_first"] = out[names[0]]
    ruling = draw(board.case, asked)
    board.consulted.add(ruling.charts)
    chances = getattr(ruling.detail, "chances", ())
    outcomes = tuple(Outcome("Picks the formation", called.get(name, name), chance) for name, chance in chances)
    verdict = ruling.verdict
    if drawn:
        # Nothing is said of as many chits of both: the players say who picks.
        some = (verdict,) if verdict in SIDES else SIDES
        proposals = [_picks(board, order[SIDES.index(each)], out) for each in some if out[called[each]]]
    else:
        proposals = list(_draws(board, names, held, number))
    if drawn:
        verdict = order[SIDES.index(verdict)] if verdict in SIDES else verdict
    facts: dict[str, Number | str] = {"chits": len(chits), "drawn": number}
    detail = ProcedureDetail(facts=facts, outcomes=outcomes if not drawn else (), proposals=tuple(proposals), cup=chits)
    said = (*(_called(each, called) for each in ruling.reasons), *_kept_out(board, bool(drawn)))
    return Ruling("draw.at", board.case.ruleset.id, verdict, ruling.value, said, detail, board.consulted.charts)


def _picks(board: Board, side: str, out: "Counter[str]") -> Proposal:
    """A side picks: one chit of its own stays out, the others that were drawn go back. [BCS 1.1 variant 2]"""
    name = board.forces.side_name(side)
    others = tuple((out - Counter((name,))).elements())
    back = len(others)
    title = say(board, "2", "{side} picks the formation that is activated", side=name)
    then = (Next("activation.at", title, {"side": side}, side),)
    label = f"{name} picks; {counted(back, 'chit')} {'goes' if back == 1 else 'go'} back"
    return Proposal(label, (decided(board, side),), then=then, back=others)


def _draws(board: Board, names: list[str], held: "Counter[str]", number: int) -> Iterator[Proposal]:
    """Every draw that there can be, each led on to with its chits."""
    for first in range(min(held[names[0]], number), -1, -1):
        out = {names[0]: first, names[1]: number - first} if len(names) > 1 else {names[0]: first}
        if sum(out.values()) == number and all(out[name] <= held[name] for name in out):
            chits = ", ".join(name for name, count in out.items() for _ in range(count))
            title = say(board, "2", "Drawn: {chits}", chits=chits)
            yield Proposal(f"Drawn: {chits}", (), then=(Next("draw.at", title, {"drawn": chits}),))


def _called(reason: Reason, called: Mapping[str, str]) -> Reason:
    """A reason of typed numbers with the sides by their names."""
    template = reason.template.replace("The first side", called["first"]).replace("the second:", f"{called['second']}:")
    values = {name: called.get(str(value), value) if name == "side" else value for name, value in reason.values.items()}
    return Reason(reason.rule, template.replace("The {side} side", "{side}"), values, reason.hexes, reason.numbers)


def _kept_out(board: Board, drawn: bool) -> Iterator[Reason]:
    if drawn:
        yield say(board, "2", "One chit of the side that picks stays out, as its formation is activated")


def _side_of(board: Board, word: str) -> str:
    """The name of the side that a chit bears; that of a formation counts for its side. Raises WrongUse."""
    folded, names = word.casefold(), {side: board.forces.side_name(side) for side in sides(board)}
    for side, name in names.items():
        if folded in (side.casefold(), name.casefold()):
            return name
    formation = board.forces.formation_named("drawn", word)
    return names[formation.side]


def _inside(out: "Counter[str]", held: "Counter[str]") -> None:
    """Raises WrongUse for chits that are not in the cup."""
    for name, number in out.items():
        if number > held[name]:
            raise WrongUse(f"drawn: {number} chits of {name} cannot be drawn; {held[name]} lie in the cup.")


def _single(board: Board, drawn: "tuple[str, ...] | list[str]") -> Ruling:
    found, chits = due(board), chits_of_turn(board)
    meant = [board.forces.formation_named("drawn", word) for word in drawn]
    if not chits or found.formation:
        return _no_draw(board, found)
    facts: dict[str, Number | str] = {"chits": len(chits), "drawn": 1}
    if not drawn:
        each = {side: Fraction(len(some), len(chits)) for side, some in found.left.items()}
        outcomes = tuple(Outcome("Activated", board.forces.side_name(side), chance) for side, chance in each.items())
        said = (say(board, "2", "One of {chits} chits is drawn, one for each formation", chits=len(chits)),)
        every = tuple(_single_drawn(board, one) for some in found.left.values() for one in some)
        detail = ProcedureDetail(facts=facts, outcomes=outcomes, proposals=every, cup=chits)
        return Ruling("draw.at", board.case.ruleset.id, "to draw", len(chits), said, detail, board.consulted.charts)
    if len(meant) != 1:
        raise WrongUse(f"drawn: one chit is drawn, and not {len(meant)}.")
    (formation,) = meant
    if formation.name not in chits:
        raise WrongUse(f"drawn: no chit of {formation.name} lies in the cup.{did_you_mean(formation.name, chits)}")
    proposal = _single_drawn(board, formation)
    detail = ProcedureDetail(facts=facts, proposals=(proposal,), cup=chits)
    said = (proposal.then[0].title,)
    return Ruling("draw.at", board.case.ruleset.id, formation.side, formation.id, said, detail, board.consulted.charts)


def _single_drawn(board: Board, formation: Formation) -> Proposal:
    title = say(board, "2", "{formation} is activated", formation=formation.name)
    then = (Next("activation.at", title, {"formation": formation.id}, formation.side),)
    return Proposal(f"{formation.name} is drawn", (decided(board, formation.id),), then=then)


def _no_draw(board: Board, found: Due) -> Ruling:
    """Nobody draws: one side alone has formations left, or none has. [BCS 1.1 variant 2]"""
    title = say(board, "2", "Who is activated next")
    proposals = (Proposal("Go on without a draw", (), then=(Next("activation.at", title),)),) if found.side else ()
    detail = ProcedureDetail(facts={"chits": 0}, proposals=proposals)
    return Ruling("draw.at", board.case.ruleset.id, "no draw", None, found.said, detail, board.consulted.charts)


# Smoothing ----------------------------------------------------------------------------------------------------------------


def smoothing_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The chits of activation smoothing by the formations in play, and what the chit that is drawn does. Raises WrongUse.

    [BCS 1.1 variant 9]
    """
    if way_of(board) != SMOOTHING:
        return unplayed(board, "smoothing.at", "9")
    chits = smoothed(board)
    facts: dict[str, Number | str] = {
        "left": _listed(chits.left),
        "draws": chits.side or "nobody",
        "drawn": len(chits.drawn),
    }
    said = [] if chits.is_laid else [_named(board, each) for each in chits.ruling.reasons] + list(_counted(board))
    if chits.is_laid:
        said.append(
            say(
                board,
                "9",
                "Chits of the turn: {chits}; left in the cup: {left}",
                chits=_listed(chits.chits),
                left=_listed(chits.left),
            )
        )
    if not chits.side or not chits.chits:
        said.append(_nobody_draws(board))
        return _smoothing(board, "nobody draws", said, facts)
    name = board.forces.side_name(chits.side)
    number = given.get("chit")
    if number is None and not chits.is_laid and not last_side(board):
        label = f"The cup of {name} holds {_listed(chits.chits)}"
        edits = (Become("Fill the cup of smoothing", laid(board, chits, ())),)
        return _smoothing(board, "to fill", said, facts, (Proposal(label, edits),))
    why_not = _no_chit(board, chits.side, chits.more, chits.has_drawn)
    if why_not is not None:
        return _smoothing(board, "no draw", [*said, why_not], facts)
    if number is not None and number not in chits.left:
        raise WrongUse(f"chit: no chit with {number} lies in the cup; left are {facts['left']}.")
    if (open_yet := unfinished(board)) is not None:
        title = say(board, "9", "A chit with {number} was drawn", number=number)
        again = (Next("smoothing.at", title, {"chit": str(number)}),) if number is not None else ()
        return _smoothing(board, "no draw", [*said, open_yet.why], facts, (open_yet.first(*again),))
    whole, counts = len(chits.left), Counter(chits.left)
    outcomes = tuple(Outcome("Chit", str(each), Fraction(count, whole)) for each, count in sorted(counts.items()))
    proposals = tuple(_drawn(board, chits.side, each) for each in sorted(counts) if number in (None, each))
    if number is None:
        return _smoothing(board, "to draw", said, facts, proposals, outcomes)
    template = "A chit with {number}: {side} is next" if number == 1 else "A chit with {number}: {side} goes on right away"
    nobody = _other_side(board, chits.side) if number == 1 else chits.side
    said.append(say(board, "9", template, number=number, side=board.forces.side_name(nobody)))
    return _smoothing(board, nobody, said, facts, proposals)


def _nobody_draws(board: Board) -> Reason:
    """Why no chits are needed: both sides have as many formations, or one has none. [BCS 1.1 variant 9]"""
    without = [board.forces.side_name(side) for side in sides(board) if not in_play(board, side)]
    if not without:
        return say(board, "9", "Both sides have as many formations: nobody draws")
    return say(board, "9", "No formation to activate: {sides}. Nobody draws", sides=", ".join(without))


def _counted(board: Board) -> Iterator[Reason]:
    """That a reading says whether those count that wait in Reinforcements. [BCS 1.1 variant 9]"""
    some = ", ".join(each.name for each in formations(board) if waits(board, each.id))
    if some:
        yield _by_reading(board, some, "counted")


def _listed(chits: tuple[int, ...]) -> str:
    return ", ".join(map(str, chits)) or "none"


def _named(board: Board, reason: Reason) -> Reason:
    """A reason of typed numbers with the side that has more formations by its name."""
    order = sides(board)
    known = {name: board.forces.side_name(side) for name, side in zip(SIDES, order, strict=False)}
    values = {name: known.get(str(value), value) if name == "larger" else value for name, value in reason.values.items()}
    template = reason.template.replace("The {larger} side", "{larger}")
    return Reason(reason.rule, template, values, reason.hexes, reason.numbers)


def _no_chit(board: Board, side: str, more: int, has_drawn: bool) -> Reason | None:
    """Why no chit is drawn now. [BCS 1.1 variant 9]"""
    name, last = board.forces.side_name(side), last_side(board)
    if last != side:
        return say(board, "9", "{side} draws once it has completed an activation, and only then", side=name)
    if more:
        return say(board, "9", "{side} activates another formation before anything is drawn", side=name)
    if has_drawn:
        return say(board, "9", "{side} has drawn: after a second activation in a row there is no draw", side=name)
    return None


def _drawn(board: Board, side: str, number: int) -> Proposal:
    follows = _other_side(board, side) if number == 1 else side
    title = say(board, "9", "{side} activates a formation", side=board.forces.side_name(follows))
    edits = (drawing(board, smoothed(board), number),)
    return Proposal(f"A chit with {number} is drawn", edits, then=(Next("activation.at", title, {"side": follows}, follows),))


def _other_side(board: Board, side: str) -> str:
    return next((each for each in sides(board) if each != side), side)


def _smoothing(
    board: Board,
    verdict: str,
    said: list[Reason],
    facts: Mapping[str, Number | str],
    proposals: tuple[Proposal, ...] = (),
    outcomes: tuple[Outcome, ...] = (),
) -> Ruling:
    cup = tuple(map(str, smoothed(board).chits))
    detail = ProcedureDetail(facts=facts, proposals=proposals, outcomes=outcomes, cup=cup)
    value = facts["left"]
    return Ruling("smoothing.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)
