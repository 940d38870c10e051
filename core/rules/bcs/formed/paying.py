"""What fatigue is paid for, and how it rises where it is not: traffic removed, forced marches, objectives [BCS 1.1 variant 3].

What is paid is added up by `core.rules.bcs.fatigue.costs`; Fat-4 takes effect at once and pays for nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark, hex_of
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_unmarked, hexes_marked
from core.model.oob import Formation
from core.model.state import Declared
from core.rules.bcs.activation import EFFECTS, FULL
from core.rules.bcs.counters import is_recon
from core.rules.bcs.fatigue import BOUGHT, COSTS, allowance_of, costs, fatigue
from core.rules.bcs.formed.members import combat_units
from core.rules.bcs.ground.moves import moved_themselves
from core.rules.bcs.ground.objectives import OBJECTIVE, objectives_in, objectives_of
from core.rules.bcs.ground.routes import headquarters_of, units_of
from core.rules.bcs.ground.traffic import TRAFFIC, traffic_markers
from core.rules.bcs.ground.zones import class_of
from core.rules.bcs.meant import ALLOWED, PROHIBITED, meant, say, standing, unplayed
from core.rules.bcs.standing import FIRST, SECOND, Standing, standing_edit
from core.rules.bcs.tables import ON, PUBLISHED, limit
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import LIT, OPEN, TARGET, Outcome, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of

FREE = "Objective without fatigue"
"""The row of bcs.limits that says how far from the headquarters an objective is free."""

ACTIONS = frozenset({"attack", "assist", "barrage", "engagement"})
"""What is declared that a forced march forbids."""

PLACING = "activation.objectives"
"""The phase in which objectives are placed."""


@dataclass(frozen=True)
class Price:
    """What something costs a formation: the level afterwards, "" where it cannot pay, and why."""

    level: str
    fatigue: int
    said: tuple[Reason, ...]

    @property
    def is_paid(self) -> bool:
        """Whether the formation can pay it."""
        return bool(self.level)


def is_planned(board: Board) -> bool:
    """Whether fatigue is paid, and does not rise by rolls. [BCS 1.1 variant 3]"""
    return board.case.choices["fatigue.planned"] == ON


def price(board: Board, now: Standing, what: str) -> Price:
    """What a formation pays for one thing more, as the keys of `BOUGHT` name it. [BCS 1.1 variant 3]"""
    if what in now.paid and board.consulted.cell(COSTS, BOUGHT[what], "each") == "no":
        return Price("", 0, (say(board, "3", "{what} is paid for once in an activation", what=BOUGHT[what]),))
    ruling = costs(board.case, {what: 1, "level": now.fatigue})
    board.consulted.add(ruling.charts)
    if ruling.verdict == PROHIBITED or not isinstance(ruling.detail, Facts):
        return Price("", 0, ruling.reasons)
    return Price(str(ruling.detail.facts["level"]), int(ruling.detail.facts["fatigue"]), ruling.reasons)


def paying(board: Board, now: Standing, what: str, cost: Price, before: tuple[Edit, ...] = (), **more: Any) -> Edit:
    """The edit by which a formation pays, behind others; `more` of it changes."""
    spent = tuple(name for name in BOUGHT for _ in range((*now.paid, what).count(name)))
    return standing_edit(applied(work_of(board), before), now.formation, fatigue=cost.level, paid=spent, **more)


def _answer(
    board: Board,
    question: str,
    verdict: str,
    value: Number | str | None,
    said: "list[Reason] | tuple[Reason, ...]",
    detail: ProcedureDetail,
) -> Ruling:
    return Ruling(question, board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


def _inactive(board: Board, formation: Formation, now: Standing) -> tuple[Reason, ...]:
    """Why a formation does nothing now: in play it is not active. [BCS 1.1 published summaries]"""
    if not board.forces.state.in_play or now.activation:
        return ()
    return (say(board, PUBLISHED, "{formation} is not active", formation=formation.name),)


# Fatigue ------------------------------------------------------------------------------------------------------------------


def fatigue_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """How the fatigue of a formation rises by a roll, or what it can pay for. Raises WrongUse. [BCS 1.1 variant 3]"""
    formation = meant(board, given)
    return _payable(board, formation, given.get("to")) if is_planned(board) else _rises(board, formation, given)


def _rises(board: Board, formation: Formation, given: Mapping[str, Any]) -> Ruling:
    now, roll = standing(board, formation.id), given.get("roll")
    if why_not := rise_bars(board, formation, now):
        return _answer(board, "fatigue.at", PROHIBITED, now.fatigue, why_not, ProcedureDetail(facts={"fatigue": now.fatigue}))
    asked: dict[str, Any] = {"activation": now.activation or FIRST, "level": now.fatigue}
    ruling = fatigue(board.case, {**asked, **({"roll": roll} if roll is not None else {})})
    board.consulted.add(ruling.charts)
    table = ruling.detail if isinstance(ruling.detail, ChartDetail) else None
    facts: dict[str, Number | str] = {"fatigue": now.fatigue}
    template = "{formation} is at {level}, and rolls for what its {activation} activation adds"
    told = {"formation": formation.name, "level": now.fatigue, "activation": asked["activation"]}
    said = (say(board, PUBLISHED, template, **told), *ruling.reasons)
    if roll is None:
        outcomes = tuple(Outcome("Levels gained", name, chance) for name, chance in (table.chances if table else ()))
        wanted = (Wanted("roll", "d6", f"fatigue of {formation.name}", formation.side),)
        detail = ProcedureDetail(facts=facts, outcomes=outcomes, wanted=wanted)
        return _answer(board, "fatigue.at", ruling.verdict, now.fatigue, said, detail)
    after = str(ruling.value)
    edit = standing_edit(work_of(board), formation.id, fatigue=after, tired=board.forces.state.in_play)
    label = f"{formation.name}: {after}" if after != now.fatigue else f"{formation.name} stays at {after}"
    detail = ProcedureDetail(facts={**facts, "level": after}, proposals=(Proposal(label, (edit,), side=formation.side),))
    return _answer(board, "fatigue.at", ruling.verdict, after, said, detail)


def rise_bars(board: Board, formation: Formation, now: Standing) -> tuple[Reason, ...]:
    """Why a formation does not roll for fatigue now: each activation adds to it once. [BCS 1.1 published summaries]"""
    told = {"formation": formation.name}
    if not board.forces.state.in_play:
        return ()
    if now.recovered:
        return (say(board, PUBLISHED, "{formation} recovers from fatigue in this turn and rolls for nothing", **told),)
    if now.tired:
        return (say(board, PUBLISHED, "{formation} has rolled for fatigue in this activation", **told),)
    if now.activation and not now.snafu:
        return (say(board, PUBLISHED, "{formation} has not rolled for SNAFU in this activation", **told),)
    return _inactive(board, formation, now)


def _payable(board: Board, formation: Formation, place: Hex | None) -> Ruling:
    """All that fatigue buys, with what it costs now, and the traffic markers that can be removed. [BCS 1.1 variant 3]"""
    now = standing(board, formation.id)
    said, bars = [], _inactive(board, formation, now)
    facts: dict[str, Number | str] = {"fatigue": now.fatigue, "paid": ", ".join(now.paid) or "nothing"}
    for what, row in BOUGHT.items():
        cost = price(board, now, what)
        each = int(board.consulted.number(COSTS, row, "fatigue"))
        template = "{what} costs {each}" if cost.is_paid else "{what} costs {each}, which {level} cannot pay"
        said.append(say(board, "3", template, what=row, each=each, level=now.fatigue))
    markers = {board.net.hexes[number] for number in traffic_markers(board)}
    if place is not None and place not in markers:
        raise WrongUse(f"to: no traffic marker lies in {board.forces.box.label(place)}.")
    cost = price(board, now, TRAFFIC)
    some = sorted(markers if place is None else {place}, key=board.number) if cost.is_paid and not bars else ()
    proposals = [_without_traffic(board, formation, now, cost, spot) for spot in some]
    detail = ProcedureDetail(
        facts=facts, proposals=tuple(proposals), place="to", hexes={OPEN: frozenset(markers)} if markers else {}
    )
    return _answer(board, "fatigue.at", "prices", now.fatigue, [*bars, *said], detail)


def _without_traffic(board: Board, formation: Formation, now: Standing, cost: Price, spot: Hex) -> Proposal:
    mark = next(each for each in board.forces.deployment.marks[spot] if each.kind == TRAFFIC)
    edits: tuple[Edit, ...] = (hex_unmarked(work_of(board), spot, mark, "Remove traffic"),)
    label = f"Remove the traffic in {board.forces.box.label(spot)}: {formation.name} {cost.level}"
    return Proposal(label, (*edits, paying(board, now, TRAFFIC, cost, edits)), side=formation.side)


# Forced marches -----------------------------------------------------------------------------------------------------------


def march_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether a formation may make a forced march, what it costs, and what its units may move. Raises WrongUse.

    [BCS 1.1 variant 3]
    """
    if not is_planned(board):
        return unplayed(board, "march.at", "3")
    formation = meant(board, given)
    now = standing(board, formation.id)
    bars = [*_inactive(board, formation, now), *march_bars(board, formation, now)]
    cost = price(board, now, "forced_march")
    if not cost.is_paid:
        bars += cost.said
    rates: dict[str, Number | str] = {}
    for unit in board.kept(("movers", formation.id), lambda: combat_units(board, formation.id)):
        class_ = class_of(unit)
        found = allowance_of(board.case, board.consulted, unit.whole("movement"), class_, now.snafu or FULL, marching=True)
        rates[unit.id] = counted(found.whole, "movement point")
    said = (
        list(bars) if bars else [*cost.said, say(board, "3", "No combat, no objectives, no bridges tested, no exit for points")]
    )
    said.append(say(board, "3", "The SNAFU result counts first; there is no second activation"))
    label = f"{formation.name} makes a forced march: {cost.level}"
    # Who marches places no objectives, and is not asked for them any more.
    moot = (("objectives.at", {"formation": formation.id}),)
    marches = Proposal(label, (paying(board, now, "forced_march", cost),), moot=moot, side=formation.side)
    proposals = () if bars else (marches,)
    detail = ProcedureDetail(facts={"fatigue": cost.fatigue, **rates}, proposals=proposals)
    return _answer(board, "march.at", PROHIBITED if bars else ALLOWED, cost.level or now.fatigue, said, detail)


def march_bars(board: Board, formation: Formation, now: Standing) -> Iterator[Reason]:
    """What forbids a forced march beside its price. [BCS 1.1 variant 3]"""
    told = {"formation": formation.name}
    if now.recovered:
        yield say(board, "3", "{formation} recovers from fatigue", **told)
    if now.activation == SECOND:
        yield say(board, "3", "A forced march is announced in the first activation alone")
    if now.objectives:
        yield say(board, "3", "{formation} has placed objectives in this activation", **told)
    if _fights(board, {unit.id for unit in units_of(board, formation.id)}):
        yield say(board, "3", "Units of {formation} have fought in this activation", **told)


# Objectives ---------------------------------------------------------------------------------------------------------------


def objectives_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """How many objectives a formation may place, where, and what each costs; one that is pointed at. Raises WrongUse.

    [BCS 1.1 4.3d, variant 3]
    """
    formation = meant(board, given)
    now, place = standing(board, formation.id), given.get("to")
    recon = _recon(board, formation, given.get("by"))
    free = _free(board, now)
    left = max(0, free - now.objectives)
    facts: dict[str, Number | str] = {"free": left, "placed": now.objectives}
    bars = [*_inactive(board, formation, now), *_objective_bars(board, formation, now, recon)]
    lying = frozenset(board.net.hexes[number] for number in objectives_of(board, formation.side))
    hexes = {TARGET: lying} if lying else {}
    said = [
        *bars,
        say(board, "3" if is_planned(board) else PUBLISHED, "Objectives free by the SNAFU result: {left}", left=left),
    ]
    if place is None:
        if not bars and not _more_may_be_placed(board, formation, left):
            bars.append(say(board, PUBLISHED, "No objective is left to be placed by the SNAFU result"))
            said = [*bars, *said]
        said += _prices(board)
        detail = ProcedureDetail(facts=facts, place="to", hexes=hexes)
        return _answer(board, "objectives.at", PROHIBITED if bars else ALLOWED, left, said, detail)
    lies = _lies_there(board, formation, place)
    if lies is not None:
        bars.append(lies)
        said = [*bars]
    distance = _distance(board, formation, place)
    what, why = _bought(board, recon, left, distance, place)
    said += why
    if distance is not None:
        facts["distance"] = distance
    cost = None
    if what and is_planned(board):
        cost = price(board, now, what)
        said += cost.said
        facts["fatigue"] = cost.fatigue
        bars += () if cost.is_paid else cost.said
    elif what in ("additional", "additional_distant"):
        bars.append(say(board, PUBLISHED, "No objective is left to be placed by the SNAFU result"))
        said.append(bars[-1])
    proposals = () if bars else (_placed(board, formation, now, place, recon, what if cost is not None else "", cost),)
    detail = ProcedureDetail(facts=facts, place="to", hexes={**hexes, LIT: frozenset({place})}, proposals=proposals)
    return _answer(board, "objectives.at", PROHIBITED if bars else ALLOWED, what or "free", said, detail)


def _lies_there(board: Board, formation: Formation, place: Hex) -> Reason | None:
    """That an objective of the formation lies in a hex already, or may be one of it; those of others do not matter.

    [BCS 1.1 4.3d]
    """
    words, told = (
        {each.text for each in objectives_in(board, formation.side, place)},
        {"formation": formation.name, "hex": place},
    )
    if formation.name in words:
        return say(board, "4.3d", "An objective of {formation} lies in {hex} already", **told)
    if "" in words:
        return say(
            board, "4.3d", "An objective lies in {hex} that does not say whose it is; it may be that of {formation}", **told
        )
    return None


def _free(board: Board, now: Standing) -> int:
    """How many objectives the SNAFU result gives; none before the roll in play. [BCS 1.1 variant 3]"""
    if not now.snafu:
        return 0
    column = f"objectives{', planned fatigue' if is_planned(board) else ''}"
    return int(board.consulted.number(EFFECTS, now.snafu, column))


def _more_may_be_placed(board: Board, formation: Formation, left: int) -> bool:
    """Whether another objective may be placed: one is left by the SNAFU result, one can be bought, or recon units place their
    own. [BCS 1.1 4.3d, variant 3]"""
    return left > 0 or is_planned(board) or any(is_recon(board.case, unit) for unit in combat_units(board, formation.id))


def _objective_bars(board: Board, formation: Formation, now: Standing, recon: Unit | None) -> Iterator[Reason]:
    """Why a formation places no objectives now; a recon unit places its own whenever it acts. [BCS 1.1 4.3d, variant 3]"""
    told = {"formation": formation.name}
    if now.marched:
        yield say(board, "3", "{formation} makes a forced march: it places no objectives", **told)
    if now.recovered:
        yield say(board, "3", "{formation} recovers from fatigue: it places no objectives", **told)
    if not now.snafu and not now.recovered:
        yield say(board, PUBLISHED, "{formation} has not rolled for SNAFU in this activation", **told)
    if is_planned(board) and recon is None and _acts_already(board, formation):
        yield say(board, "3", "Objectives are bought as those of the SNAFU roll are placed, and not later")


def _acts_already(board: Board, formation: Formation) -> bool:
    """Whether the time to place objectives is over: a later phase of the activation is played, or a unit has moved or fought.

    [BCS 1.1 variant 3]
    """
    state = board.forces.state
    phases = [each.id for top in board.case.ruleset.sequence for _, each in top.walk()]
    if state.moment.phase in phases and phases.index(state.moment.phase) > phases.index(PLACING):
        return True
    ids = {unit.id for unit in units_of(board, formation.id)}
    return not ids.isdisjoint(moved_themselves(state)) or bool(_fights(board, ids))


def _fights(board: Board, ids: set[str]) -> tuple[Declared, ...]:
    """What some units have fought in this activation."""
    return tuple(each for each in board.forces.state.fought if each.what in ACTIONS and not ids.isdisjoint(each.units))


def _recon(board: Board, formation: Formation, name: str | None) -> Unit | None:
    """The recon unit that places an objective of its own. Raises WrongUse for another unit. [BCS 1.1 4.3d]"""
    if not name:
        return None
    unit = board.forces.named("by", name)
    if not is_recon(board.case, unit):
        raise WrongUse(f"by: {unit.name} is no recon unit, and places no objective of its own (4.3d).")
    if unit.counter.formation != formation.id or hex_of(unit.piece) is None:
        raise WrongUse(f"by: {unit.name} is no unit of {formation.name} on the map.")
    return unit


def _distance(board: Board, formation: Formation, place: Hex) -> int | None:
    piece = headquarters_of(board, formation.id)
    return board.net.hexes[piece[0]].distance(place) if piece is not None else None


def _bought(board: Board, recon: Unit | None, left: int, distance: int | None, place: Hex) -> tuple[str, tuple[Reason, ...]]:
    """What an objective has to be paid for as, "" for nothing, and why. [BCS 1.1 variant 3]"""
    most, planned = limit(board.consulted, FREE), is_planned(board)
    section, far = "3" if planned else PUBLISHED, planned and distance is not None and distance > most
    more = recon is None and left == 0
    said: list[Reason] = []
    if distance is None:
        said.append(say(board, section, "The headquarters stands on no hex of the map, from which it would be counted"))
    else:
        told = {"hex": place, "distance": distance, "most": most}
        template = "{hex} is {distance} hexes from the headquarters, more than {most}"
        said.append(say(board, section, template if far else "{hex} is {distance} hexes from the headquarters", **told))
    if recon is not None:
        said.append(say(board, "4.3d", "{unit} places it, and so it is no additional one", unit=recon.name))
    elif more:
        said.append(say(board, section, "It is an additional one"))
    if far and more:
        said.append(say(board, "3", "Both at once cost no more than one of them"))
    return ("additional_distant" if far and more else "distant" if far else "additional" if more else ""), tuple(said)


def _prices(board: Board) -> Iterator[Reason]:
    if is_planned(board):
        each = int(board.consulted.number(COSTS, BOUGHT["distant"], "fatigue"))
        more = int(board.consulted.number(COSTS, BOUGHT["additional"], "fatigue"))
        both = int(board.consulted.number(COSTS, BOUGHT["additional_distant"], "fatigue"))
        told = {"most": limit(board.consulted, FREE), "each": each, "more": more, "both": both}
        yield say(board, "3", "Beyond {most} hexes one costs {each}, an additional one {more}, both at once {both}", **told)
    yield say(board, "4.3d", "Recon units place objectives of their own; how many the core book says, which was not at hand")


def _placed(
    board: Board, formation: Formation, now: Standing, place: Hex, recon: Unit | None, what: str, cost: Price | None
) -> Proposal:
    # Beside those of other formations, which stay.
    marks = (*board.forces.deployment.marks.get(place, ()), Mark(OBJECTIVE, formation.side, formation.name))
    edits: tuple[Edit, ...] = (hexes_marked(work_of(board), {place: marks}, "Place an objective"),)
    count = now.objectives + (recon is None)
    if cost is not None:
        edits += (paying(board, now, what, cost, edits, objectives=count),)
    elif recon is None:
        edits += (standing_edit(applied(work_of(board), edits), formation.id, objectives=count),)
    label = f"Place an objective in {board.forces.box.label(place)}"
    then: tuple[Next, ...] = ()
    if _more_may_be_placed(board, formation, _free(board, now) - count):
        title = say(board, "4.3d", "Further objectives of {formation}", formation=formation.name)
        then = (Next("objectives.at", title, {"formation": formation.id}, formation.side, may=True),)
    told = f"{label}: {formation.name} {cost.level}" if cost is not None else label
    return Proposal(told, edits, then=then, side=formation.side)
