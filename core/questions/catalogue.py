"""All questions with their parameters, and the way to ask them."""

import re
from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar

from core.base.amounts import read_amount
from core.base.comma_parts import comma_parts
from core.base.errors import WrongUse, did_you_mean
from core.base.steps import finish
from core.geometry.hexes import Hex
from core.model.box import UnknownHex
from core.questions.game import Game
from core.questions.names import Meant, meant, problem
from core.rules.kernel.progress import Progress
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question
from core.rules.registry import SYSTEMS

QUESTIONS: Mapping[str, Mapping[str, Question]] = MappingProxyType(
    {series: system.questions for series, system in SYSTEMS.items()}
)
"""Every question by the short name of its series and its own. One name asks the same of every series that knows it."""

UNLIMITED = "unlimited"

N = TypeVar("N", int, Fraction)


def ask(question: str, game: Game, /, **parameters: Any) -> Ruling:
    """Answers a question about a game.

    Hexes are printed numbers or `Hex` values, lists are sequences or texts with commas, as on the command line. A what-if
    parameter (smoke, visibility, without) takes the place of what the state of play holds. Raises WrongUse, which says what
    is wrong and what is allowed, for an unknown question or parameter and for a hex that is not on the map.
    """
    return finish(steps(question, game, **parameters))


def steps(question: str, game: Game, /, **parameters: Any) -> Generator[Progress, None, Ruling]:
    """The same answer in slices, for those who show progress or wish to cancel. Parameters are checked at once."""
    found = called(question, game, parameters)
    return _answer(found.question, game, _read(found.question, game, found.given))


def called(name: str, game: Game, given: Mapping[str, Any]) -> Meant:
    """The question that a name is meant for with what is given, and what it is asked with. Raises WrongUse."""
    return meant(name, game.system.series, game.ruleset.title, given)


def _answer(question: Question, game: Game, given: Mapping[str, Any]) -> Generator[Progress, None, Ruling]:
    ruling = yield from question.answer(game.case, given)
    game.compiled.keep_heights()
    return replace(ruling, box_errors=game.errors)


def _read(question: Question, game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    if wrong := problem(question, given):
        raise WrongUse(wrong)
    known = {p.name: p for p in question.parameters}
    return {name: _value(known[name], game, value) for name, value in given.items() if value is not None}


def _value(parameter: Parameter, game: Game, value: Any) -> Any:
    if parameter.kind == "hex":
        return _hex(parameter, game, value)
    if parameter.kind == "hexes":
        return tuple(_hex(parameter, game, item) for item in _items(value))
    if parameter.kind == "terrains":
        known = game.compiled.terrain
        for item in _items(value):
            if not isinstance(item, str) or item not in known:
                raise WrongUse(f'{parameter.name}: there is no terrain "{item}".{did_you_mean(str(item), known)}')
        return tuple(_items(value))
    if parameter.kind == "number":
        return _number(parameter, value)
    if parameter.kind == "whole":
        return _not_less(parameter, _whole(parameter, value))
    if parameter.kind == "fraction":
        return _not_less(parameter, _fraction(parameter, value))
    if parameter.kind == "fractions":
        return tuple(_not_less(parameter, _fraction(parameter, item)) for item in _items(value))
    if parameter.kind == "text":
        return str(value)
    if parameter.kind == "texts":
        return tuple(str(item) for item in _items(value))
    if value not in parameter.choices:
        raise WrongUse(f'{parameter.name}: "{value}" is none of its choices.{did_you_mean(str(value), parameter.choices)}')
    return value


def _hex(parameter: Parameter, game: Game, value: Any) -> Hex:
    if isinstance(value, Hex):
        if value not in game.box.cells:
            raise WrongUse(f"{parameter.name}: {game.box.label(value)} is not on the map.")
        return value
    if isinstance(value, float):
        raise WrongUse(
            f'{parameter.name}: {value} is a number; write the hex in quotes, as "4.10", or a zero at its end is lost.'
        )
    try:
        return game.box.hex(str(value))
    except UnknownHex as unknown:
        said = str(unknown)
        raise UnknownHex(f"{parameter.name}: {said[:1].lower()}{said[1:]}") from unknown


def _number(parameter: Parameter, value: Any) -> int | None:
    if isinstance(value, str) and value.strip().lower() == UNLIMITED:
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,6}\s*", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise WrongUse(f'{parameter.name}: "{value}" is no whole number of hexes; "{UNLIMITED}" is allowed, too.')


def _whole(parameter: Parameter, value: Any) -> int:
    written = value.strip().replace("−", "-") if isinstance(value, str) else value
    if isinstance(written, int) and not isinstance(written, bool):
        return written
    if isinstance(written, str) and re.fullmatch(r"[+-]?[0-9]{1,6}", written):
        return int(written)
    raise WrongUse(f'{parameter.name}: "{value}" is no whole number.')


def _fraction(parameter: Parameter, value: Any) -> Fraction:
    number = None if isinstance(value, bool) else read_amount(str(value))
    if number is None:
        raise WrongUse(f'{parameter.name}: "{value}" is no number such as 4, 2.5, 2½ or 5/2.')
    return number


def _not_less(parameter: Parameter, value: N) -> N:
    if parameter.least is not None and value < parameter.least:
        raise WrongUse(f"{parameter.name}: {value} is too low; {parameter.least} is the least.")
    return value


def _items(value: Any) -> list[Any]:
    if isinstance(value, str):
        return list(comma_parts(value))
    if isinstance(value, Iterable) and not isinstance(value, Hex):
        return list(value)
    return [value]
