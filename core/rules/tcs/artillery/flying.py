"""Sorties over the map: placed, met by AA guns, observed, and what they attack [TCS 4.01 18.10c, 25.0-25.2, 26.0, 26.1g]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import marked, moved, taken_off
from core.model.edits.state_edits import ChangeState
from core.model.scenario import ARRIVING
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.points import points_key
from core.rules.operations.proposals import work_of
from core.rules.tcs.artillery.barrages import Attack, Struck, glance, losses_after, other_side, struck
from core.rules.tcs.artillery.placing import Observer, why_no_observer
from core.rules.tcs.effects.suffering import FIRE
from core.rules.tcs.fires.aftermath import BY_FLAK, triggered
from core.rules.tcs.forces.counters import FIRED_MARK, unit_of
from core.rules.tcs.forces.strength import greatest_range
from core.rules.tcs.forces.units import KINDS, MOVE, PARALYZED, SUPPRESSED
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.procedures.fire import NO_EFFECT, area_fire_of
from core.rules.tcs.procedures.sorties import COMES, FAILS, KILLS, sortie
from core.rules.tcs.reckoning import ALLOWED, NO, PROHIBITED, YES, flag, step
from core.rules.tcs.sight.cover import classes_of_hex
from core.rules.tcs.sight.spotting import TERRAIN
from core.rules.tcs.watch.lookout import watch_on

SORTIE, AA_GUN = "sortie", "aa_gun"
"""Kinds of counters."""

AREA, POINT = "area", "point"
ATTACKS = (AREA, POINT)
SORTIES = "sorties"
WOODS = frozenset({"woods", "forest"})
"""Terrain that hides its hex from the air where it fills it and no way leads through; orchards do not. [TCS 4.01 25.2]"""


@dataclass(frozen=True)
class _Flight:
    """A sortie and what it attacks: its counter, None where it is told of in numbers, its rating and its kill number."""

    board: Board
    side: str
    place: Hex
    unit: Unit | None
    rating: int | None
    kill: int | None
    attack: str

    @property
    def called(self) -> str:
        """What it is called in sentences."""
        return self.unit.name if self.unit is not None else "the sortie"

    @property
    def is_placed(self) -> bool:
        """Whether it flies over its hex already."""
        return self.unit is None or (self.unit.piece is not None and self.unit.piece.at == self.place)


def sortie_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """A sortie at a hex: placed, then whether it comes through, and what it does there. Raises WrongUse.

    [TCS 4.01 25.1, 25.2, 26.0, 26.1g]
    """
    flight = _flight(board, given)
    dark = _dark(flight)
    if dark is not None:
        return _answer(flight, PROHIBITED, 0, dark.reasons)
    if not flight.is_placed:
        return _placing(flight)
    said = () if given.get("roll") is not None else (*_told_attack(flight, given), *_without_flak(flight, given))
    return _resolved(flight, given, said)


def _told_attack(flight: _Flight, given: Mapping[str, Any]) -> Iterator[Reason]:
    """Which of its two attacks a sortie makes, where nobody has said so. [TCS 4.01 25.1b]"""
    if given.get("attack") is None and not given.get("target") and flight.rating is not None and flight.kill is not None:
        template = "{sortie} attacks the hex, unless it is said to attack one target"
        if flight.attack == POINT:
            template = "{sortie} attacks one target, for only point targets stand in the hex"
        yield step(flight.board.case, "25.1b", template, sortie=flight.called)


def _without_flak(flight: _Flight, given: Mapping[str, Any]) -> Iterator[Reason]:
    """Why no AA gun of the other side meets a sortie, where it has some. [TCS 4.01 25.1e]"""
    if given.get("aa") is None:
        found = aa_guns(flight.board, other_side(flight.board, flight.side), flight.place)
        if all(each.why for each in found):
            yield from (_told_gun(flight.board, each) for each in found)


def _flight(board: Board, given: Mapping[str, Any]) -> _Flight:
    """The sortie that is meant: the one that is named, else one that flies over the hex or waits to. Raises WrongUse."""
    unit = board.forces.named("sortie", given["sortie"]) if given.get("sortie") else None
    if unit is not None and unit.kind != SORTIE:
        raise WrongUse(f"sortie: {unit.name} is no sortie.")
    rating, kill = given.get("rating"), given.get("kill")
    if unit is None and rating is None and kill is None:
        unit = next(iter(_flying_over(board, given) or _waiting(board, given)), None)
    if unit is not None:
        rating, kill = _printed(unit, "sortie.area_rating"), _printed(unit, "sortie.kill_number")
    if rating is None and kill is None:
        raise WrongUse("sortie: name its counter, or give rating=… or kill=… in its place.")
    side = unit.side if unit is not None else given.get("side") or board.forces.state.moment.side
    if not side:
        raise WrongUse("side: say whose sortie it is.")
    attack = given.get("attack") or _usual_attack(board, given, rating, kill)
    if (rating if attack == AREA else kill) is None:
        raise WrongUse(
            f"attack: the sortie has no number for that; it attacks {'one target' if attack == AREA else 'the hex'}."
        )
    return _Flight(board, side, given["to"], unit, rating, kill, attack)


def _usual_attack(board: Board, given: Mapping[str, Any], rating: int | None, kill: int | None) -> str:
    """What a sortie attacks where nobody says it: the hex, unless a target is named, or nobody in it could be hurt so.

    [TCS 4.01 11.1a, 25.1b]
    """
    if rating is None or given.get("target"):
        return POINT
    there = struck(board, board.number(given["to"])) if kill is not None else ()
    return POINT if there and all(each.counted.target[:1] == "P" for each in there) else AREA


def _sorties(board: Board, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The counters of the sorties of a side."""
    side = given.get("side") or board.forces.state.moment.side
    units = (board.forces.unit(counter.id) for counter in board.forces.oob.counters if counter.side == side)
    return tuple(unit for unit in units if unit is not None and unit.kind == SORTIE)


def _flying_over(board: Board, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The sorties of a side that are placed over the hex."""
    return tuple(unit for unit in _sorties(board, given) if unit.piece is not None and unit.piece.at == given["to"])


def _waiting(board: Board, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The sorties of a side that can be placed: those that wait off the map, then the counters of those that have flown."""
    some = _sorties(board, given)
    off = [unit for unit in some if unit.piece is not None and not isinstance(unit.piece.at, Hex) and unit.piece.at != ARRIVING]
    return (*off, *(unit for unit in some if unit.piece is None))


def _printed(unit: Unit, value: str) -> int | None:
    found = unit.value(value)
    return found if isinstance(found, int) else None


def _dark(flight: _Flight) -> Ruling | None:
    """That there are no sorties in this light. [TCS 4.01 26.0, 26.1g]"""
    found = sortie(flight.board.case, {"light": flight.board.forces.state.light})
    return found if found.verdict == PROHIBITED else None


# Placed -------------------------------------------------------------------------------------------------------------------


def _placing(flight: _Flight) -> Ruling:
    """A sortie is placed over a hex; all are, before one is resolved. [TCS 4.01 25.1, 25.1a]"""
    board, unit, case = flight.board, flight.unit, flight.board.case
    assert unit is not None
    label, state = board.forces.box.label(flight.place), board.forces.state
    key = points_key(board.forces, case.ruleset.play, flight.side, SORTIES)
    told = {"sortie": unit.name, "hex": label}
    if unit.piece is not None and isinstance(unit.piece.at, Hex):
        told["hex"] = board.forces.box.label(unit.piece.at)
        return _answer(flight, PROHIBITED, 0, (step(case, "25.1", "{sortie} is placed in {hex} already", **told),))
    if key is not None and state.points[key] < 1:
        why = step(case, "25.1a", "No sortie is left to {side} in this turn", side=board.forces.side_name(flight.side))
        return _answer(flight, PROHIBITED, 0, (why,))
    said = [step(case, "25.1a", "{sortie} is placed in {hex}", **told)]
    if key is not None:
        said.append(step(case, "25.1a", "Sorties left afterwards: {left}", left=state.points[key] - 1))
    edits: list[Edit] = [moved(work_of(board), (unit.id,), flight.place, f"Place {unit.name} in {label}")]
    if key is not None:
        edits.append(ChangeState("Use a sortie", {"points": state.points.set(key, state.points[key] - 1)}))
    proposal = Proposal(f"Place {unit.name} in {label}", tuple(edits))
    waiting = _waiting(board, {"side": flight.side})
    parts = tuple(Part(each.id, flight.place, True, each.id == unit.id) for each in waiting) if len(waiting) > 1 else ()
    answer = _answer(flight, ALLOWED, None, said, proposals=(proposal,), parts=parts)
    assert isinstance(answer.detail, ProcedureDetail)
    return replace(answer, detail=replace(answer.detail, units="sortie" if parts else ""))


# Resolved -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Strike:
    """What a sortie that comes through does: an attack as far as it is rolled, with who is under it and who may be chosen."""

    attack: Attack
    targets: tuple[Struck, ...] = ()
    parts: tuple[Part, ...] = ()
    chosen: Struck | None = None


def _resolved(flight: _Flight, given: Mapping[str, Any], said: tuple[Reason, ...]) -> Ruling:
    """Whether a sortie comes through, and its attack. [TCS 4.01 25.1b-d, 25.2]"""
    board, case = flight.board, flight.board.case
    observer, watched = _observer(flight, given.get("observer"))
    gun = board.forces.named("aa", given["aa"]) if given.get("aa") not in (None, NO) else None
    woods = given.get("full_woods") or (YES if full_woods(board, board.number(flight.place)) else NO)
    strike = _strike(flight, given)
    asked: dict[str, Any] = {
        "light": board.forces.state.light,
        "observer": NO if observer is None else YES,
        "full_woods": woods,
    }
    asked |= {"aa_gun": YES, "unit": (gun.id,)} if gun is not None else {}
    asked |= {"roll": given["roll"]} if given.get("roll") is not None else {}
    if flight.attack == POINT and strike.chosen is not None:
        asked |= {"kill": flight.kill, "terrain": max(classes_of_hex(board, board.number(flight.place)), key=TERRAIN.index)}
        asked["posture"] = strike.chosen.counted.posture
        asked |= {"kill_roll": given["kill_roll"]} if given.get("kill_roll") is not None else {}
    ruled = sortie(case, asked)
    board.consulted.add(ruled.charts)
    assert isinstance(ruled.detail, Facts)
    facts = {**strike.attack.facts, **ruled.detail.facts}
    reasons = [*said, *watched, *ruled.reasons, *strike.attack.reasons]
    tables = (*ruled.detail.tables, *strike.attack.tables)
    wanted, outcomes = _wanted(flight, given, ruled, strike)
    proposals = _proposals(flight, given, ruled, strike, wanted)
    verdict = ruled.verdict
    return _answer(flight, verdict, facts.get("needed"), reasons, facts, tables, strike.parts, proposals, wanted, outcomes)


def _observer(flight: _Flight, name: str | None) -> tuple[Observer | None, list[Reason]]:
    """Who observes for a sortie, the nearest where nobody is named, nobody where none is to; and what is said of it.

    Raises WrongUse for one who cannot. [TCS 4.01 25.2]
    """
    board, case = flight.board, flight.board.case
    if name == NO:
        return None, [step(case, "25.2", "No observer is named")]
    most, number = case.ruleset.whole("sortie.observer"), board.number(flight.place)
    some = sorted(
        (board.net.hexes[here].distance(flight.place), here, unit.id, unit)
        for here, unit in board.of(flight.side)
        if board.net.hexes[here].distance(flight.place) <= most
    )
    wanted = board.forces.named("observer", name) if name else None
    for away, here, _, unit in some:
        if wanted is not None and unit.id != wanted.id:
            continue
        why = tuple(why_no_observer(board, unit, here, number))
        if not why:
            told = step(case, "25.2", "{unit} observes, {away} hexes away", unit=unit.name, away=away)
            return Observer(unit, here, away, ()), [replace(told, hexes=(board.net.hexes[here],))]
        if wanted is not None:
            raise WrongUse(f"observer: {board.sentence(why[0])} (18.4b).")
    if wanted is not None:
        raise WrongUse(f"observer: {wanted.name} stands no unit of the side within {most} hexes (25.2).")
    return None, [step(case, "25.2", "Nobody within {most} hexes observes", most=most)]


def full_woods(board: Board, number: int) -> bool:
    """Whether woods or forest fill a hex to its last corner, with neither road nor trail in it. [TCS 4.01 25.2]"""
    return board.for_map(("full woods", number), lambda: _full_woods(board, number))


def _full_woods(board: Board, number: int) -> bool:
    ground, place, terrain = board.forces.ground, board.net.hexes[number], board.forces.terrain
    kinds = [kind for kind in board.net.kinds[number] if kind in terrain and terrain[kind].name.casefold() in WOODS]
    if not kinds or ground is None or not ground.is_filled(place, kinds):
        return False
    return not any(board.force_rules.is_road(board.case, board.consulted, kind) for kind in ground.ways(place))


def _strike(flight: _Flight, given: Mapping[str, Any]) -> _Strike:
    """The attack of a sortie that comes through. [TCS 4.01 25.1b, 25.1c]"""
    board, number = flight.board, flight.board.number(flight.place)
    targets = struck(board, number)
    nobody = Attack((step(board.case, "25.1", "Nobody stands in the hex"),), {}, (), ())
    if not targets:
        return _Strike(nobody)
    if flight.attack == AREA:
        return _Strike(_area(flight, given, targets), targets)
    some = [each for each in targets if each.counted.target[:1] != "A"]
    if not some:
        said = step(board.case, "25.1b", "Only men stand in the hex: its kill number is for point targets and B-targets")
        return _Strike(Attack((said,), {}, (), ()), targets)
    named = board.forces.named("target", given["target"]) if given.get("target") else None
    chosen = next((each for each in some if named is None or each.unit.id == named.id), None)
    if chosen is None:
        assert named is not None
        raise WrongUse(f"target: {named.name} is no point target or B-target in the hex (25.1b).")
    ids = dict.fromkeys(each.unit.id for each in some)
    parts = tuple(Part(id_, flight.place, True, id_ == chosen.unit.id) for id_ in ids)
    said = step(board.case, "25.1c", "Its target is one step of {unit}", unit=chosen.unit.name)
    return _Strike(Attack((said,), {}, (), ()), targets, parts, chosen)


def _area(flight: _Flight, given: Mapping[str, Any], targets: Sequence[Struck]) -> Attack:
    """The area fire of a sortie on its hex. [TCS 4.01 11.3f, 25.1b]"""
    board, number = flight.board, flight.board.number(flight.place)
    watch = watch_on(board, targets[0].unit.side, MARCH)
    asked: dict[str, Any] = {"terrain": classes_of_hex(board, number), "others": watch.others(number, number)}
    asked |= {"roll": given["fire_roll"]} if given.get("fire_roll") is not None else {}
    firer = Counted(KINDS[SORTIE], 1, 1, strength=flight.rating, high=True)
    ruled = area_fire_of(board.case, board.consulted, (firer,), [each.counted for each in targets], asked)
    assert isinstance(ruled.detail, Facts)
    facts, tables = ruled.detail.facts, ruled.detail.tables
    rolls = ruled.verdict != NO_EFFECT and given.get("fire_roll") is None
    wanted = (Wanted("fire_roll", "11..66", f"the attack of {flight.called}", flight.side),) if rolls else ()
    outcomes = glance(board, flight.place, targets, tables, {"because": FIRE}) if rolls else ()
    lost, checks = int(facts.get("steps_lost", 0)), facts.get("morale_check") == YES
    return Attack(ruled.reasons, facts, tables, wanted, outcomes, lost, checks)


def _wanted(
    flight: _Flight, given: Mapping[str, Any], ruled: Ruling, strike: _Strike
) -> tuple[tuple[Wanted, ...], tuple[Outcome, ...]]:
    """The rolls that are waited for: whether it comes through, then that of its attack. [TCS 4.01 25.2]"""
    facts = ruled.detail.facts if isinstance(ruled.detail, Facts) else {}
    if given.get("roll") is None:
        chance = Fraction(facts["chance"])
        comes = (Outcome("Sortie", COMES, chance), Outcome("Sortie", FAILS, 1 - chance))
        return (Wanted("roll", "d6", f"success of {flight.called}", flight.side),), (*comes, *strike.attack.outcomes)
    if ruled.verdict == FAILS:
        return (), ()
    if strike.chosen is not None and given.get("kill_roll") is None:
        hit = Fraction(facts["kill_chance"])
        outcomes = (Outcome("Target", KILLS, hit), Outcome("Target", "missed", 1 - hit))
        return (Wanted("kill_roll", "2d6", f"the attack of {flight.called}", flight.side),), outcomes
    return strike.attack.wanted, strike.attack.outcomes


def _proposals(
    flight: _Flight, given: Mapping[str, Any], ruled: Ruling, strike: _Strike, wanted: tuple[Wanted, ...]
) -> tuple[Proposal, ...]:
    """An AA gun of the other side before the roll; after all rolls what comes of it. [TCS 4.01 18.10c, 25.1d, 25.1e, 25.2]"""
    board, label = flight.board, flight.board.forces.box.label(flight.place)
    other = other_side(board, flight.side)
    if given.get("roll") is None:
        if given.get("aa") is not None or not any(not each.why for each in aa_guns(board, other, flight.place)):
            return ()
        title = step(board.case, "25.1e", "An AA gun may fire at {sortie} over {hex}", sortie=flight.called, hex=label)
        asked = Next("aa.at", title, _passed_on(flight, given) | {"side": other}, other, may=True)
        return (Proposal("An AA gun of the other side may fire first", (), then=(asked,)),)
    if wanted:
        return ()
    off = (taken_off(work_of(board), (flight.unit.id,), f"{flight.called} is spent"),) if flight.unit is not None else ()
    if ruled.verdict == FAILS:
        return (Proposal(f"{flight.called} makes no attack", off),)
    attack = strike.attack
    if strike.chosen is not None and ruled.verdict == KILLS:
        attack = replace(attack, kills={strike.chosen.id: 1})
    then = losses_after(board, flight.place, attack, strike.targets, check=True, because=FIRE) if strike.targets else ()
    destroyed = sum((attack.kills or {}).values())
    parts = [f"{counted(attack.lost, 'step')} lost"] * bool(attack.lost) + ["a step of its target destroyed"] * bool(destroyed)
    parts += ["morale is checked"] * attack.checks
    return (Proposal(f"{flight.called} at {label}: {', '.join(parts) or 'no effect'}", off, then=then),)


def _passed_on(flight: _Flight, given: Mapping[str, Any]) -> dict[str, str]:
    """What of a sortie goes from question to question."""
    found = {"to": flight.board.forces.box.label(flight.place), "attack": flight.attack}
    found |= {"sortie": flight.unit.id} if flight.unit is not None else {}
    found |= {name: str(given[name]) for name in ("rating", "kill", "target", "observer") if given.get(name) is not None}
    return found


def _answer(
    flight: _Flight,
    verdict: str,
    value: Number | str | None,
    said: Sequence[Reason],
    facts: Mapping[str, Number | str] | None = None,
    tables: tuple[ChartDetail, ...] = (),
    parts: tuple[Part, ...] = (),
    proposals: tuple[Proposal, ...] = (),
    wanted: tuple[Wanted, ...] = (),
    outcomes: tuple[Outcome, ...] = (),
) -> Ruling:
    board = flight.board
    detail = ProcedureDetail(
        facts=facts or {},
        tables=tables,
        proposals=proposals,
        parts=parts,
        units="target" if flight.attack == POINT else "",
        place="to",
        hexes={TARGET: frozenset({flight.place})},
        wanted=wanted,
        outcomes=outcomes,
    )
    rule, charts = board.case.ruleset.id, board.consulted.charts
    return Ruling("sortie.at", rule, verdict, value, tuple(said), detail, charts)


# AA guns ------------------------------------------------------------------------------------------------------------------


def aa_guns(board: Board, side: str, place: Hex) -> tuple[Observer, ...]:
    """The AA guns of a side on the map, the nearest first, and why each cannot defend a hex. [TCS 4.01 25.1e]"""
    number, found = board.number(place), []
    for here, unit in board.of(side):
        if unit.kind == AA_GUN:
            away = board.net.hexes[here].distance(place)
            found.append(Observer(unit, here, away, tuple(_why_no_flak(board, unit, here, number, away))))
    return tuple(sorted(found, key=lambda each: (each.away, each.number, each.unit.id)))


def _why_no_flak(board: Board, unit: Unit, here: int, there: int, away: int) -> Iterator[Reason]:
    """Why an AA gun cannot defend a hex; the first reason is enough. [TCS 4.01 25.1e]"""
    case, counted = board.case, unit_of(board.case.ruleset, unit, board.at.get(here, ()))
    farthest = greatest_range(case, counted)
    if counted.posture == MOVE:
        yield step(case, "25.1e", "{unit}: in Move Mode", unit=unit.name)
    elif counted.fired:
        yield step(case, "25.1e", "{unit}: marked as Fired", unit=unit.name)
    elif counted.condition in (SUPPRESSED, PARALYZED):
        yield step(case, "25.1e", "{unit}: {state}", unit=unit.name, state=counted.condition)
    elif away > farthest:
        told = {"unit": unit.name, "away": away, "range": farthest}
        yield step(case, "25.1e", "{unit}: it reaches {range} hexes, and the hex is {away} away", **told)
    elif not (seen := watch_on(board, unit.side, MARCH).sees(here, there)):
        unsure = "{unit}: whether it sees the hex cannot be decided here"
        yield step(case, "25.1e", "{unit}: it does not see the hex" if seen is False else unsure, unit=unit.name)


def aa_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Which AA guns may fire at a sortie over a hex; the one that does is marked as Fired, and offers a trigger first.

    Raises WrongUse. [TCS 4.01 18.10c, 25.1e, 25.2]
    """
    flight = _flight(board, {name: value for name, value in given.items() if name != "side"} | {"side": _flying(board, given)})
    side = given.get("side") or other_side(board, flight.side)
    found = aa_guns(board, side, flight.place)
    wanted = board.forces.named("gun", given["gun"]) if given.get("gun") else None
    if wanted is not None and wanted.id not in {each.unit.id for each in found}:
        raise WrongUse(f"gun: {wanted.name} is no AA gun of the side on the map.")
    some = [each for each in found if wanted is None or each.unit.id == wanted.id]
    able = [each for each in some if not each.why]
    said = [_told_gun(board, each) for each in some]
    if not said:
        said.append(step(board.case, "25.1e", "{side} has no AA gun on the map", side=board.forces.side_name(side)))
    proposals = [_flak(flight, given, each) for each in able]
    proposals.append(Proposal("No AA gun fires", (), then=(_then_sortie(flight, given, NO),)))
    parts = tuple(
        Part(
            each.unit.id,
            board.net.hexes[each.number],
            not each.why,
            each is some[0] and not each.why,
            next(iter(each.why), None),
        )
        for each in some
    )
    detail = ProcedureDetail(
        facts={}, proposals=tuple(proposals), parts=parts, units="gun", place="to", hexes={TARGET: frozenset({flight.place})}
    )
    verdict = ALLOWED if able else PROHIBITED
    return Ruling("aa.at", board.case.ruleset.id, verdict, len(able), tuple(said), detail, board.consulted.charts)


def _flying(board: Board, given: Mapping[str, Any]) -> str:
    """Whose sortie it is that a side defends against, where no counter says it."""
    side = given.get("side")
    return other_side(board, side) if side else board.forces.state.moment.side


def _told_gun(board: Board, each: Observer) -> Reason:
    told = step(board.case, "25.1e", "{unit} may fire, {away} hexes away", unit=each.unit.name, away=each.away)
    return replace(each.why[0] if each.why else told, hexes=(board.net.hexes[each.number],))


def _flak(flight: _Flight, given: Mapping[str, Any], each: Observer) -> Proposal:
    """A gun fires: it is marked as Fired, overwatch may answer it, then the sortie is resolved. [TCS 4.01 18.10c, 25.2]"""
    board = flight.board
    edit = marked(work_of(board), (each.unit.id,), FIRED_MARK, "Mark as Fired")
    answer = triggered(board, (board.net.hexes[each.number],), BY_FLAK, each.unit.side)
    return Proposal(
        f"{each.unit.name} fires at {flight.called}", (edit,), then=(answer, _then_sortie(flight, given, each.unit.id))
    )


def _then_sortie(flight: _Flight, given: Mapping[str, Any], gun: str) -> Next:
    """The sortie is resolved, with the gun that has fired or with none. [TCS 4.01 25.2]"""
    title = step(flight.board.case, "25.2", "{sortie} is resolved", sortie=flight.called)
    found = _passed_on(flight, given) | {"aa": gun} | ({} if flight.unit is not None else {"side": flight.side})
    return Next("sortie.at", title, found, flight.side)


_SORTIE = (
    Parameter("sortie", "text", "the counter of the sortie, by id or name; one over the hex or that waits without it"),
    Parameter("rating", "whole", "area fire rating of a sortie that is no counter of the game", least=0),
    Parameter("kill", "whole", "kill number of a sortie that is no counter of the game", least=2),
    Parameter(
        "attack",
        "choice",
        "whether it attacks all of the hex or one target in it; what can hurt those there without it",
        choices=ATTACKS,
        at_hand=True,
    ),
    Parameter(
        "target", "text", "the point target or B-target that it attacks, by id or name; the lowest in the stack without it"
    ),
    Parameter("observer", "text", "who observes, by id or name, or no; the nearest who can without it"),
)
ATTACKING = (
    Parameter("to", "hex", "the hex that it attacks", required=True),
    *_SORTIE,
    Parameter("side", "text", "whose sortie it is, where no counter says it; whose phase it is without it"),
    Parameter("aa", "text", "the AA gun that fires at it, by id or name, or no"),
    flag("full_woods", "whether woods fill the hex and no road or trail runs through it; as the map has it without it"),
    Parameter("roll", "whole", "the roll of one die to come through"),
    Parameter("fire_roll", "whole", "the roll of its area fire, 11 to 66"),
    Parameter("kill_roll", "whole", "the sum of two dice of its attack on one target"),
)
DEFENDING = (
    Parameter("to", "hex", "the hex that the sortie attacks", required=True),
    *_SORTIE,
    Parameter("side", "text", "the side that defends; the other one than that of the sortie without it"),
    Parameter("gun", "text", "the AA gun that fires, by id or name; all that may are told without it"),
)
