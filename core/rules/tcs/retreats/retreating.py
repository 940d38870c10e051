"""Save Yourself Retreats on the map: from who goes to how the stack ends, leg by leg [TCS 4.01 6.3c, 15.2h, 15.3j, 17.4, 22.0].

Where data flows::

    the stack ──> who goes, who stays ──> who is lost at once ──> the others in Move Mode ──> legal ways ──> ranked by fire
    a way ──> up to the first hex where anything happens ──> overwatch, barrage, mines ──> the rest ──> Fire Mode, Suppressed
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.model.state import RETREAT as BY_CHOICE
from core.model.state import Declared
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.proposals import applied, going, work_of
from core.rules.operations.rules import Asked
from core.rules.tcs.forces.counters import in_move_mode, integrated_steps, kind_of
from core.rules.tcs.forces.units import CARRIER, VEHICLE
from core.rules.tcs.forces.walking import walks
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.orders.by_orders import orders_of_units
from core.rules.tcs.orders.permissions import RETREAT, VEHICLES, move_end, words_of
from core.rules.tcs.procedures.destroyed import Toll, destroying
from core.rules.tcs.reckoning import PROHIBITED, YES, step
from core.rules.tcs.retreats.retreat_party import (
    ASSAULT,
    VOLUNTARY,
    Party,
    board_after,
    lost_at_once,
    party_of,
    readied,
    settled,
)
from core.rules.tcs.retreats.retreat_routes import Dangers, Route
from core.rules.tcs.retreats.retreat_ways import Numbers, Retreat

OTHERS = "others"
RETREATS, LEGAL, ENDS, DESTROYED, GONE = "retreats", "legal", "ends", "destroyed", "gone"
MOST_WAYS = 60
"""So many ways are offered; of more those that are ranked first."""


def retreat_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The retreat of a stack out of a hex: who goes, who is lost, and the legal ways with the fire that each would draw; or the
    rest of one. Raises WrongUse. [TCS 4.01 15.2h, 15.3j, 17.4, 22.0]"""
    gone = given.get("gone") or 0
    if gone:
        return _further(board, given, gone)
    party = party_of(board, given)
    if party.barred or not party.going:
        nobody = () if party.barred else (Reason(board.ref("17.4"), "Nobody in {hex} retreats so", {"hex": party.place}),)
        return _ruling(board, PROHIBITED, None, (*party.barred, *nobody, *party.stays()), party)
    return _begun(party, given)


# Ways ---------------------------------------------------------------------------------------------------------------------


def _begun(party: Party, given: Mapping[str, Any]) -> Ruling:
    """The first part of a retreat. [TCS 4.01 17.4]"""
    board = party.board
    toll, said = lost_at_once(party)
    lost = {unit.id for unit in toll.destroyed}
    some = tuple(unit for unit in party.going if unit.id not in lost)
    wrong = [name for name in given.get("on_foot") or () if not _may_walk(board, name, some)]
    if wrong:
        raise WrongUse(f"on_foot: {', '.join(wrong)} cannot leave a carrier of its own to retreat on foot (24.2c).")
    after = board_after(board, toll.edits)
    left = tuple(unit for each in some if (unit := after.forces.unit(each.id)) is not None)
    edits = (*toll.edits, readied(replace(party, board=after), left, given.get("on_foot") or ()))
    ready = board_after(board, edits)
    units = tuple(unit for each in some if (unit := ready.forces.unit(each.id)) is not None and unit.piece is not None)
    said = [*party.said, *party.stays(), *said]
    if not units:
        proposal = Proposal("All of them are lost", toll.edits, attempt=_attempt(party), then=toll.then)
        return _ruling(board, DESTROYED, 0, said, party, proposals=(proposal,))
    retreat = _retreat(ready, units, party.start, party.kind, given)
    said += _told(retreat, back=given.get("away") is None)
    found, unable = _able(retreat)
    if not found.ways:
        return _none(party, edits, toll, retreat, said)
    if unable:
        found_toll = destroying(ready, unable, party.because)
        template = "{units} cannot go any way that the others go: they are lost"
        said += [step(board.case, "17.4c", template, units=names(unable)), *found_toll.said]
        edits, toll = (*edits, *found_toll.edits), replace(toll, then=(*toll.then, *found_toll.then))
    drawn = _drawn(found, given, 0)
    against = list(found.against(drawn)) if drawn else []
    ways = ((drawn,) if not against else ()) if drawn else found.ways
    dangers = Dangers(found, _is_of_vehicles(ready, found.units))
    routes = sorted(map(dangers.route, ways), key=lambda each: each.rank)[:MOST_WAYS]
    said += against if drawn else []
    said += _routes_told(dangers, routes, len(ways))
    said += () if drawn else found.by_readings()
    verdict = (PROHIBITED if against else LEGAL) if drawn else RETREATS
    told = {**given, "kind": party.kind}
    proposals = tuple(_gone(board, edits, toll.then, dangers, each, told, _attempt(party)) for each in routes)
    facts: dict[str, Number | str] = {"length": retreat.length, "gone": 0, "legal": len(ways)}
    facts["lost"] = len(toll.destroyed) + len(unable)
    return _ruling(board, verdict, len(ways), said, party, routes, proposals, facts, (ready, found.board))


def _may_walk(board: Board, name: str, some: Iterable[Unit]) -> bool:
    """Whether a unit that enters Move Mode to retreat may go on foot. [TCS 4.01 24.2b, 24.2c]"""
    (unit,) = board.units((name,), "on_foot")
    return unit in some and not in_move_mode(unit) and unit.flag("carrier.integrated") and walks(unit)


def _retreat(board: Board, units: tuple[Unit, ...], start: int, kind: str, given: Mapping[str, Any]) -> Retreat:
    """A stack in Move Mode that retreats from a hex."""
    rows = VEHICLES if _is_of_vehicles(board, units) else OTHERS
    return Retreat(
        board,
        units,
        start,
        int(board.consulted.number(RETREAT, rows, "hexes")),
        board.case.choices,
        _enemy_action(board, start, given),
        bound=kind == VOLUNTARY and _is_bound(board, units, start),
    )


def _enemy_action(board: Board, start: int, given: Mapping[str, Any]) -> Hex | None:
    """The hex of the enemy action. Enemies within the hex that is left stand opposite where its attackers came from.
    [TCS 4.01 17.4b, 22.0, 23.0]"""
    if given.get("away") is not None:
        return board.net.hexes[board.number(given["away"])]
    if given.get("back") is None:
        return None
    here, back = board.net.hexes[start], given["back"]
    return here.plus(here.q - back.q, here.r - back.r)


def _is_of_vehicles(board: Board, units: Iterable[Unit]) -> bool:
    """Whether a stack is of vehicles and carriers alone, with whom they carry or tow; carriers that units have of their own are
    carriers as well. [TCS 4.01 17.4c, 24.2a]"""
    ruleset = board.case.ruleset
    return all(
        kind_of(ruleset, unit).category in (VEHICLE, CARRIER)
        or (unit.piece is not None and bool(unit.piece.on))
        or integrated_steps(ruleset, unit) > 0
        for unit in units
    )


def _is_bound(board: Board, units: Sequence[Unit], start: int) -> bool:
    """Whether one of them is without orders and begins too far from its rally point to end nearer to enemies of its own will;
    not where that point is not known. [TCS 4.01 6.3c]"""
    for each in orders_of_units(board.case, board.forces, units):
        rally = each.standing.rally
        if rally is None or board.case.choices.get("command.play") == "without":
            continue
        far = board.net.hexes[start].distance(rally)
        asked = {**words_of(each.standing), "start": far, "closer": YES, "retreat": YES}
        if move_end(board.case, asked).verdict == PROHIBITED:
            return True
    return False


def _able(retreat: Retreat) -> tuple[Retreat, tuple[Unit, ...]]:
    """The retreat of all, or where they have no way together of as many kinds of movers as have one; and those who have none.
    [TCS 4.01 17.4a-c]"""
    if retreat.ways:
        return retreat, ()
    journeys = {each.mover.class_: each.mover.unit for each in retreat.passage.journeys}
    classes = tuple(journeys)
    by_class: dict[str, list[Unit]] = {class_: [] for class_ in classes}
    for unit in retreat.passage.units:
        by_class[_class_of(retreat, unit)].append(unit)
    for count in range(len(classes) - 1, 0, -1):
        for some in combinations(classes, count):
            movers = tuple(unit for class_ in some for unit in by_class[class_])
            units = tuple(unit for unit in retreat.board.rules.along(retreat.board, movers) if unit in retreat.units)
            found = replace(retreat, units=units, _ends={})
            if found.ways:
                return found, tuple(unit for unit in retreat.units if unit not in units)
    return retreat, ()


def _class_of(retreat: Retreat, unit: Unit) -> str:
    return retreat.board.rules.mover(retreat.board, unit, Asked(MARCH)).class_


def _drawn(retreat: Retreat, given: Mapping[str, Any], gone: int) -> Numbers:
    """The way that is drawn, its first hex among its numbers; none where none is. Raises WrongUse."""
    path: tuple[Hex, ...] = given.get("path") or ()
    numbers = tuple(retreat.board.number(place) for place in path)
    if numbers and numbers[0] != retreat.start:
        numbers = (retreat.start, *numbers)
    if len(numbers) - 1 <= gone:
        return ()
    for last, near in pairwise(numbers):
        if retreat.far(last, near) != 1:
            raise WrongUse(f"path: {retreat.board.label(near)} is not adjacent to {retreat.board.label(last)}.")
    return numbers


def _told(retreat: Retreat, *, back: bool) -> Iterator[Reason]:
    """How far they go, and into which hex first; `back` says that they came into the hex. [TCS 4.01 17.4b-e]"""
    board = retreat.board
    who = "vehicles and carriers alone" if _is_of_vehicles(board, retreat.units) else "others than vehicles and carriers"
    template = "{units} retreat {hexes} hexes, as {who}, or end before it in cover"
    yield step(board.case, "17.4c", template, units=names(retreat.units), hexes=retreat.length, who=who)
    hexes = board.net.hexes
    if retreat.action is not None:
        around = hexes[retreat.start].neighbours()
        first = tuple(around[direction] for direction in retreat.first)
        opposite = tuple(around[direction] for direction in retreat.groups[0])
        labels = board.forces.box.label
        told = {"away": retreat.action, "first": ", ".join(map(labels, first)) or "none is open"}
        enemy = "the enemy in their hex" if back else "the enemy action in {away}"
        template = f"Opposite {enemy} lies first: {{first}}"
        if not set(first) & set(opposite):
            template = f"The hex opposite {enemy} is blocked; as near to it as can be: {{first}}"
        yield Reason(board.ref("17.4b"), template, told, first)
    if retreat.apart is not None:
        there = tuple(hexes[number] for number in sorted(retreat.nearest.hexes))
        template = "The nearest enemies that are spotted are {far} hexes away: no retreat ends closer to any that is spotted"
        yield Reason(board.ref("17.4e"), template, {"far": retreat.apart}, there, {"far": retreat.apart})
    if retreat.nearest.unsure:
        there = tuple(hexes[number] for number in sorted(retreat.nearest.unsure))
        template = "Whether the enemies in {hexes} are spotted cannot be decided, for want of heights"
        yield Reason(board.ref("8.2"), template, {"hexes": ", ".join(map(board.forces.box.label, there))}, there)


def _routes_told(dangers: Dangers, routes: Sequence[Route], count: int) -> Iterator[Reason]:
    for each in routes:
        yield dangers.told(each)
    if count > len(routes):
        template = "These are the first {told} of {count} legal ways"
        yield step(dangers.retreat.board.case, "17.4d", template, told=len(routes), count=count)


def _none(party: Party, edits: tuple[Edit, ...], toll: Toll, retreat: Retreat, said: list[Reason]) -> Ruling:
    """That there is no way for anybody. [TCS 4.01 17.4b, 17.4c, 1.1c]"""
    lost = destroying(retreat.board, retreat.units, party.because)
    template = "No way is legal for {units}: they are destroyed"
    said = [*said, step(party.board.case, "17.4c", template, units=names(retreat.units)), *lost.said, *retreat.by_readings()]
    done = (*edits, *lost.edits)
    proposal = Proposal("Destroyed for want of a way", done, attempt=_attempt(party), then=(*toll.then, *lost.then))
    facts: dict[str, Number | str] = {"length": retreat.length, "gone": 0, "legal": 0}
    facts["lost"] = len(toll.destroyed) + len(lost.destroyed)
    return _ruling(party.board, DESTROYED, 0, said, party, (), (proposal,), facts, (retreat.board,))


def _attempt(party: Party) -> Declared | None:
    """A retreat in the place of a move as it is remembered, so that nobody moves after it. [TCS 4.01 17.4]"""
    if party.kind != VOLUNTARY or party.because == ASSAULT:
        return None
    ids = tuple(unit.id for unit in party.going)
    return made_in_play(party.board, Declared(party.going[0].side, ids, (party.place,), BY_CHOICE))


def _gone(
    board: Board,
    first: tuple[Edit, ...],
    before: tuple[Next, ...],
    dangers: Dangers,
    route: Route,
    given: Mapping[str, Any],
    attempt: Declared | None,
) -> Proposal:
    """A way gone up to where anything can happen, with what is asked there; the end of the retreat where that is nowhere."""
    retreat, hexes, label = dangers.retreat, board.net.hexes, board.forces.box.label
    work = applied(work_of(board), first)
    edits, stop = list(first), route.stop
    for number in route.way[route.gone + 1 : stop + 1]:
        moves = going(work, retreat.units, hexes[number], "Retreat")
        edits += moves
        work = applied(work, moves)
    last, end = stop == len(route.way) - 1, hexes[route.way[-1]]
    there = hexes[route.way[stop]]
    if last and not route.happens(stop):
        forces = replace(board.forces, box=work.box, state=work.state)
        done = Board(board.case, board.force_rules, board.rules, forces)
        some = (unit for each in retreat.units if (unit := forces.unit(each.id)) is not None)
        edits.append(settled(done, some))
        then: tuple[Next, ...] = before
    else:
        asked: dict[str, str] = {"to": label(there), "units": ", ".join(unit.id for unit in retreat.units)}
        asked |= {"kind": given.get("kind") or VOLUNTARY, "gone": str(stop)}
        asked["path"] = ", ".join(label(hexes[number]) for number in route.way)
        asked |= {"because": given["because"]} if given.get("because") else {}
        asked |= {name: label(given[name]) for name in ("away", "back") if given.get(name) is not None}
        template = "The end of the retreat in {hex}" if last else "The rest of the retreat, to {hex}"
        rest = Next("syr.at", Reason(board.ref("17.4"), template, {"hex": end}, (end,)), asked, retreat.side)
        then = (*before, *dangers.then(route, stop), rest)
    way = ", ".join(label(hexes[number]) for number in route.way[route.gone + 1 :])
    title = f"Retreat by {way}" if way else f"End the retreat in {label(end)}"
    title += "" if last or not way else f", as far as {label(there)} first"
    title += f" ({dangers.words(route)})" if way else ""
    return Proposal(title, tuple(edit for edit in edits if not _is_empty(edit)), attempt=attempt, then=then)


def _is_empty(edit: Edit) -> bool:
    return isinstance(edit, ChangePieces) and not edit.pieces and not edit.marks


# The rest of a retreat ----------------------------------------------------------------------------------------------------


def _further(board: Board, given: Mapping[str, Any], gone: int) -> Ruling:
    """What is left of a retreat of which some hexes are gone. Raises WrongUse. [TCS 4.01 17.4, 17.4i-j]"""
    here, hexes = board.number(given["to"]), board.net.hexes
    if not given.get("units"):
        raise WrongUse("units: name those that retreat; others in the hex may belong to nobody's retreat.")
    path: tuple[Hex, ...] = given.get("path") or ()
    if len(path) <= gone or board.number(path[gone]) != here:
        raise WrongUse(f"path: it begins with the hex that was left first, and {board.label(here)} is number {gone} behind it.")
    way = tuple(board.number(place) for place in path)
    named = board.units(given["units"])
    units = tuple(unit for unit in named if unit.piece is not None and unit.piece.at == hexes[here])
    kind, because = given.get("kind") or VOLUNTARY, given.get("because") or ""
    party = Party(board, kind, because, here, units, {})
    if not units:
        why = step(board.case, "17.4", "Nothing is left of those that retreated")
        return _ruling(board, GONE, 0, (why,), party, proposals=(Proposal("The retreat is over", ()),))
    retreat = replace(_retreat(board, units, way[0], kind, given), gone=way[: gone + 1])
    said = [step(board.case, "17.4", "{units} have gone {gone} hexes of the retreat", units=names(units), gone=gone)]
    dangers = Dangers(retreat, _is_of_vehicles(board, units))
    drawn = _drawn(retreat, given, gone)
    against = list(retreat.against(drawn)) if drawn else []
    ways = (drawn,) if drawn and not against else retreat.ways
    if len(way) == gone + 1 and way not in ways and (gone >= retreat.length or retreat.covers(here)):
        # Where it may end was judged when the way was chosen; enemies that were spotted since then change nothing of that.
        ways = (way, *ways)
    said += against
    if not ways:
        lost = destroying(board, units, because)
        template = "No way leads on for {units}: they are destroyed"
        said += [step(board.case, "17.4c", template, units=names(units)), *lost.said]
        proposal = Proposal("Destroyed for want of a way", lost.edits, then=lost.then)
        return _ruling(board, DESTROYED, 0, said, party, (), (proposal,))
    routes = sorted(map(dangers.route, ways), key=lambda each: each.rank)[:MOST_WAYS]
    said += _routes_told(dangers, routes, len(ways))
    proposals = tuple(_gone(board, (), (), dangers, each, given, None) for each in routes)
    verdict = ENDS if all(len(each) == gone + 1 for each in ways) else LEGAL if drawn and not against else RETREATS
    facts: dict[str, Number | str] = {"length": retreat.length, "gone": gone, "legal": len(ways)}
    return _ruling(board, verdict, len(ways), said, party, routes, proposals, facts)


def _ruling(
    board: Board,
    verdict: str,
    value: Number | None,
    said: Iterable[Reason],
    party: Party,
    routes: Sequence[Route] = (),
    proposals: tuple[Proposal, ...] = (),
    facts: Mapping[str, Number | str] | None = None,
    boards: Iterable[Board] = (),
) -> Ruling:
    for each in boards:
        board.consulted.add(each.consulted.charts)
    detail = ProcedureDetail(
        facts=facts or {},
        proposals=proposals,
        parts=party.parts(),
        units="units",
        place="to",
        hexes={TARGET: frozenset({party.place})},
        ways=tuple(tuple(board.net.hexes[number] for number in each.way) for each in routes),
    )
    return Ruling("syr.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)
