"""Supply by air and sea and surrender of units on the map, with what becomes of their markers [VCS 11.2.6, 11.4].

Both are judged by `core.rules.vcs.supply`, which is given here what it asks for: enemies, coast, weather, markers.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import marked, unmarked
from core.model.edits.state_edits import ChangeState
from core.model.state import Declared
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import Proposal, rolled
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.losses import Remaining
from core.rules.operations.proposals import applied, work_of
from core.rules.operations.zones import SIDES
from core.rules.vcs.assets import AIR, NAVAL, Key
from core.rules.vcs.lines import NO_LEVEL, enemies_near, levels_of
from core.rules.vcs.states import ISOLATED_MARK, OUT_MARK, SUPPLY_KINDS, marked_state, no_attempt_left, points_key, support_key
from core.rules.vcs.strengths import ISOLATED, OUT, SUPPLIED
from core.rules.vcs.supply import COSTS, by_air, surrender

MARKS = {OUT: OUT_MARK, ISOLATED: ISOLATED_MARK}
SUPPLIED_SO = "supplied"
POINTS: Mapping[str, str] = MappingProxyType({"air": AIR, "sea": NAVAL})
"""The kind of points that an attempt takes, by its way. [VCS 11.4]"""


def _one(board: Board, given: Mapping[str, Any]) -> Unit:
    units = board.units(given["units"])
    if len(units) != 1:
        raise WrongUse("units: name the one unit that it is about.")
    board.place(units[0])
    return units[0]


def air_supply(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Supply of a unit by air or sea, by the enemies near it, its coast and the weather. Raises WrongUse. [VCS 11.4]"""
    unit = _one(board, given)
    number, weather = board.place(unit), board.forces.state.weather.casefold()
    around = [near for near in board.net.near[SIDES * number : SIDES * number + SIDES] if near >= 0]
    coast = any(levels_of(board)[near] == NO_LEVEL for near in around)
    state = marked_state(unit)
    asked: dict[str, Any] = {
        "by": given.get("by") or "air",
        "coastal": "yes" if coast else "no",
        "weather": given.get("weather") or (weather if weather in ("rain", "storm") else "clear"),
        "enemies": enemies_near(board, unit, number),
        "state": state,
        **({"roll": given["roll"]} if given.get("roll") is not None else {}),
    }
    if state == SUPPLIED:
        said = (Reason(board.ref("11.4"), "{unit} is not marked as out of supply or isolated", {"unit": unit.name}),)
        return Ruling("supply.air", board.case.ruleset.id, "prohibited", None, said, None, board.consulted.charts)
    if (why_not := no_attempt_left(board, unit)) is not None:
        said = (why_not,)
        return Ruling("supply.air", board.case.ruleset.id, "prohibited", None, said, None, board.consulted.charts)
    counted = points_key(board, unit.side, unit.word("nationality"), POINTS[asked["by"]])
    if counted is not None and board.forces.state.points[counted] < board.case.ruleset.whole("relief.points"):
        told = {"side": board.forces.side_name(unit.side), "what": counted[1]}
        said = (Reason(board.ref("11.4"), "{side} has no {what} left in this turn, one of which the attempt takes", told),)
        return Ruling("supply.air", board.case.ruleset.id, "prohibited", None, said, None, board.consulted.charts)
    ruling = by_air(board.case, asked)
    board.consulted.add(ruling.charts)
    if asked.get("roll") is None or not isinstance(ruling.detail, ChartDetail):
        return ruling
    better = str(ruling.value) if ruling.verdict == SUPPLIED_SO else state
    attempt = made_in_play(board, Declared(unit.side, (unit.id,), (board.net.hexes[number],), SUPPLY_KINDS[asked["by"]]))
    proposal = _supplied(board, unit, state, better, counted, attempt)
    return replace(ruling, detail=rolled(ruling.detail, proposal), charts=board.consulted.charts) if proposal else ruling


def _supplied(
    board: Board, unit: Unit, state: str, better: str, counted: Key | None, attempt: Declared | None
) -> Proposal | None:
    """The markers of a unit that is supplied a level better, and what the attempt costs: a support point, and the air or naval
    point that is `counted`. One that was not declared counts with it. [VCS 11.4, 12.0]"""
    work, labels = work_of(board), []
    edits: list[Edit] = []
    if better != state:
        kind = MARKS[state]
        word = next(word for word in unit.piece.marks if parted(word)[0] == kind) if unit.piece is not None else kind
        edits.append(unmarked(work, (unit.id,), word, "Supplied by air or sea"))
        if better in MARKS:
            edits.append(marked(applied(work, edits), (unit.id,), MARKS[better], "Supplied by air or sea"))
        labels.append(f"{unit.name}: {better}")
    key = support_key(board, unit.side, unit.word("nationality"))
    if key is not None:
        cost = int(board.consulted.number(COSTS, "Air or sea supply", "points"))
        left = work.state.points[key] - cost
        edits.append(ChangeState("Pay support points", {"points": work.state.points.set(key, left)}))
        labels.append(f"pay {cost} of {key[1]}, {left} left")
    if counted is not None:
        points = applied(work, edits).state.points
        price = board.case.ruleset.whole("relief.points")
        left = points[counted] - price
        edits.append(ChangeState("Spend points", {"points": points.set(counted, left)}))
        labels.append(f"spend {price} of {counted[1]}, {left} left")
    label = "; ".join(labels) or "the attempt counts, and came to nothing"
    return Proposal(label[:1].upper() + label[1:], tuple(edits), attempt=attempt) if edits or attempt is not None else None


def surrendered(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What an isolated unit loses in the supply phase, by its markers. Raises WrongUse. [VCS 11.2.6]"""
    unit = _one(board, given)
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    markers = max((parted(word)[1] or 1 for word in marks if parted(word)[0] == ISOLATED_MARK), default=0)
    asked = {name: given[name] for name in ("attacked", "roll") if given.get(name) is not None}
    ruling = surrender(board.case, {**asked, "markers": markers})
    if asked.get("roll") is None or not isinstance(ruling.detail, ChartDetail) or not ruling.verdict.isdecimal():
        return ruling
    remaining = Remaining(board)
    steps = {unit.id: min(int(ruling.verdict), remaining.left(unit))}
    back = tuple(each.id for each in remaining.returning((unit,), steps))
    label = f"{unit.name} loses {'one step' if steps[unit.id] == 1 else f'{steps[unit.id]} steps'} by surrender"
    proposal = Proposal(label, remaining.losing(work_of(board), (unit,), steps), back)
    return replace(ruling, detail=rolled(ruling.detail, proposal))
