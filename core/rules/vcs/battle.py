"""Combat between units on the map [VCS 8.0-8.2, 9.0, 10.0-10.8, 12.2, 13.5, 13.6].

The arithmetic is that of `core.rules.vcs.combat`, which is given here what it asks for by numbers. Strengths that nobody has
told stay open: then every odds have their chance, and every result the chance that it has over all of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.state import SUPPORT
from core.rules.kernel.combat import CombatDetail, Force, Loss, Losses
from core.rules.kernel.force_rules import names, whole_cell
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Factor, product
from core.rules.kernel.rounding import odds
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.battle import ATTACKS, BARRED, SUPPORTS, Battle, BattleRules, Candidate, defenders_of
from core.rules.operations.battle_detail import with_proposals
from core.rules.operations.board import Board
from core.rules.operations.fought import ATTACK as DECLARED
from core.rules.operations.fought import attacks_elsewhere, declared, has_attacked, has_supported, was_attacked
from core.rules.operations.fought import fought as resolved
from core.rules.operations.sources import pieces
from core.rules.operations.zones import SIDES
from core.rules.vcs.aftermath import ADVANCES, ELIMINATED, LOSSES, RETREATS, falls, marked, results
from core.rules.vcs.combat import Sides, fought, rounding_of
from core.rules.vcs.counters import ARTILLERY, DEPOT, ENGINEERS, unit_of
from core.rules.vcs.drawn import Drawer, Known, Strength, cups_of, drawing_of, known_of, mean_of, strength_of, sums
from core.rules.vcs.going import is_river, marked_hexes
from core.rules.vcs.obligation import ENTRENCHMENT, ENTRENCHMENT_MARK, level, obliged
from core.rules.vcs.parents import STACKING, Fighters, beside, defending_team, fighters, heavy, integrity, teams
from core.rules.vcs.states import marked_state, state_of, support_of
from core.rules.vcs.strengths import (
    ATTACK,
    DEFENCE,
    ISOLATED,
    OF_MOVEMENT,
    RIVER,
    SECTIONS,
    SUPPLIED,
    TERRAIN,
    by_supply,
    ground_factor,
)
from core.rules.vcs.supply import DISTANCES

PHASE = "10.2"
"""The section by which units are in one combat of a phase."""
RANGE = "Range of artillery"
RUBBLE, RUBBLE_MARK = "Rubble", "rubble"
LINES = "vcs.crt_lines"


# Who attacks --------------------------------------------------------------------------------------------------------------


def candidate(board: Board, unit: Unit, target: int) -> Candidate:
    """Whether a unit attacks a hex, supports an attack on it as artillery, or does neither. [VCS 8.2, 10.0, 10.2, 10.5]"""
    ref, place = board.ref, board.net.hexes[target]
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    defenders = defenders_of(board, target, unit.side)
    bars = [*attacks_elsewhere(board, unit, target, PHASE), *has_attacked(board, unit, PHASE)]
    # A fresh stack is attacked though units have retreated into it.
    if all(each.id in in_combat(board) for each in defenders):
        bars += was_attacked(board, target, defenders, PHASE)
    if bars:
        return Candidate(unit, BARRED, tuple(bars))
    if beside(board, unit, target):
        return Candidate(unit, ATTACKS, (Reason(ref("10.0"), "{unit} is adjacent to {hex}", told, (place,)),))
    if unit_of(unit).kind != ARTILLERY:
        why = Reason(ref("10.0"), "{unit} is not adjacent to {hex}", told, (place,))
        return Candidate(unit, BARRED, (why,))
    why_not = no_support(board, unit, target)
    if why_not is not None:
        return Candidate(unit, BARRED, (why_not,))
    told["distance"] = board.net.hexes[board.place(unit)].distance(place)
    template = "{unit} supports at a distance of {distance}, once in the combat phase of each side"
    return Candidate(unit, SUPPORTS, (Reason(ref("10.5"), template, told, (place,)),))


def in_combat(board: Board) -> frozenset[str]:
    """The units that were attacked already in the phase, by their ids. [VCS 10.2]"""
    return frozenset(id_ for each in resolved(board, DECLARED) for id_ in each.shown)


def lone_depots(board: Board, target: int, side: str) -> tuple[Unit, ...]:
    """The depots of others than a side that defend themselves, alone in a hex. [VCS 11.3]"""
    return tuple(unit for number, unit in pieces(board, "", DEPOT) if number == target and unit.side != side)


def no_support(board: Board, unit: Unit, target: int) -> Reason | None:
    """Why artillery gives no shifts to a combat: it is too far away, or beside enemies; None where it may. [VCS 10.5]"""
    start, place = board.net.hexes[board.place(unit)], board.net.hexes[target]
    most = int(board.consulted.number(DISTANCES, RANGE, "number"))
    most = min(most, unit.whole("range", most))
    told: dict[str, object] = {"unit": unit.name, "hex": place, "distance": start.distance(place), "most": most}
    if start.distance(place) > most:
        return Reason(board.ref("10.5"), "{hex} is {distance} hexes from {unit}, at most {most} are in range", told, (place,))
    number = board.place(unit)
    near = board.net.near[SIDES * number : SIDES * number + SIDES]
    fired = next(has_supported(board, unit, target, "10.5"), None)
    if fired is not None:
        return fired
    foes = [each for n in near if n >= 0 for each in board.at.get(n, ()) if each.side != unit.side]
    if foes:
        told["units"] = names(foes)
        return Reason(board.ref("10.5"), "{unit} gives no shift, for enemies are adjacent to it: {units}", told)
    return None


# The combat ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Fight:
    """A battle with those who fight in it, what is known of their strengths, and what the arithmetic is given by numbers."""

    battle: Battle
    attackers: Fighters
    supporting: tuple[Unit, ...]
    defenders: Fighters
    ground: tuple[str, ...]
    across: bool
    given: Mapping[str, Any]
    said: tuple[Reason, ...]


def combat(board: Board, battle: Battle, given: Mapping[str, Any]) -> Ruling:
    """The combat of the series with the strengths of units on the map. Raises WrongUse. [VCS 8.1, 8.2, 9.0-9.3, 10.0-10.8]"""
    known = known_of(board, given.get("chits") or ())
    fight = _fight(board, battle, known, given)
    must = obliged(board, fight.attackers.units, battle.target)
    attack = tuple(_armed(board, unit, known, ATTACK, fight, given) for unit in fight.attackers.units)
    defence = tuple(_armed(board, unit, known, DEFENCE, fight, given) for unit in fight.defenders.units)
    ruling = _fought(board, fight, attack, defence, known)
    detail = ruling.detail
    assert isinstance(detail, CombatDetail)
    labels = " ".join(board.label(number) for number in must.hexes)
    facts = {**detail.facts, **({"must_attack": labels} if labels else {})}
    losses = marked(detail.losses, detail.facts.get("breakthrough") == "yes") if detail.losses is not None else None
    said = (*fight.said, *ruling.reasons, *_adverse(board, fight, losses), *_cut_off(board, battle.defenders), *must.reasons)
    board.consulted.add(ruling.charts)
    drawing = drawing_of(board, (each.strength.unit for each in (*attack, *defence)), known)
    detail = with_proposals(replace(detail, facts=facts, losses=losses), (), drawing)
    return replace(ruling, reasons=said, detail=detail, charts=board.consulted.charts)


def _fight(board: Board, battle: Battle, known: Known, given: Mapping[str, Any]) -> _Fight:
    """Who fights, who supports, and what the arithmetic asks for. Raises WrongUse. [VCS 8.1, 8.2, 10.1-10.7]"""
    net, target, side = board.net, battle.target, battle.side
    cups = cups_of(board, known)

    def mean(unit: Unit) -> Fraction:
        found = strength_of(board, unit, known)
        return found.printed if found.printed is not None else mean_of(_drawer(found), cups)

    chosen = frozenset(unit.id for unit in board.units(given.get("fighting") or (), "fighting"))
    firing = tuple(unit for unit in battle.attackers if not beside(board, unit, target))
    attackers = fighters(board, [u for u in battle.attackers if beside(board, u, target)], mean, chosen, limited=False)
    spent = tuple(unit for unit in battle.defenders if unit.id in in_combat(board))
    fresh = [unit for unit in battle.defenders if unit not in spent]
    defenders = fighters(board, fresh or battle.defenders, mean, chosen, limited=True)
    firing, too_many = _of_hexes(board, firing)
    covering, more = _of_hexes(board, _covering(board, battle, given))
    crossed = {unit.id: _crosses_river(board, unit, target) for unit in attackers.units}
    across = all(crossed.values())
    terrain, missing = _terrain(board, target)
    digs = target in marked_hexes(board, ENTRENCHMENT_MARK, battle.defenders[0].side)
    rubble = target in marked_hexes(board, RUBBLE_MARK)
    kinds = (*terrain, *((ENTRENCHMENT,) if digs else ()), *((RUBBLE,) if rubble else ()))
    whole = integrity(board, _members(attackers), _members(defenders), target)
    with_teams = teams(board, attackers.units)
    engineers = ENTRENCHMENT in kinds and any(unit_of(unit).type in ENGINEERS for unit in attackers.units)
    asked: dict[str, Any] = {
        **given,
        "terrain": kinds,
        "river": "yes" if across else "no",
        "attacker_levels": tuple(level(board, board.place(unit)) for unit in attackers.units),
        "defender_levels": (level(board, target),),
        "integrity": whole.attack,
        "pairs": whole.pairs,
        "defence_integrity": whole.defence,
        "combined_arms": len(with_teams),
        "defence_combined_arms": defending_team(defenders.units),
        "attackers_heavy": "yes" if heavy(attackers.units) else "no",
        "artillery": len(firing),
        "defence_artillery": len(covering),
    }
    if engineers:
        asked["engineers"] = "yes"
    for name, some in (("attacker_support", battle.attackers), ("defender_support", battle.defenders)):
        points = given.get(name)
        if points is None:
            points = support_of(board, some[0].side, some[0].word("nationality"))
        if points is not None:
            asked[name] = points
    said = [why for _, why in (*attackers.idle, *defenders.idle, *too_many, *more)]
    said += list(_spent(board, spent if fresh else (), target))
    said += list(_others_first(board, attackers.units, target))
    said += list(whole.reasons)
    place = net.hexes[target]
    if any(crossed.values()):
        wet = names(unit for unit in attackers.units if crossed[unit.id])
        template = "All attackers attack across rivers" if across else "Not solely behind a river: {units} attack across one"
        said.append(Reason(board.ref("10.1"), template, {"units": wet}, (place,)))
    for number in with_teams:
        there = net.hexes[number]
        said.append(Reason(board.ref("10.41"), "The stack in {hex} attacks with combined arms", {"hex": there}, (there,)))
    for kind in missing:
        told = {"terrain": kind, "hex": place}
        said.append(Reason(board.ref("10.1"), "{terrain} is on no chart and counts for nothing in {hex}", told, (place,)))
    said += list(_could_cover(board, battle, covering, side))
    return _Fight(battle, attackers, firing, defenders, kinds, across, asked, tuple(said))


def _members(some: Fighters) -> tuple[Unit, ...]:
    """The units whose parents act together: those that fight, and parents beside them in a hex that do not. [VCS 8.2, 10.3]"""
    return (*some.units, *(unit for unit, _ in some.idle if unit not in some.over))


def _spent(board: Board, units: Sequence[Unit], target: int) -> Iterator[Reason]:
    """That units have come out of another combat of the phase into the stack that is attacked. [VCS 8.1, 10.2]"""
    if units:
        told = {"units": names(units), "hex": board.net.hexes[target]}
        template = "In combat already in this phase, these take no part in {hex} and suffer the results all the same: {units}"
        yield Reason(board.ref(PHASE), template, told, (board.net.hexes[target],))


def _others_first(board: Board, attackers: Sequence[Unit], target: int) -> Iterator[Reason]:
    """That units of an attacking hex are declared for another attack as well. [VCS 10.8]"""
    places = {board.place(unit) for unit in attackers}
    mine = {unit.id for number in places for unit in board.at.get(number, ())}
    place = board.net.hexes[target]
    if any(place not in each.against and not mine.isdisjoint(each.units) for each in declared(board, DECLARED)):
        template = "Units of the same hexes attack elsewhere too: all is rolled before anybody retreats or advances"
        yield Reason(board.ref("10.8"), template)


def _cut_off(board: Board, defenders: Sequence[Unit]) -> Iterator[Reason]:
    """That isolated units that are attacked get their second marker, where surrender is played. [VCS 11.2.6]"""
    isolated = [unit for unit in defenders if marked_state(unit) == ISOLATED]
    if isolated and board.case.choices.get("isolation.surrender") == "on":
        template = "Attacked while isolated, these get their second marker at once: {units}"
        yield Reason(board.ref("11.2.6"), template, {"units": names(isolated)})


def _drawer(strength: Strength) -> Drawer:
    if strength.drawer is None:
        raise WrongUse(f"{strength.unit.name} has no strength.")
    return strength.drawer


def _covering(board: Board, battle: Battle, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The artillery that supports the defence, as it is named, else as it is declared. Raises WrongUse. [VCS 10.5]"""
    units = board.units(given.get("supporting") or _named(board, battle.target), "supporting")
    for unit in units:
        if unit_of(unit).kind != ARTILLERY or unit.side == battle.side:
            raise WrongUse(
                f"supporting: {unit.name} is no artillery of the defenders; that of the attackers stands in units=…."
            )
        why = no_support(board, unit, battle.target)
        if why is not None:
            told = {name: board.forces.box.label(each) if isinstance(each, Hex) else each for name, each in why.values.items()}
            raise WrongUse(f"supporting: {why.template.format(**told)} ({why.rule}).")
    return units


def _named(board: Board, target: int) -> tuple[str, ...]:
    """The units that are declared to support those in a hex, and are in play still."""
    place, pieces = board.net.hexes[target], board.forces.deployment.pieces
    held = (each.units for each in declared(board, SUPPORT) if place in each.against)
    return tuple(unit for units in held for unit in units if unit in pieces)


def _could_cover(board: Board, battle: Battle, covering: Sequence[Unit], side: str) -> Iterator[Reason]:
    """The artillery of the defenders that could support them and is not named. [VCS 10.5]"""
    defending = {unit.side for unit in battle.defenders}
    able = [
        unit
        for each in defending
        for _, unit in board.of(each)
        if unit_of(unit).kind == ARTILLERY and unit not in covering and unit not in battle.defenders
    ]
    able = [unit for unit in able if no_support(board, unit, battle.target) is None]
    if able:
        template = "Artillery that may support the defence, named with supporting=…: {units}"
        yield Reason(board.ref("10.5"), template, {"units": names(able)})


def _of_hexes(board: Board, guns: Sequence[Unit]) -> tuple[tuple[Unit, ...], tuple[tuple[Unit, Reason], ...]]:
    """Artillery that supports, no more of one hex than may. [VCS 8.2]"""
    most, _ = whole_cell(board.consulted, STACKING, "Artillery that supports", "limit")
    counted: dict[int, int] = {}
    firing, idle = [], []
    for unit in guns:
        number = board.place(unit)
        counted[number] = counted.get(number, 0) + 1
        if most is None or counted[number] <= most:
            firing.append(unit)
        else:
            told = {"unit": unit.name, "hex": board.net.hexes[number], "most": most}
            idle.append((unit, Reason(board.ref("8.2"), "{most} artillery units support from {hex}; {unit} does not", told)))
    return tuple(firing), tuple(idle)


def _crosses_river(board: Board, unit: Unit, target: int) -> bool:
    """Whether a unit attacks across a river, with a bridge or without. [VCS 10.1, 10.41]"""
    number = board.place(unit)
    edge = next(e for e in range(SIDES * number, SIDES * number + SIDES) if board.net.near[e] == target)
    return is_river(board, board.net.crossings[board.net.crossing[edge]])


def _terrain(board: Board, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows of charts that the terrain of a hex has beside its level, and the names of what has none. [VCS 10.1]"""
    book = board.consulted.book
    found, missing = [], []
    for kind in sorted(board.net.kinds[number]):
        terrain = board.forces.terrain.get(kind)
        name = terrain.name if terrain is not None else kind
        if name.startswith("Level ") or name in (*OF_MOVEMENT, RIVER):
            continue
        rows = [book.chart(id_).rows for id_ in (TERRAIN, LINES)]
        row = next((each.labels[at] for each in rows if (at := each.index(name)) is not None), None)
        if row is not None:
            found.append(row)
        elif terrain is None or not terrain.sea:
            missing.append(name)
    return tuple(found), tuple(missing)


# Strengths ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Armed:
    """A unit that fights: its strength, its state of supply, and what multiplies it."""

    strength: Strength
    state: str
    side: str
    factors: tuple[Factor, ...]
    said: tuple[Reason, ...]


def _armed(board: Board, unit: Unit, known: Known, side: str, fight: _Fight, given: Mapping[str, Any]) -> _Armed:
    """A unit with what supply and the ground make of it. [VCS 10.1, 11.1.5, 11.2.5, 12.2]"""
    points = given.get("attacker_support" if side == ATTACK else "defender_support")
    state, said = state_of(board, unit, points)
    factors: tuple[Factor, ...] = ()
    if side == DEFENCE:
        rows = board.consulted.book.chart(TERRAIN).rows
        ground = tuple(kind for kind in fight.ground if rows.index(kind) is not None)
        factors = ground_factor(board.case, board.consulted, ground, fight.across)
    return _Armed(strength_of(board, unit, known), state, side, factors, said)


def _left(board: Board, armed: _Armed, printed: Fraction) -> Fraction:
    """What supply leaves of a printed strength."""
    return by_supply(board.case, board.consulted, printed, armed.state, armed.side)


def _force(board: Board, armed: _Armed, mean: Fraction | None) -> Force:
    """A unit as a strength with its factors; one that is not known with its mean."""
    unit, printed = armed.strength.unit, armed.strength.printed
    if printed is None:
        return Force(mean if mean is not None else Fraction(0), armed.factors, unit.id, f"{unit.name} (on average)")
    return Force(_left(board, armed, printed), armed.factors, unit.id, unit.name)


def _supply_said(board: Board, some: Iterable[_Armed]) -> Iterator[Reason]:
    for armed in some:
        yield from armed.said
        printed = armed.strength.printed
        if printed is None or armed.state == SUPPLIED:
            continue
        told = {"unit": armed.strength.unit.name, "printed": amount(printed), "state": armed.state}
        told["strength"] = amount(_left(board, armed, printed))
        yield Reason(board.ref(SECTIONS[armed.state]), "{unit}, {printed}, {state}: {strength}", told)


def _fought(board: Board, fight: _Fight, attack: Sequence[_Armed], defence: Sequence[_Armed], known: Known) -> Ruling:
    """The combat, over all chits that units may have. Raises WrongUse for a roll where strengths are not known."""
    case, consulted = board.case, board.consulted
    said = tuple(_supply_said(board, (*attack, *defence)))
    open_ = [each for each in (*attack, *defence) if each.strength.drawer is not None]
    held = frozenset(fight.ground)
    if not open_:
        ours, theirs = (tuple(_force(board, each, None) for each in some) for some in (attack, defence))
        return fought(case, consulted, Sides(ours, theirs, held, fight.across, said), fight.given)
    if fight.given.get("roll") is not None:
        who = names(each.strength.unit for each in open_)
        raise WrongUse(f"roll: a roll is read once all strengths are known; give those of {who}, as in chits=…*5.")
    return _over_cups(board, fight, attack, defence, known, said)


def _over_cups(
    board: Board,
    fight: _Fight,
    attack: Sequence[_Armed],
    defence: Sequence[_Armed],
    known: Known,
    said: tuple[Reason, ...],
) -> Ruling:
    """The combat where strengths are not known: every odds with their chance. [VCS 9.1, 10.8]"""
    case, consulted = board.case, board.consulted
    cups = cups_of(board, known)
    chances = _pairs(board, attack, defence, cups)
    by_odds: dict[str, Fraction] = {}
    example: dict[str, tuple[Fraction, Fraction]] = {}
    for pair, chance in chances.items():
        ratio = odds(*pair, rounding_of(case))
        by_odds[str(ratio)] = by_odds.get(str(ratio), Fraction(0)) + chance
        if str(ratio) not in example or chance > chances[example[str(ratio)]]:
            example[str(ratio)] = pair
    order = sorted(by_odds, key=lambda text: odds(*example[text], rounding_of(case)).step)
    rulings = {}
    for text in order:
        sides = Sides((Force(example[text][0]),), (Force(example[text][1]),), frozenset(fight.ground), fight.across)
        rulings[text] = fought(case, consulted, sides, fight.given)
    likely = max(order, key=lambda text: by_odds[text])
    results: dict[str, Fraction] = {}
    columns: dict[str, Fraction] = {}
    for text in order:
        table = rulings[text].detail.tables[-1]
        columns[table.column] = columns.get(table.column, Fraction(0)) + by_odds[text]
        for result, chance in table.chances:
            results[result] = results.get(result, Fraction(0)) + chance * by_odds[text]
    ours, theirs = (tuple(_force(board, each, _mean(board, each, cups)) for each in some) for some in (attack, defence))
    main = rulings[likely]
    table = main.detail.tables[-1]
    label = table.column if len(columns) == 1 else f"{order_of(columns)[0]} to {order_of(columns)[-1]}"
    mixed = replace(table, column=label, chances=tuple(results.items()))
    text = likely if len(order) == 1 else f"{order[0]} to {order[-1]}"
    facts: dict[str, Number | str] = {
        "line": main.detail.facts["line"],
        "shift": main.detail.facts["shift"],
        "column": label,
        "likeliest": likely,
        **{f"odds {each}": by_odds[each] for each in order},
    }
    reasons = [
        *said,
        *_cups_said(board, (*attack, *defence), cups),
        *_sums_said(board, chances),
        *_odds_said(board, by_odds, order),
        Reason(board.ref("10.8"), "What follows is that of the likeliest odds, {odds}", {"odds": likely}),
        *(reason for reason in main.reasons if reason.template not in _SUMS),
    ]
    detail = CombatDetail(ours, theirs, text, (mixed,), None, facts=facts)
    return Ruling("combat", case.ruleset.id, main.verdict, label, tuple(reasons), detail, consulted.charts)


_SUMS = ("{side}: {parts}", "{side}: {parts}; together {total}")


def order_of(columns: Iterable[str]) -> list[str]:
    """Columns of the table in their order."""
    return sorted(columns, key=lambda label: (len(label), label))


def _pairs(
    board: Board, attack: Sequence[_Armed], defence: Sequence[_Armed], cups: Mapping[str, Mapping[str, int]]
) -> Mapping[tuple[Fraction, Fraction], Fraction]:
    """The chance of every pair of strengths of both sides."""
    fixed = [Fraction(0), Fraction(0)]
    drawers = []
    for side, some in enumerate((attack, defence)):
        for each in some:
            printed, drawer = each.strength.printed, each.strength.drawer
            if printed is not None:
                fixed[side] += product(_left(board, each, printed), each.factors)
            elif drawer is not None:
                drawers.append((drawer, side, _counting(board, each)))
    return sums((fixed[0], fixed[1]), drawers, cups)


def _counting(board: Board, armed: _Armed) -> Callable[[Fraction], Fraction]:
    """What a unit counts with a strength."""
    return lambda printed: product(_left(board, armed, printed), armed.factors)


def _mean(board: Board, armed: _Armed, cups: Mapping[str, Mapping[str, int]]) -> Fraction | None:
    drawer = armed.strength.drawer
    if drawer is None:
        return None
    values = {name: _left(board, armed, value) for name, value in drawer.values.items()}
    return mean_of(replace(drawer, values=values), cups)


def _cups_said(board: Board, some: Iterable[_Armed], cups: Mapping[str, Mapping[str, int]]) -> Iterator[Reason]:
    """What units may have whose chit is not known. [VCS 9.1, 9.2]"""
    for armed in some:
        drawer = armed.strength.drawer
        if drawer is None:
            continue
        values = [_left(board, armed, value) for name, value in drawer.values.items() if cups[drawer.cup][name]]
        mean = _mean(board, armed, cups)
        told = {
            "unit": drawer.unit.name,
            "cup": drawer.cup,
            "rating": drawer.rating,
            "least": amount(min(values)),
            "most": amount(max(values)),
            "mean": f"{float(mean or 0):.2f}",
        }
        template = "{unit} has a {cup} chit at {rating} that is not known: {least} to {most}, {mean} on average"
        if drawer.reduced:
            template = template.replace("that is not known", "on its reduced side that is not known")
        yield Reason(board.ref("9.1"), template, told)


def _sums_said(board: Board, chances: Mapping[tuple[Fraction, Fraction], Fraction]) -> Iterator[Reason]:
    for side, name in enumerate(("Attack", "Defence")):
        values = [pair[side] for pair in chances]
        told = {"side": name, "least": amount(min(values)), "most": amount(max(values))}
        template = "{side}: {least} to {most}" if min(values) != max(values) else "{side}: {least}"
        yield Reason(board.ref("10.8"), template, told)


def _odds_said(board: Board, by_odds: Mapping[str, Fraction], order: Sequence[str]) -> Iterator[Reason]:
    texts = ", ".join(f"{each} with {float(by_odds[each]):.1%}" for each in order)
    yield Reason(board.ref("10.8"), "Odds, by what may be drawn: {odds}", {"odds": texts})


def _adverse(board: Board, fight: _Fight, losses: Losses | None) -> Iterator[Reason]:
    """That an adverse result eliminates units above the stacking limit. [VCS 8.1, 10.9]"""
    over = fight.defenders.over
    if over and losses is not None and losses.defender != Loss():
        yield Reason(
            board.ref("8.1"), "The result is adverse and eliminates who is above the limit: {units}", {"units": names(over)}
        )


BATTLE = BattleRules(
    section="10.0",
    candidate=candidate,
    combat=combat,
    falls=falls,
    falls_section="10.9",
    losses=LOSSES,
    retreats=RETREATS,
    advances=ADVANCES,
    near=3,
    once=PHASE,
    results=results,
    readings=MappingProxyType({"advance": (ELIMINATED,)}),
    lone=lone_depots,
)
"""What VCS says of combat on the map."""
