"""Jumped headquarters and combat trains: what makes them jump, and how, formation by formation.

[BCS 1.1 9.1f, 10.3d, variants 7, 8]

A soft jump is over once the owner has shifted both (`placing.py`); after a hard one what was jumped is displaced with all
effects.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from core.rules.bcs.fights.taking_part import behind_the_lines, formation_name, in_hex
from core.rules.bcs.formations import TRIGGERS, jump
from core.rules.bcs.ground.going import AS_IT_LIES, jump_bar, lying
from core.rules.bcs.tables import ON
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import FORMATIONS, Parameter
from core.rules.kernel.procedure import TARGET, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board

ENTERED: Final = "entered"
RETREAT: Final = "retreat"
LAST_STEP: Final = "last_step"
SOFT: Final = "soft"
HARD: Final = "hard"
NONE, PROHIBITED = "none", "prohibited"


def jump_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether the headquarters and trains in a hex jump, and how; of several formations the first one, while the others are
    asked next. Raises WrongUse. [BCS 1.1 9.1f, 10.3d, variants 7, 8]"""
    number, trigger = board.number(given["to"]), given.get("trigger") or ENTERED
    groups = jumped_in(board, number)
    if given.get("formation"):
        wanted = board.forces.formation_named("formation", given["formation"]).id
        groups = {id_: units for id_, units in groups.items() if id_ == wanted}
    if not groups:
        none = Reason(board.ref("7"), "No headquarters and no trains are in {hex}", {"hex": board.net.hexes[number]})
        return _ruling(board, NONE, 0, [none], (), number, [Proposal("Nothing is there to be jumped", ())])
    formation, pieces = next(iter(groups.items()))
    said = [_who(board, number, pieces, list(groups)[1:])]
    if trigger == ENTERED:
        barred = list(_barred(board, given, number, pieces[0].side))
        said += barred
        if barred and all(_bar(board, unit) is not None for unit in _entering(board, given, number, pieces[0].side)):
            return _ruling(board, PROHIBITED, 0, said, pieces, number, [Proposal("Nothing is jumped", ())])
    ruling = jump(board.case, {"trigger": trigger, "roll": given.get("roll")})
    board.consulted.add(ruling.charts)
    said += ruling.reasons
    rest = tuple(_others(board, given, number, list(groups)[1:], trigger))
    verdict = ruling.verdict
    proposals: list[Proposal] = []
    dice: tuple[Wanted, ...] = ()
    tables: tuple[ChartDetail, ...] = ()
    if isinstance(ruling.detail, ChartDetail):
        tables = (ruling.detail,)
    if verdict in (SOFT, HARD):
        label = f"{'Soft' if verdict == SOFT else 'Hard'} jump: {names(pieces)}"
        proposals = [Proposal(label, (), then=(*rest, _placed(board, formation, verdict, pieces)))]
    elif verdict == NONE:
        proposals = [Proposal("Nothing jumps", (), then=rest)]
    elif isinstance(ruling.detail, ChartDetail):
        what = f"jump of {formation_name(board, formation)}"
        dice = (Wanted("roll", board.consulted.book.chart(ruling.detail.chart).dice, what, pieces[0].side),)
    made = _ruling(board, verdict, ruling.value, said, pieces, number, proposals)
    detail = replace(made.detail, wanted=dice, tables=tables)
    return replace(made, detail=detail)


def jumped_in(board: Board, number: int) -> dict[str, tuple[Unit, ...]]:
    """The headquarters and trains in a hex by their formations. [BCS 1.1 variant 7]"""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in behind_the_lines(board.at.get(number, ())):
        found[unit.counter.formation] = (*found.get(unit.counter.formation, ()), unit)
    return found


def jumps_asked(board: Board, number: int, trigger: str) -> tuple[Next, ...]:
    """That headquarters and trains in a hex may jump, as it is asked next; nothing where none are there, and where the box
    has only entry make them jump. [BCS 1.1 variant 7]"""
    if not jumped_in(board, number) or not _triggers(board, trigger):
        return ()
    place = board.net.hexes[number]
    side = behind_the_lines(board.at[number])[0].side
    title = Reason(board.ref("7"), "Headquarters and trains jump in {hex}", {"hex": place}, (place,))
    return (Next("jump.at", title, {"to": board.label(number), "trigger": trigger}, side),)


def _triggers(board: Board, trigger: str) -> bool:
    """Whether something makes headquarters and trains jump under the options of the box. [BCS 1.1 variant 7]"""
    choices = board.case.choices
    return trigger == ENTERED or (choices["jumps.soft_hard"] == ON and choices.get("jumps.triggers", "three") == "three")


def _who(board: Board, number: int, pieces: Sequence[Unit], others: Sequence[str]) -> Reason:
    place = board.net.hexes[number]
    told: dict[str, object] = {"units": names(pieces), "hex": place}
    told["others"] = ", ".join(formation_name(board, each) for each in others)
    template = "In {hex}: {units}"
    template += "; each formation rolls for itself, {others} next" if others else ""
    return Reason(board.ref("7"), template, told, (place,))


def _entering(board: Board, given: Mapping[str, Any], number: int, side: str) -> tuple[Unit, ...]:
    """The enemies that enter: those that are named, else those that are in the hex."""
    if given.get("by"):
        return board.units(given["by"], "by")
    return tuple(unit for unit in in_hex(board, number) if unit.side != side)


def _barred(board: Board, given: Mapping[str, Any], number: int, side: str) -> Iterator[Reason]:
    """Which of those that enter jump nothing, and why. [BCS 1.1 1.2d, 9.1f, variants 7, 8]"""
    for unit in _entering(board, given, number, side):
        bar = _bar(board, unit)
        if bar is not None:
            yield Reason(bar.rule, f"{{unit}}: {bar.template}", {**bar.values, "unit": unit.name})


def _bar(board: Board, unit: Unit) -> Reason | None:
    """Why a unit that has entered jumps nothing, as it lies; None where it does."""
    return jump_bar(board, unit, *lying(unit, AS_IT_LIES))


def _others(board: Board, given: Mapping[str, Any], number: int, formations: Iterable[str], trigger: str) -> Iterator[Next]:
    """The rolls of the other formations in the hex, one by one. [BCS 1.1 variant 7]"""
    place = board.net.hexes[number]
    for id_ in formations:
        asked = {"to": board.label(number), "trigger": trigger, "formation": id_}
        if given.get("by"):
            asked["by"] = ", ".join(unit.id for unit in board.units(given["by"], "by"))
        told = {"formation": formation_name(board, id_), "hex": place}
        formation = board.forces.oob.formation(id_)
        title = Reason(board.ref("7"), "{formation} jumps in {hex}", told, (place,))
        yield Next("jump.at", title, asked, formation.side if formation is not None else "")


def _placed(board: Board, formation: str, kind: str, pieces: Sequence[Unit]) -> Next:
    """Where they are shifted to, as it is asked next. [BCS 1.1 variant 7]"""
    given = {"formation": formation, "kind": kind}
    template = "Once the enemy stack has stopped, {formation} shifts its headquarters and trains"
    if kind == HARD:
        given["jumped"] = ", ".join(unit.id for unit in pieces)
        template = "{formation} displaces {units}"
    told = {"formation": formation_name(board, formation), "units": names(pieces)}
    return Next("jump.place", Reason(board.ref("7"), template, told), given, pieces[0].side)


def _ruling(
    board: Board,
    verdict: str,
    value: Number | str | None,
    said: Sequence[Reason],
    pieces: Sequence[Unit],
    number: int,
    proposals: Sequence[Proposal],
) -> Ruling:
    place = board.net.hexes[number]
    detail = ProcedureDetail(
        facts={"formation": pieces[0].counter.formation} if pieces else {},
        proposals=tuple(proposals),
        parts=tuple(Part(unit.id, place, True, True) for unit in pieces),
        place="to",
        hexes={TARGET: frozenset({place})},
    )
    return Ruling("jump.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


PARAMETERS = (
    Parameter("to", "hex", "the hex in which they are", required=True),
    Parameter("trigger", "choice", "what happened there; entered without it", choices=tuple(TRIGGERS)),
    Parameter("by", "texts", "who entered, by their ids or names; the enemies in the hex without it"),
    Parameter(
        "formation",
        "text",
        "whose headquarters and trains, where several have some there; the first without it",
        words=FORMATIONS,
    ),
    Parameter("roll", "whole", "the natural roll of one die"),
)
