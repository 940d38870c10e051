"""The verdicts of questions about units on the map as headlines: zones of control, movement, who reaches a hex, supply."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from app.counters.piece_words import piece_name
from app.panels.charts.words import cell_text
from app.panels.rulings.told import Headline
from app.panels.words import plain, tr
from app.widgets.rule_words import said
from core.base.counted import agreeing
from core.model.box import GameBox
from core.rules.kernel.parameters import in_words
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import UNDECIDABLE, Ruling
from core.rules.operations.movement_detail import IGNORED, OntoDetail, RangeDetail, ZonesDetail
from core.rules.operations.supply_detail import SupplyDetail

MOST_NAMED = 2
"""So many units a headline names."""


def of_map(ruling: Ruling) -> bool:
    """Whether a ruling is about units on the map, and not on numbers by the same name."""
    return isinstance(ruling.detail, ZonesDetail | RangeDetail | OntoDetail | SupplyDetail)


def map_headline(ruling: Ruling, box: GameBox, ruleset: Ruleset | None = None) -> Headline:
    """The verdict of such a ruling in words; units have names where the rules are known."""
    match ruling.detail:
        case ZonesDetail():
            return _zones(ruling, ruling.detail, box, ruleset)
        case RangeDetail():
            return _range(ruling, ruling.detail, box, ruleset)
        case OntoDetail():
            return _onto(ruling.detail, box)
        case _:
            return _supply(ruling, ruling.detail, box, ruleset)


def map_short(ruling: Ruling) -> str:
    """The verdict in a word or two, for the row of sides; empty for questions that have none."""
    if isinstance(ruling.detail, SupplyDetail):
        detail = ruling.detail
        if detail.falls is not None:
            return _counted(tr("worse: {count} units"), len(detail.losing)) if detail.losing else tr("nobody worse")
        lacking = sum(each.state != detail.states[0] for each in detail.units) if detail.states else 0
        return _counted(tr("without: {count} units"), lacking) if lacking else tr("all have it")
    if not isinstance(ruling.detail, ZonesDetail):
        return ""
    told = {"controlled": tr("controls it"), "free": tr("does not")}.get(ruling.verdict)
    return told or _counted(tr("{count} hexes"), len(ruling.detail.hexes))


def side_word(id_: str, box: GameBox) -> str:
    """What a side is called."""
    side = box.oob.side(id_)
    return side.name if side is not None and side.name else plain(id_)


def unit_words(ids: tuple[str, ...], box: GameBox, ruleset: Ruleset | None) -> str:
    """What units are called, the first of many."""
    words = ", ".join(piece_name(ruleset, box.oob, id_) for id_ in ids[:MOST_NAMED])
    more = len(ids) - MOST_NAMED
    return tr("{units} and {count} more").format(units=words, count=more) if more > 0 else words


def _counted(template: str, count: int) -> str:
    return agreeing(template, {"count": count}).format(count=count)


def _points(points: Fraction) -> str:
    return agreeing(tr("{count} points"), {"count": points}).format(count=cell_text(points))


def _zones(ruling: Ruling, detail: ZonesDetail, box: GameBox, ruleset: Ruleset | None) -> Headline:
    side = unit_words(detail.named, box, ruleset) if detail.named else side_word(detail.side, box)
    if ruling.verdict == "controlled":
        return Headline("hex", tr("In a zone of {side}").format(side=side), tr("zones of control"))
    if ruling.verdict == "free":
        return Headline("hex", tr("In no zone of {side}").format(side=side), tr("zones of control"))
    title = _counted(tr("{count} hexes in zones"), len(detail.hexes))
    without = _counted(tr("{count} units without one"), len(detail.without)) if detail.without else ""
    return Headline("hex", title, " · ".join(part for part in (side, without) if part))


_REACHES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "reached": ("clear", lambda: tr("Reached")),
    "minimum": ("clear", lambda: tr("One hex, which is always allowed")),
    "not_reached": ("blocked", lambda: tr("Not reached")),
    "may_not_move": ("blocked", lambda: tr("May not move")),
}


def _range(ruling: Ruling, detail: RangeDetail, box: GameBox, ruleset: Ruleset | None) -> Headline:
    mode = said(in_words(detail.mode)).lower()
    parts = [unit_words(detail.units, box, ruleset), mode]
    if detail.zones == IGNORED:
        parts.append(tr("without enemy zones"))
    if ruling.verdict not in _REACHES:
        title = _counted(tr("{count} hexes in range"), max(0, len(detail.reached) - 1))
        return Headline("field", title, " · ".join([*parts, _points(detail.allowance)]))
    sign, word = _REACHES[ruling.verdict]
    title = word()
    if detail.way:
        spent = sum((step.points or Fraction(0) for step in detail.way), Fraction(0))
        title = tr("{verdict}: {spent} of {allowance}").format(
            verdict=title, spent=cell_text(spent), allowance=_points(detail.allowance)
        )
        parts.insert(0, f"{box.label(detail.start)} → {box.label(detail.way[-1].into)}")
    return Headline(sign, title, " · ".join(parts))


def _onto(detail: OntoDetail, box: GameBox) -> Headline:
    title = _counted(tr("{hex}: reached by {count} units").replace("{hex}", box.label(detail.hex)), len(detail.comers))
    if not detail.comers:
        title = tr("Nobody reaches {hex}").format(hex=box.label(detail.hex))
    parts = [tr(" and ").join(side_word(side, box) for side in detail.sides), said(in_words(detail.mode)).lower()]
    if detail.beside:
        parts.append(tr("hexes beside it count"))
    if detail.zones == IGNORED:
        parts.append(tr("without enemy zones"))
    return Headline("field", title, " · ".join(parts))


def _supply(ruling: Ruling, detail: SupplyDetail, box: GameBox, ruleset: Ruleset | None) -> Headline:
    side = side_word(detail.side, box)
    if ruling.verdict == UNDECIDABLE:
        return Headline(UNDECIDABLE, tr("Supply cannot be told"), side)
    if detail.falls is not None:
        title = tr("Nobody is worse supplied")
        if detail.losing:
            title = _counted(tr("Worse supplied: {count} units"), len(detail.losing))
        parts = [tr("if {hex} falls").format(hex=box.label(detail.falls)), side]
        return Headline("blocked" if detail.losing else "clear", title, " · ".join(parts))
    lacking = [each for each in detail.units if detail.states and each.state != detail.states[0]]
    if len(detail.units) == 1:
        only = detail.units[0]
        parts = [unit_words((only.unit,), box, ruleset), box.label(only.hex)]
        return Headline("blocked" if lacking else "clear", said(only.state), " · ".join(parts))
    title = tr("All units are in supply") if detail.units else tr("No unit needs supply")
    if lacking:
        title = _counted(tr("Without full supply: {count} units"), len(lacking))
    return Headline("blocked" if lacking else "clear", title, f"{side} · {_counted(tr('{count} units'), len(detail.units))}")
