"""Which steps may be lost: every legal choice of the owner, or why one that is proposed is not."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.work import Work
from core.rules.kernel.combat import Losses
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import ATTACKER as ATTACKER
from core.rules.operations.battle_detail import BARRED, PROHIBITED, LossesDetail, Proposal, Steps
from core.rules.operations.battle_detail import DEFENDER as DEFENDER
from core.rules.operations.fought import last_attack_by, last_fight
from core.rules.operations.near import defenders_of, units_near
from core.rules.operations.proposals import Face, losing, reduced_face, work_of

if TYPE_CHECKING:
    from core.rules.operations.board import Board

SIDES_OF_BATTLE = (ATTACKER, DEFENDER)
WHO: Mapping[str, str] = {ATTACKER: "Attackers", DEFENDER: "Defenders"}

ENEMY = "enemy"
"""Who picks the first loss where it is not the owner."""

MOST_CHOICES = 60
"""So many choices are written out; of more the first ones."""

MOST_STEPS = 99


@dataclass(frozen=True, slots=True)
class First:
    """Who may lose the first step: units by their ids, who picks among them ("owner" or "enemy"), and why."""

    units: tuple[str, ...]
    picks: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Fought:
    """The combat in which steps are lost: the side that loses them, and where a series asks for it the number of the hex that
    was attacked, and the enemies who took part."""

    side: str
    target: int | None = None
    foes: tuple[Unit, ...] = ()


@dataclass(frozen=True)
class LossRules:
    """A series' rules of steps lost by several units together.

    `section` says who distributes them. `first` are the units that may lose the first step, for which some have `to_know_foes`;
    `enemy_first` says that their enemy may pick among these. `spread` is the section by which each loses one before any loses
    two, "" without such a rule; `excess` the one that ignores what nobody can bear.
    `took_part` is the section by which only units lose steps that took part, "" where others suffer with them.
    `read` reads a printed result. `left` are the steps that a unit has left, `face` the side that is up with some of them.
    `short` says who has fewer than that, by what is known of chits, for which questions take `asks` besides; `returns` whether
    the chit of a unit with so many left goes back into its cup.
    """

    section: str
    first: Callable[["Board", Sequence[Unit], Fought], First]
    excess: str
    read: Callable[[str], Losses | None]
    such_as: str
    spread: str = ""
    took_part: str = ""
    to_know_foes: bool = False
    enemy_first: bool = False
    left: Callable[["Board", Unit], int] = field(default=lambda board, unit: unit.left)
    face: Face = reduced_face
    asks: tuple[Parameter, ...] = ()
    short: Callable[["Board", Mapping[str, Any]], Mapping[str, int]] = field(default=lambda board, given: {})
    returns: Callable[[Unit, int], bool] = field(default=lambda unit, left: False)


@dataclass(frozen=True, eq=False)
class Remaining:
    """What units have left to lose, by the rules of the series and by what is known of them with a question."""

    board: "Board"
    short: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, board: "Board", given: Mapping[str, Any]) -> "Remaining":
        """What is known with the parameters of a question. Raises WrongUse."""
        return cls(board, board.battle.losses.short(board, given))

    def left(self, unit: Unit) -> int:
        """How many steps a unit can lose."""
        return self.board.battle.losses.left(self.board, unit) - self.short.get(unit.id, 0)

    def losing(self, work: Work, units: Sequence[Unit], steps: Steps) -> tuple[Edit, ...]:
        """The edits by which units lose steps: with the first one those go that a unit never had."""
        whole = {id_: number + self.short.get(id_, 0) for id_, number in steps.items() if number}
        return losing(work, units, whole, self.board.battle.losses.face)

    def returning(self, units: Sequence[Unit], steps: Steps) -> tuple[Unit, ...]:
        """Those of some units whose chits go back into their cups with the steps that they lose."""
        held, returns = self.board.forces.state.held, self.board.battle.losses.returns
        some = (unit for unit in units if steps.get(unit.id) and unit.id in held)
        return tuple(unit for unit in some if returns(unit, self.left(unit) - steps[unit.id]))


@dataclass(frozen=True, slots=True)
class Bounds:
    """Between how many and how many steps each unit loses, in the order in which choices are written, and how many in all.

    Of the units at the places in `first` at least one loses a step, where any is lost.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]
    total: int
    first: frozenset[int]

    def count(self) -> int:
        """How many choices there are."""
        if not self.total:
            return 1
        without = tuple(0 if n in self.first else most for n, most in enumerate(self.most))
        return _sums(self.least, self.most, self.total) - _sums(self.least, without, self.total)

    def allows(self, choice: Sequence[int]) -> bool:
        """Whether a choice is one of them.

        >>> bounds_of((2, 1), (0,), 2, spread=True).allows((1, 1)), bounds_of((2, 1), (0,), 2, spread=True).allows((2, 0))
        (True, False)
        """
        within = all(low <= here <= high for low, here, high in zip(self.least, choice, self.most, strict=True))
        return within and sum(choice) == self.total and (not self.total or any(choice[n] for n in self.first))

    def choices(self) -> Iterator[tuple[int, ...]]:
        """Every choice, those first in which the first units lose most."""
        yield from (each for each in self._from(0, self.total) if not self.total or any(each[n] for n in self.first))

    def _from(self, at: int, left: int) -> Iterator[tuple[int, ...]]:
        if at == len(self.most):
            if not left:
                yield ()
            return
        rest_least, rest_most = sum(self.least[at + 1 :]), sum(self.most[at + 1 :])
        for here in range(min(self.most[at], left - rest_least), max(self.least[at], left - rest_most) - 1, -1):
            for rest in self._from(at + 1, left - here):
                yield (here, *rest)


def _sums(least: Sequence[int], most: Sequence[int], total: int) -> int:
    """In how many ways whole numbers within bounds add up to a total."""
    ways = [1] + [0] * total
    for low, high in zip(least, most, strict=True):
        ways = [sum(ways[whole - here] for here in range(low, min(high, whole) + 1)) for whole in range(total + 1)]
    return ways[total]


def bounds_of(lefts: Sequence[int], first: Sequence[int], steps: int, *, spread: bool, hurt: Collection[int] = ()) -> Bounds:
    """The legal choices where units have so many steps left and lose some together; no more than they have. The units at the
    places in `hurt` have lost one in the same combat before, so that others come first where losses are spread.

    >>> bounds_of((2, 1), (0,), 2, spread=True).count(), bounds_of((2, 1), (0,), 2, spread=False).count()
    (1, 2)
    >>> list(bounds_of((1, 2), (0, 1), 1, spread=True, hurt=(0,)).choices())
    [(0, 1)]
    """
    total = min(steps, sum(lefts))
    least, most = [0] * len(lefts), list(lefts)
    ones = [0 if n in hurt else min(1, left) for n, left in enumerate(lefts)]
    if spread and total <= sum(ones):
        most = ones
    elif spread:
        least = ones
    return Bounds(tuple(least), tuple(most), total, frozenset(first))


def losses(board: "Board", given: Mapping[str, Any]) -> Ruling:
    """The legal ways in which units lose steps together, or what is wrong with one. Raises WrongUse."""
    rules = board.battle.losses
    side, asked = given["side"], _asked(board, given)
    units, idle = _taking_part(board, _units(board, given), side)
    further, remaining = given.get("further") == "yes", Remaining.of(board, given)
    first = _owners(board, units) if further else rules.first(board, units, _fought(board, units, side, given))
    order = sorted(units, key=lambda unit: (unit.id not in first.units, -remaining.left(unit), unit.id))
    lefts = tuple(remaining.left(unit) for unit in order)
    places = tuple(n for n, unit in enumerate(order) if unit.id in first.units)
    bounds = bounds_of(lefts, places, asked, spread=bool(rules.spread))
    count = bounds.count()
    choices = tuple(_steps(order, each) for each in islice(bounds.choices(), MOST_CHOICES))
    said = [*idle, *_said(board, units, side, asked, bounds, first, count)]
    verdict = "none" if not bounds.total else "all" if bounds.total == sum(lefts) else "choices"
    proposals = tuple(_proposal(remaining, order, each) for each in choices) if bounds.total else ()
    if given.get("choice"):
        choice = steps_told(board, order, given["choice"])
        broken = tuple(broken_rules(remaining, order, choice, bounds.total, first))
        verdict = PROHIBITED if broken else "legal"
        said += broken or (Reason(board.ref(rules.section), "The choice breaks no rule: {choice}", _told(order, choice)),)
        proposals = () if broken else (_proposal(remaining, order, choice),)
    ids = tuple(unit.id for unit in order)
    detail = LossesDetail(side, ids, asked, bounds.total, first.units, first.picks, count, choices, proposals)
    return Ruling("losses", board.case.ruleset.id, verdict, bounds.total, tuple(said), detail, board.consulted.charts)


def _owners(board: "Board", units: Sequence[Unit]) -> First:
    """Who may lose a step once the enemy has picked who lost the first one: anybody."""
    template = "The enemy has picked who lost the first step; the owner picks who loses all others"
    return First(tuple(unit.id for unit in units), "owner", Reason(board.ref(board.battle.losses.section), template))


def _taking_part(board: "Board", units: tuple[Unit, ...], side: str) -> tuple[tuple[Unit, ...], tuple[Reason, ...]]:
    """The units that took part in the last attack of the phase that one of them made, and that the others did not; all of them
    where nobody knows of one. Whoever lies in a hex that is attacked takes part."""
    section, fight = board.battle.losses.took_part, last_attack_by(board, units) if side == ATTACKER else None
    if not section or fight is None:
        return units, ()
    idle = tuple(unit for unit in units if unit.id not in fight.units)
    template = "They took no part in the attack and lose nothing in it: {units}"
    said = (Reason(board.ref(section), template, {"units": names(idle)}),) if idle else ()
    return tuple(unit for unit in units if unit.id in fight.units), said


def _fought(board: "Board", units: Sequence[Unit], side: str, given: Mapping[str, Any]) -> Fought:
    """The combat, as far as the rules ask for it: the hex and the enemies that are named, else those that play knows to have
    fought there last, else those that can be told. Raises WrongUse."""
    if not board.battle.losses.to_know_foes:
        return Fought(side)
    places = {board.place(unit) for unit in units}
    target = board.number(given["target"]) if given.get("target") is not None else None
    if target is None and side == DEFENDER and len(places) == 1:
        target = places.pop()
    if target is None:
        raise WrongUse("target: name the hex that was attacked.")
    fight = last_fight(board, target, units[0].side, attacking=side == ATTACKER)
    if given.get("against"):
        foes = board.units(given["against"], "against")
    elif fight is not None:
        ids = fight.shown if side == ATTACKER else fight.units
        foes = tuple(foe for id_ in ids if (foe := board.forces.unit(id_)) is not None and foe.side != units[0].side)
    elif side == ATTACKER:
        foes = defenders_of(board, target, units[0].side)
    else:
        others = (foe for other in board.sides if other != units[0].side for foe in units_near(board, (target,), other))
        foes = tuple(foe for foe in others if board.battle.candidate(board, foe, target).role != BARRED)
    return Fought(side, target, foes)


def broken_rules(remaining: Remaining, units: Sequence[Unit], choice: Steps, total: int, first: First) -> Iterator[Reason]:
    """The rules that a choice breaks."""
    rules, ref = remaining.board.battle.losses, remaining.board.ref
    called = {unit.id: unit for unit in units}
    for id_, steps in choice.items():
        left = remaining.left(called[id_])
        if steps > left:
            told = {"unit": called[id_].name, "steps": steps, "left": left}
            yield Reason(ref(rules.excess), "{unit} has {left} steps left and cannot lose {steps}", told)
    if sum(choice.values()) != total:
        told = {"steps": sum(choice.values()), "total": total}
        yield Reason(ref(rules.section), "The choice loses {steps} steps; it must be {total}", told)
    if total and not any(choice.get(id_) for id_ in first.units):
        yield Reason(
            *(first.reason.rule, "The first step is lost by one of these: {units}"),
            {"units": names(called[id_] for id_ in first.units)},
        )
    if rules.spread:
        twice = [unit for unit in units if choice.get(unit.id, 0) > 1]
        spared = [unit for unit in units if not choice.get(unit.id) and remaining.left(unit)]
        if twice and spared:
            told = {"unit": twice[0].name, "units": names(spared)}
            yield Reason(ref(rules.spread), "{unit} loses two steps before each of these has lost one: {units}", told)


def _units(board: "Board", given: Mapping[str, Any]) -> tuple[Unit, ...]:
    units = board.units(given["units"])
    if not units:
        raise WrongUse("units: name the units that take part.")
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: those that lose steps together are of one side.")
    for unit in units:
        board.place(unit)
    return units


def _asked(board: "Board", given: Mapping[str, Any]) -> int:
    """How many steps are asked for: so many, or what a result says of the side. Raises WrongUse."""
    result, steps = given.get("result"), given.get("steps")
    if bool(result) == (steps is not None):
        raise WrongUse("Give the result that was rolled, result=…, or a number of steps, steps=…")
    if steps is not None:
        if steps > MOST_STEPS:
            raise WrongUse(f"steps: {steps} is too many; {MOST_STEPS} is the most.")
        return int(steps)
    rules = board.battle.losses
    found = rules.read(str(result))
    if found is None:
        raise WrongUse(f'result: "{result}" is no result such as {rules.such_as}.')
    return (found.attacker if given["side"] == ATTACKER else found.defender).steps


def steps_told(board: "Board", units: Sequence[Unit], texts: Sequence[str], parameter: str = "choice") -> Steps:
    """Steps of units as they are typed, such as "1-rgt-1*2, 4-rgt-1"; one where no number stands. Raises WrongUse."""
    found: dict[str, int] = {}
    taking_part = {unit.id for unit in units}
    for text in texts:
        name, _, number = text.replace("×", "*").rpartition("*") if "*" in text.replace("×", "*") else (text, "", "1")
        if not number.strip().isdecimal() or len(number.strip()) > 2:
            raise WrongUse(f'{parameter}: "{text}" is no unit with the steps that it loses, such as "1 Rgt*2".')
        unit = board.forces.named(parameter, name)
        if unit.id not in taking_part:
            raise WrongUse(f"{parameter}: {unit.name} takes no part; only units that do lose steps.")
        found[unit.id] = found.get(unit.id, 0) + int(number)
    return {id_: steps for id_, steps in found.items() if steps}


def _steps(units: Sequence[Unit], numbers: Sequence[int]) -> Steps:
    return {unit.id: number for unit, number in zip(units, numbers, strict=True) if number}


def _told(units: Sequence[Unit], choice: Steps) -> dict[str, object]:
    return {"choice": choice_text(units, choice)}


def choice_text(units: Sequence[Unit], choice: Steps) -> str:
    """A choice in words: who loses how many steps."""
    parts = (f"{counted(choice[unit.id], 'step')} of {unit.name}" for unit in units if choice.get(unit.id))
    return ", ".join(parts) or "nobody loses a step"


def _proposal(remaining: Remaining, units: Sequence[Unit], choice: Steps) -> Proposal:
    back, label = remaining.returning(units, choice), f"Lose {choice_text(units, choice)}"
    label += f"; back into the cup: the chit of {names(back)}" if back else ""
    return Proposal(label, remaining.losing(work_of(remaining.board), units, choice), tuple(unit.id for unit in back))


def _said(
    board: "Board", units: Sequence[Unit], side: str, asked: int, bounds: Bounds, first: First, count: int
) -> Iterator[Reason]:
    rules, ref = board.battle.losses, board.ref
    told: dict[str, object] = {"who": WHO[side], "steps": asked, "units": names(units)}
    template = "{who}: {units} lose {steps} steps" + (" together" if len(units) > 1 else "")
    yield Reason(ref(rules.section), template, told, numbers={"steps": asked})
    if bounds.total < asked:
        more = {"who": WHO[side], "left": bounds.total, "over": asked - bounds.total}
        template = "{who} have {left} steps left; {over} more cannot be lost and are ignored"
        yield Reason(ref(rules.excess), template, more, numbers={"left": bounds.total})
    if not bounds.total:
        return
    yield first.reason
    if rules.spread and bounds.total > 1:
        yield Reason(ref(rules.spread), "{who}: no unit loses a second step before each has lost one", {"who": WHO[side]})
    chosen = {"count": count, "picks": first.picks}
    template = "{count} choices are legal" if count > 1 else "One choice is legal"
    if first.picks == ENEMY:
        template += "; the enemy picks who loses the first step, the owner all others"
    else:
        template += ", at the owner's choice" if count > 1 else ""
    yield Reason(ref(rules.section), template, chosen, numbers={"choices": count})
