"""Who spots whom from hex to hex of the map, and back, with every shift [TCS 4.01 7.0, 7.1, 26.1c, 26.2]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.modifiers import signed
from core.rules.kernel.procedure import BESIDE, TARGET, Part, ProcedureDetail
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.operations.board import Board
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.reckoning import step
from core.rules.tcs.sight.cover import classes_under_fire
from core.rules.tcs.sight.spotting import OUT_OF_SIGHT, SPOTTED, UNLIMITED, UNSPOTTED
from core.rules.tcs.watch.lookout import Ground, Spotting, Step, Watch, watch_on
from core.rules.tcs.watch.watching import as_targets, in_sight, spotting_of

UNSEEN = "unseen"


@dataclass(frozen=True)
class _Look:
    """What comes of looking from one hex, by its number, at the units in another; `targets` are the names of these, that of the
    one that is seen farthest first."""

    watch: Watch
    here: int
    there: int
    verdict: str
    spotting: Spotting
    targets: tuple[str, ...]

    @property
    def shown(self) -> Number | str:
        """The spotting range as it is told."""
        return UNLIMITED if self.spotting[2] is None else self.spotting[2]

    @property
    def told(self) -> dict[str, object]:
        """What sentences about it are filled in with."""
        hexes = self.watch.board.net.hexes
        away = self.watch.away(self.here, self.there)
        told: dict[str, object] = {"from": hexes[self.here], "to": hexes[self.there], "distance": away}
        return {**told, "range": self.shown, "verdict": self.verdict}


def spotting_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Whether units in a hex are spotted from another, by whoever stands there, and whether they spot those in turn; without
    another hex from all that hold enemies of theirs. Raises WrongUse. [TCS 4.01 7.1]"""
    place = given["to"]
    there = board.number(place)
    standing = board.at.get(there, ())
    if not standing:
        raise WrongUse(f"to: nobody stands in {board.forces.box.label(place)}.")
    side = standing[0].side
    if given.get("from") is None:
        return _from_everywhere(board, there, side)
    here = board.number(given["from"])
    look = _look(board, here, there, side)
    said = [*_shifts(look), *_sight(look)]
    facts: dict[str, Number | str] = {"spotting_range": look.shown, "distance": look.watch.away(here, there)}
    opposite = next((unit.side for unit in board.at.get(here, ()) if unit.side != side), "")
    if opposite:
        back = _look(board, there, here, opposite)
        said += [step(board.case, "7.1", "The other way: {from} at {to}", **back.told), *_shifts(back), *_sight(back)]
        facts |= {"back": back.verdict, "back_range": back.shown}
    detail = ProcedureDetail(facts, place="to", hexes=_marked(place, board.net.hexes[here]))
    return Ruling("spotting.at", board.case.ruleset.id, look.verdict, look.shown, tuple(said), detail, board.consulted.charts)


def _marked(target: Hex, *looking: Hex) -> Mapping[str, frozenset[Hex]]:
    return {TARGET: frozenset({target}), BESIDE: frozenset(looking)}


def _from_everywhere(board: Board, there: int, side: str) -> Ruling:
    """From which hexes with enemies the units of a side in a hex are spotted. [TCS 4.01 7.1]"""
    looks = [_look(board, here, there, side) for here in sorted(board.enemies(side)) if here != there]
    looks.sort(key=lambda look: look.watch.away(look.here, there))
    spotting = [look for look in looks if look.verdict == SPOTTED]
    verdict = SPOTTED if spotting else UNSPOTTED
    if not spotting and any(look.verdict == UNDECIDABLE for look in looks):
        verdict = UNDECIDABLE
    place, hexes = board.net.hexes[there], board.net.hexes
    detail = ProcedureDetail(
        {"spotting_hexes": len(spotting)},
        parts=tuple(part for look in looks for part in _parts(look, side)),
        place="to",
        hexes=_marked(place, *(hexes[look.here] for look in spotting)),
    )
    said = tuple(_in_one(look) for look in looks)
    charts = board.consulted.charts
    return Ruling("spotting.at", board.case.ruleset.id, verdict, len(spotting), said, detail, charts)


def _parts(look: _Look, side: str) -> Iterator[Part]:
    """Everybody who looks, and why they do not spot."""
    board, spots = look.watch.board, look.verdict == SPOTTED
    for unit in board.at[look.here]:
        if unit.side != side:
            yield Part(unit.id, board.net.hexes[look.here], spots, False, None if spots else _in_one(look))


def _look(board: Board, here: int, there: int, side: str) -> _Look:
    """From one hex at the units of a side in another. [TCS 4.01 7.1]"""
    watch = watch_on(board, side, MARCH)
    looking = [unit for unit in board.at.get(here, ()) if unit.side != side]
    counted: list[Counted] = [watch.counted(unit, looking) for unit in looking]
    targets = as_targets(watch, there)
    aimed = Step(there, there, along=False, targets=tuple(each for _, each in targets))
    ground = Ground(classes_under_fire(board, there, here))
    found = spotting_of(watch, aimed, ground, counted)
    names = [unit.name for unit, each in sorted(targets, key=lambda pair: pair[1] is not found[1])]
    return _Look(watch, here, there, _verdict(watch, here, aimed, ground, found[2]), found, tuple(names))


def _verdict(watch: Watch, here: int, aimed: Step, ground: Ground, spotted: Fraction | None) -> str:
    """Whether the targets of a hex are spotted from another, else what hinders it. [TCS 4.01 7.0, 7.1b]"""
    away = watch.away(here, aimed.into)
    if spotted is not None and away > spotted:
        return UNSPOTTED
    limit = watch.visible_to(here, aimed.into)
    if limit is not None and away > limit:
        return OUT_OF_SIGHT
    seen = in_sight(watch, here, replace(aimed, source=aimed.into), ground, spotted)
    return UNDECIDABLE if seen is None else SPOTTED if seen else UNSEEN


def _shifts(look: _Look) -> Iterator[Reason]:
    """What makes the spotting range, shift by shift. [TCS 4.01 7.1a, 7.1e]"""
    total, case = look.spotting[0], look.watch.case
    if len(look.targets) > 1:
        yield step(case, "7.1e", "The target that is spotted farthest counts: {unit}", unit=look.targets[0])
    yield from total.reasons()
    yield step(case, "7.1a", "Together {shift}: spotting range {range}", shift=signed(total.net), range=look.shown)


def _sight(look: _Look) -> Iterator[Reason]:
    """What comes of it over the ground. [TCS 4.01 7.0, 7.1, 7.1b]"""
    watch = look.watch
    limit = watch.visible_to(look.here, look.there)
    if limit is not None:
        yield step(watch.case, "7.0", "Between these hexes visibility is {limit}", limit=limit)
    if look.verdict in (UNSEEN, UNDECIDABLE):
        template = "{from} does not see {to}" if look.verdict == UNSEEN else "Whether {from} sees {to} cannot be decided"
        yield step(watch.case, "7.1b", template, **look.told)
    yield step(watch.case, "7.1", "Distance {distance}: {verdict}", **look.told)


def _in_one(look: _Look) -> Reason:
    """All of it in a sentence."""
    template = "From {from}, {distance} hexes away: {verdict}; spotting range {range}"
    found = step(look.watch.case, "7.1", template, **look.told)
    return replace(found, hexes=(look.watch.board.net.hexes[look.here],))


PARAMETERS = (
    Parameter("to", "hex", "the hex whose units are looked at", required=True),
    Parameter("from", "hex", "the hex that looks, as if somebody stood there; every hex with enemies of theirs without it"),
)
