"""Cross fire: twelve rays from the target, and how many lie on or between two firers [TCS 4.01 11.4]."""

from collections.abc import Generator, Sequence
from itertools import combinations

from core.geometry.bearings import at_least_120_degrees, bearing, rays_between
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.tcs.details import CrossFireDetail, CrossFirePair
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.field import seen_from

CROSSFIRE, NO_CROSSFIRE = "crossfire", "no_crossfire"


def crossfire(
    case: Case, target: Hex, firers: Sequence[Hex], method_name: str | None
) -> Generator[tuple[int, int], None, Ruling]:
    """Whether low-trajectory firers make a cross fire on a target, and from where one more would [TCS 4.01 11.4].

    With a method, the hexes that would complete a cross fire are also told apart by whether they see the target. Firers in
    the target hex do not count; several in one hex count once.
    """
    counted = tuple(dict.fromkeys(f for f in firers if f != target))
    pairs = sorted(
        (pair(case, target, a, b) for a, b in combinations(counted, 2)),
        key=lambda p: (not p.qualifies, -len(p.rays)),
    )
    completing = frozenset(
        place
        for place in case.ground.hexes
        if place != target and place not in counted and any(pair(case, target, place, f).qualifies for f in counted)
    )
    seen: frozenset[Hex] | None = None
    if method_name is not None and completing:
        field = yield from seen_from(case, target, method_name)
        seen = completing & field.seen
    best = pairs[0] if pairs else None
    detail = CrossFireDetail(
        target=target,
        firers=counted,
        lines=len(best.rays) if best else 0,
        pairs=tuple(pairs),
        completing=completing,
        completing_seen=seen,
    )
    verdict = CROSSFIRE if best is not None and best.qualifies else NO_CROSSFIRE
    reasons = [*_reasons(case, detail, tuple(firers)), *_reading_reasons(case, detail, verdict)]
    return Ruling("crossfire", case.ruleset.id, verdict, detail.lines, tuple(reasons), detail)


def pair(case: Case, target: Hex, first: Hex, second: Hex) -> CrossFirePair:
    """Two firers, the lines on or between them, and whether they make a cross fire. [TCS 4.01 11.4]"""
    a, b = bearing(first, target), bearing(second, target)
    rays = rays_between(a, b)
    if case.choices["crossfire.measure"] == "angle":
        qualifies = at_least_120_degrees(a, b)
    else:
        qualifies = len(rays) >= _needed(case)
    return CrossFirePair(first, second, rays, qualifies)


def _needed(case: Case) -> int:
    return int(case.ruleset.numbers["crossfire.needed"].value)


def _reasons(case: Case, detail: CrossFireDetail, asked: tuple[Hex, ...]) -> list[Reason]:
    rule = case.ref("11.4")
    reasons = []
    if detail.target in asked:
        reasons.append(Reason(rule, "A firer in the target hex {target} does not count.", {"target": detail.target}))
    reasons += [_pair_reason(case, detail.target, pair) for pair in detail.pairs]
    if not detail.pairs:
        reasons.append(
            Reason(rule, "A cross fire takes two firers in different hexes; {count} given.", {"count": len(detail.firers)})
        )
    return reasons


def _pair_reason(case: Case, target: Hex, pair: CrossFirePair) -> Reason:
    sentence = "From {target}, {lines} of the twelve lines lie on or between {first} and {second}; {needed} are needed: "
    numbers = {"lines": len(pair.rays), "needed": _needed(case)}
    return Reason(
        case.ref("11.4"),
        sentence + ("a cross fire." if pair.qualifies else "no cross fire."),
        {"target": target, "first": pair.first, "second": pair.second, **numbers},
        (pair.first, pair.second),
        numbers,
    )


def _reading_reasons(case: Case, detail: CrossFireDetail, verdict: str) -> list[Reason]:
    """That firers off the twelve lines can be 120° apart with four lines between them, where that decides the verdict."""
    reading = case.ruleset.options["crossfire.measure"]
    chosen = case.choices["crossfire.measure"]
    reasons = []
    for choice in reading.values:
        if choice == chosen:
            continue
        other = case.with_choice("crossfire.measure", choice)
        qualifies = any(pair(other, detail.target, p.first, p.second).qualifies for p in detail.pairs)
        if qualifies != (verdict == CROSSFIRE):
            outcome = "a cross fire" if qualifies else "no cross fire"
            reasons.append(reading_reason(case, reading.id, choice, outcome, detail.firers))
    return reasons
