"""Saying that a verdict rests on a reading of the rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import Tables

if TYPE_CHECKING:
    # The sequence of play, asked for there, names readings too.
    from core.rules.kernel.tables import TableCase

Answer = Callable[["TableCase", Mapping[str, Any]], Ruling]
Told = Callable[[Ruling], tuple[str, ...]]
"""What a ruling comes to, in a few words each, what matters most first and chances last."""

MOST_TOLD = 4
"""So much of what another choice would make of a ruling is worth a line."""


def reading_reason(case: Tables, name: str, choice: str, outcome: str, hexes: tuple[Hex, ...] = ()) -> Reason:
    """That a verdict rests on a reading, and what another choice would have made of it."""
    reading = case.ruleset.options[name]
    return Reason(
        case.ruleset.ref(reading.section),
        "Decided by the reading “{title}”: {chosen} With the other reading ({other}) it would be: {outcome}.",
        {
            "title": reading.title,
            "chosen": reading.values[case.choices[name]],
            "other": reading.name_of(choice),
            "outcome": outcome,
            "reading": name,
        },
        hexes,
    )


def by_readings(answer: Answer, told: Told, *names: str) -> Answer:
    """The same answer, which names each of these readings where another choice would change what `told` makes of it.

    It is found by answering again under each other choice. A refusal that another choice would lift names the reading too.
    """

    def ruled(case: "TableCase", given: Mapping[str, Any]) -> Ruling:
        try:
            ruling = answer(case, given)
        except WrongUse as error:
            for name, choice in other_choices(case, names):
                if _told(answer, told, _under(case, name, choice), given) is not None:
                    why = reading_reason(case, name, choice, "allowed")
                    raise WrongUse(f"{error} {why.template.format(**why.values)}") from error
            raise
        held, said = told(ruling), []
        for name, choice in other_choices(case, names):
            other = _told(answer, told, _under(case, name, choice), given)
            if other != held:
                said.append(reading_reason(case, name, choice, _outcome(held, other)))
        return replace(ruling, reasons=(*ruling.reasons, *said)) if said else ruling

    return ruled


def _outcome(held: tuple[str, ...], other: tuple[str, ...] | None) -> str:
    """What another choice would make of it: what is new there, as far as it is worth a line."""
    if other is None:
        return "not allowed"
    new = [each for each in other if each not in held]
    return ", ".join(new[:MOST_TOLD]) + (", and other chances" if len(new) > MOST_TOLD else "") or "nothing of it"


def other_choices(case: Tables, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every choice of some readings that is not in force, with the reading's name before it."""
    for name in names:
        yield from ((name, choice) for choice in case.ruleset.options[name].values if choice != case.choices[name])


def _under(case: "TableCase", name: str, choice: str) -> "TableCase":
    return replace(case, choices={**case.choices, name: choice})


def _told(answer: Answer, told: Told, case: "TableCase", given: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What the answer comes to under a case, None where it is refused."""
    try:
        return told(answer(case, given))
    except WrongUse:
        return None
