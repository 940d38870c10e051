"""Steps that units have lost before play: what the set-ups say of them, and what the pieces have lost at the start.

A set-up says how many steps its units have lost together; which of them, the players or the designer say by their pieces.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.base.errors import Place
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces, ChangeScenario
from core.model.issues import Issue, Severity
from core.model.scenario import Scenario, SetUp
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.set_up import SetUps, who

if TYPE_CHECKING:
    from core.rules.kernel.system import ForceTables

SLICE = 100
"""Units that are gone through between two steps, a millisecond or two."""

MOST_NAMED = 6
"""Units of which one sentence says what they have lost."""


@dataclass(slots=True)
class _Group:
    """The units of one set-up, None for those of none: those that stand somewhere, and those that do not yet."""

    set_up: SetUp | None
    standing: list[Unit] = field(default_factory=list)
    missing: list[Unit] = field(default_factory=list)

    @property
    def lost(self) -> int:
        return sum(unit.full - unit.left for unit in self.standing)


def loss_issues(
    case: "ForceTables", rules: ForceRules, forces: Forces, scenario: Scenario, set_ups: SetUps
) -> Iterator[Issue | None]:
    """Where set-ups and pieces disagree on the steps lost before play, or these lie too much on some; None between units."""
    groups: dict[int, _Group] = {}
    for number, unit in enumerate(forces.all_units()):
        if number % SLICE == SLICE - 1:
            yield None
        if not rules.is_unit(unit) or unit.counter.copies < 1:
            continue
        ours = set_ups.of(unit)
        group = groups.setdefault(id(ours[0]) if ours else 0, _Group(ours[0] if ours else None))
        (group.standing if unit.piece is not None else group.missing).append(unit)
    for group in groups.values():
        if group.set_up is not None and group.set_up.losses:
            yield from _stated(case, rules, forces, group.set_up, group)
        elif group.lost and rules.sections.strength and not rules.lists_strength(case):
            yield _unsaid(rules, forces, scenario, group)


def _stated(case: "ForceTables", rules: ForceRules, forces: Forces, set_up: SetUp, group: _Group) -> Iterator[Issue]:
    """What is wrong with losses that a set-up states."""
    said, lost, called = set_up.losses, group.lost, who(forces, set_up)
    section = rules.sections.losses or rules.sections.strength
    place = set_up.place if set_up.place.file else Place(forces.file)
    ids = tuple(unit.id for unit in group.standing)
    could = sum(unit.full for unit in group.missing)
    have = could + sum(unit.full for unit in group.standing)
    if said > have:
        text = f"The set-up of {called} says {_steps(said)} lost, and its units have {have}."
        yield Issue(place, text, Severity.ERROR, section, "losses-differ", units=ids)
        return
    # Units that stand nowhere may be those that lost the rest.
    if lost > said or lost + could < said:
        text = f"The set-up of {called} says {_steps(said)} lost, and at the start its units have lost {lost}"
        text += f": {_listed(group.standing)}." if lost else "."
        fix = _spread(forces, group.standing, said)
        yield Issue(place, text, Severity.ERROR, section, "losses-differ", units=ids, fix=fix)
    elif rules.spreads_losses(case) and not is_even(group.standing):
        text = f"The steps that {called} lost before play are spread unevenly: {_listed(group.standing)}."
        fix = _spread(forces, group.standing, lost)
        yield Issue(place, text, Severity.ERROR, section, "losses-uneven", units=ids, fix=fix)


def _unsaid(rules: ForceRules, forces: Forces, scenario: Scenario, group: _Group) -> Issue:
    """Units that have lost steps of which no set-up speaks: only the user knows whether they have."""
    worn = [unit for unit in group.standing if unit.left < unit.full]
    whole = {unit.id: replace(unit.piece, lost=0) for unit in worn if unit.piece is not None}
    ways: list[Edit] = [ChangePieces("Give the steps back", forces.file, whole)]
    place = Place(forces.file)
    text = f"Units begin with steps lost, of which no set-up speaks: {_listed(worn)}."
    if group.set_up is not None:
        place = group.set_up.place if group.set_up.place.file else place
        rows = tuple(replace(each, losses=group.lost) if each is group.set_up else each for each in scenario.set_ups)
        ways.append(ChangeScenario("Say so in the set-up", forces.file, replace(scenario, set_ups=rows)))
    ids = tuple(unit.id for unit in worn)
    return Issue(place, text, Severity.WARNING, rules.sections.strength, "losses-unsaid", ways=tuple(ways), units=ids)


def is_even(units: Sequence[Unit]) -> bool:
    """Whether no unit has lost two steps more than another that could lose one and still be there."""
    least = min((unit.full - unit.left for unit in units if unit.left > 1), default=None)
    return least is None or max(unit.full - unit.left for unit in units) - least < 2


def spread(full: Mapping[str, int], losses: int, lost: Mapping[str, int]) -> Mapping[str, int] | None:
    """Losses spread over units by their steps at full strength, as evenly as can be while each keeps one; None where they are
    more. Where one step more or less is free, those that have `lost` more already take it.

    >>> spread({"a": 5, "b": 5, "gun": 1}, 3, {"b": 4})
    {'a': 1, 'b': 2, 'gun': 0}
    >>> spread({"a": 2}, 2, {}) is None
    True
    """
    made, left = dict.fromkeys(full, 0), losses
    order = sorted(full, key=lambda id_: (-lost.get(id_, 0), -full[id_]))
    while left:
        open_ = [id_ for id_ in order if made[id_] < full[id_] - 1]
        if not open_:
            return None
        level = min(made[id_] for id_ in open_)
        taking = [id_ for id_ in open_ if made[id_] == level][:left]
        for id_ in taking:
            made[id_] += 1
        left -= len(taking)
    return made


def _spread(forces: Forces, units: Iterable[Unit], losses: int) -> ChangePieces | None:
    """The edit by which units that stand have lost so many steps; None where some of them would have to go for it."""
    pieces = {unit.id: unit.piece for unit in units if unit.piece is not None}
    known = {unit.id: unit for unit in units}
    made = spread({id_: known[id_].full for id_ in pieces}, losses, {id_: piece.lost for id_, piece in pieces.items()})
    if made is None:
        return None
    changed: dict[str, Piece | None] = {
        id_: replace(piece, lost=made[id_]) for id_, piece in pieces.items() if piece.lost != made[id_]
    }
    return ChangePieces("Spread the losses", forces.file, changed)


def _listed(units: Sequence[Unit]) -> str:
    """What some units have lost, each; of many those that have lost most."""
    shown = sorted(units, key=lambda unit: unit.left - unit.full)[:MOST_NAMED]
    said = ", ".join(f"{unit.name} {unit.full - unit.left} of {unit.full}" for unit in shown)
    return f"{said} and {len(units) - len(shown)} more" if len(units) > len(shown) else said


def _steps(count: int) -> str:
    return "one step" if count == 1 else f"{count} steps"
