"""Morale checks on the map: who checks for a stack, what is added, and what each result does to its units [TCS 4.01 17.0-17.6].

Where data flows::

    hex ──> units of the side, those eliminated in this fire ──> the worst checks ──> `check_of` ──> result
    ground, markers, orders, light ──> modifiers ──────────────────────┘                       │
    condition, mode, carrier of each unit ──> markers and modes, or a retreat, or the end <────┘
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.proposals import work_of
from core.rules.operations.questions import OverBoard
from core.rules.tcs.effects.checking import checker_of, checks_morale
from core.rules.tcs.effects.losing import CHECKED, driven_by
from core.rules.tcs.effects.suffering import ASSAULT
from core.rules.tcs.forces.counters import DUG_IN_MARK, in_move_mode, integrated_steps, unit_of
from core.rules.tcs.forces.modes import lying
from core.rules.tcs.forces.units import CONDITIONS, FIRE, MOUNTED, PARALYZED, READY, RIDING, SUPPRESSED, TOWED
from core.rules.tcs.movement.going import OPERATIONS
from core.rules.tcs.orders.by_orders import orders_of_units
from core.rules.tcs.procedures.area_shifts import CROSSFIRE, NIGHT
from core.rules.tcs.procedures.destroyed import destroying
from core.rules.tcs.procedures.morale import (
    DUG_IN,
    MODIFIERS,
    NONE,
    SURRENDER,
    SYR,
    SYR_OR_STEP,
    Check,
    by_orders_of,
    check_of,
    outcome_of,
)
from core.rules.tcs.reckoning import NO, YES, step
from core.rules.tcs.set_up import RULES
from core.rules.tcs.sight.cover import classes_crossed, classes_of_hex

NOBODY_CHECKS = "nobody checks"
ARTILLERY, MISSIONS = "artillery", "artillery"
"""What causes a check, and the phase in which it lets the owner choose. [TCS 4.01 17.4l]"""

RESULTS = {NONE: "nothing", SUPPRESSED: "Suppressed", SYR: "retreat", PARALYZED: "Paralyzed", SURRENDER: "Surrender"}
OUTCOMES = RESULTS | {SYR_OR_STEP: "retreat or a step"}
"""Results as they are told, in their order; what an assault makes of them among them."""


@dataclass(frozen=True)
class Stack:
    """A stack that checks: those who stand in the hex, those of them that ignore all but surrender, those who are gone."""

    board: Board
    given: Mapping[str, Any]
    place: Hex
    side: str
    units: tuple[Unit, ...]
    retreating: frozenset[str]
    lost: tuple[Unit, ...]

    @property
    def checking(self) -> tuple[Unit, ...]:
        """The infantry and weapons units that are there and suffer results. [TCS 4.01 17.0a, 17.4i]"""
        return tuple(unit for unit in self.units if checks_morale(self.board, unit) and unit.id not in self.retreating)

    @property
    def in_assault(self) -> bool:
        """Whether it is a check of an assault. [TCS 4.01 22.0c]"""
        return self.given.get("because") == ASSAULT

    @property
    def by_mission(self) -> bool:
        """Whether an artillery mission of the Aircraft & Artillery Phase caused it. [TCS 4.01 17.4l]"""
        phase = self.board.forces.state.moment.phase.partition(".")[0]
        return self.given.get("because") == ARTILLERY and phase in ("", MISSIONS)

    @property
    def before(self) -> str:
        """The worst condition of those who suffer results."""
        return max((condition_of(unit) for unit in self.checking), key=CONDITIONS.index, default=READY)


def condition_of(unit: Unit) -> str:
    """What the markers on a unit say of its morale. [TCS 4.01 17.0c]"""
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    return next((each for each in CONDITIONS[:0:-1] if each in marks), READY)


def morale_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The morale check of a stack on the map: who checks, its column and chances, and what a roll does. Raises WrongUse.

    [TCS 4.01 17.0-17.6, 22.0c]
    """
    stack = stack_of(board, given)
    if not any(checks_morale(board, unit) for unit in (*stack.units, *stack.lost)):
        template = "Vehicles and carriers alone make no morale check"
        if not stack.units:
            template = "Nobody of {side} is in {hex}"
        told = {"side": board.forces.side_name(stack.side), "hex": board.forces.box.label(stack.place)}
        nobody = step(board.case, "17.0a", template, **told)
        detail = ProcedureDetail(facts={}, proposals=(Proposal("Nobody checks morale", ()),))
        return _ruling(stack, NOBODY_CHECKS, None, (nobody,), detail)
    check = check_at(board, stack.units, stack.lost, given, given.get("roll"))
    label = board.forces.box.label(stack.place)
    if not check.table.result:
        chances: dict[str, Fraction] = {}
        for result, chance in check.table.chances:
            outcome = effect(stack, result)[0]
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
        outcomes = tuple(Outcome("Morale", OUTCOMES[each], chances[each]) for each in OUTCOMES if chances.get(each))
        wanted = (Wanted("roll", "11..66", f"morale in {label}", stack.side),)
        detail = ProcedureDetail(facts=check.facts, tables=(check.table,), wanted=wanted, outcomes=outcomes)
        return _ruling(stack, READ, check.total, check.said, detail)
    outcome, why = effect(stack, check.table.result)
    proposals = tuple(_proposals(stack, outcome))
    detail = ProcedureDetail(facts=check.facts, tables=(check.table,), proposals=proposals)
    said = (*check.said, *why, *_spared(stack, outcome))
    return _ruling(stack, outcome, check.table.result, said, detail)


def check_at(
    board: Board, units: tuple[Unit, ...], lost: tuple[Unit, ...], given: Mapping[str, Any], roll: int | None = None
) -> Check:
    """The check of units that stand in a hex together, and of those that were eliminated there just now.

    `given` may say where (`to`), whether it was a cross fire, and between which hexes a trigger was. [TCS 4.01 17.2, 17.2a]
    """
    checkers = [(unit, checker_of(board, unit)) for unit in units if checks_morale(board, unit)]
    checkers += [(unit, checker_of(board, unit, eliminated=True)) for unit in lost if checks_morale(board, unit)]
    worst = max(checkers, key=lambda each: each[1].total)[0]
    said: list[Reason] = []
    words = dict.fromkeys(_modifiers(board, given, worst, units))
    for orders in orders_of_units(board.case, board.forces, (worst,)):
        words = by_orders_of(board.case, board.consulted, orders, words, said)
    return check_of(board.case, board.consulted, [checker for _, checker in checkers], words, roll, said)


def _modifiers(board: Board, given: Mapping[str, Any], checking: Unit, units: tuple[Unit, ...]) -> Iterator[str]:
    """The rows of the chart that hold: terrain, dug in, night, cross fire; orders say the rest. [TCS 4.01 15.2c, 17.2, 26.1e]

    Of one who is eliminated the others say whether the stack is dug in.
    """
    number = board.number(given["to"])
    if given.get("between") is not None:
        classes = classes_crossed(board, number, board.number(given["between"]))
    else:
        classes = classes_of_hex(board, number)
    rows = board.consulted.book.chart(MODIFIERS).rows
    known = [each for each in classes if rows.index(each) is not None]
    if known:
        yield min(known, key=lambda each: board.consulted.number(MODIFIERS, each, "modifier"))
    seen = (checking,) if checking.piece is not None else tuple(unit for unit in units if checks_morale(board, unit))
    if any(_is_dug_in(unit) for unit in seen):
        yield DUG_IN
    if board.forces.state.light == NIGHT:
        yield NIGHT
    if given.get("crossfire") == YES:
        yield CROSSFIRE


def _is_dug_in(unit: Unit) -> bool:
    return unit.piece is not None and DUG_IN_MARK in unit.piece.marks and not in_move_mode(unit)


def stack_of(board: Board, given: Mapping[str, Any]) -> Stack:
    """The stack that checks, by what `morale.at` is told. Raises WrongUse. [TCS 4.01 17.0a, 17.2a]"""
    place = given["to"]
    there = board.at.get(board.number(place), ())
    lost = tuple(unit for unit in board.units(given.get("lost") or (), "lost") if unit.piece is None)
    sides = list(dict.fromkeys(unit.side for unit in (*there, *lost)))
    side = given.get("side") or (sides[0] if len(sides) == 1 else "")
    label = board.forces.box.label(place)
    # Of a side that is told and gone, as one that retreated or was lost before it could check, nobody checks.
    known = board.forces.oob.side(side) is not None
    if not sides and not known:
        raise WrongUse(f"to: nobody stands in {label}.")
    if side not in sides and not known:
        raise WrongUse(f"side: say which side checks morale in {label}: {' or '.join(sides)}.")
    if strange := [unit for unit in lost if unit.side != side]:
        raise WrongUse(f"lost: {names(strange)} is none of the side that checks.")
    units = tuple(unit for unit in there if unit.side == side)
    if given.get("units"):
        named = board.units(given["units"])
        if strange := [unit for unit in named if unit.side != side]:
            raise WrongUse(f"units: {names(strange)} is none of the side that checks in {label}.")
        units = tuple(unit for unit in units if unit in named)
    retreating = frozenset(unit.id for unit in board.units(given.get("retreating") or (), "retreating"))
    return Stack(board, given, place, side, units, retreating, lost)


# What a result does ---------------------------------------------------------------------------------------------------------


def effect(stack: Stack, result: str) -> tuple[str, list[Reason]]:
    """What a result comes to for the stack. [TCS 4.01 17.3d, 17.4i, 17.4l, 17.5d, 22.0c]"""
    case = stack.board.case
    if result != SURRENDER and stack.units and not stack.checking and stack.retreating:
        return NONE, [step(case, "17.4i", "In a retreat: every result but Surrender is ignored")]
    if result == NONE:
        return NONE, []
    if stack.in_assault or result in (SYR, SURRENDER):
        # What the stack suffered before makes something else of it only there.
        outcome, said = outcome_of(case, result, stack.before, stack.in_assault, stack.by_mission)
        return (result if outcome in CONDITIONS and result in CONDITIONS else outcome), said
    return result, []


def _spared(stack: Stack, outcome: str) -> Iterator[Reason]:
    """Who suffers nothing of a result, and why. [TCS 4.01 17.3d, 17.4i, 17.5d]"""
    case = stack.board.case
    if stack.retreating and stack.checking:
        some = names(unit for unit in stack.units if unit.id in stack.retreating)
        yield step(case, "17.4i", "In a retreat, and free of every result but Surrender: {units}", units=some)
    if outcome in CONDITIONS:
        for condition, section in ((SUPPRESSED, "17.3d"), (PARALYZED, "17.5d")):
            held = [unit for unit in stack.checking if condition_of(unit) == condition]
            if held and CONDITIONS.index(condition) >= CONDITIONS.index(outcome):
                template = "{units}: {condition} already, no further effect"
                yield step(case, section, template, units=names(held), condition=RESULTS[condition])


def _proposals(stack: Stack, outcome: str) -> Iterator[Proposal]:
    """What can be done by a result: the first is the one that its owner would have without a choice."""
    if outcome == SURRENDER:
        toll = destroying(stack.board, stack.units, str(stack.given.get("because") or ""))
        yield Proposal(f"Surrender: {names(toll.destroyed)}", toll.edits, then=toll.then)
        return
    if outcome in (SUPPRESSED, PARALYZED):
        yield _marked(stack, outcome)
        return
    if outcome in (SYR, SYR_OR_STEP):
        yield _retreats(stack)
    if outcome == SYR_OR_STEP:
        yield _loses_a_step(stack)
    elif outcome == SYR and stack.by_mission and stack.board.case.choices.get("syr.artillery") != "retreat":
        yield replace(_marked(stack, PARALYZED), label=f"In its place, {_marked(stack, PARALYZED).label}")
    elif outcome == NONE:
        yield Proposal("Nothing happens", ())


def _marked(stack: Stack, condition: str) -> Proposal:
    """Markers on infantry and weapons units, which leave Move Mode unless a carrier has them; riders dismount.

    [TCS 4.01 17.0a, 17.3c-d, 17.5c-d]
    """
    changed = {unit.id: piece for unit in stack.checking if (piece := shaken(stack.board, unit, condition)) is not None}
    work = work_of(stack.board)
    edits: tuple[Edit, ...] = ()
    if changed:
        edits = (ChangePieces(f"Mark as {condition}", work.moved, MappingProxyType(changed)),)
    some = [unit for unit in stack.checking if unit.id in changed]
    word = RESULTS[condition]
    label = f"{word}: {names(some)}" if some else f"{word}: nobody is worse off than before"
    riders = [unit for unit in some if unit.piece is not None and unit.piece.on and not changed[unit.id].on]
    return Proposal(f"{label}; off their vehicles: {names(riders)}" if riders else label, edits)


def shaken(board: Board, unit: Unit, condition: str) -> Piece | None:
    """A unit that becomes suppressed or paralyzed, as its piece lies then; None where nothing comes of it.

    [TCS 4.01 17.3c-d, 17.5c-d]
    """
    piece = unit.piece
    if piece is None or CONDITIONS.index(condition_of(unit)) >= CONDITIONS.index(condition):
        return None
    made = replace(piece, marks=piece.marks - set(CONDITIONS) | {condition})
    beside = board.at.get(board.net.index.get(piece.at, -1), ()) if isinstance(piece.at, Hex) else ()
    carried = unit_of(board.case.ruleset, unit, beside).carried
    if carried in (MOUNTED, TOWED) or (not carried and integrated_steps(board.case.ruleset, unit)):
        return made
    if carried == RIDING:
        made = replace(made, on="")
    return in_fire_mode(board.case.ruleset, unit, made) if in_move_mode(unit) or carried == RIDING else made


def in_fire_mode(ruleset: Ruleset, unit: Unit, piece: Piece) -> Piece:
    """A piece that lies in Fire Mode. [TCS 4.01 4.0]"""
    face, word = lying(ruleset, unit, FIRE)
    return replace(piece, face=face, mode=word)


def _retreats(stack: Stack) -> Proposal:
    """A retreat of all that stands there, with the question that leads it. [TCS 4.01 17.0a, 17.4, 22.0c]"""
    board, label = stack.board, stack.board.forces.box.label
    units = [unit for unit in stack.units if unit.id not in stack.retreating]
    given = {"to": label(stack.place), "units": ", ".join(unit.id for unit in units), "kind": "obligatory"}
    given |= driven_by(board, stack.given)
    if stack.given.get("because"):
        given["because"] = str(stack.given["because"])
    title = Reason(board.ref("17.4"), "A retreat out of {hex}: {units}", {"hex": stack.place, "units": names(units)})
    return Proposal(f"Retreat: {names(units)}", (), then=(Next("syr.at", title, given, side=stack.side),))


def _loses_a_step(stack: Stack) -> Proposal:
    """The step that is lost in the place of a retreat, while the rest of the stack is suppressed. [TCS 4.01 22.0c]"""
    board = stack.board
    given = {"to": board.forces.box.label(stack.place), "steps": "1", "fire": ASSAULT, "check": NO, "side": stack.side}
    given["because"] = ASSAULT
    title = Reason(board.ref("22.0c"), "A step of the largest unit in {hex}, in the place of a retreat", {"hex": stack.place})
    marked = _marked(stack, SUPPRESSED)
    return Proposal("Lose a step of the largest unit", marked.edits, then=(Next("losses.at", title, given, side=stack.side),))


def _ruling(stack: Stack, verdict: str, value: int | str | None, said: tuple[Reason, ...], detail: ProcedureDetail) -> Ruling:
    board = stack.board
    checking = {unit.id for unit in stack.checking}
    parts = []
    for unit in stack.units:
        why = None
        if unit.id in stack.retreating:
            why = step(board.case, "17.4i", "{unit} is in a retreat", unit=unit.name)
        elif unit.id not in checking:
            why = step(board.case, "17.0a", "{unit} makes no morale check, yet retreats and surrenders", unit=unit.name)
        parts.append(Part(unit.id, stack.place, unit.id in checking, unit.id in checking, why))
    made = replace(detail, parts=tuple(parts), units="units", place="to", hexes={TARGET: frozenset({stack.place})})
    return Ruling("morale.at", board.case.ruleset.id, verdict, value, said, made, board.consulted.charts)


_ASKED = OverBoard(OPERATIONS, RULES)

ON_THE_MAP = (
    _ASKED(
        "morale.at",
        "the morale check of a stack on the map: who checks, the chance of each result, and what a roll does to its units",
        "6.3b, 17.0, 17.2-17.6, 22.0c, 26.1e",
        (
            Parameter("to", "hex", "the hex in which morale is checked", required=True),
            Parameter("side", "text", "the side that checks, where both stand in the hex"),
            Parameter("units", "texts", "the units that alone check, by their ids or names; all of the side without it"),
            Parameter(
                "lost",
                "texts",
                "units eliminated by the fire that caused it; they may check, too, while those still on the map were not lost "
                "(17.2a)",
            ),
            *CHECKED,
            Parameter("roll", "whole", "the roll of two dice, 11 to 66"),
        ),
        morale_at,
        title="Morale check of a hex of the map",
        also=("morale",),
    ),
)
"""Questions about the morale of stacks on the map."""
