"""What questions share that are asked about units on the map or about numbers alone: strengths as they are typed, overruns."""

from collections.abc import Iterable, Mapping
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.parameters import Parameter, Part, Words
from core.rules.operations.questions import BEFORE, BEGAN, SPENT, mode_parameter

MAP, NUMBERS = "map", "numbers"
"""What a question is asked about."""


def asked_about(what: str, given: Mapping[str, Any], *, numbers: Iterable[str], on_map: Iterable[str]) -> str:
    """Whether a question is asked about numbers or about units on the map, by the parameters that only one of these has; ""
    where none of them is given. Raises WrongUse for both."""
    of_numbers, of_map = ([name for name in names if given.get(name) not in (None, ())] for names in (numbers, on_map))
    if of_numbers and of_map:
        raise WrongUse(f"{what} is asked about on the map or by numbers: leave {of_numbers[0]}=… or {of_map[0]}=… out.")
    return NUMBERS if of_numbers else MAP if of_map else ""


def needs(question: str, given: Mapping[str, Any], *names: str) -> None:
    """Raises WrongUse where one of the numbers that a question cannot do without is missing."""
    missing = [f"{name}=…" for name in names if given.get(name) in (None, ())]
    if missing:
        raise WrongUse(f'By numbers "{question}" needs {" and ".join(missing)}.')


def strengths(of_attackers: tuple[str, ...], of_defenders: tuple[str, ...]) -> tuple[Parameter, Parameter]:
    """The strengths of both sides as they are typed, with the words of these charts in the place of factors."""
    written = "with factors where it has some: 4, 2.5, 4*1/2, 4*River, 4*DG*Out of supply"
    alike = "strength of each defender, written in the same way"
    return (
        Parameter("attackers", "texts", f"strength of each attacker by numbers, {written}", form=strength_form(*of_attackers)),
        Parameter("defenders", "texts", alike, form=strength_form(*of_defenders)),
    )


def strength_form(*charts: str) -> tuple[Part, ...]:
    """How a strength is put together: a number, then words of these charts or numbers that multiply it."""
    return (
        Part("Strength", "fraction", before="", required=True),
        Part("States and terrain", "words", before="*", words=Words(charts)),
        Part("Other factor", "fraction", before="*"),
    )


def overrun_on_map(modes: Iterable[str]) -> tuple[Parameter, ...]:
    """Who overruns what on the map, from where, and in which of these modes."""
    return (
        Parameter("units", "texts", "the units on the map that overrun, by their ids or names"),
        Parameter("to", "hex", "the hex that they overrun"),
        Parameter("from", "hex", "the hex beside it from which they do; the best one without it"),
        mode_parameter(modes),
        SPENT,
        BEGAN,
        BEFORE,
    )
