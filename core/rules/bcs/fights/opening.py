"""What can be done against a hex: engagements, attacks, barrages, each as far as somebody can; the choice leads on.

[BCS 1.1 Engagement Table, Combat Table, Barrage Table]
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.rules.bcs.combat import in_words as attack_in_words
from core.rules.bcs.combat import read_result
from core.rules.bcs.fights.attacking import attack_at
from core.rules.bcs.fights.barraging import TO_NAME, barrage_at, in_words
from core.rules.bcs.fights.engaging import engagement_at
from core.rules.bcs.fights.taking_part import held_by
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.procedure import TARGET, Outcome, Part, ProcedureDetail
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Parameter
from core.rules.kernel.tables import READ
from core.rules.operations.board import Board

NOBODY = "nobody"
KINDS: Mapping[str, tuple[str, Callable[[Board, Mapping[str, Any]], Ruling]]] = {
    "engagement.at": ("Engage", engagement_at),
    "attack.at": ("Attack", attack_at),
    "barrage.at": ("Barrage", barrage_at),
}
"""What can be done, by the questions that lead through it: what it is called, and its answer."""


def fire_at(board: Board, given: Mapping[str, Any]) -> Ruling:
    """What can be done against those in a hex, with the chances of each. Raises WrongUse."""
    number = board.number(given["to"])
    side, label = held_by(board, number), board.label(number)
    place = board.net.hexes[number]
    said: list[Reason] = []
    proposals: list[Proposal] = []
    parts: dict[str, Part] = {}
    outcomes: list[Outcome] = []
    for name, (title, answer) in KINDS.items():
        ruling = answer(board, {"to": place})
        board.consulted.add(ruling.charts)
        detail = ruling.detail
        assert isinstance(detail, ProcedureDetail)
        asked = Next(name, Reason(board.ref(PUBLISHED), "{what} {hex}", {"what": title, "hex": place}, (place,)), {"to": label})
        leads_on = Proposal(f"{title} {label}", (), then=(asked,))
        if ruling.verdict != READ:
            # The first reason says that nobody can, or that nobody does of itself, the others why.
            first, *others = ruling.reasons
            told, who = {**first.values, "what": title}, "nobody"
            if ruling.verdict == TO_NAME:
                who = "who is ticked then"
                proposals.append(leads_on)
                _join(parts, detail.parts)
            said += [Reason(first.rule, f"{{what}}: {who}. {first.template}", told, first.hexes), *others]
            continue
        (table,) = detail.tables
        results = [(_told(name, each), chance) for each, chance in table.chances if chance]
        chances = "; ".join(f"{words} {chance}" for words, chance in results)
        outcomes += [Outcome(title, words, chance) for words, chance in results]
        told = {"what": title, "chances": chances}
        said.append(Reason(board.ref(PUBLISHED), "{what}: {chances}", told))
        _join(parts, detail.parts)
        proposals.append(leads_on)
    detail = ProcedureDetail(
        facts={"side": board.forces.side_name(side)},
        proposals=tuple(proposals),
        parts=tuple(parts.values()),
        place="to",
        hexes={TARGET: frozenset({place})},
        outcomes=tuple(outcomes),
    )
    verdict = READ if proposals else NOBODY
    return Ruling("fire.at", board.case.ruleset.id, verdict, len(proposals), tuple(said), detail, board.consulted.charts)


def _told(question: str, result: str) -> str:
    """A result in words; what the table prints stands beside them where it is no word."""
    if question == "barrage.at":
        return in_words(result)
    found = read_result(result) if question == "attack.at" else None
    return f"{attack_in_words(found)} ({result})" if found is not None else result


def _join(parts: dict[str, Part], more: Iterable[Part]) -> None:
    """Those who could take part in something more; who may in anything stands as one who may."""
    for part in more:
        known = parts.get(part.unit)
        parts[part.unit] = part if known is None or (part.able and not known.able) else known


PARAMETERS = (Parameter("to", "hex", "the hex that something is done against", required=True),)
