"""Support depreciation: which depots supported the attacks of a side, and how they share what it loses [VCS 12.1]."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.geometry.hexes import Hex
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.sources import DEPOT, pieces
from core.rules.operations.supply import lines_of
from core.rules.vcs.lines import NationLines
from core.rules.vcs.states import support_key

Key = tuple[str, str]
"""A side and the words under which the state of play counts points of it."""


@dataclass(frozen=True, slots=True)
class Divided:
    """What each track of support points loses by depreciation, and why."""

    parts: Mapping[Key, int]
    said: tuple[Reason, ...]


def supporting(board: Board, attackers: Iterable[str]) -> Mapping[str, tuple[Unit, int]]:
    """The depots to which supply lines of attackers lead, by their ids, each with the number of those that it supplies: of a
    hex with several the one of the attacker's nationality, else the first. [VCS 11.3, 12.1]"""
    found: dict[str, tuple[Unit, int]] = {}
    for id_ in attackers:
        unit = board.forces.unit(id_)
        at = unit.piece.at if unit is not None and unit.piece is not None else None
        number = board.net.index.get(at) if isinstance(at, Hex) else None
        if unit is None or number is None:
            continue
        lines = lines_of(board, unit, None)
        source = lines.source(unit, number) if isinstance(lines, NationLines) else None
        here = [depot for place, depot in pieces(board, unit.side, DEPOT) if place == source]
        if here:
            nation = unit.word("nationality")
            depot = next((each for each in here if each.word("nationality") == nation), here[0])
            found[depot.id] = (depot, found.get(depot.id, (depot, 0))[1] + 1)
    return found


def depreciation(board: Board, attackers: Iterable[str], payer: Key, points: int) -> Divided:
    """How support points that are lost are divided between the nationalities whose depots supported attacks: evenly, and what
    is over to those whose depots supplied most. Without such a depot `payer` loses them. [VCS 12.0, 12.1]

    The text says that they are divided and not how; each track is that of a nationality, and so are shares of it.
    """
    depots = supporting(board, attackers)
    served: dict[Key, int] = {}
    for depot, number in depots.values():
        key = support_key(board, depot.side, depot.word("nationality"))
        if key is not None:
            served[key] = served.get(key, 0) + number
    ref = board.ref("12.1")
    if not served:
        template = "No supply line of those who attacked leads to a depot; the attackers lose them"
        return Divided({payer: points}, (Reason(ref, template),))
    ranked = sorted(served, key=lambda key: (-served[key], key))
    shares = {key: points // len(ranked) + (place < points % len(ranked)) for place, key in enumerate(ranked)}
    shares = {key: share for key, share in shares.items() if share}
    told: dict[str, object] = {"depots": ", ".join(f"{depot.name} ({number})" for depot, number in depots.values())}
    said = [Reason(ref, "Depots that supported attacks, with the attackers whom each supplies: {depots}", told)]
    if len(ranked) > 1:
        shared = {"shares": ", ".join(f"{key[1]} {share}" for key, share in shares.items())}
        said.append(Reason(ref, "Divided between their nationalities, evenly as far as it goes: {shares}", shared))
    return Divided(shares, tuple(said))
