"""Rulings on steps of procedures as JSON and as text: who takes part, the dice that are wanted, chances, what is asked then."""

import shlex
from collections.abc import Iterable, Iterator
from typing import Any

from core.model.box import GameBox
from core.questions.sentences import fill
from core.rules.kernel.procedure import Outcome, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal


def procedure_json(detail: ProcedureDetail, box: GameBox) -> dict[str, Any]:
    """What a step of a procedure has beside what all answers have and its proposals."""
    found: dict[str, Any] = {}
    if detail.parts:
        found["units"] = [
            {
                "unit": each.unit,
                "hex": box.label(each.hex),
                "able": each.able,
                "chosen": each.chosen,
                "reason": fill(each.reason.template, each.reason.values, box) if each.reason is not None else None,
                "rule": str(each.reason.rule) if each.reason is not None else None,
            }
            for each in detail.parts
        ]
    if detail.hexes:
        found["hexes"] = {what: [box.label(place) for place in sorted(hexes)] for what, hexes in detail.hexes.items()}
    if detail.ways:
        found["ways"] = [[box.label(place) for place in way] for way in detail.ways]
    if detail.wanted:
        found["wanted"] = [
            {"parameter": each.parameter, "dice": each.dice, "what": each.what, "side": each.side or None, "count": each.count}
            for each in detail.wanted
        ]
    if detail.cup:
        found["cup"] = list(detail.cup)
    if detail.outcomes:
        found["chances"] = chances_json(detail.outcomes)
    return found


def chances_json(outcomes: Iterable[Outcome]) -> dict[str, dict[str, str]]:
    """Exact chances by their names, in groups."""
    groups: dict[str, dict[str, str]] = {}
    for each in outcomes:
        groups.setdefault(each.group, {})[each.name] = str(each.chance)
    return groups


def then_json(proposal: Proposal, box: GameBox) -> dict[str, Any]:
    """What is asked after a proposal, and what is not any more; nothing where nothing is."""
    found: dict[str, Any] = {"then": [next_json(each, box) for each in proposal.then]} if proposal.then else {}
    if proposal.moot:
        found["moot"] = [{"question": question, "given": dict(given)} for question, given in proposal.moot]
    return found


def next_json(each: Next, box: GameBox) -> dict[str, Any]:
    """A question that is asked then, with what is known for it."""
    return {
        "question": each.question,
        "given": dict(each.given),
        "what": fill(each.title.template, each.title.values, box),
        "rule": str(each.title.rule),
        "side": each.side or None,
        "may_be_left": each.may,
    }


def then_lines(proposal: Proposal, box: GameBox) -> Iterator[str]:
    """What is asked after a proposal, in words that can be typed."""
    for each in proposal.then:
        given = " ".join(f"{name}={shlex.quote(text)}" for name, text in each.given.items())
        may = ", if wanted" if each.may else ""
        yield f"    then{may}: ask {each.question} {given}".rstrip()


def wanted_lines(detail: ProcedureDetail) -> Iterator[str]:
    """The dice that are waited for, and the chances that they decide."""
    for each in detail.wanted:
        times = f" {each.count} times" if each.count > 1 else ""
        yield f"  to be rolled{times}: {each.dice}, {each.what} ({each.parameter}=…)"
    groups: dict[str, list[str]] = {}
    for outcome in detail.outcomes:
        groups.setdefault(outcome.group, []).append(f"{outcome.name} {float(outcome.chance):.1%}")
    yield from (f"  {group}: {', '.join(parts)}" for group, parts in groups.items())
