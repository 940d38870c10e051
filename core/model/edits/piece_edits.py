"""What is done with pieces on the map, as edits: moved, ordered, flipped, carried, marked, reduced, taken off.

Every function gives the one `ChangePieces` that does it in the scenario that is shown; it names only pieces that become other
than they were. What a piece carries or tows goes where the piece goes, and a piece that leaves its carrier is carried no
longer.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from core.base.errors import WrongUse
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.edits.edit import Edit, Several
from core.model.edits.force_edits import ChangePieces, ChangeScenario
from core.model.scenario import Scenario
from core.model.work import Work

Way = Literal["up", "down", "top", "bottom"]

WAYS: Mapping[Way, str] = MappingProxyType(
    {"up": "Move up in the stack", "down": "Move down in the stack", "top": "Put on top", "bottom": "Put at the bottom"}
)
"""The ways in which pieces are moved within a stack, each as the history calls it."""

SET_UP = "Set-up"
"""The title of the scenario that is made when the first counter is put on a map without one."""

_SUFFIX = ".scenario.yaml"


def with_carried(deployment: Deployment, ids: Iterable[str]) -> tuple[str, ...]:
    """Pieces with all that they carry or tow, each once and before what it carries; what is not in play is kept."""
    found: dict[str, None] = {}
    waiting = list(reversed(list(ids)))
    while waiting:
        id_ = waiting.pop()
        if id_ not in found:
            found[id_] = None
            waiting += reversed(deployment.carried(id_))
    return tuple(found)


def in_order(deployment: Deployment, ids: Iterable[str]) -> tuple[str, ...]:
    """Pieces from the bottom up, stack by stack in the order of the first of each; those not in play come last."""
    wanted = dict.fromkeys(ids)
    spots = dict.fromkeys(piece.at for id_ in wanted if (piece := deployment.pieces.get(id_)) is not None)
    ordered = [id_ for spot in spots for id_ in deployment.stack(spot) if id_ in wanted]
    return (*ordered, *(id_ for id_ in wanted if id_ not in deployment.pieces))


NONE_TURNED: Mapping[str, tuple[int, str]] = MappingProxyType({})


def moved(
    work: Work,
    ids: Iterable[str],
    to: Spot,
    label: str = "Move units",
    turned: Mapping[str, tuple[int, str]] = NONE_TURNED,
) -> ChangePieces:
    """Puts pieces, and counters that were not in play, on top of what is in a hex or in a box beside the map; `turned` are
    those that lie with another face up there, and the words of their modes."""
    deployment = work.deployment
    coming = in_order(deployment, with_carried(deployment, ids))
    going = frozenset(coming)
    pieces: dict[str, Piece | None] = {}
    for id_ in coming:
        piece = deployment.pieces.get(id_, Piece(to))
        face, mode = turned.get(id_, (piece.face, piece.mode))
        on = piece.on if piece.on in going or piece.at == to else ""
        pieces[id_] = replace(piece, at=to, on=on, face=face, mode=mode)
    stack = [*(id_ for id_ in deployment.stack(to) if id_ not in going), *coming]
    return _change(work, label, _ranked(deployment, stack, pieces))


def moved_each(work: Work, to: Mapping[str, Spot], label: str = "Move units") -> ChangePieces:
    """Puts pieces each on top of what is in a place of its own; those that come into the same keep their order."""
    deployment = work.deployment
    coming = in_order(deployment, with_carried(deployment, to))
    going = dict[str, Spot]()
    for id_ in with_carried(deployment, to):
        # What is carried comes behind its carrier, and goes with it unless it is sent elsewhere.
        going[id_] = to.get(id_) or going[deployment.pieces[id_].on]
    pieces: dict[str, Piece | None] = {}
    for id_ in coming:
        spot = going[id_]
        piece = deployment.pieces.get(id_, Piece(spot))
        with_carrier = going.get(piece.on) == spot or (piece.on not in going and piece.at == spot)
        pieces[id_] = replace(piece, at=spot, on=piece.on if with_carrier else "")
    for spot in dict.fromkeys(going.values()):
        lying = (id_ for id_ in deployment.stack(spot) if id_ not in going)
        pieces = _ranked(deployment, [*lying, *(id_ for id_ in coming if going[id_] == spot)], pieces)
    return _change(work, label, pieces)


def ordered(work: Work, spot: Spot, order: Sequence[str], label: str = "Order the stack") -> ChangePieces:
    """Lays the pieces of a hex or box in an order, from the bottom to the top. Raises WrongUse if they are not just those."""
    deployment = work.deployment
    if sorted(order) != sorted(deployment.stack(spot)):
        raise WrongUse("A stack is ordered by naming each of its counters once, and no other.")
    return _change(work, label, _ranked(deployment, order, {}))


def shifted(work: Work, ids: Iterable[str], way: Way) -> ChangePieces:
    """Moves pieces within their stacks: past the next one, or to the top or the bottom; they keep their own order."""
    deployment = work.deployment
    wanted = {id_ for id_ in ids if id_ in deployment.pieces}
    pieces: dict[str, Piece | None] = {}
    for spot in dict.fromkeys(deployment.pieces[id_].at for id_ in sorted(wanted)):
        stack = list(deployment.stack(spot))
        some, others = [id_ for id_ in stack if id_ in wanted], [id_ for id_ in stack if id_ not in wanted]
        if way in ("up", "down"):
            at = range(len(stack) - 2, -1, -1) if way == "up" else range(1, len(stack))
            step = 1 if way == "up" else -1
            for n in at:
                if stack[n] in wanted and stack[n + step] not in wanted:
                    stack[n], stack[n + step] = stack[n + step], stack[n]
        else:
            stack = [*others, *some] if way == "top" else [*some, *others]
        pieces = _ranked(deployment, stack, pieces)
    return _change(work, WAYS[way], pieces)


def flipped(work: Work, ids: Iterable[str]) -> ChangePieces:
    """Turns pieces over. What was said of their mode was said of the other side."""
    pieces = work.deployment.pieces
    turned = {id_: replace(pieces[id_], face=1 - pieces[id_].face, mode="") for id_ in ids if id_ in pieces}
    return _change(work, "Flip", turned)


def mounted(work: Work, ids: Iterable[str], carrier: str, label: str = "Mount") -> ChangePieces:
    """Has pieces carried or towed by one that is in play: they lie where it lies, right under it. Raises WrongUse if one of
    them carries it, or is it."""
    deployment = work.deployment
    coming = in_order(deployment, with_carried(deployment, ids))
    if carrier not in deployment.pieces or carrier in coming:
        raise WrongUse(f'"{carrier}" cannot carry: it is not in play, or is itself among what would be carried.')
    at = deployment.pieces[carrier].at
    going, riders = frozenset(coming), frozenset(ids)
    pieces: dict[str, Piece | None] = {}
    for id_ in coming:
        piece = deployment.pieces.get(id_, Piece(at))
        pieces[id_] = replace(piece, at=at, on=carrier if id_ in riders else piece.on)
    stack = [id_ for id_ in deployment.stack(at) if id_ not in going]
    place = stack.index(carrier)
    return _change(work, label, _ranked(deployment, [*stack[:place], *coming, *stack[place:]], pieces))


def unloaded(work: Work, ids: Iterable[str]) -> ChangePieces:
    """Has pieces stand on their own again, where they are."""
    pieces = work.deployment.pieces
    freed = {id_: replace(pieces[id_], on="") for id_ in ids if id_ in pieces and pieces[id_].on}
    return _change(work, "Dismount", freed)


def reduced(work: Work, ids: Iterable[str], steps: Mapping[str, int], by: int = 1) -> ChangePieces:
    """Takes steps from pieces, or (with a negative number) gives them back. `steps` are those at full strength; a piece that
    loses its last one leaves the map, and what it carried stays there."""
    deployment = work.deployment
    pieces: dict[str, Piece | None] = {}
    gone = []
    for id_ in ids:
        piece = deployment.pieces.get(id_)
        if piece is None:
            continue
        full = max(steps.get(id_, 1), 1)
        lost = min(max(piece.lost + by, 0), full)
        if lost == full and by > 0:
            gone.append(id_)
        else:
            pieces[id_] = replace(piece, lost=lost)
    label = "Lose a step" if by > 0 else "Regain a step"
    return _change(work, label, {**pieces, **_without(deployment, gone, pieces)})


def marked(work: Work, ids: Iterable[str], word: str, label: str = "Put a marker") -> ChangePieces:
    """Puts a marker on pieces; one of the same kind with another number goes."""
    pieces, kind = work.deployment.pieces, mark_kind(word)
    made = {}
    for id_ in ids:
        if (piece := pieces.get(id_)) is not None:
            made[id_] = replace(piece, marks=frozenset({word, *(each for each in piece.marks if mark_kind(each) != kind)}))
    return _change(work, label, made)


def unmarked(work: Work, ids: Iterable[str], word: str, label: str = "Remove a marker") -> ChangePieces:
    """Takes a marker off pieces."""
    pieces = work.deployment.pieces
    made = {id_: replace(pieces[id_], marks=pieces[id_].marks - {word}) for id_ in ids if id_ in pieces}
    return _change(work, label, made)


def hex_marked(work: Work, spots: Iterable[Spot], mark: Mark, label: str = "Put a marker") -> ChangePieces:
    """Lays a marker into hexes, upon those that lie there; one of the same kind and side goes."""
    marks = work.deployment.marks

    def alike(other: Mark) -> bool:
        return (mark_kind(other.kind), other.side) == (mark_kind(mark.kind), mark.side)

    made = {spot: (*(each for each in marks.get(spot, ()) if not alike(each)), mark) for spot in spots}
    return _change(work, label, {}, made)


def hex_unmarked(work: Work, spot: Spot, mark: Mark, label: str = "Remove a marker") -> ChangePieces:
    """Takes a marker out of a hex."""
    left = tuple(each for each in work.deployment.marks.get(spot, ()) if each != mark)
    return _change(work, label, {}, {spot: left})


def hexes_marked(work: Work, marks: Mapping[Spot, tuple[Mark, ...]], label: str) -> ChangePieces:
    """Has just these markers lie in some hexes, whatever lay there."""
    return _change(work, label, {}, marks)


def turned(work: Work, faces: Mapping[str, tuple[int, str]], label: str) -> ChangePieces:
    """Lays pieces where they are with another face up, and the words of their modes."""
    pieces = work.deployment.pieces
    made = {id_: replace(pieces[id_], face=face, mode=mode) for id_, (face, mode) in faces.items() if id_ in pieces}
    return _change(work, label, made)


def taken_off(work: Work, ids: Iterable[str], label: str = "Take off the map") -> ChangePieces:
    """Takes pieces off the map with all that they carry; their counters stay in the order of battle."""
    deployment = work.deployment
    return _change(work, label, _without(deployment, with_carried(deployment, ids), {}))


def first_put(box: GameBox, ids: Iterable[str], to: Spot, label: str = "Put on the map") -> tuple[str, Several]:
    """Puts counters on a map that has no scenario: the file of the one that is made for them, and the edit."""
    taken, number, file = {each.casefold() for each in box.scenarios}, 1, f"set-up{_SUFFIX}"
    while file in taken:
        number += 1
        file = f"set-up-{number}{_SUFFIX}"
    pieces = {id_: Piece(to, rank) for rank, id_ in enumerate(dict.fromkeys(ids))}
    edits: tuple[Edit, ...] = (ChangeScenario("", file, Scenario(SET_UP)), ChangePieces("", file, MappingProxyType(pieces)))
    return file, Several(label, edits)


def mark_kind(word: str) -> str:
    """The kind of a marker, which may have a number behind a blank.

    >>> mark_kind("step-loss 2"), mark_kind("fired")
    ('step-loss', 'fired')
    """
    kind, _, number = word.rpartition(" ")
    return kind if kind and number.isdecimal() else word


def _ranked(deployment: Deployment, stack: Sequence[str], pieces: Mapping[str, Piece | None]) -> dict[str, Piece | None]:
    """Pieces with the ranks that they have in a stack, from the bottom up; `pieces` are those that change otherwise, too."""
    made = dict(pieces)
    for rank, id_ in enumerate(stack):
        piece = made.get(id_) or deployment.pieces.get(id_)
        if piece is not None:
            made[id_] = replace(piece, rank=rank)
    return made


def _without(deployment: Deployment, gone: Collection[str], pieces: Mapping[str, Piece | None]) -> dict[str, Piece | None]:
    """Pieces taken off; those that they carried and that stay are carried no longer."""
    made: dict[str, Piece | None] = {id_: None for id_ in gone if id_ in deployment.pieces}
    for id_ in gone:
        for rider in deployment.carried(id_):
            if rider not in gone:
                piece = pieces.get(rider) or deployment.pieces[rider]
                made[rider] = replace(piece, on="")
    return made


def _change(
    work: Work,
    label: str,
    pieces: Mapping[str, Piece | None],
    marks: Mapping[Spot, tuple[Mark, ...]] | None = None,
) -> ChangePieces:
    """The edit, without what stays as it is."""
    deployment = work.deployment
    some = {id_: piece for id_, piece in pieces.items() if deployment.pieces.get(id_) != piece}
    lying = {spot: each for spot, each in (marks or {}).items() if deployment.marks.get(spot, ()) != each}
    return ChangePieces(label, work.moved, MappingProxyType(some), MappingProxyType(lying))
