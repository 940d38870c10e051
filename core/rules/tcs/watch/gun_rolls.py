"""Guns that roll against point targets as artillery does, beside their fire at the area [TCS 4.01 24.5b, 24.6b]."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.kernel.watch_detail import Shot
from core.rules.tcs.forces.units import INFANTRY_GUN, ON_MAP
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.procedures.artillery import point_fire
from core.rules.tcs.reckoning import step
from core.rules.tcs.sight.case import Case
from core.rules.tcs.watch.lookout import Step, Watch

GUNS = "guns at points"


def is_gun(counted: Counted) -> bool:
    """Whether a unit is a gun that may fire at points as artillery does. [TCS 4.01 24.5b, 24.6b]"""
    return counted.kind.name in (INFANTRY_GUN, ON_MAP) and not counted.point


def no_gun(case: Case, unit: Unit, counted: Counted, targets: Iterable[Counted]) -> Iterator[Reason]:
    """Why a unit does not roll against point targets among some as artillery does. [TCS 4.01 24.5b, 24.6b]"""
    told = {"unit": unit.name}
    if not is_gun(counted):
        yield step(case, "24.5b", "{unit}: no infantry gun and no gun of a battery", **told)
        return
    least_mm, farthest = (case.ruleset.whole(f"point_fire.infantry_gun{name}") for name in ("", "_farthest"))
    if unit.whole("fire.calibre") < least_mm:
        yield step(case, "24.5b", "{unit}: guns fire at points from {least} mm on", **told, least=least_mm)
    elif (counted.range or 0) > farthest:
        yield step(case, "24.5b", "{unit}: guns fire at points as far as {range} hexes", **told, range=farthest)
    elif not any(each.is_point_target for each in targets):
        yield step(case, "24.5b", "{unit}: guns roll against point targets, and none is in the hex", **told)


def shots_of_guns(watch: Watch, number: int, aimed: Step, firing: Sequence[tuple[Unit, Counted]]) -> Iterator[Shot]:
    """What guns of a stack could do to point targets in a hex by their rolls, one for each gun. [TCS 4.01 24.5b, 24.6b]"""
    guns = [each for each in firing if not any(no_gun(watch.case, *each, aimed.targets))]
    most = sum(each.steps for each in aimed.targets if each.is_point_target)
    needed: list[str] = []
    chances = {0: Fraction(1)}
    for unit, counted in guns:
        least, kill = _rolled(watch, unit, counted)
        needed.append(least)
        for _ in range(counted.steps):
            more: dict[int, Fraction] = {}
            for kills, chance in chances.items():
                more[kills] = more.get(kills, Fraction(0)) + chance * (1 - kill)
                more[min(kills + 1, most)] = more.get(min(kills + 1, most), Fraction(0)) + chance * kill
            chances = more
    if chances[0] == 1:
        return
    yield Shot(
        hex=watch.board.net.hexes[number],
        units=tuple(unit.id for unit, _ in guns),
        how=GUNS,
        column=", ".join(dict.fromkeys(needed)),
        expected=sum((kills * chance for kills, chance in chances.items()), Fraction(0)),
        loss_chance=1 - chances[0],
        check_chance=Fraction(0),
        away=watch.away(number, aimed.into),
        by_dice=True,
    )


def _rolled(watch: Watch, unit: Unit, counted: Counted) -> tuple[str, Fraction]:
    """What a gun must roll to destroy a step, as it is told, and the chance of it. [TCS 4.01 18.9b, 24.5b]"""
    calibre, away, board = unit.whole("fire.calibre"), counted.range, watch.board

    def found() -> tuple[str, Fraction]:
        ruling = point_fire(watch.case, {"calibre": calibre, "infantry_gun": away})
        board.consulted.add(ruling.charts)
        facts = ruling.detail.facts if isinstance(ruling.detail, Facts) else {}
        least = facts.get("needed", "never")
        return least if isinstance(least, str) else f"{least}+", Fraction(facts.get("chance", 0))

    return board.kept(("gun rolls", calibre, away), found)
