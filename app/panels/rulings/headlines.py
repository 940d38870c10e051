"""The verdict of a ruling as a headline: a sign, a few words, one line of particulars; and whether methods agree."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from app.counters.unit_words import known_as
from app.panels.rulings.told import Headline, calculated, stand_ins
from app.panels.words import height, how_word, listed, method_word, tr, verdict_word
from app.widgets.rule_words import said
from app.widgets.told_words import told_said
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.questions.headlines import Headlines
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import UNDECIDABLE, Ruling
from core.rules.operations.movement_detail import OntoDetail, RangeDetail, ZonesDetail
from core.rules.operations.supply_detail import SupplyDetail

MOST_NAMED = 2
"""How many blocking hexes a headline names."""


def headline(ruling: Ruling, box: GameBox, ruleset: Ruleset | None = None) -> Headline:
    """The verdict of any ruling in words; units have names where the rules are known."""
    called = partial(known_as, ruleset, box.oob)
    tell, found = _HEADLINES.get(ruling.question), Headlines(box, ruleset, told_said, said).of(ruling)
    if found is not None:
        line = Headline(found.sign, found.title, " · ".join(found.particulars))
    else:
        line = tell(ruling, box) if tell is not None and ruling.detail is not None else calculated(ruling, called)
    standing_in = stand_ins(ruling)
    return replace(line, particulars=" · ".join(filter(None, (line.particulars, standing_in))))


def of_map(ruling: Ruling) -> bool:
    """Whether a ruling is about where units are and go, and not on numbers by the same name."""
    return isinstance(ruling.detail, ZonesDetail | RangeDetail | OntoDetail | SupplyDetail)


def method_of(ruling: Ruling) -> str:
    """The method a ruling was found under, or the side that one about zones, supply or reach is of; empty for questions
    without."""
    if isinstance(ruling.detail, ZonesDetail | SupplyDetail):
        return ruling.detail.side
    if isinstance(ruling.detail, OntoDetail):
        return ruling.detail.sides[0] if len(ruling.detail.sides) == 1 else ""
    method = getattr(ruling.detail, "method", "")
    return method if isinstance(method, str) else ""


def short(ruling: Ruling, box: GameBox) -> str:
    """The verdict in a word or two, for the row of methods: "Blocked by 2.09", "65 m"."""
    if of_map(ruling):
        return _of_side(ruling)
    if ruling.question == "elevation":
        return height(getattr(ruling.detail, "height", None))
    if ruling.question == "field":
        return _number(tr("{count} hexes"), len(ruling.detail.seen))
    if ruling.question == "crossfire":
        return _number(tr("{count} lines"), ruling.detail.lines)
    blockers: Sequence[Hex] = getattr(ruling.detail, "blockers", ())
    if not blockers:
        return verdict_word(ruling.verdict)
    more = "" if len(blockers) == 1 else " …"
    return tr("Blocked {hex}").format(hex=box.label(blockers[0]) + more)


def _of_side(ruling: Ruling) -> str:
    """The verdict in a word or two, for the row of sides; empty for questions that have none."""
    if isinstance(ruling.detail, SupplyDetail):
        detail = ruling.detail
        if detail.falls is not None:
            return _number(tr("worse: {count} units"), len(detail.losing)) if detail.losing else tr("nobody worse")
        lacking = sum(each.state != detail.states[0] for each in detail.units) if detail.states else 0
        return _number(tr("without: {count} units"), lacking) if lacking else tr("all have it")
    if isinstance(ruling.detail, OntoDetail):
        return _number(tr("{count} units"), len(ruling.detail.comers)) if ruling.detail.comers else tr("nobody")
    if not isinstance(ruling.detail, ZonesDetail):
        return ""
    told = {"controlled": tr("controls it"), "free": tr("does not")}.get(ruling.verdict)
    return told or _number(tr("{count} hexes"), len(ruling.detail.hexes))


def disagreement(rulings: Sequence[Ruling], box: GameBox) -> str:
    """A sentence when lines of sight differ by method, naming each; empty when they agree or cannot be compared.

    Two methods that both block count as agreeing even where they name different hexes.
    """
    sights = [each for each in rulings if each.question == "los"]
    if len({each.verdict for each in sights}) < 2:
        return ""
    parts = [tr("{method} {verdict}").format(method=method_word(method_of(r)).lower(), verdict=_inline(r, box)) for r in sights]
    return tr("Methods disagree: {parts}.").format(parts=", ".join(parts))


def _inline(ruling: Ruling, box: GameBox) -> str:
    if ruling.verdict == "blocked" and ruling.detail.blockers:
        return tr("blocked by {hex}").format(hex=box.label(ruling.detail.blockers[0]))
    return verdict_word(ruling.verdict).lower()


def _los(ruling: Ruling, box: GameBox) -> Headline:
    detail = ruling.detail
    parts = [
        f"{box.label(detail.start)} → {box.label(detail.end)}",
        tr("1 hex") if detail.distance == 1 else tr("{count} hexes").format(count=detail.distance),
        method_word(detail.method).lower(),
    ]
    if detail.visibility is not None:
        parts.append(tr("visibility {count}").format(count=detail.visibility))
    title = verdict_word(ruling.verdict)
    if ruling.verdict == "blocked":
        title = _blocked(detail, box)
    return Headline(ruling.verdict, title, " · ".join(parts))


def _blocked(detail: Any, box: GameBox) -> str:
    if not detail.blockers:
        return tr("Blocked: beyond visibility")
    rows = {row.hex: row for row in detail.profile}
    named = []
    for place in detail.blockers[:MOST_NAMED]:
        row = rows.get(place)
        if row is not None and row.smoke:
            what = tr("smoke")
        elif row is not None and row.feature:
            what = row.feature_name.lower()
        else:
            what = tr("high ground")
        named.append(f"{box.label(place)} {what}")
    if len(detail.blockers) > MOST_NAMED:
        named.append(tr("{count} more").format(count=len(detail.blockers) - MOST_NAMED))
    return tr("Blocked by {what}").format(what=listed(named))


def _elevation(ruling: Ruling, box: GameBox) -> Headline:
    detail = ruling.detail
    sign = "undecidable" if detail.height is None else "height"
    title = tr("Hex {hex}: {height}").format(hex=box.label(detail.hex), height=height(detail.height))
    return Headline(sign, title, f"{method_word(detail.method).lower()} · {how_word(detail.how)}")


def _number(template: str, count: int) -> str:
    return agreeing(template, {"count": count}).format(count=count)


def _field(ruling: Ruling, box: GameBox) -> Headline:
    detail = ruling.detail
    count = len(detail.seen)
    title = agreeing(tr("{hex} sees {count} hexes"), {"count": count}).format(hex=box.label(detail.start), count=count)
    parts = [method_word(detail.method).lower()]
    if detail.undecidable:
        parts.append(tr("{count} not decidable").format(count=len(detail.undecidable)))
    if detail.visibility is not None:
        parts.append(tr("visibility {count}").format(count=detail.visibility))
    else:
        parts.append(tr("visibility unlimited"))
    return Headline("field", title, " · ".join(parts))


def _crossfire(ruling: Ruling, box: GameBox) -> Headline:
    detail = ruling.detail
    lines = tr("1 line") if detail.lines == 1 else tr("{count} lines").format(count=detail.lines)
    parts = [tr("target {hex}").format(hex=box.label(detail.target)), lines]
    if detail.pairs:
        best = detail.pairs[0]
        parts.append(tr("best pair {first} and {second}").format(first=box.label(best.first), second=box.label(best.second)))
    sign = ruling.verdict if ruling.verdict in {"crossfire", "no_crossfire", UNDECIDABLE} else "no_crossfire"
    return Headline(sign, verdict_word(ruling.verdict), " · ".join(parts))


_HEADLINES: dict[str, Callable[[Ruling, GameBox], Headline]] = {
    "los": _los,
    "elevation": _elevation,
    "field": _field,
    "crossfire": _crossfire,
}
