"""The board of formations: how each stands, what it rolls for next with the chances, and what can be begun with it.

[BCS 1.1 4.3d, 4.4a, variants 2, 3, 5, 6, 9]
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.counted import counted
from core.model.deployment import hex_of
from core.model.oob import Formation
from core.rules.bcs.activation import FAIL, FULL, LEVELS, RECOVERY, WORST, second
from core.rules.bcs.formed.alternating import Due, are_activating, bars, due, not_now
from core.rules.bcs.formed.coordinating import is_mixed, near_headquarters
from core.rules.bcs.formed.members import combat_units, is_there, trains_distance, waits
from core.rules.bcs.formed.orders import has_order, order_of
from core.rules.bcs.formed.orders import is_played as orders_are_played
from core.rules.bcs.formed.paying import is_planned, march_bars, rise_bars
from core.rules.bcs.formed.reckoning import Reckoned, chances, cut_off_by, reckoned
from core.rules.bcs.formed.recovering import in_activation, is_assigning, recovery_bars
from core.rules.bcs.formed.rolling import AGAIN, SNAFU
from core.rules.bcs.ground.objectives import own_objectives
from core.rules.bcs.ground.routes import formations_by_id, headquarters_of, route_of, shared, trains_of, units_of
from core.rules.bcs.meant import NO, YES, formations, say, side_meant, standing
from core.rules.bcs.standing import FIRST, SECOND, Standing
from core.rules.bcs.tables import ON, PUBLISHED, limit
from core.rules.kernel.formations_detail import BAD, GOOD, WARNED, Cell, Column, FormationRow, FormationsDetail
from core.rules.kernel.modifiers import signed
from core.rules.kernel.procedure import Outcome
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board

_NOTHING = Cell("")
_STATES = (_ACTIVE, _SECOND, _NEXT, _WAITS, _COMES, _RECOVERS, _DONE, _ABSENT) = (
    *("active", "active, second", "may be next", "waits", "comes in", "recovers", "done"),
    "not on the map",
)
"""What a formation does in the turn, in the order in which the board tells them."""


@dataclass(frozen=True)
class _Row:
    """A formation with what its cells need."""

    board: Board
    formation: Formation
    held: Reckoned

    def say(self, section: str, template: str, **values: object) -> Reason:
        """A step of an argument about it."""
        return say(self.board, section, template, formation=self.formation.name, **values)


_Filled = Callable[[_Row], Cell]


def formations_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The formations of both sides, or of one, against all that matters of them. Raises WrongUse.

    [BCS 1.1 4.3d, 4.4a, variants 2, 3, 5, 6, 9]
    """
    side, next_ = side_meant(board, given), due(board)
    columns = tuple(each for each in _COLUMNS if each[0] != "Orders" or orders_are_played(board))
    cells = tuple(cell for *_, cell in columns)
    rows = [_in_turn(board, each, next_, _kept_row(board, each, cells)) for each in formations(board, side)]
    # Of many formations those stand first who can do something.
    rows.sort(key=lambda row: _STATES.index(row.cells[0].text))
    said = next_.said if are_activating(board) else (*next_.said, not_now(board))
    about_state = "Whether it is active, done, or may be activated now, and why not"
    heads = (
        Column("State", say(board, "2, 9", about_state)),
        *(Column(title, say(board, section, about)) for title, section, about, _ in columns),
    )
    detail = FormationsDetail(heads, tuple(rows))
    return Ruling("formations", board.case.ruleset.id, "read", len(rows), said, detail, board.consulted.charts)


def _in_turn(board: Board, formation: Formation, next_: Due, row: FormationRow) -> FormationRow:
    """The row with what each activation changes of all of them: whether the formation may be the next, and why not."""
    why_not, now = bars(board, formation, next_), standing(board, formation.id)

    def made() -> FormationRow:
        first = (_activates(board, formation),) if not why_not else ()
        return replace(row, cells=(_state(board, formation, now, why_not), *row.cells), asked=(*first, *row.asked))

    return board.again(("row in turn", formation.id), (row, now, why_not), made)


def _kept_row(board: Board, formation: Formation, cells: tuple[_Filled, ...]) -> FormationRow:
    """The row of a formation but its state, that of the state of play before where nothing has changed that it says."""
    return board.again(
        *(("row", formation.id), _terms(board, formation)),
        lambda: _row(_Row(board, formation, reckoned(board, formation)), cells),
    )


def _terms(board: Board, formation: Formation) -> tuple[object, ...]:
    """All that the row of a formation hangs on beside the map, the charts and the options."""
    at = board.at
    places = dict.fromkeys(hex_of(unit.piece) for unit in units_of(board, formation.id))
    # Together with the charts that are read for them, which are those of all routes.
    routes = board.kept(("routes of rows", formation.side), lambda: board.heard(lambda: shared(board, formation.side)))
    return (
        *(formation, formations_by_id(board), standing(board, formation.id), waits(board, formation.id)),
        *(route_of(board, formation.id), routes[0].get(formation.id), routes[1]),
        *(tuple([at[board.number(place)] for place in places if place is not None]), own_objectives(board, formation)),
        near_headquarters(board, formation),
        *(
            board.forces.state.in_play,
            _may_march(board, formation),
            (is_assigning(board), board.heard(lambda: _ordered(board, formation))) if orders_are_played(board) else None,
        ),
    )


def _ordered(board: Board, formation: Formation) -> tuple[object, ...]:
    """What a row hangs on where orders are written. [BCS 1.1 variant 6]"""
    cut_off = cut_off_by(board, formation) if standing(board, formation.id).fatigue == WORST else ()
    return cut_off, _may_recover(board, formation), has_order(board, formation.id), order_of(board, formation)


def _row(row: _Row, cells: tuple[_Filled, ...]) -> FormationRow:
    board, formation, held = row.board, row.formation, row.held
    if not units_of(board, formation.id):
        asked = tuple(_asked(row)) if waits(board, formation.id) and is_there(board, formation.id) else ()
        return FormationRow(formation.id, formation.side, (_NOTHING,) * len(cells), asked=asked)
    ruling = held.ruling(board)
    found = [Outcome(SNAFU, name, chance) for name, chance in chances(ruling)]
    found += _again(row)
    way = tuple(board.net.hexes[number] for number in held.route.way)
    return FormationRow(
        *(formation.id, formation.side, tuple(cell(row) for cell in cells), (way,) if len(way) > 1 else ()),
        *(tuple(found), (*held.said, *ruling.reasons), tuple(_asked(row))),
    )


def _again(row: _Row) -> Iterator[Outcome]:
    """The chance of a second activation as things stand. [BCS 1.1 variants 3, 6]"""
    now, case = row.held.standing, row.board.case
    recovers = now.recovered or row.held.ruling(row.board).verdict == RECOVERY
    flags = (("marched", now.marched), ("prepared", now.prepared), ("recovered", recovers))

    def found() -> Fraction:
        ruling = second(case, {name: YES if flag else NO for name, flag in flags})
        row.board.consulted.add(ruling.charts)
        return Fraction(ruling.value) if isinstance(ruling.value, int | Fraction) else Fraction(0)

    chance = row.board.for_map(("second activation", flags), found)
    if now.activation == SECOND or now.refused:
        chance = Fraction(0)
    yield from (Outcome(AGAIN, YES, chance), Outcome(AGAIN, NO, 1 - chance))


def _activates(board: Board, formation: Formation) -> Next:
    title = say(board, PUBLISHED, "Activate {formation}", formation=formation.name)
    return Next("activation.at", title, {"formation": formation.id}, formation.side)


def _asked(row: _Row) -> Iterator[Next]:
    """What can be begun with a formation now, whoever is next. [BCS 1.1 variants 3, 6]"""
    board, formation, now = row.board, row.formation, row.held.standing
    given = {"formation": formation.id}

    def asked(question: str, section: str, template: str) -> Next:
        return Next(question, row.say(section, template), given, formation.side)

    if now.activation and not now.snafu and not now.recovered:
        yield asked("snafu.at", PUBLISHED, "SNAFU roll of {formation}")
    if _may_recover(board, formation):
        yield asked("recovery.at", "3, 6", "Fatigue recovery of {formation}")
    if now.activation and now.snafu:
        if not now.marched:
            yield asked("objectives.at", "4.3d", "Objectives of {formation}")
        if _may_march(board, formation):
            yield asked("march.at", "3", "Forced march of {formation}")
        if is_planned(board) or not rise_bars(board, formation, now):
            yield asked("fatigue.at", "3", "Fatigue of {formation}")
        package = board.case.choices["package.rod_miller"] == ON
        yield asked("isolation.at", "4" if package else PUBLISHED, "Isolation of {formation}")
        if not (now.marched or now.recovered or now.refused or now.activation == SECOND):
            yield asked("second.at", PUBLISHED, "Second activation of {formation}")
    if is_mixed(board, formation):
        yield asked("coordination.at", "4.4a", "Coordination of {formation}")
    if orders_are_played(board):
        yield asked("orders.at", "6", "Order of {formation}")
    if not board.forces.state.in_play or (is_assigning(board) if orders_are_played(board) else now.activation):
        section = "6" if orders_are_played(board) else PUBLISHED
        yield asked("prepared.at", section, "Prepared defence of {formation}")


def _may_march(board: Board, formation: Formation) -> bool:
    """Whether a formation that is active may still make a forced march. [BCS 1.1 variant 3]"""
    now = standing(board, formation.id)
    may = board.case.choices["fatigue.planned"] == ON and now.activation == FIRST and not now.marched
    return may and next(march_bars(board, formation, now), None) is None


def _may_recover(board: Board, formation: Formation) -> bool:
    """Whether recovery from fatigue is offered for a formation now. [BCS 1.1 variants 3, 6]"""
    is_time = bool(standing(board, formation.id).activation) or (is_assigning(board) and not in_activation(board))
    return is_time and not recovery_bars(board, formation)


# Cells --------------------------------------------------------------------------------------------------------------------


def _state(board: Board, formation: Formation, now: Standing, why_not: tuple[Reason, ...]) -> Cell:
    """What a formation does in the turn; who only waits is told what for. [BCS 1.1 variants 2, 3, 6, 9]"""

    def said(section: str, template: str) -> Reason:
        return say(board, section, template, formation=formation.name)

    comes = waits(board, formation.id)
    if not units_of(board, formation.id) and not comes:
        return Cell(_ABSENT, reason=said(PUBLISHED, "{formation} has no units on the map"))
    if now.recovered:
        return Cell(_RECOVERS, WARNED, said("3, 6", "{formation} recovers from fatigue in this turn"))
    if now.done:
        return Cell(_DONE, reason=said(PUBLISHED, "{formation} has been active in this turn"))
    if now.activation:
        return Cell(_SECOND if now.activation == SECOND else _ACTIVE, GOOD, said(PUBLISHED, "{formation} is active"))
    if comes:
        return Cell(_COMES if why_not else _NEXT, reason=said("9", "{formation} waits in Reinforcements"))
    if why_not:
        return Cell(_WAITS, reason=why_not[0])
    return Cell(_NEXT, reason=said(PUBLISHED, "{formation} may be activated now"))


def _headquarters(row: _Row) -> Cell:
    piece = headquarters_of(row.board, row.formation.id)
    if piece is None:
        return Cell("none", BAD, row.say(PUBLISHED, "{formation} has no headquarters on the map"))
    place = row.board.net.hexes[piece[0]]
    return Cell(row.board.label(piece[0]), units=(piece[1].id,), hexes=(place,))


def _trains(row: _Row) -> Cell:
    piece, distance = trains_of(row.board, row.formation.id), trains_distance(row.board, row.formation.id)
    if piece is None:
        return Cell("none", BAD, row.say(PUBLISHED, "{formation} has no combat trains on the map"))
    place = row.board.net.hexes[piece[0]]
    if row.held.standing.ghost:
        why = row.say("7", "The trains of {formation} in {hex} are ghosts", hex=place)
        return Cell(f"{row.board.label(piece[0])}, ghost", BAD, why, (piece[1].id,), (place,))
    told = (
        f"{row.board.label(piece[0])}, {counted(distance, 'hex', 'hexes')}"
        if distance is not None
        else row.board.label(piece[0])
    )
    why = row.say(PUBLISHED, "The trains of {formation} in {hex}", hex=place)
    return Cell(told, reason=why, units=(piece[1].id,), hexes=(place,))


def _units(row: _Row) -> Cell:
    some = combat_units(row.board, row.formation.id)
    left, full = (sum(getattr(unit, what) for unit in some) for what in ("left", "full"))
    hexes = tuple(dict.fromkeys(place for unit in some if (place := hex_of(unit.piece)) is not None))
    why = row.say(PUBLISHED, "{formation} has {left} of {full} steps left", left=left, full=full)
    sign = BAD if not left else WARNED if 2 * left < full else ""
    return Cell(f"{counted(len(some), 'unit')}, {left} of {counted(full, 'step')}", sign, why, tuple(u.id for u in some), hexes)


def _fatigue(row: _Row) -> Cell:
    level = row.held.standing.fatigue
    worse = LEVELS.index(level)
    if level == WORST and row.board.case.choices["fatigue.planned"] == ON:
        return Cell(level, BAD, row.say("3", "At Fat-4 {formation} pays for nothing and must recover as it is activated"))
    sign = BAD if level == WORST else WARNED if worse > LEVELS.index("Fat-1") else ""
    return Cell(level, sign, row.say("3", "Fatigue of {formation}: {level}", level=level))


def _coordination(row: _Row) -> Cell:
    markers = row.held.standing.coordination
    middle = row.board.case.choices["coordination.middle_ground"] == ON
    most = limit(row.board.consulted, f"Coordination, {'middle ground' if middle else 'standard'}")
    why = row.say(
        "5" if middle else "4.4a", "{formation} has {markers} coordination markers of {most}", markers=markers, most=most
    )
    return Cell(f"{markers} of {most}", WARNED if markers else "", why)


def _modifiers(row: _Row) -> Cell:
    ruling = row.held.ruling(row.board)
    items = getattr(ruling.detail, "items", ())
    net = sum((item.value for item in items), Fraction(0))
    if not chances(ruling):
        return Cell(str(ruling.verdict), WARNED, ruling.reasons[0])
    parts = ", ".join(f"{item.name} {signed(item.value)}" for item in items) or "nothing"
    why = row.say(PUBLISHED, "SNAFU modifiers of {formation}: {parts}", parts=parts)
    return Cell(signed(net), GOOD if net > 0 else WARNED if net < 0 else "", why)


def _result(row: _Row) -> Cell:
    found = row.held.standing.snafu
    if not found:
        return _NOTHING
    sign = {FULL: GOOD, FAIL: BAD}.get(found, WARNED)
    return Cell(found, sign, row.say(PUBLISHED, "SNAFU result of {formation}: {result}", result=found))


def _objectives(row: _Row) -> Cell:
    own = own_objectives(row.board, row.formation)
    if not own:
        return Cell("0")
    return Cell(str(len(own)), reason=row.say("4.3d", "Objectives of {formation}"), hexes=own)


def _prepared(row: _Row) -> Cell:
    if not row.held.standing.prepared:
        return Cell("no")
    return Cell("yes", GOOD, row.say("6", "{formation} is in prepared defence"))


def _route(row: _Row) -> Cell:
    route = row.held.route
    why = route.why[0] if route.why else None
    hexes = tuple(row.board.net.hexes[number] for number in route.way)
    if not route.is_known:
        return Cell("not known", WARNED, why)
    if route.is_complete and not route.level:
        return Cell("free", GOOD, why, hexes=hexes)
    text = f"blocked {route.level}" if route.level else "not complete"
    return Cell(text, BAD, why, hexes=hexes)


def _orders(row: _Row) -> Cell:
    board, formation = row.board, row.formation
    if not has_order(board, formation.id):
        why = row.say("6", "{formation} has no order; who defends needs none unless its headquarters moves")
        return Cell("none", reason=why)
    known = order_of(board, formation)
    why = row.say("6", "{formation} has an order")
    return Cell("written", GOOD, why, hexes=(known.destination,) if known is not None else ())


_COLUMNS: tuple[tuple[str, str, str, _Filled], ...] = (
    ("Fatigue", "3", "From Fresh, the best, to Fat-4", _fatigue),
    ("SNAFU", "3", "What is added to its next SNAFU roll", _modifiers),
    ("Result", "3", "Its SNAFU result in this activation", _result),
    ("MSR", PUBLISHED, "Whether its supply route is free, and what blocks it", _route),
    ("Prep Def", "6", "Whether it is in prepared defence", _prepared),
    ("OBJ", "4.3d", "Objectives that it has placed and that lie on the map", _objectives),
    ("Coordination", "4.4a, 5", "Markers of mixed stacks, near headquarters and traffic, of the most", _coordination),
    ("Orders", "6", "Whether it has an order; what it says is its owner's", _orders),
    ("Trains", PUBLISHED, "Where its combat trains stand, and how far from the headquarters", _trains),
    ("HQ", PUBLISHED, "Where its headquarters stands", _headquarters),
    ("Units", PUBLISHED, "Its combat units, and how many of their steps are left", _units),
)
"""The columns behind the state, those first that are seen in a narrow window, too: their heads, sections, what they say, and
what fills their cells."""
