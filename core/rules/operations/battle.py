"""Who may attack a hex and who may not, and the combat of the series, fed from units on the map.

The arithmetic is that of the series' combat by numbers: a series makes strengths of units, with what multiplies them, and hands
them on. What is added here is who takes part, and how likely the hex falls.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.base.amounts import percent
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.combat import CombatDetail, Losses, read_result
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.operations.advances import AdvanceRules
from core.rules.operations.aftermath import Fight, led_on
from core.rules.operations.battle_detail import ATTACKS, BARRED, JOINS, SUPPORTS, AttackersDetail, NearUnit, Offered, fact_of
from core.rules.operations.battle_detail import HOLDS as HOLDS
from core.rules.operations.battle_detail import PROHIBITED as PROHIBITED
from core.rules.operations.fought import ATTACK, declared
from core.rules.operations.losses import LossRules
from core.rules.operations.near import Candidate, attacking_side, defenders_of, judged_of, units_near
from core.rules.operations.retreats import RetreatRules

if TYPE_CHECKING:
    from core.rules.operations.board import Board

SURELY, BY_RETREAT = "surely", "by_retreat"
"""What a result does to the defenders' hex beside `HOLDS`: it falls, it falls unless they stay, as they may."""


@dataclass(frozen=True, slots=True)
class Battle:
    """Units that attack those in a hex, by the hex's number, and in others together with it."""

    target: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    others: tuple[int, ...] = ()

    @property
    def side(self) -> str:
        """The side that attacks."""
        return self.attackers[0].side

    @property
    def targets(self) -> tuple[int, ...]:
        """All hexes that are attacked."""
        return (self.target, *self.others)

    def at(self, target: int) -> "Battle":
        """The same battle, told from one of its hexes."""
        return replace(self, target=target, others=tuple(each for each in self.targets if each != target))


@dataclass(frozen=True)
class SeveralHexes:
    """Whether one attack may be on several hexes, and the section that says so.

    `candidate` judges a unit near them; without one no such attack is made, and `why` says it. `bars` are reasons for which
    units do not attack these hexes together, though each of them may take part.
    """

    section: str
    why: str = ""
    candidate: Callable[["Board", Unit, tuple[int, ...]], Candidate] | None = None
    bars: Callable[["Board", Battle], Iterator[Reason]] = field(default=lambda board, battle: iter(()))


@dataclass(frozen=True)
class BattleRules:
    """A series' rules of combat between units on the map.

    `section` says who attacks whom, `near` within how many hexes units are looked at, `besides` what else of a side may take
    part though it is no unit, such as ships. `offers` is what a side may add to an attack on some hexes beside them.
    `candidate` judges one of them. `combat` is the combat of the series, fed from the units of a battle; `falls` says what a
    result does to the hex, and `falls_section` where that stands; `results` are those that an answer gives a chance, each
    None where it cannot be read. `idle` are units of one side in a battle that do not fight though they suffer what the
    others do, each with why. `readings` are the options that decide a question, by its name. `once` is the section by which
    units attack and are attacked once in a phase; outside play nobody knows of attacks that are over. `lone` are pieces of
    others than a side that defend a hex without units. `several` says whether several hexes are attacked at once; of these
    `falls` is asked for each by itself.
    """

    section: str
    candidate: Callable[["Board", Unit, int], Candidate]
    combat: Callable[["Board", Battle, Mapping[str, Any]], Ruling]
    falls: Callable[["Board", Battle, Losses], str]
    falls_section: str
    several: SeveralHexes
    losses: LossRules
    retreats: RetreatRules
    advances: AdvanceRules
    near: Callable[["Board"], int]
    besides: Callable[["Board", Sequence[int], str], Iterable[Unit]] = field(default=lambda board, targets, side: ())
    offers: Callable[["Board", str, Sequence[Unit]], Iterable[Offered]] = field(default=lambda board, side, defenders: ())
    once: str = ""
    results: Callable[[CombatDetail], Iterable[tuple[Losses | None, Fraction]]] = field(
        default=lambda detail: last_table(detail)
    )
    idle: Callable[["Board", Sequence[Unit]], Iterable[tuple[Unit, Reason]]] = field(default=lambda board, units: ())
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    lone: Callable[["Board", int, str], tuple[Unit, ...]] = field(default=lambda board, target, side: ())


def last_table(detail: CombatDetail) -> Iterator[tuple[Losses | None, Fraction]]:
    """The results of the last table of an answer, which tells of both sides, with their chances."""
    for text, chance in detail.tables[-1].chances if detail.tables else ():
        yield read_result(text), chance


def attackers(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """Every unit near the hexes of an attack that may attack them, and every one that may not, each with why. Raises
    WrongUse."""
    targets = targets_of(board, given["to"])
    place, places = board.net.hexes[targets[0]], tuple(board.net.hexes[each] for each in targets)
    sides = given.get("side") or ""
    if not sides and (empty := next((each for each in targets if not defenders_of(board, each, "")), None)) is not None:
        return _nobody(board, places, "Nobody stands in {hex} who could be attacked", {"hex": board.net.hexes[empty]})
    side = attacking_side(board, targets, sides)
    defenders: list[Unit] = []
    for each in targets:
        here = defenders_of(board, each, side)
        if not here:
            return _nobody(board, places, "No enemy of {side} is in {hex}", _place(board, side, board.net.hexes[each]))
        defenders += here
    refused = _refused(board, targets)
    if refused is not None:
        detail = AttackersDetail(place, tuple(unit.id for unit in defenders), (), places[1:])
        return Ruling("combat.attackers", board.case.ruleset.id, PROHIBITED, 0, (refused,), detail, board.consulted.charts)
    judged = [judged_of(board, unit, targets) for unit in units_near(board, targets, side)]
    judged += [judged_of(board, unit, targets) for unit in board.battle.besides(board, targets, side)]
    order = (ATTACKS, JOINS, SUPPORTS, BARRED)
    judged.sort(key=lambda each: order.index(each.role))
    count = sum(each.takes_part for each in judged)
    said = told_once(_attackers_said(board, judged, places, side))
    units = tuple(NearUnit(each.unit.id, each.role, each.reasons) for each in judged)
    offers = tuple(board.battle.offers(board, side, defenders))
    detail = AttackersDetail(place, tuple(unit.id for unit in defenders), units, places[1:], offers)
    verdict = "attackers" if any(each.role == ATTACKS for each in judged) else "none"
    return Ruling("combat.attackers", board.case.ruleset.id, verdict, count, tuple(said), detail, board.consulted.charts)


def _nobody(board: "Board", places: tuple[Hex, ...], template: str, told: Mapping[str, object]) -> Ruling:
    """That nobody is attacked in a hex."""
    why = Reason(board.ref(board.battle.section), template, told, places)
    detail = AttackersDetail(places[0], (), (), places[1:])
    return Ruling("combat.attackers", board.case.ruleset.id, "empty", 0, (why,), detail)


def targets_of(board: "Board", places: Sequence[Hex]) -> tuple[int, ...]:
    """The hexes of an attack by their numbers, each once. One of several that an attack is declared on stands for all of them:
    what is declared together is one combat. Raises WrongUse."""
    named = tuple(dict.fromkeys(board.number(place) for place in places))
    if not named:
        raise WrongUse("to: name the hex that is attacked.")
    if len(named) > 1:
        return named
    said = next((each.against for each in declared(board, ATTACK) if places[0] in each.against), ())
    rest = (board.net.index.get(spot) for spot in said if isinstance(spot, Hex) and spot != places[0])
    return (*named, *(number for number in rest if number is not None and number not in named))


def _refused(board: "Board", targets: tuple[int, ...]) -> Reason | None:
    """Why several hexes are not attacked at once; None for one, and where they may be."""
    several = board.battle.several
    if len(targets) < 2 or several.candidate is not None:
        return None
    return Reason(board.ref(several.section), several.why, {}, tuple(board.net.hexes[each] for each in targets))


def battle_of(board: "Board", given: Mapping[str, Any]) -> Battle:
    """The battle that is asked about. Raises WrongUse."""
    if not given.get("to") or not given.get("units"):
        raise WrongUse("Give the units that attack and the hexes that they attack, units=… to=…")
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that attack.")
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: those that attack together are of one side.")
    targets = targets_of(board, given["to"])
    for unit in units:
        board.place(unit)
    defenders: list[Unit] = []
    for target in targets:
        here = defenders_of(board, target, units[0].side)
        if not here:
            whose = board.forces.side_name(units[0].side)
            raise WrongUse(f"to: no enemy of {whose} is in {board.label(target)}.")
        defenders += here
    return Battle(targets[0], units, tuple(defenders), targets[1:])


def combat(board: "Board", given: Mapping[str, Any], kind: str = ATTACK) -> Ruling:
    """The combat of the series between units on the map, and how likely the hexes fall; with a roll, what follows from it.
    Raises WrongUse."""
    battle = battle_of(board, given)
    barred = tuple(told_once(barred_from(board, battle)))
    if barred:
        return Ruling("combat", board.case.ruleset.id, PROHIBITED, None, barred, CombatDetail(), board.consulted.charts)
    ruling = board.battle.combat(board, battle, given)
    detail = ruling.detail
    if ruling.verdict == UNDECIDABLE or not isinstance(detail, CombatDetail):
        return ruling
    facts, said = _falling(board, battle, detail)
    idle = tuple(why for _, why in (*board.battle.idle(board, battle.attackers), *board.battle.idle(board, battle.defenders)))
    detail = replace(detail, facts={**detail.facts, **facts})
    if detail.losses is not None:
        # Who only supports neither suffers nor advances.
        fighting = tuple(unit for unit in battle.attackers if judged_of(board, unit, battle.targets).role != SUPPORTS)
        detail = led_on(board, Fight(kind, battle.targets, fighting, battle.defenders), detail)
    return replace(ruling, reasons=(*idle, *ruling.reasons, *said), detail=detail)


def barred_from(board: "Board", battle: Battle) -> Iterator[Reason]:
    """Why units do not attack as they are named; nothing where they may."""
    refused = _refused(board, battle.targets)
    if refused is not None:
        yield refused
        return
    judged = [judged_of(board, unit, battle.targets) for unit in battle.attackers]
    barred = [each for each in judged if each.role == BARRED]
    for each in barred:
        yield from each.reasons
    if not any(each.role in (ATTACKS, BARRED) for each in judged):
        places = tuple(board.net.hexes[each] for each in battle.targets)
        told = {"units": names(battle.attackers), "hex": hexes_told(board, battle.targets)}
        yield Reason(board.ref(board.battle.section), "Without others {units} cannot attack {hex}", told, places)
        for each in judged:
            yield from each.reasons
    elif not barred and battle.others:
        yield from board.battle.several.bars(board, battle)


def hexes_told(board: "Board", targets: Sequence[int]) -> Hex | str:
    """Hexes as a sentence names them: one as itself, several by their numbers."""
    if len(targets) == 1:
        return board.net.hexes[targets[0]]
    *first, last = (board.label(target) for target in targets)
    return f"{', '.join(first)} and {last}"


def _falling(board: "Board", battle: Battle, detail: CombatDetail) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    """The chances that the hexes fall, with and without the will of the defenders to stay; what is rolled does to them. Of
    several hexes the facts of each bear its number."""
    found = tuple(board.battle.results(detail))
    facts: dict[str, Any] = {}
    said: list[Reason] = []
    for target in battle.targets:
        of_hex, why = _falling_in(board, battle.at(target), detail, found)
        label, several = board.label(target), bool(battle.others)
        facts |= {fact_of(name, label, several): value for name, value in of_hex.items()}
        said += why
    return facts, tuple(said)


def _falling_in(
    board: "Board", battle: Battle, detail: CombatDetail, found: Sequence[tuple[Losses | None, Fraction]]
) -> tuple[dict[str, Any], list[Reason]]:
    """The same of one hex."""
    rules, place = board.battle, board.net.hexes[battle.target]
    ref = board.ref(rules.falls_section)
    facts: dict[str, Any] = {}
    said = []
    if found and all(losses is not None for losses, _ in found):
        outcomes = [(rules.falls(board, battle, losses), chance) for losses, chance in found if losses is not None]
        surely = sum((chance for outcome, chance in outcomes if outcome == SURELY), Fraction(0))
        most = sum((chance for outcome, chance in outcomes if outcome != HOLDS), Fraction(0))
        facts = {"falls": most, "falls_surely": surely}
        told = {"hex": place, "chance": _percent(most), "surely": _percent(surely)}
        template = "{hex} falls with a chance of {chance}"
        template += "; {surely} where the defenders stay whenever they may" if surely != most else ""
        said.append(Reason(ref, template, told, (place,), {"falls": most, "falls_surely": surely}))
    if detail.losses is not None:
        outcome = rules.falls(board, battle, detail.losses)
        templates = {
            SURELY: "By this result {hex} falls",
            BY_RETREAT: "By this result {hex} falls, unless the defenders stay, as they may",
            HOLDS: "By this result the defenders stay in {hex}",
        }
        facts["hex_falls"] = outcome
        said.append(Reason(ref, templates[outcome], {"hex": place}, (place,)))
    return facts, said


def told_once(reasons: Iterable[Reason]) -> list[Reason]:
    """Reasons, each once: what is wrong with a hex is wrong for all that could attack it."""
    said: list[Reason] = []
    for reason in reasons:
        if reason not in said:
            said.append(reason)
    return said


def _percent(chance: Fraction) -> str:
    return f"{chance} ({percent(chance)})"


def _place(board: "Board", side: str, place: Hex) -> dict[str, object]:
    return {"side": board.forces.side_name(side), "hex": place}


def _attackers_said(board: "Board", judged: Sequence[Candidate], places: tuple[Hex, ...], side: str) -> Iterator[Reason]:
    ref, told_hex = board.ref(board.battle.section), hexes_told(board, [board.number(place) for place in places])
    texts = {
        ATTACKS: "{units} may attack {hex}",
        JOINS: "{units} may attack {hex} together with others only",
        SUPPORTS: "{units} may support an attack on {hex}",
    }
    if len(places) > 1:
        template = "{hex} are attacked at once: those in them defend together"
        yield Reason(board.ref(board.battle.several.section), template, {"hex": told_hex}, places)
    for role, template in texts.items():
        some = [each.unit for each in judged if each.role == role]
        if some:
            yield Reason(ref, template, {"units": names(some, 12), "hex": told_hex}, places, {"units": len(some)})
    if not any(each.takes_part for each in judged):
        told = {"side": board.forces.side_name(side), "hex": told_hex}
        yield Reason(ref, "No unit of {side} may attack {hex}", told, places)
    for each in judged:
        if each.role != ATTACKS:
            yield from each.reasons
    if board.battle.once and not board.forces.state.in_play:
        template = "Units attack once in a phase, and are attacked once; outside play attacks that are over are not known"
        yield Reason(board.ref(board.battle.once), template)
