"""Attacks on the map: who may attack a hex, with which modifiers, what that comes to, and what a roll does.

[BCS 1.1 Combat Table, variants 3, 5, 8, Retreat Answer Key]

Where data flows::

    hex ──> defenders, who gives their rating ─┐
    adjacent enemies ──> who leads, who assists ┼──> modifiers of the map, changed at will ──> Combat Table
    objective zones ───────────────────────────┘       dice ──> losses of both, retreat, jumps, traffic
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked
from core.model.state import Declared
from core.rules.bcs.combat import Result, combat, read_result
from core.rules.bcs.fights.attack_modifiers import ATTACK, DEFENCE, Applies, Fight, applying, chosen
from core.rules.bcs.fights.barraging import artillery_of
from core.rules.bcs.fights.ground_of_combat import KEY_TERRAIN, words_of
from core.rules.bcs.fights.ground_of_combat import RETREAT as IN_RETREATS
from core.rules.bcs.fights.jumping import RETREAT, jumps_asked
from core.rules.bcs.fights.losing import losses_asked
from core.rules.bcs.fights.retreating import retreat_asked
from core.rules.bcs.fights.taking_part import (
    acts_now,
    combat_units,
    held_by,
    in_hex,
    marched,
    one_in,
    standing,
    whose,
)
from core.rules.bcs.formations import OTHER, SITUATIONAL, coordination
from core.rules.bcs.ground.objectives import objective_zones
from core.rules.bcs.ground.screens import is_screen
from core.rules.bcs.ground.traffic import TRAFFIC
from core.rules.bcs.standing import standing_edit, standing_of
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter, Words
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import ATTACK as DECLARED
from core.rules.operations.fought import fought, labels, made_in_play
from core.rules.operations.proposals import applied, work_of
from core.rules.operations.zones import SIDES

NOBODY, PROHIBITED = "nobody", "prohibited"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Attacker:
    """An enemy beside the hex: whether it may lead an attack on it, and whether it may assist one; why not."""

    unit: Unit
    number: int
    why: tuple[Reason, ...] = ()
    no_lead: Reason | None = None

    @property
    def bar(self) -> Reason | None:
        """Why it does not give the rating, None where it may."""
        return next(iter(self.why), self.no_lead)

    @property
    def leads(self) -> bool:
        """Whether it may give the rating."""
        return self.bar is None


def attack_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Who may attack a hex, and what an attack of them comes to: of the best of them without names. Raises WrongUse.

    [BCS 1.1 Combat Table, variants 3, 5, 8]
    """
    number = board.number(given["to"])
    side = held_by(board, number)
    defenders = combat_units(in_hex(board, number, side))
    every = attackers(board, number, side)
    against = tuple(_against(board, given, number, defenders, every))
    if against:
        return _ruling(board, PROHIBITED, None, against, _parts(every, ()), number)
    named = [_named(board, every, unit) for unit in board.units(given.get("units") or ())]
    helping = [_named(board, every, unit, "assist") for unit in board.units(given.get("assist") or (), "assist")]
    barred = [reason for each in (*named, *helping) for reason in each.why[:1]]
    able = [each for each in named or every if each.leads]
    if barred or not able:
        why = barred or [each.bar for each in named or every if each.bar is not None]
        template = "Nobody attacks {hex} so" if every else "No enemy combat unit stands beside {hex}"
        none = Reason(board.ref(PUBLISHED), template, {"hex": board.net.hexes[number]})
        verdict = PROHIBITED if named or helping else NOBODY
        said = (none, *why)
        return _ruling(board, verdict, 0 if verdict == NOBODY else None, said, _parts(every, ()), number)
    lead = max(able, key=lambda each: (acts_now(board, each.unit), each.unit.whole("action")))
    artillery = artillery_of(board, lead.unit) if given.get("suppression") == YES else None
    if given.get("suppression") == YES and (artillery is None or artillery.why):
        none = Reason(board.ref(PUBLISHED), "{unit} has no artillery for a suppression mission", {"unit": lead.unit.name})
        said = (none, *(artillery.why if artillery is not None else ()))
        return _ruling(board, PROHIBITED, None, said, _parts(every, ()), number)
    taking = {each.unit.id: each.unit for each in (*named, *helping)}
    assist = [unit for id_, unit in taking.items() if id_ != lead.unit.id]
    fight = Fight(
        lead.number,
        number,
        lead.unit,
        tuple(assist),
        _defender(board, given, number, defenders),
        defenders,
        suppression=given.get("suppression") == YES,
    )
    return _attacked(board, given, fight, every)


def attackers(board: Board, number: int, side: str) -> tuple[Attacker, ...]:
    """The enemies of a side beside a hex, each with why it does not attack it. [BCS 1.1 variants 3, 8]"""
    found = [
        _judged(board, unit, place)
        for place in board.net.near[SIDES * number : SIDES * number + SIDES]
        if place >= 0
        for unit in combat_units(board.at.get(place, ()))
        if unit.side != side
    ]
    return tuple(found)


def _judged(board: Board, unit: Unit, place: int) -> Attacker:
    return Attacker(unit, place, tuple(bars(board, unit)), next(leading_bars(board, unit), None))


def bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit takes part in no attack, wherever it is. [BCS 1.1 variants 3, 8]"""
    yield from marched(board, unit)
    if is_screen(board, unit):
        yield Reason(board.ref("8"), "{unit} screens: it neither attacks nor assists", {"unit": unit.name})


def leading_bars(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit that may take part gives no rating of its own. [BCS 1.1 published summaries]"""
    if unit.flag("support"):
        yield Reason(board.ref(PUBLISHED), "{unit} supports others, and leads no attack", {"unit": unit.name})


def _against(
    board: Board, given: Mapping[str, Any], number: int, defenders: Sequence[Unit], every: Sequence[Attacker]
) -> Iterator[Reason]:
    """Why nobody attacks a hex, whoever stands beside it. [BCS 1.1 4.3d, variants 7, 8]"""
    place = board.net.hexes[number]
    told: dict[str, object] = {"hex": place, "units": names(defenders)}
    if not defenders:
        template = "Headquarters and trains alone are in {hex}: who enters makes them jump, and nobody attacks"
        yield Reason(board.ref("7"), template, told, (place,))
        return
    if all(is_screen(board, unit) for unit in defenders):
        yield Reason(board.ref("8"), "{units} screen in {hex}: screens are not attacked, and fall back", told, (place,))
        return
    sides = dict.fromkeys(each.unit.side for each in every)
    zones = [hexes for side in sides for hexes in objective_zones(board, side).values()]
    inside = given.get("objective") or (YES if any(number in hexes for hexes in zones) else NO)
    if every and inside == NO:
        yield Reason(board.ref("4.3d"), "{hex} lies in no objective zone of the attackers", told, (place,))


def _named(board: Board, every: Iterable[Attacker], unit: Unit, parameter: str = "units") -> Attacker:
    found = next((each for each in every if each.unit.id == unit.id), None)
    if found is None:
        raise WrongUse(f"{parameter}: {unit.name} is no enemy combat unit beside the hex.")
    return found


def _defender(board: Board, given: Mapping[str, Any], number: int, defenders: Sequence[Unit]) -> Unit:
    """The unit that gives the rating of the defenders: the one that is named, else the best that does not only support."""
    if given.get("defender"):
        named = one_in(board, given["defender"], number, "defender")
        if named not in defenders:
            raise WrongUse(f"defender: {named.name} is no combat unit.")
        return named
    return max(defenders, key=lambda unit: (not unit.flag("support"), unit.whole("action")))


# What it comes to ---------------------------------------------------------------------------------------------------------


def _attacked(board: Board, given: Mapping[str, Any], fight: Fight, every: Sequence[Attacker]) -> Ruling:
    """An attack by the question with numbers, which is handed what the map says."""
    found = applying(board, fight)
    rows = chosen(board, found, given)
    prepared = standing(board, fight.defender).prepared
    asked: dict[str, Any] = {
        "attack": fight.lead.whole("action"),
        "defence": fight.defender.whole("action"),
        "modifiers": rows[ATTACK],
        "defence_modifiers": rows[DEFENCE],
        "key_terrain": given.get("key_terrain") or (YES if KEY_TERRAIN in words_of(board, fight.target, IN_RETREATS) else NO),
        "prepared": given.get("prepared") or (YES if prepared else NO),
        "roll": given.get("roll"),
    }
    ruling = combat(board.case, asked)
    board.consulted.add(ruling.charts)
    detail = ruling.detail
    assert isinstance(detail, CombatDetail)
    (table,) = detail.tables
    said = [*_told(board, fight, every), *_modifiers_told(found, rows)]
    wanted: tuple[Wanted, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    if given.get("roll") is None:
        what = f"attack on {board.label(fight.target)}"
        wanted = (Wanted("roll", board.consulted.book.chart(table.chart).dice, what, fight.lead.side),)
    else:
        said += _clogged(board, given, fight, detail)
        proposals = (_proposed(board, given, fight, ruling, detail),)
    made = ProcedureDetail(
        facts={**detail.facts, "lead": fight.lead.id, "defender": fight.defender.id},
        tables=detail.tables,
        proposals=proposals,
        parts=_parts(every, fight.attackers),
        units="units",
        place="to",
        hexes={TARGET: frozenset({board.net.hexes[fight.target]})},
        wanted=wanted,
        outcomes=tuple(_outcomes(table.chances, asked, detail.facts)) if wanted else (),
    )
    reasons = (*said, *ruling.reasons)
    return replace(ruling, question="attack.at", reasons=reasons, detail=made, charts=board.consulted.charts)


def _told(board: Board, fight: Fight, every: Sequence[Attacker]) -> Iterator[Reason]:
    """Who attacks whom, who has attacked already, and who else could."""
    ref, hexes = board.ref(PUBLISHED), (board.net.hexes[fight.start], board.net.hexes[fight.target])
    told: dict[str, object] = {"lead": fight.lead.name, "defender": fight.defender.name, "hex": hexes[1]}
    told["assist"] = names(fight.assist)
    template = "{lead} attacks {hex}" + (", with {assist}" if fight.assist else "") + "; {defender} gives the rating there"
    yield Reason(ref, template, told, hexes)
    for before in fought(board, DECLARED):
        again = [unit for unit in fight.attackers if unit.id in before.units]
        if again:
            some = {"units": names(again), "others": labels(board, before.against)}
            template = "{units} have attacked already in this activation, in {others}; the texts at hand do not say how often"
            yield Reason(ref, template, some)
    taking = {unit.id for unit in fight.attackers}
    others = [each.unit for each in every if not each.why and each.unit.id not in taking]
    if others:
        yield Reason(ref, "Who else could take part: {units}", {"units": names(others)})
    yield from (each.why[0] for each in every if each.why)
    yield from whose(board, fight.attackers)


def _modifiers_told(found: Iterable[Applies], rows: Mapping[str, Sequence[str]]) -> Iterator[Reason]:
    """Why rows apply that the map says; one that is left out is not told."""
    yield from (each.why for each in found if each.row in rows[each.column])


def _outcomes(
    chances: Iterable[tuple[str, Fraction]], asked: Mapping[str, Any], facts: Mapping[str, Number | str]
) -> Iterator[Outcome]:
    """The chances of steps of both sides, of what becomes of the defenders, and of traffic."""
    groups: dict[str, dict[str, Fraction]] = {"Attackers": {}, "Defenders": {}, "Retreat": {}}

    def add(group: str, name: str, chance: Fraction) -> None:
        groups[group][name] = groups[group].get(name, Fraction(0)) + chance

    for text, chance in chances:
        found = read_result(text) or Result()
        spared = found.prepared_only and asked["prepared"] != YES
        add("Attackers", _steps(0 if spared else found.attackers), chance)
        add("Defenders", _steps(found.defenders), chance)
        add("Retreat", _retreat_words(found, asked), chance)
    for group, some in groups.items():
        yield from (Outcome(group, name, chance) for name, chance in some.items())
    traffic = facts.get("traffic_chance")
    if traffic is not None:
        chance = Fraction(str(traffic))
        yield Outcome("Traffic", "traffic", chance)
        yield Outcome("Traffic", "no traffic", 1 - chance)


def _steps(count: int) -> str:
    return f"lose {counted(count, 'step')}" if count else "lose nothing"


def _retreat_words(found: Result, asked: Mapping[str, Any]) -> str:
    if not found.retreat:
        return "no retreat"
    holds = found.retreat == "S" and YES in (asked["key_terrain"], asked["prepared"])
    return "stay, for a step of each unit" if holds else "retreat"


# What is done -------------------------------------------------------------------------------------------------------------


def _proposed(board: Board, given: Mapping[str, Any], fight: Fight, ruling: Ruling, detail: CombatDetail) -> Proposal:
    """What a roll does: traffic and coordination at once; losses, the retreat and jumps as they are asked then."""
    place, label = board.net.hexes[fight.target], board.label(fight.target)
    result = str(ruling.value)
    found = read_result(result)
    assert found is not None and detail.losses is not None
    then: list[Next] = []
    jumps = jumps_asked(board, fight.target, RETREAT) if found.retreat else ()
    attackers_lose, defenders_lose = detail.losses.attacker.steps, detail.losses.defender.steps
    then += losses_asked(board, fight.target, fight.attackers, attackers_lose, fight.lead)
    ordered = (fight.defender, *(unit for unit in fight.defenders if unit.id != fight.defender.id))
    then += losses_asked(board, fight.target, ordered, defenders_lose, fight.defender, jumps=not jumps)
    if found.retreat:
        asked = retreat_asked(board, fight.target, fight.defenders, SITUATIONAL if found.retreat == "S" else OTHER)
        over = {name: given[name] for name in ("key_terrain", "prepared") if given.get(name)}
        then += [replace(asked, given={**asked.given, **over}), *jumps]
    attempt = Declared(fight.lead.side, tuple(unit.id for unit in fight.attackers), (place,), DECLARED)
    edits = tuple(_edits(board, given, fight, detail))
    told = f"Attack on {label}: {detail.facts['in_words']} ({result})"
    return Proposal(told, edits, attempt=made_in_play(board, attempt), then=tuple(then))


def _traffic_in(board: Board, given: Mapping[str, Any], fight: Fight) -> Hex:
    """The hex in which a traffic marker lies: the one that is given, else that which is attacked, a stand-in of ours.

    [BCS 1.1 variant 3]
    """
    place: Hex | None = given.get("traffic")
    return place if place is not None else board.net.hexes[fight.target]


def _clogged(board: Board, given: Mapping[str, Any], fight: Fight, detail: CombatDetail) -> Iterator[Reason]:
    """Where a traffic marker lies. [BCS 1.1 variant 3]"""
    if detail.facts.get("traffic_marker") == YES:
        place = _traffic_in(board, given, fight)
        template = "The traffic marker lies in {hex}: the texts at hand do not say where, and players may say another hex"
        yield Reason(board.ref("3"), template, {"hex": place}, (place,))


def _edits(board: Board, given: Mapping[str, Any], fight: Fight, detail: CombatDetail) -> Iterator[Edit]:
    """The edits by which traffic lies in a hex, the active formation gets its marker, and artillery is used.

    [BCS 1.1 variants 3, 5, published summaries]
    """
    work = work_of(board)
    if detail.facts.get("traffic_marker") == YES:
        edit: Edit = hex_marked(work, [_traffic_in(board, given, fight)], Mark(TRAFFIC), "Traffic")
        work = applied(work, [edit])
        yield edit
    active = _active(board, fight)
    if active and detail.facts.get("coordination"):
        markers = standing_of(board.forces, active).coordination
        found = coordination(board.case, {"markers": markers, "traffic": 1})
        board.consulted.add(found.charts)
        if found.value != markers:
            edit = standing_edit(work, active, coordination=int(found.value or 0))
            work = applied(work, [edit])
            yield edit
    if fight.suppression:
        yield standing_edit(work, fight.lead.counter.formation, artillery=standing(board, fight.lead).artillery + 1)


def _active(board: Board, fight: Fight) -> str:
    """The formation that is active, by its id: as play says, whoever leads; else that of who leads. [BCS 1.1 variant 5]"""
    moment = board.forces.state.moment
    return moment.of if board.forces.oob.formation(moment.of) is not None else fight.lead.counter.formation


def _parts(every: Iterable[Attacker], taking: Iterable[Unit]) -> tuple[Part, ...]:
    ids = {unit.id for unit in taking}
    return tuple(
        Part(each.unit.id, each.unit.piece.at, not each.why, each.unit.id in ids, each.why[0] if each.why else each.no_lead)
        for each in every
        if each.unit.piece is not None and isinstance(each.unit.piece.at, Hex)
    )


def _ruling(
    board: Board, verdict: str, value: Number | None, said: Sequence[Reason], parts: tuple[Part, ...], number: int
) -> Ruling:
    place = frozenset({board.net.hexes[number]})
    detail = ProcedureDetail(facts={}, parts=parts, units="units", place="to", hexes={TARGET: place})
    return Ruling("attack.at", board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


_ROWS = Words(("bcs.combat_modifiers",))
PARAMETERS = (
    Parameter("to", "hex", "the hex that is attacked", required=True),
    Parameter(
        "units",
        "texts",
        "who attacks, by ids or names: the best of them gives the rating, the others assist; the best without it",
    ),
    Parameter("assist", "texts", "further units that assist, by their ids or names"),
    Parameter("defender", "text", "who gives the rating of the defenders, by id or name; the best without it"),
    Parameter("modifiers", "texts", "rows of bcs.combat_modifiers that the attackers have besides", words=_ROWS),
    Parameter("without", "texts", "rows that the map gives the attackers and that do not count", words=_ROWS),
    Parameter("defence_modifiers", "texts", "rows of the same chart that the defenders have besides", words=_ROWS),
    Parameter("defence_without", "texts", "rows that the map gives the defenders and that do not count", words=_ROWS),
    Parameter(
        "suppression", "choice", "whether artillery fires a suppression mission; no without it", choices=(YES, NO), at_hand=True
    ),
    Parameter(
        "objective", "choice", "whether the hex lies in an objective zone; as the map says without it (4.3d)", choices=(YES, NO)
    ),
    Parameter("key_terrain", "choice", "whether the defenders hold key terrain; as the map says without it", choices=(YES, NO)),
    Parameter("prepared", "choice", "whether they have a prepared defence; as play says without it", choices=(YES, NO)),
    Parameter("traffic", "hex", "the hex in which a traffic marker lies; the attacked one without it (3)"),
    Parameter("roll", "whole", "the natural roll of two dice"),
)
