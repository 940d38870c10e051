"""Rulings of the operational series on the map as JSON and as text: zones, movement, reach onto a hex, supply."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.base.amounts import amount
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.questions.battle_answers import proposals_json
from core.questions.numbers import all_named, named
from core.questions.procedure_answers import next_json
from core.questions.sentences import fill
from core.questions.supply_answers import supply_json, supply_lines
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.watch_detail import WatchDetail, Watched
from core.rules.operations.movement_detail import Met, OntoDetail, OverrunDetail, OwnPoints, RangeDetail, StepCost, ZonesDetail
from core.rules.operations.supply_detail import SupplyDetail


def zones_json(detail: ZonesDetail, box: GameBox) -> dict[str, Any]:
    """Zones of control, or of another kind."""
    hexes = [
        {"hex": box.label(each.hex), "units": list(each.units), "negated_for": list(each.negated)} for each in detail.hexes
    ]
    kind = {"kind": detail.kind} if detail.kind else {}
    return {"side": detail.side, **kind, "hexes": hexes, "without_zone": list(detail.without)}


def range_json(detail: RangeDetail, box: GameBox) -> dict[str, Any]:
    """Where units can go, and a way."""
    return {
        "units": list(detail.units),
        "from": box.label(detail.start),
        "mode": detail.mode,
        "zones": detail.zones,
        **named("allowance", detail.allowance),
        **named("spent_before", detail.spent_before),
        "barred": list(detail.barred),
        "hexes": [
            {
                "hex": box.label(each.hex),
                **named("spent", each.spent),
                **named("left", each.left),
                "minimum": each.minimum,
                "over": each.over,
            }
            for each in detail.reached
        ],
        "way": [step_json(each, box) for each in detail.way],
        "own": [own_json(each) for each in detail.own],
        **({"watched": [watched_json(each, box) for each in detail.watched]} if detail.watched else {}),
        **({"met": [met_json(each, box) for each in detail.met]} if detail.met else {}),
    }


def met_json(met: Met, box: GameBox) -> dict[str, Any]:
    """What is asked of units that enter a hex."""
    return {"hex": box.label(met.into), "then": [next_json(each, box) for each in met.then]}


def own_json(own: OwnPoints) -> dict[str, Any]:
    """What a unit spends of its own on a way, and whether its counter is turned for it."""
    return {"unit": own.unit, **named("share", own.share), **named("first", own.first), "turned": own.face is not None}


def watch_json(detail: WatchDetail, box: GameBox) -> dict[str, Any]:
    """Who could fire at units on their way."""
    return {"units": list(detail.units), "way": [watched_json(each, box) for each in detail.way]}


def watched_json(step: Watched, box: GameBox) -> dict[str, Any]:
    """A step of a way, and who could fire at it."""
    shots = [
        {
            "hex": box.label(shot.hex),
            "units": list(shot.units),
            "how": shot.how,
            "column": shot.column,
            **named("expected_losses", shot.expected),
            **named("loss_chance", shot.loss_chance),
            **named("check_chance", shot.check_chance),
            "distance": shot.away,
            "by_hexside": shot.between,
        }
        for shot in step.shots
    ]
    places = {"from": box.label(step.source), "into": box.label(step.into)}
    return {**places, "triggers": step.triggers, "shots": shots, "unsure": [box.label(place) for place in step.unsure]}


def onto_json(detail: OntoDetail, box: GameBox) -> dict[str, Any]:
    """Who reaches a hex."""
    return {
        "hex": box.label(detail.hex),
        "beside": detail.beside,
        "sides": list(detail.sides),
        "mode": detail.mode,
        "zones": detail.zones,
        "units": [
            {
                "unit": each.unit,
                "from": box.label(each.start),
                "into": box.label(each.into),
                **named("spent", each.spent),
                **named("left", each.left),
                "minimum": each.minimum,
            }
            for each in detail.comers
        ],
        "way": [step_json(each, box) for each in detail.way],
    }


def overrun_json(detail: OverrunDetail, box: GameBox) -> dict[str, Any]:
    """An overrun on the map."""
    return {
        "units": list(detail.units),
        "target_hex": box.label(detail.target),
        "from": box.label(detail.source) if detail.source is not None else None,
        "mode": detail.mode,
        "conditions": [
            {
                "name": each.name,
                "met": each.met,
                "rule": str(each.reason.rule),
                "text": fill(each.reason.template, each.reason.values, box),
            }
            for each in detail.conditions
        ],
        **all_named({"spent_before": detail.spent_before, "spent": detail.spent, "cost": detail.cost, "left": detail.left}),
        "way": [step_json(each, box) for each in detail.way],
        "approach": detail.approach.label if detail.approach is not None else None,
        "proposals": proposals_json(detail.proposals, box),
    }


def step_json(step: StepCost, box: GameBox) -> dict[str, Any]:
    """One step of a way."""
    parts = [
        {
            "name": item.name,
            **named("value", item.value),
            "rule": str(item.rule),
            "chart": item.chart.chart if item.chart is not None else None,
        }
        for item in step.items
    ]
    return {
        "from": box.label(step.source),
        "into": box.label(step.into),
        **named("points", step.points),
        "along_road": step.along,
        "parts": parts,
    }


MAP_DETAILS: Mapping[str, Callable[[Any, GameBox], dict[str, Any]]] = MappingProxyType(
    {
        "zoc": zones_json,
        "movement": range_json,
        "movement.onto": onto_json,
        "overrun": overrun_json,
        "overwatch": watch_json,
        "supply": supply_json,
    }
)
"""The details of rulings as JSON, by question; for details of the kinds above alone."""

_KINDS: Mapping[str, type] = MappingProxyType(
    {
        "zoc": ZonesDetail,
        "movement": RangeDetail,
        "movement.onto": OntoDetail,
        "overrun": OverrunDetail,
        "overwatch": WatchDetail,
        "supply": SupplyDetail,
    }
)


def is_on_map(ruling: Ruling) -> bool:
    """Whether a ruling carries one of these details: a question of the same name may be answered by numbers elsewhere."""
    kind = _KINDS.get(ruling.question)
    return kind is not None and isinstance(ruling.detail, kind)


ONE_HEX = ("controlled", "free")
"""The verdicts on zones over one hex that is asked about."""

RANGE = "reaches"
"""The verdict on units of which it is asked where they can go, and not how to some hex."""


def map_lines(ruling: Ruling, box: GameBox, called: Callable[[str], str] = str) -> Iterator[str]:
    """What stands under the reasons of such a ruling; `called` says what units are called."""
    detail = ruling.detail
    if isinstance(detail, ZonesDetail) and ruling.verdict not in ONE_HEX:
        yield from _listed("", (each.hex for each in detail.hexes), box)
        yield from _listed("with enemies in them", (each.hex for each in detail.hexes if each.negated), box)
    if isinstance(detail, RangeDetail) and ruling.verdict == RANGE:
        left: dict[Fraction, list[Hex]] = {}
        for each in detail.reached:
            if not each.minimum:
                left.setdefault(each.left, []).append(each.hex)
        for points in sorted(left, reverse=True):
            yield from _listed(f"{amount(points)} left", left[points], box)
        yield from _listed("by the one-hex minimum", (each.hex for each in detail.reached if each.minimum), box)
        yield from _listed("above the stacking limit there", (each.hex for each in detail.reached if each.over), box)
    if isinstance(detail, SupplyDetail):
        yield from supply_lines(detail, box, called)
    if isinstance(detail, OntoDetail):
        for comer in detail.comers:
            left_over = "by the one-hex minimum" if comer.minimum else f"{amount(comer.left)} left"
            way = f"from {box.label(comer.start)} into {box.label(comer.into)}"
            yield f"  {called(comer.unit)} {way}: {amount(comer.spent)} spent, {left_over}"


def _listed(head: str, hexes: Iterable[Hex], box: GameBox) -> Iterator[str]:
    labels = " ".join(box.label(place) for place in sorted(hexes))
    if labels:
        yield f"  {head}: {labels}" if head else f"  {labels}"
