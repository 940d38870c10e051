"""What the SNAFU roll of a formation is made with: all of it derived from the map [BCS 1.1 4.4a, variants 3, 5, 6].

The sum itself is that of `core.rules.bcs.activation.snafu`, which takes what is found here.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from core.model.oob import Formation
from core.rules.bcs.activation import BLOCKED, WORST, snafu
from core.rules.bcs.formed.isolated import isolated
from core.rules.bcs.formed.members import trains_distance, waits
from core.rules.bcs.ground.routes import Route, formation_of, route_of, sharing
from core.rules.bcs.meant import NO, YES, say, standing
from core.rules.bcs.standing import FIRST, SECOND, Standing
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board

SHARED = "Supply route shared"
"""The row of bcs.snafu_modifiers for a route that others use, too."""


@dataclass(frozen=True)
class Reckoned:
    """What a formation rolls with: its standing, its supply route, what `activation.snafu` is given, and why.

    `cut_off` says why one that must recover may not."""

    formation: Formation
    standing: Standing
    route: Route
    cut_off: tuple[Reason, ...]
    given: dict[str, Any] = field(repr=False)
    said: tuple[Reason, ...] = ()

    def ruling(self, board: Board, roll: int | None = None) -> Ruling:
        """The SNAFU roll by the arithmetic of the series. Raises WrongUse."""
        given = {**self.given, "roll": roll} if roll is not None else self.given

        def found() -> Ruling:
            ruling = snafu(board.case, given)
            board.consulted.add(ruling.charts)
            return ruling

        # Most formations roll with what others roll with, too.
        return board.for_map(("snafu", *given.items()), found)


def reckoned(board: Board, formation: Formation, activation: str = "") -> Reckoned:
    """What a formation rolls with where it stands. [BCS 1.1 4.4a, variants 3, 5, 6, published summaries]"""
    now, route = standing(board, formation.id), route_of(board, formation.id)
    orders = board.case.choices["orders.written"] == ON
    cut_off = cut_off_by(board, formation) if orders and now.fatigue == WORST else ()
    words: list[str] = []
    said: list[Reason] = []
    off_map = waits(board, formation.id)
    if off_map:
        text = "Nothing of {formation} stands on the map yet: neither its supply route nor its trains count"
        said.append(say(board, PUBLISHED, text, formation=formation.name))
    else:
        words += [BLOCKED[route.level - 1]] if route.level else []
        said += route.why
    others = shared_with(board, formation)
    if others:
        words.append(SHARED)
        names = ", ".join(each.name for each in others)
        said.append(say(board, PUBLISHED, "Its supply route is shared with {others}", others=names))
    given: dict[str, Any] = {
        "fatigue": now.fatigue,
        "coordination": now.coordination,
        "modifiers": tuple(words),
        "prepared": YES if now.prepared else NO,
        "activation": activation or (FIRST if is_forced(board, formation) else SECOND),
        "cut_off": YES if cut_off else NO,
    }
    distance = trains_distance(board, formation.id)
    if now.ghost and not off_map:
        said.append(say(board, PUBLISHED, "Its trains are ghosts, whatever their distance"))
    elif distance is None and not off_map:
        said.append(say(board, PUBLISHED, "Its headquarters and trains do not both stand on the map"))
    elif distance is not None:
        given["trains"] = distance
    return Reckoned(formation, now, route, cut_off, given, tuple(said))


def is_forced(board: Board, formation: Formation) -> bool:
    """Whether a formation must recover as its first activation begins: one that pays itself down to Fat-4 in the midst of it
    need not. [BCS 1.1 variant 3]"""
    now = standing(board, formation.id)
    begins = now.activation in ("", FIRST) and not now.snafu and not now.paid
    return board.case.choices["fatigue.planned"] == ON and now.fatigue == WORST and begins


def shared_with(board: Board, formation: Formation) -> tuple[Formation, ...]:
    """The formations of the same side that its supply route is shared with. [BCS 1.1 published summaries]"""
    named = (formation_of(board, id_) for id_ in sharing(board, formation.id))
    return tuple(each for each in named if each is not None)


def cut_off_by(board: Board, formation: Formation) -> tuple[Reason, ...]:
    """Why a formation may not recover: no complete supply route, or units that are isolated. [BCS 1.1 variant 6]"""
    route, found = route_of(board, formation.id), list[Reason]()
    if route.is_known and not route.is_complete:
        found.append(say(board, "6", "{formation} has no complete supply route", formation=formation.name))
        found += route.blocked
    names = ", ".join(unit.name for unit in isolated(board, formation.id))
    if names:
        found.append(say(board, "6", "Isolated: {units}", units=names))
    return tuple(found)


def chances(ruling: Ruling) -> tuple[tuple[str, Fraction], ...]:
    """The chances of the results of a roll, none where nothing is rolled."""
    return ruling.detail.chances if isinstance(ruling.detail, ChartDetail) else ()
