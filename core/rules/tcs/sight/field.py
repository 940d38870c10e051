"""Field of view: every hex that one hex sees [TCS 4.01 7.0, 8.0-8.5, 19.1]."""

from collections.abc import Generator, Iterator

from core.analysis.elevation import survey
from core.analysis.field import CLEAR, UNDECIDED, FieldTables, field
from core.geometry.hexes import Hex
from core.model.terrain import Provenance
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.tcs.details import FieldDetail
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.los import sees

DECIDED = "decided"

Found = tuple[frozenset[Hex], frozenset[Hex]]
"""Newly seen and newly undecidable hexes."""


def field_of_view(case: Case, start: Hex, method_name: str) -> Generator[tuple[int, int, Found | None], None, Ruling]:
    """All hexes that `start` sees [TCS 4.01 7.0, 8.3]; yields (done, total, newly found) on the way."""
    detail = yield from _field(case, start, method_name)
    return Ruling(
        question="field",
        ruleset=case.ruleset.id,
        verdict=DECIDED,
        value=len(detail.seen),
        reasons=tuple(_reasons(case, detail)),
        detail=detail,
        charts=_charts(case),
    )


def seen_from(case: Case, start: Hex, method_name: str) -> Generator[tuple[int, int], None, FieldDetail]:
    """The same without words, for other questions [TCS 4.01 8.3]."""
    steps = _field(case, start, method_name)
    while True:
        try:
            done, total, _ = next(steps)
        except StopIteration as stop:
            detail: FieldDetail = stop.value
            return detail
        yield done, total


def _field(case: Case, start: Hex, method_name: str) -> Generator[tuple[int, int, Found | None], None, FieldDetail]:
    method = case.method(method_name)
    if method.along_line:
        found = yield from _line_by_line(case, start, method_name)
    else:
        found = yield from _all_at_once(case, start, method_name)
    return FieldDetail(start, method.name, case.state.visibility, *found)


def _all_at_once(case: Case, start: Hex, method_name: str) -> Generator[tuple[int, int, Found | None], None, Found]:
    """Heights first (they may have to be computed), then every line in one pass."""
    book = case.heights(case.method(method_name))
    total = len(case.ground.hexes)
    for _ in survey(book, start):
        yield len(book.known), total, None
    tables = _tables(case, method_name)
    adjacent_blocked = case.choices["los.adjacent_beyond_visibility"] == "blocked"
    visibility = case.state.visibility
    furthest = visibility if visibility is None or adjacent_blocked else max(visibility, 1)
    verdict = field(
        tables,
        start,
        case.blocking,
        furthest,
        corner_blocks=case.choices["los.corner_contact"] == "blocks",
        end_contact_counts=case.choices["los.end_hex_contact"] == "counts",
    ).tolist()
    seen = frozenset(h for h, v in zip(case.ground.hexes, verdict, strict=True) if v == CLEAR) | {start}
    unsure = frozenset(h for h, v in zip(case.ground.hexes, verdict, strict=True) if v == UNDECIDED)
    yield total, total, (seen, unsure)
    return seen, unsure


def _line_by_line(case: Case, start: Hex, method_name: str) -> Generator[tuple[int, int, Found | None], None, Found]:
    """Contour-heads: the base of a point of contention depends on the line, so that each line is walked, nearest first."""
    seen: set[Hex] = {start}
    unsure: set[Hex] = set()
    targets = sorted(case.ground.hexes, key=lambda h: (h.distance(start), h))
    for number, target in enumerate(targets, 1):
        clear = sees(case, start, target, method_name)
        if clear:
            seen.add(target)
        elif clear is None:
            unsure.add(target)
        new = frozenset({target} if clear else ()), frozenset({target} if clear is None else ())
        yield number, len(targets), new
    return frozenset(seen), frozenset(unsure)


def _tables(case: Case, method_name: str) -> FieldTables:
    """The arrays of this ground, kept with its heights as long as neither they nor the absent terrain change."""
    method = case.method(method_name)
    return case.tables(method, lambda: {h: level.height for h, level in case.heights(method).known.items()})


def _reasons(case: Case, detail: FieldDetail) -> Iterator[Reason]:
    yield Reason(
        case.ref("8.3b"),
        "{start} sees {count} of {total} hexes.",
        {"start": detail.start, "count": len(detail.seen), "total": len(case.ground.hexes)},
        (detail.start,),
        {"seen": len(detail.seen), "total": len(case.ground.hexes)},
    )
    if detail.visibility is not None:
        values = {"visibility": detail.visibility}
        yield Reason(case.ref("7.0"), "Lines longer than the visibility of {visibility} hexes are blocked.", values, (), values)
    if case.blocking:
        smoke = tuple(sorted(case.blocking))
        yield Reason(
            case.ref("19.1a"), "Lines that meet smoke between their ends are blocked; hexes with smoke: {count}.",
            {"count": len(smoke)}, smoke, {"smoke": len(smoke)},
        )  # fmt: skip
    if detail.undecidable:
        yield Reason(
            case.ref("8.3b"), "{count} hexes are not decidable: a height on the way is missing.",
            {"count": len(detail.undecidable)}, tuple(sorted(detail.undecidable)),
        )  # fmt: skip


def _charts(case: Case) -> tuple[Provenance, ...]:
    kinds = {o.terrain for found in case.ground.obstacles.values() for o in found} - case.state.without
    return tuple(dict.fromkeys(c for c in map(case.provenance, sorted(kinds)) if c is not None))
