"""A close combat on the map: who fights in which hex, as the stages of assaults and overruns look at it [TCS 4.01 22.0, 23.0].

Where data flows::

    so_far, or the state of play ──> UnderWay ──┐
    units on the map ───────────────────────────┴──> Scene ──> a stage ──> proposals ──> what is asked then, with its so_far
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.state import Declared
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.tcs.assaults.under_way import FIRE, LEAVE, MODES, UnderWay, noted, words_of
from core.rules.tcs.forces.counters import integrated_steps
from core.rules.tcs.forces.units import MOUNTED, PARALYZED, SUPPRESSED
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.forces.walking import in_own_carrier
from core.rules.tcs.movement.going import MARCH
from core.rules.tcs.procedures.area_shifts import ILLUMINATION
from core.rules.tcs.procedures.assault import ATTACKERS, DEFENDERS
from core.rules.tcs.procedures.dangers import minefields, under_barrage
from core.rules.tcs.reckoning import NO, YES, step
from core.rules.tcs.sight.cover import classes_of_hex
from core.rules.tcs.watch.lookout import Watch, watch_on

SIDES = (ATTACKERS, DEFENDERS)
ONLY_AT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("fire", "targets", "roll", "rolls"), (FIRE,)),
        "acting": (FIRE, MODES),
        "into": (LEAVE,),
    }
)
"""The stages at which a parameter of the questions means anything, of those that do not at all."""
SHAKEN = frozenset({SUPPRESSED, PARALYZED})


@dataclass(frozen=True, eq=False)
class Scene:
    """A fight as the map shows it now. `side` is the side that attacks."""

    board: Board
    given: Mapping[str, Any]
    fight: UnderWay
    side: str

    @property
    def question(self) -> str:
        """The question that its stages are asked by."""
        return f"{self.fight.what}.at"

    @property
    def section(self) -> str:
        """The section of such fights."""
        return "23.0" if self.fight.overrun else "22.0"

    @cached_property
    def number(self) -> int:
        """The hex that is fought for."""
        return self.board.number(self.fight.target)

    @cached_property
    def watch(self) -> Watch:
        """What is asked of the defenders, who watch the attackers."""
        return watch_on(self.board, self.side, MARCH)

    @cached_property
    def living(self) -> tuple[Unit, ...]:
        """The attackers that are on the map still."""
        found = (self.board.forces.unit(id_) for id_ in self.fight.units)
        return tuple(unit for unit in found if unit is not None and unit.piece is not None and isinstance(unit.piece.at, Hex))

    def of(self, who: str) -> tuple[Unit, ...]:
        """The units of the attackers, or of the defenders, that are in the hex."""
        there = self.board.at.get(self.number, ())
        return tuple(unit for unit in there if (unit.side == self.side) == (who == ATTACKERS))

    def side_of(self, who: str) -> str:
        """The side of the attackers, or of the defenders, by its id."""
        if who == ATTACKERS:
            return self.side
        return next((unit.side for unit in self.of(DEFENDERS)), next(iter(self._others), ""))

    @cached_property
    def _others(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.board.forces.oob.sides if each.id != self.side)

    def firing(self, unit: Unit, beside: Iterable[Unit]) -> Counted:
        """A unit as it fires within the hex; who has its carrier with it is mounted. [TCS 4.01 22.0b, 24.2a]"""
        counted = replace(self.watch.counted(unit, beside), range=0)
        own = integrated_steps(self.board.case.ruleset, unit)
        return replace(counted, carried=MOUNTED) if own and not counted.carried else counted

    def as_targets(self, units: Sequence[Unit], beside: Sequence[Unit] = ()) -> tuple[Counted, ...]:
        """Units as targets, each with the carrier of its own that it has with it; `beside` are others of their side.
        [TCS 4.01 24.2a]"""
        ruleset, found = self.board.case.ruleset, list[Counted]()
        for unit in units:
            counted = replace(self.watch.counted(unit, beside or units), range=0)
            found += in_own_carrier(ruleset, unit, counted) if integrated_steps(ruleset, unit) else (counted,)
        return tuple(found)

    @cached_property
    def circumstances(self) -> dict[str, Any]:
        """What all fires within the hex have in common. What lights up the night does nothing where night itself does nothing.
        [TCS 4.01 22.0f, 26.2b]"""
        others = tuple(word for word in self.watch.others(self.number, self.number) if word != ILLUMINATION)
        return {"terrain": classes_of_hex(self.board, self.number), "others": others}

    def said(self, section: str, template: str, **told: object) -> Reason:
        """A sentence about it."""
        return step(self.board.case, section, template, **told)

    def driven(self, who: str) -> dict[str, str]:
        """By what a side is driven off: the defenders by who came from the hex that the attackers left, these back to it, for
        their enemies are in the hex. [TCS 4.01 17.4b, 22.0, 23.0]"""
        start = self.board.forces.box.label(self.fight.start)
        return {"away": start} if who == DEFENDERS else {"back": start}

    def then(self, fight: UnderWay, why: Reason, who: str = "") -> Next:
        """That the fight is gone on with at its stage, by a side where that is not to be told from it."""
        label = self.board.forces.box.label(fight.target)
        given = {"to": label, "units": ", ".join(fight.units), "stage": fight.stage, "so_far": words_of(self.board, fight)}
        given |= {"who": who} if who else {}
        return Next(self.question, why, given, self.side_of(who or ATTACKERS))

    def asked(self, question: str, why: Reason, given: Mapping[str, str], who: str, *, may: bool = False) -> Next:
        """Another question about the hex, which a side answers; what is not known is left out."""
        return Next(question, why, {name: text for name, text in given.items() if text}, self.side_of(who), may)

    def noted(self, fight: UnderWay | None) -> tuple[Edit, ...]:
        """The edit by which the state of play knows how far it has come. It goes before those that count losses, which stand in
        the same place."""
        return noted(self.board, self.side, fight, self.fight.what)

    def as_attempt(self, units: Sequence[Unit], what: str = "") -> Declared | None:
        """What units of one side have done here as it counts in the phase: the fight, where nothing else is said; None outside
        play. [TCS 4.01 22.0i, 24.6c]"""
        ids = tuple(unit.id for unit in units)
        return made_in_play(self.board, Declared(units[0].side, ids, (self.fight.target,), what or self.fight.what))

    def ruling(
        self,
        verdict: str,
        value: Number | str | None,
        said: Iterable[Reason],
        *,
        facts: Facts | None = None,
        parts: tuple[Part, ...] = (),
        units: str = "",
        place: str = "to",
        wanted: tuple[Wanted, ...] = (),
        outcomes: tuple[Outcome, ...] = (),
        proposals: Sequence[Proposal] = (),
        ways: tuple[tuple[Hex, ...], ...] = (),
    ) -> Ruling:
        """An answer at its stage."""
        found = facts if facts is not None else Facts({})
        fight = self.fight
        more: dict[str, Number | str] = {"stage": fight.stage, "round": fight.round}
        detail = ProcedureDetail(
            facts={**more, **found.facts},
            tables=found.tables,
            proposals=tuple(proposals),
            parts=parts,
            units=units,
            one_stack=True,
            place=place,
            hexes={TARGET: frozenset({fight.target})},
            ways=ways,
            wanted=wanted,
            outcomes=outcomes,
            idle=frozenset(name for name, stages in ONLY_AT.items() if fight.stage not in stages),
        )
        board = self.board
        return Ruling(self.question, board.case.ruleset.id, verdict, value, tuple(said), detail, board.consulted.charts)


def marks_of(unit: Unit) -> frozenset[str]:
    """The markers on a unit."""
    return unit.piece.marks if unit.piece is not None else frozenset()


def ids_of(units: Iterable[Unit]) -> str:
    """Units as lists of parameters name them."""
    return ", ".join(unit.id for unit in units)


def in_zone(board: Board, place: Hex) -> bool:
    """Whether a hex is in an attack zone or beside one whose barrage attacks there. [TCS 4.01 18.6c, 18.8c, 22.0]"""
    return place in under_barrage(board.forces)


def is_mined(board: Board, place: Hex) -> bool:
    """Whether mines lie in a hex. [TCS 4.01 21.0b]"""
    return place in minefields(board.forces)


def attacked_on_entering(
    scene: Scene, units: Sequence[Unit], place: Hex, because: str, *, by_road: bool = False
) -> Iterator[Next]:
    """What attacks units that have come into a hex: barrages, then mines. [TCS 4.01 11.3f, 15.2c, 18.8c, 21.2, 22.0]"""
    label, ids = scene.board.forces.box.label(place), ids_of(units)
    if in_zone(scene.board, place):
        why = scene.said("18.8c", "The barrages in or beside {hex} attack those who enter it", hex=label)
        given = {"to": label, "units": ids, "entered": YES, "road": YES if by_road else NO}
        yield scene.asked("barrage.at", why, given, DEFENDERS)
    if is_mined(scene.board, place):
        why = scene.said("21.2", "The mines in {hex} attack those who enter it", hex=label)
        yield scene.asked("mines.at", why, {"to": label, "units": ids, "because": because}, ATTACKERS)
