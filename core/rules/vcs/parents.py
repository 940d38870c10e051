"""Who fights of a stack, and which organisations act together [VCS 2.33, 8.0-8.2, 10.3, 10.41, 10.42]."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse
from core.model.oob import Counter
from core.rules.kernel.force_rules import names, whole_cell
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.battle import hexes_told
from core.rules.operations.board import Board
from core.rules.operations.zones import SIDES
from core.rules.vcs.counters import ENGINEERS, MECHANISED, MECHANISED_INFANTRY, PARENT, unit_of
from core.rules.vcs.shifts import ANTI_TANK, ARMOUR, NONE

STACKING = "vcs.stacking"
ARMOURED, GUNS_AGAINST_TANKS = "armour", "anti_tank"
FOOT = frozenset({"infantry", *MECHANISED_INFANTRY, *ENGINEERS})
"""Types of units that make a team with armour. [VCS 10.41, 10.42]"""
DIFFERENCES, BY_GAME = "integrity.differences", "by_game"
NO_INTEGRITY = "none"
_NATION = re.compile(r"(?P<word>none|all|[2-9])\s+for\s+(?P<nation>\S.*)", re.IGNORECASE)


def is_armour(unit: Unit) -> bool:
    """Whether a unit is armour. [VCS 2.33]"""
    return unit_of(unit).type == ARMOURED


def is_team(unit: Unit) -> bool:
    """Whether a unit has combined arms of its own, as a cadre too. [VCS 10.42]"""
    return unit.flag("combined_arms")


# Who fights ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fighters:
    """Of units that attack or defend those that fight; the others suffer what these do, each with why it does not fight.
    `over` are those that are above the stacking limit."""

    units: tuple[Unit, ...]
    idle: tuple[tuple[Unit, Reason], ...] = ()
    over: tuple[Unit, ...] = ()


def fighters(
    board: Board, units: Sequence[Unit], mean: Callable[[Unit], object], chosen: frozenset[str], *, limited: bool
) -> Fighters:
    """Of the units of each hex those that fight: one parent alone, and with `limited` no more than may stand there.

    `chosen` are ids of parents that are to fight; without a choice the strongest of a hex does, by `mean`. [VCS 8.1, 8.2]
    """
    limit, _ = whole_cell(board.consulted, STACKING, "Units", "limit")
    most, _ = whole_cell(board.consulted, STACKING, "Parent units that fight", "limit")
    fight: list[Unit] = []
    idle: list[tuple[Unit, Reason]] = []
    over: list[Unit] = []
    for number in dict.fromkeys(board.place(unit) for unit in units):
        here = [unit for unit in units if board.place(unit) == number]
        place = board.net.hexes[number]
        if limited and limit is not None and len(here) > limit:
            template = "{unit} is above the stacking limit in {hex} and does not fight; any adverse result eliminates it"
            for unit in here[limit:]:
                over.append(unit)
                idle.append((unit, Reason(board.ref("8.1"), template, {"unit": unit.name, "hex": place}, (place,))))
            here = here[:limit]
        parents = sorted(
            (unit for unit in here if unit_of(unit).kind == PARENT and not unit_of(unit).is_cadre),
            key=lambda unit: (unit.id not in chosen, mean(unit)),
        )
        picked = [unit for unit in parents if unit.id in chosen] or parents[::-1]
        sent = {unit.id for unit in picked[: most if most is not None else len(picked)]}
        for unit in parents:
            if unit.id not in sent:
                others = names(each for each in parents if each.id in sent)
                told = {"unit": unit.name, "hex": place, "others": others}
                template = "One parent unit fights from {hex}, {others}; {unit} does not, and suffers the results all the same"
                idle.append((unit, Reason(board.ref("8.2"), template, told, (place,))))
        fight += [unit for unit in here if unit.id in sent or unit not in parents]
    return Fighters(tuple(fight), tuple(idle), tuple(over))


# Parent integrity ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parents:
    """The members of a parent organisation: those that count, how many of them bring the shift of an attack, and why they bring
    no shift; None where nothing speaks against it. `by_game` says that the box states it. Who is attached does not count, so
    that its loss speaks against nothing."""

    name: str
    members: tuple[Unit, ...]
    needed: int
    denied: Reason | None = None
    by_game: bool = False


def parents_of(board: Board, units: Iterable[Unit]) -> Iterator[Parents]:
    """The organisations that units belong to, each once, of more than one member. [VCS 2.31, 10.3]"""
    for id_ in dict.fromkeys(unit.counter.formation for unit in units if unit_of(unit).kind == PARENT):
        formation = board.forces.oob.formation(id_)
        if formation is None:
            continue
        counters = [each for each in board.forces.oob.members(id_) if each.values.get("piece.kind") == PARENT]
        members = tuple(unit for each in counters if (unit := board.forces.unit(each.id)) is not None)
        counted = tuple(unit for unit in members if not _is_attached(unit, members))
        if len(counted) > 1:
            name, word = formation.name or id_, _stated(board, formation.values, counted[0])
            needed = min(int(word), len(counted)) if word.isdecimal() else len(counted)
            yield Parents(name, counted, needed, _denied(board, name, counted, word), bool(word))


def _stated(board: Board, values: Mapping[str, object], unit: Unit) -> str:
    """What the box says of the integrity of a formation, else of its nationality: none, all, or how many members; "" where it
    says nothing. [VCS 10.3]"""
    if values.get("integrity.none") is True:
        return NO_INTEGRITY
    if isinstance(number := values.get("integrity.members"), int):
        return str(number)
    return board.kept(("integrity", unit.side), lambda: _by_nation(board, unit.side)).get(
        unit.word("nationality").casefold(), ""
    )


def _by_nation(board: Board, side: str) -> Mapping[str, str]:
    """What a side says of the integrity of its nationalities. Raises WrongUse for what cannot be read. [VCS 10.3]"""
    known = board.forces.oob.side(side)
    stated = str(known.values.get("integrity.nations", "")) if known is not None else ""
    found: dict[str, str] = {}
    for item in comma_parts(stated):
        read = _NATION.fullmatch(item)
        if read is None:
            name = board.forces.side_name(side)
            raise WrongUse(f'Integrity by nationality of {name}: "{item}" is not like none for Korrin, or 2 for Veldany.')
        found[read["nation"].casefold()] = read["word"].casefold()
    return found


def _is_attached(unit: Unit, members: Sequence[Unit]) -> bool:
    """Whether a member is attached to an organisation of others: engineers, and armour with infantry on foot. [VCS 10.3]"""
    if unit_of(unit).type in ENGINEERS:
        return True
    others = MECHANISED | MECHANISED_INFANTRY | ENGINEERS
    return is_armour(unit) and any(unit_of(each).type not in others for each in members)


def _denied(board: Board, name: str, members: Sequence[Unit], stated: str) -> Reason | None:
    """Why members of an organisation bring no shift: the game says so, or one of them is a cadre or gone. [VCS 2.33, 10.3]"""
    ref = board.ref("10.3")
    if stated == NO_INTEGRITY:
        return Reason(ref, "{parent} brings no shift, as the game says", {"parent": name})
    cadres = [unit for unit in members if unit_of(unit).is_cadre and unit.piece is not None]
    gone = [unit for unit in members if unit.piece is None and was_there(board, unit.counter)]
    if not cadres and not gone:
        return None
    told = {"parent": name, "units": names((*cadres, *gone))}
    return Reason(ref, "{parent} brings no shift: cadres or eliminated members, {units}", told)


def was_there(board: Board, counter: Counter) -> bool:
    """Whether a counter that is nowhere must have been eliminated: it began on the map, or was due before this turn."""
    scenario = board.forces.scenario
    if scenario is None or not board.forces.state.in_play:
        return False
    if counter.id in scenario.start.pieces:
        return True
    turn = board.forces.state.moment.turn
    due = (
        each.turn
        for each in scenario.arrivals
        if counter.id in each.units or counter.formation in each.units or counter.values.get("arrival") == f"Turn {each.turn}"
    )
    return any(each < turn for each in due)


def together(board: Board, one: Unit, other: Unit) -> bool:
    """Whether two units are stacked or adjacent. [VCS 10.3]"""
    places = [board.net.hexes[board.place(each)] for each in (one, other)]
    return places[0].distance(places[1]) <= 1


def standing(units: Iterable[Unit], board: Board) -> tuple[Unit, ...]:
    """Those of some units that stand in hexes."""
    net = board.net.index
    return tuple(unit for unit in units if unit.piece is not None and unit.piece.at in net)


def beside(board: Board, unit: Unit, target: int) -> bool:
    """Whether a unit stands beside a hex."""
    return board.place(unit) in board.net.near[SIDES * target : SIDES * target + SIDES]


@dataclass(frozen=True, slots=True)
class Integrity:
    """How many organisations bring a shift to the right, how many of two members attacking, how many defending; and why."""

    attack: int
    pairs: int
    defence: int
    reasons: tuple[Reason, ...]


def integrity(board: Board, attackers: Sequence[Unit], defenders: Sequence[Unit], targets: Sequence[int]) -> Integrity:
    """The organisations whose members act together at the moment of combat; who is adjacent to one of several hexes that are
    attacked is adjacent to the defenders. [VCS 10.3]"""
    ref, said = board.ref("10.3"), []
    places = hexes_told(board, targets)
    whole = pairs = defending = 0
    pair = board.case.ruleset.whole("integrity.pair")
    stated = False
    for each in parents_of(board, attackers):
        near = [unit for unit in standing(each.members, board) if any(beside(board, unit, target) for target in targets)]
        if len(near) < pair:
            continue
        if each.denied is not None:
            said.append(each.denied)
            continue
        told = {"parent": each.name, "units": names(near), "hex": places, "needed": each.needed}
        stated = stated or each.by_game
        if len(near) == len(each.members):
            whole += 1
            said.append(Reason(ref, "All members of {parent} are adjacent to {hex}: {units}", told))
        elif len(near) >= each.needed:
            whole += 1
            template = "As the game says, {needed} members of {parent} beside {hex} are enough: {units}"
            said.append(Reason(ref, template, told))
        else:
            pairs += any(together(board, one, other) for one in near for other in near if one is not other)
            said.append(Reason(ref, "Not all members of {parent} are adjacent to {hex}: {units} alone", told))
    for each in parents_of(board, defenders):
        inside = [unit for unit in standing(each.members, board) if board.place(unit) in targets]
        near = [unit for unit in standing(each.members, board) if any(together(board, unit, other) for other in inside)]
        if len(near) < pair:
            continue
        stated = stated or each.by_game
        if each.denied is not None:
            said.append(each.denied)
            continue
        defending += 1
        told = {"parent": each.name, "units": names(near)}
        said.append(Reason(ref, "Members of {parent} defend stacked or adjacent to one another: {units}", told))
    if (whole or defending) and not stated and board.case.choices.get(DIFFERENCES) == BY_GAME:
        template = "The game says for whom integrity differs; of these formations and nationalities the box states nothing"
        said.append(Reason(ref, template))
    return Integrity(whole, pairs, defending, tuple(said))


# Combined arms ------------------------------------------------------------------------------------------------------------


def teams(board: Board, units: Sequence[Unit]) -> tuple[int, ...]:
    """The hexes of attacking stacks with armour and infantry or engineers, or with combined arms of their own. [VCS 10.41]"""
    found = []
    for number in sorted({board.place(unit) for unit in units}):
        here = [unit for unit in units if board.place(unit) == number]
        mixed = any(is_armour(unit) for unit in here) and any(unit_of(unit).type in FOOT for unit in here)
        if mixed or any(is_team(unit) for unit in here):
            found.append(number)
    return tuple(found)


def defending_team(units: Sequence[Unit]) -> str:
    """What the combined arms of defenders include: armour, anti-tank, or none. [VCS 10.42]"""
    if any(is_team(unit) for unit in units):
        return ARMOUR
    if not any(unit_of(unit).type in FOOT for unit in units):
        return NONE
    if any(is_armour(unit) for unit in units):
        return ARMOUR
    return ANTI_TANK if any(unit_of(unit).type == GUNS_AGAINST_TANKS for unit in units) else NONE


def defending_teams(board: Board, units: Sequence[Unit]) -> str:
    """What the combined arms of defending stacks include; the best of them counts for all. [VCS 10.42]"""
    stacks = ([unit for unit in units if board.place(unit) == number] for number in {board.place(unit) for unit in units})
    return min(map(defending_team, stacks), key=(ARMOUR, ANTI_TANK, NONE).index, default=NONE)


def heavy(units: Iterable[Unit]) -> bool:
    """Whether armour or anti-tank units are among some, or units that have both in themselves. [VCS 10.42]"""
    return any(is_armour(unit) or is_team(unit) or unit_of(unit).type == GUNS_AGAINST_TANKS for unit in units)
