"""A ruling as JSON for other programs and as text for people. The JSON is described in `resources/manual/json.md`."""

from dataclasses import asdict
from typing import Any

from core.base.amounts import amount, percent
from core.base.counted import agreeing
from core.model.box import GameBox
from core.model.edits.terrain_edits import BOX_CHART
from core.model.terrain import Provenance
from core.questions.battle_answers import battle_json, battle_lines, proposals_json
from core.questions.formation_answers import formations_json, formations_lines
from core.questions.headlines import Headlines
from core.questions.map_answers import MAP_DETAILS, is_on_map, map_lines
from core.questions.numbers import all_named, named, plain
from core.questions.procedure_answers import next_json
from core.questions.sentences import fill
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import CombatDetail, Facts, Loss, total
from core.rules.kernel.formations_detail import FormationsDetail
from core.rules.kernel.proposals import Places
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Reason, Ruling, metres
from core.rules.operations.movement_detail import OverrunDetail

CAUTION = "Errors in this box: {count} (see its issues). They may change this answer."
"""Said with every ruling over a box with errors: in its files, or on its maps."""


def reason_text(reason: Reason, box: GameBox) -> str:
    """A reason as an English sentence, hexes by their printed numbers."""
    return fill(reason.template, reason.values, box)


def caution(ruling: Ruling) -> str:
    """What to say of a ruling over a box with errors; empty when there is nothing to say."""
    if not ruling.box_errors:
        return ""
    return CAUTION.format(count=ruling.box_errors)


def as_json(ruling: Ruling, box: GameBox) -> dict[str, Any]:
    """A ruling as plain JSON values: whole numbers stay whole, fractions become decimals, hexes printed numbers.

    A fraction that no short decimal equals stands beside its decimal as exact text, under its name with `_exact`.
    """
    answer: dict[str, Any] = {
        "question": ruling.question,
        "ruleset": ruling.ruleset,
        "verdict": ruling.verdict,
        **named("value", ruling.value),
        "reasons": [
            {
                "rule": str(reason.rule),
                "text": reason_text(reason, box),
                "hexes": [box.label(h) for h in reason.hexes],
                "numbers": all_named(reason.numbers),
            }
            for reason in ruling.reasons
        ],
    }
    if isinstance(ruling.detail, ChartDetail):
        answer |= _chart(ruling.detail)
    if isinstance(ruling.detail, CombatDetail):
        answer |= _combat(ruling.detail)
    if isinstance(ruling.detail, Facts) and ruling.detail.tables:
        answer["tables"] = [_chart(table) for table in ruling.detail.tables]
    if isinstance(ruling.detail, CombatDetail | Facts):
        answer |= all_named(ruling.detail.facts)
    if isinstance(ruling.detail, Places):
        answer["hexes"] = [box.label(place) for place in sorted(ruling.detail.places)]
    answer |= _DETAILS[ruling.question](ruling.detail, box) if ruling.question in _DETAILS else {}
    if is_on_map(ruling):
        answer |= MAP_DETAILS[ruling.question](ruling.detail, box)
    if isinstance(ruling.detail, OverrunDetail):
        answer["combat"] = as_json(ruling.detail.odds, box) if ruling.detail.odds is not None else None
    if isinstance(ruling.detail, FormationsDetail):
        answer |= formations_json(ruling.detail, box)
    answer |= battle_json(ruling.detail, box)
    answer["box_errors"] = ruling.box_errors
    answer["charts"] = [
        {"id": each.chart, "title": chart_title(each), "provenance": each.status, "source": each.source}
        for each in ruling.charts
    ]
    return answer


def as_text(ruling: Ruling, box: GameBox, ruleset: Ruleset | None = None) -> str:
    """A ruling for people: the verdict, then its reasons with their rules. Units have names where the rules are known."""
    told = Headlines(box, ruleset)
    lines = [f"{ruling.question}: {told.of(ruling) or _verdict(ruling)}"]
    lines += [f"  [{reason.rule}] {reason_text(reason, box)}" for reason in ruling.reasons]
    if ruling.question == "field":
        lines.append("  " + " ".join(box.label(h) for h in sorted(ruling.detail.seen)))
    if ruling.question == "heights":
        lines += [f"  {box.label(h)} {metres(z)}" for h, z in sorted(ruling.detail.heights.items())]
    if ruling.question == "set_up" and ruling.detail.hexes:
        lines.append("  " + " ".join(box.label(h) for h in sorted(ruling.detail.hexes)))
    if ruling.question == "set_up" and ruling.detail.units:
        lines.append("  " + " ".join(ruling.detail.units))
    if isinstance(ruling.detail, Places) and ruling.detail.places:
        lines.append("  " + " ".join(box.label(place) for place in sorted(ruling.detail.places)))
    if ruling.question == "crossfire" and ruling.detail.completing:
        lines.append("  one more firer from: " + " ".join(box.label(h) for h in sorted(ruling.detail.completing)))
    if isinstance(ruling.detail, FormationsDetail):
        lines += formations_lines(ruling.detail, box)
    lines += map_lines(ruling, box, told.unit)
    lines += battle_lines(ruling.detail, box, told.unit)
    if isinstance(ruling.detail, ChartDetail):
        lines += _chance_lines(ruling.detail)
    fought = ruling.detail.odds if isinstance(ruling.detail, OverrunDetail) else ruling
    if fought is not None and isinstance(fought.detail, CombatDetail | Facts):
        for table in fought.detail.tables:
            lines += [f"  {table.title}, column {table.column}:", *_chance_lines(table)]
    if ruling.box_errors:
        lines.append(f"  caution: {caution(ruling)}")
    lines += [f"  chart {c.chart}: {chart_title(c)} ({c.status}; {c.source})" for c in ruling.charts]
    return "\n".join(lines)


def chart_title(chart: Provenance) -> str:
    """What a chart is called beside a ruling: a box's own heights bear the title of the box, which says nothing there."""
    return f"Heights of terrain of “{chart.title}”" if chart.chart == BOX_CHART else chart.title


def _verdict(ruling: Ruling) -> str:
    """The verdict of a question that has no headline of its own, with its value."""
    value = "" if ruling.value in (None, ruling.verdict) else f" ({_shown_value(ruling)})"
    words = {"crossfire": "cross fire", "no_crossfire": "no cross fire"}
    return f"{words.get(ruling.verdict, ruling.verdict.replace('_', ' '))}{value}"


def _shown_value(ruling: Ruling) -> str:
    if isinstance(ruling.value, str) or ruling.value is None:
        return str(ruling.value)
    if isinstance(ruling.detail, ChartDetail | CombatDetail | Facts):
        return amount(ruling.value)
    words = {
        "los": "least margin {count} m",
        "elevation": "{count} m",
        "crossfire": "{count} lines",
        "sequence": "{count} phases",
    }
    if ruling.question == "set_up" and not ruling.detail.unit:
        words["set_up"] = "{count} units"
    told = {"count": metres(ruling.value)}
    return agreeing(words.get(ruling.question, "{count} hexes"), told).format_map(told)


def _chance_lines(detail: ChartDetail) -> list[str]:
    return [f"  {result}: {chance} ({percent(chance)})" for result, chance in detail.chances]


def _los(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "method": detail.method,
        "from": {"hex": box.label(detail.start), "base_m": plain(detail.start_height)},
        "to": {"hex": box.label(detail.end), "base_m": plain(detail.end_height)},
        "distance": detail.distance,
        "visibility": detail.visibility,
        "low_end": box.label(detail.low_end),
        "blockers": [box.label(h) for h in detail.blockers],
        "profile": [
            {
                "hex": box.label(row.hex),
                "contact": row.contact.value,
                "distance": row.column,
                "base_m": plain(row.base),
                "feature": row.feature or None,
                "feature_m": plain(row.feature_height),
                "smoke": row.smoke,
                "height_m": plain(row.height),
                "sight_m": plain(row.sight),
                "margin_m": plain(row.margin),
                "blocks": row.blocks,
            }
            for row in detail.profile
        ],
    }


def _elevation(detail: Any, box: GameBox) -> dict[str, Any]:
    chord = detail.chord
    return {
        "hex": box.label(detail.hex),
        "method": detail.method,
        "how": detail.how,
        "chord": None
        if chord is None
        else {
            "low_m": plain(chord.low_height),
            "high_m": plain(chord.high_height),
            "part": round(chord.part, 6),
            "low_end": [round(x, 4) for x in chord.low_end],
            "high_end": [round(x, 4) for x in chord.high_end],
        },
    }


def _heights(detail: Any, box: GameBox) -> dict[str, Any]:
    heights = {box.label(h): plain(z) for h, z in sorted(detail.heights.items())}
    return {"method": detail.method, "heights": heights}


def _field(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "method": detail.method,
        "from": box.label(detail.start),
        "visibility": detail.visibility,
        "hexes": [box.label(h) for h in sorted(detail.seen)],
        "undecidable": [box.label(h) for h in sorted(detail.undecidable)],
    }


def _crossfire(detail: Any, box: GameBox) -> dict[str, Any]:
    seen = detail.completing_seen
    return {
        "target": box.label(detail.target),
        "firers": [box.label(h) for h in detail.firers],
        "lines": detail.lines,
        "pairs": [
            {
                "firers": [box.label(p.first), box.label(p.second)],
                "lines": len(p.rays),
                "rays": list(p.rays),
                "crossfire": p.qualifies,
            }
            for p in detail.pairs
        ],
        "completing": [box.label(h) for h in sorted(detail.completing)],
        "completing_seen": None if seen is None else [box.label(h) for h in sorted(seen)],
    }


def _chart(detail: ChartDetail) -> dict[str, Any]:
    return {
        "chart": detail.chart,
        "unit": detail.unit,
        "entered": detail.entered,
        "row": detail.row or None,
        "shifts": [
            {
                "name": item.name,
                **named("value", item.value),
                "rule": str(item.rule),
                "chart": item.chart.chart if item.chart is not None else None,
            }
            for item in detail.items
        ],
        "column": detail.column,
        "roll": detail.roll,
        "result": detail.result or None,
        "chances": {result: str(chance) for result, chance in detail.chances},
    }


def _combat(detail: CombatDetail) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    if detail.attackers:
        answer |= named("attack", total(detail.attackers))
    if detail.defenders:
        answer |= named("defence", total(detail.defenders))
    if detail.odds:
        answer["odds"] = detail.odds
    if detail.losses is not None:
        sides = (("attacker", detail.losses.attacker), ("defender", detail.losses.defender))
        answer |= {side: _loss(loss, detail.convertible) for side, loss in sides}
    return {**answer, "tables": [_chart(table) for table in detail.tables]}


def _loss(loss: Loss, convertible: bool) -> dict[str, Any]:
    ways = loss.ways if convertible else loss.ways[:1]
    return {
        "steps": loss.steps,
        "retreat": loss.retreat,
        "ways": [{"retreat": hexes, "steps": steps} for hexes, steps in ways],
        "marks": loss.marks or None,
    }


def _sequence(detail: Any, box: GameBox) -> dict[str, Any]:
    del box
    return {
        "phases": [
            asdict(row) | {"tasks": [{"section": section, "text": text} for section, text in row.tasks]} for row in detail
        ]
    }


def _stacking(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "hex": box.label(detail.hex),
        "sides": [
            {
                "side": side.side,
                "units": list(side.units),
                "counts": [
                    {
                        "name": count.name,
                        "what": count.what,
                        "rule": count.section,
                        "total": count.total,
                        "limit": count.limit,
                        "over": count.over if count.binds else 0,
                        "binds": count.binds,
                        "units": dict(count.shares),
                    }
                    for count in side.counts
                ],
                "not_counted": [id_ for id_, _, _ in side.free],
                "top": side.top or None,
                "may_be_top": list(side.tops),
            }
            for side in detail.sides
        ],
    }


def _set_up(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "unit": detail.unit or None,
        "hexes": [box.label(h) for h in sorted(detail.hexes)],
        "boxes": list(detail.boxes),
        "sets_up_first": detail.first or None,
        "units": list(detail.units),
    }


def _entry(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "entries": [
            {
                "units": list(each.units),
                "turn": each.turn,
                "hexes": [box.label(h) for h in each.hexes],
                "blocked": [box.label(h) for h in each.blocked],
                "open": [box.label(h) for h in sorted(each.open)],
                "delay": each.delay,
                **({"points": [{"hex": box.label(h), "points": str(cost)} for h, cost in each.points]} if each.points else {}),
            }
            for each in detail.entries
        ],
        **({"proposals": proposals_json(detail.proposals, box)} if detail.proposals else {}),
    }


def _forecast(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "forecast": [
            {
                "ahead": each.ahead,
                "weighted_turns": each.turns,
                "needed": plain(each.needed),
                "chance": str(each.chance),
                "by_then": str(each.by_then),
            }
            for each in detail.steps
        ],
        "columns": [{"weighted_turns": turns, "needed": needed} for turns, needed in detail.columns],
    }


def _unit_orders(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "units": [
            {
                "unit": each.unit,
                "name": each.name,
                "hex": each.at if each.at is None or isinstance(each.at, str) else box.label(each.at),
                "orders": each.state,
                "letter": each.letter,
                "type": each.type or None,
                "sheet": each.sheet or None,
                "rally": None if each.rally is None else box.label(each.rally),
                "counts_as_unassigned": each.counts_as_unassigned,
                "barred": list(each.barred),
            }
            for each in detail.units
        ]
    }


def _acts(detail: Any, box: GameBox) -> dict[str, Any]:
    return {
        "units": [
            {
                "unit": each.unit,
                "name": each.name,
                "states": list(each.states),
                "acts": [
                    {
                        "act": act.name,
                        "allowed": act.allowed,
                        "rule": None if act.reason is None else str(act.reason.rule),
                        "text": None if act.reason is None else reason_text(act.reason, box),
                        "asked": None if act.asked is None else next_json(act.asked, box),
                    }
                    for act in each.acts
                ],
            }
            for each in detail.units
        ]
    }


_DETAILS = {
    "stacking": _stacking,
    "set_up": _set_up,
    "entry": _entry,
    "los": _los,
    "elevation": _elevation,
    "heights": _heights,
    "field": _field,
    "crossfire": _crossfire,
    "sequence": _sequence,
    "opsheet.chance": _forecast,
    "opsheet.units": _unit_orders,
    "unit.acts": _acts,
}
