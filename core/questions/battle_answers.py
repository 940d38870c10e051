"""Rulings about combat between units on the map as JSON and as text: attackers, strengths, losses, retreats, advances."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from core.base.counted import counted
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.deployment import Piece, Spot
from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import Become, ChangeState, Count
from core.model.state import Declared
from core.questions.numbers import named
from core.questions.procedure_answers import procedure_json, then_json, then_lines, wanted_lines
from core.questions.sentences import fill
from core.rules.kernel.combat import CombatDetail, Force
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.rulings import Reason
from core.rules.operations.battle_detail import (
    AdvanceDetail,
    AttackersDetail,
    Drawing,
    FoughtDetail,
    LossesDetail,
    Offered,
    Proposal,
    Proposed,
    RetreatDetail,
    RetreatWay,
    Rolled,
    UnitAdvance,
)

MOST_LINES = 12
"""So many ways, choices and proposals are printed; JSON has them all."""


def battle_json(detail: object, box: GameBox) -> dict[str, Any]:
    """What an answer about combat on the map has beside what all answers have; nothing for other answers."""
    if isinstance(detail, AttackersDetail):
        return _attackers(detail, box)
    if isinstance(detail, LossesDetail):
        return _losses(detail, box)
    if isinstance(detail, RetreatDetail):
        return _retreat(detail, box)
    if isinstance(detail, AdvanceDetail):
        return _advance(detail, box)
    if isinstance(detail, CombatDetail):
        return _fought(detail, box)
    if isinstance(detail, Proposed | Rolled):
        more = procedure_json(detail, box) if isinstance(detail, ProcedureDetail) else {}
        return {**more, "proposals": proposals_json(detail.proposals, box)}
    return {}


def _fought(detail: CombatDetail, box: GameBox) -> dict[str, Any]:
    """The units that fight, and what is proposed beside."""
    found: dict[str, Any] = {}
    if any(each.unit for each in (*detail.attackers, *detail.defenders)):
        found = {"attackers": _forces(detail.attackers), "defenders": _forces(detail.defenders)}
    if isinstance(detail, FoughtDetail):
        found["proposals"] = proposals_json(detail.proposals, box)
        if detail.drawing:
            found["drawing"] = [_drawing(each) for each in detail.drawing]
        if detail.idle:
            found["idle"] = list(detail.idle)
        if detail.offers:
            found["offers"] = [_offered(each, box) for each in detail.offers]
    return found


def _drawing(drawing: Drawing) -> dict[str, Any]:
    """A unit that fights with a chit."""
    chits = {name: str(worth) for name, worth in drawing.chits}
    return {"unit": drawing.unit, "cup": drawing.cup, "known": drawing.told, "chits": chits}


def battle_lines(detail: object, box: GameBox, called: Callable[[str], str] = str) -> Iterator[str]:
    """What stands under the reasons of such an answer; `called` says what units are called."""
    if isinstance(detail, LossesDetail) and detail.count > 1:
        choices = (
            ", ".join(f"{called(id_)} {counted(steps, 'step')}" for id_, steps in choice.items()) for choice in detail.choices
        )
        yield from _first(choices, detail.count)
    if isinstance(detail, RetreatDetail):
        for option in detail.options:
            if len(detail.options) > 1 and option.ways[0].hexes:
                yield f"  {counted(option.hexes, 'hex', 'hexes')}, {counted(option.paid, 'step')} paid:"
            if option.ways[0].hexes:
                yield from _first((way_text(way, box) for way in option.ways), option.count)
    if isinstance(detail, AdvanceDetail):
        for unit in detail.units:
            if unit.hexes:
                hexes = (f"{box.label(each.hex)}{f' ({each.over} too many there)' if each.over else ''}" for each in unit.hexes)
                yield f"  {called(unit.unit)}: {' '.join(hexes)}"
    if isinstance(detail, ProcedureDetail):
        yield from wanted_lines(detail)
    proposals: Sequence[Proposal] = getattr(detail, "proposals", ())
    yield from _first((proposal_text(number, each, box) for number, each in enumerate(proposals, 1)), len(proposals))


def proposal_text(number: int, proposal: Proposal, box: GameBox) -> str:
    """A proposal by its number, with what is asked after it."""
    return "\n".join((f"proposal {number}: {proposal.label}", *then_lines(proposal, box)))


def _first(lines: Iterable[str], count: int) -> Iterator[str]:
    """The first of so many lines, and how many more there are."""
    yield from (f"  {line}" for line in islice(lines, MOST_LINES))
    if count > MOST_LINES:
        yield f"  and {count - MOST_LINES} more"


def way_text(way: RetreatWay, box: GameBox) -> str:
    """A way of a retreat in a line."""
    parts = [" ".join(box.label(place) for place in way.hexes)]
    if way.zones:
        parts.append(f"zones in {' '.join(box.label(place) for place in way.zones)}")
    if way.off_map:
        parts.append("then off the map" if way.hexes else "off the map")
    elif way.short:
        parts.append(f"{counted(way.short, 'hex', 'hexes')} too short")
    parts.append(f"{counted(way.steps, 'step')} lost" if way.steps else "no step lost")
    if way.nearer is not None:
        far = counted(abs(way.nearer), "hex", "hexes")
        nearer, farther = f"{far} nearer to supply", f"{far} farther from supply"
        parts.append("no nearer to supply" if not way.nearer else nearer if way.nearer > 0 else farther)
    if way.over:
        parts.append(f"{way.over} above the stacking limit there")
    return ", ".join(parts)


def _reasons(reasons: Iterable[Reason], box: GameBox) -> list[dict[str, str]]:
    return [{"rule": str(each.rule), "text": fill(each.template, each.values, box)} for each in reasons]


def _attackers(detail: AttackersDetail, box: GameBox) -> dict[str, Any]:
    units = [{"unit": each.unit, "role": each.role, "reasons": _reasons(each.reasons, box)} for each in detail.units]
    others = {"others": _labels(detail.others, box)} if detail.others else {}
    offers = {"offers": [_offered(each, box) for each in detail.offers]} if detail.offers else {}
    return {"hex": box.label(detail.hex), **others, "defenders": list(detail.defenders), "units": units, **offers}


def _offered(offered: Offered, box: GameBox) -> dict[str, Any]:
    """What may be added to a combat beside units, and what is left of it."""
    said = {name: getattr(offered, name) for name in ("parameter", "value", "side", "what", "left")}
    added = {} if offered.added is None else {"added": offered.added}
    rolled = {"roll": offered.roll, "dice": offered.dice} if offered.roll else {}
    return {**said, **added, **rolled, **_reasons((offered.reason,), box)[0]}


def _forces(forces: Iterable[Force]) -> list[dict[str, Any]]:
    return [
        {
            "unit": each.unit,
            **named("printed", each.printed),
            "factors": [
                {"name": factor.name, **named("value", factor.value), "rule": str(factor.rule)} for factor in each.factors
            ],
            **named("strength", each.strength),
        }
        for each in forces
    ]


def _losses(detail: LossesDetail, box: GameBox) -> dict[str, Any]:
    return {
        "side": detail.side,
        "units": list(detail.units),
        "asked": detail.asked,
        "steps": detail.steps,
        "first": list(detail.first),
        "picks": detail.picks,
        "count": detail.count,
        "choices": [dict(each) for each in detail.choices],
        "proposals": proposals_json(detail.proposals, box),
    }


def _retreat(detail: RetreatDetail, box: GameBox) -> dict[str, Any]:
    return {
        "units": list(detail.units),
        "from": box.label(detail.start),
        "hexes": detail.hexes,
        "picks": detail.picks,
        "supply_known": detail.supply,
        "options": [
            {
                "hexes": option.hexes,
                "paid": option.paid,
                "steps": option.steps,
                "count": option.count,
                "ways": [_way(each, box) for each in option.ways],
            }
            for option in detail.options
        ],
        "alone": [{"unit": each.unit, "count": each.count, "steps": each.steps} for each in detail.alone],
        "whole": detail.whole,
        **({"lacking": list(detail.lacking)} if detail.lacking else {}),
        "proposals": proposals_json(detail.proposals, box),
    }


def _way(way: RetreatWay, box: GameBox) -> dict[str, Any]:
    return {
        "hexes": _labels(way.hexes, box),
        "zones": _labels(way.zones, box),
        "short": way.short,
        "off_map": way.off_map,
        "steps": way.steps,
        "nearer": way.nearer,
        "over": way.over,
        "reasons": _reasons(way.reasons, box),
    }


def _advance(detail: AdvanceDetail, box: GameBox) -> dict[str, Any]:
    return {
        "target": box.label(detail.target),
        "retreat": detail.hexes,
        "over": detail.over,
        "must": detail.must,
        "units": [_unit_advance(each, box) for each in detail.units],
        "proposals": proposals_json(detail.proposals, box),
    }


def _unit_advance(unit: UnitAdvance, box: GameBox) -> dict[str, Any]:
    return {
        "unit": unit.unit,
        "length": unit.length,
        "hexes": [{"hex": box.label(each.hex), "way": _labels(each.way, box), "over": each.over} for each in unit.hexes],
        "reasons": _reasons(unit.reasons, box),
    }


def proposals_json(proposals: Iterable[Proposal], box: GameBox) -> list[dict[str, Any]]:
    """Proposals, each with its label and what becomes of the pieces that it changes."""
    return [
        {
            "label": each.label,
            "pieces": _pieces(each, box),
            **_markers(each, box),
            **_points(each),
            **_counts(each),
            **_words(each),
            **({"chits": list(each.chits)} if each.chits else {}),
            **({"back": list(each.back)} if each.back else {}),
            **({"side": each.side} if each.side else {}),
            **({"attempt": _attempt(each.attempt, box)} if each.attempt is not None else {}),
            **({"activates": {"side": each.activates.side, "of": each.activates.of}} if each.activates is not None else {}),
            **then_json(each, box),
        }
        for each in proposals
    ]


def _attempt(attempt: Declared, box: GameBox) -> dict[str, Any]:
    """What is declared and resolved with a proposal."""
    return {"what": attempt.what, "units": list(attempt.units), "against": [_spot(spot, box) for spot in attempt.against]}


def _pieces(proposal: Proposal, box: GameBox) -> dict[str, Any]:
    pieces: dict[str, Piece | None] = {}
    for edit in flat(proposal.edits):
        if isinstance(edit, ChangePieces):
            pieces |= edit.pieces
    return {id_: _piece(piece, box) for id_, piece in pieces.items()}


def _piece(piece: Piece | None, box: GameBox) -> Mapping[str, Any] | None:
    """What becomes of a piece; None for one that leaves the map."""
    if piece is None:
        return None
    marks = {"marks": sorted(piece.marks)} if piece.marks else {}
    words = {name: word for name, word in (("mode", piece.mode), ("on", piece.on)) if word}
    return {"at": _spot(piece.at, box), "lost": piece.lost, "face": piece.face, **words, **marks}


def _counts(proposal: Proposal) -> dict[str, Any]:
    """What is counted of formations, by their ids."""
    counts = [edit.more for edit in flat(proposal.edits) if isinstance(edit, Count)]
    told = [{"formation": formation, "what": what, "more": more} for each in counts for (formation, what), more in each.items()]
    return {"counted": told} if told else {}


def _words(proposal: Proposal) -> dict[str, Any]:
    """The words for what formations become, by their ids; "" for none any more."""
    words = [edit.words for edit in flat(proposal.edits) if isinstance(edit, Become)]
    told = [{"formation": formation, "what": what, "word": word} for each in words for (formation, what), word in each.items()]
    return {"becomes": told} if told else {}


def _markers(proposal: Proposal, box: GameBox) -> dict[str, Any]:
    """The markers that lie in hexes afterwards, of those where they become others."""
    marks: dict[str, list[dict[str, str]]] = {}
    for edit in flat(proposal.edits):
        for spot, some in edit.marks.items() if isinstance(edit, ChangePieces) else ():
            marks[_spot(spot, box)] = [{"kind": mark.kind, "side": mark.side} for mark in some]
    return {"markers": marks} if marks else {}


def _points(proposal: Proposal) -> dict[str, Any]:
    """What sides have left of something afterwards, where that changes."""
    said = [edit.said["points"] for edit in flat(proposal.edits) if isinstance(edit, ChangeState) and "points" in edit.said]
    return (
        {"points": [{"side": side, "what": what, "left": left} for (side, what), left in sorted(said[-1].items())]}
        if said
        else {}
    )


def _spot(spot: Spot, box: GameBox) -> str:
    return box.label(spot) if isinstance(spot, Hex) else spot


def _labels(hexes: Iterable[Hex], box: GameBox) -> list[str]:
    return [box.label(place) for place in hexes]
