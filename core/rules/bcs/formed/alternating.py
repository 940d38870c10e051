"""Who is activated next: in turns, by a chit, by the majority of three, or by a smoothing chit [BCS 1.1 variants 2, 9].

    in turns      the sides one after the other; who has formations left goes on alone
    one chit      the formation that is drawn (an option of the box: the core book was not at hand)
    three chits   the side with most of them picks any of its formations; the others go back          [variant 2]
    smoothing     in turns, but the side with more formations draws after each of its activations     [variant 9]

What was drawn for smoothing is kept among the conditions of the side that draws, until the turn ends. The chits themselves lie
in cups of the session (`core.play.cups`), filled with what `chits_of_turn` and `chits_of_sides` say.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from core.model.edits.edit import Edit
from core.model.edits.state_edits import Become, counted
from core.model.oob import Formation
from core.rules.bcs.activation import SIDES, clash, smoothing
from core.rules.bcs.formed.members import in_play, is_there
from core.rules.bcs.meant import formations, say, sides, standing
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.combat import Facts
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board

IN_TURNS: Final = "in turns"
ONE_CHIT: Final = "one chit"
THREE_CHITS: Final = "three chits"
SMOOTHING: Final = "smoothing"
"""The ways in which it is found out who is next."""

ACTIVATIONS = "activation."
"""So begin the phases of an activation."""

BEFORE = "first"
"""The phase before the activations of a turn."""

DRAWN, DRAW, MORE = "smoothing.chits", "smoothing.draw", "smoothing.more"
"""Kinds of conditions of the side that draws: which chits, that it has drawn since its activation, how many are still due."""

DECIDED: Final = "drawn"
"""The kind of condition of a formation or a side that says which activation of the turn its chits have decided."""

_CHITS, _HAS_DRAWN = "with smoothing chits", "with a chit drawn since its activation"
_OF = "/"
"""What stands between the chits of the turn and those drawn of them."""


@dataclass(frozen=True)
class Due:
    """Who is activated next: a `side`, "" where that is still to be drawn or nobody is left; `draws` is the question by which
    it is drawn, "" for none. `left` are the formations that can still be activated, by their sides; `formation` is the one
    whose chit was drawn, "" for none."""

    side: str
    draws: str
    left: Mapping[str, tuple[Formation, ...]]
    said: tuple[Reason, ...]
    formation: str = ""


@dataclass(frozen=True)
class Smoothed:
    """The smoothing of a turn: the ruling on its chits, their numbers, the side that draws ("" for nobody), those drawn so far,
    how many activations in a row are due to it by the last one, and whether it has drawn since its activation. `is_laid` says
    that the chits were put into the cup in this turn."""

    ruling: Ruling
    chits: tuple[int, ...]
    side: str
    drawn: tuple[int, ...]
    more: int
    has_drawn: bool
    is_laid: bool = False

    @property
    def left(self) -> tuple[int, ...]:
        """The chits that lie in the cup still."""
        return tuple(sorted((Counter(self.chits) - Counter(self.drawn)).elements(), reverse=True))


def way_of(board: Board) -> str:
    """How it is found out who is next under the options in force. [BCS 1.1 variants 2, 9]"""
    choices = board.case.choices
    if choices["activation.three_chits"] == ON:
        return THREE_CHITS
    if choices["activation.smoothing"] == ON:
        return SMOOTHING
    return ONE_CHIT if choices["activation.order"] == "chits" else IN_TURNS


def available(board: Board, side: str) -> tuple[Formation, ...]:
    """The formations of a side that can still be activated in the turn: in play, neither done nor active.

    [BCS 1.1 variant 9, published summaries]
    """
    return tuple(
        each for each in in_play(board, side) if not (standing(board, each.id).done or standing(board, each.id).activation)
    )


def last_side(board: Board) -> str:
    """The side whose activation it is, or was last in the turn; "" for none."""
    moment = board.forces.state.moment
    return moment.side if moment.phase.startswith(ACTIVATIONS) else ""


def are_activating(board: Board) -> bool:
    """Whether formations are activated where play stands: in activations, or in the phase before them; before play they may."""
    state = board.forces.state
    return not state.in_play or state.moment.phase == BEFORE or state.moment.phase.startswith(ACTIVATIONS)


def not_now(board: Board) -> Reason:
    """That play stands in no phase in which formations are activated. [BCS 1.1 published summaries]"""
    return say(board, PUBLISHED, "Formations are activated in the Activations alone, not in this phase")


def bars(board: Board, formation: Formation, found: Due) -> tuple[Reason, ...]:
    """Why a formation is not activated now, none where it may be; `found` is who is next.

    [BCS 1.1 variants 2, 9, published summaries]
    """
    now, told = standing(board, formation.id), {"formation": formation.name}
    if not are_activating(board):
        return (not_now(board),)
    if now.recovered:
        return (say(board, "6", "{formation} recovers from fatigue in this turn", **told),)
    if now.done:
        return (say(board, PUBLISHED, "{formation} is done for this turn", **told),)
    if now.activation:
        return (say(board, PUBLISHED, "{formation} is active already", **told),)
    if not is_there(board, formation.id):
        return (say(board, PUBLISHED, "{formation} has no units on the map", **told),)
    if found.draws:
        section = "9" if found.draws == "smoothing.at" else "2"
        return (say(board, section, "A draw says first who is next, and whether it is {formation}", **told),)
    if found.side and formation.side != found.side:
        name = board.forces.side_name(found.side)
        return (say(board, PUBLISHED, "It is the turn of {side}, and not of {formation}", side=name, **told),)
    if found.formation not in ("", formation.id):
        return (say(board, "2", "The chit of {formation} was not drawn", **told),)
    return ()


def due(board: Board) -> Due:
    """Who is activated next. [BCS 1.1 variants 2, 9, published summaries]"""
    left = {side: available(board, side) for side in sides(board)}
    way = way_of(board)
    said = list(clash(board.case))
    some = [side for side in left if left[side]]
    if not some:
        return Due("", "", left, (*said, say(board, PUBLISHED, "No formation is left to be activated in this turn")))
    if len(some) == 1:
        name = board.forces.side_name(some[0])
        said.append(say(board, PUBLISHED, "{side} alone has formations left", side=name))
        return Due(some[0], "", left, tuple(said))
    if way in (ONE_CHIT, THREE_CHITS):
        found = _by_draw(board, left)
        if found is not None:
            return found
        template = (
            "Three chits say which side picks a formation" if way == THREE_CHITS else "A chit says which formation is next"
        )
        return Due("", "draw.at", left, (*said, say(board, "2", template)))
    last = last_side(board)
    if way == SMOOTHING and last:
        found = _by_smoothing(board, smoothed(board), last, left)
        if found is not None:
            return found
    side = _other(sides(board), last)
    if not left.get(side):
        side = last
    template = "The sides take turns: {side} is next" if last else "{side} begins"
    said.append(say(board, PUBLISHED, template, side=board.forces.side_name(side)))
    return Due(side, "", left, tuple(said))


def _other(order: tuple[str, ...], last: str) -> str:
    return order[(order.index(last) + 1) % len(order)] if last in order else order[0]


def _by_smoothing(board: Board, chits: Smoothed, last: str, left: Mapping[str, tuple[Formation, ...]]) -> Due | None:
    """Who is next after an activation of the side that draws; None where the sides simply take turns. [BCS 1.1 variant 9]"""
    if last != chits.side:
        return None
    name = {"side": board.forces.side_name(last)}
    if chits.more:
        template = "By its chit {side} activates {more} formations more, right away"
        return Due(last, "", left, (say(board, "9", template, **name, more=chits.more),))
    if chits.has_drawn or not chits.left:
        return None
    return Due("", "smoothing.at", left, (say(board, "9", "{side} has completed an activation and draws a chit", **name),))


# Smoothing ----------------------------------------------------------------------------------------------------------------


def smoothed(board: Board) -> Smoothed:
    """The chits of the turn, by the formations that are in play, and what was drawn of them. [BCS 1.1 variant 9]"""
    return board.kept("smoothed", lambda: _smoothed(board))


def _smoothed(board: Board) -> Smoothed:
    order, given = sides(board), {}
    for name, side in zip(SIDES, order, strict=False):
        some = in_play(board, side)
        given[name] = len(some)
        given[f"{name}_done"] = sum(_begins_done(board, each) for each in some)
    ruling = smoothing(board.case, {**dict.fromkeys(SIDES, 0), **given})
    board.consulted.add(ruling.charts)
    facts = ruling.detail.facts if isinstance(ruling.detail, Facts) else {}
    chits = tuple(int(each) for each in str(facts.get("chits", "")).split(", ") if each.isdecimal())
    draws = next((side for name, side in zip(SIDES, order, strict=False) if facts.get("draws") == name), "")
    conditions = board.forces.state.conditions
    # What was put into the cup as the turn began counts, whoever has come and gone since.
    laid = next((side for side in order if (side, DRAWN) in conditions), "")
    drawn: tuple[int, ...] = ()
    if laid:
        inside, _, out = conditions[laid, DRAWN].partition(": ")[2].partition(_OF)
        draws, chits, drawn = laid, _numbers(inside), _numbers(out)
    return Smoothed(
        *(ruling, chits, draws, drawn, counted(conditions.get((draws, MORE), "")), bool(conditions.get((draws, DRAW)))),
        is_laid=bool(laid),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split() if each.isdecimal())


def laid(board: Board, chits: Smoothed, drawn: tuple[int, ...]) -> dict[tuple[str, str], str]:
    """The words that keep the chits of the turn and those drawn of them. [BCS 1.1 variant 9]"""
    parts = (" ".join(map(str, some)) for some in (chits.chits, drawn))
    return {(chits.side, DRAWN): f"{_CHITS}: {_OF.join(parts)}"}


def _begins_done(board: Board, formation: Formation) -> bool:
    """Whether a formation is done as the scenario begins, which is its first turn. [BCS 1.1 variant 9]"""
    return board.forces.state.moment.turn <= 1 and formation.values.get("done") is True


def drawing(board: Board, chits: Smoothed, number: int) -> Edit:
    """The edit by which a chit was drawn. [BCS 1.1 variant 9]"""
    words = {
        **laid(board, chits, (*chits.drawn, number)),
        (chits.side, DRAW): _HAS_DRAWN,
        (chits.side, MORE): str(number - 1 or ""),
    }
    return Become("Draw a chit of smoothing", words)


def counting(board: Board, side: str) -> Iterator[Edit]:
    """The edit by which an activation of a side counts for the smoothing of the turn, where it does. [BCS 1.1 variant 9]"""
    if way_of(board) != SMOOTHING:
        return
    chits, state = smoothed(board), board.forces.state
    if not chits.side:
        return
    if side == chits.side and chits.more:
        yield Become("Count an activation", {(side, MORE): str(chits.more - 1 or "")})
    elif state.conditions.get((chits.side, DRAW)) and (side != chits.side or not chits.more):
        yield Become("Count an activation", {(chits.side, DRAW): "", (chits.side, MORE): ""})


# Draws --------------------------------------------------------------------------------------------------------------------


def _by_draw(board: Board, left: Mapping[str, tuple[Formation, ...]]) -> Due | None:
    """Who is next by the chits that were drawn; None where none were since the last activation. [BCS 1.1 variant 2]"""
    number = str(_begun(board) + 1)
    decided = {of for (of, kind), word in board.forces.state.conditions.items() if (kind, word) == (DECIDED, number)}
    for side, some in left.items():
        one = next((each for each in some if each.id in decided), None)
        if one is not None:
            said = say(board, "2", "The chit of {formation} was drawn", formation=one.name)
            return Due(side, "", left, (said,), one.id)
        if some and side in decided:
            said = say(board, "2", "{side} has most of the chits that were drawn, and picks", side=board.forces.side_name(side))
            return Due(side, "", left, (said,))
    return None


def _begun(board: Board) -> int:
    """How many formations have been activated in the turn, or will not be."""
    some = (standing(board, each.id) for each in formations(board))
    return sum(bool(each.activation or each.done) for each in some)


def decided(board: Board, id_: str) -> Edit:
    """The edit by which chits have decided the next activation: a formation is activated, or a side picks one.

    [BCS 1.1 variant 2]
    """
    return Become("Draw chits", {(id_, DECIDED): str(_begun(board) + 1)})


def chits_of_turn(board: Board) -> tuple[str, ...]:
    """The chits in the cup of single formations: the names of those that can still be activated. [BCS 1.1 variant 2]"""
    return tuple(each.name for side in sides(board) for each in available(board, side))


def chits_of_sides(board: Board) -> tuple[str, ...]:
    """The chits in the cup of which three are drawn: the name of its side for each formation that can still be activated.

    [BCS 1.1 variant 2]
    """
    return tuple(board.forces.side_name(side) for side in sides(board) for _ in available(board, side))
