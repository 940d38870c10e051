"""Op sheets and their graphics as items of a scenario's file, and back. A graphic names the sheet that it belongs to."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from core.base.errors import Place
from core.files.measure_texts import MeasureItem, measure_pairs
from core.files.quoting import Pair, flow, optional, plain_text, row
from core.files.scenario_schemas import SheetItem
from core.files.schemas import Text
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.orders import Addition, Alternate, Commitment, OpSheet, TaskGroup


class GraphicItem(MeasureItem):
    """A control measure of an op sheet; `nth` tells sheets with the same id from each other, in their order."""

    noun: ClassVar[str] = "graphic"
    sheet: Text
    nth: Annotated[int, Field(ge=1, le=1000)] = 1


def graphics_pairs(sheets: Iterable[OpSheet], box: GameBox) -> Iterator[list[Pair]]:
    """The keys and values of the control measures of sheets, one after the other."""
    for (id_, nth), sheet in numbered(sheets):
        for measure in sheet.measures:
            yield [("sheet", plain_text(id_)), ("nth", str(nth) if nth > 1 else ""), *measure_pairs(measure, box)]


def numbered(sheets: Iterable[OpSheet]) -> Iterator[tuple[tuple[str, int], OpSheet]]:
    """Sheets, each with its id and which of those of the same id it is, from 1."""
    met: Counter[str] = Counter()
    for sheet in sheets:
        met[sheet.id] += 1
        yield (sheet.id, met[sheet.id]), sheet


def sheet_pairs(sheet: OpSheet, hexes: Callable[[Hex], str]) -> list[Pair]:
    """The keys and values of a sheet, those that are preset left out. `hexes` writes the printed number of a hex."""
    return [
        ("id", plain_text(sheet.id)),
        ("side", plain_text(sheet.side)),
        ("type", plain_text(sheet.type)),
        ("units", _words(sheet.units)),
        ("rally", row(row((plain_text(each), hexes(place))) for each, place in sheet.rally) if sheet.rally else ""),
        ("status", sheet.status if sheet.status != "implemented" else ""),
        ("note", optional(sheet.note)),
        ("time", optional(sheet.time)),
        ("groups", _rows(map(_group, sheet.groups))),
        ("reserve", _words(sheet.reserve)),
        ("alternates", _rows(map(_alternate, sheet.alternates))),
        ("failure", optional(sheet.failure)),
        ("preliminary", optional(sheet.preliminary)),
        ("line", _flag(sheet.line)),
        ("turn", _number(sheet.turn)),
        ("turns", _number(sheet.turns)),
        ("gained", _number(sheet.gained)),
        ("elements", str(sheet.elements) if sheet.elements is not None else ""),
        ("staff", str(sheet.staff).lower() if sheet.staff is not None else ""),
        ("left", _rows([("unit", plain_text(unit)), ("why", why)] for unit, why in sheet.left)),
        ("added", _rows(map(_addition, sheet.added))),
        ("committed", _rows(map(_commitment, sheet.committed))),
        ("mines", row(map(hexes, sheet.mines)) if sheet.mines else ""),
        ("begun", _number(sheet.begun)),
        ("joined", _words(sheet.joined)),
        ("set", optional(sheet.set)),
    ]


def read_sheet(item: SheetItem, rally: tuple[tuple[str, Hex], ...], mines: tuple[Hex, ...], place: Place) -> OpSheet:
    """The sheet that an item says, with its rally points and its minefields as hexes."""
    return OpSheet(
        id=item.id,
        side=item.side,
        type=item.type,
        units=tuple(item.units),
        rally=rally,
        status="waiting" if item.status == "implemented" and not item.implemented else item.status,
        note=item.note,
        place=place,
        time=item.time,
        groups=tuple(TaskGroup(each.name, tuple(each.units), each.type, each.note) for each in item.groups),
        reserve=tuple(item.reserve),
        alternates=tuple(Alternate(tuple(each.units), each.note, each.tried, each.taken) for each in item.alternates),
        failure=item.failure,
        preliminary=item.preliminary,
        line=item.line,
        turn=item.turn,
        turns=item.turns,
        gained=item.gained,
        elements=item.elements,
        staff=item.staff,
        left=tuple((each.unit, each.why) for each in item.left),
        added=tuple(
            Addition(
                *(tuple(each.units), each.type, each.note, each.elements, each.turns),
                *(each.status, each.turn, each.gained, each.begun),
            )
            for each in item.added
        ),
        committed=tuple(Commitment(tuple(each.units), each.type, each.note, each.turn, each.holds) for each in item.committed),
        mines=mines,
        begun=item.begun,
        joined=tuple(item.joined),
        set=item.set,
    )


def _group(group: TaskGroup) -> list[Pair]:
    return [
        ("name", plain_text(group.name)),
        ("units", _words(group.units)),
        ("type", optional(group.type)),
        ("note", optional(group.note)),
    ]


def _alternate(alternate: Alternate) -> list[Pair]:
    return [
        ("units", _all_words(alternate.units)),
        ("note", optional(alternate.note)),
        ("tried", _flag(alternate.tried)),
        ("taken", _flag(alternate.taken)),
    ]


def _addition(addition: Addition) -> list[Pair]:
    return [
        ("units", _all_words(addition.units)),
        ("type", plain_text(addition.type)),
        ("note", optional(addition.note)),
        ("elements", _number(addition.elements)),
        ("turns", _number(addition.turns)),
        ("status", addition.status if addition.status != "waiting" else ""),
        ("turn", _number(addition.turn)),
        ("gained", _number(addition.gained)),
        ("begun", _number(addition.begun)),
    ]


def _commitment(commitment: Commitment) -> list[Pair]:
    return [
        ("units", _all_words(commitment.units)),
        ("type", plain_text(commitment.type)),
        ("note", optional(commitment.note)),
        ("turn", _number(commitment.turn)),
        ("holds", _flag(commitment.holds)),
    ]


def _rows(items: Iterable[list[Pair]]) -> str:
    written = [flow(item) for item in items]
    return row(written) if written else ""


def _words(words: tuple[str, ...]) -> str:
    return _all_words(words) if words else ""


def _all_words(words: tuple[str, ...]) -> str:
    return row(map(plain_text, words))


def _number(number: int) -> str:
    return str(number) if number else ""


def _flag(flag: bool) -> str:
    return "true" if flag else ""
