"""The height of a hex and why [TCS 4.01 8.2, 8.4, 8.5b, 8.5c]."""

import math
from collections.abc import Iterator
from fractions import Fraction

from core.analysis.elevation import Level, nearest_first
from core.geometry.hexes import Hex
from core.geometry.layout import hex_at, to_lattice
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling, metres
from core.rules.tcs.details import Chord, ElevationDetail
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.methods import Method

DECIDED = "decided"


def elevation(case: Case, place: Hex, method_name: str) -> Ruling:
    """The base elevation of a hex, measured at its centre dot [TCS 4.01 8.2, 8.4, 8.5b, 8.5c].

    Under contour-heads the centre dot still measures the ends of a line of sight; 8.5a concerns points between them.
    """
    method = case.method(method_name)
    level = case.heights(method).centre(place)
    reasons = [height_reason(case, place, level, method)]
    for reading, choice, other in case.alternatives(readings_used(case, level)):
        changed = other.heights(other.method(method_name)).centre(place).height
        if changed is not None and changed != level.height:
            reasons.append(reading_reason(case, reading.id, choice, f"{metres(changed)} m", (place,)))
    return Ruling(
        question="elevation",
        ruleset=case.ruleset.id,
        verdict=UNDECIDABLE if level.height is None else DECIDED,
        value=level.height,
        reasons=tuple(reasons),
        detail=ElevationDetail(place, method.name, level.how, level.height, level.at, chord_of(level)),
    )


def heights(case: Case, method_name: str, near: Hex | None) -> Iterator[tuple[Hex, Level]]:
    """The heights of all hexes, nearest to `near` first, known ones included [TCS 4.01 8.2, 8.4, 8.5b, 8.5c]."""
    book = case.heights(case.method(method_name))
    for place in nearest_first(case.ground.hexes, near):
        yield place, book.centre(place)


def chord_of(level: Level) -> Chord | None:
    """The line that a height was measured on, for drawing."""
    span = level.span
    if span is None:
        return None
    return Chord(span.low_end, span.high_end, span.low_height, span.high_height, span.part)


def readings_used(case: Case, level: Level) -> frozenset[str]:
    """The readings that this height rests on, whether or not another choice would change it."""
    used = set()
    if level.tied:
        used.add("elevation.mark_tie")
    if level.how == "nearest":
        used.add("elevation.no_straight_line")
    if level.how == "hilltop" and level.span is not None and not _is_spot(case, level):
        used.add("heads.hilltop_rise")
    if level.how == "bottom" and level.span is not None:
        used.add("heads.bottom_fall")
    return frozenset(used)


def height_reason(case: Case, place: Hex, level: Level, method: Method, point_of_contention: bool = False) -> Reason:
    """Why a point of a hex has its height, in words [TCS 4.01 8.2, 8.4, 8.5]."""
    rule = case.ref(method.section(level.how, point_of_contention))
    values: dict[str, object] = {"hex": place, "height": metres(level.height)}
    numbers: dict[str, Number] = {} if level.height is None else {"height_m": level.height}
    span = level.span
    if span is not None:
        numbers |= {"low_m": span.low_height, "high_m": span.high_height, "part": Fraction(round(span.part * 10000), 10000)}
        values |= {
            "low": metres(span.low_height),
            "high": metres(span.high_height),
            "percent": f"{100 * span.part:.0f}",
        }
    values["what"] = "its highest point on the line" if point_of_contention else "its centre dot"
    if level.height is None:
        values["missing"] = level.missing
        if level.line is not None:
            written = case.ground.place_of(level.line)
            # A line that has never been saved has no place in a file yet, but it lies somewhere.
            near = min(level.line.points, key=lambda point: math.dist(point, level.at))
            values |= {"line": metres(level.line.height), "place": str(written), "near": hex_at(to_lattice(near))}
            sentence = _SENTENCES["undecidable_written" if written.line else "undecidable_drawn"]
            return Reason(rule, sentence, values, (place,), numbers)
    return Reason(rule, _SENTENCES[_sentence(level, method)], values, (place,), numbers)


_SENTENCES = {
    "contour": "{hex}: {what} lies on the {height} m contour line.",
    "between": "{hex}: {what} lies {percent} % of the way up the shortest line from the {low} m to the {high} m contour; the "
    "nearest mark is {height} m.",
    "nearest": "{hex}: no straight line through {what} reaches both neighbouring contours; by its distances to the nearest "
    "{low} m and {high} m lines it lies {percent} % of the way up, and the nearest mark is {height} m.",
    "hilltop": "{hex}: {what} lies on a hilltop, which is flat at its last contour line: {height} m.",
    "rising": "{hex}: {what} lies on a hilltop that rises from {low} m to {high} m, {percent} % of the way from its contour "
    "to its top: {height} m.",
    "bottom": "{hex}: {what} lies in a bottom, which is flat at its last contour line: {height} m.",
    "lower": "{hex}: {what} lies in a bottom, one contour interval below its contour line: {height} m.",
    "falling": "{hex}: {what} lies in a bottom that falls from {low} m to {high} m, {percent} % of the way from its contour to "
    "its lowest point: {height} m.",
    "next_lower": "{hex}: the next contour line below {what} is the {height} m line.",
    "sea": "{hex}: the sea lies at 0 m.",
    "undecidable": "{hex}: its height is not decidable: {missing}.",
    "undecidable_written": "{hex}: its height is not decidable: {missing} (the {line} m line at {place}).",
    "undecidable_drawn": "{hex}: its height is not decidable: {missing} (the {line} m line near {near}).",
}


def _sentence(level: Level, method: Method) -> str:
    if level.how == "hilltop" and level.span is not None:
        return "rising"
    if level.how == "hilltop" and method.name == "simplified":
        return "next_lower"
    if level.how == "bottom":
        return {"fall": "falling", "interval_lower": "lower", "flat": "bottom"}[method.settings.bottom]
    return level.how


def _is_spot(case: Case, level: Level) -> bool:
    assert level.span is not None
    return any(at == level.span.high_end for at, _ in case.ground.spots)
