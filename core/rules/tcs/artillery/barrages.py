"""What barrages on the map do to a hex: all together as one area fire, each at every point target [TCS 4.01 18.3, 18.5-18.9].

Where data flows::

    markers on the map ──> missions ──> which have the hex in or beside their zone ──> strengths, added up ──> one area fire
                                                └──> in their zone ──> rolls at steps of point targets, marker by marker
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Outcome, Wanted
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Number, Reason
from core.rules.operations.board import Board
from core.rules.tcs.artillery.batteries import as_ruled, of_mission
from core.rules.tcs.effects.forecast import forecast
from core.rules.tcs.effects.suffering import AREA, AT, FIRE, MISSIONS, NOTIONAL
from core.rules.tcs.forces.counters import integrated_steps
from core.rules.tcs.forces.units import KINDS, MOVE
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.forces.walking import in_own_carrier, way_of
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.procedures.artillery import point_fire
from core.rules.tcs.procedures.fire import NO_EFFECT, area_fire_of
from core.rules.tcs.procedures.missions import Lying, lying
from core.rules.tcs.reckoning import NO, PROHIBITED, YES, checked_rolls, step, whole
from core.rules.tcs.sight.cover import classes_of_hex
from core.rules.tcs.watch.lookout import watch_on
from core.rules.tcs.watch.watching import ROAD

ARTILLERY = "artillery"
"""The kind of unit that barrages fire as."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A mission that attacks a hex: in its zone or beside it, and with which strength."""

    lying: Lying
    in_zone: bool
    strength: Fraction
    calibre: int | None


@dataclass(frozen=True, slots=True)
class Struck:
    """A unit under fire, as the procedures count it, or the notional carrier that it has with it, with the id that losses know
    it by."""

    unit: Unit
    counted: Counted
    id: str


def _parts(unit: Unit, own: Sequence[Counted]) -> Iterator[Struck]:
    """A unit, and behind it the carrier of its own. [TCS 4.01 24.2a]"""
    yield from (Struck(unit, each, unit.id + NOTIONAL * n) for n, each in enumerate(own))


@dataclass(frozen=True)
class Attack:
    """What barrages do to a hex: what is said, the rolls that are wanted, the steps that are lost in area fire, whether morale
    is checked, and the steps of point targets that are destroyed, by what they are of."""

    reasons: tuple[Reason, ...]
    facts: Mapping[str, Number | str]
    tables: tuple[ChartDetail, ...]
    wanted: tuple[Wanted, ...]
    outcomes: tuple[Outcome, ...] = ()
    lost: int = 0
    checks: bool = False
    kills: Mapping[str, int] | None = None

    @property
    def is_done(self) -> bool:
        """Whether all is rolled."""
        return not self.wanted


# Which barrages attack a hex ----------------------------------------------------------------------------------------------


def falling(board: Board, side: str = "") -> tuple[Lying, ...]:
    """The missions on the map that attack, of a side or of all: adjusted ones, and no smoke. [TCS 4.01 18.3, 18.5c]"""
    some = lying(board.forces.deployment)
    return tuple(
        each for each in some if not each.mission.placed and each.mission.reach is not None and side in ("", each.side)
    )


def zones_of(board: Board, missions: Iterable[Lying]) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes of the map in the attack zones of missions, and those beside them that are attacked as well."""
    known, some = frozenset(board.net.index), tuple(missions)
    inside = frozenset[Hex]().union(*(each.zone for each in some)) & known
    return inside, frozenset[Hex]().union(*(each.beside for each in some)) & known - inside


def hits_on(board: Board, place: Hex, missions: Iterable[Lying]) -> tuple[Hit, ...]:
    """The missions that attack a hex, each with its strength there. [TCS 4.01 18.5a, 18.5b, 18.6c]"""
    some = (each for each in missions if place in each.zone or place in each.beside)
    return tuple(_hit(board, each, place) for each in some)


def _hit(board: Board, each: Lying, place: Hex) -> Hit:
    strength, beside, calibre = board.kept(("mission", each), lambda: _strengths(board, each))
    in_zone = place in each.zone
    return Hit(each, in_zone, strength if in_zone else beside, calibre)


def _strengths(board: Board, each: Lying) -> tuple[Fraction, Fraction, int | None]:
    """The strength of a mission in its zone and beside it, and its calibre. Raises WrongUse where its marker lacks them."""
    mission, batteries = each.mission, of_mission(board, each.mission, each.side)
    where = board.forces.box.label(each.hex)
    if not batteries.all and mission.calibre is None and mission.good is None and not mission.batteries:
        raise WrongUse(
            f"The barrage marker in {where} does not say how strong it is; write it on it, as 105 mm HE, or HE, strength 12/6."
        )
    ruled = as_ruled(board, batteries, mission)
    facts = ruled.detail.facts if isinstance(ruled.detail, Facts) else {}
    if ruled.verdict == PROHIBITED or "strength" not in facts:
        why = board.sentence(ruled.reasons[0])
        raise WrongUse(f"The barrage marker in {where} is no mission that there is: {why}.")
    calibre = mission.calibre if mission.calibre is not None else next(iter(batteries.calibres), None)
    return Fraction(facts["strength"]), Fraction(facts["beside"]), calibre


def told_hits(board: Board, hits: Iterable[Hit]) -> tuple[Reason, ...]:
    """Each mission that attacks a hex, with its strength there."""
    found = []
    for hit in hits:
        mission = hit.lying.mission
        told = {"mission": mission.words, "hex": board.forces.box.label(hit.lying.hex), "strength": hit.strength}
        template = "{mission} in {hex}: {strength}" if hit.in_zone else "{mission} in {hex}, beside its zone: {strength}"
        section = "18.6b" if mission.continuous else "18.5a"
        found.append(replace(step(board.case, section, template, **told), hexes=(hit.lying.hex,)))
    return tuple(found)


# Who is under fire --------------------------------------------------------------------------------------------------------


def struck(board: Board, number: int) -> tuple[Struck, ...]:
    """All units in a hex under fire. [TCS 4.01 11.3e, 24.2a]"""
    units = board.at.get(number, ())
    found: list[Struck] = []
    for unit in units:
        counted = watch_on(board, unit.side, MARCH).counted(unit, units)
        own = in_own_carrier(board.case.ruleset, unit, counted) if integrated_steps(board.case.ruleset, unit) else (counted,)
        found += _parts(unit, own)
    return tuple(found)


def struck_movers(board: Board, units: Sequence[Unit]) -> tuple[Struck, ...]:
    """Units that have moved into a hex under fire, and nobody else. [TCS 4.01 18.8c, 24.2a]"""
    ruleset = board.case.ruleset
    found: list[Struck] = []
    for unit in units:
        counted = replace(watch_on(board, unit.side, MARCH).counted(unit, units), posture=MOVE)
        own = in_own_carrier(ruleset, unit, counted) if way_of(ruleset, unit, MARCH).own_carrier else (counted,)
        found += _parts(unit, own)
    return tuple(found)


def is_attacked(hits: Iterable[Hit], targets: Iterable[Struck]) -> bool:
    """Whether barrages attack anybody: area targets in and beside zones, point targets in them alone. [TCS 4.01 18.3, 18.9a]"""
    some, in_zone = tuple(hits), any(hit.in_zone for hit in hits)
    return bool(some) and any(in_zone or not each.counted.is_point_target for each in targets)


# What they do -------------------------------------------------------------------------------------------------------------


def attacked(
    board: Board,
    place: Hex,
    hits: Sequence[Hit],
    targets: Sequence[Struck],
    given: Mapping[str, Any],
    by: str,
    road: bool = False,
) -> Attack:
    """What barrages do to units in a hex; `by` is the side that rolls. [TCS 4.01 18.3, 18.8, 18.9]"""
    area = _area(board, place, hits, targets, given, by, road)
    points = _points(board, place, hits, targets, given, by)
    if area is None or points is None:
        return area or points or Attack((), {}, (), ())
    return Attack(
        (*area.reasons, *points.reasons),
        {**area.facts, **points.facts},
        (*area.tables, *points.tables),
        (*area.wanted, *points.wanted),
        (*area.outcomes, *points.outcomes),
        area.lost,
        area.checks,
        points.kills,
    )


def _area(
    board: Board, place: Hex, hits: Sequence[Hit], targets: Sequence[Struck], given: Mapping[str, Any], by: str, road: bool
) -> Attack | None:
    """One area fire with the strength of all barrages together. [TCS 4.01 11.3f, 18.3, 18.8c]"""
    if all(each.counted.is_point_target for each in targets):
        return None
    case, number = board.case, board.number(place)
    exact = sum((hit.strength for hit in hits), Fraction(0))
    together = whole(case, exact)
    said = list(told_hits(board, hits))
    if len(hits) > 1 or exact != together:
        template = "All barrages together: {exact}, which enters as {whole}"
        said.append(step(case, "18.3", template, exact=exact, whole=together))
    watch = watch_on(board, targets[0].unit.side, MARCH)
    others = (*watch.others(number, number), *((ROAD,) if road else ()))
    asked: dict[str, Any] = {"strength": together, "terrain": classes_of_hex(board, number), "others": others}
    asked |= {"roll": given["roll"]} if given.get("roll") is not None else {}
    firers = [Counted(KINDS[ARTILLERY], 1, 1, high=True)]
    ruled = area_fire_of(case, board.consulted, firers, [each.counted for each in targets], asked)
    assert isinstance(ruled.detail, Facts)
    facts = ruled.detail.facts
    rolls = ruled.verdict != NO_EFFECT and given.get("roll") is None
    wanted = (Wanted("roll", "11..66", f"artillery at {board.forces.box.label(place)}", by),) if rolls else ()
    outcomes = glance(board, place, targets, ruled.detail.tables, {"because": MISSIONS}) if rolls else ()
    lost, checks = int(facts.get("steps_lost", 0)), facts.get("morale_check") == YES
    return Attack((*said, *ruled.reasons), facts, ruled.detail.tables, wanted, outcomes, lost, checks)


def glance(
    board: Board, place: Hex, targets: Sequence[Struck], tables: Sequence[ChartDetail], told: Mapping[str, Any]
) -> tuple[Outcome, ...]:
    """What an area fire may do to units, steps and morale at one glance; the steps alone while they do not stand there yet."""
    chances = tables[0].chances if tables else ()
    there = {unit.id for unit in board.at.get(board.number(place), ())}
    ids = tuple(dict.fromkeys(each.unit.id for each in targets))
    if not there.issuperset(ids):
        return tuple(Outcome("Steps lost", result, chance) for result, chance in chances)
    alone = {"units": ids} if set(ids) != there else {}
    return forecast(board, place, targets[0].unit.side, chances, {**told, **alone}).outcomes


def _points(
    board: Board, place: Hex, hits: Sequence[Hit], targets: Sequence[Struck], given: Mapping[str, Any], by: str
) -> Attack | None:
    """A roll of each barrage for each step of point targets in its zone; a step that one of them destroys is lost.

    [TCS 4.01 18.9a-c]
    """
    inside = [hit for hit in hits if hit.in_zone]
    steps = [each.id for each in targets if each.counted.is_point_target for _ in range(each.counted.steps)]
    if not inside or not steps:
        return None
    case, spared = board.case, Fraction(1)
    needed: list[int | None] = []
    said: list[Reason] = []
    tables: list[ChartDetail] = []
    for hit in inside:
        where = board.forces.box.label(hit.lying.hex)
        if hit.calibre is None:
            raise WrongUse(f"The barrage marker in {where} does not say its calibre, which its rolls at points need (18.9b).")
        asked: dict[str, Any] = {"calibre": hit.calibre, "targets": len(steps)}
        ruled = point_fire(case, asked | ({"fast": YES} if hit.lying.mission.fast else {}))
        board.consulted.add(ruled.charts)
        assert isinstance(ruled.detail, Facts)
        shown = ruled.detail.facts["needed"]
        needed.append(None if isinstance(shown, str) else int(shown))
        spared *= 1 - Fraction(ruled.detail.facts["chance"])
        said += ruled.reasons
        tables += ruled.detail.tables
    count = len(steps) * len(inside)
    rolls = checked_rolls("rolls", given.get("rolls", ()), "2d6", count)
    facts: dict[str, Number | str] = {
        "point_steps": len(steps),
        "kill_chance": 1 - spared,
        "expected_kills": (1 - spared) * len(steps),
    }
    if not rolls:
        what = f"artillery at {len(steps)} steps of point targets in {board.forces.box.label(place)}"
        outcomes = (Outcome("Each step", "destroyed", 1 - spared), Outcome("Each step", "spared", spared))
        return Attack(tuple(said), facts, tuple(tables), (Wanted("rolls", "2d6", what, by, count),), outcomes)
    if len(rolls) < count:
        raise WrongUse(f"rolls: {count} are needed, one for each step and barrage; {len(rolls)} are given.")
    kills: dict[str, int] = {}
    for number, unit in enumerate(steps):
        least = [(needed[n], rolls[n * len(steps) + number]) for n in range(len(inside))]
        if any(wanted is not None and roll >= wanted for wanted, roll in least):
            kills[unit] = kills.get(unit, 0) + 1
    facts["kills"] = sum(kills.values())
    told = {"rolls": ", ".join(map(str, rolls)), "kills": sum(kills.values())}
    said.append(step(case, "18.9b", "Rolls {rolls}: destroyed {kills}", **told))
    return Attack(tuple(said), facts, tuple(tables), (), kills=kills)


def losses_after(
    board: Board,
    place: Hex,
    attack: Attack,
    targets: Sequence[Struck],
    check: bool,
    because: str = MISSIONS,
    retreating: bool = False,
) -> tuple[Next, ...]:
    """What is asked of the losses of an attack: those of its area fire, and each unit of which steps are destroyed.

    Where morale is checked at once it is asked with them, or by itself where nothing is lost; who is on a retreat ignores all
    but surrender. [TCS 4.01 10.0f, 17.0b, 17.4i, 18.3]
    """
    label, found = board.forces.box.label(place), []
    side, ids = targets[0].unit.side, ", ".join(dict.fromkeys(each.unit.id for each in targets))
    # Who moves through a barrage is hit alone, and checks alone [18.8c].
    alone = {"targets": ids, "checking": ids} if check else {}
    shared = {"to": label, "side": side}
    now = attack.checks and check
    fleeing = {"retreating": ids} if retreating and now else {}
    # Whoever goes with what dice destroy is eliminated by the same attack [17.2a].
    killed = bool(attack.kills) and now
    # What dice destroy goes first: a check may take the whole stack out of the hex.
    for id_, count in (attack.kills or {}).items():
        struck_by = next(each for each in targets if each.id == id_)
        told = {"unit": struck_by.unit.name, "steps": count, "hex": label}
        title = step(board.case, "18.9b" if because == MISSIONS else "25.1c", "{unit} loses {steps} steps in {hex}", **told)
        given = {**shared, "steps": str(count), "fire": AT, "targets": struck_by.unit.id, "rest": f"{id_}*{count}"}
        # The vehicle morale of missions waits for the end of them all, that of those who move does not [18.3].
        found.append(Next("losses.at", title, {**given, "because": FIRE if check else because, "check": NO}, side))
    if attack.lost:
        title = step(board.case, "10.0f", "{steps} steps are lost in {hex}", steps=attack.lost, hex=label)
        given = {**shared, "steps": str(attack.lost), "fire": AREA, "because": because, "check": YES if now else NO}
        found.append(Next("losses.at", title, given | alone | fleeing | ({"stood": ids} if killed else {}), side))
    if now and not attack.lost:
        title = step(board.case, "17.0b", "Those in {hex} check morale", hex=label)
        given = {**shared, "because": because} | ({"lost": ids} if killed else {})
        found.append(Next("morale.at", title, given | ({"units": ids} if alone else {}) | fleeing, side))
    return tuple(found)


def other_side(board: Board, side: str) -> str:
    """The side that attacks the stacks of another, whoever's artillery does; "" where there is none. [TCS 4.01 18.3]"""
    return next((each.id for each in board.forces.oob.sides if each.id != side), "")
