"""Orders: where the headquarters of a formation goes, and by way of what [BCS 1.1 variant 6].

An order is kept as an op sheet of the formation, which is hidden from the other side and sealed by mail as those of other
series are; its note says the hexes in words, as players write them: "1914 via 1613". Everybody may know that there is one:
that stands among the conditions of the formation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from core.base.comma_parts import comma_parts
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.edits.edit import Edit
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import Become
from core.model.graphics import Measure
from core.model.oob import Formation
from core.model.orders import OpSheet
from core.rules.bcs.counters import HEADQUARTERS
from core.rules.bcs.formed.members import waits
from core.rules.bcs.formed.recovering import is_assigning
from core.rules.bcs.ground.routes import formation_of, headquarters_of, route_of, units_of
from core.rules.bcs.meant import ALLOWED, PROHIBITED, active, formations, meant, say, standing, unplayed
from core.rules.bcs.tables import ON
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import BESIDE, TARGET, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board

WRITTEN: Final = "orders"
"""The kind of condition that says in the open that a formation has an order, and what became of its supply route."""

ROUTE: Final = "route"
"""The kind of condition that says how the supply route was as the turn began."""

_HAS_ORDER = "with orders written"
_COMPLETE, _CUT = "with a complete supply route as the turn began", "with a cut supply route as the turn began"
_VIA, _TYPE, _MEASURE = " via ", "order", "route"


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a formation: the hexes by way of which its headquarters goes, the last of them where it goes to."""

    sheet: OpSheet
    hexes: tuple[Hex, ...]

    @property
    def destination(self) -> Hex:
        """Where it goes."""
        return self.hexes[-1]


def is_played(board: Board) -> bool:
    """Whether orders are written. [BCS 1.1 variant 6]"""
    return board.case.choices["orders.written"] == ON


def has_order(board: Board, id_: str) -> bool:
    """Whether a formation has an order, whatever it says. [BCS 1.1 variant 6]"""
    return bool(board.forces.state.conditions.get((id_, WRITTEN)))


def order_of(board: Board, formation: Formation) -> Order | None:
    """The order of a formation, where who asks may know it; None for none. [BCS 1.1 variant 6]"""
    for sheet in board.forces.state.orders.values():
        if sheet.type == _TYPE and formation.id in sheet.units and (found := _hexes(board, sheet.note)):
            return Order(sheet, found)
    return None


def _hexes(board: Board, note: str) -> tuple[Hex, ...]:
    """The hexes that the words of an order name, the destination last; none where a word is no hex of the map."""
    to, _, via = note.partition(_VIA)
    labels = board.for_map(("hexes by label",), lambda: {board.label(n): each for n, each in enumerate(board.net.hexes)})
    words = [*comma_parts(via), to.strip()]
    return tuple(labels[word] for word in words) if all(word in labels for word in words) else ()


def note_of(board: Board, to: Hex, via: tuple[Hex, ...]) -> str:
    """An order in the words of players. [BCS 1.1 variant 6]"""
    label = board.forces.box.label
    return f"{label(to)}{_VIA}{_told(board, via)}" if via else label(to)


def _told(board: Board, via: tuple[Hex, ...]) -> str:
    return ", ".join(map(board.forces.box.label, via))


# Writing ------------------------------------------------------------------------------------------------------------------


def orders_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a formation may get an order now, the order, and whether a way keeps to the one that it has.

    [BCS 1.1 variant 6]
    """
    if not is_played(board):
        return unplayed(board, "orders.at", "6")
    about_one = any(given.get(name) for name in ("formation", "destination", "via", "path"))
    if not about_one and active(board) is None:
        return _all(board)
    formation = meant(board, given)
    if given.get("path"):
        return _kept_to(board, formation, tuple(given["path"]))
    to, via = given.get("destination"), tuple(given.get("via") or ())
    bars, said = _bars(board, formation), []
    known = order_of(board, formation)
    piece = headquarters_of(board, formation.id)
    if known is not None:
        note = note_of(board, known.destination, known.hexes[:-1])
        said.append(say(board, "6", "{formation} is to go to {note}", formation=formation.name, note=note))
    elif has_order(board, formation.id):
        said.append(say(board, "6", "{formation} has an order", formation=formation.name))
    else:
        said.append(
            say(board, "6", "{formation} has no order: it needs none unless its headquarters moves", formation=formation.name)
        )
    if via and to is None:
        template = "Where the headquarters goes by way of {hexes} is still to be said"
        said.append(say(board, "6", template, hexes=_told(board, via)))
    proposals: tuple[Proposal, ...] = ()
    facts: dict[str, Number | str] = {"written": "yes" if has_order(board, formation.id) else "no"}
    if to is not None:
        facts["order"] = note_of(board, to, via)
        proposals = () if bars else (_written(board, formation, to, via),)
    elif known is not None and not bars:
        proposals = (Proposal(f"Withdraw the order of {formation.name}", withdrawn(formation, known), side=formation.side),)
    hexes = {TARGET: frozenset({to})} if to is not None else {TARGET: frozenset({known.destination})} if known else {}
    hexes |= {BESIDE: frozenset(via)} if via else {}
    start = (board.net.hexes[piece[0]],) if piece is not None else ()
    ways = ((*start, *via, to),) if to is not None and proposals else ()
    detail = ProcedureDetail(facts=facts, proposals=proposals, place="destination", along="via", hexes=hexes, ways=ways)
    verdict = PROHIBITED if bars else ALLOWED
    value = facts.get("order", facts["written"])
    return Ruling("orders.at", board.case.ruleset.id, verdict, value, (*bars, *said), detail, board.consulted.charts)


def _bars(board: Board, formation: Formation) -> list[Reason]:
    """Why a formation gets no order now. [BCS 1.1 variant 6]"""
    now, told = standing(board, formation.id), {"formation": formation.name}
    if now.prepared:
        return [say(board, "6", "{formation} is in prepared defence, in which nobody has orders", **told)]
    if is_assigning(board):
        return []
    if not now.activation:
        return [say(board, "6", "Orders are written and changed in the Assignment Phase alone")]
    route = route_of(board, formation.id)
    if route.is_complete or not route.is_known:
        template = (
            "Orders are changed in an activation only where the supply route was cut since the turn began; it is complete"
        )
        return [say(board, "6", template)]
    if board.forces.state.conditions.get((formation.id, ROUTE)) == _CUT:
        return [say(board, "6", "The supply route of {formation} was cut already as the turn began", **told)]
    return []


def _written(board: Board, formation: Formation, to: Hex, via: tuple[Hex, ...]) -> Proposal:
    """The order is written: hidden what it says, in the open that there is one."""
    state = board.forces.state
    piece = headquarters_of(board, formation.id)
    start = (board.net.hexes[piece[0]],) if piece is not None else ()
    line = tuple(plane_centre(each) for each in (*start, *via, to))
    measures = (Measure(_MEASURE, line, formation.name, formation.side, units=(formation.id,)),) if len(line) > 1 else ()
    known = order_of(board, formation)
    name = known.sheet.id if known is not None else f"Order of {formation.name}"
    note = note_of(board, to, via)
    sheet = OpSheet(
        name, formation.side, _TYPE, (formation.id,), status="implemented", note=note, turn=state.moment.turn, measures=measures
    )
    edits: tuple[Edit, ...] = (
        ChangeOrders("Write an order", {name: sheet}),
        Become("Write an order", {(formation.id, WRITTEN): _HAS_ORDER}),
    )
    return Proposal(f"Order of {formation.name}", edits, side=formation.side)


def withdrawn(formation: Formation, known: Order | None) -> tuple[Edit, ...]:
    """The edits by which a formation has no order any more; what it says goes where who asks may know it.

    [BCS 1.1 variant 6]
    """
    gone = Become("Withdraw an order", {(formation.id, WRITTEN): ""})
    return (ChangeOrders("Withdraw an order", {known.sheet.id: None}), gone) if known is not None else (gone,)


def _all(board: Board) -> Ruling:
    """Who has orders, and how supply routes are as the turn begins. [BCS 1.1 variant 6]"""
    said, words = [], {}
    facts: dict[str, Number | str] = {}
    for formation in formations(board):
        facts[formation.id] = "yes" if has_order(board, formation.id) else "no"
        if not units_of(board, formation.id):
            continue
        template = "{formation} has an order" if has_order(board, formation.id) else "{formation} has no order"
        said.append(say(board, "6", template, formation=formation.name))
        route = route_of(board, formation.id)
        if route.is_known:
            words[formation.id, ROUTE] = _COMPLETE if route.is_complete else _CUT
    if not said:
        said.append(say(board, "6", "No formation stands on the map"))
    conditions = board.forces.state.conditions
    edits = (Become("Note supply routes", words),) if any(conditions.get(key) != word for key, word in words.items()) else ()
    noted = (Proposal("Note how supply routes are as the turn begins", edits),) if edits and is_assigning(board) else ()
    # Of which formation they would be is said by going on to one.
    idle = frozenset({"destination", "via", "path"})
    detail = ProcedureDetail(facts=facts, proposals=(*noted, *_to_write(board)), idle=idle)
    value = sum(each == "yes" for each in facts.values())
    return Ruling("orders.at", board.case.ruleset.id, "orders", value, tuple(said), detail, board.consulted.charts)


def _to_write(board: Board) -> Iterator[Proposal]:
    """Each order that may be written now, to be gone on to. [BCS 1.1 variant 6]"""
    for formation in formations(board):
        if (units_of(board, formation.id) or waits(board, formation.id)) and not _bars(board, formation):
            title = say(board, "6", "Order of {formation}", formation=formation.name)
            asked = Next("orders.at", title, {"formation": formation.id}, formation.side)
            verb = "Change" if has_order(board, formation.id) else "Write"
            yield Proposal(f"{verb} the order of {formation.name}", (), then=(asked,), side=formation.side)


# Inertia ------------------------------------------------------------------------------------------------------------------


def _kept_to(board: Board, formation: Formation, path: tuple[Hex, ...]) -> Ruling:
    """Whether a way of the headquarters keeps to its order; who may judge it is told each hex that leads away.

    [BCS 1.1 variant 6]
    """
    known, told = order_of(board, formation), {"formation": formation.name}
    if known is None:
        text = "{formation} has no order that is known here: its headquarters stays where it is"
        if has_order(board, formation.id):
            text = "{formation} has an order, which only its owner can hold a way against"
        said: tuple[Reason, ...] = (say(board, "6", text, **told),)
        verdict = "unknown" if has_order(board, formation.id) else PROHIBITED
        detail = ProcedureDetail(facts={})
        return Ruling("orders.at", board.case.ruleset.id, verdict, None, said, detail, board.consulted.charts)
    away, said = _judged(board, formation, known, path)
    hexes = {TARGET: frozenset({known.destination})}
    detail = ProcedureDetail(facts={"away": len(away)}, hexes=hexes, ways=())
    verdict = "away" if away else "kept"
    return Ruling("orders.at", board.case.ruleset.id, verdict, len(away), said, detail, board.consulted.charts)


def _judged(
    board: Board, formation: Formation, order: Order, path: tuple[Hex, ...]
) -> tuple[tuple[Hex, ...], tuple[Reason, ...]]:
    """The hexes of a way that lead away, and what is said of it. [BCS 1.1 variant 6]"""
    away, told = tuple(_away(order, path)), {"formation": formation.name}
    if not away:
        return (), (say(board, "6", "The way of {formation} keeps to its order; it may be as slow as it likes", **told),)
    return away, tuple(say(board, "6", "{hex} leads away from where {formation} is to go", hex=each, **told) for each in away)


def heeding(board: Board, units: Sequence[Unit], path: tuple[Hex, ...]) -> Iterator[Reason]:
    """Whether units that go a way keep to the orders of their formations, as far as who asks may know these. Nobody is barred:
    players judge it. [BCS 1.1 variant 6]"""
    if not is_played(board) or not board.forces.state.in_play:
        return
    for id_ in dict.fromkeys(unit.counter.formation for unit in units):
        formation = formation_of(board, id_)
        if formation is None:
            continue
        known, told = order_of(board, formation), {"formation": formation.name}
        if known is not None:
            yield from _judged(board, formation, known, path)[1]
        elif has_order(board, id_):
            yield say(board, "6", "{formation} has an order, which only its owner can hold a way against", **told)
        elif any(unit.kind == HEADQUARTERS and unit.counter.formation == id_ for unit in units):
            yield say(board, "6", "{formation} has no order: its headquarters stays where it is", **told)


def _away(order: Order, path: tuple[Hex, ...]) -> Iterator[Hex]:
    """The hexes of a way that are further from all that is left of an order than the hex before. [BCS 1.1 variant 6]"""
    left = list(order.hexes)
    for before, into in pairwise(path):
        while len(left) > 1 and before == left[0]:
            del left[0]
        if all(into.distance(each) > before.distance(each) for each in left):
            yield into
