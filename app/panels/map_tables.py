"""Tables of rulings about units on the map: a way step by step, those who reach a hex, units and what cuts their supply."""

from collections.abc import Iterable
from fractions import Fraction

from PySide6.QtGui import QIcon, QPalette

from app.counters.piece_words import piece_name
from app.panels.charts.words import cell_text
from app.panels.signs import sign_icon
from app.panels.tables import EMPTY, Table, TableCell, TableRow
from app.panels.words import tr
from app.widgets.rule_words import said
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.watch_detail import Watched
from core.rules.operations.movement_detail import OntoDetail, RangeDetail
from core.rules.operations.supply_detail import SupplyDetail, UnitSupply

MOST_ROWS = 24
"""So many rows a table has at most; the map shows the others."""


def map_table(ruling: Ruling, box: GameBox, palette: QPalette, ruleset: Ruleset | None = None) -> Table:
    """The table that goes with such a ruling; an empty one for others."""
    match ruling.detail:
        case RangeDetail() if ruling.detail.way:
            return _way_table(ruling.detail, box, palette)
        case OntoDetail() if ruling.detail.comers:
            return _comers_table(ruling.detail, box, ruleset)
        case SupplyDetail():
            return _supply_table(ruling.detail, box, palette, ruleset)
    return EMPTY


def _way_table(detail: RangeDetail, box: GameBox, palette: QPalette) -> Table:
    heads: tuple[tuple[str, str], ...] = (
        (tr("Into"), tr("The hex that the step leads into")),
        (tr("Points"), tr("What the step costs in all")),
        (tr("Spent"), tr("What the way costs up to there")),
        (tr("Parts"), tr("What the step costs, part by part")),
    )
    watched = {each.into: each for each in detail.watched}
    if watched:
        heads = (*heads, (tr("Under fire"), tr("The steps that the best shot takes, and how many stacks could fire")))
    rows, spent = [], Fraction(0)
    for step in detail.way:
        barred = step.points is None
        spent += step.points or 0
        parts = ", ".join(f"{said(item.name)} {cell_text(item.value)}" for item in step.items)
        if step.along:
            parts = tr("by road: {parts}").format(parts=parts)
        cells: tuple[TableCell, ...] = (
            TableCell(box.label(step.into), icon=sign_icon("blocked", palette) if barred else None),
            TableCell("–" if step.points is None else cell_text(step.points), number=True),
            TableCell("–" if barred else cell_text(spent), number=True),
            TableCell(tr("cannot be entered") if barred else parts, tip=parts),
        )
        fire = watched.get(step.into)
        if watched:
            cells = (*cells, _fire_cell(fire, box))
        rows.append(TableRow(cells, (step.into, *(fire.stacks if fire is not None else ())), barred))
    return Table(heads, tuple(rows), (2,))


def _fire_cell(step: Watched | None, box: GameBox) -> TableCell:
    """Who could fire at a step: how many stacks, and the best shot."""
    if step is not None and step.unsure and not step.shots:
        return TableCell("?", tip=tr("Without heights it cannot be told who sees it"))
    if step is None or not step.shots:
        return TableCell("–", tip=tr("Nobody who could fire spots it"))
    best = step.shots[0]
    words = tr("{expected} ({count})") if step.triggers == 1 else tr("{expected} ({count}, twice)")
    told = words.format(expected=f"{float(best.expected):.2f}", count=len(step.stacks))
    tip = tr("From {hex}: {how}, column {column}, a loss with {chance}")
    if best.by_dice:
        tip = tr("From {hex}: {how}, {column}, a loss with {chance}")
    tip = tip.format(
        hex=box.label(best.hex), how=said(best.how), column=best.column, chance=f"{float(best.loss_chance) * 100:.0f} %"
    )
    return TableCell(told, tip=tip)


def _comers_table(detail: OntoDetail, box: GameBox, ruleset: Ruleset | None) -> Table:
    heads = (
        (tr("Unit"), tr("The unit that reaches it, most points left first")),
        (tr("From"), tr("Where it stands")),
        (tr("Into"), tr("The hex that it comes to")),
        (tr("Spent"), tr("What the cheapest way costs")),
        (tr("Left"), tr("The points that are left there; “min.” where only the one-hex minimum leads there")),
    )
    rows = []
    for each in detail.comers[:MOST_ROWS]:
        cells = (
            TableCell(piece_name(ruleset, box.oob, each.unit)),
            TableCell(box.label(each.start)),
            TableCell(box.label(each.into)),
            TableCell(cell_text(each.spent), number=True),
            TableCell(tr("min.") if each.minimum else cell_text(each.left), number=True),
        )
        rows.append(TableRow(cells, (each.start, each.into)))
    return Table(heads, tuple(rows), (2,))


def _supply_table(detail: SupplyDetail, box: GameBox, palette: QPalette, ruleset: Ruleset | None) -> Table:
    """Those that lose supply with a hex, else those that have none, or whose lines were asked for."""
    then = dict(detail.losing)
    best = detail.states[0] if detail.states else ""
    if detail.falls is not None:
        units: Iterable[UnitSupply] = (each for each in detail.units if each.unit in then)
    else:
        units = (each for each in detail.units if each.state != best or each.line or each.cut)
    # Drawn once: an icon takes longer than all the rest of a row.
    signs = sign_icon("clear", palette), sign_icon("blocked", palette)
    rows = tuple(
        _supply_row(each, piece_name(ruleset, box.oob, each.unit), then.get(each.unit, ""), signs[each.state != best], box)
        for each in list(units)[:MOST_ROWS]
    )
    if not rows:
        return EMPTY
    last = (
        (tr("Then"), tr("The state with the hex lost"))
        if detail.falls is not None
        else (
            tr("Line"),
            tr("The hexes of its line to the source, or what cuts it"),
        )
    )
    heads = (
        (tr("Unit"), tr("The sign marks those that lack supply")),
        (tr("Hex"), tr("Where it stands")),
        (tr("State"), tr("What a Supply Phase would find now")),
        last,
        (tr("Marked"), tr("What its markers tell")),
    )
    return Table(heads, rows, (4, 2))


def _supply_row(unit: UnitSupply, name: str, then: str, sign: QIcon, box: GameBox) -> TableRow:
    places: tuple[Hex, ...] = unit.line or tuple(place for _, hexes in unit.cut for place in hexes)
    words = said(then)
    if not then and unit.line:
        count = len(unit.line) - 1
        line = tr("{count} hexes to {hex}") if count else tr("on the source in {hex}")
        words = agreeing(line, {"count": count}).format(count=count, hex=box.label(unit.line[-1]))
    elif not then and unit.cut:
        words = tr("cut in {hexes}").format(hexes=", ".join(dict.fromkeys(map(box.label, places))))
    cells = (
        TableCell(name, icon=sign),
        TableCell(box.label(unit.hex)),
        TableCell(said(unit.state)),
        TableCell(words, tip=" ".join(map(box.label, places))),
        TableCell(said(unit.marked)),
    )
    return TableRow(cells, (unit.hex, *places))
