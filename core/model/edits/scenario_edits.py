"""What is said of a scenario, row by row, as edits: rows added, moved, gone; set-ups from the map and back; new scenarios."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, cast, get_args

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece, Spot
from core.model.edits.force_edits import ChangePieces, ChangeScenario
from core.model.maps import NOWHERE
from core.model.oob import Counter, Oob
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory

Section = Literal["turns", "set_ups", "arrivals", "allotments", "victory", "sheets"]
SECTIONS: tuple[Section, ...] = get_args(Section)

Row = Turn | SetUp | Arrival | Allotment | Victory | OpSheet

SUFFIX = ".scenario.yaml"
"""How the names of the files of scenarios end."""

Governs = Callable[[Counter], int]
"""Which of the set-ups holds for a counter, by its number from 0; -1 for none."""


def rows_of(scenario: Scenario, section: Section) -> tuple[Row, ...]:
    """The rows of a section."""
    return cast(tuple[Row, ...], getattr(scenario, section))


def with_rows(scenario: Scenario, section: Section, rows: Iterable[Row]) -> Scenario:
    """The scenario with other rows of a section."""
    given: dict[str, Any] = {section: tuple(rows)}
    return replace(scenario, **given)


def blank_row(scenario: Scenario, section: Section) -> Row:
    """A row that says nothing yet."""
    match section:
        case "turns":
            return Turn()
        case "set_ups":
            return SetUp()
        case "arrivals":
            return Arrival(())
        case "allotments":
            return Allotment("", "", 0)
        case "victory":
            return Victory("")
    taken = {sheet.id for sheet in scenario.sheets}
    number = next(n for n in range(1, len(taken) + 2) if f"Op sheet {n}" not in taken)
    return OpSheet(f"Op sheet {number}", "", "")


def added(rows: Sequence[Row], at: int, more: Iterable[Row]) -> tuple[Row, ...]:
    """Rows with more of them before the one at a number. What is added stands nowhere in the file yet."""
    return (*rows[:at], *(unplaced(each) for each in more), *rows[at:])


def removed(rows: Sequence[Row], numbers: Collection[int]) -> tuple[Row, ...]:
    """Rows without some of them."""
    return tuple(each for n, each in enumerate(rows) if n not in numbers)


def moved_order(count: int, numbers: Collection[int], step: int) -> tuple[int, ...]:
    """The numbers of rows in the order in which they are when some of them move past the next one, up (-1) or down (1).

    >>> moved_order(5, {1, 2}, -1), moved_order(5, {1, 4}, 1)
    ((1, 2, 0, 3, 4), (0, 2, 1, 3, 4))
    """
    order = list(range(count))
    places = range(1, count) if step < 0 else range(count - 2, -1, -1)
    for place in places:
        other = place + step
        if order[place] in numbers and order[other] not in numbers:
            order[place], order[other] = order[other], order[place]
    return tuple(order)


def unplaced(row: Row) -> Row:
    """A row that stands nowhere in the file: what is found wrong with it must not be taken for that of another."""
    if isinstance(row, Turn) or row.place == NOWHERE:
        return row
    return replace(row, place=NOWHERE)


# Scenarios of a box -------------------------------------------------------------------------------------------------------


def file_for(box: GameBox, title: str) -> str:
    """The name of a file that no scenario of the box has yet, made of its title.

    >>> file_for(GameBox("", "", ()), "The Bridges, 16 Dec"), file_for(GameBox("", "", ()), "???")
    ('the-bridges-16-dec.scenario.yaml', 'scenario.scenario.yaml')
    """
    plain = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in title.casefold())
    base = "-".join(plain.split())[:60].strip("-") or "scenario"
    taken = {file.casefold() for file in box.scenarios}
    number, file = 1, f"{base}{SUFFIX}"
    while file in taken:
        number += 1
        file = f"{base}-{number}{SUFFIX}"
    return file


def new_scenario(box: GameBox, title: str, label: str = "New scenario") -> ChangeScenario:
    """A scenario of which nothing is said but its title; the edit names its file."""
    return ChangeScenario(label, file_for(box, title), Scenario(title))


def copied_scenario(box: GameBox, file: str, title: str, label: str = "Copy scenario") -> ChangeScenario:
    """A copy of a scenario, with its start, under another title."""
    old = box.scenarios[file]
    rows: dict[str, Any] = {each: tuple(unplaced(row) for row in rows_of(old, each)) for each in SECTIONS}
    return ChangeScenario(label, file_for(box, title), replace(old, title=title, **rows))


def changed(box: GameBox, file: str, label: str, **said: Any) -> ChangeScenario:
    """Says something else of a scenario as a whole: its title, who sets up first, its boxes, its note."""
    return ChangeScenario(label, file, replace(box.scenarios[file], **said))


def renamed_box(scenario: Scenario, old: str, new: str) -> Scenario:
    """The scenario in which a box beside the map has another name, wherever it is spoken of and whoever is in it."""
    if old == new:
        return scenario
    set_ups = tuple(replace(each, box=new) if each.box == old else each for each in scenario.set_ups)
    off_map = tuple(dict.fromkeys(new if each == old else each for each in scenario.off_map))
    start = scenario.start.with_pieces(
        {id_: replace(piece, at=new) for id_, piece in scenario.start.pieces.items() if piece.at == old}
    )
    if old in start.marks:
        start = start.with_marks({old: (), new: (*start.marks.get(new, ()), *start.marks[old])})
    return replace(scenario, set_ups=set_ups, off_map=off_map, start=start)


# Set-ups and the map ------------------------------------------------------------------------------------------------------


def set_ups_as_they_stand(scenario: Scenario, deployment: Deployment, ids: Collection[str]) -> Scenario:
    """The scenario in which some counters are set up just where they are: a row for each hex and box, with steps lost.

    They are taken out of the rows that named them before; rows that then name nobody are gone. Boxes beside the map that the
    scenario did not name yet are named.
    """
    here = [spot for spot in _in_order(deployment) if not set(deployment.stack(spot)).isdisjoint(ids)]
    rows: list[SetUp] = []
    for spot in here:
        units = tuple(id_ for id_ in deployment.stack(spot) if id_ in ids)
        lost = sum(deployment.pieces[id_].lost for id_ in units)
        rows.append(SetUp(units, box=spot, losses=lost) if isinstance(spot, str) else SetUp(units, hexes=(spot,), losses=lost))
    standing = {id_ for row in rows for id_ in row.units}
    kept: list[SetUp] = []
    for each in scenario.set_ups:
        left = tuple(id_ for id_ in each.units if id_ not in standing)
        if left == each.units:
            kept.append(each)
        elif left or each.code:
            kept.append(replace(each, units=left))
    boxes = dict.fromkeys((*scenario.off_map, *(spot for spot in here if isinstance(spot, str))))
    return replace(scenario, set_ups=(*kept, *rows), off_map=tuple(boxes))


def place_of(set_up: SetUp) -> Spot | None:
    """The one hex or box where a set-up puts its units, None where it leaves a choice."""
    if set_up.zone or set_up.within:
        return None
    if set_up.box:
        return None if set_up.hexes else set_up.box
    return set_up.hexes[0] if len(set_up.hexes) == 1 else None


def governed_by(oob: Oob, scenario: Scenario, code: str = "") -> Governs:
    """Which set-up holds for each counter: one that names it, else that of its printed code, else of its nearest formation.

    `code` is the value that the code is printed as, "" for none. What comes in as a reinforcement is set up by none, where that
    is said of it more nearly than its set-up.
    """
    by_name: dict[str, int] = {}
    by_code: dict[str, int] = {}
    for number, each in enumerate(scenario.set_ups):
        for name in each.units:
            by_name.setdefault(name, number)
        if each.code:
            by_code.setdefault(each.code.casefold(), number)
    coming = {name for each in scenario.arrivals for name in each.units}

    def governs(counter: Counter) -> int:
        if counter.id in coming:
            return -1
        if counter.id in by_name:
            return by_name[counter.id]
        printed = counter.values.get(code) if code else None
        if isinstance(printed, str) and printed.casefold() in by_code:
            return by_code[printed.casefold()]
        for above in oob.above(counter.formation):
            if above.id in coming:
                return -1
            if above.id in by_name:
                return by_name[above.id]
        return -1

    return governs


def set_up_now(box: GameBox, file: str, numbers: Collection[int], governs: Governs, label: str = "Set up") -> ChangePieces:
    """Puts the counters of set-ups that leave no choice where they are set up, on top of what is there.

    A counter goes where the set-up says that governs it, which may be another one than that of its formation. Steps lost are
    taken of a unit that is alone in its row; which of several has lost them is for the players to say.
    """
    scenario = box.scenarios[file]
    start = scenario.start
    spots = {n: place_of(each) for n, each in enumerate(scenario.set_ups) if n in numbers}
    coming: dict[int, list[str]] = {}
    for counter in box.oob.counters:
        number = governs(counter)
        if spots.get(number) is not None and counter.copies > 0:
            coming.setdefault(number, []).append(counter.id)
    changes: dict[str, Piece | None] = {}
    tops: dict[Spot, int] = {}
    for number, ids in coming.items():
        spot, losses = spots[number], scenario.set_ups[number].losses
        assert spot is not None
        lost = losses if len(ids) == 1 else 0
        for id_ in ids:
            piece = start.pieces.get(id_)
            if piece is None or piece.at != spot:
                rank = tops.get(spot, max((start.pieces[each].rank for each in start.stack(spot)), default=-1)) + 1
                tops[spot] = rank
                piece = replace(piece, at=spot, rank=rank, on="") if piece is not None else Piece(spot, rank)
            changes[id_] = replace(piece, lost=lost) if lost else piece
    moved = {id_: piece for id_, piece in changes.items() if start.pieces.get(id_) != piece}
    return ChangePieces(label, file, {**moved, **_left_behind(start, moved)})


def _left_behind(start: Deployment, moved: Mapping[str, Piece | None]) -> dict[str, Piece | None]:
    """Pieces that were carried by one that has gone elsewhere and that stay: nobody carries them any more."""
    made: dict[str, Piece | None] = {}
    for id_, piece in moved.items():
        if piece is not None and id_ in start.pieces and start.pieces[id_].at != piece.at:
            for rider in start.carried(id_):
                if rider not in moved:
                    made[rider] = replace(start.pieces[rider], on="")
    return made


def _in_order(deployment: Deployment) -> list[Spot]:
    """Hexes, then boxes, in order."""
    hexes = sorted(spot for spot in deployment.stacks if isinstance(spot, Hex))
    return [*hexes, *sorted(spot for spot in deployment.stacks if isinstance(spot, str))]


# Allotments as a matrix ---------------------------------------------------------------------------------------------------

Line = tuple[str, str]
"""A side, and what it gets."""


def allotment_lines(scenario: Scenario) -> tuple[Line, ...]:
    """The lines of the matrix of allotments, in the order in which the scenario first speaks of them."""
    return tuple(dict.fromkeys((each.side, each.what) for each in scenario.allotments))


def allotted(scenario: Scenario, line: Line, turn: int) -> tuple[Allotment, ...]:
    """What a side gets of something on a turn, 0 for before the start; more than one where the scenario says it in parts."""
    return tuple(each for each in scenario.allotments if (each.side, each.what, each.turn) == (*line, turn))


def with_allotments(scenario: Scenario, amounts: Mapping[tuple[Line, int], int | None]) -> Scenario:
    """The scenario in which sides get other amounts on some turns, None for nothing. What was said in parts becomes one.

    A new one stands behind those of the same line, before the first one of a later turn.
    """
    rows = list(scenario.allotments)
    for (line, turn), amount in amounts.items():
        there = [n for n, each in enumerate(rows) if (each.side, each.what, each.turn) == (*line, turn)]
        if amount is None:
            rows = [each for n, each in enumerate(rows) if n not in there]
        elif there:
            rows[there[0]] = replace(rows[there[0]], amount=amount)
            rows = [each for n, each in enumerate(rows) if n not in there[1:]]
        else:
            ours = [n for n, each in enumerate(rows) if (each.side, each.what) == line]
            later = next((n for n in ours if rows[n].turn > turn), ours[-1] + 1 if ours else len(rows))
            rows.insert(later, Allotment(*line, amount, turn))
    return replace(scenario, allotments=tuple(rows))


def with_line(scenario: Scenario, old: Line, new: Line | None) -> Scenario:
    """The scenario in which a line of the matrix is of another side, or of something else; None takes it out."""
    rows: list[Allotment] = []
    for each in scenario.allotments:
        if (each.side, each.what) != old:
            rows.append(each)
        elif new is not None:
            rows.append(replace(each, side=new[0], what=new[1]))
    return replace(scenario, allotments=tuple(rows))
