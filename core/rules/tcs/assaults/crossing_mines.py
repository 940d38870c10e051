"""Mines on the map: what they do to those who enter them [TCS 4.01 17.4h, 21.0, 21.2, 21.3d, 22.0].

Where data flows::

    those who enter ──> on foot: one area fire ──┐
                    └─> as vehicles: two dice ───┴──> losses ──> morale
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Question
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board
from core.rules.operations.questions import OverBoard, mode_parameter
from core.rules.tcs.effects.suffering import NOTIONAL
from core.rules.tcs.forces.counters import carried_how, integrated_steps
from core.rules.tcs.forces.walking import BY_HAND, FOOT, TOW, way_of
from core.rules.tcs.movement.going import MARCH, OPERATIONS
from core.rules.tcs.movement.going import MODES as WAYS
from core.rules.tcs.procedures.dangers import ENTERED_BY, MOVEMENT, RETREAT, breaches, minefields
from core.rules.tcs.procedures.minefields import minefield
from core.rules.tcs.reckoning import NO, YES, step
from core.rules.tcs.set_up import RULES

SAFE, NOBODY = "safe", "nobody"


@dataclass(frozen=True)
class _Entering:
    """Those who enter mines: on foot, and as vehicles, the bodies that two dice are rolled for with their steps."""

    foot: tuple[Unit, ...]
    vehicles: tuple[tuple[str, int], ...]

    @property
    def steps(self) -> int:
        """The steps on foot."""
        return sum(unit.left for unit in self.foot)

    @property
    def vehicle_steps(self) -> int:
        """The steps that go as vehicles."""
        return sum(steps for _, steps in self.vehicles)


def mines_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What the mines of a hex do to units that have entered it, and what comes of their rolls. Raises WrongUse.

    [TCS 4.01 17.4h, 21.0a-c, 21.2, 21.3d, 22.0]
    """
    place, because = given["to"], given.get("because") or MOVEMENT
    label = board.forces.box.label(place)
    if place not in minefields(board.forces):
        raise WrongUse(f"to: no mines lie in {label}.")
    there = board.at.get(board.number(place), ())
    told = board.units(given["units"])
    named = tuple(unit for unit in told if unit in there)
    outside = [unit for unit in told if unit not in there]
    if len({unit.side for unit in named}) > 1:
        raise WrongUse("units: those who enter together are of one side.")
    case = board.case
    away = step(case, "21.0c", "{units}: not in {hex}, and not attacked", units=names(outside), hex=label)
    if not named:
        return answer_at(board, place, "mines.at", NOBODY, 0, (away,), proposals=(Proposal("Nothing happens", ()),))
    breached = place in breaches(board.forces)
    said = [step(case, "21.0a", "Mines attack both sides alike, those who enter and nobody else in the hex")]
    said += [away] if outside else []
    if breached and because == MOVEMENT:
        why = step(case, "21.3d", "They go through the breach, and the mines do not attack")
        return answer_at(board, place, "mines.at", SAFE, 0, (why,), proposals=(Proposal("Nothing happens", ()),))
    if breached:
        section = "17.4h" if because == RETREAT else "22.0"
        said.append(step(case, section, "Nobody uses the breach in a retreat or in close combat: the mines attack"))
    entering = _entering(board, named, there, given.get("mode") or MARCH)
    parts = tuple(_told(board, place, named, entering))
    if not entering.foot and not entering.vehicles:
        raise WrongUse("units: none of them enters by itself; name what carries them.")
    return _attacked(board, place, named, entering, said, parts, given)


def _entering(board: Board, named: Sequence[Unit], there: Sequence[Unit], mode: str) -> _Entering:
    """Who of those named goes on foot, and who as a vehicle; who is carried goes with its carrier.
    [TCS 4.01 21.0b, 24.1d, 24.2a-b]"""
    ruleset, standing = board.case.ruleset, {unit.id: unit for unit in there}
    foot: list[Unit] = []
    vehicles: list[tuple[str, int]] = []
    for unit in named:
        if carried_how(unit, standing):
            continue
        way = way_of(ruleset, unit, mode)
        own = integrated_steps(ruleset, unit)
        if own and way.own_carrier:
            vehicles.append((unit.id + NOTIONAL, own))
        elif way.own_carrier or way.class_ in (FOOT, BY_HAND, TOW):
            # Without its carrier, as in Fire Mode, a unit that has one of its own is on foot.
            foot.append(unit)
        else:
            vehicles.append((unit.id, unit.left))
    return _Entering(tuple(foot), tuple(vehicles))


def _told(board: Board, place: Hex, named: Sequence[Unit], entering: _Entering) -> Iterator[Part]:
    """How each of them enters. [TCS 4.01 21.0b]"""
    vehicles = {id_.removesuffix(NOTIONAL) for id_, _ in entering.vehicles}
    for unit in named:
        if unit in entering.foot:
            why = step(board.case, "21.0b", "{unit}: on foot", unit=unit.name)
        elif unit.id in vehicles:
            why = step(board.case, "21.0b", "{unit}: by vehicle movement", unit=unit.name)
        else:
            why = step(board.case, "24.1d", "{unit}: carried, and lost with what carries it", unit=unit.name)
        yield Part(unit.id, place, True, True, why)


def _attacked(
    board: Board,
    place: Hex,
    named: Sequence[Unit],
    entering: _Entering,
    said: Sequence[Reason],
    parts: tuple[Part, ...],
    given: Mapping[str, Any],
) -> Ruling:
    """The attack of mines on both kinds of movers, the chances, and what rolls lead to. [TCS 4.01 21.0b, 21.2]"""
    case, roll, rolls = board.case, given.get("roll"), tuple(given.get("rolls") or ())
    reasons = [*said, *(part.reason for part in parts if part.reason is not None)]
    facts: dict[str, Number | str] = {}
    tables: list[ChartDetail] = []
    wanted: list[Wanted] = []
    outcomes: list[Outcome] = []
    side = named[0].side
    rulings = []
    if entering.foot:
        asked: dict[str, Any] = {"steps": entering.steps} | ({"roll": roll} if roll is not None else {})
        rulings.append(minefield(case, asked))
        wanted.append(Wanted("roll", "11..66", "mines against units on foot", other_side(board, side)))
    elif roll is not None:
        raise WrongUse("roll: nobody enters on foot; vehicles roll for each step, rolls=….")
    if entering.vehicles:
        rulings.append(minefield(case, {"vehicles": entering.vehicle_steps, "rolls": rolls}))
        wanted.append(Wanted("rolls", "2d6", "mines against vehicles", other_side(board, side), entering.vehicle_steps))
    elif rolls:
        raise WrongUse("rolls: nobody enters as a vehicle; units on foot are attacked once, roll=….")
    for ruling in rulings:
        board.consulted.add(ruling.charts)
        reasons += ruling.reasons
        detail = ruling.detail
        assert isinstance(detail, Facts)
        facts |= {name: value for name, value in detail.facts.items() if name not in facts}
        tables += detail.tables
        for table in detail.tables:
            outcomes += [Outcome("Units on foot", result, chance) for result, chance in table.chances]
    if "chance" in facts:
        outcomes.append(Outcome("Each vehicle step", "destroyed", Fraction(facts["chance"])))
    complete = (not entering.foot or roll is not None) and len(rolls) == (entering.vehicle_steps if entering.vehicles else 0)
    proposals: tuple[Proposal, ...] = ()
    if complete:
        proposals = (_suffered(board, place, named, entering, facts, rolls, given),)
    return answer_at(
        *(board, place, "mines.at", "rolled" if complete else READ, rulings[0].value, reasons),
        facts=Facts(facts, tuple(tables)),
        parts=parts,
        wanted=() if complete else tuple(wanted),
        outcomes=tuple(outcomes),
        proposals=proposals,
    )


def _suffered(
    board: Board,
    place: Hex,
    named: Sequence[Unit],
    entering: _Entering,
    facts: Mapping[str, Number | str],
    rolls: Sequence[Fraction],
    given: Mapping[str, Any],
) -> Proposal:
    """The losses and the check that rolls lead to. [TCS 4.01 10.0f, 17.0b, 21.0b]"""
    side, then = named[0].side, list[Next]()
    lost = _destroyed(entering, rolls, int(facts.get("needed", 0)))
    if lost:
        given_on = {"fire": "rolls", "check": NO, "steps": str(sum(lost.values()))}
        given_on |= {"targets": ", ".join(id_.removesuffix(NOTIONAL) for id_ in lost)}
        given_on |= {"rest": ", ".join(f"{id_}*{steps}" for id_, steps in lost.items())}
        then.append(_losing(board, place, side, sum(lost.values()), given_on))
    steps, check = int(facts.get("steps_lost", 0)), facts.get("morale_check") == YES
    then += losses_on_foot(board, place, entering.foot, named, steps, check, given, killed=bool(lost))
    parts = [f"vehicle steps destroyed {sum(lost.values())}"] if entering.vehicles else []
    parts += [f"steps on foot lost {steps}{', and a check of morale' if check else ''}"] if entering.foot else []
    return Proposal(f"Mines: {'; '.join(parts)}", (), then=tuple(then))


def _destroyed(entering: _Entering, rolls: Sequence[Fraction], needed: int) -> dict[str, int]:
    """The steps of each body that dice destroy, which are rolled in the order of the bodies. [TCS 4.01 21.0b]"""
    bodies = [id_ for id_, steps in entering.vehicles for _ in range(steps)]
    lost: dict[str, int] = {}
    for id_, roll in zip(bodies, rolls, strict=False):
        if roll >= needed:
            lost[id_] = lost.get(id_, 0) + 1
    return lost


def losses_on_foot(
    board: Board,
    place: Hex,
    foot: Sequence[Unit],
    named: Sequence[Unit],
    steps: int,
    check: bool,
    given: Mapping[str, Any],
    *,
    killed: bool = False,
) -> Iterator[Next]:
    """The losses of those on foot, and the check of all who have entered, in which those count whom the mines have `killed` in
    vehicles. [TCS 4.01 10.0f, 17.0b, 17.2a, 17.4i, 21.0c]"""
    side, ids = named[0].side, ", ".join(unit.id for unit in named)
    retreating = {"retreating": ids} if given.get("because") == RETREAT else {}
    if steps:
        given_on = {"fire": "area", "steps": str(steps), "targets": ", ".join(unit.id for unit in foot), "checking": ids}
        given_on |= {"stood": ids} if killed and check else {}
        yield _losing(board, place, side, steps, {**given_on, "check": YES if check else NO, **retreating})
    elif check:
        why = step(board.case, "17.0b", "Those who have entered {hex} check morale", hex=board.forces.box.label(place))
        asked = {"to": board.forces.box.label(place), "side": side, "units": ids, "because": "mines", **retreating}
        asked |= {"lost": ids} if killed else {}
        yield Next("morale.at", why, asked, side)


def _losing(board: Board, place: Hex, side: str, steps: int, given: Mapping[str, str]) -> Next:
    """That a side loses steps by mines."""
    told = {"side": board.forces.side_name(side), "steps": steps}
    why = step(board.case, "21.0b", "{side} loses {steps} steps by mines", **told)
    common = {"to": board.forces.box.label(place), "side": side, "because": "mines"}
    return Next("losses.at", why, {**common, **given}, side)


def other_side(board: Board, side: str) -> str:
    """Who rolls for mines: nobody owns them, so that the other side does."""
    return next((each.id for each in board.forces.oob.sides if each.id != side), "")


def answer_at(
    board: Board,
    place: Hex,
    question: str,
    verdict: str,
    value: Number | str | None,
    said: Sequence[Reason],
    *,
    facts: Facts | None = None,
    parts: tuple[Part, ...] = (),
    wanted: tuple[Wanted, ...] = (),
    outcomes: tuple[Outcome, ...] = (),
    proposals: tuple[Proposal, ...] = (),
) -> Ruling:
    """An answer about the mines of a hex."""
    found = facts if facts is not None else Facts({})
    detail = ProcedureDetail(
        facts=found.facts,
        tables=found.tables,
        proposals=proposals,
        parts=parts,
        units="units",
        place="to",
        hexes={TARGET: frozenset({place})},
        wanted=wanted,
        outcomes=outcomes,
    )
    return Ruling(question, board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


_ASKED = OverBoard(OPERATIONS, RULES)

ON_THE_MAP: tuple[Question, ...] = (
    _ASKED(
        "mines.at",
        "what the mines of a hex do to units that have entered it, the chances, and what rolls lead to",
        "9.3b, 17.4h, 21.0, 21.2, 21.3d, 22.0",
        (
            Parameter("to", "hex", "the mined hex", required=True),
            Parameter("units", "texts", "those who have entered it together, by their ids or names", required=True),
            Parameter("because", "choice", "how they come there; movement without it", choices=ENTERED_BY),
            Parameter("roll", "whole", "the roll against units on foot, 11 to 66"),
            Parameter("rolls", "fractions", "the sums of two dice against vehicle steps, in the order of the units"),
            mode_parameter(each.id for each in WAYS),
        ),
        mines_at,
        title="Mines on the map",
        also=("minefield",),
    ),
)
"""Mines between units on the map."""
