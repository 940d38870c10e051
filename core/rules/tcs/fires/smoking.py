"""Smoke and light of mortars and infantry guns on the map: who may, who observes, the roll, the marker.

[TCS 4.01 13.1b-c, 19.1b, 19.3c, 24.3a-c, 24.5a, 24.6d, 26.2]
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked, marked
from core.model.state import SMOKE_SHOT, Declared
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.proposals import work_of
from core.rules.tcs.fires.firing import NOBODY
from core.rules.tcs.forces.counters import FIRED_MARK, kind_of, unit_of
from core.rules.tcs.forces.strength import MORTAR
from core.rules.tcs.forces.units import ON_MAP
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.orders.by_orders import consequences, is_barred, orders_of_units
from core.rules.tcs.procedures.artillery import SMOKE_FROM
from core.rules.tcs.procedures.artillery import smoke as smoke_of
from core.rules.tcs.procedures.fire import SUPPRESSIVE, prohibitions
from core.rules.tcs.procedures.missions import ILLUM, SMOKE
from core.rules.tcs.reckoning import NO, PROHIBITED, YES, step
from core.rules.tcs.sight.cover import is_water
from core.rules.tcs.watch import acted
from core.rules.tcs.watch.lookout import Watch, shown_lit, watch_on

MARKS = {SMOKE: "smoke-mortar", ILLUM: "illum-mortar"}
"""The markers that lie in hexes then. [TCS 4.01 24.5a]"""
MARKERS = tuple(MARKS)


def smoke_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who may fire smoke or light into a hex, what must be rolled, and what a roll does. Raises WrongUse.

    [TCS 4.01 13.1b-c, 24.3a-c, 24.5a, 26.2]
    """
    place, marker = given["to"], given.get("marker") or SMOKE
    number = board.number(place)
    every = board.kept(("smoke", number, marker), lambda: tuple(_each(board, number, marker)))
    chosen = board.units(given["units"]) if given.get("units") else ()
    if len(chosen) > 1:
        raise WrongUse("units: each mortar and gun fires its own marker, one after the other (24.3c, 24.5a).")
    able = [unit for unit, why in every if not why]
    firing = chosen[0] if chosen else able[0] if able else None
    if firing is not None and all(unit.id != firing.id for unit, _ in every):
        raise WrongUse(f"units: {firing.name} is no mortar and no infantry gun on the map.")
    barred = next((why for unit, why in every if firing is not None and unit.id == firing.id), ())
    said = list(_told(board, every, firing))
    takes = firing.id if firing is not None and not barred else ""
    parts = tuple(_part(board, unit, why, unit.id == takes) for unit, why in every)
    light = [(place, Mark(MARKS[ILLUM]))] if marker == ILLUM else []
    hexes = {TARGET: frozenset({place}), **shown_lit(board, *light)}
    shown: dict[str, Any] = {"parts": parts, "units": "units", "one_unit": True, "place": "to", "hexes": hexes}
    if firing is None or barred:
        detail = ProcedureDetail(facts={}, **shown)
        verdict = NOBODY if firing is None else PROHIBITED
        return Ruling("smoke.at", board.case.ruleset.id, verdict, 0, tuple(said), detail, board.consulted.charts)
    firer = "mortar" if kind_of(board.case.ruleset, firing).name == MORTAR else "infantry gun"
    asked = {"firer": firer, "calibre": firing.whole("fire.calibre"), "marker": marker}
    ruling = smoke_of(board.case, asked | ({"roll": given["roll"]} if given.get("roll") is not None else {}))
    board.consulted.add(ruling.charts)
    found = ruling.detail if isinstance(ruling.detail, Facts) else Facts({})
    waits = marker == SMOKE and ruling.verdict == READ
    label = board.forces.box.label(place)
    dice = (Wanted("roll", "d6", f"smoke in {label}", firing.side),) if waits else ()
    chance = found.facts.get("chance")
    chances = ((YES, Fraction(chance)), (NO, 1 - Fraction(chance))) if waits and chance is not None else ()
    detail = ProcedureDetail(
        facts={**found.facts, "firer": firing.id},
        tables=found.tables,
        proposals=() if waits else (_proposed(board, given, firing, marker, comes=ruling.verdict != NO),),
        wanted=dice,
        outcomes=tuple(Outcome("Smoke", name, part) for name, part in chances),
        **shown,
    )
    return replace(ruling, question="smoke.at", reasons=(*said, *ruling.reasons), detail=detail, charts=board.consulted.charts)


def _each(board: Board, number: int, marker: str) -> Iterator[tuple[Unit, tuple[Reason, ...]]]:
    """Every mortar and infantry gun of the side whose phase it is, or of all where it is nobody's, with why it may not."""
    active, ruleset = board.forces.state.moment.side, board.case.ruleset
    units = [
        (here, unit)
        for here in sorted(board.at)
        for unit in board.at[here]
        if (not active or unit.side == active) and kind_of(ruleset, unit).name in (*SMOKE_FROM, ON_MAP)
    ]
    orders = {each.unit.id: each for each in orders_of_units(board.case, board.forces, [unit for _, unit in units])}
    for here, unit in units:
        # Whoever looks at the hex does so as those who watch the other side.
        watch = watch_on(board, next((side for side in board.sides if side != unit.side), ""), MARCH)
        why = list(_reasons(watch, here, number, unit, marker))
        ordered = orders.get(unit.id)
        if ordered is not None and is_barred(ordered, "smoke"):
            why += consequences(board.case, ordered, "smoke")
        yield unit, tuple(why)


def _reasons(watch: Watch, here: int, number: int, unit: Unit, marker: str) -> Iterator[Reason]:
    """Why a unit fires no smoke or light into a hex. [TCS 4.01 9.1d, 13.1b, 19.1b, 24.3a-c, 24.5a, 24.6d, 26.0, 26.2b]"""
    board, case = watch.board, watch.case
    counted: Counted = replace(unit_of(case.ruleset, unit, board.at[here]), range=watch.away(here, number))
    kind, told = counted.kind.name, {"unit": unit.name}
    if kind == ON_MAP:
        yield step(case, "24.6d", "{unit}: guns of a battery fire smoke and light in missions alone", **told)
        return
    section = "24.3c" if kind == MORTAR else "24.5a"
    least, calibre = case.ruleset.whole(SMOKE_FROM[kind]), unit.whole("fire.calibre")
    if not calibre:
        yield step(case, section, "{unit}: it prints no calibre, and from {least} mm on they fire so", **told, least=least)
    elif calibre < least:
        yield step(
            case, section, "{unit}: of {calibre} mm, and from {least} mm on they fire so", **told, calibre=calibre, least=least
        )
    for each in prohibitions(case, (counted,), SUPPRESSIVE):
        yield Reason(each.rule, each.template, {**each.values, **told}, numbers=each.numbers)
    yield from acted.bars_suppressive(board, unit)
    if marker == ILLUM:
        if case.state.light == "twilight":
            yield step(case, "26.2b", "{unit}: light is not used at dawn, dusk and twilight", **told)
        return
    if is_water(board, number):
        yield step(case, "19.1b", "{unit}: no smoke in {hex}, which is all water", **told, hex=board.label(number))
    yield from _unseen(watch, here, number, unit, counted)


def _unseen(watch: Watch, here: int, number: int, unit: Unit, counted: Counted) -> Iterator[Reason]:
    """That nobody sees a hex for smoke: of a mortar who observes for it, of a gun itself. [TCS 4.01 24.3a, 24.3c, 24.5a]"""
    if counted.kind.name == MORTAR:
        if not any(watch.sees(place, number) is True for place, _ in watch.observers(unit)):
            yield step(watch.case, "24.3a", "{unit}: nobody who observes for it sees the hex", unit=unit.name)
    elif watch.sees(here, number) is not True:
        yield step(watch.case, "24.5a", "{unit}: it does not see the hex", unit=unit.name)


def _part(board: Board, unit: Unit, why: Sequence[Reason], takes: bool) -> Part:
    return Part(unit.id, board.net.hexes[board.place(unit)], not why, takes, why[0] if why else None)


def _told(board: Board, every: Sequence[tuple[Unit, Sequence[Reason]]], firing: Unit | None) -> Iterator[Reason]:
    """Who fires, and why others do not."""
    if firing is not None and all(not why for unit, why in every if unit.id == firing.id):
        yield Reason(board.ref("24.3c"), "In the place of a Suppressive Fire Action: {unit}", {"unit": names((firing,))})
    for unit, why in every:
        if why and (firing is None or unit.id == firing.id):
            yield why[0]


def _proposed(board: Board, given: Mapping[str, Any], unit: Unit, marker: str, *, comes: bool) -> Proposal:
    """The marker where it comes, and that the unit is marked Fired in any case. [TCS 4.01 24.3c, 24.5a]"""
    place, work = given["to"], work_of(board)
    edits: list[Edit] = []
    if comes:
        edits.append(hex_marked(work, (place,), Mark(MARKS[marker], unit.side), f"Place {marker}"))
        work = edits[0].apply(work)
    edits.append(marked(work, (unit.id,), FIRED_MARK, "Mark Fired"))
    what = f"{marker.capitalize()} in" if comes else f"No {marker} in"
    attempt = Declared(unit.side, (unit.id,), (place,), SMOKE_SHOT)
    label = f"{what} {board.forces.box.label(place)}; mark Fired: {unit.name}"
    return Proposal(label, tuple(edits), attempt=made_in_play(board, attempt))


PARAMETERS = (
    Parameter("to", "hex", "the hex that smoke or light is fired into", required=True),
    Parameter("units", "texts", "the mortar or infantry gun, by its id or name; the first that may without it"),
    Parameter("marker", "choice", "what it fires; smoke without it", choices=MARKERS, at_hand=True),
    Parameter("roll", "whole", "the roll of one die for smoke"),
)
