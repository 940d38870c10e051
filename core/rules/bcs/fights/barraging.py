"""Barrages on the map: artillery points of headquarters, the situation of the target, and what a roll does.

[BCS 1.1 Barrage Table, variants 3, 8, published summaries]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.state import Declared
from core.rules.bcs.activation import EFFECTS, FULL
from core.rules.bcs.combat import BARRAGE, TARGETS, barrage
from core.rules.bcs.counters import HEADQUARTERS
from core.rules.bcs.fights.attack_modifiers import HARD
from core.rules.bcs.fights.ground_of_combat import BARRAGE as IN_BARRAGES
from core.rules.bcs.fights.ground_of_combat import CITY, words_of
from core.rules.bcs.fights.losing import lost
from core.rules.bcs.fights.taking_part import (
    acts_now,
    combat_units,
    formation_name,
    held_by,
    in_hex,
    marched,
    one_in,
    one_unit,
    standing,
    whose,
)
from core.rules.bcs.ground.routes import headquarters_of
from core.rules.bcs.ground.screens import is_screen
from core.rules.bcs.standing import standing_edit
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rounding import Rounding, rounded
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.proposals import applied, work_of

DECLARED: Final = "barrage"
"""What a barrage is called where play remembers it."""

HARD_UNIT, CITY_OR_PREPARED, ALL_OTHER = TARGETS
NOBODY, PROHIBITED = "nobody", "prohibited"
TO_NAME = "to name"
"""The verdict where nobody fires of itself, and headquarters that are not activated can be named."""


@dataclass(frozen=True, slots=True)
class Guns:
    """The artillery of a headquarters: its points in this activation, those that are used, and why it fires none."""

    unit: Unit
    points: int
    used: int
    said: Reason
    why: tuple[Reason, ...] = ()

    @property
    def left(self) -> int:
        """The points that are left."""
        return max(0, self.points - self.used)


def barrage_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whose artillery can fire at a hex, and what a barrage of one point does to a unit there. Raises WrongUse.

    [BCS 1.1 Barrage Table, variants 3, 8, published summaries]
    """
    number = board.number(given["to"])
    side = held_by(board, number)
    some = combat_units(in_hex(board, number, side))
    every = guns(board, side)
    target, said = _target(board, number, some, given.get("target") or "")
    if target is None or is_screen(board, target):
        ruling = barrage(board.case, {"target": ALL_OTHER, "screen": "yes"}) if target is not None else None
        said = [*(ruling.reasons if ruling is not None else ()), *said]
        return _ruling(board, PROHIBITED, None, said, _parts(every, None), number)
    firing = _firing(board, given, every)
    if firing is None:
        none = Reason(board.ref(PUBLISHED), "No headquarters that is activated has artillery points left")
        why = [each.why[0] for each in every if each.why]
        waits = [unit for unit in (each.unit for each in every if not each.why) if not acts_now(board, unit)]
        said = [none, *why, *whose(board, waits), *said]
        return _ruling(board, TO_NAME if waits else NOBODY, 0, said, _parts(every, None), number)
    if firing.why:
        return _ruling(board, PROHIBITED, None, [*said, *firing.why], _parts(every, firing), number)
    return _fired(board, given, number, target, firing, every, said)


def guns(board: Board, side: str) -> tuple[Guns, ...]:
    """The headquarters of the enemies of a side that print artillery points. [BCS 1.1 published summaries, variant 3]"""
    found = (
        guns_of(board, unit)
        for other in board.sides
        if other != side
        for _, unit in board.of(other)
        if unit.kind == HEADQUARTERS and unit.whole("artillery.points")
    )
    return tuple(found)


def artillery_of(board: Board, unit: Unit) -> Guns | None:
    """The artillery of a unit's formation, None where it has none on the map. [BCS 1.1 published summaries]"""
    home = headquarters_of(board, unit.counter.formation) if unit.counter.formation else None
    return guns_of(board, home[1]) if home is not None and home[1].whole("artillery.points") else None


def guns_of(board: Board, unit: Unit) -> Guns:
    """The points of a headquarters by the SNAFU result of its formation. [BCS 1.1 published summaries]"""
    kept, printed = standing(board, unit), unit.whole("artillery.points")
    result = kept.snafu or FULL
    exact = printed * board.consulted.number(EFFECTS, result, "factor")
    rule = board.case.ruleset.rounding.get("general")
    points = rounded(exact, rule.how if rule is not None else Rounding.HALF_UP)
    told: dict[str, object] = {"unit": unit.name, "printed": printed, "points": points, "used": kept.artillery}
    told["result"] = result
    template = "{unit} prints {printed} artillery points: {points} after the SNAFU result {result}, {used} used"
    if not kept.snafu:
        template = "{unit} prints {printed} artillery points: {points} as after {result}, before the SNAFU roll; {used} used"
    said = Reason(board.ref(PUBLISHED), template, told, numbers={"points": points})
    why = list(marched(board, unit))
    if points <= kept.artillery:
        why.append(said)
    return Guns(unit, points, kept.artillery, said, tuple(why))


def _target(board: Board, number: int, some: Sequence[Unit], name: str) -> tuple[Unit | None, list[Reason]]:
    """The unit that is fired at: the one that is named, else the top one that does not screen. Raises WrongUse."""
    place = board.net.hexes[number]
    if name:
        named = one_in(board, name, number, "target")
        if named not in some:
            raise WrongUse(f"target: {named.name} is no combat unit.")
        return named, []
    if not some:
        return None, [Reason(board.ref(PUBLISHED), "No combat unit is in {hex}", {"hex": place}, (place,))]
    top = max(range(len(some)), key=lambda n: (not is_screen(board, some[n]), n))
    said = []
    if len(some) > 1:
        template = "{unit} is the target, on top of the stack: the texts at hand do not say who picks it"
        said.append(Reason(board.ref(PUBLISHED), template, {"unit": some[top].name}, (place,)))
    return some[top], said


def _firing(board: Board, given: Mapping[str, Any], every: Sequence[Guns]) -> Guns | None:
    """The headquarters that is named, else the active one, or the one with most points left where none is. Raises WrongUse."""
    if given.get("units"):
        unit = one_unit(board, given["units"])
        found = next((each for each in every if each.unit.id == unit.id), None)
        if found is None:
            raise WrongUse(f"units: {unit.name} is no enemy headquarters with artillery points.")
        return found
    able = [each for each in every if not each.why and acts_now(board, each.unit)]
    return max(able, key=lambda each: each.left, default=None)


def situation(board: Board, number: int, target: Unit) -> tuple[str, Reason]:
    """The column of the table for a target, the first that applies, and why. [BCS 1.1 Barrage Table]"""
    place = board.net.hexes[number]
    told: dict[str, object] = {"unit": target.name, "hex": place}
    if target.word("armour.class") in HARD and "armour" in target.values:
        return HARD_UNIT, Reason(board.ref(PUBLISHED), "{unit} is a hard unit, with a red armour value", told)
    if CITY in words_of(board, number, IN_BARRAGES):
        return CITY_OR_PREPARED, Reason(board.ref(PUBLISHED), "{unit} lies in the city terrain of {hex}", told, (place,))
    if standing(board, target).prepared:
        return CITY_OR_PREPARED, Reason(board.ref(PUBLISHED), "{unit} has a prepared defence", told)
    return ALL_OTHER, Reason(board.ref(PUBLISHED), "{unit} is no hard unit, in no city and without a prepared defence", told)


def _fired(
    board: Board,
    given: Mapping[str, Any],
    number: int,
    target: Unit,
    firing: Guns,
    every: Sequence[Guns],
    said: Sequence[Reason],
) -> Ruling:
    """A barrage by the question with a situation, which the map gives."""
    column, why = situation(board, number, target)
    if given.get("situation"):
        column, why = given["situation"], Reason(board.ref(PUBLISHED), "The situation is as it was said")
    ruling = barrage(board.case, {"target": column, "roll": given.get("roll")})
    board.consulted.add(ruling.charts)
    table = ruling.detail
    assert isinstance(table, ChartDetail)
    seen = "Who spots the target is for the players to say: the texts at hand name only that screens do (8)"
    told = [*said, firing.said, why, Reason(board.ref(PUBLISHED), seen), *whose(board, (firing.unit,)), *ruling.reasons]
    wanted: tuple[Wanted, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    if given.get("roll") is None:
        what = f"barrage of {target.name} in {board.label(number)}"
        wanted = (Wanted("roll", board.consulted.book.chart(BARRAGE).dice, what, firing.unit.side),)
    else:
        proposals = (_proposed(board, number, target, firing, table.result),)
    facts: dict[str, Number | str] = {"situation": column, "points": firing.points, "left": firing.left}
    made = ProcedureDetail(
        facts={**facts, "headquarters": firing.unit.id, "target": target.id},
        tables=(table,),
        proposals=proposals,
        parts=_parts(every, firing),
        units="units",
        place="to",
        hexes={TARGET: frozenset({board.net.hexes[number]})},
        wanted=wanted,
    )
    return replace(ruling, question="barrage.at", reasons=tuple(told), detail=made, charts=board.consulted.charts)


def _proposed(board: Board, number: int, target: Unit, firing: Guns, result: str) -> Proposal:
    """The point that is used and the step that is lost."""
    steps = int(result) if result.isdecimal() else 0
    formation, work = firing.unit.counter.formation, work_of(board)
    edits: list[Edit] = []
    if formation:
        edits.append(standing_edit(work, formation, artillery=firing.used + 1))
        work = applied(work, edits)
    edits += lost(work, (target,), {target.id: steps})
    place = board.net.hexes[number]
    attempt = Declared(firing.unit.side, (firing.unit.id,), (place,), DECLARED)
    name = formation_name(board, formation) or firing.unit.name
    label = f"Barrage by {name} of {target.name} in {board.label(number)}: {in_words(result)}"
    return Proposal(label, tuple(edits), attempt=made_in_play(board, attempt))


def in_words(result: str) -> str:
    """What a barrage does to its target, in words."""
    return f"loses {counted(int(result), 'step')}" if result.isdecimal() and int(result) else "no effect"


def _parts(every: Sequence[Guns], firing: Guns | None) -> tuple[Part, ...]:
    return tuple(_parted(every, firing))


def _parted(every: Sequence[Guns], firing: Guns | None) -> Iterator[Part]:
    for each in every:
        if each.unit.piece is not None and isinstance(each.unit.piece.at, Hex):
            taking = firing is not None and each.unit.id == firing.unit.id
            yield Part(each.unit.id, each.unit.piece.at, not each.why, taking, each.why[0] if each.why else each.said)


def _ruling(
    board: Board, verdict: str, value: Number | None, said: Sequence[Reason], parts: tuple[Part, ...], number: int
) -> Ruling:
    place = frozenset({board.net.hexes[number]})
    detail = ProcedureDetail(facts={}, parts=parts, units="units", place="to", hexes={TARGET: place})
    return Ruling("barrage.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


PARAMETERS = (
    Parameter("to", "hex", "the hex that is fired at", required=True),
    Parameter("units", "text", "the headquarters whose artillery fires, by id or name; the active one without it"),
    Parameter("target", "text", "the unit that is fired at, by id or name; the top one without it"),
    Parameter("situation", "choice", "the situation of the target; as the map says without it", choices=TARGETS),
    Parameter("roll", "whole", "the natural roll of one die"),
)
