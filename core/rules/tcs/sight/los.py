"""Whether one hex sees another, with every point of contention [TCS 4.01 7.0, 8.0-8.5, 19.1].

`judge` explains a line whole, `sees` answers yes or no without the words; both take the points of contention, their obstacles,
bases and the line's height from the same functions here. `field` judges all lines from a hex in numpy. Tests hold the three
equal to each other and to a naive judge in fractions.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction

from core.analysis.elevation import Heights, Level
from core.analysis.ground import Obstacle
from core.analysis.los import Meeting, meet, places_met, stretch_in
from core.base.steps import finish
from core.geometry.hexes import Hex
from core.geometry.sightlines import Contact
from core.model.terrain import Provenance
from core.rules.kernel.rulings import UNDECIDABLE, Number, Reason, Ruling, metres
from core.rules.tcs.details import LosDetail, ProfileRow
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.elevation import height_reason, readings_used
from core.rules.tcs.sight.methods import Method

CLEAR, BLOCKED = "clear", "blocked"


@dataclass(frozen=True)
class _Judgement:
    """A verdict with everything it was made from, before it is put into words."""

    verdict: str
    detail: LosDetail
    levels: tuple[Level, ...]
    ends: tuple[Level, Level]
    readings: frozenset[str]


def judge(case: Case, start: Hex, end: Hex, method_name: str) -> Generator[tuple[int, int], None, Ruling]:
    """Judges a line of sight and says why [TCS 4.01 8.3]; yields (done, total) points of contention on the way.

    Raises KeyError for an unknown method. The line is judged the same way in both directions.
    """
    result = yield from _judge(case, start, end, method_name)
    reasons = list(_reasons(case, result, case.method(method_name)))
    for reading, choice, other in case.alternatives(result.readings):
        verdict = finish(_judge(other, start, end, method_name)).verdict
        # A reading that would leave the question open decides nothing otherwise.
        if verdict not in (result.verdict, UNDECIDABLE):
            reasons.append(reading_reason(case, reading.id, choice, verdict, result.detail.blockers))
    margins = [row.margin for row in result.detail.profile if row.margin is not None]
    return Ruling(
        question="los",
        ruleset=case.ruleset.id,
        verdict=result.verdict,
        value=min(margins) if margins else None,
        reasons=tuple(reasons),
        detail=result.detail,
        charts=_charts(case, result.detail),
    )


def sees(case: Case, start: Hex, end: Hex, method_name: str) -> bool | None:
    """Whether the line is clear; None when that is undecidable [TCS 4.01 8.3]. The verdict of `judge`, sooner."""
    method = case.method(method_name)
    settled = _settled_by_distance(case, start.distance(end))
    if settled is not None:
        return settled == CLEAR
    contended = _contended(case, start, end)
    if any(place in case.blocking for place, _ in contended):
        return False
    if not contended:
        return True
    heights = case.heights(method)
    low, high = heights.centre(start).height, heights.centre(end).height
    if low is None or high is None:
        return None
    least, rise = min(low, high), abs(high - low) / start.distance(end)
    low_end = _low_end(start, end, low, high)
    unsure: list[tuple[Hex, Fraction, Fraction]] = []
    unknown = False
    for place, contact in contended:
        bounds = _base_bounds(heights, method, place, start, end)
        if bounds is None:
            unknown = True
            continue
        # As in `_sight`, with what all of the line have in common worked out once.
        sight = least + rise * low_end.distance(place)
        if bounds[0] > sight:
            return False
        # What stands in the hex is looked at only where it could reach the line.
        standing = case.ground.obstacles.get(place)
        if standing is None or bounds[1] + standing[0].height <= sight:
            feature = Fraction(0)
        else:
            obstacle = _obstacle(case, _meet(case, place, contact, start, end))
            feature = obstacle.height if obstacle is not None else Fraction(0)
        if bounds[0] + feature > sight:
            return False
        if bounds[1] + feature > sight:
            unsure.append((place, feature, sight))
    for place, feature, sight in unsure:
        base = _base(heights, method, place, start, end).height
        if base is None:
            unknown = True
        elif base + feature > sight:
            return False
    return None if unknown else True


def _judge(case: Case, start: Hex, end: Hex, method_name: str) -> Generator[tuple[int, int], None, _Judgement]:
    method = case.method(method_name)
    heights = case.heights(method)
    ends = heights.centre(start), heights.centre(end)
    readings: set[str] = set()
    distance = start.distance(end)
    meetings = _points_of_contention(case, start, end)
    rows, levels = [], []
    for number, meeting in enumerate(meetings):
        yield number, len(meetings)
        level = _base(heights, method, meeting.hex, start, end)
        levels.append(level)
        rows.append(_row(case, meeting, level, start, end, ends))
        readings |= readings_used(case, level)
        if meeting.end_contact is not None:
            readings.add("los.end_hex_contact")
        if _touches_from_outside(case, meeting):
            readings.add("los.hexside_contact")
    for level in ends:
        readings |= readings_used(case, level)
    if any(contact is Contact.CORNER for _, contact in places_met(case.ground, start, end)):
        readings.add("los.corner_contact")
    verdict = _settled_by_distance(case, distance)
    visibility = case.state.visibility
    if visibility is not None and distance == 1 and distance > visibility:
        readings.add("los.adjacent_beyond_visibility")
    if verdict is None:
        if any(row.blocks for row in rows):
            verdict = BLOCKED
        elif any(row.height is None or row.sight is None for row in rows):
            verdict = UNDECIDABLE
        else:
            verdict = CLEAR
    detail = LosDetail(
        start=start,
        end=end,
        method=method.name,
        distance=distance,
        visibility=visibility,
        start_height=ends[0].height,
        end_height=ends[1].height,
        low_end=_low_end(start, end, ends[0].height, ends[1].height),
        profile=tuple(rows),
        blockers=tuple(row.hex for row in rows if row.blocks),
    )
    return _Judgement(verdict, detail, tuple(levels), ends, frozenset(readings))


def _settled_by_distance(case: Case, distance: int) -> str | None:
    """What distance alone decides: adjacency [TCS 4.01 8.1d] and visibility [TCS 4.01 7.0]."""
    visibility = case.state.visibility
    beyond = visibility is not None and distance > visibility
    if distance == 0 or (distance == 1 and (not beyond or case.choices["los.adjacent_beyond_visibility"] == "seen")):
        return CLEAR
    return BLOCKED if beyond else None


def _contended(case: Case, start: Hex, end: Hex) -> list[tuple[Hex, Contact]]:
    """Every hex that the line meets, ends excluded, hexsides and corners included [TCS 4.01 8.1g]."""
    met = places_met(case.ground, start, end)
    if case.choices["los.corner_contact"] == "blocks":
        return met
    return [(place, contact) for place, contact in met if contact is not Contact.CORNER]


def _points_of_contention(case: Case, start: Hex, end: Hex) -> tuple[Meeting, ...]:
    """The same with what the line touches in each [TCS 4.01 8.1g, 8.1h]."""
    return tuple(_meet(case, place, how, start, end) for place, how in _contended(case, start, end))


def _meet(case: Case, place: Hex, contact: Contact, start: Hex, end: Hex) -> Meeting:
    """What the line touches in one of them; ground belongs to the hexes that it lies in [TCS 4.01 8.1h]."""
    return meet(case.ground, place, contact, start, end, case.state.without, case.own_ground)


def _obstacle(case: Case, meeting: Meeting) -> Obstacle | None:
    """The highest feature that counts: touched in the hex, not on the rim of an end hex alone [TCS 4.01 8.1c, 8.1h]."""
    if meeting.end_contact is not None and case.choices["los.end_hex_contact"] == "counts":
        return meeting.end_contact
    return meeting.obstacle


def _touches_from_outside(case: Case, meeting: Meeting) -> bool:
    """Whether something higher than what counts was left out, or what counts is there, because it only touches the hex."""
    counted = _obstacle(case, meeting)
    if meeting.outside is not None:
        return counted is None or meeting.outside.height > counted.height
    return counted is not None and counted.beside


def _base(heights: Heights, method: Method, place: Hex, start: Hex, end: Hex) -> Level:
    """The base of a point of contention: its centre dot [TCS 4.01 8.1g] or its highest point on the line [TCS 4.01 8.5a]."""
    return heights.highest_along(*stretch_in(place, start, end)) if method.along_line else heights.centre(place)


def _base_bounds(heights: Heights, method: Method, place: Hex, start: Hex, end: Hex) -> tuple[Fraction, Fraction] | None:
    if method.along_line:
        return heights.bounds_along(*stretch_in(place, start, end))
    base = heights.centre(place).height
    return None if base is None else (base, base)


def _low_end(start: Hex, end: Hex, start_height: Fraction | None, end_height: Fraction | None) -> Hex:
    """The end that stands at the left of the LOS grid [TCS 4.01 8.3b]."""
    return end if start_height is not None and end_height is not None and end_height < start_height else start


def _sight(start: Hex, end: Hex, start_height: Fraction, end_height: Fraction, place: Hex) -> tuple[int, Fraction]:
    """Column of a hex on the LOS grid and the height of the line there [TCS 4.01 8.3b]."""
    low = _low_end(start, end, start_height, end_height)
    column = low.distance(place)
    rise = abs(end_height - start_height)
    return column, min(start_height, end_height) + rise * Fraction(column, start.distance(end))


def _row(case: Case, meeting: Meeting, level: Level, start: Hex, end: Hex, ends: tuple[Level, Level]) -> ProfileRow:
    obstacle = _obstacle(case, meeting)
    feature = obstacle.height if obstacle is not None else Fraction(0)
    height = None if level.height is None else level.height + feature
    sight: Fraction | None = None
    column = _low_end(start, end, ends[0].height, ends[1].height).distance(meeting.hex)
    if ends[0].height is not None and ends[1].height is not None:
        column, sight = _sight(start, end, ends[0].height, ends[1].height, meeting.hex)
    margin = None if height is None or sight is None else sight - height
    # An adjacent hex leaves no points of contention, so that smoke and heights need no exception here.
    smoke = meeting.hex in case.blocking
    return ProfileRow(
        hex=meeting.hex,
        contact=meeting.contact,
        column=column,
        base=level.height,
        feature=obstacle.terrain if obstacle is not None else "",
        feature_name=case.terrain_name(obstacle.terrain) if obstacle is not None else "",
        feature_height=feature,
        height=height,
        sight=sight,
        margin=margin,
        blocks=smoke or (margin is not None and margin < 0),
        smoke=smoke,
        at=level.at,
    )


def _reasons(case: Case, result: _Judgement, method: Method) -> Iterator[Reason]:
    detail = result.detail
    yield Reason(
        case.ref("8.1a"),
        "The line runs from the centre dot of {start} to that of {end}, {distance} hexes away.",
        {"start": detail.start, "end": detail.end, "distance": detail.distance},
        (detail.start, detail.end),
        {"distance": detail.distance},
    )
    yield from _distance_reasons(case, detail)
    if detail.distance <= 1:
        return
    for place, level in zip((detail.start, detail.end), result.ends, strict=True):
        yield height_reason(case, place, level, method)
    for row, level in zip(detail.profile, result.levels, strict=True):
        yield height_reason(case, row.hex, level, method, point_of_contention=method.along_line)
        yield from _row_reasons(case, row)
    yield _verdict_reason(case, result)


def _distance_reasons(case: Case, detail: LosDetail) -> Iterator[Reason]:
    distance, visibility = detail.distance, detail.visibility
    if distance <= 1 and _settled_by_distance(case, distance) == CLEAR:
        yield Reason(case.ref("8.1d"), "A line into the same or an adjacent hex is never blocked.", {}, (detail.end,))
    elif visibility is not None:
        numbers: dict[str, Number] = {"visibility": visibility, "distance": distance}
        if distance > visibility:
            sentence = "Visibility is {visibility} hexes; {distance} hexes are beyond it, so that the line is blocked."
        else:
            sentence = "Visibility is {visibility} hexes; {distance} hexes are within it."
        yield Reason(case.ref("7.0"), sentence, dict(numbers), (), numbers)


_CONTACT = {Contact.INTERIOR: "crosses", Contact.HEXSIDE: "runs along a hexside of", Contact.CORNER: "touches a corner of"}


def _row_reasons(case: Case, row: ProfileRow) -> Iterator[Reason]:
    values: dict[str, object] = {
        "hex": row.hex,
        "contact": _CONTACT[row.contact],
        "feature": row.feature_name.lower(),
        "feature_height": metres(row.feature_height),
        "base": metres(row.base),
        "height": metres(row.height),
        "sight": metres(row.sight),
        "margin": metres(abs(row.margin)) if row.margin is not None else "?",
        "column": row.column,
    }
    if row.smoke:
        yield Reason(
            case.ref("19.1a"), "The line {contact} {hex}, and smoke there is an obstacle of any height.", values, (row.hex,)
        )
    if row.height is None or row.sight is None or row.margin is None:
        return
    what = "ground {base} m"
    if row.feature:
        what = "ground {base} m and {feature} {feature_height} m make {height} m"
    if row.margin < 0:
        outcome = "{margin} m above the line, which stands at {sight} m in column {column}: it blocks."
    elif row.margin == 0:
        outcome = "exactly as high as the line in column {column}: not higher, so it does not block."
    else:
        outcome = "{margin} m below the line, which stands at {sight} m in column {column}."
    yield Reason(
        case.ref("8.1h" if row.feature and row.margin < 0 and (row.base or 0) <= row.sight else "8.3b"),
        f"The line {{contact}} {{hex}}: {what}, {outcome}",
        values,
        (row.hex,),
        {
            "column": row.column,
            "base_m": row.base if row.base is not None else 0,
            "feature_m": row.feature_height,
            "height_m": row.height,
            "sight_m": row.sight,
            "margin_m": row.margin,
        },
    )


def _verdict_reason(case: Case, result: _Judgement) -> Reason:
    detail = result.detail
    if result.verdict == CLEAR:
        return Reason(case.ref("8.3b"), "No point of contention is higher than the line: it is clear.")
    if result.verdict == UNDECIDABLE:
        return Reason(case.ref("8.3b"), "Not decidable: a height that the line depends on is missing, and nothing else blocks.")
    if not detail.blockers:
        return Reason(case.ref("7.0"), "The line is longer than the visibility of the turn: it is blocked.")
    names = ", ".join(f"{{b{i}}}" for i in range(len(detail.blockers)))
    return Reason(
        case.ref("8.3b"),
        f"Blocked by {names}.",
        {f"b{i}": place for i, place in enumerate(detail.blockers)},
        detail.blockers,
    )


def _charts(case: Case, detail: LosDetail) -> tuple[Provenance, ...]:
    used = [case.provenance(row.feature) for row in detail.profile if row.feature]
    return tuple(dict.fromkeys(chart for chart in used if chart is not None))
