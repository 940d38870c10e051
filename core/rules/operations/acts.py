"""What units can do now, as every series answers it: whom it is asked of, and the ruling around what was judged."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.acts_detail import Act, ActsDetail, UnitActs
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board


def who_acts(board: Board, given: Mapping[str, Any]) -> tuple[Unit, ...]:
    """The units that are named, else all in a hex. Raises WrongUse."""
    if given.get("units"):
        return board.units(given["units"])
    if given.get("hex") is None:
        raise WrongUse("units, hex: name units, or a hex for all that stand in it.")
    units = board.at.get(board.number(given["hex"]), ())
    if not units:
        raise WrongUse(f"hex: no unit stands in {board.forces.box.label(given['hex'])}.")
    return units


def acts_answer(board: Board, units: Iterable[Unit], found: tuple[UnitActs, ...], section: str, others: Reason) -> Ruling:
    """What units can do, unit by unit, by a `section` of the rules; where the phase is another side's, `others` says so once
    with its name as {side}."""
    moment = board.forces.state.moment
    said = []
    if moment.side and any(unit.side != moment.side for unit in units):
        said.append(replace(others, values={**others.values, "side": board.forces.side_name(moment.side)}))
    for each in found:
        can = [act.name for act in each.acts if act.allowed]
        told = {"unit": each.name, "states": ", ".join(each.states), "acts": ", ".join(can) or "nothing"}
        said.append(Reason(board.ref(section), "{unit} ({states}) can: {acts}", told))
        said += [_told(act, act.reason) for act in each.acts if act.reason is not None]
    count = sum(act.allowed for each in found for act in each.acts)
    return Ruling("unit.acts", board.case.ruleset.id, "read", count, tuple(said), ActsDetail(found), board.consulted.charts)


def _told(act: Act, why: Reason) -> Reason:
    """What is said of an act; of one that is not allowed what it is."""
    if act.allowed:
        return why
    return replace(why, template=f"No {{act}}: {why.template}", values={**why.values, "act": act.name})
