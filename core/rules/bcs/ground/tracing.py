"""The supply route of a formation as an answer: its way, what blocks it, and with whom it is shared.

[BCS 1.1 variants 6, 8, published summaries]
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.geometry.hexes import Hex
from core.rules.bcs.activation import BLOCKED, SNAFU_MODIFIERS
from core.rules.bcs.ground.routes import Route, route_of, routes_of, sharing, trains_of
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.parameters import FORMATIONS, Parameter
from core.rules.kernel.procedure import BESIDE, OPEN, ZONE, Part, ProcedureDetail
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.questions import SIDE
from core.rules.operations.zones import one_side

COMPLETE, CUT = "complete", "blocked"


def msr_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """The supply route of a formation, or those of all formations of a side. Raises WrongUse.

    [BCS 1.1 variants 6, 8, published summaries]
    """
    if given.get("formation"):
        formation = board.forces.formation_named("formation", given["formation"])
        routes: tuple[Route, ...] = (route_of(board, formation.id),)
    else:
        routes = routes_of(board, one_side(board, given.get("side") or ""))
    said = [reason for each in routes for reason in (*each.why, *_counts(board, each), *_shares(board, each))]
    if not routes:
        said.append(Reason(board.ref(PUBLISHED), "No formation of the side has combat trains on the map"))
    unknown = any(not each.is_known for each in routes)
    level = max((each.level for each in routes), default=0)
    verdict = UNDECIDABLE if unknown else COMPLETE if all(each.is_complete for each in routes) else CUT
    label = board.forces.box.label
    ways = {each.formation: " ".join(label(board.net.hexes[number]) for number in each.way) for each in routes}
    detail = ProcedureDetail(
        facts={"level": level, **({"way": ways[routes[0].formation]} if len(routes) == 1 else ways)},
        parts=tuple(_parts(board, routes)),
        hexes={
            OPEN: frozenset(_hexes(board, (number for each in routes if each.is_complete for number in each.way))),
            BESIDE: frozenset(_hexes(board, (number for each in routes if not each.is_complete for number in each.way))),
            ZONE: frozenset(_hexes(board, (number for each in routes for _, *some in each.cut for number in some))),
        },
    )
    value = level if given.get("formation") else sum(not each.is_complete for each in routes)
    return Ruling(
        "msr.at", board.case.ruleset.id, verdict, None if unknown else value, tuple(said), detail, board.consulted.charts
    )


def _hexes(board: Board, numbers: Iterator[int]) -> Iterator[Hex]:
    return (board.net.hexes[number] for number in numbers)


def _parts(board: Board, routes: tuple[Route, ...]) -> Iterator[Part]:
    """The trains of the formations, with why a route of theirs is blocked."""
    for each in routes:
        trains = trains_of(board, each.formation)
        if trains is not None:
            why = each.why[0] if each.why and not each.is_complete else None
            yield Part(trains[1].id, board.net.hexes[trains[0]], each.is_complete, True, why)


def _counts(board: Board, route: Route) -> Iterator[Reason]:
    """What a blocked route does to the SNAFU roll."""
    if 0 < route.level <= len(BLOCKED):
        row = BLOCKED[route.level - 1]
        yield Reason(board.ref(PUBLISHED), "The SNAFU roll counts {row}", {"row": row, "chart": SNAFU_MODIFIERS})


def _shares(board: Board, route: Route) -> Iterator[Reason]:
    """The formations with which it shares a part of the way."""
    found = [board.forces.oob.formation(each) for each in sharing(board, route.formation)]
    if found:
        told = {"others": ", ".join(each.name for each in found if each is not None)}
        yield Reason(board.ref(PUBLISHED), "A part of the way is shared with {others}", told)


PARAMETERS = (
    Parameter("formation", "text", "the formation, by its id or name; all of a side without it", words=FORMATIONS),
    SIDE,
)
