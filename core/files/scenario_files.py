"""A scenario of a box in its file: who sets up where, turns, arrivals, allotments, victory, op sheets, and where units start.

Hexes are their printed numbers. An item with a hex that no map has is left out and reported, as is a counter at the start that
the order of battle has not. Whether other names mean anything is said of each state of a box: `core.model.name_checks`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import immutables

from core.base.errors import Hints, did_you_mean
from core.files.measure_files import load_measures
from core.files.measure_texts import read_measure
from core.files.names import SCENARIO_SUFFIX
from core.files.order_texts import GraphicItem, graphics_pairs, numbered, read_sheet, sheet_pairs
from core.files.quoting import Pair, flow, head_lines, optional, plain_text, quoted, row
from core.files.scenario_schemas import (
    AllotmentItem,
    ArrivalItem,
    MarkItem,
    PieceItem,
    ScenarioFile,
    SetUpItem,
    SheetItem,
    TurnItem,
    VictoryItem,
)
from core.files.schemas import VERSION
from core.files.strict_yaml import Document, Route
from core.files.validation import Reader
from core.geometry.hexes import Hex
from core.model.box import GameBox, UnknownHex
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.graphics import Measure
from core.model.issues import Issue
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory


def scenario_text(scenario: Scenario, box: GameBox) -> str:
    """The canonical text of a scenario of a box."""
    hexes = _Labels(box)
    lines = [*head_lines("scenario"), f"title: {plain_text(scenario.title)}"]
    for key, side in (("sets_up_first", scenario.sets_up_first), ("moves_first", scenario.moves_first)):
        if side:
            lines.append(f"{key}: {plain_text(side)}")
    if scenario.off_map:
        lines.append(f"off_map: {_words(scenario.off_map)}")
    lines += _list("turns", (_turn(each) for each in scenario.turns))
    lines += _list("set_ups", (_set_up(each, hexes) for each in scenario.set_ups))
    lines += _list("arrivals", (_arrival(each, hexes) for each in scenario.arrivals))
    lines += _list("allotments", (_allotment(each) for each in scenario.allotments))
    lines += _list("victory", (_victory(each, hexes) for each in scenario.victory))
    lines += _list("sheets", (sheet_pairs(each, hexes) for each in scenario.sheets))
    lines += _list("graphics", graphics_pairs(scenario.sheets, box))
    if scenario.note:
        lines.append(f"note: {plain_text(scenario.note)}")
    start = scenario.start
    pieces = sorted(start.pieces.items(), key=lambda held: (hexes.order(held[1].at), held[1].rank, held[0]))
    lines += _list("start", (_piece(id_, piece, hexes) for id_, piece in pieces))
    spots = sorted(start.marks, key=hexes.order)
    lines += _list("marks", (_mark(spot, mark, hexes) for spot in spots for mark in start.marks[spot]))
    return "\n".join(lines) + "\n"


def read_scenario(document: Document, box: GameBox, *, oob_unread: bool = False) -> tuple[Scenario | None, tuple[Issue, ...]]:
    """The scenario that a document holds for a box whose maps and order of battle are there, and everything wrong with it.

    Of an order of battle that could not be read no counter is there; that is one finding, and not one for each.
    """
    reader = Reader(document)
    name = document.file.rpartition("/")[2].removesuffix(SCENARIO_SUFFIX)
    presets = {"version": VERSION, "title": name}
    head = reader.head(ScenarioFile, presets=presets) if reader.accepts("scenario", "scenario") else None
    if head is None:
        return None, reader.issues
    return _Items(reader, head, box, oob_unread).scenario(), reader.issues


class _Items:
    """The items of one scenario, section by section."""

    def __init__(self, reader: Reader, head: ScenarioFile, box: GameBox, oob_unread: bool) -> None:
        self._reader, self._head, self._box, self._oob_unread = reader, head, box, oob_unread

    def scenario(self) -> Scenario:
        """The scenario with all its good items."""
        head, reader = self._head, self._reader
        place = reader.document.place
        return Scenario(
            title=head.title,
            sets_up_first=head.sets_up_first,
            moves_first=head.moves_first,
            turns=tuple(
                Turn(item.title, item.date, item.light, item.visibility, item.weather, item.note)
                for _, item in reader.items("turns", head.turns, TurnItem)
            ),
            set_ups=tuple(self._set_ups()),
            arrivals=tuple(self._arrivals()),
            allotments=tuple(
                Allotment(item.side, item.what, item.amount, item.turn, item.note, place(route))
                for route, item in reader.items("allotments", head.allotments, AllotmentItem)
            ),
            victory=tuple(
                Victory(item.text, item.side, item.points, hexes, place(route))
                for route, item in reader.items("victory", head.victory, VictoryItem)
                if (hexes := self._hexes(route, item.hexes)) is not None
            ),
            sheets=tuple(self._sheets()),
            off_map=tuple(head.off_map),
            note=head.note,
            start=Deployment(self._pieces(), self._marks()),
        )

    def _set_ups(self) -> Iterator[SetUp]:
        for route, item in self._reader.items("set_ups", self._head.set_ups, SetUpItem):
            hexes = self._hexes(route, item.hexes)
            if hexes is not None:
                yield SetUp(
                    *(tuple(item.units), item.code, hexes, item.within, item.zone, item.box, item.losses, item.note),
                    self._reader.document.place(route),
                )

    def _arrivals(self) -> Iterator[Arrival]:
        for route, item in self._reader.items("arrivals", self._head.arrivals, ArrivalItem):
            hexes = self._hexes(route, item.hexes)
            if hexes is not None:
                yield Arrival(
                    *(tuple(item.units), item.turn, hexes, item.area, item.edge, item.condition, item.note),
                    *(self._reader.document.place(route), item.sea, tuple(item.price.items())),
                )

    def _sheets(self) -> Iterator[OpSheet]:
        """The op sheets with their graphics."""
        sheets = tuple(numbered(self._bare_sheets()))
        graphics = self._graphics(tuple(dict(sheets)))
        for which, sheet in sheets:
            yield replace(sheet, measures=tuple(graphics[which])) if which in graphics else sheet

    def _graphics(self, known: Sequence[tuple[str, int]]) -> dict[tuple[str, int], list[Measure]]:
        """Control measures by the op sheets that they belong to."""
        found: dict[tuple[str, int], list[Measure]] = {}
        for route, item in self._reader.items("graphics", self._head.graphics, GraphicItem):
            measure = read_measure(self._reader, route, item, load_measures(), self._box)
            if (item.sheet, item.nth) not in known:
                near = did_you_mean(item.sheet, [id_ for id_, _ in known])
                self._reader.report((*route, "sheet"), f'There is no op sheet "{item.sheet}" in this scenario.{near}')
            elif measure is not None:
                found.setdefault((item.sheet, item.nth), []).append(measure)
        return found

    def _bare_sheets(self) -> Iterator[OpSheet]:
        for route, item in self._reader.items("sheets", self._head.sheets, SheetItem):
            found = [self._hex((*route, "rally", n, 1), label) for n, (_, label) in enumerate(item.rally)]
            points = [point for point in found if point is not None]
            laid = [self._hex((*route, "mines", n), label) for n, label in enumerate(item.mines)]
            mines = tuple(place for place in laid if place is not None)
            if len(points) == len(found) and len(mines) == len(laid):
                rally = tuple((formation, point) for (formation, _), point in zip(item.rally, points, strict=True))
                yield read_sheet(item, rally, mines, self._reader.document.place(route))

    def _pieces(self) -> "immutables.Map[str, Piece]":
        found: dict[str, Piece] = {}
        lines: dict[str, int] = {}
        left_out: list[Route] = []
        reader, oob, hint = self._reader, self._box.oob, Hints()
        for route, item in reader.items("start", self._head.start, PieceItem):
            spot = self._spot(route, item)
            if self._oob_unread and oob.counter(item.unit) is None:
                left_out.append(route)
            elif oob.counter(item.unit) is None:
                near = hint(item.unit, oob.ids("counters"))
                reader.report((*route, "unit"), f'There is no counter "{item.unit}" in the order of battle.{near}')
            elif item.unit in found:
                said = (
                    f'"{item.unit}" stands in line {lines[item.unit]} already; a counter is in one place, and that one counts.'
                )
                reader.report((*route, "unit"), said)
            elif spot is not None:
                lines[item.unit] = reader.document.place(route).line
                marks = frozenset(item.marks)
                found[item.unit] = Piece(spot, item.rank, item.face, item.lost, item.mode, marks, item.on)
        if left_out:
            many = f"{len(left_out)} counters are" if len(left_out) > 1 else "One counter is"
            reader.report(left_out[0], f"{many} left out here, for the order of battle could not be read.")
        return immutables.Map(found)

    def _marks(self) -> "immutables.Map[Spot, tuple[Mark, ...]]":
        found: dict[Spot, list[Mark]] = {}
        for route, item in self._reader.items("marks", self._head.marks, MarkItem):
            spot = self._spot(route, item)
            if spot is not None:
                found.setdefault(spot, []).append(Mark(item.kind, item.side, item.text))
        return immutables.Map({spot: tuple(marks) for spot, marks in found.items()})

    def _spot(self, route: Route, item: PieceItem | MarkItem) -> Spot | None:
        """Where a piece or marker is, None (and an issue) when the file does not say it, or says it twice."""
        if (item.at is None) is (item.box is None):
            self._reader.report(route, 'Say either the hex that it is in ("at") or the box beside the map ("box").')
            return None
        return self._hex((*route, "at"), item.at) if item.at is not None else item.box

    def _hexes(self, route: Route, labels: Sequence[str]) -> tuple[Hex, ...] | None:
        """The hexes of an item, None (and issues) when one of them is on no map."""
        found = [self._hex((*route, "hexes", number), label) for number, label in enumerate(labels)]
        good = tuple(place for place in found if place is not None)
        return good if len(good) == len(found) else None

    def _hex(self, route: Route, label: str) -> Hex | None:
        try:
            return self._box.hex(label)
        except UnknownHex as error:
            self._reader.report(route, str(error))
            return None


class _Labels:
    """The printed numbers of a box's hexes, each worked out once."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self._found: dict[Hex, str] = {}

    def __call__(self, place: Hex) -> str:
        label = self._found.get(place)
        if label is None:
            label = self._found[place] = quoted(self._box.label(place))
        return label

    def order(self, spot: Spot) -> tuple[bool, str]:
        """What sorts hexes by their numbers, and boxes behind them by their names."""
        return (True, spot) if isinstance(spot, str) else (False, self(spot))

    def row(self, places: Iterable[Hex]) -> str:
        """Hexes as a list in YAML, empty for none."""
        labels = [self(place) for place in places]
        return row(labels) if labels else ""


def _list(key: str, items: Iterable[list[Pair]]) -> list[str]:
    lines = [f"- {flow(item)}" for item in items]
    return [f"{key}:", *lines] if lines else []


def _words(words: Iterable[str]) -> str:
    return row(map(plain_text, words))


def _number(number: int, preset: int = 0) -> str:
    return str(number) if number != preset else ""


def _turn(turn: Turn) -> list[Pair]:
    return [
        ("title", optional(turn.title)),
        ("date", optional(turn.date)),
        ("light", turn.light if turn.light != "day" else ""),
        ("visibility", str(turn.visibility) if turn.visibility is not None else ""),
        ("weather", optional(turn.weather)),
        ("note", optional(turn.note)),
    ]


def _set_up(set_up: SetUp, hexes: _Labels) -> list[Pair]:
    return [
        ("units", _words(set_up.units) if set_up.units else ""),
        ("code", optional(set_up.code)),
        ("hexes", hexes.row(set_up.hexes)),
        ("within", _number(set_up.within)),
        ("zone", optional(set_up.zone)),
        ("box", optional(set_up.box)),
        ("losses", _number(set_up.losses)),
        ("note", optional(set_up.note)),
    ]


def _arrival(arrival: Arrival, hexes: _Labels) -> list[Pair]:
    return [
        ("units", _words(arrival.units) if arrival.units else ""),
        ("turn", _number(arrival.turn)),
        ("hexes", hexes.row(arrival.hexes)),
        ("area", optional(arrival.area)),
        ("edge", "" if arrival.edge else "false"),
        ("sea", "true" if arrival.sea else ""),
        ("condition", optional(arrival.condition)),
        ("price", flow((plain_text(what), str(points)) for what, points in arrival.price) if arrival.price else ""),
        ("note", optional(arrival.note)),
    ]


def _allotment(allotment: Allotment) -> list[Pair]:
    return [
        ("side", plain_text(allotment.side)),
        ("what", plain_text(allotment.what)),
        ("amount", str(allotment.amount)),
        ("turn", _number(allotment.turn)),
        ("note", optional(allotment.note)),
    ]


def _victory(victory: Victory, hexes: _Labels) -> list[Pair]:
    return [
        ("text", plain_text(victory.text)),
        ("side", optional(victory.side)),
        ("points", str(victory.points) if victory.points is not None else ""),
        ("hexes", hexes.row(victory.hexes)),
    ]


def _piece(id_: str, piece: Piece, hexes: _Labels) -> list[Pair]:
    return [
        ("unit", plain_text(id_)),
        _where(piece.at, hexes),
        ("rank", _number(piece.rank)),
        ("face", _number(piece.face)),
        ("lost", _number(piece.lost)),
        ("mode", optional(piece.mode)),
        ("marks", _words(sorted(piece.marks)) if piece.marks else ""),
        ("on", optional(piece.on)),
    ]


def _mark(spot: Spot, mark: Mark, hexes: _Labels) -> list[Pair]:
    return [
        ("kind", plain_text(mark.kind)),
        _where(spot, hexes),
        ("side", optional(mark.side)),
        ("text", optional(mark.text)),
    ]


def _where(spot: Spot, hexes: _Labels) -> Pair:
    return ("box", plain_text(spot)) if isinstance(spot, str) else ("at", hexes(spot))
