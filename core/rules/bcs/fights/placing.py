"""Where jumped headquarters and combat trains are shifted to: every legal hex for both, and what a hard jump costs besides.

[BCS 1.1 9.1f, 10.3d, variant 7]

After a soft jump any hex of the map will do that obeys the clauses of the variant: there is no way to it and no distance, and
trains need not stand legally at the moment.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import moved
from core.model.scenario import ARRIVING
from core.model.state import SHIFTED, Declared
from core.rules.bcs.counters import HEADQUARTERS, TRAINS
from core.rules.bcs.fights.jumping import HARD, SOFT
from core.rules.bcs.fights.retreat_ways import can_stand
from core.rules.bcs.fights.taking_part import formation_name
from core.rules.bcs.formations import coordination
from core.rules.bcs.ground.routes import headquarters_of, trains_of, would_block
from core.rules.bcs.ground.trains import stands_on_way
from core.rules.bcs.ground.zones import class_of, enemy_engagement_zones
from core.rules.bcs.standing import standing_edit, standing_of
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import FORMATIONS, Parameter
from core.rules.kernel.procedure import OPEN, TARGET, Part, ProcedureDetail
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.board import Board
from core.rules.operations.fought import made_in_play
from core.rules.operations.proposals import applied, work_of

EFFECTS = "bcs.hard_jump"
YES, NO = "yes", "no"
WAITS: Final = "waits"
NONE, PROHIBITED, TO_PLACE, PLACED = "none", "prohibited", "to place", "placed"
PARAMETER = {HEADQUARTERS: "hq", TRAINS: "trains"}
"""The parameters that take the new hexes, by the kinds of pieces."""

LOST, GHOST = "lost", "ghost"


@dataclass(frozen=True, eq=False)
class Shifted:
    """A headquarters or combat trains that are shifted: the piece, its hex by its number, and where it may go."""

    board: Board
    unit: Unit
    at: int
    stays: bool = True

    @property
    def legal(self) -> frozenset[int]:
        """Every legal hex; the one where it stands among them, unless it is displaced. [BCS 1.1 variant 7]"""
        return self.board.kept(("jumped to", self.unit.id, self.stays), lambda: frozenset(self._legal()))

    def _legal(self) -> Iterator[int]:
        board, side = self.board, self.unit.side
        barred = board.enemies(side) | board.enemy_zones(side).hexes | enemy_engagement_zones(board, side).hexes
        barred |= frozenset() if self.stays else {self.at}
        open_ = (number for number in range(len(board.net.hexes)) if number not in barred and self._stands(number))
        yield from (number for number in open_ if not would_block(board, side, number))

    def against(self, number: int) -> Iterator[Reason]:
        """Why a hex is not legal. [BCS 1.1 variant 7]"""
        board, side, place = self.board, self.unit.side, self.board.net.hexes[number]
        told: dict[str, object] = {"unit": self.unit.name, "hex": place, "class_": class_of(self.unit)}
        for broken, template in (
            (not can_stand(board, class_of(self.unit), number), "{hex} is closed to {unit}, of class {class_}"),
            (self.needs_way and not stands_on_way(board, side, number), "No road leads through {hex}, and {unit} needs one"),
            (number in board.enemies(side), "Enemy units stand in {hex}"),
            (number in board.enemy_zones(side).hexes, "{hex} lies in an enemy zone of control"),
            (number in enemy_engagement_zones(board, side).hexes, "{hex} lies in an enemy engagement zone"),
            (would_block(board, side, number), "In {hex} it would block an enemy supply route"),
            (not self.stays and number == self.at, "{unit} is displaced, and cannot stay in {hex}"),
        ):
            if broken:
                yield Reason(board.ref("7"), template, told, (place,))

    @property
    def needs_way(self) -> bool:
        """Whether it stands on roads alone, as trains do. [BCS 1.1 published summaries]"""
        return self.unit.kind == TRAINS

    def _stands(self, number: int) -> bool:
        board = self.board
        if not can_stand(board, class_of(self.unit), number):
            return False
        return not self.needs_way or stands_on_way(board, self.unit.side, number)


def jump_place(board: Board, given: Mapping[str, Any]) -> Ruling:
    """Where the headquarters and the trains of a formation are shifted to after a jump: one after the other, or both as they
    are given. Raises WrongUse. [BCS 1.1 9.1f, 10.3d, variant 7]"""
    formation = board.forces.formation_named("formation", given["formation"]).id
    kind = given.get("kind") or SOFT
    pieces = _shifted(board, given, formation, kind)
    said = [_about(board, formation, kind)]
    if not pieces:
        none = Reason(board.ref("7"), "Neither its headquarters nor its trains are on the map")
        return _ruling(board, NONE, [*said, none], (), given, [Proposal("Nothing is left to be shifted", ())])
    if kind == SOFT and given.get("stopped") == NO:
        waiting = Reason(board.ref("7"), "The enemy stack still moves: both are shifted once it has stopped")
        return _ruling(board, WAITS, [*said, waiting], pieces, given, ())
    homeless = [each for each in pieces if not each.legal]
    for each in homeless:
        template = "No hex of the map is legal for {unit}"
        said.append(Reason(board.ref("7"), template, {"unit": each.unit.name}))
    for each in pieces:
        told = {"unit": each.unit.name, "hexes": len(each.legal)}
        said.append(Reason(board.ref("7"), "Legal for {unit}: {hexes} hexes", told, numbers={"hexes": len(each.legal)}))
    if kind == HARD:
        costs = ", ".join(_costs(board, formation, pieces)) or "nothing is lost besides"
        told = {"units": names(each.unit for each in pieces), "formation": formation_name(board, formation), "costs": costs}
        template = "{units} jumped hard; of {formation}: {costs}"
        said.append(Reason(board.ref(PUBLISHED), template, told))
    wanted = {each: _wanted(board, given, each) for each in pieces}
    for each, number in wanted.items():
        if number is not None and number in each.legal:
            told = {"unit": each.unit.name, "hex": board.net.hexes[number]}
            said.insert(1, Reason(board.ref("7"), "{unit}: chosen is {hex}", told, (board.net.hexes[number],)))
    against = [reason for each, number in wanted.items() if number is not None for reason in each.against(number)]
    if against:
        return _ruling(board, PROHIBITED, [*said, *against], pieces, given, ())
    proposals = tuple(_proposed(board, formation, kind, wanted))
    done = all(number is not None or each in homeless for each, number in wanted.items())
    return _ruling(board, PLACED if done else TO_PLACE, said, pieces, given, proposals)


def _shifted(board: Board, given: Mapping[str, Any], formation: str, kind: str) -> tuple[Shifted, ...]:
    """What is shifted: after a soft jump both, whichever was jumped, after a hard one what was. [BCS 1.1 variant 7]"""
    found = [piece for piece in (headquarters_of(board, formation), trains_of(board, formation)) if piece is not None]
    if kind == HARD and given.get("jumped"):
        jumped = {unit.id for unit in board.units(given["jumped"], "jumped")}
        found = [piece for piece in found if piece[1].id in jumped]
    return tuple(Shifted(board, unit, number, stays=kind == SOFT) for number, unit in found)


def _about(board: Board, formation: str, kind: str) -> Reason:
    told = {"formation": formation_name(board, formation)}
    if kind == SOFT:
        template = "A soft jump: {formation} shifts both as it likes, keeps its prepared defence, and suffers nothing"
        return Reason(board.ref("7"), template, told)
    template = (
        "A hard jump of {formation}, by 9.1f and 10.3d, which were not at hand: the hexes are those of a soft jump but for"
    )
    return Reason(board.ref("7"), f"{template} their own, the effects those of a chart of ours", told)


def _wanted(board: Board, given: Mapping[str, Any], piece: Shifted) -> int | None:
    """The hex that is given for a piece, by its number. Raises WrongUse for one that is no hex of the map."""
    place = given.get(PARAMETER[piece.unit.kind])
    if place is None:
        return None
    if place not in board.net.index:
        raise WrongUse(f"{PARAMETER[piece.unit.kind]}: it lies beside the map.")
    return board.number(place)


def _proposed(board: Board, formation: str, kind: str, wanted: Mapping[Shifted, int | None]) -> Iterator[Proposal]:
    """What can be done with what is given: what is not given stays where it may, and waits where it may not."""
    missing = [each for each, number in wanted.items() if number is None and each.legal and each.at not in each.legal]
    if missing:
        return
    to = {each: each.at if number is None and each.legal else number for each, number in wanted.items()}
    words = []
    for each, number in to.items():
        if number is None:
            words.append(f"{each.unit.name} off the map")
        else:
            words.append(f"{each.unit.name} {'stays in' if number == each.at else 'to'} {board.label(number)}")
    shifted = {each.unit.id: number for each, number in to.items() if number is not None and number != each.at}
    attempt = None
    if kind == SOFT and shifted:
        places = tuple(board.net.hexes[number] for number in dict.fromkeys(shifted.values()))
        side = next(iter(to)).unit.side
        attempt = made_in_play(board, Declared(side, tuple(shifted), places, SHIFTED))
    words += _costs(board, formation, list(to)) if kind == HARD else ()
    yield Proposal("; ".join(words), tuple(_edits(board, formation, kind, to)), attempt=attempt)


def _edits(board: Board, formation: str, kind: str, to: Mapping[Shifted, int | None]) -> Iterator[Edit]:
    work = work_of(board)
    for each, number in to.items():
        if number != each.at:
            spot = ARRIVING if number is None else board.net.hexes[number]
            edit: Edit = moved(work, [each.unit.id], spot, "Jump")
            work = applied(work, [edit])
            yield edit
    if kind == HARD:
        edit = standing_edit(work, formation, **_changes(board, formation, list(to)))
        yield edit


# What a hard jump costs ---------------------------------------------------------------------------------------------------


def _changes(board: Board, formation: str, pieces: Sequence[Shifted]) -> dict[str, Any]:
    """How a formation stands after a hard jump. [BCS 1.1 9.1f, 10.3d, variants 5, 6, 7]"""
    standing, consulted = standing_of(board.forces, formation), board.consulted
    rows = [each.unit.kind for each in pieces]
    markers = sum(int(consulted.number(EFFECTS, row, "coordination")) for row in rows)
    changes: dict[str, Any] = {}
    if markers:
        found = coordination(board.case, {"markers": standing.coordination + markers})
        consulted.add(found.charts)
        changes["coordination"] = int(found.value or 0)
    if any(consulted.cell(EFFECTS, row, "prepared defence") == LOST for row in rows):
        changes["prepared"] = False
    if any(consulted.cell(EFFECTS, row, "trains") == GHOST for row in rows):
        changes["ghost"] = True
    return changes


def _costs(board: Board, formation: str, pieces: Sequence[Shifted]) -> list[str]:
    """What a hard jump does to a formation besides, in words. [BCS 1.1 9.1f, 10.3d, variants 5, 6, 7]"""
    before = standing_of(board.forces, formation)
    after = replace(before, **_changes(board, formation, pieces))
    told = []
    if after.coordination > before.coordination:
        told.append(f"{counted(after.coordination - before.coordination, 'coordination marker')} more")
    if before.prepared and not after.prepared:
        told.append("its prepared defence is lost")
    if after.ghost and not before.ghost:
        told.append("its trains become ghosts")
    return told


def _ruling(
    board: Board,
    verdict: str,
    said: Sequence[Reason],
    pieces: Sequence[Shifted],
    given: Mapping[str, Any],
    proposals: Sequence[Proposal],
) -> Ruling:
    """The answer, with the hexes that are open to the piece that is asked about."""
    hexes = board.net.hexes
    # A hex that is not legal is said anew before anything else is.
    open_ = (each for each in pieces if _wanted(board, given, each) not in each.legal)
    asked = next(open_, pieces[0] if pieces else None)
    open_to = asked.legal if asked is not None and verdict != WAITS else frozenset()
    facts = {f"{each.unit.kind}_hexes": len(each.legal) for each in pieces} if verdict != WAITS else {}
    detail = ProcedureDetail(
        facts=facts,
        proposals=tuple(proposals),
        parts=tuple(Part(each.unit.id, hexes[each.at], True, each is asked) for each in pieces),
        place=PARAMETER[asked.unit.kind] if asked is not None else "",
        hexes={TARGET: frozenset(hexes[each.at] for each in pieces), OPEN: frozenset(hexes[number] for number in open_to)},
    )
    return Ruling("jump.place", board.case.ruleset.id, verdict, len(open_to), tuple(said), detail, board.consulted.charts)


PARAMETERS = (
    Parameter("formation", "text", "the formation, by its id or name", required=True, words=FORMATIONS),
    Parameter("kind", "choice", "how it was jumped; softly without it", choices=(SOFT, HARD)),
    Parameter("jumped", "texts", "what was jumped hard, headquarters or trains; both without it"),
    Parameter("hq", "hex", "where the headquarters goes; where it stands without it, if it may", title="Headquarters"),
    Parameter("trains", "hex", "where the trains go; where they stand without it, if they may"),
    Parameter("stopped", "choice", "whether the enemy stack that moves has stopped; yes without it (7)", choices=(YES, NO)),
)
