"""Engagements on the map: who can engage whom in a hex, what that comes to, and what a roll does.

[BCS 1.1 Engagement Table, variants 1, 3, 8]

One unit engages one target at a time. What the texts at hand do not say, they do not bar: lines of sight, and who picks the
target of a stack.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from core.base.comma_parts import comma_parts
from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.state import Declared
from core.rules.bcs.combat import BOTH, engagement
from core.rules.bcs.combat import TARGET as TARGET_RETREATS
from core.rules.bcs.counters import unit_of
from core.rules.bcs.fights.fire_events import fire_events, using
from core.rules.bcs.fights.jumping import LAST_STEP, RETREAT, jumps_asked
from core.rules.bcs.fights.losing import lost
from core.rules.bcs.fights.retreating import retreat_asked
from core.rules.bcs.fights.taking_part import (
    acts_now,
    away,
    combat_units,
    held_by,
    in_hex,
    listed,
    marched,
    one_in,
    one_unit,
    whose,
)
from core.rules.bcs.ground.screens import is_screen
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.proposals import applied, work_of

DECLARED: Final = "engagement"
"""What an engagement is called where play remembers it."""

RESULTS = "bcs.engagement_results"
NOBODY, PROHIBITED = "nobody", "prohibited"
WHO_FIRER, WHO_TARGET = "firer", "target"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Firer:
    """A unit that could engage the target: its hex, how far it is, and why it does not."""

    unit: Unit
    number: int
    away: int
    why: tuple[Reason, ...] = ()

    @property
    def able(self) -> bool:
        """Whether it may engage."""
        return not self.why


def engagement_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who can engage a unit in a hex, and what an engagement of one of them comes to: of the best one, or of the first that is
    named, while the others wait. Raises WrongUse. [BCS 1.1 Engagement Table, variants 1, 3, 8]"""
    number = board.number(given["to"])
    side = held_by(board, number)
    target, said = _target(board, number, side, given.get("target") or "")
    if target is None:
        return _ruling(board, PROHIBITED, None, said, (), number)
    everybody = firers(board, number, target)
    named = [_named(board, everybody, name, target) for name in comma_parts(given.get("units") or "")]
    # Who is farther away than anybody reaches is not worth a line.
    farthest = max((each.unit.whole("range", 1) for each in everybody), default=0)
    every = [each for each in everybody if each.away <= farthest or each in named]
    able = [each for each in every if each.able]
    if named and not named[0].able:
        return _ruling(board, PROHIBITED, None, (*said, *named[0].why), _parts(every, ()), number)
    if not able:
        why = [each.why[0] for each in every]
        none = Reason(board.ref(PUBLISHED), "Nobody can engage {target}", {"target": target.name})
        return _ruling(board, NOBODY, 0, (none, *why, *said), _parts(every, ()), number)
    best = max(able, key=lambda each: (acts_now(board, each.unit), net(each.unit, target), -each.away))
    chosen = named[0] if named else best
    return _engaged(board, given, chosen, target, every, [each.unit for each in named[1:]], said)


def net(firer: Unit, target: Unit) -> int:
    """What is added to the roll: both ratings of the firer less those of the target. [BCS 1.1 Engagement Table]"""
    ratings = ((unit.whole("armour"), unit.whole("action")) for unit in (firer, target))
    (own, ours), (other, theirs) = ratings
    return own + ours - other - theirs


def firers(board: Board, number: int, target: Unit) -> tuple[Firer, ...]:
    """The enemies of a target that print an armour value, the nearest first, each with why it does not engage it.

    [BCS 1.1 Engagement Table, variants 3, 8]
    """
    some = (
        Firer(unit, place, away(board, place, number))
        for other in board.sides
        if other != target.side
        for place, unit in board.of(other)
        if is_combat(unit) and unit_of(unit).armour is not None
    )
    found = (replace(each, why=tuple(_bars(board, each, number))) for each in some)
    return tuple(sorted(found, key=lambda each: (each.away, each.number)))


def _bars(board: Board, firer: Firer, number: int) -> Iterator[Reason]:
    """Why a unit does not engage anybody in a hex. [BCS 1.1 variants 3, 8, published summaries]"""
    unit, place = firer.unit, board.net.hexes[number]
    if firer.away > unit.whole("range", 1):
        told: dict[str, object] = {"unit": unit.name, "hex": place, "away": firer.away, "range": unit.whole("range", 1)}
        template = "{unit} reaches {range} hexes, and {hex} is {away} hexes away"
        yield Reason(board.ref(PUBLISHED), template, told, (place,))
    yield from bars(board, unit)


def bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit engages nobody, wherever they are. [BCS 1.1 variants 3, 8, published summaries]"""
    if is_screen(board, unit):
        yield Reason(board.ref("8"), "{unit} screens, and a screen begins no engagement", {"unit": unit.name})
    yield from marched(board, unit)
    events = fire_events(board, unit)
    if not events.left:
        yield events.why


def _target(board: Board, number: int, side: str, name: str) -> tuple[Unit | None, list[Reason]]:
    """The unit that is engaged: the one that is named, else the one with the best ratings. Raises WrongUse."""
    place, ref = board.net.hexes[number], board.ref(PUBLISHED)
    if name:
        named = one_in(board, name, number, "target")
        some: tuple[Unit, ...] = (named,)
    else:
        some = combat_units(in_hex(board, number, side))
    able = [unit for unit in some if is_combat(unit) and unit_of(unit).armour is not None]
    if not able:
        template = "Nobody in {hex} prints an armour value, which an engagement is reckoned with"
        return None, [Reason(ref, template, {"hex": place}, (place,))]
    best = max(able, key=lambda unit: unit.whole("armour") + unit.whole("action"))
    said = []
    if len(able) > 1:
        template = "{target} is the target, with the best ratings of the stack: the texts at hand do not say who picks it"
        said.append(Reason(ref, template, {"target": best.name}, (place,)))
    return best, said


def _named(board: Board, every: Iterable[Firer], name: str, target: Unit) -> Firer:
    unit = one_unit(board, name)
    found = next((each for each in every if each.unit.id == unit.id), None)
    if found is not None:
        return found
    if unit.side == target.side:
        raise WrongUse(f"units: {unit.name} is of the side of {target.name}, and does not engage it.")
    raise WrongUse(f"units: {unit.name} cannot engage {target.name}: it prints no armour value.")


# What it comes to ---------------------------------------------------------------------------------------------------------


def _engaged(
    board: Board,
    given: Mapping[str, Any],
    firer: Firer,
    target: Unit,
    every: Sequence[Firer],
    waiting: Sequence[Unit],
    said: Sequence[Reason],
) -> Ruling:
    """An engagement by the question with numbers, which is handed what the map says."""
    number = board.place(target)
    asked = _asked(board, given, firer, target)
    ruling = engagement(board.case, asked)
    board.consulted.add(ruling.charts)
    detail = ruling.detail
    assert isinstance(detail, CombatDetail)
    (table,) = detail.tables
    told: list[Reason] = [*said, *_told(board, firer, target, every, asked)]
    wanted: tuple[Wanted, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    if given.get("roll") is None:
        what = f"engagement of {target.name} in {board.label(number)}"
        wanted = (Wanted("roll", board.consulted.book.chart(table.chart).dice, what, firer.unit.side),)
    else:
        spared = _is_spared(board, table, int(detail.facts["net"]))
        proposals = (_proposed(board, firer, target, table.result, waiting, spared=spared),)
    facts: dict[str, Number | str] = {**detail.facts, "range": firer.away, "firer": firer.unit.id, "target": target.id}
    made = ProcedureDetail(
        facts=facts,
        tables=detail.tables,
        proposals=proposals,
        parts=_parts(every, (firer,)),
        units="units",
        place="to",
        hexes={TARGET: frozenset({board.net.hexes[number]})},
        wanted=wanted,
        outcomes=tuple(_outcomes(board, table.chances)) if wanted else (),
    )
    reasons = (*told, *ruling.reasons)
    return replace(ruling, question="engagement.at", reasons=reasons, detail=made, charts=board.consulted.charts)


def _asked(board: Board, given: Mapping[str, Any], firer: Firer, target: Unit) -> dict[str, Any]:
    """What the question with numbers is asked. [BCS 1.1 Engagement Table, variants 1, 8]"""
    involved = firer.unit.flag("support") or target.flag("support")
    asked: dict[str, Any] = {
        "firer_av": firer.unit.whole("armour"),
        "firer_ar": firer.unit.whole("action"),
        "target_av": target.whole("armour"),
        "target_ar": target.whole("action"),
        "support": given.get("support") or (YES if involved else NO),
        "range": max(1, firer.away),
        "out_of_reach": YES if firer.away > target.whole("range", 1) else NO,
        "roll": given.get("roll"),
    }
    if is_screen(board, target):
        asked["screen"] = YES
    return asked


def _told(board: Board, firer: Firer, target: Unit, every: Sequence[Firer], asked: Mapping[str, Any]) -> Iterator[Reason]:
    """Who engages whom, with what is left, and who else could."""
    ref = board.ref(PUBLISHED)
    hexes = (board.net.hexes[firer.number], board.net.hexes[board.place(target)])
    told: dict[str, object] = {"unit": firer.unit.name, "target": target.name, "away": firer.away}
    yield Reason(ref, "{unit} engages {target}, {away} hexes away", told, hexes, {"range": firer.away})
    if asked["support"] == YES:
        yield Reason(ref, "Support is involved: the table with support is read")
    yield fire_events(board, firer.unit).why
    others = [each for each in every if each.able and each.unit.id != firer.unit.id]
    if others:
        some = ", ".join(f"{each.unit.name} ({net(each.unit, target):+})" for each in others)
        yield Reason(ref, "Who else could engage it, with what is added to the roll: {units}", {"units": some})
    if firer.away > 1:
        yield Reason(ref, "Whether the target is seen is for the players to say: the texts at hand name no lines of sight")
    yield from whose(board, (firer.unit,))


def _outcomes(board: Board, chances: Iterable[tuple[str, Fraction]]) -> Iterator[Outcome]:
    """The chances of what becomes of the target, and of the firer."""
    found: dict[str, dict[str, Fraction]] = {WHO_TARGET: {}, WHO_FIRER: {}}
    for result, chance in chances:
        retreats = board.consulted.cell(RESULTS, result, "retreats")
        for who, some in found.items():
            steps = int(board.consulted.number(RESULTS, result, f"steps of the {who}"))
            words = "retreats" if retreats == who else f"loses {counted(steps, 'step')}" if steps else "nothing"
            some[words] = some.get(words, Fraction(0)) + chance
    for who, some in found.items():
        yield from (Outcome(who.capitalize(), words, chance) for words, chance in some.items())


def _is_spared(board: Board, table: ChartDetail, net_: int) -> bool:
    """Whether the retreat of a screen is what losses to both have become, and costs it no step. [BCS 1.1 variant 8]"""
    if table.roll is None or table.result != TARGET_RETREATS:
        return False
    chart, column = board.consulted.column(table.chart, "result")
    return board.consulted.result(chart, column, table.roll + net_) == BOTH


# What is done -------------------------------------------------------------------------------------------------------------


def _proposed(board: Board, firer: Firer, target: Unit, result: str, waiting: Sequence[Unit], *, spared: bool) -> Proposal:
    """The fire event that is used, the steps that are lost, and the retreat that is asked then."""
    number = board.place(target)
    place, label = board.net.hexes[number], board.label(number)
    work = work_of(board)
    edits: list[Edit] = list(using(board, work, firer.unit))
    work = applied(work, edits)
    steps = {
        unit.id: int(board.consulted.number(RESULTS, result, f"steps of the {who}"))
        for who, unit in ((WHO_FIRER, firer.unit), (WHO_TARGET, target))
    }
    edits += lost(work, (firer.unit, target), steps)
    retreats = str(board.consulted.cell(RESULTS, result, "retreats"))
    then: list[Next] = []
    for who, unit, where in ((WHO_TARGET, target, number), (WHO_FIRER, firer.unit, firer.number)):
        if retreats == who:
            kind = str(board.consulted.cell(RESULTS, result, "retreat"))
            then.append(retreat_asked(board, where, (unit,), kind, spared=spared))
            then += jumps_asked(board, where, RETREAT)
        elif steps[unit.id] >= unit.left and combat_units(in_hex(board, where, unit.side)) == (unit,):
            # An engagement is a combat against either of them; whether it is one for this the players may say.
            then += (replace(each, may=True) for each in jumps_asked(board, where, LAST_STEP))
    left = [unit for unit in waiting if unit.id != firer.unit.id]
    if left:
        asked = {"to": label, "units": listed(left), "target": target.id}
        title = Reason(board.ref(PUBLISHED), "The engagement of {units}", {"units": ", ".join(unit.name for unit in left)})
        then.append(Next("engagement.at", title, asked, firer.unit.side, may=True))
    attempt = Declared(firer.unit.side, (firer.unit.id,), (place,), DECLARED)
    title_ = f"{firer.unit.name} engages {target.name} in {label}: {result}"
    return Proposal(title_, tuple(edits), attempt=made_in_play(board, attempt), then=tuple(then))


def _parts(every: Iterable[Firer], chosen: Iterable[Firer]) -> tuple[Part, ...]:
    """Everybody who could engage, and who does."""
    taking = {each.unit.id for each in chosen}
    return tuple(
        Part(each.unit.id, each.unit.piece.at, each.able, each.unit.id in taking, each.why[0] if each.why else None)
        for each in every
        if each.unit.piece is not None and isinstance(each.unit.piece.at, Hex)
    )


def _ruling(
    board: Board, verdict: str, value: Number | None, said: Iterable[Reason], parts: tuple[Part, ...], number: int
) -> Ruling:
    """The answer where nobody engages anybody."""
    place = frozenset({board.net.hexes[number]})
    detail = ProcedureDetail(facts={}, parts=parts, units="units", place="to", hexes={TARGET: place})
    return Ruling("engagement.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


PARAMETERS = (
    Parameter("to", "hex", "the hex of the target", required=True),
    Parameter(
        "units", "text", "who engages, by id or name; the one that adds most to the roll without it; several one after another"
    ),
    Parameter("target", "text", "who is engaged, by id or name; the one with the best ratings of the hex without it"),
    Parameter(
        "support",
        "choice",
        "whether units in support are involved; as the counters of both say without it",
        choices=(YES, NO),
    ),
    Parameter("roll", "whole", "the natural roll of two dice"),
)
