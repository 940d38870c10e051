"""What a combat leaves beside losses and retreats [VCS 8.1, 10.6-10.9, 10.11, 11.2.6, 12.0, 12.1, 13.5].

What has to be done is proposed in one piece, once dice have fallen: rubble, units above the limit, second markers of isolation,
and support points.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from core.model.deployment import Mark
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import hex_marked, marked, taken_off
from core.model.edits.state_edits import ChangeState
from core.model.work import Work
from core.rules.kernel.combat import CombatDetail, Loss
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.battle_detail import Proposal
from core.rules.operations.board import Board
from core.rules.operations.fought import ATTACK, fought
from core.rules.operations.proposals import applied, work_of
from core.rules.vcs.combat import SUPPORT as COSTS
from core.rules.vcs.combat import rubble
from core.rules.vcs.depreciation import depreciation
from core.rules.vcs.engagement import RUBBLE_MARK, Engagement
from core.rules.vcs.states import ISOLATED_MARK, marked_state, support_key
from core.rules.vcs.strengths import ISOLATED

SURRENDER, ON = "isolation.surrender", "on"
FREE, DEPRECIATION = "Attacks without depreciation", "Depreciation"


@dataclass(frozen=True, slots=True)
class Settled:
    """What is to be said of a combat, and what it leaves to be done as edits, if anything."""

    reasons: tuple[Reason, ...]
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class _Matter:
    """One thing that a combat leaves: what is done, as a part of a label, and the reason where it is not said elsewhere."""

    label: str
    edit: Edit
    said: tuple[Reason, ...] = ()


def settled(board: Board, fight: Engagement, detail: CombatDetail) -> Settled:
    """What a combat leaves, once a result is known; before that what it will. [VCS 8.1, 11.2.6, 12.0, 13.5]"""
    said = tuple(_cut_off(board, fight))
    if detail.losses is None:
        return Settled(said, ())
    edits: list[Edit] = []
    labels: list[str] = []
    work = work_of(board)
    for made in (_over_limit, _second_markers, _rubble, _paid, _support_spent):
        for matter in made(board, fight, detail, work):
            edits.append(matter.edit)
            labels.append(matter.label)
            said = (*said, *matter.said)
            work = applied(work, (matter.edit,))
    label = "; ".join(labels)
    return Settled(said, (Proposal(label[:1].upper() + label[1:], tuple(edits)),) if edits else ())


def _over_limit(board: Board, fight: Engagement, detail: CombatDetail, work: Work) -> Iterator[_Matter]:
    """An adverse result eliminates units above the stacking limit. [VCS 8.1, 10.9]"""
    over, losses = fight.defenders.over, detail.losses
    if not over or losses is None or losses.defender == Loss():
        return
    template = "The result is adverse and eliminates who is above the limit: {units}"
    why = Reason(board.ref("8.1"), template, {"units": names(over)})
    edit = taken_off(work, [unit.id for unit in over], "Eliminate units above the limit")
    yield _Matter(f"eliminate {names(over)}", edit, (why,))


def _isolated(board: Board, fight: Engagement) -> list[Unit]:
    """The defenders that were isolated when they were attacked, where surrender is played. [VCS 11.2.6]"""
    if board.case.choices.get(SURRENDER) != ON:
        return []
    return [unit for unit in fight.battle.defenders if marked_state(unit) == ISOLATED]


def _cut_off(board: Board, fight: Engagement) -> Iterator[Reason]:
    """That isolated units that are attacked get their second marker. [VCS 11.2.6]"""
    some = _isolated(board, fight)
    if some:
        template = "Attacked while isolated, these get their second marker at once if they stay isolated: {units}"
        yield Reason(board.ref("11.2.6"), template, {"units": names(some)})


def _second_markers(board: Board, fight: Engagement, detail: CombatDetail, work: Work) -> Iterator[_Matter]:
    """The second markers of isolated units. [VCS 11.2.6]"""
    most = board.case.ruleset.whole("isolation.markers")
    word = f"{ISOLATED_MARK} {most}"
    pieces = work.deployment.pieces
    some = [unit for unit in _isolated(board, fight) if unit.id in pieces and word not in pieces[unit.id].marks]
    if some:
        label = f"second marker of isolation for {names(some)}"
        yield _Matter(label, marked(work, [unit.id for unit in some], word, "Second marker of isolation"))


def _rubble(board: Board, fight: Engagement, detail: CombatDetail, work: Work) -> Iterator[_Matter]:
    """Rubble in towns and cities where air or naval support shifted the combat. [VCS 10.6, 10.7, 13.5]"""
    placed, _ = rubble(board.case, fight.given, fight.grounds)
    spots = [board.net.hexes[each.number] for each, lies in zip(fight.fields, placed, strict=True) if lies]
    if spots:
        label = f"place rubble in {', '.join(board.forces.box.label(spot) for spot in spots)}"
        yield _Matter(label, hex_marked(work, spots, Mark(RUBBLE_MARK), "Place rubble"))


def _paid(board: Board, fight: Engagement, detail: CombatDetail, work: Work) -> Iterator[_Matter]:
    """The support points of the attack, with depreciation where it is the first attack too many. [VCS 10.11, 12.0, 12.1]"""
    unit = fight.attackers.units[0]
    key = support_key(board, unit.side, unit.word("nationality"))
    points = work.state.points
    if key is None:
        return
    costs, said = {key: int(detail.facts.get("support_points", 0))}, list[Reason]()
    attacks = [each for each in fought(board, ATTACK) if each.by == unit.side]
    free = int(board.consulted.number(COSTS, FREE, "points"))
    if len(attacks) == free:
        more = int(board.consulted.number(COSTS, DEPRECIATION, "points"))
        told = {"number": free + 1, "free": free, "more": more}
        template = "It is attack {number} of the game turn, and more than {free} cost {more} further support points at once"
        said.append(Reason(board.ref("12.1"), template, told, numbers={"points": more}))
        ids = dict.fromkeys((*(id_ for each in attacks for id_ in each.units), *(each.id for each in fight.attackers.units)))
        divided = depreciation(board, ids, key, more)
        said += divided.said
        for whose, part in divided.parts.items():
            costs[whose] = costs.get(whose, 0) + part
    for whose, cost in costs.items():
        if cost:
            points = points.set(whose, points[whose] - cost)
            edit = ChangeState("Pay support points", {"points": points})
            label = f"{board.forces.side_name(whose[0])} pays {cost} of {whose[1]}, {points[whose]} left"
            yield _Matter(label, edit, tuple(said))
            said = []


def _support_spent(board: Board, fight: Engagement, detail: CombatDetail, work: Work) -> Iterator[_Matter]:
    """The air and naval points that were spent on the combat, those that came to nothing too. [VCS 10.6, 10.7]"""
    points = work.state.points
    for key, number in fight.spent:
        points = points.set(key, points[key] - number)
        label = f"{board.forces.side_name(key[0])} spends {number} of {key[1]}, {points[key]} left"
        yield _Matter(label, ChangeState("Spend points", {"points": points}))
