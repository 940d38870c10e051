"""Combat between units on the map [VCS 8.0-8.2, 9.0, 10.0-10.8, 11.2.6, 12.2, 13.5, 13.6].

The arithmetic is that of `core.rules.vcs.combat`, which is given what it asks for by numbers (`engagement`). Strengths that
nobody has told stay open: then every odds have their chance, and every result the chance that it has over all of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.rules.kernel.combat import CombatDetail, Force
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Factor, product
from core.rules.kernel.rounding import odds
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.battle import Battle, BattleRules
from core.rules.operations.battle_detail import with_proposals
from core.rules.operations.board import Board
from core.rules.vcs.aftermath import ADVANCES, ELIMINATED, LOSSES, RETREATS, falls, marked, results
from core.rules.vcs.assets import offers, ships
from core.rules.vcs.candidates import PHASE, RANGE, SEVERAL_HEXES, candidate, lone_depots
from core.rules.vcs.combat import Sides, fought, rounding_of
from core.rules.vcs.drawn import Known, Strength, cups_of, drawing_of, known_of, mean_of, strength_of, sums
from core.rules.vcs.engagement import Engagement, covers, engaged, idle_of
from core.rules.vcs.obligation import obliged
from core.rules.vcs.settling import settled
from core.rules.vcs.states import state_of
from core.rules.vcs.strengths import ATTACK, DEFENCE, SECTIONS, SUPPLIED, TERRAIN, by_supply, ground_factor
from core.rules.vcs.supply import DISTANCES


def combat(board: Board, battle: Battle, given: Mapping[str, Any]) -> Ruling:
    """The combat of the series with the strengths of units on the map. Raises WrongUse. [VCS 8.1, 8.2, 9.0-9.3, 10.0-10.8]"""
    known = known_of(board, given.get("chits") or ())
    fight = engaged(board, battle, known, given)
    must = obliged(board, fight.attackers.units, battle.targets)
    attack = tuple(_armed(board, unit, known, ATTACK, fight, given) for unit in fight.attackers.units)
    defence = tuple(_armed(board, unit, known, DEFENCE, fight, given) for unit in fight.defenders.units)
    ruling = _fought(board, fight, attack, defence, known)
    detail = ruling.detail
    assert isinstance(detail, CombatDetail)
    labels = " ".join(board.label(number) for number in must.hexes)
    facts = {**detail.facts, **({"must_attack": labels} if labels else {})}
    losses = marked(detail.losses, detail.facts.get("breakthrough") == "yes") if detail.losses is not None else None
    detail = replace(detail, facts=facts, losses=losses)
    after = settled(board, fight, detail)
    said = (*fight.said, *ruling.reasons, *after.reasons, *must.reasons)
    board.consulted.add(ruling.charts)
    drawing = drawing_of(board, (each.strength.unit for each in (*attack, *defence)), known)
    idle = tuple(unit.id for unit in idle_of(fight))
    detail = with_proposals(detail, after.proposals, drawing, idle, tuple(covers(board, fight)))
    return replace(ruling, reasons=said, detail=detail, charts=board.consulted.charts)


# Strengths ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Armed:
    """A unit that fights: its strength, its state of supply, and what multiplies it."""

    strength: Strength
    state: str
    side: str
    factors: tuple[Factor, ...]
    said: tuple[Reason, ...]


def _armed(board: Board, unit: Unit, known: Known, side: str, fight: Engagement, given: Mapping[str, Any]) -> _Armed:
    """A unit with what supply and the ground make of it. [VCS 10.1, 11.1.5, 11.2.5, 12.2]"""
    points = given.get("attacker_support" if side == ATTACK else "defender_support")
    state, said = state_of(board, unit, points)
    factors: tuple[Factor, ...] = ()
    if side == DEFENCE:
        rows = board.consulted.book.chart(TERRAIN).rows
        field = fight.field(board.place(unit))
        ground = tuple(kind for kind in field.kinds if rows.index(kind) is not None)
        factors = ground_factor(board.case, board.consulted, ground, field.across)
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


def _fought(board: Board, fight: Engagement, attack: Sequence[_Armed], defence: Sequence[_Armed], known: Known) -> Ruling:
    """The combat, over all chits that units may have. Raises WrongUse for a roll where strengths are not known."""
    case, consulted = board.case, board.consulted
    said = tuple(_supply_said(board, (*attack, *defence)))
    open_ = [each for each in (*attack, *defence) if each.strength.drawer is not None]
    if not open_:
        ours, theirs = (tuple(_force(board, each, None) for each in some) for some in (attack, defence))
        return fought(case, consulted, _sides(fight, ours, theirs, said), fight.given)
    if fight.given.get("roll") is not None:
        who = names(each.strength.unit for each in open_)
        raise WrongUse(f"roll: a roll is read once all strengths are known; give those of {who}, as in chits=…*5.")
    return _over_cups(board, fight, attack, defence, known, said)


def _sides(fight: Engagement, ours: tuple[Force, ...], theirs: tuple[Force, ...], said: tuple[Reason, ...] = ()) -> Sides:
    """Both sides as the arithmetic takes them."""
    return Sides(ours, theirs, fight.held, fight.across, said, fight.grounds)


def _over_cups(
    board: Board,
    fight: Engagement,
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
        sides = _sides(fight, (Force(example[text][0]),), (Force(example[text][1]),))
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


def reach(board: Board) -> int:
    """How far away units are looked at that may take part: as far as artillery fires. [VCS 10.5]"""
    return int(board.consulted.number(DISTANCES, RANGE, "number"))


BATTLE = BattleRules(
    section="10.0",
    candidate=candidate,
    combat=combat,
    falls=falls,
    falls_section="10.9",
    several=SEVERAL_HEXES,
    losses=LOSSES,
    retreats=RETREATS,
    advances=ADVANCES,
    near=reach,
    besides=ships,
    offers=offers,
    once=PHASE,
    results=results,
    readings=MappingProxyType({"advance": (ELIMINATED,)}),
    lone=lone_depots,
)
"""What VCS says of combat on the map."""
